//! Sentences with a first word or a verb that the language does not have.

use super::grammar::Rule;
use super::lexicon::{self, COMMENT, FOREIGN, FOREIGN_VERBS, RENAMED, TWO_SENTENCES};
use super::mistakes::{FailureContext, is_reserved};
use super::{codes, is_name_char, words};
use crate::diagnostic::{Diagnostic, Fix, Remedy};
use crate::text::Span;

/// The help for a name that is called like a rule, but is a word of other languages: `otherwise`, `return`.
pub fn foreign_sentence(name: &str, span: Span) -> Option<Remedy> {
    let renamed = lexicon::of(RENAMED.into_iter(), name);
    let remedy = |meant| Remedy::new(format!("write `{meant}`"), Fix::replace(span, name, meant));
    renamed.map(remedy).or_else(|| lexicon::of(FOREIGN.into_iter(), name).map(Into::into))
}

impl FailureContext<'_> {
    /// Sentences with unknown first words or verbs.
    pub(super) fn sentence(&self) -> Option<Diagnostic> {
        let start = self.start();
        let first = lexicon::first_word(&self.text[start..]);
        let verb_wanted = self.wanted.contains(&Rule::k_gains);
        let begins_badly = words::wants_sentence(&self.wanted) && is_reserved(first);
        if first.is_empty() || !(verb_wanted || begins_badly) {
            return None;
        }
        let names: Vec<&str> = lexicon::sentences().map(|(word, _)| word).collect();
        let alone = self.stop <= start || self.before().len() <= start + first.len();
        let begins = |help: Remedy| {
            let span = self.span(start, start + first.len());
            let message = format!("no sentence begins with `{}`", lexicon::short(first));
            Some(Diagnostic::error(codes::UNKNOWN_SENTENCE, span, message).help(help))
        };
        if let Some(meant) = lexicon::of(RENAMED.into_iter(), first).filter(|_| alone) {
            return begins(self.begun(start, first, meant));
        }
        if let Some(help) = lexicon::of(FOREIGN.into_iter(), first).filter(|_| alone) {
            return begins(help.into());
        }
        let token = self.token();
        if token.is_empty() || names.contains(&first) {
            return None;
        }
        if alone && lexicon::of(lexicon::items(), first).is_some() {
            return begins("an item begins in column 1: move this line and those below it there".into());
        }
        if alone && names.iter().any(|name| lexicon::alike(first, name)) {
            let span = self.span(start, start + first.len());
            return begins(lexicon::did_you_mean(span, first, &names));
        }
        let subject = self.text[start..self.stop.max(start)].trim();
        if subject.is_empty() {
            return begins(format!("sentences begin with {}, ...", lexicon::list(&names[..6])).into());
        }
        let (found, who) = (lexicon::short(token), lexicon::short(subject));
        let message = format!("no sentence continues with `{found}` after `{who}`");
        Some(Diagnostic::error(codes::UNKNOWN_SENTENCE, self.here(), message).help(self.continued(start, subject)))
    }

    /// The help for the first word of a sentence of other languages.
    fn begun(&self, start: usize, first: &str, meant: &str) -> Remedy {
        let mut remedy = self.instead(start, first, meant);
        if let Some(example) = lexicon::of(lexicon::sentences(), meant).filter(|example| *example != meant) {
            remedy.help = format!("write `{meant}`: `{example}`");
        }
        // `unless a and b` is `if not (a and b)`.
        let rest = &self.text[start..];
        let joins = [" and ", " or "].iter().any(|join| rest.contains(join));
        remedy.fixes.iter_mut().for_each(|fix| fix.safe &= !(meant == "if not" && joins));
        remedy
    }

    /// The help for what follows the first value of a sentence.
    fn continued(&self, start: usize, subject: &str) -> Remedy {
        let token = self.token();
        let singular = |verb: &str| verb.strip_suffix('s').unwrap_or(verb).to_owned();
        let verbs: Vec<&str> = lexicon::verbs().map(|(word, _)| word).collect();
        let meant = verbs.iter().find(|verb| lexicon::alike(token, verb) || lexicon::alike(token, &singular(verb)));
        if let Some(verb) = meant {
            return Remedy::did_you_mean(self.here(), token, verb, verbs.iter().copied());
        }
        if let Some(help) = lexicon::of(FOREIGN_VERBS.into_iter(), token) {
            return help.into();
        }
        let who = lexicon::short(subject);
        let begin = |help: String, word: &str| {
            let fix = Fix::new(format!("add `{word}`"), self.span(start, start), format!("{word} "));
            Remedy::new(help, fix)
        };
        match token {
            "+" if self.rest().starts_with("++") => lexicon::RAISES.into(),
            "times" => begin(format!("write `repeat {who} times`"), "repeat"),
            "in" => begin(format!("a loop is `each {who} in ..`"), "each"),
            "is" | "are" | "becomes" | "equals" => self.set(start, &who),
            "and" | "then" | "," => TWO_SENTENCES.into(),
            _ if ["//", "/*"].iter().any(|sign| self.rest().starts_with(sign)) || subject.contains(" -- ") => {
                COMMENT.into()
            }
            _ => self.side_by_side(subject).unwrap_or_else(|| {
                let names: Vec<&str> = lexicon::sentences().map(|(word, _)| word).take(6).collect();
                let (verbs, names) = (lexicon::list(&verbs), lexicon::list(&names));
                format!("after a player comes {verbs}; other sentences begin with {names}, ...").into()
            }),
        }
    }

    /// The help for `x is 3` and `x becomes 3`.
    fn set(&self, start: usize, name: &str) -> Remedy {
        let fix = Fix::new("write `set .. =`", self.span(start, start), "set ").and(self.here(), "=");
        let help = format!("memory changes with `set {name} = ..`, a track with `raise height[s] by 1` or `lower`");
        // The grammar cannot tell a track from a variable.
        Remedy::new(help, fix.safe_if(false))
    }

    /// The help for two values with nothing between: `p sort`, `betting 2`, `draw_up(p) pay_out(p)`.
    fn side_by_side(&self, subject: &str) -> Option<Remedy> {
        let token = self.token();
        let after = self.rest()[token.len()..].trim_start();
        let is_name = token.starts_with(|c: char| c.is_alphabetic()) && !is_reserved(token);
        let ends = after.is_empty() || after.starts_with([',', '(', ';']);
        let (found, who) = (lexicon::short(token), lexicon::short(subject));
        if is_name && subject.ends_with(')') && ends {
            return Some(TWO_SENTENCES.into());
        }
        // `turn p` is a call, `p turn` an action or a call.
        let is_call = token.len() == 1 && subject.len() > 1 && subject.chars().all(is_name_char);
        if is_name && ends && !is_call {
            let fix = Fix::new("add `does`", self.span(self.stop, self.stop), "does ").safe_if(false);
            let help = format!("an action or a menu is done with `{who} does {found}`, a rule with `{found}({who})`");
            return Some(Remedy::new(help, fix));
        }
        let is_value = token.starts_with(|c: char| c.is_alphanumeric()) && !is_reserved(token);
        let is_call = is_value && after.is_empty() && subject.chars().all(is_name_char);
        is_call.then(|| {
            let help = format!("what a rule is called with stands in brackets: `{who}({found})`");
            let (from, to) = (self.before().len(), self.stop + token.len());
            self.remedy(&help, "add the brackets", from, to, &format!("({token})"))
        })
    }
}
