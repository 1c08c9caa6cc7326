//! Tests that every game must pass, through the public interface.
//!
//! A new game is included by its entry in the list of games. It needs a folder of levels with their
//! expected results, a page in the docs, texts that can be read back, recorded solutions that replay, and
//! admissible bounds.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::{Map, Value};
use unriddle_analysis::{Budget, Question, Role, analyse};
use unriddle_games::{GAMES, game};
use unriddle_kit::sprite::Outline;
use unriddle_kit::{
    AuditError, Direction, Frame, Game, Gesture, Level, Path as Way, Picture, PlayError, Position, Request,
    Style, Tone,
};
use unriddle_render::{letter, svg};
use unriddle_search::{Goal, Limit, Limits, Monitor, Options, Outcome};

/// Outside files that are not levels (`None`), or the number of a recorded solution that does not solve its
/// level. The page of the game says why.
const KNOWN_BAD: [(&str, &str, Option<usize>); 3] = [
    ("freshly-frosted", "05/10.txt", Some(1)),
    ("freshly-frosted", "11/05.txt", Some(2)),
    ("freshly-frosted", "12/10.txt", None),
];

/// Levels with more states are not audited.
const SMALL: usize = 20_000;

/// Levels that need more states are too large to be solved in a test.
const MAX_STATES: u64 = 1_000_000;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn levels_of(game: &dyn Game) -> PathBuf {
    root().join("levels").join(game.id())
}

/// The files of a folder's `expected.json`, with what is expected of each.
fn expected(folder: &Path) -> Map<String, Value> {
    let text = std::fs::read_to_string(folder.join("expected.json"))
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let all: Map<String, Value> =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    // Of a file with several levels the first one is tested here.
    let first = |(name, facts): (String, Value)| match name.split_once('#') {
        None => Some((name, facts)),
        Some((file, "1")) => Some((file.to_string(), facts)),
        Some(_) => None,
    };
    all.into_iter().filter_map(first).collect()
}

/// Reads a level by detecting its game, which must be `game`.
fn read(game: &dyn Game, path: &Path) -> Box<dyn Level> {
    let text = std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let level =
        unriddle_games::read(&text, &[]).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(level.game().id(), game.id(), "{} is detected as another game", path.display());
    level
}

fn each_shipped_level(mut check: impl FnMut(&dyn Game, &str, &dyn Level, &Value)) {
    for &game in GAMES {
        for (file, facts) in expected(&levels_of(game)) {
            let level = read(game, &levels_of(game).join(&file));
            check(game, &file, level.as_ref(), &facts);
        }
    }
}

fn replays(file: &str, level: &dyn Level, solution: &str) {
    let start = level.start();
    let end = start.after(solution).unwrap_or_else(|error| panic!("{file}: {solution}: {error}"));
    assert!(end.is_solved(), "{file}: {solution} does not solve it");
}

#[test]
fn the_levels_of_every_game_are_exactly_those_with_expected_results() {
    for game in GAMES {
        let folder = levels_of(*game);
        let entries =
            std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let entries = entries.map(|entry| entry.expect("an entry")).filter(|entry| entry.path().is_file());
        let names = entries.map(|entry| entry.file_name().into_string().expect("a name"));
        let files: BTreeSet<String> =
            names.filter(|name| name != "expected.json" && !name.ends_with(".md")).collect();
        assert_eq!(files, expected(&folder).keys().cloned().collect(), "{}", game.id());
    }
}

