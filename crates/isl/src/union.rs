//! Sets and maps over several spaces at once.
//!
//! isl keeps the parts in a hash table whose order depends on addresses. Here their order, also in
//! the text, is that of their own texts, so that output is reproducible.

use isl_sys as sys;

use crate::call::{call, collect, display, methods, object, reader};
use crate::{BasicMap, BasicSet, Context, DimType, Map, MultiAff, Point, Result, Set, Space};

object! {
    /// A union of sets of different spaces.
    pub UnionSet: isl_union_set, free isl_union_set_free, clone isl_union_set_copy
}

reader!(UnionSet, isl_union_set_read_from_str);

display! {
    UnionSet: |union| union.context.unlimited(|| {
        let space = union.space()?;
        let aligned = |set: Set| set.align_params(space.clone()).map(|set| set.to_string());
        let parts = union.sets()?.into_iter().map(aligned).collect::<Result<Vec<String>>>()?;
        join(parts).map_or_else(|| call!(isl_union_set_to_str(union = union)), Ok)
    })
}

methods!(UnionSet {
    /// The empty union, with the parameters of the space.
    fn empty(space: Space) -> UnionSet = isl_union_set_empty;
    /// The empty union.
    fn empty_ctx(context: &Context) -> UnionSet = isl_union_set_empty_ctx;
    /// The union of one set.
    fn from_set(set: Set) -> UnionSet = isl_union_set_from_set;
    /// The union of one set.
    fn from_basic_set(set: BasicSet) -> UnionSet = isl_union_set_from_basic_set;
    /// Whether it has no element for any parameter value.
    fn is_empty(&self) -> bool = isl_union_set_is_empty;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &UnionSet) -> bool = isl_union_set_is_equal;
    /// Whether all its elements are in the other.
    fn is_subset(&self, other: &UnionSet) -> bool = isl_union_set_is_subset;
    /// Whether it is a subset and not equal.
    fn is_strict_subset(&self, other: &UnionSet) -> bool = isl_union_set_is_strict_subset;
    /// Whether no element is in both.
    fn is_disjoint(&self, other: &UnionSet) -> bool = isl_union_set_is_disjoint;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_union_set_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_union_set_get_space;
    /// The intersection.
    fn intersect(self, other: UnionSet) -> UnionSet = isl_union_set_intersect;
    /// Keeps the parameter values in the set.
    fn intersect_params(self, set: Set) -> UnionSet = isl_union_set_intersect_params;
    /// The union.
    fn union(self, other: UnionSet) -> UnionSet = isl_union_set_union;
    /// The difference.
    fn subtract(self, other: UnionSet) -> UnionSet = isl_union_set_subtract;
    /// The parameter values for which it is not empty.
    fn params(self) -> Set = isl_union_set_params;
    /// Projects dimensions out, existentially.
    fn project_out(self, dim_type: DimType, first: u32, n: u32) -> UnionSet = isl_union_set_project_out;
    /// Projects all parameters out, existentially.
    fn project_out_all_params(self) -> UnionSet = isl_union_set_project_out_all_params;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> UnionSet = isl_union_set_align_params;
    /// The lexicographically smallest element (of each image).
    fn lexmin(self) -> UnionSet = isl_union_set_lexmin;
    /// The lexicographically largest element (of each image).
    fn lexmax(self) -> UnionSet = isl_union_set_lexmax;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: UnionSet) -> UnionSet = isl_union_set_gist;
    /// Simplifies, assuming the context holds for the parameters.
    fn gist_params(self, context: Set) -> UnionSet = isl_union_set_gist_params;
    /// The same with explicit integer divisions.
    fn compute_divs(self) -> UnionSet = isl_union_set_compute_divs;
    /// The same with implicit equalities made explicit.
    fn detect_equalities(self) -> UnionSet = isl_union_set_detect_equalities;
    /// The same without redundant constraints.
    fn remove_redundancies(self) -> UnionSet = isl_union_set_remove_redundancies;
    /// A superset without existentially quantified variables.
    fn remove_divs(self) -> UnionSet = isl_union_set_remove_divs;
    /// The smallest polyhedron around it, as an integer set.
    fn polyhedral_hull(self) -> UnionSet = isl_union_set_polyhedral_hull;
    /// The smallest affine subspace around it.
    fn affine_hull(self) -> UnionSet = isl_union_set_affine_hull;
    /// A superset from translates of the constraints.
    fn simple_hull(self) -> UnionSet = isl_union_set_simple_hull;
    /// The number of spaces it has sets in.
    fn n_set(&self) -> u32 = isl_union_set_n_set;
    /// Its part in that space.
    fn extract_set(&self, space: Space) -> Set = isl_union_set_extract_set;
    /// Whether it has a part in that space.
    fn contains(&self, space: &Space) -> bool = isl_union_set_contains;
    /// The image.
    fn apply(self, map: UnionMap) -> UnionSet = isl_union_set_apply;
    /// The identity.
    fn identity(self) -> UnionMap = isl_union_set_identity;
    /// The set `[A -> B]` as `A -> B`.
    fn unwrap(self) -> UnionMap = isl_union_set_unwrap;
    /// Some element; a void point if there is none.
    fn sample_point(self) -> Point = isl_union_set_sample_point;
    /// Whether it is a set of parameter values.
    fn is_params(&self) -> bool = isl_union_set_is_params;
    /// `[A -> B] -> A`, of its pairs.
    fn wrapped_domain_map(self) -> UnionMap = isl_union_set_wrapped_domain_map;
    /// The elements that the function maps into it.
    fn preimage_multi_aff(self, function: MultiAff) -> UnionSet = isl_union_set_preimage_multi_aff;
    /// The pairs of elements of both that are in lexicographic order.
    fn lex_lt_union_set(self, other: UnionSet) -> UnionMap = isl_union_set_lex_lt_union_set;
    /// The pairs of elements of both that are in lexicographic order, or equal.
    fn lex_le_union_set(self, other: UnionSet) -> UnionMap = isl_union_set_lex_le_union_set;
});

