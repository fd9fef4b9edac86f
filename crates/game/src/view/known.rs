//! View of a position by one player, derived from the declarations of places and memory. No game-specific code hides anything.

use crate::sight::{Eye, OpenRules, memory, row, things};
use crate::wording::{Style, each, indexes, show, thing_in};
use crate::{Game, Pending, together};
use serde::{Deserialize, Serialize};
use tavola_core::code::{
    Alive, AnswerNames, AxisNames, Held, HiddenInfo, Legend, NONE, Notation, Together, ValueShape,
};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;

use super::layers::{CountedThing, LayerView, layers, named};
use super::shown::{DisplayRows, Shown};

/// A position as one player, or a spectator, may know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct View {
    /// Seat of the viewer. `None` for a spectator.
    pub viewer: Option<usize>,
    /// Places in the order of the rules, one entry for each index.
    pub places: Vec<PlaceView>,
    /// Tracks, which are always public: name (`fame`), indexes (`["anna"]`), value.
    pub tracks: Vec<NamedValue<i64>>,
    /// Visible memory: name, indexes, value in notation.
    pub memory: Vec<NamedValue<String>>,
    /// Answers of `together` blocks while the rules still use them. Inside the block, only the viewer's own.
    pub answers: Vec<AnswerView>,
    /// Values of the rows of `display`.
    pub display_rows: Vec<Shown>,
    /// Values of the measures of `winner` ([`WinnerLook::measures`](super::WinnerLook)): for each a list by seat.
    /// `None` is a value that the viewer may not know, or that is missing.
    pub measures: Vec<Vec<Option<i64>>>,
    /// Seat of the asked player. `None` for chance, or if the game is over.
    pub asked: Option<usize>,
}

impl View {
    /// True if the viewer sees a thing of this sort. `sort` is its notation without the owner.
    pub fn lies_in_sight(&self, sort: &str) -> bool {
        let own = |id: &str| id.split('[').next() == Some(sort);
        self.places.iter().flat_map(|place| &place.things).any(|(id, ..)| own(id))
    }
}

/// An answer in a `together` block.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct AnswerView {
    /// Name in the rules, such as `n`.
    pub name: String,
    /// Seat of the player who answered.
    pub player: usize,
    /// Value in notation, or `none` if the player was not asked. `None` if it reveals something hidden.
    pub value: Option<String>,
    /// Number of things, for answers that are bags. `None` if the answer was secret and the viewer does not know it.
    pub total: Option<u32>,
}

/// A place in a view.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct PlaceView {
    /// Name of the place, such as `town`.
    pub place: String,
    /// Indexes, such as `["hill"]`. Empty for a place without index.
    pub index: Vec<String>,
    /// Indexes as players read them: `["Hill"]`.
    pub index_titles: Vec<String>,
    /// Position on a board, if the place is indexed by the cells of a grid.
    pub spot: Option<Spot>,
    /// Visible contents: notation (`cart[anna]`), title and count of each sort. In a row one by one, from left to right.
    pub things: Vec<CountedThing>,
    /// Number of things, visible or not. `None` for unlimited supplies.
    pub total: Option<u32>,
    /// The most things that may lie there together. `None` if there is no such limit, or if it depends on what the viewer does not see.
    #[serde(default)]
    pub most: Option<u32>,
    /// True if the viewer sees the contents.
    pub open: bool,
    /// Layers of a stack from the top down. Empty unless things lie on its top or bottom.
    pub layers: Vec<LayerView>,
}

impl PlaceView {
    /// Number of things that the viewer does not see.
    pub fn hidden(&self) -> u32 {
        let seen: u32 = self.things.iter().map(|(_, _, count)| count).sum();
        if self.open { 0 } else { self.total.map_or(0, |total| total.saturating_sub(seen)) }
    }

    /// True if the place is empty.
    pub fn is_empty(&self) -> bool {
        self.total == Some(0)
    }
}

/// Cell of a grid, for drawing. Column and row count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Spot {
    /// Column, from the left.
    pub column: u32,
    /// Row, from the top.
    pub row: u32,
    /// True for hexagons: each row is shifted half a cell to the right of the one above.
    pub hexes: bool,
    /// True if opposite sides are connected.
    pub wrapped: bool,
}

/// A value with its name and indexes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NamedValue<T> {
    /// Name in the rules, such as `fame`.
    pub name: String,
    /// Indexes, such as `["anna"]`.
    pub index: Vec<String>,
    /// Indexes as players read them: `["Anna"]`.
    pub index_titles: Vec<String>,
    /// The value.
    pub value: T,
    /// Value as players read it: `Hill and Old Mill`.
    pub text: String,
}

