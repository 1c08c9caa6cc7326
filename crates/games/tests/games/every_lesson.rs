//! Tests that the lessons of every game must pass: they can be played, they leave nothing out, and
//! the game's page in the docs says the same.

use std::path::Path;

use unriddle_kit::editing::{Brush, Spot, TextGrid};
use unriddle_kit::{Game, Lesson};
use unriddle_render::how_to_play;

use unriddle_games::GAMES;

fn each_lesson(mut check: impl FnMut(&dyn Game, &Lesson, &str)) {
    for &game in GAMES {
        for lesson in game.info().lessons {
            check(game, lesson, &format!("{}, {}", game.name(), lesson.title));
        }
    }
}

#[test]
fn every_game_is_explained() {
    for game in GAMES {
        let info = game.info();
        assert!(info.lessons.len() >= 4, "{} has too few lessons", info.name);
        assert!(!info.rules.trim().is_empty() && info.cost.ends_with('.'), "{}", info.name);
    }
}

#[test]
fn every_lesson_is_played_to_its_end() {
    each_lesson(|game, lesson, name| {
        let level = game.read(lesson.level, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        let start = level.start();
        assert!(!start.is_solved(), "{name} is solved before its first move");
        let end = start.after(lesson.moves).unwrap_or_else(|error| panic!("{name}: {error}"));
        let names = start.split(lesson.moves).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(level.start().play_strict(&names), Ok(()), "{name}");
        assert!(end.is_solved(), "{name} is not solved: {:?}", end.status());
        let detected =
            unriddle_games::read(lesson.level, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(detected.game().id(), game.id(), "{name} is taken for a level of another game");
    });
}

#[test]
fn every_lesson_is_short() {
    each_lesson(|_, lesson, name| {
        let sentences = lesson.text.split_inclusive(['.', '!', '?']).count();
        assert!((1..=2).contains(&sentences) && lesson.text.ends_with('.'), "{name}: {}", lesson.text);
        assert!(lesson.text.len() <= 140, "{name} is {} characters long", lesson.text.len());
        let starts_upper = |text: &str| text.chars().next().is_some_and(char::is_uppercase);
        assert!(starts_upper(lesson.title) && starts_upper(lesson.text), "{name}");
    });
}

/// Whether a brush could have painted something in a grid.
fn occurs(game: &dyn Game, brush: &Brush, grid: &TextGrid) -> bool {
    let shows = |word: &String| brush.words.iter().any(|paint| game.editor().shows(word, paint));
    match brush.spot {
        Spot::Cell => grid.cells.iter().any(shows),
        Spot::Corner => grid.corners.values().any(shows),
    }
}

#[test]
fn whatever_can_be_painted_occurs_in_a_lesson() {
    for game in GAMES {
        let grid = |lesson: &Lesson| game.editor().grid(lesson.level).expect("a lesson is a level");
        let grids: Vec<TextGrid> = game.info().lessons.iter().map(grid).collect();
        for brush in game.editor().brushes() {
            let shown = grids.iter().any(|grid| occurs(*game, &brush, grid));
            assert!(shown, "{}: no lesson has a {}", game.name(), brush.name);
        }
    }
}

/// The lines around what the docs repeat.
const BEGIN: &str =
    "<!-- This part is written by `UNRIDDLE_WRITE_DOCS=1 cargo test -p unriddle-games every_lesson`. -->\n";
const END: &str = "<!-- The end of the written part. -->\n";

#[test]
fn the_docs_say_the_same() {
    for game in GAMES {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../docs/{}.md", game.id()));
        let text =
            std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let parts = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?)));
        let (before, (_, after)) = parts.unwrap_or_else(|| panic!("docs/{}.md lacks the marks", game.id()));
        let wanted = format!("{before}{BEGIN}## How to play\n\n{}{END}{after}", how_to_play(*game));
        if std::env::var_os("UNRIDDLE_WRITE_DOCS").is_some() {
            std::fs::write(&path, &wanted).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        } else {
            assert!(text == wanted, "docs/{}.md is out of date: {}", game.id(), BEGIN.trim());
        }
    }
}
