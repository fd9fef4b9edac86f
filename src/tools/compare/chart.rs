//! A chart of differences.

use plotters::prelude::*;

use super::words;
use crate::tools::charts::{self, AFTER, BEFORE, failed};
use crate::tools::ending::Stop;
use tavola_lab::compare::{Figure, Verdict};

/// Number of thresholds beyond which a difference stands at the edge of the chart.
const FAR: f64 = 8.0;

/// Its caption.
pub(super) const CAPTION: &str = "Differences with their intervals: shares in percentage points, other figures in percent of the value before. \
Grey band: below the threshold. Full circle: a relevant difference; square: no relevant difference; empty circle: open; \
triangle: beyond the edge.";

/// Differences with their intervals, one below the other.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn intervals(figures: &[Figure], matters: f64) -> Result<String, Stop> {
    // In percentage points for shares, otherwise in percent of the value before.
    let unit =
        |figure: &Figure| if figure.relevance_threshold > 0.0 { matters / figure.relevance_threshold } else { 0.0 };
    let scaled = |figure: &Figure| {
        let (low, high) = figure.interval.unwrap_or((figure.difference, figure.difference));
        [low, figure.difference, high].map(|value| value * unit(figure))
    };
    let spans: Vec<([f64; 3], &Figure)> = figures.iter().map(|figure| (scaled(figure), figure)).collect();
    let ends = spans.iter().flat_map(|(values, _)| [values[0].abs(), values[2].abs()]);
    // An outlier must not squeeze all other bars.
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
                Verdict::Differs | Verdict::Open => {
                    chart.draw_series([Circle::new(centre, 5, AFTER.stroke_width(2))]).map(drop)
                }
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
