//! `for` loops that count.

use std::collections::BTreeSet;

use diagnostics::{Code, Diagnostic, Span};
use polyhedral::{Comparison, Condition, IntegerType, Iterator};

use super::builder::{Active, Builder};
use super::divided::may_divide;
use super::headers::{self, Test};
use super::nonaffine::stray_jump;
use super::polynomial::Polynomial;
use super::{Cause, Checked, Counted, Node, Obligation};
use crate::facts::changes::Change;
use crate::facts::lifetime::counter_used;
use crate::facts::members::object;
use crate::refusal::{Reason, refusal};
use crate::syntax::tree::{
    BinaryOperator, Construct, Expression, ExpressionKind, Fill, For, Statement, StatementKind, SymbolId,
    SymbolKind,
};
use crate::syntax::types::{Integer, TypeKind};

impl<'a> Builder<'a> {
    /// A loop with its body; of the nest that it starts `shared` loops have iterations without order. A body
    /// is walked even if the header is refused, to report all at once.
    pub fn for_loop(&mut self, for_: &'a Statement, parts: &'a For, shared: usize) -> Option<Node> {
        if isl::interrupt::is_interrupted() {
            self.problems.push(refusal(Code::TimeIsUp, "the time is up", for_.span, ""));
            return None;
        }
        if let Some(fill) = &parts.fill {
            return self.filling_loop(for_, parts, fill);
        }
        self.plain_loop(for_, parts, shared)
    }

    /// A call that counts as a loop. New text has one, so there must be new text where anything changes.
    fn filling_loop(&mut self, for_: &'a Statement, parts: &'a For, fill: &'a Fill) -> Option<Node> {
        if !*self.may_divide.get_or_init(|| may_divide(self.around)) {
            let problem = self.without_effect(&fill.call);
            self.problems.push(problem);
            return None;
        }
        self.first_fill = self.first_fill.or(Some(fill));
        self.fill = Some(fill);
        let mut node = self.plain_loop(for_, parts, 0);
        self.fill = None;
        if let Some(Node::Loop(counted)) = &mut node
            && let Some(condition) = &parts.condition
        {
            let obligations = self.bytes_fit(condition, fill);
            let obligations = self.noted(obligations)?;
            counted.initial.obligations.extend(obligations);
        }
        node
    }

    /// That so many cells are no more than a block may have: else their bytes, as the program computes them, wrap around.
    fn bytes_fit(&mut self, condition: &'a Expression, fill: &Fill) -> Result<Vec<Obligation>, Diagnostic> {
        let ExpressionKind::Binary(_, _, count) = &condition.kind else { return Ok(vec![]) };
        let is_wide = count.type_.integer().is_some_and(|integer| integer.bits > 32);
        let is_single = !matches!(count.kind, ExpressionKind::Binary(BinaryOperator::Multiply, ..));
        if !is_wide || !is_single || fill.element_bytes == 1 {
            return Ok(vec![]);
        }
        self.obligations.clear();
        let value = self.operand(count, &Integer::size(), "this size")?;
        let most = (1i128 << 64) / i128::from(fill.element_bytes) - 1;
        let (when, cause) = (Condition::Constant(true), Cause::WrapsAround);
        let mut obligations = std::mem::take(&mut self.obligations);
        obligations.push(Obligation { value, range: (0, most), when, place: count.span, cause });
        Ok(obligations)
    }

