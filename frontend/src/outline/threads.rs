//! OpenMP's constructs: what the threads that run a region share, and what each has for itself.
//!
//! The model is the program as one thread would run it, with the places marked where the order is open
//! (Darte, Isoard, Yuki, *Liveness Analysis in Explicitly-Parallel Programs*, sections 2.2 and 3): the
//! iterations of a work-shared loop, and sections. A block that all threads of a team run may hold
//! nothing but such constructs in a row, since these wait for each other; anything else in it would run
//! once a thread. So OpenMP's program has the orders of the model and no others, and a compiler that
//! ignores the pragmas has one of them.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Code, Diagnostic, Span};

use super::Node;
use super::builder::Builder;
use super::privacy::Private;
use crate::facts::Surroundings;
use crate::pragma::openmp::{Clause, Construct, Directive};
use crate::refusal::refusal;
use crate::syntax::tree::{For, Statement, StatementKind, SymbolId};

/// Who runs the code at the place of the walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Team {
    /// One thread, whatever others do elsewhere.
    One,
    /// Each thread of a team.
    All,
}

/// A statement that a directive speaks of.
#[derive(Clone, Debug)]
pub struct Scope<'a> {
    /// `None` for a region that may lie in a parallel block of another function.
    pub directive: Option<&'a Directive>,
    /// The statement.
    pub span: Span,
    /// The variables that clauses make private.
    pub private: BTreeMap<SymbolId, Private>,
}

/// What the walk knows of threads.
pub struct Threads<'a> {
    /// The directives by the start of the token behind them, in the order of the text.
    directives: BTreeMap<usize, Vec<&'a Directive>>,
    barriers: Vec<Span>,
    /// The lines that were found to mean something where they stand.
    placed: BTreeSet<Span>,
    team: Team,
    /// The constructs around the place of the walk, outermost first.
    pub around: Vec<Scope<'a>>,
    /// All constructs that the walk has left.
    pub done: Vec<Scope<'a>>,
}

impl<'a> Threads<'a> {
    /// Of a region whose walk begins.
    pub fn new(around: Surroundings<'a>) -> Self {
        let mut threads = Threads {
            directives: BTreeMap::new(),
            barriers: Vec::new(),
            placed: BTreeSet::new(),
            team: Team::One,
            around: Vec::new(),
            done: Vec::new(),
        };
        let directives = around.region.openmp.iter().map(|pragma| pragma.directive.as_ref().ok());
        // With one that isn't understood the others say nothing for certain.
        for directive in directives.collect::<Option<Vec<_>>>().unwrap_or_default() {
            match directive.construct {
                Construct::Barrier => threads.barriers.push(directive.span),
                _ => threads.directives.entry(around.behind(directive.span)).or_default().push(directive),
            }
        }
        threads
    }

    /// Whether there is shared work outside of the parallel blocks in `statements`, which are then run by the threads of a team that
    /// others have started, if any.
    fn is_orphaned(&self, statements: &[Statement]) -> bool {
        let mut teams = Vec::new();
        for statement in statements {
            statement.walk(&mut |inner| {
                let directives = self.directives.get(&inner.span.start).into_iter().flatten();
                if directives.into_iter().any(|directive| directive.construct.starts_team()) {
                    teams.push(inner.span);
                }
            });
        }
        let is_alone = |place: usize| !teams.iter().any(|team| (team.start..team.end).contains(&place));
        let shared = self.directives.iter().filter(|(_, directives)| {
            directives.first().is_some_and(|directive| directive.construct.is_shared_work())
        });
        shared.into_iter().any(|(&place, _)| is_alone(place))
            || self.barriers.iter().any(|barrier| is_alone(barrier.start))
    }
}

/// Whether the threads of a region are its own.
pub fn starts_threads(around: Surroundings<'_>) -> bool {
    let threads = Threads::new(around);
    let any = threads.directives.values().flatten().any(|directive| directive.construct.starts_team());
    any && !threads.is_orphaned(around.statements())
}

impl<'a> Builder<'a> {
    /// The statements of the region, with all that is against its OpenMP pragmas.
    pub fn region(&mut self) -> Vec<Node> {
        self.check_pragmas();
        let (statements, span) = (self.around.statements(), self.around.region.span);
        if !self.threads.is_orphaned(statements) {
            return self.statements(statements);
        }
        let scope = Scope { directive: None, span, private: BTreeMap::new() };
        self.within(scope, Team::All, |builder| builder.block(statements, span))
    }

    /// Pragmas that aren't taken, and those that a new order would lose.
    fn check_pragmas(&mut self) {
        let region = self.around.region;
        self.problems.extend(region.openmp.iter().filter_map(|pragma| pragma.directive.clone().err()));
        if let (Some(schedule), Some(place)) = (&region.schedule, region.openmp()) {
            let problem = refusal(
                Code::OrderLosesOpenMp,
                "it has OpenMP pragmas, which a new order would lose",
                place,
                "such a pragma",
            );
            self.problems.push(problem.also(schedule.span, "the new order"));
        }
    }

