//! Who sees a place or variable that is written in the language: for scenarios that prove secrecy.

use std::collections::BTreeSet;

use crate::vm::State;

use super::notation::{bracketed, items, normal};
use super::{Error, Referee};
use crate::yaml::suggestion;

/// What a viewer sees of places and variables that were named, and what he does not: in notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// `hand[anna]`
    pub seen: Vec<String>,
    /// `hand[ben]`
    pub hidden: Vec<String>,
}

impl Referee {
    /// What a viewer (none: a bystander) sees of a place, a variable of the memory, a track, or an answer of a `together`
    /// block: `hand[anna]`, `wish[ben]`, `used`. An index may be a set: `offer[{anna, ben}, 1..2]`.
    ///
    /// # Errors
    /// If there is no such thing.
    pub fn sight(&mut self, state: &State, viewer: Option<usize>, text: &str) -> Result<Sight, Error> {
        let text = text.trim();
        let (name, index): (&str, Vec<String>) = match bracketed(text) {
            Some((name, '[', index)) => (name, items(index).map(str::to_owned).collect()),
            _ if text.contains('[') => return Err(Error::new(format!("`{text}`: a bracket is not closed"))),
            _ => (text, Vec::new()),
        };
        let all = self.all_named(state, name);
        if all.is_empty() {
            let known = self.visible(state);
            let guess = suggestion(name, known.iter().map(String::as_str));
            let guess = guess.map_or_else(String::new, |guess| format!(" ({guess})"));
            return Err(Error::new(format!(
                "`{name}` is no place, no variable and no answer that can be seen here{guess}"
            )));
        }
        let axes = all.first().map_or(0, Vec::len);
        if axes != index.len() {
            return Err(Error::new(format!("indexes of `{name}`: {axes}; here: {}", index.len())));
        }
        let mut wanted: Vec<BTreeSet<String>> = Vec::new();
        for (axis, part) in index.iter().enumerate() {
            let known: BTreeSet<String> = all.iter().map(|index| index[axis].clone()).collect();
            wanted.push(self.index_values(state, part, &known)?);
        }
        let seen = self.seen_by(state, viewer, name);
        let mut sight = Sight::default();
        for index in all {
            if index.iter().zip(&wanted).all(|(value, wanted)| wanted.contains(value)) {
                let which = if index.is_empty() { name.to_owned() } else { format!("{name}[{}]", index.join(", ")) };
                let side = if seen.contains(&index) { &mut sight.seen } else { &mut sight.hidden };
                side.push(which);
            }
        }
        Ok(sight)
    }

    /// The names of all that is seen or hidden here.
    fn visible(&mut self, state: &State) -> Vec<String> {
        let view = self.view(state, None);
        let places = view.places.into_iter().map(|place| place.place);
        let mut names: Vec<String> = places.chain(view.tracks.into_iter().map(|track| track.name)).collect();
        names.extend(self.game.inner.lowered.legend.memory.iter().map(|variable| variable.name.clone()));
        names.extend(self.answer_names(state));
        names
    }

    /// The indexes of everything that bears a name.
    fn all_named(&mut self, state: &State, name: &str) -> Vec<Vec<String>> {
        let view = self.view(state, None);
        let places = view.places.into_iter().filter(|place| place.place == name).map(|place| place.index);
        let tracks = view.tracks.into_iter().filter(|track| track.name == name).map(|track| track.index);
        let mut all: Vec<Vec<String>> = places.chain(tracks).collect();
        all.extend(self.memory_indexes(name));
        if all.is_empty() && self.answer_names(state).iter().any(|known| known == name) {
            all.extend(self.game.setup().players.iter().map(|player| vec![player.clone()]));
        }
        all
    }

    /// The indexes of what a viewer sees of it.
    fn seen_by(&mut self, state: &State, viewer: Option<usize>, name: &str) -> Vec<Vec<String>> {
        let players = self.game.setup().players.clone();
        let view = self.view(state, viewer);
        let places = view.places.into_iter().filter(|place| place.place == name && place.open);
        let tracks = view.tracks.into_iter().filter(|track| track.name == name).map(|track| track.index);
        let memory = view.memory.into_iter().filter(|seen| seen.name == name).map(|seen| seen.index);
        let answers = view.answers.into_iter().filter(|answer| answer.name == name && answer.value.is_some());
        let answers = answers.filter_map(|answer| players.get(answer.player).map(|player| vec![player.clone()]));
        places.map(|place| place.index).chain(tracks).chain(memory).chain(answers).collect()
    }

    /// The values that an index means: one of those that are known, or what an expression is worth.
    fn index_values(&mut self, state: &State, part: &str, known: &BTreeSet<String>) -> Result<BTreeSet<String>, Error> {
        let plain = normal(part);
        if let Some(one) = known.iter().find(|value| normal(value) == plain) {
            return Ok(BTreeSet::from([one.clone()]));
        }
        let value = self.value(state, part)?;
        let values: BTreeSet<String> = match bracketed(&value) {
            Some(("", '{' | '[', inner)) => items(inner).map(str::to_owned).collect(),
            _ => BTreeSet::from([value.clone()]),
        };
        match values.iter().find(|value| !known.contains(*value)) {
            Some(strange) => Err(Error::new(format!("there is none with the index `{strange}`"))),
            None => Ok(values),
        }
    }
}
