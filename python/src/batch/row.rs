//! A row: the play that stands in it, and how to undo its last step.

use tavola_game::{Error, Pending, State};
use tavola_lab::Chance;
use tavola_lab::seeds::{self, Generator};

use super::arrays::RowNumbers;
use crate::arrays::Flag;
use crate::errors::Stop;
use crate::play::{Play, chance};

/// Maximum number of games in a row that are over before their first question.
const UNASKED: usize = 1_000;

/// What the games of a batch begin with.
pub(super) struct Source {
    /// The seed of the batch.
    pub(super) seed: u64,
    /// Number of rows.
    pub(super) size: u64,
    /// The position before the first question.
    pub(super) start: State,
}

/// A game of a batch.
#[derive(Clone)]
struct RowGame {
    /// Its number in the batch: that of its row, plus the number of rows for each game before it.
    number: u64,
    /// Its seed.
    seed: u64,
    /// Number of actions so far.
    length: i32,
    /// Generator of `sample`.
    sampler: Generator,
}

impl RowGame {
    fn new(source: &Source, seats: usize, number: u64) -> Self {
        let of = |stream| seeds::generator(source.seed, number, stream);
        Self {
            number,
            seed: seeds::pick_wide(&mut of(seeds::CHANCE), u64::MAX),
            length: 0,
            sampler: of(seats as u64 + 1),
        }
    }

    fn chance(&self) -> Chance {
        chance(self.seed)
    }
}

/// A row of a batch.
pub(super) struct Row {
    pub(super) play: Play,
    seats: usize,
    game: RowGame,
    /// The action to choose.
    action: u32,
    /// Number of actions of the game of the last step.
    length: i32,
    /// Returns of the game that the last step ended.
    returns: Option<Vec<f64>>,
    /// The row before the step, if the step changed it.
    before: Option<Before>,
    /// Memory for the position before a step.
    position: State,
}

/// What a row was before a step, besides its position.
struct Before {
    game: RowGame,
    chance: Option<Chance>,
    chosen: Vec<u32>,
}

impl Row {
    /// A row with its first game. `make` makes a play with a generator of chance.
    pub(super) fn new<E>(
        source: &Source,
        seats: usize,
        number: u64,
        make: impl FnOnce(Chance) -> Result<Play, E>,
    ) -> Result<Self, E> {
        let game = RowGame::new(source, seats, number);
        let play = make(game.chance())?;
        Ok(Self { play, seats, game, action: 0, length: 0, returns: None, before: None, position: State::default() })
    }

    /// Prepares a step that chooses this action.
    pub(super) fn prepare(&mut self, action: u32) {
        (self.action, self.before) = (action, None);
    }

    /// Starts the next game that has a question.
    pub(super) fn restart(&mut self, source: &Source) -> Result<(), Stop> {
        for _ in 0..UNASKED {
            self.game = RowGame::new(source, self.seats, self.game.number + source.size);
            self.play.chosen.clear();
            self.play.put(&source.start, Some(self.game.chance()))?;
            if self.play.pending != Pending::Over {
                return Ok(());
            }
        }
        Err(Error::new(format!("{UNASKED} games in a row are over before their first question")).into())
    }

    /// Starts the next game if the first one is over without a question.
    pub(super) fn begin(&mut self, source: &Source) -> Result<(), Stop> {
        if self.play.pending == Pending::Over { self.restart(source) } else { Ok(()) }
    }

    /// Chooses the prepared action, and starts the next game if this one ends.
    pub(super) fn step(&mut self, source: &Source, out: RowNumbers<'_>) -> Result<(), Stop> {
        let (chance, chosen) = (self.play.chance.clone(), self.play.chosen.clone());
        let option = self.play.choose_next(self.action)?;
        self.before = Some(Before { game: self.game.clone(), chance, chosen });
        self.position.clone_from(&self.play.state);
        self.returns = None;
        self.game.length += 1;
        self.length = self.game.length;
        let Some(option) = option else { return self.write_mask(out.mask) };
        self.play.advance(option)?;
        if self.play.pending == Pending::Over {
            self.returns = Some(self.play.worth()?);
            self.restart(source)?;
        }
        self.write(out)
    }

    /// Undoes the step. The position was there before, so it is reached without errors.
    pub(super) fn undo(&mut self, out: RowNumbers<'_>) -> Result<(), Stop> {
        let Some(Before { game, chance, chosen }) = self.before.take() else { return Ok(()) };
        (self.game, self.play.chosen) = (game, chosen);
        self.play.put(&self.position, chance)?;
        self.write(out)
    }

    /// Writes the observation and the mask.
    pub(super) fn write(&mut self, out: RowNumbers<'_>) -> Result<(), Stop> {
        if let (Pending::Choice(seat), false) = (self.play.pending, out.observation.is_empty()) {
            self.play.write_observation(Some(seat), out.observation)?;
        }
        self.write_mask(out.mask)
    }

    fn write_mask(&mut self, mask: &mut [i8]) -> Result<(), Stop> {
        mask.fill(0);
        self.play.write_mask(mask)
    }

    /// Writes everything else about the last step.
    pub(super) fn publish(&self, out: RowNumbers<'_>) {
        if let Pending::Choice(seat) = self.play.pending {
            *out.player = seat as i32;
        }
        match &self.returns {
            Some(returns) => out.rewards.iter_mut().zip(returns).for_each(|(reward, own)| *reward = *own as f32),
            None => out.rewards.fill(0.0),
        }
        *out.done = Flag::from(self.returns.is_some());
        (*out.length, *out.seed) = (self.length, self.game.seed);
    }

    /// Leaves the game and starts the next one.
    pub(super) fn cut(&mut self, source: &Source, out: RowNumbers<'_>) -> Result<(), Stop> {
        self.restart(source)?;
        (self.returns, self.length) = (None, 0);
        self.write(out)
    }

    /// A uniformly random legal action.
    pub(super) fn sample(&mut self) -> Result<i32, Stop> {
        let legal = self.play.legal()?;
        Ok(legal[seeds::pick_index(&mut self.game.sampler, legal.len())] as i32)
    }
}
