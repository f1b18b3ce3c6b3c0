//! Spaces: how many dimensions of each class there are, and what they and their tuples are called.

use isl_sys as sys;

use crate::call::{call, display, methods, object, reader};
use crate::printer::Printer;
use crate::{Aff, Context, Id, Result};

/// A class of dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DimType {
    /// Parameters.
    Param,
    /// The domain of a map.
    In,
    /// The range of a map.
    Out,
    /// The tuple of a set; to isl the same as [`DimType::Out`].
    Set,
    /// Integer divisions, that is, existentially quantified variables.
    Div,
    /// All classes.
    All,
    /// The constant term.
    Cst,
}

impl DimType {
    pub(crate) fn to_raw(self) -> sys::isl_dim_type {
        match self {
            DimType::Param => sys::isl_dim_param,
            DimType::In => sys::isl_dim_in,
            DimType::Out => sys::isl_dim_out,
            DimType::Set => sys::isl_dim_set,
            DimType::Div => sys::isl_dim_div,
            DimType::All => sys::isl_dim_all,
            DimType::Cst => sys::isl_dim_cst,
        }
    }
}

object! {
    /// The space of a set, a map, or of parameters alone.
    pub Space: isl_space, free isl_space_free, clone isl_space_copy, print isl_space_to_str
}

reader!(Space, isl_space_read_from_str);

methods!(Space {
    /// A space of parameters.
    fn params_alloc(context: &Context, nparam: u32) -> Space = isl_space_params_alloc;
    /// A set space.
    fn set_alloc(context: &Context, nparam: u32, dim: u32) -> Space = isl_space_set_alloc;
    /// A map space.
    fn map_alloc(context: &Context, nparam: u32, n_in: u32, n_out: u32) -> Space = isl_space_alloc;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_space_dim;
    /// The name of a dimension, if it has one.
    fn dim_name(&self, dim_type: DimType, pos: u32) -> Option<String> = isl_space_get_dim_name;
    /// Names a dimension.
    fn set_dim_name(self, dim_type: DimType, pos: u32, name: &str) -> Space = isl_space_set_dim_name;
    /// The position of the dimension of that name.
    fn find_dim_by_name(&self, dim_type: DimType, name: &str) -> Option<u32> = isl_space_find_dim_by_name;
    /// The name of a tuple, if it has one.
    fn tuple_name(&self, dim_type: DimType) -> Option<String> = isl_space_get_tuple_name;
    /// Names a tuple.
    fn set_tuple_name(self, dim_type: DimType, name: &str) -> Space = isl_space_set_tuple_name;
    /// Whether a tuple has a name.
    fn has_tuple_name(&self, dim_type: DimType) -> bool = isl_space_has_tuple_name;
    /// Takes the name of a tuple away.
    fn reset_tuple_id(self, dim_type: DimType) -> Space = isl_space_reset_tuple_id;
    /// Names a dimension by an identifier.
    fn set_dim_id(self, dim_type: DimType, pos: u32, id: Id) -> Space = isl_space_set_dim_id;
    /// Names a tuple by an identifier.
    fn set_tuple_id(self, dim_type: DimType, id: Id) -> Space = isl_space_set_tuple_id;
    /// Adds dimensions at the end.
    fn add_dims(self, dim_type: DimType, n: u32) -> Space = isl_space_add_dims;
    /// Inserts dimensions.
    fn insert_dims(self, dim_type: DimType, pos: u32, n: u32) -> Space = isl_space_insert_dims;
    /// Removes dimensions that nothing depends on.
    fn drop_dims(self, dim_type: DimType, first: u32, n: u32) -> Space = isl_space_drop_dims;
    /// Moves dimensions from one class to another.
    fn move_dims(self, dst_type: DimType, dst_pos: u32, src_type: DimType, src_pos: u32, n: u32) -> Space = isl_space_move_dims;
    /// Adds a parameter, unless it is there already.
    fn add_param_id(self, id: Id) -> Space = isl_space_add_param_id;
    /// Drops all parameters.
    fn drop_all_params(self) -> Space = isl_space_drop_all_params;
    /// Reorders and extends the parameters to those of the model.
    fn align_params(self, model: Space) -> Space = isl_space_align_params;
    /// Whether both are the same space.
    fn is_equal(&self, other: &Space) -> bool = isl_space_is_equal;
    /// Whether both are the same apart from the parameters.
    fn has_equal_tuples(&self, other: &Space) -> bool = isl_space_has_equal_tuples;
    /// Whether it is a space of parameters.
    fn is_params(&self) -> bool = isl_space_is_params;
    /// Whether it is a set space.
    fn is_set(&self) -> bool = isl_space_is_set;
    /// Whether it is a map space.
    fn is_map(&self) -> bool = isl_space_is_map;
    /// Whether it is a set of pairs, `[A -> B]`.
    fn is_wrapping(&self) -> bool = isl_space_is_wrapping;
    /// The map space from one set space to another.
    fn map_from_domain_and_range(self, other: Space) -> Space = isl_space_map_from_domain_and_range;
    /// The map space from a set space to itself.
    fn map_from_set(self) -> Space = isl_space_map_from_set;
    /// The map space from an unnamed tuple of no dimensions to a set space.
    fn from_range(self) -> Space = isl_space_from_range;
    /// The map space from a set space to an unnamed tuple of no dimensions.
    fn from_domain(self) -> Space = isl_space_from_domain;
    /// The set space of an unnamed tuple of no dimensions.
    fn set_from_params(self) -> Space = isl_space_set_from_params;
    /// The space of its parameters.
    fn params(self) -> Space = isl_space_params;
    /// The domain.
    fn domain(self) -> Space = isl_space_domain;
    /// The range.
    fn range(self) -> Space = isl_space_range;
    /// The inverse.
    fn reverse(self) -> Space = isl_space_reverse;
    /// `A -> B` as the set `[A -> B]`.
    fn wrap(self) -> Space = isl_space_wrap;
    /// The set `[A -> B]` as `A -> B`.
    fn unwrap(self) -> Space = isl_space_unwrap;
    /// `[A -> C] -> [B -> D]` of `A -> B` and `C -> D`.
    fn product(self, other: Space) -> Space = isl_space_product;
    /// `A -> [B -> C]` of `A -> B` and `A -> C`.
    fn range_product(self, other: Space) -> Space = isl_space_range_product;
    /// `[A -> B] -> C` of `A -> C` and `B -> C`.
    fn domain_product(self, other: Space) -> Space = isl_space_domain_product;
    /// `A -> [B -> C]` of `[A -> B] -> C`.
    fn curry(self) -> Space = isl_space_curry;
    /// `[A -> B] -> C` of `A -> [B -> C]`.
    fn uncurry(self) -> Space = isl_space_uncurry;
    /// `[A -> C] -> [B -> D]` of `[A -> B] -> [C -> D]`.
    fn zip(self) -> Space = isl_space_zip;
    /// Adds a tuple without a name: parameters become a set, a set becomes a map.
    fn add_unnamed_tuple_ui(self, dim: u32) -> Space = isl_space_add_unnamed_tuple_ui;
    /// Adds a named tuple: parameters become a set, a set becomes a map.
    fn add_named_tuple_id_ui(self, tuple_id: Id, dim: u32) -> Space = isl_space_add_named_tuple_id_ui;
});

