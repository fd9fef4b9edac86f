//! Drafts of cases for a variant: a case of the game that differs there, with the values that the variant gives.

use super::{CaseEdit, Failure, Scenario, Step, Suite, read_texts, run};
use tavola_game::Rules;
use tavola_syntax::text::{Sources, Span, indent};
use tavola_syntax::yaml::{self, Yaml, YamlValue, quoted};

/// Keys of a case whose lines a draft repeats.
const EXPECTATIONS: [&str; 9] = ["clauses", "asked", "offered", "refused", "then", "seen", "hidden", "told", "untold"];
/// Further ones, for a case with checks between its answers, which no other case can continue.
const SCRIPT: [&str; 8] = ["players", "set", "given", "impossible", "call", "like", "do", "unless_said"];
/// Name of the text with the draft.
const DRAFT: &str = "draft of a case";
/// Maximum number of times that values are changed. Behind a changed value, another one may differ.
const ROUNDS: usize = 20;

/// A case that can stand for a case of the game under a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseDraft {
    /// Its name.
    pub name: String,
    /// Its text, from column 1 on.
    pub text: String,
    /// The difference: "`fame[anna]` is 4, the case says 3".
    pub words: Vec<String>,
}

impl CaseDraft {
    /// Writes the case that stands for `case` under the variant with which `rules` were read.
    ///
    /// # Errors
    /// The reason why no other values make it pass: an answer is not possible, for example.
    pub fn new(rules: &Rules, variant: &str, suite: &Suite, case: &Scenario) -> Result<Self, String> {
        let name = format!("{}, under {variant}", case.name);
        let mut text = unchanged(suite, variant, case, &name).ok_or("its text cannot be repeated")?;
        let mut words = Vec::new();
        for _ in 0..ROUNDS {
            let drafted = read(suite, &text);
            let own = drafted.scenarios.iter().find(|own| own.topic == DRAFT && own.name == name);
            let own = own.ok_or("its text cannot be repeated in another file")?;
            let failures = run(rules, own).failures;
            let Some(Failure { what, expected, actual, .. }) = failures.first() else {
                return Ok(Self { name, text, words });
            };
            let mends: Vec<&CaseEdit> = failures.iter().filter_map(|failure| failure.mend.as_ref()).collect();
            let mut files = CaseEdit::rewrite(&mends, &drafted.sources).into_iter();
            let Some(file) = files.find(|file| file.name == DRAFT) else {
                return Err(format!("{what}: expected {expected}, actual {actual}"));
            };
            words.extend(mends.iter().map(|mend| mend.words.clone()));
            text = without_stale_comments(&text, &file.new);
        }
        Err("its values change again and again".to_owned())
    }
}

/// The new text without the comments on and directly above changed lines: they may explain the values before.
fn without_stale_comments(old: &str, new: &str) -> String {
    let shown = |lines: &[&str]| {
        let id = Sources::new().add(DRAFT, "");
        yaml::parse(id, &lines.join("\n")).ok().map(|yaml| yaml.shown())
    };
    let (before, all): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
    if before.len() != all.len() {
        return new.to_owned();
    }
    let wanted = shown(&all);
    let mut kept: Vec<&str> = Vec::new();
    for (at, line) in all.iter().enumerate() {
        if *line == before[at] {
            kept.push(line);
            continue;
        }
        // The first line says that this is a draft.
        while kept.len() > 1 && kept.last().is_some_and(|above| above.trim_start().starts_with('#')) {
            kept.pop();
        }
        let mut bare = line.match_indices(" #").map(|(end, _)| line[..end].trim_end());
        // What looks like a comment may be part of a text.
        let is_same = |bare: &&str| shown(&[&all[..at], &[*bare], &all[at + 1..]].concat()) == wanted;
        kept.push(bare.find(is_same).unwrap_or(line));
    }
    if shown(&kept) == wanted { kept.join("\n") + "\n" } else { new.to_owned() }
}

/// All cases of the game, and the draft.
fn read(suite: &Suite, draft: &str) -> Suite {
    let files = suite.sources.iter().map(|(_, source)| (source.name.as_str(), source.text.as_str()));
    read_texts(&files.chain([(DRAFT, draft)]).collect::<Vec<_>>(), None)
}

/// The draft with the expectations of the case. It continues the case, unless there are checks between its answers.
fn unchanged(suite: &Suite, variant: &str, case: &Scenario, name: &str) -> Option<String> {
    let source = suite.sources.get(case.span.source)?;
    let yaml = yaml::parse(case.span.source, &source.text).ok()?;
    let YamlValue::Map(pairs) = &yaml.items().iter().find(|item| item.span == case.span)?.value else { return None };
    let is_checked = case.steps.iter().any(|step| matches!(step, Step::Check(_)));
    let of_game = quoted(&format!("{}/{}", case.topic, case.name));
    let mut text = format!("# A draft: the values are what `{variant}` gives. Read them, then delete this line.\n");
    text += &format!("- name: {}\n  variant: {}\n  instead: {of_game}\n", quoted(name), quoted(variant));
    if !is_checked {
        text += &format!("  like: {of_game}\n");
    }
    let is_repeated = |key: &str| EXPECTATIONS.contains(&key) || (is_checked && SCRIPT.contains(&key));
    for (key, value) in pairs.iter().filter(|(key, _)| key.text().is_some_and(is_repeated)) {
        text += &line(&source.text, key, value)?;
    }
    Some(text)
}

/// A key with its value as they are written, with the key in column 3.
fn line(text: &str, key: &Yaml, value: &Yaml) -> Option<String> {
    let Span { start, .. } = key.whole;
    let before = text.get(..start as usize)?;
    let column = before.len() - before.rfind('\n').map_or(0, |end| end + 1);
    let whole = text.get(start as usize..value.whole.end as usize)?;
    let mut lines = whole.lines();
    let mut line = format!("  {}\n", lines.next()?);
    for further in lines {
        let deep = indent(further);
        let kept = (deep + 2).saturating_sub(column);
        line += &format!("{}{}\n", " ".repeat(kept), further.trim_start_matches(' '));
    }
    Some(line)
}
