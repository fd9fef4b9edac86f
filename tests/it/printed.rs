//! Print-and-play sheets hold what is in the box.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use tavola::game::{Game, Rules, Setup};
use tavola::print::{BoxPart, Paper, PrintBox, PrintOptions, UNLIMITED, sheets};

const ALL: PrintOptions = PrintOptions { paper: Paper::A4, backs: true, low_ink: false, only: None };

const BOX: &str = r#"game dale "The Dale" for 2..3 players

settings
  | name | value | range | meaning      |
  | wood | 3     | 1..9  | "logs"       |

board field of Cell
  hexes: 2, 2

kind Land
  | id   | name     | copies | worth |
  | hill | "Hill"   |      2 |     4 |
  | lake | "Lake <" |      1 |     - |

kind Card
  | id  | name  | copies | symbol | colour  | power | story                     |
  | sun | "Sun" | 2      | "☼"    | "red"   | 3     | "The sun shines on all."  |
  | fog | "Fog" | 1      |        | "x;y"   | 2     |                           |

kind Good
  | id   | name   | colour |
  | wool | "wool" | purple |
  | salt | "salt" | white  |

components
  | component    | count     | start         | name     |
  | Card         | copies    | deck          | "card"   |
  | Land         | copies    | heap          |          |
  | cart[Player] | 2         | yard[Player]  |          |
  | cube[Good]   | unlimited | bank          | "cube"   |
  | log          | wood      | heap          |          |

places
  | place        | holds           | order    | seen by |
  | deck         | Card            | shuffled | nobody  |
  | heap         | Land, log       |          |         |
  | on[Cell]     | Land, cart, log |          |         |
  | yard[Player] | cart, cube      |          |         |
  | bank         | cube            |          |         |

track fame[Player] 0..9
track price 10..30 step 5 start 20

play
  each p in Player
    p chooses c in Cell "Where?"
    move 1 cart[p] from yard[p] to on[c]
    p gains 1 fame
  move 1 log from heap to on[cell(1, 1)]
  raise price by 1

winner p in Player by most fame[p]
"#;

fn made() -> Rules {
    Rules::from_texts(&[("dale", BOX)])
}

fn game_of(rules: &Rules, setup: &Setup) -> Game {
    rules.game(setup).unwrap_or_else(|error| panic!("{error}"))
}

/// Number of times that a text occurs.
fn count(page: &str, text: &str) -> u32 {
    page.matches(text).count() as u32
}

/// Number of pieces on sheets.
fn pieces(page: &str) -> u32 {
    count(page, "class=\"piece card\"") + count(page, "class=\"piece tile\"") + count(page, "<svg class=\"token\"")
}

/// Number of things in all places of the start position, and what is printed of each sort in an unlimited supply.
fn things(game: &Game) -> u32 {
    let start = game.start();
    let view = game.referee().view(&start, None);
    let place = |place: &tavola::game::PlaceView| match place.total {
        Some(total) => total,
        None => place.things.iter().map(|(_, _, count)| *count).sum(),
    };
    let unlimited = game.box_contents().items.iter().filter(|item| item.copies.is_none()).count() as u32;
    view.places.iter().map(place).sum::<u32>() + unlimited * UNLIMITED
}

fn games() -> Vec<PathBuf> {
    let folders = |path: &str| {
        let all = fs::read_dir(path).expect("a folder").map(|entry| entry.expect("readable").path());
        all.filter(|path| !path.ends_with("classics")).collect::<Vec<_>>()
    };
    [folders("rules"), folders("rules/classics")].concat()
}

#[test]
fn sheets_hold_what_is_in_the_box() {
    let games = games();
    assert!(games.len() >= 15, "the games are found");
    for folder in games {
        let rules = Rules::read(&folder, None).unwrap_or_else(|error| panic!("{error}"));
        let (fewest, most) = rules.players().expect("rules without errors");
        for players in [fewest, most] {
            let game = game_of(&rules, &Setup::of(players));
            let page = sheets(&PrintBox::new(&rules, &game), ALL);
            let (printed, lying) = (pieces(&page), things(&game));
            assert_eq!(printed, lying, "{} with {players} players", folder.display());
            assert_eq!(
                count(&page, "class=\"piece card\""),
                count(&page, "class=\"piece back\""),
                "{}",
                folder.display()
            );
        }
    }
}

