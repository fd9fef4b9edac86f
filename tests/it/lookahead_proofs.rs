//! Proofs of the lowering about options: a proved action is never tried, and some questions decide at once that no option can be
//! finished. Each proof has a similar counterexample that must not be proved.

use std::sync::Arc;

use tavola::text::Sources;
use tavola_core::check;
use tavola_core::code::{Ask, AskPart, Op, Program};
use tavola_core::lower::{Choices, SetUpContext};
use tavola_core::vm::{FaultKind, Machine, Options, State, Waiting};
use tavola_syntax::syntax;

const BOX: &str = r#"
game shop "Shop" for 2 players

kind Good
  | id    | name    | copies | price | needs |
  | bread | "bread" | 4      | 2     | -     |
  | wine  | "wine"  | 3      | 3     | 1 bread |
  | silk  | "silk"  | 3      | 5     | 1 bread, 1 wine |

components
  | component | count     | start |
  | Good      | copies    | stall |
  | gem       | 4         | stall |
  | coin      | unlimited | bank  |
  | marker    | 4         | tray  |
  | pin       | 3         | tray  |
  | peg       | 4         | tray  |
  | flag[Player] | 2      | tray  |

places
  | place         | holds     | limit |
  | tray          | marker, pin, peg, flag | |
  | pole[Player]  | flag      | 1     |
  | spot[Player]  | marker, pin, peg | 2 |
  | drawer        | peg       |       |
  | stall         | Good, gem |       |
  | shelf[Player] | Good, gem |       |
  | chest         | Good      | 2     |
  | cellar        | Good, gem | 1 gem |
  | attic         | Good, gem |       |
  | bank          | coin      |       |
  | purse[Player] | coin      |       |

track worth[Good] 0..9 start 1
track mood[Good] -5..5 start 0

play
  each p in Player: p gains 5 coin
  each p in Player: move 1 flag[p] from tray to pole[p]
  move 1 peg from tray to spot[seat(1)]
  move 2 pin from tray to spot[seat(2)]
  SENTENCES
  each p in Player: p does trading

rule stock(p in Player)
  each g in Good: move 1 g from stall to shelf[p]
  move 1 gem from stall to shelf[p]

menu trading "What do you do?"
  until: done "nothing"

winner p in Player by most coin at purse[p]
"#;

/// Sentences before the trading, which make these positions: as printed; goods on each shelf; an empty stall; little money; no silk at
/// the stall; one good on one shelf; two goods on one shelf; a full chest and a full cellar.
const POSITIONS: [&str; 8] = [
    "",
    "each p in Player: stock(p)",
    "each p in Player: stock(p)\n  move all from stall to attic",
    "each p in Player: stock(p)\n  each p in Player: move 3 coin from purse[p] to bank",
    "each p in Player: stock(p)\n  move 1 silk from stall to attic",
    "move 1 bread from stall to shelf[seat(1)]\n  move 1 wine from stall to chest",
    "move 1 bread from stall to shelf[seat(1)]\n  move 1 wine from stall to shelf[seat(1)]",
    "each p in Player: stock(p)\n  move 1 bread from stall to chest\n  move 1 wine from stall to chest\n  move 1 gem from stall to cellar",
];

fn program(action: &str) -> Program {
    program_of(BOX, action)
}

fn program_of(text: &str, action: &str) -> Program {
    lowered(&text.replace("SENTENCES", ""), action).0
}

/// The program, and the same program without proofs.
pub(crate) fn lowered(text: &str, action: &str) -> (Program, Program) {
    let text = format!("{text}\n{action}\n");
    let mut sources = Sources::new();
    let source = sources.add("shop.tavola", text);
    let parsed = syntax::parse(&sources, source);
    let checked = check::check(&vec![parsed.file].into(), None);
    let found: Vec<&str> = checked.diagnostics.iter().map(|found| found.message.as_str()).collect();
    let book = Arc::new(checked.rulebook.unwrap_or_else(|| panic!("{found:?}\n{action}")));
    let seats = vec!["anna".to_string(), "ben".to_string()];
    let choices = Arc::new(Choices { seats, titles: Vec::new(), settings: printed(&book, 2) });
    let set_up_context = SetUpContext::new(&book, &choices);
    let [program, plain] = [set_up_context.lower(&book, book.play), set_up_context.lower_plainly(&book, book.play)]
        .map(|lowered| lowered.unwrap_or_else(|found| panic!("{found:?}\n{action}")).program);
    (program, plain)
}

