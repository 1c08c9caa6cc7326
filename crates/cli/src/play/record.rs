//! What was played in a level: every step, those taken back included, and what is known about the
//! positions between them.
//!
//! A step is what one gesture did: one move, or several such as a half turn. Steps taken back stay
//! until something else is played. Only names are kept, a few bytes a move; positions are made
//! from them by replay. So a record outlives the level's turn on the screen and waits there for
//! the player to come back.

use std::sync::atomic::{AtomicU64, Ordering};

use unriddle_games::search::{Cost, Goal, Outcome};

use super::known::Known;

/// The steps of a level, and what is known between them.
#[derive(Debug)]
pub(crate) struct Record {
    steps: Vec<Step>,
    /// How many of them are made; the others are taken back.
    made: usize,
    /// What is known after 0, 1, 2 … steps: one more than there are steps.
    places: Vec<Place>,
    /// How many steps were made when the level was begun again.
    before_restart: Option<usize>,
}

/// What one gesture did.
#[derive(Clone, Debug)]
struct Step {
    moves: Vec<String>,
    cost: Cost,
}

/// A position between steps.
#[derive(Debug)]
struct Place {
    /// A number that no other position has.
    serial: u64,
    known: Known,
}

impl Place {
    fn new(known: Known) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Place { serial: NEXT.fetch_add(1, Ordering::Relaxed), known }
    }
}

impl Default for Record {
    fn default() -> Self {
        let places = vec![Place::new(Known::default())];
        Record { steps: Vec::new(), made: 0, places, before_restart: None }
    }
}

impl Record {
    /// The single moves that are made.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &String> {
        self.steps[..self.made].iter().flat_map(|step| &step.moves)
    }

    /// Adds a step that was just made; what was taken back before it is gone.
    pub(crate) fn add(&mut self, moves: Vec<String>, cost: Cost) {
        self.steps.truncate(self.made);
        self.places.truncate(self.made + 1);
        let known = self.places[self.made].known.after(&moves, cost);
        self.places.push(Place::new(known));
        self.steps.push(Step { moves, cost });
        self.made += 1;
        self.before_restart = None;
    }

    /// Takes the last step back, or a restart. Whether there was something to take back.
    pub(crate) fn undo(&mut self) -> bool {
        if let Some(made) = self.before_restart.take() {
            self.made = made;
            return true;
        }
        if self.made == 0 {
            return false;
        }
        self.made -= 1;
        let Step { moves, cost } = &self.steps[self.made];
        if self.places[self.made].known == Known::default() {
            self.places[self.made].known = self.places[self.made + 1].known.before(moves, *cost);
        }
        true
    }

    /// Makes again what was taken back last. Whether there was something.
    pub(crate) fn redo(&mut self) -> bool {
        let more = self.made < self.steps.len();
        if more {
            self.made += 1;
            self.before_restart = None;
            let Step { moves, cost } = &self.steps[self.made - 1];
            if self.places[self.made].known == Known::default() {
                self.places[self.made].known = self.places[self.made - 1].known.after(moves, *cost);
            }
        }
        more
    }

    /// Takes everything back at once. Whether there was something.
    pub(crate) fn restart(&mut self) -> bool {
        let any = self.made > 0;
        if any {
            self.before_restart = Some(self.made);
            self.made = 0;
        }
        any
    }

    /// The number of the position that is on the board.
    pub(crate) fn serial(&self) -> u64 {
        self.places[self.made].serial
    }

    /// The number of the level's start.
    pub(crate) fn start_serial(&self) -> u64 {
        self.places[0].serial
    }

    /// What is known about the position on the board.
    pub(crate) fn known(&self) -> &Known {
        &self.places[self.made].known
    }

    /// What is known about the level's start.
    pub(crate) fn known_at_start(&self) -> &Known {
        &self.places[0].known
    }

    /// Takes in an answer about the position with this number, if it is still there.
    pub(crate) fn learn(&mut self, serial: u64, goal: Goal, outcome: &Outcome<String>) {
        if let Some(place) = self.places.iter_mut().find(|place| place.serial == serial) {
            place.known.learn(goal, outcome);
        }
    }
}

#[cfg(test)]
mod tests {
    use unriddle_games::search::Solution;

    use super::super::known::Light;
    use super::super::known::tests::proved;
    use super::*;

    fn step(record: &mut Record, name: &str) {
        record.add(vec![name.to_string()], 1);
    }

    fn made(record: &Record) -> String {
        record.moves().map(String::as_str).collect()
    }

    #[test]
    fn steps_go_back_and_forth_without_limit() {
        let mut record = Record::default();
        (0..1000).for_each(|_| step(&mut record, "R"));
        assert!((0..1000).all(|_| record.undo()));
        assert!(!record.undo());
        assert!((0..1000).all(|_| record.redo()));
        assert!(!record.redo());
        assert_eq!(made(&record).len(), 1000);
    }

    #[test]
    fn a_new_step_takes_the_place_of_those_taken_back() {
        let mut record = Record::default();
        ["R", "U", "L"].iter().for_each(|name| step(&mut record, name));
        record.undo();
        record.undo();
        step(&mut record, "D");
        assert_eq!(made(&record), "RD");
        assert!(!record.redo());
    }

    #[test]
    fn a_restart_can_be_taken_back_and_made_again_step_by_step() {
        let mut record = Record::default();
        assert!(!record.restart());
        ["R", "U"].iter().for_each(|name| step(&mut record, name));
        record.restart();
        assert_eq!(made(&record), "");
        record.undo();
        assert_eq!(made(&record), "RU");
        record.restart();
        record.redo();
        assert_eq!(made(&record), "R");
        record.undo();
        assert_eq!(made(&record), "", "an undo after a redo takes back that one step");
    }

    #[test]
    fn what_is_known_stays_with_its_position() {
        let mut record = Record::default();
        let start = record.serial();
        let moves = ["R", "U"].map(String::from).to_vec();
        record.learn(start, Goal::Optimal, &proved(Some(Solution { cost: 2, moves })));
        step(&mut record, "R");
        assert_eq!(record.known().light, Light::Winnable, "the step of a known way needs no search");
        step(&mut record, "L");
        assert_eq!(record.known().light, Light::Unseen);
        let astray = record.serial();
        record.undo();
        record.learn(astray, Goal::Any, &proved(None));
        assert_eq!(record.known().light, Light::Winnable);
        record.redo();
        assert_eq!(record.known().light, Light::Lost, "an answer finds a position that was left");
        step(&mut record, "R");
        assert_eq!(record.known().light, Light::Lost);
    }
}
