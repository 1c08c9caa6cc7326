//! What a move looks like on its way: the frames of each game.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path as File;

use unriddle_kit::{Frame, Level, Path, Piece, Position, Request};
use unriddle_search::{Goal, Limits, Monitor, Options};

use unriddle_games::game;

use crate::files::files;

fn level(id: &str, text: &str) -> Box<dyn Level> {
    game(id).expect("a game").read(text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn shipped(file: &str) -> String {
    let path = File::new(env!("CARGO_MANIFEST_DIR")).join("../../levels").join(file);
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

fn by_name(pieces: &[Piece]) -> BTreeMap<&str, &Piece> {
    pieces.iter().map(|piece| (piece.name.as_str(), piece)).collect()
}

/// The piece with this name in each frame.
fn seen(frames: &[Frame], name: &str) -> Vec<Piece> {
    frames.iter().filter_map(|frame| frame.pieces.iter().find(|piece| piece.name == name).cloned()).collect()
}

/// Checks what every motion promises, and returns its frames.
fn of_last_move(place: &str, before: &[Piece], position: &dyn Position) -> Vec<Frame> {
    let frames = position.motion(1);
    let end = position.picture().pieces;
    if let Some(last) = frames.last() {
        assert_eq!(last.pieces, end, "{place}: the last frame is the picture");
    }
    let mut earlier = before;
    for (at, frame) in frames.iter().enumerate() {
        let names: BTreeSet<&str> = frame.pieces.iter().map(|piece| piece.name.as_str()).collect();
        assert_eq!(names.len(), frame.pieces.len(), "{place}, frame {at}: two pieces share a name");
        let was = by_name(earlier);
        for piece in &frame.pieces {
            let Some(from) = was.get(piece.name.as_str()) else { continue };
            let far = (piece.x - from.x).abs().max((piece.y - from.y).abs());
            let allowed = if frame.path == Path::Straight { 1.25 } else { f32::INFINITY };
            assert!(far <= allowed, "{place}, frame {at}: {} goes {far} cells at once", piece.name);
            assert!(
                from.turn == 0.0 || from.style == piece.style || frame.path == Path::Instant,
                "{place}, frame {at}: {} is turned and looks different",
                piece.name
            );
        }
        earlier = &frame.pieces;
    }
    frames
}

#[test]
fn a_motion_goes_cell_by_cell_and_ends_in_the_picture() {
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    let folder = File::new(env!("CARGO_MANIFEST_DIR")).join("../../levels");
    for path in files(&folder) {
        let text = std::fs::read_to_string(&path).expect("a level");
        let level = unriddle_games::read(&text, &[]).expect("a shipped level");
        let mut position = level.start();
        let moves = match level.claims().solutions.first() {
            Some((recorded, _)) => position.split(recorded).expect("it was recorded"),
            None => {
                let limits = Limits { states: Some(20_000), ..Limits::default() };
                let options = Options { goal: Goal::Any, limits, ..Options::default() };
                let answer = position.solve(&Request { options, ..Request::default() }, &mut Monitor::new());
                answer.outcome.solution().map(|solution| solution.moves.clone()).unwrap_or_default()
            }
        };
        for mv in moves.into_iter().take(30) {
            let before = position.picture().pieces;
            position.play_strict(std::slice::from_ref(&mv)).expect("it is part of a solution");
            let frames = of_last_move(&format!("{}, {mv}", path.display()), &before, position.as_ref());
            *seen.entry(level.game().id()).or_default() += usize::from(!frames.is_empty());
        }
    }
    for id in ["anima", "golf-peaks", "reindeer-maze", "sokobond"] {
        assert!(seen.get(id).is_some_and(|&motions| motions > 10), "{seen:?}");
    }
}

/// Where the ball is in each frame when these cards are played, the last of them seen.
fn ball(text: &str, cards: &str) -> Vec<(f32, f32, f32, Path)> {
    let level = level("golf-peaks", text);
    let start = level.start();
    let position = start.after(cards).unwrap_or_else(|error| panic!("{cards}: {error}"));
    let frames = position.motion(1);
    let balls = seen(&frames, "ball");
    balls.iter().zip(&frames).map(|(ball, frame)| (ball.x, ball.y, ball.scale, frame.path)).collect()
}

#[test]
fn a_ball_rolls_over_a_slope_cell_by_cell_and_drops_into_the_hole() {
    let rolled = ball("4x1\n0,ball 1,left 1 1,flag\n\n3-\n", "3->");
    let places: Vec<f32> = rolled.iter().map(|&(x, ..)| x).collect();
    assert_eq!(places, [1.0, 2.0, 3.0, 3.0]);
    let sizes: Vec<bool> = rolled.iter().map(|&(_, _, scale, _)| scale < 1.0).collect();
    assert_eq!(sizes, [false, false, false, true], "it lies in the hole");
}

#[test]
fn a_ball_sinks_in_water_and_rises_where_it_was_safe() {
    let sunk = ball("4x1\n0,ball 0 0,water 0,flag\n\n2- 1/\n", "2->");
    let way: Vec<(f32, bool, Path)> =
        sunk.iter().map(|&(x, _, scale, path)| (x, scale < 1.0, path)).collect();
    let straight = Path::Straight;
    assert_eq!(
        way,
        [
            (1.0, false, straight),
            (2.0, false, straight),
            (2.0, true, straight),
            (1.0, true, Path::Instant),
            (1.0, false, straight),
        ]
    );
}

#[test]
fn a_ball_vanishes_in_a_warp_and_appears_in_its_twin() {
    let way = ball("5x1\n0,ball 0,warp0 0 0,warp0 0,flag\n\n1- 1-\n", "1->");
    let jumps: Vec<&(f32, f32, f32, Path)> = way.iter().filter(|stop| stop.3 == Path::Instant).collect();
    assert!(matches!(jumps[..], [&(x, _, scale, _)] if x == 3.0 && scale < 1.0), "{way:?}");
    assert!(way.last().is_some_and(|&(x, _, scale, _)| (x, scale) == (3.0, 1.0)), "{way:?}");
}

#[test]
fn atoms_turn_about_the_corner_as_one_body() {
    // The first atom moves up past the pivot and drags the other into its cell.
    let level = level("sokobond", &shipped("sokobond/20-pivot.txt"));
    let mut position = level.start();
    let mut turned = 0;
    let solution = level.claims().solutions[0].0.clone();
    for mv in position.split(&solution).expect("it was recorded") {
        position.play_strict(std::slice::from_ref(&mv)).expect("it was recorded");
        let frames = position.motion(1);
        let bonds: BTreeSet<String> = frames
            .iter()
            .flat_map(|frame| &frame.pieces)
            .filter(|piece| piece.turn != 0.0)
            .map(|piece| piece.name.clone())
            .collect();
        for bond in bonds {
            turned += 1;
            let turns: Vec<f32> = seen(&frames, &bond)
                .iter()
                .map(|piece| piece.turn.abs())
                .filter(|&turn| turn > 0.0)
                .collect();
            assert!(turns.is_sorted() && turns.len() == 6 && turns[5] == 90.0, "{bond}: {turns:?}");
            // The turn ends where the picture has the bond.
            let way = seen(&frames, &bond);
            let last = way.iter().rposition(|piece| piece.turn != 0.0).expect("it turns");
            let apart = (way[last].x - way[last + 1].x).hypot(way[last].y - way[last + 1].y);
            assert!(apart < 1e-3, "{bond}: it ends {apart} cells from its place");
            // The two atoms keep their distance on the way.
            let mut ends = bond.split('-').skip(1).take(2).map(|end| seen(&frames, &format!("atom-{end}")));
            let (one, other) = (ends.next().expect("an atom"), ends.next().expect("an atom"));
            for (one, other) in one.iter().zip(&other) {
                let apart = (one.x - other.x).hypot(one.y - other.y);
                assert!((apart - 1.0).abs() < 1e-3, "{bond}: {apart}");
            }
            assert!(
                one.iter().chain(&other).any(|atom| atom.x.fract() != 0.0 && atom.y.fract() != 0.0),
                "arcs"
            );
        }
    }
    assert!(turned > 0, "nothing turns in the level of the pivot");
}

#[test]
fn a_bond_grows_where_atoms_meet() {
    let level = level("sokobond", "xxxxx\nxH-hx\nxxxxx\n");
    let position = level.start();
    let position = position.after("D").expect("it is free");
    let frames = position.motion(1);
    let bonds: Vec<(f32, Path)> = frames
        .iter()
        .flat_map(|frame| frame.pieces.iter().map(move |piece| (piece, frame.path)))
        .filter(|(piece, _)| piece.name.starts_with("bond"))
        .map(|(piece, path)| (piece.scale, path))
        .collect();
    assert!(matches!(bonds[..], [(small, Path::Instant), (1.0, Path::Straight)] if small < 0.5), "{bonds:?}");
}

#[test]
fn a_reindeer_turns_the_short_way() {
    let level = level("reindeer-maze", "#####\n#..E#\n#S..#\n#####\n");
    let start = level.start();
    for (mv, turn) in [("L", -90.0), ("R", 90.0)] {
        let position = start.after(mv).expect("it can always turn");
        let turns: Vec<f32> = seen(&position.motion(1), "reindeer").iter().map(|piece| piece.turn).collect();
        assert_eq!(turns, [turn, 0.0]);
    }
}

#[test]
fn an_actor_that_cannot_go_bumps() {
    let text = shipped("anima/01-first-steps.txt");
    let level = level("anima", &text);
    let start = level.start();
    let before = start.picture().pieces;
    let mut bumped = 0;
    for mv in start.moves() {
        let position = start.after(&mv).expect("it is legal");
        let frames = of_last_move(&mv, &before, position.as_ref());
        for piece in &before {
            let way = seen(&frames, &piece.name);
            if let [there, back] = &way[..] {
                let stays = (back.x, back.y) == (piece.x, piece.y);
                bumped += usize::from(stays && (there.x, there.y) != (piece.x, piece.y));
            }
        }
    }
    assert!(bumped > 0, "some actor stands at a wall");
}

#[test]
fn nothing_crosses_the_floor_between_an_entrance_and_its_exit() {
    let level = unriddle_games::read("+> T- # T+> ->0", &[]).expect("a level");
    let film = level.start().film(3);
    let there = |frame: usize, x: f32| -> Vec<(&str, bool)> {
        let pieces =
            film[frame].pieces.iter().filter(|piece| piece.x == x && piece.name.starts_with("donut"));
        pieces.map(|piece| (piece.name.as_str(), piece.scale == 1.0)).collect()
    };
    assert_eq!(there(1, 1.0), [("donut-1", true)]);
    assert!(there(2, 1.0).contains(&("donut-1", false)), "it goes in");
    let out: Vec<&str> =
        there(2, 3.0).into_iter().filter(|&(_, is_whole)| is_whole).map(|(name, _)| name).collect();
    assert_eq!(out.len(), 1, "one comes out");
    assert!(out[0] != "donut-1" && there(1, 3.0) == [(out[0], false)], "it is another piece, small before");
}

#[test]
fn one_of_several_crates_is_seen_to_be_pushed() {
    let level = level("puzzlescript", &shipped("puzzlescript/03-microban.txt"));
    let mut position = level.start();
    position.advance("d").expect("a step");
    let before = position.picture().pieces;
    position.advance("r").expect("a push");
    let frames = of_last_move("a push", &before, position.as_ref());
    let is_crate = |piece: &&Piece| piece.name.starts_with("crate") && (piece.x, piece.y) == (3.0, 4.0);
    let pushed = before.iter().find(is_crate).expect("a crate beside the player");
    let places: Vec<_> = seen(&frames, &pushed.name).iter().map(|piece| (piece.x, piece.y)).collect();
    assert_eq!((frames.len(), places), (2, vec![(4.0, 4.0)]));
}
