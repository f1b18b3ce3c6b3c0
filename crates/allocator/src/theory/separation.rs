//! Hyperplanes that separate polyhedra from 0 (Darte, Isoard, Yuki, *Extended Lattice-Based Memory
//! Allocation*, section 6.2, of the method of Bhaskaracharya, Bondhugula and Cohen).
//!
//! A direction c separates a polyhedron if `c.z >= 1` on all of it, or `c.z <= -1`. The directions that do
//! so form a polyhedron themselves, by Farkas' lemma, and with c it holds all its multiples; a choice of
//! sides is possible if the polyhedra of its directions meet.

use crate::budget::too_expensive;
use crate::theory::direction::Side;
use crate::theory::farkas;
use isl::{BasicSet, Constraint, DimType, LocalSpace, Space, Val};

/// A side for each polyhedron, `None` for those that aren't separated.
pub type Sides = Vec<Option<Side>>;

/// Steps of the search for sides; beyond, the best choice so far counts.
const MOST_STEPS: usize = 2000;
/// Rows of all polyhedra together; with more there is too much to choose from.
const MOST_ROWS: usize = 120;
/// Choices that separate equally many polyhedra and are returned.
const MOST_CHOICES: usize = 4;

/// The choices of sides that separate the most of `polyhedra` (`[p] -> { [z] }`, non-empty, in `dimensions`
/// dimensions) by one direction, up to its sign.
///
/// # Errors
/// isl's; that a budget is used up where the polyhedra are too many.
pub fn widest_separations(polyhedra: &[BasicSet], dimensions: u32) -> isl::Result<Vec<Sides>> {
    let Some(first) = polyhedra.first() else { return Ok(vec![]) };
    check_size(polyhedra)?;
    let space = Space::set_alloc(first.context(), 0, dimensions)?;
    let all = BasicSet::universe(space)?;
    let of = |side| polyhedra.iter().map(move |polyhedron| separators(polyhedron, dimensions, side));
    let mut search = Search {
        positive: of(Side::Positive).collect::<isl::Result<_>>()?,
        negative: of(Side::Negative).collect::<isl::Result<_>>()?,
        most: 1,
        choices: vec![],
        steps: 0,
    };
    search.extend(all, vec![])?;
    Ok(search.choices)
}

fn check_size(polyhedra: &[BasicSet]) -> isl::Result<()> {
    let rows = polyhedra.iter().map(|polyhedron| Ok(polyhedron.constraints()?.len()));
    match rows.sum::<isl::Result<usize>>()? {
        ..=MOST_ROWS => Ok(()),
        _ => Err(too_expensive("there are too many polyhedra to separate")),
    }
}

struct Search {
    /// `{ [c] }`: the directions that separate the k-th polyhedron to that side.
    positive: Vec<BasicSet>,
    negative: Vec<BasicSet>,
    /// Polyhedra that the best choices separate.
    most: usize,
    choices: Vec<Sides>,
    steps: usize,
}

impl Search {
    /// Tries all sides for the polyhedra after those of `sides`; `directions` are those that are left.
    fn extend(&mut self, directions: BasicSet, sides: Sides) -> isl::Result<()> {
        self.steps += 1;
        let separated = sides.iter().flatten().count();
        let position = sides.len();
        if self.steps > MOST_STEPS || separated + self.positive.len() - position < self.most {
            return Ok(());
        }
        if position == self.positive.len() {
            self.record(separated, sides);
            return Ok(());
        }
        for side in [Side::Positive, Side::Negative] {
            // the opposite direction separates as much
            if side == Side::Negative && separated == 0 {
                continue;
            }
            let by_side = if side == Side::Positive { &self.positive } else { &self.negative };
            let rest = directions.clone().intersect(by_side[position].clone())?;
            if !rest.is_empty()? {
                self.extend(rest, [sides.as_slice(), &[Some(side)]].concat())?;
            }
        }
        self.extend(directions, [sides.as_slice(), &[None]].concat())
    }

    fn record(&mut self, separated: usize, sides: Sides) {
        if separated > self.most {
            self.most = separated;
            self.choices.clear();
        }
        if self.choices.len() < MOST_CHOICES {
            self.choices.push(sides);
        }
    }
}

/// `{ [c] : c.z >= 1 on polyhedron }`, or `<= -1`
fn separators(polyhedron: &BasicSet, dimensions: u32, side: Side) -> isl::Result<BasicSet> {
    let mut separators = BasicSet::universe(Space::set_alloc(polyhedron.context(), 0, dimensions)?)?;
    for row in farkas::cone(polyhedron)? {
        let local = LocalSpace::from_space(separators.space()?)?;
        let mut constraint = match row.is_equality {
            true => Constraint::alloc_equality(local)?,
            false => Constraint::alloc_inequality(local)?,
        };
        for (position, factor) in (0..).zip(row.factors.variables) {
            let factor = factor.mul(Val::from_i64(polyhedron.context(), side.sign())?)?;
            constraint = constraint.set_coefficient_val(DimType::Set, position, factor)?;
        }
        separators = separators.add_constraint(constraint.set_constant_val(row.factors.constant.neg()?)?)?;
    }
    Ok(separators)
}
