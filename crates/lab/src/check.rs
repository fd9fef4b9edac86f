//! Static checks of a game: everything that can be found without playing it, for every variant and every number of
//! players.
//!
//! ```text
//! folder --> rules, every variant over them --> findings of the texts, of every set-up, of citations and proofs
//!        --> scenarios, budgets             --> findings of their contents
//! ```

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

use crate::budget;
use crate::coverage::{Coverage, coverage, unproved_under};
use crate::reviewed::unread;
use crate::scenario::{self, MadeVariant, ReviewWithVariants, Suite, SuiteTexts};
use tavola_game::{Error, LoadError, Rules, RulesTexts, Setup, Shelf, codes, is_waiver, variant_names};
use tavola_syntax::diagnostic::{Diagnostic, Finding, Severity, Waived, any_error, one_per_message};
use tavola_syntax::text::{SourceId, Sources, Span, count};
use tavola_syntax::yaml::codes as scenario_codes;

/// Result of the checks of a game.
pub struct CheckedGame {
    /// Name of the game, or of its folder while the rules have errors.
    pub name: String,
    /// Folder of the game.
    pub folder: PathBuf,
    /// Fingerprint of the rules, with the variant if one was named, see [`Rules::hash`].
    pub hash: String,
    /// Findings of the game itself first, then those that each variant adds.
    pub layers: Vec<CheckedLayer>,
    /// Size of the game. None while its rules have errors.
    pub facts: Option<GameFacts>,
    /// Citations and proofs of the clauses. None without a rulebook.
    pub coverage: Option<Coverage>,
}

/// Findings with one variant, or with none.
pub struct CheckedLayer {
    /// Name of the variant.
    pub variant: Option<String>,
    /// Texts that the findings refer to.
    pub sources: Sources,
    /// Findings.
    pub findings: Vec<Diagnostic>,
    /// Findings that a line waives.
    pub waived: Vec<Waived>,
}

/// Size of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameFacts {
    /// Minimum and maximum number of players.
    pub players: (usize, usize),
    /// Number of settings without rulings, for the maximum number of players.
    pub settings: usize,
    /// Number of rulings, for the maximum number of players.
    pub rulings: usize,
    /// Number of rules that can run, for the maximum number of players.
    pub rules: usize,
    /// Number of variants in the folder.
    pub variants: usize,
    /// Number of scenarios.
    pub scenarios: usize,
}

/// Findings of one game as data.
#[derive(Serialize, JsonSchema)]
pub struct CheckReport {
    /// Name of the game.
    pub game: String,
    /// Folder of the game.
    pub path: String,
    /// The fingerprint of the rules.
    pub rules: String,
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Findings, those of the game itself first.
    pub findings: Vec<Finding>,
    /// Findings that lines waive.
    pub waived: Vec<WaivedFinding>,
}

/// A waived finding as data.
#[derive(Serialize, JsonSchema, PartialEq, Eq)]
pub struct WaivedFinding {
    /// The finding.
    #[serde(flatten)]
    pub finding: Finding,
    /// Reason, in the author's words.
    pub reason: String,
}

/// A game with its scenarios, before variants are overlaid.
struct ReadGame<'f> {
    folder: Shelf<'f>,
    rules: Rules,
    suite: Suite,
    /// Findings of the game itself, and the number of rules that it can run.
    found: (CheckedLayer, Option<usize>),
}

/// Result of the check of all variants.
#[derive(Default)]
struct CheckedVariants {
    /// Findings of the scenarios.
    findings: Vec<Diagnostic>,
    layers: Vec<CheckedLayer>,
    /// Each single variant with the clauses that the rules with it cite.
    cited: Vec<(String, BTreeSet<String>)>,
}

