//! Loops whose iterations can run at the same time.
//!
//! A loop can if its iterations may run in any order: no value flows from one to another, and no cell is
//! overwritten while another iteration needs it, but for arrays of which each iteration can have its own
//! (Darte, Isoard, Yuki, *Liveness in Explicitly-Parallel Programs*, section 2.2; Trifunovic and Cohen,
//! section 4.3, "supporting privatization").

use crate::nest::{Frame, Nest};
use analysis::violation::{Harm, collide, harm};
use analysis::{Analysed, Order, Unordered};
use isl::UnionMap;
use polyhedral::{ArrayId, StatementId};
use std::collections::BTreeSet;

/// A loop that can run in parallel.
#[derive(Clone, Debug)]
pub struct ParallelLoop {
    /// The dimension of dates that it has.
    pub dimension: u32,
    /// The number of loops around it.
    pub depth: usize,
    /// The arrays of which each iteration has its own.
    pub private: BTreeSet<ArrayId>,
    nest: Nest,
}

impl ParallelLoop {
    /// The statements in it.
    pub fn statements(&self) -> &[StatementId] {
        &self.nest.statements
    }
}

/// The loops of a region that can run in parallel.
pub struct Loops<'a> {
    analysed: &'a Analysed,
    /// `{ S[i] -> [t] }`, of the instances alone.
    dates: UnionMap,
    frame: Frame,
    /// Whether each iteration of the loop of a dimension may have an array for itself.
    may_be_private: &'a dyn Fn(ArrayId, u32) -> isl::Result<bool>,
}

impl<'a> Loops<'a> {
    /// Those of `analysed` in the order of `dates` (`{ S[i] -> [t] }`), which is legal; `None` where a statement has none.
    ///
    /// # Errors
    /// isl's.
    pub fn new(
        analysed: &'a Analysed,
        dates: &UnionMap,
        may_be_private: &'a dyn Fn(ArrayId, u32) -> isl::Result<bool>,
    ) -> isl::Result<Option<Self>> {
        let frame = Frame::by(&analysed.scop, dates)?;
        let dates = dates.clone().intersect_domain(analysed.scop.domain()?)?;
        Ok(frame.map(|frame| Loops { analysed, dates, frame, may_be_private }))
    }

    /// The outermost loops that can run in parallel.
    ///
    /// # Errors
    /// isl's.
    pub fn outermost(&self) -> isl::Result<Vec<ParallelLoop>> {
        self.among(self.frame.split(&self.frame.whole()), 0)
    }

    /// The outermost ones inside `parallel`.
    ///
    /// # Errors
    /// isl's.
    pub fn inside(&self, parallel: &ParallelLoop) -> isl::Result<Vec<ParallelLoop>> {
        self.among(self.frame.split(&parallel.nest.inside(parallel.dimension)), parallel.depth + 1)
    }

    fn among(&self, nests: Vec<Nest>, depth: usize) -> isl::Result<Vec<ParallelLoop>> {
        let mut found = Vec::new();
        for nest in nests {
            let Some(dimension) = self.frame.outer_loop(&nest) else { continue };
            match self.parallel(&nest, dimension, depth)? {
                Some(parallel) => found.push(parallel),
                None => found.extend(self.among(self.frame.split(&nest.inside(dimension)), depth + 1)?),
            }
        }
        Ok(found)
    }

    /// The loop of `dimension` around `nest`, if it can run in parallel.
    fn parallel(&self, nest: &Nest, dimension: u32, depth: usize) -> isl::Result<Option<ParallelLoop>> {
        let mut parallel = ParallelLoop { dimension, depth, private: BTreeSet::new(), nest: nest.clone() };
        let order = self.order(std::slice::from_ref(&parallel))?;
        for array in self.touched(&parallel) {
            let harm = harm(self.analysed, array, &order)?;
            if harm.is_none() && !collide(self.analysed, array, &order)? {
                continue;
            }
            if harm == Some(Harm::Flow) || !(self.may_be_private)(array, dimension)? {
                return Ok(None);
            }
            parallel.private.insert(array);
        }
        Ok(Some(parallel))
    }

    /// The arrays that the loop touches.
    pub fn touched(&self, parallel: &ParallelLoop) -> BTreeSet<ArrayId> {
        self.analysed.scop.touched(parallel.statements().iter().copied())
    }

    /// The order in which `loops` are parallel.
    ///
    /// # Errors
    /// isl's.
    pub fn order(&self, loops: &[ParallelLoop]) -> isl::Result<Order> {
        let scop = &self.analysed.scop;
        let unordered = loops.iter().map(|parallel| Unordered {
            dimension: parallel.dimension,
            statements: parallel.statements().iter().map(|s| scop.statements[*s].name.clone()).collect(),
            private: parallel.private.clone(),
        });
        Ok(Order::with_unordered(self.dates.clone(), unordered.collect()))
    }
}
