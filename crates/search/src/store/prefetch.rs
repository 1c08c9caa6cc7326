//! Asks the processor to fetch memory that is needed soon.
//!
//! A large search mostly waits for memory. A fetch that is asked for early enough costs a few instructions
//! instead of a hundred nanoseconds, and unlike a read it keeps nothing else waiting.
//!
//! WebAssembly has no such instruction. There the first byte is read and not used: a processor goes on while it
//! waits for a value that nothing needs, so a series of such reads overlaps as well.
//!
//! # Safety
//!
//! On x86-64 the `unsafe` call is a hint: it reads nothing that the program can see, writes nothing, and never
//! faults, whatever the address. In WebAssembly it reads one byte of a value that is borrowed, and has at least
//! one; the byte may be padding, so it is read as one that need not be initialised. On other processors nothing
//! happens.

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
    #[cfg(target_arch = "wasm32")]
    if size_of_val(value) > 0 {
        // SAFETY: the value is borrowed, so its first byte can be read; a byte has no alignment.
        let _ = unsafe { std::ptr::from_ref(value).cast::<std::mem::MaybeUninit<u8>>().read_volatile() };
    }
    #[cfg(not(any(target_arch = "wasm32", all(target_arch = "x86_64", not(miri)))))]
    let _ = value;
}
