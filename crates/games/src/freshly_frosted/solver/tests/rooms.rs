//! Tiny levels that combine many machines.

use proptest::prelude::*;

/// A room of at most six cells, surrounded by machines that face into it. It is small enough to try
/// every layout, and open enough that many levels have several.
pub(super) fn rooms() -> impl Strategy<Value = String> {
    let way = || prop::sample::select(vec!['^', '>', 'v', '<']);
    let inside = prop_oneof![
        30 => Just(".".to_string()),
        2 => way().prop_map(|way| format!("x{way}")),
        1 => way().prop_map(String::from),
        1 => Just("*".to_string()),
        1 => Just("T-".to_string()),
    ];
    // `i` is the direction into the room, `o` the one out of it.
    let words =
        |words: &[&'static str], count| prop::collection::vec(prop::sample::select(words.to_vec()), count);
    let parts = (
        words(&["+i", "+i", "+i", "+i", "+i", "+i", "+i", "+i", "+i", "+i?"], 1..3),
        words(&["-o0", "-o0", "-o1", "-o?"], 1..3),
        words(&["1i", "1i", "bi0", "bi1", "T+i"], 0..3),
    );
    let around = parts.prop_flat_map(|(sources, targets, machines)| {
        let mut words = [sources, targets, machines].concat();
        words.resize(10, "#");
        Just(words).prop_shuffle()
    });
    let sizes = prop::sample::select(vec![(3usize, 2usize), (3, 2), (2, 3), (2, 3), (2, 2)]);
    let list = prop::sample::select(vec!["", "", "", ":targets 0 1\n", ":targets 0 0\n"]);
    (sizes, prop::collection::vec(inside, 6), around, list).prop_map(
        |((width, height), inside, around, list)| {
            let mut rows = vec![vec!["#".to_string(); width + 2]; height + 2];
            for (at, word) in inside.into_iter().take(width * height).enumerate() {
                rows[1 + at / width][1 + at % width] = word;
            }
            let top = (1..=width).map(|x| (x, 0, 'v', '^'));
            let bottom = (1..=width).map(|x| (x, height + 1, '^', 'v'));
            let left = (1..=height).map(|y| (0, y, '>', '<'));
            let right = (1..=height).map(|y| (width + 1, y, '<', '>'));
            for ((x, y, into, out), word) in top.chain(bottom).chain(left).chain(right).zip(around) {
                rows[y][x] = word.replace('i', &into.to_string()).replace('o', &out.to_string());
            }
            let has = |word: &str| rows.iter().flatten().any(|cell| cell.starts_with(word));
            if has("T-") != has("T+") {
                rows.iter_mut().flatten().filter(|cell| cell.starts_with('T')).for_each(|cell| {
                    *cell = if cell == "T-" { "." } else { "#" }.to_string();
                });
            }
            let rows: Vec<String> = rows.iter().map(|row| row.join(" ")).collect();
            format!("{list}{}", rows.join("\n"))
        },
    )
}
