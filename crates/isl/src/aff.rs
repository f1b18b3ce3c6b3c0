//! Quasi-affine expressions: affine ones with integer divisions, piecewise ones, tuples of both.
//!
//! An expression over a set space `{ A }` has the space `{ A -> [] }`: its variables are
//! [`DimType::In`].

use isl_sys as sys;

use crate::call::{call, collect_pieces, list, methods, object, reader};
use crate::{BasicSet, Context, DimType, Id, LocalSpace, Map, Result, Set, Space, Val};

object! {
    /// One quasi-affine expression.
    pub Aff: isl_aff, free isl_aff_free, clone isl_aff_copy, print isl_aff_to_str
}

reader!(Aff, isl_aff_read_from_str);

methods!(Aff {
    /// Zero.
    fn zero_on_domain(local_space: LocalSpace) -> Aff = isl_aff_zero_on_domain;
    /// A constant.
    fn val_on_domain(local_space: LocalSpace, val: Val) -> Aff = isl_aff_val_on_domain;
    /// A dimension.
    fn var_on_domain(local_space: LocalSpace, dim_type: DimType, pos: u32) -> Aff = isl_aff_var_on_domain;
    /// A parameter.
    fn param_on_domain_space_id(space: Space, id: Id) -> Aff = isl_aff_param_on_domain_space_id;
    /// The sum.
    fn add(self, other: Aff) -> Aff = isl_aff_add;
    /// The difference.
    fn sub(self, other: Aff) -> Aff = isl_aff_sub;
    /// The product.
    fn mul(self, other: Aff) -> Aff = isl_aff_mul;
    /// The negation.
    fn neg(self) -> Aff = isl_aff_neg;
    /// Times a number.
    fn scale_val(self, value: Val) -> Aff = isl_aff_scale_val;
    /// Divided by a number.
    fn scale_down_val(self, value: Val) -> Aff = isl_aff_scale_down_val;
    /// Modulo a number, as a non-negative remainder.
    fn mod_val(self, modulo: Val) -> Aff = isl_aff_mod_val;
    /// Rounded towards minus infinity.
    fn floor(self) -> Aff = isl_aff_floor;
    /// Rounded towards infinity.
    fn ceil(self) -> Aff = isl_aff_ceil;
    /// The expression under an integer division.
    fn div(&self, pos: u32) -> Aff = isl_aff_get_div;
    /// The quotient by an expression that is a constant.
    fn div_aff(self, other: Aff) -> Aff = isl_aff_div;
    /// The constant term.
    fn constant_val(&self) -> Val = isl_aff_get_constant_val;
    /// The coefficient of a dimension.
    fn coefficient_val(&self, dim_type: DimType, pos: u32) -> Val = isl_aff_get_coefficient_val;
    /// Sets the constant term.
    fn set_constant_si(self, value: i32) -> Aff = isl_aff_set_constant_si;
    /// Sets the constant term.
    fn set_constant_val(self, value: Val) -> Aff = isl_aff_set_constant_val;
    /// Sets the coefficient of a dimension.
    fn set_coefficient_si(self, dim_type: DimType, pos: u32, value: i32) -> Aff = isl_aff_set_coefficient_si;
    /// Sets the coefficient of a dimension.
    fn set_coefficient_val(self, dim_type: DimType, pos: u32, value: Val) -> Aff = isl_aff_set_coefficient_val;
    /// The common denominator of its coefficients.
    fn denominator_val(&self) -> Val = isl_aff_get_denominator_val;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_aff_dim;
    /// The position of the dimension of that name.
    fn find_dim_by_name(&self, dim_type: DimType, name: &str) -> Option<u32> = isl_aff_find_dim_by_name;
    /// Whether any of the dimensions matters.
    fn involves_dims(&self, dim_type: DimType, first: u32, n: u32) -> bool = isl_aff_involves_dims;
    /// The space it lives in.
    fn space(&self) -> Space = isl_aff_get_space;
    /// The space of the domain.
    fn domain_space(&self) -> Space = isl_aff_get_domain_space;
    /// The space with its integer divisions.
    fn local_space(&self) -> LocalSpace = isl_aff_get_domain_local_space;
    /// Whether it is obviously a constant.
    fn is_cst(&self) -> bool = isl_aff_is_cst;
    /// Whether it is not a number.
    fn is_nan(&self) -> bool = isl_aff_is_nan;
    /// Whether both are obviously the same.
    fn plain_is_equal(&self, other: &Aff) -> bool = isl_aff_plain_is_equal;
    /// Whether it is obviously zero.
    fn plain_is_zero(&self) -> bool = isl_aff_plain_is_zero;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: Set) -> Aff = isl_aff_gist;
    /// Simplifies, assuming the context holds for the parameters.
    fn gist_params(self, context: Set) -> Aff = isl_aff_gist_params;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> Aff = isl_aff_align_params;
    /// Substitutes a function for the domain.
    fn pullback_multi_aff(self, function: MultiAff) -> Aff = isl_aff_pullback_multi_aff;
    /// Where it is zero.
    fn zero_basic_set(self) -> BasicSet = isl_aff_zero_basic_set;
    /// Where both are equal.
    fn eq_set(self, other: Aff) -> Set = isl_aff_eq_set;
    /// Where it is at least the other.
    fn ge_set(self, other: Aff) -> Set = isl_aff_ge_set;
});

