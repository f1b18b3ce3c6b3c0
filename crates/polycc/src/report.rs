//! `--report`: everything about a run as one JSON object.

use crate::coverage::Coverage;
use crate::emit::{certificate, concrete_mapping};
use crate::isolate::{self, TransferReport};
use crate::pipeline::Region;
use allocator::{Allocation, Decision};
use analysis::Role;
use check::Outcome;
use codegen::layout::dimension_names;
use diagnostics::Remark;
use polyhedral::{ArrayId, Block, Expression, Scop, Storage};
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Steps that counting the cells alive may take where nothing else tells their number: a fraction of a second.
const ALIVE_STEPS: u64 = 4_000_000;

/// Steps that counting may take before a proved formula is looked for.
const FEW_ALIVE_STEPS: u64 = 200_000;

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
    /// How much of the file's loop nests they are.
    pub coverage: Coverage,
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
    pub(crate) arrays: Vec<ArrayReport>,
    /// All temporary arrays together; null where a size isn't known.
    pub(crate) memory: Option<MemoryReport>,
    transfers: Vec<TransferReport>,
    /// Elements that all iterations of the loop around an isolated statement move, or all statements of a stretch, where
    /// they share transfers.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<isolate::Totals>,
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
        arrays: (0..scop.arrays.len())
            .filter(|id| !matches!(scop.arrays[*id].storage, Storage::Library))
            .map(|id| array(region, id, at))
            .collect(),
        memory: memory(region, at),
        transfers: vec![],
        moved: None,
        remarks: region.remarks.iter().map(Remark::to_string).collect(),
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
        moved: isolate::totals(statement, at)?,
        remarks: statement.remarks.iter().map(Remark::to_string).collect(),
        check: check(&statement.check),
    })
}

/// The report of a stretch of the program for which arrays stay in the memory space of isolated statements.
///
/// # Errors
/// isl's.
pub fn stay(stay: &isolate::Stay, at: &BTreeMap<String, i64>) -> isl::Result<RegionReport> {
    let region = &stay.place.region;
    let not_run =
        check::Report { outcome: Outcome::NotChecked("proved".into()), checked: vec![], instances: 0 };
    Ok(RegionReport {
        function: region.function.clone(),
        file: region.file.clone(),
        lines: region.lines.into(),
        statements: vec![],
        parameters: stay.scop.parameters.iter().map(|p| p.name.clone()).collect(),
        schedule: isl::UnionMap::empty(stay.scop.context.space()?)?.to_string(),
        legal: true,
        arrays: vec![],
        memory: None,
        transfers: isolate::staying(stay, at)?,
        moved: isolate::moved(stay, at),
        remarks: vec![],
        check: check(stay.check.as_ref().unwrap_or(&not_run)),
    })
}

/// The report of one array.
pub fn array(region: &Region, id: ArrayId, at: &BTreeMap<String, i64>) -> ArrayReport {
    let scop = &region.analysed.scop;
    let (array, allocation) = (&scop.arrays[id], region.allocation(id));
    let parts = region.parts(id);
    let kept = parts.iter().all(|part| region.allocations[*part].decision == Decision::Kept);
    let original_extents: Vec<String> = array.extents.iter().map(|e| extent(region, e.as_ref())).collect();
    let homes = homes(region, id);
    let extents = match homes.as_slice() {
        [only] => region.allocations[*only].extents(),
        several => {
            vec![several.iter().map(|part| part_size(region, *part)).reduce(|a, b| a + b).unwrap_or(0.into())]
        }
    };
    let extents = extents.iter().map(|extent| scop.concrete(extent).to_string()).collect();
    let mappings: Vec<_> = parts.iter().map(|part| mapping(region, id, *part)).collect();
    let host = allocation.block.as_ref().map(|block| region.built().scop.arrays[block.host].name.clone());
    ArrayReport {
        name: array.name.clone(),
        element: array.element.clone(),
        element_bytes: array.element_bytes,
        role: region.analysed.roles[id].to_string(),
        decision: match allocation.decision {
            _ if parts.len() > 1 && !kept => "contracted",
            Decision::Contracted => "contracted",
            Decision::Scalarized => "scalarized",
            Decision::Expanded => "expanded",
            Decision::Kept => "kept",
        },
        reason: allocation.reason.as_ref().map(Remark::to_string),
        extents: if kept { original_extents.clone() } else { extents },
        original_extents,
        mapping: mappings.join("; "),
        method: (!kept).then_some(allocation.method),
        certificate: certificate(parts.iter().all(|part| is_proved(&region.allocations[*part], kept))),
        block: host,
        at: sizes(region, id, at),
    }
}

