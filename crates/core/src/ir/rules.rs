//! Procedures: rules, phases, sheets, defines, and their statements.

use super::{Expr, LocalId, MemoryId, Query, RuleId, Seer, TrackId, Type};
use tavola_syntax::text::Span;

/// Statements in sequence.
pub type Block = Vec<Stmt>;

/// A named expression: `define f(p in Player) = e`. Parameters are `LocalId(0)..`.
#[derive(Clone, Debug)]
pub struct Define {
    /// Name, such as `score_of`.
    pub name: String,
    /// Number of parameters.
    pub params: u32,
    /// Parameters and binders.
    pub locals: Vec<Local>,
    /// Body.
    pub value: Expr,
    /// Source location of the name.
    pub span: Span,
}

/// An invariant: a named condition that holds after every answer while no action is in progress.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// Text of the invariant.
    pub what: String,
    /// The condition and its binders: a define without parameters.
    pub holds: Define,
}

/// A procedure. Parameters are `LocalId(0)..`; the first parameter of a sheet is `you`.
#[derive(Clone, Debug)]
pub struct Rule {
    /// Name, such as `score`; `play` for the whole game; empty for the sentences of a scenario.
    pub name: String,
    /// Display name.
    pub title: Option<Text>,
    /// Sort of rule.
    pub kind: RuleKind,
    /// Number of parameters.
    pub params: u32,
    /// Parameters, `let`s, answers, binders.
    pub locals: Vec<Local>,
    /// Statements. For sheets: `let`s, conditions as `Require`, costs, questions, effects.
    pub body: Block,
    /// Data of a sheet that menus and cards need.
    pub sheet: Option<Sheet>,
    /// True if the log has a heading where it begins: for phases, unless the heading would reveal hidden information.
    pub heading: bool,
    /// Source location of the name.
    pub span: Span,
}

/// Sort of rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// `play`
    Play,
    /// `phase`
    Phase,
    /// `rule`
    Rule,
    /// `action`
    Action,
    /// `menu`
    Menu,
    /// `card`
    Card,
    /// Behaviour of a track past its end.
    Past,
    /// `hook`: called by the rule into which it is woven.
    Hook,
    /// `interrupt`: an action of the menu of its moment.
    Interrupt,
}

impl Rule {
    /// Heading in the log, if it is a text with holes: for a phase `"{p}'s turn"`.
    pub(crate) fn said_heading(&self) -> Option<&Text> {
        self.title.as_ref().filter(|title| self.heading && title.plain_text().is_none())
    }

    /// Names of the answers of its `together` blocks.
    pub fn answers(&self) -> impl Iterator<Item = &str> {
        let together = self.locals.iter().filter(|local| local.role == LocalRole::Together);
        together.map(|local| local.name.as_str())
    }
}

/// A local name.
#[derive(Clone, Debug)]
pub struct Local {
    /// Name, such as `d`.
    pub name: String,
    /// Type.
    pub ty: Type,
    /// Role.
    pub role: LocalRole,
    /// Source location of the declaration.
    pub span: Span,
}

/// Role of a local name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalRole {
    /// A parameter.
    Param,
    /// `let`, `let:` of a sheet, a loop counter, the member bound by `is single p`.
    Let,
    /// `remember:` of a menu; its actions may set it.
    Remember,
    /// A binder of a question or of `each`: bound while options are enumerated, a value afterwards.
    Answer,
    /// A binder inside an expression.
    Binder,
    /// An answer of a `together` block: a value for each player.
    Together,
}

/// A `cost:` line, for messages.
#[derive(Clone, Debug)]
pub struct Cost {
    /// Source location of the line.
    pub span: Span,
    /// Reason for players why it cannot be paid, without a position.
    pub reason: String,
    /// The things that are paid, and the place or places that they come from. `None` if it is paid from a track or a purse.
    pub things: Option<(Expr, Expr)>,
}

/// Interface of a sheet for menus: domains of its parameters, and the conditions under which it is offered.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The parameters after `you` with their domains; no filter, no keys.
    pub params: Query,
    /// Prompt for the parameters. It is shown before anything is chosen, so it can use only `you`.
    pub question: Option<Text>,
    /// `let:`, `when:`, `cost:` before the first question or effect, in order.
    pub guards: Vec<Guard>,
    /// The `cost:` lines.
    pub costs: Vec<Cost>,
    /// Limit on how often the action may be done.
    pub limit: Limit,
    /// Source location of the limit.
    pub limit_span: Span,
    /// `optional:`, if the body begins with that question. A question for the parameters offers "no" instead.
    pub optional: Option<Expr>,
    /// `remember:` locals of menus that this action uses: (local of this rule, rule of the menu, local of that rule).
    pub remembers: Vec<(LocalId, RuleId, LocalId)>,
}

