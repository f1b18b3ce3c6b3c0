//! `--report`: everything about a run as one JSON object.

use crate::emit::{certificate, concrete_mapping};
use crate::isolate::{self, TransferReport};
use crate::pipeline::Region;
use allocator::Decision;
use analysis::Role;
use check::Outcome;
use codegen::layout::dimension_names;
use polyhedral::{ArrayId, Expression, Scop};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Steps that counting the cells alive of one array may take.
const ALIVE_STEPS: u64 = 20_000_000;

/// The whole report.
#[derive(Serialize)]
pub struct Report {
    /// The version.
    pub polycc: &'static str,
    /// The C file.
    pub input: String,
    /// What was said, as `--message-format json` says it.
    pub diagnostics: Vec<Value>,
    /// The regions that went through.
    pub regions: Vec<RegionReport>,
}

/// One region.
#[derive(Serialize)]
pub struct RegionReport {
    function: String,
    file: String,
    lines: [u32; 2],
    statements: Vec<String>,
    parameters: Vec<String>,
    schedule: String,
    legal: bool,
    arrays: Vec<ArrayReport>,
    /// All temporary arrays together; null where a size isn't known.
    memory: Option<MemoryReport>,
    transfers: Vec<TransferReport>,
    remarks: Vec<String>,
    check: CheckReport,
}

/// One array.
#[derive(Clone, Serialize)]
pub struct ArrayReport {
    /// Its name.
    pub name: String,
    /// Its element's type.
    pub element: String,
    /// Its element's size; null where it isn't known.
    pub element_bytes: Option<u64>,
    /// What it is for.
    pub role: String,
    /// What happens to it.
    pub decision: &'static str,
    /// Why it stays.
    pub reason: Option<String>,
    /// C expressions, outermost first.
    pub original_extents: Vec<String>,
    /// The same, now.
    pub extents: Vec<String>,
    /// Where each cell lives.
    pub mapping: String,
    /// Which method found the mapping; null for an array that stays.
    pub method: Option<&'static str>,
    /// Whether isl proved it.
    pub certificate: &'static str,
    /// The array whose memory it shares, maybe itself; null where it shares none.
    pub block: Option<String>,
    /// Sizes in numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Sizes>,
}

/// The memory of all temporary arrays of a region at given parameter values, scalars of the program left out.
/// Blocks that arrays share count once.
#[derive(Clone, Serialize)]
pub struct MemoryReport {
    /// Before.
    pub original_bytes: i64,
    /// Now.
    pub bytes: i64,
    /// The most bytes in cells that are alive at once; null past a budget.
    pub max_live_bytes: Option<u64>,
    /// The memory that arrays share.
    pub blocks: Vec<BlockReport>,
}

/// Memory that arrays share.
#[derive(Clone, Serialize)]
pub struct BlockReport {
    /// The array that declares it.
    pub name: String,
    /// All arrays in it.
    pub arrays: Vec<String>,
    /// C expressions, outermost first.
    pub extents: Vec<String>,
    /// How many cells it has.
    pub cells: i64,
    /// Their size.
    pub bytes: i64,
    /// The most cells alive at once of all the arrays together; null past a budget.
    pub max_live: Option<u64>,
}

/// Sizes at given parameter values.
#[derive(Clone, Serialize)]
pub struct Sizes {
    /// Before.
    pub original_cells: i64,
    /// Now; of an array that shares a block, those that it may take there.
    pub cells: i64,
    /// The most cells alive at once; null past a budget and for arrays that others see.
    pub max_live: Option<u64>,
}

#[derive(Serialize)]
struct CheckReport {
    result: &'static str,
    detail: String,
    instances: u64,
    parameters: Vec<BTreeMap<String, i64>>,
}

