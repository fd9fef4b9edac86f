//! Things by their indexes: single figures, and kinds of which each player has a set. Two small games.

use std::path::Path;

use tavola::game::{Game, LoadError, Pending, Rules, Setup};
use tavola::play::{laws, scenario};

fn rules(name: &str) -> Rules {
    let rules = Rules::read(Path::new("tests/fixtures/things").join(name).as_path(), None).expect("it can be read");
    let found: Vec<_> = rules.diagnostics().iter().map(|finding| &finding.message).collect();
    assert!(found.is_empty(), "{name}: {found:?}");
    rules
}

fn scenarios(name: &str, file: &str) {
    let rules = rules(name);
    let path = format!("tests/fixtures/things/{name}/scenarios/{file}.yaml");
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    let suite = scenario::read_texts(&[(&path, &text)], None);
    assert!(suite.diagnostics.is_empty(), "{:?}", suite.diagnostics);
    for case in &suite.scenarios {
        let outcome = scenario::run(&rules, case);
        assert!(outcome.failures.is_empty(), "{}: {:?}", outcome.name, outcome.failures);
    }
}

/// Runs sentences of a game for two players. Returns what went wrong.
fn run(name: &str, sentences: &str) -> Result<(), String> {
    let rules = rules(name);
    let game = rules.game_from(&Setup::of(2), Some(sentences)).map_err(|error| match error {
        LoadError::Error(error) => error.message,
        LoadError::Findings { diagnostics, .. } => diagnostics.iter().map(|finding| finding.message.clone()).collect(),
    })?;
    let (mut referee, mut state) = (game.referee(), game.start());
    match referee.run(&mut state) {
        Ok(Pending::Over) => Ok(()),
        Ok(other) => Err(format!("{other:?}")),
        Err(fault) => {
            let finding = game.diagnose(&fault);
            let place = referee.game().position(&state).1;
            Err(format!("{} ({})", finding.message, place.rsplit(':').nth(1).unwrap_or("")))
        }
    }
}

