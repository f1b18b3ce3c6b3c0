//! Loop nests in tiles.
//!
//! isl generates the loops over tiles only, from a convex set around all tiles that hold anything. Inside a tile
//! run the program's own loops, each of whose counters is kept to the tile: a coordinate of the tile that is a
//! counter, plus or minus what the loops around fix, bounds that loop; other coordinates, as those of the border
//! of a grid that has statements of its own, become conditions as far out as they can be tested. So innermost
//! loops stay what they were, with other bounds.

use crate::bounds::bounds;
use crate::generate;
use isl::{AstBuild, DimType, Error, ErrorKind, Map, Set, Space, Val};
use polyhedral::expression::LinearForm;
use polyhedral::{Comparison, Condition, Expression, Loop, Node, Program, Scop, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// The number of coordinates that make a front.
const FRONT: usize = 2;

/// A loop nest and its tiles.
#[derive(Clone, Copy, Debug)]
pub struct Tiles<'a> {
    /// Per statement in the nest `{ S[i] -> [x] }`: a tile is a box in these coordinates.
    pub coordinates: &'a BTreeMap<StatementId, Map>,
    /// The number of loops around the nest.
    pub depth: usize,
    /// The sizes of a tile, one per coordinate.
    pub sizes: &'a [i64],
    /// How far tiles move along each coordinate for each step that they begin later along the first one.
    pub moves: &'a [i64],
    /// Whether tiles run in fronts (the sum of their numbers along the first two coordinates), in a front those
    /// with another number in parallel.
    pub in_fronts: bool,
}

/// The program of `scop` with the loop nests of `tiles` in tiles.
///
/// # Errors
/// isl's, and `Unsupported` for nests that aren't loops of the program.
pub fn program(scop: &Scop, tiles: &[Tiles]) -> isl::Result<Program> {
    let mut body = scop.program.body.clone();
    for nest in tiles {
        let wanted: BTreeSet<StatementId> = nest.coordinates.keys().copied().collect();
        let mut found = false;
        body = replaced(&body, &wanted, nest.depth, &mut |node| {
            found = true;
            nest.loops(scop, node)
        })?;
        if !found {
            return Err(unsupported("a nest that isn't a loop"));
        }
    }
    let body = crate::multiples::simplified(body);
    Ok(crate::names::give_user_names(scop, Program { body }))
}

/// `nodes` with the loop at `depth` that holds the statements `wanted` replaced.
fn replaced(
    nodes: &[Node],
    wanted: &BTreeSet<StatementId>,
    depth: usize,
    replacement: &mut dyn FnMut(&Node) -> isl::Result<Vec<Node>>,
) -> isl::Result<Vec<Node>> {
    let mut all = Vec::new();
    for node in nodes {
        match node {
            Node::Loop(_) if depth == 0 && Node::statements(std::slice::from_ref(node)) == *wanted => {
                all.extend(replacement(node)?);
            }
            Node::Loop(counted) if depth > 0 => {
                let body = replaced(&counted.body, wanted, depth - 1, replacement)?;
                all.push(Node::Loop(Loop { body, ..counted.clone() }));
            }
            Node::If { condition, then_body, else_body } => all.push(Node::If {
                condition: condition.clone(),
                then_body: replaced(then_body, wanted, depth, replacement)?,
                else_body: replaced(else_body, wanted, depth, replacement)?,
            }),
            other => all.push(other.clone()),
        }
    }
    Ok(all)
}

