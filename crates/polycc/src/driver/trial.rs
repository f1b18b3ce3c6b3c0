//! The file with calls inlined is tried: it is taken where a region gains from that, and nothing gains as much by itself.

use super::{Job, Known, Regions};
use crate::inline::{self, Gained, Inlining, Whose};
use crate::input::Input;
use crate::messages::Said;
use crate::pipeline::{self, Region, Settings};
use crate::program::Imported;
use crate::time_limit::{TimeLimit, Watch};
use crate::timing::Timing;
use diagnostics::{Diagnostic, Span};
use std::cell::RefCell;
use std::collections::BTreeSet;

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

/// What a file with calls inlined is compared with: the file as it is.
pub(super) struct Trials<'a> {
    job: &'a Job,
    input: &'a Input,
    settings: &'a Settings,
    /// Most of the time is left for what comes then.
    limit: TimeLimit,
    /// That of what is computed for calls inlined.
    watch: RefCell<Option<Watch>>,
    /// What became of regions without anything inlined, as far as that was asked.
    alone: RefCell<Known>,
}

impl<'a> Trials<'a> {
    pub(super) fn new(job: &'a Job, input: &'a Input, settings: &'a Settings, limit: &TimeLimit) -> Self {
        Trials {
            job,
            input,
            settings,
            limit: limit.part(),
            watch: RefCell::default(),
            alone: RefCell::default(),
        }
    }

    /// What became of regions without anything inlined.
    pub(super) fn into_alone(self) -> Known {
        self.alone.into_inner()
    }

    /// The file with calls inlined, if regions change for that; functions that it knows of other files stay as they are.
    pub(super) fn run(&self, known: Option<&Imported>, timing: &mut Timing) -> Option<Trial> {
        /// Whether pointers go on changing places in a function.
        type Keeps<'k> = dyn Fn(&str) -> bool + 'k;
        let is_own = |function: &str| known.is_none_or(|known| !known.imports.functions.contains(function));
        let mut expanded = |callers: &dyn Fn(&str) -> bool, left: &BTreeSet<String>, keeps: &Keeps| {
            let stays = |function: &str| left.contains(function);
            let (mut expanded, inlining) =
                timing.measure("inline", || inline::expanded(self.input, callers, stays, keeps))?;
            let gone = inlining.gone(&expanded);
            expanded.unit.take_file_arrays(&expanded.map, &|function| gone.contains(function));
            Some((expanded, inlining, gone))
        };
        self.watch.replace(Some(self.limit.watch()));
        // where arrays shrink in loops in which pointers change places, that comes first
        let mut shrinking = BTreeSet::new();
        if self.input.unit.inlining().calls.iter().any(|call| call.is_exchange)
            && let Some((mut tried, inlining, _)) = expanded(&is_own, &BTreeSet::new(), &|_| true)
        {
            find_regions(&mut tried, &inlining);
            let gain = self.gain(&mut tried, &inlining, BTreeSet::new())?;
            let arrays = gain.gained.into_iter().filter(|(_, gain, _)| matches!(gain, Gained::Array(_)));
            shrinking.extend(arrays.map(|(caller, ..)| caller));
        }
        let keeps = |function: &str| shrinking.contains(function);
        let (mut tried, mut inlining, mut gone) = expanded(&is_own, &BTreeSet::new(), &keeps)?;
        find_regions(&mut tried, &inlining);
        // where no more is gained than without calls that nothing joins, what is found then is the result
        let (mut gain, mut stages) = (None, BTreeSet::new());
        let single = self.of_one_call(&tried, &inlining);
        let joining = joining(&tried, &single);
        if !joining.is_empty()
            && joining.len() < inlining.callers.len()
            && let Some((mut fewer, fewer_calls, others)) =
                expanded(&|function| joining.contains(function), &BTreeSet::new(), &keeps)
        {
            find_regions(&mut fewer, &fewer_calls);
            let found = self.gain(&mut fewer, &fewer_calls, BTreeSet::new())?;
            let is_settled =
                |place: &Span| self.is_settled(inlining.functions(&tried, *place), &found.gained);
            let is_left_out =
                |place: &&Span| function_at(&tried, **place).is_none_or(|it| !joining.contains(it));
            if found.gained.is_empty() {
                let is_tried = |span| !single.iter().any(|place| place.contains(span));
                tried.unit.set_apart(is_tried);
                stages = found.stages;
            } else if single.iter().filter(is_left_out).all(is_settled) {
                gain = Some(found);
                (tried, inlining, gone) = (fewer, fewer_calls, others);
            }
        }
        let gain = gain.map_or_else(|| self.gain(&mut tried, &inlining, stages), Some)?;
        let Gain { gained, whose, mut known, .. } = gain;
        let callers: BTreeSet<String> = gained.iter().map(|(caller, ..)| caller.clone()).collect();
        if callers.is_empty() || isl::interrupt::is_interrupted() {
            return None;
        }
        // what goes isn't worked on any more, which is a loss where its calls gain nothing
        let places: Vec<Span> = gained.iter().map(|(_, _, place)| *place).collect();
        let mut left = inlining.elsewhere(&tried, &places);
        left.retain(|function| gone.contains(function));
        let is_caller = |function: &str| callers.contains(function);
        if !left.is_empty() {
            let again = expanded(&is_caller, &left, &keeps).and_then(|(mut again, inlining, _)| {
                find_regions(&mut again, &inlining);
                let gain = self.gain(&mut again, &inlining, BTreeSet::new())?;
                Some((again, gain))
            });
            let what = |gained: &Gains| -> BTreeSet<(String, Gained)> {
                gained.iter().map(|(caller, gain, _)| (caller.clone(), gain.clone())).collect()
            };
            let is_as_good =
                |gain: &Gain| what(&gain.gained) == what(&gained) && !isl::interrupt::is_interrupted();
            match again.filter(|(_, gain)| is_as_good(gain)) {
                Some((again, gain)) => (tried, known) = (again, gain.known),
                None => left.clear(),
            }
        }
        self.watch.take();
        // without the other callers, and without regions in functions that go
        let (mut input, inlining, gone) = expanded(&is_caller, &left, &keeps)?;
        let stays = |function: &str| is_own(function) && !gone.contains(function);
        let notes = timing.measure("find", || input.find_regions_in(&stays));
        if input.text != tried.text {
            known = Known::default();
        }
        Some(Trial { input, inlining, whose, notes, known })
    }

