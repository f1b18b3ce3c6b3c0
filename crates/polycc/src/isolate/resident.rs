//! Arrays that stay in the other memory space from one isolated statement to the next (Guelton, Amini, Creusillet,
//! section 4): their transfers stand around a whole stretch of the program.

use super::handed::{self, Caller};
use super::report::copied;
use super::{Failure, Held, OPERATIONS, Reuse, Statement, counterparts, trial};
use crate::input::Input;
use allocator::transfers::resident::{Obstacle, Part, resident};
use allocator::transfers::{self, of_array};
use analysis::Analysed;
use check::{Outcome, Report};
use codegen::isolate::Kind;
use diagnostics::{Code, Remark, Span};
use frontend::{Barrier, Constants, Isolated, Stretch, SymbolId, User};
use isl::Set;
use polyhedral::{Array, ArrayId, Expression, Loop, Node, Scop, Storage, Variable};
use std::collections::{BTreeMap, BTreeSet};

/// A stretch of the program for which arrays stay in the other memory space.
pub struct Stay {
    /// Where it is.
    pub place: Isolated,
    /// The parameters of its transfers, and how they are spelled.
    pub scop: Scop,
    /// The arrays, as variables that are mentioned nowhere, and what is copied of each.
    pub arrays: Vec<(Variable, Held, transfers::Isolated)>,
    /// The positions of the isolated statements that use any of them.
    pub users: BTreeSet<usize>,
    /// The arguments that are handed over in it, each with its array's name.
    pub passed: Vec<(Span, String)>,
    /// How many elements the statements copy of these arrays each time they run, if these don't stay.
    pub apart: Vec<Expression>,
    /// Whether a loop repeats any of the statements.
    pub is_repeated: bool,
    /// The loop, without its body, if the stretch is one that does nothing but to run one statement.
    pub iterations: Option<Loop>,
    /// What the checker found; `None` where the stretch has no model as a whole.
    pub check: Option<Report>,
}

/// Lets arrays of `statements` stay where nobody else can see a difference.
///
/// # Errors
/// A mistake of polycc's that the check has found.
pub fn settle(
    input: &Input,
    context: &isl::Context,
    reuse: Reuse,
    statements: &mut [Statement],
) -> Result<(), Failure> {
    let sites: Vec<Isolated> = statements.iter().map(|statement| statement.place.clone()).collect();
    let mut search =
        Search { input, context, sites, callers: vec![], wholes: BTreeMap::new(), stays: vec![] };
    let mut waiting = arrays(input, statements);
    if reuse == Reuse::AcrossCalls {
        handed::hand_over(&mut search, statements, &mut waiting);
    }
    for (key, users) in waiting {
        search.array(statements, key.array, &users);
    }
    for mut stay in std::mem::take(&mut search.stays) {
        if let Some(Some(whole)) = search.wholes.get(&stay.place.region.span) {
            let held: Vec<_> =
                stay.arrays.iter().map(|(variable, held, _)| (variable.clone(), held.clone())).collect();
            let check = trial::compare(&whole.scop, &held);
            if matches!(check.outcome, Outcome::Differs(_)) {
                return Err(Failure::Wrong(check.to_string()));
            }
            stay.check = Some(check);
        }
        let owner = stay.users.first().map(|user| search.owner(statements.len(), *user));
        if let Some(statement) = owner.and_then(|owner| statements.get_mut(owner)) {
            statement.stays.push(stay);
        }
    }
    Ok(())
}

/// An array in a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    /// Where the function is first known to use it.
    pub start: usize,
    /// The function.
    pub function: String,
    /// The array.
    pub array: SymbolId,
}

/// By function and array the statements that copy cells of it.
fn arrays(input: &Input, statements: &[Statement]) -> BTreeMap<Key, Vec<usize>> {
    let mut found = BTreeMap::new();
    for (position, statement) in statements.iter().enumerate() {
        for (variable, held) in &statement.variables {
            let place = variable.mentions.first().map(|mention| mention.name);
            let symbol = place.and_then(|place| input.unit.meaning(&statement.place, &input.map, place));
            if let (Some(symbol), Kind::Cells { .. }) = (symbol, &held.kind) {
                add(&mut found, &statement.place, symbol, position);
            }
        }
    }
    found
}

