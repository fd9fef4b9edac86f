//! The table under other rules: the game so far, by its answers in words.

use super::{Bots, GameTable, RecordKeeper, Resumed, TableLog};
use crate::Record;
use crate::record::SealedAnswers;
use crate::replay::replay_in;
use tavola_game::{Error, Game, Referee, Rules, State};

/// A game so far under other rules.
pub struct Carried {
    rules: Rules,
    referee: Referee,
    state: State,
    log: TableLog,
    bots: Bots,
    answers: usize,
    /// What was answered in secret, and is possible.
    sealed: SealedAnswers,
    /// Which answer is not possible any more, and why; then the game stands before it.
    pub stopped: Option<String>,
}

impl GameTable {
    /// The game so far under other rules, as far as it goes; the table stays as it is.
    ///
    /// # Errors
    /// When nothing of it is possible.
    pub fn carry(&self, rules: Rules, game: &Game) -> Result<Carried, Error> {
        let mut record: Record = self.keeper.record().clone();
        record.result = None;
        let mut stopped = None;
        loop {
            let mut heard = Resumed::new(&record, &self.humans);
            let again = replay_in(game.clone(), &record, &mut |referee, state, answer| {
                heard.hear(referee, state, answer);
            });
            let Resumed { bots, log, .. } = heard;
            let Some(why) = again.stopped else {
                let (referee, state, answers, sealed) = (again.referee, again.state, again.done, record.sealed);
                return Ok(Carried { rules, referee, state, log, bots, answers, sealed, stopped });
            };
            stopped.get_or_insert_with(|| why.clone());
            if !again.unfit.is_empty() {
                record.sealed.retain(|(who, _)| !again.unfit.contains(who));
                continue;
            }
            // They belong to a block that is not open then.
            record.sealed.clear();
            // What a rule that went wrong has left behind is no position: it is played again up to there.
            match record.answers.len().checked_sub(1) {
                Some(fewer) => record.answers.truncate(again.done.min(fewer)),
                None => return Err(Error::new(why)),
            }
        }
    }

    /// Writes into the record that the game goes on under other rules, before it does.
    ///
    /// # Errors
    /// When its file cannot be written at present: then the game must go on as it is.
    pub fn write_under(&mut self, carried: &Carried) -> Result<(), Error> {
        RecordKeeper::under(&mut self.keeper, carried.rules.hash(), carried.answers, &carried.sealed)
    }

    /// Goes on with the game as it is under other rules, which are given back.
    pub fn go_on_under(&mut self, carried: Carried) -> Rules {
        let Carried { rules, referee, state, log, bots, .. } = carried;
        self.stand_at((referee, state), (bots, log));
        self.clauses = rules.clause_texts();
        rules
    }
}
