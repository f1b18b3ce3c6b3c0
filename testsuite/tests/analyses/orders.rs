//! Random orders for a region, once as isl objects and once as plain functions of instances.

use crate::points;
use crate::random::Random;
use analysis::{Order, Unordered};
use check::enumerate;
use check::enumerate::{Instance, Trace};
use isl::UnionMap;
use polyhedral::{ArrayId, Scop, Statement, StatementId};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// An order to analyse.
pub enum Given {
    /// The program's own, with what it leaves open.
    Program,
    /// Dates, not all of which need order.
    Dates { dates: Dates, unordered: Vec<Open> },
    /// Pairs of statements and what relates their instances, maybe only as far as the program's order
    /// has it so.
    Relation { pieces: BTreeMap<(StatementId, StatementId), Piece>, within_program: bool },
}

/// Dates for all instances.
pub enum Dates {
    /// Those of the program.
    Program,
    /// Per statement rows of coefficients of the iterators, and a constant. What has equal dates then runs
    /// by statement, and by the iterators.
    Affine(Vec<Vec<(Vec<i64>, i64)>>),
}

/// A dimension that does not order.
pub struct Open {
    dimension: usize,
    statements: BTreeSet<StatementId>,
    private: BTreeSet<ArrayId>,
}

/// What relates the iterators i of an instance to the iterators k of another.
pub enum Piece {
    /// Always.
    All,
    /// i is lexicographically smaller, as far as both go.
    Lexicographic,
    /// `factor * i[left] + constant <= k[right]`
    Affine { left: usize, right: usize, factor: i64, constant: i64 },
}

/// Some order.
pub fn random(scop: &Scop, random: &mut Random) -> Given {
    match random.below(8) {
        0..=2 => Given::Dates { dates: Dates::Program, unordered: open(scop, dates_length(scop), random) },
        3 | 4 => {
            let dates = affine_dates(scop, random);
            Given::Dates { dates, unordered: vec![] }
        }
        5 => {
            let unordered = open(scop, ROWS, random);
            Given::Dates { dates: affine_dates(scop, random), unordered }
        }
        _ => relation(scop, random),
    }
}

/// The length of the program's dates.
fn dates_length(scop: &Scop) -> usize {
    let maps = scop.schedule.maps().unwrap();
    maps.iter().map(|map| map.dim(isl::DimType::Out).unwrap() as usize).max().unwrap_or(0)
}

fn open(scop: &Scop, dimensions: usize, random: &mut Random) -> Vec<Open> {
    let mut open = Vec::new();
    for _ in 0..1 + random.below(2) {
        let all: BTreeSet<_> = (0..scop.statements.len()).collect();
        let some = all.iter().copied().filter(|_| !random.one_in(3)).collect();
        let statements = if random.one_in(2) { all } else { some };
        let private = (0..scop.arrays.len()).filter(|_| random.one_in(6)).collect();
        open.push(Open { dimension: random.below(dimensions.max(1)), statements, private });
    }
    open
}

/// The rows of random dates.
const ROWS: usize = 2;

fn affine_dates(scop: &Scop, random: &mut Random) -> Dates {
    let mut row = |statement: &Statement| {
        let factors = (0..statement.iterators.len()).map(|_| [0, 0, 1, 1, 1, -1, 2][random.below(7)]);
        let factors: Vec<_> = factors.collect();
        (factors, random.between(0, 3))
    };
    let mut rows = |statement: &Statement| (0..ROWS).map(|_| row(statement)).collect();
    Dates::Affine(scop.statements.iter().map(&mut rows).collect())
}

fn relation(scop: &Scop, random: &mut Random) -> Given {
    let statements = scop.statements.len();
    let mut pieces = BTreeMap::new();
    for first in 0..statements {
        for second in 0..statements {
            if let Some(piece) = piece(scop, first, second, random) {
                pieces.insert((first, second), piece);
            }
        }
    }
    Given::Relation { pieces, within_program: !random.one_in(4) }
}

fn piece(scop: &Scop, first: StatementId, second: StatementId, random: &mut Random) -> Option<Piece> {
    let depth = |statement: StatementId| scop.statements[statement].iterators.len();
    if first == second && !random.one_in(4) {
        return Some(Piece::Lexicographic);
    }
    match random.below(5) {
        0 => None,
        1 => Some(Piece::All),
        2 => Some(Piece::Lexicographic),
        _ if depth(first) == 0 || depth(second) == 0 => Some(Piece::All),
        _ => Some(Piece::Affine {
            left: random.below(depth(first)),
            right: random.below(depth(second)),
            factor: random.between(1, 2),
            constant: random.between(-2, 2),
        }),
    }
}

