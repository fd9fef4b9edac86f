//! The native module of the Python package `tavola`: rules, games, plays and simulations as Python objects.
//!
//! ```text
//! Rules --game--> Game --start--> Play: one position with its referee --show--> Picture
//!   |               |-- batch --> Batch: many plays, stepped together
//!   |               `-- simulate, restore      `-- to_record --> Record --replay--> Play
//!   `-- findings
//! check_run, share, mean: arguments and statistics of reports
//! command, program: the program `tavola` with all its commands
//! ```
//!
//! Nothing here knows a rule: each method converts arguments, calls the library of the project, and converts the result.
//! What takes longer than milliseconds releases the lock of the interpreter and ends at Ctrl-C.

mod arguments;
mod arrays;
mod batch;
mod errors;
mod finding;
mod game;
mod lab;
mod picture;
mod play;
mod program;
mod record;
mod rules;
mod statistics;
mod study;
mod table;

use pyo3::prelude::*;

/// Board games whose rules are data.
#[pymodule]
mod _tavola {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::errors::{FaultError, MergeError, RecordError, Refused, RulesError, SavedStateError, TavolaError};
    #[pymodule_export]
    use crate::finding::Finding;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::lab::check;
    #[pymodule_export]
    use crate::picture::Picture;
    #[pymodule_export]
    use crate::play::Play;
    #[pymodule_export]
    use crate::program::{command, program};
    #[pymodule_export]
    use crate::record::{Plays, Record};
    #[pymodule_export]
    use crate::rules::Rules;
    #[pymodule_export]
    use crate::statistics::{check_run, mean, share};
    #[pymodule_export]
    use crate::study::Tally;
    #[pymodule_export]
    use crate::table::Table;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
