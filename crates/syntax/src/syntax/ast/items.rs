//! Syntax trees of items, which begin in column 1.
//! The fields of the small structs are documented by the example text above each struct.
#![allow(missing_docs)]

use std::collections::BTreeSet;

use super::{Always, Block, ChoicePhrase, DisplayRow, Expr, Name, Query, Test, Text, TextPart};
use crate::text::{SourceId, Span};

/// Syntax tree of one source.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct File {
    /// The source.
    pub source: Option<SourceId>,
    /// Items in order. Items with syntax errors are left out and reported.
    pub items: Vec<Item>,
    /// Comments, which are not part of the tree.
    pub comments: Vec<Span>,
    /// Ids of clauses that its lines and rows cite.
    pub citations: Vec<Span>,
    /// Comments that waive a finding.
    pub waivers: Vec<Waiver>,
    /// Words of everything that could not be parsed. They suppress follow-up findings about unknown names.
    pub unreadable: BTreeSet<String>,
    /// True if something in the box or a kind could not be parsed. Most findings about meaning would follow from that.
    pub gap: bool,
    /// True if a name could not be read where something is declared. Unknown names may be that one.
    pub nameless: bool,
    /// Items with tabs in their indentation, and formulas with lines that could not be read. Their meaning is not checked.
    pub distrusted: Vec<Span>,
    /// Rows of all tables. The findings about a row are one.
    pub rows: Vec<Span>,
}

/// A comment that accepts a finding of its line: `# fine: W0704 the bank is never empty`.
#[derive(Clone, PartialEq, Debug)]
pub struct Waiver {
    /// The comment.
    pub span: Span,
    /// The line before the comment, with its continuations. `None` if the comment stands alone.
    pub line: Option<Span>,
    /// Codes of the accepted findings.
    pub codes: Vec<Name>,
    /// Reason. Empty if none is given.
    pub reason: String,
}

/// An item with its citations.
#[derive(Clone, PartialEq, Debug)]
pub struct Item {
    /// Sort of item.
    pub kind: ItemKind,
    /// Prefix `change`, `replace` or `remove`, in variants.
    pub overlay: Option<Overlay>,
    /// Citations of the first line.
    pub cites: Vec<Name>,
    /// The first line.
    pub head: Span,
    /// The whole item.
    pub span: Span,
}

/// Relation of a variant's item to the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Overlay {
    /// `change settings`, `change action ride`: the named rows, cells or fields are replaced.
    Change,
    /// `replace rule score(t in Town)`: the whole item is replaced.
    Replace,
    /// `remove card feast`: the item is taken out.
    Remove,
}

/// Sort of item.
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
    /// `payoff p in Player = won[p]`
    Payoff { player: Param, value: Expr },
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

/// Body of a kind.
#[derive(Clone, PartialEq, Debug)]
pub enum KindBody {
    /// Rows: a row for each member, a column for each attribute.
    Rows(KindTable),
    /// `= Town + {road}`, `= {brown, blue}`
    Expr(Expr),
}

/// A table whose columns are only known to the checker (kinds), without the column `clause`.
#[derive(Clone, PartialEq, Debug)]
pub struct KindTable {
    pub columns: Vec<Name>,
    pub rows: Vec<KindRow>,
}

/// A row of a [`KindTable`].
pub type KindRow = RowOf<KindCell>;

/// A row of a `table` item: its keys and its values. A value is `None` if the cell is `-`.
#[derive(Clone, PartialEq, Debug)]
pub struct TableRow {
    /// Tests of each key. An empty list is `-`.
    pub tests: Vec<Vec<Test>>,
    pub values: Vec<Option<Expr>>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// A row with its citations.
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

/// Contents of a cell of a kind's table.
#[derive(Clone, PartialEq, Debug)]
pub enum CellKind {
    /// Empty, or `-`.
    None,
    /// Name in the first column: `hill`, `visit(t in Town)`.
    Member(Name, Vec<Param>),
    /// `"Old Mill"`
    Text(Text),
    /// `1 honey, 2 salt`: amounts and names. A single plain name or number is a [`CellKind::Expr`].
    Bag(Vec<(i64, Name)>),
    /// A number, word, pair or expression.
    Expr(Expr),
}

/// `grid: 8, 8`, `hexes: 11, 11, wrapped`
#[derive(Clone, PartialEq, Debug)]
pub struct Grid {
    /// True for hexagons, false for squares.
    pub hexes: bool,
    /// Number of columns, number of rows.
    pub sizes: Vec<Expr>,
    /// True if opposite sides are connected.
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
    /// A number, or the names `copies` or `unlimited`. `None` if an overlay leaves it unchanged.
    pub count: Option<Expr>,
    /// Place where all copies start, or a place for each copy.
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
    /// Viewers. Empty without the column: everybody sees it.
    pub seen: Vec<Seer>,
    pub cites: Vec<Name>,
    pub span: Span,
}

/// Order of the things in a place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// `heap`: no order
    Heap,
    /// `row`: positions
    Row,
    /// `stack`: last in, first out, known
    Stack,
    /// `shuffled`: no order until a thing leaves it
    Shuffled,
}