impl Tiles<'_> {
    /// The loops over tiles, around `nest` kept to the tile.
    fn loops(&self, scop: &Scop, nest: &Node) -> isl::Result<Vec<Node>> {
        let forms = self.coordinates.iter().map(|(s, map)| Ok((*s, forms(scop, *s, map)?)));
        let forms = forms.collect::<isl::Result<BTreeMap<_, _>>>()?;
        // { Tile[o] -> [t] }
        let numbers = self.numbers(scop)?;
        let schedule = self.schedule(numbers)?.to_union_map()?;
        let context = scop.context.context();
        let build = AstBuild::from_context(scop.context.clone())?
            .set_iterators(generate::counters(context, &schedule)?)?;
        let root = build.node_from_schedule_map(schedule)?;
        let visit = |_: &str, numbers: Vec<Expression>| {
            let times = |(number, size): (&Expression, &i64)| {
                Expression::Multiply(Box::new((*size).into()), Box::new(number.clone())).simplify()
            };
            let origin: Vec<_> = numbers.iter().zip(&self.units()).map(times).collect();
            let origin = origin.iter().zip(self.moves).map(|(own, moves)| moved(own, *moves, &origin[0]));
            let origin = origin.collect();
            let tile = Tile { forms: &forms, origin, sizes: self.sizes };
            tile.kept(nest, &tile.all_pending(), &BTreeSet::new())
        };
        let body = generate::nodes(&visit, &root, &generate::Known::new())?;
        let parallel = if self.in_fronts { vec![generate::counter(1)] } else { vec![] };
        let body = body.into_iter().map(|node| begun_late(node, &BTreeMap::new()));
        Ok(body.map(|node| generate::marked(node, &parallel)).collect())
    }

    /// `{ Tile[o] }`: where tiles begin that may hold anything, in [`Tiles::units`].
    fn numbers(&self, scop: &Scop) -> isl::Result<Set> {
        let mut points: Option<Set> = None;
        for (statement, map) in self.coordinates {
            let domain = scop.statements[*statement].domain.clone().intersect_params(scop.context.clone())?;
            let own = domain.apply(map.clone())?;
            points = Some(match points {
                Some(points) => points.union(own)?,
                None => own,
            });
        }
        let points = points.ok_or_else(|| unsupported("a nest without statements"))?;
        let hull = points.coalesce()?.remove_divs()?.simple_hull()?;
        if !hull.is_bounded()? {
            return Err(unsupported("a nest without bounds"));
        }
        let space = hull.space()?;
        let still = hull.to_set()?.apply(self.without_moves(&space)?)?;
        // { [x] -> [o] : o <= x + move <= o + size - 1 }, for all moves within a tile
        let sizes = self.sizes.iter().zip(self.moves);
        let around = (0..).zip(sizes).try_fold(universe(&space)?, |map, (dimension, (size, moves))| {
            let most = moves * (self.sizes[0] - 1);
            at_most(
                at_most(map, dimension, (DimType::Out, DimType::In), most)?,
                dimension,
                (DimType::In, DimType::Out),
                size - 1,
            )
        })?;
        let begins = still.apply(around)?.remove_divs()?.coalesce()?;
        let aligned = self.multiples(&space, self.sizes)?.range()?.intersect(begins)?;
        let tiles = self.multiples(&space, &self.units())?.intersect_range(aligned)?.domain()?;
        tiles.set_tuple_name("Tile")
    }

    /// `{ [x] -> [x - moves * x0] }`
    fn without_moves(&self, space: &Space) -> isl::Result<Map> {
        let along = |dimension| {
            let local = isl::LocalSpace::from_space(space.clone())?;
            isl::Aff::var_on_domain(local, DimType::Set, dimension)
        };
        let still = |(dimension, moves): (u32, &i64)| {
            along(dimension)?.sub(along(0)?.scale_val(value(space, *moves)?)?)
        };
        let still = (0..).zip(self.moves).map(still).collect::<isl::Result<Vec<_>>>()?;
        isl::MultiAff::from_affs(space.clone().map_from_set()?, still)?.to_map()
    }

    /// What a coordinate of a tile counts: in fronts, the first two count tiles.
    fn units(&self) -> Vec<i64> {
        let counted = if self.in_fronts { FRONT } else { 0 };
        let unit = |(position, size): (usize, &i64)| if position < counted { *size } else { 1 };
        self.sizes.iter().enumerate().map(unit).collect()
    }

    /// `{ [q] -> [factor * q] }`
    fn multiples(&self, space: &Space, factors: &[i64]) -> isl::Result<Map> {
        let scale = |(dimension, factor): (u32, &i64)| {
            let local = isl::LocalSpace::from_space(space.clone())?;
            isl::Aff::var_on_domain(local, DimType::Set, dimension)?.scale_val(value(space, *factor)?)
        };
        let multiples = (0..).zip(factors).map(scale).collect::<isl::Result<Vec<_>>>()?;
        isl::MultiAff::from_affs(space.clone().map_from_set()?, multiples)?.to_map()
    }

    /// `{ Tile[o] -> [t] }`
    fn schedule(&self, tiles: Set) -> isl::Result<Map> {
        let space = tiles.space()?;
        let local = isl::LocalSpace::from_space(space.clone())?;
        let along = |dimension| isl::Aff::var_on_domain(local.clone(), DimType::Set, dimension);
        let mut dates = (0..space.dim(DimType::Set)?).map(along).collect::<isl::Result<Vec<_>>>()?;
        if self.in_fronts {
            dates[0] = dates[0].clone().add(dates[1].clone())?;
        }
        let range = space.clone().params()?.add_unnamed_tuple_ui(dates.len() as u32)?;
        let functions = isl::MultiAff::from_affs(space.map_from_domain_and_range(range)?, dates)?;
        functions.to_map()?.intersect_domain(tiles)
    }
}

