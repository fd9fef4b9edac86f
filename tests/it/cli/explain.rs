//! `tavola explain`: the meaning of a code, and what to do.

use super::Home;

#[test]
fn a_code_is_explained() {
    let home = Home::new();
    let out = home.run("explain W0905").ends(0).out;
    let page = std::fs::read_to_string("docs/findings.md").expect("the page of findings");
    let row = page.lines().find(|line| line.starts_with("| W0905 |")).expect("its row");
    let [meaning, todo] = [2, 3].map(|at| row.split(" | ").nth(at - 1).expect("a cell").trim_end_matches(" |"));
    assert!(out.starts_with("W0905  a warning\n"), "{out}");
    let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words(&out).contains(&words(meaning).replace('`', "")) || out.contains(meaning), "{out}");
    assert!(words(&out).contains(&words(todo)) && out.contains("What to do: "), "{out}");
    assert_eq!(home.run("explain w0905").ends(0).out, out, "small letters mean the same");
}

/// A table cell may contain bars and links. In the terminal they are plain text.
#[test]
fn an_explanation_is_plain_text() {
    let home = Home::new();
    home.run("explain E0121").ends(0).says(&["a row that does not end in a bar: `| 1 | 2`"]);
    let out = home.run("explain E0108").ends(0).out;
    assert!(!out.contains("](") && out.contains("limits"), "{out}");
    home.run("explain E0101 W0201").ends(0).says(&["E0101  an error\n", "W0201  a warning\n"]);
    home.run("explain F0002").ends(0).says(&["F0002  a fault during play\n"]);
}

/// Every code on the page of findings is explained.
#[test]
fn every_code_is_explained() {
    let page = std::fs::read_to_string("docs/findings.md").expect("the page of findings");
    let codes: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next()).collect();
    let codes: Vec<&str> =
        codes.into_iter().filter(|code| code.len() == 5 && code[1..].parse::<u32>().is_ok()).collect();
    assert!(codes.len() > 100, "{codes:?}");
    let out = Home::new().run(&format!("explain {}", codes.join(" "))).ends(0).out;
    for code in codes {
        assert!(out.lines().any(|line| line.starts_with(&format!("{code}  "))), "{code}");
    }
}

#[test]
fn an_unknown_code_is_refused() {
    let home = Home::new();
    home.run("explain W0995").ends(2).says(&["there is no finding `W0995`", "W0905"]);
    home.run("explain nonsense").ends(2).says(&["there is no finding `nonsense`", "a letter and four digits"]);
    home.run("check --help").ends(0).says(&["tavola explain"]);
}
