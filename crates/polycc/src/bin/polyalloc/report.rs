//! What polyalloc found, ready to be printed.

use crate::input::Input;
use allocator::Problem;
use allocator::at_sizes::AtSizes;
use allocator::candidate::Candidate;
use allocator::integer_lattice::{mapped_to_zero, shorten};
use allocator::portfolio::{self, Outcome, Proposal, Settings};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Everything about one set.
pub struct Report<'a> {
    pub input: &'a Input,
    /// The mappings, in the order of the methods.
    pub methods: Vec<Method>,
    /// The method with the smallest proved mapping.
    pub best: Option<&'static str>,
    /// What is known at the given sizes, if all have values.
    pub at: Option<At>,
    /// Why methods have no mapping.
    pub notes: Vec<String>,
}

/// The mapping of a method.
pub struct Method {
    pub name: &'static str,
    pub candidate: Candidate,
    /// In words.
    pub mapping: String,
    pub is_proved: bool,
    /// Whether the mapping holds at the given sizes only.
    pub only_at: bool,
    /// Vectors between cells that share a location at all sizes.
    pub reuse_vectors: Vec<Vec<i64>>,
    pub at: Option<Instance>,
}

/// A mapping at the given sizes.
pub struct Instance {
    pub matrix: Vec<Vec<i64>>,
    pub moduli: Vec<i64>,
    pub is_proved: bool,
}

/// What holds at the given sizes.
pub struct At {
    pub values: BTreeMap<String, i64>,
    pub sizes: AtSizes,
}

const SEARCH: &str = "search";

impl<'a> Report<'a> {
    /// Runs the methods.
    ///
    /// # Errors
    /// isl's.
    pub fn new(input: &'a Input, settings: Settings, at: &BTreeMap<String, i64>) -> isl::Result<Self> {
        let problem = &input.problem;
        let mut outcomes = portfolio::outcomes(problem, settings);
        let has_values = problem.parameters.iter().all(|name| at.contains_key(name));
        let mut report = Report { input, methods: Vec::new(), best: None, at: None, notes: Vec::new() };
        let there = if has_values { Some(problem.at(at)?) } else { None };
        let mut only_at = None;
        if let Some(there) = &there {
            let values = at.iter().filter(|(name, _)| problem.parameters.contains(name));
            let values = values.map(|(name, value)| (name.clone(), *value)).collect();
            let instances: Vec<_> =
                outcomes.iter().filter_map(|outcome| instance(there, outcome, at, settings)).collect();
            let sizes = sizes(there, &instances)?;
            only_at = improve(there, settings, &instances, &sizes, &mut outcomes);
            report.at = Some(At { values, sizes });
        }
        report.best = portfolio::best(problem, &outcomes).map(|(name, _)| name);
        report.notes = outcomes.iter().filter_map(note).collect();
        for outcome in &outcomes {
            if let Proposal::Mapping(candidate, order) = &outcome.proposal {
                report.methods.push(Method {
                    name: outcome.name,
                    mapping: candidate.describe(&input.dimensions),
                    is_proved: order.is_some(),
                    only_at: only_at == Some(outcome.name),
                    reuse_vectors: reuse_vectors(candidate, problem.dimensions()),
                    at: there.as_ref().and_then(|there| instance(there, outcome, at, settings)),
                    candidate: candidate.clone(),
                });
            }
        }
        Ok(report)
    }

    /// The report as one JSON object.
    pub fn to_json(&self) -> String {
        let object = json!({
            "dimensions": self.input.dimensions.len(),
            "parameters": self.input.problem.parameters,
            "best": self.best,
            "methods": self.methods.iter().map(Method::to_json).collect::<Vec<_>>(),
            "at": self.at.as_ref().map(At::to_json),
            "notes": self.notes,
        });
        format!("{object:#}\n")
    }
}

impl Method {
    fn to_json(&self) -> Value {
        let row = |row: &Vec<polyhedral::Expression>| row.iter().map(ToString::to_string).collect::<Vec<_>>();
        json!({
            "name": self.name,
            "matrix": self.candidate.matrix.iter().map(row).collect::<Vec<_>>(),
            "moduli": row(&self.candidate.moduli),
            "mapping": self.mapping,
            "size": self.candidate.size().to_string(),
            "certificate": certificate(self.is_proved),
            "only_at": self.only_at,
            "reuse_vectors": self.reuse_vectors,
            "at": self.at.as_ref().map(Instance::to_json),
        })
    }
}

