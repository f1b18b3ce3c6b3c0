//! A file of a program: its declarations, and what they declare.
//!
//! Names at a file's level are told by tokens alone, so that two files can be compared without an idea of what a declaration
//! means: where the same tokens declare a name in both, and all names in these tokens, the name stands for the same.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use diagnostics::token::{Token, TokenKind};
use diagnostics::{SourceMap, Span};

use crate::inline::unused::lines;
use crate::pragma::{Pragma, pragma};
use crate::syntax::split::{Piece, behind_group, external_declarations, is_attribute, is_keyword};
use crate::syntax::tree::{Symbol, SymbolId, SymbolKind};
use crate::unit::Unit;

/// A name at the level of a file.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Name {
    /// Of a structure, a union or an enumeration.
    Tag(String),
    /// Of a function, an object, a type or a constant.
    Ordinary(String),
}

impl Name {
    /// As it is written.
    pub fn text(&self) -> &str {
        match self {
            Name::Tag(text) | Name::Ordinary(text) => text,
        }
    }
}

/// Where a name is mentioned that may be one of the file's.
pub struct Mention {
    /// The position in the declaration's tokens.
    pub position: usize,
    /// The name.
    pub name: Name,
}

/// A file of a program, as it was parsed.
pub struct File<'a> {
    /// Its functions and names.
    pub unit: &'a Unit,
    /// Its places.
    pub map: &'a SourceMap,
    /// The declarations of the preprocessed text.
    pub pieces: Vec<Piece>,
    declared: HashMap<Name, Vec<usize>>,
    /// Functions, objects and constants of enumerations.
    linked: BTreeMap<&'a str, &'a Symbol>,
}

impl<'a> File<'a> {
    /// Of a parsed text.
    pub fn new(unit: &'a Unit, map: &'a SourceMap) -> Self {
        let pieces = external_declarations(map.text(), unit.tokens());
        // one function may have a variable of the file for itself
        let is_linked = |(id, symbol): &(usize, &Symbol)| match symbol.kind {
            SymbolKind::Function | SymbolKind::Global | SymbolKind::EnumerationConstant(_) => true,
            SymbolKind::Local { .. } => unit.is_of_file(SymbolId(*id)),
            _ => false,
        };
        let linked = unit.symbols().0.iter().enumerate().filter(is_linked);
        let linked = linked.map(|(_, symbol)| (symbol.name.as_str(), symbol)).collect();
        let mut file = File { unit, map, pieces, declared: HashMap::new(), linked };
        for index in 0..file.pieces.len() {
            for name in file.declared_by(index) {
                let known = file.declared.entry(name).or_default();
                if known.last() != Some(&index) {
                    known.push(index);
                }
            }
        }
        file
    }

