//! Names of the rules in texts beside them: in scenarios, `balance.yaml` and `look.yaml`. Each is found as the text is read elsewhere: an
//! expression by the checker, an answer by its notation.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::{Declaration, DeclarationId, DeclarationSort, NameIndex, Rules};
use crate::said::AtEnd;
use crate::wording::{bracketed, items};
use tavola_core::check::{TextName, Want};
use tavola_core::ir::{ArmKind, ExprKind, LocalRole, Rulebook, StmtKind, TextPart, Type, visit};
use tavola_syntax::syntax::{is_name_char, whole_words};
use tavola_syntax::text::{Sources, Span};

/// A name of the rules in a file beside them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct OutsideName {
    /// Place of the name. Without a place of its own, that of the text around it.
    pub at: Span,
    /// Place of its declaration in the rules.
    pub to: Span,
    /// How the name is written.
    pub form: NameForm,
    /// False if it may mean something else, or has no place of its own.
    pub is_sure: bool,
}

/// How a name is written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NameForm {
    /// As in its declaration.
    AsDeclared,
    /// In lower case: a kind as an index of a thing.
    LowerCase,
    /// With blanks for `_`, as in reports.
    Spaced,
}

impl NameForm {
    /// A name in this form.
    pub fn of(self, name: &str) -> String {
        match self {
            Self::AsDeclared => name.to_owned(),
            Self::LowerCase => super::index_name(name),
            Self::Spaced => name.replace('_', " "),
        }
    }
}

/// A name in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameInText {
    /// Bytes of the text.
    at: Range<usize>,
    to: Span,
    form: NameForm,
    is_sure: bool,
}

impl NameInText {
    /// A name that certainly refers to what is declared at `to`.
    pub fn new(at: Range<usize>, to: Span, is_lower_case: bool) -> Self {
        let form = if is_lower_case { NameForm::LowerCase } else { NameForm::AsDeclared };
        Self { at, to, form, is_sure: true }
    }

    /// The name in a part of its text. `None` if it is not there.
    pub fn within(&self, part: Range<usize>) -> Option<Self> {
        let is_inside = part.start <= self.at.start && self.at.end <= part.end;
        let at = self.at.start.checked_sub(part.start)?..self.at.end.checked_sub(part.start)?;
        is_inside.then(|| Self { at, ..self.clone() })
    }

    /// The name with its place in a file. The text is written there at `region`, perhaps with quotes and brackets.
    pub fn placed(&self, text: &str, sources: &Sources, region: Span) -> OutsideName {
        let Self { to, form, is_sure, .. } = *self;
        match placed(text, self.at.clone(), sources.text(region)) {
            Some(at) => {
                let at = Span { start: region.start + at.start as u32, end: region.start + at.end as u32, ..region };
                OutsideName { at, to, form, is_sure }
            }
            None => OutsideName { at: region, to, form, is_sure: false },
        }
    }
}

/// Place of a name that is written once at `region`. `None` if it is written in another way.
pub(crate) fn place_of_name(sources: &Sources, region: Span, name: &str) -> Option<Span> {
    let at = placed(name, 0..name.len(), sources.text(region))?;
    Some(Span { start: region.start + at.start as u32, end: region.start + at.end as u32, ..region })
}

/// The bytes in a written text that stand for these bytes of its contents: the occurrence of the same number. `None` if the contents are
/// written in another way.
fn placed(text: &str, at: Range<usize>, source: &str) -> Option<Range<usize>> {
    let name = &text[at.clone()];
    let (inside, outside): (Vec<usize>, Vec<usize>) =
        (whole_words(text, name).collect(), whole_words(source, name).collect());
    let number = inside.iter().position(|start| *start == at.start)?;
    let start = *outside.get(number).filter(|_| inside.len() == outside.len())?;
    Some(start..start + name.len())
}

/// Finds the names of some rules in texts.
pub struct NameFinder<'r> {
    rules: &'r Rules,
    book: &'r Rulebook,
    names: &'r NameIndex,
    by_name: BTreeMap<&'r str, Vec<DeclarationId>>,
    /// Labels of options. An answer by one of them is no name.
    labels: BTreeSet<&'r str>,
}

impl Rules {
    /// Finds names of these rules in texts beside them. `None` while the rules have errors.
    pub fn name_finder(&self) -> Option<NameFinder<'_>> {
        let (book, names) = (self.book.as_deref()?, self.names());
        let mut by_name: BTreeMap<&str, Vec<DeclarationId>> = BTreeMap::new();
        for (id, declaration) in names.declarations().filter(|(_, declaration)| !declaration.span.is_none()) {
            by_name.entry(&declaration.name).or_default().push(id);
        }
        Some(NameFinder { rules: self, book, names, by_name, labels: labels(book) })
    }
}

