//! The stages of one isolated statement (`#pragma polycc isolate`): its model, its transfers, the program with
//! them, the check.
//!
//! The statement is a region of its own. It is isolated in the text that the other stages have written, so that
//! arrays that shrink are transferred as they are then.

mod abbreviations;
mod counterparts;
mod handed;
mod kernels;
mod report;
mod resident;
mod reuse;
mod staying;
mod text;
mod tiles;
mod totals;
mod trial;
mod windows;

pub use report::{TransferReport, moved, region as report, remarks, staying, summary};
pub use resident::Stay;
pub use text::{Problem, isolated as text};
pub use tiles::{Tiled, tiled};
pub use totals::{Totals, totals};

use crate::input::Input;
use allocator::transfers::reuse::Reused;
use allocator::transfers::{self, Transfer, Transfers, Unknown, transfers};
use analysis::Analysed;
use check::{Outcome, Report};
use codegen::isolate::{Kind, Rectangle};
use diagnostics::{Code, Diagnostic, Remark};
use frontend::{Constants, Isolated};
use polyhedral::{ArrayId, Call, Callee, Loop, Variable};

/// isl operations for everything about one statement.
const OPERATIONS: u64 = 200_000_000;

/// Who may share what is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reuse {
    /// Each run of a statement copies on its own.
    Nothing,
    /// Statements and iterations of one function.
    InFunctions,
    /// Those of several functions, too: parameters may be buffers.
    AcrossCalls,
}

/// How statements and iterations share what is copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sharing {
    /// Who does.
    pub reuse: Reuse,
    /// Whether copies run while other iterations work, where they can.
    pub overlaps: bool,
}

/// An isolated statement that went through all stages.
pub struct Statement {
    /// Where it is.
    pub place: Isolated,
    /// The statement as a region, and its analyses.
    pub analysed: Analysed,
    /// What must be copied.
    pub transfers: Transfers,
    /// The variables that it mentions, and what stands for each.
    pub variables: Vec<(Variable, Held)>,
    /// The calls in it that hand over arrays.
    pub calls: Vec<Call>,
    /// The functions that these reach.
    pub callees: Vec<Callee>,
    /// The loop around it, if iterations share buffers.
    pub around: Option<Isolated>,
    /// How its counter goes, without its body.
    pub iterations: Option<Loop>,
    /// The arrays that they share.
    pub reused: Vec<Reused>,
    /// The arrays whose copies should run while other iterations work, and don't.
    pub waiting: Vec<String>,
    /// The stretches of the program for which arrays stay, if it is the first in them.
    pub stays: Vec<Stay>,
    /// What the checker found.
    pub check: Report,
    /// Things worth knowing.
    pub remarks: Vec<Remark>,
}

/// What stands for a variable.
#[derive(Clone, Debug)]
pub struct Held {
    /// The array of the region, if the variable is one there.
    pub array: Option<ArrayId>,
    /// Where the array's counterpart starts, and how many cells it has.
    pub buffer: Option<Rectangle>,
    /// What the counterpart holds; names are still to be given.
    pub kind: Kind,
}

/// All isolated statements of `input`, in the order of the text. Statements and the iterations of loops share what is
/// copied as `sharing` allows.
///
/// # Errors
/// What stands in the way of any of them, or a mistake of polycc's that the check has found.
pub fn run(input: &Input, sharing: Sharing) -> Result<Vec<Statement>, Failure> {
    let (mut done, mut problems) = (Vec::new(), Vec::new());
    let context = isl::Context::new();
    for place in input.unit.isolated() {
        match statement(input, place, &context) {
            Ok(statement) => done.push(statement),
            Err(Failure::Refused(found)) => problems.extend(found),
            Err(wrong) => return Err(wrong),
        }
    }
    if !problems.is_empty() {
        return Err(Failure::Refused(problems));
    }
    if sharing.reuse == Reuse::Nothing {
        return Ok(done);
    }
    resident::settle(input, &context, sharing.reuse, &mut done)?;
    let shared = |statement| match sharing.overlaps {
        true => reuse::overlapped(input, statement),
        false => reuse::reused(input, statement, false),
    };
    done.into_iter().map(shared).collect()
}

/// Why a statement isn't isolated.
pub enum Failure {
    /// The user's mistake, or something that polycc doesn't model.
    Refused(Vec<Diagnostic>),
    /// The checker found a difference: a mistake of polycc's.
    Wrong(String),
}

/// With large constants as parameters the result can be checked at small sizes; where it can't be had so,
/// they are taken as they are.
fn statement(input: &Input, place: &Isolated, context: &isl::Context) -> Result<Statement, Failure> {
    match attempt(input, place, context, Constants::Lifted) {
        Ok(done) if done.check.outcome == Outcome::Equal => Ok(done),
        Err(Failure::Wrong(message)) => Err(Failure::Wrong(message)),
        lifted => match (lifted, attempt(input, place, context, Constants::Literal)) {
            (Ok(lifted), Err(Failure::Refused(_))) => Ok(lifted),
            (_, literal) => literal,
        },
    }
}

