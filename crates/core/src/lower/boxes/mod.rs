//! The declarations of one set-up: kinds, boards, components, places, tracks and memory. [`crate::lower::declare`] builds them;
//! then they are immutable, and all programs of the set-up share them.

pub(super) mod boards;
pub(super) mod directions;
pub(super) mod fields;

use std::sync::Arc;

use crate::code::{Set, Slot, ValueShape};
use crate::ir::{self, ComponentId, KindBody, KindId, Rulebook, Type};
use crate::lower::Choices;
use boards::BoardData;

/// All declarations of a set-up, with their numbers and words.
#[derive(Debug)]
pub(super) struct Boxes {
    pub(super) book: Arc<Rulebook>,
    pub(super) choices: Arc<Choices>,
    pub(super) kinds: Vec<KindData>,
    pub(super) boards: Vec<BoardData>,
    pub(super) components: Vec<ComponentData>,
    pub(super) places: Vec<PlaceData>,
    pub(super) tracks: Vec<VariableData>,
    pub(super) memory: Vec<VariableData>,
    /// Number of words of a state that all declarations take.
    pub(super) words: u32,
}

/// A component for this set-up.
#[derive(Clone, Debug, Default)]
pub(super) struct ComponentData {
    /// The number of its first piece.
    pub(super) first: u32,
    /// First value and size of each index. For a kind's prints the first index is the member.
    pub(super) dims: Vec<(i32, u32)>,
    /// Number of pieces (types of things).
    pub(super) count: u32,
    /// For each start place, the indexes that the rules fix.
    pub(super) starts: Vec<Vec<Option<i32>>>,
}

/// A row of the places for this set-up.
#[derive(Clone, Debug, Default)]
pub(super) struct PlaceData {
    /// The number of its first place.
    pub(super) first: u32,
    /// First value and size of each index.
    pub(super) dims: Vec<(i32, u32)>,
    /// Number of places.
    pub(super) count: u32,
}

/// A track or variable for this set-up.
#[derive(Clone, Debug)]
pub(super) struct VariableData {
    pub(super) base: Slot,
    pub(super) dims: Vec<(i32, u32)>,
    pub(super) count: u32,
    pub(super) shape: ValueShape,
}

/// A kind for this set-up.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct KindData {
    /// Number of members.
    pub(super) size: u32,
    /// The first member of each family.
    pub(super) families: Vec<u32>,
    /// First value and size of each parameter of each family.
    pub(super) dims: Vec<Vec<(i32, u32)>>,
    /// Each member as a member of the kind that declares it: that kind, and its number there.
    pub(super) leaves: Vec<(u32, u32)>,
}

impl Boxes {
    /// Declarations of which only the choices are filled in.
    pub(super) fn new(book: &Arc<Rulebook>, choices: &Arc<Choices>) -> Self {
        Self {
            book: Arc::clone(book),
            choices: Arc::clone(choices),
            kinds: Vec::new(),
            boards: Vec::new(),
            components: Vec::new(),
            places: Vec::new(),
            tracks: Vec::new(),
            memory: Vec::new(),
            words: 0,
        }
    }

    /// The member that a name in the lines of a board means. Names are numbered across all parts of a union.
    pub(super) fn node(&self, kind: KindId, name: u32) -> u32 {
        let (mut open, mut left) = (vec![(kind, 0)], name as usize);
        while let Some((kind, first)) = open.pop() {
            let families = &self.kinds[kind.index()].families;
            match &self.book.kinds[kind.index()].body {
                KindBody::Union(parts) => {
                    open.extend(parts.iter().zip(families).map(|(part, at)| (*part, first + at)).rev());
                }
                _ => match families.get(left) {
                    Some(at) => return first + at,
                    None => left -= families.len(),
                },
            }
        }
        0
    }

    /// All pieces of these components.
    pub(super) fn pieces_of(&self, components: &[ComponentId]) -> Set {
        components.iter().fold(Set::EMPTY, |set, id| {
            let data = &self.components[id.index()];
            (data.first..data.first + data.count).fold(set, |set, piece| set.with(piece as i32))
        })
    }

    /// The places where a piece starts.
    pub(super) fn start_cells(&self, piece: u32) -> Vec<u32> {
        let owns = |data: &ComponentData| (data.first..data.first + data.count).contains(&piece);
        let Some(component) = self.components.iter().position(owns) else { return Vec::new() };
        let data = &self.components[component];
        let values = split(piece - data.first, &data.dims);
        let places = &self.book.components[component].start.places;
        let start = |(start, fixed): (&ir::StartPlace, &Vec<Option<i32>>)| {
            let target = &self.places[start.place.index()];
            let mut at = 0;
            for ((axis, fixed), &(first, size)) in start.axes.iter().zip(fixed).zip(&target.dims) {
                let value = match (axis, fixed) {
                    (ir::StartIndex::Of(axis), None) => values[*axis as usize],
                    (_, fixed) => (*fixed)?,
                };
                let value = u32::try_from(value - first).ok().filter(|&value| value < size)?;
                at = at * size + value;
            }
            (at < target.count).then_some(target.first + at)
        };
        places.iter().zip(&data.starts).filter_map(start).collect()
    }

