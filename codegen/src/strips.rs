//! The loop tree of an order in strips.
//!
//! isl would take what a strip does at one element alone, as at the border of an array, out of the loop over strips if that is the
//! first or the last element of all. But the cells of a window have their places in that loop only. So isl is asked for such
//! a statement in every strip, and a condition says in which one it runs.

use crate::generate::{generated, instance, one_comparison, strict_or_not};
use crate::{lanes, names};
use isl::{Aff, DimType, Error, ErrorKind, LocalSpace, Map, Set, UnionMap, Val};
use polyhedral::expression::LinearForm;
use polyhedral::{
    Comparison, Condition, Expression, Loop, Node, Program, Scop, StatementId, StripLoop, Window,
};
use std::collections::BTreeSet;

/// The tree that executes all instances of `scop` in the order of `schedule` (`{ S[i] -> [t] }`, injective, total), with one loop
/// for each of `loops`.
///
/// # Errors
/// As [`crate::generate::program`]; and `Unsupported` where no number of strips is enough for what has one element.
pub fn program(scop: &Scop, schedule: &UnionMap, loops: &[StripLoop]) -> isl::Result<Program> {
    let schedule =
        schedule.clone().intersect_domain(scop.domain()?)?.intersect_params(scop.context.clone())?;
    let schedule = loops.iter().try_fold(schedule, |schedule, one| in_all_strips(scop, &schedule, one))?;
    let only_element = |name: &str| {
        let (statement, _) = scop.statement(name)?;
        loops.iter().find_map(|one| Some((one.statements.get(&statement)?.as_ref()?, one.strip)))
    };
    let visit = |name: &str, mut iterators: Vec<Expression>| {
        let first = only_element(name).and_then(|element| Some((element, iterators.pop()?)));
        let instance = Node::Instance(instance(scop, name, iterators)?);
        Ok(vec![match first {
            None => instance,
            Some(((element, size), first)) => {
                let condition = is_in_strip(element, &first, size);
                Node::If { condition, then_body: vec![instance], else_body: vec![] }
            }
        }])
    };
    let options = one_loop_each(scop, &schedule, loops)?;
    let mut body = generated(scop, schedule, options, &visit)?;
    let lanes = loops.iter().filter(|one| one.is_lanes).map(|one| one.strip).collect::<BTreeSet<_>>();
    for size in lanes {
        body = body.into_iter().map(|node| lanes::written_out(node, size)).collect();
    }
    let body = body.into_iter().map(|node| bounded(node, false)).collect();
    Ok(names::give_user_names(scop, Program { body }))
}

/// `{ [t] -> atomic[d] }` for the dimensions d of the `loops` over strips: isl makes a single loop of each; where rows are done at a time, also
/// for those outside, which isl would make two of, with and without a strip that isn't whole. What runs in such strips at a time, and
/// what behind it row by row, is no loop, `{ [t] -> separate[d] }`.
fn one_loop_each(scop: &Scop, schedule: &UnionMap, loops: &[StripLoop]) -> isl::Result<UnionMap> {
    let mut options = UnionMap::empty(schedule.space()?)?;
    let Some(dates) = schedule.maps()?.into_iter().next() else { return Ok(options) };
    let dates = dates.space()?.range()?;
    let option = |name: &str, dates: Set, dimension: u32| {
        let number = Val::from_i64(schedule.context(), i64::from(dimension))?;
        let number = Set::universe(dates.space()?.params()?.add_unnamed_tuple_ui(1)?)?
            .fix_val(DimType::Set, 0, number)?
            .set_tuple_name(name)?;
        Map::from_domain_and_range(dates, number)?.to_union_map()
    };
    let dimensions =
        loops.iter().flat_map(|one| if one.is_lanes { 0 } else { one.dimension }..=one.dimension);
    for dimension in dimensions.collect::<BTreeSet<_>>() {
        options = options.union(option("atomic", Set::universe(dates.clone())?, dimension)?)?;
    }
    for one in loops.iter().filter(|one| one.is_lanes) {
        for dates in nests(scop, schedule, one)? {
            options = options.union(option("separate", dates, one.dimension + 2)?)?;
        }
    }
    Ok(options)
}

/// `{ [t] }`: the dates with the positions that statements of a loop over strips have around it.
fn nests(scop: &Scop, schedule: &UnionMap, one: &StripLoop) -> isl::Result<Vec<Set>> {
    let mut found: Vec<Set> = Vec::new();
    for statement in one.statements.keys() {
        let domain = scop.statements[*statement].domain.clone().to_union_set()?;
        for map in schedule.clone().intersect_domain(domain)?.maps()? {
            let dates = map.range()?;
            let mut nest = Set::universe(dates.space()?)?;
            for dimension in 0..one.dimension {
                let ends = (dates.clone().dim_min_val(dimension)?, dates.clone().dim_max_val(dimension)?);
                if let (Some(least), Some(most)) = (ends.0.to_i64()?, ends.1.to_i64()?)
                    && least == most
                {
                    nest = nest.fix_val(DimType::Set, dimension, ends.0)?;
                }
            }
            let mut is_known = false;
            for other in &found {
                is_known |= other.is_equal(&nest)?;
            }
            found.extend((!is_known).then_some(nest));
        }
    }
    Ok(found)
}

