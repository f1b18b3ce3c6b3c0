//! Array regions: what a statement, a loop or the whole region touches (Guelton, Amini, Creusillet,
//! *Beyond Do Loops*, section 2).
//!
//! READ and WRITE are the cells that a construct reads and writes. IN are those of which it reads a
//! value from outside, OUT those of which it writes a value that is read outside, later or after the
//! region (arrays that outlive the region count as read then). For a loop everything inside one
//! execution of the loop is one construct, so its cells depend on the iterators around it.
//!
//! *May* regions hold every cell that could be concerned, *must* regions only those that certainly are:
//!
//! | | may | must |
//! |---|---|---|
//! | READ | all reads | reads that certainly happen |
//! | WRITE | all writes | writes that certainly happen |
//! | IN | reads that may get a value from outside | certain ones that get none from inside |
//! | OUT | writes whose value may be read outside | certain ones whose value certainly is |

use crate::Analysed;
use crate::dataflow::{AccessFlow, BorderAccess};
use crate::references::{AccessId, within_domain};
use isl::{DimType, Map, UnionMap};
use polyhedral::{Access, AccessKind, Condition, Node, Scop, StatementId};
use std::collections::BTreeMap;

/// The cells that one construct touches in one way.
#[derive(Clone, Debug)]
pub struct ArrayRegion {
    /// `read.may`, `write.must`, …
    pub kind: String,
    /// `S0`, `loop i@12` with the loop's line (`loop i@12#2` for the second one of that name), or the
    /// function's name.
    pub construct: String,
    /// `{ S[i] -> A[x] }`: by execution of the construct; a loop's tuple has the iterators around it.
    pub cells: UnionMap,
}

/// The regions of all statements, then loops in textual order, then the whole.
///
/// # Errors
/// isl's.
pub fn array_regions(analysed: &Analysed) -> isl::Result<Vec<ArrayRegion>> {
    let scop = &analysed.scop;
    let mut constructs = Vec::new();
    for (id, statement) in scop.statements.iter().enumerate() {
        let depth = statement.iterators.len();
        constructs.push(Construct { name: statement.name.clone(), depth, statements: vec![id] });
    }
    loops(&scop.program.body, 0, &mut constructs);
    number_alike(&mut constructs[scop.statements.len()..]);
    let statements = (0..scop.statements.len()).collect();
    constructs.push(Construct { name: scop.function.clone(), depth: 0, statements });
    let regions = constructs.iter().map(|construct| construct.regions(analysed));
    Ok(regions.collect::<isl::Result<Vec<_>>>()?.concat())
}

/// Something that runs as a whole, once for each value of the `depth` iterators around it.
struct Construct {
    name: String,
    depth: usize,
    statements: Vec<StatementId>,
}

fn loops(nodes: &[Node], depth: usize, found: &mut Vec<Construct>) {
    for node in nodes {
        match node {
            Node::Loop(counted) => {
                let inside = polyhedral::Program { body: counted.body.clone() };
                let statements = inside.instances().iter().map(|instance| instance.statement).collect();
                let name = format!("loop {}@{}", counted.iterator, counted.line);
                found.push(Construct { name, depth, statements });
                loops(&counted.body, depth + 1, found);
            }
            Node::If { then_body, else_body, .. } => {
                loops(then_body, depth, found);
                loops(else_body, depth, found);
            }
            Node::Sections(sections) => sections.iter().for_each(|body| loops(body, depth, found)),
            Node::Instance(_) | Node::Copy(_) => {}
        }
    }
}

/// Tells loops apart that share iterator and line.
fn number_alike(loops: &mut [Construct]) {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for counted in loops {
        let number = seen.entry(counted.name.clone()).or_default();
        *number += 1;
        if *number > 1 {
            counted.name = format!("{}#{number}", counted.name);
        }
    }
}

