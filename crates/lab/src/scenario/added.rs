//! Adds cases to a file of scenarios. The layout stays, and the result is parsed before it is written.

use std::path::Path;

use super::SuiteTexts;
use crate::whole::{self, line_end};
use tavola_syntax::text::Sources;
use tavola_syntax::yaml::{self, Yaml, YamlValue};

/// A file of scenarios to which cases can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseFile {
    /// Contents, with the original line ends.
    text: String,
    /// Column in which the items of its list begin, from 0.
    indent: usize,
}

impl CaseFile {
    /// Takes the text of a file. An empty text, or one with only comments, can begin a list.
    ///
    /// # Errors
    /// The end of a sentence about the file: it is not a list of cases, or a list in brackets, to which no lines can be
    /// added.
    pub fn new(text: &str) -> Result<Self, String> {
        let list = parse(text).ok_or("is not a scenario file to which a case could be added")?;
        let indent = match &list.value {
            YamlValue::Nothing => 0,
            YamlValue::List(items) if !items.is_empty() => {
                let before = &text.get(..list.whole.start as usize).unwrap_or_default();
                let line = before.rsplit('\n').next().unwrap_or_default().trim_start_matches('\u{feff}');
                if !text[before.len()..].starts_with('-') || !line.chars().all(|c| c == ' ') {
                    return Err("holds its cases in brackets: write each on lines of its own, `- name: ..`".to_owned());
                }
                line.len()
            }
            _ => return Err("is not a scenario file to which a case could be added".to_owned()),
        };
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { line_end(text) };
        Ok(Self { text: format!("{text}{gap}"), indent })
    }

    /// True if a case has this name.
    pub fn has(&self, name: &str) -> bool {
        let is_named = |pair: &(Yaml, Yaml)| pair.0.text() == Some("name") && pair.1.shown() == name;
        let has = |case: &Yaml| matches!(&case.value, YamlValue::Map(pairs) if pairs.iter().any(is_named));
        parse(&self.text).is_some_and(|cases| cases.items().iter().any(has))
    }

    /// The text with one more case. `case` is written from column 1 on, with comments above it.
    ///
    /// # Errors
    /// The end of a sentence about the file: the new text, parsed again, does not hold the old cases and this one.
    pub fn with(&self, case: &str) -> Result<String, String> {
        let margin = " ".repeat(self.indent);
        let line = |line: &str| if line.is_empty() { String::new() } else { format!("{margin}{line}") };
        let lines: String = case.lines().map(|text| line(text) + line_end(&self.text)).collect();
        let whole = format!("{}{lines}", self.text);
        let items = |text: &str| parse(text).map(|yaml| shown(&yaml));
        let wanted = items(&self.text).zip(items(case)).map(|(before, own)| [before, own].concat());
        match wanted.is_some_and(|wanted| items(&whole) == Some(wanted)) {
            true => Ok(whole),
            false => Err("cannot hold the new case after its other cases: add it by hand".to_owned()),
        }
    }
}

/// The first mistake in the text of a scenario file, with its place: `FILE:LINE:COLUMN: message`. The other files of its folder
/// are read, too: its cases may continue cases there, or give them their position.
pub fn first_mistake(file: &Path, text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let id = sources.add(file.display().to_string(), text);
    let others = Sources::list(whole::folder(file), "yaml").unwrap_or_default();
    for other in others.iter().filter(|other| other.file_name() != file.file_name()) {
        // A file that cannot be read has no cases to continue.
        let _ = sources.read_file(other);
    }
    let suite = SuiteTexts::of(sources, None).suite(None, None);
    let mistake = suite.diagnostics.iter().find(|finding| finding.is_error() && finding.span.source == id)?;
    Some(format!("{}: {}", suite.sources.place(mistake.span)?, mistake.message))
}

/// Parses a text as YAML. None if anything is wrong with it.
fn parse(text: &str) -> Option<Yaml> {
    let mut sources = Sources::new();
    // The text is not copied into the sources: places count in the text itself.
    let id = sources.add("cases", "");
    yaml::parse(id, text).ok()
}

fn shown(yaml: &Yaml) -> Vec<String> {
    match &yaml.value {
        YamlValue::Nothing => Vec::new(),
        _ => yaml.items().iter().map(Yaml::shown).collect(),
    }
}
