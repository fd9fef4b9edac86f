//! A game under another name: its line `game`, its variants and its rulebook.

use std::ops::Range;

use tavola_syntax::syntax::ast::ItemKind;
use tavola_syntax::syntax::parse;
use tavola_syntax::text::{Sources, with_edits};
use tavola_syntax::yaml::{self, YamlValue, quoted};

use super::folder::{GameFolder, RULEBOOK};

impl GameFolder {
    /// This game under another name and title. `name` must be a [name](super::is_name), and the title must have no quotes and no braces.
    pub fn renamed(&self, name: &str, title: &str) -> Self {
        let own = format!("{}.tavola", self.name);
        let one = |(path, text): (&String, &String)| match path.as_str() {
            path if path == own => (format!("{name}.tavola"), in_rules(text, name, title)),
            path if path.ends_with(".tavola") => (path.to_owned(), in_rules(text, name, title)),
            RULEBOOK => (RULEBOOK.to_owned(), in_rulebook(text, name)),
            path => (path.to_owned(), text.clone()),
        };
        Self { name: name.to_owned(), files: self.files.iter().map(one).collect() }
    }
}

/// Rules with the new name: the line `game` and the lines `variant`.
fn in_rules(text: &str, name: &str, title: &str) -> String {
    let mut sources = Sources::new();
    let source = sources.add("", text);
    let mut edits: Vec<(Range<usize>, String)> = Vec::new();
    for item in parse(&sources, source).file.items {
        match item.kind {
            ItemKind::Game { name: old, title: shown, .. } => {
                edits.push((old.span.range(), name.to_owned()));
                edits.push((shown.span.range(), format!("\"{title}\"")));
            }
            ItemKind::Variant { of, .. } => edits.push((of.span.range(), name.to_owned())),
            _ => {}
        }
    }
    with_edits(text, edits)
}

/// A rulebook with the new name of the game.
fn in_rulebook(text: &str, name: &str) -> String {
    let mut sources = Sources::new();
    let source = sources.add("", text);
    let game = match yaml::read(source, text).0.map(|book| book.value) {
        Some(YamlValue::Map(pairs)) => pairs.into_iter().find(|(key, _)| key.text() == Some("game")),
        _ => None,
    };
    with_edits(text, game.map(|(_, value)| (value.whole.range(), quoted(name))).into_iter().collect())
}
