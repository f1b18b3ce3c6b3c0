//! What functions write, as far as that may be a variable of the program that calls them.
//!
//! Known of functions of the file whose calls are all known, of some of string.h, and of those that end the program. The others come
//! back, since nothing in them is unknown; what they write is told by its type.

use std::collections::HashMap;

use super::checks::{ENDING, FAILING};
use super::library;
use super::purity::{Purities, Purity, library_name};
use crate::syntax::records::NOT_TAKEN;
use crate::syntax::tree::{Expression, ExpressionKind, Function, Symbol, SymbolId, SymbolKind, TEXT};
use crate::syntax::types::{Integer, Type, TypeKind};
use crate::translation::Translation;

/// The functions of string.h that do no more than to write bytes where their first argument points to.
const WRITING_BYTES: [&str; 6] = ["memcpy", "memmove", "memset", "strcpy", "strncpy", "strcat"];

/// The types that a function may write to memory that others know; `None` if nothing is known of it.
type Effect = Option<Vec<Type>>;

/// What is known of the unit's functions.
#[derive(Default)]
pub struct Effects {
    /// Those that were looked at; one that is being looked at counts as unknown, so recursion does.
    known: HashMap<SymbolId, Effect>,
}

impl Effects {
    /// The types that a call of the function `symbol` may write; `None` if it may do anything. `caller` is the function
    /// that is being looked at, into which no call may lead.
    pub fn of<'a>(
        &mut self,
        symbol: SymbolId,
        caller: SymbolId,
        translation: &'a Translation,
        purities: &mut Purities<'a>,
    ) -> Effect {
        if symbol == caller {
            return None;
        }
        if purities.of(symbol) != Purity::Unknown {
            return Some(vec![]);
        }
        if let Some(known) = self.known.get(&symbol) {
            return known.clone();
        }
        self.known.insert(symbol, None);
        let resolved = &translation.resolved;
        let own = resolved.functions.iter().find(|function| function.symbol == symbol);
        let effect = match own {
            Some(function) => self.of_body(function, caller, translation, purities),
            None if library::State::of(symbol, translation).is_some() || ends(&resolved.symbols[symbol]) => {
                Some(vec![])
            }
            None => writes_bytes(&resolved.symbols[symbol]).then(|| vec![bytes()]),
        };
        self.known.insert(symbol, effect.clone());
        effect
    }

    fn of_body<'a>(
        &mut self,
        function: &'a Function,
        caller: SymbolId,
        translation: &'a Translation,
        purities: &mut Purities<'a>,
    ) -> Effect {
        let symbols = &translation.resolved.symbols;
        let (mut written, mut called) = (Vec::new(), Vec::new());
        let mut is_known = !function.body.holds_assembly();
        function.body.walk_with_types(symbols, &mut |part| {
            written.extend(part.assigned());
            match &part.kind {
                ExpressionKind::Call(callee, _) => match callee.variable() {
                    Some(callee) => called.push(callee),
                    None => is_known = false,
                },
                ExpressionKind::Other(what, _) => {
                    is_known &= NOT_TAKEN.contains(what) || *what == TEXT;
                }
                _ => {}
            }
        });
        let is_own = |target: &Expression| {
            target.variable().is_some_and(|symbol| {
                matches!(symbols[symbol].kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter)
            })
        };
        let mut types: Vec<_> =
            written.into_iter().filter(|target| !is_own(target)).map(|it| it.type_.clone()).collect();
        for callee in called {
            types.extend(self.of(callee, caller, translation, purities)?);
        }
        is_known.then_some(types)
    }
}

/// Whether a function of the library ends the program, so that nobody sees what it does.
fn ends(function: &Symbol) -> bool {
    let name = library_name(function);
    function.kind == SymbolKind::Function && (ENDING.contains(&name) || FAILING.contains(&name))
}

fn writes_bytes(function: &Symbol) -> bool {
    let is_function = matches!(function.kind, SymbolKind::Function | SymbolKind::Undeclared);
    is_function && WRITING_BYTES.contains(&library_name(function))
}

fn bytes() -> Type {
    Type::plain(TypeKind::Integer(Integer::of_rank(1, false)))
}
