//! The fast move against the slow transcription of the rules, on a million random moves.

use super::Game;
use super::oracle::Board;
use super::random::Dice;
use crate::sokobond::notation;
use crate::sokobond::scene::Scene;
use crate::sokobond::state::State;

#[test]
fn a_million_random_moves_agree() {
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
            let told = || format!("{text}keys {}\n{slow}then {key}", &keys[..at]);
            assert_eq!(done, after.is_ok(), "{}", told());
            if let Ok(after) = after {
                let board = fast.board(&start);
                assert!(board.places == after.places && board.bonds == after.bonds, "{}\n{board}", told());
                assert_eq!(fast.scene.is_solved(), after.solved(), "{}", told());
                moved += 1;
                slow = after;
            }
            moves += 1;
        }
        comes_back(&fast);
    }
    assert!(moved > 300_000, "only {moved} of {moves} keys moved anything");
}

/// Packing and unpacking a scene gives the scene again.
fn comes_back(game: &Game) {
    let packed: State<Box<[u64]>> = game.scene.pack(&game.lab);
    let mut again = Scene::default();
    again.load(&game.lab, &packed);
    assert_eq!(again, game.scene);
    assert_eq!(game.lab.full_strength == Some(game.lab.layout.strength(&packed)), game.scene.is_solved());
}
