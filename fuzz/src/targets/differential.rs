//! Small games of PuzzleScript are solved as they are played: the compiled engine makes the moves of the reference engine,
//! and whatever a search, an exploration, an audit or an analysis claims agrees with an exhaustive search
//! ([`Exhaustive`]). Nothing is proved about scripts with errors, over moves that chance decides, or over moves that
//! were given up.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde::Serialize;
use unriddle_analysis::{Budget, Question, analyse};
use unriddle_kit::{Answer, AuditError, Level, Request};
use unriddle_puzzlescript::compile::compile;
use unriddle_puzzlescript::engine::{Engine, Input as Key, NEVER, level_string};
use unriddle_puzzlescript::fast::{self, Made, Room};
use unriddle_puzzlescript::game::{Compiled, MaskRule, Stage};
use unriddle_puzzlescript::read_limited;
use unriddle_puzzlescript::rule_text::Command;
use unriddle_search::{Cost, Fate, Goal, Limit, Limits, Method, Monitor, Options, Outcome};

use crate::exhaustive::{Edge, Exhaustive, Press, SEED};
use crate::record::record;
use crate::small_game::small_game;
use crate::{Input, Tally, Target};

/// The target.
pub const TARGET: Target = Target {
    name: "scripts_are_solved_as_they_are_played",
    run,
    executions: 300,
    vital: &["games", "compiled", "optimal", "unsolvable", "gaps", "errors", "explored"],
};

/// The row of the tally.
const ROW: &str = "puzzlescript";

/// The number of keys of a recorded game.
const RECORDED_KEYS: usize = 12;

/// The number of games at random that try to refute a proof in a game of chance.
const PLAYOUTS: usize = 20;

const METHODS: [Method; 5] =
    [Method::Auto, Method::BreadthFirst, Method::AStar, Method::IdaStar, Method::Anytime];

/// A level with all that the slow method knows about it.
struct Case {
    game: Compiled,
    stage: usize,
    level: Box<dyn Level>,
    errors: usize,
    truth: Exhaustive,
}

fn run(input: &mut Input<'_>, tally: &mut Tally) {
    let text = small_game(input);
    input.show("text", || format!("{text:?}\n{text}"));
    let max_work = input.choose([3_000_000, 3_000_000, 300_000, 20_000]);
    let max_states = input.choose([300, 60, 60, 1_000]);
    let Some(case) = Case::read(input, &text, max_work, max_states) else {
        tally.count(ROW, "refused");
        return;
    };
    tally.count(ROW, "games");
    case.count_kinds(tally);
    case.compare_engines(tally);
    case.compare_searches(input, tally);
    case.compare_exploration(tally);
    case.compare_audit();
    if input.one_in(4) {
        case.compare_analysis();
    }
    let keys: Vec<usize> = (0..RECORDED_KEYS).map(|_| input.below(case.truth.presses.len())).collect();
    record(|| case.recorded(&text, &keys));
}

impl Case {
    fn read(input: &mut Input<'_>, text: &str, max_work: u64, max_states: usize) -> Option<Case> {
        let levels = read_limited(text, max_work).ok()?;
        let compilation = compile(text);
        let mut game = compilation.game.expect("a script whose levels are read is a game");
        game.max_work = max_work;
        let boards: Vec<usize> =
            (0..game.levels.len()).filter(|&stage| matches!(game.levels[stage], Stage::Board(_))).collect();
        let number = input.below(levels.count());
        let (stage, level) = (boards[number], levels.take(number + 1)?);
        let truth = Exhaustive::new(&game, stage, max_states);
        input.show("level", || format!("{stage}, {} states, gap {:?}", truth.states(), truth.gap));
        Some(Case { errors: compilation.problems.errors(), game, stage, level, truth })
    }

    fn count_kinds(&self, tally: &mut Tally) {
        let Exhaustive { gap, is_start_unknown, is_complete, .. } = self.truth;
        let kinds = [
            (self.errors > 0, "errors"),
            (gap.is_some(), "gaps"),
            (is_start_unknown, "odd starts"),
            (!is_complete, "cut off"),
            (self.game.prelude.realtime_interval.is_some(), "realtime"),
        ];
        kinds.into_iter().filter(|(holds, _)| *holds).for_each(|(_, kind)| tally.count(ROW, kind));
    }

    /// Whether rules draw random numbers. Those that only decorate have no part in a search.
    fn draws(&self) -> bool {
        !self.game.random_lines().is_empty()
    }

    /// Whether nothing in the script ever wins.
    fn is_hopeless(&self) -> bool {
        let wins = |rule: &MaskRule| rule.commands.contains(&Command::Win);
        let groups = self.game.early.list.iter().chain(&self.game.late.list);
        self.game.wins.is_empty() && !groups.flat_map(|group| &group.rules).any(wins)
    }

