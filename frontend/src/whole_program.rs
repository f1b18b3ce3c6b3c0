//! Programs of one file: `main`, and calls of nothing but the file's own functions and the system's.
//!
//! What other files there may be, nobody runs any of their functions; so nobody else looks at a variable of the file, as if it were
//! `static`. Sound because all words of all functions are looked at: what could be a call, or hands a function on, must name one that
//! is defined here, declared by a system header, or the C library's by its name, and none of these finds things by their names.

use std::collections::{BTreeSet, HashMap, HashSet};

use diagnostics::token::{Token, TokenKind};
use diagnostics::{SourceMap, Span};

use crate::syntax::parse::{External, Tree};
use crate::syntax::resolve::Resolved;
use crate::syntax::split::{Piece, TokenTable};
use crate::syntax::tree::{ExpressionKind, SymbolId, SymbolKind};
use crate::syntax::types::TypeKind;

/// Functions of the system that find variables by their names, or run what another file has.
const FINDERS: [&str; 5] = ["dlopen", "dlmopen", "dlsym", "dlvsym", "dlfunc"];

/// Functions of the C library that take no function: who declares them, or nobody, they are these, since C reserves their names (C11 7.1.3).
const RESERVED: &str = "abs labs atof atoi atol strtod strtol malloc calloc realloc free exit abort rand srand printf fprintf sprintf \
    scanf fscanf sscanf puts putchar putc fputc fputs getchar getc fgetc fgets fopen fclose fread fwrite fflush feof ferror fseek ftell \
    rewind perror remove strlen strcpy strncpy strcat strncat strcmp strncmp strchr strrchr strstr strtok memcpy memmove memset memcmp \
    sqrt sin cos tan asin acos atan atan2 sinh cosh tanh exp log log10 pow fabs floor ceil fmod time clock isdigit isalpha isspace \
    isupper islower tolower toupper";

/// Words behind which a parenthesis is no call.
const KEYWORDS: &str = "if for while switch return sizeof do else case _Alignof alignof __alignof__ __extension__ _Generic \
    __attribute__ __attribute void char short int long float double signed unsigned _Bool bool const static struct volatile \
    _Static_assert static_assert typeof __typeof__";

/// Words that give a variable a second name, or may.
const ALIASES: [&str; 4] = ["asm", "alias", "weakref", "ifunc"];

/// Makes the variables of a file that is a whole program its own: `static` in all but name.
pub fn admit(resolved: &mut Resolved, externals: &[External], table: &TokenTable, map: &SourceMap) {
    if !is_whole(resolved, externals, table, map) {
        return;
    }
    resolved.is_whole_program = true;
    let Resolved { globals, statics, file_arrays, symbols, .. } = resolved;
    for (symbol, declared) in globals {
        // what is declared elsewhere, too, may be the system's
        if let [Some(places)] = declared.as_slice()
            && map.is_in_main_file(places.declaration.start)
        {
            statics.insert(*symbol);
            match symbols[*symbol].type_.kind {
                TypeKind::Array(..) => file_arrays.add(*symbol, *places),
                TypeKind::Pointer(_) => file_arrays.add_pointer(*symbol, *places),
                _ => {}
            }
        }
    }
}

