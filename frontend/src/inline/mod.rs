//! Calls of the file's functions, with what these do in their place.
//!
//! `blur(in, tmp, w, h);` becomes a block that does what the body does, in the user's own words, with arguments in the place of
//! parameters or in declarations of these. So a pipeline whose stages are functions of their own is read as one nest after
//! another. Only what is written is copied: [`callee`] says which functions allow that, [`site`] which calls, [`block`] writes
//! the text, without braces where these would keep loops apart ([`open`]). Whether that text means the same is not left to care: [`proof`] compares what the compiler's preprocessor makes of
//! it with the tokens of the function, and what each name stands for.

mod adopted;
pub(crate) mod around;
mod asked;
pub(crate) mod block;
mod by_member;
mod callee;
mod chained;
mod chunks;
mod copies;
mod countdowns;
mod counting;
mod exchanges;
pub(crate) mod expansion;
mod forwarded;
mod left_out;
pub(crate) mod named;
mod open;
mod parallel;
pub(crate) mod pragmas;
pub(crate) mod proof;
mod site;
pub(crate) mod unused;
mod walks;
mod write_back;

use std::collections::{BTreeSet, HashMap};

use diagnostics::token::tokens_without_comments;
use diagnostics::{Diagnostic, FileId, OriginalSpan, SourceMap, Span};

use self::adopted::Adopted;
use self::around::Around;
use self::block::{Bound, Piece, Writer};
use self::by_member::{arrays_of_structures, by_member};
use self::callee::Callees;
use self::forwarded::{forwarded, may_copy};
use self::write_back::Copiers;
use crate::facts::exchanged::exchanges;
use crate::macros::Macros;
use crate::syntax::resolve::Resolved;
use crate::syntax::split::TokenTable;
use crate::syntax::tree::{Expression, Function, SymbolId, SymbolKind, walk_extents};
use crate::translation::Translation;

pub use self::by_member::ByMember;
pub use self::chunks::InChunks;
pub use self::counting::{EMPTY_LINE, NUMBER};
pub use self::forwarded::Forwarded;
pub use self::proof::{Difference, LineNumbers, Origins, origins};
pub use self::unused::Unused;
pub use self::write_back::{Copying, WrittenBack};

/// What can be inlined in a translation unit, as its text has it.
#[derive(Default)]
pub struct Inlining {
    /// The calls, in the order of the text; those within a loop in which pointers change places are inlined instead of that, or then in its
    /// turns.
    pub calls: Vec<Inlined>,
    /// The outermost loops in which loops count in another form than `for` loops do, as such, in the order of the text.
    pub counting: Vec<Inlined>,
    /// The functions in which pointers change places.
    pub exchanging: BTreeSet<String>,
    /// Those of the others in which loops may copy all of an array, once calls are inlined.
    pub copying: BTreeSet<String>,
    /// Whether there are arrays of structures whose members may become arrays, once calls are inlined.
    pub has_structures: bool,
    /// Whether cells may be copied from one array to another, once calls are inlined.
    pub has_copies: bool,
    /// Why other calls of the file's functions stay.
    pub notes: Vec<Diagnostic>,
    /// What the identifiers of all functions stand for, by their starts.
    names: HashMap<usize, SymbolId>,
}

impl Inlining {
    /// What an identifier in a function stands for.
    pub(crate) fn symbol(&self, place: Span) -> Option<SymbolId> {
        self.names.get(&place.start).copied()
    }
}

