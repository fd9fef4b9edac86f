//! Numbers for Python: into the caller's memory, as a new array, or as an array that is written again and again.
//!
//! Memory is shared by Python's buffer protocol, so NumPy is used where it is installed and nothing depends on it.

use std::marker::PhantomData;
use std::slice;

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyByteArray, PyMemoryView, PyTuple};

use crate::arguments::{mistyped_as, shown};
use crate::errors::{Stop, error};

/// `numpy.frombuffer`, or None without NumPy.
static FROM_BUFFER: PyOnceLock<Option<Py<PyAny>>> = PyOnceLock::new();

/// Element of an array. Every pattern of bits is a value.
pub(crate) trait Number: Copy + Default + Send + 'static {
    /// Name of the type for NumPy.
    const NUMPY: &str;
    /// Letter of the type for `memoryview`.
    const LETTER: &str;
    /// The type as NumPy's `dtype`, made once.
    fn made() -> &'static PyOnceLock<Py<PyAny>>;
}

macro_rules! numbers {
    ($($number:ty: $numpy:literal, $letter:literal;)*) => {$(
        impl Number for $number {
            const NUMPY: &str = $numpy;
            const LETTER: &str = $letter;

            fn made() -> &'static PyOnceLock<Py<PyAny>> {
                static MADE: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
                &MADE
            }
        }
    )*};
}

numbers! {
    f32: "float32", "f";
    i8: "int8", "b";
    i32: "int32", "i";
    u64: "uint64", "Q";
    Flag: "bool", "?";
}

/// False or true, as NumPy stores it.
#[derive(Clone, Copy, Default)]
#[repr(transparent)]
pub(crate) struct Flag(u8);

impl From<bool> for Flag {
    fn from(flag: bool) -> Self {
        Self(u8::from(flag))
    }
}

/// Writes numbers into `out` and returns it, or into a new array: of NumPy if it is installed, else a `memoryview`.
/// `write` gets numbers of any value. It writes all of them, or returns an error before the first.
pub(crate) fn give<'py, T: Number + Element>(
    py: Python<'py>,
    count: usize,
    out: Option<Bound<'py, PyAny>>,
    write: impl FnOnce(&mut [T]) -> Result<(), Stop>,
) -> PyResult<Result<Bound<'py, PyAny>, Stop>> {
    let Some(out) = out else {
        let mut written = Ok(());
        let bytes = PyByteArray::new_with(py, count * size_of::<T>(), |bytes| {
            written = write(numbers(bytes));
            Ok(())
        })?;
        return match written {
            Ok(()) => array::<T>(&bytes).map(Ok),
            Err(stop) => Ok(Err(stop)),
        };
    };
    let wanted = format!("an array of {count} numbers of {}", T::NUMPY);
    let buffer = buffer::<T>(&out).ok_or_else(|| mistyped_as("out", &wanted, &described(&out)))?;
    if buffer.item_count() != count {
        return Err(error(format!("`out` is {wanted}, not {}", described(&out))));
    }
    if buffer.readonly() {
        return Err(error("`out` is read-only: give an array that can be written"));
    }
    if let Some(numbers) = contiguous(&buffer) {
        return Ok(write(numbers).map(|()| out));
    }
    let mut written = vec![T::default(); count];
    if let Err(stop) = write(&mut written) {
        return Ok(Err(stop));
    }
    buffer.copy_from_slice(py, &written)?;
    Ok(Ok(out))
}

/// The memory of an array of this type. None for other types, and for numbers in the byte order of other machines, which `pyo3` would
/// take as they lie there.
pub(crate) fn buffer<T: Element>(given: &Bound<'_, PyAny>) -> Option<PyBuffer<T>> {
    let foreign: &[u8] = if cfg!(target_endian = "little") { b">!" } else { b"<" };
    let is_own = |buffer: &PyBuffer<T>| buffer.format().to_bytes().first().is_none_or(|order| !foreign.contains(order));
    PyBuffer::get(given).ok().filter(is_own)
}

