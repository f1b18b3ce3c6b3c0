//! What the function says of the parameters before the region: `int stride = 3 * w;`, or `stride = 3 * w;`.
//!
//! Such a variable stays a parameter, under its own name; that it equals its value is part of the context. Where
//! the value is a product (`int n = w * h;`), it is known to whoever looks at polynomials.

use std::collections::BTreeSet;

use diagnostics::{Code, Span};
use polyhedral::expression::LinearForm;
use polyhedral::{Comparison, Condition, Expression};

use super::builder::Builder;
use super::definitions::{LARGEST, size};
use super::flat::Same;
use super::polynomial::Polynomial;
use super::{Cause, Obligation};
use crate::facts::allocation::is_fresh;
use crate::facts::certain::is_readable;
use crate::facts::members::{given_by_list, object};
use crate::refusal::refusal;
use crate::syntax::fold;
use crate::syntax::tree::{self, Initializer, Symbol, SymbolId, SymbolKind};
use crate::syntax::types::Integer;

/// Longer chains of definitions aren't followed.
pub const LONGEST_CHAIN: usize = 8;
/// Unsigned sizes are taken to leave room for sums of fewer of them.
const SMALL: i64 = 8;

impl<'a> Builder<'a> {
    /// The values of those parameters that the function computes from others before the region.
    pub fn definitions_before(&mut self) -> Vec<Condition> {
        let mut found = Vec::new();
        let mut seen = BTreeSet::new();
        for _ in 0..LONGEST_CHAIN {
            let new: Vec<_> = self.mentioned.difference(&seen).copied().collect();
            for symbol in new {
                seen.insert(symbol);
                if let Some(value) = self.affine_before(symbol) {
                    let variable = Expression::variable(self.isl_name(symbol));
                    found.push(Condition::Compare(Comparison::Equal, variable, value));
                }
            }
        }
        found
    }

    /// The parameters that are given the value of another before the region, and keep it as that does.
    pub fn same_before(&self) -> Vec<Same> {
        let same = |symbol: &SymbolId| {
            let value = self.value_before(*symbol)?.without_casts().named()?;
            let variable = |symbol| Expression::variable(self.isl_name(symbol));
            Some(Same { one: variable(value), other: variable(*symbol) })
        };
        self.mentioned.iter().filter_map(same).collect()
    }

    fn affine_before(&mut self, symbol: SymbolId) -> Option<Expression> {
        let (value, open) = self.affine_and_open(symbol)?;
        let is_exact = open.iter().all(is_size);
        if !is_exact && self.around.region.is_hopeful {
            self.hoped.extend(open);
            return Some(value);
        }
        is_exact.then_some(value)
    }

    /// The value of a parameter before the region, and what is to be proved for that.
    fn affine_and_open(&mut self, symbol: SymbolId) -> Option<(Expression, Vec<Obligation>)> {
        let initial = self.value_before(symbol)?;
        let kind = self.around.symbols()[symbol].type_.integer()?.clone();
        self.outside(|builder| {
            let start = builder.obligations.len();
            let value = builder.attempt(|builder| builder.operand(initial, &kind, "this value"));
            let open = builder.obligations.split_off(start);
            Some((value.ok()?, open))
        })
    }

    /// The value of a member of a local structure that is given together with a block, if that can still be read where the region
    /// starts: what the size of the block is computed from, since the member can't be read there.
    pub fn value_given_with_block(&mut self, symbol: SymbolId) -> Option<Expression> {
        let symbols = self.around.symbols();
        let place = symbols[symbol].declared.filter(|places| places.is_member)?.declaration;
        let is_block = |other: &Symbol| match &other.initializer {
            Some(Initializer::Value(value)) => {
                other.is_member_of_local() && place.contains(value.span) && is_fresh(value, symbols)
            }
            _ => false,
        };
        symbols[symbol].initializer.as_ref().filter(|_| symbols.0.iter().any(is_block))?;
        let before = self.mentioned.clone();
        let known = self.attempt(|builder| {
            let found = builder
                .affine_and_open(symbol)
                .filter(|(value, open)| size(value) <= LARGEST && open.iter().all(is_size));
            let mut named = builder.mentioned.difference(&before);
            let is_readable = named.all(|it| is_readable(*it, builder.around));
            found
                .filter(|_| is_readable)
                .ok_or_else(|| refusal(Code::VariableChanges, "its value isn't known", place, ""))
        });
        known.ok().map(|(value, _)| value)
    }

