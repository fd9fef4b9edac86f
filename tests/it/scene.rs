//! The scene: a viewer's view as plain data, and its pictures.

mod asked;
mod marks;
mod placed;
mod room;
mod standing;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use tavola::draw;
use tavola::game::{Game, Rules, Setup};
use tavola::scene::{Layer, Line, Pile, Scene, Stage};

pub(crate) const VALLEY: &str = r#"game valley "The Valley" for 2 players

kind Spot
  | id   | name      | at     | colour | worth |
  | hill | "Hill"    | (0, 0) | "tan"  | 2     |
  | mill | "Mill"    | (1, 0) |        | 1     |
  | ford | "The <b>" | (1, 1) |        | 3     |

board valley of Spot joined by Path
  hill -- mill, ford

kind Card
  | id  | name  | copies | symbol |
  | sun | "Sun" | 2      | "☼"    |
  | fog | "Fog" | 2      |        |

components
  | component    | count | start   |
  | Card         | copies | deck   |
  | cart[Player] | 2     | yard[Player] |
  | gate         | 2     | shed    |

places
  | place              | holds | order    | seen by |
  | deck               | Card  | shuffled | nobody  |
  | hand[p in Player]  | Card  |          | p       |
  | yard[Player]       | cart  |          |         |
  | site[Spot]          | cart  |          |         |
  | on[Path]           | gate  |          |         |
  | shed               | gate  |          |         |

track fame[Player] 0..9

memory
  | variable | type   | start |
  | guest    | set of Player | {} |

display
  | of          | name    | shows   |
  | s in Spot   | "worth" | s.worth |
  |             | "guest" | guest   |

play
  each p in Player: draw 1 from deck to hand[p]
  move 1 gate from shed to on[hill--mill]
  each p in Player
    p chooses s in Spot "Where does your cart go?"
    move 1 cart[p] from yard[p] to site[s]
    p gains s.worth fame
  each p in Player
    p chooses c in hand[p] "Which card?"
    set guest = {p}

winner p in Player by most fame[p]
"#;

fn game() -> Game {
    let rules = Rules::from_texts(&[("valley", VALLEY)]);
    assert!(rules.diagnostics().iter().all(|finding| !finding.is_error()), "{:#?}", rules.diagnostics());
    rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"))
}

/// The scene after these answers. Cards are dealt by the options of chance.
fn scene(game: &Game, answers: &[&str], viewer: Option<usize>) -> Scene {
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.collect_events(true);
    let mut log = Vec::new();
    let mut hear = |referee: &mut tavola::game::Referee, state: &tavola::game::State| {
        for happened in referee.happened(state) {
            log.extend(happened.line(viewer));
        }
    };
    for answer in answers {
        referee.run(&mut state).expect("the rules do not fault");
        hear(&mut referee, &state);
        let option = referee.find(&state, answer).unwrap_or_else(|why| panic!("{answer}: {}", why.message));
        referee.answer(&mut state, option).expect("it was offered");
    }
    referee.run(&mut state).expect("the rules do not fault");
    hear(&mut referee, &state);
    let view = referee.view(&state, viewer);
    let asked = referee.question(&state);
    let stage = Stage::new(game, BTreeMap::default());
    stage.scene(&view, asked.as_ref(), log)
}

#[test]
fn a_scene_as_data() {
    let game = game();
    let scene = scene(&game, &["sun", "fog", "hill"], Some(1));
    insta::with_settings!({ snapshot_path => "../../snapshots/scene", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(serde_json::to_string_pretty(&scene).expect("data"));
    });
}

