//! Asks the system to back large tables with huge pages.
//!
//! A table of many megabytes that is read at random misses not only the caches but also the processor's list
//! of pages. Pages of 2 MB instead of 4 kB are found faster and are handed out faster. Linux
//! provides them on request (`madvise`), if available; without them everything works the same, only slower.
//!
//! # Safety
//!
//! The one `unsafe` call in this file is advice to the system: it changes neither the contents of memory nor
//! which addresses are valid. The range is rounded to pages, so it can include neighbours of the table on its
//! first and last page. Advice does them no harm. If the system refuses, nothing has happened.

#![allow(unsafe_code)]

/// The size of a huge page on most machines. Smaller tables have no use for one.
const HUGE_PAGE: usize = 1 << 21;

/// An array of zeros, on huge pages if it is large.
pub(crate) fn zeros(len: usize) -> Vec<u32> {
    // The system hands out zeros, a page at a time when it is first used.
    let zeros = vec![0; len];
    advise(&zeros);
    zeros
}

/// Asks for huge pages for memory that was not used yet.
pub(crate) fn advise<T>(memory: &[T]) {
    let bytes = size_of_val(memory);
    if bytes < HUGE_PAGE {
        return;
    }
    #[cfg(all(target_os = "linux", not(miri)))]
    {
        const PAGE: usize = 4096;
        let start = memory.as_ptr() as usize;
        let first = start & !(PAGE - 1);
        let length = (start + bytes).next_multiple_of(PAGE) - first;
        // SAFETY: see above. With larger pages than 4 kB, the system refuses an address that is not at the
        // beginning of one.
        let _ = unsafe { libc::madvise(first as *mut libc::c_void, length, libc::MADV_HUGEPAGE) };
    }
}
