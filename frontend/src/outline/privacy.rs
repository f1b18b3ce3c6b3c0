//! The variables that each thread has for itself, whether it declares them or a clause says so.
//!
//! A thread's own copy of a variable is modelled as the variable itself. That is right where no value goes
//! from one copy to another; where one may, the region is refused.

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::ArrayId;

use super::Parallel;
use super::builder::Builder;
use super::threads::Scope;
use crate::pragma::openmp::{Clause, Directive, Privacy};
use crate::refusal::refusal;
use crate::syntax::tree::{Statement, SymbolId};
use crate::syntax::types::TypeKind;

/// A variable that a clause makes private.
#[derive(Clone, Copy, Debug)]
pub struct Private {
    /// How.
    pub privacy: Privacy,
    /// Where the clause names it.
    pub place: Span,
}

impl<'a> Builder<'a> {
    /// The variables that a directive makes private for the threads that run `statement`.
    pub fn private_variables(
        &mut self,
        directive: &Directive,
        statement: &Statement,
    ) -> BTreeMap<SymbolId, Private> {
        let mut variables = BTreeMap::new();
        for (privacy, (name, place)) in directive.private() {
            let private = Private { privacy, place: *place };
            match self.visible(name, directive.span) {
                // `firstprivate` and `lastprivate` may both name it
                Some(symbol) if privacy == Privacy::First => {
                    variables.insert(symbol, private);
                }
                Some(symbol) => {
                    variables.entry(symbol).or_insert(private);
                }
                None => {
                    let cause = format!("an OpenMP clause names `{name}`, which isn't known");
                    self.problems.push(refusal(Code::UnknownName, cause, *place, "unknown"));
                }
            }
        }
        for (&symbol, &private) in &variables {
            self.check_has_value(symbol, private, statement);
        }
        variables
    }

    /// A thread's own variable that it never assigns has no value, or not that of the variable outside.
    fn check_has_value(&mut self, symbol: SymbolId, private: Private, statement: &Statement) {
        if private.privacy == Privacy::First || self.is_assigned(symbol, statement.span) {
            return;
        }
        let mut mentions = self.around.occurrences(symbol).iter();
        if let Some(mention) = mentions.find(|mention| statement.span.contains(mention.place)) {
            let cause = format!("`{}` has no value here: each thread has its own", self.name(symbol));
            let problem =
                refusal(Code::ThreadsShare, cause, mention.place, "").also(private.place, "made private");
            self.problems
                .push(problem.with_help("`firstprivate` or `shared` gives it the value from outside"));
        }
    }

    fn is_assigned(&self, symbol: SymbolId, span: Span) -> bool {
        let is_pointer = self.is_pointer(symbol);
        self.around.changes_inside().any(|change| {
            change.symbol == symbol && span.contains(change.place) && (change.is_whole || !is_pointer)
        })
    }

    fn is_pointer(&self, symbol: SymbolId) -> bool {
        matches!(self.around.symbols()[symbol].type_.kind, TypeKind::Pointer(_))
    }

    /// What is to be known of the construct that was walked last, whose statements start at `first`.
    pub fn parallel(&self, first: usize) -> Parallel {
        let references = self.statements[first..].iter().flat_map(|statement| &statement.references);
        let touched: BTreeSet<ArrayId> = references.map(|reference| reference.array).collect();
        Parallel { private: touched.into_iter().filter(|&array| self.is_own(self.arrays[array])).collect() }
    }

    /// Whether the threads that share the innermost construct have a variable or array each.
    ///
    /// What the construct holds is an iteration's own. What stands in the parallel block around it is a
    /// thread's own, and one thread's iterations follow each other. What a pointer points to is shared.
    fn is_own(&self, symbol: SymbolId) -> bool {
        let mut constructs = self.threads.around.iter().rev();
        let mut innermost = constructs.by_ref().take(1).collect::<Vec<_>>();
        if innermost.iter().any(|scope| scope.is_shared_work()) {
            innermost.extend(constructs.next());
        }
        let is_declared = |scope: &&Scope| self.is_declared_in(symbol, scope.span);
        innermost.iter().any(|scope| {
            is_declared(scope) || scope.private.contains_key(&symbol) && !self.is_pointer(symbol)
        })
    }

    fn is_declared_in(&self, symbol: SymbolId, span: Span) -> bool {
        self.around.symbols()[symbol].declared.is_some_and(|places| span.contains(places.declaration))
    }