#[test]
fn each_thing_is_printed_as_what_it_is() {
    let rules = made();
    let sort = |setup: &Setup| {
        let printed = PrintBox::new(&rules, &game_of(&rules, setup));
        [printed.cards, printed.tiles, printed.tokens].map(|sorts| sorts.iter().map(|sort| sort.copies).sum::<u32>())
    };
    let bank = 2 * UNLIMITED;
    assert_eq!(sort(&Setup::of(2)), [3, 3, 4 + bank + 3]);
    assert_eq!(sort(&Setup::of(3)), [3, 3, 6 + bank + 3], "a player has two carts");
    let logs = Setup { settings: vec![("wood".into(), "5".into())], ..Setup::of(2) };
    assert_eq!(sort(&logs), [3, 3, 4 + bank + 5], "a setting says how many logs there are");
}

#[test]
fn options_leave_parts_out() {
    let rules = made();
    let printed = PrintBox::new(&rules, &game_of(&rules, &Setup::of(2)));
    let page = |options| sheets(&printed, options);
    let parts = |page: &str| {
        ["piece card", "piece back", "piece tile", "token", "sheet board wide", "mat"]
            .map(|class| count(page, &format!("class=\"{class}\"")))
    };
    let only = |part| page(PrintOptions { only: Some(part), ..ALL });
    let tokens = 4 + 2 * UNLIMITED + 3;
    assert_eq!(parts(&page(ALL)), [3, 3, 3, tokens, 1, 3]);
    assert_eq!(parts(&page(PrintOptions { backs: false, ..ALL })), [3, 0, 3, tokens, 1, 3]);
    assert_eq!(parts(&only(BoxPart::Cards)), [3, 3, 0, 0, 0, 0]);
    assert_eq!(parts(&only(BoxPart::Tokens)), [0, 0, 3, tokens, 0, 0]);
    assert_eq!(parts(&only(BoxPart::Boards)), [0, 0, 0, 0, 1, 0]);
    assert_eq!(parts(&only(BoxPart::Mats)), [0, 0, 0, 0, 0, 3]);
    assert!(page(PrintOptions { low_ink: true, ..ALL }).contains("fill:none !important"));
    assert!(page(PrintOptions { paper: Paper::Letter, ..ALL }).contains("@page{size:letter"));
}

/// A mat says how many things a place holds.
#[test]
fn a_mat_says_what_a_place_holds() {
    let (before, rest) = BOX.split_once("places\n").expect("places");
    let (places, after) = rest.split_once("\n\n").expect("their end");
    let row = |(at, row): (usize, &str)| match at {
        0 => format!("{row} limit |\n"),
        _ if row.contains("yard") => format!("{row} 7 |\n"),
        _ => format!("{row} |\n"),
    };
    let places: String = places.lines().enumerate().map(row).collect();
    let limited = format!("{before}places\n{places}\n{after}");
    let rules = Rules::from_texts(&[("dale", &limited)]);
    let printed = PrintBox::new(&rules, &game_of(&rules, &Setup::of(2)));
    let page = sheets(&printed, PrintOptions { only: Some(BoxPart::Mats), ..ALL });
    assert_eq!(count(&page, "<div>yard<small> (7 at most)</small></div>"), 2, "{page}");
    assert_eq!(count(&page, "at most"), 2, "{page}");
}

