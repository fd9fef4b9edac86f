//! Parses files of [`Scenario`]s and locates every mistake in them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tavola_syntax::yaml::codes;

use rayon::prelude::*;

use super::clauses::unknown_clauses;
use super::given::given;
use super::{At, Scenario, Suite, expect, like};
use crate::snapshot::slug;
use crate::variants::variants;
use tavola_game::{Error, Setup, Shelf};
use tavola_syntax::diagnostic::{Diagnostic, Remedy, nearest};
use tavola_syntax::text::{Source, SourceId, Sources, Span, is_hidden, place_parts};
use tavola_syntax::yaml::{self, Fields, Yaml, YamlValue, digits};

/// Folder of the scenarios in the folder of a game.
const FOLDER: &str = "scenarios";
/// Help for two cases of one name.
const RENAME: &str = "give one of them another `name`";

/// Reads all `.yaml` files of a `scenarios` folder. A missing folder counts as empty.
///
/// `filter` keeps the cases whose name or file contains it, or that prove this clause. If the clauses of the rulebook
/// are `known`, others are errors.
///
/// # Errors
/// Only if a file cannot be read at all. Everything else is in [`Suite::diagnostics`]: `E1101` invalid YAML, `E1102` a
/// wrong type, `E1103` an unknown key, `E1104` a missing key, `E1105` an unknown player, `E1106` an unknown clause,
/// `E1107` a name that is not unique, `E1108` a case that checks nothing, `E1109` an unknown case to continue or to
/// stand for.
pub fn read(folder: &Path, filter: Option<&str>, known: Option<&BTreeSet<String>>) -> Result<Suite, Error> {
    Ok(SuiteTexts::on_disk(folder, None)?.suite(filter, known))
}

/// The files of a `scenarios` folder, read as YAML.
pub struct SuiteTexts {
    sources: Sources,
    files: Vec<SuiteFile>,
}

/// Contents of a file as far as it can be parsed, and its findings.
type SuiteFile = Arc<(Option<Yaml>, Vec<Diagnostic>)>;

/// The scenarios of a folder as they were read last. Files that did not change are not parsed again.
#[derive(Default)]
pub struct KnownSuite {
    texts: Option<SuiteTexts>,
    filter: Option<String>,
    clauses: Option<BTreeSet<String>>,
    suite: Option<Arc<Suite>>,
}

impl KnownSuite {
    /// Reads the files of a folder as [`read`] does.
    ///
    /// # Errors
    /// Those of [`read`].
    pub fn read(
        &mut self,
        folder: &Path,
        filter: Option<&str>,
        known: Option<BTreeSet<String>>,
    ) -> Result<Arc<Suite>, Error> {
        let texts = SuiteTexts::on_disk(folder, self.texts.as_ref())?;
        let is_same = self.texts.as_ref().is_some_and(|before| before.sources == texts.sources)
            && (self.filter.as_deref(), &self.clauses) == (filter, &known);
        if let Some(suite) = self.suite.as_ref().filter(|_| is_same) {
            return Ok(Arc::clone(suite));
        }
        let suite = Arc::new(texts.suite(filter, known.as_ref()));
        let (filter, clauses) = (filter.map(str::to_owned), known);
        *self = Self { texts: Some(texts), filter, clauses, suite: Some(Arc::clone(&suite)) };
        Ok(suite)
    }
}

impl SuiteTexts {
    /// Reads all scenarios of a game's folder. A missing folder `scenarios` counts as empty.
    ///
    /// # Errors
    /// If a file cannot be read at all.
    pub fn read(game: Shelf<'_>) -> Result<Self, Error> {
        if let Shelf::Disk(game) = game {
            return Self::on_disk(&game.join(FOLDER), None);
        }
        let mut sources = Sources::new();
        for file in game.list(FOLDER, "yaml").map_err(Error::new)? {
            game.read(&file, &mut sources).map_err(Error::new)?;
        }
        Ok(Self::of(sources, None))
    }

    /// Reads all `.yaml` files of a folder on the disk, and reports a file in it that is not read. What was `known` before is not
    /// parsed again.
    fn on_disk(folder: &Path, known: Option<&Self>) -> Result<Self, Error> {
        let mut sources = Sources::new();
        if folder.is_dir() {
            if let Some(stray) = stray(folder) {
                return Err(Error::new(stray));
            }
            for file in Sources::list(folder, "yaml").map_err(Error::new)? {
                sources.read_file(&file).map_err(Error::new)?;
            }
        }
        Ok(Self::of(sources, known))
    }

