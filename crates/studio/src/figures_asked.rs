//! Requests of the page for figures: what they are of, which rules they are compared with, and which records there are.

use std::path::PathBuf;

use serde_json::{Value, json};
use tavola_game::{Declaration, DeclarationSort, Rules, Setup, Shelf};
use tavola_ide::is_part;

use crate::bodies::{FiguresAsked, FiguresSort, OtherAsked};
use crate::figures_wish::{FiguresTask, FiguresWish, OtherRules};
use crate::files::GameFiles;
use crate::lock::lock;
use crate::settings;
use crate::studio::{OpenStudio, PageRefused};

/// Maximum number of games that a request can ask for.
const MOST: u64 = 10_000;
/// Folder beside the rules in which records are looked for, besides the folder itself.
const RECORDS: &str = "records";

impl OpenStudio {
    /// Begins figures of the saved rules.
    pub(crate) fn figures(&self, asked: FiguresAsked) -> Result<Value, PageRefused> {
        let FiguresAsked { sort, players, bots, games, other, name, condition } = asked;
        if games.is_some_and(|games| games == 0 || games > MOST) {
            return Err(PageRefused(409, format!("The number of games is from 1 to {MOST}.")));
        }
        let task = match sort {
            FiguresSort::Simulate => FiguresTask::Simulate,
            FiguresSort::Find if condition.trim().is_empty() => {
                return Err(PageRefused(409, "Write a condition: an expression of the language.".to_owned()));
            }
            FiguresSort::Find => FiguresTask::Find(condition.trim().to_owned()),
            FiguresSort::Compare => FiguresTask::Compare(self.other(other, name)?),
            FiguresSort::Impact => {
                let records = records(&self.files);
                if records.is_empty() {
                    let why = format!("There are no records in the game's folder, nor in its folder `{RECORDS}`.");
                    return Err(PageRefused(409, why));
                }
                FiguresTask::Impact(self.other(other, name)?, records)
            }
        };
        let bots = bots.map(|bots| bots.trim().to_owned()).filter(|bots| !bots.is_empty());
        let players = players.or(self.shared.players);
        Ok(self.figures.start(FiguresWish { task, players, bots, games })?)
    }

    /// Choices of the page: numbers of players (the smallest, the largest, the default), variants, and whether there are earlier rules,
    /// commits and records.
    pub(crate) fn figure_choices(&self) -> Result<Value, PageRefused> {
        let rules = self.files.rules()?;
        let switches = settings::settings(&self.files, &rules, None)?;
        let variants = switches.into_iter().filter(|one| one.kind == "variant").map(|one| one.name);
        let folder = std::fs::canonicalize(self.files.folder()).unwrap_or_default();
        Ok(json!({
            "players": rules.players().map(|(fewest, most)| [fewest, most, self.shared.players.unwrap_or(most)]),
            "variants": variants.collect::<Vec<String>>(),
            "earlier": lock(&self.saved).before.is_some(),
            "commits": folder.ancestors().any(|above| above.join(".git").exists()),
            "records": records(&self.files).len(),
            "example": example(&rules),
        }))
    }

    fn other(&self, other: OtherAsked, name: String) -> Result<OtherRules, PageRefused> {
        let named = |what: &str| match name.trim() {
            "" => Err(PageRefused(409, format!("Name {what}."))),
            name => Ok(name.to_owned()),
        };
        Ok(match other {
            OtherAsked::Commit => OtherRules::Commit(named("a commit, for example HEAD")?),
            OtherAsked::Variant => OtherRules::Variant(named("a variant")?),
            OtherAsked::Save => {
                let before = lock(&self.saved).before.clone();
                let none =
                    "No other rules were saved since the studio was opened, so there is nothing to compare with.";
                OtherRules::Earlier(before.ok_or_else(|| PageRefused(409, none.to_owned()))?)
            }
        })
    }
}

/// A condition with names of these rules: that a player has ten of what the first track of players counts. Empty if they have no such track.
fn example(rules: &Rules) -> String {
    let mut tracks = rules.names().declarations().filter(|(_, own)| own.sort == DeclarationSort::Track);
    let of_players = |own: &Declaration| rules.sources().text(own.item).contains(&format!("{}[Player]", own.name));
    let track = tracks.find(|(_, own)| of_players(own));
    track.map_or_else(String::new, |(_, own)| format!("{}[{}] >= 10", own.name, Setup::of(1).players[0]))
}

/// Files that may be records: those in the folder that are no part of the game, and those in its folder for them.
fn records(files: &GameFiles) -> Vec<PathBuf> {
    let shelf = Shelf::Disk(files.folder());
    let listed = ["", RECORDS].into_iter().flat_map(|under| shelf.list(under, "yaml").unwrap_or_default());
    let is_record = |path: &String| !is_part(path) && !path.ends_with(".notes.yaml") && shelf.is_file(path);
    let is_inside = |file: &PathBuf| files.holds(file).unwrap_or(false);
    listed.filter(is_record).map(|path| files.folder().join(path)).filter(is_inside).collect()
}
