//! How slips fared, for people.

use super::fared::{Fared, further};
use super::line;
use crate::tools::codes;
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::findings;
use crate::tools::paint::{clean, count};
use tavola_game::codes::SLIP;
use tavola_game::{Edit, Rules};
use tavola_lab::{self as play, Catcher, Fate, PlayDiffers};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};

pub(super) fn tell(rules: &Rules, fared: &Fared<'_>, console: &mut Console) -> Result<(), Stop> {
    let mut told: Vec<Diagnostic> = Vec::new();
    for (mutant, explained) in &fared.slips {
        if let (Some(Fate::Survived { differs, .. }), None) = (&mutant.fate, explained) {
            let finding = survivor(&mutant.edit, differs.as_ref(), further(mutant.fate.as_ref()));
            told.push(Diagnostic { span: on_its_line(mutant.edit.span, rules.sources()), ..finding });
        }
    }
    let needless = fared.needless.iter().map(|explained| {
        let finding = Diagnostic::warning(codes::NOTHING_SURVIVED, explained.span, "no slip of this line survives");
        finding.help("take the explanation out; if it is older than the line, look whether both still fit")
    });
    told.extend(needless);
    for finding in told {
        findings::pretty(&[finding], rules.sources(), console)?;
    }
    let explained = fared.slips.iter().filter_map(|(mutant, explained)| Some((mutant, (*explained)?)));
    for (mutant, explained) in explained {
        console.say(format!("fine: {}: {}", line(&mutant.edit), clean(&explained.reason)))?;
    }
    for (mutant, _) in &fared.slips {
        if let Some(Fate::Turned { setting, .. }) = &mutant.fate {
            console.say(format!("only with {}: {}", clean(setting), line(&mutant.edit)))?;
        }
    }
    totals(fared, console)
}

/// A stretch of the rules up to the end of the line in which it begins.
fn on_its_line(span: Span, sources: &Sources) -> Span {
    let line = sources.text(span).split('\n').next().unwrap_or_default().trim_end();
    Span { end: span.start + line.len() as u32, ..span }
}

/// A slip that no scenario notices.
fn survivor(edit: &Edit, differs: Option<&PlayDiffers>, further: Option<&Catcher>) -> Diagnostic {
    let seed = play::MUTANT_SEED;
    let seen = differs.map(|PlayDiffers { players, game, answers }| {
        let (players, answers) = (count(*players, "player"), count(*answers, "answer"));
        format!("with {players}, random game {game} of seed {seed} goes otherwise after {answers}")
    });
    let noticed = further.map(|catcher| match catcher {
        Catcher::Transcript(name) => format!("the transcript `{name}` does"),
        Catcher::Law(law) => format!("it breaks a law: {law}"),
    });
    let clauses = (!edit.clauses.is_empty()).then(|| edit.clauses.join(", "));
    let help: Vec<String> = clauses.into_iter().chain(seen).chain(noticed).collect();
    let head = format!("no scenario notices it: {}", edit.words);
    Diagnostic::warning(SLIP, edit.span, head).help(help.join("; "))
}

fn totals(fared: &Fared<'_>, console: &mut Console) -> Result<(), Stop> {
    let Fared { refused, caught, survived, explained, transcripts, laws, turned, unseen, untried, .. } = fared;
    let (paint, games) = (console.paint, play::MUTANT_GAMES);
    let percent = format!("{:.1}%", fared.percent());
    let all = caught + survived;
    console.say(format!(
        "{caught} of {} that change play are noticed: {}",
        count(all, "slip"),
        paint.bold(&percent)
    ))?;
    let missed = survived + explained;
    if missed > 0 {
        let which = if missed == 1 { "the one".to_owned() } else { format!("the {missed}") };
        console.say(format!(
            "of {which} that no scenario notices, transcripts notice {transcripts}, laws {laws} of the others; their lines explain {explained}"
        ))?;
    }
    if *turned > 0 {
        console.say(format!("{turned} change play only with a setting or ruling turned, each said above, and no scenario notices; they do not count"))?;
    }
    console.say(format!("{refused} are refused by the checker; {unseen} were seen neither by these nor in {games} random games for each number of players"))?;
    if *untried > 0 {
        console.say(format!("{untried} were not tried: stopped"))?;
    }
    Ok(())
}