object! {
    /// A piecewise quasi-affine expression. Undefined outside of its pieces.
    pub PwAff: isl_pw_aff, free isl_pw_aff_free, clone isl_pw_aff_copy, print isl_pw_aff_to_str
}

reader!(PwAff, isl_pw_aff_read_from_str);

methods!(PwAff {
    /// The same, with one piece.
    fn from_aff(aff: Aff) -> PwAff = isl_pw_aff_from_aff;
    /// The expression on the set.
    fn alloc(set: Set, aff: Aff) -> PwAff = isl_pw_aff_alloc;
    /// Defined nowhere.
    fn empty(space: Space) -> PwAff = isl_pw_aff_empty;
    /// A dimension.
    fn var_on_domain(local_space: LocalSpace, dim_type: DimType, pos: u32) -> PwAff = isl_pw_aff_var_on_domain;
    /// A constant on the set.
    fn val_on_domain(domain: Set, value: Val) -> PwAff = isl_pw_aff_val_on_domain;
    /// A parameter on the set.
    fn param_on_domain_id(domain: Set, id: Id) -> PwAff = isl_pw_aff_param_on_domain_id;
    /// The sum.
    fn add(self, other: PwAff) -> PwAff = isl_pw_aff_add;
    /// The difference.
    fn sub(self, other: PwAff) -> PwAff = isl_pw_aff_sub;
    /// The product.
    fn mul(self, other: PwAff) -> PwAff = isl_pw_aff_mul;
    /// The negation.
    fn neg(self) -> PwAff = isl_pw_aff_neg;
    /// The pointwise minimum, where both are defined.
    fn min(self, other: PwAff) -> PwAff = isl_pw_aff_min;
    /// The pointwise maximum, where both are defined.
    fn max(self, other: PwAff) -> PwAff = isl_pw_aff_max;
    /// The pointwise minimum, or the one that is defined.
    fn union_min(self, other: PwAff) -> PwAff = isl_pw_aff_union_min;
    /// The pointwise maximum, or the one that is defined.
    fn union_max(self, other: PwAff) -> PwAff = isl_pw_aff_union_max;
    /// The pointwise sum, or the one that is defined.
    fn union_add(self, other: PwAff) -> PwAff = isl_pw_aff_union_add;
    /// Times a number.
    fn scale_val(self, value: Val) -> PwAff = isl_pw_aff_scale_val;
    /// Divided by a number.
    fn scale_down_val(self, f: Val) -> PwAff = isl_pw_aff_scale_down_val;
    /// Modulo a number, as a non-negative remainder.
    fn mod_val(self, modulo: Val) -> PwAff = isl_pw_aff_mod_val;
    /// Rounded towards minus infinity.
    fn floor(self) -> PwAff = isl_pw_aff_floor;
    /// Rounded towards infinity.
    fn ceil(self) -> PwAff = isl_pw_aff_ceil;
    /// The exact quotient by a piecewise constant.
    fn div(self, other: PwAff) -> PwAff = isl_pw_aff_div;
    /// The integer quotient by a piecewise constant, rounded towards zero.
    fn tdiv_q(self, other: PwAff) -> PwAff = isl_pw_aff_tdiv_q;
    /// The remainder that belongs to [`PwAff::tdiv_q`].
    fn tdiv_r(self, other: PwAff) -> PwAff = isl_pw_aff_tdiv_r;
    /// The first of the others where this is not zero, the second where it is.
    fn cond(self, if_true: PwAff, if_false: PwAff) -> PwAff = isl_pw_aff_cond;
    /// Restricts the domain.
    fn intersect_domain(self, set: Set) -> PwAff = isl_pw_aff_intersect_domain;
    /// Removes a set from the domain.
    fn subtract_domain(self, set: Set) -> PwAff = isl_pw_aff_subtract_domain;
    /// Keeps the parameter values in the set.
    fn intersect_params(self, set: Set) -> PwAff = isl_pw_aff_intersect_params;
    /// The domain.
    fn domain(self) -> Set = isl_pw_aff_domain;
    /// The parameter values for which it is not empty.
    fn params(self) -> Set = isl_pw_aff_params;
    /// Where both are equal.
    fn eq_set(self, other: PwAff) -> Set = isl_pw_aff_eq_set;
    /// Where both are defined and differ.
    fn ne_set(self, other: PwAff) -> Set = isl_pw_aff_ne_set;
    /// Where it is less than the other.
    fn lt_set(self, other: PwAff) -> Set = isl_pw_aff_lt_set;
    /// Where it is at most the other.
    fn le_set(self, other: PwAff) -> Set = isl_pw_aff_le_set;
    /// Where it is greater than the other.
    fn gt_set(self, other: PwAff) -> Set = isl_pw_aff_gt_set;
    /// Where it is at least the other.
    fn ge_set(self, other: PwAff) -> Set = isl_pw_aff_ge_set;
    /// Where it is not negative.
    fn nonneg_set(self) -> Set = isl_pw_aff_nonneg_set;
    /// Where it is positive.
    fn pos_set(self) -> Set = isl_pw_aff_pos_set;
    /// Where it is zero.
    fn zero_set(self) -> Set = isl_pw_aff_zero_set;
    /// Where it is not zero.
    fn non_zero_set(self) -> Set = isl_pw_aff_non_zero_set;
    /// The number of pieces.
    fn n_piece(&self) -> u32 = isl_pw_aff_n_piece;
    /// The same with fewer pieces, where those can be merged.
    fn coalesce(self) -> PwAff = isl_pw_aff_coalesce;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: Set) -> PwAff = isl_pw_aff_gist;
    /// Simplifies, assuming the context holds for the parameters.
    fn gist_params(self, context: Set) -> PwAff = isl_pw_aff_gist_params;
    /// Whether it is obviously a constant.
    fn is_cst(&self) -> bool = isl_pw_aff_is_cst;
    /// Whether it is not a number somewhere.
    fn involves_nan(&self) -> bool = isl_pw_aff_involves_nan;
    /// Whether any of the dimensions matters.
    fn involves_dims(&self, dim_type: DimType, first: u32, n: u32) -> bool = isl_pw_aff_involves_dims;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &PwAff) -> bool = isl_pw_aff_is_equal;
    /// Whether both are obviously the same.
    fn plain_is_equal(&self, other: &PwAff) -> bool = isl_pw_aff_plain_is_equal;
    /// Whether it is defined nowhere.
    fn is_empty(&self) -> bool = isl_pw_aff_is_empty;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> PwAff = isl_pw_aff_align_params;
    /// Removes dimensions that nothing depends on.
    fn drop_dims(self, dim_type: DimType, first: u32, n: u32) -> PwAff = isl_pw_aff_drop_dims;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_pw_aff_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_pw_aff_get_space;
    /// The space of the domain.
    fn domain_space(&self) -> Space = isl_pw_aff_get_domain_space;
    /// Makes an expression of the parameters one over a domain.
    fn insert_domain(self, domain: Space) -> PwAff = isl_pw_aff_insert_domain;
    /// Makes an expression that depends on parameters only one of the parameters.
    fn project_domain_on_params(self) -> PwAff = isl_pw_aff_project_domain_on_params;
    /// Substitutes a function for the domain.
    fn pullback_multi_aff(self, function: MultiAff) -> PwAff = isl_pw_aff_pullback_multi_aff;
    /// Substitutes a function for the domain.
    fn pullback_pw_multi_aff(self, function: PwMultiAff) -> PwAff = isl_pw_aff_pullback_pw_multi_aff;
    /// Its greatest value; infinity if unbounded, NaN if defined nowhere.
    fn max_val(self) -> Val = isl_pw_aff_max_val;
    /// Its least value; minus infinity if unbounded, NaN if defined nowhere.
    fn min_val(self) -> Val = isl_pw_aff_min_val;
    /// Its graph.
    fn to_map(self) -> Map = isl_map_from_pw_aff;
});

