//! Context-free rules from rules of pest: spaces become explicit, lookahead becomes sets and exclusions, and a rule that is
//! written differently in its surroundings (in brackets, in a quoted text) gets a variant for each of them.

use std::collections::{BTreeSet, VecDeque};

use pest_meta::ast::{Expr, Rule, RuleType};

use super::ends::{AllEnds, Ends, Token};
use super::{Rules, classes, excluded, frame};

/// Rules that are pairs of brackets.
const BRACKETS: [&str; 9] = ["params", "axes", "index", "arguments", "set", "list", "group", "own_axes", "cites"];

/// A context-free expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// A text as it is
    Text(String),
    /// A character of these ranges
    Of(Vec<(char, char)>),
    /// A character that is none of these, nor a tab or the end of a line
    NotOf(Vec<(char, char)>),
    /// A rule
    Rule(String),
    /// All of them, one after another
    All(Vec<Form>),
    /// One of them
    One(Vec<Form>),
    /// Some number of times. `None`: no upper bound.
    Times(Box<Form>, u32, Option<u32>),
    /// A word that is none of these: its first character, and those behind
    Except { words: BTreeSet<String>, first: classes::Class, rest: classes::Class },
}

/// Surroundings of an expression: where a line may continue on the next one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Around {
    /// In a line: before a joiner
    Line,
    /// In a `define`: before a joiner, `if` and `else`
    Value,
    /// In brackets: everywhere, if the next line is deep enough
    Brackets,
    /// In a hole of a quoted text: nowhere, and no quoted text may stand in it
    Hole,
}

impl Around {
    /// Surroundings inside a rule that stands in these.
    fn inside(self, name: &str) -> Self {
        match name {
            "define_item" => Self::Value,
            "hole" => Self::Hole,
            _ if self != Self::Hole && BRACKETS.contains(&name) => Self::Brackets,
            _ => self,
        }
    }

    fn suffix(self) -> &'static str {
        match self {
            Self::Line => "",
            Self::Value => "_value",
            Self::Brackets => "_inside",
            Self::Hole => "_hole",
        }
    }
}

/// A rule in its surroundings.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Use {
    name: String,
    around: Around,
    /// Without spaces between its parts
    tight: bool,
}

/// Context-free rules, from the first one on in the order of their use.
pub(super) fn flow(rules: &Rules) -> Vec<(String, Form)> {
    let mut flow =
        Flow { rules, ends: AllEnds::of(rules), varied: varied(rules), queue: VecDeque::new(), seen: BTreeSet::new() };
    let mut out: Vec<(String, Form)> = Vec::new();
    for name in ["text", "next_line", "deep_line"] {
        flow.call(name, Around::Line, true, true);
    }
    while let Some(used) = flow.queue.pop_front() {
        let name = flow.variant_name(&used);
        let form = flow.rule(&used);
        assert!(!out.iter().any(|(other, _)| *other == name), "`{name}` is used with spaces and without");
        out.push((name, form));
    }
    out.extend(spaces());
    out
}

/// Rules of the spaces between two parts.
fn spaces() -> Vec<(String, Form)> {
    let rule = |name: &str| Form::Rule(name.to_owned());
    let blank = |least: u32| Form::Times(Box::new(Form::Text(" ".to_owned())), least, None);
    let mut out = Vec::new();
    for (name, least) in [("gap", 0), ("space", 1)] {
        out.push((name.to_owned(), blank(least)));
        out.push((format!("{name}_or_next_line"), Form::One(vec![blank(least), rule("next_line")])));
        out.push((format!("{name}_or_deep_line"), Form::One(vec![blank(least), rule("deep_line")])));
    }
    out
}

/// Rules that read differently in other surroundings.
fn varied(rules: &Rules) -> BTreeSet<String> {
    let mut varied: BTreeSet<String> = ["string"].map(str::to_owned).into();
    let all_ends = AllEnds::of(rules);
    for (name, rule) in &rules.all {
        let spaced = matches!(rule.ty, RuleType::Normal | RuleType::Silent | RuleType::NonAtomic);
        let is_sequence = rule.expr.iter_top_down().any(|expr| match expr {
            Expr::Seq(one, other) => !all_ends.ends(&one).last.is_empty() && !all_ends.ends(&other).first.is_empty(),
            Expr::Rep(_) | Expr::RepOnce(_) => true,
            _ => false,
        });
        if spaced && is_sequence {
            varied.insert(name.clone());
        }
    }
    loop {
        let uses = |rule: &Rule| {
            rule.expr.iter_top_down().any(|expr| matches!(expr, Expr::Ident(name) if varied.contains(&name)))
        };
        let more: Vec<String> = rules
            .all
            .values()
            .filter(|rule| !varied.contains(&rule.name) && uses(rule))
            .map(|rule| rule.name.clone())
            .collect();
        if more.is_empty() {
            return varied;
        }
        varied.extend(more);
    }
}

