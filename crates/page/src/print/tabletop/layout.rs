//! Decks, bags and boards with their pictures.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::super::PrintBox;
use super::super::sort::PrintedSort;
use super::super::token;
use super::image::TabletopImage;
use super::piece::{self, CARD, TILE};
use super::saved::{CustomImage, CustomTile, DeckSheet, TableObject, Transform};

/// Most columns and rows of a sheet.
const SHEET: (usize, usize) = (10, 7);
/// The last position of a full sheet is left free: programs that ignore `BackIsHidden` show it as the hidden side.
const MOST: usize = SHEET.0 * SHEET.1 - 1;
/// Width of a sheet, of one card, and of other pictures, in pixels.
const WIDE: i64 = 4000;
const CARD_WIDE: i64 = 750;
const PIECE_WIDE: i64 = 512;
const BOARD_WIDE: i64 = 2048;
/// Width and height of a token.
const TOKEN: (i64, i64) = (80, 80);
/// Objects in a row on the table, and the distances of objects and rows.
const ROW: usize = 8;
const APART: (f64, f64) = (4.0, 5.0);

/// Component and owner of the things in a bag.
type BagOf<'p> = (&'p str, Option<&'p str>);

/// The objects and pictures of a box.
pub(super) struct BoxLayout<'p> {
    printed: &'p PrintBox,
    address: &'p str,
    objects: Vec<TableObject>,
    images: Vec<TabletopImage>,
    /// Number of the last sheet: cards of all decks have different numbers.
    sheet: u32,
}

impl<'p> BoxLayout<'p> {
    pub(super) fn new(printed: &'p PrintBox, address: &'p str) -> Self {
        Self { printed, address, objects: Vec::new(), images: Vec::new(), sheet: 0 }
    }

    /// All objects, side by side, and their pictures.
    pub(super) fn finish(mut self) -> (Vec<TableObject>, Vec<TabletopImage>) {
        for (at, object) in self.objects.iter_mut().enumerate() {
            object.transform.pos_x = (at % ROW) as f64 * APART.0 - 14.0;
            object.transform.pos_z = 10.0 - (at / ROW) as f64 * APART.1;
        }
        (self.objects, self.images)
    }

    /// A deck for each back.
    pub(super) fn decks(&mut self) {
        let mut decks: Vec<Vec<&PrintedSort>> = Vec::new();
        for card in &self.printed.cards {
            let same =
                |deck: &&mut Vec<&PrintedSort>| deck[0].back == card.back && deck[0].thing.owner == card.thing.owner;
            match decks.iter_mut().find(same) {
                Some(deck) => deck.push(card),
                None => decks.push(vec![card]),
            }
        }
        for deck in decks {
            let object = self.deck(&deck);
            self.objects.push(object);
        }
    }

    fn deck(&mut self, sorts: &[&PrintedSort]) -> TableObject {
        let back = piece::back(sorts[0], self.printed);
        let pixels = (CARD_WIDE, CARD_WIDE * CARD.1 / CARD.0);
        let back_url = self.picture(format!("back-{}", self.sheet + 1), &back, CARD, pixels);
        let mut deck = TableObject {
            name: "DeckCustom",
            nickname: sorts[0].back.clone(),
            tooltip: true,
            ..TableObject::default()
        };
        for part in sorts.chunks(MOST) {
            let sheet = self.sheet(part, &back_url);
            let number = self.sheet;
            for (index, sort) in part.iter().enumerate() {
                let card = TableObject {
                    card_id: Some(number * 100 + index as u32),
                    custom_deck: BTreeMap::from([(number, sheet.clone())]),
                    transform: Transform { rot_z: 180.0, ..Transform::default() },
                    ..described("Card", sort)
                };
                deck.contained_objects.extend(std::iter::repeat_n(card, sort.copies as usize));
            }
            deck.custom_deck.insert(number, sheet);
        }
        deck.deck_ids = deck.contained_objects.iter().filter_map(|card| card.card_id).collect();
        deck.transform.rot_z = 180.0;
        deck.hide_when_face_down = true;
        // A deck of one card is refused.
        if deck.contained_objects.len() == 1 { deck.contained_objects.swap_remove(0) } else { deck }
    }

    /// A sheet with these faces.
    fn sheet(&mut self, sorts: &[&PrintedSort], back_url: &str) -> DeckSheet {
        self.sheet += 1;
        let columns = sorts.len().min(SHEET.0);
        let rows = sorts.len().div_ceil(columns);
        let cards = sorts.iter().enumerate().map(|(at, card)| {
            let (x, y) = ((at % columns) as i64 * CARD.0, (at / columns) as i64 * CARD.1);
            html! { svg x=(x) y=(y) width=(CARD.0) height=(CARD.1) { (piece::face(card, self.printed)) } }
        });
        let cards = html! { @for card in cards { (card) } };
        let size = (columns as i64 * CARD.0, rows as i64 * CARD.1);
        let wide = (columns as i64 * CARD_WIDE).min(WIDE);
        let face_url = self.picture(format!("cards-{}", self.sheet), &cards, size, (wide, wide * size.1 / size.0));
        let back_url = back_url.to_owned();
        DeckSheet {
            face_url,
            back_url,
            num_width: columns as u32,
            num_height: rows as u32,
            back_is_hidden: true,
            unique_back: false,
        }
    }

