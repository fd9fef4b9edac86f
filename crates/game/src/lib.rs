//! Board games as values: load rules, run them, answer questions, see what a player sees.
//!
//! ```text
//! folder --Rules::read--> Rules --Rules::game(set-up)--> Game --referee--> Referee + State
//!                                                                  run -> question -> answer -> run ..
//!                                                                  view, why, log, deal
//! ```
//!
//! [`Rules`] are a folder, read and checked. A [`Game`] is one set-up of them: shared, it never changes. A [`Referee`] is
//! one thread's scratch memory and the options of the open question; a [`State`] is a value. Chance is answered from
//! outside, like any question: nothing here draws a random number, and nothing plays.
//!
//! ```
//! use tavola_game::{Pending, Rules, Setup};
//!
//! let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
//!              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
//! let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2))?;
//! let (mut referee, mut state) = (game.referee(), game.start());
//! assert_eq!(referee.run(&mut state)?, Pending::Choice(0));
//! let three = referee.find(&state, "3").expect("it is offered");
//! referee.answer(&mut state, three)?;
//! assert_eq!(referee.run(&mut state)?, Pending::Choice(1));
//! assert!(referee.find(&state, "4").is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod clauses;
pub mod codes;
mod deal;
mod draft;
mod edits;
mod error;
mod layers;
mod log;
mod loops;
mod overlay;
mod pending;
mod position;
mod prepared;
mod question;
mod referee;
mod render;
mod rules;
mod said;
mod settings;
mod setup;
mod sight;
mod standing;
mod strays;
mod texts;
mod together;
mod view;
mod vocabulary;
mod wording;
mod words;
mod written;

use std::path::Path;
use std::sync::Arc;

pub use clauses::{Clause, ClauseKind, Erratum, Reconstructed, RulebookFile, RulingText, means};
pub use codes::{is_waiver, is_warning};
pub use deal::Undealt;
pub use draft::Draft;
pub use edits::{Edit, Explained};
pub use error::{Error, LoadError};
pub use layers::{variant_names, variants_in, variants_in_order};
pub use log::{Happened, Line, PositionLine};
pub use loops::{LoopWatch, Unended};
pub use overlay::{Change, Headline, headline};
pub use pending::Pending;
pub use question::{Card, Choice, Divided, Part, Question, Refusal, WhyNot};
pub use referee::TrailWay;
pub use referee::{Child, Children, Doing, Gathering, Parts, Referee, Unfinished, Watch};
pub use render::draw_finding;
pub use rules::{Rules, SENTENCES};
pub use said::{Expression, Posed, Sight};
pub use settings::SettingInfo;
pub use setup::{SEAT_NAMES, Setup};
pub use standing::{Outcome, Standing};
pub use strays::strays;
pub use texts::RulesTexts;
pub use view::{
    AnswerView, BoardLook, CellLook, CountedThing, Depth, Display, LayerView, LinkLook, Look, Mark, NamedValue,
    PieceLook, PlaceView, Shape, Shown, Spot, View,
};
pub use wording::{Answered, Drawn, OptionValue, Value};
pub use wording::{apart, bracketed};
pub use written::{AsVariant, ClauseDifference, Difference, Differs, RulePart, clause_differences, differences};
pub use written::{Cells, whole};

use self::prepared::Prepared;
use tavola_core::code::{DEPTH, Legend, PC, Program};
use tavola_core::ir::{RuleId, RuleKind, Rulebook};
use tavola_core::lower::{Ground, Lowered};
use tavola_core::vm::{FaultKind, MENU_ENDS, fault_text};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};

pub use tavola_core::check::PartName;
/// A position: a flat slice of numbers. Clone, equality and hash are those of the slice; equal states have equal futures.
pub use tavola_core::vm::State;
/// Something went wrong in a rule at play time; [`Game::diagnose`] says what and where.
pub use tavola_core::vm::{Fault, is_budget};

/// One set-up of one game, ready to be played. Cheap to clone, shared between threads.
#[derive(Clone)]
pub struct Game {
    inner: Arc<Inner>,
    rows: Arc<view::MadeOnce>,
    /// Machine code of what is asked for often; see [`Game::hasten`].
    #[cfg(feature = "native")]
    native: Arc<std::sync::OnceLock<Arc<tavola_core::vm::Native>>>,
}

struct Inner {
    setup: Setup,
    book: Arc<Rulebook>,
    ground: Arc<Ground>,
    prepared: Prepared,
    sources: Sources,
    /// The rule that is the whole run.
    play: RuleId,
    lowered: Lowered,
    hash: String,
}