fn is_whole(resolved: &Resolved, externals: &[External], table: &TokenTable, map: &SourceMap) -> bool {
    let is_system = |place: Span| map.is_in_system_header(place.start);
    let own: HashSet<SymbolId> = resolved.functions.iter().map(|function| function.symbol).collect();
    let is_unknown =
        |external: &External| matches!(external.tree, Tree::Unknown(_)) && !is_system(external.piece.span);
    let has_main =
        resolved.functions.iter().any(|it| it.name == "main" && map.is_in_main_file(it.span.start));
    if !has_main || externals.iter().any(is_unknown) {
        return false;
    }
    let text = map.text();
    // by its name, whether a function may be called: what a header declares is the system's, wherever else it is declared
    let mut functions: HashMap<&str, bool> = HashMap::new();
    for (id, symbol) in resolved.symbols.0.iter().enumerate() {
        if symbol.kind == SymbolKind::Function {
            let is_known =
                own.contains(&SymbolId(id)) || is_system(symbol.name_span) || is_in(RESERVED, &symbol.name);
            let is_harmless = is_known && !FINDERS.contains(&symbol.name.as_str());
            functions.entry(&symbol.name).and_modify(|known| *known |= is_harmless).or_insert(is_harmless);
        }
    }
    let is_harmless = |tokens: &[Token], position: usize, is_body: bool| {
        let word = tokens[position].span.of(text);
        let next = tokens.get(position + 1).map_or("", |next| next.span.of(text));
        let before = position.checked_sub(1).map_or("", |before| tokens[before].span.of(text));
        match functions.get(word) {
            _ if tokens[position].kind != TokenKind::Identifier => true,
            _ if ALIASES.contains(&word.trim_matches('_')) => false,
            // a declaration by itself does nothing
            Some(is_harmless) => *is_harmless || (!is_body && next == "("),
            None if !is_body || next != "(" || before == "." => true,
            // builtins compute, or are the library's functions
            None => word.starts_with("__builtin_") || is_in(RESERVED, word) || is_in(KEYWORDS, word),
        }
    };
    let is_alias = |directive: &Token| {
        let line = directive.span.of(text);
        line.contains("weak") || line.contains("redefine_extname")
    };
    let bodies: BTreeSet<usize> =
        resolved.functions.iter().map(|function| function.body.span.start).collect();
    let are_harmless = |external: &External| {
        let Piece { span, tokens } = &external.piece;
        let body = bodies.range(span.start..span.end).next().copied().unwrap_or(usize::MAX);
        let tokens = &table.tokens[tokens.clone()];
        (0..tokens.len()).all(|it| is_harmless(tokens, it, tokens[it].span.start >= body))
    };
    let mut users = externals.iter().filter(|external| !is_system(external.piece.span));
    if table.directives.iter().any(is_alias) || !users.all(are_harmless) {
        return false;
    }
    let mut calls_by_name = true;
    for function in resolved.functions.iter().filter(|function| !is_system(function.span)) {
        function.body.walk_with_types(&resolved.symbols, &mut |part| {
            if let ExpressionKind::Call(callee, _) = &part.kind {
                let is_named = |id: SymbolId| {
                    let callee = &resolved.symbols[id];
                    let is_undeclared =
                        || callee.kind == SymbolKind::Undeclared && is_in(RESERVED, &callee.name);
                    callee.kind == SymbolKind::Function
                        || callee.name.starts_with("__builtin_")
                        || is_undeclared()
                };
                calls_by_name &= callee.variable().is_some_and(is_named);
            }
        });
    }
    calls_by_name
}

fn is_in(list: &str, word: &str) -> bool {
    list.split_whitespace().any(|listed| listed == word)
}

#[cfg(test)]
mod tests {
    use crate::unit::Unit;

    /// Whether the file is a whole program, with a header of the system in front.
    fn is_whole(text: &str) -> bool {
        let header = "double sin(double); int printf(const char *, ...); void *dlsym(void *, const char *); extern int optind; \
                      void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));";
        Unit::behind_header(header, text).is_whole_program()
    }

    #[test]
    fn a_program_calls_its_own_functions_and_the_systems() {
        for text in [
            "double u[9]; int main(void) { printf(\"%g\", sin(u[1])); return 0; }",
            "double u[9]; void f(void); int main() { f(); return sizeof(u); } void f(void) { double (*p)[3] = 0; }",
            "int c(const void *a, const void *b) { return 0; } int u[9]; int main() { qsort(u, 9, 4, c); return 0; }",
            "double u[9]; int main(void) { double sin(); return sin(u[1]) > 0; }",
            "double u[9]; int main(int argc, char **argv) { double atof(); u[1] = atof(argv[1]); exit(u[1] > 0); }",
            "void unused(int); int main(void) { if (__builtin_expect(1, 1)) return (3); return 0; }",
        ] {
            assert!(is_whole(text), "{text}");
        }
    }

    #[test]
    fn what_may_run_others_is_no_whole_program() {
        for text in [
            "double u[9]; double f(void) { return u[1]; }",
            "void other(void); int main(void) { other(); return 0; }",
            "__attribute__((noinline)) static int f(void) { other(); return 1; } int main(void) { return f(); }",
            "int main(void) { other(); return 0; }",
            "int main(void) { void *p = dlsym(0, \"u\"); return 0; }",
            "void other(void); int main(void) { void (*f)(void) = other; return 0; }",
            "void other(void); void (*const table[1])(void) = { other }; int main(void) { return 0; }",
            "struct test { void (*run)(void); }; struct test *tests; int main(void) { tests[0].run(); return 0; }",
            "int main(void) { double (*sin)(void) = 0; sin(); return 0; }",
            "double u[9]; extern double v[9] __attribute__((alias(\"u\"))); int main(void) { return 0; }",
            "double u[9]; int main(void) { __asm__(\"movl u, %eax\"); return 0; }",
            "double u[9];\n#pragma weak v = u\nint main(void) { return 0; }",
            "int main(void) { void *p = &&end; end: return 1 ?: 0; }",
        ] {
            assert!(!is_whole(text), "{text}");
        }
    }
}
