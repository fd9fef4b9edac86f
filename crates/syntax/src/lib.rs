//! Sources, syntax trees and findings for texts of rules.
//!
//! ```text
//! folder --text--> Sources --syntax::parse--> ast::File      rules, by the grammar of `grammar/tavola.pest`
//!                          --yaml::read-----> Yaml           what is said about games: clauses, scenarios, records
//!                                             Diagnostic     what is wrong, with its place and what to do
//! ```
//!
//! The meaning of rules is defined by the crate `tavola-core`.
//!
//! ```
//! use tavola_syntax::syntax::parse;
//! use tavola_syntax::text::Sources;
//!
//! let mut sources = Sources::new();
//! let id = sources.add("honey", "game honey \"Honey\" for 2 players\n\nplay\n  say \n");
//! let parsed = parse(&sources, id);
//! assert_eq!(parsed.file.items.len(), 2);
//! assert_eq!(sources.place(parsed.diagnostics[0].span).as_deref(), Some("honey:4:3"));
//! ```

// The code that pest derives needs `alloc`.
extern crate alloc;

pub mod diagnostic;
pub mod format;
pub mod syntax;
pub mod text;
pub mod yaml;

/// The grammar of a whole text as EBNF, in the form of the XML specification. Without lookahead, and with Latin letters only.
#[cfg(feature = "export")]
pub const EBNF: &str = include_str!(concat!(env!("OUT_DIR"), "/tavola.ebnf"));

/// The grammar of a whole text as GBNF, the form of llama.cpp, for decoders that write only what can be parsed.
#[cfg(feature = "export")]
pub const GBNF: &str = include_str!(concat!(env!("OUT_DIR"), "/tavola.gbnf"));
