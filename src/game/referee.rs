//! The referee: runs states to the next question and takes answers.

use std::cell::Cell;

use crate::code::{self, ArmKind, Ask, AskId, DEPTH, ExprId, Notation, Op, PC, Pc};
use crate::ir;
use crate::lower::Ground;
use crate::vm::{self, Machine, Options, State};

use super::happened::{Log, plain_title};
use super::notation::{Style, show};
use super::refusal::plain;
use super::shown::Reader;
use super::spelling::Spelling;
use super::{Fault, Game, Outcome};

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A question that stands alone.
    Whole,
    /// The next element of an order.
    Order,
    /// The next thing of a bag; `done` may be offered.
    Bag,
    /// Which pile (`1`, `2`, ..) a thing goes to.
    Division {
        /// Its notation.
        thing: String,
        /// Whether the piles are alike, so that it does not matter which is which.
        alike: bool,
    },
}

/// Runs a game: scratch memory and the open question's options. They are those of one position, from one [`Referee::run`] to the next:
/// any number of copies of it can be answered, and no other position.
pub struct Referee {
    pub(super) game: Game,
    pub(super) machine: Machine,
    pub(super) options: Options,
    pub(super) ask: Option<AskId>,
    /// The position that the open question belongs to.
    asked: Vec<i32>,
    pub(super) spelling: Spelling,
    /// How many names of options were written.
    written: Cell<u64>,
    pub(super) log: Log,
    /// For questions of people: grows with each.
    pub(super) ground: Option<Box<Ground>>,
    pub(super) reader: Option<Box<Reader>>,
}

impl Referee {
    pub(super) fn new(game: &Game) -> Self {
        Self {
            game: game.clone(),
            machine: game.machine(),
            options: Options::default(),
            ask: None,
            asked: Vec::new(),
            spelling: Spelling::default(),
            written: Cell::new(0),
            log: Log::default(),
            ground: None,
            reader: None,
        }
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
        self.spelling.forget();
        let program = &self.game.inner.lowered.program;
        let pending = self.machine.run(program, state)?;
        let (ask, pending) = match pending {
            vm::Pending::Choice { ask, player } => (ask, Pending::Choice(player.max(0) as usize)),
            vm::Pending::Chance { ask } => (ask, Pending::Chance),
            vm::Pending::Over => {
                self.ask = None;
                self.options.clear();
                return Ok(Pending::Over);
            }
        };
        self.ask = Some(ask);
        self.asked.clear();
        self.asked.extend_from_slice(state.words());
        self.machine.options(program, state, ask, &mut self.options)?;
        Ok(pending)
    }

    /// Who is asked where a state stands, without running on.
    pub(super) fn pending_at(&mut self, state: &State) -> Pending {
        let program = &self.game.inner.lowered.program;
        match program.ops.get(state.words()[PC] as usize) {
            Some(Op::Ask(id)) => match program.asks[id.index()].who {
                None => Pending::Chance,
                Some(who) => self
                    .machine
                    .word(program, state, who)
                    .map_or(Pending::Chance, |who| Pending::Choice(who.max(0) as usize)),
            },
            _ => Pending::Over,
        }
    }

    /// How many options the open question has (at least one).
    pub fn options(&self) -> usize {
        self.options.len()
    }

    /// The weight of an option of a chance question (its probability is the weight by the sum of all weights); 1 elsewhere.
    pub fn weight(&self, option: usize) -> u32 {
        self.options.weights[option]
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
        let ask = self.ask.expect("an answer follows a question: call `run` before");
        assert!(state.words() == self.asked, "this question was asked of another position: call `run` with this one");
        if self.log.on {
            self.note_answer(state, option);
        }
        self.machine.answer_with(&self.game.inner.lowered.program, state, ask, &self.options, option)
    }

    pub(super) fn open_ask(&self) -> Option<&Ask> {
        self.ask.map(|ask| &self.game.program().asks[ask.index()])
    }

    /// An option in the language's notation: `hill`, `[hill, ben]`, `ride(hill--mill, ben)`, `yes`, `done`, `5`.
    /// Different options have different notations. Records and scenarios use it.
    pub fn notation(&self, option: usize) -> String {
        self.written(option, false)
    }

    /// An option's notation; `short`: without whose the things are.
    pub(super) fn written(&self, option: usize, short: bool) -> String {
        self.written.update(|written| written + 1);
        let Some(ask) = self.open_ask() else {
            return String::new();
        };
        let values = self.options.get(option);
        if let Some(once) = &ask.at_once {
            return listed(&self.values(&once.types, values, Style::Language));
        }
        let arm = &ask.arms[values[0].max(0) as usize];
        match &arm.kind {
            ArmKind::Yes => "yes".to_owned(),
            ArmKind::No => "no".to_owned(),
            ArmKind::Done => "done".to_owned(),
            ArmKind::Option => arm.label.map_or_else(String::new, |label| plain(self.game.program(), label)),
            ArmKind::Action(name) => {
                let values = self.named(&arm.types, values, short);
                if values.is_empty() { name.clone() } else { format!("{name}({})", values.join(", ")) }
            }
            ArmKind::Choice => {
                let values = self.named(&arm.types, values, short);
                self.pile(ask, &values).unwrap_or_else(|| listed(&values))
            }
        }
    }

