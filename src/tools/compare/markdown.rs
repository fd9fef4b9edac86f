//! Comparisons as pages that are kept.

use super::{Run, pretty};
use crate::play::compare::Figure;
use crate::tools::paint::{clean, count};

/// All of them.
pub(super) fn all(runs: &[Run]) -> String {
    runs.iter().map(one).collect()
}

fn one(run: &Run) -> String {
    let comparison = &run.comparison;
    let mut out = format!("## {}, {}\n\n", clean(&run.title), count(run.players as u64, "player"));
    let told = pretty::sides(run).into_iter().chain([pretty::ended(run)]);
    let verdicts = pretty::verdicts(comparison).into_iter().map(|(_, line)| line);
    told.for_each(|line| out.push_str(&format!("{line}<br>\n")));
    out.push('\n');
    verdicts.for_each(|line| out.push_str(&format!("- {line}\n")));
    let deciding: Vec<&Figure> = comparison.figures.iter().filter(|figure| figure.decides).collect();
    table(&deciding, &mut out);
    let others = pretty::others(comparison);
    if !others.is_empty() {
        out.push_str("\nWhat differs besides:\n");
        table(&others, &mut out);
    }
    for line in pretty::alone(comparison).into_iter().chain(pretty::faults(comparison)) {
        out.push_str(&format!("\n{line}\n"));
    }
    out.push('\n');
    out
}

fn table(figures: &[&Figure], out: &mut String) {
    out.push_str(&format!("\n| {} |\n|---|--:|--:|--:|---|---|\n", pretty::HEADS.join(" | ")));
    for figure in figures {
        let cells = pretty::cells(figure).map(|cell| cell.replace('|', "\\|"));
        out.push_str(&format!("| {} |\n", cells.join(" | ")));
    }
}
