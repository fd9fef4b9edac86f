//! Hidden things and secret memory are dealt anew.

use crate::code::{Notation, Set, Shape, Variable};
use crate::vm::State;

use super::depths::Laid;
use super::undealt::Undealt;
use super::{Game, Referee};

/// How numbers are picked: `pick(n)` gives one below n.
pub(super) type Pick<'a> = &'a mut dyn FnMut(u32) -> u32;

/// A place whose things are dealt anew.
pub(super) struct Hole {
    pub(super) cell: u32,
    /// What the rules can bring there.
    pub(super) fits: Set,
    /// How many things are dealt there.
    size: u32,
    /// What stays there: how many of which piece.
    pub(super) fixed: Vec<(u32, u32)>,
}

/// Things that were dealt, and how the places lay that they came from.
pub(super) struct Heaps {
    pub(super) holes: Vec<Hole>,
    laid: Vec<(u32, Laid)>,
}

/// A secret variable: which row of the memory, and its first word.
#[derive(Clone, Copy)]
pub(super) struct Secret {
    variable: usize,
    pub(super) from: usize,
    pub(super) width: usize,
}

/// Things that lie in a hidden place, and the viewer knows it: a count for each piece.
pub(super) struct Pin {
    pub(super) cell: i32,
    pub(super) bag: Vec<i32>,
}

impl Referee {
    /// Takes all things out of the places that the viewer does not see into, and deals them back.
    /// What is pinned stays where it is. In places that keep an order they have none yet: see [`Referee::lay_back`].
    pub(super) fn deal_things(
        &mut self,
        state: &mut State,
        viewer: usize,
        pins: &[Pin],
        pick: Pick<'_>,
    ) -> Result<Heaps, Undealt> {
        let game = self.game.clone();
        let (mut holes, mut pool, laid) = self.take_out(state, viewer, pins);
        // First those that may hold the fewest sorts: what may lie only there must not be gone.
        holes.sort_by_key(|hole| (hole.fits.len(), hole.cell));
        for at in 0..holes.len() {
            for _ in 0..holes[at].size {
                let hole = &holes[at];
                match random_piece(&pool, hole.fits, pick) {
                    Some(piece) => {
                        pool[piece] -= 1;
                        lay(&game, state, hole.cell, piece, 1);
                    }
                    None if !make_room(&game, state, &holes[..=at], at, &mut pool) => {
                        return Err(Undealt::Things(self.cell_named(holes[at].cell)));
                    }
                    None => {}
                }
            }
        }
        Ok(Heaps { holes, laid })
    }

    /// Puts what was dealt in order. None of the places may hold more than its limit.
    pub(super) fn lay_back(
        &mut self,
        state: &mut State,
        viewer: usize,
        heaps: &Heaps,
        pick: Pick<'_>,
    ) -> Result<(), Undealt> {
        for (cell, laid) in &heaps.laid {
            self.lay_anew(state, *cell, laid, viewer, pick);
        }
        let game = self.game.clone();
        let full = |hole: &&Hole| !self.machine.holds_no_more(game.program(), state, hole.cell as i32);
        match heaps.holes.iter().find(full) {
            Some(hole) => Err(Undealt::Limit(self.cell_named(hole.cell))),
            None => Ok(()),
        }
    }

    /// `hand[ben]`
    fn cell_named(&self, cell: u32) -> String {
        super::notation::cell(&self.game.inner.lowered.legend, cell as i32, super::notation::Style::Language)
    }

