//! Which inner loops of a fused loop become one.
//!
//! Nests that do the same rows one after the other may share the loop along a row, too, so that values between
//! them need no memory at all. That loop must stay as good a vector loop as theirs were: nests are joined if
//! each consists of one loop, over the same columns in the same rows, if all values between them stay in one
//! column and become variables, and if both or neither of them hold calls, branches or recurrences.

use crate::effort::has_control;
use crate::flow::{Kind, Rows};
use crate::fusion::Edge;
use crate::nest::{Frame, Nest};
use crate::track::Track;
use isl::{Map, Set};
use polyhedral::{Array, Scop, Storage};

/// A nest of a fused loop: what it does of a row.
pub struct Column<'a> {
    /// Its number among its neighbours.
    pub id: usize,
    /// It, without the loop over rows.
    pub nest: &'a Nest,
    /// How it does its rows, and how late.
    pub row: (&'a Track, i64),
}

/// A nest with the loop that it consists of, if it does.
pub type Member<'a> = (&'a Column<'a>, Option<u32>);

/// Nests that share a loop.
pub type Run<'a> = Vec<Member<'a>>;

/// What decides about joining.
pub struct Join<'a> {
    /// The region.
    pub scop: &'a Scop,
    /// Its dates.
    pub frame: &'a Frame,
    /// The rows of its instances.
    pub rows: &'a Rows<'a>,
    /// The dependences among the nests of the fused loop.
    pub edges: &'a [Edge<'a>],
}

impl Join<'_> {
    /// The columns in runs that share a loop, each with its loop if it has just one: a dimension of dates.
    ///
    /// # Errors
    /// isl's.
    pub fn runs<'b>(&self, columns: &'b [Column<'b>]) -> isl::Result<Vec<Run<'b>>> {
        let mut runs: Vec<Run> = Vec::new();
        for column in columns {
            let own = self.only_loop(column.nest);
            let fits = match runs.last() {
                Some(run) => self.fits(run, column, own)?,
                None => false,
            };
            match runs.last_mut().filter(|_| fits) {
                Some(run) => run.push((column, own)),
                None => runs.push(vec![(column, own)]),
            }
        }
        Ok(runs.into_iter().flat_map(|run| self.connected(run)).collect())
    }

    /// The parts of `run` between which no values go, in the order of their first members.
    fn connected<'b>(&self, run: Run<'b>) -> Vec<Run<'b>> {
        let mut parts: Vec<Run> = Vec::new();
        for member in run {
            let goes_to_it = |other: &Member| {
                let ordered = self.edges.iter().filter(|edge| edge.dependence.kind != Kind::Input);
                ordered.into_iter().any(|edge| edge.from == other.0.id && edge.to == member.0.id)
            };
            let (before, mut others): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part: &Run| part.iter().any(goes_to_it));
            let mut joined: Run = before.into_iter().flatten().chain([member]).collect();
            joined.sort_by_key(|(column, _)| column.id);
            others.push(joined);
            others.sort_by_key(|part| part[0].0.id);
            parts = others;
        }
        parts
    }

    /// The loop that `nest` consists of.
    fn only_loop(&self, nest: &Nest) -> Option<u32> {
        self.frame.outer_loop(nest).filter(|_| self.frame.depth(nest) == 1)
    }

    /// Whether `column` may share a loop with all of `run`.
    fn fits(&self, run: &[Member], column: &Column, own: Option<u32>) -> isl::Result<bool> {
        let Some(own) = own else { return Ok(false) };
        let has_items = |column: &Column| {
            column.nest.statements.iter().any(|statement| self.scop.statements[*statement].is_of_items())
        };
        if has_items(column) || run.iter().any(|(other, _)| has_items(other)) {
            return Ok(false);
        }
        let between = |edge: &&Edge| edge.to == column.id && run.iter().any(|other| other.0.id == edge.from);
        let mut flow = self.edges.iter().filter(between).filter(|edge| edge.dependence.kind == Kind::Flow);
        if !flow.all(|edge| may_be_variable(&self.scop.arrays[edge.dependence.array])) {
            return Ok(false);
        }
        for (other, dimension) in run {
            let Some(dimension) = *dimension else { return Ok(false) };
            let fits = self.is_plain(other, dimension)? == self.is_plain(column, own)?
                && self.same_cells((other, dimension), (column, own))?
                && self.stays((other, dimension), (column, own))?;
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether all statements of both run at the same points of rows.
    fn same_cells(&self, one: (&Column, u32), other: (&Column, u32)) -> isl::Result<bool> {
        let first = self.cells(one.0, one.0.nest.statements[0], one.1)?;
        for (column, dimension) in [one, other] {
            for statement in &column.nest.statements {
                if !self.cells(column, *statement, dimension)?.is_equal(&first)? {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }

    /// `{ [row, x] }`: where a statement runs.
    fn cells(&self, column: &Column, statement: usize, dimension: u32) -> isl::Result<Set> {
        let row = self.rows.of(statement, column.row.0, column.row.1)?;
        let place = self.rows.of(statement, &Track::by(dimension), 0)?;
        self.frame.domains[statement].clone().apply(row.flat_range_product(place)?)
    }

    /// Whether what connects two nests within a row stays in one column.
    fn stays(&self, one: (&Column, u32), other: (&Column, u32)) -> isl::Result<bool> {
        let between = |edge: &&Edge| edge.from == one.0.id && edge.to == other.0.id;
        let ordered = |edge: &&Edge| edge.dependence.kind != Kind::Input;
        self.in_columns(one, other, self.edges.iter().filter(between).filter(ordered))
    }

    fn in_columns<'b>(
        &self,
        one: (&Column, u32),
        other: (&Column, u32),
        mut edges: impl Iterator<Item = &'b Edge<'b>>,
    ) -> isl::Result<bool> {
        edges.try_fold(true, |all, edge| {
            let Some(within) = self.rows.within(edge.dependence, one.0.row, other.0.row)? else {
                return Ok(all);
            };
            let (source, sink) = (Track::by(one.1), Track::by(other.1));
            let distances: Map = self.rows.connected(&within, &source, &sink)?;
            let distance = crate::flow::bounds(distances.deltas()?)?;
            Ok(all && distance.least == Some(0) && distance.most == Some(0))
        })
    }

    /// Whether the iterations of a nest's loop can run side by side, for all that is seen of its text.
    fn is_plain(&self, column: &Column, dimension: u32) -> isl::Result<bool> {
        let mut statements = column.nest.statements.iter().map(|statement| &self.scop.statements[*statement]);
        if statements.any(has_control) {
            return Ok(false);
        }
        let within = self.edges.iter().filter(|edge| edge.from == column.id && edge.to == column.id);
        let ordered = within.filter(|edge| edge.dependence.kind != Kind::Input);
        self.in_columns((column, dimension), (column, dimension), ordered)
    }
}

/// Whether a variable can take the place of the array. A cell that stays in memory would be written and read in each
/// iteration of the joined loop, which is no vector loop then.
fn may_be_variable(array: &Array) -> bool {
    matches!(
        array.storage,
        Storage::Local { .. }
            | Storage::Block { releases: Some(_), .. }
            | Storage::RowTable { releases: Some(_), .. }
    )
}