impl PwAff {
    /// Its pieces. They are disjoint.
    ///
    /// isl: `isl_pw_aff_foreach_piece`.
    pub fn foreach_piece(&self) -> Result<Vec<(Set, Aff)>> {
        // SAFETY: the object is live and only kept.
        collect_pieces(&self.context, |visit, user| unsafe {
            sys::isl_pw_aff_foreach_piece(self.raw, visit, user)
        })
    }
}

object! {
    /// A tuple of quasi-affine expressions.
    pub MultiAff: isl_multi_aff, free isl_multi_aff_free, clone isl_multi_aff_copy,
    print isl_multi_aff_to_str
}

reader!(MultiAff, isl_multi_aff_read_from_str);

methods!(MultiAff {
    /// Zero everywhere.
    fn zero(space: Space) -> MultiAff = isl_multi_aff_zero;
    /// The identity on a set space.
    fn identity_on_domain_space(space: Space) -> MultiAff = isl_multi_aff_identity_on_domain_space;
    /// The tuple of one expression.
    fn from_aff(aff: Aff) -> MultiAff = isl_multi_aff_from_aff;
    /// An expression of the tuple.
    fn aff(&self, pos: u32) -> Aff = isl_multi_aff_get_at;
    /// Replaces an expression of the tuple.
    fn set_aff(self, pos: u32, el: Aff) -> MultiAff = isl_multi_aff_set_aff;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_multi_aff_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_multi_aff_get_space;
    /// The space of the domain.
    fn domain_space(&self) -> Space = isl_multi_aff_get_domain_space;
    /// The name of a tuple, if it has one.
    fn tuple_name(&self, dim_type: DimType) -> Option<String> = isl_multi_aff_get_tuple_name;
    /// Names a tuple.
    fn set_tuple_name(self, dim_type: DimType, name: &str) -> MultiAff = isl_multi_aff_set_tuple_name;
    /// The sum.
    fn add(self, other: MultiAff) -> MultiAff = isl_multi_aff_add;
    /// The difference.
    fn sub(self, other: MultiAff) -> MultiAff = isl_multi_aff_sub;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: Set) -> MultiAff = isl_multi_aff_gist;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> MultiAff = isl_multi_aff_align_params;
    /// Whether both are obviously the same.
    fn plain_is_equal(&self, other: &MultiAff) -> bool = isl_multi_aff_plain_is_equal;
    /// Substitutes a function for the domain.
    fn pullback(self, other: MultiAff) -> MultiAff = isl_multi_aff_pullback_multi_aff;
    /// The product of the ranges, flattened.
    fn flat_range_product(self, other: MultiAff) -> MultiAff = isl_multi_aff_flat_range_product;
    /// `A -> [B -> C]` of `A -> B` and `A -> C`.
    fn range_product(self, other: MultiAff) -> MultiAff = isl_multi_aff_range_product;
    /// Its graph.
    fn to_map(self) -> Map = isl_map_from_multi_aff;
});

