//! Sets, maps, expressions: that the wrappers do what isl's functions of that name do.

use isl::{
    Aff, Constraint, Context, DimType, Id, LocalSpace, Map, Mat, MultiAff, MultiPwAff, PwAff, PwMultiAff,
    Result, Set, Space, Val,
};

fn set(context: &Context, text: &str) -> Set {
    Set::read_from_str(context, text).unwrap()
}

fn map(context: &Context, text: &str) -> Map {
    Map::read_from_str(context, text).unwrap()
}

#[test]
fn set_operations_agree_with_sets_written_out() -> Result<()> {
    let context = Context::new();
    let low = set(&context, "{ A[i] : 0 <= i < 6 }");
    let even = set(&context, "{ A[i] : i mod 2 = 0 }");
    let low_even = low.clone().intersect(even.clone())?;
    assert!(low_even.is_equal(&set(&context, "{ A[0]; A[2]; A[4] }"))?);
    assert!(low_even.is_strict_subset(&low)?);
    let low_odd = low.clone().subtract(even)?;
    assert!(low_odd.is_disjoint(&low_even)?);
    assert!(low_odd.union(low_even.clone())?.is_equal(&low)?);
    assert_eq!(low_even.count_val()?.to_i64()?, Some(3));
    assert_eq!(low_even.dim_max_val(0)?.to_string(), "4");
    assert_eq!(low.lexmin()?.to_string(), "{ A[i = 0] }");
    Ok(())
}

#[test]
fn projection_and_names() -> Result<()> {
    let context = Context::new();
    let triangle = set(&context, "[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }");
    assert_eq!(triangle.dim(DimType::Set)?, 2);
    assert_eq!(triangle.tuple_name()?.as_deref(), Some("S"));
    assert_eq!(triangle.dim_name(DimType::Param, 0)?.as_deref(), Some("n"));
    assert_eq!(triangle.find_dim_by_name(DimType::Set, "j")?, Some(1));
    assert_eq!(triangle.find_dim_by_name(DimType::Set, "k")?, None);
    let outer = triangle.clone().project_out(DimType::Set, 1, 1)?;
    assert_eq!(outer.tuple_name()?, None);
    assert!(outer.is_equal(&set(&context, "[n] -> { [i] : 0 <= i < n }"))?);
    assert!(triangle.clone().params()?.is_equal(&set(&context, "[n] -> { : n > 0 }"))?);
    assert_eq!(triangle.dim_max(1)?.to_string(), "[n] -> { [(-1 + n)] : n > 0 }");
    Ok(())
}

#[test]
fn points_are_bounded_by_the_limit() -> Result<()> {
    let context = Context::new();
    let ten = set(&context, "{ [i] : 0 <= i < 10 }");
    let points = ten.foreach_point(10)?;
    let mut values = Vec::new();
    for point in &points {
        values.push(point.coordinate_val(DimType::Set, 0)?.to_i64()?.unwrap());
    }
    values.sort();
    assert_eq!(values, (0..10).collect::<Vec<_>>());
    assert_eq!(ten.foreach_point(9).unwrap_err().kind, isl::ErrorKind::Quota);
    assert!(set(&context, "{ [i] : false }").sample_point()?.is_void()?);
    Ok(())
}

#[test]
fn map_operations_agree_with_maps_written_out() -> Result<()> {
    let context = Context::new();
    let shift = map(&context, "{ A[i] -> B[i + 1] : 0 <= i < 4 }");
    assert!(shift.is_bijective()?);
    assert!(shift.clone().domain()?.is_equal(&set(&context, "{ A[i] : 0 <= i < 4 }"))?);
    let there_and_back = shift.clone().apply_range(shift.clone().reverse()?)?;
    assert!(there_and_back.is_identity()?);
    let wrapped = shift.clone().wrap()?;
    assert!(wrapped.is_wrapping()?);
    assert!(wrapped.unwrap()?.is_equal(&shift)?);
    let step = map(&context, "{ [i] -> [i + 1] }");
    let (closure, exact) = step.transitive_closure()?;
    assert!(exact);
    assert!(closure.is_equal(&map(&context, "{ [i] -> [j] : j > i }"))?);
    Ok(())
}

