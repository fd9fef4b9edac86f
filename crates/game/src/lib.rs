//! Board games as values: load rules, run them, answer questions, see what a player sees.
//!
//! ```text
//! folder --Rules::read--> Rules --Rules::game(set-up)--> Game --referee--> Referee + State
//!                                                                  run -> question -> answer -> run ..
//!                                                                  view, why, log, deal
//! ```
//!
//! [`Rules`] are the parsed and checked texts of a game's folder. A [`Game`] is one set-up of them: immutable and shared between threads.
//! A [`Referee`] runs states, one for each thread. It holds scratch memory and the options of the open question.
//! A [`State`] is a position, a plain value. Chance is a question that the caller answers like any other.
//! This crate draws no random numbers and plays no games.
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

mod actions;
mod affected;
mod clauses;
pub mod codes;
mod deal;
mod diagnosed;
mod draft;
mod edits;
mod error;
mod folder;
mod history;
mod interrupt;
mod layers;
mod log;
mod look;
mod looks;
mod loops;
mod marked;
mod names;
mod observe;
mod outside_names;
mod overlay;
mod parsed_texts;
mod pending;
mod position;
mod prepared;
mod question;
mod reached;
mod referee;
mod renamed;
mod render;
mod rule_parts;
mod rules;
mod rulings;
mod said;
mod saved;
mod settings;
mod setup;
mod sight;
mod standing;
mod strays;
mod texts;
mod titled;
mod titles;
mod together;
mod view;
mod vocabulary;
mod wording;
mod words;

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, OnceLock};

pub use actions::{Action, ActionGroup, ActionSpace, OpenIds};
pub use affected::Affected;
pub use clauses::{
    BlockText, Clause, ClauseKind, Erratum, Reconstructed, RulebookFile, RulingText, TextBlock, VariantText, means,
};
pub use codes::{is_waiver, is_warning};
pub use deal::Undealt;
pub use draft::{CheckedCall, Draft, UnknownMember};
pub use edits::{Edit, Explained};
pub use error::{Error, LoadError};
pub use folder::{GameFolder, Shelf};
pub use history::{InformationState, OwnQuestion, PositionChange, SeenEntry};
pub use layers::{known_variants, variant_names, variants_in, variants_in_order};
pub use log::{Happened, Line, LogEntry, LogKind, PositionLine};
pub use look::{LookBoard, LookName, LookNames, LookPicture};
pub use look::{colour_names, is_picture, look_mistakes, new_picture, picture_text, signs};
pub use loops::{LoopWatch, Unended};
pub use observe::{ObservationSpec, Plane, PlaneAxis, PlaneKind};
pub use outside_names::{NameFinder, NameForm, NameInText, OutsideName};
pub use overlay::{Change, Headline, headline};
pub use pending::Pending;
pub use position::RuleLine;
pub use question::{Card, Choice, Divided, FailingCondition, Part, Question, Refusal, RefusedAnswer, WhyNot};
pub use reached::{CoverageCode, CoverageWatch, CoveredPart, Reached};
pub use referee::{ActionProgress, AnswerError, AskedQuestion, Child, Children, Doing, Gathering, GivenAnswer};
pub use referee::{BlockAnswers, HistoryPath, PartProgress, PassedOver, Referee, Watch};
pub use render::draw_finding;
pub use rule_parts::{AsVariant, ClauseDifference, Difference, Differs, RulePart, Unwritable};
pub use rule_parts::{Cells, whole};
pub use rule_parts::{clause_differences, differences, text_differences};
pub use rules::{Rules, SENTENCES};
pub use rulings::{OtherAnswer, PlayedRuling};
pub use said::{Expression, PlaceChange, PositionDifference, PreparedExpression, Sight, SortChange};
pub use saved::{Misfit, SavedState, StateError};
pub use settings::SettingInfo;
pub use setup::{SEAT_NAMES, Setup};
pub use standing::{Outcome, Standing};
pub use strays::{YAML_FILES, strays};
pub use texts::RulesTexts;
pub use view::{
    AnswerView, BoardLook, BoxContents, BoxItem, CardFace, CellLook, CountedThing, Depth, Display, FaceSign, FaceValue,
    LayerView, LinkLook, Look, Mark, MeasureLook, MeasureOrder, NamedValue, PieceLook, PlaceView, SeatColour, Shape,
    Shown, Spot, TrackLook, View, WinnerLook,
};
pub use wording::{Answered, Drawn, OptionValue, Value};
pub use wording::{apart, bracketed};

use self::look::{LookFile, WrittenLook};
use self::prepared::Prepared;
use tavola_core::code::{Legend, Program};
use tavola_core::ir::{RuleId, Rulebook};
use tavola_core::lower::{Lowered, SetUpContext};
use tavola_core::vm::FaultKind;
use tavola_syntax::text::Sources;

