//! Table 1 of Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*: its examples, what it
//! prints, and the same by the methods of this crate.

use allocator::portfolio::{self, Outcome, Proposal, Settings};
use allocator::{Candidate, Problem};
use isl::{Context, DimType, Set};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Instant;

/// An example of the table.
pub struct Example {
    /// Its name there.
    pub name: &'static str,
    /// Conflicting differences in isl notation.
    pub differences: &'static str,
    /// A program whose conflicts these are, in the text form of regions.
    #[allow(dead_code, reason = "the tests use it, the printed table doesn't")]
    pub program: &'static str,
    /// The three rows of the table, in the order of [`COLUMNS`].
    pub printed: [Printed; 3],
}

/// A mapping that the paper prints.
pub struct Printed {
    /// As printed.
    pub mapping: &'static str,
    /// Its cells for a value of the parameter.
    pub cells: fn(i64) -> i64,
}

/// The methods whose mappings the paper compares, by their names here: "LeFe", "BBA" and "Lattice", which is
/// Heuristic 3.
pub const COLUMNS: [&str; 3] = ["successive-modulo", "storage-hyperplanes", "combined"];

/// Where a method here comes to another size than the paper prints for it, and why.
pub const DIFFERENT: [(&str, &str, &str); 5] = [
    ("stencil-2d-5x5", "successive-modulo", "the set (section 2) has no t"),
    ("blur-tiled", "successive-modulo", "all orders of dimensions are tried, the paper takes one"),
    ("diamond-tile", "successive-modulo", "all orders of dimensions are tried, the paper takes one"),
    ("heat-2d-tiled", "successive-modulo", "all orders of dimensions are tried, the paper takes one"),
    ("heat-2d-tiled", "storage-hyperplanes", "printed for the tiling of [2], which \"may not be the same\""),
];

/// The parameter value at which the table is printed, and mappings are compared.
const SIZE: i64 = 100;

macro_rules! example {
    ($name:literal, $($mapping:literal => $cells:expr),+) => {
        Example {
            name: $name,
            differences: include_str!(concat!($name, ".isl")),
            program: include_str!(concat!($name, ".scop")),
            printed: [$(Printed { mapping: $mapping, cells: $cells }),+],
        }
    };
}

/// The eight examples.
pub const EXAMPLES: [Example; 8] = [
    example!(
        "stencil-2d-5x5",
        "t mod 2, x mod N, y mod N" => |n| 2 * n * n,
        "(3x - 2y) mod (5N - 4)" => |n| 5 * n - 4,
        "y mod 2, x - y mod (2N - 1)" => |n| 2 * (2 * n - 1)
    ),
    example!(
        "blur-interleaved",
        "y mod 3, x mod N" => |n| 3 * n,
        "(2x - y) mod (2N + 1)" => |n| 2 * n + 1,
        "(y - 2x) mod (2N + 1)" => |n| 2 * n + 1
    ),
    example!(
        "blur-tiled",
        "tx, ty, x mod B, y mod B" => |b| b * b,
        "tx, ty, (y - 2x) mod (3B - 2)" => |b| 3 * b - 2,
        "tx, ty, (y - 2x) mod (3B - 2)" => |b| 3 * b - 2
    ),
    example!(
        "lbm-d2q9",
        "t mod 2, i mod N, j mod N" => |n| 2 * n * n,
        "(i - 2t) mod (N + 2), j mod N" => |n| (n + 2) * n,
        "(i - t) mod (N + 1), (j - t) mod (N + 1)" => |n| (n + 1) * (n + 1)
    ),
    example!(
        "lbm-d3q19",
        "t mod 2, i mod N, j mod N, k mod N" => |n| 2 * n * n * n,
        "(i - 2t) mod (N + 2), j mod N, k mod N" => |n| (n + 2) * n * n,
        "j mod N, (i - t) mod (N + 1), (k - t) mod (N + 1)" => |n| n * (n + 1) * (n + 1)
    ),
    example!(
        "lbm-d3q27",
        "t mod 2, i mod N, j mod N, k mod N" => |n| 2 * n * n * n,
        "(i - 2t) mod (N + 2), j mod N, k mod N" => |n| (n + 2) * n * n,
        "(j - t) mod (N + 1), (i - t) mod (N + 1), (k - t) mod (N + 1)" => |n| (n + 1) * (n + 1) * (n + 1)
    ),
    example!(
        "diamond-tile",
        "t mod B, i mod (2B - 1)" => |b| b * (2 * b - 1),
        "(t - 3i) mod (6B - 5)" => |b| 6 * b - 5,
        "t mod 2, i mod (2B - 1)" => |b| 2 * (2 * b - 1)
    ),
    example!(
        "heat-2d-tiled",
        "t mod B, i mod B, j mod B" => |b| b * b * b,
        "(i - 2t) mod (4B - 3), (t - 2j) mod (5B - 4)" => |b| (4 * b - 3) * (5 * b - 4),
        "j mod (2B - 1), i - t mod (3B - 2)" => |b| (2 * b - 1) * (3 * b - 2)
    ),
];

