//! Questions: who chooses, among which options, and where the answer is stored.

use super::{Binder, Expr, ExprId, Pc, Program, QueryId, Reg, Region, SeenBy, Slot, TextId, ValueShape};
use tavola_syntax::text::Span;

/// A question. Its options are those of its arms, in order: each result of an arm's query, or one option for an arm without a
/// query. An option is encoded as words: the number of the arm, then the values of the query's binders.
#[derive(Clone, Debug)]
pub struct Ask {
    /// The player who answers. `None`: chance.
    pub who: Option<ExprId>,
    /// The text of the question.
    pub prompt: Option<TextId>,
    /// The arms.
    pub arms: Vec<Arm>,
    /// True if options need lookahead: while an extent is open (DEPTH > 0), or always for an arm that begins one.
    pub search: bool,
    /// A necessary condition: if it is false, no option can be finished.
    pub necessary: Option<ExprId>,
    /// The larger answer that this question is a part of.
    pub part: AskPart,
    /// Merges all questions from the next operation on into one. There are no arms then.
    pub at_once: Option<AtOnce>,
    /// The players who see the answer, among those who see the place that is chosen from. `None`: all of them.
    pub seen: Option<Vec<SeenBy>>,
    /// Its line in the rules.
    pub span: Span,
}

impl Ask {
    /// A public question that stands alone and of which nothing is proved yet. `who` is `None` for chance.
    pub fn new(who: Option<ExprId>, prompt: Option<TextId>, arms: Vec<Arm>, span: Span) -> Self {
        Self {
            who,
            prompt,
            arms,
            search: false,
            necessary: None,
            part: AskPart::Whole,
            at_once: None,
            seen: None,
            span,
        }
    }

    /// The text that players see for an option. `None`: show its values.
    pub fn label(&self, option: &[i32]) -> Option<TextId> {
        match &self.at_once {
            Some(once) => once.label,
            None => {
                let arm = &self.arms[option[0].max(0) as usize];
                arm.label.filter(|_| !matches!(arm.kind, ArmKind::No))
            }
        }
    }

    /// The title of the action that the answer "no" declines, if it names values.
    pub fn declined(&self) -> Option<TextId> {
        self.arms.iter().find(|arm| matches!(arm.kind, ArmKind::No))?.label
    }

    /// The values that an option names, in order: the notation and the words of each. A list or a set has several words.
    pub fn values<'o>(&self, program: &Program, option: &'o [i32]) -> Vec<(u32, &'o [i32])> {
        let mut left = option.get(1..).unwrap_or_default();
        let mut next = |ty: u32, width: usize| {
            let (own, others) = left.split_at(width.min(left.len()));
            left = others;
            (ty, own)
        };
        match &self.at_once {
            Some(once) => once.types.iter().map(|&ty| next(ty, 1)).collect(),
            None => {
                let arm = &self.arms[option[0].max(0) as usize];
                arm.binders(program).iter().zip(&arm.types).map(|(binder, &ty)| next(ty, binder.width.into())).collect()
            }
        }
    }
}

/// The larger answer, in a scenario or record, that several small questions make up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AskPart {
    /// The question stands alone.
    Whole,
    /// The question asks for one element of an order.
    Order,
    /// The question asks for one thing of a bag.
    Bag,
    /// The question asks for one thing of a division: the number of the [`super::Divide`].
    Division(u32),
}

/// A group of options of a question that share one form and one continuation.
#[derive(Clone, Debug)]
pub struct Arm {
    /// The form of its options, for notation.
    pub kind: ArmKind,
    /// The text that players see for an option; it may read the query's registers. `None`: show the values.
    pub label: Option<TextId>,
    /// The condition for offering the arm at all. It is tested before the query runs.
    pub when: Option<ExprId>,
    /// The query whose results are the options. Its filter includes all conditions that hold before an option is offered.
    pub query: Option<QueryId>,
    /// The destinations of the binders' values: numbers in [`super::Program::stores`], one for each binder.
    pub stores: Vec<u32>,
    /// The notation of each binder's value: an index into the notation list.
    pub types: Vec<u32>,
    /// The operation that runs after the answer.
    pub goto: Pc,
    /// True if choosing it begins an extent of its own (a menu's action). Then `search` also applies while DEPTH is 0.
    pub begins: bool,
    /// True if every choice is proved finishable. Such an arm needs no lookahead.
    pub sure: bool,
    /// A condition that decides for some choices, without lookahead, whether they can be finished.
    pub needs: Option<Needs>,
    /// Its line in the rules.
    pub span: Span,
}

impl Arm {
    /// The names that it chooses, in order.
    pub fn binders<'p>(&self, program: &'p Program) -> &'p [Binder] {
        self.query.map_or(&[], |query| &program.queries[query.index()].binders)
    }

    /// True if it chooses names and shows the asked player a text for each option.
    pub fn is_shown(&self) -> bool {
        self.label.is_some() && self.kind == ArmKind::Choice
    }
}

/// A condition that decides at the question whether a choice can be finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Needs {
    /// A condition over the names of the arm's query. If it holds, the choice can be finished.
    pub hold: ExprId,
    /// True if the choice cannot be finished when the condition is false.
    pub exact: bool,
    /// True if the condition reads none of the names: it holds for all options of the arm or for none.
    pub same_for_all: bool,
}

/// The form of an arm's options.
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

/// Questions that are asked at once, as one. All paths through them are explored on copies of the state, from the operation after
/// the question. Paths that show the same values are one option.
#[derive(Clone, Debug)]
pub struct AtOnce {
    /// The words that identify a path to the player, evaluated at its end.
    pub shown: Vec<ExprId>,
    /// The notation of each of them.
    pub types: Vec<u32>,
    /// The text that players see for an option; it may read the registers. `None`: show the values.
    pub label: Option<TextId>,
    /// The first register for the shown values of an option.
    pub regs: Reg,
    /// The operation at which a path ends.
    pub exit: Pc,
    /// Read and write sets along the paths, if lowering knows them. The first region that fits the state applies.
    pub regions: Vec<Region>,
}

/// The destination of a stored value.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Store {
    /// The first word of the variable.
    pub base: Slot,
    /// The index within a variable of several values: the value starts at `base + index * shape.width()`. `None`: at `base`.
    pub index: Option<ExprId>,
    /// Number of values.
    pub count: u32,
    /// The shape of the stored value. Shorter lists are padded with 0.
    pub shape: ValueShape,
}

impl Store {
    /// All words that it can write: the first word and their number.
    pub fn words(&self) -> (Slot, u32) {
        (self.base, self.count * self.shape.width())
    }

    /// The member that `value` adds to the stored set (`true`) or removes from it (`false`), if that is all the store does.
    #[inline]
    pub(crate) fn change_of(&self, p: &Program, value: ExprId) -> Option<(ExprId, bool)> {
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
