//! Codes of findings in YAML files: rulebooks, scenarios, records, budgets.

use crate::diagnostic::codes;

codes! {
    UNREADABLE = "E1101": "a file that is not YAML or not text, or a repeated key or option";
    CUT_TEXT = "E1164": "a text without quotes that ends at a comma";
    WRONG_VALUE = "E1102": "a value of the wrong type";
    UNKNOWN_KEY = "E1103": "an unknown key";
    MISSING_KEY = "E1104": "a missing key";
    NO_PLAYER = "E1105": "an unknown player";
    NO_CLAUSE = "E1106": "a clause that the rulebook does not list";
    NAME_TWICE = "E1107": "a repeated name";
    PROVES_NOTHING = "E1108": "a case that checks nothing";
    NO_CASE = "E1109": "a case that continues an unknown case, or itself";
    MEANS_NOTHING = "E1110": "a text of a scenario or a balance that has no meaning in this game";
}
