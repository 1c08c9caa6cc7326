//! A game that lies about itself: whatever its search claims, the rules decide.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use unriddle_analysis::{Budget, Question, analyse};
use unriddle_kit::verdict::Verdict;
use unriddle_kit::{
    Answer, Explored, Game, GameInfo, Gesture, Level, LevelError, NoSpace, Picture, PlayError, Request,
    Rules, TypedAnswer, explored, new_level,
};
use unriddle_search::{Cost, Goal, Limit, Limits, Monitor, Options, Outcome, Puzzle, Solution, solve_with};

/// A corridor to walk to the end of, step by step, in one cell or in two.
struct Corridor {
    length: usize,
    lie: Lie,
    /// Set by the first move.
    cancel: Option<&'static AtomicBool>,
    /// How many moves were made, and how long each takes.
    played: &'static AtomicUsize,
    pause: Duration,
}

/// What the search of a corridor claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lie {
    None,
    /// A solution with a step through the end.
    TooLong,
    /// A solution without its last step.
    TooShort,
    /// A solution at another cost.
    Cost,
    /// A second listed solution that is none.
    Listed,
    /// No solution, from the end of the corridor.
    Unsolvable,
    /// Nothing but the truth; but the rules give up every step.
    GivenUp,
}

struct Corridors;

impl Game for Corridors {
    fn info(&self) -> &'static GameInfo {
        const INFO: GameInfo = GameInfo { id: "corridor", ..GameInfo::DEFAULT };
        &INFO
    }

    fn read(&self, _: &str, _: &[(&str, u32)]) -> Result<Box<dyn Level>, LevelError> {
        Ok(new_level(&Corridors, Corridor::new(3, Lie::None)))
    }
}

static PLAYED: AtomicUsize = AtomicUsize::new(0);

impl Corridor {
    fn new(length: usize, lie: Lie) -> Self {
        Corridor { length, lie, cancel: None, played: &PLAYED, pause: Duration::ZERO }
    }
}

/// The corridor as it is searched, from a place to an end.
struct Searched {
    start: usize,
    end: usize,
    is_dead: bool,
}

impl Puzzle for Searched {
    type State = usize;
    type Move = usize;

    fn start(&self) -> usize {
        self.start
    }

    fn is_solved(&self, &at: &usize) -> bool {
        at == self.end && !self.is_dead
    }

    fn expand(&self, &at: &usize, mut visit: impl FnMut(usize, Cost, usize)) {
        for step in [1, 2] {
            if at + step <= self.end {
                visit(step, step as Cost, at + step);
            }
        }
    }
}

impl Rules for Corridor {
    type State = usize;
    type Move = usize;

    fn start(&self) -> usize {
        0
    }

    fn is_solved(&self, &at: &usize) -> bool {
        at == self.length
    }

    fn legal(&self, &at: &usize) -> Vec<usize> {
        [1, 2].into_iter().filter(|step| at + step <= self.length).collect()
    }

    fn play(&self, at: &mut usize, step: usize) -> Result<Cost, String> {
        self.cancel.iter().for_each(|flag| flag.store(true, Ordering::Relaxed));
        self.played.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(self.pause);
        if *at + step > self.length {
            return Err("there is a wall".into());
        }
        *at += step;
        Ok(step as Cost)
    }

    fn interpret(&self, _: &usize, _: &Gesture) -> Result<Vec<usize>, String> {
        Ok(vec![1])
    }

    fn move_name(&self, step: usize) -> String {
        step.to_string()
    }

    fn read_moves(&self, _: &usize, text: &str) -> Result<Vec<usize>, PlayError> {
        Ok(text.chars().filter_map(|name| name.to_digit(10)).map(|step| step as usize).collect())
    }

    fn encodings(&self) -> Vec<(&'static str, String)> {
        vec![("plain", format!("corridor of {}", self.length))]
    }

    fn size(&self) -> (usize, usize) {
        (self.length + 1, 1)
    }

    fn picture(&self, _: &usize) -> Picture {
        Picture::default()
    }

    fn undecided(&self, &at: &usize) -> Option<String> {
        (at > 0 && self.lie == Lie::GivenUp).then(|| "the step was given up".into())
    }

    fn assumptions(&self, &at: &usize) -> Vec<String> {
        if at > 1 { vec!["relies on an uncertain rule: there is a second cell".into()] } else { Vec::new() }
    }

