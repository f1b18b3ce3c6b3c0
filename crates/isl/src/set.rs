//! Sets of integer tuples, their convex parts, and single points.

use isl_sys as sys;

use crate::call::{call, collect, collect_at_most, methods, object, reader};
use crate::{
    Aff, BasicMap, Constraint, Context, DimType, LocalSpace, Map, MultiAff, PwAff, PwMultiAff, Result, Space,
    UnionSet, Val,
};

object! {
    /// A set that one conjunction of constraints describes.
    pub BasicSet: isl_basic_set, free isl_basic_set_free, clone isl_basic_set_copy,
    print isl_basic_set_to_str
}

reader!(BasicSet, isl_basic_set_read_from_str);

methods!(BasicSet {
    /// Everything in the space.
    fn universe(space: Space) -> BasicSet = isl_basic_set_universe;
    /// Nothing, in the space.
    fn empty(space: Space) -> BasicSet = isl_basic_set_empty;
    /// The same, as a set.
    fn to_set(self) -> Set = isl_basic_set_to_set;
    /// Whether it has no element for any parameter value.
    fn is_empty(&self) -> bool = isl_basic_set_is_empty;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &BasicSet) -> bool = isl_basic_set_is_equal;
    /// Whether all its elements are in the other.
    fn is_subset(&self, other: &BasicSet) -> bool = isl_basic_set_is_subset;
    /// Whether it is bounded, for all parameter values.
    fn is_bounded(&self) -> bool = isl_basic_set_is_bounded;
    /// Whether it is everything in its space.
    fn is_universe(&self) -> bool = isl_basic_set_is_universe;
    /// Whether both are obviously the same.
    fn plain_is_equal(&self, other: &BasicSet) -> bool = isl_basic_set_plain_is_equal;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_basic_set_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_basic_set_get_space;
    /// The space with its integer divisions.
    fn local_space(&self) -> LocalSpace = isl_basic_set_get_local_space;
    /// The name of a dimension, if it has one.
    fn dim_name(&self, dim_type: DimType, pos: u32) -> Option<String> = isl_basic_set_get_dim_name;
    /// Names a dimension.
    fn set_dim_name(self, dim_type: DimType, pos: u32, name: &str) -> BasicSet = isl_basic_set_set_dim_name;
    /// The name of a tuple, if it has one.
    fn tuple_name(&self) -> Option<String> = isl_basic_set_get_tuple_name;
    /// Names a tuple.
    fn set_tuple_name(self, name: &str) -> BasicSet = isl_basic_set_set_tuple_name;
    /// The parameter values for which it is not empty.
    fn params(self) -> BasicSet = isl_basic_set_params;
    /// Projects dimensions out, existentially.
    fn project_out(self, dim_type: DimType, first: u32, n: u32) -> BasicSet = isl_basic_set_project_out;
    /// Forgets the constraints on dimensions, which stay.
    fn eliminate(self, dim_type: DimType, first: u32, n: u32) -> BasicSet = isl_basic_set_eliminate;
    /// Inserts dimensions.
    fn insert_dims(self, dim_type: DimType, pos: u32, n: u32) -> BasicSet = isl_basic_set_insert_dims;
    /// Adds dimensions at the end.
    fn add_dims(self, dim_type: DimType, n: u32) -> BasicSet = isl_basic_set_add_dims;
    /// Moves dimensions from one class to another.
    fn move_dims(self, dst_type: DimType, dst_pos: u32, src_type: DimType, src_pos: u32, n: u32) -> BasicSet = isl_basic_set_move_dims;
    /// Drops the constraints that involve any of the dimensions.
    fn drop_constraints_involving_dims(self, dim_type: DimType, first: u32, n: u32) -> BasicSet = isl_basic_set_drop_constraints_involving_dims;
    /// Drops the constraints that involve none of the dimensions.
    fn drop_constraints_not_involving_dims(self, dim_type: DimType, first: u32, n: u32) -> BasicSet = isl_basic_set_drop_constraints_not_involving_dims;
    /// Drops the parameters that occur in no constraint.
    fn drop_unused_params(self) -> BasicSet = isl_basic_set_drop_unused_params;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> BasicSet = isl_basic_set_align_params;
    /// Whether any of the dimensions matters.
    fn involves_dims(&self, dim_type: DimType, first: u32, n: u32) -> bool = isl_basic_set_involves_dims;
    /// A superset without existentially quantified variables.
    fn remove_divs(self) -> BasicSet = isl_basic_set_remove_divs;
    /// The same without redundant constraints.
    fn remove_redundancies(self) -> BasicSet = isl_basic_set_remove_redundancies;
    /// The same with implicit equalities made explicit.
    fn detect_equalities(self) -> BasicSet = isl_basic_set_detect_equalities;
    /// The same with explicit integer divisions.
    fn compute_divs(self) -> Set = isl_basic_set_compute_divs;
    /// Adds a constraint.
    fn add_constraint(self, constraint: Constraint) -> BasicSet = isl_basic_set_add_constraint;
    /// The number of its constraints.
    fn n_constraint(&self) -> u32 = isl_basic_set_n_constraint;
    /// Some element; a void point if there is none.
    fn sample_point(self) -> Point = isl_basic_set_sample_point;
    /// The intersection.
    fn intersect(self, other: BasicSet) -> BasicSet = isl_basic_set_intersect;
    /// Keeps the parameter values in the set.
    fn intersect_params(self, other: BasicSet) -> BasicSet = isl_basic_set_intersect_params;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: BasicSet) -> BasicSet = isl_basic_set_gist;
    /// Fixes a dimension to a value.
    fn fix_si(self, dim_type: DimType, pos: u32, value: i32) -> BasicSet = isl_basic_set_fix_si;
    /// Fixes a dimension to a value.
    fn fix_val(self, dim_type: DimType, pos: u32, value: Val) -> BasicSet = isl_basic_set_fix_val;
    /// The image.
    fn apply(self, map: BasicMap) -> BasicSet = isl_basic_set_apply;
    /// The smallest affine subspace around it.
    fn affine_hull(self) -> BasicSet = isl_basic_set_affine_hull;
    /// The same with nested tuples flattened.
    fn flatten(self) -> BasicSet = isl_basic_set_flatten;
    /// The lexicographically smallest element (of each image).
    fn lexmin(self) -> Set = isl_basic_set_lexmin;
    /// The lexicographically largest element (of each image).
    fn lexmax(self) -> Set = isl_basic_set_lexmax;
    /// The cone of the constraints that hold on all of it (Farkas' lemma).
    fn coefficients(self) -> BasicSet = isl_basic_set_coefficients;
    /// The set whose coefficients these are.
    fn solutions(self) -> BasicSet = isl_basic_set_solutions;
    /// The set `[A -> B]` as `A -> B`.
    fn unwrap(self) -> BasicMap = isl_basic_set_unwrap;
    /// The expression of an integer division.
    fn div(&self, pos: u32) -> Aff = isl_basic_set_get_div;
    /// The greatest value of a dimension; infinities where there is none.
    fn dim_max_val(self, pos: u32) -> Val = isl_basic_set_dim_max_val;
});