/// What an object is, in a message: `an array of >f4 with shape (93,)` (big-endian), else as Python writes it.
pub(crate) fn described(given: &Bound<'_, PyAny>) -> String {
    match (given.getattr("dtype"), given.getattr("shape")) {
        (Ok(dtype), Ok(shape)) => format!("an array of {dtype} with shape {}", shown(&shape)),
        _ => shown(given),
    }
}

/// An array of one axis over bytes.
fn array<'py, T: Number>(bytes: &Bound<'py, PyByteArray>) -> PyResult<Bound<'py, PyAny>> {
    let py = bytes.py();
    let numpy = || py.import("numpy").and_then(|numpy| numpy.getattr("frombuffer")).ok().map(Bound::unbind);
    let Some(from_buffer) = FROM_BUFFER.get_or_init(py, numpy) else {
        return PyMemoryView::from(bytes)?.call_method1("cast", (T::LETTER,));
    };
    let dtype = || Ok::<_, PyErr>(py.import("numpy")?.getattr("dtype")?.call1((T::NUMPY,))?.unbind());
    from_buffer.bind(py).call1((bytes, T::made().get_or_try_init(py, dtype)?))
}

/// The numbers of a buffer that can be written, if they lie one after the other.
#[expect(unsafe_code, reason = "the memory belongs to Python")]
#[expect(clippy::mut_from_ref, reason = "the memory is that of another object")]
fn contiguous<T: Number + Element>(buffer: &PyBuffer<T>) -> Option<&mut [T]> {
    let first = buffer.buf_ptr().cast::<T>();
    // SAFETY: the buffer has `item_count` aligned numbers of this type, which stay where they are while it exists. The caller holds
    // the lock of the interpreter and runs no Python code meanwhile, so nobody else reads or writes them.
    buffer.is_c_contiguous().then(|| unsafe { slice::from_raw_parts_mut(first, buffer.item_count()) })
}

/// Bytes as numbers.
#[expect(unsafe_code, reason = "bytes of Python have no other type")]
fn numbers<T: Number>(bytes: &mut [u8]) -> &mut [T] {
    // SAFETY: every pattern of bits is a value of a `Number`, which also has no padding.
    let (before, numbers, after) = unsafe { bytes.align_to_mut::<T>() };
    assert!(before.is_empty() && after.is_empty(), "memory of Python is aligned for all numbers");
    numbers
}

/// An array of Python that Rust writes again and again, also without the lock of the interpreter.
pub(crate) struct Shared<T> {
    /// The array, for Python.
    array: Py<PyAny>,
    /// Its memory, which Python can neither move nor free as long as this exists.
    memory: PyBuffer<u8>,
    number: PhantomData<T>,
}

impl<T: Number> Shared<T> {
    /// An array of zeros.
    pub(crate) fn new(py: Python<'_>, shape: &[usize]) -> PyResult<Self> {
        let size = shape.iter().product::<usize>() * size_of::<T>();
        let bytes = PyByteArray::new_with(py, size, |_| Ok(()))?;
        let (flat, memory) = (array::<T>(&bytes)?, PyBuffer::get(&bytes)?);
        let array = match flat.cast_into::<PyMemoryView>() {
            Ok(_) => PyMemoryView::from(&bytes)?.call_method1("cast", (T::LETTER, shape))?,
            Err(numpy) => numpy.into_inner().call_method1("reshape", PyTuple::new(py, shape)?)?,
        };
        Ok(Self { array: array.unbind(), memory, number: PhantomData })
    }

    /// The array.
    pub(crate) fn array(&self, py: Python<'_>) -> Py<PyAny> {
        self.array.clone_ref(py)
    }

    /// Its numbers in the order of memory.
    #[expect(unsafe_code, reason = "the memory belongs to Python")]
    pub(crate) fn numbers(&mut self) -> &mut [T] {
        let (first, count) = (self.memory.buf_ptr().cast::<u8>(), self.memory.item_count());
        // SAFETY: the memory is one block of a bytearray, which stays where it is while `memory` exists. Rust reads and writes it
        // here alone, one borrow at a time. Python code that reads it in another thread meanwhile sees old and new numbers, as it
        // does with any function of NumPy that releases the lock.
        numbers(unsafe { slice::from_raw_parts_mut(first, count) })
    }
}
