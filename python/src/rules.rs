//! Rules of a game.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMapping};
use tavola_game::{GameFolder, Rules as Checked, Setup};

use crate::arguments::{self, Whole, mistyped};
use crate::errors::{broken_rules, unloaded, wrong};
use crate::finding::{Finding, findings};
use crate::game::Game;
use crate::lab::apart;

/// Number of threads that read the rules of a game, which takes milliseconds.
const READERS: usize = 1;

/// Parsed and checked rules of a game, with or without a variant. They never change.
#[pyclass(frozen, module = "tavola")]
#[derive(Clone)]
pub(crate) struct Rules {
    pub(crate) checked: Arc<Checked>,
    folder: Arc<GameFolder>,
    variant: Option<String>,
}

impl Rules {
    /// Rules of a folder in memory.
    fn of(folder: Arc<GameFolder>, variant: Option<String>) -> Result<Self, tavola_game::Error> {
        let checked = Arc::new(Checked::read(&*folder, variant.as_deref())?);
        Ok(Self { checked, folder, variant })
    }

    /// A game of these rules.
    pub(crate) fn set_up(&self, py: Python<'_>, setup: &Setup) -> PyResult<Game> {
        let checked = &self.checked;
        let game = apart(py, READERS, || checked.game(setup)).map_err(|error| unloaded(py, error))?;
        // Learning plays thousands of games. The variable is that of the program.
        if std::env::var_os("TAVOLA_NATIVE").is_none_or(|value| value != "off") {
            game.enable_jit();
        }
        Ok(Game { game, rules: self.clone() })
    }

    /// The rules with this variant.
    pub(crate) fn of_variant(&self, py: Python<'_>, variant: Option<&str>) -> PyResult<Self> {
        if self.variant.as_deref() == variant {
            Ok(self.clone())
        } else {
            self.with_variant(py, variant.map(str::to_owned))
        }
    }

    /// Raises if the rules have errors.
    pub(crate) fn playable(&self, py: Python<'_>) -> PyResult<()> {
        if self.is_playable() { Ok(()) } else { Err(broken_rules(py, self.diagnosed())) }
    }

    fn diagnosed(&self) -> Vec<Finding> {
        findings(self.checked.diagnostics(), self.checked.sources())
    }

