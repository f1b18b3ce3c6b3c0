//! References that leave the region's own arrays.

mod support;

use analysis::overruns::first;
use polyhedral::Storage;
use support::region;

/// The first cell that a region doesn't have, of arrays that are its own, with the statement's iterators.
fn outside(text: &str) -> Option<(Vec<i64>, Vec<i64>)> {
    let mut scop = region(text);
    for array in &mut scop.arrays {
        array.storage = Storage::variable(array.name_span, false);
    }
    first(&scop).unwrap().map(|overrun| (overrun.instance, overrun.cell))
}

#[test]
fn the_first_cell_behind_or_before_an_array_is_found() {
    let reads = |relation: &str| {
        format!(
            "domain: {{ S[i] : 0 <= i <= 4 }}
             read: {{ S[i] -> {relation} }}
             must_write: {{ S[i] -> b[i] }}
             extents(a): [4]
             extents(c): [4, 10]
             extents(b): [5]
             schedule: {{ S[i] -> [i] }}"
        )
    };
    assert_eq!(outside(&reads("a[i]")), Some((vec![4], vec![4])));
    assert_eq!(outside(&reads("a[i - 1]")), Some((vec![0], vec![-1])));
    assert_eq!(outside(&reads("a[3 - floor(i / 2)]")), None);
    assert_eq!(outside(&reads("c[i, 0]")), Some((vec![4], vec![4, 0])));
    // from one row into another of the same array
    assert_eq!(outside(&reads("c[0, 9 + 7i]")), None);
    assert_eq!(outside(&reads("c[1, -i]")), None);
    assert_eq!(outside(&reads("c[0, -i]")), Some((vec![1], vec![0, -1])));
}

#[test]
fn only_what_leaves_at_all_usual_sizes_counts() {
    let up_to = |end: &str| {
        format!(
            "domain: [n] -> {{ S[i] : 0 <= i < {end} }}
             must_write: {{ S[i] -> a[i] }}
             extents(a): [4]
             schedule: [n] -> {{ S[i] -> [i] }}"
        )
    };
    // sizes of 1 and 2 are none that count
    assert_eq!(outside(&up_to("n + 2")), Some((vec![4], vec![4])));
    assert_eq!(outside(&up_to("n + 1")), None);
    assert_eq!(outside(&up_to("5")), Some((vec![4], vec![4])));
}
