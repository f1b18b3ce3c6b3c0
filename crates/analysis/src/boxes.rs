//! Boxes of cells or iterations, and the loops over one.

use isl::{DimType, Set};
use polyhedral::{Comparison, Condition, Expression, Loop, Node, Scop, lower, raise};

/// Per dimension the first and the last cell.
pub(crate) type Bounds = Vec<(Expression, Expression)>;

/// Lines before points, which often lie on them where a size is 0; of these, rows before columns.
pub(crate) fn rank(bounds: &Bounds) -> (usize, Vec<bool>) {
    let is_line: Vec<bool> = bounds.iter().map(|(first, last)| first != last).collect();
    (is_line.iter().filter(|is_line| !**is_line).count(), is_line)
}

/// The whole box, in the space of `cells` (`{ A[x] }`).
pub(crate) fn filled(cells: &Set, bounds: &Bounds) -> isl::Result<Set> {
    let names: Vec<String> = (0..bounds.len()).map(|position| format!("x{position}")).collect();
    within(&Set::universe(cells.space()?)?, &names, bounds)
}

/// A box around `piece` (`{ A[x] }`), if its bounds are one expression each.
pub(crate) fn hull(piece: &Set) -> isl::Result<Option<Bounds>> {
    let one = |value: isl::PwAff| -> isl::Result<Option<Expression>> {
        match &value.foreach_piece()?[..] {
            [(_, value)] => Ok(raise::affine(value).ok()),
            _ => Ok(None),
        }
    };
    let mut bounds = Bounds::new();
    for position in 0..piece.dim(DimType::Set)? {
        let (first, last) = (one(piece.clone().dim_min(position)?)?, one(piece.clone().dim_max(position)?)?);
        let (Some(first), Some(last)) = (first, last) else { return Ok(None) };
        bounds.push((first, last));
    }
    Ok(Some(bounds))
}

/// `set` (`{ A[x] }`) within `bounds`, its dimensions called `names`.
pub(crate) fn within(set: &Set, names: &[impl AsRef<str>], bounds: &Bounds) -> isl::Result<Set> {
    let mut named = set.clone();
    for (position, name) in (0..).zip(names) {
        named = named.set_dim_name(DimType::Set, position, name.as_ref())?;
    }
    let space = named.space()?;
    for (name, (first, last)) in names.iter().zip(bounds) {
        let between = Condition::And(inside(name.as_ref(), first, last));
        named = named.intersect(lower::condition(&between, &space)?)?;
    }
    Ok(named)
}

fn inside(name: &str, first: &Expression, last: &Expression) -> Vec<Condition> {
    let counter = || Expression::variable(name);
    vec![
        Condition::Compare(Comparison::LessEqual, first.clone(), counter()),
        Condition::Compare(Comparison::LessEqual, counter(), last.clone()),
    ]
}

/// At which parameter values `set` has any points, if that is one conjunction.
pub(crate) fn sizes(set: &Set) -> isl::Result<Option<Condition>> {
    let parts = set.clone().params()?.basic_sets()?;
    let [part] = parts.as_slice() else { return Ok(None) };
    let mut all = Vec::new();
    for constraint in part.constraints()? {
        let how = if constraint.is_equality()? { Comparison::Equal } else { Comparison::GreaterEqual };
        let Ok(value) = raise::affine(&constraint.aff()?) else { return Ok(None) };
        all.push(Condition::Compare(how, value, Expression::Constant(0)));
    }
    Ok(Some(Condition::And(all)))
}

/// Which of its points `set` (`{ S[i] }`) has, as a condition on its dimensions, called `names`, and parameters.
pub(crate) fn condition(set: &Set, names: &[String]) -> isl::Result<Option<Condition>> {
    let mut any = Vec::new();
    for part in set.basic_sets()? {
        let mut line = part.to_set()?;
        let (parameters, dimensions) = (line.dim(DimType::Param)?, line.dim(DimType::Set)?);
        line = line.move_dims(DimType::Param, parameters, DimType::Set, 0, dimensions)?;
        for (position, name) in (parameters..).zip(names) {
            line = line.set_dim_name(DimType::Param, position, name)?;
        }
        let Some(condition) = sizes(&line)? else { return Ok(None) };
        any.push(condition);
    }
    Ok(Some(if any.len() == 1 { any.remove(0) } else { Condition::Or(any) }))
}

/// Loops over the box around `body`, the first of `counters` outermost.
pub(crate) fn loops<'a>(
    counters: impl DoubleEndedIterator<Item = &'a str> + ExactSizeIterator,
    bounds: &Bounds,
    body: Node,
) -> Node {
    counters.zip(bounds).rev().fold(body, |body, (counter, (first, last))| {
        Node::Loop(Loop {
            iterator: counter.to_owned(),
            initial: first.clone(),
            condition: Condition::Compare(Comparison::LessEqual, Expression::variable(counter), last.clone()),
            step: 1,
            parallel: false,
            body: vec![body],
            line: 0,
        })
    })
}

/// `wanted` with a number, as a name that meant nothing in the region yet; it is taken now.
pub(crate) fn fresh(scop: &mut Scop, wanted: &str) -> String {
    let is_free = |name: &String| {
        !scop.taken.contains(name)
            && scop.array(name).is_none()
            && scop.parameters.iter().all(|parameter| parameter.name != *name)
            && scop.statements.iter().all(|statement| statement.name != *name)
    };
    let name = (1..).map(|number| format!("{wanted}{number}")).find(is_free).unwrap_or_default();
    scop.taken.insert(name.clone());
    name
}
