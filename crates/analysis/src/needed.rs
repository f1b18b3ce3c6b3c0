//! What needs to be computed: instances whose values reach something that outlives the region. A filter of which
//! every fourth result is kept needs a quarter of its instances.
//!
//! Needed is what writes an array that outlives the region, or has an effect that isn't a write that is known; and
//! what may have written a value that a needed instance reads. This is a fixed point along the flow, computed from readers to
//! writers; where statements feed one another (sums do), by isl's transitive closure, which may be too much, and so
//! may the result be. What isn't needed may be left out: it writes nothing but cells that die with the region, and nobody
//! reads what it writes.
//!
//! That this is so is proved anew for the region without these instances: the flow to those that stay is what it was
//! ([`keeps_flow`]).

use crate::{Analysed, boxes};
use isl::{Map, Set, UnionMap};
use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;
use polyhedral::{
    Access, AccessKind, Array, ArrayId, Condition, Expression, Loop, Node, Program, Scop, Statement,
    StatementId,
};
use std::collections::{BTreeMap, BTreeSet};

/// The region without the instances that nothing needs; its loop tree is the one before. `None` where all are needed.
///
/// # Errors
/// isl's.
pub fn restricted(analysed: &Analysed) -> isl::Result<Option<Scop>> {
    let scop = &analysed.scop;
    if !scop.unordered.is_empty() || scop.fixed.is_some() {
        return Ok(None);
    }
    restricted_to(scop, needed(analysed)?)
}

/// The region without the instances that write what nobody reads, whatever becomes of what reads come to: no more than one look at the
/// flow. `None` where all are read.
///
/// # Errors
/// isl's.
pub fn without_unread(analysed: &Analysed) -> isl::Result<Option<Scop>> {
    let scop = &analysed.scop;
    if !scop.unordered.is_empty() || scop.fixed.is_some() {
        return Ok(None);
    }
    let mut read = Vec::new();
    for (id, statement) in scop.statements.iter().enumerate() {
        let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
        if !is_passing(scop, id) {
            read.push(domain);
            continue;
        }
        let mut own = Set::empty(domain.space()?)?;
        for flow in analysed.dataflow.flows.iter().filter(|flow| flow.write.0 == id) {
            own = own.union(flow.relation.clone().domain()?)?;
        }
        // a statement that nobody reads at all isn't what this is about
        read.push(if own.is_empty()? { domain } else { own.coalesce()? });
    }
    restricted_to(scop, read)
}

/// The region with no other instances than these, per statement `{ S[i] }`; `None` where it has no others.
fn restricted_to(scop: &Scop, needed: Vec<Set>) -> isl::Result<Option<Scop>> {
    let mut scop = scop.clone();
    let mut changes = false;
    for (statement, needed) in scop.statements.iter_mut().zip(needed) {
        let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
        if domain.is_subset(&needed)? || sets_variables(&scop.arrays, statement) {
            continue;
        }
        changes = true;
        let needed = needed.intersect(domain)?.coalesce()?.gist_params(scop.context.clone())?;
        for access in &mut statement.accesses {
            access.relation = access.relation.clone().intersect_domain(needed.clone())?.coalesce()?;
        }
        statement.domain = needed;
    }
    if changes {
        let domain = scop.domain()?;
        scop.schedule = scop.schedule.clone().intersect_domain(domain)?.coalesce()?;
    }
    Ok(changes.then_some(scop))
}

/// Whether a statement in no loop does nothing but to give variables values that it finds nowhere. That takes no time, and compilers would
/// warn of variables that nobody sets.
fn sets_variables(arrays: &[Array], statement: &Statement) -> bool {
    let is_variable =
        |access: &Access| access.kind == AccessKind::MustWrite && arrays[access.array].dimensions() == 0;
    statement.iterators.is_empty()
        && !statement.accesses.is_empty()
        && statement.accesses.iter().all(is_variable)
}

/// The loop tree of `whole` with conditions in front of statements of which `less` has fewer instances; `None` where these are no
/// conditions on counters.
///
/// # Errors
/// isl's.
pub fn guarded(whole: &Scop, less: &Scop) -> isl::Result<Option<Program>> {
    let mut guards = Vec::new();
    for (before, after) in whole.statements.iter().zip(&less.statements) {
        let domain = before.domain.clone().intersect_params(less.context.clone())?;
        let names: Vec<String> = before.iterators.iter().map(|iterator| iterator.name.clone()).collect();
        guards.push(match domain.is_subset(&after.domain)? {
            true => None,
            false => match boxes::condition(&after.domain.clone().gist(domain)?.coalesce()?, &names)? {
                None => return Ok(None),
                condition => condition,
            },
        });
    }
    Ok(Some(Program { body: behind_guards(&whole.program.body, whole, &guards) }))
}

