//! The game against the slow oracle, on a million random moves.

use unriddle_kit::Direction;

use super::Game;
use super::oracle::Board;
use super::random::Dice;
use crate::sokobond::arrangement::Arrangement;
use crate::sokobond::notation;
use crate::sokobond::shift::{Molecules, Shift, take_first};

#[test]
fn the_game_agrees_with_the_oracle_on_a_million_random_moves() {
    let mut dice = Dice::new(2026);
    let (mut moves, mut moved) = (0, 0);
    while moves < 1_000_000 {
        let text = dice.level();
        let mut slow = Board::read(&text);
        let start = slow.clone();
        let mut fast = Game::new(&text);
        let keys = dice.keys(50);
        for (at, key) in keys.char_indices() {
            let direction = notation::read(&key.to_string()).expect("a key")[0];
            let done = fast.play(direction);
            let after = slow.play(key);
            let context = || format!("{text}keys {}\n{slow}then {key}", &keys[..at]);
            assert_eq!(done, after.is_ok(), "{}", context());
            if let Ok(after) = after {
                let board = fast.board(&start);
                assert!(board.places == after.places && board.bonds == after.bonds, "{}\n{board}", context());
                assert_eq!(fast.arrangement.is_solved(), after.solved(), "{}", context());
                moved += 1;
                slow = after;
            }
            moves += 1;
        }
        survives_packing(&fast);
    }
    assert!(moved > 300_000, "only {moved} of {moves} keys moved anything");
}

/// Packing and unpacking an arrangement must give it back.
fn survives_packing(game: &Game) {
    let packed = game.arrangement.packed(&game.board);
    let mut again = Arrangement::default();
    again.load(&game.board, &packed);
    assert_eq!(again, game.arrangement);
    assert_eq!(
        game.board.full_strength == Some(game.board.layout.strength(&packed)),
        game.arrangement.is_solved()
    );
}

#[test]
fn shifts_found_with_sets_of_atoms_agree_with_the_moves() {
    let (mut dice, mut molecules) = (Dice::new(5), Molecules::default());
    let (mut plain, mut bonding, mut blocked) = (0, 0, 0);
    for _ in 0..3000 {
        let text = dice.level();
        let mut game = Game::new(&text);
        for key in dice.keys(30).chars() {
            let before = game.arrangement.clone();
            molecules.find(&game.board, &before);
            let shifts =
                Direction::ALL.map(|direction| (direction, molecules.shift(&game.board, &before, direction)));
            for (direction, shift) in shifts {
                let moved = game.motion.run(&game.board, &before, direction).is_ok();
                let after = &game.motion.after;
                match shift {
                    Shift::Unknown => continue,
                    Shift::Blocked => {
                        assert!(!moved, "{text}");
                        blocked += 1;
                    }
                    Shift::Plain(mut moving) => {
                        let mut state = before.packed(&game.board);
                        while let Some(atom) = take_first(&mut moving) {
                            let cell = before.atoms[atom].cell;
                            let next = game.board.sites[cell.index()].next[direction as usize];
                            game.board.layout.set_cell(&mut state, atom, next);
                        }
                        assert!(moved && state == after.packed(&game.board), "{text}");
                        plain += 1;
                    }
                    Shift::Bonding(moving) => {
                        assert!(moved && after.free() < before.free(), "{text}");
                        let after = after.clone();
                        game.motion.shift(&game.board, &before, direction, moving);
                        assert!(game.motion.bond(&game.board) && game.motion.after == after, "{text}");
                        bonding += 1;
                    }
                }
            }
            game.press(&key.to_string());
        }
    }
    assert!([plain, bonding, blocked].iter().all(|&count| count > 2000), "{plain}, {bonding}, {blocked}");
}
