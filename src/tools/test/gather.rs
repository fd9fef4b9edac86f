//! Runs the tests of one game and gathers the results.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::tested::{Case, ChangedTranscript, Tested};
use super::variant;
use crate::tools::args::TestArgs;
use crate::tools::ending::{Exit, Stop};
use crate::tools::interrupt;
use tavola_game::{LoadError, Rules};
use tavola_lab::scenario::{Failure, KnownResults, KnownSuite, Suite};
use tavola_lab::snapshot::{self, GameTranscript, SnapshotState};
use tavola_syntax::diagnostic;

/// Files and results of a game in the last run of `--watch`.
#[derive(Default)]
pub(super) struct KnownGame {
    /// The rules as they were read last.
    pub(super) rules: Option<Rules>,
    suite: KnownSuite,
    results: KnownResults,
    games: KnownGames,
    /// Number of tests that the last run played.
    pub(super) played: usize,
}

/// Transcripts of whole games.
#[derive(Default)]
struct KnownGames {
    /// The rules that were played.
    rules: Option<Rules>,
    /// The seed that a file had, and the game that was played with it, by the file.
    games: BTreeMap<PathBuf, (Option<u64>, GameTranscript)>,
}

/// Runs all tests of a game that fit the filter.
///
/// # Errors
/// When something cannot be read at all.
pub(super) fn test(folder: &Path, args: &TestArgs) -> Result<Tested, Stop> {
    test_again(folder, args, &mut KnownGame::default())
}

/// Runs the tests of a game that a change since the last run can affect; the results of the others are known.
///
/// # Errors
/// When something cannot be read at all, or the run is interrupted.
pub(super) fn test_again(folder: &Path, args: &TestArgs, known: &mut KnownGame) -> Result<Tested, Stop> {
    let filter = args.filter.as_deref();
    known.played = 0;
    let rules = match &known.rules {
        Some(before) => before.read_again(folder, None)?,
        None => Rules::read(folder, None)?,
    };
    known.rules = Some(rules.clone());
    let mut tested = Tested::new(folder, &rules);
    if diagnostic::any_error(rules.diagnostics()) {
        let errors = rules.diagnostics().iter().filter(|d| d.is_error()).cloned().collect();
        tested.findings.push((rules.sources().clone(), errors));
        return Ok(tested);
    }
    let suite = known.suite.read(&folder.join("scenarios"), filter, rules.clause_ids())?;
    tested.sources = suite.sources.clone();
    if !suite.diagnostics.is_empty() {
        tested.findings.push((suite.sources.clone(), suite.diagnostics.clone()));
    }
    if let Some(variant) = &args.variant {
        variant::test(folder, (variant, args.update), &rules, &suite, &mut tested)?;
        known.played = tested.cases.len();
        return Ok(tested);
    }
    let root = snapshot::root(folder);
    let stop = interrupt::flag();
    let KnownGame { results, games, .. } = &mut *known;
    let (games, played) = rayon::join(
        || whole_games(&rules, &root, args, games),
        || results.run(folder, &rules, &suite.scenarios, &stop),
    );
    let (outcomes, played) = played.ok_or_else(|| Stop::quiet(Exit::Interrupted))?;
    known.played = played;
    for (case, outcome) in suite.scenarios.iter().zip(outcomes) {
        let mut changed = None;
        if case.snapshot && outcome.failures.is_empty() {
            let file = snapshot::path(&root, rules.name(), &snapshot::slug(&case.name));
            changed = compare(file, outcome.transcript)?;
        }
        tested.cases.push(Case { changed, ..Case::new(case, outcome.failures) });
    }
    known.games.rules = Some(rules.clone());
    add_games(&mut tested, games, known)?;
    // With a filter or unreadable cases, orphans cannot be detected.
    if filter.is_none() && suite.diagnostics.is_empty() {
        tested.cases.extend(left_over(&rules, &suite, &root));
    }
    Ok(tested)
}

/// Orphaned transcripts: no number of players and no scenario uses them.
fn left_over(rules: &Rules, suite: &Suite, root: &Path) -> Vec<Case> {
    let folder = root.join(rules.name());
    let files = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (fewest, most) = rules.players().unwrap_or((1, 0));
    let cases = suite.scenarios.iter().filter(|case| case.snapshot).map(|case| snapshot::slug(&case.name));
    let kept: BTreeSet<String> = (fewest..=most).map(snapshot::whole_game_slug).chain(cases).collect();
    let stem = |file: &Path| file.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let is_left = |file: &PathBuf| {
        file.extension().is_some_and(|end| end == "txt") && stem(file).is_some_and(|stem| !kept.contains(&stem))
    };
    let mut left: Vec<PathBuf> = files.filter(is_left).collect();
    left.sort();
    left.iter().map(|file| stray(file, stem(file).unwrap_or_default(), (fewest, most))).collect()
}

