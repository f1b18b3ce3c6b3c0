//! Each external declaration parsed by itself with lang-c.
//!
//! C can't be parsed without knowing which names are types. A declaration is therefore parsed behind
//! `typedef int A, B;` for those of its names that earlier declarations made types: to the grammar one
//! type is as good as another. Places in lang-c's tree count from the start of that text; see
//! [`External::place`].

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind};
use lang_c::ast;
use lang_c::driver::{Config, parse_preprocessed};

use super::mend::{mended, plain_names, unknown};
use super::nesting::{DEEPEST, too_deep};
use super::prototype::unnamed;
use super::split::{Piece, TokenTable, at_top, external_declarations};

/// A declaration, or the offset where it goes wrong.
type Parsed = Result<Arc<ast::ExternalDeclaration>, usize>;

/// What lang-c makes of texts, which is all that it is asked: a file and what becomes of it have most declarations in common.
static KNOWN: LazyLock<Mutex<HashMap<String, Parsed>>> = LazyLock::new(Mutex::default);

/// An external declaration with its tree.
pub struct External {
    /// Its place and its tokens.
    pub piece: Piece,
    /// What is known of it.
    pub tree: Tree,
    /// How far places in the tree lie behind those in the preprocessed text.
    shift: isize,
}

/// What is known of a declaration.
pub enum Tree {
    /// All.
    Whole(Arc<ast::ExternalDeclaration>),
    /// That it declares a function, which is named here and nowhere else.
    Function(Span),
    /// Nothing, since lang-c doesn't know this C.
    Unknown(Unparsed),
}

/// Why a declaration has no tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unparsed {
    /// Where the trouble is.
    pub place: Span,
    /// What it is, as a phrase.
    pub reason: Reason,
}

/// What keeps a declaration from being parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It is nested too deeply.
    Depth,
    /// The parser didn't expect what stands there.
    Unexpected,
    /// There is something in it that the parser doesn't know, by its name.
    Construct(&'static str),
}

impl External {
    /// A place of the tree as a place in the preprocessed text; of what doesn't stand there, the start of the declaration.
    pub fn place(&self, span: lang_c::span::Span) -> Span {
        let first = self.piece.span.start;
        let shifted = |offset: usize| offset.saturating_add_signed(-self.shift).max(first);
        Span::new(shifted(span.start), shifted(span.end))
    }
}

/// All external declarations of `text`, but for those without any meaning. What stands where `is_foreign` is parsed only if it may
/// matter for the rest.
pub fn parse(text: &str, table: &TokenTable, is_foreign: &dyn Fn(usize) -> bool) -> Vec<External> {
    let names = plain_names(text, &table.tokens);
    let mut types = HashSet::new();
    let pieces = external_declarations(text, &table.tokens);
    let unnamed = unnamed(text, table, &pieces, is_foreign);
    let mut externals = Vec::with_capacity(pieces.len());
    for (position, piece) in pieces.into_iter().enumerate() {
        if let Some(name) = unnamed.get(&position) {
            externals.push(External { piece, tree: Tree::Function(*name), shift: 0 });
            continue;
        }
        let tokens = &table.tokens[piece.tokens.clone()];
        let external = parse_piece(text, tokens, piece.clone(), &types, &names);
        if at_top(text, tokens).any(|token| token.span.of(text) == "typedef") {
            types.extend(type_names(text, tokens));
        }
        externals.extend(external);
    }
    externals
}

/// The declaration, as it is or mended; `None` if it means nothing.
fn parse_piece(
    text: &str,
    tokens: &[Token],
    piece: Piece,
    types: &HashSet<&str>,
    names: &HashMap<String, String>,
) -> Option<External> {
    if let Some(token) = too_deep(text, tokens) {
        let tree = Tree::Unknown(Unparsed { place: token.span, reason: Reason::Depth });
        return Some(External { piece, tree, shift: 0 });
    }
    let span = piece.span;
    let given = if lacks_type(text, tokens, types) { IMPLICIT } else { "" };
    let attempt = |source: &str, foreign: &[&'static str]| {
        let prelude = prelude(text, tokens, types, names, foreign);
        let shift = (prelude.len() + given.len()) as isize - span.start as isize;
        let parsed = parse_source(&prelude, given, source);
        (parsed.map_err(|offset| offset.saturating_add_signed(-shift)), shift)
    };
    let (mut parsed, mut shift) = attempt(span.of(text), &[]);
    if parsed.is_err()
        && let Some(mended) = mended(text, tokens, span, |name| types.contains(name), names)
    {
        if mended.source.trim_matches([' ', '\n', ';']).is_empty() {
            return None;
        }
        (parsed, shift) = attempt(&mended.source, &mended.types);
    }
    let unparsed = |offset: usize| match unknown(text, tokens) {
        Some((place, name)) => Unparsed { place, reason: Reason::Construct(name) },
        None => Unparsed { place: place_of_error(tokens, span, offset), reason: Reason::Unexpected },
    };
    let tree = parsed.map_or_else(|offset| Tree::Unknown(unparsed(offset)), Tree::Whole);
    Some(External { piece, tree, shift })
}

/// The type of a function that is defined without one, as C89 has it and compilers still do.
const IMPLICIT: &str = "int ";

/// Whether a function is defined without a type: `main() {`.
fn lacks_type(text: &str, tokens: &[Token], types: &HashSet<&str>) -> bool {
    let word = |position: usize| tokens.get(position).map_or("", |token| token.span.of(text));
    let first = tokens.first().is_some_and(|token| token.kind == TokenKind::Identifier);
    let last = tokens.last().map_or("", |token| token.span.of(text));
    first && word(1) == "(" && last == "}" && !types.contains(word(0)) && !word(0).starts_with("__")
}

