//! The events of the game: keys, resizing, signals, and the loss of the terminal.
//!
//! A separate thread reads the keys, since crossterm retries for ever in a busy loop once the terminal
//! is gone. The game waits here instead. After each wait it checks that the terminal still exists, and
//! otherwise ends, and the thread with it.
//!
//! A terminal without bracketed paste sends pasted text as thousands of keys at once. Keys are handled
//! for [`SLICE`], then the screen is drawn, then the next ones are handled. At most [`MAX_CONCURRENT`]
//! are handled without a pause between them, and none that would wait longer than [`PATIENCE`] at the
//! current pace, except for the few that a person may have typed ahead. All other keys are dropped,
//! but a key that quits still takes effect.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::keys;
#[cfg(unix)]
use crate::signals::{self, Job};

/// The source of keys if standard input is redirected.
const KEYBOARD: &str = if cfg!(windows) { "CONIN$" } else { "/dev/tty" };

/// How long keys are handled before the screen is drawn again.
pub(crate) const SLICE: Duration = Duration::from_millis(50);

/// How long a key may wait until it is handled.
const PATIENCE: Duration = Duration::from_millis(600);

/// The maximum number of keys that are handled without a pause.
const MAX_CONCURRENT: usize = 1000;

/// The minimum length of a pause.
const PAUSE: Duration = Duration::from_millis(30);

/// How long the pace is measured before anything is dropped.
const MEASURED: Duration = Duration::from_millis(100);

/// The maximum number of keys that a person types ahead.
const TYPED_AHEAD: usize = 32;

/// An event.
#[derive(Debug)]
pub(crate) enum Word {
    /// A key was pressed.
    Key(KeyEvent),
    /// Text was pasted, as marked by the terminal.
    Paste,
    /// The terminal was resized.
    Resize,
    /// This many keys were dropped since the last pause.
    Dropped(usize),
    /// A key that quits was pressed. It skips the queue.
    Quit,
    /// SIGTSTP: stop until SIGCONT.
    #[cfg(unix)]
    Stop,
    /// SIGCONT: other programs may have used the terminal.
    #[cfg(unix)]
    GoOn,
    /// The terminal is gone.
    Gone,
}

/// The queue of events.
pub(crate) struct Inbox {
    words: Receiver<Word>,
    waiting: VecDeque<Word>,
    /// Since when `waiting` has not been empty, and how many events were taken since then.
    behind: Option<(Instant, u32)>,
    /// The number of keys since the last pause, without those in `waiting`.
    burst: usize,
    /// The number of them that were dropped.
    dropped: usize,
    /// Since when no event has arrived.
    quiet: Option<Instant>,
    /// The source of keys, unless it is standard input.
    tty: Option<File>,
    /// Whether reading keys has ended.
    gone: bool,
}

impl Inbox {
    /// Listens to the terminal and to signals.
    pub(crate) fn open() -> io::Result<Inbox> {
        let tty = if io::stdin().is_terminal() { None } else { Some(File::open(KEYBOARD)?) };
        let (send, words) = channel();
        #[cfg(unix)]
        {
            let send = send.clone();
            signals::on_job(move |job| match job {
                Job::Stop => _ = send.send(Word::Stop),
                Job::GoOn => _ = send.send(Word::GoOn),
                Job::Quit => {
                    super::guard::release_from_outside();
                    signals::default_action(job);
                }
            })?;
        }
        thread::Builder::new().name("keys".into()).spawn(move || listen(send))?;
        Ok(Inbox::of(words, tty))
    }

    fn of(words: Receiver<Word>, tty: Option<File>) -> Inbox {
        let (burst, dropped, gone) = (0, 0, false);
        Inbox { words, waiting: VecDeque::new(), behind: None, burst, dropped, quiet: None, tty, gone }
    }

    /// Waits at most this long for an event, and drops keys if there are too many.
    pub(crate) fn wait(&mut self, most: Duration) {
        self.receive(most);
        let first = if self.is_gone() { Some(Word::Gone) } else { self.catch_up(Instant::now()) };
        if let Some(word) = first {
            self.waiting.push_front(word);
        }
    }

    fn receive(&mut self, most: Duration) {
        if self.waiting.is_empty() {
            self.behind = None;
            self.waiting.extend(self.words.recv_timeout(most));
            let now = Instant::now();
            if self.waiting.is_empty() {
                self.quiet.get_or_insert(now);
            } else if self.quiet.take().is_some_and(|quiet| now.saturating_duration_since(quiet) >= PAUSE) {
                (self.burst, self.dropped) = (0, 0);
            }
        }
        self.waiting.extend(self.words.try_iter());
    }

    /// Takes the next event.
    pub(crate) fn take(&mut self) -> Option<Word> {
        let word = self.waiting.pop_front()?;
        if let Some((_, taken)) = &mut self.behind {
            *taken += 1;
        }
        self.burst += usize::from(word.key().is_some());
        self.gone |= matches!(word, Word::Gone);
        Some(word)
    }

