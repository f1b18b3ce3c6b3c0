//! The user's macros that name a variable in a text: what they stand for can be written in their place.

use std::ops::Range;

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind, tokens_without_comments};

use super::Parsed;

/// How many tokens away from the name the macro starts, or ends, at most.
const FURTHEST: usize = 200;

/// A use of a macro.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The positions of the tokens that it stands for.
    pub tokens: Range<usize>,
    /// Where it stands in the main file.
    pub place: Span,
}

/// The uses of macros that give a text those of its tokens that are wanted, in order; `None` if one comes out of something else than
/// a macro of the user's, as an assertion, or reaches beyond the text.
pub fn expansions(
    parsed: Parsed,
    text: &[Token],
    is_wanted: &dyn Fn(&Token) -> bool,
) -> Option<Vec<Expansion>> {
    if !text.iter().any(|token| is_wanted(token) && parsed.original(token.span).is_none()) {
        return Some(vec![]);
    }
    // what is around the text tells where it is that a macro at its edge stands
    let all = &parsed.table.tokens;
    let first = all.partition_point(|token| token.span.start < text[0].span.start);
    let start = first.saturating_sub(FURTHEST);
    let tokens = &all[start..all.len().min(first + text.len() + FURTHEST)];
    let own = first - start..first - start + text.len();
    let places: Vec<Option<Span>> = tokens.iter().map(|token| parsed.original(token.span)).collect();
    let mut found: Vec<Expansion> = Vec::new();
    for position in own.clone() {
        let is_known = found.last().is_some_and(|last| last.tokens.contains(&position));
        if !is_known && places[position].is_none() && is_wanted(&tokens[position]) {
            let expansion = around(parsed, tokens, &places, position)?;
            let is_beyond = expansion.tokens.start < own.start || expansion.tokens.end > own.end;
            if is_beyond || found.last().is_some_and(|last| last.tokens.end > expansion.tokens.start) {
                return None;
            }
            found.push(expansion);
        }
    }
    for expansion in &mut found {
        let Range { start, end } = expansion.tokens;
        expansion.tokens = start - own.start..end - own.start;
    }
    Some(found)
}

/// The use of a macro around one of its tokens.
fn around(parsed: Parsed, tokens: &[Token], places: &[Option<Span>], position: usize) -> Option<Expansion> {
    let file = parsed.file()?;
    let before = (position.saturating_sub(FURTHEST)..position).rev();
    for first in before.filter(|at| places[*at].is_some()) {
        for last in (position + 1..tokens.len().min(position + FURTHEST)).filter(|at| places[*at].is_some()) {
            let (Some(left), Some(right)) = (places[first], places[last]) else { continue };
            if left.end > right.start {
                continue;
            }
            let gap = Span::new(left.end, right.start);
            let written = gap.of(file);
            let all: Vec<Token> = tokens_without_comments(written).collect();
            let word = |token: &Token| token.span.of(written);
            // what stands in front of it may be like something in it, so that its place isn't known
            let is_itself = |(token, own): &(&Token, &Token)| {
                word(token) == own.span.of(parsed.text()) && !parsed.macros.names.contains(word(token))
            };
            let same = all.iter().zip(&tokens[first + 1..last]).take_while(is_itself).count();
            let words: Vec<&str> = all[same..].iter().map(word).collect();
            let inside = first + 1 + same..last;
            let stands_for: Vec<&str> =
                tokens[inside.clone()].iter().map(|it| it.span.of(parsed.text())).collect();
            let starts = words.first().is_some_and(|word| parsed.macros.names.contains(*word));
            let holds = inside.contains(&position);
            if holds && starts && is_balanced(&words) && is_balanced(&stands_for) {
                let start = gap.start + all[same].span.start;
                let place = Span::new(start, gap.start + written.trim_end().len());
                let is_users = |word: &&str| {
                    parsed.macros.names.contains(*word)
                        || stands_for.contains(word)
                        || !tokens_without_comments(word).any(|it| it.kind == TokenKind::Identifier)
                };
                let is_plain = !place.of(file).contains("/*") && !place.of(file).contains("//");
                return (is_plain && words.iter().all(is_users))
                    .then_some(Expansion { tokens: inside, place });
            }
        }
    }
    None
}

fn is_balanced(words: &[&str]) -> bool {
    let mut depth = 0i32;
    for word in words {
        depth += match *word {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}
