//! The walk over a region that makes its outline.

use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{Array, Condition, Hopes, Iterator, Parameter};

use super::anywhere::Unknown;
use super::definitions::Definition;
use super::divided::{DividedCounter, Divisible, Divisions};
use super::flat::{Counters, Same, Shape, Subscripts, shapes};
use super::headers::counter;
use super::names::StatementNames;
use super::nonaffine::{Nonaffine, Unnamed};
use super::polynomial::Polynomial;
use super::reachable::Path;
use super::threads::Threads;
use super::{Assignment, Cause, Obligation, Outline};
use crate::facts::Surroundings;
use crate::facts::changes::Change;
use crate::facts::effects::Effects;
use crate::facts::members::member;
use crate::facts::purity::Purities;
use crate::refusal::{Reason, refusal};
use crate::region::Precision;
use crate::syntax::tree::{Expression, ExpressionKind, Fill, Statement, StatementKind, SymbolId, Symbols};

/// What a walk must know of the whole region beforehand.
#[derive(Default)]
pub struct Known {
    /// Integer variables that bounds, conditions, subscripts and extents mention.
    pub parameters: BTreeSet<SymbolId>,
    /// The variables that are read as such; `None` before the first walk.
    pub read: Option<BTreeSet<SymbolId>>,
    /// The shapes of arrays that C sees as ones of one dimension.
    pub shapes: BTreeMap<SymbolId, Shape>,
    /// Parameters that are others, by what the function says before the region.
    pub same: Vec<Same>,
    /// The loops that are several.
    pub divisions: Divisions,
    /// What isn't affine.
    pub nonaffine: Nonaffine,
    /// Whether pointers that stand for places in arrays stay, since not all their uses are replaced.
    pub keeps_rows: bool,
    /// Whether loops that run a constant number of times count as several where arrays may have rows of constant length.
    pub divides_constants: bool,
}

/// What a walk found besides the outline.
pub struct Findings {
    /// For the next walk.
    pub known: Known,
    /// What is against the region.
    pub problems: Vec<Diagnostic>,
    /// The variables that the outline's arrays are.
    pub arrays: Vec<SymbolId>,
    /// The loops that could be several.
    pub divisible: Vec<Divisible>,
}

/// A counter whose loop is being walked.
#[derive(Clone, Debug)]
pub struct Active {
    /// The variable; none for one that only the model has.
    pub symbol: Option<SymbolId>,
    /// What the model knows of it.
    pub iterator: Iterator,
    /// Its first and last value, if it counts up; there may be fewer.
    pub values: Option<[Polynomial; 2]>,
}

