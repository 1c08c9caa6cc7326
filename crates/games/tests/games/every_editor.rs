//! Tests that the editor of every game must pass.
//!
//! Reading a text as a grid and writing it again gives the same level. Paint changes the painted cell. A
//! broken level can be repaired by painting. No text and no edit causes a panic.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use unriddle_games::GAMES;
use unriddle_kit::editing::{
    Brush, Edit, Editor, MAX_CELLS, MAX_SIDE, Spot, TextGrid, apply, emblem, picture_of, preview,
};
use unriddle_kit::sprite::Outline;
use unriddle_kit::{Cell, Direction, Game, Piece, Request, Style, Tone};
use unriddle_search::{Goal, Monitor, Options};

/// Outside levels with more cells are skipped.
const SMALL: usize = 2_000;

/// A word without a meaning in any game.
const NONSENSE: &str = "§";

fn grid(editor: &dyn Editor, text: &str) -> TextGrid {
    editor.grid(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The text after an edit, which must succeed, and the variant that it painted.
fn edited(editor: &dyn Editor, text: &str, edit: &Edit) -> (String, Option<usize>) {
    let mut grid = grid(editor, text);
    let variant = apply(editor, &mut grid, edit).unwrap_or_else(|error| panic!("{edit:?}: {error}\n{text}"));
    (editor.write(&grid), variant)
}

/// Every level file below a folder.
fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            match path.file_name().and_then(|name| name.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("expected.json") => {}
                _ => files.push(path),
            }
        }
    }
    files
}

/// The shipped levels of every game, and small ones from outside.
fn each_level(mut check: impl FnMut(&dyn Game, &str, &str)) {
    let shipped = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    let outside = std::env::var_os("UNRIDDLE_LEVELS").map(PathBuf::from);
    if outside.is_none() {
        println!("skipped: UNRIDDLE_LEVELS names no folder of levels");
    }
    for &game in GAMES.iter().filter(|game| is_painted(**game)) {
        for folder in [Some(&shipped), outside.as_ref()].into_iter().flatten() {
            for path in files_below(&folder.join(game.id())) {
                let text = std::fs::read_to_string(&path).expect("a text");
                let small = game.editor().grid(&text).is_ok_and(|grid| grid.cells.len() <= SMALL);
                if game.read(&text, &[]).is_ok() && (folder == &shipped || small) {
                    check(game, &path.display().to_string(), &text);
                }
            }
        }
    }
}

/// Whether there is anything to paint with: some games are edited as text only.
fn is_painted(game: &dyn Game) -> bool {
    !game.editor().brushes().is_empty()
}

fn each_starter(mut check: impl FnMut(&dyn Game, &dyn Editor, &str)) {
    let painted = GAMES.iter().filter(|game| is_painted(**game));
    painted.for_each(|game| check(*game, game.editor(), game.editor().starter()));
}

fn cells_of(grid: &TextGrid) -> Vec<(usize, usize)> {
    (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| (x, y))).collect()
}

/// The spots of a grid that a brush can paint.
fn spots(grid: &TextGrid, brush: &Brush) -> Vec<(usize, usize)> {
    let inner = |&(x, y): &(usize, usize)| x + 1 < grid.width && y + 1 < grid.height;
    cells_of(grid).into_iter().filter(|at| brush.spot == Spot::Cell || inner(at)).collect()
}

/// Whether a spot has the paint of a brush.
fn shows(
    editor: &dyn Editor,
    grid: &TextGrid,
    brush: &Brush,
    variant: usize,
    (x, y): (usize, usize),
) -> bool {
    let paint = &brush.words[variant];
    match brush.spot {
        Spot::Cell => grid.cell(x, y).is_some_and(|word| editor.shows(word, paint)),
        Spot::Corner => grid.corners.get(&(x, y)) == Some(paint),
    }
}

