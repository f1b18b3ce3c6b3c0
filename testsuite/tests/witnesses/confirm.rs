//! Whether a clash is what happens.

use crate::subject::Subject;
use crate::traced::{Step, Trace};
use check::enumerate::Order;
use polyhedral::{Access, AccessKind};
use schedule::clash::{Clash, ClashKind, Event};
use std::collections::BTreeMap;

/// What the cell of a clash goes through.
pub struct Runs {
    /// In the order of the program.
    pub original: Trace,
    /// Under the legal schedule.
    pub legal: Trace,
    /// In an execution that the illegal schedule allows.
    pub illegal: Trace,
}

/// `Err` with the sentence, unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($sentence:tt)+) => {
        if !$condition {
            return Err(format!($($sentence)+));
        }
    };
}

/// The instances of a witness in the order in which they do harm.
pub fn sequence(kind: &ClashKind) -> Vec<&Event> {
    match kind {
        ClashKind::Flow { write, read } => vec![read, write],
        ClashKind::Range { write, read, killer, .. } => vec![write, killer, read],
        ClashKind::LiveIn { read, killer, .. } => vec![killer, read],
        ClashKind::LiveOut { last, killer } => vec![last, killer],
    }
}

/// Checks the witness of `clash` against what happens to its cell.
pub fn clash(subject: &Subject, clash: &Clash, runs: &Runs) -> Result<(), String> {
    let witness = Witness { subject, clash };
    witness.same_instances(runs)?;
    witness.values_tell_writes_apart(&runs.original)?;
    witness.values_tell_writes_apart(&runs.illegal)?;
    witness.events_touch_the_cell()?;
    witness.events_run_in_sequence(&runs.illegal)?;
    witness.goes_right(&runs.original)?;
    witness.goes_right(&runs.legal)?;
    witness.legal_values_are_the_originals(runs)?;
    witness.goes_wrong(&runs.original, &runs.illegal)
}

struct Witness<'a> {
    subject: &'a Subject,
    clash: &'a Clash,
}

