//! Races: two iterations of one parallel loop touch a cell that they share, and one of them writes it.
//!
//! One run in the order of the text finds them all, since what a tree of loops does doesn't depend on the values that it
//! computes: each cell remembers who wrote it last, and a reader (Feng, Leiserson, *Efficient detection of
//! determinacy races in Cilk programs*; the sets of that paper are intervals here, as iterations are counted while
//! they run one after the other). A program without a race computes the same in any order that its parallel loops and
//! sections allow.

use polyhedral::ArrayId;
use std::collections::BTreeSet;

/// What touches a cell: an instance, or a copy.
pub(crate) type Toucher = Option<u32>;

/// Two touches of a cell that nothing orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Race {
    /// The cell.
    pub(crate) cell: u32,
    /// Who touched it in an iteration that ran before.
    pub(crate) earlier: Toucher,
    /// Whether that was a write.
    pub(crate) earlier_writes: bool,
    /// Who touches it now.
    pub(crate) later: Toucher,
    /// Whether this is a write.
    pub(crate) later_writes: bool,
}

/// Follows a run.
#[derive(Default)]
pub(crate) struct Watch<'t> {
    /// How many iterations of parallel loops, and parallel loops, have begun.
    now: u32,
    /// The parallel constructs that run, outermost first.
    running: Vec<Construct<'t>>,
    /// By cell.
    touched: Vec<Touched>,
}

/// A parallel loop, or sections. Its earlier iterations ran from `begin` on, before `iteration`.
struct Construct<'t> {
    begin: u32,
    iteration: u32,
    /// What each iteration has for itself.
    private: &'t BTreeSet<ArrayId>,
}

/// Who wrote a cell last, and one of those that have read it since: the first that may race with those to come.
#[derive(Clone, Copy, Default)]
struct Touched {
    written: Touch,
    read: Touch,
}

#[derive(Clone, Copy, Default)]
struct Touch {
    /// Not 0 where there was one.
    time: u32,
    by: Toucher,
}

impl<'t> Watch<'t> {
    /// A parallel construct begins.
    pub(crate) fn enter(&mut self, private: &'t BTreeSet<ArrayId>) {
        self.now += 1;
        self.running.push(Construct { begin: self.now, iteration: self.now, private });
    }

    /// The next iteration of the innermost construct begins.
    pub(crate) fn iterate(&mut self) {
        self.now += 1;
        if let Some(construct) = self.running.last_mut() {
            construct.iteration = self.now;
        }
    }

    /// The innermost construct ends.
    pub(crate) fn leave(&mut self) {
        self.running.pop();
    }

    /// The iteration of the outermost construct: a number that no other has. `None` outside of all.
    pub(crate) fn iteration(&self) -> Option<u32> {
        self.running.first().map(|construct| construct.iteration)
    }

    /// Somebody reads or writes a cell of `array`.
    pub(crate) fn touch(
        &mut self,
        array: ArrayId,
        cell: u32,
        later: Toucher,
        later_writes: bool,
    ) -> Result<(), Race> {
        if self.running.is_empty() {
            return Ok(());
        }
        let position = cell as usize;
        if position >= self.touched.len() {
            self.touched.resize(position + 1, Touched::default());
        }
        let Touched { written, read } = self.touched[position];
        let race = |touch: Touch, earlier_writes| Race {
            cell,
            earlier: touch.by,
            earlier_writes,
            later,
            later_writes,
        };
        if self.is_unordered(written, array) {
            return Err(race(written, true));
        }
        let is_read_elsewhere = self.is_unordered(read, array);
        if later_writes && is_read_elsewhere {
            return Err(race(read, false));
        }
        let now = Touch { time: self.now, by: later };
        let touched = &mut self.touched[position];
        match later_writes {
            true => touched.written = now,
            // what races with this read later on, races with the one in another iteration, too
            false if !is_read_elsewhere => touched.read = now,
            false => {}
        }
        Ok(())
    }

