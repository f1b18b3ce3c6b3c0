//! The user's assumptions, with their names resolved.

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{Condition, Expression};

use super::builder::Builder;
use crate::suggestion::nearest;
use crate::syntax::fold;
use crate::syntax::tree::{SymbolId, SymbolKind};

impl Builder<'_> {
    /// What all `assume` directives of the region say, what the function does and checks before it, and what holds where an
    /// isolated statement starts.
    pub fn assumptions(&mut self) -> Condition {
        let mut all = Vec::new();
        for assumption in &self.around.region.assumptions {
            let mut values = Vec::new();
            for (name, place) in &assumption.names {
                match self.assumed(name, *place) {
                    Ok(value) => values.push((name.clone(), value)),
                    Err(problem) => self.problems.push(problem),
                }
            }
            let value =
                |name: &str| values.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone());
            all.push(assumption.condition.substitute(&value));
        }
        all.extend(self.entry());
        all.extend(self.definitions_before());
        all.extend(self.passed());
        Condition::And(all)
    }

    /// What a name in an assumption stands for.
    fn assumed(&mut self, name: &str, place: Span) -> Result<Expression, Diagnostic> {
        if let Some(symbol) = self.visible(name, self.around.region.mark) {
            return self.assumed_variable(symbol, place);
        }
        // Pragmas aren't preprocessed.
        if let Some(value) = self.around.translation.macros.constant(name) {
            return Ok(Expression::Constant(value));
        }
        let problem =
            Diagnostic::error(Code::UnknownName, format!("the assumption names `{name}`, which isn't known"))
                .at(place, "unknown");
        let known = self.mentioned.iter().map(|&symbol| self.name(symbol));
        Err(match nearest(name, known) {
            Some(meant) => problem.with_help(format!("did you mean `{meant}`?")),
            None => problem,
        })
    }

    fn assumed_variable(&mut self, symbol: SymbolId, place: Span) -> Result<Expression, Diagnostic> {
        let declared = &self.around.symbols()[symbol];
        if let Some(value) = fold::constant_variable(symbol, self.around.symbols()) {
            return i64::try_from(value).map(Expression::Constant).map_err(|_| {
                Diagnostic::error(Code::UnusableAssumption, "this constant is too large").at(place, "")
            });
        }
        let refuse = |reason: &str| {
            let message = format!("an assumption can't be about `{}`: {reason}", declared.name);
            Err(Diagnostic::error(Code::UnusableAssumption, message).at(place, ""))
        };
        let qualifiers = declared.type_.qualifiers;
        if declared.type_.integer().is_none() || qualifiers.volatile || qualifiers.atomic {
            return refuse("it is no plain integer");
        }
        if self.changed.contains_key(&symbol) || self.counters.contains(&symbol) {
            return refuse("the region changes it");
        }
        self.mentioned.insert(symbol);
        Ok(Expression::variable(self.isl_name(symbol)))
    }

    /// The variable that `name` stands for at the line `place`.
    pub fn visible(&self, name: &str, place: Span) -> Option<SymbolId> {
        let symbols = &self.around.symbols().0;
        let function = self.around.function();
        let visible = symbols.iter().enumerate().rev().filter(|(position, symbol)| {
            let is_here = match (&symbol.kind, symbol.declared) {
                (SymbolKind::Local { .. }, Some(places)) => {
                    places.scope.contains(place) && places.declaration.start < place.start
                }
                (SymbolKind::Parameter, _) => function.parameters.contains(&SymbolId(*position)),
                (SymbolKind::Global | SymbolKind::EnumerationConstant(_), _) => true,
                _ => false,
            };
            symbol.name == name && is_here
        });
        // Inner scopes hide outer ones: locals, then parameters, then the file's.
        let rank = |kind: &SymbolKind| match kind {
            SymbolKind::Local { .. } => 0,
            SymbolKind::Parameter => 1,
            _ => 2,
        };
        visible.min_by_key(|(_, symbol)| rank(&symbol.kind)).map(|(position, _)| SymbolId(position))
    }
}
