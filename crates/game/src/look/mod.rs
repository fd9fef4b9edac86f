//! The file `look.yaml`: how a game looks. Rules never read it.

mod cards;
mod colour;
mod icon;
mod names;
mod offered;
mod picture;
mod read;
mod review;
mod uses;

use std::collections::BTreeMap;
use std::sync::Arc;

use super::folder::{LOOK, Shelf};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml;

pub(super) use cards::{CardFile, backs, card_files, is_covered, shown_columns};
pub use colour::colour_names;
pub(super) use colour::{colour, ink};
pub use icon::signs;
pub(super) use names::families;
pub use offered::{LookBoard, LookName, LookNames};
pub(super) use picture::PICTURES;
pub use picture::{LookPicture, is_picture, new_picture, picture_text};

/// Contents of a `look.yaml`. Names are as they are written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct LookFile {
    /// Colours of members, components and kinds.
    pub(super) colours: BTreeMap<String, (String, Span)>,
    /// Colours of the players, by seat, and their place.
    pub(super) seats: Vec<(String, Span)>,
    /// Icons of members, components, kinds and tracks.
    pub(super) icons: BTreeMap<String, (Icon, Span)>,
    pub(super) boards: BTreeMap<String, (BoardFile, Span)>,
    /// Layouts of cards, by kind and member.
    pub(super) cards: BTreeMap<String, (CardFile, Span)>,
    /// Pictures by the names of their files.
    pub(super) pictures: BTreeMap<String, LookPicture>,
}

/// An icon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Icon {
    /// One or two signs.
    Text(String),
    /// The name of a file.
    Picture(String),
    /// The face of a die, with the number of the place in which it lies.
    Pips,
}

/// The look of a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct BoardFile {
    /// Width and height, in the unit of the positions.
    pub(super) size: Option<(i64, i64)>,
    /// A colour, or the name of a file.
    pub(super) background: Option<String>,
    /// True if pieces are drawn as figures, without circles.
    pub(super) figures: bool,
    /// Positions of spaces.
    pub(super) positions: BTreeMap<String, ((i64, i64), Span)>,
    /// Place of the positions.
    positions_at: Option<Span>,
    /// Place of the size.
    size_at: Option<Span>,
}

/// A parsed `look.yaml` with the findings of the parser.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct WrittenLook {
    /// The look, as far as it could be read.
    pub(super) file: Arc<LookFile>,
    /// Findings that do not depend on the rules.
    pub(super) findings: Vec<Diagnostic>,
}

impl WrittenLook {
    /// Reads `look.yaml` and its pictures from a game's folder, and adds the text to the sources. `None` if the folder has none.
    pub(super) fn read(folder: Shelf<'_>, sources: &mut Sources) -> Option<Arc<Self>> {
        if !folder.has(LOOK) {
            return None;
        }
        let (file, findings) = match folder.read(LOOK, sources) {
            Ok(id) => read::read(id, sources.whole(id), folder),
            Err(message) => {
                let help = "the look is a text file in UTF-8 that everybody may read";
                let finding = Diagnostic::error(yaml::codes::UNREADABLE, Span::NONE, message).help(help);
                (LookFile::default(), vec![finding])
            }
        };
        Some(Arc::new(Self { file: Arc::new(file), findings }))
    }
}

/// Mistakes in a text as `look.yaml` of a folder that do not depend on the rules.
pub fn look_mistakes(text: &str, folder: Shelf<'_>) -> Vec<Diagnostic> {
    read::read(Sources::new().add(LOOK, text), text, folder).1
}
