//! Stacks: packets go on top or below, and leave. Each packet has the players who know it.

use super::asm::{Asm, piece};
use tavola_core::code::{
    End, Entry, Expr, HEAD, Move, MoveWhat, Op, OrderKind, PlaceCell, PlaceFamily, SeenBy, Seers, Set, Slot,
    StoredOrder,
};
use tavola_core::vm::FaultKind;

/// Number of sorts.
const SORTS: u32 = 5;
/// Maximum number of things in a stack.
const ROOM: u32 = 6;
/// Words of a stack.
const STACK: u32 = SORTS + HEAD as u32 + ROOM;
/// The first words of the hands and of the two stacks, and the word that joins moves.
const HANDS: Slot = 2;
const STACKS: Slot = HANDS + 4 * SORTS;
const BEGUN: Slot = STACKS + 2 * STACK;

/// Four hands with two things of each sort: player n sees hand n, the last one is everybody else. Two stacks that nobody sees: the first
/// has one thing of the third sort and two of the last sort in its middle.
fn table() -> Asm {
    let mut asm = Asm::new((BEGUN - 1) as usize);
    let who = asm.expr(Expr::Reg(0));
    let own =
        Seers { seers: vec![SeenBy { who: Some(who), one: true, when: None }], index_regs: 0, dims: vec![(0, 4)] };
    let order = StoredOrder { how: OrderKind::Stack, room: ROOM };
    let family = |first, count, stored_order, sight| PlaceFamily {
        place: 0,
        first,
        count,
        offsets: (0..SORTS as u16).map(Some).collect(),
        holds: Set::below(SORTS as usize),
        order: (0..SORTS).collect(),
        limits: Vec::new(),
        stored_order,
        sight,
    };
    let hands = (0..4).map(|index| PlaceCell { family: 0, index, base: HANDS + SORTS * index });
    let stacks = (0..2).map(|index| PlaceCell { family: 1, index, base: STACKS + STACK * index });
    let layout = &mut asm.p.layout;
    layout.cells = hands.chain(stacks).collect();
    layout.families = vec![family(0, 4, None, own), family(4, 2, Some(order), Seers::default())];
    layout.pieces = (0..SORTS).map(|index| piece(index, 20)).collect();
    asm.p.start[HANDS as usize..STACKS as usize].fill(2);
    asm.p.start[STACKS as usize + 2] = 1;
    asm.p.start[STACKS as usize + 4] = 2;
    asm
}

/// Moves a thing from one place to another. It can join the packet moved before.
fn carry(asm: &mut Asm, thing: i32, [from, to]: [i32; 2], end: Option<End>, joins: bool) {
    let [one, thing, from, to] = [1, thing, from, to].map(|word| asm.expr(Expr::Const(word)));
    asm.assign(BEGUN, i32::from(joins));
    let what = MoveWhat::Exactly(one, thing);
    asm.p.moves.push(Move { what, from: Some(from), to, end, begun: Some(BEGUN), sure: false });
    asm.op(Op::Move(asm.p.moves.len() as u32 - 1));
}

/// A stack from the top down: each packet with its knowers (one bit for each), `..` for the middle.
fn shown(words: &[i32], stack: u32) -> String {
    let words = &words[(STACKS + STACK * stack + SORTS) as usize..][..HEAD + ROOM as usize];
    let (top, all) = (words[0] as usize, (words[0] + words[1]) as usize);
    let mut shown = String::new();
    for (at, &word) in words[HEAD..][..all].iter().enumerate() {
        let entry = Entry(word);
        shown.push_str(if at == top { " .." } else { "" });
        if entry.begins() {
            shown.push_str(&format!(" {}:", entry.knowers()));
        }
        shown.push_str(&entry.piece().map_or(String::new(), |piece| piece.to_string()));
    }
    assert!(words[HEAD + all..].iter().all(|word| *word == 0), "unused words are 0: {words:?}");
    shown.trim().to_owned()
}

/// Both stacks after the moves.
fn stacks(asm: &Asm) -> Result<[String; 2], FaultKind> {
    let mut asm = Asm { p: asm.p.clone() };
    asm.op(Op::Over);
    let (mut machine, mut state) = asm.ready();
    machine.run(&asm.p, &mut state).map_err(|fault| fault.kind)?;
    Ok([0, 1].map(|stack| shown(state.words(), stack)))
}

#[test]
fn packets_arrive_and_leave() {
    let mut asm = table();
    let (first, second) = (4, 5);
    for (end, thing, hand, joins) in [
        (End::Bottom, 3, 0, false),
        (End::Bottom, 2, 0, true),
        (End::Top, 1, 1, false),
        (End::Top, 0, 2, false),
        (End::Bottom, 2, 3, false),
    ] {
        carry(&mut asm, thing, [hand, first], Some(end), joins);
    }
    let after = |asm: &Asm| stacks(asm).expect("there is room");
    assert_eq!(after(&asm), ["4:0 2:1 .. 1:23 8:2", ""]);
    carry(&mut asm, 4, [first, second], None, false);
    assert_eq!(after(&asm), ["4:0 2:1 .. 1:23 8:2", "0:4"], "it lay in the middle");
    carry(&mut asm, 1, [first, second], None, false);
    assert_eq!(after(&asm), ["4:0 .. 1:23 8:2", "2:1 0:4"], "the knowers of a single thing know what left");
    carry(&mut asm, 2, [first, second], None, false);
    assert_eq!(after(&asm), ["4:0 .. 1:23 8:2", "0:2 2:1 0:4"], "the one in the middle leaves first");
    carry(&mut asm, 2, [first, second], None, false);
    assert_eq!(after(&asm), ["4:0 .. 0:3 8:2", "0:2 0:2 2:1 0:4"], "nobody knows which of the two it was");
    carry(&mut asm, 4, [first, second], None, false);
    assert_eq!(after(&asm), ["4:0 0:3 8:2", "0:4 0:2 0:2 2:1 0:4"], "the middle is empty");
}

#[test]
fn a_joined_packet_is_known_to_players_who_saw_all_of_it() {
    let mut asm = table();
    for (thing, hand, joins) in [(1, 2, false), (0, 2, true), (3, 0, false), (4, 1, true)] {
        carry(&mut asm, thing, [hand, 5], Some(End::Top), joins);
    }
    assert_eq!(stacks(&asm), Ok(["".to_owned(), "0:34 4:01".to_owned()]));
}

#[test]
fn a_full_stack_is_a_fault() {
    let mut asm = table();
    for at in 0..ROOM as i32 {
        carry(&mut asm, at / 2, [at % 2, 5], None, true);
    }
    assert_eq!(stacks(&asm), Ok(["".to_owned(), "0:001122".to_owned()]));
    carry(&mut asm, 3, [0, 5], None, true);
    assert_eq!(stacks(&asm), Err(FaultKind::Full));
}