impl At {
    fn to_json(&self) -> Value {
        let lattice = self.sizes.lattice.as_ref();
        json!({
            "parameters": self.values,
            "lower_bound": self.sizes.lower_bound,
            "best_lattice": lattice.map(|lattice| json!({
                "size": lattice.determinant(),
                "basis": lattice.short_basis(),
                "smallest": self.sizes.is_smallest,
            })),
        })
    }
}

impl Instance {
    /// The number of cells, if it fits.
    pub fn cells(&self) -> Option<i64> {
        self.moduli.iter().try_fold(1i64, |cells, modulus| cells.checked_mul(*modulus))
    }

    fn to_json(&self) -> Value {
        json!({
            "matrix": self.matrix,
            "moduli": self.moduli,
            "size": self.cells(),
            "certificate": certificate(self.is_proved),
        })
    }
}

fn certificate(is_proved: bool) -> &'static str {
    if is_proved { "proved" } else { "none" }
}

/// The mapping of a method at the given sizes, of which `there` is the problem; `None` if it doesn't fit.
fn instance(
    there: &Problem,
    outcome: &Outcome,
    at: &BTreeMap<String, i64>,
    settings: Settings,
) -> Option<Instance> {
    let Proposal::Mapping(candidate, _) = &outcome.proposal else { return None };
    let (matrix, moduli) = candidate.at(at)?;
    let constant = Candidate::constant(matrix, moduli);
    match portfolio::certified(there, constant, settings) {
        Proposal::Mapping(candidate, order) => {
            let (matrix, moduli) = candidate.at(at)?;
            Some(Instance { matrix, moduli, is_proved: order.is_some() })
        }
        _ => None,
    }
}

fn sizes(there: &Problem, instances: &[Instance]) -> isl::Result<AtSizes> {
    let proved = instances.iter().filter(|instance| instance.is_proved);
    let known: Vec<_> = proved.map(|proved| (proved.matrix.clone(), proved.moduli.clone())).collect();
    AtSizes::of(there, &known)
}

/// A lattice that is smaller than all mappings becomes what the search found, at these sizes only.
fn improve(
    there: &Problem,
    settings: Settings,
    instances: &[Instance],
    sizes: &AtSizes,
    outcomes: &mut [Outcome],
) -> Option<&'static str> {
    let search = outcomes.iter_mut().find(|outcome| outcome.name == SEARCH)?;
    let proposal = portfolio::certified(there, sizes.candidate()?.compact(), settings);
    let found = Outcome { name: SEARCH, proposal };
    let size = found.proved()?.size().constant()?;
    let proved = instances.iter().filter(|instance| instance.is_proved);
    let fewest = proved.filter_map(Instance::cells).min();
    if fewest.is_some_and(|fewest| fewest <= size) {
        return None;
    }
    *search = found;
    Some(SEARCH)
}

/// Vectors between cells that share a location whatever the sizes: where a modulus has parameters, the
/// row itself has to be 0.
fn reuse_vectors(candidate: &Candidate, dimensions: usize) -> Vec<Vec<i64>> {
    let moduli: Vec<_> = candidate.moduli.iter().map(polyhedral::Expression::constant).collect();
    let vectors = candidate.integer_matrix().and_then(|matrix| mapped_to_zero(&matrix, &moduli, dimensions));
    vectors.map(shorten).unwrap_or_default()
}

/// Why a method has no mapping, or none to be used.
fn note(outcome: &Outcome) -> Option<String> {
    let reason = match &outcome.proposal {
        Proposal::Mapping(_, Some(_)) => return None,
        Proposal::Mapping(_, None) => "its mapping could not be proved",
        Proposal::Inapplicable => "it finds no mapping for this set",
        Proposal::TooExpensive => "its budget of operations was used up",
        Proposal::Failed(error) => return Some(format!("{}: {error}", outcome.name)),
    };
    Some(format!("{}: {reason}", outcome.name))
}
