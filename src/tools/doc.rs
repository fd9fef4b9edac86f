//! `tavola doc`: writes a page about a game, or its rulebook.

use std::path::Path;

use super::args::{DocArgs, Page, to_file};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::paint::Paint;
use super::{create, draw, folders, load, seats};
use tavola_game::{Rules, Setup};
use tavola_lab::scenario;
use tavola_page::doc::{self, CardFaces};
use tavola_page::print::card_faces;

/// Runs the verb.
///
/// # Errors
/// When the rules cannot be read or have errors, or the page cannot be written.
pub(crate) fn run(args: &DocArgs, console: &mut Console) -> VerbResult {
    let folder = folders::one(&args.path)?;
    let rules = load::rules_or_rulebook(&folder, args.variant.as_deref(), console)?;
    let output = to_file(args.output.as_deref());
    let mut page = if args.prose {
        prose(args, &folder, &rules, console)?
    } else {
        doc::page(&folder, &rules, output, &faces(args, &rules))?
    };
    if args.page() == Page::Html {
        page = doc::html(rules.shown_title(), &page);
    }
    match output {
        None if console.is_terminal() => console.write(&harmless(&doc::without_anchors(&page)))?,
        None => console.write(&harmless(&page))?,
        Some(file) => create::file(file, &harmless(&page), console)?,
    }
    Ok(Exit::Fine)
}

/// The faces of the cards, for HTML. None if the game cannot be set up.
fn faces(args: &DocArgs, rules: &Rules) -> CardFaces {
    let is_shown = args.page() == Page::Html && !rules.is_unwritten();
    let game = is_shown.then(|| rules.game(&Setup::of(seats::most(rules))).ok()).flatten();
    let (common, cards) = game.as_ref().map(card_faces).unwrap_or_default();
    CardFaces { common, cards }
}

/// Writes the rulebook. HTML contains the picture of the set-up; Markdown links a file that is written beside it.
fn prose(args: &DocArgs, folder: &Path, rules: &Rules, console: &mut Console) -> Result<String, Stop> {
    let printed = doc::prose(folder, rules, &|case| scenario::example(rules, case))?;
    // The picture shows the players of the examples.
    let mut set_up = || draw::set_up(rules, &seats::names(&printed.players, Some(seats::most(rules)), 0)?, console);
    let title = "The table before the first decision";
    let picture = match (args.page(), to_file(args.output.as_deref())) {
        (Page::Html, _) => format!("<figure>\n{}\n<figcaption>{title}</figcaption>\n</figure>", one_block(&set_up()?)),
        (Page::Markdown, Some(file)) => {
            let picture = file.with_extension("svg");
            let drawn = set_up()?;
            create::file(&picture, &harmless(&drawn), console)?;
            let name = picture.file_name().unwrap_or_default().to_string_lossy().replace(' ', "%20");
            format!("![{title}]({name})")
        }
        (Page::Markdown, None) => String::new(),
    };
    Ok(printed.page(&picture))
}

/// Removes blank lines, at which a block of HTML in Markdown would end.
fn one_block(svg: &str) -> String {
    svg.lines().filter(|line| !line.trim().is_empty()).collect::<Vec<_>>().join("\n")
}

/// Removes control characters: a file may be shown in a terminal later.
fn harmless(text: &str) -> String {
    Paint::new(false).harmless(text).into_owned()
}
