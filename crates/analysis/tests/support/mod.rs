//! Regions for tests: the text form, with accesses that it can't tell apart.

#![allow(dead_code)] // each test uses what it needs

pub mod random;

use isl::{Context, Map, UnionMap};
use polyhedral::{Access, AccessKind, Condition, Expression, Scop};

/// The region of [`polyhedral::text`].
pub fn region(text: &str) -> Scop {
    polyhedral::text::read(&Context::new(), text).unwrap()
}

/// Adds an access, like `S[i] -> a[2i]`, to its statement. Reads go before writes.
pub fn add_access(scop: &mut Scop, kind: AccessKind, relation: &str) {
    let prefix = parameters(scop);
    let text = format!("{prefix}{{ {relation} }}");
    let relation = Map::read_from_str(scop.context.context(), &text).unwrap();
    let relation = relation.align_params(scop.context.space().unwrap()).unwrap();
    let name = |side| relation.tuple_name(side).unwrap().unwrap();
    let (statement, _) = scop.statement(&name(isl::DimType::In)).unwrap();
    let (array, _) = scop.array(&name(isl::DimType::Out)).expect("an access names an array of the text");
    let access = Access {
        array,
        kind,
        // tells accesses apart as the frontend's subscripts do
        subscripts: vec![Expression::variable(text)],
        guard: Condition::Constant(true),
        relation,
        span: Default::default(),
    };
    let accesses = &mut scop.statements[statement].accesses;
    let place = if kind == AccessKind::Read {
        accesses.iter().filter(|a| !a.writes()).count()
    } else {
        accesses.len()
    };
    accesses.insert(place, access);
}

fn parameters(scop: &Scop) -> String {
    let names: Vec<_> = scop.parameters.iter().map(|p| p.name.as_str()).collect();
    if names.is_empty() { String::new() } else { format!("[{}] -> ", names.join(", ")) }
}

/// Asserts that `found` is the set that `expected` writes down.
pub fn assert_equal(found: UnionMap, expected: &str) {
    let expected = UnionMap::read_from_str(found.context(), expected).unwrap();
    assert!(found.is_equal(&expected).unwrap(), "found {found}\nexpected {expected}");
}

/// The same of one map.
pub fn assert_map(found: &Map, expected: &str) {
    assert_equal(found.clone().to_union_map().unwrap(), expected);
}
