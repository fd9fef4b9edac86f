//! The table: the game with its referee, the seats, chance, the log, and what can be taken back.
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
//!     let unwritten = match table.run()? {
//!         Turn::Person(seat) => table.person(seat, 2)?,
//!         Turn::Machine(pending) => table.machine(pending)?,
//!         Turn::Known(seat, option) => table.known(seat, option)?,
//!         Turn::Over => break,
//!     };
//!     assert_eq!(unwritten, None);
//! }
//! assert!(table.outcome()?.0.winners.contains(&0));
//! assert_eq!(table.keeper.record().answers[0], ("anna".to_owned(), "3".to_owned()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod back;
mod change;
mod enough;
mod keeper;
mod log;
mod missing;
mod ranking;
mod resumed;
mod round;

use std::collections::BTreeMap;

use tavola_game::{Error, Fault, Game, Line, Outcome, Pending, Question, Referee, Refusal, Rules, State, View, WhyNot};

pub use self::change::Carried;
pub use self::keeper::{RecordKeeper, SyncWhen, free_name};
pub use self::log::{Lines, TableLog};
pub use self::missing::missing;
pub use self::ranking::ranking_lines;
pub use self::resumed::Resumed;
pub use self::round::Advance;
use crate::endless::Endless;
use crate::record::GameResult;
use crate::seeds::{self, Generator};
use crate::{Bot, Bots, Story, ThinkingAgent, Thought};

/// A game being played. The position, the referee and the log stay in here: what leaves the table for somebody's eyes is his
/// view, the question that he is asked, a refusal to him, or the lines of the log that he may hear.
pub struct GameTable {
    referee: Referee,
    state: State,
    log: TableLog,
    /// The record, and its file.
    pub keeper: RecordKeeper,
    /// The players' names by seat.
    pub names: Vec<String>,
    /// Which seats are played by people.
    pub humans: Vec<bool>,
    bots: Bots,
    back: Vec<Bookmark>,
    /// What the rulebook's clauses say, by their ids.
    pub clauses: BTreeMap<String, String>,
    /// Who gave the last answer of his own will.
    last: Option<usize>,
    /// What was left undone for a whole turn.
    enough: enough::Enough,
    /// What a bot or chance has answered while the record could not be written: it is not thought about again.
    held: Option<(Pending, usize)>,
    /// What people at screens of their own have answered in the `together` block that is open.
    round: Option<round::Round>,
    /// Who answered of his own will at this table, and how many answers there were before.
    wills: Vec<(usize, usize)>,
}

/// Who thinks for a person that asks for a hint and does not say who.
pub const HINT: Bot = Bot::Mcts(400);
/// The stream of its generator: beside those of chance and the players.
const HINT_STREAM: u64 = 1 << 33;

/// So many answers can be taken back, one after the other: each keeps a position.
const BACK: usize = 100;

/// A question that can be gone back to: nothing was rolled or came to light since, and no other person has answered. What bots have
/// answered goes back with it.
struct Bookmark {
    seat: usize,
    label: String,
    state: State,
    answers: usize,
    log: usize,
    /// Who answered last before.
    last: Option<usize>,
    /// Where the bots stood.
    bots: Vec<Generator>,
    /// What was left undone for the rest of the turn.
    enough: enough::LeftUndone,
}

/// Whose move it is, after everything that happens by itself has happened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// A person must choose.
    Person(usize),
    /// A bot or chance must choose.
    Machine(Pending),
    /// What a person answers is known: he has one option only (bots are asked: they play as they do in a simulation), has
    /// left this undone for the rest of his turn, or has answered it in an open `together` block before the game was resumed. The seat,
    /// the option.
    Known(usize, usize),
    /// It is over.
    Over,
}

impl GameTable {
    /// A game before its first question.
    pub fn begin(rules: &Rules, game: &Game, keeper: RecordKeeper, humans: Vec<bool>) -> Self {
        let mut referee = game.referee();
        referee.record(true);
        let (bots, log) = (keeper.record().bots_at_start(), TableLog::new(humans.len()));
        Self::new(rules, (referee, game.start()), (bots, log), keeper, humans)
    }

    /// A game at this state, with the bots and the log as they are after the record's answers.
    pub fn new(
        rules: &Rules,
        (referee, state): (Referee, State),
        (bots, log): (Bots, TableLog),
        keeper: RecordKeeper,
        humans: Vec<bool>,
    ) -> Self {
        let names = referee.game().setup().players.clone();
        Self {
            referee,
            state,
            log,
            keeper,
            names,
            humans,
            bots,
            back: Vec::new(),
            clauses: rules.clause_texts(),
            last: None,
            enough: enough::Enough::default(),
            held: None,
            round: None,
            wills: Vec::new(),
        }
    }

