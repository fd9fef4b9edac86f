//! Everything that can be found out about a game without playing it: for every variant and every number of players.
//!
//! ```text
//! folder --> rules, every variant over them --> findings of the texts, of every set-up, of what cites and proves clauses
//!        --> scenarios, budgets             --> findings of what they say about the game
//! ```

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use serde::Serialize;

use crate::budget;
use crate::coverage::{Coverage, coverage, unproved_under};
use crate::reviewed::unread;
use crate::scenario::{self, Beside, MadeVariant, Suite, SuiteTexts};
use tavola_game::{Error, LoadError, Rules, RulesTexts, Setup, codes, is_waiver, variants_in};
use tavola_syntax::diagnostic::{Diagnostic, Finding, Waived, any_error};
use tavola_syntax::text::{SourceId, Sources, Span, count};

/// What is looked at, and what was found.
pub struct CheckedGame {
    /// The game's name; its folder's while the rules have errors.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
    /// What was found: with the game itself first, then what each variant adds.
    pub layers: Vec<CheckedLayer>,
    /// What the game consists of; none while its rules have errors.
    pub facts: Option<GameFacts>,
    /// What cites and proves the clauses of its rulebook; none without one.
    pub coverage: Option<Coverage>,
}

/// What was found with one variant (or none).
pub struct CheckedLayer {
    /// The variant.
    pub variant: Option<String>,
    /// The texts in which the findings stand.
    pub sources: Sources,
    /// What is wrong.
    pub findings: Vec<Diagnostic>,
    /// What would be wrong, but for a line that waives it.
    pub waived: Vec<Waived>,
}

/// What a game consists of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameFacts {
    /// Fewest and most players.
    pub players: (usize, usize),
    /// Settings that are no rulings, with most players.
    pub settings: usize,
    /// Rulings, with most players.
    pub rulings: usize,
    /// Rules that the program of most players can run.
    pub rules: usize,
    /// Variants in the folder.
    pub variants: usize,
    /// Scenarios.
    pub scenarios: usize,
}

/// The findings of one game as data.
#[derive(Serialize)]
pub struct CheckReport {
    /// The game's name.
    pub game: String,
    /// Its folder.
    pub path: String,
    /// How many of the findings are errors.
    pub errors: usize,
    /// How many are warnings.
    pub warnings: usize,
    /// The findings, those of the game itself first.
    pub findings: Vec<Finding>,
    /// What lines waive.
    pub waived: Vec<WaivedFinding>,
}

/// A finding that its line waives, as data.
#[derive(Serialize, PartialEq, Eq)]
pub struct WaivedFinding {
    /// What would be said.
    #[serde(flatten)]
    pub finding: Finding,
    /// Why it is none, in the author's words.
    pub reason: String,
}

/// A game that was read, before anything is laid over it.
struct ReadGame {
    texts: RulesTexts,
    rules: Rules,
    suite: Suite,
    /// What was found in the game itself, and how many rules it can run.
    found: (CheckedLayer, Option<usize>),
}

impl ReadGame {
    /// Reads a folder: its texts, then what they say, all of it side by side.
    fn read(folder: &Path, variant: Option<&str>) -> Result<Self, Error> {
        let (texts, suite) =
            rayon::join(|| RulesTexts::read(folder, variant), || SuiteTexts::read(&folder.join("scenarios")));
        let (texts, suite) = (texts?, suite?);
        let known = texts.clause_ids();
        let base = || {
            let rules = Rules::of_folder(texts.clone(), folder);
            let found = layer(&rules, variant);
            (rules, found)
        };
        let ((rules, found), suite) = rayon::join(base, || suite.suite(None, known.as_ref()));
        Ok(Self { texts, rules, suite, found })
    }

    /// What can be said of scenarios and of all that is laid over the game: the variants, and those that scenarios lay over it together.
    fn layers(&self, folder: &Path) -> Result<(Vec<Diagnostic>, Vec<CheckedLayer>), Error> {
        let Self { texts, rules, suite, .. } = self;
        let single = variants_in(folder);
        // Each set-up is a program to be made, and what most of the time goes into.
        let make = |name: &str| {
            let is_single = single.iter().any(|one| one == name);
            let under = match texts.with_variants(folder, name).map(|texts| Rules::laid_over(texts, folder)) {
                // What is wrong with several at once is told of the case that plays them.
                Err(error) if is_single => return Err(error),
                under => under,
            };
            let told = under.as_ref().ok().map(|under| {
                let layer = layer_laid(under, name, Some(rules).filter(|_| is_single));
                let proofs = suite.diagnostics.is_empty() && under.title().is_some();
                (layer, if proofs { unproved_under(under, name, suite) } else { Vec::new() })
            });
            Ok(MadeVariant { rules: under, told })
        };
        let names: BTreeSet<String> = single.iter().cloned().chain(scenario::together(&suite.scenarios)).collect();
        let Beside { mut findings, told, left_out } = scenario::review_beside(rules, &names, make, &suite.scenarios)?;
        let (mut layers, unproved): (Vec<_>, Vec<_>) = told.into_iter().flatten().unzip();
        layers.extend((left_out > 0).then(|| too_many(rules, names.len(), left_out)));
        findings.extend(unproved.into_iter().flatten());
        Ok((findings, layers))
    }
}

