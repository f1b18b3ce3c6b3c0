//! One affine bound for all pieces of a set, by linear programming.
//!
//! Wanted are integers c, d with `z_k < c.p + d` on every point (p, z) of the set. By Farkas' lemma, on
//! a polyhedron `A (p, z, 1) >= 0` that is so iff `c.p + d - 1 - z_k` is a combination of its rows with
//! non-negative multipliers (plus a non-negative constant). The multipliers are eliminated by leaving
//! them to the solver; the objective prefers bounds that don't grow with the parameters. The solver's
//! floating-point answer is rounded and is only a suggestion: the caller proves it.

use good_lp::{Expression as Linear, ProblemVariables, Solution, SolverModel, Variable, variable};
use isl::{BasicSet, Constraint, DimType, Set};
use polyhedral::Expression;

/// Keeps coefficients of parameters near the size that bounds of programs have.
const LARGEST_COEFFICIENT: f64 = 4.0;
/// By how much a solver may miss an integer.
const TOLERANCE: f64 = 1e-6;
/// What a unit of a parameter costs against a unit of the constant: parameters are sizes.
const PARAMETER_WEIGHT: f64 = 1000.0;

/// An expression that may bound `1 + z_position` on `set`; `None` where there is none or the solver
/// doesn't find it.
pub fn affine_bound(set: &Set, position: u32) -> isl::Result<Option<Expression>> {
    let names = parameter_names(set)?;
    let mut variables = ProblemVariables::new();
    let coefficient = || variable().min(-LARGEST_COEFFICIENT).max(LARGEST_COEFFICIENT);
    let growth: Vec<Variable> = names.iter().map(|_| variables.add(coefficient())).collect();
    let constant = variables.add(variable().min(-1e6).max(1e6));
    let mut equations = Vec::new();
    for polyhedron in set.clone().remove_divs()?.basic_sets()? {
        equations.extend(farkas(&polyhedron, position, &growth, constant, &mut variables)?);
    }
    let cost: Linear = growth.iter().map(|c| PARAMETER_WEIGHT * *c).sum::<Linear>() + constant;
    let mut problem = variables.minimise(cost).using(good_lp::default_solver);
    for equation in equations {
        problem.add_constraint(equation.eq(0.0));
    }
    let Ok(solution) = problem.solve() else { return Ok(None) };
    // a bound that is rounded up is one, where parameters aren't negative
    let rounded = |v: &Variable| (solution.value(*v) - TOLERANCE).ceil() as i64;
    let growth: Vec<i64> = growth.iter().map(rounded).collect();
    Ok(Some(bound(&names, &growth, rounded(&constant))))
}

/// `c.p + d - 1 - z_position = slack + sum of multiplier * row`, coefficient by coefficient; each
/// returned expression is to be 0.
fn farkas(
    polyhedron: &BasicSet,
    position: u32,
    growth: &[Variable],
    constant: Variable,
    variables: &mut ProblemVariables,
) -> isl::Result<Vec<Linear>> {
    let dimensions = polyhedron.dim(DimType::Set)?;
    let mut parameters: Vec<Linear> = growth.iter().map(|c| Linear::from(*c)).collect();
    let mut subscripts: Vec<Linear> = vec![Linear::from(0.0); dimensions as usize];
    subscripts[position as usize] -= 1.0;
    let slack = variables.add(variable().min(0.0));
    let mut rest = Linear::from(constant) - 1.0 - slack;
    for row in polyhedron.constraints()? {
        let least = if row.is_equality()? { f64::NEG_INFINITY } else { 0.0 };
        let multiplier = variables.add(variable().min(least));
        for (p, sum) in (0..).zip(&mut parameters) {
            *sum -= coefficient(&row, DimType::Param, p)? * multiplier;
        }
        for (z, sum) in (0..).zip(&mut subscripts) {
            *sum -= coefficient(&row, DimType::Set, z)? * multiplier;
        }
        rest -= number(&row.constant_val()?) * multiplier;
    }
    parameters.extend(subscripts);
    parameters.push(rest);
    Ok(parameters)
}

fn coefficient(row: &Constraint, kind: DimType, position: u32) -> isl::Result<f64> {
    Ok(number(&row.coefficient_val(kind, position)?))
}

/// Rows of program sizes are small integers; a huge one makes the suggestion useless, not wrong.
fn number(value: &isl::Val) -> f64 {
    value.to_i64().ok().flatten().map_or(f64::MAX, |value| value as f64)
}

fn parameter_names(set: &Set) -> isl::Result<Vec<String>> {
    let names = (0..set.dim(DimType::Param)?).map(|p| set.dim_name(DimType::Param, p));
    names.map(|name| Ok(name?.unwrap_or_default())).collect()
}

fn bound(names: &[String], growth: &[i64], constant: i64) -> Expression {
    let term = |(name, c): (&String, &i64)| {
        Expression::Multiply(Box::new((*c).into()), Box::new(Expression::variable(name)))
    };
    let terms = names.iter().zip(growth).map(term);
    terms.fold(Expression::Constant(constant), |sum, term| sum + term).simplify()
}

#[cfg(test)]
mod tests {
    use super::affine_bound;
    use crate::width::separates;
    use isl::{Context, Set};

    #[test]
    fn a_sum_bounds_two_pieces_that_do_not_bound_each_other() {
        let set = "[N, M] -> { [y] : N >= 0 and M >= 0 and (-N <= y <= N or -M <= y <= M) }";
        let set = Set::read_from_str(&Context::new(), set).unwrap();
        let bound = affine_bound(&set, 0).unwrap().unwrap();
        assert_eq!(bound.to_string(), "N + M + 1");
        assert!(separates(&set, 0, &bound).unwrap());
    }

    #[test]
    fn no_affine_bound_no_suggestion() {
        let set = Set::read_from_str(&Context::new(), "[N] -> { [y] : y >= N }").unwrap();
        assert_eq!(affine_bound(&set, 0).unwrap(), None);
    }
}
