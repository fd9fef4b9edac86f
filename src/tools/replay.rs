//! `tavola replay`: prints a recorded game again, with all hidden information or as one player saw it.

use std::path::Path;

use super::again;
use super::args::ReplayArgs;
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::load;
use super::paint::{Paint, clean, count};
use tavola_game::{Line, Referee, Rules, State};
use tavola_lab::record::CHANCE;
use tavola_lab::replay::Replay;
use tavola_lab::table::{TableLog, ranking_lines};
use tavola_lab::whole;
use tavola_lab::{Record, Story, TableNotes};

/// Runs the verb.
///
/// # Errors
/// If the record or the rules cannot be read, or stdout cannot be written.
pub(crate) fn run(args: &ReplayArgs, console: &mut Console) -> VerbResult {
    if let Some(story) = load::story(&args.file, console)? {
        return tell(&story, args, console);
    }
    let record = load::record(&args.file, console)?;
    let seat = args.seen_by.as_ref().map(|name| seat(&record, name)).transpose()?;
    let (_, rules) = load::rules_of_record(&record, &args.file, (args.rules.as_deref(), load::BY_RULES), console)?;
    match seat {
        Some(seat) => as_seen(args, &rules, &record, seat, console),
        None => in_the_clear(args, &rules, &record, console),
    }
}

/// The seat of a player.
fn seat(record: &Record, name: &str) -> Result<usize, Stop> {
    let seat = record.players.iter().position(|player| player == name);
    let unknown = || Stop::usage(format!("there is no player `{name}`; players: {}", record.players.join(", ")));
    seat.ok_or_else(unknown)
}

/// Prints a file that holds a game as one player saw it.
fn tell(story: &Story, args: &ReplayArgs, console: &mut Console) -> VerbResult {
    if args.output.is_some() || args.seen_by.as_ref().is_some_and(|name| *name != story.seen_by) {
        return Err(load::no_record(&args.file, story, "it contains nothing else"));
    }
    heading(&story.game, story, console)?;
    story.lines.iter().try_for_each(|line| console.say(format!("  {}", clean(line))))?;
    Ok(Exit::Fine)
}

fn heading(title: &str, story: &Story, console: &mut Console) -> Result<(), Stop> {
    let (title, players) = (console.paint.bold(&clean(title)), clean(&story.players.join(", ")));
    console.say(format!("{title}: {players}; as {} saw it", clean(&story.seen_by)))
}

/// Prints the game as one player saw it, or writes that to a file.
fn as_seen(args: &ReplayArgs, rules: &Rules, record: &Record, seat: usize, console: &mut Console) -> VerbResult {
    let mut log = TableLog::new(record.players.len());
    let mut again = again::play(rules, record, &args.file, console, &mut |referee, state, _| {
        log.take(referee, state);
    })?;
    if again.stopped.is_some() {
        // The illegal answer may be hidden from this player.
        let (line, all) = (again.done + 1, record.answers.len());
        console.complain(format!("answer {line} of {all} is no longer possible; run without --as to see why"));
        return Ok(Exit::Findings);
    }
    let (players, seen_by) = (record.players.clone(), record.players[seat].clone());
    let lines = log.whole(Some(seat)).iter().map(Line::to_string).collect();
    let mut story = Story { seen_by, game: record.game.clone(), players, lines };
    if let Some(outcome) = &again.outcome {
        let view = again.referee.view(&again.state, None);
        story.lines.extend(ranking_lines(outcome, &view, &again.game));
    }
    if let Some(file) = &args.output {
        let _writing = whole::writing();
        story.write(file).map_err(|error| Stop::usage(error.message))?;
        console.note(format!("`{}` contains the game as {} saw it and nothing else", file.display(), story.seen_by));
    } else {
        heading(again.game.title(), &story, console)?;
        story.lines.iter().try_for_each(|line| console.say(format!("  {line}")))?;
    }
    notes(&args.file, console)?;
    Ok(close(&again, console))
}

