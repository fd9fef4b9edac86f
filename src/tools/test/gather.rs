//! Runs the tests of one game and gathers what came of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::variant::{self, Fares};
use crate::diagnostic::{self, Diagnostic};
use crate::game::means;
use crate::game::{LoadError, RulebookFile, Rules};
use crate::play::scenario::{self, Failure, Scenario, Suite};
use crate::play::snapshot::{self, Kept};
use crate::text::Sources;
use crate::tools::args::TestArgs;
use crate::tools::ending::Stop;

/// The tests of one game.
pub(super) struct Tested {
    pub(super) name: String,
    pub(super) folder: PathBuf,
    /// What is wrong in the rules, or in the scenario files.
    pub(super) findings: Vec<(Sources, Vec<Diagnostic>)>,
    pub(super) cases: Vec<Case>,
    /// The texts of the scenarios.
    pub(super) sources: Sources,
    /// What the rulebook says: ids and texts of its clauses and rulings.
    book: Vec<(String, String)>,
    /// Under a variant: how the game's scenarios fare.
    pub(super) fares: Option<Fares>,
}

/// One test.
pub(super) struct Case {
    /// The scenario's name, or `game-3-players`.
    pub(super) name: String,
    /// `file:line:column` of a scenario.
    pub(super) place: Option<String>,
    /// The clauses that it proves.
    pub(super) clauses: Vec<String>,
    pub(super) failures: Vec<Failure>,
    /// Of a scenario of the game under a variant: the changes without which it would hold, each by itself (`file:line:column`,
    /// and what they say).
    pub(super) because: Option<Vec<(String, String)>>,
    /// A kept transcript that differs, or is not kept yet.
    pub(super) changed: Option<Changed>,
}

/// A transcript that is not the one that was accepted.
pub(super) struct Changed {
    pub(super) file: PathBuf,
    /// What was accepted; empty if nothing was.
    pub(super) old: String,
    pub(super) new: String,
    /// Whether nothing was accepted before.
    pub(super) missing: bool,
}

impl Tested {
    /// Whether nothing failed.
    pub(super) fn is_fine(&self) -> bool {
        self.failed() == 0 && !self.findings.iter().any(|(_, findings)| diagnostic::any_error(findings))
    }

    /// The clauses that failures touch, because a scenario proves them or a line cites them, with what they say, in the
    /// order of the rulebook.
    pub(super) fn touched(&self) -> Vec<(&str, &str)> {
        let failed = self.cases.iter().filter(|case| !case.failures.is_empty());
        let cited = failed.flat_map(|case| case.clauses.iter().chain(case.failures.iter().flat_map(|f| &f.clauses)));
        let cited: BTreeSet<&String> = cited.collect();
        let touched = self.book.iter().filter(|(id, _)| cited.iter().any(|cited| means(cited, id)));
        touched.map(|(id, text)| (id.as_str(), text.as_str())).collect()
    }

    /// Whether nothing is wrong with the rules and the files of the scenarios.
    pub(super) fn has_no_findings(&self) -> bool {
        self.findings.is_empty()
    }

    /// How many tests failed.
    pub(super) fn failed(&self) -> usize {
        self.cases.iter().filter(|case| !case.passed()).count()
    }
}

impl Case {
    /// A scenario, and what is not as it must be.
    pub(super) fn new(case: &Scenario, failures: Vec<Failure>) -> Self {
        let clauses = case.clauses.iter().map(|(id, _)| id.clone()).collect();
        let (name, place) = (case.name.clone(), Some(case.place.clone()));
        Self { name, place, clauses, failures, because: None, changed: None }
    }

    /// Whether it passed.
    pub(super) fn passed(&self) -> bool {
        self.failures.is_empty() && self.changed.is_none()
    }
}

/// Runs all tests of a game that fit the filter.
///
/// # Errors
/// When something cannot be read at all.
pub(super) fn test(folder: &Path, args: &TestArgs) -> Result<Tested, Stop> {
    let filter = args.filter.as_deref();
    let rules = Rules::read(folder, None)?;
    let mut tested = Tested {
        name: rules.name().to_string(),
        folder: folder.to_path_buf(),
        findings: Vec::new(),
        cases: Vec::new(),
        sources: Sources::new(),
        book: rules.rulebook().map(RulebookFile::texts).unwrap_or_default(),
        fares: None,
    };
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
    // With a filter, or where a case could not be read, nobody knows what else is kept.
    if filter.is_none() && suite.diagnostics.is_empty() {
        tested.cases.extend(left_over(&rules, &suite, &root));
    }
    Ok(tested)
}

/// Transcripts that belong to no number of players and to no case any more: they would lie there for ever, compared with nothing.
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
    let failure = Failure {
        what: "a transcript that is kept".to_string(),
        expected: format!("of a game of {players} players, or of a case with `snapshot: true`"),
        actual: "nothing is compared with it".to_string(),
        place: format!("{}:1:1", file.display()),
        rule: None,
        clauses: Vec::new(),
        hint: Some("delete it; or give the case its name back".to_string()),
        mend: None,
    };
    Case { name, place: None, clauses: Vec::new(), failures: vec![failure], because: None, changed: None }
}

/// The whole games that are kept. Of a game that keeps none (a new one), none is missed; `--update` begins.
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
        tested.cases.push(Case {
            name: slug,
            place: None,
            clauses: Vec::new(),
            failures: Vec::new(),
            because: None,
            changed,
        });
    }
    Ok(())
}

fn compare(file: PathBuf, new: String) -> Result<Option<Changed>, Stop> {
    Ok(match snapshot::compare(&file, &new)? {
        Kept::Same => None,
        Kept::Missing => Some(Changed { file, old: String::new(), new, missing: true }),
        Kept::Other(old) => Some(Changed { file, old, new, missing: false }),
    })
}