impl UnionSet {
    /// Each part with fewer pieces: see [`Set::coalesce`].
    pub fn coalesce(self) -> Result<UnionSet> {
        let nothing = UnionSet::empty(self.space()?)?;
        self.unsorted()?.into_iter().try_fold(nothing, |all, set| all.union(set.coalesce()?.to_union_set()?))
    }

    /// Its parts, one per space, in the order of their texts.
    ///
    /// isl: `isl_union_set_foreach_set`.
    pub fn sets(&self) -> Result<Vec<Set>> {
        Ok(sorted_by_text(self.unsorted()?))
    }

    /// Its parts in an order that may be another one tomorrow.
    fn unsorted(&self) -> Result<Vec<Set>> {
        // SAFETY: the object is live and only kept.
        collect(&self.context, |visit, user| unsafe { sys::isl_union_set_foreach_set(self.raw, visit, user) })
    }
}

object! {
    /// A union of maps of different spaces.
    pub UnionMap: isl_union_map, free isl_union_map_free, clone isl_union_map_copy
}

reader!(UnionMap, isl_union_map_read_from_str);

display! {
    UnionMap: |union| union.context.unlimited(|| {
        let space = union.space()?;
        let aligned = |map: Map| map.align_params(space.clone()).map(|map| map.to_string());
        let parts = union.maps()?.into_iter().map(aligned).collect::<Result<Vec<String>>>()?;
        join(parts).map_or_else(|| call!(isl_union_map_to_str(union = union)), Ok)
    })
}

