//! Unriddle beside the `pathfinding` crate and beside a Dijkstra written by hand for one maze:
//! `cargo bench --bench versus`, with words to choose from `maze`, `fifteen`, `anima`, `flat`, `explore`, and with
//! `billion` for a search that needs 20 GB.
//!
//! Every contest runs both sides in the same process, in turn, and reports ratios: times on a shared
//! machine mean little by themselves. Memory is the peak of what the
//! allocator handed out.

#[path = "../../../search/tests/search/boxed.rs"]
mod boxed;
#[path = "../../../search/examples/fifteen/puzzle.rs"]
mod puzzle;
#[path = "../../../search/examples/sliding/puzzle.rs"]
mod sliding;

mod anima;
mod contest;
mod explore;
mod fifteen;
mod flat;
mod maze;

use peak_alloc::PeakAlloc;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| !word.starts_with('-')).collect();
    let wanted = |name: &str| words.is_empty() || words.iter().any(|word| name.contains(word.as_str()));
    contest::header();
    if wanted("anima") {
        anima::run();
    }
    if wanted("maze") {
        maze::run();
    }
    if wanted("flat") {
        flat::run();
    }
    if wanted("explore") {
        explore::run();
    }
    if wanted("fifteen") {
        fifteen::run();
    }
    if words.iter().any(|word| word == "billion") {
        fifteen::billion();
    }
}

/// The same numbers in each run.
pub struct Dice(u64);

impl Dice {
    /// Begins anew.
    pub fn new(seed: u64) -> Self {
        Dice(seed)
    }

    /// A number below `sides`.
    pub fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % sides
    }
}
