//! Visibility of named places and variables, for scenarios that test secrecy.

use std::collections::BTreeSet;

use crate::view::{answer_names, tracks};
use crate::wording::{Style, bracketed, each, indexes, items, normal};
use crate::{Error, Game};
use tavola_core::code::AxisNames;
use tavola_core::vm::State;
use tavola_syntax::text::Span;
use tavola_syntax::yaml::suggestion;

use super::Evaluator;

/// Visibility of the places and variables that were asked for, in notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sight {
    /// Visible ones, such as `hand[anna]`.
    pub seen: Vec<String>,
    /// Hidden ones, such as `hand[ben]`.
    pub hidden: Vec<String>,
    /// True if all of them are places in which nothing lies.
    pub is_empty: bool,
}

impl Evaluator<'_> {
    /// Visibility of everything that a text names.
    pub(crate) fn sight(&mut self, state: &State, viewer: Option<usize>, text: &str) -> Result<Sight, Error> {
        self.terms.game.check_viewer(viewer)?;
        let text = text.trim();
        let (name, index): (&str, Vec<String>) = match bracketed(text) {
            Some((name, '[', index)) => (name, items(index).map(str::to_owned).collect()),
            _ if text.contains('[') => return Err(Error::new(format!("`{text}`: a bracket is not closed"))),
            _ => (text, Vec::new()),
        };
        let all = all_named(self.terms.game, state, name);
        if all.is_empty() {
            let known = visible(self.terms.game, state);
            let guess = suggestion(Span::NONE, name, known.iter().map(String::as_str));
            let guess = guess.map_or_else(String::new, |guess| format!(" ({})", guess.help));
            return Err(Error::new(format!(
                "`{name}` is not a place, variable or answer that can be seen here{guess}"
            )));
        }
        let axes = all.first().map_or(0, Vec::len);
        if axes != index.len() {
            return Err(Error::new(format!("number of indexes of `{name}`: {axes}, but {} given", index.len())));
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
        let is_place = self.terms.game.book().places.iter().any(|place| place.name == name);
        let mut named = sight.seen.iter().chain(&sight.hidden);
        sight.is_empty =
            is_place && named.all(|place| self.value(state, &format!("count of {place}")).is_ok_and(|n| n == "0"));
        Ok(sight)
    }

    /// Indexes under which a viewer sees it.
    fn seen_by(&mut self, state: &State, viewer: Option<usize>, name: &str) -> Vec<Vec<String>> {
        let game = self.terms.game;
        let mut viewing = self.viewing(state, viewer);
        let places = viewing.places().into_iter().filter(|place| place.place == name && place.open);
        let tracks = tracks(game.legend(), state).into_iter().filter(|track| track.name == name);
        let memory = viewing.memory().into_iter().filter(|seen| seen.name == name).map(|seen| seen.index);
        let answers = viewing.answers().into_iter().filter(|answer| answer.name == name && answer.value.is_some());
        let answers = answers.filter_map(|answer| game.setup().players.get(answer.player).map(|who| vec![who.clone()]));
        let open = places.map(|place| place.index).chain(tracks.map(|track| track.index));
        open.chain(memory).chain(answers).collect()
    }

    /// Values of an index in a text: a known value, or the elements of an expression.
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
            Some(strange) => Err(Error::new(format!("there is no index `{strange}` here"))),
            None => Ok(values),
        }
    }
}

/// Names of places, tracks and memory, with their axes.
fn named(game: &Game) -> impl Iterator<Item = (&str, &[AxisNames])> {
    let legend = game.legend();
    let places = legend.places.iter().map(|place| (place.name.as_str(), place.axes.as_slice()));
    let variables = legend.tracks.iter().chain(&legend.memory);
    places.chain(variables.map(|variable| (variable.name.as_str(), variable.axes.as_slice())))
}

/// All names that can be asked for at a state.
fn visible(game: &Game, state: &State) -> Vec<String> {
    let names = named(game).map(|(name, _)| name.to_owned());
    names.chain(answer_names(game.lowered(), state)).collect()
}

/// All indexes of a name.
fn all_named(game: &Game, state: &State, name: &str) -> Vec<Vec<String>> {
    let own = named(game).filter(|(known, _)| *known == name);
    let index = |axes| each(axes).map(move |index| indexes(game.legend(), axes, &index, Style::Language));
    let mut all: Vec<Vec<String>> = own.flat_map(|(_, axes)| index(axes)).collect();
    if all.is_empty() && answer_names(game.lowered(), state).iter().any(|known| known == name) {
        all.extend(game.setup().players.iter().map(|player| vec![player.clone()]));
    }
    all
}