/// The walk in progress.
pub struct Builder<'a> {
    pub around: Surroundings<'a>,
    pub purities: Purities<'a>,
    pub effects: Effects,
    /// The changes in the region that may write a variable, of those that were asked for.
    pub writers: RefCell<BTreeMap<SymbolId, Option<Change>>>,
    /// The parameters, as far as an earlier walk knew.
    pub parameters: BTreeSet<SymbolId>,
    /// The parameters that this walk has met.
    pub mentioned: BTreeSet<SymbolId>,
    /// The counters of all loops of the region.
    pub counters: BTreeSet<SymbolId>,
    /// What else the region assigns as a whole, and where first.
    pub changed: BTreeMap<SymbolId, Span>,
    /// What it so assigns at several places.
    pub reassigned: BTreeSet<SymbolId>,
    /// The variables that stand for a value, as far as their declarations were met.
    pub definitions: BTreeMap<SymbolId, Definition>,
    /// The variables that are read as such, as an earlier walk knew; `None` in the first.
    pub read: Option<BTreeSet<SymbolId>>,
    /// Those that this walk has met, but for what such variables are given.
    pub reads: BTreeSet<SymbolId>,
    /// The variables of the branches of an `if` on data that is being walked.
    pub own: BTreeSet<SymbolId>,
    /// The products of parameters that this walk has met.
    pub products_met: Vec<Parameter>,
    /// Whether products are kept as such, for the shapes of arrays.
    pub keeps_products: bool,
    /// The variables that stand for a product, which no affine expression does.
    pub products: BTreeMap<SymbolId, Polynomial>,
    /// The counters of loops around that are several in the model.
    pub divided_counters: BTreeMap<SymbolId, DividedCounter>,
    /// The shapes of arrays that C sees as ones of one dimension, as an earlier walk knew.
    pub shapes: BTreeMap<SymbolId, Shape>,
    /// The subscripts of such arrays that this walk has met.
    pub subscripts: Subscripts,
    /// The loops that are several, as an earlier walk knew.
    pub divisions: Divisions,
    /// Those that could be, as far as this walk has come.
    pub divisible: Vec<Divisible>,
    /// The call that counts as the loop at hand.
    pub fill: Option<&'a Fill>,
    /// The first such call that this walk has met.
    pub first_fill: Option<&'a Fill>,
    /// Whether loops may be divided, if that was asked.
    pub may_divide: OnceCell<bool>,
    /// What isn't affine, as an earlier walk knew.
    pub nonaffine: Nonaffine,
    /// What isn't, as this one knows.
    pub found: Nonaffine,
    /// The body of the innermost loop around what is looked at.
    pub turn: Option<Span>,
    /// Whether pointers that stand for places in arrays stay, as an earlier walk knew.
    pub keeps_rows: bool,
    /// Whether loops that run a constant number of times count as several.
    pub divides_constants: bool,
    /// The tables that the region declares, as far as their declarations were met: new text declares them before all else.
    pub tables: BTreeSet<SymbolId>,
    /// The places that are replaced by references.
    pub replaced: BTreeSet<Span>,
    /// What else the region may write.
    pub unnamed: Vec<Unnamed>,
    /// The names of all counters that this walk has met.
    pub counted: BTreeSet<String>,
    /// The loops around the place of the walk, outermost first.
    pub active: Vec<Active>,
    /// In a `while` loop, the values of the integers that it changes on the paths that lead to the place of the walk.
    pub values: Vec<Path>,
    /// OpenMP's constructs.
    pub threads: Threads<'a>,
    /// What is known where a part of an expression is evaluated.
    pub path: Vec<Condition>,
    /// What is known where the statement at hand runs, but for the loops around it.
    pub tested: Vec<Condition>,
    /// If the expression is needed only modulo a power of two, as an address is, how many bits that are.
    pub modulo: Option<u32>,
    /// A quotient that may be rounded down, whatever its sign.
    pub rounded_down: Option<Span>,
    /// Of the expressions seen last.
    pub obligations: Vec<Obligation>,
    /// What the parameters before the region leave to be met, where a test may tell.
    pub hoped: Vec<Obligation>,
    /// The subscripts of the statement at hand that depend on data.
    pub unknown: Vec<Unknown>,
    /// In order of first appearance.
    pub arrays: Vec<SymbolId>,
    /// The variables of functions that are called, as these describe them.
    pub inlined: BTreeMap<SymbolId, Array>,
    pub statements: Vec<Assignment>,
    pub names: StatementNames,
    pub problems: Vec<Diagnostic>,
}

impl<'a> Builder<'a> {
    /// A walk over a region, with what an earlier one has found.
    pub fn new(around: Surroundings<'a>, known: Known) -> Self {
        let Known { parameters, read, shapes, same: _, divisions, nonaffine, keeps_rows, divides_constants } =
            known;
        // what a statement that may be moved counts with is its own matter
        let is_moved = |span: Span| {
            around.region.precision == Precision::Objects
                && nonaffine.statements.iter().any(|it| it.contains(span))
        };
        let counters = counters(around.statements(), around.symbols(), &is_moved);
        let mut builder = Builder {
            around,
            purities: Purities::new(around.translation),
            effects: Effects::default(),
            parameters,
            mentioned: BTreeSet::new(),
            counters,
            changed: BTreeMap::new(),
            reassigned: BTreeSet::new(),
            definitions: BTreeMap::new(),
            read,
            products_met: Vec::new(),
            keeps_products: false,
            products: BTreeMap::new(),
            divided_counters: BTreeMap::new(),
            shapes,
            subscripts: Subscripts::new(),
            divisions,
            divisible: Vec::new(),
            fill: None,
            first_fill: None,
            may_divide: OnceCell::new(),
            found: nonaffine.clone(),
            nonaffine,
            turn: None,
            keeps_rows,
            divides_constants,
            tables: BTreeSet::new(),
            replaced: BTreeSet::new(),
            unnamed: Vec::new(),
            counted: BTreeSet::new(),
            reads: BTreeSet::new(),
            own: BTreeSet::new(),
            active: Vec::new(),
            values: Vec::new(),
            threads: Threads::new(around),
            path: Vec::new(),
            tested: Vec::new(),
            modulo: None,
            rounded_down: None,
            obligations: Vec::new(),
            hoped: Vec::new(),
            unknown: Vec::new(),
            arrays: Vec::new(),
            writers: RefCell::default(),
            inlined: BTreeMap::new(),
            statements: Vec::new(),
            names: StatementNames::new(around.statements()),
            problems: Vec::new(),
        };
        builder.find_changes();
        builder.find_unnamed();
        builder
    }

