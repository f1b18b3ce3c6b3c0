//! What is reported about an isolated statement.

use super::counterparts::rectangle;
use super::totals::{Totals, iterations, totals};
use super::{Statement, Stay};
use allocator::transfers::{self, Transfer};
use codegen::isolate::Rectangle;
use diagnostics::{Code, Remark};
use polyhedral::{Condition, Expression, Scop};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// One transfer.
#[derive(Clone, Debug, Serialize)]
pub struct TransferReport {
    /// The array or the number.
    pub array: String,
    /// `load` or `store`.
    pub direction: &'static str,
    /// Whether each element is needed for certain.
    pub exact: bool,
    /// `{ A[x] }`: the cells that are needed; the smallest rectangle around them is copied.
    pub region: String,
    /// How many are copied, as a C expression.
    pub elements: String,
    /// The number of elements at the parameter values of `--at`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Elements>,
}

/// A number of elements.
#[derive(Clone, Debug, Serialize)]
pub struct Elements {
    /// At the parameter values of `--at`.
    pub elements: i64,
}

/// The transfers of a statement, loads first, with numbers at the parameter values `at`.
///
/// # Errors
/// isl's.
pub fn region(statement: &Statement, at: &BTreeMap<String, i64>) -> isl::Result<Vec<TransferReport>> {
    let mut all = Vec::new();
    for direction in ["load", "store"] {
        for isolated in &statement.transfers {
            let name = &statement.analysed.scop.arrays[isolated.array].c_name;
            if !statement.copies(name) {
                continue;
            }
            for transfer in statement.transfers_of(isolated, direction == "load") {
                all.push(one(statement, name, direction, transfer, at)?);
            }
        }
    }
    Ok(all)
}

/// The transfers around a stretch of the program.
///
/// # Errors
/// isl's.
pub fn staying(stay: &Stay, at: &BTreeMap<String, i64>) -> isl::Result<Vec<TransferReport>> {
    let mut all = Vec::new();
    for direction in ["load", "store"] {
        for (variable, _, isolated) in &stay.arrays {
            let transfer = if direction == "load" { &isolated.load } else { &isolated.store };
            let Some(transfer) = transfer else { continue };
            let elements = elements(&rectangle(&transfer.hull, &stay.scop.context)?);
            all.push(TransferReport {
                array: variable.name.clone(),
                direction,
                exact: transfer.exact,
                region: isl::Map::from_range(transfer.region.clone())?.to_union_map()?.range()?.to_string(),
                elements: elements.to_string(),
                at: elements.evaluate(at).map(|elements| Elements { elements }),
            });
        }
    }
    Ok(all)
}

/// The number of elements that a statement copies of an array each time it runs, if it doesn't stay.
///
/// # Errors
/// isl's.
pub fn copied(isolated: &transfers::Isolated, scop: &Scop) -> isl::Result<Vec<Expression>> {
    let both = isolated.load.iter().chain(&isolated.store);
    both.map(|transfer| Ok(elements(&rectangle(&transfer.hull, &scop.context)?))).collect()
}

fn one(
    statement: &Statement,
    name: &str,
    direction: &'static str,
    transfer: &Transfer,
    at: &BTreeMap<String, i64>,
) -> isl::Result<TransferReport> {
    let analysed = &statement.analysed;
    let scop = &analysed.scop;
    let region = isl::Map::from_range(transfer.region.clone())?.to_union_map()?;
    let elements = elements(&rectangle(&transfer.hull, &scop.context)?);
    Ok(TransferReport {
        array: name.to_string(),
        direction,
        exact: transfer.exact,
        region: analysed.written(region)?.range()?.to_string(),
        elements: scop.concrete(&elements).to_string(),
        at: elements.evaluate(&values(scop, at)).map(|elements| Elements { elements }),
    })
}

pub(super) fn values(scop: &Scop, at: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
    let mut values: BTreeMap<_, _> = scop.lifted().filter_map(|p| Some((p.name.clone(), p.value?))).collect();
    values.extend(at.clone());
    values
}

/// The number of cells of a rectangle.
pub(super) fn elements(cells: &Rectangle) -> Expression {
    let product = cells.count.iter().cloned().reduce(|a, b| Expression::Multiply(Box::new(a), Box::new(b)));
    let product = product.unwrap_or(Expression::Constant(1)).simplify();
    match &cells.present {
        Condition::Constant(true) => product,
        present => Expression::Select(Box::new(present.clone()), Box::new(product), Box::new(0.into())),
    }
}

