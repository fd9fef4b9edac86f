//! The program `tavola` inside Python: as a program of its own, or one command whose output is kept.

use std::ffi::OsString;

use pyo3::prelude::*;
use tavola::tools::{self, CommandRun};
use tavola_lab::threads;

use crate::lab::{Progress, watched};

/// Runs the program with these arguments and returns its exit code. It handles Ctrl-C of the process from now on.
#[pyfunction]
pub(crate) fn program(py: Python<'_>, words: Vec<OsString>) -> u8 {
    py.detach(|| tools::main(&words))
}

/// Runs a command with these arguments. Returns its exit code, and what it printed on stdout and stderr.
///
/// `progress` is called with the number of finished games, or of other work, and of all, about twenty times a second.
/// Ctrl-C ends the command and raises `KeyboardInterrupt`. `play`, `serve` and `test --update` are refused.
#[pyfunction]
#[pyo3(signature = (words, progress=None))]
pub(crate) fn command(
    py: Python<'_>,
    words: Vec<OsString>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u8, String, String)> {
    let (call, mut progress) = (CommandRun::new(words), Progress::new(progress));
    let watch = |py: Python<'_>| progress.report(py, call.progress());
    let code = watched(py, call.flag(), || threads::with(0, || tools::run_call(&call)), watch)?;
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ok((code, text(call.take_out()), text(call.take_err())))
}
