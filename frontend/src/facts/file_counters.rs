//! Integers of the file that do nothing but to count loops: `int i, j;` in front of all functions.
//!
//! Such a counter is as if each loop declared it. Sound because every identifier of the file that is spelled like it is looked at: it
//! stands in a `for` that gives the counter its first value, so nobody finds the value that another loop left; and nothing that may
//! be called in such a loop counts with it, too.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{SourceMap, Span};

use super::lifetime::assigns_first;
use crate::inline::Inlining;
use crate::jumps::Jumps;
use crate::syntax::resolve::Resolved;
use crate::syntax::split::Piece;
use crate::syntax::tree::{ExpressionKind, Statement, SymbolId, SymbolKind};
use crate::translation::Translation;

/// The counters among the numbers of the file that are known by their names alone. `inlining` says what identifiers stand for;
/// `unparsed` is what the parser doesn't understand.
pub fn file_counters<'a>(
    translation: &Translation,
    inlining: &Inlining,
    map: &SourceMap,
    unparsed: impl Iterator<Item = &'a Piece>,
) -> BTreeSet<SymbolId> {
    let resolved = &translation.resolved;
    let is_candidate = |symbol: &SymbolId| {
        let known = &resolved.symbols[*symbol];
        known.kind == SymbolKind::Global && known.type_.integer().is_some()
    };
    let candidates: BTreeSet<SymbolId> = resolved.kept.iter().copied().filter(is_candidate).collect();
    if candidates.is_empty() {
        return candidates;
    }
    let loops = loops(&candidates, translation, map);
    let functions = resolved.functions.iter().map(|function| function.span);
    let bodies: Vec<Span> = functions.chain(unparsed.map(|piece| piece.span)).collect();
    let mentions = mentions(&candidates, &bodies, translation, inlining, map);
    let called = Called { resolved, map };
    let only_counts = |symbol: &SymbolId| {
        let (Some(own), Some(places)) = (loops.get(symbol), mentions.get(symbol)) else { return false };
        let is_own = |place: &Span| own.iter().any(|statement| statement.span.contains(*place));
        places.iter().all(is_own) && own.iter().all(|statement| called.is_without(statement, places))
    };
    candidates.into_iter().filter(only_counts).collect()
}

/// By counter, the loops that give it its first value, and that no jump enters behind that.
fn loops<'a>(
    candidates: &BTreeSet<SymbolId>,
    translation: &'a Translation,
    map: &SourceMap,
) -> BTreeMap<SymbolId, Vec<&'a Statement>> {
    let mut found: BTreeMap<SymbolId, Vec<&Statement>> = BTreeMap::new();
    for function in &translation.resolved.functions {
        let mut own = Vec::new();
        function.body.walk(&mut |statement| {
            let counters = candidates.iter().filter(|it| assigns_first(statement, **it).is_some());
            own.extend(counters.map(|symbol| (*symbol, statement)));
        });
        if own.is_empty() {
            continue;
        }
        let jumps = Jumps::new(&translation.table, map.text(), function);
        for (symbol, statement) in own {
            if jumps.before_entries(statement.span) == statement.span {
                found.entry(symbol).or_default().push(statement);
            }
        }
    }
    found
}

/// By variable, the identifiers in `bodies` that may name it, but for declarations and members of structures.
fn mentions(
    candidates: &BTreeSet<SymbolId>,
    bodies: &[Span],
    translation: &Translation,
    inlining: &Inlining,
    map: &SourceMap,
) -> BTreeMap<SymbolId, Vec<Span>> {
    let text = map.text();
    let symbols = &translation.resolved.symbols;
    let by_name: BTreeMap<&str, SymbolId> =
        candidates.iter().map(|symbol| (symbols[*symbol].name.as_str(), *symbol)).collect();
    let is_declared = |place: Span| symbols.0.iter().any(|symbol| symbol.name_span == place);
    let mut found: BTreeMap<SymbolId, Vec<Span>> = BTreeMap::new();
    let mut before = "";
    for token in &translation.table.tokens {
        let word = token.span.of(text);
        // assembly may name them in a string
        if word.trim_matches('_') == "asm" && map.is_in_main_file(token.span.start) {
            return BTreeMap::new();
        }
        let is_member = matches!(before, "." | "->");
        before = word;
        let Some(&symbol) = by_name.get(word).filter(|_| !is_member) else { continue };
        let is_inside = bodies.iter().any(|body| body.contains(token.span));
        let is_it = is_inside
            && match inlining.symbol(token.span) {
                Some(named) => named == symbol,
                None => !is_declared(token.span),
            };
        if is_it {
            found.entry(symbol).or_default().push(token.span);
        }
    }
    found
}

/// What statements may call.
struct Called<'a> {
    resolved: &'a Resolved,
    map: &'a SourceMap,
}

