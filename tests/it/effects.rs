//! The effects that `code::effect` declares for an operation are those of the machine: random games run operation by operation. An
//! operation changes only words that it declares as written. With equal values of the declared reads, its results are equal.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

use tavola::text::Sources;
use tavola_core::check;
use tavola_core::code::effect::{Area, Does, Next, Pieces};
use tavola_core::code::{ExprId, Op, PC, Pc, Program, QueryId, Set, Slot};
use tavola_core::lower::{Choices, SetUpContext};
use tavola_core::vm::{Machine, Options, State};
use tavola_syntax::syntax;

/// Number of operations run per game.
const OPS: usize = 4000;

fn program(folder: &Path, players: usize) -> Program {
    let mut sources = Sources::new();
    let files = Sources::list(folder, "tavola").expect("rules can be listed");
    let files = files.iter().map(|path| {
        let source = sources.read_file(path).expect("rules can be read");
        syntax::parse(&sources, source).file
    });
    let files: Vec<_> = files.collect();
    let book = Arc::new(check::check(&files.into(), None).rulebook.expect("shipped rules are right"));
    let players = players.clamp(usize::from(book.players.0), usize::from(book.players.1));
    let values = tavola_core::ir::settle(&book.settings, Some(players as i64), |_| None);
    let settings = values.into_iter().map(|value| value.expect("shipped settings have values")).collect();
    let seats = (1..=players).map(|seat| format!("seat{seat}")).collect();
    let choices = Arc::new(Choices { seats, titles: Vec::new(), settings });
    SetUpContext::new(&book, &choices).lower(&book, book.play).expect("shipped rules can be lowered").program
}

/// The declared effects of an operation, as words of a state.
#[derive(Default)]
struct Said {
    reads: BTreeSet<Slot>,
    writes: BTreeSet<Slot>,
    may: BTreeSet<Slot>,
    /// It reads or writes words outside all areas.
    more: bool,
}

struct Sayer<'p> {
    p: &'p Program,
    said: Said,
    seen: BTreeSet<ExprId>,
}

impl Sayer<'_> {
    fn of(p: &Program, op: Op) -> Said {
        let mut sayer = Sayer { p, said: Said::default(), seen: BTreeSet::new() };
        op.uses(p, &mut |does| match does {
            Does::Value(e, _) => sayer.expr(*e),
            Does::Also(e, _) => sayer.expr(e),
            Does::Changes(set, _, member) => {
                sayer.expr(*set);
                sayer.expr(member);
            }
            Does::Over(query) => sayer.query(*query),
            Does::AlsoOver(query) => sayer.query(query),
            Does::Reads(area) => sayer.reads(area),
            Does::Writes(area) => {
                let all = !matches!(area, Area::OneOf { .. } | Area::Things { .. })
                    && !matches!(area, Area::Store(store) if p.stores[store as usize].index.is_some());
                let words = sayer.words(area);
                if all {
                    sayer.said.writes.extend(&words)
                }
                sayer.said.may.extend(words);
            }
            Does::MayWrite(area) => {
                let words = sayer.words(area);
                sayer.said.may.extend(words);
            }
            Does::Limits(pieces) => sayer.limits(pieces),
            Does::Needs(_) | Does::Goes(_) | Does::EndsExtent => {}
        });
        sayer.said
    }

    fn expr(&mut self, e: ExprId) {
        if !self.seen.insert(e) {
            return;
        }
        let (mut areas, mut parts) = (Vec::new(), Vec::new());
        self.p.each_area(e, &mut |area| areas.push(area));
        areas.into_iter().for_each(|area| self.reads(area));
        self.p.each_part(e, &mut |part| parts.push(part));
        parts.into_iter().for_each(|part| self.expr(part));
    }

    fn query(&mut self, query: QueryId) {
        let mut parts = Vec::new();
        for binder in &self.p.queries[query.index()].binders {
            binder.domain.each_area(&mut |area| self.reads(area));
        }
        self.p.each_part_of_query(query, &mut |part| parts.push(part));
        parts.into_iter().for_each(|part| self.expr(part));
    }

    fn reads(&mut self, area: Area) {
        let words = self.words(area);
        self.said.reads.extend(words);
    }

    fn limits(&mut self, pieces: Pieces) {
        let pieces = pieces.set(self.p, &mut |_| None);
        for limit in self.p.layout.families.iter().flat_map(|family| &family.limits) {
            if !limit.pieces.and(pieces).is_empty() {
                self.expr(limit.most);
                self.reads(Area::Things { cell: None, pieces: Pieces::These(limit.pieces) });
            }
        }
    }

    fn words(&mut self, area: Area) -> Vec<Slot> {
        let layout = &self.p.layout;
        match area {
            Area::Things { pieces, .. } => layout.words_of(pieces.set(self.p, &mut |_| None)),
            Area::Order(pieces) => {
                let pieces: Set = pieces.set(self.p, &mut |_| None);
                self.said.more |=
                    layout.families.iter().any(|all| all.stored_order.is_some() && !all.holds.and(pieces).is_empty());
                Vec::new()
            }
            Area::Unnamed => {
                self.said.more = true;
                Vec::new()
            }
            area => area.words(self.p).map(|(base, count)| (base..base + count).collect()).expect("it is words"),
        }
    }
}

