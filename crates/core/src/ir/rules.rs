//! Procedures: rules, phases, sheets, defines, and their statements.

use super::{Expr, KindId, LocalId, MemoryId, Query, RuleId, Seer, TrackId, Type};
use tavola_syntax::text::Span;

/// Statements one after the other.
pub type Block = Vec<Stmt>;

/// `define f(p in Player) = e`. Parameters are `LocalId(0)..`.
#[derive(Clone, Debug)]
pub struct Define {
    /// `score_of`
    pub name: String,
    /// Number of parameters.
    pub params: u32,
    /// Parameters and binders.
    pub locals: Vec<Local>,
    /// What it stands for.
    pub value: Expr,
    /// The name's place.
    pub span: Span,
}

/// A named condition that holds after every answer, when no action is under way. Its binders are `locals`.
#[derive(Clone, Debug)]
pub struct Invariant {
    /// What it says.
    pub what: String,
    /// The condition and its binders: a define without parameters.
    pub holds: Define,
}

/// What players are shown of a position besides what lies there, or instead of it.
#[derive(Clone, Debug)]
pub struct DisplayRow {
    /// Whose it is: a value for each member of this kind, which is `LocalId(0)`.
    pub of: Option<KindId>,
    /// How players call it.
    pub name: String,
    /// What it does with what it names.
    pub how: Showing,
    /// What is shown.
    pub text: Text,
    /// The member and the binders.
    pub locals: Vec<Local>,
    /// Places, tracks and memory that it shows as they are, or hides: they are shown in no other way.
    pub instead: Vec<String>,
    /// The row.
    pub span: Span,
}

/// What a row of `display` does with what it names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Showing {
    /// It shows its values.
    Values,
    /// It gives a place another name: what lies there is shown as before.
    Place,
    /// It leaves it out.
    Nothing,
}

/// A procedure. Parameters are `LocalId(0)..`; of a sheet the first is `you`.
#[derive(Clone, Debug)]
pub struct Rule {
    /// `score`; `play` for the whole game; a scenario's sentences have an empty name.
    pub name: String,
    /// What players read.
    pub title: Option<Text>,
    /// Which.
    pub kind: RuleKind,
    /// Number of parameters.
    pub params: u32,
    /// Parameters, `let`s, answers, binders.
    pub locals: Vec<Local>,
    /// What it does. For sheets: `let`s, conditions as `Require`, costs, questions, effects.
    pub body: Block,
    /// What menus and cards need of a sheet.
    pub sheet: Option<Sheet>,
    /// Whether the log has a heading where it begins: of a phase, unless that would tell something hidden.
    pub heading: bool,
    /// The name's place.
    pub span: Span,
}

/// What sort of rule it is.
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
    /// What a track does past its end.
    Past,
    /// `hook`: called by the rule that it is woven into.
    Hook,
    /// `interrupt`: an action of the menu of its moment.
    Interrupt,
}

impl Rule {
    /// What the log says where it begins, if that is a text that names what it is about: of a phase `"{p}'s turn"`.
    pub fn said_heading(&self) -> Option<&Text> {
        self.title.as_ref().filter(|title| self.heading && title.plain_text().is_none())
    }

    /// The names of what players answer in its `together` blocks.
    pub fn answers(&self) -> impl Iterator<Item = &str> {
        let together = self.locals.iter().filter(|local| local.role == LocalRole::Together);
        together.map(|local| local.name.as_str())
    }
}

/// A local name.
#[derive(Clone, Debug)]
pub struct Local {
    /// `d`
    pub name: String,
    /// Its type.
    pub ty: Type,
    /// How it is born.
    pub role: LocalRole,
    /// Where it is born.
    pub span: Span,
}

/// How a local name is born.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LocalRole {
    /// A parameter.
    Param,
    /// `let`, a sheet's `let:`, a loop's counter, the member bound by `is single p`.
    Let,
    /// A menu's `remember:`, may be set by its actions.
    Remember,
    /// A binder of a question or of `each`: bound while options are worked out, a value afterwards.
    Answer,
    /// A binder inside an expression.
    Binder,
    /// Born in a `together` block: a value for each player.
    Together,
}

/// The face of a sheet towards menus: its parameters' domains and what must hold before it is offered.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The parameters after `you` with their domains; no filter, no keys.
    pub params: Query,
    /// What is asked where the parameters are asked for, before anything is chosen: it knows `you` alone.
    pub question: Option<Text>,
    /// `let:`, `when:`, `cost:` before the first question or effect, in order.
    pub guards: Vec<Guard>,
    /// Once, first, ...
    pub limit: Limit,
    /// The line that says so.
    pub limit_span: Span,
    /// `optional:`, where the first statement of the body asks for it. Who is asked for the parameters says "no" there instead.
    pub optional: Option<Expr>,
    /// For menus: `remember:` locals of the menu that this action uses are locals of the *menu's* rule; they are found
    /// here as pairs (local of this rule, menu's rule, local of the menu's rule).
    pub remembers: Vec<(LocalId, RuleId, LocalId)>,
}

