//! What one player may know. Derived from what the places and the memory declare; nobody writes code to hide things.

use crate::sight::{Eye, OpenRules, memory, row, things};
use crate::wording::{Style, each, indexes, show, thing_in};
use crate::{Game, Pending, together};
use tavola_core::code::{Alive, AnswerNames, AxisNames, Held, HeldTells, Legend, NONE, Notation, ValueShape};
use tavola_core::lower::Lowered;
use tavola_core::vm::State;

use super::layers::{CountedThing, LayerView, layers, named};
use super::shown::{DisplayRows, Shown};

/// A position as one player (or a bystander, who sees what all see) may know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Who looks; none: a bystander.
    pub viewer: Option<usize>,
    /// Places in the order of the rules, every index of an indexed place by itself.
    pub places: Vec<PlaceView>,
    /// Tracks: name (`fame`), indexes (`["anna"]`), value.
    pub tracks: Vec<NamedValue<i64>>,
    /// Memory that may be seen: name, indexes, value in the language's notation.
    pub memory: Vec<NamedValue<String>>,
    /// What was answered in `together` blocks, as long as the rules go on with it; in the block only one's own.
    pub answers: Vec<AnswerView>,
    /// What the rows of `display` show.
    pub shown: Vec<Shown>,
    /// Who is asked now; none: chance, or the game is over.
    pub asked: Option<usize>,
}

impl View {
    /// Whether a thing of this sort, in notation without whose it is, lies where the viewer sees it.
    pub fn lies_in_sight(&self, sort: &str) -> bool {
        let own = |id: &str| id.split('[').next() == Some(sort);
        self.places.iter().flat_map(|place| &place.things).any(|(id, ..)| own(id))
    }
}

/// An answer of a `together` block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct AnswerView {
    /// The name in the rules: `n`.
    pub name: String,
    /// Who gave it, by seat.
    pub player: usize,
    /// In the language's notation (`none` where he was not asked); none: it tells what the viewer cannot see.
    pub value: Option<String>,
    /// Of things that were not chosen in secret, or that the viewer knows: how many.
    pub total: Option<u32>,
}

/// A place in a view.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlaceView {
    /// `town`
    pub place: String,
    /// `["hill"]`; empty for a place without index.
    pub index: Vec<String>,
    /// The indexes as players read them: `["Hill"]`.
    pub shown: Vec<String>,
    /// Where it is drawn, if it is indexed by the cells of a board that makes its cells.
    pub spot: Option<Spot>,
    /// What lies there, where the viewer may see it: name in notation (`cart[anna]`), how players read it, how many. Sorts of which there is
    /// none are left out. In a row one by one, from left to right.
    pub things: Vec<CountedThing>,
    /// How many things lie there altogether (also when they cannot be seen). Unlimited supplies: none.
    pub total: Option<u32>,
    /// Whether the viewer sees what they are.
    pub open: bool,
    /// Where packets lie on the top or at the bottom: what lies on one another, from the top down.
    pub layers: Vec<LayerView>,
}

impl PlaceView {
    /// How many things lie there that the viewer does not see.
    pub fn hidden(&self) -> u32 {
        let seen: u32 = self.things.iter().map(|(_, _, count)| count).sum();
        if self.open { 0 } else { self.total.map_or(0, |total| total.saturating_sub(seen)) }
    }

    /// Whether nothing lies there.
    pub fn is_empty(&self) -> bool {
        self.total == Some(0)
    }
}

/// A cell of a board, for drawing; column and row are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// From the left.
    pub column: u32,
    /// From above.
    pub row: u32,
    /// Hexagons: each row begins half a cell further to the right than the one above.
    pub hexes: bool,
    /// What leaves on one side comes back on the other.
    pub wrapped: bool,
}

/// A named value.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamedValue<T> {
    /// `fame`
    pub name: String,
    /// `["anna"]`
    pub index: Vec<String>,
    /// The indexes as players read them: `["Anna"]`.
    pub shown: Vec<String>,
    /// The value.
    pub value: T,
    /// The value as players read it: `Hill and Old Mill`.
    pub told: String,
}

/// Looks at a position for a viewer; none: a bystander.
pub(crate) struct Viewing<'a> {
    pub(crate) game: &'a Game,
    pub(crate) eye: Eye<'a>,
    pub(crate) state: &'a State,
    pub(crate) viewer: Option<usize>,
}

