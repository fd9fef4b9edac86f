//! Replays records answer by answer and notifies a listener.

use super::record::Record;
use super::transcript::{meaning, options, who};
use tavola_game::{Fault, Game, Gathering, LoadError, Outcome, Pending, Referee, Rules, State};
use tavola_syntax::text::clean;

/// A record, replayed as far as possible.
pub struct Replay {
    /// The game, set up as the record says.
    pub game: Game,
    /// Referee at the open question of the state. It records what happens.
    pub referee: Referee,
    /// Position after the last possible answer, run to its next question.
    pub state: State,
    /// Number of answers given.
    pub done: usize,
    /// Reason for a stop before the record's end.
    pub stopped: Option<String>,
    /// Players whose sealed answers are no longer possible. If there are any, the replay stopped.
    pub unfit: Vec<String>,
    /// Outcome, if the game is over.
    pub outcome: Option<Outcome>,
    /// Difference between the outcome and the recorded result, as a sentence, if there is one.
    pub otherwise: Option<String>,
}

/// Listener, called at each question with the answer (player, option) that is about to be given, and at the end with
/// none.
pub type Listener<'a> = dyn FnMut(&mut Referee, &State, Option<(&str, usize)>) + 'a;

/// Replays a record under these rules, as far as its answers are possible.
///
/// # Errors
/// If the record is of another game, or its set-up is impossible under these rules.
pub fn replay(rules: &Rules, record: &Record, listen: &mut Listener<'_>) -> Result<Replay, LoadError> {
    record.fits(rules)?;
    Ok(replay_in(rules.game(&record.setup())?, record, listen))
}

/// [`replay`] in a game that is set up already.
pub fn replay_in(game: Game, record: &Record, listen: &mut Listener<'_>) -> Replay {
    let start = game.start();
    replay_from(game, start, record, listen)
}

/// [`replay_in`] from a position at which the record begins.
pub(super) fn replay_from(game: Game, state: State, record: &Record, listen: &mut Listener<'_>) -> Replay {
    let mut referee = game.referee();
    referee.collect_events(true);
    let mut replay =
        Replay { state, referee, game, done: 0, stopped: None, unfit: Vec::new(), outcome: None, otherwise: None };
    for (who, answer) in &record.answers {
        match replay.step(who, answer, listen) {
            Ok(()) => replay.done += 1,
            Err(why) => {
                let line = format!("answer {} of {} (`{who}: {answer}`)", replay.done + 1, record.answers.len());
                replay.stopped = Some(format!("{line} is no longer possible: {why}"));
                return replay;
            }
        }
    }
    if let Err(fault) = replay.end(record, listen) {
        replay.stopped = Some(format!("after the last answer: {}", replay.meaning(&fault)));
    }
    replay
}

impl Replay {
    /// Gives one answer. The error says why it is not possible.
    fn step(&mut self, who: &str, answer: &str, listen: &mut Listener<'_>) -> Result<(), String> {
        let pending = self.referee.run(&mut self.state).map_err(|fault| self.meaning(&fault))?;
        let found = self.find(pending, who, answer);
        listen(&mut self.referee, &self.state, found.as_ref().ok().map(|&option| (who, option)));
        self.referee.answer(&mut self.state, found?).map_err(|fault| self.meaning(&fault))
    }

    /// Evaluates the position after the last answer.
    fn end(&mut self, record: &Record, listen: &mut Listener<'_>) -> Result<(), Fault> {
        let pending = self.referee.run(&mut self.state)?;
        listen(&mut self.referee, &self.state, None);
        if pending == Pending::Over {
            self.outcome = Some(self.referee.result(&self.state)?);
        }
        let otherwise = record.ends_otherwise(self.outcome.as_ref());
        self.otherwise =
            otherwise.map(|what| format!("all answers are possible, but the result differs: {}", clean(&what)));
        self.unfit = self.no_longer_sealed(record)?;
        if !self.unfit.is_empty() {
            let who = self.unfit.join(" and ");
            self.stopped = Some(format!("what {who} answered in secret (`sealed`) is no longer possible"));
        }
        Ok(())
    }

