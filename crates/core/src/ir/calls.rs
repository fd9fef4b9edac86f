//! Who calls whom: by name, by playing a card, through a menu, past the end of a track, by asking whether a sheet can be done.

use super::visit::{probes, statements};
use super::{ExprKind, KindBody, Past, RuleId, Rulebook, Stmt, StmtKind, Type};

/// What each rule of a book may call.
#[derive(Clone, Debug)]
pub struct Calls(Vec<Vec<RuleId>>);

impl Calls {
    /// Looks through all rules.
    pub fn of(book: &Rulebook) -> Self {
        let of_rule = |body: &[Stmt]| {
            let mut all = callees_of(book, body);
            all.sort_unstable();
            all
        };
        Self(book.rules.iter().map(|rule| of_rule(&rule.body)).collect())
    }

    /// What a rule may call, by number; what it calls from several places stands there as often.
    pub fn from(&self, rule: RuleId) -> &[RuleId] {
        &self.0[rule.index()]
    }

    /// From how many places a rule is called.
    pub fn places(&self, callee: RuleId) -> usize {
        self.0.iter().flatten().filter(|called| **called == callee).count()
    }

    /// The rules that can be reached from one, callers before callees.
    pub fn order(&self, play: RuleId) -> Vec<RuleId> {
        let (mut seen, mut done) = (vec![false; self.0.len()], Vec::new());
        self.visit(play, &mut seen, &mut done);
        done.reverse();
        done
    }

    fn visit(&self, rule: RuleId, seen: &mut [bool], done: &mut Vec<RuleId>) {
        if std::mem::replace(&mut seen[rule.index()], true) {
            return;
        }
        for &callee in self.from(rule) {
            self.visit(callee, seen, done);
        }
        done.push(rule);
    }
}

/// The rules that a block may call, in the order of the text.
pub fn callees_of(book: &Rulebook, block: &[Stmt]) -> Vec<RuleId> {
    let mut all = Vec::new();
    statements(block, &mut |stmt| {
        for probe in probes(stmt) {
            match &probe.kind {
                ExprKind::Can(sheet, _) => all.push(*sheet),
                ExprKind::CanPlay(_, card) => all.extend(sheets_of(book, &card.ty)),
                _ => {}
            }
        }
        called(book, stmt, &mut all);
    });
    all
}

fn called(book: &Rulebook, stmt: &Stmt, all: &mut Vec<RuleId>) {
    match &stmt.kind {
        StmtKind::Call(other, ..) => all.push(*other),
        StmtKind::Play(_, card, _) => all.extend(sheets_of(book, &card.ty)),
        StmtKind::Menu(menu) => all.extend(menu.items.iter().map(|item| item.rule)),
        StmtKind::Step(track, ..) => {
            let track = &book.tracks[track.index()];
            for past in [track.past_top, track.past_bottom] {
                if let Past::Do(other) = past {
                    all.push(other);
                }
            }
        }
        _ => {}
    }
}

/// The sheets of all cards of a kind.
pub fn sheets_of(book: &Rulebook, card: &Type) -> Vec<RuleId> {
    let Type::Member(kind) = card else { return Vec::new() };
    match &book.kinds[kind.index()].body {
        KindBody::Members(families) => families.iter().filter_map(|family| family.sheet).collect(),
        _ => Vec::new(),
    }
}
