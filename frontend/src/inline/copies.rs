//! Copies of what a loop computes: of each statement that sets a cell of an array, in its loops and under its conditions, one that copies
//! the cell.

use std::collections::BTreeSet;

use diagnostics::Span;

use super::Parsed;
use super::around::Around;
use super::block::{Bound, Writer};
use super::named::follows_pragma;
use crate::facts::changes::changes;
use crate::facts::lifetime::assigns_first;
use crate::syntax::tree::{
    Expression, ExpressionKind, For, Function, Initializer, Statement, StatementKind, SymbolId, Symbols,
    UnaryOperator,
};

/// The cells of an array that statements in a loop set.
pub struct Cells<'a> {
    parsed: Parsed<'a>,
    /// The loop.
    statement: Span,
    computing: &'a [Statement],
    array: SymbolId,
    /// The variables that tell where the cells are.
    telling: BTreeSet<SymbolId>,
}

/// For a cell that is set: what stands for what in the cell that it is copied to, and in the one that it is copied from.
pub type Pair = (Vec<(Span, String)>, Vec<(Span, String)>);

impl<'a> Cells<'a> {
    /// Of the statements `computing` of a loop; nothing if more would have to be copied than a few sums tell.
    pub fn of(
        parsed: Parsed<'a>,
        around: &Around,
        caller: &Function,
        (statement, computing): (Span, &'a [Statement]),
        array: SymbolId,
    ) -> Option<Self> {
        let mut cells = Cells { parsed, statement, computing, array, telling: BTreeSet::new() };
        cells.telling = cells.telling(around, caller)?;
        Some(cells)
    }

    /// The variables on which depends which cells are copied; nothing if more would have to be copied than a few sums of them.
    fn telling(&self, around: &Around, caller: &Function) -> Option<BTreeSet<SymbolId>> {
        let symbols = &self.parsed.resolved.symbols;
        let mut found = BTreeSet::new();
        for statement in self.computing {
            self.tell(statement, &mut found)?;
        }
        // what these depend on
        loop {
            let known = found.len();
            let mut is_plain = true;
            let mut more = BTreeSet::new();
            for statement in self.computing {
                statement.walk(&mut |inner| {
                    for (symbol, value) in given(inner, symbols) {
                        if found.contains(&symbol) {
                            is_plain &= is_sum(value);
                            value.walk(&mut |part| more.extend(part.variable()));
                        }
                    }
                });
            }
            found.extend(more);
            if !is_plain {
                return None;
            }
            if found.len() == known {
                return self.may_run_twice(&found, around, caller).then_some(found);
            }
        }
    }

    /// Whether it makes no difference that a turn gives these variables values once more: they are its own, or count in loops that give
    /// them a value before anybody looks at them.
    fn may_run_twice(&self, variables: &BTreeSet<SymbolId>, around: &Around, caller: &Function) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        let changed: BTreeSet<SymbolId> = self
            .computing
            .iter()
            .flat_map(|statement| changes(statement, symbols))
            .map(|change| change.symbol)
            .filter(|symbol| variables.contains(symbol))
            .filter(|symbol| !self.statement.contains(symbols[*symbol].name_span))
            .collect();
        is_only_counted(&changed, self.parsed, around, caller)
    }

    /// Adds what the copies of what a statement writes mention.
    fn tell(&self, statement: &Statement, found: &mut BTreeSet<SymbolId>) -> Option<()> {
        let mention = |part: &Expression, found: &mut BTreeSet<SymbolId>| {
            part.walk(&mut |inner| found.extend(inner.variable()));
        };
        if !self.writes(statement) {
            return Some(());
        }
        match &statement.kind {
            StatementKind::Block(list) => list.iter().try_for_each(|inner| self.tell(inner, found)),
            StatementKind::For(parts) if parts.fill.is_none() => {
                parts.condition.iter().chain(&parts.step).for_each(|part| mention(part, found));
                let symbols = &self.parsed.resolved.symbols;
                parts
                    .initial
                    .iter()
                    .for_each(|it| it.walk_expressions(symbols, &mut |part| mention(part, found)));
                self.tell(&parts.body, found)
            }
            StatementKind::If(condition, then, otherwise) => {
                if is_sum(condition) {
                    mention(condition, found);
                }
                self.tell(then, found)?;
                otherwise.iter().try_for_each(|inner| self.tell(inner, found))
            }
            StatementKind::Expression(Some(expression)) => {
                for target in self.targets(expression)? {
                    for subscript in target.subscripted().1 {
                        is_sum(subscript).then_some(())?;
                        mention(subscript, found);
                    }
                }
                Some(())
            }
            _ => None,
        }
    }

