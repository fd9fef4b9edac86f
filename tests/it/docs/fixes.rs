//! Fixes of the findings whose pages have an example.
//!
//! A safe fix of a wrong example is accepted, leaves no finding of its code and no error, and applying again changes nothing.
//! `TAVOLA_WRITE=1 cargo test --test it docs::fixes` writes the line about fixes of each page.

use std::fs;

use tavola::diagnostic::{Diagnostic, Fix};
use tavola::game::GameFolder;
use tavola::play::{CheckedGame, CheckedLayer, FixedGame, check_shelf, file_edits, fix};

use super::findings::{base, codes, games, page_of, writes};
use super::read;

/// Least numbers of pages with a fix, and with a safe one.
const LEAST: [usize; 2] = [48, 29];

/// The wrong example of a page, and the variant with which it is checked.
struct WrongExample {
    folder: GameFolder,
    variant: Option<String>,
}

impl WrongExample {
    fn all() -> Vec<(String, Self)> {
        let base = base();
        let example = |code: String| {
            let [(files, example), _] = games(&code, &base)?;
            let option = |console: &String| {
                let words: Vec<&str> = console.lines().next()?.split(' ').collect();
                let at = words.iter().position(|word| *word == "--variant")?;
                Some((*words.get(at + 1)?).to_owned())
            };
            let variant = example.consoles.iter().find_map(|(_, console)| option(console));
            Some((code, Self { folder: GameFolder { name: "garden".into(), files }, variant }))
        };
        codes().into_iter().filter_map(example).collect()
    }

    /// Its findings. `None` for a finding that comes before any check, or after it.
    fn check(&self) -> Option<CheckedGame> {
        check_shelf((&self.folder).into(), self.variant.as_deref(), None).ok()
    }

    fn fixed(&self) -> FixedGame {
        fix(self.folder.clone(), self.variant.as_deref(), None).expect("it can be checked")
    }
}

fn fixes<'c>(checked: &'c CheckedGame, code: &'c str) -> impl Iterator<Item = &'c Fix> {
    checked.findings().filter(move |finding| finding.code == code).flat_map(|finding| &finding.fixes)
}

fn said(checked: &CheckedGame) -> Vec<String> {
    checked.findings().map(Diagnostic::to_string).collect()
}

#[test]
fn a_safe_fix_repairs_its_example() {
    let (mut any, mut safe, mut failures) = (0, 0, String::new());
    for (code, wrong) in WrongExample::all() {
        let Some(before) = wrong.check() else { continue };
        any += usize::from(fixes(&before, &code).next().is_some());
        if !fixes(&before, &code).any(|fix| fix.safe) {
            continue;
        }
        safe += 1;
        let fixed = wrong.fixed();
        let left = |finding: &Diagnostic| finding.code == code || finding.is_error();
        if fixed.checked.findings().any(left) || fixed.applied.is_empty() {
            failures += &format!("{code}: {:#?}\n", said(&fixed.checked));
        }
        let again = WrongExample { folder: fixed.folder.clone(), variant: wrong.variant };
        if again.fixed().folder != fixed.folder {
            failures += &format!("{code}: fixing again changes something\n");
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
    assert!(any >= LEAST[0] && safe >= LEAST[1], "{any} pages have a fix, {safe} a safe one");
}

/// The folder with a fix of a finding. `None` if the fix has no place there.
fn with_fix(wrong: &WrongExample, layer: &CheckedLayer, fix: &Fix) -> Option<WrongExample> {
    let mut folder = wrong.folder.clone();
    let mut edits = file_edits(fix, &layer.sources, &folder)?;
    edits.sort();
    for edit in edits.iter().rev() {
        folder.files.get_mut(&edit.file)?.replace_range(edit.start..edit.end, &edit.text);
    }
    Some(WrongExample { folder, variant: wrong.variant.clone() })
}

/// Fixes after which the author has to write something more, with the code of what is missing then.
const HALF: [(&str, &str); 2] = [("E0113", "E0201"), ("E0113", "E0302")];

#[test]
fn each_offered_fix_repairs_its_example() {
    let mut failures = String::new();
    for (code, wrong) in WrongExample::all() {
        let Some(before) = wrong.check() else { continue };
        for layer in &before.layers {
            for finding in layer.findings.iter().filter(|finding| finding.code == code) {
                for fix in finding.fixes.iter().filter(|fix| !fix.safe) {
                    let fixed = with_fix(&wrong, layer, fix).and_then(|fixed| fixed.check());
                    let is_half = |one: &Diagnostic| HALF.contains(&(code.as_str(), one.code));
                    let left = |one: &Diagnostic| (one.code == code || one.is_error()) && !is_half(one);
                    match fixed {
                        Some(fixed) if !fixed.findings().any(left) => {}
                        Some(fixed) => failures += &format!("{code}, {}: {:#?}\n", fix.title, said(&fixed)),
                        None => failures += &format!("{code}, {}: it cannot be applied\n", fix.title),
                    }
                }
            }
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

/// A game of its kind: `--fix` leaves what is right as it is.
#[test]
fn the_right_examples_have_nothing_to_fix() {
    let base = base();
    for code in codes() {
        let Some([_, (files, _)]) = games(&code, &base) else { continue };
        let folder = GameFolder { name: "garden".into(), files };
        let Ok(fixed) = fix(folder.clone(), None, None) else { continue };
        assert!(fixed.folder == folder, "{code}: {:?}", fixed.applied);
    }
}

const FIXED: &str = "`tavola check --fix` repairs it";
const OFFERED: &str = "Editors offer a fix";

/// The line about the fixes of an example.
fn line(checked: Option<&CheckedGame>, code: &str) -> Option<String> {
    let all: Vec<&Fix> = checked.into_iter().flat_map(|checked| fixes(checked, code)).collect();
    let safe = all.iter().find(|fix| fix.safe);
    let (begins, one) = match (safe, all.first()) {
        (Some(safe), _) => (FIXED, safe),
        (None, Some(first)) => (OFFERED, first),
        _ => return None,
    };
    Some(format!("{begins}; here: {}.", one.title))
}

#[test]
fn each_page_says_whether_there_is_a_fix() {
    let mut failures = String::new();
    for (code, wrong) in WrongExample::all() {
        let (page, line) = (page_of(&code), line(wrong.check().as_ref(), &code));
        let text = read(&page);
        let mut lines: Vec<&str> =
            text.lines().filter(|own| !own.starts_with(FIXED) && !own.starts_with(OFFERED)).collect();
        let at = lines.iter().position(|own| own.starts_with("What to do: ")).expect("a page says what to do");
        let end = at + lines[at..].iter().position(|own| own.is_empty()).expect("a paragraph ends");
        if let Some(line) = &line {
            lines.insert(end, line);
        }
        let now = lines.join("\n") + "\n";
        if now != text && writes() {
            fs::write(&page, now).expect("writable");
        } else if now != text {
            failures += &format!("{page}: expected {line:?}\n");
        }
    }
    assert!(failures.is_empty(), "TAVOLA_WRITE=1 cargo test --test it docs::fixes\n{failures}");
}
