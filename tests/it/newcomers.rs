//! Small games as newcomers write them: the expected warnings of the checker, and whether they are right.
//!
//! The first lines of each game list its warnings: `# warned: W0704 in line 33, wrong: eight rounds are too few to empty the bank`.
//! `right` means that it can happen in play, `wrong` that it cannot, though the checker does not see that. `# may stop: the money may be
//! spent` marks a game in which a question may have no option.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use tavola::game::{Game, Pending, Rules, Setup};
use tavola::play::{Agent, Chance, RandomAgent, laws, seeds};

/// Number of wrong warnings. To avoid them the checker would have to count. Fewer are welcome.
const WRONG: usize = 1;
/// More answers than the longest of these games has.
const ANSWERS: u32 = 20_000;

struct Newcomer {
    name: String,
    rules: Rules,
    /// Code and line of each expected warning, and whether it is right.
    expected: BTreeMap<(String, usize), bool>,
    /// True if a question may have no option.
    may_stop: bool,
}

fn newcomers() -> Vec<Newcomer> {
    let folder = fs::read_dir("tests/fixtures/newcomers").expect("the folder is there");
    let mut all: Vec<PathBuf> = folder.map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all.iter().map(|path| newcomer(path)).collect()
}

fn newcomer(path: &Path) -> Newcomer {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
    let expected = text.lines().filter_map(|line| line.strip_prefix("# warned: ")).map(|line| {
        let read = line.split_once(" in line ").and_then(|(code, rest)| {
            let (at, rest) = rest.split_once(", ")?;
            let (verdict, why) = rest.split_once(": ")?;
            assert!(!why.is_empty() && ["right", "wrong"].contains(&verdict), "{name}: {line}");
            Some(((code.to_owned(), at.parse().ok()?), verdict == "right"))
        });
        read.unwrap_or_else(|| panic!("{name}: `{line}`"))
    });
    let may_stop = text.starts_with("# may stop: ");
    Newcomer { rules: Rules::from_texts(&[(&name, &text)]), expected: expected.collect(), may_stop, name: name.clone() }
}

#[test]
fn each_warning_is_expected() {
    let all = newcomers();
    assert!(all.len() >= 46, "{} games", all.len());
    let (mut found, mut wrong) = (String::new(), 0);
    for game in &all {
        let line = |span: tavola::text::Span| {
            game.rules.sources().get(span.source).map_or(0, |source| source.line_column(span.start).0)
        };
        let reported: BTreeMap<(String, usize), &str> = game
            .rules
            .diagnostics()
            .iter()
            .map(|finding| ((finding.code.to_owned(), line(finding.span)), finding.message.as_str()))
            .collect();
        for ((code, at), message) in &reported {
            if !game.expected.contains_key(&(code.clone(), *at)) {
                found += &format!("{}:{at}: {code} {message}\n", game.name);
            }
        }
        for (code, at) in game.expected.keys().filter(|key| !reported.contains_key(*key)) {
            found += &format!("{}:{at}: {code} is not warned of\n", game.name);
        }
        wrong += game.expected.values().filter(|right| !**right).count();
    }
    assert_eq!(found, "");
    assert_eq!(wrong, WRONG);
}

/// Plays a random game. The error is the code of the fault that ends it.
fn play(game: &Game, seed: u64) -> Result<(), String> {
    let mut referee = game.referee();
    let mut state = game.start();
    let mut chance = Chance::new(seeds::generator(seed, 0, seeds::CHANCE));
    let mut agent = RandomAgent::new(seeds::generator(seed, 0, 1));
    for _ in 0..ANSWERS {
        let option = match referee.run(&mut state) {
            Err(fault) => return Err(game.diagnose(&fault).code.to_owned()),
            Ok(Pending::Over) => return Ok(()),
            Ok(Pending::Chance) => chance.pick(&referee),
            Ok(Pending::Choice(player)) => agent.choose(&mut referee, &state, player),
        };
        referee.answer(&mut state, option).map_err(|_| "an offered option is refused".to_owned())?;
    }
    Err("it does not end".to_owned())
}

/// All games end without a fault, except for questions without an option in games that allow them.
#[test]
fn newcomers_play_to_the_end() {
    for newcomer in newcomers() {
        let (fewest, most) = newcomer.rules.players().unwrap_or_else(|| panic!("{} has errors", newcomer.name));
        for players in [fewest, most] {
            let game = newcomer.rules.game(&Setup::of(players)).unwrap_or_else(|error| panic!("{error}"));
            for seed in 0..5 {
                let end = play(&game, seed);
                let stopped = newcomer.may_stop && end == Err("F0011".to_owned());
                assert!(end.is_ok() || stopped, "{}: {end:?}", newcomer.name);
            }
        }
        // The laws need games that do not fault.
        if !newcomer.may_stop {
            let game = newcomer.rules.game(&Setup::of(fewest)).unwrap_or_else(|error| panic!("{error}"));
            let broken: Vec<String> =
                laws(&game, 1, 1).iter().map(|law| format!("{}: {}", law.law, law.what)).collect();
            assert_eq!(broken, [""; 0], "{}", newcomer.name);
        }
    }
}
