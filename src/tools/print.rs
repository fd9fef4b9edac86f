//! `tavola print`: writes the components of a game as print-and-play sheets.

use std::path::PathBuf;

use super::args::{PrintArgs, PrintPaper, PrintPart};
use super::console::Console;
use super::ending::{Exit, VerbResult};
use super::paint::Paint;
use super::{create, folders, load, seats};
use tavola_page::print::{BoxPart, Paper, PrintBox, PrintOptions, sheets};

/// Runs the verb.
///
/// # Errors
/// When the rules cannot be read or have errors, the set-up is not possible, or the file cannot be written.
pub(crate) fn run(args: &PrintArgs, console: &mut Console) -> VerbResult {
    let folder = folders::one(&args.path)?;
    let rules = load::rules(&folder, args.choices.variant.as_deref(), console)?;
    let players = args.players.unwrap_or_else(|| seats::most(&rules));
    seats::admit(players, &rules)?;
    let game = load::game(&rules, &seats::setup(players, &args.choices), console)?;
    // A browser or a terminal may show the file later.
    let page = Paint::new(false).harmless(&sheets(&PrintBox::new(&rules, &game), options(args))).into_owned();
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}-print.html", rules.name())));
    if file.as_os_str() == "-" {
        console.write(&page)?;
    } else {
        create::file(&file, &page, console)?;
    }
    Ok(Exit::Fine)
}

fn options(args: &PrintArgs) -> PrintOptions {
    let part = |part| match part {
        PrintPart::Cards => BoxPart::Cards,
        PrintPart::Tokens => BoxPart::Tokens,
        PrintPart::Boards => BoxPart::Boards,
        PrintPart::Mats => BoxPart::Mats,
    };
    let paper = match args.paper {
        PrintPaper::A4 => Paper::A4,
        PrintPaper::Letter => Paper::Letter,
    };
    PrintOptions { paper, backs: !args.no_backs, low_ink: args.low_ink, only: args.only.map(part) }
}
