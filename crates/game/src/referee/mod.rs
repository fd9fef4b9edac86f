//! The referee: runs states to the next question and takes answers.
//! This file only passes the machine and the open question to the modules that evaluate views, deals and texts.

mod act;
mod actions;
mod answer;
mod answer_history;
mod blame;
mod children;
mod decided;
mod gather;
mod information;
mod observed;
mod open;
mod recall;
mod run;
mod seen;
mod watch;
mod words;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tavola_core::code::Pc;
use tavola_core::lower::SetUpContext;
use tavola_core::vm::{self, History, Machine, State};

use super::deal::{Dealer, Undealt, may_need_past};
use super::log::{Happened, Log, is_question_public, open_words, sees_answer};
use super::observe::ObservationScratch;
use super::question::{Asking, OpenQuestion};
use super::sight::Eye;
use super::standing::{Outcome, Standing, known_hash};
use super::view::{DisplayRows, View, Viewing};
use super::{Fault, Game, Pending};
use answer_history::AnswerHistory;
use watch::Watched;

pub use act::{ActionProgress, GivenAnswer, PartProgress};
pub use answer::{AnswerError, AskedQuestion};
pub use answer_history::HistoryPath;
pub use blame::PassedOver;
pub use children::{Child, Children};
pub use gather::{BlockAnswers, Gathering};
pub use watch::{Doing, Watch};

/// Runs a game: scratch memory, and the options of the open question.
///
/// The options belong to one position, from one [`Referee::run`] to the next. Only copies of that position can be answered.
pub struct Referee {
    game: Game,
    machine: Machine,
    open: OpenQuestion,
    log: Log,
    /// Names and numbers for evaluating texts, made at the first text. It grows with each new one.
    set_up_context: Option<Box<SetUpContext>>,
    rows: DisplayRows,
    observing: ObservationScratch,
    /// Answers on the way to the last positions.
    answer_history: AnswerHistory,
    /// A second referee for replays, so that the open question is kept.
    again: Option<Box<Referee>>,
    /// Observer of the run.
    watched: Option<Box<Watched>>,
    /// Flag that interrupts runs.
    interrupt: Option<Arc<AtomicBool>>,
}

