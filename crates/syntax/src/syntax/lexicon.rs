//! Examples for each word that begins an item or a sentence, and hints for words of other languages.

use crate::diagnostic::Remedy;
use crate::text::Span;

/// A word and the text shown for it.
type ShownWord = (&'static str, &'static str);

/// Examples of items, one for each word that can begin one.
const ITEMS: [&str; 24] = [
    "game marbles \"Marbles\" for 3..4 players",
    "variant long_day \"The long day\" of marbles",
    "settings",
    "rulings",
    "kind Shelf = {attic, cellar}",
    "board house of Shelf joined by Ladder",
    "components",
    "places",
    "track pennies[Player] 0..20 step 1 start 0",
    "memory",
    "define marbles(p in Player) = count of on[p]",
    "table prize(n: number)",
    "winner p in Player by most pennies[p]",
    "payoff p in Player = pennies[p]",
    "always",
    "display",
    "action sort \"sort a marble\"",
    "menu tour \"look round\"",
    "card shelf(d in Shelf) x5 of Chore \"Chore on {d}\"",
    "rule give_back(p in Player, target: place)",
    "phase day",
    "play",
    "hook gift after wages(p, n) where keeper is single k",
    "interrupt cut_in before next_turn \"my turn first\"",
];

/// Examples of sentences, one for each word that can begin one.
const SENTENCES: [&str; 24] = [
    "let order = rank p in Player by most pennies[p]",
    "set awake = {}",
    "add there to tidied",
    "remove p from awake",
    "move 2 marble[p] from jar to shelf[d]",
    "draw 3 from sack to basket[p]",
    "shuffle sack",
    "chance n in 1..6 \"die\"",
    "raise height[s] by 2",
    "lower height[s] by 2",
    "require count of sack > 0 \"no card is left\"",
    "say \"nothing moves\"",
    "stop",
    "end day",
    "if marble at jar > 0: you do sort",
    "else: you do swap",
    "each p in Player: draw 1 from sack to basket[p]",
    "repeat 3 times",
    "in turn p in Player until all pass",
    "between steps p does tour",
    "together p in Player",
    "transaction",
    "decide",
    "option \"sort\", when marble at jar > 0: you do sort",
];

/// Examples of sentences about a player, one for each verb.
const VERBS: [&str; 7] = [
    "p gains 3 pennies",
    "p pays 2 pennies to q",
    "p chooses d in Shelf \"Which?\"",
    "p may \"Tidy a shelf?\": tidy(p)",
    "p divides basket[p] into tray[p, 1..2], none empty",
    "p does sort",
    "p plays c",
];

/// Words of other languages and of rulebooks at the beginning of a line, each with a hint.
pub(super) const FOREIGN: [ShownWord; 49] = [
    ("while", "a loop with a condition is `repeat until ...`"),
    ("for", LOOPS),
    ("return", "a rule ends with `end` and its name, a loop with `stop`"),
    ("break", "a loop ends with `stop`"),
    ("roll", ROLLS),
    ("put", "things change places with `move robot to shelf[d]`"),
    ("place", "things change places with `move robot to shelf[d]`"),
    ("take", "things change places with `move robot to shelf[d]`"),
    ("var", DECLARES),
    ("int", DECLARES),
    ("const", DECLARES),
    ("bool", DECLARES),
    ("string", DECLARES),
    ("continue", "what is left out in a loop stands below a condition: `if marble at jar > 0: tidy(p)`"),
    ("exit", ENDS),
    ("quit", ENDS),
    ("switch", CASES),
    ("case", CASES),
    ("match", CASES),
    ("ask", "say who is asked what: `p chooses d in Shelf \"Which?\"`, `p may \"Tidy a shelf?\": tidy(p)`"),
    ("class", "members with values are rows of a `kind`"),
    ("func", "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`"),
    ("function", "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`"),
    ("def", "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`"),
    ("fn", "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`"),
    ("discard", "things change places with `move 2 marble from hand[p] to jar`"),
    ("give", "things change places with `move marble from hand[p] to hand[q]`; a payment is `p pays 2 pennies to q`"),
    ("score", GAIN),
    ("gain", GAIN),
    ("get", GAIN),
    ("pay", "say who pays: `p pays 2 pennies to q`"),
    ("next", "players take turns in `in turn p in Player until all pass`"),
    ("reveal", SHOW),
    ("show", SHOW),
    ("swap", "move the things of one side to a place between, then the others, then the first"),
    ("pass", PASSES),
    ("deal", DRAWS),
    ("choose", "say who chooses: `p chooses d in Shelf`"),
    ("do", DOES),
    ("perform", DOES),
    ("call", CALLS),
    ("execute", CALLS),
    ("is", JOINS),
    ("in", JOINS),
    ("at", JOINS),
    ("of", JOINS),
    ("from", JOINS),
    ("to", JOINS),
    ("as", JOINS),
];