#[test]
fn reading_a_level_as_a_grid_and_writing_it_gives_the_same_level() {
    let mut seen = 0;
    each_level(|game, file, text| {
        let editor = game.editor();
        let loose = grid(editor, text);
        let written = editor.write(&loose);
        assert_eq!(grid(editor, &written), loose, "{file}");
        let level = game.read(&written, &[]).unwrap_or_else(|error| panic!("{file}: {error}\n{written}"));
        let before = game.read(text, &[]).expect("a level");
        assert_eq!(level.encodings(), before.encodings(), "{file}");
        assert_eq!(level.claims().solutions.len(), before.claims().solutions.len(), "{file}");
        assert_eq!(level.name(), before.name(), "{file}");
        seen += 1;
    });
    assert!(seen > 100, "only {seen} levels were seen");
}

fn outlines(style: Style) -> &'static [Outline] {
    style.sprite().art().outlines
}

#[test]
fn the_preview_of_a_grid_matches_the_picture_of_the_level() {
    let mut compared = 0;
    each_level(|game, file, text| {
        let editor = game.editor();
        let grid = grid(editor, text);
        let (level, drawn) = (game.read(text, &[]).expect("a level"), preview(editor, &grid));
        let picture = level.start().picture();
        assert_eq!((drawn.width, drawn.height), (grid.width, grid.height), "{file}");
        let shown = picture_of(editor, &grid, Some(level.as_ref()));
        if (picture.width, picture.height) != (grid.width, grid.height) {
            assert_eq!(shown, drawn, "{file}");
            return;
        }
        assert_eq!(shown, picture, "{file}");
        // A sketch does not know what stands around a cell, which the layers of a sprite may tell.
        let told = |cell: &Cell| (cell.x, cell.y, cell.style.tone, cell.style.glyph, outlines(cell.style));
        let [sketched, painted] = [&drawn, &picture].map(|of| of.cells.iter().map(told).collect::<Vec<_>>());
        assert_eq!(sketched, painted, "{file}");
        assert_eq!(drawn.heights, picture.heights, "{file}");
        for piece in &drawn.pieces {
            // Nor does it know how large a sprite must be to be found on the board.
            let told = |piece: &Piece| {
                (piece.x, piece.y, piece.style.tone, piece.style.glyph, piece.style.sprite().art())
            };
            assert!(picture.pieces.iter().any(|other| told(other) == told(piece)), "{file}: {piece:?}");
        }
        assert!(drawn.legend.iter().all(|(_, meaning)| meaning != "not understood"), "{file}");
        compared += 1;
    });
    assert!(compared > 80, "only {compared} levels were compared");
}

#[test]
fn brushes_have_unique_names_words_and_looks() {
    each_starter(|game, editor, _| {
        let brushes = editor.brushes();
        assert!(brushes.len() <= 20, "{}: {} brushes", game.id(), brushes.len());
        for (at, brush) in brushes.iter().enumerate() {
            let name = format!("{}: {}", game.id(), brush.name);
            assert!(brushes[..at].iter().all(|other| other.name != brush.name), "{name} is there twice");
            assert!(!emblem(editor, brush).is_empty(), "{name} has no emblem");
            assert!(!brush.words.is_empty(), "{name} has no words");
            for word in &brush.words {
                let painted = match brush.spot {
                    Spot::Cell => editor.over(editor.blank(), word),
                    Spot::Corner => word.clone(),
                };
                assert!(editor.styles(brush.spot, &painted).is_some(), "{name}: {painted} has no styles");
            }
        }
        let emblems: Vec<_> = brushes.iter().map(|brush| emblem(editor, brush)).collect();
        for (at, one) in emblems.iter().enumerate() {
            assert!(!emblems[..at].contains(one), "{}: {} looks like another", game.id(), brushes[at].name);
        }
        assert!(editor.styles(Spot::Cell, editor.blank()).is_some());
        assert!(editor.styles(Spot::Cell, NONSENSE).is_none());
    });
}

