//! What keeps an array from staying in the memory space of isolated statements: places that may see its own memory.
//!
//! Sound because everything is a barrier that isn't known not to be one. Names are compared as tokens, so no mention is
//! missed; other accesses must go through a name that certainly reaches other memory, and calls must have no effect.

use diagnostics::Span;

use super::leaving;
use super::stretches::Search;
use crate::facts::aliasing::{is_anonymous, roots, unaliased};
use crate::facts::purity::{Purities, Purity};
use crate::pragma::pragma;
use crate::pragma::regions::WORDS;
use crate::syntax::tree::{
    Expression, ExpressionKind, Statement, StatementKind, SymbolId, SymbolKind, UnaryOperator,
};
use crate::syntax::types::{ArraySize, Type, TypeKind};

/// Why an array can't stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Barrier {
    /// What is in the way.
    pub place: Span,
    /// Why, as a phrase.
    pub why: String,
}

impl<'a> Search<'a> {
    /// What keeps a statement from being part of a stretch.
    pub(super) fn barrier(&self, statement: &'a Statement) -> Option<Barrier> {
        let at = |place: Span, why: &str| Some(Barrier { place, why: why.to_string() });
        if let Some((_, jump)) = self.around.index.jumps.first() {
            return at(*jump, "jumps may lead around it");
        }
        if matches!(statement.unlabeled().1.kind, StatementKind::Declaration(_)) {
            return at(statement.span, "what this declares lives on behind it");
        }
        if let Some((what, place)) = leaving(statement, 0, 0) {
            return at(place, &format!("{what} leaves it"));
        }
        self.within(statement)
    }

    /// What in a statement may see the array's memory.
    pub(super) fn within(&self, statement: &'a Statement) -> Option<Barrier> {
        self.pragma(statement).or_else(|| self.mention(statement)).or_else(|| self.access(statement))
    }

    /// A pragma of others, which may speak of the statement or make threads.
    fn pragma(&self, statement: &Statement) -> Option<Barrier> {
        let (table, text) = (&self.around.translation.table, self.around.map.text());
        let whole = Span::new(table.end_before(statement.span.start), statement.span.end);
        let lines = table.directives_within(whole).iter().filter_map(|line| pragma(text, line));
        let mut others = lines.filter(|line| !WORDS.contains(&line.word));
        others.next().map(|line| Barrier { place: line.span, why: "this pragma may speak of it".into() })
    }

    /// A place where the array's name stands, other than the isolated statements that use it.
    fn mention(&self, statement: &Statement) -> Option<Barrier> {
        let name = self.name();
        let is_user = |place: Span| {
            let mut users = self.users.iter().filter_map(|user| self.sites.get(*user));
            users.any(|user| user.region.span.contains(place))
        };
        let mut places = self.around.index.identifiers.get(name).into_iter().flatten();
        let outside = places.find(|place| statement.span.contains(**place) && !is_user(**place));
        outside.map(|place| Barrier { place: *place, why: format!("`{name}` is used here") })
    }

    fn name(&self) -> &'a str {
        &self.around.symbols()[self.array].name
    }

    /// An access in `statement` that may go to the array's memory.
    fn access(&self, statement: &'a Statement) -> Option<Barrier> {
        let symbols = self.around.symbols();
        if self.is_isolated(statement) {
            let mut found = None;
            statement.walk_expressions(symbols, &mut |part| {
                found = found.take().or_else(|| self.in_isolated(part));
            });
            return found;
        }
        let mut found = None;
        let mut expressions = statement.expressions(symbols);
        if let StatementKind::Declaration(list) = &statement.kind {
            list.iter().for_each(|it| extents(&symbols[it.symbol].type_, &mut expressions));
        }
        for expression in expressions {
            expression.walk(&mut |part| found = found.take().or_else(|| self.elsewhere(part)));
        }
        found.or_else(|| statement.children().find_map(|child| self.access(child)))
    }

    /// In an isolated statement only names go to memory: the frontend takes nothing else.
    fn in_isolated(&self, expression: &Expression) -> Option<Barrier> {
        let symbol = expression.variable()?;
        match self.around.symbols()[symbol].type_.kind {
            TypeKind::Pointer(_) | TypeKind::Array(..) => self.other_array(symbol, expression.span),
            _ => self.number(symbol, expression.span),
        }
    }

    fn elsewhere(&self, expression: &Expression) -> Option<Barrier> {
        let place = expression.span;
        let at = |why: String| Some(Barrier { place, why });
        match &expression.kind {
            ExpressionKind::Call(callee, _) => {
                let purity = callee.variable().map(|it| Purities::new(self.around.translation).of(it));
                match purity {
                    Some(Purity::Constant) => None,
                    _ => at(format!("this call may use `{}`", self.name())),
                }
            }
            ExpressionKind::Index(..) | ExpressionKind::Unary(UnaryOperator::Dereference, _) => {
                let base = match &expression.kind {
                    ExpressionKind::Unary(_, pointer) => pointer,
                    _ => expression.subscripted().0,
                };
                match base.variable() {
                    Some(symbol) if is_flat(&self.around.symbols()[symbol].type_) => {
                        self.other_array(symbol, place)
                    }
                    // the parts of `a[i][j]` are visited, too
                    None if matches!(base.kind, ExpressionKind::Unary(UnaryOperator::Dereference, _)) => None,
                    _ => at(format!("this may be in `{}`", self.name())),
                }
            }
            ExpressionKind::Variable(symbol) => self.number(*symbol, place),
            ExpressionKind::Member(..) => at(format!("a member of a structure may be in `{}`", self.name())),
            ExpressionKind::Other(what, _) => at(format!("{what} may use `{}`", self.name())),
            _ => None,
        }
    }

    /// A number that is no array's, in memory that a pointer might reach.
    fn number(&self, symbol: SymbolId, place: Span) -> Option<Barrier> {
        let declared = &self.around.symbols()[symbol];
        let is_hidden =
            matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter)
                && self.around.address_taken(symbol).is_none();
        let is_object = !matches!(
            declared.kind,
            SymbolKind::Function
                | SymbolKind::EnumerationConstant(_)
                | SymbolKind::Member(_)
                | SymbolKind::Undeclared
        );
        let is_number =
            is_object && !matches!(declared.type_.kind, TypeKind::Pointer(_) | TypeKind::Array(..));
        let clashes = is_number && !is_hidden && is_anonymous(self.array, self.around);
        clashes.then(|| self.overlap(&declared.name, place))
    }

    fn other_array(&self, other: SymbolId, place: Span) -> Option<Barrier> {
        if other == self.array {
            return None;
        }
        let (array, around) = (self.array, self.around);
        let declared = &around.symbols()[other];
        let is_derived = !roots(array, around).is_disjoint(&roots(other, around));
        let is_apart = !is_derived && !unaliased(&[array, other], around).is_empty();
        (!is_apart).then(|| self.overlap(&declared.name, place))
    }

    fn overlap(&self, other: &str, place: Span) -> Barrier {
        Barrier {
            place,
            why: format!("`{other}` and `{}` may overlap; `restrict` would say that they don't", self.name()),
        }
    }
}

/// The expressions in a type.
fn extents<'t>(type_: &'t Type, found: &mut Vec<&'t Expression>) {
    if let TypeKind::Array(_, ArraySize::Elements(count)) = &type_.kind {
        found.push(count);
    }
    if let Some(target) = type_.target() {
        extents(target, found);
    }
}

/// Whether a name leads to numbers without pointers on the way.
fn is_flat(type_: &Type) -> bool {
    type_.target().is_some_and(|target| target.innermost().is_arithmetic())
}