    /// Whether the touch was in another iteration of a construct that runs, and on memory that iterations share.
    fn is_unordered(&self, touch: Touch, array: ArrayId) -> bool {
        self.running.iter().any(|construct| {
            (construct.begin..construct.iteration).contains(&touch.time)
                && !construct.private.contains(&array)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NONE: &BTreeSet<ArrayId> = &BTreeSet::new();

    /// `E` a construct begins, `I` an iteration, `L` it ends; `r` and `w` touch the one cell.
    fn races(text: &str, private: &BTreeSet<ArrayId>) -> bool {
        let mut watch = Watch::default();
        text.chars().any(|letter| {
            match letter {
                'E' => watch.enter(private),
                'I' => watch.iterate(),
                'L' => watch.leave(),
                _ => return watch.touch(0, 0, None, letter == 'w').is_err(),
            }
            false
        })
    }

    #[test]
    fn two_iterations_race_if_one_writes() {
        for racy in ["EIwIwL", "EIwIrL", "EIrIwL", "EIwrIrL", "EIrIrwL", "EIIwIIIrL", "EIrIrIrIwL"] {
            assert!(races(racy, NONE), "{racy}");
        }
        for fine in ["EIrIrL", "EIwrwrIL", "wEIrIrLw", "EIwILEIwIL", "EIwLEIIrL", "EIIwLrw"] {
            assert!(!races(fine, NONE), "{fine}");
        }
    }

    #[test]
    fn what_is_private_races_with_nothing() {
        assert!(!races("EIwrIwrL", &BTreeSet::from([0])));
        assert!(races("EIwrIwrL", &BTreeSet::from([1])));
    }

    #[test]
    fn loops_in_loops() {
        for racy in ["EIEIwIwLL", "EIEIwLIEIwLL", "EIwEIILIrL", "EIEIIrLIEIIwLL", "EIEIrIrLwIrL"] {
            assert!(races(racy, NONE), "{racy}");
        }
        for fine in ["EIwEIrIrLwL", "EIEIwILEIIrLrL", "EIEIwIIILwEIIrIrLwL"] {
            assert!(!races(fine, NONE), "{fine}");
        }
    }

    /// All sequences of seven things in and between up to two nested loops, against the definition.
    #[test]
    fn all_short_runs_by_the_definition() {
        let letters = ['E', 'I', 'L', 'r', 'w'];
        for number in 0..5_usize.pow(8) {
            let text: String = (0..8).map(|digit| letters[number / 5_usize.pow(digit) % 5]).collect();
            if let Some(expected) = by_definition(&text) {
                assert_eq!(races(&text, NONE), expected, "{text}");
            }
        }
    }

    /// Compares all pairs of touches by the paths of iterations to them; `None` where `text` is no run.
    fn by_definition(text: &str) -> Option<bool> {
        // per construct around its number and the iteration
        let (mut path, mut constructs): (Vec<(usize, usize)>, usize) = (Vec::new(), 0);
        let mut touches: Vec<(Vec<(usize, usize)>, bool)> = Vec::new();
        for letter in text.chars() {
            match letter {
                'E' => {
                    constructs += 1;
                    path.push((constructs, 0));
                }
                'I' => path.last_mut()?.1 += 1,
                'L' => {
                    path.pop()?;
                }
                // nothing runs between iterations
                _ if path.iter().any(|(_, iteration)| *iteration == 0) => return None,
                _ => touches.push((path.clone(), letter == 'w')),
            }
        }
        let unordered = |a: &[(usize, usize)], b: &[(usize, usize)]| {
            let parting = a.iter().zip(b).find(|(a, b)| a != b);
            parting.is_some_and(|(a, b)| a.0 == b.0)
        };
        let pairs = touches.iter().enumerate().flat_map(|(n, a)| touches[..n].iter().map(move |b| (a, b)));
        Some(pairs.into_iter().any(|(a, b)| (a.1 || b.1) && unordered(&a.0, &b.0)))
    }
}
