//! Faults of the toy's own, for tests of what becomes of such: certain numbers break it, each at one place. A real game has none
//! that it knows of, and takes nothing of this over.

/// `BID 6666` breaks whoever reads it.
pub const READING: u32 = 6_666;
/// `BID 7777` is read, and breaks whoever judges it.
pub const JUDGING: u32 = 7_777;
/// `BID 5555` is run, and breaks whoever runs it once more.
pub const REPLAYING: u32 = 5_555;
/// `SET NUMBER N1 7` breaks whoever reads it.
pub const READING_EDIT: u32 = 7;
/// `SET NUMBER N1 8` is read, and breaks whoever carries it out.
pub const EDITING: u32 = 8;
/// `BID 4444` ends the process of whoever reads it.
pub const KILLING: u32 = 4_444;
/// `SET NUMBER N1 9` ends the process of whoever reads it.
pub const KILLING_EDIT: u32 = 9;
/// `SEAL TIGHT` does so too, and has no number by which it were known for an order without being read.
pub const KILLING_WORD: &str = "TIGHT";
/// `SEAL LOOSE` breaks whoever reads it.
pub const BREAKING_WORD: &str = "LOOSE";
/// `SET NUMBER N1 6` is done, and breaks whoever asks from then on whether the chest wants orders.
pub const ASKING: u32 = 6;
/// A purse of so many coins breaks the machine before it has written.
pub const WRITING: u32 = 13;
/// A chest that holds this breaks the opening of a game.
pub const OPENING: u32 = 13;

/// Panics if a number is the unlucky one of a place.
pub fn break_on<T: PartialEq + std::fmt::Debug>(unlucky: T, number: T) {
    assert_ne!(number, unlucky, "an unlucky number breaks this toy");
}

/// Ends the process at an unlucky number, as want of memory would: no panic that could be caught.
pub fn die_on<T: PartialEq>(unlucky: T, number: T) {
    if number == unlucky {
        std::process::abort();
    }
}
