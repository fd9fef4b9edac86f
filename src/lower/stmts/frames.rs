//! Who calls whom, and where the frames of the rules lie.

use crate::code::{Pc, Slot};
use crate::ir::{self, LocalId, RuleId, RuleKind, Rulebook, StmtKind};
use crate::lower::exprs::scope::Home;

/// What is known of a rule's frame and code.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The first word: the return address.
    pub(in crate::lower) base: Slot,
    /// Words.
    pub(in crate::lower) size: u32,
    /// First operation.
    pub(in crate::lower) entry: Pc,
    /// First operation for menus, see [`crate::code::RuleCode::checked`].
    pub(in crate::lower) checked: Option<Pc>,
    /// The operation after each of its sentences.
    pub(in crate::lower) steps: Vec<Pc>,
    /// Homes of all names at the end of the rule.
    pub(in crate::lower) homes: Vec<Home>,
}

/// All frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    frames: Vec<Frame>,
    /// Reached rules, callers before callees.
    pub(in crate::lower) order: Vec<RuleId>,
    /// For each rule the menu that offers it, where nothing else calls it: who does it is who does the menu.
    menus: Vec<Option<RuleId>>,
    /// Words in which rules keep the DEPTH with which they began.
    depths: Vec<(RuleId, Slot)>,
    base: Slot,
    next: u32,
    high: u32,
}

impl Frames {
    /// Frames with the sizes that a first pass found, at their places.
    pub(super) fn placed(book: &Rulebook, measured: &Self, first: Slot) -> Self {
        let sized = |f: &Frame| Frame { size: f.size, ..Frame::default() };
        let frames = measured.frames.iter().map(sized).collect();
        let mut placed = Self { frames, order: measured.order.clone(), ..Self::default() };
        placed.place(book, first);
        placed
    }

    /// Gives each frame its place by the sizes of all, from a word on.
    pub(super) fn place(&mut self, book: &Rulebook, first: Slot) {
        self.frames.iter_mut().for_each(|frame| frame.base = first);
        for rule in self.order.clone() {
            let end = self.of(rule).base + self.of(rule).size;
            for callee in callees(book, rule) {
                let base = &mut self.frames[callee.index()].base;
                *base = (*base).max(end);
            }
        }
    }

    pub(in crate::lower) fn begin(&mut self, book: &Rulebook) {
        self.frames.resize(book.rules.len(), Frame::default());
        self.menus = own_menus(book);
    }

    /// The menu that an action belongs to, where it is nobody else's.
    pub(super) fn menu_of(&self, rule: RuleId) -> Option<RuleId> {
        self.menus[rule.index()]
    }

    pub(in crate::lower) fn of(&self, rule: RuleId) -> &Frame {
        &self.frames[rule.index()]
    }

    pub(in crate::lower) fn set(&mut self, rule: RuleId, frame: Frame) {
        self.frames[rule.index()] = frame;
    }

    /// Notes where a rule keeps the DEPTH with which it began. Rules that it calls come later.
    pub(super) fn keep_depth(&mut self, rule: RuleId, slot: Slot) {
        self.depths.push((rule, slot));
    }

    /// Where a rule keeps it.
    pub(super) fn depth_of(&self, rule: RuleId) -> Option<Slot> {
        self.depths.iter().find(|(kept, _)| *kept == rule).map(|&(_, slot)| slot)
    }

    /// One past the last word of all frames.
    pub(in crate::lower) fn end(&self) -> Slot {
        self.order.iter().map(|rule| self.of(*rule)).map(|f| f.base + f.size).max().unwrap_or(0)
    }

    /// A bound for [`Frames::end`] while the code is being made: known from the first pass.
    pub(super) fn end_of_all(&self) -> Slot {
        self.frames.iter().map(|f| f.base + f.size).max().unwrap_or(0)
    }

    pub(in crate::lower) fn open(&mut self, base: Slot) {
        self.base = base;
        self.next = 0;
        self.high = 0;
    }

    /// The size of the frame that was open.
    pub(super) fn close(&mut self) -> u32 {
        self.high
    }

    pub(in crate::lower) fn word(&mut self) -> Slot {
        self.words(1)
    }

    pub(in crate::lower) fn words(&mut self, count: u32) -> Slot {
        let slot = self.base + self.next;
        self.next = self.next.saturating_add(count);
        self.high = self.high.max(self.next);
        slot
    }

