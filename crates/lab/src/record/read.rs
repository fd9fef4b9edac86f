//! Parses files of records.

use std::path::Path;
use tavola_syntax::yaml::codes;

use super::{CHANCE, GameResult, Record, SealedAnswers, sealed};
use crate::agent::Bot;
use crate::variants::variants;
use tavola_game::{Error, LoadError};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span, count};
use tavola_syntax::yaml::{self, Fields, Yaml, YamlValue};

/// Reads a record from a file.
///
/// # Errors
/// If it cannot be read, and as [`read_text`].
pub fn read_file(path: &Path) -> Result<Record, LoadError> {
    let mut sources = Sources::new();
    let id = sources.read_file(path).map_err(Error::new)?;
    let text = sources.whole(id).to_string();
    read_text(&path.display().to_string(), &text)
}

/// Parses a record. An incomplete last line, left by an interrupted write, is ignored.
///
/// # Errors
/// Located findings: invalid YAML (`E1101`), wrong types (`E1102`), unknown keys (`E1103`), missing keys (`E1104`),
/// unknown players (`E1105`).
pub fn read_text(name: &str, text: &str) -> Result<Record, LoadError> {
    // Every answer is written with a line end. Without it, a part of a word may look like another answer.
    let whole = text.rfind('\n').map_or(0, |at| at + 1);
    let last = &text[whole..];
    let is_key = |key: &str| last.starts_with(key) || (!last.is_empty() && key.starts_with(last));
    let begun = last.starts_with('-') || is_key("result") || is_key("sealed");
    let torn = begun && text[..whole].contains("\nanswers:");
    read_whole(name, if torn { &text[..whole] } else { text })
}

/// Places of all answers: `name:line:column`. Empty if the text is not a record.
pub fn places(name: &str, text: &str) -> Vec<String> {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let Ok(yaml) = yaml::parse(id, sources.whole(id)) else {
        return Vec::new();
    };
    let Ok(mut fields) = Fields::new(&yaml, "a record") else {
        return Vec::new();
    };
    fields.list("answers").iter().filter_map(|answer| sources.place(answer.span)).collect()
}

/// Place of the value of a key, or of a nested key: `name:line:column`.
pub fn place(name: &str, text: &str, keys: &[&str]) -> Option<String> {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let yaml = yaml::parse(id, sources.whole(id)).ok()?;
    let mut found = &yaml;
    for key in keys {
        let YamlValue::Map(pairs) = &found.value else { return None };
        found = pairs.iter().find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value)?;
    }
    sources.place(found.span)
}

fn read_whole(name: &str, text: &str) -> Result<Record, LoadError> {
    let mut sources = Sources::new();
    let id = sources.add(name, text);
    let read = yaml::parse(id, sources.whole(id)).and_then(|yaml| record(&yaml));
    read.map_err(|diagnostics| LoadError::Findings { sources: Box::new(sources), diagnostics })
}

fn record(yaml: &Yaml) -> Result<Record, Vec<Diagnostic>> {
    let help = "a record is a file that `tavola play` writes";
    let mut fields = Fields::new(yaml, "a record").map_err(|finding| vec![finding.help(help)])?;
    let mut required = |key| fields.required(key, |span| missing(span, key)).unwrap_or_default();
    let (game, rules) = (required("game"), required("rules"));
    let record = Record {
        game,
        rules,
        variant: variants(&mut fields).map(|(names, _)| names),
        settings: fields.pairs("settings").into_iter().map(|(name, value, _)| (name, value.shown())).collect(),
        players: fields.texts("players").into_iter().map(|(name, _)| name).collect(),
        people: None,
        bots: Vec::new(),
        seed: fields.number("seed").unwrap_or(0),
        number: fields.number("number").unwrap_or(0),
        answers: Vec::new(),
        sealed: SealedAnswers::new(),
        result: None,
    };
    let people = people(&mut fields, yaml, &record.players);
    let bots = bots(&mut fields, &record.players);
    if record.players.is_empty() {
        fields.lacks("players", missing(fields.span, "players"));
    }
    let mut answers = Vec::new();
    // Without players, every answer would have an unknown player.
    let given = fields.list("answers");
    let known = if record.players.is_empty() { &[] } else { given };
    for item in known {
        match answer(item, &record.players) {
            Ok((who, what, _)) if what.text().is_some() => answers.push((who, what.shown())),
            Ok((_, what, _)) => fields.wrong_type(what, "answers", "one word each").unwrap_or(()),
            // A wrong name at the head is wrong in every line. It is reported once.
            Err(finding)
                if fields.findings.iter().any(|f| f.code == codes::NO_PLAYER && f.message == finding.message) => {}
            Err(finding) => fields.findings.push(*finding),
        }
    }
    let sealed = sealed::read(&mut fields, &record.players);
    let result = GameResult::read(&mut fields, &record.players);
    let findings = fields.finish();
    if findings.is_empty() { Ok(Record { people, bots, answers, sealed, result, ..record }) } else { Err(findings) }
}

