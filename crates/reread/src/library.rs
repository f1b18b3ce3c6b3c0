//! Functions that nobody defines here.

use crate::layout::unknown;
use crate::memory::{Base, Object, ObjectId, Place};
use crate::operators::truth;
use crate::run::{Machine, Stop};
use crate::source::spelled;
use crate::terms::Term;
use crate::values::{Kind, Value};
use diagnostics::Span;
use frontend::tree::{BinaryOperator, Expression, ExpressionKind, TEXT, Type, TypeKind};

/// A call that others see.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) name: String,
    pub(crate) arguments: Vec<Value>,
    /// What the arguments lead to, as it was then.
    pub(crate) memory: Vec<(ObjectId, Object)>,
}

/// Functions that look at what their arguments lead to, but change nothing that a program could find.
const SHOWING: &str = " printf fprintf puts putchar fputs fputc putc fwrite perror fflush fclose clock time omp_get_wtime \
    omp_get_thread_num omp_get_num_threads omp_get_max_threads omp_set_num_threads atoi atol atof getchar getc fgetc \
    putchar_unlocked putc_unlocked fputc_unlocked getchar_unlocked getc_unlocked fgetc_unlocked \
    __builtin_printf __builtin_fprintf __builtin_puts __builtin_putchar strlen ";

/// Functions whose results depend on one another and on nothing else: random numbers.
const RANDOM: &str = " rand srand random srandom drand48 lrand48 mrand48 srand48 ";

/// Calls that others see, in their order: of random numbers, and all others.
#[derive(Default)]
pub(crate) struct Events {
    random: Vec<Event>,
    others: Vec<Event>,
}

impl Events {
    /// Those that keep their order among one another.
    pub(crate) fn lists(&self) -> [&[Event]; 2] {
        [&self.others, &self.random]
    }

    /// Adds one; how many were seen before that it may depend on.
    fn add(&mut self, event: Event) -> usize {
        let list = if is_in(RANDOM, &event.name) { &mut self.random } else { &mut self.others };
        list.push(event);
        list.len() - 1
    }
}

/// Functions that don't come back.
const LAST: &str =
    " exit abort _Exit __assert_fail __builtin_abort __builtin_exit __builtin_unreachable __builtin_trap ";

/// One of so many trials reads or writes something else than it was asked for.
const ONE_FAILS: u32 = 4;

/// The result of a function that reads or writes several items, where it does so with all.
fn all_items(name: &str, values: &[Value]) -> Option<i128> {
    let count = |leading: usize| i128::try_from(values.len().checked_sub(leading)?).ok();
    match (name, values) {
        ("scanf", _) => count(1),
        ("fscanf" | "sscanf", _) => count(2),
        ("fread" | "fwrite", [_, _, Value { kind: Kind::Integer(items, None), .. }, _]) => Some(*items),
        _ => None,
    }
}

fn is_in(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|listed| listed == name)
}