fn behind_guards(nodes: &[Node], scop: &Scop, guards: &[Option<Condition>]) -> Vec<Node> {
    let inside = |nodes: &[Node]| behind_guards(nodes, scop, guards);
    let one = |node: &Node| match node {
        Node::Loop(counted) => Node::Loop(Loop { body: inside(&counted.body), ..counted.clone() }),
        Node::If { condition, then_body, else_body } => Node::If {
            condition: condition.clone(),
            then_body: inside(then_body),
            else_body: inside(else_body),
        },
        Node::Sections(bodies) => Node::Sections(bodies.iter().map(|body| inside(body)).collect()),
        Node::Instance(instance) => {
            let counters = scop.statements[instance.statement].iterators.iter().zip(&instance.iterators);
            let values: BTreeMap<&str, &Expression> =
                counters.map(|(iterator, value)| (iterator.name.as_str(), value)).collect();
            match &guards[instance.statement] {
                None => node.clone(),
                Some(guard) => Node::If {
                    condition: guard.substitute(&|name| values.get(name).map(|value| (*value).clone())),
                    then_body: vec![node.clone()],
                    else_body: Vec::new(),
                },
            }
        }
        Node::Copy(_) => node.clone(),
    };
    nodes.iter().map(one).collect()
}

/// Whether all that `after` reads comes from where it comes from in `before`, of which it is a part.
///
/// # Errors
/// isl's.
pub fn keeps_flow(before: &Analysed, after: &Analysed) -> isl::Result<bool> {
    let stays = after.scop.domain()?;
    let context = &after.scop.context;
    let reads = |all: &UnionMap| all.clone().intersect_params(context.clone());
    for (old, new) in before.dataflow.values.iter().zip(&after.dataflow.values) {
        if !reads(old)?.intersect_range(stays.clone())?.is_equal(new)? {
            return Ok(false);
        }
    }
    let incoming = reads(&before.dataflow.live_in)?.intersect_domain(stays)?;
    let outgoing = reads(&before.dataflow.live_out)?;
    Ok(incoming.is_equal(&after.dataflow.live_in)? && outgoing.is_equal(&after.dataflow.live_out)?)
}

/// Whether `statement` does nothing but to write cells that die with the region.
pub fn is_passing(scop: &Scop, statement: StatementId) -> bool {
    let mut writes = scop.statements[statement].accesses.iter().filter(|access| access.writes()).peekable();
    writes.peek().is_some() && writes.all(|access| scop.arrays[access.array].outlives.is_none())
}

/// Per statement a set that holds all instances which are needed, `{ S[i] }`.
fn needed(analysed: &Analysed) -> isl::Result<Vec<Set>> {
    let scop = &analysed.scop;
    let mut kept: Vec<bool> = (0..scop.statements.len()).map(|id| !is_passing(scop, id)).collect();
    loop {
        let needed = needed_of(analysed, &kept)?;
        let mut idle: Vec<StatementId> = Vec::new();
        for (id, needed) in needed.iter().enumerate() {
            if needed.is_empty()? {
                idle.push(id);
            }
        }
        // a statement that nobody needs at all isn't what this is about, unless others write the same arrays
        let others = (0..scop.statements.len()).filter(|id| !idle.contains(id));
        let written_by_others: BTreeSet<ArrayId> = others.flat_map(|id| written(scop, id)).collect();
        let is_only_writer =
            |id: StatementId| !written(scop, id).all(|array| written_by_others.contains(&array));
        let stays: Vec<_> = idle.iter().filter(|id| !kept[**id] && is_only_writer(**id)).collect();
        if stays.is_empty() {
            return Ok(needed);
        }
        stays.into_iter().for_each(|id| kept[*id] = true);
    }
}

/// The arrays that a statement writes.
fn written(scop: &Scop, statement: StatementId) -> impl Iterator<Item = ArrayId> {
    let writes = scop.statements[statement].accesses.iter().filter(|access| access.writes());
    writes.map(|access| access.array)
}