impl Given {
    /// The order as the analyses take it.
    pub fn symbolic(&self, scop: &Scop) -> isl::Result<Order> {
        match self {
            Given::Program => Ok(Order::of_program(scop)),
            Given::Dates { dates, unordered } => {
                let unordered = unordered.iter().map(|open| open.symbolic(scop)).collect();
                Ok(Order::with_unordered(dates.symbolic(scop)?, unordered))
            }
            Given::Relation { pieces, within_program } => {
                let text = |((first, second), piece): (&(usize, usize), &Piece)| {
                    piece.text(&scop.statements[*first], &scop.statements[*second])
                };
                let text: Vec<_> = pieces.iter().map(text).collect();
                let text = format!("{{ {} }}", text.join("; "));
                let relation = UnionMap::read_from_str(scop.context.context(), &text)?;
                let own = || scop.schedule.clone().lex_lt_union_map(scop.schedule.clone());
                Order::relation(if *within_program { relation.intersect(own()?)? } else { relation })
            }
        }
    }

    /// The order between the instances of `trace`, as far as it concerns `array`.
    pub fn enumerated(
        &self,
        scop: &Scop,
        trace: &Trace,
        parameters: &BTreeMap<String, i64>,
        array: ArrayId,
    ) -> enumerate::Order {
        let statement = |instance: usize| trace.instances[instance].statement;
        match self {
            Given::Program => {
                let constructs = scop.unordered.iter().enumerate();
                let private = constructs.filter(|(_, construct)| construct.private.contains(&array));
                let sequential = private.map(|(position, _)| position).collect();
                enumerate::Order::of_program(&scop.program, trace, &sequential)
            }
            Given::Dates { dates, unordered } => {
                let dates = dates.of_instances(scop, trace, parameters);
                let is_open = |a: usize, b: usize, dimension: usize| {
                    unordered.iter().any(|open| {
                        let (a, b) = (statement(a), statement(b));
                        open.dimension == dimension
                            && open.statements.contains(&a)
                            && open.statements.contains(&b)
                            && !open.private.contains(&array)
                    })
                };
                enumerate::Order::by_dates(&dates, is_open)
            }
            Given::Relation { pieces, within_program } => {
                let mut pairs = BTreeSet::new();
                for a in 0..trace.instances.len() {
                    for b in 0..trace.instances.len() {
                        let piece = pieces.get(&(statement(a), statement(b)));
                        let related =
                            piece.is_some_and(|piece| piece.holds(&trace.instances[a], &trace.instances[b]));
                        if related && (a < b || !within_program) {
                            pairs.insert((a, b));
                        }
                    }
                }
                enumerate::Order::by_pairs(trace.instances.len(), &pairs)
            }
        }
    }
}

impl Given {
    /// When instances run, one after the other; `None` if the order leaves anything open.
    pub fn times(
        &self,
        scop: &Scop,
        trace: &Trace,
        parameters: &BTreeMap<String, i64>,
    ) -> Option<(UnionMap, Vec<i64>)> {
        let dates = match self {
            Given::Program if scop.unordered.is_empty() => &Dates::Program,
            Given::Dates { dates, unordered, .. } if unordered.is_empty() => dates,
            _ => return None,
        };
        let of_instances = dates.of_instances(scop, trace, parameters);
        let sorted: BTreeSet<_> = of_instances.iter().collect();
        let rank = |date| sorted.iter().position(|other| *other == date).map(|rank| rank as i64);
        let ranks = of_instances.iter().map(rank).collect::<Option<_>>()?;
        Some((dates.symbolic(scop).unwrap(), ranks))
    }
}

impl Dates {
    /// `{ S[i] -> [t] }`
    fn symbolic(&self, scop: &Scop) -> isl::Result<UnionMap> {
        let Dates::Affine(rows) = self else { return Ok(scop.schedule.clone()) };
        let deepest = deepest(scop);
        let mut all = Vec::new();
        for (id, (statement, rows)) in scop.statements.iter().zip(rows).enumerate() {
            let mut date: Vec<_> = rows.iter().map(|row| row_text(row, statement)).collect();
            date.push(id.to_string());
            date.extend(statement.iterators.iter().map(|iterator| iterator.name.clone()));
            date.resize(ROWS + 1 + deepest, "0".into());
            all.push(format!("{} -> [{}]", tuple(statement, ""), date.join(", ")));
        }
        let text = format!("{{ {} }}", all.join("; "));
        UnionMap::read_from_str(scop.context.context(), &text)?.align_params(scop.context.space()?)
    }