/// `schedule` with the statements of a loop over strips that have one element in all of its strips, whose first elements are their last
/// iterators: `{ S[i, x] -> [t] }`.
fn in_all_strips(scop: &Scop, schedule: &UnionMap, one: &StripLoop) -> isl::Result<UnionMap> {
    let of = |statement: StatementId| {
        schedule.clone().intersect_domain(scop.statements[statement].domain.clone().to_union_set()?)
    };
    // { [t] -> [t'] }: the same but for the strip, which is that of any statement in the loop
    let mut strips: Option<Set> = None;
    for statement in one.statements.keys() {
        for dates in of(*statement)?.maps()? {
            let all = dates.range()?;
            let inside = one.dimension + 1;
            let count = all.dim(DimType::Set)? - inside;
            let own = all.project_out(DimType::Set, inside, count)?.add_dims(DimType::Set, count)?;
            strips = Some(match strips {
                Some(strips) => strips.union(own)?,
                None => own,
            });
        }
    }
    let Some(strips) = strips else { return Ok(schedule.clone()) };
    let space = strips.space()?;
    let mut any = Map::universe(space.clone().map_from_domain_and_range(space.clone())?)?;
    for dimension in (0..space.dim(DimType::Set)?).filter(|dimension| *dimension != one.dimension) {
        any = any.equate(DimType::In, dimension, DimType::Out, dimension)?;
    }
    let space_inside = space.dim(DimType::Set)? - (one.dimension + 1);
    let local = LocalSpace::from_space(space)?;
    let first = Aff::var_on_domain(local, DimType::Set, one.dimension)?;
    let length = Val::from_i64(first.context(), one.strip)?;
    let rest = first.clone().sub(first.scale_down_val(length.clone())?.floor()?.scale_val(length)?)?;
    let hull = strips.coalesce()?.remove_divs()?.simple_hull()?;
    let inside = hull.clone().project_out(DimType::Set, one.dimension + 1, space_inside)?;
    if !inside.is_bounded()? {
        return Err(Error { kind: ErrorKind::Unsupported, message: "strips without an end".into() });
    }
    let aligned = hull.to_set()?.intersect(rest.zero_basic_set()?.to_set()?)?;
    let any = any.intersect_range(aligned)?.to_union_map()?;
    let mut all = schedule.clone();
    for statement in one.statements.iter().filter(|(_, element)| element.is_some()).map(|(id, _)| *id) {
        let own = of(statement)?;
        all = all.subtract(own.clone())?;
        for dates in own.apply_range(any.clone())?.maps()? {
            let iterators = dates.dim(DimType::In)?;
            let repeated = dates
                .insert_dims(DimType::In, iterators, 1)?
                .equate(DimType::In, iterators, DimType::Out, one.dimension)?
                .set_tuple_name(DimType::In, &scop.statements[statement].name)?;
            all = all.union(repeated.to_union_map()?)?;
        }
    }
    Ok(all)
}

/// Whether the strip of `size` elements that begins at `first` has this one.
fn is_in_strip(element: &Expression, first: &Expression, size: i64) -> Condition {
    if let Some(element) = element.constant() {
        let begin = element.div_euclid(size) * size;
        return Condition::Compare(Comparison::Equal, first.clone(), begin.into());
    }
    let compared = |comparison: Comparison, bound: Expression| match LinearForm::of(&bound) {
        Some(form) => strict_or_not(comparison, first.clone(), form),
        None => Condition::Compare(comparison, first.clone(), bound.simplify()),
    };
    let least = element.clone() - Expression::Constant(size - 1);
    Condition::And(vec![
        compared(Comparison::GreaterEqual, least),
        compared(Comparison::LessEqual, element.clone()),
    ])
}

/// Whether a loop goes from strip to strip of elements.
pub(crate) fn is_over_strips(counted: &Loop) -> bool {
    !counted.parallel && is_over_strips_or_chunks(counted)
}

/// Whether a loop does so, or from chunk to chunk of threads.
pub(crate) fn is_over_strips_or_chunks(counted: &Loop) -> bool {
    counted.line == 0 && counted.step >= Window::LEAST_STRIP && !Node::loops(&counted.body).is_empty()
}

/// The tree with a single comparison in the condition of each loop over a strip, and of those in it: compilers make no vectors of others.
fn bounded(node: Node, is_inside: bool) -> Node {
    let all = |nodes: Vec<Node>, is_inside| nodes.into_iter().map(|node| bounded(node, is_inside)).collect();
    match node {
        Node::Loop(counted) if is_inside => {
            let condition = one_comparison(&counted).unwrap_or_else(|| counted.condition.clone());
            Node::Loop(Loop { condition, body: all(counted.body, is_inside), ..counted })
        }
        Node::Loop(counted) => {
            let is_inside = is_inside || is_over_strips(&counted);
            Node::Loop(Loop { body: all(counted.body, is_inside), ..counted })
        }
        Node::If { condition, then_body, else_body } => {
            Node::If { condition, then_body: all(then_body, is_inside), else_body: all(else_body, is_inside) }
        }
        other => other,
    }
}