/// One tile, in the counters of the loops over tiles.
struct Tile<'a> {
    /// Per statement its coordinates.
    forms: &'a BTreeMap<StatementId, Vec<LinearForm>>,
    /// Where the tile begins.
    origin: Vec<Expression>,
    sizes: &'a [i64],
}

/// Per statement the coordinates that nothing keeps to the tile yet.
type Pending = BTreeMap<StatementId, BTreeSet<usize>>;

impl Tile<'_> {
    fn all_pending(&self) -> Pending {
        self.forms.iter().map(|(statement, forms)| (*statement, (0..forms.len()).collect())).collect()
    }

    /// `node` without what lies outside of the tile; the counters around are `known`.
    fn kept(&self, node: &Node, pending: &Pending, known: &BTreeSet<String>) -> isl::Result<Vec<Node>> {
        let all = |nodes: &[Node], pending: &Pending, known: &BTreeSet<String>| -> isl::Result<Vec<Node>> {
            let kept = nodes.iter().map(|node| self.kept(node, pending, known));
            Ok(merged(kept.collect::<isl::Result<Vec<_>>>()?.concat()))
        };
        Ok(match node {
            Node::Loop(counted) => {
                let (guard, pending) = self.decided(counted, pending, known);
                let (bounded, pending) = self.bounded(counted, &pending, known)?;
                let mut known = known.clone();
                known.insert(counted.iterator.clone());
                let body = all(&counted.body, &pending, &known)?;
                guarded(guard, vec![Node::Loop(countable(Loop { body, ..bounded }))])
            }
            Node::If { condition, then_body, else_body } => vec![Node::If {
                condition: condition.clone(),
                then_body: all(then_body, pending, known)?,
                else_body: all(else_body, pending, known)?,
            }],
            Node::Instance(instance) => {
                let pending = &pending[&instance.statement];
                let tests = pending.iter().map(|k| self.test(*k, &self.forms[&instance.statement][*k]));
                guarded(tests.flatten().collect(), vec![node.clone()])
            }
            Node::Sections(_) | Node::Copy(_) => vec![node.clone()],
        })
    }

    /// The tests that can be made before `counted`, for all statements in it, and what they leave.
    fn decided(
        &self,
        counted: &Loop,
        pending: &Pending,
        known: &BTreeSet<String>,
    ) -> (Vec<Condition>, Pending) {
        let inside = Node::statements(&counted.body);
        let counters = Node::counters(&counted.body);
        let (mut tests, mut left) = (Vec::new(), pending.clone());
        for dimension in 0..self.sizes.len() {
            let forms = self.forms_of(&inside, dimension, pending);
            let Some((first, others)) = forms.split_first() else { continue };
            let is_known =
                |name: &str| known.contains(name) || !(counters.contains(name) || name == counted.iterator);
            let is_decided = first.terms.iter().all(|(name, _)| is_known(name));
            if is_decided && forms.len() == inside.len() && others.iter().all(|form| form == first) {
                tests.extend(self.test(dimension, first));
                inside.iter().for_each(|s| {
                    left.entry(*s).or_default().remove(&dimension);
                });
            }
        }
        (tests, left)
    }

    /// `counted` with bounds for the coordinates that its counter decides, and what they leave. A loop that
    /// would run from end to end in each tile is an error.
    fn bounded(
        &self,
        counted: &Loop,
        pending: &Pending,
        known: &BTreeSet<String>,
    ) -> isl::Result<(Loop, Pending)> {
        let (inside, inner) = (Node::statements(&counted.body), Node::counters(&counted.body));
        let is_known = |name: &str| known.contains(name) || !inner.contains(name);
        let mut left = pending.clone();
        let mut ranges = Vec::new();
        for dimension in 0..self.sizes.len() {
            let forms = self.forms_of(&inside, dimension, pending);
            let is_decided = |form: &&LinearForm| {
                let mut others = form.terms.iter().filter(|(name, _)| *name != counted.iterator);
                form.coefficient(&counted.iterator) != 0 && others.all(|(name, _)| is_known(name))
            };
            if forms.len() < inside.len() || !forms.iter().all(is_decided) {
                continue;
            }
            let range = Range::of(&forms, &counted.iterator, &is_known);
            let range = range.ok_or_else(|| unsupported("a loop that a tile would not bound"))?;
            ranges.push(range.of_counter(self.origin[dimension].clone(), self.last(dimension)));
            if range.is_exact() {
                inside.iter().for_each(|s| {
                    left.entry(*s).or_default().remove(&dimension);
                });
            }
        }
        let within = if ranges.is_empty() { Some(counted.clone()) } else { within(counted, ranges) };
        Ok((within.ok_or_else(|| unsupported("a loop with such a condition or step"))?, left))
    }

    /// The coordinates of those of `statements` for which `dimension` is pending.
    fn forms_of(
        &self,
        statements: &BTreeSet<StatementId>,
        dimension: usize,
        pending: &Pending,
    ) -> Vec<&LinearForm> {
        let is_pending = |s: &&StatementId| pending[*s].contains(&dimension);
        statements.iter().filter(is_pending).map(|s| &self.forms[s][dimension]).collect()
    }

    /// That a coordinate lies in the tile. What is added to a counter is taken from the tile's bounds instead,
    /// which are wide enough.
    fn test(&self, dimension: usize, form: &LinearForm) -> [Condition; 2] {
        let (first, last) = (self.origin[dimension].clone(), self.last(dimension));
        let (left, first, last) = match form.terms.iter().find(|(_, coefficient)| *coefficient == 1) {
            Some((name, _)) => {
                let rest = LinearForm {
                    terms: form.terms.iter().filter(|(other, _)| other != name).cloned().collect(),
                    constant: form.constant,
                };
                let rest = rest.into_expression();
                (Expression::variable(name), first - rest.clone(), last - rest)
            }
            None => (form.clone().into_expression(), first, last),
        };
        [
            Condition::Compare(Comparison::GreaterEqual, left.clone(), first.simplify()),
            Condition::Compare(Comparison::LessEqual, left, last.simplify()),
        ]
    }

    /// The last value of a coordinate in the tile.
    fn last(&self, dimension: usize) -> Expression {
        (self.origin[dimension].clone() + Expression::Constant(self.sizes[dimension] - 1)).simplify()
    }
}

