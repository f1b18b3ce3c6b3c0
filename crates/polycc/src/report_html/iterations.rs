//! The iterations of statements in two loops, with the way that a run takes through them: the program's and the new one.

use super::sizes::{self, Runs, Sizes};
use crate::pipeline::Region;
use check::enumerate::Trace;
use polyhedral::StatementId;
use serde::Serialize;
use svg::node::element::path::Data;
use svg::node::element::{Circle, Path, SVG, Text};

/// Statements that are drawn.
const MOST_STATEMENTS: usize = 12;

/// Iterations along one loop.
const MOST_ITERATIONS: i64 = 24;

/// The distance of two iterations, and the room for what stands beside.
const STEP: i64 = 14;
const MARGIN: i64 = 22;

/// All statements in two loops.
#[derive(Serialize)]
pub struct Iterations {
    /// At which sizes.
    sizes: String,
    statements: Vec<Space>,
}

/// The iterations of a statement.
#[derive(Serialize)]
struct Space {
    name: String,
    line: u32,
    before: String,
    after: String,
}

/// An instance of the statement, with the part of the run that is over then.
struct Stop {
    place: (i64, i64),
    over: f64,
}

impl Iterations {
    /// For a region whose order changes.
    pub fn of(region: &Region, at: &Sizes) -> Option<Self> {
        if region.schedule.is_program_order || region.expansion.is_some() {
            return None;
        }
        let scop = &region.analysed.scop;
        let in_two = |id: &StatementId| scop.statements[*id].iterators.len() == 2;
        let drawn: Vec<StatementId> =
            (0..scop.statements.len()).filter(in_two).take(MOST_STATEMENTS).collect();
        let runs = (!drawn.is_empty()).then(|| Runs::of(region, at, &sizes::SHORT)).flatten()?;
        let space = |id: StatementId| {
            let statement = &scop.statements[id];
            let names = [0, 1].map(|position| statement.iterators[position].name.as_str());
            let draw = |trace: &Trace, what: &str| {
                picture(&stops(trace, id), names, &format!("{} {what}", statement.name))
            };
            Some(Space {
                name: statement.name.clone(),
                line: statement.line,
                before: draw(&runs.before, "before")?,
                after: draw(&runs.after, "after")?,
            })
        };
        let statements: Vec<Space> = drawn.into_iter().filter_map(space).collect();
        (!statements.is_empty()).then(|| Iterations { sizes: sizes::told(scop, &runs.sizes), statements })
    }
}

fn stops(trace: &Trace, statement: StatementId) -> Vec<Stop> {
    let all = trace.instances.len().max(2) - 1;
    let instances =
        trace.instances.iter().enumerate().filter(|(_, instance)| instance.statement == statement);
    let stop = |(time, instance): (usize, &check::enumerate::Instance)| match instance.iterators[..] {
        [first, second] => Some(Stop { place: (first, second), over: time as f64 / all as f64 }),
        _ => None,
    };
    instances.filter_map(stop).collect()
}

/// Dots, the darker the later they run, on a line that leads from each to the next; `None` where there are too many, or none.
fn picture(stops: &[Stop], [outer, inner]: [&str; 2], what: &str) -> Option<String> {
    let range = |coordinate: fn(&Stop) -> i64| {
        let values = stops.iter().map(coordinate);
        let (least, most) = (values.clone().min()?, values.max()?);
        (most - least < MOST_ITERATIONS).then_some((least, most))
    };
    let (rows, columns) = (range(|stop| stop.place.0)?, range(|stop| stop.place.1)?);
    let x = |stop: &Stop| MARGIN + STEP / 2 + (stop.place.1 - columns.0) * STEP;
    let y = |stop: &Stop| MARGIN + STEP / 2 + (stop.place.0 - rows.0) * STEP;
    let (width, height) =
        (MARGIN + (columns.1 - columns.0 + 1) * STEP, MARGIN + (rows.1 - rows.0 + 1) * STEP);
    let mut picture = SVG::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("class", "picture")
        .set("role", "img")
        .set("aria-label", format!("iterations of {what}, in the order in which they run"));
    picture =
        picture.add(Text::new(format!("{outer}↓ {inner}→")).set("x", 0).set("y", 12).set("class", "soft"));
    let (first, others) = stops.split_first()?;
    let start = Data::new().move_to((x(first), y(first)));
    let way = others.iter().fold(start, |way, stop| way.line_to((x(stop), y(stop))));
    picture = picture.add(Path::new().set("d", way).set("class", "way"));
    for stop in stops {
        let seen = super::chart::rounded(0.2 + 0.8 * stop.over);
        let dot = Circle::new().set("cx", x(stop)).set("cy", y(stop)).set("r", 4).set("class", "dot");
        picture = picture.add(dot.set("fill-opacity", seen));
    }
    Some(picture.to_string())
}
