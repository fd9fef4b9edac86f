//! Items: what begins in column 1.
//! The fields of the small structs are documented by the example text above each struct.
#![allow(missing_docs)]

use std::collections::BTreeSet;

use super::{Always, Block, ChoicePhrase, DisplayRow, Expr, Name, Query, Test, Text, TextPart};
use crate::text::{SourceId, Span};

/// One text, parsed.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// Which text.
    pub source: Option<SourceId>,
    /// Its items in order; broken ones are left out (and reported).
    pub items: Vec<Item>,
    /// Its comments, beside the tree.
    pub comments: Vec<Span>,
    /// The comments that waive a finding.
    pub waivers: Vec<Waiver>,
    /// Words of what could not be read: names that would be known if it had been. Nobody wants to hear of them twice.
    pub lost: BTreeSet<String>,
    /// Whether a whole table of the box or kind could not be read. What would be said of the rest follows from that.
    pub gap: bool,
    /// Items of which only the first finding is told: their lines are not as deep as they look.
    pub distrusted: Vec<Span>,
}

/// `# fine: W0704 the bank is never empty`: at the end of a line, a finding of this line that is not a mistake.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiver {
    /// The comment.
    pub span: Span,
    /// The line that it ends, with all that continues it; none if the comment stands by itself.
    pub line: Option<Span>,
    /// The codes of the findings.
    pub codes: Vec<Name>,
    /// Why they are none; empty if that is not said.
    pub reason: String,
}

/// An item with its citations.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// What it declares.
    pub kind: ItemKind,
    /// `change`, `replace`, `remove` before it (in variants).
    pub overlay: Option<Overlay>,
    /// Citations of its first line.
    pub cites: Vec<Name>,
    /// Its first line.
    pub head: Span,
    /// All of it.
    pub span: Span,
}

/// How an item of a variant relates to the base game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// `change settings`, `change action ride`: the named rows, cells or fields are replaced.
    Change,
    /// `replace rule score(t in Town)`: the whole item is replaced.
    Replace,
    /// `remove card feast`: the item is taken out.
    Remove,
}

/// What an item can be.
#[derive(Clone, PartialEq, Debug)]
pub enum ItemKind {
    /// `game valley "The Valley" for 3..4 players`
    Game { name: Name, title: Text, players: Expr },
    /// `variant grand_tour "The grand tour" of valley, house rules`, `variant both of valley over long, short`
    Variant { name: Name, title: Option<Text>, of: Name, over: Vec<Name>, house: bool },
    /// `settings` + table
    Settings(Vec<Setting>),
    /// `rulings` + table
    Rulings(Vec<RulingRow>),
    /// `kind Town` + table, `kind Anywhere = Town + {road}`
    Kind { name: Name, title: Option<Text>, body: KindBody },
    /// `board valley of Town joined by Road` + lines `a -- b, c`
    Board { name: Name, of: Expr, joined: Option<Name>, links: Vec<Link>, grid: Option<Grid>, every_pair: Option<Span> },
    /// `components` + table
    Components(Vec<Component>),
    /// `places` + table
    Places(Vec<Place>),
    /// `track fame[Player] 0.. step 1 start 0` + `past top:` / `past bottom:`
    Track {
        head: Head,
        range: Option<Expr>,
        step: Option<Expr>,
        start: Option<Expr>,
        past_top: Option<Block>,
        past_bottom: Option<Block>,
    },
    /// `memory` + table
    Memory(Vec<Memory>),
    /// `define f(p in Player) = e`
    Define { name: Name, params: Vec<Param>, value: Expr },
    /// `table form(n: number)` + table; cells right of `||`
    Table { name: Name, params: Vec<Param>, keys: Vec<Name>, columns: Vec<Name>, rows: Vec<TableRow> },
    /// `winner p in Player by most fame[p]`
    Winner(Query),
    /// `always` + table
    Always(Vec<Always>),
    /// `display` + table
    Display(Vec<DisplayRow>),
    /// `action`, `menu`, `card`, `interrupt`
    Sheet(Sheet),
    /// `hook gift after pay_out(p, n) where keeper is single k` + sentences
    Hook(Hook),
    /// `rule send(p in Player, target: place)`, `phase round`, `play` (no name)
    Rule { name: Option<Name>, params: Vec<Param>, title: Option<Text>, phase: bool, body: Block },
}

