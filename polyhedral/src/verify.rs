//! The invariants of a [`Scop`], and a check of each:
//!
//! 1. statement names, array names and parameter names are unique;
//! 2. a statement's domain has the statement's name as its tuple and one dimension per iterator;
//! 3. an access relation goes from its statement's tuple to its array's, with one dimension per
//!    subscript, and is single-valued unless data choose a subscript, where it is no certain write; its reads stand before
//!    its writes;
//! 4. the schedule is defined on every instance and injective: no two instances share a date;
//! 5. the loop tree mentions each statement exactly once, with one expression per iterator and one
//!    list of subscripts per access;
//! 6. text pieces name existing accesses and iterators;
//! 7. `unordered` lists the parallel loops and the sections of the loop tree, with the dimension that each
//!    has in the dates and the statements inside; what it calls private exists.

use crate::program::{Node, Program};
use crate::scop::{AccessKind, Scop, Statement, StatementId};
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
    unordered_problems(scop, &mut problems);
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
        if access.is_known() && !access.relation.is_single_valued()? {
            problems.push(format!("an access of {name} to {} has many cells", array.name));
        }
        if !access.is_known() && access.kind == AccessKind::MustWrite {
            problems.push(format!("{name} certainly writes a cell of {} that isn't known", array.name));
        }
        if written && !access.writes() {
            problems.push(format!("{name} reads after it wrote"));
        }
        written |= access.writes();
    }
    let known = |piece: &crate::scop::Piece| match piece {
        crate::scop::Piece::Text(_) | crate::scop::Piece::Macro { .. } | crate::scop::Piece::Items => true,
        crate::scop::Piece::Access(position) => *position < statement.accesses.len(),
        crate::scop::Piece::Iterator(position) | crate::scop::Piece::Counter { iterator: position, .. } => {
            *position < statement.iterators.len()
        }
    };
    if !statement.pieces().all(known) {
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
    let maps: Vec<Map> = scop.schedule.maps()?;
    let lengths: BTreeSet<_> = maps.iter().map(|m| m.dim(DimType::Out)).collect::<Result<_, _>>()?;
    if lengths.len() > 1 {
        problems.push("the dates have different lengths".into());
    } else if !is_one_to_one(&scop.schedule.clone().intersect_domain(domain)?.maps()?)? {
        problems.push("the schedule gives two instances one date or one instance two".into());
    }
    Ok(())
}

