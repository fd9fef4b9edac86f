//! A page as one HTML file without scripts and external resources.

use pulldown_cmark::{Options, Parser, html::push_html};

const STYLE: &str = "\
:root { color-scheme: light dark; --line: #8884; --soft: #8881; --mark: #b3541e; }
body { font: 17px/1.55 Georgia, 'Times New Roman', serif; max-width: 62rem; margin: 2rem auto; padding: 0 1.2rem; }
h1 { font-size: 2.3rem; margin-bottom: .2rem; }
h2 { margin-top: 3.2rem; border-bottom: 2px solid var(--mark); padding-bottom: .2rem; }
h3 { margin-top: 2.4rem; color: var(--mark); }
h4 { margin: 2rem 0 .5rem; }
a { color: inherit; text-decoration-color: var(--mark); }
:target { background: #fc08; }
blockquote { margin: .6rem 0; padding: .2rem 1rem; border-left: 3px solid var(--mark); }
pre { background: var(--soft); padding: .8rem 1rem; overflow-x: auto; border-radius: 4px; }
pre, code { font: 13.5px/1.45 ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace; }
table { border-collapse: collapse; display: block; overflow-x: auto; font-size: .9em; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem .3rem 0; text-align: left; vertical-align: top; }
figure svg { max-width: 100%; height: auto; } figcaption { font-style: italic; }
@page { size: A4; margin: 18mm; }
@media print { body { font-size: 10.5pt; max-width: none; margin: 0; padding: 0; } pre { white-space: pre-wrap; } a { text-decoration: none; }
  h2, h3, h4 { break-after: avoid; } figure, tr, blockquote { break-inside: avoid; } table { display: table; } }
";

/// Converts a page from Markdown to HTML.
pub fn html(title: &str, markdown: &str) -> String {
    let mut body = String::new();
    push_html(&mut body, Parser::new_ext(&with_ids(markdown), Options::ENABLE_TABLES));
    let title = title.replace('&', "&amp;").replace('<', "&lt;");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n"
    )
}

/// Adds anchors to chapters. Most readers of Markdown add them by themselves.
fn with_ids(markdown: &str) -> String {
    let mut fenced = false;
    let line = |line: &str| {
        fenced ^= line.starts_with("```");
        match line.strip_prefix("## ").filter(|_| !fenced) {
            Some(title) => format!("## {}{title}\n", super::markdown::mark(&super::markdown::anchor(title))),
            None => format!("{line}\n"),
        }
    };
    markdown.lines().map(line).collect()
}
