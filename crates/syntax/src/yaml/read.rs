//! Parser from text to [`Yaml`], on top of the events of a YAML library.

use super::codes;
use super::mistakes::{help, in_plain_words};
use std::collections::BTreeMap;

use serde_yaml::granit_parser::{Event, Marker, Parser, ScalarStyle, ScanError, Span as Stretch};

use super::{Yaml, YamlValue};
use crate::diagnostic::{Diagnostic, Fix, Remedy};
use crate::text::{SourceId, Span};

/// Maximum nesting depth of lists and maps.
const YAML_DEPTH: usize = 40;
/// Maximum number of values in a text. Aliases count with all their values.
const MAX_VALUES: usize = 200_000;

/// Parses a document and fails on any mistake. An empty text is [`YamlValue::Nothing`].
///
/// # Errors
/// All findings of [`read`].
pub fn parse(source: SourceId, text: &str) -> Result<Yaml, Vec<Diagnostic>> {
    match read(source, text) {
        (Some(yaml), findings) if findings.is_empty() => Ok(yaml),
        (_, findings) => Err(findings),
    }
}

/// Parses as much of a document as possible, with findings (`E1101`).
///
/// A text that is not YAML, too deep or too large gives no value, and that is the last finding.
/// The first value of a repeated key counts.
pub fn read(source: SourceId, text: &str) -> (Option<Yaml>, Vec<Diagnostic>) {
    let events = Parser::new_from_str(text);
    let mut reader = YamlReader { source, text, events, anchors: BTreeMap::new(), values: 0, findings: Vec::new() };
    let found = reader.document();
    let mut findings = reader.findings;
    let yaml = found.map_err(|finding| findings.push(*finding)).ok();
    (yaml, findings)
}

struct YamlReader<'a, I> {
    source: SourceId,
    text: &'a str,
    events: I,
    /// Value of each anchor, with its number of values.
    anchors: BTreeMap<usize, (Yaml, usize)>,
    values: usize,
    /// Findings after which parsing continued.
    findings: Vec<Diagnostic>,
}