/// The options of the first question, or all that its conditions allow. None if listing them takes more tries.
pub(crate) fn asked(program: &Program, tries: u64, allowed: bool) -> Option<Vec<Vec<i32>>> {
    match listed(program, tries, allowed) {
        Ok(options) => Some(options),
        Err(FaultKind::Search) => None,
        Err(fault) => panic!("{fault:?}"),
    }
}

fn listed(program: &Program, tries: u64, allowed: bool) -> Result<Vec<Vec<i32>>, FaultKind> {
    let mut machine = Machine::new(program);
    let mut state = State::from_words(program.start.clone());
    let mut options = Options::default();
    machine.budgets(100_000, tries);
    let listed = machine.run(program, &mut state).and_then(|pending| match pending {
        Waiting::Choice { ask, .. } if allowed => machine.offered(program, &state, ask, &mut options),
        Waiting::Choice { ask, .. } => machine.options(program, &state, ask, &mut options),
        other => panic!("{other:?}"),
    });
    listed.map(|()| options.iter().map(<[i32]>::to_vec).collect()).map_err(|fault| fault.kind)
}

/// The result for an action in one position.
struct Offered {
    /// True if its conditions allowed an option.
    allowed: bool,
    /// True if all allowed options can be finished.
    all: bool,
    /// True if the program had to try an option.
    looked: bool,
}

/// The results of an action in each position that allows it. The program without proofs must offer the same options.
fn offered(action: &str) -> impl Iterator<Item = Offered> {
    let at = move |start: &&str| {
        let text = BOX.replace("SENTENCES", start);
        let (program, plain) = lowered(&text, action);
        let (found, all) = (asked(&program, 1000, false), asked(&plain, 1000, true).expect("nothing is tried"));
        assert_eq!(found, asked(&plain, 1000, false), "{start}\n{action}");
        let looked = asked(&program, 0, false).is_none();
        Offered { allowed: all.len() > 1, all: found == Some(all), looked }
    };
    POSITIONS.iter().map(at).filter(|offered| offered.allowed)
}

/// None if the program always has to try the action. Otherwise, whether the question always decides it without a try.
fn decided(action: &str) -> Option<bool> {
    let offered: Vec<Offered> = offered(action).collect();
    match (offered.iter().any(|one| one.looked), offered.iter().all(|one| one.looked)) {
        (_, true) => None,
        (looked, false) => Some(!looked),
    }
}

/// Wherever the action is offered it can be finished, and nothing is tried.
fn proved(action: &str) {
    let offered: Vec<Offered> = offered(action).collect();
    assert!(!offered.is_empty(), "never offered:\n{action}");
    assert!(offered.iter().all(|one| one.all && !one.looked), "not proved:\n{action}");
}

/// In some position the action is tried, or it is refused although its conditions hold.
fn open(action: &str) {
    assert!(offered(action).any(|one| !one.all || one.looked), "proved:\n{action}");
}

#[test]
fn a_chosen_thing_can_be_moved_once() {
    proved("action a(c in shelf[you]) of trading \"{c}\"\n  effect: move c from shelf[you] to stall");
    open("action a(c in shelf[you]) of trading \"{c}\"\n  effect: move c from stall to shelf[you]");
    open("action a(c in shelf[you]) of trading \"{c}\"\n  effect: move 2 c from shelf[you] to stall");
    open(
        "action a(c in shelf[you]) of trading \"{c}\"\n  effect: move c from shelf[you] to stall\n          move c from shelf[you] to cellar",
    );
    open("action a(p in Player, c in shelf[you]) of trading \"{p} {c}\"\n  effect: move c from shelf[p] to stall");
}