    /// The places of regions that are all in one call, and shrink no array of the caller's: that may be gained by the stage alone.
    fn of_one_call(&self, tried: &Input, inlining: &Inlining) -> Vec<Span> {
        let single = tried.unit.regions().iter().filter(|region| {
            inlining.is_of_one_call(tried, region.span)
                && !inlining.has_exchange(tried, region.span)
                && !pipeline::may_shrink_callers(tried, region, self.settings)
        });
        single.map(|region| region.span).collect()
    }

    /// What is gained from what is inlined in the regions of a file, with the `stages` of others; nothing if there is a mistake.
    fn gain(&self, tried: &mut Input, inlining: &Inlining, mut stages: BTreeSet<String>) -> Option<Gain> {
        let places = self.of_one_call(tried, inlining);
        let apart = tried.unit.set_apart(|span| places.iter().any(|place| place.contains(span)));
        let mut found = self.regions(tried, Known::default())?;
        let mut gained = self.gained_by_callers((tried, inlining), &found);
        if !places.iter().all(|place| self.is_settled(inlining.functions(tried, *place), &gained)) {
            tried.unit.put_back(apart);
            found = self.regions(tried, found.known())?;
            gained = self.gained_by_callers((tried, inlining), &found);
        }
        let mut whose = Whose::Callers;
        if gained.is_empty() {
            (gained, whose) = (gained_by((tried, inlining), &found, Whose::Stages), Whose::Stages);
            let own = gained.iter().flat_map(|(_, _, place)| inlining.functions(tried, *place));
            stages.extend(own.map(str::to_owned));
            if self.is_gained_alone(&stages.iter().map(String::as_str).collect(), Region::shrinks) {
                gained.clear();
            }
        }
        Some(Gain { gained, whose, stages, known: found.known() })
    }

    /// Whether regions of calls of these `stages` needn't be tried: one of them has `gained` itself, or shrinks without calls inlined.
    fn is_settled(&self, stages: Vec<&str>, gained: &Gains) -> bool {
        gained.iter().any(|(caller, ..)| stages.contains(&caller.as_str()))
            || self.is_gained_alone(&stages.into_iter().collect(), Region::shrinks)
    }

