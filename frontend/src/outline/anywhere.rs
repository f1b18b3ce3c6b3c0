//! Subscripts that depend on data, in an isolated statement: each may be any within the array's declared extent
//! (Guelton, Amini, Creusillet, *Beyond Do Loops*, section 2: what can't be told is over-approximated).
//!
//! The statement is modelled as one that runs once for each value of such a subscript. Its references with them are
//! may-accesses; all others it makes as often, which changes nothing of what they mean: reads of cells that it
//! writes may get the value from outside still, since they are made the first time, too.

use diagnostics::Diagnostic;
use polyhedral::{Expression, IntegerType, Iterator};

use super::builder::Builder;
use super::values::Reading;
use super::{Anywhere, Node, Reference};
use crate::refusal::refusal;
use crate::syntax::tree::{self, SymbolId};

/// A subscript in the statement at hand.
#[derive(Clone, Debug)]
pub struct Unknown {
    /// The name that stands for it, which no variable of C can have.
    name: String,
    /// It is less than that.
    extent: Expression,
}

impl<'a> Builder<'a> {
    /// What stands for the subscript in `dimension` of an array; `problem` says why it isn't affine.
    pub fn any_subscript(
        &mut self,
        symbol: SymbolId,
        dimension: usize,
        subscript: &tree::Expression,
        problem: Diagnostic,
    ) -> Result<Expression, Diagnostic> {
        if !self.around.region.is_isolated || !subscript.type_.is_arithmetic() {
            return Err(problem);
        }
        let array = self.name(symbol).to_owned();
        let extents = self.extents(symbol)?;
        let Some(extent) = extents.get(dimension).and_then(|extent| extent.as_ref()?.value.clone()) else {
            let cause = format!("it may touch cells of `{array}`, of which no size is known");
            return Err(refusal(cause, subscript.span, "depends on data")
                .with_help(format!("declare it with its size: `{array}[n]`")));
        };
        let name = format!("${array}{}", self.unknown.len());
        self.unknown.push(Unknown { name: name.clone(), extent });
        Ok(Expression::variable(name))
    }

    /// Whether a subscript of `reference` depends on data.
    pub fn is_anywhere(&self, reference: &Reference) -> bool {
        reference.subscripts.iter().any(|subscript| self.is_unknown(subscript))
    }

    fn is_unknown(&self, subscript: &Expression) -> bool {
        self.unknown.iter().any(|unknown| *subscript == Expression::variable(&unknown.name))
    }

    /// Picks references out of those subscripts of `expression` that `reference` doesn't know.
    pub fn subscript_values(
        &mut self,
        reading: &mut Reading,
        expression: &'a tree::Expression,
        reference: &Reference,
    ) -> Result<(), Diagnostic> {
        let (_, subscripts) = expression.subscripted();
        let pairs = subscripts.into_iter().zip(&reference.subscripts);
        let unknown: Vec<_> = pairs.filter(|(_, known)| self.is_unknown(known)).collect();
        unknown.into_iter().try_for_each(|(subscript, _)| self.value(reading, subscript))
    }

    /// The counters of a statement with subscripts that depend on data.
    pub fn unknown_counters(&self) -> Vec<Iterator> {
        let kind = || IntegerType { name: "long".into(), bits: 64, signed: true };
        let counter = |unknown: &Unknown| Iterator {
            name: unknown.name.clone(),
            kind: kind(),
            declared_inside: true,
            used_after: None,
        };
        self.unknown.iter().map(counter).collect()
    }

    /// `node` for each value of the unknown subscripts in it.
    pub fn anywhere(&mut self, node: Node) -> Node {
        let counters = self.unknown_counters();
        let unknown = std::mem::take(&mut self.unknown);
        unknown.into_iter().zip(counters).rev().fold(node, |node, (unknown, iterator)| {
            Node::Anywhere(Box::new(Anywhere { iterator, extent: unknown.extent, body: vec![node] }))
        })
    }
}
