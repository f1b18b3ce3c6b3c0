//! Pipelines with a function per stage: the file with calls of its functions inlined, and the way back.
//!
//! The text with blocks in the place of calls goes through all stages as any other. What becomes of it is worth it if a region
//! with inlined statements, or with a block that one obtains, changes; then the blocks that are still as they were become calls again, in the function that runs
//! where memory overlaps, say. A `static` function that nobody calls any more goes.

use crate::input::{Input, Origin};
use crate::pipeline::Region;
use diagnostics::Span;
use diagnostics::token::{TokenKind, tokens_without_comments};
use frontend::{ByMember, Copying, Difference, Forwarded, InChunks, Inlined, WrittenBack, origins};
use polyhedral::Storage;
use std::borrow::Cow;
use std::cell::LazyCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Calls within calls, and conditions that become several first.
const DEEPEST: usize = 5;

/// A file grows to so many tokens more at most.
const MOST_TOKENS: usize = 20_000;

/// The calls that are inlined in a file.
pub struct Inlining {
    /// The functions in which there are any.
    pub callers: BTreeSet<String>,
    /// The calls that the user wrote there, with the functions that they name.
    calls: Vec<(Span, String)>,
    /// What was put in the place of what, in order: blocks, and their calls.
    steps: Vec<Step>,
    /// The functions whose calls have gone.
    callees: BTreeSet<String>,
    /// Those of them that inlined functions call.
    nested: BTreeSet<String>,
    /// Where pointers change places no more, in the functions around.
    exchanges: Vec<Span>,
    /// Loops in which copies stand for that.
    written_back: Vec<Copied>,
    /// The functions with loops that run in chunks, with these.
    in_chunks: Vec<(String, InChunks)>,
    /// The functions in which members of structures are arrays, with these.
    by_member: BTreeSet<(String, ByMember)>,
    /// The functions that copy cells which are read from there then, with these.
    forwarded: BTreeSet<(String, Forwarded)>,
    /// The functions that read such cells, wherever the file calls them.
    always_reading: BTreeSet<String>,
}

/// A loop in which copies stand for pointers that change places.
#[derive(Clone)]
pub struct Copied {
    /// The function around it.
    pub caller: String,
    /// Where it is in the file.
    place: Span,
    /// The arrays.
    pub arrays: WrittenBack,
}

/// What becomes of loops in which pointers change places.
pub struct Exchanges<'f> {
    /// In functions of which that is true they stay.
    pub stay: &'f dyn Fn(&str) -> bool,
    /// In those that are left, and of which this is true, what was written is copied back; in all others as many turns are one as
    /// bring all pointers back.
    pub are_copies: &'f dyn Fn(&str) -> bool,
    /// Whether the text is the program's, or the one that proves that.
    pub copying: Copying,
    /// The loops of a function of which that is true run in chunks.
    pub in_chunks: &'f dyn Fn(&str, &InChunks) -> bool,
    /// The arrays of structures of a function of which that is true have an array for each member in their place.
    pub by_member: &'f dyn Fn(&str, &ByMember) -> bool,
    /// The copied cells of a function of which that is true are read from where they were copied to.
    pub forwarded: &'f dyn Fn(&str, &Forwarded) -> bool,
}

