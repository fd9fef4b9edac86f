//! Reasons of public functions are errors of the standard library, so that `?` passes them on.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use super::{files, none};

/// Types that are errors already, or that hold several findings, which `LoadError` joins.
const KNOWN: [&str; 4] = ["String", "Box", "Vec", "Span"];

/// Names of the types that this text returns as the reason of a public function.
fn reasons(text: &str) -> impl Iterator<Item = &str> {
    let functions = text.split("pub fn ").skip(1).filter_map(|rest| rest.split(['{', ';']).next());
    let results =
        functions.filter_map(|head| head.split_once("-> Result<")?.1.split(" where").next()?.trim().strip_suffix('>'));
    let last = |result: &str| result.rfind(", ").map(|at| at + 2);
    results.filter_map(move |result| {
        let reason = &result[last(result)?..];
        reason.trim_start_matches('&').rsplit("::").next()?.split(|c: char| !c.is_alphanumeric()).next()
    })
}

/// True if one of these texts makes the type an error, by hand or by a derive.
fn is_error(texts: &[String], name: &str) -> bool {
    let by_hand = [format!("impl Error for {name} "), format!("impl std::error::Error for {name} ")];
    let definitions = [format!("pub struct {name} "), format!("pub struct {name}("), format!("pub enum {name} ")];
    texts.iter().any(|text| {
        let derived = |definition: &String| {
            let before = text.split(definition.as_str()).next().filter(|before| before.len() < text.len());
            before
                .and_then(|before| before.rsplit("\n\n").next())
                .is_some_and(|head| head.contains("Error)]") || head.contains("Error,"))
        };
        by_hand.iter().any(|form| text.contains(form)) || definitions.iter().any(derived)
    })
}

#[test]
fn reasons_of_public_functions_are_errors() {
    let text = |path: &PathBuf| fs::read_to_string(path).expect("the file is read");
    let all = files("crates", ".rs");
    let texts: Vec<String> = all.iter().map(text).collect();
    // The reasons of the checker's own functions become findings.
    let faces = all.iter().zip(&texts).filter(|(path, _)| !path.starts_with("crates/core"));
    let names: BTreeSet<&str> = faces.flat_map(|(_, text)| reasons(text)).collect();
    assert!(names.contains("LoadError") && names.contains("Fault"), "the public functions were found: {names:?}");
    let findings: Vec<String> = names
        .into_iter()
        .filter(|name| !KNOWN.contains(name) && !is_error(&texts, name))
        .map(|name| format!("`{name}` is the reason of a public function, but not a `std::error::Error`: derive it"))
        .collect();
    none(&findings);
}
