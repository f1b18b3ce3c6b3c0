//! `--report FILE.html`: a run as one page for people.
//!
//! A page needs no network and no script, is the same for the same run, and shows nothing that the run didn't compute: what a
//! file has nothing of isn't there. Each part has a file: [`alive`] the bytes over time, [`side_by_side`] the text before and after,
//! [`lattice`] why mappings are right, [`graph`] and [`iterations`] what depends on what and when it runs, [`orders`] what was tried,
//! [`sets`] the relations. The page itself is a template; all text in it is escaped there, and
//! charts are SVG that [`chart`] and its users write.

mod alive;
mod chart;
mod graph;
mod iterations;
mod lattice;
mod notes;
mod orders;
mod sets;
mod side_by_side;
mod sizes;
mod statements;

use crate::coverage::Coverage;
use crate::pipeline::Region;
use crate::report::{self, ArrayReport, BlockReport, MemoryReport, RegionReport};
use crate::summary::size;
use diagnostics::Remark;
use minijinja::syntax::SyntaxConfig;
use minijinja::value::Serde;
use minijinja::{Environment, HtmlEscape, UndefinedBehavior, context};
use serde::Serialize;
use serde_json::Value;
use std::path::Path;

const TEMPLATE: &str = include_str!("page.html");
const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// Whether a report with this name is a page.
pub fn is_page(report: &Path) -> bool {
    report.extension().is_some_and(|extension| extension == "html")
}

/// What a run knows of one file.
pub struct Seen<'a> {
    /// The file, as the user named it.
    pub path: &'a str,
    /// Its text.
    pub source: &'a str,
    /// What became of that, if it was asked for.
    pub text: Option<&'a str>,
    /// The regions that went through.
    pub regions: &'a [Region],
    /// What the other report says of each of them, where that could be told.
    pub reports: &'a [Option<RegionReport>],
    /// What is told of isolated statements.
    pub isolated: Vec<String>,
    /// What was said, as JSON.
    pub notes: Vec<&'a Value>,
    /// How much of the file was taken.
    pub coverage: &'a Coverage,
    /// The sizes at which numbers are wanted.
    pub at: &'a sizes::Sizes,
}

/// What a page shows of one file.
#[derive(Serialize)]
pub struct Page {
    path: String,
    /// What became of it, in a sentence.
    verdict: String,
    regions: Vec<Section>,
    isolated: Vec<String>,
    /// What was said of no line of the file.
    notes: Vec<notes::Note>,
    texts: Option<side_by_side::SideBySide>,
    coverage: Value,
}

/// What a page shows of one region.
#[derive(Serialize)]
struct Section {
    function: String,
    lines: [u32; 2],
    changes: bool,
    /// The order in which it runs now, if that is another one.
    order: Option<String>,
    /// The sizes of the numbers, where there are any.
    sizes: String,
    arrays: Vec<Row>,
    memory: Option<Total>,
    check: String,
    remarks: Vec<String>,
    alive: Option<alive::Alive>,
    orders: Vec<orders::Order>,
    lattices: Vec<lattice::Lattice>,
    graph: Option<graph::Graph>,
    iterations: Option<iterations::Iterations>,
    sets: Vec<sets::Sets>,
}

/// An array in the table.
#[derive(Serialize)]
struct Row {
    array: ArrayReport,
    was: String,
    now: String,
    bytes: Option<Bytes>,
}

/// Bytes before and after.
#[derive(Serialize)]
struct Bytes {
    before: i64,
    before_size: String,
    after: i64,
    after_size: String,
}

/// All temporaries of a region.
#[derive(Serialize)]
struct Total {
    bytes: Bytes,
    most_alive: Option<String>,
    blocks: Vec<BlockReport>,
}

impl Bytes {
    fn new(before: i64, after: i64) -> Self {
        Bytes { before, before_size: size(before.into()), after, after_size: size(after.into()) }
    }
}

impl Page {
    /// The page of one file.
    pub fn new(seen: &Seen) -> Self {
        let (with_lines, notes): (Vec<_>, Vec<_>) =
            notes::notes(seen.path, &seen.notes).into_iter().partition(|note| note.line.is_some());
        let text = seen.text.unwrap_or(seen.source);
        let texts = side_by_side::SideBySide::of(seen.source, text, seen.regions, &with_lines);
        // where the texts are too long to be shown, so are places
        let notes = if texts.is_some() { notes } else { notes.into_iter().chain(with_lines).collect() };
        let regions = seen.regions.iter().zip(seen.reports);
        Page {
            path: seen.path.to_string(),
            verdict: verdict(seen, text),
            regions: regions
                .filter_map(|(region, report)| Some(Section::new(region, report.as_ref()?, seen.at)))
                .collect(),
            isolated: seen.isolated.clone(),
            notes,
            texts,
            coverage: serde_json::to_value(seen.coverage).unwrap_or_default(),
        }
    }
}