/// Builder of views. `viewer` is a seat, or `None` for a spectator.
pub(crate) struct Viewing<'a> {
    pub(crate) game: &'a Game,
    pub(crate) eye: Eye<'a>,
    pub(crate) state: &'a State,
    pub(crate) viewer: Option<usize>,
}

impl Viewing<'_> {
    /// The whole view.
    pub(crate) fn view(&mut self, rows: &mut DisplayRows) -> View {
        let program = self.game.program();
        let asked = match Pending::at(program, self.eye.machine, self.state) {
            Pending::Choice(player) => Some(player),
            _ => None,
        };
        let (display_rows, measures) = rows.values(self.game, &mut self.eye, self.state, self.viewer);
        View {
            viewer: self.viewer,
            places: self.places(),
            tracks: tracks(self.game.legend(), self.state),
            memory: self.memory(),
            answers: self.answers(),
            display_rows,
            measures,
            asked,
        }
    }

    /// Values of the rows of `display`.
    pub(crate) fn shown(&mut self, rows: &mut DisplayRows) -> Vec<Shown> {
        rows.shown(self.game, &mut self.eye, self.state, self.viewer)
    }

    /// Contents of all places.
    pub(crate) fn places(&mut self) -> Vec<PlaceView> {
        let Viewing { game, state, viewer, .. } = *self;
        let Lowered { program, legend } = game.lowered();
        let mut views = Vec::new();
        for (names, family) in legend.places.iter().zip(&program.layout.families) {
            for (index, cell) in each(&names.axes).zip(family.first..) {
                let open = self.eye.sees(state, &names.seers, names.index_regs, &index, viewer);
                let things = things(&program.layout, state, cell);
                let total = (!names.unlimited).then(|| things.iter().map(|&(_, count)| count).sum());
                // Unlimited pieces have no count of what is left.
                let endless = |piece: u32| names.unlimited && program.layout.pieces[piece as usize].copies.is_none();
                let things: Vec<(u32, u32)> = things.into_iter().filter(|&(piece, _)| !endless(piece)).collect();
                let name = |&(piece, count): &(u32, u32)| named(thing_in(legend, piece, cell as i32), count);
                let text = |style| indexes(legend, &names.axes, &index, style);
                let most = self.eye.most(state, family, &index, viewer);
                let ordered = row(&program.layout, state, cell);
                let shown = ordered.as_deref().unwrap_or(&things);
                views.push(PlaceView {
                    place: names.name.clone(),
                    index: text(Style::Language),
                    index_titles: text(Style::People),
                    spot: spot(game, &names.axes, &index),
                    things: if open { shown.iter().map(name).collect() } else { Vec::new() },
                    total,
                    most,
                    open,
                    layers: layers(game.lowered(), state, cell, open, viewer),
                });
            }
        }
        views
    }

    /// Visible memory.
    pub(crate) fn memory(&mut self) -> Vec<NamedValue<String>> {
        let Viewing { game, state, viewer, .. } = *self;
        let legend = game.legend();
        let mut views = Vec::new();
        for seen in memory(legend) {
            if !self.eye.sees_memory(state, &seen, viewer) {
                continue;
            }
            let variable = &legend.memory[seen.variable];
            let words = &state.words()[seen.from..seen.from + seen.width];
            let both = |style| {
                (show(legend, variable.notation, words, style), indexes(legend, &variable.axes, &seen.index, style))
            };
            let ((value, index), (text, index_titles)) = (both(Style::Language), both(Style::People));
            views.push(NamedValue { name: variable.name.clone(), index, index_titles, value, text });
        }
        views
    }

    /// Answers of `together` blocks that the rules still use.
    pub(crate) fn answers(&mut self) -> Vec<AnswerView> {
        let mut open = OpenRules::default();
        self.views_of_answers(|viewing, f| viewing.each_answer(&mut open, f))
    }

    /// Answers of a `together` block in which the state waits, as the viewer knows them once it ends.
    pub(crate) fn sealed_answers(&mut self, block: &Together) -> Vec<AnswerView> {
        let mut open = OpenRules::default();
        self.views_of_answers(|viewing, f| viewing.each_answer_where(&mut open, |other, _| other.part == block.part, f))
    }

    fn views_of_answers(&mut self, each: impl FnOnce(&mut Self, &mut dyn FnMut(AnswerKnown<'_>))) -> Vec<AnswerView> {
        let legend = self.game.legend();
        let mut views = Vec::new();
        each(self, &mut |answer| {
            let AnswerKnown { names, player, words, is_known, is_counted } = answer;
            views.push(AnswerView {
                name: legend.answers[names].name.clone(),
                player,
                value: is_known.then(|| show(legend, legend.answers[names].notation, words, Style::Language)),
                total: is_counted.then(|| bag_total(words)),
            });
        });
        views
    }

    /// Calls `f` with each answer of a `together` block that the rules still use. Inside the block, only with the viewer's own.
    pub(crate) fn each_answer(&mut self, open: &mut OpenRules, f: &mut dyn FnMut(AnswerKnown<'_>)) {
        let viewer = self.viewer;
        let inside = together::block_of(self.game.program(), self.state).map(|block| block.part);
        self.each_answer_where(open, |block, player| inside != Some(block.part) || viewer == Some(player), f);
    }

    /// Calls `f` with those answers of `together` blocks that the rules still use and `is_shown` selects, by block and seat.
    fn each_answer_where(
        &mut self,
        open: &mut OpenRules,
        is_shown: impl Fn(&Together, usize) -> bool,
        f: &mut dyn FnMut(AnswerKnown<'_>),
    ) {
        let Viewing { game, state, viewer, .. } = *self;
        let Lowered { program, legend } = game.lowered();
        if legend.answers.is_empty() {
            return;
        }
        open.read(program, state);
        for (number, names) in legend.answers.iter().enumerate() {
            let block = &program.togethers[names.block as usize];
            if !open.has(Alive::Within(block.part, names.until)) {
                continue;
            }
            let alive = |held: &&Held| held.base == names.base && held.each.is_some() && open.has(held.alive);
            let held = program.held.iter().find(alive);
            for player in 0..game.players() {
                if !is_shown(block, player) {
                    continue;
                }
                let width = names.shape.width();
                let from = (names.base + player as u32 * width) as usize;
                let words = &state.words()[from..from + width as usize];
                let none = match names.shape {
                    ValueShape::Word => words[0] == NONE,
                    _ => words.iter().all(|&word| word == 0),
                };
                // An empty choice from a place is public. A secret answer stays secret even if it is empty.
                let is_open =
                    |held: &Held| none && held.secret.is_none() && matches!(held.tells, HiddenInfo::Chosen(_));
                let is_known = match held {
                    Some(held) if !is_open(held) => self.eye.knows(state, held, Some(player as i32), viewer),
                    _ => true,
                };
                let is_bag = matches!(names.shape, ValueShape::Bag(_));
                let is_counted = is_bag && (is_known || held.is_none_or(|held| held.secret.is_none()));
                f(AnswerKnown { names: number, player, words, is_known, is_counted });
            }
        }
    }
}

/// An answer in a `together` block, and what a viewer knows about it.
pub(crate) struct AnswerKnown<'a> {
    /// Index of its name in the legend.
    pub(crate) names: usize,
    /// Seat of the player who answered.
    pub(crate) player: usize,
    pub(crate) words: &'a [i32],
    /// True if the viewer knows the value.
    pub(crate) is_known: bool,
    /// True if it is a bag and the viewer knows its number of things.
    pub(crate) is_counted: bool,
}

/// Number of things in a bag.
pub(crate) fn bag_total(words: &[i32]) -> u32 {
    words.iter().fold(0, |all: i32, &count| all.saturating_add(count)).max(0) as u32
}

/// Values of all tracks. They are public.
pub(crate) fn tracks(legend: &Legend, state: &State) -> Vec<NamedValue<i64>> {
    let mut views = Vec::new();
    for track in &legend.tracks {
        for (index, &word) in each(&track.axes).zip(&state.words()[track.base as usize..]) {
            let text = |style| indexes(legend, &track.axes, &index, style);
            let (index, index_titles, value) = (text(Style::Language), text(Style::People), i64::from(word));
            views.push(NamedValue { name: track.name.clone(), index, index_titles, value, text: value.to_string() });
        }
    }
    views
}

/// Names of the answers that the rules still use.
pub(crate) fn answer_names(lowered: &Lowered, state: &State) -> Vec<String> {
    let open = OpenRules::of(&lowered.program, state);
    let alive = |names: &&AnswerNames| {
        let block = &lowered.program.togethers[names.block as usize];
        open.has(Alive::Within(block.part, names.until))
    };
    lowered.legend.answers.iter().filter(alive).map(|names| names.name.clone()).collect()
}

/// Cell of a grid for a place with a single index.
fn spot(game: &Game, axes: &[AxisNames], index: &[i32]) -> Option<Spot> {
    let legend = game.legend();
    let ([axis], [at]) = (axes, index) else { return None };
    let Notation::Member(kind) = legend.types[axis.notation as usize] else { return None };
    let field = legend.kinds[kind as usize].field?;
    let board = game.book().boards.iter().find(|board| board.nodes.index() == kind as usize);
    let wrapped = board.and_then(|board| board.grid.as_ref()).is_some_and(|grid| grid.wrapped);
    let at = u32::try_from(*at).ok()?;
    Some(Spot { column: at % field.columns, row: at / field.columns, hexes: field.hexes, wrapped })
}