/// Adds a user of an array.
pub fn add(found: &mut BTreeMap<Key, Vec<usize>>, place: &Isolated, array: SymbolId, position: usize) {
    let function = &place.region.function;
    let known = found.iter_mut().find(|(key, _)| key.array == array && key.function == *function);
    match known {
        Some((_, users)) => users.push(position),
        None => {
            let key = Key { start: place.region.span.start, function: function.clone(), array };
            found.insert(key, vec![position]);
        }
    }
}

/// A stretch, with what is copied in it.
pub struct Plan {
    stretch: Stretch,
    scop: Scop,
    isolated: transfers::Isolated,
    held: Held,
}

impl Plan {
    /// Whether one of its users is at `position` or behind.
    pub fn has_user_from(&self, position: usize) -> bool {
        self.stretch.users.iter().any(|user| user.position >= position)
    }
}

/// The search for stretches. Users of an array are isolated statements, then calls that hand it over.
pub struct Search<'a> {
    /// The program.
    pub input: &'a Input,
    context: &'a isl::Context,
    /// The places of all users.
    pub sites: Vec<Isolated>,
    /// The calls among them.
    pub callers: Vec<Caller>,
    /// Stretches as regions, where they can be modelled.
    wholes: BTreeMap<Span, Option<Analysed>>,
    stays: Vec<Stay>,
}

/// What a user does with an array.
#[derive(Clone, Copy)]
pub struct Use<'s> {
    /// The array as a variable.
    pub variable: &'s Variable,
    /// As the region declares it.
    pub array: &'s Array,
    /// Its transfers.
    pub isolated: &'s transfers::Isolated,
    /// The region.
    pub scop: &'s Scop,
}

impl<'a> Search<'a> {
    fn array(&mut self, statements: &mut [Statement], array: SymbolId, users: &[usize]) {
        let (plans, barriers, obstacles) = self.plans(statements, array, users);
        let mut settled = BTreeSet::new();
        for plan in plans {
            settled.extend(plan.stretch.users.iter().map(|user| user.position));
            self.accept(statements, plan, array);
        }
        for &user in users.iter().filter(|user| !settled.contains(user)) {
            match self.alone(statements.len(), user) {
                Some(plan) => self.accept(statements, plan, array),
                None if user < statements.len() => {
                    let obstacle = obstacles.get(&user).copied();
                    let remark = self.remark(statements, user, array, &barriers, obstacle);
                    statements[user].remarks.extend(remark);
                }
                None => {}
            }
        }
    }

    /// The stretches for an array, what is in the way of longer ones, and why users are in none.
    pub fn plans(
        &mut self,
        statements: &[Statement],
        array: SymbolId,
        users: &[usize],
    ) -> (Vec<Plan>, Vec<Barrier>, BTreeMap<usize, Obstacle>) {
        let input = self.input;
        let (stretches, barriers) = input.unit.stretches(&input.map, &self.sites, array, users);
        let (mut plans, mut settled, mut obstacles) = (Vec::new(), BTreeSet::new(), BTreeMap::new());
        for stretch in stretches {
            let inside: Vec<usize> = stretch.users.iter().map(|user| user.position).collect();
            if inside.iter().any(|user| settled.contains(user)) || self.cuts(&stretch) {
                continue;
            }
            match self.attempt(statements, &stretch, array) {
                Some(Ok((scop, isolated, held))) => {
                    settled.extend(inside);
                    plans.push(Plan { stretch, scop, isolated, held });
                }
                Some(Err(obstacle)) => obstacles.extend(inside.iter().map(|user| (*user, obstacle))),
                None => {}
            }
        }
        (plans, barriers, obstacles)
    }

    /// A call that hands over an array, with transfers of its own.
    fn alone(&self, statements: usize, user: usize) -> Option<Plan> {
        let caller = self.callers.get(user.checked_sub(statements)?)?;
        let own = User { position: user, is_certain: true, is_repeated: false };
        let place = caller.handing.place.clone();
        let stretch = Stretch { place, users: vec![own], fixed: BTreeSet::new() };
        let held = self
            .context
            .with_budget(OPERATIONS, || counterparts::cells(&caller.isolated, &caller.scop.context));
        let isolated = caller.isolated.clone();
        Some(Plan { stretch, scop: caller.scop.clone(), isolated, held: held.ok()? })
    }

    /// The statement for which a user is there.
    pub fn owner(&self, statements: usize, user: usize) -> usize {
        let caller = user.checked_sub(statements).and_then(|caller| self.callers.get(caller));
        caller.map_or(user, |caller| caller.owner)
    }