#[test]
fn chosen_things_may_have_moved_since() {
    let boundless = BOX.replace("| 2     |", "|       |").replace("| 1 gem |", "|       |");
    assert!(!boundless.contains("| 1 gem"));
    let action = "action a of trading\n  choose: any of shelf[you] as gone\n  effect: move all from shelf[you] to stall\n          move gone from shelf[you] to cellar";
    let program = program_of(&boundless, action);
    let last = program.ops.iter().rposition(|op| matches!(op, Op::Move(_))).expect("there are moves");
    assert!(program.can_fail_from[last], "the last move is marked as can_fail_from");
}

#[test]
fn proofs_follow_parameters_of_a_rule() {
    let hand = "rule hand(p in Player, g in Good, from_where: place)\n  move g from from_where to shelf[p]\n";
    let head = format!("{hand}\naction a(g in Good) of trading \"{{g}}\"\n  when: g at shelf[you] > 0");
    proved(&format!("{head}\n  effect: hand(left(you), g, shelf[you])"));
    open(&format!("{head}\n  effect: hand(left(you), g, stall)"));
    open(&format!("{head}\n  effect: hand(left(you), g, shelf[left(you)])"));
}

#[test]
fn a_target_without_a_limit_is_proved() {
    let head = "action a(g in Good) of trading \"{g}\"\n  when: g at shelf[you] > 0";
    proved(&format!("{head}\n  effect: move g from shelf[you] to cellar"));
    open(&format!("{head}\n  effect: move g from shelf[you] to chest"));
    // One of the things may be a gem, and the cellar takes only one gem.
    open("action a(c in shelf[you]) of trading \"{c}\"\n  effect: move c from shelf[you] to cellar");
}

#[test]
fn unlimited_supplies_are_proved() {
    proved("action a(c in Good) of trading \"{c}\"\n  effect: you gains c.price coin");
    proved("action a(c in Good) of trading \"{c}\"\n  effect: you gains c.price / 2 rounded up coin");
    open("action a(c in Good) of trading \"{c}\"\n  effect: you gains c.price - 3 coin");
    open("action a(c in Good) of trading \"{c}\"\n  effect: move 1 gem from stall to shelf[you]");
}

#[test]
fn a_condition_proves_the_supply() {
    let take = "effect: move g from stall to shelf[you]";
    proved(&format!("action a(g in Good) of trading \"{{g}}\"\n  when: g at stall > 0\n  {take}"));
    open(&format!("action a(g in Good) of trading \"{{g}}\"\n  when: g at stall > 0 or g is silk\n  {take}"));
    open(&format!("action a(g in Good) of trading \"{{g}}\"\n  when: wine at stall > 0\n  {take}"));
    open(&format!("action a(g in Good) of trading \"{{g}}\"\n  when: g at stall >= 0\n  {take}"));
    proved(
        "action a(g in Good, n in 1..3) of trading \"{g} {n}\"\n  when: n <= g at stall\n  effect: move n g from stall to shelf[you]",
    );
    open(
        "action a(g in Good, n in 1..3) of trading \"{g} {n}\"\n  when: n <= g at stall + 1\n  effect: move n g from stall to shelf[you]",
    );
    open(
        "action a(g in Good, n in 1..3, m in 1..3) of trading \"{g} {n} {m}\"\n  when: n <= g at stall\n  effect: move m g from stall to shelf[you]",
    );
}

#[test]
fn a_cost_can_be_paid_once() {
    proved("action a(g in Good) of trading \"{g}\"\n  cost: g.price coin");
    proved("action a(g in Good) of trading \"{g}\"\n  cost: g.price coin, if g is silk");
    open("action a(g in Good) of trading \"{g}\"\n  cost: g.price coin, if g is silk\n  effect: you pays 1 coin");
    open("action a(g in Good) of trading \"{g}\"\n  cost: g.price coin\n  effect: move 1 coin from purse[you] to bank");
    open(
        "action a(g in Good) of trading \"{g}\"\n  cost: g.price coin\n  effect: move 1 coin from purse[left(you)] to bank",
    );
}

