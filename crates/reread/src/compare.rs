//! Runs a function as it was and as it is, trial by trial.

use crate::difference::{Remains, difference};
use crate::inputs::Inputs;
use crate::origins::Origins;
use crate::run::{Entry, Machine, Rules, Stop};
use crate::source::Source;
use diagnostics::Span;
use frontend::tree::{Expression, Function};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Whether a region is valid where its parameters have these values.
pub type Validity = Box<dyn Fn(&[i64]) -> bool + Send + Sync>;

/// A region of the original that changed.
pub struct Region {
    /// Its place in the original.
    pub span: Span,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Where it is valid.
    pub holds: Validity,
}

/// A parameter of a region.
pub struct Parameter {
    /// How C spells it.
    pub spelling: String,
    /// Its value, if it is a constant.
    pub value: Option<i64>,
    /// The positions of those whose product it is; none for others.
    pub factors: Vec<usize>,
}

/// A function to run in two texts.
pub struct Subject<'a> {
    /// The original.
    pub before: &'a Source<'a>,
    /// The new text.
    pub after: &'a Source<'a>,
    /// The function's name.
    pub function: &'a str,
    /// The regions in it.
    pub regions: Vec<Region>,
    /// The variables whose contents nobody needs afterwards.
    pub ignored: BTreeSet<String>,
    /// Whether the new text may copy cells that the original doesn't touch, so that nothing is said against that.
    pub copies_more: bool,
}

/// What the function is run with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trial {
    /// Integers, by how the program spells them.
    pub sizes: BTreeMap<String, i64>,
    /// Whether all that the function's pointers lead to overlaps.
    pub is_aliased: bool,
}

/// What the trials showed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// What is wrong with the new text, as a sentence, with the place in it if there is one.
    pub difference: Option<(String, Option<Span>)>,
    /// Trials in which both came to an end, and were the same.
    pub same: usize,
    /// Which regions were reached in these.
    pub reached: BTreeSet<usize>,
    /// Why other trials came to no end, as phrases.
    pub unread: BTreeSet<String>,
    /// Steps that were made.
    pub steps: u64,
}

/// Steps for one function.
const STEPS: u64 = 600_000;
/// Steps for one trial of the original.
const STEPS_PER_TRIAL: u64 = 150_000;
/// A new text that makes so many times the steps of the original, and these on top, doesn't come to an end. Windows of strips that go far
/// back move some thousand cells, however few elements there are.
const PATIENCE: u64 = 100;
const PATIENCE_ON_TOP: u64 = 1_000_000;
/// No run of the new text is longer.
const MOST_STEPS: u64 = 2_000_000;
/// Enough for calls within calls of deep trees.
const STACK_BYTES: usize = 256 << 20;

/// Runs the function with each of `trials`, as far as there are steps left.
pub fn compare(subject: &Subject, trials: &[Trial]) -> Outcome {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK_BYTES);
        let thread = thread.spawn_scoped(scope, || compare_all(subject, trials));
        let thread = thread.expect("the system has memory for a thread");
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn compare_all(subject: &Subject, trials: &[Trial]) -> Outcome {
    let mut outcome = Outcome::default();
    let functions = (subject.before.function(subject.function), subject.after.function(subject.function));
    let (Some(before), Some(after)) = functions else {
        outcome.unread.insert("the function isn't there".to_owned());
        return outcome;
    };
    let origins = Origins::of(subject.before, before);
    for (number, trial) in trials.iter().enumerate() {
        // without sizes that matter all trials are as long
        let is_hopeless = outcome.same == 0 && outcome.steps >= 2 * STEPS_PER_TRIAL;
        if outcome.steps >= STEPS || is_hopeless {
            break;
        }
        let mut inputs = Inputs::new(origins.wanted(&trial.sizes), number as u32, trial.is_aliased);
        match one(subject, (before, after), &mut inputs, &mut outcome) {
            Ok(reached) => {
                outcome.same += 1;
                outcome.reached.extend(reached);
            }
            Err(End::Unread(why)) => {
                outcome.unread.insert(why);
            }
            Err(End::Different(what, place)) => {
                outcome.difference = Some((format!("{}{what}", at(trial)), place));
                return outcome;
            }
        }
    }
    outcome
}

/// Where a trial took place, as the start of a sentence.
fn at(trial: &Trial) -> String {
    let sizes: Vec<_> = trial.sizes.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let overlap = if trial.is_aliased { ", with memory that overlaps" } else { "" };
    match sizes.is_empty() {
        true if trial.is_aliased => "with memory that overlaps ".to_owned(),
        true => String::new(),
        false => format!("at {}{overlap} ", sizes.join(", ")),
    }
}

