//! The state of a program that answers requests: the folders that it may read, its limits, and the open tables.

use std::path::{Path, PathBuf};

use super::error::{ErrorCode, RpcError};
use super::open_table::OpenTable;
use super::params::{CheckParams, ClauseParams, NoParams, Settings, pairs};
use super::results::{GamesResult, Limits, ListedGame};
use crate::tools::args::{AssistantArgs, SetupArgs};
use crate::tools::check::Findings;
use crate::tools::ending::Stop;
use crate::tools::{clause, folders, seats};
use tavola_game::{Game, Rules, Setup, variant_names, variants_in, variants_in_order};
use tavola_lab::{Bot, check};
use tavola_syntax::diagnostic;

/// Maximum length of a line in bytes.
pub(super) const LONGEST: usize = 1 << 20;

/// A program that answers requests.
pub(in crate::tools) struct Desk {
    /// Paths that it may read.
    paths: Vec<PathBuf>,
    pub(in crate::tools) limits: Limits,
    pub(super) tables: Vec<OpenTable>,
    /// Number of tables that were opened.
    pub(super) opened: u64,
}

impl Desk {
    /// Creates the state without tables.
    ///
    /// # Errors
    /// If a path contains no game.
    pub(in crate::tools) fn new(args: &AssistantArgs) -> Result<Self, Stop> {
        let limits = Limits {
            tables: args.tables.into(),
            games: args.games,
            seconds: args.seconds.into(),
            playouts: args.playouts,
            line: LONGEST,
        };
        let desk = Self { paths: folders::or_default(&args.paths), limits, tables: Vec::new(), opened: 0 };
        desk.folders()?;
        Ok(desk)
    }

