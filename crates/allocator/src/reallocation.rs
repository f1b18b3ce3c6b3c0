//! Reallocation: memory per statement instead of per array (Morvan, *Memory Allocation and Array Contraction in
//! GeCoS*, section 2.2.1).
//!
//! The values that a statement writes to a temporary go to an array of its own, whose subscripts are the
//! statement's iterators: it is fully expanded, so that only flow is left of its dependences. Then it is
//! contracted like any array. What is read at one place but written by several statements stays together, with the
//! subscripts of the program; so does what a read can't find by one affine function of its iterators, and what a
//! compound assignment reads and writes at one place.
//!
//! That no value changes hands is proved: the flow of the new arrays must be the old ones'.

use crate::expansion::{AccessId, Expanded, accesses, lowest_value, own_write, shifted, version_read};
use analysis::{Analysed, Role};
use isl::{DimType, Map};
use polyhedral::{AccessKind, ArrayId, Condition, Expression, Extent, Scop, Storage, lower, print, raise};
use std::collections::BTreeMap;

/// The region with an array for each statement that writes a temporary, and its analyses; `None` where that changes
/// nothing.
///
/// # Errors
/// isl's.
pub fn reallocate(analysed: &Analysed) -> isl::Result<Option<(Expanded, Analysed)>> {
    taken_apart(analysed, |array, expanded| match is_eligible(analysed, array) {
        true => split(analysed, array, expanded),
        false => Ok(()),
    })
}

/// The region in which `split` has given the webs of each array memory of their own, and its analyses; `None` where that
/// changes nothing, or values would change hands.
pub(crate) fn taken_apart(
    analysed: &Analysed,
    mut split: impl FnMut(ArrayId, &mut Expanded) -> isl::Result<()>,
) -> isl::Result<Option<(Expanded, Analysed)>> {
    let scop = analysed.scop.clone();
    let mut expanded = Expanded { scop, origins: BTreeMap::new(), copies: Vec::new() };
    for array in 0..analysed.scop.arrays.len() {
        split(array, &mut expanded)?;
    }
    if expanded.origins.is_empty() {
        return Ok(None);
    }
    let again = analysed.of_form(expanded.scop.clone())?;
    Ok(keeps_values(analysed, &again, &expanded)?.then_some((expanded, again)))
}

/// Whether `array` is a local variable of which the region makes all use, and all writes are certain. What is on the
/// heap or static isn't moved to the stack.
fn is_eligible(analysed: &Analysed, array: ArrayId) -> bool {
    let declared = &analysed.scop.arrays[array];
    let is_plain = match declared.storage {
        Storage::Local { initialized, attributed, .. } => {
            !initialized && !attributed && !declared.sharing.is_static
        }
        Storage::Block { .. }
        | Storage::RowTable { .. }
        | Storage::Parameter
        | Storage::Library
        | Storage::Other => false,
    };
    let is_certain = |access: &polyhedral::Access| access.kind == AccessKind::MustWrite;
    let writers = accesses(&analysed.scop, array, |access| access.writes() && !is_certain(access));
    analysed.roles[array] == Role::Temporary
        && declared.outlives.is_none()
        && declared.pinned.is_none()
        && declared.sharing.borrows
        && declared.dimensions() > 0
        && analysed.scop.unordered.is_empty()
        && is_plain
        && writers.is_empty()
}

/// Accesses that use the same memory.
pub(crate) struct Web {
    pub(crate) writes: Vec<AccessId>,
    pub(crate) reads: Vec<AccessId>,
    /// Whether one statement reads and writes it at one place of the text.
    is_compound: bool,
}

/// Gives each web of `array` memory of its own; the first keeps the array.
fn split(analysed: &Analysed, array: ArrayId, expanded: &mut Expanded) -> isl::Result<()> {
    let webs = webs(analysed, array)?;
    let original = expanded.scop.arrays[array].clone();
    let mut is_taken = false;
    for web in webs {
        let subscripts = instances(analysed, &web)?;
        if !is_taken && subscripts.is_none() {
            // it stays as it is
            is_taken = true;
            continue;
        }
        let Some((statement, _)) = web.writes.first() else { continue };
        let target = match is_taken {
            false => array,
            true => {
                let name = format!("{}_{}", original.c_name, expanded.scop.statements[*statement].name);
                let new = expanded.new_array(&original, &name);
                expanded.scop.arrays.push(new);
                expanded.scop.arrays.len() - 1
            }
        };
        is_taken = true;
        if target != array || subscripts.is_some() {
            let made = &mut expanded.scop.arrays[target];
            made.purpose =
                Some(format!("what {} writes to {}", names(&analysed.scop, &web), original.c_name));
            if subscripts.is_some() {
                made.extents = extents(analysed, *statement)?;
            }
            expanded.origins.insert(target, array);
            redirect(&web, target, subscripts.as_ref(), expanded)?;
        }
    }
    if expanded.origins.values().any(|origin| *origin == array) {
        expanded.origins.entry(array).or_insert(array);
    }
    Ok(())
}

