//! Explanation of parse failures in words for authors.
//!
//! Common mistakes have their own messages. All others say what the parser expected.

use pest::error::{ErrorVariant, InputLocation};

use super::brackets::{self, BracketMistake};
use super::codes;
use super::grammar::{self, GrammarFailure, Rule};
use super::lexicon::{self, LOOPS, QUANTIFIERS, REMAINDERS, SIGNS};
use crate::diagnostic::{Diagnostic, Fix, FixEdit, Remedy};
use crate::text::{SourceId, Span};

/// Context of a text being parsed, for messages.
#[derive(Clone, Debug)]
pub(super) struct ReadSpot {
    /// Code of the finding if the text cannot be parsed.
    pub(super) code: &'static str,
    /// Expected contents: "the column `count` needs a number". If it is empty, the message only says what the parser expected.
    pub(super) wants: String,
    /// Help.
    pub(super) help: Option<String>,
}

impl ReadSpot {
    pub(super) fn new(code: &'static str, wants: impl Into<String>) -> Self {
        Self { code, wants: wants.into(), help: None }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Finding for a text at byte `at` that could not be parsed.
pub(super) fn explain(
    source: SourceId,
    text: &str,
    at: usize,
    (rule, failure): (Rule, &GrammarFailure),
    spot: &ReadSpot,
) -> Diagnostic {
    let case = FailureContext::new(source, text, at, (rule, failure));
    let found = case
        .fault()
        .or_else(|| case.comment())
        .or_else(|| case.citation())
        .or_else(|| case.phrase())
        .or_else(|| case.sign());
    let found = found
        .or_else(|| case.possessive())
        .or_else(|| case.character())
        .or_else(|| case.needless_is())
        .or_else(|| case.half_comparison())
        .or_else(|| case.counted())
        .or_else(|| case.doubled())
        .or_else(|| case.options())
        .or_else(|| case.braces())
        .or_else(|| case.best())
        .or_else(|| case.dice())
        .or_else(|| case.assigned())
        .or_else(|| case.article())
        .or_else(|| case.condition_behind())
        .or_else(|| case.block())
        .or_else(|| case.word())
        .or_else(|| case.sentence())
        .or_else(|| case.prefix(spot.code));
    match found {
        Some(found) if spot.wants.is_empty() => found,
        Some(found) => found.label(Span::new(source, at, at + text.len()), spot.wants.clone()),
        None => case.expected(spot),
    }
}

/// True if a number stands where only a name can.
pub(super) fn is_number_for_name(text: &str, failure: &GrammarFailure) -> bool {
    let (InputLocation::Pos(stop) | InputLocation::Span((stop, _))) = failure.location;
    let wants_name = match &failure.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.contains(&Rule::name),
        ErrorVariant::CustomError { .. } => false,
    };
    wants_name && text[stop..].trim_start().starts_with(|c: char| c.is_ascii_digit())
}

/// A parse failure with its surroundings.
pub(super) struct FailureContext<'t> {
    source: SourceId,
    pub(super) text: &'t str,
    /// Rule by which the text was parsed.
    rule: Rule,
    /// Byte offset of the text in the source.
    at: usize,
    /// Byte offset of the failure in the text.
    pub(super) stop: usize,
    /// Rules that were expected there.
    pub(super) wanted: Vec<Rule>,
    /// True if the step limit of the parser was reached.
    spent: bool,
}

impl<'t> FailureContext<'t> {
    fn new(source: SourceId, text: &'t str, at: usize, (rule, failure): (Rule, &GrammarFailure)) -> Self {
        let (InputLocation::Pos(stop) | InputLocation::Span((stop, _))) = failure.location;
        let (wanted, spent) = match &failure.variant {
            ErrorVariant::ParsingError { positives, .. } => (positives.clone(), false),
            ErrorVariant::CustomError { .. } => (Vec::new(), true),
        };
        let stop = stop + text[stop..].len() - text[stop..].trim_start_matches(' ').len();
        Self { source, text, rule, at, stop, wanted, spent }
    }

