//! Integer matrices.

use crate::call::{call, display, methods, object};
use crate::{Context, Error, ErrorKind, Result, Val};

object! {
    /// A matrix of integers.
    pub Mat: isl_mat, free isl_mat_free, clone isl_mat_copy
}

display! {
    Mat: |mat| mat.context.unlimited(|| {
        let rows: Vec<String> = mat.rows()?.iter().map(|row| format!("{row:?}")).collect();
        Ok(format!("[{}]", rows.join(", ")))
    })
}

methods!(Mat {
    /// The number of rows.
    fn n_row(&self) -> u32 = isl_mat_rows;
    /// The number of columns.
    fn n_col(&self) -> u32 = isl_mat_cols;
    /// An element.
    fn element_val(&self, row: u32, col: u32) -> Val = isl_mat_get_element_val;
    /// Replaces an element.
    fn set_element_val(self, row: u32, col: u32, value: Val) -> Mat = isl_mat_set_element_val;
    /// The rank.
    fn rank(&self) -> u32 = isl_mat_rank;
    /// A basis, in columns, of the vectors that it maps to zero.
    fn right_kernel(self) -> Mat = isl_mat_right_kernel;
    /// The transposed matrix.
    fn transpose(self) -> Mat = isl_mat_transpose;
    /// The matrix product.
    fn product(self, other: Mat) -> Mat = isl_mat_product;
    /// The product of its inverse and the other, which must be integer.
    fn inverse_product(self, other: Mat) -> Mat = isl_mat_inverse_product;
    /// Whether both have the same elements.
    fn is_equal(&self, other: &Mat) -> bool = isl_mat_is_equal;
});

impl Mat {
    /// The matrix of these rows, which must be of one length.
    pub fn from_rows(context: &Context, rows: Vec<Vec<i64>>) -> Result<Mat> {
        let n_col = rows.first().map_or(0, Vec::len);
        if rows.iter().any(|row| row.len() != n_col) {
            return Err(Error::new(ErrorKind::Invalid, "rows of different lengths"));
        }
        let (n_row, n_col) = (rows.len() as u32, n_col as u32);
        let mut mat: Mat = call!(isl_mat_alloc(context = context, n_row = n_row, n_col = n_col))?;
        for (i, row) in (0..).zip(rows) {
            for (j, element) in (0..).zip(row) {
                mat = mat.set_element_val(i, j, Val::from_i64(context, element)?)?;
            }
        }
        Ok(mat)
    }

    /// The rows.
    pub fn rows(&self) -> Result<Vec<Vec<Val>>> {
        let n_col = self.n_col()?;
        let row = |i| (0..n_col).map(|j| self.element_val(i, j)).collect();
        (0..self.n_row()?).map(row).collect()
    }
}
