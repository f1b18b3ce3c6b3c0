//! Which of a file's regions can be written into the user's text.
//!
//! Lines that another file holds, that `__COUNTER__` counts, or that macros make in ways that can't be retraced, can't
//! always be replaced. The output is compared with what was meant, so that is noticed; here it costs the regions at fault
//! their change, and the others nothing. They are found by halves.

use crate::input::Input;
use crate::output::{self, Unwritten};
use crate::pipeline::Region;
use frontend::preprocess::Preprocessor;

/// Tries after which what is left isn't looked at one by one any more: each may run the preprocessor three times.
const MOST_TRIES: usize = 60;

/// What can be written.
pub struct Writable {
    /// The file with it.
    pub text: String,
    /// Positions of the regions that can't be written, in order, and why, as a sentence.
    pub refused: Vec<(usize, String)>,
}

/// As many of `regions` as can be written together.
///
/// # Errors
/// A mistake of polycc's, as a sentence.
pub fn writable(input: &Input, regions: &[Region], preprocessor: &Preprocessor) -> Result<Writable, String> {
    let mut search = Search {
        input,
        regions,
        preprocessor,
        kept: Vec::new(),
        found: Writable { text: input.text.clone(), refused: Vec::new() },
        tries: 0,
    };
    search.add((0..regions.len()).collect())?;
    Ok(search.found)
}

struct Search<'a> {
    input: &'a Input,
    regions: &'a [Region],
    preprocessor: &'a Preprocessor,
    kept: Vec<usize>,
    found: Writable,
    tries: usize,
}

impl Search<'_> {
    /// Writes as many of `more` as can be beside what is.
    fn add(&mut self, mut more: Vec<usize>) -> Result<(), String> {
        self.tries += 1;
        let all = [self.kept.as_slice(), &more].concat();
        let regions: Vec<_> = all.iter().map(|region| &self.regions[*region]).collect();
        match output::text(self.input, &regions, self.preprocessor) {
            Ok(text) => (self.kept, self.found.text) = (all, text),
            Err(Unwritten::Wrong(message)) => return Err(message),
            Err(Unwritten::Unsafe(why)) if more.len() == 1 || self.tries > MOST_TRIES => {
                self.found.refused.extend(more.into_iter().map(|region| (region, why.clone())));
            }
            Err(Unwritten::Unsafe(_)) => {
                let rest = more.split_off(more.len() / 2);
                self.add(more)?;
                self.add(rest)?;
            }
        }
        Ok(())
    }
}