/// `counter * sign + rest + c` for all constants c between two.
struct Range {
    sign: i64,
    rest: LinearForm,
    least: i64,
    most: i64,
}

impl Range {
    /// The range of `forms` that differ in constants only and have no other unknown than `counter`.
    fn of(forms: &[&LinearForm], counter: &str, is_known: &dyn Fn(&str) -> bool) -> Option<Self> {
        let rest = |form: &LinearForm| {
            let mut terms: Vec<_> = form.terms.iter().filter(|(name, _)| name != counter).cloned().collect();
            terms.sort();
            LinearForm { terms, constant: 0 }
        };
        let first = forms.first()?;
        let (sign, common) = (first.coefficient(counter), rest(first));
        let is_same = |form: &&LinearForm| form.coefficient(counter) == sign && rest(form) == common;
        let is_fit = sign.abs() == 1 && common.terms.iter().all(|(name, _)| is_known(name));
        let constants = || forms.iter().map(|form| form.constant);
        (is_fit && forms.iter().all(is_same)).then_some(Range {
            sign,
            rest: common,
            least: constants().min()?,
            most: constants().max()?,
        })
    }

    /// Whether all forms are one.
    fn is_exact(&self) -> bool {
        self.least == self.most
    }

    /// The values of the counter at which some form lies between `from` and `to`.
    fn of_counter(&self, from: Expression, to: Expression) -> (Expression, Expression) {
        let rest = self.rest.clone().into_expression();
        let plus = |constant: i64| rest.clone() + Expression::Constant(constant);
        let (first, last) = match self.sign {
            1 => (from - plus(self.most), to - plus(self.least)),
            _ => (plus(self.least) - to, plus(self.most) - from),
        };
        (first.simplify(), last.simplify())
    }
}

