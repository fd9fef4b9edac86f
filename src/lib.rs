//! Tavola: the rules of board games as data.
//!
//! A game is a folder of text. This crate reads it, says what is wrong with it, plays it, tests it against scenarios and
//! measures it. The program `tavola` does the same from the command line.
//!
//! ```text
//! .tavola text --syntax::parse--> ast::File --check::check--> ir::Rulebook --lower::lower--> code::Program --vm--> questions
//!  what is written                             what it means                  what to do
//! ```
//!
//! Most users need two modules: [`game`] (load, run, answer, view) and [`play`] (agents, scenarios, simulation).
//!
//! ```
//! use tavola::game::{Pending, Rules, Setup};
//! use tavola::play::{Agent, Chance, RandomAgent, seeds};
//!
//! const RULES: &str = r#"
//! game honey "Honey" for 2..4 players
//!
//! components
//!   | component | count | start |
//!   | jar       | 12    | store |
//!
//! places
//!   | place         | holds |
//!   | store         | jar   |
//!   | shelf[Player] | jar   |
//!
//! play
//!   repeat 3 times
//!     each p in Player
//!       p chooses n in 0..min(2, jar at store) "How many jars?"
//!       move n jar from store to shelf[p]
//!
//! winner p in Player by most jar at shelf[p]
//! "#;
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let rules = Rules::from_texts(&[("honey", RULES)]);      // `Rules::read(folder, variant)` for a folder
//! assert!(rules.diagnostics().is_empty());
//! let game = rules.game(&Setup::of(3))?;
//! let (mut referee, mut state) = (game.referee(), game.start());
//! let mut chance = Chance::new(seeds::generator(1, 0, seeds::CHANCE));
//! let mut agent = RandomAgent::new(seeds::generator(1, 0, 1));
//! let mut answers = 0;
//! loop {
//!     let option = match referee.run(&mut state).map_err(|fault| game.diagnose(&fault).message)? {
//!         Pending::Choice(player) => agent.choose(&mut referee, &state, player),
//!         Pending::Chance => chance.pick(&referee),
//!         Pending::Over => break,
//!     };
//!     referee.answer(&mut state, option).map_err(|fault| game.diagnose(&fault).message)?;
//!     answers += 1;
//! }
//! assert_eq!(answers, 9);
//! # Ok(())
//! # }
//! ```
//!
//! The layers, from below; each looks down only (`docs/architecture.md`): [`text`], [`diagnostic`], [`yaml`], [`syntax`],
//! [`ir`], [`check`], [`code`], [`lower`], [`vm`], [`game`], [`play`], [`scene`],
//! [`draw`], [`doc`], [`tools`].

pub mod check;
pub mod code;
pub mod diagnostic;
pub mod doc;
pub mod draw;
pub mod game;
pub mod ir;
pub mod lower;
pub mod play;
pub mod scene;
pub mod syntax;
pub mod text;
pub mod tools;
pub mod vm;
pub mod yaml;