/// A call that can be inlined.
#[derive(Clone, Debug, Default)]
pub struct Inlined {
    /// The function around it.
    pub caller: String,
    /// The function that is called; none where the statement only becomes several.
    pub callee: Option<String>,
    /// The statement, or the expression, in the preprocessed text.
    pub span: Span,
    /// Its bytes in the main file.
    pub place: Span,
    /// Its text there.
    pub text: String,
    /// What goes there instead.
    pub block: String,
    /// The names of what it declares without braces around it.
    pub lasting: BTreeSet<String>,
    /// Whether its function has several of them, or one and a loop, that use one array, or one that runs again and again.
    pub is_joined: bool,
    /// Whether it is a loop in which pointers change places.
    pub is_exchange: bool,
    /// Whether it is about copies in the place of pointers that change places, which is the same only where that is proved.
    pub copying: Copying,
    /// The arrays one of which is copied into the other.
    pub written_back: Option<WrittenBack>,
    /// The loops that run in chunks in it, which is the same only where that is proved. Their pragmas are in it.
    pub in_chunks: Option<InChunks>,
    /// The arrays of structures in whose place it has an array for each member.
    pub by_member: Option<ByMember>,
    /// The arrays one of which is read in it in the place of the other.
    pub forwarded: Option<Forwarded>,
    /// Whether it changes no more than the statement that it stands for.
    pub is_statement: bool,
    /// Whether it is a call that nobody but a copy for what lies away from the borders wants inlined.
    pub is_extra: bool,
    /// The same as `block`, by what it comes from.
    pieces: Vec<Piece>,
    /// The pointer of the function that is one of the caller's in it.
    adopted: Option<Adopted>,
}

impl Inlined {
    /// Whether no call is inlined, but something becomes of arrays in a whole function.
    pub fn is_about_arrays(&self) -> bool {
        self.in_chunks.is_some() || self.by_member.is_some() || self.forwarded.is_some()
    }
}

/// A preprocessed text as it was parsed, before anything was put in the place of anything.
#[derive(Clone, Copy)]
pub(crate) struct Parsed<'a> {
    pub(crate) map: &'a SourceMap,
    pub(crate) table: &'a TokenTable,
    pub(crate) resolved: &'a Resolved,
    pub(crate) names: &'a HashMap<usize, SymbolId>,
    pub(crate) macros: &'a Macros,
}

impl<'a> Parsed<'a> {
    pub(crate) fn text(&self) -> &str {
        self.map.text()
    }

    /// What stands at a place, in one line.
    fn words(&self, span: Span) -> String {
        span.of(self.text()).split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// A name like this one that nothing in the text has, nor any of those that are given out already; it is one of them then.
    fn fresh_name(&self, name: &str, given: &mut BTreeSet<String>) -> String {
        let is_word = |name: &str| {
            let words = self.table.tokens.iter().map(|token| token.span.of(self.text()));
            words.chain(self.macros.names.iter().map(String::as_str)).any(|word| word == name)
        };
        let others = (2..).map(|number| format!("{name}_{number}"));
        let mut all = std::iter::once(name.to_owned()).chain(others);
        let free = all.find(|name| !given.contains(name) && !is_word(name)).unwrap_or_default();
        given.insert(free.clone());
        free
    }

    /// The text of the main file.
    pub(crate) fn file(&self) -> Option<&'a str> {
        self.map.file_text(self.map.main_file())
    }

    /// What stands at a place instead of what is there.
    fn instead(
        self,
        span: Span,
        write: impl FnOnce(&mut Writer) -> Result<(), String>,
    ) -> Result<Inlined, String> {
        let file = self.file().ok_or("its text isn't known")?;
        let place = self.place(span).ok_or("it comes out of a macro")?;
        let bound = Bound::default();
        let mut writer = Writer::new(self, Span::new(0, 0), &bound);
        write(&mut writer)?;
        let (block, pieces) = (writer.text, writer.pieces);
        Ok(Inlined { span, place, text: place.of(file).to_owned(), block, pieces, ..Inlined::default() })
    }

    /// Where the main file has what stands at a place, if no macro gives its edges.
    pub(crate) fn original(&self, span: Span) -> Option<Span> {
        let place = self.map.original(span).filter(|place| place.file == FileId::MAIN)?;
        Some(Span::new(place.start, place.end))
    }

    /// The same for text with `#pragma` lines.
    fn place_with_pragmas(&self, span: Span) -> Option<Span> {
        let place = self.map.original_with_pragmas(span).filter(|place| place.file == FileId::MAIN)?;
        Some(Span::new(place.start, place.end))
    }

