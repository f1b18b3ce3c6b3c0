//! The loop tree that runs instances at given dates, by isl's AST generator.

use crate::bounds::at_least_zero;
use crate::names;
use isl::{
    AstBuild, AstExpr, AstExprKind, AstNode, AstNodeKind, AstOp, DimType, Error, ErrorKind, Id, Set, UnionMap,
};
use polyhedral::expression::LinearForm;
use polyhedral::{Cell, Comparison, Condition, Copy, Expression, Instance, Loop, Node, Program, Scop};
use std::collections::BTreeMap;

/// What the counters of loops with a single iteration stand for.
pub(crate) type Known = BTreeMap<String, Expression>;

/// The tree that executes all instances of `scop` in the order of `schedule` (`{ S[i] -> [t] }`,
/// injective, total), with the loops of the `parallel` dimensions marked. Subscripts are those of the original
/// arrays.
///
/// # Errors
/// isl's, and `Unsupported` for an AST that isn't made of loops, conditions and instances.
pub fn program(scop: &Scop, schedule: &UnionMap, parallel: &[u32]) -> isl::Result<Program> {
    let schedule = schedule.clone().intersect_domain(scop.domain()?)?;
    let visit =
        |name: &str, iterators: Vec<Expression>| Ok(vec![Node::Instance(instance(scop, name, iterators)?)]);
    let options = UnionMap::empty(schedule.space()?)?;
    let body = generated(scop, schedule, options, &visit)?;
    let counters: Vec<_> = parallel.iter().map(|dimension| counter(*dimension)).collect();
    let body = body.into_iter().map(|node| marked(node, &counters)).collect();
    Ok(names::give_user_names(scop, Program { body }))
}

/// What isl makes of `schedule` (`{ S[i] -> [t] }`) with its `options` (`{ [t] -> option[…] }`).
pub(crate) fn generated(
    scop: &Scop,
    schedule: UnionMap,
    options: UnionMap,
    visit: Visit,
) -> isl::Result<Vec<Node>> {
    let made = |schedule: UnionMap, sizes: Set| {
        let context = scop.context.context();
        context.set_ast_build_atomic_upper_bound(true);
        context.set_ast_build_detect_min_max(true);
        let build = AstBuild::from_context(sizes)?
            .set_options(options.clone())?
            .set_iterators(counters(context, &schedule)?)?;
        nodes(visit, &build.node_from_schedule_map(schedule)?, &Known::new())
    };
    let exact = made(schedule.clone(), scop.context.clone())?;
    let Some((wider, hull)) = around_valid_sizes(scop, &schedule)? else { return Ok(exact) };
    let wider = made(wider, hull)?;
    let length = |nodes: &[Node]| Node::instances(nodes).len();
    Ok(if length(&wider) < length(&exact) { wider } else { exact })
}

/// `schedule` (`{ S[i] -> [t] }`) for all sizes in a hull around those that are valid, and that hull, if these are several pieces: of each isl may
/// make a text of its own. At sizes that aren't valid nobody runs the program.
fn around_valid_sizes(scop: &Scop, schedule: &UnionMap) -> isl::Result<Option<(UnionMap, Set)>> {
    if scop.context.basic_sets()?.len() < 2 {
        return Ok(None);
    }
    let hull = scop.context.clone().simple_hull()?.to_set()?;
    let mut all = UnionMap::empty(scop.context.space()?)?;
    for map in schedule.maps()? {
        let name = map.tuple_name(DimType::In)?.unwrap_or_default();
        let whole = map.clone().affine_hull()?.to_map()?;
        let Some((_, statement)) = scop.statement(&name) else { return Ok(None) };
        let domain = statement.domain.clone().intersect_params(hull.clone())?;
        let wider = whole.intersect_domain(domain)?;
        let is_same = wider.is_single_valued()?
            && wider.clone().intersect_params(scop.context.clone())?.is_equal(&map)?;
        all = all.union(if is_same { wider } else { map }.to_union_map()?)?;
    }
    Ok(Some((all, hull)))
}

