//! Functions of the file that do no more than to read one place: `at(im, x, y)` for `im->data[y * im->w + x]`.
//!
//! A call of such a function stands for that place, with the arguments for the parameters. The trees say so from here on, so that
//! all that follows sees the place alone; what reads the text again runs the call ([`Resolved::getters`]). Such a function
//! may compute where the place is: by local variables, and by conditions, as those are that clamp a coordinate. It changes nothing and looks at
//! nothing but its parameters and what these lead to, so neither order nor number of such calls matters; and of arguments
//! only those are taken that read no memory, so that they may be written several times.
//!
//! The same holds for functions that compute an integer from what a structure says, as `x + y * im->stride`: that the members which they
//! read keep their values where the call stands is asked for with each of them.
//!
//! Functions that compute an integer from integers alone, as `clamp(x, 0, w - 1)` does, stay calls in the trees; where a subscript or
//! a bound asks for the value, it is that of their [`computations`].

use std::collections::{BTreeMap, BTreeSet};

use diagnostics::Span;

use crate::rows::{is_same, sum};
use crate::syntax::resolve::{Computation, Resolved, offset};
use crate::syntax::tree::{
    Construct, Expression, ExpressionKind, Function, Initializer, Statement, StatementKind, Step, SymbolId,
    SymbolKind, Symbols, UnaryOperator,
};
use crate::syntax::types::{Type, TypeKind};
use crate::translation::Translation;

/// Places whose computation has more parts stay behind their functions.
const LARGEST: usize = 200;

/// How many functions may call one another to get at a place.
const DEEPEST: usize = 4;

/// What a function reads.
struct Getter {
    parameters: Vec<SymbolId>,
    place: Expression,
}

/// How many conditions a function may have under which it ends.
const MOST_ENDS: usize = 8;

/// The functions of the file that compute an integer from their parameters alone, by way of others like them perhaps.
pub fn computations(resolved: &Resolved) -> BTreeMap<SymbolId, Computation> {
    let mut known = BTreeMap::new();
    for _ in 0..DEEPEST {
        let unknown = resolved.functions.iter().filter(|it| !known.contains_key(&it.symbol));
        let found = |it: &Function| Some((it.symbol, computation(it, &resolved.symbols, &known)?));
        let found: Vec<_> = unknown.filter_map(found).collect();
        if found.is_empty() {
            break;
        }
        known.extend(found);
    }
    known
}

fn computation(
    function: &Function,
    symbols: &Symbols,
    computations: &BTreeMap<SymbolId, Computation>,
) -> Option<Computation> {
    let TypeKind::Function(result) = &symbols[function.symbol].type_.kind else { return None };
    let parameters: Vec<_> = function.parameters.iter().map(|id| (*id, symbols[*id].type_.clone())).collect();
    let is_plain =
        |type_: &Type| type_.integer().is_some() && !type_.qualifiers.volatile && !type_.qualifiers.atomic;
    if !is_plain(result) || !parameters.iter().all(|(_, type_)| is_plain(type_)) {
        return None;
    }
    let state = State { symbols, computations, known: BTreeMap::new(), changed: BTreeSet::new() };
    let value = state.end(&[&function.body], result, MOST_ENDS)?;
    let mut is_own = true;
    value.walk(&mut |part| match part.kind {
        ExpressionKind::Variable(symbol) => {
            let is_constant = matches!(symbols[symbol].kind, SymbolKind::EnumerationConstant(_));
            is_own &= is_constant || function.parameters.contains(&symbol);
        }
        _ => is_own &= is_computed(part) && !matches!(part.kind, ExpressionKind::Member(..)),
    });
    (is_own && size(&value) <= LARGEST).then_some(Computation { parameters, value })
}

/// The value of `call`, whose parts stand where it stands; `None` if its arguments are more than names and numbers.
pub fn computed(computation: &Computation, call: &Expression) -> Option<Expression> {
    let ExpressionKind::Call(_, arguments) = &call.kind else { return None };
    if arguments.len() != computation.parameters.len() {
        return None;
    }
    let mut actuals = BTreeMap::new();
    for ((parameter, type_), argument) in computation.parameters.iter().zip(arguments) {
        actuals.insert(*parameter, actual(type_, argument)?);
    }
    let mut value = computation.value.clone();
    value.change(&mut |part| {
        part.span = call.span;
        if let Some(actual) = part.variable().and_then(|symbol| actuals.get(&symbol)) {
            *part = actual.clone();
        }
    });
    (size(&value) <= LARGEST && is_same(&value.type_, &call.type_)).then_some(value)
}