    fn solve(&self, &from: &usize, request: &Request, monitor: &mut Monitor<'_>) -> TypedAnswer<usize> {
        let is_dead = self.lie == Lie::Unsolvable;
        let puzzle = Searched { start: from, end: self.length, is_dead };
        let mut answer = TypedAnswer::new(solve_with(&puzzle, &request.options, monitor), &puzzle, request);
        answer.proof_assumptions = vec!["the proof relies on an uncertain rule: corridors end".into()];
        let change = |Solution { mut cost, mut moves }: Solution<usize>| {
            match self.lie {
                Lie::TooLong => moves.push(1),
                Lie::TooShort => _ = moves.pop(),
                Lie::Cost => cost += 1,
                Lie::None | Lie::Listed | Lie::Unsolvable | Lie::GivenUp => {}
            }
            Solution { cost, moves }
        };
        answer.outcome = match answer.outcome {
            Outcome::Optimal(solution, proof) => Outcome::Optimal(change(solution), proof),
            Outcome::Solved { solution, bound, limit } => {
                Outcome::Solved { solution: change(solution), bound, limit }
            }
            other => other,
        };
        if self.lie == Lie::Listed {
            answer.listed.iter_mut().skip(1).for_each(|moves| moves.push(2));
        }
        answer
    }

    fn explore<'a>(
        &'a self,
        &start: &usize,
        options: &Options,
        monitor: &mut Monitor<'a>,
    ) -> Option<Box<dyn Explored<usize> + 'a>> {
        let end = if self.lie == Lie::TooLong { self.length + 1 } else { self.length };
        Some(explored(Searched { start, end, is_dead: false }, options, monitor))
    }
}

fn level(length: usize, lie: Lie) -> Box<dyn Level> {
    new_level(&Corridors, Corridor::new(length, lie))
}

fn answer(level: &dyn Level, moves: &str, goal: Goal) -> Answer {
    let request = Request { options: Options { goal, ..Options::default() }, list: 5, draw: true };
    let start = level.start();
    let position = start.after(moves).expect("the moves can be made");
    position.solve(&request, &mut Monitor::new())
}

#[test]
fn what_the_rules_refuse_is_never_an_answer() {
    for (lie, why) in [
        (Lie::TooLong, "1, is refused: there is a wall"),
        (Lie::TooShort, "the level is not solved after its"),
        (Lie::Cost, "its moves cost 4, not 5"),
    ] {
        for goal in [Goal::Optimal, Goal::Any, Goal::All] {
            let answer = answer(level(5, lie).as_ref(), "1", goal);
            assert!(matches!(answer.outcome, Outcome::Stopped { bound: 0, .. }), "{lie:?} {goal:?}");
            assert!(answer.solution.is_none() && answer.solutions.is_none() && answer.picture.is_none());
            assert!(answer.listed.is_empty() && answer.assumptions.is_empty());
            let verdict = Verdict::of(&answer);
            assert_eq!((verdict.outcome, verdict.reason, verdict.cost), ("stopped", Some("bug"), None));
            let defect = answer.defect.expect("it disagrees");
            assert!(defect.message.contains(why), "{lie:?} {goal:?}: {}", defect.message);
            assert_eq!(answer.notes, [defect.message]);
            for part in ["game: corridor", "after: 1", "claimed: ", "level:\ncorridor of 5"] {
                assert!(defect.input.contains(part), "{lie:?} {goal:?}: {}", defect.input);
            }
        }
    }
}

#[test]
fn listed_solutions_are_replayed_as_well() {
    let lying = answer(level(5, Lie::Listed).as_ref(), "", Goal::All);
    assert!(lying.defect.is_some_and(|defect| defect.message.contains("refused: there is a wall")));
    let honest = answer(level(5, Lie::None).as_ref(), "", Goal::All);
    assert_eq!((honest.defect, honest.listed.len()), (None, 5));
}

