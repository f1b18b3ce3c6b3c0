//! Code generation.

use isl::{AstBuild, AstExprKind, AstNodeKind, AstOp, Context, Id, PwAff, Result, Set, UnionMap};

#[test]
fn a_loop_nest_is_generated_in_the_order_of_the_schedule() -> Result<()> {
    let context = Context::new();
    let schedule = "[n] -> { S[i, j] -> [j, i] : 0 <= i < n and 0 <= j < 5 }";
    let schedule = UnionMap::read_from_str(&context, schedule)?;
    let build = AstBuild::from_context(Set::read_from_str(&context, "[n] -> { : n > 0 }")?)?
        .set_iterators(vec![Id::new(&context, "x")?, Id::new(&context, "y")?])?;
    let outer = build.node_from_schedule_map(schedule)?;
    assert_eq!(outer.kind()?, AstNodeKind::For);
    assert_eq!(outer.for_iterator()?.to_string(), "x");
    assert_eq!(outer.for_init()?.val()?.to_i64()?, Some(0));
    assert_eq!(outer.for_cond()?.to_string(), "x <= 4");
    let inner = outer.for_body()?;
    assert_eq!(inner.for_cond()?.op_type()?, AstOp::Lt);
    let call = inner.for_body()?.user_expr()?;
    assert_eq!(call.to_string(), "S(y, x)");
    assert_eq!(call.op_type()?, AstOp::Call);
    let args = call.op_args()?;
    assert_eq!(args[0].kind()?, AstExprKind::Id);
    assert_eq!(args[0].id()?.name()?, "S");
    assert!(outer.to_C_str()?.starts_with("for (int x = 0; x <= 4; x += 1)"), "{outer}");
    Ok(())
}

#[test]
fn conditionals_have_branches() -> Result<()> {
    let context = Context::new();
    context.set_ast_build_allow_else(true);
    let schedule = "[n] -> { A[] -> [0] : n > 5; B[] -> [0] : n <= 5 }";
    let build = AstBuild::from_context(Set::read_from_str(&context, "{ : }")?)?;
    let node = build.node_from_schedule_map(UnionMap::read_from_str(&context, schedule)?)?;
    assert_eq!(node.kind()?, AstNodeKind::If);
    assert_eq!(node.if_then()?.kind()?, AstNodeKind::User);
    assert!(node.if_else()?.is_some());
    Ok(())
}

#[test]
fn sequences_have_children() -> Result<()> {
    let context = Context::new();
    let schedule = UnionMap::read_from_str(&context, "{ A[] -> [0]; B[] -> [1] }")?;
    let build = AstBuild::from_context(Set::read_from_str(&context, "{ : }")?)?;
    let block = build.node_from_schedule_map(schedule)?;
    assert_eq!(block.kind()?, AstNodeKind::Block);
    let children = block.block_children()?;
    assert_eq!(children.len(), 2);
    assert_eq!(children[1].user_expr()?.to_string(), "B()");
    Ok(())
}

#[test]
fn options_change_expressions() -> Result<()> {
    let context = Context::new();
    let quotient = PwAff::read_from_str(&context, "[n] -> { [(floor(n / 4))] }")?;
    let build = || AstBuild::from_context(Set::read_from_str(&context, "[n] -> { : n >= 0 }")?);
    context.set_ast_build_prefer_pdiv(true);
    assert_eq!(build()?.expr_from_pw_aff(quotient.clone())?.op_type()?, AstOp::PdivQ);
    context.set_ast_build_prefer_pdiv(false);
    assert_eq!(build()?.expr_from_pw_aff(quotient)?.op_type()?, AstOp::FdivQ);
    Ok(())
}

/// isl has no bound to start the loop from.
#[test]
fn an_unbounded_domain_is_an_error() -> Result<()> {
    let context = Context::new();
    let schedule = UnionMap::read_from_str(&context, "{ S[i] -> [i, i] }")?;
    let build = AstBuild::from_context(Set::read_from_str(&context, "{ : }")?)?;
    let error = build.node_from_schedule_map(schedule).unwrap_err();
    assert!(error.message.contains("unbounded"), "{error}");
    Ok(())
}
