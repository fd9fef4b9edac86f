//! Profile: a table, and a flame graph.

use std::path::Path;

use super::words::{percent, section};
use crate::tools::ending::Stop;
use crate::tools::grid::TextTable;
use crate::tools::paint::{clean, count};
use crate::tools::{interrupt, progress};
use tavola_game::{Error, Game};
use tavola_lab::profile::{Profile, profile};
use tavola_lab::{Plan, whole};

/// It is looked into so many games.
const GAMES: u64 = 200;
/// So many rules and questions are told, and none that takes less than this share.
const TOLD: usize = 12;
const LEAST: f64 = 0.001;

/// Plays the first games of a plan once more and looks where their time goes.
pub(super) fn look(game: &Game, plan: &Plan) -> Profile {
    let games = plan.games.min(GAMES);
    let bar = progress::bar(games, "games");
    let profile = profile(game, (&plan.bots, plan.seed, games), &|done| bar.set_position(done), interrupt::flag());
    bar.finish_and_clear();
    profile
}

/// Adds the tables of rules and questions.
pub(super) fn told(profile: &Profile, lines: &mut Vec<String>) {
    let games = count(profile.games, "game");
    let each = profile.seconds * 1e3 / profile.games.max(1) as f64;
    let mut rules = TextTable::new();
    rules.row(["", "itself", "its options", "with all it calls", "times a game", ""]);
    let all = profile.rules.iter().filter(|rule| rule.own + rule.options >= LEAST);
    for rule in all.take(TOLD) {
        let shares = [rule.own, rule.options, rule.whole].map(percent);
        let name = clean(&rule.rule).replace('_', " ");
        let cells = [name].into_iter().chain(shares).chain([format!("{:.1}", rule.runs), clean(&rule.place)]);
        rules.row(cells);
    }
    section(&format!("profile of {games}: {each:.2} ms per game, without bots' search"), rules, lines);
    let mut questions = TextTable::new();
    questions.row(["", "of the time", "times a game", "microseconds each", ""]);
    let all = profile.questions.iter().filter(|question| question.share >= LEAST);
    for question in all.take(TOLD) {
        let figures = [format!("{:.1}", question.asked), format!("{:.1}", question.microseconds)];
        let cells = [clean(&question.question), percent(question.share)].into_iter().chain(figures);
        questions.row(cells.chain([clean(&question.place)]));
    }
    section("options of questions, including lookahead", questions, lines);
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
