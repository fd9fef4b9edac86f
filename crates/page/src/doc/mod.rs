//! A page about a game, made from its folder: what is in the box and who sees it, how the game goes, every rule beside the
//! clauses that it puts into effect, every question, every ruling with its alternatives, and what had to be reconstructed.
//!
//! The page is Markdown; [`html`] makes a file of it that a browser shows. Nothing is told twice in a source: what the page
//! says stands in the rules or in `rulebook.yaml`.

mod about;
mod chapters;
mod clauses;
mod game_box;
mod head;
mod html;
mod markdown;
mod outline;
mod overlay;
mod prose;
mod questions;
mod rulings;
mod tables;
mod variant;

use std::fmt::Write;
use std::path::Path;

use tavola_game::{Error, Rules};

pub use html::html;
pub use markdown::plain;
pub use prose::prose;

use about::About;

/// The page of a game, as Markdown. `folder` is the one that `rules` were read from; if a variant is laid over them, the page is
/// that of the variant, with what it changes marked.
///
/// # Errors
/// While the rules have errors, and where a scenario or a variant cannot be read.
pub fn page(folder: &Path, rules: &Rules) -> Result<String, Error> {
    let about = About::new(folder, rules)?;
    let parts = [
        ("What the variant changes", variant::chapter(&about)),
        ("How the game goes", outline::outline(&about)),
        ("The box", game_box::game_box(&about)),
        ("The rules", chapters::chapters(&about)),
        ("What is asked", questions::questions(&about)),
        ("Settings", rulings::settings(&about)),
        ("Rulings", rulings::rulings(&about)),
        ("Errata", clauses::errata(&about)),
        ("Variants", if rules.is_variant() { String::new() } else { variant::variants(&about) }),
        ("Reconstructed", rulings::reconstructed(&about)),
        ("The clauses", clauses::clauses(&about)),
    ];
    let mut out = head::head(&about);
    let told = parts.iter().filter(|(_, text)| !text.is_empty());
    let links: Vec<String> =
        told.clone().map(|(title, _)| format!("[{title}](#{})", markdown::anchor(title))).collect();
    let _ = writeln!(out, "{}", links.join(" · "));
    for (title, text) in told {
        let _ = writeln!(out, "\n## {title}\n\n{}", text.trim_end());
    }
    Ok(out)
}
