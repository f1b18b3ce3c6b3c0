//! A table that gives each distinct tuple of integers a number: 0, 1, 2, … in order of first
//! appearance.
//!
//! The checker's cells, instances and values are such numbers, so that it compares and stores words
//! where it means trees. An open-addressing hash table over one flat vector; the hash is fixed, and
//! nothing depends on its order.

/// The table. Numbers are 32 bits wide; [`crate::compare()`] bounds its work so that they suffice.
#[derive(Debug, Default)]
pub(crate) struct Tuples {
    /// All tuples, one after the other.
    elements: Vec<i64>,
    /// Where each tuple ends in `elements`.
    ends: Vec<usize>,
    /// A power of two of entries: upper half a part of the hash, lower half the number plus one, 0
    /// for a free entry.
    entries: Vec<u64>,
}

const SMALLEST_TABLE: usize = 1 << 10;
const NUMBER_BITS: u32 = 32;

impl Tuples {
    /// The number of `tuple`, which is new if it never was asked for.
    pub(crate) fn number(&mut self, tuple: &[i64]) -> u32 {
        if self.ends.len() * 2 >= self.entries.len() {
            self.grow();
        }
        let hash = hash(tuple);
        let mask = self.entries.len() - 1;
        let mut position = hash as usize & mask;
        loop {
            let entry = self.entries[position];
            if entry == 0 {
                return self.insert(tuple, hash, position);
            }
            let number = entry as u32 - 1;
            if entry >> NUMBER_BITS == hash >> NUMBER_BITS && self.tuple(number) == tuple {
                return number;
            }
            position = (position + 1) & mask;
        }
    }

    /// The number of `tuple`, which is likely to be that of `last` or the next one: loops go from neighbour to neighbour.
    /// It becomes `last`.
    pub(crate) fn number_near(&mut self, tuple: &[i64], last: &mut u32) -> u32 {
        let likely = [last.saturating_add(1), *last];
        let known = likely.into_iter().filter(|number| (*number as usize) < self.len());
        let found = known.into_iter().find(|number| self.tuple(*number) == tuple);
        *last = found.unwrap_or_else(|| self.number(tuple));
        *last
    }

    /// The tuple that has this number.
    pub(crate) fn tuple(&self, number: u32) -> &[i64] {
        let number = number as usize;
        let start = if number == 0 { 0 } else { self.ends[number - 1] };
        &self.elements[start..self.ends[number]]
    }

    /// How many tuples there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// All numbers, in order.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        0..self.len() as u32
    }

    /// Forgets all tuples and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.elements.clear();
        self.ends.clear();
        self.entries.fill(0);
    }

    fn insert(&mut self, tuple: &[i64], hash: u64, position: usize) -> u32 {
        let number = self.ends.len() as u32;
        self.elements.extend_from_slice(tuple);
        self.ends.push(self.elements.len());
        self.entries[position] = entry(hash, number);
        number
    }

    fn grow(&mut self) {
        let size = (self.entries.len() * 2).max(SMALLEST_TABLE);
        self.entries = vec![0; size];
        for number in 0..self.ends.len() as u32 {
            let hash = hash(self.tuple(number));
            let mut position = hash as usize & (size - 1);
            while self.entries[position] != 0 {
                position = (position + 1) & (size - 1);
            }
            self.entries[position] = entry(hash, number);
        }
    }
}

fn entry(hash: u64, number: u32) -> u64 {
    (hash >> NUMBER_BITS << NUMBER_BITS) | (u64::from(number) + 1)
}

/// Multiply and fold, word by word (as `wyhash` and `foldhash` do). Tuples that differ in the low bits
/// of their last element only, as the neighbours that a loop visits, stay in one line of the cache.
#[inline]
fn hash(tuple: &[i64]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    const SEED: u64 = 0x2545_f491_4f6c_dd1d;
    const NEIGHBOURS: u64 = 8;
    let mix = |state: u64, word: u64| {
        let product = u128::from(state ^ word) * u128::from(FACTOR);
        (product as u64) ^ (product >> 64) as u64
    };
    let Some((last, rest)) = tuple.split_last() else { return SEED };
    let words = rest.iter().fold(SEED, |state, element| mix(state, *element as u64));
    let last = *last as u64;
    let block = mix(mix(words, last / NEIGHBOURS), tuple.len() as u64);
    block / NEIGHBOURS * NEIGHBOURS + last % NEIGHBOURS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_tuples_have_one_number() {
        let mut tuples = Tuples::default();
        assert_eq!(tuples.number(&[1, 2]), 0);
        assert_eq!(tuples.number(&[]), 1);
        assert_eq!(tuples.number(&[2, 1]), 2);
        assert_eq!(tuples.number(&[1, 2]), 0);
        assert_eq!(tuples.tuple(1), &[] as &[i64]);
        assert_eq!(tuples.tuple(2), &[2, 1]);
        assert_eq!(tuples.len(), 3);
    }

    #[test]
    fn numbers_survive_growth() {
        let mut tuples = Tuples::default();
        for i in 0..5000 {
            assert_eq!(tuples.number(&[i / 70, -(i % 70)]), i as u32);
        }
        for i in 0..5000 {
            assert_eq!(tuples.number(&[i / 70, -(i % 70)]), i as u32);
            assert_eq!(tuples.tuple(i as u32), &[i / 70, -(i % 70)]);
        }
    }

    #[test]
    fn neighbours_are_found_as_others_are() {
        let mut tuples = Tuples::default();
        let mut last = 7;
        assert_eq!(tuples.number_near(&[1], &mut last), 0);
        assert_eq!(tuples.number_near(&[2], &mut last), 1);
        assert_eq!(tuples.number_near(&[3, 3], &mut last), 2);
        for tuple in [&[3, 3][..], &[1], &[2], &[2], &[3, 3], &[2]] {
            let number = tuples.number(tuple);
            assert_eq!(tuples.number_near(tuple, &mut last), number);
            assert_eq!(last, number);
        }
        assert_eq!(tuples.len(), 3);
    }

    #[test]
    fn numbering_starts_again_after_clear() {
        let mut tuples = Tuples::default();
        tuples.number(&[7]);
        tuples.clear();
        assert_eq!(tuples.len(), 0);
        assert_eq!(tuples.number(&[8]), 0);
        assert_eq!(tuples.number(&[7]), 1);
    }
}