    /// Whether nothing may be proved, whatever is found.
    fn is_doubtful(&self) -> bool {
        self.errors > 0 || (self.truth.is_start_unknown && !self.draws())
    }

    /// Asserts that the compiled engine makes the moves of the reference engine, from every state.
    fn compare_engines(&self, tally: &mut Tally) {
        let truth = &self.truth;
        for room in [Room::Guessed, Room::Certain] {
            let start = &truth.snapshot(0).objects;
            let Some(level) = fast::compile(&self.game, self.stage, start, room, NEVER) else { return };
            tally.count(ROW, "compiled");
            let mut packed = vec![0; level.words()];
            for number in 0..truth.states() {
                let before = truth.snapshot(number);
                let is_plain = before.movements.is_empty() && before.restart_target.is_empty();
                if truth.edges(number).is_empty() || !is_plain {
                    continue;
                }
                if !level.pack(&before.objects, &mut packed) {
                    assert!(room == Room::Guessed, "a state does not fit into the room for any");
                    break;
                }
                assert_eq!(*level.unpack(&packed), *before.objects, "a state is packed as another one");
                let mut made: Vec<Option<Edge>> = vec![None; truth.presses.len()];
                level.expand(&packed, &mut packed.clone(), &mut |key, end| {
                    let at = truth.presses.iter().position(|&press| press == Some(key)).expect("a key");
                    made[at] = match end {
                        Made::Undecided => Some(Edge::Gap),
                        Made::Endless => Some(Edge::Endless),
                        Made::Rest(next) => {
                            if let Edge::To(to) = truth.edges(number)[at] {
                                let after = truth.snapshot(to);
                                assert_eq!(*level.unpack(next), *after.objects, "{key:?} in state {number}");
                                assert_eq!(level.is_won(next), after.won, "{key:?} in state {number}");
                            }
                            Some(truth.edges(number)[at])
                        }
                    };
                });
                if level.is_exceeded() {
                    assert!(room == Room::Guessed, "a state does not fit into the room for any");
                    break;
                }
                for (at, made) in made.into_iter().enumerate() {
                    let edge = truth.edges(number)[at];
                    // What one engine gives up, the other may follow; and the compiled one has no clock.
                    let is_key = truth.presses[at].is_some();
                    if is_key && made != Some(Edge::Gap) && edge != Edge::Gap {
                        let made = made.unwrap_or(Edge::To(number));
                        assert_eq!(made, edge, "{:?} in state {number}", truth.presses[at]);
                    }
                }
            }
        }
    }

    /// Asserts that every method, for every goal, with and without a limit, claims only what is true.
    fn compare_searches(&self, input: &mut Input<'_>, tally: &mut Tally) {
        let goal = input.choose([Goal::Optimal, Goal::All, Goal::Any]);
        let threads = input.choose([1, 1, 2]);
        for method in METHODS {
            let answer = self.solve(Options { goal, method, threads, limits: limits() });
            input.show("search", || format!("{goal:?} by {method:?}: {:?}", answer.outcome));
            self.admit(&answer);
            self.expect_proof(goal, &answer);
            let word = unriddle_kit::verdict::outcome_word(&answer.outcome);
            tally.count(ROW, if self.errors == 0 { word } else { "unproved" });
        }
        let method = input.choose(METHODS);
        let states = 1 + input.below(40) as u64;
        let tight = match input.below(3) {
            0 => Limits { states: Some(states), ..limits() },
            1 => Limits { cost: Some(input.below(6) as Cost), ..limits() },
            _ => Limits { memory: Some(1 << input.choose([8, 12, 16])), ..limits() },
        };
        let answer = self.solve(Options { goal, method, threads, limits: tight });
        input.show("search", || format!("{goal:?} by {method:?} with {tight:?}: {:?}", answer.outcome));
        self.admit(&answer);
    }

    fn solve(&self, options: Options) -> Answer {
        let request = Request { options, ..Request::default() };
        self.level.start().solve(&request, &mut Monitor::new())
    }

    /// Asserts that an answer claims nothing that is false.
    fn admit(&self, answer: &Answer) {
        assert_eq!(answer.defect, None, "the search and the rules disagree");
        let truth = &self.truth;
        match &answer.outcome {
            Outcome::Optimal(solution, _) => self.is_proved(Some(solution.cost)),
            Outcome::Unsolvable(_) => self.is_proved(None),
            Outcome::Solved { solution, bound, .. } => {
                self.is_bound(*bound);
                let optimum = truth.optimum().filter(|_| truth.gap.is_none() && !self.draws());
                assert!(optimum.is_none_or(|optimum| optimum <= solution.cost), "{:?}", answer.outcome);
            }
            Outcome::Stopped { bound, .. } => self.is_bound(*bound),
        }
    }