fn game(name: &str, players: usize) -> Game {
    rules(name).game(&Setup::of(players)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

#[test]
fn scenarios_with_figures_and_prints_pass() {
    scenarios("quarter", "figures");
    scenarios("polls", "prints");
}

#[test]
fn laws_hold() {
    for name in ["quarter", "polls"] {
        for players in 2..=4 {
            let broken = laws(&game(name, players), 5, 4);
            assert!(broken.is_empty(), "{name} with {players}: {broken:?}");
        }
    }
}

#[test]
fn figures_move_like_other_things() {
    let sentences = "
move castle to lies[cell(2, 2)]
move crane to lies[cell(2, 2)]
require site(castle, Plot) is cell(2, 2) and castle in lies[cell(2, 2)] and not (well in lies[cell(2, 2)])
require count of lies[cell(2, 2)] is 2 and lies[cell(2, 2)] is several and Tile at lies[cell(2, 2)] is 1
require count of lies[Plot] is 2 and castle in lies[Plot] and castle at lies[Plot] is 1
if Tile at lies[cell(2, 2)] is 1: move castle from lies[cell(2, 2)] to kept[seat(1)]
require kept[seat(1)] is single castle_or and castle_or is castle
require count of {c in Plot where lies[c] is none} is 8
move all from lies[Plot] to town[hill]
require site(crane, Town) is hill and site(crane, Plot) is none
move 1 burgher[seat(1)] from reserve to town[mill]
move burgher[seat(2)] to town[mill]
require {site(burgher[p], Town) for p in Player} is {mill} and count of town[mill] is 2
require some b in burgher at town[mill] where b.player is seat(2) and burgher[b.player] in town[mill]
move all burgher from town[mill] to reserve
require town[mill] is none and burgher at reserve is players
each n in 1..2: move cart[seat(2), n] to town[hill]
require cart at town[hill] is 2 and cart[seat(2)] at town[hill] is 2
each t in Tile where t.rank is 2: move t to offer
move castle to offer
move castle to box
require [t in offer] is [gate, garden] and [t in Tile where t in offer] is [gate, garden] and sum of t.rank for t in offer is 4
move up to 1 {gate, well} from offer to box
require gate in box and count of offer is 1
";
    let sentences = sentences.trim().replace("cart[seat(2)] at", "cart[seat(2), 1..2] at");
    assert_eq!(run("quarter", &sentences), Ok(()));
}

#[test]
fn any_number_of_places_can_be_joined() {
    let sentences = "
move castle from box to offer
move well from box to kept[seat(1)]
move gate from box to half[2]
let all_tiles = [t in Tile at (box + offer + kept[Player] + half[1..2])]
require count of all_tiles is 7 and count of (box + offer + kept[seat(1)]) is 7
require count of (offer + kept[Player] + half[2]) is 3 and count of (offer + half[1] + kept[seat(2)]) is 1
require sum of t.rank for t in (offer + kept[seat(1)] + half[2]) is 7 and well in (offer + (half[1] + kept[seat(1)]))
each t in offer + kept[seat(1)] + half[2]: move t to box
require count of (offer + kept[Player] + half[1..2]) is 0 and Tile at (box + offer + half[1]) is 7
seat(1) gains 1 fame";
    assert_eq!(run("quarter", sentences), Ok(()));
}

#[test]
fn a_failed_move_is_reported_with_its_line() {
    let wrong = |sentences: &str| run("quarter", sentences).expect_err("it faults");
    assert_eq!(wrong("move castle from offer to box"), "there are not enough things to move (1)");
    let full = "the place cannot hold that many things";
    let two_moves = "move castle to lies[cell(1, 1)]\nmove well to lies[cell(1, 1)]";
    assert_eq!(wrong(two_moves), format!("{full} (2)"));
    assert_eq!(wrong("each t in Tile: move t to kept[seat(1)]"), format!("{full} (1)"));
}

/// An index beyond its own range must be refused, even if the computed address belongs to another place, thing or variable.
#[test]
fn each_index_is_checked_against_its_own_range() {
    let outside = "an index lies outside its range (2)";
    let sentences = [
        "require book at shelf[seat(1), n] is 0",
        "require books(seat(1), n) is 0",
        "require book at shelf[seat(1), 1..n] is 0",
        "require count of shelf[seat(1), n] is 0",
        "require {n for p in Player where shelf[p, n] is none} is {}",
        "require book at rack[n + 1] is 0",
        "require sum of n for m in 1..3 where book at shelf[seat(1), m] is 0 is 0",
        "require cart[seat(1), n] at box is 1",
        "require cart[seat(1), 1..n] at box is 2",
        "require vase[n + 1] at box is 2",
        "require vase[n - 2] at box is 2",
        "require carts(seat(1), n) is 1",
        "move 1 book from box to shelf[seat(1), n]",
        "move 1 book from box to rack[n + 1]",
        "move 1 book from box to rack[n - 2]",
        "move cart[seat(1), n] from box to shelf[seat(1), 1]",
        "move all from shelf[seat(1), n - 3] to box",
        "move all from shelf[Player, 1..n] to box",
        "require label[seat(1), n] is 0",
        "set label[seat(1), n] = 1",
        "set weight[n + 1] = 1",
        "require weight[n - 2] is 0",
        "raise height[seat(1), n] by 2",
        "require height[seat(1), n] is 0",
        "if some k in 1..n where label[seat(1), k] > 0: set last = 1",
        "seat(1) may choose k in 1..9 where count of shelf[you, k] is 0 \"Which?\"",
    ];
    let outcome = |sentence: &str| run("shelves", &format!("let n = high\n{sentence}").replace("you", "seat(1)"));
    let other: Vec<_> = sentences.iter().filter(|sentence| outcome(sentence) != Err(outside.to_owned())).collect();
    assert!(other.is_empty(), "these mean something else: {other:#?}");
    // Valid indexes are accepted: as a number, as all of several, and behind a condition.
    let sentences = "
let n = high - 1
move 2 book from box to shelf[seat(1), n]
move 1 book from box to rack[n + 1]
require book at shelf[seat(1), 1..n] is 2 and book at shelf[Player, 1..2] is 2 and books(seat(1), n) is 2
require some k in 0..9 where k in 1..2 and book at shelf[seat(1), k] > 0
require cart[seat(2), n] at box is 1 and vase[n] at box is 2 and vase[2..n + 1] at box is 4 and carts(seat(1), n) is 1
set label[seat(1), n] = 4
set weight[n + 1] = 5
raise height[seat(1), n] by 6
require label[seat(1), 2] is 4 and label[seat(2), 1] is 0 and weight[3] is 5 and height[seat(1), n] is 6 and last is 7";
    assert_eq!(run("shelves", sentences.trim()), Ok(()));
}

/// A literal index outside its range is refused before the game, with the range.
#[test]
fn a_written_index_outside_its_range_is_refused() {
    for (sentence, n) in [
        ("require book at shelf[seat(1), 3] is 0", 3),
        ("require book at shelf[seat(1), 0..2] is 0", 0),
        ("require book at shelf[seat(1), {1, 4}] is 0", 4),
        ("require cart[seat(1), 3] at box is 0", 3),
        ("require cart[seat(1), 2 + 1] at box is 0", 3),
        ("require book at shelf[seat(1), 1-2] is 0", -1),
        ("require vase[1] at box is 0", 1),
        ("move 1 book from box to rack[4]", 4),
        ("set label[seat(1), 3] = 1", 3),
        ("set weight[9] = 1", 9),
        ("require weight[1] is 0", 1),
        ("raise height[seat(1), 0] by 1", 0),
    ] {
        let expected = format!("{n} lies outside the range of this index");
        assert_eq!(run("shelves", sentence), Err(expected), "{sentence}");
    }
}

/// A moving figure is shown by its name. A print is shown with its owner only if its place does not show the owner.
#[test]
fn labels_and_views_name_things_by_their_place() {
    let rules = rules("polls");
    let sentences = "move two[seat(1)] from box[seat(1)] to pile[hill, seat(1)]
move 1 one[seat(1)] from box[seat(1)] to pile[hill, seat(1)]
move two[seat(2)] from box[seat(2)] to board[hill]
seat(1) chooses b in pile[hill, seat(1)] \"Which?\"
move b from pile[hill, seat(1)] to board[hill]
seat(2) chooses c in board[hill] \"Which?\"";
    let game = rules.game_from(&Setup::of(2), Some(sentences)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.collect_events(true);
    assert_eq!(referee.run(&mut state), Ok(Pending::Choice(0)));
    let names = |referee: &mut tavola::game::Referee, state: &tavola::game::State| -> Vec<(String, String)> {
        (0..referee.option_count()).map(|at| (referee.notation(at), referee.label(state, at))).collect()
    };
    let pairs = |all: &[(&str, &str)]| all.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect::<Vec<_>>();
    assert_eq!(names(&mut referee, &state), pairs(&[("one[anna]", "One"), ("two[anna]", "Two")]));
    assert_eq!(referee.find(&state, "two"), Ok(1));
    assert!(referee.find(&state, "blank").is_err_and(|refusal| refusal.message.contains("does not lie in")));
    let view = referee.view(&state, Some(0));
    let pile = view.places.iter().find(|place| place.place == "pile" && place.index[1] == "anna");
    let things: Vec<&str> = pile.map_or(Vec::new(), |pile| pile.things.iter().map(|thing| &*thing.0).collect());
    assert_eq!(things, ["one", "two"]);
    referee.answer(&mut state, 1).expect("it was offered");
    assert_eq!(referee.run(&mut state), Ok(Pending::Choice(1)));
    assert_eq!(names(&mut referee, &state), pairs(&[("two[anna]", "Anna's Two"), ("two[ben]", "Ben's Two")]));
    assert!(referee.find(&state, "two").is_err(), "two options could be meant");
    let lines: Vec<String> = referee.happened(&state).iter().map(|line| line.tell_all()).collect();
    assert!(lines.contains(&"Two: Anna's pile hill → board hill".to_owned()), "{lines:?}");
}

#[test]
fn positions_that_cannot_be_are_refused() {
    let rules = rules("quarter");
    let game = rules.game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut put = |place: &str, value: &str| referee.set_given(&mut state, place, value).map_err(|error| error.message);
    assert_eq!(put("castle", "lies[cell(2, 3)]"), Ok(()));
    assert_eq!(put("castle at offer", "0"), Ok(()));
    assert_eq!(put("castle at offer", "2"), Err("`castle at offer` needs 2 of `castle`, but there is only one".into()));
    assert_eq!(put("castle", "3"), Err("`castle` can only stand in a place: `3` is not one".into()));
    assert_eq!(put("castle", "bank"), Err("`castle`: `castle` may not lie there".into()));
    assert_eq!(put("lies[cell(1, 1)]", "[well, crane]"), Ok(()));
    assert_eq!(
        put("cart", "town[hill]"),
        Err("`cart` can be several things: say which one, like `cart[anna, 1]`".into())
    );
}

/// More places than a set can hold: by index all of them can be used, as a set they are refused.
#[test]
fn there_may_be_more_places_than_a_set_holds() {
    let text = |sentence: &str| {
        format!(
            "game wide \"Wide\" for 2 players
board ground of Plot
  grid: 10, 10
components
  | component     | count | start |
  | stone[Player] | 110   | box   |
  | king          | 1     | box   |
places
  | place       | holds       |
  | box         | stone, king |
  | low[Plot]   | stone       |
  | mid[Plot]   | stone       |
  | high[Plot]  | stone, king |
play
  each p in Player, c in Plot: move 1 stone[p] from box to high[c]
  if cell(10, 10) is single last: move king to high[last]
  require stone[seat(1)] at high[Plot] is 100 and king at high[Plot] is 1
  {sentence}
  require box is not none and count of box is 2 * 110 + 1
winner p in Player by most p.seat
"
        )
    };
    let found = |sentence: &str| match Rules::from_texts(&[("wide", &text(sentence))]).game(&Setup::of(2)) {
        Ok(game) => {
            let mut state = game.start();
            assert_eq!(game.referee().run(&mut state), Ok(Pending::Over));
            String::new()
        }
        Err(LoadError::Findings { diagnostics, .. }) => diagnostics.iter().map(|f| format!("{} ", f.code)).collect(),
        Err(error) => error.to_string(),
    };
    assert_eq!(found("move all from high[Plot] to box"), "");
    assert_eq!(found("each x in high[Plot]: move all from x to box"), "E1025 ");
}

/// Cards of a sum kind are named as members of its parts, and so are values of its type.
/// If a name is ambiguous, the finding says where and what to write.
#[test]
fn heaps_of_several_places_and_divisions() {
    let text = std::fs::read_to_string("tests/fixtures/played/heaps.tavola").expect("the file is there");
    let found = |from: &str, to: &str| {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(text.contains(from), "{from}");
        std::fs::write(folder.path().join("game.tavola"), text.replace(from, to)).expect("a file");
        let rules = Rules::read(folder.path(), None).expect("it can be read");
        let found = match rules.game(&Setup::of(2)) {
            Err(tavola::game::LoadError::Findings { diagnostics, .. }) => diagnostics,
            Err(tavola::game::LoadError::Error(error)) => panic!("{}", error.message),
            Ok(_) => Vec::new(),
        };
        let said = |f: &tavola::diagnostic::Diagnostic| {
            format!("{} {} | {}", f.code, f.message, f.help.clone().unwrap_or_default())
        };
        found.iter().map(said).collect::<Vec<_>>().join("; ")
    };
    let unknown = "E1013 these places are known only during play, so their things cannot be taken together | name places \
                   whose indexes are known (`row[p, 1..2]`), or loop over them with `each`";
    assert_eq!(found("c in Good at {market, wharf}:", "c in Good at row[p, 1..1 + fame[p]]:"), unknown);
    assert_eq!(found("c in Good at {market, wharf}:", "c in Good at (row[p, 1] + row[right(p), 1]):"), unknown);
    let divided = |sentence: &str| found("    move gone from row", &format!("    {sentence}\n    move gone from row"));
    assert_eq!(
        divided("p divides gone into row[p, 1..2]"),
        "E1019 only all things of one place can be divided | first move the things to a place of their own: \
         `move kept from hand[p] to aside[p]`"
    );
    assert_eq!(
        divided("p divides market into market + wharf"),
        "E1019 the piles must be places of one row of the table | write `p divides hand[p] into offer[p, 1..2]`"
    );
}

#[test]
fn members_of_parts_are_accepted_as_members_of_the_sum() {
    let text = "game poll \"Poll\" for 2 players
kind Town = {hill, mill}
kind Court = {palace}
kind Area = Town + Court
components
  | component | count | start |
  | Area      | 2     | aside |
places
  | place   | holds | order |
  | aside   | Area  |       |
  | agenda  | Area  | row   |
memory
  | variable     | type         | start |
  | used[Player] | set of Area  | {}    |
  | seat_of      | Area or none | none  |
play
  move hill from aside to agenda
  repeat until agenda is none: move first a in agenda from agenda to aside
winner p in Player where seat_of is none by most count of used[p]
";
    let game = Rules::from_texts(&[("poll", text)]).game(&Setup::of(2)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    let givens = [
        ("agenda", "[mill, palace, mill]"),
        ("used[anna]", "[palace, hill]"),
        ("used[ben]", "[hill]"),
        ("seat_of", "mill"),
    ];
    for (place, value) in givens {
        assert_eq!(referee.set_given(&mut state, place, value).map_err(|error| error.message), Ok(()));
    }
    let mut value = |text: &str| referee.evaluate(&state, text).map_err(|error| error.message);
    assert_eq!(value("[a in agenda]"), Ok("[mill, palace, mill]".into()));
    assert_eq!(value("hill at aside + mill at agenda"), Ok("4".into()));
    assert_eq!(value("used[anna]"), Ok("{hill, palace}".into()));
    assert_eq!(value("used[ben] is {hill} and seat_of is mill"), Ok("yes".into()));
}

/// Figures in a row are iterated from left to right, even if an optimisation reads their words at once.
#[test]
fn figures_in_a_row_keep_their_order() {
    let text = r#"game rowg "Row" for 2 players

kind Colour
  | id   | name   |
  | red  | "Red"  |
  | blue | "Blue" |
  | teal | "Teal" |

components
  | component | count | start |
  | Colour | 1     | box    |

places
  | place | holds  | order | seen by |
  | box   | Colour |       | all     |
  | line  | Colour | row   | all     |

play
  move blue from box to line
  move red from box to line
  require [c in line] is [blue, red]
  require (first c in line) is blue
"#;
    let rules = Rules::from_texts(&[("rowg", text)]);
    let errors: Vec<_> = rules.diagnostics().iter().filter(|finding| finding.is_error()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let game = rules.game(&Setup::of(2)).expect("it can be made");
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.run(&mut state), Ok(Pending::Over));
}
