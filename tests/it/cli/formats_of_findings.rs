//! Findings for screen readers and for code scanning.

use super::Home;

const RULES: &str = "\
game g \"G\" for 2 players

track fame[Player] 0..

rule gift(p in Player)
  p gains tribte fame

play
  each p in Player: gift(p)

winner p in Player by most fame[p]
";

const SETTINGS: &str = "\nsettings\n  | name    | value | meaning |\n  | tribute | 1     | \"a gift\" |\n";

#[test]
fn plain_findings_have_no_drawings() {
    let home = Home::new();
    home.write("g/g.tavola", format!("{RULES}{SETTINGS}"));
    let out = home.run("check g --format plain").ends(1).out;
    let first = out.lines().next().unwrap_or_default();
    assert!(first.starts_with("Error E0201 in g/g.tavola, line ") && first.contains(", column "), "{out}");
    assert!(out.contains("\n  g/g.tavola, line 6: ") || out.contains("\n  Help: "), "{out}");
    assert!(out.trim_end().ends_with("1 error in g") && !out.contains("-->") && !out.contains('^'), "{out}");
    home.write("g/g.tavola", format!("{}{SETTINGS}", RULES.replace("tribte", "tribute")));
    home.run("check g --format plain").says(&["g: fine"]);
}

/// The fields that SARIF 2.1.0 requires are there, and the places are those of the other formats.
#[test]
fn findings_for_code_scanning() {
    let home = Home::new();
    home.write("a game/g.tavola", format!("{RULES}{SETTINGS}"));
    let run = home.run_words(&["check", "a game", "--format", "sarif"]).ends(1);
    let (sarif, json) = (run.json(), home.run_words(&["check", "a game", "--format", "json"]).ends(1).json());
    assert_eq!(sarif["version"], "2.1.0");
    let run = &sarif["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "tavola");
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    let finding = &json["games"][0]["findings"][0];
    let result = &run["results"][0];
    assert_eq!((&result["ruleId"], &result["level"]), (&finding["code"], &finding["severity"]));
    let text = result["message"]["text"].as_str().unwrap_or_default();
    assert!(text.starts_with(finding["message"].as_str().expect("a message")), "{text}");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "a%20game/g.tavola");
    for (sarif, json) in
        [("startLine", "line"), ("startColumn", "column"), ("endLine", "end_line"), ("endColumn", "end_column")]
    {
        assert_eq!(place["region"][sarif], finding[json], "{sarif}");
    }
    assert_eq!(run["tool"]["driver"]["rules"][0]["id"], finding["code"]);
    assert!(run["tool"]["driver"]["rules"][0]["shortDescription"]["text"].as_str().is_some_and(|text| text.len() > 10));
    home.write("a game/g.tavola", format!("{}{SETTINGS}", RULES.replace("tribte", "tribute")));
    let fine = home.run_words(&["check", "a game", "--format", "sarif"]).ends(0).json();
    assert_eq!(fine["runs"][0]["results"], serde_json::json!([]));
}