#[test]
fn lexicographic_orders_and_equate() -> Result<()> {
    let context = Context::new();
    let plane = Space::set_alloc(&context, 0, 2)?;
    let before = Map::lex_lt(plane)?;
    assert!(before.is_equal(&map(&context, "{ [i, j] -> [k, l] : i < k or (i = k and j < l) }"))?);
    let same_row = before.equate(DimType::In, 0, DimType::Out, 0)?;
    assert!(same_row.is_equal(&map(&context, "{ [i, j] -> [i, l] : j < l }"))?);
    Ok(())
}

#[test]
fn clone_leaves_the_original_alone() -> Result<()> {
    let context = Context::new();
    let original = set(&context, "{ [i] : 0 <= i < 3 }");
    let changed = original.clone().fix_si(DimType::Set, 0, 1)?;
    assert_eq!(original.to_string(), "{ [i] : 0 <= i <= 2 }");
    assert!(changed.is_singleton()?);
    drop(original);
    assert_eq!(changed.to_string(), "{ [i = 1] }");
    Ok(())
}

#[test]
fn constraints_carry_their_coefficients() -> Result<()> {
    let context = Context::new();
    let half_plane = set(&context, "[n] -> { [i, j] : 2 i - 3 j + n >= 5 }");
    let basic_sets = half_plane.basic_sets()?;
    let constraints = basic_sets[0].constraints()?;
    assert_eq!(constraints.len(), 1);
    let constraint = &constraints[0];
    assert!(!constraint.is_equality()?);
    assert_eq!(constraint.coefficient_val(DimType::Set, 0)?.to_i64()?, Some(2));
    assert_eq!(constraint.coefficient_val(DimType::Set, 1)?.to_i64()?, Some(-3));
    assert_eq!(constraint.coefficient_val(DimType::Param, 0)?.to_i64()?, Some(1));
    assert_eq!(constraint.constant_val()?.to_i64()?, Some(-5));
    assert!(constraint.to_string().contains("2i"), "{constraint}");
    let rebuilt = Set::universe(half_plane.space()?)?.add_constraint(constraint.clone())?;
    assert!(rebuilt.is_equal(&half_plane)?);
    Ok(())
}

#[test]
fn constraint_from_scratch() -> Result<()> {
    let context = Context::new();
    let line = Space::set_alloc(&context, 0, 1)?;
    let at_least_three = Constraint::alloc_inequality(LocalSpace::from_space(line.clone())?)?
        .set_coefficient_si(DimType::Set, 0, 1)?
        .set_constant_si(-3)?;
    let ray = Set::universe(line)?.add_constraint(at_least_three)?;
    assert_eq!(ray.to_string(), "{ [i0] : i0 >= 3 }");
    Ok(())
}

#[test]
fn expressions() -> Result<()> {
    let context = Context::new();
    let domain = LocalSpace::from_space(Space::set_alloc(&context, 0, 1)?)?;
    let i = Aff::var_on_domain(domain.clone(), DimType::Set, 0)?;
    let half = i.clone().scale_down_val(Val::from_i64(&context, 2)?)?.floor()?;
    assert_eq!(half.to_string(), "{ [i0] -> [(floor((i0)/2))] }");
    assert_eq!(half.dim(DimType::Div)?, 1);
    assert_eq!(half.div(0)?.denominator_val()?.to_i64()?, Some(2));
    let three = Aff::val_on_domain(domain, Val::from_i64(&context, 3)?)?;
    assert!(three.is_cst()?);
    let smaller = PwAff::from_aff(i)?.min(PwAff::from_aff(three)?)?;
    assert_eq!(smaller.n_piece()?, 2);
    assert_eq!(smaller.foreach_piece()?.len(), 2);
    assert_eq!(smaller.max_val()?.to_string(), "3");
    Ok(())
}

