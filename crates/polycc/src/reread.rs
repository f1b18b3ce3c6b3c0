//! The output is read again and run beside the original, function by function ([`reread`]).

use crate::input::Input;
use crate::isolate;
use crate::pipeline::Region;
use diagnostics::{Code, Diagnostic};
use frontend::Interior;
use frontend::preprocess::Preprocessor;
use polyhedral::Scop;
use reread::{Outcome, Parameter, Source, Subject, Trial};
use std::collections::{BTreeMap, BTreeSet};

/// What polycc made of a file.
pub struct Reading<'a> {
    /// The file.
    pub input: &'a Input,
    /// Its text before loops over tiles were put around isolated statements, and before calls were inlined.
    pub original: &'a str,
    /// Its regions.
    pub regions: &'a [Region],
    /// Its isolated statements.
    pub isolated: &'a [isolate::Statement],
    /// The loops with copies for what lies away from their borders.
    pub borders: &'a [Interior],
    /// Whether the file is one in which calls are inlined, which the original has.
    pub is_inlined: bool,
    /// Whether arrays for members of structures stand for arrays that the original has when a function starts.
    pub renames_memory: bool,
    /// The functions that find some of what they read elsewhere, and that only functions call which put it there.
    pub reading_copies: BTreeSet<String>,
    /// The arrays that nothing mentions any more, since threads have some of it each.
    pub replaced: BTreeSet<String>,
    /// Whether what they copy is copied by functions that nobody knows here.
    pub is_spelled_by_calls: bool,
}

impl Reading<'_> {
    fn scops(&self) -> impl Iterator<Item = &Scop> {
        let regions = self.regions.iter().map(|region| &region.analysed.scop);
        regions.chain(self.isolated.iter().map(|statement| &statement.analysed.scop))
    }

    /// Whether the user says nothing of the sizes.
    pub fn assumes_nothing(&self) -> bool {
        let unit = &self.input.unit;
        let regions = unit.regions().iter().chain(unit.isolated().iter().map(|isolated| &isolated.region));
        regions.into_iter().all(|region| region.assumptions.is_empty())
    }

    /// The variables whose contents nobody needs after a region.
    pub fn ignored(&self, temporaries: &[String]) -> BTreeSet<String> {
        let dying = self.scops().flat_map(|scop| &scop.arrays).filter(|array| array.outlives.is_none());
        let dying = dying.map(|array| array.c_name.clone());
        dying.chain(self.replaced.iter().cloned()).chain(temporaries.iter().cloned()).collect()
    }
}

/// What became of one function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    /// Its name.
    pub function: String,
    /// In how many trials it was the same, or why it wasn't run.
    pub trials: Result<usize, String>,
}

impl Read {
    /// It, for people.
    pub fn to_note(&self) -> Diagnostic {
        Diagnostic::note(
            Code::ReadAgain,
            match &self.trials {
                Ok(trials) => format!("`{}`, read again, is the same in {trials} runs", self.function),
                Err(why) => format!("`{}` isn't read again: {why}", self.function),
            },
        )
    }
}

/// A region, or an isolated statement, as a place to start.
struct Site<'a> {
    scop: &'a Scop,
    checked: &'a [BTreeMap<String, i64>],
    is_tested: bool,
}

/// Trials of one function at most, and of all functions of a file together, as long as each gets a few.
const MOST_TRIALS: usize = 16;
const MOST_OF_ALL: usize = 512;
/// Trials where sizes are nobody's choice, if there are fewer than so many others.
const TRIALS_WITHOUT_SIZES: usize = 4;
const FEW: usize = 4;

/// Reads `text` again, which is to be written for a file, and runs each function that changed beside the original. Nobody needs
/// what is in `temporaries` afterwards.
///
/// # Errors
/// A sentence about what is wrong with the text.
pub fn check(
    reading: &Reading,
    text: &str,
    preprocessor: &Preprocessor,
    temporaries: &[String],
) -> Result<Vec<Read>, String> {
    let input = reading.input;
    if text == reading.original {
        return Ok(vec![]);
    }
    let parsed = |text: &str| Input::from_text(&input.path, text.to_owned(), preprocessor).ok();
    let Some((after, _)) = parsed(text) else { return Ok(vec![]) };
    let original = match reading.original == input.text {
        true => None,
        false => match parsed(reading.original) {
            Some((original, _)) => Some(original),
            None => return Ok(vec![]),
        },
    };
    let before = original.as_ref().unwrap_or(input);
    // both programs run with the tables of rows that they have
    let written = [before, &after].map(|input| input.unit.as_written(&input.map));
    let [was, is] = [(before, &written[0]), (&after, &written[1])]
        .map(|(input, written)| Source::new(written.as_ref().unwrap_or(&input.unit), &input.map));
    let is = is.beside(&was);
    let mut read = Vec::new();
    let changed = was.changed(&is);
    let most = (MOST_OF_ALL / changed.len().max(1)).clamp(FEW, MOST_TRIALS);
    for (function, place) in changed {
        // places are those of the text with tiles
        let is_moved = original.is_some();
        let sites = match is_moved {
            true if reading.is_inlined => sites(reading, |scop| scop.function == function),
            true => vec![],
            false => sites(reading, |scop| place.contains(scop.span)),
        };
        let why = match () {
            () if reading.is_spelled_by_calls => Some("copies are calls of functions that nobody knows here"),
            () if is_moved && reading.renames_memory => {
                Some("members of what it finds are arrays of their own")
            }
            () if reading.reading_copies.contains(function) => {
                Some("what it reads was copied by the function that calls it")
            }
            () if original.is_some() && !reading.assumes_nothing() => Some("something is assumed of it"),
            () => None,
        };
        if let Some(why) = why {
            read.push(Read { function: function.to_owned(), trials: Err(why.to_owned()) });
            continue;
        }
        let compared = |was: &Source, is: &Source| {
            let subject = Subject {
                before: was,
                after: is,
                function,
                regions: sites.iter().filter(|_| !is_moved).filter_map(region).collect(),
                ignored: reading.ignored(temporaries),
                copies_more: !reading.isolated.is_empty(),
            };
            let regions = subject.regions.len();
            let mut trials = trials(&sites, most);
            let own = reading.borders.iter().filter(|it| it.function == function);
            trials.extend(own.flat_map(with_interior).take(most));
            (reread::compare(&subject, &trials), regions)
        };
        let (mut outcome, mut regions) = compared(&was, &is);
        // lines may have other numbers now
        if outcome.difference.is_some()
            && let (Some(were), Some(are)) = (before.line_numbers(), after.line_numbers())
        {
            let (was, is) = (Source::new(&before.unit, &before.map), Source::new(&after.unit, &after.map));
            let is = is.beside(&was);
            (outcome, regions) = compared(&was.with_line_numbers(were), &is.with_line_numbers(are));
        }
        if let Some((what, place)) = outcome.difference {
            let line =
                place.map(|place| format!(" (line {} of the output)", after.map.locate(place.start).line));
            return Err(format!(
                "`{function}`, read again, is different: {what}{}",
                line.unwrap_or_default()
            ));
        }
        read.push(Read { function: function.to_owned(), trials: trials_of(&outcome, regions) });
    }
    Ok(read)
}

