//! Numbers for Python: into the caller's memory, or as a new array.
//!
//! Memory is shared by Python's buffer protocol, so NumPy is used where it is installed and nothing depends on it.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyMemoryView};

use crate::errors::error;

/// `numpy.frombuffer`, or None without NumPy.
static FROM_BUFFER: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();

/// Element of an array, as NumPy and `memoryview.cast` name it.
pub(crate) trait Number: Element + Copy {
    /// Name of the type for NumPy.
    const NUMPY: &str;
    /// Letter of the type for `memoryview`.
    const LETTER: &str;
    /// Writes the bytes of numbers.
    fn write(numbers: &[Self], bytes: &mut [u8]);
}

impl Number for f32 {
    const NUMPY: &str = "float32";
    const LETTER: &str = "f";

    fn write(numbers: &[Self], bytes: &mut [u8]) {
        for (number, bytes) in numbers.iter().zip(bytes.chunks_exact_mut(4)) {
            bytes.copy_from_slice(&number.to_ne_bytes());
        }
    }
}

impl Number for i8 {
    const NUMPY: &str = "int8";
    const LETTER: &str = "b";

    fn write(numbers: &[Self], bytes: &mut [u8]) {
        for (number, byte) in numbers.iter().zip(bytes) {
            *byte = number.to_ne_bytes()[0];
        }
    }
}

/// Writes numbers into `out` and returns it, or returns a new array: of NumPy if it is installed, else a `memoryview`.
pub(crate) fn give<'py, T: Number>(
    py: Python<'py>,
    numbers: &[T],
    out: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let Some(out) = out else { return array(py, numbers) };
    let buffer = PyBuffer::<T>::get(&out)
        .map_err(|_| error(format!("`out` must be an array of {}: make it with that dtype", T::NUMPY)))?;
    if buffer.item_count() != numbers.len() {
        return Err(error(format!("`out` has {} numbers, but {} are written", buffer.item_count(), numbers.len())));
    }
    if buffer.readonly() {
        return Err(error("`out` is read-only"));
    }
    buffer.copy_from_slice(py, numbers)?;
    Ok(out)
}

fn array<'py, T: Number>(py: Python<'py>, numbers: &[T]) -> PyResult<Bound<'py, PyAny>> {
    let bytes = PyByteArray::new_with(py, size_of_val(numbers), |bytes| {
        T::write(numbers, bytes);
        Ok(())
    })?;
    let numpy = || py.import("numpy").and_then(|numpy| numpy.getattr("frombuffer")).ok().map(Bound::unbind);
    match FROM_BUFFER.get_or_init(py, numpy) {
        Some(from_buffer) => from_buffer.bind(py).call1((bytes, T::NUMPY)),
        None => PyMemoryView::from(&bytes)?.call_method1("cast", (T::LETTER,)),
    }
}
