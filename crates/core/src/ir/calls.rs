//! Call graph of the rules: calls by name, by playing a card, through menus, past the end of a track, and by look-ahead
//! (`can`).

use super::visit::{probes, statements};
use super::{ExprKind, KindBody, Past, RuleId, Rulebook, Stmt, StmtKind, Type};

/// Callees of each rule of a rulebook.
#[derive(Clone, Debug)]
pub struct Calls(Vec<Vec<RuleId>>);

impl Calls {
    /// Builds the call graph of all rules.
    pub fn of(book: &Rulebook) -> Self {
        let of_rule = |body: &[Stmt]| {
            let mut all = callees_of(book, body);
            all.sort_unstable();
            all
        };
        Self(book.rules.iter().map(|rule| of_rule(&rule.body)).collect())
    }

    /// Callees of a rule, sorted by number, with one entry per call site.
    pub fn from(&self, rule: RuleId) -> &[RuleId] {
        &self.0[rule.index()]
    }

    /// Number of call sites of a rule.
    pub fn places(&self, callee: RuleId) -> usize {
        self.0.iter().flatten().filter(|called| **called == callee).count()
    }

    /// Rules that are reachable from `play`, in topological order (callers before callees).
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

/// Callees of a block, in source order, with one entry per call site.
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
    use StmtKind as K;
    match &stmt.kind {
        K::Call(other, ..) => all.push(*other),
        K::Play(_, card, _) => all.extend(sheets_of(book, &card.ty)),
        K::Menu(menu) => all.extend(menu.items.iter().map(|item| item.rule)),
        K::Step(track, ..) => {
            let track = &book.tracks[track.index()];
            for past in [track.past_top, track.past_bottom] {
                if let Past::Do(other) = past {
                    all.push(other);
                }
            }
        }
        K::Let(..) | K::SetMemory(..) | K::SetTrack(..) | K::Require(..) | K::Say(_) => {}
        K::Move { .. } | K::Draw { .. } | K::Shuffle(_) | K::Divide(..) => {}
        K::If(..) | K::Each(..) | K::Repeat { .. } | K::InTurn(..) | K::Together(..) | K::Transaction(..) => {}
        K::Ask(_) | K::BagChoice(_) | K::Order(_) | K::AtOnce(_) | K::Stop | K::Return | K::EndOuter(_) => {}
    }
}

/// Sheets of all cards of a kind.
pub fn sheets_of(book: &Rulebook, card: &Type) -> Vec<RuleId> {
    let Type::Member(kind) = card else { return Vec::new() };
    match &book.kinds[kind.index()].body {
        KindBody::Members(families) => families.iter().filter_map(|family| family.sheet).collect(),
        _ => Vec::new(),
    }
}
