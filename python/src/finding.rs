//! Findings in rules as Python objects.

use pyo3::prelude::*;
use pythonize::pythonize;
use tavola_game::draw_finding;
use tavola_syntax::diagnostic::{self, Diagnostic};
use tavola_syntax::text::Sources;

/// Width of a drawn finding in characters.
const WIDTH: usize = 140;

/// An error or warning about rules, with its place. `print` shows it in its text.
#[pyclass(frozen, eq, module = "tavola")]
#[derive(Clone, PartialEq)]
pub(crate) struct Finding {
    data: diagnostic::Finding,
    text: String,
    is_error: bool,
}

impl Finding {
    /// A finding in these texts, found with a variant or without.
    pub(crate) fn new(finding: &Diagnostic, sources: &Sources, variant: Option<&str>) -> Self {
        let data = diagnostic::Finding::new(finding, sources).with_variant(variant.map(str::to_owned));
        Self { data, text: draw_finding(finding, sources, false, WIDTH), is_error: finding.is_error() }
    }
}

/// All these findings.
pub(crate) fn findings(diagnostics: &[Diagnostic], sources: &Sources) -> Vec<Finding> {
    diagnostics.iter().map(|finding| Finding::new(finding, sources, None)).collect()
}

#[pymethods]
impl Finding {
    /// The code, such as `E0201`. `tavola explain CODE` says what it means.
    #[getter]
    fn code(&self) -> &str {
        &self.data.code
    }

    /// True for an error, false for a warning.
    #[getter]
    pub(crate) fn is_error(&self) -> bool {
        self.is_error
    }

    /// The message.
    #[getter]
    fn message(&self) -> &str {
        &self.data.message
    }

    /// The file. None if the finding is about the whole game.
    #[getter]
    fn file(&self) -> Option<&str> {
        self.data.place.as_ref().map(|place| place.file.as_str())
    }

    /// The line, from 1.
    #[getter]
    fn line(&self) -> Option<usize> {
        self.data.place.as_ref().map(|place| place.line)
    }

    /// The column, from 1, in characters.
    #[getter]
    fn column(&self) -> Option<usize> {
        self.data.place.as_ref().map(|place| place.column)
    }

    /// The help.
    #[getter]
    fn help(&self) -> Option<&str> {
        self.data.help.as_deref()
    }

    /// The first clause that the line cites. `to_dict()["clauses"]` has all.
    #[getter]
    fn clause(&self) -> Option<&str> {
        self.data.clause.as_deref()
    }

    /// The variant with which it was found.
    #[getter]
    fn variant(&self) -> Option<&str> {
        self.data.variant.as_deref()
    }

    /// The finding drawn in its text, in several lines.
    #[getter]
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The finding as plain data, as `tavola check --format json` prints it.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.data)?)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        let place = self.data.place.as_ref().map(|place| format!(" {}:{}:{}", place.file, place.line, place.column));
        format!("<Finding {}{}: {}>", self.data.code, place.unwrap_or_default(), self.data.message)
    }
}
