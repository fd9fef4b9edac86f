//! Hidden things and secret memory are dealt anew.

use crate::code::{Notation, Set, Shape, Variable};
use crate::vm::State;

use super::complete::Pick;
use super::depths::Laid;
use super::{Game, Referee};

/// A place whose things are dealt anew.
struct Hole {
    cell: u32,
    /// What the rules can bring there.
    fits: Set,
    /// How many things lie there.
    size: u32,
}

/// Things that lie in a hidden place, and the viewer knows it: a count for each piece.
pub(super) struct Pin {
    pub(super) cell: i32,
    pub(super) bag: Vec<i32>,
}

impl Referee {
    /// Takes all things out of the places that the viewer does not see into, and deals them back.
    /// What is pinned stays where it is.
    pub(super) fn deal_things(&mut self, state: &mut State, viewer: usize, pins: &[Pin], pick: Pick<'_>) -> bool {
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
                    None if !make_room(&game, state, &holes[..=at], at, &mut pool) => return false,
                    None => {}
                }
            }
        }
        for (cell, laid) in laid {
            self.lay_anew(state, cell, &laid, viewer, pick);
        }
        let program = game.program();
        holes.iter().all(|hole| self.machine.holds_no_more(program, state, hole.cell as i32))
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
            for thing in &mut things {
                let pinned = pins.iter().filter(|pin| pin.cell == cell as i32).map(|pin| pin.bag[thing.0 as usize]);
                let known = known.iter().filter(|&&piece| piece == thing.0).count() as i32;
                thing.1 = thing.1.saturating_sub(pinned.fold(known, i32::max).max(0) as u32);
            }
            lying.push((cell, laid));
            let size = things.iter().map(|thing| thing.1).sum();
            if size > 0 {
                let fits = program.reach.get(cell as usize).copied().unwrap_or(layout.families[family].holds);
                // What a scenario has put there may lie there, wherever the rules would bring it.
                let fits =
                    things.iter().filter(|thing| thing.1 > 0).fold(fits, |fits, thing| fits.with(thing.0 as i32));
                holes.push(Hole { cell, fits, size });
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

    /// Secret memory gets other values of its type: as many members as before; what is none stays none.
    pub(super) fn deal_memory(&mut self, state: &mut State, viewer: usize, pick: Pick<'_>) -> bool {
        let game = self.game.clone();
        let legend = &game.inner.lowered.legend;
        for variable in &legend.memory {
            let count: u32 = variable.axes.iter().map(|axis| axis.count).product();
            let width = variable.shape.width();
            for at in 0..count {
                let index = super::notation::split(at, &variable.axes);
                if self.sees(state, &variable.seers, variable.index_regs, &index, Some(viewer)) {
                    continue;
                }
                let from = (variable.base + at * width) as usize;
                let mut words = state.words()[from..from + width as usize].to_vec();
                if !self.other_value(state, variable, &mut words, pick) {
                    return false;
                }
                state.words_mut()[from..from + width as usize].copy_from_slice(&words);
            }
        }
        true
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
                let Some(drawn) = self.members(state, variable, &types[*inner as usize], size, pick) else {
                    return size == 0;
                };
                words.fill(0);
                drawn.into_iter().fold(Set::EMPTY, Set::with).to_words(words);
            }
            (Shape::List { .. }, Notation::List(inner, Shape::Word)) => {
                let size = words[0].max(0) as usize;
                let Some(drawn) = self.members(state, variable, &types[*inner as usize], size, pick) else {
                    return size == 0;
                };
                words[1..=size].copy_from_slice(&drawn);
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

    /// So many different members in any order; none where there are not so many.
    fn members(
        &mut self,
        state: &State,
        variable: &Variable,
        notation: &Notation,
        size: usize,
        pick: Pick<'_>,
    ) -> Option<Vec<i32>> {
        let (low, count) = self.value_range(state, variable, notation)?;
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
