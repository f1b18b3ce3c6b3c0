//! "Did you mean": the known word that a misspelt one is nearest to.

/// The word of `known` that differs from `word` in one or two letters (one, for short words), if any.
pub(crate) fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let tolerance = if word.chars().count() < 5 { 1 } else { 2 };
    let distances = known.into_iter().map(|candidate| (distance(word, candidate), candidate));
    distances.filter(|(distance, _)| *distance <= tolerance).min().map(|(_, candidate)| candidate)
}

/// The number of insertions, deletions, replacements and swaps of neighbours from `left` to `right`.
fn distance(left: &str, right: &str) -> usize {
    let (left, right): (Vec<_>, Vec<_>) = (left.chars().collect(), right.chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=right.len()).collect();
    for i in 1..=left.len() {
        let mut row = vec![i];
        for j in 1..=right.len() {
            let replaced = last[j - 1] + usize::from(left[i - 1] != right[j - 1]);
            let mut least = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1] {
                least = least.min(before[j - 2] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[right.len()]
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_misses_are_found_and_others_are_not() {
        assert_eq!(nearest("scopp", ["scop", "endscop"]), Some("scop"));
        assert_eq!(nearest("isolate", ["schedule", "temporary"]), None);
        assert_eq!(nearest("shcedule", ["schedule", "temporary"]), Some("schedule"));
        assert_eq!(nearest("once", ["scop", "endscop", "polycc"]), None);
    }
}
