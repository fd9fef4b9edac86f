//! `tavola print`: writes the components of a game as print-and-play sheets.

use std::fs;
use std::path::{Path, PathBuf, absolute};

use super::args::{PrintArgs, PrintFormat, PrintPaper, PrintPart};
use super::console::Console;
use super::ending::{Exit, Stop, VerbResult};
use super::paint::{Paint, count};
use super::{create, folders, load, seats};
use tavola_game::{Error, Game, Rules};
use tavola_page::print::tabletop::tabletop;
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
    if args.format == PrintFormat::Tts {
        return for_tabletop(args, &rules, &game, console);
    }
    if args.images.is_some() {
        return Err(Stop::usage("`--images` needs `--format tts`"));
    }
    let (printed, options) = (PrintBox::new(&rules, &game), options(args));
    // A browser or a terminal may show the file later.
    let page = Paint::new(false).harmless(&sheets(&printed, options)).into_owned();
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}-print.html", rules.name())));
    if file.as_os_str() == "-" {
        console.write(&page)?;
    } else {
        create::file(&file, &page, console)?;
    }
    if options.only.is_none() && !printed.memory.is_empty() {
        let names = printed.memory.join(", ");
        console.note(format!("not on paper: {names} (memory of the rules); use pieces, or keep a note"));
    }
    Ok(Exit::Fine)
}

/// Writes a folder for Tabletop Simulator: the saved object, the pictures, and the page that saves them as PNG.
fn for_tabletop(args: &PrintArgs, rules: &Rules, game: &Game, console: &mut Console) -> VerbResult {
    let folder = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}-tts", rules.name())));
    if folder.as_os_str() == "-" {
        return Err(Stop::usage("`--format tts` writes a folder; name it: `-o FOLDER`"));
    }
    if args.only == Some(PrintPart::Mats) {
        return Err(Stop::usage("Tabletop Simulator gets no mats; leave `--only mats` out"));
    }
    if args.low_ink || args.no_backs {
        return Err(Stop::usage(
            "`--low-ink` and `--no-backs` are for paper; leave them out, or leave `--format tts` out",
        ));
    }
    let images = match &args.images {
        Some(url) => web_url(url)?,
        None => file_url(&folder)?,
    };
    let printed = PrintBox::new(rules, game);
    let export = tabletop(&printed, args.only.map(part), &images);
    let saved = serde_json::to_string_pretty(&export.saved).map_err(|error| Error::new(error.to_string()))?;
    let saved_object = folder.join(format!("{}.json", rules.name()));
    let is_empty = fs::read_dir(&folder).map_or(true, |mut files| files.next().is_none());
    if !is_empty && !saved_object.is_file() {
        let why = format!("`{}` has other files, which could be replaced; name a new folder", folder.display());
        return Err(Stop::usage(why));
    }
    fs::create_dir_all(&folder).map_err(|error| Error::unwritten("write", &folder, &error))?;
    let pictures = export.images.iter().map(|image| (format!("{}.svg", image.name), &image.svg));
    for (name, text) in pictures.chain([("images.html".to_owned(), &export.page)]) {
        create::quiet(&folder.join(name), &Paint::new(false).harmless(text))?;
    }
    create::file(&saved_object, &(saved + "\n"), console)?;
    console.note(format!(
        "next: open `{}`, save the {} as PNG, and move them into this folder",
        folder.join("images.html").display(),
        count(export.images.len(), "picture")
    ));
    if args.only.is_none() {
        let left_out = not_on_the_table(game, &printed);
        if !left_out.is_empty() {
            console.note(format!("not in the folder: {}; use counters", left_out.join(", ")));
        }
    }
    Ok(Exit::Fine)
}

/// Names of the tracks and of the memory that players see: Tabletop Simulator gets no mats.
fn not_on_the_table(game: &Game, printed: &PrintBox) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for track in game.tracks(&game.start()) {
        let name = track.name.replace('_', " ");
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter().chain(printed.memory.iter().cloned()).collect()
}

/// The address of a folder on a web server, to which names of files are added.
fn web_url(url: &str) -> Result<String, Stop> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    if rest.is_empty() || rest.contains(|sign: char| sign.is_whitespace() || sign.is_control() || "?#\"".contains(sign))
    {
        return Err(Stop::usage("`--images` is the address of a folder, like `https://example.org/pictures`"));
    }
    Ok(url.trim_end_matches('/').to_owned())
}

/// The address of a folder on this machine.
fn file_url(folder: &Path) -> Result<String, Stop> {
    let folder = absolute(folder).map_err(|error| Error::unwritten("write", folder, &error))?;
    let path = folder.to_string_lossy().replace('\\', "/");
    // Signs that have a meaning in addresses.
    let mut plain = String::new();
    for sign in path.trim_matches('/').chars() {
        match sign {
            ' ' | '%' | '#' | '?' | '"' => plain.extend(format!("%{:02X}", sign as u32).chars()),
            _ => plain.push(sign),
        }
    }
    Ok(format!("file:///{plain}"))
}

fn part(part: PrintPart) -> BoxPart {
    match part {
        PrintPart::Cards => BoxPart::Cards,
        PrintPart::Tokens => BoxPart::Tokens,
        PrintPart::Boards => BoxPart::Boards,
        PrintPart::Mats => BoxPart::Mats,
    }
}

fn options(args: &PrintArgs) -> PrintOptions {
    let paper = match args.paper {
        PrintPaper::A4 => Paper::A4,
        PrintPaper::Letter => Paper::Letter,
    };
    PrintOptions { paper, backs: !args.no_backs, low_ink: args.low_ink, only: args.only.map(part) }
}
