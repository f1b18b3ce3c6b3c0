//! What a statement asks of a processor, for all that is seen of its text.

use polyhedral::{Access, AccessKind, Piece, Scop, Statement};

/// What is light computes no more than so many operations.
const LIGHT: usize = 4;

/// Whether the text of a statement holds a call or a branch.
pub fn has_control(statement: &Statement) -> bool {
    texts(statement).any(|text| {
        let branches = ["?", "&&", "||"].iter().any(|operator| text.contains(operator));
        branches || callees(text).next().is_some()
    })
}

/// Whether statements are done while a processor waits for the result of another one: they have a few operations, and none of them is a
/// division.
pub fn are_light<'a>(mut statements: impl Iterator<Item = &'a Statement>) -> bool {
    let all = statements.try_fold(0, |sum, statement| Some(sum + operations(statement)?));
    all.is_some_and(|all| all <= LIGHT)
}

/// How many operations a statement has; `None` if one of them takes long, or isn't told.
fn operations(statement: &Statement) -> Option<usize> {
    let letters = texts(statement).flat_map(str::chars);
    let is_simple = !has_control(statement) && !divides(statement);
    is_simple.then(|| letters.filter(|letter| "+-*<>&|^~!".contains(*letter)).count())
}

/// Whether the text of a statement holds a division.
pub fn divides(statement: &Statement) -> bool {
    texts(statement).any(|text| text.contains(['/', '%']))
}

/// Functions of the library by how long a call takes, in bytes that could be fetched from memory meanwhile; loops with one are no
/// vector loops in any order. What isn't listed counts for nothing.
const CALLS: [(&str, i128); 3] = [
    (" printf fprintf puts fputs scanf fscanf ", 1024),
    (
        " sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh exp exp2 expm1 log log2 log10 log1p pow cbrt hypot \
         erf erfc tgamma lgamma fmod cexp clog cpow cabs carg fread fwrite ",
        128,
    ),
    (" putchar putc fputc getchar getc fgetc rand random drand48 lrand48 ", 32),
];

/// How long the calls in the text of a statement take, in such bytes.
pub fn calls(statement: &Statement) -> i128 {
    texts(statement).flat_map(callees).map(time).fold(0, i128::saturating_add)
}

/// The words in front of parentheses.
fn callees(text: &str) -> impl Iterator<Item = &str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let before = text.match_indices('(').map(|(at, _)| text[..at].trim_end());
    before.filter_map(move |text| text.rsplit(|c| !is_word(c)).next()).filter(|word| !word.is_empty())
}

/// How long a call of a function takes.
fn time(function: &str) -> i128 {
    let name = function.strip_prefix("__builtin_").unwrap_or(function);
    let of_double = name.strip_suffix(['f', 'l']).unwrap_or(name);
    let is_in = |list: &str, name: &str| list.split_whitespace().any(|listed| listed == name);
    let found = CALLS.iter().find(|(list, _)| is_in(list, name) || is_in(list, of_double));
    found.map_or(0, |(_, bytes)| *bytes)
}

/// Whether a statement adds to an integer, or does what may be done in any order as well: compilers make vectors of that.
pub fn is_sum_of_integers(statement: &Statement) -> bool {
    const OPERATORS: [&str; 5] = ["+=", "-=", "|=", "^=", "&="];
    let same = |one: usize, other: usize| statement.accesses[one].array == statement.accesses[other].array;
    let is_sum = match statement.text.as_slice() {
        // s = s + x
        [Piece::Access(write), Piece::Text(sets), Piece::Access(read), Piece::Text(adds), ..]
            if sets.trim() == "=" =>
        {
            same(*write, *read) && adds.trim_start().starts_with(['+', '-', '|', '^', '&'])
        }
        _ => texts(statement).any(|text| OPERATORS.iter().any(|sign| text.contains(sign))),
    };
    is_sum && !has_control(statement)
}

/// Whether an instance of a statement waits for the one before it, which rounds a number: a sum.
pub fn adds_up(scop: &Scop, statement: &Statement) -> bool {
    statement.iterators.last().is_some_and(|innermost| adds_up_along(scop, statement, &innermost.name))
}

/// The same with the loop that has this counter as the innermost one.
pub(crate) fn adds_up_along(scop: &Scop, statement: &Statement, counter: &str) -> bool {
    let is_sum = |access: &&Access| {
        let is_counted = access.subscripts.iter().any(|it| it.mentions(counter) || !it.is_known());
        access.writes() && scop.arrays[access.array].is_rounded && !is_counted
    };
    let is_read = |sum: &Access| {
        let is_same = |read: &Access| read.array == sum.array && read.subscripts == sum.subscripts;
        statement.accesses.iter().any(|access| access.kind == AccessKind::Read && is_same(access))
    };
    statement.accesses.iter().filter(is_sum).any(is_read)
}

/// The text between what is read and written.
fn texts(statement: &Statement) -> impl Iterator<Item = &str> {
    statement.text.iter().filter_map(Piece::text)
}

#[cfg(test)]
mod tests {
    use super::time;

    #[test]
    fn calls_are_known_by_their_names() {
        for (name, bytes) in
            [("printf", 1024), ("sinf", 128), ("__builtin_pow", 128), ("expl", 128), ("putc", 32)]
        {
            assert_eq!(time(name), bytes, "{name}");
        }
        for name in ["sqrt", "fabsf", "soften", "printff_", ""] {
            assert_eq!(time(name), 0, "{name}");
        }
    }
}
