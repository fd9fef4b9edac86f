//! `tavola capture`: answers of a recorded game as a scenario.

use std::path::Path;

use super::args::{CaptureArgs, to_file};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::folders::shell;
use super::paint::{clean, count};
use super::{again, case_file, load};
use tavola_lab::Record;
use tavola_lab::capture::{NotCaptured, RecordedCourse, Stretch};
use tavola_lab::whole;

/// Runs the verb.
///
/// # Errors
/// If the record or the rules cannot be read, the record has too few answers, or the scenario cannot be written.
pub(crate) fn run(args: &CaptureArgs, console: &mut Console) -> VerbResult {
    if let Some(story) = load::story(&args.file, console)? {
        return Err(load::no_record(&args.file, &story, "it has no answers"));
    }
    let record = load::record(&args.file, console)?;
    let wanted = stretch(args, &record)?;
    let (folder, rules) = load::rules_of_record(&record, &args.file, (args.rules.as_deref(), load::BY_RULES), console)?;
    let name = match args.name.as_deref().map(str::trim) {
        Some("") => return Err(Stop::usage("`--name`: a case needs a name")),
        Some(name) => name.to_owned(),
        None => name_of(wanted, &args.file),
    };
    if let Some(file) = to_file(args.output.as_deref()) {
        case_file::is_read(file, &folder)?;
        case_file::can_add(file, &name)?;
    }
    let mut course = RecordedCourse::default();
    let mut again = again::play(&rules, &record, &args.file, console, &mut |referee, state, answer| {
        course.take(referee, state, answer);
    })?;
    let stretch = course.whole(wanted).map_err(|refused| {
        let why = match (&again.stopped, refused) {
            (Some(why), NotCaptured::Unreached) => clean(why),
            _ => refused.to_string(),
        };
        let message = format!("{}{why}", load::answer_at(&args.file, again.done));
        Stop { exit: Exit::Findings, message: Some(message) }
    })?;
    if stretch != wanted {
        let Stretch { first, last } = stretch;
        console.note(format!("a bag, an order or a division is captured whole: answers {first} to {last}"));
    }
    again.otherwise.iter().for_each(|otherwise| console.warn(otherwise));
    let comment = format!("captured by: tavola capture {}{}", shell(&args.file), flags(args));
    let script = course.script(&rules, &mut again, stretch, (&name, &comment))?;
    match to_file(args.output.as_deref()) {
        None => console.write(&script.text)?,
        Some(file) => {
            let _writing = whole::writing();
            case_file::add(file, &[(&name, &script.text)])?;
            console.note(format!("`{}` has the new case `{}`", file.display(), clean(&name)));
        }
    }
    for failure in &script.failures {
        let (what, expected, actual) = (clean(&failure.what), clean(&failure.expected), clean(&failure.actual));
        console.complain(format!("bug: the captured case fails: {what}: expected {expected}, actual {actual}"));
    }
    Ok(if script.failures.is_empty() { Exit::Fine } else { Exit::Findings })
}

/// The answers that the arguments name, if the record has them.
fn stretch(args: &CaptureArgs, record: &Record) -> Result<Stretch, Stop> {
    let first = usize::try_from(args.at).unwrap_or(usize::MAX);
    let last = first.saturating_add(usize::try_from(args.count).unwrap_or(usize::MAX) - 1);
    let all = record.answers.len();
    if last <= all {
        return Ok(Stretch { first, last });
    }
    let has = format!("`{}` has {}", args.file.display(), count(all as u64, "answer"));
    Err(Stop::usage(match first <= all {
        true => {
            format!("{has}: from answer {first} on there are {}, fewer than `--for {}`", all - first + 1, args.count)
        }
        false => format!("{has}: there is no answer {first}"),
    }))
}

/// `answers 12 to 14 of my_game-7`
fn name_of(Stretch { first, last }: Stretch, file: &Path) -> String {
    let file = file.file_stem().unwrap_or_default().to_string_lossy();
    if first == last { format!("answer {first} of {file}") } else { format!("answers {first} to {last} of {file}") }
}

/// The arguments that say what is captured.
fn flags(args: &CaptureArgs) -> String {
    let rules = args.rules.as_ref().map_or_else(String::new, |path| format!(" --rules {}", shell(path)));
    format!(" --at {} --for {}{rules}", args.at, args.count)
}
