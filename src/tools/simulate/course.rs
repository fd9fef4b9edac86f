//! Course of the games and choices, for people.

use super::Simulation;
use super::words::{interval, percent, section};
use crate::tools::grid::TextTable;
use crate::tools::paint::{clean, count, thousands};
use tavola_lab::Report;
use tavola_lab::simulate::{ChoiceCount, Course, Group};
use tavola_lab::statistics::{Mean, Spread};

/// Maximum number of values of an expression, and of choices of a kind, that are listed.
const TOLD: usize = 12;

/// Win rates by bot and by the value of an expression, and the advantage of the first seat.
pub(super) fn wins(run: &Simulation, lines: &mut Vec<String>) {
    let report = &run.report;
    if !report.bots.is_empty() {
        let mut grid = TextTable::new();
        grid.row(["bot", "players", "wins", "95% interval", "sole wins"]);
        for bot in &report.bots {
            let players = format!("{} of {}", bot.seats, run.players);
            let alone = thousands(bot.alone);
            grid.row([bot.bot.clone(), players, percent(bot.wins.rate), interval(&bot.wins), alone]);
        }
        let seats = if run.rotate { "rotated through all seats" } else { "in fixed seats" };
        section(&format!("win rates of bots, {seats}"), grid, lines);
    }
    if let Some(first) = &report.first_seat {
        lines.push(String::new());
        lines.push(first_seat(first));
    }
    if let Some(by) = &run.by {
        let title = format!("wins by {}, {}", clean(&by.expression), by.moment());
        match &report.by {
            Some(groups) => section(&title, values(groups), lines),
            None => lines.extend([String::new(), format!("{title}: too many different values")]),
        }
    }
}

/// `first seat: wins 2.1 percentage points more than the others on average (95% interval -0.5 to 4.7)`
pub(super) fn first_seat(first: &Mean) -> String {
    let points = |part: f64| format!("{:.1}", part * 100.0);
    let more = if first.mean < 0.0 { "less" } else { "more" };
    let (mean, low, high) = (points(first.mean.abs()), points(first.low), points(first.high));
    format!(
        "first seat: wins {mean} percentage points {more} than the others on average (95% interval {low} to {high})"
    )
}

/// Heads of the table of values, and its rows.
pub(super) fn rows_of(groups: &[Group]) -> Vec<[String; 4]> {
    let row = |group: &Group| {
        let value = group.value.as_deref().map_or_else(|| "(not reached)".to_owned(), clean);
        [value, thousands(group.players), percent(group.wins.rate), interval(&group.wins)]
    };
    groups.iter().map(row).collect()
}

fn values(groups: &[Group]) -> TextTable {
    let mut grid = TextTable::new();
    grid.row(["value", "players", "wins", "95% interval"]);
    let rows = rows_of(groups);
    let more = rows.len().saturating_sub(TOLD);
    rows.into_iter().take(TOLD).for_each(|row| grid.row(row));
    if more > 0 {
        grid.row([format!(".. and {more} more")]);
    }
    grid
}

/// Ranking measures at the end, and changes of the lead.
pub(super) fn course(report: &Report, lines: &mut Vec<String>) {
    let Some(course) = &report.course else { return };
    let mut grid = TextTable::new();
    grid.row(HEADS);
    for score in &course.scores {
        grid.row(std::iter::once(clean(&score.player)).chain(spread(score.spread.as_ref(), 1.0, "")));
    }
    grid.row(margin(course));
    section("final score (by the `winner` rule)", grid, lines);
    if course.changes.is_none() {
        return;
    }
    let mut grid = TextTable::new();
    grid.row(HEADS);
    rows(course).into_iter().for_each(|row| grid.row(row));
    section(&format!("course of the game{}", closely(report)), grid, lines);
    lines.extend(course.half_time.as_ref().map(|half| format!("  {}", half_time(half))));
}