/// `nodes` where all `tests` hold.
fn guarded(mut tests: Vec<Condition>, nodes: Vec<Node>) -> Vec<Node> {
    let condition = match tests.len() {
        0 => return nodes,
        1 => tests.remove(0),
        _ => Condition::And(tests),
    };
    vec![Node::If { condition, then_body: nodes, else_body: vec![] }]
}

/// Neighbours that the same condition guards, under one `if`: no statement changes what it is about.
fn merged(nodes: Vec<Node>) -> Vec<Node> {
    let mut all: Vec<Node> = Vec::new();
    for node in nodes {
        match (all.last_mut(), node) {
            (
                Some(Node::If { condition: before, then_body, else_body }),
                Node::If { condition, then_body: more, else_body: none },
            ) if *before == condition && else_body.is_empty() && none.is_empty() => then_body.extend(more),
            (_, node) => all.push(node),
        }
    }
    all
}

/// The iterations of `counted` in all of `ranges`; `None` for loops whose condition isn't a bound.
fn within(counted: &Loop, ranges: Vec<(Expression, Expression)>) -> Option<Loop> {
    let mut bounds = bounds(counted)?;
    let (first, last): (Vec<_>, Vec<_>) = ranges.into_iter().unzip();
    let starts = |more: Vec<Expression>| [vec![counted.initial.clone()], more].concat();
    let (initial, relation) = match counted.step {
        -1 => {
            bounds.extend(first);
            (Expression::Minimum(starts(last)), Comparison::GreaterEqual)
        }
        step if step > 0 => {
            bounds.extend(last);
            (on_step(&counted.initial, step, Expression::Maximum(starts(first))), Comparison::LessEqual)
        }
        _ => return None,
    };
    let counter = Expression::variable(&counted.iterator);
    let mut tests: Vec<_> = bounds.into_iter().map(|b| as_written(relation, counter.clone(), b)).collect();
    tests.dedup();
    Some(Loop { initial: initial.simplify(), condition: Condition::And(tests), ..counted.clone() })
}

/// The first value from `least` on, which is at least `initial`, that is whole steps behind `initial`.
fn on_step(initial: &Expression, step: i64, least: Expression) -> Expression {
    if step == 1 {
        return least;
    }
    let step = Box::new(Expression::Constant(step));
    let behind = least - initial.clone() + Expression::Constant(step.constant().unwrap_or(1) - 1);
    let steps = Expression::FloorDivide(Box::new(behind), step.clone());
    initial.clone() + Expression::Multiply(step, Box::new(steps))
}

/// `i < n` rather than `i <= n - 1`.
fn as_written(relation: Comparison, counter: Expression, bound: Expression) -> Condition {
    match LinearForm::of(&bound) {
        Some(form) => generate::strict_or_not(relation, counter, form),
        None => Condition::Compare(relation, counter, bound),
    }
}

/// An innermost loop with one bound, so that compilers can tell how often it runs.
fn countable(counted: Loop) -> Loop {
    let Some(mut bounds) = bounds(&counted).filter(|_| Node::counters(&counted.body).is_empty()) else {
        return counted;
    };
    bounds.dedup();
    if bounds.len() < 2 {
        return counted;
    }
    let (bound, relation) = match counted.step > 0 {
        true => (Expression::Minimum(bounds), Comparison::LessEqual),
        false => (Expression::Maximum(bounds), Comparison::GreaterEqual),
    };
    let condition = Condition::Compare(relation, Expression::variable(&counted.iterator), bound);
    Loop { condition, ..counted }
}

