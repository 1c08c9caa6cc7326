//! Copies and compares the words of flat states, which are few.
//!
//! Natively these are what slices do themselves. In WebAssembly a copy of a slice calls the browser, and a comparison
//! goes byte by byte; for the few words of most states a loop takes less. Both took 6 % of a search of PuzzleScript.

/// The maximum number of words for which a loop is used.
const FEW: usize = 16;

/// Whether a slice of this length is handled word by word.
#[inline]
fn is_short(words: &[u64]) -> bool {
    cfg!(target_arch = "wasm32") && words.len() <= FEW
}

/// Whether two states are equal.
#[inline]
pub fn are_equal(one: &[u64], other: &[u64]) -> bool {
    if is_short(one) {
        return one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other);
    }
    one == other
}

/// Copies a state to another place of the same length.
#[inline]
pub fn copy(from: &[u64], to: &mut [u64]) {
    if !is_short(from) {
        return to.copy_from_slice(from);
    }
    assert_eq!(from.len(), to.len(), "states have as many words as their puzzle says");
    // Two at a time: the compiler turns a loop over single words into the call that it is to replace.
    let ((pairs, rest), (to_pairs, to_rest)) = (from.as_chunks::<2>(), to.as_chunks_mut::<2>());
    for (to, pair) in to_pairs.iter_mut().zip(pairs) {
        *to = *pair;
    }
    if let ([to], [word]) = (to_rest, rest) {
        *to = *word;
    }
}

/// Appends a state to a list.
#[inline]
pub(crate) fn append(list: &mut Vec<u64>, state: &[u64]) {
    if !is_short(state) {
        return list.extend_from_slice(state);
    }
    list.reserve(state.len());
    state.iter().for_each(|&word| list.push(word));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_copied_and_compared_whatever_their_number() {
        for length in 0..40 {
            let state: Vec<u64> = (1..=length).collect();
            let mut other = vec![0; state.len()];
            assert_eq!(are_equal(&state, &other), state.is_empty());
            copy(&state, &mut other);
            assert!(are_equal(&state, &other));
            append(&mut other, &state);
            assert_eq!(other, [&state[..], &state[..]].concat());
            assert_eq!(are_equal(&state, &other), state.is_empty());
        }
    }
}