    /// A counter of a loop that each thread runs must be its own.
    pub fn check_counter(&mut self, symbol: SymbolId, place: Span) {
        for scope in self.threads.around.iter().rev() {
            if self.is_declared_in(symbol, scope.span) || scope.private.contains_key(&symbol) {
                return;
            }
            if scope.directive.is_none_or(|directive| directive.construct.starts_team()) {
                let name = self.name(symbol);
                let cause = format!("`{name}` counts a loop in each thread, but the threads share it");
                let problem = refusal(Code::ThreadsShare, cause, place, "")
                    .with_help(format!("declare it in the loop: `for (int {name} = …`"));
                let problem = match scope.directive {
                    Some(directive) => problem.also(directive.span, "starts the threads"),
                    None => problem,
                };
                return self.problems.push(problem);
            }
        }
    }

    /// The variables that a construct takes no value from, or leaves none in, although they are used outside.
    pub fn split_variables(&self, scope: &Scope<'a>) -> Vec<Diagnostic> {
        let mut problems = Vec::new();
        for (&symbol, private) in &scope.private {
            let is_kept = matches!(private.privacy, Privacy::Last | Privacy::Reduction);
            if is_kept || self.counters.contains(&symbol) || !self.is_assigned(symbol, scope.span) {
                continue;
            }
            if let Some(outside) = self.used_outside(symbol, private.privacy) {
                let cause =
                    format!("`{}` is another variable in a construct than outside", self.name(symbol));
                let problem = refusal(Code::ThreadsShare, cause, private.place, "made private")
                    .also(outside, "used here");
                problems.push(problem.with_help("a variable declared in the construct is private, too"));
            }
        }
        problems
    }

    /// Where a variable is used outside of the constructs that make it private, in the region or behind it.
    fn used_outside(&self, symbol: SymbolId, privacy: Privacy) -> Option<Span> {
        let is_own = |place: Span| {
            let mut constructs = self.threads.done.iter();
            constructs.any(|scope| scope.private.contains_key(&symbol) && scope.span.contains(place))
        };
        let mentions = self.around.occurrences(symbol).iter().map(|mention| mention.place);
        let matters = |place| self.around.is_inside(place) || self.around.may_follow(place, symbol);
        let mentions = mentions.filter(|&place| matters(place));
        // the value of a declaration goes into the construct, if any does
        let values = self.around.changes_inside().filter(|change| change.symbol == symbol);
        let values = values.map(|change| change.place).filter(|_| privacy == Privacy::First);
        mentions.chain(values).find(|&place| !is_own(place))
    }

    /// Why clauses keep the declaration of an array as it is, as a phrase.
    pub fn named_by_clause(&self, symbol: SymbolId) -> Option<String> {
        let private = self.threads.done.iter().find_map(|scope| scope.private.get(&symbol));
        if let Some(private) = private {
            return Some(format!("line {} makes it private to each thread", self.around.line(private.place)));
        }
        let directives = self.threads.done.iter().filter_map(|scope| scope.directive);
        let mut used = directives.flat_map(|directive| directive.used().map(move |used| (directive, used)));
        let found = used.find(|(directive, (name, _))| self.visible(name, directive.span) == Some(symbol));
        found.map(|(_, (_, place))| format!("line {} uses it", self.around.line(*place)))
    }

    /// The parameters that new subscripts of an array can't mention, since threads don't see their values
    /// where it is used.
    pub fn hidden_parameters(&self, symbol: SymbolId) -> BTreeSet<SymbolId> {
        let is_used = |scope: &&Scope| {
            self.statements.iter().any(|statement| {
                let mut references = statement.references.iter();
                scope.span.contains(statement.span)
                    && references.any(|reference| self.arrays[reference.array] == symbol)
            })
        };
        let scopes = self.threads.done.iter().filter(is_used);
        scopes
            .flat_map(|scope| {
                self.parameters.iter().filter(|&&parameter| self.hides(scope, parameter)).copied()
            })
            .collect()
    }

    /// Whether a construct gives its threads no access to a parameter.
    fn hides(&self, scope: &Scope, parameter: SymbolId) -> bool {
        if let Some(private) = scope.private.get(&parameter) {
            return private.privacy != Privacy::First;
        }
        let Some(directive) = scope.directive else { return false };
        let is_named = |clause: &Clause| match clause {
            Clause::Shared(names) => {
                names.iter().any(|(name, _)| self.visible(name, directive.span) == Some(parameter))
            }
            _ => false,
        };
        directive.clauses.contains(&Clause::ListAll) && !directive.clauses.iter().any(is_named)
    }
}
