//! Blocking: what each row reads whole is read in parts that stay in the cache for all rows.
//!
//! `for (i) for (k) for (j) c[i][j] += a[i][k] * b[k][j];` goes through all of `b` for each i. With a loop over strips of k outside of
//! i, `for (t) for (i) for (k in t) for (j)`, it goes through some rows of `b` for all i before it takes the next ones (Wolf and Lam,
//! *A data locality optimizing algorithm*, section 2). Sums are added up in the order in which they were. Where the innermost loop is
//! such a sum it waits for each addition, and memory is fast enough.

use crate::effort::adds_up_along;
use crate::interchange::{Interchange, MANY, Step, is_long};
use crate::nest::Frame;
use isl::Set;
use polyhedral::{Access, AccessKind, Node, Scop, Statement, Window};
use std::collections::BTreeMap;

/// How many iterations of the loop over rows of an operand a strip has: as many rows of a thousand numbers fill a second cache.
pub const BLOCK: i64 = Window::LEAST_STRIP;

impl Interchange {
    /// The same with strips outside of loops whose iterations read an array whole, through two loops inside; nothing if there are none.
    ///
    /// # Errors
    /// isl's.
    pub(crate) fn blocked(&self, frame: &Frame, scop: &Scop) -> isl::Result<Self> {
        let all = frame.counters(&frame.whole());
        let mut strips = BTreeMap::new();
        for (id, counters) in all.iter().filter(|(id, _)| !self.is_in_strips(**id)) {
            let order = self.order(*id, counters);
            if let Some(place) = reread(&scop.statements[*id], &frame.domains[*id], scop, counters, &order)? {
                strips.insert(*id, (place, order[place + 1]));
            }
        }
        let mut blocked = Interchange::default();
        for (id, counters) in &all {
            // what is in the same loops stays with it
            let strip = strips
                .iter()
                .find(|(other, (_, strip))| counters.contains(strip) && frame.share(*id, **other, *strip));
            let Some((_, (place, strip))) = strip else { continue };
            let mut steps: Vec<Step> = self.order(*id, counters).into_iter().map(Step::Loop).collect();
            steps.insert(*place, Step::Strip(*strip, BLOCK));
            blocked.set(*id, steps);
        }
        Ok(blocked)
    }
}

/// The place among the loops of `order` around a statement of that which reads an array whole in each iteration, through the two
/// loops inside.
fn reread(
    statement: &Statement,
    domain: &Set,
    scop: &Scop,
    counters: &[u32],
    order: &[u32],
) -> isl::Result<Option<usize>> {
    let Some(place) = order.len().checked_sub(3).filter(|_| counters.len() <= statement.iterators.len())
    else {
        return Ok(None);
    };
    // loops that go back, or are in strips, stay
    let loops = Node::loops(&scop.program.body);
    let is_plain = |name: &String| loops.iter().all(|counted| counted.step == 1 || counted.iterator != *name);
    if !statement.iterators.iter().all(|iterator| is_plain(&iterator.name)) {
        return Ok(None);
    }
    let mut names = Vec::new();
    for counter in &order[place..] {
        let position = counters.iter().position(|own| own == counter);
        match position {
            Some(position) if is_long(scop, domain, position as u32, MANY)? => {
                names.push(&statement.iterators[position].name);
            }
            _ => return Ok(None),
        }
    }
    let is_whole = |access: &Access| {
        let mentions = |name: &str| access.subscripts.iter().any(|subscript| subscript.mentions(name));
        access.kind == AccessKind::Read
            && access.is_known()
            && !mentions(names[0])
            && mentions(names[1])
            && mentions(names[2])
    };
    let is_vector = !adds_up_along(scop, statement, names[2]);
    Ok((is_vector && statement.accesses.iter().any(is_whole)).then_some(place))
}
