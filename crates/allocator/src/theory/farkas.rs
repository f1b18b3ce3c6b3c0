//! Farkas' lemma, affine form (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, section
//! 4.1.1): an affine form is non-negative on a non-empty polyhedron iff it is a combination of the
//! polyhedron's rows with non-negative multipliers, plus a non-negative constant.
//!
//! Parameters count as variables of the polyhedron (section 4.1.3), so one form bounds it for all of
//! their values. Two uses: multipliers left to a linear programming solver, and multipliers
//! eliminated by isl, exactly.

use crate::budget::too_expensive;
use good_lp::{Expression as Linear, ProblemVariables, Variable, variable};
use isl::{BasicSet, Constraint, DimType, Set, Val};

/// `constant + parameters.p + variables.z` with coefficients that may be unknown.
#[derive(Clone, Debug)]
pub struct Form<T> {
    /// What is added.
    pub constant: T,
    /// One per parameter.
    pub parameters: Vec<T>,
    /// One per dimension.
    pub variables: Vec<T>,
}

/// The non-empty polyhedra around `set` (`[p] -> { [z] }`), without existentially quantified variables.
///
/// # Errors
/// isl's.
pub fn polyhedra(set: &Set) -> isl::Result<Vec<BasicSet>> {
    let mut polyhedra = Vec::new();
    for part in set.clone().remove_divs()?.coalesce()?.basic_sets()? {
        if !part.is_empty()? {
            polyhedra.push(part.detect_equalities()?.remove_redundancies()?);
        }
    }
    Ok(polyhedra)
}

/// `set` where no parameter is negative, if that leaves anything: parameters are sizes, and a bound that
/// has to hold at negative ones too is seldom affine.
///
/// # Errors
/// isl's.
pub fn at_sizes(set: Set) -> isl::Result<Set> {
    let mut parameters = 0..set.dim(DimType::Param)?;
    let at_sizes = parameters.try_fold(set.clone(), |set, p| set.lower_bound_si(DimType::Param, p, 0))?;
    Ok(if at_sizes.is_empty()? { set } else { at_sizes })
}

/// The equations, each an expression that is to be 0, by which `form` is non-negative on `polyhedron`.
/// Multipliers are added to `unknowns`.
///
/// # Errors
/// isl's.
pub fn equations(
    form: Form<Linear>,
    polyhedron: &BasicSet,
    unknowns: &mut ProblemVariables,
) -> isl::Result<Vec<Linear>> {
    let mut rest = form;
    rest.constant -= unknowns.add(variable().min(0.0));
    for row in polyhedron.constraints()? {
        let least = if row.is_equality()? { f64::NEG_INFINITY } else { 0.0 };
        let multiplier = unknowns.add(variable().min(least));
        subtract(&mut rest, &row, multiplier)?;
    }
    let mut equations = rest.parameters;
    equations.extend(rest.variables);
    equations.push(rest.constant);
    Ok(equations)
}

fn subtract(rest: &mut Form<Linear>, row: &Constraint, multiplier: Variable) -> isl::Result<()> {
    for (p, sum) in (0..).zip(&mut rest.parameters) {
        *sum -= approximately(&row.coefficient_val(DimType::Param, p)?) * multiplier;
    }
    for (z, sum) in (0..).zip(&mut rest.variables) {
        *sum -= approximately(&row.coefficient_val(DimType::Set, z)?) * multiplier;
    }
    rest.constant -= approximately(&row.constant_val()?) * multiplier;
    Ok(())
}

/// Rows of programs have small integers; a huge one makes the solver's suggestion useless, not wrong.
fn approximately(value: &Val) -> f64 {
    value.to_i64().ok().flatten().map_or(f64::MAX, |value| value as f64)
}

/// A row of the [`cone`]: its sum of products with a form's coefficients is 0 (an equation), or not
/// negative.
#[derive(Clone, Debug)]
pub struct ConeRow {
    /// Whether it is an equation.
    pub is_equality: bool,
    /// The factors.
    pub factors: Form<Val>,
}

/// Vertices that a polyhedron may have for its [`cone`] to be computed.
const MOST_VERTICES: u64 = 250;

/// Which forms are non-negative on `polyhedron`: rows on their coefficients, exactly.
///
/// # Errors
/// isl's; that a budget is used up where there may be many vertices, each of which is a row.
pub fn cone(polyhedron: &BasicSet) -> isl::Result<Vec<ConeRow>> {
    let parameters = polyhedron.dim(DimType::Param)?;
    let variables = polyhedron.dim(DimType::Set)?;
    if most_vertices(polyhedron.constraints()?.len() as u64, (parameters + variables).into()) > MOST_VERTICES
    {
        return Err(too_expensive("the polyhedron may have too many vertices"));
    }
    // { [[c_constant, c_parameters] -> [c_variables]] }, over the rationals
    let cone = polyhedron.clone().coefficients()?;
    let row = |row: Constraint| {
        let at = |position| row.coefficient_val(DimType::Set, position);
        let factors = Form {
            constant: at(0)?,
            parameters: (1..=parameters).map(at).collect::<isl::Result<_>>()?,
            variables: (parameters + 1..=parameters + variables).map(at).collect::<isl::Result<_>>()?,
        };
        Ok(ConeRow { is_equality: row.is_equality()?, factors })
    };
    cone.constraints()?.into_iter().map(row).collect()
}

/// In how many ways `dimensions` of `rows` can be chosen, saturating: no more vertices lie on so many.
fn most_vertices(rows: u64, dimensions: u64) -> u64 {
    let chosen = dimensions.min(rows.saturating_sub(dimensions));
    (0..chosen).fold(1u64, |ways, k| ways.saturating_mul(rows - k) / (k + 1))
}
