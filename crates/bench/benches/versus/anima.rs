//! Three levels of Anima, solve only. Two of them are read from `UNRIDDLE_LEVELS`.

use std::path::Path;

use unriddle_games::read;
use unriddle_kit::Request;
use unriddle_search::{Monitor, Options};

use crate::contest::{Taken, alone};

/// Level, milliseconds of the article's program, milliseconds to aim at.
const LEVELS: [(&str, f64, f64); 3] =
    [("square-dance", 3.8, 0.1), ("fractal", 6.8, 0.4), ("antiparticle", 177.0, 2.5)];

pub fn run() {
    let outside = std::env::var("UNRIDDLE_LEVELS").unwrap_or_default();
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
    for (name, article, aim) in LEVELS {
        let folders = [shipped, outside.as_str()];
        let paths = folders.iter().flat_map(|folder| {
            ["txt", "json"].map(|ending| Path::new(folder).join("anima").join(format!("{name}.{ending}")))
        });
        let Some(text) = paths.filter_map(|path| std::fs::read_to_string(path).ok()).next() else {
            eprintln!("{name} skipped: set UNRIDDLE_LEVELS to a folder that has anima/{name}.txt");
            continue;
        };
        let level = read(&text, &[]).unwrap_or_else(|error| panic!("{name}: {}", error.error));
        let request = Request { options: Options { threads: 1, ..Options::default() }, ..Request::default() };
        let mut best = Taken { seconds: f64::MAX, slowest: 0.0, bytes: 0 };
        for _ in 0..500 {
            let answer = level.start().solve(&request, &mut Monitor::new());
            best.seconds = best.seconds.min(answer.statistics.elapsed.as_secs_f64());
            best.bytes = answer.statistics.bytes as usize;
        }
        let faster = article / 1e3 / best.seconds;
        let result = format!("{faster:.0}× faster than the article's {article} ms");
        alone(&format!("Anima, {name}"), best, &result, &format!("≤ {aim} ms"));
    }
}