#[test]
fn tuples_of_expressions() -> Result<()> {
    let context = Context::new();
    let swap = MultiAff::read_from_str(&context, "{ A[i, j] -> B[j, i] }")?;
    let parts = vec![swap.aff(0)?, swap.aff(1)?];
    let rebuilt = MultiAff::from_affs(swap.space()?, parts)?;
    assert!(rebuilt.plain_is_equal(&swap)?);
    let graph = Map::from_multi_aff(swap)?;
    let function = PwMultiAff::from_map(graph.clone())?;
    assert_eq!(function.foreach_piece()?.len(), 1);
    let pw_affs = vec![function.pw_aff(0)?, function.pw_aff(1)?];
    let tuple = MultiPwAff::from_pw_affs(function.space()?, pw_affs)?;
    assert!(Map::from_multi_pw_aff(tuple)?.is_equal(&graph)?);
    Ok(())
}

#[test]
fn numbers() -> Result<()> {
    let context = Context::new();
    let ratio = Val::read_from_str(&context, "-7/2")?;
    assert_eq!(ratio.to_i64()?, None);
    assert_eq!(ratio.numerator()?.to_i64()?, Some(-7));
    assert_eq!(ratio.denominator()?.to_i64()?, Some(2));
    assert_eq!(ratio.clone().floor()?.to_i64()?, Some(-4));
    assert_eq!(ratio.sign()?, -1);
    assert_eq!(Val::infty(&context)?.to_i64()?, None);
    for extreme in [i64::MIN, i64::MAX] {
        assert_eq!(Val::from_i64(&context, extreme)?.to_i64()?, Some(extreme));
    }
    let beyond = Val::from_i64(&context, i64::MAX)?.add(Val::from_i64(&context, 1)?)?;
    assert_eq!(beyond.to_i64()?, None);
    assert_eq!(beyond.to_string(), "9223372036854775808");
    Ok(())
}

#[test]
fn spaces_and_parameters() -> Result<()> {
    let context = Context::new();
    let space = Space::params_alloc(&context, 0)?.add_param("n")?.add_param("m")?.add_param("n")?;
    assert_eq!(space.dim(DimType::Param)?, 2);
    assert_eq!(space.find_dim_by_name(DimType::Param, "m")?, Some(1));
    assert_eq!(Id::new(&context, "n")?.name()?, "n");
    let model = set(&context, "[n, m] -> { S[i] }").space()?;
    let aligned = set(&context, "[m] -> { S[i] : i = m }").align_params(model)?;
    assert_eq!(aligned.dim_name(DimType::Param, 0)?.as_deref(), Some("n"));
    Ok(())
}

#[test]
fn matrices() -> Result<()> {
    let context = Context::new();
    let matrix = Mat::from_rows(&context, vec![vec![1, 2], vec![2, 4]])?;
    assert_eq!(matrix.to_string(), "[[1, 2], [2, 4]]");
    assert_eq!(matrix.rank()?, 1);
    let kernel = matrix.clone().right_kernel()?;
    assert_eq!(matrix.product(kernel)?.to_string(), "[[0], [0]]");
    assert!(Mat::from_rows(&context, vec![vec![1], vec![]]).is_err());
    Ok(())
}

/// isl 0.25 merges these into sets that hold more.
#[test]
fn coalescing_adds_no_points() {
    let context = Context::new();
    for text in [
        "{ [x] : 0 <= x <= 1; [x] : x mod 2 = 0 and 0 <= x <= 6 }",
        "{ [x] : 0 <= x <= 1; [x] : x mod 3 = 0 and 0 <= x <= 6 }",
        "[n] -> { [x] : x mod 2 = 0 and 0 <= x <= n; [x] : 0 <= x <= 1 and n >= 1 }",
    ] {
        let set = Set::read_from_str(&context, text).unwrap();
        assert!(set.clone().coalesce().unwrap().is_equal(&set).unwrap(), "{text}");
        let map = set.identity().unwrap();
        assert!(map.clone().coalesce().unwrap().is_equal(&map).unwrap(), "{text}");
        let union = map.to_union_map().unwrap();
        assert!(union.clone().coalesce().unwrap().is_equal(&union).unwrap(), "{text}");
    }
}