    /// A statement with the directives before it.
    pub fn statement(&mut self, statement: &'a Statement) -> Vec<Node> {
        let directives = self.directives(statement);
        self.marked(&directives, statement)
    }

    /// The directives that stand before a statement.
    fn directives(&self, statement: &Statement) -> Vec<&'a Directive> {
        self.threads.directives.get(&statement.span.start).cloned().unwrap_or_default()
    }

    /// A statement that `directives` stand before.
    fn marked(&mut self, directives: &[&'a Directive], statement: &'a Statement) -> Vec<Node> {
        let [directive, rest @ ..] = directives else { return self.in_team(statement) };
        self.threads.placed.insert(directive.span);
        let construct = directive.construct;
        if let Err(problem) = self.check_place(directive) {
            return self.misplaced(problem, statement);
        }
        let team = if construct == Construct::Parallel { Team::All } else { Team::One };
        let private = self.private_variables(directive, statement);
        let scope = Scope { directive: Some(directive), span: statement.span, private };
        self.within(scope, team, |builder| match construct {
            Construct::Parallel | Construct::Single => builder.marked(rest, statement),
            Construct::Sections | Construct::ParallelSections => builder.sections(directive, rest, statement),
            _ => builder.shared_loop(directive, rest, statement),
        })
    }

    /// A statement without directives.
    fn in_team(&mut self, statement: &'a Statement) -> Vec<Node> {
        let (_, inner) = statement.unlabeled();
        let directives = if inner.span == statement.span { vec![] } else { self.directives(inner) };
        if !directives.is_empty() {
            return self.marked(&directives, inner);
        }
        if self.threads.team == Team::All && self.does_something(inner) {
            self.problems.push(self.run_by_all(inner.span));
            return vec![];
        }
        match &inner.kind {
            StatementKind::Block(list) if self.threads.team == Team::All => self.block(list, inner.span),
            _ => self.unmarked(statement),
        }
    }

    /// What is wrong with a statement that no construct shares among the threads.
    fn run_by_all(&self, place: Span) -> Diagnostic {
        let problem = refusal(Code::MisplacedOpenMp, "each thread would run this", place, "")
            .with_help("`#pragma omp single` has it run once");
        let team = self.threads.around.last().and_then(|scope| scope.directive);
        let orphans = self.threads.directives.values().flatten();
        let mut orphans = orphans.filter(|directive| directive.construct.is_shared_work());
        match (team, orphans.next()) {
            (Some(team), _) => problem.also(team.span, "starts the threads"),
            (None, Some(orphan)) => problem.also(orphan.span, "shared by threads that are there already"),
            (None, None) => problem,
        }
    }

    /// Whether a statement by itself has an effect.
    fn does_something(&self, statement: &Statement) -> bool {
        match &statement.kind {
            StatementKind::Expression(expression) => expression.is_some(),
            StatementKind::Declaration(list) => {
                list.iter().any(|declared| self.around.symbols()[declared.symbol].initializer.is_some())
            }
            _ => false,
        }
    }

    /// Statements that all threads run, with the barriers between them.
    fn block(&mut self, list: &'a [Statement], span: Span) -> Vec<Node> {
        let is_between = |barrier: &&Span| {
            span.contains(**barrier) && !list.iter().any(|inner| inner.span.contains(**barrier))
        };
        let between: Vec<_> = self.threads.barriers.iter().filter(is_between).copied().collect();
        self.threads.placed.extend(between);
        self.statements(list)
    }

    /// Walks a construct.
    fn within<T>(&mut self, scope: Scope<'a>, team: Team, walk: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.threads.team, team);
        self.threads.around.push(scope);
        let result = walk(self);
        self.threads.done.extend(self.threads.around.pop());
        self.threads.team = outer;
        result
    }

    /// Shared work is for a team, and a team can't start another for each of its threads.
    fn check_place(&self, directive: &Directive) -> Result<(), Diagnostic> {
        let construct = directive.construct;
        let cause = match (construct, self.threads.team) {
            (Construct::Section | Construct::Barrier, _) => return Err(stray(directive)),
            (_, Team::All) if !construct.is_shared_work() => {
                "stands where each thread of a team would meet it"
            }
            (_, Team::One) if construct.is_shared_work() => "stands where one thread runs alone",
            _ => return Ok(()),
        };
        Err(refusal(Code::MisplacedOpenMp, format!("this pragma {cause}"), directive.span, ""))
    }

    /// Notes a problem with a directive; what stands in its statement isn't looked at.
    fn misplaced(&mut self, problem: Diagnostic, statement: &Statement) -> Vec<Node> {
        self.problems.push(problem);
        self.skip_pragmas(statement);
        vec![]
    }

    /// Says nothing of the pragmas in and before a statement that isn't looked at.
    pub fn skip_pragmas(&mut self, statement: &Statement) {
        let tokens = &self.around.translation.table.tokens;
        let first = tokens.partition_point(|token| token.span.start < statement.span.start);
        let start = first.checked_sub(1).map_or(0, |before| tokens[before].span.end);
        let whole = Span::new(start, statement.span.end);
        let lines = self.around.region.openmp.iter().map(|pragma| pragma.span);
        self.threads.placed.extend(lines.filter(|line| whole.contains(*line)));
    }

    /// A loop whose iterations have no order, and those in it that `collapse` names.
    fn shared_loop(
        &mut self,
        directive: &'a Directive,
        rest: &[&'a Directive],
        statement: &'a Statement,
    ) -> Vec<Node> {
        let StatementKind::For(parts) = &statement.kind else {
            return self.misplaced(stray(directive), statement);
        };
        if let Some(next) = rest.first() {
            return self.misplaced(stray(next), statement);
        }
        match self.collapsed(directive) {
            Ok(depth) => self.for_loop(statement, parts, depth).into_iter().collect(),
            Err(problem) => self.misplaced(problem, statement),
        }
    }

    /// How many nested loops a directive speaks of.
    fn collapsed(&self, directive: &Directive) -> Result<usize, Diagnostic> {
        let collapse = directive.clauses.iter().find_map(|clause| match clause {
            Clause::Collapse(number, place) => Some((number, *place)),
            _ => None,
        });
        let Some((number, place)) = collapse else { return Ok(1) };
        // Compilers expand macros here, preprocessors don't.
        let value = number.parse().ok().or_else(|| self.around.translation.macros.constant(number));
        let depth = value.and_then(|value: i64| usize::try_from(value).ok()).filter(|depth| *depth > 0);
        depth.ok_or_else(|| {
            refusal(
                Code::MisplacedOpenMp,
                "it isn't known how many loops are collapsed",
                place,
                "not a known number",
            )
        })
    }

    /// The body of a shared loop, of whose nest `depth` loops are shared.
    pub fn shared_body(&mut self, body: &'a Statement, depth: usize, place: Span) -> Vec<Node> {
        if depth <= 1 {
            return self.statement(body);
        }
        match only_loop(body) {
            Some((statement, parts)) => self.for_loop(statement, parts, depth - 1).into_iter().collect(),
            None => {
                let cause = "a loop is collapsed that holds other things than one loop";
                self.misplaced(refusal(Code::MisplacedOpenMp, cause, place, "this loop"), body)
            }
        }
    }

    /// Sections: each starts at its directive, the first also without one.
    fn sections(
        &mut self,
        directive: &'a Directive,
        rest: &[&'a Directive],
        statement: &'a Statement,
    ) -> Vec<Node> {
        let StatementKind::Block(list) = &statement.kind else {
            return self.misplaced(stray(directive), statement);
        };
        if let Some(next) = rest.first() {
            return self.misplaced(stray(next), statement);
        }
        let first = self.statements.len();
        let mut bodies: Vec<Vec<Node>> = Vec::new();
        for inner in list {
            let directives = self.directives(inner);
            let starts = directives.first().filter(|directive| directive.construct == Construct::Section);
            self.threads.placed.extend(starts.map(|directive| directive.span));
            let mut body = if starts.is_some() { vec![] } else { bodies.pop().unwrap_or_default() };
            body.extend(self.marked(&directives[usize::from(starts.is_some())..], inner));
            bodies.push(body);
        }
        vec![Node::Sections(self.parallel(first), bodies)]
    }

    /// What can be said of the pragmas only after the walk: those that speak of nothing, and variables that
    /// aren't the same inside of a construct and outside.
    pub fn finish_threads(&mut self) {
        let pragmas = self.around.region.openmp.iter().map(|pragma| pragma.directive.as_ref());
        let Ok(directives) = pragmas.collect::<Result<Vec<_>, _>>() else { return };
        let strays =
            directives.into_iter().filter(|directive| !self.threads.placed.contains(&directive.span));
        self.problems.extend(strays.map(stray));
        let problems: Vec<_> =
            self.threads.done.iter().flat_map(|scope| self.split_variables(scope)).collect();
        self.problems.extend(problems);
    }
}

impl Scope<'_> {
    /// Whether the threads of a team that is there already share it.
    pub fn is_shared_work(&self) -> bool {
        self.directive.is_some_and(|directive| directive.construct.is_shared_work())
    }
}

/// A directive that speaks of nothing.
fn stray(directive: &Directive) -> Diagnostic {
    let cause = match directive.construct {
        Construct::Barrier => "not between the constructs of a parallel block",
        Construct::Section => "not within sections",
        Construct::Sections | Construct::ParallelSections => "before no block",
        Construct::For | Construct::ParallelFor | Construct::Simd => "before no loop",
        Construct::Parallel | Construct::Single => "before no statement",
    };
    refusal(Code::MisplacedOpenMp, format!("this pragma stands {cause}"), directive.span, "")
}

/// The loop that is all that a statement holds.
fn only_loop(statement: &Statement) -> Option<(&Statement, &For)> {
    match &statement.kind {
        StatementKind::For(parts) => Some((statement, parts)),
        StatementKind::Block(list) => match list.as_slice() {
            [only] => only_loop(only),
            _ => None,
        },
        _ => None,
    }
}
