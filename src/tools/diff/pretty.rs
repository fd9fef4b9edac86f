//! Differences for people at a terminal.

use super::{Compared, DiffSide, lines, sort, title};
use crate::tools::document::{Document, Ink, TextLine};
use crate::tools::paint::count;

/// The differences, part by part, then clause by clause.
pub(super) fn document(compared: &Compared) -> Document {
    let (before, after) = (&compared.before.name, &compared.after.name);
    let mut out = Document::default();
    if compared.differences.is_empty() && compared.clauses.is_empty() {
        let names = |side: &DiffSide| side.rules.parts().iter().map(title).collect::<Vec<_>>();
        let other = names(&compared.before) != names(&compared.after);
        let order = if other { ", in another order (the same seed may give another game)" } else { "" };
        out.line(format!("{before} and {after} are equal{order}"));
        return out;
    }
    let parts = count(compared.differences.len() as u64, "part");
    let clauses = count(compared.clauses.len() as u64, "clause");
    out.line(format!("{before} -> {after}: {parts} of the rules changed, {clauses} reworded"));
    for one in &compared.differences {
        let cites = one.cites();
        let cited = if cites.is_empty() { String::new() } else { format!("  [{}]", cites.join(", ")) };
        let head = TextLine::of(Ink::Strong, title(one.part())).plain(format!(" {}{cited}  ", sort(one.differs)));
        out.section(head.and(Ink::Muted, &one.part().place));
        out.lines(lines(one).into_iter().map(|(sign, line)| signed(sign, &format!("  {sign} {line}"))));
    }
    let touched = compared.clauses();
    if !touched.is_empty() {
        out.section("clauses affected:");
    }
    for clause in touched {
        let used: Vec<String> = clause.used().iter().map(|name| format!("`{name}`")).collect();
        let used = if used.is_empty() { String::new() } else { format!("  (its rules use {})", used.join(", ")) };
        let id = TextLine::from("  ").and(Ink::Strong, clause.id);
        let Some(differs) = clause.differs else {
            out.line(id.plain(format!("  {}", clause.text)).and(Ink::Muted, used));
            continue;
        };
        out.line(id);
        let texts = [('-', &differs.before), ('+', &differs.after)];
        let texts = texts.into_iter().filter_map(|(sign, text)| Some((sign, text.as_ref()?)));
        out.lines(texts.map(|(sign, text)| signed(sign, &format!("    {sign} {text}"))));
    }
    out
}

/// A line with the colour of its sign.
fn signed(sign: char, line: &str) -> TextLine {
    let ink = match sign {
        '-' => Ink::Bad,
        '+' => Ink::Good,
        _ => Ink::Plain,
    };
    TextLine::of(ink, line)
}
