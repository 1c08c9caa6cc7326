//! How a session is written: it goes back and forth with every move, so it is kept short.
//!
//! Moves are one string with blanks between their names, of which no name has any. Steps are counted: most of
//! them have one move.

/// Moves by name, as one string. A list of names is read as well.
pub(super) mod names {
    use serde::{Deserialize, Deserializer, Serializer};

    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Either {
        Joined(String),
        List(Vec<String>),
    }

    pub(in super::super) fn serialize<S: Serializer>(names: &[String], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&names.join(" "))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
        Ok(match Either::deserialize(from)? {
            Either::Joined(names) => names.split_whitespace().map(String::from).collect(),
            Either::List(names) => names,
        })
    }
}

/// The numbers of moves made after each step, as pairs: a number of steps, and how many moves each of them has.
pub(super) mod ends {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// The maximum number of steps that are read.
    const MAX: usize = 100_000;

    pub(in super::super) fn serialize<S: Serializer>(ends: &[usize], to: S) -> Result<S::Ok, S::Error> {
        let mut runs: Vec<(usize, usize)> = Vec::new();
        let mut before = 0;
        for &end in ends {
            let moves = end.saturating_sub(before);
            before = end;
            match runs.last_mut() {
                Some((times, same)) if *same == moves => *times += 1,
                _ => runs.push((1, moves)),
            }
        }
        runs.serialize(to)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<usize>, D::Error> {
        let runs: Vec<(usize, usize)> = Vec::deserialize(from)?;
        let mut ends = Vec::new();
        let mut made = 0usize;
        for (times, moves) in runs {
            if times > MAX - ends.len() {
                return Err(D::Error::custom(format!("there can be at most {MAX} steps")));
            }
            for _ in 0..times {
                made = made.saturating_add(moves);
                ends.push(made);
            }
        }
        Ok(ends)
    }
}
