//! Checkpoint file of a command: which file holds the journal, and the command that resumes from it.

use std::path::{Path, PathBuf};

use indicatif::ProgressBar;

use super::args::{self, SetupArgs};
use super::call;
use super::console::Console;
use super::ending::Stop;
use super::interrupt;
use tavola_game::Error;
use tavola_lab::journal::{Facts, Journal, JournalPart, default_path};
use tavola_lab::whole;

/// A run that can be resumed.
pub(super) struct Checkpoint {
    journal: Journal,
    path: PathBuf,
    /// True if the command line names the file.
    is_named: bool,
    seed: Option<u64>,
}

/// The seed of the command line or, if there is none, of the checkpoint.
///
/// # Errors
/// If the file cannot be read, or is not a checkpoint.
pub(super) fn seed(given: Option<u64>, progress: Option<&Path>) -> Result<Option<u64>, Stop> {
    let (None, Some(path)) = (given, progress) else { return Ok(given) };
    let fact = Journal::fact(path, SEED).map_err(|error| Stop::usage(error.message))?;
    Ok(fact.and_then(|seed| seed.parse().ok()))
}

const SEED: &str = "the seed";

/// Facts about the program that belong to each run of a verb.
pub(super) fn fixed(verb: &str) -> [(&'static str, String); 2] {
    [("the verb", verb.to_owned()), ("the version", env!("CARGO_PKG_VERSION").to_owned())]
}

/// Facts that determine the games of bots, besides the seed.
pub(super) fn of_games(
    (rules, players): (String, String),
    choices: &SetupArgs,
    bots: Option<&str>,
    rotate: bool,
) -> [(&'static str, String); 5] {
    [
        ("the fingerprint of the rules", rules),
        ("the number of players", players),
        ("--set", settings(choices)),
        ("--bots", bots.unwrap_or(RANDOM).to_owned()),
        ("--rotate", rotate.to_string()),
    ]
}

/// The chosen settings: `rounds=5, night=yes`.
pub(super) fn settings(choices: &SetupArgs) -> String {
    let set: Vec<String> = choices.set.iter().map(|(name, value)| format!("{name}={value}")).collect();
    set.join(", ")
}

/// The default bots.
const RANDOM: &str = "random";

/// True if games are kept in a checkpoint: with a file, or if bots search. Otherwise random games are not stored:
/// replaying them is as fast as reading them.
pub(super) fn is_worth_it(progress: Option<&Path>, bots: Option<&str>) -> bool {
    progress.is_some() || bots.is_some_and(|bots| bots != RANDOM)
}

/// Numbers of players, as a checkpoint stores them: `2, 3, 4`.
pub(super) fn numbers(players: &[usize]) -> String {
    players.iter().map(usize::to_string).collect::<Vec<_>>().join(", ")
}

/// Updates the progress bar. Shows beside it if the checkpoint cannot be written at present.
pub(super) fn advance(journal: Option<&Journal>, bar: &ProgressBar, done: u64) {
    bar.set_position(done);
    if let Some(journal) = journal {
        bar.set_message(journal.failed().map_or_else(String::new, |error| error.message));
    }
}

impl Checkpoint {
    /// The checkpoint of a run of a verb; a run with other `facts` cannot resume from it.
    ///
    /// # Errors
    /// If the file cannot be used, or is of another run.
    pub(super) fn new(
        verb: &str,
        progress: Option<&Path>,
        seed: Option<u64>,
        facts: &[(&str, String)],
    ) -> Result<Self, Stop> {
        let seeds = seed.map(|seed| (SEED, seed.to_string()));
        let all = fixed(verb).into_iter().chain(seeds).chain(facts.iter().cloned());
        let facts: Facts = all.map(|(name, value)| (name.to_owned(), value)).collect();
        let journal = match progress {
            Some(path) => Journal::open(path, &facts).map_err(|error| Stop::usage(error.message))?,
            None => Journal::new(&facts),
        };
        let path = progress.map_or_else(|| default_path(verb, seed), Path::to_owned);
        Ok(Self { journal, path, is_named: progress.is_some(), seed })
    }

    /// The journal.
    pub(super) fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The journal of a part of the run.
    pub(super) fn part(&self, name: String) -> JournalPart<'_> {
        JournalPart { journal: &self.journal, part: name }
    }

    /// Finishes the run. If it was interrupted, saves the checkpoint and prints the command that resumes it.
    pub(super) fn end(self, console: &mut Console) {
        if !interrupt::asked() {
            if let Err(Error { message, .. }) = self.journal.finish() {
                console.warn(format!("the checkpoint is incomplete: {message}"));
            }
            return;
        }
        // A program that called the command without a file gets none.
        if call::current().is_some() && !self.is_named {
            return;
        }
        let _writing = whole::writing();
        match self.journal.save(&self.path) {
            Ok(()) => console.note(format!("resume with: {}", self.again())),
            Err(Error { message, .. }) => console.warn(format!("the checkpoint is incomplete: {message}")),
        }
    }

    /// The command as it was typed, with the seed and the checkpoint.
    fn again(&self) -> String {
        let mut words: Vec<String> = args::words().iter().map(|word| quoted(word)).collect();
        let says = |words: &[String], name: &str| words.iter().any(|w| w == name || w.starts_with(&format!("{name}=")));
        if let Some(seed) = self.seed.filter(|_| !says(&words, "--seed")) {
            words.push(format!("--seed {seed}"));
        }
        if !self.is_named {
            words.push(format!("--progress {}", self.path.display()));
        }
        format!("tavola {}", words.join(" "))
    }
}

/// Quotes a word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_=./,:+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', "'\\''"))
    }
}
