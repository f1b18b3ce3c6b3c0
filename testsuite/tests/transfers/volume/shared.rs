//! Iterations that share what is copied, compared with Theorem 1 of *Beyond Do Loops*, computed cell by cell.

use super::{Needs, STEPS, Touched};
use check::enumerate::{Instance, Trace};
use frontend::{Constants, Isolated};
use polycc::Input;
use polycc::isolate::{self, Statement};
use polyhedral::{ArrayId, Node};
use std::collections::{BTreeMap, BTreeSet};

/// In each iteration of the loop `around`, arrays whose buffers last move `R(T) - (R + W)(t < T)` in and
/// `W(T) - W(t > T)` out, others what the iteration needs.
pub fn compare(input: &Input, statement: &Statement, around: &Isolated) -> Result<(), String> {
    let context = isl::Context::new();
    let model = input.unit.model_isolated(around, &input.map, &context, Constants::Literal);
    let whole = model.map_err(|_| "the loop around has no model")?;
    let [Node::Loop(counted)] = whole.program.body.as_slice() else {
        return Err("the loop around is no loop".into());
    };
    for values in &statement.check.checked {
        let trace = Trace::of(&whole, &whole.program, values, STEPS).ok_or("the loop can't be run")?;
        // the counter goes up
        let mut iterations: BTreeMap<i64, Vec<&Instance>> = BTreeMap::new();
        for instance in &trace.instances {
            iterations.entry(instance.iterators[0]).or_default().push(instance);
        }
        let mut expected = Vec::new();
        for (array, declared) in whole.arrays.iter().enumerate().filter(|(_, it)| it.dimensions() > 0) {
            let all: Vec<Touched> =
                iterations.values().map(|instances| Touched::of(instances.iter().copied(), array)).collect();
            if keeps(statement, &declared.c_name) {
                continue;
            }
            let is_seen = declared.outlives.is_some() || is_read(statement, &declared.c_name);
            let needs: Vec<Needs> = match lasts(statement, &declared.c_name) {
                true => theorem(&all, is_seen),
                false => all.iter().map(|touched| touched.needs(is_seen)).collect(),
            };
            expected.push((&declared.c_name, needs));
        }
        let mut moved = Some(0);
        for (position, iteration) in iterations.keys().enumerate() {
            let mut values = values.clone();
            values.insert(counted.iterator.clone(), *iteration);
            let reported = isolate::report(statement, &values).map_err(|error| error.message)?;
            for (name, needs) in &expected {
                needs[position].compare(&reported, name).map_err(|why| format!("at {values:?} {why}"))?;
            }
            let elements = reported.iter().map(|transfer| Some(transfer.at.as_ref()?.elements));
            moved = moved.zip(elements.sum::<Option<i64>>()).map(|(moved, more)| moved + more);
        }
        let totals = isolate::totals(statement, values).map_err(|error| error.message)?;
        if totals.map(|totals| totals.after) != moved {
            return Err(format!("at {values:?} all iterations move {moved:?}, not {totals:?}"));
        }
    }
    Ok(())
}

/// Whether an iteration reads values of an array that come from outside of it.
fn is_read(statement: &Statement, name: &str) -> bool {
    let mut transfers = statement.transfers.iter();
    transfers.any(|it| it.load.is_some() && statement.analysed.scop.arrays[it.array].c_name == name)
}

/// Whether an array stays for more than the loop's iterations.
fn keeps(statement: &Statement, name: &str) -> bool {
    let arrays = statement.analysed.scop.arrays.iter().enumerate();
    arrays.filter(|(_, array)| array.c_name == name).any(|(id, _)| statement.keeps(id))
}

/// Whether the buffer of an array lasts for the whole loop.
fn lasts(statement: &Statement, name: &str) -> bool {
    let is_this = |array: ArrayId| statement.analysed.scop.arrays[array].c_name == name;
    statement.reused.iter().any(|reused| is_this(reused.array))
}

fn theorem(iterations: &[Touched], is_seen: bool) -> Vec<Needs> {
    let needs: Vec<Needs> = iterations.iter().map(|touched| touched.needs(is_seen)).collect();
    let mut shared = Vec::new();
    for (position, own) in needs.iter().enumerate() {
        let (before, behind) = (&needs[..position], &needs[position + 1..]);
        let present: BTreeSet<_> = before.iter().flat_map(|it| it.load.iter().chain(&it.store)).collect();
        let overwritten: BTreeSet<_> = behind.iter().flat_map(|it| &it.store).collect();
        shared.push(Needs {
            load: own.load.iter().filter(|cell| !present.contains(cell)).cloned().collect(),
            store: own.store.iter().filter(|cell| !overwritten.contains(cell)).cloned().collect(),
        });
    }
    shared
}