/// Prints the notes that people have written on the game.
fn notes(file: &Path, console: &mut Console) -> Result<(), Stop> {
    let notes = match TableNotes::read(file) {
        Ok(TableNotes { notes, .. }) if notes.is_empty() => return Ok(()),
        Ok(notes) => notes,
        Err(error) => {
            console.warn(error.message);
            return Ok(());
        }
    };
    console.say("\nNotes, with the lines of the log as spectators see it:")?;
    notes.notes.iter().try_for_each(|note| {
        let name = notes.names.iter().find(|(player, _)| note.by.as_ref() == Some(player));
        let unnamed = || note.by.clone().unwrap_or_else(|| "the host".to_owned());
        let by = name.map_or_else(unnamed, |(player, name)| format!("{player} ({name})"));
        let line = note.line.map_or_else(String::new, |line| format!(", line {line}"));
        console.say(format!("  {}{line}: {}", clean(&by), clean(&note.text)))
    })
}

/// Exit code of a record that was replayed to its end. The result may differ from the recorded one.
fn close(again: &Replay, console: &mut Console) -> Exit {
    let Some(otherwise) = &again.otherwise else { return Exit::Fine };
    console.complain(otherwise);
    Exit::Findings
}

/// Prints the game with all hidden information.
fn in_the_clear(args: &ReplayArgs, rules: &Rules, record: &Record, console: &mut Console) -> VerbResult {
    let paint = console.paint;
    let mut lines: Vec<String> = Vec::new();
    let mut number = 0;
    let mut again = again::play(rules, record, &args.file, console, &mut |referee, state, answer| {
        number += usize::from(answer.is_some());
        log_lines((referee, state), answer, (paint, number), &mut lines);
    })?;
    if again.stopped.is_some() {
        // What happened before a fault of the rules.
        log_lines((&mut again.referee, &again.state), None, (paint, number), &mut lines);
    }
    console.say(format!(
        "{}: {}; seed {}",
        paint.bold(&clean(again.game.title())),
        record.players.join(", "),
        record.seed
    ))?;
    lines.iter().try_for_each(|line| console.say(line))?;
    if let Some(why) = &again.stopped {
        console.complain(format!("{}{}", load::answer_at(&args.file, again.done), clean(why)));
        console.note(format!("{} of {} were given", again.done, count(record.answers.len() as u64, "answer")));
        return Ok(Exit::Findings);
    }
    console.say("")?;
    match &again.outcome {
        None => {
            console.say(format!("The game stops here, after {}.", count(again.done as u64, "answer")))?;
            for (who, answers) in &record.sealed {
                let given = count(answers.len() as u64, "answer");
                console.say(format!("{who} has given {given} that will be revealed when all have answered."))?;
            }
        }
        Some(outcome) => {
            let view = again.referee.view(&again.state, None);
            let lines = ranking_lines(outcome, &view, &again.game);
            lines.iter().try_for_each(|line| console.say(line))?;
        }
    }
    notes(&args.file, console)?;
    Ok(close(&again, console))
}

/// Adds lines with what happened before this question, then the answer to it with its number.
fn log_lines(
    (referee, state): (&mut Referee, &State),
    answer: Option<(&str, usize)>,
    (paint, number): (Paint, usize),
    lines: &mut Vec<String>,
) {
    for happened in referee.happened(state) {
        // An answer gets a line of its own below.
        if !happened.is_answer() {
            let line = clean(&happened.tell_all());
            lines.push(if happened.is_heading() { paint.bold(&line) } else { format!("    {line}") });
        }
    }
    if let Some((who, option)) = answer {
        let label = clean(&referee.label(state, option));
        let prompt = clean(&referee.prompt(state));
        let number = paint.dim(&format!("{number:>3} "));
        let said = match who {
            CHANCE => paint.dim(&format!("{who}: {prompt} {label}")),
            _ => format!("{} {prompt} {label}", paint.bold(&format!("{who}:"))),
        };
        lines.push(format!("{number} {said}"));
    }
}
