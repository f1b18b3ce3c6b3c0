//! Schedules in isl notation: `{ S0[i,j] -> [i,j]; S1[i,j] -> [i,j+2] }`, and orders:
//! `{ S0[i] -> S1[i]; S1[i] -> S0[i+2] }`.
//!
//! Instances of different statements at one date run in the textual order of the statements, instances
//! of one statement in the order of the program. So the total order appends to each date the position
//! of the statement and the date that the program's own order gives.

use crate::Schedule;
use analysis::{Order, Unordered};
use diagnostics::{Code, Diagnostic, Span};
use isl::{DimType, Map, UnionMap};
use polyhedral::{Scop, Statement};
use std::collections::BTreeSet;

/// The order in which the program is written.
///
/// # Errors
/// isl's.
pub fn program_order(scop: &Scop) -> isl::Result<Schedule> {
    let dates = scop.schedule.clone().intersect_domain(scop.domain()?)?;
    let depth = depth(&dates)?;
    Ok(Schedule {
        total: dates.clone(),
        dates,
        order: Order::of_program(scop),
        is_program_order: true,
        depth,
        parallel: Vec::new(),
    })
}

/// Reads the schedule `text`, which the user wrote at `span` (no span where it comes from a file), with the
/// dimensions that are `parallel`.
///
/// # Errors
/// A diagnostic for text that isn't a union map in isl notation, that names unknown statements or
/// parameters, that leaves instances without a date or gives one several, or whose dates have
/// different lengths, or are not as long as `parallel` says.
pub fn parse(
    scop: &Scop,
    text: &str,
    span: Option<Span>,
    parallel: &[(u32, Option<Span>)],
) -> Result<Schedule, Diagnostic> {
    let refuse = |message: String| {
        let diagnostic = Diagnostic::error(Code::NotASchedule, message);
        match span {
            Some(span) => diagnostic.at(span, "in this schedule"),
            None => diagnostic,
        }
    };
    let given = read(scop, text).map_err(|error| {
        refuse("this schedule is not a union map in isl notation".into())
            .with_note(error.message)
            .with_help("write it as `{ S0[i,j] -> [i,j]; S1[i,j] -> [i,j+2] }`")
    })?;
    let given = given.maps().map_err(|error| refuse(error.message))?;
    let mut dates = Vec::new();
    for statement in &scop.statements {
        let map = dates_of(scop, statement, &given).map_err(&refuse)?;
        dates.push(map);
    }
    let unknown = given.iter().find_map(|map| unknown_statement(scop, map));
    if let Some(name) = unknown {
        return Err(refuse(format!("no statement of this region is called `{name}`"))
            .with_note(format!("the statements are {}", names(scop))));
    }
    same_length(scop, &dates).map_err(&refuse)?;
    if let Some((name, used)) = scop.counter_used_after() {
        let message = format!("with another order `{name}` would end with another value");
        let problem = Diagnostic { code: Code::CounterUsedAfter, ..refuse(message) };
        return Err(problem.also(used, "which is used here").with_help("declare the counter in its loop"));
    }
    let length = dates.first().and_then(|map| map.dim(DimType::Out).ok()).unwrap_or(0);
    if let Some((dimension, place)) = parallel.iter().find(|(dimension, _)| *dimension >= length) {
        let problem = Diagnostic::error(Code::NotASchedule, format!("dates have no dimension {dimension}"))
            .with_note(format!("the dimensions of this schedule are 0 to {}", length.saturating_sub(1)));
        return Err(match place.or(span) {
            Some(place) => problem.at(place, "marked as parallel"),
            None => problem,
        });
    }
    let parallel: BTreeSet<u32> = parallel.iter().map(|(dimension, _)| *dimension).collect();
    total(scop, dates, parallel.into_iter().collect()).map_err(|error| refuse(error.message))
}

