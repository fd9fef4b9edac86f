//! `tavola impact`: effects of a change of rules on recorded games.

mod files;
pub(super) mod report;

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::args::{Figures, ImpactArgs, SetupArgs};
use super::checkpoint::{self, Checkpoint};
use super::console::Console;
use super::document::Document;
use super::ending::{Exit, Stop, VerbResult};
use super::paint::count;
use super::version::Version;
use super::{interrupt, progress};
use files::RecordsToPlay;
use report::{ImpactReport, Replayed, SeeRecord, sorted};
use tavola_game::{Rules, Setup};
use tavola_lab::impact::{self, Impact, RecordPair, RulesForSetup};
use tavola_lab::{Record, RunHooks};

/// Runs the verb.
///
/// # Errors
/// If rules or all records cannot be read, or stdout cannot be written.
pub(crate) fn run(args: &ImpactArgs, console: &mut Console) -> VerbResult {
    let (before, after) = (Version::of(&args.before)?, Version::of(&args.after)?);
    let RecordsToPlay { rules, files, records, mut unread } =
        RecordsToPlay::read([&before.folder, &after.folder], args, console)?;
    if records.is_empty() {
        let why = unread.iter().map(|one| format!("{}: {}", one.file, one.stopped.as_deref().unwrap_or_default()));
        return Err(Stop::usage(why.collect::<Vec<_>>().join("\n")));
    }
    interrupt::be_patient();
    let [rules_before, rules_after] = rules.hashes();
    let facts = [("the rules before", rules_before.clone()), ("the rules after", rules_after.clone())];
    let keeper = Checkpoint::new("impact", args.progress.as_deref(), None, &facts)?;
    let bar = progress::bar(records.len() as u64, "games");
    let advance = |done| checkpoint::advance(Some(keeper.journal()), &bar, done);
    let all = RecordsToPlay { rules, files, records, unread: Vec::new() };
    let checkpoint = Some(keeper.part(PART.to_owned()));
    let hooks = RunHooks { checkpoint, progress: &advance, stop: &interrupt::flag() };
    let mut report = replayed(&all, args, &hooks, console);
    bar.finish_and_clear();
    let (played, records) = (report.len(), all.records);
    let complete = played == records.len();
    report.append(&mut unread);
    report.sort_by(|one, other| one.file.cmp(&other.file));
    keeper.end(console);
    if !complete {
        console.note(format!("stopped: {played} of {} were replayed", count(records.len() as u64, "record")));
    }
    let fine = complete && report.iter().all(|report| report.change == "same");
    match args.format {
        Figures::Json => console.json(&ImpactReport {
            version: 2,
            tavola: env!("CARGO_PKG_VERSION"),
            before: before.name,
            after: after.name,
            rules_before,
            rules_after,
            complete,
            games: sorted(&report),
            records: report,
        })?,
        format => {
            let most = if format == Figures::Pretty { report::LISTED } else { usize::MAX };
            report::document(&report, most, &|_, _| None).write(format, console)?;
        }
    }
    Ok(if fine { Exit::Fine } else { Exit::Findings })
}

/// First word of the parts of a checkpoint.
const PART: &str = "records";

/// The records that were replayed before the flag was set.
fn replayed(all: &RecordsToPlay, args: &ImpactArgs, hooks: &RunHooks<'_>, console: &mut Console) -> Vec<Replayed> {
    let pairs: Vec<_> = all.records.iter().map(|record| all.rules.pair(record, args)).collect();
    let jobs = args.jobs.unwrap_or(0).into();
    let found = impact::impact(&pairs, &all.records, jobs, hooks);
    let found = all.files.iter().zip(&all.records).zip(found);
    found.filter_map(|((file, record), found)| Some(Replayed::new(file, record, found?, console))).collect()
}

/// Effects on games of the first side, which begin with these set-ups. None for a game that was not reached before `stop` was set, or
/// that cannot be played.
pub(super) fn of_games(
    [(before, old), (after, new)]: [(&Rules, Setup); 2],
    records: &[Record],
    stop: &AtomicBool,
) -> Vec<Option<Impact>> {
    let changed = files::changed(before, after, &new.settings);
    let pair = |_: &Record| RecordPair {
        before: RulesForSetup { rules: before, setup: old.clone() },
        after: RulesForSetup { rules: after, setup: new.clone() },
        changed: &changed,
    };
    let pairs: Vec<_> = records.iter().map(pair).collect();
    let found = impact::impact(&pairs, records, 1, &RunHooks { stop, ..RunHooks::default() });
    found.into_iter().map(|found| found?.ok()).collect()
}

/// The report of records under the rules of a version and of a folder. The files of the version are not kept while games are replayed. `again` says how a record is seen again, by its file and the
/// number of answers before the first difference.
///
/// # Errors
/// If the rules cannot be read or have errors.
pub(super) fn document_of(
    (before, after): (Version, &Path),
    (records, variant): (Vec<PathBuf>, Option<String>),
    hooks: &RunHooks<'_>,
    again: &SeeRecord<'_>,
    console: &mut Console,
) -> Result<Document, Stop> {
    let args = ImpactArgs {
        before: before.folder.clone(),
        after: after.to_owned(),
        records,
        choices: SetupArgs { variant, set: Vec::new() },
        jobs: Some(1),
        progress: None,
        format: Figures::Html,
    };
    let mut all = RecordsToPlay::read([&before.folder, after], &args, console)?;
    drop(before);
    let mut report = replayed(&all, &args, hooks, console);
    report.append(&mut all.unread);
    Ok(report::document(&report, usize::MAX, again))
}
