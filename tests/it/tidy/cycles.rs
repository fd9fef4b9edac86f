//! No import cycles: neither between the files of a layer nor between its folders.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::{code, files, folder, is_crate, layer, none, sources, words};

/// A folder, and the folders that it may import.
type LayerFolder = (&'static str, &'static [&'static str]);

/// The folders of a layer, and the folders that each may import. Files beside the folders serve all of them.
const FOLDERS: [(&str, &[LayerFolder]); 6] = [
    (
        "check",
        &[
            ("names", &[]),
            ("types", &["names"]),
            ("exprs", &["names", "types"]),
            ("declare", &["names", "types", "exprs"]),
            ("sentences", &["names", "types", "exprs", "declare"]),
            ("results", &["names", "types", "exprs", "declare"]),
            ("whole", &["names", "types"]),
            ("secrecy", &["names", "whole"]),
            ("tree", &["names"]),
            ("overlay", &["names"]),
            ("index", &["names", "overlay"]),
        ],
    ),
    (
        "lower",
        &[
            ("boxes", &[]),
            ("emit", &[]),
            ("exprs", &["boxes", "emit"]),
            ("declare", &["boxes", "emit", "exprs"]),
            ("stmts", &["boxes", "emit", "exprs"]),
            ("tune", &["emit"]),
            ("plan", &["emit", "tune"]),
            ("values", &[]),
        ],
    ),
    (
        "vm",
        &[
            ("fault", &[]),
            ("state", &[]),
            ("eval", &["fault", "state"]),
            ("effects", &["fault", "state", "eval"]),
            ("hidden_parts", &["fault", "eval"]),
            ("questions", &["fault", "state", "eval", "hidden_parts"]),
            ("lookahead", &["fault", "state", "questions"]),
            ("menus", &["fault", "state", "questions", "lookahead"]),
            ("explain", &["fault", "state", "eval", "hidden_parts", "lookahead", "menus"]),
        ],
    ),
    (
        "play",
        &[
            ("agent", &[]),
            ("statistics", &[]),
            ("laws", &["agent"]),
            ("record", &["agent"]),
            ("scenario", &["record"]),
            ("find", &["agent", "scenario"]),
            ("capture", &["find", "scenario"]),
            ("mutate", &["agent", "laws", "scenario"]),
            ("start", &[]),
            ("simulate", &["agent", "record", "statistics"]),
            ("table", &["agent", "record", "scenario"]),
            ("compare", &["simulate", "statistics"]),
            ("rows", &["record", "simulate"]),
        ],
    ),
    (
        "tools",
        &[
            ("args", &[]),
            ("document", &["args"]),
            ("watch", &["document"]),
            ("compare", &["args", "document", "watch"]),
            ("diff", &["args", "document"]),
            ("impact", &["args", "document"]),
            ("lsp", &["args"]),
            ("mutate", &["args"]),
            ("play", &["args", "document"]),
            ("rows", &[]),
            ("export", &["args", "rows"]),
            ("simulate", &["args", "document", "rows", "watch"]),
            ("rpc", &["args", "compare", "simulate"]),
            ("studio", &["args", "compare", "document", "impact", "simulate"]),
            ("test", &["args", "watch"]),
            ("trace", &["args", "document", "mutate"]),
        ],
    ),
    (
        "game",
        &[
            ("clauses", &[]),
            ("edits", &[]),
            ("look", &[]),
            ("rule_parts", &["clauses"]),
            ("wording", &[]),
            ("sight", &["wording"]),
            ("actions", &["wording"]),
            ("saved", &["wording"]),
            ("deal", &["wording", "sight"]),
            ("standing", &["wording", "sight"]),
            ("view", &["wording", "sight", "look"]),
            ("question", &["wording", "sight", "view"]),
            ("log", &["wording", "sight", "question"]),
            ("observe", &["wording", "sight", "view", "question", "log"]),
            ("history", &["wording", "sight", "view", "log"]),
            ("said", &["wording", "sight", "standing", "view"]),
            (
                "referee",
                &[
                    "wording", "sight", "actions", "deal", "standing", "view", "question", "log", "observe", "history",
                    "said",
                ],
            ),
        ],
    ),
];

/// The module path of a file, starting with its layer: `crates/core/src/vm/run.rs` is `vm`, `run`.
fn module(path: &Path) -> Vec<String> {
    let Some(layer) = layer(path) else { return Vec::new() };
    let rest = path.strip_prefix(folder(layer)).unwrap_or(path).with_extension("");
    let all = rest.components().map(|part| part.as_os_str().to_string_lossy().into_owned());
    std::iter::once(layer.to_owned()).chain(all.filter(|part| part != "mod" && part != "lib")).collect()
}

/// The paths behind `crate::` or `super::` in a text, from the root of the crate.
fn paths(text: &str, own: &[String]) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in text.match_indices(start) {
            let before = text[..at].chars().next_back();
            if before.is_some_and(|c| c == ':' || c == '_' || c.is_alphanumeric()) {
                continue;
            }
            let top = own.first().filter(|layer| is_crate(layer)).cloned();
            let (mut base, mut rest) = (Vec::from_iter(top), &text[at..]);
            if start == "super::" {
                base = own.to_vec();
                while let Some(outer) = rest.strip_prefix("super::") {
                    base.pop();
                    rest = outer;
                }
            } else {
                rest = &rest[start.len()..];
            }
            follow(rest, &base, &mut found);
        }
    }
    found
}