#[test]
fn amounts_of_several_goods_can_be_paid_once() {
    proved("action a(g in Good) of trading \"{g}\"\n  cost: g.needs Good from shelf[you] to stall");
    open(
        "action a(g in Good) of trading \"{g}\"\n  cost: g.needs Good from shelf[you] to stall\n  effect: move 1 bread from shelf[you] to stall",
    );
    open("action a(g in Good) of trading \"{g}\"\n  cost: g.needs Good from shelf[you] to chest");
}

/// True if the question of the action has a necessary condition.
fn has_necessary_condition(action: &str, part: AskPart) -> bool {
    let program = program(action);
    let is_asked = |ask: &&Ask| ask.part == part && !ask.arms.iter().any(|arm| arm.begins) && ask.who.is_some();
    program.asks.iter().find(is_asked).expect("the action asks").necessary.is_some()
}

#[test]
fn a_bag_that_cannot_be_extended_is_pruned() {
    let lot = |value: &str, condition: &str| {
        format!(
            "action a of trading \"buy\"\n  choose: 1..3 of Good at stall as lot \"Which?\"\n  let: fee = sum of {value} for x in lot\n  {condition}\n  effect: move lot from stall to shelf[you]"
        )
    };
    assert!(has_necessary_condition(&lot("x.price", "cost: fee coin"), AskPart::Bag));
    assert!(has_necessary_condition(&lot("worth[x]", "cost: fee coin"), AskPart::Bag));
    assert!(has_necessary_condition(&lot("x.price", "when: count of lot < 3 and fee <= 7"), AskPart::Bag));
    assert!(!has_necessary_condition(&lot("mood[x]", "cost: fee coin"), AskPart::Bag), "it may become cheaper");
    assert!(
        !has_necessary_condition(&lot("x.price", "when: fee >= 5"), AskPart::Bag),
        "a larger bag may be worth enough"
    );
    assert!(!has_necessary_condition(&lot("x.price", "when: fee is 7"), AskPart::Bag));
}

#[test]
fn conditions_independent_of_the_answer_are_tested_first() {
    let into = |what: &str| {
        format!(
            "action a(g in Good) of trading \"{{g}}\"\n  choose: h in Good where h is not g \"Which?\"\n  cost: 1 {what} from stall to shelf[you]"
        )
    };
    assert!(has_necessary_condition(&into("g"), AskPart::Whole));
    assert!(!has_necessary_condition(&into("h"), AskPart::Whole), "that is what is asked");
}

#[test]
fn needs_of_the_effect_are_tested_at_the_question() {
    let head = "action a(g in Good) of trading \"{g}\"";
    let give = "when: g at shelf[you] > 0\n  effect: move g from shelf[you] to stall";
    assert_eq!(decided(&format!("{head}\n  effect: move g from stall to shelf[you]")), Some(true));
    assert_eq!(decided(&format!("{head}\n  {give}\n          move 1 gem from stall to shelf[you]")), Some(true));
    // The good that was moved there first may be the one that is needed.
    assert_eq!(
        decided(&format!("{head}\n  {give}\n          move 1 bread from stall to shelf[left(you)]")),
        Some(false)
    );
    assert_eq!(decided(&format!("{head}\n  {give}\n          move g from stall to chest")), Some(false));
    // The first move may take the last bread.
    let two_moves = "effect: move g from stall to shelf[you]\n          move 1 bread from stall to shelf[you]";
    assert_eq!(decided(&format!("{head}\n  {two_moves}")), None);
}