    /// Whether a statement writes cells of the array.
    pub fn writes(&self, statement: &Statement) -> bool {
        let changes = changes(statement, &self.parsed.resolved.symbols);
        changes.iter().any(|change| change.symbol == self.array)
    }

    /// The cells of the array that a statement sets; nothing if it does so anywhere but at its beginning.
    fn targets<'e>(&self, expression: &'e Expression) -> Option<Vec<&'e Expression>> {
        let is_new = |target: &Expression| target.subscripted().0.variable() == Some(self.array);
        let (mut found, mut all) = (Vec::new(), 0);
        expression.walk(&mut |part| all += usize::from(part.assigned().is_some_and(is_new)));
        let mut rest = expression;
        let mut listed = 0;
        while let ExpressionKind::Assign(operator, target, value) = &rest.kind {
            if is_new(target) {
                listed += 1;
                // what only changes a cell finds it set
                found.extend(operator.is_none().then_some(&**target));
            }
            rest = value;
        }
        (listed == all).then_some(found)
    }

    /// Whether a statement gives a variable a value on which depends what is copied.
    pub fn tells(&self, statement: &Statement) -> bool {
        let symbols = &self.parsed.resolved.symbols;
        match &statement.kind {
            StatementKind::Declaration(list) => list.iter().any(|it| self.telling.contains(&it.symbol)),
            StatementKind::Expression(Some(_)) => {
                given(statement, symbols).iter().any(|(symbol, _)| self.telling.contains(symbol))
            }
            _ => false,
        }
    }

    /// The copies of what a statement writes.
    pub fn copy(
        &self,
        writer: &mut Writer,
        statement: &Statement,
        indent: &str,
        pairs: &dyn Fn(&Expression) -> Vec<Pair>,
    ) -> Result<(), String> {
        let further = format!("{indent}    ");
        match &statement.kind {
            StatementKind::Block(list) => {
                writer.new_text("{", statement.span);
                for inner in list.iter().filter(|it| self.writes(it) || self.tells(it)) {
                    writer.new_text(&format!("\n{further}"), inner.span);
                    self.copy(writer, inner, &further, pairs)?;
                }
                writer.new_text(&format!("\n{indent}}}"), statement.span);
            }
            StatementKind::For(parts) => {
                let For { body, .. } = &**parts;
                // what pragmas say in front of a loop they say of that one
                let mut start = statement.span.start;
                if follows_pragma(self.parsed, statement.span)
                    && let Some(word) = self.parsed.table.within(statement.span).first()
                {
                    writer.new_text("for ", statement.span);
                    start = word.span.end;
                }
                writer.copied(Span::new(start, body.span.start))?;
                self.nested(writer, body, indent, pairs)?;
            }
            StatementKind::If(condition, then, otherwise) => {
                let (bound, mut texts) = (Bound::default(), Vec::new());
                for branch in std::iter::once(then).chain(otherwise) {
                    let mut other = Writer::new(self.parsed, Span::new(0, 0), &bound);
                    self.copy(&mut other, branch, indent, pairs)?;
                    texts.push(other.text.split_whitespace().collect::<Vec<_>>().join(" "));
                }
                match (&texts[..], otherwise) {
                    ([ours, theirs], _) if ours == theirs => self.copy(writer, then, indent, pairs)?,
                    // what data choose finds the cell set
                    _ if !is_sum(condition) => writer.new_text(";", statement.span),
                    (_, otherwise) => {
                        writer.copied(Span::new(statement.span.start, then.span.start))?;
                        self.nested(writer, then, indent, pairs)?;
                        if let Some(otherwise) = otherwise {
                            writer.new_text(&format!("\n{indent}else "), statement.span);
                            self.copy(writer, otherwise, indent, pairs)?;
                        }
                    }
                }
            }
            StatementKind::Declaration(_) => writer.copied(statement.span)?,
            StatementKind::Expression(Some(expression)) => {
                let targets = self.targets(expression).ok_or("it sets cells within an expression")?;
                if targets.is_empty() && self.tells(statement) {
                    return writer.copied(statement.span);
                }
                let all: Vec<_> = targets
                    .iter()
                    .flat_map(|target| pairs(target).into_iter().map(|pair| (target.span, pair)))
                    .collect();
                let is_several = all.len() > 1;
                writer.new_text(if is_several { "{ " } else { "" }, statement.span);
                for (target, (to, from)) in all {
                    writer.replaced(target, &to)?;
                    writer.new_text(" = ", target);
                    writer.replaced(target, &from)?;
                    writer.new_text(if is_several { "; " } else { ";" }, target);
                }
                writer.new_text(if is_several { "}" } else { "" }, statement.span);
                if targets.is_empty() {
                    writer.new_text(";", statement.span);
                }
            }
            _ => writer.new_text(";", statement.span),
        }
        Ok(())
    }

    /// The copies in the body of a loop or a branch.
    fn nested(
        &self,
        writer: &mut Writer,
        body: &Statement,
        indent: &str,
        pairs: &dyn Fn(&Expression) -> Vec<Pair>,
    ) -> Result<(), String> {
        if matches!(body.kind, StatementKind::Block(_)) {
            writer.new_text(" ", body.span);
            return self.copy(writer, body, indent, pairs);
        }
        let further = format!("{indent}    ");
        writer.new_text(&format!("\n{further}"), body.span);
        self.copy(writer, body, &further, pairs)
    }
}

