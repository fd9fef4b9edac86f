//! Planes of a question that is answered part by part: the parts of a bag, an order or a division so far.

use tavola_core::code::{Ask, AskPart, ValueShape};
use tavola_core::lower::Lowered;

use crate::question::{Division, chosen_so_far};
use crate::view::Viewing;

use super::coding::{CodingAxes, most_copies};
use super::plane::{PlaneAxis, PlaneKind, Planes};
use super::values::{UNBOUNDED, ValueRows};

/// Positions of an order that have numbers.
const POSITIONS: usize = 32;

/// Planes of the parts so far, which only the asked player sees. All questions of one sort share them.
#[derive(Debug)]
pub(super) struct PartRows {
    piles: Option<PileRows>,
    chosen: Option<ChosenRows>,
    /// For each type of elements: its notation, the planes.
    orders: Vec<(u32, AskedOrderRows)>,
}

/// Planes of divisions: the thing that is asked about, and the things in each pile.
#[derive(Debug)]
struct PileRows {
    /// For each piece its column.
    column_of: Vec<Option<usize>>,
    thing: usize,
    piles: usize,
    /// Maximum number of piles.
    room: usize,
}

/// Plane of the things chosen of a bag.
#[derive(Debug)]
struct ChosenRows {
    first: usize,
    count: usize,
}

/// Planes of the elements of an order.
#[derive(Debug)]
struct AskedOrderRows {
    elements: ValueRows,
    positions: usize,
    length: usize,
}

impl PartRows {
    /// Planes of the questions of a set-up.
    pub(super) fn of(planes: &mut Planes, lowered: &Lowered) -> Self {
        let asks = || lowered.program.asks.iter().filter(|ask| ask.who.is_some());
        let is_bag = |ask: &Ask| matches!(ask.part, AskPart::Bag);
        let mut elements: Vec<u32> = asks().filter(|ask| ask.part == AskPart::Order).filter_map(element).collect();
        elements.sort_unstable();
        elements.dedup();
        Self {
            piles: PileRows::of(planes, lowered),
            chosen: asks().any(is_bag).then(|| ChosenRows::of(planes, lowered)),
            orders: elements
                .into_iter()
                .enumerate()
                .map(|(number, notation)| (notation, AskedOrderRows::of(planes, lowered, (number, notation))))
                .collect(),
        }
    }

    /// Writes the parts so far of the open question, for the asked player.
    pub(super) fn write(&self, viewing: &mut Viewing<'_>, ask: &Ask, out: &mut [f32]) {
        let (program, state) = (viewing.game.program(), viewing.state);
        let machine = &mut *viewing.eye.machine;
        if let (AskPart::Division(id), Some(rows)) = (ask.part, &self.piles) {
            if let Some(division) = Division::of(program, machine, state, id) {
                rows.write(&division, out);
            }
            return;
        }
        let Some(so_far) = chosen_so_far(program, ask) else { return };
        let Ok(words) = machine.words(program, state, so_far) else { return };
        if let (AskPart::Bag, Some(rows)) = (ask.part, &self.chosen) {
            out[rows.first..][..rows.count].iter_mut().zip(&words).for_each(|(out, &count)| *out = count as f32);
        }
        let notation = element(ask);
        if let (AskPart::Order, Some((_, rows))) =
            (ask.part, self.orders.iter().find(|(own, _)| Some(*own) == notation))
        {
            let elements = words.get(1..).unwrap_or(&[]);
            let count = usize::try_from(words[0]).unwrap_or(0).min(elements.len());
            out[rows.length] = count as f32;
            for (at, word) in elements[..count.min(rows.positions)].chunks_exact(1).enumerate() {
                rows.elements.write(at, word, out);
            }
        }
    }
}

/// Notation of the values that a question asks for one by one.
fn element(ask: &Ask) -> Option<u32> {
    ask.arms.iter().find_map(|arm| arm.types.first().copied())
}

impl PileRows {
    /// None if nothing is divided.
    fn of(planes: &mut Planes, Lowered { program, legend }: &Lowered) -> Option<Self> {
        let room = program.divides.iter().map(|divide| divide.room as usize).max()?;
        let mut column_of = vec![None; legend.pieces.len()];
        let mut divided: Vec<u32> = program.divides.iter().flat_map(|divide| divide.pieces.iter().copied()).collect();
        divided.sort_unstable();
        divided.dedup();
        divided.iter().enumerate().for_each(|(column, &piece)| column_of[piece as usize] = Some(column));
        let things = PlaneAxis::new("thing", divided.iter().map(|&piece| &legend.pieces[piece as usize].notation));
        let most = most_copies(&program.layout, divided.iter().map(|&piece| piece as usize));
        let thing = planes.add("asked.thing".to_owned(), PlaneKind::Part, vec![things.clone()], (0.0, 1.0));
        let axes = vec![things, PlaneAxis::new("pile", 1..=room)];
        let piles = planes.add("asked.piles".to_owned(), PlaneKind::Part, axes, (0.0, most));
        Some(Self { column_of, thing, piles, room })
    }

    fn write(&self, division: &Division<'_>, out: &mut [f32]) {
        if let Some(column) = division.next().and_then(|piece| self.column_of[piece as usize]) {
            out[self.thing + column] = 1.0;
        }
        let rows = division.matrix.chunks(division.room);
        for (&(piece, _), row) in division.lying.iter().zip(rows) {
            if let Some(column) = self.column_of[piece as usize] {
                let out = &mut out[self.piles + column * self.room..][..self.room];
                out.iter_mut().zip(row).for_each(|(out, &count)| *out = count as f32);
            }
        }
    }
}

impl ChosenRows {
    fn of(planes: &mut Planes, Lowered { program, legend }: &Lowered) -> Self {
        let things = PlaneAxis::new("thing", legend.pieces.iter().map(|piece| &piece.notation));
        let count = things.members.len();
        let most = most_copies(&program.layout, 0..count);
        let first = planes.add("asked.chosen".to_owned(), PlaneKind::Part, vec![things], (0.0, most));
        Self { first, count }
    }
}

impl AskedOrderRows {
    /// `number`: how many other types of elements have planes before.
    fn of(planes: &mut Planes, Lowered { program, legend }: &Lowered, (number, notation): (usize, u32)) -> Self {
        let coding = CodingAxes::of(legend, &program.layout, notation, ValueShape::Word, UNBOUNDED);
        let positions = coding.axes.first().map_or(POSITIONS, |axis| axis.members.len()).min(POSITIONS);
        let name = if number == 0 { "asked.order".to_owned() } else { format!("asked.order.{}", number + 1) };
        let axes = [PlaneAxis::positions(positions)];
        let elements = ValueRows::of(planes, (&name, PlaneKind::Part, &axes), coding, false);
        let length = planes.add(format!("{name}.length"), PlaneKind::Detail, Vec::new(), (0.0, f32::INFINITY));
        Self { elements, positions, length }
    }
}
