//! Rules of the project, as tests: layers, sizes, no game's words in the engine, no orphans, complete documentation.
//!
//! Each failure names the file and the line. The tables below define the rules. Changing one is a decision.

mod crates;
mod cycles;
mod debug;
mod doc_comments;
mod errors;
mod identifiers;
mod inline;
mod names;
mod vocabulary;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use tavola::play::{scenario, snapshot};

/// The layers that a layer may import, besides itself. Layers are in order: each may import only those before it.
const LAYERS: [(&str, &[&str]); 20] = [
    ("text", &[]),
    ("diagnostic", &["text"]),
    ("yaml", &["text", "diagnostic"]),
    ("syntax", &["text", "diagnostic"]),
    ("format", &["text", "diagnostic", "syntax"]),
    ("ir", &["text"]),
    ("check", &["text", "diagnostic", "syntax", "ir"]),
    ("code", &["text", "ir"]),
    ("lower", &["text", "diagnostic", "ir", "code"]),
    ("vm", &["code"]),
    ("game", &["text", "diagnostic", "yaml", "syntax", "ir", "check", "code", "lower", "vm"]),
    ("play", &["text", "diagnostic", "yaml", "format", "game"]),
    ("ide", &["text", "diagnostic", "yaml", "syntax", "format", "game", "play"]),
    ("scene", &["game"]),
    ("draw", &["scene"]),
    ("doc", &["text", "syntax", "game", "play"]),
    ("print", &["text", "syntax", "game", "scene", "draw"]),
    ("serve", &["text", "diagnostic", "game", "play", "scene", "draw"]),
    ("studio", &["text", "diagnostic", "format", "game", "play", "ide", "draw", "doc", "serve"]),
    (
        "tools",
        &["text", "diagnostic", "format", "game", "play", "ide", "scene", "draw", "doc", "print", "serve", "studio"],
    ),
];

/// The layers that may use a dependency.
const CRATES: [(&str, &[&str]); 42] = [
    ("annotate_snippets", &["game"]),
    ("base64", &["game"]),
    ("roxmltree", &["game"]),
    ("anstream", &["tools"]),
    ("anstyle", &["tools"]),
    ("axum", &["serve"]),
    ("clap", &["tools"]),
    ("csv", &["tools"]),
    ("ctrlc", &["tools"]),
    ("flate2", &["serve"]),
    ("getrandom", &["serve"]),
    ("hyper", &["serve"]),
    ("hyper_util", &["serve"]),
    ("indicatif", &["tools"]),
    ("inferno", &["tools"]),
    ("maud", &["draw", "print", "tools"]),
    ("miniz_oxide", &["tools"]),
    ("notify", &["serve", "tools"]),
    ("parquet", &["tools"]),
    ("pest", &["syntax"]),
    ("pest_derive", &["syntax"]),
    ("petgraph", &["check", "draw"]),
    ("plotters", &["tools"]),
    ("quick_junit", &["tools"]),
    ("pulldown_cmark", &["doc"]),
    ("rand", &["play"]),
    ("rand_xoshiro", &["play"]),
    ("ratatui", &["tools"]),
    ("rayon", &["play", "syntax", "tools"]),
    ("rmcp", &["tools"]),
    ("rustyline", &["tools"]),
    ("same_file", &["play"]),
    ("serde_json", &["ide", "tools", "yaml", "play", "serve", "studio"]),
    ("serde_yaml", &["yaml"]),
    ("similar", &["tools"]),
    ("serde", &["diagnostic", "game", "play", "print", "scene", "studio", "tools"]),
    ("tavola_native", &["vm"]),
    ("tempfile", &["play", "tools"]),
    ("terminal_size", &["tools"]),
    ("thiserror", &["game", "play", "serve"]),
    ("tokio", &["serve", "tools"]),
    ("unicode_width", &["format", "tools"]),
];

/// Words that the machine and its program must not contain, with the reason.
const NOT_IN_THE_MACHINE: [(&str, &str); 6] = [
    ("String", "the machine knows no names"),
    ("HashMap", "iteration order would leak into play"),
    ("HashSet", "iteration order would leak into play"),
    ("f32", "floats differ between machines"),
    ("f64", "floats differ between machines"),
    ("RefCell", "a state is a value"),
];

