//! The portfolio on random sets of conflicting differences, against enumeration.
//!
//! `ALLOCATOR_SETS` says how many sets. 500 are the full run, minutes long; `cargo test -p allocator --test
//! random_sets -- --nocapture` prints the distribution.

mod random;

use allocator::at_sizes::AtSizes;
use allocator::portfolio::{self, Proposal, Settings};
use allocator::{Candidate, Problem, certificate};
use isl::{Context, DimType, Set};
use random::Random;
use std::collections::BTreeMap;
use std::fmt::Write;

const NAMES: [&str; 4] = ["x", "y", "z", "w"];
const PARAMETERS: [&str; 2] = ["N", "M"];

struct Case {
    text: String,
    /// The first are those at which sizes are compared.
    values: Vec<BTreeMap<String, i64>>,
}

/// A union of 1 to 8 bounded polyhedra in 1 to 4 dimensions with up to 2 parameters.
fn case(random: &mut Random) -> Case {
    let dimensions = random.between(1, 4) as usize;
    let parameters = &PARAMETERS[..random.below(3) as usize];
    let pieces: Vec<String> =
        (0..random.between(1, 8)).map(|_| piece(random, dimensions, parameters)).collect();
    let mut text = format!("[{}] -> {{ [{}] : ", parameters.join(","), NAMES[..dimensions].join(","));
    for name in parameters {
        let _ = write!(text, "{name} >= 2 and ");
    }
    let _ = write!(text, "({}) }}", pieces.join(" or "));
    let sizes = |offset: i64| {
        let value = |(k, name): (usize, &&str)| (name.to_string(), 3 + offset + (offset * k as i64) % 2);
        parameters.iter().enumerate().map(value).collect()
    };
    Case { text, values: (0..3).map(sizes).collect() }
}

fn piece(random: &mut Random, dimensions: usize, parameters: &[&str]) -> String {
    let mut constraints = Vec::new();
    for name in &NAMES[..dimensions] {
        let most = bound(random, dimensions, parameters);
        let least = if random.below(2) == 0 { format!("-{most}") } else { random.between(-2, 0).to_string() };
        constraints.push(format!("{least} <= {name} <= {most}"));
    }
    for _ in 0..random.below(3) {
        let terms: Vec<_> =
            NAMES[..dimensions].iter().map(|name| format!("{}*{name}", random.between(-2, 2))).collect();
        let relation = ["<=", ">=", "="][random.below(3) as usize];
        constraints.push(format!("{} {relation} {}", terms.join(" + "), random.between(-2, 3)));
    }
    if random.below(6) == 0 {
        constraints.push(format!(
            "{} mod {} = 0",
            NAMES[random.below(dimensions as u64) as usize],
            random.between(2, 3)
        ));
    }
    format!("({})", constraints.join(" and "))
}

fn bound(random: &mut Random, dimensions: usize, parameters: &[&str]) -> String {
    let constant = random.between(0, if dimensions > 2 { 2 } else { 5 });
    match parameters {
        [] => constant.to_string(),
        _ if random.below(2) == 0 => constant.to_string(),
        _ => parameters[random.below(parameters.len() as u64) as usize].to_string(),
    }
}

/// All differences but 0.
fn enumerated(differences: &Set) -> Vec<Vec<i64>> {
    let dimensions = differences.dim(DimType::Set).unwrap();
    let coordinate =
        |point: &isl::Point, d| point.coordinate_val(DimType::Set, d).unwrap().to_i64().unwrap().unwrap();
    let points = differences.foreach_point(200_000).unwrap();
    let rows = points.iter().map(|point| (0..dimensions).map(|d| coordinate(point, d)).collect::<Vec<_>>());
    rows.filter(|z| z.iter().any(|c| *c != 0)).collect()
}

fn collides(matrix: &[Vec<i64>], moduli: &[i64], points: &[Vec<i64>]) -> bool {
    let row = |row: &Vec<i64>, z: &[i64]| row.iter().zip(z).map(|(c, z)| c * z).sum::<i64>();
    points.iter().any(|z| matrix.iter().zip(moduli).all(|(c, b)| row(c, z) % b == 0))
}

/// What came out for one set.
#[derive(Default)]
struct Result {
    dimensions: usize,
    /// The method of the smallest mapping for all sizes.
    winner: &'static str,
    /// The best mapping for all sizes, the best for these, and the smallest lattice.
    for_all: f64,
    for_these: f64,
    smallest: Option<f64>,
    successive: f64,
    proved: usize,
    unproved: usize,
}

