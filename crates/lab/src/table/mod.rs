//! A table: a game in progress with its referee, seats, chance, log and undo.
//!
//! ```
//! use tavola_game::{Rules, Setup};
//! use tavola_lab::Record;
//! use tavola_lab::table::{GameTable, RecordKeeper, Turn};
//!
//! let text = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
//!             p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
//! let (rules, setup) = (Rules::from_texts(&[("two", text)]), Setup::of(2));
//! let keeper = RecordKeeper::nowhere(Record::begin(&rules, &setup, 7));
//! // A person in the first seat, who always takes the last option; a bot in the second.
//! let mut table = GameTable::begin(&rules, &rules.game(&setup)?, keeper, vec![true, false]);
//! loop {
//!     match table.run()? {
//!         Turn::Person(seat) => table.answer_for_person(seat, 2)?,
//!         Turn::BotOrChance(pending) => table.answer_for_bot_or_chance(pending)?,
//!         Turn::Known(seat, option) => table.give_known_answer(seat, option)?,
//!         Turn::Over => break,
//!     }
//! }
//! assert!(table.outcome()?.0.winners.contains(&0));
//! assert_eq!(table.keeper.record().answers[0], ("anna".to_owned(), "3".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod again;
mod back;
mod change;
mod course;
mod enough;
mod error;
mod keeper;
mod log;
mod missing;
mod ranking;
mod resumed;
mod round;

use std::collections::BTreeMap;

use tavola_game::{
    AnswerError, Error, Fault, Game, Line, Outcome, Pending, Question, Referee, Refusal, Rules, State, View, WhyNot,
};

pub use self::change::Carried;
pub use self::course::{AnsweredQuestion, GameSoFar};
pub use self::error::TableError;
pub use self::keeper::{RecordKeeper, SyncWhen, free_name, key_file, last_of_table};
pub use self::log::{LinePlaces, Lines, TableLog};
pub use self::missing::missing;
pub use self::ranking::ranking_lines;
pub use self::resumed::Resumed;
pub use self::round::Advance;
use crate::endless::Endless;
use crate::record::GameResult;
use crate::seeds::{self, Generator};
use crate::{Bot, Bots, SearchAgent, SearchResult, Story};

/// A game in progress.
///
/// Position, referee and log stay inside. Only the view, question, refusals and log lines of a viewer leave the table.
pub struct GameTable {
    referee: Referee,
    state: State,
    log: TableLog,
    /// The record and its file.
    pub keeper: RecordKeeper,
    /// Names of the players, by seat.
    pub names: Vec<String>,
    /// True for seats of people.
    pub humans: Vec<bool>,
    bots: Bots,
    back: Vec<Bookmark>,
    /// Texts of the rulebook's clauses, by id.
    pub clauses: BTreeMap<String, String>,
    /// Seat of the last answer that somebody chose.
    last: Option<usize>,
    /// Questions that were declined for a whole turn.
    enough: enough::DeclinedQuestions,
    /// Answer of a bot or of chance that could not be written to the record. It is not searched for again.
    held: Option<(Pending, usize)>,
    /// Answers in the open `together` block, of people at screens of their own.
    round: Option<round::Round>,
    /// Answers that seats chose at this table.
    wills: Vec<ChosenAnswer>,
    /// Number of answers when the table was opened: they were given before the game was resumed.
    opened_at: usize,
    /// Position before the first answer, if it is not the start of the game: that of a scenario.
    begun_at: Option<State>,
    /// True if what a scenario calls is played, not a whole game.
    pub calls: bool,
    /// True until a person answers, if the first question to a person is asked even if it has one answer.
    asks_first: bool,
}

/// Default bot for hints.
pub const HINT: Bot = Bot::Mcts(400);
/// Random stream of that bot, apart from those of chance and the players.
const HINT_STREAM: u64 = 1 << 33;

/// Maximum number of answers that can be taken back one after the other. Each keeps a position.
const BACK: usize = 100;

/// A question to which undo can return: since then there was no chance, nothing was revealed, and no other person has
/// answered. Answers of bots are taken back with it.
struct Bookmark {
    seat: usize,
    label: String,
    state: State,
    answers: usize,
    log: usize,
    /// Seat of the last chosen answer before.
    last: Option<usize>,
    /// State of the generators of the bots.
    bots: Vec<Generator>,
    /// Questions that were declined for the rest of the turn.
    enough: enough::LeftUndone,
}

