//! Questions.

use super::{Binder, Expr, ExprId, Pc, Program, QueryId, Reg, Region, SeenBy, Slot, TextId, ValueShape};
use tavola_syntax::text::Span;

/// A question. Its options are those of its arms, arm by arm: each result of an arm's query, or one without a query.
/// An option is written as words: the number of the arm, then the values of the query's binders.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Who answers; none: chance.
    pub who: Option<ExprId>,
    /// What is asked.
    pub prompt: Option<TextId>,
    /// The arms.
    pub arms: Vec<Arm>,
    /// Options must be looked ahead while an extent is open (DEPTH > 0), or always where the arm begins one.
    pub search: bool,
    /// Unless this holds, none of its options can be finished.
    pub must: Option<ExprId>,
    /// What it is a part of.
    pub part: AskPart,
    /// All questions from the next operation on are asked as one; it has no arms then.
    pub at_once: Option<AtOnce>,
    /// Who is told the answer (of those who see the place out of which something is chosen); none: all of them.
    pub seen: Option<Vec<SeenBy>>,
    /// Its line.
    pub span: Span,
}

impl Ask {
    /// A question that is asked in the open and by itself, of which nothing is proved yet. None for `who`: chance.
    pub fn new(who: Option<ExprId>, prompt: Option<TextId>, arms: Vec<Arm>, span: Span) -> Self {
        Self { who, prompt, arms, search: false, must: None, part: AskPart::Whole, at_once: None, seen: None, span }
    }

    /// What players read of an option. None: its values.
    pub fn label(&self, option: &[i32]) -> Option<TextId> {
        match &self.at_once {
            Some(once) => once.label,
            None => self.arms[option[0].max(0) as usize].label,
        }
    }
}

/// How several small questions make one answer of a scenario or record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskPart {
    /// It stands alone.
    Whole,
    /// An order is asked element by element.
    Order,
    /// A bag is asked thing by thing.
    Bag,
    /// A division is asked thing by thing: the number of the [`super::Divide`].
    Division(u32),
}

/// Some options of a question.
#[derive(Clone, Debug)]
pub struct Arm {
    /// What sort, for notation.
    pub kind: ArmKind,
    /// What players read; may read the query's registers. None: the values.
    pub label: Option<TextId>,
    /// Only if (before the query is worked out).
    pub when: Option<ExprId>,
    /// What is chosen. Its filter includes all that must hold before the option is offered.
    pub query: Option<QueryId>,
    /// Where the binders' values go: [`super::Program::stores`], one for each binder.
    pub stores: Vec<u32>,
    /// How each binder's value is written: the type's index in the notation's list.
    pub types: Vec<u32>,
    /// Where it goes on.
    pub goto: Pc,
    /// Whether choosing it begins an extent of its own (a menu's action), so that `search` counts also while DEPTH is 0.
    pub begins: bool,
    /// It has been proved that whatever is chosen here can be finished: it is never looked ahead.
    pub sure: bool,
    /// What tells of some choices that they can be finished, or that they cannot.
    pub needs: Option<Needs>,
    /// Its line.
    pub span: Span,
}

impl Arm {
    /// What it chooses, name by name.
    pub fn binders<'p>(&self, program: &'p Program) -> &'p [Binder] {
        self.query.map_or(&[], |query| &program.queries[query.index()].binders)
    }

    /// Whether it chooses names, and shows something of each option to the asked player alone.
    pub fn is_shown(&self) -> bool {
        self.label.is_some() && self.kind == ArmKind::Choice
    }
}

/// What tells at the question whether a choice can be finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// A condition over the names of the arm's query: where it holds, the choice can be finished.
    pub hold: ExprId,
    /// Where it does not hold, the choice cannot be finished.
    pub exact: bool,
    /// None of the names is in it: it holds for all options of the arm or for none.
    pub alike: bool,
}

/// What sort of arm it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArmKind {
    /// Members by name.
    Choice,
    /// `yes`
    Yes,
    /// `no`, also "none of these"
    No,
    /// An `option` by its label.
    Option,
    /// An action by its name and parameters.
    Action(String),
    /// `done`
    Done,
}

/// Questions that are asked at once: all ways through them, from the operation behind the question on, are walked on copies;
/// those that show the same values are one option.
#[derive(Clone, Debug)]
pub struct AtOnce {
    /// What is shown of a way: words, worked out where it ends.
    pub shown: Vec<ExprId>,
    /// How each is written.
    pub types: Vec<u32>,
    /// What players read; may read the registers. None: the values.
    pub label: Option<TextId>,
    /// The first register for what an option shows.
    pub regs: Reg,
    /// The operation where a way ends.
    pub exit: Pc,
    /// What is read and written on the way, where that is known; the first that holds counts.
    pub regions: Vec<Region>,
}

/// Where a value is stored.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Store {
    /// The first word.
    pub base: Slot,
    /// Which of several values of this shape: at `base + index * shape.width()`; none: at `base`.
    pub index: Option<ExprId>,
    /// Number of values.
    pub count: u32,
    /// What is stored. Shorter lists are filled up with 0.
    pub shape: ValueShape,
}

impl Store {
    /// All words that it can lead to: the first one, how many.
    pub fn words(&self) -> (Slot, u32) {
        (self.base, self.count * self.shape.width())
    }

    /// The member that joins the stored set where it lies (or leaves it: no), if `value` is that.
    #[inline]
    pub fn change_of(&self, p: &Program, value: ExprId) -> Option<(ExprId, bool)> {
        let (set, one, joins) = match p.exprs[value.index()] {
            Expr::Union(set, one) => (set, one, true),
            Expr::Minus(set, one) => (set, one, false),
            _ => return None,
        };
        let here = match (p.exprs[set.index()], self.index) {
            (Expr::SetSlots { base, .. }, None) => base == self.base,
            (Expr::SetSlotsAt { base, index, .. }, Some(at)) => {
                base == self.base && p.exprs[index.index()] == p.exprs[at.index()]
            }
            _ => false,
        };
        match p.exprs[one.index()] {
            Expr::One(member) if here => Some((member, joins)),
            _ => None,
        }
    }
}
