//! The findings of the workbench by code.

use tavola_syntax::diagnostic::codes;

codes! {
    NO_SETUP = "E0900": "a game that cannot be set up for a number of players";
    TOO_MANY_VARIANTS = "E0951": "more variants than can be checked at once";
    NOTHING_SURVIVED = "M0002": "a line that says why its slips need not be noticed, and none of them survives";
}