    fn find(&mut self, pending: Pending, player: &str, answer: &str) -> Result<usize, String> {
        if pending == Pending::Over {
            return Err("the game is over already".to_string());
        }
        let asked = who(&self.game, pending);
        if asked != player {
            return Err(format!("the question is for {asked}: {}", self.referee.prompt(&self.state)));
        }
        self.referee.find(&self.state, answer).map_err(|refusal| {
            let clauses =
                if refusal.clauses.is_empty() { String::new() } else { format!(" [{}]", refusal.clauses.join(", ")) };
            let place = refusal.place.map(|p| format!(" ({p})")).unwrap_or_default();
            format!("{}{clauses}{place}", refusal.message)
        })
    }

    /// Players whose sealed answers are not possible at this position. The answers themselves are shown to nobody.
    fn no_longer_sealed(&mut self, record: &Record) -> Result<Vec<String>, Fault> {
        if record.sealed.is_empty() {
            return Ok(Vec::new());
        }
        let mut gathering = self.referee.gather(&self.state)?;
        // A second referee, since it opens other positions and the first one keeps the open question.
        let mut referee = self.game.referee();
        let mut unfit = Vec::new();
        for (who, answers) in &record.sealed {
            let seat = self.game.setup().players.iter().position(|name| name == who);
            let fits = match (&mut gathering, seat) {
                (Some(gathering), Some(seat)) => take_sealed(gathering, &mut referee, seat, answers)?,
                _ => false,
            };
            if !fits {
                unfit.push(who.clone());
            }
        }
        Ok(unfit)
    }

    fn meaning(&self, fault: &Fault) -> String {
        self.game.diagnose(fault).message
    }
}

/// Gives a seat's sealed answers, and forced answers between them. Returns `true` if all are possible.
fn take_sealed(
    gathering: &mut Gathering,
    referee: &mut Referee,
    seat: usize,
    answers: &[String],
) -> Result<bool, Fault> {
    for answer in answers {
        loop {
            if !gathering.run_to_question(referee, seat)? {
                return Ok(false);
            }
            if referee.option_count() > 1 {
                break;
            }
            gathering.answer(referee, seat, 0)?;
        }
        let Some(Ok(option)) = gathering.position(seat).map(|own| referee.find(own, answer)) else { return Ok(false) };
        gathering.answer(referee, seat, option)?;
    }
    Ok(true)
}

/// Gives these answers from a state and counts them in `done`. The error says why an answer is not possible.
pub(super) fn again(
    referee: &mut Referee,
    state: &mut State,
    answers: &[(String, String)],
    done: &mut usize,
) -> Result<(), String> {
    for (player, answer) in answers {
        let at = format!("answer {} (`{player}: {answer}`)", *done + 1);
        let option = next(referee, state, player, answer).map_err(|why| format!("{at}: {why}"))?;
        referee.answer(state, option).map_err(|fault| format!("{at}: {}", meaning(referee, &fault)))?;
        *done += 1;
    }
    let end = referee.run(state).map(drop);
    end.map_err(|fault| format!("after answer {done}: {}", meaning(referee, &fault)))
}

pub(super) fn next(referee: &mut Referee, state: &mut State, player: &str, answer: &str) -> Result<usize, String> {
    let pending = referee.run(state).map_err(|fault| meaning(referee, &fault))?;
    let asked = who(referee.game(), pending);
    if pending == Pending::Over {
        return Err("the game is over already".to_string());
    }
    if asked != player {
        return Err(format!("the question is for {asked}: {}", referee.prompt(state)));
    }
    referee.find(state, answer).map_err(|refusal| {
        let place = refusal.place.map_or_else(String::new, |place| format!(" ({place})"));
        format!("{}{place}; offered: {}", refusal.message, options(referee).join(", "))
    })
}
