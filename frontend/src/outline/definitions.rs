//! Local integers that stand for an affine value: `int west = j - 1;`.
//!
//! Where such a variable is declared in the region and never changed, its value stands for it in subscripts,
//! bounds and extents. Sound because the value has nothing in it but counters and parameters, and neither
//! changes within the scope of the variable. If the region has no other use for it, its declaration is no
//! statement of the model.

use std::collections::BTreeSet;

use diagnostics::{Diagnostic, Span};
use polyhedral::{Condition, Expression};

use super::builder::Builder;
use super::polynomial::Polynomial;
use super::values::Reading;
use super::{Cause, Node, Obligation};
use crate::clamps::Clamp;
use crate::settled::Settled;
use crate::syntax::tree::{self, ExpressionKind, SymbolId};
use crate::syntax::types::Integer;

/// Larger values aren't put in the place of their variables, lest they double from one to the next.
pub const LARGEST: usize = 64;

/// What a variable stands for.
#[derive(Clone, Debug)]
pub struct Definition {
    value: Expression,
    /// What must be proved for that wherever it is used.
    obligations: Vec<Obligation>,
    /// The parameters in it.
    parameters: BTreeSet<SymbolId>,
}

impl<'a> Builder<'a> {
    /// Notes what the variable of a declaration stands for, if it stands for a value.
    pub fn define(&mut self, symbol: SymbolId, initial: &tree::Expression) {
        if self.around.symbols()[symbol].type_.integer().is_none() {
            return;
        }
        let is_settled = self.settled(symbol).next().is_some();
        if self.reassigned.contains(&symbol) && !is_settled || self.around.address_taken(symbol).is_some() {
            return;
        }
        self.forget(symbol);
        self.define_again(symbol, initial);
    }

    /// The same for a value that may have in it what the variable stood for before.
    fn define_again(&mut self, symbol: SymbolId, initial: &tree::Expression) {
        let Some(kind) = self.around.symbols()[symbol].type_.integer() else { return };
        let (before, start) = (self.mentioned.clone(), self.obligations.len());
        let value = self.attempt(|builder| builder.operand(initial, kind, "the value of this variable"));
        let parameters = std::mem::replace(&mut self.mentioned, before);
        let obligations = self.obligations.split_off(start);
        if let Some(value) = value.ok().filter(|value| size(value) <= LARGEST) {
            let parameters = parameters.difference(&self.mentioned).copied().collect();
            self.forget(symbol);
            self.definitions.insert(symbol, Definition { value, obligations, parameters });
            return;
        }
        let product = self.attempt(|builder| builder.polynomial(initial, "the value of this variable"));
        self.obligations.truncate(start);
        self.forget(symbol);
        let has_product = !self.around.region.is_isolated && (!kind.wraps() || kind.bits == 64);
        self.products.extend(product.ok().filter(|_| has_product).map(|product| (symbol, product)));
    }

    /// Notes that a variable stands for `initial` and `more`, which is added to it a step at a time; whether it does.
    pub fn stands_for(&mut self, symbol: SymbolId, initial: &tree::Expression, more: Expression) -> bool {
        let Some(kind) = self.around.symbols()[symbol].type_.integer() else { return false };
        let (before, start) = (self.mentioned.clone(), self.obligations.len());
        let value = self.attempt(|builder| builder.operand(initial, kind, "the value of this variable"));
        let parameters = std::mem::replace(&mut self.mentioned, before);
        let mut obligations = self.obligations.split_off(start);
        let value = value.ok().map(|value| value + more).filter(|value| size(value) <= LARGEST);
        let Some(value) = value else { return false };
        if !kind.signed || kind.rank < Integer::INT_RANK {
            obligations.push(Obligation {
                value: value.clone(),
                range: kind.range(),
                when: Condition::Constant(true),
                place: initial.span,
                cause: Cause::Counts,
            });
        }
        self.definitions.insert(symbol, Definition { value, obligations, parameters });
        true
    }

    /// Notes that a variable stands for nothing any more.
    pub fn forget(&mut self, symbol: SymbolId) {
        self.definitions.remove(&symbol);
        self.products.remove(&symbol);
    }

    /// Reads what the variable of a declaration is given.
    pub fn given(
        &mut self,
        symbol: SymbolId,
        reading: &mut Reading,
        initial: &'a tree::Expression,
    ) -> Result<(), Diagnostic> {
        self.giving(symbol, |builder| builder.value(reading, initial))
    }

    /// What `give` does, which gives a variable its value; what it reads counts only if the variable doesn't stand for that,
    /// or is used outside of the region, where nothing stands for it.
    pub fn giving<T>(&mut self, symbol: SymbolId, give: impl FnOnce(&mut Self) -> T) -> T {
        let is_left_out = self.is_defined(symbol) && !self.is_used_outside(symbol);
        let reads = is_left_out.then(|| self.reads.clone());
        let result = give(self);
        self.reads = reads.unwrap_or_else(|| std::mem::take(&mut self.reads));
        result
    }

    /// The value that a variable stands for.
    pub fn defined(&mut self, symbol: SymbolId) -> Option<Expression> {
        let definition = self.definitions.get(&symbol)?;
        self.mentioned.extend(&definition.parameters);
        self.obligations.extend(definition.obligations.iter().cloned());
        Some(definition.value.clone())
    }

    /// The product that a variable stands for.
    pub fn defined_product(&self, symbol: SymbolId) -> Option<Polynomial> {
        self.products.get(&symbol).cloned()
    }

