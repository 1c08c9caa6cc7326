//! A level to stop a search of.

/// A level that no search finishes: a wide open board with many actors.
pub(crate) fn endless() -> String {
    let side = 24;
    let mut level = format!("{}{}\n", "r".repeat(6), "b".repeat(side - 6));
    level += &format!("{}\n", ".".repeat(side)).repeat(side - 1);
    level.push('\n');
    for actor in 0..side {
        let colour = if actor < 6 { 'R' } else { 'B' };
        level += &format!("{colour} {} {}\n", actor * 7 % side, actor % 20);
    }
    level
}