    /// True if the text can be parsed with this word before the failure, and the word is not just written later.
    pub(super) fn reads_with(&self, word: &str) -> bool {
        let is_later = self.rest().split(|c| !super::is_name_char(c)).any(|later| later == word);
        let with = format!("{}{}{}", &self.text[..self.stop], self.apart(self.stop, 0, word), self.rest());
        !is_later && grammar::read(self.rule, &with).is_ok()
    }

    pub(super) fn span(&self, start: usize, end: usize) -> Span {
        Span::new(self.source, self.at + start, self.at + end)
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.stop..]
    }

    /// Text before the failure.
    pub(super) fn before(&self) -> &'t str {
        self.text[..self.stop].trim_end()
    }

    /// Word or sign at the failure. Empty at the end.
    pub(super) fn token(&self) -> &'t str {
        let rest = self.rest();
        let word = lexicon::first_word(rest).len();
        let sign = rest.chars().next().map_or(0, char::len_utf8);
        let quoted = rest.strip_prefix('"').and_then(|text| text.find('"')).map_or(0, |end| end + 2);
        &rest[..word.max(quoted).max(sign)]
    }

    pub(super) fn here(&self) -> Span {
        self.span(self.stop, self.stop + self.token().len())
    }

    /// The sentence that contains the failure: it begins after the last `;` or `:`.
    pub(super) fn sentence_text(&self) -> &'t str {
        &self.text[self.start()..]
    }

    pub(super) fn start(&self) -> usize {
        let start = self.text[..self.stop].rfind([';', ':']).map_or(0, |found| found + 1);
        start + self.text[start..].len() - self.text[start..].trim_start_matches(' ').len()
    }

    /// Mismatched brackets and quotes, and exceeded limits.
    fn fault(&self) -> Option<Diagnostic> {
        if self.spent {
            let all = self.span(0, self.text.len());
            let finding = Diagnostic::error(codes::TOO_DEEP, all, "this line is too complex to be read");
            return Some(finding.help("name its parts with `let` or `define`"));
        }
        let fault = brackets::fault(self.text)?;
        let bracket = |at: usize, message: String, help: Remedy| {
            Diagnostic::error(codes::BRACKET, self.span(at, at + 1), message).help(help)
        };
        Some(match fault {
            BracketMistake::OpenText(at) => self.open_text(at),
            BracketMistake::Open(at, '{') if self.text[at + 1..].trim().is_empty() => {
                let from = self.text[..at].trim_end().len();
                let fix = Fix::remove("remove `{`", self.span(from, self.text.trim_end().len())).safe_if(false);
                let help = "leave the braces out: what belongs to the line stands below it, indented";
                bracket(at, "`{` begins no block".to_owned(), Remedy::new(help, fix))
            }
            BracketMistake::Open(at, c) => {
                let closing = brackets::closing(c);
                // After a single name there is one place for it.
                let alone = self.text[at + 1..].chars().all(super::is_name_char);
                let fix = Fix::new(format!("add `{closing}`"), self.end(), closing).safe_if(alone);
                let help = Remedy::new(format!("close it with `{closing}`"), fix);
                bracket(at, format!("`{c}` is never closed"), help)
            }
            BracketMistake::Close(at, c) => {
                let fix = Fix::new(format!("remove `{c}`"), self.span(at, at + 1), "");
                // Two in a row are a typing mistake; otherwise an opening one may be missing.
                let is_doubled = self.text[..at].ends_with(c);
                let help = Remedy::new("remove it, or open it before", fix.safe_if(is_doubled));
                bracket(at, format!("`{c}` closes nothing"), help)
            }
            BracketMistake::Other(at, c, wanted) => bracket(
                at,
                format!("expected `{wanted}`, found `{c}`"),
                Remedy::new(
                    "brackets close in the opposite order in which they open",
                    Fix::replace(self.span(at, at + 1), &c.to_string(), &wanted.to_string()),
                ),
            ),
        })
    }

    /// A quotation mark without its other one.
    fn open_text(&self, at: usize) -> Diagnostic {
        // Behind a word it ends a text, as in `"Where?"`.
        if self.text[..at].ends_with(|before: char| super::is_name_char(before) || "}.?!".contains(before)) {
            let finding = Diagnostic::error(codes::OPEN_TEXT, self.span(at, at + 1), "this text is never opened");
            return finding.help("begin it with `\"` on the same line");
        }
        // Anything but words may have come after the text. The title of a game is followed by words.
        let rest = &self.text[at + 1..];
        let is_last = lexicon::first_word(self.text) != "game" && !rest.contains([':', '|', ',', '[', ']']);
        let fix = Fix::new("add `\"`", self.end(), "\"").safe_if(is_last);
        let open = self.span(at, self.text.len());
        Diagnostic::error(codes::OPEN_TEXT, open, "this text is never closed")
            .help(Remedy::new("end it with `\"` on the same line", fix))
    }

    /// Signs of programming languages.
    fn sign(&self) -> Option<Diagnostic> {
        // The first half of `<>` or `==` may have been parsed.
        for start in [self.stop.saturating_sub(1), self.stop] {
            let Some(rest) = self.text.get(start..) else { continue };
            let token = lexicon::first_word(rest);
            let is_here = |sign: &str| match token {
                "" => rest.starts_with(sign) && (start == self.stop || sign.len() > 1),
                word => word == sign && start == self.stop,
            };
            let found = SIGNS.into_iter().find(|(sign, _)| is_here(sign));
            // If its first half was read, `=` is meant, as in `let n == 3`.
            let meant = |sign: &str, meant: &'static str| if sign == "==" && start < self.stop { "=" } else { meant };
            let found = found.map(|(sign, new)| (sign, self.instead(start, sign, meant(sign, new))));
            let remainder = || REMAINDERS.into_iter().find(|sign| is_here(sign));
            let found = found.or_else(|| remainder().map(|sign| (sign, self.remainder(start, sign).into())));
            if let Some((sign, help)) = found {
                let span = self.span(start, start + sign.len());
                let finding = Diagnostic::error(codes::SIGN, span, format!("`{sign}` is not used here"));
                return Some(finding.help(help));
            }
        }
        if let Some((word, meant)) = self.quantifier() {
            let before = self.before();
            let span = self.span(before.len() - word.len(), before.len());
            let finding = Diagnostic::error(codes::SIGN, span, format!("`{word}` is not used here"));
            // `some p in S where ..` is written for `any p in S where ..`.
            let new = lexicon::first_word(meant);
            let fix = Fix::replace(span, word, new).safe_if(
                meant[new.len()..]
                    .split(' ')
                    .all(|part| part.len() < 2 || part == ".." || self.rest().split(' ').any(|own| own == part)),
            );
            return Some(finding.help(Remedy::new(format!("write `{meant}`"), fix)));
        }
        if let Some(found) = self.case_of_players() {
            return Some(found);
        }
        if self.rest().starts_with('=') {
            let first = lexicon::first_word(self.sentence_text());
            let is_item = lexicon::of(lexicon::items(), first).is_some();
            if is_item && !CONDITIONAL.contains(&first) {
                // It reads like something else.
                return None;
            }
            if !is_item && !first.is_empty() && lexicon::of(lexicon::sentences(), first).is_none() {
                return Some(self.assignment());
            }
            let finding = Diagnostic::error(codes::SIGN, self.here(), "`=` does not compare");
            let help = "compare with `is`; use `=` in `let n = 3` and `set v = 3`";
            let fix = Fix::new("replace `=` with `is`", self.here(), self.apart(self.stop, 1, "is"));
            return Some(finding.help(Remedy::new(help, fix)));
        }
        None
    }

    /// `3 = 4, 4 = 3` for `3: 4, 4: 3`, values by the number of players.
    fn case_of_players(&self) -> Option<Diagnostic> {
        let number = self.before().rsplit(',').next()?.trim();
        let is_number = !number.is_empty() && number.bytes().all(|digit| digit.is_ascii_digit());
        if !is_number || !self.rest().starts_with('=') || !self.wanted.contains(&Rule::k_colon) {
            return None;
        }
        let finding = Diagnostic::error(codes::SIGN, self.here(), "`=` is not used here");
        let signs = self.text.match_indices('=').map(|(at, _)| {
            let before = self.text[..at].trim_end().len();
            FixEdit::new(self.span(before, at + 1), ":")
        });
        let fix = Fix { title: "replace `=` with `:`".to_owned(), edits: signs.collect(), safe: true };
        Some(finding.help(Remedy::new("a value for each number of players is `3: 4, 4: 3`", fix)))
    }

    /// `points[p] = 3` as a sentence.
    fn assignment(&self) -> Diagnostic {
        let start = self.start();
        let name = lexicon::short(self.text[start..self.stop].trim());
        let finding = Diagnostic::error(codes::SIGN, self.here(), "`=` is no sentence by itself");
        let help = format!(
            "memory changes with `set {name} = ..`, a track with `p gains 1 pennies` or `raise height[s] by 1`"
        );
        // The grammar cannot tell a track from a variable.
        finding.help(Remedy::new(help, Fix::new("add `set`", self.span(start, start), "set ").safe_if(false)))
    }

    /// A word before `p in S` that another language quantifies with, and its replacement.
    fn quantifier(&self) -> Option<(&'static str, &'static str)> {
        let last = self.last_word();
        QUANTIFIERS.into_iter().find(|(word, _)| *word == last && self.goes_on_with("in "))
    }

    /// The word before the failure.
    fn last_word(&self) -> &'t str {
        self.before().rsplit([' ', '(']).next().unwrap_or("")
    }

    /// True if a text follows the token at the failure.
    pub(super) fn goes_on_with(&self, text: &str) -> bool {
        self.rest().strip_prefix(self.token()).is_some_and(|rest| rest.trim_start().starts_with(text))
    }

    /// Characters that look like the right ones.
    fn character(&self) -> Option<Diagnostic> {
        let c = self.rest().chars().next()?;
        let span = self.span(self.stop, self.stop + c.len_utf8());
        let remove = |help: &str, what: &str| Remedy::new(help, Fix::new(format!("remove {what}"), span, ""));
        let (message, help) = match c {
            '“' | '”' | '„' | '«' | '»' | '‘' | '’' | '\'' => {
                (format!("`{c}` does not begin a text"), self.straight())
            }
            '\u{a0}' | '\u{2007}' | '\u{202f}' | '\u{200b}' => {
                let fix = Fix::new("write a plain space", span, if c == '\u{200b}' { "" } else { " " });
                ("this is a special space".to_owned(), Remedy::new("replace it with a plain space", fix))
            }
            '\u{ff01}'..='\u{ff5e}' => {
                let plain = lexicon::plain(c);
                (format!("`{c}` is a wide character"), Remedy::new(format!("write `{plain}`"), self.narrow()))
            }
            '.' if self.rest().trim_end() == "." => {
                ("a sentence ends without a full stop".to_owned(), remove("remove the `.`", "`.`"))
            }
            c if c.is_control() => ("this character cannot be read".to_owned(), remove("remove it", "the character")),
            c if !c.is_ascii() => (
                format!("`{c}` is not allowed in a name"),
                "write names with letters, digits and `_`; put other texts in quotes".into(),
            ),
            _ => return None,
        };
        Some(Diagnostic::error(codes::CHARACTER, span, message).help(help))
    }

    /// Missing and superfluous words.
    fn word(&self) -> Option<Diagnostic> {
        let token = self.token();
        let before = self.before();
        let missing = codes::WORD_MISSING;
        let (code, message, help): (_, _, Remedy) = match token {
            "<" | ">" if self.wanted.contains(&Rule::plus) => {
                (codes::BROKEN_EXPRESSION, format!("a second `{token}` cannot follow"), self.second_comparison())
            }
            "then" => (missing, "`then` belongs to a formula, not to a sentence".to_owned(), self.colon_for_then()),
            "if" if self.rest().starts_with("if possible") => {
                let help = "write `p does sort, if possible`";
                let help = self.remedy(help, "add a comma", before.len(), before.len(), ",");
                (missing, "a comma is missing before `if possible`".to_owned(), help)
            }
            "if" if self.rest().contains(" else ") => (
                missing,
                "the condition of a formula stands before its values".to_owned(),
                self.condition_first().into(),
            ),
            "for" if self.rest().starts_with("for each") && !self.is_item() => {
                let help = self.remedy(
                    "a loop is `each p in Player`",
                    "remove `for`",
                    self.stop,
                    self.stop + "for ".len(),
                    "",
                );
                (missing, "`for` is not needed before `each`".to_owned(), help)
            }
            "for" if self.begins_loop() => {
                let quantified =
                    ["for all ", "for every ", "for any "].iter().find(|words| self.rest().starts_with(**words));
                let word = quantified.map_or("for", |words| words.trim_end());
                let title = format!("replace `{word}` with `each`");
                let help = self.remedy(LOOPS, &title, self.stop, self.stop + word.len(), "each");
                (missing, "`for` continues the line above".to_owned(), help)
            }
            "for" if before.contains(" of ") => (
                missing,
                "it is not clear what `for` belongs to".to_owned(),
                "put brackets around what is counted together: `sum of (a + b) for x in S`".into(),
            ),
            "(" | "[" if self.stop > before.len() && ends_in_name(before) && self.wanted.contains(&Rule::plus) => {
                let help = "write it next to its word: `other(c, d)`";
                let help = self.remedy(help, "remove the space", before.len(), self.stop, "");
                (missing, format!("there is a space before `{token}`"), help)
            }
            _ if self.wants_name() && is_reserved(token) => (
                codes::RESERVED,
                format!("`{token}` is a word of the language, not a name"),
                self.instead_of_reserved(),
            ),
            _ => return None,
        };
        Some(Diagnostic::error(code, self.here(), message).help(help))
    }

    /// `else` and `:` where no block begins.
    fn block(&self) -> Option<Diagnostic> {
        let before = self.before();
        let (code, message, help): (_, _, Remedy) = match self.token() {
            "else" if self.stop > 0 => (
                codes::BLOCK_MISSING,
                "`else` begins a line of its own".to_owned(),
                "write `else:` below the `if`, with the same indentation".into(),
            ),
            ":" if self.is_item() && self.rest().trim() == ":" => (
                codes::BROKEN_ITEM,
                "no `:` ends the first line of an item".to_owned(),
                self.remedy(
                    "remove it; what belongs to the item stands below, indented",
                    "remove `:`",
                    self.stop,
                    self.stop + 1,
                    "",
                ),
            ),
            "{" if self.takes_block() => (
                codes::BRACKET,
                "`{` begins no block".to_owned(),
                "leave the braces out: what belongs to the line stands below it, indented".into(),
            ),
            "" if before.ends_with(';') => (
                codes::BROKEN_SENTENCE,
                "a sentence ends without a semicolon".to_owned(),
                self.remedy("remove the `;`", "remove `;`", before.len() - 1, before.len(), ""),
            ),
            token if !token.is_empty() && !self.is_item() && self.is_colon_missing() => (
                codes::BROKEN_SENTENCE,
                format!("a `:` is missing before `{}`", lexicon::short(token)),
                self.remedy(
                    "put `:` before the sentence, or write it below, indented",
                    "add `:`",
                    before.len(),
                    before.len(),
                    ":",
                ),
            ),
            "" if before.ends_with(':') => (
                codes::BLOCK_MISSING,
                "there is nothing after this `:`".to_owned(),
                self.remedy(
                    "remove it if the block is on the lines below",
                    "remove `:`",
                    before.len() - 1,
                    before.len(),
                    "",
                ),
            ),
            _ => return None,
        };
        Some(Diagnostic::error(code, self.here(), message).help(help))
    }

    /// True if the text is the first line of an item.
    pub(super) fn is_item(&self) -> bool {
        lexicon::of(lexicon::items(), lexicon::first_word(self.text)).is_some()
    }

    fn wants_name(&self) -> bool {
        let names = [Rule::name, Rule::query, Rule::binder, Rule::near_query, Rule::param, Rule::place_name];
        self.wanted.iter().any(|rule| names.contains(rule))
    }
}

fn ends_in_name(text: &str) -> bool {
    let word = &text[text.rfind(|c: char| !super::is_name_char(c)).map_or(0, |at| at + 1)..];
    !word.is_empty() && !is_reserved(word)
}

/// Items whose first line may hold a condition.
const CONDITIONAL: [&str; 6] = ["define", "winner", "payoff", "hook", "interrupt", "table"];

/// True for a word that cannot be a name.
pub(super) fn is_reserved(word: &str) -> bool {
    let lower = !word.is_empty() && word.bytes().all(|b| b.is_ascii_lowercase());
    lower && !super::is_name(word)
}
