//! Figures as one page for a browser, with charts; it needs nothing else.

use maud::{Markup, PreEscaped, html};

use super::words::{percent, provenance};
use super::{Simulation, course};
use crate::tools::charts::{ChartRow, STYLE, histogram, spans};
use crate::tools::ending::Stop;
use crate::tools::page::framed;
use crate::tools::paint::{count, thousands};
use tavola_lab::Report;
use tavola_lab::simulate::ChoiceCount;
use tavola_lab::statistics::{Share, Spread};

/// How bars in tables look.
const BARS: &str = "
.bar { display: inline-block; height: .8rem; background: #5a7fa0; vertical-align: baseline; min-width: 1px; }
table.figures th:last-child, table.figures td:last-child { text-align: right; }
td.bars { text-align: left; width: 14rem; } details { margin: .5rem 0; } summary { cursor: pointer; }
";

/// The page.
///
/// # Errors
/// When a chart cannot be drawn, which is our own failure.
pub(super) fn page(runs: &[Simulation]) -> Result<String, Stop> {
    let sections = runs.iter().map(section).collect::<Result<Vec<Markup>, Stop>>()?;
    let title = runs.first().map_or("", |run| run.report.game.as_str());
    let body = html! { @for section in &sections { (section) } };
    Ok(framed(&format!("{title}: figures"), &[STYLE, BARS].concat(), &body))
}

fn section(run: &Simulation) -> Result<Markup, Stop> {
    let report = &run.report;
    let charts = if report.ended > 0 { Some(charts(run)?) } else { None };
    Ok(html! {
        section {
            h2 { (report.game) ", " (count(run.players as u64, "player")) }
            p.told {
                (thousands(report.games)) " games of " (thousands(report.planned)) ", seed " (report.seed)
                @if let Some(variant) = &run.variant { ", " (variant) }
                @for (name, value) in &run.settings { ", " (name) "=" (value) }
                br;
                (provenance(run))
            }
            @match charts {
                Some(charts) => (charts),
                None => p { "No game ended: no results and no lengths." },
            }
            (chosen(report))
            @if !report.never_ran.is_empty() { p { "Rules that never ran: " (report.never_ran.join(", ").replace('_', " ")) "." } }
            @if report.has_troubles() {
                p { "Games with a broken invariant: " (report.broken_count) "; games that a fault ended: " (report.fault_count) "." }
                ul { @for trouble in report.broken.iter().chain(&report.faults) {
                    li { (trouble.what) " (game " (trouble.game) ", " (trouble.place) ")" }
                } }
            }
        }
    })
}

/// What is told of games that came to their end.
fn charts(run: &Simulation) -> Result<Markup, Stop> {
    let report = &run.report;
    let scores = scores(report);
    let fair = (!report.together).then(|| 100.0 / run.players.max(1) as f64);
    Ok(html! {
        h3 { "Who wins" }
        figure.wide {
            (PreEscaped(spans(&wins(run), fair, "%")?))
            figcaption {
                "In percent of games, with the 95% interval."
                @if fair.is_some() { " Vertical line: the share of equal players." }
            }
        }
        @if let Some(first) = &report.first_seat { p { (course::first_seat(first)) " (95% interval)." } }
        @if let (Some(by), Some(groups)) = (&run.by, &report.by) {
            h3 { "Wins by " code { (by.expression) } ", " (by.moment()) }
            (table(&["value", "players", "wins", "95% interval"], course::rows_of(groups)))
        }
        @if !scores.is_empty() {
            h3 { "Final score (by the winner rule)" }
            figure.wide {
                (PreEscaped(spans(&scores, None, "")?))
                figcaption { "Dot: median. Thick line: middle 50% of games. Thin line: middle 90%." }
            }
        }
        @if let Some(of) = &report.course { (table(&course::HEADS, vec![course::margin(of)])) }
        @if let Some(of) = report.course.as_ref().filter(|of| of.changes.is_some()) {
            h3 { "Course of the game" (course::closely(report)) }
            (table(&course::HEADS, course::rows(of)))
            @if let Some(half) = &of.half_time { p { (course::half_time(half)) } }
        }
        h3 { "Length" }
        figure.wide {
            (PreEscaped(histogram(std::slice::from_ref(&report.lengths))?))
            figcaption { "Questions to players per game, in percent of games." }
        }
        p {
            "A question has " (format!("{:.1}", report.options.mean)) " options, at most " (report.options.most) "; "
            (percent(report.options.forced.rate)) " have only one."
        }
    })
}

/// How often each seat, each sort of bot, several together and nobody win.
fn wins(run: &Simulation) -> Vec<ChartRow> {
    let report = &run.report;
    let span = |(name, share): (String, &Share)| {
        let [low, rate, high] = [share.low, share.rate, share.high].map(|part| part * 100.0);
        ChartRow { name, ends: (low, high), thick: None, dot: rate }
    };
    let seats = report.seats.iter().filter(|_| !report.together).map(|seat| (seat.player.clone(), &seat.wins));
    let all =
        report.seats.iter().take(usize::from(report.together)).map(|seat| ("all together".to_owned(), &seat.wins));
    let seats = all.chain(seats);
    let sorts = report.bots.iter().map(|bot| (format!("{} ({} of {})", bot.bot, bot.seats, run.players), &bot.wins));
    let rest = [("several together", &report.shared), ("nobody", &report.drawn)];
    let rest = &rest[usize::from(report.together)..];
    let rest = rest.iter().filter(|(_, share)| share.count > 0).map(|&(name, share)| (name.to_owned(), share));
    seats.chain(sorts).chain(rest).map(span).collect()
}

fn scores(report: &Report) -> Vec<ChartRow> {
    let scores = report.course.iter().flat_map(|course| &course.scores);
    let span = |(name, of): (&String, &Spread)| ChartRow {
        name: name.clone(),
        ends: (of.low, of.high),
        thick: Some((of.lower, of.upper)),
        dot: of.median,
    };
    scores.filter_map(|score| Some((&score.player, score.spread.as_ref()?))).map(span).collect()
}

fn table<H: AsRef<str>, R: AsRef<[String]>>(heads: &[H], rows: Vec<R>) -> Markup {
    html! {
        div.wide { table.figures {
            thead { tr { @for head in heads { th { (head.as_ref()) } } } }
            tbody { @for row in &rows { tr { @for cell in row.as_ref() { td { (cell) } } } } }
        } }
    }
}

/// What was chosen how often: a table with bars for each sort.
fn chosen(report: &Report) -> Markup {
    let games = report.closely.max(1) as f64;
    let sorts: Vec<&[ChoiceCount]> = report.chosen.chunk_by(|one, next| one.what == next.what).collect();
    let offers = report.chosen.iter().any(|named| named.offered.is_some());
    html! {
        @if !sorts.is_empty() {
            h3 { @if offers { "Choices of searching bots" } @else { "Choices" } (course::closely(report)) }
            @for same in sorts {
                details open[same.len() <= OPEN] {
                    summary { (same[0].what) " (" (same.len()) ")" }
                    div.wide { table {
                        thead { tr { th {} th { "times a game" } th {} @if offers { th { "offers" } } } }
                        tbody { @for named in same { tr {
                            td { (named.name.replace('_', " ")) }
                            td { (format!("{:.2}", named.chosen as f64 / games)) }
                            td.bars { (bar(named.chosen, same[0].chosen)) }
                            @if let Some(offered) = named.offered {
                                td { (thousands(offered)) @if named.chosen == 0 { ", never chosen" } }
                            }
                        } } }
                    } }
                }
            }
        }
    }
}

/// Longer tables are folded at first.
const OPEN: usize = 30;

fn bar(part: u64, most: u64) -> Markup {
    let style = format!("width: {:.1}%", part as f64 * 100.0 / most.max(1) as f64);
    html! { @if part > 0 { span.bar style=(style) {} } }
}
