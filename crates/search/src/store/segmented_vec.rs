//! A vector that grows without moving its elements.
//!
//! A `Vec` that doubles holds its old and new buffer for a moment, and up to half of it is empty
//! afterwards: a search at its memory limit can afford neither. Segments of 4096 elements cost one
//! more look-up, in a list that stays in the cache; at most one segment is partly empty. The first
//! segment grows like any `Vec`, so a small search stays small.

const BITS: u32 = 12;
/// Elements per segment.
const SEGMENT: usize = 1 << BITS;
/// The initial capacity of the first segment.
const FIRST: usize = 32;

/// A growing list of elements, indexed from 0.
#[derive(Debug)]
pub struct SegmentedVec<T> {
    segments: Vec<Vec<T>>,
    len: u32,
}

impl<T> SegmentedVec<T> {
    pub(crate) fn new() -> Self {
        SegmentedVec { segments: Vec::new(), len: 0 }
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    pub(crate) fn push(&mut self, element: T) {
        self.len += 1;
        match self.segments.last_mut() {
            Some(last) if last.len() < SEGMENT => last.push(element),
            last => {
                let mut segment = Vec::with_capacity(if last.is_none() { FIRST } else { SEGMENT });
                segment.push(element);
                self.segments.push(segment);
            }
        }
    }

    pub(crate) fn get(&self, at: u32) -> &T {
        &self.segments[(at >> BITS) as usize][at as usize % SEGMENT]
    }

    pub(crate) fn get_mut(&mut self, at: u32) -> &mut T {
        &mut self.segments[(at >> BITS) as usize][at as usize % SEGMENT]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.segments.iter().flatten()
    }

    /// Memory held.
    pub(crate) fn bytes(&self) -> usize {
        let elements = match self.segments.as_slice() {
            [] => 0,
            [first, rest @ ..] => first.capacity() + rest.len() * SEGMENT,
        };
        elements * size_of::<T>() + self.segments.capacity() * size_of::<Vec<T>>()
    }
}
