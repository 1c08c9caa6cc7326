//! The connection for data, as timely reads and writes it.
//!
//! Timely's threads panic when a connection breaks. Here a broken connection looks like a silent one: the
//! thread sleeps, and [`control`](crate::control) ends the run with a message that names the process. What
//! is written is counted.

use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::thread;

use timely::communication::allocator::zero_copy::stream::Stream;

use crate::control::Shared;

/// A connection for data to one other process.
pub(crate) struct DataStream {
    pub(crate) stream: TcpStream,
    pub(crate) peer: usize,
    pub(crate) shared: Arc<Shared>,
}

impl DataStream {
    /// Reports that the connection is broken, and waits for the end of the program.
    fn broken(&self) -> ! {
        self.shared.data_is_broken(self.peer);
        loop {
            thread::park();
        }
    }
}

impl Read for DataStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.stream.read(buffer) {
                Ok(read) if read > 0 => return Ok(read),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => self.broken(),
            }
        }
    }
}

impl Write for DataStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            match self.stream.write(bytes) {
                Ok(written) if written > 0 => {
                    self.shared.sent.fetch_add(written as u64, Ordering::Relaxed);
                    return Ok(written);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Ok(_) | Err(_) => self.broken(),
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Stream for DataStream {
    fn try_clone(&self) -> io::Result<Self> {
        Ok(DataStream { stream: self.stream.try_clone()?, peer: self.peer, shared: Arc::clone(&self.shared) })
    }

    fn set_nonblocking(&self, nonblocking: bool) -> io::Result<()> {
        self.stream.set_nonblocking(nonblocking)
    }

    fn shutdown(&self, how: Shutdown) -> io::Result<()> {
        // The other side may be gone already.
        let _ = self.stream.shutdown(how);
        Ok(())
    }
}
