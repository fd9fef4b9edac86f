//! `tavola schema`: schemas of files and of reports. `tests/schemas` checks real files and reports with them.

use serde_json::Value;

use super::Home;

#[test]
fn every_schema_that_is_listed_is_printed() {
    let home = Home::new();
    let listed = home.run("schema").ends(0).out;
    let names: Vec<&str> = listed.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"scenarios") && names.contains(&"simulate-report"), "{listed}");
    for name in names {
        let text = home.run(&format!("schema {name}")).ends(0).out;
        let schema: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#", "{name}");
        assert!(schema["title"].is_string() && schema["type"].is_string(), "{name}");
    }
    home.run("schema scenario").ends(2).says(&["there is no schema `scenario`", "`tavola schema` lists them"]);
}

/// Reports that say what each of their keys holds; `version` is the same everywhere.
#[test]
fn each_key_of_a_report_has_a_description() {
    let home = Home::new();
    for name in ["clause", "compare", "impact", "mutate", "test", "trace"] {
        let schema: Value = home.run(&format!("schema {name}-report")).ends(0).json();
        let parts =
            schema["definitions"].as_object().into_iter().flatten().map(|(part, schema)| (part.as_str(), schema));
        for (part, schema) in parts.chain([(name, &schema)]) {
            for (key, value) in
                schema["properties"].as_object().into_iter().flatten().filter(|(key, _)| *key != "version")
            {
                let says = |value: &Value| value["description"].is_string() || value.get("$ref").is_some();
                assert!(says(value) || value["allOf"][0].get("$ref").is_some(), "{name}: {part}.{key}: {value}");
            }
        }
    }
}

/// A report has the keys of its schema.
#[test]
fn a_report_has_the_keys_of_its_schema() {
    let home = Home::new();
    let json = |line: &str| serde_json::from_str::<Value>(&home.run(line).ends(0).out).expect("JSON");
    let (schema, report) = (json("schema check-report"), json("check rules/gems --format json"));
    let keys = |value: &Value| value.as_object().expect("a map").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&schema["properties"]), keys(&report));
}

#[test]
fn the_grammar_is_printed_in_two_notations() {
    let home = Home::new();
    let ebnf = home.run("grammar").ends(0).out;
    assert!(ebnf.starts_with("/* The grammar of Tavola ") && ebnf.contains("\ns_say ::= "), "{ebnf}");
    let gbnf = home.run("grammar --format gbnf").ends(0).out;
    assert!(gbnf.starts_with("# The grammar of Tavola ") && gbnf.contains("\nroot ::= text\n"), "{gbnf}");
    home.run("grammar --format bnf").ends(2).says(&["ebnf", "gbnf"]);
}