/// Name of an index of things, from the name of its kind: `big_fruit` from `BigFruit`.
pub use tavola_core::check::index_name;
/// Names of all library functions: `neighbours`, `distance`.
pub use tavola_core::check::library_words;
pub use tavola_core::check::{Declaration, DeclarationId, DeclarationSort, NameAt, NameIndex, NameUse, PartName};
pub use tavola_core::vm::{Fault, State, is_budget};
/// Tests of what an author may write: a name, the id of a clause.
pub use tavola_syntax::syntax::{is_clause, is_name, removed_clause};
/// Findings and texts of rules, which [`Rules::diagnostics`], [`Rules::sources`] and [`LoadError`] hold.
pub use tavola_syntax::{diagnostic, text};

/// One set-up of a game, ready to be played. Cheap to clone and shared between threads.
#[derive(Clone)]
pub struct Game {
    inner: Arc<Inner>,
    rows: Arc<view::MadeOnce>,
    actions: Arc<std::sync::OnceLock<ActionSpace>>,
    observation: Arc<observe::SpecMadeOnce>,
    /// Native code of hot expressions, see [`Game::enable_jit`].
    #[cfg(feature = "native")]
    native: Arc<std::sync::OnceLock<Arc<tavola_core::vm::Native>>>,
}

struct Inner {
    setup: Setup,
    book: Arc<Rulebook>,
    set_up_context: Arc<SetUpContext>,
    prepared: Prepared,
    sources: Sources,
    /// The rule to run: the whole game, or the sentences of a scenario.
    play: RuleId,
    lowered: Lowered,
    look: Option<Arc<WrittenLook>>,
    hash: String,
    setup_hash: String,
    code_hash: OnceLock<String>,
    /// The flag that interrupts referees, see [`Rules::with_interrupt`].
    interrupt: Option<Arc<AtomicBool>>,
}

impl Game {
    fn new(inner: Inner) -> Self {
        Self {
            inner: Arc::new(inner),
            rows: Arc::default(),
            actions: Arc::default(),
            observation: Arc::default(),
            #[cfg(feature = "native")]
            native: Arc::default(),
        }
    }

    /// Reads, checks and sets up a game in one step.
    ///
    /// # Errors
    /// See [`Rules::read`] and [`Rules::game`].
    pub fn load(folder: impl AsRef<Path>, setup: &Setup) -> Result<Self, LoadError> {
        Rules::read(folder.as_ref(), setup.variant.as_deref())?.game(setup)
    }

    /// The set-up of this game.
    pub fn setup(&self) -> &Setup {
        &self.inner.setup
    }

    /// Name of the game in the rules, such as `valley`.
    pub fn name(&self) -> &str {
        &self.inner.book.name
    }

    /// Number of invariants (`always`) in the rules.
    pub fn invariants(&self) -> usize {
        self.inner.lowered.program.always.len()
    }

    /// Title for people, such as `The Valley`.
    pub fn title(&self) -> &str {
        &self.inner.book.title
    }

    /// Names of the players by seat as people read them: those of [`Rules::game_with_titles`], or those of the set-up
    /// with a capital letter.
    pub fn shown_names(&self) -> Vec<String> {
        let choices = self.inner.set_up_context.choices();
        (0..self.players()).map(|seat| choices.title(seat)).collect()
    }

    /// Number of players.
    pub fn players(&self) -> usize {
        self.inner.setup.players.len()
    }

    /// Checks that a viewer is a seat, or a spectator.
    pub(crate) fn check_viewer(&self, viewer: Option<usize>) -> Result<(), Error> {
        match viewer.filter(|&seat| seat >= self.players()) {
            Some(seat) => Err(Error::new(format!("there is no seat {seat}: seats are 0 to {}", self.players() - 1))),
            None => Ok(()),
        }
    }

    /// Checks that a viewer is a seat, or a spectator.
    ///
    /// # Panics
    /// If there is no such seat.
    pub(crate) fn assert_viewer(&self, viewer: Option<usize>) {
        if let Err(error) = self.check_viewer(viewer) {
            panic!("{}", error.message);
        }
    }

    /// True if the players can only win together: there are several, and `winner` says the same of all of them.
    pub fn is_cooperative(&self) -> bool {
        self.players() > 1 && self.inner.book.winner.as_ref().is_some_and(|winner| winner.together)
    }

    /// True if a player can be ahead of another one: there are several, and they do not win or lose together.
    pub fn has_rivals(&self) -> bool {
        self.players() > 1 && !self.is_cooperative()
    }

    /// Fingerprint of the rules, see [`Rules::hash`].
    pub fn hash(&self) -> &str {
        &self.inner.hash
    }

    /// Texts of the rules, for drawing findings.
    pub fn sources(&self) -> &Sources {
        &self.inner.sources
    }

    /// The position before the first question.
    pub fn start(&self) -> State {
        State::start(self.program().start.clone())
    }

    /// A copy of this game without optimisations, as a baseline for differential tests.
    ///
    /// No option is proved before play, and every way is tried by itself. The states of both games are interchangeable. It is slower.
    pub fn plain(&self) -> Self {
        self.with_program(self.lower_plainly())
    }

    /// Contents of `look.yaml`.
    fn look_file(&self) -> Option<&LookFile> {
        self.inner.look.as_ref().map(|look| &*look.file)
    }