    pub(super) fn of(sources: Sources, known: Option<&Self>) -> Self {
        let before = |id: SourceId, source: &Source| {
            let known = known.filter(|known| known.sources.get(id) == Some(source))?;
            known.files.get(usize::from(id.0)).map(Arc::clone)
        };
        let read = |(id, source): (SourceId, &Source)| {
            before(id, source).unwrap_or_else(|| Arc::new(yaml::read(id, &source.text)))
        };
        let all: Vec<(SourceId, &Source)> = sources.iter().collect();
        let files = all.into_par_iter().map(read).collect();
        Self { sources, files }
    }

    /// The cases in them, see [`read`].
    pub fn suite(&self, filter: Option<&str>, known: Option<&BTreeSet<String>>) -> Suite {
        let Self { sources, files } = self;
        let mut reader = SuiteReader { sources, known, findings: Vec::new(), heirs: like::CaseIndex::default() };
        let names = sources.iter().map(|(_, source)| source.name.as_str());
        let files: Vec<(String, &Yaml)> = names.zip(files).filter_map(|(name, file)| reader.file(name, file)).collect();
        let scenarios: Vec<(Scenario, Span)> =
            files.iter().flat_map(|(topic, yaml)| reader.cases(topic, yaml)).collect();
        reader.snapshots_differ(&scenarios);
        let mut diagnostics = reader.findings;
        let scenarios = like::resolved(scenarios, &reader.heirs, &mut diagnostics);
        // A case that a misspelt name or an unread case continues would seem to check nothing.
        if diagnostics.iter().all(|finding| finding.code != codes::NO_CASE) && reader.heirs.is_whole() {
            diagnostics.extend(expect::proves_nothing(&scenarios, &reader.heirs.likes()));
        }
        let (mut scenarios, positions) = like::apart(scenarios);
        // What is not YAML may explain the others.
        diagnostics.sort_by_key(|finding| (finding.code != codes::UNREADABLE, finding.span));
        scenarios.retain(|case| filter.is_none_or(|filter| case.fits(filter)));
        Suite { scenarios, positions, diagnostics, sources: sources.clone() }
    }
}

/// Reports a file in a place that is not read. Its cases would prove nothing without any message.
fn stray(folder: &Path) -> Option<String> {
    let entries = std::fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    let ends = |path: &Path, ending: &str| path.extension().is_some_and(|end| end.eq_ignore_ascii_case(ending));
    let is_stray = |path: &PathBuf| {
        if is_hidden(path) {
            return false;
        }
        let yaml = ends(path, "yaml") || ends(path, "yml");
        path.is_dir() || (yaml && path.extension().is_some_and(|end| end != "yaml"))
    };
    let path = entries.filter(is_stray).min()?;
    let what = if path.is_dir() { "this is a folder: move its files out" } else { "rename it" };
    Some(format!("`{}` is not read: cases lie in `scenarios/*.yaml`; {what}", path.display()))
}

/// Parses texts instead of files. Each has a name and a text.
pub fn read_texts(texts: &[(&str, &str)], known: Option<&BTreeSet<String>>) -> Suite {
    let mut sources = Sources::new();
    for (name, text) in texts {
        sources.add(*name, *text);
    }
    SuiteTexts::of(sources, None).suite(None, known)
}

impl Scenario {
    /// True if the name or file of a case contains the filter, or if the case proves this clause. `FILE/PART` is a part of the name
    /// of a case in this file.
    pub fn fits(&self, filter: &str) -> bool {
        let clause = |(id, _): &(String, Span)| id == filter;
        // Name or path of a file: `scoring.yaml`, `scenarios/scoring`.
        let named = |file: &str| [filter, &format!("{filter}.yaml")].iter().any(|name| Path::new(file).ends_with(name));
        let file = place_parts(&self.place).is_some_and(|(file, ..)| named(file));
        let both = |(at, _): (usize, &str)| self.topic == filter[..at] && self.name.contains(&filter[at + 1..]);
        file || filter.match_indices('/').any(both)
            || self.name.contains(filter)
            || self.topic.contains(filter)
            || self.clauses.iter().any(clause)
    }
}

/// Place of a setting, and of its value.
type SettingAt = (At, Span);

struct SuiteReader<'a> {
    sources: &'a Sources,
    known: Option<&'a BTreeSet<String>>,
    findings: Vec<Diagnostic>,
    heirs: like::CaseIndex,
}

