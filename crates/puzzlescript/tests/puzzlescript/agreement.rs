//! The compiled search against the plain engine: the same states after the same keys.

use std::path::{Path, PathBuf};

use unriddle_puzzlescript::compile::compile;
use unriddle_puzzlescript::engine::{Ending, Engine, Input, NEVER};
use unriddle_puzzlescript::fast::{self, Made, Room};
use unriddle_puzzlescript::game::{Compiled, Stage};

use super::{check_each, files, plays, read, text};

const KEYS: [Input; 5] = [Input::Up, Input::Left, Input::Down, Input::Right, Input::Action];

/// Compares all keys in the states of a random walk. Returns the number of keys, or what differs.
fn walk(game: &Compiled, number: usize, steps: usize) -> Result<usize, String> {
    let mut engine = Engine::single(game, number, "walk").ok_or("there is no such level")?;
    if !engine.settle() {
        return Ok(0);
    }
    // Every other level is packed as is likely to do, as a search does at first.
    let room = if number.is_multiple_of(2) { Room::Guessed } else { Room::Certain };
    let compiled = fast::compile(game, number, &engine.board().objects, room, NEVER);
    let Some(compiled) = compiled else { return Ok(0) };
    let mut state = vec![0; compiled.words()];
    compiled.start(&mut state);
    if compiled.unpack(&state) != engine.board().objects {
        return Err(format!("level {number} begins differently"));
    }
    let (mut chance, mut keys) = (number as u64 + 7, 0);
    for step in 0..steps {
        let mut successors: Vec<(Input, Vec<u64>)> = Vec::new();
        let (mut unsure, mut endless) = (Vec::new(), Vec::new());
        compiled.expand(&state, &mut state.clone(), &mut |key, made| match made {
            Made::Rest(next) => successors.push((key, next.to_vec())),
            Made::Endless => endless.push(key),
            Made::Undecided => unsure.push(key),
        });
        if compiled.is_exceeded() {
            break;
        }
        let before = engine.snapshot(false);
        let mut ways = Vec::new();
        for key in KEYS.into_iter().filter(|&key| key != Input::Action || !game.prelude.no_action) {
            let mut next = Engine::resume(game, number, &before).ok_or("a level resumes")?;
            next.input(key);
            next.settle();
            if unsure.contains(&key) || matches!(next.ending(), Ending::GivenUp { .. }) {
                continue;
            }
            if endless.contains(&key) != (next.ending() == Ending::Endless) {
                return Err(format!("level {number}, step {step}: {key:?} is endless in one engine"));
            }
            if next.ending() == Ending::Endless {
                continue;
            }
            keys += 1;
            let changed = next.board().objects[..] != before.objects[..] || next.won() > 0;
            let found = successors.iter().find(|(other, _)| *other == key).map(|(_, state)| state);
            let same = match found {
                None => !changed,
                Some(state) => {
                    let won = compiled.is_won(state) == (next.won() > 0);
                    changed && won && compiled.unpack(state) == next.board().objects
                }
            };
            if !same {
                return Err(format!("level {number} differs at step {step} after {key:?}"));
            }
            ways.extend(found.filter(|_| next.won() == 0).map(|state| (next, state.clone())));
        }
        if ways.is_empty() {
            break;
        }
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let chosen = (chance >> 33) as usize % ways.len();
        (engine, state) = ways.swap_remove(chosen);
    }
    Ok(keys)
}

fn walk_all(source: &str, levels: usize, steps: usize) -> Result<usize, String> {
    let Some(game) = compile(source).game else { return Ok(0) };
    let is_board = |&number: &usize| matches!(game.levels[number], Stage::Board(_));
    (0..game.levels.len()).filter(is_board).take(levels).map(|number| walk(&game, number, steps)).sum()
}

#[test]
fn compiled_levels_of_shipped_games_agree_with_the_plain_engine() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../levels/puzzlescript");
    let mut keys = 0;
    for entry in std::fs::read_dir(folder).expect("there are games") {
        let path: PathBuf = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            let source = std::fs::read_to_string(&path).expect("a script");
            keys += walk_all(&source, 3, 12).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
    assert!(keys > 500, "only {keys} keys were compared");
}

#[test]
fn compiled_levels_of_plays_agree_with_the_plain_engine() {
    let walks = plays::scripts()
        .into_iter()
        .map(|(name, script)| walk_all(&script, 2, 20).unwrap_or_else(|error| panic!("{name}: {error}")));
    let keys: usize = walks.sum();
    assert!(keys > 500, "only {keys} keys were compared");
}

/// The rules of the start make a seed of every pot, and turns that follow by themselves let it grow to the right. Whoever
/// treads on a plant begins anew, and everything grows again.
#[test]
fn a_restart_runs_the_rules_of_the_start_again() {
    let script = "title garden\nrun_rules_on_level_start\n\nOBJECTS\nbackground .\nblack\n\nplayer p\nwhite\n\nwall #\ngrey\n\n\
         pot o\nbrown\n\nseed\nyellow\n\nplant\ngreen\n\ngoal g\nred\n\nLEGEND\n\nSOUNDS\n\nCOLLISIONLAYERS\nbackground\ngoal\n\
         seed, plant\nplayer, wall, pot\n\nRULES\n[ > player | plant ] -> restart\n[ > player | pot ] -> [ > player | > pot ]\n\
         right [ plant | no wall no plant no seed ] -> [ plant | seed ] again\n[ seed ] -> [ plant ] again\n\
         [ pot no plant ] -> [ pot seed ] again\n\nWINCONDITIONS\nall goal on pot\n\nLEVELS\n\n\
         #########\n#...#..g#\n#.p...o.#\n#o......#\n#.......#\n#########\n";
    let keys = walk_all(script, 1, 60).expect("both engines agree");
    assert!(keys > 100, "only {keys} keys were compared");
}

#[test]
fn compiled_levels_of_recorded_games_agree_with_the_plain_engine() {
    let Some(files) = files("play") else { return };
    check_each(&files, |path| walk_all(text(&read(path), "source"), 2, 3).map(drop));
}

#[test]
fn compiled_levels_of_games_to_solve_agree_with_the_plain_engine() {
    let Some(folders) = files("solve") else { return };
    check_each(&folders, |folder| {
        let source = std::fs::read_to_string(folder.join("game.txt")).map_err(|error| error.to_string())?;
        walk_all(&source, 4, 25).map(drop)
    });
}
