//! What an editor asks about the rules of a game: findings, outline, completion, colours, lenses.
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
mod places;
mod rename;
mod table_names;
mod tokens;
mod workspace;
mod written;

pub use actions::OfferedEdit;
pub use check::{CheckJob, CheckedTexts};
pub use completion::{Offer, OfferSort, Offers};
pub use declared::{Declared, NameSort, Symbol};
pub use findings::{FileFinding, FileFix, FileRange, Related};
pub use hints::NameHint;
pub use hover::Hover;
pub use lenses::{CaseJob, CaseLens, LensAction};
pub use look_changes::{DrawnBoard, DrawnSpace, LookChange, LookValues, SpaceMove, changed_look};
pub use outline::FoldRange;
pub use rename::RenameEdit;
pub use table_names::{NameOrigin, TableName};
pub use tokens::{FileToken, TokenSort};
pub use workspace::{Workspace, is_part};
pub use written::{RowChange, WrittenTable, written_tables};
