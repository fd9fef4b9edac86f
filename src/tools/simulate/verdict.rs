//! Summary of the figures of a run, in a few sentences.

use super::Simulation;
use super::words::{more, percent, points};
use crate::tools::document::{Ink, TextLine};
use crate::tools::paint::{count, thousands};
use tavola_lab::Report;
use tavola_lab::simulate::BotWins;
use tavola_lab::statistics::Share;

/// Width of the interval of an advantage above which it tells nothing, as a share of the games.
const UNSURE: f64 = 0.2;

/// The sentences: troubles, who wins, the length of a game, how open it stays. None if no game ended.
pub(super) fn verdict(run: &Simulation) -> Option<TextLine> {
    let report = &run.report;
    let length = report.length.as_ref()?;
    let asked = match length.low < length.high {
        true => format!(
            "A game asks its players {:.0} questions ({:.0} to {:.0} in nine of ten games).",
            length.mean, length.low, length.high
        ),
        false => format!("A game asks its players {}.", count(length.mean.round() as u64, "question")),
    };
    let half = report.course.as_ref().and_then(|course| course.half_time.as_ref());
    let half = half.map(|half| {
        let chance = percent(1.0 / run.players.max(1) as f64);
        format!("Who leads at half-time wins {} of the games ({chance} by chance alone).", percent(half.mean))
    });
    let sentences = balance(run).into_iter().chain([asked]).chain(half).collect::<Vec<_>>().join(" ");
    Some(troubles(report).plain(sentences))
}

/// Faults and broken invariants.
fn troubles(report: &Report) -> TextLine {
    let (broken_off, broke, ended) = (report.fault_count, report.broken_count, thousands(report.ended));
    let were = if broken_off == 1 { "was" } else { "were" };
    let off = format!("{} {were} broken off.", count(broken_off, "game"));
    let all = [
        (broken_off, off, format!(" The results are those of the {ended} that ended. ")),
        (broke, format!("{} broke an invariant.", count(broke, "game")), " ".to_owned()),
    ];
    let all = all.into_iter().filter(|(games, ..)| *games > 0);
    all.fold(TextLine::default(), |line, (_, bad, more)| line.and(Ink::Bad, bad).plain(more))
}

/// The winners: everybody together, the best bot, or the first seat more or less than the others.
fn balance(run: &Simulation) -> Vec<String> {
    let report = &run.report;
    let within = |Share { low, rate, high, .. }: &Share| {
        format!("{} of the games ({} to {})", percent(*rate), percent(*low), percent(*high))
    };
    if report.together {
        return report.seats.iter().take(1).map(|seat| format!("The players win {}.", within(&seat.wins))).collect();
    }
    let best = report.bots.iter().max_by(|one, other| one.wins.rate.total_cmp(&other.wins.rate));
    let seats = |bot: &BotWins| format!("{} of {}", bot.seats, count(run.players as u64, "seat"));
    let best = best.map(|best| format!("{} ({}) wins {}.", best.bot, seats(best), within(&best.wins)));
    let first = report.first_seat.as_ref().map(|first| {
        let ([size, from, to], more) = (points(first), more(first.mean));
        match first.low <= 0.0 && first.high >= 0.0 {
            true if first.high - first.low > UNSURE => {
                format!("Too few games to tell whether the first seat matters ({from} to {to} percentage points).")
            }
            true => format!("No effect of the first seat shows ({from} to {to} percentage points)."),
            false => format!("The first seat wins {size} percentage points {more} than the others ({from} to {to})."),
        }
    });
    best.into_iter().chain(first).collect()
}