impl Witness<'_> {
    /// All orders run the same instances: those of the region at the witness' parameters.
    fn same_instances(&self, runs: &Runs) -> Result<(), String> {
        let expected = self.instances().map_err(|error| error.to_string())?;
        for trace in [&runs.original, &runs.legal, &runs.illegal] {
            let mut found: Vec<_> =
                trace.steps.iter().map(|step| (step.statement.clone(), step.vector.clone())).collect();
            found.sort();
            ensure!(found == expected, "these instances ran: {found:?}, not {expected:?}");
        }
        Ok(())
    }

    fn instances(&self) -> isl::Result<Vec<(String, Vec<i64>)>> {
        let values = self.subject.assignment(&self.clash.parameters)?;
        let domain = self.subject.analysed.scop.domain()?.intersect_params(values)?;
        let mut instances = Vec::new();
        for set in domain.sets()? {
            let name = set.tuple_name()?.unwrap_or_default();
            let dimensions = set.dim(isl::DimType::Set)?;
            for point in set.project_out_all_params()?.foreach_point(1000)? {
                let coordinate = |d| point.coordinate_val(isl::DimType::Set, d)?.to_i64();
                let vector = (0..dimensions).map(coordinate).collect::<isl::Result<Option<Vec<_>>>>()?;
                instances.push((name.clone(), vector.expect("small sizes")));
            }
        }
        instances.sort();
        Ok(instances)
    }

    /// No value comes into the cell twice, so that a value says which instance wrote it.
    fn values_tell_writes_apart(&self, trace: &Trace) -> Result<(), String> {
        let writes = trace.steps.iter().filter(|step| self.step_touches(step, AccessKind::MustWrite));
        let mut values: Vec<f64> = writes.map(|step| step.after).collect();
        values.push(trace.before);
        values.sort_by(f64::total_cmp);
        ensure!(values.iter().all(|value| value.is_finite()), "not all of {values:?} are numbers");
        ensure!(values.windows(2).all(|pair| pair[0] != pair[1]), "twice among {values:?}");
        Ok(())
    }

    fn events_touch_the_cell(&self) -> Result<(), String> {
        let touches = |event: &Event, kind| self.touches(event.statement, &event.vector, kind);
        let (writes, reads) = match &self.clash.kind {
            ClashKind::Flow { write, read } => (vec![write], vec![read]),
            ClashKind::Range { write, read, killer, killer_read } => {
                (vec![write, killer], [read].into_iter().chain(killer_read).collect())
            }
            ClashKind::LiveIn { read, killer, killer_read } => {
                (vec![killer], [read].into_iter().chain(killer_read).collect())
            }
            ClashKind::LiveOut { last, killer } => (vec![last, killer], vec![]),
        };
        let right = writes.iter().all(|event| touches(event, AccessKind::MustWrite))
            && reads.iter().all(|event| touches(event, AccessKind::Read));
        ensure!(right, "an instance doesn't touch {}", self.subject.cell(self.clash));
        Ok(())
    }

    fn events_run_in_sequence(&self, illegal: &Trace) -> Result<(), String> {
        let positions = sequence(&self.clash.kind).into_iter().map(|event| self.position(illegal, event));
        let positions = positions.collect::<Result<Vec<_>, _>>()?;
        ensure!(positions.is_sorted(), "the instances run at {positions:?}");
        Ok(())
    }

    /// In an order that is legal the read gets what was written for it, and the cell keeps its last value.
    fn goes_right(&self, trace: &Trace) -> Result<(), String> {
        let step = |event: &Event| self.step(trace, event);
        let (found, expected) = match &self.clash.kind {
            ClashKind::Flow { write, read } | ClashKind::Range { write, read, .. } => {
                (step(read)?.before, step(write)?.after)
            }
            ClashKind::LiveIn { read, .. } => (step(read)?.before, trace.before),
            ClashKind::LiveOut { last, .. } => (trace.after, step(last)?.after),
        };
        ensure!(found == expected, "a legal order has {found}, not {expected}: {trace:?}");
        if let ClashKind::Range { killer, killer_read: Some(read), .. }
        | ClashKind::LiveIn { killer, killer_read: Some(read), .. } = &self.clash.kind
        {
            let (found, expected) = (step(read)?.before, step(killer)?.after);
            ensure!(found == expected, "the killer's reader gets {found}, not {expected}: {trace:?}");
        }
        Ok(())
    }

    /// Instances that touch the cell get and leave the same values under the legal schedule.
    fn legal_values_are_the_originals(&self, runs: &Runs) -> Result<(), String> {
        for step in &runs.original.steps {
            let other = find(&runs.legal, &step.statement, &step.vector)?;
            let reads = self.step_touches(step, AccessKind::Read);
            let writes = self.step_touches(step, AccessKind::MustWrite);
            let same = (!reads || step.before == other.before) && (!writes || step.after == other.after);
            ensure!(same, "legal, but {step:?} became {other:?}");
        }
        Ok(())
    }

    /// The read, or what comes after the region, gets a wrong value: the one that the killer wrote, where
    /// there is a killer.
    fn goes_wrong(&self, original: &Trace, illegal: &Trace) -> Result<(), String> {
        let step = |event: &Event| self.step(illegal, event);
        let right = |event: &Event| self.step(original, event);
        let (found, should, killer) = match &self.clash.kind {
            ClashKind::Flow { write, read } => {
                (step(read)?.before, [right(read)?.before, step(write)?.after], None)
            }
            ClashKind::Range { write, read, killer, .. } => {
                (step(read)?.before, [right(read)?.before, step(write)?.after], Some(killer))
            }
            ClashKind::LiveIn { read, killer, .. } => {
                (step(read)?.before, [right(read)?.before, illegal.before], Some(killer))
            }
            ClashKind::LiveOut { last, killer } => {
                (illegal.after, [original.after, step(last)?.after], Some(killer))
            }
        };
        ensure!(!should.contains(&found), "nothing goes wrong: {found} in {illegal:?}");
        if let Some(killer) = killer {
            let written = step(killer)?.after;
            ensure!(found == written, "{found} is wrong, but not the killer's {written}: {illegal:?}");
        }
        Ok(())
    }

    fn step<'a>(&self, trace: &'a Trace, event: &Event) -> Result<&'a Step, String> {
        Ok(&trace.steps[self.position(trace, event)?])
    }

    fn position(&self, trace: &Trace, event: &Event) -> Result<usize, String> {
        position(trace, &self.subject.analysed.scop.statements[event.statement].name, &event.vector)
    }

    fn step_touches(&self, step: &Step, kind: AccessKind) -> bool {
        let statement = self.subject.analysed.scop.statement(&step.statement);
        statement.is_some_and(|(id, _)| self.touches(id, &step.vector, kind))
    }

    /// Whether an access of this kind touches the cell, by the subscripts in the program.
    fn touches(&self, statement: usize, vector: &[i64], kind: AccessKind) -> bool {
        let statement = &self.subject.analysed.scop.statements[statement];
        let iterators = statement.iterators.iter().map(|iterator| iterator.name.clone());
        let mut values = self.clash.parameters.clone();
        values.extend(iterators.zip(vector.iter().copied()));
        let is_cell = |access: &Access| {
            let cell = access.subscripts.iter().map(|subscript| subscript.evaluate(&values));
            cell.collect::<Option<Vec<_>>>().as_ref() == Some(&self.clash.cell)
        };
        let accesses = statement.accesses.iter();
        accesses.filter(|a| a.array == self.clash.array && a.kind == kind).any(is_cell)
    }
}