impl ReadGame<'_> {
    /// Checks the scenarios and all overlays: every single variant, and the combinations that scenarios play.
    fn layers(&self) -> Result<CheckedVariants, Error> {
        let Self { folder, rules, suite, .. } = self;
        let single = folder.variants();
        // Compiling the set-ups takes most of the time.
        let make = |name: &str| {
            let is_single = single.iter().any(|one| one == name);
            let under = match rules.read_again(*folder, Some(name)) {
                // Errors of a combination are reported at the case that plays it.
                Err(error) if is_single => return Err(error),
                under => under,
            };
            let made = under.as_ref().ok().map(|under| {
                let layer = applied_layer(under, name, Some(rules).filter(|_| is_single));
                let proofs = suite.diagnostics.is_empty() && under.title().is_some();
                let unproved = if proofs { unproved_under(under, name, suite) } else { Vec::new() };
                let cited = if is_single { under.cited() } else { BTreeSet::new() };
                (layer, (unproved, (name.to_owned(), cited)))
            });
            let is_broken = made.as_ref().is_some_and(|(layer, _)| any_error(&layer.findings));
            Ok(MadeVariant { rules: under, is_broken, made })
        };
        let names: BTreeSet<String> = single.iter().cloned().chain(scenario::together(&suite.scenarios)).collect();
        let ReviewWithVariants { mut findings, made, left_out } =
            scenario::review_beside(rules, &names, make, &suite.scenarios)?;
        let (mut layers, rest): (Vec<_>, Vec<_>) = made.into_iter().flatten().unzip();
        let (unproved, cited): (Vec<_>, Vec<_>) = rest.into_iter().unzip();
        // A finding of one variant is laid under this one, not under a combination with it.
        layers.sort_by_key(|layer| layer.variant.as_deref().map_or(0, |names| variant_names(names).count()));
        layers.extend((left_out > 0).then(|| too_many(rules, names.len(), left_out)));
        // Cases with mistakes prove something else once they are corrected.
        if findings.is_empty() {
            findings.extend(unproved.into_iter().flatten());
        }
        Ok(CheckedVariants { findings, layers, cited })
    }

    /// All findings.
    fn checked(self, variant: Option<&str>, threshold: Option<u8>) -> Result<CheckedGame, Error> {
        let broken = any_error(&self.found.0.findings);
        let with_all = variant.is_none() && !broken;
        let variants = if with_all { self.layers()? } else { CheckedVariants::default() };
        let coverage = coverage(&self.rules, &self.suite, &variants.cited);
        let CheckedVariants { findings: reviewed, layers, .. } = variants;
        let Self { folder, rules, mut suite, found: (mut first, count_of_rules) } = self;
        // If rules or scenarios cannot be read, it is not known what they cite and prove.
        // Rules that are not written yet need not cite anything.
        if !broken && suite.diagnostics.is_empty() && !rules.is_unwritten() {
            first.findings.extend(coverage.iter().flat_map(|coverage| coverage.findings.clone()));
            first.findings.extend(if variant.is_none() { unread(&rules, &suite) } else { Vec::new() });
            first.findings.extend(threshold.and_then(|least| coverage.clone().unwrap_or_default().below(least)));
        }
        let facts = GameFacts::of(&rules, count_of_rules, &suite, folder);
        let (name, hash) = (rules.name().to_owned(), rules.hash());
        let mut checked = CheckedGame { name, facts, coverage, hash, layers: vec![first], folder: folder.path("") };
        let mut findings: Vec<Diagnostic> = suite.diagnostics.drain(..).chain(reviewed).collect();
        // A clause that the rules cite, too, is missing in the rulebook.
        let missing = checked.layers.iter().flat_map(|layer| &layer.findings);
        let missing: BTreeSet<String> = missing
            .filter(|finding| finding.code == codes::UNKNOWN_CLAUSE)
            .map(|finding| finding.message.clone())
            .collect();
        findings.retain(|finding| finding.code != scenario_codes::NO_CLAUSE || !missing.contains(&finding.message));
        one_per_message(&mut findings, &[scenario_codes::NO_CLAUSE, scenario_codes::MEANS_NOTHING]);
        let reviewed_by = Some(&rules).filter(|_| with_all);
        for (sources, findings) in [(suite.sources.clone(), findings), balance(folder, reviewed_by)?] {
            if !findings.is_empty() {
                checked.layers.push(CheckedLayer { variant: None, sources, findings, waived: Vec::new() });
            }
        }
        for layer in layers {
            checked.lay(layer);
        }
        // Freed in the background: the caller need not wait for it.
        rayon::spawn(move || drop((rules, suite)));
        Ok(checked)
    }
}

/// The finding that a game has too many variants to check.
fn too_many(rules: &Rules, many: usize, left: usize) -> CheckedLayer {
    let message = format!("{many} variants are too many for a game of this size: {left} were not checked");
    let help = "check them one at a time: `tavola check FOLDER --variant NAME`";
    let finding = Diagnostic::error(codes::TOO_MANY_VARIANTS, Span::new(SourceId(0), 0, 0), message).help(help);
    CheckedLayer { variant: None, sources: rules.sources().clone(), findings: vec![finding], waived: Vec::new() }
}