/// Rows about the course of games.
pub(super) fn rows(of: &Course) -> Vec<Vec<String>> {
    let rows = [("decided after (share of the game)", &of.decided, 100.0, "%"), ("lead changes", &of.changes, 1.0, "")];
    let row = |(name, of, unit, end): (&str, &Option<Spread>, f64, &str)| {
        std::iter::once(name.to_owned()).chain(spread(of.as_ref(), unit, end)).collect()
    };
    rows.map(row).to_vec()
}

/// The final margin as a row.
pub(super) fn margin(of: &Course) -> Vec<String> {
    std::iter::once("lead of the first over the second".to_owned()).chain(spread(of.margin.as_ref(), 1.0, "")).collect()
}

/// ` (first 200 games)`, unless all games were analysed in detail.
pub(super) fn closely(report: &Report) -> String {
    match report.closely {
        all if all == report.games => String::new(),
        some => format!(" (first {})", count(some, "game")),
    }
}

/// `the leader at half-time wins in 61.0% (58.2% to 63.8%)`
pub(super) fn half_time(half: &Mean) -> String {
    let [mean, low, high] = [half.mean, half.low, half.high].map(percent);
    format!("the leader at half-time wins in {mean} of the games ({low} to {high})")
}

/// Heads of spreads.
pub(super) const HEADS: [&str; 9] = ["", "mean", "min", "5%", "25%", "median", "75%", "95%", "max"];

/// A row of them, each number times `unit`.
fn spread(spread: Option<&Spread>, unit: f64, end: &str) -> Vec<String> {
    let Some(spread) = spread else { return Vec::new() };
    let Spread { mean, least, low, lower, median, upper, high, most } = *spread;
    let quantile = |number: f64| format!("{:.0}{end}", number * unit);
    let quantiles = [least, low, lower, median, upper, high, most].map(quantile);
    std::iter::once(format!("{:.1}{end}", mean * unit)).chain(quantiles).collect()
}

/// Choices by frequency, and options that were never chosen.
pub(super) fn chosen(report: &Report, lines: &mut Vec<String>) {
    let never: Vec<String> = never(report).map(|named| told(named, named.offered.unwrap_or(0))).collect();
    if report.chosen.is_empty() {
        return;
    }
    lines.push(String::new());
    let offers = report.chosen.iter().any(|named| named.offered.is_some());
    let what = if offers { "choices of searching bots, per game" } else { "choices per game" };
    lines.push(format!("{what}{}", closely(report)));
    let games = report.closely.max(1) as f64;
    for same in report.chosen.chunk_by(|one, next| one.what == next.what) {
        let each = |named: &ChoiceCount| {
            format!("{} {:.2}", clean(&named.name).replace('_', " "), named.chosen as f64 / games)
        };
        let (most, least) = (same.iter().take(TOLD / 2), same.iter().skip(TOLD / 2).rev().take(TOLD / 4));
        let list = |some: Vec<String>| some.join(", ");
        let (most, least) = (list(most.map(each).collect()), list(least.map(each).collect()));
        let least = if least.is_empty() { least } else { format!("; least: {least}") };
        lines.push(format!("  {} ({}): {most}{least}", clean(&same[0].what), same.len()));
    }
    if !never.is_empty() {
        let more = never.len().saturating_sub(2 * TOLD);
        let more = if more > 0 { format!(", and {more} more") } else { String::new() };
        let some: Vec<String> = never.into_iter().take(2 * TOLD).collect();
        lines.push(format!("  offered but never chosen: {}{more}", some.join(", ")));
    }
}

/// Options that searching bots were offered and never chose, most frequent first.
pub(super) fn never(report: &Report) -> impl Iterator<Item = &ChoiceCount> {
    let mut never: Vec<&ChoiceCount> =
        report.chosen.iter().filter(|named| named.chosen == 0 && named.offered.is_some()).collect();
    never.sort_by_key(|named| std::cmp::Reverse(named.offered));
    never.into_iter()
}

/// `sell (action, offered 12 times)`
fn told(named: &ChoiceCount, offered: u64) -> String {
    let name = clean(&named.name).replace('_', " ");
    format!("{name} ({}, offered {})", clean(&named.what), count(offered, "time"))
}
