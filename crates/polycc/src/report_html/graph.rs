//! Which statements need which others, as arcs between the statements in the order of the text: values that one writes and
//! another reads on the right, cells that are overwritten on the left.

use crate::pipeline::Region;
use analysis::DependenceGraph;
use analysis::dependence::DependenceKind;
use polyhedral::StatementId;
use serde::Serialize;
use std::collections::BTreeMap;
use svg::node::element::path::Data;
use svg::node::element::{Path, Rectangle, SVG, Text};

/// isl's operations for what is overwritten.
const OPERATIONS: u64 = 5_000_000;

/// More statements and arcs than these are no picture any more.
const MOST_STATEMENTS: usize = 40;
const MOST_ARCS: usize = 160;

/// The picture, with the same in words.
#[derive(Serialize)]
pub struct Graph {
    picture: String,
    edges: Vec<Edge>,
    /// Whether what is overwritten is there, too.
    is_whole: bool,
}

/// An edge, for those who don't see it.
#[derive(Serialize)]
struct Edge {
    from: String,
    to: String,
    /// `flow`, or `overwritten`.
    kind: &'static str,
    arrays: Vec<String>,
}

/// From, to, and whether it is a value that flows; with the arrays.
type Edges = BTreeMap<(StatementId, StatementId, bool), Vec<String>>;

impl Graph {
    /// For a region of several statements, not too many, with something between them.
    pub fn of(region: &Region) -> Option<Self> {
        let analysed = &region.analysed;
        let scop = &analysed.scop;
        if !(2..=MOST_STATEMENTS).contains(&scop.statements.len()) {
            return None;
        }
        let context = scop.context.context().clone();
        let whole = context.with_budget(OPERATIONS, || DependenceGraph::of(analysed));
        let is_whole = whole.is_ok();
        let graph = whole.or_else(|_| DependenceGraph::of_flow(analysed)).ok()?;
        let mut edges = Edges::new();
        for dependence in graph.graph.edge_weights() {
            let (from, to) = (dependence.source.0, dependence.sink.0);
            let arrays = edges.entry((from, to, dependence.kind == DependenceKind::Flow)).or_default();
            let name = &scop.arrays[dependence.array].name;
            if !arrays.contains(name) {
                arrays.push(name.clone());
            }
        }
        if edges.is_empty() || edges.len() > MOST_ARCS {
            return None;
        }
        let name = |statement: StatementId| scop.statements[statement].name.clone();
        let told = edges.iter().map(|((from, to, is_flow), arrays)| Edge {
            from: name(*from),
            to: name(*to),
            kind: if *is_flow { "flow" } else { "overwritten" },
            arrays: arrays.clone(),
        });
        let labels: Vec<String> = scop
            .statements
            .iter()
            .map(|statement| format!("{} · line {}", statement.name, statement.line))
            .collect();
        Some(Graph { picture: picture(&labels, &edges), edges: told.collect(), is_whole })
    }
}

const HEIGHT: usize = 22;
const GAP: usize = 10;
const LETTER: usize = 6;

fn picture(labels: &[String], edges: &Edges) -> String {
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let (room, box_width) = ([90, 150], longest * LETTER + 16);
    let is_left = edges.keys().any(|(_, _, is_flow)| !is_flow);
    let left = if is_left { room[0] } else { 6 };
    let (width, height) = (left + box_width + room[1], labels.len() * (HEIGHT + GAP) + GAP);
    let mut picture = SVG::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("class", "picture")
        .set("role", "img")
        .set("aria-label", "dependence graph; the edges are listed below");
    for ((from, to, is_flow), arrays) in edges {
        picture = arc(picture, (*from, *to), *is_flow, arrays, (left, left + box_width), labels.len());
    }
    for (position, label) in labels.iter().enumerate() {
        let y = GAP + position * (HEIGHT + GAP);
        let node = Rectangle::new().set("x", left).set("y", y).set("width", box_width).set("height", HEIGHT);
        picture = picture.add(node.set("rx", 4).set("class", "node"));
        let text = Text::new(label.as_str()).set("x", left + box_width / 2).set("y", y + 15);
        picture = picture.add(text.set("text-anchor", "middle"));
    }
    picture.to_string()
}

/// An arc on the right for a value, on the left for what is overwritten: the further the statements are apart, the wider.
fn arc(
    picture: SVG,
    (from, to): (StatementId, StatementId),
    is_flow: bool,
    arrays: &[String],
    sides: (usize, usize),
    statements: usize,
) -> SVG {
    let middle = |position: usize| (GAP + position * (HEIGHT + GAP) + HEIGHT / 2) as f64;
    let (side, outwards, most) =
        if is_flow { (sides.1 as f64, 1.0, 130.0) } else { (sides.0 as f64, -1.0, 80.0) };
    let apart = from.abs_diff(to) as f64;
    let share = (apart / statements.max(2) as f64).sqrt();
    let reach = side + outwards * (18.0 + (most - 18.0) * share).round();
    // starts and ends of arcs stay apart
    let (start, end) = if from == to {
        (middle(from) - 6.0, middle(to) + 6.0)
    } else {
        (middle(from) + 4.0, middle(to) - 4.0)
    };
    let data = Data::new().move_to((side, start)).cubic_curve_to((reach, start, reach, end, side, end));
    let class = if is_flow { "flow" } else { "memory" };
    let head = Data::new()
        .move_to((side, end))
        .line_to((side + outwards * 7.0, end - 3.5))
        .line_to((side + outwards * 7.0, end + 3.5))
        .close();
    let title = svg::node::element::Title::new(arrays.join(", "));
    let line = Path::new().set("d", data).set("class", class).add(title);
    picture.add(line).add(Path::new().set("d", head).set("class", format!("{class} head")))
}
