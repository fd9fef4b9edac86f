//! Scenes and pictures of a play.

use pyo3::prelude::*;
use pythonize::pythonize;
use tavola_page::draw;
use tavola_page::scene::{Scene, Stage};

use super::{Play, own};
use crate::picture::Picture;

impl Play {
    fn seen(&mut self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Scene> {
        let seat = self.seat(seat)?;
        let referee = own(&mut self.referee);
        let (view, asked) = (referee.view(&self.state, seat), referee.question(&self.state));
        let stage = Stage::new(&self.game.game, self.game.rules.checked.clause_texts(&self.game.game.setup().settings));
        Ok(stage.scene(&view, asked.as_ref(), Vec::new()))
    }

    fn drawn(&mut self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Picture> {
        let scene = self.seen(seat)?;
        Ok(Picture::new(&draw::svg(&scene), scene.viewer))
    }
}

#[pymethods]
impl Play {
    /// The position as a seat may see it, as data for drawing; None for a spectator. `docs/scene.md` explains each field.
    ///
    /// The question is included if the seat is asked. `log` is empty.
    #[pyo3(signature = (seat=None))]
    fn scene<'py>(&mut self, py: Python<'py>, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
        Ok(pythonize(py, &self.seen(seat)?)?)
    }

    /// The position as a seat may see it, as an SVG; None for a spectator.
    #[pyo3(signature = (seat=None))]
    fn svg(&mut self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        Ok(self.drawn(seat)?.text())
    }

    /// The position as a seat may see it, as a picture that a notebook shows; None for a spectator.
    #[pyo3(signature = (seat=None))]
    fn show(&mut self, seat: Option<&Bound<'_, PyAny>>) -> PyResult<Picture> {
        self.drawn(seat)
    }

    /// The picture of a spectator, for notebooks.
    fn _repr_html_(&mut self, py: Python<'_>) -> PyResult<String> {
        self.drawn(None)?.html(py)
    }

    /// The picture of a spectator, for notebooks.
    fn _repr_svg_(&mut self) -> PyResult<String> {
        self.svg(None)
    }
}
