//! Codes of the findings of the command line.

use tavola_syntax::diagnostic::codes;

codes! {
    NOTHING_SURVIVED = "M0002": "a waiver of mutants on a line of which no mutant survives";
}