/// The file with all calls inlined that may bring statements together that share an array, in the functions that are wanted; but
/// for calls of functions that stay, and loops in which pointers change places of functions that keep these.
pub fn expanded(
    input: &Input,
    is_wanted: impl Fn(&str) -> bool,
    stays: impl Fn(&str) -> bool,
    exchanges: &Exchanges,
) -> Option<(Input, Inlining)> {
    let is_first = |call: &Inlined| call.is_joined && is_wanted(&call.caller);
    let goes = |call: &Inlined| {
        if call.is_about_arrays() {
            return false;
        }
        let (stay, are_copies) = ((exchanges.stay)(&call.caller), (exchanges.are_copies)(&call.caller));
        match call.copying {
            Copying::No if call.is_exchange => !stay && !are_copies,
            Copying::No => !call.is_extra && call.callee.as_ref().is_none_or(|callee| !stays(callee)),
            copying => !stay && are_copies && copying == exchanges.copying,
        }
    };
    let is_by_member =
        |call: &Inlined| call.by_member.as_ref().is_some_and(|it| (exchanges.by_member)(&call.caller, it));
    let is_forwarded =
        |call: &Inlined| call.forwarded.as_ref().is_some_and(|it| (exchanges.forwarded)(&call.caller, it));
    let is_in_chunks =
        |call: &Inlined| call.in_chunks.as_ref().is_some_and(|it| (exchanges.in_chunks)(&call.caller, it));
    let with_arrays = |input: &Input, is_due: &dyn Fn(&Inlined) -> bool| {
        let calls = input.unit.inlining().calls.iter();
        let calls: Vec<&Inlined> = calls.filter(|call| is_wanted(&call.caller) && is_due(call)).collect();
        (!calls.is_empty() && !input.is_ever_divided()).then(|| step(input, calls))
    };
    // what is read elsewhere as the file is written stays in functions of its own
    let mut all = match with_arrays(input, &is_forwarded) {
        None => None,
        Some(forwarded) => {
            let (forwarded, mut known) = forwarded?;
            known.keep_readers();
            Some((forwarded, known))
        }
    };
    let first = all.as_ref().map_or(input, |(forwarded, _)| forwarded);
    let expanded = expanded_from(first, is_first, &goes);
    all = in_turn(all, expanded);
    // in what all of that comes to, members of structures become arrays, copied cells are read elsewhere, and then loops run in chunks
    for is_due in [&is_by_member as &dyn Fn(&Inlined) -> bool, &is_forwarded, &is_in_chunks] {
        let last = all.as_ref().map_or(input, |(expanded, _)| expanded);
        if let Some(changed) = with_arrays(last, is_due) {
            all = in_turn(all, Some(changed?));
        }
    }
    all
}

/// A text in which one thing was put in the place of another, and then more.
fn in_turn(first: Option<(Input, Inlining)>, then: Option<(Input, Inlining)>) -> Option<(Input, Inlining)> {
    match (first, then) {
        (Some((_, mut known)), Some((changed, more))) => {
            known.add(more);
            Some((changed, known))
        }
        (first, then) => then.or(first),
    }
}

/// The file with those calls inlined that are wanted, and with the calls that are left in the functions around them, each in its own
/// statement; `None` if there are none.
pub fn expanded_where(input: &Input, is_wanted: impl Fn(&Inlined) -> bool) -> Option<Input> {
    let is_statement = |call: &Inlined| call.is_statement;
    let is_first = |call: &Inlined| is_statement(call) && is_wanted(call);
    expanded_from(input, is_first, &is_statement).map(|(expanded, _)| expanded)
}

/// The file with some calls inlined, and then whatever calls are left in these functions, of those that may go.
fn expanded_from(
    input: &Input,
    is_first: impl Fn(&Inlined) -> bool,
    goes: &dyn Fn(&Inlined) -> bool,
) -> Option<(Input, Inlining)> {
    let of = |input: &'_ Input| -> Vec<Inlined> {
        let calls: Vec<_> = input.unit.inlining().calls.iter().filter(|call| goes(call)).collect();
        let is_exchange =
            |call: &Inlined| call.is_exchange || call.copying != Copying::No && !says_the_same(call);
        let is_apart = |call: &Inlined| {
            let others = || calls.iter().filter(|other| other.span != call.span);
            let in_exchange = || others().any(|it| is_exchange(it) && it.span.contains(call.span));
            let comes_last = || says_the_same(call) && others().any(|it| call.span.contains(it.span));
            is_exchange(call) || !in_exchange() && !comes_last()
        };
        calls.iter().filter(|call| is_apart(call)).map(|call| (*call).clone()).collect()
    };
    let calls = of(input);
    let first: Vec<_> = calls.iter().filter(|call| is_first(call)).collect();
    if first.is_empty() || input.is_ever_divided() {
        return None;
    }
    let (mut expanded, mut all) = step(input, first)?;
    for _ in 1..DEEPEST {
        let calls = of(&expanded);
        let is_due = |call: &&Inlined| {
            let place = origin_of(&expanded, call.span);
            let is_known = says_the_same(call) && all.written_back.iter().any(|it| it.place == place);
            all.callers.contains(&call.caller) && !is_known
        };
        let calls: Vec<_> = calls.iter().filter(is_due).collect();
        let grown = expanded.unit.tokens().len().saturating_sub(input.unit.tokens().len());
        if calls.is_empty() || grown > MOST_TOKENS {
            break;
        }
        let Some((deeper, more)) = step(&expanded, calls) else { break };
        expanded = deeper;
        all.add(more);
    }
    Some((expanded, all))
}

