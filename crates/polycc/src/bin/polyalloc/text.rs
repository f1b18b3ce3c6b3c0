//! The report for people.

use crate::report::{At, Method, Report};
use std::fmt::Write;

/// A table of methods, the best one marked, and what is known at the given sizes.
pub fn table(report: &Report) -> String {
    let mut text = String::new();
    let mut rows: Vec<Row> = report.methods.iter().map(|method| row(method, report.best)).collect();
    if let Some(at) = report.at.as_ref().filter(|at| !at.values.is_empty() && !rows.is_empty()) {
        rows.insert(
            0,
            [String::new(), "cells".into(), format!("at {}", values(at)), String::new(), String::new()],
        );
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    for row in &rows {
        let padded = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
        let line = padded.collect::<Vec<_>>().join("  ");
        let _ = writeln!(text, "{}", line.trim_end());
    }
    if let Some(at) = &report.at {
        text += &limits(at);
    }
    for note in &report.notes {
        let _ = writeln!(text, "note: {note}");
    }
    if report.best.is_none() {
        text += "no mapping is proved\n";
    }
    text
}

/// Name, cells, cells at the given sizes, certificate, mapping.
type Row = [String; COLUMNS];
const COLUMNS: usize = 5;

fn row(method: &Method, best: Option<&str>) -> Row {
    let mark = if best == Some(method.name) { '*' } else { ' ' };
    let cells = method.candidate.size().to_string();
    let at = method.at.as_ref().and_then(|at| at.cells()).map(|cells| cells.to_string());
    let at = at.filter(|at| *at != cells).unwrap_or_default();
    let certificate = if method.is_proved { "proved" } else { "not proved" };
    [format!("{mark} {}", method.name), cells, at, certificate.into(), method.mapping.clone()]
}

fn values(at: &At) -> String {
    let values: Vec<_> = at.values.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    values.join(", ")
}

fn limits(at: &At) -> String {
    let place = if at.values.is_empty() { String::new() } else { format!("at {}: ", values(at)) };
    let mut text = match at.sizes.lower_bound {
        1 => String::new(),
        bound => format!("{place}no mapping has fewer than {bound} cells\n"),
    };
    if let Some(lattice) = &at.sizes.lattice {
        let which = if at.sizes.is_smallest { "the smallest lattice" } else { "the smallest lattice found" };
        let basis = lattice.short_basis();
        let vectors: Vec<_> = basis.iter().map(|vector| format!("({})", join(vector))).collect();
        let vectors = if vectors.is_empty() { String::new() } else { format!(": {}", vectors.join(", ")) };
        let cells = match lattice.determinant() {
            1 => "1 cell".to_string(),
            cells => format!("{cells} cells"),
        };
        let mapping = at.mapping.as_ref().filter(|mapping| mapping.is_proved);
        let mapping = mapping.map(|mapping| format!(", by {}", mapping.mapping)).unwrap_or_default();
        let _ = writeln!(text, "{place}{which} has {cells}{vectors}{mapping}");
    }
    text
}

fn join(vector: &[i64]) -> String {
    vector.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}
