//! The dependence graph: statements, and between them what must keep its order.

use crate::Analysed;
use crate::dataflow::{accesses, writes};
use crate::order::before;
use isl::{DimType, UnionMap};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, Reversed};
use polyhedral::{AccessKind, ArrayId, StatementId};

/// Why one instance must stay after another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DependenceKind {
    /// It reads a value that the other wrote.
    Flow,
    /// It overwrites a cell that the other read.
    Anti,
    /// It overwrites a cell that the other wrote.
    Output,
}

/// An edge: from the earlier statement to the later.
#[derive(Debug)]
pub struct Dependence {
    /// Why.
    pub kind: DependenceKind,
    /// Through which array.
    pub array: ArrayId,
    /// `{ S[i] -> T[j] }`, the earlier instance first. Value-based for flow, memory-based otherwise.
    pub relation: isl::Map,
}

/// Statements and the dependences between them.
#[derive(Debug)]
pub struct DependenceGraph {
    /// Node `n` is statement `n`.
    pub graph: DiGraph<StatementId, Dependence>,
}

impl DependenceGraph {
    /// The graph of a region in its own order.
    ///
    /// # Errors
    /// isl's.
    pub fn of(analysed: &Analysed) -> isl::Result<Self> {
        let mut graph = Self::of_flow(analysed)?;
        for array in 0..analysed.scop.arrays.len() {
            graph.add_memory(analysed, array)?;
        }
        Ok(graph)
    }

    /// The graph with flow alone, which is known already: the other kinds take isl long.
    ///
    /// # Errors
    /// isl's.
    pub fn of_flow(analysed: &Analysed) -> isl::Result<Self> {
        let mut graph = DiGraph::new();
        (0..analysed.scop.statements.len()).for_each(|statement| {
            graph.add_node(statement);
        });
        let mut graph = DependenceGraph { graph };
        for (array, values) in analysed.dataflow.values.iter().enumerate() {
            graph.add(analysed, DependenceKind::Flow, array, values.clone())?;
        }
        Ok(graph)
    }

    fn add_memory(&mut self, analysed: &Analysed, array: ArrayId) -> isl::Result<()> {
        let scop = &analysed.scop;
        let (reads, writes) = (accesses(scop, array, AccessKind::Read)?, writes(scop, array)?);
        let anti = reads.apply_range(writes.clone().reverse()?)?;
        let output = writes.clone().apply_range(writes.reverse()?)?;
        for (kind, pairs) in [(DependenceKind::Anti, anti), (DependenceKind::Output, output)] {
            let ordered = before(&scop.schedule, &pairs)?;
            self.add(analysed, kind, array, pairs.intersect(ordered)?)?;
        }
        Ok(())
    }

    fn add(
        &mut self,
        analysed: &Analysed,
        kind: DependenceKind,
        array: ArrayId,
        relation: UnionMap,
    ) -> isl::Result<()> {
        for relation in relation.maps()? {
            let node = |side| -> isl::Result<NodeIndex> {
                let name = relation.tuple_name(side)?.unwrap_or_default();
                let (id, _) = analysed.scop.statement(&name).expect("a dependence joins statements");
                Ok(NodeIndex::new(id))
            };
            let (from, to) = (node(DimType::In)?, node(DimType::Out)?);
            self.graph.add_edge(from, to, Dependence { kind, array, relation });
        }
        Ok(())
    }

    /// The statements none of whose values reach an array that outlives the region.
    pub fn dead_statements(&self, analysed: &Analysed) -> Vec<StatementId> {
        let flow = self.graph.filter_map(
            |_, statement| Some(*statement),
            |_, edge| (edge.kind == DependenceKind::Flow).then_some(()),
        );
        let mut useful = vec![false; analysed.scop.statements.len()];
        for node in flow.node_indices().filter(|n| writes_outliving(analysed, flow[*n])) {
            let mut sources = Dfs::new(Reversed(&flow), node);
            while let Some(source) = sources.next(Reversed(&flow)) {
                useful[flow[source]] = true;
            }
        }
        (0..useful.len()).filter(|statement| !useful[*statement]).collect()
    }
}

fn writes_outliving(analysed: &Analysed, statement: StatementId) -> bool {
    let accesses = &analysed.scop.statements[statement].accesses;
    accesses.iter().any(|a| a.writes() && analysed.scop.arrays[a.array].outlives.is_some())
}
