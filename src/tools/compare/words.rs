//! Figures in words.

use crate::tools::paint::clean;
use tavola_lab::compare::{Figure, Metric, Verdict};

/// Name of a figure in a table.
pub(in crate::tools) fn name(of: &Metric) -> String {
    clean(&of.to_string())
}

/// A value of a figure: `24.5%`, `103.2`.
pub(in crate::tools) fn value(of: &Metric, value: f64) -> String {
    if of.is_share() { format!("{:.1}%", value * 100.0) } else { number(value) }
}

/// A difference, with its sign.
pub(in crate::tools) fn signed(of: &Metric, difference: f64) -> String {
    let amount = amount(of, difference.abs());
    let nothing = !amount.bytes().any(|byte| (b'1'..=b'9').contains(&byte));
    let sign = match difference {
        _ if nothing => "",
        less if less < 0.0 => "-",
        _ => "+",
    };
    format!("{sign}{amount}")
}

/// Interval of a difference.
pub(in crate::tools) fn interval(figure: &Figure) -> String {
    let Some((low, high)) = figure.interval else { return "not known yet".to_owned() };
    format!("{} to {}", signed(&figure.of, low), signed(&figure.of, high))
}

/// Verdict on it.
pub(super) fn verdict(figure: &Figure) -> &'static str {
    match figure.verdict {
        Verdict::More => "more",
        Verdict::Less => "less",
        Verdict::Same => "no relevant difference",
        Verdict::Differs => "differs; relevance open",
        Verdict::Open => "open",
    }
}

/// `anna wins 3.1 percentage points more often (1.2 to 5.0; threshold 2.0)`
pub(super) fn sentence(figure: &Figure) -> String {
    let of = &figure.of;
    // A threshold is shown as it was given, however small.
    let least = match figure.relevance_threshold * 100.0 {
        small if of.is_share() && small < 0.05 => number(small),
        _ => amount(of, figure.relevance_threshold),
    };
    let Some((low, high)) = figure.interval else { return format!("{}: not known yet", name(of)) };
    let (from, to) = if low.abs() <= high.abs() { (low, high) } else { (high, low) };
    let between = format!("{} to {}", amount(of, from.abs()), amount(of, to.abs()));
    let lies = format!("{} to {}", signed(of, low), signed(of, high));
    match figure.verdict {
        Verdict::More | Verdict::Less => {
            format!("{} ({between}; threshold {least})", changed(of, figure.difference))
        }
        Verdict::Same => format!("{}: no relevant difference ({lies}; threshold {least})", name(of)),
        Verdict::Differs => {
            format!("{} ({between}; threshold {least}: open)", changed(of, figure.difference))
        }
        Verdict::Open => format!("{}: open ({lies}; threshold {least})", name(of)),
    }
}

/// `anna wins 3.1 percentage points more often`
pub(super) fn changed(of: &Metric, difference: f64) -> String {
    let more = difference > 0.0;
    let (by, often) = (amount(of, difference.abs()), if more { "more often" } else { "less often" });
    let much = if more { "more" } else { "fewer" };
    let points = format!("{by} percentage points {often}");
    match of {
        Metric::Wins(_)
        | Metric::Bots(_)
        | Metric::By(_)
        | Metric::Together
        | Metric::Shared
        | Metric::Nobody
        | Metric::HalfTime => {
            format!("{} {points}", name(of))
        }
        Metric::Questions => format!("a game asks {by} questions {much}"),
        Metric::Options => format!("a question has {by} options {much}"),
        Metric::Chance => format!("chance is asked {by} times {often}"),
        Metric::Forced => format!("questions have one option {points}"),
        Metric::Decided => {
            format!("a game is decided {by} percentage points {}", if more { "later" } else { "earlier" })
        }
        Metric::Changes => format!("the lead changes {by} times {often}"),
        Metric::Margin => format!("the first leads the second by {by} {}", if more { "more" } else { "less" }),
        Metric::Track(_) => format!("{} is {by} {}", name(of), if more { "higher" } else { "lower" }),
        Metric::Rule(rule) => format!("{} runs {by} times per game {often}", clean(rule).replace('_', " ")),
    }
}

/// Size of a difference: percentage points, or a number.
fn amount(of: &Metric, difference: f64) -> String {
    if of.is_share() { format!("{:.1}", difference * 100.0) } else { number(difference) }
}

/// A number with its significant digits.
fn number(value: f64) -> String {
    match value.abs() {
        large if large >= 99.95 => format!("{value:.0}"),
        middle if middle >= 0.995 => format!("{value:.1}"),
        small if small >= 0.0995 => format!("{value:.2}"),
        0.0 => "0".to_owned(),
        _ => format!("{value:.4}"),
    }
}