impl Game {
    fn new(inner: Inner) -> Self {
        Self {
            inner: Arc::new(inner),
            rows: Arc::default(),
            #[cfg(feature = "native")]
            native: Arc::default(),
        }
    }

    /// Reads, checks and sets up in one go.
    ///
    /// # Errors
    /// See [`Rules::read`] and [`Rules::game`].
    pub fn load(folder: impl AsRef<Path>, setup: &Setup) -> Result<Self, LoadError> {
        Rules::read(folder.as_ref(), setup.variant.as_deref())?.game(setup)
    }

    /// The set-up.
    pub fn setup(&self) -> &Setup {
        &self.inner.setup
    }

    /// `valley`
    pub fn name(&self) -> &str {
        &self.inner.book.name
    }

    /// How many invariants (`always`) the rules have.
    pub fn invariants(&self) -> usize {
        self.inner.lowered.program.always.len()
    }

    /// `The Valley`
    pub fn title(&self) -> &str {
        &self.inner.book.title
    }

    /// How many players.
    pub fn players(&self) -> usize {
        self.inner.setup.players.len()
    }

    /// Whether the players only win all together, or nobody does: the condition of `winner` is the same for all of them.
    pub fn is_cooperative(&self) -> bool {
        self.players() > 1 && self.inner.book.winner.as_ref().is_some_and(|winner| winner.together)
    }

    /// The fingerprint of the rules, see [`Rules::hash`].
    pub fn hash(&self) -> &str {
        &self.inner.hash
    }

    /// The texts, to draw diagnostics with.
    pub fn sources(&self) -> &Sources {
        &self.inner.sources
    }

    /// The position before anything is asked.
    pub fn start(&self) -> State {
        State::start(self.program().start.clone())
    }

    /// This game, worked out as it is written: nothing was proved of options before play, every one is tried, each way by
    /// itself. Its states are those of this game. Slower, to compare.
    pub fn plain(&self) -> Self {
        let Inner { setup, book, ground, prepared, sources, play, hash, .. } = &*self.inner;
        let lowered = ground.lower_plainly(book, *play).expect("these rules were lowered before");
        Self::new(Inner {
            setup: setup.clone(),
            book: Arc::clone(book),
            ground: Arc::clone(ground),
            prepared: prepared.clone(),
            sources: sources.clone(),
            play: *play,
            lowered,
            hash: hash.clone(),
        })
    }

    /// A referee to run states with. One for each thread.
    pub fn referee(&self) -> Referee {
        Referee::new(self)
    }

    /// For whoever plays thousands of games: expressions that are asked for often become machine code, for referees that are made from
    /// now on. Nothing else changes: not an option, not a position, not a fault. Without the feature `native`, and on machines for
    /// which no code can be made, it does nothing.
    pub fn hasten(&self) {
        #[cfg(feature = "native")]
        self.hasten_after(tavola_core::vm::Native::OFTEN);
    }

    /// [`Game::hasten`], of expressions that have cost `often` steps for each of their nodes; 0: of all that are asked for.
    #[cfg(feature = "native")]
    pub fn hasten_after(&self, often: u32) {
        self.native.get_or_init(|| Arc::new(tavola_core::vm::Native::new(self.program(), often)));
    }

    /// How many expressions are machine code by now, and how often one of them left its value to the interpreter.
    #[cfg(feature = "native")]
    pub fn hastened(&self) -> (usize, u64) {
        self.native.get().map_or((0, 0), |native| native.made())
    }

    /// A machine for its program.
    fn machine(&self) -> tavola_core::vm::Machine {
        #[cfg_attr(not(feature = "native"), expect(unused_mut, reason = "nothing is hastened"))]
        let mut machine = tavola_core::vm::Machine::new(self.program());
        #[cfg(feature = "native")]
        if let Some(native) = self.native.get() {
            machine.hasten(Arc::clone(native));
        }
        machine
    }

    /// What a fault means, as a located finding.
    pub fn diagnose(&self, fault: &Fault) -> Diagnostic {
        let program = self.program();
        let expr = fault.expr.and_then(|expr| program.expr_spans.get(expr.index()).copied());
        let op = program.op_spans.get(fault.pc.index()).copied().unwrap_or(Span::NONE);
        let span = expr.filter(|span| !span.is_none()).unwrap_or(op);
        let (code, message, mut help) = fault_text(fault.kind);
        if fault.kind == FaultKind::NothingToChoose && self.asks_a_menu(fault.pc.index()) {
            help = MENU_ENDS;
        }
        let message = match self.said(fault.kind) {
            Some(why) => format!("{message}: {why}"),
            None => message.to_owned(),
        };
        let finding = Diagnostic::error(code, span, message).clause(self.book().clauses_at(span).first().cloned());
        let finding = match self.rule_at(fault.pc.index()) {
            Some(rule) if !rule.is_empty() => finding.label(op, format!("while `{rule}` runs")),
            _ => finding,
        };
        finding.help(help)
    }