#[test]
fn starters_are_levels_that_can_be_solved() {
    for game in GAMES {
        let text = game.editor().starter();
        let level = unriddle_games::read(text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(level.game().id(), game.id(), "{text}");
        assert_eq!(level.warnings(), Vec::<String>::new(), "{text}");
        let request =
            Request { options: Options { goal: Goal::Any, ..Options::default() }, ..Request::default() };
        let answer = level.start().solve(&request, &mut Monitor::new());
        let solution = answer.solution.unwrap_or_else(|| panic!("no solution\n{text}"));
        assert!(level.start().after(&solution).is_ok_and(|end| end.is_solved()), "{text}");
        assert!(!level.start().is_solved(), "{text}");
    }
}

#[test]
fn painting_changes_the_painted_spot_in_the_text() {
    each_starter(|game, editor, text| {
        for (number, brush) in editor.brushes().iter().enumerate() {
            for (x, y) in spots(&grid(editor, text), brush) {
                for variant in 0..brush.words.len() {
                    let edit = Edit::Paint { brush: number, x, y, variant: Some(variant) };
                    let (painted, done) = edited(editor, text, &edit);
                    let after = grid(editor, &painted);
                    let what = format!("{}: {} at {x}, {y}\n{painted}", game.id(), brush.words[variant]);
                    assert_eq!(done, Some(variant), "{what}");
                    assert!(shows(editor, &after, brush, variant, (x, y)), "{what}");
                    let word = after.cell(x, y).expect("a cell");
                    assert!(editor.styles(Spot::Cell, word).is_some(), "{what}");
                    if brush.single {
                        let places = spots(&after, brush).into_iter();
                        let places = places.filter(|&at| shows(editor, &after, brush, variant, at));
                        assert_eq!(places.collect::<Vec<_>>(), [(x, y)], "{what}");
                    }
                }
            }
        }
    });
}

#[test]
fn painting_again_cycles_through_the_words_of_a_brush() {
    each_starter(|game, editor, text| {
        for (number, brush) in editor.brushes().iter().enumerate() {
            for (x, y) in spots(&grid(editor, text), brush) {
                let first = Edit::Paint { brush: number, x, y, variant: Some(0) };
                let mut painted = edited(editor, text, &first).0;
                let first = painted.clone();
                for turn in 1..=brush.words.len() {
                    let again = Edit::Paint { brush: number, x, y, variant: None };
                    let (next, variant) = edited(editor, &painted, &again);
                    assert_eq!(variant, Some(turn % brush.words.len()), "{}: {}", game.id(), brush.name);
                    painted = next;
                }
                assert_eq!(painted, first, "{}: {}", game.id(), brush.name);
            }
        }
    });
}

#[test]
fn erasing_ends_at_a_valid_word_and_undoes_paint_on_corners() {
    each_starter(|game, editor, text| {
        let start = grid(editor, text);
        for (x, y) in cells_of(&start) {
            let mut erased = text.to_string();
            for _ in 0..4 {
                erased = edited(editor, &erased, &Edit::Erase { spot: Spot::Cell, x, y }).0;
            }
            let again = edited(editor, &erased, &Edit::Erase { spot: Spot::Cell, x, y }).0;
            assert_eq!(again, erased, "{}", game.id());
            let word = grid(editor, &again).cell(x, y).expect("a cell").to_string();
            assert!(editor.styles(Spot::Cell, &word).is_some(), "{}: {word}", game.id());
        }
        for (number, brush) in editor.brushes().iter().enumerate().filter(|(_, b)| b.spot == Spot::Corner) {
            for (x, y) in spots(&start, brush) {
                let painted = edited(editor, text, &Edit::Paint { brush: number, x, y, variant: None }).0;
                assert_ne!(painted, text);
                assert_eq!(edited(editor, &painted, &Edit::Erase { spot: Spot::Corner, x, y }).0, text);
            }
        }
    });
}

#[test]
fn a_grown_level_is_valid_and_shrinks_back_to_the_original() {
    each_level(|game, file, text| {
        let editor = game.editor();
        let before = editor.write(&grid(editor, text));
        let size = |text: &str| (grid(editor, text).width, grid(editor, text).height);
        for edge in Direction::ALL {
            let grown = edited(editor, &before, &Edit::Grow { edge }).0;
            assert!(game.read(&grown, &[]).is_ok(), "{file}\n{grown}");
            let ((width, height), (dx, dy)) = (size(&before), edge.delta());
            assert_eq!(size(&grown), (width + dx.unsigned_abs(), height + dy.unsigned_abs()), "{file}");
            assert_eq!(edited(editor, &grown, &Edit::Shrink { edge }).0, before, "{file}: {edge:?}");
        }
    });
}

#[test]
fn a_level_broken_by_one_word_is_repaired_by_painting_over_it() {
    each_starter(|game, editor, text| {
        let whole = grid(editor, text);
        for (x, y) in cells_of(&whole) {
            let mut broken = whole.clone();
            broken.cells[y * whole.width + x] = NONSENSE.to_string();
            let broken = editor.write(&broken);
            let error = game.read(&broken, &[]).err();
            assert!(error.is_some(), "{}: {NONSENSE} is understood\n{broken}", game.id());
            let loose = grid(editor, &broken);
            assert_eq!(loose.cell(x, y), Some(NONSENSE), "{}", game.id());
            let drawn = preview(editor, &loose);
            let marks =
                drawn.cells.iter().filter(|cell| cell.style.glyph == '?' && cell.style.tone == Tone::Red);
            assert_eq!(marks.map(|cell| (cell.x, cell.y)).collect::<Vec<_>>(), [(x, y)], "{}", game.id());
            assert!(drawn.legend.iter().any(|(_, meaning)| meaning == "not understood"));
            let repaired = (0..editor.brushes().len()).any(|brush| {
                let paint = Edit::Paint { brush, x, y, variant: None };
                editor.brushes()[brush].spot == Spot::Cell
                    && game.read(&edited(editor, &broken, &paint).0, &[]).is_ok()
            });
            assert!(repaired, "{}: no paint repairs {x}, {y}\n{broken}", game.id());
        }
    });
}

#[test]
fn setting_a_field_keeps_its_value_on_one_line_and_the_cells_unchanged() {
    each_starter(|game, editor, text| {
        for field in grid(editor, text).fields {
            let edit = Edit::Set { field: field.name.into(), value: " 1-\n \t2/ ".into() };
            let after = grid(editor, &edited(editor, text, &edit).0);
            assert_eq!(after.value(field.name), "1- 2/", "{}: {}", game.id(), field.name);
            assert_eq!(after.cells, grid(editor, text).cells, "{}: {}", game.id(), field.name);
        }
    });
}

#[test]
fn an_invalid_edit_gives_an_error_and_changes_nothing() {
    each_starter(|game, editor, text| {
        let start = grid(editor, text);
        let refused = |edit: Edit| {
            let mut grid = start.clone();
            let error = apply(editor, &mut grid, &edit).expect_err(game.id());
            assert_eq!(grid, start, "{}: {edit:?}", game.id());
            error
        };
        let (none, all) = (None::<usize>, editor.brushes().len());
        for (x, y) in [(start.width, 0), (0, start.height), (usize::MAX, usize::MAX)] {
            let error = refused(Edit::Paint { brush: 0, x, y, variant: none });
            assert_eq!(error, "there is no such cell");
            assert_eq!(refused(Edit::Erase { spot: Spot::Cell, x, y }), error);
            assert_eq!(refused(Edit::Erase { spot: Spot::Corner, x, y }), "there is no such corner");
        }
        let brush = Edit::Paint { brush: all, x: 0, y: 0, variant: none };
        assert_eq!(refused(brush), "there is no such brush");
        let variant = Edit::Paint { brush: 0, x: 0, y: 0, variant: Some(99) };
        assert_eq!(refused(variant), "the brush has no such variant");
        let field = Edit::Set { field: "height".into(), value: String::new() };
        assert_eq!(refused(field), "there is no such field");
    });
}

#[test]
fn boards_grow_and_shrink_within_limits() {
    each_starter(|game, editor, text| {
        for edge in Direction::ALL {
            let mut grid = grid(editor, text);
            let grown = (0..=MAX_SIDE).find_map(|_| apply(editor, &mut grid, &Edit::Grow { edge }).err());
            assert!(grown.is_some_and(|error| error.contains("200")), "{}", game.id());
            assert_eq!(grid.width.max(grid.height), MAX_SIDE);
            let shrunk = (0..=MAX_SIDE).find_map(|_| apply(editor, &mut grid, &Edit::Shrink { edge }).err());
            assert_eq!(shrunk.as_deref(), Some("nothing would be left of the board"), "{}", game.id());
        }
        let blank = TextGrid::of_rows(vec![vec![editor.blank().to_string(); MAX_CELLS]], editor.blank());
        assert!(blank.is_ok());
        assert!(TextGrid::of_rows(vec![Vec::new(), vec![NONSENSE.into(); MAX_CELLS / 2 + 1]], "x").is_err());
    });
}

#[test]
fn a_grid_with_the_most_cells_cannot_grow() {
    each_starter(|game, editor, _| {
        let wide = vec![vec![editor.blank().to_string(); MAX_CELLS / 2]; 2];
        let mut grid = TextGrid::of_rows(wide, editor.blank()).expect("it can be painted on");
        for edge in [Direction::Up, Direction::Down] {
            let error = apply(editor, &mut grid, &Edit::Grow { edge }).expect_err(game.id());
            assert!(error.contains("40000 cells"), "{error}");
        }
    });
}

/// Random texts: arbitrary characters, words of the games, and starters with a damaged part.
fn texts() -> impl Strategy<Value = String> {
    let starters: Vec<&str> = GAMES.iter().map(|game| game.editor().starter()).collect();
    let spoilt = (prop::sample::select(starters), any::<prop::sample::Index>(), ".{0,3}").prop_map(
        |(text, at, stroke)| {
            let cut: Vec<char> = text.chars().collect();
            let at = at.index(cut.len());
            cut[..at].iter().collect::<String>() + &stroke + &cut[at + 1..].iter().collect::<String>()
        },
    );
    let words = prop::sample::select(vec![
        ".",
        "#",
        "S",
        "E",
        "x",
        "-",
        "H",
        "o",
        "v2",
        "v2 multiple",
        "/",
        "@",
        "=WASD",
        "3x2",
        "0,ball",
        "1,flag",
        "2,warp1",
        "1/2-",
        "2->",
        "R 0 0",
        "B 1 0",
        "r",
        "b",
        " ",
        "\n",
        "\n\n",
        "\t",
        "+>",
        "->1",
        "b^3",
        "T-",
        ":targets 0 1",
        ":targets",
        ":comment a",
        ":comment",
        "{",
        "{\"tiles\": [\"..\"]}",
        "§",
        "\r",
        "\u{2028}",
        "9999999999x1",
    ]);
    prop_oneof![
        any::<String>(),
        spoilt,
        prop::collection::vec((words, prop::sample::select(vec!["", " ", "\n"])), 0..24)
            .prop_map(|words| words.into_iter().flat_map(|(word, gap)| [word, gap]).collect()),
    ]
}

fn edits() -> impl Strategy<Value = Edit> {
    let spot = prop::sample::select(vec![Spot::Cell, Spot::Corner]);
    let edge = || prop::sample::select(Direction::ALL.to_vec());
    let at = 0usize..7;
    let field =
        prop::sample::select(vec!["cards", "molecules", "targets", "comment", "name", "shortest", "?"]);
    prop_oneof![
        4 => (0usize..21, at.clone(), at.clone(), prop::option::of(0usize..5))
            .prop_map(|(brush, x, y, variant)| Edit::Paint { brush, x, y, variant }),
        2 => (spot, at.clone(), at).prop_map(|(spot, x, y)| Edit::Erase { spot, x, y }),
        1 => edge().prop_map(|edge| Edit::Grow { edge }),
        1 => edge().prop_map(|edge| Edit::Shrink { edge }),
        1 => (field, any::<String>()).prop_map(|(field, value)| Edit::Set { field: field.into(), value }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_or_edit_causes_a_panic_and_failed_edits_change_nothing(text in texts(), edits in prop::collection::vec(edits(), 0..6)) {
        for game in GAMES {
            let editor = game.editor();
            let Ok(mut grid) = editor.grid(&text) else { continue };
            prop_assert_eq!(grid.cells.len(), grid.width * grid.height);
            preview(editor, &grid);
            let written = editor.write(&grid);
            let again = editor.grid(&written);
            prop_assert_eq!(again.as_ref(), Ok(&grid), "{}: {:?}", game.id(), written);
            for edit in &edits {
                let before = grid.clone();
                if apply(editor, &mut grid, edit).is_err() {
                    prop_assert_eq!(&grid, &before);
                }
                preview(editor, &grid);
                let _ = editor.grid(&editor.write(&grid));
                prop_assert_eq!(grid.cells.len(), grid.width * grid.height);
            }
        }
    }
}
