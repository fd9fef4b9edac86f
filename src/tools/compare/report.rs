//! A comparison as a document.

use std::collections::{BTreeMap, BTreeSet};

use super::{NamedComparison, chart, words};
use crate::tools::charts::histogram;
use crate::tools::document::{Document, Ink, TextLine, TextTable};
use crate::tools::paint::{count, thousands};
use crate::tools::seats;
use tavola_lab::compare::{Comparison, Figure, Metric, StopReason, Trial, Verdict};

/// Maximum number of other figures that a terminal lists.
const LISTED: usize = 20;

/// Makes it. `games` are worth a look.
pub(super) fn document(run: &NamedComparison, games: Vec<TextLine>) -> Document {
    let comparison = &run.comparison;
    let mut out = Document::new(format!("{}: compared", run.title));
    out.title(
        TextLine::of(Ink::Strong, run.title.as_str()).plain(format!(", {}", count(run.players as u64, "player"))),
    );
    if let Some(ruling) = &run.ruling {
        out.line(format!("{} {} {}, not {}.", ruling.id, ruling.question, ruling.instead, ruling.default));
    }
    out.verdict(verdict(comparison));
    out.list(games);
    out.lines(sides(run));
    out.line(ended(run));
    out.line(threshold(&run.trial));
    out.lines(alike(comparison));
    out.gap();
    out.list(verdicts(comparison));
    out.gap();
    let deciding: Vec<&Figure> = comparison.figures.iter().filter(|figure| figure.decides).collect();
    out.table(table(&deciding));
    let (shown, matters) = (deciding.into_iter().cloned().collect::<Vec<Figure>>(), run.trial.relevance_threshold);
    out.figure(move || chart::intervals(&shown, matters), chart::CAPTION);
    let caption = "Questions to players per game, in percent of games. Grey, filled: before. Blue line: after.";
    let lengths = comparison.lengths.clone();
    // One bar says nothing.
    if lengths.iter().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>().len() > 1 {
        out.figure(move || histogram(&lengths), caption);
    }
    let others = others(comparison);
    if !others.is_empty() {
        out.section("other differences");
        out.table(table(&others).at_most(LISTED));
    }
    out.lines(alone(comparison));
    out.lines(faults(comparison));
    out.gap();
    out
}

/// The sides, and how games were played.
pub(super) fn sides(run: &NamedComparison) -> Vec<String> {
    let side = |(which, at): (&str, usize)| {
        let side = &run.sides[at];
        format!("{which}: {}; {}", side.name, seats::by_rules(&seats::players(&side.bots), &side.rules))
    };
    let mut lines = [("before", 0), ("after", 1)].map(side).to_vec();
    if run.rotate {
        lines.push("players rotate by one seat after each game".to_owned());
    }
    lines.extend(run.by.as_ref().map(|by| format!("wins by {}, {}", by.expression, by.moment())));
    lines
}

/// Number of games, and why the run ended.
fn ended(run: &NamedComparison) -> String {
    let comparison = &run.comparison;
    let why = match comparison.stop_reason {
        StopReason::Decided => "settled".to_owned(),
        StopReason::Played => wanted(comparison),
        StopReason::Stopped => "stopped".to_owned(),
        StopReason::Faults => "ended by faults".to_owned(),
    };
    let version = env!("CARGO_PKG_VERSION");
    let games = pairs(comparison.pairs);
    format!("{games}, seed {}: {why}; intervals have a joint confidence of 95%; tavola {version}", run.seed)
}

/// Says that the rules hardly ever differ in play, if so.
fn alike(Comparison { pairs, alike, .. }: &Comparison) -> Option<String> {
    let nearly_all = *pairs > 0 && alike * 10 >= pairs * 9;
    let (alike, pairs) = (thousands(*alike), count(*pairs, "pair"));
    nearly_all.then(|| format!("the two games of a pair had the same figures in {alike} of {pairs}"))
}

/// Smallest relevant difference, with its two units.
pub(super) fn threshold(Trial { relevance_threshold: least, .. }: &Trial) -> String {
    format!("threshold: {least} percentage points, or {least}% of the value before")
}

/// `1 pair of games`, `2,000 pairs of games`
fn pairs(n: u64) -> String {
    format!("{} of games", count(n, "pair"))
}