impl Construct {
    fn regions(&self, analysed: &Analysed) -> isl::Result<Vec<ArrayRegion>> {
        // { S[i] -> C[o] }
        let execution = self.executions(&analysed.scop)?;
        let flow = Flow { analysed, construct: self, same: same_execution(&execution)? };
        let accesses = [
            ("read.may", flow.accesses(|access| !access.writes())?),
            ("write.may", flow.accesses(Access::writes)?),
            ("in.may", flow.imported_maybe()?),
            ("out.may", flow.exported_maybe()?),
            ("read.must", flow.accesses(|access| !access.writes() && is_certain(access))?),
            ("write.must", flow.accesses(|access| access.writes() && is_certain(access))?),
            ("in.must", flow.imported_certainly()?),
            ("out.must", flow.exported_certainly()?),
        ];
        let region = |(kind, accesses): (&str, UnionMap)| {
            let cells = execution.clone().reverse()?.apply_range(accesses)?.coalesce()?;
            Ok(ArrayRegion { kind: kind.into(), construct: self.name.clone(), cells })
        };
        accesses.into_iter().map(region).collect()
    }

    /// `{ S[i] -> C[o] }`: which execution of the construct each instance inside belongs to.
    fn executions(&self, scop: &Scop) -> isl::Result<UnionMap> {
        let mut all = UnionMap::empty(scop.context.space()?)?;
        for id in &self.statements {
            let statement = &scop.statements[*id];
            let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
            let inner = statement.iterators.len() - self.depth;
            let prefix = domain.identity()?.project_out(DimType::Out, self.depth as u32, inner as u32)?;
            let prefix: Map = prefix.set_tuple_name(DimType::Out, self.tuple())?;
            all = all.union(prefix.to_union_map()?)?;
        }
        Ok(all)
    }

    /// isl's name for the construct: `loop i@12` is no identifier.
    fn tuple(&self) -> &str {
        self.name.split(['@', ' ']).next().unwrap_or_default()
    }

    fn holds(&self, access: AccessId) -> bool {
        self.statements.contains(&access.0)
    }
}

/// `{ S[i] -> T[j] }`: both belong to the same execution.
fn same_execution(execution: &UnionMap) -> isl::Result<UnionMap> {
    execution.clone().apply_range(execution.clone().reverse()?)
}

/// The values that go into and out of a construct. All results are `{ S[i] -> A[x] }` of instances inside.
struct Flow<'a> {
    analysed: &'a Analysed,
    construct: &'a Construct,
    /// `{ S[i] -> T[j] }`: both belong to the same execution of the construct.
    same: UnionMap,
}

