//! A page of the documentation as HTML that a program shows beside something else.

use super::markdown::heading_anchor;
use pulldown_cmark::{CodeBlockKind, CowStr, Event, Options, Parser, Tag, TagEnd, html::push_html};

/// Converts a page of the documentation to HTML. `path` is its path below `docs`: `tutorial/01-berries.md`. Headings have anchors; each
/// block of code has its words in `data-info`, and the lines of a `diff` are `ins` and `del`.
///
/// A link to a page for which `is_page` is true has `data-page` and `data-at` (its anchor). Links to other pages are texts that name
/// their file. Addresses open in a window of their own.
pub fn manual_page(path: &str, markdown: &str, is_page: &dyn Fn(&str) -> bool) -> String {
    let mut events = Parser::new_ext(markdown, Options::ENABLE_TABLES);
    let (mut made, mut ends) = (Vec::new(), Vec::new());
    while let Some(event) = events.next() {
        match event {
            Event::Start(Tag::Heading { level, classes, attrs, .. }) => {
                let inside: Vec<Event<'_>> =
                    events.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_)))).collect();
                let id = Some(CowStr::from(heading_anchor(&words(&inside))));
                made.push(Event::Start(Tag::Heading { level, id, classes, attrs }));
                made.extend(inside);
                made.push(Event::End(TagEnd::Heading(level)));
            }
            Event::Start(Tag::CodeBlock(kind)) => {
                let inside: Vec<Event<'_>> =
                    events.by_ref().take_while(|event| !matches!(event, Event::End(TagEnd::CodeBlock))).collect();
                made.push(Event::Html(block(&kind, &words(&inside)).into()));
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let (start, end) = link(path, &dest_url, is_page);
                made.push(Event::InlineHtml(start.into()));
                ends.push(end);
            }
            Event::End(TagEnd::Link) => made.push(Event::InlineHtml(ends.pop().unwrap_or_default().into())),
            event => made.push(event),
        }
    }
    let mut html = String::new();
    push_html(&mut html, made.into_iter());
    html
}

/// The text of events without their marks.
fn words(events: &[Event<'_>]) -> String {
    let text = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => Some(text.to_string()),
        _ => None,
    };
    events.iter().filter_map(text).collect()
}

fn block(kind: &CodeBlockKind<'_>, text: &str) -> String {
    let info = match kind {
        CodeBlockKind::Fenced(info) => info,
        CodeBlockKind::Indented => "",
    };
    let line = |line: &str| match line.as_bytes().first() {
        Some(b'+') => format!("<ins>{}</ins>", escaped(line)),
        Some(b'-') => format!("<del>{}</del>", escaped(line)),
        _ => escaped(line),
    };
    let code = if info.split(' ').next() == Some("diff") {
        text.split_inclusive('\n').map(line).collect()
    } else {
        escaped(text)
    };
    format!("<pre tabindex=\"0\" data-info=\"{}\"><code>{code}</code></pre>\n", escaped(info))
}

/// The beginning and the end of a link.
fn link(path: &str, target: &str, is_page: &dyn Fn(&str) -> bool) -> (String, String) {
    if target.contains("://") {
        let start = format!("<a href=\"{}\" target=\"_blank\" rel=\"noopener\">", escaped(target));
        return (start, "</a>".to_owned());
    }
    let (file, at) = target.split_once('#').unwrap_or((target, ""));
    let page = if file.is_empty() { path.to_owned() } else { below(path, file) };
    if is_page(&page) {
        let (page, at) = (escaped(&page), escaped(at));
        return (format!("<a href=\"#\" data-page=\"{page}\" data-at=\"{at}\">"), "</a>".to_owned());
    }
    let file = if page.starts_with("../") { page.trim_start_matches("../").to_owned() } else { format!("docs/{page}") };
    ("<span>".to_owned(), format!("</span> <small>({})</small>", escaped(&file)))
}

/// The path of a file that a page names: `../language/places.md` of `gallery/hands.md` is `language/places.md`.
fn below(page: &str, file: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in file.split('/') {
        if part == ".." && parts.last().is_some_and(|last| *last != "..") {
            parts.pop();
        } else if part != "." {
            parts.push(part);
        }
    }
    parts.join("/")
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    push_html(&mut out, std::iter::once(Event::Text(text.into())));
    out.replace('"', "&quot;")
}
