//! The walk over an outline that builds the sets.

use std::collections::BTreeSet;

use diagnostics::token::TokenKind;
use diagnostics::{Code, Diagnostic};
use isl::{Context, Result, Set, UnionMap};
use polyhedral::{
    Array, ArrayId, Comparison, Condition, Expression, Flat, Instance, Iterator, Loop, Node, Parameter,
    Program, Scop, Statement, Unordered, lower,
};

use super::access::access;
use super::concurrent::keep_divided;
use super::date::{Entry, date_map};
use super::hopes::{Hopes, Settled};
use super::indeterminate::drop_indeterminate;
use super::obligations::unmet;
use super::proof::Knowledge;
use super::reachable::values;
use super::sets::{previous, space, with_counter};
use crate::facts::Surroundings;
use crate::facts::entry::hopeful;
use crate::outline::{self, Anywhere, Assignment, Cause, Counted, Obligation, Outline, Parallel, Reachable};
use crate::refusal::{Reason, refusal};
use crate::syntax::types::Integer;

/// The walk in progress.
pub struct Walk<'a> {
    outline: &'a Outline,
    around: Surroundings<'a>,
    /// `{ : … }`
    context: Set,
    knowledge: Knowledge,
    statements: Vec<(Statement, Vec<Entry>)>,
    unordered: Vec<Unordered>,
    problems: Vec<Diagnostic>,
    /// The arrays that are only read and of which rows may overlap.
    overlapping: BTreeSet<ArrayId>,
    /// What is left to a test, by the places where there may be one, and what would be said without.
    hopes: Vec<Hopes>,
    hoped: Vec<Diagnostic>,
}

/// Where the walk is.
#[derive(Clone)]
struct Place {
    /// `{ [i] : … }`: the values of the counters.
    domain: Set,
    iterators: Vec<Iterator>,
    /// The date up to here, without the last position.
    date: Vec<Entry>,
}

