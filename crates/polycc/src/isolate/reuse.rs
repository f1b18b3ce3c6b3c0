//! Iterations that share what is copied (Guelton, Amini, Creusillet, section 4.3).

use super::{Failure, Statement, counterparts, trial};
use crate::input::Input;
use allocator::transfers::reuse::{Phase, Reused, reuse};
use analysis::Analysed;
use check::Outcome;
use codegen::isolate::Kind;
use frontend::Constants;
use polyhedral::{ArrayId, Loop, Node};

/// `statement`, with copies that run while other iterations of the loop around it work, where they can.
///
/// # Errors
/// A mistake of polycc's that the check has found.
pub fn overlapped(input: &Input, statement: Statement) -> Result<Statement, Failure> {
    let statement = reused(input, statement, true)?;
    let runs_meanwhile = |array: ArrayId| {
        let found = statement.reused.iter().find(|reused| reused.array == array);
        found.is_some_and(|Reused { loads, stores, .. }| {
            let is_once = loads.len() < 2 && stores.len() < 2;
            is_once || loads.iter().chain(stores).any(|timed| timed.phase == Phase::Meanwhile)
        })
    };
    let arrays = &statement.analysed.scop.arrays;
    let waiting = statement.transfers.iter().map(|isolated| isolated.array);
    let is_moved = |array: &ArrayId| arrays[*array].dimensions() > 0 && !statement.keeps(*array);
    let waiting = waiting.filter(|array| is_moved(array) && !runs_meanwhile(*array));
    let waiting = waiting.map(|array| arrays[array].c_name.clone()).collect();
    Ok(Statement { waiting, ..statement })
}

/// `statement`, with buffers that last for the loop around it where that moves less, or if it `overlaps` where copies can then
/// run while iterations work.
///
/// # Errors
/// A mistake of polycc's that the check has found.
pub fn reused(input: &Input, statement: Statement, overlaps: bool) -> Result<Statement, Failure> {
    // constants that stand for parameters in one model need not do so in the other
    if statement.analysed.scop.lifted().next().is_some() {
        return Ok(statement);
    }
    let Some((around, counter)) = input.unit.loop_around(&statement.place, &input.map) else {
        return Ok(statement);
    };
    let context = statement.analysed.scop.context.context().clone();
    let model = input.unit.model_isolated(&around, &input.map, &context, Constants::Literal);
    let Ok(scop) = model else { return Ok(statement) };
    let iterations = match scop.program.body.as_slice() {
        [Node::Loop(counted)] if counted.step > 0 => Loop { body: vec![], ..counted.clone() },
        _ => return Ok(statement),
    };
    let found = context.with_budget(super::OPERATIONS, || {
        let whole = Analysed::new(scop)?;
        let moving = statement.transfers.iter().filter(|it| !statement.keeps(it.array));
        let moving: Vec<_> = moving.cloned().collect();
        let step = overlaps.then_some(iterations.step);
        let reused = reuse(&statement.analysed, &moving, &whole, &counter, step)?;
        let (tile, context) = (&statement.analysed.scop.context, &whole.scop.context);
        let held = reused.iter().map(|array| counterparts::lasting(array, tile, context));
        let held = held.collect::<isl::Result<Vec<_>>>()?;
        Ok((whole, reused, held))
    });
    // what is too hard is transferred by iterations
    let Ok((whole, reused, held)) = found else { return Ok(statement) };
    if reused.is_empty() {
        return Ok(statement);
    }
    let mut variables = statement.variables.clone();
    for held in held {
        for (_, kind) in variables.iter_mut().filter(|(_, known)| known.array == held.array) {
            *kind = held.clone();
        }
    }
    // what stays is checked for the whole stretch
    let stays = |held: &super::Held| matches!(held.kind, Kind::Resident { .. });
    let copied: Vec<_> = variables.iter().filter(|(_, held)| !stays(held)).cloned().collect();
    match trial::compare_loop(&whole.scop, &copied) {
        Some(check) if matches!(check.outcome, Outcome::Differs(_)) => Err(Failure::Wrong(check.to_string())),
        Some(check) => Ok(Statement {
            around: Some(around),
            iterations: Some(iterations),
            reused,
            variables,
            check,
            ..statement
        }),
        None => Ok(statement),
    }
}
