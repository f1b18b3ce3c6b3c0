//! Numbers and their largest values, against counting.

use super::cardinality::cardinality;
use super::{Piece, Pieces};
use isl::{Context, DimType, Set};

/// The value of the pieces at a point; 0 where there is none.
fn value(pieces: &[Piece], at: &[i64]) -> Vec<i64> {
    let mut values = Vec::new();
    for piece in pieces {
        let inside = fixed(&piece.domain, at);
        if !inside.is_empty().unwrap() {
            let mut rest = piece.value.clone();
            for (position, value) in (0..).zip(at) {
                let value = super::Polynomial::constant(rest.context(), *value).unwrap();
                rest = rest.substitute(position, &value).unwrap();
            }
            let constant = rest.terms().next();
            values.push(constant.map_or(0, |(_, value)| value.to_i64().unwrap().unwrap()));
        }
    }
    values
}

/// `set` with these values for its first dimensions.
fn fixed(set: &Set, at: &[i64]) -> Set {
    let fix = |set: Set, (position, value): (u32, &i64)| set.fix_si(DimType::Set, position, *value as i32);
    (0..).zip(at).try_fold(set.clone(), fix).unwrap()
}

fn read(text: &str) -> Set {
    Set::read_from_str(&Context::new(), text).unwrap()
}

fn count(set: &Set, at: &[i64]) -> i64 {
    fixed(set, at).count_val().unwrap().to_i64().unwrap().unwrap()
}

/// Counts the last dimensions of the set at all small values of the first two.
fn check_cardinality(text: &str) -> Pieces {
    let set = read(text);
    let pieces = cardinality(&set, 2).unwrap();
    for p in -1..7 {
        for t in -2..8 {
            let expected = count(&set, &[p, t]);
            let found = value(&pieces.0, &[p, t]);
            assert!(found.len() <= 1, "disjoint pieces");
            assert_eq!(found.first().copied().unwrap_or(0), expected, "{text} at {p}, {t}");
        }
    }
    pieces
}

#[test]
fn cardinalities_equal_what_one_counts() {
    check_cardinality("{ [p, t, x] : 0 <= x < p and x <= t }");
    check_cardinality("{ [p, t, x, y] : 0 <= x <= y and x < p and y <= t }");
    check_cardinality("{ [p, t, x, y] : 0 <= x < p and t <= y <= 3 or 0 <= x <= t and 0 <= y < p }");
    check_cardinality("{ [p, t, x, y, z] : 0 <= x <= p and x <= y <= p and y - t <= z <= p }");
}

#[test]
fn sets_with_holes_are_not_counted() {
    let holes = read("{ [p, x] : 0 <= x < p and x mod 2 = 0 }");
    assert_eq!(cardinality(&holes, 1).unwrap_err().kind, isl::ErrorKind::Unsupported);
    let rounded = read("{ [p, x] : 0 <= 2x < p }");
    assert_eq!(cardinality(&rounded, 1).unwrap_err().kind, isl::ErrorKind::Unsupported);
}

/// Looks for the largest number over all t, for each small p.
fn check_maximum(text: &str) {
    let pieces = check_cardinality(text);
    let maxima = pieces.maxima(1).unwrap();
    let set = read(text);
    for p in -1..7 {
        let most = (-10..20).map(|t| count(&set, &[p, t])).max().unwrap();
        let found = value(&maxima, &[p]).into_iter().max().unwrap_or(0);
        assert_eq!(found, most, "{text} at {p}");
    }
}

#[test]
fn largest_numbers_equal_what_one_counts() {
    check_maximum("{ [p, t, x] : 0 <= x < p and x <= t < p }");
    check_maximum("{ [p, t, x] : 0 <= t <= p and (0 <= x < t or t + 2 <= x <= p + 5) }");
    check_maximum("{ [p, t, x, y] : 0 <= x <= y <= t and t <= p }");
    check_maximum("{ [p, t, x, y] : 0 <= t < p and t <= x < p and 0 <= y < p }");
}

#[test]
fn a_number_that_rises_and_falls_has_no_largest_value_here() {
    // t * (p - t)
    let pieces = cardinality(&read("{ [p, t, x, y] : 0 <= x < t and t <= y < p }"), 2).unwrap();
    assert_eq!(pieces.maxima(1).unwrap_err().kind, isl::ErrorKind::Unsupported);
}
