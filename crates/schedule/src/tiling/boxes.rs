//! Tiles for a statement that gets a memory space of its own: boxes of the loops that all of a nest shares, whatever
//! flows between their iterations.
//!
//! What a tile transfers is the hull of what it touches, and that is small for boxes of loop counters. So coordinates
//! are the counters themselves, without a skew: as many of the outer ones as no dependence goes back along.

use super::{Sequence, Tiling, band, counter_behind, legal};
use crate::flow;
use crate::nest::Frame;
use analysis::Analysed;

/// The tiles of a region that is one loop nest, or why it has none.
///
/// # Errors
/// isl's.
pub fn boxes(analysed: &Analysed) -> isl::Result<Result<Tiling, String>> {
    let scop = &analysed.scop;
    if let Some(why) = counter_behind(scop) {
        return Ok(Err(why));
    }
    let Some(frame) = Frame::of(scop)? else { return Ok(Err("a statement never runs".into())) };
    let [nest] = &frame.split(&frame.whole())[..] else {
        return Ok(Err("the statement is more than one loop nest".into()));
    };
    let loops = frame.loops(nest);
    if loops.is_empty() {
        return Ok(Err("the statement is no loop".into()));
    }
    let flow = flow::flow(analysed)?;
    let found = legal(analysed, &frame, Sequence::Lexicographic, &flow, &|dependences| {
        Ok(Ok(vec![band::straight(&frame, nest, &loops, dependences)?]))
    })?;
    Ok(found.map(|(bands, order)| Tiling { frame, order, bands }))
}