impl BasicSet {
    /// Its constraints.
    ///
    /// isl: `isl_basic_set_foreach_constraint`.
    pub fn constraints(&self) -> Result<Vec<Constraint>> {
        // SAFETY: the object is live and only kept.
        collect(&self.context, |visit, user| unsafe {
            sys::isl_basic_set_foreach_constraint(self.raw, visit, user)
        })
    }
}

object! {
    /// A set of integer tuples in one space: a union of basic sets.
    pub Set: isl_set, free isl_set_free, clone isl_set_copy, print isl_set_to_str
}

reader!(Set, isl_set_read_from_str);

methods!(Set {
    /// Everything in the space.
    fn universe(space: Space) -> Set = isl_set_universe;
    /// Nothing, in the space.
    fn empty(space: Space) -> Set = isl_set_empty;
    /// The same, as a set.
    fn from_basic_set(set: BasicSet) -> Set = isl_set_from_basic_set;
    /// A set of parameter values as a set of an unnamed tuple of no dimensions.
    fn from_params(self) -> Set = isl_set_from_params;
    /// The set of one point.
    fn from_point(point: Point) -> Set = isl_set_from_point;
    /// The values of an expression without domain.
    fn from_pw_aff(function: PwAff) -> Set = isl_set_from_pw_aff;
    /// The values of a tuple without domain.
    fn from_multi_aff(function: MultiAff) -> Set = isl_set_from_multi_aff;
    /// The values of a tuple without domain.
    fn from_pw_multi_aff(function: PwMultiAff) -> Set = isl_set_from_pw_multi_aff;
    /// The same, as a union.
    fn to_union_set(self) -> UnionSet = isl_set_to_union_set;
    /// The parameter values for which it is not empty.
    fn params(self) -> Set = isl_set_params;
    /// The intersection.
    fn intersect(self, other: Set) -> Set = isl_set_intersect;
    /// Keeps the parameter values in the set.
    fn intersect_params(self, other: Set) -> Set = isl_set_intersect_params;
    /// The union.
    fn union(self, other: Set) -> Set = isl_set_union;
    /// The difference.
    fn subtract(self, other: Set) -> Set = isl_set_subtract;
    /// Everything in the space that is not in it.
    fn complement(self) -> Set = isl_set_complement;
    /// `[A -> B]` of `A` and `B`.
    fn product(self, other: Set) -> Set = isl_set_product;
    /// The product, flattened.
    fn flat_product(self, other: Set) -> Set = isl_set_flat_product;
    /// Projects dimensions out, existentially.
    fn project_out(self, dim_type: DimType, first: u32, n: u32) -> Set = isl_set_project_out;
    /// Projects all parameters out, existentially.
    fn project_out_all_params(self) -> Set = isl_set_project_out_all_params;
    /// The map from the set to what [`Set::project_out`] leaves of it.
    fn project_onto_map(self, dim_type: DimType, first: u32, n: u32) -> Map = isl_set_project_onto_map;
    /// Forgets the constraints on dimensions, which stay.
    fn eliminate(self, dim_type: DimType, first: u32, n: u32) -> Set = isl_set_eliminate;
    /// Fixes a dimension to a value.
    fn fix_si(self, dim_type: DimType, pos: u32, value: i32) -> Set = isl_set_fix_si;
    /// Fixes a dimension to a value.
    fn fix_val(self, dim_type: DimType, pos: u32, value: Val) -> Set = isl_set_fix_val;
    /// Keeps what is at least the value.
    fn lower_bound_si(self, dim_type: DimType, pos: u32, value: i32) -> Set = isl_set_lower_bound_si;
    /// Keeps what is at most the value.
    fn upper_bound_si(self, dim_type: DimType, pos: u32, value: i32) -> Set = isl_set_upper_bound_si;
    /// Keeps what is at least the value.
    fn lower_bound_val(self, dim_type: DimType, pos: u32, value: Val) -> Set = isl_set_lower_bound_val;
    /// Keeps what is at most the value.
    fn upper_bound_val(self, dim_type: DimType, pos: u32, value: Val) -> Set = isl_set_upper_bound_val;
    /// Keeps where two dimensions are equal.
    fn equate(self, dim_type1: DimType, pos1: u32, dim_type2: DimType, pos2: u32) -> Set = isl_set_equate;
    /// Adds dimensions at the end.
    fn add_dims(self, dim_type: DimType, n: u32) -> Set = isl_set_add_dims;
    /// Inserts dimensions.
    fn insert_dims(self, dim_type: DimType, pos: u32, n: u32) -> Set = isl_set_insert_dims;
    /// Moves dimensions from one class to another.
    fn move_dims(self, dst_type: DimType, dst_pos: u32, src_type: DimType, src_pos: u32, n: u32) -> Set = isl_set_move_dims;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_set_dim;
    /// The name of a dimension, if it has one.
    fn dim_name(&self, dim_type: DimType, pos: u32) -> Option<String> = isl_set_get_dim_name;
    /// Names a dimension.
    fn set_dim_name(self, dim_type: DimType, pos: u32, name: &str) -> Set = isl_set_set_dim_name;
    /// The position of the dimension of that name.
    fn find_dim_by_name(&self, dim_type: DimType, name: &str) -> Option<u32> = isl_set_find_dim_by_name;
    /// Whether a tuple has a name.
    fn has_tuple_name(&self) -> bool = isl_set_has_tuple_name;
    /// The name of a tuple, if it has one.
    fn tuple_name(&self) -> Option<String> = isl_set_get_tuple_name;
    /// Names a tuple.
    fn set_tuple_name(self, name: &str) -> Set = isl_set_set_tuple_name;
    /// Takes the name of a tuple away.
    fn reset_tuple_id(self) -> Set = isl_set_reset_tuple_id;
    /// The space it lives in.
    fn space(&self) -> Space = isl_set_get_space;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> Set = isl_set_align_params;
    /// Drops the parameters that occur in no constraint.
    fn drop_unused_params(self) -> Set = isl_set_drop_unused_params;
    /// Whether it has no element for any parameter value.
    fn is_empty(&self) -> bool = isl_set_is_empty;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &Set) -> bool = isl_set_is_equal;
    /// Whether all its elements are in the other.
    fn is_subset(&self, other: &Set) -> bool = isl_set_is_subset;
    /// Whether it is a subset and not equal.
    fn is_strict_subset(&self, other: &Set) -> bool = isl_set_is_strict_subset;
    /// Whether no element is in both.
    fn is_disjoint(&self, other: &Set) -> bool = isl_set_is_disjoint;
    /// Whether it is bounded, for all parameter values.
    fn is_bounded(&self) -> bool = isl_set_is_bounded;
    /// Whether a dimension has bounds in the parameters on both sides.
    fn dim_is_bounded(&self, dim_type: DimType, pos: u32) -> bool = isl_set_dim_is_bounded;
    /// Whether it is a set of parameter values.
    fn is_params(&self) -> bool = isl_set_is_params;
    /// Whether it has exactly one element.
    fn is_singleton(&self) -> bool = isl_set_is_singleton;
    /// Whether both are obviously the same.
    fn plain_is_equal(&self, other: &Set) -> bool = isl_set_plain_is_equal;
    /// Whether it is obviously empty.
    fn plain_is_empty(&self) -> bool = isl_set_plain_is_empty;
    /// Whether it is obviously everything.
    fn plain_is_universe(&self) -> bool = isl_set_plain_is_universe;
    /// Whether any of the dimensions matters.
    fn involves_dims(&self, dim_type: DimType, first: u32, n: u32) -> bool = isl_set_involves_dims;
    /// Drops the constraints that involve any of the dimensions.
    fn drop_constraints_involving_dims(self, dim_type: DimType, first: u32, n: u32) -> Set = isl_set_drop_constraints_involving_dims;
    /// Drops the constraints that involve none of the dimensions.
    fn drop_constraints_not_involving_dims(self, dim_type: DimType, first: u32, n: u32) -> Set = isl_set_drop_constraints_not_involving_dims;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: Set) -> Set = isl_set_gist;
    /// Simplifies, assuming the context holds for the parameters.
    fn gist_params(self, context: Set) -> Set = isl_set_gist_params;
    /// Whether integer divisions are involved.
    fn involves_locals(&self) -> bool = isl_set_involves_locals;
    /// The same with explicit integer divisions.
    fn compute_divs(self) -> Set = isl_set_compute_divs;
    /// The same with implicit equalities made explicit.
    fn detect_equalities(self) -> Set = isl_set_detect_equalities;
    /// The same without redundant constraints.
    fn remove_redundancies(self) -> Set = isl_set_remove_redundancies;
    /// A superset without existentially quantified variables.
    fn remove_divs(self) -> Set = isl_set_remove_divs;
    /// The same as a disjoint union.
    fn make_disjoint(self) -> Set = isl_set_make_disjoint;
    /// The lexicographically smallest element (of each image).
    fn lexmin(self) -> Set = isl_set_lexmin;
    /// The lexicographically largest element (of each image).
    fn lexmax(self) -> Set = isl_set_lexmax;
    /// The lexicographically smallest element as a function.
    fn lexmin_pw_multi_aff(self) -> PwMultiAff = isl_set_lexmin_pw_multi_aff;
    /// The lexicographically largest element as a function.
    fn lexmax_pw_multi_aff(self) -> PwMultiAff = isl_set_lexmax_pw_multi_aff;
    /// The least value of a (output) dimension as a function.
    fn dim_min(self, pos: u32) -> PwAff = isl_set_dim_min;
    /// The greatest value of a (output) dimension as a function.
    fn dim_max(self, pos: u32) -> PwAff = isl_set_dim_max;
    /// The least value of a dimension; infinities where there is none.
    fn dim_min_val(self, pos: u32) -> Val = isl_set_dim_min_val;
    /// The greatest value of a dimension; infinities where there is none.
    fn dim_max_val(self, pos: u32) -> Val = isl_set_dim_max_val;
    /// The greatest value of the expression; infinity if unbounded, NaN if empty.
    fn max_val(&self, objective: &Aff) -> Val = isl_set_max_val;
    /// The least value of the expression; minus infinity if unbounded, NaN if empty.
    fn min_val(&self, objective: &Aff) -> Val = isl_set_min_val;
    /// The number of its elements. It must be bounded and without parameters.
    fn count_val(&self) -> Val = isl_set_count_val;
    /// The value of a dimension that is obviously fixed, otherwise NaN.
    fn plain_val_if_fixed(&self, dim_type: DimType, pos: u32) -> Val = isl_set_plain_get_val_if_fixed;
    /// A part that is a single element, empty if there is none.
    fn sample(self) -> BasicSet = isl_set_sample;
    /// Some element; a void point if there is none.
    fn sample_point(self) -> Point = isl_set_sample_point;
    /// The number of its basic sets.
    fn n_basic_set(&self) -> u32 = isl_set_n_basic_set;
    /// The identity on it.
    fn identity(self) -> Map = isl_set_identity;
    /// Whether it is a set of pairs, `[A -> B]`.
    fn is_wrapping(&self) -> bool = isl_set_is_wrapping;
    /// The set `[A -> B]` as `A -> B`.
    fn unwrap(self) -> Map = isl_set_unwrap;
    /// `[A -> B] -> A`, of a set of pairs.
    fn wrapped_domain_map(self) -> Map = isl_set_wrapped_domain_map;
    /// The image.
    fn apply(self, map: Map) -> Set = isl_set_apply;
    /// The elements that the function maps into it.
    fn preimage_multi_aff(self, function: MultiAff) -> Set = isl_set_preimage_multi_aff;
    /// A superset from translates of the constraints.
    fn simple_hull(self) -> BasicSet = isl_set_simple_hull;
    /// A superset from the constraints that occur and hold everywhere.
    fn unshifted_simple_hull(self) -> BasicSet = isl_set_unshifted_simple_hull;
    /// The smallest rational polyhedron around it. Can explode.
    fn convex_hull(self) -> BasicSet = isl_set_convex_hull;
    /// The smallest affine subspace around it.
    fn affine_hull(self) -> BasicSet = isl_set_affine_hull;
    /// The smallest polyhedron around it, as an integer set.
    fn polyhedral_hull(self) -> BasicSet = isl_set_polyhedral_hull;
    /// The same with nested tuples flattened.
    fn flatten(self) -> Set = isl_set_flatten;
    /// The map from the set to its flattened form.
    fn flatten_map(self) -> Map = isl_set_flatten_map;
    /// Adds a constraint.
    fn add_constraint(self, constraint: Constraint) -> Set = isl_set_add_constraint;
    /// The cone of the constraints that hold on all of it (Farkas' lemma).
    fn coefficients(self) -> BasicSet = isl_set_coefficients;
    /// The set whose coefficients these are.
    fn solutions(self) -> BasicSet = isl_set_solutions;
    /// The pairs of elements of both that are in lexicographic order.
    fn lex_lt_set(self, other: Set) -> Map = isl_set_lex_lt_set;
    /// The pairs of elements of both that are in lexicographic order, or equal.
    fn lex_le_set(self, other: Set) -> Map = isl_set_lex_le_set;
});

