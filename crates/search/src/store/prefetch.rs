//! Asks the processor to fetch memory that is needed soon.
//!
//! A large search mostly waits for memory. A fetch that is asked for early enough costs a few instructions
//! instead of a hundred nanoseconds, and unlike a read it keeps nothing else waiting.
//!
//! # Safety
//!
//! The one `unsafe` call in this file is a hint: it reads nothing that the program can see, writes nothing,
//! and never faults, whatever the address. Here the address comes from a reference and is valid anyway. On
//! other processors than x86-64 nothing happens.

#![allow(unsafe_code)]

/// Fetches the cache line in which `value` begins.
#[inline(always)]
pub(crate) fn prefetch<T: ?Sized>(value: &T) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: a prefetch has no effect but on the caches, for any address. Every x86-64 processor has it.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = value;
}
