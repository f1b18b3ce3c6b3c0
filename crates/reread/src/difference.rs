//! What two runs leave, compared.
//!
//! Objects that only one run has are matched as they are met: what the results and the memory that outlives the function lead to
//! must be alike in both.

use crate::inputs::Inputs;
use crate::library::{Event, Events};
use crate::memory::{Base, Cell, Object, ObjectId, Place};
use crate::source::Source;
use crate::terms::Term;
use crate::values::{Kind, Value, converted};
use frontend::tree::{Floating, Type, TypeKind};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

/// What a run leaves.
pub(crate) struct Remains<'a> {
    pub(crate) source: &'a Source<'a>,
    pub(crate) shared: BTreeMap<u32, Object>,
    pub(crate) own: Vec<Object>,
    pub(crate) events: Events,
    /// `None` if the program came to its end.
    pub(crate) result: Option<Value>,
}

impl Remains<'_> {
    fn object(&self, id: ObjectId, inputs: &Inputs) -> Object {
        match id {
            ObjectId::Input(number) => {
                self.shared.get(&number).cloned().unwrap_or_else(|| inputs.first(number))
            }
            ObjectId::Own(number) => self.own[number as usize].clone(),
        }
    }
}

/// What is said of a place in `object`.
pub(crate) fn described(place: Place, object: &Object, source: &Source, inputs: &Inputs) -> String {
    let unit = object.unit().unwrap_or(1);
    let name = match (place.object, object.variable) {
        (_, Some(variable)) => &source.symbols[variable].name,
        (ObjectId::Input(number), None) => inputs.name(number),
        (ObjectId::Own(_), None) => "a block from malloc",
    };
    match object.size == Some(unit) && place.offset == 0 {
        true => format!("`{name}`"),
        false => format!("cell {} of `{name}`", place.offset.div_euclid(unit)),
    }
}

/// The first difference between two runs, of which the second is the new text's, as a phrase. Objects of the names in `ignored`
/// don't matter.
pub(crate) fn difference(
    before: &Remains,
    after: &Remains,
    inputs: &Inputs,
    ignored: &BTreeSet<String>,
) -> Option<String> {
    let mut comparison = Comparison { inputs, partners: HashMap::new(), waiting: Vec::new() };
    let lists = before.events.lists().into_iter().zip(after.events.lists());
    if let Some(what) = lists.into_iter().find_map(|(before, after)| comparison.events(before, after)) {
        return Some(what);
    }
    match (before.result, after.result) {
        (Some(one), Some(other)) if comparison.is_same(one, other) => {}
        (None, None) => {}
        _ => return Some("the result is another one".to_owned()),
    }
    let numbers: BTreeSet<u32> = before.shared.keys().chain(after.shared.keys()).copied().collect();
    let outlives = |number: &u32| !inputs.is_mortal(*number) && !ignored.contains(inputs.name(*number));
    let outliving = numbers.into_iter().filter(outlives);
    let outliving: Vec<_> = outliving.map(ObjectId::Input).collect();
    comparison.waiting.extend(outliving.into_iter().map(|object| (object, object)));
    while let Some((one, other)) = comparison.waiting.pop() {
        let (was, is) = (before.object(one, inputs), after.object(other, inputs));
        if let Some(offset) = comparison.object(&was, &is) {
            let place = Place { object: other, offset };
            let object = if is.unit().is_some() { is } else { was };
            return Some(format!(
                "{} doesn't get its value",
                described(place, &object, after.source, inputs)
            ));
        }
    }
    None
}

struct Comparison<'i> {
    inputs: &'i Inputs,
    /// The objects of the second run that those of the first are.
    partners: HashMap<ObjectId, ObjectId>,
    /// Pairs that are to be compared.
    waiting: Vec<(ObjectId, ObjectId)>,
}

