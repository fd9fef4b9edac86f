//! Construction of sheets, field by field.

use super::ast::{BagChoice, Block, ChoiceOf, ChoicePhrase, Cost, Field, FieldKind, LimitWord, Seer, Sheet, SheetKind};
use super::grammar::{Pair, Rule};
use super::layout::{self, LineBlock};
use super::lexicon;
use super::line::SourceLine;
use super::mistakes::ReadSpot;
use super::reader::{Build, PairParts, Reader};
use super::{codes, stmts};
use crate::diagnostic::Diagnostic;

/// Fields: label, rule that parses the value, and description of the value for messages.
pub(super) const FIELDS: [(&str, Rule, &str); 14] = [
    ("let", Rule::f_let, "a name and its value: `there = other(c, site(robot))`"),
    ("remember", Rule::f_let, "a name and its first value: `tidied = {}`"),
    ("when", Rule::f_test, "a condition: `marble at jar > 0`"),
    ("cost", Rule::f_cost, "a payment: `2 pennies to q`"),
    ("choose", Rule::f_choose, "a choice: `d in Shelf \"Which?\"`"),
    ("effect", Rule::sentences, "sentences"),
    (
        "limit",
        Rule::f_limit,
        "`once`, `once per c`, `first` or `any number`; for two, remember a number and pay it with `cost:`",
    ),
    ("optional", Rule::f_test, "a condition: `yes`"),
    ("until", Rule::f_test, "a condition, or `done \"enough\"`"),
    ("also", Rule::f_names, "menus: `extras`"),
    ("at once", Rule::f_show, "the values to show: `showing x, y`"),
    ("who", Rule::f_expr, "a player, or several: `others(p)`"),
    ("asked", Rule::f_asked, "`always`"),
    ("question", Rule::f_text, "a text in quotes: `\"Which shelf do you tidy?\"`"),
];

/// Labels of a track.
pub(super) const PAST: [(&str, Rule, &str); 2] =
    [("past top", Rule::sentences, "sentences"), ("past bottom", Rule::sentences, "sentences")];

/// A sheet from the parts of its first line, at byte `at`, and its other lines.
pub(super) fn sheet(
    reader: &mut Reader,
    rule: Rule,
    mut parts: PairParts,
    at: usize,
    body: Vec<SourceLine>,
    removes: bool,
) -> Sheet {
    let mut build = reader.build(at);
    let kind = match parts.accept(Rule::w_sheet) {
        Some(word) if word.as_str().trim_end() == "menu" => SheetKind::Menu,
        _ if rule == Rule::card => SheetKind::Card,
        _ if rule == Rule::interrupt => SheetKind::Interrupt,
        _ => SheetKind::Action,
    };
    let name = build.name(&parts.must());
    let params = build.params(parts.accept(Rule::params));
    let copies = parts.accept(Rule::copies).map(|copies| build.expr(PairParts::of(copies).must()));
    let mut of = Vec::new();
    while let Some(menu) = parts.accept(Rule::name) {
        of.push(build.name(&menu));
    }
    let at = parts.accept(Rule::moment).map(|at| build.moment(at));
    let title = parts.next().map(|title| build.text(&title));
    if body.is_empty() && kind == SheetKind::Action && !params.is_empty() && !removes {
        let finding = Diagnostic::error(codes::BLOCK_MISSING, name.span, "there are no lines below this action");
        reader.report(finding.help("write what it does: `effect: move 1 marble from box to shelf[you]`"));
    }
    let fields = labelled(reader, body, &FIELDS).into_iter().filter_map(|labelled| labelled.field(reader)).collect();
    Sheet { kind, name, params, copies, of, title, at, fields }
}

/// Blocks `past top:` and `past bottom:` of a track.
pub(super) fn past(reader: &mut Reader, body: Vec<SourceLine>) -> [Option<Block>; 2] {
    let mut past = [None, None];
    for labelled in labelled(reader, body, &PAST) {
        let place = usize::from(labelled.label == "past bottom");
        past[place] = Some(stmts::block(reader, labelled.node.block));
    }
    past
}

