//! The findings of files that are YAML by code: rulebooks, scenarios, records, budgets.

use crate::diagnostic::codes;

codes! {
    UNREADABLE = "E1101": "a file that is no YAML or no text; a key or an option that stands twice";
    CUT_TEXT = "E1164": "a text without quotes that ends at a comma";
    WRONG_VALUE = "E1102": "a value of the wrong type";
    UNKNOWN_KEY = "E1103": "a key that is not known";
    MISSING_KEY = "E1104": "a key that is missing";
    NO_PLAYER = "E1105": "a player who does not play";
    NO_CLAUSE = "E1106": "a clause that the rulebook does not list";
    NAME_TWICE = "E1107": "a name that is there twice";
    PROVES_NOTHING = "E1108": "a case that looks at nothing, and so proves nothing";
    NO_CASE = "E1109": "a case that goes on from one that is not there, or from itself";
    MEANS_NOTHING = "E1110": "a scenario whose set-up, position, sentences or expressions mean nothing in this game";
}