/// `| days | 3 | 1..6 | "days in a game" | VL-3.1 |`. In an overlay only some columns are given.
#[derive(Clone, PartialEq, Debug)]
pub struct Setting {
    pub name: Name,
    pub value: Option<ByPlayers>,
    /// Each a value or a range.
    pub range: Vec<Expr>,
    pub meaning: Option<Text>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// `3: 2, 4: 1`, or one expression for all player counts (no number before it).
#[derive(Clone, PartialEq, Debug)]
pub struct ByPlayers {
    pub cases: Vec<(Option<i64>, Expr)>,
    pub span: Span,
}

/// `| roles | drawn | chosen | "Are the roles drawn?" | VL-R3 |`.
#[derive(Clone, PartialEq, Debug)]
pub struct RulingRow {
    pub name: Name,
    pub answer: Option<Name>,
    pub instead: Vec<Name>,
    pub question: Option<Text>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// The body of a kind.
#[derive(Clone, PartialEq, Debug)]
pub enum KindBody {
    /// A member a row, an attribute a column.
    Rows(KindTable),
    /// `= Town + {road}`, `= {brown, blue}`
    Expr(Expr),
}

/// A table whose columns only the checker understands (kinds). The column `clause` is already taken out.
#[derive(Clone, PartialEq, Debug)]
pub struct KindTable {
    pub columns: Vec<Name>,
    pub rows: Vec<KindRow>,
}

/// A row of a [`KindTable`].
pub type KindRow = RowOf<KindCell>;

/// A row of a `table` item: its key cells and its values (`None` where the cell is `-`).
#[derive(Clone, PartialEq, Debug)]
pub struct TableRow {
    /// A cell for every key; an empty list is `-`.
    pub tests: Vec<Vec<Test>>,
    pub values: Vec<Option<Expr>>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// A row with its citations; `params` only for parameterised members (`visit(t in Town)`).
#[derive(Clone, PartialEq, Debug)]
pub struct RowOf<C> {
    pub cells: Vec<C>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// A cell of a kind's table.
#[derive(Clone, PartialEq, Debug)]
pub struct KindCell {
    pub kind: CellKind,
    pub span: Span,
}

/// What a cell of a kind's table can hold.
#[derive(Clone, PartialEq, Debug)]
pub enum CellKind {
    /// `-` or nothing: none.
    None,
    /// The first column: `hill`, `visit(t in Town)`.
    Member(Name, Vec<Param>),
    /// `"Santa Croce"`
    Text(Text),
    /// `1 honey, 2 salt`, `salt`: amounts and names; a single plain name or number is an [`CellKind::Expr`].
    Bag(Vec<(i64, Name)>),
    /// a number, word, pair, or expression
    Expr(Expr),
}

/// `grid: 8, 8`, `hexes: 11, 11, wrapped`
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// Hexagons instead of squares.
    pub hexes: bool,
    /// Columns, rows.
    pub sizes: Vec<Expr>,
    /// What leaves on one side comes back on the other.
    pub wrapped: bool,
    pub span: Span,
}

/// `hill -- lake, mill`
#[derive(Clone, PartialEq, Debug)]
pub struct Link {
    pub from: Name,
    pub to: Vec<Name>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// `cart[Player]`, `offer[p in Player, 1..3]`
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    pub name: Name,
    pub axes: Vec<Axis>,
    pub span: Span,
}

/// One index of a [`Head`]: `p in Player`, `Player`, `1..3`.
#[derive(Clone, PartialEq, Debug)]
pub struct Axis {
    pub binder: Option<Name>,
    pub domain: Expr,
}

/// `| cart[Player] | carts | reserve | "cart" | VL-2.1 |`
#[derive(Clone, PartialEq, Debug)]
pub struct Component {
    pub head: Head,
    /// A number, `copies`, `unlimited` (as names); none where an overlay leaves it.
    pub count: Option<Expr>,
    /// The start place, or one for each copy.
    pub start: Vec<Expr>,
    pub title: Option<Text>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// `| deck | Errand | shuffled, refilled from discard | | nobody | VL-2.5 |`
#[derive(Clone, PartialEq, Debug)]
pub struct Place {
    pub head: Head,
    pub holds: Vec<Name>,
    pub order: Option<Order>,
    /// `refilled from discard[p]`: the place, and names of indexes of this row.
    pub refilled: Option<(Name, Vec<Name>)>,
    pub limits: Vec<PlaceLimit>,
    /// Empty where the column is left out: seen by all.
    pub seen: Vec<Seer>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// How a place keeps its things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// `heap`: no order.
    Heap,
    /// `row`: positions.
    Row,
    /// `stack`: last in, first out, known.
    Stack,
    /// `shuffled`: no order until a thing leaves it.
    Shuffled,
}

/// `4`, `3 inn`, `1 inn + cart`
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceLimit {
    pub most: Expr,
    /// Of what; empty: of everything together.
    pub of: Vec<Name>,
}

/// `all`, `nobody`, `p`, `all when p in open`: `who` is a name or an expression.
#[derive(Clone, PartialEq, Debug)]
pub struct Seer {
    pub who: Expr,
    pub when: Option<Expr>,
}

/// `| starter | Player | seat(1) | all | VL-2.11 |`
#[derive(Clone, PartialEq, Debug)]
pub struct Memory {
    pub head: Head,
    pub ty: Option<TypeExpr>,
    pub start: Option<Expr>,
    pub seen: Vec<Seer>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// `set of Player`, `list of number`, `list of number up to 200`, `bag of Good`, `yes or no`, `number`, `place`, `Player`, `0..6`, `K or none`
#[derive(Clone, PartialEq, Debug)]
pub enum TypeExpr {
    /// `set of T`
    Set(Box<TypeExpr>, Span),
    /// `list of T`
    List(Box<TypeExpr>, Span),
    /// `list of T up to 200`: a type, and how much it has room for
    UpTo(Box<TypeExpr>, Box<Expr>),
    /// `bag of T`
    Bag(Box<TypeExpr>, Span),
    /// `yes or no`
    YesNo(Span),
    /// `number`
    Number(Span),
    /// `place`
    Place(Span),
    /// a kind or a range, and whether `or none`
    Of(Expr, bool),
}

/// `p in Player`, `n: number`, or (in hooks and overlays) just `p`
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    pub name: Name,
    pub ty: ParamType,
}

/// What a parameter ranges over.
#[derive(Clone, PartialEq, Debug)]
pub enum ParamType {
    /// `p in Player`, `c in links(site(rider))`
    In(Expr),
    /// `n: number`
    Of(TypeExpr),
    /// nothing said
    Open,
}

/// `action build "build an inn"`, `menu turn "..."`, `card visit(t in Town) x5 of Errand "..."`, `interrupt cut_in before next "..."`
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    pub kind: SheetKind,
    pub name: Name,
    pub params: Vec<Param>,
    /// `x5`
    pub copies: Option<Expr>,
    /// `of turn, other_menu`; for a card the kind.
    pub of: Vec<Name>,
    pub title: Option<Text>,
    /// `before pay_out(p, n)`, of an interrupt.
    pub at: Option<RuleMoment>,
    /// Its lines, from top to bottom.
    pub fields: Vec<Field>,
}

/// `hook gift after pay_out(p, n) where keeper is single k` + `order: after tax` + sentences
#[derive(Clone, PartialEq, Debug)]
pub struct Hook {
    pub name: Name,
    /// None only where it is removed.
    pub at: Option<RuleMoment>,
    pub filter: Option<Expr>,
    /// `order: after tax, toll`
    pub order: Vec<Name>,
    pub body: Block,
}

/// `after pay_out(p, n)`: a moment of a rule, and names for the rule's parameters
#[derive(Clone, PartialEq, Debug)]
pub struct RuleMoment {
    pub when: When,
    pub rule: Name,
    pub params: Vec<Param>,
}

/// When something happens that is woven into a rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum When {
    /// `before`
    Before,
    /// `instead of`
    Instead,
    /// `after`
    After,
}

/// Which sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SheetKind {
    /// `action`
    Action,
    /// `menu`
    Menu,
    /// `card`
    Card,
    /// `interrupt`
    Interrupt,
}

/// A line of a sheet.
#[derive(Clone, PartialEq, Debug)]
pub struct Field {
    pub kind: FieldKind,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// What a line of a sheet says.
#[derive(Clone, PartialEq, Debug)]
pub enum FieldKind {
    /// `let: there = far(c, site(rider))`
    Let(Name, Expr),
    /// `remember: visited = {site(rider)}`
    Remember(Name, Expr),
    /// `when: there not in visited "why"`
    When(Expr, Option<Text>),
    /// `cost: toll fame to owner, unless owner is you`
    Cost(Cost),
    /// `choose: t in Town "Where?"`
    Choose(ChoicePhrase),
    /// `effect:` + sentences
    Effect(Block),
    /// `limit: once`
    Limit(LimitWord),
    /// `optional: may_decline`
    Optional(Expr),
    /// `until: c`, `until: done "score this town"`
    Until(Expr, Option<Text>),
    /// `also: tiles`
    Also(Vec<Name>),
    /// `at once: showing steps, here "{steps} steps to {here}"`
    AtOnce(Vec<Expr>, Option<Text>),
    /// `who: holder(marker)`
    Who(Expr),
    /// `asked: always`
    AskedAlways,
    /// `question: "Where do you ride?"`
    Question(Text),
}

impl Sheet {
    /// What is asked where it alone is offered: its `question:`, or its title if that is the same whatever is chosen.
    pub fn question(&self) -> Option<&Text> {
        let own = self.fields.iter().find_map(|field| match &field.kind {
            FieldKind::Question(text) => Some(text),
            _ => None,
        });
        let plain = |text: &&Text| text.parts.iter().all(|part| matches!(part, TextPart::Plain(_)));
        own.or_else(|| self.title.as_ref().filter(plain))
    }
}

/// `toll fame from A to owner, unless owner is you`; `2 jar[g] from shelf[you] to store`
#[derive(Clone, PartialEq, Debug)]
pub struct Cost {
    /// How many.
    pub amount: Expr,
    /// Of what.
    pub of: Option<Expr>,
    pub from: Option<Expr>,
    pub to: Option<Expr>,
    /// `(true, c)`: `, if c`; `(false, c)`: `, unless c`
    pub when: Option<(bool, Expr)>,
}

/// How often a menu's action may be done.
#[derive(Clone, PartialEq, Debug)]
pub enum LimitWord {
    /// `once`
    Once,
    /// `once per c`
    OncePer(Name),
    /// `first`: only before all others
    First,
    /// `any number`
    Any,
}
