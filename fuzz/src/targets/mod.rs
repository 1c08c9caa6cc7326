//! The promises, one per file.

use unriddle_kit::{Game, Level};

use crate::{Input, Tally, mutation};

pub mod agreement;
pub mod differential;
pub mod drawing;
pub mod edits;
pub mod interruption;
pub mod playing;
pub mod reading;
pub mod requests;
pub mod scripts;

/// Settings that a user might choose for a game: usually none.
fn settings(input: &mut Input<'_>, game: &dyn Game) -> Vec<(&'static str, u32)> {
    let mut settings = Vec::new();
    for setting in game.settings() {
        if input.one_in(4) {
            let span = setting.most - setting.least;
            let any = input.number() as u32;
            let value = match input.below(8) {
                0 => any,
                1 => setting.least,
                2 => setting.most,
                _ => setting.least + any % span.saturating_add(1).max(1),
            };
            settings.push((setting.name, value));
        }
    }
    settings
}

/// A level and its game.
struct Case {
    game: &'static dyn Game,
    level: Box<dyn Level>,
}

impl Case {
    /// Parses a text with some settings; `None` if it is not a level.
    fn read(input: &mut Input<'_>, tally: &mut Tally, game: &'static dyn Game, text: &str) -> Option<Case> {
        let settings = settings(input, game);
        input.show("game", || game.id().to_string());
        input.show("settings", || format!("{settings:?}"));
        input.show("text", || format!("{text:?}\n{text}"));
        tally.count(game.id(), "texts");
        let level = unriddle_games::read_as(game, text, &settings).ok()?;
        tally.count(game.id(), "levels");
        Some(Case { game, level })
    }

    /// Some level of some game.
    fn any(input: &mut Input<'_>, tally: &mut Tally) -> Option<Case> {
        let game = crate::levels::game(input);
        let text = mutation::text(input, game);
        Case::read(input, tally, game, &text)
    }

    /// Some level of some game, of at most this many bytes.
    fn small(input: &mut Input<'_>, tally: &mut Tally, most: usize) -> Option<Case> {
        let game = crate::levels::game(input);
        let text = mutation::small_text(input, game, most);
        Case::read(input, tally, game, &text)
    }
}

/// A move that may be legal, or text that is not a move.
fn move_text(input: &mut Input<'_>, open: &[String]) -> String {
    let open = &open[..open.len().min(1000)];
    match input.below(10) {
        6 => {
            let words = (0..input.below(5)).filter_map(|_| input.pick(open).cloned());
            words.collect::<Vec<_>>().join(" ")
        }
        7 => {
            let name = input.pick(open).cloned().unwrap_or_default();
            mutation::mutated(input, &name)
        }
        8 => input
            .choose(["F9", "L", "WASD", "RULD", "1-↗", "1/2-v", "1,1>", "2,1.", "=", ",", "."])
            .to_string(),
        9 => input.any_text(),
        _ => input.pick(open).cloned().unwrap_or_default(),
    }
}
