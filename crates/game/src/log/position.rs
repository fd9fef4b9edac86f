//! A position that was put, in the words of the log.

use std::collections::BTreeSet;

use crate::Game;
use crate::sight::{memory, row, things};
use crate::wording::{Style, cell, each, indexes, show, thing_in};
use tavola_core::vm::{State, layers};

/// A place, track or variable of a position, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionLine {
    /// Its name: `Ben's hand`, `fame`.
    pub name: String,
    /// The contents, or the value: `2 × jar`, `Anna 20, Ben 7`.
    pub value: String,
    /// Both as part of a sentence: `Ben's hand: 2 × jar`, `fame: Anna 20, Ben 7`.
    pub sentence: String,
}

/// Places, tracks and variables that were set, by their number.
#[derive(Default)]
struct PutParts {
    cells: BTreeSet<u32>,
    /// By track and index.
    tracks: BTreeSet<(usize, usize)>,
    /// By row of the memory.
    memory: BTreeSet<usize>,
}

impl Game {
    /// The places, tracks and variables that were put, as they are in `state`. `steps` are the positions before and after each
    /// [`Referee::set_given`](crate::Referee::set_given). A place from which things were taken is not among them.
    pub fn position_lines(&self, steps: &[(State, State)], state: &State) -> Vec<PositionLine> {
        let mut touched = PutParts::default();
        steps.iter().for_each(|(before, after)| self.touch(before, after, &mut touched));
        let mut lines = self.tracks_put(state, &touched);
        lines.extend(self.places_put(state, &touched));
        lines.extend(self.memory_put(state, &touched));
        lines
    }

    fn touch(&self, before: &State, after: &State, touched: &mut PutParts) {
        let (layout, legend) = (&self.program().layout, self.legend());
        for at in 0..layout.cells.len() as u32 {
            let (was, is) = (things(layout, before, at), things(layout, after, at));
            let gained = is.iter().any(|(piece, count)| {
                let known = was.iter().find(|(own, _)| own == piece);
                known.is_none_or(|(_, own)| own < count)
            });
            if gained {
                touched.cells.insert(at);
            }
        }
        for (track, variable) in legend.tracks.iter().enumerate() {
            for at in 0..each(&variable.axes).len() {
                let slot = variable.base as usize + at;
                if before.words()[slot] != after.words()[slot] {
                    touched.tracks.insert((track, at));
                }
            }
        }
        for (at, row) in memory(legend).enumerate() {
            let words = row.from..row.from + row.width;
            if before.words()[words.clone()] != after.words()[words] {
                touched.memory.insert(at);
            }
        }
    }

    /// A line for each track, with all its values that were put.
    fn tracks_put(&self, state: &State, touched: &PutParts) -> Vec<PositionLine> {
        let legend = self.legend();
        let mut lines = Vec::new();
        for (track, variable) in legend.tracks.iter().enumerate() {
            let values: Vec<(Vec<String>, i32)> = each(&variable.axes)
                .enumerate()
                .filter(|(at, _)| touched.tracks.contains(&(track, *at)))
                .map(|(at, index)| {
                    let names = indexes(legend, &variable.axes, &index, Style::People);
                    (names, state.words()[variable.base as usize + at])
                })
                .collect();
            if values.is_empty() {
                continue;
            }
            let name = variable.name.replace('_', " ");
            let said = |(names, value): &(Vec<String>, i32)| match names.is_empty() {
                true => value.to_string(),
                false => format!("{} {value}", names.join(" ")),
            };
            let value = values.iter().map(said).collect::<Vec<_>>().join(", ");
            let sentence = format!("{name}: {value}");
            lines.push(PositionLine { name, value, sentence });
        }
        lines
    }

    /// A line for each place into which something was put.
    fn places_put(&self, state: &State, touched: &PutParts) -> Vec<PositionLine> {
        let legend = self.legend();
        let line = |&at: &u32| {
            let value = self.contents(state, at);
            let name = cell(legend, at as i32, Style::People);
            (!value.is_empty()).then(|| PositionLine { sentence: format!("{name}: {value}"), name, value })
        };
        touched.cells.iter().filter_map(line).collect()
    }

    /// The contents of a place: those of a row one by one in their order, those of a stack from the top, others with their counts.
    fn contents(&self, state: &State, at: u32) -> String {
        let (layout, legend) = (&self.program().layout, self.legend());
        let thing = |(piece, count): (u32, u32)| {
            let title = &thing_in(legend, piece, at as i32).title;
            if count == 1 { title.clone() } else { format!("{count} × {title}") }
        };
        let listed = |things: Vec<(u32, u32)>| things.into_iter().map(thing).collect::<Vec<_>>().join(", ");
        if let Some(row) = row(layout, state, at) {
            return listed(row);
        }
        let layers = layers::of(layout, state.words(), at).unwrap_or_default();
        if layers.iter().all(|layer| layer.end.is_none()) {
            return listed(things(layout, state, at));
        }
        let alike = layers.iter().flat_map(|layer| match layer.end {
            Some(_) => layer.things.iter().map(|&piece| (piece, 1)).collect(),
            None => {
                layer.things.chunk_by(|one, next| one == next).map(|all| (all[0], all.len() as u32)).collect::<Vec<_>>()
            }
        });
        let things: Vec<(u32, u32)> = alike.collect();
        let order = if things.len() > 1 { " (from the top)" } else { "" };
        listed(things) + order
    }

    /// A line for each variable of the memory that was put.
    fn memory_put(&self, state: &State, touched: &PutParts) -> Vec<PositionLine> {
        let legend = self.legend();
        let mut lines: Vec<(usize, PositionLine)> = Vec::new();
        for (_, row) in memory(legend).enumerate().filter(|(at, _)| touched.memory.contains(at)) {
            let variable = &legend.memory[row.variable];
            let words = &state.words()[row.from..row.from + row.width];
            let mut said = indexes(legend, &variable.axes, &row.index, Style::People);
            said.push(show(legend, variable.notation, words, Style::People));
            let (said, name) = (said.join(" "), variable.name.replace('_', " "));
            match lines.last_mut().filter(|(own, _)| *own == row.variable) {
                Some((_, line)) => {
                    line.value += &format!(", {said}");
                    line.sentence += &format!(", {said}");
                }
                None => {
                    let sentence = format!("{name}: {said}");
                    lines.push((row.variable, PositionLine { name, value: said, sentence }));
                }
            }
        }
        lines.into_iter().map(|(_, line)| line).collect()
    }
}