/// The sheets name their variant and settings, and the memory that no piece shows.
#[test]
fn the_first_page_says_what_is_printed() {
    let memory = "memory\n  | variable | type | start | seen by |\n  | wet | set of Cell | {} | all |\n  | next_cell | number | 0 | all |\n  \
                  | luck | 0..3 | 0 | nobody |\n\ndisplay\n  | of | name | shows |\n  | | - | next_cell |\n\nplay\n";
    let base = BOX.replace("play\n", memory).replace("    p gains 1 fame\n", "    p gains 1 fame\n    add c to wet\n");
    let variant =
        "variant wide \"The wide dale\" of dale, house rules\n\nchange settings\n  | name | value |\n  | wood | 4 |\n";
    let plain = Rules::from_texts(&[("dale", &base)]);
    let page = sheets(&PrintBox::new(&plain, &game_of(&plain, &Setup::of(2))), ALL);
    assert!(page.contains("Not printed: wet (memory of the rules)") && !page.contains("Variant:"), "{page}");
    let folder = tempfile::tempdir().expect("a folder");
    let dale = folder.path().join("dale");
    fs::create_dir_all(dale.join("variants")).expect("folders");
    fs::write(dale.join("dale.tavola"), &base).expect("written");
    fs::write(dale.join("variants/wide.tavola"), variant).expect("written");
    let rules = Rules::read(&dale, Some("wide")).expect("it can be read");
    let setup = Setup { settings: vec![("wood".into(), "5".into())], ..Setup::of(2) };
    let page = sheets(&PrintBox::new(&rules, &game_of(&rules, &setup)), ALL);
    assert!(page.contains("<title>The Dale (The wide dale): print and play"), "{page}");
    assert!(page.contains("<p>Variant: The wide dale.</p><p>Settings: wood = 5.</p>"), "{page}");
    assert_eq!(count(&page, "<small>The Dale (The wide dale)</small>"), 3, "each mat: {page}");
    let cards =
        sheets(&PrintBox::new(&rules, &game_of(&rules, &setup)), PrintOptions { only: Some(BoxPart::Cards), ..ALL });
    assert!(!cards.contains("(memory of the rules)"), "{cards}");
}

/// Rows of `display` name and group the columns that they show as they are. Others keep their names.
#[test]
fn columns_are_printed_as_display_names_them() {
    let printed = |display: &str| {
        let changed = BOX.replace("| copies | worth |", "| copies | worth | deep_water |");
        let changed =
            changed.replace("|      2 |     4 |", "| 2 | 4 | 7 |").replace("|      1 |     - |", "| 1 | - | 9 |");
        let rules = Rules::from_texts(&[("dale", &format!("{changed}\n{display}"))]);
        let contents = game_of(&rules, &Setup::of(2)).box_contents();
        contents.values["hill"].iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("; ")
    };
    let row = |shows: &str| format!("display\n  | of | name | shows |\n  | l in Land | \"worth, depth\" | {shows} |\n");
    assert_eq!(printed(""), "worth: 4; deep water: 7");
    assert_eq!(printed(&row("l.worth, l.deep_water")), "worth, depth: 4, 7");
    assert_eq!(printed(&row("l.deep_water")), "worth: 4; worth, depth: 7");
    assert_eq!(printed(&row("l.worth, price")), "worth: 4; deep water: 7", "a value of a position is not printed");
}

/// A long text gets smaller letters, and is cut where even these do not fit.
#[test]
fn a_long_text_stays_on_its_card() {
    let page = |text: &str| {
        let rules = Rules::from_texts(&[("dale", &BOX.replace("The sun shines on all.", text))]);
        sheets(&PrintBox::new(&rules, &game_of(&rules, &Setup::of(2))), ALL)
    };
    let text = |words: usize| "daylight ".repeat(words) + "ends";
    assert!(page(&text(10)).contains("font-size:9.0pt"));
    let (long, endless) = (page(&text(100)), page(&text(800)));
    assert!(
        long.contains("daylight ends</p>") && !long.contains("<p class=\"text\" style=\"font-size:9.0pt\""),
        "smaller"
    );
    assert!(endless.contains('…') && !endless.contains("daylight ends</p>"), "cut");
}