    /// What a user does with an array.
    pub fn used<'s>(&'s self, statements: &'s [Statement], user: usize, array: SymbolId) -> Option<Use<'s>> {
        let Some(statement) = statements.get(user) else {
            let caller = self.callers.get(user - statements.len())?;
            let Caller { variable, array, isolated, scop, .. } = caller;
            return Some(Use { variable, array, isolated, scop });
        };
        let (variable, held) = &statement.variables[self.variable(statement, array)?];
        let isolated = statement.transfers.iter().find(|it| held.array == Some(it.array))?;
        let scop = &statement.analysed.scop;
        Some(Use { variable, array: scop.arrays.get(isolated.array)?, isolated, scop })
    }

    /// Whether the stretch has a part in common with another one, and neither holds the other.
    fn cuts(&self, stretch: &Stretch) -> bool {
        let own = stretch.place.region.span;
        self.stays.iter().any(|stay| {
            let other = stay.place.region.span;
            own.start < other.end && other.start < own.end && !own.contains(other) && !other.contains(own)
        })
    }

    /// What would be copied over a stretch; `None` where that is too hard, or sizes stand for parameters.
    fn attempt(
        &mut self,
        statements: &[Statement],
        stretch: &Stretch,
        array: SymbolId,
    ) -> Option<Result<(Scop, transfers::Isolated, Held), Obstacle>> {
        self.model(stretch);
        let whole = self.wholes.get(&stretch.place.region.span)?.as_ref();
        let uses = stretch.users.iter().map(|user| self.used(statements, user.position, array));
        let uses: Vec<Use> = uses.collect::<Option<_>>()?;
        let first = uses.first()?;
        if uses.iter().any(|used| used.scop.lifted().next().is_some()) {
            return None;
        }
        let parts = stretch.users.iter().zip(&uses);
        let parts: Vec<_> = parts.map(|(user, used)| part(user, used)).collect();
        let name = &first.variable.name;
        let is_fixed = |name: &str| stretch.fixed.contains(name);
        let found = self.context.with_budget(OPERATIONS, || {
            let whole = whole.filter(|whole| whole.scop.parameters.iter().all(|it| is_fixed(&it.name)));
            let modelled = whole.map(|whole| in_whole(whole, name)).transpose()?.flatten();
            let found = match resident(first.array, &parts, &is_fixed, modelled.as_ref(), true)? {
                Ok(found) => found,
                Err(obstacle) => return Ok(Err(obstacle)),
            };
            let scop =
                whole.filter(|_| modelled.is_some()).map_or_else(|| joined(&uses), |it| it.scop.clone());
            let facts = match modelled {
                Some(_) => scop.context.clone(),
                None => Set::universe(scop.context.space()?)?,
            };
            let held = counterparts::cells(&found, &facts)?;
            Ok(Ok((scop, found, held)))
        });
        found.ok()
    }

    /// Models the stretch as one region.
    fn model(&mut self, stretch: &Stretch) {
        let (input, context) = (self.input, self.context);
        self.wholes.entry(stretch.place.region.span).or_insert_with(|| {
            let model = input.unit.model_isolated(&stretch.place, &input.map, context, Constants::Literal);
            context.with_budget(OPERATIONS, || model.ok().map(Analysed::new).transpose()).ok().flatten()
        });
    }

    fn accept(&mut self, statements: &mut [Statement], plan: Plan, array: SymbolId) {
        let Plan { stretch, scop, isolated, held } = plan;
        let uses = stretch.users.iter().filter_map(|user| self.used(statements, user.position, array));
        let (mut kept, mut apart) = (None, Vec::new());
        for used in uses {
            let before = self.context.with_budget(OPERATIONS, || copied(used.isolated, used.scop));
            apart.extend(before.unwrap_or_default());
            kept.get_or_insert_with(|| Variable { mentions: vec![], ..used.variable.clone() });
        }
        let Some(variable) = kept else { return };
        let mut passed = Vec::new();
        for user in stretch.users.iter().map(|user| user.position) {
            match user.checked_sub(statements.len()) {
                None => self.keep(&mut statements[user], array, &held),
                Some(caller) => {
                    let handing = self.callers.get(caller).map(|caller| &caller.handing);
                    passed.extend(handing.map(|handing| (handing.argument, handing.name.clone())));
                }
            }
        }
        let is_repeated = stretch.users.iter().any(|user| user.is_repeated);
        let iterations = self.iterations(statements, &stretch);
        let users = stretch.users.iter().map(|user| user.position);
        let span = stretch.place.region.span;
        match self.stays.iter_mut().find(|stay| stay.place.region.span == span) {
            Some(stay) => {
                stay.users.extend(users);
                stay.passed.extend(passed);
                stay.scop = merged(&stay.scop, &scop);
                stay.apart.extend(apart);
                stay.is_repeated |= is_repeated;
                stay.arrays.push((variable, held, isolated));
            }
            None => self.stays.push(Stay {
                place: stretch.place,
                scop,
                arrays: vec![(variable, held, isolated)],
                users: users.collect(),
                passed,
                apart,
                is_repeated,
                iterations,
                check: None,
            }),
        }
    }