/// What must hold before an action is offered.
#[derive(Clone, Debug)]
pub enum Guard {
    /// `let: there = far(c, site(rider))`
    Let(LocalId, Expr),
    /// `when:`, or that a cost can be paid
    When {
        /// The condition.
        holds: Expr,
        /// The author's reason.
        why: Option<Text>,
        /// The line.
        span: Span,
    },
}

impl Limit {
    /// The refusal where it no longer holds.
    pub fn refuses(self) -> &'static str {
        match self {
            Self::Any => "it may be done any number of times",
            Self::Once => "it may be done only once",
            Self::OncePer(_) => "each may be done only once",
            Self::First => "it may be done only before all others",
        }
    }
}

/// How often a menu's action may be done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Any number of times.
    Any,
    /// Once in a menu.
    Once,
    /// Once for each value of this parameter.
    OncePer(LocalId),
    /// Only before all others.
    First,
}

/// A statement with its place.
#[derive(Clone, Debug)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// Its first line.
    pub span: Span,
}

/// All statements.
#[derive(Clone, Debug)]
pub enum StmtKind {
    /// `let n = e`; also sets a `remember` local.
    Let(LocalId, Expr),
    /// `set v = e` (also `add`, `remove`) of memory.
    SetMemory(MemoryId, Vec<Expr>, Expr),
    /// `set price[g] = e`: only where a track may be set outright.
    SetTrack(TrackId, Vec<Expr>, Expr),
    /// A track moves by so many units (negative: down); past its ends, what the track says. `gains` by no one else is this;
    /// `pays` is a `Require` and two of these.
    Step(TrackId, Vec<Expr>, Expr),
    /// `move`; `from` is none only for figures.
    Move {
        /// What.
        what: Quantity,
        /// From which place (or set of places).
        from: Option<Expr>,
        /// To which place.
        to: Expr,
        /// To which end of a stack.
        end: Option<StackEnd>,
    },
    /// `draw n from stack to place, except ...`
    Draw {
        /// Number of them.
        count: Expr,
        /// A shuffled place or a stack.
        from: Expr,
        /// Where to.
        to: Expr,
        /// A drawn thing (the local), the condition, and where excepted things go.
        except: Option<(LocalId, Expr, Expr)>,
    },
    /// `shuffle deck`: the order of a stack or shuffled place is forgotten.
    Shuffle(Expr),
    /// `if`
    If(Expr, Block, Block),
    /// `each Q`: the order is fixed when it begins.
    Each(Query, Block),
    /// `repeat [n times as i] [until c]`: `until` is asked before each turn.
    Repeat {
        /// Number of times.
        times: Option<Expr>,
        /// The counter, from 1.
        counter: Option<LocalId>,
        /// Until.
        until: Option<Expr>,
        /// The block.
        body: Block,
    },
    /// `in turn p in Q until ..`: round and round over the query's players; `None`: until all pass.
    InTurn(Query, Option<Expr>, Block),
    /// A rule or sheet with its arguments (of a sheet the first is `you`); `true`: only if it can be finished. A sheet that
    /// has parameters but only `you` as argument is asked for: one question to `you` over its parameters, like a menu of it.
    Call(RuleId, Vec<Expr>, bool),
    /// `p plays c`: the sheet of the card (a member of a card kind); the arguments are its parameters.
    Play(Expr, Expr, bool),
    /// A question.
    Ask(Ask),
    /// `n of BAG as b`
    Family(Family),
    /// `p chooses line in orders(S)`, `chance line in orders(S)`
    Order(Ordering),
    /// `p divides A into B[.., 1..n], none empty, alike`: who, what, the places in order, what is said of the piles
    Divide(Expr, Expr, Expr, Piles),
    /// A menu's loop.
    Menu(Menu),
    /// A menu with the questions before it, asked as one.
    AtOnce(AtOnce),
    /// `together p in Q`: secret and simultaneous. The block has questions and `let` only.
    Together(Query, Block),
    /// `transaction`: its sentences, in which tracks may stand past their ends; and what happens when it closes, a step by 0
    /// of each track that stands past an end then. One inside another is part of that one.
    Transaction(Block, Block),
    /// `require c "why"`, a sheet's `when:`, that a cost can be paid.
    Require(Expr, Option<Text>),
    /// `say "text"`
    Say(Text),
    /// Leaves the innermost loop.
    Stop,
    /// Leaves the rule.
    Return,
    /// `end day` from inside a rule that `day` called: leaves that rule too.
    EndOuter(RuleId),
}