/// Where a place of a text with calls inlined comes from.
fn origin_of(input: &Input, place: Span) -> Span {
    input.origin.as_ref().map_or(place, |origin| origin.origins.of(place))
}

/// Whether what stands in the place of a loop is the loop itself, which is only to be known.
fn says_the_same(call: &Inlined) -> bool {
    call.copying == Copying::Original && call.block == call.text
}

/// Whose arrays make a region worth the calls that are inlined in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// The function around the calls.
    Callers,
    /// The functions that are called, which gain nothing by themselves.
    Stages,
}

/// What a region gains from the calls that are inlined in it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Gained {
    /// An array shrinks.
    Array(String),
    /// Loops around calls run in tiles.
    Tiles,
    /// Loops in which pointers changed places run in another order.
    Order,
}

/// Whether a region is worth the calls that are inlined in it.
pub fn gains(trial: (&Input, &Inlining), region: &Region, place: Span, whose: Whose) -> bool {
    !gained(trial, region, place, whose).is_empty()
}

/// What it gains.
pub fn gained(
    (input, inlining): (&Input, &Inlining),
    region: &Region,
    place: Span,
    whose: Whose,
) -> Vec<Gained> {
    let scop = &region.analysed.scop;
    let shrinks = |id: usize| {
        let array = &scop.arrays[id];
        // what chunks have is nobody's but theirs
        let is_of_chunks = inlining.in_chunks.iter().any(|(_, it)| it.own == array.c_name);
        let is_of_stage = input.is_of_stage(array.name_span) && !is_of_chunks;
        region.is_reshaped(id) && array.dimensions() > 0 && is_of_stage == (whose == Whose::Stages)
    };
    // what is smaller only since a caller knows the sizes isn't worth it
    let is_new = whose == Whose::Callers || !region.is_in_place();
    let is_worth = region.changes() && is_new;
    // a block that is obtained by what is inlined wouldn't be known to be apart
    let is_obtained = |id: usize| match &scop.arrays[id].storage {
        Storage::Block { allocation, .. } | Storage::RowTable { allocation, .. } => {
            input.is_inlined(*allocation)
        }
        _ => false,
    };
    let is_due = |id: usize| input.is_inlined(place) || is_obtained(id);
    let all = (0..scop.arrays.len()).filter(|id| is_worth && shrinks(*id) && is_due(*id));
    let arrays = all.map(|id| Gained::Array(scop.arrays[id].name.clone()));
    let is_callers = whose == Whose::Callers && input.is_inlined(place);
    let is_moved = || region.is_reordered() && inlining.has_exchange(input, place);
    let other = match region.is_in_tiles {
        true => Some(Gained::Tiles),
        false => is_moved().then_some(Gained::Order),
    };
    arrays.chain(other.filter(|_| is_callers)).collect()
}

/// The functions of which loops run in tiles, or in another order since no pointers change places in them.
pub fn in_order(gained: &[(String, Gained, Span)]) -> BTreeSet<String> {
    let is_in_order = gained.iter().filter(|(_, gain, _)| matches!(gain, Gained::Tiles | Gained::Order));
    is_in_order.map(|(function, ..)| function.clone()).collect()
}

/// The function of `input` in whose text a place of the file with calls inlined begins: calls may be within calls.
pub fn home<'a>(input: &'a Input, inlined: &Input, place: Span) -> Option<&'a str> {
    let start = inlined.origin.as_ref()?.origins.of(place).start;
    input.unit.function_at(start).map(|function| function.name.as_str())
}

/// The text of the file with all of them inlined.
pub fn text(input: &Input) -> String {
    let exchanges = Exchanges {
        stay: &|_| false,
        are_copies: &|_| false,
        copying: Copying::Program,
        in_chunks: &|_, _| false,
        by_member: &|_, _| false,
        forwarded: &|_, _| false,
    };
    expanded(input, |_| true, |_| false, &exchanges)
        .map_or_else(|| input.text.clone(), |(expanded, _)| expanded.text)
}

