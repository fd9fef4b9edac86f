//! Reader for maps with a known set of keys.

use super::codes;
use super::{Yaml, YamlValue};
use crate::diagnostic::{Diagnostic, Fix, Remedy, nearest};
use crate::text::{Sources, Span};

/// A map being read. Take the known keys, then [`Fields::finish`] reports the rest.
#[derive(Debug)]
pub struct Fields<'a> {
    pairs: &'a [(Yaml, Yaml)],
    known: Vec<&'static str>,
    /// Required keys that are missing, with the indexes of their findings.
    missing: Vec<(&'static str, usize)>,
    /// Findings so far. Only added to.
    pub findings: Vec<Diagnostic>,
    /// Place of the map.
    pub span: Span,
}

impl<'a> Fields<'a> {
    /// A reader for a map. `what` names it in the message, such as "a clause".
    ///
    /// # Errors
    /// `E1102` if the value is not a map.
    pub fn new(yaml: &'a Yaml, what: &str) -> Result<Self, Box<Diagnostic>> {
        let YamlValue::Map(pairs) = &yaml.value else {
            let message = format!("{what} must be a map, found {}", yaml.kind());
            let finding = Diagnostic::error(codes::WRONG_VALUE, yaml.span, message)
                .help("a map has a key on each line: `name: ..`");
            return Err(Box::new(finding));
        };
        Ok(Self { pairs, known: Vec::new(), missing: Vec::new(), findings: Vec::new(), span: yaml.span })
    }

    /// Value of a key. `None` if it is missing or empty.
    pub fn take(&mut self, key: &'static str) -> Option<&'a Yaml> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
        let found = self.pairs.iter().find(|(name, _)| name.text() == Some(key));
        found.map(|(_, value)| value).filter(|value| value.value != YamlValue::Nothing)
    }

    /// Place of a key with its value. `None` if the key is missing.
    pub fn entry(&self, key: &str) -> Option<Span> {
        let (key, value) = self.pairs.iter().find(|(name, _)| name.text() == Some(key))?;
        Some(key.whole.to(value.whole))
    }

    /// Text of a key.
    pub fn text(&mut self, key: &'static str) -> Option<String> {
        let found = self.take(key)?;
        match found.text() {
            Some(text) => Some(text.to_string()),
            None => self.wrong_type(found, key, "a text"),
        }
    }

    /// Text of a required key. `missing` makes the finding if the key is missing or its text is blank, from the place of the map.
    /// A value of another type has a finding of its own. `None` with any of them.
    pub fn required(&mut self, key: &'static str, missing: impl FnOnce(Span) -> Diagnostic) -> Option<String> {
        if self.take(key).is_none_or(|found| found.text().is_some_and(|text| text.trim().is_empty())) {
            self.lacks(key, missing(self.span));
            return None;
        }
        self.text(key)
    }

    /// Adds the finding that a required key is missing. If one unknown key stands beside it, [`Fields::finish`] takes that for
    /// this key.
    pub fn lacks(&mut self, key: &'static str, finding: Diagnostic) {
        self.missing.push((key, self.findings.len()));
        self.findings.push(finding);
    }

    /// Non-negative whole number of a key, written in digits.
    pub fn number(&mut self, key: &'static str) -> Option<u64> {
        let found = self.take(key)?;
        match found.text().and_then(digits) {
            Some(number) => Some(number),
            None => self.wrong_type(found, key, "a whole number"),
        }
    }

    /// Flag of a key: `true` or `yes`, `false` or `no`. False if it is missing.
    pub fn truth(&mut self, key: &'static str) -> bool {
        let Some(found) = self.take(key) else { return false };
        match found.text() {
            Some("true" | "yes") => true,
            Some("false" | "no") => false,
            _ => self.wrong_type(found, key, "`true` or `false`").unwrap_or(false),
        }
    }

    /// List of texts with their places. A single text counts as a list.
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

    /// Keys (as texts), values and places of a map, in order.
    pub fn pairs(&mut self, key: &'static str) -> Vec<(String, &'a Yaml, Span)> {
        let pair = |(key, value): &'a (Yaml, Yaml)| (key.shown(), value, key.span);
        self.map(key, "a map").iter().map(pair).collect()
    }

