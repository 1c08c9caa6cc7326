//! Holds the terminal while the game is on the screen, and gives it back whatever happens.
//!
//! The alternate screen, the hidden cursor and raw mode are taken together and given back
//! together: when the guard goes, before a panic speaks, and on a second signal. A panic of a
//! search in the background is no end of the game: it is kept and told when the screen is free.

use std::io::{self, IsTerminal, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};

use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// Whether the terminal is held.
static HELD: AtomicBool = AtomicBool::new(false);

/// The thread that draws, and what other threads said when they panicked.
static SCREEN: Mutex<(Option<ThreadId>, Vec<String>)> = Mutex::new((None, Vec::new()));

/// The terminal, as long as this lives.
pub(crate) struct Guard(());

impl Guard {
    /// Takes the terminal.
    pub(crate) fn take() -> io::Result<Guard> {
        static HOOK: Once = Once::new();
        HOOK.call_once(release_before_panics);
        SCREEN.lock().unwrap_or_else(PoisonError::into_inner).0 = Some(thread::current().id());
        enable_raw_mode()?;
        HELD.store(true, Ordering::SeqCst);
        let guard = Guard(());
        execute!(io::stdout(), EnterAlternateScreen, Hide)?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        release(&mut io::stdout());
        let mut screen = SCREEN.lock().unwrap_or_else(PoisonError::into_inner);
        for words in screen.1.drain(..) {
            // Nobody is left to tell when standard error is gone.
            let _ =
                writeln!(io::stderr(), "unriddle: a search broke down, which is a mistake of ours: {words}");
        }
    }
}

/// Gives the terminal back, if it is held, from a thread that does not draw: that one may hold
/// standard output for good.
pub(crate) fn release_from_outside() {
    if io::stderr().is_terminal() {
        release(&mut io::stderr());
    } else {
        release(&mut io::sink());
    }
}

fn release(out: &mut impl Write) {
    if HELD.swap(false, Ordering::SeqCst) {
        // Each is tried even if another fails; there is nothing else to be done.
        let _ = execute!(out, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Makes panics give the terminal back before they speak.
fn release_before_panics() {
    let speak = panic::take_hook();
    panic::set_hook(Box::new(move |panic| {
        if HELD.load(Ordering::SeqCst) {
            let mut screen = SCREEN.lock().unwrap_or_else(PoisonError::into_inner);
            if screen.0 != Some(thread::current().id()) {
                screen.1.push(panic.to_string());
                return;
            }
            drop(screen);
            release(&mut io::stdout());
        }
        speak(panic);
    }));
}

#[cfg(all(test, unix))]
mod tests {
    use portable_pty::CommandBuilder;

    use super::super::console::Console;
    use super::*;

    /// Runs one of the tests that are ignored otherwise in a terminal of its own.
    fn in_terminal(test: &str) -> Console {
        let mut command = CommandBuilder::new(std::env::current_exe().expect("this program"));
        command.args(["--ignored", "--exact", "--nocapture", &format!("play::guard::tests::{test}")]);
        Console::run(command, 100, 30)
    }

    #[test]
    #[ignore = "another test runs it in a terminal"]
    fn the_screen_panics() {
        let _guard = Guard::take().expect("there is a terminal");
        panic!("out of donuts");
    }

    #[test]
    fn a_panic_gives_the_terminal_back_before_it_speaks() {
        let mut console = in_terminal("the_screen_panics");
        assert_ne!(console.end(), 0);
        console.is_clean();
        console.see("out of donuts");
    }

    #[test]
    #[ignore = "another test runs it in a terminal"]
    fn a_search_panics() {
        let guard = Guard::take().expect("there is a terminal");
        assert!(thread::spawn(|| panic!("out of memory")).join().is_err());
        assert!(HELD.load(Ordering::SeqCst), "the game goes on");
        drop(guard);
    }

    #[test]
    fn a_panic_in_the_background_is_told_in_the_end() {
        let mut console = in_terminal("a_search_panics");
        assert_eq!(console.end(), 0);
        console.is_clean();
        console.see("a search broke down");
        console.see("out of memory");
    }
}
