//! The fields of a map with a known set of keys.

use super::codes;
use super::{Yaml, YamlValue};
use crate::diagnostic::Diagnostic;
use crate::text::Span;

/// A map that is being read: take what is known, then [`Fields::finish`] complains about the rest.
#[derive(Debug)]
pub struct Fields<'a> {
    pairs: &'a [(Yaml, Yaml)],
    known: Vec<&'static str>,
    /// All mistakes so far.
    pub findings: Vec<Diagnostic>,
    /// Where the map begins.
    pub span: Span,
}

impl<'a> Fields<'a> {
    /// Begins; `what` names the thing for the message if it is no map.
    ///
    /// # Errors
    /// `E1102` if it is no map.
    pub fn new(yaml: &'a Yaml, what: &str) -> Result<Self, Box<Diagnostic>> {
        let YamlValue::Map(pairs) = &yaml.value else {
            let message = format!("{what} must be a map, this is {}", yaml.kind());
            let finding = Diagnostic::error(codes::WRONG_VALUE, yaml.span, message)
                .help("a map has a key on each line: `name: ..`");
            return Err(Box::new(finding));
        };
        Ok(Self { pairs, known: Vec::new(), findings: Vec::new(), span: yaml.span })
    }

    /// The value of a key; nothing if it is missing or empty.
    pub fn take(&mut self, key: &'static str) -> Option<&'a Yaml> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        let found = self.pairs.iter().find(|(name, _)| name.text() == Some(key));
        found.map(|(_, value)| value).filter(|value| value.value != YamlValue::Nothing)
    }

    /// A text.
    pub fn text(&mut self, key: &'static str) -> Option<String> {
        let found = self.take(key)?;
        match found.text() {
            Some(text) => Some(text.to_string()),
            None => self.wrong_type(found, key, "a text"),
        }
    }

    /// A whole number, not negative, written in digits.
    pub fn number(&mut self, key: &'static str) -> Option<u64> {
        let found = self.take(key)?;
        match found.text().and_then(digits) {
            Some(number) => Some(number),
            None => self.wrong_type(found, key, "a whole number"),
        }
    }

    /// `true` or `yes`, `false` or `no`; no if it is missing.
    pub fn truth(&mut self, key: &'static str) -> bool {
        let Some(found) = self.take(key) else { return false };
        match found.text() {
            Some("true" | "yes") => true,
            Some("false" | "no") => false,
            _ => self.wrong_type(found, key, "`true` or `false`").unwrap_or(false),
        }
    }

    /// A list of texts with their places; one text alone is a list of one.
    pub fn texts(&mut self, key: &'static str) -> Vec<(String, Span)> {
        let Some(found) = self.take(key) else { return Vec::new() };
        let mut texts = Vec::new();
        for item in found.items() {
            match item.text() {
                Some(text) => texts.push((text.to_string(), item.span)),
                None => self.wrong_type(item, key, "texts").unwrap_or(()),
            }
        }
        texts
    }

    /// Pairs of texts and anything, in order.
    pub fn pairs(&mut self, key: &'static str) -> Vec<(String, &'a Yaml, Span)> {
        let pair = |(key, value): &'a (Yaml, Yaml)| (key.shown(), value, key.span);
        self.map(key, "a map").iter().map(pair).collect()
    }

    /// The keys and values of a map; `right` says what it must be.
    pub fn map(&mut self, key: &'static str, right: &str) -> &'a [(Yaml, Yaml)] {
        let Some(found) = self.take(key) else { return &[] };
        let YamlValue::Map(pairs) = &found.value else {
            self.wrong_type::<()>(found, key, right);
            return &[];
        };
        pairs
    }

    /// The items of a list.
    pub fn list(&mut self, key: &'static str) -> &'a [Yaml] {
        let Some(found) = self.take(key) else { return &[] };
        let YamlValue::List(items) = &found.value else {
            self.wrong_type::<()>(found, key, "a list");
            return &[];
        };
        items
    }

    /// Adds a mistake (`E1102`: something of the wrong type).
    pub fn wrong_type<T>(&mut self, found: &Yaml, key: &str, right: &str) -> Option<T> {
        let message = format!("`{key}` must be {right}, this is {}", found.kind());
        let help = format!("write {right}; a list is `[a, b]`, a map `{{ a: b }}`");
        self.findings.push(Diagnostic::error(codes::WRONG_VALUE, found.span, message).help(help));
        None
    }

    /// All mistakes, those about unknown keys (`E1103`) included.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for (key, _) in self.pairs {
            let name = key.shown();
            if !self.known.iter().any(|known| *known == name) {
                let finding = Diagnostic::error(codes::UNKNOWN_KEY, key.span, format!("unknown key `{name}`"));
                let help = suggestion(&name, self.known.iter().copied())
                    .unwrap_or_else(|| format!("known keys: {}", self.known.join(", ")));
                self.findings.push(finding.help(help));
            }
        }
        self.findings
    }
}

/// The number that a text is: digits and nothing else (`2`, not `2.0`, `0x2`, `+2` or `2_000`). None too if it is too large.
pub fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// `did you mean ..?`, if something known is near.
pub fn suggestion<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<String> {
    let distance = |candidate: &&'k str| strsim::damerau_levenshtein(word, candidate);
    let best = known.into_iter().min_by_key(distance)?;
    let near = distance(&best) <= 1 + word.chars().count().max(best.chars().count()) / 4;
    near.then(|| format!("did you mean `{best}`?"))
}