#[test]
fn needs_of_one_branch_do_not_bind_the_other() {
    let head = "action a(g in Good) of trading \"{g}\"";
    let gem = "move 1 gem from stall to shelf[you]";
    assert_eq!(decided(&format!("{head}\n  effect: if g at stall > 1: {gem}")), Some(true));
    let both = format!("if g at stall > 1: {gem}\n          else: {gem}");
    assert_eq!(decided(&format!("{head}\n  effect: {both}")), Some(true));
    // A need of all branches is tested before they part, at any depth.
    let room = "require gem at stall > 0";
    let asked = |sentences: &str| decided(&format!("{head}\n  effect: {sentences}"));
    let (many, other) = ("worth[g] < 5", "mood[g] < 3");
    let parted = |last: &str| format!("if {many}\n            if {other}: {room}\n            else: {last}");
    assert_eq!(asked(&parted(room)), Some(true));
    assert_eq!(asked(&format!("{}\n          else: {room}", parted(room))), Some(true));
    assert_eq!(asked(&format!("{}\n          if {many}: {room}", parted("say \"no\""))), Some(true));
    assert_eq!(asked(&format!("{}\n          else: {room}", parted("say \"no\""))), Some(false), "wanted for nothing");
    // The branch is not known before the first move.
    let moved = format!(
        "when: g at shelf[you] > 0\n  effect: move g from shelf[you] to stall\n          if g at stall > 2: {gem}"
    );
    assert_eq!(decided(&format!("{head}\n  {moved}")), Some(false));
}

#[test]
fn a_question_in_the_effect_needs_an_option() {
    let buy = |whose: &str, rest: &str| {
        format!(
            "action a(g in Good) of trading \"{{g}}\"\n  cost: g.price coin\n  effect: pick({whose})\n\nrule pick(p in Player)\n  p chooses h in Good where h at stall > 0 \"Which?\"\n  move h from stall to shelf[p]{rest}\n"
        )
    };
    assert_eq!(decided(&buy("you", "")), Some(true));
    assert_eq!(decided(&buy("you", "\n  move 1 gem from stall to shelf[p]")), Some(true));
    // The search ends where another player is asked.
    assert_eq!(decided(&buy("left(you)", "")), Some(false));
    assert_eq!(decided(&buy("you", "\n  move h from stall to shelf[p]")), None, "it may have been the last");
}

#[test]
fn an_empty_place_has_room() {
    let head = "action a(g in Good) of trading \"{g}\"\n  when: g at shelf[you] > 0";
    proved(&format!("{head}\n  when: chest is none\n  effect: move g from shelf[you] to chest"));
    open(&format!(
        "{head}\n  when: stall is none\n  effect: move g from shelf[you] to stall\n          move g from stall to chest"
    ));
    let other = "\n  when: wine at stall > 0\n  when: chest is none\n  effect: move 1 wine from stall to chest";
    open(&format!("{head}{other}\n          move g from shelf[you] to chest"));
}

#[test]
fn room_is_tested_at_the_question() {
    let head = "action a(g in Good) of trading \"{g}\"\n  when: g at shelf[you] > 0";
    assert_eq!(decided(&format!("{head}\n  effect: move g from shelf[you] to chest")), Some(true));
    // The choice may be a gem or another good. Only a gem needs room.
    let any = "action a(c in shelf[you]) of trading \"{c}\"\n  effect: move c from shelf[you] to cellar";
    assert_eq!(decided(any), Some(false));
    // An earlier move takes room.
    let two = "effect: move 1 gem from stall to shelf[you]\n          move 1 wine from stall to chest";
    assert_eq!(decided(&format!("{head}\n  {two}\n          move g from shelf[you] to chest")), None);
}

#[test]
fn an_emptied_place_has_room() {
    let head = "action a(g in Good) of trading \"{g}\"\n  when: g at shelf[you] > 0";
    let into = "move g from shelf[you] to chest";
    proved(&format!("{head}\n  effect: move all from chest to stall\n          {into}"));
    open(&format!("{head}\n  effect: move all from attic to stall\n          {into}"));
    open(&format!("{head}\n  effect: move all wine from chest to stall\n          {into}"));
    open(&format!(
        "{head}\n  effect: move all from chest to stall\n          move 2 bread from stall to chest\n          {into}"
    ));
}

