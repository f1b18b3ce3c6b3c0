//! That a text with inlined calls means what the text with the calls means.
//!
//! Token by token, what the preprocessor makes of the new text is what it made of the old one, where calls stand: the
//! declarations of the parameters with the arguments, and the function's body. And each identifier stands for the same: for the
//! same variable or function of the file, or for one variable of the block where the function had one. The pairs of tokens also
//! tell where what is in the new text comes from.

use std::collections::{BTreeSet, HashMap, HashSet};

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind, tokens_without_comments};

use super::Inlined;
use super::block::Piece;
use super::pragmas::in_front;
use crate::syntax::tree::SymbolId;
use crate::unit::Unit;
use diagnostics::SourceMap;

/// Where the tokens of a text with inlined calls come from, in the order of the text.
#[derive(Clone, Debug, Default)]
pub struct Origins(Vec<Origin>);

/// Where a token comes from.
#[derive(Clone, Copy, Debug)]
struct Origin {
    token: Span,
    from: Span,
    /// The call that it is inlined for.
    call: Option<Span>,
}

impl Origins {
    /// Of tokens that each come from one, in the order of the text.
    pub(crate) fn of_pairs(pairs: impl Iterator<Item = (Span, Span)>) -> Self {
        Origins(pairs.map(|(token, from)| Origin { token, from, call: None }).collect())
    }

    /// The first and the last of the tokens in `span`.
    fn outer(&self, span: Span) -> Option<(Origin, Origin)> {
        let first = self.0.partition_point(|origin| origin.token.end <= span.start);
        let last = self.0.partition_point(|origin| origin.token.start < span.end.max(span.start + 1));
        let first = first.min(self.0.len().checked_sub(1)?);
        Some((self.0[first], self.0[last.saturating_sub(1).max(first)]))
    }

    /// What `span` comes from: all from its first to its last token where these are in one function, else the first.
    pub fn of(&self, span: Span) -> Span {
        match self.outer(span) {
            Some((first, last)) if first.call == last.call && first.from.start <= last.from.end => {
                first.from.to(last.from)
            }
            Some((first, _)) => first.from,
            None => span,
        }
    }

    /// The same for the function around `span`: inlined text comes from the call.
    pub fn in_caller(&self, span: Span) -> Span {
        let place = |origin: Origin| origin.call.unwrap_or(origin.from);
        self.outer(span).map_or(span, |(first, last)| place(first).to(place(last)))
    }

    /// Where the tokens start, and what they come from in the function around what is inlined.
    pub fn starts(&self) -> impl Iterator<Item = (usize, Span)> {
        self.0.iter().map(|origin| (origin.token.start, origin.call.unwrap_or(origin.from)))
    }

    /// Whether something in `span` is inlined.
    pub fn is_inlined(&self, span: Span) -> bool {
        self.within(span).any(|origin| origin.call.is_some())
    }

    /// Whether something in `span` is what the function says that is called: a variable that gets its result is declared there, too.
    pub fn is_of_stage(&self, span: Span) -> bool {
        self.within(span).any(|origin| origin.call.is_some_and(|call| !call.contains(origin.from)))
    }

    fn within(&self, span: Span) -> impl Iterator<Item = &Origin> {
        let first = self.0.partition_point(|origin| origin.token.end <= span.start);
        self.0[first..].iter().take_while(move |origin| origin.token.start < span.end)
    }

    /// The same for a text whose tokens come from one that has origins itself.
    #[must_use]
    pub fn through(&self, earlier: &Origins) -> Origins {
        let through = |origin: &Origin| {
            let call = origin.call.unwrap_or(origin.from);
            let is_inlined = origin.call.is_some() || earlier.is_inlined(origin.from);
            let call = is_inlined.then(|| earlier.in_caller(call));
            Origin { token: origin.token, from: earlier.of(origin.from), call }
        };
        Origins(self.0.iter().map(through).collect())
    }
}

/// A token that is meant.
struct Meant {
    /// The pragmas in front of it.
    pragmas: Vec<String>,
    spelling: String,
    origin: Span,
    /// Whether it is the origin itself, so that it stands for the same.
    is_copied: bool,
    /// The position of the call that it is for.
    call: Option<usize>,
    /// Whether it stands in the function that is called.
    is_callees: bool,
    /// Which further copy of its text it is in.
    copy: Option<usize>,
}

/// The tokens of two texts, by their starts, that are numbers of lines: they move with these.
#[derive(Clone, Debug, Default)]
pub struct LineNumbers {
    /// Of the text that was there.
    pub before: HashSet<usize>,
    /// Of the text that was made of it.
    pub after: HashSet<usize>,
}