    /// What a condition sets a variable to that has one value at a time, if it does nothing else.
    pub fn clamp(&self, place: Span) -> Option<&'a Clamp> {
        let clamp = self.around.translation.resolved.clamps.get(&place)?;
        self.settled(clamp.symbol).any(|it| it.set == place).then_some(clamp)
    }

    /// A statement that is such a condition, as `model` models it; none, if the variable stands for its value wherever it is used.
    pub fn clamped(&mut self, clamp: &'a Clamp, model: impl FnOnce(&mut Self) -> Vec<Node>) -> Vec<Node> {
        let symbol = clamp.symbol;
        let before = (self.definitions.get(&symbol).cloned(), self.products.get(&symbol).cloned());
        self.obligations.clear();
        self.define_again(symbol, &clamp.value);
        if self.is_replaced(symbol) {
            return vec![];
        }
        if !self.is_defined(symbol) {
            // all that sets it is needed
            self.reads.insert(symbol);
        }
        let behind = (self.definitions.remove(&symbol), self.products.remove(&symbol));
        self.stand(symbol, before);
        let nodes = model(self);
        self.forget(symbol);
        self.stand(symbol, behind);
        nodes
    }

    fn stand(&mut self, symbol: SymbolId, (value, product): (Option<Definition>, Option<Polynomial>)) {
        self.definitions.extend(value.map(|value| (symbol, value)));
        self.products.extend(product.map(|product| (symbol, product)));
    }

    /// Whether a variable stands for a value.
    fn is_defined(&self, symbol: SymbolId) -> bool {
        self.definitions.contains_key(&symbol) || self.products.contains_key(&symbol)
    }

    /// Whether all uses of a variable were replaced by its value.
    pub fn is_replaced(&self, symbol: SymbolId) -> bool {
        let is_unread = self.read.as_ref().is_some_and(|read| !read.contains(&symbol));
        is_unread && self.is_defined(symbol) && !self.is_used_outside(symbol)
    }

    fn is_used_outside(&self, symbol: SymbolId) -> bool {
        let mut settled = self.settled(symbol).peekable();
        match settled.peek() {
            Some(_) => !settled.flat_map(|it| &it.uses).all(|place| self.around.is_inside(*place)),
            None => self.is_named_after(symbol),
        }
    }

    /// What the region's statements set a variable to that has one value at a time.
    fn settled(&self, symbol: SymbolId) -> impl Iterator<Item = &'a Settled> {
        let all = self.around.translation.resolved.settled.iter();
        all.filter(move |it| it.symbol == symbol && self.around.is_inside(it.set))
    }

    /// The variable that an assignment which is the statement at `place` sets, if it has one value at a time, and the value.
    pub fn setting(
        &self,
        assignment: &'a tree::Expression,
        place: Span,
    ) -> Option<(SymbolId, &'a tree::Expression)> {
        let ExpressionKind::Assign(None, target, value) = &assignment.kind else { return None };
        let symbol = target.variable()?;
        self.settled(symbol).any(|it| it.set == place).then_some((symbol, value))
    }

    /// An assignment that sets such a variable; none, if it stands for its value wherever it is used.
    pub fn set(
        &mut self,
        assignment: &'a tree::Expression,
        place: Span,
        (symbol, value): (SymbolId, &'a tree::Expression),
    ) -> Result<Option<Node>, Diagnostic> {
        self.obligations.clear();
        self.define(symbol, value);
        if self.is_replaced(symbol) {
            self.names.next(None);
            return Ok(None);
        }
        self.giving(symbol, |builder| builder.expression_statement(assignment, place, None)).map(Some)
    }

    /// The variables that are read as such, those included that only definitions of such variables read.
    pub fn all_read(&self) -> BTreeSet<SymbolId> {
        let mut waiting: Vec<_> = self.reads.iter().copied().collect();
        let mut found = BTreeSet::new();
        while let Some(symbol) = waiting.pop() {
            let is_new = found.insert(symbol) && self.is_defined(symbol);
            for value in self.around.values(symbol).into_iter().filter(|_| is_new) {
                value.walk(&mut |part| waiting.extend(part.variable()));
            }
        }
        found
    }

    /// Whether the name of a variable stands behind the region where it is visible.
    pub fn is_named_after(&self, symbol: SymbolId) -> bool {
        let declared = &self.around.symbols()[symbol];
        let Some(places) = declared.declared else { return false };
        if places.is_member {
            let mut mentions = self.around.occurrences(symbol).iter();
            return mentions.any(|mention| self.around.region.span.end <= mention.place.start);
        }
        let mut mentions = self.around.index.identifiers.get(declared.name.as_str()).into_iter().flatten();
        mentions.any(|place| self.around.region.span.end <= place.start && places.scope.contains(*place))
    }
}

/// The number of nodes.
pub fn size(value: &Expression) -> usize {
    1 + match value {
        Expression::Constant(_) | Expression::Variable(_) => 0,
        Expression::Negate(a) => size(a),
        Expression::Add(a, b)
        | Expression::Subtract(a, b)
        | Expression::Multiply(a, b)
        | Expression::FloorDivide(a, b)
        | Expression::Modulo(a, b) => size(a) + size(b),
        Expression::Minimum(list) | Expression::Maximum(list) => list.iter().map(size).sum(),
        Expression::Select(condition, a, b) => condition_size(condition) + size(a) + size(b),
    }
}

fn condition_size(condition: &Condition) -> usize {
    1 + match condition {
        Condition::Constant(_) => 0,
        Condition::Compare(_, a, b) => size(a) + size(b),
        Condition::And(list) | Condition::Or(list) => list.iter().map(condition_size).sum(),
        Condition::Not(inner) => condition_size(inner),
    }
}