#[test]
fn every_generated_level_has_its_recorded_par_and_no_needless_piece() {
    for &game in GAMES {
        let folder = levels_of(game).join("generated");
        if !folder.exists() {
            continue;
        }
        for (file, facts) in expected(&folder) {
            let level = read(game, &folder.join(&file));
            let options = Options { goal: Goal::Optimal, threads: 1, ..Options::default() };
            let request = Request { options, ..Request::default() };
            let answer = level.start().solve(&request, &mut Monitor::new());
            assert!(matches!(answer.outcome, Outcome::Optimal(..)), "{file} is not solved");
            assert_eq!(answer.outcome.cost().map(u64::from), facts["optimal"].as_u64(), "{file}");
            assert!(facts["title"].is_string() && facts["generated"]["seed"].is_u64(), "{file}");
            let cancel = std::sync::atomic::AtomicBool::new(false);
            let budget = Budget { limits: Limits::default(), threads: 2, cancel: &cancel };
            let question = Question { budget, settings: &[], parts: 200, why_not: false, pictures: false };
            let analysis = analyse(level.as_ref(), &question, &mut |_| {});
            let needless = analysis.parts_with(&[Role::Unneeded, Role::RedHerring]).next();
            assert!(needless.is_none(), "{file}: {needless:?}");
        }
    }
}

#[test]
fn every_game_has_a_page_that_the_readme_links() {
    let readme = std::fs::read_to_string(root().join("README.md")).expect("the README is there");
    for game in GAMES {
        let page = format!("docs/{}.md", game.id());
        let text =
            std::fs::read_to_string(root().join(&page)).unwrap_or_else(|error| panic!("{page}: {error}"));
        assert!(text.starts_with(&format!("# {}\n", game.name())), "{page} has another title");
        assert!(readme.contains(&page), "the README does not lead to {page}");
    }
}

#[test]
fn every_level_can_be_read_back_from_each_of_its_encodings() {
    each_shipped_level(|game, file, level, _| {
        for (format, text) in level.encodings() {
            let again = game.read(&text, &[]).unwrap_or_else(|error| panic!("{file} as {format}: {error}"));
            // Another format may lack a field, such as the name, so only the same format is compared.
            let written = again.encodings().into_iter().find(|&(other, _)| other == format);
            assert_eq!(written, Some((format, text)), "{file} as {format}");
            assert_eq!(again.start().picture(), level.start().picture(), "{file} as {format}");
        }
    });
}

#[test]
fn every_recorded_solution_replays() {
    each_shipped_level(|_, file, level, facts| {
        level.claims().solutions.iter().for_each(|(solution, _)| replays(file, level, solution));
        let expected = facts["solutions"].as_array().into_iter().flatten().filter_map(Value::as_str);
        expected.for_each(|solution| replays(file, level, solution));
    });
}

#[test]
fn legal_moves_can_be_played_and_others_are_refused_without_effect() {
    let mut refused = BTreeSet::new();
    each_shipped_level(|game, file, level, _| {
        let legal = level.start().moves();
        for name in &legal {
            let mut position = level.start();
            position
                .play_strict(std::slice::from_ref(name))
                .unwrap_or_else(|error| panic!("{file}: {error}"));
            assert_eq!(position.history(), level.start().after(name).expect("the same").history(), "{file}");
        }
        for direction in Direction::ALL {
            let Ok(moves) = level.start().interpret(&Gesture::Go { direction }) else { continue };
            for name in moves.iter().filter(|&name| !legal.contains(name)) {
                let mut position = level.start();
                let error = position.play_strict(std::slice::from_ref(name)).expect_err("it is not legal");
                assert!(matches!(error, PlayError::Refused { .. }), "{file}: {name}: {error}");
                assert_eq!(position.cost(), 0, "{file}: {name}");
                assert_eq!(position.remarks(), level.start().remarks(), "{file}: {name}");
                refused.insert(game.id());
            }
        }
    });
    assert!(!refused.is_empty(), "no game ever refuses a move");
}

/// How many pictures are taken of a walk or a solution, or of a machine at work.
const PICTURES: usize = 8;

