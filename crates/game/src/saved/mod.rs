//! Saved positions: the words of a state under a head that says which game they belong to.

mod check;
mod error;
mod frames;
mod packed;
mod values;

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tavola_core::code::{Op, Program};
use tavola_core::lower::Choices;
use tavola_core::vm::State;
use tavola_syntax::text::Fingerprint;

use super::Game;
pub use error::{Misfit, StateError};

/// First word of the text form.
const NAME: &str = "tavola-state";

/// A position of a game, ready to be stored or sent: [`Game::save`] makes it, and [`Game::restore`] reads it.
///
/// The head names the format, the game, its rules, its set-up and its code. All fields are plain text or numbers.
/// The text form ([`Display`](fmt::Display) and [`FromStr`]) is one line of ASCII without secrets of the machine that wrote it.
/// It does hold the secrets of the game, so never send it to a player.
///
/// A saved position has no history: see [`State::as_it_stands`].
///
/// ```
/// use tavola_game::{Rules, SavedState, Setup, StateError};
///
/// let rules = "game two \"Two\" for 2..3 players\n\ntrack fame[Player] 0..9\n\nplay\n  each p in Player\n    \
///              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
/// let rules = Rules::from_texts(&[("two", rules)]);
/// let game = rules.game(&Setup::of(2))?;
/// let (mut referee, mut state) = (game.referee(), game.start());
/// referee.run(&mut state)?;
///
/// let text = game.save(&state).to_string();
/// let saved: SavedState = text.parse()?;
/// assert_eq!(game.restore(&saved)?, state);
///
/// let three = rules.game(&Setup::of(3))?;
/// assert!(matches!(three.restore(&saved), Err(StateError::Setup)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SavedState {
    /// Number of the format, [`SavedState::FORMAT`] when this version of the crate wrote it.
    pub format: u32,
    /// Name of the game, see [`Game::name`].
    pub game: String,
    /// Fingerprint of the rules, see [`Game::hash`].
    pub rules: String,
    /// Fingerprint of the set-up, see [`Game::setup_hash`].
    pub setup: String,
    /// Fingerprint of the operations to which the words refer. It differs between versions of the crate that lower rules differently.
    pub code: String,
    /// The words: numbers separated by commas, `n*WORD` for `n` equal words, `_` for none.
    pub words: String,
}

impl SavedState {
    /// Number of the format that this version of the crate writes and reads.
    pub const FORMAT: u32 = 1;
}

impl fmt::Display for SavedState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { format, game, rules, setup, code, words } = self;
        write!(f, "{NAME} {format} {game} {rules} {setup} {code} {words}")
    }
}

impl FromStr for SavedState {
    type Err = StateError;

    /// Reads the text form. Only the shape of the line is checked here, see [`Game::restore`].
    fn from_str(text: &str) -> Result<Self, StateError> {
        let mut parts = text.split_ascii_whitespace();
        if parts.next() != Some(NAME) {
            return Err(StateError::Text);
        }
        let format = parts.next().ok_or(StateError::Truncated)?.parse().map_err(|_| StateError::Text)?;
        if format != Self::FORMAT {
            return Err(StateError::Format(format));
        }
        let mut part = || parts.next().map(str::to_owned).ok_or(StateError::Truncated);
        let saved = Self { format, game: part()?, rules: part()?, setup: part()?, code: part()?, words: part()? };
        if parts.next().is_some() { Err(StateError::Text) } else { Ok(saved) }
    }
}

impl Game {
    /// Saves a position under a head with the fingerprints of this game.
    pub fn save(&self, state: &State) -> SavedState {
        SavedState {
            format: SavedState::FORMAT,
            game: self.name().to_owned(),
            rules: self.hash().to_owned(),
            setup: self.setup_hash().to_owned(),
            code: self.code_hash().to_owned(),
            words: packed::pack(state.words()),
        }
    }

    /// Restores a saved position of this game.
    ///
    /// Everything is checked: the head, the number of words, and each word against the values that it may have. Things in places
    /// must be as many as in the box, the order of places must match their contents, and the rules must stand where they can wait.
    /// A position that passes can be played on: whatever else its words say, the rules at worst stop with a fault.
    ///
    /// Positions at a fault cannot be restored, because the rules cannot wait there.
    ///
    /// # Errors
    /// The first difference, see [`StateError`].
    pub fn restore(&self, saved: &SavedState) -> Result<State, StateError> {
        self.is_headed(saved)?;
        let words = packed::unpack(&saved.words, self.program().layout.words as usize)?;
        if words == self.program().start {
            return Ok(self.start());
        }
        let state = State::from_words(words);
        match check::misfit(self, &state) {
            None => Ok(state),
            Some(misfit) => Err(StateError::Misfit(misfit)),
        }
    }

    /// Compares the head.
    fn is_headed(&self, saved: &SavedState) -> Result<(), StateError> {
        if saved.format != SavedState::FORMAT {
            return Err(StateError::Format(saved.format));
        }
        if saved.game != self.name() {
            return Err(StateError::Game { saved: saved.game.clone(), here: self.name().to_owned() });
        }
        if saved.rules != self.hash() {
            return Err(StateError::Rules);
        }
        if saved.setup != self.setup_hash() {
            return Err(StateError::Setup);
        }
        if saved.code != self.code_hash() {
            return Err(StateError::Code);
        }
        Ok(())
    }

    /// Fingerprint of the set-up: 64 bits in hexadecimal. It covers the number of players, the values of all settings and rulings,
    /// and the sentences of a scenario. Names of players do not count; variants count in [`Game::hash`].
    pub fn setup_hash(&self) -> &str {
        &self.inner.setup_hash
    }

    /// Fingerprint of the operations to which the words of a state refer.
    fn code_hash(&self) -> &str {
        self.inner.code_hash.get_or_init(|| code_print(self.program()))
    }
}

/// Fingerprint of a set-up.
pub(super) fn setup_print(choices: &Choices, sentences: Option<&str>) -> String {
    let mut print = Fingerprint::default();
    print.add(&(choices.seats.len() as u64).to_le_bytes());
    choices.settings.iter().for_each(|value| print.add(&value.to_le_bytes()));
    if let Some(sentences) = sentences {
        print.add(sentences.as_bytes());
    }
    format!("{:016x}", print.number())
}

/// Fingerprint of a program's layout and of the operations at which a state can wait or to which it can return. It is the same for
/// the optimised and the plain program of a game.
fn code_print(program: &Program) -> String {
    let mut print = Fingerprint::default();
    let mut add = |number: u32| print.add(&number.to_le_bytes());
    let layout = &program.layout;
    [layout.words, layout.frames].into_iter().for_each(&mut add);
    layout.cells.iter().for_each(|cell| add(cell.base));
    layout.pieces.iter().for_each(|piece| add(piece.figure.unwrap_or(u32::MAX)));
    for (at, op) in (0..).zip(&program.ops) {
        let parts = match *op {
            Op::Ask(ask) => [1, ask.0, 0],
            Op::Call { entry, ret } => [2, entry.0, ret],
            Op::Return { ret, base, .. } => [3, ret, base],
            Op::EachNext { list, exit, .. } => [4, list, exit.0],
            Op::Over => [5, 0, 0],
            _ => continue,
        };
        add(at);
        parts.into_iter().for_each(&mut add);
    }
    format!("{:016x}", print.number())
}