/// Adds the paths of an import tree, several in braces, that start with `base`. Returns the rest of the text.
fn follow<'t>(text: &'t str, base: &[String], found: &mut Vec<Vec<String>>) -> &'t str {
    let mut text = text.trim_start();
    if let Some(inner) = text.strip_prefix('{') {
        text = inner.trim_start();
        while !text.is_empty() && !text.starts_with('}') {
            let rest = follow(text, base, found).trim_start_matches(|c: char| c == ',' || c.is_whitespace());
            if rest.len() == text.len() {
                return rest;
            }
            text = rest;
        }
        return text.strip_prefix('}').unwrap_or(text);
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*').unwrap_or(text.len());
    let path: Vec<String> = base.iter().cloned().chain([text[..end].to_owned()]).collect();
    match text[end..].strip_prefix("::") {
        Some(rest) if rest.starts_with(|c: char| c.is_alphanumeric() || "_{*".contains(c)) => {
            follow(rest, &path, found)
        }
        _ => {
            found.push(path);
            text[end..].trim_start_matches(|c: char| c == ' ' || c.is_alphanumeric() || c == '_')
        }
    }
}

/// The files of its own layer that each file imports. Re-exports of a folder (`mod.rs`, or a file beside the folder) do not count.
fn imports() -> BTreeMap<PathBuf, BTreeSet<PathBuf>> {
    let all: BTreeSet<PathBuf> = sources().into_iter().collect();
    let named = |path: &[String]| {
        let top = folder(path.first()?);
        let file = (1..=path.len()).rev().map(|end| top.join(path[1..end].join("/")).with_extension("rs"));
        file.into_iter().find(|file| all.contains(file)).filter(|file| !file.with_extension("").is_dir())
    };
    let of = |file: &PathBuf| {
        let text: Vec<String> = code(file).into_iter().map(|(_, line)| line).collect();
        let paths = paths(&text.join("\n"), &module(file));
        let found =
            paths.iter().filter_map(|path| named(path)).filter(|used| used != file && layer(used) == layer(file));
        (file.clone(), found.collect())
    };
    all.iter().map(of).collect()
}

