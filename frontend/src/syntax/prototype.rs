//! Prototypes told by their tokens: headers have hundreds, of which a program calls a few.

use std::collections::{HashMap, HashSet};

use diagnostics::Span;
use diagnostics::token::{Token, TokenKind};

use super::split::{Piece, TokenTable, behind_group, is_attribute, is_keyword};

/// By their positions, the names of those of `pieces` that are nothing but prototypes, lie where `is_foreign`, and declare
/// functions that nothing else names.
pub fn unnamed(
    text: &str,
    table: &TokenTable,
    pieces: &[Piece],
    is_foreign: &dyn Fn(usize) -> bool,
) -> HashMap<usize, Span> {
    let prototypes = pieces.iter().enumerate().filter(|(_, piece)| is_foreign(piece.span.start));
    let prototypes = prototypes.filter_map(|(position, piece)| {
        let name = prototype(text, &table.tokens[piece.tokens.clone()])?;
        Some((position, name))
    });
    let mut prototypes: HashMap<usize, Span> = prototypes.collect();
    let others = pieces.iter().enumerate().filter(|(position, _)| !prototypes.contains_key(position));
    let others = others.flat_map(|(_, piece)| &table.tokens[piece.tokens.clone()]);
    let named = others.filter(|token| token.kind == TokenKind::Identifier).map(|token| token.span.of(text));
    let named: HashSet<&str> = named.collect();
    prototypes.retain(|_, name| !named.contains(name.of(text)));
    prototypes
}

/// The name of the function that a declaration declares which does nothing else: no tag, no other declarator.
fn prototype(text: &str, tokens: &[Token]) -> Option<Span> {
    let words: Vec<&str> = tokens.iter().map(|token| token.span.of(text)).collect();
    let is_name =
        |position: usize| tokens.get(position).is_some_and(|token| token.kind == TokenKind::Identifier);
    if words.iter().any(|word| matches!(*word, "struct" | "union" | "enum" | "typedef" | "{" | "=")) {
        return None;
    }
    let mut position = 0;
    let mut has_type = false;
    while words.get(position + 1) != Some(&"(") || is_attribute(words[position]) {
        position = match *words.get(position)? {
            word if is_attribute(word) => behind_group(&words, position + 1),
            "*" => position + 1,
            word if is_name(position) => {
                has_type |= !matches!(word, "extern" | "const" | "volatile" | "__extension__" | "_Noreturn");
                position + 1
            }
            _ => return None,
        };
    }
    let name = position;
    let mut rest = behind_group(&words, name + 1);
    while words.get(rest).is_some_and(|word| is_attribute(word)) {
        rest = behind_group(&words, rest + 1);
    }
    let is_all = words[rest.min(words.len())..] == [";"];
    (is_all && has_type && is_name(name) && !is_keyword(words[name])).then(|| tokens[name].span)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::split::external_declarations;

    #[test]
    fn what_is_nothing_but_a_prototype() {
        let name =
            |text: &str| prototype(text, &TokenTable::new(text).tokens).map(|name| name.of(text).to_owned());
        for text in [
            "extern int f(int x, ...) __attribute__((nothrow, leaf)) __attribute__((nonnull(1)));",
            "double f(double);",
            "__attribute__((pure)) extern const char *f(void) __asm__(\"g\");",
            "extern size_t f(int (*compare)(const void *, const void *), char buffer[static 4]);",
        ] {
            assert_eq!(name(text), Some("f".to_owned()), "{text}");
        }
        for text in [
            "extern struct s *f(void);",
            "extern void (*f(int))(int);",
            "extern int f(void), g(void);",
            "extern int f[4];",
            "extern int (f)(int);",
            "extern callback (f);",
            "extern __typeof__(g) f;",
            "typedef int f(int);",
            "int f(void) { return 1; }",
            "int old(n) int n;",
            "f(void);",
            ";",
        ] {
            assert_eq!(name(text), None, "{text}");
        }
    }

    #[test]
    fn a_function_that_anything_else_names_counts() {
        let text = "int f(int); int f(int x); int g(void); int h(void) { return f(1); } int x = sizeof(g()); int i(void);";
        let table = TokenTable::new(text);
        let pieces = external_declarations(text, &table.tokens);
        let unnamed = |is_foreign: bool| unnamed(text, &table, &pieces, &|_| is_foreign);
        assert_eq!(unnamed(true).into_keys().collect::<Vec<_>>(), [5]);
        assert!(unnamed(false).is_empty());
    }
}
