//! Names of the rules in the files beside them: scenarios, `balance.yaml`, `look.yaml`.

use std::collections::BTreeMap;

use tavola_game::{GameFolder, NameForm, OutsideName, Rules, Shelf};
use tavola_lab::budget;
use tavola_lab::scenario::{Scenario, SuiteTexts, names_used};
use tavola_syntax::text::Sources;

use crate::check::source_names;
use crate::findings::{FileRange, SourceNames, range};
use crate::layers::NameLayer;

/// A name in a file beside the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct FileName {
    /// Its place.
    pub(crate) at: FileRange,
    /// Its declaration.
    pub(crate) to: FileRange,
    /// How it is written.
    pub(crate) form: NameForm,
    /// False if it may mean something else.
    pub(crate) is_sure: bool,
}

/// The names in the files beside the rules.
#[derive(Default)]
pub(crate) struct OutsideNames {
    /// Those that are understood, by file.
    pub(crate) names: Vec<FileName>,
    /// Files with parts that are not understood, each with a reason.
    pub(crate) broken: BTreeMap<String, String>,
}

impl OutsideNames {
    /// Finds the names of a folder. `layers` are the game and its variants.
    pub(crate) fn of(folder: &GameFolder, layers: &[NameLayer]) -> Self {
        let mut reader = OutsideReader { folder, files: source_names(folder), layers, found: Self::default() };
        if layers.iter().any(|layer| layer.rules.title().is_none()) {
            let files = folder.files.keys().filter(|file| file.ends_with(".yaml"));
            reader.found.broken.extend(files.map(|file| (file.clone(), "the rules have errors".to_owned())));
        }
        reader.scenarios();
        reader.balance();
        for layer in layers {
            let names = layer.rules.names_in_look();
            reader.add(names, layer.rules.sources(), &layer.rules);
        }
        reader.found
    }
}

struct OutsideReader<'a> {
    folder: &'a GameFolder,
    files: SourceNames,
    layers: &'a [NameLayer],
    found: OutsideNames,
}

impl<'a> OutsideReader<'a> {
    /// Adds names in texts of `sources`, with declarations in these rules.
    fn add(&mut self, names: Vec<OutsideName>, sources: &Sources, rules: &Rules) {
        for OutsideName { at, to, form, is_sure } in names {
            let (at, to) = (range(at, sources, &self.files), range(to, rules.sources(), &self.files));
            let (Some(at), Some(to)) = (at, to) else { continue };
            let name = FileName { at, to, form, is_sure };
            if !self.found.names.contains(&name) {
                self.found.names.push(name);
            }
        }
    }

    fn scenarios(&mut self) {
        let Ok(texts) = SuiteTexts::read(Shelf::Memory(self.folder)) else { return };
        let suite = texts.suite(None, None);
        for finding in &suite.diagnostics {
            if let Some(at) = range(finding.span, &suite.sources, &self.files) {
                self.found.broken.entry(at.file).or_insert_with(|| finding.message.clone());
            }
        }
        let mut by_variant: BTreeMap<Option<&str>, Vec<&Scenario>> = BTreeMap::new();
        for case in suite.scenarios.iter().chain(&suite.positions) {
            by_variant.entry(case.setup.variant.as_deref()).or_default().push(case);
        }
        for (variant, cases) in by_variant {
            if let Some(layer) = self.layer(variant) {
                self.add(names_used(&layer.rules, &cases, &suite.sources), &suite.sources, &layer.rules);
            } else if let Some(rules) = self.combined(variant) {
                self.add(names_used(&rules, &cases, &suite.sources), &suite.sources, &rules);
            }
        }
    }

    /// The layer of the game, or of a single variant.
    fn layer(&self, variant: Option<&str>) -> Option<&'a NameLayer> {
        let is_it = |layer: &&NameLayer| {
            let own: Vec<&str> = layer.rules.applied_variants().collect();
            own == variant.into_iter().collect::<Vec<_>>()
        };
        self.layers.iter().find(is_it)
    }

    /// The rules with several variants.
    fn combined(&self, variants: Option<&str>) -> Option<Rules> {
        Rules::read(self.folder, variants).ok()
    }

    fn balance(&mut self) {
        let (shelf, mut sources) = (Shelf::Memory(self.folder), Sources::new());
        if !shelf.is_file(budget::FILE) || shelf.read(budget::FILE, &mut sources).is_err() {
            return;
        }
        let (budgets, findings) = budget::read(&sources);
        for finding in findings {
            self.found.broken.entry(budget::FILE.to_owned()).or_insert(finding.message);
        }
        for budget in budgets {
            let Some(layer) = self.layer(budget.variant.as_deref()).or(self.layers.first()) else { continue };
            let Some(finder) = layer.rules.name_finder() else { continue };
            self.add(budget.names_used(&finder, &sources), &sources, &layer.rules);
        }
    }
}
