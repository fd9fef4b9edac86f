//! Chapter of all questions: who answers, the options, the rule; and all decisions of chance.

use std::fmt::Write;

use super::about::About;
use super::markdown::{code, plain, table};
use tavola_syntax::syntax::ast::{
    Block, ChoiceOf, ChoicePhrase, Expr, FieldKind, Hook, Item, ItemKind, Name, Param, ParamType, Query, Seer, Sheet,
    SheetKind, Stmt, StmtKind, Text,
};

struct Questions<'a> {
    about: &'a About<'a>,
    /// Link to the current rule.
    place: String,
    /// Names that range over players, and their description.
    names: Vec<(String, String)>,
    asked: Vec<Vec<String>>,
    chance: Vec<Vec<String>>,
}

/// Writes the chapter.
pub(super) fn questions(about: &About<'_>) -> String {
    let mut all = Questions { about, place: String::new(), names: Vec::new(), asked: Vec::new(), chance: Vec::new() };
    for item in about.items() {
        all.item(item);
    }
    let mut out = String::new();
    if !all.asked.is_empty() {
        let _ = writeln!(out, "{}", table(&["question", "who answers", "options", "where", "clause"], &all.asked));
    }
    if !all.chance.is_empty() {
        let _ =
            writeln!(out, "### What chance decides\n\n{}", table(&["what", "out of", "where", "clause"], &all.chance));
    }
    out
}

