//! From what one player may know to a full state: everything hidden is dealt anew.

use crate::code::{PC, Together};
use crate::vm::{self, Options, State};

use super::Referee;

impl Referee {
    /// A full state that the viewer cannot tell from this one, with everything hidden dealt anew. `pick(n)` gives a number
    /// below n. What others have already answered in a `together` block is answered anew, too.
    ///
    /// The deal is uniform over the ways to lay the hidden things into the hidden places; where greedy dealing cannot
    /// fill a place, the state is returned as it is.
    pub fn complete(&mut self, state: &State, viewer: usize, pick: &mut dyn FnMut(u32) -> u32) -> State {
        let mut completed = state.clone();
        if !self.deal_hidden(&mut completed, viewer, pick) {
            return state.clone();
        }
        if self.answer_hidden(&mut completed, viewer, pick) { completed } else { state.clone() }
    }

    /// Takes all things out of the places that the viewer does not see into, and deals them back.
    fn deal_hidden(&mut self, state: &mut State, viewer: usize, pick: &mut dyn FnMut(u32) -> u32) -> bool {
        let game = self.game.clone();
        let layout = &game.program().layout;
        let mut hidden: Vec<(u32, u32)> = Vec::new();
        let mut before = Vec::new();
        let mut pool = vec![0u32; layout.pieces.len()];
        for cell in 0..layout.cells.len() as u32 {
            let family = layout.cells[cell as usize].family as usize;
            if game.inner.lowered.legend.places[family].unlimited || self.sees_cell(state, cell as i32, Some(viewer)) {
                continue;
            }
            let mut total = 0;
            let laid = self.laid(state, cell);
            let known = self.known(&laid, viewer);
            for (piece, count) in self.things(state, cell) {
                let stay = known.iter().filter(|&&known| known == piece).count() as u32;
                let count = count - stay;
                if let Some(word) = word_of(&game, cell, piece) {
                    pool[piece as usize] += count;
                    total += count;
                    state.words_mut()[word] = stay as i32;
                }
            }
            hidden.push((cell, total));
            before.push((cell, laid));
        }
        hidden.sort_by_key(|(cell, _)| {
            let family = &layout.families[layout.cells[*cell as usize].family as usize];
            (family.holds.len(), *cell)
        });
        let dealt = hidden.into_iter().all(|(cell, total)| {
            (0..total).all(|_| {
                let holds = layout.families[layout.cells[cell as usize].family as usize].holds;
                let fits = |piece: &usize| holds.has(*piece as i32);
                let left: u32 = (0..pool.len()).filter(fits).map(|piece| pool[piece]).sum();
                if left == 0 {
                    return false;
                }
                let mut at = pick(left);
                let piece = (0..pool.len()).filter(fits).find(|&piece| {
                    let here = at < pool[piece];
                    at = at.saturating_sub(if here { 0 } else { pool[piece] });
                    here
                });
                let Some(piece) = piece else { return false };
                pool[piece] -= 1;
                word_of(&game, cell, piece as u32).is_some_and(|word| {
                    state.words_mut()[word] += 1;
                    true
                })
            })
        });
        for (cell, laid) in before {
            self.lay_anew(state, cell, &laid, viewer, pick);
        }
        dealt
    }

    /// Inside a `together` block: the others' parts are played anew, the part that runs from its beginning.
    fn answer_hidden(&mut self, state: &mut State, viewer: usize, pick: &mut dyn FnMut(u32) -> u32) -> bool {
        let game = self.game.clone();
        let pc = state.words()[PC] as u32;
        let block = game.program().togethers.iter().find(|block| (block.part.0..block.end.0).contains(&pc));
        let Some(block) = block else { return true };
        let list = block.list as usize;
        let position = state.words()[list + 1].max(0) as usize;
        let members: Vec<i32> = state.words()[list + 2..list + 2 + position].to_vec();
        let Some((&current, before)) = members.split_last() else {
            return true;
        };
        for (at, &player) in before.iter().enumerate() {
            if player != viewer as i32 && !self.replay_part(state, block, at, player, pick) {
                return false;
            }
        }
        if current != viewer as i32 {
            begin_part(state, block, position - 1, current);
            return matches!(self.machine.run(game.program(), state), Ok(vm::Pending::Choice { .. }));
        }
        true
    }

    /// One player's part with other answers; only his answers are taken over.
    fn replay_part(
        &mut self,
        state: &mut State,
        block: &Together,
        at: usize,
        player: i32,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> bool {
        let game = self.game.clone();
        let program = game.program();
        let mut copy = state.clone();
        begin_part(&mut copy, block, at, player);
        let mut options = Options::default();
        loop {
            let Ok(vm::Pending::Choice { ask, .. }) = self.machine.run(program, &mut copy) else {
                return false;
            };
            let inside = (block.part.0..block.end.0).contains(&(copy.words()[PC] as u32));
            if !inside || copy.words()[block.cursor as usize] != player {
                break;
            }
            if self.machine.options(program, &copy, ask, &mut options).is_err() {
                return false;
            }
            let option = options.get(pick(options.len() as u32) as usize).to_vec();
            if self.machine.answer(program, &mut copy, ask, &option).is_err() {
                return false;
            }
        }
        for &(base, stride) in &block.answers {
            let from = (base + player as u32 * stride) as usize;
            let words = from..from + stride as usize;
            state.words_mut()[words.clone()].copy_from_slice(&copy.words()[words]);
        }
        true
    }
}

/// Puts the machine at the beginning of a player's part, his answers forgotten.
fn begin_part(state: &mut State, block: &Together, at: usize, player: i32) {
    let words = state.words_mut();
    for &(base, count) in &block.scratch {
        words[base as usize..(base + count) as usize].fill(0);
    }
    for &(base, stride) in &block.answers {
        let from = (base + player as u32 * stride) as usize;
        words[from..from + stride as usize].fill(0);
    }
    words[block.cursor as usize] = player;
    words[block.list as usize + 1] = at as i32 + 1;
    words[PC] = block.part.0 as i32 + 1;
}

/// The word that counts a piece in a place.
fn word_of(game: &super::Game, cell: u32, piece: u32) -> Option<usize> {
    let layout = &game.program().layout;
    let place = &layout.cells[cell as usize];
    let offset = layout.families[place.family as usize].offsets[piece as usize]?;
    Some((place.base + u32::from(offset)) as usize)
}
