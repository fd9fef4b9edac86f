//! Parses the steps of a script, and the expectations at a moment.

use std::collections::{BTreeMap, BTreeSet};
use tavola_syntax::yaml::codes;

use super::clauses::unknown_clauses;
use super::driver::is_any;
use super::given::given;
use super::{Answer, Expect, LogCheck, Offered, Scenario, SightCheck, Step, Then};
use crate::record::{self, CHANCE};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span};
use tavola_syntax::yaml::{Fields, Yaml, YamlValue, digits};

/// Stands for the end in `asked`: the game, or the call, is over.
pub(super) const NOBODY: &str = "nobody";
/// Keys of a step that checks or puts something instead of answering.
const LOOKS: [&str; 9] = ["then", "offered", "refused", "seen", "hidden", "asked", "told", "untold", "given"];

/// Parser for steps and expectations of a case.
pub(super) struct ExpectReader<'a> {
    pub(super) players: &'a [String],
    pub(super) sources: &'a Sources,
    pub(super) known: Option<&'a BTreeSet<String>>,
}

impl ExpectReader<'_> {
    /// Parses `do`: answers, and between them checks (`- then: ..`) and changes (`- given: ..`).
    pub(super) fn steps(&self, fields: &mut Fields<'_>) -> Vec<Step> {
        let mut steps = Vec::new();
        for item in fields.list("do") {
            if self.is_look(item) {
                match Fields::new(item, "a step") {
                    Ok(mut inner) => {
                        let put = given(self.sources, &mut inner);
                        let expect = self.expect(&mut inner);
                        fields.findings.extend(inner.finish());
                        steps.extend((!put.is_empty()).then_some(Step::Put(put)));
                        steps.extend((!expect.is_empty()).then(|| Step::Check(Box::new(expect))));
                    }
                    Err(finding) => fields.findings.push(*finding),
                }
                continue;
            }
            match record::answer(item, self.players) {
                Ok((who, what, span)) => {
                    steps.push(Step::Answer(Answer { who, what: what.clone(), place: self.place(span) }));
                }
                Err(finding) => fields.findings.push(*finding),
            }
        }
        steps
    }

    /// True if a step checks or puts something. If a player has the name of the key, it is an answer.
    fn is_look(&self, item: &Yaml) -> bool {
        let YamlValue::Map(pairs) = &item.value else { return false };
        let look = |key: &Yaml| {
            key.text().is_some_and(|key| LOOKS.contains(&key) && !self.players.iter().any(|player| player == key))
        };
        pairs.iter().any(|(key, _)| look(key))
    }

    /// `unless_said: { anna: no }`
    pub(super) fn unless_said(&self, fields: &mut Fields<'_>) -> Vec<Answer> {
        let mut answers = Vec::new();
        for (who, what) in fields.map("unless_said", "a map from players to answers") {
            match record::known_player(&who.shown(), self.players, who.span) {
                Ok(()) if is_any(&who.shown(), what) => {
                    let message = "`any` stands for one draw of `do`";
                    let finding = Diagnostic::error(codes::WRONG_VALUE, what.span, message);
                    fields.findings.push(finding.help("name what is drawn: `chance: [rose, plum]`"));
                }
                Ok(()) => answers.push(self.answer(who, what)),
                Err(finding) => fields.findings.push(*finding),
            }
        }
        answers
    }

    fn answer(&self, who: &Yaml, what: &Yaml) -> Answer {
        Answer { who: who.shown(), what: what.clone(), place: self.place(who.span) }
    }

    /// Parses the expectations `then`, `offered`, `refused`, `seen`, `hidden`, `asked`, `told`, `untold`.
    pub(super) fn expect(&self, fields: &mut Fields<'_>) -> Expect {
        let sights = [("seen", true), ("hidden", false)].into_iter();
        let keys = [("told", true), ("untold", false)].into_iter();
        Expect {
            then: self.then(fields),
            offered: self.offered(fields),
            refused: self.refused(fields),
            sights: sights.flat_map(|(key, seen)| self.sights(fields, key, seen)).collect(),
            asked: self.asked(fields),
            log: keys.flat_map(|(key, is_shown)| self.log_checks(fields, key, is_shown)).collect(),
        }
    }

    fn then(&self, fields: &mut Fields<'_>) -> Vec<Then> {
        let pairs = fields.pairs("then").into_iter();
        let then = |(expression, value, span): (String, &Yaml, Span)| Then {
            expression,
            value: value.clone(),
            place: self.place(span),
            span,
        };
        pairs.map(then).collect()
    }

    /// `anna`, `[anna, ben]`, `chance`, `nobody`
    fn asked(&self, fields: &mut Fields<'_>) -> Option<(Vec<String>, String)> {
        let names = fields.texts("asked");
        for (name, span) in names.iter().filter(|(name, _)| name != NOBODY) {
            fields.findings.extend(record::known_player(name, self.players, *span).err().map(|finding| *finding));
        }
        let place = names.first().map(|(_, span)| self.place(*span))?;
        Some((names.into_iter().map(|(name, _)| name).collect(), place))
    }

    /// `{ anna: [hill, mill] }`, `{ anna: 127 options }`, `{ anna: { options: 12, includes: [hill], excludes: [mill] } }`
    fn offered(&self, fields: &mut Fields<'_>) -> Vec<Offered> {
        let Some(found) = fields.take("offered") else { return Vec::new() };
        let pairs = match &found.value {
            YamlValue::Map(pairs) if !pairs.is_empty() => pairs,
            YamlValue::Map(_) => {
                let help = "write `asked: nobody` if nobody is asked, or name the player: `{ anna: [hill] }`";
                let finding = Diagnostic::error(codes::MISSING_KEY, found.span, "`offered` names no player");
                fields.findings.push(finding.help(help));
                return Vec::new();
            }
            _ => {
                fields.wrong_type::<()>(found, "offered", "a map: `{ anna: [hill, mill] }`");
                return Vec::new();
            }
        };
        let mut all = Vec::new();
        for (who, what) in pairs {
            if let Err(finding) = record::known_player(&who.shown(), self.players, who.span) {
                fields.findings.push(*finding);
                continue;
            }
            all.extend(self.options(fields, who, what));
        }
        all
    }

    fn options(&self, fields: &mut Fields<'_>, who: &Yaml, what: &Yaml) -> Option<Offered> {
        let mut offered = Offered {
            who: who.shown(),
            count: None,
            exactly: None,
            whole: what.whole,
            includes: Vec::new(),
            excludes: Vec::new(),
            place: self.place(who.span),
        };
        match &what.value {
            YamlValue::List(items) => offered.exactly = Some(items.clone()),
            YamlValue::Text(text) => match counted(text) {
                Some(count) => offered.count = Some((count, what.clone())),
                None if text.trim().parse::<u32>().is_ok() => {
                    let finding = Diagnostic::error(
                        codes::WRONG_VALUE,
                        what.span,
                        format!("`{text}` can be an option or the number of options"),
                    );
                    let help = format!("write `{text} options` for the number, `[{text}]` for the option");
                    fields.findings.push(finding.help(help));
                    return None;
                }
                None => {
                    return fields.wrong_type(
                        what,
                        "offered",
                        "a list of options (`{ anna: [hill, mill] }`) or their number (`{ anna: 12 options }`)",
                    );
                }
            },
            YamlValue::Map(_) => {
                let mut inner = Fields::new(what, "what is offered").ok()?;
                let count = inner.number("options").and_then(|count| usize::try_from(count).ok());
                offered.count = count.zip(inner.take("options").cloned());
                offered.includes = inner.list("includes").to_vec();
                offered.excludes = inner.list("excludes").to_vec();
                let found = inner.finish();
                let nothing = found.is_empty()
                    && offered.count.is_none()
                    && offered.includes.is_empty()
                    && offered.excludes.is_empty();
                fields.findings.extend(found);
                if nothing {
                    return fields.wrong_type(
                        what,
                        "offered",
                        "something: `{ options: 12, includes: [hill], excludes: [mill] }`",
                    );
                }
            }
            YamlValue::Nothing => {
                return fields.wrong_type(what, "offered", "a list of options: `{ anna: [hill, mill] }`");
            }
        }
        fields.findings.extend(said_in_vain(&offered));
        Some(offered)
    }

    /// `{ anna: ["hand[anna]"], ben: "shown" }`
    fn sights(&self, fields: &mut Fields<'_>, key: &'static str, seen: bool) -> Vec<SightCheck> {
        let sight = |player, item: &Yaml| SightCheck {
            player,
            what: item.shown(),
            seen,
            place: self.place(item.span),
            span: item.span,
        };
        self.by_player(fields, key, "a map from players to places and variables")
            .into_iter()
            .map(|(player, item)| sight(player, item))
            .collect()
    }

    /// `{ anna: ["Ben draws a card"] }`
    fn log_checks(&self, fields: &mut Fields<'_>, key: &'static str, is_shown: bool) -> Vec<LogCheck> {
        let line =
            |player, item: &Yaml| LogCheck { player, text: item.shown(), is_shown, place: self.place(item.span) };
        let items = self.by_player(fields, key, "a map from players to texts");
        for (_, item) in items.iter().filter(|(_, item)| item.shown().trim().is_empty()) {
            let finding = Diagnostic::error(codes::MISSING_KEY, item.span, "the text is empty: every line contains it");
            fields.findings.push(finding.help("write words of a line of the log, or leave it out"));
        }
        items.into_iter().map(|(player, item)| line(player, item)).collect()
    }

    /// Items with the seat of their player.
    fn by_player<'y>(&self, fields: &mut Fields<'y>, key: &'static str, right: &str) -> Vec<(usize, &'y Yaml)> {
        let mut all = Vec::new();
        for (who, what) in fields.map(key, right) {
            let name = who.shown();
            let Some(player) = self.players.iter().position(|player| *player == name) else {
                let message = format!("nobody called `{name}` plays");
                let help = format!("players: {}", self.players.join(", "));
                let finding = Diagnostic::error(codes::NO_PLAYER, who.span, message).help(help);
                // Without players, their own finding explains it.
                fields.findings.extend((!self.players.is_empty()).then_some(finding));
                continue;
            };
            all.extend(what.items().iter().map(|item| (player, item)));
        }
        all
    }

    /// `{ anna: hill, because: VL-4.2 }`, `because: [VL-4.2, VL-R1]`; a list of them.
    fn refused(&self, fields: &mut Fields<'_>) -> Vec<(Answer, Vec<String>)> {
        let Some(found) = fields.take("refused") else { return Vec::new() };
        found.items().iter().filter_map(|item| self.one_refused(fields, item)).collect()
    }

    fn one_refused(&self, fields: &mut Fields<'_>, found: &Yaml) -> Option<(Answer, Vec<String>)> {
        let YamlValue::Map(pairs) = &found.value else {
            return fields.wrong_type(found, "refused", "a map: `{ anna: hill, because: AB-4.2 }`");
        };
        let mut findings = Vec::new();
        let (mut answer, mut because) = (None, Vec::new());
        for (key, value) in pairs {
            let name = key.shown();
            if name == "because" {
                let all: Vec<(String, Span)> =
                    value.items().iter().map(|clause| (clause.shown(), clause.span)).collect();
                findings.extend(unknown_clauses(self.known, &all));
                because.extend(all.into_iter().map(|(clause, _)| clause));
            } else if let Err(finding) = record::known_player(&name, self.players, key.span) {
                findings.push(*finding);
            } else if answer.is_none() {
                answer = Some(self.answer(key, value));
            } else {
                let finding = Diagnostic::error(codes::WRONG_VALUE, key.span, "one refused answer at a time");
                findings.push(finding.help("make `refused` a list: `[{ anna: hill }, { anna: mill }]`"));
            }
        }
        if answer.is_none() && findings.is_empty() {
            let help = format!("write `refused: {{ anna: hill, because: .. }}`; the players and `{CHANCE}` answer");
            let finding = Diagnostic::error(codes::MISSING_KEY, found.span, "nothing is refused here").help(help);
            findings.push(finding);
        }
        fields.findings.extend(findings);
        answer.map(|answer| (answer, because))
    }

    fn place(&self, span: Span) -> String {
        self.sources.place(span).unwrap_or_default()
    }
}

