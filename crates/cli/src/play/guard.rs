//! Holds the terminal while the game is on the screen, and always restores it.
//!
//! The alternate screen, the hidden cursor, raw mode and bracketed paste are set together and restored
//! together: when the guard is dropped, before a panic message, when the program is suspended, and on
//! a signal that ends it. A panic in a background search does not end the game; its message is kept
//! until the screen is restored.

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

use crate::interrupt::writing;

/// How long to wait for a terminal that does not accept output.
const PATIENCE: Duration = Duration::from_millis(300);

/// Whether the terminal is held.
static HELD: AtomicBool = AtomicBool::new(false);

/// The thread that draws, and the panic messages of other threads.
static SCREEN: Mutex<(Option<ThreadId>, Vec<String>)> = Mutex::new((None, Vec::new()));

/// Locked by the thread that writes to the terminal.
static PEN: Mutex<()> = Mutex::new(());

/// Holds the terminal until it is dropped.
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

    /// Writes to the terminal. It is not restored while `write` runs.
    pub(crate) fn draw<T>(&self, draw: impl FnOnce() -> T) -> T {
        let _pen = PEN.lock().unwrap_or_else(PoisonError::into_inner);
        writing(draw)
    }

    /// Restores the terminal temporarily.
    #[cfg(unix)]
    pub(crate) fn lend(&self) {
        release();
    }

    /// Takes the terminal again, whatever other programs did to it. The screen must be redrawn.
    #[cfg(unix)]
    pub(crate) fn take_back(&self) -> io::Result<()> {
        // crossterm sets raw mode only if it believes that it is off.
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
            // If standard error is closed, there is nowhere to report to.
            let _ = writeln!(io::stderr(), "unriddle: a search failed, which is a bug in Unriddle: {words}");
        }
    }
}

/// Restores the terminal, if it is held, from a thread that does not draw, just before the program
/// ends. The current frame is finished first, and none is drawn after it. A terminal that does not
/// accept output delays this by at most twice [`PATIENCE`].
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
    // Nothing is drawn from here on.
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

/// The output: standard output without its lock, which the drawing thread holds permanently, and
/// without its buffer, which would keep what a lost terminal does not accept.
#[cfg(unix)]
pub(crate) fn screen() -> io::Result<File> {
    use std::os::fd::AsFd;
    Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
}

/// The output on Windows: standard output, likewise without its lock and buffer.
#[cfg(windows)]
pub(crate) fn screen() -> io::Result<File> {
    use std::os::windows::io::AsHandle;
    Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
}

fn release() {
    if HELD.swap(false, Ordering::SeqCst) {
        // Each step is tried even if another fails. Steps that may block come last.
        let _ = disable_raw_mode();
        let _ = leave();
    }
}

/// Makes panics restore the terminal before they print their message.
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

    /// Runs one of the ignored tests in a terminal of its own.
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
    fn a_panic_in_the_background_is_reported_at_the_end() {
        let mut console = in_terminal("a_search_panics");
        assert_eq!(console.end(), 0);
        console.is_clean();
        console.see("a search failed");
        console.see("out of memory");
    }
}
