//! Rules that nobody writes by hand: every verb handles them within the limits of the reference (`docs/language.md`, Limits), without
//! an internal error.
//!
//! The tests measure no wall-clock time: budgets count steps, and the system kills a program that uses more memory or processor time
//! than any run needs. `TAVOLA_HOSTILE=10 cargo test --test it hostile` makes everything ten times as large.
//!
//! Every verb reads rules with errors in the same way, so each of these inputs meets `check` and some of the other verbs only.

#![cfg(unix)]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use nix::sys::resource::{UsageWho, getrusage};

/// Maximum address space, in kilobytes.
const ROOM: u32 = 2_000_000;
/// Maximum memory of a verb, in kilobytes.
const MEMORY: i64 = 500_000;
/// Maximum processor time in seconds, without optimisation on a slow machine.
const TIME: u32 = 100;
/// Head and end of all these games.
const HEAD: &str = "game odd \"Odd\" for 2 players\ntrack fame[Player] 0..\n";
const TAIL: &str = "winner p in Player by most fame[p]\n";
/// A question with options.
const ASKED: &str = "  each p in Player\n    p chooses n in 1..2 \"How much?\"\n    p gains n fame\n";

/// Files of a folder, by name.
type Folder = Vec<(String, Vec<u8>)>;

fn large(small: usize) -> usize {
    small * std::env::var("TAVOLA_HOSTILE").ok().and_then(|times| times.parse().ok()).unwrap_or(1)
}

fn rules(text: impl Into<Vec<u8>>) -> Folder {
    vec![("odd.tavola".to_owned(), text.into())]
}

/// A game with this `play` and these items.
fn game(play: &str, more: &str) -> Folder {
    rules(format!("{HEAD}play\n{play}{more}{TAIL}"))
}

/// A number of lines, each made from its number.
fn lines(many: usize, line: impl Fn(usize) -> String) -> String {
    (0..many).fold(String::new(), |mut all, at| {
        let _ = writeln!(all, "{}", line(at));
        all
    })
}

/// Each name uses the name before it three times.
fn lets(many: usize) -> Folder {
    let all = lines(many, |at| {
        let (now, before) = (at + 1, at);
        format!("  let a{now} = max(a{before}, min(a{before} + 1, a{before} * 2))")
    });
    let last = format!("  seat(1) chooses n in 1..2 \"How much?\"\n  if a{many} > 3: seat(1) gains n fame\n");
    game(&format!("  let a0 = fame[seat(1)] + 1\n{all}{last}"), "")
}

fn defines(many: usize) -> Folder {
    let all = lines(many, |at| {
        let (now, before) = (at + 1, at);
        format!("define d{now} = max(d{before}, min(d{before} + 1, d{before} * 2))")
    });
    game(
        &format!("  each p in Player\n    p chooses n in 1..2 \"How much?\"\n    if d{many} > 3: p gains n fame\n"),
        &format!("define d0 = fame[seat(1)] + 1\n{all}"),
    )
}

/// Rules that call one another, each inside a number of nested conditions.
fn calls(many: usize, inside: usize) -> Folder {
    let mut all = String::new();
    for at in 0..many {
        let _ = writeln!(all, "rule r{at}");
        for level in 1..=inside {
            let _ = writeln!(all, "{}if fame[seat(1)] < {}", "  ".repeat(level), level + 9);
        }
        let _ = writeln!(all, "{}r{}", "  ".repeat(inside + 1), at + 1);
    }
    game("  r0\n", &format!("{all}rule r{many}\n{ASKED}"))
}

/// Sets that grow without end while the engine looks ahead.
fn crawl() -> Folder {
    let action = "action go \"go\"\n  choose: a in Cell \"Which?\"\n  effect: set crawl = {a}\n          set edge = {a}\n\
                  \x20         repeat until edge is none\n            set edge = edge - crawl\n\
                  \x20           set crawl = crawl + edge\n          you chooses z in crawl \"To?\"\n";
    let memory =
        "memory\n  | variable | type | start |\n  | crawl | set of Cell | {} |\n  | edge | set of Cell | {} |\n";
    let kind = "kind Cell = {u, v, w, x}\n";
    rules(format!("{HEAD}{kind}{memory}play\n  repeat 3 times\n    each p in Player: p does go\n{action}{TAIL}"))
}

