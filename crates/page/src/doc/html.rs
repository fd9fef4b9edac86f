//! A page as one HTML file without scripts and external resources.

use super::markdown::{heading_anchor, mark};
use pulldown_cmark::{Options, Parser, html::push_html};

/// Style of all pages that are read: rulebooks, reports, traces. Light, dark, on paper and on a phone.
pub const STYLE: &str = include_str!("pages.css");

/// Converts a page from Markdown to HTML.
pub fn html(title: &str, markdown: &str) -> String {
    let mut body = String::new();
    push_html(&mut body, Parser::new_ext(&with_ids(&with_counts_together(markdown)), Options::ENABLE_TABLES));
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Keeps a number together with what it counts: no line breaks within `2 × marker`.
fn with_counts_together(markdown: &str) -> String {
    let mut parts = markdown.split(" × ").peekable();
    let mut text = String::with_capacity(markdown.len());
    while let Some(part) = parts.next() {
        text += part;
        if parts.peek().is_some() {
            text += if part.ends_with(|c: char| c.is_ascii_digit()) { "\u{a0}×\u{a0}" } else { " × " };
        }
    }
    text
}

/// Adds anchors to chapters. Most readers of Markdown add them by themselves.
fn with_ids(markdown: &str) -> String {
    let mut fenced = false;
    let line = |line: &str| {
        fenced ^= line.starts_with("```");
        match line.strip_prefix("## ").filter(|_| !fenced) {
            Some(title) => format!("## {}{title}\n", mark(&heading_anchor(title))),
            None => format!("{line}\n"),
        }
    };
    markdown.lines().map(line).collect()
}
