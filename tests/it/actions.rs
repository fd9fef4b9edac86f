//! Actions: fixed ids for everything that can be answered, and answers by them.

use std::collections::BTreeSet;
use std::path::Path;

use tavola::game::{ActionSpace, Game, OpenIds, Pending, Referee, Rules, Setup, State, variants_in};
use tavola::play::{Agent, Chance, RandomAgent, seeds};

use crate::games;

/// Maximum number of options of a question whose paths are tried one by one.
const MOST: usize = 120;

/// Sets of towns, lists of numbers, a number without bounds, and an action that two menus offer.
const SMALL: &str = r#"
game small "Small" for 2 players

kind Town
  | id   | name   |
  | hill | "Hill" |
  | mill | "Mill" |
  | port | "Port" |

track fame[Player] 0..

play
  repeat 3 times
    each p in Player
      p chooses g in [{t in Town where t is not hill}, {hill}, {t in Town}] "Which towns?"
      p chooses h in cut([1, 2, 2, 900, 3], 2) "Which numbers?"
      p chooses t in {port, mill} "Which town?"
      p gains 7 * count of g + count of h fame
      p chooses n in -2..fame[p] "How much?"
      p does morning
      p does evening

menu morning "What do you do in the morning?"
  until: done "enough"

menu evening "And in the evening?"
  until: done "that is all"

action ride(t in Town, n in 1..2) of morning, evening "ride to {t} for {n}"
  limit:  once
  effect: you gain n fame

winner p in Player by most fame[p]
"#;

fn small() -> Game {
    let rules = Rules::from_texts(&[("small", SMALL)]);
    assert!(rules.diagnostics().is_empty(), "{:?}", rules.diagnostics());
    rules.game(&Setup::of(2)).expect("it is set up")
}

/// Everybody answers at random; `look` sees each question.
fn play(game: &Game, seed: u64, questions: usize, mut look: impl FnMut(&mut Referee, &State, Pending)) {
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut chance = Chance::new(seeds::generator(seed, 0, seeds::CHANCE));
    let mut agent = RandomAgent::new(seeds::generator(seed, 0, 1));
    for _ in 0..questions {
        let pending = referee.run(&mut state).expect("it runs");
        if pending == Pending::Over {
            return;
        }
        look(&mut referee, &state, pending);
        let option = match pending {
            Pending::Choice(player) => agent.choose(&mut referee, &state, player),
            _ => chance.pick(&referee),
        };
        referee.answer(&mut state, option).expect("it is offered");
    }
}

/// The option that these ids choose, each of them being offered, and the ids offered at first.
fn chosen(referee: &Referee, space: &ActionSpace, path: &[u32]) -> (usize, Vec<u32>) {
    let (mut mask, mut open, mut first) = (vec![false; space.len()], OpenIds::default(), None);
    referee.begin_actions(&mut open).expect("a question is open");
    for (at, &id) in path.iter().enumerate() {
        let ids = open.ids().to_vec();
        open.mask(&mut mask).expect("it has an entry for each action");
        assert!(ids.is_sorted_by(|one, other| one < other), "{ids:?}");
        let masked: Vec<u32> = (0..).zip(&mask).filter(|(_, on)| **on).map(|(id, _)| id).collect();
        assert!(ids == masked && ids.contains(&id), "{ids:?} {id}");
        assert!(ids.len() > 1 || referee.option_count() == 1, "an id without an alternative is not asked for");
        let first = first.get_or_insert(ids);
        if let Some(option) = referee.choose_action(&mut open, id).expect("it is offered") {
            assert_eq!(at + 1, path.len());
            return (option, first.clone());
        }
    }
    panic!("{path:?} is not a whole answer")
}

/// Each option is reached by ids of its own, and by no others.
fn options_are_paths(game: &Game, seed: u64, questions: usize) -> usize {
    let (space, mut longest) = (game.actions(), 0);
    play(game, seed, questions, |referee, _, pending| {
        let step = referee.option_count().div_ceil(MOST);
        let (mut paths, mut begun, mut path) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for option in (0..referee.option_count()).step_by(step) {
            referee.actions_for(option, &mut path).unwrap_or_else(|error| panic!("{}: {error}", game.name()));
            let (found, first) = chosen(referee, space, &path);
            assert_eq!(found, option, "{}: {path:?}", game.name());
            assert!(step > 1 || first.len() <= referee.option_count());
            for &id in &path {
                let group = &space.groups()[space.actions()[id as usize].group];
                assert!(group.ids.contains(&id) && group.chance == (pending == Pending::Chance));
                assert_eq!((id as usize) < space.of_players(), pending != Pending::Chance);
            }
            begun.insert(path[0]);
            longest = longest.max(path.len());
            assert!(paths.insert(path.clone()), "{}: two options have the ids {path:?}", game.name());
            if step == 1 && paths.len() == referee.option_count() {
                assert_eq!(begun.iter().copied().collect::<Vec<_>>(), first, "{}", game.name());
            }
        }
    });
    longest
}

