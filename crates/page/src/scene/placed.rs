//! The parts of a scene that an option names: cells, links, players, members of kinds, things. A click there means the option.

use std::collections::BTreeMap;

use super::{Scene, Target};
use tavola_game::Drawn;

/// Names that can be found in notation.
#[derive(Default)]
pub(super) struct NotationNames {
    /// The part of the scene by name. A thing may have the name of another part: cards can be rows of a table.
    targets: BTreeMap<String, Named>,
}

/// The parts with one name.
#[derive(Clone, Debug, Default)]
struct Named {
    /// `cell`, `link`, `player` or `row`: the last part with this name.
    what: Option<&'static str>,
    /// For a thing the piles in which it is visible.
    piles: Vec<String>,
}

impl NotationNames {
    /// Collects all names of the scene.
    pub(super) fn of(scene: &Scene) -> Self {
        let mut names = Self::default();
        let mut piles: Vec<&super::Pile> = scene.piles.iter().collect();
        for row in scene.tables.iter().flat_map(|table| &table.rows) {
            names.add(&row.id, "row");
            piles.extend(&row.piles);
        }
        for panel in &scene.panels {
            names.add(&panel.id, "player");
            piles.extend(&panel.piles);
        }
        for board in &scene.boards {
            for cell in &board.cells {
                names.add(&cell.id, "cell");
                piles.extend(&cell.piles);
            }
            for link in &board.links {
                names.add(&link.id, "link");
                piles.extend(&link.piles);
            }
        }
        for (pile, thing) in piles.iter().flat_map(|pile| pile.things.iter().map(move |thing| (pile, thing))) {
            names.targets.entry(thing.id.clone()).or_default().piles.push(pile.id.clone());
        }
        names
    }

    /// The words of a notation that name nothing in the scene.
    pub(super) fn unknown<'a>(&'a self, notation: &'a str) -> impl Iterator<Item = &'a str> {
        self.words(notation).filter_map(|(word, named)| named.is_none().then_some(word))
    }

    fn add(&mut self, id: &str, what: &'static str) {
        self.targets.entry(id.to_owned()).or_default().what = Some(what);
    }

    /// The parts that a notation names, from left to right, without duplicates. Of nested names only the outermost counts. Things that are
    /// drawn from a place are meant only there.
    pub(super) fn named(&self, notation: &str, drawn: &[Drawn]) -> Vec<Target> {
        let mut found: Vec<Target> = Vec::new();
        let named = self.words(notation).filter_map(|(id, named)| Some((id, named?)));
        for target in named.flat_map(|(id, named)| self.targets(id, named, drawn)) {
            if !found.contains(&target) {
                found.push(target);
            }
        }
        found
    }

    /// The cells that answers name, one after the other.
    pub(super) fn through<'a>(&self, answers: impl Iterator<Item = &'a String>) -> Vec<String> {
        let targets = answers.flat_map(|answer| self.named(answer, &[]));
        targets.filter(|target| target.what == "cell").map(|target| target.id).collect()
    }

    /// Splits a notation, from left to right, into the longest names and the words that are no names.
    fn words<'a>(&'a self, notation: &'a str) -> impl Iterator<Item = (&'a str, Option<&'a Named>)> {
        let mut rest = notation;
        std::iter::from_fn(move || {
            rest = &rest[rest.find(is_word)?..];
            let longest = self.longest(rest);
            let end = longest.map_or_else(|| rest.find(|c| !is_word(c)).unwrap_or(rest.len()), |(id, _)| id.len());
            let (word, behind) = rest.split_at(end);
            rest = behind;
            Some((word, longest.map(|(_, named)| named)))
        })
    }

    /// The parts that a name stands for.
    fn targets(&self, id: &str, named: &Named, drawn: &[Drawn]) -> Vec<Target> {
        let mut own: Vec<&Drawn> = drawn.iter().filter(|one| one.named == id || one.thing == id).collect();
        let somewhere = own.is_empty() && !named.piles.is_empty();
        own.retain(|one| self.targets.get(&one.thing).is_some_and(|thing| thing.piles.contains(&one.place)));
        let other = named.what.map(|what| Target { what, id: id.to_owned(), pile: None });
        let thing = |id: &str, pile: Option<&String>| Target { what: "thing", id: id.to_owned(), pile: pile.cloned() };
        let there = own.into_iter().map(|one| thing(&one.thing, Some(&one.place)));
        other.into_iter().chain(there).chain(somewhere.then(|| thing(id, None))).collect()
    }

    /// The longest name at the beginning of a text that ends with a word.
    fn longest(&self, text: &str) -> Option<(&str, &Named)> {
        let word = text.find(|c| !is_word(c)).unwrap_or(text.len());
        let fits = |(name, _): &(&String, &Named)| {
            text.strip_prefix(name.as_str()).is_some_and(|rest| !rest.starts_with(is_word))
        };
        let begins = text[..word].to_owned();
        let from_here = self.targets.range(begins.clone()..).take_while(|(name, _)| name.starts_with(&begins));
        from_here.filter(fits).max_by_key(|(name, _)| name.len()).map(|(name, named)| (name.as_str(), named))
    }
}

/// True if a character can belong to a name. In notation, only ASCII characters separate names.
fn is_word(c: char) -> bool {
    !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_'
}
