//! The export to Tabletop Simulator names each thing once, with addresses and numbers that fit its sheets.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use tavola::game::{Game, Rules, Setup};
use tavola::print::tabletop::{TabletopExport, tabletop};
use tavola::print::{BoxPart, PrintBox};

const URL: &str = "https://example.org/pictures";

fn export(rules: &Rules, only: Option<BoxPart>) -> (Game, TabletopExport, Value) {
    let (_, most) = rules.players().expect("rules without errors");
    let game = rules.game(&Setup::of(most)).unwrap_or_else(|error| panic!("{error}"));
    let export = tabletop(&PrintBox::new(rules, &game), only, URL);
    let saved = serde_json::to_value(&export.saved).expect("JSON");
    (game, export, saved)
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

/// All things: what lies on the table, in decks and in bags.
fn things(saved: &Value) -> Vec<&Value> {
    let all = list(saved, "ObjectStates").iter();
    all.flat_map(|object| match list(object, "ContainedObjects") {
        [] => std::slice::from_ref(object),
        inside => inside,
    })
    .collect()
}

/// A kind of cards with this many members, each once, in a deck.
fn cards(count: usize) -> Rules {
    let rows: String = (0..count).map(|at| format!("  | c{at} | \"card {at}\" | {at} |\n")).collect();
    let text = format!(
        "game deck \"Deck\" for 2 players\n\nkind Card\n  | id | name | worth |\n{rows}\ncomponents\n  | component | count | start |\n  | Card | 1 | deck |\n\n\
         places\n  | place | holds | order | seen by |\n  | deck | Card | shuffled | nobody |\n  | hand[p in Player] | Card | heap | p |\n\n\
         play\n  each p in Player: draw 1 from deck to hand[p]\n\nwinner p in Player by most sum of c.worth for c in hand[p]\n"
    );
    Rules::from_texts(&[("deck", &text)])
}

fn games() -> Vec<Rules> {
    let folders = |path: &str| std::fs::read_dir(path).expect("a folder").map(|entry| entry.expect("readable").path());
    let all = folders("rules").chain(folders("rules/classics")).filter(|path| !path.ends_with("classics"));
    all.map(|folder| Rules::read(&folder, None).unwrap_or_else(|error| panic!("{error}"))).collect()
}

/// As many things of each title as the box has, each with the number of its face.
#[test]
fn the_saved_object_holds_what_is_in_the_box() {
    for rules in games() {
        let (game, _, saved) = export(&rules, None);
        let mut counted: BTreeMap<String, u64> = BTreeMap::new();
        for thing in things(&saved).iter().filter(|thing| thing["Name"] != "Custom_Board") {
            *counted.entry(thing["Nickname"].as_str().expect("a title").to_owned()).or_default() += 1;
        }
        let mut wanted: BTreeMap<String, u64> = BTreeMap::new();
        for item in game.box_contents().items {
            // A bag that never empties holds one.
            *wanted.entry(item.title).or_default() += u64::from(item.copies.unwrap_or(1));
        }
        wanted.retain(|_, count| *count > 0);
        assert_eq!(counted, wanted, "{}", rules.name());
    }
}

/// `CardID` is the number of a sheet x 100 + the index of the face, and the sheet has a face there.
#[test]
fn numbers_of_cards_lead_to_their_faces() {
    for count in [1, 2, 10, 11, 69, 70, 150] {
        let (_, export, saved) = export(&cards(count), Some(BoxPart::Cards));
        let cards = things(&saved);
        assert_eq!(cards.len(), count);
        let ids: BTreeSet<u64> = cards.iter().map(|card| card["CardID"].as_u64().expect("a number")).collect();
        assert_eq!(ids.len(), count, "each face once");
        for card in &cards {
            let id = card["CardID"].as_u64().expect("a number");
            let sheet = &card["CustomDeck"][(id / 100).to_string()];
            let [wide, high] = ["NumWidth", "NumHeight"].map(|key| sheet[key].as_u64().expect("a number"));
            assert!((1..=10).contains(&wide) && (1..=7).contains(&high) && id % 100 < wide * high, "{card}");
            assert!(id % 100 < 69, "the last position of a full sheet is free");
            let name = sheet["FaceURL"].as_str().and_then(|url| url.strip_prefix(URL)).expect("an address");
            let svg = export.images.iter().find(|image| format!("/{}.png", image.name) == name).expect("a picture");
            let face = format!("<svg x=\"{}\" y=\"{}\"", id % 100 % wide * 630, id % 100 / wide * 880);
            let (_, face) = svg.svg.split_once(&face).expect("a face");
            let title = card["Nickname"].as_str().expect("a title");
            assert!(face.split("</svg>").next().is_some_and(|face| face.contains(&format!(">{title}<"))), "{title}");
            assert_eq!((svg.pixels.0 * 880 * high as i64) / (630 * wide as i64), svg.pixels.1);
        }
        let object = &list(&saved, "ObjectStates")[0];
        if count == 1 {
            assert_eq!(object["Name"], "Card", "a deck needs two cards");
        } else {
            assert_eq!(object["Name"], "DeckCustom");
            let inside: Vec<&Value> = cards.iter().map(|card| &card["CardID"]).collect();
            assert_eq!(list(object, "DeckIDs").iter().collect::<Vec<_>>(), inside);
            assert_eq!(object["CustomDeck"].as_object().map(serde_json::Map::len), Some(count.div_ceil(69)));
        }
    }
}

/// Every address has a picture, every picture an address.
#[test]
fn every_picture_is_named_and_drawn() {
    for rules in games() {
        let (_, export, saved) = export(&rules, None);
        let text = saved.to_string();
        let named: BTreeSet<&str> = text.split(URL).skip(1).filter_map(|rest| rest.split(".png").next()).collect();
        let drawn: BTreeSet<String> = export.images.iter().map(|image| format!("/{}", image.name)).collect();
        assert_eq!(named, drawn.iter().map(String::as_str).collect(), "{}", rules.name());
        for image in &export.images {
            assert!(image.pixels.0 <= 4096 && image.pixels.1 <= 4096, "{}: {:?}", image.name, image.pixels);
            assert!(!image.svg.contains("foreignObject"), "a browser draws no HTML onto a canvas");
            assert!(export.page.contains(&format!("alt=\"{}\"", image.name)));
        }
    }
}

/// The back of a card does not reveal its component, as on paper.
#[test]
fn a_deck_has_one_back() {
    for rules in games() {
        let (_, _, saved) = export(&rules, Some(BoxPart::Cards));
        for deck in list(&saved, "ObjectStates") {
            let sheets = deck["CustomDeck"].as_object().into_iter().flat_map(serde_json::Map::values);
            let backs: BTreeSet<&str> = sheets.clone().filter_map(|sheet| sheet["BackURL"].as_str()).collect();
            assert_eq!(backs.len(), 1, "{}: {}", rules.name(), deck["Nickname"]);
            assert!(sheets.clone().all(|sheet| sheet["BackIsHidden"] == true && sheet["UniqueBack"] == false));
            assert!(list(deck, "ContainedObjects").iter().all(|card| card["HideWhenFaceDown"] == true));
        }
    }
}
