//! A translation unit: its functions and the regions in them.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use diagnostics::token::{Token, TokenKind};
use diagnostics::{Code, Diagnostic, PreprocessedLine, SourceMap, Span};
use polyhedral::{Call, Callee, Scop, Variable};

use crate::allocators;
use crate::clamps::clamps;
use crate::coverage::{Nest, Reasons, has_temporaries, nests, temporaries};
use crate::discovery::{Discovery, discover, halves};
use crate::facts::Surroundings;
use crate::facts::entry::{Entry, entries, surrounding};
use crate::facts::environment::Environment;
use crate::facts::failures::failures;
use crate::facts::file_counters::file_counters;
use crate::facts::fixed::fix;
use crate::facts::fresh::fresh;
use crate::facts::idle::{Idle, declared_at, idle, idle_before};
use crate::facts::index::Index;
use crate::facts::library;
use crate::facts::meanings::{Meaning, meanings};
use crate::facts::memory::{Moved, moved};
use crate::facts::purity::{Purities, Purity};
use crate::facts::states::{changers, kept};
use crate::file_arrays;
use crate::file_pointers;
use crate::fills;
use crate::getters;
use crate::inline::unused::{Unused, unmentioned, unused};
use crate::inline::{Inlining, inlining, names};
use crate::interior::may_have_borders;
use crate::isolate::barriers::Barrier;
use crate::isolate::calls::calls;
use crate::isolate::handed::{HandedOver, handed_over};
use crate::isolate::stretches::{Stretch, stretches};
use crate::isolate::variables::variables;
use crate::isolate::{Isolated, isolated, loop_around};
use crate::lifting::{Constants, lift};
use crate::macros::Macros;
use crate::model::model;
use crate::null_tests::null_tests;
use crate::once::once;
use crate::outline::{outline, starts_threads};
use crate::pragma::regions::{Marked, Marks, marked};
use crate::readers;
use crate::refusal::{of_isolated, refusal};
use crate::region::{Precision, Region};
use crate::results::{self, is_result};
use crate::row_tables;
use crate::rows;
use crate::settled::settled;
use crate::structures;
use crate::swaps;
use crate::syntax::parse::{External, Reason, Tree, Unparsed, parse};
use crate::syntax::records::Records;
use crate::syntax::resolve::{Resolved, resolve};
use crate::syntax::split::{Piece, TokenTable};
use crate::syntax::tree::{self, ExpressionKind, Function, Statement, Symbol, SymbolId, SymbolKind, Symbols};
use crate::text::{Extent, Text, extent};
use crate::translation::{Translation, statements_in};
use crate::whole_program;

/// Enough for trees of the depth that [`crate::syntax::nesting`] lets through.
const STACK_BYTES: usize = 256 << 20;

/// A parsed translation unit.
pub struct Unit {
    translation: Translation,
    /// What functions of it do with their variables, by their places among them, once that is asked for.
    indexes: Mutex<HashMap<usize, Arc<Index>>>,
    regions: Vec<Region>,
    /// Others in the place of some of them; see [`Unit::beside`].
    beside: Vec<Region>,
    isolated: Vec<Isolated>,
    /// Why what isn't in a region isn't.
    reasons: Reasons,
    /// The functions that this parser doesn't understand.
    unparsed: Vec<(Piece, Unparsed)>,
    inlining: Inlining,
}

/// Regions that are set apart from the others of their file.
pub struct Apart {
    regions: Vec<Region>,
    beside: Vec<Region>,
}

impl Unit {
    /// Parses a preprocessed text.
    ///
    /// `compiler` tells what the user's compiler says against the text, if anything; it is asked only
    /// where this parser doesn't understand a declaration of the user's. Errors among the diagnostics
    /// are mistakes of the user's; regions that could be read are there in any case.
    pub fn parse(map: &SourceMap, compiler: &dyn Fn() -> Option<String>) -> (Unit, Vec<Diagnostic>) {
        Unit::parse_linked(map, compiler, Linkage::Strict)
    }

    /// The same for a file of which it is known how it is linked.
    pub fn parse_linked(
        map: &SourceMap,
        compiler: &dyn Fn() -> Option<String>,
        linkage: Linkage,
    ) -> (Unit, Vec<Diagnostic>) {
        Unit::parsed(map, compiler, Shapes::LookedThrough, linkage)
    }

    /// The same unit, in which tables of rows are what the program makes of them, and structures that functions of the file get as well;
    /// `None` if they are that already.
    pub fn as_written(&self, map: &SourceMap) -> Option<Unit> {
        let resolved = &self.translation.resolved;
        let is_written = resolved.row_tables.is_empty() && !resolved.hands_on;
        (!is_written).then(|| Unit::parsed(map, &|| None, Shapes::AsWritten, Linkage::Common).0)
    }

