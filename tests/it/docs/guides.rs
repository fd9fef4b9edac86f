//! The tutorial, the how-to guides and the README run as tests: their files are written, their commands run, and the output is compared.
//! The numbered pages of the tutorial share one folder, in order. Every other page has its own folder with a copy of the games and their
//! transcripts.
//!
//! | a block | what is done with it |
//! |---|---|
//! | `tavola FILE`, `yaml FILE`, `markdown FILE` | written to the file |
//! | `diff FILE` | in the file, the lines with `-` are replaced by those with `+`; other lines are context |
//! | `console` | a shell runs each `$` line; the expected output follows: stdout, or stderr and then stdout; `..` matches any text |
//! | `console fails` | the same, and the commands end with the exit code 1 |
//! | `sh` | not run: each `tavola` in it names a verb and options that exist |
//! | any other block without a file | not checked |

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

use super::console::{entered, fits};
use super::{blocks, pages};
use crate::cli::{Home, Run};

#[test]
fn every_step_of_the_tutorial_runs() {
    let mut guide = Guide::new("hedgehogs/");
    for page in pages().iter().filter(|page| is_step(page)) {
        guide.follow(page);
    }
    assert!(guide.wrong.is_empty(), "\n{}", guide.wrong);
    assert!(guide.commands > 15, "all steps were found");
}

#[test]
fn the_how_to_guides_and_the_readme_run() {
    let (mut commands, mut wrong) = (0, String::new());
    let guides = |page: &&String| {
        !is_step(page) && (page.starts_with("docs/how-to") || page.starts_with("docs/tutorial") || *page == "README.md")
    };
    for page in pages().iter().filter(guides) {
        let mut guide = Guide::new("");
        for folder in ["rules", "snapshots"] {
            guide.home.copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), folder);
        }
        guide.follow(page);
        wrong += &guide.wrong;
        commands += guide.commands;
    }
    assert!(wrong.is_empty(), "\n{wrong}");
    assert!(commands > 15, "the pages were found");
}

/// True for a numbered page of the tutorial.
fn is_step(page: &str) -> bool {
    page.strip_prefix("docs/tutorial/").is_some_and(|name| name.starts_with(|c: char| c.is_ascii_digit()))
}

/// Pages that share one folder.
struct Guide {
    home: Home,
    /// Prefix of the names of files.
    below: &'static str,
    commands: usize,
    wrong: String,
    /// The help of each verb that was looked up.
    helps: BTreeMap<String, Option<String>>,
}

impl Guide {
    fn new(below: &'static str) -> Self {
        Self { home: Home::new(), below, commands: 0, wrong: String::new(), helps: BTreeMap::new() }
    }

    fn follow(&mut self, page: &str) {
        for block in blocks(page) {
            let place = format!("{page}:{}", block.line);
            match block.info.split_whitespace().collect::<Vec<_>>()[..] {
                ["tavola" | "yaml" | "markdown", file] => {
                    self.home.write(&format!("{}{file}", self.below), &block.text)
                }
                ["diff", file] => self.change(&format!("{}{file}", self.below), &block.text, &place),
                ["console", ref rest @ ..] => self.enter(&block.text, i32::from(*rest == ["fails"]), &place),
                ["sh"] => self.look_up(&block.text, &place),
                [] | [_] => {}
                ref other => panic!("{place}: what is done with a block of {other:?}?"),
            }
        }
    }

    /// Runs the commands of a block.
    fn enter(&mut self, text: &str, code: i32, place: &str) {
        for (command, shown) in entered(text) {
            self.commands += 1;
            let Run { code: ended, out, err } = self.home.shell(command);
            let both = format!("{err}{out}");
            let is_printed = |text: &str| {
                let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
                fits(&lines, &shown)
            };
            if ended != code || !is_printed(&out) && !is_printed(&both) {
                let _ = writeln!(self.wrong, "{place}: $ {command}\nexit code {ended}\n{both}\n");
            }
        }
    }

    /// Checks that the verbs and options of commands exist, without running them.
    fn look_up(&mut self, text: &str, place: &str) {
        let text = text.replace("\\\n", " ");
        for line in text.lines().map(|line| line.split(" #").next().unwrap_or_default()) {
            let behind = line.split_whitespace().skip_while(|word| *word != "tavola").skip(1);
            let mut words = behind.take_while(|word| !matches!(*word, "|" | "||" | "&&" | ";"));
            let Some(verb) = words.next() else { continue };
            let help = self.helps.entry(verb.to_owned()).or_insert_with(|| {
                let run = self.home.run(&format!("{verb} --help"));
                (run.code == 0).then_some(run.out)
            });
            let Some(help) = help else {
                let _ = writeln!(self.wrong, "{place}: there is no `tavola {verb}`");
                continue;
            };
            for option in words.filter(|word| word.starts_with('-')).map(|word| word.split('=').next().unwrap_or(word))
            {
                let known = help.split(|c: char| !c.is_alphanumeric() && c != '-').any(|word| word == option);
                if !known {
                    let _ = writeln!(self.wrong, "{place}: `tavola {verb}` has no `{option}`");
                }
            }
        }
    }

    /// Replaces lines of a file.
    fn change(&mut self, file: &str, lines: &str, place: &str) {
        let side = |other: char| -> String {
            let own = lines.lines().filter(|line| !line.starts_with(other));
            own.map(|line| line.get(1..).unwrap_or_default().to_owned() + "\n").collect()
        };
        let (old, new, text) = (side('+'), side('-'), self.home.read(file));
        let found = format!("\n{text}").matches(&format!("\n{old}")).count();
        if found != 1 {
            let _ = writeln!(self.wrong, "{place}: {found} times these lines stand in {file}:\n{old}");
            return;
        }
        let text = format!("\n{text}").replacen(&format!("\n{old}"), &format!("\n{new}"), 1);
        self.home.write(file, text.trim_start_matches('\n'));
    }
}

impl Home {
    /// Runs a command line in a shell in this folder, with the program as `tavola`.
    fn shell(&self, line: &str) -> Run {
        let program = Path::new(env!("CARGO_BIN_EXE_tavola"));
        let folder = program.parent().expect("it lies in a folder").display().to_string();
        let path = std::env::var("PATH").map_or_else(|_| folder.clone(), |path| format!("{folder}:{path}"));
        let mut shell = std::process::Command::new("sh");
        shell.args(["-c", line]).current_dir(self.path("")).stdin(std::process::Stdio::null());
        shell.env("PATH", path).env("NO_COLOR", "1").env_remove("COLUMNS");
        for who in ["AUTHOR", "COMMITTER"] {
            shell.env(format!("GIT_{who}_NAME"), "A designer").env(format!("GIT_{who}_EMAIL"), "designer@example.org");
        }
        Run::of(shell.output().expect("there is a shell"))
    }
}
