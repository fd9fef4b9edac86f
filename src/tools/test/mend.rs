//! `tavola test --update` on scenarios: fixes wrong values one by one, each after confirmation.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::Path;
use std::time::{Duration, Instant};

use super::tested::{Case, Tested};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::paint::{clean, count};
use tavola_game::Error;
use tavola_lab::scenario::{CaseEdit, Failure};
use tavola_lab::whole;
use tavola_syntax::text;

/// Reply to a proposed fix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum MendReply {
    Yes,
    No,
    /// Yes, and to all that follow.
    All,
    /// No, and to all that follow.
    Stop,
}

/// Shows each possible fix and asks; then writes the files, each in one step. If the user stops before the last question
/// (Ctrl-C), nothing is changed. Adds the time spent waiting to `waited`. Returns file and name of the cases that were rewritten.
///
/// # Errors
/// When there is nobody to ask, a file was changed meanwhile, or cannot be written.
pub(super) fn ask(
    tested: &Tested,
    yes: bool,
    waited: &mut Duration,
    console: &Console,
) -> Result<BTreeSet<(String, String)>, Stop> {
    let (all, others) = mends(tested);
    for (place, case) in others {
        console.note(format!("{place}: {}: no change: this case fails for another reason, too", clean(&case)));
    }
    for (place, case, why) in unmended(tested) {
        console.note(format!("{place}: {}: not updated: {}", clean(&case), clean(&why)));
    }
    let (plain, by_hand): (Vec<ProposedEdit<'_>>, Vec<_>) =
        all.into_iter().partition(|proposed| proposed.edit.is_plain(&tested.sources));
    for ProposedEdit { title, edit, .. } in by_hand {
        console.note(format!("{title}: {}: change it by hand to keep its form", clean(&edit.words)));
    }
    if plain.is_empty() {
        return Ok(BTreeSet::new());
    }
    let values = count(plain.len() as u64, "value");
    can_ask(yes, || format!("{values} of the scenarios of `{}` can be updated", tested.name))?;
    let show = |proposed: &ProposedEdit<'_>| show(tested, &proposed.title, proposed.edit, console);
    let agreed = agreed(plain, yes, show, waited, console)?;
    let edits: Vec<&CaseEdit> = agreed.iter().map(|proposed| proposed.edit).collect();
    write(tested, &edits, console)?;
    Ok(agreed.into_iter().map(|proposed| proposed.case.file_and_name()).collect())
}

/// Shows each proposal and asks. Returns those that are accepted. Adds the time spent waiting to `waited`.
///
/// # Errors
/// When no reply can be read.
pub(super) fn agreed<T>(
    proposals: Vec<T>,
    yes: bool,
    show: impl Fn(&T),
    waited: &mut Duration,
    console: &Console,
) -> Result<Vec<T>, Stop> {
    let mut agreed = Vec::new();
    let mut standing = yes.then_some(MendReply::All);
    for proposal in proposals {
        show(&proposal);
        let reply = match standing {
            Some(reply) => reply,
            None => {
                let asked = Instant::now();
                let reply = reply(&mut io::stdin().lock(), console)?;
                *waited += asked.elapsed();
                reply
            }
        };
        match reply {
            MendReply::Yes => agreed.push(proposal),
            MendReply::No => {}
            MendReply::All => {
                standing = Some(reply);
                agreed.push(proposal);
            }
            MendReply::Stop => break,
        }
    }
    Ok(agreed)
}

/// Fails if there is nobody to ask. `what`: what could be done.
///
/// # Errors
/// Without a terminal, unless all is accepted.
pub(super) fn can_ask(yes: bool, what: impl Fn() -> String) -> Result<(), Stop> {
    if yes || io::stdin().is_terminal() {
        return Ok(());
    }
    let message = format!("{}, but there is no terminal to ask", what());
    Err(Stop::usage(format!("{message}; run it in a terminal, or accept all with `--yes`")))
}

/// A fix of a case.
struct ProposedEdit<'t> {
    case: &'t Case,
    /// The place of the value, and the name of the case.
    title: String,
    edit: &'t CaseEdit,
}