/// Finds such functions, and replaces their calls; in the functions without an isolated statement, since what is copied for
/// one is told by its text.
pub fn look_through(translation: &mut Translation, isolated: &[Span]) {
    let resolved = &mut translation.resolved;
    for _ in 0..DEEPEST {
        let getters: BTreeMap<SymbolId, Getter> = resolved
            .functions
            .iter()
            .filter_map(|function| {
                Some((function.symbol, getter(function, resolved, &resolved.computations)?))
            })
            .collect();
        if getters.is_empty() || !replace(resolved, &getters, isolated) {
            return;
        }
    }
}

/// Replaces calls of `getters`; whether there are any.
fn replace(resolved: &mut Resolved, getters: &BTreeMap<SymbolId, Getter>, isolated: &[Span]) -> bool {
    let apart: Vec<Span> = resolved
        .functions
        .iter()
        .map(|function| function.span)
        .filter(|span| isolated.iter().any(|place| span.contains(*place)))
        .collect();
    let mut found = Vec::new();
    resolved.change_expressions(&mut |resolved, expression| {
        if apart.iter().any(|function| function.contains(expression.span)) {
            return;
        }
        if let Some(place) = looked_through(expression, getters, resolved) {
            let call = std::mem::replace(expression, place);
            found.push((call.span, call));
        }
    });
    let any = !found.is_empty();
    resolved.getters.extend(found);
    any
}

/// The place that a call reads, if its function does no more than that.
fn looked_through(
    call: &Expression,
    getters: &BTreeMap<SymbolId, Getter>,
    resolved: &mut Resolved,
) -> Option<Expression> {
    let ExpressionKind::Call(callee, arguments) = &call.kind else { return None };
    let getter = getters.get(&callee.variable()?)?;
    if call.span.is_empty() || arguments.len() != getter.parameters.len() {
        return None;
    }
    let mut actuals = BTreeMap::new();
    for (parameter, argument) in getter.parameters.iter().zip(arguments) {
        actuals.insert(*parameter, actual(&resolved.symbols[*parameter].type_, argument)?);
    }
    let here = Span::new(call.span.start, call.span.start);
    let mut place = substituted(&getter.place, &actuals, here, resolved)?;
    place.span = call.span;
    ((is_place(&place) || is_number_of_members(&place)) && is_same(&place.type_, &call.type_))
        .then_some(place)
}

/// An argument as a value of a parameter's type, if it may be written where the parameter is.
fn actual(parameter: &Type, argument: &Expression) -> Option<Expression> {
    if parameter.is_arithmetic() {
        let mut is_simple = argument.type_.is_arithmetic();
        argument.walk(&mut |part| is_simple &= is_computed(part));
        let fits = is_simple && size(argument) <= LARGEST;
        return fits.then(|| converted(argument.clone(), parameter));
    }
    let target = argument.type_.target();
    let fits = match (parameter.target(), &parameter.kind) {
        (Some(wanted), _) => target.is_some_and(|target| is_laid_out_as(target, wanted)),
        (None, _) => is_laid_out_as(&argument.type_, parameter),
    };
    let mut is_simple = true;
    argument.walk(&mut |part| {
        is_simple &=
            is_computed(part) || matches!(part.kind, ExpressionKind::Unary(UnaryOperator::Address, _));
    });
    (fits && is_simple).then(|| argument.clone())
}

/// Whether memory of one type is used as one of the other, without rows of its own.
fn is_laid_out_as(one: &Type, other: &Type) -> bool {
    let is_plain = |type_: &Type| !type_.qualifiers.volatile && !type_.qualifiers.atomic;
    let is_same = match (&one.kind, &other.kind) {
        (TypeKind::Record(one), TypeKind::Record(other)) => one == other,
        _ => is_same(one, other),
    };
    is_same && is_plain(one) && is_plain(other)
}

/// Whether a part of a value computes it from names and numbers.
fn is_computed(part: &Expression) -> bool {
    let is_known = match &part.kind {
        ExpressionKind::Variable(_) | ExpressionKind::Member(..) | ExpressionKind::Integer(_) => true,
        ExpressionKind::Unary(operator, _) => {
            !matches!(operator, UnaryOperator::Address | UnaryOperator::Dereference)
        }
        ExpressionKind::Binary(..) | ExpressionKind::Cast(_) | ExpressionKind::Conditional(..) => true,
        _ => false,
    };
    is_known && !part.type_.qualifiers.volatile && !part.type_.qualifiers.atomic
}

