//! Rematerialization: what is written once before a loop and read in each of its iterations is written anew in each.
//!
//! A grid whose border is set before the time steps keeps that border, and with it all its cells, from step to step. Where each
//! step sets the border itself, the grid dies with the step, and may shrink to what one step needs at once. The program
//! is one that an author could have written; the statements that set the border have copies in the loop, in front of all else.
//!
//! An instance may run again if its value depends on nothing that the region changes. That all reads get what they got
//! before, from the instance or from one of its copies, is proved by the flow of the region with copies ([`same_values`]).

use crate::boxes::{self, Bounds, filled, fresh, within};
use crate::needed::is_passing;
use crate::order::on_whole_spaces;
use crate::{Analysed, Role};
use isl::{DimType, Map, Set, UnionMap};
use polyhedral::{
    Access, AccessKind, ArrayId, Comparison, Condition, Expression, Instance, Loop, Node, Piece, Scop,
    Statement, StatementId, lower,
};
use std::collections::{BTreeMap, BTreeSet};

/// More boxes of one statement aren't written anew.
const MOST_BOXES: usize = 6;

/// The region with copies of statements in a loop that lets an array die with each iteration; `None` if there is no such loop.
///
/// # Errors
/// isl's.
pub fn written(analysed: &Analysed) -> isl::Result<Option<Analysed>> {
    let scop = &analysed.scop;
    if !scop.unordered.is_empty() || scop.fixed.is_some() {
        return Ok(None);
    }
    for (position, node) in scop.program.body.iter().enumerate() {
        let Node::Loop(counted) = node else { continue };
        if counted.step != 1 || counted.parallel {
            continue;
        }
        let copies = copies(analysed, counted)?;
        if copies.is_empty() {
            continue;
        }
        let origins: Vec<(String, StatementId)> =
            copies.iter().map(|copy| (copy.statement.name.clone(), copy.origin)).collect();
        let built = analysed.of_form(in_loop(scop, position, counted, copies)?)?;
        if same_values(analysed, &built, &origins)? {
            let origins = origins.into_iter().map(|(_, origin)| origin).collect();
            return Ok(Some(without_idle(built, &origins)?));
        }
    }
    Ok(None)
}

/// A statement that writes again what another one wrote before the loop.
struct Copy {
    origin: StatementId,
    statement: Statement,
    /// Those of the iterators that the origin has, too.
    bounds: Bounds,
    /// At which sizes it runs.
    sizes: Option<Condition>,
}

/// The statements in a loop.
fn statements_in(counted: &Loop) -> BTreeSet<StatementId> {
    Node::instances(&counted.body).iter().map(|instance| instance.statement).collect()
}

/// The copies with which arrays die with each iteration of `counted`.
fn copies(analysed: &Analysed, counted: &Loop) -> isl::Result<Vec<Copy>> {
    let inside = statements_in(counted);
    let mut copies = Vec::new();
    let mut scop = analysed.scop.clone();
    for array in 0..scop.arrays.len() {
        if analysed.roles[array] != Role::Temporary || scop.arrays[array].dimensions() == 0 {
            continue;
        }
        let Some(read) = read_across(analysed, array, counted, &inside)? else { continue };
        let mut of_array = Vec::new();
        for (origin, instances) in &read {
            let Some(all) = boxes_of(&scop, *origin, instances)? else { break };
            for (bounds, sizes) in all {
                of_array.push(Copy::new(&mut scop, *origin, counted, bounds, sizes)?);
            }
        }
        let are_all = read.keys().all(|origin| of_array.iter().any(|copy| copy.origin == *origin));
        copies.extend(of_array.into_iter().filter(|_| are_all));
    }
    Ok(copies)
}

