//! What a player is told about a card, and what a tap on the board means.

use unriddle_kit::{CardFace, CardSign, Direction, Focus, Style, Tone};

use super::GolfRules;
use super::level::Card;
use super::notation::{self, Move};
use super::sprites;
use super::state::State;

/// What a card does, in words: `jump 1, then roll 2`.
fn effect(card: Card) -> String {
    match (card.jump, card.roll) {
        (0, roll) => format!("roll {roll}"),
        (jump, 0) => format!("jump {jump}"),
        (jump, roll) => format!("jump {jump}, then roll {roll},"),
    }
}

/// The face of a card: an arc with the length of the jump, an arrow with that of the roll.
pub(super) fn face(name: &str) -> CardFace {
    let Ok((card, "")) = notation::card(name) else {
        return CardFace { words: name.to_string(), signs: Vec::new() };
    };
    let jump = Style::new(sprites::JUMP, Tone::Trail, '/');
    let roll = Style::new(sprites::ROLL, Tone::Trail, '-');
    let signs = [(card.jump, jump), (card.roll, roll)].into_iter().filter(|&(length, _)| length > 0);
    let signs = signs.map(|(length, style)| CardSign { style, text: length.to_string() }).collect();
    CardFace { words: effect(card).trim_end_matches(',').to_string(), signs }
}

impl GolfRules {
    pub(super) fn say(moves: &[Move]) -> Option<String> {
        let [mv] = moves else { return None };
        Some(format!("{} {}", effect(mv.card), mv.direction.towards()))
    }

    pub(super) fn look_at(moves: &[Move]) -> Option<Focus> {
        let effect = effect(moves.first()?.card);
        Some(Focus { words: format!("the card “{}”", effect.trim_end_matches(',')), ..Focus::default() })
    }

    /// A tap beside the ball plays the picked card towards it, however far away.
    pub(super) fn play_towards(
        &self,
        state: &State,
        at: (usize, usize),
        picked: Option<&str>,
    ) -> Result<Vec<Move>, String> {
        let picked = picked.ok_or("pick a card first")?;
        let Ok((card, "")) = notation::card(picked) else { return Err("this is not a card".into()) };
        let ball = self.ground.course.place(state.ball);
        let direction =
            Direction::between(ball, at).ok_or("choose a cell beside the ball to play the card that way")?;
        Ok(vec![Move { card, direction }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_face_has_a_sign_for_the_jump_and_one_for_the_roll() {
        let signs = |name| {
            let signs = face(name).signs.into_iter();
            signs.map(|sign| format!("{}{}", sign.style.glyph, sign.text)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(["12-", "3/", "1/2-"].map(signs), ["-12", "/3", "/1 -2"]);
        assert_eq!(face("1/2-").words, "jump 1, then roll 2");
        assert_eq!(face("?"), CardFace { words: "?".into(), signs: Vec::new() });
    }
}
