//! Scores over time, wins by what a player chose, wins by first answer, and games worth a look equal what the records of the games say.

use std::collections::BTreeMap;

use tavola::draw;
use tavola::game::{Game, Rules, Setup};
use tavola::play::simulate::{NotableWhat, Report, record};
use tavola::play::{Bot, Plan, RunHooks, simulate};
use tavola::scene::Stage;

const PICKS: &str = r#"game picks "Picks" for 2 players

kind Fruit
  | id   | worth |
  | pear | 1     |
  | plum | 2     |
  | fig  | 4     |

track fame[Player] 0..

play
  repeat 4 times
    each p in Player
      p chooses f in Fruit "Which?"
      p gains f.worth fame

winner p in Player by most fame[p]
"#;

const GAMES: u64 = 80;
const SEED: u64 = 5;

/// A game as its record tells it.
struct Recorded {
    number: u64,
    /// Choices of each seat, in order.
    choices: [Vec<String>; 2],
    winners: Vec<usize>,
}

impl Recorded {
    /// Fame of a seat after some of its choices.
    fn fame(&self, seat: usize, choices: usize) -> i64 {
        let worth = |fruit: &String| match fruit.as_str() {
            "pear" => 1,
            "plum" => 2,
            _ => 4,
        };
        self.choices[seat].iter().take(choices).map(worth).sum()
    }

    fn margin(&self) -> i64 {
        (self.fame(0, 4) - self.fame(1, 4)).abs()
    }
}

fn game() -> (Rules, Game) {
    let rules = Rules::from_texts(&[("picks", PICKS)]);
    let game = rules.game(&Setup::of(2)).expect("the rules are fine");
    (rules, game)
}

fn recorded() -> Vec<Recorded> {
    let (rules, game) = game();
    let one = |number| {
        let mut choices: [Vec<String>; 2] = Default::default();
        for (who, answer) in record(&rules, &game, SEED, number).answers {
            choices[usize::from(who == "ben")].push(answer);
        }
        let mut game = Recorded { number, choices, winners: Vec::new() };
        let fame = [game.fame(0, 4), game.fame(1, 4)];
        game.winners = (0..2).filter(|&seat| Some(&fame[seat]) == fame.iter().max()).collect();
        game
    };
    (0..GAMES).map(one).collect()
}

fn report(jobs: usize, closely: u64) -> Report {
    let plan = Plan { games: GAMES, seed: SEED, jobs, closely: Some(closely), ..Plan::default() };
    simulate(&game().1, &plan, RunHooks::default()).expect("nothing is asked for")
}

#[test]
fn scores_over_time_are_those_of_the_records() {
    let course = report(2, GAMES).course.expect("the rules rank unfinished games");
    assert_eq!(course.over_time.len(), 21);
    let games = recorded();
    // A quarter of a game is two answers: each player has chosen once.
    for (at, choices) in [(0, 0), (5, 1), (10, 2), (15, 3), (20, 4)] {
        let moment = &course.over_time[at];
        assert!((moment.elapsed - at as f64 / 20.0).abs() < 1e-9);
        let mean = |all: Vec<i64>| all.iter().sum::<i64>() as f64 / all.len() as f64;
        let all = mean(games.iter().flat_map(|game| (0..2).map(|seat| game.fame(seat, choices))).collect());
        let won = |game: &Recorded| game.winners.iter().map(|&seat| game.fame(seat, choices)).collect::<Vec<_>>();
        let won = mean(games.iter().flat_map(won).collect());
        assert!((moment.all.mean - all).abs() < 1e-3, "{at}: {} is not {all}", moment.all.mean);
        assert!((moment.winners.expect("there are winners").mean - won).abs() < 1e-3, "{at}");
    }
    assert!(report(1, 0).course.expect("it has one").over_time.is_empty(), "no game was analysed in detail");
}

#[test]
fn wins_by_choice_and_by_first_answer_are_those_of_the_records() {
    let (report, games) = (report(3, GAMES), recorded());
    let mut chosen: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    let mut first: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for game in &games {
        for (seat, choices) in game.choices.iter().enumerate() {
            let won = u64::from(game.winners.contains(&seat));
            let mut distinct: Vec<&str> = choices.iter().map(String::as_str).collect();
            distinct.sort_unstable();
            distinct.dedup();
            let firsts = first.entry(&choices[0]).or_default();
            *firsts = (firsts.0 + 1, firsts.1 + won);
            for fruit in distinct {
                let all = chosen.entry(fruit).or_default();
                *all = (all.0 + 1, all.1 + won);
            }
        }
    }
    let fruit = report.chosen.iter().filter(|choice| choice.what == "Fruit");
    let counted: BTreeMap<&str, (u64, u64)> =
        fruit.map(|choice| (choice.name.as_str(), (choice.players, choice.wins.count))).collect();
    assert_eq!(counted, chosen);
    assert_eq!(counted.len(), 3);
    let groups = report.first_answers.expect("few values");
    let groups: BTreeMap<&str, (u64, u64)> = groups
        .iter()
        .map(|group| (group.value.as_deref().expect("an answer"), (group.players, group.wins.count)))
        .collect();
    assert_eq!(groups, first);
}

