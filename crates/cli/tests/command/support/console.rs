//! A terminal to run programs in: a pseudo-terminal, and a screen that understands what is sent.
//!
//! Every wait has an end: what does not come within [`HANG`] is a failure that shows the
//! screen.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{Parser, Screen};

/// After this long, a program that hangs fails the test instead of blocking it. Nothing else depends on how long
/// something takes.
pub(crate) const HANG: Duration = Duration::from_secs(120);

/// A program in a terminal.
pub(crate) struct Console {
    parser: Arc<Mutex<Parser>>,
    /// The terminal's own end, until it is hung up.
    line: Option<Line>,
    child: Box<dyn Child + Send + Sync>,
    /// The settings of the terminal before the program began, in words.
    before: String,
}

/// The end of a pseudo-terminal at which the terminal itself is.
struct Line {
    master: Box<dyn MasterPty + Send>,
    keys: Box<dyn Write + Send>,
    hung_up: Arc<AtomicBool>,
    reader: JoinHandle<()>,
}

impl Console {
    /// Runs a program in a terminal of this many columns and rows.
    pub(crate) fn run(mut command: CommandBuilder, columns: u16, rows: u16) -> Console {
        for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES"] {
            command.env_remove(name);
        }
        command.env("TERM", "xterm-256color");
        let pair = native_pty_system().openpty(size(columns, rows)).expect("a pseudo-terminal");
        let before = settings(pair.master.as_ref());
        let child = pair.slave.spawn_command(command).expect("the program runs");
        drop(pair.slave);
        let parser = Arc::new(Mutex::new(Parser::new(some(rows), some(columns), 0)));
        let mut output = pair.master.try_clone_reader().expect("a reader");
        let screen = parser.clone();
        let hung_up = Arc::new(AtomicBool::new(false));
        let deaf = hung_up.clone();
        let reader = thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                screen.lock().unwrap_or_else(PoisonError::into_inner).process(&bytes[..count]);
                if deaf.load(Ordering::SeqCst) {
                    break;
                }
            }
        });
        let keys = pair.master.take_writer().expect("a writer");
        let line = Some(Line { master: pair.master, keys, hung_up, reader });
        Console { parser, line, child, before }
    }

    /// Presses keys, as a terminal sends them.
    pub(crate) fn press(&mut self, keys: &str) {
        // A program that reads no keys does not keep the test waiting for ever.
        let (pressed, wait) = channel::<()>();
        let mut killer = self.child.clone_killer();
        thread::spawn(move || {
            if wait.recv_timeout(HANG) == Err(RecvTimeoutError::Timeout) {
                let _ = killer.kill();
            }
        });
        let keyboard = &mut self.line().keys;
        keyboard.write_all(keys.as_bytes()).and_then(|()| keyboard.flush()).expect("keys can be sent");
        drop(pressed);
    }

    /// Changes the size of the terminal.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.parser
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .screen_mut()
            .set_size(some(rows), some(columns));
        self.line().master.resize(size(columns, rows)).expect("the size can be changed");
    }

    /// Takes the terminal away from a program that draws when its size changes.
    pub(crate) fn hang_up(&mut self) {
        self.line().hung_up.store(true, Ordering::SeqCst);
        // Whoever reads the output holds the terminal as well, until there is some.
        self.resize(90, 30);
        let Line { master, keys, reader, .. } = self.line.take().expect("there is a terminal");
        reader.join().expect("the screen understands all that is sent");
        drop((master, keys));
    }

    fn line(&mut self) -> &mut Line {
        self.line.as_mut().expect("there is a terminal")
    }

    /// Looks at the screen.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Screen) -> T) -> T {
        look(self.parser.lock().unwrap_or_else(PoisonError::into_inner).screen())
    }

    /// What is on the screen.
    pub(crate) fn text(&self) -> String {
        self.look(Screen::contents)
    }

    /// Waits until something is found on the screen, and returns it.
    #[track_caller]
    pub(crate) fn find<T>(&self, what: &str, find: impl Fn(&str) -> Option<T>) -> T {
        let begun = Instant::now();
        loop {
            let text = self.text();
            if let Some(found) = find(&text) {
                return found;
            }
            assert!(begun.elapsed() < HANG, "waited for {what:?}, but there is:\n{text}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until the screen is so.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) {
        self.find(what, |text| is_so(text).then_some(()));
    }

    /// Waits until these words are on the screen.
    #[track_caller]
    pub(crate) fn see(&self, words: &str) {
        self.wait(words, |text| text.contains(words));
    }

    /// The number of the program's process.
    pub(crate) fn process(&self) -> u32 {
        self.child.process_id().expect("it runs")
    }

    /// Whether the terminal has other settings than before the program began.
    pub(crate) fn is_raw(&self) -> bool {
        self.line.as_ref().is_some_and(|line| settings(line.master.as_ref()) != self.before)
    }

    /// Waits until the program has ended; its exit status.
    #[track_caller]
    pub(crate) fn end(&mut self) -> u32 {
        let begun = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("it can be waited for") {
                // What it has written last may still be on the way.
                thread::sleep(Duration::from_millis(50));
                return status.exit_code();
            }
            assert!(begun.elapsed() < HANG, "it does not end:\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The terminal is as it was: no alternate screen, the cursor shown, its settings restored.
    #[track_caller]
    pub(crate) fn is_clean(&self) {
        let is_left = |screen: &Screen| !screen.alternate_screen() && !screen.hide_cursor();
        self.wait("the screen and the cursor that were there before", |_| self.look(is_left));
        assert!(!self.is_raw(), "the terminal is left raw");
    }
}

impl Drop for Console {
    fn drop(&mut self) {
        // A test that failed must not leave its program behind.
        let _ = self.child.kill();
    }
}

fn some(number: u16) -> NonZero<u16> {
    NonZero::new(number).expect("a terminal has columns and rows")
}

fn size(columns: u16, rows: u16) -> PtySize {
    PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 }
}

fn settings(master: &dyn MasterPty) -> String {
    master.get_termios().map_or_else(String::new, |settings| format!("{settings:?}"))
}