/// A binding or condition that is evaluated before an action is offered.
#[derive(Clone, Debug)]
pub enum Guard {
    /// `let: there = far(c, site(rider))`
    Let(LocalId, Expr),
    /// `when:`, or the condition that a cost can be paid
    When {
        /// The condition.
        holds: Expr,
        /// Reason given by the author.
        why: Option<Text>,
        /// Source location of the line.
        span: Span,
    },
}

impl Limit {
    /// Message of the refusal when the limit is reached.
    pub fn refuses(self) -> &'static str {
        match self {
            Self::Any => "it may be done any number of times",
            Self::Once => "it may be done only once",
            Self::OncePer(_) => "each may be done only once",
            Self::First => "it may be done only before all others",
        }
    }
}

/// Limit on how often an action of a menu may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Any number of times.
    Any,
    /// Once in a menu.
    Once,
    /// Once for each value of this parameter.
    OncePer(LocalId),
    /// Only as the first action.
    First,
}

/// A statement with its source location.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// Operation.
    pub kind: StmtKind,
    /// Source location of the first line.
    pub span: Span,
}

/// The forms of statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `let n = e`; also assigns a `remember` local.
    Let(LocalId, Expr),
    /// `set v = e` (also `add`, `remove`) of memory.
    SetMemory(MemoryId, Vec<Expr>, Expr),
    /// `set price[g] = e`: only for tracks that may be assigned directly.
    SetTrack(TrackId, Vec<Expr>, Expr),
    /// Changes a track by a number of units (negative: down); past its ends the track decides. `gains` becomes a `Step`, `pays`
    /// a `Require` and two `Step`s.
    Step(TrackId, Vec<Expr>, Expr),
    /// `move`; `from` is `None` only for figures.
    Move {
        /// Things to move.
        what: Quantity,
        /// Source: a place or a set of places.
        from: Option<Expr>,
        /// Target place.
        to: Expr,
        /// End of the stack, if the target is one.
        end: Option<StackEnd>,
    },
    /// `draw n from stack to place, except ...`
    Draw {
        /// Number of things.
        count: Expr,
        /// Source: a shuffled place or a stack.
        from: Expr,
        /// Target place.
        to: Expr,
        /// A drawn thing (the local), the condition, and the place for things that satisfy it.
        except: Option<(LocalId, Expr, Expr)>,
    },
    /// `shuffle deck`: discards the order of a stack or shuffled place.
    Shuffle(Expr),
    /// `if`
    If(Expr, Block, Block),
    /// `each Q`: the order is fixed when the loop begins.
    Each(Query, Block),
    /// `repeat [n times as i] [until c]`: `until` is tested before each iteration.
    Repeat {
        /// Number of iterations.
        times: Option<Expr>,
        /// Loop counter, from 1.
        counter: Option<LocalId>,
        /// Condition that ends the loop.
        until: Option<Expr>,
        /// Body.
        body: Block,
    },
    /// `in turn p in Q until ..`: cycles through the players of the query; `None`: until all pass.
    InTurn(Query, Option<Expr>, Block),
    /// Calls a rule or sheet; the first argument of a sheet is `you`. `true`: only if it can be completed. A sheet called with
    /// `you` alone asks `you` one question for its parameters, like a menu of this one sheet.
    Call(RuleId, Vec<Expr>, bool),
    /// `p plays c`: runs the sheet of a card (a member of a card kind) with the arguments of the member.
    Play(Expr, Expr, bool),
    /// A question.
    Ask(Ask),
    /// `n of BAG as b`
    BagChoice(BagChoice),
    /// `p chooses line in orders(S)`, `chance line in orders(S)`
    Order(Ordering),
    /// `p divides A into B[.., 1..n], none empty, alike`: player, things, places in order, options of the piles
    Divide(Expr, Expr, Expr, Piles),
    /// The loop of a menu.
    Menu(Menu),
    /// A menu and the questions before it, asked as one question.
    AtOnce(AtOnce),
    /// `together p in Q`: secret, simultaneous questions. The block contains only questions and `let`.
    Together(Query, Block),
    /// `transaction`: a body in which tracks may stand past their ends, and the statements that close it: a step by 0 of each
    /// track that is past an end then. A nested transaction is part of the outer one.
    Transaction(Block, Block),
    /// `require c "why"`, `when:` of a sheet, or the condition that a cost can be paid.
    Require(Expr, Option<Text>),
    /// `say "text"`
    Say(Text),
    /// Leaves the innermost loop.
    Stop,
    /// Leaves the rule.
    Return,
    /// `end day` in a rule that `day` called: leaves that rule as well.
    EndOuter(RuleId),
}

/// Things that a `move` moves.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// A number of a thing, or of the things of a set; fails if there are too few.
    Exactly(Expr, Expr),
    /// At most a number, as many as there are.
    UpTo(Expr, Expr),
    /// All things of this set.
    All(Expr),
    /// A chosen bag.
    Bag(Expr),
    /// A figure (a thing).
    Figure(Expr),
}

/// An end of a stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StackEnd {
    /// `top of`
    Top,
    /// `bottom of`
    Bottom,
}