/// Whether maps `{ S[i] -> date }` of different statements give no instance two dates and no two instances one.
///
/// Most pairs of statements differ in a constant of their dates, which needs no arithmetic on sets.
fn is_one_to_one(maps: &[Map]) -> isl::Result<bool> {
    let mut dates: Vec<(Set, Vec<Option<i64>>)> = Vec::new();
    for map in maps {
        if !map.is_injective()? || !map.is_single_valued()? {
            return Ok(false);
        }
        let range = map.clone().range()?;
        let constants = (0..range.dim(DimType::Set)?)
            .map(|position| range.plain_val_if_fixed(DimType::Set, position)?.to_i64())
            .collect::<isl::Result<Vec<_>>>()?;
        for (other, theirs) in &dates {
            let differ =
                |(one, other): (&Option<i64>, &Option<i64>)| one.is_some() && other.is_some() && one != other;
            if !constants.iter().zip(theirs).any(differ) && !range.is_disjoint(other)? {
                return Ok(false);
            }
        }
        dates.push((range, constants));
    }
    Ok(true)
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

fn unordered_problems(scop: &Scop, problems: &mut Vec<String>) {
    let mut expected = Vec::new();
    unordered_constructs(&scop.program.body, 0, &mut expected);
    let stated = scop.unordered.iter().map(|unordered| (unordered.dimension, unordered.statements.clone()));
    if !stated.eq(expected) {
        problems.push("the unordered instances are not those of the loop tree".into());
    }
    for unordered in &scop.unordered {
        let exists = unordered.private.iter().all(|array| *array < scop.arrays.len());
        if !exists || !unordered.private.is_sorted_by(|a, b| a < b) {
            problems.push("the private arrays are not a list of arrays in increasing order".into());
        }
    }
}

/// The parallel loops and sections in `nodes`, outer ones first: the dimension of each, below `depth` loops
/// and sections, and the statements inside. Those without statements are left out.
fn unordered_constructs(nodes: &[Node], depth: u32, found: &mut Vec<(u32, Vec<StatementId>)>) {
    for node in nodes {
        let (parallel, bodies) = match node {
            Node::Loop(counted) => (counted.parallel, std::slice::from_ref(&counted.body)),
            Node::Sections(sections) => (true, sections.as_slice()),
            Node::If { then_body, else_body, .. } => {
                unordered_constructs(then_body, depth, found);
                unordered_constructs(else_body, depth, found);
                continue;
            }
            Node::Instance(_) | Node::Copy(_) => continue,
        };
        let inside = Program { body: bodies.concat() };
        let statements: Vec<_> = inside.instances().iter().map(|instance| instance.statement).collect();
        if parallel && !statements.is_empty() {
            // positions among neighbours alternate with counters
            found.push((2 * depth + 1, statements));
        }
        bodies.iter().for_each(|body| unordered_constructs(body, depth + 1, found));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Instance, Loop};
    use crate::scop::Unordered;
    use crate::{Comparison, Condition, Expression};

    /// The dimension, the statements, and what is private.
    type Entry = (u32, &'static [StatementId], &'static [usize]);

    /// `parallel for (i) { S0; sections { S1 } { S2 } }`, with what is said of its order.
    fn region(unordered: &[Entry]) -> Scop {
        let text = "domain: [N] -> { S0[i] : 0 <= i < N; S1[i] : 0 <= i < N; S2[i] : 0 <= i < N }
            must_write: [N] -> { S0[i] -> A[] }
            schedule: [N] -> { S0[i] -> [0, i, 0, 0, 0]; S1[i] -> [0, i, 1, 0, 0]; S2[i] -> [0, i, 1, 1, 0] }";
        let mut scop = crate::text::read(&isl::Context::new(), text).unwrap();
        let instance = |statement, subscripts| {
            Node::Instance(Instance { statement, iterators: vec![Expression::variable("i")], subscripts })
        };
        let sections = Node::Sections(vec![vec![instance(1, vec![])], vec![instance(2, vec![])]]);
        let end = Condition::Compare(Comparison::Less, Expression::variable("i"), Expression::variable("N"));
        scop.program.body = vec![Node::Loop(Loop {
            iterator: "i".into(),
            initial: Expression::Constant(0),
            condition: end,
            step: 1,
            parallel: true,
            body: vec![instance(0, vec![vec![]]), sections],
            line: 1,
        })];
        let entry = |(dimension, statements, private): &Entry| Unordered {
            dimension: *dimension,
            statements: statements.to_vec(),
            private: private.to_vec(),
        };
        scop.unordered = unordered.iter().map(entry).collect();
        scop
    }

    #[test]
    fn open_orders_are_those_of_the_tree() {
        let right = region(&[(1, &[0, 1, 2], &[0]), (3, &[1, 2], &[])]);
        assert_eq!(problems(&right).unwrap(), Vec::<String>::new());
        let wrong: [&[Entry]; 5] = [
            &[],
            &[(1, &[0, 1, 2], &[])],
            &[(3, &[1, 2], &[]), (1, &[0, 1, 2], &[])],
            &[(1, &[0, 1], &[]), (3, &[1, 2], &[])],
            &[(1, &[0, 1, 2], &[]), (2, &[1, 2], &[])],
        ];
        for wrong in wrong {
            let said = problems(&region(wrong)).unwrap().concat();
            assert!(said.contains("not those of the loop tree"), "{wrong:?}: {said}");
        }
        let foreign = region(&[(1, &[0, 1, 2], &[1]), (3, &[1, 2], &[])]);
        assert!(problems(&foreign).unwrap().concat().contains("private arrays"));
    }
}
