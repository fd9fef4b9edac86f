//! Each code of a finding has a page in `docs/findings`: what it means, an example that has it, one that does not. The examples run.
//! `TAVOLA_WRITE=1 cargo test --test it docs::findings` writes the output of each example and the tables of the index.
//!
//! Below `## Wrong` and below `## Right` each page has a game in the folder `garden`:
//!
//! | a block | what is done with it |
//! |---|---|
//! | `tavola` | written to `example.tavola`; a whole game (with a line `game`) to `garden.tavola` |
//! | `tavola FILE`, `yaml FILE`, `xml FILE` | written to this file of the folder |
//! | `console` | each `$` line runs, and its output follows, whole |
//!
//! A game without a line `game` is completed with the garden of `docs/findings.md`. The commands of `## Wrong` report the code of the
//! page and no other. The commands of `## Right` (if there are none: those of `## Wrong`) report nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::sync::Mutex;
use std::{fs, thread};

use super::{Block, blocks, read};
use crate::cli::Home;

/// The index of the pages.
const INDEX: &str = "docs/findings.md";

/// Codes that no small text shows, with the reason.
const WITHOUT_EXAMPLE: [(&str, &str); 8] = [
    ("E0109", "it needs a line of 8 KiB or 50,000 lines"),
    ("E0200", "it needs generated rules that are nested too deeply"),
    ("E0900", "the checks before it find every mistake of the set-up that is known"),
    ("E0950", "it needs 250 calls inside one another"),
    ("E0951", "it needs rules and variants of 16 MiB in all"),
    ("E1003", "it needs tables with 65,536 cells in cells"),
    ("E1010", "E0154 and E0602 find every number that is known"),
    ("F0019", "only a program that uses the library can interrupt a run"),
];

/// True if the pages are to be written.
pub(super) fn writes() -> bool {
    std::env::var_os("TAVOLA_WRITE").is_some()
}

/// The page of a code.
pub(super) fn page_of(code: &str) -> String {
    format!("docs/findings/{code}.md")
}

/// The codes with a page, in their order.
pub(super) fn codes() -> BTreeSet<String> {
    let names = fs::read_dir("docs/findings").expect("the pages").map(|entry| entry.expect("an entry").file_name());
    let code = |name: String| name.strip_suffix(".md").unwrap_or_else(|| panic!("{name} is no page")).to_owned();
    names.map(|name| code(name.into_string().expect("a name"))).collect()
}

/// The files of a game, by their names in its folder.
pub(super) type Files = BTreeMap<String, String>;

/// One section of a page.
#[derive(Default)]
pub(super) struct Example {
    pub(super) files: Files,
    /// The line of each block of commands, and its text.
    pub(super) consoles: Vec<(usize, String)>,
}

impl Example {
    /// The blocks between two lines of a page.
    fn of(blocks: &[Block], from: usize, to: usize) -> Self {
        let mut example = Self::default();
        for block in blocks.iter().filter(|block| (from..to).contains(&block.line)) {
            match block.info.split(' ').collect::<Vec<_>>()[..] {
                ["tavola"] => {
                    let name = if is_game(&block.text) { "garden.tavola" } else { "example.tavola" };
                    example.files.insert(name.to_owned(), block.text.clone());
                }
                ["tavola" | "yaml" | "xml", file] => drop(example.files.insert(file.to_owned(), block.text.clone())),
                ["console"] => example.consoles.push((block.line, block.text.clone())),
                ref other => panic!("line {}: what is done with a block of {other:?}?", block.line),
            }
        }
        example
    }

    /// The whole game in a folder.
    fn home(&self, base: &[Block]) -> Home {
        let home = Home::new();
        for (name, text) in self.game(base) {
            home.write(&format!("garden/{name}"), &text);
        }
        home
    }

    /// All files of the game by their names in its folder.
    pub(super) fn game(&self, base: &[Block]) -> Files {
        let mut game = Files::new();
        let rules =
            || self.files.iter().filter(|(name, _)| name.ends_with(".tavola") && !name.starts_with("variants/"));
        if !rules().any(|(_, text)| is_game(text)) {
            let has_turn = rules().any(|(_, text)| text.starts_with("rule turn") || text.contains("\nrule turn"));
            for block in base.iter().filter(|block| !has_turn || block.info != "tavola turn.tavola") {
                game.insert(file(block).to_owned(), block.text.clone());
            }
        }
        game.extend(self.files.clone());
        game
    }
}