    /// Asserts that this is the true optimum, or that there is no solution, whatever the gaps lead to.
    fn is_proved(&self, claimed: Option<Cost>) {
        assert_eq!(self.errors, 0, "{claimed:?} is proved in a script with errors");
        let truth = &self.truth;
        if self.is_hopeless() {
            return assert_eq!(claimed, None, "nothing wins");
        }
        if self.draws() && (truth.gap.is_some() || truth.is_start_unknown) {
            return self.play_by_chance(claimed);
        }
        assert!(!truth.is_start_unknown, "{claimed:?} is proved from a start that is not known");
        let bound = truth.bound();
        match claimed {
            Some(cost) => {
                assert!(cost <= bound || truth.optimum().is_none(), "{cost} is not the optimum, {bound}");
                assert!(truth.gap.is_none_or(|gap| cost <= gap + 1), "{cost} is proved beyond a gap");
                assert!(truth.optimum() == Some(cost) || cost >= truth.layers, "{:?}", truth.optimum());
            }
            None => {
                assert_eq!(truth.gap, None, "proved to be unsolvable beyond a gap");
                assert_eq!(truth.optimum(), None, "proved to be unsolvable");
            }
        }
    }

    /// Asserts that no solution is cheaper than this.
    fn is_bound(&self, bound: Cost) {
        if self.is_doubtful() {
            assert_eq!(bound, 0, "a bound is proved although nothing can be");
        }
        if !self.draws() {
            assert!(bound <= self.truth.bound() || !self.truth.is_complete, "{bound} is no bound");
        }
    }

    /// In a game of chance that is said to be proved, chance only decorates: no game at random is won sooner.
    fn play_by_chance(&self, claimed: Option<Cost>) {
        let keys = &self.truth.presses;
        for playout in 0..PLAYOUTS {
            let seed = format!("playout {playout}");
            let mut engine = Engine::single(&self.game, self.stage, &seed).expect("a level");
            engine.settle();
            let limit = claimed.map_or(30, |cost| cost as usize);
            for turn in 0..limit {
                assert!(engine.won() == 0, "won after {turn} keys, with {claimed:?} proved");
                let key = keys[(playout * 7 + turn * (playout + 3) + turn / 2) % keys.len()];
                press(&mut engine, key);
                if engine.was_given_up() {
                    break;
                }
            }
        }
    }

    /// Asserts that a search without limits that met no gap proves its answer.
    fn expect_proof(&self, goal: Goal, answer: &Answer) {
        let truth = &self.truth;
        let can_prove = truth.is_complete && truth.gap.is_none() && !truth.is_start_unknown;
        if !can_prove || self.errors > 0 || goal == Goal::Any || is_timed_out(answer) {
            return;
        }
        let proved = match &answer.outcome {
            Outcome::Optimal(solution, _) => Some(solution.cost),
            Outcome::Unsolvable(_) => None,
            outcome => panic!("nothing is proved: {outcome:?} {:?}", answer.notes),
        };
        assert_eq!(proved, truth.optimum());
        if goal == Goal::All && proved.is_some() && !self.draws() && truth.solutions() < u128::MAX {
            let counted = answer.solutions.as_ref().map(ToString::to_string);
            assert_eq!(counted, Some(truth.solutions().to_string()), "the number of optimal solutions");
        }
    }

    /// Asserts that an exploration finds the same states at every depth.
    fn compare_exploration(&self, tally: &mut Tally) {
        let truth = &self.truth;
        if !truth.is_complete {
            return;
        }
        let start = self.level.start();
        let options = Options { limits: limits(), threads: 1, ..Options::default() };
        let Ok(space) = start.explore(&options, &mut Monitor::new()) else { return };
        let graph = space.graph();
        let fate = graph.fate(graph.start());
        if graph.limit() == Some(Limit::Time) {
            return;
        }
        if self.is_doubtful() || (truth.gap.is_some() && !self.draws()) {
            assert!(!graph.is_whole(), "the space is not whole");
            assert_ne!(fate, Fate::Dead, "nothing is proved");
            return;
        }
        if self.draws() {
            return;
        }
        let mut counts = vec![0; truth.histogram().len()];
        for state in 0..graph.states() {
            counts[graph.cost_of(state) as usize] += 1;
        }
        assert!(graph.is_whole());
        assert_eq!(counts, truth.histogram(), "the number of states at each depth");
        match truth.optimum() {
            Some(optimum) => assert_eq!(fate, Fate::Winnable(optimum)),
            None => assert_eq!(fate, Fate::Dead),
        }
        tally.count(ROW, "explored");
    }

