//! Functions that run once at most: what they keep from one run to the next, no other run of theirs ever sees.
//!
//! `main` is one in a program that doesn't call it. So is what such a function calls outside of loops and of what threads do, if the
//! program names it nowhere else.

use std::collections::{BTreeSet, HashMap};

use diagnostics::{SourceMap, Span};

use crate::inline::unused::is_declared_at;
use crate::pragma::pragma;
use crate::syntax::resolve::Resolved;
use crate::syntax::split::TokenTable;
use crate::syntax::tree::{Construct, Function, Statement, StatementKind, SymbolId};

/// `main`, if it is its program's only run, and the functions of a whole program that run once at most.
pub fn once(resolved: &Resolved, table: &TokenTable, map: &SourceMap) -> BTreeSet<SymbolId> {
    let text = map.text();
    let mut known: BTreeSet<SymbolId> =
        program(resolved, table, text).map(|main| main.symbol).into_iter().collect();
    // who may come back to a place that was left, and who is called before `main` or behind it
    let is_strange = |span: Span| ["setjmp", "structor"].iter().any(|word| span.of(text).contains(word));
    if !resolved.is_whole_program || table.tokens.iter().any(|token| is_strange(token.span)) {
        return known;
    }
    let mentions = mentions(resolved, table, text);
    let calls = resolved.functions.iter().filter(|function| map.is_in_main_file(function.span.start));
    let call = |function: &Function| {
        let positions = mentions.get(function.name.as_str())?;
        Some((function.symbol, only_call(resolved, table, text, function, positions)?))
    };
    let calls: Vec<_> = calls.filter_map(call).collect();
    loop {
        let before = known.len();
        let run_once = calls.iter().filter(|(_, caller)| known.contains(&caller.symbol));
        let run_once: Vec<_> = run_once.map(|(function, _)| *function).collect();
        known.extend(run_once);
        if known.len() == before {
            return known;
        }
    }
}

/// `main`, if nothing but its definition names it: the whole program is its only run.
pub fn program<'a>(resolved: &'a Resolved, table: &TokenTable, text: &str) -> Option<&'a Function> {
    let main = resolved.functions.iter().find(|function| function.name == "main")?;
    let mentions = table.tokens.iter().filter(|token| token.span.of(text) == "main");
    (mentions.count() == 1).then_some(main)
}

/// By the names of the functions, which tokens are these.
pub fn mentions<'a>(resolved: &'a Resolved, table: &TokenTable, text: &str) -> HashMap<&'a str, Vec<usize>> {
    let mut found: HashMap<_, Vec<_>> =
        resolved.functions.iter().map(|function| (function.name.as_str(), vec![])).collect();
    for (position, token) in table.tokens.iter().enumerate() {
        if let Some(positions) = found.get_mut(token.span.of(text)) {
            positions.push(position);
        }
    }
    found
}

/// The function around the only mention of another, of those at `positions`, if that is a call that runs no more often than it does, by
/// the same thread.
fn only_call<'a>(
    resolved: &'a Resolved,
    table: &TokenTable,
    text: &str,
    function: &Function,
    positions: &[usize],
) -> Option<&'a Function> {
    let place = |position: usize| table.tokens[position].span;
    let is_use = |position: &usize| !is_declared_at(resolved, table, text, function, place(*position));
    let mut uses = positions.iter().copied().filter(is_use);
    let position = uses.next().filter(|_| uses.next().is_none())?;
    let call = place(position);
    let caller = resolved.functions.iter().find(|other| other.body.span.contains(call))?;
    let is_call = table.tokens.get(position + 1).is_some_and(|next| next.span.of(text) == "(");
    let is_alone = table.directives_within(caller.span).iter().all(|line| pragma(text, line).is_none());
    (is_call && is_alone && !may_turn(&caller.body, call)).then_some(caller)
}

/// Whether a place in a statement may be reached again.
fn may_turn(body: &Statement, place: Span) -> bool {
    let mut may_turn = false;
    body.walk(&mut |statement| {
        may_turn |= match &statement.kind {
            StatementKind::For(_) | StatementKind::Other(Construct::While | Construct::Do, ..) => {
                statement.span.contains(place)
            }
            StatementKind::Other(Construct::Goto(_), ..) => true,
            _ => false,
        };
    });
    may_turn
}

#[cfg(test)]
mod tests {
    use crate::unit::Unit;

    /// Whether the function `f` of a program runs once at most.
    fn runs_once(text: &str) -> bool {
        runs_once_behind("int atexit(void (*)(void));", text)
    }

    fn runs_once_behind(header: &str, text: &str) -> bool {
        let unit = Unit::behind_header(header, text);
        let mut functions = unit.definitions().iter();
        let function = functions.find(|function| function.name == "f").expect("a function");
        unit.runs_once(function.symbol)
    }

    #[test]
    fn what_one_that_runs_once_calls_at_one_place_does() {
        for text in [
            "void f(void) { } int main(void) { f(); return 0; }",
            "int f(void); int main(void) { int x = f(); return x; } int f(void) { return 1; }",
            "void f(void) { } void g(int n) { if (n) f(); } int main(void) { for (int i = 0; i < 9; i++) ; g(1); }",
        ] {
            assert!(runs_once(text), "{text}");
        }
    }

    #[test]
    fn what_may_run_again_does_not() {
        for text in [
            "void f(void) { } int main(void) { f(); f(); return 0; }",
            "void f(void) { } int main(void) { for (int i = 0; i < 2; i++) f(); return 0; }",
            "void f(void) { } int main(void) { int i = 0; do { f(); } while (i++ < 2); return 0; }",
            "void f(void) { } int main(void) { int i = 0; again: f(); if (i++ < 2) goto again; return 0; }",
            "void f(void) { } void g(void) { f(); } int main(void) { g(); g(); return 0; }",
            "void f(int n) { if (n) f(n - 1); } int main(void) { f(3); return 0; }",
            "void f(void) { } int main(int n, char **v) { f(); return n ? main(0, v) : 0; }",
            "void f(void) { } int main(void) { atexit(f); return 0; }",
            "__attribute__((constructor)) void f(void) { } int main(void) { f(); return 0; }",
            "void f(void) { } int main(void) {\n#pragma omp parallel\nf(); return 0; }",
            "void f(void) { } void g(void) { h(); f(); } void h(void) { g(); } int main(void) { return 0; }",
            "void other(void); void f(void) { } int main(void) { f(); other(); return 0; }",
        ] {
            assert!(!runs_once(text), "{text}");
        }
        let text = "void f(void) { } int main(void) { int b[9]; jump(b); f(); return 0; }";
        assert!(runs_once_behind("int jump(int *);", text));
        assert!(!runs_once_behind("int setjmp(int *);", &text.replace("jump", "setjmp")));
    }
}
