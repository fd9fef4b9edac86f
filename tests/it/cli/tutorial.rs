//! The tutorial is run: its files are written, its commands typed, what they print is compared.
//!
//! | a block | what is done with it |
//! |---|---|
//! | `tavola FILE`, `yaml FILE` | written to `hedgehogs/FILE` |
//! | `console` | each `$` line is run; what is printed on stdout must be the lines below it, `..` stands for any lines |
//! | `console fails` | the same, and the commands end with the exit code 1 |

use std::fmt::Write;
use std::fs;

use super::Home;
use super::shown::{blocks, entered, fits};

const PAGE: &str = "docs/tutorial.md";
const GAME: &str = "hedgehogs";

#[test]
fn every_step_of_the_tutorial_runs() {
    let page = fs::read_to_string(PAGE).expect("the tutorial can be read");
    let home = Home::new();
    let mut wrong = String::new();
    let mut commands = 0;
    for (at, info, text) in blocks(&page) {
        match info.as_slice() {
            ["tavola" | "yaml", file] => home.write(&format!("{GAME}/{file}"), text.join("\n") + "\n"),
            ["console", rest @ ..] => {
                for (command, shown) in entered(&text) {
                    commands += 1;
                    let (args, input) = typed(command);
                    let run = home.feed(args, &input).ends(i32::from(rest == ["fails"]));
                    let printed: Vec<&str> = run.out.trim_end().lines().map(str::trim_end).collect();
                    if !fits(&printed, &shown) {
                        let _ = writeln!(wrong, "{PAGE}:{}: $ {command}\n{}\n", at, run.out);
                    }
                }
            }
            other => panic!("{PAGE}:{}: what is done with a block of {other:?}?", at),
        }
    }
    assert!(commands > 15 && page.matches("\n## ").count() > 10, "all steps were found");
    assert!(wrong.is_empty(), "something else is printed:\n{wrong}");
}

/// `echo "orchard" | tavola play ..`: the arguments, and the input.
fn typed(command: &str) -> (&str, String) {
    let (input, command) = match command.strip_prefix("echo \"").and_then(|rest| rest.split_once("\" | ")) {
        Some((input, command)) => (format!("{input}\n"), command),
        None => (String::new(), command),
    };
    (command.strip_prefix("tavola ").expect("commands are ours"), input)
}
