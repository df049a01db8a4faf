//! What memory a turn and its reports take: the benches of `reports.rs` under an allocator that counts. The times it
//! prints are those of the counting too; `max alloc` is the figure. `cargo bench --bench memory -- turn_and_reports`.

#[path = "reports.rs"]
#[allow(dead_code)]
mod reports;

#[global_allocator]
static COUNTED: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}