/// Whether an expression is a cell or a member that holds a number, where names and numbers alone tell which.
fn is_place(place: &Expression) -> bool {
    let is_cell = matches!(place.kind, ExpressionKind::Index(..) | ExpressionKind::Member(..));
    let is_number = place.type_.is_arithmetic() && !place.type_.qualifiers.volatile;
    let mut way = place;
    let mut is_known = is_cell && is_number && size(place) <= LARGEST;
    loop {
        way = match &way.kind {
            ExpressionKind::Index(array, subscript) => {
                subscript.walk(&mut |part| is_known &= is_computed(part));
                array
            }
            ExpressionKind::Member(_, inner) => inner,
            kind => return is_known && matches!(kind, ExpressionKind::Variable(_)),
        };
    }
}

/// Whether an expression computes an integer from members of structures, among others.
fn is_number_of_members(value: &Expression) -> bool {
    let (mut is_known, mut has_members) = (value.type_.integer().is_some() && size(value) <= LARGEST, false);
    value.walk(&mut |part| {
        let is_structure = part.type_.target().is_some() || matches!(part.type_.kind, TypeKind::Record(_));
        is_known &= is_computed(part) && (part.type_.integer().is_some() || is_structure);
        has_members |= matches!(part.kind, ExpressionKind::Member(..));
    });
    is_known && has_members && !matches!(value.kind, ExpressionKind::Member(..))
}

/// `value` as C converts it to a type that is a number's.
fn converted(value: Expression, type_: &Type) -> Expression {
    if is_same(&value.type_, type_) {
        return value;
    }
    let span = value.span;
    Expression { kind: ExpressionKind::Cast(Box::new(value)), span, type_: type_.clone() }
}

fn size(value: &Expression) -> usize {
    let mut parts = 0;
    value.walk(&mut |_| parts += 1);
    parts
}

/// `value` with what parameters stand for, at `here` but for what is in the text there; `None` if there is something else in
/// it.
fn substituted(
    value: &Expression,
    actuals: &BTreeMap<SymbolId, Expression>,
    here: Span,
    resolved: &mut Resolved,
) -> Option<Expression> {
    let type_ = value.type_.clone();
    let mut part = |part: &Expression| substituted(part, actuals, here, resolved).map(Box::new);
    let kind = match &value.kind {
        ExpressionKind::Variable(symbol) => match actuals.get(symbol) {
            Some(actual) => return Some(actual.clone()),
            None => match resolved.symbols[*symbol].kind {
                SymbolKind::EnumerationConstant(_) => ExpressionKind::Variable(*symbol),
                _ => return None,
            },
        },
        ExpressionKind::Integer(number) => ExpressionKind::Integer(*number),
        ExpressionKind::Unary(operator, operand) => ExpressionKind::Unary(*operator, part(operand)?),
        ExpressionKind::Cast(operand) => ExpressionKind::Cast(part(operand)?),
        ExpressionKind::Binary(operator, left, right) => {
            ExpressionKind::Binary(*operator, part(left)?, part(right)?)
        }
        ExpressionKind::Conditional(condition, then, otherwise) => {
            ExpressionKind::Conditional(part(condition)?, part(then)?, part(otherwise)?)
        }
        ExpressionKind::Index(array, subscript) => {
            let (array, subscript) = (part(array)?, part(subscript)?);
            return cell(&array, *subscript, type_, here);
        }
        ExpressionKind::Member(symbol, inner) => {
            let is_pointer = matches!(inner.type_.kind, TypeKind::Pointer(_));
            let inner = *part(inner)?;
            return member(*symbol, inner, is_pointer, here, resolved);
        }
        _ => return None,
    };
    Some(Expression { kind, span: here, type_ })
}

/// `array[subscript]`, where `array` may be a place behind the start of one.
fn cell(array: &Expression, subscript: Expression, type_: Type, here: Span) -> Option<Expression> {
    let (base, before) = offset(array)?;
    let subscript = match before {
        Some(before) => sum(&before, &subscript),
        None => subscript,
    };
    let kind = ExpressionKind::Index(Box::new(base), Box::new(subscript));
    Some(Expression { kind, span: here, type_ })
}

