//! Direction programs (Darte, Isoard, Yuki, *Extended Lattice-Based Memory Allocation*, section 4.1): the
//! linear programming solver, whichever is built in, agrees with isl's exact formulation.

use allocator::theory::direction::{Direction, Program};
use allocator::theory::direction_exact::exact;
use allocator::theory::direction_suggested::suggested;
use allocator::theory::farkas::polyhedra;
use allocator::theory::integer_matrix::{dot, identity};
use isl::{Context, DimType, ErrorKind, Set};
use proptest::prelude::*;

const TABLE_1: [&str; 8] = [
    include_str!("table1/stencil-2d-5x5.isl"),
    include_str!("table1/blur-interleaved.isl"),
    include_str!("table1/blur-tiled.isl"),
    include_str!("table1/lbm-d2q9.isl"),
    include_str!("table1/lbm-d3q19.isl"),
    include_str!("table1/lbm-d3q27.isl"),
    include_str!("table1/diamond-tile.isl"),
    include_str!("table1/heat-2d-tiled.isl"),
];

/// isl operations that an exact answer may take.
const BUDGET: u64 = 2_000_000;

/// Both answers of each program over the canonical basis, as far as the exact ones are within the budget.
fn answers(set: &Set) -> Vec<(Option<Direction>, Option<Direction>)> {
    let polyhedra = polyhedra(set).unwrap();
    let basis = identity(set.dim(DimType::Set).unwrap() as usize);
    let priority: Vec<_> = (0..set.dim(DimType::Param).unwrap() as usize).collect();
    let answer = |leading| {
        let program = Program {
            polyhedra: &polyhedra,
            separated: &[],
            basis: &basis,
            leading: Some(leading),
            priority: &priority,
        };
        let exact = match set.context().with_budget(BUDGET, || exact(&program)) {
            Err(error) if error.kind == ErrorKind::Quota => return None,
            exact => exact.unwrap(),
        };
        Some((suggested(&program).unwrap(), exact))
    };
    (0..basis.len()).filter_map(answer).collect()
}

/// What has to agree: the bound and the sum of sizes. Equally good vectors are equally good.
fn rank(direction: &Direction) -> (Vec<i64>, i64, u64) {
    let sum = direction.vector.iter().map(|entry| entry.unsigned_abs()).sum();
    (direction.growth.clone(), direction.constant, sum)
}

#[test]
fn both_agree_on_table_1() {
    for text in TABLE_1 {
        let set = Set::read_from_str(&Context::new(), text).unwrap();
        let answers = answers(&set);
        assert_eq!(answers.len() as u32, set.dim(DimType::Set).unwrap(), "{text}");
        for (suggested, exact) in answers {
            let (suggested, exact) = (suggested.expect(text), exact.expect(text));
            assert_eq!(rank(&suggested), rank(&exact), "{text}");
        }
    }
}

#[test]
fn both_see_that_there_is_no_bound() {
    let set = Set::read_from_str(&Context::new(), "[N] -> { [x, y] : -N <= x <= N }").unwrap();
    let answers = answers(&set);
    assert_eq!(answers[1], (None, None));
    assert!(answers[0].0.is_some() && answers[0].1.is_some());
}

/// Without integer variables both 1/2 and a bound of N/2 would do.
#[test]
fn growth_is_integral() {
    let text = "[N] -> { [x, y] : -N <= 2x <= N and -N <= 2x - 4y <= N }";
    let set = Set::read_from_str(&Context::new(), text).unwrap();
    let answers = answers(&set);
    assert_eq!(answers.len(), 2);
    for (suggested, exact) in answers {
        assert_eq!(suggested.as_ref().map(rank), exact.as_ref().map(rank));
    }
}

/// A symmetric polyhedron `-b <= c.z <= b` in two or three dimensions, maybe with N in one bound.
fn symmetric(rows: &[(Vec<i64>, i64, bool)], dimensions: usize) -> String {
    let names = ["x", "y", "z"];
    let row = |(c, b, grows): &(Vec<i64>, i64, bool)| {
        let terms: Vec<_> = (0..dimensions).map(|d| format!("{}{}", c[d], names[d])).collect();
        let bound = if *grows { format!("N + {b}") } else { b.to_string() };
        format!("-({bound}) <= {} <= {bound}", terms.join(" + "))
    };
    rows.iter().map(row).collect::<Vec<_>>().join(" and ")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn both_agree_on_random_sets(
        pieces in prop::collection::vec(
            prop::collection::vec((prop::collection::vec(-3i64..=3, 3), 0i64..=6, any::<bool>()), 2..=4),
            1..=3,
        ),
        dimensions in 2usize..=3,
    ) {
        let texts: Vec<_> = pieces.iter().map(|rows| format!("({})", symmetric(rows, dimensions))).collect();
        let tuple = ["x", "y", "z"][..dimensions].join(", ");
        let text = format!("[N] -> {{ [{tuple}] : N >= 0 and ({}) }}", texts.join(" or "));
        let set = Set::read_from_str(&Context::new(), &text).unwrap();
        for (suggested, exact) in answers(&set) {
            prop_assert_eq!(suggested.as_ref().map(rank), exact.as_ref().map(rank), "{}", text);
        }
    }

    /// The bound holds: at every point of the set at small sizes.
    #[test]
    fn bounds_hold(
        rows in prop::collection::vec((prop::collection::vec(-2i64..=2, 3), 0i64..=3, any::<bool>()), 2..=4),
        size in 0i64..=3,
    ) {
        let text = format!("[N] -> {{ [x, y] : N >= 0 and -6 <= x <= 6 and -6 <= y <= 6 and {} }}", symmetric(&rows, 2));
        let set = Set::read_from_str(&Context::new(), &text).unwrap();
        let sized = set.clone().fix_si(DimType::Param, 0, size as i32).unwrap();
        let points = sized.project_out(DimType::Param, 0, 1).unwrap().foreach_point(1000).unwrap();
        for (_, exact) in answers(&set) {
            let Some(direction) = exact else { continue };
            for point in &points {
                let at = |d| point.coordinate_val(DimType::Set, d).unwrap().to_i64().unwrap().unwrap();
                let value = dot(&direction.vector, &[at(0), at(1)]).unwrap();
                prop_assert!(value <= direction.growth[0] * size + direction.constant, "{}", text);
            }
        }
    }
}
