//! Static allocation of frames, from the call graph.

use crate::code::{Pc, Slot};
use crate::ir::{self, Calls, LocalId, RuleId, RuleKind, Rulebook, StmtKind};
use crate::lower::exprs::scope::Home;

/// The frame and code of a rule.
#[derive(Clone, Debug, Default)]
pub(super) struct Frame {
    /// The first word: the return address.
    pub(in crate::lower) base: Slot,
    /// Number of words.
    pub(in crate::lower) size: u32,
    /// The first operation.
    pub(in crate::lower) entry: Pc,
    /// First operation for menus, see [`crate::code::RuleCode::checked`].
    pub(in crate::lower) checked: Option<Pc>,
    /// The position after each statement of the rule.
    pub(in crate::lower) steps: Vec<Pc>,
    /// Homes of all local names at the end of the rule.
    pub(in crate::lower) homes: Vec<Home>,
}

/// All frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Frames {
    frames: Vec<Frame>,
    /// Reached rules, callers before callees.
    pub(in crate::lower) order: Vec<RuleId>,
    /// For each rule, the menu that offers it, if nothing else calls it: the same player does both.
    menus: Vec<Option<RuleId>>,
    /// The words in which rules save the DEPTH at their beginning.
    depths: Vec<(RuleId, Slot)>,
    base: Slot,
    next: u32,
    high: u32,
}

impl Frames {
    /// Frames at their final positions, with the sizes measured in a first pass.
    pub(super) fn placed(calls: &Calls, measured: &Self, first: Slot) -> Self {
        let sized = |f: &Frame| Frame { size: f.size, ..Frame::default() };
        let frames = measured.frames.iter().map(sized).collect();
        let mut placed = Self { frames, order: measured.order.clone(), ..Self::default() };
        placed.place(calls, first);
        placed
    }

    /// Assigns a position to each frame from the sizes of all, beginning at word `first`.
    pub(super) fn place(&mut self, calls: &Calls, first: Slot) {
        self.frames.iter_mut().for_each(|frame| frame.base = first);
        for rule in self.order.clone() {
            let end = self.of(rule).base + self.of(rule).size;
            for &callee in calls.from(rule) {
                let base = &mut self.frames[callee.index()].base;
                *base = (*base).max(end);
            }
        }
    }

    pub(in crate::lower) fn begin(&mut self, book: &Rulebook, calls: &Calls) {
        self.frames.resize(book.rules.len(), Frame::default());
        self.menus = own_menus(book, calls);
    }

    /// The menu to which an action belongs, if it is the only one that calls the action.
    pub(super) fn menu_of(&self, rule: RuleId) -> Option<RuleId> {
        self.menus[rule.index()]
    }

    pub(in crate::lower) fn of(&self, rule: RuleId) -> &Frame {
        &self.frames[rule.index()]
    }

    pub(in crate::lower) fn set(&mut self, rule: RuleId, frame: Frame) {
        self.frames[rule.index()] = frame;
    }

    /// Records the word in which a rule saves the DEPTH at its beginning. The rules that it calls are lowered later.
    pub(super) fn keep_depth(&mut self, rule: RuleId, slot: Slot) {
        self.depths.push((rule, slot));
    }

    /// The word in which a rule saves the DEPTH at its beginning.
    pub(super) fn depth_of(&self, rule: RuleId) -> Option<Slot> {
        self.depths.iter().find(|(kept, _)| *kept == rule).map(|&(_, slot)| slot)
    }

    /// One past the last word of all frames.
    pub(in crate::lower) fn end(&self) -> Slot {
        self.order.iter().map(|rule| self.of(*rule)).map(|f| f.base + f.size).max().unwrap_or(0)
    }

    /// Upper bound of [`Frames::end`] during code generation, known from the first pass.
    pub(super) fn end_of_all(&self) -> Slot {
        self.frames.iter().map(|f| f.base + f.size).max().unwrap_or(0)
    }

    pub(in crate::lower) fn open(&mut self, base: Slot) {
        self.base = base;
        self.next = 0;
        self.high = 0;
    }

    /// Closes the open frame and returns its size.
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

    /// One past the highest word that was ever allocated in the open frame.
    pub(in crate::lower) fn high(&self) -> Slot {
        self.base + self.high
    }

    /// The next free word. [`Frames::release`] frees all words from there on.
    pub(in crate::lower) fn mark(&self) -> Slot {
        self.base + self.next
    }

    pub(super) fn release(&mut self, mark: Slot) {
        self.next = mark - self.base;
    }
}

/// For each rule, the menu that offers it, if nothing else calls it.
fn own_menus(book: &Rulebook, calls: &Calls) -> Vec<Option<RuleId>> {
    let mut menus = vec![None; book.rules.len()];
    for (at, rule) in book.rules.iter().enumerate().filter(|(_, rule)| rule.kind == RuleKind::Menu) {
        ir::visit::statements(&rule.body, &mut |stmt| {
            if let StmtKind::Menu(menu) = &stmt.kind
                && matches!(menu.who.kind, ir::ExprKind::Local(LocalId(0)))
            {
                menu.items.iter().for_each(|item| menus[item.rule.index()] = Some(RuleId(at as u32)));
            }
        });
    }
    let only = |at: usize, menu: Option<RuleId>| menu.filter(|_| calls.places(RuleId(at as u32)) == 1);
    menus.into_iter().enumerate().map(|(at, menu)| only(at, menu)).collect()
}

/// The rules that are ended from inside a callee: `end NAME`.
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