    fn parsed(
        map: &SourceMap,
        compiler: &dyn Fn() -> Option<String>,
        shapes: Shapes,
        linkage: Linkage,
    ) -> (Unit, Vec<Diagnostic>) {
        let Read { translation, unparsed, inlining, marks, mut problems } =
            on_large_stack(|| read(map, shapes, linkage));
        let syntax_errors = syntax_errors(map, &unparsed, compiler);
        let mut unit = Unit {
            translation,
            indexes: Mutex::default(),
            regions: Vec::new(),
            beside: Vec::new(),
            isolated: Vec::new(),
            reasons: Reasons::new(),
            unparsed: Vec::new(),
            inlining,
        };
        match isolated(&unit.translation, map, &marks.isolated) {
            Ok(isolated) => unit.isolated = isolated,
            Err(_) if !syntax_errors.is_empty() => {}
            Err(found) => problems.extend(found),
        }
        for region in marks.regions {
            match unit.place_region(map, region, &unparsed) {
                Ok(region) => unit.regions.push(region),
                // A syntax error is the cause of much that follows it.
                Err(_) if !syntax_errors.is_empty() => {}
                Err(problem) => problems.push(problem),
            }
        }
        problems.extend(syntax_errors);
        unit.unparsed = unparsed;
        (unit, problems)
    }

    /// Looks for regions in the functions in which no pragma marks any.
    ///
    /// Gives for each loop that isn't taken a note that says why; loops may have that in common.
    /// Only functions whose names are wanted are looked at.
    pub fn find_regions(
        &mut self,
        map: &SourceMap,
        is_wanted: &(dyn Fn(&str) -> bool + Sync),
    ) -> Vec<Diagnostic> {
        let Discovery { found, beside, mut notes, reasons } = on_large_stack(|| {
            let index = |function_index| self.index_of(function_index, map);
            discover((&self.translation, &index), map, &self.regions, &self.isolated, is_wanted)
        });
        self.regions.extend(found);
        self.beside.extend(beside);
        self.reasons.extend(reasons);
        self.regions.sort_by_key(|region| region.span);
        notes.extend(self.unparsed.iter().filter_map(|(piece, cause)| self.lost(map, piece, cause)));
        notes
    }

    /// Takes the regions at the places that `is_apart` holds for out of those of the file, with those that were found beside them there.
    pub fn set_apart(&mut self, is_apart: impl Fn(Span) -> bool) -> Apart {
        let take = |regions: &mut Vec<Region>| {
            let (apart, rest) = std::mem::take(regions).into_iter().partition(|it| is_apart(it.span));
            *regions = rest;
            apart
        };
        Apart { regions: take(&mut self.regions), beside: take(&mut self.beside) }
    }

    /// Puts them back.
    pub fn put_back(&mut self, apart: Apart) {
        self.regions.extend(apart.regions);
        self.beside.extend(apart.beside);
        self.regions.sort_by_key(|region| region.span);
    }

    /// A note about a function of the main file with a loop that isn't understood.
    fn lost(&self, map: &SourceMap, piece: &Piece, cause: &Unparsed) -> Option<Diagnostic> {
        let words = &self.translation.table.tokens[piece.tokens.clone()];
        let has_loop = words.iter().any(|word| word.span.of(map.text()) == "for");
        let is_lost = has_loop && map.is_in_main_file(piece.span.start);
        let note =
            || Diagnostic::note(Code::FunctionNotParsed, "this function stays as it is: it can't be parsed");
        is_lost.then(|| note().at(cause.place, cause.describe()))
    }

    /// Whether a loop may ask for its borders.
    pub fn may_have_borders(&self, map: &SourceMap) -> bool {
        may_have_borders(&self.translation.resolved, map)
    }

    /// The calls that can be inlined.
    pub fn inlining(&self) -> &Inlining {
        &self.inlining
    }

    /// Whether a function runs once at most.
    pub fn runs_once(&self, function: SymbolId) -> bool {
        self.translation.resolved.once.contains(&function)
    }

    /// Whether no function of another file ever runs.
    pub(crate) fn is_whole_program(&self) -> bool {
        self.translation.resolved.is_whole_program
    }

    /// A file behind a header of the system.
    #[cfg(test)]
    pub(crate) fn behind_header(header: &str, text: &str) -> Unit {
        let text = format!("# 1 \"t.c\"\n# 1 \"m.h\" 1 3 4\n{header}\n# 1 \"t.c\" 2\n{text}");
        let map = SourceMap::new(text, |_| None);
        Unit::parse_linked(&map, &|| None, Linkage::Strict).0
    }

    /// The names of the counters of the file.
    #[cfg(test)]
    pub(crate) fn counters(&self) -> Vec<String> {
        let Resolved { counters, symbols, .. } = &self.translation.resolved;
        counters.iter().map(|symbol| symbols[*symbol].name.clone()).collect()
    }

    /// The function `name`, which no other file calls, if nothing uses it any more and its text can go.
    pub fn unused(&self, name: &str, map: &SourceMap) -> Option<Unused> {
        unused(self, name, map)
    }

    /// Where the file declares a variable that nothing else mentions, and nothing but it.
    pub fn unmentioned(&self, name: &str, map: &SourceMap) -> Option<Span> {
        unmentioned(map, &self.translation, &self.inlining, name)
    }

    /// Takes arrays of the file for those of one function, too, if the others that use them are gone functions.
    pub fn take_file_arrays(&mut self, map: &SourceMap, is_gone: &dyn Fn(&str) -> bool) {
        file_arrays::take(&mut self.translation, &self.inlining, map, is_gone);
        self.indexes = Mutex::default();
    }

