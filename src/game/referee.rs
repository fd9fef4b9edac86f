//! One worker's desk: runs states to the next question and takes answers.

use super::{Error, Fault, Game, State, View};

/// What the machine waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pending {
    /// A player (by seat, from 0) must choose.
    Choice(usize),
    /// Chance: dice, a drawn card.
    Chance,
    /// Nothing: the game (or the scenario's sentences) is over.
    Over,
}

/// How several small questions make one answer of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A question that stands alone.
    Whole,
    /// The next element of an order.
    Order,
    /// The next thing of a bag; `done` may be offered.
    Bag,
    /// Which pile (`1`, `2`, ..) a thing goes to: its notation.
    Division(String),
}

/// Why an answer is not possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The sentence: what is not possible and why.
    pub message: String,
    /// `rules/..:line:column` of the condition that fails.
    pub place: Option<String>,
    /// The clauses that the failing condition cites.
    pub clauses: Vec<String>,
    /// Whether the text could not be understood at all (an unknown name), rather than not being offered.
    pub unknown: bool,
}

/// Something that happened, to be told to players. What they may not see is left out by [`Referee::tell`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Happened {}

/// A desk: scratch memory and the open question's options. Options are valid from [`Referee::run`] to the next
/// [`Referee::answer`].
pub struct Referee {
    game: Game,
}

impl Referee {
    pub(super) fn new(game: &Game) -> Self {
        Self { game: game.clone() }
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Runs to the next question and works out its options. Doing it again changes nothing.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn run(&mut self, state: &mut State) -> Result<Pending, Fault> {
        todo!("{state:?}")
    }

    /// How many options the open question has (at least one).
    pub fn options(&self) -> usize {
        todo!()
    }

    /// The weight of an option of a chance question (its probability is the weight by the sum of all weights).
    pub fn weight(&self, option: usize) -> u32 {
        todo!("{option}")
    }

    /// Takes the answer (an option by its number, from 0). [`Referee::run`] goes on from there.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn answer(&mut self, state: &mut State, option: usize) -> Result<(), Fault> {
        todo!("{state:?} {option}")
    }

    /// An option in the language's notation: `castello`, `[castello, ben]`, `cross(castello--san_marco, ben)`, `yes`, `done`, `5`.
    /// Different options have different notations. Records and scenarios use it.
    pub fn notation(&mut self, state: &State, option: usize) -> String {
        todo!("{state:?} {option}")
    }

    /// An option as players read it: `cross Ben's bridge to San Marco`.
    pub fn label(&mut self, state: &State, option: usize) -> String {
        todo!("{state:?} {option}")
    }

    /// What is asked, as players read it.
    pub fn prompt(&mut self, state: &State) -> String {
        todo!("{state:?}")
    }

    /// The clauses that the open question's line cites.
    pub fn clauses(&self) -> Vec<String> {
        todo!()
    }

    /// What the open question is a part of.
    pub fn part(&mut self, state: &State) -> Part {
        todo!("{state:?}")
    }

    /// The option with this notation (spaces do not matter, edges may be written either way round, `(a, b)` and `[a, b]` are one).
    ///
    /// # Errors
    /// Why it is not offered.
    pub fn find(&mut self, state: &State, notation: &str) -> Result<usize, Refusal> {
        todo!("{state:?} {notation}")
    }

    /// What one player may know of a state; `None`: a bystander.
    pub fn view(&mut self, state: &State, viewer: Option<usize>) -> View {
        todo!("{state:?} {viewer:?}")
    }

    /// A full state that the viewer cannot tell from this one, with everything hidden dealt anew. `pick(n)` gives a number
    /// below n.
    pub fn complete(&mut self, state: &State, viewer: usize, pick: &mut dyn FnMut(u32) -> u32) -> State {
        let _ = pick(1);
        todo!("{state:?} {viewer}")
    }

    /// The names of the invariants that do not hold (only when no action is under way).
    ///
    /// # Errors
    /// A fault while working them out.
    pub fn broken(&mut self, state: &State) -> Result<Vec<String>, Fault> {
        todo!("{state:?}")
    }

    /// The players ranked by the game's `winner`: tie groups of seats, best first. Empty: a draw, nobody wins.
    ///
    /// # Errors
    /// A fault while working it out.
    pub fn result(&mut self, state: &State) -> Result<Vec<Vec<usize>>, Fault> {
        todo!("{state:?}")
    }

    /// Begins (or ends) to keep what happens, for [`Referee::happened`]. Off at first.
    pub fn record(&mut self, on: bool) {
        todo!("{on}")
    }

    /// What happened since it was last asked.
    pub fn happened(&mut self) -> Vec<Happened> {
        todo!()
    }

    /// A line of the log for one player (`None`: a bystander); nothing if there is nothing to be seen.
    pub fn tell(&mut self, happened: &Happened, viewer: Option<usize>) -> Option<String> {
        todo!("{happened:?} {viewer:?}")
    }

    /// Whether what happened revealed something hidden or was chance: undo must stop there.
    pub fn is_final(&self, happened: &Happened) -> bool {
        todo!("{happened:?}")
    }

    /// Begins (or ends) to count how often the rules run.
    pub fn count(&mut self, on: bool) {
        todo!("{on}")
    }

    /// How often each rule of [`Game::rules`] ran since counting began.
    pub fn counts(&self) -> Vec<u64> {
        todo!()
    }

    /// The value of an expression of the language, in its notation: `8`, `castello`, `yes`, `[anna, ben]`, `none`. `winner` is
    /// the list of the winners. (Parses and checks: for scenarios and questions of people, not for play.)
    ///
    /// # Errors
    /// What is wrong with the text, or a fault.
    pub fn value(&mut self, state: &State, expression: &str) -> Result<String, Error> {
        todo!("{state:?} {expression}")
    }

    /// Puts a position: `place` is the left side of a scenario's `given` (`aristocrat[anna] at district[castello]`,
    /// `doge`, `prestige[ben]`, `taken[anna]`, `starter`), `value` its right side in the language (`5`, `district[castello]`,
    /// `[doge_card, district(castello)]`, `ben`). Things are moved there from where they start.
    ///
    /// # Errors
    /// What is wrong, e.g. too few things in the start place.
    pub fn put(&mut self, state: &mut State, place: &str, value: &str) -> Result<(), Error> {
        todo!("{state:?} {place} {value}")
    }

    /// Which rule's line the machine stands at: `rule`, `file:line:column`.
    pub fn position(&self, state: &State) -> (String, String) {
        todo!("{state:?}")
    }

    /// Whether an action that must be finished is under way.
    pub fn in_action(&self, state: &State) -> bool {
        todo!("{state:?}")
    }
}
