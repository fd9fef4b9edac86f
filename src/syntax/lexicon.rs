//! The words that begin items and sentences, each with a text that uses it; and words of other languages, each with
//! what is said here instead.

/// Words that begin an item.
pub(super) const ITEMS: [(&str, &str); 20] = [
    ("game", "game san_marco \"San Marco\" for 3..4 players"),
    ("variant", "variant grand_tour \"The grand tour\" of san_marco"),
    ("settings", "settings"),
    ("rulings", "rulings"),
    ("kind", "kind District"),
    ("board", "board city of District joined by Canal"),
    ("components", "components"),
    ("places", "places"),
    ("track", "track prestige[Player] 0..20 step 1 start 0"),
    ("memory", "memory"),
    ("define", "define bridges(p in Player) = count of on[p]"),
    ("table", "table form(n: number)"),
    ("winner", "winner p in Player by most prestige[p]"),
    ("always", "always"),
    ("action", "action build \"build a bridge\""),
    ("menu", "menu journey \"the Doge's way\""),
    (
        "card",
        "card district(d in District) x5 of ActionCard \"District card {d}\"",
    ),
    ("rule", "rule send(p in Player, target: place)"),
    ("phase", "phase round"),
    ("play", "play"),
];

/// Words that begin a sentence.
pub(super) const SENTENCES: [(&str, &str); 22] = [
    ("let", "let podium = rank p in Player by most prestige[p]"),
    ("set", "set open = {}"),
    ("add", "add there to visited"),
    ("remove", "remove p from open"),
    ("move", "move 2 aristocrat[p] from reserve to district[d]"),
    ("draw", "draw 3 from deck to hand[p]"),
    ("chance", "chance n in 1..6 \"die\""),
    ("raise", "raise price[g] by 2"),
    ("lower", "lower price[g] by 2"),
    ("require", "require count of deck > 0 \"no card is left\""),
    ("say", "say \"the Doge stays\""),
    ("stop", "stop"),
    ("end", "end passage"),
    ("if", "if bridge at supply > 0: you do build"),
    ("else", "else: you do take_over"),
    ("each", "each p in Player: draw 1 from deck to hand[p]"),
    ("repeat", "repeat 3 times"),
    ("in", "in turn p in Player until all pass"),
    ("together", "together p in Player"),
    ("decide", "decide"),
    ("option", "option \"build\": you do build"),
    ("play", "p plays c"),
];

/// What somebody can do in a sentence.
pub(super) const VERBS: [(&str, &str); 7] = [
    ("gains", "p gains 3 prestige"),
    ("pays", "p pays 2 ducats to q"),
    ("chooses", "p chooses d in District \"Where?\""),
    ("may", "p may \"Banish from a district?\": banish(p)"),
    ("divides", "p divides hand[p] into offer[p, 1..2], none empty"),
    ("does", "p does build"),
    ("plays", "p plays c"),
];

/// Words of other languages, and of rulebooks, that begin a line.
pub(super) const FOREIGN: [(&str, &str); 21] = [
    ("while", "a loop with a condition is `repeat until ...`"),
    (
        "for",
        "a loop is `each p in Player`; a line that begins with `for` continues the line above",
    ),
    ("foreach", "a loop is `each p in Player`"),
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("return", "a rule ends with `end` and its name, a loop with `stop`"),
    ("break", "a loop ends with `stop`"),
    ("print", "a line of the log is `say \"text\"`"),
    ("roll", "a die is `chance n in 1..6 \"die\"`"),
    ("put", "things change places with `move doge to district[d]`"),
    ("place", "things change places with `move doge to district[d]`"),
    ("take", "things change places with `move doge to district[d]`"),
    (
        "shuffle",
        "a place with the order `shuffled` in `places` has no order until a card leaves it",
    ),
    (
        "var",
        "a name is `let n = 3`; what must be remembered is a row of `memory`",
    ),
    (
        "function",
        "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`",
    ),
    (
        "def",
        "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`",
    ),
    (
        "fn",
        "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`",
    ),
    ("deal", "cards leave a stack with `draw 3 from deck to hand[p]`"),
    ("choose", "say who chooses: `p chooses d in District`"),
    ("increase", "a track goes up with `raise price[g] by 2`"),
];

/// Words and signs of other languages inside an expression: what is written, what is meant.
pub(super) const SIGNS: [(&str, &str); 25] = [
    (":=", "="),
    ("+=", "set n = n + 1"),
    ("-=", "set n = n - 1"),
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

/// Whether two words are so alike that one may be meant for the other.
pub(super) fn alike(a: &str, b: &str) -> bool {
    let distance = strsim::damerau_levenshtein(a, b);
    a != b && distance * 3 <= a.chars().count().max(b.chars().count())
}

/// "did you mean `move`?", or what there is.
pub(super) fn did_you_mean(word: &str, names: &[&str]) -> String {
    let nearest = names.iter().filter(|name| alike(word, name));
    match nearest.min_by_key(|name| strsim::damerau_levenshtein(word, name)) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("known are {}", list(names)),
    }
}

/// `a`, `b`, `c`
pub(super) fn list(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}

/// The first word of a text.
pub(super) fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len())]
}

/// The text that uses a word.
pub(super) fn example(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == word).map(|&(_, text)| text)
}