impl<'a, I: Iterator<Item = Result<(Event<'a>, Stretch), ScanError>>> YamlReader<'a, I> {
    fn document(&mut self) -> Result<Yaml, Box<Diagnostic>> {
        let mut found = None;
        while let Some((event, stretch)) = self.next()? {
            match event {
                Event::StreamStart | Event::StreamEnd | Event::DocumentStart(..) | Event::DocumentEnd => {}
                _ if found.is_some() => {
                    let span = self.span(&stretch);
                    let help = "one file holds one document: remove the line `---`, or make two files";
                    return Err(wrong(span, "a second document begins here", help));
                }
                event => found = Some(self.value(event, &stretch, 0)?),
            }
        }
        let start = Span::new(self.source, 0, 0);
        Ok(found.unwrap_or(Yaml { value: YamlValue::Nothing, span: start, whole: start }))
    }

    /// Next event that is not a comment.
    fn next(&mut self) -> Result<Option<(Event<'a>, Stretch)>, Box<Diagnostic>> {
        loop {
            match self.events.next() {
                None => return Ok(None),
                Some(Ok((Event::Comment(..) | Event::Anchor(..), _))) => {}
                Some(Ok(found)) => return Ok(Some(found)),
                Some(Err(error)) => {
                    let at = self.byte(error.marker());
                    let kind = error.kind().to_string();
                    let help = help(self.text, at, &kind);
                    let message = format!("this is not YAML: {}", in_plain_words(&kind));
                    return Err(wrong(Span::new(self.source, at, at), message, &help));
                }
            }
        }
    }

    fn value(&mut self, event: Event<'a>, stretch: &Stretch, depth: usize) -> Result<Yaml, Box<Diagnostic>> {
        let span = self.span(stretch);
        let before = self.values;
        self.grow(1, span)?;
        if depth > YAML_DEPTH {
            let message = format!("more than {YAML_DEPTH} nested lists and maps");
            return Err(wrong(span, message, "look for a missing bracket"));
        }
        let (anchor, found) = match event {
            Event::Scalar(text, style, anchor, _) => {
                // The parser gives `~` for an empty value.
                let nothing = (text.is_empty() || text == "~") && style == ScalarStyle::Plain;
                let value = if nothing { YamlValue::Nothing } else { YamlValue::Text(text.into_owned()) };
                (anchor, Yaml { value, span, whole: span })
            }
            Event::SequenceStart(_, anchor, _) => (anchor, self.list(span, depth)?),
            Event::MappingStart(_, anchor, _) => (anchor, self.map(span, depth)?),
            Event::Alias(anchor) => return self.alias(anchor, span),
            _ => return Err(wrong(span, "a value is missing here", "write it, or remove the key")),
        };
        if anchor != 0 {
            self.anchors.insert(anchor, (found.clone(), self.values - before));
        }
        Ok(found)
    }

    fn list(&mut self, span: Span, depth: usize) -> Result<Yaml, Box<Diagnostic>> {
        let (mut items, mut end) = (Vec::new(), span);
        while let Some((event, stretch)) = self.next()? {
            if event == Event::SequenceEnd {
                end = self.span(&stretch);
                break;
            }
            items.push(self.value(event, &stretch, depth + 1)?);
        }
        let whole = whole(span, items.last().map(|item| item.whole), end);
        self.join_cut_items(span, &mut items);
        let span = items.first().map_or(span, |item: &Yaml| item.span);
        Ok(Yaml { value: YamlValue::List(items), span, whole })
    }

    fn map(&mut self, span: Span, depth: usize) -> Result<Yaml, Box<Diagnostic>> {
        let mut pairs: Vec<(Yaml, Yaml)> = Vec::new();
        let mut keys: BTreeMap<String, Span> = BTreeMap::new();
        let mut taken_in = Vec::new();
        let (mut last, mut end) = (None, span);
        while let Some((event, stretch)) = self.next()? {
            if event == Event::MappingEnd {
                end = self.span(&stretch);
                break;
            }
            let merge = matches!(&event, Event::Scalar(text, ScalarStyle::Plain, ..) if text == "<<");
            let key = self.value(event, &stretch, depth + 1)?;
            let first = keys.insert(key.shown(), key.span);
            let new = first.is_none();
            if let Some(first) = first {
                let message = format!("`{}` is listed twice", key.shown());
                let finding = wrong(key.span, message, "put both under one key, or remove one");
                self.findings.push(finding.label(first, "the first is here"));
            }
            let Some((event, stretch)) = self.next()? else { break };
            let value = self.value(event, &stretch, depth + 1)?;
            last = Some(value.whole);
            if self.cut_at_a_comma(span, &mut pairs, (&key, &value)) {
                continue;
            }
            match (merge, new) {
                (true, _) => self.merge(value, &mut taken_in),
                (false, true) => pairs.push((key, value)),
                (false, false) => {}
            }
        }
        // The map's own keys win over merged ones, and earlier merges over later ones.
        for (key, value) in taken_in {
            if keys.insert(key.shown(), key.span).is_none() {
                pairs.push((key, value));
            }
        }
        let whole = whole(span, last, end);
        let span = pairs.first().map_or(span, |(key, _)| key.span);
        Ok(Yaml { value: YamlValue::Map(pairs), span, whole })
    }

    /// Detects, joins and reports an unquoted text that was cut at a comma: `{ text: Draw two, then play one. }`.
    fn cut_at_a_comma(&mut self, map: Span, pairs: &mut [(Yaml, Yaml)], (key, value): (&Yaml, &Yaml)) -> bool {
        let at = |span: Span| self.text.get(span.start as usize..).unwrap_or_default();
        let Some((name, before)) = pairs.last_mut() else { return false };
        let quoted = |span: Span| at(span).starts_with(['"', '\'', '{', '[']);
        let has_colon = self.text.get(key.whole.end as usize..).is_some_and(|rest| rest.trim_start().starts_with(':'));
        let cut = at(map).starts_with('{')
            && value.value == YamlValue::Nothing
            && before.text().is_some()
            && ![before.whole, key.whole].into_iter().any(quoted)
            && !has_colon;
        if cut {
            let message = format!("the text of `{}` ends at the comma before `{}`", name.shown(), key.shown());
            let finding = Diagnostic::error(codes::CUT_TEXT, key.span, message).label(before.whole, "it begins here");
            let whole = format!("{}, {}", before.shown(), key.shown());
            let quoted = serde_json::to_string(&whole).unwrap_or_default();
            let help = format!("put a text with a comma in quotes: `{}: {quoted}`", name.shown());
            let help = Remedy::new(help, Fix::new("put the text in quotes", before.whole.to(key.whole), quoted));
            // A text with several commas is one finding.
            let known = self.findings.last_mut();
            match known.filter(|known| known.code == codes::CUT_TEXT && known.labels == finding.labels) {
                Some(known) => known.set_help(Some(help)),
                None => self.findings.push(finding.help(help)),
            }
            before.value = YamlValue::Text(whole);
        }
        cut
    }

    /// Joins unquoted texts in `[ ]` that were cut at a comma between brackets: `[move(hill, mill)]` is one text.
    fn join_cut_items(&self, list: Span, items: &mut Vec<Yaml>) {
        let at = |span: Span| self.text.get(span.start as usize..).unwrap_or_default();
        let plain = |item: &Yaml| item.text().is_some() && !at(item.whole).starts_with(['"', '\'']);
        let open = |item: &Yaml| {
            let text = item.text().unwrap_or_default();
            text.matches('(').count() as isize - text.matches(')').count() as isize
        };
        if !at(list).starts_with('[') {
            return;
        }
        let mut first = 0;
        while first < items.len() {
            let mut depth = 0;
            let parts = items[first..].iter().take_while(|item| plain(item)).position(|item| {
                depth += open(item);
                depth <= 0
            });
            let last = first + parts.unwrap_or(0);
            if last > first {
                let texts: Vec<String> = items[first..=last].iter().map(Yaml::shown).collect();
                let span = items[first].whole.to(items[last].whole);
                items[first] = Yaml { value: YamlValue::Text(texts.join(", ")), span, whole: span };
                items.drain(first + 1..=last);
            }
            first += 1;
        }
    }

    /// Collects the keys merged by `<<: *NAME` or `<<: [*NAME, *OTHER]`.
    fn merge(&mut self, value: Yaml, taken_in: &mut Vec<(Yaml, Yaml)>) {
        match value.value {
            YamlValue::Map(pairs) => taken_in.extend(pairs),
            YamlValue::List(items) if items.iter().all(|item| matches!(item.value, YamlValue::Map(_))) => {
                items.into_iter().for_each(|item| self.merge(item, taken_in));
            }
            _ => {
                let message = format!("`<<` merges the keys of a map, found {}", value.kind());
                let help = "name a map elsewhere (`given: &start { .. }`) and merge it: `<<: *start`";
                self.findings.push(*wrong(value.span, message, help));
            }
        }
    }

    fn alias(&mut self, anchor: usize, span: Span) -> Result<Yaml, Box<Diagnostic>> {
        let Some((found, values)) = self.anchors.get(&anchor).cloned() else {
            let help = "an anchor cannot contain itself: write the value out";
            return Err(wrong(span, "this refers to something that is not finished yet", help));
        };
        self.grow(values, span)?;
        Ok(Yaml { value: found.value, span, whole: span })
    }

    fn grow(&mut self, values: usize, span: Span) -> Result<(), Box<Diagnostic>> {
        self.values += values;
        if self.values > MAX_VALUES {
            let message = format!("more than {MAX_VALUES} values in one file");
            return Err(wrong(span, message, "divide it into several files"));
        }
        Ok(())
    }

    fn span(&self, stretch: &Stretch) -> Span {
        Span::new(self.source, self.byte(&stretch.start), self.byte(&stretch.end))
    }

    fn byte(&self, marker: &Marker) -> usize {
        let counted = || self.text.char_indices().nth(marker.index()).map_or(self.text.len(), |(at, _)| at);
        marker.byte_offset().unwrap_or_else(counted).min(self.text.len())
    }
}

/// Extent of a list or map: up to its bracket, or without one up to its last part.
fn whole(start: Span, last: Option<Span>, end: Span) -> Span {
    let bracket = end.end > end.start;
    let end = last.filter(|_| !bracket).map_or(end.end, |last| last.end);
    Span { end: end.max(start.start), ..start }
}

fn wrong(span: Span, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::UNREADABLE, span, message).help(help))
}
