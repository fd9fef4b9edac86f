//! Winners, course and choices of the games.

use std::collections::BTreeMap;

use super::Simulation;
use super::words::{more, percent, points, row, share, spaced};
use crate::tools::charts::{BandMoment, ChartRow, bands, spans};
use crate::tools::document::{Document, Ink, TextLine, TextTable};
use crate::tools::paint::{count, thousands};
use tavola_lab::Report;
use tavola_lab::simulate::{ChoiceCount, Course, Group, Score, ScoreMoment};
use tavola_lab::statistics::{Mean, Share, Spread};
use tavola_page::draw;

/// Maximum number of values of an expression, and of choices of a kind, that a terminal lists.
const LISTED: usize = 12;

/// Win rates by seat, by bot and by the value of an expression, and the advantage of the first seat.
pub(super) fn wins(run: &Simulation, out: &mut Document) {
    let report = &run.report;
    let mut chart: Vec<ChartRow> = Vec::new();
    let mut bar = |name: &str, Share { low, rate, high, .. }: &Share| {
        let [low, rate, high] = [low, rate, high].map(|part| part * 100.0);
        chart.push(ChartRow { name: name.to_owned(), ends: (low, high), thick: None, dot: rate });
    };
    let mut seats = TextTable::new(["seat", "wins", "95% interval", "sole", "shared"]);
    for seat in report.seats.iter().take(if report.together { 1 } else { usize::MAX }) {
        let (name, counts) = match report.together {
            true => ("all win together", Vec::new()),
            false => (seat.player.as_str(), [seat.alone, seat.shared].map(thousands).to_vec()),
        };
        seats.row(row(name, share(&seat.wins).into_iter().chain(counts)));
        bar(name, &seat.wins);
    }
    let rest = [("shared victory", &report.shared), ("nobody wins", &report.drawn)];
    for (name, share_of) in rest.into_iter().skip(usize::from(report.together)).filter(|(_, share)| share.count > 0) {
        seats.row(row(name, share(share_of)));
        bar(name, share_of);
    }
    let mut bots = TextTable::new(["bot", "players", "wins", "95% interval", "sole wins"]);
    for bot in &report.bots {
        let players = format!("{} of {}", bot.seats, run.players);
        bar(&format!("{} ({players})", bot.bot), &bot.wins);
        let cells = std::iter::once(players).chain(share(&bot.wins)).chain([thousands(bot.alone)]);
        bots.row(row(bot.bot.as_str(), cells));
    }
    out.gap();
    out.table(seats);
    let equal = (!report.together).then(|| 100.0 / run.players.max(1) as f64);
    let mark = if equal.is_some() { " Vertical line: the share of equal players." } else { "" };
    out.figure(move || spans(&chart, equal, "%"), format!("Wins in percent of games, with the 95% interval.{mark}"));
    if !report.bots.is_empty() {
        let seats = if run.rotate { "rotated through all seats" } else { "in fixed seats" };
        out.section(format!("win rates of bots, {seats}"));
        out.table(bots);
    }
    if let Some(first) = &report.first_seat {
        out.gap();
        out.line(first_seat(first));
    }
    if let Some(by) = &run.by {
        let title =
            TextLine::from("wins by ").and(Ink::Code, by.expression.as_str()).plain(format!(", {}", by.moment()));
        match &report.by {
            Some(groups) => {
                out.section(title);
                out.table(grouped("value", groups));
            }
            None => out.section(title.plain(": too many different values")),
        }
    }
}

/// Win rates by value, under this head.
fn grouped(head: &str, groups: &[Group]) -> TextTable {
    let value = |group: &Group| {
        let value = group.value.as_deref().unwrap_or("(not reached)");
        row(value, std::iter::once(thousands(group.players)).chain(share(&group.wins)))
    };
    TextTable::new([head, "players", "wins", "95% interval"]).rows(groups.iter().map(value)).at_most(LISTED)
}

/// Win rates by the first answer of a player, the most frequent first.
pub(super) fn first_answers(report: &Report, out: &mut Document) {
    let mut groups = report.first_answers.clone().unwrap_or_default();
    groups.sort_by_key(|group| std::cmp::Reverse(group.players));
    if groups.len() > 1 {
        out.section(format!("wins by first answer{}", closely(report)));
        out.table(grouped("first answer", &groups));
    }
}

/// `first seat: wins 2.1 percentage points more than the others on average (95% interval -0.5 to 4.7)`
fn first_seat(first: &Mean) -> String {
    let ([mean, low, high], more) = (points(first), more(first.mean));
    format!(
        "first seat: wins {mean} percentage points {more} than the others on average (95% interval {low} to {high})"
    )
}

