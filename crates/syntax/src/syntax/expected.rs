//! Messages that say what the parser expected.

use super::grammar::Rule;
use super::lexicon::{self, FOREIGN_OPERATORS};
use super::mistakes::{self, FailureContext, ReadSpot};
use super::{codes, words};
use crate::diagnostic::{Diagnostic, Fix, Remedy};
use crate::text::Span;

/// Words before a place in other languages, where this one writes `in`.
const THERE: [&str; 3] = ["at", "from", "on"];

/// Words for a number before `of`.
const FOLDS: [&str; 4] = ["count", "sum", "max", "min"];

impl FailureContext<'_> {
    /// Finding that says what was expected.
    pub(super) fn expected(&self, spot: &ReadSpot) -> Diagnostic {
        let names = self.names();
        let wanted = match names.len() {
            0 => None,
            1..=4 => Some(format!("expected {}", or(&names))),
            _ => Some(format!("expected {}, ...", names[..4].join(", "))),
        };
        let token = lexicon::short(self.token());
        // A field begins with what it needs, and then something else was expected.
        let is_begun = spot.code == codes::BROKEN_FIELD && !self.before().is_empty() && wanted.is_some();
        let message = match (wanted, token.as_str()) {
            (Some(wanted), "") => format!("{wanted}, but the line ends here"),
            (Some(wanted), token) => format!("{wanted}, found `{token}`"),
            (None, "") => "something is missing at the end of this line".to_owned(),
            (None, token) => format!("`{token}` does not belong here"),
        };
        let hint = self.hint().map(str::to_owned).or_else(|| self.number_for_range());
        if !spot.wants.is_empty() && !is_begun {
            let finding = Diagnostic::error(spot.code, self.here(), spot.wants.clone());
            return self.complete(finding.help(hint.or_else(|| spot.help.clone()).unwrap_or(message)));
        }
        let mut finding = Diagnostic::error(spot.code, self.here(), message);
        if !spot.wants.is_empty() {
            finding = finding.label(self.span(0, self.text.trim_end().len()), spot.wants.clone());
        }
        // After `=` the formula is wrong, not the item.
        let shown = spot.help.clone().filter(|_| !self.before().contains('='));
        self.complete(finding.help(hint.or(shown).or_else(|| self.example()).unwrap_or_else(|| self.fallback_help())))
    }

    /// A misspelt word before a name: `frist c in column(x)`.
    pub(super) fn prefix(&self, code: &'static str) -> Option<Diagnostic> {
        let (before, token) = (self.before(), self.token());
        let start = before.rfind(|c| !super::is_name_char(c)).map_or(0, |at| at + 1);
        let (rest, word) = before.split_at(start);
        let is_apart = before.len() < self.stop && token.starts_with(super::is_name_char) && !rest.ends_with('.');
        if !is_apart || mistakes::is_reserved(word) || !self.wanted.contains(&Rule::plus) || !self.names().is_empty() {
            return None;
        }
        lexicon::PREFIXES.iter().find(|known| lexicon::alike(word, known))?;
        let span = self.span(start, before.len());
        let message = format!("`{}` cannot stand before `{}`", lexicon::short(word), lexicon::short(token));
        Some(Diagnostic::error(code, span, message).help(lexicon::did_you_mean(span, word, &lexicon::PREFIXES)))
    }

    /// Adds the fix if a word was expected that is misspelt, or the only one that can follow.
    fn complete(&self, mut finding: Diagnostic) -> Diagnostic {
        let token = lexicon::first_word(self.token());
        if let Some(fix) = self.in_for_at().or_else(|| self.undrawn()) {
            finding.fixes = vec![fix];
            return finding;
        }
        let words: Vec<String> = self.wanted.iter().filter_map(|rule| words::word(*rule)).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).filter(|word| word.len() > 1).collect();
        let alike: Vec<&str> = words.iter().copied().filter(|word| lexicon::alike(token, word)).collect();
        let at = self.here();
        if FOLDS.iter().any(|word| self.before().ends_with(word)) && self.wanted.contains(&Rule::k_of) {
            finding.fixes = vec![Fix::new("add `of`", Span { end: at.start, ..at }, self.apart(self.stop, 0, "of"))];
            return finding;
        }
        finding.fixes = match (alike.as_slice(), self.specific().as_slice()) {
            ([meant], _) => Remedy::did_you_mean(at, token, meant, words).fixes,
            (_, [only]) => match words::word(*only).filter(|word| word.starts_with(super::is_name_char)) {
                Some(word) if !self.token().is_empty() && self.reads_with(&word) => {
                    let before = Span { end: at.start, ..at };
                    vec![Fix::new(format!("add `{word}`"), before, self.apart(self.stop, 0, &word))]
                }
                _ => Vec::new(),
            },
            _ => Vec::new(),
        };
        finding
    }

    /// The fix of `each m at basket[p]`.
    fn in_for_at(&self) -> Option<Fix> {
        let is_meant = self.specific() == [Rule::k_in] && (THERE.contains(&self.token()) || self.token() == "of");
        is_meant.then(|| Fix::replace(self.here(), self.token(), "in"))
    }

    /// The fix of `draw 3 cards from sack to basket[p]`.
    fn undrawn(&self) -> Option<Fix> {
        let is_meant =
            self.specific() == [Rule::k_from] && self.sentence_text().starts_with("draw") && self.goes_on_with("from ");
        let named = self.span(self.stop, self.stop + self.token().len() + 1);
        is_meant.then(|| Fix::remove(format!("leave out `{}`", self.token()), named))
    }

    /// Expected tokens, in words for authors.
    fn names(&self) -> Vec<String> {
        if words::wants_sentence(&self.wanted) {
            return vec!["a sentence".to_owned()];
        }
        let mut names: Vec<String> = Vec::new();
        for rule in self.specific() {
            let name = words::word(rule).map(|word| format!("`{word}`")).or_else(|| author_name(rule));
            names.extend(name.filter(|name| !names.contains(name)));
        }
        names
    }

    /// Expected rules, without those that can follow anywhere and those of other sentences.
    fn specific(&self) -> Vec<Rule> {
        let is_verb = |rule| words::word(rule).is_some_and(|word| lexicon::of(lexicon::verbs(), &word).is_some());
        self.wanted.iter().copied().filter(|rule| !is_generic(*rule) && !is_verb(*rule)).collect()
    }

    /// Hint about the word or sign at the failure.
    fn token_hint(&self) -> Option<&'static str> {
        let before = self.before();
        let last = &before[before.trim_end_matches(super::is_name_char).len()..];
        let first = lexicon::first_word(self.sentence_text());
        Some(match self.token() {
            "," if self.sentence_text().starts_with("kind ") => {
                "several members stand in braces: `kind Shelf = {attic, cellar}`"
            }
            "from" if before.contains(" gains ") => {
                "what is gained comes from where it starts; from another place it is moved: `move 3 marble from jar to hand[p]`"
            }
            "from" if first == "move" && before.contains(" to ") => {
                "`from` stands before `to`: `move 2 marble from jar to hand[p]`"
            }
            "has" if ["some ", "no "].iter().any(|word| before.contains(word)) => {
                "the condition is `where ..`: `some p in Player where pennies[p] >= 15`"
            }
            "from" if self.wanted.contains(&Rule::k_clockwise) && !before.contains(" clockwise ") => {
                "the order of seats is `p in Player clockwise from left(q)`"
            }
            "to" if last.ends_with(|c: char| c.is_ascii_digit()) => "a range has two dots: `1..6`",
            "where" if before.contains(" where ") => "join two conditions with `and`: `where a and b`",
            "," | "and" if first == "chance" => "each name has its own range: `chance a in 1..6, b in 1..6 \"dice\"`",
            token if first == "board" && token.starts_with(|c: char| c.is_ascii_digit()) => {
                "it reads like `board field of Square`, with its size below, indented: `grid: 3, 3`"
            }
            "of" if lexicon::AMOUNTS.contains(&last) => "the number of things in a place is `count of basket[p]`",
            _ if last == "while" && self.sentence_text().starts_with("repeat") => {
                "say when it ends: `repeat until pennies[p] >= 3`"
            }
            token => return lexicon::of(FOREIGN_OPERATORS.into_iter(), token),
        })
    }

    /// Hint about the construct that a missing word belongs to.
    fn hint(&self) -> Option<&'static str> {
        if self.sentence_text().starts_with("track ") && !self.text.contains("..") {
            return Some(
                "it reads like `track pennies[Player] 0..20`: two dots after the lowest value, also without a highest",
            );
        }
        let before = self.before();
        let last = &before[before.trim_end_matches(super::is_name_char).len()..];
        if let Some(hint) = self.token_hint() {
            return Some(hint);
        }
        if FOLDS.contains(&last) && self.wanted.contains(&Rule::k_of) {
            return Some(match last {
                "count" => "it reads like `count of basket[p]`",
                _ => "it reads like `sum of c.value for c in basket[p]`",
            });
        }
        Some(match self.specific().as_slice() {
            [Rule::k_by] if before.contains("raise ") && self.token() == "to" => {
                "a track changes by an amount, here the difference: `raise height[s] by 3 - height[s]`"
            }
            [Rule::k_by] if ["raise ", "lower "].iter().any(|word| before.contains(word)) => {
                "a track changes by an amount: `raise height[s] by 2`"
            }
            [Rule::k_from] if last == "clockwise" => "it reads like `each p in Player clockwise from seat(1)`",
            [Rule::k_from] if self.sentence_text().starts_with("draw") => {
                "the place says what is drawn, not the sentence: `draw 3 from sack to basket[p]`"
            }
            [Rule::k_in, Rule::k_of] | [Rule::k_of] if before.contains(" chooses ") => {
                "name what is chosen, then from where: `p chooses d in Shelf \"Which?\"`, `p chooses 2 of basket[p] as taken`"
            }
            [Rule::k_in] if THERE.contains(&self.token()) => {
                "what lies in a place comes behind `in`: `each m in basket[p]`"
            }
            [Rule::k_in] => "write a range: `p in Player`",
            [Rule::k_do | Rule::can_do, ..] if self.sentence_text().contains("can ") => "it reads like `can p do sort`",
            [Rule::k_has] => "it reads like `every p in Player has pennies[p] > 0`",
            [Rule::k_then | Rule::k_else] => "it reads like `if c then a else b`",
            [Rule::key | Rule::w_key] => "it reads like `by most pennies[p], then least p.seat`",
            [Rule::w_rounding] => "it reads like `x / 2 rounded up`",
            [Rule::k_as] => "name the chosen things: `2 of basket[p] as taken`",
            _ => return None,
        })
    }

    /// Correct example for the word that begins the sentence.
    pub(super) fn example(&self) -> Option<String> {
        let sentence = self.sentence_text();
        if self.before().contains(" = ") {
            // The value is wrong, not the sentence around it.
            return None;
        }
        if self.before().contains(" until ") {
            let loops = match lexicon::first_word(sentence) {
                "repeat" => "repeat",
                _ => "in turn p in Player",
            };
            return Some(format!("it reads like `{loops} until some q in Player where pennies[q] >= 15`"));
        }
        let verb = sentence.split(' ').find_map(|word| lexicon::of(lexicon::verbs(), word));
        let first = lexicon::first_word(sentence);
        let known = lexicon::of(lexicon::sentences(), first).or(verb);
        // In the middle of an item, its first word says nothing.
        let text = known.or_else(|| lexicon::of(lexicon::items(), first).filter(|_| self.before() == first))?;
        Some(format!("it reads like `{text}`"))
    }

    /// The help for `1.5` and `1.6`.
    fn number_for_range(&self) -> Option<String> {
        let is_digit = |c: char| c.is_ascii_digit();
        let is_fraction = self.before().strip_suffix('.').is_some_and(|before| before.ends_with(is_digit))
            && self.rest().starts_with(is_digit);
        is_fraction.then(|| "numbers are whole; a range has two dots: `1..6`".to_owned())
    }

    /// Help for when no hint or example fits.
    fn fallback_help(&self) -> String {
        let (before, token) = (self.before(), self.token());
        let word = &before[before.trim_end_matches(super::is_name_char).len()..];
        let is_word = |word: &str| word.starts_with(super::is_name_char) && !mistakes::is_reserved(word);
        match token {
            "" => "write it, or remove what comes before it".to_owned(),
            token if is_word(token) && is_word(word) => {
                let (word, token) = (lexicon::short(word), lexicon::short(token));
                format!(
                    "join the two with `+`, `is`, `and` ..; a formula is `{word}({token})`, what lies on the table `{word}[{token}]`"
                )
            }
            token if token.starts_with(super::is_name_char) => {
                "join it to what comes before it, with `+`, `is`, `and` or `or`, or remove it".to_owned()
            }
            _ => "remove it, or write what is missing before it".to_owned(),
        }
    }
}