/// An answer that a seat chose itself.
struct ChosenAnswer {
    seat: usize,
    /// Number of answers before it.
    answers: usize,
    /// Length of the log before it.
    log: usize,
}

/// Next move, after everything automatic has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A person must choose.
    Person(usize),
    /// A bot or chance must choose.
    BotOrChance(Pending),
    /// The answer of a person is known: the seat, the option. It is their only option, or they have declined the
    /// question for the rest of the turn. Or it is a sealed answer of an open `together` block from before the game was
    /// resumed. Bots are asked even for a single option, as in a simulation.
    Known(usize, usize),
    /// The game is over.
    Over,
}

impl GameTable {
    /// Creates a table before the first question.
    pub fn begin(rules: &Rules, game: &Game, keeper: RecordKeeper, humans: Vec<bool>) -> Self {
        let mut referee = game.referee();
        referee.collect_events(true);
        let (bots, log) = (keeper.record().bots_at_start(), TableLog::new(humans.len()));
        Self::new(rules, (referee, game.start()), (bots, log), keeper, humans)
    }

    /// Creates a table at this state, with bots and log as they are after the record's answers.
    pub fn new(
        rules: &Rules,
        (referee, state): (Referee, State),
        (bots, log): (Bots, TableLog),
        keeper: RecordKeeper,
        humans: Vec<bool>,
    ) -> Self {
        let names = referee.game().setup().players.clone();
        let opened_at = keeper.answers();
        let clauses = rules.clause_texts(&referee.game().setup().settings);
        Self {
            referee,
            state,
            log,
            keeper,
            names,
            humans,
            bots,
            back: Vec::new(),
            clauses,
            last: None,
            enough: enough::DeclinedQuestions::default(),
            held: None,
            round: None,
            wills: Vec::new(),
            opened_at,
            begun_at: None,
            calls: false,
            asks_first: false,
        }
    }

    /// Position before the first answer of the record.
    fn start(&self) -> State {
        self.begun_at.clone().unwrap_or_else(|| self.referee.game().start())
    }

    /// Continues from a replayed position: nothing can be taken back, and nothing is pending.
    fn stand_at(&mut self, (referee, state): (Referee, State), (bots, log): (Bots, TableLog)) {
        (self.referee, self.state, self.log, self.bots) = (referee, state, log, bots);
        self.back.clear();
        self.last = None;
        self.held = None;
        self.round = None;
        self.enough.forget();
        self.forget_wills();
    }

    /// Report for a game that is not over after [`crate::MAX_ANSWERS`].
    pub fn endless(&self) -> Endless {
        Endless::at(&self.game(), &self.state)
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.referee.game().clone()
    }

    /// Number of answers given.
    pub fn answers(&self) -> usize {
        self.keeper.answers()
    }

