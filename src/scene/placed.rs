//! What an option names: cells, links, players, members of kinds, things. A click there means it.

use std::collections::BTreeMap;

use super::{Scene, Target};

/// Names that can be found in notation, with what they are.
pub(super) struct Names {
    targets: BTreeMap<String, &'static str>,
}

impl Names {
    /// Everything in the scene that has a name.
    pub(super) fn of(scene: &Scene) -> Self {
        let mut targets = BTreeMap::new();
        let mut piles: Vec<&super::Pile> = scene.piles.iter().collect();
        for row in scene.tables.iter().flat_map(|table| &table.rows) {
            targets.insert(row.id.clone(), "row");
            piles.extend(&row.piles);
        }
        for panel in &scene.panels {
            targets.insert(panel.player.clone(), "player");
            piles.extend(&panel.piles);
        }
        for board in &scene.boards {
            for cell in &board.cells {
                targets.insert(cell.id.clone(), "cell");
                piles.extend(&cell.piles);
            }
            for link in &board.links {
                targets.insert(link.id.clone(), "link");
                piles.extend(&link.piles);
            }
        }
        for thing in piles.iter().flat_map(|pile| &pile.things) {
            targets.entry(thing.id.clone()).or_insert("thing");
        }
        Self { targets }
    }

    /// What a notation names, from left to right, each once; of what stands in one another only the outermost.
    pub(super) fn named(&self, notation: &str) -> Vec<Target> {
        let mut found: Vec<Target> = Vec::new();
        let mut rest = notation;
        while let Some(start) = rest.find(is_word) {
            rest = &rest[start..];
            match self.longest(rest) {
                Some((id, what)) => {
                    let target = Target { what, id: id.to_owned() };
                    if !found.contains(&target) {
                        found.push(target);
                    }
                    rest = &rest[id.len()..];
                }
                None => rest = &rest[rest.find(|c| !is_word(c)).unwrap_or(rest.len())..],
            }
        }
        found
    }

    /// The longest name that a text begins with, up to the end of a word.
    fn longest(&self, text: &str) -> Option<(&str, &'static str)> {
        let word = text.find(|c| !is_word(c)).unwrap_or(text.len());
        let fits = |(name, _): &(&String, &&'static str)| {
            text.strip_prefix(name.as_str()).is_some_and(|rest| !rest.starts_with(is_word))
        };
        let begins = text[..word].to_owned();
        let from_here = self.targets.range(begins.clone()..).take_while(|(name, _)| name.starts_with(&begins));
        from_here.filter(fits).max_by_key(|(name, _)| name.len()).map(|(name, what)| (name.as_str(), *what))
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_in_notation_the_longest_first() {
        let targets =
            [("hill", "cell"), ("hill--mill", "link"), ("mill", "cell"), ("cart[anna]", "thing"), ("anna", "player")];
        let names = Names { targets: targets.iter().map(|(name, what)| (name.to_string(), *what)).collect() };
        let named = |text: &str| names.named(text).into_iter().map(|target| target.id).collect::<Vec<_>>();
        assert_eq!(named("[hill--mill, cart[anna], 3]"), ["hill--mill", "cart[anna]"]);
        assert_eq!(named("go(mill, hill, mill)"), ["mill", "hill"]);
        assert_eq!(named("hills, anna"), ["anna"], "no name in the middle of a word");
        assert_eq!(named("cart"), [""; 0]);
    }
}
