//! Latency of the editor's requests, at the shipped game with the most lines of rules.
//!
//! `cargo bench --bench ide` prints medians. Each iteration of `after_*` begins with a changed text, as after a key press.

use std::fs;
use std::path::Path;

use divan::Bencher;
use tavola_ide::{Workspace, is_part};

const FOLDER: &str = "rules/venice_of_the_north";
const RULES: &str = "venice_of_the_north.tavola";

fn main() {
    divan::main();
}

/// The game in memory, checked.
fn game() -> Workspace {
    let folder = Path::new(FOLDER);
    let mut game = Workspace::new("venice_of_the_north");
    for under in ["", "variants", "scenarios"] {
        for entry in fs::read_dir(folder.join(under)).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if under.is_empty() { name } else { format!("{under}/{name}") };
            if is_part(&path) {
                game.set(&path, Some(fs::read_to_string(folder.join(&path)).expect("a text")));
            }
        }
    }
    game.check();
    assert!(game.findings().is_empty(), "{:?}", game.findings());
    game
}

/// The game with one more comment above its last rule.
fn edited() -> Workspace {
    let mut game = game();
    let before = game.text(RULES).expect("rules");
    let at = before.rfind("\nrule ").expect("a rule");
    let text = format!("{}\n# now{}", &before[..at], &before[at..]);
    game.set(RULES, Some(text));
    game
}

/// Offset of the last sentence that moves something, behind its `to`.
fn target(game: &Workspace) -> usize {
    let text = game.text(RULES).expect("rules");
    let sentence = text.rfind("  move ").expect("a sentence");
    sentence + text[sentence..].find(" to ").expect("a target") + 4
}

/// Completion in a sentence directly after a change.
#[divan::bench(sample_count = 20)]
fn after_change_completion(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(edited).bench_local_refs(|game| {
        let offers = game.completion(RULES, target(game)).offers.len();
        assert!(offers > 20, "{offers}");
    });
}

/// Lookup of a name directly after a change: the rules and all variants are checked for their names.
#[divan::bench(sample_count = 10)]
fn after_change_hover(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(edited).bench_local_refs(|game| {
        assert!(game.hover(RULES, target(game)).is_some());
    });
}

/// All places of a name, once its rules are known.
#[divan::bench]
fn references(bencher: Bencher<'_, '_>) {
    let game = game();
    bencher.bench_local(|| {
        let places = game.references(RULES, target(&game)).len();
        assert!(places > 1, "{places}");
    });
}

/// The edits of a renaming. They are checked before they are offered.
#[divan::bench(sample_count = 10)]
fn rename(bencher: Bencher<'_, '_>) {
    let game = game();
    bencher.bench_local(|| {
        let edits = game.rename(RULES, target(&game), "quite_another_name").map(|edits| edits.len());
        assert!(edits.as_ref().is_ok_and(|edits| *edits > 1), "{edits:?}");
    });
}

/// The layout of the whole file.
#[divan::bench]
fn format(bencher: Bencher<'_, '_>) {
    let game = edited();
    bencher.bench_local(|| game.format(RULES).len());
}

/// The outline directly after a change: the text is parsed again.
#[divan::bench(sample_count = 20)]
fn after_change_symbols(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(edited).bench_local_refs(|game| game.symbols(RULES).len());
}

/// Semantic tokens of the whole file.
#[divan::bench]
fn tokens(bencher: Bencher<'_, '_>) {
    let game = game();
    bencher.bench_local(|| game.tokens(RULES).len());
}

/// Folding ranges of the whole file.
#[divan::bench]
fn folding(bencher: Bencher<'_, '_>) {
    let game = game();
    bencher.bench_local(|| game.folding(RULES).len());
}

/// Lenses of the whole file.
#[divan::bench]
fn lenses(bencher: Bencher<'_, '_>) {
    let game = game();
    bencher.bench_local(|| game.lenses(RULES).len());
}

/// Inlay hints of the whole file.
#[divan::bench]
fn hints(bencher: Bencher<'_, '_>) {
    let game = game();
    let end = game.text(RULES).map_or(0, str::len);
    bencher.bench_local(|| game.hints(RULES, 0..end).len());
}

/// All findings of the game after a change: rules, every set-up, variants, scenarios.
#[divan::bench(sample_count = 10)]
fn after_change_findings(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(edited).bench_local_refs(|game| {
        game.check();
        game.findings().len()
    });
}
