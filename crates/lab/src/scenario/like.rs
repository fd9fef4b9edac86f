//! Cases that continue another case: `like: the market is open`. Everything that the other one gives, calls and answers
//! comes before.

use std::collections::{BTreeMap, BTreeSet};
use tavola_syntax::yaml::codes;

use super::{Given, Scenario, Step};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::text::Span;
use tavola_syntax::yaml::{self, Yaml, YamlValue};

/// Identity of a case: its file (without folder and extension) and its name.
type CaseId = (String, String);

/// Facts about cases that are needed to parse the cases that continue them.
#[derive(Debug, Default)]
pub(super) struct CaseIndex {
    cases: BTreeMap<CaseId, (Option<Yaml>, Option<String>)>,
    /// Files that have a case of this name.
    files: BTreeMap<String, Vec<String>>,
    /// Files with cases that are not known: they cannot be read, or have no name.
    unread: BTreeSet<String>,
}

/// Maximum number of cases in a chain in which each continues the next.
const MOST_LINKS: usize = 100;

impl CaseIndex {
    /// Notes the players of a case, and the case that it continues.
    pub(super) fn note(&mut self, topic: &str, case: &Yaml) {
        let YamlValue::Map(pairs) = &case.value else { return };
        let field = |key: &str| pairs.iter().find(|(name, _)| name.text() == Some(key)).map(|(_, value)| value);
        let text = |key: &str| field(key).and_then(Yaml::text).map(str::to_owned);
        if let Some(name) = text("name") {
            let files = self.files.entry(name.clone()).or_default();
            if !files.iter().any(|file| file == topic) {
                files.push(topic.to_owned());
            }
            self.cases.insert((topic.to_owned(), name), (field("players").cloned(), text("like")));
        } else {
            self.note_unread(topic);
        }
    }

    /// Notes that not all cases of a file are known.
    pub(super) fn note_unread(&mut self, topic: &str) {
        self.unread.insert(topic.to_owned());
    }

    /// True if all cases are known.
    pub(super) fn is_whole(&self) -> bool {
        self.unread.is_empty()
    }

    /// True if a name may mean a case that is not known. The finding of that case then says what to correct.
    fn is_unread(&self, name: &str) -> bool {
        let is_in = |file: &str| name.strip_prefix(file).is_some_and(|rest| rest.starts_with('/'));
        let names_other = || self.cases.keys().any(|(file, _)| !self.unread.contains(file) && is_in(file));
        self.unread.iter().any(|file| is_in(file)) || (!self.is_whole() && !names_other())
    }

    /// Names of the continued cases, as they are written.
    pub(super) fn likes(&self) -> BTreeSet<&str> {
        self.cases.values().filter_map(|(_, like)| like.as_deref()).collect()
    }

    /// Players of the continued case, or of the one that it continues.
    pub(super) fn players(&self, topic: &str, like: &str) -> Option<&Yaml> {
        let (mut topic, mut like) = (topic.to_owned(), like.to_owned());
        for _ in 0..=MOST_LINKS {
            let key = self.named(&topic, &like)?;
            let (players, next) = &self.cases[&key];
            if players.is_some() {
                return players.as_ref();
            }
            (topic, like) = (key.0.clone(), next.clone()?);
        }
        None
    }

    /// The case that a name means: one of the same file, otherwise the only one of all files. `topic/name` names the
    /// file.
    fn named(&self, topic: &str, like: &str) -> Option<CaseId> {
        let there = |file: &str, name: &str| {
            Some((file.to_owned(), name.to_owned())).filter(|key| self.cases.contains_key(key))
        };
        let full = || like.match_indices('/').find_map(|(at, _)| there(&like[..at], &like[at + 1..]));
        let only = || match self.files.get(like).map(Vec::as_slice) {
            Some([file]) => there(file, like),
            _ => None,
        };
        there(topic, like).or_else(full).or_else(only)
    }
}

