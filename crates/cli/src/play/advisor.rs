//! The advisor searches in the background, one search at a time, and never delays a key.
//!
//! The caller can set the question at any time. While it stays the same, the search continues. When
//! it changes, the search is cancelled, and the next one starts as soon as the solver notices, within
//! about 50 ms. Progress and answers arrive over a channel. Each search has a time and a memory limit.
//! When the advisor is dropped, its search is cancelled and the thread ends by itself; nothing waits
//! for it.
//!
//! The result of a cancelled search is discarded. A solution is replayed first: if it does not win,
//! the search has a bug.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use unriddle_kit::session::Question;
use unriddle_kit::{Level, Request};
use unriddle_search::{Limits, Monitor, Options, Outcome, Progress};

/// At least the stack size of the main thread, since searches may recurse.
const STACK: usize = 32 << 20;

/// Searches in the background while the player thinks.
pub(crate) struct Advisor {
    jobs: Sender<Job>,
    words: Receiver<(u64, Word)>,
    current: Option<Current>,
    tickets: u64,
    effort: Effort,
}

/// The resources of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// The limits.
    pub(crate) limits: Limits,
    /// The maximum number of threads; 0 means one per core.
    pub(crate) threads: usize,
}

/// The search that runs or waits to start.
struct Current {
    ticket: u64,
    question: Question,
    cancel: Arc<AtomicBool>,
    progress: Option<Progress>,
}

struct Job {
    ticket: u64,
    level: Arc<dyn Level>,
    question: Question,
    cancel: Arc<AtomicBool>,
    effort: Effort,
}

enum Word {
    Progress(Progress),
    Answer(Result<Found, String>),
}

/// The answer to a question.
pub(crate) struct Advice {
    /// The question.
    pub(crate) question: Question,
    /// What was found, or why the search failed.
    pub(crate) found: Result<Found, String>,
}

/// What a search found.
pub(crate) struct Found {
    /// The outcome.
    pub(crate) outcome: Outcome<String>,
    /// The unsettled rules that it relies on.
    pub(crate) assumptions: Vec<String>,
}

impl Advisor {
    /// Starts the thread of an idle advisor.
    pub(crate) fn new(effort: Effort) -> std::io::Result<Self> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, words) = channel();
        thread::Builder::new().name("advisor".into()).stack_size(STACK).spawn(move || {
            for job in inbox {
                // Of several waiting questions, only the last one matters.
                if job.cancel.load(Ordering::Relaxed) {
                    continue;
                }
                let ticket = job.ticket;
                let mut tell = |progress: &Progress| _ = outbox.send((ticket, Word::Progress(*progress)));
                let answer = catch_unwind(AssertUnwindSafe(|| job.answer(&mut tell)));
                let answer =
                    answer.unwrap_or_else(|_| Err("the search failed; this is a bug in Unriddle".into()));
                if job.cancel.load(Ordering::Relaxed) {
                    continue;
                }
                if outbox.send((ticket, Word::Answer(answer))).is_err() {
                    break;
                }
            }
        })?;
        Ok(Advisor { jobs, words, current: None, tickets: 0, effort })
    }

    /// Sets the question; `None` means nothing to do. Cancels a search for any other question.
    pub(crate) fn ask(&mut self, level: &Arc<dyn Level>, question: Option<Question>) {
        if self.current.as_ref().map(|current| &current.question) == question.as_ref() {
            return;
        }
        self.cancel();
        let Some(question) = question else { return };
        self.tickets += 1;
        let cancel = Arc::new(AtomicBool::new(false));
        let job = Job {
            ticket: self.tickets,
            level: level.clone(),
            question: question.clone(),
            cancel: cancel.clone(),
            effort: self.effort,
        };
        // The thread runs as long as this sender exists.
        if self.jobs.send(job).is_ok() {
            self.current = Some(Current { ticket: self.tickets, question, cancel, progress: None });
        }
    }

    /// Returns the answer to the last question once it is available. Also updates the progress.
    pub(crate) fn poll(&mut self) -> Option<Advice> {
        while let Ok((ticket, word)) = self.words.try_recv() {
            match (&mut self.current, word) {
                (Some(current), Word::Progress(progress)) if current.ticket == ticket => {
                    current.progress = Some(progress);
                }
                (Some(current), Word::Answer(found)) if current.ticket == ticket => {
                    let question = current.question.clone();
                    self.current = None;
                    return Some(Advice { question, found });
                }
                // From a search that was cancelled.
                _ => {}
            }
        }
        None
    }

    /// The current question and its progress.
    pub(crate) fn working(&self) -> Option<(&Question, Option<&Progress>)> {
        self.current.as_ref().map(|current| (&current.question, current.progress.as_ref()))
    }

    fn cancel(&mut self) {
        if let Some(current) = self.current.take() {
            current.cancel.store(true, Ordering::Relaxed);
        }
    }
}

