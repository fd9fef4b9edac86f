//! Sentences.

use super::{Expr, Name, Query, Seer, Text};
use crate::text::Span;

/// Sentences one after the other.
pub type Block = Vec<Stmt>;

/// A sentence with its citations.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// What it says.
    pub kind: StmtKind,
    /// `[VL-4.1, VL-4.2]` at the end of its (first) line.
    pub cites: Vec<Name>,
    /// Where it stands (its first line, without its block).
    pub span: Span,
}

impl Stmt {
    /// The blocks directly inside it, in the order of the text.
    pub fn blocks(&self) -> Vec<&Block> {
        match &self.kind {
            StmtKind::If(_, yes, no) => std::iter::once(yes).chain(no).collect(),
            StmtKind::Each(_, body)
            | StmtKind::Repeat { body, .. }
            | StmtKind::InTurn { body, .. }
            | StmtKind::Between(_, _, body)
            | StmtKind::Together(_, body)
            | StmtKind::Transaction(body) => vec![body],
            StmtKind::May { body, otherwise, .. } => std::iter::once(body).chain(otherwise).collect(),
            StmtKind::MayChoose { body, otherwise, .. } => body.iter().chain(otherwise).collect(),
            StmtKind::OneOf { arms, .. } => arms.iter().map(|arm| &arm.body).collect(),
            StmtKind::Decide(_, rows) => rows.iter().map(|row| &row.body).collect(),
            _ => Vec::new(),
        }
    }
}

/// All sentences.
#[derive(Clone, PartialEq, Debug)]
pub enum StmtKind {
    /// `let n = e`
    Let(Name, Expr),
    /// `set v = e`
    Set(Expr, Expr),
    /// `add e to s`
    Add(Expr, Expr),
    /// `remove e from s`
    Remove(Expr, Expr),
    /// `move 2 cart[p] from A to B`; figures say no `from`.
    Move {
        /// What and how many.
        what: Quantity,
        /// `from A`
        from: Option<Expr>,
        /// `to B`
        to: Expr,
        /// `top of` / `bottom of`
        end: Option<End>,
    },
    /// `draw 3 from deck to hand[p], except c where C to aside`
    Draw {
        /// How many.
        count: Expr,
        /// From which stack.
        from: Expr,
        /// To which place.
        to: Expr,
        /// `except c where C to aside`
        except: Option<(Name, Expr, Expr)>,
    },
    /// `shuffle deck`
    Shuffle(Expr),
    /// `chance n in 1..6 "die"`
    Chance(ChoicePhrase),
    /// `raise price[g] by 2` (`true`), `lower price[g] by 1` (`false`)
    Step(bool, Expr, Expr),
    /// `p gains 3 fame`: who, how many, of what
    Gains(Expr, Expr, Name),
    /// `p pays 2 crowns to q`: who, how many, of what, to whom
    Pays(Expr, Expr, Name, Option<Expr>),
    /// `p chooses Q "prompt"`
    Choose(Expr, ChoicePhrase),
    /// `p may choose Q "prompt"` with an optional block and `else`
    MayChoose {
        /// Who.
        who: Expr,
        /// What.
        choice: ChoicePhrase,
        /// What then happens; without a block the names may be none.
        body: Option<Block>,
        /// What happens when nothing is chosen.
        otherwise: Option<Block>,
    },
    /// `p may "text"` with a block and `else`
    May {
        /// Who.
        who: Expr,
        /// What is asked.
        prompt: Text,
        /// `seen by p`
        seen: Option<Vec<Seer>>,
        /// What happens on yes.
        body: Block,
        /// What happens on no.
        otherwise: Option<Block>,
    },
    /// `p chooses one of "prompt"` with `option` lines
    OneOf {
        /// Who.
        who: Expr,
        /// What is asked.
        prompt: Option<Text>,
        /// `seen by p`
        seen: Option<Vec<Seer>>,
        /// The options.
        arms: Vec<Arm>,
    },
    /// `p divides hand[p] into offer[p, 1..2], none empty, alike`
    Divide {
        /// Who.
        who: Expr,
        /// What is divided.
        what: Expr,
        /// Into which places (the last index a range or set).
        into: Expr,
        /// `, none empty`
        none_empty: bool,
        /// `, alike`
        alike: bool,
    },
    /// `p does build, if possible`: who, sheet (a name or a call), whether `, if possible`
    Does(Expr, Expr, bool),
    /// `p plays c, if possible`
    Plays(Expr, Expr, bool),
    /// `score(d)`, `setup`
    Call(Expr),
    /// `if c` / `else if d` / `else`: the else part holds a single `If` for `else if`
    If(Expr, Block, Option<Block>),
    /// `each Q`
    Each(Query, Block),
    /// `repeat [n times [as i]] [until c]`
    Repeat {
        /// `n times`
        times: Option<Expr>,
        /// `as i`
        counter: Option<Name>,
        /// `until c`, asked before each turn of the loop
        until: Option<Expr>,
        /// The block.
        body: Block,
    },
    /// `in turn p in Player clockwise from q where C until all pass`
    InTurn {
        /// Binder, `clockwise` and `where`.
        query: Query,
        /// When it ends.
        until: Until,
        /// The block.
        body: Block,
    },
    /// `between steps p does any_time`: who, the menu, the steps
    Between(Expr, Expr, Block),
    /// `together p in group`
    Together(Query, Block),
    /// `transaction`: inside it tracks may stand past their ends
    Transaction(Block),
    /// `decide` with its table: the heads of the left columns, and the rows
    Decide(Vec<Expr>, Vec<DecideRow>),
    /// `stop`
    Stop,
    /// `end day`
    End(Name),
    /// `require c "why"`
    Require(Expr, Option<Text>),
    /// `say "text"`
    Say(Text),
}