    fn plain_loop(&mut self, for_: &'a Statement, parts: &'a For, shared: usize) -> Option<Node> {
        if let Some(divided) = self.divided_loop(for_, parts) {
            return Some(divided);
        }
        self.note_divisible(for_, parts);
        let place = header(for_.span, parts);
        let header = self.loop_header(parts, place, shared);
        let header = match header {
            Ok(header) => header,
            Err(problem) => {
                self.problems.push(problem);
                return None;
            }
        };
        let induced = self.induced(&header.written, &header.counted);
        self.counted.insert(header.counted.iterator.name.clone());
        self.active.push(Active {
            symbol: Some(header.symbol),
            iterator: header.counted.iterator.clone(),
            values: None,
        });
        let condition = match header.is_tested {
            true => Ok(header.counted.condition.clone()),
            false => {
                self.rounded_down = self.quotient_above(parts, &header);
                let condition = self.loop_condition(parts, place);
                self.rounded_down = None;
                condition
            }
        };
        let condition = condition.map(|tested| where_it_ends(tested, &header.counted, &parts.body));
        let known = |name: &str| self.constant_named(name).map(polyhedral::Expression::Constant);
        let values =
            condition.as_ref().ok().and_then(|tested| first_and_last(&header.counted, &tested.value, &known));
        if let Some(active) = self.active.last_mut() {
            active.values = values;
        }
        if shared == 0 {
            self.check_counter(header.symbol, place);
        }
        let first = self.statements.len();
        let turn = self.turn.replace(parts.body.span);
        let mut body = match self.is_one_statement(&parts.body) {
            true => self.whole_body(&parts.body),
            false => self.shared_body(&parts.body, shared, place),
        };
        self.turn = turn;
        // what they stand for is so until they change
        induced.iter().for_each(|symbol| self.forget(*symbol));
        body.extend(self.after_iteration(&header.written));
        let parallel = (shared > 0).then(|| self.parallel(first));
        self.active.pop();
        match condition {
            Ok(condition) => {
                let counted = Counted { condition, parallel, body, ..header.counted };
                Some(Node::Loop(Box::new(without_inequality(counted))))
            }
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    fn loop_header(&mut self, parts: &'a For, place: Span, shared: usize) -> Result<Header<'a>, Diagnostic> {
        let help = "a loop is written `for (int i = first; i < end; i++)`";
        let odd = |place, remark: &str| {
            Reason::FormOfLoop
                .of(refusal(Code::FormOfLoop, "this loop has another form", place, remark).with_help(help))
        };
        let initial = parts.initial.as_ref().ok_or_else(|| odd(place, "no first value"))?;
        let written = headers::header(parts, self.around.symbols());
        let written = written.ok_or_else(|| odd(initial.span, "not the first value of one counter"))?;
        if written.has_more() && (shared > 0 || self.around.region.is_isolated) {
            return Err(odd(place, "more than one counter"));
        }
        let symbol = written.counter;
        let declared_by_loop = matches!(initial.kind, StatementKind::Declaration(_));
        let declared_inside =
            declared_by_loop || self.around.is_inside(self.around.symbols()[symbol].name_span);
        let integer = self.counter(symbol, initial.span)?;
        self.check_counts(symbol, &parts.body)?;
        self.obligations.clear();
        let value = self.operand(written.first, &integer, "the first value of this loop");
        let value = value.map_err(|problem| Reason::FirstValue.around(problem))?;
        let initial = Checked { value, obligations: std::mem::take(&mut self.obligations) };
        let in_range = match &parts.condition {
            Some(condition) => self.without_overflow(condition, symbol),
            None => vec![],
        };
        let used_after = if declared_by_loop { None } else { counter_used(symbol, self.around) };
        let name = self.name(symbol).to_owned();
        let kind =
            IntegerType { name: integer.spelling.to_string(), bits: integer.bits, signed: integer.signed };
        let iterator = Iterator { name, kind, declared_inside, used_after };
        let condition = Checked { value: Condition::Constant(true), obligations: vec![] };
        let mut counted = Counted {
            iterator,
            integer,
            place,
            initial,
            in_range,
            condition,
            step: 1,
            wraps_at_end: false,
            parallel: None,
            body: vec![],
        };
        let is_tested = match written.test {
            Test::Stepping(stepping) => {
                self.stepped(stepping, &mut counted)?;
                true
            }
            Test::Separate => {
                let step = parts.step.as_ref().ok_or_else(|| odd(place, "no step"))?;
                counted.step = self.step(headers::own_step(step, symbol), symbol)?;
                false
            }
        };
        Ok(Header { symbol, counted, is_tested, written })
    }

    /// Checks that only the header of a loop changes its counter. Where all must be exact, that is told beforehand.
    fn check_counts(&self, symbol: SymbolId, body: &Statement) -> Result<(), Diagnostic> {
        let is_other =
            |change: &&Change| change.symbol == symbol && change.is_whole && body.span.contains(change.place);
        match self.around.changes_inside().find(is_other).filter(|_| self.takes_nonaffine()) {
            None => Ok(()),
            Some(change) => {
                let cause = format!("`{}` counts a loop and is changed elsewhere", self.name(symbol));
                Err(Reason::Counter.of(refusal(Code::Counter, cause, change.place, "changed here")))
            }
        }
    }

    /// Checks that a variable can count a loop.
    pub fn counter(&self, symbol: SymbolId, place: Span) -> Result<Integer, Diagnostic> {
        let declared = &self.around.symbols()[symbol];
        let name = &declared.name;
        let reason = match &declared.type_.kind {
            TypeKind::Pointer(_) => Reason::PointerCounter,
            _ => Reason::Counter,
        };
        let refuse = |remark: &str| {
            reason.of(refusal(Code::Counter, format!("`{name}` can't count a loop"), place, remark))
        };
        let integer = declared.type_.integer().filter(|integer| integer.bits > 1);
        let integer = integer.ok_or_else(|| refuse("it is no integer"))?;
        let qualifiers = declared.type_.qualifiers;
        if qualifiers.volatile || qualifiers.atomic {
            return Err(refuse("it is volatile or atomic"));
        }
        if declared.is_member_of_local() {
            return Err(refuse("it is part of a structure"));
        }
        let is_own = matches!(declared.kind, SymbolKind::Local { is_static: false } | SymbolKind::Parameter);
        if !is_own && !self.around.translation.resolved.counters.contains(&symbol) {
            return Err(refuse("others can see it")
                .with_help(format!("declare it in the loop: `for (int {name} = …`")));
        }
        if let Some(taken) = self.around.address_taken(symbol) {
            return Err(refuse("its address is taken").also(taken, "here"));
        }
        if self.active.iter().any(|active| active.iterator.name == *name) {
            return Err(refuse("it already counts a loop around this one"));
        }
        Ok(integer.clone())
    }

    /// The quotient that a counter stays below that counts up from no less than 0: one of a negative dividend, which C doesn't round
    /// down, ends the loop before it begins, however it is rounded.
    fn quotient_above(&self, parts: &For, header: &Header) -> Option<Span> {
        let ExpressionKind::Binary(BinaryOperator::Compare(Comparison::Less), counter, end) =
            &parts.condition.as_ref()?.kind
        else {
            return None;
        };
        let counts_up = counter.without_casts().variable() == Some(header.symbol)
            && header.counted.step > 0
            && header.counted.initial.value.constant().is_some_and(|first| first >= 0);
        let mut end = end.without_casts();
        while let ExpressionKind::Binary(BinaryOperator::Subtract, more, less) = &end.kind {
            self.constant_here(less).filter(|less| *less >= 0)?;
            end = more.without_casts();
        }
        let symbols = self.around.symbols();
        let is_quotient = matches!(end.kind, ExpressionKind::Binary(BinaryOperator::Divide, ..));
        // where a test can tell that it isn't negative, sizes computed from it aren't either
        let mut is_told = false;
        end.walk(&mut |part| {
            let named = part.named().map(|symbol| &symbols[object(symbol, symbols)]);
            is_told |= named.is_some_and(|named| named.kind == SymbolKind::Parameter);
        });
        (counts_up && is_quotient && !is_told).then_some(end.span)
    }

    fn loop_condition(&mut self, parts: &For, place: Span) -> Result<Checked<Condition>, Diagnostic> {
        let condition = parts.condition.as_ref();
        let endless = || refusal(Code::FormOfLoop, "this loop has no condition", place, "it never ends");
        let condition = condition.ok_or_else(|| Reason::FormOfLoop.of(endless()))?;
        self.obligations.clear();
        let value = self.condition(condition, "the condition of this loop");
        let value = value.map_err(|problem| Reason::Bound.around(problem))?;
        Ok(Checked { value, obligations: std::mem::take(&mut self.obligations) })
    }

    /// What the third part of a `for` adds to the counter.
    pub fn step(&self, step: &Expression, counter: SymbolId) -> Result<i64, Diagnostic> {
        let constant = |e: &Expression| {
            self.constant_here(e).ok_or_else(|| {
                let problem = refusal(
                    Code::Step,
                    "the step of this loop isn't constant",
                    e.span,
                    "not a known constant",
                );
                Reason::Step.of(problem)
            })
        };
        let is_counter = |e: &Expression| e.without_casts().variable() == Some(counter);
        let negated = |value: i64| value.checked_neg().unwrap_or(0);
        let amount = match &step.kind {
            ExpressionKind::Increment { operand, by, .. } if is_counter(operand) => *by,
            ExpressionKind::Assign(Some(operator), target, value) if is_counter(target) => match operator {
                BinaryOperator::Add => constant(value)?,
                BinaryOperator::Subtract => negated(constant(value)?),
                _ => 0,
            },
            ExpressionKind::Assign(None, target, value) if is_counter(target) => match &value.kind {
                ExpressionKind::Binary(BinaryOperator::Add, a, b) if is_counter(a) => constant(b)?,
                ExpressionKind::Binary(BinaryOperator::Add, a, b) if is_counter(b) => constant(a)?,
                ExpressionKind::Binary(BinaryOperator::Subtract, a, b) if is_counter(a) => {
                    negated(constant(b)?)
                }
                _ => 0,
            },
            _ => 0,
        };
        let problem =
            || refusal(Code::Step, "the step of this loop adds no constant to its counter", step.span, "");
        Some(amount).filter(|amount| *amount != 0).ok_or_else(|| Reason::Step.of(problem()))
    }
}

struct Header<'a> {
    symbol: SymbolId,
    counted: Counted,
    /// Whether the condition is known already.
    is_tested: bool,
    written: headers::Header<'a>,
}

/// From `for` to the closing parenthesis, nearly: up to the end of the last part.
pub fn header(whole: Span, parts: &For) -> Span {
    let initial = parts.initial.as_ref().map(|initial| initial.span.end);
    let condition = parts.condition.as_ref().map(|condition| condition.span.end);
    let step = parts.step.as_ref().map(|step| step.span.end);
    let end = [initial, condition, step].into_iter().flatten().max();
    Span::new(whole.start, end.unwrap_or(whole.start + "for".len()))
}

/// `i != end` as `i < end`, for a counter that goes up by one (`i > end`, if down).
///
/// Where the counter starts beyond the end, a signed one would have to overflow, which C doesn't define.
/// For others it is to be proved that it doesn't start there.
fn without_inequality(mut counted: Counted) -> Counted {
    let (relation, up) = match counted.step {
        1 => (Comparison::Less, true),
        -1 => (Comparison::Greater, false),
        _ => return counted,
    };
    let counter = polyhedral::Expression::variable(&counted.iterator.name);
    let end = match &counted.condition.value {
        Condition::Compare(Comparison::NotEqual, left, right) if *left == counter => right.clone(),
        Condition::Compare(Comparison::NotEqual, left, right) if *right == counter => left.clone(),
        _ => return counted,
    };
    let mut variables = BTreeSet::new();
    end.variables(&mut variables);
    if variables.contains(&counted.iterator.name) {
        return counted;
    }
    let overflow_is_undefined = counted.integer.signed && counted.integer.rank >= Integer::INT_RANK;
    if !overflow_is_undefined {
        let first = counted.initial.value.clone();
        let distance = if up { end.clone() - first } else { first - end.clone() };
        counted.initial.obligations.push(Obligation {
            value: distance,
            range: (0, i128::MAX),
            when: Condition::Constant(true),
            place: counted.place,
            cause: Cause::Counts,
        });
    }
    counted.condition.value = Condition::Compare(relation, counter, end);
    counted
}

/// No loop makes 2^62 turns: if only its condition ends one that counts up, with 64 bits without a sign, what the counter is compared
/// with isn't less than zero, which would be as many there.
fn where_it_ends(mut tested: Checked<Condition>, counted: &Counted, body: &Statement) -> Checked<Condition> {
    let integer = &counted.integer;
    let is_way_out = |construct: &Construct, _| {
        matches!(construct, Construct::Break | Construct::Return | Construct::Goto(_) | Construct::Assembly)
    };
    let counter = polyhedral::Expression::variable(&counted.iterator.name);
    let bound = match &tested.value {
        Condition::Compare(Comparison::Less | Comparison::LessEqual, left, right) if *left == counter => {
            right
        }
        Condition::Compare(Comparison::Greater | Comparison::GreaterEqual, left, right)
            if *right == counter =>
        {
            left
        }
        _ => return tested,
    };
    let counts_up = counted.step == 1 && integer.bits == 64 && !integer.signed;
    if counts_up && stray_jump(body, &is_way_out).is_none() {
        let bound = bound.clone();
        // with fewer bits it would be a number that a loop may reach
        let is_of_bound = |it: &&mut Obligation| it.value == bound && it.range == (0, i128::from(u64::MAX));
        for obligation in tested.obligations.iter_mut().filter(is_of_bound) {
            match obligation.cause {
                Cause::Converts => obligation.range.0 = -(1 << 63),
                Cause::WrapsAround => obligation.range.0 = -(1 << 62),
                _ => {}
            }
        }
    }
    tested
}

/// The first and the last value of a counter that goes up to another, as far as the values of variables are `known`; there may be
/// fewer between.
fn first_and_last(
    counted: &Counted,
    tested: &Condition,
    known: &dyn Fn(&str) -> Option<polyhedral::Expression>,
) -> Option<[Polynomial; 2]> {
    let Condition::Compare(relation, left, right) = tested else { return None };
    let (less, more, gap) = match relation {
        Comparison::Less => (left, right, 1),
        Comparison::LessEqual => (left, right, 0),
        Comparison::Greater => (right, left, 1),
        Comparison::GreaterEqual => (right, left, 0),
        _ => return None,
    };
    let counter = polyhedral::Expression::variable(&counted.iterator.name);
    // what stays above the counter, but for the counter, is its last value and the gap
    let end = Polynomial::of(&(more.clone() - less.clone() + counter.clone()).substitute(known))?;
    let is_free = end.terms().all(|(factors, _)| !factors.contains(&counter));
    let last = end.plus(Polynomial::term(vec![], -gap)).filter(|_| is_free && counted.step > 0)?;
    Some([Polynomial::of(&counted.initial.value.substitute(known))?, last])
}