/// The translation of rules, as far as they are used.
struct Flow<'r> {
    rules: &'r Rules,
    ends: AllEnds,
    varied: BTreeSet<String>,
    queue: VecDeque<Use>,
    seen: BTreeSet<Use>,
}

impl Flow<'_> {
    /// A use of a rule. `None` if no text can be read there.
    fn call(&mut self, name: &str, around: Around, tight: bool, framed: bool) -> Option<Form> {
        if let Some(class) = classes::built_in(name).filter(|_| !self.rules.all.contains_key(name)) {
            return Some(Form::Of(classes::ranges(&class)));
        }
        if name.ends_with(&frame::no_level()) || (name == "string" && around == Around::Hole) {
            return None;
        }
        let rule = self.rules.all.get(name).unwrap_or_else(|| panic!("no rule `{name}`"));
        let inside = around.inside(name);
        let around = if self.varied.contains(name) { inside } else { Around::Line };
        let tight = match rule.ty {
            RuleType::Atomic | RuleType::CompoundAtomic => true,
            RuleType::NonAtomic => false,
            // A line of the frame takes a rule of the parser as the parser would: with spaces.
            RuleType::Normal | RuleType::Silent => tight && (!framed || self.rules.is_framed(name)),
        };
        let used = Use { name: name.to_owned(), around, tight };
        let variant = self.variant_name(&used);
        if self.seen.insert(used.clone()) {
            self.queue.push_back(used);
        }
        Some(Form::Rule(variant))
    }

    /// Name of a variant of a rule.
    fn variant_name(&self, used: &Use) -> String {
        let own = used.around == used.around.inside(&used.name) && BRACKETS.contains(&used.name.as_str());
        let plain = own && used.around == Around::Brackets || ["hole", "define_item"].contains(&used.name.as_str());
        format!("{}{}", used.name, if plain { "" } else { used.around.suffix() })
    }

    fn rule(&mut self, used: &Use) -> Form {
        let rule = self.rules.all[&used.name].clone();
        let framed = self.rules.is_framed(&used.name) && rule.ty == RuleType::CompoundAtomic;
        let place = Place { around: used.around, tight: used.tight, framed };
        if let Some(class) = classes::class(self.rules, &rule.expr)
            && class.len() > 1
        {
            return Form::Of(classes::ranges(&class));
        }
        self.form(&rule.expr, place).unwrap_or_else(|| panic!("`{}` reads nothing", used.name))
    }

    /// The form of an expression. `None` if no text can be read there.
    fn form(&mut self, expr: &Expr, place: Place) -> Option<Form> {
        let times = |form: Form, least: u32, most: Option<u32>| Form::Times(Box::new(form), least, most);
        Some(match expr {
            Expr::Str(text) => Form::Text(text.clone()),
            Expr::Ident(name) => self.call(name, place.around, place.tight, place.framed)?,
            Expr::Choice(..) => {
                let mut forms = Vec::new();
                for way in ways(expr) {
                    forms.extend(self.form(way, place));
                }
                one_of(forms)?
            }
            Expr::Opt(inner) => times(self.form(inner, place)?, 0, Some(1)),
            Expr::Seq(..) => self.sequence(expr, place)?,
            Expr::Rep(inner) if place.tight => times(self.form(inner, place)?, 0, None),
            Expr::RepOnce(inner) if place.tight => times(self.form(inner, place)?, 1, None),
            Expr::RepExact(inner, count) if place.tight => times(self.form(inner, place)?, *count, Some(*count)),
            Expr::RepMinMax(inner, least, most) if place.tight => times(self.form(inner, place)?, *least, Some(*most)),
            other => panic!("no exported grammar has `{other}` here"),
        })
    }

    /// Parts one after another, with the spaces between them.
    fn sequence(&mut self, expr: &Expr, place: Place) -> Option<Form> {
        let parts = parts(expr);
        if let Some(form) = excluded::name(self.rules, &parts) {
            self.call(excluded::REST, place.around, true, false);
            return Some(form);
        }
        if let [Expr::NegPred(not), Expr::Ident(any)] = parts.as_slice()
            && any == "ANY"
        {
            let class = classes::class(self.rules, not).expect("only one character is excluded");
            return Some(Form::NotOf(classes::ranges(&class)));
        }
        let mut done = Row::default();
        for part in parts {
            let ends = self.ends.ends(part);
            if ends.first.is_empty() {
                continue; // Lookahead, and the ends of a text.
            }
            let (inner, least, most) = match part {
                Expr::Opt(inner) => (&**inner, 0, Some(1)),
                Expr::Rep(inner) if !place.tight => (&**inner, 0, None),
                Expr::RepOnce(inner) if !place.tight => (&**inner, 1, None),
                other => (other, 1, Some(1)),
            };
            let mut behind = done.ends.clone();
            if most.is_none() {
                behind.last.extend(ends.last.iter().copied());
            }
            let Some((gap, form)) = self.spaced(inner, &behind, place) else {
                if least == 0 {
                    continue;
                }
                return None;
            };
            done.add(form, (least, most), &ends, gap);
        }
        Some(done.form())
    }
}