impl<'a> Walk<'a> {
    /// A walk over `outline`.
    pub fn new(outline: &'a Outline, around: Surroundings<'a>, context: &Context) -> Result<Walk<'a>> {
        let space = space(context, &outline.parameters, &[])?;
        let context = lower::condition(&outline.assumptions, &space)?.params()?;
        let knowledge = Knowledge::new(&context, &outline.parameters)?;
        let places = if around.region.is_hopeful { hopeful(around) } else { vec![] };
        let hopes = places.iter().map(|place| {
            // a product is no size of its own: nothing would tell that it isn't small
            let is_known = |it: &Parameter| it.factors.is_empty() && place.knows(it);
            Hopes::new(knowledge.restrict(context.clone())?, &outline.parameters, &is_known)
        });
        let hopes = hopes.collect::<Result<Vec<_>>>()?;
        Ok(Walk {
            outline,
            around,
            context,
            knowledge,
            statements: Vec::new(),
            unordered: Vec::new(),
            problems: Vec::new(),
            overlapping: BTreeSet::new(),
            hopes,
            hoped: Vec::new(),
        })
    }

    /// The region, with what is against it.
    pub fn run(mut self) -> Result<(Scop, Vec<Diagnostic>)> {
        let outline = self.outline;
        self.check_assumptions()?;
        let space = space(self.context.context(), &outline.parameters, &[])?;
        let start = Place { domain: Set::universe(space)?, iterators: vec![], date: vec![] };
        self.prove(&outline.hoped, &start.domain, &start)?;
        let body = self.nodes(&outline.body, &start, &mut 0)?;
        let schedule = self.schedule()?;
        let (context, hopes) = self.settled()?;
        let region = self.around.region;
        let taken = self.taken();
        let statements = std::mem::take(&mut self.statements).into_iter();
        let statements: Vec<_> = statements.map(|(statement, _)| statement).collect();
        let mut arrays = self.arrays();
        // threads that `main` itself starts around the region are known
        if !self.around.index.runs_once {
            keep_divided(&mut arrays, &statements, &context)?;
        }
        let mut scop = Scop {
            function: region.function.clone(),
            file: region.file.clone(),
            lines: region.lines,
            span: region.span,
            parameters: outline.parameters.clone(),
            context,
            assumptions: match hopes.is_empty() {
                true => outline.assumptions.clone(),
                false => {
                    Condition::And([std::slice::from_ref(&outline.assumptions), &hopes.sizes[..]].concat())
                }
            },
            arrays,
            fixed: outline.fixed.clone(),
            is_divided: outline.is_divided,
            hopes,
            statements,
            program: Program { body },
            schedule,
            unordered: self.unordered,
            threads: region.threads.clone(),
            taken,
        };
        drop_indeterminate(&mut scop)?;
        Ok((scop, self.problems))
    }

    /// The arrays, with what the walk has found of their rows.
    fn arrays(&self) -> Vec<Array> {
        let mut arrays = self.outline.arrays.clone();
        for id in &self.overlapping {
            arrays[*id].flat = arrays[*id].flat.map(|flat| Flat { overlapping: true, ..flat });
        }
        arrays
    }

    /// What is known of the parameters under what is hoped for, and that.
    fn settled(&mut self) -> Result<(Set, polyhedral::Hopes)> {
        let (context, outline) = (self.context.clone(), self.outline);
        if self.hoped.is_empty() && outline.hopes.is_empty() {
            return Ok((context, polyhedral::Hopes::default()));
        }
        let domains: Vec<_> = self.statements.iter().map(|(statement, _)| statement.domain.clone()).collect();
        let mut settled = None;
        for hopes in &self.hopes {
            if settled.is_none() {
                settled = hopes.settle(&domains, &outline.parameters)?;
            }
        }
        let Some(Settled { holds, conditions }) = settled else {
            self.problems.append(&mut self.hoped);
            return Ok((context, polyhedral::Hopes::default()));
        };
        let hopes = polyhedral::Hopes { sizes: conditions, ..outline.hopes.clone() };
        Ok((context.intersect(holds)?, hopes))
    }

    /// The names that mean something in the region or to the preprocessor.
    fn taken(&self) -> BTreeSet<String> {
        let text = self.around.map.text();
        let tokens = self.around.translation.table.within(self.around.region.span).iter();
        let identifiers = tokens.filter(|token| token.kind == TokenKind::Identifier);
        let mut taken = self.around.translation.macros.names.clone();
        taken.extend(identifiers.map(|token| token.span.of(text).to_owned()));
        taken
    }

    /// Nothing would be true of a region whose assumptions can't be met.
    fn check_assumptions(&mut self) -> Result<()> {
        if self.knowledge.restrict(self.context.clone())?.is_empty()? {
            let place =
                self.around.region.assumptions.first().map_or(self.around.region.mark, |first| first.span);
            self.problems.push(
                Diagnostic::error(Code::ContradictoryAssumptions, "no parameters meet these assumptions")
                    .at(place, "contradiction"),
            );
        }
        Ok(())
    }

    fn nodes(&mut self, nodes: &[outline::Node], place: &Place, position: &mut i64) -> Result<Vec<Node>> {
        nodes.iter().map(|node| self.node(node, place, position)).collect()
    }

    /// A node; `position` counts the loops and statements among neighbours, through conditions.
    fn node(&mut self, node: &outline::Node, place: &Place, position: &mut i64) -> Result<Node> {
        match node {
            outline::Node::Loop(counted) => {
                *position += 1;
                self.counted(counted, place, *position - 1).map(Node::Loop)
            }
            outline::Node::If { condition, then_body, else_body } => {
                self.prove(&condition.obligations, &place.domain, place)?;
                let holds = lower::condition(&condition.value, &place.domain.space()?)?;
                let fails = holds.clone().complement()?;
                let then_place =
                    Place { domain: place.domain.clone().intersect(holds)?.coalesce()?, ..place.clone() };
                let else_place =
                    Place { domain: place.domain.clone().intersect(fails)?.coalesce()?, ..place.clone() };
                Ok(Node::If {
                    condition: condition.value.clone(),
                    then_body: self.nodes(then_body, &then_place, position)?,
                    else_body: self.nodes(else_body, &else_place, position)?,
                })
            }
            outline::Node::Sections(parallel, bodies) => {
                *position += 1;
                self.sections(parallel, bodies, place, *position - 1).map(Node::Sections)
            }
            outline::Node::Reachable(reachable) => {
                *position += 1;
                self.reachable(reachable, place, *position - 1)?;
                // such a loop can't be run
                Ok(Node::If { condition: Condition::Constant(false), then_body: vec![], else_body: vec![] })
            }
            outline::Node::Anywhere(anywhere) => {
                *position += 1;
                self.anywhere(anywhere, place, *position - 1).map(Node::Loop)
            }
            outline::Node::Assignment(index) => {
                *position += 1;
                self.assignment(*index, place, *position - 1).map(Node::Instance)
            }
        }
    }

    /// The statements of a loop, at all values that its integers may have.
    fn reachable(&mut self, reachable: &Reachable, place: &Place, position: i64) -> Result<()> {
        let mut inner = place.clone();
        for counter in &reachable.counters {
            inner.domain = with_counter(inner.domain, &counter.name)?;
            inner.iterators.push(counter.clone());
        }
        inner.domain = values(reachable, inner.domain)?;
        inner.date.push(Entry::Position(position));
        let first = place.iterators.len() as u32;
        let counters = (first..).take(reachable.counters.len());
        inner.date.extend(counters.map(|index| Entry::Counter { index, negated: false }));
        self.nodes(&reachable.body, &inner, &mut 0).map(drop)
    }

    /// A statement with each value of a subscript that depends on data: a loop of no line.
    fn anywhere(&mut self, anywhere: &Anywhere, place: &Place, position: i64) -> Result<Loop> {
        let name = &anywhere.iterator.name;
        let counter = Expression::variable(name);
        let condition = Condition::Compare(Comparison::Less, counter.clone(), anywhere.extent.clone());
        let starts = Condition::Compare(Comparison::GreaterEqual, counter, Expression::Constant(0));
        let mut inner = place.clone();
        inner.domain = with_counter(inner.domain, name)?;
        let inside =
            lower::condition(&Condition::And(vec![starts, condition.clone()]), &inner.domain.space()?)?;
        inner.domain = inner.domain.intersect(inside)?;
        inner.iterators.push(anywhere.iterator.clone());
        inner.date.push(Entry::Position(position));
        inner.date.push(Entry::Counter { index: place.iterators.len() as u32, negated: false });
        Ok(Loop {
            iterator: name.clone(),
            initial: Expression::Constant(0),
            condition,
            step: 1,
            parallel: false,
            line: 0,
            body: self.nodes(&anywhere.body, &inner, &mut 0)?,
        })
    }

    fn counted(&mut self, counted: &Counted, place: &Place, position: i64) -> Result<Loop> {
        let mut entered = place.domain.clone();
        for met in &counted.in_range {
            entered = entered.subtract(self.knowledge.violations(met, &place.domain)?)?;
        }
        self.prove(&counted.initial.obligations, &entered, place)?;
        let mut inner = place.clone();
        inner.iterators.push(counted.iterator.clone());
        inner.domain = self.loop_domain(counted, &inner)?;
        inner.date.push(Entry::Position(position));
        inner.date.push(Entry::Counter { index: place.iterators.len() as u32, negated: counted.step < 0 });
        let dimension = inner.date.len() as u32 - 1;
        let body = self.construct(counted.parallel.as_ref(), dimension, |walk| {
            walk.nodes(&counted.body, &inner, &mut 0)
        })?;
        Ok(Loop {
            iterator: counted.iterator.name.clone(),
            initial: counted.initial.value.clone(),
            condition: counted.condition.value.clone(),
            step: counted.step,
            parallel: counted.parallel.is_some(),
            line: self.around.line(counted.place),
            body,
        })
    }

    /// Sections: dated like the iterations of a loop that counts them.
    fn sections(
        &mut self,
        parallel: &Parallel,
        bodies: &[Vec<outline::Node>],
        place: &Place,
        position: i64,
    ) -> Result<Vec<Vec<Node>>> {
        let dimension = place.date.len() as u32 + 1;
        self.construct(Some(parallel), dimension, |walk| {
            let section = |(number, body): (i64, &Vec<outline::Node>)| {
                let mut inner = place.clone();
                inner.date.extend([Entry::Position(position), Entry::Position(number)]);
                walk.nodes(body, &inner, &mut 0)
            };
            (0..).zip(bodies).map(section).collect()
        })
    }

    /// Walks a construct, and notes its statements if instances that differ in `dimension` have no order.
    fn construct<T>(
        &mut self,
        parallel: Option<&Parallel>,
        dimension: u32,
        walk: impl FnOnce(&mut Self) -> Result<T>,
    ) -> Result<T> {
        let (first, entry) = (self.statements.len(), self.unordered.len());
        let result = walk(self)?;
        let statements: Vec<_> = (first..self.statements.len()).collect();
        if let Some(Parallel { private }) = parallel.filter(|_| !statements.is_empty()) {
            // outer constructs stand before those in them
            self.unordered.insert(entry, Unordered { dimension, statements, private: private.clone() });
        }
        Ok(result)
    }

    /// `{ [i, j] : … }`: the iterations of a loop; `place` has the domain around the loop.
    ///
    /// The iterations are `initial + k * step` for `k >= 0` where the condition holds. C stops at the
    /// first value for which it doesn't: it must not hold again later.
    fn loop_domain(&mut self, counted: &Counted, place: &Place) -> Result<Set> {
        let around = with_counter(place.domain.clone(), &counted.iterator.name)?;
        let space = around.space()?;
        let reached = around.intersect(lower::condition(&progression(counted), &space)?)?;
        let holds = lower::condition(&counted.condition.value, &space)?;
        let domain = reached.clone().intersect(holds)?.coalesce()?;
        let counter = Expression::variable(&counted.iterator.name);
        let first = Condition::Compare(Comparison::Equal, counter, counted.initial.value.clone());
        let first = lower::condition(&first, &space)?;
        let follows = first.union(domain.clone().preimage_multi_aff(previous(space, counted.step)?)?)?;
        let mut inner = place.clone();
        inner.domain = domain.clone();
        self.prove(&counted.condition.obligations, &reached.intersect(follows.clone())?, &inner)?;
        let refuse = |cause: &str, remark: &str| {
            Reason::MayNotEnd.of(refusal(Code::MayNotEnd, cause, counted.place, remark))
        };
        let known = self.knowledge.restrict(domain.clone())?;
        if !known.is_bounded()? {
            self.problems.push(refuse("a loop may never end", "this loop"));
        } else if !known.is_subset(&follows)? {
            self.problems
                .push(refuse("a loop's condition holds again after the loop has ended", "this loop"));
        } else {
            self.prove(&counter_range(counted), &domain, &inner)?;
        }
        Ok(domain)
    }

    fn assignment(&mut self, index: usize, place: &Place, position: i64) -> Result<Instance> {
        let assignment = &self.outline.statements[index];
        self.prove(&assignment.obligations, &place.domain, place)?;
        let statement = self.statement(assignment, place)?;
        let mut date = place.date.clone();
        date.push(Entry::Position(position));
        let instance = Instance {
            statement: self.statements.len(),
            iterators: place.iterators.iter().map(|iterator| Expression::variable(&iterator.name)).collect(),
            subscripts: statement.accesses.iter().map(|access| access.subscripts.clone()).collect(),
        };
        self.statements.push((statement, date));
        Ok(instance)
    }

    fn statement(&self, assignment: &Assignment, place: &Place) -> Result<Statement> {
        let arrays = &self.outline.arrays;
        let accesses = assignment.references.iter().map(|reference| {
            let array = &arrays[reference.array];
            access(reference, array, &assignment.name, &place.domain, &assignment.unknown)
        });
        Ok(Statement {
            name: assignment.name.clone(),
            iterators: place.iterators.clone(),
            domain: place.domain.clone().set_tuple_name(&assignment.name)?,
            accesses: accesses.collect::<Result<_>>()?,
            unknown: assignment.unknown.clone(),
            text: assignment.text.clone(),
            span: assignment.span,
            line: assignment.line,
        })
    }

    /// Notes the obligations that aren't met on `domain`.
    fn prove(&mut self, obligations: &[Obligation], domain: &Set, place: &Place) -> Result<()> {
        for obligation in obligations {
            let violations = self.knowledge.violations(obligation, domain)?;
            if violations.is_empty()? {
                continue;
            }
            if let Cause::LeavesReadRow(array) = obligation.cause {
                self.overlapping.insert(array);
            } else if obligation.cause == Cause::NeverInRow
                && !self.knowledge.is_always(&violations, domain)?
            {
                continue;
            } else {
                let counters: BTreeSet<_> =
                    place.iterators.iter().map(|iterator| iterator.name.clone()).collect();
                let problem = unmet(obligation, &counters);
                let list = match self.around.region.is_hopeful {
                    true => {
                        for hopes in &mut self.hopes {
                            hopes.note(violations.clone())?;
                        }
                        &mut self.hoped
                    }
                    false => &mut self.problems,
                };
                if !list.contains(&problem) {
                    list.push(problem);
                }
            }
        }
        Ok(())
    }

    /// `{ S[i] -> date }` of all statements.
    fn schedule(&self) -> Result<UnionMap> {
        let length = self.statements.iter().map(|(_, date)| date.len()).max().unwrap_or(1);
        let mut schedule = UnionMap::empty(self.context.space()?)?;
        for (statement, date) in &self.statements {
            schedule = schedule.union(date_map(&statement.domain, date, length)?.to_union_map()?)?;
        }
        Ok(schedule)
    }
}

