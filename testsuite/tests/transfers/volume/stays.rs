//! Arrays that stay in the other memory space over a stretch of the program, compared with what the stretch as a whole
//! reads and writes when it is run step by step.

use super::{STEPS, Touched};
use check::enumerate::Trace;
use frontend::Constants;
use polycc::Input;
use polycc::isolate::{self, Statement, Stay};

/// Wherever the checker has run a stretch, it copies the rectangular hull of what it needs, once.
pub fn compare(input: &Input, statements: &[Statement]) -> Result<(), String> {
    statements.iter().flat_map(|statement| &statement.stays).try_for_each(|stay| one(input, stay))
}

fn one(input: &Input, stay: &Stay) -> Result<(), String> {
    // the guard counts what others copy
    let Some(check) = &stay.check else { return Ok(()) };
    let context = isl::Context::new();
    let model = input.unit.model_isolated(&stay.place, &input.map, &context, Constants::Literal);
    let whole = model.map_err(|_| "the stretch has no model")?;
    for values in &check.checked {
        let trace = Trace::of(&whole, &whole.program, values, STEPS).ok_or("the stretch can't be run")?;
        let reported = isolate::staying(stay, values).map_err(|error| error.message)?;
        for (variable, ..) in &stay.arrays {
            let array = whole.arrays.iter().position(|array| array.c_name == variable.name);
            let array = array.ok_or("the stretch has no such array")?;
            let needs = Touched::of(&trace.instances, array).needs(whole.arrays[array].outlives.is_some());
            needs.compare(&reported, &variable.name).map_err(|why| format!("at {values:?} {why}"))?;
        }
    }
    Ok(())
}