    /// Runs to the next question.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run(&mut self) -> Result<Turn, Fault> {
        let ran = self.referee.run(&mut self.state);
        let end = self.log.end();
        // After a fault, too: what happened before it is part of the log.
        if self.log.take(&mut self.referee, &self.state) {
            self.back.clear();
        }
        let pending = ran?;
        if self.log.is_headed(end) {
            self.enough.turn_over();
        }
        Ok(match pending {
            Pending::Over => Turn::Over,
            Pending::Chance => Turn::BotOrChance(pending),
            Pending::Choice(seat) if self.humans[seat] && self.referee.option_count() == 1 && !self.asks_first => {
                Turn::Known(seat, 0)
            }
            Pending::Choice(seat) if self.humans[seat] => match self.sealed(seat).or_else(|| self.left(seat)) {
                Some(option) => Turn::Known(seat, option),
                None => Turn::Person(seat),
            },
            Pending::Choice(_) => Turn::BotOrChance(pending),
        })
    }

    /// Lets chance or a bot answer.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn answer_for_bot_or_chance(&mut self, pending: Pending) -> Result<(), TableError> {
        match pending {
            Pending::Choice(seat) => {
                self.last = Some(seat);
                if self.referee.option_count() > 1 {
                    self.enough.turn_over();
                }
            }
            _ => self.back.clear(),
        }
        let held = self.held.take().filter(|(asked, _)| *asked == pending).map(|(_, option)| option);
        let option = held.unwrap_or_else(|| self.bots.answer(pending, &mut self.referee, &self.state));
        let given = self.give(pending, option);
        self.held = matches!(given, Err(TableError::Unwritten(_))).then_some((pending, option));
        given
    }

    /// Sealed answer of a person in the open `together` block, if it is still offered.
    fn sealed(&mut self, seat: usize) -> Option<usize> {
        let answer = self.keeper.sealed(&self.names[seat]).first()?;
        // Under other rules, this may be another question, which nobody has answered.
        self.referee.gather(&self.state).ok()??;
        self.referee.find(&self.state, answer).ok()
    }

    /// Gives the known answer of a person without asking. It is logged.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn give_known_answer(&mut self, seat: usize, option: usize) -> Result<(), TableError> {
        self.give(Pending::Choice(seat), option)
    }

    /// Gives the answer of a person. It can be taken back for a while.
    ///
    /// # Errors
    /// See [`TableError`].
    pub fn answer_for_person(&mut self, seat: usize, option: usize) -> Result<(), TableError> {
        self.choose(seat, option, false)
    }

    /// Asks the first question to a person even if it has one answer, so that they can ask about the others.
    pub fn ask_first(&mut self) {
        self.asks_first = true;
    }

    /// Gives the answer of a person; if `by_itself`, also for the rest of the turn.
    fn choose(&mut self, seat: usize, option: usize, by_itself: bool) -> Result<(), TableError> {
        let answers = self.keeper.answers();
        self.write(Pending::Choice(seat), option)?;
        if self.back.last().is_some_and(|mark| mark.seat != seat) {
            self.back.clear();
        } else if self.back.len() == BACK {
            self.back.remove(0);
        }
        self.back.push(Bookmark {
            seat,
            label: self.referee.label(&self.state, option),
            state: self.state.clone(),
            answers,
            log: self.log.end(),
            last: self.last.replace(seat),
            bots: self.bots.stand(),
            enough: self.enough.kept(),
        });
        self.note(seat, option, by_itself);
        self.asks_first = false;
        Ok(self.referee.answer(&mut self.state, option)?)
    }

    /// Name of the player whose bot has to search at the open question. None if there is nothing to search.
    pub fn thinker(&self, pending: Pending) -> Option<&str> {
        let Pending::Choice(seat) = pending else { return None };
        let thinks = self.keeper.record().seated()[seat] != Bot::Random && self.referee.option_count() > 1;
        thinks.then(|| self.names[seat].as_str())
    }

    /// Ratings of a player's options by a bot, from what the player sees. The course of the game does not change.
    pub fn hint(&mut self, bot: Bot, seat: usize) -> SearchResult {
        let stream = HINT_STREAM + self.keeper.answers() as u64;
        let rng = seeds::generator(self.keeper.record().seed, self.keeper.record().number, stream);
        SearchAgent::new(bot, rng).think(&self.referee, &self.state, seat)
    }

    /// True if this player chose the last answer that anybody chose.
    pub fn goes_on(&self, seat: usize) -> bool {
        self.last == Some(seat)
    }

    /// The position as a viewer may know it.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn view(&mut self, viewer: Option<usize>) -> View {
        self.referee.view(&self.state, viewer)
    }

    /// The open question as its player may see it.
    pub fn question(&mut self) -> Option<Question> {
        self.referee.question(&self.state)
    }

    /// The option of the open question that a text means.
    ///
    /// # Errors
    /// The reason why there is none, as far as the asked player may know it.
    pub fn find(&mut self, text: &str) -> Result<usize, Refusal> {
        self.referee.find(&self.state, text)
    }

    /// The reason why an answer is not offered. `names` are several names of the answer, or of a part of it; the first
    /// with a meaning counts.
    pub fn why_not(&mut self, names: &[&str]) -> WhyNot {
        self.referee.why_not(&self.state, names)
    }

    /// The reason why an answer that is named by its title is not offered. `None` if the text is no title of an answer.
    pub fn why_titled(&mut self, title: &str) -> Option<WhyNot> {
        self.referee.why_titled(&self.state, title)
    }

    /// Lines of the log that a viewer has not seen yet. They then count as seen.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn news(&mut self, viewer: Option<usize>) -> Vec<Line> {
        self.log.news(viewer)
    }

    /// Skips a long set-up for a player who has seen nothing yet. Returns the number of lines, and the phases that
    /// began.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn pass_set_up(&mut self, seat: usize) -> Option<(usize, Vec<Line>)> {
        self.log.pass_set_up(seat)
    }

    /// All lines of the log for a viewer.
    pub fn lines_of(&self, viewer: Option<usize>) -> Vec<Line> {
        self.log.whole(viewer)
    }

    /// See [`TableLog::lines_for`].
    pub fn lines_for(&self, from: Option<usize>, to: Option<usize>) -> LinePlaces {
        self.log.lines_for(from, to)
    }

    /// The game so far as a player saw it. None if there is no player of this name.
    pub fn story(&self, name: &str) -> Option<Story> {
        let seat = self.names.iter().position(|player| player == name)?;
        let game = self.keeper.record().game.clone();
        let lines = self.lines_of(Some(seat)).iter().map(Line::to_string).collect();
        Some(Story { seen_by: name.to_owned(), game, players: self.names.clone(), lines })
    }

    /// Winners and ranking of a finished game, which are added to the record; and the error, if the record's file cannot be
    /// written at present.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn outcome(&mut self) -> Result<(Outcome, Option<Error>), Fault> {
        let outcome = self.referee.result(&self.state)?;
        let unwritten = self.keeper.finish(GameResult::new(&outcome, &self.names)).err();
        Ok((outcome, unwritten))
    }

    /// Invariants (`always`) that do not hold now, in the words of the rules.
    pub fn broken_invariants(&mut self) -> Vec<String> {
        self.referee.broken_invariants(&self.state).unwrap_or_default()
    }

    /// Takes back this player's last answer and the answers of bots since then. Returns the player's answer, or `None` if
    /// it cannot be taken back.
    ///
    /// # Errors
    /// If the record's file cannot be written at present. Nothing is then taken back.
    pub fn undo(&mut self, seat: usize) -> Result<Option<String>, Error> {
        let Some(mark) = self.back.last().filter(|mark| mark.seat == seat) else {
            return Ok(None);
        };
        self.keeper.cut(mark.answers)?;
        let Some(mark) = self.back.pop() else { return Ok(None) };
        self.held = None;
        self.state = mark.state;
        let unlogged = self.referee.happened(&self.state);
        self.referee.undo_log(&unlogged);
        self.log.cut(&mut self.referee, mark.log);
        self.enough.restore(mark.enough);
        self.bots.go_back(mark.bots);
        self.last = mark.last;
        Ok(Some(mark.label))
    }

    /// True if an answer of this player can be taken back.
    pub fn can_undo(&self, seat: usize) -> bool {
        self.back.last().is_some_and(|mark| mark.seat == seat)
    }

    /// Writes an answer to the record and gives it to the game. The record comes first, so that nothing a player saw is
    /// lost.
    ///
    /// # Errors
    /// See [`TableError`].
    fn give(&mut self, pending: Pending, option: usize) -> Result<(), TableError> {
        self.write(pending, option)?;
        Ok(self.referee.answer(&mut self.state, option)?)
    }

    /// Writes an answer to the record, if it is one to the open question.
    fn write(&mut self, pending: Pending, option: usize) -> Result<(), TableError> {
        if self.referee.asked(&self.state) != pending {
            return Err(TableError::Refused(Error::new("This question is not open.")));
        }
        offered(&self.referee, option)?;
        let who = match pending {
            Pending::Choice(seat) => self.names[seat].as_str(),
            _ => crate::record::CHANCE,
        };
        let chosen = self.referee.option_count() > 1;
        self.keeper.append(who, &self.referee.notation(option), chosen).map_err(TableError::Unwritten)
    }
}

/// Checks that the open question has this option.
fn offered(referee: &Referee, option: usize) -> Result<(), TableError> {
    let options = referee.option_count();
    let none = AnswerError::NoOption { option, options };
    if option < options { Ok(()) } else { Err(TableError::Refused(Error::new(none.to_string()))) }
}