/// `i = initial + k * step` for some `k >= 0`.
fn progression(counted: &Counted) -> Condition {
    let counter = Expression::variable(&counted.iterator.name);
    let initial = counted.initial.value.clone();
    let (distance, stride) = match counted.step > 0 {
        true => (counter - initial, counted.step),
        false => (initial - counter, counted.step.saturating_neg()),
    };
    let forward = Condition::Compare(Comparison::GreaterEqual, distance.clone(), Expression::Constant(0));
    if stride == 1 {
        return forward;
    }
    let remainder = Expression::Modulo(Box::new(distance), Box::new(Expression::Constant(stride)));
    Condition::And(vec![forward, Condition::Compare(Comparison::Equal, remainder, Expression::Constant(0))])
}

/// That the counter stays within its type after each step, where C defines what happens otherwise.
fn counter_range(counted: &Counted) -> Vec<Obligation> {
    let integer = &counted.integer;
    if counted.wraps_at_end || integer.signed && integer.rank >= Integer::INT_RANK {
        return vec![];
    }
    let value = Expression::variable(&counted.iterator.name) + Expression::Constant(counted.step);
    let (range, when, cause) = (integer.range(), Condition::Constant(true), Cause::Counts);
    vec![Obligation { value, range, when, place: counted.place, cause }]
}
