//! Comparisons as one page for a browser, with charts; it needs nothing else.

use maud::{PreEscaped, html};
use plotters::prelude::*;

use super::{NamedComparison, pretty, words};
use crate::tools::charts::{self, AFTER, BEFORE, STYLE, failed, histogram};
use crate::tools::ending::Stop;
use crate::tools::page::framed;
use crate::tools::paint::count;
use tavola_lab::compare::{Figure, Verdict};

/// Differences of more than so many times what matters stand at the edge of the chart.
const FAR: f64 = 8.0;

/// The page.
///
/// # Errors
/// When a chart cannot be drawn, which is our own failure.
pub(super) fn page(runs: &[NamedComparison]) -> Result<String, Stop> {
    let sections = runs.iter().map(section).collect::<Result<Vec<String>, Stop>>()?;
    let title = runs.first().map_or("", |run| run.title.as_str());
    let body = html! { @for section in &sections { (PreEscaped(section)) } };
    Ok(framed(&format!("{title}: compared"), STYLE, &body))
}

fn section(run: &NamedComparison) -> Result<String, Stop> {
    let comparison = &run.comparison;
    let deciding: Vec<&Figure> = comparison.figures.iter().filter(|figure| figure.decides).collect();
    let (others, heads) = (pretty::others(comparison), pretty::HEADS);
    let table = |figures: &[&Figure]| {
        html! {
            div.wide { table {
                thead { tr { @for head in heads { th { (head) } } } }
                tbody { @for figure in figures { tr { @for cell in pretty::cells(figure) { td { (cell) } } } } }
            } }
        }
    };
    let charts = [intervals(&deciding, run.trial.matters)?, histogram(&comparison.lengths)?];
    let section = html! {
        section {
            h2 { (count(run.players as u64, "player")) }
            @if let Some(ruling) = &run.ruling { p { (ruling.id) " " (ruling.question) " " (ruling.instead) ", not " (ruling.printed) "." } }
            p.told { @for line in pretty::sides(run) { (line) br; } (pretty::ended(run)) }
            ul { @for (_, line) in pretty::verdicts(comparison) { li { (line) } } }
            figure.wide {
                (PreEscaped(&charts[0]))
                figcaption { "Differences with their intervals: shares in percentage points, other figures in percent of the value before. "
                    "Grey band: below the threshold. Full circle: a relevant difference; square: no relevant difference; empty circle: open; triangle: beyond the edge." }
            }
            (table(&deciding))
            figure.wide {
                (PreEscaped(&charts[1]))
                figcaption { "Questions to players per game, in percent of games. Grey, filled: before. Blue line: after." }
            }
            @if !others.is_empty() { h3 { "Other differences" } (table(&others)) }
            @for line in pretty::alone(comparison).iter().chain(&pretty::faults(comparison)) { p { (line) } }
        }
    };
    Ok(section.into_string())
}

/// Differences with their intervals, one below the other.
fn intervals(figures: &[&Figure], matters: f64) -> Result<String, Stop> {
    // In hundredths: of a share, or of what it is before.
    let unit = |figure: &Figure| if figure.matters > 0.0 { matters / figure.matters } else { 0.0 };
    let scaled = |figure: &&Figure| {
        let (low, high) = figure.interval.unwrap_or((figure.difference, figure.difference));
        [low, figure.difference, high].map(|value| value * unit(figure))
    };
    let spans: Vec<([f64; 3], &Figure)> = figures.iter().map(|figure| (scaled(figure), *figure)).collect();
    let ends = spans.iter().flat_map(|(values, _)| [values[0].abs(), values[2].abs()]);
    // One figure that is far away must not press all others together.
    let far = ends.fold(matters, f64::max).min(FAR * matters) * 1.1;
    let names: Vec<String> = figures.iter().map(|figure| words::name(&figure.of)).collect();
    charts::rows(&names, 230, -far..far, &|at| format!("{at:+}"), &|chart| {
        let band = Rectangle::new([(-matters, -0.5), (matters, figures.len() as f64 - 0.5)], BEFORE.mix(0.2).filled());
        let zero = PathElement::new([(0.0, -0.5), (0.0, figures.len() as f64 - 0.5)], BLACK);
        chart.draw_series([band]).map_err(failed)?;
        chart.draw_series([zero]).map_err(failed)?;
        for (at, ([low, middle, high], figure)) in spans.iter().rev().enumerate() {
            let at = at as f64;
            let [low, middle, high] = [low, middle, high].map(|value| value.clamp(-far, far));
            chart.draw_series([PathElement::new([(low, at), (high, at)], AFTER.stroke_width(2))]).map_err(failed)?;
            let centre = (middle, at);
            match figure.verdict {
                _ if middle.abs() >= far => {
                    let back = if middle > 0.0 { -12 } else { 12 };
                    let tip = EmptyElement::at(centre) + Polygon::new([(0, 0), (back, -6), (back, 6)], AFTER.filled());
                    chart.draw_series([tip]).map(drop)
                }
                Verdict::More | Verdict::Less => chart.draw_series([Circle::new(centre, 5, AFTER.filled())]).map(drop),
                Verdict::Open => chart.draw_series([Circle::new(centre, 5, AFTER.stroke_width(2))]).map(drop),
                Verdict::Same => {
                    let square = EmptyElement::at(centre) + Rectangle::new([(-4, -4), (4, 4)], AFTER.filled());
                    chart.draw_series([square]).map(drop)
                }
            }
            .map_err(failed)?;
        }
        Ok(())
    })
}
