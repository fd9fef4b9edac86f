//! The findings of lowering by code: what only shows once the set-up is known.

use tavola_syntax::diagnostic::codes;

codes! {
    TOO_MANY_MEMBERS = "E1001": "a kind with more members, or more links, than a set can hold";
    LARGE_POSITION = "E1002": "a position with too many numbers";
    TOO_MANY_NAMES = "E1003": "too many names inside expressions";
    NOT_KNOWN_BEFORE = "E1004": "a value that must be known before the game begins, and is not";
    BOARD_SIZE = "E1005": "a board that is too small or too large";
    TOO_MANY_SORTS = "E1006": "more sorts of things than the machine can number";
    NO_RANGE = "E1007": "an index that is no range";
    COPIES = "E1008": "a number of copies that cannot be";
    START_INDEX = "E1009": "a start place whose indexes the component does not have";
    LARGE_NUMBER = "E1010": "a number that is too large";
    NO_SEAT = "E1011": "a seat that this number of players does not have";
    NO_VALUE = "E1012": "a name that has no value for this set-up";
    UNKNOWN_PLACES = "E1013": "things of several places taken as one heap, where these are not known before play or are secret";
    MISPLACED_RANGE = "E1014": "a range where no range can stand";
    NESTED_WITHOUT = "E1015": "sets or lists taken out of a list of such";
    INDEX_OUTSIDE = "E1016": "a number as an index that lies outside its range";
    NO_ORDER = "E1017": "top or bottom of a place that keeps no order";
    DIVISION = "E1019": "a division of something else than the things of a place into numbered places";
    SHAPE = "E1020": "a value of a shape that does not fit";
    TOO_MANY_PLACES = "E1025": "a set of places in a game of more places than a set holds";
    NO_CELL = "E1030": "a pair of a column that is no cell of the board";
    ENDLESS_ORDER = "E1035": "a place that keeps order and may hold things without end";
    KEPT_POSITION = "E1036": "a position to be remembered that takes too many numbers";
    LONG_NAME = "E1037": "a member whose name is too long";
}