/// Checks the game in a folder. Findings of the game itself are not repeated for its variants.
///
/// `variant` is overlaid on the game; the other variants are then not checked. `threshold` is the percentage of the
/// clauses stating a rule that rules must cite and scenarios name, from 0 to 100.
///
/// # Errors
/// If a file cannot be read at all.
pub fn check(folder: &Path, variant: Option<&str>, threshold: Option<u8>) -> Result<CheckedGame, Error> {
    check_shelf(Shelf::Disk(folder), variant, threshold)
}

/// [`check`] of a folder on the disk or in memory.
///
/// # Errors
/// If a file cannot be read at all.
pub fn check_shelf(folder: Shelf<'_>, variant: Option<&str>, threshold: Option<u8>) -> Result<CheckedGame, Error> {
    // Texts and scenarios are read and checked in parallel.
    let (texts, suite) = rayon::join(|| RulesTexts::read(folder, variant), || SuiteTexts::read(folder));
    let (texts, suite) = (texts?, suite?);
    let known = texts.clause_ids();
    let base = || {
        let rules = Rules::of_texts(texts, folder);
        let found = layer(&rules, variant);
        (rules, found)
    };
    let ((rules, found), suite) = rayon::join(base, || suite.suite(None, known.as_ref()));
    ReadGame { folder, rules, suite, found }.checked(variant, threshold)
}

/// Checks rules that are already read from a folder without a variant, with all that the folder has beside them.
///
/// # Errors
/// If a file cannot be read at all.
pub fn check_around(rules: Rules, suite: Suite, folder: Shelf<'_>) -> Result<CheckedGame, Error> {
    let found = layer(&rules, None);
    ReadGame { folder, rules, suite, found }.checked(None, None)
}

impl GameFacts {
    fn of(rules: &Rules, count_of_rules: Option<usize>, suite: &Suite, folder: Shelf<'_>) -> Option<Self> {
        let players = rules.players()?;
        let settings = rules.settings(players.1);
        let rulings = settings.iter().filter(|setting| setting.ruling).count();
        Some(Self {
            players,
            settings: settings.len() - rulings,
            rulings,
            rules: count_of_rules.unwrap_or(0),
            variants: folder.variants().len(),
            scenarios: suite.scenarios.len(),
        })
    }
}

/// Findings of `balance.yaml`, if there is one. What it names is looked up in `rules` without errors.
fn balance(folder: Shelf<'_>, rules: Option<&Rules>) -> Result<(Sources, Vec<Diagnostic>), Error> {
    let mut sources = Sources::new();
    if folder.is_file(budget::FILE) {
        folder.read(budget::FILE, &mut sources).map_err(Error::new)?;
    }
    let (budgets, mut found) = budget::read(&sources);
    if let Some(rules) = rules.filter(|_| !budgets.is_empty()) {
        let overlaid = |names: &str| rules.read_again(folder, Some(names)).ok();
        found.extend(budget::review(&budgets, rules, &folder.variants(), overlaid));
    }
    Ok((sources, found))
}

/// Findings of rules with a variant overlaid. For a single variant they include its unintended effects on its game,
/// `base`.
fn applied_layer(rules: &Rules, variant: &str, base: Option<&Rules>) -> CheckedLayer {
    let of_variant = || base.filter(|_| rules.title().is_some()).map(|base| rules.mistakes_of_variant(base));
    let ((mut layer, _), of_variant) = rayon::join(|| layer(rules, Some(variant)), of_variant);
    layer.findings.extend(of_variant.unwrap_or_default());
    layer
}

