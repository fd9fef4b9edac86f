//! Index of names: members, things, places and numbers by the words that can mean them.

use std::collections::BTreeMap;

use crate::view::PlaceView;
use crate::wording::{Style, cell, each, split};
use tavola_core::code::{Legend, Notation};

/// Function words that name nothing.
const SMALL: [&str; 17] =
    ["a", "an", "and", "at", "by", "for", "from", "her", "his", "in", "my", "of", "on", "the", "their", "to", "with"];
/// Maximum length of a name in words.
const LONGEST: usize = 8;

/// A value that a name can mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct NameMeaning {
    pub(super) notation: Notation,
    pub(super) value: i32,
}

/// Meanings of a name: values or arms.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedPart {
    pub(super) readings: Vec<NameMeaning>,
    /// Numbers of the arms with this name.
    pub(super) arms: Vec<usize>,
}

/// Normal form of a text: lower-case letters and digits, with one space for everything between.
pub(super) fn words(text: &str) -> String {
    let letters = text.chars().flat_map(char::to_lowercase);
    let plain: String = letters.map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Index from names in normal form to their meanings.
#[derive(Default)]
pub(super) struct NameBook {
    named: BTreeMap<String, NamedPart>,
    /// Sorts of values that the question asks for.
    asked: Vec<Notation>,
}

impl NameBook {
    /// Names of members, things and places of a game.
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
                // The name of an indexed place also means its indexes.
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

    /// Sets the sorts of values that the question asks for: their names are read first.
    pub(super) fn ask_for(&mut self, asked: Vec<Notation>) {
        self.asked = asked;
    }

    /// Adds a name of an arm.
    pub(super) fn add_arm(&mut self, name: &str, arm: usize) {
        let part = self.named.entry(words(name)).or_default();
        if !part.arms.contains(&arm) {
            part.arms.push(arm);
        }
    }

    /// Lets things stand for the places where a viewer sees them. If some belong to the player `own`, only those count.
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

    /// Names of values of these types that contain all words of a text and more, the shortest name of each value.
    pub(super) fn longer(&self, text: &str, types: &[Notation]) -> Vec<String> {
        let text = words(text);
        let wanted: Vec<&str> = text.split(' ').collect();
        let mut found: BTreeMap<i32, &String> = BTreeMap::new();
        for (name, part) in &self.named {
            let own: Vec<&str> = name.split(' ').collect();
            let is_longer = own.len() > wanted.len() && wanted.iter().all(|word| own.contains(word));
            for reading in part.readings.iter().filter(|of| is_longer && types.contains(&of.notation)) {
                let shortest = found.entry(reading.value).or_insert(name);
                if name.len() < shortest.len() {
                    *shortest = name;
                }
            }
        }
        found.into_values().cloned().collect()
    }

    fn readings(&self, name: &str) -> Vec<NameMeaning> {
        let named = self.named.get(&words(name)).into_iter().flat_map(|part| part.readings.iter().cloned());
        number(name).into_iter().chain(named).collect()
    }

    /// True if all words of a text name something, or are function words.
    pub(super) fn knows_all(&self, text: &str) -> bool {
        self.parts(text, false).is_some()
    }

    /// True if a name is this text or begins with its words.
    pub(super) fn begins(&self, text: &str) -> bool {
        let text = words(text);
        self.named
            .keys()
            .any(|name| name.strip_prefix(&text).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')))
    }

    fn part(&self, name: &str) -> Option<NamedPart> {
        let (found, number) = (self.named.get(name).cloned(), number(name));
        if found.is_none() && number.is_none() {
            return None;
        }
        let mut part = found.unwrap_or_default();
        part.readings.extend(number);
        Some(part)
    }

    fn is_asked(&self, part: &NamedPart) -> bool {
        !part.arms.is_empty() || part.readings.iter().any(|reading| self.asked.contains(&reading.notation))
    }

    /// Splits a text into names, longest match first, those of values that are asked for before others. `None` if a word names nothing.
    /// With `leniently` such words are skipped, as long as another one names something.
    pub(super) fn parts(&self, text: &str, leniently: bool) -> Option<Vec<NamedPart>> {
        let text = words(text);
        let all: Vec<&str> = text.split(' ').filter(|word| !word.is_empty()).collect();
        let mut parts = Vec::new();
        let mut at = 0;
        while at < all.len() {
            let counts = 1..=LONGEST.min(all.len() - at);
            let names = counts.rev().filter_map(|count| Some((count, self.part(&all[at..at + count].join(" "))?)));
            let names: Vec<(usize, NamedPart)> = names.collect();
            let asked = names.iter().position(|(_, part)| self.is_asked(part));
            match names.into_iter().nth(asked.unwrap_or(0)) {
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

/// A number in digits.
fn number(text: &str) -> Option<NameMeaning> {
    text.parse().ok().map(|value| NameMeaning { notation: Notation::Number, value })
}