/// The report of one region, with sizes at the parameter values `at`.
///
/// # Errors
/// isl's.
pub fn region(region: &Region, at: &BTreeMap<String, i64>) -> isl::Result<RegionReport> {
    let scop = &region.analysed.scop;
    let own = scop.parameters.iter().filter(|p| p.value.is_none());
    Ok(RegionReport {
        function: scop.function.clone(),
        file: scop.file.clone(),
        lines: [scop.lines.0, scop.lines.1],
        statements: scop.statements.iter().map(|s| s.name.clone()).collect(),
        parameters: own.map(|p| p.name.clone()).collect(),
        schedule: region.analysed.written(region.schedule.dates.clone())?.to_string(),
        legal: true,
        arrays: (0..scop.arrays.len()).map(|id| array(region, id, at)).collect(),
        memory: memory(region, at),
        transfers: vec![],
        remarks: region.remarks.clone(),
        check: check(&region.check),
    })
}

/// The report of an isolated statement.
///
/// # Errors
/// isl's.
pub fn isolated(statement: &isolate::Statement, at: &BTreeMap<String, i64>) -> isl::Result<RegionReport> {
    let analysed = &statement.analysed;
    let scop = &analysed.scop;
    let lines = statement.around.as_ref().map_or(scop.lines, |around| around.region.lines);
    let own = scop.parameters.iter().filter(|p| p.value.is_none());
    Ok(RegionReport {
        function: scop.function.clone(),
        file: scop.file.clone(),
        lines: [lines.0, lines.1],
        statements: scop.statements.iter().map(|s| s.name.clone()).collect(),
        parameters: own.map(|p| p.name.clone()).collect(),
        schedule: analysed.written(scop.schedule.clone())?.to_string(),
        legal: true,
        arrays: vec![],
        memory: None,
        transfers: isolate::report(statement, at)?,
        remarks: vec![],
        check: check(&statement.check),
    })
}

/// The report of one array.
pub fn array(region: &Region, id: ArrayId, at: &BTreeMap<String, i64>) -> ArrayReport {
    let scop = &region.analysed.scop;
    let (array, allocation) = (&scop.arrays[id], region.allocation(id));
    let versions = allocation.mapping.dimensions().saturating_sub(array.dimensions());
    let dimensions = dimension_names(array.dimensions() + versions);
    let mapping = concrete_mapping(scop, &allocation.mapping);
    let kept = allocation.decision == Decision::Kept;
    let original_extents: Vec<String> = array.extents.iter().map(|e| extent(region, e.as_ref())).collect();
    let extents = allocation.extents();
    let extents = extents.iter().map(|extent| scop.concrete(extent).to_string()).collect();
    let host = allocation.block.as_ref().map(|block| region.built().scop.arrays[block.host].name.clone());
    ArrayReport {
        name: array.name.clone(),
        element: array.element.clone(),
        element_bytes: array.element_bytes,
        role: region.analysed.roles[id].to_string(),
        decision: match allocation.decision {
            Decision::Contracted => "contracted",
            Decision::Scalarized => "scalarized",
            Decision::Expanded => "expanded",
            Decision::Kept => "kept",
        },
        reason: allocation.reason.clone(),
        extents: if kept { original_extents.clone() } else { extents },
        original_extents,
        mapping: mapping.describe_into(&array.name, host.as_ref().unwrap_or(&array.name), &dimensions),
        method: (!kept).then_some(allocation.method),
        certificate: certificate(allocation.proved),
        block: host,
        at: sizes(region, id, at),
    }
}

fn extent(region: &Region, extent: Option<&polyhedral::Extent>) -> String {
    match extent {
        None => String::new(),
        Some(extent) => match &extent.value {
            Some(value) => region.analysed.scop.concrete(value).to_string(),
            None => extent.text.clone(),
        },
    }
}

fn sizes(region: &Region, id: ArrayId, at: &BTreeMap<String, i64>) -> Option<Sizes> {
    let scop = &region.analysed.scop;
    let values = values(scop, at);
    let original: Option<Vec<_>> =
        scop.arrays[id].extents.iter().map(|e| e.as_ref()?.value.clone()).collect();
    let original_cells = product(&original?, &values)?;
    let allocation = region.allocation(id);
    let cells = match allocation.decision {
        Decision::Kept => original_cells,
        _ if allocation.block.is_some() => product(&allocation.extents(), &values)?.min(original_cells),
        _ => product(&allocation.extents(), &values)?,
    };
    let counted = is_known(scop, &values) && region.analysed.roles[id] == Role::Temporary;
    let alive = || check::most_alive(scop, &region.ordered, id, &values, ALIVE_STEPS);
    Some(Sizes { original_cells, cells, max_live: counted.then(alive).flatten() })
}

