//! Boards of scripts are painted with the characters of their own legend.

use std::collections::BTreeSet;
use std::path::Path;

use unriddle_games::game;
use unriddle_kit::editing::{Edit, Spot, TextEditor, apply, emblem, preview};
use unriddle_kit::{Direction, Game};
use unriddle_protocol as wire;
use unriddle_protocol::{EditRequest, Source};

use crate::files::files;

fn the_game() -> &'static dyn Game {
    game("puzzlescript").expect("the game")
}

/// The texts of the shipped games, and the script to begin with.
fn texts() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/puzzlescript");
    let files = files(&folder).into_iter();
    let mut texts: Vec<String> = files.map(|file| std::fs::read_to_string(file).expect("a script")).collect();
    assert!(texts.len() >= 10);
    texts.push(the_game().editor().starter().to_string());
    texts
}

/// The editors of some levels of each text.
fn each_board(check: impl Fn(&str, usize, &TextEditor)) {
    for text in texts() {
        let count = the_game().read_all(&text, &[]).expect("a script").count();
        for number in BTreeSet::from([1, count.div_ceil(2), count]) {
            check(&text, number, &the_game().editor_of(&text, number));
        }
    }
}

#[test]
fn brushes_are_the_characters_of_the_legend() {
    each_board(|text, _, editor| {
        let brushes = editor.brushes();
        assert!(brushes.len() > 2, "{text}");
        let names: BTreeSet<&str> = brushes.iter().map(|brush| brush.name.as_ref()).collect();
        assert_eq!(names.len(), brushes.len(), "{names:?}");
        for brush in &brushes {
            assert_eq!(brush.words.len(), 1);
            assert!(text.to_lowercase().contains(&brush.words[0]));
            assert!(!emblem(&**editor, brush).is_empty(), "{}", brush.name);
        }
        assert_eq!(brushes[0].words[0], editor.blank());
    });
    let starter = the_game().editor_of(the_game().editor().starter(), 1);
    let names: Vec<String> = starter.brushes().iter().map(|brush| brush.name.to_string()).collect();
    assert_eq!(names, ["background", "wall", "player", "crate", "target"]);
}

#[test]
fn every_brush_paints_its_character_and_nothing_else_changes() {
    each_board(|text, number, editor| {
        let grid = editor.grid(text).expect("a board");
        let (x, y) = (grid.width / 2, grid.height / 2);
        for (brush, paint) in editor.brushes().iter().enumerate() {
            let mut painted = grid.clone();
            let done = apply(&**editor, &mut painted, &Edit::Paint { brush, x, y, variant: None });
            assert_eq!(done, Ok(Some(0)));
            let after = editor.write(&painted);
            let again = editor.grid(&after).expect("a board");
            assert_eq!(again, painted);
            assert!(editor.shows(again.cell(x, y).expect("a cell"), &paint.words[0]));
            let levels = the_game().read_all(&after, &[]).expect("still a script");
            assert!(levels.take(number).is_some());
            // One line differs, or those of the player's old and new place.
            let changed = text.lines().zip(after.lines()).filter(|(before, after)| before != after).count();
            assert!(
                changed <= if paint.single { 2 } else { 1 }
                    || grid.rows().any(|row| row.contains(&" ".into())),
                "{changed}"
            );
        }
    });
}

#[test]
fn a_board_looks_like_its_level_and_grows_and_shrinks() {
    each_board(|text, number, editor| {
        let grid = editor.grid(text).expect("a board");
        let drawn = preview(&**editor, &grid);
        assert!(drawn.legend.iter().all(|(_, meaning)| meaning != "not understood"), "{text}");
        let before = editor.write(&grid);
        for edge in Direction::ALL {
            let mut changed = grid.clone();
            apply(&**editor, &mut changed, &Edit::Grow { edge }).expect("room to grow");
            let grown = editor.write(&changed);
            assert!(the_game().read_all(&grown, &[]).is_ok_and(|levels| levels.take(number).is_some()));
            apply(&**editor, &mut changed, &Edit::Shrink { edge }).expect("a row to remove");
            assert_eq!(editor.write(&changed), before);
        }
        let mut erased = grid.clone();
        for _ in 0..4 {
            apply(&**editor, &mut erased, &Edit::Erase { spot: Spot::Cell, x: 0, y: 0 }).expect("a cell");
        }
        assert!(editor.styles(Spot::Cell, erased.cell(0, 0).expect("a cell")).is_some());
    });
}

#[test]
fn the_page_gets_the_brushes_of_a_script_and_paints_the_level_that_it_shows() {
    let text = texts().remove(2);
    let level = Source { game: Some("puzzlescript".into()), text, number: Some(2), ..Source::default() };
    let reply = wire::edit(&EditRequest { level: level.clone(), edit: None }).expect("an editor");
    let brushes = reply.brushes.expect("brushes");
    assert!(brushes.len() > 2 && brushes.iter().all(|brush| !brush.styles.is_empty()));
    let edit = Some(Edit::Paint { brush: 1, x: 0, y: 0, variant: None });
    let painted = wire::edit(&EditRequest { level: level.clone(), edit }).expect("an edit");
    assert!(painted.problem.is_none());
    let boards = |text: &str, number: usize| the_game().editor_of(text, number).grid(text).expect("a board");
    assert_eq!(boards(&painted.text, 1).cells, boards(&level.text, 1).cells);
    assert_eq!(boards(&painted.text, 3).cells, boards(&level.text, 3).cells);
}