/// A menu that is asked as one question, with a very large number of paths.
fn ways() -> Folder {
    let menu = "menu go \"What?\"\n  remember: n = 0\n  until:    n > 30\n  at once:  showing fame[you]\n";
    let action = |name: &str, params: &str, gains: &str| {
        format!("action {name}{params} of go \"{name}\"\n  effect: set n = n + 1\n          you gains {gains} fame\n")
    };
    let actions =
        [("a", "", "1"), ("b", "", "2"), ("c", "(k in 1..9)", "k * n")].map(|(a, b, c)| action(a, b, c)).concat();
    game("  each p in Player: p does go\n", &(menu.to_owned() + &actions))
}

fn hooks(many: usize, ordered: bool) -> Folder {
    let all = lines(many, |at| {
        let order = if ordered && at > 0 { format!("  order: after h{}\n", at - 1) } else { String::new() };
        format!("hook h{at} before bid\n{order}  seat(1) gains 1 fame")
    });
    game("  bid\n", &format!("rule bid\n{ASKED}{all}"))
}

fn variants(many: usize) -> Folder {
    let mut all = game(ASKED, "rule more\n  seat(1) gains 1 fame\n");
    for at in 0..many {
        let over = if at > 0 { format!(" over v{}", at - 1) } else { String::new() };
        let text =
            format!("variant v{at} \"V\" of odd{over}, house rules\n\nreplace rule more\n  seat(1) gains {at} fame\n");
        all.push((format!("variants/v{at}.tavola"), text.into_bytes()));
    }
    all
}

fn scenarios(many: usize) -> Folder {
    let mut all = game(ASKED, "");
    let text = lines(many, |at| {
        let like = if at > 0 { format!("like: s{}", at - 1) } else { "players: 2".to_owned() };
        format!("- name: s{at}\n  {like}\n  do: []\n  then: {{ \"fame[anna]\": 0 }}")
    });
    all.push(("scenarios/all.yaml".to_owned(), text.into_bytes()));
    all
}

/// A table of a kind with this number of rows and columns.
fn table(many: usize) -> Folder {
    let row = |first: &str, cell: &dyn Fn(usize) -> String| {
        let cells: String = (0..many).map(|at| format!(" {} |", cell(at))).collect();
        format!("  | {first} |{cells}")
    };
    let rows = lines(many, |at| row(&format!("k{at}"), &|column| (column * at % 7).to_string()));
    let head = row("id", &|at| format!("c{at}"));
    game("  each p in Player: p chooses k in Card \"Which?\"\n", &format!("kind Card\n{head}\n{rows}"))
}

fn nodes(many: usize) -> Folder {
    let names: Vec<String> = (0..many).map(|at| format!("n{at}")).collect();
    let links = lines(many - 1, |at| format!("  n{at} -- n{}", at + 1));
    let more = format!("kind Spot = {{{}}}\nboard land of Spot\n{links}", names.join(", "));
    game("  each p in Player: p chooses n in Spot \"Where?\"\n", &more)
}

fn display(many: usize) -> Folder {
    let rows = lines(many, |at| format!("  | p in Player | \"a{at}\" | fame[p] + {at} |"));
    game(ASKED, &format!("display\n  | of | name | shows |\n{rows}"))
}

/// Rules that each call the next one twice, from an action of a menu.
fn diamonds(many: usize) -> Folder {
    let all = lines(many, |at| {
        let next = at + 1;
        format!("rule r{at}\n  r{next}\n  r{next}")
    });
    let menu = "menu go \"What?\"\n  remember: n = 0\n  until:    n > 0\n";
    let action = "action a of go \"a\"\n  effect: set n = 1\n          r0\n";
    game("  each p in Player: p does go\n", &format!("{menu}{action}{all}rule r{many}\n  say \"here\"\n"))
}

/// Tables whose cells read the table before twice: printed numbers, or lists of them.
fn cells(many: usize, first: &str, next: impl Fn(usize) -> String) -> Folder {
    let table = |at: usize, cell: &str| {
        format!("table t{at}(n: number)\n  | n || v |\n  | 0..3 || {cell} |\n  | any || {cell} |\n")
    };
    let all: String = (1..=many).map(|at| table(at, &next(at))).collect();
    let asked = format!(
        "  each p in Player\n    p chooses n in 1..2 \"How much?\"\n    if n in [t{many}(n)]: p gains n fame\n"
    );
    game(&asked, &(table(0, first) + &all))
}

/// Rules that pass their results on, in one of two ways.
fn passing(many: usize) -> Folder {
    let rule = |at: usize| {
        let next = at + 1;
        format!("rule r{at}(a: number, b: number)\n  if a > b: r{next}(a + b, a)\n  else: r{next}(b, a)")
    };
    let last = format!("rule r{many}(a: number, b: number)\n  seat(1) gains 1 fame\n");
    game(&format!("  r0(1, 2)\n{ASKED}"), &(lines(many, rule) + &last))
}

