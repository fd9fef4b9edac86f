//! Phrases of rulebooks and of other languages in formulas, each with what is written for it.

use super::grammar::Rule;
use super::mistakes::{FailureContext, is_reserved};
use super::repairs::is_of_operand;
use super::{codes, is_name_char, lexicon};
use crate::diagnostic::{Diagnostic, Fix, Remedy};

/// A phrase and its replacement, or a whole help with backticks.
type Phrase = (&'static str, &'static str);

/// Comparisons in words, also behind `is`.
const COMPARISONS: [Phrase; 18] = [
    ("more than", ">"),
    ("greater than", ">"),
    ("larger than", ">"),
    ("higher than", ">"),
    ("less than", "<"),
    ("fewer than", "<"),
    ("smaller than", "<"),
    ("lower than", "<"),
    ("at least", ">="),
    ("at most", "<="),
    ("no more than", "<="),
    ("no less than", ">="),
    ("greater than or equal to", ">="),
    ("less than or equal to", "<="),
    ("equal to", "is"),
    ("not equal to", "is not"),
    ("the same as", "is"),
    ("equal", "is"),
];

/// Other phrases. One of a single word counts only where the parser stopped at it.
const PHRASES: [Phrase; 48] = [
    ("are", "is"),
    ("are not", "is not"),
    ("isn't", "is not"),
    ("aren't", "is not"),
    ("plus", "+"),
    ("minus", "-"),
    ("times", "*"),
    ("x", "*"),
    ("multiplied by", "*"),
    ("divided by", "/"),
    ("@", "at"),
    ("on", "at"),
    ("most", "by most"),
    ("least", "by least"),
    ("such that", "where"),
    ("but", "and"),
    ("but not", "and not"),
    ("as well as", "and"),
    ("in not", "not in"),
    ("round up", "rounded up"),
    ("round down", "rounded down"),
    ("there is a", "some"),
    ("there is an", "some"),
    ("there are", "some"),
    ("total of", "sum of"),
    ("highest of", "max of"),
    ("lowest of", "min of"),
    ("exists", "write `is not none`: `if out is not none`; for one of many `some p in Player where ..`"),
    ("with", "a condition is `where pennies[p] > 3`, a rank `by most pennies[p]`"),
    ("?", "one of two values is `if c then a else b`"),
    ("half the", HALF),
    ("half of", HALF),
    ("is either", "one of several is `x in {a, b}`"),
    ("the player with", RANKED),
    ("the player who", RANKED),
    ("player with the", RANKED),
    ("someone has", SOME),
    ("somebody has", SOME),
    ("anyone has", SOME),
    ("a player has", SOME),
    ("any player has", SOME),
    ("some player has", SOME),
    ("has the most", MOST),
    ("has most", MOST),
    ("no player has", "write `no p in Player where pennies[p] >= 15`"),
    ("every player has", "write `every p in Player has pennies[p] >= 15`"),
    ("between", BETWEEN),
    ("is between", BETWEEN),
];

const MOST: &str = "write `p in {q in Player by most pennies[q]}`";
const HALF: &str = "half of it is `pennies[p] / 2 rounded down`";
const BETWEEN: &str = "write `n in 3..5`";
const SOME: &str = "write `some p in Player where pennies[p] >= 15`";
const RANKED: &str = "who has the most is `winner p in Player by most pennies[p]`, \
                      in a rule `each q in {p in Player by most pennies[p]}: q gains 3 pennies`";

/// Words for the best of many before `c in S`, each with the word of a key.
const BEST: [Phrase; 8] = [
    ("highest", "most"),
    ("largest", "most"),
    ("biggest", "most"),
    ("best", "most"),
    ("lowest", "least"),
    ("smallest", "least"),
    ("cheapest", "least"),
    ("worst", "least"),
];

/// Most words of a phrase.
const LONGEST: usize = 6;

