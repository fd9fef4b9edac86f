//! Draws diagnostics as people read them: the excerpt with carets, other places, help, the clause.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use crate::diagnostic::{Diagnostic, Severity};
use crate::text::{Source, SourceId, Sources, Span};

/// So many lines before and after the marked ones are cut out of a source.
const MARGIN: usize = 1;

/// A finding as a drawing of several lines, without a line end.
pub(crate) fn draw(finding: &Diagnostic, sources: &Sources, color: bool, width: usize) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level.primary_title(finding.message.as_str()).id(finding.code).elements(excerpts(finding, sources));
    if let Some(clause) = &finding.clause {
        group = group.element(Level::NOTE.message(format!("the clause is {clause}")));
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let groups: [Group<'_>; 1] = [group];
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.term_width(width.max(140)).render(&groups)
}

/// One excerpt for each source that has a mark, the finding's own first.
fn excerpts<'a>(finding: &'a Diagnostic, sources: &'a Sources) -> Vec<Snippet<'a, Annotation<'a>>> {
    let mut marks: Vec<(Span, &str)> = vec![(finding.span, "")];
    marks.extend(finding.labels.iter().map(|label| (label.span, label.text.as_str())));
    let mut order: Vec<SourceId> = Vec::new();
    for (span, _) in &marks {
        if !order.contains(&span.source) {
            order.push(span.source);
        }
    }
    let parts = order.into_iter().filter_map(|id| {
        let source = sources.get(id)?;
        let here: Vec<(usize, Span, &str)> =
            marks.iter().enumerate().filter(|(_, m)| m.0.source == id).map(|(at, m)| (at, m.0, m.1)).collect();
        Some(excerpt(source, &here))
    });
    parts.collect()
}

fn excerpt<'a>(source: &'a Source, marks: &[(usize, Span, &'a str)]) -> Snippet<'a, Annotation<'a>> {
    let length = source.text.len();
    let bounds = |span: Span| {
        let start = floor(&source.text, (span.start as usize).min(length));
        (start, floor(&source.text, (span.end as usize).clamp(start, length)))
    };
    let first = marks.iter().map(|m| bounds(m.1).0).min().unwrap_or(0);
    let last = marks.iter().map(|m| bounds(m.1).1).max().unwrap_or(0);
    let (from, to) = (lines_before(&source.text, first), lines_after(&source.text, last));
    let line = source.text[..from].bytes().filter(|&b| b == b'\n').count() + 1;
    let annotations = marks.iter().map(|&(at, span, text)| {
        let (start, end) = bounds(span);
        let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        kind.span(start - from..end - from).label((!text.is_empty()).then_some(text))
    });
    Snippet::source(&source.text[from..to]).line_start(line).path(source.name.as_str()).annotations(annotations)
}

/// The start of the line, [`MARGIN`] lines higher.
fn lines_before(text: &str, at: usize) -> usize {
    let mut from = at;
    for _ in 0..=MARGIN {
        from = text[..from.saturating_sub(1)].rfind('\n').map_or(0, |n| n + 1);
        if from == 0 {
            break;
        }
    }
    // A position at a line's very start belongs to that line, not to the one above.
    from.min(text[..at].rfind('\n').map_or(0, |n| n + 1))
}

/// The end of the line, [`MARGIN`] lines lower.
fn lines_after(text: &str, at: usize) -> usize {
    let mut to = at;
    for _ in 0..=MARGIN {
        match text[to..].find('\n') {
            Some(n) => to += n + 1,
            None => return text.len(),
        }
    }
    to
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources() -> (Sources, SourceId) {
        let mut sources = Sources::new();
        let id = sources.add("rules/x/x.tavola", "game x\n\nsettings\n  length: 10\n  toll: \u{e9}\n");
        (sources, id)
    }

    #[test]
    fn a_finding_shows_its_line_help_and_clause() {
        let (sources, id) = sources();
        let finding = Diagnostic::error("E0201", Span::new(id, 19, 25), "unknown name `length`")
            .label(Span::new(id, 0, 4), "the game begins here")
            .help("did you mean `out`?")
            .clause(Some("VL-10.2".into()));
        let drawing = draw(&finding, &sources, false, 100);
        for part in ["error[E0201]", "rules/x/x.tavola:4:3", "length: 10", "the game begins here", "did you", "VL-10.2"]
        {
            assert!(drawing.contains(part), "{part} is missing in\n{drawing}");
        }
    }

    #[test]
    fn nowhere_and_the_very_end_can_be_drawn() {
        let (sources, id) = sources();
        let end = sources.get(id).map_or(0, |s| s.text.len());
        for span in [Span::NONE, Span::new(id, end, end), Span::new(id, end + 7, end + 9), Span::new(id, 0, 0)] {
            let drawing = draw(&Diagnostic::warning("W0001", span, "odd"), &sources, false, 80);
            assert!(drawing.contains("odd"), "{drawing}");
        }
    }
}