    /// The tokens of a declaration.
    pub fn tokens(&self, piece: usize) -> &'a [Token] {
        &self.unit.tokens()[self.pieces[piece].tokens.clone()]
    }

    /// A token's letters.
    pub fn word(&self, token: &Token) -> &'a str {
        token.span.of(self.map.text())
    }

    /// The words of a declaration, one behind the other.
    pub fn spelled(&self, piece: usize) -> String {
        let words = self.tokens(piece).iter().map(|token| token.spelling(self.map.text()));
        words.collect::<Vec<_>>().join(" ")
    }

    /// The declarations of a name: for a tag those that tell its members.
    pub fn declarations(&self, name: &Name) -> &[usize] {
        self.declared.get(name).map_or(&[], Vec::as_slice)
    }

    /// The function, object or constant of this name.
    pub fn linked(&self, name: &str) -> Option<&'a Symbol> {
        self.linked.get(name).copied()
    }

    /// Whether a declaration is one of a function with its body.
    pub fn is_definition(&self, piece: usize) -> bool {
        self.tokens(piece).last().is_some_and(|last| self.word(last) == "}")
    }

    /// What a declaration declares.
    pub fn declared_names(&self, piece: usize) -> BTreeSet<String> {
        self.declared_by(piece).into_iter().map(|name| name.text().to_owned()).collect()
    }

    /// The declaration of the function with its body.
    pub fn definition(&self, name: &str) -> Option<usize> {
        let is_function = self.linked(name).is_some_and(|symbol| symbol.kind == SymbolKind::Function);
        let all = self.declarations(&Name::Ordinary(name.to_owned()));
        all.iter().copied().find(|piece| is_function && self.is_definition(*piece))
    }

    /// Whether the main file holds a declaration.
    pub fn is_own(&self, piece: usize) -> bool {
        self.map.is_in_main_file(self.pieces[piece].span.start)
    }

    /// The tokens of a declaration without the body of its function.
    pub fn header(&self, piece: usize) -> &'a [Token] {
        let tokens = self.tokens(piece);
        if !self.is_definition(piece) {
            return tokens;
        }
        &tokens[..opening(tokens, self.map.text())]
    }

    /// Whether a declaration says one of these words, outside of brackets.
    pub fn says(&self, piece: usize, words: &[&str]) -> bool {
        let mut top = crate::syntax::split::at_top(self.map.text(), self.tokens(piece));
        top.any(|token| words.contains(&self.word(token)))
    }

    /// Whether what a name stands for is of this file alone.
    pub fn is_internal(&self, name: &Name) -> bool {
        self.declarations(name).iter().any(|piece| self.says(*piece, &["static"]))
    }

    /// Its name, as the user gave it.
    pub fn path(&self) -> &'a str {
        self.map.main_file()
    }

    /// The text of the main file.
    pub fn own_text(&self) -> &'a str {
        self.map.file_text(self.map.main_file()).unwrap_or_default()
    }

    /// The lines of a declaration in the main file, with the comments right above, if it has them for itself.
    pub fn lines(&self, piece: usize) -> Option<Span> {
        lines(self.unit, self.map, self.pieces[piece].span)
    }

    /// Something outside of functions that says how what follows is compiled, as a phrase.
    pub fn special(&self) -> Option<&'static str> {
        let text = self.map.text();
        let is_harmless = |pragma: &Pragma| match pragma.word {
            "once" => true,
            "GCC" => pragma.rest.of(text).trim_start().starts_with("diagnostic"),
            _ => false,
        };
        let is_within = |place: usize| {
            let index = self.pieces.partition_point(|piece| piece.span.end <= place);
            self.pieces.get(index).is_some_and(|piece| piece.span.start < place)
        };
        let is_special = |line: &Token| {
            let is_users = || self.map.file_text(&self.map.locate(line.span.start).file).is_some();
            pragma(text, line).is_some_and(|pragma| !is_harmless(&pragma))
                && !is_within(line.span.start)
                && is_users()
        };
        if self.unit.directives().iter().any(is_special) {
            return Some("has a pragma outside of functions");
        }
        let is_assembly = |piece: usize| {
            let first = self.tokens(piece).first().map_or("", |token| self.word(token));
            matches!(first, "asm" | "__asm__" | "__asm")
        };
        (0..self.pieces.len()).any(is_assembly).then_some("has assembly")
    }

    /// The names in a declaration that may be the file's: no variables of functions, no members behind `.` and `->`.
    pub fn mentions(&self, piece: usize) -> Vec<Mention> {
        let tokens = self.tokens(piece);
        let mut found = Vec::new();
        for (position, token) in tokens.iter().enumerate() {
            let before = position.checked_sub(1).map_or("", |before| self.word(&tokens[before]));
            if token.kind != TokenKind::Identifier || matches!(before, "." | "->") || self.is_local(token) {
                continue;
            }
            let text = token.spelling(self.map.text()).into_owned();
            let is_tag = matches!(before, "struct" | "union" | "enum");
            found.push(Mention {
                position,
                name: if is_tag { Name::Tag(text) } else { Name::Ordinary(text) },
            });
        }
        found
    }

    fn symbol(&self, token: &Token) -> Option<&'a Symbol> {
        self.unit.inlining().symbol(token.span).map(|symbol| &self.unit.symbols()[symbol])
    }

    fn is_local(&self, token: &Token) -> bool {
        self.unit.inlining().symbol(token.span).is_some_and(|symbol| !self.unit.is_of_file(symbol))
    }

    /// Whether nothing declares what a token names.
    pub fn is_undeclared(&self, token: &Token) -> bool {
        let is_builtin = self.word(token).starts_with("__builtin_");
        self.symbol(token).is_some_and(|symbol| symbol.kind == SymbolKind::Undeclared) && !is_builtin
    }

    /// The names that a declaration declares.
    fn declared_by(&self, piece: usize) -> Vec<Name> {
        let tokens = self.header(piece);
        let words: Vec<&str> = tokens.iter().map(|token| self.word(token)).collect();
        let is_name =
            |position: usize| tokens.get(position).is_some_and(|token| token.kind == TokenKind::Identifier);
        let mut found = Vec::new();
        for position in 0..words.len() {
            let keyword = words[position];
            if !matches!(keyword, "struct" | "union" | "enum") {
                continue;
            }
            let mut next = position + 1;
            while is_attribute(words.get(next).copied().unwrap_or_default()) {
                next = behind_group(&words, next + 1);
            }
            let open = if is_name(next) { next + 1 } else { next };
            if words.get(open) != Some(&"{") {
                continue;
            }
            if open > next {
                found.push(Name::Tag(words[next].to_owned()));
            }
            if keyword == "enum" {
                let close = behind_group(&words, open);
                let constants =
                    (open + 1..close).filter(|at| is_name(*at) && matches!(words[at - 1], "{" | ","));
                found.extend(constants.map(|at| Name::Ordinary(words[at].to_owned())));
            }
        }
        found
            .extend(declarators(&words, &is_name).into_iter().map(|at| Name::Ordinary(words[at].to_owned())));
        found
    }
}

