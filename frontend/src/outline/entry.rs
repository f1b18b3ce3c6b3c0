//! What certainly holds where an isolated statement is entered: the conditions and the loops around it say so.
//!
//! Sound because a condition is taken only if none of its variables changes between the test and the
//! statement: they aren't assigned in the body that the test guards, nobody else knows them, and no jump leads into
//! the body.

use diagnostics::{Code, Span};
use polyhedral::{Comparison, Condition};

use super::builder::{Builder, initialized};
use crate::refusal::refusal;
use crate::syntax::tree::{
    Expression, ExpressionKind, For, Initializer, Statement, StatementKind, SymbolId, SymbolKind,
};

impl<'a> Builder<'a> {
    /// What holds at the start of the region, as far as it is about parameters that are mentioned already.
    pub fn entry(&mut self) -> Vec<Condition> {
        if !self.around.region.is_isolated || self.around.may_jump() {
            return vec![];
        }
        let mut found = self.given_values();
        let mut statement = &self.around.function().body;
        while let Some(inner) = self.child_around(statement) {
            match &statement.kind {
                StatementKind::For(for_) => found.extend(self.within_loop(for_, inner)),
                StatementKind::If(test, then, _) => {
                    let holds = self.tested(test, inner);
                    let is_then = std::ptr::eq(&**then, inner);
                    found.extend(holds.map(|c| if is_then { c } else { Condition::Not(Box::new(c)) }));
                }
                _ => {}
            }
            statement = inner;
        }
        found
    }

    /// What parameters are that were given a value where they are declared, and none since.
    fn given_values(&mut self) -> Vec<Condition> {
        let parameters: Vec<SymbolId> = self.mentioned.iter().copied().collect();
        parameters.into_iter().filter_map(|symbol| self.given_value(symbol)).collect()
    }

    fn given_value(&mut self, symbol: SymbolId) -> Option<Condition> {
        let around = self.around;
        let declared = &around.symbols()[symbol];
        let (Some(places), Some(Initializer::Value(value))) = (declared.declared, &declared.initializer)
        else {
            return None;
        };
        let is_ours =
            declared.kind == SymbolKind::Local { is_static: false } && !around.is_inside(declared.name_span);
        let region = around.region.span;
        let is_around = |span: &Span| span.contains(region) && *span != region;
        let mut loops = around.index.loops.iter();
        let comes_back = loops.any(|span| is_around(span) && !span.contains(places.declaration));
        let mut changes = around.index.changes.iter();
        let changes_before = changes.any(|change| {
            change.symbol == symbol
                && change.is_whole
                && !around.is_inside(change.place)
                && !change.place.contains(declared.name_span)
        });
        if !is_ours || comes_back || changes_before || around.address_taken(symbol).is_some() {
            return None;
        }
        let kind = declared.type_.integer()?.clone();
        // quotients as C has them
        self.values.push(Default::default());
        let given = self.known(value, &around.function().body, |builder| {
            builder.operand(value, &kind, "the value of this variable")
        });
        self.values.clear();
        let variable = polyhedral::Expression::variable(self.name(symbol));
        Some(Condition::Compare(Comparison::Equal, variable, given?))
    }

    /// The part of a statement that holds the region.
    fn child_around(&self, statement: &'a Statement) -> Option<&'a Statement> {
        let region = self.around.region.span;
        let holds = |child: &&Statement| child.span.contains(region) && statement.span != region;
        statement.children().find(holds)
    }

    fn within_loop(&mut self, for_: &'a For, body: &'a Statement) -> Vec<Condition> {
        let tested = for_.condition.as_ref().and_then(|test| self.tested(test, body));
        tested.into_iter().chain(self.started(for_, body)).collect()
    }

    /// That the counter has not gone back behind its first value.
    fn started(&mut self, for_: &'a For, body: &'a Statement) -> Option<Condition> {
        let initial = for_.initial.as_ref()?;
        let counter = initialized(initial)?;
        let first = match (&initial.kind, &self.around.symbols()[counter].initializer) {
            (StatementKind::Declaration(_), Some(Initializer::Value(value))) => value,
            (StatementKind::Expression(Some(assignment)), _) => match &assignment.kind {
                ExpressionKind::Assign(None, _, value) => value,
                _ => return None,
            },
            _ => return None,
        };
        let step = self.step(for_.step.as_ref()?, counter).ok()?;
        if !self.is_steady(counter, body) || !self.mentioned.contains(&counter) {
            return None;
        }
        let first = self.known(first, body, |builder| {
            let kind = builder.around.symbols()[counter].type_.integer().cloned();
            let kind = kind.ok_or_else(|| refusal(Code::NoInteger, "no integer", first.span, ""))?;
            builder.operand(first, &kind, "the first value of this loop")
        })?;
        let relation = if step > 0 { Comparison::GreaterEqual } else { Comparison::LessEqual };
        Some(Condition::Compare(relation, polyhedral::Expression::variable(self.name(counter)), first))
    }

    /// That a test came out true, if it still does in the whole `body`.
    fn tested(&mut self, test: &'a Expression, body: &'a Statement) -> Option<Condition> {
        self.known(test, body, |builder| builder.condition(test, "this condition"))
    }

    /// What `convert` makes of an expression that keeps its value in `body`, if nothing is left to prove and no
    /// parameter is new.
    fn known<T>(
        &mut self,
        expression: &'a Expression,
        body: &'a Statement,
        convert: impl FnOnce(&mut Self) -> Result<T, diagnostics::Diagnostic>,
    ) -> Option<T> {
        let mut is_steady = true;
        expression.walk(&mut |part| {
            is_steady &= part.variable().is_none_or(|symbol| self.is_steady(symbol, body));
        });
        is_steady.then(|| self.without_more(expression, convert)).flatten()
    }

    /// What `convert` makes of an expression, if nothing is left to prove and no parameter is new.
    pub fn without_more<T>(
        &mut self,
        expression: &Expression,
        convert: impl FnOnce(&mut Self) -> Result<T, diagnostics::Diagnostic>,
    ) -> Option<T> {
        let (mentioned, obligations) = (self.mentioned.clone(), self.obligations.len());
        let attempt = self.attempt(|builder| {
            let value = convert(builder)?;
            match builder.mentioned == mentioned && builder.obligations.len() == obligations {
                true => Ok(value),
                false => Err(refusal(Code::VariableChanges, "not known", expression.span, "")),
            }
        });
        attempt.ok()
    }

    /// Whether a variable keeps its value in `body`.
    fn is_steady(&self, symbol: SymbolId, body: &Statement) -> bool {
        let declared = &self.around.symbols()[symbol];
        match declared.kind {
            SymbolKind::EnumerationConstant(_) => return true,
            SymbolKind::Local { is_static: false } | SymbolKind::Parameter => {}
            _ => return false,
        }
        let mut changes = self.around.index.changes.iter();
        let is_changed = changes
            .any(|change| change.symbol == symbol && change.is_whole && body.span.contains(change.place));
        !is_changed && self.around.address_taken(symbol).is_none()
    }
}