/// Two public hands have the same card. An option means the one in the asked player's hand.
#[test]
fn an_option_is_placed_at_the_hand_of_its_card() {
    let open = VALLEY.replace("|          | p       |", "|          | all     |");
    assert_ne!(open, VALLEY);
    let rules = Rules::from_texts(&[("valley", &open)]);
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let scene = scene(&game, &["sun", "sun", "hill", "mill"], Some(0));
    let holders = scene.panels.iter().flat_map(|panel| &panel.piles).filter(|pile| pile.name == "hand");
    assert!(holders.map(|pile| pile.things[0].id.as_str()).eq(["sun", "sun"]));
    let question = scene.question.as_ref().expect("Anna is asked");
    let sun = question.options.iter().find(|option| option.id == "sun").expect("she has it");
    let placed: Vec<_> =
        sun.placed.iter().map(|target| (target.what, &target.id[..], target.pile.as_deref())).collect();
    assert_eq!(placed, [("thing", "sun", Some("hand[anna]"))]);
    let page = draw::table(&scene, &draw::Seat::default(), "key", 1);
    for wanted in ["data-placed=\"sun\thand[anna]\"", "data-id=\"sun\" data-in=\"hand[anna]\"", "data-in=\"hand[ben]\""]
    {
        assert!(page.contains(wanted), "{wanted} in {page}");
    }
}

/// An offered place without contents has a row to click, in its usual position. Only the asked player has that row.
#[test]
fn an_offered_empty_place_has_a_row() {
    let rules = "game shops \"Shops\" for 2 players\n\nkind Shop = {baker, smith, tailor}\n\nkind Seal\n  | id  | copies |\n  | sun | 1      |\n  \
         | fog | 1      |\n\ncomponents\n  | component    | count  | start        |\n  | pawn[Player] | 1      | yard[Player] |\n  | Seal         | copies | box          |\n\n\
         places\n  | place        | holds | seen by |\n  | yard[Player] | pawn  |         |\n  | box          | Seal  | nobody  |\n  | shop[Shop]   | pawn  |         |\n  \
         | on[Seal]     | pawn  |         |\n\nmemory\n  | variable | type         | start |\n  | liked    | Seal or none | none  |\n\nplay\n  each p in Player\n    \
         p chooses s in Shop where s is not baker\n    move pawn[p] from yard[p] to shop[s]\n  seat(1) chooses seal in Seal\n  set liked = seal\n\nwinner p in Player by most pawn[p] at shop[smith]\n";
    let rules = Rules::from_texts(&[("shops", rules)]);
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let rows = |answers: &[&str], viewer| -> Vec<(String, usize)> {
        let scene = scene(&game, answers, viewer);
        let all = scene.tables.iter().flat_map(|table| &table.rows);
        let rows: Vec<_> = all.map(|row| (row.title.clone(), row.piles.len())).collect();
        for option in scene.question.iter().flat_map(|question| &question.options) {
            assert_eq!(option.placed.len(), usize::from(option.id != "sun" && option.id != "fog"), "{option:?}");
        }
        rows
    };
    let owned = |rows: &[(&str, usize)]| -> Vec<(String, usize)> {
        rows.iter().map(|(title, piles)| ((*title).to_owned(), *piles)).collect()
    };
    assert_eq!(rows(&[], Some(0)), owned(&[("smith", 0), ("tailor", 0)]));
    assert_eq!(rows(&["tailor"], Some(1)), owned(&[("smith", 0), ("tailor", 1)]), "in the order of the rules");
    assert_eq!(rows(&["tailor"], Some(0)), owned(&[("tailor", 1)]), "anna is not asked");
    assert_eq!(
        rows(&["tailor", "smith"], Some(0)),
        owned(&[("smith", 1), ("tailor", 1)]),
        "a seal is a card, not a row"
    );
}

