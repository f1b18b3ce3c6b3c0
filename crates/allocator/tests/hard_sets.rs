//! Sets in five dimensions of thirty pieces: a result, or that the budget was used up, within a number of
//! operations that takes seconds.

mod random;

use allocator::Problem;
use allocator::portfolio::{self, Outcome, Proposal, Settings};
use isl::{Context, Set};
use random::Random;
use std::collections::BTreeMap;

/// What isl may spend on all methods and proofs, and on reading and completing the set.
const OPERATIONS: u64 = 6_000_000;
const PIECES: usize = 30;
const NAMES: [&str; 5] = ["a", "b", "c", "d", "e"];

/// Bounds of all dimensions, by a constant below `most`, or a parameter.
fn cuboid(random: &mut Random, parameters: &[&str], most: i64) -> String {
    let bound = |name: &&str| {
        let bound = match parameters {
            [] => random.between(0, most).to_string(),
            _ => format!(
                "{}{}",
                random.between(1, 2),
                parameters[random.below(parameters.len() as u64) as usize]
            ),
        };
        let least = if random.below(3) == 0 { "0".to_string() } else { format!("-{bound}") };
        format!("{least} <= {name} <= {bound}")
    };
    NAMES.iter().map(bound).collect::<Vec<_>>().join(" and ")
}

fn sum(random: &mut Random) -> String {
    NAMES.map(|name| format!("{}{name}", random.between(-2, 2))).join(" + ")
}

fn slab(random: &mut Random, bound: &str) -> String {
    format!("-{} <= {} <= {bound}", random.between(0, 3), sum(random))
}

/// What precedes 0 in no lexicographic order that starts with some dimension.
fn lexicographic(random: &mut Random) -> String {
    let first = random.below(NAMES.len() as u64) as usize;
    let zero = NAMES[..first].iter().map(|name| format!("{name} = 0 and "));
    let bound = |name: &&str| format!(" and -{0} < {name} < {0}", ["N", "M", "P"][random.below(3) as usize]);
    let bounds = NAMES.iter().map(bound).collect::<String>();
    format!("{}{} > 0{bounds}", zero.collect::<String>(), NAMES[first])
}

type Shape = (&'static str, &'static [&'static str], fn(&mut Random) -> String);

const SHAPES: [Shape; 8] = [
    ("boxes", &[], |random| cuboid(random, &[], 3)),
    ("large boxes", &[], |random| cuboid(random, &[], 4000)),
    ("boxes with parameters", &["N", "M"], |random| cuboid(random, &["N", "M"], 0)),
    ("skewed boxes", &[], |random| format!("{} and {}", cuboid(random, &[], 3), slab(random, "4"))),
    ("skewed boxes with parameters", &["N", "M"], |random| {
        format!("{} and {} and {}", cuboid(random, &["N", "M"], 0), slab(random, "N"), slab(random, "M"))
    }),
    ("congruences", &["N"], |random| {
        format!("{} and ({}) mod {} = 0", cuboid(random, &["N"], 0), sum(random), random.between(2, 7))
    }),
    ("hyperplanes", &["N"], |random| format!("{} and {} = 0", cuboid(random, &["N"], 0), sum(random))),
    ("lexicographic", &["N", "M", "P"], lexicographic),
];

fn set((name, parameters, piece): &Shape) -> String {
    let mut random = Random::new(name.len() as u64);
    let pieces: Vec<_> = (0..PIECES).map(|_| format!("({})", piece(&mut random))).collect();
    let context: String = parameters.iter().map(|name| format!("{name} >= 2 and ")).collect();
    let (parameters, names) = (parameters.join(","), NAMES.join(","));
    format!("[{parameters}] -> {{ [{names}] : {context}({}) }}", pieces.join(" or "))
}

fn outcomes(context: &Context, set: &str) -> isl::Result<Vec<Outcome>> {
    let problem = Problem::new(Set::read_from_str(context, set)?, &BTreeMap::new())?;
    let outcomes = portfolio::outcomes(&problem, Settings::default());
    let is_told = |outcome: &Outcome| matches!(outcome.proposal, Proposal::TooExpensive);
    assert!(portfolio::best(&problem, &outcomes).is_some() || outcomes.iter().any(is_told), "{set}");
    // fails if nothing is left of the budget
    Set::read_from_str(context, "{ [x] : 0 < x < 10 }")?;
    Ok(outcomes)
}

#[test]
fn all_shapes_end() {
    for shape in &SHAPES {
        let context = Context::new();
        let set = set(shape);
        let outcomes = context.with_budget(OPERATIONS, || outcomes(&context, &set));
        let outcomes = outcomes.unwrap_or_else(|error| panic!("{}: {error}", shape.0));
        assert_eq!(outcomes.len(), portfolio::names().len());
        let failed = outcomes.iter().find(|outcome| matches!(outcome.proposal, Proposal::Failed(_)));
        assert!(failed.is_none(), "{}: {failed:?}", shape.0);
    }
}

/// Dimensions alone are no reason not to end: there are as many orders of 12 as seconds in 15 years.
#[test]
fn many_dimensions_end() {
    let names: Vec<_> = (0..12).map(|k| format!("x{k}")).collect();
    let names = names.join(",");
    for set in
        [format!("{{ [{names}] : -2 < {names} < 2 }}"), format!("[N] -> {{ [{names}] : -N < {names} < N }}")]
    {
        let context = Context::new();
        let outcomes = context.with_budget(OPERATIONS, || outcomes(&context, &set)).unwrap();
        assert!(outcomes[0].proved().is_some(), "{set}");
    }
}
