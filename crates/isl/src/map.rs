//! Relations between integer tuples, and their convex parts.

use std::ffi::c_int;

use isl_sys as sys;

use crate::call::{Returned, call, collect, methods, object, reader};
use crate::{
    Aff, BasicSet, Constraint, Context, DimType, LocalSpace, MultiAff, MultiPwAff, PwAff, PwMultiAff, Result,
    Set, Space, UnionMap, Val,
};

object! {
    /// A relation that one conjunction of constraints describes.
    pub BasicMap: isl_basic_map, free isl_basic_map_free, clone isl_basic_map_copy,
    print isl_basic_map_to_str
}

reader!(BasicMap, isl_basic_map_read_from_str);

methods!(BasicMap {
    /// Everything in the space.
    fn universe(space: Space) -> BasicMap = isl_basic_map_universe;
    /// Nothing, in the space.
    fn empty(space: Space) -> BasicMap = isl_basic_map_empty;
    /// The same, as a map.
    fn to_map(self) -> Map = isl_map_from_basic_map;
    /// The graph of an expression.
    fn from_aff(aff: Aff) -> BasicMap = isl_basic_map_from_aff;
    /// The graph of a tuple of expressions.
    fn from_multi_aff(function: MultiAff) -> BasicMap = isl_basic_map_from_multi_aff;
    /// Whether it has no element for any parameter value.
    fn is_empty(&self) -> bool = isl_basic_map_is_empty;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &BasicMap) -> bool = isl_basic_map_is_equal;
    /// Whether all its elements are in the other.
    fn is_subset(&self, other: &BasicMap) -> bool = isl_basic_map_is_subset;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_basic_map_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_basic_map_get_space;
    /// The space with its integer divisions.
    fn local_space(&self) -> LocalSpace = isl_basic_map_get_local_space;
    /// The name of a tuple, if it has one.
    fn tuple_name(&self, dim_type: DimType) -> Option<String> = isl_basic_map_get_tuple_name;
    /// The domain.
    fn domain(self) -> BasicSet = isl_basic_map_domain;
    /// The range.
    fn range(self) -> BasicSet = isl_basic_map_range;
    /// The inverse.
    fn reverse(self) -> BasicMap = isl_basic_map_reverse;
    /// `A -> B` as the set `[A -> B]`.
    fn wrap(self) -> BasicSet = isl_basic_map_wrap;
    /// The differences of images and arguments.
    fn deltas(self) -> BasicSet = isl_basic_map_deltas;
    /// Projects dimensions out, existentially.
    fn project_out(self, dim_type: DimType, first: u32, n: u32) -> BasicMap = isl_basic_map_project_out;
    /// A superset without existentially quantified variables.
    fn remove_divs(self) -> BasicMap = isl_basic_map_remove_divs;
    /// The same without redundant constraints.
    fn remove_redundancies(self) -> BasicMap = isl_basic_map_remove_redundancies;
    /// The same with implicit equalities made explicit.
    fn detect_equalities(self) -> BasicMap = isl_basic_map_detect_equalities;
    /// The same with explicit integer divisions.
    fn compute_divs(self) -> Map = isl_basic_map_compute_divs;
    /// Adds a constraint.
    fn add_constraint(self, constraint: Constraint) -> BasicMap = isl_basic_map_add_constraint;
    /// The number of its constraints.
    fn n_constraint(&self) -> u32 = isl_basic_map_n_constraint;
    /// A part that is a single element, empty if there is none.
    fn sample(self) -> BasicMap = isl_basic_map_sample;
    /// The intersection.
    fn intersect(self, other: BasicMap) -> BasicMap = isl_basic_map_intersect;
    /// Restricts the domain.
    fn intersect_domain(self, set: BasicSet) -> BasicMap = isl_basic_map_intersect_domain;
    /// Restricts the range.
    fn intersect_range(self, set: BasicSet) -> BasicMap = isl_basic_map_intersect_range;
    /// Applies a map to the domain.
    fn apply_domain(self, other: BasicMap) -> BasicMap = isl_basic_map_apply_domain;
    /// Applies a map to the range.
    fn apply_range(self, other: BasicMap) -> BasicMap = isl_basic_map_apply_range;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: BasicMap) -> BasicMap = isl_basic_map_gist;
    /// Fixes a dimension to a value.
    fn fix_si(self, dim_type: DimType, pos: u32, value: i32) -> BasicMap = isl_basic_map_fix_si;
    /// Fixes a dimension to a value.
    fn fix_val(self, dim_type: DimType, pos: u32, value: Val) -> BasicMap = isl_basic_map_fix_val;
    /// The smallest affine subspace around it.
    fn affine_hull(self) -> BasicMap = isl_basic_map_affine_hull;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> BasicMap = isl_basic_map_align_params;
    /// Whether any of the dimensions matters.
    fn involves_dims(&self, dim_type: DimType, first: u32, n: u32) -> bool = isl_basic_map_involves_dims;
    /// The expression of an integer division.
    fn div(&self, pos: u32) -> Aff = isl_basic_map_get_div;
});