    fn of_instances(&self, scop: &Scop, trace: &Trace, parameters: &BTreeMap<String, i64>) -> Vec<Vec<i64>> {
        let Dates::Affine(rows) = self else { return program_dates(scop, trace, parameters) };
        let deepest = deepest(scop);
        let date = |instance: &Instance| {
            let iterators = &instance.iterators;
            let row = |(factors, constant): &(Vec<i64>, i64)| {
                constant + factors.iter().zip(iterators).map(|(factor, i)| factor * i).sum::<i64>()
            };
            let mut date: Vec<_> = rows[instance.statement].iter().map(row).collect();
            date.push(instance.statement as i64);
            date.extend(iterators);
            date.resize(ROWS + 1 + deepest, 0);
            date
        };
        trace.instances.iter().map(date).collect()
    }
}

/// What the region's schedule gives the instances that ran, in the order in which they ran.
pub fn program_dates(scop: &Scop, trace: &Trace, parameters: &BTreeMap<String, i64>) -> Vec<Vec<i64>> {
    let schedule = scop.schedule.clone().intersect_domain(scop.domain().unwrap()).unwrap();
    let points = points::of_relation(&schedule, parameters).unwrap().into_iter();
    let mut dates: BTreeMap<_, _> = points.map(|tuples| (tuples[0].clone(), tuples[1].1.clone())).collect();
    let date = |instance: &Instance| {
        let name = scop.statements[instance.statement].name.clone();
        dates.remove(&(name, instance.iterators.clone())).expect("an instance that ran has a date")
    };
    let in_order = trace.instances.iter().map(date).collect();
    assert!(dates.is_empty(), "instances that have a date ran");
    in_order
}

impl Open {
    fn symbolic(&self, scop: &Scop) -> Unordered {
        Unordered {
            dimension: self.dimension as u32,
            statements: self.statements.iter().map(|id| scop.statements[*id].name.clone()).collect(),
            private: self.private.clone(),
        }
    }
}

impl Piece {
    fn text(&self, first: &Statement, second: &Statement) -> String {
        let pair = format!("{} -> {}", tuple(first, ""), tuple(second, "_"));
        let (i, k) =
            (|p: usize| first.iterators[p].name.clone(), |p: usize| format!("{}_", second.iterators[p].name));
        match self {
            Piece::All => pair,
            Piece::Lexicographic => {
                let common = first.iterators.len().min(second.iterators.len());
                let cases = (0..common).map(|last| {
                    let equal: String = (0..last).map(|p| format!("{} = {} and ", i(p), k(p))).collect();
                    format!("({equal}{} < {})", i(last), k(last))
                });
                let cases: Vec<_> = cases.collect();
                format!("{pair} : {}", if cases.is_empty() { "false".into() } else { cases.join(" or ") })
            }
            Piece::Affine { left, right, factor, constant } => {
                format!("{pair} : {factor} {} + {constant} <= {}", i(*left), k(*right))
            }
        }
    }

    fn holds(&self, first: &Instance, second: &Instance) -> bool {
        let (i, k) = (&first.iterators, &second.iterators);
        match self {
            Piece::All => true,
            Piece::Lexicographic => {
                let common = i.len().min(k.len());
                i[..common] < k[..common]
            }
            Piece::Affine { left, right, factor, constant } => factor * i[*left] + constant <= k[*right],
        }
    }
}

/// `S[i,j]`, the iterators marked.
fn tuple(statement: &Statement, mark: &str) -> String {
    let iterators: Vec<_> = statement.iterators.iter().map(|i| format!("{}{mark}", i.name)).collect();
    format!("{}[{}]", statement.name, iterators.join(", "))
}

fn row_text((factors, constant): &(Vec<i64>, i64), statement: &Statement) -> String {
    let terms = factors.iter().zip(&statement.iterators).map(|(factor, i)| format!("{factor} {}", i.name));
    terms.chain([constant.to_string()]).collect::<Vec<_>>().join(" + ")
}

fn deepest(scop: &Scop) -> usize {
    scop.statements.iter().map(|statement| statement.iterators.len()).max().unwrap_or(0)
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Given::Program => write!(f, "the program's order"),
            Given::Dates { dates, unordered } => {
                match dates {
                    Dates::Program => write!(f, "program order")?,
                    Dates::Affine(rows) => write!(f, "dates {rows:?}, then statement, then iterators")?,
                }
                for Open { dimension, statements, private } in unordered {
                    write!(f, "; {dimension} open between {statements:?}, private {private:?}")?;
                }
                Ok(())
            }
            Given::Relation { pieces, within_program } => {
                let shown = |piece: &Piece| match piece {
                    Piece::All => "all".into(),
                    Piece::Lexicographic => "lexicographic".into(),
                    Piece::Affine { left, right, factor, constant } => {
                        format!("{factor} i{left} + {constant} <= k{right}")
                    }
                };
                let pieces: Vec<_> =
                    pieces.iter().map(|((s, t), piece)| format!("{s}->{t} {}", shown(piece))).collect();
                let within = if *within_program { " within program order" } else { "" };
                write!(f, "relation {}{within}", pieces.join(", "))
            }
        }
    }
}