/// The next operation from a position, if it is known without running the operation.
fn goes(p: &Program, machine: &mut Machine, s: &State, op: Op) -> Option<Pc> {
    let (words, next) = (s.words(), Pc(s.words()[PC] as u32 + 1));
    match (op.next(p), op) {
        (Next::On, _) => Some(next),
        (Next::To(to) | Next::Into(to, _), _) => Some(to),
        (Next::Back(ret), _) => Some(Pc(words[ret as usize] as u32)),
        (Next::Either(to), Op::Unless { holds, .. }) => {
            let holds = machine.word(p, s, holds).expect("no fault");
            Some(if holds != 0 { next } else { to })
        }
        (Next::Either(to), Op::EachNext { list, .. }) => {
            let [len, at] = [words[list as usize], words[list as usize + 1]];
            Some(if at < len { next } else { to })
        }
        (Next::Either(_) | Next::Answer(_) | Next::Nowhere, _) => None,
    }
}

/// The expressions that an operation reads, for a message.
fn inputs(p: &Program, op: Op) -> String {
    let mut open = Vec::new();
    op.uses(p, &mut |does| match does {
        Does::Value(e, _) | Does::Changes(e, ..) => open.push(*e),
        Does::Also(e, _) => open.push(e),
        _ => {}
    });
    let (mut lines, mut seen) = (String::new(), BTreeSet::new());
    while let Some(e) = open.pop().filter(|_| seen.len() < 60) {
        if seen.insert(e) {
            lines += &format!("\n{}: {:?}", e.0, p.exprs[e.index()]);
            p.each_part(e, &mut |part| open.push(part));
        }
    }
    lines
}

struct Walk<'p> {
    p: &'p Program,
    name: String,
    machine: Machine,
    /// An earlier position of the game.
    other: State,
    /// The declared effects of the operations so far.
    said: BTreeMap<usize, Said>,
    random: u64,
    checked: usize,
    twins: usize,
}

impl Walk<'_> {
    fn next_random(&mut self, below: usize) -> usize {
        self.random = self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) as usize % below
    }

    fn run(&mut self) {
        let (p, mut s) = (self.p, State::from_words(self.p.start.clone()));
        for at in 0..OPS {
            let pc = s.words()[PC] as usize;
            let op = p.ops[pc];
            if at % 97 == 0 {
                self.other = s.clone();
            }
            match (op, goes(p, &mut self.machine, &s, op)) {
                (Op::Over, _) => s = State::from_words(p.start.clone()),
                (Op::Ask(ask), _) => {
                    let mut options = Options::default();
                    self.machine.options(p, &s, ask, &mut options).expect("no fault");
                    let at = self.next_random(options.len());
                    self.machine.answer_with(p, &mut s, ask, &options, at).expect("no fault");
                }
                (_, Some(exit)) => {
                    let before = s.clone();
                    assert_eq!(self.machine.run_to(p, &mut s, exit).expect("no fault"), None, "{op:?} goes elsewhere");
                    self.compare(pc, &before, &s, exit);
                }
                (_, None) => {
                    self.machine.run(p, &mut s).expect("no fault");
                }
            }
        }
    }

    /// Compares the positions before and after an operation with its declared effects.
    fn compare(&mut self, pc: usize, before: &State, after: &State, exit: Pc) {
        let op = self.p.ops[pc];
        let said = self.said.entry(pc).or_insert_with(|| Sayer::of(self.p, op));
        self.checked += 1;
        if said.more {
            return;
        }
        let changed = |slot: &Slot| before.words()[*slot as usize] != after.words()[*slot as usize];
        let words = 1..before.words().len() as Slot;
        for slot in words.clone().filter(changed) {
            assert!(said.may.contains(&slot), "{}: {op:?} changes word {slot}, which it may not", self.name);
        }
        let mut twin = before.clone();
        for slot in words.clone().filter(|slot| !said.reads.contains(slot)) {
            twin.words_mut()[slot as usize] = self.other.words()[slot as usize];
        }
        let mut ran = twin.clone();
        self.machine
            .run_to(self.p, &mut ran, exit)
            .unwrap_or_else(|fault| panic!("{}: {op:?} reads more: {fault:?}{}", self.name, inputs(self.p, op)));
        self.twins += 1;
        for at in words.map(|slot| slot as usize) {
            let same = ran.words()[at] == after.words()[at];
            let kept = ran.words()[at] == twin.words()[at] && after.words()[at] == before.words()[at];
            let sure = said.writes.contains(&(at as Slot));
            assert!(
                same || kept && !sure,
                "{}: {op:?} reads more than it says: word {at} differs{}",
                self.name,
                inputs(self.p, op)
            );
        }
    }
}

#[test]
fn operations_have_their_declared_effects() {
    for (number, folder) in super::games().iter().enumerate() {
        let p = program(folder, 3);
        let other = State::from_words(p.start.clone());
        let name = folder.display().to_string();
        let machine = Machine::new(&p);
        let said = BTreeMap::new();
        let mut walk = Walk { p: &p, name, machine, other, said, random: number as u64, checked: 0, twins: 0 };
        walk.run();
        let Walk { checked, twins, .. } = walk;
        assert!(checked > OPS / 4 && twins > OPS / 8, "{}: {checked} operations, {twins} twice", folder.display());
    }
}