/// `4`, `3 inn`, `1 inn + cart`
#[derive(Clone, PartialEq, Debug)]
pub struct PlaceLimit {
    pub most: Expr,
    /// Components that the limit counts together. Empty for all things in the place.
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

/// `set of Player`, `list of number`, `list of number up to 200`, `bag of Good`, `yes or no`, `number`, `place`, `0..6`, `K or none`
#[derive(Clone, PartialEq, Debug)]
pub enum TypeExpr {
    /// `set of T`
    Set(Box<TypeExpr>, Span),
    /// `list of T`
    List(Box<TypeExpr>, Span),
    /// `list of T up to 200`: a type, and its capacity
    UpTo(Box<TypeExpr>, Box<Expr>),
    /// `bag of T`
    Bag(Box<TypeExpr>, Span),
    /// `yes or no`
    YesNo(Span),
    /// `number`
    Number(Span),
    /// `place`
    Place(Span),
    /// A kind or a range. True with `or none`.
    Of(Expr, bool),
}

/// `p in Player`, `n: number`, or (in hooks and overlays) just `p`
#[derive(Clone, PartialEq, Debug)]
pub struct Param {
    pub name: Name,
    pub ty: ParamType,
}

/// Domain of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum ParamType {
    /// `p in Player`, `c in links(site(rider))`
    In(Expr),
    /// `n: number`
    Of(TypeExpr),
    /// No domain given.
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
    /// `of turn, other_menu`. For a card, the kind.
    pub of: Vec<Name>,
    pub title: Option<Text>,
    /// `before pay_out(p, n)`, for an interrupt
    pub at: Option<RuleMoment>,
    /// Lines of the sheet, in order.
    pub fields: Vec<Field>,
}

/// `hook gift after pay_out(p, n) where keeper is single k` + `order: after tax` + sentences
#[derive(Clone, PartialEq, Debug)]
pub struct Hook {
    pub name: Name,
    /// `None` only if the hook is removed.
    pub at: Option<RuleMoment>,
    pub filter: Option<Expr>,
    /// `order: after tax, toll`
    pub order: Vec<Name>,
    pub body: Block,
}

/// `after pay_out(p, n)`: a moment of a rule, with names for the rule's parameters
#[derive(Clone, PartialEq, Debug)]
pub struct RuleMoment {
    pub when: When,
    pub rule: Name,
    pub params: Vec<Param>,
}

/// Moment of a rule at which woven code runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum When {
    /// `before`
    Before,
    /// `instead of`
    Instead,
    /// `after`
    After,
}

/// Sort of sheet.
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

/// Contents of a line of a sheet.
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
    /// Text of the question if the sheet is offered alone: its `question:`, or else its title if that has no holes.
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
    /// Amount.
    pub amount: Expr,
    /// Track or things to pay.
    pub of: Option<Expr>,
    pub from: Option<Expr>,
    pub to: Option<Expr>,
    /// `(true, c)`: `, if c`; `(false, c)`: `, unless c`
    pub when: Option<(bool, Expr)>,
}

/// Limit of a menu's action: number of times in one turn of the menu.
#[derive(Clone, PartialEq, Debug)]
pub enum LimitWord {
    /// `once`
    Once,
    /// `once per c`
    OncePer(Name),
    /// `first`: only before all other actions
    First,
    /// `any number`
    Any,
}
