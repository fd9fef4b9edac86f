//! Names that authors bring along from other languages and from rulebooks, each with a hint.

use tavola_syntax::diagnostic::{Fix, Remedy};
use tavola_syntax::syntax::ast::Name;
use tavola_syntax::syntax::foreign_sentence;

/// A name and its hint.
type Hint = (&'static str, &'static str);

/// Types of other languages, with the type of this one.
const TYPES: [Hint; 6] = [
    ("bool", "yes or no"),
    ("boolean", "yes or no"),
    ("flag", "yes or no"),
    ("int", "number"),
    ("integer", "number"),
    ("player", "Player"),
];

const CHANCE: &str = "chance is a sentence: `chance n in 1..6 \"die\"`";
const COUNT: &str = "the number of things in a place is `count of basket[p]`, of one sort `jar at basket[p]`";
const IN: &str = "what is in a set is asked with `x in S`, what lies in a place with `jar at basket[p] > 0`";
const SOME_OF: &str = "several things of a place are chosen with `p chooses any of basket[p] as taken \"Which?\"`";
const NEIGHBOUR: &str = "`left(p)` sits to the left of `p`, `right(p)` to the right";

/// Functions of other languages.
const CALLS: [Hint; 21] = [
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
    ("abs", "how far two numbers are apart is `distance(a, b)`"),
    ("range", "a range is `1..3`: `each n in 1..3`"),
    ("subsets", SOME_OF),
    ("subset", SOME_OF),
    ("combinations", SOME_OF),
    ("permutations", "an order is chosen with `p chooses line in orders(Shelf) \"In which order?\"`"),
    ("contains", IN),
    ("includes", IN),
];

const UNLIMITED: &str = "write `unlimited`";
const EVERYBODY: &str = "write `all`; each player in turn is `each p in Player`";
const SOMEONE: &str = "write `some p in Player where ..` in a condition, `each p in Player` in a loop";

/// Names that are no rules.
const RULES: [Hint; 1] = [("game", "`end play` ends the game")];

/// Names that are no values.
const NAMES: [Hint; 18] = [
    ("winner", "who wins is settled at the end of the game, by the line `winner`"),
    ("true", "write `yes`"),
    ("false", "write `no`"),
    ("True", "write `yes`"),
    ("False", "write `no`"),
    ("infinite", UNLIMITED),
    ("infinity", UNLIMITED),
    ("unbounded", UNLIMITED),
    ("nothing", "write `none`"),
    ("null", "write `none`"),
    ("None", "write `none`"),
    ("player", "a player has a name: `each p in Player`, `rule turn(p in Player)`"),
    ("everybody", EVERYBODY),
    ("everyone", EVERYBODY),
    ("even", "write `n - 2 * (n / 2 rounded down) is 0`"),
    ("odd", "write `n - 2 * (n / 2 rounded down) is 1`"),
    ("someone", SOMEONE),
    ("somebody", SOMEONE),
];

/// The hint for an unknown name of this sort, such as `kind`. `is_new` is true if nothing of this sort is declared.
pub(super) fn foreign(sort: &str, name: &Name, is_new: bool) -> Option<Remedy> {
    match sort {
        "kind" => {
            let own = of(&TYPES, &name.text)?;
            Some(Remedy::new(format!("the type is `{own}`"), Fix::replace(name.span, &name.text, own)))
        }
        "rule" => of(&RULES, &name.text).map(Into::into).or_else(|| foreign_sentence(&name.text, name.span)),
        "component" => {
            Some("declare it in a row of `components`, or as a kind with the column `copies`".into()).filter(|_| is_new)
        }
        "place" => Some("declare it in a row of `places`".into()).filter(|_| is_new),
        "menu" => {
            Some(format!("write it: `menu {0} \"{0}\"`, with its lines below", name.text).into()).filter(|_| is_new)
        }
        "member" => Some("declare it in a row of its kind".into()).filter(|_| is_new),
        _ => None,
    }
}

/// The hint for a function of another language.
pub(crate) fn foreign_call(name: &str) -> Option<&'static str> {
    of(&CALLS, name)
}

/// The hint for a value that authors expect to exist.
pub(crate) fn foreign_name(name: &str) -> Option<&'static str> {
    of(&NAMES, name)
}

fn of(hints: &[Hint], name: &str) -> Option<&'static str> {
    hints.iter().find(|(foreign, _)| *foreign == name).map(|(_, hint)| *hint)
}