    /// The place, the number and the range of an index that the rules fix for a start, if it lies outside.
    pub(super) fn start_outside(&self, component: usize) -> Option<(String, i32, i32, i64)> {
        let places = &self.book.components[component].start.places;
        places.iter().zip(&self.components[component].starts).find_map(|(start, fixed)| {
            let dims = fixed.iter().zip(&self.places[start.place.index()].dims);
            let axes = self.book.places[start.place.index()].axes.iter();
            dims.zip(axes).find_map(|((fixed, &(first, size)), axis)| {
                let n = (*fixed)?;
                let last = i64::from(first) + i64::from(size) - 1;
                let outside = matches!(axis, ir::Axis::Numbers(..)) && (n < first || i64::from(n) > last);
                outside.then(|| (self.book.places[start.place.index()].name.clone(), n, first, last))
            })
        })
    }

    /// The first piece of the component that a kind of cards makes.
    pub(super) fn first_piece(&self, kind: ir::KindId, components: &[ir::ComponentId]) -> i32 {
        let own = components.iter().find(|id| self.book.components[id.index()].kind == Some(kind));
        own.map_or(0, |id| self.components[id.index()].first as i32)
    }

    /// Number of members of a family.
    pub(super) fn family_size(&self, kind: KindId, family: usize) -> u32 {
        let dims = self.kinds[kind.index()].dims.get(family);
        dims.map_or(0, |dims| dims.iter().fold(1u32, |n, dim| n.saturating_mul(dim.1)))
    }

    pub(super) fn family_members(&self, kind: KindId, family: u32) -> Vec<(u32, u32)> {
        let data = &self.kinds[kind.index()];
        let first = data.families.get(family as usize).copied().unwrap_or(0) as usize;
        let count = self.family_size(kind, family as usize) as usize;
        data.leaves.iter().skip(first).take(count).copied().collect()
    }

    /// The parameters of each member of a family, in order of the members.
    pub(super) fn family_params(&self, kind: KindId, family: usize) -> Vec<Vec<i32>> {
        let Some(dims) = self.kinds[kind.index()].dims.get(family) else { return Vec::new() };
        let count = dims.iter().fold(1u32, |n, dim| n.saturating_mul(dim.1)).min(Set::MOST as u32);
        (0..count).map(|at| split(at, dims)).collect()
    }

    /// The difference between the numbers of pieces and the numbers of the members that stand for them.
    pub(super) fn less_of(&self, member: &Type, bag: &Type) -> i32 {
        match (member, bag) {
            (Type::Member(kind), Type::Bag(components)) => self.first_piece(*kind, components),
            (Type::Option(inner), bag) => self.less_of(inner, bag),
            _ => 0,
        }
    }

    pub(super) fn element(&self, list: &Type) -> (u16, ValueShape) {
        match list {
            Type::List(inner) => (self.shape(inner).width() as u16, self.shape(inner)),
            Type::Option(inner) => self.element(inner),
            _ => (1, ValueShape::Word),
        }
    }

    /// The shape of values of a type.
    pub(super) fn shape(&self, ty: &ir::Type) -> ValueShape {
        use ir::Type;
        match ty {
            Type::Option(inner) => self.shape(inner),
            Type::Set(inner) => ValueShape::Set(self.domain(inner).div_ceil(32).clamp(1, 8) as u16),
            Type::List(inner) => {
                let element = self.shape(inner).width();
                let width = 1 + self.room(inner) * element;
                ValueShape::List { width: width.min(u32::from(u16::MAX)) as u16, element: element as u16 }
            }
            Type::Amounts(kind) => {
                let width = 1 + self.kinds[kind.index()].size;
                ValueShape::List { width: width.min(u32::from(u16::MAX)) as u16, element: 1 }
            }
            Type::Bag(_) => ValueShape::Bag(self.sorts() as u16),
            _ => ValueShape::Word,
        }
    }

    /// Number of pieces.
    fn sorts(&self) -> u32 {
        self.components.iter().map(|data| data.first + data.count).max().unwrap_or(0)
    }

    /// Number of places.
    fn cells(&self) -> u32 {
        self.places.iter().map(|data| data.first + data.count).max().unwrap_or(0)
    }

    /// Number of values of a type, as the size of a set of them.
    pub(super) fn domain(&self, ty: &ir::Type) -> u32 {
        match ty {
            ir::Type::Member(kind) => self.kinds[kind.index()].size,
            ir::Type::YesNo => 2,
            ir::Type::Option(inner) => self.domain(inner),
            ir::Type::Thing(_) => self.sorts(),
            ir::Type::Place => self.cells(),
            _ => 256,
        }
    }

    /// Maximum number of elements in a list of such values.
    pub(super) fn room(&self, ty: &ir::Type) -> u32 {
        match ty {
            ir::Type::Member(kind) => self.kinds[kind.index()].size.max(1),
            ir::Type::List(inner) | ir::Type::Set(inner) => self.room(inner),
            ir::Type::Option(inner) => self.room(inner),
            _ => 64,
        }
    }
}

/// The indexes of the element with number `at`; the last index varies fastest (mixed radix).
pub(super) fn split(at: u32, dims: &[(i32, u32)]) -> Vec<i32> {
    let mut rest = at;
    let mut values: Vec<i32> = dims
        .iter()
        .rev()
        .map(|&(first, size)| {
            let value = first + (rest % size) as i32;
            rest /= size;
            value
        })
        .collect();
    values.reverse();
    values
}
