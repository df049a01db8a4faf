//! What memory ships add: the benches of `sea.rs` under an allocator that counts. The times it prints are those of the counting too;
//! `max alloc` is the figure. `cargo bench --bench sea_memory`.

#[path = "sea.rs"]
#[allow(dead_code)]
mod sea;

#[global_allocator]
static COUNTED: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}