/// Words of other languages and of rulebooks at the beginning of a line, each with the words that stand for it here.
pub(super) const RENAMED: [ShownWord; 16] = [
    ("otherwise", "else"),
    ("elif", "else if"),
    ("elseif", "else if"),
    ("elsif", "else if"),
    ("when", "if"),
    ("unless", "if not"),
    ("until", "repeat until"),
    ("every", "each"),
    ("foreach", "each"),
    ("forEach", "each"),
    ("loop", "repeat"),
    ("announce", "say"),
    ("print", "say"),
    ("increase", "raise"),
    ("decrease", "lower"),
    ("reduce", "lower"),
];

/// Verbs of rulebooks after a player, each with a hint.
pub(super) const FOREIGN_VERBS: [ShownWord; 25] = [
    ("scores", GAINS),
    ("gets", GAINS),
    ("earns", GAINS),
    ("receives", GAINS),
    ("wins", "who wins is settled at the end, by the line `winner`; `end play` ends the game"),
    ("reveals", SHOW),
    ("shows", SHOW),
    ("passes", PASSES),
    ("loses", PAYS),
    ("spends", PAYS),
    ("gives", PAYS),
    ("picks", CHOOSES),
    ("selects", CHOOSES),
    ("decides", CHOOSES),
    ("takes", MOVES),
    ("moves", MOVES),
    ("places", MOVES),
    ("puts", MOVES),
    ("discards", MOVES),
    ("draws", DRAWS),
    ("rolls", ROLLS),
    ("can", "what is optional is `p may \"Tidy a shelf?\": tidy(p)`"),
    ("performs", "an action or a menu is done with `p does sort`"),
    ("uses", "a card is played with `p plays c`, an action done with `p does sort`"),
    ("calls", CALLS),
];

/// Words between values for which the language has other forms, each with a hint.
pub(super) const FOREIGN_OPERATORS: [ShownWord; 6] =
    [("has", HOLDS), ("have", HOLDS), ("contains", HOLDS), ("includes", HOLDS), ("holds", HOLDS), ("owns", HOLDS)];

/// Words that are written twice by mistake.
pub(super) const DOUBLED: [&str; 12] =
    ["is", "not", "in", "at", "of", "and", "or", "to", "from", "by", "where", "then"];

/// Words before `of` for how many there are.
pub(super) const AMOUNTS: [&str; 5] = ["number", "size", "amount", "length", "count"];

/// The help for two sentences on a line.
pub(super) const TWO_SENTENCES: &str = "two sentences stand on two lines, or have `;` between them";

/// The help for `for` at the beginning of a line.
pub(super) const LOOPS: &str = "a loop is `each p in Player`; a line that begins with `for` continues the line above";
const DECLARES: &str = "a name is `let n = 3`; what must be remembered is a row of `memory`";
const ENDS: &str = "`end play` ends the game; a rule ends with `end` and its name, a loop with `stop`";
const CASES: &str = "several cases are a table below `decide`, or `if` with `else if` and `else`";
const DOES: &str = "say who does it: `p does sort`; a rule is called by its name: `tidy(p)`";
const CALLS: &str = "a rule is called by its name: `tidy(p)`";
const JOINS: &str =
    "join it to the line above: a line continues another one only if it begins with `and`, `or`, `where`, `by`, ..";