/// A part with the spaces before it.
type Spaced = (Option<Form>, Form);

impl Flow<'_> {
    /// A part with the spaces before it. If its alternatives need other spaces, each has its own.
    fn spaced(&mut self, part: &Expr, behind: &Ends, place: Place) -> Option<Spaced> {
        let gap_of = |flow: &Self, expr: &Expr| gap(behind, &flow.ends.ends(expr), place);
        let gaps: Vec<Option<Form>> = ways(part).into_iter().map(|way| gap_of(self, way)).collect();
        if behind.last.is_empty() || gaps.iter().all(|gap| *gap == gaps[0]) {
            return Some((gap_of(self, part), self.form(part, place)?));
        }
        let mut forms = Vec::new();
        for (way, gap) in ways(part).into_iter().zip(gaps) {
            if let Some(form) = self.form(way, place) {
                forms.push(all_of(gap.into_iter().chain([form]).collect()));
            }
        }
        Some((None, one_of(forms)?))
    }
}

/// Surroundings of an expression.
#[derive(Clone, Copy)]
struct Place {
    around: Around,
    tight: bool,
    framed: bool,
}

/// Parts of a sequence so far.
#[derive(Default)]
struct Row {
    forms: Vec<Form>,
    ends: Ends,
    /// True if all parts so far may be left out.
    open: bool,
}

impl Row {
    fn add(&mut self, form: Form, (least, most): (u32, Option<u32>), ends: &Ends, gap: Option<Form>) {
        let times = |form: Form| match (least, most) {
            (1, Some(1)) => form,
            _ => Form::Times(Box::new(form), least, most),
        };
        if self.forms.is_empty() {
            assert!(gap.is_none() || most.is_some(), "no sequence with spaces begins with a repeated part");
            self.open = least == 0 && gap.is_some();
            self.ends = ends.clone();
            self.forms.push(match (least, most, gap) {
                (0, Some(1), Some(_)) => form,
                _ => times(form),
            });
            return;
        }
        let next = self.ends.clone().then(ends.clone());
        match gap {
            None => self.forms.push(times(form)),
            Some(gap) if self.open => {
                assert!(least == 1, "a sequence may begin with one optional part");
                let first = self.forms.pop().expect("there is one");
                self.forms = vec![Form::Times(Box::new(all_of(vec![first, gap])), 0, Some(1)), times(form)];
                self.open = false;
            }
            Some(gap) => self.forms.push(times(all_of(vec![gap, form]))),
        }
        self.ends = next;
    }

    fn form(self) -> Form {
        match self.open {
            true => Form::Times(Box::new(all_of(self.forms)), 0, Some(1)),
            false => all_of(self.forms),
        }
    }
}

/// Spaces between two expressions. `None` in a place without spaces.
fn gap(before: &Ends, after: &Ends, place: Place) -> Option<Form> {
    if place.tight {
        return None;
    }
    let operator = |tokens: &BTreeSet<Token>| tokens.contains(&Token::Operator);
    let word = |tokens: &BTreeSet<Token>| tokens.iter().any(|token| token.is_word());
    let least = operator(&before.last) || operator(&after.first) || word(&before.last) && word(&after.first);
    let begins = |tokens: &[Token]| after.first.iter().all(|token| tokens.contains(token));
    let line = match place.around {
        Around::Hole => "",
        // A line that is an operator alone continues nothing.
        _ if operator(&before.last) => "",
        _ if begins(&[Token::Joiner, Token::Operator]) => "_or_next_line",
        Around::Value if begins(&[Token::Branch]) => "_or_next_line",
        Around::Brackets => "_or_deep_line",
        _ => "",
    };
    Some(Form::Rule(format!("{}{line}", if least { "space" } else { "gap" })))
}

/// Parts of a sequence of pest.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Seq(one, other) => parts(one).into_iter().chain(parts(other)).collect(),
        other => vec![other],
    }
}

/// Alternatives of a choice of pest.
pub(super) fn ways(expr: &Expr) -> Vec<&Expr> {
    match expr {
        Expr::Choice(one, other) => ways(one).into_iter().chain(ways(other)).collect(),
        other => vec![other],
    }
}

fn all_of(mut forms: Vec<Form>) -> Form {
    if forms.len() == 1 { forms.remove(0) } else { Form::All(forms) }
}

pub(super) fn one_of(mut forms: Vec<Form>) -> Option<Form> {
    match forms.len() {
        0 => None,
        1 => Some(forms.remove(0)),
        _ => Some(Form::One(forms)),
    }
}
