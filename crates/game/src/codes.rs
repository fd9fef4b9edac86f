//! The findings about a game beside its rules by code: its rulebook, its variants, what is proved, its mutants.

use tavola_core::check;
use tavola_core::check::WAIVER;
pub use tavola_core::check::{MISMATCH, SURVIVOR, UNKNOWN_CLAUSE};
use tavola_syntax::diagnostic::codes;

codes! {
    IDLE_CHANGE = "W0203": "a change of a variant that changes nothing";
    NO_SETUP = "E0900": "a game that cannot be set up for a number of players";
    TOO_MANY_VARIANTS = "E0951": "more variants than can be checked at once";
    ID_TWICE = "E0902": "an id that stands twice in the rulebook";
    NO_SETTING = "E0903": "a ruling that names a setting the rules do not have";
    TOO_FEW = "E0904": "fewer clauses that state a rule are cited and proved than is asked for";
    NO_WAY_TO_PLAY = "W0901": "an alternative that nobody can play";
    NO_RULEBOOK = "W0902": "rules that cite clauses without a rulebook";
    LACKING = "W0903": "a clause that states a rule and is not cited, or not proved";
    OBSERVED = "W0904": "a clause that is said not to be observable, and is proved or states no rule";
    ERRATUM = "W0905": "an erratum that does not fit its clause";
    UNREAD = "W0906": "a clause of which something has changed since it was read";
    WHOSE_VARIANT = "W0907": "a variant of which nobody can tell whose it is";
    UNCITED_UNDER = "W0908": "a clause that nothing cites any more under a variant";
    MISNAMED = "W1160": "a file or folder that is not read, because it is called otherwise";
    MISNAMED_VARIANT = "W1161": "a variant that is called otherwise than its file";
    OTHER_GAME = "E1162": "a rulebook of another game";
    NO_ID = "E1163": "an id that rules cannot cite";
    UNPROVED_UNDER = "W0909": "a clause that nothing proves any more under a variant";
}

/// Whether a code is that of a waiver which waives nothing.
pub fn is_waiver(code: &str) -> bool {
    code == WAIVER
}

/// Whether there is a warning with this code.
pub fn is_warning(code: &str) -> bool {
    let checked = check::CODES.iter().map(|(code, _)| *code).filter(|code| code.starts_with('W'));
    checked.chain(ALL.iter().map(|(code, _)| *code).filter(|code| code.starts_with('W'))).any(|known| known == code)
}
