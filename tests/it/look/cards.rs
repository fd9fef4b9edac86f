//! `cards:` of `look.yaml`: faces and backs at the table, on sheets and for Tabletop Simulator, and what is wrong in them.

use std::collections::BTreeMap;
use std::path::Path;

use tavola::doc;
use tavola::draw;
use tavola::game::{GameFolder, Rules, Setup};
use tavola::print::{Paper, PrintBox, PrintOptions, card_faces, sheets, tabletop};
use tavola::scene::{Scene, Stage};

use super::SVG;

const MARKET: &str = r#"game market "Market" for 2 players

kind Good
  | id   | name   |
  | wool | "Wool" |
  | gold | "Gold" |

kind Deal
  | id   | name   | copies | worth | cost           | gives | note        |
  | coat | "Coat" | 2      | 17    | 1 wool         | wool  | "Warm."     |
  | ring | "Ring" | 2      | 23    | 1 wool, 2 gold | gold  | "Precious." |
  | hat(n in 1..7) | "Hat {n}" | 1 | 5 | 1 wool | wool | - |

kind Joke
  | id  | name  |
  | fun | "Fun" |

components
  | component  | count  | start |
  | Deal       | copies | deck  |
  | Joke       | 1      | aside |
  | cube[Good] | 9      | bag   |

places
  | place             | holds | order    | seen by |
  | deck              | Deal  | shuffled | nobody  |
  | aside             | Joke  |          |         |
  | hand[p in Player] | Deal  |          | p       |
  | bag               | cube  |          |         |

display
  | of          | name      | shows       |
  | d in Deal   | "worth"   | d.worth     |
  | d in Deal   | "doubled" | d.worth * 2 |

track fame[Player] 0..

play
  each p in Player: draw 2 from deck to hand[p]
  each p in Player
    p chooses d in Deal "Which deal?"
    p gains d.worth + d.cost[wool] fame
    if d.gives is wool: p gains 1 fame

winner p in Player by most fame[p]
"#;

const LOOK: &str = "colours: { wool: \"#9467b0\", gold: gold }\nicons: { wool: wool.svg }\n\
                    cards:\n  Deal: { corner: worth, centre: gives, band: gives, text: [cost], back: navy }\n  ring: { picture: ring.svg }\n";

fn rules(look: &str) -> Rules {
    rules_of(MARKET, look)
}

fn rules_of(market: &str, look: &str) -> Rules {
    let files = [
        ("market.tavola", market),
        ("look.yaml", look),
        ("wool.svg", SVG),
        ("ring.svg", SVG),
        ("back.png", super::PNG),
    ];
    let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
    Rules::read(&GameFolder { name: "market".to_owned(), files }, None).expect("it can be read")
}

fn scene_of(rules: &Rules) -> Scene {
    scene_after(rules, &["coat", "ring", "coat", "ring"], Some(0))
}

fn scene_after(rules: &Rules, answers: &[&str], viewer: Option<usize>) -> Scene {
    assert!(rules.diagnostics().iter().all(|finding| !finding.is_error()), "{:#?}", rules.diagnostics());
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, state) = crate::answered(&game, answers);
    Stage::new(&game, BTreeMap::default()).scene(&referee.view(&state, viewer), None, Vec::new())
}

fn table(look: &str) -> String {
    draw::table(&scene_of(&rules(look)), &draw::Seat::default(), "key", 1)
}

/// Members with a colour alone have the shortest beginnings of their names as signs that tell them apart.
#[test]
fn members_with_the_same_beginning_have_different_signs() {
    let look = "colours: { wool: \"#9467b0\", wood: gold }\ncards:\n  Deal: { centre: gives }\n";
    let market = MARKET.replace("gold", "wood").replace("Gold", "Wood");
    let page = draw::table(&scene_of(&rules_of(&market, look)), &draw::Seat::default(), "key", 1);
    for sign in [">Wool</text>", ">Wood</text>"] {
        assert!(page.contains(sign), "{sign} in {page}");
    }
}

/// The page of a game has the faces of its cards, below the table of their kind.
#[test]
fn the_page_of_a_game_shows_the_faces_of_its_cards() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = |look: &str| {
        let rules = rules(look);
        let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
        let (common, cards) = card_faces(&game);
        let faces = doc::CardFaces { common, cards };
        let page = doc::page(folder.path(), &rules, None, &faces).expect("a page can be made");
        doc::html("Market", &page)
    };
    let dressed = page(LOOK);
    let (before, faces) = dressed.split_once("<div class=\"faces\"><svg").expect("there are faces");
    let faces = faces.split("</div>").next().expect("they end");
    assert!(before.contains("<td>“Ring”</td>") || before.contains("<td>Ring</td>"), "they stand below the table");
    for wanted in ["aria-label=\"Ring\"", "aria-label=\"Hat 7\"", ">17</text>", "href=\"#look-ring.svg\""] {
        assert!(faces.contains(wanted), "{wanted} in {faces}");
    }
    assert_eq!(dressed.matches("id=\"look-ring.svg\"").count(), 1, "the picture is there once");
    assert!(!page("").contains("<svg"), "without a layout of cards the page has names alone");
}

