//! The names of the variables of a copy, with their declarations.

use diagnostics::Span;
use diagnostics::token::tokens_without_comments;

use super::{Keeper, Kept, Variable};
use crate::inline::Parsed;
use crate::interior::reach::is_pointer;
use crate::syntax::tree::{Expression, ExpressionKind};
use crate::syntax::types::{Type, TypeKind};

impl Kept {
    /// A text with the names in it.
    pub fn in_names(&self, text: &str) -> String {
        let (words, tokens): (Vec<&str>, Vec<Span>) = words(text).unzip();
        let all = self.variables.iter();
        let kept: Vec<(Vec<&str>, &str)> =
            all.map(|it| (self::words(&it.text).map(|(word, _)| word).collect(), it.name.as_str())).collect();
        let (mut new, mut end, mut at) = (String::new(), 0, 0);
        while at < words.len() {
            let is_member = at > 0 && matches!(words[at - 1], "." | "->");
            let found = kept.iter().find(|(own, _)| !is_member && words[at..].starts_with(own));
            let (word, length) = match found {
                Some((own, name)) => (*name, own.len()),
                None => (words[at], 1),
            };
            new += &text[end..tokens[at].start];
            new += word;
            at += length;
            end = tokens[at - 1].end;
        }
        new + &text[end..]
    }
}

impl Keeper<'_, '_> {
    /// A variable that has the value of a place, beside those that are given.
    pub(super) fn variable(&self, place: &Expression, given: &[Variable]) -> Option<Variable> {
        let words = match &place.kind {
            ExpressionKind::Member(symbol, inner) => {
                let own = self.parsed.resolved.symbols[*symbol].name.clone();
                let own = own.rsplit(['.', '>']).next().unwrap_or_default().to_owned();
                let object = self.text(inner);
                let object: String = object
                    .replace("->", "_")
                    .chars()
                    .filter(|it| it.is_alphanumeric() || *it == '_')
                    .collect();
                vec![own.clone(), format!("{object}_{own}")]
            }
            ExpressionKind::Variable(symbol) => {
                vec![format!("kept_{}", self.parsed.resolved.symbols[*symbol].name)]
            }
            _ => {
                let base = place.subscripted().0;
                let mut name = base.named().map_or("value", |it| &self.parsed.resolved.symbols[it].name);
                name = name.rsplit(['.', '>', '[', ']', ' ']).next().unwrap_or("value");
                let what = if is_pointer(place) { "row" } else { "value" };
                vec![format!("{name}_{what}")]
            }
        };
        let is_free = |name: &&String| !given.iter().any(|other| other.name == **name) && !self.is_word(name);
        let name = words.iter().find(is_free).cloned();
        let name = name.unwrap_or_else(|| {
            let last = words.last().cloned().unwrap_or_default();
            let mut numbered = (2..).map(|number| format!("{last}_{number}"));
            numbered.find(|name| is_free(&name)).unwrap_or_default()
        });
        let (type_, text) = (self.spelled(&place.type_)?, self.text(place));
        let declaration = match type_.ends_with('*') {
            true => format!("{type_}const {name} = {text};"),
            false => format!("const {type_} {name} = {text};"),
        };
        Some(Variable { name, text, declaration })
    }

    /// Whether a name is one of the function, of the file or of a macro.
    fn is_word(&self, name: &str) -> bool {
        let Parsed { table, map, macros, .. } = self.parsed;
        let tokens = table.within(self.function.span);
        let mut used = tokens.iter().enumerate().filter(|(at, _)| {
            // a member has its own names
            let before = at.checked_sub(1).map_or("", |at| tokens[at].span.of(map.text()));
            !matches!(before, "." | "->")
        });
        used.any(|(_, token)| token.span.of(map.text()) == name)
            || macros.names.iter().any(|it| it == name)
            || is_keyword(name)
    }

    /// How a type is written in front of a name, without qualifiers of its own.
    fn spelled(&self, type_: &Type) -> Option<String> {
        let target = match &type_.kind {
            TypeKind::Pointer(target) => target,
            TypeKind::Integer(_) | TypeKind::Floating(_) => {
                return Some(type_.spelling().to_owned()).filter(|name| !name.is_empty());
            }
            TypeKind::Record(record) => return self.parsed.resolved.records.0[record.0].name.clone(),
            TypeKind::Void => return Some("void".to_owned()),
            _ => return None,
        };
        let qualifiers = target.qualifiers;
        (!qualifiers.volatile && !qualifiers.atomic && !qualifiers.restrict).then_some(())?;
        let inner = self.spelled(target)?;
        let is_nested = inner.ends_with('*');
        Some(match (qualifiers.constant, is_nested) {
            (false, false) => format!("{inner} *"),
            (false, true) => format!("{inner}*"),
            (true, false) => format!("const {inner} *"),
            (true, true) => format!("{inner}const *"),
        })
    }
}

/// The words of a text, with their places.
fn words(text: &str) -> impl Iterator<Item = (&str, Span)> {
    tokens_without_comments(text).map(move |token| (token.span.of(text), token.span))
}

/// Words of C that a member can't be called but a typedef of C23 or C++ may be.
fn is_keyword(name: &str) -> bool {
    matches!(name, "bool" | "true" | "false" | "asm" | "inline" | "typeof")
}
