//! Figures of the studio: the saved rules made ready, and each sort of figures.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::measured::{self, ReadyGame};
use super::{found, playable, sentence};
use crate::tools::args::{SetupArgs, StudioArgs};
use crate::tools::call::CommandRun;
use crate::tools::console::Console;
use crate::tools::document::TextLine;
use crate::tools::ending::Stop;
use crate::tools::paint::clean;
use crate::tools::version::Version;
use crate::tools::{impact, load, seats};
use tavola_lab::{Bot, Plan, Record, RunHooks, record};
use tavola_studio::{FiguresTask, FiguresWatch, FiguresWish, OtherRules};

/// The task that needs rules without errors, as the beginning of a sentence.
const FIGURES: &str = "Figures can be made";
/// Maximum number of playouts of a bot for an answer: with more, figures hardly grow while somebody looks at them.
const PLAYOUTS: u32 = 500;

/// Makes figures.
pub(super) struct FigureMaker {
    /// The set-up of the table.
    choices: SetupArgs,
    /// Seed of all runs. It stays, so that figures differ only where the rules do.
    seed: u64,
}

impl FigureMaker {
    pub(super) fn new(args: &StudioArgs) -> Self {
        let seed = args.seed.unwrap_or_else(seats::any_seed);
        Self { choices: args.choices.clone(), seed }
    }

    /// Measures what is asked for of the rules of a folder.
    ///
    /// # Errors
    /// A sentence that says why there are no figures.
    pub(super) fn measure(&self, folder: &Path, wish: &FiguresWish, watch: &FiguresWatch<'_>) -> Result<(), String> {
        let measured = match &wish.task {
            FiguresTask::Simulate => measured::simulate(&self.ready(folder, None, wish)?, wish, watch),
            FiguresTask::Find(condition) => found::find(&self.ready(folder, None, wish)?, (condition, wish), watch),
            FiguresTask::Compare(other) => {
                let (before, variant) = before(folder, other)?;
                let after = self.ready(folder, variant, wish)?;
                let name = before.name.clone();
                let earlier = self.ready(&before.folder, None, wish).map_err(|why| format!("{name}: {why}"))?;
                // Its files are read. A studio that is stopped leaves none of them.
                drop(before);
                if earlier.rules.hash() == after.rules.hash() {
                    return Err(format!("The rules of {name} are the same: there is nothing to compare."));
                }
                measured::compare(&[earlier, after], &name, wish, watch)
            }
            FiguresTask::Impact(other, records) => impact(folder, (other, records), watch),
        };
        measured.map_err(said)
    }

    /// A game of a folder with the bots that are asked for.
    fn ready(&self, folder: &Path, variant: Option<&str>, wish: &FiguresWish) -> Result<ReadyGame, String> {
        let choices =
            SetupArgs { variant: variant.map(str::to_owned).or(self.choices.variant.clone()), ..self.choices.clone() };
        let rules = playable(folder, choices.variant.as_deref(), FIGURES)?;
        let players = wish.players.unwrap_or_else(|| seats::most(&rules));
        seats::admit(players, &rules).map_err(said)?;
        let setup = seats::setup(players, &choices);
        let bots = seats::steady_bots(wish.bots.as_deref(), &setup.players).map_err(said)?;
        if let Some(bot) = bots.iter().find(|bot| matches!(bot, Bot::Flat(many) | Bot::Mcts(many) if *many > PLAYOUTS))
        {
            return Err(format!(
                "`{bot}` thinks too long for figures beside the editor; give at most {PLAYOUTS} playouts."
            ));
        }
        let game = rules.game(&setup).map_err(sentence)?;
        load::enable_jit(&game);
        let plan = Plan { seed: self.seed, jobs: 1, bots, ..Plan::default() };
        Ok(ReadyGame { folder: folder.to_owned(), rules, game, choices, plan })
    }
}

/// The rules with which the saved ones are compared, and the variant of the saved ones.
fn before<'a>(folder: &Path, other: &'a OtherRules) -> Result<(Version, Option<&'a str>), String> {
    let version = |path: &Path| Version::of(path).map_err(said);
    Ok(match other {
        OtherRules::Earlier(texts) => (Version::of_texts(folder, texts, "the last save").map_err(said)?, None),
        OtherRules::Commit(commit) => (version(Path::new(&format!("{}@{commit}", folder.display())))?, None),
        OtherRules::Variant(variant) => (version(folder)?, Some(variant)),
    })
}

/// Effects of the difference between other rules and the saved ones on records.
fn impact(folder: &Path, (other, records): (&OtherRules, &[PathBuf]), watch: &FiguresWatch<'_>) -> Result<(), Stop> {
    let (before, variant) = before(folder, other).map_err(Stop::usage)?;
    for side in [folder, &before.folder] {
        playable(side, None, FIGURES).map_err(Stop::usage)?;
    }
    let variant = variant.map(str::to_owned);
    let most = records.len() as u64;
    (watch.progress)(0, most);
    let again = |file: &str, answers: u64| Some(TextLine::at_table(file, Some(answers)));
    let all = (records.to_vec(), variant.clone());
    let advance = |done| (watch.progress)(done, most);
    let call = CommandRun::new(Vec::new());
    let mut console = Console::kept_by(call.clone());
    let sides = (before, folder);
    let hooks = RunHooks { progress: &advance, stop: watch.stop, ..RunHooks::default() };
    let found = impact::document_of(sides, all, &hooks, &again, &mut console);
    let out = found.map_err(|stop| match stop.message {
        Some(_) => stop,
        None => Stop::usage(String::from_utf8_lossy(&call.take_err()).trim().to_owned()),
    })?;
    let (folder, records) = (folder.to_owned(), records.to_vec());
    let open = move |game: &str| {
        let file = records.iter().find(|file| file.display().to_string() == game);
        let file = file.ok_or("There is no such record.")?;
        let record = record::read_file(file).map_err(sentence)?;
        let record = Record { variant: variant.clone().or(record.variant.clone()), ..record };
        let rules = playable(&folder, record.variant.as_deref(), FIGURES)?;
        let game = rules.game(&record.setup()).map_err(sentence)?;
        let table = measured::table(&rules, &game, record);
        Ok((rules, table))
    };
    measured::show(watch, &out, Vec::new(), Arc::new(open))
}

fn said(stop: Stop) -> String {
    clean(&stop.message.unwrap_or_default())
}
