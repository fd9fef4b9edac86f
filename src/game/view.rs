//! What one player may know. Derived from what the places and the memory declare; nobody writes code to hide things.

use crate::code::{Alive, AnswerNames, AxisNames, Held, NONE, Notation, Reg, SeenBy, Set, Shape, Tells};
use crate::vm::State;

use super::depths::{LayerView, Named};
use super::notation::{Style, show, split, thing_in};
use super::{Game, Pending, Referee, Shown};

/// A position as one player (or a bystander, who sees what all see) may know it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct View {
    /// Who looks; none: a bystander.
    pub viewer: Option<usize>,
    /// Places in the order of the rules, every index of an indexed place by itself.
    pub places: Vec<PlaceView>,
    /// Tracks: name (`fame`), indexes (`["anna"]`), value.
    pub tracks: Vec<Seen<i64>>,
    /// Memory that may be seen: name, indexes, value in the language's notation.
    pub memory: Vec<Seen<String>>,
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
    pub things: Vec<Named>,
    /// How many things lie there altogether (also when they cannot be seen). Unlimited supplies: none.
    pub total: Option<u32>,
    /// Whether the viewer sees what they are.
    pub open: bool,
    /// Where packets lie on the top or at the bottom: what lies on one another, from the top down.
    pub layers: Vec<LayerView>,
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
pub struct Seen<T> {
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

impl Referee {
    /// What one player may know of a state; `None`: a bystander.
    pub fn view(&mut self, state: &State, viewer: Option<usize>) -> View {
        let asked = match self.pending_at(state) {
            Pending::Choice(player) => Some(player),
            _ => None,
        };
        View {
            viewer,
            places: self.place_views(state, viewer),
            tracks: self.tracks(state),
            memory: self.memory_views(state, viewer),
            answers: self.answer_views(state, viewer),
            shown: self.shown(state, viewer),
            asked,
        }
    }

    fn place_views(&mut self, state: &State, viewer: Option<usize>) -> Vec<PlaceView> {
        let game = self.game.clone();
        let (program, legend) = (game.program(), &game.inner.lowered.legend);
        let mut views = Vec::new();
        for (at, names) in legend.places.iter().enumerate() {
            let family = &program.layout.families[at];
            for offset in 0..family.count {
                let index = split(offset, &names.axes);
                let cell = family.first + offset;
                let open = self.sees(state, &names.seers, names.index_regs, &index, viewer);
                let things = self.things(state, cell);
                let total = (!names.unlimited).then(|| things.iter().map(|&(_, count)| count).sum());
                // Of what there is without end nobody counts what is left.
                let endless = |piece: u32| names.unlimited && program.layout.pieces[piece as usize].copies.is_none();
                let things: Vec<(u32, u32)> = things.into_iter().filter(|&(piece, _)| !endless(piece)).collect();
                let name = |&(piece, count): &(u32, u32)| {
                    let name = thing_in(legend, piece, cell as i32);
                    (name.notation.clone(), name.title.clone(), count)
                };
                let text = |style| index_texts(&game, &names.axes, &index, style);
                let ordered = self.row(state, cell);
                let shown = ordered.as_deref().unwrap_or(&things);
                views.push(PlaceView {
                    place: names.name.clone(),
                    index: text(Style::Language),
                    shown: text(Style::People),
                    spot: spot(&game, &names.axes, &index),
                    things: if open { shown.iter().map(name).collect() } else { Vec::new() },
                    total,
                    open,
                    layers: self.layers(state, cell, open, viewer),
                });
            }
        }
        views
    }

    /// The pieces in a place with their counts, figures too.
    pub(super) fn things(&self, state: &State, cell: u32) -> Vec<(u32, u32)> {
        let layout = &self.game.program().layout;
        let place = &layout.cells[cell as usize];
        let family = &layout.families[place.family as usize];
        let words = state.words();
        let counted = family.order.iter().enumerate().map(|(at, &piece)| (piece, words[place.base as usize + at]));
        let figures = family.holds.iter().filter_map(|piece| {
            let slot = layout.pieces[piece as usize].figure?;
            Some((piece as u32, i32::from(words[slot as usize] == cell as i32)))
        });
        counted.chain(figures).filter(|&(_, count)| count > 0).map(|(piece, count)| (piece, count as u32)).collect()
    }

    /// Where all tracks stand: everybody sees them.
    pub fn tracks(&self, state: &State) -> Vec<Seen<i64>> {
        let game = self.game.clone();
        let mut views = Vec::new();
        for track in &game.inner.lowered.legend.tracks {
            let count: u32 = track.axes.iter().map(|axis| axis.count).product();
            for at in 0..count {
                let text = |style| index_texts(&game, &track.axes, &split(at, &track.axes), style);
                let value = i64::from(state.words()[(track.base + at) as usize]);
                let (index, shown) = (text(Style::Language), text(Style::People));
                views.push(Seen { name: track.name.clone(), index, shown, value, told: value.to_string() });
            }
        }
        views
    }