    /// Goes on from where the record was played again to: nothing can be taken back there, and nothing is pending.
    fn stand_at(&mut self, (referee, state): (Referee, State), (bots, log): (Bots, TableLog)) {
        (self.referee, self.state, self.log, self.bots) = (referee, state, log, bots);
        self.back.clear();
        self.last = None;
        self.held = None;
        self.round = None;
        self.enough.forget();
        self.forget_wills();
    }

    /// What is said where the game is not over after [`crate::MAX_ANSWERS`].
    pub fn endless(&self) -> Endless {
        Endless::at(&self.game(), &self.state)
    }

    /// The game.
    pub fn game(&self) -> Game {
        self.referee.game().clone()
    }

    /// How many answers were given.
    pub fn answers(&self) -> usize {
        self.keeper.answers()
    }

    /// Runs to the next question.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run(&mut self) -> Result<Turn, Fault> {
        let pending = self.referee.run(&mut self.state)?;
        let told = self.log.end();
        if self.log.take(&mut self.referee, &self.state) {
            self.back.clear();
        }
        if self.log.is_headed(told) {
            self.enough.turn_over();
        }
        Ok(match pending {
            Pending::Over => Turn::Over,
            Pending::Chance => Turn::Machine(pending),
            Pending::Choice(seat) if self.humans[seat] && self.referee.options() == 1 => Turn::Known(seat, 0),
            Pending::Choice(seat) if self.humans[seat] => match self.sealed(seat).or_else(|| self.left(seat)) {
                Some(option) => Turn::Known(seat, option),
                None => Turn::Person(seat),
            },
            Pending::Choice(_) => Turn::Machine(pending),
        })
    }

    /// Lets chance or a bot answer.
    ///
    /// # Errors
    /// A fault of the rules. An error inside: the record's file cannot be written at present, and the answer is not taken.
    pub fn machine(&mut self, pending: Pending) -> Result<Option<Error>, Fault> {
        match pending {
            Pending::Choice(seat) => {
                self.last = Some(seat);
                if self.referee.options() > 1 {
                    self.enough.turn_over();
                }
            }
            _ => self.back.clear(),
        }
        let held = self.held.take().filter(|(asked, _)| *asked == pending).map(|(_, option)| option);
        let option = held.unwrap_or_else(|| self.bots.answer(pending, &mut self.referee, &self.state));
        let unwritten = self.give(pending, option)?;
        self.held = unwritten.is_some().then_some((pending, option));
        Ok(unwritten)
    }

    /// What a person has answered before in the `together` block that is open, if it is still offered.
    fn sealed(&mut self, seat: usize) -> Option<usize> {
        let answer = self.keeper.sealed(&self.names[seat]).first()?;
        // Under other rules another question may be asked here, which nobody has answered.
        self.referee.gather(&self.state).ok()??;
        self.referee.find(&self.state, answer).ok()
    }

    /// Takes a person's answer that is known without asking him; the log says so.
    ///
    /// # Errors
    /// A fault of the rules. An error inside: the record's file cannot be written at present, and the answer is not taken.
    pub fn known(&mut self, seat: usize, option: usize) -> Result<Option<Error>, Fault> {
        self.give(Pending::Choice(seat), option)
    }

    /// Takes a person's answer; it can be taken back for a while.
    ///
    /// # Errors
    /// A fault of the rules. An error inside: the record's file cannot be written at present, and the answer is not taken.
    pub fn person(&mut self, seat: usize, option: usize) -> Result<Option<Error>, Fault> {
        self.choose(seat, option, false)
    }

    /// Takes a person's answer, also for the rest of his turn.
    fn choose(&mut self, seat: usize, option: usize, by_itself: bool) -> Result<Option<Error>, Fault> {
        let answers = self.keeper.answers();
        if let Some(unwritten) = self.write(Pending::Choice(seat), option) {
            return Ok(Some(unwritten));
        }
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
        self.referee.answer(&mut self.state, option)?;
        Ok(None)
    }

    /// The bot that has to think about the open question, by its player's name; none where there is nothing to think about.
    pub fn thinker(&self, pending: Pending) -> Option<&str> {
        let Pending::Choice(seat) = pending else { return None };
        let thinks = self.keeper.record().seated()[seat] != Bot::Random && self.referee.options() > 1;
        thinks.then(|| self.names[seat].as_str())
    }

    /// What this bot in a player's place would expect of his options: from what he sees, and no more. The game goes on as it
    /// would have.
    pub fn hint(&mut self, bot: Bot, seat: usize) -> Thought {
        let stream = HINT_STREAM + self.keeper.answers() as u64;
        let rng = seeds::generator(self.keeper.record().seed, self.keeper.record().number, stream);
        ThinkingAgent::new(bot, rng).think(&self.referee, &self.state, seat)
    }

    /// Whether the last answer that anybody gave of his own will was this player's.
    pub fn goes_on(&self, seat: usize) -> bool {
        self.last == Some(seat)
    }

    /// The position as somebody may know it.
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
    /// Why there is none, as the asked player may be told.
    pub fn find(&mut self, text: &str) -> Result<usize, Refusal> {
        self.referee.find(&self.state, text)
    }

    /// Why an answer is not offered that somebody names in words, or in part; of several names the first that means something counts.
    pub fn why_not(&mut self, names: &[&str]) -> WhyNot {
        self.referee.why_not(&self.state, names)
    }

    /// The lines of the log that somebody has not seen yet. Then he has.
    pub fn news(&mut self, viewer: Option<usize>) -> Vec<Line> {
        self.log.news(viewer)
    }

    /// Passes over a long set-up for a player who has seen nothing yet: how many lines of the log it is, and which phases began.
    pub fn pass_set_up(&mut self, seat: usize) -> Option<(usize, Vec<Line>)> {
        self.log.pass_set_up(seat)
    }

    /// All lines of the log for somebody.
    pub fn told(&self, viewer: Option<usize>) -> Vec<Line> {
        self.log.whole(viewer)
    }

    /// The game so far as a player was told it; none if nobody is called so.
    pub fn story(&self, name: &str) -> Option<Story> {
        let seat = self.names.iter().position(|player| player == name)?;
        let game = self.keeper.record().game.clone();
        let lines = self.told(Some(seat)).iter().map(Line::to_string).collect();
        Some(Story { seen_by: name.to_owned(), game, players: self.names.clone(), lines })
    }

    /// Who won a game that is over, and how all rank; the record says it from now on. An error inside: the record's file cannot be written at
    /// present.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn outcome(&mut self) -> Result<(Outcome, Option<Error>), Fault> {
        let outcome = self.referee.result(&self.state)?;
        let unwritten = self.keeper.finish(GameResult::new(&outcome, &self.names)).err();
        Ok((outcome, unwritten))
    }

    /// The invariants (`always`) that do not hold now, in the words of the rules.
    pub fn broken(&mut self) -> Vec<String> {
        self.referee.broken(&self.state).unwrap_or_default()
    }

    /// Goes back to this player's last question, behind what bots have answered since; gives the answer taken back, or `None` where
    /// that is not possible.
    ///
    /// # Errors
    /// When the record's file cannot be written at present: then nothing is taken back.
    pub fn undo(&mut self, seat: usize) -> Result<Option<String>, Error> {
        let Some(mark) = self.back.last().filter(|mark| mark.seat == seat) else {
            return Ok(None);
        };
        self.keeper.cut(mark.answers)?;
        let Some(mark) = self.back.pop() else { return Ok(None) };
        self.held = None;
        self.state = mark.state;
        let untold = self.referee.happened(&self.state);
        self.referee.untell(&untold);
        self.log.cut(&mut self.referee, mark.log);
        self.enough.restore(mark.enough);
        self.bots.go_back(mark.bots);
        self.last = mark.last;
        Ok(Some(mark.label))
    }

    /// Whether there is an answer of this player that can be taken back.
    pub fn can_undo(&self, seat: usize) -> bool {
        self.back.last().is_some_and(|mark| mark.seat == seat)
    }

    /// Takes an answer into the record and into the game. The record first: what a player saw happen is never lost.
    ///
    /// # Errors
    /// A fault of the rules. An error inside: the record's file cannot be written at present, and the answer is not taken.
    fn give(&mut self, pending: Pending, option: usize) -> Result<Option<Error>, Fault> {
        let unwritten = self.write(pending, option);
        if unwritten.is_none() {
            self.referee.answer(&mut self.state, option)?;
        }
        Ok(unwritten)
    }

    /// Takes an answer into the record; why that is not possible.
    fn write(&mut self, pending: Pending, option: usize) -> Option<Error> {
        let who = match pending {
            Pending::Choice(seat) => self.names[seat].as_str(),
            _ => crate::record::CHANCE,
        };
        let chosen = self.referee.options() > 1;
        self.keeper.append(who, &self.referee.notation(option), chosen).err()
    }
}
