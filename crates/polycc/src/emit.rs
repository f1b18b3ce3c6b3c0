//! `--emit`: what a stage found, as `key: value` lines with one isl object each, or as Graphviz text.

use crate::pipeline::Region;
use allocator::Decision;
use analysis::DependenceGraph;
use codegen::layout::dimension_names;
use polyhedral::{AccessKind, Mapping, Scop};
use std::fmt::Write;

/// What can be printed instead of writing C.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The model of the region.
    Scop,
    /// Values and where they come from.
    Dataflow,
    /// The dependence graph, for Graphviz.
    DataflowDot,
    /// From writes to last reads.
    LiveRanges,
    /// Cells that must stay apart.
    Conflicts,
    /// The dates of instances.
    Schedule,
    /// Where cells live.
    Allocation,
    /// What statements and loops touch.
    Regions,
}

/// The text for one region.
///
/// # Errors
/// isl's.
pub fn region(stage: Stage, region: &Region) -> isl::Result<String> {
    let scop = &region.analysed.scop;
    let (first, last) = scop.lines;
    let name = format!("{}:{first}-{last}", scop.function);
    if stage == Stage::DataflowDot {
        return dependences(&name, region);
    }
    let mut text = format!("region {name}\n");
    for (key, value) in lines(stage, region)? {
        writeln!(text, "{key}: {value}").expect("a string takes all text");
    }
    Ok(text)
}

/// Keys and isl objects.
pub(crate) type Lines = Vec<(String, String)>;

/// The lines for one region; none where it is a graph.
///
/// # Errors
/// isl's.
pub(crate) fn lines(stage: Stage, region: &Region) -> isl::Result<Lines> {
    match stage {
        Stage::Scop => scop(region),
        Stage::Dataflow => dataflow(region),
        // no lines: a graph
        Stage::DataflowDot => Ok(vec![]),
        Stage::LiveRanges => live_ranges(region),
        Stage::Conflicts => conflicts(region),
        Stage::Schedule => {
            let dates = region.analysed.written(region.schedule.dates.clone())?;
            Ok(vec![("schedule".into(), dates.to_string())])
        }
        Stage::Allocation => Ok(allocation(region)),
        Stage::Regions => regions(region),
    }
}

fn scop(region: &Region) -> isl::Result<Lines> {
    let (analysed, scop) = (&region.analysed, &region.analysed.scop);
    let of_kind = |kind| {
        let accesses = scop.accesses(|_, access| access.kind == kind)?;
        Ok::<_, isl::Error>(analysed.written(accesses.intersect_domain(scop.domain()?)?)?.to_string())
    };
    let domain = analysed.written(scop.domain()?.identity()?)?.domain()?;
    let mut lines: Lines = vec![
        ("context".into(), scop.concrete_params(analysed.assumed.clone())?.to_string()),
        ("domain".into(), domain.to_string()),
        ("read".into(), of_kind(AccessKind::Read)?),
        ("must_write".into(), of_kind(AccessKind::MustWrite)?),
        ("may_write".into(), of_kind(AccessKind::MayWrite)?),
    ];
    lines.extend(polyhedral::text::unordered_lines(scop));
    Ok(lines)
}

fn dataflow(region: &Region) -> isl::Result<Lines> {
    let (analysed, dataflow) = (&region.analysed, &region.analysed.dataflow);
    Ok(vec![
        ("flow".into(), analysed.written(dataflow.flow()?)?.to_string()),
        ("live_in".into(), analysed.written(dataflow.live_in.clone())?.to_string()),
        ("live_out".into(), analysed.written(dataflow.live_out.clone())?.to_string()),
    ])
}

/// isl operations for the dependences that only the graph shows.
const GRAPH_OPERATIONS: u64 = 200_000_000;

