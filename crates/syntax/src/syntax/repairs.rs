//! Common mistakes in a text that cannot be read, and their fixes.

use super::lexicon::{self, COMMENT};
use super::mistakes::FailureContext;
use super::{brackets, codes};
use crate::diagnostic::{Diagnostic, Fix, FixEdit, Remedy};
use crate::text::Span;

/// Words before which no value ends.
const BEFORE_VALUE: [&str; 9] = ["and", "else", "if", "is", "or", "then", "until", "when", "where"];

/// Words that join two names: where a name is missing, one of them stands in its place.
const JOINING: [&str; 10] = ["as", "at", "by", "for", "from", "in", "is", "of", "to", "where"];

impl FailureContext<'_> {
    /// The help with a fix that writes a text for a range.
    pub(super) fn remedy(&self, help: &str, title: &str, from: usize, to: usize, new: &str) -> Remedy {
        Remedy::new(help, Fix::new(title, self.span(from, to), new))
    }

    /// The help for a sign that is written for another one, or for a whole sentence with its own help.
    pub(super) fn instead(&self, start: usize, sign: &str, meant: &str) -> Remedy {
        if meant.contains('`') {
            return meant.into();
        }
        let help = format!("write `{meant}`");
        let new = self.apart(start, sign.len(), meant);
        let fix = Fix::new(format!("replace `{sign}` with `{meant}`"), self.span(start, start + sign.len()), new);
        Remedy::new(help, fix)
    }

    /// The help for a sign of the remainder, with the numbers at its sides if they are simple ones.
    pub(super) fn remainder(&self, start: usize, sign: &str) -> String {
        let (before, after) = (self.text[..start].trim_end(), self.text[start + sign.len()..].trim_start());
        let dividend = &before[before.trim_end_matches(is_of_operand).len()..];
        let divisor = &after[..after.len() - after.trim_start_matches(is_of_operand).len()];
        let is_simple = |operand: &str| !operand.is_empty() && brackets::fault(operand).is_none();
        // `count of hand % 3`, `n % jar at store`: longer operands, which are not easily told from their surroundings.
        let rest = before[..before.len() - dividend.len()].trim_end();
        let word = &rest[rest.trim_end_matches(super::is_name_char).len()..];
        let begins = word.is_empty() || BEFORE_VALUE.contains(&word);
        let ends = !["of", "at"].contains(&lexicon::first_word(&after[divisor.len()..]));
        remainder(Some((dividend, divisor)).filter(|(n, k)| begins && ends && is_simple(n) && is_simple(k)))
    }

    /// A text for a range, with a blank where it would touch a word.
    pub(super) fn apart(&self, start: usize, length: usize, new: &str) -> String {
        let is_word = new.starts_with(super::is_name_char);
        let touches = |c: Option<char>| is_word && c.is_some_and(|c| super::is_name_char(c) || "\"([])".contains(c));
        let before =
            if touches(self.text[..start].chars().next_back().filter(|c| !"([".contains(*c))) { " " } else { "" };
        let after = if touches(self.text[start + length..].chars().next()) { " " } else { "" };
        format!("{before}{new}{after}")
    }

    /// The end of the text, where something is missing.
    pub(super) fn end(&self) -> Span {
        let end = self.text.trim_end().len();
        self.span(end, end)
    }

    /// The fix for wide characters: all of the text, outside quotes.
    pub(super) fn narrow(&self) -> Fix {
        let wide = brackets::outside(self.text).filter(|(_, c)| lexicon::plain(*c) != *c);
        let edit =
            |(at, c): (usize, char)| FixEdit::new(self.span(at, at + c.len_utf8()), lexicon::plain(c).to_string());
        Fix { title: "write plain characters".to_owned(), edits: wide.map(edit).collect(), safe: true }
    }

    /// The help for a text in quotes of another form.
    pub(super) fn straight(&self) -> Remedy {
        const QUOTES: [char; 8] = ['“', '”', '„', '«', '»', '‘', '’', '\''];
        let help = "put texts in straight double quotes: `\"Which?\"`";
        let places: Vec<(usize, &str)> = self.rest().match_indices(QUOTES).collect();
        let [(first, open), (last, close)] = places[..] else { return help.into() };
        let at = |start: usize, quote: &str| self.span(self.stop + start, self.stop + start + quote.len());
        Remedy::new(help, Fix::new("write straight quotes", at(first, open), "\"").and(at(last, close), "\""))
    }

    /// The help for `if c then ..` as a sentence.
    pub(super) fn colon_for_then(&self) -> Remedy {
        let help = "a sentence is `if c: p gains 2 pennies`; a formula `if c then 2 else 0`";
        let is_sentence = lexicon::first_word(self.sentence_text()) == "if" && !self.rest().contains(" else ");
        if !is_sentence {
            return help.into();
        }
        let (from, to) = (self.before().len(), self.stop + "then".len());
        Remedy::new(help, Fix::new("replace `then` with `:`", self.span(from, to), ":"))
    }

    /// The help for `1 if c else 0`, the order of other languages, with the same formula in the right order if its parts are simple.
    pub(super) fn condition_first(&self) -> String {
        let value = self.before().rsplit('=').next().unwrap_or_default().trim();
        let parts = self.rest().strip_prefix("if ").and_then(|rest| rest.split_once(" else "));
        let simple = |(condition, other): &(&str, &str)| {
            [value, condition, other]
                .iter()
                .all(|part| !part.contains(['"', '#', '?']) && brackets::fault(part).is_none())
        };
        let formula = match parts.filter(simple) {
            Some((condition, other)) => format!("if {} then {value} else {}", condition.trim(), other.trim()),
            None => "if fame[p] > 3 then 1 else 0".to_owned(),
        };
        format!("it reads like `{formula}`")
    }

    /// The help for `a < b < c`. Its fix repeats what stands between the signs, if that is a single value.
    pub(super) fn second_comparison(&self) -> Remedy {
        const HELP: &str = "join two comparisons with `and`: `a < b and b < c`";
        let before = self.before();
        let from = before.rfind(['<', '>']).map_or(before.len(), |sign| sign + 1);
        let middle = before[from..].trim_start_matches('=').trim();
        let signs = |c: char| "()[]{},".contains(c) || super::is_name_char(c) || c == '.';
        let bracketed = middle.matches(['(', '[', '{']).count() == middle.matches([')', ']', '}']).count();
        if middle.is_empty() || !bracketed || !middle.chars().all(signs) {
            return HELP.into();
        }
        let at = before.len();
        self.remedy(HELP, "repeat the middle value after `and`", at, at, &format!(" and {middle}"))
    }

    /// True if a line begins here, with a loop of another language: `for q in Player`.
    pub(super) fn begins_loop(&self) -> bool {
        // The lines above are joined to it with spaces in place of the line end and the indentation.
        let begins_line = self.stop - self.before().len() > 1;
        let words: Vec<&str> = self.rest().split(' ').filter(|word| !word.is_empty()).collect();
        begins_line && matches!(words.as_slice(), ["for", _, "in", ..] | ["for", "all" | "every" | "any", _, "in", ..])
    }

    /// The help for a word of the language where a name belongs.
    pub(super) fn instead_of_reserved(&self) -> Remedy {
        let (before, token) = (self.before(), self.token());
        if let Some(example) = lexicon::of(lexicon::verbs(), token).filter(|_| before.ends_with('.')) {
            return format!("a verb stands apart from its player: `{example}`").into();
        }
        if before.trim().is_empty() || !JOINING.contains(&token) {
            return "choose another name".into();
        }
        let example = self.example().map_or_else(String::new, |example| format!("; {example}"));
        format!("choose another name, or put the missing name before it{example}").into()
    }

    /// A comment of another language.
    pub(super) fn comment(&self) -> Option<Diagnostic> {
        // The first sign may have been read as an operator.
        [self.stop.saturating_sub(1), self.stop].into_iter().find_map(|start| {
            let rest = self.text.get(start..)?;
            let sign = ["//", "/*", "-- "].into_iter().find(|sign| rest.starts_with(sign))?;
            let (span, sign) = (self.span(start, start + 2), sign.trim_end());
            let finding = Diagnostic::error(codes::SIGN, span, format!("`{sign}` does not begin a comment"));
            let fix = Fix::replace(span, sign, "#").safe_if(false);
            Some(if sign == "/*" { finding.help(COMMENT) } else { finding.help(Remedy::new(COMMENT, fix)) })
        })
    }

    /// True if the line takes a sentence here, and only the colon before it is missing.
    pub(super) fn is_colon_missing(&self) -> bool {
        let takes = self.takes_block() || self.before().ends_with('"') && self.sentence_text().contains(" may ");
        // What would be a call of a rule may be a value without its operator: `repeat until 3 points`.
        let first = lexicon::first_word(self.rest());
        let is_sentence = lexicon::of(lexicon::sentences(), first).is_some()
            || self.rest().split(' ').nth(1).is_some_and(|verb| lexicon::of(lexicon::verbs(), verb).is_some());
        takes && is_sentence && self.reads_with(":")
    }

    /// True for a sentence below which others may stand.
    pub(super) fn takes_block(&self) -> bool {
        ["if", "each", "repeat", "in", "else", "together"].contains(&lexicon::first_word(self.sentence_text()))
    }

    /// `is` before another comparison.
    pub(super) fn needless_is(&self) -> Option<Diagnostic> {
        let (token, before) = (self.token(), self.before());
        let (from, to, help) = match token {
            "in" if before.ends_with("is not") => (before.len() - 6, before.len() - 3, "write `x not in S`"),
            "in" | "<" | ">" if before.rsplit(' ').next() == Some("is") => {
                (before.len() - 2, self.stop, "leave `is` out: `x in S`, `n > 3`")
            }
            _ => return None,
        };
        let finding =
            Diagnostic::error(codes::WORD_MISSING, self.here(), format!("`is` is not needed before `{token}`"));
        Some(finding.help(self.remedy(help, "remove `is`", from, to, "")))
    }
}

/// How to write a remainder: "the remainder of `n` divided by 6, from 0 to 5: `n - 6 * (n / 6 rounded down)`".
/// The operands are dividend and divisor; `None` if they are not simple.
pub fn remainder(operands: Option<(&str, &str)>) -> String {
    let (n, k) = operands.unwrap_or(("n", "6"));
    let (divisor, last) = match k.parse::<i64>() {
        Ok(number) => (k.to_owned(), (number - 1).to_string()),
        Err(_) => (format!("`{k}`"), format!("`{k} - 1`")),
    };
    format!("the remainder of `{n}` divided by {divisor}, from 0 to {last}: `{n} - {k} * ({n} / {k} rounded down)`")
}

/// True for a character of a short operand without blanks: `n`, `6`, `fame[p]`, `x.value`.
pub(super) fn is_of_operand(c: char) -> bool {
    super::is_name_char(c) || ".[]()".contains(c)
}