const HOLDS: &str = "the number of things in a place is `marble at basket[p]`: `if marble at basket[p] > 0`; a track is compared: `if pennies[p] >= 3`";
const PASSES: &str = "who may do nothing is asked with `p may \"..?\": ..`, or in a menu with `until: done`";
const DRAWS: &str = "cards leave a stack with `draw 3 from sack to basket[p]`";
const ROLLS: &str = "a die is `chance n in 1..6 \"die\"`";
const GAIN: &str = "say who gains: `p gains 3 pennies`";
const SHOW: &str = "to show a thing, move it to a place that everybody sees";
const GAINS: &str = "write `p gains 3 pennies`";
const PAYS: &str = "write `p pays 2 pennies to q`; without `to q` they are gone";
const CHOOSES: &str = "write `p chooses d in Shelf \"Which?\"`";
const MOVES: &str = "the thing stands first: `move 2 marble from jar to hand[p]`";

const SCORING: &str = "scoring is a `phase` that `play` calls at the end; `winner` says who wins";
pub(super) const COMMENT: &str = "a comment begins with `#`";
pub(super) const VALUE: &str =
    "write `define prize = 20`; what is set before a game is a row of `settings`, what is remembered one of `memory`";
pub(super) const PLACED: &str = "where things lie is a row of `places`";
const RULE: &str = "what happens is `rule tidy(p in Player)`, a formula `define prize(p in Player) = pennies[p] + 2`";
const THINGS: &str = "things are rows of `components`, cards a `kind` with the column `copies`";

/// Words at the beginning of an item that are none, each with a hint.
pub(super) const FOREIGN_ITEMS: [ShownWord; 30] = [
    ("//", COMMENT),
    ("--", COMMENT),
    ("/*", "a comment begins with `#`, in each of its lines"),
    ("setup", "things start where the table `components` says; what else is set up are the first sentences of `play`"),
    ("players", "the number of players stands in the line `game`: `for 2..4 players`"),
    ("variables", VALUE),
    ("constants", VALUE),
    ("const", VALUE),
    ("let", VALUE),
    ("var", VALUE),
    ("function", RULE),
    ("func", RULE),
    ("def", RULE),
    ("fn", RULE),
    ("state", VALUE),
    ("cards", THINGS),
    ("deck", THINGS),
    ("tiles", THINGS),
    ("tokens", THINGS),
    ("resources", THINGS),
    ("zones", "where things lie are rows of `places`"),
    (
        "turn",
        "a turn is a `rule turn(p in Player)` or a `menu`; who has it says `in turn p in Player until ..` in `play`",
    ),
    ("round", "a round is a `rule` or a `phase`; `play` repeats it"),
    ("end", "a game ends when the sentences of `play` are done; `end play` ends it before"),
    ("scoring", SCORING),
    ("score", SCORING),
    ("number", VALUE),
    ("value", VALUE),
    ("hand", PLACED),
    ("place", PLACED),
];

/// Words of an expression that come before a name or `of`.
pub(super) const PREFIXES: [&str; 12] =
    ["the", "first", "rank", "some", "no", "every", "not", "can", "count", "sum", "max", "min"];

/// Words before `p in S` that other languages quantify with, each with its replacement.
pub(super) const QUANTIFIERS: [ShownWord; 5] = [
    ("any", "some p in S where .."),
    ("exists", "some p in S where .."),
    ("exist", "some p in S where .."),
    ("all", "every p in S has .."),
    ("forall", "every p in S has .."),
];