/// How an `in turn` loop ends.
#[derive(Clone, PartialEq, Debug)]
pub enum Until {
    /// `until all pass`
    AllPass,
    /// `until c`
    Condition(Expr),
}

/// `option "build", when c` with its block.
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// The label.
    pub label: Text,
    /// `when c`
    pub when: Option<Expr>,
    /// What happens.
    pub body: Block,
    /// Citations of the line.
    pub cites: Vec<Name>,
    /// Where it stands.
    pub span: Span,
}

/// What `chooses` and `chance` are followed by.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoicePhrase {
    /// What is picked.
    pub of: ChoiceOf,
    /// The prompt.
    pub prompt: Option<Text>,
    /// `showing "{t} for {price(t)}"`: what is read of each option; none: its names.
    pub label: Option<Text>,
    /// `seen by p`: who is told what was picked; none: everybody who sees what it is picked from.
    pub seen: Option<Vec<Seer>>,
}

/// What can be picked.
#[derive(Clone, PartialEq, Debug)]
pub enum ChoiceOf {
    /// `t in Town where C`
    Query(Query),
    /// `2 of hand[p] as gone where C`, `1..4 of`, `any of`
    Family(Family),
}

/// `min(n, foes) of BAG as gone where C`.
#[derive(Clone, PartialEq, Debug)]
pub struct Family {
    /// How many (a number or a range); none is `any of`.
    pub count: Option<Expr>,
    /// Of what.
    pub of: Expr,
    /// `as gone`
    pub name: Name,
    /// `where C`
    pub filter: Option<Expr>,
    /// Where it stands.
    pub span: Span,
}

/// What a `move` moves.
#[derive(Clone, PartialEq, Debug)]
pub enum Quantity {
    /// `all` (`None`), `all Errand`
    All(Option<Expr>),
    /// `up to n x`
    UpTo(Expr, Expr),
    /// `2 cart[p]`, `n cart[p]`
    Exactly(Expr, Expr),
    /// a figure, a chosen card, or a bag: `rider`, `c`, `gone`
    The(Expr),
}

/// An end of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// `top of`
    Top,
    /// `bottom of`
    Bottom,
}

/// `| single p | - || p gains 3 fame; stop | VL-9.4 |`
#[derive(Clone, PartialEq, Debug)]
pub struct DecideRow {
    /// A cell for every left column; an empty list is `-`.
    pub tests: Vec<Vec<Test>>,
    /// What is done.
    pub body: Block,
    /// The clause column.
    pub cites: Vec<Name>,
    /// Where it stands.
    pub span: Span,
}

/// One alternative of a left cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// `none`, `several`, `single p`
    Shape(super::Multiplicity, Span),
    /// `< count of active`: one of the four comparisons, and with what
    Compare(super::Binary, Expr),
    /// a value or a range: `3`, `1..4`, `yes`
    Is(Expr),
}
