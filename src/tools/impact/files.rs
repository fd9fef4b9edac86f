//! The records that are replayed, and the rules of each.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::super::args::ImpactArgs;
use super::super::console::Console;
use super::super::ending::{Exit, Stop};
use super::super::paint::count;
use super::super::{folders, load};
use super::report::Replayed;
use tavola_game::{RulePart, Rules, differences};
use tavola_lab::impact::{ChangedRule, RecordPair, RulesForSetup};
use tavola_lab::{Record, record};

/// Rules before and after, by the variants of the records.
pub(super) struct BothRules {
    before: RulesByVariant,
    after: RulesByVariant,
    /// Changed rules by the variant before and after.
    changed: BTreeMap<[Option<String>; 2], Vec<ChangedRule>>,
    /// Fingerprint of the rules after, with the variant of the command line.
    asked: String,
}

type RulesByVariant = BTreeMap<Option<String>, Rules>;

/// Records with their rules.
pub(super) struct RecordsToPlay {
    pub(super) rules: BothRules,
    /// File of each record.
    pub(super) files: Vec<PathBuf>,
    pub(super) records: Vec<Record>,
    /// Files that are not records of this game.
    pub(super) unread: Vec<Replayed>,
}

impl RecordsToPlay {
    /// Reads rules and records. A file that is not a record is reported and does not stop the others.
    ///
    /// # Errors
    /// If the rules cannot be read or have errors, or a path does not exist.
    pub(super) fn read([before, after]: [&Path; 2], args: &ImpactArgs, console: &mut Console) -> Result<Self, Stop> {
        let asked = args.choices.variant.clone();
        let mut rules = BothRules {
            before: RulesByVariant::new(),
            after: RulesByVariant::new(),
            changed: BTreeMap::new(),
            asked: String::new(),
        };
        rules.before.insert(None, load::rules(before, None, console)?);
        rules.after.insert(asked.clone(), load::rules(after, asked.as_deref(), console)?);
        rules.asked = rules.after[&asked].hash();
        load::one_game(&rules.before[&None], &rules.after[&asked])?;
        let mut found = Self { rules, files: Vec::new(), records: Vec::new(), unread: Vec::new() };
        for file in list(&args.records)? {
            match found.record([before, after], &file, args, console) {
                Ok(record) => {
                    found.files.push(file);
                    found.records.push(record);
                }
                Err(stop) => found.unread.push(Replayed::unplayed(&file, 0, stop.message.as_deref())),
            }
        }
        let hash = |record: &&Record| record.rules != found.rules.before[&record.variant].hash();
        let strange = found.records.iter().filter(hash).count();
        if strange > 0 {
            let all = count(found.records.len(), "game");
            console.warn(format!("recorded with other rules than BEFORE: {strange} of {all}"));
        }
        Ok(found)
    }

    /// Reads a record of this game, and its rules.
    fn record(
        &mut self,
        [before, after]: [&Path; 2],
        file: &Path,
        args: &ImpactArgs,
        console: &mut Console,
    ) -> Result<Record, Stop> {
        let wrong = |error| load::explained(error, &file.display().to_string(), Exit::Usage, console);
        let record = record::read_file(file).map_err(wrong)?;
        let game = self.rules.before[&None].name();
        if record.game != game {
            return Err(Stop::usage(format!("it is a record of `{}`, and these are rules of `{game}`", record.game)));
        }
        // A record may have been played with a variant. Both sides use it, unless the command line names another.
        let sides = [
            (&mut self.rules.before, before, record.variant.clone()),
            (&mut self.rules.after, after, wanted(&record, args)),
        ];
        for (read, folder, variant) in sides {
            if let Entry::Vacant(entry) = read.entry(variant) {
                let rules = load::rules(folder, entry.key().as_deref(), console)?;
                entry.insert(rules);
            }
        }
        let key = [record.variant.clone(), wanted(&record, args)];
        let (old, new) = (&self.rules.before[&key[0]], &self.rules.after[&key[1]]);
        self.rules.changed.entry(key).or_insert_with(|| changed(old, new, &args.choices.set));
        Ok(record)
    }
}

/// The rules, actions, cards and hooks that differ, and those that use a changed setting or ruling. `set`: the settings of the command
/// line.
pub(super) fn changed(before: &Rules, after: &Rules, set: &[(String, String)]) -> Vec<ChangedRule> {
    let mut found: Vec<ChangedRule> = Vec::new();
    let mut turned: Vec<String> = set.iter().map(|(name, _)| name.clone()).collect();
    for one in &differences(before, after) {
        let part = one.part();
        match &part.id.row {
            Some(row) if matches!(part.id.sort, "settings" | "rulings") => turned.push(row.clone()),
            Some(_) => {}
            None => found.push(rule(part, one.cites().into_iter().map(String::from).collect())),
        }
    }
    let parts: Vec<RulePart> = after.parts().into_iter().filter(|part| part.id.row.is_none()).collect();
    // A define that uses it changes, too.
    let mut at = 0;
    while let Some(word) = turned.get(at).cloned() {
        at += 1;
        for part in parts.iter().filter(|part| part.lines.iter().any(|line| says(line, &word))) {
            let name = name_of(part);
            if part.id.sort == "define" && !turned.contains(&name) {
                turned.push(name);
            } else if !found.iter().any(|known| known.name == name) {
                found.push(rule(part, part.clauses().to_vec()));
            }
        }
    }
    found
}

fn rule(part: &RulePart, clauses: Vec<String>) -> ChangedRule {
    ChangedRule { name: name_of(part), place: part.place.clone(), clauses }
}

fn name_of(part: &RulePart) -> String {
    if part.id.name.is_empty() { part.id.sort.to_owned() } else { part.id.name.clone() }
}

/// True if a line has this word.
fn says(line: &str, word: &str) -> bool {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').any(|own| own == word)
}

impl BothRules {
    /// Fingerprints of the rules before and after.
    pub(super) fn hashes(&self) -> [String; 2] {
        [self.before[&None].hash(), self.asked.clone()]
    }

    /// The game of a record under the rules before, and under those after with the settings of the command line.
    pub(super) fn pair(&self, record: &Record, args: &ImpactArgs) -> RecordPair<'_> {
        let (old, variant) = (record.setup(), wanted(record, args));
        let mut new = record.setup();
        for (name, value) in &args.choices.set {
            new.settings.retain(|(other, _)| other != name);
            new.settings.push((name.clone(), value.clone()));
        }
        new.variant.clone_from(&variant);
        let changed = &self.changed[&[record.variant.clone(), variant.clone()]];
        let before = RulesForSetup { rules: &self.before[&record.variant], setup: old };
        RecordPair { before, after: RulesForSetup { rules: &self.after[&variant], setup: new }, changed }
    }
}

/// The variant with which a record is played under the rules after.
fn wanted(record: &Record, args: &ImpactArgs) -> Option<String> {
    args.choices.variant.clone().or_else(|| record.variant.clone())
}

/// All named files, and all `.yaml` files of named folders, sorted by name, without duplicates.
fn list(paths: &[PathBuf]) -> Result<Vec<PathBuf>, Stop> {
    let mut files = Vec::new();
    for path in paths {
        if !path.exists() {
            return Err(Stop::usage(format!("there is no `{}`", path.display())));
        }
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        files.extend(folders::records_in(path)?);
    }
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone())));
    Ok(files)
}