impl Called<'_> {
    /// Whether all that a statement may call is known, and none of `places` is in that.
    fn is_without(&self, statement: &Statement, places: &[Span]) -> bool {
        let mut seen = BTreeSet::new();
        let mut waiting = vec![statement];
        while let Some(statement) = waiting.pop() {
            let Some(named) = self.named(statement) else { return false };
            for symbol in named {
                let body = self.resolved.functions.iter().find(|function| function.symbol == symbol);
                match body {
                    Some(function) if places.iter().any(|place| function.span.contains(*place)) => {
                        return false;
                    }
                    Some(function) if seen.insert(symbol) => waiting.push(&function.body),
                    Some(_) => {}
                    None if self.is_of_system(symbol) => {}
                    None => return false,
                }
            }
        }
        true
    }

    /// The functions that a statement names; `None` if it calls one by its address.
    fn named(&self, statement: &Statement) -> Option<BTreeSet<SymbolId>> {
        let symbols = &self.resolved.symbols;
        let mut named = BTreeSet::new();
        let mut are_known = true;
        statement.walk_expressions(symbols, &mut |part| match &part.kind {
            ExpressionKind::Variable(symbol) if symbols[*symbol].kind == SymbolKind::Function => {
                named.insert(*symbol);
            }
            ExpressionKind::Call(callee, _) => {
                are_known &= callee.variable().is_some_and(|callee| self.is_function(callee))
            }
            _ => {}
        });
        are_known.then_some(named)
    }

    fn is_function(&self, symbol: SymbolId) -> bool {
        let known = &self.resolved.symbols[symbol];
        known.kind == SymbolKind::Function || known.name.starts_with("__builtin_")
    }

    /// Whether nobody but the system defines a function: it calls none of the file but what it is handed.
    fn is_of_system(&self, symbol: SymbolId) -> bool {
        let known = &self.resolved.symbols[symbol];
        known.name.starts_with("__builtin_") || self.map.is_in_system_header(known.name_span.start)
    }
}

#[cfg(test)]
mod tests {
    use crate::unit::Unit;

    /// The counters of a file with a header of the system in front.
    fn counters(text: &str) -> Vec<String> {
        let header = "int printf(const char *, ...); int scanf(const char *, ...); \
                      void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));";
        Unit::behind_header(header, text).counters()
    }

    const FILL: &str = "double u[9]; void fill(void) { for (i = 0; i < 9; i++) u[i] = i; }";

    #[test]
    fn what_only_counts_is_a_counter() {
        for text in [
            format!("static int i; {FILL}"),
            format!(
                "int i; void f(int i); {FILL} void f(int i) {{ i++; }} int main(void) {{ fill(); f(3); return 0; }}"
            ),
            format!(
                "int i; {FILL} int main(void) {{ for (i = 0; i < 3; i++) printf(\"%d\", i); fill(); return 0; }}"
            ),
            format!(
                "int i; struct s {{ int i; }} v; {FILL} int main(void) {{ int k = v.i; {{ int i = k; v.i = i; }} return 0; }}"
            ),
        ] {
            assert_eq!(counters(&text), ["i"], "{text}");
        }
    }

    #[test]
    fn what_others_may_find_is_none() {
        for text in [
            format!("int i; {FILL}"),
            format!("int i; {FILL} int main(void) {{ fill(); return i; }}"),
            format!("int i; {FILL} int main(void) {{ for (i = 0; i < 3; i++) fill(); return 0; }}"),
            format!(
                "int i; {FILL} void g(void) {{ fill(); }} int main(void) {{ for (i = 0; i < 3; i++) g(); return 0; }}"
            ),
            format!("int i; {FILL} int main(void) {{ scanf(\"%d\", &i); fill(); return 0; }}"),
            format!(
                "static int i; void other(void); {FILL} void g(void) {{ for (i = 0; i < 3; i++) other(); }}"
            ),
            format!("static int i; {FILL} void g(void (*f)(void)) {{ for (i = 0; i < 3; i++) f(); }}"),
            format!("static int i; {FILL} void g(void) {{ for (i = i + 1; i < 3; i++) u[0]++; }}"),
            format!("static int i; {FILL} void g(void) {{ __asm__(\"incl i\"); }}"),
            format!("static volatile int i; {FILL}"),
            format!("static int i; {FILL} void g(void) {{ goto in; for (i = 0; i < 3; i++) in: u[0]++; }}"),
            format!(
                "int i; int c(const void *a, const void *b) {{ for (i = 0; i < 9; i++); return 0; }} {FILL} \
                 int main(void) {{ for (i = 0; i < 3; i++) qsort(u, 9, 8, c); return 0; }}"
            ),
        ] {
            assert!(counters(&text).is_empty(), "{text}");
        }
    }
}
