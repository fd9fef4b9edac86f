//! Warnings for files and folders that are not read because of their names.

use std::path::{Path, PathBuf};

use super::codes;
use super::folder::is_variant_name;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Span, is_hidden};

/// Folders that are read in addition to the rules.
const FOLDERS: [&str; 2] = ["scenarios", "variants"];
/// Files beside the rules that are read, too. Other YAML files there are no part of a game.
pub const YAML_FILES: [&str; 3] = ["rulebook.yaml", "balance.yaml", "look.yaml"];

/// Warnings (`W1160`) for entries of a game's folder that are probably meant to be read.
pub fn strays(folder: &Path) -> Vec<Diagnostic> {
    let mut found: Vec<Diagnostic> = inside(folder).iter().filter_map(|path| beside(path)).collect();
    found.extend(inside(&folder.join("variants")).iter().filter_map(|path| variant(path)));
    found
}

/// Visible entries of a folder, sorted by name.
fn inside(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> = entries.filter(|path| !is_hidden(path)).collect();
    found.sort();
    found
}

/// Warning for an entry beside the rules.
fn beside(path: &Path) -> Option<Diagnostic> {
    let name = path.file_name()?.to_str()?;
    let lower = name.to_lowercase();
    if path.is_symlink() && !path.exists() && (FOLDERS.contains(&name) || YAML_FILES.contains(&name)) {
        return Some(stray(path, "it is a broken link: repair it, or remove it"));
    }
    if FOLDERS.contains(&name) && !path.is_dir() {
        return Some(stray(path, "it is a file, but a folder is expected: rename it"));
    }
    if path.is_dir() {
        let right =
            FOLDERS.into_iter().find(|right| lower == *right || Some(lower.as_str()) == right.strip_suffix('s'))?;
        return (name != right).then(|| stray(path, &format!("rename it to `{right}`")));
    }
    let stem = |file: &str| file.trim_end_matches(".yaml").trim_end_matches(".yml").to_owned();
    let meant =
        YAML_FILES.into_iter().find(|&right| name != right && lower != stem(&lower) && stem(&lower) == stem(right));
    if let Some(right) = meant {
        return Some(stray(path, &format!("rename it to `{right}`")));
    }
    rules(path)
}

/// Warning for a file of rules with another extension.
fn rules(path: &Path) -> Option<Diagnostic> {
    let ending = path.extension()?.to_str()?;
    let is_stray = ending != "tavola" && ending.eq_ignore_ascii_case("tavola");
    is_stray.then(|| stray(path, "its name must end in `.tavola`, in small letters"))
}

/// Warning for an entry of `variants` that cannot be named as a variant.
fn variant(path: &Path) -> Option<Diagnostic> {
    let stem = path.file_stem()?.to_string_lossy();
    if path.is_dir() {
        let holds = inside(path).iter().any(|file| file.extension().is_some_and(|ending| ending == "tavola"));
        return holds.then(|| stray(path, "variants lie in `variants/NAME.tavola`: move its files out"));
    }
    if path.extension().is_none_or(|ending| ending != "tavola") {
        return rules(path);
    }
    (!is_variant_name(&stem)).then(|| {
        stray(
            path,
            "rename it: a variant is named by its file, with letters, digits and `_` and no dot, comma or blank",
        )
    })
}

fn stray(path: &Path, help: &str) -> Diagnostic {
    let message = format!("`{}` is not read", path.display());
    Diagnostic::warning(codes::MISNAMED, Span::NONE, message).help(help)
}