    /// A number of elements in the variables that tell the rows of an array, where these were given what the number is computed
    /// from: `w * h` is `stride * h` behind `stride = w`.
    pub fn in_rows(&mut self, symbol: SymbolId, cells: Polynomial) -> Polynomial {
        let mut names = BTreeSet::new();
        match self.shapes.get(&symbol) {
            Some(shape) if shape.outermost(&cells).is_none() => {
                shape.inner_extents().for_each(|extent| extent.variables(&mut names));
            }
            _ => return cells,
        }
        let rows = self.mentioned.iter().copied().filter(|it| names.contains(&self.isl_name(*it)));
        let rows: Vec<_> = rows.collect();
        rows.into_iter().fold(cells, |cells, row| self.in_row(row, &cells).unwrap_or(cells))
    }

    fn in_row(&mut self, row: SymbolId, cells: &Polynomial) -> Option<Polynomial> {
        let before = self.mentioned.clone();
        let (value, open) = self.affine_and_open(row)?;
        self.mentioned = before;
        let form = LinearForm::of(&value).filter(|_| open.iter().all(is_size))?;
        let (name, _) = form.terms.iter().find(|(_, coefficient)| *coefficient == 1)?;
        let variable = Expression::variable(name);
        let rest = value - variable.clone();
        cells.replaced(&variable, &Polynomial::of(&(Expression::variable(self.isl_name(row)) - rest))?)
    }

    /// The number of elements that a declaration or an allocation gives, with definitions put in for their variables; of what is
    /// divided by `divisor`.
    pub fn cells_before(
        &mut self,
        count: &tree::Expression,
        since: Span,
        divisor: i64,
    ) -> Option<Polynomial> {
        let before = self.mentioned.clone();
        // it may be computed in the region
        let inside = count.variable().and_then(|symbol| self.value_inside(symbol));
        let count = inside.unwrap_or(count);
        let value = self.outside(|builder| builder.attempt(|b| b.polynomial(count, "the extent")).ok());
        let value = value.filter(|_| self.is_stable(count, since));
        let value = value.and_then(|value| self.expanded(count, value, divisor));
        // variables in whose place there is something else are none of the region's
        let mut names = BTreeSet::new();
        let factors = value.iter().flat_map(Polynomial::terms).flat_map(|(factors, _)| factors);
        factors.for_each(|factor| factor.variables(&mut names));
        let mut mentioned = std::mem::take(&mut self.mentioned);
        mentioned.retain(|it| before.contains(it) || names.contains(&self.isl_name(*it)));
        self.mentioned = mentioned;
        value
    }

    /// `value`, which `whole` has, with products in the place of variables that are defined so, and of multiples of `divisor`.
    fn expanded(&mut self, whole: &tree::Expression, value: Polynomial, divisor: i64) -> Option<Polynomial> {
        let mut value = value;
        let mut variables = Vec::new();
        whole.walk(&mut |part| variables.extend(part.variable()));
        for symbol in variables {
            let Some(initial) = self.value_before(symbol) else { continue };
            let Some(product) =
                self.outside(|builder| builder.attempt(|b| b.polynomial(initial, "this value")).ok())
            else {
                continue;
            };
            let is_multiple = divisor > 1 && product.divided(&[], divisor).1 == Polynomial::default();
            if product.affine().is_none() || is_multiple {
                value = value.replaced(&Expression::variable(self.isl_name(symbol)), &product)?;
            }
        }
        Some(value)
    }

