//! Menus that are asked as one question, from outside: how options arise, and which ends are equal.

use std::fs;

use tavola::game::{Game, Pending, Referee, Setup, State};
use tavola::play::{Agent, Chance, RandomAgent, laws, seeds};

/// A walk over four towns. Each test says what an option shows.
fn game(shown: &str) -> Game {
    let text = format!(
        "
game walks \"Walks\" for 1..2 players

kind Town
  | id   | name   | tax |
  | hill | \"Hill\" | 1   |
  | mill | \"Mill\" | 2   |
  | ford | \"Ford\" | 3   |
  | oak  | \"Oak\"  | 4   |

board valley of Town joined by Road
  hill -- mill, ford
  oak -- mill, ford

components
  | component | count | start  |
  | rider     | 1     | stable |

places
  | place      | holds |
  | stable     | rider |
  | town[Town] | rider |

track fame[Player] 0..

define here = if site(rider) is single t then t else hill

play
  move rider to town[hill]
  each p in Player: p does stroll

menu stroll \"Where to?\"
  choose:   d in 1..2 \"Which die?\"
  remember: steps = d
  until:    steps is 0
  at once:  showing {shown}

action step(t in neighbours(here)) of stroll \"go to {{t}}\"
  cost:   1 steps
  effect: move rider to town[t]
          you gains t.tax fame

winner p in Player by most fame[p]
"
    );
    load(&text, 1)
}

fn load(text: &str, seats: usize) -> Game {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("rules.tavola"), text).expect("a file");
    Game::load(folder.path(), &Setup::of(seats)).unwrap_or_else(|findings| panic!("{findings:?}"))
}

fn open(game: &Game) -> (Referee, State) {
    let (mut referee, mut state) = (game.referee(), game.start());
    assert_eq!(referee.run(&mut state).expect("no fault"), Pending::Choice(0));
    (referee, state)
}

#[test]
fn options_list_their_steps() {
    let game = game("d, here, fame[you]");
    let (mut referee, state) = open(&game);
    let ways: Vec<(String, Vec<String>)> = (0..referee.option_count())
        .map(|option| (referee.label(&state, option), referee.way(&state, option).expect("no fault")))
        .collect();
    let way = |label: &str| ways.iter().find(|(own, _)| own == label).map(|(_, way)| way.join(", "));
    assert_eq!(way("1, Mill, 2").as_deref(), Some("1, go to Mill"));
    assert_eq!(way("2, Hill, 4").as_deref(), Some("2, go to Ford, go to Hill"));
    assert_eq!(ways.len(), 6, "{ways:?}");
}

#[test]
fn a_label_has_the_shown_values() {
    let game = game("d, here, fame[you] \"{fame[you]} fame at {here}: {d} steps, {here}\"");
    let (mut referee, state) = open(&game);
    let labels: Vec<String> = (0..referee.option_count()).map(|option| referee.label(&state, option)).collect();
    for end in ["2 fame at Mill: 1 steps, Mill", "3 fame at Ford: 1 steps, Ford", "4 fame at Hill: 2 steps, Hill"] {
        assert!(labels.iter().any(|label| label == end), "{labels:?}");
    }
    let notation = referee.notation(0);
    assert_eq!(referee.find(&state, &notation), Ok(0), "scenarios and records write the values: {notation}");
    assert_eq!(laws(&game, 1, 1), []);
}

#[test]
fn equal_labels_break_a_law() {
    let broken = laws(&self::game("d, here, fame[you] \"to {here}\""), 1, 1);
    let found: Vec<(&str, &str)> = broken.iter().map(|broken| (broken.law, broken.what.as_str())).collect();
    assert_eq!(found, [("options read differently", "`[2, hill, 3]` and `[2, hill, 4]` both read \"to Hill\"")]);
}

#[test]
fn an_option_leads_to_what_it_shows() {
    let game = game("d, here, fame[you]");
    let (referee, _) = open(&game);
    for option in 0..referee.option_count() {
        let (mut referee, mut state) = open(&game);
        let label = referee.label(&state, option);
        referee.answer(&mut state, option).expect("no fault");
        assert_eq!(referee.run(&mut state).expect("no fault"), Pending::Over);
        let shown = [referee.evaluate(&state, "site(rider)"), referee.evaluate(&state, "fame[anna]")]
            .map(|value| value.expect("a value"));
        assert!(label.to_lowercase().ends_with(&shown.join(", ")), "{label}: {shown:?}");
    }
}

#[test]
fn equal_values_with_different_ends_break_a_law() {
    assert_eq!(laws(&game("d, here, fame[you]"), 1, 1), []);
    let broken = laws(&game("here"), 1, 1);
    assert_eq!(broken[0].law, "ways that show the same end alike");
    assert!(broken[0].what.starts_with("in `stroll` these ends differ and show the same: 2, go to "), "{broken:?}");
}

/// The benchmark game has hundreds of options per question.
#[test]
fn a_shared_search_finds_what_separate_searches_find() {
    let mut setup = Setup::of(2);
    setup.settings.push(("rounds".into(), "4".into()));
    let game = Game::load("benches/stalls", &setup).expect("the rules are fine");
    assert!(largest_question(&game, 5) > 200);
}

/// The cache of paths is valid only for unchanged paths of the same player: roads open and close, riders move, and each player has
/// gates of their own.
#[test]
fn the_path_cache_notices_changes() {
    let game = load(GATES, 3);
    for seed in 0..4 {
        assert!(largest_question(&game, seed) > 10);
    }
}

