//! The dependence graph: statements, and between them what must keep its order.

use crate::Analysed;
use crate::order::Order;
use crate::references::{AccessId, Dates, Reference, References};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{Dfs, Reversed};
use polyhedral::{AccessKind, ArrayId, StatementId};
use std::fmt;

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

impl fmt::Display for DependenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DependenceKind::Flow => "flow",
            DependenceKind::Anti => "anti",
            DependenceKind::Output => "output",
        })
    }
}

/// An edge: from the earlier statement to the later.
#[derive(Debug)]
pub struct Dependence {
    /// Why.
    pub kind: DependenceKind,
    /// Through which array.
    pub array: ArrayId,
    /// The access of the earlier statement.
    pub source: AccessId,
    /// The access of the later statement.
    pub sink: AccessId,
    /// `{ S[i] -> T[j] }`, the earlier instance first. Value-based for flow, memory-based otherwise.
    pub relation: isl::Map,
}

/// Statements and the dependences between them, one edge for each pair of accesses (Morvan, *Memory
/// Allocation and Array Contraction using the Polyhedral Model in GeCoS*, section 2.5.2).
#[derive(Debug)]
pub struct DependenceGraph {
    /// Node `n` is statement `n`.
    pub graph: DiGraph<StatementId, Dependence>,
}

impl DependenceGraph {
    /// The graph of a region in its own order. What that leaves open needs no edge.
    ///
    /// # Errors
    /// isl's.
    pub fn of(analysed: &Analysed) -> isl::Result<Self> {
        let mut graph = Self::of_flow(analysed)?;
        let dates = Dates::of(&analysed.scop, &analysed.scop.schedule)?;
        for array in 0..analysed.scop.arrays.len() {
            graph.add_memory(analysed, array, &dates)?;
        }
        Ok(graph)
    }

    /// The graph with flow alone, which is known already: the other kinds take isl long.
    ///
    /// # Errors
    /// isl's.
    pub fn of_flow(analysed: &Analysed) -> isl::Result<Self> {
        let mut graph = DependenceGraph { graph: DiGraph::new() };
        (0..analysed.scop.statements.len()).for_each(|statement| {
            graph.graph.add_node(statement);
        });
        for flow in &analysed.dataflow.flows {
            graph.add(Dependence {
                kind: DependenceKind::Flow,
                array: flow.array,
                source: flow.write,
                sink: flow.read,
                relation: flow.relation.clone(),
            });
        }
        Ok(graph)
    }

    /// Anti and output dependences.
    fn add_memory(&mut self, analysed: &Analysed, array: ArrayId, dates: &Dates) -> isl::Result<()> {
        let order = Order::of_program(&analysed.scop);
        let references = References::dated(&analysed.scop, array, dates)?;
        for source in references.reads().chain(references.writes()) {
            let kind = match source.kind {
                AccessKind::Read => DependenceKind::Anti,
                AccessKind::MustWrite | AccessKind::MayWrite => DependenceKind::Output,
            };
            for sink in references.writes() {
                let relation = ordered(&order, source, sink)?;
                if !relation.is_empty()? {
                    for &id in &source.ids {
                        let (source, sink, relation) = (id, sink.ids[0], relation.clone());
                        self.add(Dependence { kind, array, source, sink, relation });
                    }
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, dependence: Dependence) {
        let (from, to) = (NodeIndex::new(dependence.source.0), NodeIndex::new(dependence.sink.0));
        self.graph.add_edge(from, to, dependence);
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

/// `{ S[i] -> T[j] }`: both touch the same cell, the first instance before the second.
fn ordered(order: &Order, source: &Reference, sink: &Reference) -> isl::Result<isl::Map> {
    let same_cell = source.cells.clone().apply_range(sink.cells.clone().reverse()?)?;
    let space = same_cell.space()?;
    order.certainly(&same_cell.to_union_map()?)?.extract_map(space)?.coalesce()
}

fn writes_outliving(analysed: &Analysed, statement: StatementId) -> bool {
    let accesses = &analysed.scop.statements[statement].accesses;
    accesses.iter().any(|a| a.writes() && analysed.scop.arrays[a.array].outlives.is_some())
}
