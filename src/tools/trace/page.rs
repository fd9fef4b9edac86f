//! The trace as one page for a browser: clauses and rules side by side; it needs nothing else.

use maud::{Markup, PreEscaped, html};

use super::{ClauseTrace, LOOSE, ONCE, Trace, UNCITED, UNPROVED, UNRUN, games, killed, rounded, short, summary};
use crate::tools::document;
use crate::tools::paint::count;

/// Style of the trace, beside the style of all pages.
const STYLE: &str = "
body { max-width: 80rem; }
form { position: sticky; top: 0; background: var(--paper); padding: .6rem 0; border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; \
gap: .4rem 1.2rem; align-items: center; font: .95rem/1.5 system-ui, sans-serif; }
input[type=search] { padding: .2rem .5rem; min-width: 14rem; }
article { display: grid; grid-template-columns: minmax(16rem, 2fr) minmax(0, 3fr); gap: 0 1.5rem; padding: .8rem 0; border-bottom: 1px solid var(--line); }
article h3 { margin: 0; font-size: 1rem; } p { margin: .2rem 0; } pre { margin: .1rem 0 .6rem; padding: .4rem .6rem; }
.detail, .place, details { font: .85rem/1.5 system-ui, sans-serif; color: var(--quiet); } .flag { color: var(--mark); font-weight: 600; }
details ul { margin: .2rem 0; padding-left: 1.2rem; }
@media (max-width: 45rem) { form { position: static; } article { grid-template-columns: minmax(0, 1fr); } }
@media print { form { display: none; } details ul { display: block; } }
";

const SCRIPT: &str = "
const form = document.querySelector('form'), shown = document.querySelector('output');
function look() {
  const words = form.words.value.toLowerCase().split(/\\s+/).filter(Boolean);
  const flags = [...form.querySelectorAll('input[name=flag]:checked')].map(box => box.value);
  let many = 0;
  for (const one of document.querySelectorAll('article')) {
    const text = one.textContent.toLowerCase(), own = (one.dataset.flags || '').split('|');
    one.hidden = !(words.every(word => text.includes(word)) && (!flags.length || flags.some(flag => own.includes(flag))));
    if (!one.hidden) many++;
  }
  for (const section of document.querySelectorAll('section')) section.hidden = !section.querySelector('article:not([hidden])');
  shown.textContent = many + ' shown';
}
form.addEventListener('input', look);
form.addEventListener('submit', event => event.preventDefault());
form.hidden = false;
look();
";

/// The page.
pub(super) fn page(report: &Trace) -> String {
    let mut sections: Vec<(&str, Vec<&ClauseTrace>)> = Vec::new();
    for row in &report.clauses {
        match sections.last_mut() {
            Some((title, rows)) if *title == row.section => rows.push(row),
            _ => sections.push((&row.section, vec![row])),
        }
    }
    let body = html! {
        p { (summary(report)) "." }
        p.detail {
            (count(report.scenarios as u64, "scenario")) "; " (games(report)) " of all numbers of players (" (report.bots)
            ", seed " (report.seed) "); rules " (report.rules) "; tavola " (report.tavola)
            @if let Some(mutants) = report.mutants { "; " (mutants.run) " of " (count(mutants.all as u64, "mutant")) " run" }
        }
        form hidden {
            label { "Find " input type="search" name="words" placeholder="clause, word, rule"; }
            @for flag in [UNCITED, UNPROVED, UNRUN, ONCE, LOOSE] {
                label { input type="checkbox" name="flag" value=(flag); " " (flag) }
            }
            output aria-live="polite" {}
        }
        @for (title, rows) in &sections {
            section {
                h2 { (title) }
                @for row in rows { (article(row)) }
            }
        }
        script { (PreEscaped(SCRIPT)) }
    };
    document::page(&format!("{}: clauses and rules", report.game), STYLE, &body)
}

fn article(row: &ClauseTrace) -> Markup {
    html! {
        article id=(row.id) data-flags=(row.flags.join("|")) {
            div {
                h3 { (row.id) }
                p { (row.text) }
                p.detail { (row.kind) @if let Some(why) = &row.not_observable { ", not observable: " (why) } }
                @if !row.flags.is_empty() { p.flag { "! " (row.flags.join(", ")) } }
                @if row.in_scenarios.is_some() || row.runs_per_game.is_some() {
                    p.detail {
                        @if let Some(times) = row.in_scenarios { "its rules: " (count(times, "run")) " in scenarios" }
                        @if let Some(times) = row.runs_per_game { ", " (rounded(times)) " a game" }
                    }
                }
                @if let Some(mutants) = row.mutants { p.detail { (killed(mutants)) } }
                @if !row.scenarios.is_empty() {
                    details {
                        summary { (count(row.scenarios.len() as u64, "scenario")) }
                        ul { @for case in &row.scenarios { li { (case.name) " " span.place { (short(&case.place)) } } } }
                    }
                }
            }
            div {
                @for line in &row.lines {
                    div.place { (short(&line.place)) }
                    pre { (line.text) }
                }
                @if row.lines.is_empty() { p.detail { "No rule cites it." } }
            }
        }
    }
}
