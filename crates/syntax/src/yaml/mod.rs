//! YAML about games: clauses, scenarios, records. Scalars stay as they are written (`no`, `5` and `hill` are words alike),
//! and every value knows its place. Texts are untrusted: depth and size have limits.

/// The findings of texts in YAML by code.
pub mod codes;
mod fields;
mod read;

use crate::text::Span;

pub use fields::{Fields, digits, suggestion};
pub use read::{parse, read};

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yaml {
    /// What it is.
    pub value: YamlValue,
    /// Where it stands: the whole scalar; of a list or a map the first part.
    pub span: Span,
    /// All of it, with quotes and brackets; of a list or a map on lines of their own up to the last part.
    pub whole: Span,
}

/// What a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YamlValue {
    /// Nothing stands there.
    Nothing,
    /// A word, a number, a text, without its quotes.
    Text(String),
    /// `[a, b]`
    List(Vec<Yaml>),
    /// `{ a: b }`, in the order of the text; no key twice.
    Map(Vec<(Yaml, Yaml)>),
}

impl Yaml {
    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            YamlValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The items of a list; anything else is one item.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            YamlValue::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// What it is, for messages: `a list`.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            YamlValue::Nothing => "nothing",
            YamlValue::Text(_) => "a word",
            YamlValue::List(_) => "a list",
            YamlValue::Map(_) => "a map",
        }
    }

    /// As the language writes it: `hill`, `[hill, ben]`, `{ben: 2}`.
    pub fn shown(&self) -> String {
        let joined = |parts: Vec<String>| parts.join(", ");
        match &self.value {
            YamlValue::Nothing => String::new(),
            YamlValue::Text(text) => text.clone(),
            YamlValue::List(items) => format!("[{}]", joined(items.iter().map(Self::shown).collect())),
            YamlValue::Map(pairs) => {
                let pair = |(key, value): &(Self, Self)| format!("{}: {}", key.shown(), value.shown());
                format!("{{{}}}", joined(pairs.iter().map(pair).collect()))
            }
        }
    }
}

/// A text as a YAML scalar on one line, in quotes where it needs them.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.-()".contains(c);
    let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    if starts && text.chars().all(plain) && !["null", "Null", "NULL"].contains(&text) {
        return text.to_string();
    }
    serde_json::to_string(text).expect("a text can always be quoted")
}