    /// What callers gain, but for what is gained without calls inlined, too.
    fn gained_by_callers(&self, trial: (&Input, &Inlining), found: &Regions) -> Gains {
        let gained = gained_by(trial, found, Whose::Callers);
        let in_order = inline::in_order(&gained);
        let is_kept = |gain: &(String, Gained, Span)| self.is_of_caller(trial, gain, &in_order);
        gained.into_iter().filter(is_kept).collect()
    }

    /// Whether something is gained by its caller alone, where the functions of `in_order` gain other orders.
    fn is_of_caller(
        &self,
        (tried, inlining): (&Input, &Inlining),
        (caller, gain, place): &(String, Gained, Span),
        in_order: &BTreeSet<String>,
    ) -> bool {
        if matches!(gain, Gained::Array(_)) {
            return true;
        }
        // the loops may be a stage's own, or those of a stage that has stages
        let home = inline::home(self.input, tried, *place).filter(|home| home != caller);
        let stages: BTreeSet<&str> = inlining.functions(tried, *place).into_iter().chain(home).collect();
        // less memory comes first, and a function with fewer calls inlined
        if stages.iter().any(|stage| in_order.contains(*stage))
            || self.is_gained_alone(&stages, |region| region.is_in_tiles || region.shrinks())
        {
            return false;
        }
        let caller = BTreeSet::from([caller.as_str()]);
        match gain {
            Gained::Array(_) => true,
            Gained::Tiles => {
                let is_exchanged = inlining.has_exchange(tried, *place);
                !(is_exchanged && self.is_gained_alone(&caller, Region::shrinks))
            }
            Gained::Order => {
                !self.is_gained_alone(&caller, |region| region.is_reordered() || region.shrinks())
            }
        }
    }

    /// Whether a region of some functions gains without anything being inlined; what is found becomes known.
    fn is_gained_alone(&self, functions: &BTreeSet<&str>, gains: fn(&Region) -> bool) -> bool {
        if functions.is_empty() {
            return false;
        }
        let mut alone = self.input.again();
        // it is what is taken where no calls are inlined, so that all of the time is there for it
        self.watch.take();
        alone.find_regions_in(&|function| functions.contains(function));
        let found = self.regions(&mut alone, self.alone.take());
        let is_cut = isl::interrupt::is_interrupted();
        self.watch.replace(Some(self.limit.watch()));
        let Some(found) = found else { return true };
        let is_gained = found.done.iter().any(gains);
        // what was cut short is nothing to rely on
        if !is_cut {
            self.alone.replace(found.known());
        }
        is_gained
    }

    /// What becomes of a file's regions, some of which are `known`, if there is no mistake. Nothing is said of it.
    fn regions(&self, input: &mut Input, known: Known) -> Option<Regions> {
        let (mut timing, mut said) = (Timing::default(), Said::default());
        self.job.regions(input, self.settings, &self.limit, &mut timing, &mut said, known).ok()
    }
}

/// Finds the regions of functions in which calls are inlined.
fn find_regions(tried: &mut Input, inlining: &Inlining) {
    tried.find_regions_in(&|function| inlining.callers.contains(function));
}

/// The functions with regions at other places than these.
fn joining(tried: &Input, places: &[Span]) -> BTreeSet<String> {
    let regions = tried.unit.regions().iter().filter(|region| !places.contains(&region.span));
    regions.filter_map(|region| function_at(tried, region.span)).map(str::to_owned).collect()
}

/// The function around a place.
fn function_at(tried: &Input, place: Span) -> Option<&str> {
    let mut all = tried.unit.definitions().iter();
    all.find(|function| function.span.contains(place)).map(|function| function.name.as_str())
}

/// What these functions gain in the regions of a file.
fn gained_by((tried, inlining): (&Input, &Inlining), found: &Regions, whose: Whose) -> Gains {
    let both = found.done.iter().zip(&found.taken);
    // a result that has a name is worth it where it moves
    let is_new =
        |region: &Region, place: Span| !inlining.functions(tried, place).is_empty() || !region.is_in_place();
    let new = both.filter(|(region, place)| is_new(region, **place));
    let each = new.flat_map(|(region, place)| {
        let gained = inline::gained((tried, inlining), region, *place, whose).into_iter();
        gained.map(|gain| (region.analysed.scop.function.clone(), gain, *place))
    });
    each.collect()
}
