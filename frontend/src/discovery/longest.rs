//! The longest prefix of a sequence that passes a test, with few trials.

/// The longest length from 1 to `total` that `test` takes, from the first trial `start` on; 0 if none is found.
///
/// A failed trial may tell the length that avoids the trouble it met. Taken for granted is that prefixes of what
/// passes pass, and that a length so told, if it passes, is the longest. Lengths are doubled, then bisected, so
/// all trials together cost little more than that of the result.
pub fn longest(
    total: usize,
    start: usize,
    mut test: impl FnMut(usize) -> Result<(), Option<usize>>,
) -> usize {
    let (mut passes, mut fails) = (0, total + 1);
    let (mut next, mut is_advised) = (start.clamp(1, total.max(1)), false);
    while passes + 1 < fails {
        let mut advice = None;
        match test(next) {
            Ok(()) if is_advised => return next,
            Ok(()) => passes = next,
            Err(length) => {
                fails = next;
                advice = length.filter(|length| (passes + 1..fails).contains(length));
            }
        }
        is_advised = advice.is_some();
        next = match advice {
            Some(length) => length,
            None if fails > total => (2 * passes).min(total),
            None => passes + (fails - passes) / 2,
        };
    }
    passes
}

#[cfg(test)]
mod tests {
    use super::longest;

    /// The result for a sequence of which `limit` pass, and how much was tried.
    fn search(total: usize, start: usize, limit: usize, advises: bool) -> (usize, usize) {
        let mut cost = 0;
        let found = longest(total, start, |length| {
            cost += length;
            if length <= limit { Ok(()) } else { Err(advises.then_some(limit)) }
        });
        (found, cost)
    }

    #[test]
    fn the_longest_is_found() {
        for total in 1..20 {
            for limit in 0..=total {
                for start in [1, 4, 100] {
                    for advises in [false, true] {
                        assert_eq!(search(total, start, limit, advises).0, limit, "{total} {limit} {start}");
                    }
                }
            }
        }
    }

    #[test]
    fn trials_cost_little_more_than_the_result() {
        for limit in [1, 10, 300, 9999] {
            assert!(search(10_000, 1, limit, true).1 <= 6 * limit);
            assert!(search(10_000, 1, limit, false).1 <= 40 * limit);
        }
    }
}