/// The file with these calls inlined, or with those of as many callers as can be.
fn step(input: &Input, mut calls: Vec<&Inlined>) -> Option<(Input, Inlining)> {
    while !calls.is_empty() {
        let difference = match inlined(input, &calls) {
            Ok(inlined) => return Some((inlined, Inlining::of(input, &calls))),
            Err(difference) => difference,
        };
        let all = calls.len();
        calls.retain(|call| !difference.functions.contains(&call.caller));
        if calls.len() == all {
            calls = of_sound_callers(input, calls);
            let read = inlined(input, &calls).ok().filter(|_| !calls.is_empty())?;
            return Some((read, Inlining::of(input, &calls)));
        }
    }
    None
}

/// The file with all of these in the place of what they stand for, but for functions in which that can't be.
pub fn with_all(input: &Input, all: Vec<&Inlined>) -> Option<Input> {
    step(input, all).map(|(changed, _)| changed)
}

/// The calls of those callers in which all can be inlined where no others are, in the order of the text.
fn of_sound_callers<'a>(input: &Input, calls: Vec<&'a Inlined>) -> Vec<&'a Inlined> {
    let mut by_caller: BTreeMap<&str, Vec<&Inlined>> = BTreeMap::new();
    calls.into_iter().for_each(|call| by_caller.entry(&call.caller).or_default().push(call));
    by_caller.retain(|_, calls| inlined(input, calls).is_ok());
    let mut calls: Vec<_> = by_caller.into_values().flatten().collect();
    calls.sort_by_key(|call| call.span);
    calls
}

/// The file with these calls inlined, which means the same.
///
/// # Errors
/// Why there is none.
fn inlined(input: &Input, calls: &[&Inlined]) -> Result<Input, Difference> {
    let mut text = input.text.clone();
    let mut places: Vec<_> = calls.iter().map(|call| (call.place, &call.block)).collect();
    places.sort_by_key(|(place, _)| std::cmp::Reverse(place.start));
    for (place, block) in places {
        text.replace_range(place.start..place.end, block);
    }
    let mut inlined = Input::from_sound_text(&input.path, text, &input.preprocessor)?;
    let found = {
        // few texts have any, and to tell takes the preprocessor
        let lines = LazyCell::new(|| input.line_numbers_with(&inlined));
        let are_lines = |before, after| lines.are(before, after);
        origins((&input.unit, &input.map), calls, (&inlined.unit, &inlined.map), &are_lines)?
    };
    inlined.users.clone_from(&input.users);
    inlined.comes_from(match &input.origin {
        None => Origin { map: input.map.clone(), origins: found },
        Some(earlier) => Origin { map: earlier.map.clone(), origins: found.through(&earlier.origins) },
    });
    Ok(inlined)
}

/// What was put in the place of what.
struct Step {
    /// The new text.
    block: String,
    /// The call that it stands for, and the function, if it is one.
    call: String,
    callee: Option<String>,
    /// The names of what it declares to the end of the block around it.
    lasting: BTreeSet<String>,
}

impl Copied {
    /// Whether a place of the file with calls inlined has something in common with it.
    pub fn touches(&self, input: &Input, place: Span) -> bool {
        let place = input.in_caller(place);
        place.start < self.place.end && self.place.start < place.end
    }

    /// Whether a place of the file with calls inlined is in it.
    pub fn contains(&self, input: &Input, place: Span) -> bool {
        let place = input.in_caller(place);
        self.place.contains(place)
    }
}

impl Inlining {
    fn of(input: &Input, calls: &[&Inlined]) -> Self {
        let place = |span| origin_of(input, span);
        let is_nested = |call: &&&Inlined| {
            let origin = input.origin.as_ref();
            origin.is_some_and(|it| it.origins.of(call.span) != it.origins.in_caller(call.span))
        };
        Inlining {
            nested: calls.iter().filter(is_nested).filter_map(|call| call.callee.clone()).collect(),
            callers: calls.iter().map(|call| call.caller.clone()).collect(),
            calls: calls.iter().filter_map(|call| Some((place(call.span), call.callee.clone()?))).collect(),
            // copies and chunks are proved for the whole function, and arrays change in all of it, so that nothing goes back
            steps: calls
                .iter()
                .filter(|call| call.copying == Copying::No && !call.is_about_arrays())
                .map(|call| Step::of(call))
                .collect(),
            callees: calls.iter().filter_map(|call| call.callee.clone()).collect(),
            exchanges: calls.iter().filter(|call| call.is_exchange).map(|call| place(call.span)).collect(),
            written_back: calls
                .iter()
                .filter_map(|call| {
                    let (caller, place) = (call.caller.clone(), place(call.span));
                    Some(Copied { caller, place, arrays: call.written_back.clone()? })
                })
                .collect(),
            in_chunks: calls
                .iter()
                .filter_map(|call| Some((call.caller.clone(), call.in_chunks.clone()?)))
                .collect(),
            by_member: calls
                .iter()
                .filter_map(|call| Some((call.caller.clone(), call.by_member.clone()?)))
                .collect(),
            forwarded: calls
                .iter()
                .filter_map(|call| Some((call.caller.clone(), call.forwarded.clone()?)))
                .collect(),
            always_reading: BTreeSet::new(),
        }
    }

