//! `tavola merge`: the report of a simulation whose parts were played apart.

use std::ops::Range;
use std::path::Path;

use super::output::Output;
use super::shard::Shard;
use super::{RunExtras, TALLY};
use crate::tools::args::MergeArgs;
use crate::tools::checkpoint;
use crate::tools::console::Console;
use crate::tools::ending::{Stop, VerbResult};
use crate::tools::folders::shell;
use tavola_lab::journal::{Journal, StoredResult};
use tavola_lab::{Unmerged, whole};

/// A finished run in a progress file.
struct ShardFile<'a> {
    file: &'a Path,
    shard: Shard,
}

/// The shards of one game with one number of players.
struct GameShards<'a> {
    /// Their name in progress files.
    part: String,
    shards: Vec<ShardFile<'a>>,
}

/// Runs the verb.
///
/// # Errors
/// When a file cannot be read, the files do not fit together, or the report cannot be written.
pub(crate) fn run(args: &MergeArgs, console: &mut Console) -> VerbResult {
    let mut all: Vec<GameShards<'_>> = Vec::new();
    for file in &args.files {
        for (part, shard) in read(file)? {
            let shard = ShardFile { file, shard };
            match all.iter_mut().find(|game| game.part == part) {
                Some(game) => game.shards.push(shard),
                None => all.push(GameShards { part, shards: vec![shard] }),
            }
        }
    }
    if let Some(file) = &args.html {
        whole::ready(file)?;
    }
    let runs = all.into_iter().map(GameShards::merged).collect::<Result<Vec<Shard>, Stop>>()?;
    let end = runs.iter().map(|run| run.tally.games().end).max().unwrap_or(0);
    if let Some(short) = runs.iter().find(|run| run.tally.games().end < end) {
        return Err(missing(short, &(short.tally.games().end..end)));
    }
    let mut output = Output::new(args.format, args.html.as_deref());
    for run in &runs {
        output.add(run, RunExtras::default(), console)?;
    }
    output.end(console)
}

/// The finished runs in a file, by their parts.
fn read(file: &Path) -> Result<Vec<(String, Shard)>, Stop> {
    let (facts, stored) = Journal::last(file, TALLY)?;
    for (name, here) in checkpoint::fixed("simulate") {
        let there = facts.iter().find(|(other, _)| other == name).map_or("nothing", |(_, value)| value.as_str());
        if there != here {
            let what = format!("`{}` cannot be merged: there {name} is {there}, here it is {here}", file.display());
            return Err(Stop::usage(format!("{what}; name files of `tavola simulate --progress` of this version")));
        }
    }
    if stored.is_empty() {
        let file = file.display();
        return Err(Stop::usage(format!(
            "`{file}` holds no finished run; run its command with `--progress {file}` again and let it finish"
        )));
    }
    let finished = |stored: &StoredResult| {
        let shard: Shard = stored.read()?;
        match shard.tally.is_complete() {
            true => Ok((stored.part.clone(), shard)),
            false => Err(stored.damaged("the games of this run are not all there").into()),
        }
    };
    stored.iter().map(finished).collect()
}

impl GameShards<'_> {
    /// The run of all shards.
    fn merged(mut self) -> Result<Shard, Stop> {
        self.shards.sort_by_key(|shard| shard.shard.tally.games().start);
        if self.shards.len() > 1 {
            self.shards.iter().try_for_each(ShardFile::has_laws)?;
        }
        let mut shards = self.shards.into_iter();
        let none = || Stop::ours(format!("there are no games of {}", self.part));
        let ShardFile { file: first, shard: mut whole } = shards.next().ok_or_else(none)?;
        if whole.tally.games().start > 0 {
            return Err(missing(&whole, &(0..whole.tally.games().start)));
        }
        let mut before = first;
        for ShardFile { file, shard } in shards {
            let tally = same(&whole, &shard).and_then(|()| whole.tally.clone().merged(shard.tally));
            let tally = tally.map_err(|why| match why {
                Unmerged::Differs { what, one, other } => different((first, &one), (file, &other), what),
                Unmerged::Overlap(games) => overlap(&whole, &games, [before, file]),
                Unmerged::Hole(games) => missing(&whole, &games),
            })?;
            let laws = whole.laws.zip(shard.laws).map(|(laws, next)| laws.and(next));
            whole = Shard { tally, laws, ..whole };
            before = file;
        }
        Ok(whole)
    }
}

impl ShardFile<'_> {
    /// Refuses a part in whose games the laws were not all checked.
    fn has_laws(&self) -> Result<(), Stop> {
        let games = self.shard.tally.games();
        match &self.shard.laws {
            Some(laws) if laws.games != games => {
                let (command, file) = (self.shard.command(games.start, Some(games.end - games.start)), self.file);
                let some = span(&laws.games);
                Err(Stop::usage(format!(
                    "in `{}` the laws were checked in {some} only; check the others with: {command} --progress {}",
                    file.display(),
                    shell(file)
                )))
            }
            _ => Ok(()),
        }
    }
}

/// Compares the facts that tallies do not know.
fn same(one: &Shard, other: &Shard) -> Result<(), Unmerged> {
    let differs = |((what, one), (_, other)): (&(&'static str, String), &(&'static str, String))| {
        (one != other).then(|| Unmerged::Differs { what, one: one.clone(), other: other.clone() })
    };
    one.facts().iter().zip(&other.facts()).find_map(differs).map_or(Ok(()), Err)
}

fn different((first, one): (&Path, &str), (file, other): (&Path, &str), what: &str) -> Stop {
    let (first, file) = (first.display(), file.display());
    let named = |value: &str| if value.is_empty() { "nothing".to_owned() } else { value.to_owned() };
    let (one, other) = (named(one), named(other));
    Stop::usage(format!(
        "`{first}` and `{file}` belong to different runs: {what}: {one} in the first, {other} in the second; \
         only --first-game and --games may differ"
    ))
}

fn overlap(whole: &Shard, games: &Range<u64>, [one, other]: [&Path; 2]) -> Stop {
    let (one, other) = (one.display(), other.display());
    let what = format!("`{one}` and `{other}` both hold {} with {} players", span(games), whole.tally.players().len());
    Stop::usage(format!("{what}; leave one file out, or play its games again with another --first-game or --games"))
}

fn missing(whole: &Shard, games: &Range<u64>) -> Stop {
    let (first, number) = (games.start, games.end - games.start);
    let command = whole.command(first, Some(number));
    let players = whole.tally.players().len();
    let (verb, them) = if number == 1 { ("is", "it") } else { ("are", "them") };
    Stop::usage(format!(
        "{} of `{}` with {players} players {verb} missing; play {them} with: {command} --progress games-{first}.progress",
        span(games),
        whole.options.path
    ))
}

/// `games 500 to 599`
fn span(games: &Range<u64>) -> String {
    match games.end - games.start {
        0 => "no game".to_owned(),
        1 => format!("game {}", games.start),
        _ => format!("games {} to {}", games.start, games.end - 1),
    }
}