/// Reads the happens-before relation `text`, which the user wrote at `span`: the region stays in program
/// order, which is one of the executions that the relation allows.
///
/// # Errors
/// A diagnostic for text that isn't a union map in isl notation, that names unknown statements or
/// parameters, or that the program itself doesn't keep.
pub fn parse_order(scop: &Scop, text: &str, span: Span) -> Result<Schedule, Diagnostic> {
    let refuse = |message: String| Diagnostic::error(Code::NotASchedule, message).at(span, "in this order");
    let relation = read(scop, text).map_err(|error| {
        refuse("this order is not a union map in isl notation".into())
            .with_note(error.message)
            .with_help("write it as `{ S0[i] -> S1[i]; S1[i] -> S0[i+2] }`")
    })?;
    for map in relation.maps().map_err(|error| refuse(error.message))? {
        for side in [DimType::In, DimType::Out] {
            known_instance(scop, &map, side).map_err(&refuse)?;
        }
    }
    if relation.dim(DimType::Param).unwrap_or(0) as usize > scop.parameters.len() {
        let known: Vec<_> = scop.parameters.iter().map(|p| p.spelling.as_str()).collect();
        let message = "this order uses a parameter that the region doesn't have";
        return Err(refuse(message.into()).with_note(format!("its parameters are {}", known.join(", "))));
    }
    let isl = |error: isl::Error| refuse(error.message);
    let domain = scop.domain().map_err(isl)?;
    let within = relation.intersect_domain(domain.clone()).and_then(|r| r.intersect_range(domain));
    let relation = within.map_err(isl)?;
    let program = program_order(scop).map_err(isl)?;
    if let Some(pair) = contradiction(&relation, &program).map_err(isl)? {
        let problem =
            Diagnostic::error(Code::ContradictsProgram, "the program itself doesn't keep this order");
        return Err(problem
            .at(span, "in this order")
            .with_note(format!("it runs the second of these before the first: {pair}")));
    }
    Ok(Schedule { order: Order::relation(relation).map_err(isl)?, ..program })
}

/// Those of `relation` (`{ S[i] -> T[j] }`) that the program runs the other way round; pairs stated both
/// ways never run in one execution.
fn contradiction(relation: &UnionMap, program: &Schedule) -> isl::Result<Option<UnionMap>> {
    let never_both = relation.clone().reverse()?;
    let backwards = program.order.certainly(&relation.clone().reverse()?)?.reverse()?;
    let wrong = backwards.subtract(never_both)?;
    Ok(if wrong.is_empty()? { None } else { Some(wrong) })
}

/// That one side of `map` is a statement of the region with its iterators.
fn known_instance(scop: &Scop, map: &Map, side: DimType) -> Result<(), String> {
    let name = map.tuple_name(side).ok().flatten().unwrap_or_default();
    let Some((_, statement)) = scop.statement(&name) else {
        return Err(format!("no statement of this region is called `{name}`; they are {}", names(scop)));
    };
    let found = map.dim(side).unwrap_or(0) as usize;
    match found == statement.iterators.len() {
        true => Ok(()),
        false => {
            Err(format!("this order gives `{name}` {found} iterators; the statements are {}", names(scop)))
        }
    }
}

fn every_statement(scop: &Scop) -> BTreeSet<String> {
    scop.statements.iter().map(|statement| statement.name.clone()).collect()
}

/// Parameters need not be declared: those of the region are in scope.
fn read(scop: &Scop, text: &str) -> isl::Result<UnionMap> {
    let context = scop.context.context();
    let text = text.trim();
    if text.starts_with('[') {
        return UnionMap::read_from_str(context, text);
    }
    let parameters: Vec<_> = scop.parameters.iter().map(|p| p.name.as_str()).collect();
    UnionMap::read_from_str(context, &format!("[{}] -> {text}", parameters.join(", ")))
}

fn unknown_statement(scop: &Scop, map: &Map) -> Option<String> {
    let name = map.tuple_name(DimType::In).ok().flatten().unwrap_or_default();
    scop.statement(&name).is_none().then_some(name)
}

fn names(scop: &Scop) -> String {
    let names: Vec<_> = scop
        .statements
        .iter()
        .map(|s| {
            let iterators: Vec<_> = s.iterators.iter().map(|i| i.name.as_str()).collect();
            format!("{}[{}]", s.name, iterators.join(","))
        })
        .collect();
    names.join(", ")
}

/// `{ S[i] -> [t] }` of one statement on its whole domain.
fn dates_of(scop: &Scop, statement: &Statement, given: &[Map]) -> Result<Map, String> {
    let name = &statement.name;
    let of_statement = given
        .iter()
        .filter(|map| map.tuple_name(DimType::In).ok().flatten().as_deref() == Some(name.as_str()));
    let [map] = of_statement.collect::<Vec<_>>()[..] else {
        let count = given.iter().filter(|m| unknown_statement(scop, m).is_none()).count();
        return Err(match count {
            0 => format!("this schedule gives no statement of the region a date; they are {}", names(scop)),
            _ => format!("this schedule must give `{name}` one date; the statements are {}", names(scop)),
        });
    };
    arity(statement, map)?;
    check_dates(scop, statement, map).map_err(|error| error.message)?
}

