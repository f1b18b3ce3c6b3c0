//! Array regions: what a statement, a loop or the whole region touches (Guelton, Amini, Creusillet,
//! *Beyond Do Loops*, section 2).
//!
//! READ and WRITE are the cells that a construct reads and writes. IN are those whose values it reads
//! from outside, OUT those that it writes and that are read outside, later or after the region. *May*
//! regions hold every cell that could be touched, *must* regions only those that certainly are. For a
//! loop everything inside one execution of the loop is one construct, so its cells depend on the
//! iterators around it.

use crate::Analysed;
use isl::{DimType, Map, UnionMap};
use polyhedral::{Access, AccessKind, Condition, Loop, Node, Scop, StatementId};

/// The cells that one construct touches in one way.
#[derive(Clone, Debug)]
pub struct ArrayRegion {
    /// `read.may`, `write.must`, …
    pub kind: String,
    /// `S0`, `loop i@12` with the loop's line, or the function's name.
    pub construct: String,
    /// `{ S[i] -> A[x] }`: by execution of the construct; a loop's tuple has the iterators around it.
    pub cells: UnionMap,
}

/// The regions of all statements, then loops in textual order, then the whole.
///
/// # Errors
/// isl's.
pub fn array_regions(analysed: &Analysed) -> isl::Result<Vec<ArrayRegion>> {
    let mut constructs = Vec::new();
    for (id, statement) in analysed.scop.statements.iter().enumerate() {
        let depth = statement.iterators.len();
        constructs.push(Construct { name: statement.name.clone(), depth, statements: vec![id] });
    }
    loops(&analysed.scop.program.body, 0, &mut constructs);
    let name = analysed.scop.function.clone();
    let statements = (0..analysed.scop.statements.len()).collect();
    constructs.push(Construct { name, depth: 0, statements });
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
                found.push(of_loop(counted, depth));
                loops(&counted.body, depth + 1, found);
            }
            Node::If { then_body, else_body, .. } => {
                loops(then_body, depth, found);
                loops(else_body, depth, found);
            }
            Node::Instance(_) => {}
        }
    }
}

fn of_loop(counted: &Loop, depth: usize) -> Construct {
    let inside = polyhedral::Program { body: counted.body.clone() };
    let statements = inside.instances().iter().map(|instance| instance.statement).collect();
    Construct { name: format!("loop {}@{}", counted.iterator, counted.line), depth, statements }
}

impl Construct {
    fn regions(&self, analysed: &Analysed) -> isl::Result<Vec<ArrayRegion>> {
        let scop = &analysed.scop;
        // { S[i] -> C[o] }
        let execution = self.executions(scop)?;
        let mut regions = Vec::new();
        for (certainty, certain) in [("may", false), ("must", true)] {
            let reads = self.accesses(scop, |access| !access.writes() && (!certain || is_certain(access)))?;
            let writes = self.accesses(scop, |access| access.writes() && (!certain || is_certain(access)))?;
            let imported = reads.clone().subtract(self.served_inside(analysed, &execution)?)?;
            let exported = writes.clone().intersect_domain(self.used_outside(analysed, &execution)?)?;
            for (name, accesses) in [("read", reads), ("write", writes), ("in", imported), ("out", exported)]
            {
                let cells = execution.clone().reverse()?.apply_range(accesses)?.coalesce()?;
                let kind = format!("{name}.{certainty}");
                regions.push(ArrayRegion { kind, construct: self.name.clone(), cells });
            }
        }
        Ok(regions)
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

    /// `{ S[i] -> A[x] }` of the statements inside.
    fn accesses(&self, scop: &Scop, select: impl Fn(&Access) -> bool) -> isl::Result<UnionMap> {
        let names: Vec<_> = self.statements.iter().map(|id| &scop.statements[*id].name).collect();
        let all = scop.accesses(|statement, access| names.contains(&&statement.name) && select(access))?;
        all.intersect_domain(scop.domain()?)
    }

    /// `{ S_r[i] -> A[x] }`: reads of values that the same execution of the construct wrote.
    fn served_inside(&self, analysed: &Analysed, execution: &UnionMap) -> isl::Result<UnionMap> {
        let inside = execution.clone().apply_range(execution.clone().reverse()?)?;
        let mut served = UnionMap::empty(analysed.scop.context.space()?)?;
        for (array, values) in analysed.dataflow.values.iter().enumerate() {
            let within = values.clone().intersect(inside.clone())?;
            let cells = self.accesses(&analysed.scop, |access| access.array == array && access.writes())?;
            served = served.union(within.reverse()?.apply_range(cells)?)?;
        }
        Ok(served)
    }

    /// `{ S_w[j] }`: instances inside whose values are read by others, or after the region.
    fn used_outside(&self, analysed: &Analysed, execution: &UnionMap) -> isl::Result<isl::UnionSet> {
        let inside = execution.clone().apply_range(execution.clone().reverse()?)?;
        let mut used = analysed.dataflow.live_out.clone().domain()?;
        for values in &analysed.dataflow.values {
            used = used.union(values.clone().subtract(inside.clone())?.domain()?)?;
        }
        used.intersect(execution.clone().domain()?)
    }
}

/// Whether the access happens whenever its statement runs.
fn is_certain(access: &Access) -> bool {
    let unconditional = access.guard == Condition::Constant(true);
    access.kind == AccessKind::MustWrite || (access.kind == AccessKind::Read && unconditional)
}