/// Which instances from before the loop the iterations read `array` from, `{ S[b] }` by statement: if some are read in several
/// iterations, may all run again, and nothing else flows from one iteration to another.
fn read_across(
    analysed: &Analysed,
    array: ArrayId,
    counted: &Loop,
    inside: &BTreeSet<StatementId>,
) -> isl::Result<Option<BTreeMap<StatementId, Set>>> {
    let scop = &analysed.scop;
    if !inside.iter().any(|id| scop.statements[*id].writes_to(array)) {
        return Ok(None);
    }
    // { S[b] -> [t] }
    let mut readers: BTreeMap<StatementId, Map> = BTreeMap::new();
    for flow in analysed.dataflow.flows.iter().filter(|flow| flow.array == array) {
        if !inside.contains(&flow.read.0) {
            continue;
        }
        let relation = flow.relation.clone();
        if inside.contains(&flow.write.0) {
            let same = relation.clone().equate(DimType::In, 0, DimType::Out, 0)?;
            if !relation.is_subset(&same)? {
                return Ok(None);
            }
            continue;
        }
        let is_before = inside.first().is_some_and(|first| flow.write.0 < *first);
        if !is_before || !may_run_again(scop, flow.write.0, counted) {
            return Ok(None);
        }
        let more = relation.dim(DimType::Out)? - 1;
        let when = relation.project_out(DimType::Out, 1, more)?.reset_tuple_id(DimType::Out)?;
        let all = match readers.remove(&flow.write.0) {
            Some(all) => all.union(when)?,
            None => when,
        };
        readers.insert(flow.write.0, all);
    }
    let mut is_kept = false;
    for when in readers.values() {
        is_kept |= !when.is_single_valued()?;
    }
    if !is_kept {
        return Ok(None);
    }
    let instances = readers.into_iter().map(|(origin, when)| Ok((origin, when.domain()?.coalesce()?)));
    Ok(Some(instances.collect::<isl::Result<_>>()?))
}

/// Whether an instance of the statement computes the same wherever it runs, and loops around a copy can have its counters.
fn may_run_again(scop: &Scop, id: StatementId, counted: &Loop) -> bool {
    let statement = &scop.statements[id];
    let is_written = |array: ArrayId| scop.writers(array).next().is_some();
    let (writes, reads): (Vec<&Access>, Vec<&Access>) =
        statement.accesses.iter().partition(|access| access.writes());
    let is_one_write = matches!(
        writes.as_slice(),
        [Access { kind: AccessKind::MustWrite, guard: Condition::Constant(true), .. }]
    );
    is_one_write
        && reads.iter().all(|read| !is_written(read.array))
        && statement.unknown.is_empty()
        && statement.iterators.iter().all(|it| it.used_after.is_none() && it.name != counted.iterator)
}

/// A box, and the sizes at which its cells are there, if they aren't always.
type BoxAtSizes = (Bounds, Option<Condition>);

/// Boxes that hold those instances of the statement (`{ S[b] }`), and no cells that it has no instances for, each with the sizes at which
/// that is so, if it isn't always; `None` where they are many.
fn boxes_of(scop: &Scop, id: StatementId, instances: &Set) -> isl::Result<Option<Vec<BoxAtSizes>>> {
    let context = &scop.context;
    let domain = scop.statements[id].domain.clone().intersect_params(context.clone())?;
    let mut all = Vec::new();
    for piece in instances.clone().intersect_params(context.clone())?.coalesce()?.basic_sets()? {
        let piece = piece.to_set()?.gist_params(context.clone())?;
        let Some(bounds) = boxes::hull(&piece)? else { return Ok(None) };
        all.push((piece, bounds));
    }
    all.sort_by_key(|(_, bounds)| boxes::rank(bounds));
    let mut found = Vec::new();
    let mut covered = Set::empty(domain.space()?)?;
    for (piece, bounds) in all {
        let is_inside = |whole: &Set| whole.clone().intersect_params(context.clone())?.is_subset(&domain);
        let (mut whole, mut sizes) = (filled(&piece, &bounds)?, None);
        if !is_inside(&whole)? {
            whole = whole.intersect_params(piece.clone().params()?)?;
            sizes = boxes::sizes(&piece)?;
            if sizes.is_none() || !is_inside(&whole)? {
                return Ok(None);
            }
        }
        if !piece.intersect_params(context.clone())?.is_subset(&covered)? {
            found.push((bounds, sizes));
            covered = covered.union(whole)?;
        }
    }
    Ok((found.len() <= MOST_BOXES).then_some(found))
}

