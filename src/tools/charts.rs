//! Charts on pages: SVG that needs nothing else, read without colours, too.

use std::collections::BTreeMap;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

use super::ending::Stop;

/// Width of a chart.
pub(super) const WIDTH: u32 = 860;
/// Colour of the first side, and of the background.
pub(super) const BEFORE: RGBColor = RGBColor(120, 120, 120);
/// Colour of what is reported.
pub(super) const AFTER: RGBColor = RGBColor(0, 90, 160);

/// The style that gives charts the colours of their page, light or dark.
pub(super) fn style() -> String {
    let colours = [(BLACK, "ink"), (AFTER, "chart"), (BEFORE, "quiet"), (WHITE, "paper")];
    let of = |(RGBColor(red, green, blue), name): (RGBColor, &str)| {
        let colour = format!("#{red:02X}{green:02X}{blue:02X}");
        format!(
            "svg [stroke='{colour}'] {{ stroke: var(--{name}); }} svg [fill='{colour}'] {{ fill: var(--{name}); }}\n"
        )
    };
    colours.map(of).concat()
}

/// The failure of a chart that could not be drawn.
pub(super) fn failed(error: impl std::fmt::Display) -> Stop {
    Stop::ours(format!("a chart cannot be drawn: {error}"))
}

/// A row of a chart: a thin line from end to end, a thick one within it, a dot.
#[derive(Clone, Debug)]
pub(super) struct ChartRow {
    /// Its name.
    pub(super) name: String,
    /// The ends of the thin line.
    pub(super) ends: (f64, f64),
    /// The ends of the thick line, if there is one.
    pub(super) thick: Option<(f64, f64)>,
    /// The dot.
    pub(super) dot: f64,
}

/// Rows one below the other, the first on top at the height `rows - 1`.
pub(super) type RowChart<'c, 's> = ChartContext<'c, SVGBackend<'s>, Cartesian2d<RangedCoordf64, RangedCoordf64>>;

/// A picture of this height; what `draw` puts into it.
fn drawn(
    height: u32,
    draw: impl FnOnce(&DrawingArea<SVGBackend<'_>, Shift>) -> Result<(), Stop>,
) -> Result<String, Stop> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (WIDTH, height)).into_drawing_area();
        draw(&area)?;
        area.present().map_err(failed)?;
    }
    Ok(svg)
}

/// A scale that holds all numbers, with room at its ends.
fn around(numbers: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) = numbers.fold((f64::MAX, f64::MIN), |(least, most), one| (least.min(one), most.max(one)));
    let room = ((most - least) * 0.05).max(0.5);
    least - room..most + room
}

/// A chart of rows with these names, for which `left` points are left; what `draw` puts into it.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn rows(
    names: &[String],
    left: u32,
    scale: Range<f64>,
    label: &dyn Fn(&f64) -> String,
    draw: &dyn Fn(&mut RowChart<'_, '_>) -> Result<(), Stop>,
) -> Result<String, Stop> {
    drawn(60 + 26 * names.len() as u32, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(28)
            .y_label_area_size(left)
            .build_cartesian_2d(scale, -0.5..names.len() as f64 - 0.5)
            .map_err(failed)?;
        let name = |at: &f64| {
            let row = names.len() as f64 - 1.0 - at.round();
            names.get(row as usize).filter(|_| (at - at.round()).abs() < 1e-6).cloned().unwrap_or_default()
        };
        let mut mesh = chart.configure_mesh();
        mesh.y_labels(2 * names.len() + 1).y_label_formatter(&name).disable_y_mesh();
        mesh.light_line_style(TRANSPARENT)
            .label_style(("sans-serif", 15))
            .x_label_formatter(&label)
            .draw()
            .map_err(failed)?;
        draw(&mut chart)
    })
}

/// Rows with an upright line at `mark`; numbers of the scale end with `unit`.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn spans(spans: &[ChartRow], mark: Option<f64>, unit: &str) -> Result<String, Stop> {
    let ends = spans.iter().flat_map(|span| [span.ends.0, span.ends.1]).chain(mark);
    let names: Vec<String> = spans.iter().map(|span| span.name.clone()).collect();
    rows(&names, 170, around(ends), &|at| format!("{at}{unit}"), &|chart| {
        if let Some(mark) = mark {
            let line = PathElement::new([(mark, -0.5), (mark, spans.len() as f64 - 0.5)], BLACK);
            chart.draw_series([line]).map_err(failed)?;
        }
        for (at, span) in spans.iter().rev().enumerate() {
            let at = at as f64;
            let line = |(from, to): (f64, f64), width: u32| {
                PathElement::new([(from, at), (to, at)], AFTER.stroke_width(width))
            };
            let lines = std::iter::once(line(span.ends, 2)).chain(span.thick.map(|thick| line(thick, 8)));
            chart.draw_series(lines).map_err(failed)?;
            let dots = [Circle::new((span.dot, at), 6, WHITE.filled()), Circle::new((span.dot, at), 4, BLACK.filled())];
            chart.draw_series(dots).map_err(failed)?;
        }
        Ok(())
    })
}