/// What became of the file.
fn verdict(seen: &Seen, text: &str) -> String {
    let changed = seen.regions.iter().filter(|region| region.changes()).count();
    match (seen.regions.len(), changed) {
        _ if seen.text.is_some() && text == seen.source => match seen.regions.len() {
            0 => "Nothing changes: there are no loops here that can be taken.".to_string(),
            _ => "Nothing changes: no array shrinks, and no other order is worth it.".to_string(),
        },
        (0, _) => "The statements that are isolated change.".to_string(),
        (1, 1) => "One region changes.".to_string(),
        (all, changed) => format!("{changed} of {all} regions change."),
    }
}

impl Section {
    fn new(region: &Region, report: &RegionReport, at: &sizes::Sizes) -> Self {
        let scop = &region.analysed.scop;
        let arrays = report.arrays.iter().filter(|array| !array.original_extents.is_empty());
        let rows: Vec<Row> = arrays.map(|array| Row::new(array.clone())).collect();
        let has_numbers = rows.iter().any(|row| row.bytes.is_some());
        let order = match &region.choice {
            _ if region.schedule.is_program_order => None,
            Some((name, _)) => Some(name.clone()),
            None => Some("the order of its schedule".to_string()),
        };
        Section {
            function: scop.function.clone(),
            lines: scop.lines.into(),
            changes: region.changes(),
            order,
            sizes: if has_numbers { sizes::told(scop, &report::values(scop, at)) } else { String::new() },
            arrays: rows,
            memory: report.memory.as_ref().and_then(total),
            check: region.check.to_string(),
            remarks: region.remarks.iter().map(Remark::to_string).collect(),
            alive: alive::Alive::of(region, at),
            orders: orders::orders(region),
            lattices: lattice::lattices(region, at),
            graph: graph::Graph::of(region),
            iterations: iterations::Iterations::of(region, at),
            sets: sets::sets(region),
        }
    }
}

impl Row {
    fn new(array: ArrayReport) -> Self {
        let typed = |extents: &[String]| {
            let brackets: String = extents.iter().map(|extent| format!("[{extent}]")).collect();
            format!("{}{brackets}", array.element)
        };
        let was = typed(&array.original_extents);
        let now = match &array.block {
            _ if array.decision == "kept" => "stays".to_string(),
            Some(block) if *block != array.name => format!("in {block}"),
            _ => typed(&array.extents),
        };
        let bytes = array.at.as_ref().zip(array.element_bytes).and_then(|(sizes, element)| {
            let element = i64::try_from(element).ok()?;
            Some(Bytes::new(sizes.original_cells.checked_mul(element)?, sizes.cells.checked_mul(element)?))
        });
        Row { array, was, now, bytes }
    }
}

fn total(memory: &MemoryReport) -> Option<Total> {
    let most_alive = memory.max_live_bytes.map(|bytes| size(bytes.into()));
    let bytes = Bytes::new(memory.original_bytes, memory.bytes);
    (memory.original_bytes > 0).then(|| Total { bytes, most_alive, blocks: memory.blocks.clone() })
}

/// Text in which what stands between backquotes is code.
fn words(text: &str) -> minijinja::Value {
    let parts = text.split('`').enumerate().map(|(position, part)| {
        let part = HtmlEscape(part);
        if position % 2 == 0 { part.to_string() } else { format!("<code>{part}</code>") }
    });
    minijinja::Value::from_safe_string(parts.collect())
}

/// The page about all these files.
pub fn text<'a>(files: impl Iterator<Item = &'a Page>) -> String {
    const NAME: &str = "page.html";
    let files: Vec<_> = files.collect();
    let mut environment = Environment::new();
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    let syntax = SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build();
    environment.set_syntax(syntax.expect("the usual delimiters are fine"));
    environment.add_filter("words", words);
    environment.add_template(NAME, TEMPLATE).expect("the template is part of the program");
    let page = environment.get_template(NAME).expect("it was just added");
    let version = env!("CARGO_PKG_VERSION");
    let rendered = page.render(context! { files => Serde(files), version, style => STYLE, script => SCRIPT });
    rendered.expect("it asks for nothing that isn't there")
}
