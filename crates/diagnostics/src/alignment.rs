//! Which tokens of the preprocessed text are which tokens of the user's.
//!
//! The preprocessor keeps every token that isn't part of a macro's name, arguments or expansion, and keeps their order. So
//! the kept tokens are a common subsequence of both texts; the longest one is taken for it. Since an expansion may repeat
//! tokens that stand around it, a pair counts as *firm* only where
//!
//! - all longest common subsequences hold it: at its place in them no other pair can stand; and
//! - it doesn't belong to the arguments of what looks like a function-like macro, which may be expanded any number of times.
//!
//! The limit: a macro that expands to its own name among other things can still mislead. Who changes the text on the
//! strength of a firm pair therefore preprocesses the result again and compares.

use std::borrow::Cow;
use std::ops::Range;

use crate::token::TokenKind;

/// What the alignment looks at in a token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Word<'a> {
    pub kind: TokenKind,
    pub spelling: Cow<'a, str>,
}

impl Word<'_> {
    fn is(&self, spelling: &str) -> bool {
        self.spelling == spelling
    }
}

/// The partner of a token of the preprocessed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Match {
    /// An index into the original tokens.
    pub original: usize,
    /// Whether it is the same token for certain, rather than an equal one.
    pub is_firm: bool,
}

/// More comparisons than this are not worth it: then only what both sequences start and end with is matched.
const MAXIMUM_COMPARISONS: usize = 4_000_000;

/// The partner of each word of `preprocessed` in `original`.
pub(crate) fn align(preprocessed: &[Word], original: &[Word]) -> Vec<Option<Match>> {
    let start = common_prefix(preprocessed.iter(), original.iter());
    let end = common_prefix(preprocessed[start..].iter().rev(), original[start..].iter().rev());
    let firm = |original| Some(Match { original, is_firm: true });

    let mut matches: Vec<_> = (0..start).map(firm).collect();
    let middle = (&preprocessed[start..preprocessed.len() - end], &original[start..original.len() - end]);
    matches.extend(
        align_middle(middle.0, middle.1).into_iter().map(|found| found.map(|found| found.shifted(start))),
    );
    matches.extend((original.len() - end..original.len()).map(firm));
    loosen_macro_arguments(&mut matches, preprocessed, original);
    matches
}

impl Match {
    fn shifted(self, by: usize) -> Match {
        Match { original: self.original + by, ..self }
    }
}

/// How many words the sequences have in common at their start.
///
/// These are the same tokens: a macro expands to something that starts or ends with its own name only if it mentions itself.
fn common_prefix<'a>(
    left: impl Iterator<Item = &'a Word<'a>>,
    right: impl Iterator<Item = &'a Word<'a>>,
) -> usize {
    left.zip(right).take_while(|(left, right)| left == right).count()
}

/// Matches by a longest common subsequence.
fn align_middle(preprocessed: &[Word], original: &[Word]) -> Vec<Option<Match>> {
    if preprocessed.len().saturating_mul(original.len()) > MAXIMUM_COMPARISONS {
        return vec![None; preprocessed.len()];
    }
    let common = CommonSubsequences::new(preprocessed, original);
    let candidates_at = common.candidates_at_rank();
    let mut matches = vec![None; preprocessed.len()];
    for (rank, (left, right)) in common.one_longest().into_iter().enumerate() {
        matches[left] = Some(Match { original: right, is_firm: candidates_at[rank] == 1 });
    }
    matches
}

/// The longest common subsequences of two sequences.
struct CommonSubsequences<'a> {
    left: &'a [Word<'a>],
    right: &'a [Word<'a>],
    /// By indices `i` and `j`: the length of the longest common subsequence of `left[i..]` and `right[j..]`.
    from: Vec<Vec<u16>>,
    /// By indices `i` and `j`: the length of the longest common subsequence of `left[..i]` and `right[..j]`.
    up_to: Vec<Vec<u16>>,
}

impl<'a> CommonSubsequences<'a> {
    fn new(left: &'a [Word<'a>], right: &'a [Word<'a>]) -> Self {
        let (mut from, mut up_to) = (table(left, right), table(left, right));
        for i in (0..left.len()).rev() {
            for j in (0..right.len()).rev() {
                let equal = left[i] == right[j];
                from[i][j] = if equal { from[i + 1][j + 1] + 1 } else { from[i + 1][j].max(from[i][j + 1]) };
            }
        }
        for i in 0..left.len() {
            for j in 0..right.len() {
                let equal = left[i] == right[j];
                up_to[i + 1][j + 1] =
                    if equal { up_to[i][j] + 1 } else { up_to[i][j + 1].max(up_to[i + 1][j]) };
            }
        }
        CommonSubsequences { left, right, from, up_to }
    }

    /// The pairs of indices of one longest common subsequence, in order.
    fn one_longest(&self) -> Vec<(usize, usize)> {
        let (mut i, mut j, mut pairs) = (0, 0, vec![]);
        while i < self.left.len() && j < self.right.len() {
            if self.left[i] == self.right[j] {
                pairs.push((i, j));
                (i, j) = (i + 1, j + 1);
            } else if self.from[i + 1][j] >= self.from[i][j + 1] {
                i += 1;
            } else {
                j += 1;
            }
        }
        pairs
    }

    /// For each place in a longest common subsequence, how many pairs can stand there.
    fn candidates_at_rank(&self) -> Vec<usize> {
        let length = self.from[0][0];
        let mut candidates = vec![0; usize::from(length)];
        for i in 0..self.left.len() {
            for j in 0..self.right.len() {
                let rank = self.up_to[i][j];
                if self.left[i] == self.right[j] && rank + 1 + self.from[i + 1][j + 1] == length {
                    candidates[usize::from(rank)] += 1;
                }
            }
        }
        candidates
    }
}