/// The rules only write where a ferry is left, and read it only in sets of quays. So paths that differ only in it run once, and their
/// positions count as equal, unless a rule reads it on the way or something else decides where the ferry is left.
#[test]
fn a_written_value_counts_where_it_is_read() {
    let game = load(FERRIES, 2);
    for seed in 0..4 {
        assert!(largest_question(&game, seed) > 10);
    }
}

/// The most options of a question in a game in which all laws hold: the shared search finds what a search per path finds.
fn largest_question(game: &Game, seed: u64) -> usize {
    assert_eq!(laws(game, seed, 1), []);
    let (mut referee, mut state) = (game.referee(), game.start());
    let mut chance = Chance::new(seeds::generator(seed, 0, seeds::CHANCE));
    let mut agent = RandomAgent::new(seeds::generator(seed, 0, 1));
    let mut largest = 0;
    loop {
        let option = match referee.run(&mut state).expect("no fault") {
            Pending::Over => break,
            Pending::Chance => chance.pick(&referee),
            Pending::Choice(player) => {
                largest = largest.max(referee.option_count());
                agent.choose(&mut referee, &state, player)
            }
        };
        referee.answer(&mut state, option).expect("no fault");
    }
    largest
}

const GATES: &str = "
game gates \"Gates\" for 2..3 players

kind Town = {hill, mill, ford, oak, well, fair}

board valley of Town joined by Road
  hill -- mill, ford, oak
  oak -- mill, well, fair
  ford -- well
  fair -- well

components
  | component     | count | start   |
  | rider[Player] | 1     | stable  |
  | gate[Player]  | 3     | reserve |

places
  | place      | holds |
  | stable     | rider |
  | town[Town] | rider |
  | reserve    | gate  |
  | span[Road] | gate  |

memory
  | variable | type        | start |
  | closed   | set of Road | {}    |

play
  each p in Player: move rider[p] to town[hill]
  repeat 20 times
    each p in Player
      chance r in Road \"a road opens or closes\"
      if r in closed: remove r from closed
      else: add r to closed
      p chooses s in Road where gate[p] at reserve > 0 or gate[p] at span[s] > 0 \"Where is your gate?\"
      if gate[p] at span[s] > 0: move 1 gate[p] from span[s] to reserve
      else: move 1 gate[p] from reserve to span[s]
      p does stroll, if possible

menu stroll \"Where to?\"
  choose:   d in 1..3 \"Which die?\"
  remember: steps = d
  remember: seen = {site(rider[you])}
  until:    done \"stay\"
  at once:  showing d, steps, site(rider[you])

action step(t in neighbours(site(rider[you])) - seen) of stroll \"go to {t}\"
  when:   link(site(rider[you]), t) not in closed
  cost:   1 steps
  effect: move rider[you] to town[t]; add t to seen

action pass(t in neighbours(site(rider[you])) - seen) of stroll \"pass your gate to {t}\"
  when:   gate[you] at span[link(site(rider[you]), t)] > 0
  effect: move rider[you] to town[t]; add t to seen

action slip(t in neighbours(site(rider[you])) - seen) of stroll \"slip through to {t}\"
  when:   link(site(rider[you]), t) in gates(you)
  cost:   2 steps
  effect: move rider[you] to town[t]; add t to seen

define gates(p in Player) = {r in Road where gate[p] at span[r] > 0}

winner p in Player by most gate[p] at reserve
";

const FERRIES: &str = "
game ferries \"Ferries\" for 1..2 players

kind Town = {hill, mill, ford, oak}
kind Quay = {east, north, west, south, far}

board valley of Town joined by Road
  hill -- mill, ford
  oak -- mill, ford

components
  | component     | count | start  |
  | rider[Player] | 1     | stable |
  | ferry         | 1     | stable |

places
  | place        | holds        |
  | stable       | rider, ferry |
  | town[Town]   | rider        |
  | moored[Quay] | ferry        |

track wet[Player] 0..

memory
  | variable      | type        | start |
  | quays[Town]   | set of Quay | {}    |
  | reeds         | set of Quay | {}    |
  | current[Quay] | Quay        | far   |

play
  set quays[hill] = {east, north}
  set quays[mill] = {north, west, far}
  set quays[ford] = {west, south}
  set quays[oak] = {south, east, far}
  move ferry to moored[far]
  each p in Player: move rider[p] to town[hill]
  repeat 20 times
    each p in Player
      chance q in Quay, r in Quay \"the current turns, where it ends reeds grow or wither\"
      set current[q] = r
      if q is r and q in reeds: remove q from reeds
      else if q is r: add q to reeds
      p does trip

menu trip \"Where to?\"
  choose:   d in 1..4 \"Which die?\"
  remember: steps = d
  until:    steps is 0
  at once:  showing steps, site(rider[you]), site(ferry), wet[you]

action step(t in neighbours(site(rider[you]))) of trip \"go to {t}\"
  cost:   1 steps
  effect: move rider[you] to town[t]

action sail(t in Town, q in quays[t]) of trip \"sail to {t}, moor at {q}\"
  cost:   1 steps
  when:   site(ferry) in quays[site(rider[you])]
  effect: move rider[you] to town[t]; move ferry to moored[q]

action drift(t in Town, q in quays[t]) of trip \"drift to {t}, moor at {q}\"
  cost:   2 steps
  when:   site(ferry) not in reeds
  effect: move rider[you] to town[t]
          move ferry to moored[q]
          if site(ferry) in reeds: you gains 1 wet

action let_go(t in Town, q in quays[t]) of trip \"go to {t}, let the ferry go at {q}\"
  cost:   1 steps
  when:   site(ferry) in quays[t]
  effect: move rider[you] to town[t]; move ferry to moored[current[q]]

winner p in Player by least wet[p]
";
