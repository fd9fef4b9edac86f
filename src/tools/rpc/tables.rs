//! Tables: games that are played by keys.

use super::desk::{Desk, set_up};
use super::error::{ErrorCode, RpcError};
use super::open_table::OpenTable;
use super::params::{
    AnswerParams, BotParams, KeyParams, LogParams, OptionsParams, StartParams, ThinkParams, ViewParams, WhyNotParams,
    pairs,
};
use super::results::{
    CloseResult, KeyResult, LogResult, OptionResult, OptionsResult, QuestionResult, RatingResult, ReasonResult,
    RecordResult, Role, StartResult, ThinkResult, option,
};
use crate::tools::opened::new_record;
use crate::tools::seats;
use tavola_game::Setup;
use tavola_lab::Bot;
use tavola_lab::table::{GameTable, RecordKeeper};
use tavola_page::scene::Scene;
use tavola_serve::{AnswerReason, AnswerVerdict, Chair, KeyedTable, RequestRefused, secret_seed};

/// Default number of options in an answer.
const OPTIONS: usize = 100;
/// Default bot of `think`.
const ADVISER: Bot = Bot::Mcts(400);

impl Desk {
    /// Starts a game.
    pub(super) fn start(&mut self, params: StartParams) -> Result<StartResult, RpcError> {
        if self.tables.len() >= self.limits.tables {
            let message = format!("{} tables are open; `close` one first", self.tables.len());
            return Err(RpcError::new(ErrorCode::Limit, message));
        }
        let (_, rules) = self.rules(&params.game, params.variant.as_deref())?;
        let most = seats::most(&rules);
        // Checked before names are made for all of them.
        params.players.map_or(Ok(()), |players| seats::admit(players, &rules))?;
        let players = seats::names(&params.names, params.players, most)?;
        seats::admit(players.len(), &rules)?;
        let humans = match params.people {
            Some(people) => match people.words().as_slice() {
                [] => vec![false; players.len()],
                words => seats::humans(words, &players)?,
            },
            None => vec![true; players.len()],
        };
        let bots = self.bots(params.bots.as_deref(), &players)?;
        let setup = Setup { players, settings: pairs(&params.set), variant: params.variant };
        let game = set_up(&rules, &setup)?;
        let seed = params.seed.map_or_else(secret_seed, Ok)?;
        let record = new_record((&rules, &game), (&humans, bots), seed);
        let table = GameTable::begin(&rules, &game, RecordKeeper::nowhere(record), humans);
        let table = KeyedTable::open(table, &rules)?;
        let keys = table.keys().into_iter().filter(|(chair, _)| params.host || *chair != Chair::Host);
        let keys = keys.map(|(chair, key)| key_result(&table, chair, key)).collect();
        self.opened += 1;
        self.tables.push(OpenTable { number: self.opened, table });
        Ok(StartResult { table: self.opened, players: setup.players, keys })
    }

    /// The table of a key. `seat` must be the name of its player, if it is given.
    ///
    /// # Errors
    /// Always the same one: if the key opens nothing, or another seat.
    fn table(&mut self, key: &str, seat: Option<&str>) -> Result<&mut KeyedTable, RpcError> {
        let at = self.at(key, seat)?;
        Ok(&mut self.tables[at].table)
    }

    fn at(&self, key: &str, seat: Option<&str>) -> Result<usize, RpcError> {
        let opens = |table: &KeyedTable| {
            let chair = table.chair(key).ok()?;
            let name = if let Chair::Player(at) = chair { table.names().get(at) } else { None };
            seat.is_none_or(|seat| name.is_some_and(|name| name == seat)).then_some(())
        };
        let found = self.tables.iter().position(|open| opens(&open.table).is_some());
        Ok(found.ok_or(RequestRefused::Nobody)?)
    }

    /// The open question, and who is asked.
    pub(super) fn question(&mut self, params: KeyParams) -> Result<QuestionResult, RpcError> {
        let table = self.table(&params.key, params.seat.as_deref())?;
        state(table, &params.key)
    }

    /// The options of the seat's question.
    pub(super) fn options(&mut self, params: OptionsParams) -> Result<OptionsResult, RpcError> {
        let table = self.table(&params.key, params.seat.as_deref())?;
        let number = table.status(&params.key)?.number;
        let question = table.scene(&params.key)?.question.as_ref().ok_or_else(unasked)?;
        let options = question.options.iter().enumerate().map(|(at, choice)| OptionResult::new(at, choice));
        let options = options.skip(params.from).take(params.most.unwrap_or(OPTIONS)).collect();
        Ok(OptionsResult { number, total: question.options.len(), options })
    }

    /// The reason why an answer is not offered.
    pub(super) fn why_not(&mut self, params: WhyNotParams) -> Result<ReasonResult, RpcError> {
        let table = self.table(&params.key, params.seat.as_deref())?;
        Ok(table.reason(&params.key, &params.answer)?.into())
    }