fn check(case: &Case) -> Option<Result> {
    let context = Context::new();
    let set = Set::read_from_str(&context, &case.text).unwrap();
    let values = &case.values[0];
    let problem = Problem::new(set, values).unwrap();
    let outcomes = portfolio::outcomes(&problem, Settings::default());
    let points: Vec<_> =
        case.values.iter().map(|values| enumerated(&problem.at(values).unwrap().differences)).collect();
    let mut result = Result::default();
    let mut known = Vec::new();
    for outcome in &outcomes {
        let Proposal::Mapping(candidate, order) = &outcome.proposal else { continue };
        agrees(&problem, candidate, order.is_some(), case, &points, outcome.name);
        for wrong in weakened(candidate) {
            let proved = certificate::proves_candidate(&wrong, &problem.differences).unwrap();
            agrees(&problem, &wrong, proved, case, &points, "weakened");
        }
        match order {
            Some(_) => known.push(candidate.at(values).unwrap()),
            None => result.unproved += 1,
        }
    }
    result.proved = known.len();
    let cells = |candidate: &Candidate| candidate.cells(&problem.reference) as f64;
    let (winner, best) = portfolio::best(&problem, &outcomes)?;
    (result.dimensions, result.winner) = (problem.dimensions(), winner);
    let successive = outcomes.iter().find(|outcome| outcome.name == "successive-modulo")?.proved()?;
    assert!(cells(best) <= cells(successive), "{}", case.text);
    let there = problem.at(values).unwrap();
    let sizes = AtSizes::of(&there, &known).unwrap();
    let lattice = sizes.lattice.as_ref()?.determinant() as f64;
    assert!(sizes.lower_bound as f64 <= lattice, "{}", case.text);
    let (matrix, moduli) = sizes.candidate().unwrap().at(values).unwrap();
    assert!(!collides(&matrix, &moduli, &points[0]), "{}", case.text);
    result.for_all = cells(best);
    result.for_these = cells(best).min(lattice);
    result.smallest = sizes.is_smallest.then_some(lattice);
    result.successive = cells(successive);
    Some(result)
}

/// A proof means that nothing collides at any size; without parameters its lack means that something does.
fn agrees(
    problem: &Problem,
    candidate: &Candidate,
    proved: bool,
    case: &Case,
    points: &[Vec<Vec<i64>>],
    name: &str,
) {
    for (values, points) in case.values.iter().zip(points) {
        let Some((matrix, moduli)) = candidate.at(values) else {
            assert!(!proved || points.is_empty(), "{name} on {} at {values:?}: no moduli", case.text);
            continue;
        };
        let collides = collides(&matrix, &moduli, points);
        assert!(!(proved && collides), "{name} on {} at {values:?}: {candidate:?}", case.text);
        if problem.parameters.is_empty() {
            assert_eq!(proved, !collides, "{name} on {}: {candidate:?}", case.text);
        }
    }
}

/// The same with one modulus less by one.
fn weakened(candidate: &Candidate) -> Vec<Candidate> {
    if candidate.integer_matrix().is_none() {
        return Vec::new();
    }
    let without = |k: usize| {
        let mut weakened = candidate.clone();
        weakened.mixed_radix = None;
        weakened.moduli[k] = (weakened.moduli[k].clone() - 1.into()).simplify();
        weakened
    };
    (0..candidate.moduli.len()).map(without).collect()
}

/// Sets of a run that takes seconds.
const FEW: u64 = 40;

fn number_of_sets() -> u64 {
    std::env::var("ALLOCATOR_SETS").ok().and_then(|number| number.parse().ok()).unwrap_or(FEW)
}

#[test]
fn certificates_agree_with_enumeration_and_the_best_is_near_the_smallest_lattice() {
    const THREADS: u64 = 2;
    let number = number_of_sets();
    let worker = |first: u64| {
        let seeds = (first..number).step_by(THREADS as usize);
        seeds.filter_map(|seed| check(&case(&mut Random::new(seed)))).collect::<Vec<_>>()
    };
    let results: Vec<Result> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..THREADS).map(|first| scope.spawn(move || worker(first))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    let proved: usize = results.iter().map(|result| result.proved).sum();
    let unproved: usize = results.iter().map(|result| result.unproved).sum();
    println!("{} of {number} sets have a mapping; {proved} mappings proved, {unproved} not", results.len());
    println!("smallest at first: {:?}", wins(&results));
    for dimensions in 1..=4 {
        let of_these: Vec<_> = results.iter().filter(|result| result.dimensions == dimensions).collect();
        distribution(&format!("{dimensions} dimensions"), &of_these);
    }
    let (for_all, for_these) = distribution("all", &results.iter().collect::<Vec<_>>()).unwrap();
    assert_eq!(results.len() as u64, number);
    assert!(for_all <= 1.1 && for_these <= 1.1);
}

/// How often each method is the first with the smallest mapping.
fn wins(results: &[Result]) -> BTreeMap<&str, usize> {
    let mut wins = BTreeMap::new();
    results.iter().for_each(|result| *wins.entry(result.winner).or_default() += 1);
    wins
}

/// Prints quantiles of sizes over that of the smallest lattice, where it is known; the medians of the best
/// mapping for all sizes, and of the best for these.
fn distribution(name: &str, results: &[&Result]) -> Option<(f64, f64)> {
    let known: Vec<_> = results.iter().filter_map(|result| Some((result, result.smallest?))).collect();
    println!("{name}: {} sets, {} with a known smallest lattice", results.len(), known.len());
    let median = |name: &str, size: fn(&Result) -> f64| {
        let mut ratios: Vec<f64> = known.iter().map(|(result, smallest)| size(result) / smallest).collect();
        ratios.sort_by(f64::total_cmp);
        let at = |percent: usize| ratios.get((ratios.len().max(1) - 1) * percent / 100).copied();
        let quantiles =
            [50, 75, 90, 99, 100].map(|percent| at(percent).map_or("-".into(), |q| format!("{q:.3}")));
        println!("  {name:22} 50, 75, 90, 99, 100 %: {}", quantiles.join(" "));
        at(50)
    };
    median("successive moduli", |result| result.successive);
    median("best for all sizes", |result| result.for_all)
        .zip(median("best for these sizes", |result| result.for_these))
}
