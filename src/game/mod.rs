//! The public face: load a game, run it, answer its questions, look at it as one player may, name everything.
//!
//! A [`Game`] is shared and never changes; a [`Referee`] is one worker's desk (scratch memory, the open question's
//! options); a [`State`] is a value. Chance is answered from outside, like any question.

mod error;
mod referee;
mod setup;
mod view;

use std::path::Path;
use std::sync::Arc;

pub use error::{Error, LoadError};
pub use referee::{Happened, Part, Pending, Referee, Refusal};
pub use setup::Setup;
pub use view::{PlaceView, Seen, View};

use crate::diagnostic::Diagnostic;
use crate::text::Sources;

/// Something went wrong in a rule at play time; [`Game::diagnose`] says what and where.
pub use crate::vm::Fault;
/// A position: a flat slice of numbers. Clone, equality and hash are those of the slice; equal states have equal futures.
pub use crate::vm::State;

/// One set-up of one game, ready to be played. Cheap to clone, shared between threads.
#[derive(Clone)]
pub struct Game {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {}

/// A game's folder: its texts, parsed and checked, before a set-up is chosen. Loading several set-ups or scenarios of one
/// game starts from here, so that the rules are read and checked once.
#[derive(Clone)]
pub struct Rules {}

impl Rules {
    /// Reads and checks a folder (all its `.tavola` files, `rulebook.yaml` if it is there), with a variant laid over it
    /// (by name: `variants/NAME.tavola`). All findings are in [`Rules::diagnostics`], also when there are errors.
    ///
    /// # Errors
    /// Only for what cannot be read at all: no such folder, no rules file in it, no such variant.
    pub fn read(folder: &Path, variant: Option<&str>) -> Result<Self, Error> {
        todo!("{folder:?} {variant:?}")
    }

    /// Texts instead of files, for tests: name and text of each. No clauses are known.
    pub fn from_texts(texts: &[(&str, &str)]) -> Self {
        todo!("{texts:?}")
    }

    /// Everything that is wrong or doubtful.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        todo!()
    }

    /// The texts, to draw diagnostics with.
    pub fn sources(&self) -> &Sources {
        todo!()
    }

    /// `san_marco`; the folder's name while the rules have errors.
    pub fn name(&self) -> &str {
        todo!()
    }

    /// Fewest and most players; `None` while the rules have errors.
    pub fn players(&self) -> Option<(usize, usize)> {
        todo!()
    }

    /// A number that changes whenever a rules file changes (64 bits in hex).
    pub fn hash(&self) -> String {
        todo!()
    }

    /// Names and values of all settings and rulings: name, value for so many players, allowed values in words, meaning.
    pub fn settings(&self, players: usize) -> Vec<(String, String, String, String)> {
        todo!("{players}")
    }

    /// The game for one set-up.
    ///
    /// # Errors
    /// [`LoadError::Findings`] while the rules have errors, [`LoadError::Error`] for a wrong number of players, an unknown
    /// setting, a value out of range.
    pub fn game(&self, setup: &Setup) -> Result<Game, LoadError> {
        self.game_from(setup, None)
    }

    /// The same, but instead of the whole game these sentences of the language are run (scenarios). Findings in them are
    /// drawn with the sources of the error.
    pub fn game_from(&self, setup: &Setup, sentences: Option<&str>) -> Result<Game, LoadError> {
        todo!("{setup:?} {sentences:?}")
    }
}

impl Game {
    /// Reads, checks and sets up in one go.
    ///
    /// # Errors
    /// See [`Rules::read`] and [`Rules::game`].
    pub fn load(folder: impl AsRef<Path>, setup: &Setup) -> Result<Self, LoadError> {
        Rules::read(folder.as_ref(), setup.variant.as_deref())?.game(setup)
    }

    /// The set-up.
    pub fn setup(&self) -> &Setup {
        todo!()
    }

    /// `San Marco`
    pub fn title(&self) -> &str {
        todo!()
    }

    /// The position before anything is asked.
    pub fn start(&self) -> State {
        todo!()
    }

    /// A desk to run states on. One for each thread.
    pub fn referee(&self) -> Referee {
        Referee::new(self)
    }

    /// What a fault means, as a located finding.
    pub fn diagnose(&self, fault: &Fault) -> Diagnostic {
        todo!("{fault:?}")
    }

    /// Names and code places of all rules: for "how often did it run": name, `file:line:column`.
    pub fn rules(&self) -> Vec<(String, String)> {
        todo!()
    }

    /// A state from its words (a saved game).
    ///
    /// # Errors
    /// If it has another length than this set-up's states, or points outside its rules.
    pub fn state_from_words(&self, words: &[i32]) -> Result<State, Error> {
        todo!("{words:?}")
    }
}
