//! Evaluates expressions.

use crate::difference::described;
use crate::layout::unknown;
use crate::memory::{Base, Object, ObjectId, Obstacle, Place};
use crate::operators::{self, Failure, truth};
use crate::run::{Machine, Rules, Stop};
use crate::source::spelled;
use crate::terms::Term;
use crate::values::{Kind, Value, converted};
use diagnostics::Span;
use diagnostics::token::tokens_without_comments;
use frontend::tree::{
    ArraySize, BinaryOperator, Expression, ExpressionKind, Initializer, READ, SymbolId, SymbolKind, TEXT,
    Type, TypeKind, UnaryOperator, WRITTEN,
};

/// Whether a place is to be touched, or only to be named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    Touched,
    Named,
}

impl<'a> Machine<'a, '_> {
    /// What an expression is worth; arrays are places.
    pub(crate) fn value(&mut self, expression: &Expression) -> Result<Value, Stop> {
        self.spend(1)?;
        let type_ = &expression.type_;
        // what the program calls is called, whatever the trees make of it
        if let Some(call) = self.source.getters.get(&expression.span)
            && !matches!(expression.kind, ExpressionKind::Call(..))
        {
            return self.value(call);
        }
        match &expression.kind {
            ExpressionKind::Integer(number) => {
                Ok(Value::integer(self.source.number(*number, expression.span)))
            }
            ExpressionKind::Floating => {
                let text = spelled(self.source.written(expression.span));
                Ok(Value::data(Term::of(text.trim_matches(['(', ')']), &[])))
            }
            ExpressionKind::Variable(symbol) => match self.source.symbols[*symbol].kind {
                SymbolKind::EnumerationConstant(number) => Ok(Value::integer(number)),
                SymbolKind::Function => Ok(Value { kind: Kind::Function(*symbol), is_vague: false }),
                _ => self.read(expression),
            },
            ExpressionKind::Member(..) | ExpressionKind::Index(..) => self.read(expression),
            ExpressionKind::Unary(UnaryOperator::Dereference, _) => self.read(expression),
            ExpressionKind::Unary(UnaryOperator::Address, operand) => {
                if matches!(operand.type_.kind, TypeKind::Function(_)) {
                    return self.value(operand);
                }
                self.place(operand, Use::Named).map(Value::pointer)
            }
            ExpressionKind::Unary(operator, operand) => {
                let value = self.value(operand)?;
                if let (UnaryOperator::Not, Kind::Pointer(_)) = (operator, value.kind) {
                    let is_set = truth(value, self.inputs.trial()).unwrap_or(false);
                    return Ok(Value::integer(i128::from(!is_set)).vague_if(value.is_vague));
                }
                let result = operators::unary(*operator, value, &operand.type_, type_, self.inputs.trial());
                result.ok_or_else(|| unknown("this operator"))
            }
            ExpressionKind::Binary(operator, left, right) => self.binary(*operator, left, right, expression),
            ExpressionKind::Assign(operator, target, source) => self.assign(*operator, target, source),
            ExpressionKind::Increment { operand, by, is_late } => {
                let place = self.place(operand, Use::Touched)?;
                let before = self.load(place, &operand.type_, operand)?;
                let one = (Value::integer(i128::from(*by)), &Type::int());
                let after =
                    self.computed_binary(BinaryOperator::Add, (before, &operand.type_), one, expression)?;
                let common = Type::common(&operand.type_, &Type::int());
                let after = self.convert(after, &common, &operand.type_)?;
                let after = self.store_to(place, operand, after)?;
                Ok(if *is_late { before } else { after })
            }
            ExpressionKind::Call(callee, arguments) => self.call(callee, arguments, type_, expression.span),
            ExpressionKind::Cast(operand) => {
                let value = self.value(operand)?;
                self.convert(value, &operand.type_.decayed(), type_)
            }
            ExpressionKind::Conditional(condition, _, otherwise) if self.fails(otherwise) => {
                self.asserted(condition)
            }
            ExpressionKind::Conditional(condition, then, otherwise) => {
                if let Some(joined) = self.joined_choice(condition, then, otherwise)? {
                    return self.convert(joined, &then.type_, type_);
                }
                let chosen = if self.holds(condition)? { then } else { otherwise };
                let value = self.value(chosen)?;
                match type_.kind {
                    TypeKind::Integer(_) | TypeKind::Floating(_) => self.convert(value, &chosen.type_, type_),
                    _ => Ok(value),
                }
            }
            ExpressionKind::SizeOf(sized, _) => Ok(Value::integer(i128::from(self.size_of(sized)?))),
            ExpressionKind::Comma(list) => {
                let mut last = Value::VOID;
                for part in list {
                    last = self.value(part)?;
                }
                Ok(last)
            }
            ExpressionKind::Other(TEXT, _) => {
                let text = self.source.text(expression.span);
                let key = Term::of("string", &[Term::of(&text, &[])]);
                let object = self.inputs.object(key, || text, Base::Unknown(key), None);
                Ok(Value::pointer(Place::start(ObjectId::Input(object))))
            }
            ExpressionKind::Other(WRITTEN, place) if !place.is_empty() => self.value(&place[0]),
            ExpressionKind::Other(what, _) => Err(unknown(what)),
        }
    }

    /// `value` as one of another type.
    pub(crate) fn convert(&mut self, value: Value, from: &Type, to: &Type) -> Result<Value, Stop> {
        converted(value, from, to).ok_or_else(|| unknown("this conversion"))
    }

    /// What is at the place that an expression names.
    fn read(&mut self, expression: &Expression) -> Result<Value, Stop> {
        if matches!(expression.type_.kind, TypeKind::Array(..)) && !self.is_parameter(expression) {
            return self.place(expression, Use::Named).map(Value::pointer);
        }
        let place = self.place(expression, Use::Touched)?;
        let value = self.load(place, &expression.type_.decayed(), expression)?;
        Ok(self.as_parameter(expression, value))
    }

    /// What is a parameter of a region is a number, wherever it comes from: it may be spelled otherwise in the new text.
    fn as_parameter(&self, expression: &Expression, value: Value) -> Value {
        match value.kind {
            Kind::Integer(_, Some(_))
                if expression.named().is_some_and(|it| self.parameters.contains(&it)) =>
            {
                value.plain()
            }
            _ => value,
        }
    }

    /// Whether it is a parameter that is declared as an array.
    fn is_parameter(&self, expression: &Expression) -> bool {
        expression.variable().is_some_and(|symbol| self.source.symbols[symbol].kind == SymbolKind::Parameter)
    }

    pub(crate) fn place(&mut self, expression: &Expression, use_: Use) -> Result<Place, Stop> {
        match &expression.kind {
            ExpressionKind::Variable(symbol) => self.variable(*symbol, expression.span).map(Place::start),
            ExpressionKind::Index(array, subscript) => self.cell(array, subscript, expression, use_),
            ExpressionKind::Unary(UnaryOperator::Dereference, pointer) => self.target(pointer),
            ExpressionKind::Member(symbol, inner) => {
                let SymbolKind::Member(member) = &self.source.symbols[*symbol].kind else {
                    return Err(unknown("a member"));
                };
                let name = member.fields().last().map(|name| (*name).to_owned());
                let name = name.ok_or_else(|| unknown("a member"))?;
                let (start, record) = match inner.type_.kind {
                    TypeKind::Record(record) => (self.place(inner, use_)?, Some(record)),
                    _ => match inner.type_.target().map(|target| &target.kind) {
                        Some(TypeKind::Record(record)) => (self.target(inner)?, Some(*record)),
                        _ => (Place::NULL, None),
                    },
                };
                let record = record.ok_or_else(|| unknown("a member of no structure"))?;
                let (offset, _) = self.member(record, &name)?;
                Ok(start.moved(offset))
            }
            _ => Err(unknown("a place")),
        }
    }

    /// Where a pointer leads.
    fn target(&mut self, pointer: &Expression) -> Result<Place, Stop> {
        let value = self.value(pointer)?;
        match value.kind {
            _ if value.is_vague => Err(self.vague("a pointer", pointer.span)),
            Kind::Pointer(place) => Ok(place),
            Kind::Integer(0, _) => Ok(Place::NULL),
            _ => Err(unknown("a pointer that isn't known")),
        }
    }

    fn cell(
        &mut self,
        array: &Expression,
        subscript: &Expression,
        cell: &Expression,
        use_: Use,
    ) -> Result<Place, Stop> {
        if array.type_.target().is_none() {
            return Err(unknown("a subscript in front of an array"));
        }
        let start = match &array.type_.kind {
            TypeKind::Array(..) if !self.is_parameter(array) => self.place(array, use_)?,
            _ => self.target(array)?,
        };
        let value = self.value(subscript)?;
        let number = match value.kind {
            _ if value.is_vague => return Err(self.vague("a subscript", subscript.span)),
            Kind::Integer(number, _) => number as i64,
            _ => return Err(unknown("a subscript that isn't known")),
        };
        if let (TypeKind::Array(_, ArraySize::Elements(count)), Use::Touched) = (&array.type_.kind, use_) {
            // nobody knows the first extent of a parameter but its declaration, which binds the original
            let binds = !self.is_parameter(array) || matches!(self.rules, Rules::Original(..));
            let count = if binds { self.length(count)? } else { i64::MAX };
            if number < 0 || number >= count {
                let words = self.source.written(cell.span);
                let what = format!("the subscript {number} of `{words}` isn't one of {count}");
                return Err(Stop::Fault(what, cell.span));
            }
        }
        Ok(start.moved(number.wrapping_mul(self.size_of(&cell.type_)?)))
    }

    fn variable(&mut self, symbol: SymbolId, place: Span) -> Result<ObjectId, Stop> {
        if let Some(object) = self.frame().variables.get(&symbol) {
            return Ok(*object);
        }
        let known = &self.source.symbols[symbol];
        match known.kind {
            SymbolKind::Global | SymbolKind::Local { is_static: true } => self.input_of(symbol),
            // one that a function has for itself
            SymbolKind::Local { .. } if self.source.is_of_file(symbol) => self.input_of(symbol),
            SymbolKind::Undeclared => {
                Err(Stop::Fault(format!("it names `{}`, which nothing declares", known.name), place))
            }
            _ => Err(unknown("a variable without a place")),
        }
    }

    /// The object of a variable that is there before the function runs.
    pub(crate) fn input_of(&mut self, symbol: SymbolId) -> Result<ObjectId, Stop> {
        let source = self.source;
        let known = &source.symbols[symbol];
        let kind = match known.kind {
            SymbolKind::Parameter => "parameter",
            SymbolKind::Local { .. } if !source.is_of_file(symbol) => "static",
            _ => "global",
        };
        let key = match self.constants(symbol) {
            // wherever it is declared, and whatever it is called there
            Some(values) => Term::of("constants", &[Term::of(values, &[])]),
            None => Term::of(kind, &[Term::of(&known.name, &[])]),
        };
        let size = match known.kind {
            SymbolKind::Parameter => self.size_of(&known.type_.decayed()).ok(),
            _ => self.size_of(&known.type_).ok(),
        };
        let base = if source.starts_with_zeros(symbol) { Base::Zero } else { Base::Unknown(key) };
        let number = self.inputs.object(key, || known.name.clone(), base, size);
        if known.kind == SymbolKind::Parameter {
            self.inputs.ends(number);
        }
        let object = ObjectId::Input(number);
        let is_new = !self.shared.contains_key(&number) && !self.inputs.is_initialized(number);
        // a contracted array has another size than in the original
        self.object_mut(object).size = size;
        match &known.initializer {
            Some(initializer) if is_new && self.starts_with_it(symbol) => {
                let declarator = self.source.declarator(known);
                self.initialize(object, &known.type_, initializer, declarator)?;
                let initialized = self.object_mut(object).clone();
                self.inputs.initialize(number, initialized);
            }
            _ => {}
        }
        Ok(object)
    }

    /// What a `static` array of a function is declared with, if that is what it always holds.
    fn constants(&self, symbol: SymbolId) -> Option<&'a str> {
        let source = self.source;
        let known = &source.symbols[symbol];
        let is_static = matches!(known.kind, SymbolKind::Local { .. }) && !source.is_of_file(symbol);
        let is_constant = is_static && known.type_.innermost().qualifiers.constant;
        is_constant.then(|| source.written(source.declarator(known))).and_then(given_by)
    }

    /// Whether a variable holds what it is initialized with: constants always do, and numbers that aren't chosen may.
    fn starts_with_it(&self, symbol: SymbolId) -> bool {
        let known = &self.source.symbols[symbol];
        let is_constant = known.type_.innermost().qualifiers.constant;
        is_constant || (known.type_.integer().is_some() && !self.inputs.is_wanted(&known.name))
    }

    pub(crate) fn object_mut(&mut self, object: ObjectId) -> &mut Object {
        match object {
            ObjectId::Input(number) => {
                let inputs = &self.inputs;
                self.shared.entry(number).or_insert_with(|| inputs.first(number))
            }
            ObjectId::Own(number) => &mut self.own[number as usize],
        }
    }

    /// What is in a cell.
    pub(crate) fn load(
        &mut self,
        place: Place,
        type_: &Type,
        expression: &Expression,
    ) -> Result<Value, Stop> {
        let bytes = type_.scalar_bytes().ok_or_else(|| unknown("a value of this type"))? as i64;
        let touched = self.object_mut(place.object).cell(place.offset, bytes);
        let is_member = matches!(expression.kind, ExpressionKind::Member(..));
        self.is_fine(place, touched.as_ref().err().copied(), is_member, expression.span)?;
        if let Ok(Some(value)) = touched {
            return Ok(value);
        }
        let object = self.object_mut(place.object);
        let size = object.size;
        match object.base {
            Base::Vague => Ok(self.nothing(type_, place)),
            Base::Zero => Ok(self.zero(type_)),
            Base::Unknown(base) => {
                let position = Term::number(i128::from(place.offset));
                let term = Term::of("cell", &[base, position, Term::number(i128::from(bytes))]);
                match &type_.kind {
                    TypeKind::Integer(integer) => {
                        let spelling = match size == Some(bytes) {
                            true => Some(self.source.spelling(expression).unwrap_or_default()),
                            false => self.source.spelling(expression),
                        };
                        Ok(self.inputs.integer(term, integer, spelling))
                    }
                    TypeKind::Pointer(_) => Ok(Value::pointer(self.led_to(term, expression))),
                    _ => Ok(Value::data(term)),
                }
            }
        }
    }

    /// Where a pointer that was there before leads.
    fn led_to(&mut self, term: Term, expression: &Expression) -> Place {
        let name = || spelled(self.source.written(expression.span));
        if self.inputs.is_aliased && self.is_parameter(expression) {
            let key = Term::of("one for all", &[]);
            let object =
                self.inputs.object(key, || "the memory of all pointers".to_owned(), Base::Unknown(key), None);
            // a few cells apart, so that they overlap
            let apart = 16 * term.below(4) as i64;
            return Place { object: ObjectId::Input(object), offset: apart };
        }
        let key = Term::of("target", &[term]);
        Place::start(ObjectId::Input(self.inputs.object(key, name, Base::Unknown(key), None)))
    }

    /// What nobody wrote.
    fn nothing(&self, type_: &Type, place: Place) -> Value {
        let value = match &type_.kind {
            TypeKind::Integer(_) => Value::integer(0),
            TypeKind::Pointer(_) => Value::pointer(Place::NULL),
            _ => Value::data(Term::of("nothing", &[Term::number(place.address())])),
        };
        value.vague_if(true)
    }

    /// A zero of a type.
    pub(crate) fn zero(&self, type_: &Type) -> Value {
        match &type_.kind {
            TypeKind::Integer(_) => Value::integer(0),
            TypeKind::Pointer(_) => Value::pointer(Place::NULL),
            _ => converted(Value::integer(0), &Type::int(), type_).unwrap_or(Value::integer(0)),
        }
    }

    pub(crate) fn store(&mut self, place: Place, type_: &Type, value: Value, at: Span) -> Result<(), Stop> {
        let bytes = type_.scalar_bytes().ok_or_else(|| unknown("a value of this type"))? as i64;
        let written = self.object_mut(place.object).write(place.offset, bytes, value);
        self.is_fine(place, written.err(), false, at)
    }

    /// Whether the cell that was touched is one that may be.
    fn is_fine(
        &mut self,
        place: Place,
        obstacle: Option<Obstacle>,
        is_member: bool,
        at: Span,
    ) -> Result<(), Stop> {
        if obstacle == Some(Obstacle::OtherType) {
            return Err(unknown("memory that is taken for another type"));
        }
        let beyond = match (&self.rules, place.object) {
            // a structure is there as a whole
            (Rules::Printed(Some(touched)), ObjectId::Input(number)) if !is_member => {
                let is_of_any_size = self.shared.get(&number).is_some_and(|object| object.size.is_none());
                let limits = touched.get(&number);
                let is_beyond =
                    limits.is_none_or(|(least, most)| place.offset < *least || place.offset >= *most);
                is_of_any_size && is_beyond
            }
            _ => false,
        };
        if obstacle.is_none() && !beyond {
            return Ok(());
        }
        let words = self.source.written(at).to_owned();
        let object = self.object_mut(place.object).clone();
        let cell = described(place, &object, self.source, self.inputs);
        let whose = if obstacle.is_some() { "isn't there" } else { "is none that the original touches" };
        Err(Stop::Fault(format!("`{words}` is {cell}, which {whose}"), at))
    }

    /// Stores to what `target` names, and tells what is there now.
    fn store_to(&mut self, place: Place, target: &Expression, value: Value) -> Result<Value, Stop> {
        let value = self.as_parameter(target, value);
        self.store(place, &target.type_.decayed(), value, target.span)?;
        Ok(value)
    }

    /// A number that comes from a file, the same in both runs.
    fn read_in(&mut self, target: &Expression) -> Value {
        let spelling = spelled(self.source.written(target.span));
        self.next_read(&target.type_, Some(spelling))
    }

    /// The same for a place that the program spells so, if it does.
    pub(crate) fn next_read(&mut self, type_: &Type, spelling: Option<String>) -> Value {
        self.numbers_read += 1;
        let term = Term::of(READ, &[Term::number(i128::from(self.numbers_read))]);
        match &type_.kind {
            TypeKind::Integer(integer) => self.inputs.integer(term, integer, spelling),
            _ => Value::computed(term, type_),
        }
    }

    fn assign(
        &mut self,
        operator: Option<BinaryOperator>,
        target: &Expression,
        source: &Expression,
    ) -> Result<Value, Stop> {
        if matches!(target.type_.kind, TypeKind::Record(_)) {
            let from = self.place(source, Use::Touched)?;
            let to = self.place(target, Use::Touched)?;
            for (offset, type_) in self.leaves(&target.type_)? {
                let value = self.load(from.moved(offset), &type_, source)?;
                self.store(to.moved(offset), &type_, value, target.span)?;
            }
            return Ok(Value::VOID);
        }
        if let ExpressionKind::Other(READ, _) = source.kind {
            let place = self.place(target, Use::Touched)?;
            let value = self.read_in(target);
            return self.store_to(place, target, value);
        }
        let value = self.value(source)?;
        let place = self.place(target, Use::Touched)?;
        let target_type = target.type_.decayed();
        let value = match operator {
            None => self.convert(value, &source.type_, &target_type)?,
            Some(operator) => {
                let before = self.load(place, &target_type, target)?;
                let operands = ((before, &target_type), (value, &source.type_));
                let result = self.computed_binary(operator, operands.0, operands.1, target)?;
                let common = match operator {
                    BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight => target_type.promoted(),
                    _ => Type::common(&target_type, &source.type_),
                };
                self.convert(result, &common, &target_type)?
            }
        };
        self.store_to(place, target, value)
    }

    fn binary(
        &mut self,
        operator: BinaryOperator,
        left: &Expression,
        right: &Expression,
        whole: &Expression,
    ) -> Result<Value, Stop> {
        if let BinaryOperator::And | BinaryOperator::Or = operator {
            let decisive = operator == BinaryOperator::Or;
            let holds = if self.holds(left)? == decisive { decisive } else { self.holds(right)? };
            return Ok(Value::integer(i128::from(holds)));
        }
        let a = self.value(left)?;
        let b = self.value(right)?;
        self.computed_binary(operator, (a, &left.type_.decayed()), (b, &right.type_.decayed()), whole)
    }

    fn computed_binary(
        &mut self,
        operator: BinaryOperator,
        (a, a_type): (Value, &Type),
        (b, b_type): (Value, &Type),
        whole: &Expression,
    ) -> Result<Value, Stop> {
        let is_vague = a.is_vague || b.is_vague;
        match (a.kind, b.kind, operator) {
            (
                Kind::Pointer(place),
                Kind::Integer(number, _),
                BinaryOperator::Add | BinaryOperator::Subtract,
            ) => {
                let target = a_type.target().ok_or_else(|| unknown("arithmetic with pointers"))?;
                let size = self.size_of(target)?;
                let number = if operator == BinaryOperator::Add { number } else { -number };
                return Ok(Value::pointer(place.moved((number as i64).wrapping_mul(size))).vague_if(is_vague));
            }
            (Kind::Integer(number, _), Kind::Pointer(place), BinaryOperator::Add) => {
                let target = b_type.target().ok_or_else(|| unknown("arithmetic with pointers"))?;
                let size = self.size_of(target)?;
                return Ok(Value::pointer(place.moved((number as i64).wrapping_mul(size))).vague_if(is_vague));
            }
            (Kind::Pointer(one), Kind::Pointer(other), BinaryOperator::Subtract) => {
                let size = match a_type.target() {
                    Some(target) if one.object == other.object => self.size_of(target)?,
                    _ => return Err(unknown("arithmetic with pointers")),
                };
                let distance = one.offset.wrapping_sub(other.offset) / size.max(1);
                return Ok(Value::integer(i128::from(distance)).vague_if(is_vague));
            }
            (Kind::Pointer(_), _, BinaryOperator::Compare(relation))
            | (_, Kind::Pointer(_), BinaryOperator::Compare(relation)) => {
                let address = |value: Value| match value.kind {
                    Kind::Pointer(place) => Ok(place.address()),
                    Kind::Integer(number, _) => Ok(number),
                    _ => Err(unknown("a pointer that isn't known")),
                };
                let holds = operators::compare(relation, address(a)?, address(b)?);
                return Ok(Value::integer(i128::from(holds)).vague_if(is_vague));
            }
            _ => {}
        }
        let trial = self.inputs.trial();
        let computed =
            operators::binary(operator, (a, a_type), (b, b_type), &whole.type_, trial, &mut self.joined);
        computed.map_err(|failure| match failure {
            Failure::Unknown => unknown("this operator"),
            Failure::Trap => self.fault("a division by zero", whole.span),
        })
    }

    pub(crate) fn initialize(
        &mut self,
        object: ObjectId,
        type_: &Type,
        initializer: &Initializer,
        declarator: Span,
    ) -> Result<(), Stop> {
        let place = Place::start(object);
        let values = match initializer {
            Initializer::Value(value) if type_.scalar_bytes().is_some() => {
                let found = self.value(value)?;
                let found = self.convert(found, &value.type_.decayed(), type_)?;
                return self.store(place, type_, found, declarator);
            }
            Initializer::Value(value) if matches!(type_.kind, TypeKind::Record(_)) => {
                let from = self.place(value, Use::Touched)?;
                for (offset, type_) in self.leaves(type_)? {
                    let found = self.load(from.moved(offset), &type_, value)?;
                    self.store(place.moved(offset), &type_, found, declarator)?;
                }
                return Ok(());
            }
            Initializer::Value(value) => std::slice::from_ref(value),
            Initializer::List(values) => values.as_slice(),
        };
        let is_zero = |value: &Expression| matches!(value.kind, ExpressionKind::Integer(0));
        if values.iter().all(is_zero) {
            self.object_mut(object).reset(Base::Zero);
            return Ok(());
        }
        // where values say which cells they are for, or rows are short, nobody knows which they are
        let leaves = self.leaves(type_)?;
        let is_plain = !has_designators(self.source.written(declarator));
        let is_flat = !matches!(
            type_.target().map(|target| &target.kind),
            Some(TypeKind::Array(..) | TypeKind::Record(_))
        );
        if is_plain && (values.len() == leaves.len() || is_flat) && values.len() <= leaves.len() {
            self.object_mut(object).reset(Base::Zero);
            for (value, (offset, type_)) in values.iter().zip(leaves) {
                let found = self.value(value)?;
                let found = self.convert(found, &value.type_.decayed(), &type_)?;
                self.store(place.moved(offset), &type_, found, declarator)?;
            }
            return Ok(());
        }
        let found = values.iter().map(|value| self.value(value)).collect::<Result<Vec<_>, _>>()?;
        let terms: Option<Vec<Term>> = found.iter().map(|value| value.term()).collect();
        let written = self.source.written(declarator);
        let spelled = || Term::of(&spelled(given_by(written).unwrap_or(written)), &[]);
        let base = match found.iter().any(|value| value.is_vague) {
            true => Base::Vague,
            false => Base::Unknown(terms.map_or_else(spelled, |terms| Term::of("list", &terms))),
        };
        self.object_mut(object).reset(base);
        Ok(())
    }
}

/// Whether values in a declarator's list say which cells or members they are for.
fn has_designators(declarator: &str) -> bool {
    let words: Vec<&str> = tokens_without_comments(declarator).map(|it| it.span.of(declarator)).collect();
    words.windows(2).any(|pair| matches!(pair[0], "{" | ",") && matches!(pair[1], "." | "["))
}

/// What a declarator gives its variable.
fn given_by(declarator: &str) -> Option<&str> {
    declarator.split_once('=').map(|(_, values)| values.trim())
}
