//! `polycc explain FILE:LINE`: what happens to the statements, loops and arrays at a line, and why.
//!
//! All of it is told elsewhere, too, by region: in the report, by `-v` and `--emit`. Here it is picked out by place.

use crate::coverage::{Coverage, Missed};
use crate::input::Input;
use crate::isolate;
use crate::pipeline::Region;
use crate::report::{self, ArrayReport};
use crate::summary;
use analysis::references::AccessId;
use diagnostics::{Line, Span};
use polyhedral::{Array, ArrayId, Loop, Node, Program, Statement, StatementId, print};
use std::collections::{BTreeMap, BTreeSet};

/// What a run has found.
pub(crate) struct Seen<'a> {
    pub input: &'a Input,
    pub regions: &'a [Region],
    /// The places of the regions.
    pub taken: &'a [Span],
    pub isolated: &'a [isolate::Statement],
    /// What isn't taken.
    pub coverage: &'a Coverage,
    /// All that is said.
    pub messages: &'a [Line],
}

/// What is told of a line of the file.
pub(crate) fn text(seen: &Seen, line: u32, at: &BTreeMap<String, i64>) -> String {
    let file = seen.input.path.display().to_string();
    let mut told = vec![format!("{file}:{line}")];
    for (position, region) in seen.regions.iter().enumerate() {
        let teller = Teller { seen, region, line, at };
        told.extend(teller.region(seen.taken[position]));
    }
    told.extend(seen.isolated.iter().filter(|statement| is_isolated(seen, statement, line)).map(
        |statement| {
            let text = isolate::summary(statement, at);
            text.trim_end().lines().map(|line| format!("  {line}")).collect::<Vec<_>>().join("\n")
        },
    ));
    let mut lines = (line, line);
    if told.len() == 1 {
        told.push("  no region that is taken holds this line, or uses an array that it declares".into());
        if let Some(Missed { function, lines: around, reason }) = seen.coverage.missed(line) {
            let (first, last) = around;
            told.push(format!("  loops of `{function}`, lines {first} to {last}, aren't taken: {reason}"));
            lines = around;
        }
    }
    let messages = seen.messages.iter().filter(|message| message.concerns(&file, lines));
    let messages: BTreeSet<_> = messages.map(|message| format!("  {message}")).collect();
    if !messages.is_empty() {
        told.push("messages, which `polycc explain CODE` says more of:".into());
        told.extend(messages);
    }
    told.into_iter().map(|line| line + "\n").collect()
}

/// Whether the line is one of an isolated statement's.
fn is_isolated(seen: &Seen, statement: &isolate::Statement, line: u32) -> bool {
    let lines = seen.input.lines(statement.place.region.span);
    lines.is_some_and(|(first, last)| (first..=last).contains(&line))
}

/// One region, seen from a line.
struct Teller<'a> {
    seen: &'a Seen<'a>,
    region: &'a Region,
    line: u32,
    at: &'a BTreeMap<String, i64>,
}