/// Percent of games by a number: the first side filled and grey, a second one as a line.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn histogram(sides: &[BTreeMap<i64, u64>]) -> Result<String, Stop> {
    const BARS: i64 = 60;
    let keys = || sides.iter().flat_map(|side| side.keys().copied());
    let (least, most) = (keys().min().unwrap_or(0), keys().max().unwrap_or(0));
    let wide = (most - least) / BARS + 1;
    let bars = sides.iter().map(|side| {
        let all: u64 = side.values().sum();
        let mut bars: BTreeMap<i64, f64> = BTreeMap::new();
        for (length, games) in side {
            *bars.entry((length - least) / wide).or_default() += *games as f64 * 100.0 / all.max(1) as f64;
        }
        bars
    });
    let bars: Vec<BTreeMap<i64, f64>> = bars.collect();
    let high = bars.iter().flat_map(BTreeMap::values).copied().fold(1.0, f64::max) * 1.05;
    let edge = |bar: i64| (least + bar * wide) as f64 - 0.5;
    let many = (most - least) / wide + 1;
    drawn(240, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .x_label_area_size(28)
            .y_label_area_size(44)
            .build_cartesian_2d(edge(0)..edge(many), 0.0..high)
            .map_err(failed)?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .label_style(("sans-serif", 15))
            .x_label_formatter(&|at| format!("{at:.0}"));
        mesh.y_label_formatter(&|at| format!("{at:.0}%")).draw().map_err(failed)?;
        if let Some(bars) = bars.first() {
            let bar = |(&bar, &share): (&i64, &f64)| {
                Rectangle::new([(edge(bar), 0.0), (edge(bar + 1), share)], BEFORE.mix(0.4).filled())
            };
            chart.draw_series(bars.iter().map(bar)).map_err(failed)?;
        }
        for bars in bars.iter().skip(1) {
            let steps = (0..many).flat_map(|bar| {
                let share = bars.get(&bar).copied().unwrap_or(0.0);
                [(edge(bar), share), (edge(bar + 1), share)]
            });
            chart.draw_series([PathElement::new(steps.collect::<Vec<_>>(), AFTER.stroke_width(2))]).map_err(failed)?;
        }
        Ok(())
    })
}

/// A moment of a chart of bands: where it is, the ends of the wide band, those of the narrow one, the line, and a second line.
#[derive(Clone, Debug)]
pub(super) struct BandMoment {
    pub(super) at: f64,
    pub(super) wide: (f64, f64),
    pub(super) narrow: (f64, f64),
    pub(super) line: f64,
    pub(super) second: Option<f64>,
}

/// Bands around a line, over parts of games in percent, and a dark second line.
///
/// # Errors
/// When it cannot be drawn.
pub(super) fn bands(moments: &[BandMoment]) -> Result<String, Stop> {
    let ends = moments.iter().flat_map(|moment| [moment.wide.0, moment.wide.1].into_iter().chain(moment.second));
    let scale = around(ends);
    drawn(300, |area| {
        let mut chart = ChartBuilder::on(area)
            .margin(8)
            .margin_right(30)
            .x_label_area_size(28)
            .y_label_area_size(44)
            .build_cartesian_2d(0.0..100.0, scale)
            .map_err(failed)?;
        let mut mesh = chart.configure_mesh();
        mesh.disable_x_mesh().light_line_style(TRANSPARENT).label_style(("sans-serif", 15));
        mesh.x_label_formatter(&|at| format!("{at:.0}%")).y_label_formatter(&|at| format!("{at}"));
        mesh.draw().map_err(failed)?;
        for ends in [|moment: &BandMoment| moment.wide, |moment: &BandMoment| moment.narrow] {
            let lower = moments.iter().map(|moment| (moment.at, ends(moment).0));
            let upper = moments.iter().rev().map(|moment| (moment.at, ends(moment).1));
            let band = Polygon::new(lower.chain(upper).collect::<Vec<_>>(), AFTER.mix(0.25).filled());
            chart.draw_series([band]).map_err(failed)?;
        }
        let line: Vec<(f64, f64)> = moments.iter().map(|moment| (moment.at, moment.line)).collect();
        let second: Vec<(f64, f64)> = moments.iter().filter_map(|of| Some((of.at, of.second?))).collect();
        let lines = [PathElement::new(line, AFTER.stroke_width(3)), PathElement::new(second, BLACK.stroke_width(2))];
        chart.draw_series(lines).map_err(failed)?;
        Ok(())
    })
}