/// Each place that the five games offer can be clicked at the table.
#[test]
fn every_offered_place_can_be_clicked() {
    let mut rows = 0;
    for folder in crate::games().iter().filter(|folder| folder.parent() == Some(std::path::Path::new("rules"))) {
        let rules = Rules::read(folder, None).expect("it can be read");
        let game = rules.game(&Setup::of(3)).unwrap_or_else(|error| panic!("{error}"));
        let (mut referee, mut state) = (game.referee(), game.start());
        let (look, display) = (game.look(), game.display());
        let stage = Stage::new(&game, BTreeMap::default());
        let mut bots = tavola::play::Bots::new(5, 0, 3);
        for _ in 0..150 {
            let pending = referee.run(&mut state).expect("the rules do not fault");
            if pending == tavola::game::Pending::Over {
                break;
            }
            if let tavola::game::Pending::Choice(seat) = pending {
                let view = referee.view(&state, Some(seat));
                let asked = referee.question(&state);
                let scene = stage.scene(&view, asked.as_ref(), Vec::new());
                let of = |kinds: &[String]| kinds.iter().position(|kind| !kind.is_empty());
                let places = view.places.iter().filter(|place| !display.leaves_out(&place.place));
                let homes = places.filter_map(|place| place.index.get(of(look.indexes.get(&place.place)?)?));
                let homes: BTreeSet<&str> = homes.map(String::as_str).collect();
                for option in scene.question.iter().flat_map(|question| &question.options) {
                    let words = option.id.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
                    for word in words.filter(|word| homes.contains(word)) {
                        let is_thing = look.pieces.iter().any(|piece| piece.id == word);
                        // `coin[ben]` is one target.
                        let found = option.placed.iter().find(|target| target.id.contains(word));
                        assert!(found.is_some() || is_thing, "{}: {word} of {}", folder.display(), option.id);
                        rows += usize::from(found.is_some_and(|target| target.what == "row"));
                    }
                }
            }
            let option = bots.answer(pending, &mut referee, &state);
            referee.answer(&mut state, option).expect("it was offered");
        }
    }
    assert!(rows > 100, "{rows}");
}

#[test]
fn the_documentation_names_every_field() {
    let documented = fs::read_to_string("docs/scene.md").expect("the schema is documented");
    let source = fs::read_to_string("crates/page/src/scene/mod.rs").expect("it is there");
    let types = source.split("#[derive(").filter(|part| part.contains("Serialize"));
    let field = |line: &str| Some(line.strip_prefix("    pub ")?.split_once(':')?.0.to_owned());
    let fields: BTreeSet<String> =
        types.flat_map(|part| part.lines().filter_map(field)).filter(|name| !name.contains(' ')).collect();
    assert!(fields.len() > 30, "the fields are found: {fields:?}");
    let missing: Vec<&String> = fields.iter().filter(|field| !documented.contains(&format!("`{field}`"))).collect();
    assert!(missing.is_empty(), "docs/scene.md does not mention {missing:?}");
    assert!(documented.contains(&format!("the version of this schema: {}", tavola::scene::VERSION)));
}

#[test]
fn hidden_cards_do_not_reach_a_scene_or_its_pictures() {
    let game = game();
    for answers in [&["sun", "sun"][..], &["sun", "sun", "hill", "mill"]] {
        let mut twin = answers.to_vec();
        twin[1] = "fog";
        for viewer in [None, Some(0)] {
            let (one, other) = (scene(&game, answers, viewer), scene(&game, &twin, viewer));
            assert_eq!(one, other, "{viewer:?}");
            assert_eq!(draw::svg(&one), draw::svg(&other));
            assert_eq!(
                draw::table(&one, &draw::Seat::default(), "k", 1),
                draw::table(&other, &draw::Seat::default(), "k", 1)
            );
        }
        let (one, other) = (scene(&game, answers, Some(1)), scene(&game, &twin, Some(1)));
        assert_ne!(one, other, "the owner sees the difference");
    }
}

#[test]
fn a_picture_shows_names_and_marks_and_escapes_markup() {
    let game = game();
    let scene = scene(&game, &["sun", "fog", "hill"], Some(0));
    let svg = draw::svg(&scene);
    for wanted in ["The &lt;b&gt;", ">Hill", "worth: 2", "fill:tan", "Anna's cart"] {
        assert!(svg.contains(wanted), "{wanted} in {svg}");
    }
    let page = draw::table(&scene, &draw::Seat::default(), "key", 3);
    // The legend of the letters. Carts have their owner's colour.
    assert!(svg.contains(": cart; G: gate"), "{svg}");
    assert!(
        page.contains("<span class=\"token c1\" aria-hidden=\"true\">B</span> cart")
            && page.contains("<span class=\"free\">G</span> gate"),
        "{page}"
    );
    assert!(!svg.contains("<b>") && !page.contains("The <b>"));
}