/// The file that a block names.
fn file(block: &Block) -> &str {
    block.info.strip_prefix("tavola ").unwrap_or_else(|| panic!("a file is named, not `{}`", block.info))
}

fn is_game(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("game "))
}

/// Runs the commands of a block. Returns the block as it should be, and the output.
fn enter(home: &Home, console: &str) -> (String, String) {
    let (mut block, mut output) = (String::new(), String::new());
    for command in console.lines().filter_map(|line| line.strip_prefix("$ ")) {
        let words =
            command.strip_prefix("tavola ").unwrap_or_else(|| panic!("`{command}` is no command of the program"));
        let run = home.run(words);
        assert!(!run.err.contains("has a bug") && !run.err.contains("panicked"), "$ {command}\n{}", run.err);
        let both = without_times(&(run.err + &run.out));
        write!(block, "$ {command}\n{both}").expect("it can be written");
        output += &both;
    }
    (block, output)
}

/// An output without what differs from run to run: `1 test in 6 ms` is `1 test in .. s`.
fn without_times(text: &str) -> String {
    let mut lines = String::new();
    for line in text.lines().map(str::trim_end) {
        let mut words: Vec<&str> = line.split(' ').collect();
        for at in 1..words.len() {
            if words[at - 1].chars().all(|c| c.is_ascii_digit() || c == '.') && ["ms", "s"].contains(&words[at]) {
                (words[at - 1], words[at]) = ("..", "s");
            }
        }
        lines += &(words.join(" ") + "\n");
    }
    lines.trim_end().to_owned() + "\n"
}

/// The codes of the findings in an output.
fn reported(output: &str) -> BTreeSet<&str> {
    let heads = ["error[", "warning["].into_iter().flat_map(|head| output.split(head).skip(1));
    heads.filter_map(|rest| rest.split(']').next()).filter(|word| is_code(word)).collect()
}

fn is_code(word: &str) -> bool {
    word.len() == 5 && word.starts_with(['E', 'W', 'F', 'M']) && word[1..].bytes().all(|byte| byte.is_ascii_digit())
}

/// The games of `## Wrong` and `## Right` of a page. `None` for a page without them.
pub(super) fn games(code: &str, base: &[Block]) -> Option<[(Files, Example); 2]> {
    let page = page_of(code);
    let (text, blocks) = (read(&page), blocks(&page));
    let heading = |title: &str| text.lines().position(|line| line == title).map(|at| at + 1);
    let (wrong, right) = (heading("## Wrong")?, heading("## Right")?);
    let end = text.lines().skip(right).position(|line| line.starts_with("## ")).map_or(usize::MAX, |at| right + at);
    let examples = [Example::of(&blocks, wrong, right), Example::of(&blocks, right, end)];
    Some(examples.map(|example| (example.game(base), example)))
}

/// The files of the garden, to which examples are added.
pub(super) fn base() -> Vec<Block> {
    blocks(INDEX).into_iter().filter(|block| block.info.starts_with("tavola ")).collect()
}

/// Runs the examples of a page. Returns what is wrong.
fn follow(code: &str, base: &[Block]) -> String {
    let page = page_of(code);
    let (mut text, blocks) = (read(&page), blocks(&page));
    let heading = |title: &str| text.lines().position(|line| line == title).map(|at| at + 1);
    let headings = (heading("## Wrong"), heading("## Right"));
    let (Some(wrong_at), Some(right_at)) = headings else {
        let known = WITHOUT_EXAMPLE.iter().any(|(without, _)| *without == code) && headings == (None, None);
        return if known { String::new() } else { format!("{page}: it has no `## Wrong` and `## Right`\n") };
    };
    let end =
        text.lines().skip(right_at).position(|line| line.starts_with("## ")).map_or(usize::MAX, |at| right_at + at);
    let (wrong, mut right) = (Example::of(&blocks, wrong_at, right_at), Example::of(&blocks, right_at, end));
    let mut failures = String::new();
    let mut expect = |console: &(usize, String), now: String| {
        if console.1 != now && writes() {
            text = text.replacen(&format!("```console\n{}```\n", console.1), &format!("```console\n{now}```\n"), 1);
        } else if console.1 != now {
            let _ = writeln!(failures, "{page}:{}: expected\n{}found\n{now}", console.0, console.1);
        }
    };
    let home = wrong.home(base);
    let mut output = String::new();
    for console in &wrong.consoles {
        let (now, printed) = enter(&home, &console.1);
        expect(console, now);
        output += &printed;
    }
    let home = right.home(base);
    let shown = !right.consoles.is_empty();
    if !shown {
        right.consoles.clone_from(&wrong.consoles);
    }
    let mut quiet = String::new();
    for console in &right.consoles {
        let (now, printed) = enter(&home, &console.1);
        if shown {
            expect(console, now);
        }
        quiet += &printed;
    }
    if reported(&output) != BTreeSet::from([code]) {
        let _ = writeln!(failures, "{page}: the wrong example reports {:?}\n{output}", reported(&output));
    }
    if !reported(&quiet).is_empty() || quiet.contains("error: ") || quiet.contains("failed:") || right.files.is_empty()
    {
        let _ = writeln!(failures, "{page}: the right example reports\n{quiet}");
    }
    if writes() && text != read(&page) {
        fs::write(&page, text).expect("writable");
    }
    failures
}

