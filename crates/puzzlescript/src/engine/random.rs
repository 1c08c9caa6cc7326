//! Random numbers: RC4, keyed with a text.

/// The generator. It is 258 bytes, and goes on from level start to level end.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Random {
    table: [u8; 256],
    i: u8,
    j: u8,
}

impl Random {
    /// The generator of a seed.
    pub fn new(seed: &str) -> Random {
        let mut key = Vec::new();
        for unit in seed.encode_utf16() {
            if unit > 255 {
                key.push((unit >> 8) as u8);
            }
            key.push((unit & 255) as u8);
        }
        let mut table = [0; 256];
        for (number, entry) in table.iter_mut().enumerate() {
            *entry = number as u8;
        }
        let mut j = 0_u8;
        for i in 0..256 {
            let byte = if key.is_empty() { 0 } else { key[i % key.len()] };
            j = j.wrapping_add(table[i]).wrapping_add(byte);
            table.swap(i, usize::from(j));
        }
        Random { table, i: 0, j: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        let (i, before) = (usize::from(self.i), self.table[usize::from(self.i)]);
        self.j = self.j.wrapping_add(before);
        self.table.swap(i, usize::from(self.j));
        let sum = self.table[i].wrapping_add(self.table[usize::from(self.j)]);
        self.table[usize::from(sum)]
    }

    /// A number from 0 up to but not including `count`.
    pub fn choice(&mut self, count: usize) -> usize {
        let mut value = 0.0_f64;
        for _ in 0..7 {
            value = value * 256.0 + f64::from(self.byte());
        }
        let uniform = value / 72_057_594_037_927_935.0;
        ((uniform * count as f64).floor() as usize).min(count.saturating_sub(1))
    }
}
