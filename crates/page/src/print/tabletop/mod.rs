//! The contents of the box for Tabletop Simulator: a saved object, and the pictures that it shows.
//!
//! Cards with the same back are one deck, whose faces are sheets of a grid. Tiles and tokens lie in a bag for each component and owner, boards
//! on the table. Pictures are SVG, and one page turns them into the PNG files that the saved object names.

mod image;
mod layout;
pub(super) mod piece;
mod saved;

pub use image::TabletopImage;
pub use saved::{CustomImage, CustomTile, DeckSheet, SavedObject, TableObject, Transform};

use super::{BoxPart, PrintBox};

/// The files of an export to Tabletop Simulator.
pub struct TabletopExport {
    /// The saved object, for JSON.
    pub saved: SavedObject,
    /// The pictures, without their file ending.
    pub images: Vec<TabletopImage>,
    /// A page that shows the pictures and saves them as PNG.
    pub page: String,
}

/// Writes the box, or only one part of it. `images` is the address before the name of each picture, without the last slash. Mats are left
/// out.
pub fn tabletop(printed: &PrintBox, only: Option<BoxPart>, images: &str) -> TabletopExport {
    let mut box_layout = layout::BoxLayout::new(printed, images);
    let has = |part| only.is_none_or(|only| only == part);
    if has(BoxPart::Cards) {
        box_layout.decks();
    }
    if has(BoxPart::Tokens) {
        box_layout.bags();
    }
    if has(BoxPart::Boards) {
        box_layout.boards();
    }
    let (objects, images) = box_layout.finish();
    let title = printed.full_title();
    let page = image::page(&title, &images).into_string();
    TabletopExport { saved: SavedObject::new(&title, objects), images, page }
}
