//! Positions as lists of numbers: equal numbers mean equal positions. Also lists with a maximum length.

use crate::boards::{finding, run};

const BOX: &str = "board field of Cell\n  grid: 7, 5\n\
    kind Fruit\n  | id | copies |\n  | apple | 30 |\n  | pear | 30 |\n\
    components\n  | component | count | start |\n  | Fruit | copies | heap |\n  | peg[Player] | 40 | heap |\n  | mayor | 1 | heap |\n\
    places\n  | place | holds | limit |\n  | heap | Fruit, peg, mayor | |\n  | on[Cell] | Fruit, peg, mayor | 1 |\n  | many[Cell] | peg | |\n\
    memory\n  | variable | type | start |\n  | here | list of number up to 70 | [] |\n  | log | list of number up to 600 | [] |\n  | marks | set of Cell | {} |\n\
    \x20 | spot | Cell or none | none |\n  | deep | number | 0 |\n  | on_way | yes or no | no |\n  | who | Player | seat(1) |\n";

const ALL: &str = "position(on[Cell], many[Cell], marks, spot, deep, on_way, who)";

/// Different positions, each one change after the other, have different numbers, and each equals itself.
#[test]
fn positions_are_equal_only_if_everything_is_equal() {
    let changes = [
        "move 1 apple from heap to on[a1]",
        "move 1 apple from on[a1] to heap\nmove mayor to on[b1]",
        "move mayor to heap\nmove 1 apple from heap to on[b1]",
        "move 1 apple from on[b1] to heap\nmove 1 pear from heap to on[b1]",
        "move 1 peg[seat(2)] from heap to on[g5]",
        "move 1 peg[seat(2)] from on[g5] to heap\nmove 1 peg[seat(1)] from heap to on[g5]",
        "move mayor to on[c3]",
        "move 40 peg[seat(2)] from heap to many[d2]",
        "move 20 peg[seat(2)] from many[d2] to many[e2]",
        "move 1 peg[seat(1)] from heap to many[d2]",
        "set marks = {g5}",
        "set marks = {a1, g5}",
        "set marks = Cell",
        "set spot = a1",
        "set spot = g5",
        "set deep = 7",
        "set deep = 0 - 2147483647",
        "set on_way = yes",
        "set who = seat(2)",
    ];
    let mut text = format!("set here = {ALL}\nset log = here\n");
    for change in changes {
        text += &format!(
            "{change}\nset here = {ALL}\nrequire occurrences(here, log) is 0 \"new\"\nset log = log + here\n\
             require occurrences(here, log) is 1 and here is {ALL} \"known\"\n"
        );
    }
    assert_eq!(run(BOX, &text), [""; 0]);
}

#[test]
fn a_position_comes_again() {
    let text = "set here = position(on[Cell])\nset log = here\nmove 1 pear from heap to on[c2]\n\
        require occurrences(position(on[Cell]), log) is 0 \"new\"\nmove 1 pear from on[c2] to heap\n\
        require occurrences(position(on[Cell]), log) is 1 \"back\"\nset log = log + position(on[Cell])\n\
        require occurrences(position(on[Cell]), log) is 2 and occurrences(here, log) is 2 \"twice\"\nset log = []\n\
        require occurrences(here, log) is 0 \"forgotten\"";
    assert_eq!(run(BOX, text), [""; 0]);
}

/// A list is found in a list at the start, after one element, and so on.
#[test]
fn lists_are_found_in_lists() {
    let text = "require occurrences([1, 2], [1, 2, 1, 2, 2, 1, 2]) is 2 and occurrences([2, 1], [1, 2, 1, 2]) is 0 \"steps\"\n\
        require occurrences([a1], [a1, b1, a1]) is 2 and occurrences([1, 2], [1]) is 0 and occurrences([deep], log) is 0 \"ends\"";
    assert_eq!(run(BOX, text), [""; 0]);
}

#[test]
fn lists_have_their_declared_room() {
    let fill = |count: u32| {
        format!(
            "repeat {count} times as n: set log = log + [n]\nrequire count of log is {count} and log[{count}] is {count} \"all\""
        )
    };
    assert_eq!(run(BOX, &fill(600)), [""; 0]);
    assert_eq!(run(BOX, &fill(601)), ["a list is full"]);
    let added = "repeat 600 times as n: add n to log\nrequire count of log is 600 \"all\"\nadd 1 to log";
    assert_eq!(run(BOX, added), ["a list is full"]);
    let sized = "settings\n  | name | value | range | meaning |\n  | long | 70 | 1..99 | \"room\" |\n\
        memory\n  | variable | type | start |\n  | log | list of number up to 2 * long | [] |\n";
    let fill = |count: u32| format!("repeat {count} times as n: add n to log");
    assert_eq!(run(sized, &fill(140)), [""; 0]);
    assert_eq!(run(sized, &fill(141)), ["a list is full"]);
}

#[test]
fn unusable_positions_are_findings() {
    let places = "kind Card\n  | id | copies |\n  | red | 4 |\n  | blue | 4 |\n\
        components\n  | component | count | start |\n  | Card | copies | deck |\n  | coin | unlimited | bank |\n\
        places\n  | place | holds | order | seen by |\n  | deck | Card | shuffled | nobody |\n  | hand[p in Player] | Card | | p |\n\
        \x20 | line | Card | row | all |\n  | bank | coin | | |\n  | purse[Player] | coin | | |\n";
    for (sentence, expected) in [
        ("position(hand[Player])", "E0305 not everybody sees what lies in `hand` | use places that everybody sees"),
        ("position(deck)", "E0305 `deck` keeps an order | use places whose order is `heap`"),
        ("position(line)", "E0305 `line` keeps an order"),
        ("position(purse[seat(1)])", "E0305 not all places of `purse` are named | name all of them"),
        ("position(1..3)", "E0301 this is a set of numbers, which cannot be part of a position"),
        ("position()", "E0302 `position` takes at least one place or value"),
        (
            "position(purse[Player])",
            "E1036 a place of `purse` may hold too much to be compared | give the place the limit 1",
        ),
    ] {
        let found = finding(places, &format!("require count of {sentence} is 1 \"no\""));
        assert!(found.starts_with(expected), "{sentence}: {found}");
    }
    for (sentence, expected) in [
        ("occurrences([1])", "E0302 `occurrences` takes two lists"),
        ("occurrences({1}, [1])", "E0301 expected a list, found a set of numbers"),
        ("occurrences(cut([1], 1), cut([1], 1))", "E0301 `occurrences` cannot look for lists of sets or of lists"),
    ] {
        let found = finding(places, &format!("require {sentence} is 0 \"no\""));
        assert!(found.starts_with(expected), "{sentence}: {found}");
    }
}
