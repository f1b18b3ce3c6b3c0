//! Dependence analysis: which accesses reach which others.
//!
//! For each element of the sink, the last source before it (in the order of the schedule) that
//! accesses the same memory. Must-sources hide what is before them, may-sources do not.

use crate::UnionMap;
use crate::call::{methods, object};

object! {
    /// The input: the accesses `{ Stmt[] -> Array[] }`, and the schedule `{ Stmt[] -> Time[] }`.
    pub UnionAccessInfo: isl_union_access_info, free isl_union_access_info_free,
    print isl_union_access_info_to_str
}

methods!(UnionAccessInfo {
    /// An analysis of what these accesses depend on.
    fn from_sink(sink: UnionMap) -> UnionAccessInfo = isl_union_access_info_from_sink;
    /// The accesses that certainly happen.
    fn set_must_source(self, must_source: UnionMap) -> UnionAccessInfo = isl_union_access_info_set_must_source;
    /// The accesses that may happen.
    fn set_may_source(self, may_source: UnionMap) -> UnionAccessInfo = isl_union_access_info_set_may_source;
    /// The elements whose earlier values are gone at that point.
    fn set_kill(self, kill: UnionMap) -> UnionAccessInfo = isl_union_access_info_set_kill;
    /// The order of execution.
    fn set_schedule_map(self, schedule_map: UnionMap) -> UnionAccessInfo = isl_union_access_info_set_schedule_map;
    /// Runs the analysis.
    fn compute_flow(self) -> UnionFlow = isl_union_access_info_compute_flow;
});

object! {
    /// The result. Sources are domains, sinks are ranges.
    pub UnionFlow: isl_union_flow, free isl_union_flow_free, print isl_union_flow_to_str
}

methods!(UnionFlow {
    /// `{ Source[] -> Sink[] }` that certainly hold.
    fn must_dependence(&self) -> UnionMap = isl_union_flow_get_must_dependence;
    /// `{ Source[] -> Sink[] }` that may hold (those that must included).
    fn may_dependence(&self) -> UnionMap = isl_union_flow_get_may_dependence;
    /// `{ Source[] -> [Sink[] -> Array[]] }` that certainly hold.
    fn full_must_dependence(&self) -> UnionMap = isl_union_flow_get_full_must_dependence;
    /// `{ Source[] -> [Sink[] -> Array[]] }` that may hold (those that must included).
    fn full_may_dependence(&self) -> UnionMap = isl_union_flow_get_full_may_dependence;
    /// The accesses `{ Sink[] -> Array[] }` that certainly have no source.
    fn must_no_source(&self) -> UnionMap = isl_union_flow_get_must_no_source;
    /// The accesses `{ Sink[] -> Array[] }` that may have no source.
    fn may_no_source(&self) -> UnionMap = isl_union_flow_get_may_no_source;
});
