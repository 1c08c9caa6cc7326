//! The container that travels through the dataflow: all messages of a batch from one process to another, as
//! raw bytes.
//!
//! Timely would serialise a vector of items by `bincode`. A parcel is written as it is: sender, receiver,
//! number of messages, the length of each, the messages, and zeros up to a multiple of eight. Timely adds 72
//! bytes to every container, which is why messages share one: with 32 shards and short rounds that was a fifth
//! of all bytes.

use std::io::Write;

use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::communication::Push;
use timely::dataflow::channels::pushers::exchange::Distributor;
use timely::dataflow::channels::{ContainerBytes, Message};

/// Sender and receiver, 2 bytes each, and the number of messages, 4 bytes.
const HEAD: usize = 8;
/// The length of a message.
const LENGTH: usize = 4;

/// Messages, or nothing, which timely leaves behind where it took some.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parcel(pub(crate) Option<Content>);

/// The messages themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Content {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) messages: Vec<Vec<u8>>,
}

impl Content {
    /// The bytes of all messages.
    pub(crate) fn bytes(&self) -> u64 {
        self.messages.iter().map(|message| message.len() as u64).sum()
    }

    /// Reads what was written. `None` if it is malformed.
    fn read(mut bytes: &[u8]) -> Option<Content> {
        let head = bytes.split_off(..HEAD)?;
        let [from, to] = [0, 2].map(|at| usize::from(u16::from_le_bytes([head[at], head[at + 1]])));
        let count = u32::from_le_bytes([head[4], head[5], head[6], head[7]]) as usize;
        let lengths = bytes.split_off(..count.checked_mul(LENGTH)?)?;
        let message = |length: &[u8]| {
            let length = u32::from_le_bytes(length.try_into().ok()?) as usize;
            bytes.split_off(..length).map(<[u8]>::to_vec)
        };
        let messages = lengths.chunks_exact(LENGTH).map(message).collect::<Option<_>>()?;
        Some(Content { from, to, messages })
    }
}

impl Accountable for Parcel {
    fn record_count(&self) -> i64 {
        i64::from(self.0.is_some())
    }
}

impl ContainerBytes for Parcel {
    /// A parcel that cannot be read becomes an empty message of process 0, which no receiver accepts.
    fn from_bytes(bytes: Bytes) -> Self {
        let malformed = || Content { from: 0, to: 0, messages: vec![Vec::new()] };
        Parcel(Some(Content::read(&bytes).unwrap_or_else(malformed)))
    }

    fn length_in_bytes(&self) -> usize {
        let messages = self.0.as_ref().map(|content| &content.messages[..]).unwrap_or_default();
        let bytes: usize = messages.iter().map(|message| LENGTH + message.len()).sum();
        HEAD + bytes.next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let Some(Content { from, to, messages }) = &self.0 else { return };
        let mut write = |bytes: &[u8]| writer.write_all(bytes).expect("timely's buffers are in memory");
        // There are at most 32 processes and as many shards, and a message fits the memory of a round.
        write(&(*from as u16).to_le_bytes());
        write(&(*to as u16).to_le_bytes());
        write(&(messages.len() as u32).to_le_bytes());
        messages.iter().for_each(|message| write(&(message.len() as u32).to_le_bytes()));
        messages.iter().for_each(|message| write(message));
        let bytes: usize = messages.iter().map(|message| LENGTH + message.len()).sum();
        write(&[0; 8][..bytes.next_multiple_of(8) - bytes]);
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

    fn written(parcel: &Parcel) -> Vec<u8> {
        let mut bytes = Vec::new();
        parcel.into_bytes(&mut bytes);
        bytes
    }

    fn read(bytes: Vec<u8>) -> Parcel {
        Parcel::from_bytes(BytesMut::from(bytes).freeze())
    }

    #[test]
    fn a_parcel_comes_back_from_its_bytes() {
        for lengths in [&[][..], &[0], &[1], &[8, 0, 3], &[1001; 31]] {
            let messages = lengths.iter().map(|&length| vec![7; length]).collect();
            let parcel = Parcel(Some(Content { from: 3, to: 31, messages }));
            let bytes = written(&parcel);
            assert_eq!(bytes.len(), parcel.length_in_bytes());
            assert_eq!(bytes.len() % 8, 0);
            assert_eq!(read(bytes), parcel);
        }
    }

    #[test]
    fn a_malformed_parcel_holds_one_empty_message() {
        let parcel = Parcel(Some(Content { from: 3, to: 1, messages: vec![vec![7; 20]; 2] }));
        let bytes = written(&parcel);
        let mut endless = bytes.clone();
        endless[4..8].fill(255);
        for malformed in [Vec::new(), bytes[..40].to_vec(), endless] {
            let Parcel(Some(content)) = read(malformed) else { panic!("it is a parcel") };
            assert_eq!(content.messages, [Vec::<u8>::new()]);
        }
    }
}
