//! The mutation report for people.

use std::path::Path;

use super::fared::{Fared, further};
use super::line;
use crate::tools::codes;
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::findings;
use crate::tools::paint::{clean, count};
use tavola_game::codes::SURVIVOR;
use tavola_game::{Edit, Rules};
use tavola_lab::{self as play, Catcher, Fate, PlayDiffers};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};

/// Maximum number of mutants without effect that are listed.
const LISTED: usize = 20;

/// A finding for each surviving mutant and each unneeded waiver.
pub(super) fn survivors(folder: &Path, rules: &Rules, fared: &Fared<'_>) -> Vec<Diagnostic> {
    let survivors = fared.mutants.iter().filter_map(|(mutant, waiver)| match (&mutant.fate, waiver) {
        (Some(Fate::Survived { differs, .. }), None) => {
            let finding = survivor(folder, &mutant.edit, differs.as_ref(), further(mutant.fate.as_ref()));
            Some(Diagnostic { span: on_its_line(mutant.edit.span, rules.sources()), ..finding })
        }
        _ => None,
    });
    let unneeded = fared.unneeded_waivers.iter().map(|explained| {
        let finding = Diagnostic::warning(codes::NOTHING_SURVIVED, explained.span, "no mutant of this line survives");
        finding.help("remove the waiver; if it is older than the line, check that both still fit")
    });
    survivors.chain(unneeded).collect()
}

/// Prints the report.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn tell(folder: &Path, rules: &Rules, fared: &Fared<'_>, console: &mut Console) -> Result<(), Stop> {
    for finding in survivors(folder, rules, fared) {
        findings::pretty(&[finding], rules.sources(), console)?;
    }
    let explained = fared.mutants.iter().filter_map(|(mutant, explained)| Some((mutant, (*explained)?)));
    for (mutant, explained) in explained {
        console.say(format!("waived: {}: {}", line(&mutant.edit), clean(&explained.reason)))?;
    }
    for (mutant, _) in &fared.mutants {
        if let Some(Fate::SettingOnly { setting, .. }) = &mutant.fate {
            console.say(format!("only with {}: {}", clean(setting), line(&mutant.edit)))?;
        }
    }
    totals(fared, console)?;
    let unobserved = fared.mutants.iter().filter(|(mutant, _)| matches!(mutant.fate, Some(Fate::Unobserved)));
    for (mutant, _) in unobserved.take(LISTED) {
        console.say(format!("without effect: {}", line(&mutant.edit)))?;
    }
    let more = fared.unobserved.saturating_sub(LISTED);
    if more > 0 {
        console.say(format!("without effect: {more} more (`--format json` lists all)"))?;
    }
    Ok(())
}

/// A stretch of the rules up to the end of the line in which it begins.
fn on_its_line(span: Span, sources: &Sources) -> Span {
    let line = sources.text(span).split('\n').next().unwrap_or_default().trim_end();
    Span { end: span.start + line.len() as u32, ..span }
}

/// The finding of a surviving mutant.
fn survivor(folder: &Path, edit: &Edit, differs: Option<&PlayDiffers>, further: Option<&Catcher>) -> Diagnostic {
    let seed = play::MUTANT_SEED;
    let seen = differs.map(|PlayDiffers { players, game, answers }| {
        let (players, answers) = (count(*players, "player"), count(*answers, "answer"));
        format!("{players}, game {game} of seed {seed} differs after {answers}")
    });
    let look = differs.map_or_else(String::new, |PlayDiffers { players, game, .. }| {
        let folder = folder.display();
        format!(
            "; see the game as it is now: `tavola play {folder} --players {players} --human none --seed {seed} --game {game}`"
        )
    });
    let noticed = further.map(|catcher| match catcher {
        Catcher::Transcript(name) => format!("the transcript `{name}` catches it"),
        Catcher::Law(law) => format!("it breaks a law: {law}"),
        Catcher::Fault(fault) => format!("a random game meets a fault: {fault}"),
    });
    let clauses = (!edit.clauses.is_empty()).then(|| edit.clauses.join(", "));
    let evidence: Vec<String> = clauses.into_iter().chain(seen).chain(noticed).collect();
    let evidence = if evidence.is_empty() { String::new() } else { format!(" ({})", evidence.join("; ")) };
    let head = format!("this mutant survives: {}", edit.words);
    let waiver = "if nobody needs to find it, waive it in the line: `# fine: M0001 REASON`";
    let help = format!("add a scenario that depends on this line{evidence}{look}; {waiver}");
    Diagnostic::warning(SURVIVOR, edit.span, head).help(help)
}

fn totals(fared: &Fared<'_>, console: &mut Console) -> Result<(), Stop> {
    let Fared { refused, killed, survived, waived, transcripts, laws, setting_only, unobserved, not_run, .. } = fared;
    let (paint, games) = (console.paint, play::MUTANT_GAMES);
    let percent = format!("{:.1}%", fared.score());
    let all = killed + survived;
    let so_far = if *not_run > 0 { format!("stopped, {not_run} not run; so far: ") } else { String::new() };
    console.say(format!(
        "{so_far}mutation score {}: scenarios kill {killed} of {} that change play",
        paint.bold(&percent),
        count(all, "mutant")
    ))?;
    let missed = survived + waived;
    if missed > 0 {
        console.say(format!(
            "survivors: {missed}, of which {transcripts} caught by transcripts, {laws} by laws only, {waived} waived"
        ))?;
    }
    if *setting_only > 0 {
        console.say(format!("not counted: {setting_only} that change play only with another setting, listed above"))?;
    }
    console.say(format!(
        "not counted: {refused} rejected by the checker, {unobserved} without effect in {games} random games for each number of players"
    ))?;
    Ok(())
}
