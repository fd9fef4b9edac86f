//! Rendering of findings for people: excerpt with carets, other places, help and clause.

use std::ops::Range;

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Renderer, Snippet};

use tavola_syntax::diagnostic::{Diagnostic, Severity};
use tavola_syntax::text::{Source, SourceId, Sources, Span};

/// Renders a finding as several lines without a final line end: message, excerpts with marks, clause, help.
///
/// `color` adds escape sequences for terminals. `width` is the line width in characters, at least 140.
pub fn draw_finding(finding: &Diagnostic, sources: &Sources, color: bool, width: usize) -> String {
    let level = match finding.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level.primary_title(finding.message.as_str()).id(finding.code).elements(excerpts(finding, sources));
    match finding.clauses.as_slice() {
        [] => {}
        [clause] => group = group.element(Level::NOTE.message(format!("the clause is {clause}"))),
        clauses => group = group.element(Level::NOTE.message(format!("the clauses are {}", clauses.join(", ")))),
    }
    if let Some(help) = &finding.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let groups: [Group<'_>; 1] = [group];
    let renderer = if color { Renderer::styled() } else { Renderer::plain() };
    renderer.term_width(width.max(140)).render(&groups)
}

/// One excerpt for each source with a mark. The source of the finding itself comes first.
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

/// A source with its marks. The renderer leaves out lines without any.
fn excerpt<'a>(source: &'a Source, marks: &[(usize, Span, &'a str)]) -> Snippet<'a, Annotation<'a>> {
    let annotations = marks.iter().map(|&(at, span, text)| {
        let kind = if at == 0 { AnnotationKind::Primary } else { AnnotationKind::Context };
        kind.span(letters(&source.text, span)).label((!text.is_empty()).then_some(text))
    });
    Snippet::source(source.text.as_str()).path(source.name.as_str()).annotations(annotations)
}

/// Byte range of a span, widened to character boundaries and clamped to the text.
fn letters(text: &str, span: Span) -> Range<usize> {
    let floor = |at: u32| (0..=text.len().min(at as usize)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let start = floor(span.start);
    start..floor(span.end).max(start)
}