impl SuiteReader<'_> {
    /// Topic of a file, and its list of cases.
    fn file<'f>(&mut self, name: &str, file: &'f SuiteFile) -> Option<(String, &'f Yaml)> {
        let topic = Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (yaml, findings) = &**file;
        self.findings.extend_from_slice(findings);
        if !findings.is_empty() {
            self.heirs.note_unread(&topic);
        }
        let yaml = yaml.as_ref()?;
        match &yaml.value {
            YamlValue::List(items) if !items.is_empty() => items.iter().for_each(|item| self.heirs.note(&topic, item)),
            other => {
                let what = if matches!(other, YamlValue::List(_)) { "an empty list" } else { yaml.kind() };
                let message = format!("expected a list of cases, found {what}");
                let help = "begin each case with `- name: ..`, and add `players: [anna, ben]`";
                self.findings.push(Diagnostic::error(codes::WRONG_VALUE, yaml.span, message).help(help));
                return None;
            }
        }
        Some((topic, yaml))
    }

    fn cases(&mut self, topic: &str, yaml: &Yaml) -> Vec<(Scenario, Span)> {
        let YamlValue::List(items) = &yaml.value else { return Vec::new() };
        let mut cases: Vec<(Scenario, Span)> = Vec::new();
        for item in items {
            let Some((case, span)) = self.case(item, topic) else {
                continue;
            };
            if let Some((_, other)) = cases.iter().find(|(other, _)| other.name == case.name) {
                let message = format!("two cases are called `{}`", case.name);
                let finding = Diagnostic::error(codes::NAME_TWICE, span, message).label(*other, "the other one");
                self.findings.push(finding.help(RENAME));
            }
            cases.push((case, span));
        }
        cases
    }

    /// Parses one case. None if it has mistakes.
    fn case(&mut self, item: &Yaml, topic: &str) -> Option<(Scenario, Span)> {
        let mut fields = match Fields::new(item, "a case") {
            Ok(fields) => fields,
            Err(finding) => {
                self.findings.push(*finding);
                return None;
            }
        };
        let name = fields.text("name").unwrap_or_default();
        if name.is_empty() && fields.findings.is_empty() {
            let finding = Diagnostic::error(codes::MISSING_KEY, item.span, "the case has no `name`");
            fields.lacks("name", finding.help("begin it with `- name: what it shows`"));
        }
        let clauses = fields.texts("clauses");
        fields.findings.extend(unknown_clauses(self.known, &clauses));
        let like = fields.texts("like").into_iter().next();
        let players = self.players(&mut fields, topic, like.as_ref().map(|(like, _)| like.as_str()));
        let (call, call_at) = self.call(&mut fields);
        let (set, set_at) = self.settings(&mut fields);
        let variant = variants(&mut fields);
        let impossible = fields.text("impossible");
        if impossible.as_ref().is_some_and(|why| why.trim().is_empty()) {
            let finding = Diagnostic::error(codes::MISSING_KEY, fields.span, "`impossible` does not say why");
            fields.findings.push(finding.help("write why the case needs a position that breaks an invariant"));
        }
        let expects = expect::ExpectReader { players: &players, sources: self.sources, known: self.known };
        let case = Scenario {
            name,
            topic: topic.to_string(),
            place: self.place(item.span),
            span: item.span,
            clauses,
            given: given(self.sources, &mut fields),
            call,
            call_at,
            like,
            instead: fields.texts("instead"),
            steps: expects.steps(&mut fields),
            unless_said: expects.unless_said(&mut fields),
            end: expects.expect(&mut fields),
            impossible,
            snapshot: fields.truth("snapshot"),
            change: fields.texts("change").into_iter().next(),
            set_at,
            variant_at: variant.as_ref().map(|(_, span)| self.at(*span)),
            setup: Setup { settings: set, variant: variant.map(|(variant, _)| variant), players },
        };
        let findings = misspelt_seat(fields.finish(), item, self.sources);
        let is_right = findings.is_empty();
        self.findings.extend(findings);
        is_right.then_some((case, item.span))
    }

    /// Parses players: names, or their number. A case that continues another one takes its players if it has none of
    /// its own. With a mistake in them, there are none.
    fn players(&self, fields: &mut Fields<'_>, topic: &str, like: Option<&str>) -> Vec<String> {
        let mut names = fields.texts("players");
        let is_own = !names.is_empty();
        if names.is_empty()
            && let Some(Yaml { value: YamlValue::List(items), .. }) =
                like.and_then(|like| self.heirs.players(topic, like))
        {
            names = items.iter().map(|item| (item.shown(), item.span)).collect();
        }
        match names.as_slice() {
            [] if like.is_some() => Vec::new(),
            [] => {
                let help = "write `players: [anna, ben, chris]`, seats in order";
                let finding =
                    Diagnostic::error(codes::MISSING_KEY, fields.span, "the case has no `players`").help(help);
                fields.lacks("players", finding);
                Vec::new()
            }
            [(count, span)] if count.starts_with(|c: char| c.is_ascii_digit() || "+-.".contains(c)) => {
                let number = digits(count).and_then(|count| usize::try_from(count).ok()).filter(|count| *count < 256);
                if number.is_none() {
                    let message = format!("`{count}` is not a number of players");
                    let help = "write a number, or names: `players: 3`, `players: [anna, ben, chris]`";
                    fields.findings.push(Diagnostic::error(codes::WRONG_VALUE, *span, message).help(help));
                }
                Setup::of(number.unwrap_or(0)).players
            }
            _ => {
                let is_twice = |at: &usize| names[..*at].iter().any(|(other, _)| *other == names[*at].0);
                if let Some((name, span)) = (0..names.len()).find(is_twice).map(|at| &names[at]) {
                    let finding = Diagnostic::error(codes::WRONG_VALUE, *span, format!("`{name}` sits twice"));
                    // The case that has them reports it.
                    fields.findings.extend(is_own.then(|| finding.help("give each player a name of their own")));
                    return Vec::new();
                }
                names.into_iter().map(|(name, _)| name).collect()
            }
        }
    }

    /// Sentences as the lines of one text, and the place of each line.
    fn call(&self, fields: &mut Fields<'_>) -> (Option<String>, Vec<At>) {
        let sentences = fields.texts("call");
        let places = |(text, span): &(String, Span)| vec![self.at(*span); text.lines().count().max(1)];
        let places: Vec<At> = sentences.iter().flat_map(places).collect();
        let texts: Vec<&str> = sentences.iter().map(|(text, _)| text.trim_end_matches('\n')).collect();
        ((!texts.is_empty()).then(|| texts.join("\n")), places)
    }

    /// Reports two snapshots with one name, since snapshots are named after their cases.
    fn snapshots_differ(&mut self, cases: &[(Scenario, Span)]) {
        let mut slugs: BTreeMap<String, Span> = BTreeMap::new();
        for (case, span) in cases.iter().filter(|(case, _)| case.snapshot) {
            if let Some(other) = slugs.insert(slug(&case.name), *span) {
                let message = format!("two kept transcripts are called `{}`", slug(&case.name));
                let finding = Diagnostic::error(codes::NAME_TWICE, *span, message).label(other, "the other one");
                self.findings.push(finding.help(RENAME));
            }
        }
    }

    /// Settings that differ from their defaults, the place of each, and that of its value.
    fn settings(&self, fields: &mut Fields<'_>) -> (Vec<(String, String)>, Vec<SettingAt>) {
        let pairs = fields.pairs("set").into_iter();
        pairs.map(|(name, value, span)| ((name, value.shown()), (self.at(span), value.whole))).unzip()
    }

    fn at(&self, span: Span) -> At {
        At { place: self.place(span), span }
    }

    fn place(&self, span: Span) -> String {
        self.sources.place(span).unwrap_or_default()
    }
}

