//! The words that begin items and sentences, each with a text that uses it; and words of other languages, each with
//! what is said here instead.

/// Words that begin an item.
pub(super) const ITEMS: [(&str, &str); 23] = [
    ("game", "game marbles \"Marbles\" for 3..4 players"),
    ("variant", "variant long_day \"The long day\" of marbles"),
    ("settings", "settings"),
    ("rulings", "rulings"),
    ("kind", "kind Shelf"),
    ("board", "board house of Shelf joined by Ladder"),
    ("components", "components"),
    ("places", "places"),
    ("track", "track pennies[Player] 0..20 step 1 start 0"),
    ("memory", "memory"),
    ("define", "define marbles(p in Player) = count of on[p]"),
    ("table", "table prize(n: number)"),
    ("winner", "winner p in Player by most pennies[p]"),
    ("always", "always"),
    ("display", "display"),
    ("action", "action sort \"sort a marble\""),
    ("menu", "menu tour \"look round\""),
    ("card", "card shelf(d in Shelf) x5 of Chore \"Chore on {d}\""),
    ("rule", "rule give_back(p in Player, target: place)"),
    ("phase", "phase day"),
    ("play", "play"),
    ("hook", "hook gift after wages(p, n) where keeper is single k"),
    ("interrupt", "interrupt cut_in before next_turn \"my turn first\""),
];

/// Words that begin a sentence.
pub(super) const SENTENCES: [(&str, &str); 25] = [
    ("let", "let order = rank p in Player by most pennies[p]"),
    ("set", "set awake = {}"),
    ("add", "add there to tidied"),
    ("remove", "remove p from awake"),
    ("move", "move 2 marble[p] from jar to shelf[d]"),
    ("draw", "draw 3 from sack to basket[p]"),
    ("shuffle", "shuffle sack"),
    ("chance", "chance n in 1..6 \"die\""),
    ("raise", "raise height[s] by 2"),
    ("lower", "lower height[s] by 2"),
    ("require", "require count of sack > 0 \"no card is left\""),
    ("say", "say \"nothing moves\""),
    ("stop", "stop"),
    ("end", "end day"),
    ("if", "if marble at jar > 0: you do sort"),
    ("else", "else: you do swap"),
    ("each", "each p in Player: draw 1 from sack to basket[p]"),
    ("repeat", "repeat 3 times"),
    ("in", "in turn p in Player until all pass"),
    ("between", "between steps p does tour"),
    ("together", "together p in Player"),
    ("transaction", "transaction"),
    ("decide", "decide"),
    ("option", "option \"sort\": you do sort"),
    ("play", "p plays c"),
];

/// What somebody can do in a sentence.
pub(super) const VERBS: [(&str, &str); 7] = [
    ("gains", "p gains 3 pennies"),
    ("pays", "p pays 2 pennies to q"),
    ("chooses", "p chooses d in Shelf \"Which?\""),
    ("may", "p may \"Tidy a shelf?\": tidy(p)"),
    ("divides", "p divides basket[p] into tray[p, 1..2], none empty"),
    ("does", "p does sort"),
    ("plays", "p plays c"),
];

/// Words of other languages, and of rulebooks, that begin a line.
pub(super) const FOREIGN: [(&str, &str); 20] = [
    ("while", "a loop with a condition is `repeat until ...`"),
    ("for", "a loop is `each p in Player`; a line that begins with `for` continues the line above"),
    ("foreach", "a loop is `each p in Player`"),
    ("elif", "write `else if`"),
    ("elseif", "write `else if`"),
    ("elsif", "write `else if`"),
    ("return", "a rule ends with `end` and its name, a loop with `stop`"),
    ("break", "a loop ends with `stop`"),
    ("print", "a line of the log is `say \"text\"`"),
    ("roll", "a die is `chance n in 1..6 \"die\"`"),
    ("put", "things change places with `move robot to shelf[d]`"),
    ("place", "things change places with `move robot to shelf[d]`"),
    ("take", "things change places with `move robot to shelf[d]`"),
    ("var", "a name is `let n = 3`; what must be remembered is a row of `memory`"),
    ("function", "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`"),
    ("def", "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`"),
    ("fn", "a formula is `define f(p in Player) = ...`, what happens is `rule name(p in Player)`"),
    ("deal", "cards leave a stack with `draw 3 from sack to basket[p]`"),
    ("choose", "say who chooses: `p chooses d in Shelf`"),
    ("increase", "a track goes up with `raise height[s] by 2`"),
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
    let (shorter, longer) = (a.len().min(b.len()), a.len().max(b.len()));
    if longer > 40 || (longer - shorter) * 3 > longer {
        return false;
    }
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
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// A piece of an author's text as a message shows it: not longer than a line can hold.
pub(super) fn short(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

/// The first word of a text.
pub(super) fn first_word(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

/// The text that uses a word.
pub(super) fn example(table: &[(&str, &'static str)], word: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == word).map(|&(_, text)| text)
}