    /// Adds what was put in the place of what in a text that has all of this.
    fn add(&mut self, more: Inlining) {
        self.callers.extend(more.callers);
        self.calls.extend(more.calls);
        self.steps.extend(more.steps);
        self.callees.extend(more.callees);
        self.nested.extend(more.nested);
        self.exchanges.extend(more.exchanges);
        for copied in more.written_back {
            let is_known = self.written_back.iter().any(|known| known.place == copied.place);
            self.written_back.extend((!is_known).then_some(copied));
        }
        self.in_chunks.extend(more.in_chunks);
        self.by_member.extend(more.by_member);
        self.forwarded.extend(more.forwarded);
        self.always_reading.extend(more.always_reading);
    }

    /// Whether arrays stand for members of what there is before functions run.
    pub fn renames_memory(&self) -> bool {
        self.by_member.iter().any(|(_, it)| it.is_lasting)
    }

    /// The arrays of structures of a function in whose place each member has an array, with these.
    pub fn by_member(&self, function: &str) -> impl Iterator<Item = (&str, &[String])> {
        let own = self.by_member.iter().filter(move |(own, _)| own == function);
        own.flat_map(|(_, it)| &it.arrays).map(|(array, members)| (array.as_str(), members.as_slice()))
    }

    /// The copies of a function whose cells are read from where they were copied to.
    pub fn forwarded(&self, function: &str) -> impl Iterator<Item = &Forwarded> {
        self.forwarded.iter().filter(move |(own, _)| own == function).map(|(_, it)| it)
    }

    /// The functions that read such cells, and that only the functions which copied them call.
    pub fn reading_copies(&self) -> BTreeSet<String> {
        let all = self.forwarded.iter();
        all.flat_map(|(caller, it)| it.readers.iter().filter(move |reader| *reader != caller).cloned())
            .collect()
    }

    /// Says that the file as it is written calls those functions only where cells were copied.
    fn keep_readers(&mut self) {
        self.always_reading = self.reading_copies();
    }

    /// The functions with loops that run in chunks, with these.
    pub fn in_chunks(&self) -> &[(String, InChunks)] {
        &self.in_chunks
    }

    /// The arrays that nothing mentions any more, since chunks have some of it each.
    pub fn replaced(&self) -> BTreeSet<String> {
        let gone = self.in_chunks.iter().filter(|(_, it)| it.is_gone);
        gone.map(|(_, it)| it.array.clone()).collect()
    }

    /// The loops in which copies stand for pointers that change places.
    pub fn written_back(&self) -> &[Copied] {
        &self.written_back
    }

    /// Whether pointers changed places in a place of the file.
    pub fn has_exchange(&self, input: &Input, place: Span) -> bool {
        let place = input.in_caller(place);
        let copies = self.written_back.iter().map(|copied| &copied.place);
        let mut all = self.exchanges.iter().chain(copies);
        all.any(|exchange| place.contains(*exchange) || exchange.contains(place))
    }

    /// Whether a place of the file is all in a single call, in the text of the stage that stands for it.
    pub fn is_of_one_call(&self, input: &Input, place: Span) -> bool {
        let Some(origin) = input.origin.as_ref().filter(|_| input.is_inlined(place)) else { return false };
        let place = origin.origins.in_caller(place);
        self.calls.iter().any(|(call, _)| call.contains(place))
    }

