//! The referee: runs states to the next question and takes answers. What is told of a position beside that, the rooms beside this one
//! work out; here they are given the machine and the open question.

mod act;
mod children;
mod gather;
mod open;
mod recall;
mod seen;
mod trail;
mod watch;
mod words;

use tavola_core::code::Pc;
use tavola_core::lower::Ground;
use tavola_core::vm::{self, History, Machine, State};

use super::deal::{Dealer, Undealt, may_need_past};
use super::log::{Happened, Log, is_noticed, is_told, open_words};
use super::question::{Asking, OpenQuestion};
use super::sight::Eye;
use super::standing::{Outcome, Standing, known_print};
use super::view::{DisplayRows, View, Viewing};
use super::{Fault, Game, Pending};
use trail::Trail;
use watch::Watched;

pub use act::{Parts, Unfinished};
pub use children::{Child, Children};
pub use gather::Gathering;
pub use trail::TrailWay;
pub use watch::{Doing, Watch};

/// Runs a game: scratch memory and the open question's options. They are those of one position, from one [`Referee::run`] to the next:
/// any number of copies of it can be answered, and no other position.
pub struct Referee {
    game: Game,
    machine: Machine,
    open: OpenQuestion,
    log: Log,
    /// For questions of people: grows with each.
    ground: Option<Box<Ground>>,
    rows: DisplayRows,
    /// What has been answered on the way to positions.
    trail: Trail,
    /// For games that are played again: their questions are not the open one.
    again: Option<Box<Referee>>,
    /// Who is told what it does.
    watched: Option<Box<Watched>>,
}

impl Referee {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            machine: game.machine(),
            open: OpenQuestion::default(),
            log: Log::default(),
            ground: None,
            rows: DisplayRows::default(),
            trail: Trail::new(may_need_past(game.lowered())),
            again: None,
            watched: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// A referee for whoever plays thousands of games and answers each question at the position of which it was asked: it is not kept
    /// and not compared, which is a tenth of what a random game takes.
    pub fn trusting(mut self) -> Self {
        self.open.trusts = true;
        self.trail.notes = false;
        self
    }

