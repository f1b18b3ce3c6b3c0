//! Function attributes that promise the absence of effects.

use diagnostics::token::Token;

/// What a function's attributes promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// `const`: the result depends on the arguments alone, and there is no effect.
    Constant,
    /// `pure`: there is no effect, but the result may depend on memory.
    Pure,
}

/// The promise in the attributes of a declaration, those inside its other brackets left out.
pub fn promise(text: &str, tokens: &[Token]) -> Option<Promise> {
    let mut promise = None;
    let mut depth = 0usize;
    let mut attribute_depth = None;
    for token in tokens {
        match token.span.of(text) {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                attribute_depth = attribute_depth.filter(|_| depth > 0);
            }
            "__attribute__" | "__attribute" if depth == 0 => attribute_depth = Some(()),
            "const" | "__const" | "__const__" if attribute_depth.is_some() && depth == 2 => {
                promise = Some(Promise::Constant);
            }
            "pure" | "__pure" | "__pure__" if attribute_depth.is_some() && depth == 2 => {
                promise = promise.or(Some(Promise::Pure));
            }
            _ => {}
        }
    }
    promise
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::split::TokenTable;

    #[test]
    fn promises_of_functions() {
        let of = |text: &str| promise(text, &TokenTable::new(text).tokens);
        assert_eq!(of("int f(int x) __attribute__((nothrow, const));"), Some(Promise::Constant));
        assert_eq!(of("static __attribute__((__pure__)) int f(void) { return 1; }"), Some(Promise::Pure));
        assert_eq!(of("const int f(const int x) __attribute__((unused));"), None);
    }
}
