//! Rows of arrays that a loop goes through in turn.
//!
//! In `for (y = …; …; y++)` the rows `t[y % 3]`, `t[(y - 1) % 3]`, `t[(y - 2) % 3]` are three pointers that change
//! places from one iteration to the next, as in line buffers written by hand: nothing is divided, and compilers
//! see three unrelated rows. An array has as many pointers as its modulus; the first iteration must be known, but for
//! arrays that hold nothing before the loop nor behind it: their rows may start anywhere.

use crate::layout::Layout;
use crate::rows::{Row, Rows, has_loop, rows_of};
use polyhedral::expression::LinearForm;
use polyhedral::{ArrayId, Expression, Loop, Node};
use std::collections::{BTreeMap, BTreeSet};

/// Arrays with more rows have a division for each instead of a pointer.
const MOST_ROWS: i64 = 8;

/// What makes the rows of a loop pointers.
pub struct Rotation<'a> {
    /// The names of rows inside of the loop.
    pub rows: Rows<'a>,
    /// What precedes the loop.
    pub before: Vec<String>,
    /// What ends its body.
    pub after: Vec<String>,
    /// What follows it.
    pub behind: Vec<String>,
}

/// A row that is so many iterations ahead of the current one, modulo so many.
#[derive(Clone, Copy)]
pub struct Place {
    /// Negative for one behind.
    pub ahead: i64,
    /// How many there are.
    pub modulus: i64,
}

impl<'a> Rotation<'a> {
    /// The rows that `counted` goes through in turn; `None` where there are none. The loop may be `fresh`: private
    /// arrays hold nothing yet.
    pub fn of(layout: &'a Layout<'a>, known: &Rows<'a>, counted: &Loop, fresh: bool) -> Option<Self> {
        let first = counted.initial.constant();
        let is_simple = counted.step == 1 && !counted.parallel && counted.body.iter().any(has_loop);
        let mut places: BTreeMap<ArrayId, Vec<(Row, Place)>> = BTreeMap::new();
        for row in turning(layout, counted).into_iter().filter(|_| is_simple) {
            if let Some(place) = place(layout, &row, &counted.iterator) {
                places.entry(row.0).or_default().push((row, place));
            }
        }
        places.retain(|array, places| {
            // one row alone has no turn to take
            let turns = places.iter().any(|(_, place)| place.ahead != places[0].1.ahead);
            let is_private = layout.private.contains(array);
            let starts_anywhere = fresh && is_private && is_alone(layout, known, *array, places, counted);
            // pointers to rows that aren't there are none
            let is_there = layout.scop.arrays[*array].is_resized();
            turns && is_there && (starts_anywhere || (first.is_some() && !is_private))
        });
        if places.is_empty() {
            return None;
        }
        let mut rotation = Rotation::new(known.clone());
        let first = first.unwrap_or(0);
        places.into_iter().for_each(|(array, places)| rotation.add(layout, array, &places, first));
        Some(rotation)
    }

    fn add(&mut self, layout: &Layout, array: ArrayId, places: &[(Row, Place)], first: i64) {
        let modulus = places[0].1.modulus;
        let newest = places.iter().map(|(_, place)| place.ahead).max().unwrap_or(0);
        let declared = &layout.scop.arrays[array];
        let whole = layout.name(declared);
        let names: Vec<String> = (0..modulus).map(|behind| self.rows.named(array, Some(behind))).collect();
        for (row, place) in places {
            let behind = (newest - place.ahead).rem_euclid(modulus);
            self.rows.name(row.clone(), names[behind as usize].clone());
        }
        let pointer = |(behind, name): (i64, &String)| {
            let row = (first + newest - behind).rem_euclid(modulus);
            format!("*{name} = {}", layout.row(array, &[Expression::Constant(row)]))
        };
        let pointers: Vec<_> = (0..).zip(&names).map(pointer).collect();
        self.before.push(format!("{} {};", declared.element, pointers.join(", ")));
        self.turn(&names, &format!("{} *", declared.element), whole);
    }

    /// None yet.
    pub fn new(rows: Rows<'a>) -> Self {
        Rotation { rows, before: Vec::new(), after: Vec::new(), behind: Vec::new() }
    }

    /// At the end of the body each of `names`, newest first, takes over from the one before; `kind` declares what helps
    /// with that, `whole` is the array.
    pub fn turn(&mut self, names: &[String], kind: &str, whole: &str) {
        let next = self.rows.free(&format!("{whole}_next"));
        let last = &names[names.len() - 1];
        let moves = (1..names.len()).rev().map(|behind| format!("{} = {}", names[behind], names[behind - 1]));
        let moves: Vec<_> = moves.chain([format!("{} = {next}", names[0])]).collect();
        self.after.push(format!("{kind}{next} = {last};"));
        self.after.push(format!("{};", moves.join(", ")));
    }
}

/// The rows that inner loops of `counted` touch.
fn turning(layout: &Layout, counted: &Loop) -> BTreeSet<Row> {
    let inner = counted.body.iter().filter(|node| has_loop(node));
    let instances = inner.flat_map(|node| Node::instances(std::slice::from_ref(node)));
    instances.flat_map(|instance| rows_of(layout, instance, |_| true)).collect()
}

/// Whether nothing but the rows at `places`, in the loop, is used of an array.
fn is_alone(layout: &Layout, known: &Rows, array: ArrayId, places: &[(Row, Place)], counted: &Loop) -> bool {
    let instances = Node::instances(&counted.body);
    let rows = instances.iter().map(|instance| rows_of(layout, instance, |access| access.array == array));
    let rows: Vec<Vec<Row>> = rows.filter(|rows| !rows.is_empty()).collect();
    let is_placed = |row: &Row| places.iter().any(|(placed, _)| placed == row);
    rows.len() == known.users(array) && rows.iter().flatten().all(is_placed)
}

/// How far a row is ahead of `counter`, if it is the remainder of that and all rows fit.
pub fn place(layout: &Layout, (array, row): &Row, counter: &str) -> Option<Place> {
    let [Expression::Modulo(dividend, modulus)] = row.as_slice() else { return None };
    let modulus = layout.spelled(modulus).constant()?;
    let extents = layout.mappings[*array].as_ref()?.extents();
    let form = LinearForm::of(dividend)?;
    let is_counter = matches!(form.terms.as_slice(), [(name, 1)] if name == counter);
    let is_whole = layout.spelled(extents.first()?).constant() == Some(modulus);
    let fits = is_counter && is_whole && layout.block(*array).is_none() && (2..=MOST_ROWS).contains(&modulus);
    fits.then_some(Place { ahead: form.constant, modulus })
}