fn names(scop: &Scop, web: &Web) -> String {
    let mut names: Vec<_> = web.writes.iter().map(|(s, _)| scop.statements[*s].name.as_str()).collect();
    names.dedup();
    names.join(", ")
}

/// The smallest sets of accesses to `array` so that all writes whose values a read may get are with it.
pub(crate) fn webs(analysed: &Analysed, array: ArrayId) -> isl::Result<Vec<Web>> {
    let scop = &analysed.scop;
    let writes = accesses(scop, array, |access| access.writes());
    let mut web_of: BTreeMap<AccessId, usize> = writes.iter().copied().zip(0..).collect();
    let mut join = |first: AccessId, second: AccessId| {
        if let (Some(&a), Some(&b)) = (web_of.get(&first), web_of.get(&second)) {
            web_of.values_mut().filter(|web| **web == a.max(b)).for_each(|web| *web = a.min(b));
        }
    };
    let mut source: BTreeMap<AccessId, AccessId> = BTreeMap::new();
    for flow in analysed.dataflow.flows.iter().filter(|flow| flow.array == array) {
        let first = *source.entry(flow.read).or_insert(flow.write);
        join(first, flow.write);
    }
    let partner = |read: &AccessId| {
        let place = scop.statements[read.0].accesses[read.1].span;
        writes
            .iter()
            .copied()
            .find(|write| write.0 == read.0 && scop.statements[write.0].accesses[write.1].span == place)
    };
    // within a statement with branches values change hands without flow
    let branching = |statement: usize| {
        scop.statements[statement].accesses.iter().filter(|access| access.writes()).count() > 1
    };
    let inside =
        |read: &AccessId| writes.iter().copied().find(|write| write.0 == read.0 && branching(read.0));
    for write in &writes {
        if let Some(first) = inside(write) {
            join(first, *write);
        }
    }
    let within = |read: &AccessId| partner(read).or(inside(read));
    let reads = accesses(scop, array, |access| access.kind == AccessKind::Read);
    for read in &reads {
        if let (Some(first), Some(write)) = (source.get(read), within(read)) {
            join(*first, write);
        }
    }
    let mut webs: BTreeMap<usize, Web> = BTreeMap::new();
    for (write, web) in &web_of {
        let empty = || Web { writes: vec![], reads: vec![], is_compound: false };
        webs.entry(*web).or_insert_with(empty).writes.push(*write);
    }
    for read in reads {
        // one that reads nothing from outside names what its own statement writes; any other that never happens goes with any
        let own = own_write(scop, read)?;
        let with = source.get(&read).copied().or(within(&read)).or(own).or(writes.first().copied());
        let web = with.and_then(|write| webs.get_mut(web_of.get(&write)?));
        if let Some(web) = web {
            web.is_compound |= partner(&read).is_some();
            web.reads.push(read);
        }
    }
    Ok(webs.into_values().collect())
}

/// Per access of `web` the instance that writes the value, in the iterators of its own statement; `None` where that
/// isn't known everywhere, or is what the subscripts say already.
fn instances(analysed: &Analysed, web: &Web) -> isl::Result<Option<BTreeMap<AccessId, Vec<Expression>>>> {
    let scop = &analysed.scop;
    let [writer] = web.writes.as_slice() else { return Ok(None) };
    let statement = &scop.statements[writer.0];
    let is_always =
        |access: &AccessId| scop.statements[access.0].accesses[access.1].guard == Condition::Constant(true);
    if web.is_compound || statement.iterators.is_empty() || !is_always(writer) {
        return Ok(None);
    }
    let mut found: BTreeMap<AccessId, Vec<Expression>> = BTreeMap::new();
    for position in 0..statement.iterators.len() {
        let lowest = lowest_value(scop, &[*writer], position)?;
        let own = Expression::variable(&statement.iterators[position].name);
        found.entry(*writer).or_default().push(shifted(own, lowest));
        for read in &web.reads {
            let flows: Vec<_> = analysed.dataflow.flows.iter().filter(|flow| flow.read == *read).collect();
            if flows.is_empty() {
                return Ok(None);
            }
            let Some(instance) = version_read(scop, &flows, position)? else { return Ok(None) };
            found.entry(*read).or_default().push(shifted(instance, lowest));
        }
    }
    // the program's own subscripts may be just these
    let is_new = |(access, cell): (&AccessId, &Vec<Expression>)| {
        let own = &scop.statements[access.0].accesses[access.1].subscripts;
        let is_same = |(a, b): (&Expression, &Expression)| (a.clone() - b.clone()).constant() == Some(0);
        own.len() != cell.len() || !own.iter().zip(cell).all(is_same)
    };
    Ok(found.iter().any(is_new).then_some(found))
}

