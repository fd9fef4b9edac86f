//! Places that keep order: packets on top of stacks and below them, who knows their contents, and the laws.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tavola::game::{Depth, Game, PlaceView, Referee, Rules, Setup, State};
use tavola::play::{laws, scenario};

fn folder(name: &str) -> PathBuf {
    Path::new("tests/fixtures/order").join(name)
}

fn rules(name: &str) -> Rules {
    let rules = Rules::read(&folder(name), None).expect("the folder can be read");
    let findings: Vec<String> = rules.diagnostics().iter().map(|finding| finding.message.clone()).collect();
    assert!(findings.is_empty(), "{name}: {findings:?}");
    rules
}

#[test]
fn scenarios_with_orders_pass() {
    let mut failures = String::new();
    for name in ["quarry", "council"] {
        let rules = rules(name);
        let suite = scenario::read(&folder(name).join("scenarios"), None, None).expect("scenarios can be read");
        assert!(suite.diagnostics.is_empty(), "{name}: {:?}", suite.diagnostics);
        for outcome in suite.scenarios.iter().map(|case| scenario::run(&rules, case)) {
            for failure in &outcome.failures {
                let (what, wanted, found) = (&failure.what, &failure.expected, &failure.actual);
                writeln!(failures, "{name}: {}: {what}: expected {wanted}, found {found}", outcome.name).expect("text");
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn laws_hold() {
    for name in ["quarry", "council"] {
        let rules = rules(name);
        let (fewest, most) = rules.players().expect("the rules are without errors");
        for players in fewest..=most {
            let broken = laws(&rules.game(&Setup::of(players)).expect("a game"), 1, 12);
            assert!(broken.is_empty(), "{name} with {players}: {broken:?}");
        }
    }
}

/// Runs these sentences on a given position. Returns the game and the final position.
fn after(name: &str, given: &[(&str, &str)], sentences: &str, answers: &[&str]) -> (Game, State) {
    let players = Setup { players: vec!["anna".into(), "ben".into()], ..Setup::of(2) };
    let game = rules(name).game_from(&players, Some(sentences)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    for (place, value) in given {
        referee.set_given(&mut state, place, value).unwrap_or_else(|error| panic!("{place}: {}", error.message));
    }
    assert!(referee.game().order_fits(&state), "a position put by hand");
    referee.run(&mut state).expect("it runs");
    for answer in answers {
        let option = referee.find(&state, answer).unwrap_or_else(|refusal| panic!("{answer}: {}", refusal.message));
        referee.answer(&mut state, option).expect("it is an option");
        referee.run(&mut state).expect("it runs");
    }
    assert!(referee.game().order_fits(&state));
    (game, state)
}

fn place(referee: &mut Referee, state: &State, viewer: Option<usize>, name: &str) -> PlaceView {
    let places = referee.view(state, viewer).places;
    places.into_iter().find(|place| place.place == name).expect("there is such a place")
}

/// The layers of a place in a viewer's view: `1 top: jade`, `2 bottom: ?`.
fn layers(game: &Game, state: &State, viewer: Option<usize>, name: &str) -> Vec<String> {
    let seen = place(&mut game.referee(), state, viewer, name).layers;
    let shown = seen.into_iter().map(|layer| {
        let depth = match layer.depth {
            Depth::Top => "top",
            Depth::Middle => "middle",
            Depth::Bottom => "bottom",
        };
        let things = layer.things.map_or("?".to_owned(), |things| {
            things.iter().map(|(name, _, count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
        });
        format!("{} {depth}: {things}", layer.count)
    });
    shown.collect()
}

#[test]
fn a_player_who_saw_a_packet_knows_its_place() {
    let given = [("tray[anna]", "[chalk, jade]"), ("tray[ben]", "[flint]")];
    let sentences = "move all from tray[anna] to bottom of pit\nmove all from tray[ben] to top of pit";
    let (game, state) = after("quarry", &given, sentences, &[]);
    assert_eq!(layers(&game, &state, Some(0), "pit"), ["1 top: ?", "11 middle: ?", "2 bottom: 1 chalk, 1 jade"]);
    assert_eq!(layers(&game, &state, Some(1), "pit"), ["1 top: 1 flint", "11 middle: ?", "2 bottom: ?"]);
    assert_eq!(layers(&game, &state, None, "pit"), ["1 top: ?", "11 middle: ?", "2 bottom: ?"]);
    let pit = place(&mut game.referee(), &state, Some(0), "pit");
    assert_eq!((pit.total, pit.open, pit.things.len()), (Some(14), false, 0));
}

#[test]
fn what_all_saw_is_known_to_all() {
    let (game, state) = after("quarry", &[("shelf[ben]", "[jade]")], "move jade from shelf[ben] to top of pit", &[]);
    for viewer in [Some(0), Some(1), None] {
        assert_eq!(layers(&game, &state, viewer, "pit"), ["1 top: 1 jade", "13 middle: ?"]);
    }
}

#[test]
fn a_packet_from_several_places_is_known_to_viewers_of_all() {
    let given = [("tray[anna]", "[chalk]"), ("tray[ben]", "[flint]"), ("shelf[ben]", "[jade]")];
    let (game, state) = after("quarry", &given, "move all from tray[Player] to top of pit", &[]);
    for viewer in [Some(0), Some(1), None] {
        assert_eq!(layers(&game, &state, viewer, "pit"), ["2 top: ?", "11 middle: ?"]);
    }
}

#[test]
fn a_hidden_draw_makes_the_rest_of_a_packet_unknown() {
    let given = [("top of pit seen by anna", "[jade]"), ("bottom of pit seen by all", "[chalk]")];
    let (game, state) = after("quarry", &given, "shuffle rubble", &[]);
    assert_eq!(layers(&game, &state, Some(0), "pit"), ["1 top: 1 jade", "12 middle: ?", "1 bottom: 1 chalk"]);
    assert_eq!(layers(&game, &state, Some(1), "pit"), ["1 top: ?", "12 middle: ?", "1 bottom: 1 chalk"]);
    let given = [("tray[anna]", "[chalk, chalk, jade]")];
    let drawn = |to: &str| format!("move all from tray[anna] to top of pit\ndraw 1 from pit to {to}");
    let hidden = after("quarry", &given, &drawn("tray[ben]"), &["jade"]);
    assert_eq!(layers(&hidden.0, &hidden.1, Some(0), "pit"), ["2 top: ?", "11 middle: ?"]);
    let open = after("quarry", &given, &drawn("shelf[ben]"), &["jade"]);
    assert_eq!(layers(&open.0, &open.1, Some(0), "pit"), ["2 top: 2 chalk", "11 middle: ?"]);
    let given = [("tray[anna]", "[chalk, chalk]")];
    let alike = after("quarry", &given, &drawn("tray[ben]"), &["chalk"]);
    assert_eq!(layers(&alike.0, &alike.1, Some(0), "pit"), ["1 top: 1 chalk", "12 middle: ?"]);
}

#[test]
fn knowledge_follows_a_packet_to_another_stack() {
    let given = [("top of pit seen by anna", "[jade]")];
    let (game, state) = after("quarry", &given, "draw 1 from pit to chest[ben]", &["jade"]);
    let chests = |viewer| {
        let places = game.referee().view(&state, viewer).places;
        let chest = places.into_iter().find(|place| place.place == "chest" && place.index == ["ben"]).expect("a chest");
        chest.layers.into_iter().map(|layer| layer.things.map(|things| things[0].0.clone())).collect::<Vec<_>>()
    };
    assert_eq!(chests(Some(0)), [Some("jade".to_owned())]);
    assert_eq!(chests(Some(1)), [Some("jade".to_owned())], "it is the player's own chest");
    assert_eq!(chests(None), [None]);
}

#[test]
fn shuffling_forgets_what_was_known() {
    let given = [("tray[anna]", "[chalk]")];
    let (game, state) = after("quarry", &given, "move all from tray[anna] to top of pit\nshuffle pit", &[]);
    assert!(layers(&game, &state, Some(0), "pit").is_empty());
    assert_eq!(state.words()[2..], after("quarry", &[], "shuffle pit", &[]).1.words()[2..], "as if it had never been");
}

#[test]
fn equal_orders_are_equal_words() {
    let given = [("tray[anna]", "[chalk]"), ("tray[ben]", "[flint]")];
    let rubble = ("rubble", "[chalk, chalk, chalk, chalk, chalk, flint, flint, flint, marble, marble, marble, jade]");
    let up = "move all from tray[anna] to top of pit\nmove all from tray[ben] to bottom of pit";
    let down = "move all from tray[ben] to bottom of pit\nmove all from tray[anna] to top of pit";
    for given in [&given[..], &[given[0], given[1], rubble]] {
        let (one, two) = (after("quarry", given, up, &[]).1, after("quarry", given, down, &[]).1);
        assert_eq!(one.words()[2..], two.words()[2..]);
    }
}

#[test]
fn the_log_shows_the_end_and_hides_the_sorts() {
    let sentences = "move all from tray[anna] to bottom of pit";
    let players = Setup { players: vec!["anna".into(), "ben".into()], ..Setup::of(2) };
    let game = rules("quarry").game_from(&players, Some(sentences)).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.set_given(&mut state, "tray[anna]", "[chalk, jade]").unwrap_or_else(|error| panic!("{}", error.message));
    referee.collect_events(true);
    referee.run(&mut state).expect("it runs");
    let happened = referee.happened(&state);
    let lines = |viewer| happened.iter().filter_map(|one| one.tell(viewer)).collect::<Vec<_>>();
    let way = "Anna's tray → bottom of pit";
    assert_eq!(lines(Some(0)), [format!("chalk: {way}"), format!("jade: {way}")]);
    assert_eq!(lines(Some(1)), [format!("2 cards: {way}")]);
}

#[test]
fn ends_are_read_packet_by_packet() {
    let given =
        [("tray[anna]", "[chalk, jade]"), ("top of pit", "[flint, chalk]"), ("top of rubble", "[flint, marble]")];
    let (game, state) = after("quarry", &given, "move all from tray[anna] to bottom of pit", &[]);
    let mut referee = game.referee();
    let mut value = |text: &str| referee.evaluate(&state, text).unwrap_or_else(|error| error.message);
    assert_eq!(value("top of pit"), "[flint, chalk]");
    assert_eq!(value("bottom of pit"), "[{chalk, jade}]");
    assert_eq!(
        (value("top of rubble"), value("bottom of rubble")),
        ("[flint, marble]".into(), "[flint, marble]".into())
    );
    assert!(value("top of shelf[ben]").contains("has no top and no bottom"));
    assert!(value("top of rounds").contains("has no top and no bottom"));
    assert!(value("top of pit seen by anna").contains("`seen`"));
    assert!(value("top of heap").contains("heap"));
}

#[test]
fn positions_put_by_hand_say_what_is_wrong() {
    let players = Setup { players: vec!["anna".into(), "ben".into()], ..Setup::of(2) };
    let game = rules("council").game(&players).unwrap_or_else(|error| panic!("{error}"));
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut wrong = |place: &str, value: &str| match referee.set_given(&mut state, place, value) {
        Ok(()) => String::new(),
        Err(error) => error.message,
    };
    assert!(wrong("top of agenda", "[war]").contains("keeps no order"));
    assert!(wrong("top of voted", "[war]").contains("keeps no order"));
    assert!(wrong("top of fame[anna]", "3").contains("only a place"));
    assert!(wrong("top of this_year seen by bob", "[war]").contains("`bob` is not a player"));
    assert!(wrong("top of this_year", "[war, war]").contains("needs 1 of `war`, but the start place has 0"));
}

/// A state with a broken order can be viewed and played without a panic.
#[test]
fn a_broken_order_does_not_panic() {
    let rules = rules("quarry");
    let game = rules.game(&Setup::of(2)).expect("a game");
    let start = game.start();
    for at in 2..start.words().len().min(100) {
        for word in [-7, 1, 300, i32::MAX] {
            let mut words = start.words().to_vec();
            words[at] = word;
            let mut state = State::from_words(words);
            let mut referee = game.referee();
            referee.view(&state, Some(0));
            referee.game().order_fits(&state);
            for _ in 0..6 {
                if referee.run(&mut state).is_err()
                    || referee.option_count() == 0
                    || referee.answer(&mut state, 0).is_err()
                {
                    break;
                }
            }
        }
    }
}

fn findings(items: &str) -> Vec<String> {
    let text = fs::read_to_string(folder("quarry").join("quarry.tavola")).expect("the game can be read");
    let rules = Rules::from_texts(&[("quarry", &format!("{text}\n{items}"))]);
    let mut findings: Vec<String> = rules
        .diagnostics()
        .iter()
        .filter(|one| one.is_error())
        .map(|one| format!("{} {}", one.code, one.message))
        .collect();
    if findings.is_empty()
        && let Err(tavola::game::LoadError::Findings { diagnostics, .. }) = rules.game(&Setup::of(2))
    {
        findings.extend(diagnostics.iter().map(|one| format!("{} {}", one.code, one.message)));
    }
    findings
}

#[test]
fn misuse_is_found() {
    let rule = |sentence: &str| {
        findings(&format!("rule odd(p in Player, target: place)\n  {sentence}\nphase other\n  odd(seat(1), pit)\n"))
    };
    assert_eq!(rule("move all from rubble to top of tray[p]"), ["E0401 `tray` is a heap: it has no top and no bottom"]);
    assert_eq!(
        rule("move all from rubble to bottom of shelf[p]"),
        ["E0401 `shelf` is a row: it has no top and no bottom"]
    );
    assert_eq!(rule("shuffle tray[p]"), ["E0404 `tray` cannot be shuffled"]);
    assert_eq!(rule("shuffle shelf[p]"), ["E0404 `shelf` cannot be shuffled"]);
    assert_eq!(rule("draw 1 from shelf[p] to rubble"), ["E0404 `shelf` is not shuffled: nothing can be drawn from it"]);
    assert_eq!(
        rule("draw 1 from pit to rubble, except s where s is jade to pit"),
        ["E0404 excepted things would be drawn again"]
    );
    assert_eq!(
        rule("if tray[p][1] is none: stop").first().map(String::as_str),
        Some("E0303 the things in this place have no order")
    );
    let text = |order: &str| {
        format!(
            "game pile \"Pile\" for 2 players\ncomponents\n  | component | count | start |\n  | twig | unlimited | bank |\nplaces\n  \
             | place | holds | order |\n  | bank | twig | heap |\n  | pile | twig | {order} |\nplay\n  move 2 twig from bank to pile\n"
        )
    };
    let lowered = |text: &str| {
        let rules = Rules::from_texts(&[("pile", text)]);
        match rules.game(&Setup::of(2)) {
            Err(tavola::game::LoadError::Findings { diagnostics, .. }) => {
                diagnostics.iter().map(|one| one.code).collect()
            }
            _ => Vec::new(),
        }
    };
    assert_eq!(lowered(&text("row")), ["E1035"]);
    assert_eq!(lowered(&text("stack")), ["E1035"]);
    assert!(lowered(&text("shuffled")).is_empty());
    let aside = text("heap") + "  send(pile)\nrule send(target: place)\n  move 1 twig from bank to top of target\n";
    assert_eq!(lowered(&aside), ["E1017"]);
}
