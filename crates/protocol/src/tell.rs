//! Telling a line of moves to a player: in words, with keys, and where to look first.

use serde::{Deserialize, Serialize};
use unriddle_kit::{Focus, Spoken};

use super::{Failure, Source, moves, replay};

/// A request to tell moves.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TellRequest {
    /// The level.
    #[serde(flatten)]
    pub level: Source,
    /// The moves so far.
    #[serde(default, deserialize_with = "moves::few")]
    pub moves: Vec<String>,
    /// The moves to tell, which follow them.
    #[serde(deserialize_with = "moves::few")]
    pub line: Vec<String>,
}

/// A line of moves in the words of a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Telling {
    /// Its gestures, those repeated in a row as one.
    pub steps: Vec<Spoken>,
    /// Where to look for its first move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focus: Option<Focus>,
}

/// Tells moves. Those after one that cannot be made are left out.
pub fn tell(request: &TellRequest) -> Result<Telling, Failure> {
    let level = request.level.read()?;
    let mut position = level.start();
    moves::count(position.as_ref(), &request.line)?;
    replay(position.as_mut(), &request.moves)?;
    Ok(Telling { steps: position.tell(&request.line), focus: position.focus(&request.line) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(moves: &[&str]) -> Vec<String> {
        moves.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn runs_of_equal_gestures_are_told_once() {
        let level = Source { text: "S....\n####.\nE....".into(), ..Source::default() };
        let line = names(&["F4", "R", "F", "F", "R", "F4"]);
        let told = tell(&TellRequest { level, line, ..TellRequest::default() }).expect("it can be told");
        let words: Vec<String> = told.steps.iter().map(ToString::to_string).collect();
        assert_eq!(
            words,
            [
                "step right × 4 (→)",
                "turn to face down (↓)",
                "step down × 2 (↓)",
                "turn to face left (←)",
                "step left × 4 (←)"
            ]
        );
        assert_eq!(told.focus.map(|focus| focus.words), Some("the cell at column 5, row 1".into()));
    }

    #[test]
    fn what_cannot_be_made_is_not_told() {
        let level = Source { text: "S.E".into(), ..Source::default() };
        let line = names(&["F", "F", "F", "F"]);
        let told = tell(&TellRequest { level, line, ..TellRequest::default() }).expect("the rest is told");
        assert_eq!(told.steps.iter().map(|step| step.times).sum::<usize>(), 2);
    }
}
