//! The program as users run it: commands, output, exit codes.

mod adding_cases;
mod bad_input;
mod balance;
mod boards;
mod capture;
mod cards;
mod clauses;
mod compare;
mod cooperative;
#[cfg(unix)]
mod corrections;
pub(crate) mod decline_for_turn;
mod diff;
mod divisions;
mod endless_games;
mod errata;
mod explain;
mod export;
mod find;
mod fixing;
mod formats_of_findings;
mod formatting;
mod full_screen;
#[cfg(unix)]
mod full_screen_terminal;
mod games;
mod impact;
mod matrix;
mod merging;
mod mutants;
mod names;
mod new_games;
mod one_finding;
mod output;
mod pages;
mod play_scenario;
mod player_view;
mod playing;
mod positions;
mod printing;
mod prose;
mod questions;
mod reached;
mod reports;
mod resume;
mod rulebooks;
mod schemas;
mod seats;
mod several_variants;
mod simulate;
mod simulate_resume;
mod stdout_files;
#[cfg(unix)]
mod terminal;
mod testing;
mod time_limits;
mod tracing;
#[cfg(unix)]
mod typing_ahead;
mod variant_drafts;
mod variants;
#[cfg(unix)]
mod watch;
mod yaml_errors;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

/// A small game: gems are drawn and kept secret, players say how much they want.
pub(crate) const GEMS: &str = r#"# A game for tests.
game gems "Gems" for 2..3 players                                  [GM-1]

settings
  | name   | value | range | meaning            | clause |
  | rounds | 3     | 1..9  | "rounds in a game" | GM-2    |

kind Gem
  | id   | name   | copies | value |
  | ruby | "ruby" |      8 |     3 |
  | opal | "opal" |     30 |     1 |

components
  | component | count  | start | name  | clause |
  | Gem       | copies | bag   | "gem" | GM-1    |

places
  | place             | holds | order    | seen by | clause |
  | bag               | Gem   | shuffled | nobody  | GM-3    |
  | hand[p in Player] | Gem   | heap     | p       | GM-3    |

track score[Player] 0..                                            [GM-4]

play
  repeat rounds times
    each p in Player clockwise from seat(1)
      draw 1 from bag to hand[p]                                   [GM-3]
      p chooses n in 1..3 "How much?"                              [GM-4]
      p chooses once in {yes, no} "Is that all?"
      p gains n score
  each p in Player: p gains sum of g.value for g in hand[p] score  [GM-5]

winner p in Player by most score[p]                                [GM-6]
"#;

/// The result of a command.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Run {
    pub(crate) fn of(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("UTF-8"),
            err: String::from_utf8(output.stderr).expect("UTF-8"),
        }
    }

    /// Fails with the whole output if the exit code differs, or if the program reports an internal error.
    pub(crate) fn ends(self, code: i32) -> Self {
        let Self { out, err, .. } = &self;
        assert!(self.code == code, "exit code {} instead of {code}\n--- stdout\n{out}\n--- stderr\n{err}", self.code);
        assert!(!err.contains("has a bug") && !err.contains("panicked"), "{err}");
        self
    }

    /// Fails unless stdout or stderr contains each of these texts.
    pub(crate) fn says(self, parts: &[&str]) -> Self {
        for part in parts {
            let Self { out, err, .. } = &self;
            assert!(
                out.contains(part) || err.contains(part),
                "`{part}` is missing\n--- stdout\n{out}\n--- stderr\n{err}"
            );
        }
        self
    }

    /// Stdout as JSON.
    pub(crate) fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("no JSON: {error}\n{}", self.out))
    }
}

/// A folder with `rules/gems`, in which commands run.
pub(crate) struct Home {
    folder: TempDir,
}

impl Home {
    pub(crate) fn new() -> Self {
        Self::with(GEMS)
    }

