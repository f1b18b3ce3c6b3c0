//! Values and types of integer and character literals (C11 6.4.4).

use lang_c::ast;

use super::types::Integer;

/// The value and the type of an integer literal, if it has both.
pub fn integer(literal: &ast::Integer) -> Option<(i128, Integer)> {
    let radix = match literal.base {
        ast::IntegerBase::Decimal => 10,
        ast::IntegerBase::Octal => 8,
        ast::IntegerBase::Hexadecimal => 16,
        ast::IntegerBase::Binary => 2,
    };
    let digits = if literal.number.is_empty() { "0" } else { &*literal.number };
    let value = i128::from_str_radix(digits, radix).ok().filter(|_| !literal.suffix.imaginary)?;
    let least_rank = match literal.suffix.size {
        ast::IntegerSize::Int => Integer::INT_RANK,
        ast::IntegerSize::Long | ast::IntegerSize::LongLong => Integer::INT_RANK + 1,
    };
    let fits = |kind: &Integer| value <= kind.range().1;
    let ranks = least_rank..=Integer::INT_RANK + 1;
    let signednesses: &[bool] = match (literal.suffix.unsigned, radix) {
        (true, _) => &[false],
        (false, 10) => &[true],
        (false, _) => &[true, false],
    };
    let kinds = ranks.flat_map(|rank| signednesses.iter().map(move |&signed| Integer::of_rank(rank, signed)));
    Some((value, kinds.into_iter().find(fits)?))
}

/// The value of a character literal in the basic character set.
pub fn character(text: &str) -> Option<i128> {
    let inner = text.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut characters = inner.chars();
    let value = match (characters.next()?, characters.next()) {
        ('\\', Some(escape)) => escaped(escape)?,
        ('\\', None) => return None,
        (plain, None) => plain,
        _ => return None,
    };
    (characters.next().is_none() && value.is_ascii()).then_some(i128::from(u32::from(value)))
}

fn escaped(letter: char) -> Option<char> {
    Some(match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        '0' => '\0',
        'a' => '\x07',
        'b' => '\x08',
        'f' => '\x0c',
        'v' => '\x0b',
        '\\' | '\'' | '"' | '?' => letter,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::character;

    #[test]
    fn characters() {
        assert_eq!(character("'a'"), Some(97));
        assert_eq!(character("'\\n'"), Some(10));
        assert_eq!(character("'\\0'"), Some(0));
        assert_eq!(character("L'a'"), None);
        assert_eq!(character("'ab'"), None);
        assert_eq!(character("'\\'"), None);
    }
}