    /// The hidden places, how many of each sort lay in them, and in which order; they are empty now.
    fn take_out(&mut self, state: &mut State, viewer: usize, pins: &[Pin]) -> (Vec<Hole>, Vec<u32>, Vec<(u32, Laid)>) {
        let game = self.game.clone();
        let (program, layout) = (game.program(), &game.program().layout);
        let mut holes = Vec::new();
        let mut lying = Vec::new();
        let mut pool = vec![0u32; layout.pieces.len()];
        let mut out: Vec<(u32, usize, i32)> = Vec::new();
        for cell in 0..layout.cells.len() as u32 {
            let family = layout.cells[cell as usize].family as usize;
            if game.inner.lowered.legend.places[family].unlimited || self.sees_cell(state, cell as i32, Some(viewer)) {
                continue;
            }
            let mut things = self.things(state, cell);
            let laid = self.laid(state, cell);
            let known = self.known(&laid, viewer);
            let mut fixed = Vec::new();
            for thing in &mut things {
                let pinned = pins.iter().filter(|pin| pin.cell == cell as i32).map(|pin| pin.bag[thing.0 as usize]);
                let known = known.iter().filter(|&&piece| piece == thing.0).count() as i32;
                let stays = (pinned.fold(known, i32::max).max(0) as u32).min(thing.1);
                fixed.push((thing.0, stays));
                thing.1 -= stays;
            }
            lying.push((cell, laid));
            let size = things.iter().map(|thing| thing.1).sum();
            if size > 0 {
                let fits = program.reach.get(cell as usize).copied().unwrap_or(layout.families[family].holds);
                // What a scenario has put there may lie there, wherever the rules would bring it.
                let fits =
                    things.iter().filter(|thing| thing.1 > 0).fold(fits, |fits, thing| fits.with(thing.0 as i32));
                holes.push(Hole { cell, fits, size, fixed });
                for (piece, count) in things {
                    pool[piece as usize] += count;
                    out.push((cell, piece as usize, count as i32));
                }
            }
        }
        for (cell, piece, count) in out {
            lay(&game, state, cell, piece, -count);
        }
        (holes, pool, lying)
    }

    /// The memory that the viewer does not see.
    pub(super) fn secrets(&mut self, state: &State, viewer: Option<usize>) -> Vec<Secret> {
        let game = self.game.clone();
        let mut secrets = Vec::new();
        for (at, variable) in game.inner.lowered.legend.memory.iter().enumerate() {
            let count: u32 = variable.axes.iter().map(|axis| axis.count).product();
            let width = variable.shape.width();
            for number in 0..count {
                let index = super::notation::split(number, &variable.axes);
                if !self.sees(state, &variable.seers, variable.index_regs, &index, viewer) {
                    let from = (variable.base + number * width) as usize;
                    secrets.push(Secret { variable: at, from, width: width as usize });
                }
            }
        }
        secrets
    }

    /// Secret memory gets another value of its type: as many members as before; what is none stays none.
    pub(super) fn deal_secret(&mut self, state: &mut State, secret: Secret, pick: Pick<'_>) -> Result<(), Undealt> {
        let game = self.game.clone();
        let variable = &game.inner.lowered.legend.memory[secret.variable];
        let mut words = state.words()[secret.from..secret.from + secret.width].to_vec();
        if !self.other_value(state, variable, &mut words, pick) {
            return Err(Undealt::Values(variable.name.clone(), self.is_number(variable)));
        }
        state.words_mut()[secret.from..secret.from + secret.width].copy_from_slice(&words);
        Ok(())
    }

    /// Whether a variable holds numbers: these need a range.
    fn is_number(&self, variable: &Variable) -> bool {
        let types = &self.game.inner.lowered.legend.types;
        match &types[variable.notation as usize] {
            Notation::Set(inner) | Notation::List(inner, _) => types[*inner as usize] == Notation::Number,
            notation => *notation == Notation::Number,
        }
    }

    /// Another value of the same size; `false` where nobody can say which values there are.
    fn other_value(&mut self, state: &State, variable: &Variable, words: &mut [i32], pick: Pick<'_>) -> bool {
        let game = self.game.clone();
        let types = &game.inner.lowered.legend.types;
        match (variable.shape, &types[variable.notation as usize]) {
            (Shape::Word, notation) => {
                if words[0] != crate::code::NONE {
                    let Some((low, count)) = self.value_range(state, variable, notation) else { return false };
                    words[0] = low + pick(count) as i32;
                }
            }
            (Shape::Set(_), Notation::Set(inner)) => {
                let size = Set::from_words(words).len() as usize;
                let Some((low, count)) = self.value_range(state, variable, &types[*inner as usize]) else {
                    return size == 0;
                };
                let Some(drawn) = several(low, count, size, pick) else { return false };
                words.fill(0);
                drawn.into_iter().fold(Set::EMPTY, Set::with).to_words(words);
            }
            (Shape::List { .. }, Notation::List(inner, Shape::Word)) => {
                let size = words[0].max(0) as usize;
                let Some((low, count)) = self.value_range(state, variable, &types[*inner as usize]) else {
                    return size == 0;
                };
                let list = &mut words[1..=size];
                // A list may hold one value twice. Where it does not, it may be one that never does.
                let twice = (1..size).any(|at| list[..at].contains(&list[at]));
                if twice {
                    list.fill_with(|| low + pick(count) as i32);
                } else {
                    let Some(drawn) = several(low, count, size, pick) else { return false };
                    list.copy_from_slice(&drawn);
                }
            }
            _ => return words.iter().all(|&word| word == 0),
        }
        true
    }

