//! `tavola explain`: the page of a code.

use std::fs;

use super::Home;

/// The page of a code.
fn page(code: &str) -> String {
    fs::read_to_string(format!("docs/findings/{code}.md")).expect("a page")
}

/// The codes that have a page.
fn codes() -> Vec<String> {
    let names = fs::read_dir("docs/findings").expect("the pages").map(|entry| entry.expect("an entry").file_name());
    let mut codes: Vec<String> =
        names.map(|name| name.to_string_lossy().strip_suffix(".md").expect("a page").to_owned()).collect();
    codes.sort();
    assert!(codes.len() > 100, "{codes:?}");
    codes
}

/// The words of a text, without its line breaks.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn a_code_is_explained() {
    let home = Home::new();
    let out = home.run("explain W0905").ends(0).out;
    let page = page("W0905");
    let title = page.lines().next().expect("a title").trim_start_matches("# W0905: ");
    assert!(out.starts_with(&format!("W0905  a warning: {title}\n")), "{out}");
    let help = page.lines().find(|line| line.starts_with("What to do: ")).expect("what to do");
    let output = page.lines().find(|line| line.starts_with("warning[W0905]")).expect("the output");
    assert!(words(&out).contains(help) && out.contains(&format!("      {output}\n")), "{out}");
    assert!(out.contains("`# fine: W0905 REASON`"), "{out}");
    assert_eq!(home.run("explain w0905").ends(0).out, out, "small letters mean the same");
}

/// Headings, links and fences of Markdown are plain text in a terminal. Paragraphs fit its width, code stays as it is.
#[test]
fn an_explanation_is_plain_text() {
    let home = Home::new();
    let out = home.run("explain E0121").ends(0).out;
    assert!(out.starts_with("E0121  an error: a row that does not end in a bar: `| 1 | 2`\n"), "{out}");
    assert!(out.contains("\n  Wrong\n\n      memory\n        | variable | type      | start |\n"), "{out}");
    let out = home.run("explain E0108 F0007").ends(0).out;
    assert!(
        words(&out).contains("see limits (docs/language/limits.md)") && out.contains("F0007  a fault during play: "),
        "{out}"
    );
    assert!(out.contains("\n  places.tavola:\n      places\n"), "a file has its name: {out}");
    assert!(!["](", "```", "## "].iter().any(|mark| out.contains(mark)), "{out}");
    let prose = out.lines().filter(|line| !line.starts_with("      "));
    assert!(prose.clone().count() > 10 && prose.clone().all(|line| line.chars().count() <= 80), "{out}");
    home.run("explain M0001").ends(0).says(&["M0001  a report of `tavola mutate`: "]);
}

/// Every code is explained, and listed if no code is named.
#[test]
fn every_code_is_explained() {
    let (home, codes) = (Home::new(), codes());
    let out = home.run(&format!("explain {}", codes.join(" "))).ends(0).out;
    let list = home.run("explain").ends(0).out;
    for code in &codes {
        assert!(out.lines().any(|line| line.starts_with(&format!("{code}  a"))), "{code}");
    }
    assert_eq!(list.lines().map(|line| &line[..5]).collect::<Vec<_>>(), codes);
}

#[test]
fn an_unknown_code_is_refused() {
    let home = Home::new();
    home.run("explain W0995").ends(2).says(&["there is no finding `W0995`", "W0905"]);
    home.run("explain nonsense").ends(2).says(&["there is no finding `nonsense`", "a letter and four digits"]);
    home.run("check --help").ends(0).says(&["tavola explain"]);
}
