//! Messages of faults: code, what is wrong, what to do.

use std::fmt;

use super::kind::{Fault, FaultKind};

/// The code and what is wrong.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, message, _) = fault_text(self.kind);
        write!(f, "{code}: {message}")
    }
}

impl std::error::Error for Fault {}

/// What helps where a menu has nothing to choose.
pub const MENU_ENDS: &str =
    "`until:` does not hold yet, and no action is possible: let people end the menu with `until: done \"end\"`";

/// Code, message and help of a fault.
pub fn fault_text(kind: FaultKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        FaultKind::Overflow => {
            ("F0001", "a number becomes too large", "numbers lie between -2147483647 and 2147483647")
        }
        FaultKind::DivideByZero => ("F0002", "a division by 0", "test the divisor before"),
        FaultKind::NoValue => ("F0003", "there is no value here", "test with `is none` or `is single` before"),
        FaultKind::NotOne => ("F0004", "`the` finds none, or more than one", "use `first`, or a narrower `where`"),
        FaultKind::Index => ("F0005", "an index lies outside its range", "test it before"),
        FaultKind::NotEnough => ("F0006", "there are not so many things to move", "say `up to`, or test before"),
        FaultKind::Full => ("F0007", "the place cannot hold so much", "test the room before"),
        FaultKind::NotHeld => ("F0008", "such things may not lie in this place", "add them to its column `holds`"),
        FaultKind::Refused => ("F0009", "the track ends before", "say what happens with `past top:` or `past bottom:`"),
        FaultKind::Require(_) => {
            ("F0010", "this must hold, and does not", "call the action with `, if possible`, or test before")
        }
        FaultKind::NothingToChoose => ("F0011", "there is nothing to choose", "say `may choose`, or test before"),
        FaultKind::Steps => (
            "F0012",
            "the rules run on and on without a question",
            "look for a `repeat` or `in turn` whose end is never reached; work that is only large is divided by questions",
        ),
        FaultKind::Search => ("F0013", "too many ways to look ahead", "split the action into smaller ones"),
        FaultKind::Ambiguous => ("F0014", "it is not said which of several sorts is moved", "let a player choose"),
        FaultKind::ListFull => (
            "F0015",
            "a list has no more room",
            "it has room for each member of its kind once (64 numbers), or for what its type says (`list of number up to 200`): ask `x not in LIST` before, or take something out",
        ),
        FaultKind::NoMember => {
            ("F0017", "this is no member of the kind that is wanted here", "test with `x in KIND` before")
        }
        FaultKind::NotKept => {
            ("F0018", "a set cannot keep this number", "a set keeps 0 to 255: use a list, `[-1, 1]`, or `n in -1..1`")
        }
        FaultKind::AtOnce => {
            ("F0016", "somebody else or chance is asked inside a menu that is asked at once", "ask after the menu")
        }
    }
}

/// Whether a code is that of a fault which says that a budget is spent: steps between two questions, ways to look ahead.
pub fn is_budget(code: &str) -> bool {
    [FaultKind::Steps, FaultKind::Search].iter().any(|&kind| fault_text(kind).0 == code)
}
