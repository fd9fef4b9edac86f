//! What an editor waits for, at the shipped game with the most lines of rules.
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

/// The game after one more key press in the middle of its rules.
fn edited() -> Workspace {
    let mut game = game();
    let text = game.text(RULES).expect("rules").replacen("\nplay\n", "\nplay # now\n", 1);
    game.set(RULES, Some(text));
    game
}

/// Completion in a sentence directly after a change.
#[divan::bench(sample_count = 20)]
fn after_change_completion(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(edited).bench_local_refs(|game| {
        let at = game.text(RULES).and_then(|text| text.rfind(" to ")).expect("a sentence") + 4;
        game.completion(RULES, at).offers.len()
    });
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

/// Offered edits for a line.
#[divan::bench]
fn actions(bencher: Bencher<'_, '_>) {
    let game = game();
    bencher.bench_local(|| game.actions(RULES, 5000..5000).len());
}

/// All findings of the game after a change: rules, every set-up, variants, scenarios.
#[divan::bench(sample_count = 10)]
fn after_change_findings(bencher: Bencher<'_, '_>) {
    bencher.with_inputs(edited).bench_local_refs(|game| {
        game.check();
        game.findings().len()
    });
}
