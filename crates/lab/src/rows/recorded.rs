//! A recorded game as data: every question, its options, its answer, and the end.

use schemars::JsonSchema;
use serde::Serialize;

use super::simulated::share;
use crate::record::Record;
use crate::replay::{Replay, replay_in};
use tavola_game::{Fault, Game, Referee, Standing, State};

/// A recorded game, replayed with the rules that it was played with.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RecordedGame {
    /// Name of the game in the rules.
    pub game: String,
    /// Fingerprint of the rules.
    pub rules: String,
    /// Variant, or several in their order: `night,short`.
    pub variant: Option<String>,
    /// Settings and rulings that differ from the rules.
    pub settings: Vec<(String, String)>,
    /// Seed of chance and of the bots.
    pub seed: u64,
    /// Number of the game in a simulation with this seed, from 0.
    pub number: u64,
    /// True if the game is over. Otherwise the results are null.
    pub over: bool,
    /// Players by seat.
    pub players: Vec<RecordedSeat>,
    /// Questions in their order. The last one has no answer if the game is not over.
    pub questions: Vec<RecordedQuestion>,
    /// Tracks after the last answer.
    pub tracks: Vec<RecordedTrack>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RecordedSeat {
    /// Name of the player.
    pub player: String,
    /// True for a person, false for a bot. Null if the record does not say.
    pub person: Option<bool>,
    /// Bot of the seat. It plays only if no person does.
    pub bot: String,
    /// Share of the victory: 1, or a part if several won.
    pub won: Option<f64>,
    /// Place in the ranking, from 1; players who tie share the better place. Null if the rules have no ranking.
    pub place: Option<u64>,
    /// First criterion of `winner` at the end, for instance points. Null if the rules have none.
    pub score: Option<i64>,
    /// Return: the payoff of the rules, or else a number from 1 (first place) to -1 (last place).
    pub returns: Option<f64>,
}

/// A question.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RecordedQuestion {
    /// Seat of the asked player, from 1. Null for chance.
    pub seat: Option<u64>,
    /// Name of the rule that asks.
    pub rule: String,
    /// Text of the question.
    pub prompt: String,
    /// Clauses that the line of the question cites.
    pub clauses: Vec<String>,
    /// Number of options.
    pub option_count: u64,
    /// Options in their order. Empty if they were not asked for.
    pub options: Vec<RecordedOption>,
    /// The answer. Null at the open question of a game that is not over.
    pub answer: Option<RecordedAnswer>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RecordedAnswer {
    /// Number of the chosen option, from 0.
    pub option: u64,
    /// The chosen option.
    #[serde(flatten)]
    pub chosen: RecordedOption,
    /// Log lines from the answer to the next question, without lines that repeat answers.
    pub log: Vec<String>,
}

/// An option.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RecordedOption {
    /// Notation of records.
    pub notation: String,
    /// Label for players.
    pub label: String,
    /// Action ids of the option, in the order in which they are chosen.
    pub actions: Vec<u32>,
    /// Weight for chance: its probability is the weight divided by the sum of all weights. 1 for players.
    pub weight: u32,
}

/// A track with its value.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct RecordedTrack {
    /// Name of the track.
    pub track: String,
    /// Indexes, for instance a player.
    pub index: Vec<String>,
    /// Value.
    pub value: i64,
}

/// Reason why a record gives no rows.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{why}")]
pub struct NoRows {
    /// Index of the answer that is to blame, if it is one.
    pub answer: Option<usize>,
    /// The reason, as a sentence.
    pub why: String,
}