/// The coordinates of `statement` (`{ S[i] -> [x] }`) in its iterators.
fn forms(scop: &Scop, statement: StatementId, map: &Map) -> isl::Result<Vec<LinearForm>> {
    let iterators = &scop.statements[statement].iterators;
    // on the whole space: a stride of the domain would let isl write one iterator in terms of another
    let map = map.clone().remove_divs()?;
    if !map.is_single_valued()? {
        return Err(unsupported("a coordinate with a division"));
    }
    let form = |dimension| {
        let pieces = map.clone().dim_max(dimension)?.foreach_piece()?;
        let [(_, function)] = &pieces[..] else { return Err(unsupported("a piecewise coordinate")) };
        for division in 0..function.dim(DimType::Div)? {
            if integer(&function.coefficient_val(DimType::Div, division)?)? != 0 {
                return Err(unsupported("a coordinate with a division"));
            }
        }
        let mut form = LinearForm { terms: vec![], constant: integer(&function.constant_val()?)? };
        for (position, iterator) in (0..).zip(iterators) {
            form.terms
                .push((iterator.name.clone(), integer(&function.coefficient_val(DimType::In, position)?)?));
        }
        let space = function.domain_space()?;
        for position in 0..function.dim(DimType::Param)? {
            let name = space.dim_name(DimType::Param, position)?.unwrap_or_default();
            form.terms.push((name, integer(&function.coefficient_val(DimType::Param, position)?)?));
        }
        form.terms.retain(|(_, coefficient)| *coefficient != 0);
        Ok(form)
    };
    (0..map.dim(DimType::Out)?).map(form).collect()
}

fn integer(value: &Val) -> isl::Result<i64> {
    value.to_i64()?.ok_or_else(|| unsupported("a coordinate that isn't integral"))
}

/// `{ [x] -> [y] }`
fn universe(space: &Space) -> isl::Result<Map> {
    Map::universe(Map::identity(space.clone().map_from_set()?)?.space()?)
}

/// `map` where `dimension` on the first side is at most that on the second plus `more`.
fn at_most(map: Map, dimension: u32, sides: (DimType, DimType), more: i64) -> isl::Result<Map> {
    let space = map.space()?;
    let constraint = isl::Constraint::alloc_inequality(isl::LocalSpace::from_space(space.clone())?)?
        .set_coefficient_si(sides.0, dimension, -1)?
        .set_coefficient_si(sides.1, dimension, 1)?
        .set_constant_val(value(&space, more)?)?;
    map.add_constraint(constraint)
}

fn value(space: &Space, value: i64) -> isl::Result<Val> {
    Val::from_i64(space.context(), value)
}

/// `node` where loops begin with the counter of one around them that is never less than the number they would begin with else; of the counters
/// `least` has the values that they begin with.
fn begun_late(node: Node, least: &BTreeMap<String, i64>) -> Node {
    let all = |nodes: Vec<Node>, least: &BTreeMap<String, i64>| -> Vec<Node> {
        nodes.into_iter().map(|node| begun_late(node, least)).collect()
    };
    match node {
        Node::Loop(counted) => {
            let mut inside = least.clone();
            inside.remove(&counted.iterator);
            let first = counted.initial.constant().filter(|_| counted.step > 0);
            inside.extend(first.map(|first| (counted.iterator.clone(), first)));
            let initial = match counted.initial {
                Expression::Maximum(mut list) => {
                    let reached = list.iter().filter_map(|one| match one {
                        Expression::Variable(name) => least.get(name).copied(),
                        _ => None,
                    });
                    let reached = reached.max();
                    list.retain(|one| one.constant().is_none_or(|own| reached.is_none_or(|it| own > it)));
                    Expression::Maximum(list).simplify()
                }
                other => other,
            };
            Node::Loop(Loop { initial, body: all(counted.body, &inside), ..counted })
        }
        Node::If { condition, then_body, else_body } => {
            Node::If { condition, then_body: all(then_body, least), else_body: all(else_body, least) }
        }
        other => other,
    }
}

/// Where a tile begins that has moved since the first coordinate was 0.
fn moved(own: &Expression, moves: i64, first: &Expression) -> Expression {
    let more = Expression::Multiply(Box::new(moves.into()), Box::new(first.clone()));
    (own.clone() + more).simplify()
}

fn unsupported(what: &str) -> Error {
    Error { kind: ErrorKind::Unsupported, message: format!("{what} can't be tiled") }
}