#[test]
fn every_page_has_an_example_with_its_finding_and_one_without() {
    let base = base();
    assert_eq!(base.iter().map(file).collect::<Vec<_>>(), ["garden.tavola", "turn.tavola"]);
    let open = Mutex::new(codes());
    let next = || open.lock().expect("no test has failed").pop_first();
    let work = || std::iter::from_fn(next).map(|code| follow(&code, &base)).collect::<String>();
    let failures: String = thread::scope(|scope| {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|worker| worker.join().expect("a page could be followed")).collect()
    });
    assert!(failures.is_empty(), "\n{failures}");
}

#[test]
fn codes_without_an_example_have_a_page() {
    for (code, why) in WITHOUT_EXAMPLE {
        assert!(!read(&page_of(code)).contains("## Wrong"), "{code} has an example; it was without one: {why}");
    }
}

/// The row of a page: its title, and what its line `What to do:` says.
fn row(code: &str) -> String {
    let text = read(&page_of(code));
    let title = text.lines().next().and_then(|line| line.strip_prefix(&format!("# {code}: ")));
    let title = title.unwrap_or_else(|| panic!("{code}: the page begins with `# {code}: ` and what is wrong"));
    let help = text.lines().find_map(|line| line.strip_prefix("What to do: "));
    let help = help.unwrap_or_else(|| panic!("{code}: a line says `What to do: `"));
    let cell = |text: &str| text.replace("](../", "](").replace('|', "\\|");
    format!("| [{code}](findings/{code}.md) | {} | {} |", cell(title), cell(help.trim_end_matches('.')))
}

/// The code of a row of a table, or of a line of the table of contents.
fn listed(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let code = line.strip_prefix("| [").or_else(|| line.strip_prefix("- ["))?.get(..5)?;
    is_code(code).then_some(code)
}

/// A text in which each page has a line. A new one stands behind the page before it.
fn complete(text: &str, line_of: impl Fn(&str) -> String) -> String {
    let known: BTreeSet<&str> = text.lines().filter_map(listed).collect();
    let (mut lines, all) = (Vec::new(), codes());
    for line in text.lines() {
        let Some(code) = listed(line) else {
            lines.push(line.to_owned());
            continue;
        };
        let new = all.iter().skip_while(|one| one.as_str() <= code).take_while(|one| !known.contains(one.as_str()));
        let new = new.take_while(|one| one[..1] == code[..1]);
        let here = all.contains(code).then_some(code);
        lines.extend(here.into_iter().chain(new.map(String::as_str)).map(&line_of));
    }
    lines.join("\n") + "\n"
}

/// The tables of the index and the table of contents list all pages.
#[test]
fn the_index_is_made_from_the_pages() {
    let contents = |code: &str| format!("  - [{code}](findings/{code}.md)");
    for (page, text) in
        [(INDEX, complete(&read(INDEX), row)), ("docs/SUMMARY.md", complete(&read("docs/SUMMARY.md"), contents))]
    {
        if writes() {
            fs::write(page, &text).expect("writable");
        }
        assert!(
            read(page) == text,
            "{page} differs from the pages: TAVOLA_WRITE=1 cargo test --test it docs::findings"
        );
        let listed: Vec<&str> = text.lines().filter_map(listed).collect();
        assert_eq!(listed.len(), codes().len(), "{page}: each page is listed once");
    }
}