impl Copy {
    /// Of the instances of `origin` within `bounds`, in each iteration of `counted`, at these sizes.
    fn new(
        scop: &mut Scop,
        origin: StatementId,
        counted: &Loop,
        bounds: Bounds,
        sizes: Option<Condition>,
    ) -> isl::Result<Self> {
        let statement = scop.statements[origin].clone();
        let name = fresh(scop, &format!("again_{}", statement.name));
        let outer = &scop.statements[Node::instances(&counted.body)[0].statement].iterators[0];
        let iterators: Vec<_> = std::iter::once(outer).chain(&statement.iterators).cloned().collect();
        let space = scop.context.space()?.add_unnamed_tuple_ui(iterators.len() as u32)?;
        let mut domain = Set::universe(space)?.set_tuple_name(&name)?;
        for (position, iterator) in (0..).zip(&iterators) {
            domain = domain.set_dim_name(DimType::Set, position, &iterator.name)?;
        }
        let counter = Expression::variable(&counted.iterator);
        let starts = Condition::Compare(Comparison::LessEqual, counted.initial.clone(), counter);
        let runs = [starts, counted.condition.clone()].into_iter().chain(sizes.clone());
        let runs = Condition::And(runs.collect());
        let domain = domain.clone().intersect(lower::condition(&runs, &domain.space()?)?)?;
        let names: Vec<&str> = statement.iterators.iter().map(|iterator| iterator.name.as_str()).collect();
        let boxed = within(&statement.domain, &names, &bounds)?;
        // { S'[t,b] -> S[b] }
        let original = original(&statement.domain, &name)?;
        let domain = domain.intersect(boxed.apply(original.clone().reverse()?)?)?;
        let mut nowhere = scop.span;
        nowhere.end = nowhere.start;
        let accesses = statement.accesses.iter().map(|access| {
            let relation = access.relation.clone().apply_domain(original.clone().reverse()?)?;
            let relation = relation.intersect_domain(domain.clone())?;
            Ok(Access { relation, span: nowhere, ..access.clone() })
        });
        let accesses = accesses.collect::<isl::Result<_>>()?;
        let text = statement.text.iter().map(|piece| match piece {
            Piece::Iterator(position) => Piece::Iterator(position + 1),
            Piece::Counter { value, iterator } => {
                Piece::Counter { value: value.clone(), iterator: iterator + 1 }
            }
            piece => piece.clone(),
        });
        let text = text.collect();
        let statement =
            Statement { name, iterators, domain, accesses, text, span: nowhere, ..statement.clone() };
        Ok(Copy { origin, statement, bounds, sizes })
    }

    /// The loops around the copy, which is the statement with this number.
    fn node(&self, number: StatementId) -> Node {
        let counters = || self.statement.iterators.iter().map(|iterator| iterator.name.as_str());
        let iterators = counters().map(Expression::variable).collect();
        let subscripts = self.statement.accesses.iter().map(|access| access.subscripts.clone()).collect();
        let instance = Instance { statement: number, iterators, subscripts };
        let loops = boxes::loops(counters().skip(1), &self.bounds, Node::Instance(instance));
        match &self.sizes {
            None => loops,
            Some(sizes) => {
                Node::If { condition: sizes.clone(), then_body: vec![loops], else_body: Vec::new() }
            }
        }
    }
}

/// `{ S'[t,b] -> S[b] }`, on whole spaces, of the copy with that name.
fn original(domain: &Set, copy: &str) -> isl::Result<Map> {
    let itself = Map::identity(domain.space()?.map_from_set()?)?;
    itself.insert_dims(DimType::In, 0, 1)?.set_tuple_name(DimType::In, copy)
}

