//! What somebody who thinks about a position needs of it in numbers: the ranking so far, what a player knows, which option
//! is which. No names, no texts.

use crate::code::PC;
use crate::vm::State;

use super::{Fault, Referee};

/// The ranking so far: for each seat its measures, larger is better, the most important first. The first is whether the
/// condition of `winner` is met; then come those by which the rules rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// How many measures a seat has.
    pub measures: usize,
    /// All seats' measures, seat by seat.
    pub values: Vec<i32>,
    rows: Vec<i32>,
}

impl Standing {
    /// The measures of a seat.
    pub fn of(&self, seat: usize) -> &[i32] {
        &self.values[seat * self.measures..][..self.measures]
    }
}

impl Referee {
    /// How the players stand by the game's `winner`, at any moment: as it would rank them if the game ended now. Without a `winner`
    /// nobody has any measures. It is written into `standing`, whose memory is used again.
    ///
    /// # Errors
    /// A fault while working it out.
    pub fn standing(&mut self, state: &State, standing: &mut Standing) -> Result<(), Fault> {
        let program = &self.game.inner.lowered.program;
        let players = self.game.players();
        standing.measures = 0;
        standing.values.clear();
        for (ranking, meets) in [(program.winner, 1), (program.behind, 0)] {
            let Some(ranking) = ranking else { continue };
            standing.rows.clear();
            let keys = self.machine.standing(program, state, ranking, &mut standing.rows)?;
            standing.measures = keys + 1;
            standing.values.resize(players * (keys + 1), 0);
            for row in standing.rows.chunks_exact(keys + 1) {
                let seat = usize::try_from(row[0]).unwrap_or(0).min(players - 1);
                let values = &mut standing.values[seat * (keys + 1)..][..keys + 1];
                values[0] = meets;
                values[1..].copy_from_slice(&row[1..]);
            }
        }
        Ok(())
    }

    /// A number for an option of the open question: the same wherever the same question offers the same.
    pub fn option_code(&self, option: usize) -> u64 {
        let ask = self.ask.map_or(0, |ask| ask.index() as u64);
        self.options.get(option).iter().fold(mix(ask), |code, &word| mix(code ^ u64::from(word as u32)))
    }

    /// A number for what a player knows of a position: states that he cannot tell apart have the same; others mostly have
    /// another. (The order in which things lie, and what was answered before, are left out.)
    pub fn known_code(&mut self, state: &State, viewer: usize) -> u64 {
        let game = self.game.clone();
        let (program, legend) = (game.program(), &game.inner.lowered.legend);
        let mut code = mix(state.words()[PC] as u64);
        let mut add = |value: u64| code = mix(code ^ value);
        for cell in 0..program.layout.cells.len() as u32 {
            let open = self.sees_cell(state, cell as i32, Some(viewer));
            let things = self.things(state, cell);
            match open {
                true => things.iter().for_each(|&(piece, count)| add(u64::from(piece) << 32 | u64::from(count))),
                false => add(things.iter().map(|&(_, count)| u64::from(count)).sum()),
            }
            add(u64::from(cell));
        }
        for track in &legend.tracks {
            let count: u32 = track.axes.iter().map(|axis| axis.count).product();
            let words = &state.words()[track.base as usize..][..count as usize];
            words.iter().for_each(|&word| add(u64::from(word as u32)));
        }
        for variable in &legend.memory {
            let count: u32 = variable.axes.iter().map(|axis| axis.count).product();
            let width = variable.shape.width();
            for at in 0..count {
                let index = super::notation::split(at, &variable.axes);
                if self.sees(state, &variable.seers, variable.index_regs, &index, Some(viewer)) {
                    let words = &state.words()[(variable.base + at * width) as usize..][..width as usize];
                    words.iter().for_each(|&word| add(u64::from(word as u32)));
                }
            }
        }
        code
    }
}

/// Mixes the bits of a number (the last step of SplitMix64).
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}
