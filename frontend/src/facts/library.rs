//! Functions of the C library that keep a state: streams, and random numbers.
//!
//! What such a call does depends on the calls before it, and others see what it does. Otherwise it does nothing: it gets numbers,
//! texts and a stream. So calls keep their order among one another, whatever is computed between them; all of them count
//! as reading and writing one variable that has no name, for which the first of the functions stands ([`State`]). C says that nobody may
//! look into the buffer of a stream (C17 7.21.5.6), so arrays aren't touched.

use std::collections::{BTreeMap, HashSet};

use super::purity::library_name;
use crate::syntax::resolve::Resolved;
use crate::syntax::tree::{Expression, ExpressionKind, SymbolId, SymbolKind, Symbols, TEXT};
use crate::syntax::types::TypeKind;
use crate::translation::Translation;

/// Functions that write to streams, read single characters from one, or close one.
const STREAMS: &str = " printf fprintf putchar putc fputc puts fputs getchar getc fgetc fflush fclose \
    putchar_unlocked putc_unlocked fputc_unlocked getchar_unlocked getc_unlocked fgetc_unlocked ";

/// Random numbers, with a state of the library's own.
const RANDOM: &str = " rand srand random srandom drand48 lrand48 mrand48 srand48 ";

/// States that have nothing to do with one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Of all streams: two may be one file, or both ends of a pipe.
    Streams,
    /// Of random numbers.
    Random,
}

impl State {
    /// All of them.
    pub const ALL: [State; 2] = [State::Streams, State::Random];

    /// What it is called in models.
    pub fn name(self) -> &'static str {
        match self {
            State::Streams => "streams",
            State::Random => "random",
        }
    }

    /// The state that functions of this name read and write.
    fn of_function(name: &str) -> Option<State> {
        let is_in = |list: &str| list.split_whitespace().any(|listed| listed == name);
        match name {
            _ if is_in(STREAMS) => Some(State::Streams),
            _ if is_in(RANDOM) => Some(State::Random),
            _ => None,
        }
    }

    /// What stands for it in a translation unit: the first function that changes it, if one is declared.
    pub fn symbol(self, translation: &Translation) -> Option<SymbolId> {
        let Resolved { library, readers, .. } = &translation.resolved;
        let all = library.iter().map(|(symbol, state)| (*symbol, *state));
        let mut all = all.chain(readers.iter().map(|symbol| (*symbol, State::Streams)));
        all.find(|(_, state)| *state == self).map(|(symbol, _)| symbol)
    }

    /// What a function stands for in a region.
    pub fn stood_for(symbol: SymbolId, translation: &Translation) -> Option<State> {
        let is_reader = translation.resolved.readers.contains(&symbol);
        State::of(symbol, translation).or(is_reader.then_some(State::Streams))
    }

    /// The state of a function of the library that does nothing but to read and write that.
    pub fn of(symbol: SymbolId, translation: &Translation) -> Option<State> {
        translation.resolved.library.get(&symbol).copied()
    }
}

/// The functions of a translation unit that keep a state and do nothing else.
pub fn states(translation: &Translation) -> BTreeMap<SymbolId, State> {
    let Resolved { symbols, functions, .. } = &translation.resolved;
    if translation.environment.windows.is_some() {
        return BTreeMap::new();
    }
    let own: HashSet<SymbolId> = functions.iter().map(|function| function.symbol).collect();
    let all = (0..symbols.0.len()).map(SymbolId);
    let foreign = all.filter(|it| symbols[*it].kind == SymbolKind::Function && !own.contains(it));
    foreign.filter_map(|it| Some((it, State::of_function(library_name(&symbols[it]))?))).collect()
}

/// Whether a function opens a file, and does nothing else.
pub fn is_open(symbol: SymbolId, symbols: &Symbols) -> bool {
    let known = &symbols[symbol];
    known.kind == SymbolKind::Function && matches!(library_name(known), "fopen" | "fopen64")
}

/// Whether a variable of a region is one that stands for a state of the library.
pub fn is_state(symbol: SymbolId, symbols: &Symbols) -> bool {
    symbols[symbol].kind == SymbolKind::Function
}

/// Whether an argument is a text that only says what to write, or one of two.
pub fn is_text(argument: &Expression) -> bool {
    match &argument.kind {
        ExpressionKind::Conditional(_, then, otherwise) => is_text(then) && is_text(otherwise),
        kind => matches!(kind, ExpressionKind::Other(TEXT, _)),
    }
}

/// What an argument that is a text, or a stream, depends on.
pub fn conditions(argument: &Expression) -> Vec<&Expression> {
    match &argument.kind {
        ExpressionKind::Conditional(condition, then, otherwise) => {
            [vec![&**condition], conditions(then), conditions(otherwise)].concat()
        }
        _ => vec![],
    }
}

/// The arguments of a call of the library that are no numbers: texts, and streams, by their names; `None` if there are others.
pub fn streams<'a>(name: &str, arguments: &'a [Expression]) -> Option<Vec<SymbolId>> {
    let formatted = match name.strip_prefix("__builtin_").unwrap_or(name) {
        "printf" | "scanf" => Some(0),
        "fprintf" | "fscanf" => Some(1),
        _ => None,
    };
    if formatted.is_some_and(|position| !arguments.get(position).is_some_and(is_text)) {
        return None;
    }
    let others = arguments.iter().filter(|argument| !argument.type_.is_arithmetic() && !is_text(argument));
    let stream = |argument: &'a Expression| {
        let leads_to_record = argument.type_.target().is_some_and(|target| {
            matches!(target.kind, TypeKind::Record(_)) && matches!(argument.type_.kind, TypeKind::Pointer(_))
        });
        argument.variable().filter(|_| leads_to_record)
    };
    others.map(stream).collect()
}
