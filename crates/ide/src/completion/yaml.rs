//! Offers for `rulebook.yaml`, scenarios and budgets: keys by the schemas, clauses, cases, settings, sentences.

use std::sync::LazyLock;

use serde_json::Value;
use tavola_syntax::syntax::is_name_char;
use tavola_syntax::syntax::possible::{TextSort, possible};
use tavola_syntax::text::indent;

use super::names::{NameSlot, slot};
use super::{Offer, OfferSort, is_id_char};
use crate::declared::NameSort;
use crate::lines::{first_word, line_at, split_word};
use crate::workspace::Workspace;

/// The schemas of the files, which also editors without a language server use.
static SCHEMAS: LazyLock<[Value; 3]> = LazyLock::new(|| {
    let read = |text: &str| serde_json::from_str(text).unwrap_or_default();
    [
        read(include_str!("../../../../docs/reference/schemas/scenarios.schema.json")),
        read(include_str!("../../../../docs/reference/schemas/rulebook.schema.json")),
        read(include_str!("../../../../docs/reference/schemas/balance.schema.json")),
    ]
});

impl Workspace {
    /// Offers for a place of a YAML file, and which characters the word has that they replace.
    pub(super) fn yaml_offers(&self, path: &str, text: &str, at: usize) -> (fn(char) -> bool, Vec<Offer>) {
        let line = line_at(text, at);
        let before = &text[line.start..at];
        if path == "look.yaml" {
            return (is_path_char, self.look_offers(text, line.start, before));
        }
        let Some(key) = key_of(text, line.start, before) else {
            return (is_name_char, keys(path, text, line.start, before));
        };
        let value = before.rsplit(&['[', ','][..]).next().unwrap_or(before);
        let offers = match (path, key) {
            (_, "clauses" | "because" | "clause") if path.starts_with("scenarios/") || path == "rulebook.yaml" => {
                return (is_id_char, self.clauses());
            }
            (_, "call") => self.sentence_offers(before.split_once("call:").map_or(before, |(_, call)| call)),
            (_, "change") => Vec::new(),
            (_, "like" | "instead") => self.cases(value),
            (_, "variant") => self.named(&[NameSort::Variant]),
            (_, "setting") => self.named(&[NameSort::Setting, NameSort::Ruling]),
            (_, "set") => self.named(&[NameSort::Setting, NameSort::Ruling]),
            (_, "given" | "then" | "seen" | "hidden") => self.names_in(NameSlot::Place, "", true),
            (_, "kind") => {
                let kinds = ["rule", "data", "hint", "definition"];
                kinds.map(|kind| Offer::keyword(kind, "kind of clause")).to_vec()
            }
            _ => Vec::new(),
        };
        (is_name_char, offers)
    }

    fn named(&self, sorts: &[NameSort]) -> Vec<Offer> {
        let fits = self.names().filter(|(_, name)| sorts.contains(&name.sort));
        fits.map(|(_, name)| Offer::new(&name.name, OfferSort::Named(name.sort), &name.detail, 0)).collect()
    }

    /// Sentences of a case.
    fn sentence_offers(&self, before: &str) -> Vec<Offer> {
        let before = split_word(before.trim_start_matches(['"', '\'', ' ', '|'])).0;
        let found = possible(TextSort::Sentence, before);
        let words = found.words.iter().map(|word| Offer::keyword(word, ""));
        let calls = [NameSort::Rule, NameSort::Phase];
        let rules = if before.trim().is_empty() { self.named(&calls) } else { Vec::new() };
        let names = if found.value { self.names_in(slot(before, ""), "", true) } else { Vec::new() };
        words.chain(rules).chain(names).collect()
    }

    /// Names of cases, those of other files behind the name of the file.
    fn cases(&self, _typed: &str) -> Vec<Offer> {
        let cases = self.scenarios().scenarios.iter();
        let offer = |case: &tavola_lab::scenario::Scenario| {
            Offer::new(format!("{}/{}", case.topic, case.name), OfferSort::Named(NameSort::Scenario), &case.topic, 0)
        };
        cases.map(offer).collect()
    }
}

/// Key whose value stands at the end of a line. `None` where a key stands.
fn key_of<'t>(text: &'t str, line: usize, before: &'t str) -> Option<&'t str> {
    let part = before.rsplit(['{', ',']).next().unwrap_or(before);
    let is_key = |key: &&str| !key.is_empty() && key.chars().all(|c| c.is_ascii_lowercase() || c == '_');
    let own = |part: &'t str| {
        Some(part.split_once(": ").or_else(|| part.split_once(":\n"))?.0.trim().trim_start_matches("- ").trim())
    };
    if before.rfind('[') > before.rfind(']') {
        let key = before[..before.rfind('[')?].trim_end().strip_suffix(':')?;
        return Some(split_word(key).1).filter(is_key);
    }
    if before.rfind('{') > before.rfind('}') {
        let parent = before[..before.rfind('{')?].trim_end().strip_suffix(':').map(|key| split_word(key).1);
        return own(part).filter(is_key).or(parent.filter(|key| PLAIN.contains(key)));
    }
    if let Some(key) = own(before).filter(is_key) {
        return Some(key);
    }
    let parent = parent(text, line, before)?;
    (PLAIN.contains(&parent) || before.trim_start().starts_with("- ") && LISTS.contains(&parent)).then_some(parent)
}

/// Keys whose values are maps with the author's own names as keys.
const PLAIN: [&str; 3] = ["given", "then", "set"];
/// Keys whose values are lists of words.
const LISTS: [&str; 4] = ["clauses", "call", "instead", "because"];

/// The key above a line that it belongs to.
fn parent<'t>(text: &'t str, line: usize, before: &str) -> Option<&'t str> {
    let depth = indent(before);
    let above =
        text[..line].lines().rev().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    let outer = above.map(|line| (indent(line), line)).find(|(own, _)| *own < depth)?.1;
    Some(first_word(outer.trim_start().trim_start_matches("- ")))
}

/// Keys that can stand at a place.
fn keys(path: &str, text: &str, line: usize, before: &str) -> Vec<Offer> {
    let [scenarios, rulebook, balance] = &*SCHEMAS;
    let parent = parent(text, line, before);
    let place = match path {
        "balance.yaml" => balance.pointer("/items/properties"),
        "rulebook.yaml" => match parent {
            None if indent(before) == 0 => rulebook.pointer("/properties"),
            Some("source") => rulebook.pointer("/properties/source/properties"),
            Some("rulings") => rulebook.pointer("/definitions/ruling/properties"),
            Some(list @ ("reconstructed" | "errata" | "variants")) => {
                rulebook.pointer(&format!("/properties/{list}/items/properties"))
            }
            _ => rulebook.pointer("/definitions/clause_entry/properties"),
        },
        _ if parent == Some("do") => scenarios.pointer("/definitions/step/properties"),
        _ => scenarios.pointer("/definitions/case/properties"),
    };
    schema_keys(place)
}

/// The keys of a map by its schema.
pub(super) fn schema_keys(place: Option<&Value>) -> Vec<Offer> {
    let Some(Value::Object(keys)) = place else { return Vec::new() };
    let offer = |(key, value): (&String, &Value)| {
        let detail = value["description"].as_str().unwrap_or_default();
        Offer::new(format!("{key}: "), OfferSort::Keyword, detail, 0)
    };
    keys.iter().map(offer).collect()
}

/// True if a character can be part of a name of the rules, or of the path of a picture.
fn is_path_char(c: char) -> bool {
    is_name_char(c) || "./-".contains(c)
}
