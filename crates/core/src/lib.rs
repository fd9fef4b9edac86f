//! Semantic analysis of board game rules, and the virtual machine that plays them.
//!
//! ```text
//! ast::File --check::check--> ir::Rulebook --SetUpContext::lower--> code::Program --Machine::run--> questions and answers
//! syntax tree                 typed representation            program                         execution
//! ```
//!
//! Each stage is one function ([`lower::SetUpContext::lower`], [`vm::Machine::run`]). Display for people, files and random numbers
//! are left to the crates built on top. Any release may change this API; the stable API is the crate `tavola-game`.
//!
//! ```
//! use std::sync::Arc;
//! use tavola_core::lower::{Choices, SetUpContext};
//! use tavola_core::vm::{Machine, Options, Waiting};
//! use tavola_core::{check, vm};
//! use tavola_syntax::{syntax, text::Sources};
//!
//! let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
//!              p chooses n in 1..3 \"How much?\"\n    p gains n fame\n\nwinner p in Player by most fame[p]\n";
//! let mut sources = Sources::new();
//! let source = sources.add("two", rules);
//! let tree = syntax::parse(&sources, source).file;
//! let book = Arc::new(check::check(&vec![tree].into(), None).rulebook.expect("the rules are right"));
//! let choices = Arc::new(Choices { seats: vec!["anna".into(), "ben".into()], titles: vec![], settings: vec![] });
//! let program = SetUpContext::new(&book, &choices).lower(&book, book.play).expect("this set-up can be played").program;
//!
//! let (mut machine, mut options) = (Machine::new(&program), Options::default());
//! let mut state = vm::State::start(program.start.clone());
//! let mut answers = 0;
//! while let Waiting::Choice { ask, .. } = machine.run(&program, &mut state)? {
//!     machine.options(&program, &state, ask, &mut options)?;
//!     assert_eq!(options.len(), 3);
//!     let first = options.get(0).to_vec();
//!     machine.answer(&program, &mut state, ask, &first)?;
//!     answers += 1;
//! }
//! assert_eq!(answers, 2);
//! # Ok::<(), vm::Fault>(())
//! ```

pub mod check;
pub mod code;
pub mod ir;
pub mod lower;
pub mod vm;