/// Players that are people, possibly none of them. None if the key is missing.
fn people(fields: &mut Fields<'_>, yaml: &Yaml, players: &[String]) -> Option<Vec<String>> {
    let given = fields.texts("people");
    let YamlValue::Map(pairs) = &yaml.value else { return None };
    pairs.iter().any(|(key, _)| key.text() == Some("people")).then(|| {
        for (name, span) in &given {
            if !players.is_empty() && !players.contains(name) {
                let help = yaml::suggestion(*span, name, players.iter().map(String::as_str))
                    .unwrap_or_else(|| format!("players: {}", players.join(", ")).into());
                let finding = Diagnostic::error(codes::NO_PLAYER, *span, format!("nobody called `{name}` plays"));
                fields.findings.push(finding.help(help));
            }
        }
        given.into_iter().map(|(name, _)| name).collect()
    })
}

/// Bots, seat by seat. Empty if the key is missing.
fn bots(fields: &mut Fields<'_>, players: &[String]) -> Vec<Bot> {
    let given = fields.texts("bots");
    let mut bots = Vec::new();
    for (text, span) in &given {
        match text.parse() {
            Ok(bot) => bots.push(bot),
            Err(why) => fields.findings.push(Diagnostic::error(codes::WRONG_VALUE, *span, why)),
        }
    }
    if let Some((_, span)) = given.first().filter(|_| !players.is_empty() && given.len() != players.len()) {
        let finding = Diagnostic::error(
            codes::WRONG_VALUE,
            *span,
            format!("{} for {}", count(given.len(), "bot"), count(players.len(), "player")),
        );
        fields.findings.push(finding.help("one for each seat: `bots: [random, \"mcts:200\"]`"));
    }
    bots
}

/// Parses `{ anna: hill }`: a player or chance, the answer, and the place of the name.
pub(crate) fn answer<'a>(item: &'a Yaml, players: &[String]) -> Result<(String, &'a Yaml, Span), Box<Diagnostic>> {
    let YamlValue::Map(pairs) = &item.value else {
        let message = format!("expected an answer like `- anna: hill`, found {}", item.kind());
        return Err(Box::new(
            Diagnostic::error(codes::WRONG_VALUE, item.span, message).help("write who answers before the colon"),
        ));
    };
    let [(key, value)] = pairs.as_slice() else {
        let message = "one answer at a time, of one player or of chance";
        let finding = Diagnostic::error(codes::WRONG_VALUE, item.span, message)
            .help("give each answer an item of its own: `- anna: hill`");
        return Err(Box::new(finding));
    };
    let who = key.shown();
    known_player(&who, players, key.span)?;
    Ok((who, value, key.span))
}

/// Reports a name that does not play. If no players are known, nothing is reported, since that is reported elsewhere.
pub(crate) fn known_player(who: &str, players: &[String], span: Span) -> Result<(), Box<Diagnostic>> {
    if players.is_empty() || who == CHANCE || players.iter().any(|player| player == who) {
        return Ok(());
    }
    if let Some((name, answer)) = who.split_once(':').filter(|(name, _)| players.iter().any(|player| player == name)) {
        let help = format!("a space is missing: `{name}: {answer}`");
        return Err(Box::new(
            Diagnostic::error(codes::NO_PLAYER, span, format!("nobody called `{who}` plays")).help(help),
        ));
    }
    let known = players.iter().map(String::as_str).chain([CHANCE]);
    let help = yaml::suggestion(span, who, known)
        .unwrap_or_else(|| format!("players: {}; and `{CHANCE}`", players.join(", ")).into());
    Err(Box::new(Diagnostic::error(codes::NO_PLAYER, span, format!("nobody called `{who}` plays")).help(help)))
}

fn missing(span: Span, key: &str) -> Diagnostic {
    Diagnostic::error(codes::MISSING_KEY, span, format!("`{key}` is missing"))
        .help("a record has `game`, `rules`, `players`, `seed` and `answers`, as `tavola play` writes it")
}