    /// Keys and values of a map. `right` describes the expected value in the message.
    pub fn map(&mut self, key: &'static str, right: &str) -> &'a [(Yaml, Yaml)] {
        let Some(found) = self.take(key) else { return &[] };
        let YamlValue::Map(pairs) = &found.value else {
            self.wrong_type::<()>(found, key, right);
            return &[];
        };
        pairs
    }

    /// Items of a list.
    pub fn list(&mut self, key: &'static str) -> &'a [Yaml] {
        let Some(found) = self.take(key) else { return &[] };
        let YamlValue::List(items) = &found.value else {
            self.wrong_type::<()>(found, key, "a list");
            return &[];
        };
        items
    }

    /// Adds a finding (`E1102`) for a value of the wrong type.
    pub fn wrong_type<T>(&mut self, found: &Yaml, key: &str, right: &str) -> Option<T> {
        let message = format!("`{key}` must be {right}, found {}", found.kind());
        let help = format!("write {right}; a list is `[a, b]`, a map `{{ a: b }}`");
        self.findings.push(Diagnostic::error(codes::WRONG_VALUE, found.span, message).help(help));
        None
    }

    /// All findings, including those for unknown keys (`E1103`).
    pub fn finish(mut self) -> Vec<Diagnostic> {
        let keys = self.pairs.iter().map(|(key, _)| (key, key.shown()));
        let unknown: Vec<_> = keys.filter(|(_, name)| !self.known.contains(&name.as_str())).collect();
        let meant = self.meant_by(&unknown);
        if let Some((_, at)) = meant {
            self.findings.remove(at);
        }
        for (key, name) in unknown {
            let finding = Diagnostic::error(codes::UNKNOWN_KEY, key.span, format!("unknown key `{name}`"));
            let help = match meant {
                Some((meant, _)) => Remedy::did_you_mean(key.span, &name, meant, self.known.iter().copied()),
                None => suggestion(key.span, &name, self.known.iter().copied())
                    .unwrap_or_else(|| format!("known keys: {}", self.known.join(", ")).into()),
            };
            self.findings.push(finding.help(help));
        }
        self.findings
    }

    /// The only missing key, with the index of its finding, if the only unknown key may be meant for it.
    fn meant_by(&self, unknown: &[(&Yaml, String)]) -> Option<(&'static str, usize)> {
        let ([(_, name)], &[(missing, at)]) = (unknown, self.missing.as_slice()) else { return None };
        let is_absent = |key: &str| !self.pairs.iter().any(|(name, _)| name.text() == Some(key));
        let absent = self.known.iter().copied().filter(|key| is_absent(key));
        let is_other = nearest(name, absent).is_some_and(|near| near != missing);
        (is_absent(missing) && !is_other).then_some((missing, at))
    }
}

/// Parses a number of digits only (`2`, not `2.0`, `0x2`, `+2` or `2_000`). `None` if it is too large.
pub fn digits(text: &str) -> Option<u64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// `did you mean ..?` with the most similar known word, if one is similar enough. Its fix replaces the word at `span`.
pub fn suggestion<'k>(span: Span, word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<Remedy> {
    let known: Vec<&str> = known.into_iter().collect();
    let best = nearest(word, known.iter().copied())?;
    Some(Remedy::did_you_mean(span, word, best, known))
}

/// Removes a key with its value from a map, with the comma that separates it from the key before or after it. The reason for the value
/// goes with it, so only the author can decide.
pub fn remove_entry(title: &str, entry: Span, sources: &Sources) -> Fix {
    let text = sources.whole(entry.source);
    // The end of a block of lines is the start of the next key.
    let end = entry.start + sources.text(entry).trim_end().len() as u32;
    let entry = Span { end, ..entry };
    let before = text.get(..entry.start as usize).unwrap_or_default().trim_end();
    let after = text.get(entry.end as usize..).unwrap_or_default().trim_start();
    if before.ends_with(',') {
        return Fix::new(title, Span { start: before.len() as u32 - 1, ..entry }, "").safe_if(false);
    }
    match after.strip_prefix(',').filter(|_| before.ends_with('{')) {
        Some(rest) => {
            let end = (text.len() - rest.trim_start().len()) as u32;
            Fix::new(title, Span { end, ..entry }, "").safe_if(false)
        }
        None => Fix::remove_lines(title, entry),
    }
}
