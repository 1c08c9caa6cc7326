//! What the easel of every game promises, checked for all of them alike.
//!
//! Reading a text loosely and writing it again leaves the level what it is; paint shows where it
//! was laid; a broken level can be mended by painting; and nothing that can be typed or done
//! makes it panic.

use std::path::{Path, PathBuf};

use proptest::prelude::*;
use unriddle_games::editing::{
    Brush, Easel, Edit, LONGEST_SIDE, MOST_CELLS, Sheet, Spot, apply, emblem, portrait, sketch,
};
use unriddle_games::search::{Goal, Monitor, Options};
use unriddle_games::{Direction, GAMES, Game, Request, Tone};

/// Outside levels with more cells than this are passed over.
const SMALL: usize = 2_000;

/// A word that means nothing in any game.
const NONSENSE: &str = "§";

fn sheet(easel: &dyn Easel, text: &str) -> Sheet {
    easel.sheet(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The text after an edit that can be made, and which variant it painted.
fn edited(easel: &dyn Easel, text: &str, edit: &Edit) -> (String, Option<usize>) {
    let mut sheet = sheet(easel, text);
    let variant = apply(easel, &mut sheet, edit).unwrap_or_else(|error| panic!("{edit:?}: {error}\n{text}"));
    (easel.write(&sheet), variant)
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
    for &game in GAMES {
        for folder in [Some(&shipped), outside.as_ref()].into_iter().flatten() {
            for path in files_below(&folder.join(game.id())) {
                let text = std::fs::read_to_string(&path).expect("a text");
                let small = game.easel().sheet(&text).is_ok_and(|sheet| sheet.cells.len() <= SMALL);
                if game.read(&text, &[]).is_ok() && (folder == &shipped || small) {
                    check(game, &path.display().to_string(), &text);
                }
            }
        }
    }
}

fn each_starter(mut check: impl FnMut(&dyn Game, &dyn Easel, &str)) {
    GAMES.iter().for_each(|game| check(*game, game.easel(), game.easel().starter()));
}

fn cells_of(sheet: &Sheet) -> Vec<(usize, usize)> {
    (0..sheet.height).flat_map(|y| (0..sheet.width).map(move |x| (x, y))).collect()
}

/// The spots of a sheet that a brush can paint.
fn spots(sheet: &Sheet, brush: &Brush) -> Vec<(usize, usize)> {
    let inner = |&(x, y): &(usize, usize)| x + 1 < sheet.width && y + 1 < sheet.height;
    cells_of(sheet).into_iter().filter(|at| brush.spot == Spot::Cell || inner(at)).collect()
}

/// Whether the paint of a brush is to be seen on a spot.
fn shows(easel: &dyn Easel, sheet: &Sheet, brush: &Brush, variant: usize, (x, y): (usize, usize)) -> bool {
    let paint = &brush.words[variant];
    match brush.spot {
        Spot::Cell => sheet.cell(x, y).is_some_and(|word| easel.shows(word, paint)),
        Spot::Corner => sheet.corners.get(&(x, y)) == Some(paint),
    }
}

#[test]
fn a_level_that_is_read_loosely_and_written_is_the_same_level() {
    let mut seen = 0;
    each_level(|game, file, text| {
        let easel = game.easel();
        let loose = sheet(easel, text);
        let written = easel.write(&loose);
        assert_eq!(sheet(easel, &written), loose, "{file}");
        let level = game.read(&written, &[]).unwrap_or_else(|error| panic!("{file}: {error}\n{written}"));
        let before = game.read(text, &[]).expect("a level");
        assert_eq!(level.texts(), before.texts(), "{file}");
        assert_eq!(level.claims().solutions.len(), before.claims().solutions.len(), "{file}");
        assert_eq!(level.name(), before.name(), "{file}");
        seen += 1;
    });
    assert!(seen > 100, "only {seen} levels were seen");
}

#[test]
fn a_sketch_looks_like_the_picture_of_the_level() {
    let mut compared = 0;
    each_level(|game, file, text| {
        let easel = game.easel();
        let sheet = sheet(easel, text);
        let (level, drawn) = (game.read(text, &[]).expect("a level"), sketch(easel, &sheet));
        let picture = level.start().picture();
        assert_eq!((drawn.width, drawn.height), (sheet.width, sheet.height), "{file}");
        let shown = portrait(easel, &sheet, Some(level.as_ref()));
        if (picture.width, picture.height) != (sheet.width, sheet.height) {
            assert_eq!(shown, drawn, "{file}");
            return;
        }
        assert_eq!(shown, picture, "{file}");
        assert_eq!(drawn.cells, picture.cells, "{file}");
        assert_eq!(drawn.heights, picture.heights, "{file}");
        for piece in &drawn.pieces {
            let same = |other: &&unriddle_games::Piece| {
                (other.x, other.y, other.look) == (piece.x, piece.y, piece.look)
            };
            assert!(picture.pieces.iter().any(|other| same(&other)), "{file}: {piece:?}");
        }
        assert!(drawn.legend.iter().all(|(_, meaning)| meaning != "not understood"), "{file}");
        compared += 1;
    });
    assert!(compared > 80, "only {compared} levels were compared");
}

#[test]
fn brushes_have_names_words_and_looks() {
    each_starter(|game, easel, _| {
        let brushes = easel.brushes();
        assert!(brushes.len() <= 20, "{}: {} brushes", game.id(), brushes.len());
        for (at, brush) in brushes.iter().enumerate() {
            let name = format!("{}: {}", game.id(), brush.name);
            assert!(brushes[..at].iter().all(|other| other.name != brush.name), "{name} is there twice");
            assert!(!emblem(easel, brush).is_empty(), "{name} has no emblem");
            assert!(!brush.words.is_empty(), "{name} has no words");
            for word in &brush.words {
                let painted = match brush.spot {
                    Spot::Cell => easel.over(easel.blank(), word),
                    Spot::Corner => word.clone(),
                };
                assert!(easel.looks(brush.spot, &painted).is_some(), "{name}: {painted} has no looks");
            }
        }
        let emblems: Vec<_> = brushes.iter().map(|brush| emblem(easel, brush)).collect();
        for (at, one) in emblems.iter().enumerate() {
            assert!(!emblems[..at].contains(one), "{}: {} looks like another", game.id(), brushes[at].name);
        }
        assert!(easel.looks(Spot::Cell, easel.blank()).is_some());
        assert!(easel.looks(Spot::Cell, NONSENSE).is_none());
    });
}

#[test]
fn starters_are_levels_that_can_be_solved() {
    each_starter(|game, _, text| {
        let level = unriddle_games::read(text, &[]).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(level.game().id(), game.id(), "{text}");
        assert_eq!(level.warnings(), Vec::<String>::new(), "{text}");
        let request =
            Request { options: Options { goal: Goal::Any, ..Options::default() }, ..Request::default() };
        let answer = level.start().solve(&request, &mut Monitor::new());
        let solution = answer.solution.unwrap_or_else(|| panic!("no solution\n{text}"));
        assert!(level.start().after(&solution).is_ok_and(|end| end.is_solved()), "{text}");
        assert!(!level.start().is_solved(), "{text}");
    });
}

#[test]
fn paint_shows_in_the_text_wherever_it_is_laid() {
    each_starter(|game, easel, text| {
        for (number, brush) in easel.brushes().iter().enumerate() {
            for (x, y) in spots(&sheet(easel, text), brush) {
                for variant in 0..brush.words.len() {
                    let edit = Edit::Paint { brush: number, x, y, variant: Some(variant) };
                    let (painted, done) = edited(easel, text, &edit);
                    let after = sheet(easel, &painted);
                    let what = format!("{}: {} at {x}, {y}\n{painted}", game.id(), brush.words[variant]);
                    assert_eq!(done, Some(variant), "{what}");
                    assert!(shows(easel, &after, brush, variant, (x, y)), "{what}");
                    let word = after.cell(x, y).expect("a cell");
                    assert!(easel.looks(Spot::Cell, word).is_some(), "{what}");
                    if brush.single {
                        let places = spots(&after, brush).into_iter();
                        let places = places.filter(|&at| shows(easel, &after, brush, variant, at));
                        assert_eq!(places.collect::<Vec<_>>(), [(x, y)], "{what}");
                    }
                }
            }
        }
    });
}

#[test]
fn a_brush_used_again_goes_round_its_words() {
    each_starter(|game, easel, text| {
        for (number, brush) in easel.brushes().iter().enumerate() {
            for (x, y) in spots(&sheet(easel, text), brush) {
                let first = Edit::Paint { brush: number, x, y, variant: Some(0) };
                let mut painted = edited(easel, text, &first).0;
                let begun = painted.clone();
                for turn in 1..=brush.words.len() {
                    let again = Edit::Paint { brush: number, x, y, variant: None };
                    let (next, variant) = edited(easel, &painted, &again);
                    assert_eq!(variant, Some(turn % brush.words.len()), "{}: {}", game.id(), brush.name);
                    painted = next;
                }
                assert_eq!(painted, begun, "{}: {}", game.id(), brush.name);
            }
        }
    });
}

#[test]
fn erasing_ends_at_something_that_is_understood() {
    each_starter(|game, easel, text| {
        let start = sheet(easel, text);
        for (x, y) in cells_of(&start) {
            let mut erased = text.to_string();
            for _ in 0..4 {
                erased = edited(easel, &erased, &Edit::Erase { spot: Spot::Cell, x, y }).0;
            }
            let again = edited(easel, &erased, &Edit::Erase { spot: Spot::Cell, x, y }).0;
            assert_eq!(again, erased, "{}", game.id());
            let word = sheet(easel, &again).cell(x, y).expect("a cell").to_string();
            assert!(easel.looks(Spot::Cell, &word).is_some(), "{}: {word}", game.id());
        }
        for (number, brush) in easel.brushes().iter().enumerate().filter(|(_, b)| b.spot == Spot::Corner) {
            for (x, y) in spots(&start, brush) {
                let painted = edited(easel, text, &Edit::Paint { brush: number, x, y, variant: None }).0;
                assert_ne!(painted, text);
                assert_eq!(edited(easel, &painted, &Edit::Erase { spot: Spot::Corner, x, y }).0, text);
            }
        }
    });
}

#[test]
fn what_grows_shrinks_back_and_stays_a_level() {
    each_level(|game, file, text| {
        let easel = game.easel();
        let before = easel.write(&sheet(easel, text));
        let size = |text: &str| (sheet(easel, text).width, sheet(easel, text).height);
        for edge in Direction::ALL {
            let grown = edited(easel, &before, &Edit::Grow { edge }).0;
            assert!(game.read(&grown, &[]).is_ok(), "{file}\n{grown}");
            let ((width, height), (dx, dy)) = (size(&before), edge.delta());
            assert_eq!(size(&grown), (width + dx.unsigned_abs(), height + dy.unsigned_abs()), "{file}");
            assert_eq!(edited(easel, &grown, &Edit::Shrink { edge }).0, before, "{file}: {edge:?}");
        }
    });
}

#[test]
fn a_level_broken_by_one_word_is_mended_by_painting_over_it() {
    each_starter(|game, easel, text| {
        let whole = sheet(easel, text);
        for (x, y) in cells_of(&whole) {
            let mut broken = whole.clone();
            broken.cells[y * whole.width + x] = NONSENSE.to_string();
            let broken = easel.write(&broken);
            let error = game.read(&broken, &[]).err();
            assert!(error.is_some(), "{}: {NONSENSE} is understood\n{broken}", game.id());
            let loose = sheet(easel, &broken);
            assert_eq!(loose.cell(x, y), Some(NONSENSE), "{}", game.id());
            let drawn = sketch(easel, &loose);
            let marks =
                drawn.cells.iter().filter(|cell| cell.look.sign == '?' && cell.look.tone == Tone::Red);
            assert_eq!(marks.map(|cell| (cell.x, cell.y)).collect::<Vec<_>>(), [(x, y)], "{}", game.id());
            assert!(drawn.legend.iter().any(|(_, meaning)| meaning == "not understood"));
            let mends = (0..easel.brushes().len()).any(|brush| {
                let paint = Edit::Paint { brush, x, y, variant: None };
                easel.brushes()[brush].spot == Spot::Cell
                    && game.read(&edited(easel, &broken, &paint).0, &[]).is_ok()
            });
            assert!(mends, "{}: no paint mends {x}, {y}\n{broken}", game.id());
        }
    });
}

#[test]
fn fields_are_kept_in_one_line_of_the_text() {
    each_starter(|game, easel, text| {
        for field in sheet(easel, text).fields {
            let edit = Edit::Set { field: field.name.into(), value: " 1-\n \t2/ ".into() };
            let after = sheet(easel, &edited(easel, text, &edit).0);
            assert_eq!(after.value(field.name), "1- 2/", "{}: {}", game.id(), field.name);
            assert_eq!(after.cells, sheet(easel, text).cells, "{}: {}", game.id(), field.name);
        }
    });
}

#[test]
fn an_edit_that_cannot_be_made_says_why_and_changes_nothing() {
    each_starter(|game, easel, text| {
        let start = sheet(easel, text);
        let refused = |edit: Edit| {
            let mut sheet = start.clone();
            let error = apply(easel, &mut sheet, &edit).expect_err(game.id());
            assert_eq!(sheet, start, "{}: {edit:?}", game.id());
            error
        };
        let (none, all) = (None::<usize>, easel.brushes().len());
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
    each_starter(|game, easel, text| {
        for edge in Direction::ALL {
            let mut sheet = sheet(easel, text);
            let grown = (0..=LONGEST_SIDE).find_map(|_| apply(easel, &mut sheet, &Edit::Grow { edge }).err());
            assert!(grown.is_some_and(|error| error.contains("200")), "{}", game.id());
            assert_eq!(sheet.width.max(sheet.height), LONGEST_SIDE);
            let shrunk =
                (0..=LONGEST_SIDE).find_map(|_| apply(easel, &mut sheet, &Edit::Shrink { edge }).err());
            assert_eq!(shrunk.as_deref(), Some("nothing would be left of the board"), "{}", game.id());
        }
        let blank = Sheet::of_rows(vec![vec![easel.blank().to_string(); MOST_CELLS]], easel.blank());
        assert!(blank.is_ok());
        assert!(Sheet::of_rows(vec![Vec::new(), vec![NONSENSE.into(); MOST_CELLS / 2 + 1]], "x").is_err());
    });
}

#[test]
fn what_has_grown_can_still_be_painted_on() {
    each_starter(|game, easel, _| {
        let wide = vec![vec![easel.blank().to_string(); MOST_CELLS / 2]; 2];
        let mut sheet = Sheet::of_rows(wide, easel.blank()).expect("it can be painted on");
        for edge in [Direction::Up, Direction::Down] {
            let error = apply(easel, &mut sheet, &Edit::Grow { edge }).expect_err(game.id());
            assert!(error.contains("40000 cells"), "{error}");
        }
    });
}

/// Texts of all kinds: nonsense, words of the games, starters with a stroke through them.
fn texts() -> impl Strategy<Value = String> {
    let starters: Vec<&str> = GAMES.iter().map(|game| game.easel().starter()).collect();
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
    fn no_text_and_no_edit_is_too_odd(text in texts(), edits in prop::collection::vec(edits(), 0..6)) {
        for game in GAMES {
            let easel = game.easel();
            let Ok(mut sheet) = easel.sheet(&text) else { continue };
            prop_assert_eq!(sheet.cells.len(), sheet.width * sheet.height);
            sketch(easel, &sheet);
            let written = easel.write(&sheet);
            let again = easel.sheet(&written);
            prop_assert_eq!(again.as_ref(), Ok(&sheet), "{}: {:?}", game.id(), written);
            for edit in &edits {
                let before = sheet.clone();
                if apply(easel, &mut sheet, edit).is_err() {
                    prop_assert_eq!(&sheet, &before);
                }
                sketch(easel, &sheet);
                let _ = easel.sheet(&easel.write(&sheet));
                prop_assert_eq!(sheet.cells.len(), sheet.width * sheet.height);
            }
        }
    }
}