impl Viewing<'_> {
    /// All that he may know.
    pub(crate) fn view(&mut self, rows: &mut DisplayRows) -> View {
        let program = self.game.program();
        let asked = match Pending::at(program, self.eye.machine, self.state) {
            Pending::Choice(player) => Some(player),
            _ => None,
        };
        View {
            viewer: self.viewer,
            places: self.places(),
            tracks: tracks(self.game.legend(), self.state),
            memory: self.memory(),
            answers: self.answers(),
            shown: self.shown(rows),
            asked,
        }
    }

    /// What the rows of `display` show.
    pub(crate) fn shown(&mut self, rows: &mut DisplayRows) -> Vec<Shown> {
        rows.shown(self.game, &mut self.eye, self.state, self.viewer)
    }

    /// What lies where.
    pub(crate) fn places(&mut self) -> Vec<PlaceView> {
        let Viewing { game, state, viewer, .. } = *self;
        let Lowered { program, legend } = game.lowered();
        let mut views = Vec::new();
        for (names, family) in legend.places.iter().zip(&program.layout.families) {
            for (index, cell) in each(&names.axes).zip(family.first..) {
                let open = self.eye.sees(state, &names.seers, names.index_regs, &index, viewer);
                let things = things(&program.layout, state, cell);
                let total = (!names.unlimited).then(|| things.iter().map(|&(_, count)| count).sum());
                // Of what there is without end nobody counts what is left.
                let endless = |piece: u32| names.unlimited && program.layout.pieces[piece as usize].copies.is_none();
                let things: Vec<(u32, u32)> = things.into_iter().filter(|&(piece, _)| !endless(piece)).collect();
                let name = |&(piece, count): &(u32, u32)| named(thing_in(legend, piece, cell as i32), count);
                let text = |style| indexes(legend, &names.axes, &index, style);
                let ordered = row(&program.layout, state, cell);
                let shown = ordered.as_deref().unwrap_or(&things);
                views.push(PlaceView {
                    place: names.name.clone(),
                    index: text(Style::Language),
                    shown: text(Style::People),
                    spot: spot(game, &names.axes, &index),
                    things: if open { shown.iter().map(name).collect() } else { Vec::new() },
                    total,
                    open,
                    layers: layers(game.lowered(), state, cell, open, viewer),
                });
            }
        }
        views
    }

    /// The memory that he sees.
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
            let ((value, index), (told, shown)) = (both(Style::Language), both(Style::People));
            views.push(NamedValue { name: variable.name.clone(), index, shown, value, told });
        }
        views
    }

    /// What was answered in `together` blocks, as far as it is kept.
    pub(crate) fn answers(&mut self) -> Vec<AnswerView> {
        let Viewing { game, state, viewer, .. } = *self;
        let Lowered { program, legend } = game.lowered();
        let mut views = Vec::new();
        if legend.answers.is_empty() {
            return views;
        }
        let open = OpenRules::of(program, state);
        let inside = together::block_of(program, state).map(|block| block.part);
        for names in &legend.answers {
            let block = &program.togethers[names.block as usize];
            if !open.has(Alive::Within(block.part, names.until)) {
                continue;
            }
            let alive = |held: &&Held| held.base == names.base && held.each.is_some() && open.has(held.alive);
            let held = program.held.iter().find(alive);
            for player in 0..game.players() {
                if inside == Some(block.part) && viewer != Some(player) {
                    continue;
                }
                let width = names.shape.width();
                let from = (names.base + player as u32 * width) as usize;
                let words = &state.words()[from..from + width as usize];
                let none = match names.shape {
                    ValueShape::Word => words[0] == NONE,
                    _ => words.iter().all(|&word| word == 0),
                };
                // That nothing was chosen out of a place is open; that a secret answer is "no" is as secret as any other.
                let is_open = |held: &Held| none && held.secret.is_none() && matches!(held.tells, HeldTells::Chosen(_));
                let known = match held {
                    Some(held) if !is_open(held) => self.eye.knows(state, held, Some(player as i32), viewer),
                    _ => true,
                };
                let is_counted = known || held.is_none_or(|held| held.secret.is_none());
                views.push(AnswerView {
                    name: names.name.clone(),
                    player,
                    value: known.then(|| show(legend, names.notation, words, Style::Language)),
                    total: (is_counted && matches!(names.shape, ValueShape::Bag(_)))
                        .then(|| words.iter().sum::<i32>().max(0) as u32),
                });
            }
        }
        views
    }
}

/// Where all tracks stand: everybody sees them.
pub(crate) fn tracks(legend: &Legend, state: &State) -> Vec<NamedValue<i64>> {
    let mut views = Vec::new();
    for track in &legend.tracks {
        for (index, &word) in each(&track.axes).zip(&state.words()[track.base as usize..]) {
            let text = |style| indexes(legend, &track.axes, &index, style);
            let (index, shown, value) = (text(Style::Language), text(Style::People), i64::from(word));
            views.push(NamedValue { name: track.name.clone(), index, shown, value, told: value.to_string() });
        }
    }
    views
}

/// The names of answers that are kept in a state.
pub(crate) fn answer_names(lowered: &Lowered, state: &State) -> Vec<String> {
    let open = OpenRules::of(&lowered.program, state);
    let alive = |names: &&AnswerNames| {
        let block = &lowered.program.togethers[names.block as usize];
        open.has(Alive::Within(block.part, names.until))
    };
    lowered.legend.answers.iter().filter(alive).map(|names| names.name.clone()).collect()
}

/// Where a place with a single index stands on a board that makes its cells.
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
