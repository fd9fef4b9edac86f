//! Differences as an errata sheet: by clause, for people who have the rulebook before them; then the rules that carry them out.

use std::fmt::Write;

use super::{Compared, lines, sort, title};
use crate::tools::paint::clean;
use tavola_game::Difference;
use tavola_page::doc;

/// The sheet.
pub(super) fn sheet(compared: &Compared) -> String {
    let name = compared.after.rules.title().unwrap_or_else(|| compared.after.rules.name());
    let variant = compared.after.rules.variant_titles().map(|titles| format!(": {titles}")).unwrap_or_default();
    let mut out = format!("# {}{}\n\n", plain(name), plain(&variant));
    let (before, after) = (&compared.before, &compared.after);
    let _ = writeln!(
        out,
        "What changes from `{}` (rules {}) to `{}` (rules {}).",
        clean(&before.name),
        before.rules.hash(),
        clean(&after.name),
        after.rules.hash()
    );
    let touched = compared.by_clause();
    if !touched.is_empty() {
        out.push_str("\n## By clause\n");
    }
    for (id, clause, text, cited) in &touched {
        let _ = writeln!(out, "\n### {id}\n");
        match clause {
            None => {
                let _ = writeln!(out, "> {}", plain(text));
            }
            Some(clause) => {
                let told = [("Until now", &clause.before), ("From now on", &clause.after)];
                let told = told.into_iter().filter_map(|(when, text)| Some((when, text.as_ref()?)));
                for (when, text) in told {
                    let _ = writeln!(out, "{when}:\n\n> {}\n", plain(text));
                }
            }
        }
        if cited.is_empty() {
            out.push_str("\nNo rule changes with it.\n");
        } else {
            let parts: Vec<String> =
                cited.iter().map(|one| format!("`{}` ({})", title(one.part()), short(one))).collect();
            let _ = writeln!(out, "\nImplemented by {}.", parts.join(", "));
        }
    }
    if !compared.differences.is_empty() {
        out.push_str("\n## The rules\n");
    }
    for one in &compared.differences {
        let cites = one.cites();
        let cited = if cites.is_empty() { String::new() } else { format!(" [{}]", cites.join(", ")) };
        let _ = writeln!(out, "\n### `{}`: {}{cited}\n\n```diff", title(one.part()), sort(one.differs));
        for (sign, line) in lines(one) {
            let _ = writeln!(out, "{sign} {line}");
        }
        out.push_str("```\n");
    }
    if touched.is_empty() && compared.differences.is_empty() {
        out.push_str("\nNothing.\n");
    }
    out
}

/// A difference in a few words: that of a single cell, else its sort.
fn short(one: &Difference) -> String {
    let (Some(before), Some(after)) = (&one.before, &one.after) else { return sort(one.differs).to_owned() };
    let gone: Vec<&String> = before.lines.iter().filter(|line| !after.lines.contains(line)).collect();
    let come: Vec<&String> = after.lines.iter().filter(|line| !before.lines.contains(line)).collect();
    match (gone.as_slice(), come.as_slice()) {
        ([was], [is]) if after.id.row.is_some() => {
            let value = |line: &str| line.split_once(": ").map_or(line, |(_, value)| value).to_owned();
            format!("{} instead of {}", value(is), value(was))
        }
        _ => sort(one.differs).to_owned(),
    }
}

/// Words that Markdown leaves alone.
fn plain(text: &str) -> String {
    doc::plain(&clean(text))
}
