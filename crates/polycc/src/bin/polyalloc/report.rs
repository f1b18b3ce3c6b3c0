//! What polyalloc found, ready to be printed.

use crate::input::Input;
use allocator::Problem;
use allocator::at_sizes::AtSizes;
use allocator::candidate::Candidate;
use allocator::integer_lattice::{mapped_to_zero, shorten};
use allocator::portfolio::{self, Outcome, Proposal, Settings};
use polyhedral::Expression;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Parameter values.
type Values = BTreeMap<String, i64>;

/// Everything about one set.
pub struct Report<'a> {
    pub input: &'a Input,
    /// The mappings, in the order of the methods.
    pub methods: Vec<Method>,
    /// The method with the smallest proved mapping, at the given sizes if all have values.
    pub best: Option<&'static str>,
    /// What is known at the given sizes, if all have values.
    pub at: Option<At>,
    /// Why methods have no mapping.
    pub notes: Vec<String>,
}

/// The mapping of a method, for all sizes.
pub struct Method {
    pub name: &'static str,
    pub candidate: Candidate,
    /// In words.
    pub mapping: String,
    pub is_proved: bool,
    /// Vectors between cells that share a location at all sizes.
    pub reuse_vectors: Vec<Vec<i64>>,
    /// The method's mapping at the given sizes.
    pub at: Option<Instance>,
}

/// A mapping at the given sizes.
pub struct Instance {
    pub matrix: Vec<Vec<i64>>,
    pub moduli: Vec<i64>,
    /// In words.
    pub mapping: String,
    pub is_proved: bool,
}

/// What holds at the given sizes.
pub struct At {
    pub values: Values,
    pub sizes: AtSizes,
    /// The mapping of the smallest lattice.
    pub mapping: Option<Instance>,
}

/// The method that finds smallest lattices.
const SEARCH: &str = "search";

impl<'a> Report<'a> {
    /// Runs the methods.
    ///
    /// # Errors
    /// isl's.
    pub fn new(input: &'a Input, settings: Settings, at: &Values) -> isl::Result<Self> {
        let problem = &input.problem;
        let outcomes = portfolio::outcomes(problem, settings);
        let mut methods: Vec<_> = outcomes.iter().filter_map(|outcome| Method::of(outcome, input)).collect();
        let has_values = problem.parameters.iter().all(|name| at.contains_key(name));
        let at = if has_values { Some(at_values(input, settings, at, &mut methods)?) } else { None };
        let best = smallest(problem, &methods);
        Ok(Report { input, methods, best, at, notes: outcomes.iter().filter_map(note).collect() })
    }

    /// The report as one JSON object.
    pub fn to_json(&self) -> String {
        let mut object = json!({
            "dimensions": self.input.dimensions.len(),
            "parameters": self.input.problem.parameters,
            "best": self.best,
            "methods": self.methods.iter().map(Method::to_json).collect::<Vec<_>>(),
            "notes": self.notes,
        });
        if let Some(at) = &self.at {
            object["at"] = at.to_json();
        }
        format!("{object:#}\n")
    }
}

/// The proved mapping with the fewest cells, at the given sizes if there are any; of equally small ones the
/// first.
fn smallest(problem: &Problem, methods: &[Method]) -> Option<&'static str> {
    let cells = |method: &Method| match &method.at {
        Some(at) => at.cells().map_or(i128::MAX, i128::from),
        None => method.candidate.cells(&problem.reference),
    };
    methods
        .iter()
        .filter(|method| method.is_proved)
        .min_by_key(|method| cells(method))
        .map(|method| method.name)
}

/// What holds at the values, which are those of all parameters; sets it for each method, too. The smallest
/// lattice is what the search finds there.
fn at_values(input: &Input, settings: Settings, at: &Values, methods: &mut [Method]) -> isl::Result<At> {
    let there = input.problem.at(at)?;
    for method in methods.iter_mut() {
        method.at = method.candidate.at(at).map(|(matrix, moduli)| {
            instance(&there, Candidate::constant(matrix, moduli), settings, &input.dimensions)
        });
    }
    let proved = methods.iter().filter_map(|method| method.at.as_ref()).filter(|at| at.is_proved);
    let known: Vec<_> = proved.clone().map(|at| (at.matrix.clone(), at.moduli.clone())).collect();
    let fewest = proved.filter_map(Instance::cells).min();
    let sizes = AtSizes::of(&there, &known)?;
    let lattice = sizes.candidate().map(Candidate::compact);
    let mapping =
        |settings| lattice.clone().map(|lattice| instance(&there, lattice, settings, &input.dimensions));
    let is_smaller = |at: &Instance| at.is_proved && at.cells() < Some(fewest.unwrap_or(i64::MAX));
    if let Some(search) = methods.iter_mut().find(|method| method.name == SEARCH) {
        search.at = mapping(settings).filter(is_smaller).or(search.at.take());
    }
    let values = at.iter().filter(|(name, _)| input.problem.parameters.contains(name));
    Ok(At {
        values: values.map(|(name, value)| (name.clone(), *value)).collect(),
        mapping: mapping(Settings::default()),
        sizes,
    })
}

/// A mapping of `there` with constants only, with its proof.
fn instance(there: &Problem, candidate: Candidate, settings: Settings, names: &[String]) -> Instance {
    let (candidate, is_proved) = match portfolio::certified(there, candidate.clone(), settings) {
        Proposal::Mapping(certified, order) => (certified, order.is_some()),
        _ => (candidate, false),
    };
    let constants = |row: &Vec<Expression>| row.iter().filter_map(Expression::constant).collect();
    Instance {
        mapping: candidate.describe(names),
        matrix: candidate.matrix.iter().map(constants).collect(),
        moduli: constants(&candidate.moduli),
        is_proved,
    }
}

impl Method {
    fn of(outcome: &Outcome, input: &Input) -> Option<Self> {
        let Proposal::Mapping(candidate, order) = &outcome.proposal else { return None };
        Some(Method {
            name: outcome.name,
            mapping: candidate.describe(&input.dimensions),
            is_proved: order.is_some(),
            reuse_vectors: reuse_vectors(candidate, input.problem.dimensions()),
            at: None,
            candidate: candidate.clone(),
        })
    }

    fn to_json(&self) -> Value {
        let row = |row: &Vec<Expression>| row.iter().map(ToString::to_string).collect::<Vec<_>>();
        let mut object = json!({
            "name": self.name,
            "matrix": self.candidate.matrix.iter().map(row).collect::<Vec<_>>(),
            "moduli": row(&self.candidate.moduli),
            "mapping": self.mapping,
            "size": self.candidate.size().to_string(),
            "certificate": certificate(self.is_proved),
            "reuse_vectors": self.reuse_vectors,
        });
        if let Some(at) = &self.at {
            object["at"] = at.to_json();
        }
        object
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
            "mapping": self.mapping,
            "size": self.cells(),
            "certificate": certificate(self.is_proved),
        })
    }
}

/// The word for it.
pub fn certificate(is_proved: bool) -> &'static str {
    if is_proved { "proved" } else { "none" }
}

/// Vectors between cells that share a location whatever the sizes: where a modulus has parameters, the
/// row itself has to be 0.
fn reuse_vectors(candidate: &Candidate, dimensions: usize) -> Vec<Vec<i64>> {
    let moduli: Vec<_> = candidate.moduli.iter().map(Expression::constant).collect();
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