impl BasicMap {
    /// Its constraints.
    ///
    /// isl: `isl_basic_map_foreach_constraint`.
    pub fn constraints(&self) -> Result<Vec<Constraint>> {
        // SAFETY: the object is live and only kept.
        collect(&self.context, |visit, user| unsafe {
            sys::isl_basic_map_foreach_constraint(self.raw, visit, user)
        })
    }

    /// Some pair of the relation as a point of `[A -> B]`; a void point if there is none.
    pub fn sample_point(self) -> Result<crate::Point> {
        self.wrap()?.sample_point()
    }
}

object! {
    /// A relation between integer tuples of two spaces: a union of basic maps.
    pub Map: isl_map, free isl_map_free, clone isl_map_copy, print isl_map_to_str
}

reader!(Map, isl_map_read_from_str);

methods!(Map {
    /// Everything in the space.
    fn universe(space: Space) -> Map = isl_map_universe;
    /// Nothing, in the space.
    fn empty(space: Space) -> Map = isl_map_empty;
    /// The identity.
    fn identity(space: Space) -> Map = isl_map_identity;
    /// The same, as a map.
    fn from_basic_map(map: BasicMap) -> Map = isl_map_from_basic_map;
    /// All pairs of elements of both.
    fn from_domain_and_range(domain: Set, range: Set) -> Map = isl_map_from_domain_and_range;
    /// The map from the set to an unnamed tuple of no dimensions.
    fn from_domain(set: Set) -> Map = isl_map_from_domain;
    /// The map from an unnamed tuple of no dimensions to the set.
    fn from_range(set: Set) -> Map = isl_map_from_range;
    /// The graph of an expression.
    fn from_aff(aff: Aff) -> Map = isl_map_from_aff;
    /// The graph of a tuple of expressions.
    fn from_multi_aff(function: MultiAff) -> Map = isl_map_from_multi_aff;
    /// The graph of a tuple of expressions.
    fn from_pw_multi_aff(function: PwMultiAff) -> Map = isl_map_from_pw_multi_aff;
    /// The graph of a tuple of expressions.
    fn from_multi_pw_aff(function: MultiPwAff) -> Map = isl_map_from_multi_pw_aff;
    /// The graph of an expression.
    fn from_pw_aff(function: PwAff) -> Map = isl_map_from_pw_aff;
    /// The same, as a union.
    fn to_union_map(self) -> UnionMap = isl_map_to_union_map;
    /// The inverse.
    fn reverse(self) -> Map = isl_map_reverse;
    /// The domain.
    fn domain(self) -> Set = isl_map_domain;
    /// The range.
    fn range(self) -> Set = isl_map_range;
    /// The parameter values for which it is not empty.
    fn params(self) -> Set = isl_map_params;
    /// `A -> B` as the set `[A -> B]`.
    fn wrap(self) -> Set = isl_map_wrap;
    /// The intersection.
    fn intersect(self, other: Map) -> Map = isl_map_intersect;
    /// Restricts the domain.
    fn intersect_domain(self, set: Set) -> Map = isl_map_intersect_domain;
    /// Restricts the range.
    fn intersect_range(self, set: Set) -> Map = isl_map_intersect_range;
    /// Keeps the parameter values in the set.
    fn intersect_params(self, params: Set) -> Map = isl_map_intersect_params;
    /// The union.
    fn union(self, other: Map) -> Map = isl_map_union;
    /// The difference.
    fn subtract(self, other: Map) -> Map = isl_map_subtract;
    /// Everything in the space that is not in it.
    fn complement(self) -> Map = isl_map_complement;
    /// Removes a set from the domain.
    fn subtract_domain(self, dom: Set) -> Map = isl_map_subtract_domain;
    /// Removes a set from the range.
    fn subtract_range(self, dom: Set) -> Map = isl_map_subtract_range;
    /// Applies a map to the domain.
    fn apply_domain(self, other: Map) -> Map = isl_map_apply_domain;
    /// Applies a map to the range.
    fn apply_range(self, other: Map) -> Map = isl_map_apply_range;
    /// Replaces the domain by its preimage.
    fn preimage_domain_multi_aff(self, function: MultiAff) -> Map = isl_map_preimage_domain_multi_aff;
    /// Replaces the range by its preimage.
    fn preimage_range_multi_aff(self, function: MultiAff) -> Map = isl_map_preimage_range_multi_aff;
    /// The differences of images and arguments.
    fn deltas(self) -> Set = isl_map_deltas;
    /// `[x -> y] -> y - x` for all pairs.
    fn deltas_map(self) -> Map = isl_map_deltas_map;
    /// Adds the images of equal elements.
    fn sum(self, other: Map) -> Map = isl_map_sum;
    /// Negates the images.
    fn neg(self) -> Map = isl_map_neg;
    /// The pairs of a set space in lexicographic order.
    fn lex_lt(set_space: Space) -> Map = isl_map_lex_lt;
    /// The pairs of a set space in lexicographic order, or equal.
    fn lex_le(set_space: Space) -> Map = isl_map_lex_le;
    /// The pairs of a set space in reverse lexicographic order.
    fn lex_gt(set_space: Space) -> Map = isl_map_lex_gt;
    /// The pairs of a set space in reverse lexicographic order, or equal.
    fn lex_ge(set_space: Space) -> Map = isl_map_lex_ge;
    /// The pairs of elements whose images under this and the other are in lexicographic order.
    fn lex_lt_map(self, other: Map) -> Map = isl_map_lex_lt_map;
    /// The pairs of elements whose images are in lexicographic order, or equal.
    fn lex_le_map(self, other: Map) -> Map = isl_map_lex_le_map;
    /// The pairs of elements whose images are in reverse lexicographic order.
    fn lex_gt_map(self, other: Map) -> Map = isl_map_lex_gt_map;
    /// The pairs of elements whose images are in reverse lexicographic order, or equal.
    fn lex_ge_map(self, other: Map) -> Map = isl_map_lex_ge_map;
    /// The lexicographically smallest element (of each image).
    fn lexmin(self) -> Map = isl_map_lexmin;
    /// The lexicographically largest element (of each image).
    fn lexmax(self) -> Map = isl_map_lexmax;
    /// The lexicographically smallest element as a function.
    fn lexmin_pw_multi_aff(self) -> PwMultiAff = isl_map_lexmin_pw_multi_aff;
    /// The lexicographically largest element as a function.
    fn lexmax_pw_multi_aff(self) -> PwMultiAff = isl_map_lexmax_pw_multi_aff;
    /// The least value of a (output) dimension as a function.
    fn dim_min(self, pos: u32) -> PwAff = isl_map_dim_min;
    /// The greatest value of a (output) dimension as a function.
    fn dim_max(self, pos: u32) -> PwAff = isl_map_dim_max;
    /// Projects dimensions out, existentially.
    fn project_out(self, dim_type: DimType, first: u32, n: u32) -> Map = isl_map_project_out;
    /// Projects all parameters out, existentially.
    fn project_out_all_params(self) -> Map = isl_map_project_out_all_params;
    /// Forgets the constraints on dimensions, which stay.
    fn eliminate(self, dim_type: DimType, first: u32, n: u32) -> Map = isl_map_eliminate;
    /// Adds dimensions at the end.
    fn add_dims(self, dim_type: DimType, n: u32) -> Map = isl_map_add_dims;
    /// Inserts dimensions.
    fn insert_dims(self, dim_type: DimType, pos: u32, n: u32) -> Map = isl_map_insert_dims;
    /// Moves dimensions from one class to another.
    fn move_dims(self, dst_type: DimType, dst_pos: u32, src_type: DimType, src_pos: u32, n: u32) -> Map = isl_map_move_dims;
    /// Fixes a dimension to a value.
    fn fix_si(self, dim_type: DimType, pos: u32, value: i32) -> Map = isl_map_fix_si;
    /// Fixes a dimension to a value.
    fn fix_val(self, dim_type: DimType, pos: u32, value: Val) -> Map = isl_map_fix_val;
    /// Keeps what is at least the value.
    fn lower_bound_si(self, dim_type: DimType, pos: u32, value: i32) -> Map = isl_map_lower_bound_si;
    /// Keeps what is at most the value.
    fn upper_bound_si(self, dim_type: DimType, pos: u32, value: i32) -> Map = isl_map_upper_bound_si;
    /// Keeps what is at least the value.
    fn lower_bound_val(self, dim_type: DimType, pos: u32, value: Val) -> Map = isl_map_lower_bound_val;
    /// Keeps what is at most the value.
    fn upper_bound_val(self, dim_type: DimType, pos: u32, value: Val) -> Map = isl_map_upper_bound_val;
    /// Keeps where two dimensions are equal.
    fn equate(self, dim_type1: DimType, pos1: u32, dim_type2: DimType, pos2: u32) -> Map = isl_map_equate;
    /// Keeps where the first dimension is less than the second.
    fn order_lt(self, dim_type1: DimType, pos1: u32, dim_type2: DimType, pos2: u32) -> Map = isl_map_order_lt;
    /// Keeps where the first dimension is at most the second.
    fn order_le(self, dim_type1: DimType, pos1: u32, dim_type2: DimType, pos2: u32) -> Map = isl_map_order_le;
    /// Keeps where the first dimension is greater than the second.
    fn order_gt(self, dim_type1: DimType, pos1: u32, dim_type2: DimType, pos2: u32) -> Map = isl_map_order_gt;
    /// Keeps where the first dimension is at least the second.
    fn order_ge(self, dim_type1: DimType, pos1: u32, dim_type2: DimType, pos2: u32) -> Map = isl_map_order_ge;
    /// Adds a constraint.
    fn add_constraint(self, constraint: Constraint) -> Map = isl_map_add_constraint;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_map_dim;
    /// The name of a dimension, if it has one.
    fn dim_name(&self, dim_type: DimType, pos: u32) -> Option<String> = isl_map_get_dim_name;
    /// Names a dimension.
    fn set_dim_name(self, dim_type: DimType, pos: u32, name: &str) -> Map = isl_map_set_dim_name;
    /// The position of the dimension of that name.
    fn find_dim_by_name(&self, dim_type: DimType, name: &str) -> Option<u32> = isl_map_find_dim_by_name;
    /// Whether a tuple has a name.
    fn has_tuple_name(&self, dim_type: DimType) -> bool = isl_map_has_tuple_name;
    /// The name of a tuple, if it has one.
    fn tuple_name(&self, dim_type: DimType) -> Option<String> = isl_map_get_tuple_name;
    /// Names a tuple.
    fn set_tuple_name(self, dim_type: DimType, name: &str) -> Map = isl_map_set_tuple_name;
    /// Takes the name of a tuple away.
    fn reset_tuple_id(self, dim_type: DimType) -> Map = isl_map_reset_tuple_id;
    /// The space it lives in.
    fn space(&self) -> Space = isl_map_get_space;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> Map = isl_map_align_params;
    /// Drops the parameters that occur in no constraint.
    fn drop_unused_params(self) -> Map = isl_map_drop_unused_params;
    /// Whether any of the dimensions matters.
    fn involves_dims(&self, dim_type: DimType, first: u32, n: u32) -> bool = isl_map_involves_dims;
    /// Drops the constraints that involve any of the dimensions.
    fn drop_constraints_involving_dims(self, dim_type: DimType, first: u32, n: u32) -> Map = isl_map_drop_constraints_involving_dims;
    /// Drops the constraints that involve none of the dimensions.
    fn drop_constraints_not_involving_dims(self, dim_type: DimType, first: u32, n: u32) -> Map = isl_map_drop_constraints_not_involving_dims;
    /// Whether it has no element for any parameter value.
    fn is_empty(&self) -> bool = isl_map_is_empty;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &Map) -> bool = isl_map_is_equal;
    /// Whether all its elements are in the other.
    fn is_subset(&self, other: &Map) -> bool = isl_map_is_subset;
    /// Whether it is a subset and not equal.
    fn is_strict_subset(&self, other: &Map) -> bool = isl_map_is_strict_subset;
    /// Whether no element is in both.
    fn is_disjoint(&self, other: &Map) -> bool = isl_map_is_disjoint;
    /// Whether each element has at most one image.
    fn is_single_valued(&self) -> bool = isl_map_is_single_valued;
    /// Whether no two elements share an image.
    fn is_injective(&self) -> bool = isl_map_is_injective;
    /// Whether it is single-valued and injective.
    fn is_bijective(&self) -> bool = isl_map_is_bijective;
    /// Whether each element is mapped to itself only.
    fn is_identity(&self) -> bool = isl_map_is_identity;
    /// Whether both are obviously the same.
    fn plain_is_equal(&self, other: &Map) -> bool = isl_map_plain_is_equal;
    /// Whether it is obviously empty.
    fn plain_is_empty(&self) -> bool = isl_map_plain_is_empty;
    /// Whether it is obviously everything.
    fn plain_is_universe(&self) -> bool = isl_map_plain_is_universe;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: Map) -> Map = isl_map_gist;
    /// Simplifies, assuming the context holds for the domain.
    fn gist_domain(self, context: Set) -> Map = isl_map_gist_domain;
    /// Simplifies, assuming the context holds for the range.
    fn gist_range(self, context: Set) -> Map = isl_map_gist_range;
    /// Simplifies, assuming the context holds for the parameters.
    fn gist_params(self, context: Set) -> Map = isl_map_gist_params;
    /// The same with explicit integer divisions.
    fn compute_divs(self) -> Map = isl_map_compute_divs;
    /// The same with implicit equalities made explicit.
    fn detect_equalities(self) -> Map = isl_map_detect_equalities;
    /// The same without redundant constraints.
    fn remove_redundancies(self) -> Map = isl_map_remove_redundancies;
    /// A superset without existentially quantified variables.
    fn remove_divs(self) -> Map = isl_map_remove_divs;
    /// The same as a disjoint union.
    fn make_disjoint(self) -> Map = isl_map_make_disjoint;
    /// A superset from translates of the constraints.
    fn simple_hull(self) -> BasicMap = isl_map_simple_hull;
    /// A superset from the constraints that occur and hold everywhere.
    fn unshifted_simple_hull(self) -> BasicMap = isl_map_unshifted_simple_hull;
    /// The smallest rational polyhedron around it. Can explode.
    fn convex_hull(self) -> BasicMap = isl_map_convex_hull;
    /// The smallest affine subspace around it.
    fn affine_hull(self) -> BasicMap = isl_map_affine_hull;
    /// The smallest polyhedron around it, as an integer set.
    fn polyhedral_hull(self) -> BasicMap = isl_map_polyhedral_hull;
    /// `[A -> B] -> A`.
    fn domain_map(self) -> Map = isl_map_domain_map;
    /// `[A -> B] -> B`.
    fn range_map(self) -> Map = isl_map_range_map;
    /// `[A -> C] -> [B -> D]` of `A -> B` and `C -> D`.
    fn product(self, other: Map) -> Map = isl_map_product;
    /// The product, flattened.
    fn flat_product(self, other: Map) -> Map = isl_map_flat_product;
    /// `[A -> B] -> C` of `A -> C` and `B -> C`.
    fn domain_product(self, other: Map) -> Map = isl_map_domain_product;
    /// `A -> [B -> C]` of `A -> B` and `A -> C`.
    fn range_product(self, other: Map) -> Map = isl_map_range_product;
    /// The product of the domains, flattened.
    fn flat_domain_product(self, other: Map) -> Map = isl_map_flat_domain_product;
    /// The product of the ranges, flattened.
    fn flat_range_product(self, other: Map) -> Map = isl_map_flat_range_product;
    /// `A -> C` of `[A -> B] -> C`.
    fn domain_factor_domain(self) -> Map = isl_map_domain_factor_domain;
    /// `B -> C` of `[A -> B] -> C`.
    fn domain_factor_range(self) -> Map = isl_map_domain_factor_range;
    /// `A -> B` of `A -> [B -> C]`.
    fn range_factor_domain(self) -> Map = isl_map_range_factor_domain;
    /// `A -> C` of `A -> [B -> C]`.
    fn range_factor_range(self) -> Map = isl_map_range_factor_range;
    /// `A -> B` of `[A -> C] -> [B -> D]`.
    fn factor_domain(self) -> Map = isl_map_factor_domain;
    /// `C -> D` of `[A -> C] -> [B -> D]`.
    fn factor_range(self) -> Map = isl_map_factor_range;
    /// `A -> [B -> C]` of `[A -> B] -> C`.
    fn curry(self) -> Map = isl_map_curry;
    /// `[A -> B] -> C` of `A -> [B -> C]`.
    fn uncurry(self) -> Map = isl_map_uncurry;
    /// `A -> [B -> [C -> D]]` of `A -> [[B -> C] -> D]`.
    fn range_curry(self) -> Map = isl_map_range_curry;
    /// `[A -> C] -> [B -> D]` of `[A -> B] -> [C -> D]`.
    fn zip(self) -> Map = isl_map_zip;
    /// The same with nested tuples flattened.
    fn flatten(self) -> Map = isl_map_flatten;
    /// The same with the domain flattened.
    fn flatten_domain(self) -> Map = isl_map_flatten_domain;
    /// The same with the range flattened.
    fn flatten_range(self) -> Map = isl_map_flatten_range;
    /// Whether the domain consists of pairs.
    fn domain_is_wrapping(&self) -> bool = isl_map_domain_is_wrapping;
    /// Whether the range consists of pairs.
    fn range_is_wrapping(&self) -> bool = isl_map_range_is_wrapping;
    /// The number of its basic maps.
    fn n_basic_map(&self) -> u32 = isl_map_n_basic_map;
    /// A part that is a single element, empty if there is none.
    fn sample(self) -> BasicMap = isl_map_sample;
});