    /// The first value of a notation and how many there are, where that is known.
    fn value_range(&mut self, state: &State, variable: &Variable, notation: &Notation) -> Option<(i32, u32)> {
        let game = self.game.clone();
        match notation {
            Notation::YesNo => Some((0, 2)),
            Notation::Member(kind) => {
                let count = game.inner.lowered.legend.kinds[*kind as usize].members.len() as u32;
                (count > 0).then_some((0, count))
            }
            Notation::Number => {
                let (low, high) = variable.range?;
                let low = self.machine.word(game.program(), state, low).ok()?;
                let high = self.machine.word(game.program(), state, high).ok()?;
                (low <= high).then(|| (low, high.abs_diff(low).saturating_add(1)))
            }
            _ => None,
        }
    }
}

/// So many different values in any order; none where there are not so many.
fn several(low: i32, count: u32, size: usize, pick: Pick<'_>) -> Option<Vec<i32>> {
    let mut all: Vec<i32> = (0..count.min(4096) as i32).map(|at| low + at).collect();
    (size <= all.len()).then(|| {
        for at in 0..size {
            let other = at + pick((all.len() - at) as u32) as usize;
            all.swap(at, other);
        }
        all.truncate(size);
        all
    })
}

/// A thing of the pool that fits, each copy as likely as any other.
fn random_piece(pool: &[u32], fits: Set, pick: Pick<'_>) -> Option<usize> {
    let left: u32 = fits.iter().map(|piece| pool[piece as usize]).sum();
    let mut at = (left > 0).then(|| pick(left))?;
    for piece in fits.iter() {
        let copies = pool[piece as usize];
        if at < copies {
            return Some(piece as usize);
        }
        at -= copies;
    }
    None
}

/// Nothing of the pool fits: things that were dealt change places until something does. `false` where nothing helps.
fn make_room(game: &Game, state: &mut State, holes: &[Hole], at: usize, pool: &mut [u32]) -> bool {
    // For each place that was reached: the place that one of its things would go to, and which.
    let mut way: Vec<Option<(usize, usize)>> = vec![None; holes.len()];
    let mut reached = vec![at];
    let mut next = 0;
    while let Some(&here) = reached.get(next) {
        next += 1;
        if let Some(piece) = holes[here].fits.iter().find(|&piece| pool[piece as usize] > 0) {
            pool[piece as usize] -= 1;
            lay(game, state, holes[here].cell, piece as usize, 1);
            let mut giver = here;
            while let Some((taker, thing)) = way[giver] {
                lay(game, state, holes[giver].cell, thing, -1);
                lay(game, state, holes[taker].cell, thing, 1);
                giver = taker;
            }
            return true;
        }
        for (other, hole) in holes.iter().enumerate() {
            if way[other].is_none()
                && other != at
                && let Some(thing) = holes[here].fits.iter().find(|&piece| lies(game, state, hole.cell, piece as usize))
            {
                way[other] = Some((here, thing as usize));
                reached.push(other);
            }
        }
    }
    false
}

/// More or fewer of a piece lie in a place; a figure comes or goes.
pub(super) fn lay(game: &Game, state: &mut State, cell: u32, piece: usize, by: i32) {
    let layout = &game.program().layout;
    if let Some(slot) = layout.pieces[piece].figure {
        if by > 0 {
            state.words_mut()[slot as usize] = cell as i32;
        }
    } else if let Some(word) = word_of(game, cell, piece) {
        state.words_mut()[word] += by;
    }
}

fn lies(game: &Game, state: &State, cell: u32, piece: usize) -> bool {
    match game.program().layout.pieces[piece].figure {
        Some(slot) => state.words()[slot as usize] == cell as i32,
        None => word_of(game, cell, piece).is_some_and(|word| state.words()[word] > 0),
    }
}

/// The word that counts a piece in a place.
fn word_of(game: &Game, cell: u32, piece: usize) -> Option<usize> {
    let layout = &game.program().layout;
    let place = &layout.cells[cell as usize];
    let offset = layout.families[place.family as usize].offsets[piece]?;
    Some((place.base + u32::from(offset)) as usize)
}