const FLOODS: &str = r#"game floods "Floods" for 2 players

track score[Player] 0..

play
  each p in Player
    p may "Flood the field?": p gains 1 score

winner p in Player by most score[p]
"#;

#[test]
fn a_first_answer_without_a_name_of_its_own_has_the_rule_that_asks() {
    let game = Rules::from_texts(&[("floods", FLOODS)]).game(&Setup::of(2)).expect("it is right");
    let plan = Plan { games: 20, bots: vec![Bot::Random; 2], ..Plan::default() };
    let report = simulate(&game, &plan, RunHooks::default()).expect("it runs");
    let first = report.first_answers.expect("few values");
    let values: Vec<&str> = first.iter().filter_map(|group| group.value.as_deref()).collect();
    assert_eq!(values, ["play: no", "play: yes"]);
    // A number says as little.
    let bids = FLOODS.replace(
        "p may \"Flood the field?\": p gains 1 score",
        "p chooses n in 7..8 \"How much?\"\n    p gains n score",
    );
    let game = Rules::from_texts(&[("floods", &bids)]).game(&Setup::of(2)).expect("it is right");
    let report = simulate(&game, &plan, RunHooks::default()).expect("it runs");
    let first = report.first_answers.expect("few values");
    let values: Vec<&str> = first.iter().filter_map(|group| group.value.as_deref()).collect();
    assert_eq!(values, ["play: 7", "play: 8"]);
}

#[test]
fn notable_games_are_found_for_any_number_of_threads() {
    let games = recorded();
    let closest = games.iter().min_by_key(|game| (game.margin(), game.number)).expect("games");
    let widest = games.iter().min_by_key(|game| (-game.margin(), game.number)).expect("games");
    for jobs in [1, 4] {
        let notable = report(jobs, GAMES).notable;
        let found = |what| notable.iter().find(|one| one.what == what).map(|one| (one.value, one.game));
        assert_eq!(found(NotableWhat::Closest), Some((closest.margin(), closest.number)));
        assert_eq!(found(NotableWhat::Widest), Some((widest.margin(), widest.number)));
        assert_eq!(found(NotableWhat::Shortest), None, "all games are equally long");
        assert_eq!(found(NotableWhat::Longest), None);
    }
}

/// Two spaces that are linked, and one that is not.
const TOWN: &str = r#"game town "Town" for 2 players

kind Spot = {dock, hill, mill}

board town of Spot joined by Road
  dock -- hill

track fame[Player] 0..

play
  each p in Player
    p chooses s in Spot "Where?"
    if s is hill: p gains 1 fame

winner p in Player by most fame[p]
"#;

#[test]
fn boards_are_shaded_by_how_often_their_spaces_were_chosen() {
    let game = Rules::from_texts(&[("town", TOWN)]).game(&Setup::of(2)).expect("the rules are fine");
    let view = game.referee().view(&game.start(), None);
    let scene = Stage::new(&game, BTreeMap::new()).scene(&view, None, Vec::new());
    let often = |names: &[(&str, f64)]| names.iter().map(|(name, often)| ((*name).to_owned(), *often)).collect();
    let picture = draw::heat(&scene, &often(&[("dock", 12.0), ("hill", 6.0), ("dock--hill", 0.25)])).expect("a board");
    for part in ["#7eb2de", "#fdfcf9", "chosen: 12", "chosen: 6.0", "chosen: 0.2"] {
        assert!(picture.contains(part), "`{part}` is missing: {picture}");
    }
    assert_eq!(picture.matches("chosen: ").count(), 3, "{picture}");
    assert!(draw::heat(&scene, &often(&[("pear", 3.0)])).is_none(), "no space has this name");
}

const ROADS: &str = r#"game roads "Roads" for 2 players

kind Town = {hill, mill}

track score[Player] 0..

play
  seat(1) chooses t in Town "Where do you build?"
  seat(1) gains 1 score
  seat(2) chooses u in Town "Where do you trade?"
  if u is hill: seat(2) gains 2 score

winner p in Player by most score[p]
"#;

/// The first answers to two questions are two lines of the report, also if they read alike.
#[test]
fn equal_first_answers_to_two_questions_are_told_apart() {
    let game = Rules::from_texts(&[("roads", ROADS)]).game(&Setup::of(2)).expect("it is right");
    let plan = Plan { games: 40, bots: vec![Bot::Random; 2], ..Plan::default() };
    let report = simulate(&game, &plan, RunHooks::default()).expect("it runs");
    let first = report.first_answers.expect("few values");
    let wins: Vec<(&str, bool)> = first
        .iter()
        .map(|group| (group.value.as_deref().expect("an answer"), group.wins.count == group.players))
        .collect();
    let expected = [
        ("hill (Where do you build?)", false),
        ("hill (Where do you trade?)", true),
        ("mill (Where do you build?)", false),
        ("mill (Where do you trade?)", false),
    ];
    assert_eq!(wins, expected);
}
