//! Rewritten cases that the rulebook prints as examples. Their names are sentences of it, which may now be wrong.

use super::tested::{Case, Tested};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::paint::clean;
use tavola_game::Rules;
use tavola_lab::scenario;
use tavola_page::doc;

/// Lists them. Without a rulebook there are none.
///
/// # Errors
/// If the rules cannot be read.
pub(super) fn note(tested: &Tested, console: &Console) -> Result<(), Stop> {
    if tested.rewritten.is_empty() {
        return Ok(());
    }
    let rules = Rules::read(&tested.folder, None)?;
    let printed = doc::prose(&tested.folder, &rules, &|case| scenario::example(&rules, case));
    let Ok(printed) = printed else { return Ok(()) };
    let is_printed = |case: &&Case| {
        let is_rewritten = tested.rewritten.contains(&case.file_and_name());
        is_rewritten && case.place.as_ref().is_some_and(|place| printed.examples.contains(place))
    };
    let cases: Vec<&Case> = tested.cases.iter().filter(is_printed).collect();
    let (what, names) = match cases.len() {
        0 => return Ok(()),
        1 => ("1 rewritten case is printed as an example".to_owned(), "its name"),
        several => (format!("{several} rewritten cases are printed as examples"), "their names"),
    };
    console.note(format!("{what}; read {names}:"));
    for case in cases {
        console.note(format!("  {}  {}", clean(&case.name), case.place.as_deref().unwrap_or_default()));
    }
    Ok(())
}