/// A digraph; where the other kinds of dependence are too hard, it has flow alone and says so.
fn dependences(name: &str, region: &Region) -> isl::Result<String> {
    let analysed = &region.analysed;
    let context = analysed.scop.context.context().clone();
    match context.with_budget(GRAPH_OPERATIONS, || DependenceGraph::of(analysed)) {
        Err(error) if error.kind == isl::ErrorKind::Quota => {
            let text = analysis::dot::digraph(name, analysed, &DependenceGraph::of_flow(analysed)?)?;
            Ok(format!("// flow alone: anti and output dependences are too hard to compute\n{text}"))
        }
        graph => analysis::dot::digraph(name, analysed, &graph?),
    }
}

fn live_ranges(region: &Region) -> isl::Result<Lines> {
    let analysed = &region.analysed;
    let line = |(id, array): (usize, &polyhedral::Array)| {
        let ranges = analysis::live_range::live_ranges(analysed, id, &region.schedule.order)?;
        Ok((format!("live_ranges({})", array.name), analysed.written(ranges)?.to_string()))
    };
    analysed.scop.arrays.iter().enumerate().map(line).collect()
}

fn conflicts(region: &Region) -> isl::Result<Lines> {
    let analysed = region.built();
    let mut lines = Vec::new();
    for (array, allocation) in analysed.scop.arrays.iter().zip(&region.allocations) {
        let Some(conflicts) = &allocation.conflicts else { continue };
        let relation = analysed.written(conflicts.relation()?.to_union_map()?)?;
        let differences = conflicts.differences.clone().to_union_set()?.identity()?;
        lines.push((format!("conflicts({})", array.name), relation.to_string()));
        let differences = analysed.written(differences)?.domain()?;
        lines.push((format!("differences({})", array.name), differences.to_string()));
    }
    Ok(lines)
}

fn allocation(region: &Region) -> Lines {
    let scop = &region.built().scop;
    let mut lines = Vec::new();
    for (array, allocation) in scop.arrays.iter().zip(&region.allocations) {
        if allocation.decision != Decision::Kept {
            let mapping = concrete_mapping(scop, &allocation.mapping);
            let host = allocation.block.as_ref().map_or(&array.name, |block| &scop.arrays[block.host].name);
            let text = mapping.describe_into(&array.name, host, &dimension_names(array.dimensions()));
            let used = scop.parameters.iter().filter(|p| p.value.is_none() && mentions(&mapping, &p.name));
            let used: Vec<_> = used.map(|p| p.name.as_str()).collect();
            let prefix = if used.is_empty() { String::new() } else { format!("[{}] -> ", used.join(", ")) };
            lines.push((format!("mapping({})", array.name), format!("{prefix}{{ {text} }}")));
            let certificate = certificate(allocation.proved).to_string();
            lines.push((format!("certificate({})", array.name), certificate));
        }
    }
    lines
}

fn mentions(mapping: &Mapping, name: &str) -> bool {
    mapping.rows.iter().filter(|row| row.wraps).any(|row| {
        let mut names = std::collections::BTreeSet::new();
        row.modulus.variables(&mut names);
        names.contains(name)
    })
}

/// `mapping` with the program's constants in the place of lifted ones.
pub fn concrete_mapping(scop: &Scop, mapping: &Mapping) -> Mapping {
    let rows = mapping.rows.iter().map(|row| polyhedral::MappingRow {
        modulus: scop.concrete(&row.modulus),
        offset: scop.concrete(&row.offset),
        ..row.clone()
    });
    Mapping { rows: rows.collect() }
}

/// How reports call the state of a proof.
pub fn certificate(proved: bool) -> &'static str {
    if proved { "proved" } else { "none" }
}

fn regions(region: &Region) -> isl::Result<Lines> {
    let line = |found: analysis::region::ArrayRegion| {
        let cells = region.analysed.written(found.cells)?;
        Ok((format!("{}({})", found.kind, found.construct), cells.to_string()))
    };
    analysis::region::array_regions(&region.analysed)?.into_iter().map(line).collect()
}
