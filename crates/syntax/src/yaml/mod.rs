//! YAML files about games: clauses, scenarios, records. Scalars stay as written (`no`, `5` and `hill` are all words),
//! and every value has its place. Texts are untrusted, so depth and size are limited.

/// Codes of findings in YAML files.
pub mod codes;
mod edit;
mod fields;
mod mistakes;
mod read;

use crate::text::Span;

pub use edit::{remove_value, set_value, value_at};
pub use fields::{Fields, digits, remove_entry, suggestion};
pub use read::{parse, read};

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Yaml {
    /// The value.
    pub value: YamlValue,
    /// Place of the scalar, or of the first part of a list or map.
    pub span: Span,
    /// Whole extent, with quotes and brackets. In block style, up to the last part.
    pub whole: Span,
}

/// A YAML value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum YamlValue {
    /// Empty.
    Nothing,
    /// A scalar, without quotes.
    Text(String),
    /// `[a, b]`
    List(Vec<Yaml>),
    /// `{ a: b }`, in the order of the text, without duplicate keys
    Map(Vec<(Yaml, Yaml)>),
}

impl Yaml {
    /// The text of a scalar.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            YamlValue::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Items of a list. Any other value counts as one item.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            YamlValue::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// Type for messages, such as `a list`.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            YamlValue::Nothing => "nothing",
            YamlValue::Text(_) => "a word",
            YamlValue::List(_) => "a list",
            YamlValue::Map(_) => "a map",
        }
    }

    /// Notation of the language: `hill`, `[hill, ben]`, `{ben: 2}`.
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

/// A text as a YAML scalar on one line, quoted if necessary.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_.-()".contains(c);
    let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
    if starts && text.chars().all(plain) && !["null", "Null", "NULL"].contains(&text) {
        return text.to_string();
    }
    serde_json::to_string(text).expect("a text can always be quoted")
}
