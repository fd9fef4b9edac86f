//! The saved object of Tabletop Simulator, with the keys of its format (<https://kb.tabletopsimulator.com/custom-content/save-file-format/>).

use std::collections::BTreeMap;

use serde::Serialize;

/// A file of the folder `Saved Objects`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct SavedObject {
    /// Its name.
    pub save_name: String,
    /// Empty: the rules of the table stay.
    pub game_mode: String,
    /// Empty, so that the same rules give the same file.
    pub date: String,
    /// Empty: the table stays.
    pub table: String,
    /// Empty: the sky stays.
    pub sky: String,
    /// A note for players.
    pub note: String,
    /// Empty: there are no scripts.
    pub lua_script: String,
    /// Empty: there are no scripts.
    pub lua_script_state: String,
    /// All objects.
    pub object_states: Vec<TableObject>,
}

/// An object on the table, or in a deck or bag. What its kind does not have is left out.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct TableObject {
    /// Its kind: `DeckCustom`, `Card`, `Custom_Tile`, `Bag`, `Infinite_Bag`, `Custom_Board`.
    pub name: &'static str,
    /// Its position.
    pub transform: Transform,
    /// The title that is shown for it.
    pub nickname: String,
    /// The text that is shown below the title.
    pub description: String,
    /// True if title and text are shown.
    pub tooltip: bool,
    /// True if they are not shown while it lies face down.
    pub hide_when_face_down: bool,
    /// Number of the deck's sheet x 100 + index on the sheet.
    #[serde(rename = "CardID", skip_serializing_if = "Option::is_none")]
    pub card_id: Option<u32>,
    /// The cards of a deck from top to bottom, each as its `CardID`.
    #[serde(rename = "DeckIDs", skip_serializing_if = "Vec::is_empty")]
    pub deck_ids: Vec<u32>,
    /// The sheets of a deck or card, by number.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub custom_deck: BTreeMap<u32, DeckSheet>,
    /// The picture of a tile or board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_image: Option<CustomImage>,
    /// The contents of a deck or bag.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub contained_objects: Vec<TableObject>,
}

/// Position of an object, angles in degrees, and size.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs)]
pub struct Transform {
    pub pos_x: f64,
    pub pos_y: f64,
    pub pos_z: f64,
    pub rot_x: f64,
    pub rot_y: f64,
    pub rot_z: f64,
    pub scale_x: f64,
    pub scale_y: f64,
    pub scale_z: f64,
}

/// A sheet of faces with one back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct DeckSheet {
    /// Address of the sheet.
    #[serde(rename = "FaceURL")]
    pub face_url: String,
    /// Address of the back.
    #[serde(rename = "BackURL")]
    pub back_url: String,
    /// Number of columns, at most 10.
    pub num_width: u32,
    /// Number of rows, at most 7.
    pub num_height: u32,
    /// True if the back is also what others see of a card in a hand. Otherwise the last face of the sheet is.
    pub back_is_hidden: bool,
    /// True if the back is a sheet of backs.
    pub unique_back: bool,
}

/// The picture of a tile or board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct CustomImage {
    /// Address of its upper side.
    #[serde(rename = "ImageURL")]
    pub image_url: String,
    /// Address of its lower side. Empty if it is as the upper one.
    #[serde(rename = "ImageSecondaryURL")]
    pub image_secondary_url: String,
    /// Scale of the picture.
    pub image_scalar: f64,
    /// 0: the width follows the picture.
    pub width_scale: f64,
    /// Shape of a tile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub custom_tile: Option<CustomTile>,
}

/// Shape of a tile.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "PascalCase")]
pub struct CustomTile {
    /// 0 square, 1 hexagon, 2 circle.
    #[serde(rename = "Type")]
    pub shape: u32,
    /// Thickness, in inches.
    pub thickness: f64,
    /// True if equal tiles become a stack.
    pub stackable: bool,
    /// True if the picture is stretched to the shape.
    pub stretch: bool,
}

impl SavedObject {
    pub(super) fn new(title: &str, object_states: Vec<TableObject>) -> Self {
        Self {
            save_name: title.to_owned(),
            game_mode: String::new(),
            date: String::new(),
            table: String::new(),
            sky: String::new(),
            note: String::new(),
            lua_script: String::new(),
            lua_script_state: String::new(),
            object_states,
        }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self {
            pos_x: 0.0,
            pos_y: 1.0,
            pos_z: 0.0,
            rot_x: 0.0,
            rot_y: 180.0,
            rot_z: 0.0,
            scale_x: 1.0,
            scale_y: 1.0,
            scale_z: 1.0,
        }
    }
}
