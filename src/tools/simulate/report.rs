//! The figures of a run for people.

use super::words::{interval, percent, provenance, section};
use super::{Simulation, course, profile};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::grid::{self, TextTable};
use crate::tools::paint::{clean, count, thousands};
use tavola_lab::Report;
use tavola_lab::simulate::Trouble;
use tavola_lab::statistics::{Spread, Summary};

/// Prints it. `again` gives the command that plays a game of the run, by the game's number; `laws_again` the command that
/// tries the laws again up to this game.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn pretty(
    run: &Simulation,
    again: &dyn Fn(u64) -> String,
    laws_again: &dyn Fn(u64) -> String,
    console: &mut Console,
) -> Result<(), Stop> {
    let report = &run.report;
    let mut lines = vec![head(run, console)];
    if report.repeats {
        let why = "the same fault ended ten games";
        lines.push(format!("{}: {why}", console.paint.red("stopped")));
    }
    if report.ended == 0 {
        lines.push(format!("{}: no results and no lengths", console.paint.red("no game ended")));
    } else {
        section("", seats(report), &mut lines);
        course::wins(run, &mut lines);
        course::course(report, &mut lines);
        if !report.tracks.is_empty() {
            section("final values of tracks", tracks(report), &mut lines);
        }
        section(&of_ended("per game", report), lengths(report), &mut lines);
        if let Some(length) = report.length.as_ref().filter(|length| length.least < length.most) {
            let Spread { low, lower, median, upper, high, .. } = length;
            let all = format!("5% {low}, 25% {lower}, median {median}, 75% {upper}, 95% {high}");
            lines.push(format!("  percentiles of questions to players: {all}"));
        }
        course::chosen(report, &mut lines);
    }
    lines.push(String::new());
    lines.push("runs of rules per game".to_string());
    let ran = rules(report);
    lines.extend(grid::columns(&ran, console.width(), "  "));
    let paint = console.paint;
    if report.never_ran.is_empty() {
        // A fault leaves a rule unfinished.
        lines.push(if report.ended > 0 { "every rule ran" } else { "every rule started" }.to_string());
    } else {
        let names = report.never_ran.iter().map(|name| clean(name)).collect::<Vec<_>>().join(", ");
        lines.push(format!("{}: {names}", paint.yellow("never ran")));
    }
    if let Some(found) = &run.profile {
        profile::told(found, &mut lines);
    }
    lines.push(String::new());
    lines.push(invariants(run, console));
    troubles(&report.broken, again, &mut lines);
    if report.fault_count > 0 {
        lines.push(format!("{} in {}", paint.red("faults"), count(report.fault_count, "game")));
        troubles(&report.faults, again, &mut lines);
    }
    laws(run, laws_again, console, &mut lines);
    lines.push(String::new());
    lines.into_iter().try_for_each(|line| console.say(line))
}

/// Result of the invariants, and when they were checked.
fn invariants(run: &Simulation, console: &Console) -> String {
    let (report, paint) = (&run.report, console.paint);
    let all = report.ended == report.games;
    let times = match (run.laws.is_some(), report.ended) {
        (true, _) => "after every answer".to_string(),
        (false, 0) => return format!("invariants: {}: no game ended", paint.yellow("not checked")),
        (false, _) if all => "at the end of every game".to_string(),
        (false, ended) => format!("at the end of the {} that ended", count(ended, "game")),
    };
    match (report.broken_count, report.invariants) {
        (_, 0) => "invariants: none declared (`always`)".to_string(),
        (0, _) => format!("invariants: {} {times}", paint.green("all held")),
        (n, _) => format!("invariants: {} in {}", paint.red("broken"), count(n, "game")),
    }
}

/// A title, and over how many games figures are, where some did not end.
fn of_ended(title: &str, report: &Report) -> String {
    match report.games - report.ended {
        0 => title.to_string(),
        _ => format!("{title} (of the {} that ended)", thousands(report.ended)),
    }
}

fn head(run: &Simulation, console: &Console) -> String {
    let report = &run.report;
    let mut head = format!("{}, {}: ", console.paint.bold(&clean(&report.game)), count(run.players as u64, "player"));
    if report.games < report.planned {
        head.push_str(&format!("stopped after {} of ", thousands(report.games)));
    }
    head.push_str(&format!("{}, seed {}", count(report.planned, "game"), report.seed));
    if let Some(variant) = &run.variant {
        head.push_str(&format!(", {variant}"));
    }
    run.settings.iter().for_each(|(name, value)| head.push_str(&format!(", {name}={value}")));
    format!("{head}\n{}", provenance(run))
}

/// How a victory of several is called.
const SHARED: &str = "shared victory";

fn seats(report: &Report) -> TextTable {
    let mut grid = TextTable::new();
    grid.row(["seat", "wins", "95% interval", "sole", "shared"]);
    if let (true, Some(seat)) = (report.together, report.seats.first()) {
        grid.row(["all together".to_owned(), percent(seat.wins.rate), interval(&seat.wins)]);
    }
    for seat in report.seats.iter().filter(|_| !report.together) {
        let counts = [thousands(seat.alone), thousands(seat.shared)];
        let [alone, shared] = counts;
        grid.row([clean(&seat.player), percent(seat.wins.rate), interval(&seat.wins), alone, shared]);
    }
    for (name, share) in [(SHARED, &report.shared), ("nobody wins", &report.drawn)] {
        if share.count > 0 && !(report.together && name == SHARED) {
            grid.row([name.to_string(), percent(share.rate), interval(share)]);
        }
    }
    grid
}