    /// Whether a variable belongs to the file, though one function may have it for itself.
    pub fn is_of_file(&self, symbol: SymbolId) -> bool {
        let Resolved { symbols, file_arrays, .. } = &self.translation.resolved;
        let is_own = matches!(symbols[symbol].kind, SymbolKind::Local { .. } | SymbolKind::Parameter);
        !is_own || file_arrays.is_taken(symbol)
    }

    /// The tokens of the text, without comments and directives.
    pub fn tokens(&self) -> &[Token] {
        &self.translation.table.tokens
    }

    /// Its tokens, and the lines that start with `#`.
    pub(crate) fn table(&self) -> &TokenTable {
        &self.translation.table
    }

    /// The lines that start with `#`.
    pub(crate) fn directives(&self) -> &[Token] {
        &self.translation.table.directives
    }

    /// Whether the user's files define, or undefine, a macro of this name.
    pub(crate) fn names_macro(&self, name: &str) -> bool {
        self.translation.macros.names.contains(name)
    }

    /// Those that lie in `span`.
    pub fn tokens_within(&self, span: Span) -> &[Token] {
        self.translation.table.within(span)
    }

    /// Gives the regions that were found the lines that they have for the user.
    pub fn number_lines(&mut self, lines: impl Fn(Span) -> (u32, u32)) {
        let found = self.regions.iter_mut().chain(&mut self.beside).filter(|region| region.is_found);
        found.for_each(|region| region.lines = lines(region.span));
    }

    /// By their places, the calls of functions that do no more than to read a place; the trees have that place there.
    pub fn getters(&self) -> &HashMap<Span, tree::Expression> {
        &self.translation.resolved.getters
    }

    /// The functions of the file that nothing uses any more if new text of a region does without them, since it reads places or
    /// computes subscripts itself; compilers warn of those that are `static`.
    pub fn unused_without(&self, region: &Region, map: &SourceMap) -> Vec<&str> {
        let Translation { resolved, table, .. } = &self.translation;
        let calls = resolved.getters.values().filter(|call| region.span.contains(call.span));
        let called: BTreeSet<SymbolId> = calls
            .filter_map(|call| match &call.kind {
                ExpressionKind::Call(callee, _) => callee.variable(),
                _ => None,
            })
            .collect();
        let text = map.text();
        let is_lonely = |function: &&Function| {
            let header = Span::new(function.span.start, function.body.span.start);
            let says = |word: &str| table.within(header).iter().any(|token| token.span.of(text) == word);
            let is_warned_of = says("static") && !["inline", "__inline", "__inline__"].into_iter().any(says);
            let is_elsewhere = |place: Span| !region.span.contains(place) && !header.contains(place);
            let mut mentions = table.tokens.iter().filter(|token| token.span.of(text) == function.name);
            is_warned_of && !mentions.any(|token| is_elsewhere(token.span))
        };
        let is_looked_through =
            |symbol: SymbolId| called.contains(&symbol) || resolved.computations.contains_key(&symbol);
        let is_named = |name: &str| table.within(region.span).iter().any(|token| token.span.of(text) == name);
        let functions = resolved.functions.iter();
        let functions =
            functions.filter(|function| is_looked_through(function.symbol) && is_named(&function.name));
        functions.filter(is_lonely).map(|function| function.name.as_str()).collect()
    }

    /// The regions that pragmas mark, and those that were found, in the order of the text.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Regions that were found beside others, by functions: they rely on a test at the start of these, or are the exact parts of regions
    /// that keep their order.
    pub fn beside(&self) -> &[Region] {
        &self.beside
    }

    /// Puts two regions in the place of one that was found and is too much at once, if that can be; gives them.
    pub fn halve(&mut self, region: &Region, map: &SourceMap) -> Option<[Region; 2]> {
        let position = self.regions.iter().position(|known| known.is_found && known.span == region.span)?;
        let halves = halves(&self.translation, map, region)?;
        self.regions.splice(position..=position, halves.clone());
        Some(halves)
    }

    /// Whether it can be that [`Unit::halve`] divides a region.
    pub fn is_divisible(&self, region: &Region, map: &SourceMap) -> bool {
        region.is_found && halves(&self.translation, map, region).is_some()
    }

    /// The loop nests of the main file, in the order of the text; reasons are known after [`Unit::find_regions`].
    pub fn nests(&self, map: &SourceMap) -> Vec<Nest> {
        nests(&self.translation, map, &self.reasons)
    }

    /// How many local arrays, and blocks that local pointers hold, the loops of the main file use.
    pub fn temporaries(&self, map: &SourceMap) -> usize {
        temporaries(&self.translation, map)
    }

    /// Whether the loops of a function use an array, or a block, of its own.
    pub fn has_temporaries(&self, function: &str, map: &SourceMap) -> bool {
        has_temporaries(&self.translation, function, map)
    }

    /// The statements that run in a memory space of their own, in the order of the text.
    pub fn isolated(&self) -> &[Isolated] {
        &self.isolated
    }

    /// The variables of the program that an isolated statement mentions, each with all places.
    ///
    /// # Errors
    /// What stands in the way, each at its place.
    pub fn variables(&self, isolated: &Isolated, map: &SourceMap) -> Result<Vec<Variable>, Vec<Diagnostic>> {
        let index = self.index(&isolated.region, map);
        variables(Surroundings {
            translation: &self.translation,
            region: &isolated.region,
            map,
            index: &index,
        })
    }

