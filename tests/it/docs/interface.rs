//! The page about `tavola rpc`: its examples are one session, and name all methods.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::{blocks, read};
use crate::rpc::Session;

const PAGE: &str = "docs/reference/rpc.md";
/// Stands for parts that are left out.
const MORE: &str = "...";

/// The messages of the page, each with the line of its block: true for a request.
fn messages() -> Vec<(usize, bool, String)> {
    let mut found: Vec<(usize, bool, String)> = Vec::new();
    for block in blocks(PAGE).into_iter().filter(|block| block.info == "rpc") {
        for line in block.text.lines() {
            match (line.strip_prefix("--> "), line.strip_prefix("<-- "), found.last_mut()) {
                (Some(request), ..) => found.push((block.line, true, request.to_owned())),
                (_, Some(answer), _) => found.push((block.line, false, answer.to_owned())),
                (None, None, Some((.., message))) => *message += line.trim(),
                (None, None, None) => panic!("{PAGE}:{}: no message", block.line),
            }
        }
    }
    found
}

/// Compares an answer with that of the page. Keys of the page stand for those of the session.
fn agree(shown: &Value, real: &Value, keys: &mut BTreeMap<String, String>) -> Result<(), String> {
    let differ = || Err(format!("the page has {shown}, the program {real}"));
    match (shown, real) {
        (Value::String(text), _) if text == MORE => Ok(()),
        (Value::String(text), Value::String(real)) if text.starts_with("KEY-") => {
            keys.insert(text.clone(), real.clone());
            Ok(())
        }
        (Value::Array(shown), Value::Array(all)) => {
            let is_part = shown.last().is_some_and(|last| *last == MORE);
            let whole = shown.len() - usize::from(is_part);
            if all.len() < whole || (!is_part && all.len() != whole) {
                return differ();
            }
            shown.iter().take(whole).zip(all).try_for_each(|(shown, real)| agree(shown, real, keys))
        }
        (Value::Object(shown), Value::Object(all)) => {
            let is_part = shown.contains_key(MORE);
            if !is_part && shown.len() != all.len() {
                return differ();
            }
            let mut fields = shown.iter().filter(|(name, _)| *name != MORE);
            fields.try_for_each(|(name, shown)| agree(shown, all.get(name).unwrap_or(&Value::Null), keys))
        }
        (Value::Number(shown), Value::Number(all)) => {
            let near = shown.as_f64().zip(all.as_f64()).is_some_and(|(shown, all)| (shown - all).abs() < 1e-9);
            if near { Ok(()) } else { differ() }
        }
        _ if shown == real => Ok(()),
        _ => differ(),
    }
}

#[test]
fn the_examples_are_a_session() {
    let mut session = Session::new(Path::new("."), "rules/classics");
    let mut keys = BTreeMap::new();
    let mut answer = String::new();
    let mut asked = 0;
    for (line, is_request, message) in messages() {
        if is_request {
            let known = keys
                .iter()
                .fold(message, |message, (shown, real): (&String, &String)| message.replace(shown.as_str(), real));
            answer = session.line(&known);
            asked += 1;
            continue;
        }
        let parse = |text: &str| -> Value {
            serde_json::from_str(text).unwrap_or_else(|error| panic!("{PAGE}:{line}: {error}: {text}"))
        };
        if let Err(why) = agree(&parse(&message), &parse(&answer), &mut keys) {
            panic!("{PAGE}:{line}: {why}\n{answer}");
        }
    }
    assert!(asked > 15, "{asked}");
}

#[test]
fn every_method_and_error_is_on_the_page() {
    let page = read(PAGE);
    let mut session = Session::new(Path::new("."), "rules/classics/kuhn_poker");
    let version = session.done("version", &json!({}));
    let methods = version["methods"].as_array().expect("methods");
    let asked: Vec<Value> = messages()
        .into_iter()
        .filter(|(_, is_request, _)| *is_request)
        .map(|(.., message)| serde_json::from_str::<Value>(&message).expect("JSON")["method"].clone())
        .collect();
    for method in methods {
        let name = &method["name"];
        assert!(asked.contains(name), "{PAGE} has no example of {name}");
        assert!(name == "version" || page.contains(&format!("### {}\n", name.as_str().unwrap_or_default())), "{name}");
    }
    for code in [-32700, -32600, -32601, -32602, -32603, -32001, -32002, -32003, -32004] {
        assert!(page.contains(&format!("| {code} |")), "{code}");
    }
}