/// Scores at the end, and changes of the lead.
pub(super) fn course(report: &Report, out: &mut Document) {
    let Some(course) = &report.course else { return };
    out.section(TextLine::from("final score (by the ").and(Ink::Code, "winner").plain(" rule)"));
    // All have the same score where they win or lose together.
    let shown =
        if report.together { course.scores.get(..1) } else { Some(course.scores.as_slice()) }.unwrap_or_default();
    let name = |score: &Score| if report.together { "all together".to_owned() } else { score.player.clone() };
    let scores = shown.iter().map(|score| row(name(score), spread(score.spread.as_ref(), 1.0, "")));
    let margin =
        course.margin.as_ref().map(|margin| row("lead of the first over the second", spread(Some(margin), 1.0, "")));
    out.table(TextTable::new(HEADS).rows(scores.chain(margin)));
    let bar = |name: &String, of: &Spread| ChartRow {
        name: name.clone(),
        ends: (of.low, of.high),
        thick: Some((of.lower, of.upper)),
        dot: of.median,
    };
    let bars = shown.iter().filter_map(|score| Some(bar(&name(score), score.spread.as_ref()?)));
    let bars: Vec<ChartRow> = bars.collect();
    if !bars.is_empty() {
        let caption = "Dot: median. Thick line: middle 50% of games. Thin line: middle 90%.";
        out.figure(move || spans(&bars, None, ""), caption);
    }
    over_time(course, report, out);
    if course.changes.is_some() {
        lead(course, report, out);
    }
}

/// Scores in the course of games.
fn over_time(course: &Course, report: &Report, out: &mut Document) {
    let moments = &course.over_time;
    if moments.len() < 2 {
        return;
    }
    out.section(format!("score over time{}", closely(report)));
    let quarters: Vec<&ScoreMoment> = moments.iter().filter(|moment| (moment.elapsed * 4.0).fract() == 0.0).collect();
    let heads = quarters.iter().map(|moment| match moment.elapsed {
        0.0 => "start".to_owned(),
        1.0 => "end".to_owned(),
        elapsed => format!("{:.0}%", elapsed * 100.0),
    });
    let cells = |name: &str, of: &dyn Fn(&ScoreMoment) -> String| {
        row(name, quarters.iter().map(|moment| of(moment)).collect::<Vec<_>>())
    };
    let rows = [
        cells("5%", &|moment| format!("{:.0}", moment.all.low)),
        cells("median", &|moment| format!("{:.0}", moment.all.median)),
        cells("95%", &|moment| format!("{:.0}", moment.all.high)),
        cells("median of winners", &|moment| {
            moment.winners.as_ref().map_or_else(String::new, |won| format!("{:.0}", won.median))
        }),
    ];
    out.table(TextTable::new(std::iter::once(String::new()).chain(heads)).rows(rows));
    let moments: Vec<BandMoment> = moments.iter().map(band).collect();
    let caption = "Scores of all players after each part of a game, measured in answers. Thick line: median. Dark band: middle 50%. Light \
                   band: middle 90%. Thin line: median of the players who won.";
    out.figure(move || bands(&moments), caption);
}

fn band(moment: &ScoreMoment) -> BandMoment {
    let Spread { low, lower, median, upper, high, .. } = moment.all;
    let second = moment.winners.as_ref().map(|won| won.median);
    BandMoment { at: moment.elapsed * 100.0, wide: (low, high), narrow: (lower, upper), line: median, second }
}

/// Time at which games are decided, and number of changes of the lead.
fn lead(course: &Course, report: &Report, out: &mut Document) {
    out.section(format!("games over time{}", closely(report)));
    let decided = row("decided after (share of the game)", spread(course.decided.as_ref(), 100.0, "%"));
    let changes = row("lead changes", spread(course.changes.as_ref(), 1.0, ""));
    out.table(TextTable::new(HEADS).rows([decided, changes]));
    out.list(course.half_time.as_ref().map(|half| {
        let [mean, low, high] = [half.mean, half.low, half.high].map(percent);
        format!("the leader at half-time wins in {mean} of the games ({low} to {high})")
    }));
}

/// ` (first 200 games)`, unless all games were analysed in detail.
fn closely(report: &Report) -> String {
    match report.closely {
        all if all == report.games => String::new(),
        some => format!(" (first {})", count(some, "game")),
    }
}

