//! `tavola test`: scenarios and kept transcripts of one game or of all.

mod balance;
mod draft;
pub(super) mod figures;
mod gather;
pub(super) mod json;
mod junit;
mod lines;
mod mend;
mod printed;
mod show;
mod tested;
mod variant;
mod watched;

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use self::tested::Tested;
use super::args::{TestArgs, TestFormat};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::folders;
use super::paint::count;
use tavola_game::strays;

/// Runs the verb.
///
/// # Errors
/// When something cannot be read, or the result or an accepted transcript not be written.
pub(crate) fn run(args: &TestArgs, console: &mut Console) -> VerbResult {
    if args.watch {
        return watched::run(args, console);
    }
    if args.balance {
        return balance::run(args, console);
    }
    let begun = Instant::now();
    let mut waited = Duration::ZERO;
    let paths: Vec<PathBuf> = args.path.iter().cloned().collect();
    let (mut all, mut unread): (Vec<Tested>, bool) = (Vec::new(), false);
    for path in folders::or_default(&paths) {
        for folder in folders::all(&path)? {
            let mut tested = match gather::test(&folder, args) {
                Ok(tested) => tested,
                Err(stop) => {
                    console.skip(stop)?;
                    unread = true;
                    continue;
                }
            };
            if args.update {
                tested = updated(tested, &folder, args, &mut waited, console)?;
            }
            show::failures(&tested, args.format, console)?;
            all.push(tested);
        }
    }
    let tests: usize = all.iter().map(|tested| tested.cases.len()).sum();
    if let Some(filter) =
        args.filter.as_ref().filter(|_| tests == 0 && !unread && all.iter().all(Tested::has_no_findings))
    {
        return Err(Stop::usage(format!(
            "no test has `{filter}` in its name or in that of its file, and none proves such a clause"
        )));
    }
    show::summary(&all.iter().collect::<Vec<_>>(), args, console)?;
    all.iter().try_for_each(|tested| printed::note(tested, console))?;
    let worked = begun.elapsed().saturating_sub(waited);
    let transcripts: usize = all.iter().map(Tested::transcripts).sum();
    let compared =
        if transcripts > 0 { format!(", {}", count(transcripts as u64, "transcript")) } else { String::new() };
    let scenarios = count((tests - transcripts) as u64, "test");
    console.note(format!("{scenarios}{compared} in {:.0} ms", worked.as_secs_f64() * 1000.0));
    show::uncompared(&all, console);
    let mut fine = all.iter().all(Tested::is_fine);
    if args.filter.is_none() {
        for untested in all.iter().filter(|tested| tested.cases.is_empty() && tested.has_no_findings()) {
            console.warn(format!("`{}` has no tests", untested.name));
            for stray in strays(&untested.folder) {
                let help = stray.help.map_or_else(String::new, |help| format!(": {help}"));
                console.note(format!("{}{help}", stray.message));
            }
            fine = false;
        }
    }
    Ok(Exit::of_games(unread, !fine))
}

/// Offers new values, cases and transcripts, and tests again what was written.
fn updated(
    mut tested: Tested,
    folder: &Path,
    args: &TestArgs,
    waited: &mut Duration,
    console: &mut Console,
) -> Result<Tested, Stop> {
    let rewritten = mend::ask(&tested, args.yes, waited, console)?;
    if !rewritten.is_empty() {
        tested = gather::test(folder, args)?;
    }
    if let Some(variant) = &args.variant
        && draft::ask(&tested, variant, args.yes, waited, console)?
    {
        tested = gather::test(folder, args)?;
    }
    tested.rewritten = rewritten;
    show::accept(&mut tested, args, console)?;
    Ok(tested)
}

/// True if stdout is for programs alone.
fn is_data(format: TestFormat) -> bool {
    matches!(format, TestFormat::Json | TestFormat::Junit)
}
