//! The macros of the user's files, and those whose body is a number.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::SourceMap;
use diagnostics::token::{TokenKind, tokens_without_comments};

/// What a translation unit's files define.
#[derive(Clone, Debug, Default)]
pub struct Macros {
    /// The names of all macros that the user's files define.
    pub names: BTreeSet<String>,
    /// The macros of the main file that are defined once, to a number, and never undefined.
    pub numbers: BTreeMap<String, i64>,
    /// Where what is said last of a macro stands in the main file; `None` for those of which it is said more than once, or in another
    /// file of the user's.
    last: BTreeMap<String, Option<usize>>,
}

impl Macros {
    /// Of the files that `map` knows.
    pub fn of(map: &SourceMap) -> Self {
        let base = |name: &str| name.split('(').next().unwrap_or_default().to_owned();
        let main = map.file_text(map.main_file()).unwrap_or_default();
        let mut numbers: BTreeMap<String, Option<i64>> = BTreeMap::new();
        let mut last: BTreeMap<String, Option<usize>> = BTreeMap::new();
        for Definition { name, value, place } in definitions(main) {
            // A macro with two meanings has none that holds everywhere.
            last.entry(base(&name)).and_modify(|known| *known = None).or_insert(Some(place));
            numbers.entry(name).and_modify(|known| *known = None).or_insert(value);
        }
        for text in map.texts().filter(|text| *text != main) {
            last.extend(definitions(text).map(|definition| (base(&definition.name), None)));
        }
        let names = last.keys().cloned().collect();
        let numbers = numbers.into_iter().filter_map(|(name, value)| Some((name, value?))).collect();
        Macros { names, numbers, last }
    }

    /// Whether a macro means the same in all of the main file from `place` on: it is defined once, before that, or by a system header.
    pub fn are_same_behind(&self, name: &str, place: usize) -> bool {
        self.last.get(name).is_none_or(|last| last.is_some_and(|last| last < place))
    }

    /// The value of the macro `name`, if it is such a number.
    pub fn constant(&self, name: &str) -> Option<i64> {
        self.numbers.get(name).copied()
    }
}

/// What a directive says of a macro.
struct Definition {
    name: String,
    /// The number that it is defined to.
    value: Option<i64>,
    /// Where the directive stands.
    place: usize,
}

/// What the directives of `text` say of macros.
fn definitions(text: &str) -> impl Iterator<Item = Definition> {
    let directives = tokens_without_comments(text).filter(|token| token.kind == TokenKind::Directive);
    directives.filter_map(|directive| {
        let (name, value) = definition(&directive.spelling(text))?;
        Some(Definition { name, value, place: directive.span.start })
    })
}

/// The name that a `#define` or `#undef` speaks of, and the number that it is defined to.
fn definition(directive: &str) -> Option<(String, Option<i64>)> {
    let mut words = directive.strip_prefix('#')?.split(' ').filter(|word| !word.is_empty());
    let kind = words.next()?;
    let name = words.next()?.to_owned();
    let mut body: Vec<_> = words.collect();
    while let ["(", inner @ .., ")"] = body.as_slice() {
        body = inner.to_vec();
    }
    match (kind, body.as_slice()) {
        ("define", [number]) => Some((name, number.parse().ok())),
        ("define" | "undef", _) => Some((name, None)),
        _ => None,
    }
}
