//! HTML frame of a page of figures: one file without external resources.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page with a title above its body.
pub(super) fn framed(title: &str, style: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body {
                h1 { (title) }
                (body)
            }
        }
    };
    page.into_string()
}
