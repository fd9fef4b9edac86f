//! `tavola doc`: a page about a game.

use super::args::{DocArgs, Page};
use super::console::Console;
use super::ending::{Ending, Exit};
use super::paint::Paint;
use super::{folders, load};
use crate::doc;
use crate::game::Error;
use crate::play::whole;

/// Runs the verb.
///
/// # Errors
/// When the rules cannot be read or have errors, or the page cannot be written.
pub(crate) fn run(args: &DocArgs, console: &mut Console) -> Ending {
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, args.variant.as_deref(), console)?;
    let mut page = doc::page(&folder, &rules)?;
    if args.format == Page::Html {
        page = doc::html(rules.title().unwrap_or_default(), &page);
    }
    // What is written into a file is shown by a terminal or a browser later.
    let page = Paint::new(false).harmless(&page);
    match &args.output {
        None => console.write(&page)?,
        Some(file) => {
            whole::write(file, &page).map_err(|error| Error::unwritten("write", file, &error))?;
        }
    }
    Ok(Exit::Fine)
}