impl Drop for Advisor {
    fn drop(&mut self) {
        self.cancel();
    }
}

impl Job {
    fn answer(&self, progress: &mut dyn FnMut(&Progress)) -> Result<Found, String> {
        let mut position = self.level.start();
        position.play_strict(&self.question.moves).map_err(|error| error.to_string())?;
        let Effort { limits, threads } = self.effort;
        let options = Options { goal: self.question.goal, limits, threads, ..Options::default() };
        let mut monitor = Monitor::new().cancel(&self.cancel).on_progress(progress);
        let answer = position.solve(&Request { options, ..Request::default() }, &mut monitor);
        match answer.defect {
            None => Ok(Found { outcome: answer.outcome, assumptions: answer.assumptions }),
            Some(defect) => Err(defect.message),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use unriddle_search::Goal;

    use super::super::endless::endless;
    use super::*;

    fn level(text: &str) -> Arc<dyn Level> {
        Arc::from(unriddle_games::read(text, &[]).expect("a level"))
    }

    fn question(moves: &str) -> Question {
        let moves = moves.chars().map(String::from).collect();
        Question { moves, goal: Goal::Optimal }
    }

    /// After this long, an advisor that hangs fails the test instead of blocking it.
    const HANG: Duration = Duration::from_secs(120);

    fn wait(advisor: &mut Advisor) -> Advice {
        let begun = Instant::now();
        while begun.elapsed() < HANG {
            if let Some(finding) = advisor.poll() {
                return finding;
            }
            thread::sleep(Duration::from_millis(2));
        }
        panic!("there is no answer");
    }

    #[test]
    fn a_question_is_answered_from_its_position() {
        let mut advisor = Advisor::new(Effort::default()).expect("a thread");
        let maze = level("#####\n#S.E#\n#####\n");
        advisor.ask(&maze, Some(question("F")));
        let finding = wait(&mut advisor);
        assert_eq!(finding.question, question("F"));
        assert_eq!(finding.found.expect("it is solved").outcome.cost(), Some(1));
        assert!(advisor.working().is_none());
    }

    #[test]
    fn another_question_cancels_a_long_search() {
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        let mut advisor = Advisor::new(Effort { limits, threads: 1 }).expect("a thread");
        advisor.ask(&level(&endless()), Some(question("")));
        let begun = Instant::now();
        while advisor.working().is_some_and(|(_, progress)| progress.is_none()) {
            assert!(advisor.poll().is_none(), "it takes for ever");
            assert!(begun.elapsed() < HANG, "there is no progress");
            thread::sleep(Duration::from_millis(2));
        }
        let first = advisor.current.as_ref().map(|current| Arc::clone(&current.cancel)).expect("it searches");
        assert!(!first.load(Ordering::Relaxed));
        advisor.ask(&level("#####\n#S.E#\n#####\n"), Some(question("F")));
        assert!(first.load(Ordering::Relaxed), "the first search goes on");
        assert_eq!(wait(&mut advisor).question, question("F"));
    }

    #[test]
    fn nothing_to_ask_is_nothing_to_hear() {
        let mut advisor = Advisor::new(Effort::default()).expect("a thread");
        let maze = level("#####\n#S.E#\n#####\n");
        advisor.ask(&maze, Some(question("")));
        advisor.ask(&maze, None);
        advisor.ask(&maze, Some(question("F")));
        assert_eq!(wait(&mut advisor).question, question("F"));
    }
}
