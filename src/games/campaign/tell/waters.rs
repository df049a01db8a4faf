//! What the reports on ships are read from, through the eye of their reader.

use crate::fleet::Fleet;
use fieldpost_sea::ashore::Ashore;
use fieldpost_sea_tell::Waters;

pub(crate) fn waters<'a>(fleet: Fleet<'a>, ashore: &'a Ashore) -> Waters<'a> {
    let (chart, state) = (&*fleet.sea.chart, &*fleet.sea.state);
    Waters { chart, atlas: &fleet.table.atlas, state, ashore }
}
