//! `--as-game`: a game with a variant as a game of its own, in a new folder.

use std::fs;
use std::path::{Path, PathBuf};

use super::{DiffSide, sort, title};
use crate::tools::args::DiffArgs;
use crate::tools::console::Console;
use crate::tools::ending::{Exit, Stop, VerbResult};
use crate::tools::load;
use crate::tools::paint::clean;
use tavola_game::{Error, Rules, Unwritable, clause_differences, differences};
use tavola_lab::{cases_as_game, check, rulebook_as_game, scenario, start};
use tavola_syntax::format::format;
use tavola_syntax::text::read;

/// Writes the folder. It is written whole, or not at all.
///
/// # Errors
/// If a change cannot be written into the game, the merged game is not the same as the variant, or the folder cannot be written.
pub(super) fn write(folder: &Path, args: &DiffArgs, after: &DiffSide, console: &mut Console) -> VerbResult {
    let Some(target) = &args.output else { return Err(Stop::usage("`--as-game` writes a folder: name it with `-o`")) };
    if target.exists() {
        return Err(Stop::usage(format!("`{}` exists: name a new folder", target.display())));
    }
    let variant = args.variant.as_deref().unwrap_or_default();
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let unwritten = |error: &std::io::Error| Stop::from(Error::unwritten("write", target, error));
    let draft = tempfile::tempdir_in(parent).map_err(|error| unwritten(&error))?;
    let name = folder.file_name().map(PathBuf::from).unwrap_or_default();
    let merged = draft.path().join(&name);
    copy(folder, &merged)?;
    merge(folder, &merged, variant, after, console).map_err(|Unwritable { place, why }| Stop {
        exit: Exit::Findings,
        message: Some(format!("{}: {}; nothing was written", clean(&place), clean(&why))),
    })?;
    fs::rename(&merged, target).map_err(|error| unwritten(&error))?;
    console.say(target.display().to_string())?;
    Ok(Exit::Fine)
}

/// Copies the files of a game. Records of games and keys of tables stay where they are.
fn copy(from: &Path, to: &Path) -> Result<(), Stop> {
    for (name, contents) in start::read(from)? {
        let file = to.join(name);
        let result = file.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(&file, contents));
        result.map_err(|error| Error::unwritten("write", &file, &error))?;
    }
    Ok(())
}

/// Merges the variant into a copy of the folder, and checks that the copy is the same game.
fn merge(folder: &Path, copy: &Path, variant: &str, after: &DiffSide, console: &mut Console) -> Result<(), Unwritable> {
    let at = |path: &Path, why: &dyn ToString| Unwritable { place: path.display().to_string(), why: why.to_string() };
    let put = |path: &Path, text: &str| fs::write(path, text).map_err(|error| at(path, &error));
    let inside = |file: &str| copy.join(Path::new(file).strip_prefix(folder).unwrap_or(Path::new(file)));
    for (file, text) in after.rules.as_game()? {
        put(&inside(&file), &format(&text).text)?;
    }
    let suite = scenario::read(&folder.join("scenarios"), None, None).map_err(|error| at(folder, &error))?;
    let book = after.rules.printed_rulebook();
    let texts = book.map(|book| book.variants.as_slice()).unwrap_or_default();
    for (file, text) in cases_as_game(&suite, variant, texts)? {
        let path = inside(&file);
        match text {
            Some(text) => put(&path, &text)?,
            None => fs::remove_file(&path).map_err(|error| at(&path, &error))?,
        }
    }
    if book.is_some() {
        let path = copy.join("rulebook.yaml");
        let text = read(&path).map_err(|error| at(&path, &error))?;
        let text = rulebook_as_game(&text, variant, texts).map_err(|why| at(&path, &why))?;
        put(&path, &text)?;
    }
    let own = copy.join("variants").join(format!("{variant}.tavola"));
    fs::remove_file(&own).map_err(|error| at(&own, &error))?;
    let _ = fs::remove_dir(copy.join("variants"));
    verify(copy, after, console)
}

/// Compares the merged game with the game and its variant, and plays its scenarios.
fn verify(copy: &Path, after: &DiffSide, console: &mut Console) -> Result<(), Unwritable> {
    let heads = after.rules.headlines();
    let place = heads.first().and_then(|head| head.place(after.rules.sources())).unwrap_or_else(|| after.name.clone());
    let at = |why: &dyn ToString| Unwritable { place: place.clone(), why: why.to_string() };
    let merged = Rules::read(copy, None).map_err(|error| at(&error))?;
    if let Some(finding) = merged.diagnostics().iter().find(|finding| finding.is_error()) {
        load::draw(finding, merged.sources(), console);
        return Err(at(&"the merged rules have an error"));
    }
    if let Some(one) = differences(&after.rules, &merged).first() {
        let part = one.before.as_ref().unwrap_or_else(|| one.part());
        let why = format!("this cannot be written into the game: {} is {}", title(part), sort(one.differs));
        return Err(Unwritable { place: part.place.clone(), why });
    }
    if !after.rules.means_as(&merged) {
        return Err(at(&"the merged rules would not mean the same as the variant"));
    }
    if let Some(one) = clause_differences(&after.rules, &merged).first() {
        return Err(at(&format!("the clause {} is not the same", one.id)));
    }
    let checked = check(copy, None, None).map_err(|error| at(&error))?;
    for layer in &checked.layers {
        let Some(finding) = layer.findings.iter().find(|finding| finding.is_error()) else { continue };
        match &layer.variant {
            Some(other) => console.complain(format!("the variant `{}` does not fit the merged game", clean(other))),
            None => {
                load::draw(finding, &layer.sources, console);
                return Err(at(&"the merged game has an error"));
            }
        }
    }
    let suite = scenario::read(&copy.join("scenarios"), None, None).map_err(|error| at(&error))?;
    for (case, result) in suite.scenarios.iter().zip(scenario::run_all(copy, &merged, &suite.scenarios)) {
        let name = format!("{}/{}", case.topic, case.name);
        match &case.setup.variant {
            _ if result.passed => {}
            // Another variant may change something else now: that is for its author.
            Some(other) => {
                console.complain(format!("`{}` of `{}` fails in the merged game", clean(&name), clean(other)))
            }
            None => {
                return Err(at(&format!(
                    "the scenario `{name}` fails in the merged game: write what holds `instead` first"
                )));
            }
        }
    }
    Ok(())
}