/// The region with `copies` in front of what the loop at this position does.
fn in_loop(scop: &Scop, position: usize, counted: &Loop, copies: Vec<Copy>) -> isl::Result<Scop> {
    let mut scop = scop.clone();
    let inside = statements_in(counted);
    let first = inside.first().copied().unwrap_or(0);
    scop.schedule = dates(&scop, &inside, first, &copies)?;
    let moved = |instance: &Instance| {
        let more = if instance.statement >= first { copies.len() } else { 0 };
        Instance { statement: instance.statement + more, ..instance.clone() }
    };
    scop.program = scop.program.map_instances(&moved);
    if let Node::Loop(counted) = &mut scop.program.body[position] {
        let nodes = copies.iter().enumerate().map(|(number, copy)| copy.node(first + number));
        counted.body.splice(0..0, nodes);
    }
    scop.statements.splice(first..first, copies.into_iter().map(|copy| copy.statement));
    Ok(scop)
}

/// `{ S[i] -> [t] }`: when all run, the copies first in each iteration of the loop around those `inside`.
fn dates(
    scop: &Scop,
    inside: &BTreeSet<StatementId>,
    first: StatementId,
    copies: &[Copy],
) -> isl::Result<UnionMap> {
    let context = scop.context.context();
    let maps = scop.schedule.maps()?;
    let lengths = maps.iter().map(|map| map.dim(DimType::Out)).collect::<isl::Result<Vec<_>>>()?;
    let old = lengths.into_iter().max().unwrap_or(0) as usize;
    let deepest = copies.iter().map(|copy| 2 * copy.bounds.len() + 3).max().unwrap_or(0);
    let length = old.max(deepest);
    let padding = |from: usize| ", 0".repeat(length.saturating_sub(from));
    let names: Vec<String> = (0..old).map(|position| format!("d{position}")).collect();
    let later = |count: usize| {
        let moved: Vec<String> = (0..)
            .zip(&names)
            .map(|(position, date)| if position == 2 { format!("{date} + {count}") } else { date.clone() })
            .collect();
        // { [d] -> [d'] }
        let text = format!("{{ [{}] -> [{}{}] }}", names.join(", "), moved.join(", "), padding(old));
        UnionMap::read_from_str(context, &text)
    };
    let is_inside =
        |name: Option<String>| inside.iter().any(|id| Some(&scop.statements[*id].name) == name.as_ref());
    let mut all = UnionMap::empty(scop.context.space()?)?;
    let mut iteration = None;
    for map in maps {
        let name = map.tuple_name(DimType::In)?;
        let count = if is_inside(name.clone()) { copies.len() } else { 0 };
        if name.as_ref() == Some(&scop.statements[first].name) {
            iteration = Some(map.clone());
        }
        all = all.union(map.to_union_map()?.apply_range(later(count)?)?)?;
    }
    let Some(iteration) = iteration else { return Ok(all) };
    // { [t] -> [d0, d1] }: when an iteration of the loop is
    let whole = on_whole_spaces(iteration.to_union_map()?)?.maps()?.remove(0);
    let (depth, dimensions) = (whole.dim(DimType::In)?, whole.dim(DimType::Out)?);
    let iteration =
        whole.project_out(DimType::Out, 2, dimensions - 2)?.project_out(DimType::In, 1, depth - 1)?;
    let iteration = iteration.reset_tuple_id(DimType::In)?;
    for (number, copy) in copies.iter().enumerate() {
        let statement = &copy.statement;
        let names: Vec<&str> = statement.iterators.iter().map(|it| it.name.as_str()).collect();
        let loops: String = names[1..].iter().map(|name| format!(", {name}, 0")).collect();
        let tuple = format!("{}[{}]", statement.name, names.join(", "));
        // { S'[t,b] -> [t] }
        let outer = Map::read_from_str(context, &format!("{{ {tuple} -> [{}] }}", names[0]))?;
        // { S'[t,b] -> [number, b, …] }
        let padding = padding(2 + 2 * names.len() - 1);
        let rest = Map::read_from_str(context, &format!("{{ {tuple} -> [{number}{loops}{padding}] }}"))?;
        all = all.union(outer.apply_range(iteration.clone())?.flat_range_product(rest)?.to_union_map()?)?;
    }
    all.coalesce()
}