fn tracks(report: &Report) -> TextTable {
    let mut grid = TextTable::new();
    grid.row(["", "mean", "std dev", "min", "max", "winners"]);
    for track in &report.tracks {
        let Some(values) = &track.values else { continue };
        let name = clean(&track.name).replace('_', " ");
        let name = if track.index.is_empty() { name } else { format!("  {}", clean(&track.index.join(" "))) };
        let winners = track.winners.as_ref().map(|w| format!("{:.1}", w.mean)).unwrap_or_default();
        grid.row(std::iter::once(name).chain(cells(values)).chain([winners]));
    }
    grid
}

fn lengths(report: &Report) -> TextTable {
    let mut grid = TextTable::new();
    grid.row(["", "mean", "std dev", "min", "max"]);
    let rows = [("answers", &report.answers), ("questions to players", &report.questions), ("chance", &report.chance)];
    for (name, summary) in rows {
        if let Some(summary) = summary {
            grid.row(std::iter::once(name.to_string()).chain(cells(summary)));
        }
    }
    let options = &report.options;
    let (mean, most) = (format!("{:.1}", options.mean), options.most.to_string());
    grid.row(["options per question".to_string(), mean, String::new(), String::new(), most]);
    grid.row(["questions with one option".to_string(), percent(options.forced.rate)]);
    grid
}

fn rules(report: &Report) -> Vec<String> {
    let ran = report.rules.iter().filter(|rule| rule.runs > 0);
    let name = |rule: &str| clean(rule).replace('_', " ");
    let widest = ran.clone().map(|r| grid::width(&name(&r.rule))).max().unwrap_or(0);
    let games = report.games.max(1) as f64;
    let each = |runs: u64| match runs as f64 / games {
        often if often >= 0.095 => format!("{often:.1}"),
        seldom => format!("{seldom:.4}"),
    };
    ran.map(|rule| format!("{:widest$}  {:>8}", name(&rule.rule), each(rule.runs))).collect()
}

fn troubles(troubles: &[Trouble], again: &dyn Fn(u64) -> String, lines: &mut Vec<String>) {
    for trouble in troubles {
        let at = match trouble.place.as_str() {
            "" => "at the end of the game".to_owned(),
            place => format!("after {} in {} ({place})", count(trouble.answers, "answer"), clean(&trouble.rule)),
        };
        let often = if trouble.games > 1 { format!(" (in {})", count(trouble.games, "game")) } else { String::new() };
        lines.push(format!("  {}: {at}{often}", clean(&trouble.what)));
        lines.push(format!("    again: {}", again(trouble.game)));
    }
}

fn laws(run: &Simulation, again: &dyn Fn(u64) -> String, console: &Console, lines: &mut Vec<String>) {
    match &run.laws {
        None => {}
        Some(broken) if broken.is_empty() && run.law_games_wanted.is_some() => {
            let known = match run.law_moments {
                0 => "before all were checked at a question".to_owned(),
                moments => format!("at {}, all held there", count(moments, "question")),
            };
            let wanted = count(run.law_games_wanted.unwrap_or_default(), "game");
            let games = format!("{} of {wanted} to the end", thousands(run.law_games));
            lines.push(format!("laws: {} {known} ({games})", console.paint.yellow("stopped")));
        }
        Some(broken) if broken.is_empty() => {
            let games = match run.law_games {
                games if games < run.report.planned => {
                    format!("the first {} (--games N --check checks all N)", count(games, "game"))
                }
                games => count(games, "game"),
            };
            let held = if run.report.faults.is_empty() { "all held" } else { "all others held" };
            let sample = match run.law_games.saturating_sub(run.law_games_closely) {
                0 => String::new(),
                rest => format!(
                    ", and at a sample of the questions of {} more (--check-all: at every one)",
                    thousands(rest)
                ),
            };
            let games = if sample.is_empty() { games } else { count(run.law_games_closely, "game") };
            lines.push(format!("laws: {} at every question of {games}{sample}", console.paint.green(held)));
        }
        Some(broken) => {
            lines.push(format!("laws: {}", console.paint.red(&count(broken.len() as u64, "broken law"))));
            for law in broken.iter().take(20) {
                lines.push(format!("  {}: {}", law.law, clean(&law.what)));
                let at = match law.place.as_str() {
                    "" => "at its end".to_owned(),
                    place => format!("after {} ({})", count(law.answers, "answer"), clean(place)),
                };
                let games = if law.games > 1 {
                    format!(" (and in {} more)", count(law.games - 1, "game"))
                } else {
                    String::new()
                };
                lines.push(format!("    in game {} {at}{games}", law.game));
                lines.push(format!("    again: {}", again(law.game)));
            }
            if broken.len() > 20 {
                lines.push(format!("  ... and {} more", broken.len() - 20));
            }
        }
    }
}

fn cells(summary: &Summary) -> [String; 4] {
    let mean = format!("{:.1}", summary.mean);
    [mean, format!("{:.1}", summary.deviation), summary.least.to_string(), summary.most.to_string()]
}
