//! Small guessing games (`tests/fixtures/guesses`): one player answers in secret and at random, and a searching bot guesses. The bot
//! wins as often as its information allows, and no more: the search cannot use the hidden answer.

use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tavola::game::{Game, Pending, Rules, Setup};
use tavola::play::{Bot, Plan, RunHooks, laws, simulate};

/// Number of games of each.
const GAMES: u64 = 300;
/// Maximum deviation from the expected wins, in standard deviations. By luck one game of 3,000 exceeds it.
const FAR: f64 = 3.6;

/// `# Chance 1 of 4. ..`
struct Guess {
    name: String,
    game: Game,
    chance: f64,
}

fn guesses() -> Vec<Guess> {
    let entries = fs::read_dir(Path::new("tests/fixtures/guesses")).expect("the folder is there");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all.iter().map(|path| guess(path)).collect()
}

fn guess(path: &Path) -> Guess {
    let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    let says = text.strip_prefix("# Chance ").and_then(|rest| rest.split_once(". "));
    let (chance, _) = says.unwrap_or_else(|| panic!("{name}: its first line says what chance wins"));
    let (won, of) = chance.split_once(" of ").unwrap_or_else(|| panic!("{name}: {chance}"));
    let number = |text: &str| text.parse::<f64>().unwrap_or_else(|error| panic!("{name}: {error}"));
    let game = Rules::from_texts(&[(&name, &text)]).game(&Setup::of(2));
    let game = game.unwrap_or_else(|error| panic!("{name}: {error:?}"));
    Guess { chance: number(won) / number(of), name, game }
}

/// The guesser's wins in [`GAMES`] games.
fn wins(game: &Game, guesser: Bot) -> u64 {
    let plan = Plan { games: GAMES, seed: 5, jobs: 1, bots: vec![Bot::Random, guesser], ..Plan::default() };
    let report = simulate(game, &plan, RunHooks::default()).expect("nothing else is asked");
    assert_eq!(report.games, GAMES);
    report.seats[1].alone
}

#[test]
fn a_bot_guesses_as_well_as_its_information_allows() {
    let all = guesses();
    assert!(all.len() >= 15, "{} games", all.len());
    let wrong = |Guess { name, game, chance }: &Guess| {
        let (mean, wins) = (chance * GAMES as f64, wins(game, Bot::Mcts(50)));
        let far = FAR * (mean * (1.0 - chance)).sqrt();
        let is_near = (wins as f64 - mean).abs() <= far;
        (!is_near).then(|| format!("{name}: {wins} of {GAMES} games won, {mean} by chance"))
    };
    let wrong: Vec<String> = all.par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn laws_hold_in_guessing_games() {
    let wrong = |Guess { name, game, .. }: &Guess| {
        let broken = laws(game, 5, 20);
        (!broken.is_empty()).then(|| format!("{name}: {:?}", broken[0]))
    };
    let wrong: Vec<String> = guesses().par_iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Each deal is a reachable position: hidden answers fit the values that were computed from them.
#[test]
fn dealt_answers_fit_the_values_computed_from_them() {
    let Guess { game, .. } = guess(Path::new("tests/fixtures/guesses/board.tavola"));
    let (mut referee, mut state, mut seed) = (game.referee(), game.start(), 7_u64);
    let mut pick = |below: u32| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((seed >> 33) % u64::from(below)) as u32
    };
    assert_eq!(referee.run(&mut state), Ok(Pending::Choice(0)));
    let dock = referee.find(&state, "dock").expect("it is next to the park");
    referee.answer(&mut state, dock).expect("it was offered");
    assert_eq!(referee.run(&mut state), Ok(Pending::Choice(1)));
    let mut counts = std::collections::BTreeMap::new();
    for _ in 0..200 {
        let dealt = referee.complete(&state, 1, &mut pick).expect("there is a deal");
        let spot = referee.evaluate(&dealt, "spot").expect("it has a value");
        let mut end = dealt.clone();
        referee.run(&mut end).expect("the rules do not fault");
        let guess = referee.find(&end, &spot).expect("every spot can be guessed");
        referee.answer(&mut end, guess).expect("it was offered");
        assert_eq!(referee.run(&mut end), Ok(Pending::Over));
        assert_eq!(referee.evaluate(&end, "fame[seat(2)]").as_deref(), Ok("1"), "{spot} is where they hide");
        *counts.entry(spot).or_insert(0) += 1;
    }
    let spots: Vec<&str> = counts.keys().map(String::as_str).collect();
    assert_eq!(spots, ["dock", "zoo"], "only these are next to the park");
    assert!(counts.values().all(|&count| count > 70), "{counts:?}");
}
