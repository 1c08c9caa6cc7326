//! The allocator of the standard library, which tells the host when there is no more memory.
//!
//! A failed allocation ends the instance without a message. The host must know why, to report the memory
//! limit. It costs a comparison per allocation.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};

#[link(wasm_import_module = "unriddle")]
unsafe extern "C" {
    /// An allocation of this many bytes has failed.
    safe fn out_of_memory(bytes: usize);
}

struct Reporting;

#[global_allocator]
static ALLOCATOR: Reporting = Reporting;

// SAFETY: every call is passed on to the allocator of the system with the same arguments, and its result is
// returned unchanged. The import does not call back into the module.
unsafe impl GlobalAlloc for Reporting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        reported(unsafe { System.alloc(layout) }, layout.size())
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        reported(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        reported(unsafe { System.realloc(block, layout, size) }, size)
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        unsafe { System.dealloc(block, layout) }
    }
}

fn reported(block: *mut u8, bytes: usize) -> *mut u8 {
    if block.is_null() {
        out_of_memory(bytes);
    }
    block
}