/// The widths of borders at which copies are run for what lies away from them, and how much longer the loops are then.
const WIDTHS: [i64; 3] = [1, 2, 3];
const LONGER: i64 = 9;

/// Sizes at which something lies away from the borders of a loop.
fn with_interior(interior: &Interior) -> impl Iterator<Item = Trial> {
    let [sizes, widths] = &interior.names;
    WIDTHS.into_iter().map(|width| {
        let sizes = sizes.iter().zip(LONGER + width..).map(|(name, size)| (name.clone(), size));
        let widths = widths.iter().map(|name| (name.clone(), width));
        Trial { sizes: sizes.chain(widths).collect(), is_aliased: false }
    })
}

fn trials_of(outcome: &Outcome, regions: usize) -> Result<usize, String> {
    let why = outcome.unread.iter().next();
    match (outcome.same, why) {
        (0, Some(why)) => Err(why.clone()),
        (0, None) => Err("there are no sizes to run it at".to_owned()),
        (_, why) if outcome.reached.len() < regions => {
            let why = why.map_or(String::new(), |why| format!(": {why}"));
            Err(format!("not all regions are reached{why}"))
        }
        (same, _) => Ok(same),
    }
}

fn sites<'a>(reading: &Reading<'a>, is_there: impl Fn(&Scop) -> bool) -> Vec<Site<'a>> {
    let regions =
        reading.regions.iter().filter(|region| region.changes() || region.has_delays).map(|region| Site {
            scop: &region.analysed.scop,
            checked: &region.check.checked,
            is_tested: region.apart.is_some(),
        });
    let isolated = reading.isolated.iter().map(|statement| Site {
        scop: &statement.analysed.scop,
        checked: &statement.check.checked,
        is_tested: false,
    });
    regions.chain(isolated).filter(|site| is_there(site.scop)).collect()
}

fn region(site: &Site) -> Option<reread::Region> {
    let scop = site.scop;
    let constraints = check::Constraints::new(scop)?;
    let position = |name: &String| scop.parameters.iter().position(|parameter| parameter.name == *name);
    let parameter = |parameter: &polyhedral::Parameter| Parameter {
        spelling: parameter.spelling.clone(),
        value: parameter.value,
        factors: parameter.factors.iter().filter_map(position).collect(),
    };
    let parameters = scop.parameters.iter().map(parameter).collect();
    Some(reread::Region {
        span: scop.span,
        parameters,
        holds: Box::new(move |values| constraints.hold(values)),
    })
}

/// Up to so many of the sizes at which the regions were checked, small and large ones in turn; and once with memory that overlaps where the
/// program tests that.
fn trials(sites: &[Site], at_most: usize) -> Vec<Trial> {
    let most = sites.iter().map(|site| site.checked.len()).max().unwrap_or(0);
    let sizes = |number: usize| -> BTreeMap<String, i64> {
        let each = sites.iter().flat_map(|site| {
            let checked = site.checked.get(number % site.checked.len().max(1));
            let known = site.scop.parameters.iter().filter(|it| it.value.is_none() && it.factors.is_empty());
            known.filter_map(move |it| Some((it.spelling.clone(), *checked?.get(&it.name)?)))
        });
        each.collect()
    };
    let mut trials: Vec<_> = (0..most.clamp(1, at_most))
        .map(|turn| if turn % 2 == 0 { turn / 2 } else { most - 1 - turn / 2 })
        .map(|number| Trial { sizes: sizes(number), is_aliased: false })
        .collect();
    // what follows from sizes of its own the function computes itself
    let few = if most < FEW { TRIALS_WITHOUT_SIZES } else { 1 };
    trials.extend(std::iter::repeat_n(Trial::default(), few));
    if sites.iter().any(|site| site.is_tested) && sites.iter().all(|site| site.is_tested) {
        trials.extend(trials.first().cloned().map(|trial| Trial { is_aliased: true, ..trial }));
    }
    trials
}