impl Flow<'_> {
    /// The accesses inside that `select` takes.
    fn accesses(&self, select: impl Fn(&Access) -> bool) -> isl::Result<UnionMap> {
        let scop = &self.analysed.scop;
        let mut all = self.none()?;
        for statement in self.construct.statements.iter().map(|id| &scop.statements[*id]) {
            for access in statement.accesses.iter().filter(|access| select(access)) {
                all = all.union(within_domain(scop, statement, access)?.to_union_map()?)?;
            }
        }
        Ok(all)
    }

    /// Reads that may get a value from outside.
    fn imported_maybe(&self) -> isl::Result<UnionMap> {
        let mut imported = self.crossing(&self.analysed.dataflow.live_in_accesses, |reads| &reads.cells)?;
        for flow in self.flows_to_reads() {
            let outside = flow.relation.clone().subtract(self.inside(flow)?)?;
            imported = imported.union(self.cells_read(flow, outside)?)?;
        }
        Ok(imported)
    }

    /// Certain reads that get no value from inside.
    fn imported_certainly(&self) -> isl::Result<UnionMap> {
        let mut imported = self.none()?;
        for id in &self.construct.statements {
            let accesses = self.analysed.scop.statements[*id].accesses.iter().enumerate();
            for (position, _) in accesses.filter(|(_, a)| !a.writes() && is_certain(a)) {
                let read = (*id, position);
                let mut cells = self.cells(read)?.to_union_map()?;
                for flow in self.flows_to_reads().filter(|flow| flow.read == read) {
                    let inside = flow.relation.clone().intersect(self.inside(flow)?)?;
                    cells = cells.subtract(self.cells_read(flow, inside)?)?;
                }
                imported = imported.union(cells)?;
            }
        }
        Ok(imported)
    }

    /// Writes whose values may be read outside.
    fn exported_maybe(&self) -> isl::Result<UnionMap> {
        let mut exported =
            self.crossing(&self.analysed.dataflow.live_out_accesses, |writes| &writes.cells)?;
        for flow in self.flows_from_writes() {
            let outside = flow.relation.clone().subtract(self.inside(flow)?)?;
            exported = exported.union(self.cells_written(flow, outside)?)?;
        }
        Ok(exported)
    }

    /// Certain writes whose values are certainly read outside.
    fn exported_certainly(&self) -> isl::Result<UnionMap> {
        let writes = self.analysed.dataflow.live_out_accesses.iter();
        let writes: Vec<_> = writes.filter(|writes| self.is_certain(writes.access)).cloned().collect();
        let mut exported = self.crossing(&writes, |writes| &writes.certain)?;
        let flows = self.flows_from_writes();
        for flow in flows.filter(|flow| self.is_certain(flow.write) && self.is_certain(flow.read)) {
            let outside = flow.certain.clone().subtract(self.inside(flow)?)?;
            exported = exported.union(self.cells_written(flow, outside)?)?;
        }
        Ok(exported)
    }

    /// What of accesses inside crosses the border of the whole region.
    fn crossing(
        &self,
        border: &[BorderAccess],
        cells: impl Fn(&BorderAccess) -> &Map,
    ) -> isl::Result<UnionMap> {
        let inside = border.iter().filter(|border| self.construct.holds(border.access));
        inside.map(cells).try_fold(self.none()?, |all, cells| all.union(cells.clone().to_union_map()?))
    }

    fn flows_to_reads(&self) -> impl Iterator<Item = &AccessFlow> {
        self.analysed.dataflow.flows.iter().filter(|flow| self.construct.holds(flow.read))
    }

    fn flows_from_writes(&self) -> impl Iterator<Item = &AccessFlow> {
        self.analysed.dataflow.flows.iter().filter(|flow| self.construct.holds(flow.write))
    }

    /// `{ S_w[j] -> S_r[i] }`: both belong to the same execution of the construct.
    fn inside(&self, flow: &AccessFlow) -> isl::Result<Map> {
        self.same.extract_map(flow.relation.space()?)
    }

    /// `{ S_r[i] -> A[x] }`: the cells through which `relation` (`{ S_w[j] -> S_r[i] }`) goes.
    fn cells_read(&self, flow: &AccessFlow, relation: Map) -> isl::Result<UnionMap> {
        let written = relation.reverse()?.apply_range(self.cells(flow.write)?)?;
        written.intersect(self.cells(flow.read)?)?.to_union_map()
    }

    /// `{ S_w[j] -> A[x] }`: the cells through which `relation` (`{ S_w[j] -> S_r[i] }`) goes.
    fn cells_written(&self, flow: &AccessFlow, relation: Map) -> isl::Result<UnionMap> {
        let read = relation.apply_range(self.cells(flow.read)?)?;
        read.intersect(self.cells(flow.write)?)?.to_union_map()
    }

    /// `{ S[i] -> A[x] }`
    fn cells(&self, (statement, position): AccessId) -> isl::Result<Map> {
        let scop = &self.analysed.scop;
        let statement = &scop.statements[statement];
        within_domain(scop, statement, &statement.accesses[position])
    }

    fn is_certain(&self, (statement, position): AccessId) -> bool {
        is_certain(&self.analysed.scop.statements[statement].accesses[position])
    }

    fn none(&self) -> isl::Result<UnionMap> {
        UnionMap::empty(self.analysed.scop.context.space()?)
    }
}

/// Whether the access happens whenever its statement runs, to the cell that its relation has. A guard may stand for a condition on data.
fn is_certain(access: &Access) -> bool {
    let unconditional = access.guard == Condition::Constant(true) && access.is_known();
    access.kind == AccessKind::MustWrite || (access.kind == AccessKind::Read && unconditional)
}