/// Heads of spreads.
const HEADS: [&str; 9] = ["", "mean", "min", "5%", "25%", "median", "75%", "95%", "max"];

/// Cells of a spread, each number times `unit`.
fn spread(spread: Option<&Spread>, unit: f64, end: &str) -> Vec<String> {
    let Some(spread) = spread else { return Vec::new() };
    let Spread { mean, least, low, lower, median, upper, high, most } = *spread;
    let quantile = |number: f64| format!("{:.0}{end}", number * unit);
    let quantiles = [least, low, lower, median, upper, high, most].map(quantile);
    std::iter::once(format!("{:.1}{end}", mean * unit)).chain(quantiles).collect()
}

/// Choices by frequency, and options that were never chosen.
pub(super) fn chosen(run: &Simulation, out: &mut Document) {
    let report = &run.report;
    if report.chosen.is_empty() {
        return;
    }
    let offers = report.chosen.iter().any(|named| named.offered.is_some());
    let what = if offers { "choices per game, of bots other than random" } else { "choices per game" };
    out.section(format!("{what}{}", closely(report)));
    let often = |named: &ChoiceCount| format!("{:.2}", named.chosen as f64 / report.closely.max(1) as f64);
    for same in report.chosen.chunk_by(|one, next| one.what == next.what) {
        let each = |named: &ChoiceCount| format!("{} {}", named_choice(named), often(named));
        let list = |some: &mut dyn Iterator<Item = &ChoiceCount>| some.map(each).collect::<Vec<_>>().join(", ");
        let most = list(&mut same.iter().take(LISTED / 2));
        let least = list(&mut same.iter().skip(LISTED / 2).rev().take(LISTED / 4));
        let least = if least.is_empty() { least } else { format!("; least: {least}") };
        let rows = same.iter().map(|named| {
            let bar =
                TextLine::of(Ink::Bar, format!("{:.1}", named.chosen as f64 * 100.0 / same[0].chosen.max(1) as f64));
            let offered = named.offered.map(|offered| thousands(offered).into());
            let wins = std::iter::once(thousands(named.players)).chain(share(&named.wins)).map(TextLine::from);
            [named_choice(named).into(), often(named).into(), bar].into_iter().chain(offered).chain(wins)
        });
        let heads = ["", "per game", ""].into_iter().chain(offers.then_some("offered"));
        let table = TextTable::new(heads.chain(["chosen by", "wins", "95% interval"])).rows(rows);
        out.details(format!("{}: {most}{least}", sort_of_choices(same)), table);
    }
    boards(run, out);
    let mut never: Vec<&ChoiceCount> =
        report.chosen.iter().filter(|named| named.chosen == 0 && named.offered.is_some()).collect();
    never.sort_by_key(|named| std::cmp::Reverse(named.offered));
    let some = never.iter().take(2 * LISTED).map(|named| {
        let offered = count(named.offered.unwrap_or(0), "time");
        format!("{} ({}, offered {offered})", named_choice(named), named.what)
    });
    let some = some.collect::<Vec<_>>().join(", ");
    let more = never.len().saturating_sub(2 * LISTED);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    out.list((!never.is_empty()).then(|| format!("offered but never chosen: {some}{more}")));
}

/// `3 things`, `24 members of Card`
fn sort_of_choices(same: &[ChoiceCount]) -> String {
    let (what, n) = (same[0].what.as_str(), same.len() as u64);
    match what.starts_with(char::is_uppercase) {
        true => format!("{} of {what}", count(n, "member")),
        false => count(n, what),
    }
}

/// The boards with the number of choices of each space and link.
fn boards(run: &Simulation, out: &mut Document) {
    let Some(start) = &run.start else { return };
    let report = &run.report;
    let often = |named: &ChoiceCount| named.chosen as f64 / report.closely.max(1) as f64;
    let often: BTreeMap<String, f64> = report.chosen.iter().map(|named| (named.name.clone(), often(named))).collect();
    if let Some(picture) = draw::heat(start, &often) {
        let caption = "Choices per game of each space and link. Darker spaces were chosen more often.";
        out.figure(move || Ok(picture.clone()), caption);
    }
}

/// `leave the train`; of an answer with its question, or the rule that asks: `"Another card?" yes`
fn named_choice(named: &ChoiceCount) -> String {
    let (_, answer) = named.name.split_once(": ").unwrap_or_default();
    named.asked.as_ref().map_or_else(|| spaced(&named.name), |asked| format!("\"{asked}\" {}", spaced(answer)))
}