/// Reports options that check nothing: a `_` alone, which matches any option, and an option that is listed twice.
fn said_in_vain(offered: &Offered) -> Option<Diagnostic> {
    let all: Vec<&Yaml> = offered.exactly.iter().flatten().chain(&offered.includes).chain(&offered.excludes).collect();
    if let Some(any) = all.iter().find(|item| item.text() == Some("_")) {
        let finding = Diagnostic::error(codes::MISSING_KEY, any.span, "`_` alone matches any option");
        return Some(finding.help("write a part of it (`[hill, _]`), or the number of options (`127 options`)"));
    }
    let mut said: BTreeMap<String, &Yaml> = BTreeMap::new();
    let (item, other) = all.iter().find_map(|item| Some((item, said.insert(item.shown(), item)?)))?;
    let finding = Diagnostic::error(codes::UNREADABLE, item.span, format!("`{}` is listed twice", item.shown()));
    Some(finding.label(other.span, "here, too").help("leave one out, or write the option that is meant"))
}

/// `127 options`, `1 option`
fn counted(text: &str) -> Option<usize> {
    let (count, unit) = text.trim().split_once(' ')?;
    digits(count).and_then(|count| usize::try_from(count).ok()).filter(|_| ["option", "options"].contains(&unit.trim()))
}

impl Scenario {
    /// True if something in it can fail.
    pub(super) fn looks_at_something(&self) -> bool {
        let looks = |step: &Step| matches!(step, Step::Check(_));
        self.snapshot || !self.end.is_empty() || self.steps.iter().any(looks)
    }
}

/// Reports cases that check nothing and that no other case continues (`E1108`).
pub(super) fn proves_nothing(cases: &[(Scenario, Span)], likes: &BTreeSet<&str>) -> Vec<Diagnostic> {
    let used = |case: &Scenario| {
        likes.contains(case.name.as_str()) || likes.contains(format!("{}/{}", case.topic, case.name).as_str())
    };
    let idle = cases.iter().filter(|(case, _)| !case.looks_at_something() && !used(case));
    let finding = |(case, span): &(Scenario, Span)| {
        let message = format!("`{}` checks nothing: it passes under any rules", case.name);
        let help = "add an expectation: `then`, `offered`, `refused`, `asked`, `seen`, `hidden`, `told`";
        Diagnostic::error(codes::PROVES_NOTHING, *span, message).help(help)
    };
    idle.map(finding).collect()
}
