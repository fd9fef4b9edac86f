//! Small games that leak a secret, each in a different way, and for each the closest legal game (`tests/fixtures/secrets`). All leaking
//! games are refused or caught, all legal games are accepted.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tavola::game::{Game, Rules, Setup};
use tavola::play::laws;

/// Random games of a leaking game, in batches, until a law breaks.
const LEAK_BATCHES: u64 = 3;
const LEAK_GAMES: u64 = 6;
/// Random games of a legal game: number of seeds, and games per seed.
const LEGAL_SEEDS: u64 = 3;
const LEGAL_GAMES: u64 = 2;

/// Games with a wrong verdict that are known. The list only shrinks: remove a game when it is fixed.
const KNOWN_MISSES: &[&str] = &[];

/// Way in which a leak was detected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Caught {
    ByCheck,
    ByLaws,
}

/// A game and its outcome. The error of a miss says what happened instead.
struct Verdict {
    name: String,
    outcome: Result<Caught, String>,
}

fn files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new("tests/fixtures/secrets").join(folder)).expect("the folder is there");
    let mut all: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    all.sort();
    all
}

/// The verdicts on all games of a folder, on all cores.
fn verdicts(folder: &str, look: fn(&str) -> Result<Caught, String>) -> Vec<Verdict> {
    let one = |path: &PathBuf| {
        let stem = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let says = text.lines().next().is_some_and(|line| line.starts_with("# ") && line.ends_with('.'));
        let outcome = if says { look(&text) } else { Err("its first line does not say how it does it".to_string()) };
        Verdict { name: format!("{folder}/{stem}"), outcome }
    };
    files(folder).par_iter().map(one).collect()
}

fn is_of_secrecy(code: &str) -> bool {
    code.starts_with("E08") || code.starts_with("W08")
}

/// True if a law is about a player's information.
fn is_about_secrets(law: &str) -> bool {
    ["states that look the same", "positions that came about alike"].iter().any(|start| law.starts_with(start))
        || law.contains("view")
}

fn of_fewest(rules: &Rules) -> Result<Game, String> {
    let (fewest, _) = rules.players().ok_or("no players")?;
    rules.game(&Setup::of(fewest)).map_err(|error| format!("cannot be set up: {error}"))
}

/// A leaking game must fail the check with secrecy findings only, or break a law about secrets and no other. A line `# Finds E0804` says
/// with which ones.
fn leaking(text: &str) -> Result<Caught, String> {
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let errors = || rules.diagnostics().iter().filter(|finding| finding.is_error());
    if let Some(finding) = errors().find(|finding| !is_of_secrecy(finding.code)) {
        return Err(format!("refused for another reason: {} {}", finding.code, finding.message));
    }
    let codes: BTreeSet<&str> = errors().map(|finding| finding.code).collect();
    if let Some(expected) = text.lines().find_map(|line| line.strip_prefix("# Finds ")) {
        let found = Vec::from_iter(codes.iter().copied()).join(" ");
        return if found == expected {
            Ok(Caught::ByCheck)
        } else {
            Err(format!("finds {found:?} instead of {expected:?}"))
        };
    }
    if !codes.is_empty() {
        return Ok(Caught::ByCheck);
    }
    let game = of_fewest(&rules)?;
    for seed in 0..LEAK_BATCHES {
        let broken = laws(&game, seed, LEAK_GAMES);
        // A failed deal compares nothing, so it is no evidence.
        let tells = |what: &str| !what.contains("cannot be dealt again");
        if let Some(law) = broken.iter().find(|law| !is_about_secrets(law.law) || !tells(&law.what)) {
            return Err(format!("wrong in another way: {}: {}", law.law, law.what));
        }
        if !broken.is_empty() {
            return Ok(Caught::ByLaws);
        }
    }
    Err("not detected".to_string())
}

/// A legal game must have no secrecy finding, and all laws must hold.
fn legal(text: &str) -> Result<Caught, String> {
    let rules = Rules::from_texts(&[("game.tavola", text)]);
    let wrong = |code: &str, is_error: bool| is_error || is_of_secrecy(code);
    if let Some(finding) = rules.diagnostics().iter().find(|finding| wrong(finding.code, finding.is_error())) {
        return Err(format!("{} {}", finding.code, finding.message));
    }
    let game = of_fewest(&rules)?;
    for seed in 0..LEGAL_SEEDS {
        if let Some(law) = laws(&game, seed, LEGAL_GAMES).first() {
            return Err(format!("{}: {} (seed {}, game {})", law.law, law.what, law.seed, law.game));
        }
    }
    Ok(Caught::ByCheck)
}

/// Lists unexpected verdicts, and known misses that are out of date.
fn misses(verdicts: &[Verdict], folder: &str) -> String {
    let mut known: BTreeSet<&str> = KNOWN_MISSES.iter().copied().filter(|name| name.starts_with(folder)).collect();
    let mut table = String::new();
    for Verdict { name, outcome } in verdicts {
        let row = match (outcome, known.remove(name.as_str())) {
            (Err(what), false) => what.as_str(),
            (Ok(_), true) => "is right now: take it out of the known misses",
            _ => continue,
        };
        writeln!(table, "{name:45} {row}").expect("a string can be written to");
    }
    for name in known {
        writeln!(table, "{name:45} is known to miss and not there").expect("a string can be written to");
    }
    table
}

#[test]
fn leaking_games_are_refused_or_caught() {
    let verdicts = verdicts("leaks", leaking);
    let by = |way| verdicts.iter().filter(|verdict| verdict.outcome == Ok(way)).count();
    let (checked, lawless) = (by(Caught::ByCheck), by(Caught::ByLaws));
    println!("{} leaking games: {checked} refused by the checker, {lawless} by the laws", verdicts.len());
    let table = misses(&verdicts, "leaks/");
    assert!(table.is_empty(), "of {} leaking games:\n{table}", verdicts.len());
    assert!(verdicts.len() >= 100, "{} leaking games", verdicts.len());
}

#[test]
fn legal_games_that_look_alike_are_accepted() {
    let verdicts = verdicts("legal", legal);
    let table = misses(&verdicts, "legal/");
    assert!(table.is_empty(), "of {} legal games:\n{table}", verdicts.len());
    assert!(verdicts.len() >= 100, "{} legal games", verdicts.len());
}

/// A called rule ends the visit for one of many reasons. The last one is a hidden hand, the others are public.
fn visits(reasons: usize) -> String {
    let flags: String = (0..reasons).map(|at| format!("  | open_{at} | yes or no | no | all |\n")).collect();
    let ends: String = (0..reasons).map(|at| format!("  if open_{at}: end visit\n")).collect();
    let game = include_str!("../fixtures/secrets/leaks/ended_from_below.tavola");
    let game = game
        .replace("  knock(p)\n", "  come(p)\n")
        .replace("play\n", &format!("memory\n  | variable | type | start | seen by |\n{flags}\nplay\n"));
    let game = game.replace("rule knock(p in Player)\n", &format!("rule knock(p in Player)\n{ends}"));
    game.replace("rule knock", "rule come(p in Player)\n  knock(p)\n\nrule knock")
}

#[test]
fn too_many_reasons_to_leave_a_rule_are_refused() {
    for (reasons, code) in [(3, "E0804"), (63, "E0804"), (64, "E0807"), (200, "E0807")] {
        let rules = Rules::from_texts(&[("game.tavola", &visits(reasons))]);
        let codes: Vec<&str> = rules.diagnostics().iter().filter(|one| one.is_error()).map(|one| one.code).collect();
        assert_eq!(codes, [code], "{reasons} reasons");
    }
}
