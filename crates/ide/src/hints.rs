//! Inlay hints: values of settings that depend on the number of players, and printed names.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::declared::NameSort;
use crate::tokens::TokenSort;
use crate::workspace::Workspace;

/// A text that an editor shows behind a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameHint {
    /// Offset behind the word.
    pub at: usize,
    /// The text.
    pub text: String,
}

impl Workspace {
    /// Hints for a part of a file of rules: settings whose value depends on the number of players, and members whose printed
    /// name is another one.
    pub fn hints(&self, path: &str, part: Range<usize>) -> Vec<NameHint> {
        let (values, printed) = (self.values(), self.printed());
        let Some(text) = self.text(path) else { return Vec::new() };
        let in_part =
            self.tokens(path).into_iter().filter(|token| part.contains(&token.bytes.start) && !token.declares);
        let hint = |token: crate::FileToken| {
            let name = &text[token.bytes.clone()];
            let text = match token.sort {
                TokenSort::Named(NameSort::Setting | NameSort::Ruling) => values.get(name),
                TokenSort::Named(NameSort::Member) => printed.get(name),
                _ => None,
            }?;
            Some(NameHint { at: token.bytes.end, text: text.clone() })
        };
        in_part.filter_map(hint).collect()
    }

    /// Values of the settings that depend on the number of players: `2 with 3, 1 with 4 players`.
    fn values(&self) -> BTreeMap<String, String> {
        let Some((rules, (least, most))) = self.rules().and_then(|rules| Some((rules, rules.players()?))) else {
            return BTreeMap::new();
        };
        let mut all: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
        for players in least..=most {
            for setting in rules.settings(players) {
                let values = all.entry(setting.name).or_default();
                if values.last().is_none_or(|(_, value)| *value != setting.value) {
                    values.push((players, setting.value));
                }
            }
        }
        let shown = |(name, values): (String, Vec<(usize, String)>)| {
            let each: Vec<String> = values.iter().map(|(players, value)| format!("{value} with {players}")).collect();
            (values.len() > 1).then(|| (name, format!("{} players", each.join(", "))))
        };
        all.into_iter().filter_map(shown).collect()
    }

    /// Printed names of members that do not follow from the name in the rules.
    fn printed(&self) -> BTreeMap<String, String> {
        let members = self.names().map(|(_, name)| name).filter(|name| name.sort == NameSort::Member);
        let differs = |name: &&crate::Declared| {
            !name.detail.is_empty() && name.detail.to_lowercase() != name.name.replace('_', " ").to_lowercase()
        };
        members.filter(differs).map(|name| (name.name.clone(), format!("\"{}\"", name.detail))).collect()
    }
}