/// Labels of the options of all questions that are a text without holes.
fn labels(book: &Rulebook) -> BTreeSet<&str> {
    let mut labels = BTreeSet::new();
    for rule in &book.rules {
        visit::statements(&rule.body, &mut |stmt| {
            let StmtKind::Ask(ask) = &stmt.kind else { return };
            let options = ask.arms.iter().filter(|arm| arm.kind == ArmKind::Option);
            labels.extend(options.filter_map(|arm| match arm.label.as_ref()?.parts.as_slice() {
                [TextPart::Plain(label)] => Some(label.as_str()),
                _ => None,
            }));
        });
    }
    labels
}

impl NameFinder<'_> {
    /// Names in an expression, such as a key of `then`. `players` are the names of the seats.
    pub fn in_expression(&self, players: &[String], text: &str) -> Vec<NameInText> {
        let place = AtEnd::read(text).map_or(text, |end| end.place);
        match self.typed(players, place, Want::Any) {
            Some((_, names)) => shifted(names, offset(text, place)),
            None => self.in_sight(players, text),
        }
    }

    /// Names in the text of a place, a variable or an answer of a `together` block: `offer[{anna, ben}, 1..2]`.
    pub fn in_sight(&self, players: &[String], text: &str) -> Vec<NameInText> {
        let (name, index) = bracketed(text).map_or((text.trim(), ""), |(name, _, index)| (name, index));
        let is_variable = |it: &Declaration| {
            matches!(it.sort, DeclarationSort::Place | DeclarationSort::Track | DeclarationSort::Memory)
        };
        let start = offset(text, name);
        let mut found = self.named(start..start + name.len(), name, &is_variable);
        if found.is_empty() {
            let locals = self.book.rules.iter().flat_map(|rule| &rule.locals);
            let answers = locals.filter(|local| local.role == LocalRole::Together && local.name == name);
            let mut answers: Vec<Span> = answers.map(|local| local.span).collect();
            answers.sort_unstable();
            answers.dedup();
            found = self.meant(start..start + name.len(), &answers);
        }
        for item in items(index) {
            let names = self.typed(players, item, Want::Any).map(|(_, names)| names);
            found.extend(shifted(names.unwrap_or_else(|| self.in_notation(item)), offset(text, item)));
        }
        found
    }

    /// Names in sentences.
    pub fn in_sentences(&self, players: &[String], text: &str) -> Vec<NameInText> {
        self.rules
            .prepared
            .names_in_sentences(self.book, players, text)
            .into_iter()
            .map(|name| self.in_text(name))
            .collect()
    }

    /// Names in both sides of a line of `given`.
    pub fn in_given(&self, players: &[String], place: &str, value: &str) -> [Vec<NameInText>; 2] {
        let end = AtEnd::read(place);
        let left = end.as_ref().map_or(place, |end| end.place);
        let Some((target, names)) = self.typed(players, left, Want::Any) else { return [Vec::new(), Vec::new()] };
        let value = self.in_typed_value(players, &target, value);
        [shifted(names, offset(place, left)), value]
    }

    /// Names in the value of an expression.
    pub fn in_value(&self, players: &[String], expression: &str, value: &str) -> Vec<NameInText> {
        let place = AtEnd::read(expression).map_or(expression, |end| end.place);
        match self.typed(players, place, Want::Any) {
            Some((target, _)) => self.in_typed_value(players, &target, value),
            None => self.in_notation(value),
        }
    }

    fn in_typed_value(&self, players: &[String], target: &ValueTarget, value: &str) -> Vec<NameInText> {
        let list = value.trim();
        if target.is_place {
            let inner = bracketed(list).filter(|of| of.0.is_empty() && of.1 == '[').map_or(list, |of| of.2);
            let names = |item| {
                let names = self.typed(players, item, Want::Things).map(|(_, names)| names);
                shifted(names.unwrap_or_else(|| self.in_notation(item)), offset(value, item))
            };
            return items(inner).flat_map(names).collect();
        }
        let names = self.typed(players, list, Want::Type(&target.ty)).map(|(_, names)| names);
        shifted(names.unwrap_or_else(|| self.in_notation(list)), offset(value, list))
    }

    /// Names in the notation of an answer or a value: `visit(hill)`, `[hill, 2]`, `{2 jar}`. A label of several words has none.
    pub fn in_notation(&self, text: &str) -> Vec<NameInText> {
        let mut found = Vec::new();
        for (at, next) in atoms(text) {
            let is_fitting = |it: &Declaration| match (it.sort, next) {
                (DeclarationSort::Member | DeclarationSort::Component | DeclarationSort::Card, _) => true,
                (DeclarationSort::Action | DeclarationSort::Interrupt, next) => next != Some('['),
                (DeclarationSort::Place, next) => next != Some('('),
                _ => false,
            };
            let name = &text[at.clone()];
            let is_label = self.labels.contains(name);
            let names = self.named(at, name, &is_fitting).into_iter();
            found.extend(names.map(|it| NameInText { is_sure: it.is_sure && !is_label, ..it }));
        }
        found
    }

    /// Names of a setting and of its value.
    pub fn in_setting(&self, setting: &str, value: &str) -> [Vec<NameInText>; 2] {
        let is_setting = |it: &Declaration| matches!(it.sort, DeclarationSort::Setting | DeclarationSort::Ruling);
        let is_word = |it: &Declaration| {
            let parent = it.parent.map(|parent| self.names.get(parent));
            it.sort == DeclarationSort::Member
                || it.sort == DeclarationSort::Word && parent.is_none_or(|parent| parent.name == setting)
        };
        [self.named(0..setting.len(), setting, &is_setting), self.named(0..value.len(), value, &is_word)]
    }

    /// A track or a rule in the name of a figure, with blanks for `_`: `victory points at the end`.
    pub fn in_figure(&self, text: &str) -> Vec<NameInText> {
        let is_track = |it: &Declaration| it.sort == DeclarationSort::Track;
        let is_rule = |it: &Declaration| !matches!(it.sort, DeclarationSort::Track | DeclarationSort::Member);
        let (name, is_fitting): (&str, &dyn Fn(&Declaration) -> bool) =
            match (text.find(" at the end"), text.find(" (times a game)")) {
                (Some(end), _) => (text[..end].trim_start(), &is_track),
                (None, Some(end)) => (text[..end].trim_start(), &is_rule),
                (None, None) => return Vec::new(),
            };
        let start = offset(text, name);
        let spaced = |names: Vec<NameInText>| names.into_iter().map(|it| NameInText { form: NameForm::Spaced, ..it });
        spaced(self.named(start..start + name.len(), &name.replace(' ', "_"), is_fitting)).collect()
    }

    /// The things of this name that fit, each once. With several of them, none is sure.
    fn named(&self, at: Range<usize>, name: &str, is_fitting: &dyn Fn(&Declaration) -> bool) -> Vec<NameInText> {
        let known = self.by_name.get(name).into_iter().flatten().map(|id| self.names.get(*id));
        let mut things: BTreeMap<DeclarationId, Span> = BTreeMap::new();
        for declaration in known.filter(|declaration| is_fitting(declaration)) {
            things.entry(declaration.first).or_insert(declaration.span);
        }
        self.meant(at, &things.into_values().collect::<Vec<_>>())
    }

    fn meant(&self, at: Range<usize>, declared: &[Span]) -> Vec<NameInText> {
        let is_sure = declared.len() == 1;
        let form = NameForm::AsDeclared;
        declared.iter().map(|to| NameInText { at: at.clone(), to: *to, form, is_sure }).collect()
    }

    /// Type of an expression, and its names. `None` if it has no meaning.
    fn typed(&self, players: &[String], text: &str, want: Want<'_>) -> Option<(ValueTarget, Vec<NameInText>)> {
        let (define, names) = self.rules.prepared.names_in_expression(self.book, players, text, want)?;
        let is_place = define.value.ty == Type::Place || matches!(define.value.kind, ExprKind::BagAt(..));
        let target = ValueTarget { ty: define.value.ty, is_place };
        Some((target, names.into_iter().map(|name| self.in_text(name)).collect()))
    }

    fn in_text(&self, TextName { at, to, column }: TextName) -> NameInText {
        let is_kind = column && self.book.kinds.iter().any(|kind| kind.span == to);
        NameInText::new(at.range(), to, is_kind)
    }
}

