//! `tavola test --variant NAME --update`: drafts of cases that stand for scenarios that differ, each after confirmation.

use std::path::PathBuf;
use std::time::Duration;

use super::mend::{agreed, can_ask};
use super::tested::{Case, Tested};
use crate::tools::case_file;
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::paint::{clean, count};
use tavola_lab::scenario::{self, CaseDraft};
use tavola_lab::whole;

/// Shows each draft and asks; then adds those that are accepted to a file of scenarios. Adds the time spent waiting to
/// `waited`.
///
/// # Errors
/// When there is nobody to ask, or the file cannot be written.
pub(super) fn ask(
    tested: &Tested,
    variant: &str,
    yes: bool,
    waited: &mut Duration,
    console: &Console,
) -> Result<bool, Stop> {
    let mut drafts: Vec<(&Case, &CaseDraft)> = Vec::new();
    for case in &tested.cases {
        match &case.draft {
            Some(Ok(draft)) => drafts.push((case, draft)),
            Some(Err(why)) => {
                let place = case.place.as_deref().unwrap_or_default();
                console.note(format!("{place}: {}: no draft: {}", case.proving(), clean(why)));
            }
            None => {}
        }
    }
    if drafts.is_empty() {
        return Ok(false);
    }
    let scenarios = count(drafts.len() as u64, "scenario");
    can_ask(yes, || format!("{scenarios} of `{}` can get a draft under `{variant}`", tested.name))?;
    let file = file_of(tested, variant);
    let agreed = agreed(drafts, yes, |(case, draft)| show(case, draft, console), waited, console)?;
    if agreed.is_empty() {
        return Ok(false);
    }
    let _writing = whole::writing();
    let cases: Vec<(&str, &str)> = agreed.iter().map(|(_, draft)| (draft.name.as_str(), draft.text.as_str())).collect();
    case_file::add(&file, &cases)?;
    console.note(format!("changed: {}", file.display()));
    Ok(true)
}

/// The file that holds the last case of this variant, or one of its own.
fn file_of(tested: &Tested, variant: &str) -> PathBuf {
    let texts: Vec<(&str, &str)> =
        tested.sources.iter().map(|(_, source)| (source.name.as_str(), source.text.as_str())).collect();
    let suite = scenario::read_texts(&texts, None);
    let own = suite.scenarios.iter().rfind(|case| case.setup.variant.as_deref() == Some(variant));
    let file = own.and_then(|case| suite.sources.get(case.span.source)).map(|source| source.name.clone());
    let new = || tested.folder.join("scenarios").join(format!("{}.yaml", variant.replace(',', "_")));
    file.map_or_else(new, PathBuf::from)
}

fn show(case: &Case, draft: &CaseDraft, console: &Console) {
    let paint = console.err_paint();
    console.note(paint.bold(&format!("{}: {}", case.place.as_deref().unwrap_or_default(), case.proving())));
    draft.words.iter().for_each(|words| console.note(format!("  {}", clean(words))));
    draft.text.lines().for_each(|line| console.note(paint.green(&format!("  + {}", clean(line)))));
}