/// The tree with the outermost loops over one of `counters` as parallel loops.
pub(crate) fn marked(node: Node, counters: &[String]) -> Node {
    let all = |nodes: Vec<Node>| nodes.into_iter().map(|node| marked(node, counters)).collect();
    match node {
        Node::Loop(counted) if counters.contains(&counted.iterator) => {
            let condition = one_comparison(&counted);
            let parallel = condition.is_some();
            Node::Loop(Loop { condition: condition.unwrap_or(counted.condition), parallel, ..counted })
        }
        Node::Loop(counted) => Node::Loop(Loop { body: all(counted.body), ..counted }),
        Node::If { condition, then_body, else_body } => {
            Node::If { condition, then_body: all(then_body), else_body: all(else_body) }
        }
        other => other,
    }
}

/// The loop's condition as one comparison of its counter with a value that the loop doesn't change: OpenMP
/// wants no other.
pub(crate) fn one_comparison(counted: &Loop) -> Option<Condition> {
    let tests = match &counted.condition {
        Condition::And(tests) => tests.clone(),
        test => vec![test.clone()],
    };
    let mut bounds = Vec::new();
    for test in tests {
        let Condition::Compare(relation, Expression::Variable(name), bound) = test else { return None };
        let mut used = std::collections::BTreeSet::new();
        bound.variables(&mut used);
        if name != counted.iterator || used.contains(&name) {
            return None;
        }
        // `i < b` as `i <= b - 1`, so that all bounds mean the same
        bounds.push(match relation {
            Comparison::LessEqual => bound,
            Comparison::Less => (bound - Expression::Constant(1)).simplify(),
            _ => return None,
        });
    }
    let bound = match bounds.len() {
        1 => bounds.pop()?,
        _ => Expression::Minimum(bounds),
    };
    let counter = Expression::variable(&counted.iterator);
    Some(match LinearForm::of(&bound) {
        Some(form) => strict_or_not(Comparison::LessEqual, counter, form),
        None => Condition::Compare(Comparison::LessEqual, counter, bound),
    })
}

/// Loops over `cells` (`{ A[x] }`, its dimensions named) that do `copy`, which is given in these names.
///
/// # Errors
/// As [`program`].
pub fn copies(scop: &Scop, cells: &Set, copy: &Copy) -> isl::Result<Vec<Node>> {
    let dimensions = 0..cells.dim(DimType::Set)?;
    let names = dimensions.map(|position| cells.dim_name(DimType::Set, position));
    let names = names.collect::<isl::Result<Vec<_>>>()?;
    let visit = |_: &str, vector: Vec<Expression>| {
        let value = |name: &str| {
            let position = names.iter().position(|known| known.as_deref() == Some(name))?;
            vector.get(position).cloned()
        };
        let moved = |cell: &Cell| Cell {
            array: cell.array,
            subscripts: cell.subscripts.iter().map(|s| s.substitute(&value).simplify()).collect(),
        };
        Ok(vec![Node::Copy(Copy { from: moved(&copy.from), to: moved(&copy.to) })])
    };
    let context = scop.context.context();
    let cells = cells.clone().intersect_params(scop.context.clone())?;
    // { A[x] -> [x] }
    let schedule = cells.identity()?.reset_tuple_id(DimType::Out)?.to_union_map()?;
    let build = AstBuild::from_context(scop.context.clone())?.set_iterators(counters(context, &schedule)?)?;
    let root = build.node_from_schedule_map(schedule)?;
    let body = nodes(&visit, &root, &Known::new())?;
    Ok(names::give_user_names(scop, Program { body }).body)
}

/// What stands for a call `S(i, j)`: from its name and its arguments.
pub(crate) type Visit<'a> = &'a dyn Fn(&str, Vec<Expression>) -> isl::Result<Vec<Node>>;