/// Findings of the rules and, if there is no error, of every set-up; and the number of rules that the last set-up can
/// run.
fn layer(rules: &Rules, variant: Option<&str>) -> (CheckedLayer, Option<usize>) {
    let variant = variant.map(String::from);
    let (sources, findings) = (rules.sources().clone(), rules.diagnostics().to_vec());
    let mut layer = CheckedLayer { variant, sources, findings, waived: rules.waived().to_vec() };
    if any_error(&layer.findings) {
        return (layer, None);
    }
    let setup = |players| Setup { variant: layer.variant.clone(), ..Setup::of(players) };
    let allowed: Vec<usize> = rules.players().into_iter().flat_map(|(fewest, most)| fewest..=most).collect();
    let drafts: Vec<_> = allowed.par_iter().map(|&players| rules.draft(&setup(players))).collect();
    let mut count_of_rules = None;
    for (players, draft) in allowed.into_iter().zip(drafts) {
        match draft {
            Ok(draft) => count_of_rules = Some(draft.rules()),
            Err(LoadError::Findings { sources, diagnostics }) => {
                layer.sources = *sources;
                let new: Vec<Diagnostic> = diagnostics.into_iter().filter(|d| !layer.findings.contains(d)).collect();
                layer.findings.extend(new);
            }
            Err(LoadError::Error(error)) => {
                let nowhere = Span::NONE;
                let finding =
                    Diagnostic::error(codes::NO_SETUP, nowhere, format!("for {}: {error}", count(players, "player")));
                layer.findings.push(
                    finding.help("give the settings that depend on the number of players a value for this number"),
                );
            }
        }
        if any_error(&layer.findings) {
            break;
        }
    }
    (layer, count_of_rules)
}

impl CheckedGame {
    /// Adds the findings of a variant that do not occur without it.
    fn lay(&mut self, mut layer: CheckedLayer) {
        let base = &mut self.layers[0];
        // A waiver that only this variant needs is not superfluous.
        base.findings.retain(|f| !layer.waived.iter().any(|waived| waived.span == f.span && is_waiver(f.code)));
        layer.waived.retain(|waived| !base.waived.contains(waived));
        // In a variant, a finding of the game may show what the variant changes there.
        let bare = |finding: Finding| Finding { labels: Vec::new(), ..finding };
        let made: Vec<Finding> = self.layers.iter().flat_map(CheckedLayer::located).map(bare).collect();
        layer.findings.retain(|f| !made.contains(&bare(Finding::new(f, &layer.sources))));
        self.layers.push(layer);
    }

    /// Turns warnings into errors: those with a code of which this is true.
    pub fn deny(&mut self, denied: impl Fn(&str) -> bool) {
        let findings = self.layers.iter_mut().flat_map(|layer| &mut layer.findings);
        findings.filter(|finding| denied(finding.code)).for_each(|finding| finding.severity = Severity::Error);
    }

    /// True if the game itself has errors. Then its variants and scenarios are not checked, and an error may hide others.
    pub fn is_broken(&self) -> bool {
        self.layers.first().is_some_and(|own| any_error(&own.findings))
    }

    /// True if it has an error that another check of the same game has not, wherever it stands.
    pub fn has_new_errors(&self, before: &Self) -> bool {
        let errors = |checked: &Self| {
            let of_layer = |layer: &CheckedLayer| {
                let errors = layer.findings.iter().filter(|finding| finding.is_error());
                errors.map(|error| (layer.variant.clone(), error.code, error.message.clone())).collect::<Vec<_>>()
            };
            checked.layers.iter().flat_map(of_layer).collect::<Vec<_>>()
        };
        let mut known = errors(before);
        errors(self).iter().any(|error| match known.iter().position(|known| known == error) {
            Some(at) => {
                known.swap_remove(at);
                false
            }
            None => true,
        })
    }

    /// All findings, with or without a variant.
    pub fn findings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.layers.iter().flat_map(|layer| &layer.findings)
    }

    /// The findings as data.
    pub fn report(&self) -> CheckReport {
        let of_layer = |layer: &CheckedLayer| {
            let variant = layer.variant.clone();
            layer.located().map(move |f| f.with_variant(variant.clone())).collect::<Vec<_>>()
        };
        let findings: Vec<Finding> = self.layers.iter().flat_map(of_layer).collect();
        let waived = |layer: &CheckedLayer| {
            let waived = |waived: &Waived| WaivedFinding {
                finding: Finding::new(&waived.finding, &layer.sources).with_variant(layer.variant.clone()),
                reason: waived.reason.clone(),
            };
            layer.waived.iter().map(waived).collect::<Vec<_>>()
        };
        let errors = self.findings().filter(|finding| finding.is_error()).count();
        CheckReport {
            game: self.name.clone(),
            path: self.folder.display().to_string(),
            rules: self.hash.clone(),
            errors,
            warnings: findings.len() - errors,
            findings,
            waived: self.layers.iter().flat_map(waived).collect(),
        }
    }
}

impl CheckedLayer {
    fn located(&self) -> impl Iterator<Item = Finding> {
        self.findings.iter().map(|finding| Finding::new(finding, &self.sources))
    }
}