/// A board that is too wide for half a page gets the whole width.
#[test]
fn a_wide_board_has_the_whole_width() {
    let page = |text: &str| {
        let rules = Rules::from_texts(&[("valley", text)]);
        let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error:?}"));
        draw::table(&scene(&game, &[], None), &draw::Seat::default(), "key", 1)
    };
    assert!(!page(VALLEY).contains("<figure class=\"wide\""));
    assert!(page(&VALLEY.replace("(1, 1)", "(14, 1)")).contains("<figure class=\"wide\""));
}

#[test]
fn pictures_in_the_docs_are_current() {
    let script = fs::read_to_string("docs/pictures/make").expect("the script is there");
    let made: Vec<&str> = script.lines().filter_map(|line| line.strip_prefix("picture ")).collect();
    assert!(made.len() >= 6, "{made:?}");
    for line in made {
        let [name, folder, seed, at] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let kept = fs::read_to_string(format!("docs/pictures/{name}.svg")).expect("the picture is there");
        let out = Command::new(env!("CARGO_BIN_EXE_tavola"))
            .args(["draw", folder, "--seed", seed, "--at", at])
            .output()
            .expect("the program runs");
        let now = String::from_utf8(out.stdout).expect("text");
        assert!(
            kept.trim_end() == now.trim_end(),
            "docs/pictures/{name}.svg is not what is drawn today: docs/pictures/make"
        );
        assert!(kept.len() < 60_000, "docs/pictures/{name}.svg has {} bytes", kept.len());
        let shown =
            |page: &str, at: &str| fs::read_to_string(page).expect("a page").contains(&format!("{at}/{name}.svg"));
        assert!(
            shown("README.md", "docs/pictures") || shown("docs/games/README.md", "../pictures"),
            "the README or the page of all games shows {name}"
        );
    }
}

#[test]
fn a_value_that_is_none_is_not_shown() {
    let game = game();
    let before = scene(&game, &["sun", "fog", "hill"], None);
    assert_eq!(before.values, [], "nobody is the guest so far");
    let after = scene(&game, &["sun", "fog", "hill", "mill", "sun"], None);
    assert_eq!(after.values.len(), 1);
}

/// Places on a page: a dot in the owner's colour, all empty places in one line, a stack from its top.
#[test]
fn a_page_shows_owners_empty_places_and_stacks() {
    let game = game();
    let mut scene = scene(&game, &["sun", "fog", "hill"], None);
    let own = &mut scene.panels[0];
    let full = own.piles.iter().find(|pile| !pile.things.is_empty()).expect("carts lie in the yard").clone();
    let lying = |name: &str, total| Pile { name: name.into(), total, things: Vec::new(), hidden: 0, ..full.clone() };
    own.piles.extend([lying("left", Some(0)), lying("right", Some(0))]);
    let layer = |depth| Layer { depth, count: 1, things: Some(full.things.clone()) };
    let layers = ["top", "top", "middle", "bottom"].map(layer).to_vec();
    scene.piles.push(Pile { layers, ..lying("stack", Some(4)) });
    let line = |text: &str, heading| Line { text: text.into(), heading, is_move: text == "cart: yard to hill" };
    scene.log.extend([
        line("Evening 2", true),
        line("-- as the author wrote it --", false),
        line("cart: yard to hill", false),
    ]);
    scene.panels[0].piles[0].is_hand = true;
    let page = draw::with_lines(&draw::table(&scene, &draw::Seat::default(), "key", 1), &scene.log, "key", 0);
    let cart = "Anna's cart";
    for wanted in [
        format!("<span class=\"dot c0\" data-initial=\"A\"></span><span class=\"name\">{cart}</span>"),
        "<dt>empty</dt><dd class=\"empty\">left, right</dd>".to_owned(),
        format!("top: {cart}, then {cart}</small>"),
        format!("bottom: {cart}</small>"),
        "<b>Evening 2</b>".to_owned(),
        "-- as the author wrote it -- ".to_owned(),
        " class=\"move\">cart: yard to hill ".to_owned(),
    ] {
        assert!(page.contains(&wanted), "{wanted} in {page}");
    }
}