    fn compare_audit(&self) {
        let truth = &self.truth;
        match self.level.audit(truth.states() + 1) {
            Ok(audit) => {
                assert_eq!(self.errors, 0, "a script with errors is audited");
                if !self.draws() && truth.is_complete {
                    assert_eq!(truth.gap, None, "moves that were given up are audited");
                    assert_eq!(audit.optimal, truth.optimum());
                }
            }
            Err(AuditError::Undecided) => {
                assert!(
                    self.errors > 0 || truth.is_start_unknown || truth.gap.is_some() || !truth.is_complete
                );
            }
            Err(AuditError::TooLarge) => assert!(!truth.is_complete || truth.gap.is_some() || self.draws()),
            Err(flaw) => panic!("the audit finds that {flaw}"),
        }
    }

    fn compare_analysis(&self) {
        let never = AtomicBool::new(false);
        let budget = Budget { limits: limits(), threads: 1, cancel: &never };
        let question = Question { budget, settings: &[], parts: 0, why_not: false, pictures: false };
        let analysis = analyse(self.level.as_ref(), &question, &mut |_| {});
        assert_eq!(analysis.defect, None, "the analysis and the rules disagree");
        match analysis.outcome {
            "optimal" => self.is_proved(analysis.cost),
            "unsolvable" => self.is_proved(None),
            _ => {}
        }
    }

    /// What another engine should find in the same case.
    fn recorded<'a>(&'a self, text: &'a str, keys: &[usize]) -> Recorded<'a> {
        let truth = &self.truth;
        let presses: Vec<Press> = keys.iter().map(|&at| truth.presses[at]).collect();
        let mut engine = Engine::single(&self.game, self.stage, SEED).expect("a level");
        engine.settle();
        let mut boards = vec![fnv(&level_string(&self.game, engine.board()))];
        let mut names = Vec::new();
        for key in presses {
            if engine.won() > 0 || engine.was_given_up() {
                break;
            }
            press(&mut engine, key);
            names.push(name(key));
            boards.push(fnv(&level_string(&self.game, engine.board())));
        }
        let is_known = truth.is_complete && truth.gap.is_none() && !truth.is_start_unknown;
        let optimum = truth.optimum();
        let outcome = match (is_known, optimum) {
            (false, _) => "unknown",
            (true, Some(_)) => "optimal",
            (true, None) => "unsolvable",
        };
        Recorded {
            script: text,
            level: self.stage,
            seed: SEED,
            errors: self.errors,
            outcome,
            cost: optimum.filter(|_| is_known),
            solutions: optimum.filter(|_| is_known).map(|_| truth.solutions().to_string()),
            states: if is_known { truth.histogram() } else { Vec::new() },
            keys: names,
            is_won: engine.won() > 0,
            boards,
        }
    }
}

/// A case as it is recorded.
#[derive(Serialize)]
struct Recorded<'a> {
    script: &'a str,
    /// The number of the level, counting messages.
    level: usize,
    seed: &'static str,
    errors: usize,
    outcome: &'static str,
    cost: Option<Cost>,
    solutions: Option<String>,
    /// The number of states at each depth.
    states: Vec<u64>,
    keys: Vec<&'static str>,
    #[serde(rename = "won")]
    is_won: bool,
    /// FNV-1a of the board at the start and after each key, once it is at rest.
    boards: Vec<String>,
}

/// The time limit of a search. A few take longer, by methods that expand states many times.
const MAX_TIME: Duration = Duration::from_millis(200);

fn limits() -> Limits {
    Limits { time: Some(MAX_TIME), ..Limits::default() }
}

/// Whether a search ended for lack of time, as it may on a busy machine.
fn is_timed_out(answer: &Answer) -> bool {
    let is_time = |limit: Option<Limit>| limit == Some(Limit::Time);
    match answer.outcome {
        Outcome::Solved { limit, .. } => is_time(limit),
        Outcome::Stopped { limit, .. } => is_time(Some(limit)),
        Outcome::Optimal(..) => answer.statistics.elapsed > MAX_TIME,
        Outcome::Unsolvable(_) => false,
    }
}

/// Presses a key, or lets the clock tick, and waits until the board is at rest.
fn press(engine: &mut Engine<'_>, key: Press) {
    match key {
        Some(key) => engine.input(key),
        None => engine.tick(),
    };
    engine.settle();
}

fn name(press: Press) -> &'static str {
    match press {
        None => "tick",
        Some(Key::Up) => "up",
        Some(Key::Left) => "left",
        Some(Key::Down) => "down",
        Some(Key::Right) => "right",
        Some(Key::Action) => "action",
    }
}

fn fnv(text: &str) -> String {
    let hash =
        text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}