fn find<'a>(trace: &'a Trace, statement: &str, vector: &[i64]) -> Result<&'a Step, String> {
    Ok(&trace.steps[position(trace, statement, vector)?])
}

fn position(trace: &Trace, statement: &str, vector: &[i64]) -> Result<usize, String> {
    let found = trace.steps.iter().position(|step| step.statement == statement && step.vector == vector);
    found.ok_or_else(|| format!("{statement}{vector:?} didn't run"))
}

/// Checks that the schedule allows to run its instances as they ran: by their dates, pair by pair.
pub fn is_allowed(
    subject: &Subject,
    parameters: &BTreeMap<String, i64>,
    trace: &Trace,
) -> Result<(), String> {
    let dates: isl::Result<Vec<_>> = trace.steps.iter().map(|step| date(subject, parameters, step)).collect();
    let dates = dates.map_err(|error| error.to_string())?;
    let parallel = |_, _, dimension: usize| subject.schedule.parallel.contains(&(dimension as u32));
    let order = Order::by_dates(&dates, parallel);
    for later in 0..dates.len() {
        for earlier in 0..later {
            ensure!(
                !order.before(later, earlier),
                "{:?} ran before {:?}",
                trace.steps[earlier],
                trace.steps[later]
            );
        }
    }
    Ok(())
}

/// The date of an instance with ties broken.
fn date(subject: &Subject, parameters: &BTreeMap<String, i64>, step: &Step) -> isl::Result<Vec<i64>> {
    let (statement, _) = subject.analysed.scop.statement(&step.statement).expect("it is the subject's");
    let event = Event { statement, vector: step.vector.clone(), date: vec![] };
    let point = subject.point(&event)?.intersect_params(subject.assignment(parameters)?)?;
    let dates = point.apply(subject.schedule.total.clone())?.sets()?;
    let date = dates[0].clone().project_out_all_params()?;
    let coordinate = |d| Ok(date.clone().dim_min_val(d)?.to_i64()?.expect("small sizes"));
    (0..date.dim(isl::DimType::Set)?).map(coordinate).collect()
}