    /// Walks the region.
    pub fn run(mut self) -> (Outline, Findings) {
        if self.around.statements().is_empty() {
            self.problems.push(refusal(
                Code::NoEffect,
                "it is empty",
                self.around.region.mark,
                "nothing follows",
            ));
        }
        let body = self.region();
        self.finish_threads();
        let assumptions = self.assumptions();
        let mut arrays = self.describe_arrays();
        let parameters = self.describe_parameters();
        self.name_apart(&mut arrays, &parameters);
        self.check_labels();
        self.check_directives(&arrays);
        without_repetitions(&mut self.problems);
        // only the first walk notes subscripts
        let shapes = match self.read.is_some() && self.may_be_moved() {
            true => std::mem::take(&mut self.shapes),
            false => self.shapes_of_subscripts(),
        };
        let mut hopes = Hopes { apart: self.apart(), ..Hopes::default() };
        let fixed = self.keeps_order().or_else(|| self.uncertain(&mut hopes));
        let fixed = fixed.or_else(|| self.unsteady()).or_else(|| self.declares_by_name());
        // where the order stays the text does
        if let (Some(fill), Some(_)) = (self.first_fill, &fixed) {
            let problem = self.without_effect(&fill.call);
            self.problems.push(problem);
        }
        let keeps_rows = self.keeps_rows || !self.are_rows_replaced();
        let same = self.same_before();
        let read = Some(self.all_read());
        let (divisions, is_divided) =
            (self.divisions.clone(), self.first_fill.is_some() || !self.divisions.is_empty());
        let nonaffine = self.found;
        let known = Known {
            read,
            parameters: self.mentioned,
            shapes,
            same,
            divisions,
            nonaffine,
            keeps_rows,
            divides_constants: self.divides_constants,
        };
        let (hoped, statements) = (self.hoped, self.statements);
        let outline =
            Outline { parameters, assumptions, arrays, fixed, is_divided, hoped, hopes, statements, body };
        let (problems, arrays, divisible) = (self.problems, self.arrays, self.divisible);
        (outline, Findings { known, problems, arrays, divisible })
    }

    /// The shapes that the subscripts say arrays of one dimension have.
    fn shapes_of_subscripts(&mut self) -> BTreeMap<SymbolId, Shape> {
        let subscripts = std::mem::take(&mut self.subscripts);
        let counted = self.counted.clone();
        let may_be_same = !self.keeps_program_order();
        let (divisible, divides_constants) = (std::mem::take(&mut self.divisible), self.divides_constants);
        let mut cells = |symbol| self.without_mentions(|builder| builder.declared_cells(symbol));
        let counters = Counters {
            is_one: &|name| counted.contains(name),
            is_divisible: &|name, count| {
                divides_constants && divisible.iter().any(|it| it.counts(name, count))
            },
        };
        let mut shapes = shapes(&subscripts, counters, may_be_same, &mut cells);
        self.divisible = divisible;
        shapes.retain(|symbol, shape| {
            let mut cells = || self.declared_cells(*symbol);
            !shape.is_of_constants() || cells().is_some_and(|cells| shape.outermost(&cells).is_some())
        });
        shapes
    }

    /// Notes what the region assigns; counters may be assigned by the headers of their loops only.
    fn find_changes(&mut self) {
        let symbols = self.around.symbols();
        let headers = headers(self.around.statements());
        for change in self.around.changes_inside() {
            let in_header = headers.iter().any(|header| header.contains(change.place));
            if !change.is_whole || (in_header && self.counters.contains(&change.symbol)) {
                continue;
            }
            if self.counters.contains(&change.symbol) && !self.takes_nonaffine() {
                let cause =
                    format!("`{}` counts a loop and is changed elsewhere", symbols[change.symbol].name);
                self.problems.push(Reason::Counter.of(refusal(
                    Code::Counter,
                    cause,
                    change.place,
                    "changed here",
                )));
            }
            if self.changed.contains_key(&change.symbol) {
                self.reassigned.insert(change.symbol);
            }
            self.changed.entry(change.symbol).or_insert(change.place);
        }
    }

    /// What `look` gives, with no parameter noted.
    fn without_mentions<T>(&mut self, look: impl FnOnce(&mut Self) -> T) -> T {
        let mentioned = self.mentioned.clone();
        let result = look(self);
        self.mentioned = mentioned;
        result
    }