impl LineNumbers {
    /// Whether both tokens are such numbers.
    pub fn are(&self, before: Span, after: Span) -> bool {
        self.before.contains(&before.start) && self.after.contains(&after.start)
    }
}

/// How a text with inlined calls differs from what was meant.
#[derive(Clone, Debug, Default)]
pub struct Difference {
    /// The first difference, as a phrase.
    pub why: String,
    /// The functions that differ, if everything else is as it was meant.
    pub functions: BTreeSet<String>,
}

impl From<String> for Difference {
    fn from(why: String) -> Self {
        Difference { why, functions: BTreeSet::new() }
    }
}

/// Compares a unit with one of whose `calls` have been inlined; gives where the latter's tokens come from. `are_lines` tells of
/// a token before and one after whether they are numbers of lines.
///
/// # Errors
/// How they differ.
pub fn origins(
    (before, before_map): (&Unit, &SourceMap),
    calls: &[&Inlined],
    (after, after_map): (&Unit, &SourceMap),
    are_lines: &dyn Fn(Span, Span) -> bool,
) -> Result<Origins, Difference> {
    let meant = meant(before, before_map, calls);
    let is = after.tokens();
    let mut bijection = Bijection::default();
    let mut pairs = Vec::with_capacity(is.len());
    let mut same = |token: &Token, wanted: &Meant| {
        let spelling = token.spelling(after_map.text());
        let is_moved = || wanted.call.is_none() && are_lines(wanted.origin, token.span);
        if spelling != wanted.spelling && !is_moved() {
            return Err(format!("`{spelling}` stands where `{}` was meant", wanted.spelling));
        }
        if !pragmas(after, after_map, token.span.start).eq(wanted.pragmas.iter().cloned()) {
            return Err(format!("pragmas in front of `{spelling}` differ"));
        }
        if !wanted.is_copied {
            return Ok(());
        }
        let (was, is) = (before.inlining().symbol(wanted.origin), after.inlining().symbol(token.span));
        let call = wanted.call.filter(|_| wanted.is_callees);
        // the caller's own
        let adopted = call.and_then(|call| calls[call].adopted).filter(|it| was == Some(it.own));
        let (was, call) = adopted.map_or((was, call), |it| (Some(it.callers), None));
        let is_own = |within: Span| was.is_some_and(|was| within.contains(before.symbols()[was].name_span));
        let copy = wanted.copy.zip(wanted.call).filter(|(_, call)| is_own(calls[*call].span));
        let call = copy.map(|(copy, call)| (call, copy)).or(call.map(|call| (call, 0)));
        bijection.add(before, after, (was, is), call).map_err(|why| format!("`{spelling}` {why}"))
    };
    let place = |wanted: &Meant| wanted.call.map_or(wanted.origin, |call| calls[call].span);
    let mut difference: Option<Difference> = None;
    let (mut next, mut next_meant) = (0, 0);
    while let Some(token) = is.get(next) {
        let Some(wanted) = meant.get(next_meant) else {
            return Err("there is more text than was meant".to_owned().into());
        };
        let Err(why) = same(token, wanted) else {
            let call = wanted.call.map(|call| calls[call].span);
            pairs.push(Origin { token: token.span, from: wanted.origin, call });
            (next, next_meant) = (next + 1, next_meant + 1);
            continue;
        };
        // what follows the function is compared, too, so that it shows which functions differ
        let named = |name: &str| after.definitions().iter().find(|function| function.name == name);
        let function = before.function_at(place(wanted).start);
        let Some((function, new)) = function.and_then(|function| Some((function, named(&function.name)?)))
        else {
            return Err(why.into());
        };
        next += is[next..].partition_point(|token| token.span.start < new.span.end);
        next_meant += meant[next_meant..].partition_point(|wanted| place(wanted).start < function.span.end);
        difference.get_or_insert_with(|| why.into()).functions.insert(function.name.clone());
    }
    match difference {
        _ if next_meant != meant.len() => Err("there is less text than was meant".to_owned().into()),
        Some(difference) => Err(difference),
        None => Ok(Origins(pairs)),
    }
}

/// The pragmas right in front of a place.
fn pragmas<'a>(unit: &'a Unit, map: &'a SourceMap, place: usize) -> impl Iterator<Item = String> {
    let lines = in_front(unit.table(), map.text(), place);
    lines.map(|span| Token { kind: TokenKind::Directive, span }.spelling(map.text()).into_owned())
}