pub(crate) fn nodes(visit: Visit, node: &AstNode, known: &Known) -> isl::Result<Vec<Node>> {
    match node.kind()? {
        AstNodeKind::Block => {
            let mut all = Vec::new();
            for child in node.block_children()? {
                all.extend(nodes(visit, &child, known)?);
            }
            Ok(all)
        }
        AstNodeKind::For if node.for_is_degenerate()? => {
            let iterator = identifier(&node.for_iterator()?)?;
            let value = expression(&node.for_init()?, known)?;
            let mut known = known.clone();
            known.insert(iterator, value);
            nodes(visit, &node.for_body()?, &known)
        }
        AstNodeKind::For => Ok(vec![Node::Loop(counted_loop(visit, node, known)?)]),
        AstNodeKind::If => {
            let condition = condition(&node.if_cond()?, known)?;
            let then_body = nodes(visit, &node.if_then()?, known)?;
            let else_body = match node.if_else()? {
                Some(otherwise) => nodes(visit, &otherwise, known)?,
                None => vec![],
            };
            Ok(vec![chosen(condition, then_body, else_body)])
        }
        AstNodeKind::User => user(visit, &node.user_expr()?, known),
        AstNodeKind::Mark => nodes(visit, &node.mark_node()?, known),
        AstNodeKind::Error => Err(unsupported("an erroneous AST node")),
    }
}

/// An `if`; where what runs otherwise begins with the same under another condition, under both: isl tells `j < i` and `j > i` apart.
fn chosen(condition: Condition, then_body: Vec<Node>, mut else_body: Vec<Node>) -> Node {
    if let [Node::If { condition: other, then_body: same, else_body: rest }] = &mut else_body[..]
        && *same == then_body
        && let Some(condition) = differ(&condition, other)
    {
        return Node::If { condition, then_body, else_body: std::mem::take(rest) };
    }
    Node::If { condition, then_body, else_body }
}

/// That two values differ, if one of two comparisons says that one is less, and the other that it is more.
fn differ(one: &Condition, other: &Condition) -> Option<Condition> {
    let (one, other) = (at_least_zero(one)?, at_least_zero(other)?);
    let sum = LinearForm::of(&(one.clone().into_expression() + other.into_expression()))?;
    if sum.into_expression().constant() != Some(-2) {
        return None;
    }
    let side = |sign: i64| {
        let constant = (sign * (one.constant + 1)).max(0);
        let terms = one.terms.iter().filter(|(_, factor)| sign * *factor > 0);
        let term = |(name, factor): &(String, i64)| {
            Expression::Multiply(
                Box::new(Expression::Constant(sign * factor)),
                Box::new(Expression::variable(name)),
            )
        };
        terms.map(term).fold(Expression::Constant(constant), |sum, term| sum + term).simplify()
    };
    Some(Condition::Compare(Comparison::NotEqual, side(1), side(-1)))
}

fn counted_loop(visit: Visit, node: &AstNode, known: &Known) -> isl::Result<Loop> {
    let step = expression(&node.for_inc()?, known)?.constant();
    Ok(Loop {
        iterator: identifier(&node.for_iterator()?)?,
        initial: expression(&node.for_init()?, known)?.simplify(),
        condition: condition(&node.for_cond()?, known)?,
        step: step.ok_or_else(|| unsupported("a step that isn't constant"))?,
        parallel: false,
        body: nodes(visit, &node.for_body()?, known)?,
        line: 0,
    })
}

fn user(visit: Visit, call: &AstExpr, known: &Known) -> isl::Result<Vec<Node>> {
    let arguments = call.op_args()?;
    let (name, vector) = arguments.split_first().ok_or_else(|| unsupported("an empty call"))?;
    let vector = vector.iter().map(|e| Ok(expression(e, known)?.simplify()));
    visit(&identifier(name)?, vector.collect::<isl::Result<Vec<_>>>()?)
}

/// The instance of the statement called `name` at `iterators`.
pub(crate) fn instance(scop: &Scop, name: &str, iterators: Vec<Expression>) -> isl::Result<Instance> {
    let (statement, declared) = scop.statement(name).ok_or_else(|| unsupported("an unknown statement"))?;
    let value = |name: &str| {
        let position = declared.iterators.iter().position(|i| i.name == name)?;
        Some(iterators[position].clone())
    };
    let cell =
        |subscripts: &Vec<Expression>| subscripts.iter().map(|s| s.substitute(&value).simplify()).collect();
    let subscripts = declared.accesses.iter().map(|access| cell(&access.subscripts)).collect();
    Ok(Instance { statement, iterators, subscripts })
}