/// There are more variants than can be checked at once.
fn too_many(rules: &Rules, many: usize, left: usize) -> CheckedLayer {
    let message =
        format!("{many} variants of a game of this size are too many to be checked at once: {left} were not looked at");
    let help = "check one of them: `tavola check FOLDER --variant NAME`";
    let finding = Diagnostic::error(codes::TOO_MANY_VARIANTS, Span::new(SourceId(0), 0, 0), message).help(help);
    CheckedLayer { variant: None, sources: rules.sources().clone(), findings: vec![finding], waived: Vec::new() }
}

/// Everything that can be said about the game in a folder. Findings of the game itself are not repeated for its variants.
///
/// `variant` is laid over the game; then the other variants are not looked at. `threshold` is the percentage of the clauses
/// stating a rule that must be cited and proved, from 0 to 100.
///
/// # Errors
/// When something cannot be read at all.
pub fn check(folder: &Path, variant: Option<&str>, threshold: Option<u8>) -> Result<CheckedGame, Error> {
    let game = ReadGame::read(folder, variant)?;
    let broken = any_error(&game.found.0.findings);
    let with_all = variant.is_none() && !broken;
    let (coverage, layers) = rayon::join(
        || coverage(&game.rules, &game.suite),
        || if with_all { game.layers(folder) } else { Ok(Default::default()) },
    );
    let (reviewed, layers) = layers?;
    let ReadGame { texts, rules, mut suite, found: (mut first, count_of_rules) } = game;
    // Of rules and scenarios that could not be read nobody knows what they cite and prove.
    if !broken && suite.diagnostics.is_empty() {
        first.findings.extend(coverage.iter().flat_map(|coverage| coverage.findings.clone()));
        first.findings.extend(if variant.is_none() { unread(&rules, &suite) } else { Vec::new() });
        first.findings.extend(threshold.and_then(|least| coverage.clone().unwrap_or_default().below(least)));
    }
    let facts = GameFacts::of(&rules, count_of_rules, &suite, folder);
    let (name, folder) = (rules.name().to_owned(), folder.to_owned());
    let mut checked = CheckedGame { name, facts, coverage, layers: vec![first], folder };
    let findings: Vec<Diagnostic> = suite.diagnostics.drain(..).chain(reviewed).collect();
    for (sources, findings) in [(suite.sources.clone(), findings), balance(&checked.folder)?] {
        if !findings.is_empty() {
            checked.layers.push(CheckedLayer { variant: None, sources, findings, waived: Vec::new() });
        }
    }
    for layer in layers {
        checked.lay(layer);
    }
    // Nobody waits until they are given back.
    rayon::spawn(move || drop((texts, rules, suite)));
    Ok(checked)
}

impl GameFacts {
    fn of(rules: &Rules, count_of_rules: Option<usize>, suite: &Suite, folder: &Path) -> Option<Self> {
        let players = rules.players()?;
        let settings = rules.settings(players.1);
        let rulings = settings.iter().filter(|setting| setting.ruling).count();
        Some(Self {
            players,
            settings: settings.len() - rulings,
            rulings,
            rules: count_of_rules.unwrap_or(0),
            variants: variants_in(folder).len(),
            scenarios: suite.scenarios.len(),
        })
    }
}

/// What is wrong with how `balance.yaml` is written, if there is one.
fn balance(folder: &Path) -> Result<(Sources, Vec<Diagnostic>), Error> {
    let (mut sources, file) = (Sources::new(), folder.join(budget::FILE));
    if file.is_file() {
        sources.read_file(&file).map_err(Error::new)?;
    }
    let found = budget::read(&sources).1;
    Ok((sources, found))
}

/// The findings of rules with a variant laid over them; of one alone also what it does to its game, `base`, without saying so.
fn layer_laid(rules: &Rules, variant: &str, base: Option<&Rules>) -> CheckedLayer {
    let of_variant = || base.filter(|_| rules.title().is_some()).map(|base| rules.slips_of_variant(base));
    let ((mut layer, _), of_variant) = rayon::join(|| layer(rules, Some(variant)), of_variant);
    layer.findings.extend(of_variant.unwrap_or_default());
    layer
}

/// The findings of the rules; if there is no error, those of every set-up, too. And how many rules the last of these can run.
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
                layer.findings.push(finding.help("give the settings that depend on it a value for so many players"));
            }
        }
        if any_error(&layer.findings) {
            break;
        }
    }
    (layer, count_of_rules)
}

impl CheckedGame {
    /// Adds what was found with a variant and not without it.
    fn lay(&mut self, mut layer: CheckedLayer) {
        let base = &mut self.layers[0];
        // What a line waives only where the variant is laid over it is not waived for nothing.
        base.findings.retain(|f| !layer.waived.iter().any(|waived| waived.span == f.span && is_waiver(f.code)));
        layer.waived.retain(|waived| !base.waived.contains(waived));
        let told: Vec<Finding> = self.layers.iter().flat_map(CheckedLayer::located).collect();
        layer.findings.retain(|f| !told.contains(&Finding::new(f, &layer.sources)));
        self.layers.push(layer);
    }

    /// All that was found, with the game itself or with a variant.
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
