//! The invariants of a [`Scop`], and a check of each:
//!
//! 1. statement names, array names and parameter names are unique;
//! 2. a statement's domain has the statement's name as its tuple and one dimension per iterator;
//! 3. an access relation goes from its statement's tuple to its array's, with one dimension per
//!    subscript, and is single-valued; its reads stand before its writes;
//! 4. the schedule is defined on every instance and injective: no two instances share a date;
//! 5. the loop tree mentions each statement exactly once, with one expression per iterator and one
//!    list of subscripts per access;
//! 6. text pieces name existing accesses and iterators.

use crate::scop::{Scop, Statement};
use isl::{DimType, Map, Set};
use std::collections::BTreeSet;

/// What is wrong with `scop`, as one sentence a problem; empty if nothing is.
pub fn problems(scop: &Scop) -> isl::Result<Vec<String>> {
    let mut problems = Vec::new();
    unique("statement", scop.statements.iter().map(|s| &s.name), &mut problems);
    unique("array", scop.arrays.iter().map(|a| &a.name), &mut problems);
    unique("parameter", scop.parameters.iter().map(|p| &p.name), &mut problems);
    for statement in &scop.statements {
        statement_problems(scop, statement, &mut problems)?;
    }
    schedule_problems(scop, &mut problems)?;
    tree_problems(scop, &mut problems);
    Ok(problems)
}

fn unique<'a>(what: &str, names: impl Iterator<Item = &'a String>, problems: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name) {
            problems.push(format!("two {what}s are called {name}"));
        }
    }
}

fn statement_problems(scop: &Scop, statement: &Statement, problems: &mut Vec<String>) -> isl::Result<()> {
    let name = &statement.name;
    if !is_space_of(&statement.domain, name, statement.iterators.len())? {
        problems.push(format!("the domain of {name} has another space"));
    }
    let mut written = false;
    for access in &statement.accesses {
        let array = &scop.arrays[access.array];
        let (from, to) = (access.relation.clone().domain()?, access.relation.clone().range()?);
        let spaces = is_space_of(&from, name, statement.iterators.len())?
            && is_space_of(&to, &array.name, array.dimensions())?;
        if !spaces || access.subscripts.len() != array.dimensions() {
            problems.push(format!("an access of {name} to {} has another space", array.name));
        }
        if !access.relation.is_single_valued()? {
            problems.push(format!("an access of {name} to {} has many cells", array.name));
        }
        if written && !access.writes() {
            problems.push(format!("{name} reads after it wrote"));
        }
        written |= access.writes();
    }
    let known = |piece: &crate::scop::Piece| match piece {
        crate::scop::Piece::Text(_) => true,
        crate::scop::Piece::Access(position) => *position < statement.accesses.len(),
        crate::scop::Piece::Iterator(position) => *position < statement.iterators.len(),
    };
    if !statement.text.iter().all(known) {
        problems.push(format!("the text of {name} names a piece that isn't there"));
    }
    Ok(())
}

fn is_space_of(set: &Set, tuple: &str, dimensions: usize) -> isl::Result<bool> {
    let named = set.tuple_name()?.unwrap_or_default() == tuple;
    Ok(named && set.dim(DimType::Set)? as usize == dimensions)
}

fn schedule_problems(scop: &Scop, problems: &mut Vec<String>) -> isl::Result<()> {
    let domain = scop.domain()?;
    if !domain.is_subset(&scop.schedule.clone().domain()?)? {
        problems.push("the schedule leaves instances without a date".into());
    }
    let dates = scop.schedule.clone().intersect_domain(domain)?;
    if !dates.is_injective()? || !dates.is_single_valued()? {
        problems.push("the schedule gives two instances one date or one instance two".into());
    }
    let maps: Vec<Map> = scop.schedule.maps()?;
    let lengths: BTreeSet<_> = maps.iter().map(|m| m.dim(DimType::Out)).collect::<Result<_, _>>()?;
    if lengths.len() > 1 {
        problems.push("the dates have different lengths".into());
    }
    Ok(())
}

fn tree_problems(scop: &Scop, problems: &mut Vec<String>) {
    let instances = scop.program.instances();
    for (id, statement) in scop.statements.iter().enumerate() {
        let mut of_statement = instances.iter().filter(|instance| instance.statement == id);
        let fits = of_statement.next().is_some_and(|instance| {
            let lengths = instance.subscripts.iter().map(Vec::len);
            instance.iterators.len() == statement.iterators.len()
                && lengths.eq(statement.accesses.iter().map(|access| access.subscripts.len()))
        });
        if !fits || of_statement.next().is_some() {
            problems.push(format!("the loop tree doesn't hold {} once, as a whole", statement.name));
        }
    }
}