/// Value of an expression.
struct ValueTarget {
    ty: Type,
    is_place: bool,
}

/// Place of a part of a text in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr().saturating_sub(text.as_ptr().addr()).min(text.len())
}

fn shifted(names: Vec<NameInText>, by: usize) -> Vec<NameInText> {
    let shifted = |name: NameInText| NameInText { at: name.at.start + by..name.at.end + by, ..name };
    names.into_iter().map(shifted).collect()
}

/// Single names in a notation, each with the bracket that follows it. `2 jar` has the name `jar`; other texts of several words have none.
fn atoms(text: &str) -> Vec<(Range<usize>, Option<char>)> {
    let is_sign = |c: char| "()[]{},:".contains(c);
    let (mut found, mut start) = (Vec::new(), 0);
    let mut add = |from: usize, to: usize| {
        for part in text[from..to].split("--") {
            let part = part.trim();
            let name = match part.split_once(' ') {
                Some((count, name)) if count.chars().all(|c| c.is_ascii_digit()) => name.trim_start(),
                _ => part,
            };
            if !name.is_empty() && name.chars().all(is_name_char) {
                let at = offset(text, name);
                found.push((at..at + name.len(), text[to..].chars().next().filter(|c| "([".contains(*c))));
            }
        }
    };
    for (at, c) in text.char_indices().filter(|(_, c)| is_sign(*c)) {
        add(start, at);
        start = at + c.len_utf8();
    }
    add(start, text.len());
    found
}