impl Referee {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            machine: game.machine(),
            open: OpenQuestion::default(),
            log: Log::default(),
            set_up_context: None,
            rows: DisplayRows::default(),
            observing: ObservationScratch::default(),
            answer_history: AnswerHistory::new(may_need_past(game.lowered())),
            again: None,
            watched: None,
            interrupt: game.inner.interrupt.clone(),
        }
    }

    /// The game of this referee.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Disables the check that an answer belongs to the position of its question, and the history. Saves about a tenth of a random game.
    ///
    /// Use it to play thousands of games, if every question is answered at its own position. An answer at another position is no
    /// panic, but leads to a position that no rules allow. Without the history, [`Referee::information_state`] fails, and
    /// [`Referee::complete`] knows only the position, not the way to it. To keep the history: [`Referee::without_position_check`].
    pub fn without_checks_and_history(mut self) -> Self {
        self.answer_history.notes = false;
        self.without_position_check()
    }

    /// Disables only the check that an answer belongs to the position of its question. Use it where position and referee stay together.
    pub fn without_position_check(mut self) -> Self {
        self.open.trusts = true;
        self
    }

    fn eye(&mut self) -> Eye<'_> {
        Eye { lowered: self.game.lowered(), machine: &mut self.machine }
    }

    /// The open question with its position.
    fn asking<'a>(&'a mut self, state: &'a State) -> Asking<'a> {
        Asking { game: &self.game, open: &self.open, machine: &mut self.machine, state }
    }

    /// View of a state by one player. `viewer` is a seat, or `None` for a spectator.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn view(&mut self, state: &State, viewer: Option<usize>) -> View {
        self.game.assert_viewer(viewer);
        let Self { game, machine, rows, .. } = self;
        let eye = Eye { lowered: game.lowered(), machine };
        Viewing { game, eye, state, viewer }.view(rows)
    }

    /// Values of the measures of `winner` as one player may know them, see [`View::measures`].
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn measures(&mut self, state: &State, viewer: Option<usize>) -> Vec<Vec<Option<i64>>> {
        self.game.assert_viewer(viewer);
        let Self { game, machine, rows, .. } = self;
        rows.measures(game, &mut Eye { lowered: game.lowered(), machine }, state, viewer)
    }

    /// Samples a full state that the viewer cannot tell from this one (determinization).
    ///
    /// Sampled are hidden things, secret memory, names that hold hidden things, and answers of others in a `together` block or division.
    /// `pick(n)` returns a number from 0 to n - 1.
    ///
    /// With secret memory or secret answers, the position alone does not determine what is possible.
    /// Then the game is replayed from the history of the state, as far as referees recorded it. Hidden answers are sampled again.
    /// Everything that this player was shown stays the same.
    ///
    /// Public are the number of things in a place, and the fact that a secret has been set.
    /// Things are sampled uniformly over all ways to put them where the rules can bring them.
    /// This requires that of any two hidden places with common sorts, one may hold all that the other may.
    /// Invariants about secrets hold in the result if they hold in truth.
    ///
    /// # Errors
    /// If no deal is found, the reason why the last try failed. The true state is never returned instead.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn complete(
        &mut self,
        state: &State,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        self.game.assert_viewer(Some(viewer));
        match self.way_to(state) {
            Some(way) => self.complete_behind(&way, viewer, pick),
            None => self.deal_as_it_stands(None, state, viewer, pick),
        }
    }

    /// [`Referee::complete`] for the position at the end of a way, ignoring what is cached for other ways.
    ///
    /// # Errors
    /// Those of [`Referee::complete`].
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn complete_along(
        &mut self,
        way: &HistoryPath,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        self.game.assert_viewer(Some(viewer));
        self.answer_history.forget();
        self.complete_behind(way, viewer, pick)
    }

    fn complete_behind(
        &mut self,
        way: &HistoryPath,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        match self.recall_needed(way, viewer, pick) {
            Some(recalled) => Ok(recalled.state),
            None => self.deal_as_it_stands(Some(way), &way.tip, viewer, pick),
        }
    }

    /// Deals a position without a replay. The observations on a way still count.
    fn deal_as_it_stands(
        &mut self,
        way: Option<&HistoryPath>,
        state: &State,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        let seen = way.and_then(|way| self.seen_going(way, viewer));
        let mut dealt = Dealer::new(self.eye(), state, viewer, pick).knowing(seen).complete()?;
        // The sampled state has another history than the true one.
        dealt.set_history(History::Unknown);
        Ok(dealt)
    }

    /// Hash of what a player knows of a position, for information sets in a search.
    ///
    /// Equal for states that the player cannot tell apart. It ignores the order of things and earlier answers.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn known_hash(&mut self, state: &State, viewer: usize) -> u64 {
        self.game.assert_viewer(Some(viewer));
        known_hash(&mut self.eye(), state, viewer)
    }

    /// True if everybody sees who is asked now. Exceptions are questions of a `together` block and cards being drawn.
    ///
    /// Of a bag, an order or a division only the beginning is visible.
    pub fn is_question_public(&mut self, state: &State) -> bool {
        is_question_public(self.game.program(), &mut self.machine, state)
    }

    /// True if chance is asked, for something other than the next card, and a viewer will see the result.
    ///
    /// # Panics
    /// If there is no such seat.
    pub fn sees_chance(&mut self, state: &State, viewer: usize) -> bool {
        self.game.assert_viewer(Some(viewer));
        self.is_question_public(state)
            && self.asking(state).pending() == Pending::Chance
            && self.sees_answer(state, 0, viewer)
    }

    /// True if a viewer learns which option is taken, at once or when the `together` block around the question is over.
    ///
    /// # Panics
    /// If there is no such seat, no question is open, or it has no such option.
    pub fn sees_answer(&mut self, state: &State, option: usize, viewer: usize) -> bool {
        self.game.assert_viewer(Some(viewer));
        self.open.assert_option(option);
        sees_answer(&mut self.asking(state), option, viewer)
    }

    /// The public words of an answer that a viewer does not learn, and `None` for each hidden word.
    ///
    /// # Panics
    /// If there is no such seat, no question is open, or it has no such option.
    pub fn open_words(&mut self, state: &State, option: usize, viewer: usize) -> Vec<Option<i32>> {
        self.game.assert_viewer(Some(viewer));
        self.open.assert_option(option);
        open_words(&mut self.asking(state), option, viewer)
    }

    /// Turns on, or off, the collection of events for [`Referee::happened`]. Off by default.
    pub fn collect_events(&mut self, on: bool) {
        self.log = Log::new(on);
        self.machine.record(on);
        self.machine.take_events();
    }

    /// Events since the last call, up to this state.
    pub fn happened(&mut self, state: &State) -> Vec<Happened> {
        let Self { game, machine, log, .. } = self;
        log.happened(game, Eye { lowered: game.lowered(), machine }, state)
    }

    /// Removes undone events from the log: phases that began there have not begun.
    pub fn undo_log(&mut self, happened: &[Happened]) {
        self.log.undo_log(happened);
    }

    /// Names of the invariants that do not hold. Empty while an action is open.
    ///
    /// # Errors
    /// A fault in an invariant.
    pub fn broken_invariants(&mut self, state: &State) -> Result<Vec<String>, Fault> {
        if self.game.in_action(state) {
            return Ok(Vec::new());
        }
        let program = self.game.program();
        let mut broken = Vec::new();
        for (what, holds) in &program.always {
            if self.machine.word(program, state, *holds)? == 0 {
                broken.push(what.clone());
            }
        }
        Ok(broken)
    }

    /// Winners and ranking of all players, by the game's `winner`.
    ///
    /// # Errors
    /// A fault in the evaluation.
    pub fn result(&mut self, state: &State) -> Result<Outcome, Fault> {
        Outcome::of(self.game.program(), &mut self.machine, state)
    }

    /// The return (utility) of each player by seat: the game's `payoff`, or else a number for the place by its `winner`.
    ///
    /// - Places are worth equal steps from 1 to -1: 1 and -1 for two players, 1, 0 and -1 for three.
    /// - Players who tie share the mean of their places: 0.5 for two winners of three players. So the sum is 0.
    /// - If nobody wins, the game is a draw: 0 for all. The same holds without `winner`.
    /// - If all players win or lose together ([`Game::is_cooperative`]), and in a game for one: 1 for winners, -1 for others.
    ///
    /// Before the end it is what the present ranking is worth.
    ///
    /// # Errors
    /// A fault in the evaluation.
    pub fn returns(&mut self, state: &State) -> Result<Vec<f64>, Fault> {
        match self.game.payoffs(&mut self.machine, state) {
            Some(payoffs) => Ok(payoffs?.into_iter().map(f64::from).collect()),
            None => Ok(self.result(state)?.returns(&self.game)),
        }
    }

    /// Ranking of the players at any moment, by the game's `winner`. Without `winner` there are no measures.
    ///
    /// The result is written to `standing`, whose memory is reused.
    ///
    /// # Errors
    /// A fault in the evaluation.
    pub fn standing(&mut self, state: &State, standing: &mut Standing) -> Result<(), Fault> {
        standing.evaluate_ranking(self.game.lowered(), &mut self.machine, state)
    }

    /// Ranking of the players if the game ended now: everything open is left, and final scoring is applied to this position.
    ///
    /// If that faults or needs chance, it is the current ranking. Rules that run for it count in [`Referee::count`].
    ///
    /// # Errors
    /// A fault in the evaluation.
    pub fn standing_if_over(&mut self, state: &State, standing: &mut Standing) -> Result<(), Fault> {
        let Self { game, machine, .. } = self;
        let mut over = std::mem::take(&mut standing.over);
        over.clone_from(state);
        let counted = game.cut_short(&mut over)
            && matches!(machine.run(game.program(), &mut over), Ok(vm::Waiting::Over))
            && standing.evaluate_ranking(game.lowered(), machine, &over).is_ok();
        standing.over = over;
        if counted { Ok(()) } else { self.standing(state, standing) }
    }

    /// Turns on, or off, counting how often the rules run.
    pub fn count(&mut self, on: bool) {
        self.machine.count(on);
    }

    /// Number of runs of each rule of [`Game::rules`] since counting began.
    pub fn counts(&self) -> Vec<u64> {
        (0..self.game.program().rules.len()).map(|rule| self.runs(rule)).collect()
    }

    /// Number of runs of one rule.
    pub fn runs(&self, rule: usize) -> u64 {
        let counts = self.machine.counts();
        let at = |pc: Pc| counts.get(pc.index()).copied().unwrap_or(0);
        self.game.program().rules.get(rule).map_or(0, |rule| at(rule.entry) + rule.checked.map_or(0, at))
    }
}
