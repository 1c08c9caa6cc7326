//! The container that travels through the dataflow: one message from a process to another, as raw bytes.
//!
//! Timely would serialise a vector of items by `bincode`. A parcel is written as it is: sender, receiver,
//! length, bytes, and zeros up to a multiple of eight.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// Sender, receiver and length, 8 bytes each.
const HEAD: usize = 24;

/// A message, or nothing, which timely leaves behind where it took one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parcel(pub(crate) Option<Content>);

/// The message itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) bytes: Vec<u8>,
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(self.0.is_some())
    }
}

impl ContainerBytes for Parcel {
    /// A parcel that cannot be read becomes an empty message, which no receiver accepts.
    fn from_bytes(bytes: Bytes) -> Self {
        let number = |at: usize| {
            let number = bytes.get(at..at + 8).and_then(|bytes| bytes.try_into().ok());
            number.map_or(0, |bytes| u64::from_le_bytes(bytes) as usize)
        };
        let (from, to, len) = (number(0), number(8), number(16));
        let bytes = HEAD.checked_add(len).and_then(|end| bytes.get(HEAD..end)).unwrap_or_default().to_vec();
        Parcel(Some(Content { from, to, bytes }))
    }

    fn length_in_bytes(&self) -> usize {
        HEAD + self.0.as_ref().map_or(0, |content| content.bytes.len()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let Some(Content { from, to, bytes }) = &self.0 else { return };
        let zeros = bytes.len().next_multiple_of(8) - bytes.len();
        let mut write = |bytes: &[u8]| writer.write_all(bytes).expect("timely's buffers are in memory");
        for number in [*from, *to, bytes.len()] {
            write(&(number as u64).to_le_bytes());
        }
        write(bytes);
        write(&[0; 8][..zeros]);
    }
}

/// Hands each parcel to the worker of its receiver.
pub(crate) struct ToReceiver;

impl Distributor<Parcel> for ToReceiver {
    fn partition<T: Clone, P: Push<Message<T, Parcel>>>(
        &mut self,
        parcel: &mut Parcel,
        time: &T,
        pushers: &mut [P],
    ) {
        let Some(to) = parcel.0.as_ref().map(|content| content.to) else { return };
        Message::push_at(parcel, time.clone(), &mut pushers[to]);
    }

    /// Nothing is held back.
    fn flush<T: Clone, P: Push<Message<T, Parcel>>>(&mut self, _: &T, _: &mut [P]) {}
}

#[cfg(test)]
mod tests {
    use timely::bytes::arc::BytesMut;

    use super::*;

    #[test]
    fn a_parcel_comes_back_from_its_bytes() {
        for len in [0, 1, 8, 1001] {
            let parcel = Parcel(Some(Content { from: 3, to: 1, bytes: vec![7; len] }));
            let mut bytes = Vec::new();
            parcel.into_bytes(&mut bytes);
            assert_eq!(bytes.len(), parcel.length_in_bytes());
            assert_eq!(bytes.len() % 8, 0);
            assert_eq!(Parcel::from_bytes(BytesMut::from(bytes).freeze()), parcel);
        }
    }
}
