//! Lists the rule cases that the program carries with it, so that `fieldpost rules` can say anywhere how many prove a rule.

#[path = "build/listing.rs"]
mod listing;

fn main() -> std::io::Result<()> {
    listing::list(std::path::Path::new("."), "fixtures/cases", "cases")
}
