//! `--report`: everything about a run as one JSON object.

use crate::emit::{certificate, concrete_mapping};
use crate::pipeline::Region;
use allocator::Decision;
use analysis::Role;
use check::Outcome;
use codegen::layout::dimension_names;
use polyhedral::{ArrayId, Expression};
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
    transfers: Vec<Value>,
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
    /// Sizes in numbers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Sizes>,
}

/// Sizes at given parameter values.
#[derive(Clone, Serialize)]
pub struct Sizes {
    /// Before.
    pub original_cells: i64,
    /// Now.
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
        transfers: vec![],
        remarks: region.remarks.clone(),
        check: check(&region.check),
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
    let extents = mapping.extents().iter().map(Expression::to_string).collect();
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
        mapping: mapping.describe(&array.name, &dimensions),
        method: (!kept).then_some(allocation.method),
        certificate: certificate(allocation.proved),
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
    let mut values = at.clone();
    values.extend(scop.lifted().filter_map(|p| Some((p.name.clone(), p.value?))));
    let product = |extents: Vec<Expression>| {
        extents.iter().try_fold(1i64, |product, e| product.checked_mul(e.evaluate(&values)?))
    };
    let original: Option<Vec<_>> =
        scop.arrays[id].extents.iter().map(|e| e.as_ref()?.value.clone()).collect();
    let original_cells = product(original?)?;
    let allocation = region.allocation(id);
    let cells = match allocation.decision {
        Decision::Kept => original_cells,
        _ => product(allocation.mapping.extents())?,
    };
    let known = scop.parameters.iter().all(|p| values.contains_key(&p.name));
    let counted = known && region.analysed.roles[id] == Role::Temporary;
    let alive = || check::most_alive(scop, &region.ordered, id, &values, ALIVE_STEPS);
    Some(Sizes { original_cells, cells, max_live: counted.then(alive).flatten() })
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
