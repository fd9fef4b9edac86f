//! Answers to an editor's requests about the rules of a game: findings, outline, completion, colours, lenses.
//!
//! ```text
//! Workspace <--set(path, text)-- whoever has the files
//!     |--job()--> CheckJob --run--> CheckedTexts --take--> findings, rules without errors
//!     |--symbols, folding, tokens, completion, lenses, hints, actions: about one file, from its text and what is known
//!     '--touched, origins: between the rules and a table at which they are played
//! ```
//!
//! Apart from that, [`written_tables`] gives the tables of kinds to a spreadsheet, and takes edited rows back, and [`changed_look`]
//! writes into `look.yaml` what somebody drags or chooses.
//!
//! Texts are in memory, and nothing here reads a file. Places are bytes of a text whose lines end with `\n`. The tables of
//! words are those of the parser's messages.
//!
//! ```
//! use tavola_ide::Workspace;
//!
//! let rules = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
//!              p gains 1 fam\n\nwinner p in Player by most fame[p]\n";
//! let mut game = Workspace::new("two");
//! game.set("two.tavola", Some(rules.to_owned()));
//! game.check();
//! let finding = &game.findings()[0];
//! assert_eq!(finding.at.as_ref().map(|at| &rules[at.bytes.clone()]), Some("fam"));
//! assert!(finding.help.as_ref().is_some_and(|help| help.contains("did you mean `fame`?")));
//!
//! game.set("two.tavola", Some(rules.replace("1 fam\n", "1 fame\n")));
//! game.check();
//! assert!(game.findings().is_empty() && game.rules().is_some());
//! ```

mod actions;
mod check;
mod cite;
mod completion;
mod declared;
mod findings;
mod formatting;
mod hints;
mod hover;
mod layers;
mod lenses;
mod lines;
mod look_changes;
mod outline;
mod outside;
mod places;
mod rename;
mod spreadsheet;
mod table_names;
mod tokens;
mod workspace;

pub use actions::OfferedEdit;
pub use check::{CheckJob, CheckedTexts};
pub use cite::in_scenario;
pub use completion::{Offer, OfferSort, Offers};
pub use declared::{Declared, NameSort, Symbol};
pub use findings::{FileFinding, FileFix, FileRange, Related};
pub use hints::NameHint;
pub use hover::Hover;
pub use lenses::{CaseJob, CaseLens, LensAction};
pub use look_changes::{DrawnBoard, DrawnSpace, LookChange, LookValues, SpaceMove, changed_look};
pub use outline::FoldRange;
pub use rename::RenameEdit;
pub use spreadsheet::{NamedCell, RowChange, WrittenTable, cell_at, written_tables};
pub use table_names::{NameOrigin, TableName};
pub use tokens::{FileToken, TokenSort};
pub use workspace::{Workspace, is_part};