impl Comparison<'_> {
    /// What differs between calls that keep their order.
    fn events(&mut self, before: &[Event], after: &[Event]) -> Option<String> {
        let mut both = before.iter().zip(after);
        if let Some(what) = both.find_map(|(one, other)| self.event(one, other)) {
            return Some(what);
        }
        let counts = (before.len(), after.len());
        let more = before.get(counts.1).or(after.get(counts.0))?;
        Some(format!(
            "there are {} calls that others see instead of {}; one is of `{}`",
            counts.1, counts.0, more.name
        ))
    }

    fn event(&mut self, one: &Event, other: &Event) -> Option<String> {
        if one.name != other.name || one.arguments.len() != other.arguments.len() {
            return Some(format!("`{}` is called instead of `{}`", other.name, one.name));
        }
        let mut arguments = one.arguments.iter().zip(&other.arguments);
        let mut objects = one.memory.iter().zip(&other.memory);
        let is_same = arguments.all(|(one, other)| self.is_same(*one, *other))
            && objects.all(|(one, other)| self.object(&one.1, &other.1).is_none());
        (!is_same).then(|| format!("`{}` is called with something else", one.name))
    }

    /// The first cell that differs.
    fn object(&mut self, one: &Object, other: &Object) -> Option<i64> {
        let before: BTreeMap<i64, Cell> = one.written().into_iter().collect();
        let after: BTreeMap<i64, Cell> = other.written().into_iter().collect();
        let offsets: BTreeSet<i64> = before.keys().chain(after.keys()).copied().collect();
        let differs = |offset: &i64| !match (before.get(offset), after.get(offset)) {
            (Some(a), Some(b)) => a.bytes == b.bytes && self.is_same(a.value, b.value),
            (Some(a), None) => a.value.is_vague || self.is_first(other, *offset, a),
            (None, Some(b)) => one.base == Base::Vague || self.is_first(one, *offset, b),
            (None, None) => true,
        };
        let cell = offsets.into_iter().find(differs);
        let is_other = match (one.base, other.base) {
            (Base::Unknown(one), Base::Unknown(other)) => one != other,
            _ => false,
        };
        cell.or(is_other.then_some(0))
    }

    /// Whether a cell that was written holds what it held at first.
    fn is_first(&self, object: &Object, offset: i64, cell: &Cell) -> bool {
        let number = |number: i64| Term::number(i128::from(number));
        match (object.base, cell.value.kind) {
            (Base::Vague, _) => false,
            (Base::Zero, Kind::Integer(zero, _)) => zero == 0,
            (Base::Zero, Kind::Pointer(place)) => place == Place::NULL,
            (Base::Zero, _) => {
                let floating = Floating { spelling: Arc::default(), bytes: cell.bytes as u64 };
                let floating = Type::plain(TypeKind::Floating(floating));
                let zero = converted(Value::integer(0), &Type::int(), &floating);
                zero.is_some_and(|zero| zero.term() == cell.value.term())
            }
            (Base::Unknown(base), _) => {
                let term = Term::of("cell", &[base, number(offset), number(cell.bytes)]);
                self.inputs.holds(term, cell.value)
            }
        }
    }

    fn is_same(&mut self, one: Value, other: Value) -> bool {
        if one.is_vague || other.is_vague {
            return one.is_vague;
        }
        match (one.kind, other.kind) {
            (Kind::Pointer(one), Kind::Pointer(other)) => {
                let is_shared = |place: Place| matches!(place.object, ObjectId::Input(_));
                if is_shared(one) || is_shared(other) {
                    return one == other;
                }
                let partner = *self.partners.entry(one.object).or_insert_with(|| {
                    self.waiting.push((one.object, other.object));
                    other.object
                });
                partner == other.object && one.offset == other.offset
            }
            // of one the history was left out, since it is a size
            (Kind::Integer(one, None), Kind::Integer(other, _))
            | (Kind::Integer(one, _), Kind::Integer(other, None)) => one == other,
            _ => one.term() == other.term(),
        }
    }
}
