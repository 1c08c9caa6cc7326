//! The clock of a search.
//!
//! It is the system's monotonic clock where there is one. WebAssembly in a browser has none: there the host sets
//! the time ([`set_time_source`]), and without one no time passes, so that no time limit is ever reached.

#[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
pub(crate) use std::time::Instant;

#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub(crate) use self::hosted::Instant;
#[cfg(all(target_arch = "wasm32", target_os = "unknown"))]
pub use self::hosted::set_time_source;

#[cfg(any(test, all(target_arch = "wasm32", target_os = "unknown")))]
mod hosted {
    use std::sync::OnceLock;
    use std::time::Duration;

    static MILLISECONDS: OnceLock<fn() -> f64> = OnceLock::new();

    /// Sets where the time comes from: milliseconds since any moment, which never go back. The first call
    /// counts. Only on `wasm32-unknown-unknown`, where the standard library has no clock.
    pub fn set_time_source(milliseconds: fn() -> f64) {
        let _ = MILLISECONDS.set(milliseconds);
    }

    /// A substitute for [`std::time::Instant`] with the methods used here. It counts nanoseconds, which avoids the
    /// divisions of a [`Duration`].
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub(crate) struct Instant(u64);

    impl Instant {
        pub(crate) fn now() -> Self {
            let milliseconds = MILLISECONDS.get().map_or(0.0, |now| now());
            Instant((milliseconds * 1e6) as u64)
        }

        pub(crate) fn elapsed(self) -> Duration {
            Self::now().duration_since(self)
        }

        pub(crate) fn duration_since(self, earlier: Self) -> Duration {
            Duration::from_nanos(self.0.saturating_sub(earlier.0))
        }

        pub(crate) fn checked_add(self, time: Duration) -> Option<Self> {
            self.0.checked_add(u64::try_from(time.as_nanos()).ok()?).map(Instant)
        }
    }

    #[cfg(test)]
    mod tests {
        use std::sync::atomic::{AtomicU64, Ordering};

        use super::*;

        #[test]
        fn time_passes_as_the_host_says() {
            static NOW: AtomicU64 = AtomicU64::new(1500);
            assert_eq!(Instant::now(), Instant(0), "there is no host yet");
            set_time_source(|| NOW.load(Ordering::Relaxed) as f64);
            let begun = Instant::now();
            let deadline = begun.checked_add(Duration::from_secs(2));
            NOW.store(3000, Ordering::Relaxed);
            assert_eq!(begun.elapsed(), Duration::from_millis(1500));
            assert!(Some(Instant::now()) < deadline);
            assert_eq!(begun.duration_since(Instant::now()), Duration::ZERO, "it never goes back");
        }
    }
}
