//! Matrix products over strided views of flat slices.

use gemm::Parallelism;

/// A read-only view: `rows` × `columns`, entry (r, c) at `r * row + c * column`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Matrix<'a> {
    data: &'a [f32],
    rows: usize,
    columns: usize,
    row: usize,
    column: usize,
}

impl<'a> Matrix<'a> {
    /// A row-major view whose rows lie `stride` entries apart.
    pub(crate) fn new(data: &'a [f32], rows: usize, columns: usize, stride: usize) -> Self {
        assert!(
            fits(data.len(), rows, columns, stride),
            "a view within its data"
        );
        Self {
            data,
            rows,
            columns,
            row: stride,
            column: 1,
        }
    }

    /// A row-major view without gaps.
    pub(crate) fn dense(data: &'a [f32], rows: usize, columns: usize) -> Self {
        Self::new(data, rows, columns, columns)
    }

    /// The transposed view.
    pub(crate) fn transposed(self) -> Self {
        Self {
            rows: self.columns,
            columns: self.rows,
            row: self.column,
            column: self.row,
            ..self
        }
    }
}

/// A view to write to, row-major.
#[derive(Debug)]
pub(crate) struct MatrixMut<'a> {
    data: &'a mut [f32],
    rows: usize,
    columns: usize,
    stride: usize,
}

impl<'a> MatrixMut<'a> {
    /// A row-major view whose rows lie `stride` entries apart.
    pub(crate) fn new(data: &'a mut [f32], rows: usize, columns: usize, stride: usize) -> Self {
        assert!(
            fits(data.len(), rows, columns, stride),
            "a view within its data"
        );
        Self {
            data,
            rows,
            columns,
            stride,
        }
    }

    /// A row-major view without gaps.
    pub(crate) fn dense(data: &'a mut [f32], rows: usize, columns: usize) -> Self {
        Self::new(data, rows, columns, columns)
    }
}

fn fits(len: usize, rows: usize, columns: usize, stride: usize) -> bool {
    rows > 0 && columns > 0 && columns <= stride && (rows - 1) * stride + columns <= len
}

/// `to = keep * to + factor * left · right`.
#[allow(
    clippy::needless_pass_by_value,
    reason = "the view is given up, so that nothing else holds what is written"
)]
pub(crate) fn multiply(
    to: MatrixMut<'_>,
    keep: f32,
    factor: f32,
    left: Matrix<'_>,
    right: Matrix<'_>,
) {
    assert_eq!(left.columns, right.rows, "inner dimensions");
    assert_eq!(
        (to.rows, to.columns),
        (left.rows, right.columns),
        "outer dimensions"
    );
    let stride = |n: usize| isize::try_from(n).expect("a stride within a slice");
    // SAFETY: the views were checked against their slices when made, the shapes agree,
    // and `to` is borrowed uniquely, so that nothing overlaps it.
    #[allow(unsafe_code, reason = "the gemm crate takes pointers and strides")]
    unsafe {
        gemm::gemm(
            to.rows,
            to.columns,
            left.columns,
            to.data.as_mut_ptr(),
            1,
            stride(to.stride),
            keep != 0.0,
            left.data.as_ptr(),
            stride(left.column),
            stride(left.row),
            right.data.as_ptr(),
            stride(right.column),
            stride(right.row),
            keep,
            factor,
            false,
            false,
            false,
            Parallelism::None,
        );
    }
}
