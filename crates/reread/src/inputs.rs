//! What is there before the function runs: the same for both runs.
//!
//! Nothing is known of it but its type, and the integers that were chosen for a trial. What a run finds in a cell is drawn when it
//! is looked at first.

use crate::memory::{Base, Object, ObjectId, Place};
use crate::terms::Term;
use crate::values::{Kind, Value, wrapped};
use frontend::tree::Integer;
use std::collections::{BTreeMap, HashMap};

/// The objects that both runs know, and what they hold.
pub struct Inputs {
    /// By what leads to them.
    numbers: HashMap<Term, u32>,
    objects: Vec<Input>,
    /// The integers of the trial, by how the program spells them.
    wanted: BTreeMap<String, i64>,
    /// What was drawn.
    drawn: HashMap<Term, Value>,
    /// Which trial it is: numbers differ between trials.
    trial: u32,
    /// Whether all that pointers of the function lead to is one object.
    pub is_aliased: bool,
}

struct Input {
    name: String,
    base: Base,
    size: Option<i64>,
    /// Whether it ends with the function.
    is_mortal: bool,
    /// Itself, where it is known what it holds.
    initialized: Option<Object>,
}

/// So many different numbers are in the data.
const DIFFERENT: u32 = 4;
/// Sizes of which nothing is known start here.
const SMALLEST_SIZE: i128 = 3;

impl Inputs {
    pub fn new(wanted: BTreeMap<String, i64>, trial: u32, is_aliased: bool) -> Self {
        let nothing = Input {
            name: "NULL".to_owned(),
            base: Base::Vague,
            size: Some(0),
            is_mortal: true,
            initialized: None,
        };
        let (numbers, drawn) = (HashMap::new(), HashMap::new());
        Inputs { numbers, objects: vec![nothing], wanted, drawn, trial, is_aliased }
    }

    /// Which trial it is.
    pub fn trial(&self) -> u32 {
        self.trial
    }

    /// The object that `key` leads to.
    pub fn object(&mut self, key: Term, name: impl FnOnce() -> String, base: Base, size: Option<i64>) -> u32 {
        let objects = &mut self.objects;
        *self.numbers.entry(key).or_insert_with(|| {
            objects.push(Input { name: name(), base, size, is_mortal: false, initialized: None });
            (objects.len() - 1) as u32
        })
    }

    /// Takes note that an object ends with the function.
    pub fn ends(&mut self, object: u32) {
        self.objects[object as usize].is_mortal = true;
    }

    /// Whether an object ends with the function.
    pub fn is_mortal(&self, object: u32) -> bool {
        self.objects[object as usize].is_mortal
    }

    /// What it is at first.
    pub fn first(&self, object: u32) -> Object {
        let input = &self.objects[object as usize];
        input.initialized.clone().unwrap_or_else(|| Object::new(None, input.size, input.base))
    }

    /// Takes note of what it holds at first.
    pub fn initialize(&mut self, number: u32, object: Object) {
        self.objects[number as usize].initialized = Some(object);
    }

    /// Whether it is known what it holds.
    pub fn is_initialized(&self, object: u32) -> bool {
        self.objects[object as usize].initialized.is_some()
    }

    pub fn name(&self, object: u32) -> &str {
        &self.objects[object as usize].name
    }

    /// The integer in the cell `term`, which the program spells as `spelling` where it is a single one.
    pub fn integer(&mut self, term: Term, type_: &Integer, spelling: Option<String>) -> Value {
        if let Some(value) = self.drawn.get(&term) {
            return *value;
        }
        let value = match spelling.map(|spelling| self.wanted.get(&spelling)) {
            Some(Some(wanted)) => Value::integer(i128::from(*wanted)),
            Some(None) => Value::integer(wrapped(self.size(term), type_)),
            None => {
                // from 0 or 1 on: not all data are good divisors, or subscripts
                let number = wrapped(i128::from(self.trial % 2) + self.below(term), type_);
                Value { kind: Kind::Integer(number, Some(term)), is_vague: false }
            }
        };
        self.drawn.insert(term, value);
        value
    }

    /// Whether the trial says what a variable is.
    pub fn is_wanted(&self, name: &str) -> bool {
        self.wanted.contains_key(name)
    }

    /// Larger from trial to trial.
    fn size(&self, term: Term) -> i128 {
        SMALLEST_SIZE + i128::from(self.trial % DIFFERENT) + self.below(term)
    }

    fn below(&self, term: Term) -> i128 {
        Term::of("trial", &[Term::number(i128::from(self.trial)), term]).below(DIFFERENT)
    }

    /// Whether the cell `term` holds `value`.
    pub fn holds(&self, term: Term, value: Value) -> bool {
        match value.kind {
            Kind::Integer(number, _) => self
                .drawn
                .get(&term)
                .is_some_and(|drawn| matches!(drawn.kind, Kind::Integer(own, _) if own == number)),
            Kind::Pointer(place) => {
                let object = self.numbers.get(&Term::of("target", &[term]));
                object.is_some_and(|object| place == Place::start(ObjectId::Input(*object)))
            }
            _ => value.term() == Some(term),
        }
    }
}