/// A question. Its options are those of its arms, in order.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Player who is asked; `None`: chance.
    pub who: Option<Expr>,
    /// Prompt.
    pub prompt: Option<Text>,
    /// Arms with the options.
    pub arms: Vec<Arm>,
    /// True if the blocks of the arms are scopes of their own (`may`, `option`, `may choose` in a rule).
    pub extent: bool,
    /// Players who see the answer.
    pub seen: Seen,
}

/// `seen by p` at the end of a question: players who see the answer, among those who see the place that things are chosen from.
/// `None`: all of them.
pub type Seen = Option<Vec<Seer>>;

/// A group of options: one for each result of its query, or a single one without a query.
#[derive(Clone, Debug)]
pub struct Arm {
    /// Sort of arm.
    pub kind: ArmKind,
    /// Label for players; `None`: the chosen members.
    pub label: Option<Text>,
    /// Domain of the choice; its binders are the answer.
    pub query: Option<Query>,
    /// Condition under which it is offered.
    pub when: Option<Expr>,
    /// Statements to run when it is chosen. (The names of a single choice stay in scope after the question.)
    pub body: Block,
    /// Source location of the line.
    pub span: Span,
}

/// Sort of an arm, for notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ArmKind {
    /// Members by name.
    Choice,
    /// `yes`
    Yes,
    /// `no`
    No,
    /// An `option` by its label.
    Option,
}

/// Choice of a bag: `min(n, foes) of BAG as gone where C`.
#[derive(Clone, Debug)]
pub struct BagChoice {
    /// Player who is asked; `None`: chance.
    pub who: Option<Expr>,
    /// Prompt.
    pub prompt: Option<Text>,
    /// Minimum number.
    pub least: Expr,
    /// Maximum number; `None`: all there are.
    pub most: Option<Expr>,
    /// Bag to choose from.
    pub of: Expr,
    /// Local of the answer (a bag).
    pub name: LocalId,
    /// `where C`: a condition on the whole choice.
    pub filter: Option<Expr>,
    /// Players who see the answer.
    pub seen: Seen,
}

/// Options of a division into piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piles {
    /// No pile may be empty (if there are enough things).
    pub none_empty: bool,
    /// Piles are interchangeable: divisions that differ only by a permutation of the piles are one answer.
    pub alike: bool,
}

/// Choice of an order: `line in orders(S)`, the members of a set in some order.
#[derive(Clone, Debug)]
pub struct Ordering {
    /// Player who is asked; `None`: chance.
    pub who: Option<Expr>,
    /// Prompt.
    pub prompt: Option<Text>,
    /// Set to order.
    pub of: Expr,
    /// Local of the answer (a list).
    pub name: LocalId,
    /// Players who see the answer.
    pub seen: Seen,
}

/// A turn as a menu, offered repeatedly until it is done.
#[derive(Clone, Debug)]
pub struct Menu {
    /// Prompt.
    pub prompt: Option<Text>,
    /// Player who is asked (`you` of the menu).
    pub who: Expr,
    /// Actions.
    pub items: Vec<MenuItem>,
    /// Condition that ends the menu automatically.
    pub until: Option<Expr>,
    /// Label of "done"; `None`: there is no such option.
    pub done: Option<Text>,
    /// True if "done" is written `no`: the player was asked whether to do anything at all.
    pub declined: bool,
    /// Indexes of the items that are asked for even if they cannot be done, while their limits last: `asked: always`.
    pub always: Vec<usize>,
}

/// `at once: showing ..`: all questions of a block, the menu at its end included, asked as one question.
#[derive(Clone, Debug)]
pub struct AtOnce {
    /// Player who is asked (`you` of the menu).
    pub who: Expr,
    /// Prompt.
    pub prompt: Option<Text>,
    /// Values that distinguish the outcomes.
    pub shown: Vec<Expr>,
    /// Label of an option. Its holes are locals, one for each shown value.
    pub label: (Vec<LocalId>, Option<Text>),
    /// `choose:`, `let:`, `remember:`, and the menu at the end.
    pub body: Block,
}

/// An action of a menu.
#[derive(Clone, Debug)]
pub struct MenuItem {
    /// Rule of the action.
    pub rule: RuleId,
    /// Source location of the line.
    pub span: Span,
}

/// A text with holes.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Parts in order.
    pub parts: Vec<TextPart>,
}

/// A part of a [`Text`].
#[derive(Clone, PartialEq, Debug)]
pub enum TextPart {
    /// Plain characters.
    Plain(String),
    /// A value, formatted by its type.
    Value(Expr),
}

impl Text {
    /// The text, if it has no holes.
    pub(crate) fn plain_text(&self) -> Option<String> {
        let part = |part: &TextPart| match part {
            TextPart::Plain(text) => Some(text.clone()),
            TextPart::Value(_) => None,
        };
        self.parts.iter().map(part).collect()
    }

    /// Creates a text without holes.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { parts: vec![TextPart::Plain(text.into())] }
    }
}
