//! What is left to copy when transfers have moved and met (*Beyond Do Loops*, section 4), counted while the programs run.

use crate::guarded;
use std::path::Path;

/// How often something is copied, and how many elements.
#[derive(Default)]
pub struct Expected {
    statements: u64,
    loads: u64,
    loaded: u64,
    stores: u64,
    stored: u64,
    /// The size of an element.
    bytes: u64,
}

/// A case's name, and what is to be copied in it.
pub type Counted = (&'static str, fn() -> Expected);

/// The cases, and what is to be copied in each.
pub const EXPECTED: [Counted; 5] = [
    ("listing_1_6", listing),
    ("while_around", while_around),
    ("sequence", sequence),
    ("nest", nest),
    ("handed_over", handed_over),
];

/// That this is what the guard counts.
pub fn compare(name: &str, expected: &Expected, polycc: &Path) -> Result<(), String> {
    let Expected { statements, loads, loaded, stores, stored, bytes } = expected;
    let (loaded, stored) = (loaded * bytes, stored * bytes);
    let expected = format!(
        "guard: {statements} statements, {loads} loads of {loaded} bytes, {stores} stores of {stored} bytes"
    );
    let said = guarded::report(&Path::new("isolated").join(name).with_extension("c"), polycc)?;
    if said.trim() == expected { Ok(()) } else { Err(format!("{}, not {expected}", said.trim())) }
}

/// Listing 1.6: three iterations, two elements, loaded once as in the paper instead of three times. The paper stores them
/// behind each call; the first of these is overwritten by the second, with nothing in between that could tell.
fn listing() -> Expected {
    Expected { statements: 3, loads: 1, loaded: 2, stores: 1, stored: 2, bytes: 4 }
}

/// Six calls with 0, 0, 1, 2, 3 and 4 iterations.
fn while_around() -> Expected {
    Expected { statements: 10, loads: 6, loaded: 12, stores: 6, stored: 12, bytes: 4 }
}

/// `a` goes in once for both statements, `b` and `c` come back once, `b` goes in never.
fn sequence() -> Expected {
    let mut all = Expected { bytes: 8, ..Expected::default() };
    for n in [0, 1, 2, 3, 5, 7, 9] {
        let some = u64::from(n > 0);
        all.statements += 2;
        (all.loads, all.loaded) = (all.loads + some, all.loaded + n);
        (all.stores, all.stored) = (all.stores + 2 * some, all.stored + 2 * n);
    }
    all
}

/// `a` and `w` go in once for all rounds and steps, an element of `f` once for all steps of a round.
fn nest() -> Expected {
    let mut all = Expected { bytes: 8, ..Expected::default() };
    for (n, rounds) in [0u64, 1, 2, 3, 5, 7].into_iter().flat_map(|n| (0..3).map(move |rounds| (n, rounds))) {
        all.statements += rounds * (1 + n / 2);
        if n >= 3 && rounds >= 1 {
            (all.loads, all.loaded) = (all.loads + 2 + rounds, all.loaded + n + (n - 2) + rounds);
            (all.stores, all.stored) = (all.stores + 1, all.stored + n - 2);
        }
    }
    all
}

/// `a` goes in once for all time steps, `a` and `b` come back once; the matrix goes in once and comes back once for both
/// calls.
fn handed_over() -> Expected {
    let mut all = Expected { bytes: 8, ..Expected::default() };
    for (n, steps) in [0u64, 1, 2, 3, 5, 7].into_iter().flat_map(|n| (0..3).map(move |steps| (n, steps))) {
        all.statements += 2 * steps + 2 * u64::from(n > 0);
        if n > 0 && steps > 0 {
            (all.loads, all.loaded) = (all.loads + 1, all.loaded + n);
            (all.stores, all.stored) = (all.stores + 2, all.stored + 2 * n);
        }
        if n > 0 {
            (all.loads, all.loaded) = (all.loads + 1, all.loaded + n * n);
            (all.stores, all.stored) = (all.stores + 1, all.stored + n * n);
        }
    }
    all
}
