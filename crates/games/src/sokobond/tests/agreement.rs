//! The game against the slow oracle, on a million random moves.

use super::Game;
use super::oracle::Board;
use super::random::Dice;
use crate::sokobond::arrangement::Arrangement;
use crate::sokobond::notation;
use crate::sokobond::state::State;

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
    let packed: State<Box<[u64]>> = game.arrangement.pack(&game.board);
    let mut again = Arrangement::default();
    again.load(&game.board, &packed);
    assert_eq!(again, game.arrangement);
    assert_eq!(
        game.board.full_strength == Some(game.board.layout.strength(&packed)),
        game.arrangement.is_solved()
    );
}
