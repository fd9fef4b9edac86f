//! The working day is worked: on a copy of San Marco its files are written and changed, its commands typed, what they print is compared.
//!
//! | a block | what is done with it |
//! |---|---|
//! | `tavola FILE`, `yaml FILE` | written to the file |
//! | `diff FILE` | in the file, the lines with `-` give way to those with `+`; lines without either stand around them |
//! | `console` | each `$` line is run; below it stands what is printed on stdout, or on stderr and then stdout; `..` stands for anything |
//! | `console fails` | the same, and the commands end with the exit code 1 |

use std::fmt::Write;
use std::fs;
use std::path::Path;

use super::shown::{blocks, entered, fits};
use super::{Home, Run};

const PAGE: &str = "docs/working-day.md";

#[test]
fn the_working_day_goes_as_it_is_told() {
    let page = fs::read_to_string(PAGE).expect("the page can be read");
    let home = Home::new();
    copy(&home, Path::new("rules/san_marco"), "rules/san_marco");
    copy(&home, Path::new("snapshots/san_marco"), "snapshots/san_marco");
    let mut wrong = String::new();
    let mut commands = 0;
    for (at, info, text) in blocks(&page) {
        match info.as_slice() {
            ["tavola" | "yaml", file] => home.write(file, text.join("\n") + "\n"),
            ["diff", file] => change(&home, file, &text, at),
            ["console", rest @ ..] => {
                for (command, shown) in entered(&text) {
                    commands += 1;
                    let Some(run) = typed(&home, command) else { continue };
                    let run = run.ends(i32::from(rest == ["fails"]));
                    let both = format!("{}{}", run.err, run.out);
                    let is_printed = |text: &str| {
                        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
                        fits(&lines, &shown)
                    };
                    if !is_printed(&run.out) && !is_printed(&both) {
                        let _ = writeln!(wrong, "{PAGE}:{}: $ {command}\n{both}\n", at);
                    }
                }
            }
            other => panic!("{PAGE}:{}: what is done with a block of {other:?}?", at),
        }
    }
    assert!(commands > 15, "all commands were found");
    assert!(wrong.is_empty(), "something else is printed:\n{wrong}");
    let page = home.read("high_water.md");
    for said in [
        "`tavola doc rules/san_marco --variant high_water`",
        "*High water.* House rules",
        "get anything?* He gets the low value.",
    ] {
        assert!(page.contains(said), "`{said}` is not in\n{page}");
    }
}

/// Types a command; `cp -r` prints nothing.
fn typed(home: &Home, command: &str) -> Option<Run> {
    if let Some((from, to)) = command.strip_prefix("cp -r ").and_then(|paths| paths.split_once(' ')) {
        copy(home, &home.path(from), to);
        return None;
    }
    Some(home.run(command.strip_prefix("tavola ").expect("commands are ours")))
}

/// Copies a folder with all that lies in it.
fn copy(home: &Home, from: &Path, to: &str) {
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("it can be read").path()) {
        let to = format!("{to}/{}", entry.file_name().expect("a name").to_string_lossy());
        if entry.is_dir() {
            copy(home, &entry, &to);
        } else {
            home.write(&to, fs::read(&entry).expect("a file"));
        }
    }
}

/// Lines of a file give way to others.
fn change(home: &Home, file: &str, lines: &[&str], at: usize) {
    let side = |other: char| -> String {
        let own = lines.iter().filter(|line| !line.starts_with(other));
        own.map(|line| line.get(1..).unwrap_or_default().to_owned() + "\n").collect()
    };
    let (old, new, text) = (side('+'), side('-'), home.read(file));
    let found = format!("\n{text}").matches(&format!("\n{old}")).count();
    assert_eq!(found, 1, "{PAGE}:{at}: so often these lines stand in {file}:\n{old}");
    home.write(
        file,
        format!("\n{text}").replacen(&format!("\n{old}"), &format!("\n{new}"), 1).trim_start_matches('\n'),
    );
}