pub(crate) fn expression(node: &AstExpr, known: &Known) -> isl::Result<Expression> {
    match node.kind()? {
        AstExprKind::Int => {
            let value = node.val()?.to_i64()?;
            Ok(value.ok_or_else(|| unsupported("a number that doesn't fit"))?.into())
        }
        AstExprKind::Id => {
            let name = identifier(node)?;
            Ok(known.get(&name).cloned().unwrap_or(Expression::Variable(name)))
        }
        AstExprKind::Op => operation(node, known),
    }
}

fn operation(node: &AstExpr, known: &Known) -> isl::Result<Expression> {
    let arguments = node.op_args()?;
    let all = || arguments.iter().map(|a| expression(a, known)).collect::<isl::Result<Vec<_>>>();
    let pair = |make: fn(Box<Expression>, Box<Expression>) -> Expression| {
        let [left, right] = &arguments[..] else { return Err(unsupported("a lone operand")) };
        Ok(make(Box::new(expression(left, known)?), Box::new(expression(right, known)?)))
    };
    match node.op_type()? {
        AstOp::Max => Ok(Expression::Maximum(all()?)),
        AstOp::Min => Ok(Expression::Minimum(all()?)),
        AstOp::Minus => {
            let operand = all()?.pop().ok_or_else(|| unsupported("a lone operator"))?;
            Ok(Expression::Negate(Box::new(operand)))
        }
        AstOp::Add => pair(Expression::Add),
        AstOp::Sub => pair(Expression::Subtract),
        AstOp::Mul => pair(Expression::Multiply),
        AstOp::Div | AstOp::PdivQ => pair(Expression::FloorDivide),
        AstOp::FdivQ => pair(floor_divide),
        AstOp::PdivR | AstOp::ZdivR => pair(Expression::Modulo),
        AstOp::Cond | AstOp::Select => {
            let [test, then, otherwise] = &arguments[..] else {
                return Err(unsupported("a condition without branches"));
            };
            Ok(Expression::Select(
                Box::new(condition(test, known)?),
                Box::new(expression(then, known)?),
                Box::new(expression(otherwise, known)?),
            ))
        }
        other => Err(unsupported(&format!("{other:?} as an integer"))),
    }
}

/// Floor division of any dividend by divisions of non-negative ones only, as C rounds towards 0.
fn floor_divide(dividend: Box<Expression>, divisor: Box<Expression>) -> Expression {
    let zero = Expression::Constant(0);
    let one = Expression::Constant(1);
    let negative = Condition::Compare(Comparison::Less, (*dividend).clone(), zero);
    let rounded_up = ((*divisor).clone() - one - (*dividend).clone()).simplify();
    let below = Expression::FloorDivide(Box::new(rounded_up), divisor.clone());
    Expression::Select(
        Box::new(negative),
        Box::new(Expression::Negate(Box::new(below))),
        Box::new(Expression::FloorDivide(dividend, divisor)),
    )
}

pub(crate) fn condition(node: &AstExpr, known: &Known) -> isl::Result<Condition> {
    if node.kind()? == AstExprKind::Int {
        let value = node.val()?.to_i64()?;
        return Ok(Condition::Constant(value != Some(0)));
    }
    let arguments = node.op_args()?;
    let all = || arguments.iter().map(|a| condition(a, known)).collect::<isl::Result<Vec<_>>>();
    let compare = |relation: Comparison| {
        let [left, right] = &arguments[..] else { return Err(unsupported("a lone operand")) };
        Ok(comparison(relation, &expression(left, known)?, &expression(right, known)?))
    };
    match node.op_type()? {
        AstOp::And | AstOp::AndThen => Ok(Condition::And(flatten(all()?, true))),
        AstOp::Or | AstOp::OrElse => Ok(Condition::Or(flatten(all()?, false))),
        AstOp::Eq => compare(Comparison::Equal),
        AstOp::Le => compare(Comparison::LessEqual),
        AstOp::Lt => compare(Comparison::Less),
        AstOp::Ge => compare(Comparison::GreaterEqual),
        AstOp::Gt => compare(Comparison::Greater),
        other => Err(unsupported(&format!("{other:?} as a condition"))),
    }
}