/// The tokens that the text with the calls inlined should have.
fn meant(before: &Unit, map: &SourceMap, calls: &[&Inlined]) -> Vec<Meant> {
    let text = map.text();
    let copied = |token: &Token, call: Option<usize>| Meant {
        pragmas: pragmas(before, map, token.span.start).collect(),
        spelling: token.spelling(text).into_owned(),
        origin: token.span,
        is_copied: true,
        call,
        is_callees: false,
        copy: None,
    };
    let mut all = Vec::new();
    let mut calls = calls.iter().enumerate().peekable();
    for token in before.tokens() {
        while calls.peek().is_some_and(|(_, call)| call.span.end <= token.span.start) {
            calls.next();
        }
        let Some((number, call)) = calls.peek().filter(|(_, call)| call.span.contains(token.span)) else {
            all.push(copied(token, None));
            continue;
        };
        if token.span.start != call.span.start {
            continue;
        }
        let from = all.len();
        // of new text, in front of what comes next
        let mut lines: Vec<String> = Vec::new();
        for piece in &call.pieces {
            let start = all.len();
            match piece {
                Piece::New(words, origin) => {
                    for token in tokens_without_comments(words) {
                        let spelling = token.spelling(words).into_owned();
                        if token.kind == TokenKind::Directive {
                            lines.push(spelling);
                            continue;
                        }
                        all.push(Meant {
                            pragmas: std::mem::take(&mut lines),
                            spelling,
                            origin: *origin,
                            is_copied: false,
                            call: Some(*number),
                            is_callees: false,
                            copy: None,
                        });
                    }
                }
                Piece::Again(span, copy) => all.extend(
                    before
                        .tokens_within(*span)
                        .iter()
                        .map(|token| Meant { copy: Some(*copy), ..copied(token, Some(*number)) }),
                ),
                Piece::Copied(span, renamed) => {
                    all.extend(before.tokens_within(*span).iter().map(|token| {
                        let is_callees = !call.span.contains(token.span);
                        let meant = Meant { is_callees, ..copied(token, Some(*number)) };
                        match renamed.get(&token.span.start) {
                            Some(name) => Meant { spelling: name.clone(), ..meant },
                            None => meant,
                        }
                    }));
                }
            }
            if let Some(first) = all.get_mut(start) {
                first.pragmas.splice(0..0, lines.drain(..));
            }
        }
        // what is in front of the call is in front of the block, unless it is part of that
        let is_needed =
            |first: &Meant| call.in_chunks.is_none() && (first.origin != token.span || !first.is_copied);
        if let Some(first) = all.get_mut(from).filter(|first| is_needed(first)) {
            first.pragmas.splice(0..0, pragmas(before, map, token.span.start));
        }
    }
    all
}

/// The call that a copy is for, or the file that it comes from, with which of several copies it is.
type Copy = Option<(usize, usize)>;

/// Which variables of functions stand for which, by the copy of a function in which they are: the call that it is for, or the
/// file that it comes from.
#[derive(Default)]
pub(crate) struct Bijection {
    forward: HashMap<(Copy, SymbolId), SymbolId>,
    backward: HashMap<SymbolId, (Copy, SymbolId)>,
}

impl Bijection {
    /// Adds what one token stands for before and after.
    ///
    /// # Errors
    /// That it isn't the same, as a phrase.
    pub(crate) fn add(
        &mut self,
        before: &Unit,
        after: &Unit,
        symbols: (Option<SymbolId>, Option<SymbolId>),
        copy: Copy,
    ) -> Result<(), &'static str> {
        let (was, is) = match symbols {
            (None, None) => return Ok(()),
            (Some(was), Some(is)) => (was, is),
            _ => return Err("isn't a name in both"),
        };
        let (was_known, is_known) = (&before.symbols()[was], &after.symbols()[is]);
        let is_same = || {
            let are_variables = was_known.kind.is_variable() && is_known.kind.is_variable();
            was_known.kind == is_known.kind || are_variables
        };
        match (before.is_of_file(was), after.is_of_file(is)) {
            (false, false) => {}
            (true, true) if was_known.name == is_known.name && is_same() => return Ok(()),
            _ => return Err("stands for something else"),
        }
        let key = (copy, was);
        let (forward, backward) =
            (self.forward.entry(key).or_insert(is), self.backward.entry(is).or_insert(key));
        if *forward == is && *backward == key { Ok(()) } else { Err("stands for another variable") }
    }
}
