//! Fuzzing of texts from untrusted sources. A target does everything that the program would do with a text, including drawing its
//! findings. It passes if it returns: every defect of a text must be a finding, a fault or an error.
//!
//! The functions run under libFuzzer (`fuzz/run`) and, briefly, under `cargo test` (`tests/it/fuzz.rs`).

mod layouts;

pub use self::layouts::layouts;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::LazyLock;

use tavola::game::{Fault, Game, LoadError, Pending, Referee, Rules, Setup, State};
use tavola::play::{Record, replay, scenario};
use tavola::{doc, tools};

/// Seeds of each target: folders below the root of the crate, and the extension of the files.
pub const SEEDS: [(&str, &[&str], &str); 7] = [
    (
        "rules",
        &["tests/fixtures/check", "tests/fixtures/played", "tests/fixtures/syntax", "fuzz/seeds/rules"],
        "tavola",
    ),
    ("variants", &["tests/fixtures/check/variants", "fuzz/seeds/variants"], "tavola"),
    ("scenarios", &["tests/fixtures/played", "fuzz/seeds/scenarios"], "yaml"),
    ("records", &["fuzz/seeds/records"], "yaml"),
    ("rulebooks", &["fuzz/seeds/rulebooks"], "yaml"),
    ("answers", &["tests/fixtures/played", "fuzz/seeds/answers"], "yaml"),
    ("layouts", &["rules", "tests/fixtures", "fuzz/seeds/rules", "fuzz/seeds/layouts"], "tavola"),
];

/// Maximum number of answers in a game.
const ANSWERS: usize = 30;

/// Maximum number of options examined for each question.
const OPTIONS: usize = 12;

/// Small games for scenarios, records and answers.
static GAMES: LazyLock<Vec<(Rules, BTreeSet<String>)>> = LazyLock::new(|| {
    let texts = [
        include_str!("../../tests/fixtures/played/amounts.tavola"),
        include_str!("../../tests/fixtures/played/bouts.tavola"),
        include_str!("../../tests/fixtures/played/clauses.tavola"),
        include_str!("../../tests/fixtures/played/families.tavola"),
        include_str!("../../tests/fixtures/played/heaps.tavola"),
        include_str!("../../tests/fixtures/played/loops.tavola"),
        include_str!("../../tests/fixtures/played/menus.tavola"),
        include_str!("../../tests/fixtures/played/negatives.tavola"),
        include_str!("../../tests/fixtures/played/stalls.tavola"),
        include_str!("../../tests/fixtures/played/starts.tavola"),
        include_str!("../../tests/fixtures/played/transactions.tavola"),
        include_str!("../../tests/fixtures/played/unions.tavola"),
        include_str!("../../tests/fixtures/syntax/good/harvest_lots.tavola"),
        include_str!("../../tests/fixtures/syntax/good/leduc_poker.tavola"),
    ];
    let read = |text: &&str| (Rules::from_texts(&[("rules", *text)]), words(text).map(str::to_owned).collect());
    texts.iter().map(read).filter(|(rules, _): &(Rules, _)| rules.players().is_some()).collect()
});

/// Rules: read, checked, set up for the lowest and the highest number of players, and played.
pub fn rules(text: &str) {
    enter(&Rules::from_texts(&[("rules.tavola", text)]), text);
}

/// A variant, applied to a game and to another variant.
pub fn variants(text: &str) {
    const BASE: &str = include_str!("../../tests/fixtures/syntax/good/san_marco.tavola");
    const FIRST: &str = include_str!("../../tests/fixtures/check/variants/right.tavola");
    let files = [("game.tavola", BASE), ("variants/first.tavola", FIRST), ("variants/other.tavola", text)];
    in_folder(&files, |folder| {
        for names in ["other", "first,other"] {
            match Rules::read(folder, Some(names)) {
                Ok(rules) => enter(&rules, text),
                Err(error) => drop(error.to_string()),
            }
        }
    });
}

/// Scenarios: read, and run with the game that shares the most words.
pub fn scenarios(text: &str) {
    let suite = scenario::read_texts(&[("scenarios.yaml", text)], None);
    drop(tools::shown(&suite.diagnostics, &suite.sources));
    let rules = spoken_of(text);
    for case in suite.scenarios.iter().take(8) {
        drop(scenario::run(rules, case));
    }
}

/// A record: read, replayed as far as possible, and written as it was read.
pub fn records(text: &str) {
    let record = match Record::from_yaml("record.yaml", text) {
        Ok(record) => record,
        Err(error) => return show(error),
    };
    let written = Record::from_yaml("again.yaml", &record.to_yaml());
    assert!(written.is_ok_and(|written| written == record), "a record reads as it was written");
    match replay(spoken_of(text), &record, &mut |_, _, _| ()) {
        Ok(replay) => drop((replay.stopped, replay.done)),
        Err(error) => show(error),
    }
}