    /// The same, macros at its edges as they are written there.
    pub(crate) fn place(&self, span: Span) -> Option<Span> {
        self.original(span).or_else(|| {
            let tokens = &self.table.tokens;
            let start = tokens.partition_point(|token| token.span.start < span.start);
            let end = tokens.partition_point(|token| token.span.end <= span.end);
            let (before, behind) = (tokens.get(start.checked_sub(1)?)?.span, tokens.get(end)?.span);
            self.original(before.to(behind))?;
            let between = Span::new(self.original(before)?.end, self.original(behind)?.start);
            let mut words = tokens_without_comments(between.of(self.file()?));
            let first = words.next()?.span;
            let last = words.last().map_or(first, |last| last.span);
            Some(Span::new(between.start + first.start, between.start + last.end))
        })
    }

    /// Where the main file has a name, if that is what a token comes from, and no macro.
    fn place_of_name(&self, token: Span, name: &str) -> Option<OriginalSpan> {
        let file = self.file()?;
        let place = self.map.original(token).filter(|place| place.file == FileId::MAIN);
        place.filter(|place| file.get(place.start..place.end) == Some(name))
    }
}

/// The calls of the main file that can be inlined, where [`names`] tells what identifiers stand for.
pub(crate) fn inlining(
    map: &SourceMap,
    translation: &Translation,
    names: HashMap<usize, SymbolId>,
) -> Inlining {
    let Translation { resolved, table, .. } = translation;
    let parsed = Parsed { map, table, resolved, names: &names, macros: &translation.macros };
    let mut callees = Callees::new(parsed, translation);
    let (mut calls, mut counting, mut notes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut exchanging, mut copying) = (BTreeSet::new(), BTreeSet::new());
    let structures = arrays_of_structures(parsed);
    let copiers = Copiers::of(resolved);
    for function in &resolved.functions {
        if map.is_in_main_file(function.body.span.start) {
            let first = calls.len();
            site::inlined(parsed, function, &mut callees, &mut calls, &mut notes);
            counting.extend(counting::counting(parsed, function));
            let changes_places = !exchanges(&function.body, &resolved.symbols).is_empty();
            exchanging.extend(changes_places.then(|| function.name.clone()));
            let copies = || calls[first..].iter().any(|call| call.copying != Copying::No);
            let may_copy_all = !changes_places && (copies() || copiers.may_copy_all(function));
            copying.extend(may_copy_all.then(|| function.name.clone()));
            let caller = &function.name;
            let forwarded = forwarded(parsed, function).into_iter();
            calls.extend(forwarded.map(|it| Inlined { caller: caller.clone(), ..it }));
            if !structures.is_empty() {
                let by_member = by_member(parsed, &Around::of(parsed, function), function, &structures);
                calls.extend(by_member.into_iter().map(|it| Inlined { caller: caller.clone(), ..it }));
            }
        }
    }
    calls.sort_by_key(|call| call.span);
    counting.sort_by_key(|loop_: &Inlined| loop_.span);
    let has_structures = !structures.is_empty();
    let has_copies = resolved.functions.iter().any(|function| may_copy(function, &resolved.symbols));
    Inlining { calls, counting, exchanging, copying, has_structures, has_copies, notes, names }
}

/// What identifiers stand for that declare a variable or are expressions, those in types among them.
pub(crate) fn names(resolved: &Resolved) -> HashMap<usize, SymbolId> {
    let symbols = &resolved.symbols;
    let mut found = HashMap::new();
    for (id, symbol) in symbols.0.iter().enumerate() {
        if matches!(symbol.kind, SymbolKind::Local { .. } | SymbolKind::Parameter) {
            found.insert(symbol.name_span.start, SymbolId(id));
        }
    }
    let mut name = |expression: &Expression| {
        let written = expression.variable().filter(|_| !expression.span.is_empty());
        found.extend(written.map(|symbol| (expression.span.start, symbol)));
    };
    for function in &resolved.functions {
        for parameter in &function.parameters {
            walk_extents(&symbols[*parameter].type_, &mut name);
        }
        function.body.walk_with_types(symbols, &mut name);
    }
    found
}

/// The function that a call names.
fn called(resolved: &Resolved, symbol: SymbolId) -> Option<&Function> {
    resolved.functions.iter().find(|function| function.symbol == symbol)
}
