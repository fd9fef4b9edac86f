//! Comparisons as pages that are kept.

use super::{NamedComparison, pretty};
use crate::tools::paint::{clean, count};
use tavola_lab::compare::Figure;

/// All of them.
pub(super) fn all(runs: &[NamedComparison]) -> String {
    runs.iter().map(one).collect()
}

fn one(run: &NamedComparison) -> String {
    let comparison = &run.comparison;
    let mut out = format!("## {}, {}\n\n", clean(&run.title), count(run.players as u64, "player"));
    let told = pretty::sides(run).into_iter().chain([pretty::ended(run)]);
    let verdicts = pretty::verdicts(comparison).into_iter().map(|(_, line)| line);
    told.for_each(|line| out.push_str(&format!("{line}<br>\n")));
    out.push('\n');
    verdicts.for_each(|line| out.push_str(&format!("- {line}\n")));
    let deciding: Vec<&Figure> = comparison.figures.iter().filter(|figure| figure.decides).collect();
    out.push_str(&format!("\n{}", figures(&deciding)));
    let others = pretty::others(comparison);
    if !others.is_empty() {
        out.push_str(&format!("\nOther differences:\n\n{}", figures(&others)));
    }
    for line in pretty::alone(comparison).into_iter().chain(pretty::faults(comparison)) {
        out.push_str(&format!("\n{line}\n"));
    }
    out.push('\n');
    out
}

fn figures(figures: &[&Figure]) -> String {
    table(pretty::HEADS, "|---|--:|--:|--:|---|---|", figures.iter().map(|figure| pretty::cells(figure)))
}

/// A table, with the line that says how its columns are aligned.
pub(super) fn table<const N: usize>(
    heads: [&str; N],
    aligned: &str,
    rows: impl Iterator<Item = [String; N]>,
) -> String {
    let row = |cells: [String; N]| format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|")).join(" | "));
    let head = format!("| {} |\n{aligned}\n", heads.join(" | "));
    std::iter::once(head).chain(rows.map(row)).collect()
}
