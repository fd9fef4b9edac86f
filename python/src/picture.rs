//! Pictures of positions.

use std::path::PathBuf;

use pyo3::prelude::*;
use tavola_lab::whole;
use tavola_syntax::text::{REPLACED, is_obeyed};

use crate::errors::unwritten;

/// A position as a seat or a spectator sees it. Notebooks show it; `str` is the SVG.
#[pyclass(frozen, module = "tavola")]
pub(crate) struct Picture {
    svg: String,
    viewer: Option<String>,
}

impl Picture {
    /// A picture with this SVG. Control characters in texts of rules are replaced.
    pub(crate) fn new(svg: &str, viewer: Option<String>) -> Self {
        Self { svg: svg.replace(is_obeyed, REPLACED), viewer }
    }

    /// The SVG.
    pub(crate) fn text(self) -> String {
        self.svg
    }

    /// Name of the player who sees this, which is one word, or `a spectator`.
    fn seen_by(&self) -> &str {
        self.viewer.as_deref().unwrap_or("a spectator")
    }

    /// An image of a page. Its styles do not touch other pictures of the page.
    pub(crate) fn html(&self, py: Python<'_>) -> PyResult<String> {
        let coded = py.import("base64")?.call_method1("b64encode", (self.svg.as_bytes(),))?;
        let coded: String = coded.call_method1("decode", ("ascii",))?.extract()?;
        let viewer = self.seen_by();
        Ok(format!(
            "<img alt=\"The table as {viewer} sees it\" style=\"max-width:100%\" src=\"data:image/svg+xml;base64,{coded}\">"
        ))
    }
}

#[pymethods]
impl Picture {
    /// The SVG.
    #[getter]
    fn svg(&self) -> &str {
        &self.svg
    }

    /// Name of the player who sees this. None for a spectator.
    #[getter]
    fn viewer(&self) -> Option<&str> {
        self.viewer.as_deref()
    }

    /// Writes the SVG into a file.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        whole::write(&path, &self.svg).map_err(|why| unwritten(&path, &why))
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        self.html(py)
    }

    fn _repr_svg_(&self) -> &str {
        &self.svg
    }

    fn __str__(&self) -> &str {
        &self.svg
    }

    fn __repr__(&self) -> String {
        format!("<Picture of the table as {} sees it>", self.seen_by())
    }
}
