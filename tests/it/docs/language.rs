//! The language reference and the gallery run as tests: every code block of `docs/language.md`, `docs/language/` and `docs/gallery/` is
//! checked and played. Each page is independent: its blocks belong to the last game above them on the page.
//!
//! | a block | what is done with it |
//! |---|---|
//! | `tavola game` | a whole game: no finding at all; the laws hold in a random game for each number of players |
//! | `tavola item` | items that are added to the game above: no error; played like a game |
//! | `tavola do` | sentences that run in the game above instead of its `play` |
//! | `tavola variant` | a variant of the game above: no finding; played like a game |
//! | `tavola wrong` | items added to the game above (or a whole game): the findings are those of the `text` block after it |
//! | `yaml scenario` | scenarios of the game above: they hold |
//! | `yaml wrong scenario`, `yaml wrong record` | scenarios or a record of the game above: the findings are those of the `text` block after it |
//! | `yaml rulebook` | the `rulebook.yaml` of the game above: no finding |
//! | `yaml record` | a record of the game above: it can be replayed |

use std::fmt::Write;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};

use tavola::diagnostic::Diagnostic;
use tavola::game::{LoadError, Rules, Setup};
use tavola::play::{Record, check, laws, replay, scenario};
use tavola::text::Sources;
use tempfile::TempDir;

use super::{Block, blocks, pages};

/// The name of a variant, and of its file.
fn named(variant: &str) -> &str {
    variant.lines().find_map(|line| line.strip_prefix("variant ")?.split(' ').next()).unwrap_or("shown")
}

/// The game to which the following blocks belong.
#[derive(Default)]
struct Shown {
    game: String,
    rulebook: Option<String>,
}

impl Shown {
    /// The game with more items and an optional variant, as files.
    fn folder(&self, more: &str, variant: Option<&str>) -> TempDir {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).expect("a file");
        write("shown.tavola", &format!("{}\n{more}", self.game));
        if let Some(rulebook) = &self.rulebook {
            write("rulebook.yaml", rulebook);
        }
        if let Some(variant) = variant {
            fs::create_dir(folder.path().join("variants")).expect("a folder");
            write(&format!("variants/{}.tavola", named(variant)), variant);
        }
        folder
    }

    /// Reads the rules. Returns their findings, and the faults of a random game for each number of players.
    fn play(&self, more: &str, variant: Option<&str>, sentences: Option<&str>, warnings: bool) -> Result<(), String> {
        let folder = self.folder(more, variant);
        let rules = Rules::read(folder.path(), variant.map(named)).map_err(|error| error.message)?;
        let of_note: Vec<&Diagnostic> = rules.diagnostics().iter().filter(|f| warnings || f.is_error()).collect();
        if !of_note.is_empty() {
            return Err(of_note.into_iter().map(|finding| located(finding, rules.sources())).collect());
        }
        let (fewest, most) = rules.players().unwrap_or((1, 0));
        for players in fewest..=most {
            let game = rules.game_from(&Setup::of(players), sentences).map_err(|error| said(&error))?;
            let broken = laws(&game, 1, 1);
            if let Some(broken) = broken.first() {
                return Err(format!("{players} players: {}: {} at {}", broken.law, broken.what, broken.place));
            }
        }
        Ok(())
    }

    /// The findings of these items, as the `text` block after them shows them.
    fn wrong(&self, block: &Block) -> String {
        let alone = block.text.lines().any(|line| line.starts_with("game "));
        let shown = if alone { Shown::default() } else { Shown { game: self.game.clone(), rulebook: None } };
        let folder = shown.folder(&block.text, None);
        let rules = Rules::read(folder.path(), None).expect("the folder can be read");
        let mut findings = rules.diagnostics().to_vec();
        let (fewest, most) = rules.players().unwrap_or((1, 0));
        for players in fewest..=most {
            if let Err(LoadError::Findings { diagnostics, .. }) = rules.game(&Setup::of(players)) {
                findings.extend(diagnostics.into_iter().filter(|finding| !rules.diagnostics().contains(finding)));
            }
        }
        // The game does not use items that only a block shows.
        findings.retain(|finding| finding.is_error() || finding.code != "W0201");
        findings.dedup();
        findings.iter().map(rendered).collect()
    }

    fn scenarios(&self, text: &str) -> Result<(), String> {
        let folder = self.folder("", None);
        let rules = Rules::read(folder.path(), None).map_err(|error| error.message)?;
        let suite = scenario::read_texts(&[("shown.yaml", text)], None);
        if let Some(finding) = suite.diagnostics.first() {
            return Err(located(finding, &suite.sources));
        }
        let mut out = String::new();
        for outcome in suite.scenarios.iter().map(|case| scenario::run(&rules, case)) {
            for failure in &outcome.failures {
                let (what, wanted, found) = (&failure.what, &failure.expected, &failure.actual);
                writeln!(out, "{}: {what}: expected {wanted}, found {found}", outcome.name).expect("it can be written");
            }
        }
        if out.is_empty() { Ok(()) } else { Err(out) }
    }

    /// The errors of these scenarios, as the `text` block after them shows them.
    fn wrong_scenarios(&self, text: &str) -> String {
        let folder = self.folder("", None);
        fs::create_dir(folder.path().join("scenarios")).expect("a folder");
        fs::write(folder.path().join("scenarios/shown.yaml"), text).expect("a file");
        let checked = check(folder.path(), None, None).expect("the folder can be read");
        checked.findings().filter(|finding| finding.is_error()).map(rendered).collect()
    }

    fn record(&self, text: &str) -> Result<(), String> {
        let folder = self.folder("", None);
        let rules = Rules::read(folder.path(), None).map_err(|error| error.message)?;
        let record = Record::from_yaml("record", text).map_err(|error| said(&error))?;
        let replay = replay(&rules, &record, &mut |_, _, _| ()).map_err(|error| said(&error))?;
        replay.stopped.map_or(Ok(()), Err)
    }
}

