//! Lines that a report has in every form: places with their clauses, where transcripts part.

use similar::{ChangeTag, DiffTag, TextDiff};

use super::tested::{Case, ChangedTranscript, Tested};
use crate::tools::paint::{Paint, clean, count};

/// Maximum number of lines shown where transcripts diverge.
const SHOWN: usize = 24;

/// A place, with the clauses that stand there: `valley.tavola:12:3 [VL-1.2]`.
pub(super) fn cited(place: &str, clauses: &[String]) -> String {
    if place.is_empty() || clauses.is_empty() { place.to_owned() } else { format!("{place} [{}]", clauses.join(", ")) }
}

/// Message for a transcript that is not the accepted one: `the transcript differs: FILE`.
pub(super) fn transcript(changed: &ChangedTranscript) -> String {
    let what = if changed.missing { "no accepted transcript" } else { "the transcript differs" };
    format!("{what}: {}", changed.file.display())
}

/// How to accept such a transcript.
pub(super) fn how_to_accept(tested: &Tested, case: &Case, changed: &ChangedTranscript) -> String {
    let folder = tested.folder.display();
    match changed.missing {
        true => format!("accept all missing transcripts: tavola test {folder} --update"),
        false => format!("accept: tavola test {folder}{} --update", named(case)),
    }
}

/// Name of a test as an argument of a command.
pub(super) fn named(case: &Case) -> String {
    let name = case.name.replace('\\', "\\\\").replace('"', "\\\"");
    format!(" \"{}\"", clean(&name))
}

/// The first place where two transcripts diverge, with context, and the number of differences after it.
pub(super) fn difference(changed: &ChangedTranscript, paint: Paint) -> Vec<String> {
    let diff = TextDiff::from_lines(changed.old.as_str(), changed.new.as_str());
    let groups = diff.grouped_ops(2);
    let mut lines = Vec::new();
    for change in groups.first().into_iter().flatten().flat_map(|op| diff.iter_changes(op)) {
        let text = clean(change.value().trim_end_matches('\n'));
        lines.push(match change.tag() {
            ChangeTag::Equal => format!("      {text}"),
            ChangeTag::Delete => paint.red(&format!("    - {text}")),
            ChangeTag::Insert => paint.green(&format!("    + {text}")),
        });
    }
    let cut = lines.len().saturating_sub(SHOWN);
    lines.truncate(SHOWN);
    let later = groups.iter().skip(1).flatten().fold((0, 0), |(gone, come), op| {
        let lines = |tag: DiffTag, range: std::ops::Range<usize>| {
            if op.tag() == tag || op.tag() == DiffTag::Replace { range.len() } else { 0 }
        };
        (gone + lines(DiffTag::Delete, op.old_range()), come + lines(DiffTag::Insert, op.new_range()))
    });
    if cut > 0 {
        lines.push(paint.dim(&format!("    ... {} here", count(cut, "more line"))));
    }
    if groups.len() > 1 {
        let places = count(groups.len() as u64 - 1, "later place");
        lines.push(paint.dim(&format!("    ... and in {places}: {} gone, {} new", count(later.0, "line"), later.1)));
    }
    lines
}
