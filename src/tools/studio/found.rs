//! Search for a position from the studio.

use std::sync::atomic::Ordering;

use super::measured::{ReadyGame, show};
use super::sentence;
use crate::tools::document::{Document, Ink, TextLine};
use crate::tools::ending::Stop;
use crate::tools::find::length;
use crate::tools::paint::count;
use tavola_lab::find::{self, Aim, FindResult, Search, SearchWatch, Way};
use tavola_lab::{Record, RunHooks};
use tavola_studio::{FiguresWatch, FiguresWish};

/// Default number of games, as `tavola find` has it.
const GAMES: u64 = 1000;
/// Name of the found position.
const FOUND: &str = "found";

/// Searches for a position in which a condition is true, and a short way there.
///
/// # Errors
/// When the condition has errors.
pub(super) fn find(
    ready: &ReadyGame,
    (condition, wish): (&str, &FiguresWish),
    watch: &FiguresWatch<'_>,
) -> Result<(), Stop> {
    let wrong = |error| Stop::usage(format!("The condition: {}", sentence(error)));
    let aim = Aim { condition: ready.game.condition(condition).map_err(wrong)?, asked: None };
    let (games, plan) = (wish.games.unwrap_or(GAMES), &ready.plan);
    let search = Search { games, seed: plan.seed, jobs: plan.jobs, bots: plan.bots.clone() };
    let played = |done| (watch.progress)(done, games);
    played(0);
    let hooks = RunHooks { progress: &played, stop: watch.stop, ..RunHooks::default() };
    let watching = SearchWatch { hooks, shorter: &|_| {}, ways: None };
    let found = find::find(&ready.game, &aim, &search, &watching)?;
    let out = document(condition, &found, watch.stop.load(Ordering::Relaxed));
    let answers = found.way.iter().flat_map(|way| &way.answers).map(|step| (step.who.clone(), step.answer.clone()));
    let answers: Vec<(String, String)> = answers.collect();
    let open = ready.opener(move |(rules, game), _| {
        Some(Record { answers: answers.clone(), ..Record::begin(rules, game.setup(), search.seed) })
    });
    show(watch, &out, Vec::new(), open)
}

fn document(condition: &str, found: &FindResult, is_stopped: bool) -> Document {
    let mut out = Document::default();
    let examined = format!("{} of {}", count(found.positions, "position"), count(found.games, "game"));
    match &found.way {
        Some(way) => reached(condition, way, &mut out),
        None => {
            let advice = if is_stopped {
                " was not true before the stop."
            } else {
                " was never true. Try more games or other bots."
            };
            out.verdict(TextLine::of(Ink::Code, condition).plain(advice));
        }
    }
    out.line(format!("examined {examined}"));
    if found.valueless > 0 {
        out.line(format!("the condition has no value in {}", count(found.valueless, "position")));
    }
    if let Some(fault) = &found.fault {
        out.line(format!("{} ended by a fault of the rules: {}", count(found.faults, "game"), fault.message));
    }
    out
}

/// The way to a position, with a button that opens it at the table.
fn reached(condition: &str, way: &Way, out: &mut Document) {
    let answers = way.answers.len() as u64;
    let steps = format!(" is true after {}: ", count(answers, "answer"));
    let there = TextLine::of(Ink::Code, condition).plain(steps).with(TextLine::at_table(FOUND, Some(answers)));
    out.verdict(there);
    let next = match way.asked.as_str() {
        "nobody" => "The game is over there.".to_owned(),
        who => format!("Then {who} is asked."),
    };
    out.line(format!("{} {next}", length(way)));
    out.list(way.answers.iter().map(|step| {
        let forced = if step.forced { " (the only answer)" } else { "" };
        TextLine::from(format!("{}: ", step.who)).and(Ink::Code, step.answer.as_str()).plain(forced)
    }));
}
