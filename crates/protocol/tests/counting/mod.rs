//! An allocator that counts what each thread allocates: the peak of some work is not disturbed by other threads.
//!
//! Memory must be freed by the thread that allocated it. Growing a block counts the old and the new one, as if it always
//! had to move.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The system's allocator, with counters.
struct Counted;

#[global_allocator]
static COUNTED: Counted = Counted;

thread_local! {
    // Without destructors and lazy initialisation, which would allocate.
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// Adds to the bytes that this thread has allocated.
fn count(bytes: isize) {
    let now = NOW.get() + bytes;
    NOW.set(now);
    PEAK.set(PEAK.get().max(now));
}

// SAFETY: Every call is passed on to the system's allocator unchanged; counting neither allocates nor panics.
#[expect(unsafe_code, reason = "an allocator cannot be written without it")]
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size().cast_signed());
        // SAFETY: The caller keeps the contract of `GlobalAlloc::alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        count(-layout.size().cast_signed());
        // SAFETY: The caller keeps the contract of `GlobalAlloc::dealloc`, and all blocks come from `System`.
        unsafe { System.dealloc(block, layout) }
    }
}

/// The peak memory of some work on this thread, beyond what was allocated before.
pub(crate) fn peak<T>(work: impl FnOnce() -> T) -> usize {
    let before = NOW.get();
    PEAK.set(before);
    drop(work());
    usize::try_from(PEAK.get() - before).unwrap_or(0)
}

#[test]
fn the_peak_counts_this_thread_alone_and_freed_memory_no_longer() {
    let taken = peak(|| {
        drop(vec![0u8; 1 << 20]);
        std::thread::scope(|scope| scope.spawn(|| drop(vec![0u8; 1 << 24])).join())
            .expect("it does not panic");
        vec![0u8; 1 << 19]
    });
    assert!((1 << 20..1 << 21).contains(&taken), "{taken}");
}
