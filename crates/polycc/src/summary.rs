//! What a run says about a region, for people.

use crate::cost::Cost;
use crate::pipeline::Region;
use crate::report::{self, ArrayReport, MemoryReport, Sizes};
use analysis::Role;
use analysis::most_alive::Evidence;
use check::Outcome;
use diagnostics::Remark;
use polyhedral::{Array, ArrayId};
use std::collections::BTreeMap;
use std::fmt::Write;

/// The lines about one region; `verbose` adds what stays and why, and remarks.
pub fn region(region: &Region, at: &BTreeMap<String, i64>, verbose: bool) -> String {
    let scop = &region.analysed.scop;
    let arrays: Vec<_> = (0..scop.arrays.len()).map(|id| report::array(region, id, at)).collect();
    let smaller: Vec<_> = arrays.iter().filter(|a| a.decision != "kept").collect();
    let order = match &region.choice {
        _ if region.schedule.is_program_order => String::new(),
        Some((name, _)) => format!(", {name}"),
        None if region.is_partial => ", the program's order".to_string(),
        None => ", in the order of its schedule".to_string(),
    };
    let verdict = match smaller.as_slice() {
        [] => "no array shrinks",
        arrays if arrays.iter().any(|array| array.decision == "expanded") => "arrays change",
        _ => "arrays shrink",
    };
    let mut text = format!("{}:{} {}: {verdict}{order}\n", scop.file, scop.lines.0, scop.function);
    text.push_str(&table(&smaller, verbose));
    let memory = report::memory(region, at);
    if !smaller.is_empty() {
        let total = total(&smaller, memory.as_ref()).map_or(String::new(), |total| format!("{total}, "));
        writeln!(text, "  {total}all mappings proved, {}", checked(region)).expect("a string takes all text");
    }
    if verbose {
        text.push_str(&together(memory.as_ref()));
        for (name, cost) in region.choice.iter().flat_map(|(_, costs)| costs) {
            writeln!(text, "  {name}: {}", costs(cost)).expect("a string takes all text");
        }
        for id in 0..region.built().scop.arrays.len() {
            if let Some(line) = most_alive(region, id) {
                writeln!(text, "  {line}").expect("a string takes all text");
            }
        }
        for (array, reason) in staying(region) {
            writeln!(text, "  note[{}]: {} stays: {reason}", reason.code, array.name)
                .expect("a string takes all text");
        }
    }
    for remark in &region.remarks {
        writeln!(text, "  note[{}]: {remark}", remark.code).expect("a string takes all text");
    }
    text
}

/// The arrays that stay, and why.
pub(crate) fn staying(region: &Region) -> impl Iterator<Item = (&Array, &Remark)> {
    let arrays = region.analysed.scop.arrays.iter().enumerate();
    let arrays = arrays.filter(|(_, array)| array.dimensions() > 0);
    arrays.filter_map(|(id, array)| Some((array, region.allocation(id).reason.as_ref()?)))
}

/// What an order costs in the model.
pub(crate) fn costs(cost: &Cost) -> String {
    let [first, second, third, memory] = cost.moved.map(size);
    let (working_set, scalar, kept) = (size(cost.working_set), size(cost.scalar), size(cost.memory));
    let time = size(cost.time());
    let recomputed = match cost.recomputed {
        0 => "nothing recomputed".to_string(),
        bytes => format!("{} recomputed", size(bytes)),
    };
    let more = [
        (cost.callers, "for the caller's arrays"),
        (cost.operands, "for operands"),
        (cost.columns, "for columns"),
        (cost.waiting, "for sums that wait"),
        (cost.one_by_one, "for sums one by one"),
        (cost.whole, "for operands read whole"),
        (cost.short, "for short rows"),
        (cost.rings, "for rings"),
        (cost.fresh, "for fresh pages"),
        (cost.calls, "for calls"),
    ];
    let more =
        more.iter().filter(|(bytes, _)| *bytes > 0).map(|(bytes, what)| format!(" {} {what},", size(*bytes)));
    let more: String = more.collect();
    format!(
        "temporaries move {memory} from memory, {third} from L3, {second} from L2, {first} from L1 (working set \
         {working_set});{more} {scalar} for loops that aren't vectors, {recomputed}; costs as much as {time} from \
         memory, keeps {kept}"
    )
}

/// How many cells of a temporary array are alive at once, as a formula.
pub(crate) fn most_alive(region: &Region, id: ArrayId) -> Option<String> {
    let (analysed, array) = (region.built(), &region.built().scop.arrays[id]);
    let is_counted = analysed.roles[id] == Role::Temporary && array.dimensions() > 0;
    let formula = if is_counted { region.most_alive(id)? } else { return None };
    let (scop, name) = (&analysed.scop, &array.name);
    let value = scop.concrete(&formula.value);
    let evidence = match formula.evidence {
        Evidence::Proved => "proved".to_string(),
        Evidence::Samples(count) => format!("right at {count} sizes, not proved"),
    };
    let holds = scop.concrete_params(formula.holds).ok()?;
    Some(format!("{name}: at most {value} cells are alive at once ({evidence}) where {holds}"))
}

