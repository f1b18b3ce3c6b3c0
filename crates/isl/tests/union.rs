//! Unions: their parts and texts come in one order, whatever isl's hash table does.

use isl::{Context, DimType, Result, UnionMap, UnionSet};

const PARTS: [&str; 5] = [
    "[n] -> { A[i] -> X[i] : 0 <= i < n }",
    "[m] -> { B[i] -> X[i + m] }",
    "{ C[i] -> Y[] : i mod 2 = 0 }",
    "[m, n] -> { D[] -> X[n] : m > n }",
    "{ E[i, j] -> Y[] : i < j or j < 0 }",
];

fn union<'a>(context: &Context, parts: impl Iterator<Item = &'a str>) -> Result<UnionMap> {
    let mut union = UnionMap::empty_ctx(context)?;
    for part in parts {
        union = union.union(UnionMap::read_from_str(context, part)?)?;
    }
    Ok(union)
}

#[test]
fn text_is_the_same_in_every_context_and_readable() -> Result<()> {
    let context = Context::new();
    let map = union(&context, PARTS.into_iter())?;
    let text = map.to_string();
    assert!(map.is_equal(&UnionMap::read_from_str(&context, &text)?)?);
    assert_eq!(text.matches('{').count(), 1, "{text}");
    for _ in 0..20 {
        let other = Context::new();
        assert_eq!(union(&other, PARTS.into_iter())?.to_string(), text);
    }
    Ok(())
}

#[test]
fn the_order_of_parts_does_not_depend_on_how_they_were_added() -> Result<()> {
    let context = Context::new();
    let forwards = UnionSet::read_from_str(&context, "{ C[]; A[]; B[] }")?;
    let backwards = UnionSet::read_from_str(&context, "{ B[]; A[]; C[] }")?;
    assert_eq!(forwards.to_string(), "{ A[]; B[]; C[] }");
    assert_eq!(backwards.to_string(), forwards.to_string());
    Ok(())
}

#[test]
fn maps_come_in_the_order_of_their_texts() -> Result<()> {
    let context = Context::new();
    let parts = union(&context, PARTS.into_iter())?.maps()?;
    let names: Vec<_> = parts.iter().map(|map| map.tuple_name(DimType::In).unwrap()).collect();
    let texts: Vec<String> = parts.iter().map(ToString::to_string).collect();
    assert_eq!(names.len(), 5);
    assert!(texts.is_sorted(), "{texts:?}");
    Ok(())
}

#[test]
fn odd_unions_print_readably() -> Result<()> {
    let context = Context::new();
    for text in ["{  }", "[n] -> {  }", "{  : }", "[n] -> {  : n > 0 }", "{ A[i] : false }"] {
        let set = UnionSet::read_from_str(&context, text)?;
        let again = UnionSet::read_from_str(&context, &set.to_string())?;
        assert!(set.is_equal(&again)?, "{text} is printed as {set}");
    }
    Ok(())
}

#[test]
fn range_curry_and_back() -> Result<()> {
    let context = Context::new();
    let nested = "{ A[i] -> [B[j] -> [C[k] -> D[l]]] : i < j < k < l; X[] -> [Y[] -> [A[] -> Z[]]] }";
    let map = UnionMap::read_from_str(&context, nested)?;
    let uncurried = map.clone().range_uncurry()?;
    let expected = "{ A[i] -> [[B[j] -> C[k]] -> D[l]] : i < j < k < l; X[] -> [[Y[] -> A[]] -> Z[]] }";
    assert!(uncurried.is_equal(&UnionMap::read_from_str(&context, expected)?)?);
    assert!(uncurried.range_curry()?.is_equal(&map)?);
    Ok(())
}
