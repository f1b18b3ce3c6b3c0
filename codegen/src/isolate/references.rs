//! References that go to counterparts.

use super::{Counterpart, Kind, Offset};
use crate::splice::{Edit, Patch};
use diagnostics::Span;
use polyhedral::{Brackets, Mention};

/// The edits of all mentions of a variable; an error says which can't be shifted, and why.
pub fn edits(counterpart: &Counterpart<'_>) -> Result<Vec<Edit>, (Span, String)> {
    let mut edits = Vec::new();
    for mention in &counterpart.variable.mentions {
        edits.push(replace(mention.name, counterpart.name.clone()));
        if let Kind::Cells { offsets, .. } = &counterpart.kind {
            edits.extend(shifted(counterpart, mention, offsets)?);
        }
    }
    Ok(edits)
}

fn shifted(
    counterpart: &Counterpart<'_>,
    mention: &Mention,
    offsets: &[Offset],
) -> Result<Vec<Edit>, (Span, String)> {
    if mention.brackets.len() != offsets.len() && !mention.is_passed {
        let name = &counterpart.variable.name;
        return Err((mention.name, format!("`{name}` is used without all its subscripts")));
    }
    Ok(mention.brackets.iter().zip(offsets).flat_map(|(brackets, offset)| shift(brackets, offset)).collect())
}

/// `[i + 1]` with 1 subtracted is `[i]`, with `a_offset` subtracted `[i + 1 - a_offset]`.
fn shift(brackets: &Brackets, offset: &Offset) -> Vec<Edit> {
    let subtracted = match (offset, brackets.tail) {
        (Offset::Constant(0), _) => return vec![],
        (Offset::Constant(offset), Some(tail)) if tail.value.checked_sub(*offset).is_some() => {
            let value = tail.value - offset;
            let text = if tail.is_all { value.to_string() } else { summand(value).trim_start().to_string() };
            return vec![replace(tail.span, text)];
        }
        (Offset::Constant(offset), _) => summand(offset.saturating_neg()),
        (Offset::Named(name, _), _) => format!(" - {name}"),
    };
    match brackets.is_loose {
        false => vec![replace(brackets.close, format!("{subtracted}]"))],
        true => vec![replace(brackets.open, "[(".into()), replace(brackets.close, format!("){subtracted}]"))],
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
