//! Numbers: integers of any size, rationals, infinities and NaN.

use crate::call::{call, methods, object, reader};
use crate::{Context, Result};

object! {
    /// A number: an exact rational, an infinity, or NaN.
    pub Val: isl_val, free isl_val_free, clone isl_val_copy, print isl_val_to_str
}

reader!(Val, isl_val_read_from_str);

methods!(Val {
    /// An integer.
    fn from_i64(context: &Context, value: i64) -> Val = isl_val_int_from_si;
    /// Plus infinity.
    fn infty(context: &Context) -> Val = isl_val_infty;
    /// Minus infinity.
    fn neginfty(context: &Context) -> Val = isl_val_neginfty;
    /// Not a number.
    fn nan(context: &Context) -> Val = isl_val_nan;
    /// The denominator of a rational in lowest terms.
    fn denominator(&self) -> Val = isl_val_get_den_val;
    /// Whether it is an integer.
    fn is_int(&self) -> bool = isl_val_is_int;
    /// Whether it is a rational (or an integer).
    fn is_rat(&self) -> bool = isl_val_is_rat;
    /// Whether it is not a number.
    fn is_nan(&self) -> bool = isl_val_is_nan;
    /// Whether it is plus infinity.
    fn is_infty(&self) -> bool = isl_val_is_infty;
    /// Whether it is minus infinity.
    fn is_neginfty(&self) -> bool = isl_val_is_neginfty;
    /// Whether it is zero.
    fn is_zero(&self) -> bool = isl_val_is_zero;
    /// Whether it is one.
    fn is_one(&self) -> bool = isl_val_is_one;
    /// Its sign, -1, 0 or 1; 0 for NaN.
    fn sign(&self) -> i32 = isl_val_sgn;
    /// Negative, zero or positive as it is less than, equal to or greater than the value.
    fn cmp_si(&self, value: i64) -> i32 = isl_val_cmp_si;
    /// Whether both are equal.
    fn eq(&self, other: &Val) -> bool = isl_val_eq;
    /// Whether it is less.
    fn lt(&self, other: &Val) -> bool = isl_val_lt;
    /// Whether it is at most the other.
    fn le(&self, other: &Val) -> bool = isl_val_le;
    /// The sum.
    fn add(self, other: Val) -> Val = isl_val_add;
    /// The difference.
    fn sub(self, other: Val) -> Val = isl_val_sub;
    /// The product.
    fn mul(self, other: Val) -> Val = isl_val_mul;
    /// The negation.
    fn neg(self) -> Val = isl_val_neg;
    /// Rounded towards minus infinity.
    fn floor(self) -> Val = isl_val_floor;
    /// Rounded towards infinity.
    fn ceil(self) -> Val = isl_val_ceil;
    /// Its absolute value.
    fn abs(self) -> Val = isl_val_abs;
    /// The exact quotient.
    fn div(self, other: Val) -> Val = isl_val_div;
    /// The remainder of integers, of the divisor's sign.
    fn modulo(self, other: Val) -> Val = isl_val_mod;
    /// The greatest common divisor of integers.
    fn gcd(self, other: Val) -> Val = isl_val_gcd;
    /// The lesser.
    fn min(self, other: Val) -> Val = isl_val_min;
    /// The greater.
    fn max(self, other: Val) -> Val = isl_val_max;
});

impl Val {
    /// The integer, or `None` if it is no integer or does not fit.
    pub fn to_i64(&self) -> Result<Option<i64>> {
        let fits = self.is_int()? && self.cmp_si(i64::MIN)? >= 0 && self.cmp_si(i64::MAX)? <= 0;
        if fits { call!(isl_val_get_num_si(val = self)).map(Some) } else { Ok(None) }
    }

    /// The numerator of a rational in lowest terms.
    pub fn numerator(&self) -> Result<Val> {
        self.clone().mul(self.denominator()?)
    }
}