/// The names that a layer re-exports from its folders, with their folders.
fn handed_on(layer: &str, inner_folders: &[LayerFolder]) -> BTreeMap<String, String> {
    let face = ["mod.rs", "lib.rs"].map(|face| folder(layer).join(face));
    let face = face.iter().find(|face| face.is_file()).expect("a layer has a face");
    let text: Vec<String> = code(face).into_iter().map(|(_, line)| line).collect();
    let (text, mut found) = (text.join("\n"), Vec::new());
    for (at, _) in text.match_indices(" use ") {
        follow(&text[at + " use ".len()..], &[], &mut found);
    }
    let of_a_folder = |path: &Vec<String>| path.len() >= 2 && inner_folders.iter().any(|(inner, _)| *inner == path[0]);
    found.into_iter().filter(of_a_folder).map(|path| (path[path.len() - 1].clone(), path[0].clone())).collect()
}

/// True if a path names a whole layer, or everything in it.
fn is_whole(path: &[String], layer: &str) -> bool {
    path[0] == layer && path[1..].iter().all(|part| part == "*" || part == "self")
}

#[test]
fn folders_import_one_way() {
    let mut findings = Vec::new();
    for (layer, inner_folders) in FOLDERS {
        let handed_on = handed_on(layer, inner_folders);
        for file in files(&folder(layer).to_string_lossy(), ".rs") {
            let own = module(&file);
            let [_, inner, ..] = own.as_slice() else { continue };
            let allowed = inner_folders.iter().find(|(name, _)| name == inner).map(|(_, allowed)| *allowed);
            if allowed.is_none() && file.parent().is_some_and(|folder| folder.ends_with(inner)) {
                findings.push(format!("{}: `{inner}` is no folder of `{layer}`", file.display()));
            }
            let text: Vec<String> = code(&file).into_iter().map(|(_, line)| line).collect();
            let text = text.join("\n").replace("pub(in crate::", "pub(");
            // A path to the whole layer, or `super` from an inline module, would hide the imported folder.
            if allowed.is_some() && paths(&text, &own).iter().any(|path| is_whole(path, layer)) {
                findings.push(format!("{}: `{inner}` must name the part of `{layer}` that it uses", file.display()));
            }
            if text.lines().any(|line| words(line).any(|word| word == "mod") && line.ends_with('{')) {
                findings.push(format!("{}: a module needs its own file", file.display()));
            }
            for path in paths(&text, &own) {
                let [in_layer, used, ..] = path.as_slice() else { continue };
                let used = handed_on.get(used).unwrap_or(used);
                let is_inner = inner_folders.iter().any(|(name, _)| name == used);
                if in_layer == layer
                    && is_inner
                    && used != inner
                    && allowed.is_some_and(|all| !all.contains(&used.as_str()))
                {
                    findings.push(format!("{}: `{inner}` must not import `{used}`", file.display()));
                }
            }
        }
    }
    none(&findings);
}

#[test]
fn files_import_one_way() {
    let imports = imports();
    assert!(
        imports[Path::new("crates/core/src/vm/run.rs")].contains(Path::new("crates/core/src/vm/effects/store.rs")),
        "imports are found"
    );
    let reached = |from: &PathBuf| {
        let (mut open, mut seen) = (vec![from], BTreeSet::new());
        while let Some(file) = open.pop() {
            open.extend(imports[file].iter().filter(|next| seen.insert((*next).clone())));
        }
        seen
    };
    let reached: BTreeMap<&PathBuf, BTreeSet<PathBuf>> = imports.keys().map(|file| (file, reached(file))).collect();
    let circles: BTreeSet<Vec<String>> = reached
        .iter()
        .filter(|(file, all)| all.contains(**file))
        .map(|(file, all)| all.iter().filter(|other| reached[other].contains(*file)))
        .map(|circle| circle.map(|file| file.to_string_lossy().replace('\\', "/")).collect())
        .collect();
    let findings: Vec<String> = circles.iter().map(|circle| format!("a cycle: {}", circle.join(", "))).collect();
    none(&findings);
}
