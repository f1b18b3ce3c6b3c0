//! What a model may rely on that only a run knows: that rows are as long as what is in them, that sizes are positive.
//!
//! A region that is [hopeful](crate::region::Region::is_hopeful) may leave obligations unmet, if the parameters that are
//! known where its function starts can tell that they are met: a copy of the function is chosen by these conditions there.
//! Any conditions do that imply all obligations. Among those for sizes at which every statement runs (there must be some)
//! the shortest are taken, and of these no more than needed.

use isl::{BasicSet, Constraint, DimType, Result, Set};
use polyhedral::{Comparison, Condition, Expression, Parameter, lower};

/// Tests of more conditions aren't worth it.
const MOST: usize = 12;

/// A size that programs have is smaller.
const UNUSUAL: i64 = 1 << 30;

/// The parameter values at which obligations aren't met.
///
/// They are kept over what a test can name only: an obligation that is broken at any value of these, because what would
/// tell isn't known where the function starts, ends the hope at once.
pub struct Hopes {
    /// What a test can't name.
    unknown: Vec<String>,
    /// `{ : … }`: what is certain of all parameters, and of those that a test can name.
    certain: Set,
    known: Set,
    unmet: Unmet,
}

/// Where obligations aren't met, among the parameters that a test can name.
enum Unmet {
    Nowhere,
    At(Set),
    Everywhere,
}

/// Conditions under which all obligations are met.
pub struct Settled {
    /// `{ : … }`: the same.
    pub holds: Set,
    /// As conditions, of which all must hold.
    pub conditions: Vec<Condition>,
}

impl Hopes {
    /// Nothing is hoped for yet. A test knows those of the parameters that `is_known` tells; values are in `certain`.
    pub fn new(
        certain: Set,
        parameters: &[Parameter],
        is_known: &dyn Fn(&Parameter) -> bool,
    ) -> Result<Self> {
        let unknown: Vec<_> =
            parameters.iter().filter(|it| !is_known(it)).map(|it| it.name.clone()).collect();
        let known = over(certain.clone(), &unknown)?;
        Ok(Hopes { unknown, certain, known, unmet: Unmet::Nowhere })
    }

    /// Notes `{ [i] : … }`, where an obligation isn't met.
    pub fn note(&mut self, violations: Set) -> Result<()> {
        let values = |set: Set| over(set.params()?.intersect(self.certain.clone())?, &self.unknown);
        let unmet = match std::mem::replace(&mut self.unmet, Unmet::Everywhere) {
            Unmet::Nowhere => values(violations)?,
            Unmet::At(unmet) => {
                let values = values(violations)?;
                match values.is_subset(&unmet)? {
                    true => unmet,
                    false => unmet.union(values)?.coalesce()?,
                }
            }
            Unmet::Everywhere => return Ok(()),
        };
        if !self.known.is_subset(&unmet)? {
            self.unmet = Unmet::At(unmet);
        }
        Ok(())
    }

    /// Conditions under which all obligations are met; `None` where none are found. `domains` are those of the statements.
    pub fn settle(&self, domains: &[Set], parameters: &[Parameter]) -> Result<Option<Settled>> {
        let unmet = match &self.unmet {
            Unmet::Nowhere => {
                return Ok(Some(Settled {
                    holds: Set::universe(self.certain.space()?)?,
                    conditions: vec![],
                }));
            }
            Unmet::At(unmet) => unmet.clone(),
            Unmet::Everywhere => return Ok(None),
        };
        let (certain, known) = (&self.certain, &self.known);
        let over_known = |set| over(set, &self.unknown);
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
        let constraints = needed(&piece, known, &met)?;
        let conditions: Option<Vec<_>> =
            constraints.iter().map(|constraint| condition(constraint, parameters)).collect::<Result<_>>()?;
        let holds = conjunction(&piece, &constraints)?;
        // a size of nothing is nothing to hope for, and no more is one that nobody has
        for parameter in parameters.iter().filter(|it| it.value.is_none()) {
            for (relation, value) in [(Comparison::LessEqual, 0), (Comparison::GreaterEqual, UNUSUAL)] {
                let is_unusual = compared(parameter, relation, value, &holds)?;
                if holds.is_subset(&is_unusual)? && !known.is_subset(&is_unusual)? {
                    return Ok(None);
                }
            }
        }
        let is_short = |list: &Vec<Condition>| list.len() <= MOST;
        Ok(conditions.filter(is_short).map(|conditions| Settled { holds, conditions }))
    }
}

/// What a set says without some of the parameters, and without divisions: they are nothing that a short test computes, and
/// larger sets here only ask for more.
fn over(mut set: Set, unknown: &[String]) -> Result<Set> {
    for name in unknown {
        if let Some(position) = set.find_dim_by_name(DimType::Param, name)? {
            set = set.eliminate(DimType::Param, position, 1)?;
        }
    }
    set.remove_divs()
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

/// `{ : p <= value }`, or another comparison, in the space of `set`.
fn compared(parameter: &Parameter, relation: Comparison, value: i64, set: &Set) -> Result<Set> {
    let test =
        Condition::Compare(relation, Expression::variable(&parameter.name), Expression::Constant(value));
    lower::condition(&test, &set.space()?.set_from_params()?)?.params()
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
