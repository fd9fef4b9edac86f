//! Every game under `rules/`: the rules are clean, each scenario holds, the transcripts are current, and the laws hold in a few random
//! games. Each has its own test: `cargo test --test games -- san_marco::scenario` filters by name. `TAVOLA_LAWS=all` checks the laws at more
//! questions.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use libtest_mimic::{Arguments, Failed, Trial};
use tavola::game::{LoadError, RulebookFile, Rules, Setup};
use tavola::play::snapshot::{self, SnapshotState};
use tavola::play::{LawWatch, LawsTried, scenario, try_laws, try_laws_in_detail};
use tavola::text::Sources;

/// Random games per number of players in which the laws are checked at some questions. Few, since tests run without optimisation and laws
/// take most of their time. `tavola simulate rules/GAME --games 2000 --check` checks more.
const LAW_GAMES: u64 = 4;
/// Number of players, or the nearest that a game has, for whom the laws are checked at every question of another game: with three, somebody
/// sees neither side of a secret between two. With `TAVOLA_LAWS=all` they are checked so for every number of players.
const CLOSELY: usize = 3;
/// Number of checks of a law after which that game ends: some 500 questions, since those of a long game are similar.
const CLOSE_LAWS: u64 = 13_000;
/// The same in a classic, whose questions are all similar, and which takes minutes on a large board.
const CLASSIC_LAWS: u64 = 60;