methods!(UnionMap {
    /// The empty union, with the parameters of the space.
    fn empty(space: Space) -> UnionMap = isl_union_map_empty;
    /// The empty union.
    fn empty_ctx(context: &Context) -> UnionMap = isl_union_map_empty_ctx;
    /// The union of one map.
    fn from_map(map: Map) -> UnionMap = isl_union_map_from_map;
    /// The union of one map.
    fn from_basic_map(map: BasicMap) -> UnionMap = isl_union_map_from_basic_map;
    /// The map from the sets to an unnamed tuple of no dimensions.
    fn from_domain(set: UnionSet) -> UnionMap = isl_union_map_from_domain;
    /// The map from an unnamed tuple of no dimensions to the sets.
    fn from_range(set: UnionSet) -> UnionMap = isl_union_map_from_range;
    /// All pairs of elements of both.
    fn from_domain_and_range(domain: UnionSet, range: UnionSet) -> UnionMap = isl_union_map_from_domain_and_range;
    /// Whether it has no element for any parameter value.
    fn is_empty(&self) -> bool = isl_union_map_is_empty;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &UnionMap) -> bool = isl_union_map_is_equal;
    /// Whether all its elements are in the other.
    fn is_subset(&self, other: &UnionMap) -> bool = isl_union_map_is_subset;
    /// Whether it is a subset and not equal.
    fn is_strict_subset(&self, other: &UnionMap) -> bool = isl_union_map_is_strict_subset;
    /// Whether no element is in both.
    fn is_disjoint(&self, other: &UnionMap) -> bool = isl_union_map_is_disjoint;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_union_map_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_union_map_get_space;
    /// The intersection.
    fn intersect(self, other: UnionMap) -> UnionMap = isl_union_map_intersect;
    /// Keeps the parameter values in the set.
    fn intersect_params(self, set: Set) -> UnionMap = isl_union_map_intersect_params;
    /// The union.
    fn union(self, other: UnionMap) -> UnionMap = isl_union_map_union;
    /// The difference.
    fn subtract(self, other: UnionMap) -> UnionMap = isl_union_map_subtract;
    /// The parameter values for which it is not empty.
    fn params(self) -> Set = isl_union_map_params;
    /// Projects dimensions out, existentially.
    fn project_out(self, dim_type: DimType, first: u32, n: u32) -> UnionMap = isl_union_map_project_out;
    /// Projects all parameters out, existentially.
    fn project_out_all_params(self) -> UnionMap = isl_union_map_project_out_all_params;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> UnionMap = isl_union_map_align_params;
    /// The lexicographically smallest element (of each image).
    fn lexmin(self) -> UnionMap = isl_union_map_lexmin;
    /// The lexicographically largest element (of each image).
    fn lexmax(self) -> UnionMap = isl_union_map_lexmax;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: UnionMap) -> UnionMap = isl_union_map_gist;
    /// Simplifies, assuming the context holds for the parameters.
    fn gist_params(self, context: Set) -> UnionMap = isl_union_map_gist_params;
    /// The same with explicit integer divisions.
    fn compute_divs(self) -> UnionMap = isl_union_map_compute_divs;
    /// The same with implicit equalities made explicit.
    fn detect_equalities(self) -> UnionMap = isl_union_map_detect_equalities;
    /// The same without redundant constraints.
    fn remove_redundancies(self) -> UnionMap = isl_union_map_remove_redundancies;
    /// A superset without existentially quantified variables.
    fn remove_divs(self) -> UnionMap = isl_union_map_remove_divs;
    /// The smallest polyhedron around it, as an integer set.
    fn polyhedral_hull(self) -> UnionMap = isl_union_map_polyhedral_hull;
    /// The smallest affine subspace around it.
    fn affine_hull(self) -> UnionMap = isl_union_map_affine_hull;
    /// A superset from translates of the constraints.
    fn simple_hull(self) -> UnionMap = isl_union_map_simple_hull;
    /// The number of spaces it has maps in.
    fn n_map(&self) -> u32 = isl_union_map_n_map;
    /// Its part in that space.
    fn extract_map(&self, space: Space) -> Map = isl_union_map_extract_map;
    /// Whether it has a part in that space.
    fn contains(&self, space: &Space) -> bool = isl_union_map_contains;
    /// Restricts the domain.
    fn intersect_domain(self, set: UnionSet) -> UnionMap = isl_union_map_intersect_domain;
    /// Restricts the range.
    fn intersect_range(self, set: UnionSet) -> UnionMap = isl_union_map_intersect_range;
    /// Removes a set from the domain.
    fn subtract_domain(self, dom: UnionSet) -> UnionMap = isl_union_map_subtract_domain;
    /// Removes a set from the range.
    fn subtract_range(self, dom: UnionSet) -> UnionMap = isl_union_map_subtract_range;
    /// Simplifies, assuming the context holds for the domain.
    fn gist_domain(self, context: UnionSet) -> UnionMap = isl_union_map_gist_domain;
    /// Simplifies, assuming the context holds for the range.
    fn gist_range(self, context: UnionSet) -> UnionMap = isl_union_map_gist_range;
    /// Applies a map to the domain.
    fn apply_domain(self, other: UnionMap) -> UnionMap = isl_union_map_apply_domain;
    /// Applies a map to the range.
    fn apply_range(self, other: UnionMap) -> UnionMap = isl_union_map_apply_range;
    /// The inverse.
    fn reverse(self) -> UnionMap = isl_union_map_reverse;
    /// The domain.
    fn domain(self) -> UnionSet = isl_union_map_domain;
    /// The range.
    fn range(self) -> UnionSet = isl_union_map_range;
    /// `A -> B` as the set `[A -> B]`.
    fn wrap(self) -> UnionSet = isl_union_map_wrap;
    /// The differences of images and arguments.
    fn deltas(self) -> UnionSet = isl_union_map_deltas;
    /// `[x -> y] -> y - x` for all pairs.
    fn deltas_map(self) -> UnionMap = isl_union_map_deltas_map;
    /// Whether each element has at most one image.
    fn is_single_valued(&self) -> bool = isl_union_map_is_single_valued;
    /// Whether no two elements share an image.
    fn is_injective(&self) -> bool = isl_union_map_is_injective;
    /// Whether it is single-valued and injective.
    fn is_bijective(&self) -> bool = isl_union_map_is_bijective;
    /// Whether each element is mapped to itself only.
    fn is_identity(&self) -> bool = isl_union_map_is_identity;
    /// The pairs of elements whose images under this and the other are in lexicographic order.
    fn lex_lt_union_map(self, other: UnionMap) -> UnionMap = isl_union_map_lex_lt_union_map;
    /// The pairs of elements whose images are in lexicographic order, or equal.
    fn lex_le_union_map(self, other: UnionMap) -> UnionMap = isl_union_map_lex_le_union_map;
    /// The pairs of elements whose images are in reverse lexicographic order.
    fn lex_gt_union_map(self, other: UnionMap) -> UnionMap = isl_union_map_lex_gt_union_map;
    /// The pairs of elements whose images are in reverse lexicographic order, or equal.
    fn lex_ge_union_map(self, other: UnionMap) -> UnionMap = isl_union_map_lex_ge_union_map;
    /// `[A -> B] -> A`.
    fn domain_map(self) -> UnionMap = isl_union_map_domain_map;
    /// `[A -> B] -> B`.
    fn range_map(self) -> UnionMap = isl_union_map_range_map;
    /// `A -> [B -> C]` of `[A -> B] -> C`.
    fn curry(self) -> UnionMap = isl_union_map_curry;
    /// `[A -> B] -> C` of `A -> [B -> C]`.
    fn uncurry(self) -> UnionMap = isl_union_map_uncurry;
    /// `A -> [B -> [C -> D]]` of `A -> [[B -> C] -> D]`.
    fn range_curry(self) -> UnionMap = isl_union_map_range_curry;
    /// `[A -> C] -> [B -> D]` of `[A -> B] -> [C -> D]`.
    fn zip(self) -> UnionMap = isl_union_map_zip;
    /// `[A -> C] -> [B -> D]` of `A -> B` and `C -> D`.
    fn product(self, other: UnionMap) -> UnionMap = isl_union_map_product;
    /// `[A -> B] -> C` of `A -> C` and `B -> C`.
    fn domain_product(self, other: UnionMap) -> UnionMap = isl_union_map_domain_product;
    /// `A -> [B -> C]` of `A -> B` and `A -> C`.
    fn range_product(self, other: UnionMap) -> UnionMap = isl_union_map_range_product;
    /// The product of the domains, flattened.
    fn flat_domain_product(self, other: UnionMap) -> UnionMap = isl_union_map_flat_domain_product;
    /// The product of the ranges, flattened.
    fn flat_range_product(self, other: UnionMap) -> UnionMap = isl_union_map_flat_range_product;
    /// `A -> C` of `[A -> B] -> C`.
    fn domain_factor_domain(self) -> UnionMap = isl_union_map_domain_factor_domain;
    /// `B -> C` of `[A -> B] -> C`.
    fn domain_factor_range(self) -> UnionMap = isl_union_map_domain_factor_range;
    /// `A -> B` of `A -> [B -> C]`.
    fn range_factor_domain(self) -> UnionMap = isl_union_map_range_factor_domain;
    /// `A -> C` of `A -> [B -> C]`.
    fn range_factor_range(self) -> UnionMap = isl_union_map_range_factor_range;
    /// `A -> B` of `[A -> C] -> [B -> D]`.
    fn factor_domain(self) -> UnionMap = isl_union_map_factor_domain;
    /// `C -> D` of `[A -> C] -> [B -> D]`.
    fn factor_range(self) -> UnionMap = isl_union_map_factor_range;
    /// Replaces the domain by its preimage.
    fn preimage_domain_multi_aff(self, function: MultiAff) -> UnionMap = isl_union_map_preimage_domain_multi_aff;
    /// Replaces the range by its preimage.
    fn preimage_range_multi_aff(self, function: MultiAff) -> UnionMap = isl_union_map_preimage_range_multi_aff;
});

