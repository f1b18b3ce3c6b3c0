//! A parser for the expressions in tests: `2*i - N`, `(i + 1) mod 4`, `N >= 4 && M == 2*N`.

use polyhedral::{Comparison, Condition, Expression};

/// `text` as an expression.
pub fn expression(text: &str) -> Expression {
    let mut parser = Parser::new(text);
    let expression = parser.sum();
    parser.end();
    expression
}

/// `text` as a conjunction of comparisons.
pub fn condition(text: &str) -> Condition {
    let mut parser = Parser::new(text);
    let mut all = vec![parser.comparison()];
    while parser.take("&&") {
        all.push(parser.comparison());
    }
    parser.end();
    Condition::And(all)
}

struct Parser {
    tokens: Vec<String>,
    next: usize,
}

impl Parser {
    fn new(text: &str) -> Self {
        let mut tokens: Vec<String> = Vec::new();
        let kind = |c: char| match c {
            c if c.is_alphanumeric() || c == '_' => 0,
            '<' | '>' | '=' | '!' | '&' => 1,
            _ => 2,
        };
        let mut last = 2;
        for c in text.chars() {
            if !c.is_whitespace() && kind(c) == last && last < 2 {
                tokens.last_mut().unwrap().push(c);
            } else if !c.is_whitespace() {
                tokens.push(c.to_string());
            }
            last = if c.is_whitespace() { 2 } else { kind(c) };
        }
        Parser { tokens, next: 0 }
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.tokens.get(self.next).is_some_and(|t| t == token);
        self.next += usize::from(found);
        found
    }

    fn end(&self) {
        assert_eq!(self.next, self.tokens.len(), "{:?}", self.tokens);
    }

    fn comparison(&mut self) -> Condition {
        let left = self.sum();
        let relations = [
            ("<", Comparison::Less),
            ("<=", Comparison::LessEqual),
            (">", Comparison::Greater),
            (">=", Comparison::GreaterEqual),
            ("==", Comparison::Equal),
            ("!=", Comparison::NotEqual),
        ];
        let (_, relation) = relations.into_iter().find(|(symbol, _)| self.take(symbol)).unwrap();
        Condition::Compare(relation, left, self.sum())
    }

    fn sum(&mut self) -> Expression {
        let mut sum = self.product();
        loop {
            if self.take("+") {
                sum = sum + self.product();
            } else if self.take("-") {
                sum = sum - self.product();
            } else {
                return sum;
            }
        }
    }

    fn product(&mut self) -> Expression {
        let mut product = self.factor();
        loop {
            let build = if self.take("*") {
                Expression::Multiply
            } else if self.take("/") {
                Expression::FloorDivide
            } else if self.take("mod") {
                Expression::Modulo
            } else {
                return product;
            };
            product = build(Box::new(product), Box::new(self.factor()));
        }
    }

    fn factor(&mut self) -> Expression {
        if self.take("-") {
            return Expression::Negate(Box::new(self.factor()));
        }
        if self.take("(") {
            let inner = self.sum();
            assert!(self.take(")"));
            return inner;
        }
        let token = self.tokens[self.next].clone();
        self.next += 1;
        token.parse().map_or_else(|_| Expression::Variable(token), Expression::Constant)
    }
}