/// Estimated number of games that would settle it: intervals become half as wide with four times as many games.
fn wanted(comparison: &Comparison) -> String {
    let needed = comparison.figures.iter().filter(|figure| figure.decides && figure.verdict.is_open());
    let times = needed.map(|figure| {
        let (low, high) = figure.interval?;
        let gap = (figure.difference.abs() - figure.relevance_threshold).abs();
        let times = ((high - low) / 2.0 / gap).powi(2);
        times.is_finite().then_some(times)
    });
    let most = times.collect::<Option<Vec<f64>>>().map(|times| times.into_iter().fold(1.0, f64::max));
    match most.filter(|times| *times < 1000.0) {
        Some(times) => {
            let games = (comparison.pairs as f64 * times).max(1.0);
            let unit = 10f64.powf(games.log10().floor() - 1.0).max(1.0);
            format!("not settled; about {} pairs would settle it", thousands(((games / unit).ceil() * unit) as u64))
        }
        None => format!(
            "not settled; more than {} pairs would be needed, or fewer with a larger `--matters`",
            thousands(comparison.pairs.saturating_mul(1000))
        ),
    }
}

/// Summary of the main figures, which decide when the run ends: `2 relevant differences: anna wins 3.1 percentage points more
/// often, ..`. It counts the others that differ.
fn verdict(comparison: &Comparison) -> TextLine {
    let deciding = || comparison.figures.iter().filter(|figure| figure.decides);
    let differ = deciding().filter(|figure| matches!(figure.verdict, Verdict::More | Verdict::Less));
    let differ: Vec<String> = differ.map(|figure| words::changed(&figure.of, figure.difference)).collect();
    let open = deciding().filter(|figure| figure.verdict.is_open()).count() as u64;
    let line = match (differ.len() as u64, open) {
        (0, 0) => TextLine::of(Ink::Good, "No main figure differs relevantly"),
        (0, _) => TextLine::from("No main figure differs relevantly so far"),
        (n, _) => TextLine::of(Ink::Warning, count(n, "relevant difference")).plain(format!(": {}", differ.join(", "))),
    };
    let others = match others(comparison).len() {
        0 => "",
        1 => " 1 other figure differs.",
        n => &format!(" {n} other figures differ."),
    };
    line.plain(match open {
        0 => format!(".{others}"),
        1 => format!("; 1 figure is still open.{others}"),
        open => format!("; {open} figures are still open.{others}"),
    })
}

/// A sentence for each figure that decides: relevant differences, then open ones, then those without.
fn verdicts(comparison: &Comparison) -> Vec<TextLine> {
    let of = |wanted: &'static [Verdict]| {
        comparison.figures.iter().filter(move |figure| figure.decides && wanted.contains(&figure.verdict))
    };
    let differ = of(&[Verdict::More, Verdict::Less]).map(|figure| TextLine::of(Ink::Warning, words::sentence(figure)));
    let open = of(&[Verdict::Differs, Verdict::Open]).map(|figure| words::sentence(figure).into());
    let same: Vec<String> = of(&[Verdict::Same]).map(|figure| words::name(&figure.of)).collect();
    let same =
        (!same.is_empty()).then(|| TextLine::of(Ink::Good, format!("no relevant difference: {}", same.join(", "))));
    differ.chain(open).chain(same).collect()
}

/// Figures that do not decide and certainly differ, the largest effect first.
pub(super) fn others(comparison: &Comparison) -> Vec<&Figure> {
    let others = comparison.figures.iter().filter(|figure| !figure.decides && figure.differs());
    let mut others: Vec<&Figure> = others.collect();
    others.sort_by(|one, other| other.weight().total_cmp(&one.weight()));
    others
}

fn table(figures: &[&Figure]) -> TextTable {
    let heads = ["", "before", "after", "difference", "95% interval", "verdict"];
    TextTable::new(heads).rows(figures.iter().map(|figure| {
        let of = &figure.of;
        let [before, after] = [figure.before, figure.after].map(|value| words::value(of, value));
        let difference = words::signed(of, figure.difference);
        let (interval, verdict) = (words::interval(figure), words::verdict(figure).to_owned());
        [words::name(of), before, after, difference, interval, verdict]
    }))
}

/// Tracks and rules that one side alone has.
fn alone(comparison: &Comparison) -> Vec<String> {
    let side = |(which, alone): (&str, &Vec<Metric>)| {
        let names: Vec<String> = alone.iter().map(words::name).collect();
        (!names.is_empty()).then(|| format!("only {which}: {}", names.join(", ")))
    };
    ["before", "after"].into_iter().zip(&comparison.alone).filter_map(side).collect()
}

/// Games that did not come to their end.
pub(super) fn faults(comparison: &Comparison) -> Vec<String> {
    let fault = |(side, trouble): &(usize, tavola_lab::simulate::Trouble)| {
        let which = ["before", "after"][*side];
        format!("fault {which}, game {}: {} ({})", trouble.game, trouble.what, trouble.place)
    };
    comparison.faults.iter().take(5).map(fault).collect()
}
