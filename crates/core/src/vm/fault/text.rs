//! Messages of faults: code, message, help.

use std::fmt;

use super::kind::{Fault, FaultKind};

/// Code and message.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (code, message, _) = fault_text(self.kind);
        write!(f, "{code}: {message}")
    }
}

impl std::error::Error for Fault {}

/// The help for a menu without options.
pub const MENU_ENDS: &str =
    "`until:` is still false and no action is possible: let players end the menu with `until: done \"end\"`";

/// Code, message and help of a fault.
pub fn fault_text(kind: FaultKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        FaultKind::Overflow => {
            ("F0001", "a number becomes too large", "numbers lie between -2147483647 and 2147483647")
        }
        FaultKind::DivideByZero => ("F0002", "a division by 0", "test the divisor first"),
        FaultKind::NoValue => ("F0003", "there is no value here", "test with `is none` or `is single` first"),
        FaultKind::NoResult => ("F0004", "`the` finds none", "use `first`, which may be none, or a wider `where`"),
        FaultKind::SeveralResults => ("F0004", "`the` finds more than one", "use `first`, or a narrower `where`"),
        FaultKind::Index => ("F0005", "an index lies outside its range", "test the index first"),
        FaultKind::NotEnough => ("F0006", "there are not enough things to move", "write `up to`, or test first"),
        FaultKind::Full => ("F0007", "the place cannot hold that many things", "test the room first"),
        FaultKind::NotHeld => ("F0008", "such things may not lie in this place", "add them to its column `holds`"),
        FaultKind::Refused => {
            ("F0009", "the step goes past the end of the track", "declare `past top:` or `past bottom:` for it")
        }
        FaultKind::Require(_) => {
            ("F0010", "a required condition does not hold", "add `, if possible` to the call, or test first")
        }
        FaultKind::NothingToChoose => (
            "F0011",
            "there is nothing to choose",
            "write `may choose`, or test first; a `draw` before may have found fewer than it wanted",
        ),
        FaultKind::Steps => (
            "F0012",
            "the rules run too long without a question",
            "find the `repeat` or `in turn` that never ends, or divide long work with questions",
        ),
        FaultKind::Search => {
            ("F0013", "the search for a way to finish the action takes too long", "split the action into smaller ones")
        }
        FaultKind::Ambiguous => ("F0014", "it is unclear which of several things to move", "let a player choose"),
        FaultKind::ListFull => (
            "F0015",
            "a list is full",
            "give it a size (`list of number up to 200`), take something out, or test `x not in LIST` first",
        ),
        FaultKind::LoopFull => (
            "F0015",
            "a loop has too many results",
            "write one `each` inside the other, or take fewer with `where`: a loop keeps up to 4096 results",
        ),
        FaultKind::NoMember => {
            ("F0017", "this is not a member of the kind that is needed here", "test with `x in KIND` first")
        }
        FaultKind::NotKept => {
            ("F0018", "a set cannot keep this number", "a set keeps 0 to 255: write a list, `[-1, 1]`, or `n in -1..1`")
        }
        FaultKind::Interrupted => ("F0019", "the run was interrupted", "run the same position again"),
        FaultKind::AtOnce => {
            ("F0016", "a menu that is asked `at once` cannot ask another player or chance", "ask after the menu")
        }
    }
}

/// True if this is the code of an exhausted budget: steps between two questions, or lookahead.
pub fn is_budget(code: &str) -> bool {
    [FaultKind::Steps, FaultKind::Search].iter().any(|&kind| fault_text(kind).0 == code)
}