    /// The folders of all games below the paths. A link to a folder outside them is left out.
    fn folders(&self) -> Result<Vec<PathBuf>, Stop> {
        let mut found: Vec<PathBuf> = Vec::new();
        for path in &self.paths {
            let whole = std::fs::canonicalize(path).ok();
            let is_below = |folder: &PathBuf| {
                let own = std::fs::canonicalize(folder).ok();
                // A rules file stands for its folder.
                let root = whole.as_deref().map(|whole| if whole.is_file() { whole.parent() } else { Some(whole) });
                own.zip(root.flatten()).is_some_and(|(own, root)| own.starts_with(root))
            };
            found.extend(folders::all(path)?.into_iter().filter(is_below));
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    /// The folder of a game: by its name, or by its path if several games have that name.
    pub(super) fn folder(&self, game: &str) -> Result<PathBuf, RpcError> {
        let all = self.folders()?;
        if let Some(folder) = all.iter().find(|folder| folder.display().to_string() == game) {
            return Ok(folder.clone());
        }
        let named: Vec<&PathBuf> = all.iter().filter(|folder| folders::name_of(folder) == game).collect();
        match named.as_slice() {
            [folder] => Ok((*folder).clone()),
            [] => Err(RpcError::new(ErrorCode::Params, format!("there is no game `{game}`; `games` lists them"))),
            [..] => {
                let message = format!("several games are called `{game}`; give the path, as `games` lists it");
                Err(RpcError::new(ErrorCode::Params, message))
            }
        }
    }

    /// A game that can be played.
    pub(super) fn rules(&self, game: &str, variant: Option<&str>) -> Result<(PathBuf, Rules), RpcError> {
        let folder = self.folder(game)?;
        let variant = variant_of(&folder, variant)?;
        let rules = Rules::read(&folder, variant.as_deref())?;
        if diagnostic::any_error(rules.diagnostics()) {
            return Err(RpcError::rules(rules.name(), rules.diagnostics(), rules.sources()));
        }
        Ok((folder, rules))
    }

    /// Parses the bots of all seats. Time-limited bots and too many playouts are refused.
    pub(super) fn bots(&self, given: Option<&str>, names: &[String]) -> Result<Vec<Bot>, RpcError> {
        seats::steady_bots(given, names)?.into_iter().map(|bot| self.admitted(bot)).collect()
    }

    /// Parses the parameter `bot`. It is refused as [`Desk::bots`] are.
    pub(super) fn bot_of(&self, given: &str) -> Result<Bot, RpcError> {
        let wrong = |why| RpcError::new(ErrorCode::Params, format!("`bot: {given}`: {why}"));
        self.admitted(Bot::steady(given).map_err(wrong)?)
    }

    fn admitted(&self, bot: Bot) -> Result<Bot, RpcError> {
        let most = self.limits.playouts;
        match bot {
            Bot::Flat(playouts) | Bot::Mcts(playouts) if playouts > most => {
                let message = format!("`{bot}` has too many playouts; at most {most} are allowed");
                Err(RpcError::new(ErrorCode::Limit, message))
            }
            _ => Ok(bot),
        }
    }

    /// Lists the games.
    pub(super) fn games(&mut self, _: NoParams) -> Result<GamesResult, RpcError> {
        let folders = self.folders()?;
        let names: Vec<String> = folders.iter().map(|folder| folders::name_of(folder)).collect();
        let one = |(folder, name): (&PathBuf, &String)| {
            let is_unique = names.iter().filter(|other| *other == name).count() == 1;
            let path = folder.display().to_string();
            let rules = Rules::read(folder, None)?;
            let most = rules.players().map(|(_, most)| most);
            Ok(ListedGame {
                game: if is_unique { name.clone() } else { path.clone() },
                title: rules.title().map(str::to_owned),
                path,
                players: rules.players(),
                variants: variants_in(folder),
                settings: most.into_iter().flat_map(|most| rules.settings(most)).map(Into::into).collect(),
                errors: rules.diagnostics().iter().filter(|finding| finding.is_error()).count(),
            })
        };
        Ok(GamesResult { games: folders.iter().zip(&names).map(one).collect::<Result<_, RpcError>>()? })
    }

    /// Checks the rules of a game.
    pub(super) fn check(&mut self, params: CheckParams) -> Result<Findings, RpcError> {
        let folder = self.folder(&params.game)?;
        let variant = variant_of(&folder, params.variant.as_deref())?;
        let mut findings = Findings::new();
        findings.add(&check(&folder, variant.as_deref(), None)?);
        Ok(findings)
    }

    /// Finds clauses, with the rules that cite them and the scenarios that prove them.
    pub(super) fn clause(&mut self, params: ClauseParams) -> Result<serde_json::Value, RpcError> {
        let (folder, rules) = self.rules(&params.game, None)?;
        let words: Vec<String> = params.words.split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return Err(RpcError::new(ErrorCode::Params, "give the id of a clause, or words in it"));
        }
        let found = clause::find(&folder, &rules, &words)?;
        serde_json::to_value(found.report()).map_err(|error| RpcError::internal(error.to_string()))
    }
}

/// Variants in order. Only those in the folder of the game are known, so no other file is read.
fn variant_of(folder: &Path, given: Option<&str>) -> Result<Option<String>, RpcError> {
    let Some(given) = given else { return Ok(None) };
    let known = variants_in(folder);
    if let Some(name) = variant_names(given).find(|name| !known.iter().any(|known| known == name)) {
        let all = if known.is_empty() { "it has none".to_owned() } else { format!("it has {}", known.join(", ")) };
        return Err(RpcError::new(ErrorCode::Params, format!("the game has no variant `{name}`; {all}")));
    }
    Ok(Some(variants_in_order([given])).filter(|names| !names.is_empty()))
}

/// Variant and settings, as commands get them.
pub(super) fn choices(variant: Option<String>, set: &Settings) -> SetupArgs {
    SetupArgs { variant, set: pairs(set) }
}

/// Sets a game up.
pub(super) fn set_up(rules: &Rules, setup: &Setup) -> Result<Game, RpcError> {
    rules.game(setup).map_err(|error| RpcError::load(rules.name(), &error))
}