    /// The calls in an isolated statement that hand over arrays, and the functions that must be cloned for them, in
    /// the order of the text.
    ///
    /// # Errors
    /// What stands in the way, each at its place.
    pub fn calls(
        &self,
        isolated: &Isolated,
        map: &SourceMap,
    ) -> Result<(Vec<Call>, Vec<Callee>), Vec<Diagnostic>> {
        let index = self.index(&isolated.region, map);
        calls(Surroundings { translation: &self.translation, region: &isolated.region, map, index: &index })
    }

    /// The loop that does nothing but to run an isolated statement, as a statement, with its counter.
    pub fn loop_around(&self, isolated: &Isolated, map: &SourceMap) -> Option<(Isolated, String)> {
        loop_around(&self.translation, map, isolated)
    }

    /// What the identifier at `place` in an isolated statement stands for; the same for the same variable.
    pub fn meaning(&self, isolated: &Isolated, map: &SourceMap, place: Span) -> Option<SymbolId> {
        self.index(&isolated.region, map).named.get(&place.start).copied()
    }

    /// The stretches of their function in which an array may stay in the memory space of those of the isolated statements
    /// `sites` that name it (`users`, by position), outer ones first; and what is in the way of longer ones.
    pub fn stretches(
        &self,
        map: &SourceMap,
        sites: &[Isolated],
        array: SymbolId,
        users: &[usize],
    ) -> (Vec<Stretch>, Vec<Barrier>) {
        let Some(first) = users.first().and_then(|user| sites.get(*user)) else {
            return (vec![], vec![]);
        };
        let index = self.index(&first.region, map);
        let around =
            Surroundings { translation: &self.translation, region: &first.region, map, index: &index };
        stretches(around, sites, array, users)
    }

    /// The calls that could hand over `array`, a parameter, in the memory space of the isolated statements that name it.
    ///
    /// # Errors
    /// What is in the way, if it is a parameter at all.
    pub fn handed_over(
        &self,
        map: &SourceMap,
        sites: &[Isolated],
        array: SymbolId,
        users: &[usize],
    ) -> Option<Result<HandedOver, Barrier>> {
        let first = users.first().and_then(|user| sites.get(*user))?;
        let index = self.index(&first.region, map);
        handed_over(
            Surroundings { translation: &self.translation, region: &first.region, map, index: &index },
            sites,
            array,
            users,
        )
    }

    /// Whether the unit declares a function of this name.
    pub fn declares(&self, name: &str) -> bool {
        let symbols = &self.translation.resolved.symbols.0;
        symbols.iter().any(|symbol| symbol.kind == SymbolKind::Function && symbol.name == name)
    }

    /// The functions that the unit defines.
    pub fn definitions(&self) -> &[Function] {
        &self.translation.resolved.functions
    }

    /// The function in whose definition a place lies.
    pub fn function_at(&self, place: usize) -> Option<&Function> {
        let is_around = |function: &&Function| function.span.start <= place && place < function.span.end;
        self.definitions().iter().find(is_around)
    }

    /// All that the unit names.
    pub fn symbols(&self) -> &Symbols {
        &self.translation.resolved.symbols
    }

    /// Its structures and unions.
    pub fn records(&self) -> &Records {
        &self.translation.resolved.records
    }

    /// The functions that are called and do nothing but compute a result from their arguments.
    pub fn computing(&self) -> HashSet<SymbolId> {
        let mut called = HashSet::new();
        for function in self.definitions() {
            function.body.walk_with_types(self.symbols(), &mut |part| {
                if let ExpressionKind::Call(callee, _) = &part.kind {
                    called.extend(callee.variable());
                }
            });
        }
        let mut purities = Purities::new(&self.translation);
        called.retain(|function| purities.of(*function) == Purity::Constant);
        called
    }

    /// The names of all functions that the unit defines.
    pub fn functions(&self) -> BTreeSet<&str> {
        self.translation.resolved.functions.iter().map(|function| function.name.as_str()).collect()
    }

    /// The first line of the function around a region, in the user's file; `None` if it doesn't stand there.
    pub fn definition(&self, region: &Region, map: &SourceMap) -> Option<u32> {
        self.lines_around(region, map).map(|(first, _)| first)
    }

    /// The lines of the function around a region, if it stands in the user's file.
    pub fn lines_around(&self, region: &Region, map: &SourceMap) -> Option<(u32, u32)> {
        let lines = map.original_lines(self.translation.resolved.functions[region.function_index].span)?;
        (lines.file == diagnostics::FileId::MAIN).then_some((lines.first, lines.last))
    }

    /// The first place that sees or changes the modes and exceptions of floating-point arithmetic, which each thread has
    /// for itself.
    pub fn looks_at_modes(&self) -> Option<Span> {
        self.translation.environment.modes
    }

    /// What of a region is known where its function starts, and then at the place behind it that knows more.
    ///
    /// # Errors
    /// Why the function can't be copied, as a phrase.
    pub fn entries(&self, region: &Region, map: &SourceMap) -> Result<Vec<Entry>, String> {
        let index = &self.index(region, map);
        let found = entries(Surroundings { translation: &self.translation, region, map, index })?;
        match self.declares(&copy_name(&region.function)) {
            true => Err(format!("`{}` has a copy already", region.function)),
            false => Ok(found),
        }
    }

