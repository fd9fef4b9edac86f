//! Playing a record again.

use super::record::Record;
use super::transcript::{meaning, options, who};
use tavola_game::{Error, Game, LoadError, Pending, Referee, Rules, State};

/// How far a record could be played.
#[derive(Clone)]
pub struct Replay {
    /// The game, set up as the record says.
    pub game: Game,
    /// The position after the last answer that was possible, run to its next question.
    pub state: State,
    /// How many answers were given.
    pub done: usize,
    /// Why it stopped before the end of the record, if it did.
    pub stopped: Option<String>,
    /// In words, how the game ended otherwise than the record says, if all answers were possible and it did.
    pub otherwise: Option<String>,
}

/// Plays a record with these rules, as far as its answers are possible.
///
/// # Errors
/// If the record is of another game, or its set-up is not possible with these rules.
pub fn replay(rules: &Rules, record: &Record) -> Result<Replay, LoadError> {
    if record.game != rules.name() {
        let message = format!("this is a record of `{}`, not of `{}`", record.game, rules.name());
        return Err(Error::new(message).into());
    }
    let game = rules.game(&record.setup())?;
    let mut referee = game.referee();
    let mut replay = Replay { state: game.start(), game, done: 0, stopped: None, otherwise: None };
    again(&mut referee, &mut replay.state, &record.answers, &mut replay.done).unwrap_or_else(|why| {
        let changed = if record.rules != rules.hash() { " (the rules have changed since it was recorded)" } else { "" };
        replay.stopped = Some(format!("{why}{changed}"));
    });
    if replay.stopped.is_none() {
        let over = referee.run(&mut replay.state).is_ok_and(|pending| pending == Pending::Over);
        let outcome = over.then(|| referee.result(&replay.state)).transpose();
        match outcome {
            Ok(outcome) => replay.otherwise = record.ends_otherwise(outcome.as_ref()),
            Err(fault) => replay.stopped = Some(format!("at the end: {}", meaning(&referee, &fault))),
        }
    }
    Ok(replay)
}

/// Gives these answers from this state on; counts those given. The error says why one is not possible.
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