    fn game_setup(&self, players: &Bound<'_, PyAny>, settings: Option<Bound<'_, PyMapping>>) -> PyResult<Setup> {
        let mut setup = match Whole::read(players) {
            Some(_) => Setup::of(arguments::players(players)?),
            None => {
                let (least, most) = self.players().unwrap_or_default();
                let wanted = format!("a number from {least} to {most}, or a list with the names of the players");
                let names = players.extract::<Vec<String>>().map_err(|_| mistyped("players", &wanted, players))?;
                Setup { players: names, ..Setup::of(0) }
            }
        };
        setup.variant.clone_from(&self.variant);
        let Some(settings) = settings else { return Ok(setup) };
        for pair in settings.items()? {
            let (name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = pair.extract()?;
            let wanted = "a dict whose keys are the names of settings";
            let name = name.extract::<String>().map_err(|_| mistyped("settings", wanted, settings.as_any()))?;
            setup.settings.push((name, setting(&value)?));
        }
        Ok(setup)
    }
}

/// Value of a setting as the language writes it.
fn setting(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyBool>() {
        Ok(flag) => Ok(if flag.is_true() { "yes" } else { "no" }.to_owned()),
        Err(_) => Ok(value.str()?.to_string()),
    }
}

#[pymethods]
impl Rules {
    /// Reads the folder of a game.
    ///
    /// `variant` names a variant (`variants/NAME.tavola`), or several in their order: `night,short`. Mistakes in the rules are
    /// no exceptions here, but `findings`.
    #[staticmethod]
    #[pyo3(signature = (path, variant=None))]
    fn read(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::path)] path: PathBuf,
        #[pyo3(from_py_with = arguments::variant)] variant: Option<String>,
    ) -> PyResult<Self> {
        apart(py, READERS, || {
            let checked = Arc::new(Checked::read(&path, variant.as_deref())?);
            Ok(Self { checked, folder: Arc::new(GameFolder::read(&path)?), variant })
        })
        .map_err(wrong)
    }

    /// Rules from texts instead of files: texts by their path in the folder, such as `valley.tavola` or `variants/short.tavola`.
    #[staticmethod]
    #[pyo3(signature = (files, variant=None, name="game"))]
    fn from_texts(
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::files)] files: BTreeMap<String, String>,
        #[pyo3(from_py_with = arguments::variant)] variant: Option<String>,
        #[pyo3(from_py_with = arguments::name)] name: &str,
    ) -> PyResult<Self> {
        let folder = Arc::new(GameFolder { name: name.to_owned(), files });
        apart(py, READERS, || Self::of(folder, variant)).map_err(wrong)
    }

    /// The rules of the same folder with a variant, or with several: `night,short`. None stands for the game itself.
    #[pyo3(signature = (variant))]
    fn with_variant(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = arguments::variant)] variant: Option<String>,
    ) -> PyResult<Self> {
        apart(py, READERS, || Self::of(Arc::clone(&self.folder), variant)).map_err(wrong)
    }

    /// All errors and warnings.
    #[getter]
    fn findings(&self) -> Vec<Finding> {
        self.diagnosed()
    }

    /// True if there is no error, so that the game can be played.
    #[getter]
    fn is_playable(&self) -> bool {
        !self.checked.diagnostics().iter().any(tavola_syntax::diagnostic::Diagnostic::is_error)
    }

    /// Name of the game in the rules.
    #[getter]
    fn name(&self) -> &str {
        self.checked.name()
    }

    /// Title of the game. None while the rules have errors.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.checked.title()
    }

    /// Minimum and maximum number of players. None while the rules have errors.
    #[getter]
    fn players(&self) -> Option<(usize, usize)> {
        self.checked.players()
    }

    /// Names of the variants in the folder.
    #[getter]
    fn variants(&self) -> Vec<String> {
        self.folder.variants()
    }

    /// Name of the variant of these rules.
    #[getter]
    fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// Fingerprint of the rules. Comments and blank lines do not count.
    #[getter]
    fn hash(&self) -> String {
        self.checked.hash()
    }

    /// Settings and rulings with their defaults for a number of players.
    fn settings<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = arguments::players)] players: usize,
    ) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let data = |setting: tavola_game::SettingInfo| {
            let dict = PyDict::new(py);
            dict.set_item("name", setting.name)?;
            dict.set_item("value", setting.value)?;
            dict.set_item("allowed", setting.range)?;
            dict.set_item("values", setting.values)?;
            dict.set_item("meaning", setting.meaning)?;
            dict.set_item("is_ruling", setting.ruling)?;
            Ok(dict)
        };
        self.checked.settings(players).into_iter().map(data).collect()
    }

    /// Sets up a game.
    ///
    /// `players` is their number or their names, `settings` changes settings and rulings: `{"rounds": 12}`.
    /// Raises `RulesError` if the rules have errors, `TavolaError` for a wrong number of players or setting.
    #[pyo3(signature = (players, settings=None))]
    fn game(
        &self,
        py: Python<'_>,
        players: &Bound<'_, PyAny>,
        #[pyo3(from_py_with = arguments::settings)] settings: Option<Bound<'_, PyMapping>>,
    ) -> PyResult<Game> {
        self.playable(py)?;
        self.set_up(py, &self.game_setup(players, settings)?)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.checked.hash() == other.checked.hash() && self.variant == other.variant
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.checked.hash(), 16).unwrap_or(0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, RulesParts)> {
        let make = py.get_type::<Self>().getattr("from_texts")?;
        Ok((make, (self.folder.files.clone(), self.variant.clone(), self.folder.name.clone())))
    }

    fn __repr__(&self) -> String {
        let variant = self.variant.as_ref().map(|name| format!(", variant {name}")).unwrap_or_default();
        format!("<Rules of {}{variant}: {}>", self.checked.title().unwrap_or(self.checked.name()), self.checked.hash())
    }
}

/// Arguments of `from_texts`.
type RulesParts = (BTreeMap<String, String>, Option<String>, String);