/// Pictures of a level: of a short walk, of the way to its recorded solutions, and of what runs there.
fn pictures(level: &dyn Level, facts: &Value) -> Vec<Picture> {
    let mut position = level.start();
    let mut pictures = vec![position.picture()];
    for at in 0..PICTURES {
        let moves = position.moves();
        let Some(name) = moves.get(at % moves.len().max(1)) else { break };
        position.advance(name).unwrap_or_else(|error| panic!("{name}: {error}"));
        pictures.push(position.picture());
    }
    let claimed = level.claims().solutions.into_iter().map(|(solution, _)| solution);
    let expected = facts["solutions"].as_array().into_iter().flatten().filter_map(Value::as_str);
    for solution in claimed.chain(expected.map(String::from)) {
        let mut position = level.start();
        position.advance(&solution).unwrap_or_else(|error| panic!("{solution}: {error}"));
        pictures.extend(position.film(PICTURES));
        let count = position.count();
        for at in 0..=PICTURES {
            position.seek(count * at / PICTURES);
            pictures.push(position.picture());
        }
    }
    pictures
}

/// What a style is, whichever way it faces and whatever its layers add, such as the bend of a belt.
fn kind(style: Style) -> (&'static [Outline], Tone) {
    (style.sprite().art().outlines, style.tone)
}

/// Without colour and outlines, a picture is its glyphs: each of them stands for one kind of thing.
#[test]
fn no_two_things_of_a_picture_share_a_glyph() {
    each_shipped_level(|_, file, level, facts| {
        for picture in pictures(level, facts) {
            let mut meanings = BTreeMap::new();
            for (style, meaning) in &picture.legend {
                let other = meanings.insert(style.glyph, meaning);
                assert_eq!(other, None, "{file}: `{}` also means {meaning}", style.glyph);
            }
            let mut kinds = BTreeMap::new();
            let mut below = BTreeMap::new();
            for cell in &picture.cells {
                let glyph = cell.style.glyph;
                assert!(!glyph.is_whitespace(), "{file}: {cell:?} cannot be seen in text");
                let known = *kinds.entry(glyph).or_insert(kind(cell.style));
                assert_eq!(known, kind(cell.style), "{file}: `{glyph}`");
                below.insert((cell.x, cell.y), glyph);
            }
            for piece in &picture.pieces {
                let glyph = piece.style.glyph;
                // A part of what stands there has no glyph, or that of its cell.
                let (x, y) = (piece.x as usize, piece.y as usize);
                let part = (x as f32, y as f32) == (piece.x, piece.y) && below.get(&(x, y)) == Some(&glyph);
                if part || glyph.is_whitespace() {
                    continue;
                }
                let known = *kinds.entry(glyph).or_insert(kind(piece.style));
                assert_eq!(known, kind(piece.style), "{file}: `{glyph}` of {}", piece.name);
            }
        }
    });
}

#[test]
fn every_picture_is_drawn_with_all_its_labels() {
    each_shipped_level(|_, file, level, facts| {
        for picture in pictures(level, facts) {
            let drawing = svg(&picture);
            assert!(drawing.starts_with("<svg ") && drawing.ends_with("</svg>\n"), "{file}");
            let board = picture.cells.iter().map(|cell| cell.style);
            let board = board.chain(picture.pieces.iter().map(|piece| piece.style));
            let styles = board.chain(picture.legend.iter().map(|&(style, _)| style));
            // A letter of ours is a part of the drawing: it needs no font.
            let missing =
                styles.filter_map(unriddle_kit::Style::label).find(|&label| letter(label).is_none());
            assert_eq!(missing, None, "{file}: there is no letter for a label");
            assert!(!drawing.contains("<text class=\"sign "), "{file}");
            let paths = drawing.split(" d=\"").skip(1).filter_map(|rest| rest.split('"').next());
            let strange =
                |path: &&str| path.contains(|c: char| !"MLQhvaz-. ".contains(c) && !c.is_ascii_digit());
            assert_eq!(paths.clone().find(strange), None, "{file}: path data with a strange character");
        }
    });
}

#[test]
fn small_levels_pass_the_audit_with_the_expected_optimum() {
    let mut audited = BTreeSet::new();
    each_shipped_level(|game, file, level, facts| match level.audit(SMALL) {
        Ok(audit) => {
            assert_eq!(audit.optimal.map(u64::from), facts["optimal"].as_u64(), "{file}");
            audited.insert(game.id());
        }
        // Scripts in which chance decides are not audited.
        Err(AuditError::TooLarge | AuditError::Undecided) => {}
        Err(flaw) => panic!("{file}: {flaw}"),
    });
    assert_eq!(audited.len(), GAMES.len(), "every game has small levels: {audited:?}");
}