    /// Answers the question of a seat.
    pub(super) fn answer(&mut self, params: AnswerParams) -> Result<QuestionResult, RpcError> {
        let key = params.key.as_str();
        let table = self.table(key, params.seat.as_deref())?;
        // A reason would be about the new question, for which the answer was not meant.
        table.is_current(key, params.number)?;
        let chosen = match (params.option, &params.answer) {
            (Some(option), None) => option,
            (None, Some(text)) => match table.find(key, text)? {
                Ok(option) => option,
                Err(reason) => {
                    return Err(RpcError::refused(&untaken(text, &reason), &ReasonResult::from(reason)));
                }
            },
            _ => return Err(RpcError::new(ErrorCode::Params, "give either `option` or `answer`")),
        };
        answer(table, key, params.number, chosen)
    }

    /// The table as the seat sees it.
    pub(super) fn view(&mut self, params: ViewParams) -> Result<Scene, RpcError> {
        let table = self.table(&params.key, params.seat.as_deref())?;
        let scene = table.scene(&params.key)?.clone();
        Ok(if params.log { scene } else { Scene { log: Vec::new(), ..scene } })
    }

    /// The log as the seat sees it.
    pub(super) fn log(&mut self, params: LogParams) -> Result<LogResult, RpcError> {
        let log = &self.table(&params.key, params.seat.as_deref())?.scene(&params.key)?.log;
        Ok(LogResult { total: log.len(), lines: log.iter().skip(params.from).cloned().collect() })
    }

    /// Ratings of the options by a bot.
    pub(super) fn think(&mut self, params: ThinkParams) -> Result<ThinkResult, RpcError> {
        let bot = params.bot.as_deref().map_or(Ok(ADVISER), |bot| self.bot_of(bot))?;
        if !bot.thinks() {
            let message = "`random` rates no options: ask `greedy`, `flat:N` or `mcts:N`";
            return Err(RpcError::new(ErrorCode::Params, message));
        }
        let key = params.key.as_str();
        let table = self.table(key, params.seat.as_deref())?;
        let number = table.status(key)?.number;
        let ratings = table.think(key, bot, params.seed.unwrap_or(number))?;
        let rating = |one: tavola_lab::OptionRating| {
            let option = option(table, key, one.option)?;
            Some(RatingResult { option, playouts: one.playouts, value: one.value })
        };
        Ok(ThinkResult { number, ratings: ratings.into_iter().filter_map(rating).collect() })
    }

    /// Lets a bot answer the question of a seat.
    pub(super) fn bot(&mut self, params: BotParams) -> Result<QuestionResult, RpcError> {
        let bot = params.bot.as_deref().map_or(Ok(Bot::default()), |bot| self.bot_of(bot))?;
        let key = params.key.as_str();
        let table = self.table(key, params.seat.as_deref())?;
        let chosen = table.choose(key, bot, params.seed.unwrap_or(params.number))?;
        answer(table, key, params.number, chosen)
    }

    /// The record, once the game is over.
    pub(super) fn record(&mut self, params: KeyParams) -> Result<RecordResult, RpcError> {
        let table = self.table(&params.key, params.seat.as_deref())?;
        Ok(RecordResult { record: table.record(&params.key)? })
    }

    /// Closes a table. Its keys open nothing afterwards.
    pub(super) fn close(&mut self, params: KeyParams) -> Result<CloseResult, RpcError> {
        let at = self.at(&params.key, params.seat.as_deref())?;
        if self.tables[at].table.chair(&params.key)? == Chair::Spectator {
            return Err(RpcError::new(ErrorCode::Refused, "Spectators do not close tables."));
        }
        Ok(CloseResult { table: self.tables.remove(at).number })
    }
}

fn unasked() -> RpcError {
    RpcError::new(ErrorCode::Refused, "There is no question for you now.")
}

/// Message for an answer that is not taken.
fn untaken(text: &str, reason: &AnswerReason) -> String {
    match reason.kind {
        AnswerVerdict::Unknown => format!("`{text}` is not an answer to this question; `options` lists the answers."),
        _ if reason.text.starts_with(&format!("`{text}`")) => reason.text.clone(),
        _ => format!("`{text}` is not offered: {}", reason.text),
    }
}

/// Gives an answer, and returns the state of the table after it.
fn answer(table: &mut KeyedTable, key: &str, number: u64, chosen: usize) -> Result<QuestionResult, RpcError> {
    let answered = option(table, key, chosen).map(OptionResult::label);
    table.answer(key, number, chosen)?;
    let mut state = state(table, key)?;
    state.answered = answered;
    Ok(state)
}

/// The state of a table for a seat.
fn state(table: &KeyedTable, key: &str) -> Result<QuestionResult, RpcError> {
    Ok(QuestionResult::new(table.scene(key)?, table.status(key)?, table.names()))
}

fn key_result(table: &KeyedTable, chair: Chair, key: String) -> KeyResult {
    let (role, seat) = match chair {
        Chair::Player(at) => (Role::Player, table.names().get(at).cloned()),
        Chair::Spectator => (Role::Spectator, None),
        Chair::Host => (Role::Host, None),
    };
    KeyResult { role, seat, key }
}