    /// A region as one thread runs it, without its OpenMP pragmas, if it has any, and polycc can write others that say as much.
    pub fn of_one_thread(&self, region: &Region, map: &SourceMap) -> Option<Region> {
        let alone = region.of_one_thread()?;
        let around =
            Surroundings { translation: &self.translation, region, map, index: &self.index(region, map) };
        let directives = region.openmp.iter().filter_map(|pragma| pragma.directive.as_ref().ok());
        let counts = directives.filter(|directive| directive.threads().is_some());
        let names: BTreeSet<&str> = counts.flat_map(|it| it.used()).map(|(name, _)| name.as_str()).collect();
        let is_declared =
            |symbol: &Symbol| symbol.declared.is_some_and(|places| around.is_inside(places.declaration));
        let is_own = |symbol: &Symbol| names.contains(symbol.name.as_str()) && is_declared(symbol);
        let changes = |symbol| names.contains(around.symbols()[symbol].name.as_str());
        let is_known = !around.symbols().0.iter().any(is_own)
            && !around.changes_inside().any(|change| changes(change.symbol));
        // those in front go with it
        let first = region.openmp().map_or(region.lines.0, |place| map.line(place.start).min(region.lines.0));
        (is_known && starts_threads(around)).then_some(Region { lines: (first, region.lines.1), ..alone })
    }

    /// What of a region is known right in front of it.
    ///
    /// # Errors
    /// Why its loops can't stand there beside others, as a phrase.
    pub fn surrounding(&self, region: &Region, map: &SourceMap) -> Result<Entry, String> {
        self.text(region, map)?;
        if self.declares(&copy_name(&region.function)) {
            return Err(format!("`{}` has a copy already", region.function));
        }
        let index = &self.index(region, map);
        surrounding(Surroundings { translation: &self.translation, region, map, index })
    }

