//! The orders that were considered, and what the cost model says of each.

use crate::cost::Cost;
use crate::pipeline::Region;
use crate::summary::{costs, size};
use serde::Serialize;

/// An order.
#[derive(Serialize)]
pub struct Order {
    name: String,
    is_chosen: bool,
    /// What it costs, as bytes from memory.
    time: String,
    /// The same as a part of the most that any costs, in percent.
    share: u8,
    /// Bytes of temporaries.
    keeps: String,
    working_set: String,
    /// The whole, as `-v` tells it.
    words: String,
}

/// All that were considered, the one that was chosen among them; none where nothing was chosen.
pub fn orders(region: &Region) -> Vec<Order> {
    let Some((chosen, orders)) = &region.choice else { return vec![] };
    let most = orders.iter().map(|(_, cost)| cost.time()).max().unwrap_or(0).max(1);
    let order = |(name, cost): &(String, Cost)| Order {
        name: name.clone(),
        is_chosen: name == chosen,
        time: size(cost.time()),
        share: u8::try_from(cost.time().saturating_mul(100) / most).unwrap_or(100),
        keeps: size(cost.memory),
        working_set: size(cost.working_set),
        words: costs(cost),
    };
    orders.iter().map(order).collect()
}