/// Whether the mapping of a part is proved; one that stays as it is needs no proof beside others.
fn is_proved(allocation: &Allocation, kept: bool) -> bool {
    allocation.proved || (!kept && allocation.decision == Decision::Kept)
}

/// The parts of an array, of those that share a block only one.
fn homes(region: &Region, id: ArrayId) -> Vec<ArrayId> {
    let mut hosts = std::collections::BTreeSet::new();
    let mut parts = region.parts(id);
    parts.retain(|part| {
        let block = region.allocations[*part].block.as_ref();
        hosts.insert(block.map_or(*part, |block| block.host))
    });
    parts
}

/// Where the cells of a part of an array live. An array in one part has its own name.
fn mapping(region: &Region, id: ArrayId, part: ArrayId) -> String {
    let scop = &region.built().scop;
    let allocation = &region.allocations[part];
    let name = match region.parts(id).len() {
        1 => &region.analysed.scop.arrays[id].name,
        _ => &scop.arrays[part].name,
    };
    let host = allocation.block.as_ref().map_or(part, |block| block.host);
    let host = if host == part { name } else { &scop.arrays[host].name };
    let dimensions = dimension_names(allocation.mapping.dimensions().max(scop.arrays[part].dimensions()));
    concrete_mapping(scop, &allocation.mapping).describe_into(name, host, &dimensions)
}

/// The number of cells of an array of [`Region::built`].
fn part_size(region: &Region, part: ArrayId) -> Expression {
    let times = |a: Expression, b: Expression| Expression::Multiply(Box::new(a), Box::new(b));
    region.allocations[part].extents().into_iter().reduce(times).unwrap_or(1.into())
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
    let original_cells = original_cells(region, id, &values)?;
    let mut cells = 0i64;
    for part in homes(region, id) {
        let allocation = &region.allocations[part];
        cells = cells.checked_add(match allocation.decision {
            Decision::Kept => original_cells,
            _ if allocation.block.is_some() => product(&allocation.extents(), &values)?.min(original_cells),
            _ => product(&allocation.extents(), &values)?,
        })?;
    }
    let counted = is_known(scop, &values) && region.analysed.roles[id] == Role::Temporary;
    let alive = || {
        let count = |steps| alive(region, &values, &|other| u64::from(other == id), steps);
        let formula = || alive_by_formula(region, id, &values);
        count(FEW_ALIVE_STEPS).or_else(formula).or_else(|| count(ALIVE_STEPS))
    };
    Some(Sizes { original_cells, cells, max_live: counted.then(alive).flatten() })
}

fn original_cells(region: &Region, id: ArrayId, values: &BTreeMap<String, i64>) -> Option<i64> {
    let extents = &region.analysed.scop.arrays[id].extents;
    let original: Option<Vec<_>> = extents.iter().map(|e| e.as_ref()?.value.clone()).collect();
    product(&original?, values)
}