impl Teller<'_> {
    /// What the line has to do with the region, which lies at `place`; nothing if it hasn't.
    fn region(&self, place: Span) -> Vec<String> {
        let scop = &self.region.analysed.scop;
        let (first, last) = scop.lines;
        let statements: Vec<StatementId> =
            (0..scop.statements.len()).filter(|id| self.is_here(scop.statements[*id].span)).collect();
        // what is inlined stands elsewhere than its region
        let is_inside = self.is_here(place) || !statements.is_empty();
        let arrays = self.arrays(&statements);
        if !is_inside && arrays.is_empty() {
            return vec![];
        }
        let mut told = vec![match is_inside {
            true => format!("  in a region of `{}`, lines {first} to {last}", scop.function),
            false => format!("  used by a region of `{}`, lines {first} to {last}", scop.function),
        }];
        if is_inside {
            told.extend(self.order());
            told.extend(self.loops());
            told.extend(statements.into_iter().flat_map(|id| self.statement(id)));
        }
        told.extend(arrays.into_iter().flat_map(|id| self.array(id)));
        told
    }

    /// Whether the line is one of those of `span`, in the user's file.
    fn is_here(&self, span: Span) -> bool {
        self.seen.input.lines(span).is_some_and(|(first, last)| (first..=last).contains(&self.line))
    }

    /// In which order the region runs, and why.
    fn order(&self) -> Vec<String> {
        let schedule = &self.region.schedule;
        let mut told = vec![match &self.region.choice {
            _ if schedule.is_program_order => "  order: the program's".to_owned(),
            Some((name, _)) => format!("  order: {name}"),
            None if self.region.directive.is_some() => "  order: that of its schedule".to_owned(),
            None => "  order: a new one".to_owned(),
        }];
        let costs = self.region.choice.as_ref().map_or(&[][..], |(_, costs)| costs);
        if costs.len() > 1 {
            told.push("  orders that were compared, and what they cost by the model:".into());
        }
        told.extend(costs.iter().map(|(name, cost)| format!("    {name}: {}", summary::costs(cost))));
        told
    }

    /// The loops that start at the line.
    fn loops(&self) -> Vec<String> {
        let scop = &self.region.analysed.scop;
        let Program { body, .. } = &scop.program;
        let here = Node::loops(body).into_iter().filter(|found| found.line == self.line);
        here.map(|found| self.loop_(found)).collect()
    }

    fn loop_(&self, found: &Loop) -> String {
        let scop = &self.region.analysed.scop;
        let instances = Node::instances(&found.body);
        let names: BTreeSet<_> = instances.iter().map(|it| &scop.statements[it.statement].name).collect();
        let names: Vec<_> = names.into_iter().map(String::as_str).collect();
        let parallel = if found.parallel { ", in parallel" } else { "" };
        let counter = &found.iterator;
        let condition = print::condition(&found.condition);
        format!(
            "  loop over {counter} from {} while {condition}, by {}{parallel}: {}",
            scop.concrete(&found.initial),
            found.step,
            names.join(", ")
        )
    }

    /// A statement: its instances, what it reads and writes, and where the values come from and go to.
    fn statement(&self, id: StatementId) -> Vec<String> {
        let scop = &self.region.analysed.scop;
        let statement = &scop.statements[id];
        let words: Vec<_> = self.spelled(statement.span).split_whitespace().collect();
        let mut told = vec![format!("  {}: {}", statement.name, words.join(" "))];
        told.extend(self.domain(statement).map(|domain| format!("    runs for {domain}")));
        let mut accesses = BTreeSet::new();
        for (position, access) in statement.accesses.iter().enumerate() {
            let name = self.spelled(access.span);
            let name = if name.is_empty() { &scop.arrays[access.array].c_name } else { name };
            let line = match access.writes() {
                false => format!("    reads {name}: {}", joined(self.sources((id, position)))),
                true => format!("    writes {name}: {}", joined(self.readers((id, position)))),
            };
            if accesses.insert(line.clone()) {
                told.push(line);
            }
        }
        told
    }

    /// The user's text, as the preprocessor left it.
    fn spelled(&self, span: Span) -> &str {
        self.seen.input.map.text().get(span.start..span.end).unwrap_or_default()
    }

    /// The instances: `0 <= i < n`.
    fn domain(&self, statement: &Statement) -> Option<String> {
        let analysed = &self.region.analysed;
        let domain = isl::UnionSet::from_set(statement.domain.clone()).and_then(|set| set.identity());
        let text = analysed.written(domain.ok()?).ok()?.domain().ok()?.to_string();
        let inner = text.rsplit_once("->").map_or(text.as_str(), |(_, set)| set);
        let (_, condition) = inner.trim().trim_matches(['{', '}']).split_once(':')?;
        Some(condition.trim().to_owned())
    }

    /// From where an access may get its value.
    fn sources(&self, read: AccessId) -> BTreeSet<String> {
        let flow = &self.region.analysed.dataflow;
        let writes = flow.flows.iter().filter(|flow| flow.read == read).map(|flow| flow.write.0);
        let mut found: BTreeSet<_> = writes.map(|write| format!("from {}", self.named(write))).collect();
        if flow.live_in_accesses.iter().any(|border| border.access == read) {
            found.insert("from before the region".into());
        }
        found
    }

    /// Who may read what an access writes.
    fn readers(&self, write: AccessId) -> BTreeSet<String> {
        let flow = &self.region.analysed.dataflow;
        let reads = flow.flows.iter().filter(|flow| flow.write == write).map(|flow| flow.read.0);
        let mut found: BTreeSet<_> = reads.map(|read| format!("read by {}", self.named(read))).collect();
        if flow.live_out_accesses.iter().any(|border| border.access == write) {
            found.insert("left behind".into());
        }
        if found.is_empty() {
            found.insert("read by nobody".into());
        }
        found
    }

    /// `S1 (blur.c:12)`
    fn named(&self, id: StatementId) -> String {
        let scop = &self.region.analysed.scop;
        let statement = &scop.statements[id];
        format!("{} ({}:{})", statement.name, scop.file, statement.line)
    }

    /// The arrays that are declared at the line, and those that these statements there use.
    fn arrays(&self, statements: &[StatementId]) -> Vec<ArrayId> {
        let scop = &self.region.analysed.scop;
        let used = statements.iter().flat_map(|id| &scop.statements[*id].accesses);
        let used: BTreeSet<ArrayId> = used.map(|access| access.array).collect();
        let is_array = |array: &Array| array.dimensions() > 0;
        let all = scop.arrays.iter().enumerate();
        let here =
            all.filter(|(id, array)| is_array(array) && (used.contains(id) || self.is_here(array.name_span)));
        here.map(|(id, _)| id).collect()
    }

    /// What becomes of an array.
    fn array(&self, id: ArrayId) -> Vec<String> {
        let array = report::array(self.region, id, self.at);
        let typed = |extents: &[String]| {
            let extents: String = extents.iter().map(|extent| format!("[{extent}]")).collect();
            format!("{}{extents}", array.element)
        };
        let was = typed(&array.original_extents);
        let mut told = vec![match (array.decision, &array.block) {
            ("kept", _) => format!("  array {} ({}): stays {was}", array.name, array.role),
            (decision, Some(host)) if *host != array.name => {
                format!("  array {} ({}): {decision}, was {was}, now in {host}", array.name, array.role)
            }
            (decision, _) => {
                let now = typed(&array.extents);
                format!("  array {} ({}): {decision}, was {was}, now {now}", array.name, array.role)
            }
        }];
        told.extend(self.why(id, &array));
        told.extend(summary::most_alive(self.region, id).map(|line| format!("    {line}")));
        told
    }

    /// The mapping and what is known of it, or why the array stays.
    fn why(&self, id: ArrayId, array: &ArrayReport) -> Vec<String> {
        if let Some(reason) = &self.region.allocation(id).reason {
            return vec![format!("    why: {reason} [{}]", reason.code)];
        }
        let method = array.method.unwrap_or("none");
        let mut told = vec![format!("    {} (method: {method}; {})", array.mapping, array.certificate)];
        if let Some(sizes) = &array.at {
            let live = sizes.max_live.map_or(String::new(), |live| format!(", at most {live} alive at once"));
            told.push(format!("    {} cells -> {}{live}", sizes.original_cells, sizes.cells));
        }
        told
    }
}

fn joined(parts: BTreeSet<String>) -> String {
    match parts.is_empty() {
        true => "from nowhere that is known".into(),
        false => parts.into_iter().collect::<Vec<_>>().join(", "),
    }
}