/// Texts of unfinished code and debugging.
const FORBIDDEN: [&str; 5] = ["todo!", "unimplemented!", "dbg!", "super::super::super", "println!("];

fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    assert!(Path::new(folder).is_dir(), "there is no folder `{folder}`");
    let mut found = Vec::new();
    let mut folders = vec![PathBuf::from(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.to_string_lossy().ends_with(ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Lines of a file's code without comments and tests, each with `path:line`.
fn code(path: &Path) -> Vec<(String, String)> {
    let own = lines(path).into_iter().take_while(|(_, line)| line.trim() != "#[cfg(test)]");
    own.map(|(place, line)| (place, line.split("//").next().unwrap_or("").to_owned())).collect()
}

/// Lines of a file, each with `path:line`.
fn lines(path: &Path) -> Vec<(String, String)> {
    let text = read(path);
    text.lines().enumerate().map(|(at, line)| (format!("{}:{}", path.display(), at + 1), line.to_owned())).collect()
}

/// The folder of a layer.
fn folder(layer: &str) -> PathBuf {
    match layer {
        "text" | "diagnostic" | "yaml" | "syntax" | "format" => Path::new("crates/syntax/src").join(layer),
        "ir" | "check" | "code" | "lower" | "vm" => Path::new("crates/core/src").join(layer),
        "scene" | "draw" | "doc" | "print" => Path::new("crates/page/src").join(layer),
        "game" => PathBuf::from("crates/game/src"),
        "play" => PathBuf::from("crates/lab/src"),
        "ide" => PathBuf::from("crates/ide/src"),
        "serve" => PathBuf::from("crates/serve/src"),
        "studio" => PathBuf::from("crates/studio/src"),
        _ => Path::new("src").join(layer),
    }
}

/// True if a layer is a crate of its own.
fn is_crate(layer: &str) -> bool {
    folder(layer).ends_with("src")
}

/// All sources except the generator of native code.
fn sources() -> Vec<PathBuf> {
    let of_crates = files("crates", ".rs").into_iter();
    let of_crates = of_crates.filter(|path| path.iter().nth(2) == Some("src".as_ref()));
    files("src", ".rs").into_iter().chain(of_crates.filter(|path| !path.starts_with("crates/native"))).collect()
}

/// The layer of a source: `crates/core/src/vm/run.rs` belongs to `vm`; `src/main.rs` to none.
fn layer(path: &Path) -> Option<&'static str> {
    LAYERS.iter().map(|(name, _)| *name).find(|name| path.starts_with(folder(name)))
}

/// The layers that a line names: of its own crate (`own`: the layer behind `crate::`), and of other crates.
fn named_layers<'l>(line: &'l str, own: &'l str) -> impl Iterator<Item = &'l str> {
    let of_crate = |name: &'static str, layer: Option<&'static str>| {
        line.split(name).skip(1).filter_map(move |rest| match layer {
            Some(layer) => rest.starts_with("::").then_some(layer),
            None => rest.strip_prefix("::").and_then(|rest| words(rest).next()),
        })
    };
    let inside = line.split("crate::").skip(1).filter_map(|rest| words(rest).next()).filter(move |_| !is_crate(own));
    let others = [("tavola_syntax", None), ("tavola_core", None), ("tavola_page", None)];
    let whole = [
        ("tavola_game", Some("game")),
        ("tavola_lab", Some("play")),
        ("tavola_ide", Some("ide")),
        ("tavola_serve", Some("serve")),
        ("tavola_studio", Some("studio")),
    ];
    inside.chain(others.into_iter().chain(whole).flat_map(move |(name, layer)| of_crate(name, layer)))
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

fn none(findings: &[String]) {
    assert!(findings.is_empty(), "{} finding(s)\n{}", findings.len(), findings.join("\n"));
}

#[test]
fn layers_import_only_lower_layers() {
    let mut findings = Vec::new();
    for path in sources() {
        let Some(layer) = layer(&path) else {
            if !["lib.rs", "main.rs"].iter().any(|face| path.ends_with(face)) {
                findings.push(format!("{}: it belongs to no layer", path.display()));
            }
            continue;
        };
        let allowed = LAYERS.iter().find(|(name, _)| *name == layer).map_or(&[][..], |(_, allowed)| *allowed);
        for (place, line) in lines(&path) {
            for used in named_layers(&line, layer) {
                let known = LAYERS.iter().any(|(name, _)| *name == used);
                if known && used != layer && !allowed.contains(&used) {
                    findings.push(format!("{place}: `{layer}` must not import `{used}`"));
                }
            }
        }
    }
    none(&findings);
}

#[test]
fn dependencies_stay_in_their_layers() {
    let mut findings = Vec::new();
    for path in sources() {
        let layer = layer(&path).unwrap_or_default();
        for (place, code) in code(&path) {
            for (name, layers) in CRATES {
                let used = code.contains(&format!("{name}::")) && words(&code).any(|word| word == name);
                if used && !layers.contains(&layer) {
                    findings.push(format!("{place}: `{name}` belongs to {}", layers.join(", ")));
                }
            }
        }
    }
    none(&findings);
}

#[test]
fn the_machine_knows_no_names() {
    let mut findings = Vec::new();
    for path in files("crates/core/src/vm", ".rs") {
        for (place, code) in code(&path) {
            for (word, why) in NOT_IN_THE_MACHINE {
                if words(&code).any(|found| found == word) {
                    findings.push(format!("{place}: `{word}`: {why}"));
                }
            }
        }
    }
    none(&findings);
}

#[test]
fn files_are_short() {
    let sizes: Vec<(PathBuf, usize)> =
        sources().into_iter().map(|path| (path.clone(), read(&path).lines().count())).collect();
    let mut findings: Vec<String> = sizes
        .iter()
        .filter(|(_, lines)| *lines > 500)
        .map(|(path, lines)| format!("{}: {lines} lines, more than 500", path.display()))
        .collect();
    let mut counts: Vec<usize> = sizes.iter().map(|(_, lines)| *lines).collect();
    counts.sort_unstable();
    let median = counts[counts.len() / 2];
    if median > 200 {
        findings.push(format!("the median file has {median} lines, more than 200"));
    }
    none(&findings);
}

#[test]
fn no_unfinished_code_is_left() {
    let mut findings = Vec::new();
    for path in sources() {
        for (place, code) in code(&path) {
            findings
                .extend(FORBIDDEN.iter().filter(|word| code.contains(**word)).map(|word| format!("{place}: {word}")));
        }
    }
    none(&findings);
}

/// A file that is opened in the middle must be understandable.
#[test]
fn comments_stand_by_themselves() {
    let mut findings = Vec::new();
    for path in sources() {
        for (place, line) in lines(&path) {
            if ["/// The same", "//! The same"].iter().any(|start| line.trim_start().starts_with(start)) {
                findings.push(format!("{place}: describe it without a reference to the text before"));
            }
        }
    }
    none(&findings);
}

#[test]
fn forms_have_no_lifetimes() {
    let mut findings = Vec::new();
    for folder in ["crates/syntax/src/syntax/ast", "crates/core/src/ir", "crates/core/src/code", "crates/core/src/vm"] {
        // Types about effects of a form may borrow it.
        for path in files(folder, ".rs").into_iter().filter(|path| !path.starts_with("crates/core/src/code/effect")) {
            for (place, line) in lines(&path) {
                let public = ["pub struct ", "pub enum "].iter().any(|start| line.trim_start().starts_with(start));
                if public && line.contains("<'") {
                    findings.push(format!("{place}: a lifetime on a public type"));
                }
            }
        }
    }
    none(&findings);
}

#[test]
fn every_code_is_documented_and_used() {
    let page = read(Path::new("docs/findings.md"));
    let documented: BTreeSet<&str> = words(&page).filter(|word| is_code(word)).collect();
    let mut findings = Vec::new();
    let mut used = BTreeSet::new();
    for path in sources() {
        for (place, code) in code(&path) {
            for word in code.split('"').filter(|word| is_code(word)) {
                used.insert(word.to_owned());
                if !documented.contains(word) {
                    findings.push(format!("{place}: `{word}` is not in docs/findings.md"));
                }
            }
        }
    }
    let unused = documented.iter().filter(|code| !used.contains(**code));
    findings.extend(unused.map(|code| format!("docs/findings.md: no source uses `{code}`")));
    none(&findings);
}

/// A code of a finding is defined once, in the list of its layer. Codes of faults are defined with their texts.
#[test]
fn codes_are_defined_once() {
    let mut findings = Vec::new();
    let homes = ["codes.rs", "vm/fault/text.rs"];
    let elsewhere = |path: &PathBuf| !homes.iter().any(|home| path.ends_with(home));
    for path in sources().into_iter().filter(elsewhere) {
        for (place, code) in code(&path) {
            let all = code.split('"').skip(1).step_by(2).filter(|word| is_code(word));
            findings.extend(all.map(|word| format!("{place}: use the constant of `{word}` in `codes.rs`")));
        }
    }
    none(&findings);
}

/// `E0201`, `W0701`, `F0001`.
fn is_code(word: &str) -> bool {
    word.len() == 5 && word.starts_with(['E', 'W', 'F']) && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

#[test]
fn no_snapshot_is_an_orphan() {
    let wanted = kept_transcripts();
    let sources: Vec<String> = files("tests", ".rs").iter().map(|path| read(path)).collect();
    let mut findings: Vec<String> = ["src", "crates", "tests", "benches"]
        .iter()
        .flat_map(|folder| files(folder, ".snap"))
        .map(|path| format!("{}: snapshots belong under `snapshots`", path.display()))
        .collect();
    for path in files("snapshots", "").into_iter().filter(|path| !path.to_string_lossy().ends_with(".new")) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let known = match name.strip_suffix(".snap") {
            Some(stem) => {
                let (test, fixture) = stem.split_once('@').unwrap_or((stem, ""));
                let test = test.rsplit("__").next().unwrap_or(test);
                let test = test.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-');
                let has_test = sources.iter().any(|text| text.contains(&format!("fn {test}(")));
                has_test && (fixture.is_empty() || files("tests/fixtures", &format!("/{fixture}")).len() == 1)
            }
            None => wanted.contains(&path),
        };
        if !known {
            findings.push(format!("{}: no test and no scenario uses it", path.display()));
        }
    }
    none(&findings);
}

/// The transcripts of all games: those of scenarios with `snapshot`, and a whole game for each number of players.
fn kept_transcripts() -> BTreeSet<PathBuf> {
    let mut wanted = BTreeSet::new();
    for folder in crate::games() {
        let game = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let root = snapshot::root(&folder);
        let suite = scenario::read(&folder.join("scenarios"), None, None).expect("scenarios can be read");
        let slugs = suite.scenarios.iter().filter(|case| case.snapshot).map(|case| snapshot::slug(&case.name));
        let games = (1..=8).map(snapshot::whole_game_slug);
        wanted.extend(slugs.chain(games).map(|slug| snapshot::path(&root, &game, &slug)));
    }
    wanted
}

/// Files of the command line and of the server that hold a game. All others get views, questions, refusals and lines.
const HOLD_A_GAME: [&str; 4] =
    ["crates/serve/src/moments.rs", "src/tools/again.rs", "src/tools/draw.rs", "src/tools/replay.rs"];

/// A picture for a player is drawn from that player's view: drawing code cannot access a position.
#[test]
fn drawing_code_has_no_position() {
    let mut findings = Vec::new();
    for path in files("src/tools", ".rs").into_iter().chain(files("crates/serve/src", ".rs")) {
        if HOLD_A_GAME.iter().any(|holder| path == Path::new(holder)) {
            continue;
        }
        for (place, code) in code(&path) {
            for word in words(&code).filter(|word| ["State", "Referee", "Gathering", "Listener"].contains(word)) {
                findings.push(format!("{place}: `{word}` contains hidden information; use a view or a question"));
            }
        }
    }
    let open = |(_, code): &(String, String)| {
        let field = code.trim_start().strip_prefix("pub").is_some_and(|rest| rest.ends_with(','));
        field && words(code).any(|word| ["State", "Referee", "Log"].contains(&word))
    };
    let table = code(Path::new("crates/lab/src/table/mod.rs"));
    findings.extend(table.into_iter().filter(open).map(|(place, _)| format!("{place}: the table exposes a position")));
    none(&findings);
}
