//! The file with calls inlined is tried: it is taken where a region gains from that, and nothing gains as much by itself.

use super::{Job, Known, Regions};
use crate::inline::{self, Copied, Exchanges, Gained, Inlining, Whose};
use crate::input::Input;
use crate::messages::Said;
use crate::pipeline::{self, Aim, Region, Settings};
use crate::program::Imported;
use crate::time_limit::{TimeLimit, Watch};
use crate::timing::Timing;
use diagnostics::{Diagnostic, Span};
use frontend::{ByMember, Copying, Forwarded};
use polyhedral::ArrayId;
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Grids that are smaller change places, where copies should be fast: second-level caches hold both.
const LEAST_COPIED: i128 = 1 << 20;

/// A file with calls inlined, with its regions.
pub(super) struct Trial {
    pub(super) input: Input,
    pub(super) inlining: Inlining,
    /// Whose arrays shrink for it.
    pub(super) whose: Whose,
    /// Why loops stay.
    pub(super) notes: Vec<Diagnostic>,
    /// What was found while it was tried.
    pub(super) known: Known,
}

/// What is gained in which function, and where the region is.
type Gains = Vec<(String, Gained, Span)>;

/// What inlining gains.
struct Gain {
    gained: Gains,
    /// Whose the arrays are.
    whose: Whose,
    /// Where callers gain nothing, the stages that might gain by themselves what their arrays gain.
    stages: BTreeSet<String>,
    /// What became of all regions.
    known: Known,
}

/// Which calls are inlined.
#[derive(Clone, Copy)]
struct Calls<'c> {
    /// In which functions.
    callers: &'c (dyn Fn(&str) -> bool + Sync),
    /// The functions of which calls stay.
    left: &'c BTreeSet<String>,
    /// Where pointers go on changing places.
    exchanging: &'c BTreeSet<String>,
    /// Where copies stand for that.
    copies: &'c BTreeSet<String>,
    /// Whether the text is the program's, or the one that proves what that does.
    copying: Copying,
    /// The loops that run in chunks.
    chunks: &'c BTreeSet<Chunks>,
    /// The arrays of structures, by their functions, that have an array for each member in their place.
    by_member: &'c BTreeSet<(String, ByMember)>,
    /// The arrays, by the functions that copy them, whose cells are read from where they were copied to.
    forwarded: &'c BTreeSet<(String, Forwarded)>,
}

/// A function, the array that chunks have for themselves in it, and how many rows wait at either end of a chunk.
type Chunks = (String, String, i64);

/// A file with calls inlined, and the functions that nothing calls any more.
struct Expanded {
    input: Input,
    inlining: Inlining,
    gone: BTreeSet<String>,
}

/// The file without anything inlined.
#[derive(Default)]
struct Alone {
    /// Without regions, once it was read again.
    input: Option<Input>,
    /// What became of its regions, as far as that was asked.
    known: Known,
}