/// Findings of a case. If all that is wrong is one name that does not play, and a seat is called nearly like it and never used, the seat
/// is misspelt: one finding there stands for all.
fn misspelt_seat(findings: Vec<Diagnostic>, case: &Yaml, sources: &Sources) -> Vec<Diagnostic> {
    let unknown: BTreeSet<&str> = findings.iter().map(|finding| sources.text(finding.span)).collect();
    let (1, Some(name)) = (unknown.len(), unknown.first()) else { return findings };
    if findings.iter().any(|finding| finding.code != codes::NO_PLAYER) {
        return findings;
    }
    let YamlValue::Map(pairs) = &case.value else { return findings };
    let seats = pairs.iter().filter(|(key, _)| key.text() == Some("players")).flat_map(|(_, seats)| seats.items());
    let is_used = |seat: &&Yaml| {
        let words = sources.text(case.whole).split(|c: char| !c.is_alphanumeric() && c != '_');
        words.filter(|word| Some(*word) == seat.text()).count() > 1
    };
    let unused: Vec<&Yaml> = seats.filter(|seat| !is_used(seat)).collect();
    let Some(meant) = nearest(name, unused.iter().filter_map(|seat| seat.text())) else { return findings };
    let Some(seat) = unused.iter().find(|seat| seat.text() == Some(meant)) else { return findings };
    let message = format!("`{meant}` is never used, and `{name}` does not play");
    let finding = Diagnostic::error(codes::NO_PLAYER, seat.span, message);
    let help = Remedy::did_you_mean(seat.span, meant, name, [*name]);
    vec![finding.label(findings[0].span, "used here").help(help)]
}