/// `built` without those of `origins` whose values all come from copies now.
fn without_idle(built: Analysed, origins: &BTreeSet<StatementId>) -> isl::Result<Analysed> {
    let is_read = |id: &StatementId| built.dataflow.flows.iter().any(|flow| flow.write.0 == *id);
    let mut idle = BTreeSet::new();
    for id in origins.iter().filter(|id| !is_read(id) && is_passing(&built.scop, **id)) {
        idle.insert(*id);
    }
    if idle.is_empty() {
        return Ok(built);
    }
    let mut scop = built.scop.clone();
    let moved = |instance: &Instance| {
        let before = idle.iter().filter(|id| **id < instance.statement).count();
        Instance { statement: instance.statement - before, ..instance.clone() }
    };
    scop.program.body = without(std::mem::take(&mut scop.program.body), &idle);
    scop.program = scop.program.map_instances(&moved);
    let mut number = 0..;
    scop.statements.retain(|_| number.next().is_none_or(|id| !idle.contains(&id)));
    let domain = scop.domain()?;
    scop.schedule = scop.schedule.clone().intersect_domain(domain)?.coalesce()?;
    built.of_form(scop)
}

/// `nodes` without instances of the `idle` statements, and what is empty then.
fn without(nodes: Vec<Node>, idle: &BTreeSet<StatementId>) -> Vec<Node> {
    let rest = |node: Node| match node {
        Node::Instance(instance) => (!idle.contains(&instance.statement)).then_some(Node::Instance(instance)),
        Node::Loop(counted) => {
            let body = without(counted.body, idle);
            (!body.is_empty()).then_some(Node::Loop(Loop { body, ..counted }))
        }
        Node::If { condition, then_body, else_body } => {
            let (then_body, else_body) = (without(then_body, idle), without(else_body, idle));
            let is_empty = then_body.is_empty() && else_body.is_empty();
            (!is_empty).then_some(Node::If { condition, then_body, else_body })
        }
        other => Some(other),
    };
    nodes.into_iter().filter_map(rest).collect()
}

