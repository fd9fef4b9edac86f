//! A comparison for people.

use super::{NamedComparison, words};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::grid::TextTable;
use crate::tools::paint::{clean, count, thousands};
use crate::tools::seats;
use tavola_lab::compare::{Comparison, Figure, Of, StopReason, Verdict};

/// Maximum number of other figures that are listed.
const TOLD: usize = 20;

/// Prints it.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn pretty(run: &NamedComparison, console: &mut Console) -> Result<(), Stop> {
    let comparison = &run.comparison;
    let title = format!("{}, {}", console.paint.bold(&clean(&run.title)), count(run.players as u64, "player"));
    let mut lines = vec![title];
    lines.extend(sides(run));
    lines.push(ended(run));
    lines.push(String::new());
    lines.extend(verdicts(comparison).into_iter().map(|(verdict, line)| match verdict {
        Verdict::More | Verdict::Less => console.paint.yellow(&line),
        Verdict::Same => console.paint.green(&line),
        Verdict::Open => line,
    }));
    lines.push(String::new());
    let deciding: Vec<&Figure> = comparison.figures.iter().filter(|figure| figure.decides).collect();
    lines.extend(table(&deciding).lines("  "));
    let others = others(comparison);
    if !others.is_empty() {
        lines.push(String::new());
        lines.push("other differences".to_owned());
        lines.extend(table(&others[..others.len().min(TOLD)]).lines("  "));
        if others.len() > TOLD {
            lines.push(format!("  .. and {} more", others.len() - TOLD));
        }
    }
    lines.extend(alone(comparison));
    lines.extend(faults(comparison));
    lines.push(String::new());
    lines.into_iter().try_for_each(|line| console.say(line))
}

/// Which two are compared.
pub(super) fn sides(run: &NamedComparison) -> Vec<String> {
    let side = |(which, at): (&str, usize)| {
        let side = &run.sides[at];
        format!("{which}: {}; {}", clean(&side.name), seats::by_rules(&seats::players(&side.agents), &side.rules))
    };
    let mut lines = [("before", 0), ("after", 1)].map(side).to_vec();
    if run.rotate {
        lines.push("players rotate by one seat after each game".to_owned());
    }
    lines.extend(run.by.as_ref().map(|by| format!("wins by {}, {}", clean(&by.expression), by.moment())));
    lines
}

/// How many games there were, and why no more.
pub(super) fn ended(run: &NamedComparison) -> String {
    let comparison = &run.comparison;
    let why = match comparison.end {
        StopReason::Decided => "settled".to_owned(),
        StopReason::Played => wanted(comparison),
        StopReason::Stopped => "stopped".to_owned(),
        StopReason::Faults => "ended by faults".to_owned(),
    };
    let version = env!("CARGO_PKG_VERSION");
    let games = pairs(comparison.pairs);
    format!("{games}, seed {}: {why}; intervals have a joint confidence of 95%; tavola {version}", run.seed)
}

/// `1 pair of games`, `2,000 pairs of games`
fn pairs(n: u64) -> String {
    format!("{} of games", count(n, "pair"))
}

/// How many games would be needed, about: intervals become half as wide with four times as many.
fn wanted(comparison: &Comparison) -> String {
    let needed = comparison.figures.iter().filter(|figure| figure.decides && figure.verdict == Verdict::Open);
    let times = needed.map(|figure| {
        let (low, high) = figure.interval?;
        let gap = (figure.difference.abs() - figure.matters).abs();
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
        None => "not settled, and it would take more than 1,000 times as many".to_owned(),
    }
}

/// A sentence for each figure that decides: first what differs, then what is open, then what does not differ.
pub(super) fn verdicts(comparison: &Comparison) -> Vec<(Verdict, String)> {
    let mut figures: Vec<&Figure> = comparison.figures.iter().filter(|figure| figure.decides).collect();
    figures.sort_by_key(|figure| match figure.verdict {
        Verdict::More | Verdict::Less => 0,
        Verdict::Open => 1,
        Verdict::Same => 2,
    });
    let same = |figure: &Figure| figure.verdict == Verdict::Same;
    let mut lines: Vec<(Verdict, String)> =
        figures.iter().filter(|f| !same(f)).map(|figure| (figure.verdict, words::sentence(figure))).collect();
    let alike: Vec<String> = figures.iter().filter(|f| same(f)).map(|figure| words::name(&figure.of)).collect();
    if !alike.is_empty() {
        lines.push((Verdict::Same, format!("no relevant difference: {}", alike.join(", "))));
    }
    lines
}

/// The figures that do not decide and differ for certain, the furthest apart first.
pub(super) fn others(comparison: &Comparison) -> Vec<&Figure> {
    let others = comparison.figures.iter().filter(|figure| !figure.decides && figure.differs());
    let mut others: Vec<&Figure> = others.collect();
    others.sort_by(|one, other| other.weight().total_cmp(&one.weight()));
    others
}

fn table(figures: &[&Figure]) -> TextTable {
    let mut grid = TextTable::new();
    grid.row(HEADS);
    figures.iter().for_each(|figure| grid.row(cells(figure)));
    grid
}

/// Heads of the table of figures.
pub(super) const HEADS: [&str; 6] = ["", "before", "after", "difference", "95% interval", ""];

/// A row of it.
pub(super) fn cells(figure: &Figure) -> [String; 6] {
    let of = &figure.of;
    [
        words::name(of),
        words::value(of, figure.before),
        words::value(of, figure.after),
        words::signed(of, figure.difference),
        words::interval(figure),
        words::verdict(figure).to_owned(),
    ]
}

/// Tracks and rules that one side alone has.
pub(super) fn alone(comparison: &Comparison) -> Vec<String> {
    let side = |(which, alone): (&str, &Vec<Of>)| {
        let names: Vec<String> = alone.iter().map(words::name).collect();
        (!names.is_empty()).then(|| format!("only {which}: {}", names.join(", ")))
    };
    ["before", "after"].into_iter().zip(&comparison.alone).filter_map(side).collect()
}

/// Games that did not come to their end.
pub(super) fn faults(comparison: &Comparison) -> Vec<String> {
    let fault = |(side, trouble): &(usize, tavola_lab::simulate::Trouble)| {
        let which = ["before", "after"][*side];
        format!("fault {which}, game {}: {} ({})", trouble.game, clean(&trouble.what), clean(&trouble.place))
    };
    comparison.faults.iter().take(5).map(fault).collect()
}
