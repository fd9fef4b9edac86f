//! `tavola impact`: effects of a change of rules on recorded games.

mod files;
pub(super) mod report;

use super::args::{Figures, ImpactArgs};
use super::checkpoint::{self, Checkpoint};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::paint::count;
use super::version::Version;
use super::{interrupt, progress};
use files::RecordsToPlay;
use report::{ImpactReport, Replayed, sorted};
use tavola_lab::impact;

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
    let pairs: Vec<_> = records.iter().map(|record| rules.pair(record, args)).collect();
    interrupt::be_patient();
    let facts = [("the rules before", rules.hashes()[0].clone()), ("the rules after", rules.hashes()[1].clone())];
    let keeper = Checkpoint::new("impact", args.progress.as_deref(), None, &facts)?;
    let bar = progress::bar(records.len() as u64, "games");
    let jobs = args.jobs.unwrap_or(0).into();
    let found = impact::impact(
        &pairs,
        &records,
        jobs,
        &keeper.part(String::from("records")),
        &|done| checkpoint::advance(Some(keeper.journal()), &bar, done),
        &interrupt::flag(),
    );
    bar.finish_and_clear();
    let played = found.iter().flatten().count();
    let complete = played == records.len();
    let mut report: Vec<Replayed> = Vec::new();
    for ((file, record), found) in files.iter().zip(&records).zip(found) {
        report.extend(found.map(|found| Replayed::new(file, record, found, console)));
    }
    report.append(&mut unread);
    report.sort_by(|one, other| one.file.cmp(&other.file));
    keeper.end(console);
    if !complete {
        console.note(format!("stopped: {played} of {} were replayed", count(records.len() as u64, "record")));
    }
    let fine = complete && report.iter().all(|report| report.change == "same");
    match args.format {
        Figures::Json => console.json(&ImpactReport {
            version: 1,
            tavola: env!("CARGO_PKG_VERSION"),
            before: before.name,
            after: after.name,
            complete,
            games: sorted(&report),
            records: report,
        })?,
        format => report::document(&report).write(format, console)?,
    }
    Ok(if fine { Exit::Fine } else { Exit::Findings })
}
