//! `tavola replay`: tells a recorded game again, for somebody who may see everything.

use super::again;
use super::args::ReplayArgs;
use super::console::Console;
use super::ending::{Ending, Exit, Stop};
use super::folders;
use super::load;
use super::paint::{Paint, clean, count};
use super::play::ranking;
use crate::game::{Referee, State};
use crate::play::record::CHANCE;

/// Runs the verb.
///
/// # Errors
/// When the record or the rules cannot be read, or stdout not be written.
pub(crate) fn run(args: &ReplayArgs, console: &mut Console) -> Ending {
    let record = load::record(&args.file, console)?;
    let folder = match &args.rules {
        Some(path) => folders::one(path)?,
        None => folders::by_name(&record.game, &args.file)
            .map_err(|stop| Stop { message: stop.message.map(|m| format!("{m} with --rules PATH")), ..stop })?,
    };
    let rules = load::rules(&folder, record.variant.as_deref(), console)
        .map_err(|stop| load::in_record(stop, &args.file, &["variant"]))?;
    let paint = console.paint;
    let mut lines: Vec<String> = Vec::new();
    let again = again::play(&rules, &record, &args.file, console, &mut |referee, state, answer| {
        hear(referee, state, answer, paint, &mut lines);
        Ok(())
    })?;
    console.say(format!(
        "{}: {}; seed {}",
        paint.bold(&clean(again.game.title())),
        record.players.join(", "),
        record.seed
    ))?;
    lines.iter().try_for_each(|line| console.say(line))?;
    let mut again = again;
    if let Some(why) = &again.stopped {
        console.complain(format!("{}{}", load::answer_at(&args.file, again.done), clean(why)));
        console.note(format!("{} of {} were given", again.done, count(record.answers.len() as u64, "answer")));
        return Ok(Exit::Findings);
    }
    console.say("")?;
    if !again.over {
        console.say(format!("The game stops here, after {}.", count(again.done as u64, "answer")))?;
        return Ok(Exit::Fine);
    }
    let outcome = again.referee.result(&again.state);
    let outcome = outcome.map_err(|fault| Stop::ours(again.game.diagnose(&fault).message))?;
    let tracks = again.referee.view(&again.state, None).tracks;
    ranking(&outcome, &record.players, &tracks).iter().try_for_each(|line| console.say(line))?;
    Ok(Exit::Fine)
}

/// What happened up to this question, then the answer to it.
fn hear(referee: &mut Referee, state: &State, answer: Option<(&str, usize)>, paint: Paint, lines: &mut Vec<String>) {
    for happened in referee.happened(state) {
        // The answer has a line already.
        if !referee.is_answer(&happened) {
            lines.push(format!("    {}", clean(&referee.tell_all(&happened))));
        }
    }
    if let Some((who, option)) = answer {
        let label = clean(&referee.label(state, option));
        let prompt = clean(&referee.prompt(state));
        let line = format!("{} {prompt} {label}", paint.bold(&format!("{who}:")));
        lines.push(if who == CHANCE { paint.dim(&format!("{who}: {prompt} {label}")) } else { line });
    }
}
