//! Finding codes of lowering: errors that can only be found once the set-up is known.

use tavola_syntax::diagnostic::codes;

codes! {
    TOO_MANY_MEMBERS = "E1001": "a kind with more members, or more links, than a set can hold";
    LARGE_POSITION = "E1002": "a position with too many numbers";
    TOO_MANY_NAMES = "E1003": "too many names inside expressions";
    NOT_KNOWN_BEFORE = "E1004": "a value that is not known before the game begins, but must be";
    BOARD_SIZE = "E1005": "a board that is too small or too large";
    TOO_MANY_SORTS = "E1006": "more sorts of things than the machine can number";
    NO_RANGE = "E1007": "an index that is not a range";
    COPIES = "E1008": "an impossible number of copies";
    START_INDEX = "E1009": "a start place whose indexes the component does not have";
    LARGE_NUMBER = "E1010": "a number that is too large";
    NO_SEAT = "E1011": "a seat that this number of players does not have";
    NO_VALUE = "E1012": "a name that has no value for this set-up";
    UNKNOWN_PLACES = "E1013": "things of several places taken together, where the places are secret or not known before play";
    MISPLACED_RANGE = "E1014": "a range where none is allowed";
    NESTED_WITHOUT = "E1015": "sets or lists taken out of a list of sets or lists";
    INDEX_OUTSIDE = "E1016": "an index outside its range";
    NO_ORDER = "E1017": "top or bottom of a place that keeps no order";
    DIVISION = "E1019": "a division of something other than the things of a place into numbered places";
    SHAPE = "E1020": "a value of a shape that does not fit";
    TOO_MANY_PLACES = "E1025": "a set of places in a game of more places than a set holds";
    NO_CELL = "E1030": "a pair in a column that is not a cell of the board";
    ENDLESS_ORDER = "E1035": "a place that keeps order but may hold an unlimited number of things";
    KEPT_POSITION = "E1036": "a position that takes too many numbers to be compared";
    LONG_NAME = "E1037": "a member whose name is too long";
}