/// What a file with calls inlined is compared with: the file as it is.
pub(super) struct Trials<'a> {
    job: &'a Job,
    input: &'a Input,
    settings: &'a Settings,
    /// Most of the time is left for what comes then.
    limit: TimeLimit,
    /// That of what is computed for calls inlined.
    watch: Watch,
    alone: RefCell<Alone>,
    /// What became of the regions of texts that were tried only to ask.
    asked: RefCell<Vec<(String, Known)>>,
    /// The functions that are proved by a text.
    proved: RefCell<Option<(String, BTreeSet<String>)>>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(job: &'a Job, input: &'a Input, settings: &'a Settings, limit: &TimeLimit) -> Self {
        let limit = limit.part();
        let watch = limit.watch();
        Trials {
            job,
            input,
            settings,
            limit,
            watch,
            alone: RefCell::default(),
            asked: RefCell::default(),
            proved: RefCell::default(),
        }
    }

    /// What became of regions without anything inlined.
    pub(super) fn into_alone(self) -> Known {
        self.alone.into_inner().known
    }

    /// The file with calls inlined, if regions change for that; functions that it knows of other files stay as they are.
    pub(super) fn run(&self, known: Option<&Imported>, timing: &mut Timing) -> Option<Trial> {
        let is_own = |function: &str| known.is_none_or(|known| !known.imports.functions.contains(function));
        let (none, unchunked, whole, own) =
            (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        let unchanged = Calls {
            callers: &is_own,
            left: &none,
            exchanging: &none,
            copies: &none,
            copying: Copying::Program,
            chunks: &unchunked,
            by_member: &whole,
            forwarded: &own,
        };
        let by_member = self.by_member(unchanged, timing)?;
        let unchanged = Calls { by_member: &by_member, ..unchanged };
        let forwarded = self.forwarded(unchanged, timing)?;
        let unchanged = Calls { forwarded: &forwarded, ..unchanged };
        let exchanging = self.exchanging(unchanged, timing)?;
        let all = Calls { exchanging: &exchanging, ..unchanged };
        let copies = self.copying(all, timing)?;
        let inlining = self.input.unit.inlining();
        let others = &inlining.exchanging - &exchanging;
        let (mut chunks, more) = self.in_chunks(Calls { copies: &copies, ..all }, &others, timing)?;
        let mut copies = &copies | &more;
        // what copies all of an array may run in chunks only if it copies what it has written
        let mut left = &inlining.copying - &copies;
        left.retain(|function| is_own(function) && !chunks.iter().any(|(other, ..)| other == function));
        let left = self.copying_all(all, left, timing);
        let calls = Calls { callers: &|function| left.contains(function), ..all };
        let (in_copies, more) = self.in_chunks(calls, &left, timing)?;
        chunks.extend(in_copies.into_iter().filter(|(function, ..)| more.contains(function)));
        copies.extend(more);
        let copying = Calls { copies: &copies, chunks: &chunks, ..all };
        if (!copies.is_empty() || !chunks.is_empty())
            && let Some(mut trial) = self.best(copying, timing)
        {
            let found = self.regions(&mut trial.input, std::mem::take(&mut trial.known))?;
            let gained = gained((&trial.input, &trial.inlining), &found, Whose::Callers);
            let known = found.known();
            let gained = self.worth_copying(&trial.inlining, gained, &known);
            let copied = self.copied(&trial.inlining, &gained, copying, timing);
            let are_chunks = chunks.iter().all(|(function, own, _)| is_gained(&gained, function, own));
            if copies.is_subset(&copied) && are_chunks && trial.whose == Whose::Callers {
                return Some(Trial { known, ..trial });
            }
        }
        self.best(all, timing)
    }

    /// The file with these calls inlined, as far as regions change for that.
    fn best(&self, all: Calls, timing: &mut Timing) -> Option<Trial> {
        let is_own = all.callers;
        let (tried, gain) = self.most_gained(all, timing)?;
        let callers: BTreeSet<String> = gain.gained.iter().map(|(caller, ..)| caller.clone()).collect();
        if callers.is_empty() || isl::interrupt::is_interrupted() {
            return None;
        }
        let whose = gain.whose;
        let is_caller = |function: &str| callers.contains(function);
        let gaining = Calls { callers: &is_caller, ..all };
        let (left, tried, mut found) = self.without_loss((tried, gain), gaining, timing);
        self.watch.lift();
        // without the other callers, and without regions in functions that go
        let Expanded { mut input, inlining, gone } =
            self.expanded(Calls { left: &left, ..gaining }, timing)?;
        let stays = |function: &str| is_own(function) && !gone.contains(function);
        let notes = timing.measure("find", || input.find_regions_in(&stays));
        if input.text != tried.text {
            found = Known::default();
        }
        Some(Trial { input, inlining, whose, notes, known: found })
    }

    /// The functions in which arrays shrink in loops in which pointers change places: these go on doing so. Nothing if there is a mistake.
    fn exchanging(&self, calls: Calls, timing: &mut Timing) -> Option<BTreeSet<String>> {
        let exchanges = self.input.unit.inlining().calls.iter().filter(|call| call.is_exchange);
        let all = exchanges.map(|call| call.caller.clone()).collect();
        let calls = Calls { exchanging: &all, ..calls };
        let Some(mut tried) = (!all.is_empty()).then(|| self.with_regions(calls, timing)).flatten() else {
            return Some(BTreeSet::new());
        };
        let Gain { gained, known, .. } = self.gain_of_all(&mut tried)?;
        self.asked.borrow_mut().push((tried.input.text, known));
        let arrays = gained.into_iter().filter(|(_, gain, _)| matches!(gain, Gained::Array(_)));
        Some(arrays.map(|(caller, ..)| caller).collect())
    }

    /// The functions in which arrays shrink if copies stand for pointers that change places, which is proved to be the same. Nothing if
    /// there is a mistake.
    fn copying(&self, calls: Calls, timing: &mut Timing) -> Option<BTreeSet<String>> {
        let inlining = self.input.unit.inlining();
        let all = &inlining.exchanging | &inlining.copying;
        let mut copies: BTreeSet<String> = all.difference(calls.exchanging).cloned().collect();
        let found = |copies: &BTreeSet<String>, timing: &mut Timing| {
            let calls = Calls { copies, ..calls };
            let tried = (!copies.is_empty()).then(|| self.expanded(calls, timing)).flatten();
            tried.filter(|tried| !tried.inlining.written_back().is_empty()).map(Expanded::with_regions)
        };
        let Some(mut tried) = found(&copies, timing) else { return Some(BTreeSet::new()) };
        let anyway = self.shrinking_anyway(&tried.inlining, calls, timing)?;
        if !anyway.is_empty() {
            copies.retain(|function| !anyway.contains(function));
            match found(&copies, timing) {
                Some(fewer) => tried = fewer,
                None => return Some(BTreeSet::new()),
            }
        }
        let calls = Calls { copies: &copies, ..calls };
        let Gain { gained, known, .. } = self.gain_of_all(&mut tried)?;
        let gained = self.worth_copying(&tried.inlining, gained, &known);
        self.asked.borrow_mut().push((tried.input.text, known));
        Some(self.copied(&tried.inlining, &gained, calls, timing))
    }

    /// The functions in which an array shrinks that is copied as a whole, also where it is copied so. Nothing if there is a mistake.
    fn shrinking_anyway(
        &self,
        inlining: &Inlining,
        calls: Calls,
        timing: &mut Timing,
    ) -> Option<BTreeSet<String>> {
        let whole: Vec<&Copied> = inlining.written_back().iter().filter(|it| it.arrays.is_whole).collect();
        if whole.is_empty() {
            return Some(BTreeSet::new());
        }
        let alone = |Copied { caller, arrays, .. }: &Copied| {
            let is_it = |region: &Region| is_any(region, &arrays.new, Region::is_reshaped);
            self.is_gained_alone(&BTreeSet::from([caller.as_str()]), &is_it)
        };
        let of = |copied: &&Copied| copied.caller.clone();
        let mut found: BTreeSet<String> = whole.iter().filter(|it| alone(it)).map(of).collect();
        if let Some(mut plain) = self.with_regions(calls, timing) {
            let known = self.gain_of_all(&mut plain)?.known;
            let shrinks = |it: &&&Copied| has_become(&known, &it.caller, &it.arrays.new, Region::is_reshaped);
            found.extend(whole.iter().filter(shrinks).map(of));
            self.asked.borrow_mut().push((plain.input.text, known));
        }
        Some(found)
    }

    /// Those of the functions in which threads run, and loops copy all of an array.
    fn copying_all(
        &self,
        calls: Calls,
        functions: BTreeSet<String>,
        timing: &mut Timing,
    ) -> BTreeSet<String> {
        if functions.is_empty() || !self.input.text.contains("omp") {
            return BTreeSet::new();
        }
        let expanded = self.expanded(Calls { copies: &functions, ..calls }, timing);
        expanded.map_or_else(BTreeSet::new, |expanded| &expanded.written_back() & &functions)
    }

    /// The arrays of structures of functions of which all members shrink, where each is an array: of one at least of those between which
    /// structures are copied. Nothing if there is a mistake.
    fn by_member(&self, calls: Calls, timing: &mut Timing) -> Option<BTreeSet<(String, ByMember)>> {
        if !self.input.unit.inlining().has_structures {
            return Some(BTreeSet::new());
        }
        let before = self.expanded(calls, timing);
        let input = before.as_ref().map_or(self.input, |expanded| &expanded.input);
        let all = input.unit.inlining().calls.iter().filter(|call| (calls.callers)(&call.caller));
        let mut all: BTreeSet<(String, ByMember)> =
            all.filter_map(|call| Some((call.caller.clone(), call.by_member.clone()?))).collect();
        if all.is_empty() {
            return Some(all);
        }
        let calls = Calls { by_member: &all, ..calls };
        let mut tried = self.with_regions(calls, timing)?;
        let Gain { known, .. } = self.gain_of_all(&mut tried)?;
        let shrinks = |function: &str, members: &Vec<String>| {
            // what is only a little less isn't worth other words in all of the function
            members.iter().all(|member| has_become(&known, function, member, Region::is_halved))
        };
        all.retain(|(function, it)| it.arrays.values().any(|members| shrinks(function, members)));
        self.asked.borrow_mut().push((tried.input.text, known));
        Some(all)
    }

    /// The arrays that shrink, in a region or in chunks, where their cells are read from where they were copied to. Nothing if there is a
    /// mistake.
    fn forwarded(&self, calls: Calls, timing: &mut Timing) -> Option<BTreeSet<(String, Forwarded)>> {
        let in_text = |input: &Input| -> BTreeSet<(String, Forwarded)> {
            let all = input.unit.inlining().calls.iter().filter(|call| (calls.callers)(&call.caller));
            all.filter_map(|call| Some((call.caller.clone(), call.forwarded.clone()?))).collect()
        };
        let mut all = in_text(self.input);
        if all.is_empty() && self.input.unit.inlining().has_copies {
            let expanded = self.expanded(calls, timing);
            all.extend(expanded.iter().flat_map(|expanded| in_text(&expanded.input)));
        }
        if all.is_empty() {
            return Some(all);
        }
        let calls = Calls { forwarded: &all, ..calls };
        let mut tried = self.with_regions(calls, timing)?;
        let Gain { known, .. } = self.gain_of_all(&mut tried)?;
        let others = &self.input.unit.inlining().exchanging - calls.exchanging;
        let (chunks, _) = self.in_chunks(calls, &others, timing)?;
        let in_chunks = |function: &str, array: &str| {
            let mut calls = tried.input.unit.inlining().calls.iter().filter(|call| call.caller == function);
            calls.any(|call| {
                let may_be = call.in_chunks.as_ref().filter(|it| it.array == array);
                may_be.is_some_and(|it| chunks.contains(&(function.to_owned(), it.own.clone(), it.reach)))
            })
        };
        all.retain(|(function, it)| {
            has_become(&known, function, &it.from, Region::is_halved) || in_chunks(function, &it.from)
        });
        self.asked.borrow_mut().push((tried.input.text, known));
        Some(all)
    }

    /// The loops that are proved to run in chunks of rows, in functions in which arrays shrink for that; and those of these functions in which
    /// copies must stand for pointers that change places before, or for copies of more, as they may in `others`. Nothing if there is a
    /// mistake.
    fn in_chunks(
        &self,
        calls: Calls,
        others: &BTreeSet<String>,
        timing: &mut Timing,
    ) -> Option<(BTreeSet<Chunks>, BTreeSet<String>)> {
        let none = Some((BTreeSet::new(), BTreeSet::new()));
        if !self.input.text.contains("omp") || !self.input.unit.functions().into_iter().any(calls.callers) {
            return none;
        }
        let mut copies = calls.copies | others;
        let before = self.expanded(Calls { copies: &copies, ..calls }, timing);
        let written_back = before.as_ref().map_or_else(BTreeSet::new, Expanded::written_back);
        copies.retain(|function| calls.copies.contains(function) || written_back.contains(function));
        let calls = Calls { copies: &copies, ..calls };
        let mut input = before.map_or_else(|| self.input.again(), |expanded| expanded.input);
        let asking = input.unit.inlining().calls.iter().filter(|call| call.in_chunks.is_some());
        let asking: BTreeSet<String> = asking.map(|call| call.caller.clone()).collect();
        input.find_regions_in(&|function| asking.contains(function) && (calls.callers)(function));
        let all = input.unit.inlining().calls.iter().filter(|call| (calls.callers)(&call.caller));
        let mut chunks: BTreeSet<Chunks> = BTreeSet::new();
        for (call, may_be) in all.filter_map(|call| Some((call, call.in_chunks.as_ref()?))) {
            let is_known = |(function, own, _): &Chunks| *function == call.caller && *own == may_be.own;
            if chunks.iter().any(is_known) {
                continue;
            }
            let mut regions = input.unit.regions().iter().chain(input.unit.beside());
            let place = may_be.first.to(may_be.second);
            let region = regions.find(|region| region.span.contains(place));
            let waits =
                region.and_then(|region| pipeline::rows_that_wait(&input, region, self.settings, may_be));
            if waits.is_some_and(|waits| waits <= may_be.reach) {
                chunks.insert((call.caller.clone(), may_be.own.clone(), may_be.reach));
            }
        }
        if chunks.is_empty() {
            return none;
        }
        let calls = Calls { chunks: &chunks, ..calls };
        let mut tried = self.with_regions(calls, timing)?;
        let Gain { gained, known, .. } = self.gain_of_all(&mut tried)?;
        let gained = self.worth_copying(&tried.inlining, gained, &known);
        // what chunks have is in addition to an array that stays
        let is_less = |(function, own, _): &Chunks| {
            let all = tried.inlining.in_chunks().iter();
            let mut own_ones = all.filter(|(other, it)| other == function && it.own == *own);
            is_gained(&gained, function, own)
                && own_ones
                    .all(|(_, it)| it.is_gone || has_become(&known, function, &it.array, Region::is_reshaped))
        };
        let mut functions: BTreeSet<String> = chunks.iter().map(|(function, ..)| function.clone()).collect();
        functions.retain(|it| chunks.iter().all(|chunks| chunks.0 != *it || is_less(chunks)));
        self.asked.borrow_mut().push((tried.input.text.clone(), known));
        let copied = self.copied(&tried.inlining, &gained, calls, timing);
        functions.retain(|it| !copies.contains(it) || copied.contains(it));
        chunks.retain(|(function, ..)| functions.contains(function));
        Some((chunks, functions.intersection(others).cloned().collect()))
    }

    /// Of what is gained, what is worth that cells are copied in each turn, which the program doesn't do by itself: small grids are faster if
    /// they only change places.
    fn worth_copying(&self, inlining: &Inlining, gained: Gains, known: &Known) -> Gains {
        let saves_enough = |place: &Span| {
            let outcome = known.plain.get(place).or_else(|| known.beside.get(place));
            outcome.is_some_and(|it| it.as_ref().is_ok_and(|region| region.saved() >= LEAST_COPIED))
        };
        let copies_anyway = |function: &str| {
            let mut own = inlining.written_back().iter().filter(|it| it.caller == function).peekable();
            let in_chunks = inlining.in_chunks().iter().any(|(other, _)| other == function);
            !in_chunks && own.peek().is_some() && own.all(|it| it.arrays.is_whole)
        };
        let is_fast = self.settings.aim == Aim::Speed;
        let is_worth =
            |function: &str, place: &Span| !is_fast || copies_anyway(function) || saves_enough(place);
        gained.into_iter().filter(|(function, _, place)| is_worth(function, place)).collect()
    }

    /// The functions in which copies stand for pointers that change places, where the array that is copied shrinks, and each copy is proved.
    fn copied(
        &self,
        inlining: &Inlining,
        gained: &Gains,
        calls: Calls,
        timing: &mut Timing,
    ) -> BTreeSet<String> {
        // or what chunks have of it
        let of_chunks = |copied: &Copied| {
            let mut all = inlining.in_chunks().iter();
            all.find(|(function, chunks)| *function == copied.caller && chunks.array == copied.arrays.new)
        };
        let shrinks = |copied: &Copied| {
            let array = of_chunks(copied).map_or(&copied.arrays.new, |(_, chunks)| &chunks.own);
            is_gained(gained, &copied.caller, array)
        };
        let all = inlining.written_back();
        let functions = |is_such: &dyn Fn(&Copied) -> bool, all: &[Copied]| {
            let mut functions: BTreeSet<String> = all.iter().map(|copied| copied.caller.clone()).collect();
            let failing = all.iter().filter(|copied| !is_such(copied));
            failing.for_each(|copied| {
                functions.remove(&copied.caller);
            });
            functions
        };
        // each of them is in all texts
        let number =
            |all: &[Copied], function: &str| all.iter().filter(|copied| copied.caller == function).count();
        let shrinking = functions(&shrinks, all);
        let is_due = |function: &str| shrinking.contains(function);
        let unchunked = BTreeSet::new();
        let calls = Calls { copying: Copying::Proof, callers: &is_due, chunks: &unchunked, ..calls };
        let Some(proof) = (!shrinking.is_empty()).then(|| self.with_regions(calls, timing)).flatten() else {
            return BTreeSet::new();
        };
        let known = self.proved.take().filter(|(text, _)| *text == proof.input.text);
        let (text, proved) = known.unwrap_or_else(|| {
            let all = proof.inlining.written_back();
            let mut proved = functions(&|copied| self.is_proved(&proof, copied, false), all);
            // where all was copied, the program as it is has to be looked at, too
            let is_whole = |copied: &&Copied| copied.arrays.is_whole && proved.contains(&copied.caller);
            let whole: BTreeSet<String> = all.iter().filter(is_whole).map(|it| it.caller.clone()).collect();
            let is_asked = |function: &str| whole.contains(function);
            let original = Calls { copying: Copying::Original, callers: &is_asked, ..calls };
            let original = (!whole.is_empty()).then(|| self.with_regions(original, timing)).flatten();
            let restored = original.map_or_else(BTreeSet::new, |original| {
                let restored = original.inlining.written_back();
                let mut found = functions(&|copied| self.is_proved(&original, copied, true), restored);
                found.retain(|function| number(restored, function) == number(all, function));
                found
            });
            proved.retain(|function| !whole.contains(function) || restored.contains(function));
            (proof.input.text.clone(), proved)
        });
        let are_all =
            |function: &str| number(all, function) == number(proof.inlining.written_back(), function);
        let copied = proved.intersection(&shrinking).filter(|function| are_all(function)).cloned().collect();
        self.proved.replace(Some((text, proved)));
        copied
    }

    /// Whether a region shows that copies do what the exchange of pointers did, or the copies of the program, which it has if it
    /// `is_original`.
    fn is_proved(&self, Expanded { input, .. }: &Expanded, copied: &Copied, is_original: bool) -> bool {
        let is_inside = |place: Span| copied.contains(input, place);
        let all = input.unit.regions().iter().chain(input.unit.beside());
        let mut regions = all.filter(|region| {
            let function = input.unit.function_at(region.span.start);
            function.is_some_and(|function| function.name == copied.caller)
                && copied.touches(input, region.span)
        });
        let arrays = (&copied.arrays, is_original);
        regions.any(|region| pipeline::may_be_copied(input, region, self.settings, arrays, &is_inside))
    }

    /// What `all` of the calls gain, or those alone in functions with regions that join them with anything, where the others gain no more.
    fn most_gained(&self, all: Calls, timing: &mut Timing) -> Option<(Expanded, Gain)> {
        let mut tried = self.with_regions(all, timing)?;
        let single = self.of_one_call(&tried);
        let joining = joining(&tried.input, &single);
        let is_joining = |function: &str| joining.contains(function);
        let is_part = !joining.is_empty() && joining.len() < tried.inlining.callers.len();
        let fewer = || self.with_regions(Calls { callers: &is_joining, ..all }, timing);
        let mut stages = BTreeSet::new();
        if let Some(mut fewer) = is_part.then(fewer).flatten() {
            let found = self.gain_of_all(&mut fewer)?;
            let is_settled = |place: &Span| self.is_settled(tried.functions(*place), &found.gained);
            let is_left_out = |place: &&Span| {
                let function = tried.input.unit.function_at(place.start);
                function.is_none_or(|function| !is_joining(&function.name))
            };
            if found.gained.is_empty() {
                // regions that join something are known to gain nothing
                tried.input.unit.set_apart(|span| !single.iter().any(|place| place.contains(span)));
                stages = found.stages;
            } else if single.iter().filter(is_left_out).all(is_settled) {
                return Some((fewer, found));
            }
        }
        let gain = self.gain(&mut tried, &single, stages)?;
        Some((tried, gain))
    }

    /// What goes isn't worked on any more, which is a loss where its calls gain nothing. Gives the functions that stay for that, if no less
    /// is gained so, and what is known then.
    fn without_loss(
        &self,
        (tried, gain): (Expanded, Gain),
        gaining: Calls,
        timing: &mut Timing,
    ) -> (BTreeSet<String>, Input, Known) {
        let places: Vec<Span> = gain.gained.iter().map(|(_, _, place)| *place).collect();
        let mut left = tried.inlining.elsewhere(&tried.input, &places);
        left.retain(|function| tried.gone.contains(function));
        let mut again = || {
            let mut again = self.with_regions(Calls { left: &left, ..gaining }, timing)?;
            let found = self.gain_of_all(&mut again)?;
            let is_as_good = what(&found.gained) == what(&gain.gained);
            (is_as_good && !isl::interrupt::is_interrupted()).then_some((again.input, found.known))
        };
        match (!left.is_empty()).then(&mut again).flatten() {
            Some((input, known)) => (left, input, known),
            None => (BTreeSet::new(), tried.input, gain.known),
        }
    }

    /// The file with some calls inlined.
    fn expanded(&self, calls: Calls, timing: &mut Timing) -> Option<Expanded> {
        let stays = |function: &str| calls.left.contains(function);
        let exchanges = Exchanges {
            stay: &|function| calls.exchanging.contains(function),
            are_copies: &|function| calls.copies.contains(function),
            copying: calls.copying,
            in_chunks: &|function, it| {
                calls.chunks.contains(&(function.to_owned(), it.own.clone(), it.reach))
            },
            by_member: &|function, it| calls.by_member.contains(&(function.to_owned(), it.clone())),
            forwarded: &|function, it| calls.forwarded.contains(&(function.to_owned(), it.clone())),
        };
        let (mut input, inlining) =
            timing.measure("inline", || inline::expanded(self.input, calls.callers, stays, &exchanges))?;
        let gone = inlining.gone(&input);
        input.unit.take_file_arrays(&input.map, &|function| gone.contains(function));
        Some(Expanded { input, inlining, gone })
    }

    /// The file with some calls inlined, and the regions of functions in which they are.
    fn with_regions(&self, calls: Calls, timing: &mut Timing) -> Option<Expanded> {
        self.expanded(calls, timing).map(Expanded::with_regions)
    }

    /// The places of regions that are all in one call, and shrink no array of the caller's: that may be gained by the stage alone.
    fn of_one_call(&self, Expanded { input, inlining, .. }: &Expanded) -> Vec<Span> {
        let single = input.unit.regions().iter().filter(|region| {
            inlining.is_of_one_call(input, region.span)
                && !inlining.has_exchange(input, region.span)
                && !pipeline::may_shrink_callers(input, region, self.settings)
        });
        single.map(|region| region.span).collect()
    }

    /// What is gained from what is inlined in the regions of a file.
    fn gain_of_all(&self, tried: &mut Expanded) -> Option<Gain> {
        let single = self.of_one_call(tried);
        self.gain(tried, &single, BTreeSet::new())
    }

    /// What is gained from what is inlined in the regions of a file, with the `stages` of others, where some are `single`
    /// ([`Trials::of_one_call`]); nothing if there is a mistake.
    fn gain(&self, tried: &mut Expanded, single: &[Span], mut stages: BTreeSet<String>) -> Option<Gain> {
        let apart = tried.input.unit.set_apart(|span| single.iter().any(|place| place.contains(span)));
        let known = self.asked_of(&tried.input.text);
        let mut found = self.regions(&mut tried.input, known)?;
        let mut gained = self.gained_by_callers(tried, &found);
        if !single.iter().all(|place| self.is_settled(tried.functions(*place), &gained)) {
            tried.input.unit.put_back(apart);
            found = self.regions(&mut tried.input, found.known())?;
            gained = self.gained_by_callers(tried, &found);
        }
        let mut whose = Whose::Callers;
        if gained.is_empty() {
            (gained, whose) = (tried.gained(&found, Whose::Stages), Whose::Stages);
            let own = gained.iter().flat_map(|(_, _, place)| tried.functions(*place));
            stages.extend(own.map(str::to_owned));
            if self.is_gained_alone(&stages.iter().map(String::as_str).collect(), &Region::shrinks) {
                gained.clear();
            }
        }
        Some(Gain { gained, whose, stages, known: found.known() })
    }

    /// What is known of the regions of a text.
    fn asked_of(&self, text: &str) -> Known {
        let mut asked = self.asked.borrow_mut();
        let position = asked.iter().position(|(known, _)| known == text);
        position.map_or_else(Known::default, |position| asked.swap_remove(position).1)
    }

    /// Whether regions of calls of these `stages` needn't be tried: one of them has `gained` itself, or shrinks without calls inlined.
    fn is_settled(&self, stages: Vec<&str>, gained: &Gains) -> bool {
        gained.iter().any(|(caller, ..)| stages.contains(&caller.as_str()))
            || self.is_gained_alone(&stages.into_iter().collect(), &Region::shrinks)
    }

    /// What callers gain, but for what is gained without calls inlined, too.
    fn gained_by_callers(&self, tried: &Expanded, found: &Regions) -> Gains {
        let gained = tried.gained(found, Whose::Callers);
        let in_order = inline::in_order(&gained);
        gained.into_iter().filter(|gain| self.is_of_caller(tried, gain, &in_order)).collect()
    }

    /// Whether something is gained by its caller alone, where the functions of `in_order` gain other orders.
    fn is_of_caller(
        &self,
        tried: &Expanded,
        (caller, gain, place): &(String, Gained, Span),
        in_order: &BTreeSet<String>,
    ) -> bool {
        let as_much: fn(&Region) -> bool = match gain {
            Gained::Array(_) => return true,
            Gained::Tiles => Region::shrinks,
            Gained::Order => |region| region.is_reordered() || region.shrinks(),
        };
        // the loops may be a stage's own, or those of a stage that has stages
        let home = inline::home(self.input, &tried.input, *place).filter(|home| home != caller);
        let stages: BTreeSet<&str> = tried.functions(*place).into_iter().chain(home).collect();
        // less memory comes first, and a function with fewer calls inlined
        if stages.iter().any(|stage| in_order.contains(*stage))
            || self.is_gained_alone(&stages, &|region| region.is_in_tiles || region.shrinks())
        {
            return false;
        }
        // tiles are a caller's own but for those in which pointers changed places
        let is_asked = *gain == Gained::Order || tried.inlining.has_exchange(&tried.input, *place);
        !(is_asked && self.is_gained_alone(&BTreeSet::from([caller.as_str()]), &as_much))
    }

    /// Whether a region of some functions gains without anything being inlined; what is found becomes known.
    fn is_gained_alone(&self, functions: &BTreeSet<&str>, gains: &dyn Fn(&Region) -> bool) -> bool {
        if functions.is_empty() {
            return false;
        }
        let Alone { input, known } = self.alone.take();
        let mut input = input.unwrap_or_else(|| self.input.again());
        input.find_regions_in(&|function| functions.contains(function));
        // it is what is taken where no calls are inlined, so that all of the time is there for it
        let (found, is_cut) = self.watch.pause(|| {
            let found = self.regions(&mut input, known);
            (found, isl::interrupt::is_interrupted())
        });
        input.unit.set_apart(|_| true);
        self.alone.borrow_mut().input = Some(input);
        let Some(found) = found else { return true };
        let is_gained = found.done.iter().any(gains);
        // what was cut short is nothing to rely on
        if !is_cut {
            self.alone.borrow_mut().known = found.known();
        }
        is_gained
    }

    /// What becomes of a file's regions, some of which are `known`, if there is no mistake. Nothing is said of it.
    fn regions(&self, input: &mut Input, known: Known) -> Option<Regions> {
        let (mut timing, mut said) = (Timing::default(), Said::default());
        self.job.regions(input, self.settings, &self.limit, &mut timing, &mut said, known).ok()
    }
}

