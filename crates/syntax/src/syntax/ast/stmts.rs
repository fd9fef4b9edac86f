//! Syntax trees of sentences.

use super::{Expr, Name, Query, Seer, Text};
use crate::text::Span;

/// A sequence of sentences.
pub type Block = Vec<Stmt>;

/// A sentence with its citations.
#[derive(Clone, PartialEq, Debug)]
pub struct Stmt {
    /// Sort of sentence.
    pub kind: StmtKind,
    /// Citations at the end of its first line: `[VL-4.1, VL-4.2]`.
    pub cites: Vec<Name>,
    /// Place of the first line, without the block.
    pub span: Span,
}

impl Stmt {
    /// Blocks directly inside this sentence, in order.
    pub fn blocks(&self) -> Vec<&Block> {
        use StmtKind as K;
        match &self.kind {
            K::If(_, yes, no) => std::iter::once(yes).chain(no).collect(),
            K::Each(_, body) | K::Together(_, body) | K::Between(_, _, body) | K::Transaction(body) => vec![body],
            K::Repeat { body, .. } | K::InTurn { body, .. } => vec![body],
            K::May { body, otherwise, .. } => std::iter::once(body).chain(otherwise).collect(),
            K::MayChoose { body, otherwise, .. } => body.iter().chain(otherwise).collect(),
            K::OneOf { arms, .. } => arms.iter().map(|arm| &arm.body).collect(),
            K::Decide(_, rows) => rows.iter().map(|row| &row.body).collect(),
            K::Let(..) | K::Set(..) | K::Add(..) | K::Remove(..) | K::Step(..) | K::Gains(..) | K::Pays(..) => {
                Vec::new()
            }
            K::Move { .. } | K::Draw { .. } | K::Shuffle(_) | K::Divide { .. } | K::Chance(_) | K::Choose(..) => {
                Vec::new()
            }
            K::Does(..) | K::Plays(..) | K::Call(_) | K::Stop | K::End(_) | K::Require(..) | K::Say(_) => Vec::new(),
        }
    }
}

/// Sort of sentence.
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
    /// `move 2 cart[p] from A to B`. Figures have no `from`.
    Move {
        /// Things to move.
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
        /// Number of things.
        count: Expr,
        /// Source stack.
        from: Expr,
        /// Target place.
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
    /// `p gains 3 fame`: player, amount, track
    Gains(Expr, Expr, Name),
    /// `p pays 2 crowns to q`: player, amount, track, receiver
    Pays(Expr, Expr, Name, Option<Expr>),
    /// `p chooses Q "prompt"`
    Choose(Expr, ChoicePhrase),
    /// `p may choose Q "prompt"` with an optional block and `else`
    MayChoose {
        /// Player.
        who: Expr,
        /// Choice.
        choice: ChoicePhrase,
        /// Block for a choice. Without it the bound names may be none.
        body: Option<Block>,
        /// Block if nothing is chosen.
        otherwise: Option<Block>,
    },
    /// `p may "text"` with a block and `else`
    May {
        /// Player.
        who: Expr,
        /// Question.
        prompt: Text,
        /// `seen by p`
        seen: Option<Vec<Seer>>,
        /// Block for yes.
        body: Block,
        /// Block for no.
        otherwise: Option<Block>,
    },
    /// `p chooses one of "prompt"` with `option` lines
    OneOf {
        /// Player.
        who: Expr,
        /// Question.
        prompt: Option<Text>,
        /// `seen by p`
        seen: Option<Vec<Seer>>,
        /// The options.
        arms: Vec<Arm>,
    },
    /// `p divides hand[p] into offer[p, 1..2], none empty, alike`
    Divide {
        /// Player.
        who: Expr,
        /// Things to divide.
        what: Expr,
        /// Target places. The last index is a range or set.
        into: Expr,
        /// `, none empty`
        none_empty: bool,
        /// `, alike`
        alike: bool,
    },
    /// `p does build, if possible`: player, sheet (a name or a call), true with `, if possible`
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
        /// `until c`, checked before each pass
        until: Option<Expr>,
        /// The block.
        body: Block,
    },
    /// `in turn p in Player clockwise from q where C until all pass`
    InTurn {
        /// Binder, `clockwise` and `where`.
        query: Query,
        /// Condition that ends it.
        until: Until,
        /// The block.
        body: Block,
    },
    /// `between steps p does any_time`: player, menu, block
    Between(Expr, Expr, Block),
    /// `together p in group`
    Together(Query, Block),
    /// `transaction`: tracks may stand past their ends inside
    Transaction(Block),
    /// `decide` with its table: heads of the left columns, rows
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

/// End of an `in turn` loop.
#[derive(Clone, PartialEq, Debug)]
pub enum Until {
    /// `until all pass`
    AllPass,
    /// `until c`
    Condition(Expr),
}

/// `option "build", when c` with its block
#[derive(Clone, PartialEq, Debug)]
pub struct Arm {
    /// The label.
    pub label: Text,
    /// `when c`
    pub when: Option<Expr>,
    /// Block.
    pub body: Block,
    /// Citations of the line.
    pub cites: Vec<Name>,
    /// Place in the source.
    pub span: Span,
}

/// Choice after `chooses` or `chance`.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoicePhrase {
    /// Domain of the choice.
    pub of: ChoiceOf,
    /// The prompt.
    pub prompt: Option<Text>,
    /// `showing "{t} for {price(t)}"`: label of each option. `None` means its names.
    pub label: Option<Text>,
    /// `seen by p`: viewers of the answer. `None` means everybody who sees what it is picked from.
    pub seen: Option<Vec<Seer>>,
}

/// Domain of a choice.
#[derive(Clone, PartialEq, Debug)]
pub enum ChoiceOf {
    /// `t in Town where C`
    Query(Query),
    /// `2 of hand[p] as gone where C`, `1..4 of`, `any of`
    BagChoice(BagChoice),
}

/// `min(n, foes) of BAG as gone where C`: a choice of several things
#[derive(Clone, PartialEq, Debug)]
pub struct BagChoice {
    /// Number or range. `None` is `any of`.
    pub count: Option<Expr>,
    /// Domain.
    pub of: Expr,
    /// `as gone`
    pub name: Name,
    /// `where C`
    pub filter: Option<Expr>,
    /// Place in the source.
    pub span: Span,
}

/// Things that a `move` moves.
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
    /// Tests for each left column. An empty list is `-`.
    pub tests: Vec<Vec<Test>>,
    /// Block.
    pub body: Block,
    /// The clause column.
    pub cites: Vec<Name>,
    /// Place in the source.
    pub span: Span,
}

/// One alternative in a left cell.
#[derive(Clone, PartialEq, Debug)]
pub enum Test {
    /// `none`, `several`, `single p`
    Shape(super::Multiplicity, Span),
    /// `< count of active`: one of the four comparisons, and the other side
    Compare(super::Binary, Expr),
    /// A value or a range: `3`, `1..4`, `yes`
    Is(Expr),
}