    /// The value of a local variable that its declaration, or a statement, gives it before the region, and that it keeps, as
    /// do all variables in it.
    pub fn value_before(&self, symbol: SymbolId) -> Option<&'a tree::Expression> {
        self.declared_before(symbol)
            .or_else(|| self.listed_before(symbol))
            .or_else(|| self.set_before(symbol))
    }

    /// The value of an expression that is constant in all of the region: for the compiler, or since a variable is given a constant
    /// before the region and keeps it.
    pub fn constant_here(&self, expression: &tree::Expression) -> Option<i64> {
        let folded = |value: &tree::Expression| fold::constant(value, self.around.symbols());
        let value = folded(expression).or_else(|| {
            self.constant_before(expression.without_casts().named()?, expression.type_.integer()?)
        });
        value.and_then(|value| i64::try_from(value).ok())
    }

    /// The same of a parameter, by its name.
    pub fn constant_named(&self, name: &str) -> Option<i64> {
        let symbol = self.mentioned.iter().find(|symbol| self.isl_name(**symbol) == name)?;
        let value = self.constant_before(*symbol, self.around.symbols()[*symbol].type_.integer()?)?;
        i64::try_from(value).ok()
    }

    /// The constant that a variable is given before the region, if it is one of type `kind`.
    fn constant_before(&self, symbol: SymbolId, kind: &Integer) -> Option<i128> {
        let value = fold::constant(self.value_before(symbol)?, self.around.symbols())?;
        (kind.range().0..=kind.range().1).contains(&value).then_some(value)
    }

    fn set_before(&self, symbol: SymbolId) -> Option<&'a tree::Expression> {
        let region = self.around.region.span;
        let resolved = &self.around.translation.resolved;
        let is_whole = |set: &Span| !resolved.clamps.contains_key(set);
        let settled = resolved
            .settled
            .iter()
            .find(|it| it.symbol == symbol && it.scope.contains(region) && is_whole(&it.set))?;
        let values = self.around.index.values.get(&symbol)?;
        let value = values.iter().find(|value| settled.set.contains(value.span))?;
        self.is_stable(value, settled.set).then_some(value)
    }

    fn declared_before(&self, symbol: SymbolId) -> Option<&'a tree::Expression> {
        let symbols = self.around.symbols();
        let declared = &symbols[symbol];
        let Some(Initializer::Value(initial)) = &declared.initializer else { return None };
        let place = declared.declared?;
        let is_before = declared.kind == SymbolKind::Local { is_static: false }
            && !self.around.is_inside(place.declaration)
            && self.is_unchanged(symbol, declared.name_span);
        (is_before && self.is_stable(initial, declared.name_span)).then_some(initial)
    }

    /// What a list gives a member of a local structure where that is declared.
    fn listed_before(&self, symbol: SymbolId) -> Option<&'a tree::Expression> {
        let object = &self.around.symbols()[object(symbol, self.around.symbols())];
        given_by_list(symbol, self.around).filter(|value| self.is_stable(value, object.name_span))
    }

    /// The value that a variable of the region is given where it is declared, and nowhere else, if nothing in that changes in
    /// the region, but for such variables.
    pub fn value_inside(&self, symbol: SymbolId) -> Option<&'a tree::Expression> {
        let initial = self.only_value(symbol)?;
        let mut is_steady = true;
        initial.walk(&mut |part| {
            let changes = |named| {
                self.counters.contains(&named)
                    || self.changed.contains_key(&named) && self.only_value(named).is_none()
            };
            is_steady &= !part.named().is_some_and(changes);
        });
        is_steady.then_some(initial)
    }

    fn only_value(&self, symbol: SymbolId) -> Option<&'a tree::Expression> {
        let declared = &self.around.symbols()[symbol];
        let Some(Initializer::Value(initial)) = &declared.initializer else { return None };
        let is_own = declared.kind == SymbolKind::Local { is_static: false }
            && declared.declared.is_some_and(|places| self.around.is_inside(places.declaration));
        let is_only = !self.reassigned.contains(&symbol) && self.around.address_taken(symbol).is_none();
        (is_own && is_only).then_some(initial)
    }

    /// What `work` gives in front of the region.
    fn outside<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let active = std::mem::take(&mut self.active);
        let path = std::mem::take(&mut self.path);
        let result = work(self);
        self.active = active;
        self.path = path;
        result
    }
}

/// Whether an obligation is met by unsigned sizes as they usually are: see `model::proof`.
fn is_size(obligation: &Obligation) -> bool {
    let Some(form) = LinearForm::of(&obligation.value) else { return false };
    let grows = form.constant >= 0 && form.terms.iter().all(|(_, coefficient)| *coefficient > 0);
    let total: i64 = form.terms.iter().map(|(_, coefficient)| *coefficient).fold(0, i64::saturating_add);
    obligation.cause == Cause::WrapsAround && grows && total < SMALL
}
