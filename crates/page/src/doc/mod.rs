//! Pages about a game, made from its folder: contents of the box and who sees them, course of the game, every rule beside the
//! clauses that it carries out, every question, every ruling with its alternatives, and reconstructions.
//!
//! The page is Markdown; [`html`] converts it for a browser. All texts come from the rules or from `rulebook.yaml`.

mod about;
mod chapters;
mod clauses;
mod game_box;
mod head;
mod html;
mod manual;
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

pub use html::{STYLE, html};
pub use manual::manual_page;
pub use markdown::{heading_anchor, plain, without_anchors};
pub use prose::{ChangedPart, ChangedValue, PartChange, changes_in_words};
pub use prose::{PrintedRules, prose};

use about::About;

/// Drawings of cards for a page: SVG in HTML. By default there are none.
#[derive(Clone, Debug, Default)]
pub struct CardFaces {
    /// Definitions that all drawings use.
    pub common: String,
    /// The family of each card, such as `hat` of `hat(3)`, and its drawing.
    pub cards: Vec<(String, String)>,
}

/// Writes the page of a game as Markdown. `folder` is the one that `rules` were read from. If they were read with a variant, the page is
/// that of the variant, with its changes marked. `output` is the file that it goes to: its first line shows the command with it. `faces`
/// are shown below the table of their kind; a page that stays Markdown has none.
///
/// # Errors
/// If the rules have errors, or a scenario or variant cannot be read.
pub fn page(folder: &Path, rules: &Rules, output: Option<&Path>, faces: &CardFaces) -> Result<String, Error> {
    let about = About::new(folder, rules)?;
    let parts = [
        ("What the variant changes", variant::chapter(&about)),
        ("How the game goes", outline::outline(&about)),
        ("The box", game_box::game_box(&about, faces)),
        ("The rules", chapters::chapters(&about)),
        ("What is asked", questions::questions(&about)),
        ("Settings", rulings::settings(&about)),
        ("Rulings", rulings::rulings(&about)),
        ("Errata", clauses::errata(&about)),
        ("Variants", if rules.is_variant() { String::new() } else { variant::variants(&about) }),
        ("Reconstructed", rulings::reconstructed(&about)),
        ("The clauses", clauses::clauses(&about)),
    ];
    let mut out = head::head(&about, output);
    let filled = parts.iter().filter(|(_, text)| !text.is_empty());
    let links: Vec<String> =
        filled.clone().map(|(title, _)| format!("[{title}](#{})", heading_anchor(title))).collect();
    let _ = writeln!(out, "{}", links.join(" · "));
    for (title, text) in filled {
        let _ = writeln!(out, "\n## {title}\n\n{}", text.trim_end());
    }
    Ok(out)
}