/// `a && (b && c)` as `a && b && c`.
fn flatten(list: Vec<Condition>, conjunction: bool) -> Vec<Condition> {
    let operands = |c| match c {
        Condition::And(inner) if conjunction => inner,
        Condition::Or(inner) if !conjunction => inner,
        other => vec![other],
    };
    list.into_iter().flat_map(operands).collect()
}

/// The comparison as one writes it: `j < N` rather than `j <= N - 1` or `N >= j + 1`, and one
/// comparison each rather than one with a minimum.
fn comparison(relation: Comparison, left: &Expression, right: &Expression) -> Condition {
    let (left, right) = (left.simplify(), right.simplify());
    if let (Comparison::LessEqual | Comparison::Less, Expression::Minimum(bounds)) = (relation, &right) {
        return Condition::And(bounds.iter().map(|bound| comparison(relation, &left, bound)).collect());
    }
    let difference = LinearForm::of(&(left.clone() - right.clone()));
    difference.and_then(|form| solved(relation, form)).unwrap_or(Condition::Compare(relation, left, right))
}

/// `form relation 0` with the innermost counter alone on the left, if its coefficient is 1 or -1.
fn solved(relation: Comparison, form: LinearForm) -> Option<Condition> {
    let counters = form.terms.iter().filter(|(name, c)| is_counter(name) && c.abs() == 1);
    let (name, coefficient) = counters.max_by_key(|(name, _)| (name.len(), name.clone()))?.clone();
    Some(solved_for(&name, coefficient, relation, &form))
}

/// `form relation 0` with one of its variables, of which the coefficient is 1 or -1, alone on the left.
pub(crate) fn solved_for(name: &str, coefficient: i64, relation: Comparison, form: &LinearForm) -> Condition {
    let terms = form.terms.iter().filter(|(other, _)| other != name);
    let rest = LinearForm {
        terms: terms.map(|(other, factor)| (other.clone(), -factor * coefficient)).collect(),
        constant: -form.constant * coefficient,
    };
    let relation = if coefficient > 0 { relation } else { relation.mirrored() };
    strict_or_not(relation, Expression::variable(name), rest)
}

/// `i < N`, not `i <= N - 1`; `i > N`, not `i >= N + 1`; but `i >= 2`.
pub(crate) fn strict_or_not(relation: Comparison, counter: Expression, mut bound: LinearForm) -> Condition {
    let is_number = bound.terms.is_empty();
    let relation = match relation {
        Comparison::LessEqual if bound.constant < 0 || is_number => {
            bound.constant += 1;
            Comparison::Less
        }
        Comparison::GreaterEqual if bound.constant > 0 && !is_number => {
            bound.constant -= 1;
            Comparison::Greater
        }
        other => other,
    };
    Condition::Compare(relation, counter, bound.into_expression())
}

/// Counters are `$0`, `$1`, … until they get the user's names: no C identifier is.
fn is_counter(name: &str) -> bool {
    name.starts_with('$')
}

pub(crate) fn counter(level: u32) -> String {
    format!("${level}")
}

pub(crate) fn counters(context: &isl::Context, schedule: &UnionMap) -> isl::Result<Vec<Id>> {
    let lengths = schedule.maps()?.into_iter().map(|map| map.dim(DimType::Out));
    let depth = lengths.collect::<isl::Result<Vec<_>>>()?.into_iter().max().unwrap_or(0);
    (0..depth).map(|level| Id::new(context, &counter(level))).collect()
}

fn identifier(node: &AstExpr) -> isl::Result<String> {
    node.id()?.name()
}

fn unsupported(what: &str) -> Error {
    Error { kind: ErrorKind::Unsupported, message: format!("AST generation gave {what}") }
}
