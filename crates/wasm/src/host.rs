//! The border between the module and the JavaScript around it.
//!
//! The host calls [`reserve`], writes the name of a request and its body there, and calls [`answer`], which
//! passes each part of the reply to the import `reply` before it returns. The bytes of a reply belong to the
//! module, and the host copies them at once. A panic is passed on as a reply of its own kind; the instance is
//! of no use afterwards, and the host discards it.
#![allow(unsafe_code)]

use std::cell::RefCell;
use std::panic;

use unriddle_search::set_time_source;

use crate::Part;

/// What the bytes of a reply are. The host uses the same numbers.
#[repr(u32)]
#[derive(Clone, Copy)]
enum Kind {
    Value = 0,
    Event = 1,
    Failure = 2,
    /// The media type of the file that follows.
    MediaType = 3,
    File = 4,
    /// The message of a panic.
    Panic = 5,
}

#[link(wasm_import_module = "unriddle")]
unsafe extern "C" {
    /// The milliseconds since any moment.
    safe fn now() -> f64;
    /// Takes a part of the reply. The host only reads the bytes, and only during the call.
    fn reply(kind: u32, bytes: *const u8, length: usize);
}

thread_local! {
    /// The name of the request and its body, written by the host.
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

fn send(kind: Kind, bytes: &[u8]) {
    // SAFETY: the pointer and the length are those of a slice that lives until the call returns.
    unsafe { reply(kind as u32, bytes.as_ptr(), bytes.len()) }
}

/// Prepares the instance. The host calls it once, before anything else.
#[unsafe(no_mangle)]
extern "C" fn start() {
    set_time_source(|| now());
    panic::set_hook(Box::new(|panic| send(Kind::Panic, panic.to_string().as_bytes())));
}

/// Makes room for a request of this many bytes. Returns where the host writes them; the place is valid until
/// the next call of any export.
#[unsafe(no_mangle)]
extern "C" fn reserve(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        *request = vec![0; length];
        request.as_mut_ptr()
    })
}

/// Answers the request that was written to the reserved place: its first `name` bytes are its name, the
/// others its body.
#[unsafe(no_mangle)]
extern "C" fn answer(name: usize) {
    let request = REQUEST.take();
    let (name, body) = request.split_at(name.min(request.len()));
    crate::answer(&String::from_utf8_lossy(name), body, &mut |part| match part {
        Part::Value(json) => send(Kind::Value, &json),
        Part::Event(json) => send(Kind::Event, &json),
        Part::Failure(json) => send(Kind::Failure, &json),
        Part::File(file) => {
            send(Kind::MediaType, file.media_type.as_bytes());
            send(Kind::File, &file.bytes);
        }
    });
}
