//! Campaigns behind the door, for tests that look at brigades.

use std::sync::Arc;

use fieldpost_campaign::Table;
use fieldpost_desk::close::close;
use fieldpost_desk::game::GameRecord;
use fieldpost_door::Board;
use fieldpost_ground::tactical::Atlas;
use fieldpost_land::book::Book;
use fieldpost_land::orders::TurnOrders;
use fieldpost_land::state::LandState;

/// The campaign that a record holds.
pub fn table(record: &GameRecord) -> &Table {
    Table::of(record.board()).expect("a campaign")
}

/// Its position.
pub fn state(record: &GameRecord) -> &LandState {
    &table(record).land
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