impl Space {
    /// Adds a parameter of that name, unless it is there already.
    pub fn add_param(self, name: &str) -> Result<Space> {
        let id = Id::new(self.context(), name)?;
        self.add_param_id(id)
    }
}

object! {
    /// A space together with integer divisions.
    pub LocalSpace: isl_local_space, free isl_local_space_free, clone isl_local_space_copy
}

display! {
    LocalSpace: |local_space| Printer::print(local_space.context(), |printer| {
        call!(isl_printer_print_local_space(printer = printer, local_space = local_space))
    })
}

methods!(LocalSpace {
    /// The space without integer divisions.
    fn from_space(space: Space) -> LocalSpace = isl_local_space_from_space;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_local_space_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_local_space_get_space;
    /// The position of the dimension of that name.
    fn find_dim_by_name(&self, dim_type: DimType, name: &str) -> Option<u32> = isl_local_space_find_dim_by_name;
    /// An integer division.
    fn div(&self, pos: u32) -> Aff = isl_local_space_get_div;
    /// The domain.
    fn domain(self) -> LocalSpace = isl_local_space_domain;
    /// The range.
    fn range(self) -> LocalSpace = isl_local_space_range;
    /// Whether both are the same, for all parameter values.
    fn is_equal(&self, other: &LocalSpace) -> bool = isl_local_space_is_equal;
});
