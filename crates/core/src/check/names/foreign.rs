//! Names that authors bring along from other languages and from rulebooks, each with a hint.

/// A name and its hint.
type Hint = (&'static str, &'static str);

/// Types of other languages, with the type of this one.
pub(super) const TYPES: [Hint; 6] = [
    ("bool", "yes or no"),
    ("boolean", "yes or no"),
    ("flag", "yes or no"),
    ("int", "number"),
    ("integer", "number"),
    ("player", "Player"),
];

const CHANCE: &str = "chance is a sentence: `chance n in 1..6 \"die\"`";
const COUNT: &str = "the number of things in a place is `count of basket[p]`, of one sort `jar at basket[p]`";
const NEIGHBOUR: &str = "`left(p)` sits to the left of `p`, `right(p)` to the right";

/// Functions of other languages.
const CALLS: [Hint; 13] = [
    ("rand", CHANCE),
    ("random", CHANCE),
    ("dice", CHANCE),
    ("die", CHANCE),
    ("roll", CHANCE),
    ("count", COUNT),
    ("number", COUNT),
    ("size", COUNT),
    ("len", COUNT),
    ("length", COUNT),
    ("next", NEIGHBOUR),
    ("next_player", NEIGHBOUR),
    ("previous", NEIGHBOUR),
];

/// Names that are no values, and no rules.
const NAMES: [Hint; 4] = [
    ("winner", "who wins is settled at the end of the game, by the line `winner`"),
    ("game", "`end play` ends the game"),
    ("true", "write `yes`"),
    ("false", "write `no`"),
];

/// The hint for a function of another language.
pub(crate) fn foreign_call(name: &str) -> Option<&'static str> {
    of(&CALLS, name)
}

/// The hint for a name that authors expect to exist.
pub(crate) fn foreign_name(name: &str) -> Option<&'static str> {
    of(&NAMES, name)
}

pub(super) fn of(hints: &[Hint], name: &str) -> Option<&'static str> {
    hints.iter().find(|(foreign, _)| *foreign == name).map(|(_, hint)| *hint)
}