    /// Uses other rules for `gems`. Rules of a game with another name get no rulebook.
    pub(crate) fn with(rules: &str) -> Self {
        let home = Self { folder: tempfile::tempdir().expect("a folder") };
        home.write("rules/gems/gems.tavola", rules);
        if rules.lines().any(|line| line.starts_with("game ") && !line.starts_with("game gems ")) {
            return home;
        }
        let clause = |n: i32| format!("  - {{ id: GM-{n}, section: Play, text: Take gems., kind: rule }}\n");
        let clauses: String = (1..=6).map(clause).collect();
        home.write("rules/gems/rulebook.yaml", format!("game: gems\nsource: {{ title: Gems }}\nclauses:\n{clauses}"));
        home
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// A folder with one more file.
    pub(crate) fn holding(name: &str, text: &str) -> Self {
        let home = Self::new();
        home.write(name, text);
        home
    }

    /// Copies a folder with its contents.
    pub(crate) fn copy(&self, from: &Path, to: &str) {
        for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("it can be read").path()) {
            let to = format!("{to}/{}", entry.file_name().expect("a name").to_string_lossy());
            if entry.is_dir() {
                self.copy(&entry, &to);
            } else {
                self.write(&to, fs::read(&entry).expect("a file"));
            }
        }
    }

    pub(crate) fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs `tavola` in this folder with these arguments (separated by spaces), without input.
    pub(crate) fn run(&self, args: &str) -> Run {
        self.feed(args, "")
    }

    /// Runs `tavola` with arguments that may contain spaces.
    pub(crate) fn run_words(&self, args: &[&str]) -> Run {
        let output = command("").args(args).current_dir(self.folder.path()).stdin(Stdio::null()).output();
        Run::of(output.expect("the program starts"))
    }

    /// Runs `tavola` with a text as input.
    pub(crate) fn feed(&self, args: &str, input: &str) -> Run {
        let mut child = command(args)
            .current_dir(self.folder.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        // The program may end before it has read everything.
        let _ = stdin.write_all(input.as_bytes());
        drop(stdin);
        Run::of(child.wait_with_output().expect("it ends"))
    }
}

/// `tavola` with these arguments, separated by spaces.
pub(crate) fn command(args: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
    command.args(args.split_whitespace()).env("NO_COLOR", "1").env_remove("COLUMNS");
    command
}

/// The verbs, as the help of the program lists them in groups.
pub(crate) fn verbs() -> Vec<String> {
    let help = Run::of(command("--help").output().expect("the program starts")).ends(0).out;
    let listed = help.lines().skip(3).take_while(|line| *line != "Options:").filter(|line| line.starts_with("  "));
    let verbs: Vec<String> = listed.filter_map(|line| line.split_whitespace().next()).map(str::to_owned).collect();
    assert!(verbs.len() > 15, "{help}");
    verbs
}

/// The output of a run that is ended by Ctrl-C, as soon as `begun` returns.
#[cfg(unix)]
pub(super) fn interrupted(home: &Home, args: &str, begun: impl FnOnce(&mut std::process::Child)) -> Output {
    let mut command = command(args);
    command.current_dir(home.path("")).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    begun(&mut child);
    ended_by_ctrl_c(child)
}

/// The output of a run that gets Ctrl-C now.
#[cfg(unix)]
fn ended_by_ctrl_c(mut child: std::process::Child) -> Output {
    let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(sent.success());
    // Stdin stays open until the program has ended: the end of the input would be another reason to stop.
    let stdin = child.stdin.take();
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    assert_eq!(output.status.code(), Some(130), "{output:?}");
    output
}

#[test]
fn help_has_examples_and_exit_codes() {
    let home = Home::new();
    home.run("--help").ends(0).says(&["check", "test", "play", "replay", "simulate", "Exit codes"]);
    for verb in ["check", "test", "play", "replay", "doc", "simulate"] {
        home.run(&format!("{verb} --help")).ends(0).says(&["Examples:", &format!("tavola {verb}")]);
    }
    home.run("--version").ends(0);
}
