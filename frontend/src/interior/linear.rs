//! Sums of names with whole factors, as conditions on places have them.

use crate::syntax::tree::SymbolId;

/// What a sum counts: a variable, a member, or a quotient of them that nothing in the loop changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// How it is written.
    pub text: String,
    /// The names in it.
    pub symbols: Vec<SymbolId>,
}

/// `a + 2 * b - 1`
#[derive(Clone, Debug, Default)]
pub struct Linear {
    /// The names in the order in which they are written, each once, with factors of which none is 0.
    pub terms: Vec<(Term, i128)>,
    /// What is added.
    pub constant: i128,
}

impl Linear {
    /// A number.
    pub fn number(constant: i128) -> Self {
        Linear { terms: vec![], constant }
    }

    /// One of something.
    pub fn one(text: &str, symbols: Vec<SymbolId>) -> Self {
        let term = Term { text: text.to_owned(), symbols };
        Linear { terms: vec![(term, 1)], constant: 0 }
    }

    /// The sum with so many times another.
    pub fn plus(&self, factor: i128, other: &Linear) -> Linear {
        let mut sum = self.clone();
        for (term, count) in &other.terms {
            match sum.terms.iter_mut().find(|(own, _)| own == term) {
                Some((_, own)) => *own += factor * count,
                None => sum.terms.push((term.clone(), factor * count)),
            }
        }
        sum.terms.retain(|(_, count)| *count != 0);
        sum.constant += factor * other.constant;
        sum
    }

    /// The difference to another.
    pub fn minus(&self, other: &Linear) -> Linear {
        self.plus(-1, other)
    }

    /// The sum with a number.
    pub fn shifted(&self, by: i128) -> Linear {
        self.plus(1, &Linear::number(by))
    }

    /// So many times the sum.
    pub fn times(&self, factor: i128) -> Linear {
        Linear::default().plus(factor, self)
    }

    /// The product with another, if one of them is a number.
    pub fn product(&self, other: &Linear) -> Option<Linear> {
        let scaled = self.value().map(|value| other.times(value));
        scaled.or_else(|| other.value().map(|value| self.times(value)))
    }

    /// The number that it is, if no name is in it.
    pub fn value(&self) -> Option<i128> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// How many times a variable counts.
    pub fn factor(&self, symbol: SymbolId) -> i128 {
        let found = self.terms.iter().find(|(term, _)| term.symbols == [symbol]);
        found.map_or(0, |(_, count)| *count)
    }

    /// The sum with something else for a variable.
    pub fn with(&self, symbol: SymbolId, value: &Linear) -> Linear {
        let factor = self.factor(symbol);
        let mut rest = self.clone();
        rest.terms.retain(|(term, _)| term.symbols != [symbol]);
        rest.plus(factor, value)
    }

    /// Whether a name is in it.
    pub fn mentions(&self, symbol: SymbolId) -> bool {
        self.terms.iter().any(|(term, _)| term.symbols.contains(&symbol))
    }

    /// Whether something counts in it.
    pub fn has(&self, term: &Term) -> bool {
        self.terms.iter().any(|(own, _)| own == term)
    }

    /// How C writes it.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let (added, taken): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(_, count)| *count > 0);
        for (term, count) in added.into_iter().chain(taken) {
            let sign = match (text.is_empty(), *count > 0) {
                (true, true) => "",
                (true, false) => "-",
                (false, true) => " + ",
                (false, false) => " - ",
            };
            let factor = count.unsigned_abs();
            text += sign;
            text += &match factor {
                1 => term.text.clone(),
                _ if term.text.contains(' ') => format!("{factor} * ({})", term.text),
                _ => format!("{factor} * {}", term.text),
            };
        }
        match (text.is_empty(), self.constant) {
            (true, number) => number.to_string(),
            (false, 0) => text,
            (false, number) if number > 0 => format!("{text} + {number}"),
            (false, number) => format!("{text} - {}", number.unsigned_abs()),
        }
    }
}

impl PartialEq for Linear {
    fn eq(&self, other: &Linear) -> bool {
        self.minus(other).value() == Some(0)
    }
}

impl Eq for Linear {}

#[cfg(test)]
mod tests {
    use super::Linear;
    use crate::syntax::tree::SymbolId;

    #[test]
    fn sums_are_written_as_c() {
        let (i, n) = (Linear::one("i", vec![SymbolId(0)]), Linear::one("n", vec![SymbolId(1)]));
        assert_eq!(i.plus(2, &n).shifted(-1).text(), "i + 2 * n - 1");
        assert_eq!(i.minus(&n).text(), "i - n");
        assert_eq!(i.shifted(1).plus(1, &n).minus(&n).text(), "i + 1");
        assert_eq!(i.minus(&i).text(), "0");
    }

    #[test]
    fn variables_get_values() {
        let (i, n) = (Linear::one("i", vec![SymbolId(0)]), Linear::one("n", vec![SymbolId(1)]));
        assert_eq!(n.minus(&i).with(SymbolId(0), &n.shifted(-1)).value(), Some(1));
    }
}
