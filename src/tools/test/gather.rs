//! Runs the tests of one game and gathers the results.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::tested::{Case, ChangedTranscript, Tested};
use super::variant;
use crate::tools::args::TestArgs;
use crate::tools::ending::Stop;
use tavola_game::{LoadError, Rules};
use tavola_lab::scenario::{self, Failure, Suite};
use tavola_lab::snapshot::{self, SnapshotState};
use tavola_syntax::diagnostic;

/// Runs all tests of a game that fit the filter.
///
/// # Errors
/// When something cannot be read at all.
pub(super) fn test(folder: &Path, args: &TestArgs) -> Result<Tested, Stop> {
    let filter = args.filter.as_deref();
    let rules = Rules::read(folder, None)?;
    let mut tested = Tested::new(folder, &rules);
    if diagnostic::any_error(rules.diagnostics()) {
        let errors = rules.diagnostics().iter().filter(|d| d.is_error()).cloned().collect();
        tested.findings.push((rules.sources().clone(), errors));
        return Ok(tested);
    }
    let known = rules.clause_ids();
    let suite = scenario::read(&folder.join("scenarios"), filter, known.as_ref())?;
    tested.sources = suite.sources.clone();
    if !suite.diagnostics.is_empty() {
        tested.findings.push((suite.sources.clone(), suite.diagnostics.clone()));
    }
    if let Some(variant) = &args.variant {
        variant::test(folder, variant, &rules, &suite, &mut tested)?;
        return Ok(tested);
    }
    let root = snapshot::root(folder);
    for (case, outcome) in suite.scenarios.iter().zip(scenario::run_all(folder, &rules, &suite.scenarios)) {
        let mut changed = None;
        if case.snapshot && outcome.failures.is_empty() {
            let file = snapshot::path(&root, rules.name(), &snapshot::slug(&case.name));
            changed = compare(file, outcome.transcript)?;
        }
        tested.cases.push(Case { changed, ..Case::new(case, outcome.failures) });
    }
    whole_games(&mut tested, &rules, &root, args)?;
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

/// Compares the transcripts of whole games. A new game without transcripts is not a failure; `--update` creates them.
fn whole_games(tested: &mut Tested, rules: &Rules, root: &Path, args: &TestArgs) -> Result<(), Stop> {
    let Some((fewest, most)) = rules.players() else {
        return Ok(());
    };
    for players in fewest..=most {
        let slug = snapshot::whole_game_slug(players);
        let file = snapshot::path(root, rules.name(), &slug);
        let wanted = args.filter.as_ref().is_none_or(|filter| slug.contains(filter.as_str()));
        let kept = file.exists() || args.update || root.join(rules.name()).is_dir();
        if !wanted || !kept {
            continue;
        }
        let text = match snapshot::whole_game(rules, players, &file) {
            Ok(text) => text,
            Err(LoadError::Error(error)) => return Err(error.into()),
            Err(LoadError::Findings { sources, diagnostics }) => {
                tested.findings.push((*sources, diagnostics));
                return Ok(());
            }
        };
        let changed = compare(file, text)?;
        tested.cases.push(Case { name: slug, changed, ..Case::default() });
    }
    Ok(())
}

fn compare(file: PathBuf, new: String) -> Result<Option<ChangedTranscript>, Stop> {
    Ok(match snapshot::compare(&file, &new)? {
        SnapshotState::Same => None,
        SnapshotState::Missing => Some(ChangedTranscript { file, old: String::new(), new, missing: true }),
        SnapshotState::Other(old) => Some(ChangedTranscript { file, old, new, missing: false }),
    })
}
