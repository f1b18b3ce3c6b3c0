//! A text to run.

use crate::joined::reduced;
use diagnostics::token::Token;
use diagnostics::{SourceMap, Span};
use frontend::Unit;
use frontend::tree::{Expression, ExpressionKind, Function, Records, Symbol, SymbolId, SymbolKind, Symbols};
use std::collections::{BTreeSet, HashMap, HashSet};

/// A translation unit with its text.
pub struct Source<'a> {
    unit: &'a Unit,
    pub(crate) text: &'a str,
    pub(crate) functions: &'a [Function],
    pub(crate) symbols: &'a Symbols,
    pub(crate) records: &'a Records,
    /// By their places, the calls that the trees have looked through.
    pub(crate) getters: &'a HashMap<Span, Expression>,
    /// The functions that do nothing but compute a result.
    pub(crate) computing: HashSet<SymbolId>,
    /// The names of variables in which threads join what they compute.
    pub(crate) reduced: BTreeSet<&'a str>,
    /// By their names, the variables and members.
    named: HashMap<&'a str, Vec<SymbolId>>,
    /// Where numbers start that are those of lines.
    line_numbers: BTreeSet<usize>,
    /// The functions that run once.
    run_once: Vec<Span>,
}

impl<'a> Source<'a> {
    /// The text of `map`, parsed.
    pub fn new(unit: &'a Unit, map: &'a SourceMap) -> Source<'a> {
        let (functions, symbols, records) = (unit.definitions(), unit.symbols(), unit.records());
        let (getters, computing) = (unit.getters(), unit.computing());
        let mut named: HashMap<_, Vec<_>> = HashMap::new();
        for (id, symbol) in symbols.0.iter().enumerate() {
            named.entry(symbol.name.as_str()).or_default().push(SymbolId(id));
        }
        let line_numbers = BTreeSet::new();
        let run_once = functions.iter().filter(|function| unit.runs_once(function.symbol));
        let run_once = run_once.map(|function| function.span).collect();
        Source {
            unit,
            text: map.text(),
            functions,
            symbols,
            records,
            getters,
            computing,
            reduced: reduced(map.text()),
            named,
            line_numbers,
            run_once,
        }
    }

    /// The same, where the numbers at `places` are those of lines (`__LINE__`): they may be others in another text.
    pub fn with_line_numbers(self, places: impl IntoIterator<Item = Span>) -> Self {
        Source { line_numbers: places.into_iter().map(|place| place.start).collect(), ..self }
    }

    /// The same text, where what a function computes that `other` doesn't have must be found out.
    pub fn beside(mut self, other: &Source) -> Self {
        let is_new = |function: &&Function| other.function(&function.name).is_none();
        for function in self.functions.iter().filter(is_new) {
            self.computing.remove(&function.symbol);
        }
        self
    }

    /// A number of the program, where those of lines are all one.
    pub(crate) fn number(&self, number: i128, place: Span) -> i128 {
        let is_of_line = self.line_numbers.range(place.start..place.end).next().is_some();
        if is_of_line { 1 } else { number }
    }

    /// A text of the program, where those with numbers of lines have none.
    pub(crate) fn text(&self, place: Span) -> String {
        let text = spelled(self.written(place));
        let is_of_line = self.line_numbers.range(place.start..place.end).next().is_some();
        if is_of_line { text.replace(|letter: char| letter.is_ascii_digit(), "") } else { text }
    }

    /// The functions of this text that the other one has, too, but otherwise; by name, each with its place.
    pub fn changed(&self, other: &Source) -> Vec<(&'a str, Span)> {
        let changed = self.functions.iter().filter(|function| {
            let same = other.function(&function.name);
            same.is_some_and(|same| !same_words(self.written(function.span), other.written(same.span)))
        });
        changed.map(|function| (function.name.as_str(), function.span)).collect()
    }

    pub(crate) fn function(&self, name: &str) -> Option<&'a Function> {
        self.functions.iter().find(|function| function.name == name)
    }

    /// Whether a variable holds zeros when the function starts in which it is: a `static` one of a function that runs once, or one of the
    /// file that this has for itself.
    pub(crate) fn starts_with_zeros(&self, symbol: SymbolId) -> bool {
        let known = &self.symbols[symbol];
        known.kind == (SymbolKind::Local { is_static: true })
            && known.initializer.is_none()
            && self
                .run_once
                .iter()
                .any(|function| function.contains(known.name_span) || self.is_alone_in(*function, symbol))
    }

    /// Whether a variable of the file is one that a single function names.
    fn is_alone_in(&self, function: Span, symbol: SymbolId) -> bool {
        let mut others = self.functions.iter().filter(|other| !function.contains(other.span));
        self.is_of_file(symbol) && !others.any(|other| other.body.mentions(symbol, self.symbols))
    }

    /// Whether a variable is one of the file, though one function may have it for itself.
    pub(crate) fn is_of_file(&self, symbol: SymbolId) -> bool {
        self.unit.is_of_file(symbol)
    }

    /// All that is called `name`.
    pub(crate) fn named(&self, name: &str) -> &[SymbolId] {
        self.named.get(name).map_or(&[], Vec::as_slice)
    }

    pub(crate) fn written(&self, place: Span) -> &'a str {
        self.text.get(place.start..place.end).unwrap_or_default()
    }

    /// The declarator of a variable from its name on, with its initializer.
    pub(crate) fn declarator(&self, known: &Symbol) -> Span {
        let tokens = self.unit.tokens();
        let first = tokens.partition_point(|token| token.span.start < known.name_span.start);
        let mut depth = 0i32;
        let mut is_end = |token: &&Token| {
            depth += match token.span.of(self.text) {
                "(" | "[" | "{" => 1,
                ")" | "]" | "}" => -1,
                _ => 0,
            };
            depth < 0 || depth == 0 && matches!(token.span.of(self.text), "," | ";")
        };
        let end = tokens[first..]
            .iter()
            .find(|token| is_end(token))
            .map_or(known.name_span.end, |token| token.span.start);
        Span::new(known.name_span.start, end)
    }

    /// How the program spells a variable, a member, or a cell with constant subscripts; nothing else is a single number.
    pub(crate) fn spelling(&self, expression: &Expression) -> Option<String> {
        let mut is_single = true;
        expression.walk(&mut |part| {
            is_single &= match &part.kind {
                ExpressionKind::Index(_, subscript) => matches!(subscript.kind, ExpressionKind::Integer(_)),
                _ => true,
            };
        });
        is_single.then(|| self.spelled(expression))
    }

    /// How the program spells an expression; members are spelled alike wherever they are named.
    pub(crate) fn spelled(&self, expression: &Expression) -> String {
        match &expression.kind {
            ExpressionKind::Member(symbol, _) => self.symbols[*symbol].name.clone(),
            _ => spelled(self.written(expression.span)),
        }
    }
}

/// Without white space and parentheses around it.
pub(crate) fn spelled(text: &str) -> String {
    let mut text: String = words(text).collect();
    while text.starts_with('(') && text.ends_with(')') {
        text = text[1..text.len() - 1].to_owned();
    }
    text
}

fn same_words(one: &str, other: &str) -> bool {
    words(one).eq(words(other))
}

/// What stands between white space, without lines that say where text comes from: the preprocessor writes them around macros of
/// headers, even in the middle of an expression.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with("# ")).flat_map(str::split_whitespace)
}