#[test]
fn what_the_rules_give_up_is_neither_an_answer_nor_a_bug() {
    let level = level(3, Lie::GivenUp);
    let answer = answer(level.as_ref(), "", Goal::Optimal);
    assert_eq!(answer.defect, None);
    assert!(
        matches!(answer.outcome, Outcome::Stopped { limit: Limit::Undecided, .. }),
        "{:?}",
        answer.outcome
    );
    assert_eq!(answer.notes, ["the step was given up"]);
    let start = level.start();
    let space = start.explore(&Options::default(), &mut Monitor::new());
    assert_eq!(space.err(), Some(NoSpace::Stopped(Limit::Undecided)));
}

#[test]
fn a_solved_level_is_not_unsolvable() {
    let at_start = answer(level(5, Lie::Unsolvable).as_ref(), "", Goal::Optimal);
    assert!(matches!(at_start.outcome, Outcome::Unsolvable(_)) && at_start.defect.is_none());
    let at_end = answer(level(5, Lie::Unsolvable).as_ref(), "221", Goal::Optimal);
    assert!(matches!(at_end.outcome, Outcome::Stopped { .. }) && at_end.defect.is_some());
}

#[test]
fn an_exploration_is_replayed_and_nothing_of_a_refuted_one_is_shown() {
    let level = level(3, Lie::TooLong);
    let explored = level.start().explore(&Options::default(), &mut Monitor::new()).err();
    let Some(NoSpace::Defect(defect)) = explored else { panic!("{explored:?}") };
    assert!(defect.message.contains("there is a wall") && defect.input.contains("the whole space"));
    let cancel = AtomicBool::new(false);
    let budget = Budget { limits: Limits::default(), threads: 1, cancel: &cancel };
    let question = Question { budget, settings: &[], parts: 5, why_not: true, pictures: true };
    let analysis = analyse(level.as_ref(), &question, &mut |_| {});
    assert_eq!((analysis.outcome, analysis.cost), ("stopped", None));
    assert!(analysis.shape.is_none() && analysis.solutions.is_none() && analysis.defect.is_some());
}

#[test]
fn assumptions_of_a_solution_or_of_a_proof_are_in_the_answer() {
    let rule = "relies on an uncertain rule: there is a second cell";
    for goal in [Goal::Optimal, Goal::Any] {
        let answer = answer(level(3, Lie::None).as_ref(), "", goal);
        assert_eq!((&answer.assumptions[..], &answer.notes[..1]), (&[rule.into()][..], &[rule.into()][..]));
        let json = serde_json::to_value(Verdict::of(&answer)).expect("verdicts are JSON");
        assert_eq!(json["assumptions"], serde_json::json!([rule]));
    }
    let short = answer(level(1, Lie::None).as_ref(), "", Goal::Optimal);
    let json = serde_json::to_value(Verdict::of(&short)).expect("verdicts are JSON");
    assert_eq!(json.get("assumptions"), None);
    let proof = "the proof relies on an uncertain rule: corridors end";
    assert_eq!(answer(level(3, Lie::Unsolvable).as_ref(), "", Goal::Optimal).assumptions, [proof]);
    assert_eq!(answer(level(3, Lie::Unsolvable).as_ref(), "2", Goal::Optimal).assumptions, [rule, proof]);
}

/// How many moves a replay makes that the first of them cancels.
fn cancelled_replay(length: usize, pause: Duration) -> (Answer, usize) {
    let played: &'static AtomicUsize = Box::leak(Box::default());
    let cancel: &'static AtomicBool = Box::leak(Box::default());
    let corridor = Corridor { cancel: Some(cancel), played, pause, ..Corridor::new(length, Lie::None) };
    let level = new_level(&Corridors, corridor);
    let answer = level.start().solve(&Request::default(), &mut Monitor::new().cancel(cancel));
    (answer, played.load(Ordering::Relaxed))
}

#[test]
fn a_replay_that_is_interrupted_claims_nothing() {
    // All of it would take ten minutes.
    let (answer, played) = cancelled_replay(6_000, Duration::from_millis(100));
    assert!(matches!(answer.outcome, Outcome::Stopped { limit: Limit::Cancelled, bound: 6_000 }));
    assert!(answer.solution.is_none() && answer.defect.is_none() && answer.assumptions.is_empty());
    assert!(played < 100, "{played}");
}

#[test]
fn what_replays_at_once_is_kept_although_the_search_was_cancelled() {
    let (answer, _) = cancelled_replay(4, Duration::ZERO);
    assert!(matches!(answer.outcome, Outcome::Optimal(..)) && answer.solution.is_some());
}