/// The findings of a record, as the `text` block after it shows them.
fn wrong_record(text: &str) -> String {
    match Record::from_yaml("record", text) {
        Err(LoadError::Findings { diagnostics, .. }) => diagnostics.iter().map(rendered).collect(),
        Err(LoadError::Error(error)) => error.message,
        Ok(_) => String::new(),
    }
}

/// `error[E0201]: there is no ..`, with the help on its own line.
fn rendered(finding: &Diagnostic) -> String {
    let severity = if finding.is_error() { "error" } else { "warning" };
    let help = finding.help.as_ref();
    let help = help.unwrap_or_else(|| panic!("{} does not say what to do: {}", finding.code, finding.message));
    format!("{severity}[{}]: {}\n  help: {help}\n", finding.code, finding.message)
}

fn located(finding: &Diagnostic, sources: &Sources) -> String {
    let shown = sources.get(finding.span.source).map_or("", |source| {
        let (line, _) = source.line_column(finding.span.start);
        source.text.lines().nth(line - 1).unwrap_or("")
    });
    format!("{}  at: {}\n", rendered(finding), shown.trim())
}

fn said(error: &LoadError) -> String {
    match error {
        LoadError::Error(error) => error.message.clone(),
        LoadError::Findings { sources, diagnostics } => diagnostics.iter().map(|f| located(f, sources)).collect(),
    }
}

#[test]
fn every_block_of_the_language_runs() {
    all_hold("docs/language");
}

#[test]
fn every_block_of_the_gallery_runs() {
    all_hold("docs/gallery/");
}

/// Fails with the failures of the pages whose path begins like this.
fn all_hold(prefix: &str) {
    let pages = pages().into_iter().filter(|page| page.starts_with(prefix));
    let failures: String = pages.map(|page| failures(&page)).collect();
    assert!(failures.is_empty(), "\n{failures}");
}

/// Compares findings with the `text` block after the mistakes.
fn is_as_shown(found: &str, next: Option<&Block>) -> Result<(), String> {
    let wanted = next.filter(|next| next.info == "text").map_or("", |next| next.text.as_str());
    if found == wanted { Ok(()) } else { Err(format!("expected\n{wanted}found\n{found}")) }
}

/// The failures of the blocks of a page.
fn failures(page: &str) -> String {
    let blocks = blocks(page);
    let mut shown = Shown::default();
    let mut failures = String::new();
    for (at, block) in blocks.iter().enumerate() {
        let mut run = || match block.info.as_str() {
            "tavola game" => {
                shown = Shown { game: block.text.clone(), rulebook: None };
                shown.play("", None, None, true)
            }
            "tavola item" => shown.play(&block.text, None, None, false),
            "tavola do" => shown.play("", None, Some(&block.text), false),
            "tavola variant" => shown.play("", Some(&block.text), None, true),
            "tavola wrong" => is_as_shown(&shown.wrong(block), blocks.get(at + 1)),
            "yaml wrong scenario" => is_as_shown(&shown.wrong_scenarios(&block.text), blocks.get(at + 1)),
            "yaml wrong record" => is_as_shown(&wrong_record(&block.text), blocks.get(at + 1)),
            "yaml scenario" => shown.scenarios(&block.text),
            "yaml record" => shown.record(&block.text),
            "yaml rulebook" => {
                shown.rulebook = Some(block.text.clone());
                shown.play("", None, None, true)
            }
            "text" | "sh" => Ok(()),
            other => Err(format!("`{other}` is no sort of block; see tests/it/docs/language.rs")),
        };
        let result = catch_unwind(AssertUnwindSafe(&mut run)).unwrap_or_else(|_| Err("a bug: it panicked".into()));
        if let Err(message) = result {
            writeln!(failures, "{page}:{}: {}\n{message}", block.line, block.info).expect("it can be written");
        }
    }
    failures
}
