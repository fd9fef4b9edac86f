//! Tavola: the rules of board games as data.
//!
//! A game is a folder of text files. This crate reads, checks, plays, tests and measures it.
//! The program `tavola` does the same from the command line.
//!
//! ```text
//! .tavola text --syntax::parse--> ast::File --check::check--> ir::Rulebook --SetUpContext::lower--> code::Program --vm--> questions
//!                                 what is written             what it means                   what to do
//! ```
//!
//! Users of the library need two modules: [`game`] (load, run, answer, view) and [`play`] (agents, scenarios, simulation).
//! They are the crates `tavola-game` and `tavola-lab`.
//! The other types that these return are in [`diagnostic`] and [`text`]. [`mod@format`] lays out rules. [`scene`] and [`draw`] make pictures, [`doc`] makes pages.
//! Without its default features the crate is the library alone, without the dependencies of the command line.
//!
//! # Loading and playing a game
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
//! let game = rules.game(&Setup::of(3))?;
//! let (mut referee, mut state) = (game.referee(), game.start());
//! let mut chance = Chance::new(seeds::generator(1, 0, seeds::CHANCE));
//! let seats = 0..game.players() as u64;
//! let mut agents: Vec<RandomAgent> = seats.map(|seat| RandomAgent::new(seeds::generator(1, 0, seat + 1))).collect();
//! let mut answers = 0;
//! loop {
//!     let option = match referee.run(&mut state)? {
//!         Pending::Choice(seat) => agents[seat].choose(&mut referee, &state, seat),
//!         Pending::Chance => chance.pick(&referee),
//!         Pending::Over => break,
//!     };
//!     referee.answer(&mut state, option)?;
//!     answers += 1;
//! }
//! assert_eq!(answers, 9);
//! # Ok(())
//! # }
//! ```
//!
//! # Options and the positions after them
//!
//! [`game::Referee::children`] gives every answer with the position after it, for a search.
//! [`game::Referee::each_option`] gives the options as values.
//!
//! ```
//! use tavola::game::{Answered, OptionValue, Pending, Rules, Setup, Value};
//!
//! # const RULES: &str = r#"
//! # game honey "Honey" for 2..4 players
//! # components
//! #   | component | count | start |
//! #   | jar       | 3     | store |
//! # places
//! #   | place         | holds |
//! #   | store         | jar   |
//! #   | shelf[Player] | jar   |
//! # play
//! #   each p in Player
//! #     p chooses n in 0..min(2, jar at store) "How many jars?"
//! #     move n jar from store to shelf[p]
//! # winner p in Player by most jar at shelf[p]
//! # "#;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let game = Rules::from_texts(&[("honey", RULES)]).game(&Setup::of(2))?;
//! let (mut referee, mut state) = (game.referee(), game.start());
//! assert_eq!(referee.run(&mut state)?, Pending::Choice(0));
//! let two = OptionValue { answer: Answered::Choice, values: vec![Value::Number(2)] };
//! assert_eq!(referee.each_option().position(|option| option == two), Some(2));
//!
//! // Count all games. There are three jars, so after an answer of two only one is left.
//! let mut open = vec![game.start()];
//! let mut games = 0;
//! while let Some(state) = open.pop() {
//!     let mut children = referee.children(&state)?;
//!     games += u32::from(children.len() == 0);
//!     for child in &mut children {
//!         open.push(child?.state);
//!     }
//! }
//! assert_eq!(games, 3 + 3 + 2);
//! # Ok(())
//! # }
//! ```
//!
//! # Findings and their places
//!
//! ```
//! use tavola::game::{Rules, draw_finding};
//!
//! let rules = Rules::from_texts(&[("honey", "game honey \"Honey\" for 2 players\n\nplay\n  say \"{jars}\"\n")]);
//! let finding = &rules.diagnostics()[0];
//! assert_eq!(finding.to_string(), "error[E0201]: there is no `jars`");
//! assert!(draw_finding(finding, rules.sources(), false, 100).contains("honey:4:9"));
//! ```
//!
//! # Architecture
//!
//! Only [`game`], [`play`], [`mod@format`], [`scene`], [`draw`], [`doc`], [`diagnostic`] and [`text`] are public API. The other layers, and
//! the crate `tavola-core`, may change in any release, as may `tools`, the command line. `docs/architecture.md` lists all layers.

pub use tavola_game as game;
pub use tavola_lab as play;
pub use tavola_page::{doc, draw, print, scene};
pub use tavola_syntax::{diagnostic, format, text};

#[cfg(feature = "cli")]
pub mod tools;

/// Runs the examples of the page about Rust as tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/how-to/use-it-from-rust.md")]
struct UseItFromRust;