/// All fixes, without duplicates: cases that continue the same case all fail at its steps. Values of the game's cases stay
/// if they differ under a variant alone. Then the cases, with their places, that no fix of their values lets pass: theirs stay.
fn mends(tested: &Tested) -> (Vec<ProposedEdit<'_>>, Vec<(String, String)>) {
    let (mut all, mut known) = (Vec::new(), Vec::new());
    let mut others = Vec::new();
    for case in tested.cases.iter().filter(|case| case.because.is_none()) {
        let mends: Vec<(&Failure, &CaseEdit)> =
            case.failures.iter().filter_map(|failure| Some((failure, failure.mend.as_ref()?))).collect();
        if let Some((failure, _)) = mends.first().filter(|_| mends.len() < case.failures.len()) {
            others.push((failure.place.clone(), case.proving()));
            continue;
        }
        for (failure, mend) in mends {
            if !known.contains(&mend.span()) {
                known.push(mend.span());
                all.push(ProposedEdit { case, title: format!("{}: {}", failure.place, case.proving()), edit: mend });
            }
        }
    }
    (all, others)
}

/// Cases, with their places, that fail at nothing that can be written for them, and what their author can do.
fn unmended(tested: &Tested) -> Vec<(String, String, String)> {
    let failed = tested.cases.iter().filter(|case| case.because.is_none() && !case.failures.is_empty());
    let unmended = failed.filter(|case| case.failures.iter().all(|failure| failure.mend.is_none()));
    let why = |failure: &Failure| {
        let advice = failure.hint.as_ref().map_or_else(String::new, |hint| format!("; {hint}"));
        format!("{}: {}{advice}", failure.what, failure.actual)
    };
    unmended
        .filter_map(|case| Some((case, case.failures.first()?)))
        .map(|(case, failure)| (failure.place.clone(), case.proving(), why(failure)))
        .collect()
}

fn show(tested: &Tested, place: &str, mend: &CaseEdit, console: &Console) {
    let paint = console.err_paint();
    console.note(paint.bold(place));
    console.note(format!("  {}", clean(&mend.words)));
    if let Some((old, new)) = mend.lines(&tested.sources) {
        old.lines().for_each(|line| console.note(paint.red(&format!("  - {}", clean(line)))));
        new.lines().for_each(|line| console.note(paint.green(&format!("  + {}", clean(line)))));
    }
}

/// Reads until there is a reply; the end of the input stops.
fn reply(input: &mut impl BufRead, console: &Console) -> Result<MendReply, Stop> {
    loop {
        console.note("write this? yes, no, all, stop [y/n/a/s]");
        let mut line = String::new();
        let read = input.read_line(&mut line);
        if read.map_err(|error| Stop::usage(format!("no reply can be read: {error}")))? == 0 {
            return Ok(MendReply::Stop);
        }
        match line.trim().to_lowercase().as_str() {
            "y" | "yes" => return Ok(MendReply::Yes),
            "n" | "no" => return Ok(MendReply::No),
            "a" | "all" => return Ok(MendReply::All),
            "s" | "stop" | "q" => return Ok(MendReply::Stop),
            _ => {}
        }
    }
}

fn write(tested: &Tested, agreed: &[&CaseEdit], console: &Console) -> Result<(), Stop> {
    let files = CaseEdit::rewrite(agreed, &tested.sources);
    let mut texts = Vec::new();
    for file in &files {
        let now =
            fs::read_to_string(&file.name).map_err(|error| Stop::usage(text::unread(Path::new(&file.name), &error)))?;
        texts.push(whole::with_line_ends(&file.new, &now));
        if now.replace("\r\n", "\n") != file.old {
            let message = format!("{} was changed meanwhile; nothing was written, run it again", file.name);
            return Err(Stop::usage(message));
        }
        if !file.is_whole() {
            let message = format!("{} would no longer hold the same cases; nothing was written", file.name);
            return Err(Stop::usage(format!("{message}; change it by hand")));
        }
    }
    for (file, text) in files.iter().zip(texts) {
        let path = Path::new(&file.name);
        whole::write(path, &text).map_err(|error| Error::unwritten("write", path, &error))?;
        console.note(format!("changed: {}", file.name));
    }
    Ok(())
}