    fn memory_views(&mut self, state: &State, viewer: Option<usize>) -> Vec<Seen<String>> {
        let game = self.game.clone();
        let legend = &game.inner.lowered.legend;
        let mut views = Vec::new();
        for variable in &legend.memory {
            let count: u32 = variable.axes.iter().map(|axis| axis.count).product();
            let width = variable.shape.width();
            for at in 0..count {
                let index = split(at, &variable.axes);
                if !self.sees(state, &variable.seers, variable.index_regs, &index, viewer) {
                    continue;
                }
                let from = (variable.base + at * width) as usize;
                let words = &state.words()[from..from + width as usize];
                let both = |style| {
                    (show(legend, variable.notation, words, style), index_texts(&game, &variable.axes, &index, style))
                };
                let ((value, index), (told, shown)) = (both(Style::Language), both(Style::People));
                views.push(Seen { name: variable.name.clone(), index, shown, value, told });
            }
        }
        views
    }

    /// The indexes of a variable of the memory, seen or not.
    pub(super) fn memory_indexes(&self, name: &str) -> Vec<Vec<String>> {
        let legend = &self.game.inner.lowered.legend;
        let Some(variable) = legend.memory.iter().find(|variable| variable.name == name) else {
            return Vec::new();
        };
        let count: u32 = variable.axes.iter().map(|axis| axis.count).product();
        let index = |at| index_texts(&self.game, &variable.axes, &split(at, &variable.axes), Style::Language);
        (0..count).map(index).collect()
    }

    /// The names of answers that are kept here.
    pub(super) fn answer_names(&self, state: &State) -> Vec<String> {
        let open = self.open_rules(state);
        let game = &self.game.inner.lowered;
        let alive = |names: &&AnswerNames| {
            let block = &game.program.togethers[names.block as usize];
            open.has(Alive::Within(block.part, names.until))
        };
        game.legend.answers.iter().filter(alive).map(|names| names.name.clone()).collect()
    }

    fn answer_views(&mut self, state: &State, viewer: Option<usize>) -> Vec<AnswerView> {
        let game = self.game.clone();
        let (program, legend) = (game.program(), &game.inner.lowered.legend);
        let mut views = Vec::new();
        if legend.answers.is_empty() {
            return views;
        }
        let open = self.open_rules(state);
        let inside = game.block_of(state).map(|block| block.part);
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
                    Shape::Word => words[0] == NONE,
                    _ => words.iter().all(|&word| word == 0),
                };
                // That nothing was chosen out of a place is open; that a secret answer is "no" is as secret as any other.
                let is_open = |held: &Held| none && held.secret.is_none() && matches!(held.tells, Tells::Chosen(_));
                let known = match held {
                    Some(held) if !is_open(held) => self.knows(state, held, Some(player as i32), viewer),
                    _ => true,
                };
                let is_counted = known || held.is_none_or(|held| held.secret.is_none());
                views.push(AnswerView {
                    name: names.name.clone(),
                    player,
                    value: known.then(|| show(legend, names.notation, words, Style::Language)),
                    total: (is_counted && matches!(names.shape, Shape::Bag(_)))
                        .then(|| words.iter().sum::<i32>().max(0) as u32),
                });
            }
        }
        views
    }

    /// Whether a viewer sees into a place or variable. A condition that faults hides.
    pub(super) fn sees(
        &mut self,
        state: &State,
        seers: &[SeenBy],
        regs: Reg,
        index: &[i32],
        viewer: Option<usize>,
    ) -> bool {
        let game = self.game.clone();
        let program = game.program();
        seers.iter().any(|seer| {
            self.machine.set_regs(regs, index);
            let holds = seer.when.is_none_or(|when| self.machine.word(program, state, when).is_ok_and(|v| v != 0));
            if !holds {
                return false;
            }
            let (Some(who), Some(viewer)) = (seer.who, viewer) else {
                return seer.who.is_none();
            };
            self.machine.set_regs(regs, index);
            let who = if seer.one {
                self.machine.word(program, state, who).map_or(Set::EMPTY, |who| Set::EMPTY.with(who))
            } else {
                self.machine.set(program, state, who).unwrap_or(Set::EMPTY)
            };
            who.has(viewer as i32)
        })
    }

    /// Whether a viewer sees what lies in a place.
    pub(super) fn sees_cell(&mut self, state: &State, cell: i32, viewer: Option<usize>) -> bool {
        let game = self.game.clone();
        let legend = &game.inner.lowered.legend;
        super::notation::locate(legend, cell).is_some_and(|(place, index)| {
            let names = &legend.places[place];
            self.sees(state, &names.seers, names.index_regs, &index, viewer)
        })
    }
}

/// Where a place with a single index stands on a board that makes its cells.
fn spot(game: &Game, axes: &[AxisNames], index: &[i32]) -> Option<Spot> {
    let legend = &game.inner.lowered.legend;
    let ([axis], [at]) = (axes, index) else { return None };
    let Notation::Member(kind) = legend.types[axis.notation as usize] else { return None };
    let field = legend.kinds[kind as usize].field?;
    let board = game.inner.book.boards.iter().find(|board| board.nodes.index() == kind as usize);
    let wrapped = board.and_then(|board| board.grid.as_ref()).is_some_and(|grid| grid.wrapped);
    let at = u32::try_from(*at).ok()?;
    Some(Spot { column: at % field.columns, row: at / field.columns, hexes: field.hexes, wrapped })
}

fn index_texts(game: &Game, axes: &[AxisNames], index: &[i32], style: Style) -> Vec<String> {
    let legend = &game.inner.lowered.legend;
    axes.iter().zip(index).map(|(axis, &value)| show(legend, axis.notation, &[value], style)).collect()
}