fn arity(statement: &Statement, map: &Map) -> Result<(), String> {
    let found = map.dim(DimType::In).map_err(|error| error.message)?;
    let iterators: Vec<_> = statement.iterators.iter().map(|i| i.name.as_str()).collect();
    if found as usize == iterators.len() {
        return Ok(());
    }
    Err(format!(
        "this schedule gives `{0}` {found} iterators; it has {1}: `{0}[{2}]`",
        statement.name,
        iterators.len(),
        iterators.join(",")
    ))
}

fn check_dates(scop: &Scop, statement: &Statement, map: &Map) -> isl::Result<Result<Map, String>> {
    let name = &statement.name;
    let domain = statement.domain.clone().intersect_params(scop.context.clone())?;
    let map = map.clone().align_params(scop.context.space()?)?;
    if map.dim(DimType::Param)? as usize != scop.parameters.len() {
        let known: Vec<_> = scop.parameters.iter().map(|p| p.spelling.as_str()).collect();
        return Ok(Err(format!(
            "this schedule uses a parameter that the region doesn't have; its parameters are {}",
            known.join(", ")
        )));
    }
    let map = map.intersect_domain(domain.clone())?;
    if !domain.is_subset(&map.clone().domain()?)? {
        return Ok(Err(format!("this schedule leaves instances of `{name}` without a date")));
    }
    if !map.is_single_valued()? {
        return Ok(Err(format!("this schedule gives instances of `{name}` several dates")));
    }
    Ok(Ok(map.set_tuple_name(DimType::Out, "")?))
}

fn same_length(scop: &Scop, dates: &[Map]) -> Result<(), String> {
    let length = |map: &Map| map.dim(DimType::Out).unwrap_or(0);
    let Some(first) = dates.first() else { return Ok(()) };
    let other = dates.iter().position(|map| length(map) != length(first));
    other.map_or(Ok(()), |other| {
        Err(format!(
            "this schedule gives `{}` dates of length {} and `{}` dates of length {}",
            scop.statements[0].name,
            length(first),
            scop.statements[other].name,
            length(&dates[other])
        ))
    })
}

fn total(scop: &Scop, dates: Vec<Map>, parallel: Vec<u32>) -> isl::Result<Schedule> {
    let own = scop.schedule.clone().intersect_domain(scop.domain()?)?;
    let empty = UnionMap::empty(scop.context.space()?)?;
    let (mut given, mut total) = (empty.clone(), empty);
    for (position, map) in (0..).zip(dates) {
        let domain = map.clone().domain()?.to_union_set()?;
        let [own] = &own.clone().intersect_domain(domain)?.maps()?[..] else { continue };
        let own = own.clone().set_tuple_name(DimType::Out, "")?;
        let textual = textual_position(&map, position)?;
        given = given.union(map.clone().to_union_map()?)?;
        let all = map.flat_range_product(textual)?.flat_range_product(own)?;
        total = total.union(all.to_union_map()?)?;
    }
    let depth = depth(&given)?;
    let unordered = parallel
        .iter()
        .map(|dimension| Unordered {
            dimension: *dimension,
            statements: every_statement(scop),
            private: BTreeSet::new(),
        })
        .collect();
    let order = Order::with_unordered(total.clone(), unordered);
    Ok(Schedule { dates: given, total, order, is_program_order: false, depth, parallel })
}

/// `{ S[i] -> [position] }`
fn textual_position(map: &Map, position: i32) -> isl::Result<Map> {
    let domain = map.clone().domain()?;
    let point = Map::from_domain_and_range(domain, one_dimension(map)?)?;
    point.fix_si(DimType::Out, 0, position)
}

fn one_dimension(map: &Map) -> isl::Result<isl::Set> {
    let space = map.space()?.range()?;
    let surplus = space.dim(DimType::Set)?;
    let space = space.drop_dims(DimType::Set, 0, surplus)?.add_dims(DimType::Set, 1)?;
    isl::Set::universe(space)
}

fn depth(dates: &UnionMap) -> isl::Result<u32> {
    let lengths = dates.maps()?.into_iter().map(|map| map.dim(DimType::Out));
    Ok(lengths.collect::<isl::Result<Vec<_>>>()?.into_iter().max().unwrap_or(0))
}