/// Words for the order of a place, each with a hint.
pub(super) const ORDERS: [ShownWord; 8] = [
    ("pile", "a pile whose top counts is a `stack`, one that keeps no order a `heap`"),
    ("deck", "a deck is `shuffled`, or a `stack` if its order is known"),
    ("bag", "a bag to draw from is `shuffled`"),
    ("random", "things are drawn at random from a place that is `shuffled`"),
    ("queue", "things in a line are a `row`"),
    ("list", "things in a line are a `row`"),
    ("line", "things in a line are a `row`"),
    ("set", "a place that keeps no order is a `heap`"),
];

/// The ways to change a value for which other languages have a sign.
pub(super) const RAISES: &str =
    "memory changes with `set n = n + 1`, a track with `p gains 1 pennies` or `raise height[s] by 1`";
const LOWERS: &str = "memory changes with `set n = n - 1`, a track with `p pays 1 pennies` or `lower height[s] by 1`";

/// Signs and words of other languages in expressions, each with its replacement or a help.
pub(super) const SIGNS: [(&str, &str); 25] = [
    (":=", "="),
    ("+=", RAISES),
    ("-=", LOWERS),
    ("===", "is"),
    ("!==", "is not"),
    ("==", "is"),
    ("!=", "is not"),
    ("<>", "is not"),
    ("≠", "is not"),
    ("=<", "<="),
    ("=>", ">="),
    ("≤", "<="),
    ("≥", ">="),
    ("&&", "and"),
    ("&", "and"),
    ("||", "or"),
    ("|", "or"),
    ("!", "not"),
    ("×", "*"),
    ("÷", "/"),
    ("–", "-"),
    ("−", "-"),
    ("…", ".."),
    ("equals", "is"),
    ("equal", "is"),
];

/// Signs and words of other languages between two numbers for the remainder of their division. This one has no word for it.
pub(super) const REMAINDERS: [&str; 3] = ["mod", "modulo", "%"];

/// True if two words are so similar that one may be a misspelling of the other.
pub(super) fn alike(a: &str, b: &str) -> bool {
    let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
    if longer > 40 || (longer - shorter) * 3 > longer {
        return false;
    }
    let distance = strsim::damerau_levenshtein(a, b);
    a != b && distance * 3 <= a.chars().count().max(b.chars().count())
}

/// "did you mean `move`?" for a similar name, with the fix, or a list of all names.
pub(super) fn did_you_mean(span: Span, word: &str, names: &[&str]) -> Remedy {
    let nearest = names.iter().filter(|name| alike(word, name));
    match nearest.min_by_key(|name| strsim::damerau_levenshtein(word, name)) {
        Some(name) => Remedy::did_you_mean(span, word, name, names.iter().copied()),
        None => format!("choose one of {}", list(names)).into(),
    }
}

/// `a`, `b`, `c`
pub(super) fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Author's text for a message, shortened to 40 characters.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The plain form of a wide character (`（`, `２`); any other character itself.
pub(super) fn plain(c: char) -> char {
    /// Distance of the wide forms from those of ASCII.
    const APART: u32 = 0xfee0;
    let is_wide = ('\u{ff01}'..='\u{ff5e}').contains(&c);
    char::from_u32(u32::from(c) - APART * u32::from(is_wide)).unwrap_or(c)
}

/// The first word of a text.
pub(super) fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// Words that begin an item, each with an example.
pub(super) fn items() -> impl Iterator<Item = ShownWord> {
    ITEMS.into_iter().map(|text| (first_word(text), text))
}

/// Words that begin a sentence, each with an example. `play` is included, although a player comes before it.
pub(super) fn sentences() -> impl Iterator<Item = ShownWord> {
    SENTENCES.into_iter().map(|text| (first_word(text), text)).chain([("play", "p plays c")])
}

/// Verbs after a player, each with an example.
pub(super) fn verbs() -> impl Iterator<Item = ShownWord> {
    VERBS.into_iter().map(|text| (first_word(text.trim_start_matches("p ")), text))
}

/// Text for a word in a list.
pub(super) fn of(mut all: impl Iterator<Item = ShownWord>, word: &str) -> Option<&'static str> {
    all.find(|(known, _)| *known == word).map(|(_, text)| text)
}
