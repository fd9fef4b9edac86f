//! Changes the rules of a game in progress: its answers are replayed in notation.

use super::{Bots, GameTable, RecordKeeper, Resumed, TableLog};
use crate::Record;
use crate::record::SealedAnswers;
use crate::replay::replay_in;
use tavola_game::{Error, Game, Referee, Rules, State};

/// The game so far, replayed under other rules.
pub struct Carried {
    rules: Rules,
    referee: Referee,
    state: State,
    log: TableLog,
    bots: Bots,
    answers: usize,
    /// Sealed answers that are still possible.
    sealed: SealedAnswers,
    /// The answer that is no longer possible, with the reason. The game then stands before it.
    pub stopped: Option<String>,
}

impl GameTable {
    /// Replays the game so far under other rules, as far as possible. The table stays as it is.
    ///
    /// # Errors
    /// If no position of it is possible, or it began at a position that its answers do not lead to.
    pub fn carry(&self, rules: Rules, game: &Game) -> Result<Carried, Error> {
        if self.begun_at.is_some() {
            return Err(Error::new("it began at the position of a scenario: begin it there again"));
        }
        let mut record: Record = self.keeper.record().clone();
        record.result = None;
        let mut stopped = None;
        loop {
            let mut resumed = Resumed::new(&record, &self.humans);
            let again = replay_in(game.clone(), &record, &mut |referee, state, answer| {
                resumed.log_lines(referee, state, answer);
            });
            let Resumed { bots, log, .. } = resumed;
            let Some(why) = again.stopped else {
                let (referee, state, answers, sealed) = (again.referee, again.state, again.done, record.sealed);
                return Ok(Carried { rules, referee, state, log, bots, answers, sealed, stopped });
            };
            stopped.get_or_insert_with(|| why.clone());
            if !again.unfit.is_empty() {
                record.sealed.retain(|(who, _)| !again.unfit.contains(who));
                continue;
            }
            // Sealed answers belong to a block that is not open at that point.
            record.sealed.clear();
            // The state after a fault is not a position, so the game is replayed up to the answer before it.
            match record.answers.len().checked_sub(1) {
                Some(fewer) => record.answers.truncate(again.done.min(fewer)),
                None => return Err(Error::new(why)),
            }
        }
    }

    /// Writes into the record that the game continues under other rules, before it does.
    ///
    /// # Errors
    /// If the file cannot be written at present. The game must then continue as it is.
    pub fn write_under(&mut self, carried: &Carried) -> Result<(), Error> {
        RecordKeeper::under(&mut self.keeper, carried.rules.hash(), carried.answers, &carried.sealed)
    }

    /// Continues the game under other rules, and returns these rules.
    pub fn go_on_under(&mut self, carried: Carried) -> Rules {
        let Carried { rules, referee, state, log, bots, .. } = carried;
        self.stand_at((referee, state), (bots, log));
        self.clauses = rules.clause_texts(&self.referee.game().setup().settings);
        rules
    }
}