    /// Piles are counted from 1.
    pub(super) fn pile(&self, ask: &Ask, values: &[String]) -> Option<String> {
        matches!(ask.part, code::Part::Division(_)).then(|| {
            let pile: i64 = values.first().and_then(|value| value.parse().ok()).unwrap_or(0);
            (pile + 1).to_string()
        })
    }

    pub(super) fn values(&self, types: &[u32], option: &[i32], style: Style) -> Vec<String> {
        let legend = &self.game.inner.lowered.legend;
        types.iter().enumerate().map(|(at, &ty)| show(legend, ty, &option[at + 1..=at + 1], style)).collect()
    }

    fn named(&self, types: &[u32], option: &[i32], short: bool) -> Vec<String> {
        let legend = &self.game.inner.lowered.legend;
        let mut names = self.values(types, option, Style::Language);
        for (at, (name, &ty)) in names.iter_mut().zip(types).enumerate().filter(|_| short) {
            let print = match legend.types[ty as usize] {
                Notation::Piece => usize::try_from(option[at + 1]).ok().and_then(|piece| legend.prints.get(piece)),
                _ => None,
            };
            if let Some(Some(print)) = print {
                name.clone_from(&print.of.notation);
            }
        }
        names
    }

    /// How an option of a question that is asked at once comes about: the labels of the answers that it stands for. Empty for
    /// other questions.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn way(&mut self, state: &State, option: usize) -> Result<Vec<String>, Fault> {
        self.steps(state, option).map(|steps| self.labels(steps))
    }

    /// The answers that an option of a question that is asked at once stands for.
    pub(super) fn steps(&mut self, state: &State, option: usize) -> Result<vm::Steps, Fault> {
        let Some(ask) = self.ask else {
            return Ok(Vec::new());
        };
        self.machine.way(&self.game.inner.lowered.program, state, ask, &self.options, option)
    }

    /// Of a question that is asked at once: two ways that show the same and do not end alike, if there are any.
    ///
    /// # Errors
    /// A fault of the rules.
    pub fn unlike_ends(&mut self, state: &State) -> Result<Option<[Vec<String>; 2]>, Fault> {
        let Some(ask) = self.ask else {
            return Ok(None);
        };
        let found = self.machine.unlike_ends(&self.game.inner.lowered.program, state, ask)?;
        Ok(found.map(|steps| steps.map(|steps| self.labels(steps))))
    }

    pub(super) fn labels(&mut self, steps: vm::Steps) -> Vec<String> {
        steps.into_iter().map(|(state, ask, values)| self.label_of(&state, ask, &values)).collect()
    }

    /// An option as players read it: `ride Ben's road to Mill`.
    pub fn label(&mut self, state: &State, option: usize) -> String {
        let values = self.options.get(option).to_vec();
        self.ask.map_or_else(String::new, |ask| self.label_of(state, ask, &values))
    }

    /// How "done" reads at the open question, whether it may be answered now or not; none: it cannot be answered there.
    pub fn done_label(&mut self, state: &State) -> Option<String> {
        let id = self.ask?;
        let arms = &self.game.program().asks[id.index()].arms;
        let arm = arms.iter().position(|arm| matches!(arm.kind, ArmKind::Done))?;
        Some(self.label_of(state, id, &[arm as i32]))
    }

    /// The option that leaves the open question undone, "no" or "done", where that is a whole answer of a player.
    pub fn declining(&self) -> Option<usize> {
        let whole = |ask: &&Ask| matches!(ask.part, code::Part::Whole) && ask.at_once.is_none() && ask.who.is_some();
        let ask = self.open_ask().filter(whole)?;
        let arm = |option: usize| ask.arms.get(self.options.get(option)[0].max(0) as usize);
        let declines = |arm: &code::Arm| matches!(arm.kind, ArmKind::No | ArmKind::Done);
        (0..self.options()).find(|&option| arm(option).is_some_and(declines))
    }

    /// What is asked, as players read it.
    pub fn prompt(&mut self, state: &State) -> String {
        let game = self.game.clone();
        let Some((id, ask)) = self.ask.map(|id| (id, &game.program().asks[id.index()])) else {
            return String::new();
        };
        if let Some(prompt) = ask.prompt {
            let parts = game.program().texts[prompt.index()].parts.clone();
            let option = self.options.iter().next().map(<[i32]>::to_vec).unwrap_or_default();
            return self.pieces(state, id, &option, &parts).into_iter().map(|(text, _)| text).collect();
        }
        match self.part(state) {
            Part::Division { .. } => {
                format!("Which pile does the {} go to?", self.divided_title(state).unwrap_or_default())
            }
            _ if ask.who.is_none() => "What does chance say?".to_owned(),
            _ => "What do you choose?".to_owned(),
        }
    }

    /// The clauses that the open question's line cites.
    pub fn clauses(&self) -> Vec<String> {
        self.open_ask().map_or_else(Vec::new, |ask| self.game.inner.book.clauses_at(ask.span).to_vec())
    }

    /// What the open question is a part of.
    pub fn part(&mut self, state: &State) -> Part {
        match self.open_ask().map(|ask| ask.part) {
            None | Some(code::Part::Whole) => Part::Whole,
            Some(code::Part::Order) => Part::Order,
            Some(code::Part::Bag) => Part::Bag,
            Some(code::Part::Division(id)) => {
                let piece = self.divided(state);
                let alike = self.game.program().divides[id as usize].alike;
                let legend = &self.game.inner.lowered.legend;
                let thing = piece.map_or_else(String::new, |piece| legend.pieces[piece as usize].notation.clone());
                Part::Division { thing, alike }
            }
        }
    }

    /// What of a division has been laid where so far: a row for each piece, a number for each pile.
    pub(super) fn matrix<'s>(&mut self, state: &'s State, id: u32) -> Option<&'s [i32]> {
        let game = self.game.clone();
        let program = game.program();
        let divide = &program.divides[id as usize];
        let player = match divide.player {
            Some(player) => self.machine.word(program, state, player).ok()?,
            None => 0,
        };
        let base = divide.base as usize + player.max(0) as usize * divide.stride as usize;
        state.words().get(base..base + divide.stride as usize)
    }

    /// The names of the invariants that do not hold (only when no action is under way).
    ///
    /// # Errors
    /// A fault while working them out.
    pub fn broken(&mut self, state: &State) -> Result<Vec<String>, Fault> {
        if self.in_action(state) {
            return Ok(Vec::new());
        }
        let program = &self.game.inner.lowered.program;
        let mut broken = Vec::new();
        for (what, holds) in &program.always {
            if self.machine.word(program, state, *holds)? == 0 {
                broken.push(what.clone());
            }
        }
        Ok(broken)
    }

    /// Where the rules say what must always hold, by its name, and the clauses that are cited there.
    pub fn always_at(&self, what: &str) -> Option<(String, Vec<String>)> {
        let book = &self.game.inner.book;
        let span = book.always.iter().find(|invariant| invariant.what == what)?.holds.value.span;
        Some((self.game.sources().place(span)?, book.clauses_at(span).to_vec()))
    }

    /// Who wins, and how all players rank, by the game's `winner`.
    ///
    /// # Errors
    /// A fault while working it out.
    pub fn result(&mut self, state: &State) -> Result<Outcome, Fault> {
        let program = &self.game.inner.lowered.program;
        let mut ranked = |list: Option<ExprId>| -> Result<Vec<Vec<usize>>, Fault> {
            let Some(list) = list else { return Ok(Vec::new()) };
            let words = self.machine.words(program, state, list)?;
            let groups = words[1..].iter().take(words[0].max(0) as usize);
            Ok(groups.map(|&group| code::Set::from_words(&[group]).iter().map(|p| p as usize).collect()).collect())
        };
        let mut ranking = ranked(program.winner)?;
        let winners = ranking.first().cloned().unwrap_or_default();
        ranking.extend(ranked(program.behind)?);
        Ok(Outcome { winners, ranking })
    }

    /// How many names of options were written so far: what work with options costs, however fast the machine is.
    pub fn names_written(&self) -> u64 {
        self.written.get()
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

    /// The clauses that the line cites at which the machine stands.
    pub fn clauses_here(&self, state: &State) -> Vec<String> {
        let span = self.game.program().op_spans.get(state.words()[PC].max(0) as usize);
        span.map_or_else(Vec::new, |&span| self.game.inner.book.clauses_at(span).to_vec())
    }

    /// Which rule's line the machine stands at: `rule`, `file:line:column`.
    pub fn position(&self, state: &State) -> (String, String) {
        let pc = state.words()[PC].max(0) as usize;
        let span = self.game.program().op_spans.get(pc).copied();
        let place = span.and_then(|span| self.game.sources().place(span)).unwrap_or_default();
        (self.game.rule_at(pc).unwrap_or_default().to_owned(), place)
    }

    /// What is left undone by the answer "no": the title of the action or card that asks; none where a rule asks.
    pub fn declined(&self, state: &State) -> Option<String> {
        let pc = state.words()[PC].max(0) as usize;
        let name = self.game.rule_at(pc)?;
        let rule = self.game.inner.book.rules.iter().find(|rule| rule.name == name && is_sheet(rule.kind))?;
        rule.title.as_ref().map(plain_title)
    }

    /// Whether an action that must be finished, or a transaction, is under way.
    pub fn in_action(&self, state: &State) -> bool {
        let open = self.game.program().layout.transactions;
        state.words()[DEPTH] > 0 || open.is_some_and(|open| state.words()[open as usize] > 0)
    }
}

fn is_sheet(kind: ir::RuleKind) -> bool {
    matches!(kind, ir::RuleKind::Action | ir::RuleKind::Card | ir::RuleKind::Interrupt)
}

/// One value by itself, several in brackets.
fn listed(values: &[String]) -> String {
    match values {
        [one] => one.clone(),
        _ => format!("[{}]", values.join(", ")),
    }
}