#[test]
fn a_supply_for_all_places_never_runs_out() {
    let refill = |before: &str, piece: &str| {
        format!(
            "action a of trading \"anew\"\n  effect: {before}each p in Player\n            move all from spot[p] to tray\n            move 2 {piece} from tray to spot[p]"
        )
    };
    proved(&refill("", "marker"));
    open(&refill("", "pin"));
    open(&refill("move 1 peg from tray to drawer\n          ", "peg"));
    open(&refill("", "marker").replace("move 2 marker", "move 3 marker"));
}

#[test]
fn other_iterations_use_up_the_supply() {
    let each = |lines: &str| {
        format!(
            "action a of trading \"round\"\n  when: wine at stall > 0\n  when: bread at stall > 0\n  effect: each p in Player{lines}"
        )
    };
    open(&each("\n            move 1 wine from stall to shelf[p]\n            move 1 bread from stall to attic"));
    open(&each("\n            move all wine from stall to shelf[p]\n            move 1 bread from stall to attic"));
    proved(&each(
        "\n            move all wine from stall to shelf[p]\n            move all bread from shelf[p] to attic",
    ));
    // Other iterations also use up the room in a place.
    open(&each("\n            move all wine from attic to stall\n            move 2 marker from tray to spot[you]"));
}

#[test]
fn nothing_is_taken_from_a_place_without_it() {
    let swap = |when: &str| {
        format!(
            "action a(g in Good) of trading \"{{g}}\"\n  when: {when}\n  effect: move all from shelf[left(you)] to stall\n          move g from shelf[you] to stall"
        )
    };
    proved(&swap("g at shelf[you] is 1 and g at shelf[left(you)] is 0"));
    assert_eq!(decided(&swap("g at shelf[you] is 1")), None, "it may have been taken");
    assert_eq!(decided(&swap("g at shelf[you] is 1 and g at attic is 0")), None);
    open(&swap("g at shelf[you] is 0 and g at shelf[left(you)] is 0"));
}

/// A spot holds two things. With two pins there it has no peg, so no peg was taken.
#[test]
fn a_full_place_has_no_other_thing_to_take() {
    let swap = |when: &str| {
        format!(
            "action a(q in Player) of trading \"{{q}}\"\n  when: {when}\n  effect: move all from spot[q] to tray\n          move 1 peg from spot[you] to tray"
        )
    };
    proved(&swap("peg at spot[you] > 0 and pin at spot[q] is 2"));
    proved(&swap("peg at spot[you] > 0 and pin at spot[q] >= 2"));
    open(&swap("peg at spot[you] > 0 and pin at spot[q] > 0"));
    open(&swap("peg at spot[you] > 0 and peg at spot[q] > 0"));
    open(&swap("peg at spot[you] > 0 and pin at spot[left(q)] is 2"));
}

/// With two players, the left neighbour of the left neighbour is the player itself.
#[test]
fn things_of_different_players_differ() {
    let swap = |whose: &str| {
        format!(
            "action a(q in Player) of trading \"{{q}}\"\n  when: flag[you] at pole[you] is 1 and flag[{whose}] at pole[q] is 1\n  effect: move all from pole[q] to tray\n          move 1 flag[you] from pole[you] to tray"
        )
    };
    proved(&swap("left(you)"));
    proved(&swap("left(left(left(you)))"));
    open(&swap("left(left(you))"));
    open(&swap("q"));
}

#[test]
fn a_set_of_two_has_a_pair() {
    let two = |count: &str, pair: &str| {
        format!(
            "define goods(p in Player) = {{g in Good where g at shelf[p] > 0}}\n\naction a of trading \"two\"\n  when: count of goods(you) >= {count}\n  effect: show(you)\n\nrule show(p in Player)\n  let owned = goods(p)\n  p chooses g in owned, h in owned where {pair} \"Which?\"\n  move g from shelf[p] to stall\n  move h from shelf[p] to stall\n"
        )
    };
    proved(&two("2", "g.number < h.number"));
    proved(&two("2", "g is not h"));
    open(&two("1", "g.number < h.number"));
    open(&two("2", "g.number + 1 < h.number"));
    open(&two("2", "g.number <= h.number"));
}