/// A `rulebook.yaml` beside rules that cite clauses, and the page made from both.
pub fn rulebooks(text: &str) {
    const RULES: &str = include_str!("../../tests/fixtures/played/clauses.tavola");
    in_folder(&[("game.tavola", RULES), ("rulebook.yaml", text)], |folder| match Rules::read(folder, None) {
        Ok(rules) => {
            drop(tools::shown(rules.diagnostics(), rules.sources()));
            if let Ok(page) = doc::page(folder, &rules, None, &doc::CardFaces::default()) {
                drop(doc::html(rules.name(), &page));
            }
        }
        Err(error) => drop(error.to_string()),
    });
}

/// Answers of players, one a line (text before `: ` is ignored): an option, `? ` and an expression, or `! ` and a sentence.
pub fn answers(text: &str) {
    let rules = spoken_of(text);
    let setup = Setup::of(rules.players().map_or(2, |(_, most)| most));
    let Ok(game) = rules.game(&setup) else { return };
    let (mut referee, mut state) = (game.referee(), game.start());
    for line in text.lines().take(2 * ANSWERS) {
        let line = line.split_once(": ").map_or(line, |(_, answer)| answer).trim();
        if let Some(expression) = line.strip_prefix('?') {
            drop(referee.evaluate(&state, expression).map_err(|error| error.to_string()));
            continue;
        }
        if let Some(sentence) = line.strip_prefix('!') {
            if let Err(error) = rules.game_from(&setup, Some(sentence)) {
                show(error);
            }
            continue;
        }
        match referee.run(&mut state) {
            Ok(Pending::Over) => return,
            Ok(_) => {}
            Err(fault) => return tell(&game, &fault),
        }
        match referee.find(&state, line) {
            Ok(option) => {
                if let Err(fault) = referee.answer(&mut state, option) {
                    return tell(&game, &fault);
                }
            }
            Err(refusal) => drop(refusal.message),
        }
    }
}

/// Does everything that the program does with rules.
fn enter(rules: &Rules, text: &str) {
    drop(tools::shown(rules.diagnostics(), rules.sources()));
    let Some((fewest, most)) = rules.players() else { return };
    for players in BTreeSet::from([fewest, most]) {
        drop(rules.settings(players));
        match rules.game(&Setup::of(players)) {
            Ok(game) => play(&game, seed(text)),
            Err(error) => show(error),
        }
    }
}

/// Plays the beginning of a game, and queries it as people and files do.
fn play(game: &Game, mut seed: u64) {
    let (mut referee, mut state) = (game.referee(), game.start());
    referee.collect_events(true);
    for _ in 0..ANSWERS {
        let pending = match referee.run(&mut state) {
            Ok(pending) => pending,
            Err(fault) => return tell(game, &fault),
        };
        look(&mut referee, &state, &mut seed);
        if pending == Pending::Over {
            drop(referee.result(&state));
            return;
        }
        if referee.run(&mut state).is_err() {
            return;
        }
        let option = below(&mut seed, referee.option_count() as u32) as usize;
        if let Err(fault) = referee.answer(&mut state, option) {
            return tell(game, &fault);
        }
        for one in referee.happened(&state) {
            drop((one.tell(None), one.tell(Some(0)), one.tell_all()));
        }
    }
}

fn look(referee: &mut Referee, state: &State, seed: &mut u64) {
    drop((
        referee.prompt(state),
        referee.part(state),
        referee.game().position(state),
        referee.game().declined(state),
        referee.broken_invariants(state),
    ));
    for option in 0..referee.option_count().min(OPTIONS) {
        let name = referee.notation(option);
        drop((name, referee.label(state, option), referee.weight(option)));
    }
    drop((referee.view(state, None), referee.view(state, Some(0)), referee.game().tracks(state)));
    drop(referee.complete(state, 0, &mut |count| below(seed, count)));
    assert!(
        referee.game().restore(&referee.game().save(state)).is_ok_and(|loaded| loaded == *state),
        "a state can be saved"
    );
}

/// Draws an error of loading.
fn show(error: LoadError) {
    match error {
        LoadError::Findings { sources, diagnostics } => drop(tools::shown(&diagnostics, &sources)),
        LoadError::Error(error) => drop(error.to_string()),
    }
}

/// Draws a fault.
fn tell(game: &Game, fault: &Fault) {
    drop(tools::shown(&[game.diagnose(fault)], game.sources()));
}

/// The game that shares the most words with a text.
fn spoken_of(text: &str) -> &'static Rules {
    let said: BTreeSet<&str> = words(text).collect();
    let common = |known: &BTreeSet<String>| said.iter().filter(|word| known.contains(**word)).count();
    let best = GAMES.iter().rev().max_by_key(|(_, known)| common(known)).expect("there are games");
    &best.0
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|letter: char| !letter.is_alphanumeric() && letter != '_').filter(|word| word.len() > 2)
}

/// Runs a function on a temporary folder with these files.
fn in_folder(files: &[(&str, &str)], run: impl FnOnce(&Path)) {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().expect("it lies in the folder")).expect("a folder can be made");
        std::fs::write(path, text).expect("a file can be written");
    }
    run(folder.path());
}

/// Hash of a text (FNV-1a), as a seed.
pub fn seed(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// Pseudo-random number below `count`, the same on every machine. 0 if `count` is 0.
pub fn below(seed: &mut u64, count: u32) -> u32 {
    *seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    ((*seed >> 33) % u64::from(count.max(1))) as u32
}
