//! Holds the terminal while the game is on the screen, and gives it back whatever happens.
//!
//! The alternate screen, the hidden cursor, raw mode and the marks around pasted text are taken
//! together and given back together: when the guard goes, before a panic speaks, when the program
//! is stopped for a while, and on a signal that ends it at once. A panic of a search in the
//! background does not end the game: its message is kept until the screen is free.

use std::fs::File;
use std::io::{self, Write};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::sync::{Mutex, Once, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::queue;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

/// How long to wait for a terminal that accepts no output.
const PATIENCE: Duration = Duration::from_millis(300);

/// Whether the terminal is held.
static HELD: AtomicBool = AtomicBool::new(false);

/// The thread that draws, and what other threads said when they panicked.
static SCREEN: Mutex<(Option<ThreadId>, Vec<String>)> = Mutex::new((None, Vec::new()));

/// Held by whoever writes to the terminal.
static PEN: Mutex<()> = Mutex::new(());

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
        enter()?;
        Ok(guard)
    }

    /// Writes to the terminal. It is not given back in the middle of that.
    pub(crate) fn draw<T>(&self, draw: impl FnOnce() -> T) -> T {
        let _pen = PEN.lock().unwrap_or_else(PoisonError::into_inner);
        draw()
    }

    /// Gives the terminal back for a while.
    #[cfg(unix)]
    pub(crate) fn lend(&self) {
        release();
    }

    /// Takes the terminal again, whatever others did to it in the meantime. What was drawn is gone.
    #[cfg(unix)]
    pub(crate) fn take_back(&self) -> io::Result<()> {
        // Raw mode is set only if it is believed to be off.
        disable_raw_mode()?;
        enable_raw_mode()?;
        HELD.store(true, Ordering::SeqCst);
        enter()
    }
}

fn enter() -> io::Result<()> {
    let mut bytes = Vec::new();
    queue!(bytes, EnterAlternateScreen, Clear(ClearType::All), Hide, EnableBracketedPaste)?;
    screen()?.write_all(&bytes)
}

fn leave() -> io::Result<()> {
    let mut bytes = Vec::new();
    queue!(bytes, DisableBracketedPaste, LeaveAlternateScreen, Show)?;
    screen()?.write_all(&bytes)
}

impl Drop for Guard {
    fn drop(&mut self) {
        release();
        let mut screen = SCREEN.lock().unwrap_or_else(PoisonError::into_inner);
        for words in screen.1.drain(..) {
            // Nobody is left to tell when standard error is gone.
            let _ =
                writeln!(io::stderr(), "unriddle: a search broke down, which is a mistake of ours: {words}");
        }
    }
}

/// Gives the terminal back, if it is held, from a thread that does not draw, just before the
/// program ends. The current frame is finished first and none is drawn after it. A terminal that
/// accepts no output delays this by at most twice [`PATIENCE`].
pub(crate) fn release_from_outside() {
    if !HELD.load(Ordering::SeqCst) {
        return;
    }
    let begun = Instant::now();
    let pen = loop {
        match PEN.try_lock() {
            Err(std::sync::TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                thread::sleep(Duration::from_millis(1));
            }
            pen => break pen,
        }
    };
    // Nothing is drawn any more.
    std::mem::forget(pen);
    let (done, wait) = channel::<()>();
    let write = move || {
        release();
        drop(done);
    };
    if thread::Builder::new().spawn(write).is_ok() {
        let _ = wait.recv_timeout(PATIENCE);
    }
}

/// Where to draw: standard output, without its lock, which the thread that draws has for good, and
/// without its buffer, which would keep what a lost terminal no longer takes.
#[cfg(unix)]
pub(crate) fn screen() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

/// Where to draw: see above.
#[cfg(windows)]
pub(crate) fn screen() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

fn release() {
    if HELD.swap(false, Ordering::SeqCst) {
        // Each is tried even if another fails; there is nothing else to be done. What may block
        // comes last.
        let _ = disable_raw_mode();
        let _ = leave();
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
            release();
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