/// The lines about a statement for people.
pub fn summary(statement: &Statement, at: &BTreeMap<String, i64>) -> String {
    let scop = &statement.analysed.scop;
    let mut text: String = statement.stays.iter().map(|stay| stay_summary(stay, at)).collect();
    text.push_str(&format!("{}:{} {}: isolated\n", scop.file, scop.lines.0, scop.function));
    let transfers = region(statement, at).unwrap_or_default();
    table(&mut text, transfers.iter());
    if let Ok(Some(Totals { before, after })) = totals(statement, at) {
        let line = format!("all iterations move {after} elements instead of {before}");
        writeln!(text, "  {line}").expect("a string takes all text");
    }
    writeln!(text, "  result {}", checked(&statement.check)).expect("a string takes all text");
    for remark in remarks(statement) {
        writeln!(text, "  note[{}]: {remark}", remark.code).expect("a string takes all text");
    }
    text
}

/// Things worth knowing of a statement.
pub fn remarks(statement: &Statement) -> Vec<Remark> {
    let mut remarks = Vec::new();
    let waiting: Vec<_> = statement.waiting.iter().map(|name| format!("`{name}`")).collect();
    if !waiting.is_empty() {
        let line = format!("work waits for the transfers of {}", waiting.join(", "));
        let why = "it isn't certain that one iteration loads nothing that others store, or no two buffers can rotate";
        remarks.push(Remark::new(Code::TransfersWait, format!("{line}: {why}")));
    }
    let apart: Vec<_> = statement.assumed_apart().iter().map(|name| format!("`{name}`")).collect();
    if !apart.is_empty() {
        let line = format!("it is assumed that {} don't overlap; `restrict` would say so", apart.join(", "));
        remarks.push(Remark::new(Code::AssumedApart, line));
    }
    remarks.extend(statement.remarks.iter().cloned());
    remarks
}

/// The lines about a stretch.
fn stay_summary(stay: &Stay, at: &BTreeMap<String, i64>) -> String {
    let region = &stay.place.region;
    let (first, last) = region.lines;
    let names: Vec<_> = stay.arrays.iter().map(|(variable, ..)| variable.name.as_str()).collect();
    let stays = if names.len() == 1 { "stays" } else { "stay" };
    let (function, names) = (&region.function, names.join(", "));
    let mut text = format!("{}:{first} {function}: {names} {stays} copied up to line {last}\n", region.file);
    let transfers = staying(stay, at).unwrap_or_default();
    table(&mut text, transfers.iter());
    if let Some(Totals { before, after }) = moved(stay, at) {
        let who = if stay.is_repeated { "all iterations" } else { "all statements" };
        let line = format!("{who} move {after} elements instead of {before}");
        writeln!(text, "  {line}").expect("a string takes all text");
    }
    let checked = stay.check.as_ref().map_or("proved, not run".to_string(), checked);
    writeln!(text, "  result {checked}").expect("a string takes all text");
    text
}

/// How many elements are copied at the parameter values `at`; and how many if nothing stayed. `None` where values
/// are missing, or nobody knows how often a loop runs.
pub fn moved(stay: &Stay, at: &BTreeMap<String, i64>) -> Option<Totals> {
    let now = staying(stay, at).ok()?;
    let after = now.iter().map(|transfer| Some(transfer.at.as_ref()?.elements)).sum::<Option<i64>>()?;
    let runs = match &stay.iterations {
        Some(counted) => iterations(counted, at.clone())?,
        None if stay.is_repeated => return None,
        None => vec![at.clone()],
    };
    let of_one = |at: &BTreeMap<_, _>| stay.apart.iter().map(|it| it.evaluate(at)).sum::<Option<i64>>();
    Some(Totals { before: runs.iter().map(of_one).sum::<Option<i64>>()?, after })
}

fn checked(check: &check::Report) -> String {
    match &check.outcome {
        check::Outcome::Equal => format!("checked at {} sizes", check.checked.len()),
        _ => "not run".to_string(),
    }
}

/// A row for each transfer.
fn table<'t>(text: &mut String, transfers: impl Iterator<Item = &'t TransferReport>) {
    let mut rows = vec![["", "array", "elements", ""].map(String::from)];
    rows.extend(transfers.map(|transfer| {
        let number = transfer.at.as_ref().map_or(String::new(), |at| format!(" = {}", at.elements));
        let exact = if transfer.exact { "" } else { "more than certainly needed" };
        let elements = format!("{}{number}", transfer.elements);
        [transfer.direction.to_string(), transfer.array.clone(), elements, exact.to_string()]
    }));
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    if rows.len() > 1 {
        for row in &rows {
            let cells: Vec<_> =
                row.iter().enumerate().map(|(c, cell)| format!("{cell:0$}", width(c))).collect();
            writeln!(text, "  {}", cells.join("  ").trim_end()).expect("a string takes all text");
        }
    }
}
