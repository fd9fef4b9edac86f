//! The findings of the workbench by code.

use tavola_syntax::diagnostic::codes;

codes! {
    NOTHING_SURVIVED = "M0002": "a line that says why its slips need not be noticed, and none of them survives";
}