impl Questions<'_> {
    fn item(&mut self, item: &Item) {
        let Some((title, anchor)) = self.about.title(item) else { return };
        self.place = format!("[{}](#{anchor})", plain(&title));
        self.names.clear();
        match &item.kind {
            ItemKind::Rule { body, .. } | ItemKind::Hook(Hook { body, .. }) => self.block(body),
            ItemKind::Sheet(sheet) => {
                let optional = sheet.fields.iter().any(|field| matches!(field.kind, FieldKind::Optional(_)));
                self.opening(sheet, item, optional);
                for field in &sheet.fields {
                    let cites = self.cites(&field.cites);
                    match &field.kind {
                        FieldKind::Choose(choice) => self.choice("the acting player", choice, optional, cites),
                        FieldKind::Effect(block) => self.block(block),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    /// Adds the question before a sheet begins: which action of a menu, or which parameters.
    fn opening(&mut self, sheet: &Sheet, item: &Item, optional: bool) {
        let title = |about: &About<'_>, title: Option<&Text>| title.map(|text| about.said(text).to_owned());
        let cites = self.cites(&item.cites);
        let question = if sheet.kind == SheetKind::Menu { None } else { sheet.question() };
        let asked = title(self.about, question.or(sheet.title.as_ref())).unwrap_or_default();
        let no = if optional { " or no" } else { "" };
        if sheet.kind == SheetKind::Menu {
            let own = |item: &Item| match &item.kind {
                ItemKind::Sheet(action)
                    if action.of.contains_name(&sheet.name.text) && action.kind == SheetKind::Action =>
                {
                    let what = title(self.about, action.title.as_ref()).unwrap_or_else(|| action.name.text.clone());
                    Some(format!("{}{}", plain(&what), ranges(self.about, &action.params)))
                }
                _ => None,
            };
            let mut options: Vec<String> = self.about.items().filter_map(own).collect();
            let done = sheet.fields.iter().find_map(|field| match &field.kind {
                FieldKind::Until(_, label) => {
                    Some(label.as_ref().map_or_else(String::new, |l| plain(self.about.said(l))))
                }
                _ => None,
            });
            options.extend(done.filter(|label| !label.is_empty()));
            self.asked.push(vec![
                plain(&asked),
                "the acting player".into(),
                options.join("; "),
                self.place.clone(),
                cites,
            ]);
        } else if sheet.kind == SheetKind::Interrupt {
            let who = sheet.fields.iter().find_map(|field| match &field.kind {
                FieldKind::Who(who) => Some(code(&self.about.expr(who))),
                _ => None,
            });
            let options = format!("yes or no{}", ranges(self.about, &sheet.params));
            let always = sheet.fields.iter().any(|field| matches!(field.kind, FieldKind::AskedAlways));
            let who = format!("{}{}", who.unwrap_or_default(), if always { ", always asked" } else { "" });
            self.asked.push(vec![plain(&asked), who, options, self.place.clone(), cites]);
        } else if sheet.kind == SheetKind::Action && sheet.of.is_empty() && !sheet.params.is_empty() {
            let options = format!("{}{no}", ranges(self.about, &sheet.params).trim());
            self.asked.push(vec![plain(&asked), "the acting player".into(), options, self.place.clone(), cites]);
        } else if sheet.kind == SheetKind::Action
            && optional
            && !sheet.fields.iter().any(|f| matches!(f.kind, FieldKind::Choose(_)))
        {
            self.asked.push(vec![
                plain(&asked),
                "the acting player".into(),
                "yes or no".into(),
                self.place.clone(),
                cites,
            ]);
        }
    }

    fn cites(&self, names: &[Name]) -> String {
        names.iter().map(|name| self.about.link(&name.text)).collect::<Vec<_>>().join(", ")
    }

    fn block(&mut self, block: &Block) {
        for stmt in block {
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let cites = self.cites(&stmt.cites);
        let mark = self.names.len();
        match &stmt.kind {
            StmtKind::Each(query, _) => self.ranges_over(query, ""),
            StmtKind::InTurn { query, .. } => self.ranges_over(query, "in turn "),
            StmtKind::Together(query, _) => self.ranges_over(query, "together, unseen: "),
            StmtKind::Choose(who, choice) => {
                let who = self.who(who);
                self.choice(&who, choice, false, cites);
            }
            StmtKind::MayChoose { who, choice, .. } => {
                let who = self.who(who);
                self.choice(&who, choice, true, cites);
            }
            StmtKind::May { who, prompt, seen, .. } => {
                let prompt = plain(self.about.said(prompt));
                let options = format!("yes or no{}", self.seen_text(seen.as_deref()));
                self.asked.push(vec![prompt, self.who(who), options, self.place.clone(), cites]);
            }
            StmtKind::OneOf { who, prompt, arms, seen } => {
                let prompt = prompt.as_ref().map_or_else(String::new, |text| plain(self.about.said(text)));
                let option = |arm: &tavola_syntax::syntax::ast::Arm| {
                    let when = arm.when.as_ref().map(|c| format!(" (when {})", code(&self.about.expr(c))));
                    format!("{}{}", plain(self.about.said(&arm.label)), when.unwrap_or_default())
                };
                let options: Vec<String> = arms.iter().map(option).collect();
                let who = self.who(who);
                let options = options.join("; ") + &self.seen_text(seen.as_deref());
                self.asked.push(vec![prompt, who, options, self.place.clone(), cites]);
            }
            StmtKind::Divide { who, what, into, .. } => {
                let options = format!("{} into {}", code(&self.about.expr(what)), code(&self.about.expr(into)));
                self.asked.push(vec!["A division".into(), self.who(who), options, self.place.clone(), cites]);
            }
            StmtKind::Chance(choice) => {
                let (prompt, options) = self.options(choice);
                let options = options + &self.seen_text(choice.seen.as_deref());
                self.chance.push(vec![prompt, options, self.place.clone(), cites]);
            }
            StmtKind::Draw { count, from, to, .. } => {
                let what = format!("{} drawn to {}", code(&self.about.expr(count)), code(&self.about.expr(to)));
                self.chance.push(vec![what, code(&self.about.expr(from)), self.place.clone(), cites]);
            }
            StmtKind::Let(..) | StmtKind::Set(..) | StmtKind::Add(..) | StmtKind::Remove(..) | StmtKind::Step(..) => {}
            StmtKind::Move { .. } | StmtKind::Shuffle(_) | StmtKind::Gains(..) | StmtKind::Pays(..) => {}
            StmtKind::If(..) | StmtKind::Repeat { .. } | StmtKind::Between(..) | StmtKind::Transaction(_) => {}
            StmtKind::Decide(..) | StmtKind::Does(..) | StmtKind::Plays(..) | StmtKind::Call(_) => {}
            StmtKind::Stop | StmtKind::End(_) | StmtKind::Require(..) | StmtKind::Say(_) => {}
        }
        stmt.blocks().into_iter().for_each(|block| self.block(block));
        self.names.truncate(mark);
    }

    fn ranges_over(&mut self, query: &Query, how: &str) {
        let seen_text = format!("{how}{}", code(&self.about.bare(self.about.text(query.span))));
        self.names.extend(query.binders.iter().map(|(name, _)| (name.text.clone(), seen_text.clone())));
    }

    fn who(&self, who: &Expr) -> String {
        let text = self.about.expr(who);
        if text == "you" {
            return "the acting player".into();
        }
        let known = self.names.iter().rev().find(|(name, _)| *name == text);
        known.map_or_else(|| code(&text), |(_, seen_text)| seen_text.clone())
    }

    /// The `seen by` of an answer. Empty if those hear it who see the options.
    fn seen_text(&self, seen: Option<&[Seer]>) -> String {
        let Some(seen) = seen else { return String::new() };
        let seer = |seer: &Seer| {
            let when = seer.when.as_ref().map(|when| format!(" when {}", code(&self.about.expr(when))));
            format!("{}{}", code(&self.about.expr(&seer.who)), when.unwrap_or_default())
        };
        format!(" (seen by {})", seen.iter().map(seer).collect::<Vec<_>>().join(", "))
    }

    fn choice(&mut self, who: &str, choice: &ChoicePhrase, optional: bool, cites: String) {
        let (prompt, mut options) = self.options(choice);
        options.push_str(if optional { " or no" } else { "" });
        options.push_str(&self.seen_text(choice.seen.as_deref()));
        self.asked.push(vec![prompt, who.to_owned(), options, self.place.clone(), cites]);
    }

    fn options(&self, choice: &ChoicePhrase) -> (String, String) {
        let prompt = choice.prompt.as_ref();
        let span = match &choice.of {
            ChoiceOf::Query(query) => query.span,
            ChoiceOf::BagChoice(family) => family.span,
        };
        let text = self.about.text(span);
        let text = prompt.map_or(text, |prompt| text.trim_end().trim_end_matches(self.about.text(prompt.span)));
        (prompt.map_or_else(String::new, |prompt| plain(self.about.said(prompt))), code(&self.about.bare(text)))
    }
}

/// The ranges of parameters: ` for c in links(t), n in 1..3`.
fn ranges(about: &About<'_>, params: &[Param]) -> String {
    let range = |param: &Param| match &param.ty {
        ParamType::In(e) => Some(code(&format!("{} in {}", param.name.text, about.expr(e)))),
        _ => None,
    };
    let all: Vec<String> = params.iter().filter_map(range).collect();
    if all.is_empty() { String::new() } else { format!(" for {}", all.join(", ")) }
}

/// Search for a name.
trait ContainsName {
    fn contains_name(&self, name: &str) -> bool;
}

impl ContainsName for Vec<Name> {
    fn contains_name(&self, name: &str) -> bool {
        self.iter().any(|own| own.text == name)
    }
}
