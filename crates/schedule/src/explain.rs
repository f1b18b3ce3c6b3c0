//! A refused schedule, explained by the smallest instances that clash.

use crate::Schedule;
use analysis::Analysed;
use analysis::violation::{Violation, violations};
use diagnostics::{Diagnostic, Span};
use isl::{DimType, Map, Set, UnionMap, UnionSet};
use polyhedral::{ArrayId, Scop, Statement};

/// Why `schedule`, written at `span`, is illegal; empty if it is legal.
///
/// # Errors
/// isl's.
pub fn legality(
    analysed: &Analysed,
    schedule: &Schedule,
    span: Option<Span>,
) -> isl::Result<Vec<Diagnostic>> {
    let mut diagnostics = Vec::new();
    for (array, violation) in violations(analysed, &schedule.total)? {
        diagnostics.push(Clash { analysed, schedule, array, span }.explain(&violation)?);
    }
    Ok(diagnostics)
}

struct Clash<'a> {
    analysed: &'a Analysed,
    schedule: &'a Schedule,
    array: ArrayId,
    span: Option<Span>,
}

/// One instance of a witness.
struct Witness<'a> {
    statement: &'a Statement,
    vector: Vec<i64>,
    date: String,
}

impl Clash<'_> {
    fn explain(&self, violation: &Violation) -> isl::Result<Diagnostic> {
        let scop = &self.analysed.scop;
        let name = &scop.arrays[self.array].c_name;
        // { [S_w[j] -> S_r[i]] -> S_k[l] }, or pairs for the other variants
        let relation = scop.concrete_map(violation.relation().clone())?;
        let (values, instances) = self.smallest(&relation)?;
        let diagnostic = match (violation, instances.as_slice()) {
            (Violation::Flow(_), [write, read]) => self.flow(name, write, read)?,
            (Violation::Range(_), [write, read, killer]) => self.range(name, write, read, killer)?,
            (Violation::LiveIn(_), [read, killer]) => self.live_in(name, read, killer)?,
            (Violation::LiveOut(_), [last, killer]) => self.live_out(name, last, killer)?,
            _ => unreachable!("a witness has the instances that its relation names"),
        };
        let under = match values.as_str() {
            "" => "under this schedule".to_string(),
            values => format!("under this schedule ({values})"),
        };
        let diagnostic = match self.span {
            Some(span) => diagnostic.also(span, under),
            None => diagnostic.with_note(under),
        };
        Ok(diagnostic.with_note(format!("all clashes: {relation}")))
    }

    fn flow(&self, name: &str, write: &Witness, read: &Witness) -> isl::Result<Diagnostic> {
        let cell = self.cell(write)?;
        Ok(Diagnostic::error(format!("this schedule reads `{name}` before the value is written"))
            .at(read.statement.span, format!("instance {} reads `{cell}` at date {}", read.name(), read.date))
            .also(
                write.statement.span,
                format!("instance {} writes the value at date {}", write.name(), write.date),
            )
            .with_help("every instance must come after those whose values it reads"))
    }

    fn range(
        &self,
        name: &str,
        write: &Witness,
        read: &Witness,
        killer: &Witness,
    ) -> isl::Result<Diagnostic> {
        let cell = self.cell(killer)?;
        let reader = format!(
            "before instance {} reads, at date {}, the value that {} wrote at date {}",
            read.name(),
            read.date,
            write.name(),
            write.date
        );
        let message = format!("this schedule overwrites `{name}` while its value is still needed");
        Ok(Diagnostic::error(message)
            .at(killer.statement.span, self.writes(killer, &cell))
            .also(read.statement.span, reader)
            .with_help(format!(
                "keep the write and the reads of `{name}` together, or give `{name}` one more dimension"
            )))
    }

    fn live_in(&self, name: &str, read: &Witness, killer: &Witness) -> isl::Result<Diagnostic> {
        let cell = self.cell(killer)?;
        let reader = format!(
            "before instance {} reads, at date {}, the value from before the region",
            read.name(),
            read.date
        );
        let message = format!("this schedule overwrites `{name}` while its value is still needed");
        Ok(Diagnostic::error(message)
            .at(killer.statement.span, self.writes(killer, &cell))
            .also(read.statement.span, reader))
    }

    fn live_out(&self, name: &str, last: &Witness, killer: &Witness) -> isl::Result<Diagnostic> {
        let cell = self.cell(killer)?;
        let message = format!("this schedule leaves another value in `{name}` than the program does");
        let should = format!(
            "after instance {} wrote, at date {}, the value that the program leaves there",
            last.name(),
            last.date
        );
        Ok(Diagnostic::error(message)
            .at(killer.statement.span, self.writes(killer, &cell))
            .also(last.statement.span, should))
    }

    fn writes(&self, witness: &Witness, cell: &str) -> String {
        format!("instance {} writes `{cell}` at date {}", witness.name(), witness.date)
    }

    /// The cell that the instance writes, as C.
    fn cell(&self, witness: &Witness) -> isl::Result<String> {
        let write = witness.statement.accesses.iter().find(|a| a.writes() && a.array == self.array);
        let array = &self.analysed.scop.arrays[self.array];
        let Some(write) = write else { return Ok(array.c_name.clone()) };
        let values: std::collections::BTreeMap<_, _> = witness
            .statement
            .iterators
            .iter()
            .zip(&witness.vector)
            .map(|(iterator, value)| (iterator.name.clone(), *value))
            .collect();
        let constant = |name: &str| values.get(name).copied().map(polyhedral::Expression::Constant);
        let subscripts = write.subscripts.iter().map(|s| format!("[{}]", s.substitute(&constant).simplify()));
        Ok(format!("{}{}", array.c_name, subscripts.collect::<String>()))
    }

    /// The parameters' values, and the instances, of the smallest clash.
    fn smallest(&self, relation: &UnionMap) -> isl::Result<(String, Vec<Witness<'_>>)> {
        let clashes = relation.clone().wrap()?.sets()?;
        let first = clashes.into_iter().next().expect("a violation isn't empty");
        let first = smallest_parameters(first)?.lexmin()?;
        let scop = &self.analysed.scop;
        let values = parameter_values(scop, &first)?;
        let instances = self.instances(first.unwrap()?)?;
        Ok((values, instances))
    }

    /// The instances of `{ [S -> T] -> U }` or `{ S -> T }`, each side a single point.
    fn instances(&self, pair: Map) -> isl::Result<Vec<Witness<'_>>> {
        let (left, right) = (pair.clone().domain()?, pair.range()?);
        let mut instances = match left.is_wrapping()? {
            true => self.instances(left.unwrap()?)?,
            false => vec![self.instance(left)?],
        };
        instances.push(self.instance(right)?);
        Ok(instances)
    }

    fn instance(&self, point: Set) -> isl::Result<Witness<'_>> {
        let name = point.tuple_name()?.unwrap_or_default();
        let (_, statement) = self.analysed.scop.statement(&name).expect("a violation relates statements");
        let vector = coordinates(&point)?;
        let given = self.analysed.scop.concrete_map(self.schedule.dates.clone())?;
        let dates = UnionSet::from_set(point)?.apply(given)?.sets()?;
        let date = dates.first().map_or(Ok(vec![]), coordinates)?;
        let date: Vec<_> = date.iter().map(i64::to_string).collect();
        Ok(Witness { statement, vector, date: format!("({})", date.join(",")) })
    }
}

