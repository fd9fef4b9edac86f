//! `--as-variant`: an edited copy as a variant's file.

use super::{DiffSide, sort};
use crate::tools::args::{DiffArgs, to_file};
use crate::tools::console::Console;
use crate::tools::ending::{Exit, Stop, VerbResult};
use crate::tools::load;
use crate::tools::paint::{clean, count};
use tavola_game::{AsVariant, Error, text_differences};
use tavola_lab::whole;
use tavola_syntax::format::format;
use tavola_syntax::text::{capital, is_word};

/// Writes it, and logs what a variant cannot express.
///
/// # Errors
/// When the name is none, or the file cannot be written.
pub(super) fn write(
    name: &str,
    args: &DiffArgs,
    before: &DiffSide,
    after: &DiffSide,
    console: &mut Console,
) -> VerbResult {
    if !is_word(name) {
        return Err(Stop::usage(format!("`--as-variant {name}`: a name is a word of small letters, digits and `_`")));
    }
    let title = args.title.clone().unwrap_or_else(|| named(name));
    if title.contains(['"', '\n', '{', '}']) {
        return Err(Stop::usage(format!("`--title {title}`: a title holds no quotes, braces or line breaks")));
    }
    let file =
        to_file(args.output.as_deref()).map_or_else(|| format!("{name}.tavola"), |file| file.display().to_string());
    let mut variant = before.rules.as_variant(&after.rules, &file, (name, &title));
    variant.text = format(&variant.text).text;
    // Findings are located in the text that is written.
    variant.rules = before.rules.with_variant(&file, &variant.text);
    match to_file(args.output.as_deref()) {
        None => console.write(&variant.text)?,
        Some(file) => {
            let _writing = whole::writing();
            whole::write(file, &variant.text).map_err(|error| Error::unwritten("write", file, &error))?;
        }
    }
    Ok(tell(&variant, before, after, console))
}

/// Logs what a variant cannot express.
fn tell(variant: &AsVariant, before: &DiffSide, after: &DiffSide, console: &mut Console) -> Exit {
    for one in &variant.left {
        let part = one.part();
        let (what, how) = (clean(&super::title(part)), sort(one.differs));
        console.complain(format!("{}: a variant cannot say this: {what} {how}", clean(&part.place)));
    }
    for finding in variant.errors() {
        load::draw(finding, variant.rules.sources(), console);
    }
    let clauses = text_differences(&before.rules, &after.rules).len() as u64;
    if clauses > 0 {
        let many = count(clauses, "clause");
        console.note(format!("{many} of `rulebook.yaml` differ, too: a variant cites the clauses of its game"));
    }
    let fine = variant.left.is_empty() && variant.errors().next().is_none();
    if fine { Exit::Fine } else { Exit::Findings }
}

/// `a_long_night`: `A long night`
fn named(name: &str) -> String {
    capital(&name.replace('_', " "))
}