/// A field with its label.
struct Labelled {
    label: &'static str,
    rule: Rule,
    wants: &'static str,
    node: LineBlock,
    /// Byte offset and text of what follows the label. Sentences are in the block instead.
    rest: (usize, String),
}

/// Splits a body into fields. Other lines are reported.
fn labelled(
    reader: &mut Reader,
    body: Vec<SourceLine>,
    labels: &[(&'static str, Rule, &'static str)],
) -> Vec<Labelled> {
    let lines = split_sentences(aligned(reader, body, labels), labels);
    let mut fields = Vec::new();
    for node in layout::blocks(reader, lines) {
        let text = &node.line.text;
        let source = label_of(text).unwrap_or("");
        let Some(&(label, rule, wants)) = labels.iter().find(|(known, ..)| is_label(source, known)) else {
            report_unknown(reader, &node.line, labels);
            continue;
        };
        let rest = text[source.len() + 1..].to_owned();
        let at = node.line.at + source.len() + 1;
        fields.push(Labelled { label, rule, wants, rest: (at, rest), node });
    }
    fields
}

/// Lines with all labels at the same indentation: that of most of them. Others are reported, and moved there.
fn aligned(
    reader: &mut Reader,
    mut body: Vec<SourceLine>,
    labels: &[(&'static str, Rule, &'static str)],
) -> Vec<SourceLine> {
    fn label<'l>(line: &'l SourceLine, labels: &[(&str, Rule, &str)]) -> Option<&'l str> {
        label_of(&line.text).filter(|own| labels.iter().any(|(known, ..)| is_label(own, known)))
    }
    let labelled: Vec<&SourceLine> = body.iter().filter(|line| label(line, labels).is_some()).collect();
    let alike = |line: &SourceLine| labelled.iter().filter(|other| other.indent == line.indent).count();
    let Some(model) =
        labelled.iter().copied().max_by_key(|line| (alike(line), std::cmp::Reverse(line.indent))).cloned()
    else {
        return body;
    };
    for line in &mut body {
        let Some(name) = label(line, labels).filter(|_| line.indent != model.indent) else { continue };
        layout::report_moved(reader, (name, line), (label(&model, labels).unwrap_or_default(), &model));
        line.indent = model.indent;
    }
    body
}

/// True if a line's label is this one: `at   once` is `at once`.
fn is_label(source: &str, known: &str) -> bool {
    !source.starts_with(' ') && !source.ends_with(' ') && source.split_ascii_whitespace().eq(known.split(' '))
}

/// Label of a line, as it is written: `at once` for `at once: showing x`.
fn label_of(text: &str) -> Option<&str> {
    let label = &text[..text.find(':')?];
    label.bytes().all(|b| b.is_ascii_lowercase() || b == b' ' || b == b'_').then_some(label)
}

fn report_unknown(reader: &mut Reader, line: &SourceLine, labels: &[(&'static str, Rule, &'static str)]) {
    let names: Vec<&str> = labels.iter().map(|(name, ..)| *name).collect();
    let all = names.iter().map(|name| format!("`{name}:`")).collect::<Vec<_>>().join(" ");
    let finding = match label_of(&line.text) {
        Some(label) => {
            let span = reader.span(line.at, line.at + label.len());
            let finding = Diagnostic::error(
                codes::UNKNOWN_FIELD,
                span,
                format!("there is no field `{}:` here", lexicon::short(label)),
            );
            match names.iter().any(|name| lexicon::alike(label, name)) {
                true => finding.help(lexicon::did_you_mean(span, label, &names)),
                false => finding.help(format!("the fields are {all}")),
            }
        }
        None => Diagnostic::error(codes::UNKNOWN_FIELD, line.span(reader), "this line has no label")
            .help(format!("write what is done under `{}:`; the fields are {all}", names.get(5).unwrap_or(&names[0]))),
    };
    reader.report(finding);
}