#[test]
fn a_script_that_cannot_be_played_says_where_and_has_no_brushes() {
    let text = the_game().editor().starter().replace("COLLISIONLAYERS", "COLLISION");
    let level = Source { game: Some("puzzlescript".into()), text: text.clone(), ..Source::default() };
    let reply = wire::edit(&EditRequest { level, edit: None }).expect("an editor");
    assert!(reply.brushes.is_none());
    let place = reply.problem.expect("a problem").place.expect("a place");
    assert!(text.lines().nth(place.line - 1).is_some());
}

/// A script with these rows, in which `=` is a wall and the letters of `message` are floors.
fn with_rows(rows: &str) -> String {
    format!(
        "OBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\nwall =\ngrey\n\nfloor m e s a g\nbrown\n\nLEGEND\n\nSOUNDS\n\n\
         COLLISIONLAYERS\nbackground\nfloor\nplayer, wall\n\nRULES\n\nWINCONDITIONS\n\nLEVELS\n\n{rows}\n\n..p\n"
    )
}

#[test]
fn after_any_edit_the_board_reads_back_whatever_its_characters_mean_elsewhere() {
    let rows = [
        "p.\n.=\n=.",
        ".=\n.=\np=",
        "=.=\n=p=",
        "pmessage\n=message",
        "p?!\n?!=\n!=?",
        "ab=\ncd=\nef=\ngh=\nij=\nkl=\nmn=",
        "p =\n=. =\n. =",
    ];
    let mut refused = 0;
    for text in rows.map(with_rows) {
        let own = the_game().editor_of(&text, 1);
        for editor in [&TextEditor::OfGame(the_game().editor()), &own] {
            let grid = editor.grid(&text).expect("a board");
            let brushes = editor.brushes().len();
            let paint = |brush: usize, x: usize, y: usize| Edit::Paint { brush, x, y, variant: None };
            let cells = || (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| (x, y)));
            let strokes = (0..brushes).flat_map(|brush| cells().map(move |(x, y)| paint(brush, x, y)));
            let erased = cells().map(|(x, y)| Edit::Erase { spot: Spot::Cell, x, y });
            let edges = Direction::ALL.into_iter();
            let edges = edges.flat_map(|edge| [Edit::Grow { edge }, Edit::Shrink { edge }]);
            // One after the other, and so in all orders that matter: columns of `=` come to stand alone.
            let mut painted = grid.clone();
            for edit in edges.clone().chain(strokes).chain(erased).chain(edges) {
                let before = painted.clone();
                if let Err(reason) = apply(&**editor, &mut painted, &edit) {
                    assert_eq!(painted, before, "{edit:?} was refused: {reason}");
                    refused += usize::from(reason.contains("would not be read"));
                }
                let written = editor.write(&painted);
                assert_eq!(editor.grid(&written).as_ref(), Ok(&painted), "{edit:?} gives\n{written}");
            }
        }
    }
    assert!(refused > 10, "{refused} edits were refused");
}

#[test]
fn what_is_not_a_row_keeps_a_board_from_being_painted() {
    for rows in ["..\n==\np.", "..\n(a comment)\np.", ".. (a comment)\np."] {
        let text = with_rows(rows);
        for editor in [&TextEditor::OfGame(the_game().editor()), &the_game().editor_of(&text, 1)] {
            let error = editor.grid(&text).expect_err("something else is among the rows");
            assert!(error.message.contains("among the rows"), "{}", error.message);
        }
    }
}

#[test]
fn a_player_leaves_its_place_only_if_something_else_can_be_painted_there() {
    let painted = |text: &str| {
        let editor = the_game().editor_of(text, 1);
        let mut grid = editor.grid(text).expect("a board");
        let brush = editor.brushes().iter().position(|brush| brush.name == "player").expect("a player");
        let is_single = editor.brushes()[brush].single;
        apply(&*editor, &mut grid, &Edit::Paint { brush, x: 1, y: 1, variant: None })
            .expect("it can be painted");
        (is_single, grid.cells.iter().filter(|word| *word == "p").count())
    };
    let text = with_rows("p=\n=m");
    assert_eq!(painted(&text), (true, 1));
    // The background has no character of its own, and the player's comes first.
    let text = text.replace("background .", "background").replace("..p", "p==");
    assert_eq!(painted(&text), (false, 2));
}

#[test]
fn a_character_that_takes_two_cells_is_written_once() {
    let text = with_rows("p..=\n.\u{1f369}=");
    let level = the_game().read(&text, &[]).expect("it can be played all the same");
    let (_, written) = level.encodings().remove(0);
    assert_eq!(written.matches('\u{1f369}').count(), 1, "{written}");
    let again = the_game().read(&written, &[]).expect("it reads back");
    assert_eq!(again.encodings()[0].1, written);
}
