//! Products of parameters as parameters of their own: `for (i = 0; i < w * h; i++)`.
//!
//! Nothing is known of such a parameter but its type's range, which is enough for bounds and offsets. Products are
//! sums of terms first (`(w + 1) * h` is `w * h + h`), so that equal ones are the same parameter.

use std::collections::BTreeSet;

use diagnostics::{Code, Diagnostic};
use polyhedral::{Expression, IntegerType, Parameter};

use super::affine::not_affine;
use super::builder::Builder;
use super::polynomial::{Factors, Polynomial};
use crate::syntax::tree;
use crate::syntax::types::Integer;

impl Builder<'_> {
    /// The product of two integers that the region doesn't change.
    ///
    /// An unsigned product is that of two variables, with what C computes as its value: it may wrap around.
    pub fn fixed_product(
        &mut self,
        a: &Expression,
        b: &Expression,
        whole: &tree::Expression,
        kind: &Integer,
        role: &str,
    ) -> Result<Expression, Diagnostic> {
        let reason = match (self.counts(a), self.counts(b)) {
            (true, true) => "product of two counters",
            _ => "product of two variables",
        };
        let refuse = || not_affine(Code::Product, role, whole.span, reason);
        if self.keeps_products || !self.values.is_empty() || self.around.region.is_isolated {
            return Err(refuse());
        }
        let (a, b) = (Polynomial::of(a), Polynomial::of(b));
        let (a, b) = match kind.wraps() {
            true => (a, b),
            false => (a.and_then(|a| self.multiplied_out(a)), b.and_then(|b| self.multiplied_out(b))),
        };
        let value = a.zip(b).and_then(|(a, b)| a.times(&b)).ok_or_else(refuse)?;
        let is_plain = value.terms().count() == 1 && value.terms().all(|(_, coefficient)| coefficient == 1);
        if kind.wraps() && !is_plain {
            return Err(refuse());
        }
        self.with_products(&value, kind).ok_or_else(refuse)
    }

    /// A polynomial as an affine expression, with parameters for its products of parameters.
    pub fn with_products(&mut self, value: &Polynomial, kind: &Integer) -> Option<Expression> {
        let mut sum = Polynomial::default();
        for (factors, coefficient) in value.terms() {
            let term = match factors.len() {
                0 | 1 => Polynomial::term(factors.clone(), coefficient),
                _ => Polynomial::term(vec![self.product_parameter(factors, kind)?], coefficient),
            };
            sum = sum.plus(term)?;
        }
        sum.affine()
    }

    /// A value with the factors of signed products in their places: `c * h * w` is one product.
    fn multiplied_out(&self, value: Polynomial) -> Option<Polynomial> {
        let mut signed = self.products_met.iter().filter(|product| product.kind.signed);
        signed.try_fold(value, |value, product| {
            let factors = product.factors.iter().map(Expression::variable).collect();
            value.replaced(&Expression::variable(&product.name), &Polynomial::term(factors, 1))
        })
    }

    /// Whether a counter is in it.
    fn counts(&self, value: &Expression) -> bool {
        let mut names = BTreeSet::new();
        value.variables(&mut names);
        self.active.iter().any(|active| names.contains(&active.iterator.name))
    }

    /// The parameter that stands for a product of parameters.
    fn product_parameter(&mut self, factors: &Factors, kind: &Integer) -> Option<Expression> {
        let names = factors.iter().map(|factor| match factor {
            Expression::Variable(name) if !self.active.iter().any(|it| it.iterator.name == *name) => {
                Some(name.clone())
            }
            _ => None,
        });
        let names = names.collect::<Option<Vec<_>>>()?;
        let known = names.iter().map(|name| self.constant_named(name)).collect::<Option<Vec<i64>>>();
        if let Some(known) = known.and_then(|all| all.iter().try_fold(1_i64, |a, b| a.checked_mul(*b))) {
            return Some(Expression::Constant(known));
        }
        let spelled = |name: &String| {
            let symbol = self.mentioned.iter().find(|symbol| self.isl_name(**symbol) == *name)?;
            Some(self.name(*symbol).to_owned())
        };
        let spelled = names.iter().map(spelled).collect::<Option<Vec<_>>>()?;
        let name = match (kind.bits > 32, kind.signed) {
            (true, true) => "long",
            (true, false) => "unsigned long",
            (false, true) => "int",
            (false, false) => "unsigned",
        };
        let kind = IntegerType { name: name.into(), bits: kind.bits, signed: kind.signed };
        let known = self.products_met.iter().find(|it| it.factors == names && it.kind == kind);
        if let Some(known) = known {
            return Some(Expression::variable(&known.name));
        }
        let base = names.join("_");
        let numbered = (1..).map(|number| format!("{base}_{number}"));
        let mut candidates = std::iter::once(base.clone()).chain(numbered);
        let is_taken = |name: &String| {
            self.around.index.identifiers.contains_key(name.as_str())
                || self.products_met.iter().any(|it| it.name == *name)
        };
        let name = candidates.find(|name| !is_taken(name))?;
        let cast = if kind.bits > 32 { format!("({})", kind.name) } else { String::new() };
        let spelling = format!("({cast}{})", spelled.join(" * "));
        let parameter =
            Parameter { name: name.clone(), kind, value: None, spelling, declared: None, factors: names };
        self.products_met.push(parameter);
        Some(Expression::variable(name))
    }
}