/// The functions with regions at other places than these.
fn joining(tried: &Input, places: &[Span]) -> BTreeSet<String> {
    let regions = tried.unit.regions().iter().filter(|region| !places.contains(&region.span));
    let functions = regions.filter_map(|region| tried.unit.function_at(region.span.start));
    functions.map(|function| function.name.clone()).collect()
}

/// What callers or stages gain in the regions of a file with calls inlined.
fn gained((input, inlining): (&Input, &Inlining), found: &Regions, whose: Whose) -> Gains {
    let both = found.done.iter().zip(&found.taken);
    // a result that has a name is worth it where it moves
    let is_new =
        |region: &Region, place: Span| !inlining.functions(input, place).is_empty() || !region.is_in_place();
    let new = both.filter(|(region, place)| is_new(region, **place));
    let each = new.flat_map(|(region, place)| {
        let gained = inline::gained((input, inlining), region, *place, whose).into_iter();
        gained.map(|gain| (region.analysed.scop.function.clone(), gain, *place))
    });
    each.collect()
}

/// Whether an array of a function shrinks.
fn is_gained(gained: &Gains, function: &str, array: &str) -> bool {
    gained.iter().any(|(caller, gain, _)| caller == function && *gain == Gained::Array(array.to_owned()))
}

/// Whether `is_such` of an array of a function in one of its regions.
fn has_become(known: &Known, function: &str, array: &str, is_such: fn(&Region, ArrayId) -> bool) -> bool {
    let all = known.plain.values().chain(known.beside.values()).filter_map(|it| it.as_ref().ok());
    let mut own = all.filter(|region| region.analysed.scop.function == function);
    own.any(|region| is_any(region, array, is_such))
}