/// The variables that a statement gives values.
fn given<'e>(statement: &'e Statement, symbols: &'e Symbols) -> Vec<(SymbolId, &'e Expression)> {
    match &statement.kind {
        StatementKind::Declaration(list) => {
            let value = |symbol: SymbolId| match &symbols[symbol].initializer {
                Some(Initializer::Value(value)) => Some((symbol, value)),
                _ => None,
            };
            list.iter().filter_map(|declared| value(declared.symbol)).collect()
        }
        StatementKind::Expression(Some(expression)) => match &expression.kind {
            ExpressionKind::Assign(None, target, value) => {
                target.variable().map(|symbol| (symbol, &**value)).into_iter().collect()
            }
            _ => vec![],
        },
        _ => vec![],
    }
}

/// Whether nobody looks at these variables but loops that give them a value first.
pub fn is_only_counted(
    variables: &BTreeSet<SymbolId>,
    parsed: Parsed,
    around: &Around,
    caller: &Function,
) -> bool {
    let symbols = &parsed.resolved.symbols;
    let mut renewed = Vec::new();
    caller.body.walk(&mut |inner| {
        renewed.extend(variables.iter().filter_map(|symbol| Some((*symbol, assigns_first(inner, *symbol)?))));
    });
    let mut is_counted = variables.iter().all(|symbol| around.is_plain(*symbol));
    caller.body.walk_with_types(symbols, &mut |part| {
        let Some(symbol) = part.variable().filter(|symbol| variables.contains(symbol)) else { return };
        is_counted &= renewed.iter().any(|(it, place)| *it == symbol && place.contains(part.span));
    });
    is_counted
}

/// Whether an expression is made of numbers and variables alone.
pub fn is_sum(expression: &Expression) -> bool {
    let mut is_sum = true;
    expression.walk(&mut |part| {
        is_sum &= matches!(
            part.kind,
            ExpressionKind::Variable(_)
                | ExpressionKind::Integer(_)
                | ExpressionKind::Unary(UnaryOperator::Plus | UnaryOperator::Minus | UnaryOperator::Not, _)
                | ExpressionKind::Binary(..)
                | ExpressionKind::Cast(_)
        ) && part.type_.integer().is_some();
    });
    is_sum
}

/// Whether an expression only computes a value.
pub fn changes_nothing(expression: &Expression) -> bool {
    let mut changes = false;
    expression.walk(&mut |part| {
        changes |= part.assigned().is_some() || matches!(part.kind, ExpressionKind::Call(..));
    });
    !changes
}
