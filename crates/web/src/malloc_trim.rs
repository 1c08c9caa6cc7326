//! Returns free memory to the system.
//!
//! The GNU C library keeps the memory that a thread frees in an arena of that thread. After a large
//! search this can be hundreds of megabytes that nothing else can use. `malloc_trim` returns them; it
//! takes a few milliseconds. Other allocators are left alone.
//!
//! Calling it is unsafe code. The function takes no pointer, touches only free
//! memory, and may be called from any thread at any time.

/// Returns the free memory of all arenas to the system.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
pub(crate) fn trim() {
    // SAFETY: `malloc_trim` has no preconditions and takes the allocator's own locks. Its result,
    // whether any memory was released, does not matter.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Does nothing: there is no such call here.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn trim() {}
