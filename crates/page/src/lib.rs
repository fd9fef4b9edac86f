//! Positions and rulebooks of board games as pictures and pages.
//!
//! ```text
//! game::View --scene--> Scene --draw--> SVG and HTML        a position, as one of the players sees it
//! Rules      --doc------------> Markdown and HTML           a rulebook, with the changes of a variant
//! Rules      --print----------> HTML                        the contents of the box as sheets to cut
//! ```
//!
//! Drawing uses views only and has no access to positions.
//!
//! ```
//! use tavola_game::{Rules, Setup};
//! use tavola_page::{draw, scene::Stage};
//!
//! let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
//!              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
//! let rules = Rules::from_texts(&[("two", rules)]);
//! let game = rules.game(&Setup::of(2))?;
//! let (mut referee, mut state) = (game.referee(), game.start());
//! referee.run(&mut state)?;
//! let view = referee.view(&state, Some(0));
//! let stage = Stage::new(&game, rules.clause_texts(&[]));
//! let scene = stage.scene(&view, referee.question(&state).as_ref(), Vec::new());
//! assert!(draw::svg(&scene).starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod doc;
pub mod draw;
pub mod print;
pub mod scene;