fn attempt(
    input: &Input,
    place: &Isolated,
    context: &isl::Context,
    constants: Constants,
) -> Result<Statement, Failure> {
    let refused = Failure::Refused;
    let variables = input.unit.variables(place, &input.map).map_err(refused)?;
    let (calls, callees) = match input.unit.calls(place, &input.map) {
        Ok(found) => found,
        // what the model says of a call that can't be followed is more to the point
        Err(problems) => {
            let model = input.unit.model_isolated(place, &input.map, &isl::Context::new(), constants);
            return Err(refused(model.err().unwrap_or(problems)));
        }
    };
    let model = input.unit.model_isolated(place, &input.map, context, constants);
    let scop = model.map_err(refused)?;
    let done = context.with_budget(OPERATIONS, || stages(place, scop, variables, (calls, callees)));
    done.map_err(|error| Failure::Refused(vec![too_hard(place, &error)]))?
}

fn stages(
    place: &Isolated,
    scop: polyhedral::Scop,
    variables: Vec<Variable>,
    (calls, callees): (Vec<Call>, Vec<Callee>),
) -> isl::Result<Result<Statement, Failure>> {
    let analysed = Analysed::new(scop)?;
    let transfers = match transfers(&analysed)? {
        Ok(transfers) => transfers,
        Err(unknown) => {
            let name = |array: ArrayId| &analysed.scop.arrays[array].c_name;
            let problem = match unknown {
                Unknown::Bounds(array) => {
                    let why = format!("no bounds of what it touches of `{}` are known", name(array));
                    refusal(place, why)
                }
                Unknown::Size(array) => {
                    let why = format!("it may touch cells of `{}`, of which no size is known", name(array));
                    refusal(place, why).with_help(format!("declare it with its size: `{}[n]`", name(array)))
                }
            };
            return Ok(Err(Failure::Refused(vec![problem])));
        }
    };
    let mut held = Vec::new();
    for variable in variables {
        match counterparts::held(&analysed, &transfers, &variable)? {
            Ok(kind) => held.push((variable, kind)),
            Err(why) => return Ok(Err(Failure::Refused(vec![refusal(place, why)]))),
        }
    }
    let check = trial::compare(&analysed.scop, &held);
    if let Outcome::Differs(mismatch) = &check.outcome {
        return Ok(Err(Failure::Wrong(mismatch.to_string())));
    }
    Ok(Ok(Statement {
        place: place.clone(),
        analysed,
        transfers,
        variables: held,
        calls,
        callees,
        around: None,
        iterations: None,
        reused: vec![],
        waiting: vec![],
        stays: vec![],
        check,
        remarks: vec![],
    }))
}

fn refusal(place: &Isolated, why: String) -> Diagnostic {
    Diagnostic::error(Code::CannotIsolate, format!("this statement can't be isolated: {why}"))
        .at(place.pragma, "")
}

fn too_hard(place: &Isolated, error: &isl::Error) -> Diagnostic {
    refusal(place, "it is too hard to analyse".into()).with_note(error.message.clone())
}

impl Statement {
    /// What is copied of an array: all loads, or all stores.
    fn transfers_of<'a>(&'a self, isolated: &'a transfers::Isolated, loads: bool) -> Vec<&'a Transfer> {
        if self.keeps(isolated.array) {
            return vec![];
        }
        let single = if loads { &isolated.load } else { &isolated.store };
        match self.reused.iter().find(|reused| reused.array == isolated.array) {
            Some(reused) => {
                let timed = if loads { &reused.loads } else { &reused.stores };
                timed.iter().map(|timed| &timed.transfer).collect()
            }
            None => single.iter().collect(),
        }
    }

    /// Whether an array stays in the other memory space between the statement's runs.
    pub fn keeps(&self, array: ArrayId) -> bool {
        let mut held = self.variables.iter().map(|(_, held)| held);
        held.any(|held| held.array == Some(array) && matches!(held.kind, Kind::Resident { .. }))
    }

    /// Whether a variable is copied, rather than passed by value.
    fn copies(&self, name: &str) -> bool {
        self.variables
            .iter()
            .any(|(variable, held)| variable.name == name && !matches!(held.kind, Kind::Value))
    }

    /// The names of pointers that may overlap as far as the program says, of which some memory is written.
    pub fn assumed_apart(&self) -> Vec<&str> {
        let scop = &self.analysed.scop;
        let arrays = scop.arrays.iter().filter(|array| array.dimensions() > 0 && !array.unaliased);
        let names: Vec<_> = arrays.map(|array| array.c_name.as_str()).collect();
        let is_written = |name: &&str| {
            self.variables.iter().any(|(variable, _)| variable.name == **name && variable.is_written)
        };
        if names.len() > 1 && names.iter().any(is_written) { names } else { vec![] }
    }
}
