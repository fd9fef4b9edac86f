//! Gives the answers of a record again, one by one, and lets somebody listen.

use std::path::Path;

use super::console::Console;
use super::ending::{Exit, Stop};
use super::load;
use super::paint::clean;
use tavola_game::{Fault, Game, Gathering, Outcome, Pending, Referee, Rules, Setup, State};
use tavola_lab::Record;
use tavola_lab::record::CHANCE;

/// A record as far as it could be played.
pub(crate) struct Again {
    /// The game, set up as the record says.
    pub(crate) game: Game,
    /// At the open question of the state.
    pub(crate) referee: Referee,
    /// After the last answer that was possible.
    pub(crate) state: State,
    /// How many answers were given.
    pub(crate) done: usize,
    /// Why it stopped before the record's end, if it did.
    pub(crate) stopped: Option<String>,
    /// Who has given sealed answers that are no longer possible.
    pub(crate) unfit: Vec<String>,
    /// How the game ended, if it is over.
    pub(crate) outcome: Option<Outcome>,
    /// The sentence that it ended otherwise than the record says, if it did.
    pub(crate) otherwise: Option<String>,
}

/// What a listener hears: the referee at a question, and the answer (who, the option) that is about to be given; none at
/// the end.
pub(crate) type Hearer<'a> = dyn FnMut(&mut Referee, &State, Option<(&str, usize)>) -> Result<(), Stop> + 'a;

/// Plays a record with these rules as far as its answers are possible. Other rules than it was recorded with are worth a
/// warning only.
///
/// # Errors
/// When the record is of another game, its set-up is not possible, or the listener stops.
pub(crate) fn play(
    rules: &Rules,
    record: &Record,
    file: &Path,
    console: &mut Console,
    listen: &mut Hearer<'_>,
) -> Result<Again, Stop> {
    if record.game != rules.name() {
        let message = format!("this is a record of `{}`, and these are the rules of `{}`", record.game, rules.name());
        return Err(Stop::usage(message));
    }
    if record.rules != rules.hash() {
        console.warn("the rules have changed since this game was recorded; what is still possible is played");
    }
    let game = rules.game(&record.setup()).map_err(|error| {
        let stop = load::stop(error, rules.name(), Exit::Findings, console);
        let keys = to_blame(rules, record);
        load::in_record(stop, file, &keys.iter().map(String::as_str).collect::<Vec<_>>())
    })?;
    answers(game, record, listen)
}

/// Gives the answers of a record in a game that is set up, as far as they are possible.
///
/// # Errors
/// When the listener stops, or the end cannot be told.
pub(crate) fn answers(game: Game, record: &Record, listen: &mut Hearer<'_>) -> Result<Again, Stop> {
    let mut referee = game.referee();
    referee.record(true);
    let state = game.start();
    let mut again =
        Again { state, referee, game, done: 0, stopped: None, unfit: Vec::new(), outcome: None, otherwise: None };
    for (who, answer) in &record.answers {
        match again.step(who, answer, listen)? {
            Ok(()) => again.done += 1,
            Err(why) => {
                let line = format!("answer {} of {} (`{who}: {answer}`)", again.done + 1, record.answers.len());
                again.stopped = Some(format!("{line} is no longer possible: {why}"));
                return Ok(again);
            }
        }
    }
    match again.referee.run(&mut again.state) {
        Ok(pending) => {
            listen(&mut again.referee, &again.state, None)?;
            if pending == Pending::Over {
                let outcome = again.referee.result(&again.state);
                again.outcome = Some(outcome.map_err(|fault| Stop::ours(again.meaning(&fault)))?);
            }
            let otherwise = record.ends_otherwise(again.outcome.as_ref());
            again.otherwise = otherwise
                .map(|what| format!("all answers are possible, and they bring something else: {}", clean(&what)));
            again.unfit = again.no_longer_sealed(record).map_err(|fault| Stop::ours(again.meaning(&fault)))?;
            if !again.unfit.is_empty() {
                let who = again.unfit.join(" and ");
                again.stopped = Some(format!("what {who} answered in secret (`sealed`) is no longer possible"));
            }
        }
        Err(fault) => again.stopped = Some(format!("after the last answer: {}", again.meaning(&fault))),
    }
    Ok(again)
}

/// Which key of a record is to blame that its game cannot be set up: the players, or one of the settings.
fn to_blame(rules: &Rules, record: &Record) -> Vec<String> {
    let alone = |set: &[(String, String)]| rules.game(&Setup { set: set.to_vec(), ..record.setup() }).is_ok();
    if !alone(&[]) {
        return vec!["players".into()];
    }
    let wrong = record.settings.iter().find(|setting| !alone(std::slice::from_ref(*setting)));
    wrong.map_or_else(Vec::new, |(name, _)| vec!["settings".into(), name.clone()])
}

impl Again {
    /// One answer; inside, why it is not possible.
    fn step(&mut self, who: &str, answer: &str, listen: &mut Hearer<'_>) -> Result<Result<(), String>, Stop> {
        let pending = match self.referee.run(&mut self.state) {
            Ok(pending) => pending,
            Err(fault) => return Ok(Err(self.meaning(&fault))),
        };
        let option = match self.find(pending, who, answer) {
            Ok(option) => option,
            Err(why) => {
                listen(&mut self.referee, &self.state, None)?;
                return Ok(Err(why));
            }
        };
        listen(&mut self.referee, &self.state, Some((who, option)))?;
        let done = self.referee.answer(&mut self.state, option);
        Ok(done.map_err(|fault| self.meaning(&fault)))
    }

    fn find(&mut self, pending: Pending, who: &str, answer: &str) -> Result<usize, String> {
        let asked = match pending {
            Pending::Over => return Err("the game is over already".to_string()),
            Pending::Chance => CHANCE.to_string(),
            Pending::Choice(seat) => self.game.setup().players[seat].clone(),
        };
        if asked != who {
            return Err(format!("it is {asked} who is asked: {}", self.referee.prompt(&self.state)));
        }
        self.referee.find(&self.state, answer).map_err(|refusal| {
            let clauses =
                if refusal.clauses.is_empty() { String::new() } else { format!(" [{}]", refusal.clauses.join(", ")) };
            let place = refusal.place.map(|p| format!(" ({p})")).unwrap_or_default();
            format!("{}{clauses}{place}", refusal.message)
        })
    }

    /// Whose sealed answers are not possible where the game stands. What they are is told to nobody.
    fn no_longer_sealed(&mut self, record: &Record) -> Result<Vec<String>, Fault> {
        if record.sealed.is_empty() {
            return Ok(Vec::new());
        }
        let mut gathering = self.referee.gather(&self.state)?;
        // It asks at other positions: the open question stays with the first.
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

/// Gives a seat's sealed answers again, and what answers itself between them: whether all are possible.
fn take_sealed(
    gathering: &mut Gathering,
    referee: &mut Referee,
    seat: usize,
    answers: &[String],
) -> Result<bool, Fault> {
    for answer in answers {
        loop {
            if !gathering.open(referee, seat)? {
                return Ok(false);
            }
            if referee.options() > 1 {
                break;
            }
            gathering.answer(referee, seat, 0)?;
        }
        let Some(Ok(option)) = gathering.position(seat).map(|own| referee.find(own, answer)) else { return Ok(false) };
        gathering.answer(referee, seat, option)?;
    }
    Ok(true)
}
