//! Offers for `look.yaml`: keys by its schema, names of the rules, colours, pictures.

use std::sync::LazyLock;

use serde_json::Value;
use tavola_game::{LookName, colour_names, is_picture};
use tavola_syntax::text::indent;

use super::yaml::schema_keys;
use super::{Offer, OfferSort};
use crate::declared::NameSort;
use crate::workspace::Workspace;

static SCHEMA: LazyLock<Value> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../../docs/reference/schemas/look.schema.json")).unwrap_or_default()
});

/// Position of the cursor in a map of maps.
#[derive(Default)]
struct LookPlace<'t> {
    /// Keys that lead to the place. The last one is that of the value, if one stands there.
    path: Vec<&'t str>,
    is_value: bool,
}

impl Workspace {
    /// Offers for a place of `look.yaml`.
    pub(super) fn look_offers(&self, text: &str, line: usize, before: &str) -> Vec<Offer> {
        let LookPlace { path, is_value } = place(text, line, before);
        match (path.as_slice(), is_value) {
            ([], false) => schema_keys(SCHEMA.pointer("/properties")),
            (["colours"], false) => {
                let players = Offer::new("Player: ", OfferSort::Named(NameSort::Kind), "the pieces of the players", 0);
                self.look_names(|name| name.coloured).into_iter().chain([players]).collect()
            }
            (["icons"], false) => self.look_names(|name| name.signed),
            (["boards"], false) => {
                let boards = self.boards().into_iter();
                boards.map(|(board, _)| key(&board, NameSort::Board, "a board")).collect()
            }
            (["boards", _], false) => schema_keys(SCHEMA.pointer("/properties/boards/additionalProperties/properties")),
            (["boards", own, "positions"], false) => {
                let spaces = self.boards().into_iter().filter(|(board, _)| board == own).flat_map(|(_, spaces)| spaces);
                spaces.map(|space| key(&space, NameSort::Member, "a space")).collect()
            }
            (["cards"], false) => self.look_names(|name| name.coloured),
            (["cards", _], false) => schema_keys(SCHEMA.pointer("/properties/cards/additionalProperties/properties")),
            (["cards", _, "picture"], true) => self.pictures(),
            (["colours", _] | ["cards", _, "band"], true) => colours(),
            (["icons", _], true) => {
                self.pictures().into_iter().chain([Offer::keyword("pips", "dice that show their number")]).collect()
            }
            (["boards", _, "background"] | ["cards", _, "back"], true) => {
                colours().into_iter().chain(self.pictures()).collect()
            }
            _ => Vec::new(),
        }
    }

    fn look_names(&self, fits: fn(&LookName) -> bool) -> Vec<Offer> {
        let names = self.rules().map(|rules| rules.look_names().names).unwrap_or_default();
        let sort = |name: &LookName| if name.kind.is_some() { NameSort::Member } else { NameSort::Kind };
        names.iter().filter(|name| fits(name)).map(|name| key(&name.name, sort(name), name.sort)).collect()
    }

    /// The boards of the rules with their spaces.
    fn boards(&self) -> Vec<(String, Vec<String>)> {
        let boards = self.rules().map(|rules| rules.look_names().boards).unwrap_or_default();
        boards.into_iter().map(|board| (board.name, board.spaces)).collect()
    }

    fn pictures(&self) -> Vec<Offer> {
        self.paths()
            .filter(|path| is_picture(path))
            .map(|path| Offer::new(path, OfferSort::Local, "a picture", 1))
            .collect()
    }
}

fn key(name: &str, sort: NameSort, detail: &str) -> Offer {
    Offer::new(format!("{name}: "), OfferSort::Named(sort), detail, 1)
}

fn colours() -> Vec<Offer> {
    colour_names().map(|(name, value)| Offer::keyword(name, value)).collect()
}

/// The place at the end of `before`, which stands on the line that begins at `line`.
fn place<'t>(text: &'t str, line: usize, before: &'t str) -> LookPlace<'t> {
    let mut path = Vec::new();
    let mut depth = indent(before);
    let above =
        text[..line].lines().rev().filter(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    for line in above {
        if indent(line) < depth {
            depth = indent(line);
            path.push(line.split_once(':').map_or("", |(key, _)| key).trim().trim_matches(['"', '\'']));
        }
    }
    path.reverse();
    // The keys of open brackets on the line itself.
    let (mut key, mut start, mut lists) = (None, 0, 0);
    for (at, sign) in before.char_indices() {
        let is_key = sign == ':' && matches!(before[at + 1..].chars().next(), None | Some(' '));
        match sign {
            ':' if is_key => key = Some(before[start..at].trim().trim_matches(['"', '\''])),
            '{' => path.extend(key.take()),
            '[' => lists += 1,
            ']' => lists -= 1,
            '}' => {
                path.pop();
                key = None;
            }
            ',' if lists == 0 => key = None,
            _ => continue,
        }
        start = at + 1;
    }
    let is_value = key.is_some();
    path.extend(key);
    LookPlace { path, is_value }
}
