//! What words name: members, things, places and numbers, by their names in the rules and by their titles.

use std::collections::BTreeMap;

use crate::view::PlaceView;
use crate::wording::{Style, cell, each, split};
use tavola_core::code::{Legend, Notation};

/// Words that say how parts belong together, and name nothing.
const SMALL: [&str; 17] =
    ["a", "an", "and", "at", "by", "for", "from", "her", "his", "in", "my", "of", "on", "the", "their", "to", "with"];
/// The longest name in words.
const LONGEST: usize = 8;

/// A value that words may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameMeaning {
    pub(super) notation: Notation,
    pub(super) value: i32,
}

/// What some words name: each value that they may mean, or actions.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedPart {
    pub(super) readings: Vec<NameMeaning>,
    /// The numbers of the arms that are called so.
    pub(super) arms: Vec<usize>,
}

/// Small letters and digits, everything else a space.
pub(super) fn words(text: &str) -> String {
    let letters = text.chars().flat_map(char::to_lowercase);
    let plain: String = letters.map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// All names.
#[derive(Default)]
pub(super) struct NameBook {
    named: BTreeMap<String, NamedPart>,
}

impl NameBook {
    /// The names of a game: members, things, places.
    pub(super) fn of(legend: &Legend) -> Self {
        let mut book = Self::default();
        for (kind, names) in legend.kinds.iter().enumerate() {
            for (value, name) in names.members.iter().enumerate() {
                let reading = NameMeaning { notation: Notation::Member(kind as u32), value: value as i32 };
                book.add([&name.notation, &name.title], &reading);
            }
        }
        for (value, name) in legend.pieces.iter().enumerate() {
            let reading = NameMeaning { notation: Notation::Piece, value: value as i32 };
            book.add([&name.notation, &name.title], &reading);
            if let Some(Some(print)) = legend.prints.get(value) {
                book.add([&print.of.notation, &print.of.title], &reading);
            }
        }
        let mut first = 0;
        for place in &legend.places {
            for (offset, _) in each(&place.axes).enumerate() {
                let at = first + offset as i32;
                let texts = [Style::Language, Style::People].map(|style| cell(legend, at, style));
                book.add([&texts[0], &texts[1]], &NameMeaning { notation: Notation::Cell, value: at });
                // A place stands for what it is the place of, too.
                for (axis, value) in place.axes.iter().zip(split(offset as u32, &place.axes)) {
                    let notation = legend.types[axis.notation as usize].clone();
                    book.add([&texts[0], &texts[1]], &NameMeaning { notation, value });
                }
            }
            first += each(&place.axes).len() as i32;
        }
        book
    }

    fn add(&mut self, names: [&String; 2], reading: &NameMeaning) {
        for name in names {
            let part = self.named.entry(words(name)).or_default();
            if !part.readings.contains(reading) {
                part.readings.push(reading.clone());
            }
        }
    }

    /// Another name of an arm.
    pub(super) fn add_arm(&mut self, name: &str, arm: usize) {
        let part = self.named.entry(words(name)).or_default();
        if !part.arms.contains(&arm) {
            part.arms.push(arm);
        }
    }

    /// Things stand for where they lie, as far as somebody sees it; where some are the player's own, these alone.
    pub(super) fn add_lying(&mut self, places: &[PlaceView], own: &str) {
        let mut lying: BTreeMap<String, Vec<(bool, Vec<NameMeaning>)>> = BTreeMap::new();
        for place in places.iter().filter(|place| !place.index.is_empty()) {
            let readings: Vec<NameMeaning> = place.index.iter().flat_map(|name| self.readings(name)).collect();
            for (notation, title, _) in &place.things {
                let is_own = notation.ends_with(&format!("[{own}]")) || place.index.iter().any(|name| name == own);
                let short = notation.split('[').next().unwrap_or_default();
                for name in [words(notation), words(title), words(short)] {
                    lying.entry(name).or_default().push((is_own, readings.clone()));
                }
            }
        }
        for (name, spots) in lying {
            let some_own = spots.iter().any(|(own, _)| *own);
            let part = self.named.entry(name).or_default();
            for reading in spots.into_iter().filter(|(own, _)| *own || !some_own).flat_map(|(_, readings)| readings) {
                if !part.readings.contains(&reading) {
                    part.readings.push(reading);
                }
            }
        }
    }

    fn readings(&self, name: &str) -> Vec<NameMeaning> {
        let named = self.named.get(&words(name)).into_iter().flat_map(|part| part.readings.iter().cloned());
        number(name).into_iter().chain(named).collect()
    }

    /// Whether all words of a text name something, or belong to what does.
    pub(super) fn knows_all(&self, text: &str) -> bool {
        self.parts(text, false).is_some()
    }

    /// What a text names, part by part: of several names that begin alike the longest. None where some of its words name nothing;
    /// `leniently`: they are passed over, where others name something.
    pub(super) fn parts(&self, text: &str, leniently: bool) -> Option<Vec<NamedPart>> {
        let text = words(text);
        let all: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let mut parts = Vec::new();
        let mut at = 0;
        while at < all.len() {
            let longest = (1..=LONGEST.min(all.len() - at)).rev().find_map(|count| {
                let name = all[at..at + count].join(" ");
                let found = self.named.get(&name).cloned();
                let part = match (found, number(&name)) {
                    (None, None) => return None,
                    (found, number) => {
                        let mut part = found.unwrap_or_default();
                        part.readings.extend(number);
                        part
                    }
                };
                Some((count, part))
            });
            match longest {
                Some((count, part)) => {
                    parts.push(part);
                    at += count;
                }
                None if leniently || SMALL.contains(&all[at]) => at += 1,
                None => return None,
            }
        }
        (!parts.is_empty()).then_some(parts)
    }
}

/// A number that is written out.
fn number(text: &str) -> Option<NameMeaning> {
    text.parse().ok().map(|value| NameMeaning { notation: Notation::Number, value })
}