/// The body of an item with the first sentence after each `effect:`, `past top:` or `past bottom:` as a line of its own.
/// Only sheets and tracks have such fields; the body of another item stays as it is.
pub(super) fn split_fields(word: &str, body: Vec<SourceLine>) -> Vec<SourceLine> {
    match word {
        "card" | "action" | "menu" | "interrupt" => split_sentences(body, &FIELDS),
        "track" => split_sentences(body, &PAST),
        _ => body,
    }
}

/// Length of the label of a field with its colon, if the line begins with one of such an item: 7 for `effect: say "x"`.
pub(super) fn label_width(word: &str, line: &str) -> Option<usize> {
    let label = label_of(line)?;
    let known = match word {
        "card" | "action" | "menu" | "interrupt" => FIELDS.iter().any(|(known, ..)| is_label(label, known)),
        _ => word == "track" && PAST.iter().any(|(known, ..)| is_label(label, known)),
    };
    known.then_some(label.len() + 1)
}

/// Moves the first sentence after `effect:` to a line of its own, aligned with those below it.
fn split_sentences(body: Vec<SourceLine>, labels: &[(&'static str, Rule, &'static str)]) -> Vec<SourceLine> {
    let Some(indent) = body.first().map(|line| line.indent) else {
        return body;
    };
    let mut lines = Vec::new();
    for (position, mut line) in body.iter().cloned().enumerate() {
        let label = label_of(&line.text).filter(|_| line.indent == indent).unwrap_or("");
        let takes = labels.iter().any(|&(known, rule, _)| is_label(label, known) && rule == Rule::sentences);
        let rest = line.text.get(label.len() + 1..).unwrap_or("");
        if !takes || rest.trim().is_empty() {
            lines.push(line);
            continue;
        }
        let colon = label.len() + 1;
        let offset = colon + rest.len() - rest.trim_start().len();
        let text = line.text.split_off(offset);
        line.text.truncate(colon);
        let mut first = SourceLine { at: line.at + offset, indent: indent + offset, text, cites: line.cites.clone() };
        let field = body[position + 1..].iter().take_while(|below| below.indent > indent);
        if let Some(below) = field.map(|below| below.indent).find(|&below| below <= first.indent) {
            first.indent = below;
        }
        lines.extend([line, first]);
    }
    lines
}

impl Labelled {
    fn field(self, reader: &mut Reader) -> Option<Field> {
        let Self { label, rule, wants, node, rest: (at, rest) } = self;
        let cites = node.line.cites.clone();
        let line = node.line.span(reader);
        if rule == Rule::sentences {
            let span = reader.span(node.line.at, node.end());
            if node.block.is_empty() {
                let finding = Diagnostic::error(codes::BLOCK_MISSING, line, format!("`{label}:` is empty"));
                reader.report(finding.help("write sentences after it, or below it and indented"));
            }
            return Some(Field { kind: FieldKind::Effect(stmts::block(reader, node.block)), cites, span });
        }
        let question = rest.trim_start();
        if label == "choose" && ["one of", "may "].iter().any(|sentence| question.starts_with(sentence)) {
            let finding = Diagnostic::error(codes::BROKEN_FIELD, line, "`choose:` needs a choice, not a sentence");
            let verb = if question.starts_with("may") { "" } else { "chooses " };
            let first = question.lines().next().unwrap_or_default();
            reader.report(finding.help(format!("write it under `effect:`: `you {verb}{first}`")));
            return None;
        }
        if let Some(below) = node.block.first() {
            stmts::report_no_block(reader, &below.line, &format!("`{label}:` takes no block"));
        }
        if rest.trim().is_empty() {
            let finding = Diagnostic::error(codes::BROKEN_FIELD, line, format!("`{label}:` is empty"));
            reader.report(finding.help(format!("it needs {wants}")));
            return None;
        }
        let spot = ReadSpot::new(codes::BROKEN_FIELD, format!("`{label}:` needs {wants}"));
        let Some(pair) = reader.read(rule, &rest, at, &spot) else {
            reader.lacks_local |= ["choose", "let", "remember"].contains(&label);
            return None;
        };
        let kind = reader.build(at).field(label, PairParts::of(pair));
        Some(Field { kind, cites, span: line })
    }
}