fn table(left: &[Word], right: &[Word]) -> Vec<Vec<u16>> {
    vec![vec![0; right.len() + 1]; left.len() + 1]
}

/// Takes the firmness from what stands in the parentheses after a name that didn't come through.
fn loosen_macro_arguments(matches: &mut [Option<Match>], preprocessed: &[Word], original: &[Word]) {
    let partners = partners_of(matches, original.len());
    for name in 0..original.len().saturating_sub(1) {
        let unmatched = partners[name].is_none() && original[name].kind == TokenKind::Identifier;
        if !unmatched || !original[name + 1].is("(") {
            continue;
        }
        let arguments = name + 1..end_of_parentheses(original, name + 1);
        if !came_through(arguments.clone(), &partners, preprocessed) {
            for partner in partners[arguments].iter().flatten() {
                matches[*partner] = matches[*partner].map(|found| Match { is_firm: false, ..found });
            }
        }
    }
}

/// For each original word the index of its partner.
fn partners_of(matches: &[Option<Match>], count: usize) -> Vec<Option<usize>> {
    let mut partners = vec![None; count];
    for (index, found) in matches.iter().enumerate() {
        if let Some(found) = found {
            partners[found.original] = Some(index);
        }
    }
    partners
}

/// The index after the parenthesis that closes the one at `open`, or the end.
fn end_of_parentheses(words: &[Word], open: usize) -> usize {
    let mut depth = 0usize;
    for (index, word) in words.iter().enumerate().skip(open) {
        if word.is("(") {
            depth += 1;
        } else if word.is(")") {
            depth -= 1;
        }
        if depth == 0 {
            return index + 1;
        }
    }
    words.len()
}

/// Whether the original words in `parentheses` stand unchanged in the preprocessed text, and only once, as after a macro
/// without parameters (`REAL (*row)[4]`): nothing is added behind them, and what the macro before them expands to doesn't
/// mention them.
fn came_through(parentheses: Range<usize>, partners: &[Option<usize>], preprocessed: &[Word]) -> bool {
    let Some(start) = partners[parentheses.start] else { return false };
    let end = start + parentheses.len();
    let unchanged =
        parentheses.clone().zip(start..end).all(|(original, partner)| partners[original] == Some(partner));
    let nothing_added = match partners.get(parentheses.end) {
        Some(next) => *next == Some(end),
        None => end == preprocessed.len(),
    };
    let expansion_start =
        partners[..parentheses.start].iter().flatten().next_back().map_or(0, |before| before + 1);
    let expansion = &preprocessed[expansion_start..start];
    unchanged && nothing_added && preprocessed[start..end].iter().all(|word| !expansion.contains(word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::token::tokens_without_comments;

    /// The original words by index beside each preprocessed one: `3` firm, `(3)` not, `-` none.
    fn aligned(preprocessed: &str, original: &str) -> String {
        let show = |found: Option<Match>| match found {
            None => "-".to_owned(),
            Some(Match { original, is_firm: true }) => original.to_string(),
            Some(Match { original, is_firm: false }) => format!("({original})"),
        };
        align(&words(preprocessed), &words(original)).into_iter().map(show).collect::<Vec<_>>().join(" ")
    }

    fn words(text: &str) -> Vec<Word<'_>> {
        tokens_without_comments(text)
            .map(|token| Word { kind: token.kind, spelling: token.spelling(text) })
            .collect()
    }

    #[test]
    fn equal_texts() {
        assert_eq!(aligned("a + a ;", "a + a ;"), "0 1 2 3");
        assert_eq!(aligned("", ""), "");
    }

    #[test]
    fn a_macro_without_parameters() {
        assert_eq!(aligned("t[100] = n;", "t[N] = n;"), "0 1 - 3 4 5 6");
    }

    #[test]
    fn what_an_expansion_may_have_repeated_is_not_firm() {
        // P is `x + x`; which `+` and which `x` the middle of `P + x + P` became can't be seen.
        assert_eq!(aligned("x + x + x + x + x", "P + x + P").matches('(').count(), 3);
    }

    #[test]
    fn arguments_of_a_macro_are_not_firm() {
        assert_eq!(aligned("y = ((x)+1);", "y = F(x);"), "0 1 - (3) (4) - - - (5) 6");
    }

    #[test]
    fn parentheses_after_a_type_macro_are_firm() {
        assert_eq!(aligned("double (*row)[4];", "REAL (*row)[M];"), "- 1 2 3 4 5 - 7 8");
    }

    #[test]
    fn an_argument_that_is_repeated_before_its_parentheses_is_not_firm() {
        assert!(aligned("a * g ( a ) ;", "F ( a ) ;").starts_with("- - -"));
        assert!(aligned("a * g ( a ) ;", "F ( a ) ;").contains("(2)"));
    }

    #[test]
    fn long_sequences_are_matched_at_their_ends_only() {
        let repeated = |name: &str| format!("first {} last", format!("{name} x ").repeat(2000));
        let matches = align(&words(&repeated("a")), &words(&repeated("b")))
            .iter()
            .filter(|found| found.is_some())
            .count();
        assert_eq!(matches, 3);
    }
}
