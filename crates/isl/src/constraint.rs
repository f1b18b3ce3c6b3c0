//! Constraints: an affine expression that is zero, or that is not negative.

use crate::call::{call, display, methods, object};
use crate::printer::Printer;
use crate::{Aff, DimType, LocalSpace, Space, Val};

object! {
    /// An equality or an inequality.
    pub Constraint: isl_constraint, free isl_constraint_free, clone isl_constraint_copy
}

display! {
    Constraint: |constraint| Printer::print(constraint.context(), |printer| {
        call!(isl_printer_print_constraint(printer = printer, constraint = constraint))
    })
}

methods!(Constraint {
    /// `0 = 0`, whose terms are to be set.
    fn alloc_equality(local_space: LocalSpace) -> Constraint = isl_constraint_alloc_equality;
    /// `0 >= 0`, whose terms are to be set.
    fn alloc_inequality(local_space: LocalSpace) -> Constraint = isl_constraint_alloc_inequality;
    /// The expression is zero.
    fn equality_from_aff(aff: Aff) -> Constraint = isl_equality_from_aff;
    /// The expression is not negative.
    fn inequality_from_aff(aff: Aff) -> Constraint = isl_inequality_from_aff;
    /// Whether it is an equality.
    fn is_equality(&self) -> bool = isl_constraint_is_equality;
    /// The coefficient of a dimension.
    fn coefficient_val(&self, dim_type: DimType, pos: u32) -> Val = isl_constraint_get_coefficient_val;
    /// The constant term.
    fn constant_val(&self) -> Val = isl_constraint_get_constant_val;
    /// Sets the coefficient of a dimension.
    fn set_coefficient_si(self, dim_type: DimType, pos: u32, value: i32) -> Constraint = isl_constraint_set_coefficient_si;
    /// Sets the coefficient of a dimension.
    fn set_coefficient_val(self, dim_type: DimType, pos: u32, value: Val) -> Constraint = isl_constraint_set_coefficient_val;
    /// Sets the constant term.
    fn set_constant_si(self, value: i32) -> Constraint = isl_constraint_set_constant_si;
    /// Sets the constant term.
    fn set_constant_val(self, value: Val) -> Constraint = isl_constraint_set_constant_val;
    /// The number of dimensions of a class.
    fn dim(&self, dim_type: DimType) -> u32 = isl_constraint_dim;
    /// The space it lives in.
    fn space(&self) -> Space = isl_constraint_get_space;
    /// The space with its integer divisions.
    fn local_space(&self) -> LocalSpace = isl_constraint_get_local_space;
    /// Whether any of the dimensions matters.
    fn involves_dims(&self, dim_type: DimType, first: u32, n: u32) -> bool = isl_constraint_involves_dims;
    /// Whether it bounds the dimension from below.
    fn is_lower_bound(&self, dim_type: DimType, pos: u32) -> bool = isl_constraint_is_lower_bound;
    /// Whether it bounds the dimension from above.
    fn is_upper_bound(&self, dim_type: DimType, pos: u32) -> bool = isl_constraint_is_upper_bound;
    /// Whether it only defines an integer division.
    fn is_div_constraint(&self) -> bool = isl_constraint_is_div_constraint;
    /// The expression under an integer division.
    fn div(&self, pos: u32) -> Aff = isl_constraint_get_div;
    /// Its left-hand side.
    fn aff(&self) -> Aff = isl_constraint_get_aff;
    /// Whether both are the same constraint.
    fn is_equal(&self, other: &Constraint) -> bool = isl_constraint_is_equal;
});