    fn lower_plainly(&self) -> Lowered {
        let Inner { set_up_context, book, play, .. } = &*self.inner;
        set_up_context.lower_plainly(book, *play).expect("these rules were lowered before")
    }

    /// A copy of this game with another program over the same states.
    fn with_program(&self, lowered: Lowered) -> Self {
        let Inner { setup, book, set_up_context, prepared, sources, play, look, hash, setup_hash, interrupt, .. } =
            &*self.inner;
        Self::new(Inner {
            setup: setup.clone(),
            book: Arc::clone(book),
            set_up_context: Arc::clone(set_up_context),
            prepared: prepared.clone(),
            sources: sources.clone(),
            play: *play,
            lowered,
            look: look.clone(),
            hash: hash.clone(),
            setup_hash: setup_hash.clone(),
            code_hash: OnceLock::new(),
            interrupt: interrupt.clone(),
        })
    }

    /// All actions as ids from 0, for programs that learn. Made at the first call.
    ///
    /// The ids follow from the rules and the set-up alone. They change only if the rules ([`Game::hash`]), the set-up, or the version
    /// of this crate changes. [`Referee::begin_actions`] begins an answer by ids.
    ///
    /// ```
    /// use tavola_game::{Rules, Setup};
    ///
    /// let rules = "game two \"Two\" for 2 players\n\nplay\n  each p in Player\n    p chooses n in 1..3 \"How much?\"\n";
    /// let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2))?;
    /// let actions = game.actions();
    /// assert_eq!(actions.len(), 3);
    /// let action = &actions.actions()[1];
    /// assert_eq!(action.notation, "2");
    /// assert_eq!(actions.groups()[action.group].prompt, "How much?");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn actions(&self) -> &ActionSpace {
        self.actions.get_or_init(|| ActionSpace::new(self))
    }

    /// True if both are the same set-up of the same rules: clones of one game.
    pub(crate) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.inner, &other.inner)
    }

    /// A new referee for this game. Each thread needs its own.
    pub fn referee(&self) -> Referee {
        Referee::new(self)
    }

    /// Enables JIT compilation of hot expressions for all referees made from now on. Use it before playing thousands of games.
    ///
    /// Results are identical to the byte. Without the feature `native`, and on machines without a code generator, this does nothing.
    pub fn enable_jit(&self) {
        #[cfg(feature = "native")]
        self.enable_jit_after(tavola_core::vm::Native::OFTEN);
    }

    /// Enables JIT compilation with a threshold: steps spent per node of an expression before it is compiled. 0 compiles at first use.
    #[cfg(feature = "native")]
    pub fn enable_jit_after(&self, often: u32) {
        self.native.get_or_init(|| Arc::new(tavola_core::vm::Native::new(self.program(), often)));
    }

    /// Number of expressions compiled so far, and number of evaluations that native code left to the interpreter.
    #[cfg(feature = "native")]
    pub fn jit_counts(&self) -> (usize, u64) {
        self.native.get().map_or((0, 0), |native| native.made())
    }

    /// A machine for the program of this game.
    fn machine(&self) -> tavola_core::vm::Machine {
        #[cfg_attr(not(feature = "native"), expect(unused_mut, reason = "nothing is hastened"))]
        let mut machine = tavola_core::vm::Machine::new(self.program());
        #[cfg(feature = "native")]
        if let Some(native) = self.native.get() {
            machine.enable_jit(Arc::clone(native));
        }
        machine
    }

    /// Name and place (`file:line:column`) of every rule in the program. Their order gives rules their numbers.
    pub fn rules(&self) -> Vec<(String, String)> {
        let rules = self.program().rules.iter();
        rules.map(|rule| (rule.name.clone(), self.sources().place(rule.span).unwrap_or_default())).collect()
    }

    /// Phases that have a heading in the log: index into [`Game::rules`], and title.
    pub fn phases(&self) -> Vec<(usize, String)> {
        let rules = self.program().rules.iter().enumerate();
        rules.filter_map(|(at, rule)| Some((at, rule.heading.clone()?))).collect()
    }

    /// For each rule, true if this set-up can call it. Rules under a setting or ruling with another value are not called.
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

    /// Words of a state with all dead words set to 0. Live are the table and the names that a running rule still reads.
    pub fn words_in_use(&self, state: &State) -> Vec<i32> {
        sight::words_in_use(self.program(), self.players(), state)
    }

    /// The program and the legend with its names.
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

    /// The author's message for a failed `require`.
    fn said(&self, kind: FaultKind) -> Option<String> {
        match kind {
            FaultKind::Require(why) => why.map(|why| wording::plain(self.program(), why)),
            _ => None,
        }
    }

    /// Name of the rule that contains an operation.
    fn rule_at(&self, pc: usize) -> Option<&str> {
        let rules = self.program().rules.iter();
        rules.clone().find(|rule| (rule.entry.index()..rule.end.index()).contains(&pc)).map(|rule| rule.name.as_str())
    }
}

/// True if a rule of the program was written by the author under this name. Generated rules have a blank in theirs.
pub fn is_own_rule(name: &str) -> bool {
    !name.contains(' ')
}