fn main() {
    let arguments = Arguments::from_args();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    // Messages then name files as for a user in the project's folder.
    std::env::set_current_dir(root).expect("the project's folder is there");
    let mut trials: Vec<Trial> = folders(Path::new("rules")).iter().flat_map(|folder| game(folder)).collect();
    // What takes longest begins first, so that no core waits for it in the end.
    trials.sort_by_key(|trial| !trial.name().contains("::laws::"));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The game folders by name, including those in subfolders that hold no rules themselves.
fn folders(rules: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(rules).into_iter().flatten().flatten();
    let is_game = |path: &Path| Sources::list(path, "tavola").is_ok_and(|files| !files.is_empty());
    let mut found = Vec::new();
    for folder in entries.map(|entry| entry.path()).filter(|path| path.is_dir()) {
        if is_game(&folder) {
            found.push(folder);
        } else if folder.parent() == Some(Path::new("rules")) {
            found.extend(folders(&folder));
        }
    }
    found.sort();
    found
}

fn game(folder: &Path) -> Vec<Trial> {
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let rules = match Rules::read(folder, None) {
        Ok(rules) => Arc::new(rules),
        Err(error) => return vec![Trial::test(format!("{name}::check"), move || Err(error.message.into()))],
    };
    let mut trials = vec![check(&name, &rules)];
    trials.extend(scenarios(&name, folder, &rules));
    trials.extend(Sources::list(&folder.join("variants"), "tavola").unwrap_or_default().iter().map(|file| {
        let variant = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        under(&name, folder, variant)
    }));
    let (fewest, most) = rules.players().unwrap_or((1, 0));
    for players in fewest..=most {
        trials.push(whole_game(&name, folder, &rules, players));
        trials.push(law(&name, folder, &rules, players));
    }
    trials
}

fn check(name: &str, rules: &Arc<Rules>) -> Trial {
    let rules = Arc::clone(rules);
    Trial::test(format!("{name}::check"), move || findings(rules.sources(), rules.diagnostics()))
}

fn scenarios(name: &str, folder: &Path, rules: &Arc<Rules>) -> Vec<Trial> {
    let known = rules.rulebook().map(RulebookFile::ids);
    let suite = match scenario::read(&folder.join("scenarios"), None, known.as_ref()) {
        Ok(suite) => suite,
        Err(error) => {
            return vec![Trial::test(format!("{name}::scenarios"), move || Err(error.message.into()))];
        }
    };
    let (sources, diagnostics) = (suite.sources, suite.diagnostics);
    let mut trials = vec![Trial::test(format!("{name}::scenarios"), move || findings(&sources, &diagnostics))];
    for case in suite.scenarios {
        let (rules, folder, game) = (Arc::clone(rules), folder.to_path_buf(), name.to_string());
        let title = format!("{name}::scenario::{}::{}", case.topic, case.name);
        trials.push(Trial::test(title, move || {
            let outcomes = scenario::run_all(&folder, &rules, std::slice::from_ref(&case));
            let outcome = outcomes.first().ok_or("the scenario was not played")?;
            if !outcome.passed {
                return Err(failures(outcome).into());
            }
            if case.snapshot { kept(&folder, &game, &snapshot::slug(&case.name), &outcome.transcript) } else { Ok(()) }
        }));
    }
    trials
}

/// Each scenario that fails in a variant must be replaced by a scenario of that variant.
fn under(name: &str, folder: &Path, variant: String) -> Trial {
    let folder = folder.to_path_buf();
    Trial::test(format!("{name}::variant::{variant}"), move || {
        let rules = Rules::read(&folder, Some(&variant)).map_err(|error| error.message)?;
        let suite = scenario::read(&folder.join("scenarios"), None, None).map_err(|error| error.message)?;
        let open = scenario::under(&folder, &rules, &variant, &suite);
        let open: Vec<String> = open.iter().filter(|one| one.is_open()).map(|one| one.case.name.clone()).collect();
        if open.is_empty() { Ok(()) } else { Err(open.join("\n").into()) }
    })
}

fn failures(outcome: &scenario::CaseResult) -> String {
    let mut text = String::new();
    for failure in &outcome.failures {
        let rule = failure.rule.as_deref().unwrap_or("");
        text += &format!("{}: {}\n  expected: {}\n", failure.place, failure.what, failure.expected);
        text += &format!("  actual:   {}\n  rule:     {rule}\n", failure.actual);
    }
    text + "\n" + &outcome.transcript
}

fn whole_game(name: &str, folder: &Path, rules: &Arc<Rules>, players: usize) -> Trial {
    let (rules, folder, game) = (Arc::clone(rules), folder.to_path_buf(), name.to_string());
    Trial::test(format!("{name}::game::{players}_players"), move || {
        let slug = snapshot::whole_game_slug(players);
        let file = snapshot::path(&snapshot::root(&folder), &game, &slug);
        let text = snapshot::whole_game(&rules, players, &file).map_err(|error| shown(&error))?;
        kept(&folder, &game, &slug, &text)
    })
}

fn law(name: &str, folder: &Path, rules: &Arc<Rules>, players: usize) -> Trial {
    let (rules, is_classic) = (Arc::clone(rules), folder.parent() != Some(Path::new("rules")));
    Trial::test(format!("{name}::laws::{players}_players"), move || {
        let game = rules.game(&Setup::of(players)).map_err(|error| shown(&error))?;
        let everywhere = std::env::var("TAVOLA_LAWS").is_ok();
        let nearest = rules.players().map(|(fewest, most)| CLOSELY.clamp(fewest, most));
        let mut tried = LawsTried::default();
        if everywhere || is_classic || nearest == Some(players) {
            let checks = AtomicU64::new(0);
            let most = match (is_classic, everywhere) {
                (true, _) => CLASSIC_LAWS,
                (false, true) => u64::MAX,
                (false, false) => CLOSE_LAWS,
            };
            let stop = || checks.fetch_add(1, Ordering::Relaxed) > most;
            tried = tried.and(try_laws(&game, snapshot::SEED, 1, &stop));
        }
        if !is_classic {
            let watch = LawWatch { stop: &|| false, done: &|| {} };
            tried = tried.and(try_laws_in_detail(&game, (snapshot::SEED, 0..LAW_GAMES), 0, &watch));
        }
        let line = |b: &tavola::play::Broken| {
            format!("{}: {} ({}; seed {}, game {}, answer {})", b.law, b.what, b.place, b.seed, b.game, b.answers)
        };
        let lines: Vec<String> = tried.broken.iter().map(line).collect();
        if lines.is_empty() { Ok(()) } else { Err(lines.join("\n").into()) }
    })
}

/// Compares a transcript with the kept one.
fn kept(folder: &Path, game: &str, slug: &str, text: &str) -> Result<(), Failed> {
    let file = snapshot::path(&snapshot::root(folder), game, slug);
    let accept = format!("accept it with `tavola test {} --update`", folder.display());
    match snapshot::compare(&file, text).map_err(|error| error.message)? {
        SnapshotState::Same => Ok(()),
        SnapshotState::Missing => Err(format!("{} is not kept yet; {accept}", file.display()).into()),
        SnapshotState::Other(old) => {
            let difference = similar::TextDiff::from_lines(old.as_str(), text);
            let shown = difference.unified_diff().context_radius(2).header("kept", "now").to_string();
            Err(format!("{} has changed; {accept}\n{shown}", file.display()).into())
        }
    }
}

fn findings(sources: &Sources, diagnostics: &[tavola::diagnostic::Diagnostic]) -> Result<(), Failed> {
    let line = |finding: &tavola::diagnostic::Diagnostic| {
        format!("{} {}: {}", finding.code, sources.place(finding.span).unwrap_or_default(), finding.message)
    };
    let lines: Vec<String> = diagnostics.iter().map(line).collect();
    if lines.is_empty() { Ok(()) } else { Err(lines.join("\n").into()) }
}

fn shown(error: &LoadError) -> String {
    match error {
        LoadError::Error(error) => error.message.clone(),
        LoadError::Findings { sources, diagnostics } => findings(sources, diagnostics)
            .err()
            .and_then(|failed| failed.message().map(ToString::to_string))
            .unwrap_or_default(),
    }
}
