//! What is known of a value that is data: how it was computed.
//!
//! A term is a hash of an operation and its operands, so terms are compared at once. Equal terms are equal bits whatever the
//! operations are; that unequal ones have the same hash can be left out of account at 128 bits.

/// How a value came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u128);

/// An odd number without pattern.
const FACTOR: u128 = 0x2d35_8dcc_aa6c_78a5_8bb8_4b93_962e_acc9;

impl Term {
    /// What `operation` makes of `operands`.
    pub fn of(operation: &str, operands: &[Term]) -> Term {
        let named =
            operation.bytes().fold(operands.len() as u128 + 1, |state, byte| mixed(state, u128::from(byte)));
        Term(operands.iter().fold(named, |state, operand| mixed(state, operand.0)))
    }

    /// A number that is known.
    pub fn number(number: i128) -> Term {
        Term(mixed(0x9e37_79b9, number as u128))
    }

    /// What two terms add up to, whichever comes first.
    pub fn plus(self, other: Term) -> Term {
        Term(self.0.wrapping_add(other.0))
    }

    /// A number below `limit` that depends on nothing else, the same at each look.
    pub fn below(self, limit: u32) -> i128 {
        ((self.0 >> 64) % u128::from(limit)) as i128
    }

    /// A yes or no that depends on nothing else but on the trial.
    pub fn decision(self, trial: u32) -> bool {
        Term::of("decision", &[Term::number(i128::from(trial)), self]).below(2) == 1
    }
}

fn mixed(state: u128, word: u128) -> u128 {
    let product = (state.rotate_left(29) ^ word).wrapping_mul(FACTOR);
    (product ^ (product >> 71)).wrapping_mul(FACTOR)
}

#[cfg(test)]
mod tests {
    use super::Term;

    #[test]
    fn terms_tell_operations_operands_and_their_order_apart() {
        let (a, b) = (Term::number(1), Term::number(2));
        let terms = [
            a,
            b,
            Term::of("+", &[a, b]),
            Term::of("+", &[b, a]),
            Term::of("-", &[a, b]),
            Term::of("+", &[a]),
            Term::of("+", &[Term::of("+", &[a]), b]),
        ];
        for (position, one) in terms.iter().enumerate() {
            assert!(terms[..position].iter().all(|other| other != one));
        }
        assert_eq!(Term::of("+", &[a, b]), terms[2]);
    }

    #[test]
    fn decisions_are_as_often_yes_as_no() {
        let yes = (0..1000).filter(|n| Term::number(*n).decision(1)).count();
        assert!((400..600).contains(&yes), "{yes}");
        let others =
            (0..1000).filter(|n| Term::number(*n).decision(1) != Term::number(*n).decision(2)).count();
        assert!((400..600).contains(&others), "{others}");
    }
}
