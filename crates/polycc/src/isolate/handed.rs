//! Transfers that move to the calls of a function (Guelton, Amini, Creusillet, section 4.1 and Listing 1.6): callers hand over
//! an array that is in the other memory space already.
//!
//! The function's text stays: the parameter is the buffer then, so the buffer is as large as the parameter is declared.
//! Transfers only move where at some call they meet others, or leave a loop.

use super::resident::{Key, Search, Use, add, part};
use super::{Held, OPERATIONS, Statement, counterparts};
use allocator::transfers::resident::{Obstacle, resident};
use allocator::transfers::{Hull, Isolated, Transfer};
use codegen::isolate::{Kind, Offset};
use diagnostics::{Code, Remark};
use frontend::{Argument, HandedOver, Handing};
use isl::{DimType, Set};
use polyhedral::{Array, Extent, Parameter, Scop, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// A call that hands over an array.
#[derive(Clone)]
pub struct Caller {
    /// Where it is.
    pub handing: Handing,
    /// The array as a variable of the caller that is mentioned nowhere.
    pub variable: Variable,
    /// The array as the function declares it.
    pub array: Array,
    /// What is copied around the call.
    pub isolated: Isolated,
    /// The parameters of these transfers.
    pub scop: Scop,
    /// The position of an isolated statement that the call runs.
    pub owner: usize,
}

/// Moves the transfers of parameters to the calls, where that saves any; takes these arrays from `waiting`, and adds those of
/// the callers.
pub fn hand_over(search: &mut Search, statements: &mut [Statement], waiting: &mut BTreeMap<Key, Vec<usize>>) {
    let mut done: BTreeSet<Key> = BTreeSet::new();
    while let Some(next) = waiting.keys().find(|key| !done.contains(key)) {
        // all parameters of a function at once: arrays may change places from call to call
        let function = next.function.clone();
        let keys: Vec<Key> =
            waiting.keys().filter(|key| key.function == function && !done.contains(key)).cloned().collect();
        done.extend(keys.iter().cloned());
        let moves: Vec<Move> =
            keys.into_iter().filter_map(|key| Move::of(search, statements, waiting, &done, key)).collect();
        attempt(search, statements, waiting, moves);
    }
}

/// A parameter whose transfers could move.
struct Move {
    key: Key,
    callers: Vec<Caller>,
    held: Held,
}

impl Move {
    fn of(
        search: &Search,
        statements: &mut [Statement],
        waiting: &BTreeMap<Key, Vec<usize>>,
        done: &BTreeSet<Key>,
        key: Key,
    ) -> Option<Move> {
        let users = &waiting[&key];
        let first = *users.first()?;
        let found = match search.input.unit.handed_over(&search.input.map, &search.sites, key.array, users)? {
            Ok(found) => found,
            Err(barrier) => {
                not_moved(search, statements, first, &search.barred(&barrier));
                return None;
            }
        };
        // a parameter that has moved is no memory of the program's any more
        let is_moved = |call: &Handing| {
            done.iter().any(|it| it.array == call.array) && !waiting.keys().any(|it| it.array == call.array)
        };
        if found.calls.iter().any(is_moved) {
            return None;
        }
        match callers(search, statements, &key, &found)? {
            Ok((callers, held)) => Some(Move { key, callers, held }),
            Err(why) if why.is_empty() => None,
            Err(why) => {
                not_moved(search, statements, first, &why);
                None
            }
        }
    }
}

/// Says why the transfers of a function's parameters stay.
fn not_moved(search: &Search, statements: &mut [Statement], user: usize, why: &str) {
    let owner = search.owner(statements.len(), user);
    if let Some(statement) = statements.get_mut(owner) {
        let function = &statement.place.region.function;
        let text = format!("transfers don't move to the calls of `{function}`: {why}");
        let remark = Remark::new(Code::TransfersStay, text);
        if !statement.remarks.contains(&remark) {
            statement.remarks.push(remark);
        }
    }
}

/// Moves all these transfers, if some of them meet others then.
fn attempt(
    search: &mut Search,
    statements: &mut [Statement],
    waiting: &mut BTreeMap<Key, Vec<usize>>,
    moves: Vec<Move>,
) {
    let (known, first) = (search.callers.len(), search.sites.len());
    let mut with_calls = waiting.clone();
    for one in &moves {
        with_calls.remove(&one.key);
    }
    for one in &moves {
        for caller in &one.callers {
            add(&mut with_calls, &caller.handing.place, caller.handing.array, search.sites.len());
            search.sites.push(caller.handing.place.clone());
            search.callers.push(caller.clone());
        }
    }
    let saves = with_calls.iter().any(|(key, users)| {
        users.iter().any(|user| *user >= first)
            && search.plans(statements, key.array, users).0.iter().any(|plan| plan.has_user_from(first))
    });
    if !saves {
        search.callers.truncate(known);
        search.sites.truncate(first);
        return;
    }
    for Move { key, held, .. } in moves {
        let users = waiting.get(&key).cloned().unwrap_or_default();
        for user in users {
            if let Some(statement) = statements.get_mut(user) {
                search.keep(statement, key.array, &held);
            }
        }
    }
    *waiting = with_calls;
}

/// The calls with their transfers, and what stands for the array in the function; or why the buffer can't take its
/// place, as a phrase; an empty one where a caller couldn't do anything about it.
fn callers(
    search: &Search,
    statements: &[Statement],
    key: &Key,
    found: &HandedOver,
) -> Option<Result<(Vec<Caller>, Held), String>> {
    let uses = found.users.iter().map(|user| search.used(statements, user.position, key.array));
    let uses: Vec<Use> = uses.collect::<Option<_>>()?;
    let first = *uses.first()?;
    if uses.iter().any(|used| used.scop.lifted().next().is_some()) {
        return None;
    }
    let parts: Vec<_> = found.users.iter().zip(&uses).map(|(user, used)| part(user, used)).collect();
    let is_fixed = |name: &str| found.fixed.contains(name);
    let owner = search.owner(statements.len(), found.users[0].position);
    let context = first.scop.context.context().clone();
    let result = context.with_budget(OPERATIONS, || {
        let isolated = match resident(first.array, &parts, &is_fixed, None, false)? {
            Ok(isolated) => isolated,
            Err(Obstacle::Size) => {
                return Ok(Err("a statement may not run, and no size of the array is known".into()));
            }
            Err(_) => return Ok(Err(String::new())),
        };
        let held = counterparts::cells(&isolated, &Set::universe(isolated.buffer.present.space()?)?)?;
        if !has_form_of(first.array, &isolated, &held)? {
            return Ok(Err(String::new()));
        }
        let mut callers = Vec::new();
        for call in &found.calls {
            match caller(&uses, &isolated, call, owner)? {
                Some(caller) => callers.push(caller),
                None => return Ok(Err("they depend on arguments that aren't plain variables".into())),
            }
        }
        Ok(Ok((callers, held)))
    });
    result.ok()
}

/// Whether the buffer starts at a constant and is as large as the parameter is declared, so that it can take the array's
/// place: C may rely on the size (`a[static n]`), and compilers warn.
fn has_form_of(array: &Array, isolated: &Isolated, held: &Held) -> isl::Result<bool> {
    let Kind::Cells { offsets, .. } = &held.kind else { return Ok(false) };
    let mut fits = offsets.iter().all(|offset| matches!(offset, Offset::Constant(_)));
    for (dimension, extent) in array.extents.iter().enumerate() {
        if dimension == 0 && extent.is_none() {
            continue;
        }
        let extent = extent.as_ref().and_then(|extent| extent.value.as_ref());
        fits = fits && isolated.buffer.spans(dimension, extent, &isolated.buffer)?;
    }
    Ok(fits)
}

fn caller(uses: &[Use], isolated: &Isolated, call: &Handing, owner: usize) -> isl::Result<Option<Caller>> {
    let used = uses[0];
    let translated = |hull: &Hull| translated(&hull.cells, call);
    let Some(buffer) = translated(&isolated.buffer)? else { return Ok(None) };
    let transfer = |transfer: &Option<Transfer>| -> isl::Result<Option<Transfer>> {
        let Some(transfer) = transfer else { return Ok(None) };
        let Some(hull) = translated(&transfer.hull)? else { return Ok(None) };
        // row by row: the caller's declaration isn't looked at
        let stepped = used.array.dimensions().saturating_sub(1);
        Ok(Some(Transfer { region: hull.cells.clone(), hull, exact: transfer.exact, stepped }))
    };
    let (load, store) = (transfer(&isolated.load)?, transfer(&isolated.store)?);
    let mut scop = used.scop.clone();
    scop.context = Set::universe(buffer.present.space()?)?;
    let known = uses.iter().flat_map(|used| &used.scop.parameters);
    scop.parameters = call
        .numbers
        .iter()
        .filter_map(|(formal, argument)| {
            let Argument::Variable(name) = argument else { return None };
            let parameter = known.clone().find(|parameter| parameter.name == *formal)?;
            Some(Parameter {
                name: name.clone(),
                spelling: name.clone(),
                declared: None,
                ..parameter.clone()
            })
        })
        .collect();
    let extents = used.array.extents.iter().enumerate();
    // only whether the outermost is known matters
    let extents = extents.map(|(dimension, extent)| {
        extent.as_ref().filter(|_| dimension == 0).map(|extent| Extent { value: None, ..extent.clone() })
    });
    let array = Array { extents: extents.collect(), ..used.array.clone() };
    let name = call.name.clone();
    let variable = Variable { name, mentions: vec![], is_only_here: false, ..used.variable.clone() };
    let isolated = Isolated { array: isolated.array, buffer, load, store };
    Ok(Some(Caller { handing: call.clone(), variable, array, isolated, scop, owner }))
}

/// `cells` in terms of the caller; `None` where that isn't simple.
fn translated(cells: &Set, call: &Handing) -> isl::Result<Option<Hull>> {
    let mut cells = cells.clone().drop_unused_params()?;
    let mut position = 0;
    // the new names start with a sign that C's don't have, since names may change places
    while position < cells.dim(DimType::Param)? {
        let formal = cells.dim_name(DimType::Param, position)?.unwrap_or_default();
        match call.numbers.get(&formal) {
            Some(Argument::Number(value)) => {
                let value = isl::Val::from_i64(cells.context(), *value)?;
                cells = cells.fix_val(DimType::Param, position, value)?;
                cells = cells.project_out(DimType::Param, position, 1)?;
            }
            Some(Argument::Variable(name)) => {
                let name = format!("${name}");
                match cells.find_dim_by_name(DimType::Param, &name)? {
                    Some(same) => {
                        cells = cells.equate(DimType::Param, same, DimType::Param, position)?;
                        cells = cells.project_out(DimType::Param, position, 1)?;
                    }
                    None => {
                        cells = cells.set_dim_name(DimType::Param, position, &name)?;
                        position += 1;
                    }
                }
            }
            None => return Ok(None),
        }
    }
    for position in 0..cells.dim(DimType::Param)? {
        let name = cells.dim_name(DimType::Param, position)?.unwrap_or_default();
        cells = cells.set_dim_name(DimType::Param, position, name.trim_start_matches('$'))?;
    }
    let cells = cells.set_tuple_name(&call.name)?;
    let context = Set::universe(cells.clone().params()?.space()?)?;
    Hull::around(&cells, &context)
}