impl FailureContext<'_> {
    /// A phrase of a rulebook where the parser stopped, or around that place.
    pub(super) fn phrase(&self) -> Option<Diagnostic> {
        // After the first value of a sentence a verb was expected.
        if self.wanted.contains(&Rule::k_gains) {
            return None;
        }
        let (start, end, meant) = self.phrase_here()?;
        let found = &self.text[start..end];
        let finding = Diagnostic::error(codes::SIGN, self.span(start, end), format!("`{found}` is not used here"));
        Some(finding.help(match meant {
            BETWEEN => self.between(start, end),
            meant => self.instead(start, found, meant),
        }))
    }

    /// The longest phrase around the failure: its range, and what is written for it.
    fn phrase_here(&self) -> Option<(usize, usize, &'static str)> {
        let mut starts = vec![self.stop];
        let mut before = self.before();
        while starts.len() <= LONGEST {
            let start = before.trim_end_matches(|c| is_name_char(c) || c == '\'').len();
            if start == before.len() || before[..start].ends_with('.') {
                break;
            }
            starts.push(start);
            before = before[..start].trim_end();
        }
        let compared = |rest: &str, phrase: &str| {
            length(rest, phrase).or_else(|| {
                let is = length(rest, "is")?;
                Some(is + length(&rest[is..], phrase)?)
            })
        };
        let known = |start: usize| {
            let rest = &self.text[start..];
            let comparisons = COMPARISONS.iter().map(move |(phrase, meant)| (compared(rest, phrase), meant));
            comparisons.chain(PHRASES.iter().map(move |(phrase, meant)| (length(rest, phrase), meant)))
        };
        let found = starts
            .iter()
            .flat_map(|&start| known(start).filter_map(move |(length, meant)| Some((start, start + length?, *meant))));
        let reaches = |&(start, end, _): &(usize, usize, &str)| {
            let is_word = !self.text[start..end].contains(' ');
            let next = self.text.len() - self.text[end..].trim_start_matches(' ').len();
            // `3 times:` is a loop, `on[t]` a place.
            let is_loop = &self.text[start..end] == "times" && self.text[end..].trim_start().starts_with(':');
            let is_name = self.text[end..].starts_with(['[', '(', '.']);
            if is_word {
                start == self.stop && !is_loop && !is_name && self.wanted.contains(&Rule::plus)
            } else {
                self.stop <= next && start != next
            }
        };
        found.filter(reaches).max_by_key(|(start, end, _)| end - start)
    }

    /// The help for `n between 3 and 5`.
    fn between(&self, start: usize, end: usize) -> Remedy {
        let value = self.operand_before(start);
        let rest = &self.text[end..];
        let ends = rest.split_once(" and ").and_then(|(low, high)| {
            let high = &high[..high.len() - high.trim_start_matches(is_of_operand).len()];
            let is_simple = |end: &str| !end.is_empty() && end.chars().all(is_of_operand);
            Some((low.trim(), high)).filter(|(low, high)| is_simple(low) && is_simple(high))
        });
        let Some((low, high)) = ends.filter(|_| !value.is_empty()) else { return BETWEEN.into() };
        let to = end + rest.find(" and ").unwrap_or_default() + " and ".len() + high.len();
        let fix = Fix::new("write a range", self.span(start, to), format!("in {low}..{high}"));
        Remedy::new(format!("write `{} in {low}..{high}`", lexicon::short(value)), fix)
    }

    /// A comparison without its first value: `n >= 3 and <= 5`.
    pub(super) fn half_comparison(&self) -> Option<Diagnostic> {
        let before = self.before();
        let joined = before.strip_suffix(" and").or_else(|| before.strip_suffix(" or"))?;
        if !matches!(self.token(), "<" | ">") {
            return None;
        }
        let value = self.operand_before(joined.rfind(['<', '>'])?);
        let sign = if self.rest()[1..].starts_with('=') { &self.rest()[..2] } else { self.token() };
        let message = format!("`{sign}` has nothing before it to compare");
        let finding = Diagnostic::error(codes::BROKEN_EXPRESSION, self.here(), message);
        if value.is_empty() {
            return Some(finding.help("repeat the value: `n >= 3 and n <= 5`, or write `n in 3..5`"));
        }
        let short = lexicon::short(value);
        let help = format!("repeat `{short}`: `{short} >= 3 and {short} <= 5`; a range is `{short} in 3..5`");
        let fix = Fix::new(format!("add `{short}`"), self.span(self.stop, self.stop), format!("{value} "));
        Some(finding.help(Remedy::new(help, fix)))
    }

    /// The short value without spaces that ends before a byte. Empty if there is none.
    fn operand_before(&self, at: usize) -> &str {
        let before = self.text[..at].trim_end();
        let value = &before[before.trim_end_matches(is_of_operand).len()..];
        if super::brackets::fault(value).is_some() { "" } else { value }
    }

    /// The best of many: `highest c in hand[p]`.
    pub(super) fn best(&self) -> Option<Diagnostic> {
        let before = self.before();
        let start = before.trim_end_matches(is_name_char).len();
        let word = &before[start..];
        let meant = lexicon::of(BEST.into_iter(), word)?;
        let name = self.token();
        let range = self.rest().strip_prefix(name)?.trim_start().strip_prefix("in ")?.trim_start();
        let range = &range[..range.len() - range.trim_start_matches(is_of_operand).len()];
        let message = format!("`{word}` cannot stand before `{}`", lexicon::short(name));
        let finding = Diagnostic::error(codes::SIGN, self.span(start, before.len()), message);
        let (name, range) = (lexicon::short(name), lexicon::short(range));
        Some(finding.help(format!("those with the {meant} are `{{{name} in {range} by {meant} {name}.value}}`")))
    }

    /// `p gains 1d6 pennies`, `p gains random 1..6 pennies`
    pub(super) fn dice(&self) -> Option<Diagnostic> {
        let before = self.before();
        let word = &before[before.trim_end_matches(is_name_char).len()..];
        let span = self.span(before.len() - word.len(), before.len());
        let is_chance = is_dice(word) || ["random", "dice"].contains(&word);
        let finding = Diagnostic::error(codes::SIGN, span, format!("`{}` is not used here", lexicon::short(word)));
        is_chance.then(|| {
            finding.help("a die is a sentence before it: `chance n in 1..6 \"die\"`, then `p gains n pennies`")
        })
    }

    /// `let n be 3`, `set n to 3`, `p chooses n from 1..3`
    pub(super) fn assigned(&self) -> Option<Diagnostic> {
        let (token, first) = (self.token(), lexicon::first_word(self.sentence_text()));
        let asks = self.before().contains(" chooses ") || ["chance", "choose"].contains(&first);
        if asks && self.wanted.contains(&Rule::k_in) && ["from", "="].contains(&token) {
            let finding = Diagnostic::error(codes::SIGN, self.here(), format!("`{token}` is not used here"));
            return Some(finding.help(self.instead(self.stop, token, "in")));
        }
        let is_meant = self.wanted.contains(&Rule::k_eq) && ["let", "set", "define"].contains(&first);
        let is_known = ["be", "to", "is", "as", "equals", "becomes"].contains(&token);
        let finding = Diagnostic::error(codes::SIGN, self.here(), format!("`{token}` is not used here"));
        (is_meant && is_known).then(|| finding.help(self.instead(self.stop, token, "=")))
    }

    /// `the` before a name: `shuffle the deck`.
    pub(super) fn article(&self) -> Option<Diagnostic> {
        let before = self.before();
        let start = before.trim_end_matches(is_name_char).len();
        let (rest, name) = before.split_at(start);
        let the = rest.trim_end().strip_suffix("the").filter(|rest| !rest.ends_with(is_name_char))?.len();
        let token = self.token();
        let ends = !token.starts_with(is_name_char) || is_reserved(token);
        if name.is_empty() || !ends || !self.wanted.contains(&Rule::k_in) {
            return None;
        }
        let message = format!("`the` is not needed before `{}`", lexicon::short(name));
        let finding = Diagnostic::error(codes::WORD_MISSING, self.span(the, the + "the".len()), message);
        let help = format!("write `{0}`; with `the` begins a query: `the {0} in S where ..`", lexicon::short(name));
        Some(finding.help(self.remedy(&help, "remove `the`", the, start, "")))
    }

    /// A count with `in` for `at`: `marble in jar is 3`.
    pub(super) fn counted(&self) -> Option<Diagnostic> {
        if !matches!(self.token(), "is" | "<" | ">") || !self.wanted.contains(&Rule::plus) {
            return None;
        }
        let before = self.before();
        let place = &before[before.trim_end_matches(is_of_operand).len()..];
        let word = before[..before.len() - place.len()].trim_end().strip_suffix(" in")?.len();
        let thing = self.operand_before(word);
        if place.is_empty() || thing.is_empty() {
            return None;
        }
        let (at, end) = (word + 1, word + " in".len());
        let message = format!("`in` compares, so `{}` cannot follow", self.token());
        let finding = Diagnostic::error(codes::BROKEN_EXPRESSION, self.here(), message);
        let help = format!("how many lie there is `{} at {}`", lexicon::short(thing), lexicon::short(place));
        let fix = Fix::replace(self.span(at, end), "in", "at").safe_if(false);
        Some(finding.help(Remedy::new(help, fix)))
    }

    /// A condition behind its sentence: `p gains 1 pennies if pennies[p] < 3`.
    pub(super) fn condition_behind(&self) -> Option<Diagnostic> {
        let sentence = self.sentence_text();
        let first = lexicon::first_word(sentence);
        let behind = self.rest().trim_start_matches([',', ' ']);
        let token = lexicon::first_word(behind);
        let is_known = lexicon::of(lexicon::sentences(), first).is_some()
            || sentence.split(' ').any(|word| lexicon::of(lexicon::verbs(), word).is_some())
            || self.before().ends_with(')');
        let is_sentence = self.wanted.contains(&Rule::EOI) && !self.is_item() && is_known && first != "option";
        if !is_sentence || !matches!(token, "if" | "when" | "unless") || behind.starts_with("if possible") {
            return None;
        }
        let condition = behind[token.len()..].trim();
        let negated = if token == "unless" { "not " } else { "" };
        let start = self.text.len() - sentence.len();
        let whole = format!("if {negated}{condition}: {}", self.text[start..self.stop].trim_end());
        let message = "a condition stands before its sentence";
        let finding = Diagnostic::error(codes::WORD_MISSING, self.here(), message);
        if condition.is_empty() || condition.contains([':', ';']) || whole.len() > 60 {
            return Some(finding.help("write `if pennies[p] < 3: p gains 1 pennies`"));
        }
        let fix = Fix::new("put the condition first", self.span(start, self.text.len()), whole.clone());
        Some(finding.help(Remedy::new(format!("write `{whole}`"), fix.safe_if(negated.is_empty() && first != "if"))))
    }

    /// Options in the line of their question: `p chooses "safe" or "risky"`.
    pub(super) fn options(&self) -> Option<Diagnostic> {
        let before = self.before();
        let chooses = ["chooses", "choose"].iter().find_map(|verb| before.rfind(&format!(" {verb} \"")))?;
        let is_text = before[chooses..].matches('"').count() == 2 && before.ends_with('"');
        let finding = Diagnostic::error(codes::BROKEN_SENTENCE, self.here(), "options stand on lines of their own");
        let help = "write `p chooses one of \"Which?\"`, and below it, indented, `option \"sort\": you do sort`";
        is_text.then(|| finding.help(help))
    }

    /// A set in round brackets: `count of (d in Shelf where ..)`.
    pub(super) fn braces(&self) -> Option<Diagnostic> {
        if !["where", "for", "by", ","].contains(&self.token()) {
            return None;
        }
        let mut open = Vec::new();
        for (at, c) in super::brackets::outside(self.before()) {
            match c {
                '(' | '[' | '{' => open.push(at),
                ')' | ']' | '}' => drop(open.pop()),
                _ => {}
            }
        }
        let at = open.pop().filter(|at| self.text[*at..].starts_with('('))?;
        let inside = &self.text[at + 1..];
        let name = lexicon::first_word(inside);
        let is_query = !name.is_empty() && inside.trim_start()[name.len()..].trim_start().starts_with("in ");
        let finding = Diagnostic::error(codes::BRACKET, self.span(at, at + 1), "a set stands in curly brackets");
        is_query.then(|| finding.help("write `{d in Shelf where d.tax > 2}`"))
    }

    /// A word or sign that stands there twice: `is is`, `,,`, `::`.
    pub(super) fn doubled(&self) -> Option<Diagnostic> {
        let (before, token) = (self.before(), self.token());
        // The label of a field ends with the first colon of `effect::`.
        let is_label = token == ":" && before.is_empty();
        let rest = if is_label { "" } else { before.strip_suffix(token).filter(|_| !token.is_empty())? };
        let is_word = token.starts_with(is_name_char);
        if is_word && (rest.ends_with(is_name_char) || !lexicon::DOUBLED.contains(&token)) || token == "\"" {
            return None;
        }
        let message = format!("`{token}` stands here twice");
        let finding = Diagnostic::error(codes::BROKEN_EXPRESSION, self.here(), message);
        let to = self.stop + token.len();
        Some(finding.help(self.remedy("remove one of them", &format!("remove one `{token}`"), before.len(), to, "")))
    }

    /// `tax of t` and `t's tax`, where a column, an index or a call is meant.
    pub(super) fn possessive(&self) -> Option<Diagnostic> {
        let before = self.before();
        let begins_range = self.wanted.contains(&Rule::k_in) && lexicon::first_word(self.sentence_text()) == "each";
        if begins_range || self.is_item() && !before.contains('=') {
            return None;
        }
        let last = &before[before.trim_end_matches(is_of_operand).len()..];
        // `far(left of p)`: only the name before `of`.
        let last = match super::brackets::fault(last) {
            Some(_) => &before[before.trim_end_matches(is_name_char).len()..],
            None => last,
        };
        let next = |rest: &str| {
            let word = &rest[..rest.len() - rest.trim_start_matches(is_of_operand).len()];
            let name = rest.len() - rest.trim_start_matches(is_name_char).len();
            if super::brackets::fault(word).is_some() { rest[..name].to_owned() } else { word.to_owned() }
        };
        let rest = self.rest();
        let (what, of, span) = if let Some(rest) = rest.strip_prefix("of ") {
            (last.to_owned(), next(rest.trim_start()), self.here())
        } else {
            let rest = rest.strip_prefix("'s ").or_else(|| rest.strip_prefix("’s "))?;
            (next(rest.trim_start()), last.to_owned(), self.span(self.stop, self.stop + 1))
        };
        if what.is_empty() || of.is_empty() || !of.chars().all(is_name_char) {
            let is_place = what.ends_with(']') && of.ends_with(']');
            let finding = Diagnostic::error(codes::SIGN, span, "`of` is not used here");
            return is_place.then(|| finding.help(format!("how many lie there is `{what} at {of}`")));
        }
        if !what.chars().all(is_name_char) || lexicon::AMOUNTS.contains(&what.as_str()) {
            return None;
        }
        let found = if self.token() == "of" { "of" } else { "'s" };
        let finding = Diagnostic::error(codes::SIGN, span, format!("`{found}` is not used here"));
        let help =
            format!("a column is `{of}.{what}`; a track, place or variable `{what}[{of}]`; a formula `{what}({of})`");
        Some(finding.help(help))
    }
}

/// True for a die of other languages: `d6`, `1d6`.
fn is_dice(word: &str) -> bool {
    let sides = word.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix('d');
    sides.is_some_and(|sides| !sides.is_empty() && sides.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Length of a phrase where a text begins, with any number of spaces between its words.
fn length(text: &str, phrase: &str) -> Option<usize> {
    let mut rest = text;
    for word in phrase.split(' ') {
        rest = rest.trim_start_matches(' ').strip_prefix(word)?;
        if rest.starts_with(is_name_char) && word.ends_with(is_name_char) {
            return None;
        }
    }
    Some(text.len() - rest.len())
}