impl Example {
    /// The example with sizes compared where the parameter has the value, or is large.
    pub fn problem(&self, size: Option<i64>) -> Problem {
        let differences = Set::read_from_str(&Context::new(), self.differences).expect(self.name);
        let parameter = differences.dim_name(DimType::Param, 0).expect(self.name).expect("a parameter");
        let sizes = size.map(|size| (parameter, size)).into_iter().collect();
        Problem::new(differences, &sizes).expect(self.name)
    }
}

/// Cells of a mapping where the only parameter of its problem has the value.
pub fn cells(candidate: &Candidate, problem: &Problem, size: i64) -> i64 {
    let values: BTreeMap<_, _> = problem.parameters.iter().map(|name| (name.clone(), size)).collect();
    let (_, moduli) = candidate.at(&values).expect("positive moduli");
    moduli.iter().product()
}

/// The table as text; times, if asked for, are those of all methods with their proofs.
pub fn render(with_times: bool) -> String {
    let mut text = format!("cells at {SIZE}; columns: here, in the paper\n");
    for example in &EXAMPLES {
        let start = Instant::now();
        let problem = example.problem(Some(SIZE));
        let outcomes = portfolio::outcomes(&problem, Settings::default());
        let time = start.elapsed();
        let time = if with_times { format!(" ({} ms)", time.as_millis()) } else { String::new() };
        writeln!(text, "\n{}{time}", example.name).expect("memory");
        for (column, printed) in COLUMNS.iter().zip(&example.printed) {
            let (here, mapping) = described(&problem, &outcomes, column);
            let (there, theirs) = ((printed.cells)(SIZE), printed.mapping);
            writeln!(text, "  {column:20}{here:>10}{there:>10}  {mapping:55}  [{theirs}]").expect("memory");
            if let Some((.., why)) =
                DIFFERENT.iter().find(|(name, of, _)| (name, of) == (&example.name, column))
            {
                writeln!(text, "  {:42}differs: {why}", "").expect("memory");
            }
        }
        for column in ["hyperplane", "lattice"] {
            let (here, mapping) = described(&problem, &outcomes, column);
            writeln!(text, "  {column:20}{here:>10}{:10}  {mapping}", "").expect("memory");
        }
        let best = portfolio::best(&problem, &outcomes).map_or("none", |(name, _)| name);
        let (here, mapping) = described(&problem, &outcomes, best);
        let least = example.printed.iter().map(|printed| (printed.cells)(SIZE)).min().unwrap_or(0);
        writeln!(text, "  {:20}{here:>10}{least:>10}  {mapping} by {best}", "best").expect("memory");
    }
    text
}

/// The cells and the mapping of a method, or why there is none.
fn described(problem: &Problem, outcomes: &[Outcome], name: &str) -> (String, String) {
    let outcome = outcomes.iter().find(|outcome| outcome.name == name);
    match outcome.map(|outcome| &outcome.proposal) {
        Some(Proposal::Mapping(candidate, proof)) => {
            let proof = if proof.is_some() { "" } else { " not proved" };
            let mapping = candidate.describe(&dimensions(problem));
            let (_, mapping) = mapping.split_once(" -> ").unwrap_or(("", &mapping));
            (cells(candidate, problem, SIZE).to_string(), format!("{mapping}{proof}"))
        }
        Some(Proposal::Inapplicable) | None => ("-".into(), "does not apply".into()),
        Some(Proposal::TooExpensive) => ("-".into(), "too expensive".into()),
        Some(Proposal::Failed(error)) => ("-".into(), error.to_string()),
    }
}

fn dimensions(problem: &Problem) -> Vec<String> {
    let name = |d| problem.differences.dim_name(DimType::Set, d).ok().flatten();
    (0..problem.dimensions() as u32).map(|d| name(d).unwrap_or_else(|| format!("x{d}"))).collect()
}
