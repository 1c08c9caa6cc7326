//! A digest of what a run is about, by which processes notice that they do not mean the same.

/// The FNV-1a hash of these parts, each with its length. It finds mistakes, not forgeries.
#[must_use]
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |bytes: &[u8]| {
        for &byte in bytes {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    };
    for part in parts {
        add(&(part.len() as u64).to_le_bytes());
        add(part);
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::digest;

    #[test]
    fn parts_are_kept_apart() {
        assert_ne!(digest([&b"ab"[..], b"c"]), digest([&b"a"[..], b"bc"]));
        assert_eq!(digest([&b"ab"[..], b"c"]), digest([&b"ab"[..], b"c"]));
    }
}