/// The same where all of the `kept` statements is needed.
fn needed_of(analysed: &Analysed, kept: &[bool]) -> isl::Result<Vec<Set>> {
    let scop = &analysed.scop;
    let mut flow: DiGraph<(), Map> = DiGraph::new();
    scop.statements.iter().for_each(|_| {
        flow.add_node(());
    });
    for found in &analysed.dataflow.flows {
        let (from, to) = (NodeIndex::new(found.write.0), NodeIndex::new(found.read.0));
        flow.add_edge(from, to, found.relation.clone());
    }
    let (mut needed, mut whole) = (Vec::new(), Vec::new());
    for (id, statement) in scop.statements.iter().enumerate() {
        let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
        needed.push(if kept[id] { domain.clone() } else { Set::empty(domain.space()?)? });
        whole.push(domain);
    }
    // readers come before writers
    for together in tarjan_scc(&flow) {
        let members: Vec<usize> = together.iter().map(|node| node.index()).collect();
        close(&flow, &members, &whole, &mut needed)?;
        for member in members {
            needed[member] = needed[member].clone().coalesce()?;
        }
    }
    Ok(needed)
}

/// Adds what the needed instances of all readers need of `members`, which feed one another, or one; of each no more than
/// all its instances, the `whole`.
fn close(flow: &DiGraph<(), Map>, members: &[usize], whole: &[Set], needed: &mut [Set]) -> isl::Result<()> {
    let mut own = Vec::new();
    for &member in members {
        needed[member] = needed[member].clone().union(of_readers(flow, member, needed)?)?;
        let is_all =
            whole[member].is_subset(&needed[member])? || is_all_in_turn(flow, member, whole, needed)?;
        if is_all {
            needed[member] = whole[member].clone();
        }
        own.push(if is_all { None } else { itself(flow, member)? });
    }
    // as often as values may go through all of them and once more to see that nothing is added
    for _ in 0..=members.len() {
        let mut grows = false;
        for (&member, own) in members.iter().zip(&own) {
            let mut more = needed[member].clone().union(of_readers(flow, member, needed)?)?;
            if let Some(own) = own {
                more = more.clone().union(more.apply(own.clone())?)?;
            }
            if !more.is_subset(&needed[member])? {
                needed[member] = more;
                grows = true;
            }
        }
        if !grows {
            return Ok(());
        }
    }
    // it goes on: all that they do is needed
    for &member in members {
        needed[member] = Set::universe(needed[member].space()?)?;
    }
    Ok(())
}

/// `{ S[i] }`: what the needed instances of its readers need of `member`.
fn of_readers(flow: &DiGraph<(), Map>, member: usize, needed: &[Set]) -> isl::Result<Set> {
    let mut all = Set::empty(needed[member].space()?)?;
    for edge in flow.edges(NodeIndex::new(member)) {
        let readers = needed[edge.target().index()].clone();
        all = all.union(readers.apply(edge.weight().clone().reverse()?)?)?;
    }
    Ok(all)
}

/// Whether the ways from the statement to itself, each gone alone, one after the other, lead to all instances already: that is
/// easier to tell than where all together lead.
fn is_all_in_turn(
    flow: &DiGraph<(), Map>,
    member: usize,
    whole: &[Set],
    needed: &[Set],
) -> isl::Result<bool> {
    let node = NodeIndex::new(member);
    let mut reached = needed[member].clone();
    for edge in flow.edges_connecting(node, node) {
        let (steps, _) = edge.weight().clone().reverse()?.transitive_closure()?;
        reached = reached.clone().union(reached.apply(steps)?)?.coalesce()?;
        if whole[member].is_subset(&reached)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `{ S[i] -> S[j] }`: the value of the latter may go into that of the former through instances of the statement alone.
fn itself(flow: &DiGraph<(), Map>, member: usize) -> isl::Result<Option<Map>> {
    let node = NodeIndex::new(member);
    let mut all: Option<Map> = None;
    for edge in flow.edges_connecting(node, node) {
        let steps = edge.weight().clone().reverse()?;
        all = Some(match all {
            Some(all) => all.union(steps)?,
            None => steps,
        });
    }
    all.map(|steps| Ok(steps.coalesce()?.transitive_closure()?.0)).transpose()
}
