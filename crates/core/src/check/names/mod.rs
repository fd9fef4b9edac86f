//! Name resolution: the rulebook under construction, its global names, local scopes, and the findings.

mod book;
mod consts;
mod defs;
mod foreign;
mod kinds;
mod record;
mod recorder;
mod say;
mod scope;
mod sorts;
mod without_spans;
mod without_words;

pub(super) use book::{Book, UnknownNames, printed};
pub(super) use consts::{fold, require_constant};
pub use defs::small_letters as index_name;
pub(super) use defs::{Def, SwappedCall, Unit, did_you_mean, listed, nearest, nearest_with_distance, small_letters};
pub(super) use foreign::{foreign_call, foreign_name};
pub(super) use kinds::{MAKE_TWO, MAX_MEMBERS, distinct, kind_of, once_each, parts, word_family, written_members};
pub(super) use recorder::{RecordedDeclaration, Recorder, TypeSource};
pub(super) use say::in_words;
pub(super) use scope::{Meaning, Scope};
pub use sorts::DeclarationSort;
pub(super) use without_spans::names as names_in;
pub use without_spans::without_spans;
pub use without_words::without_words;
