//! The arrays of a batch, and the part of them that belongs to a row.

use pyo3::prelude::*;
use tavola_game::Game;

use crate::arrays::{Flag, Shared};

/// The arrays of a batch.
pub(super) struct Arrays {
    pub(super) observations: Option<Shared<f32>>,
    pub(super) masks: Shared<i8>,
    pub(super) players: Shared<i32>,
    pub(super) rewards: Shared<f32>,
    pub(super) dones: Shared<Flag>,
    pub(super) lengths: Shared<i32>,
    pub(super) seeds: Shared<u64>,
    pub(super) actions: Shared<i32>,
    widths: Widths,
}

/// Numbers of each row.
#[derive(Clone, Copy)]
struct Widths {
    observation: usize,
    mask: usize,
    seats: usize,
}

impl Arrays {
    pub(super) fn new(py: Python<'_>, game: &Game, size: usize, observe: bool) -> PyResult<Self> {
        let observation = if observe { game.observation().len() } else { 0 };
        let widths = Widths { observation, mask: game.actions().of_players(), seats: game.players() };
        Ok(Self {
            observations: if observe { Some(Shared::new(py, &[size, observation])?) } else { None },
            masks: Shared::new(py, &[size, widths.mask])?,
            players: Shared::new(py, &[size])?,
            rewards: Shared::new(py, &[size, widths.seats])?,
            dones: Shared::new(py, &[size])?,
            lengths: Shared::new(py, &[size])?,
            seeds: Shared::new(py, &[size])?,
            actions: Shared::new(py, &[size])?,
            widths,
        })
    }

    /// All rows.
    pub(super) fn whole(&mut self) -> Rows<'_> {
        Rows {
            observations: self.observations.as_mut().map_or(&mut [], Shared::numbers),
            masks: self.masks.numbers(),
            players: self.players.numbers(),
            rewards: self.rewards.numbers(),
            dones: self.dones.numbers(),
            lengths: self.lengths.numbers(),
            seeds: self.seeds.numbers(),
            actions: self.actions.numbers(),
            widths: self.widths,
        }
    }
}

/// Rows that follow each other.
pub(super) struct Rows<'a> {
    observations: &'a mut [f32],
    masks: &'a mut [i8],
    players: &'a mut [i32],
    rewards: &'a mut [f32],
    dones: &'a mut [Flag],
    lengths: &'a mut [i32],
    seeds: &'a mut [u64],
    actions: &'a mut [i32],
    widths: Widths,
}

/// The numbers of one row.
pub(super) struct RowNumbers<'a> {
    /// Empty if nothing is observed.
    pub(super) observation: &'a mut [f32],
    pub(super) mask: &'a mut [i8],
    pub(super) player: &'a mut i32,
    pub(super) rewards: &'a mut [f32],
    pub(super) done: &'a mut Flag,
    pub(super) length: &'a mut i32,
    pub(super) seed: &'a mut u64,
    pub(super) action: &'a mut i32,
}

/// Takes the first elements of a slice away.
fn first<'a, T>(slice: &mut &'a mut [T], count: usize) -> &'a mut [T] {
    slice.split_off_mut(..count).expect("arrays have as many rows as the batch")
}

impl<'a> Rows<'a> {
    /// Takes the first rows away.
    pub(super) fn split(&mut self, rows: usize) -> Self {
        let widths = self.widths;
        Rows {
            observations: first(&mut self.observations, rows * widths.observation),
            masks: first(&mut self.masks, rows * widths.mask),
            players: first(&mut self.players, rows),
            rewards: first(&mut self.rewards, rows * widths.seats),
            dones: first(&mut self.dones, rows),
            lengths: first(&mut self.lengths, rows),
            seeds: first(&mut self.seeds, rows),
            actions: first(&mut self.actions, rows),
            widths,
        }
    }

    /// Takes the first row away.
    pub(super) fn next(&mut self) -> RowNumbers<'a> {
        let row = self.split(1);
        RowNumbers {
            observation: row.observations,
            mask: row.masks,
            player: &mut row.players[0],
            rewards: row.rewards,
            done: &mut row.dones[0],
            length: &mut row.lengths[0],
            seed: &mut row.seeds[0],
            action: &mut row.actions[0],
        }
    }

    /// The row with this number.
    pub(super) fn nth(mut self, row: usize) -> RowNumbers<'a> {
        self.split(row);
        self.next()
    }
}
