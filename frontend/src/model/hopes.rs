//! What a model may rely on that only a run knows: that rows are as long as what is in them, that sizes are positive.
//!
//! A region that is [hopeful](crate::region::Region::is_hopeful) may leave obligations unmet, if the parameters that are
//! known where its function starts can tell that they are met: a copy of the function is chosen by these conditions there.
//! Any conditions do that imply all obligations. Among those for sizes at which every statement runs (there must be some)
//! the shortest are taken, and of these no more than needed.

use isl::{BasicSet, Constraint, DimType, Result, Set};
use polyhedral::{Comparison, Condition, Expression, Parameter};

/// Tests of more conditions aren't worth it.
const MOST: usize = 12;

/// The parameter values at which obligations aren't met.
pub struct Hopes {
    unmet: Option<Set>,
}

/// Conditions under which all obligations are met.
pub struct Settled {
    /// `{ : … }`: the same.
    pub holds: Set,
    /// As conditions, of which all must hold.
    pub conditions: Vec<Condition>,
}

impl Hopes {
    /// Nothing is hoped for yet.
    pub fn new() -> Self {
        Hopes { unmet: None }
    }

    /// Notes `{ [i] : … }`, where an obligation isn't met.
    pub fn note(&mut self, violations: Set) -> Result<()> {
        let values = violations.params()?;
        self.unmet = Some(match self.unmet.take() {
            Some(unmet) => unmet.union(values)?.coalesce()?,
            None => values,
        });
        Ok(())
    }

    /// Whether obligations aren't met.
    pub fn is_empty(&self) -> bool {
        self.unmet.is_none()
    }

    /// Conditions on the parameters that `is_known` tells, under which all obligations are met at values in `certain`; `None`
    /// where none are found. `domains` are those of the statements.
    pub fn settle(
        &self,
        certain: &Set,
        domains: &[Set],
        parameters: &[Parameter],
        is_known: &dyn Fn(&Parameter) -> bool,
    ) -> Result<Option<Settled>> {
        let Some(unmet) = &self.unmet else {
            return Ok(Some(Settled { holds: Set::universe(certain.space()?)?, conditions: vec![] }));
        };
        // divisions are nothing that a short test computes; larger sets here only ask for more
        let over_known = |set: Set| over(set, parameters, is_known)?.remove_divs();
        let unmet = over_known(unmet.clone().intersect(certain.clone())?)?;
        let known = over_known(certain.clone())?;
        let met = known.clone().subtract(unmet)?.coalesce()?;
        let mut typical = met.clone();
        for domain in domains {
            let runs = over_known(domain.clone().params()?.intersect(certain.clone())?)?;
            let is_dead = runs.is_empty()?;
            typical = if is_dead { typical } else { typical.intersect(runs)? };
        }
        let mut pieces = Vec::new();
        for piece in typical.coalesce()?.basic_sets()? {
            let piece = piece.remove_redundancies()?;
            if piece.dim(DimType::Div)? == 0 {
                pieces.push((piece.n_constraint()?, piece));
            }
        }
        let Some((_, piece)) = pieces.into_iter().min_by_key(|(length, _)| *length) else { return Ok(None) };
        let constraints = needed(&piece, &known, &met)?;
        let conditions: Option<Vec<_>> =
            constraints.iter().map(|constraint| condition(constraint, parameters)).collect::<Result<_>>()?;
        let holds = conjunction(&piece, &constraints)?;
        let is_short = |list: &Vec<Condition>| list.len() <= MOST;
        Ok(conditions.filter(is_short).map(|conditions| Settled { holds, conditions }))
    }
}

/// What a set says of the parameters that are known.
fn over(mut set: Set, parameters: &[Parameter], is_known: &dyn Fn(&Parameter) -> bool) -> Result<Set> {
    for parameter in parameters.iter().filter(|it| !is_known(it)) {
        if let Some(position) = set.find_dim_by_name(DimType::Param, &parameter.name)? {
            set = set.eliminate(DimType::Param, position, 1)?;
        }
    }
    Ok(set)
}

/// The constraints of `piece` without which something in `certain` would not be in `met`.
fn needed(piece: &BasicSet, certain: &Set, met: &Set) -> Result<Vec<Constraint>> {
    let mut kept = piece.constraints()?;
    for position in (0..kept.len()).rev() {
        let constraint = kept.remove(position);
        if !conjunction(piece, &kept)?.intersect(certain.clone())?.is_subset(met)? {
            kept.insert(position, constraint);
        }
    }
    Ok(kept)
}

fn conjunction(piece: &BasicSet, constraints: &[Constraint]) -> Result<Set> {
    let universe = BasicSet::universe(piece.space()?)?;
    let all = constraints.iter().try_fold(universe, |set, constraint| set.add_constraint(constraint.clone()));
    all?.to_set()
}

/// A constraint as a comparison of two sums of positive terms; `None` if its numbers don't fit.
fn condition(constraint: &Constraint, parameters: &[Parameter]) -> Result<Option<Condition>> {
    let Some(constant) = constraint.constant_val()?.to_i64()? else { return Ok(None) };
    let mut sides =
        [Expression::Constant(constant.max(0)), Expression::Constant(constant.min(0).saturating_neg())];
    for (position, parameter) in (0..).zip(parameters) {
        let Some(factor) = constraint.coefficient_val(DimType::Param, position)?.to_i64()? else {
            return Ok(None);
        };
        if factor != 0 {
            let term = Expression::Multiply(
                Box::new(Expression::Constant(factor.saturating_abs())),
                Box::new(Expression::variable(&parameter.name)),
            );
            let side = &mut sides[usize::from(factor < 0)];
            *side = term + side.clone();
        }
    }
    let [left, right] = sides.map(|side| side.simplify());
    let relation = if constraint.is_equality()? { Comparison::Equal } else { Comparison::GreaterEqual };
    Ok(Some(Condition::Compare(relation, left, right)))
}