#[test]
fn the_sheets_of_a_small_game() {
    let rules = made();
    let page = sheets(&PrintBox::new(&rules, &game_of(&rules, &Setup::of(2))), ALL);
    // The style has its own file.
    let (_, body) = page.split_once("<body>").expect("a body");
    let lines = ["<section", "<div class=\"piece", "<svg class=\"token", "<h2", "<tr"]
        .into_iter()
        .fold(body.to_owned(), |text, tag| text.replace(tag, &format!("\n{tag}")));
    let mut lines: Vec<&str> = lines.lines().collect();
    // Copies are counted by other tests.
    lines.dedup();
    insta::with_settings!({ snapshot_path => "../../snapshots/print", prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(lines.join("\n"));
    });
    assert!(!page.contains("x;y") && !page.contains("Lake <"), "nothing gets into the style or the markup");
}

/// The back of a card in a hidden hand or deck does not reveal its component.
#[test]
fn cards_that_can_lie_face_down_together_have_one_back() {
    let mut mixed = 0;
    for folder in games() {
        let rules = Rules::read(&folder, None).unwrap_or_else(|error| panic!("{error}"));
        let (_, most) = rules.players().expect("rules without errors");
        let game = game_of(&rules, &Setup::of(most));
        let cards = PrintBox::new(&rules, &game).cards;
        let mut backs: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
        for item in game.box_contents().items {
            let component = item.component.replace('_', " ");
            let Some(card) = cards.iter().find(|card| card.component == component) else { continue };
            for place in item.covered_in {
                backs.entry(place).or_default().insert((component.clone(), card.back.clone()));
            }
        }
        for (place, sorts) in backs {
            let texts: BTreeSet<&String> = sorts.iter().map(|(_, back)| back).collect();
            assert_eq!(texts.len(), 1, "{}: {place}: {sorts:?}", folder.display());
            mixed += usize::from(sorts.len() > 1);
        }
    }
    assert!(mixed > 0, "some game mixes components");
}

/// The smaller side of the smallest space on each sheet of boards, in millimetres, and the number of these sheets.
fn spaces(folder: &str) -> (Vec<f64>, usize) {
    let rules = Rules::read(&PathBuf::from(folder), None).unwrap_or_else(|error| panic!("{error}"));
    let (_, most) = rules.players().expect("rules without errors");
    let printed = PrintBox::new(&rules, &game_of(&rules, &Setup::of(most)));
    let page = sheets(&printed, PrintOptions { only: Some(BoxPart::Boards), ..ALL });
    let after = |text: &str, name: &str| -> f64 {
        let (_, value) = text.split_once(name).unwrap_or_else(|| panic!("{name} in {text:.300}"));
        value.chars().take_while(|c| c.is_ascii_digit() || *c == '.').collect::<String>().parse().expect("a number")
    };
    let boards: Vec<&str> = page.split("<section class=\"sheet board").skip(1).collect();
    let side = |board: &&str| {
        let view = board.split_once("viewBox=\"").expect("a view").1.split('"').next().unwrap_or_default();
        let size: Vec<f64> = view.split(' ').map(|part| part.parse().expect("a number")).collect();
        let scale = (after(board, ";width:") / size[2]).min(after(board, ";height:") / size[3]);
        let space = |part: &str| after(part, " width=\"").min(after(part, " height=\""));
        let spaces = board.split("<rect ").filter(|part| part.contains("class=\"box\"") || part.contains(" edge\""));
        spaces.map(|part| space(part) * scale).fold(f64::INFINITY, f64::min)
    };
    (boards.iter().map(side).collect(), boards.len())
}

/// A token is 20 mm wide.
#[test]
fn spaces_of_boards_have_room_for_tokens() {
    for (folder, sheets) in [
        ("rules/patrons_of_venice", 1),
        ("rules/san_marco", 1),
        ("rules/classics/chess", 1),
        ("rules/classics/gomoku", 4),
    ] {
        let (sides, count) = spaces(folder);
        assert_eq!(count, sheets, "{folder}");
        assert!(sides.iter().all(|side| *side >= 19.9), "{folder}: {sides:?}");
    }
}
