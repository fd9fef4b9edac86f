//! Reading of the actions that Python gives.

use pyo3::buffer::{Element, PyBuffer};
use pyo3::prelude::*;

use crate::errors::error;

/// The actions of all rows, of a game that has this number of them.
pub(super) fn actions(given: &Bound<'_, PyAny>, rows: usize, actions: usize) -> PyResult<Vec<u32>> {
    let read = match buffer::<i64>(given).or_else(|| buffer::<i32>(given)) {
        Some(read) => read?,
        None => given
            .extract::<Vec<i64>>()
            .map_err(|_| error("actions are a flat array or sequence of integers, one for each row"))?,
    };
    if read.len() != rows {
        return Err(error(format!("there are {} actions for {rows} rows", read.len())));
    }
    let action = |(row, action): (usize, i64)| {
        let none = || error(format!("row {row}: there is no action {action}: ids are below {actions}"));
        u32::try_from(action).map_err(|_| none())
    };
    read.into_iter().enumerate().map(action).collect()
}

/// The integers of an array of this type.
fn buffer<T: Element + Into<i64>>(given: &Bound<'_, PyAny>) -> Option<PyResult<Vec<i64>>> {
    let buffer = PyBuffer::<T>::get(given).ok().filter(|buffer| buffer.dimensions() == 1)?;
    Some(buffer.to_vec(given.py()).map(|read| read.into_iter().map(Into::into).collect()))
}
