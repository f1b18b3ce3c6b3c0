//! Random numbers for tests.

/// A small generator of random numbers (xorshift), the same on every machine.
pub struct Random(u64);

impl Random {
    /// A generator for each seed.
    pub fn new(seed: u64) -> Self {
        Random((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    /// A number below `n`.
    pub fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }

    /// A number from `least` to `most`.
    pub fn between(&mut self, least: i64, most: i64) -> i64 {
        least + self.below((most - least + 1) as u64) as i64
    }
}
