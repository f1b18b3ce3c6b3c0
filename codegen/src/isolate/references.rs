//! References that go to counterparts.

use super::{Counterpart, Offset, Window};
use crate::splice::{Edit, Patch};
use diagnostics::Span;
use polyhedral::{Brackets, Mention};

/// The edits of all mentions of a variable; an error says which can't be shifted, and why.
pub fn edits(counterpart: &Counterpart<'_>) -> Result<Vec<Edit>, (Span, String)> {
    let mut edits = Vec::new();
    for mention in &counterpart.variable.mentions {
        edits.push(replace(mention.name, counterpart.name.clone()));
        if let Some((_, offsets, window)) = counterpart.kind.cells() {
            edits.extend(shifted(counterpart, mention, offsets, window)?);
        }
    }
    Ok(edits)
}

fn shifted(
    counterpart: &Counterpart<'_>,
    mention: &Mention,
    offsets: &[Offset],
    window: Option<&Window>,
) -> Result<Vec<Edit>, (Span, String)> {
    if mention.brackets.len() != offsets.len() && !mention.is_passed {
        let name = &counterpart.variable.name;
        return Err((mention.name, format!("`{name}` is used without all its subscripts")));
    }
    let pairs = mention.brackets.iter().zip(offsets).enumerate();
    let edits = pairs.flat_map(|(d, (brackets, offset))| {
        wrapped(shift(brackets, offset), window.filter(|_| d == 0)).edits(brackets)
    });
    Ok(edits.collect())
}

/// The edits of all mentions of an array whose counterpart has one dimension; `widths` are the sizes of its dimensions
/// but the outermost: `[i][j]` becomes `[(i) * w + (j)]`.
pub fn linear(counterpart: &Counterpart<'_>, widths: &[String]) -> Result<Vec<Edit>, (Span, String)> {
    let Some((_, offsets, window)) = counterpart.kind.cells() else { return Ok(vec![]) };
    let last = widths.len();
    if last == 0 {
        return edits(counterpart);
    }
    let mut all = Vec::new();
    for mention in &counterpart.variable.mentions {
        if mention.brackets.len() != offsets.len() {
            let name = &counterpart.variable.name;
            return Err((mention.name, format!("`{name}` is used without all its subscripts")));
        }
        all.push(replace(mention.name, counterpart.name.clone()));
        for (d, (brackets, offset)) in mention.brackets.iter().zip(offsets).enumerate() {
            let window = window.filter(|_| d == 0);
            let Shift { before, behind, tail } = wrapped(shift(brackets, offset), window);
            let opening = match d {
                0 => format!("[{}", "(".repeat(last)),
                _ => format!(" * {} + (", widths[d - 1]),
            };
            let closing = match d {
                0 => ")",
                _ if d < last => "))",
                _ => ")]",
            };
            all.push(replace(brackets.open, format!("{opening}{before}")));
            all.extend(tail);
            all.push(replace(brackets.close, format!("{behind}{closing}")));
        }
    }
    Ok(all)
}

/// What changes in a pair of brackets.
#[derive(Default)]
struct Shift {
    /// What is put behind `[`.
    before: String,
    /// What is put before `]`.
    behind: String,
    /// What stands for the subscript's last summand.
    tail: Option<Edit>,
}

impl Shift {
    fn edits(self, brackets: &Brackets) -> impl Iterator<Item = Edit> {
        let Shift { before, behind, tail } = self;
        let open = (!before.is_empty()).then(|| replace(brackets.open, format!("[{before}")));
        let close = (!behind.is_empty()).then(|| replace(brackets.close, format!("{behind}]")));
        open.into_iter().chain(tail).chain(close)
    }
}

/// `[i + 1]` with 1 subtracted is `[i]`, with `a_offset` subtracted `[i + 1 - a_offset]`.
fn shift(brackets: &Brackets, offset: &Offset) -> Shift {
    let subtracted = match (offset, brackets.tail) {
        (Offset::Constant(0), _) => return Shift::default(),
        (Offset::Constant(offset), Some(tail)) if tail.value.checked_sub(*offset).is_some() => {
            let value = tail.value - offset;
            let text = if tail.is_all { value.to_string() } else { summand(value).trim_start().to_string() };
            return Shift { tail: Some(replace(tail.span, text)), ..Shift::default() };
        }
        (Offset::Constant(offset), _) => summand(offset.saturating_neg()),
        (Offset::Named(name, _), _) => format!(" - {name}"),
    };
    match brackets.is_loose {
        false => Shift { behind: subtracted, ..Shift::default() },
        true => Shift { before: "(".into(), behind: format!("){subtracted}"), tail: None },
    }
}

/// `[(i - a_offset) % a_window]`: what is wrapped around is never negative.
fn wrapped(shift: Shift, window: Option<&Window>) -> Shift {
    match window {
        None => shift,
        Some(window) => Shift {
            before: format!("({}", shift.before),
            behind: format!("{}) % {}", shift.behind, window.modulus()),
            tail: shift.tail,
        },
    }
}

/// ` + 3`, ` - 3`, nothing for 0.
fn summand(value: i64) -> String {
    match value {
        0 => String::new(),
        1.. => format!(" + {value}"),
        _ => format!(" - {}", value.unsigned_abs()),
    }
}

fn replace(span: Span, replacement: String) -> Edit {
    Edit::Replace(Patch { span, replacement })
}
