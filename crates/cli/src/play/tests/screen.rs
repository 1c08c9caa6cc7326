//! What is on the screen, at every size of the terminal.

use unriddle_games::GAMES;
use unriddle_render::is_hidden;

use super::super::app::Mode;
use super::super::keys::{Binding, bindings};
use super::{ATOMS, GOLF, first_level, play, press, screen, shipped};

/// A maze of pillars with this many columns and rows.
fn pillars(side: usize) -> String {
    let cell = |x: usize, y: usize| match (x, y) {
        _ if x == 0 || y == 0 || x == side - 1 || y == side - 1 => '#',
        _ if (x, y) == (1, side - 2) => 'S',
        _ if (x, y) == (side - 2, 1) => 'E',
        _ if x.is_multiple_of(2) && y.is_multiple_of(2) => '#',
        _ => '.',
    };
    (0..side).map(|y| (0..side).map(|x| cell(x, y)).chain(['\n']).collect::<String>()).collect()
}

#[test]
fn cells_grow_with_the_terminal() {
    play("#####\n#S.E#\n#####\n", |app| {
        for (columns, rows, wide) in [(100, 30, 30), (60, 10, 20), (40, 8, 10)] {
            let screen = screen(app, columns, rows);
            let row = screen.lines().map(|line| line.matches('#').count()).max();
            assert_eq!(row, Some(wide), "{columns} by {rows}:\n{screen}");
        }
    });
}

#[test]
fn a_large_maze_is_seen_whole_in_half_blocks_and_close_up() {
    play(&pillars(141), |app| {
        let whole = screen(app, 180, 80);
        assert!(whole.contains("▀▀▀▀") && !whole.contains("##") && !whole.contains('⋯'), "{whole}");
        assert_eq!(whole.lines().filter(|line| line.contains(['▀', '▄', '█'])).count(), 71);
        press(app, "o");
        let close = screen(app, 180, 80);
        assert!(close.contains("####") && close.contains(['►', '▲']) && close.contains('⋯'), "{close}");
        press(app, "o");
        assert_eq!(screen(app, 180, 80), whole);
        let scrolled = screen(app, 80, 24);
        assert!(scrolled.contains("##") && scrolled.contains('⋯'), "{scrolled}");
        press(app, "o");
        assert!(screen(app, 80, 24).contains('▀'), "more of it is seen");
    });
}

#[test]
fn a_large_board_scrolls_with_the_player() {
    play(&shipped("reindeer-maze/15-great-maze.txt"), |app| {
        let first = screen(app, 40, 12);
        for key in "↑↑↑→→↑↑↑←←↑↑↑↑→→↑↑".repeat(8).chars() {
            press(app, &key.to_string());
            let screen = screen(app, 40, 12);
            assert!(screen.contains(['►', '▲', '◄', '▼']), "after {}:\n{screen}", app.session.count());
            assert!(screen.contains('⋯'), "the board continues:\n{screen}");
        }
        assert_ne!(first.lines().nth(4), screen(app, 40, 12).lines().nth(4), "the board has moved");
    });
}

#[test]
fn no_size_of_the_screen_panics() {
    for file in [ATOMS, "freshly-frosted/04-first-things-first.txt", "reindeer-maze/15-great-maze.txt"] {
        play(&shipped(file), |app| {
            for keys in ["", "→", "m", "⎋?", "?"] {
                press(app, keys);
                for columns in (1..30).chain([63, 64, 65, 200]) {
                    for rows in [1, 2, 7, 8, 9, 24, 70] {
                        screen(app, columns, rows);
                    }
                }
            }
        });
    }
}

#[test]
fn a_level_cannot_command_the_terminal() {
    let text = shipped("freshly-frosted/01-straight-on.txt");
    let text = text.replacen(":comment ", ":comment \u{1b}[2J\u{7}\u{202e}", 1);
    play(&text, |app| {
        let screen = screen(app, 80, 24);
        assert!(screen.contains(r"\u{1b}[2J\u{7}\u{202e}"), "{screen}");
        assert!(!screen.chars().any(|c| c != '\n' && is_hidden(c)), "{screen}");
    });
}

#[test]
fn every_key_of_every_game_is_named_at_80_columns() {
    for game in GAMES {
        play(&first_level(*game), |app| {
            let screen = screen(app, 80, 24);
            let lines: Vec<_> = screen.lines().collect();
            let bottom = lines[lines.len() - 3..].join("  ");
            for Binding { brief: (key, word), .. } in bindings(game.controls(), app.runs, app.scrolls) {
                assert!(bottom.contains(&format!("{key} {word}")), "{key} {word}: {}\n{screen}", game.name());
            }
        });
    }
}

#[test]
fn the_help_names_every_key() {
    for text in [GOLF.into(), shipped("freshly-frosted/01-straight-on.txt"), shipped(ATOMS)] {
        play(&text, |app| {
            press(app, "?");
            let screen = screen(app, 80, 30);
            for Binding { keys, what, .. } in bindings(app.session.controls(), app.runs, true) {
                assert!(screen.contains(keys) && screen.contains(what), "{keys}: {what}\n{screen}");
            }
        });
    }
}

#[test]
fn the_rules_are_explained_page_by_page() {
    for game in GAMES {
        play(&first_level(*game), |app| {
            press(app, "i");
            for lesson in game.info().lessons {
                let screen = screen(app, 100, 30);
                assert!(screen.contains(lesson.title), "{}\n{screen}", lesson.title);
                let board = unriddle_render::boards(lesson, *game);
                let row = board.lines().next().expect("a board").trim();
                assert!(screen.contains(row), "{}: {row}\n{screen}", lesson.title);
                press(app, "→");
            }
            assert!(screen(app, 100, 30).contains("Cost and par"));
            press(app, "⎋");
            assert!(matches!(app.mode, Mode::Play));
        });
    }
}
