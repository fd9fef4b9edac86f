//! Bots, scenarios, simulation and statistics for board games whose rules are data.
//!
//! ```text
//! Folder --check-------------------> findings in rules, variants, scenarios, budgets
//! Rules --scenario::read, run_all--> passed and failed cases
//! Game  --simulate, compare, find--> figures with confidence intervals
//!       --laws---------------------> properties of every game, checked in random play
//! ```
//!
//! This is the only layer with a random number generator; [`seeds`] describes how it is seeded. It uses the public
//! interface of a game and contains nothing that is specific to one game. The same seed gives byte-identical results
//! for any number of threads, unless a bot is time-limited ([`Bot::is_timed`]).
//!
//! ```
//! use tavola_game::{Pending, Rules, Setup};
//! use tavola_lab::{Agent, Chance, RandomAgent, seeds};
//!
//! let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
//!              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
//! let game = Rules::from_texts(&[("two", rules)]).game(&Setup::of(2))?;
//! let (mut referee, mut state) = (game.referee(), game.start());
//! let mut chance = Chance::new(seeds::generator(1, 0, seeds::CHANCE));
//! let seats = 0..game.players() as u64;
//! let mut agents: Vec<RandomAgent> = seats.map(|seat| RandomAgent::new(seeds::generator(1, 0, seat + 1))).collect();
//! loop {
//!     let option = match referee.run(&mut state)? {
//!         Pending::Choice(seat) => agents[seat].choose(&mut referee, &state, seat),
//!         Pending::Chance => chance.pick(&referee),
//!         Pending::Over => break,
//!     };
//!     referee.answer(&mut state, option)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agent;
mod as_game;
pub mod bench;
pub mod budget;
pub mod capture;
mod check;
pub mod compare;
mod count;
mod coverage;
pub mod endless;
mod figures;
pub mod find;
mod fix;
pub mod goals;
pub mod impact;
pub mod isolation;
pub mod journal;
pub mod laws;
mod mutate;
mod named;
mod notes;
pub mod profile;
pub mod record;
pub mod replay;
mod reviewed;
pub mod rows;
mod run_hooks;
mod sample;
pub mod scenario;
pub mod seeds;
pub mod simulate;
pub mod snapshot;
pub mod start;
pub mod statistics;
mod story;
pub mod table;
mod term;
pub mod threads;
mod trace;
pub mod transcript;
pub mod tune;
mod variants;
pub mod whole;

pub use agent::{Agent, Bot, Bots, Chance, MAX_ANSWERS, OptionRating, RandomAgent, SearchAgent, SearchResult};
pub use as_game::{CaseFiles, cases_as_game, rulebook_as_game};
pub use check::{CheckReport, CheckedGame, CheckedLayer, GameFacts, WaivedFinding, check, check_around, check_shelf};
pub use count::{Branch, Counted, Level, Levels, Per, Walk, count};
pub use coverage::{Coverage, coverage, unproved_under};
pub use fix::{AppliedFix, FileEdit, FixedGame, changed_texts, file_edits, fix, read_all, write_fixed};
pub use laws::{Broken, LawWatch, LawsTried, laws, try_laws, try_laws_in_detail};
pub use mutate::{
    Catcher, Fate, MUTANT_GAMES, MUTANT_MOMENTS, MUTANT_SEED, Mutant, PlayDiffers, Proof, fates, mutate, sampled,
    tried_before,
};
pub use named::{NamedSwitch, named, named_rows, named_scenarios};
pub use notes::{TableNote, TableNotes};
pub use record::{Record, RecordWriter};
pub use replay::{Replay, replay};
pub use reviewed::{marked, unread};
pub use run_hooks::RunHooks;
pub use simulate::{Plan, Report, Tally, Unmerged, simulate, tally, tally_rows};
pub use story::Story;
pub use trace::{Citing, Traced, has_words, trace, trace_all};
pub use transcript::transcript;
