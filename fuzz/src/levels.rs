//! The shipped levels, which inputs start from.
//!
//! They are read once, on first use. The shortest come first, so that the simplest choice is a simple
//! level.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use unriddle_games::GAMES;
use unriddle_kit::Game;

use crate::Input;

/// The texts of the shipped levels, in the order of [`GAMES`], the shortest first.
fn shipped() -> &'static [Vec<String>] {
    static SHIPPED: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../levels");
        let of_game = |game: &&dyn Game| {
            let files = files(&folder.join(game.id())).into_iter();
            let text = |file| std::fs::read_to_string(file).expect("a shipped level can be read");
            let mut texts: Vec<String> = files.map(text).collect();
            texts.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
            assert!(!texts.is_empty(), "{} ships no levels", game.id());
            texts
        };
        GAMES.iter().map(of_game).collect()
    })
}

/// Whether a file is a level: neither a page nor a list of expected results.
fn is_level(path: &Path) -> bool {
    !path.ends_with("expected.json") && path.extension().is_some_and(|end| end != "md")
}

/// The level files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of levels can be read");
    let paths = entries.map(|entry| entry.expect("the folder of levels can be read").path());
    let below = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
    paths.flat_map(below).filter(|path| is_level(path)).collect()
}

/// A game.
pub fn game(input: &mut Input<'_>) -> &'static dyn Game {
    GAMES[input.below(GAMES.len())]
}

/// A shipped level of a game with at most this many bytes.
pub fn level(input: &mut Input<'_>, game: &dyn Game, most: usize) -> &'static str {
    let number = GAMES.iter().position(|other| other.id() == game.id()).expect("the game is in the list");
    let texts = &shipped()[number];
    let few = texts.partition_point(|text| text.len() <= most).max(1);
    &texts[input.below(few)]
}

/// A shipped level of any game.
pub fn any_level(input: &mut Input<'_>) -> &'static str {
    let game = game(input);
    level(input, game, usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simplest_level_of_each_game_is_one() {
        for &game in GAMES {
            let text = level(&mut Input::new(&[]), game, 0);
            assert!(game.read(text, &[]).is_ok(), "{}\n{text}", game.id());
        }
    }
}