/// A sentence that only reports something, under a condition or for several players, is marked as such. No other sentence is.
/// The box with two more columns: `extra` is none for wine; `other` and `made` are members of `Good`, and none for wine.
fn with_columns() -> String {
    let columns = [
        ("| price | needs |", "extra | other | made |"),
        ("| 2     | -     |", "1 | bread | silk |"),
        ("| 3     | 1 bread |", "- | - | - |"),
        ("| 5     | 1 bread, 1 wine |", "3 | silk | silk |"),
    ];
    let text = columns.iter().fold(BOX.to_string(), |text, (row, more)| text.replace(row, &format!("{row} {more}")));
    text.replace("SENTENCES", POSITIONS[1])
}

#[test]
fn arithmetic_with_none_proves_nothing() {
    let effects = [
        "require wine.extra < 5",
        "let h = wine\n          require h.extra + 1 < 5",
        "let h = wine\n          require min(h.extra, 9) < 5",
        "let h = wine\n          if h.extra < 5: move gem from shelf[you] to stall\n          else: move 2 gem from shelf[you] to stall",
    ];
    for effect in effects {
        let action = format!("action a of trading \"a\"\n  when: gem at shelf[you] > 0\n  effect: {effect}");
        let (program, plain) = lowered(&with_columns(), &action);
        let listed = [&program, &plain].map(|program| listed(program, 1000, false));
        assert_eq!(listed, [Err(FaultKind::NoValue), Err(FaultKind::NoValue)], "{effect}");
    }
}

#[test]
fn a_track_without_a_top_takes_what_is_not_negative() {
    let text = with_columns().replace("track mood", "track fame[Player] 0..\ntrack mood");
    let tried = |number: &str| {
        let action = format!("action a(c in Good) of trading \"{{c}}\"\n  effect: you gains {number} fame");
        asked(&lowered(&text, &action).0, 0, false).is_none()
    };
    for number in
        ["max(c.price, 1)", "sum of x.price for x in Good where x is c", "max of x.price for x in Good", "c.extra"]
    {
        assert!(!tried(number), "{number}");
    }
    assert!(tried("max(c.price - 9, 0 - 1)") && tried("sum of (x.price - 3) for x in Good where x is c"));
}

#[test]
fn none_is_a_member_of_no_set() {
    // Wine and wine is allowed, but there is only one.
    let action = "action a(g in Good, h in Good) of trading \"{g} {h}\"\n  when: g at shelf[you] > 0 and h at shelf[you] > 0\n  when: g.other not in {x.made for x in Good} and h.other is none\n  effect: move g from shelf[you] to stall\n          move h from shelf[you] to stall";
    let (program, plain) = lowered(&with_columns(), action);
    let (offered, allowed) = (asked(&program, 1000, false), asked(&plain, 1000, true));
    assert_eq!(offered, asked(&plain, 1000, false));
    assert_eq!(allowed.map(|all| all.len()), offered.map(|some| some.len() + 1));
}

#[test]
fn sentences_that_only_report_are_marked() {
    let reports = |effect: &str| {
        let program = program(&format!("action look(g in Good) of trading\n  effect: {effect}"));
        program.ops.iter().filter(|op| matches!(op, Op::UnlessLogged(_))).count()
    };
    assert_eq!(reports("each p in Player where mood[g] > 0: say \"{p} looks\""), 1);
    assert_eq!(reports("if mood[g] > 0: say \"good\""), 1);
    assert_eq!(reports("say \"good\""), 0, "one sentence is left out as it is");
    assert_eq!(reports("each p in Player\n            say \"{p} looks\"\n            you gain 1 coin"), 0);
    assert_eq!(reports("if mood[g] > 0: you gain 1 coin"), 0);
}

/// The printed values of all settings.
fn printed(book: &tavola_core::ir::Rulebook, players: usize) -> Vec<i64> {
    let values = tavola_core::ir::settle(&book.settings, Some(players as i64), |_| None);
    values.into_iter().map(|value| value.expect("shipped settings have values")).collect()
}