impl Set {
    /// The same with fewer pieces, where those can be merged.
    ///
    /// isl 0.25 may add points where one of the pieces has an integer division and another has none; so what
    /// it merges then is checked, and left as it was if points were added.
    ///
    /// isl: `isl_set_coalesce`.
    pub fn coalesce(self) -> Result<Set> {
        let merged: Set = call!(isl_set_coalesce(set = self.clone()))?;
        let was_merged = merged.n_basic_set()? < self.n_basic_set()?;
        let is_suspect = was_merged && self.involves_locals()?;
        Ok(if is_suspect && !merged.is_subset(&self)? { self } else { merged })
    }

    /// The basic sets it is the union of. They may overlap.
    ///
    /// isl: `isl_set_foreach_basic_set`.
    pub fn basic_sets(&self) -> Result<Vec<BasicSet>> {
        // SAFETY: the object is live and only kept.
        collect(&self.context, |visit, user| unsafe { sys::isl_set_foreach_basic_set(self.raw, visit, user) })
    }

    /// The coordinates of a single point, whatever parameters it allows; `i64::MAX` for one that is larger.
    ///
    /// isl: `isl_set_dim_min_val` of each dimension.
    pub fn coordinates(&self) -> Result<Vec<i64>> {
        let point = self.clone().project_out_all_params()?;
        let coordinate = |position| Ok(point.clone().dim_min_val(position)?.to_i64()?.unwrap_or(i64::MAX));
        (0..point.dim(DimType::Set)?).map(coordinate).collect()
    }

    /// Its elements. It must be bounded and without parameters. Fails with
    /// [`ErrorKind::Quota`](crate::ErrorKind::Quota) if there are more than `limit`.
    ///
    /// isl: `isl_set_foreach_point`.
    pub fn foreach_point(&self, limit: usize) -> Result<Vec<Point>> {
        // SAFETY: the object is live and only kept.
        collect_at_most(&self.context, limit, |visit, user| unsafe {
            sys::isl_set_foreach_point(self.raw, visit, user)
        })
    }
}

object! {
    /// An element of a set, or void, which is none.
    pub Point: isl_point, free isl_point_free, clone isl_point_copy, print isl_point_to_str
}

methods!(Point {
    /// A coordinate.
    fn coordinate_val(&self, dim_type: DimType, pos: u32) -> Val = isl_point_get_coordinate_val;
    /// Whether it is no element at all.
    fn is_void(&self) -> bool = isl_point_is_void;
    /// The space it lives in.
    fn space(&self) -> Space = isl_point_get_space;
    /// The set of this point.
    fn to_set(self) -> Set = isl_point_to_set;
});