    /// Drops keys if there are too many, and finds a key that quits. Returns the event that reports it.
    fn catch_up(&mut self, now: Instant) -> Option<Word> {
        let keys = || self.waiting.iter().filter_map(Word::key);
        let count = keys().count();
        if count == 0 {
            return None;
        }
        let (since, taken) = *self.behind.get_or_insert((now, 0));
        let elapsed = now.saturating_duration_since(since);
        let pace = if elapsed < MEASURED { Duration::ZERO } else { elapsed / taken.max(1) };
        let late = |keys: usize| pace.saturating_mul(u32::try_from(keys).unwrap_or(u32::MAX)) > PATIENCE;
        let drop = self.burst + count > MAX_CONCURRENT || count > TYPED_AHEAD && late(count);
        let quit =
            keys().any(is_interrupt) || keys().position(keys::quits).is_some_and(|at| drop || late(at));
        if drop {
            self.waiting.retain(|word| word.key().is_none());
            self.burst += count;
            self.dropped += count;
        }
        match (quit, drop) {
            (true, _) => Some(Word::Quit),
            (false, true) => Some(Word::Dropped(self.dropped)),
            (false, false) => None,
        }
    }

    /// Whether the terminal is gone.
    pub(crate) fn is_gone(&self) -> bool {
        let keys = self.tty.as_ref().map_or_else(|| io::stdin().is_terminal(), File::is_terminal);
        self.gone || !(keys && io::stdout().is_terminal())
    }
}

impl Word {
    fn key(&self) -> Option<KeyEvent> {
        if let Word::Key(key) = self { Some(*key) } else { None }
    }
}

/// Whether this is Ctrl-C, which always skips the queue.
pub(crate) fn is_interrupt(key: KeyEvent) -> bool {
    key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL)
}

/// Forwards the events of the terminal.
fn listen(send: Sender<Word>) {
    /// Sends the last event, even if reading keys panics.
    struct Last(Sender<Word>);
    impl Drop for Last {
        fn drop(&mut self) {
            // This fails only if the game has already ended.
            let _ = self.0.send(Word::Gone);
        }
    }
    let last = Last(send);
    while let Ok(event) = event::read() {
        let word = match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => Word::Key(key),
            Event::Paste(_) => Word::Paste,
            Event::Resize(..) => Word::Resize,
            _ => continue,
        };
        if last.0.send(word).is_err() {
            break;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An inbox without a terminal.
    fn inbox() -> (Sender<Word>, Inbox) {
        let (send, words) = channel();
        (send, Inbox::of(words, None))
    }

    fn press(inbox: &mut Inbox, keys: &str) {
        let key = |letter| Word::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE));
        inbox.waiting.extend(keys.chars().map(key));
    }

    /// The event at a pace of this many milliseconds per key.
    fn said(inbox: &mut Inbox, milliseconds: u64) -> String {
        let now = Instant::now();
        inbox.behind = Some((now, 10));
        let said = inbox.catch_up(now + Duration::from_millis(10 * milliseconds));
        said.map_or_else(String::new, |word| format!("{word:?}"))
    }

    #[test]
    fn what_a_person_types_is_never_dropped() {
        let (_send, mut inbox) = inbox();
        press(&mut inbox, &"w".repeat(TYPED_AHEAD));
        assert_eq!(said(&mut inbox, 1000), "");
        assert_eq!(inbox.waiting.len(), TYPED_AHEAD);
    }

    #[test]
    fn keys_that_can_be_played_in_time_are_played() {
        let (_send, mut inbox) = inbox();
        press(&mut inbox, &"w".repeat(MAX_CONCURRENT));
        assert_eq!(inbox.catch_up(Instant::now()).map(|word| format!("{word:?}")), None);
        assert_eq!((0..MAX_CONCURRENT).filter_map(|_| inbox.take()?.key()).count(), MAX_CONCURRENT);
    }

    #[test]
    fn keys_that_would_have_to_wait_are_dropped() {
        let (_send, mut inbox) = inbox();
        press(&mut inbox, &"w".repeat(100));
        assert_eq!(said(&mut inbox, 20), "Dropped(100)");
        assert!(inbox.waiting.is_empty());
    }

    #[test]
    fn a_flood_is_dropped_until_it_pauses() {
        let (send, mut inbox) = inbox();
        press(&mut inbox, &"w".repeat(MAX_CONCURRENT + 1));
        assert_eq!(said(&mut inbox, 0), format!("Dropped({})", MAX_CONCURRENT + 1));
        press(&mut inbox, "w");
        assert_eq!(said(&mut inbox, 0), format!("Dropped({})", MAX_CONCURRENT + 2));
        inbox.receive(Duration::ZERO);
        thread::sleep(2 * PAUSE);
        send.send(Word::Key(KeyCode::Char('w').into())).expect("it listens");
        inbox.receive(Duration::ZERO);
        assert_eq!(
            (said(&mut inbox, 0).as_str(), inbox.waiting.len()),
            ("", 1),
            "this was pressed by itself"
        );
    }

    #[test]
    fn the_wish_to_quit_is_heard_among_keys_that_are_not_played() {
        let (_send, mut inbox) = inbox();
        press(&mut inbox, &("w".repeat(MAX_CONCURRENT) + "q" + &"w".repeat(9)));
        assert_eq!(said(&mut inbox, 0), "Quit");
        let (_send, mut inbox) = self::inbox();
        press(&mut inbox, "wwwq");
        assert_eq!(said(&mut inbox, 10), "", "it is soon its turn");
        assert_eq!(said(&mut inbox, 1000), "Quit", "it would have to wait");
        let (_send, mut inbox) = self::inbox();
        inbox.waiting.push_back(Word::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert_eq!(said(&mut inbox, 0), "Quit", "Ctrl-C waits for nothing");
    }
}