/// `12.0 MiB -> 8.0 KiB`, where all sizes are known.
fn total(arrays: &[&ArrayReport], memory: Option<&MemoryReport>) -> Option<String> {
    let bytes = |cells: fn(&Sizes) -> i64| {
        let each = arrays
            .iter()
            .map(|array| cells(array.at.as_ref()?).checked_mul(i64::try_from(array.element_bytes?).ok()?));
        let sum = each.into_iter().try_fold(0i64, |sum, bytes| sum.checked_add(bytes?));
        sum.map(in_units)
    };
    match memory.filter(|memory| !memory.blocks.is_empty()) {
        Some(memory) => Some(format!("{} -> {}", in_units(memory.original_bytes), in_units(memory.bytes))),
        None => Some(format!("{} -> {}", bytes(|sizes| sizes.original_cells)?, bytes(|sizes| sizes.cells)?)),
    }
}

/// All temporaries together, and what they share: sizes, how much is alive at once, and how they compare.
fn together(memory: Option<&MemoryReport>) -> String {
    let Some(memory) = memory.filter(|memory| memory.original_bytes > 0) else { return String::new() };
    let against = |size: i64, live: Option<u64>| match live.filter(|live| *live > 0) {
        Some(live) => {
            format!(", at most {live} alive at once: {:.2} of the limit", size as f64 / live as f64)
        }
        None => String::new(),
    };
    let mut text = String::new();
    for block in &memory.blocks {
        let (names, cells) = (block.arrays.join(", "), block.cells);
        let limit = against(cells, block.max_live);
        writeln!(text, "  {names} share {cells} cells{limit}").expect("a string takes all text");
    }
    let (before, bytes) = (memory.original_bytes, memory.bytes);
    let limit = against(bytes, memory.max_live_bytes);
    writeln!(text, "  all temporary arrays: {before} -> {bytes} bytes{limit}")
        .expect("a string takes all text");
    text
}

pub(crate) fn size(bytes: i128) -> String {
    in_units(i64::try_from(bytes).unwrap_or(i64::MAX))
}

fn in_units(bytes: i64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB"];
    let mut size = bytes as f64 / 1024.0;
    if size < 1.0 {
        return format!("{bytes} bytes");
    }
    let mut unit = 0;
    while size >= 1024.0 && unit + 1 < units.len() {
        size /= 1024.0;
        unit += 1;
    }
    format!("{size:.1} {}", units[unit])
}

fn checked(region: &Region) -> String {
    match &region.check.outcome {
        Outcome::Equal => format!("result checked at {} sizes", region.check.checked.len()),
        _ => "result not run".to_string(),
    }
}

/// Aligned columns: array, was, now, cells where they are numbers, mapping, and if `verbose` the method.
fn table(arrays: &[&ArrayReport], verbose: bool) -> String {
    if arrays.is_empty() {
        return String::new();
    }
    let mut rows =
        vec![["array", "was", "now", "cells", "of the limit", "mapping", "method"].map(String::from)];
    rows.extend(arrays.iter().map(|array| row(array)));
    let has_sizes = arrays.iter().any(|array| array.at.is_some());
    let count = if verbose { 7 } else { 6 };
    let columns: Vec<usize> = (0..count).filter(|c| has_sizes || !(3..5).contains(c)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let mut text = String::new();
    for row in &rows {
        let cells: Vec<_> = columns.iter().map(|&c| format!("{:1$}", row[c], width(c))).collect();
        writeln!(text, "  {}", cells.join("  ").trim_end()).expect("a string takes all text");
    }
    text
}

fn row(array: &ArrayReport) -> [String; 7] {
    let typed = |extents: &[String]| {
        let brackets: String = extents.iter().map(|e| format!("[{e}]")).collect();
        format!("{}{brackets}", array.element)
    };
    let sizes = array.at.as_ref();
    let ratio = sizes.and_then(|s| s.max_live.filter(|&live| live > 0).map(|live| (s.cells, live)));
    [
        array.name.clone(),
        typed(&array.original_extents),
        match &array.block {
            Some(block) if *block != array.name => format!("in {block}"),
            _ => typed(&array.extents),
        },
        sizes.map_or(String::new(), |s| format!("{} -> {}", s.original_cells, s.cells)),
        ratio.map_or(String::new(), |(cells, live)| format!("{:.2}", cells as f64 / live as f64)),
        array.mapping.clone(),
        array.method.unwrap_or_default().to_string(),
    ]
}
