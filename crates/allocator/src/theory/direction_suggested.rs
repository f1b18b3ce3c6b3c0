//! Narrowest directions by integer linear programming, through good_lp.
//!
//! Unknowns are the multiples of the basis, D, d and Farkas' multipliers. Objectives are minimised one
//! after the other, each fixed at its optimum for the next. An optimum of the relaxed program, the linear
//! one, that is integral is one of the integer program; only where it isn't, the integers are searched.
//!
//! Solvers compute in floating point and err at times: their values are rounded and only suggest a
//! direction, whose width isl then computes.

use crate::theory::direction::{
    Direction, LARGEST_COEFFICIENT, LARGEST_CONSTANT, LARGEST_ENTRY, Program, Side,
};
use crate::theory::farkas::{self, Form};
use good_lp::{
    Expression as Linear, ProblemVariables, Solution, SolutionStatus, SolverModel, Variable, WithTimeLimit,
    variable,
};

/// Seconds that a solver may take for one objective; a program that it can't solve by then is given up.
const TIME_LIMIT: f64 = 1.0;
/// Larger programs are not handed to a solver.
const MOST_EQUATIONS: usize = 1000;
/// Of larger programs only the relaxation is.
const MOST_INTEGER_EQUATIONS: usize = 200;
/// Nodes that CBC may search for one objective; it gets there long before the time is up.
#[cfg(feature = "cbc")]
const MOST_NODES: &str = "500";

/// The direction that the solver finds; `None` where there is no bound, or it doesn't find it.
///
/// # Errors
/// isl's.
pub fn suggested(program: &Program) -> isl::Result<Option<Direction>> {
    let relaxed = Model::new(program, false)?;
    if relaxed.equations.len() > MOST_EQUATIONS {
        return Ok(None);
    }
    match relaxed.minimised(program) {
        Outcome::Integral(direction) => Ok(Some(direction)),
        Outcome::Fractional if relaxed.equations.len() <= MOST_INTEGER_EQUATIONS => {
            match Model::new(program, true)?.minimised(program) {
                Outcome::Integral(direction) => Ok(Some(direction)),
                Outcome::Fractional | Outcome::Unsolved => Ok(None),
            }
        }
        Outcome::Fractional | Outcome::Unsolved => Ok(None),
    }
}

/// What a solver says.
enum Outcome {
    Integral(Direction),
    /// The optimum isn't integral.
    Fractional,
    /// No optimum was found.
    Unsolved,
}

/// The unknowns, and what is to be 0.
struct Model {
    variables: ProblemVariables,
    multiples: Vec<Variable>,
    growth: Vec<Variable>,
    constant: Variable,
    /// c
    entries: Vec<Linear>,
    /// Bounds of the absolute values of the entries.
    sizes: Vec<Variable>,
    equations: Vec<Linear>,
}

impl Model {
    fn new(program: &Program, integral: bool) -> isl::Result<Self> {
        let mut variables = ProblemVariables::new();
        let mut integer = |least: i32, most: i32| {
            let definition = variable().min(least).max(most);
            variables.add(if integral { definition.integer() } else { definition })
        };
        let least = |row| if program.leading == Some(row) { 1 } else { -LARGEST_COEFFICIENT };
        let rows = 0..program.basis.len();
        let multiples: Vec<_> = rows.map(|row| integer(least(row), LARGEST_COEFFICIENT)).collect();
        let parameters = 0..program.priority.len();
        let growth = parameters.map(|_| integer(0, LARGEST_COEFFICIENT)).collect();
        let constant = integer(-LARGEST_CONSTANT, LARGEST_CONSTANT);
        let dimensions = program.basis.first().map_or(0, Vec::len);
        let sizes = (0..dimensions).map(|_| variables.add(variable().min(0).max(LARGEST_ENTRY))).collect();
        let entry = |d: usize| {
            let terms = multiples.iter().zip(program.basis).map(|(multiple, row)| row[d] as f64 * *multiple);
            terms.sum()
        };
        let entries = (0..dimensions).map(entry).collect();
        let mut model = Model { variables, multiples, growth, constant, entries, sizes, equations: vec![] };
        for polyhedron in program.polyhedra {
            model.equations.extend(farkas::equations(model.slack(), polyhedron, &mut model.variables)?);
        }
        for (polyhedron, side) in program.separated {
            let excess = model.excess(*side);
            model.equations.extend(farkas::equations(excess, polyhedron, &mut model.variables)?);
        }
        Ok(model)
    }

    /// `D.p + d - c.z`
    fn slack(&self) -> Form<Linear> {
        Form {
            constant: self.constant.into(),
            parameters: self.growth.iter().map(|growth| Linear::from(*growth)).collect(),
            variables: self.entries.iter().map(|entry| -entry.clone()).collect(),
        }
    }

    /// `c.z - 1` or `-c.z - 1`
    fn excess(&self, side: Side) -> Form<Linear> {
        let sign = side.sign() as f64;
        Form {
            constant: (-1.0).into(),
            parameters: vec![0.0.into(); self.growth.len()],
            variables: self.entries.iter().map(|entry| sign * entry.clone()).collect(),
        }
    }

    fn minimised(&self, program: &Program) -> Outcome {
        let mut objectives: Vec<Linear> = program.priority.iter().map(|p| self.growth[*p].into()).collect();
        objectives.push(self.constant.into());
        objectives.push(self.sizes.iter().sum());
        let mut optima = Vec::new();
        let mut outcome = Outcome::Unsolved;
        for objective in objectives {
            let Some(solution) = self.solved(&objective, &optima) else { return Outcome::Unsolved };
            outcome = self.direction(program, &solution).map_or(Outcome::Fractional, Outcome::Integral);
            let optimum = solution.eval(&objective);
            optima.push((
                near_integer(optimum).map_or(optimum + TOLERANCE, |rounded| rounded as f64),
                objective,
            ));
        }
        outcome
    }

    fn solved(&self, objective: &Linear, optima: &[(f64, Linear)]) -> Option<impl Solution + use<>> {
        let problem = self.variables.clone().minimise(objective.clone());
        let mut problem = problem.using(good_lp::default_solver).with_time_limit(TIME_LIMIT);
        #[cfg(feature = "cbc")]
        problem.set_parameter("maxNodes", MOST_NODES);
        for equation in &self.equations {
            problem.add_constraint(equation.clone().eq(0.0));
        }
        for (size, entry) in self.sizes.iter().zip(&self.entries) {
            problem.add_constraint((entry.clone() - *size).leq(0.0));
            problem.add_constraint((entry.clone() + *size).geq(0.0));
        }
        for (optimum, objective) in optima {
            problem.add_constraint(objective.clone().leq(*optimum));
        }
        let solution = problem.solve().ok()?;
        matches!(solution.status(), SolutionStatus::Optimal).then_some(solution)
    }

    fn direction(&self, program: &Program, solution: &impl Solution) -> Option<Direction> {
        let integers = |list: &[Variable]| list.iter().map(|v| near_integer(solution.value(*v))).collect();
        let multiples: Option<_> = integers(&self.multiples);
        let growth: Option<_> = integers(&self.growth);
        Direction::new(program, multiples?, growth?, near_integer(solution.value(self.constant))?)
    }
}

/// How far from an integer a solver's integers may be.
const TOLERANCE: f64 = 1e-6;

fn near_integer(value: f64) -> Option<i64> {
    let rounded = value.round();
    ((value - rounded).abs() < TOLERANCE).then_some(rounded as i64)
}