/// Solves a level and replays the solution. Returns false if the level is too large; the bound found until
/// then must not contradict the optimum.
fn solves_at(file: &str, level: &dyn Level, optimal: u64) -> bool {
    let limits = Limits { states: Some(MAX_STATES), ..Limits::default() };
    let request = Request {
        options: Options { goal: Goal::Optimal, limits, ..Options::default() },
        ..Request::default()
    };
    let answer = level.start().solve(&request, &mut Monitor::new());
    match &answer.outcome {
        Outcome::Optimal(best, _) => assert_eq!(u64::from(best.cost), optimal, "{file}"),
        Outcome::Stopped { limit: Limit::States, bound } if u64::from(*bound) <= optimal => return false,
        outcome => panic!("{file}: {outcome:?}"),
    }
    replays(file, level, &answer.solution.expect("a solution is written out"));
    true
}

/// The number of solutions to list.
const LISTED: usize = 5;

#[test]
fn listed_solutions_are_distinct_and_optimal_and_a_note_says_if_some_are_missing() {
    let (mut some, mut left_out) = (BTreeSet::new(), 0);
    each_shipped_level(|game, file, level, _| {
        let limits = Limits { states: Some(SMALL as u64), ..Limits::default() };
        let options = Options { goal: Goal::All, limits, ..Options::default() };
        let request = Request { options, list: LISTED, ..Request::default() };
        let answer = level.start().solve(&request, &mut Monitor::new());
        let Some(count) = answer.solutions.map(|count| count.to_string()) else { return };
        let expected = count.parse().map_or(LISTED, |count: usize| count.min(LISTED));
        assert_eq!(answer.listed.iter().collect::<BTreeSet<_>>().len(), expected, "{file}: of {count}");
        assert_eq!(answer.listed.len(), expected, "{file}: of {count}");
        for solution in &answer.listed {
            replays(file, level, solution);
            let end = level.start().after(solution).map(|end| [end.cost(), end.score()]).ok();
            assert_eq!(end, answer.outcome.cost().map(|cost| [cost; 2]), "{file}: {solution}");
        }
        let notes: Vec<_> = answer.notes.iter().filter(|note| note.ends_with("listed")).collect();
        if count == expected.to_string() {
            assert!(notes.is_empty(), "{file}: {notes:?}");
        } else {
            assert_eq!(notes, [&format!("{expected} of {count} optimal solutions listed")], "{file}");
            left_out += 1;
        }
        some.insert(game.id());
    });
    assert_eq!(some.len(), GAMES.len(), "every game has levels to list: {some:?}");
    assert!(left_out > 0, "no level has more solutions than are listed");
}

/// A level without a known optimum must have a recorded solution, which another test replays.
#[test]
fn every_level_is_solved_at_its_optimum() {
    each_shipped_level(|_, file, level, facts| match facts["optimal"].as_u64() {
        Some(optimal) => assert!(solves_at(file, level, optimal), "{file} is too large to ship"),
        None if facts["unsolvable"] == true => {
            let answer = level.start().solve(&Request::default(), &mut Monitor::new());
            assert!(matches!(answer.outcome, Outcome::Unsolvable(_)), "{file}: {:?}", answer.outcome);
        }
        None => assert!(facts["solutions"][0].is_string(), "{file} has neither an optimum nor a solution"),
    });
}