/// The tree of one declaration, in front of which a type was `given`, or the offset where it goes wrong.
fn parse_source(prelude: &str, given: &str, source: &str) -> Parsed {
    let text = format!("{prelude}{given}{source}");
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known().get(&text) {
        return known.clone();
    }
    let parsed = parse_anew(text.clone(), prelude);
    known().insert(text, parsed.clone());
    parsed
}

fn parse_anew(text: String, prelude: &str) -> Parsed {
    let parsed = parse_preprocessed(&Config::with_gcc(), text);
    let mut declarations = parsed.map_err(|error| error.offset)?.unit.0;
    let expected = if prelude.is_empty() { 1 } else { 2 };
    let last = declarations.pop().filter(|_| declarations.len() + 1 == expected);
    last.map(|declaration| Arc::new(declaration.node)).ok_or(prelude.len())
}

/// A declaration of those types that `tokens` mention, and of `foreign` ones.
fn prelude(
    text: &str,
    tokens: &[Token],
    types: &HashSet<&str>,
    names: &HashMap<String, String>,
    foreign: &[&str],
) -> String {
    let identifiers = tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
    let known = identifiers.map(|token| token.span.of(text)).filter(|name| types.contains(name));
    let known = known.map(|name| names.get(name).map_or(name, String::as_str));
    let mut mentioned: Vec<_> = known.chain(foreign.iter().copied()).collect();
    mentioned.sort_unstable();
    mentioned.dedup();
    if mentioned.is_empty() { String::new() } else { format!("typedef int {};\n", mentioned.join(",")) }
}

/// The token at `offset`, or the end of the declaration.
fn place_of_error(tokens: &[Token], span: Span, offset: usize) -> Span {
    let token = tokens.iter().find(|token| offset < token.span.end);
    token.map_or(Span::new(span.end.saturating_sub(1), span.end), |token| token.span)
}

/// The names that a `typedef` declares: the last identifier of each declarator.
///
/// They are told from the tokens, so that types are known whose declarations lang-c can't parse.
fn type_names<'a>(text: &'a str, tokens: &'a [Token]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut current = None;
    let mut depth = 0usize;
    for (position, token) in tokens.iter().enumerate() {
        let word = token.span.of(text);
        let before =
            |back: usize| position.checked_sub(back).map_or("", |before| tokens[before].span.of(text));
        match word {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," | ";" if depth == 0 => names.extend(current.take()),
            _ if token.kind != TokenKind::Identifier || word.starts_with("__attribute") => {}
            _ if depth == 0 => current = Some(word),
            // The name of a function pointer or of a pointer to an array.
            _ if depth == 1 && before(1) == "*" && before(2) == "(" => current = Some(word),
            _ => {}
        }
    }
    names
}

impl Unparsed {
    /// What is wrong, in words.
    pub fn describe(&self) -> String {
        match self.reason {
            Reason::Depth => format!("nested deeper than {DEEPEST} levels"),
            Reason::Unexpected => "polycc's parser doesn't know this".into(),
            Reason::Construct(name) => format!("polycc's parser doesn't know {name}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unparsed(text: &str) -> Vec<String> {
        let table = TokenTable::new(text);
        let externals = parse(text, &table, &|_| false);
        externals
            .iter()
            .filter(|external| matches!(external.tree, Tree::Unknown(_)))
            .map(|external| external.piece.span.of(text).into())
            .collect()
    }

    #[test]
    fn types_are_known_across_declarations() {
        let text = "typedef unsigned long size_t, *sp; typedef int (*callback)(size_t); typedef double row[4];\n\
                    typedef unsigned long size_t; size_t n; callback f; int g(void) { int size_t = 1; return size_t * 2; }\n\
                    row r; sp q;";
        assert_eq!(unparsed(text), Vec::<String>::new());
    }

    #[test]
    fn one_declaration_that_is_not_understood_leaves_the_others() {
        let text = "int x = y ?: 1; int y; typedef struct __attribute__((packed)) S { int a; } S; S s; int f(void) { return 1 }";
        assert_eq!(unparsed(text), ["int x = y ?: 1;", "int f(void) { return 1 }"]);
    }

    #[test]
    fn what_compilers_know_beside_the_standard() {
        let text = "[[maybe_unused]] static int a; static_assert(sizeof(int) == 4); __thread int b; __int128 c;\n\
                    typedef unsigned __int128 wide; wide d; constexpr int e = 1; _BitInt(7) g;\n\
                    struct __attribute__((packed)) S { int a; static_assert(1, \"a\"); } s;\n\
                    bool f(int x) __asm__(\"g\") { __auto_type v = x; bool w = true; end: int z = 1; switch (x)\n\
                    { case 1: [[fallthrough]]; case 2: __attribute__((fallthrough)); default: } if (w) goto end; last: }\n\
                    const char *block = \"\\\\\\u2588 \\U0001F600\\n\", *bold = \"\\e[1m\\%\", *none = \"\\\\u\";
                    int old(n, x) int n; double *x; { return n; } int gr\u{f6}\u{df}e, a$b, $;";
        assert_eq!(unparsed(text), Vec::<String>::new());
    }

    #[test]
    fn what_means_more_than_it_looks_stays_unparsed() {
        for text in [
            "void f(void) { bool x; int v __attribute__((vector_size(16))) = {}; x ?: 1; }",
            "void f(void) { void *p = &&end; end: ; }",
            "void f(int x) { y = static_assert(x) + + ?: 1; }",
        ] {
            assert_eq!(unparsed(text), [text]);
        }
    }
}