    /// A bag for each component of tiles and tokens and each owner, and one that never empties for each sort in an unlimited supply.
    pub(super) fn bags(&mut self) {
        let mut bags: Vec<(BagOf<'_>, Vec<TableObject>)> = Vec::new();
        for (at, tile) in self.printed.tiles.iter().enumerate() {
            let lower = match at {
                0 => self.square("tile-back".to_owned(), &piece::tile_back(self.printed), TILE),
                _ => self.url("tile-back"),
            };
            let upper = self.square(format!("tile-{}", at + 1), &piece::tile(tile), TILE);
            self.bag(&mut bags, tile, flat(tile, (upper, lower), u32::from(tile.is_hex), 1.0));
        }
        for (at, sort) in self.printed.tokens.iter().enumerate() {
            let upper = self.square(format!("token-{}", at + 1), &token::token(sort, self.printed), TOKEN);
            let lower = if sort.is_covered { self.lower_side() } else { String::new() };
            self.bag(&mut bags, sort, flat(sort, (upper, lower), 2, 0.5));
        }
        for ((component, owner), mut things) in bags {
            let bag = |contained_objects| TableObject {
                name: "Bag",
                nickname: owner.map_or_else(|| component.to_owned(), |owner| format!("{component}: {owner}")),
                tooltip: true,
                contained_objects,
                ..TableObject::default()
            };
            self.objects.push(if things.len() == 1 { things.swap_remove(0) } else { bag(things) });
        }
    }

    /// Puts all copies of a sort into the bag of its component and owner.
    fn bag(&mut self, bags: &mut Vec<(BagOf<'p>, Vec<TableObject>)>, sort: &'p PrintedSort, thing: TableObject) {
        if sort.is_unlimited {
            let (nickname, contained_objects) = (thing.nickname.clone(), vec![thing]);
            let bag = TableObject {
                name: "Infinite_Bag",
                nickname,
                tooltip: true,
                contained_objects,
                ..TableObject::default()
            };
            return self.objects.push(bag);
        }
        let things = std::iter::repeat_n(thing, sort.copies as usize);
        let own = (sort.component.as_str(), sort.thing.owner.as_deref());
        match bags.iter_mut().find(|(of, _)| *of == own) {
            Some((_, all)) => all.extend(things),
            None => bags.push((own, things.collect())),
        }
    }

    /// The lower side of tokens that can lie face down: the same for all.
    fn lower_side(&mut self) -> String {
        if self.images.iter().any(|image| image.name == "token-back") {
            return self.url("token-back");
        }
        self.square("token-back".to_owned(), &html! { circle class="card" cx="40" cy="40" r="39" {} }, TOKEN)
    }

    /// The boards.
    pub(super) fn boards(&mut self) {
        for (at, board) in self.printed.boards.iter().enumerate() {
            let size = (board.drawn.width, board.drawn.height);
            let pixels = (BOARD_WIDE, BOARD_WIDE * size.1 / size.0.max(1));
            let image_url = self.picture(format!("board-{}", at + 1), &board.drawn.inside, size, pixels);
            self.objects.push(TableObject {
                name: "Custom_Board",
                nickname: board.name(),
                tooltip: true,
                custom_image: Some(image(image_url, String::new(), None)),
                ..TableObject::default()
            });
        }
    }

    fn square(&mut self, name: String, inside: &Markup, size: (i64, i64)) -> String {
        self.picture(name, inside, size, (PIECE_WIDE, PIECE_WIDE))
    }

    /// Adds a picture. Returns its address.
    fn picture(&mut self, name: String, inside: &Markup, size: (i64, i64), pixels: (i64, i64)) -> String {
        let url = self.url(&name);
        self.images.push(TabletopImage::new(name, (&self.printed.look, inside), size, pixels));
        url
    }

    fn url(&self, name: &str) -> String {
        format!("{}/{name}.png", self.address)
    }
}

/// A tile or token with its two sides.
fn flat(sort: &PrintedSort, (upper, lower): (String, String), shape: u32, scale: f64) -> TableObject {
    let tile = CustomTile { shape, thickness: 0.1, stackable: true, stretch: true };
    TableObject {
        custom_image: Some(image(upper, lower, Some(tile))),
        transform: Transform { scale_x: scale, scale_z: scale, ..Transform::default() },
        ..described("Custom_Tile", sort)
    }
}

fn image(image_url: String, image_secondary_url: String, custom_tile: Option<CustomTile>) -> CustomImage {
    CustomImage { image_url, image_secondary_url, image_scalar: 1.0, width_scale: 0.0, custom_tile }
}

/// An object with the title and texts of a sort.
fn described(name: &'static str, sort: &PrintedSort) -> TableObject {
    let values = sort.values.iter().map(|named| format!("{}: {}", named.name, named.value));
    let texts = values.chain((!sort.text.is_empty()).then(|| sort.text.clone()));
    TableObject {
        name,
        nickname: sort.thing.title.clone(),
        description: texts.collect::<Vec<_>>().join("\n"),
        tooltip: true,
        hide_when_face_down: true,
        ..TableObject::default()
    }
}