/// The member that `symbol` is of another structure, of what `inner` is or points to.
fn member(
    symbol: SymbolId,
    inner: Expression,
    is_pointer: bool,
    here: Span,
    resolved: &mut Resolved,
) -> Option<Expression> {
    let SymbolKind::Member(known) = &resolved.symbols[symbol].kind else { return None };
    let Some(Step::Field(name)) = known.steps.last().cloned() else { return None };
    // `(&s)->x` is `s.x`
    let (inner, is_pointer) = match inner.kind {
        ExpressionKind::Unary(UnaryOperator::Address, operand) if is_pointer => (*operand, false),
        _ => (inner, is_pointer),
    };
    let (symbol, type_) = resolved.member_symbol(&inner, is_pointer, &name, here).ok()?;
    Some(Expression { kind: ExpressionKind::Member(symbol, Box::new(inner)), span: here, type_ })
}

/// What the local variables and parameters of a function hold, in values of its parameters.
struct State<'a> {
    symbols: &'a Symbols,
    /// Functions that compute an integer.
    computations: &'a BTreeMap<SymbolId, Computation>,
    known: BTreeMap<SymbolId, Expression>,
    /// Those that got a value.
    changed: BTreeSet<SymbolId>,
}

/// Whether a function does no more than to read one place.
pub fn is_getter(
    function: &Function,
    resolved: &Resolved,
    computations: &BTreeMap<SymbolId, Computation>,
) -> bool {
    getter(function, resolved, computations).is_some()
}

/// Whether a call of `function` with such arguments is looked through for a number that its function computes from members.
pub fn is_number(
    function: &Function,
    arguments: &[Expression],
    resolved: &Resolved,
    computations: &BTreeMap<SymbolId, Computation>,
) -> bool {
    let fits = |(parameter, argument): (&SymbolId, &Expression)| {
        actual(&resolved.symbols[*parameter].type_, argument).is_some()
    };
    arguments.len() == function.parameters.len()
        && function.parameters.iter().zip(arguments).all(fits)
        && getter(function, resolved, computations).is_some_and(|it| is_number_of_members(&it.place))
}

/// What a function reads, if it does no more than that.
fn getter(
    function: &Function,
    resolved: &Resolved,
    computations: &BTreeMap<SymbolId, Computation>,
) -> Option<Getter> {
    let StatementKind::Block(list) = &function.body.kind else { return None };
    let (last, before) = list.split_last()?;
    let StatementKind::Other(Construct::Return, results, _) = &last.kind else { return None };
    let [result] = results.as_slice() else { return None };
    let fits = |parameter: &SymbolId| {
        let type_ = &resolved.symbols[*parameter].type_;
        !type_.qualifiers.volatile && !type_.qualifiers.atomic
    };
    if !function.parameters.iter().all(fits) {
        return None;
    }
    let symbols = &resolved.symbols;
    let mut state = State { symbols, computations, known: BTreeMap::new(), changed: BTreeSet::new() };
    for statement in before {
        state.after(statement)?;
    }
    let place = state.value(result)?;
    let is_cell = matches!(place.kind, ExpressionKind::Index(..) | ExpressionKind::Member(..));
    (is_cell || is_number_of_members(&place))
        .then(|| Getter { parameters: function.parameters.clone(), place })
}

/// Whether a function may end in a statement.
fn returns(statement: &Statement) -> bool {
    let mut found = false;
    statement.walk(&mut |inner| found |= matches!(inner.kind, StatementKind::Other(Construct::Return, ..)));
    found
}

