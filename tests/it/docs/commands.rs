//! The page of commands equals their help. `TAVOLA_WRITE=1 cargo test --test it docs::commands` writes it.

use std::fs;

use super::read;
use crate::cli::{command, verbs};

const PAGE: &str = "docs/reference/commands.md";

#[test]
fn the_page_of_commands_is_their_help() {
    let help = |args: &str| {
        let out = command(args).output().expect("the program runs").stdout;
        let text = String::from_utf8(out).expect("text");
        text.lines().map(|line| format!("{}\n", line.trim_end())).collect::<String>()
    };
    let all = help("--help");
    let mut page = format!(
        "# Commands\n\nFor users of the command line: every command with its options, as `tavola help COMMAND` prints them. This page is \
         generated.\n\n```text\n{all}```\n"
    );
    for verb in verbs() {
        page += &format!("\n## tavola {verb}\n\n```text\n{}```\n", help(&format!("{verb} --help")));
    }
    assert_examples_fit_their_lines(&page);
    if std::env::var_os("TAVOLA_WRITE").is_some() {
        fs::write(PAGE, &page).expect("writable");
    }
    assert!(read(PAGE) == page, "{PAGE} is not what the help says: TAVOLA_WRITE=1 cargo test --test it docs::commands");
}

/// A comment that wraps would look like a command: each line of the examples is a command or a comment line.
fn assert_examples_fit_their_lines(page: &str) {
    let begins = ["  tavola ", "  # ", "  find ", "  echo ", "  llama-cli "];
    let examples = page.split("\nExamples:\n").skip(1);
    let lines: Vec<&str> = examples.flat_map(|text| text.lines().take_while(|line| line.starts_with("  "))).collect();
    assert!(lines.len() > 100, "only {} examples", lines.len());
    for line in lines {
        assert!(begins.iter().any(|begin| line.starts_with(begin)), "{PAGE}: this is no command: {line}");
    }
}
