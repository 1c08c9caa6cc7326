//! A vector that grows without moving its elements.
//!
//! A `Vec` that doubles holds its old and new buffer for a moment, and up to half of it is empty
//! afterwards: a search at its memory limit can afford neither. Segments of 4096 elements cost one
//! more look-up, in a list that stays in the cache; at most one segment is partly empty. That one is
//! kept separately, since most accesses go there. The first segment grows like any `Vec`, so a small
//! search stays small.

const BITS: u32 = 12;
/// Elements per segment.
const SEGMENT: usize = 1 << BITS;

/// A growing list of elements, indexed from 0.
#[derive(Debug)]
pub struct SegmentedVec<T> {
    /// Full segments.
    segments: Vec<Vec<T>>,
    /// The segment that is being filled.
    newest: Vec<T>,
}

impl<T> SegmentedVec<T> {
    pub(crate) fn new() -> Self {
        SegmentedVec { segments: Vec::new(), newest: Vec::new() }
    }

    #[inline]
    pub(crate) fn len(&self) -> u32 {
        (self.segments.len() * SEGMENT + self.newest.len()) as u32
    }

    #[inline]
    pub(crate) fn push(&mut self, element: T) {
        if self.newest.len() == SEGMENT {
            self.next_segment();
        }
        self.newest.push(element);
    }

    #[cold]
    fn next_segment(&mut self) {
        let next = Vec::with_capacity(SEGMENT);
        self.segments.push(std::mem::replace(&mut self.newest, next));
    }

    #[inline]
    pub(crate) fn get(&self, at: u32) -> &T {
        let segment = self.segments.get((at >> BITS) as usize).unwrap_or(&self.newest);
        &segment[at as usize % SEGMENT]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, at: u32) -> &mut T {
        let segment = self.segments.get_mut((at >> BITS) as usize).unwrap_or(&mut self.newest);
        &mut segment[at as usize % SEGMENT]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &T> {
        self.segments.iter().flatten().chain(&self.newest)
    }

    /// Memory held.
    pub(crate) fn bytes(&self) -> usize {
        let elements = self.segments.len() * SEGMENT + self.newest.capacity();
        elements * size_of::<T>() + self.segments.capacity() * size_of::<Vec<T>>()
    }
}