    /// Every identifier of the text, with its place.
    pub fn identifiers<'a>(&'a self, map: &'a SourceMap) -> impl Iterator<Item = (Span, &'a str)> {
        let tokens = self.translation.table.tokens.iter().filter(|token| token.kind == TokenKind::Identifier);
        tokens.map(|token| (token.span, token.span.of(map.text())))
    }

    /// What the identifiers in all functions stand for.
    pub fn meanings(&self) -> Vec<Meaning> {
        meanings(&self.translation.resolved)
    }

    /// The region's declarations of variables that have no use any more when the text at `replaced` goes.
    pub fn idle(&self, region: &Region, map: &SourceMap, replaced: &[Span]) -> Vec<Idle> {
        idle(
            Surroundings { translation: &self.translation, region, map, index: &self.index(region, map) },
            replaced,
        )
    }

    /// The declarations in front of a region of variables that have no use any more when the text at `replaced` goes, for text
    /// that names `named`.
    pub fn idle_before(
        &self,
        region: &Region,
        map: &SourceMap,
        replaced: &[Span],
        named: &BTreeSet<&str>,
    ) -> Vec<Idle> {
        let index = &self.index(region, map);
        let around = Surroundings { translation: &self.translation, region, map, index };
        idle_before(around, replaced, named)
    }

    /// The declarations of the variables around a region that are named at `names`, which are to go.
    pub fn declared_at(&self, region: &Region, map: &SourceMap, names: &[Span]) -> Vec<Idle> {
        declared_at(
            Surroundings { translation: &self.translation, region, map, index: &self.index(region, map) },
            names,
        )
    }

    /// What stands for a region in the user's file.
    ///
    /// # Errors
    /// Why it can't be replaced as a whole, as a phrase.
    pub fn text(&self, region: &Region, map: &SourceMap) -> Result<Text, String> {
        let last = self.translation.statements(region).last();
        if let Some(last) = last.filter(|last| is_result(last, &self.translation.resolved)) {
            return Err(format!("line {} ends the function", map.line(last.span.start)));
        }
        let extent = match region.is_found {
            false => marked_lines(region, map)?,
            true => {
                let gone: Vec<Span> = region.openmp.iter().map(|pragma| pragma.span).collect();
                extent(map, &self.translation.table, region.span, &gone)?
            }
        };
        let Moved { before, behind, turns } = moved(Surroundings {
            translation: &self.translation,
            region,
            map,
            index: &self.index(region, map),
        })?;
        Ok(Text { extent, before, behind, turns })
    }

    /// A region in polyhedral form.
    ///
    /// Warnings say why the region can't be modelled, errors what the user got wrong. With
    /// [`Constants::Lifted`] a region may be refused that is taken with [`Constants::Literal`], since
    /// what holds for the program's sizes need not hold for all.
    pub fn model(
        &self,
        region: &Region,
        map: &SourceMap,
        context: &isl::Context,
        constants: Constants,
    ) -> Result<Scop, Vec<Diagnostic>> {
        let index = self.index(region, map);
        let around = Surroundings { translation: &self.translation, region, map, index: &index };
        let mut outline = outline(around)?;
        if constants == Constants::Lifted {
            lift(&mut outline, around);
        }
        model(&outline, around, context)
    }

    /// The functions of the file of which new text computes the value itself.
    pub fn looked_through(&self) -> BTreeSet<String> {
        let resolved = &self.translation.resolved;
        let called = resolved.getters.values().filter_map(|call| match &call.kind {
            ExpressionKind::Call(callee, _) => callee.variable(),
            _ => None,
        });
        let all = resolved.computations.keys().copied().chain(called);
        all.map(|function| resolved.symbols[function].name.clone()).collect()
    }

    /// How many parameters a region has with [`Constants::Lifted`], and how many of these are constants; none where it has
    /// no outline.
    pub fn lifted(&self, region: &Region, map: &SourceMap) -> (usize, usize) {
        let index = self.index(region, map);
        let around = Surroundings { translation: &self.translation, region, map, index: &index };
        let Ok(mut outline) = outline(around) else { return (0, 0) };
        lift(&mut outline, around);
        (outline.parameters.len(), outline.parameters.iter().filter(|it| it.value.is_some()).count())
    }

    /// An isolated statement in polyhedral form.
    ///
    /// # Errors
    /// What stands in the way; all of it are errors.
    pub fn model_isolated(
        &self,
        isolated: &Isolated,
        map: &SourceMap,
        context: &isl::Context,
        constants: Constants,
    ) -> Result<Scop, Vec<Diagnostic>> {
        let model = self.model(&isolated.region, map, context, constants);
        model.map_err(|problems| problems.into_iter().map(of_isolated).collect())
    }

    /// What the function around a region does.
    fn index(&self, region: &Region, map: &SourceMap) -> Arc<Index> {
        self.index_of(region.function_index, map)
    }

    /// What a function does, by its place among them.
    fn index_of(&self, function_index: usize, map: &SourceMap) -> Arc<Index> {
        let function = &self.translation.resolved.functions[function_index];
        let new = || Arc::new(Index::new(&self.translation, function, map));
        let mut known = self.indexes.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(known.entry(function_index).or_insert_with(new))
    }

    /// Finds the function around a marked region.
    fn place_region(
        &self,
        map: &SourceMap,
        marked: Marked,
        unparsed: &[(Piece, Unparsed)],
    ) -> Result<Region, Diagnostic> {
        let span = marked.inside();
        if let Some((_, cause)) = unparsed.iter().find(|(piece, _)| overlap(piece.span, span)) {
            let problem = refusal(
                Code::FunctionNotParsed,
                "its function can't be parsed",
                cause.place,
                cause.describe(),
            );
            return Err(problem.also(marked.start, "the region"));
        }
        let functions = &self.translation.resolved.functions;
        let function_index =
            functions.iter().position(|function| function.body.span.contains(span)).ok_or_else(|| {
                Diagnostic::error(Code::RegionCutsBlocks, "a region must lie within one function")
                    .at(marked.start, "starts here")
                    .also(marked.end, "ends here")
            })?;
        let function = &functions[function_index];
        let statements = statements_in(&function.body, span);
        // Tokens beside the statements belong to what is around them.
        let covers = |statements: &[Statement]| match statements {
            [first, .., last] => first.span.to(last.span) == self.translation.table.trimmed(span),
            [only] => only.span == self.translation.table.trimmed(span),
            [] => self.translation.table.within(span).is_empty(),
        };
        if !statements.is_some_and(covers) {
            return Err(Diagnostic::error(
                Code::RegionCutsBlocks,
                "a region must hold whole statements of one block",
            )
            .at(marked.start, "starts here")
            .also(marked.end, "ends here"));
        }
        let place = map.locate(marked.start.start);
        Ok(Region {
            function: function.name.clone(),
            file: place.file,
            lines: (place.line, map.locate(marked.end.start).line),
            span,
            is_found: false,
            schedule: marked.schedule,
            order: marked.order,
            temporary: marked.temporary,
            live_out: marked.live_out,
            assumptions: marked.assumptions,
            mark: marked.start,
            openmp: marked.openmp,
            threads: None,
            callers: vec![],
            precision: Precision::Cells,
            is_hopeful: false,
            is_isolated: false,
            isolated: marked.isolated,
            function_index,
        })
    }
}

/// The name of a function's copy for memory that doesn't overlap.
pub fn copy_name(function: &str) -> String {
    format!("{function}_apart")
}

fn overlap(left: Span, right: Span) -> bool {
    left.start < right.end && right.start < left.end
}

/// The lines between the pragmas of a marked region, if lines of the main file hold these: not so where a macro makes
/// them, or where `#line` or an included file numbers the lines.
fn marked_lines(region: &Region, map: &SourceMap) -> Result<Extent, String> {
    let (first, last) = region.lines;
    let is_directive = |line| {
        map.line_text(map.main_file(), line)
            .is_some_and(|text| text.trim_start().starts_with(['#', '%', '?', '/']))
    };
    if region.file != map.main_file() || first >= last || !is_directive(first) || !is_directive(last) {
        return Err("its pragmas are no lines of the file".into());
    }
    let is_included = |line: PreprocessedLine| !map.is_in_main_file(line.span.start);
    match map.preprocessed_lines(region.span).any(is_included) {
        true => Err("a file that it includes has some of its text".into()),
        false => Ok(Extent::Lines { first: first + 1, last: last - 1 }),
    }
}

