//! Tests through the public interface: what every game and every editor promises, and what single games do.
//! One program, so that the crate is linked once.

mod anima;
mod collection;
mod every_editor;
mod every_game;
mod every_lesson;
mod files;
mod interruption;
mod motion;
mod reindeer_maze;
mod replay;
mod session;
#[path = "../slow/mod.rs"]
#[allow(dead_code)]
mod slow;
#[path = "../watchdog/mod.rs"]
mod watchdog;
mod words;