impl<'a> Machine<'a, '_> {
    /// A call of a function of which there is no body.
    pub(crate) fn library(
        &mut self,
        name: &str,
        arguments: &[Expression],
        values: &[Value],
        type_: &Type,
        place: Span,
    ) -> Result<Value, Stop> {
        match (name.strip_prefix("__builtin_").unwrap_or(name), values) {
            ("malloc" | "alloca", [bytes]) => self.block(*bytes, Base::Vague),
            ("calloc", [count, size]) => match (count.kind, size.kind) {
                (Kind::Integer(count, _), Kind::Integer(size, _)) => {
                    self.block(Value::integer(count.saturating_mul(size)), Base::Zero)
                }
                _ => Err(unknown("a size that isn't known")),
            },
            ("aligned_alloc", [_, bytes]) => self.block(*bytes, Base::Vague),
            ("free", [block]) => {
                if let Kind::Pointer(place) = block.kind
                    && place != Place::NULL
                {
                    self.object_mut(place.object).is_freed = true;
                }
                Ok(Value::VOID)
            }
            ("abs" | "labs" | "llabs", [value]) => match value.kind {
                Kind::Integer(number, term) => {
                    let term = term.map(|term| Term::of("abs", &[term]));
                    Ok(Value { kind: Kind::Integer(number.abs(), term), ..*value })
                }
                _ => Err(unknown("`abs` of what isn't an integer")),
            },
            ("expect", [value, _]) => Ok(*value),
            ("memcpy" | "memmove", [target, source, bytes]) => {
                self.copy_bytes((&arguments[0], *target), (&arguments[1], *source), *bytes, place)?;
                Ok(*target)
            }
            ("memset", [target, byte, bytes]) => {
                self.set_bytes(&arguments[0], *target, *byte, *bytes, place)?;
                Ok(*target)
            }
            ("fread" | "fwrite", [_, _, _, _]) => match self.items(arguments, values) {
                Some(items) => self.moved(name, arguments, values, (type_, place), items),
                None => self.outside(name, arguments, values, (type_, place)),
            },
            _ => self.outside(name, arguments, values, (type_, place)),
        }
    }

    /// The numbers, by where they are and their types, that `fread` or `fwrite` moves, if these can be told.
    fn items(&mut self, arguments: &[Expression], values: &[Value]) -> Option<Vec<(Place, Type)>> {
        let [Value { kind: Kind::Pointer(start), .. }, size, count, _] = values else { return None };
        let (Kind::Integer(size, None), Kind::Integer(count, None)) = (size.kind, count.kind) else {
            return None;
        };
        let bytes = i64::try_from(size.checked_mul(count)?).ok()?;
        let leaves = self.leaves_behind(&arguments[0], values[0], bytes).ok()?;
        let is_number = |type_: &Type| matches!(type_.kind, TypeKind::Integer(_) | TypeKind::Floating(_));
        let all = leaves.iter().all(|(_, type_)| is_number(type_));
        all.then(|| leaves.into_iter().map(|(offset, type_)| (start.moved(offset), type_)).collect())
    }

    /// `fread` or `fwrite` of so many items: others see the same as of a call for each.
    fn moved(
        &mut self,
        name: &str,
        arguments: &[Expression],
        values: &[Value],
        (type_, place): (&Type, Span),
        items: Vec<(Place, Type)>,
    ) -> Result<Value, Stop> {
        let (read, mut result) = (name == "fread", None);
        for (at, item) in items {
            let value = match read {
                true => {
                    let value = self.next_read(&item, None);
                    self.store(at, &item, value, arguments[0].span)?;
                    value
                }
                false => self.load(at, &item, &arguments[0])?,
            };
            let size = Value::integer(i128::from(self.size_of(&item)?));
            let single = [value, size, Value::integer(1), values[3]];
            let one = self.outside(name, arguments, &single, (type_, place))?;
            result.get_or_insert(one);
        }
        match all_items(name, values).filter(|_| self.all_succeed()) {
            Some(items) => Ok(Value::integer(items)),
            None => Ok(result.unwrap_or(Value::integer(0))),
        }
    }

    /// Whether functions read and write all that they are asked to, in this trial.
    fn all_succeed(&self) -> bool {
        self.inputs.trial() % ONE_FAILS != ONE_FAILS - 1
    }

    /// Whether it is what an assertion does that doesn't hold.
    pub(crate) fn fails(&self, expression: &Expression) -> bool {
        let ExpressionKind::Call(callee, _) = &expression.kind else { return false };
        callee.variable().is_some_and(|it| self.source.symbols[it].name == "__assert_fail")
    }

    /// An assertion: about data it holds, and others see what it is about.
    pub(crate) fn asserted(&mut self, condition: &Expression) -> Result<Value, Stop> {
        match self.holds_for_all(condition)? {
            true => Ok(Value::VOID),
            false => Err(Stop::Exit),
        }
    }

    /// Whether nothing but data stands against a condition.
    fn holds_for_all(&mut self, condition: &Expression) -> Result<bool, Stop> {
        match &condition.kind {
            ExpressionKind::Binary(BinaryOperator::And, left, right) => {
                return Ok(self.holds_for_all(left)? && self.holds_for_all(right)?);
            }
            ExpressionKind::Binary(BinaryOperator::Or, left, right) => {
                return Ok(self.holds_for_all(left)? || self.holds_for_all(right)?);
            }
            _ => {}
        }
        let value = self.value(condition)?;
        if value.is_vague {
            return Err(self.vague("an assertion", condition.span));
        }
        match value.kind {
            Kind::Data(_) | Kind::Integer(_, Some(_)) => {
                let memory = vec![];
                self.events.add(Event { name: "assert".to_owned(), arguments: vec![value], memory });
                Ok(true)
            }
            _ => truth(value, self.inputs.trial()).ok_or_else(|| unknown("an assertion without a value")),
        }
    }

    fn block(&mut self, bytes: Value, base: Base) -> Result<Value, Stop> {
        let (Kind::Integer(bytes, _), false) = (bytes.kind, bytes.is_vague) else {
            return Err(unknown("a size that isn't known"));
        };
        // sizes so large are negative ones
        let bytes = i64::try_from(bytes).unwrap_or(0).clamp(0, 1 << 40);
        let object = self.make(Object::new(None, Some(bytes), base));
        Ok(Value::pointer(Place::start(object)))
    }

    /// What may do anything with what its arguments lead to.
    fn outside(
        &mut self,
        name: &str,
        arguments: &[Expression],
        values: &[Value],
        (type_, place): (&Type, Span),
    ) -> Result<Value, Stop> {
        let mut memory = Vec::new();
        for value in values {
            if let Kind::Pointer(Place { object, .. }) = value.kind
                && object != ObjectId::Input(0)
            {
                let object_now = self.object_mut(object).clone();
                self.spend(object_now.written().len() as u64)?;
                memory.push((object, object_now));
            }
        }
        let before = self.events.add(Event { name: name.to_owned(), arguments: values.to_vec(), memory });
        let number = Term::of(name, &[Term::number(before as i128)]);
        if is_in(LAST, name) {
            return Err(Stop::Exit);
        }
        let shows = is_in(SHOWING, name) || is_in(RANDOM, name);
        let changes = arguments.iter().zip(values).enumerate().filter(|_| !shows);
        for (position, (argument, value)) in changes {
            // whoever gets a string in quotes can't change it either
            let is_text = matches!(argument.without_casts().kind, ExpressionKind::Other(TEXT, _));
            let target = argument.type_.target();
            let is_constant = is_text || target.is_some_and(|it| it.innermost().qualifiers.constant);
            if let (Kind::Pointer(Place { object, .. }), false) = (value.kind, is_constant) {
                let term = Term::of("written", &[number, Term::number(position as i128)]);
                self.object_mut(object).reset(Base::Unknown(term));
            }
        }
        match &type_.kind {
            TypeKind::Pointer(_) => {
                let object = self.inputs.object(
                    number,
                    || format!("the result of {name}"),
                    Base::Unknown(number),
                    None,
                );
                Ok(Value::pointer(Place::start(ObjectId::Input(object))))
            }
            TypeKind::Integer(integer) => {
                if let Some(items) = all_items(name, values)
                    && self.all_succeed()
                {
                    return Ok(Value::integer(items));
                }
                let spelling = spelled(self.source.written(place));
                Ok(self.inputs.integer(number, integer, Some(spelling)))
            }
            _ => Ok(Value::computed(number, type_)),
        }
    }

    /// The numbers and pointers in the first `bytes` of what a pointer leads to.
    fn leaves_behind(
        &mut self,
        pointer: &Expression,
        value: Value,
        bytes: i64,
    ) -> Result<Vec<(i64, Type)>, Stop> {
        let inner = match &pointer.kind {
            frontend::tree::ExpressionKind::Cast(inner) => inner,
            _ => pointer,
        };
        let element = inner.type_.target().map(Type::innermost).cloned();
        let element = element.filter(|element| !matches!(element.kind, TypeKind::Void | TypeKind::Unknown));
        let Some(element) = element else { return Err(unknown("bytes of unknown type")) };
        let size = self.size_of(&element)?;
        let count = if size > 0 { bytes / size } else { 0 };
        self.spend(count.max(0) as u64)?;
        if count.wrapping_mul(size) != bytes || !matches!(value.kind, Kind::Pointer(_)) {
            return Err(unknown("parts of numbers"));
        }
        let leaves = self.leaves(&element)?;
        let each = (0..count).flat_map(|number| {
            leaves
                .iter()
                .map(move |(offset, type_)| (number.wrapping_mul(size).wrapping_add(*offset), type_.clone()))
        });
        Ok(each.collect())
    }

    fn copy_bytes(
        &mut self,
        (target, to): (&Expression, Value),
        (source, from): (&Expression, Value),
        bytes: Value,
        place: Span,
    ) -> Result<(), Stop> {
        let (Kind::Integer(bytes, _), false) = (bytes.kind, bytes.is_vague) else {
            return Err(unknown("a size that isn't known"));
        };
        let bytes = bytes as i64;
        let leaves = match self.leaves_behind(target, to, bytes) {
            Ok(leaves) => leaves,
            Err(Stop::OutOfSteps) => return Err(Stop::OutOfSteps),
            Err(_) => self.leaves_behind(source, from, bytes)?,
        };
        let (Kind::Pointer(to), Kind::Pointer(from)) = (to.kind, from.kind) else {
            return Err(unknown("bytes from nowhere"));
        };
        let mut values = Vec::with_capacity(leaves.len());
        for (offset, type_) in &leaves {
            values.push(self.load(from.moved(*offset), type_, source)?);
        }
        for ((offset, type_), value) in leaves.iter().zip(values) {
            self.store(to.moved(*offset), type_, value, place)?;
        }
        Ok(())
    }

    fn set_bytes(
        &mut self,
        target: &Expression,
        to: Value,
        byte: Value,
        bytes: Value,
        place: Span,
    ) -> Result<(), Stop> {
        let (Kind::Integer(0, None), Kind::Integer(bytes, _)) = (byte.kind, bytes.kind) else {
            return Err(unknown("`memset` with anything but zero"));
        };
        let Kind::Pointer(start) = to.kind else { return Err(unknown("bytes from nowhere")) };
        let object = self.object_mut(start.object);
        if start.offset == 0 && object.size == Some(bytes as i64) {
            object.reset(Base::Zero);
            return Ok(());
        }
        for (offset, type_) in self.leaves_behind(target, to, bytes as i64)? {
            let value = self.zero(&type_);
            self.store(start.moved(offset), &type_, value, place)?;
        }
        Ok(())
    }
}