/// Runs `work` on a thread whose stack fits the deepest tree.
pub(crate) fn on_large_stack<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn_scoped(scope, work);
        let thread = thread.expect("the system has memory for a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// A text as it is understood.
struct Read {
    translation: Translation,
    unparsed: Vec<(Piece, Unparsed)>,
    inlining: Inlining,
    marks: Marks,
    problems: Vec<Diagnostic>,
}

/// What tables of rows, and structures of a function's own, are in the trees.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shapes {
    /// Blocks of rows, and a variable for each member, where nothing else can be seen of them.
    LookedThrough,
    /// Pointers to pointers, and structures.
    AsWritten,
}

/// What becomes of variables that several files declare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linkage {
    /// The linker takes one definition.
    Strict,
    /// It makes one of all (`-fcommon`): what starts out as zeros here may have a value elsewhere.
    Common,
}

fn read(map: &SourceMap, shapes: Shapes, linkage: Linkage) -> Read {
    let text = map.text();
    let table = TokenTable::new(text);
    let externals = parse(text, &table, &|place| map.is_in_system_header(place));
    let mut resolved = resolve(text, &table, &externals);
    if linkage == Linkage::Strict {
        whole_program::admit(&mut resolved, &externals, &table, map);
    }
    resolved.once = once(&resolved, &table, map);
    readers::look_through(&mut resolved, text);
    fix(&mut resolved);
    let unparsed: Vec<_> = externals.into_iter().filter_map(unparsed).collect();
    let (marks, problems) = marked(text, &table);
    swaps::look_through(&mut resolved, &marks.isolated);
    let failures = failures(&resolved.functions, &resolved.symbols);
    let environment = Environment::of(text, &table, &failures, &|place| map.is_in_system_header(place));
    let mut translation = Translation { resolved, table, macros: Macros::of(map), environment };
    translation.resolved.library = library::states(&translation);
    let names = names(&translation.resolved);
    let named = |place: Span| names.get(&place.start).copied();
    file_pointers::take(&mut translation.resolved, &translation.table, map, &named);
    let inlining = inlining(map, &translation, names);
    translation.resolved.kept = kept(&translation, &inlining, text);
    let pieces = || unparsed.iter().map(|(piece, _)| piece);
    translation.resolved.changers = changers(&translation, &translation.resolved.kept, text, pieces());
    translation.resolved.counters = file_counters(&translation, &inlining, map, pieces());
    translation.resolved.fresh = fresh(&translation);
    let apart: Vec<Span> =
        marks.isolated.iter().copied().chain(marks.regions.iter().map(|region| region.start)).collect();
    translation.resolved.null_tests = null_tests(&translation, text);
    allocators::look_through(&mut translation);
    fills::look_through(&mut translation, text, &apart);
    translation.resolved.computations = getters::computations(&translation.resolved);
    getters::look_through(&mut translation, &marks.isolated);
    if shapes == Shapes::LookedThrough {
        structures::take_apart(&mut translation, text, &marks.isolated);
        row_tables::look_through(&mut translation, text, &marks.isolated);
    }
    rows::replace(&mut translation, text, &marks.isolated);
    results::give_names(&mut translation, text, &apart);
    translation.resolved.clamps = clamps(&translation.resolved);
    translation.resolved.settled = settled(&translation, text);
    file_arrays::take(&mut translation, &inlining, map, &|_| false);
    Read { translation, unparsed, inlining, marks, problems }
}

fn unparsed(external: External) -> Option<(Piece, Unparsed)> {
    match external.tree {
        Tree::Unknown(cause) => Some((external.piece, cause)),
        _ => None,
    }
}

