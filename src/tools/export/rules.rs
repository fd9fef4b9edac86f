//! The rules that each record was played with.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::super::console::Console;
use super::super::ending::Stop;
use super::super::version::Version;
use super::super::{folders, load};
use super::in_one_line;
use tavola_game::{Game, Rules};
use tavola_lab::Record;
use tavola_page::scene::Stage;

/// A set-up game, and what its scenes have in common.
pub(super) struct StagedGame {
    pub(super) game: Game,
    pub(super) stage: Stage,
}

/// Rules and set-up games that were needed so far.
pub(super) struct RulesOfRecords {
    given: Vec<Version>,
    /// Folders that were found by the name of a game and the folder of its record.
    found: BTreeMap<(String, PathBuf), PathBuf>,
    /// Rules by folder and variant, or why there are none.
    rules: BTreeMap<(PathBuf, Option<String>), Result<Rules, String>>,
    games: BTreeMap<String, Arc<StagedGame>>,
}

/// Maximum number of set-up games that are kept.
const GAMES: usize = 256;

impl RulesOfRecords {
    /// Uses the rules of these paths, or else those that are found by the names of games.
    ///
    /// # Errors
    /// If a path has no rules.
    pub(super) fn new(given: &[PathBuf]) -> Result<Self, Stop> {
        let given = given.iter().map(|path| Version::of(path)).collect::<Result<_, _>>()?;
        Ok(Self { given, found: BTreeMap::new(), rules: BTreeMap::new(), games: BTreeMap::new() })
    }

    /// The game of a record, with the rules that it was recorded with.
    ///
    /// # Errors
    /// A sentence: there are no such rules, or they do not allow its set-up.
    pub(super) fn game(
        &mut self,
        record: &Record,
        file: &Path,
        console: &mut Console,
    ) -> Result<Arc<StagedGame>, String> {
        let setup = record.setup();
        let variant = record.variant.as_deref().unwrap_or_default();
        let settings = record.settings.iter().map(|(name, value)| format!("{name}={value}"));
        let parts = [&record.game, &record.rules, variant].map(str::to_owned).into_iter();
        let key = parts.chain(settings).chain(record.players.iter().cloned()).collect::<Vec<_>>().join("\n");
        if let Some(game) = self.games.get(&key) {
            return Ok(Arc::clone(game));
        }
        let rules = self.rules(record, file, console)?;
        let game = rules.game(&setup).map_err(in_one_line)?;
        let stage = Stage::new(&game, rules.clause_texts(&game.setup().settings));
        let game = Arc::new(StagedGame { game, stage });
        if self.games.len() >= GAMES {
            self.games.clear();
        }
        self.games.insert(key, Arc::clone(&game));
        Ok(game)
    }

    fn rules(&mut self, record: &Record, file: &Path, console: &mut Console) -> Result<&Rules, String> {
        let mut others = Vec::new();
        let mut fitting = None;
        for (folder, name) in self.folders(record, file)? {
            let key = (folder, record.variant.clone());
            if !self.rules.contains_key(&key) {
                let read = load::rules(&key.0, record.variant.as_deref(), console);
                let read =
                    read.map_err(|stop| stop.message.unwrap_or_else(|| format!("the rules in `{name}` have errors")));
                self.rules.insert(key.clone(), read);
            }
            let rules = self.rules[&key].as_ref().map_err(Clone::clone)?;
            if rules.name() == record.game && rules.hash() == record.rules {
                fitting = Some(key);
                break;
            }
            others.push(match rules.name() == record.game {
                true => format!("`{name}` has {}", rules.hash()),
                false => format!("`{name}` has the rules of `{}`", rules.name()),
            });
        }
        let Some(key) = fitting else {
            return Err(format!(
                "it was recorded with rules of `{}` with the fingerprint {}; {}; name its rules with --rules FOLDER@COMMIT",
                record.game,
                record.rules,
                others.join(", ")
            ));
        };
        self.rules[&key].as_ref().map_err(Clone::clone)
    }

    /// Folders that may have the rules of a record, with their names for people.
    fn folders(&mut self, record: &Record, file: &Path) -> Result<Vec<(PathBuf, String)>, String> {
        if !self.given.is_empty() {
            return Ok(self.given.iter().map(|version| (version.folder.clone(), version.name.clone())).collect());
        }
        let key = (record.game.clone(), file.parent().unwrap_or(Path::new("")).to_owned());
        if !self.found.contains_key(&key) {
            let folder = folders::by_name(&record.game, file);
            let folder = folder.map_err(|stop| format!("{} with --rules PATH", stop.message.unwrap_or_default()))?;
            self.found.insert(key.clone(), folder);
        }
        let folder = self.found[&key].clone();
        let name = folder.display().to_string();
        Ok(vec![(folder, name)])
    }
}
