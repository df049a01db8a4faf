//! Campaigns behind the door, for tests that look at brigades.

use std::sync::Arc;

use fieldpost::desk::close::close;
use fieldpost::desk::game::GameRecord;
use fieldpost::games::campaign::Table;
use fieldpost::games::door::Board;
use fieldpost::games::ground::tactical::Atlas;
use fieldpost::games::land::book::Book;
use fieldpost::games::land::orders::TurnOrders;
use fieldpost::games::land::state::LandState;

/// The campaign that a record holds.
pub fn table(record: &GameRecord) -> &Table {
    Table::of(record.board()).expect("a campaign")
}

/// Its position.
pub fn state(record: &GameRecord) -> &LandState {
    &table(record).state
}

/// Changes its position.
pub fn change(record: &mut GameRecord, change: impl FnOnce(&mut LandState)) {
    let mut state = state(record).clone();
    change(&mut state);
    let board = table(record).with(state);
    record.seat_board(Arc::new(board));
}

/// A campaign of its own.
pub fn board(book: &'static Book, atlas: Arc<Atlas>, seed: u64, state: LandState) -> Arc<dyn Board> {
    Arc::new(Table::new(book, atlas, seed, None, Arc::new(state)))
}

/// What a book orders as it stands.
pub fn orders(record: &GameRecord) -> TurnOrders {
    table(record).understood(&close(record).book)
}