/// All cases, each with the cases that it continues written out. Cases for which this is impossible are left out, with
/// a finding (`E1109`).
pub(super) fn resolved(
    cases: Vec<(Scenario, Span)>,
    heirs: &CaseIndex,
    found: &mut Vec<Diagnostic>,
) -> Vec<(Scenario, Span)> {
    let of_key: BTreeMap<CaseId, Scenario> =
        cases.iter().map(|(case, _)| ((case.topic.clone(), case.name.clone()), case.clone())).collect();
    let mut all = Vec::new();
    let mut too_far = BTreeSet::new();
    for (case, span) in cases {
        match chain(&case, &of_key, (heirs, &mut too_far))
            .and_then(|chain| chain.into_iter().rev().try_fold(None, joined))
        {
            Ok(whole) => all.extend(whole.map(|whole| (stands_for(whole, heirs, found), span))),
            // The continued case has mistakes of its own.
            Err(None) => {}
            Err(Some(finding)) => found.push(*finding),
        }
    }
    all
}

/// A case with the files and names of the cases that it replaces in its variant.
fn stands_for(mut case: Scenario, heirs: &CaseIndex, found: &mut Vec<Diagnostic>) -> Scenario {
    let instead = std::mem::take(&mut case.instead);
    if let (None, Some((_, span))) = (&case.setup.variant, instead.first()) {
        let finding = Diagnostic::error(codes::NO_CASE, *span, "a case can replace another one only in a variant");
        found.push(finding.help("say which: `variant: NAME`"));
        return case;
    }
    let mut split = 0..0;
    for (at, (name, span)) in instead.iter().enumerate() {
        if split.contains(&at) {
            continue;
        }
        let (name, span) = (name.clone(), *span);
        if let Some((topic, name)) = heirs.named(&case.topic, &name) {
            case.instead.push((format!("{topic}/{name}"), span));
            continue;
        }
        if heirs.is_unread(&name) {
            continue;
        }
        if let Some((name, end)) = split_name(&instead[at..], &case.topic, heirs) {
            split = at..at + end;
            let whole = Span { end: instead[split.end - 1].1.end, ..span };
            let message = format!("the comma divides the name `{name}` into {end} names");
            let quoted = yaml::quoted(&name);
            let fix = Fix::new(format!("write {quoted}"), whole, &quoted);
            let help = Remedy::new("a name with a comma stands in quotes", fix);
            found.push(Diagnostic::error(codes::NO_CASE, whole, message).help(help));
            continue;
        }
        let help = yaml::suggestion(span, &name, heirs.cases.keys().map(|(_, name)| name.as_str()));
        let help =
            help.unwrap_or_else(|| "write the `name` of a case, or `FILE/NAME` for a case in another file".into());
        let message = format!("there is no case `{name}` to replace, or several have this name");
        found.push(Diagnostic::error(codes::NO_CASE, span, message).help(help));
    }
    case
}

/// The case that the first of these names begins and the next ones end, if its commas divide its name, and the number of names.
fn split_name(names: &[(String, Span)], topic: &str, heirs: &CaseIndex) -> Option<(String, usize)> {
    let joined = |end: usize| names[..end].iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
    (2..=names.len()).map(|end| (joined(end), end)).find(|(name, _)| heirs.named(topic, name).is_some())
}

/// A chain of cases: the case, the one that it continues, and so on.
fn chain(
    case: &Scenario,
    of_key: &BTreeMap<CaseId, Scenario>,
    (heirs, too_far): (&CaseIndex, &mut BTreeSet<CaseId>),
) -> Result<Vec<Scenario>, Option<Box<Diagnostic>>> {
    let mut chain = vec![case.clone()];
    while let Some((like, span)) = chain.last().and_then(|last| last.like.clone()) {
        let topic = chain.last().map_or("", |last| last.topic.as_str());
        let key = heirs.named(topic, &like);
        let is_too_far = key.as_ref().is_some_and(|key| too_far.contains(key));
        if is_too_far || chain.len() > MOST_LINKS {
            // Cases that continue it need no finding of their own.
            too_far.insert((case.topic.clone(), case.name.clone()));
            if is_too_far {
                return Err(None);
            }
            let message = format!("this case continues a chain of more than {MOST_LINKS} cases");
            let finding =
                Diagnostic::error(codes::NO_CASE, case.like.as_ref().map_or(span, |(_, span)| *span), message);
            return Err(Some(Box::new(finding.help("give one of them a position of its own with `given`"))));
        }
        let Some(next) = key.as_ref().and_then(|key| of_key.get(key)).cloned() else {
            if key.is_some() || heirs.is_unread(&like) {
                return Err(None);
            }
            let names = of_key.keys().map(|(_, name)| name.as_str());
            let help = yaml::suggestion(span, &like, names)
                .unwrap_or_else(|| "write the `name` of a case, or `FILE/NAME` for a case in another file".into());
            let message = format!("there is no case `{like}` to continue, or several have this name");
            return Err(Some(Box::new(Diagnostic::error(codes::NO_CASE, span, message).help(help))));
        };
        if chain.iter().any(|before| before.name == next.name && before.topic == next.topic) {
            let finding = Diagnostic::error(codes::NO_CASE, span, format!("`{like}` continues this case itself"));
            return Err(Some(Box::new(finding.help("give one of them a position of its own with `given`"))));
        }
        chain.push(next);
    }
    Ok(chain)
}

