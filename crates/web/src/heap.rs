//! Gives memory that is free back to the system.
//!
//! The allocator of GNU/Linux keeps what a thread has freed for that thread: after a large search
//! that can be hundreds of megabytes which nobody else can use. It gives them back when it is asked
//! to, which takes some milliseconds. Other systems' allocators are left to themselves.
//!
//! This is the only unsafe code of the project. The function it calls takes no pointer, looks only
//! at memory that is free, and may be called from any thread at any time.

/// Gives back what the allocator keeps.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub(crate) fn give_back() {
    // SAFETY: `malloc_trim` has no preconditions and takes the allocator's own locks. Whether
    // anything was given back does not matter.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Gives back what the allocator keeps: nothing that could be asked for here.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn give_back() {}
