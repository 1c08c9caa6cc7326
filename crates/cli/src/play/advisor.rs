//! The advisor: searches in the background, one at a time, and never keeps a key waiting.
//!
//! It is told what to find out next as often as one likes; as long as that stays the same the
//! search goes on, and when it changes the search is cancelled and the next begins as soon as the
//! solver has noticed, within some 50 ms. Progress and answers come over a channel. Each search
//! has a limit of time and of memory. When the advisor goes, its search is cancelled and the
//! thread ends by itself: nobody waits for it.
//!
//! What a cancelled search says is never passed on. A solution is replayed before it is: it wins,
//! or the search broke down.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use unriddle_games::search::{Limits, Monitor, Options, Outcome, Progress};
use unriddle_games::{Level, Request};

use super::game::Question;

/// Searches may recurse as deep as on the main thread, and then some.
const STACK: usize = 32 << 20;

/// Somebody who thinks about the position while the player does.
pub(crate) struct Advisor {
    jobs: Sender<Job>,
    words: Receiver<(u64, Word)>,
    current: Option<Current>,
    tickets: u64,
    effort: Effort,
}

/// How much a search may take.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Where to stop.
    pub(crate) limits: Limits,
    /// Threads at the most; 0 is one for each core.
    pub(crate) threads: usize,
}

/// The search that runs or waits for its turn.
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
    Answer(Result<Outcome<String>, String>),
}

/// What came of a question.
pub(crate) struct Finding {
    /// The question.
    pub(crate) question: Question,
    /// The outcome; or what broke.
    pub(crate) outcome: Result<Outcome<String>, String>,
}

impl Advisor {
    /// An advisor with a thread of its own, and nothing to do.
    pub(crate) fn new(effort: Effort) -> std::io::Result<Self> {
        let (jobs, inbox) = channel::<Job>();
        let (outbox, words) = channel();
        thread::Builder::new().name("advisor".into()).stack_size(STACK).spawn(move || {
            for job in inbox {
                // Of many questions in a row only the last is still of interest.
                if job.cancel.load(Ordering::Relaxed) {
                    continue;
                }
                let ticket = job.ticket;
                let mut tell = |progress: &Progress| _ = outbox.send((ticket, Word::Progress(*progress)));
                let answer = catch_unwind(AssertUnwindSafe(|| job.answer(&mut tell)));
                let answer =
                    answer.unwrap_or_else(|_| Err("the search broke down; that is a mistake of ours".into()));
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

    /// Says what to find out next; `None` is nothing. A search for anything else is cancelled.
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
        // The thread is there as long as this sender is.
        if self.jobs.send(job).is_ok() {
            self.current = Some(Current { ticket: self.tickets, question, cancel, progress: None });
        }
    }

    /// The answer to the last question, once when it is there. Takes in progress, too.
    pub(crate) fn poll(&mut self) -> Option<Finding> {
        while let Ok((ticket, word)) = self.words.try_recv() {
            match (&mut self.current, word) {
                (Some(current), Word::Progress(progress)) if current.ticket == ticket => {
                    current.progress = Some(progress);
                }
                (Some(current), Word::Answer(outcome)) if current.ticket == ticket => {
                    let question = current.question.clone();
                    self.current = None;
                    return Some(Finding { question, outcome });
                }
                // Of a search that nobody waits for any more.
                _ => {}
            }
        }
        None
    }

    /// What is being looked for, and how far that has come.
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
    fn answer(&self, progress: &mut dyn FnMut(&Progress)) -> Result<Outcome<String>, String> {
        let mut position = self.level.start();
        position.insist(&self.question.moves).map_err(|error| error.to_string())?;
        let Effort { limits, threads } = self.effort;
        let options = Options { goal: self.question.goal, limits, threads, ..Options::default() };
        let mut monitor = Monitor::new().cancel(&self.cancel).on_progress(progress);
        let outcome = position.solve(&Request { options, ..Request::default() }, &mut monitor).outcome;
        let mut wins = |moves: &[String]| position.insist(moves).is_ok() && position.is_solved();
        match outcome.solution().is_none_or(|solution| wins(&solution.moves)) {
            true => Ok(outcome),
            false => Err("the search gave a way that does not win; that is a mistake of ours".into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use unriddle_games::search::Goal;

    use super::super::endless::endless;
    use super::*;

    fn level(text: &str) -> Arc<dyn Level> {
        Arc::from(unriddle_games::read(text, &[]).expect("a level"))
    }

    fn question(serial: u64, moves: &str) -> Question {
        let moves = moves.chars().map(String::from).collect();
        Question { serial, moves, goal: Goal::Optimal }
    }

    fn wait(advisor: &mut Advisor) -> Finding {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(20) {
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
        advisor.ask(&maze, Some(question(7, "F")));
        let finding = wait(&mut advisor);
        assert_eq!(finding.question.serial, 7);
        assert_eq!(finding.outcome.expect("it is solved").cost(), Some(1));
        assert!(advisor.working().is_none());
    }

    #[test]
    fn another_question_cancels_a_long_search() {
        let limits = Limits { memory: Some(1 << 30), ..Limits::default() };
        let mut advisor = Advisor::new(Effort { limits, threads: 1 }).expect("a thread");
        advisor.ask(&level(&endless()), Some(question(1, "")));
        let begun = Instant::now();
        while advisor.working().is_some_and(|(_, progress)| progress.is_none()) {
            assert!(advisor.poll().is_none(), "it takes for ever");
            assert!(begun.elapsed() < Duration::from_secs(20), "there is no progress");
            thread::sleep(Duration::from_millis(2));
        }
        let begun = Instant::now();
        advisor.ask(&level("#####\n#S.E#\n#####\n"), Some(question(2, "")));
        assert_eq!(wait(&mut advisor).question.serial, 2);
        assert!(begun.elapsed() < Duration::from_secs(2), "it took {:?}", begun.elapsed());
    }

    #[test]
    fn nothing_to_ask_is_nothing_to_hear() {
        let mut advisor = Advisor::new(Effort::default()).expect("a thread");
        let maze = level("#####\n#S.E#\n#####\n");
        advisor.ask(&maze, Some(question(1, "")));
        advisor.ask(&maze, None);
        advisor.ask(&maze, Some(question(2, "")));
        assert_eq!(wait(&mut advisor).question.serial, 2);
    }
}