/// A case joined to the one that it continues.
fn joined(before: Option<Scenario>, case: Scenario) -> Result<Option<Scenario>, Option<Box<Diagnostic>>> {
    let Some(before) = before else { return Ok(Some(case)) };
    let under_way = before.call.is_some() || !before.steps.is_empty();
    let span = case.like.as_ref().map_or(Span::NONE, |(_, span)| *span);
    if under_way && case.call.is_some() {
        let message = format!("`{}` is under way already: nothing else can be called", before.name);
        let help = "leave out `call` here, or continue a case that has neither `call` nor `do`";
        return Err(Some(Box::new(Diagnostic::error(codes::NO_CASE, span, message).help(help))));
    }
    let mut whole = case.clone();
    // Checks of the continued case are not repeated.
    whole.steps = before.steps.into_iter().filter(|step| !matches!(step, Step::Check(_))).collect();
    let answered = whole.steps.iter().any(|step| matches!(step, Step::Answer(_)));
    whole.given = before.given;
    if under_way {
        (whole.call, whole.call_at) = (before.call, before.call_at);
    }
    if answered {
        whole.steps.extend((!case.given.is_empty()).then_some(Step::Put(case.given)));
    } else {
        // Nothing has happened in the position yet, so it is changed before anything is called.
        let after = whole.given.last().map_or(0, |last| last.after + 1);
        whole.given.retain(|one| !case.given.iter().any(|own| own.overrides(one)));
        whole.given.extend(case.given.into_iter().map(|own| Given { after, ..own }));
    }
    whole.steps.extend(case.steps);
    if case.setup.players.is_empty() {
        whole.setup.players = before.setup.players;
    }
    let own = case.setup.settings.clone();
    let turned = |name: &String| own.iter().any(|(own, _)| own == name);
    let settings = before.setup.settings.into_iter().zip(before.set_at).filter(|((name, _), _)| !turned(name));
    (whole.setup.settings, whole.set_at) = settings.chain(case.setup.settings.into_iter().zip(case.set_at)).unzip();
    whole.change = case.change.or(before.change);
    whole.setup.variant = case.setup.variant.or(before.setup.variant);
    whole.variant_at = case.variant_at.or(before.variant_at);
    let said = |who: &str| case.unless_said.iter().any(|own| own.who == who);
    whole.unless_said =
        before.unless_said.into_iter().filter(|one| !said(&one.who)).chain(case.unless_said.clone()).collect();
    whole.impossible = case.impossible.or(before.impossible);
    Ok(Some(whole))
}

impl Given {
    /// True if both name the same thing or place in the same words, apart from spaces and viewers: `hand[anna]`, `top
    /// of deck`.
    fn overrides(&self, other: &Self) -> bool {
        let named = |given: &Self| given.left.split(" seen by ").next().unwrap_or_default().to_owned();
        let plain = |given: &Self| named(given).chars().filter(|c| !c.is_whitespace()).collect::<String>();
        plain(self) == plain(other)
    }
}

/// Cases that are run, and those that only give others a position. The latter run with each of those.
pub(super) fn apart(cases: Vec<(Scenario, Span)>) -> (Vec<Scenario>, Vec<Scenario>) {
    cases.into_iter().map(|(case, _)| case).partition(Scenario::looks_at_something)
}