impl State<'_> {
    /// What a function returns that goes on with these statements, as a value of the type of its result; with so many
    /// conditions at most under which it ends.
    fn end(mut self, list: &[&Statement], result: &Type, ends: usize) -> Option<Expression> {
        let (first, rest) = list.split_first()?;
        match &first.kind {
            StatementKind::Other(Construct::Return, results, _) => {
                let [value] = results.as_slice() else { return None };
                self.value(value).map(|value| converted(value, result))
            }
            StatementKind::Block(inner) => {
                self.end(&inner.iter().chain(rest.iter().copied()).collect::<Vec<_>>(), result, ends)
            }
            StatementKind::If(condition, then, otherwise) if returns(first) => {
                let ends = ends.checked_sub(1)?;
                let condition = self.value(condition)?;
                let branch = |branch: Option<&Statement>| {
                    let list: Vec<_> = branch.into_iter().chain(rest.iter().copied()).collect();
                    self.copy().end(&list, result, ends).map(Box::new)
                };
                let (one, other) = (branch(Some(&**then))?, branch(otherwise.as_deref())?);
                let (span, type_) = (condition.span, result.clone());
                let kind = ExpressionKind::Conditional(Box::new(condition), one, other);
                Some(Expression { kind, span, type_ }).filter(|value| size(value) <= LARGEST)
            }
            _ => {
                self.after(first)?;
                self.end(rest, result, ends)
            }
        }
    }

    /// The state behind a statement, if that only computes.
    fn after(&mut self, statement: &Statement) -> Option<()> {
        match &statement.kind {
            StatementKind::Block(list) => list.iter().try_for_each(|inner| self.after(inner)),
            StatementKind::Expression(None) => Some(()),
            StatementKind::Expression(Some(expression)) => {
                let ExpressionKind::Assign(None, target, value) = &expression.kind else { return None };
                self.set(target.variable()?, value)
            }
            StatementKind::Declaration(list) => list.iter().try_for_each(|declared| {
                let symbol = &self.symbols[declared.symbol];
                let is_own = symbol.kind == SymbolKind::Local { is_static: false };
                match &symbol.initializer {
                    _ if !is_own => None,
                    None => symbol.type_.is_arithmetic().then_some(()),
                    Some(Initializer::Value(value)) => self.set(declared.symbol, value),
                    Some(Initializer::List(_)) => None,
                }
            }),
            StatementKind::If(condition, then, otherwise) => {
                let condition = self.value(condition)?;
                let (mut one, mut other) = (self.copy(), self.copy());
                one.after(then)?;
                otherwise.iter().try_for_each(|otherwise| other.after(otherwise))?;
                self.either(&condition, one, other)
            }
            _ => None,
        }
    }

    fn copy(&self) -> Self {
        State { known: self.known.clone(), changed: BTreeSet::new(), ..*self }
    }

    /// Gives a variable a value.
    fn set(&mut self, symbol: SymbolId, value: &Expression) -> Option<()> {
        let declared = &self.symbols[symbol];
        let is_own = matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        let type_ = &declared.type_;
        let value = self.value(value)?;
        let is_plain = is_own && !type_.qualifiers.volatile && !type_.qualifiers.atomic;
        let value = match type_.is_arithmetic() {
            true => value.type_.is_arithmetic().then(|| converted(value, type_))?,
            // a pointer that steps is none to look through
            false if declared.kind == SymbolKind::Parameter => return None,
            false => value,
        };
        (is_plain && size(&value) <= LARGEST).then_some(())?;
        self.known.insert(symbol, value);
        self.changed.insert(symbol);
        Some(())
    }

    /// A value in those of the parameters; nothing that isn't computed from them.
    fn value(&self, value: &Expression) -> Option<Expression> {
        let mut value = value.clone();
        value.change(&mut |part| {
            if let ExpressionKind::Call(callee, _) = &part.kind
                && let Some(computation) = callee.variable().and_then(|it| self.computations.get(&it))
                && let Some(computed) = computed(computation, part)
            {
                *part = computed;
            }
        });
        let mut is_pure = size(&value) <= LARGEST;
        value.walk(&mut |part| {
            let is_place = matches!(
                part.kind,
                ExpressionKind::Index(..) | ExpressionKind::Unary(UnaryOperator::Address, _)
            );
            is_pure &= is_computed(part) || is_place && !part.type_.qualifiers.volatile;
        });
        is_pure.then_some(())?;
        value.change(&mut |part| {
            if let Some(known) = part.variable().and_then(|symbol| self.known.get(&symbol)) {
                *part = known.clone();
            }
        });
        (size(&value) <= LARGEST).then_some(value)
    }

    /// The state behind two branches.
    fn either(&mut self, condition: &Expression, one: State, other: State) -> Option<()> {
        for &symbol in one.changed.union(&other.changed) {
            let type_ = &self.symbols[symbol].type_;
            let now = |state: &State| {
                let kind = ExpressionKind::Variable(symbol);
                let own = Expression { kind, span: condition.span, type_: type_.clone() };
                state.known.get(&symbol).cloned().unwrap_or(own)
            };
            type_.is_arithmetic().then_some(())?;
            let branches = (Box::new(condition.clone()), Box::new(now(&one)), Box::new(now(&other)));
            let kind = ExpressionKind::Conditional(branches.0, branches.1, branches.2);
            let value = Expression { kind, span: condition.span, type_: type_.clone() };
            (size(&value) <= LARGEST).then_some(())?;
            self.known.insert(symbol, value);
            self.changed.insert(symbol);
        }
        Some(())
    }
}