/// The declarations of the user's that neither this parser nor the compiler understands.
fn syntax_errors(
    map: &SourceMap,
    unparsed: &[(Piece, Unparsed)],
    compiler: &dyn Fn() -> Option<String>,
) -> Vec<Diagnostic> {
    let is_users = |place: Span| {
        map.is_in_main_file(place.start) || map.file_text(&map.locate(place.start).file).is_some()
    };
    let suspects =
        unparsed.iter().filter(|(_, cause)| cause.reason != Reason::Depth && is_users(cause.place));
    let suspects: Vec<_> = suspects.collect();
    if suspects.is_empty() {
        return vec![];
    }
    let Some(message) = compiler() else { return vec![] };
    let reports = suspects
        .iter()
        .map(|(_, cause)| Diagnostic::error(Code::SyntaxError, "syntax error").at(cause.place, "unexpected"));
    let mut reports: Vec<_> = reports.collect();
    // The compiler speaks of the first mistake first.
    if let Some(first) = reports.first_mut() {
        first.notes.extend(
            message
                .lines()
                .find(|line| line.contains("error: "))
                .map(|line| format!("the compiler says: {line}")),
        );
    }
    reports
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_text(text: &str) -> (Unit, Vec<Diagnostic>) {
        let map = SourceMap::new(format!("# 1 \"t.c\"\n{text}"), |_| Some(text.to_owned()));
        Unit::parse(&map, &|| Some("t.c:1: error: expected".into()))
    }

    #[test]
    fn regions_are_found_in_their_functions() {
        let (unit, problems) = parse_text(
            "void f(int n, double *a)\n{\n#pragma polycc temporary(a)\n#pragma scop\n  for (int i = 0; i < n; i++)\n    a[i] = 0;\n#pragma endscop\n}\n",
        );
        assert_eq!(problems, []);
        let [region] = unit.regions() else { panic!("one region") };
        assert_eq!((region.function.as_str(), region.file.as_str(), region.lines), ("f", "t.c", (4, 7)));
        assert_eq!(region.temporary[0].0, "a");
        assert_eq!(unit.translation.statements(region).len(), 1);
    }

    #[test]
    fn mistakes_about_pragmas_are_errors() {
        let body = |inside: &str| format!("void f(int n)\n{{\n  int x;\n{inside}\n}}\n");
        for (inside, message) in [
            ("#pragma scop\n x = 1;", "without `#pragma endscop`"),
            ("x = 1;\n#pragma endscop", "without `#pragma scop`"),
            ("#pragma scop\n#pragma scop\n#pragma endscop", "inside another"),
            ("#pragma scopp\n#pragma endscop", "unknown pragma `scopp`"),
            ("#pragma polyc schedule {}", "unknown pragma `polyc`"),
            (
                "#pragma polycc temporary(x)\n x = 1;\n#pragma scop\n x = 2;\n#pragma endscop",
                "belongs to no region",
            ),
            ("#pragma polycc temporary(x)", "belongs to no region"),
            ("#pragma scop\n if (n) {\n#pragma endscop\n }", "whole statements"),
            ("#pragma scop\n}\nvoid g(void) {\n#pragma endscop", "within one function"),
            ("#pragma scop\n#pragma polycc isolate\n#pragma endscop", "stands before no statement"),
            (
                "#pragma scop\n#pragma polycc order { S0[] -> S0[] }\n#pragma polycc order { }\n x = 1;\n#pragma endscop",
                "two orders",
            ),
            (
                "#pragma polycc order { }\n#pragma scop\n#pragma polycc schedule { }\n x = 1;\n#pragma endscop",
                "a schedule and an order",
            ),
            (
                "#pragma polycc schedule { }\n#pragma polycc order { }\n#pragma scop\n x = 1;\n#pragma endscop",
                "a schedule and an order",
            ),
        ] {
            let (_, problems) = parse_text(&body(inside));
            assert!(
                problems.iter().any(|problem| problem.message.contains(message)),
                "{inside}: {problems:?}"
            );
            assert!(problems.iter().all(|problem| problem.severity == diagnostics::Severity::Error));
        }
    }

    #[test]
    fn a_found_region_is_halved_where_the_fewest_variables_live_on() {
        let loops =
            |from: &str, to: &str| format!("  for (int i = 0; i < n; i++)\n    {to}[i] = {from}[i];\n");
        // a -> t -> b, and c -> u -> v -> d: four statements before or three have one array that lives on
        let body: String = [("a", "t"), ("t", "b"), ("c", "u"), ("u", "v"), ("v", "d")]
            .iter()
            .map(|(from, to)| loops(from, to))
            .collect();
        let text = format!(
            "void f(int n, double *a, double *b, double *c, double *d)\n{{\n  double t[n], u[n], v[n];\n{body}}}\n"
        );
        let map = SourceMap::new(format!("# 1 \"t.c\"\n{text}"), |_| Some(text.clone()));
        let (mut unit, problems) = Unit::parse(&map, &|| None);
        assert_eq!(problems, []);
        unit.find_regions(&map, &|_| true);
        let [whole] = unit.regions() else { panic!("one region") };
        let whole = whole.clone();
        assert_eq!(whole.lines, (4, 13));
        assert!(unit.is_divisible(&whole, &map));
        let halves = unit.halve(&whole, &map).unwrap();
        assert_eq!(halves.each_ref().map(|half| half.lines), [(4, 7), (8, 13)]);
        assert_eq!(unit.regions().len(), 2);
        assert!(unit.halve(&whole, &map).is_none(), "it is gone");
        let [first, _] = halves;
        let [single, _] = unit.halve(&first, &map).unwrap();
        assert!(!unit.is_divisible(&single, &map), "one loop");
    }

    #[test]
    fn a_region_that_a_macro_marks_has_no_lines_of_its_own() {
        let original =
            "#define LOOP _Pragma(\"scop\") x = 1; _Pragma(\"endscop\")\nvoid f(int x)\n{\nLOOP\n}\n";
        let preprocessed = "# 1 \"t.c\"\n\nvoid f(int x)\n{\n\n# 4 \"t.c\"\n#pragma scop\n# 4 \"t.c\"\n x = 1;\n# 4 \"t.c\"\n#pragma endscop\n# 4 \"t.c\"\n\n}\n";
        let map = SourceMap::new(preprocessed.to_owned(), |_| Some(original.to_owned()));
        let (unit, problems) = Unit::parse(&map, &|| None);
        assert_eq!(problems, []);
        let [region] = unit.regions() else { panic!("one region") };
        assert!(unit.text(region, &map).is_err());
    }

    #[test]
    fn syntax_errors_have_a_place() {
        let (_, problems) = parse_text("int x;\nvoid f(void)\n{\n  x = = 1;\n}\n");
        assert_eq!(problems[0].message, "syntax error");
        assert_eq!(problems[0].labels[0].span, Span::new(10 + 28, 10 + 29));
    }
}