/// Whether all reads get values of the same instances in `built` as in `program`, where each copy counts as the instance
/// of its origin that it runs again, and those are in cells when the region ends that were.
fn same_values(program: &Analysed, built: &Analysed, origins: &[(String, StatementId)]) -> isl::Result<bool> {
    let scop = &program.scop;
    if !scop.context.is_equal(&built.scop.context)? {
        return Ok(false);
    }
    let mut originals = UnionMap::empty(scop.context.space()?)?;
    for statement in &scop.statements {
        let itself = Map::identity(statement.domain.space()?.map_from_set()?)?;
        originals = originals.union(itself.to_union_map()?)?;
    }
    for (copy, origin) in origins {
        let original = original(&scop.statements[*origin].domain, copy)?;
        originals = originals.union(original.to_union_map()?)?;
    }
    for (old, new) in program.dataflow.values.iter().zip(&built.dataflow.values) {
        let new = new.clone().apply_domain(originals.clone())?.apply_range(originals.clone())?;
        if !new.is_equal(old)? {
            return Ok(false);
        }
    }
    let incoming = built.dataflow.live_in.clone().apply_domain(originals.clone())?;
    let outgoing = built.dataflow.live_out.clone().apply_domain(originals)?;
    Ok(incoming.is_equal(&program.dataflow.live_in)? && outgoing.is_equal(&program.dataflow.live_out)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line whose first and last cell are set once; `MORE` is what else happens in each step.
    const LINE: &str = "
        context: [T, N] -> { : N > 4 }
        domain: [T, N] -> { B[i] : i = 0 or i = N - 1; W[t, i] : 0 <= t < T and 0 < i < N - 1; C[t, i] : 0 <= t < T and 0 <= i < N }
        read: [T, N] -> { W[t, i] -> u[i - 1]; C[t, i] -> tmp[i] }
        must_write: [T, N] -> { B[i] -> tmp[i]; W[t, i] -> tmp[i]; C[t, i] -> u[i] }
        extents(tmp): [N]
        schedule: [T, N] -> { B[i] -> [0, i, 0, 0, 0]; W[t, i] -> [1, t, 0, i, 0]; C[t, i] -> [1, t, 1, i, 0] }
    ";

    /// The region, with the time loop around the statements that count with `t`.
    fn line(text: &str) -> Analysed {
        let mut scop = polyhedral::text::read(&isl::Context::new(), text).unwrap();
        let instance = |(number, statement): (usize, &Statement)| {
            let variable = |iterator: &polyhedral::Iterator| Expression::variable(&iterator.name);
            let iterators = statement.iterators.iter().map(variable).collect();
            let cells = statement.accesses.iter().map(|access| access.subscripts.clone());
            Node::Instance(Instance { statement: number, iterators, subscripts: cells.collect() })
        };
        let nodes: Vec<Node> = scop.statements.iter().enumerate().map(instance).collect();
        let (inside, before): (Vec<Node>, Vec<Node>) = nodes.into_iter().partition(
            |node| matches!(node, Node::Instance(it) if scop.statements[it.statement].iterators[0].name == "t"),
        );
        let steps = Node::Loop(Loop {
            iterator: "t".into(),
            initial: 0.into(),
            condition: Condition::Compare(
                Comparison::Less,
                Expression::variable("t"),
                Expression::variable("T"),
            ),
            step: 1,
            parallel: false,
            body: inside,
            line: 0,
        });
        scop.program.body = [before, vec![steps]].concat();
        Analysed::new(scop).unwrap()
    }

    fn steps(analysed: &Analysed) -> (usize, &Loop) {
        let mut nodes = analysed.scop.program.body.iter().enumerate();
        let found = nodes.find_map(|(position, node)| match node {
            Node::Loop(counted) => Some((position, counted)),
            _ => None,
        });
        found.unwrap()
    }

    #[test]
    fn a_border_that_is_set_once_is_set_in_each_step() {
        let built = written(&line(LINE)).unwrap().unwrap();
        let names: Vec<_> = built.scop.statements.iter().map(|statement| statement.name.as_str()).collect();
        assert_eq!(names, ["again_B1", "again_B2", "W", "C"]);
        let (tmp, _) = built.scop.array("tmp").unwrap();
        for flow in built.dataflow.flows.iter().filter(|flow| flow.array == tmp) {
            let same = flow.relation.clone().equate(DimType::In, 0, DimType::Out, 0).unwrap();
            assert!(flow.relation.is_subset(&same).unwrap(), "{}", flow.relation);
        }
    }

    #[test]
    fn what_a_step_changes_stays() {
        let reads = LINE.replace("C[t, i] -> tmp[i] }", "C[t, i] -> tmp[i]; B[i] -> u[i] }");
        assert!(written(&line(&reads)).unwrap().is_none());
        let last = LINE.replace("0 < i < N - 1; C", "0 < i < N - 1 - t; C");
        assert!(written(&line(&last)).unwrap().is_none());
    }

    #[test]
    fn the_proof_finds_a_copy_that_writes_another_cell() {
        let program = line(LINE);
        let (position, counted) = steps(&program);
        let is_same = |change: &dyn Fn(&mut Vec<Copy>)| {
            let mut copies = copies(&program, counted).unwrap();
            change(&mut copies);
            let origins: Vec<_> = copies.iter().map(|it| (it.statement.name.clone(), it.origin)).collect();
            let scop = in_loop(&program.scop, position, counted, copies).unwrap();
            same_values(&program, &program.of_form(scop).unwrap(), &origins).unwrap()
        };
        assert!(is_same(&|_| {}));
        // then some reads still get what was written before the loop, which is no harm, but a copy in another cell's place is
        assert!(is_same(&|copies| drop(copies.pop())));
        // the last cell's copy writes the first
        let elsewhere = |copies: &mut Vec<Copy>| {
            let access = &mut copies[1].statement.accesses[0];
            let (space, domain) =
                (access.relation.space().unwrap(), access.relation.clone().domain().unwrap());
            let second = space.range().unwrap();
            let second = Set::universe(second).unwrap().fix_si(DimType::Set, 0, 0).unwrap();
            access.relation = Map::from_domain_and_range(domain, second).unwrap();
        };
        assert!(!is_same(&elsewhere));
    }
}
