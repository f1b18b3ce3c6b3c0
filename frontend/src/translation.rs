//! A translation unit as all stages see it: its tokens, names and functions.

use crate::facts::environment::Environment;
use crate::macros::Macros;
use crate::region::Region;
use crate::syntax::resolve::Resolved;
use crate::syntax::split::TokenTable;
use crate::syntax::tree::{Function, Statement, StatementKind};
use diagnostics::Span;

/// What is known of a preprocessed text.
pub struct Translation {
    /// Functions, and all that has a name.
    pub resolved: Resolved,
    /// The text's tokens and the lines for the preprocessor between them.
    pub table: TokenTable,
    /// The macros of its files.
    pub macros: Macros,
    /// Where it looks at more than the values that arithmetic gives.
    pub environment: Environment,
}

impl Translation {
    /// The statements of a region.
    pub fn statements(&self, region: &Region) -> &[Statement] {
        statements_in(&self.function(region).body, region.span).unwrap_or(&[])
    }

    /// The function around a region.
    pub fn function(&self, region: &Region) -> &Function {
        &self.resolved.functions[region.function_index]
    }
}

/// The statements in `span` that stand in one row, if `span` cuts none of them: those of a block, or the
/// single one that a condition or a loop governs.
pub fn statements_in<'a>(statement: &'a Statement, span: Span) -> Option<&'a [Statement]> {
    let holds = |child: &Statement| child.span.contains(span) && child.span != span;
    if let StatementKind::Block(list) = &statement.kind {
        let start = list.partition_point(|child| child.span.end <= span.start);
        let end = list.partition_point(|child| child.span.start < span.end);
        let inside = list.get(start..end)?;
        return match inside {
            [only] if holds(only) => statements_in(only, span),
            _ => inside.iter().all(|child| span.contains(child.span)).then_some(inside),
        };
    }
    if let Some(inner) = statement.children().find(|child| holds(child)) {
        return statements_in(inner, span);
    }
    let inside: Vec<&'a Statement> = statement.children().filter(|child| span.contains(child.span)).collect();
    match inside.as_slice() {
        [only] => Some(std::slice::from_ref(only)),
        _ => None,
    }
}