    /// The functions whose calls are inlined in a place of the file, in the order of the calls.
    pub fn functions(&self, input: &Input, place: Span) -> Vec<&str> {
        let Some(origin) = &input.origin else { return vec![] };
        let place = origin.origins.in_caller(place);
        let mut found: Vec<&str> = Vec::new();
        for (call, name) in &self.calls {
            if place.contains(*call) && !found.contains(&name.as_str()) {
                found.push(name);
            }
        }
        found
    }

    /// The functions whose blocks declare what is called one of these names to all that follows.
    pub fn declaring<'a>(&'a self, names: &BTreeSet<&str>) -> impl Iterator<Item = &'a str> {
        let declares = |step: &&Step| step.lasting.iter().any(|name| names.contains(name.as_str()));
        self.steps
            .iter()
            .filter(declares)
            .filter_map(|step| step.callee.as_deref())
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// The functions that have temporary arrays of their own, and that nothing calls at places of the file, nor inlined functions.
    pub fn elsewhere(&self, input: &Input, places: &[Span]) -> BTreeSet<String> {
        let Some(origin) = &input.origin else { return BTreeSet::new() };
        let places: Vec<Span> = places.iter().map(|place| origin.origins.in_caller(*place)).collect();
        let is_there = |name: &String| {
            let mut calls = self.calls.iter().filter(|(_, callee)| callee == name);
            calls.any(|(call, _)| places.iter().any(|place| place.contains(*call)))
        };
        let is_own = |name: &String| input.unit.has_temporaries(name, &input.map);
        let others = self.callees.iter().filter(|name| !self.nested.contains(*name));
        others.filter(|name| !is_there(name) && is_own(name)).cloned().collect()
    }

    /// The functions that nothing uses any more, so that they won't be in the output.
    pub fn gone(&self, input: &Input) -> BTreeSet<String> {
        let is_gone = |name: &&str| input.unit.unused(name, &input.map).is_some();
        self.callees.iter().map(String::as_str).filter(is_gone).map(str::to_owned).collect()
    }

    /// `text`, which was made of the file `made_of`, with calls where blocks are still as they were; but for those that hand on one of these
    /// arrays, which aren't what they were any more, to a function that doesn't use it, since the block doesn't say so, and for those that
    /// declare what the new text mentions.
    pub fn restored(&self, mut text: String, made_of: &str, changed: &BTreeSet<&str>) -> String {
        // they do what they did in some places only
        let reading = &self.reading_copies() - &self.always_reading;
        for step in self.steps.iter().rev() {
            let Step { block, call, callee, .. } = step;
            if callee.as_ref().is_some_and(|callee| reading.contains(callee)) {
                continue;
            }
            let (own, handed) = (words(block), words(call));
            let is_changed = |name: &&str| handed.contains_key(*name) && !own.contains_key(*name);
            if changed.iter().any(is_changed) || step.is_needed(made_of, &text) {
                continue;
            }
            text = restored_line(put_back(text, block, call), block, call);
        }
        text
    }

    /// `text` without the `static` functions that were used and aren't any more.
    pub fn without_unused(&self, input: &Input, text: String, may_go: &dyn Fn(&str) -> bool) -> String {
        let mut text = without_unused(input, text, self.callees.clone(), may_go);
        // functions that were there until now may have named them
        for array in self.replaced() {
            let read = Input::from_text(&input.path, text.clone(), &input.preprocessor);
            let place = read.ok().and_then(|(read, _)| read.unit.unmentioned(&array, &read.map));
            if let Some(place) = place {
                text.replace_range(place.start..place.end, "");
            }
        }
        text
    }
}

impl Step {
    fn of(call: &Inlined) -> Self {
        let Inlined { block, text: call, callee, lasting, .. } = call.clone();
        Step { block, call, callee, lasting }
    }

    /// Whether something behind the block mentions more often what that declares than in the text before.
    fn is_needed(&self, before: &str, after: &str) -> bool {
        if self.lasting.is_empty() {
            return false;
        }
        let (before, after) = (words(self.behind(before)), words(self.behind(after)));
        self.lasting.iter().any(|name| times(&after, name) > times(&before, name))
    }

    /// What of the function around the block stands behind it in a text.
    fn behind<'t>(&self, text: &'t str) -> &'t str {
        let rest = text.split_once(&self.block).map_or("", |(_, rest)| rest);
        rest.split_once("\n}").map_or(rest, |(own, _)| own)
    }
}