    /// One past the highest word that was ever dealt out in the open frame.
    pub(in crate::lower) fn high(&self) -> Slot {
        self.base + self.high
    }

    /// Where the next words will be; [`Frames::release`] gives back all from there on.
    pub(in crate::lower) fn mark(&self) -> Slot {
        self.base + self.next
    }

    pub(super) fn release(&mut self, mark: Slot) {
        self.next = mark - self.base;
    }
}

/// For each rule the menu that offers it, where nothing else calls it.
fn own_menus(book: &Rulebook) -> Vec<Option<RuleId>> {
    let mut menus = vec![None; book.rules.len()];
    let mut calls = vec![0; book.rules.len()];
    for (at, rule) in book.rules.iter().enumerate() {
        ir::visit::statements(&rule.body, &mut |stmt| {
            let mut found = probed(book, stmt);
            called(book, stmt, &mut found);
            found.iter().for_each(|callee| calls[callee.index()] += 1);
            if let StmtKind::Menu(menu) = &stmt.kind
                && rule.kind == RuleKind::Menu
                && matches!(menu.who.kind, ir::ExprKind::Local(LocalId(0)))
            {
                menu.items.iter().for_each(|item| menus[item.rule.index()] = Some(RuleId(at as u32)));
            }
        });
    }
    menus.into_iter().zip(calls).map(|(menu, calls)| menu.filter(|_| calls == 1)).collect()
}

/// The rules that a rule below them ends: `end NAME`.
pub(super) fn left_from_below(book: &Rulebook) -> Vec<RuleId> {
    let mut found = Vec::new();
    for rule in &book.rules {
        ir::visit::statements(&rule.body, &mut |stmt| {
            if let StmtKind::EndOuter(outer) = stmt.kind {
                found.push(outer);
            }
        });
    }
    found
}

/// The rules that can be reached from one, callers before callees.
pub(in crate::lower) fn order(book: &Rulebook, play: RuleId) -> Vec<RuleId> {
    let mut seen = vec![false; book.rules.len()];
    let mut done = Vec::new();
    visit(book, play, &mut seen, &mut done);
    done.reverse();
    done
}

pub(in crate::lower) fn visit(book: &Rulebook, rule: RuleId, seen: &mut [bool], done: &mut Vec<RuleId>) {
    if std::mem::replace(&mut seen[rule.index()], true) {
        return;
    }
    for callee in callees(book, rule) {
        visit(book, callee, seen, done);
    }
    done.push(rule);
}

/// The rules that a rule can call: by name, by playing a card, through a menu, past the end of a track.
fn callees(book: &Rulebook, rule: RuleId) -> Vec<RuleId> {
    let mut found = Vec::new();
    ir::visit::statements(&book.rules[rule.index()].body, &mut |stmt| {
        found.extend(probed(book, stmt));
        called(book, stmt, &mut found);
    });
    found.sort_unstable();
    found.dedup();
    found
}

/// The sheets of which a statement asks whether they can be done.
pub(super) fn probed(book: &Rulebook, stmt: &ir::Stmt) -> Vec<RuleId> {
    let sheets_of = |probe: &ir::Expr| match &probe.kind {
        ir::ExprKind::Can(sheet, _) => vec![*sheet],
        ir::ExprKind::CanPlay(_, card) => sheets(book, &card.ty),
        _ => Vec::new(),
    };
    ir::visit::probes(stmt).into_iter().flat_map(sheets_of).collect()
}

fn called(book: &Rulebook, stmt: &ir::Stmt, found: &mut Vec<RuleId>) {
    match &stmt.kind {
        StmtKind::Call(callee, _, _) => found.push(*callee),
        StmtKind::Play(_, card, _) => found.extend(sheets(book, &card.ty)),
        StmtKind::Menu(menu) => found.extend(menu.items.iter().map(|item| item.rule)),
        StmtKind::Step(track, _, _) => {
            let track = &book.tracks[track.index()];
            for past in [track.past_top, track.past_bottom] {
                if let ir::Past::Do(callee) = past {
                    found.push(callee);
                }
            }
        }
        _ => {}
    }
}

/// The sheets of the cards of a kind.
pub(super) fn sheets(book: &Rulebook, ty: &ir::Type) -> Vec<RuleId> {
    match ty {
        ir::Type::Member(kind) => match &book.kinds[kind.index()].body {
            ir::KindBody::Members(families) => families.iter().filter_map(|family| family.sheet).collect(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