/// What a `move` moves.
#[derive(Clone, Debug)]
pub enum Quantity {
    /// So many of a thing (or of a set of things, then all are alike in effect only if a single one); too few: fails.
    Exactly(Expr, Expr),
    /// At most so many, as many as there are.
    UpTo(Expr, Expr),
    /// All things of this set.
    All(Expr),
    /// A bag that was chosen.
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

/// A question: options are the arms' options, in order.
#[derive(Clone, Debug)]
pub struct Ask {
    /// Who; none is chance.
    pub who: Option<Expr>,
    /// What is asked.
    pub prompt: Option<Text>,
    /// The options.
    pub arms: Vec<Arm>,
    /// Whether the arms' blocks are extents of their own (`may`, `option`, `may choose` in a rule).
    pub extent: bool,
    /// Who is told the answer.
    pub seen: Seen,
}

/// `seen by p` at the end of a question: who is told the answer (of those who see the place out of which something is
/// chosen); none: all of them.
pub type Seen = Option<Vec<Seer>>;

/// A group of options: each result of its query is one; without a query it is one.
#[derive(Clone, Debug)]
pub struct Arm {
    /// What sort.
    pub kind: ArmKind,
    /// What players read; none: the chosen members.
    pub label: Option<Text>,
    /// What is chosen; its binders are the answer.
    pub query: Option<Query>,
    /// Offered only if.
    pub when: Option<Expr>,
    /// What then happens. (After the question the names of a single choice live on.)
    pub body: Block,
    /// Its line.
    pub span: Span,
}

/// What sort of arm it is, for notation.
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

/// `min(n, foes) of BAG as gone where C`.
#[derive(Clone, Debug)]
pub struct Family {
    /// Who; none is chance.
    pub who: Option<Expr>,
    /// What is asked.
    pub prompt: Option<Text>,
    /// At least.
    pub least: Expr,
    /// At most; none: all there is.
    pub most: Option<Expr>,
    /// Of what: a bag.
    pub of: Expr,
    /// The local (a bag).
    pub name: LocalId,
    /// `where C`, holds of the whole choice.
    pub filter: Option<Expr>,
    /// Who is told the answer.
    pub seen: Seen,
}

/// What a division says of its piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Piles {
    /// None may stay empty (where there are things enough).
    pub none_empty: bool,
    /// They are not told apart: what differs only in which pile is which is one answer.
    pub alike: bool,
}

/// `line in orders(S)`: the members of a set in some order.
#[derive(Clone, Debug)]
pub struct Ordering {
    /// Who; none is chance.
    pub who: Option<Expr>,
    /// What is asked.
    pub prompt: Option<Text>,
    /// The set.
    pub of: Expr,
    /// The local (a list).
    pub name: LocalId,
    /// Who is told the answer.
    pub seen: Seen,
}

/// A turn as a menu: offered again until it is done.
#[derive(Clone, Debug)]
pub struct Menu {
    /// What is asked.
    pub prompt: Option<Text>,
    /// Who (the menu's `you`).
    pub who: Expr,
    /// Its actions.
    pub items: Vec<MenuItem>,
    /// Ends by itself when this holds.
    pub until: Option<Expr>,
    /// The label of "done"; none: there is no such option.
    pub done: Option<Text>,
    /// "Done" is written `no`: it was asked whether to do something at all.
    pub declined: bool,
    /// Items (by number) for which it is asked even where they cannot be done, as long as their limits last: `asked: always`.
    pub always: Vec<usize>,
}

/// `at once: showing ..`: all questions of a block, the menu at its end among them, are one.
#[derive(Clone, Debug)]
pub struct AtOnce {
    /// Who (the menu's `you`).
    pub who: Expr,
    /// What is asked.
    pub prompt: Option<Text>,
    /// What tells ends apart.
    pub shown: Vec<Expr>,
    /// What players read of an option: its holes are local names for what is shown, one for each.
    pub label: (Vec<LocalId>, Option<Text>),
    /// `choose:`, `let:`, `remember:`, and at its end the menu.
    pub body: Block,
}

/// An action of a menu.
#[derive(Clone, Debug)]
pub struct MenuItem {
    /// The action.
    pub rule: RuleId,
    /// Its line.
    pub span: Span,
}

/// A text with holes.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    /// Its pieces.
    pub parts: Vec<TextPart>,
}

/// A piece of a [`Text`].
#[derive(Clone, PartialEq, Debug)]
pub enum TextPart {
    /// Plain characters.
    Plain(String),
    /// A value, shown by its type.
    Value(Expr),
}

impl Text {
    /// What it says, if it has no holes.
    pub fn plain_text(&self) -> Option<String> {
        let part = |part: &TextPart| match part {
            TextPart::Plain(text) => Some(text.clone()),
            TextPart::Value(_) => None,
        };
        self.parts.iter().map(part).collect()
    }

    /// A text without holes.
    pub fn plain(text: impl Into<String>) -> Self {
        Self { parts: vec![TextPart::Plain(text.into())] }
    }
}