    fn eye(&mut self) -> Eye<'_> {
        Eye { lowered: self.game.lowered(), machine: &mut self.machine }
    }

    /// The open question at its position.
    fn asking<'a>(&'a mut self, state: &'a State) -> Asking<'a> {
        Asking { game: &self.game, open: &self.open, machine: &mut self.machine, state }
    }

    /// Runs to the next question and works out its options. Doing it again changes nothing.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run(&mut self, state: &mut State) -> Result<Pending, Fault> {
        self.open.forget();
        let program = self.game.program();
        let pending = match &mut self.watched {
            None => self.machine.run(program, state)?,
            Some(watched) => {
                watched.tell(Doing::Begins);
                self.machine.run_told(program, state, &mut |pc| watched.runs(pc))?
            }
        };
        let (id, pending) = match pending {
            vm::Waiting::Choice { ask, player } => (ask, Pending::Choice(player.max(0) as usize)),
            vm::Waiting::Chance { ask } => (ask, Pending::Chance),
            vm::Waiting::Over => {
                self.open.close();
                self.does(Doing::Waits);
                return Ok(Pending::Over);
            }
        };
        self.open.open(id, state);
        self.does(Doing::Offers(id.index()));
        self.machine.options(self.game.program(), state, id, &mut self.open.options)?;
        self.does(Doing::Waits);
        Ok(pending)
    }

    /// Takes the answer (an option by its number, from 0). [`Referee::run`] goes on from there. The question stays open: other copies
    /// of the position can be answered, too.
    ///
    /// # Errors
    /// A fault of the rules.
    ///
    /// # Panics
    /// If no question is open, or it has no such option, or the state is not the position of which it was asked.
    pub fn answer(&mut self, state: &mut State, option: usize) -> Result<(), Fault> {
        let id = self.open.id.expect("an answer follows a question: call `run` before");
        let belongs = self.open.belongs_to(state);
        assert!(belongs, "this question was asked of another position: call `run` with this one");
        let Self { game, machine, open, log, trail, .. } = self;
        if log.on {
            log.note(&mut Asking { game, open, machine, state }, option);
        }
        if !trail.notes {
            return machine.answer_with(game.program(), state, id, &open.options, option);
        }
        let past = state.history().clone();
        let from = past.is_unknown().then(|| state.clone());
        machine.answer_with(game.program(), state, id, &open.options, option)?;
        state.set_history(past.and(option, from));
        Ok(())
    }

    /// What one player may know of a state; `None`: a bystander.
    pub fn view(&mut self, state: &State, viewer: Option<usize>) -> View {
        let Self { game, machine, rows, .. } = self;
        let eye = Eye { lowered: game.lowered(), machine };
        Viewing { game, eye, state, viewer }.view(rows)
    }

    /// A full state that the viewer cannot tell from this one, with everything hidden dealt anew: things, secret memory,
    /// names that hold hidden things, and what others have already answered in a `together` block or in a division.
    /// `pick(n)` gives a number below n.
    ///
    /// Where somebody has answered in secret, or the rules keep secret memory, the position does not say what there can be. Then the game is
    /// played again as far as referees ran it (what was answered goes with the state), with other hidden answers and the same for all that
    /// this player was told.
    ///
    /// How many things lie in a place is open, and so is that a secret has been set (not which). Things are dealt evenly
    /// over all ways to lay them where the rules can bring them, as long as of any two hidden places that share sorts of
    /// things one may hold all that the other may. What is `always` true of secrets is true of the deal, if it is in truth.
    ///
    /// # Errors
    /// Where no deal is found, with what stood in the way last: never the true state instead.
    pub fn complete(
        &mut self,
        state: &State,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        match self.way_to(state) {
            Some(way) => self.complete_behind(&way, viewer, pick),
            None => self.deal_as_it_stands(None, state, viewer, pick),
        }
    }

    /// [`Referee::complete`] of the position at the end of a way, as if nothing were known of any other way.
    pub fn complete_along(
        &mut self,
        way: &TrailWay,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        self.trail.forget();
        self.complete_behind(way, viewer, pick)
    }

    fn complete_behind(
        &mut self,
        way: &TrailWay,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        match self.recall_needed(way, viewer, pick) {
            Some(recalled) => Ok(recalled.state),
            None => self.deal_as_it_stands(Some(way), &way.tip, viewer, pick),
        }
    }

    /// A position is dealt without playing again; of a way what was seen on it counts.
    fn deal_as_it_stands(
        &mut self,
        way: Option<&TrailWay>,
        state: &State,
        viewer: usize,
        pick: &mut dyn FnMut(u32) -> u32,
    ) -> Result<State, Undealt> {
        let seen = way.and_then(|way| self.seen_going(way, viewer));
        let mut dealt = Dealer::new(self.eye(), state, viewer, pick).knowing(seen).complete()?;
        // It did not come about as the true one did.
        dealt.set_history(History::Unknown);
        Ok(dealt)
    }

    /// A number for what a player knows of a position: states that he cannot tell apart have the same; others mostly have
    /// another. (The order in which things lie, and what was answered before, are left out.)
    pub fn known_code(&mut self, state: &State, viewer: usize) -> u64 {
        known_print(&mut self.eye(), state, viewer)
    }

    /// Whether everybody notices who is asked now: in a `together` block each sees only his own questions, a card that is
    /// drawn is noticed where it comes to lie, and of a bag, an order or a division it is noticed that it is begun.
    pub fn is_noticed(&mut self, state: &State) -> bool {
        is_noticed(self.game.program(), &mut self.machine, state)
    }

    /// Whether chance is asked for something other than the next card, and a viewer will be told what it says.
    pub fn is_told_chance(&mut self, state: &State, viewer: usize) -> bool {
        self.is_noticed(state) && self.asking(state).pending() == Pending::Chance && self.is_told(state, 0, viewer)
    }

    /// Whether a viewer is told which option is taken: at once, or when the `together` block around the question is over.
    pub fn is_told(&mut self, state: &State, option: usize, viewer: usize) -> bool {
        is_told(&mut self.asking(state), option, viewer)
    }

    /// What is open of an answer, of which a viewer is not told, for those who look for another one: each word that is.
    pub fn open_words(&mut self, state: &State, option: usize, viewer: usize) -> Vec<Option<i32>> {
        open_words(&mut self.asking(state), option, viewer)
    }

    /// Begins (or ends) to keep what happens, for [`Referee::happened`]. Off at first.
    pub fn record(&mut self, on: bool) {
        self.log = Log::new(on);
        self.machine.record(on);
        self.machine.take_events();
    }

    /// What happened since it was last asked, up to this state.
    pub fn happened(&mut self, state: &State) -> Vec<Happened> {
        let Self { game, machine, log, .. } = self;
        log.happened(game, Eye { lowered: game.lowered(), machine }, state)
    }

    /// Forgets what was taken back: phases that began there have not begun.
    pub fn untell(&mut self, happened: &[Happened]) {
        self.log.untell(happened);
    }

    /// The names of the invariants that do not hold (only when no action is under way).
    ///
    /// # Errors
    /// A fault while working them out.
    pub fn broken(&mut self, state: &State) -> Result<Vec<String>, Fault> {
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

    /// Who wins, and how all players rank, by the game's `winner`.
    ///
    /// # Errors
    /// A fault while working it out.
    pub fn result(&mut self, state: &State) -> Result<Outcome, Fault> {
        Outcome::of(self.game.program(), &mut self.machine, state)
    }

    /// How the players stand by the game's `winner`, at any moment. Without a `winner` nobody has any measures. It is written into
    /// `standing`, whose memory is used again.
    ///
    /// # Errors
    /// A fault while working it out.
    pub fn standing(&mut self, state: &State, standing: &mut Standing) -> Result<(), Fault> {
        standing.work_out(self.game.lowered(), &mut self.machine, state)
    }

    /// How the players would stand if nobody were asked any more: all that is under way is left, and what the rules count at the end is
    /// counted as it lies in this position. Where that goes wrong, or needs chance, it is how they stand now. A rule that runs for it is
    /// counted like others, see [`Referee::count`].
    ///
    /// # Errors
    /// A fault while working it out.
    pub fn standing_if_over(&mut self, state: &State, standing: &mut Standing) -> Result<(), Fault> {
        let Self { game, machine, .. } = self;
        let mut over = std::mem::take(&mut standing.over);
        over.clone_from(state);
        let counted = game.cut_short(&mut over)
            && matches!(machine.run(game.program(), &mut over), Ok(vm::Waiting::Over))
            && standing.work_out(game.lowered(), machine, &over).is_ok();
        standing.over = over;
        if counted { Ok(()) } else { self.standing(state, standing) }
    }

    /// Begins (or ends) to count how often the rules run.
    pub fn count(&mut self, on: bool) {
        self.machine.count(on);
    }

    /// How often each rule of [`Game::rules`] ran since counting began.
    pub fn counts(&self) -> Vec<u64> {
        (0..self.game.program().rules.len()).map(|rule| self.runs(rule)).collect()
    }

    /// How often one of them ran.
    pub fn runs(&self, rule: usize) -> u64 {
        let counts = self.machine.counts();
        let at = |pc: Pc| counts.get(pc.index()).copied().unwrap_or(0);
        self.game.program().rules.get(rule).map_or(0, |rule| at(rule.entry) + rule.checked.map_or(0, at))
    }
}