/// The position of the bracket that the last one closes.
fn opening(tokens: &[Token], text: &str) -> usize {
    let mut depth = 0usize;
    for (position, token) in tokens.iter().enumerate().rev() {
        match token.span.of(text) {
            ")" | "]" | "}" => depth += 1,
            "(" | "[" | "{" => depth = depth.saturating_sub(1),
            _ => continue,
        }
        if depth == 0 {
            return position;
        }
    }
    0
}

fn takes_parentheses(word: &str) -> bool {
    is_attribute(word)
        || matches!(word, "_Alignas" | "typeof" | "__typeof__" | "__typeof" | "_Atomic" | "_Static_assert")
}

/// The positions of the names that declarators declare.
fn declarators(words: &[&str], is_name: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let (mut found, mut part, mut position) = (Vec::new(), Vec::new(), 0);
    let mut is_value = false;
    while position <= words.len() {
        match words.get(position).copied() {
            None | Some("," | ";") => {
                found.extend(declarator(words, &part, is_name));
                part.clear();
                is_value = false;
                position += 1;
            }
            Some(word) if takes_parentheses(word) => position = behind_group(words, position + 1),
            Some("=") => {
                is_value = true;
                position += 1;
            }
            Some("(" | "[" | "{") => {
                let end = behind_group(words, position);
                if !is_value && words[position] != "{" {
                    part.push(position);
                }
                position = end.max(position + 1);
            }
            Some(_) => {
                if !is_value {
                    part.push(position);
                }
                position += 1;
            }
        }
    }
    found
}

/// The position of the name in one declarator, of which `part` are the words outside of brackets and the opening brackets.
fn declarator(words: &[&str], part: &[usize], is_name: &dyn Fn(usize) -> bool) -> Option<usize> {
    let bracket = part.iter().position(|at| matches!(words[*at], "(" | "["));
    let before = &part[..bracket.unwrap_or(part.len())];
    if let Some(open) = bracket.map(|index| part[index]).filter(|open| words[*open] == "(") {
        let is_bare = before.last().is_none_or(|last| !is_name(*last) || is_keyword(words[*last]));
        if words.get(open + 1) == Some(&"*") || is_bare {
            let end = behind_group(words, open);
            let inside: Vec<&str> = words[open + 1..end.saturating_sub(1).max(open + 1)].to_vec();
            let shifted = |at: usize| is_name(open + 1 + at);
            return declarators(&inside, &shifted).first().map(|at| open + 1 + at);
        }
    }
    let last = *before.last()?;
    let earlier = before.len().checked_sub(2).map(|index| before[index]);
    let is_of_type = earlier.is_some_and(|earlier| {
        matches!(words[earlier], "struct" | "union" | "enum") && !words[earlier..last].contains(&"{")
    });
    (is_name(last) && !is_keyword(words[last]) && !is_of_type).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::{File, Name};
    use crate::unit::Unit;
    use diagnostics::SourceMap;

    fn declared(text: &str) -> Vec<String> {
        let map = SourceMap::new(text.to_owned(), |_| None);
        let (unit, _) = Unit::parse(&map, &|| None);
        let file = File::new(&unit, &map);
        let all = (0..file.pieces.len()).flat_map(|piece| file.declared_by(piece));
        let written = all.map(|name| match name {
            Name::Tag(text) => format!("tag {text}"),
            Name::Ordinary(text) => text,
        });
        written.collect()
    }

    #[test]
    fn declarators_name_what_they_declare() {
        let cases: [(&str, &[&str]); 17] = [
            ("int a = 1, *b, c[2];", &["a", "b", "c"]),
            ("struct S { int x; } s, *p;", &["tag S", "s", "p"]),
            ("struct S { int x; };", &["tag S"]),
            ("struct S;", &[]),
            ("struct S *f(struct S *p, int n);", &["f"]),
            ("typedef struct { int x; } T, *P;", &["T", "P"]),
            ("typedef int (*callback)(int, void *);", &["callback"]),
            ("extern int (isalpha)(int);", &["isalpha"]),
            ("enum colour { RED, GREEN = RED + 2 } paint;", &["tag colour", "RED", "GREEN", "paint"]),
            ("static const float t[2][2] = {{1, 2}, {3, 4}};", &["t"]),
            ("int (*(*deep)(void))(int);", &["deep"]),
            ("typedef float v4 __attribute__((vector_size(16)));", &["v4"]),
            ("unsigned typedef long word;", &["word"]),
            ("struct __attribute__((packed)) Q { char c; int (*call)(int q); };", &["tag Q"]),
            ("static inline int twice(int v) { int local = v; return 2 * local; }", &["twice"]),
            ("double h(double x) __attribute__((pure));", &["h"]),
            ("typedef unsigned long size_t; size_t length(const char *of);", &["size_t", "length"]),
        ];
        for (text, names) in cases {
            assert_eq!(declared(text), names, "{text}");
        }
    }
}
