//! Lists the scenarios that the program carries with it, so that a game can be opened anywhere.

#[path = "../../../build/listing.rs"]
mod listing;

fn main() -> std::io::Result<()> {
    listing::list(std::path::Path::new("../../.."), "scenarios", "scenarios")
}
