//! `tavola doc`: a page about a game.

use std::fs;

use super::args::{DocArgs, Page};
use super::console::Console;
use super::ending::{Ending, Exit};
use super::{folders, load};
use crate::doc;
use crate::game::Error;

/// Runs the verb.
///
/// # Errors
/// When the rules cannot be read or have errors, or the page cannot be written.
pub(crate) fn run(args: &DocArgs, console: &mut Console) -> Ending {
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, None, console)?;
    let mut page = doc::page(&folder, &rules)?;
    if args.format == Page::Html {
        page = doc::html(rules.title().unwrap_or_default(), &page);
    }
    match &args.output {
        None => console.write(&page)?,
        Some(file) => {
            fs::write(file, &page).map_err(|error| Error::unwritten("write", file, &error))?;
        }
    }
    Ok(Exit::Fine)
}