/// Per iterator of the statement how many values it may have, from 0 or the least on, if that is one expression.
fn extents(analysed: &Analysed, statement: usize) -> isl::Result<Vec<Option<Extent>>> {
    let scop = &analysed.scop;
    let domain = scop.statements[statement].domain.clone().intersect_params(scop.context.clone())?;
    let iterators = scop.statements[statement].iterators.len();
    let extent = |position: usize| -> isl::Result<Option<Extent>> {
        let lowest = lowest_value(scop, &[(statement, 0)], position)?;
        let pieces = domain.clone().dim_max(position as u32)?.foreach_piece()?;
        let [(_, most)] = &pieces[..] else { return Ok(None) };
        let Ok(most) = raise::affine(most) else { return Ok(None) };
        let value = (shifted(most, lowest) + Expression::Constant(1)).simplify();
        Ok(Some(Extent { text: print::expression(&value), value: Some(value) }))
    };
    (0..iterators).map(extent).collect()
}

/// Sends the accesses of `web` to `target`, with these subscripts if any.
pub(crate) fn redirect(
    web: &Web,
    target: ArrayId,
    subscripts: Option<&BTreeMap<AccessId, Vec<Expression>>>,
    expanded: &mut Expanded,
) -> isl::Result<()> {
    let scop = &mut expanded.scop;
    let name = scop.arrays[target].name.clone();
    for (statement, position) in web.writes.iter().chain(&web.reads) {
        let cell = subscripts.and_then(|subscripts| subscripts.get(&(*statement, *position)));
        let statement = &mut scop.statements[*statement];
        let relation = match cell {
            Some(cell) => relation(statement, *position, cell)?,
            None => statement.accesses[*position].relation.clone(),
        };
        let access = &mut statement.accesses[*position];
        access.array = target;
        access.relation = relation.set_tuple_name(DimType::Out, &name)?;
        if let Some(cell) = cell {
            access.subscripts.clone_from(cell);
        }
    }
    let Some(subscripts) = subscripts else { return Ok(()) };
    scop.program = scop.program.map_instances(&|instance| {
        let mut instance = instance.clone();
        let iterators = &scop.statements[instance.statement].iterators;
        let value = |name: &str| {
            let position = iterators.iter().position(|iterator| iterator.name == name)?;
            Some(instance.iterators[position].clone())
        };
        let mut cells = instance.subscripts.clone();
        for (position, cell) in cells.iter_mut().enumerate() {
            if let Some(new) = subscripts.get(&(instance.statement, position)) {
                *cell = new.iter().map(|subscript| subscript.substitute(&value).simplify()).collect();
            }
        }
        instance.subscripts = cells;
        instance
    });
    Ok(())
}

/// `{ S[i] -> [cell] }` where the access at `position` happens.
fn relation(statement: &polyhedral::Statement, position: usize, cell: &[Expression]) -> isl::Result<Map> {
    let happens = statement.accesses[position].relation.clone().domain()?;
    let space = statement.domain.space()?;
    let mut all: Option<Map> = None;
    for subscript in cell {
        let function = Map::from_pw_aff(lower::expression(subscript, &space)?)?;
        all = Some(match all {
            Some(all) => all.flat_range_product(function)?,
            None => function,
        });
    }
    let empty = || Map::from_domain(happens.clone());
    all.map_or_else(empty, Ok)?.intersect_domain(happens.clone())
}

/// Whether every read gets the value of the same instance from the new arrays as from the old.
fn keeps_values(before: &Analysed, after: &Analysed, expanded: &Expanded) -> isl::Result<bool> {
    if !before.scop.context.is_equal(&after.scop.context)? {
        return Ok(false);
    }
    for array in 0..before.scop.arrays.len() {
        let old = before.dataflow.values[array].clone().intersect_params(after.scop.context.clone())?;
        let parts = expanded.origins.iter().filter(|(_, origin)| **origin == array).map(|(part, _)| *part);
        let mut parts: Vec<_> = parts.collect();
        if parts.is_empty() {
            parts.push(array);
        }
        let mut new = isl::UnionMap::empty(after.scop.context.space()?)?;
        for part in parts {
            new = new.union(after.dataflow.values[part].clone())?;
        }
        if !old.is_equal(&new)? {
            return Ok(false);
        }
    }
    after.dataflow.live_in.is_equal(&before.dataflow.live_in)
}