impl Map {
    /// The same with fewer pieces, where those can be merged.
    ///
    /// isl 0.25 may add points where one of the pieces has an integer division and another has none; so what
    /// it merges then is checked, and left as it was if points were added.
    ///
    /// isl: `isl_map_coalesce`.
    pub fn coalesce(self) -> Result<Map> {
        let merged: Map = call!(isl_map_coalesce(map = self.clone()))?;
        let was_merged = merged.n_basic_map()? < self.n_basic_map()?;
        let is_suspect = was_merged && self.clone().wrap()?.involves_locals()?;
        Ok(if is_suspect && !merged.is_subset(&self)? { self } else { merged })
    }

    /// The basic maps it is the union of. They may overlap.
    ///
    /// isl: `isl_map_foreach_basic_map`.
    pub fn basic_maps(&self) -> Result<Vec<BasicMap>> {
        // SAFETY: the object is live and only kept.
        collect(&self.context, |visit, user| unsafe { sys::isl_map_foreach_basic_map(self.raw, visit, user) })
    }

    /// The transitive closure, or a superset of it, and whether it is exact.
    ///
    /// isl: `isl_map_transitive_closure`.
    pub fn transitive_closure(mut self) -> Result<(Map, bool)> {
        let mut exact: c_int = sys::isl_bool_error;
        let raw = std::mem::replace(&mut self.raw, std::ptr::null_mut());
        // SAFETY: isl takes the map and writes the flag.
        let closure = unsafe {
            let raw = sys::isl_map_transitive_closure(raw, &raw mut exact);
            Map::from_c(&self.context, raw)?
        };
        Ok((closure, exact == sys::isl_bool_true))
    }
}
