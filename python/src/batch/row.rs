//! A row: the play that stands in it, and how to undo its last step.

use tavola_game::{Error, Pending, State};
use tavola_lab::Chance;
use tavola_lab::seeds::{self, Generator};

use super::arrays::RowNumbers;
use crate::arrays::Flag;
use crate::errors::Stop;
use crate::game::Game;
use crate::play::{Moment, Play, chance};

/// Maximum number of games in a row that are over before their first question.
const UNASKED: usize = 1_000;

/// The start of the games of a batch.
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

/// A row of a batch. Its play is played by a play that takes its moment in, see [`Play::exchange`].
pub(super) struct Row {
    pub(super) moment: Moment,
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

/// A row before a step, without its position.
struct Before {
    game: RowGame,
    chance: Option<Chance>,
    chosen: Vec<u32>,
}

impl Row {
    /// A row before its first game.
    pub(super) fn new(game: &Game, source: &Source, number: u64) -> Self {
        let (moment, position, seats) = (Moment::new(game), State::default(), game.game.players());
        let game = RowGame::new(source, seats, number);
        Self { moment, seats, game, action: 0, length: 0, returns: None, before: None, position }
    }

    /// Prepares a step that chooses this action.
    pub(super) fn prepare(&mut self, action: u32) {
        (self.action, self.before) = (action, None);
    }

    /// Starts the game of the row, or the first one after it that has a question.
    pub(super) fn begin(&mut self, play: &mut Play, source: &Source) -> Result<(), Stop> {
        for _ in 0..UNASKED {
            play.chosen.clear();
            play.put(&source.start, Some(self.game.chance()))?;
            if play.pending != Pending::Over {
                return Ok(());
            }
            self.game = RowGame::new(source, self.seats, self.game.number + source.size);
        }
        Err(Error::new(format!("{UNASKED} games in a row are over before their first question")).into())
    }

    /// Starts the next game.
    fn restart(&mut self, play: &mut Play, source: &Source) -> Result<(), Stop> {
        self.game = RowGame::new(source, self.seats, self.game.number + source.size);
        self.begin(play, source)
    }

    /// Chooses the prepared action, and starts the next game if this one ends.
    pub(super) fn step(&mut self, play: &mut Play, source: &Source, out: RowNumbers<'_>) -> Result<(), Stop> {
        let (chance, chosen) = (play.chance.clone(), play.chosen.clone());
        let option = play.choose_next(self.action)?;
        self.before = Some(Before { game: self.game.clone(), chance, chosen });
        self.position.clone_from(&play.state);
        self.returns = None;
        self.game.length += 1;
        self.length = self.game.length;
        let Some(option) = option else { return play.write_mask(out.mask) };
        play.advance(option)?;
        if play.pending == Pending::Over {
            self.returns = Some(play.worth()?);
            self.restart(play, source)?;
        }
        write(play, out)
    }

    /// Undoes the step. The position was there before, so it is reached without errors.
    pub(super) fn undo(&mut self, play: &mut Play, out: RowNumbers<'_>) -> Result<(), Stop> {
        let Some(Before { game, chance, chosen }) = self.before.take() else { return Ok(()) };
        (self.game, play.chosen) = (game, chosen);
        play.put(&self.position, chance)?;
        write(play, out)
    }

    /// Leaves the game and starts the next one.
    pub(super) fn cut(&mut self, play: &mut Play, source: &Source, out: RowNumbers<'_>) -> Result<(), Stop> {
        self.restart(play, source)?;
        (self.returns, self.length) = (None, 0);
        write(play, out)
    }

    /// Writes everything about the last step that [`write`] does not write.
    pub(super) fn publish(&self, out: RowNumbers<'_>) {
        if let Pending::Choice(seat) = self.moment.pending {
            *out.player = seat as i32;
        }
        match &self.returns {
            Some(returns) => out.rewards.iter_mut().zip(returns).for_each(|(reward, own)| *reward = *own as f32),
            None => out.rewards.fill(0.0),
        }
        *out.done = Flag::from(self.returns.is_some());
        (*out.length, *out.seed) = (self.length, self.game.seed);
    }

    /// A uniformly random legal action.
    pub(super) fn sample(&mut self) -> i32 {
        let legal = self.moment.legal();
        legal[seeds::pick_index(&mut self.game.sampler, legal.len())] as i32
    }
}

/// Writes the observation and the mask.
pub(super) fn write(play: &mut Play, out: RowNumbers<'_>) -> Result<(), Stop> {
    if let (Pending::Choice(seat), false) = (play.pending, out.observation.is_empty()) {
        play.write_observation(Some(seat), out.observation)?;
    }
    play.write_mask(out.mask)
}