enum End {
    Unread(String),
    Different(String, Option<Span>),
}

/// One trial; the regions that it reached.
fn one<'a>(
    subject: &'a Subject<'a>,
    (before, after): (&'a Function, &'a Function),
    inputs: &mut Inputs,
    outcome: &mut Outcome,
) -> Result<Vec<usize>, End> {
    let spellings = subject.regions.iter().flat_map(|region| &region.parameters);
    let parameters: HashSet<&str> = spellings.map(|parameter| parameter.spelling.as_str()).collect();
    let entries = subject.regions.iter().filter_map(|region| entry(subject.before, before, region)).collect();
    let limit = STEPS_PER_TRIAL;
    let mut machine = Machine::new(subject.before, inputs, Rules::Original(entries), &parameters, limit);
    let end = machine.enter(before, None);
    let steps = limit - machine.left;
    outcome.steps += steps;
    let Rules::Original(entries) = &machine.rules else { return Err(End::Unread("its rules".to_owned())) };
    let reached =
        entries.iter().enumerate().filter(|(_, entry)| entry.was_reached).map(|(at, _)| at).collect();
    let result = match end {
        Ok(result) => Some(result),
        Err(Stop::Exit) => None,
        Err(Stop::Unknown(what)) => return Err(End::Unread(what)),
        Err(Stop::Fault(what, _)) => return Err(End::Unread(format!("in the original, {what}"))),
        Err(Stop::OutOfSteps) => return Err(End::Unread("it is too long".to_owned())),
        Err(Stop::Unfit) => return Err(End::Unread("no sizes were found that suit the region".to_owned())),
    };
    let was = machine.finish(result);
    let is = printed(subject, after, inputs, &was, (steps, &parameters), outcome)?;
    match difference(&was, &is, inputs, &subject.ignored) {
        Some(what) => Err(End::Different(what, None)),
        None => Ok(reached),
    }
}

/// Runs the new text after the original.
fn printed<'a>(
    subject: &'a Subject<'a>,
    function: &'a Function,
    inputs: &mut Inputs,
    was: &Remains,
    (steps, parameters): (u64, &HashSet<&str>),
    outcome: &mut Outcome,
) -> Result<Remains<'a>, End> {
    let touched = was.shared.iter().filter_map(|(number, object)| Some((*number, object.touched?))).collect();
    let limits = (!subject.copies_more).then_some(touched);
    let patience = steps.saturating_mul(PATIENCE).saturating_add(PATIENCE_ON_TOP);
    let limit = patience.min(MOST_STEPS);
    let mut machine = Machine::new(subject.after, inputs, Rules::Printed(limits), parameters, limit);
    let end = machine.enter(function, None);
    outcome.steps += limit - machine.left;
    match end {
        Ok(result) => Ok(machine.finish(Some(result))),
        Err(Stop::Exit) => Ok(machine.finish(None)),
        Err(Stop::Unknown(what)) => Err(End::Unread(format!("in the new text, {what}"))),
        Err(Stop::Fault(what, place)) => Err(End::Different(what, Some(place))),
        Err(Stop::OutOfSteps) if limit < patience => Err(End::Unread("the new text is too long".to_owned())),
        Err(Stop::OutOfSteps) => Err(End::Different("it doesn't come to an end".to_owned(), None)),
        Err(Stop::Unfit) => Err(End::Unread("no sizes were found that suit the region".to_owned())),
    }
}

fn entry<'a>(source: &'a Source<'a>, function: &'a Function, region: &'a Region) -> Option<Entry<'a>> {
    let mut start = None;
    function.body.walk(&mut |statement| {
        let place = statement.span.start;
        let is_inside = region.span.start <= place && statement.span.end <= region.span.end;
        start = start.or(is_inside.then_some(place));
    });
    // what the region says, or else the function
    let mut spelled_in: HashMap<String, &'a Expression> = HashMap::new();
    for is_inside in [true, false] {
        function.body.walk_with_types(source.symbols, &mut |expression| {
            if region.span.contains(expression.span) == is_inside && expression.type_.integer().is_some() {
                spelled_in.entry(source.spelled(expression)).or_insert(expression);
            }
        });
    }
    Some(Entry { start: start?, region, spelled: spelled_in, was_reached: false })
}
