//! A vector that grows without moving what it holds.
//!
//! A `Vec` that doubles holds its old and its new half for a moment and up to half of it is
//! empty afterwards: a search at the limit of its memory can afford neither. Chunks of 4096
//! elements cost one more look-up into a list that stays in the cache; at most one chunk is
//! part empty. The first chunk grows like any `Vec`, so a small search stays small.

const BITS: u32 = 12;
const CHUNK: usize = 1 << BITS;
/// What the first chunk begins with.
const FIRST: usize = 32;

/// A growing list of elements, numbered from 0.
pub(crate) struct Chunks<T> {
    chunks: Vec<Vec<T>>,
    len: u32,
}

impl<T> Chunks<T> {
    pub(crate) fn new() -> Self {
        Chunks { chunks: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    pub(crate) fn push(&mut self, element: T) {
        self.len += 1;
        match self.chunks.last_mut() {
            Some(last) if last.len() < CHUNK => last.push(element),
            last => {
                let mut chunk = Vec::with_capacity(if last.is_none() { FIRST } else { CHUNK });
                chunk.push(element);
                self.chunks.push(chunk);
            }
        }
    }

    pub(crate) fn get(&self, at: u32) -> &T {
        &self.chunks[(at >> BITS) as usize][at as usize % CHUNK]
    }

    pub(crate) fn get_mut(&mut self, at: u32) -> &mut T {
        &mut self.chunks[(at >> BITS) as usize][at as usize % CHUNK]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.chunks.iter().flatten()
    }

    /// Memory held.
    pub(crate) fn bytes(&self) -> usize {
        let elements = match self.chunks.as_slice() {
            [] => 0,
            [first, rest @ ..] => first.capacity() + rest.len() * CHUNK,
        };
        elements * size_of::<T>() + self.chunks.capacity() * size_of::<Vec<T>>()
    }
}