list! {
    AffList of Aff: isl_aff_list,
    alloc isl_aff_list_alloc, add isl_aff_list_add, free isl_aff_list_free
}

impl MultiAff {
    /// The tuple of `affs` in the map space `space`.
    pub fn from_affs(space: Space, affs: Vec<Aff>) -> Result<MultiAff> {
        let list = AffList::new(space.context(), affs)?;
        call!(isl_multi_aff_from_aff_list(space = space, list = list))
    }
}

object! {
    /// A piecewise tuple of quasi-affine expressions.
    pub PwMultiAff: isl_pw_multi_aff, free isl_pw_multi_aff_free, clone isl_pw_multi_aff_copy,
    print isl_pw_multi_aff_to_str
}

reader!(PwMultiAff, isl_pw_multi_aff_read_from_str);

methods!(PwMultiAff {
    /// The function that a single-valued map is.
    fn from_map(map: Map) -> PwMultiAff = isl_pw_multi_aff_from_map;
    /// The function without arguments that a singleton is.
    fn from_set(set: Set) -> PwMultiAff = isl_pw_multi_aff_from_set;
    /// The same, with one piece.
    fn from_multi_aff(function: MultiAff) -> PwMultiAff = isl_pw_multi_aff_from_multi_aff;
    /// The number of pieces.
    fn n_piece(&self) -> u32 = isl_pw_multi_aff_n_piece;
    /// Its graph.
    fn to_map(self) -> Map = isl_map_from_pw_multi_aff;
    /// An expression of the tuple.
    fn pw_aff(&self, pos: u32) -> PwAff = isl_pw_multi_aff_get_at;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_pw_multi_aff_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_pw_multi_aff_get_space;
    /// The space of the domain.
    fn domain_space(&self) -> Space = isl_pw_multi_aff_get_domain_space;
    /// The domain.
    fn domain(self) -> Set = isl_pw_multi_aff_domain;
    /// Restricts the domain.
    fn intersect_domain(self, set: Set) -> PwMultiAff = isl_pw_multi_aff_intersect_domain;
    /// The same with fewer pieces, where those can be merged.
    fn coalesce(self) -> PwMultiAff = isl_pw_multi_aff_coalesce;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: Set) -> PwMultiAff = isl_pw_multi_aff_gist;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &PwMultiAff) -> bool = isl_pw_multi_aff_is_equal;
    /// Whether both are obviously the same.
    fn plain_is_equal(&self, other: &PwMultiAff) -> bool = isl_pw_multi_aff_plain_is_equal;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> PwMultiAff = isl_pw_multi_aff_align_params;
    /// The name of a tuple, if it has one.
    fn tuple_name(&self, dim_type: DimType) -> Option<String> = isl_pw_multi_aff_get_tuple_name;
    /// Substitutes a function for the domain.
    fn pullback_multi_aff(self, function: MultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_multi_aff;
    /// Substitutes a function for the domain.
    fn pullback_pw_multi_aff(self, other: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_pullback_pw_multi_aff;
    /// The pointwise sum, or the one that is defined.
    fn union_add(self, other: PwMultiAff) -> PwMultiAff = isl_pw_multi_aff_union_add;
});