/// `text` with what was written in the place of a block.
pub fn put_back(text: String, block: &str, written: &str) -> String {
    // beside new loops it stands further in
    text.replace(block, written).replace(&block.replace('\n', "\n    "), written)
}

/// `text` with a call in the place of its block where that moved, on one line: what releases memory stands behind new loops.
fn restored_line(text: String, block: &str, call: &str) -> String {
    let Some((comment, body)) = block.strip_prefix("{ ").and_then(|rest| rest.split_once("*/")) else {
        return text;
    };
    let comment = format!("{comment}*/");
    let words: Vec<&str> = body.split_whitespace().collect();
    let line = format!("{{ {}", words.join(" "));
    if !text.contains(&line) {
        return text;
    }
    let mut lines: Vec<String> = Vec::new();
    for part in text.split('\n') {
        if part.trim() != line {
            lines.push(part.to_owned());
            continue;
        }
        if lines.last().is_some_and(|last| last.trim() == comment) {
            lines.pop();
        }
        lines.push(part.replace(&line, call));
    }
    lines.join("\n")
}

/// `text`, which was made of the file, without those `static` functions that it doesn't use, among `candidates` and those that the file
/// used for what new text computes itself.
pub fn without_unused(
    input: &Input,
    mut text: String,
    candidates: BTreeSet<String>,
    may_go: &dyn Fn(&str) -> bool,
) -> String {
    if candidates.is_empty() && text == input.text {
        return text;
    }
    let (before, after) = (words(&input.text), words(&text));
    let is_less = |name: &String| {
        let left = times(&after, name);
        left <= MOST_DECLARATIONS && left < times(&before, name)
    };
    let looked_through = input.unit.looked_through().into_iter();
    let looked_through =
        looked_through.filter(|name| is_less(name) && input.unit.unused(name, &input.map).is_none());
    let all = candidates.into_iter().chain(looked_through);
    let mut candidates: BTreeSet<String> = all.filter(|name| may_go(name)).collect();
    while !candidates.is_empty() {
        let Ok((read, _)) = Input::from_text(&input.path, text.clone(), &input.preprocessor) else {
            return text;
        };
        let found = candidates.iter().find_map(|name| Some((name, read.unit.unused(name, &read.map)?)));
        let Some((name, unused)) = found else { return text };
        let mut shorter = text.clone();
        for lines in unused.places.iter().rev() {
            shorter.replace_range(lines.start..lines.end, "");
        }
        candidates = candidates.iter().filter(|other| *other != name).cloned().collect();
        candidates.extend(unused.mentions.into_iter().filter(|name| may_go(name)));
        text = shorter;
    }
    text
}

/// A prototype, and the definition.
const MOST_DECLARATIONS: usize = 2;

/// How often a text has each word.
fn words(text: &str) -> HashMap<Cow<'_, str>, usize> {
    let mut found = HashMap::new();
    for token in tokens_without_comments(text).filter(|token| token.kind == TokenKind::Identifier) {
        *found.entry(token.text(text)).or_insert(0) += 1;
    }
    found
}

/// How often it is one of `words`.
fn times(words: &HashMap<Cow<'_, str>, usize>, name: &str) -> usize {
    words.get(name).copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Inlining, Step};
    use std::collections::BTreeSet;

    #[test]
    fn calls_that_hand_on_arrays_which_changed_do_not_come_back() {
        let (block, call) = ("{ /* work */ y[0] = 1; }".to_owned(), "work(spare, y);".to_owned());
        let steps = vec![Step { block, call, callee: None, lasting: BTreeSet::new() }];
        let inlining = Inlining {
            callers: BTreeSet::new(),
            calls: vec![],
            steps,
            callees: BTreeSet::new(),
            nested: BTreeSet::new(),
            exchanges: vec![],
            written_back: vec![],
            in_chunks: vec![],
            by_member: BTreeSet::new(),
            forwarded: BTreeSet::new(),
            always_reading: BTreeSet::new(),
        };
        let text = "double spare = 0;\n{ /* work */ y[0] = 1; }\n";
        assert_eq!(inlining.restored(text.to_owned(), text, &BTreeSet::from(["spare"])), text);
        let restored = inlining.restored(text.to_owned(), text, &BTreeSet::from(["y"]));
        assert_eq!(restored, "double spare = 0;\nwork(spare, y);\n");
    }
}