/// The values of the parameters, as far as they are known.
pub(crate) fn values(scop: &Scop, at: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
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

/// Whether an array counts as memory of temporaries.
fn is_counted(region: &Region, id: ArrayId) -> bool {
    region.analysed.roles[id] == Role::Temporary && region.analysed.scop.arrays[id].dimensions() > 0
}

/// The memory of all temporary arrays; `None` where a size isn't known.
pub fn memory(region: &Region, at: &BTreeMap<String, i64>) -> Option<MemoryReport> {
    let scop = &region.analysed.scop;
    let values = values(scop, at);
    let (original_bytes, bytes) = bytes(region, &values)?;
    let weight = |id: ArrayId| scop.arrays[id].element_bytes.filter(|_| is_counted(region, id)).unwrap_or(0);
    let max_live_bytes = alive(region, &values, &weight, ALIVE_STEPS);
    let mut blocks = Vec::new();
    for block in allocator::sharing::blocks(&region.allocations) {
        let built = &region.built().scop;
        let (cells, bytes) = block_size(region, &block, &values)?;
        let live = alive_in(region, &values, &block.members);
        blocks.push(BlockReport {
            name: built.arrays[block.host].name.clone(),
            arrays: block.members.iter().map(|id| built.arrays[*id].name.clone()).collect(),
            extents: block.extents.iter().map(|extent| scop.concrete(extent).to_string()).collect(),
            cells,
            bytes,
            max_live: live,
        });
    }
    Some(MemoryReport { original_bytes, bytes, max_live_bytes, blocks })
}

/// The bytes of all temporary arrays before and now, with these values for all parameters.
pub(crate) fn bytes(region: &Region, values: &BTreeMap<String, i64>) -> Option<(i64, i64)> {
    let scop = &region.analysed.scop;
    let (mut original_bytes, mut bytes) = (0i64, 0i64);
    for id in (0..scop.arrays.len()).filter(|id| is_counted(region, *id)) {
        let element = i64::try_from(scop.arrays[id].element_bytes?).ok()?;
        let original_cells = original_cells(region, id, values)?;
        original_bytes = original_bytes.checked_add(original_cells.checked_mul(element)?)?;
        for part in region.parts(id) {
            let allocation = &region.allocations[part];
            let cells = match (allocation.decision, &allocation.block) {
                (Decision::Kept, _) => original_cells,
                (_, Some(_)) => 0,
                (_, None) => product(&allocation.extents(), values)?,
            };
            bytes = bytes.checked_add(cells.checked_mul(element)?)?;
        }
    }
    for block in allocator::sharing::blocks(&region.allocations) {
        bytes = bytes.checked_add(block_size(region, &block, values)?.1)?;
    }
    Some((original_bytes, bytes))
}

/// The cells of a block, and their bytes.
fn block_size(region: &Region, block: &Block, values: &BTreeMap<String, i64>) -> Option<(i64, i64)> {
    let cells = product(&block.extents, values)?;
    let element = i64::try_from(region.built().scop.arrays[block.host].element_bytes?).ok()?;
    Some((cells, cells.checked_mul(element)?))
}

/// The most cells of an array alive at once, where there is a proved formula.
fn alive_by_formula(region: &Region, id: ArrayId, values: &BTreeMap<String, i64>) -> Option<u64> {
    let formula = if region.expansion.is_none() { region.most_alive(id)? } else { return None };
    formula.at(&region.analysed.scop, values).ok().flatten()
}

/// The most cells alive at once, each with the weight of the array of the program whose values it holds.
fn alive(
    region: &Region,
    values: &BTreeMap<String, i64>,
    weight: &dyn Fn(ArrayId) -> u64,
    steps: u64,
) -> Option<u64> {
    let mut weights = vec![0; region.built().scop.arrays.len()];
    for id in 0..region.analysed.scop.arrays.len() {
        region.parts(id).iter().for_each(|part| weights[*part] = weight(id));
    }
    counted(region, values, &weights, steps)
}

/// The most cells alive at once of arrays of [`Region::built`].
fn alive_in(region: &Region, values: &BTreeMap<String, i64>, arrays: &[ArrayId]) -> Option<u64> {
    let all = 0..region.built().scop.arrays.len();
    let weights: Vec<_> = all.map(|id| u64::from(arrays.contains(&id))).collect();
    counted(region, values, &weights, ALIVE_STEPS)
}

fn counted(region: &Region, values: &BTreeMap<String, i64>, weights: &[u64], steps: u64) -> Option<u64> {
    let scop = &region.built().scop;
    let known = is_known(scop, values).then_some(values)?;
    check::most_alive_of(scop, &region.ordered, weights, known, steps)
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