/// A column that only cards show is used.
#[test]
fn a_column_that_cards_show_is_used() {
    let unused = |look: &str| -> Vec<String> {
        let text = MARKET.replace("    if d.gives is wool: p gains 1 fame\n", "");
        let files = [("market.tavola", text.as_str()), ("look.yaml", look), ("wool.svg", SVG), ("ring.svg", SVG)];
        let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        let rules = Rules::read(&GameFolder { name: "market".to_owned(), files }, None).expect("it can be read");
        let own = rules.diagnostics().iter().filter(|finding| finding.code == "W0201");
        own.map(|finding| finding.message.clone()).collect()
    };
    assert_eq!(unused(""), ["nothing reads the column `gives` of `Deal`"]);
    assert_eq!(unused("cards: { Deal: { corner: worth } }"), ["nothing reads the column `gives` of `Deal`"]);
    assert!(unused("cards: { coat: { text: [gives] } }").is_empty());
    assert!(unused(LOOK).is_empty());
}

/// The face of a card, up to the end of its drawing.
fn face<'p>(page: &'p str, title: &str) -> &'p str {
    let start = page.find(&format!("aria-label=\"{title},")).unwrap_or_else(|| panic!("no {title}: {page}"));
    page[start..].split("</svg>").next().expect("a drawing")
}

#[test]
fn a_hand_shows_faces_and_backs() {
    let page = table(LOOK);
    let (coat, ring) = (face(&page, "Coat"), face(&page, "Ring"));
    assert!(coat.contains(">17<") && ring.contains(">23<"), "corners: {coat} {ring}");
    assert!(coat.contains("fill:#9467b0") && ring.contains("fill:#ffd700"), "bands: {coat} {ring}");
    assert!(ring.contains("#look-ring.svg") && !coat.contains("#look-ring.svg"), "{ring}");
    // Wool twice on the coat (it gives and costs one); on the ring once, and gold three times.
    assert_eq!((coat.matches("#look-wool.svg").count(), ring.matches("#look-wool.svg").count()), (2, 1));
    assert_eq!(ring.matches(">G</text>").count(), 3, "without an icon a member has its first letter: {ring}");
    assert!(coat.contains("worth 17, gives Wool, cost 1 Wool"), "the name of the card says all: {coat}");
    // Of the values of `display`, only those stand below that the face does not show.
    assert!(page.contains("<small>doubled 34</small>"), "{page}");
    // Ben's hand is hidden, and all its cards have this back.
    let back = page.split_once("2 hidden").expect("Ben's hand").0;
    assert!(back.rsplit_once("<span").expect("a part").1.contains("fill:#000080"), "{page}");
    assert!(!table("").contains("dealt"), "without a layout nothing changes");
}

/// A column of texts stands on the card: on its face if `look.yaml` names it, else below its name. Either way the hint shows it.
#[test]
fn a_hand_shows_the_texts_of_columns() {
    let laid_out = table("cards: { Deal: { corner: worth, text: [cost, note] } }");
    let ring = face(&laid_out, "Ring");
    assert!(ring.contains(">Precious.</text>") && ring.contains("cost 1 Wool"), "{ring}");
    for page in [laid_out, table("")] {
        assert!(page.contains("data-text=\"Precious.\""), "{page}");
    }
    assert!(table("").contains("<small class=\"prose\">Precious.</small>"), "{}", table(""));
    let long = MARKET.replace(
        "Precious.",
        "At the end of the game you gain one more point for each other deal in your hand that costs gold",
    );
    let page =
        draw::table(&scene_of(&rules_of(&long, "cards: { Deal: { text: note } }")), &draw::Seat::default(), "key", 1);
    let lines = face(&page, "Ring").matches("font-size:42px").count();
    assert!((4..=7).contains(&lines), "{lines} lines: {page}");
}

#[test]
fn a_picture_of_the_table_shows_the_faces_of_the_viewers_hand() {
    let drawn = |look: &str| draw::svg(&scene_of(&rules(look)));
    let page = drawn(LOOK);
    for card in [["<title>Coat</title>", ">17<"], ["<title>Ring</title>", ">23<"]] {
        assert!(card.iter().all(|part| page.contains(part)), "{card:?}: {page}");
    }
    assert!(page.contains("hand: 2 hidden"), "Ben's hand stays text: {page}");
    let names = |look: &str| drawn(look).matches("hand: Coat").count();
    assert_eq!([LOOK, ""].map(names), [0, 1], "no card is named twice");
}