/// Whether `is_such` an array of a region that C calls so.
fn is_any(region: &Region, array: &str, is_such: fn(&Region, ArrayId) -> bool) -> bool {
    let arrays = &region.analysed.scop.arrays;
    (0..arrays.len()).any(|id| arrays[id].c_name == array && is_such(region, id))
}

/// What is gained, wherever that is.
fn what(gained: &Gains) -> BTreeSet<(&str, &Gained)> {
    gained.iter().map(|(caller, gain, _)| (caller.as_str(), gain)).collect()
}

impl Expanded {
    /// The same, with the regions of functions in which calls are inlined.
    fn with_regions(mut self) -> Self {
        let callers = &self.inlining.callers;
        self.input.find_regions_in(&|function| callers.contains(function));
        self
    }

    /// The functions with loops that copy what they have written, in the place of pointers that change places or of copies of more.
    fn written_back(&self) -> BTreeSet<String> {
        self.inlining.written_back().iter().map(|copied| copied.caller.clone()).collect()
    }

    /// The functions whose calls are at a place.
    fn functions(&self, place: Span) -> Vec<&str> {
        self.inlining.functions(&self.input, place)
    }

    /// What callers or stages gain in its regions.
    fn gained(&self, found: &Regions, whose: Whose) -> Gains {
        gained((&self.input, &self.inlining), found, whose)
    }
}
