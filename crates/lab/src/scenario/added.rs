//! A case that is added to a file of scenarios: with the structure that the file has, and read back before it is written.

use tavola_syntax::text::Sources;
use tavola_syntax::yaml::{self, Yaml, YamlValue};

/// A file of scenarios to which cases can be added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaseFile {
    /// What it holds, with its own ends of lines.
    text: String,
    /// In which column the items of its list begin, from 0.
    indent: usize,
}

impl CaseFile {
    /// A file with this text. An empty one, or one of comments alone, can begin a list.
    ///
    /// # Errors
    /// A sentence: it is no list of cases, or one in brackets, to which no lines can be added.
    pub fn new(text: &str) -> Result<Self, String> {
        let list = parse(text).ok_or("is no file of scenarios to which one could be added")?;
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
            _ => return Err("is no file of scenarios to which one could be added".to_owned()),
        };
        let gap = if text.is_empty() || text.ends_with('\n') { "" } else { line_end(text) };
        Ok(Self { text: format!("{text}{gap}"), indent })
    }

    /// The file with one case more, which is written in column 1, with comments above it.
    ///
    /// # Errors
    /// A sentence: read back, the file does not hold what it held and this case.
    pub fn with(&self, case: &str) -> Result<String, String> {
        let margin = " ".repeat(self.indent);
        let line = |line: &str| if line.is_empty() { String::new() } else { format!("{margin}{line}") };
        let lines: String = case.lines().map(|text| line(text) + line_end(&self.text)).collect();
        let whole = format!("{}{lines}", self.text);
        let items = |text: &str| parse(text).map(|yaml| shown(&yaml));
        let wanted = items(&self.text).zip(items(case)).map(|(before, own)| [before, own].concat());
        match wanted.is_some_and(|wanted| items(&whole) == Some(wanted)) {
            true => Ok(whole),
            false => Err("would not hold the new case behind its others: add it by hand".to_owned()),
        }
    }
}

/// A text as YAML, if nothing is wrong with it.
fn parse(text: &str) -> Option<Yaml> {
    let mut sources = Sources::new();
    // Places count in the text as it is.
    let id = sources.add("cases", "");
    yaml::parse(id, text).ok()
}

fn shown(yaml: &Yaml) -> Vec<String> {
    match &yaml.value {
        YamlValue::Nothing => Vec::new(),
        _ => yaml.items().iter().map(Yaml::shown).collect(),
    }
}

/// How lines of a text end.
fn line_end(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}
