//! A case's orders, read by the grammar that reads players' letters.

use std::sync::Arc;

use crate::cli::case::file::CaseFile;
use crate::cli::case::situation::Fault;
use crate::games::ground::tactical::Atlas;
use crate::games::land::orders::TurnOrders;
use crate::games::land::state::LandState;

/// The orders of the first turn. Assignments take effect at once, in the file's order (rule 6.11).
///
/// # Errors
/// If an order cannot be read: a case is to say what it means.
pub fn read(
    case: &CaseFile,
    _text: &str,
    _atlas: &Arc<Atlas>,
    _state: &mut LandState,
) -> Result<TurnOrders, Fault> {
    if case.unit.iter().any(|unit| unit.get_ref().orders.is_some()) || !case.order.is_empty() {
        return Err(Fault::from("orders are not read yet: the grammar has not landed".to_string()));
    }
    Ok(TurnOrders::default())
}
