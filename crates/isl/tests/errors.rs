//! Errors, budgets, and contexts.

use isl::{Context, DimType, ErrorKind, Result, Set, Space, UnionSet};

fn set(context: &Context, text: &str) -> Set {
    Set::read_from_str(context, text).unwrap()
}

/// Takes many operations: the convex hull of scattered points.
fn expensive(context: &Context) -> Result<()> {
    let text = "{ [i, j, k] : 0 <= i, j, k < 9 and (7 i + 5 j + 3 k) mod 4 = 1 }";
    let points = Set::read_from_str(context, text)?;
    points.complement()?.complement()?.coalesce()?.convex_hull().map(drop)
}

#[test]
fn an_error_has_isl_s_message_and_does_not_poison_later_calls() -> Result<()> {
    let context = Context::new();
    let error = set(&context, "{ A[i] }").intersect(set(&context, "{ B[i] }")).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Invalid);
    assert!(error.message.contains("spaces don't match"), "{error}");
    assert!(set(&context, "{ A[i] : i > 0 }").is_subset(&set(&context, "{ A[i] }"))?);
    assert_eq!(set(&context, "{ A[i] : i = 0 }").to_string(), "{ A[i = 0] }");
    Ok(())
}

#[test]
fn a_text_in_no_notation_is_a_parse_error() {
    let context = Context::new();
    for text in ["{ [i] : ", "", "x", "{ [i] : i > }", "{ [i] \0 }"] {
        let error = Set::read_from_str(&context, text).unwrap_err();
        assert_eq!(error.kind, ErrorKind::Parse, "{text:?}: {error}");
    }
    assert_eq!(set(&context, "{ [i] }").to_string(), "{ [i] }");
}

#[test]
fn positions_out_of_range_are_errors() -> Result<()> {
    let context = Context::new();
    let line = set(&context, "{ [i] : 0 <= i < 2 }");
    assert_eq!(line.dim_name(DimType::Set, 1).unwrap_err().kind, ErrorKind::Invalid);
    assert_eq!(line.clone().dim_max_val(1).unwrap_err().kind, ErrorKind::Invalid);
    assert_eq!(line.clone().dim_max_val(u32::MAX).unwrap_err().kind, ErrorKind::Invalid);
    assert!(line.clone().project_out(DimType::Set, 0, 2).is_err());
    assert_eq!(line.count_val()?.to_i64()?, Some(2));
    Ok(())
}

/// isl returns 0, not NULL, and only the last error says that it failed.
#[test]
fn counting_a_parametric_set_is_an_error_although_isl_returns_zero() -> Result<()> {
    let context = Context::new();
    assert!(set(&context, "[n] -> { [i] : 0 <= i < n }").count_val().is_err());
    assert_eq!(set(&context, "{ [i] : 0 <= i < 7 }").count_val()?.to_i64()?, Some(7));
    Ok(())
}

#[test]
fn an_exhausted_budget_is_a_quota_error_and_ends_with_the_closure() -> Result<()> {
    let context = Context::new();
    let cube = set(&context, "{ [i, j, k] : 0 <= i, j, k < 50 }");
    let error = context.with_budget(100, || cube.count_val()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Quota);
    assert_eq!(cube.count_val()?.to_i64()?, Some(125_000));
    assert_eq!(context.with_budget(10_000_000, || cube.count_val())?.to_i64()?, Some(125_000));
    Ok(())
}

#[test]
fn printing_works_under_an_exhausted_budget() -> Result<()> {
    let context = Context::new();
    let line = set(&context, "[n] -> { A[i] : 0 <= i < n }");
    let union = line.clone().to_union_set()?.union(set(&context, "{ B[] }").to_union_set()?)?;
    let texts = context.with_budget(1, || {
        assert_eq!(expensive(&context).unwrap_err().kind, ErrorKind::Quota);
        let texts = (line.to_string(), union.to_string());
        assert_eq!(line.clone().lexmin().unwrap_err().kind, ErrorKind::Quota);
        Ok(texts)
    })?;
    assert_eq!(texts.0, "[n] -> { A[i] : 0 <= i < n }");
    assert_eq!(texts.1, "[n] -> { A[i] : 0 <= i < n; B[] }");
    Ok(())
}

#[test]
fn an_inner_budget_does_not_enlarge_the_outer_one() {
    let context = Context::new();
    let result = context.with_budget(200, || context.with_budget(u64::MAX, || expensive(&context)));
    assert_eq!(result.unwrap_err().kind, ErrorKind::Quota);
    expensive(&context).unwrap();
}

#[test]
fn inner_budgets_are_charged_to_the_outer_one() {
    let context = Context::new();
    let mut rounds = 0;
    let error = context
        .with_budget(10_000, || -> Result<()> {
            loop {
                context.with_budget(1_000, || Space::set_alloc(&context, 0, 1).map(drop))?;
                rounds += 1;
            }
        })
        .unwrap_err();
    assert_eq!(error.kind, ErrorKind::Quota);
    assert!((10..10_000).contains(&rounds), "{rounds}");
}

#[test]
fn an_inner_budget_leaves_the_rest_of_the_outer_one() -> Result<()> {
    let context = Context::new();
    context.with_budget(100_000, || {
        let inner = context.with_budget(10, || expensive(&context));
        assert_eq!(inner.unwrap_err().kind, ErrorKind::Quota);
        set(&context, "{ [i] : 0 <= i < 7 }").lexmin().map(drop)
    })
}

#[test]
fn a_budget_of_zero_allows_nothing() {
    let context = Context::new();
    let result = context.with_budget(0, || Space::set_alloc(&context, 0, 1));
    assert_eq!(result.unwrap_err().kind, ErrorKind::Quota);
}

#[test]
fn a_panic_ends_the_budget() -> Result<()> {
    let context = Context::new();
    let body = std::panic::AssertUnwindSafe(|| context.with_budget(1, || -> Result<()> { panic!() }));
    assert!(std::panic::catch_unwind(body).is_err());
    expensive(&context)
}

#[test]
fn objects_of_two_contexts_do_not_mix() {
    let (here, there) = (Context::new(), Context::new());
    let (a, b) = (set(&here, "{ A[] }"), set(&there, "{ A[] }"));
    assert_eq!(a.is_equal(&b).unwrap_err().kind, ErrorKind::ContextMismatch);
    let error = a.clone().union(b.clone()).unwrap_err();
    assert_eq!(error.kind, ErrorKind::ContextMismatch);
    assert_eq!((a.to_string(), b.to_string()), ("{ A[] }".to_owned(), "{ A[] }".to_owned()));
}

#[test]
fn objects_outlive_the_context_variable() -> Result<()> {
    let union = {
        let context = Context::new();
        UnionSet::read_from_str(&context, "{ A[i] : i = 1; B[] }")?
    };
    assert_eq!(union.sets()?.len(), 2);
    assert_eq!(union.to_string(), "{ A[i = 1]; B[] }");
    Ok(())
}
