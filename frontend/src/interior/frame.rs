//! Where loops of a file have room for something in front of their bodies.

use diagnostics::Span;

use super::levels::counting;
use crate::inline::Parsed;
use crate::inline::block::indent_in;
use crate::syntax::tree::{For, Function, Statement, StatementKind};

/// A loop of the main file.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The function around it.
    pub function: String,
    /// The loop, in the preprocessed text.
    pub span: Span,
    /// Its text.
    pub text: String,
    /// Whether it counts up.
    pub counts: bool,
    /// The white space in front of its body in which something may come.
    gap: Span,
    /// What stands in front of that, and behind it.
    edges: [String; 2],
    /// Where the body ends, and what comes there then.
    end: Option<(usize, String)>,
    /// Whether lines of the file end with a carriage return, too.
    has_returns: bool,
}

/// How the lines of a loop begin.
pub struct Indents<'a> {
    /// Those of its body.
    pub own: String,
    /// What they have more.
    pub unit: String,
    /// The place of the loop, of its body, and of the first statement in that.
    whole: Span,
    block: Span,
    first: usize,
    /// Whether that is the first of its line.
    is_apart: bool,
    file: &'a str,
}

impl Frame {
    /// What is to be put where to have lines in front of the body.
    pub fn with(&self, lines: &str) -> Vec<(Span, String)> {
        let [open, next] = &self.edges;
        let mut all = vec![(self.gap, format!("{open}\n{lines}{next}"))];
        all.extend(self.end.iter().map(|(place, close)| (Span::new(*place, *place), close.clone())));
        if self.has_returns {
            all.iter_mut().for_each(|(_, text)| *text = text.replace('\n', "\r\n"));
        }
        all
    }
}

/// The loops of a function.
pub fn frames(parsed: Parsed, function: &Function) -> Vec<Frame> {
    let mut found = Vec::new();
    function.body.walk(&mut |statement| {
        if let StatementKind::For(parts) = &statement.kind
            && parts.fill.is_none()
        {
            found.extend(frame(parsed, function, statement, parts));
        }
    });
    found
}

fn frame(parsed: Parsed, function: &Function, statement: &Statement, parts: &For) -> Option<Frame> {
    let body = &parts.body;
    let Indents { own, whole, block, first, is_apart, file, .. } = Indents::of(parsed, statement, body)?;
    let outer = indent_in(file, whole.start);
    let is_block = matches!(body.kind, StatementKind::Block(_));
    let start = match is_block {
        true => block.start + 1,
        false => {
            let header = parsed.table.within(Span::new(statement.span.start, body.span.start));
            parsed.original(header.last()?.span)?.end
        }
    };
    // what follows in the same line gets one of its own
    let moves = file[start..first].trim().is_empty() && !is_apart;
    let gap = Span::new(start, if moves { first } else { start });
    let next = if moves { format!("\n{own}") } else { String::new() };
    let open = if is_block { "" } else { " {" };
    let end = (!is_block).then(|| (block.end, format!("\n{outer}}}")));
    let (function, span, text) = (function.name.clone(), statement.span, whole.of(file).to_owned());
    Some(Frame {
        counts: counting(parts, &parsed.resolved.symbols).is_some_and(|counting| counting.step > 0),
        function,
        span,
        text,
        gap,
        edges: [open.to_owned(), next],
        end,
        has_returns: file.contains("\r\n"),
    })
}

impl<'a> Indents<'a> {
    /// Of a loop that the main file has as it is.
    pub fn of(parsed: Parsed<'a>, statement: &Statement, body: &Statement) -> Option<Self> {
        let file = parsed.file()?;
        let (whole, block) = (parsed.original(statement.span)?, parsed.original(body.span)?);
        let first = match &body.kind {
            StatementKind::Block(list) => parsed.original(list.first()?.span)?.start,
            _ => block.start,
        };
        let (outer, own) = (indent_in(file, whole.start), indent_in(file, first));
        let unit = if outer.contains('\t') { "\t" } else { "    " };
        let is_apart = file[..first].trim_end_matches([' ', '\t']).ends_with('\n');
        let own = if is_apart && own.len() > outer.len() { own.to_owned() } else { format!("{outer}{unit}") };
        let unit = own.strip_prefix(outer).filter(|unit| !unit.is_empty()).unwrap_or(unit).to_owned();
        Some(Indents { own, unit, whole, block, first, is_apart, file })
    }
}

/// What stands in front of a place in its line, if that is white space.
pub fn blank_before(file: &str, place: usize) -> Option<&str> {
    let start = file[..place].rfind('\n').map_or(0, |newline| newline + 1);
    Some(&file[start..place]).filter(|before| before.trim().is_empty())
}