    /// Whether an operation is the question of a menu that cannot be ended.
    fn asks_a_menu(&self, pc: usize) -> bool {
        let rules = &self.book().rules;
        let menu = self.rule_at(pc).and_then(|name| rules.iter().find(|rule| rule.name == name));
        menu.is_some_and(|rule| rule.kind == RuleKind::Menu)
    }

    /// Names and places of all rules that can run: for "how often did it run": name, `file:line:column`.
    pub fn rules(&self) -> Vec<(String, String)> {
        let rules = self.program().rules.iter();
        rules.map(|rule| (rule.name.clone(), self.sources().place(rule.span).unwrap_or_default())).collect()
    }

    /// The lines of one of these rules that do something and cite clauses: `file:line:column`, and which.
    pub fn cited_lines(&self, rule: usize) -> Vec<(String, Vec<String>)> {
        let (program, book) = (self.program(), &self.inner.book);
        let Some(rule) = program.rules.get(rule) else { return Vec::new() };
        let spans = program.op_spans.get(rule.entry.index()..rule.end.index()).unwrap_or_default();
        let mut lines: Vec<(String, Vec<String>)> = Vec::new();
        for &span in spans {
            let place = self.sources().place(span).unwrap_or_default();
            let cited = book.clauses_at(span);
            if !cited.is_empty() && !lines.iter().any(|(known, _)| *known == place) {
                lines.push((place, cited.to_vec()));
            }
        }
        lines
    }

    /// For each of these rules, whether this set-up calls it at all: what stands under a setting or ruling that says otherwise is not
    /// called.
    pub fn called_rules(&self) -> Vec<bool> {
        let program = self.program();
        let calls = |from: usize, to: usize| {
            program.ops[from..to].iter().filter_map(|op| match op {
                tavola_core::code::Op::Call { entry, .. } => Some(*entry),
                _ => None,
            })
        };
        let mut called = vec![false; program.rules.len()];
        let mut open: Vec<tavola_core::code::Pc> = calls(0, 1).collect();
        while let Some(entry) = open.pop() {
            for (at, rule) in program.rules.iter().enumerate() {
                if (rule.entry == entry || rule.checked == Some(entry)) && !std::mem::replace(&mut called[at], true) {
                    open.extend(calls(rule.entry.index(), rule.end.index()));
                }
            }
        }
        called
    }

    /// A state from its words (a saved game).
    ///
    /// # Errors
    /// If it has another length than this set-up's states, or points outside its rules.
    pub fn state_from_words(&self, words: &[i32]) -> Result<State, Error> {
        let program = self.program();
        let wanted = program.layout.words as usize;
        if words.len() != wanted {
            let message = format!("a position of {} has {wanted} numbers, not {}", self.title(), words.len());
            return Err(Error::new(message));
        }
        let inside = usize::try_from(words[PC]).is_ok_and(|pc| pc < program.ops.len());
        if !inside || words[DEPTH] < 0 {
            return Err(Error::new(format!("this is no position of {}", self.title())));
        }
        Ok(State::from_words(words.to_vec()))
    }

    /// The words of a position that say something of it; 0 for all others.
    pub fn words_in_use(&self, state: &State) -> Vec<i32> {
        sight::words_in_use(self.program(), self.players(), state)
    }

    /// What is frozen of it, for the machine and for people.
    fn lowered(&self) -> &Lowered {
        &self.inner.lowered
    }

    fn program(&self) -> &Program {
        &self.inner.lowered.program
    }

    fn legend(&self) -> &Legend {
        &self.inner.lowered.legend
    }

    fn book(&self) -> &Rulebook {
        &self.inner.book
    }

    /// The reason that stands with a condition that must hold.
    fn said(&self, kind: FaultKind) -> Option<String> {
        match kind {
            FaultKind::Require(why) => why.map(|why| wording::plain(self.program(), why)),
            _ => None,
        }
    }

    /// The rule whose code holds an operation.
    fn rule_at(&self, pc: usize) -> Option<&str> {
        let rules = self.program().rules.iter();
        rules.clone().find(|rule| (rule.entry.index()..rule.end.index()).contains(&pc)).map(|rule| rule.name.as_str())
    }
}

/// Whether a rule of a program is one of the author's, and not the sentences of another one around which something was woven:
/// no name of an author has a blank.
pub fn is_own_rule(name: &str) -> bool {
    !name.contains(' ')
}