/// Replays a record and collects its questions, answers and results. `options`: also all options of each question.
///
/// The returned replay stands at the end, for a view of it.
///
/// # Errors
/// If an answer is not possible, a rule faults, or the game ends otherwise than recorded.
pub fn recorded(game: Game, record: &Record, options: bool) -> Result<(RecordedGame, Replay), NoRows> {
    let mut questions: Vec<RecordedQuestion> = Vec::with_capacity(record.answers.len());
    let mut replay = replay_in(game, record, &mut |referee, state, answer| {
        let happened = referee.happened(state);
        let lines = happened.iter().filter(|happened| !happened.is_answer()).map(|happened| happened.tell_all());
        if let Some(answer) = questions.last_mut().and_then(|question| question.answer.as_mut()) {
            answer.log.extend(lines);
        }
        let seat = match answer {
            Some((who, _)) => record.players.iter().position(|player| player == who),
            None => referee.question(state).map(|question| question.player),
        };
        // At the end of a game no question is open.
        if referee.option_count() > 0 {
            let number = answer.map(|(_, option)| option);
            questions.push(question(referee, state, seat, number, options));
        }
    });
    if let Some(why) = replay.stopped.take() {
        return Err(NoRows { answer: Some(replay.done).filter(|&done| done < record.answers.len()), why });
    }
    if let Some(why) = replay.otherwise.take() {
        return Err(NoRows { answer: None, why });
    }
    let players = players(record, &mut replay);
    let players = players.map_err(|fault| NoRows { answer: None, why: replay.game.diagnose(&fault).message })?;
    let tracks = replay.game.tracks(&replay.state).into_iter();
    let tracks = tracks.map(|track| RecordedTrack { track: track.name, index: track.index, value: track.value });
    let found = RecordedGame {
        game: record.game.clone(),
        rules: record.rules.clone(),
        variant: record.variant.clone(),
        settings: record.settings.clone(),
        seed: record.seed,
        number: record.number,
        over: replay.outcome.is_some(),
        players,
        questions,
        tracks: tracks.collect(),
    };
    Ok((found, replay))
}

/// The open question of a position, and the option that is chosen.
fn question(
    referee: &mut Referee,
    state: &State,
    seat: Option<usize>,
    chosen: Option<usize>,
    options: bool,
) -> RecordedQuestion {
    let count = referee.option_count();
    let all = if options { 0..count } else { 0..0 };
    let options: Vec<RecordedOption> = all.map(|number| option(referee, state, number)).collect();
    let answer = chosen.map(|number| RecordedAnswer {
        option: number as u64,
        chosen: options.get(number).cloned().unwrap_or_else(|| option(referee, state, number)),
        log: Vec::new(),
    });
    RecordedQuestion {
        seat: seat.map(|seat| seat as u64 + 1),
        rule: referee.game().position(state).0,
        prompt: referee.prompt(state),
        clauses: referee.clauses(),
        option_count: count as u64,
        options,
        answer,
    }
}

fn option(referee: &mut Referee, state: &State, number: usize) -> RecordedOption {
    let mut actions = Vec::new();
    // An option without an id has none.
    if referee.actions_for(number, &mut actions).is_err() {
        actions.clear();
    }
    RecordedOption {
        notation: referee.notation(number),
        label: referee.label(state, number),
        actions,
        weight: referee.weight(number),
    }
}

/// The players with their results.
fn players(record: &Record, replay: &mut Replay) -> Result<Vec<RecordedSeat>, Fault> {
    let (mut returns, mut standing) = (None, Standing::default());
    if replay.outcome.is_some() {
        returns = Some(replay.referee.returns(&replay.state)?);
        replay.referee.standing(&replay.state, &mut standing)?;
    }
    let bots = record.seated();
    let seats = record.players.iter().zip(bots).enumerate().map(|(seat, (player, bot))| {
        let place = replay.outcome.as_ref().and_then(|outcome| {
            let group = outcome.ranking.iter().position(|group| group.contains(&seat))?;
            Some(outcome.ranking[..group].iter().map(Vec::len).sum::<usize>() as u64 + 1)
        });
        RecordedSeat {
            player: player.clone(),
            person: record.people.as_ref().map(|people| people.contains(player)),
            bot: bot.to_string(),
            won: replay.outcome.as_ref().map(|outcome| share(&outcome.winners, seat)),
            place,
            score: (standing.measures > 1).then(|| i64::from(standing.of(seat)[1])),
            returns: returns.as_ref().map(|returns| returns[seat]),
        }
    });
    Ok(seats.collect())
}
