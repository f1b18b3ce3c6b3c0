//! Transfers around a stretch of the program in which several isolated statements use the same buffers (Guelton, Amini,
//! Creusillet, section 4).

use super::{Counterpart, Isolated, Kind};
use crate::splice::{Edit, Patch};
use diagnostics::Span;

/// The line before the block around a stretch.
pub const STAYING_MARKER: &str = "/* polycc: what is copied here stays for all of the block */";

/// Where a stretch starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    /// At this line of the user's text, which is replaced already: `#pragma polycc isolate`.
    Line(u32),
    /// At this token.
    Token(Span),
}

impl Isolated<'_> {
    /// The lines before a stretch and behind it; the counterparts are those of the arrays that stay.
    pub fn staying(&self) -> [String; 2] {
        let mut before = vec![STAYING_MARKER.to_string(), "{".to_string()];
        before.extend(
            self.counterparts
                .iter()
                .filter(|it| is_idle(it))
                .map(|it| format!("(void){};", it.variable.name)),
        );
        before.extend(self.prelude());
        before.extend(self.abbreviations());
        before.extend(self.memory(false));
        before.extend(self.counterparts.iter().flat_map(|counterpart| self.load(counterpart)));
        before.extend(self.means.wait());
        let mut behind: Vec<String> =
            self.counterparts.iter().flat_map(|counterpart| self.store(counterpart)).collect();
        behind.extend(self.means.wait());
        behind.extend(self.release(false));
        behind.push("}".into());
        [self.indented(&before), self.indented(&behind)]
    }
}

/// Whether nothing is copied, so that compilers may find that nothing uses the variable.
fn is_idle(counterpart: &Counterpart<'_>) -> bool {
    matches!(&counterpart.kind, Kind::Cells { loads, stores, .. } if loads.is_empty() && stores.is_empty())
}

/// Puts lines before `start` and behind the token `last`, around what `edits` have put there. `token` gives the text of
/// a token. Tells whether it could: a line must be one that is replaced.
pub fn wrap<'t>(
    edits: &mut Vec<Edit>,
    start: Start,
    last: Span,
    [before, behind]: &[String; 2],
    indentation: &str,
    token: &dyn Fn(Span) -> &'t str,
) -> bool {
    match start {
        Start::Line(line) => {
            let replaced = edits.iter_mut().find_map(|edit| match edit {
                Edit::ReplaceLines { first, text, .. } if *first == line => Some(text),
                _ => None,
            });
            let Some(text) = replaced else { return false };
            text.insert_str(0, before);
        }
        Start::Token(first) => {
            let is_it = |span: Span| span.start == first.start;
            change(edits, is_it, first, token, |text| format!("{}\n{indentation}{text}", before.trim()));
        }
    }
    // a whole statement may have been replaced
    let is_it = |span: Span| span.end == last.end;
    change(edits, is_it, last, token, |text| format!("{text}\n{}", behind.trim_end()));
    true
}

/// Changes what stands for a token, in the edit that replaces it or has to.
fn change<'t>(
    edits: &mut Vec<Edit>,
    replaces: impl Fn(Span) -> bool,
    place: Span,
    token: &dyn Fn(Span) -> &'t str,
    new: impl Fn(&str) -> String,
) {
    let known = edits.iter_mut().find_map(|edit| match edit {
        Edit::Replace(Patch { span, replacement }) if replaces(*span) => Some(replacement),
        _ => None,
    });
    match known {
        Some(text) => *text = new(text),
        None => edits.push(Edit::Replace(Patch { span: place, replacement: new(token(place)) })),
    }
}
