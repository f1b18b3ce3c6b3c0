//! How many rows before a chunk its statements start.
//!
//! What writes temporaries of the chunk alone may run again. It starts as many rows early as the readers of its
//! values do, and as these values wait for them: the longest path in the flow. Statements of one inner loop start
//! together where they may, so that the loop needs no tests.

use super::Rows;
use crate::flow::bounds;
use analysis::Analysed;
use polyhedral::{ArrayId, StatementId};
use std::collections::{BTreeMap, BTreeSet};

/// A value goes from one statement to another, so many rows behind at most.
struct Edge {
    from: StatementId,
    to: StatementId,
    rows: i64,
}

/// By how many rows `statements` start before a chunk whose arrays are `own`, or why there is no such number.
pub(super) fn halo(
    analysed: &Analysed,
    rows: &Rows,
    statements: &BTreeSet<StatementId>,
    own: &BTreeSet<ArrayId>,
) -> isl::Result<Result<BTreeMap<StatementId, i64>, String>> {
    let scop = &analysed.scop;
    let may_repeat = |s: StatementId| {
        scop.statements[s]
            .accesses
            .iter()
            .filter(|access| access.writes())
            .all(|access| own.contains(&access.array))
    };
    let mut edges = Vec::new();
    for array in own {
        for flow in analysed.dataflow.values[*array].maps()? {
            let statement = |side| -> isl::Result<_> {
                Ok(scop.statement(&flow.tuple_name(side)?.unwrap_or_default()).map(|(id, _)| id))
            };
            let (from, to) = (statement(isl::DimType::In)?, statement(isl::DimType::Out)?);
            let Some((from, to)) = from.zip(to).filter(|(from, _)| may_repeat(*from)) else { continue };
            // { [r] -> [r'] }
            let flow = flow.align_params(scop.context.space()?)?;
            let connected = flow.apply_domain(rows.of[from].clone())?.apply_range(rows.of[to].clone())?;
            match bounds(connected.deltas()?)?.most {
                Some(rows) => edges.push(Edge { from, to, rows }),
                None => {
                    let name = &scop.arrays[*array].c_name;
                    return Ok(Err(format!("values of `{name}` wait for many rows")));
                }
            }
        }
    }
    let Some(halo) = longest(statements, &edges) else {
        return Ok(Err("each row needs the one before".into()));
    };
    let repeated: Vec<StatementId> = statements.iter().copied().filter(|s| may_repeat(*s)).collect();
    let pairs = repeated.iter().flat_map(|one| repeated.iter().map(move |other| (*one, *other)));
    let together = pairs.filter(|(one, other)| one != other && rows.inside[*one] == rows.inside[*other]);
    edges.extend(together.map(|(from, to)| Edge { from, to, rows: 0 }));
    Ok(Ok(longest(statements, &edges).unwrap_or(halo)))
}

/// By how many rows each statement is earlier than what `edges` lead to; `None` where that has no end.
fn longest(statements: &BTreeSet<StatementId>, edges: &[Edge]) -> Option<BTreeMap<StatementId, i64>> {
    let mut halo: BTreeMap<StatementId, i64> = statements.iter().map(|s| (*s, 0)).collect();
    for _ in 0..=statements.len() {
        let mut grown = false;
        for edge in edges {
            let needed = halo.get(&edge.to).copied().unwrap_or(0) + edge.rows;
            let known = halo.entry(edge.from).or_default();
            grown |= *known < needed;
            *known = needed.max(*known);
        }
        if !grown {
            return Some(halo);
        }
    }
    None
}
