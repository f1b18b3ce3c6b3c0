//! Every analysis by plain enumeration: a region runs at given parameter values, and what the analyses
//! state with relations is found by looking at all pairs and triples of what ran.
//!
//! It exists to be compared with: `polycc`'s analyses must give these sets, point by point. So it shares
//! no algorithm with them and looks at no isl object; it takes definitions literally and is slow.
//! Instances are named by their positions in the [`Trace`].
//!
//! * [`Dataflow`]: which write each read gets its value from; what comes in and what stays
//! * [`Order`]: which instances certainly run before which, in an order that need not be total
//! * [`live_ranges`], [`overlaps`], [`conflicts`], [`violations`]: what values and an order make of the cells
//! * [`memory_dependences`]: what must keep its order because it touches the same cell
//! * [`is_valid`]: whether the region is valid C at these values
//! * [`regions`]: what each statement, loop and the whole touches
//! * [`most_alive`]: how many cells of an array are alive at once

mod alive;
mod conflict;
mod dataflow;
mod dependence;
mod live_range;
mod order;
mod overlap;
mod program_order;
mod region;
mod trace;
mod validity;
mod violation;

pub use alive::most_alive;
pub use conflict::{conflicts, differences};
pub use dataflow::{Dataflow, Value};
pub use dependence::memory_dependences;
pub use live_range::live_ranges;
pub use order::Order;
pub use overlap::{Range, overlaps};
pub use region::{Certainty, Construct, Effect, Region, constructs, regions};
pub use trace::{Cell, Instance, Reference, Touch, Trace};
pub use validity::is_valid;
pub use violation::{Violations, violations};