/// The values of the parameters, as far as they are known.
fn values(scop: &Scop, at: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    let mut values = at.clone();
    values.extend(scop.lifted().filter_map(|p| Some((p.name.clone(), p.value?))));
    values
}

fn is_known(scop: &Scop, values: &BTreeMap<String, i64>) -> bool {
    scop.parameters.iter().all(|p| values.contains_key(&p.name))
}

fn product(extents: &[Expression], values: &BTreeMap<String, i64>) -> Option<i64> {
    extents.iter().try_fold(1i64, |product, extent| product.checked_mul(extent.evaluate(values)?))
}

/// The memory of all temporary arrays; `None` where a size isn't known.
pub fn memory(region: &Region, at: &BTreeMap<String, i64>) -> Option<MemoryReport> {
    let scop = &region.analysed.scop;
    let values = values(scop, at);
    let is_counted =
        |id: ArrayId| region.analysed.roles[id] == Role::Temporary && scop.arrays[id].dimensions() > 0;
    let counted: Vec<_> = (0..scop.arrays.len()).filter(|id| is_counted(*id)).collect();
    let (mut original_bytes, mut bytes) = (0i64, 0i64);
    for id in &counted {
        let element = i64::try_from(scop.arrays[*id].element_bytes?).ok()?;
        let sizes = sizes(region, *id, at)?;
        original_bytes = original_bytes.checked_add(sizes.original_cells.checked_mul(element)?)?;
        let cells = if region.allocation(*id).block.is_some() { 0 } else { sizes.cells };
        bytes = bytes.checked_add(cells.checked_mul(element)?)?;
    }
    let weight = |id: ArrayId| scop.arrays[id].element_bytes.filter(|_| is_counted(id)).unwrap_or(0);
    let max_live_bytes = alive(region, &values, &weight);
    let mut blocks = Vec::new();
    for block in allocator::sharing::blocks(&region.allocations) {
        let built = &region.built().scop;
        let cells = product(&block.extents, &values)?;
        let element = i64::try_from(built.arrays[block.host].element_bytes?).ok()?;
        let size = cells.checked_mul(element)?;
        bytes = bytes.checked_add(size)?;
        let is_inside =
            |id: ArrayId| region.allocation(id).block.as_ref().is_some_and(|of| of.host == block.host);
        blocks.push(BlockReport {
            name: built.arrays[block.host].name.clone(),
            arrays: block.members.iter().map(|id| built.arrays[*id].name.clone()).collect(),
            extents: block.extents.iter().map(|extent| scop.concrete(extent).to_string()).collect(),
            cells,
            bytes: size,
            max_live: alive(region, &values, &|id| u64::from(is_inside(id))),
        });
    }
    Some(MemoryReport { original_bytes, bytes, max_live_bytes, blocks })
}

/// The most cells alive at once, each with the weight of its array.
fn alive(region: &Region, values: &BTreeMap<String, i64>, weight: &dyn Fn(ArrayId) -> u64) -> Option<u64> {
    let scop = &region.analysed.scop;
    let weights: Vec<_> = (0..scop.arrays.len()).map(weight).collect();
    let known = is_known(scop, values).then_some(values)?;
    check::most_alive_of(scop, &region.ordered, &weights, known, ALIVE_STEPS)
}

fn check(report: &check::Report) -> CheckReport {
    CheckReport {
        result: match report.outcome {
            Outcome::Equal => "equal",
            Outcome::Differs(_) => "different",
            Outcome::NotChecked(_) => "not checked",
        },
        detail: report.to_string(),
        instances: report.instances,
        parameters: report.checked.clone(),
    }
}