/// Kinds whose members have two members of the kind before as arguments.
fn called(many: usize, first: &str, next: impl Fn(usize) -> String) -> Folder {
    game(ASKED, &format!("kind K0 = {first}\n{}", lines(many, next)))
}

/// A scenario that calls a rule very often.
fn long_call(many: usize) -> Folder {
    let mut all = game(ASKED, "rule more\n  seat(1) gains 1 fame\n");
    let call = vec!["more"; many].join(", ");
    let case = format!("- name: c\n  players: 2\n  call: [{call}]\n  then: {{ \"1\": 1 }}\n");
    all.push(("scenarios/all.yaml".to_owned(), case.into_bytes()));
    all
}

/// A large game (size in bytes) with many small variants, and a scenario for each that changes the rules.
fn often_read(bytes: usize, many: usize) -> Folder {
    let comment = format!("# {}\n", "a".repeat(98));
    let mut all = game(ASKED, &format!("rule more\n  seat(1) gains 1 fame\n{}", comment.repeat(bytes / 101)));
    let change = |at: usize| format!("replace rule more\n  seat(1) gains {at} fame\n");
    for at in 0..many {
        let text = format!("variant v{at} \"V\" of odd, house rules\n\n{}", change(at));
        all.push((format!("variants/v{at}.tavola"), text.into_bytes()));
    }
    let case = |at: usize| {
        let change = change(at).replace('\n', "\n    ");
        format!("- name: c{at}\n  change: |\n    {change}\n  call: more\n  then: {{ \"fame[anna]\": {at} }}")
    };
    all.push(("scenarios/all.yaml".to_owned(), lines(many, case).into_bytes()));
    all
}

/// A scenario that expects a very large number of options. None of them exists.
fn expected(many: usize) -> Folder {
    let mut all = game(ASKED, "");
    let options: Vec<String> = (0..many).map(|at| format!("wrong{at}")).collect();
    let case = format!("- name: c\n  players: 2\n  offered: {{ anna: [{}] }}\n", options.join(", "));
    all.push(("scenarios/all.yaml".to_owned(), case.into_bytes()));
    all
}

/// A large board with a slow display for each cell.
fn shown(rows: usize) -> Folder {
    let row = |at: usize| format!("  | x in C | \"a{at}\" | sum of 1 for c in C, d in C, e in C, f in C |");
    game(ASKED, &format!("board b of C\n  grid: 16, 16\ndisplay\n  | of | name | shows |\n{}", lines(rows, row)))
}

/// The inputs, each with an expected message, if any.
fn corpus() -> Vec<(&'static str, Folder, &'static str)> {
    let bytes: Vec<u8> = (0..large(10_000)).map(|at| at as u8).collect();
    let text = format!("{HEAD}play\n{ASKED}{TAIL}");
    vec![
        ("sets that grow into one another", crawl(), ""),
        ("very many ways at once", ways(), ""),
        ("names of names", lets(large(14)), ""),
        ("defines of defines", defines(large(16)), ""),
        ("a long way of calls", calls(large(1_900), 0), "E0950"),
        ("calls inside conditions", calls(large(290), 10), "E0950"),
        ("calls that are deep enough", calls(100, 0), ""),
        ("hooks in an order", hooks(large(120), true), ""),
        ("hooks without one", hooks(large(120), false), "E0712"),
        ("variants over variants", variants(large(12)), ""),
        ("scenarios like others", scenarios(large(40).min(100)), ""),
        ("a long way of scenarios", scenarios(large(1_000)), "E1109"),
        ("a wide table", table(large(50)), ""),
        ("many nodes", nodes(large(100).min(256)), ""),
        ("much to show", display(large(60)), ""),
        ("much to work out that is shown", shown(large(1)), ""),
        ("calls that meet again", diamonds(large(40).min(100)), ""),
        ("cells of cells", cells(large(40).min(200), "2", |at| format!("t{0}(1) + t{0}(2)", at - 1)), ""),
        ("cells that are lists of cells", cells(large(40).min(200), "1", |at| format!("[t{}(1)]", at - 1)), ""),
        ("cells in a circle", cells(3, "t3(1)", |at| format!("t{}(1)", at - 1)), "E0704"),
        ("a long way of cells", cells(large(400), "1", |at| format!("t{}(1)", at - 1)), "E0950"),
        ("cells that read their row", cells(large(20), "1", |at| format!("t{}(n)", at - 1)), "E0201"),
        ("a long game, read very often", often_read(large(400_000).min(900_000), large(50)), "E0951"),
        ("arguments of arguments", passing(large(40).min(100)), ""),
        (
            "rows of rows",
            called(large(40), "{z}", |at| format!("kind K{}\n  | id |\n  | a{at}(s in K{at}, t in K{at}) |", at + 1)),
            "E1037",
        ),
        (
            "links of links",
            called(large(40), "{x, y, z}", |at| format!("board b{at} of K{at} joined by K{}\n  every pair", at + 1)),
            "E1037",
        ),
        (
            "a range beyond all numbers",
            rules(text.replace("\nplay\n", "\ntrack t[-1..2147483647] 0..9\nplay\n")),
            "E1007",
        ),
        ("a case with very many calls", long_call(large(2_000)), ""),
        ("very many options expected", expected(large(4_000)), ""),
        (
            "blocks in blocks",
            rules(format!("{HEAD}play\n{}", lines(500, |at| format!("{}if 1 < 2", "  ".repeat(at + 1))))),
            "E01",
        ),
        ("a long line", rules(format!("{HEAD}play\n  say \"{}\"\n{TAIL}", "a".repeat(large(100_000)))), "E0109"),
        ("a long sum", game(&format!("  seat(1) gains {} fame\n", vec!["1"; large(9_000)].join("+")), ""), "E01"),
        ("a large number", rules(text.replace("1..2", "1..99999999999999999999")), "E0154"),
        ("a large range", rules(text.replace("1..2", "1..2000000000")), ""),
        ("other letters", rules(text.replace("Odd", "灯👩‍🚀\u{202e}é")), ""),
        ("nothing", rules(""), "E0209"),
        ("bytes", rules(bytes), "UTF-8"),
        ("a zero", rules(text.replace("play", "\0play")), "E01"),
        ("line ends of two bytes", rules(text.replace('\n', "\r\n")), ""),
        ("a mark of byte order", rules(format!("\u{feff}{text}")), ""),
    ]
}

