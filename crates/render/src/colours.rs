//! The colours of a film: at most 255, chosen so that flat areas keep theirs exactly.
//!
//! A drawing has a few dozen flat colours, and blends of them along its edges. The most frequent colours become
//! entries as they are; what is left of the table is divided among the blends by median cut: a group of colours
//! is split in the middle of its longest side until there are as many groups as entries. Nothing is dithered, so
//! edges stay sharp.

use std::collections::HashMap;

/// The number of entries; one more is left for what does not change.
pub(super) const MAX: usize = 255;

/// The number of colours that are taken as they are.
const EXACT: usize = 96;

/// How often each colour occurs, as `0xrrggbb`.
#[derive(Default)]
pub(super) struct Counts {
    of: HashMap<u32, u64>,
}

/// The most colours that are told apart; others are counted with one that differs in its lowest bits.
const MAX_COUNTED: usize = 50_000;

impl Counts {
    /// Counts the pixels of an image: red, green, blue and opacity each.
    pub(super) fn add(&mut self, pixels: &[u8]) {
        for run in pixels.as_chunks::<4>().0.chunk_by(|a, b| a == b) {
            let mut colour = number(run[0]);
            if self.of.len() >= MAX_COUNTED {
                colour &= 0xf0_f0f0;
            }
            *self.of.entry(colour).or_default() += run.len() as u64;
        }
    }

    /// The table of colours.
    pub(super) fn into_table(self) -> Table {
        let mut all: Vec<(u32, u64)> = self.of.into_iter().collect();
        // The order of the table does not depend on the order in which colours were met.
        all.sort_unstable_by_key(|&(colour, count)| (std::cmp::Reverse(count), colour));
        let mut colours: Vec<u32> = Vec::with_capacity(MAX);
        if all.len() <= MAX {
            colours.extend(all.iter().map(|&(colour, _)| colour));
        } else {
            let rest = all.split_off(EXACT);
            colours.extend(all.iter().map(|&(colour, _)| colour));
            colours.extend(median_cut(rest, MAX - EXACT));
        }
        Table { colours, nearest: HashMap::new() }
    }
}

/// Divides colours into groups, and returns the mean of each.
fn median_cut(colours: Vec<(u32, u64)>, groups: usize) -> Vec<u32> {
    let mut all = vec![colours];
    while all.len() < groups {
        let longest = |group: &Vec<(u32, u64)>| (0..3).map(|part| extent(group, part)).max().unwrap_or(0);
        let Some((at, _)) = all.iter().enumerate().max_by_key(|(_, group)| longest(group)) else { break };
        if all[at].len() < 2 {
            break;
        }
        let part = (0..3).max_by_key(|&part| extent(&all[at], part)).unwrap_or(0);
        let mut group = all.swap_remove(at);
        group.sort_unstable_by_key(|&(colour, _)| (parts(colour)[part], colour));
        let upper = group.split_off(group.len() / 2);
        all.push(group);
        all.push(upper);
    }
    all.iter().filter(|group| !group.is_empty()).map(|group| mean(group)).collect()
}

/// How much the colours of a group differ in one of their parts.
fn extent(group: &[(u32, u64)], part: usize) -> u8 {
    let values = || group.iter().map(|&(colour, _)| parts(colour)[part]);
    values().max().unwrap_or(0) - values().min().unwrap_or(0)
}

fn mean(group: &[(u32, u64)]) -> u32 {
    let count: u64 = group.iter().map(|&(_, count)| count).sum();
    let part = |part: usize| {
        let sum: u64 = group.iter().map(|&(colour, count)| u64::from(parts(colour)[part]) * count).sum();
        (sum / count.max(1)) as u8
    };
    u32::from_be_bytes([0, part(0), part(1), part(2)])
}

fn parts(colour: u32) -> [u8; 3] {
    let [_, red, green, blue] = colour.to_be_bytes();
    [red, green, blue]
}

fn number([red, green, blue, _]: [u8; 4]) -> u32 {
    u32::from_be_bytes([0, red, green, blue])
}

/// A table of colours.
pub(super) struct Table {
    colours: Vec<u32>,
    nearest: HashMap<u32, u8>,
}

impl Table {
    /// Red, green and blue of each entry.
    pub(super) fn entries(&self) -> Vec<u8> {
        self.colours.iter().flat_map(|&colour| parts(colour)).collect()
    }

    /// The entry that is nearest to a pixel.
    pub(super) fn nearest(&mut self, pixel: [u8; 4]) -> u8 {
        let colour = number(pixel);
        let colours = &self.colours;
        if self.nearest.len() >= MAX_COUNTED {
            self.nearest.clear();
        }
        *self.nearest.entry(colour).or_insert_with(|| {
            let distance = |other: u32| -> i32 {
                let pairs = parts(colour).into_iter().zip(parts(other));
                pairs.map(|(a, b)| (i32::from(a) - i32::from(b)).pow(2)).sum()
            };
            let nearest = colours.iter().enumerate().min_by_key(|&(_, &other)| distance(other));
            nearest.map_or(0, |(at, _)| at as u8)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixel(colour: u32) -> [u8; 4] {
        let [red, green, blue] = parts(colour);
        [red, green, blue, 255]
    }

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let mut counts = Counts::default();
        let colours: Vec<u32> = (0..200).map(|n| n * 0x1_0305).collect();
        colours.iter().for_each(|&colour| counts.add(&pixel(colour)));
        let mut table = counts.into_table();
        assert_eq!(table.entries().len(), 600);
        for &colour in &colours {
            let at = usize::from(table.nearest(pixel(colour)));
            assert_eq!(table.colours[at], colour);
        }
    }

    #[test]
    fn of_many_colours_the_frequent_are_kept_and_the_others_are_near() {
        let mut counts = Counts::default();
        for n in 0..4096u32 {
            counts.add(&pixel((n & 15) << 4 | (n >> 4 & 15) << 12 | (n >> 8) << 20));
        }
        (0..100).for_each(|_| counts.add(&pixel(0x12_3456)));
        let mut table = counts.into_table();
        assert!(table.colours.len() <= MAX && table.colours[0] == 0x12_3456);
        for n in 0..4096u32 {
            let colour = (n & 15) << 4 | (n >> 4 & 15) << 12 | (n >> 8) << 20;
            let at = usize::from(table.nearest(pixel(colour)));
            let pairs = parts(colour).into_iter().zip(parts(table.colours[at]));
            assert!(pairs.map(|(a, b)| a.abs_diff(b)).max() < Some(64), "{colour:06x}");
        }
    }

    #[test]
    fn the_number_of_colours_that_are_counted_is_bounded() {
        let mut counts = Counts::default();
        (0..300_000u32).for_each(|n| counts.add(&pixel(n * 37)));
        assert!(counts.of.len() <= MAX_COUNTED + 4096);
    }
}