impl Build<'_> {
    fn field(&mut self, label: &str, mut parts: PairParts) -> FieldKind {
        match label {
            "let" | "remember" => {
                let name = self.name(&parts.must());
                let value = self.expr(parts.must());
                if label == "let" { FieldKind::Let(name, value) } else { FieldKind::Remember(name, value) }
            }
            "when" | "optional" | "until" => {
                let test = self.expr(parts.must());
                let why = parts.next().map(|why| self.text(&why));
                match label {
                    "when" => FieldKind::When(test, why),
                    "until" => FieldKind::Until(test, why),
                    _ => FieldKind::Optional(test),
                }
            }
            "cost" => FieldKind::Cost(self.cost(parts)),
            "choose" => FieldKind::Choose(self.choice(parts.must())),
            "limit" => FieldKind::Limit(self.limit_word(&parts.must())),
            "also" => FieldKind::Also(self.names(parts)),
            "who" => FieldKind::Who(self.expr(parts.must())),
            "asked" => FieldKind::AskedAlways,
            "at once" => {
                let mut shown = Vec::new();
                while parts.peek().is_some_and(|rule| rule != Rule::string) {
                    shown.push(self.expr(parts.must()));
                }
                FieldKind::AtOnce(shown, parts.next().map(|label| self.text(&label)))
            }
            "question" => FieldKind::Question(self.text(&parts.must())),
            other => unreachable!("the grammar has no field `{other}:`"),
        }
    }

    /// `toll fame to owner, unless owner is you`
    fn cost(&mut self, mut parts: PairParts) -> Cost {
        let amount = self.expr(parts.must());
        let mut cost = Cost { amount, of: None, from: None, to: None, when: None };
        for part in parts {
            match part.as_rule() {
                Rule::from => cost.from = Some(self.expr(PairParts::of(part).must())),
                Rule::to => cost.to = Some(self.expr(PairParts::of(part).must())),
                Rule::cost_if => cost.when = Some((true, self.expr(PairParts::of(part).must()))),
                Rule::cost_unless => cost.when = Some((false, self.expr(PairParts::of(part).must()))),
                _ => cost.of = Some(self.expr(part)),
            }
        }
        cost
    }

    fn limit_word(&mut self, pair: &Pair) -> LimitWord {
        match pair.as_rule() {
            Rule::l_first => LimitWord::First,
            Rule::l_any => LimitWord::Any,
            _ => match PairParts::of(pair.clone()).next() {
                Some(per) => LimitWord::OncePer(self.name(&per)),
                None => LimitWord::Once,
            },
        }
    }

    /// Viewers at the end of a question: `seen by p, left(p)`.
    pub(super) fn seen_by(&mut self, pair: Option<Pair>) -> Option<Vec<Seer>> {
        pair.map(|pair| {
            let parts = PairParts::of(pair);
            self.seers(parts)
        })
    }

    /// `t in Town "Where?"`, `2 of hand[p] as gone where C "Who goes?"`
    pub(super) fn choice(&mut self, pair: Pair) -> ChoicePhrase {
        let mut parts = PairParts::of(pair);
        let what = parts.must();
        let prompt = parts.accept(Rule::string).map(|prompt| self.text(&prompt));
        let label = parts.accept(Rule::showing).map(|showing| self.text(&PairParts::of(showing).must()));
        let seen = self.seen_by(parts.next());
        if what.as_rule() == Rule::query {
            return ChoicePhrase { of: ChoiceOf::Query(self.query(what)), prompt, label, seen };
        }
        let span = self.span(&what);
        let mut parts = PairParts::of(what);
        let count = parts.must();
        let count = (count.as_rule() != Rule::w_any).then(|| self.expr(count));
        let of = self.expr(parts.must());
        let name = self.name(&parts.must());
        let filter = parts.next().map(|filter| self.expr(PairParts::of(filter).must()));
        ChoicePhrase { of: ChoiceOf::BagChoice(BagChoice { count, of, name, filter, span }), prompt, label, seen }
    }
}
