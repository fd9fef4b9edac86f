//! Profile: a table, and a flame graph.

use std::path::Path;

use super::words::{percent, row, spaced};
use crate::tools::document::{Document, TextTable};
use crate::tools::ending::Stop;
use crate::tools::paint::{clean, count};
use crate::tools::{interrupt, progress};
use tavola_game::{Error, Game};
use tavola_lab::profile::{Profile, profile};
use tavola_lab::{Plan, whole};

/// Maximum number of games that are profiled.
const GAMES: u64 = 200;
/// Maximum number of rules and questions that are listed.
const LISTED: usize = 12;
/// Minimum share of the time of those that are listed.
const LEAST: f64 = 0.001;

/// Plays the first games of a plan once more and measures where their time goes.
pub(super) fn look(game: &Game, plan: &Plan) -> Profile {
    let games = plan.games.min(GAMES);
    let bar = progress::bar(games, "games");
    let first = plan.first..plan.first.saturating_add(games);
    let profile = profile(game, (&plan.bots, plan.seed, first), &|done| bar.set_position(done), &interrupt::flag());
    bar.finish_and_clear();
    profile
}

/// Adds the tables of rules and questions.
pub(super) fn write(profile: &Profile, out: &mut Document) {
    let games = count(profile.games, "game");
    let each = profile.seconds * 1e3 / profile.games.max(1) as f64;
    let mut rules = TextTable::new(["", "itself", "its options", "with all it calls", "times a game", ""]);
    for rule in profile.rules.iter().filter(|rule| rule.own + rule.options >= LEAST).take(LISTED) {
        let shares = [rule.own, rule.options, rule.whole].map(percent);
        rules.row(row(spaced(&rule.rule), shares.into_iter().chain([format!("{:.1}", rule.runs), rule.place.clone()])));
    }
    out.section(format!("profile of {games}: {each:.2} ms per game, without bots' search"));
    out.table(rules);
    let mut questions = TextTable::new(["", "share of time", "times a game", "microseconds each", ""]);
    for one in profile.questions.iter().filter(|question| question.share >= LEAST).take(LISTED) {
        let figures = [format!("{:.1}", one.asked), format!("{:.1}", one.microseconds), one.place.clone()];
        questions.row(row(one.question.as_str(), std::iter::once(percent(one.share)).chain(figures)));
    }
    out.section("options of questions, including lookahead");
    out.table(questions);
}

/// Writes the flame graph.
///
/// # Errors
/// When it cannot be drawn or written.
pub(super) fn draw(profile: &Profile, file: &Path) -> Result<(), Stop> {
    // `;` divides frames and the last space the time from them.
    let stacks = profile.stacks.iter().map(|(frames, time)| {
        let frames: Vec<String> = frames.iter().map(|frame| clean(frame).replace(';', ",")).collect();
        format!("{} {}", frames.join(";"), time.as_micros())
    });
    let stacks: Vec<String> = stacks.collect();
    let mut options = inferno::flamegraph::Options::default();
    "Profile".clone_into(&mut options.title);
    "us".clone_into(&mut options.count_name);
    options.deterministic = true;
    let mut page = Vec::new();
    inferno::flamegraph::from_lines(&mut options, stacks.iter().map(String::as_str), &mut page)
        .map_err(|error| Stop::usage(format!("no flame graph can be drawn: {error}")))?;
    let _writing = whole::writing();
    let page = String::from_utf8_lossy(&page);
    whole::write(file, &page).map_err(|error| Error::unwritten("write", file, &error))?;
    Ok(())
}