/// Exit code and output of a run.
fn run(folder: &Path, words: &str) -> (Option<i32>, String) {
    let program = env!("CARGO_BIN_EXE_tavola");
    let script = format!("ulimit -v {ROOM}; ulimit -t {TIME}; exec {program} {words}");
    let mut command = Command::new("sh");
    command.args(["-c", &script]).current_dir(folder).env("NO_COLOR", "1").stdin(std::process::Stdio::null());
    let output = command.output().expect("the program starts");
    let said = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat();
    (output.status.code(), said)
}

/// All verbs.
const VERBS: [&str; 22] = [
    "check .",
    "fmt --check .",
    "test .",
    "simulate . --games 1 --jobs 1 --seed 1",
    "draw . -o odd.svg",
    "doc . -o odd.md",
    "trace .",
    "count . --depth 1",
    "play . --human none --seed 1 --record odd.yaml",
    "replay odd.yaml --rules .",
    "impact . . odd.yaml",
    "capture odd.yaml --at 1 --rules .",
    "export odd.yaml -o data --rules .",
    "print . -o odd.html",
    "cards . --csv cards/",
    "clause . fame",
    "diff . .",
    "compare . . --games 1 --jobs 1 --seed 1",
    "find . 'fame[seat(1)] > 99' --games 1 --jobs 1",
    "mutate . --sample 1 --jobs 1",
    "tune . --over fame --goal 'rounds near 3' --games 1 --candidates 1 --jobs 1 --seed 1",
    "bench . --players 2 --seconds 0 --jobs 1",
];

/// The verbs that run on an input, by its number.
fn verbs(number: usize, is_broken: bool) -> impl Iterator<Item = &'static str> {
    let (first, step) = if is_broken { (number % 4, 4) } else { (0, 1) };
    let (check, others) = VERBS.split_first().expect("there are verbs");
    std::iter::once(*check).chain(others.iter().skip(first).step_by(step).copied())
}

#[test]
fn every_verb_ends_within_its_limits() {
    let mut wrong = Vec::new();
    for (number, (name, files, code)) in corpus().into_iter().enumerate() {
        let home = tempfile::tempdir().expect("a folder");
        for (file, text) in files {
            let path = home.path().join(file);
            fs::create_dir_all(path.parent().unwrap_or(home.path())).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        for verb in verbs(number, !code.is_empty()) {
            let (ends, said) = run(home.path(), verb);
            let short: String = said.chars().take(600).collect();
            if !matches!(ends, Some(0..=3)) || said.contains("has a bug") || said.contains("panicked") {
                wrong.push(format!("{name}: {verb}: {ends:?}\n{short}"));
            } else if verb == "check ." && !said.contains(code) {
                wrong.push(format!("{name}: {code} is missing\n{short}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    let children = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system says so");
    assert!(children.max_rss() < MEMORY, "{} kB", children.max_rss());
}