    /// What `attempt` gives, with nothing noted if it fails.
    pub fn attempt<T>(
        &mut self,
        attempt: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        let mentioned = self.mentioned.clone();
        let (obligations, arrays, unknown) = (self.obligations.len(), self.arrays.len(), self.unknown.len());
        attempt(self).inspect_err(|_| {
            self.mentioned = mentioned;
            self.obligations.truncate(obligations);
            self.arrays.truncate(arrays);
            self.unknown.truncate(unknown);
        })
    }

    /// What `attempt` gives, if nothing is left to prove for it, which C doesn't say; with nothing noted if it fails.
    pub fn exact<T>(
        &mut self,
        place: Span,
        attempt: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Option<T> {
        let before = self.obligations.len();
        let result = self.attempt(|builder| {
            let result = attempt(builder)?;
            match builder.obligations[before..].iter().all(|it| it.cause == Cause::NeverInRow) {
                true => Ok(result),
                false => Err(refusal(Code::Conversion, "not proved", place, "")),
            }
        });
        result.ok()
    }

    /// The text at `place`, in one line.
    pub fn spelling(&self, place: Span) -> String {
        super::text::spelling(self.around.map.text(), &self.around.translation.table, place)
    }

    /// The name of a variable in isl objects: for members an identifier that nothing in the function has.
    pub fn isl_name(&self, symbol: SymbolId) -> String {
        let symbols = self.around.symbols();
        let joined = |symbol: SymbolId| match member(symbol, symbols) {
            Some(member) => {
                let object = std::iter::once(plain(self.name(member.object)));
                Some(object.chain(member.words()).collect::<Vec<_>>().join("_").replace('-', "m"))
            }
            None => symbols[symbol].is_member_of_local().then(|| plain(self.name(symbol))),
        };
        let Some(name) = joined(symbol) else { return self.name(symbol).to_owned() };
        let others = self.around.index.occurrences.keys().filter(|other| **other < symbol);
        let earlier = others.filter(|other| joined(**other).as_ref() == Some(&name));
        let identifiers = &self.around.index.identifiers;
        let numbered = (2..).map(|number| format!("{name}_{number}"));
        let free = std::iter::once(name.clone()).chain(numbered);
        let mut free = free.filter(|name| !identifiers.contains_key(name.as_str()));
        free.nth(earlier.count()).unwrap_or(name)
    }

    /// The name of a variable.
    pub fn name(&self, symbol: SymbolId) -> &'a str {
        &self.around.symbols()[symbol].name
    }
}

/// The way to a member as one word.
fn plain(name: &str) -> String {
    name.replace("->", "_").replace('.', "_")
}

/// Leaves out what is said a second time of a part of the same place.
fn without_repetitions(problems: &mut Vec<Diagnostic>) {
    let mut kept: Vec<Diagnostic> = Vec::new();
    for problem in problems.drain(..) {
        let place = |problem: &Diagnostic| problem.labels.first().map(|label| label.span);
        let is_said = kept.iter().any(|other| {
            let around =
                place(other).zip(place(&problem)).is_some_and(|(outer, inner)| outer.contains(inner));
            other.message == problem.message && around
        });
        if !is_said {
            kept.push(problem);
        }
    }
    *problems = kept;
}

/// The variables that the loops in `statements` count with, but for those that stand where `is_apart` says.
fn counters(
    statements: &[Statement],
    symbols: &Symbols,
    is_apart: &dyn Fn(Span) -> bool,
) -> BTreeSet<SymbolId> {
    let mut found = BTreeSet::new();
    for statement in statements {
        statement.walk(&mut |inner| {
            if let StatementKind::For(for_) = &inner.kind
                && !is_apart(inner.span)
            {
                found.extend(counter(for_, symbols));
            }
        });
    }
    found
}

/// The variable that the first part of a `for` declares or assigns.
pub fn initialized(initial: &Statement) -> Option<SymbolId> {
    match &initial.kind {
        StatementKind::Declaration(list) => match list.as_slice() {
            [only] => Some(only.symbol),
            _ => None,
        },
        StatementKind::Expression(Some(Expression {
            kind: ExpressionKind::Assign(None, target, _), ..
        })) => target.variable(),
        _ => None,
    }
}

/// The places of the parts of the loops in `statements`.
fn headers(statements: &[Statement]) -> Vec<Span> {
    let mut found = Vec::new();
    for statement in statements {
        statement.walk(&mut |inner| {
            if let StatementKind::For(for_) = &inner.kind {
                found.extend(for_.initial.iter().map(|initial| initial.span));
                found.extend(for_.condition.iter().map(|condition| condition.span));
                found.extend(for_.step.iter().map(|step| step.span));
            }
        });
    }
    found
}