/// `a`, `b` or `c`
fn or(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// Name of a rule for authors. `None` for rules that only group others.
fn author_name(rule: Rule) -> Option<String> {
    let name = match rule {
        Rule::name | Rule::heading => "a name",
        Rule::number => "a number",
        Rule::string => "a text in quotes",
        Rule::clause => "a clause: `AB-4.1`",
        Rule::cites => "a citation: `[AB-4.1]`",
        Rule::expr | Rule::or_e | Rule::and_e | Rule::not_e | Rule::compare | Rule::range_e | Rule::near_range => {
            "a value"
        }
        Rule::sum | Rule::product | Rule::counted | Rule::postfix | Rule::primary | Rule::word | Rule::group => {
            "a value"
        }
        Rule::f_test | Rule::only_expr | Rule::c_expr | Rule::q_exact => "a value",
        Rule::query | Rule::binder | Rule::near_query | Rule::near_binder => "a range: `p in Player`",
        Rule::choice | Rule::family => "a choice: `d in Shelf`",
        Rule::w_key | Rule::w_rounding | Rule::w_order => {
            return Some(or(&words::words(rule).map(|word| format!("`{word}`")).collect::<Vec<_>>()));
        }
        Rule::r#type => "a type: `number`, `Player`, `set of Player`",
        Rule::param => "a parameter: `p in Player`",
        Rule::params => "parameters: `(p in Player)`",
        Rule::place_name => "a name: `basket[p in Player]`",
        Rule::axis => "an index: `p in Player`",
        Rule::chain | Rule::sentences => "a sentence",
        Rule::test | Rule::seer | Rule::limit | Rule::case => "a value",
        _ => return None,
    };
    Some(name.to_owned())
}

/// True for a rule that can follow almost anywhere: an operator, a comma, a closing word.
fn is_generic(rule: Rule) -> bool {
    matches!(
        rule,
        Rule::EOI
            | Rule::k_and
            | Rule::k_or
            | Rule::k_is
            | Rule::k_at
            | Rule::k_dots
            | Rule::k_dashes
            | Rule::k_comma
            | Rule::k_colon
            | Rule::k_semicolon
            | Rule::k_plus
            | Rule::k_rounded
            | Rule::k_for
            | Rule::k_then_by
            | Rule::k_ranked_by
            | Rule::k_where
            | Rule::k_clockwise
            | Rule::k_except
            | Rule::is_tail
            | Rule::than
            | Rule::comparator
            | Rule::plus
            | Rule::minus
            | Rule::times_sign
            | Rule::over
            | Rule::rounded
            | Rule::attribute
            | Rule::index
            | Rule::arguments
            | Rule::seating
            | Rule::r#where
            | Rule::ranked
            | Rule::from
            | Rule::to
            | Rule::except
            | Rule::if_possible
            | Rule::none_empty
            | Rule::alike
            | Rule::laid_over
            | Rule::house
            | Rule::query_ahead
    )
}