impl UnionMap {
    /// Each part with fewer pieces: see [`Map::coalesce`].
    pub fn coalesce(self) -> Result<UnionMap> {
        let nothing = UnionMap::empty(self.space()?)?;
        self.unsorted()?.into_iter().try_fold(nothing, |all, map| all.union(map.coalesce()?.to_union_map()?))
    }

    /// Its parts, one per pair of spaces, in the order of their texts.
    ///
    /// isl: `isl_union_map_foreach_map`.
    pub fn maps(&self) -> Result<Vec<Map>> {
        Ok(sorted_by_text(self.unsorted()?))
    }

    /// Its parts in an order that may be another one tomorrow.
    fn unsorted(&self) -> Result<Vec<Map>> {
        // SAFETY: the object is live and only kept.
        collect(&self.context, |visit, user| unsafe { sys::isl_union_map_foreach_map(self.raw, visit, user) })
    }

    /// `A -> [[B -> C] -> D]` of `A -> [B -> [C -> D]]`, the inverse of [`UnionMap::range_curry`],
    /// which isl itself does not have.
    pub fn range_uncurry(self) -> Result<UnionMap> {
        let pairs = self.clone().range()?.unwrap()?; // { B -> [C -> D] }
        let to_b = pairs.clone().domain_map()?; // { [B -> [C -> D]] -> B }
        let to_pair = pairs.range_map()?; // { [B -> [C -> D]] -> [C -> D] }
        let to_c = to_pair.clone().range_factor_domain()?;
        let to_d = to_pair.range_factor_range()?;
        self.apply_range(to_b.range_product(to_c)?.range_product(to_d)?)
    }

    /// Some pair of the relation as a point of `[A -> B]`; a void point if there is none.
    pub fn sample_point(self) -> Result<Point> {
        self.wrap()?.sample_point()
    }
}

/// The parts in the order of their texts, which differ, because their spaces do.
fn sorted_by_text<T: ToString>(mut parts: Vec<T>) -> Vec<T> {
    if parts.len() > 1 {
        parts.sort_by_cached_key(T::to_string);
    }
    parts
}

/// `[n] -> { a; b }` of `[n] -> { a }` and `[n] -> { b }`, `None` if nothing is left to print.
fn join(mut parts: Vec<String>) -> Option<String> {
    parts.sort();
    let prefix = parts.first().map(|part| split(part).0.to_owned())?;
    let bodies: Vec<&str> = parts.iter().map(|part| split(part).1).filter(|body| !body.is_empty()).collect();
    (!bodies.is_empty()).then(|| format!("{prefix}{{ {} }}", bodies.join("; ")))
}

/// The parameters in front of the braces, and what is inside of these.
fn split(text: &str) -> (&str, &str) {
    let (prefix, braced) = text.split_once('{').expect("isl prints sets and maps with braces");
    (prefix, braced.strip_suffix('}').unwrap_or(braced).trim())
}
