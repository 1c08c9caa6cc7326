//! States as bytes, the same on every machine.
//!
//! The numbers, arrays and boxed slices that packed states are made of have a form already; a state that is
//! a struct of them writes its fields one after the other.

/// How the states of a puzzle are written as bytes and read again.
///
/// ```
/// use unriddle_search::Tuning;
/// use unriddle_search::distributed::ByteForm;
/// # use unriddle_search::{Cost, Puzzle};
/// # struct Counter;
///
/// impl Puzzle for Counter {
///     type State = u32;
/// #   type Move = ();
/// #   fn start(&self) -> u32 { 0 }
/// #   fn is_solved(&self, state: &u32) -> bool { *state == 3 }
/// #   fn expand(&self, state: &u32, mut visit: impl FnMut((), Cost, u32)) { visit((), 1, state + 1) }
///     // …
///     fn tuning(&self) -> Tuning<Self> {
///         Tuning { byte_form: Some(ByteForm::new()), ..Tuning::default() }
///     }
/// }
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ByteForm<S> {
    write: fn(&S, &mut Vec<u8>),
    read: fn(&mut &[u8]) -> Option<S>,
}

impl<S: StateBytes> ByteForm<S> {
    /// The form that the type of the states has.
    #[inline]
    #[must_use]
    pub const fn new() -> Self {
        ByteForm { write: S::write, read: S::read }
    }
}

impl<S> ByteForm<S> {
    #[inline]
    pub(crate) fn write(&self, state: &S, bytes: &mut Vec<u8>) {
        (self.write)(state, bytes);
    }

    #[inline]
    pub(crate) fn read(&self, bytes: &mut &[u8]) -> Option<S> {
        (self.read)(bytes)
    }
}

impl<S: StateBytes> Default for ByteForm<S> {
    fn default() -> Self {
        Self::new()
    }
}

/// A value that travels between machines as bytes.
pub trait StateBytes: Sized {
    /// Appends the bytes of the value.
    fn write(&self, bytes: &mut Vec<u8>);

    /// Takes a value from the front of `bytes`. `None` if there is none.
    fn read(bytes: &mut &[u8]) -> Option<Self>;
}

macro_rules! number {
    ($($number:ty),*) => {$(
        impl StateBytes for $number {
            #[inline]
            fn write(&self, bytes: &mut Vec<u8>) {
                bytes.extend_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn read(bytes: &mut &[u8]) -> Option<Self> {
                let (first, rest) = bytes.split_first_chunk()?;
                *bytes = rest;
                Some(Self::from_le_bytes(*first))
            }
        }
    )*};
}

number!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);

impl StateBytes for () {
    fn write(&self, _: &mut Vec<u8>) {}

    fn read(_: &mut &[u8]) -> Option<()> {
        Some(())
    }
}

impl<T: StateBytes, const N: usize> StateBytes for [T; N] {
    #[inline]
    fn write(&self, bytes: &mut Vec<u8>) {
        self.iter().for_each(|element| element.write(bytes));
    }

    #[inline]
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let mut short = false;
        let array = [(); N].map(|()| {
            let element = T::read(bytes);
            short |= element.is_none();
            element
        });
        if short { None } else { Some(array.map(|element| element.expect("none is missing"))) }
    }
}

impl<T: StateBytes> StateBytes for Vec<T> {
    fn write(&self, bytes: &mut Vec<u8>) {
        // The longest state there is has far fewer elements.
        (self.len() as u32).write(bytes);
        self.iter().for_each(|element| element.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        let len = u32::read(bytes)? as usize;
        // A length that was made up must not allocate.
        let mut list = Vec::with_capacity(len.min(bytes.len()));
        for _ in 0..len {
            list.push(T::read(bytes)?);
        }
        Some(list)
    }
}

impl<T: StateBytes> StateBytes for Box<[T]> {
    fn write(&self, bytes: &mut Vec<u8>) {
        (self.len() as u32).write(bytes);
        self.iter().for_each(|element| element.write(bytes));
    }

    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Vec::read(bytes).map(Vec::into_boxed_slice)
    }
}

impl<A: StateBytes, B: StateBytes> StateBytes for (A, B) {
    #[inline]
    fn write(&self, bytes: &mut Vec<u8>) {
        self.0.write(bytes);
        self.1.write(bytes);
    }

    #[inline]
    fn read(bytes: &mut &[u8]) -> Option<Self> {
        Some((A::read(bytes)?, B::read(bytes)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_back<T: StateBytes + PartialEq + std::fmt::Debug>(value: T, length: usize) {
        let mut bytes = vec![];
        value.write(&mut bytes);
        assert_eq!(bytes.len(), length);
        let mut rest = &bytes[..];
        assert_eq!(T::read(&mut rest), Some(value));
        assert!(rest.is_empty());
        if let Some((_, short)) = bytes.split_last() {
            assert_eq!(T::read(&mut &short[..]), None);
        }
    }

    #[test]
    fn reading_gives_what_was_written_and_nothing_else() {
        comes_back(0x0123_4567_u32, 4);
        comes_back([1_u64, u64::MAX], 16);
        comes_back(vec![7_u16, 8], 8);
        comes_back(vec![1_u32; 3].into_boxed_slice(), 16);
        comes_back((1_u8, [2_u128]), 17);
        assert_eq!(Vec::<u64>::read(&mut &[255, 255, 255, 255, 0][..]), None);
    }
}
