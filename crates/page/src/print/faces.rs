//! Faces of the cards of a set-up for pages about it.

use std::collections::BTreeMap;

use maud::{PreEscaped, html};
use tavola_game::{CountedThing, Game};

use crate::draw::card::{CARD, face};
use crate::draw::{OWNERS, PictureSource, of_page};
use crate::scene::{Stage, Thing};

/// Draws all cards that `look.yaml` lays out, as on the table. Returns their common definitions, which stand before them on a page, and the
/// drawings, each with the name of its family: `hat` of `hat(3)`.
pub fn card_faces(game: &Game) -> (String, Vec<(String, String)>) {
    let stage = Stage::new(game, BTreeMap::new());
    let items = game.box_contents().items.into_iter().filter(|item| item.is_of_kind);
    let cards: Vec<CountedThing> = items.map(|item| (item.id, item.title, 1)).collect();
    let drawn = |thing: &Thing| {
        let (own, title) = (thing.face.as_ref()?, &thing.title);
        let card = html! {
            svg viewBox={ "0 0 " (CARD.0) " " (CARD.1) } role="img" aria-label=(title) { title { (title) } (face(thing, own, stage.names(), 0).0) }
        };
        let family = thing.id.split(['(', '[']).next().unwrap_or_default();
        Some((family.to_owned(), card.into_string()))
    };
    let faces: Vec<(String, String)> = stage.things(&cards).iter().filter_map(drawn).collect();
    if faces.is_empty() {
        return (String::new(), faces);
    }
    let scene = stage.scene(&game.referee().view(&game.start(), None), None, Vec::new());
    let common = html! { style { (PreEscaped(OWNERS)) } (of_page(&scene, PictureSource::Page)) };
    (common.into_string(), faces)
}
