//! Chapter of the rules in the order of the files, each below the clauses that it cites.

use std::fmt::Write;

use super::about::{About, Heading};
use super::clauses::{cited, quotes};
use super::markdown::{code, mark, plain, words};
use super::variant;
use tavola_syntax::syntax::ast::{Item, ItemKind, RuleMoment, SheetKind, When};

/// Writes the chapter.
pub(super) fn chapters(about: &About<'_>) -> String {
    let mut out = String::new();
    let headings = about.headings();
    // The heading, and whether the variant added the items below it.
    let mut under = (None, false);
    let items: Vec<&Item> = about.items().filter(|item| about.title(item).is_some()).collect();
    let mut at = 0;
    while at < items.len() {
        let item = items[at];
        let heading = above(about, &headings, item);
        let here = (heading.map(|heading| heading.span), heading.is_none() && about.is_added(item));
        if here != under {
            under = here;
            let note = heading.map_or("", |heading| heading.note.as_str());
            let title = heading.map_or(if here.1 { "The variant" } else { "" }, |heading| &heading.title);
            let _ = writeln!(out, "### {}\n", plain(title));
            if !note.is_empty() {
                let _ = writeln!(out, "*{}*\n", plain(note));
            }
        }
        let same = |next: &&Item| {
            let define = matches!(next.kind, ItemKind::Define { .. });
            let same = above(about, &headings, next).map(|heading| heading.span) == under.0;
            define && same && variant::mark(about, next) == variant::mark(about, item)
        };
        let run: Vec<&Item> = items[at..].iter().copied().take_while(same).collect();
        if run.is_empty() {
            rule(about, item, &mut out);
            at += 1;
        } else {
            defines(about, &run, &mut out);
            at += run.len();
        }
    }
    out
}

/// The last heading above an item.
fn above<'h>(about: &About<'_>, headings: &'h [Heading], item: &Item) -> Option<&'h Heading> {
    let place = about.stands(item);
    let own = |heading: &&Heading| heading.span.source == place.source && heading.span.start < place.start;
    headings.iter().rfind(own)
}

fn rule(about: &About<'_>, item: &Item, out: &mut String) {
    let Some((title, anchor)) = about.title(item) else { return };
    let how = format!("{}{}", sort(about, item), variant::mark(about, item));
    let _ = writeln!(out, "#### {}{}{how}\n", mark(&anchor), plain(&title));
    if let Some(note) = about.note(item) {
        let _ = writeln!(out, "*{}*\n", plain(&note));
    }
    cited(about, item, out);
    variant::block(about, item, out);
}

/// The sort of a rule, with its name if the title does not say it.
fn sort(about: &About<'_>, item: &Item) -> String {
    match &item.kind {
        ItemKind::Rule { name: Some(name), phase, title, .. } => {
            let what = if *phase { "phase" } else { "rule" };
            let name = title.as_ref().map_or_else(String::new, |_| format!(" {}", code(&name.text)));
            format!(" ({what}{name})")
        }
        ItemKind::Sheet(sheet) => {
            let copies = sheet.copies.as_ref().map_or_else(String::new, |n| format!(" × {}", about.expr(n)));
            match sheet.kind {
                SheetKind::Action => format!(" (action {})", code(&sheet.name.text)),
                SheetKind::Menu => " (menu)".to_owned(),
                SheetKind::Card => format!(" (card{copies})"),
                SheetKind::Interrupt => moment("interrupt", sheet.at.as_ref()),
            }
        }
        ItemKind::Hook(hook) => moment("hook", hook.at.as_ref()),
        ItemKind::Table { .. } => " (table)".to_owned(),
        _ => String::new(),
    }
}

/// The moment of a hook or interrupt: ` (hook after dividend)`.
fn moment(what: &str, at: Option<&RuleMoment>) -> String {
    at.map_or_else(String::new, |at| format!(" ({what} {} {})", when(at.when), code(&at.rule.text)))
}

/// A moment in words: `before`, `after`, `instead of`.
pub(super) fn when(when: When) -> &'static str {
    match when {
        When::Before => "before",
        When::Instead => "instead of",
        When::After => "after",
    }
}

/// Number of definitions that a heading names.
const NAMED: usize = 3;

fn defines(about: &About<'_>, items: &[&Item], out: &mut String) {
    let (titles, anchors): (Vec<String>, Vec<String>) =
        items.iter().filter_map(|item| about.title(item)).map(|(title, anchor)| (plain(&title), mark(&anchor))).unzip();
    let how = items.first().map_or("", |item| variant::mark(about, item));
    let more = if titles.len() > NAMED { ", .." } else { "" };
    let names = titles[..titles.len().min(NAMED)].join(", ");
    let _ = writeln!(out, "#### {}Definitions: {names}{more}{how}\n", anchors.concat());
    let text: Vec<String> = items.iter().map(|item| about.whole(item).to_owned()).collect();
    let text = text.join("\n");
    quotes(about, &about.cites(&text), out);
    out.push_str(&about.block(&text));
}

/// Link to a rule for other chapters, with its title: `Lay out cards`.
pub(super) fn linked(about: &About<'_>, name: &str) -> Option<String> {
    let anchor = format!("rule-{name}");
    let (title, anchor) = about.items().filter_map(|item| about.title(item)).find(|(_, own)| *own == anchor)?;
    Some(format!("[{}](#{anchor})", plain(&words(&title))))
}