    /// The loop that a stretch is, if it is counted and runs one statement in each iteration.
    fn iterations(&self, statements: &[Statement], stretch: &Stretch) -> Option<Loop> {
        let [only] = stretch.users.as_slice() else { return None };
        let place = &statements.get(only.position)?.place;
        let (around, _) = self.input.unit.loop_around(place, &self.input.map)?;
        let span = stretch.place.region.span;
        let whole = self.wholes.get(&span)?.as_ref().filter(|_| around.region.span == span)?;
        match whole.scop.program.body.as_slice() {
            [Node::Loop(counted)] => Some(Loop { body: vec![], ..counted.clone() }),
            _ => None,
        }
    }

    /// Lets a statement use cells that stay.
    pub fn keep(&self, statement: &mut Statement, array: SymbolId, held: &Held) {
        let Kind::Cells { buffer, offsets, .. } = &held.kind else { return };
        if let Some(position) = self.variable(statement, array) {
            let own = &mut statement.variables[position].1;
            own.kind = Kind::Resident { buffer: buffer.clone(), offsets: offsets.clone() };
            own.buffer.clone_from(&held.buffer);
        }
    }

    /// The position of an array among the variables of a statement.
    fn variable(&self, statement: &Statement, array: SymbolId) -> Option<usize> {
        let is_it = |variable: &Variable| {
            let place = variable.mentions.first()?.name;
            self.input.unit.meaning(&statement.place, &self.input.map, place)
        };
        statement.variables.iter().position(|(variable, _)| is_it(variable) == Some(array))
    }

    /// A phrase for what is in the way.
    pub fn barred(&self, barrier: &Barrier) -> String {
        format!("{} (line {})", barrier.why, self.input.map.locate(barrier.place.start).line)
    }

    /// Why an array doesn't stay, where its transfers could have met others.
    fn remark(
        &self,
        statements: &[Statement],
        user: usize,
        array: SymbolId,
        barriers: &[Barrier],
        obstacle: Option<Obstacle>,
    ) -> Option<Remark> {
        let name = &self.used(statements, user, array)?.variable.name;
        let why = match (obstacle, barriers.first()) {
            (Some(Obstacle::Size), _) => {
                "a statement may not run, and no size of the array is known".to_string()
            }
            (Some(Obstacle::More), _) => "other cells would be copied with it".to_string(),
            (_, Some(barrier)) => self.barred(barrier),
            _ => return None,
        };
        Some(Remark::new(Code::TransfersStay, format!("`{name}` is copied each time: {why}")))
    }
}

/// What a user copies, as a part of a stretch.
pub fn part(user: &User, used: &Use) -> Part {
    Part {
        isolated: used.isolated.clone(),
        context: used.scop.context.clone(),
        is_certain: user.is_certain,
        is_repeated: user.is_repeated,
    }
}

/// The transfers of the array `name` in a region.
fn in_whole(whole: &Analysed, name: &str) -> isl::Result<Option<transfers::Isolated>> {
    let is_it = |id: &ArrayId| {
        let array = &whole.scop.arrays[*id];
        array.c_name == name && !matches!(array.storage, Storage::Local { inside: true, .. })
    };
    let Some(id) = (0..whole.scop.arrays.len()).find(is_it) else { return Ok(None) };
    Ok(of_array(whole, id)?.and_then(Result::ok))
}

/// The first user's region, with the parameters of all.
fn joined(uses: &[Use]) -> Scop {
    let all = uses.iter().map(|used| used.scop.clone()).reduce(|all, other| merged(&all, &other));
    all.unwrap_or_else(|| unreachable!("a stretch has users"))
}

/// `scop` with the parameters of another region, too.
fn merged(scop: &Scop, other: &Scop) -> Scop {
    let mut all = scop.clone();
    let missing = other.parameters.iter().filter(|it| !scop.parameters.iter().any(|own| own.name == it.name));
    all.parameters.extend(missing.cloned());
    all
}