impl Witness<'_> {
    fn name(&self) -> String {
        let vector: Vec<_> = self.vector.iter().map(i64::to_string).collect();
        format!("{}[{}]", self.statement.name, vector.join(","))
    }
}

/// `set` at the lexicographically smallest parameter values at which it isn't empty; not below 0 where
/// that can be.
fn smallest_parameters(mut set: Set) -> isl::Result<Set> {
    for position in 0..set.dim(DimType::Param)? {
        let not_negative = set.clone().lower_bound_si(DimType::Param, position, 0)?;
        let is_negative = not_negative.is_empty()?;
        let candidates = if is_negative { set.clone() } else { not_negative };
        let values = candidates.move_dims(DimType::Set, 0, DimType::Param, position, 1)?;
        let values = values.project_out_all_params()?;
        let value = if is_negative { values.dim_max_val(0)? } else { values.dim_min_val(0)? };
        set = set.fix_val(DimType::Param, position, value)?;
    }
    Ok(set)
}

fn parameter_values(scop: &Scop, point: &Set) -> isl::Result<String> {
    let mut values = Vec::new();
    for position in 0..point.dim(DimType::Param)? {
        let name = point.dim_name(DimType::Param, position)?.unwrap_or_default();
        let known = scop.parameters.iter().find(|p| p.name == name);
        if known.is_some_and(|parameter| parameter.value.is_none()) {
            let value = point.clone().move_dims(DimType::Set, 0, DimType::Param, position, 1)?;
            values.push(format!("{name} = {}", value.project_out_all_params()?.dim_min_val(0)?));
        }
    }
    Ok(values.join(", "))
}

/// The coordinates of a set that is a single point for any parameters that it allows.
fn coordinates(point: &Set) -> isl::Result<Vec<i64>> {
    let point = point.clone().project_out_all_params()?;
    let coordinate = |position| Ok(point.clone().dim_min_val(position)?.to_i64()?.unwrap_or(i64::MAX));
    (0..point.dim(DimType::Set)?).map(coordinate).collect()
}