impl PwMultiAff {
    /// Its pieces. They are disjoint.
    ///
    /// isl: `isl_pw_multi_aff_foreach_piece`.
    pub fn foreach_piece(&self) -> Result<Vec<(Set, MultiAff)>> {
        // SAFETY: the object is live and only kept.
        collect_pieces(&self.context, |visit, user| unsafe {
            sys::isl_pw_multi_aff_foreach_piece(self.raw, visit, user)
        })
    }
}

object! {
    /// A tuple of piecewise quasi-affine expressions.
    pub MultiPwAff: isl_multi_pw_aff, free isl_multi_pw_aff_free, clone isl_multi_pw_aff_copy,
    print isl_multi_pw_aff_to_str
}

reader!(MultiPwAff, isl_multi_pw_aff_read_from_str);

methods!(MultiPwAff {
    /// The same, as a tuple.
    fn from_pw_multi_aff(function: PwMultiAff) -> MultiPwAff = isl_multi_pw_aff_from_pw_multi_aff;
    /// An expression of the tuple.
    fn pw_aff(&self, pos: u32) -> PwAff = isl_multi_pw_aff_get_at;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_multi_pw_aff_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_multi_pw_aff_get_space;
    /// The space of the domain.
    fn domain_space(&self) -> Space = isl_multi_pw_aff_get_domain_space;
    /// The domain.
    fn domain(self) -> Set = isl_multi_pw_aff_domain;
    /// Restricts the domain.
    fn intersect_domain(self, domain: Set) -> MultiPwAff = isl_multi_pw_aff_intersect_domain;
    /// The same with fewer pieces, where those can be merged.
    fn coalesce(self) -> MultiPwAff = isl_multi_pw_aff_coalesce;
    /// Simplifies, assuming the context holds; outside of it the result is arbitrary.
    fn gist(self, context: Set) -> MultiPwAff = isl_multi_pw_aff_gist;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &MultiPwAff) -> bool = isl_multi_pw_aff_is_equal;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> MultiPwAff = isl_multi_pw_aff_align_params;
    /// The name of a tuple, if it has one.
    fn tuple_name(&self, dim_type: DimType) -> Option<String> = isl_multi_pw_aff_get_tuple_name;
    /// Names a tuple.
    fn set_tuple_name(self, dim_type: DimType, name: &str) -> MultiPwAff = isl_multi_pw_aff_set_tuple_name;
    /// Its graph.
    fn to_map(self) -> Map = isl_map_from_multi_pw_aff;
});

list! {
    PwAffList of PwAff: isl_pw_aff_list,
    alloc isl_pw_aff_list_alloc, add isl_pw_aff_list_add, free isl_pw_aff_list_free
}

impl MultiPwAff {
    /// The tuple of `pw_affs` in the map space `space`.
    pub fn from_pw_affs(space: Space, pw_affs: Vec<PwAff>) -> Result<MultiPwAff> {
        let list = PwAffList::new(space.context(), pw_affs)?;
        call!(isl_multi_pw_aff_from_pw_aff_list(space = space, list = list))
    }
}
