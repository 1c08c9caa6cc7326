//! Unix signals as ordinary calls: a thread waits for them, so a handler may do anything.
//!
//! Ctrl-C (SIGINT), SIGTERM and SIGHUP ask the program to end. SIGHUP stays ignored if it was
//! ignored from the start, as under `nohup`: the program should outlive its terminal. The signals of job control,
//! [`Job`], matter only while the program holds the terminal.

#[cfg(unix)]
pub(crate) use self::unix::{Job, default_action, on_end, on_job};

/// Calls this whenever the program is asked to end.
#[cfg(not(unix))]
pub(crate) fn on_end(mut call: impl FnMut() + Send + 'static) -> std::io::Result<()> {
    ctrlc::set_handler(move || call()).map_err(std::io::Error::other)
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::thread;

    use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    /// A signal to a program that holds the terminal.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Job {
        /// SIGQUIT: end at once, with a core dump if the system keeps them.
        Quit,
        /// SIGTSTP: stop until SIGCONT.
        Stop,
        /// SIGCONT: continue, whatever stopped the program.
        GoOn,
    }

    /// Calls this whenever the program is asked to end.
    pub(crate) fn on_end(mut call: impl FnMut() + Send + 'static) -> io::Result<()> {
        let signals = [SIGINT, SIGTERM].into_iter().chain((!ignores_hangup()).then_some(SIGHUP));
        listen(Signals::new(signals)?, move |_| call())
    }

    /// Calls this with every signal of job control. Its default action no longer happens by itself:
    /// see [`default_action`].
    pub(crate) fn on_job(mut call: impl FnMut(Job) + Send + 'static) -> io::Result<()> {
        listen(Signals::new([SIGQUIT, SIGTSTP, SIGCONT])?, move |signal| {
            call(match signal {
                SIGQUIT => Job::Quit,
                SIGTSTP => Job::Stop,
                _ => Job::GoOn,
            });
        })
    }

    /// Does what the system does when no handler is installed.
    pub(crate) fn default_action(job: Job) {
        let signal = match job {
            Job::Quit => SIGQUIT,
            Job::Stop => SIGTSTP,
            Job::GoOn => SIGCONT,
        };
        // It fails only for signals it does not know.
        let _ = emulate_default_handler(signal);
    }

    fn listen(mut signals: Signals, mut call: impl FnMut(i32) + Send + 'static) -> io::Result<()> {
        let wait = move || signals.forever().for_each(&mut call);
        thread::Builder::new().name("signals".into()).spawn(wait).map(drop)
    }

    /// Whether SIGHUP was ignored when the program began. Only Linux says so.
    fn ignores_hangup() -> bool {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
        mask.is_some_and(|mask| mask & (1 << (SIGHUP - 1)) != 0)
    }
}
