//! Copies of loop bodies for the iterations away from the borders, in the text that all stages have written.
//!
//! Conditions may stand in functions that a loop calls (`get_pixel(image, x - 1, y)`): then the copy is one of the body in which these
//! calls are inlined, and the loop itself keeps them.

use crate::inline::expanded_where;
use crate::input::Input;
use diagnostics::token::tokens_without_comments;
use diagnostics::{Code, Diagnostic, Span};
use frontend::{Borders, Frame, Inlined, Interior, borders, loops as loops_of};
use std::collections::BTreeSet;

/// A text with such copies.
pub struct Apart {
    /// The text.
    pub text: String,
    /// The loops that have them, by their places in the file that it was made of.
    pub loops: Vec<Interior>,
}

/// `text`, which the stages have made of a file, with such copies; but for loops that others have changed.
pub fn apart(input: &Input, text: &str, is_changed: &dyn Fn(&Interior) -> bool) -> Apart {
    let stays = || Apart { text: text.to_owned(), loops: vec![] };
    if !input.unit.may_have_borders(&input.map) {
        return stays();
    }
    let Borders { frames, interiors, asking } = borders(&input.map);
    let mut loops = with_inlined(input, &frames, interiors, &asking);
    loops.retain(|it| !is_changed(it));
    if loops.is_empty() {
        return stays();
    }
    let there = match text == input.text {
        true => frames.clone(),
        false => match Input::from_sound_text(&input.path, text.to_owned(), &input.preprocessor) {
            Ok(read) => loops_of(&read.map),
            Err(_) => return stays(),
        },
    };
    let counterpart = |frame: &Frame| match text == input.text {
        true => Some(frame.span),
        false => only(&there, frame).and_then(|_| only(&frames, frame)).map(|own| own.span),
    };
    let (mut insertions, mut kept): (Vec<(Span, String)>, Vec<Span>) = (vec![], vec![]);
    for frame in &there {
        let place = counterpart(frame);
        if let Some(interior) = loops.iter().find(|it| place == Some(it.span)) {
            insertions.extend(frame.with(&interior.block));
            kept.push(interior.span);
        }
    }
    insertions.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    let mut text = text.to_owned();
    insertions.into_iter().for_each(|(place, new)| text.replace_range(place.start..place.end, &new));
    loops.retain(|it| kept.contains(&it.span));
    Apart { text, loops }
}

/// The loop that has the text of another, in the same function, if it is the only one.
fn only<'a>(frames: &'a [Frame], frame: &Frame) -> Option<&'a Frame> {
    let mut alike = frames.iter().filter(|it| it.function == frame.function && it.text == frame.text);
    alike.next().filter(|_| alike.next().is_none())
}

/// The loops with copies in which more is decided since calls are inlined, in the place of those that hold them or lie in them.
fn with_inlined(
    input: &Input,
    frames: &[Frame],
    interiors: Vec<Interior>,
    asking: &BTreeSet<String>,
) -> Vec<Interior> {
    let asks = |call: &Inlined| match &call.callee {
        Some(callee) => asking.contains(callee),
        None => tokens_without_comments(&call.text).any(|word| asking.contains(word.span.of(&call.text))),
    };
    let is_in_loop = |call: &Inlined| frames.iter().any(|it| it.counts && it.span.contains(call.span));
    let Some(expanded) = expanded_where(input, |call| is_in_loop(call) && asks(call)) else {
        return interiors;
    };
    let Some(origin) = &expanded.origin else { return interiors };
    let mut all = interiors;
    for interior in borders(&expanded.map).interiors {
        let span = origin.origins.in_caller(interior.span);
        let is_there = |frame: &Frame| frame.span == span && frame.function == interior.function;
        let meets = |other: &Interior| other.span.start < span.end && span.start < other.span.end;
        let is_better = all.iter().filter(|it| meets(it)).all(|it| it.decided < interior.decided);
        if is_better && frames.iter().any(is_there) {
            all.retain(|it| !meets(it));
            all.push(Interior { span, ..interior });
        }
    }
    all.sort_by_key(|it| it.span.start);
    all
}

/// What there is to say of a loop, at its place.
pub fn to_note(interior: &Interior) -> Diagnostic {
    let code = if interior.decided > 0 { Code::BordersApart } else { Code::KeptInVariables };
    Diagnostic::note(code, gain(interior)).at(interior.span, "")
}

/// The same in a line.
pub fn summary(input: &Input, interior: &Interior) -> String {
    let (path, line) = (input.path.display(), input.lines(interior.span).map_or(0, |(line, _)| line));
    format!("{path}:{line} {}: {}\n", interior.function, gain(interior))
}

fn gain(interior: &Interior) -> String {
    let counted = |number: usize, what: &str| match number {
        1 => format!("1 {what}"),
        _ => format!("{number} {what}s"),
    };
    let tests = counted(interior.decided, "test");
    let values = counted(interior.kept, "value");
    match (interior.decided, interior.kept) {
        (_, 0) => format!("{tests} less in each iteration away from the borders"),
        (0, _) => format!("{values} in variables, as long as nothing that is written lies over them"),
        _ => format!("{tests} less in each iteration away from the borders, and {values} in variables"),
    }
}