#[test]
fn printed_cards_have_the_same_face() {
    let rules = rules(LOOK);
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let printed = PrintBox::new(&rules, &game);
    let options = PrintOptions { paper: Paper::A4, backs: true, low_ink: false, only: None };
    let page = sheets(&printed, options);
    let whole = page.split("<svg class=\"whole\"").skip(1).map(|part| part.split("</svg>").next().expect("a drawing"));
    let ring: Vec<&str> = whole.clone().filter(|part| part.contains(">Ring<")).collect();
    assert_eq!(ring.len(), 2, "{page}");
    assert!(
        ring[0].contains(">23<") && ring[0].contains("#look-ring.svg") && ring[0].contains("Precious."),
        "{}",
        ring[0]
    );
    assert_eq!(whole.filter(|part| part.contains("fill:#000080")).count(), 11, "backs");
    let box_of = tabletop::tabletop(&printed, None, "https://example.org/market");
    let page = &box_of.page;
    assert!(page.contains("Precious.") && page.contains("fill:%23000080"), "{page}");
}

#[test]
fn a_component_has_the_look_of_its_index() {
    let scene = scene_of(&rules(LOOK));
    let bag = scene.piles.iter().find(|pile| pile.id == "bag").expect("the bag");
    let drawn: Vec<_> = bag.things.iter().map(|thing| (thing.colour.as_deref(), thing.icon.as_deref())).collect();
    assert_eq!(drawn, [(Some("#9467b0"), Some("wool.svg")), (Some("#ffd700"), None)]);
    let own = scene_of(&rules(&LOOK.replace("gold: gold", "cube: teal")));
    let bag = own.piles.iter().find(|pile| pile.id == "bag").expect("the bag");
    assert!(bag.things.iter().all(|thing| thing.colour.as_deref() == Some("#008080")), "{:?}", bag.things);
}

#[test]
fn mistakes_are_found_at_their_places() {
    let expected = [
        ("cards: { Deel: {} }", "E1170", "Deel", "did you mean `Deal`?"),
        ("cards: { deck: {} }", "E1171", "deck", "a kind"),
        ("cards: { Deal: { corner: wort } }", "E1176", "wort", "did you mean `worth`?"),
        ("cards: { Deal: { band: note } }", "E1176", "note", "its columns: cost, gives, n, worth"),
        ("cards: { Joke: { centre: fun } }", "E1176", "fun", "no column"),
        ("cards: { Deal: { band: golden } }", "E1176", "golden", ""),
        ("cards: { Deal: { corner: [worth] } }", "E1102", "worth", "one word"),
        ("cards: { Deal: { picture: coat.svg } }", "E1173", "coat.svg", ""),
        ("cards: { Deal: { back: golden } }", "E1172", "golden", "did you mean"),
        ("cards: { Deal: { backs: navy } }", "E1103", "backs", "did you mean `back`?"),
        ("cards: { ring: { back: back.png } }", "E1177", "back.png", "give the kind"),
        ("cards: [Deal]", "E1102", "Deal", ""),
    ];
    for (look, code, marked, help) in expected {
        let rules = rules(look);
        let [one] = rules.diagnostics() else { panic!("{look}: {:#?}", rules.diagnostics()) };
        assert_eq!((one.code, rules.sources().text(one.span)), (code, marked), "{look}");
        assert!(one.help.as_deref().unwrap_or_default().contains(help), "{look}: {:?}", one.help);
    }
}

#[test]
fn different_backs_in_one_place_are_found_and_not_shown() {
    let mixed = MARKET
        .replace("| aside             | Joke  |          |         |", "| aside | Deal, Joke | shuffled | nobody |");
    let with = |look: &str| {
        let files = [("market.tavola", mixed.as_str()), ("look.yaml", look)];
        let files = files.map(|(name, text)| (name.to_owned(), text.to_owned())).into();
        Rules::read(&GameFolder { name: "market".to_owned(), files }, None).expect("it can be read")
    };
    let two = with("cards: { Deal: { back: navy }, Joke: { back: gold } }");
    assert_eq!(two.diagnostics().iter().map(|finding| finding.code).collect::<Vec<_>>(), ["W1178"]);
    let back = |rules: &Rules| {
        rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}")).look().backs.get("aside").cloned()
    };
    assert_eq!(back(&two), None);
    let same = with("cards: { Deal: { back: navy }, Joke: { back: navy } }");
    assert!(same.diagnostics().is_empty(), "{:?}", same.diagnostics());
    assert_eq!(back(&same).as_deref(), Some("#000080"));
}

#[test]
fn open_cards_have_faces_where_cards_are_all_there_is() {
    let rules = Rules::read(Path::new("rules/classics/leduc_poker"), None).expect("it is there");
    let scene = scene_after(&rules, &["king_red", "jack_red", "call", "call", "queen_black"], None);
    let page = draw::table(&scene, &draw::Seat::default(), "key", 1);
    assert!(page.contains("aria-label=\"black queen, worth 2\""), "{page}");
    assert!(page.contains("<summary>On the table</summary>"), "without a board nothing lies beside it: {page}");
}