#[test]
fn outside_levels_are_solved_and_their_recorded_solutions_replay() {
    let Some(outside) = std::env::var_os("UNRIDDLE_LEVELS") else {
        println!("skipped: UNRIDDLE_LEVELS is not set");
        return;
    };
    for &game in GAMES {
        let folder = Path::new(&outside).join(game.id());
        if !folder.is_dir() {
            println!("skipped: there are no outside levels of {}", game.name());
            continue;
        }
        let (mut solved, mut too_large) = (0, 0);
        for (file, facts) in expected(&folder) {
            let bad = |solution| KNOWN_BAD.contains(&(game.id(), file.as_str(), solution));
            if bad(None) {
                let text = std::fs::read_to_string(folder.join(&file)).expect("a file");
                assert!(game.read(&text, &[]).is_err(), "{file} is a level after all");
                continue;
            }
            let level = read(game, &folder.join(&file));
            let recorded = facts["solutions"].as_array().into_iter().flatten().filter_map(Value::as_str);
            for (_, solution) in recorded.enumerate().filter(|&(at, _)| !bad(Some(at + 1))) {
                replays(&file, level.as_ref(), solution);
            }
            if let Some(optimal) = facts["optimal"].as_u64() {
                match solves_at(&file, level.as_ref(), optimal) {
                    true => solved += 1,
                    false => too_large += 1,
                }
            }
        }
        assert!(too_large * 20 <= solved, "{}: {too_large} of {solved} are too large", game.name());
    }
}

#[test]
fn an_unsolvable_level_says_why_where_a_short_argument_shows_it() {
    let levels = [
        ("reindeer-maze", "#####\n#S#E#\n#####", "walls separate the goal"),
        ("anima", ".rb.\n\nR 0 0\n", "1 blue goals, but 0 blue blocks"),
        ("golf-peaks", "3x1\n0,ball x 0,flag\n\n1-\n", "out of reach"),
        ("golf-peaks", "4x1\n0,ball 0 0 0,flag\n\n1- 1-\n", "at least 3 cards are needed"),
        ("sokobond", "xxxxx\nxHhhx\nx---x\nxxxxx\n", "odd"),
        ("freshly-frosted", "+> . ->3\n", "no topper adds"),
    ];
    for (id, text, expected) in levels {
        let level = game(id).expect("a game").read(text, &[]).unwrap_or_else(|error| panic!("{id}: {error}"));
        let answer = level.start().solve(&Request::default(), &mut Monitor::new());
        assert!(matches!(answer.outcome, Outcome::Unsolvable(_)), "{id}: {:?}", answer.outcome);
        assert!(answer.notes.iter().any(|note| note.contains(expected)), "{id}: {:?}", answer.notes);
    }
}

#[test]
fn a_motion_ends_where_the_move_does() {
    let mut seen = 0;
    for game in GAMES {
        let text = game.editor().starter();
        let level = game.read(text, &[]).unwrap_or_else(|error| panic!("{}: {error}", game.id()));
        let mut position = level.start();
        for step in 0..6 {
            let moves = position.moves();
            let Some(name) = moves.get(step % moves.len().max(1)) else { break };
            position.play_strict(std::slice::from_ref(name)).expect("it is legal");
            let frames = position.motion(1);
            if let Some(last) = frames.last() {
                assert_eq!(last.pieces, position.picture().pieces, "{} after {name}", game.id());
                seen += 1;
            }
        }
    }
    assert!(seen > 4, "{seen} motions");
}

#[test]
fn a_ball_rolls_cell_by_cell_and_flies_where_it_jumps() {
    let level = game("golf-peaks").expect("a game").read("5x1\n0,ball 0 0 1 0,flag\n\n3- 2/\n", &[]);
    let level = level.expect("a level");
    let ball = |position: &dyn Position| {
        let place = |frame: &Frame| frame.pieces.last().map(|ball| (ball.x, frame.path));
        position.motion(1).iter().filter_map(place).collect::<Vec<_>>()
    };
    let rolled = level.start().after("3->").map(|after| ball(after.as_ref()));
    let straight = |x| (x, Way::Straight);
    let bounced = [straight(1.0), straight(2.0), straight(2.3), straight(2.0)];
    assert_eq!(rolled, Ok(bounced.to_vec()), "it bounces off the step");
    let jumped = level.start().after("2/>").map(|after| ball(after.as_ref()));
    assert_eq!(jumped, Ok(vec![(2.0, Way::Arc)]));
}