fn stray(file: &Path, name: String, (fewest, most): (usize, usize)) -> Case {
    let players = if fewest == most { most.to_string() } else { format!("{fewest} to {most}") };
    let expected = format!("of a game of {players} players, or of a case with `snapshot: true`");
    let place = format!("{}:1:1", file.display());
    let failure = Failure::new("an orphaned transcript", &expected, "nothing is compared with it".to_owned(), &place);
    let hint = Some("delete it, or rename the case back".to_owned());
    Case { name, failures: vec![Failure { hint, ..failure }], ..Case::default() }
}

/// A whole game of the test.
struct WholeGame {
    slug: String,
    file: PathBuf,
    /// The seed that the file has.
    seed: Option<u64>,
    /// True if it was played; false if its transcript was known.
    is_new: bool,
    game: Result<GameTranscript, LoadError>,
}

/// Transcripts of whole games. Those that no change can affect are known. A new game without transcripts
/// is not a failure; `--update` creates them.
fn whole_games(rules: &Rules, root: &Path, args: &TestArgs, known: &KnownGames) -> Vec<WholeGame> {
    let fits = |slug: &str| args.filter.as_ref().is_none_or(|filter| slug.contains(filter.as_str()));
    let is_kept = |file: &Path| file.exists() || args.update || root.join(rules.name()).is_dir();
    let (fewest, most) = rules.players().unwrap_or((1, 0));
    let wanted = (fewest..=most).map(|players| (players, snapshot::whole_game_slug(players)));
    let wanted = wanted.filter(|(_, slug)| fits(slug)).map(|(players, slug)| {
        let file = snapshot::path(root, rules.name(), &slug);
        (players, slug, file)
    });
    let wanted: Vec<(usize, String, PathBuf)> = wanted.filter(|(_, _, file)| is_kept(file)).collect();
    let same_texts = known.rules.as_ref().is_some_and(|before| rules.has_texts_of(before));
    let affected = known.rules.as_ref().filter(|_| !same_texts).map(|before| rules.affected_since(before));
    let is_shown = affected.as_ref().is_some_and(|affected| affected.is_shown(["play"]));
    let is_played = affected.as_ref().is_some_and(|affected| affected.is_played(["play"]));
    let game = |(players, slug, file): (usize, String, PathBuf)| {
        let seed = snapshot::kept_seed(&file);
        let is_same = |text: &str| !is_played && (same_texts || !snapshot::may_name_places(text));
        let same = known.games.get(&file).filter(|(kept, game)| *kept == seed && is_same(&game.text));
        let again = || match same {
            Some((_, game)) if is_shown => game.reworded(rules, players),
            same => Ok(same.map(|(_, game)| game.clone())),
        };
        let game = again().and_then(|known| known.map_or_else(|| snapshot::game_transcript(rules, players, &file), Ok));
        WholeGame { slug, seed, is_new: same.is_none() || is_shown, game, file }
    };
    wanted.into_par_iter().map(game).collect()
}

/// Compares the transcripts of whole games with the accepted ones.
fn add_games(tested: &mut Tested, games: Vec<WholeGame>, known: &mut KnownGame) -> Result<(), Stop> {
    known.games.games.clear();
    for WholeGame { slug, file, seed, is_new, game } in games {
        let game = match game {
            Ok(game) => game,
            Err(LoadError::Error(error)) => return Err(error.into()),
            Err(LoadError::Findings { sources, diagnostics }) => {
                tested.findings.push((*sources, diagnostics));
                return Ok(());
            }
        };
        known.played += usize::from(is_new);
        let changed = compare(file.clone(), game.text.clone())?;
        known.games.games.insert(file, (seed, game));
        tested.cases.push(Case { name: slug, changed, ..Case::default() });
    }
    Ok(())
}

fn compare(file: PathBuf, new: String) -> Result<Option<ChangedTranscript>, Stop> {
    Ok(match snapshot::compare(&file, &new)? {
        SnapshotState::Same => None,
        SnapshotState::Missing => {
            let none_kept = file.parent().is_none_or(|folder| !folder.is_dir());
            Some(ChangedTranscript { file, old: String::new(), new, missing: true, none_kept })
        }
        SnapshotState::Other(old) => Some(ChangedTranscript { file, old, new, missing: false, none_kept: false }),
    })
}