fn setups(rules: &Rules) -> impl Iterator<Item = Game> + '_ {
    let (fewest, most) = rules.players().expect("a game says for how many it is");
    (fewest..=most).map(|players| rules.game(&Setup::of(players)).expect("it is set up"))
}

#[test]
fn every_option_of_shipped_games_is_reached_by_ids() {
    for folder in games() {
        let rules = Rules::read(&folder, None).expect("it can be read");
        for game in setups(&rules) {
            options_are_paths(&game, 3, 150);
        }
        for variant in variants_in(&folder) {
            let rules = Rules::read(&folder, Some(&variant)).expect("it can be read");
            let game = setups(&rules).next().expect("somebody can play");
            options_are_paths(&game, 4, 60);
        }
    }
}

#[test]
fn every_option_of_small_games_is_reached_by_ids() {
    assert_eq!(options_are_paths(&small(), 1, 60), 2);
    for path in
        std::fs::read_dir("tests/fixtures/played").expect("a folder").map(|entry| entry.expect("an entry").path())
    {
        if path.extension().is_some_and(|ending| ending == "tavola") {
            let text = std::fs::read_to_string(&path).expect("it can be read");
            for game in setups(&Rules::from_texts(&[("game.tavola", &text)])) {
                options_are_paths(&game, 2, 80);
            }
        }
    }
}

/// Loaded twice, played before, lowered plainly: the ids stay.
#[test]
fn ids_follow_from_the_rules() {
    for folder in games() {
        let load = || Rules::read(Path::new(&folder), None).expect("it can be read");
        let (one, other) = (load(), load());
        for (one, other) in setups(&one).zip(setups(&other)) {
            play(&other, 1, 100, |_, _, _| {});
            for other in [&other, &other.plain()] {
                assert_eq!(one.actions().groups(), other.actions().groups());
                assert_eq!(one.actions().actions(), other.actions().actions());
            }
        }
    }
}

#[test]
fn actions_have_names() {
    let game = small();
    let space = game.actions();
    let notations: Vec<&str> = space.actions().iter().map(|action| action.notation.as_str()).collect();
    let digits: Vec<String> = (0..16).map(|digit| format!("digit {digit:x}")).collect();
    let mut wanted: Vec<&str> = vec!["hill", "mill", "port", "end"];
    wanted.extend(digits.iter().map(String::as_str));
    wanted.extend(["end", "mill", "port"]);
    wanted.extend(digits.iter().map(String::as_str));
    wanted.extend(["done"]);
    wanted.extend([
        "ride(hill, 1)",
        "ride(hill, 2)",
        "ride(mill, 1)",
        "ride(mill, 2)",
        "ride(port, 1)",
        "ride(port, 2)",
    ]);
    wanted.extend(["done"]);
    assert_eq!(notations, wanted);
    let ride = space.actions().iter().find(|action| action.notation == "ride(mill, 2)").expect("it is there");
    assert_eq!(ride.label, "ride to Mill for 2");
    let group = &space.groups()[ride.group];
    assert_eq!((group.rule.as_str(), group.prompt.as_str(), group.part), ("ride", "ride to .. for ..", None));
    assert!(group.place.starts_with("small:29:"), "{}", group.place);
    let first = &space.groups()[0];
    assert_eq!((first.rule.as_str(), first.prompt.as_str(), first.part), ("play", "Which towns?", Some(1)));
}

#[test]
fn what_cannot_be_chosen_is_an_error() {
    let game = small();
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut open = OpenIds::default();
    assert!(referee.begin_actions(&mut open).expect_err("no question is open").message.contains("call `run`"));
    referee.run(&mut state).expect("it runs");
    referee.begin_actions(&mut open).expect("a question is open");
    let begun = open.clone();
    let mut refused =
        |referee: &Referee, id| referee.choose_action(&mut open, id).expect_err("it is not offered").message;
    assert_eq!(refused(&referee, 22), "the action 22, `port`, is not offered here");
    assert_eq!(refused(&referee, 4000), format!("there is no action 4000: ids are below {}", game.actions().len()));
    let short = begun.mask(&mut [false; 1]).expect_err("the mask is too short");
    assert!(short.message.contains("an entry for each action"), "{short}");
    assert!(referee.actions_for(3, &mut Vec::new()).is_err());
    referee.answer(&mut state, 0).expect("it is offered");
    referee.run(&mut state).expect("it runs");
    assert!(refused(&referee, 0).contains("belong to another question"));
}
