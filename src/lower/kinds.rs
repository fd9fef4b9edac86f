//! Kinds: how many members, their numbers, names and attributes.

use crate::code::{Expr, ExprId, FieldNames, KindNames, MemberName, Set};
use crate::ir::{self, Axis, KindBody, KindId, LocalId, MemberFamily};
use crate::text::Span;

use super::Lower;
use super::boxes::split;
use super::scope::Scope;

/// What is known of a kind for this set-up.
#[derive(Clone, Debug, Default)]
pub(super) struct KindData {
    /// How many members.
    pub(super) size: u32,
    /// The first member of each family.
    pub(super) families: Vec<u32>,
    /// First value and size of each parameter of each family.
    pub(super) dims: Vec<Vec<(i32, u32)>>,
    /// Each member as a member of the kind where it is written: that kind, and its number there.
    pub(super) leaves: Vec<(u32, u32)>,
}

impl Lower {
    /// Sizes of all kinds. Kinds that are made of others come after them, whatever the order of the text.
    pub(super) fn kinds(&mut self) {
        let count = self.book.kinds.len();
        self.kinds = vec![KindData::default(); count];
        let mut known = vec![false; count];
        for _ in 0..=count {
            for at in 0..count {
                if !known[at] && self.parts(at).iter().all(|part| known[part.index()]) {
                    self.measure(at);
                    known[at] = true;
                }
            }
        }
        if let Some(at) = known.iter().position(|known| !known) {
            let (name, span) = (self.book.kinds[at].name.clone(), self.book.kinds[at].span);
            let message = format!("`{name}` is made of itself, so it has no number of members");
            self.error("E1001", span, message, "let its rows range over other kinds");
        }
        for at in 0..count {
            let kind = &self.book.kinds[at];
            if self.kinds[at].size as usize > Set::MOST {
                let size = self.kinds[at].size;
                let (name, span) = (kind.name.clone(), kind.span);
                let (what, help) = match kind.body {
                    // Links without a name are no kind: nothing needs a set of them (see `boards`).
                    KindBody::Edges(_) if name.is_empty() => continue,
                    KindBody::Edges(_) => (
                        "links",
                        "make the board smaller; or leave `joined by` out, if the rules need no sets of its links",
                    ),
                    KindBody::Cells(_) => ("cells", "make the board smaller"),
                    KindBody::Union(_) => ("members", "join fewer kinds, or smaller ones"),
                    _ => ("members", "leave out rows, or let them range over smaller kinds"),
                };
                let name = if name.is_empty() { "this kind".to_owned() } else { format!("`{name}`") };
                let message = format!("{name} would have {size} {what}; a kind has at most {}", Set::MOST);
                self.error("E1001", span, message, help);
                self.kinds[at].size = Set::MOST as u32;
            }
        }
    }

    fn parts(&self, kind: usize) -> Vec<KindId> {
        match &self.book.kinds[kind].body {
            KindBody::Members(families) => {
                families.iter().flat_map(|family| &family.params).filter_map(kind_of).collect()
            }
            KindBody::Union(parts) => parts.clone(),
            KindBody::Edges(board) if self.book.boards[board.index()].every_pair => {
                vec![self.book.boards[board.index()].nodes]
            }
            KindBody::Kept(of, _) => vec![*of],
            _ => Vec::new(),
        }
    }

    fn measure(&mut self, at: usize) {
        let book = self.book.clone();
        let (mut families, mut dims) = (Vec::new(), Vec::new());
        let size = match &book.kinds[at].body {
            KindBody::Players => self.choices.seats.len() as u32,
            KindBody::Members(all) => all.iter().fold(0u32, |first, family| {
                families.push(first);
                let own: Vec<(i32, u32)> = family.params.iter().map(|axis| self.axis(axis)).collect();
                let count = own.iter().fold(1u32, |n, dim| n.saturating_mul(dim.1));
                dims.push(own);
                first.saturating_add(count)
            }),
            KindBody::Union(parts) => parts.iter().fold(0u32, |first, part| {
                families.push(first);
                first.saturating_add(self.kinds[part.index()].size)
            }),
            KindBody::Kept(of, kept) => kept.iter().fold(0u32, |first, family| {
                families.push(first);
                first.saturating_add(self.family_size(*of, *family as usize))
            }),
            KindBody::Edges(board) => self.count_edges(*board),
            KindBody::Cells(board) => self.field(*board).map_or(0, |field| field.columns * field.rows),
        };
        let leaves = match &book.kinds[at].body {
            KindBody::Union(parts) => parts.iter().flat_map(|part| self.kinds[part.index()].leaves.clone()).collect(),
            KindBody::Kept(of, kept) => kept.iter().flat_map(|family| self.family_members(*of, *family)).collect(),
            _ => (0..size.min(Set::MOST as u32)).map(|member| (at as u32, member)).collect(),
        };
        self.kinds[at] = KindData { size, families, dims, leaves };
    }

    /// How many members a family has.
    fn family_size(&self, kind: KindId, family: usize) -> u32 {
        let dims = self.kinds[kind.index()].dims.get(family);
        dims.map_or(0, |dims| dims.iter().fold(1u32, |n, dim| n.saturating_mul(dim.1)))
    }

    fn family_members(&self, kind: KindId, family: u32) -> Vec<(u32, u32)> {
        let data = &self.kinds[kind.index()];
        let first = data.families.get(family as usize).copied().unwrap_or(0) as usize;
        let count = self.family_size(kind, family as usize) as usize;
        data.leaves.iter().skip(first).take(count).copied().collect()
    }

    /// The parameters of each member of a family, in order.
    pub(super) fn family_params(&self, kind: KindId, family: usize) -> Vec<Vec<i32>> {
        let Some(dims) = self.kinds[kind.index()].dims.get(family) else { return Vec::new() };
        let count = dims.iter().fold(1u32, |n, dim| n.saturating_mul(dim.1)).min(Set::MOST as u32);
        (0..count).map(|at| split(at, dims)).collect()
    }

    /// A member by family and parameters.
    pub(super) fn member(&mut self, kind: KindId, family: u32, params: &[ir::Expr], span: Span) -> ExprId {
        let book = self.book.clone();
        let first = self.kinds[kind.index()].families.get(family as usize).copied().unwrap_or(0) as i32;
        let KindBody::Members(families) = &book.kinds[kind.index()].body else {
            return self.konst(family as i32, span);
        };
        let axes = &families[family as usize].params;
        let dims = self.kinds[kind.index()].dims[family as usize].clone();
        let values: Vec<ExprId> =
            params.iter().zip(axes).zip(&dims).map(|((param, axis), dim)| self.parameter(param, axis, *dim)).collect();
        let sizes: Vec<u32> = dims.iter().map(|dim| dim.1).collect();
        let at = self.radix(&values, &sizes, span);
        self.plus(at, first, span)
    }

    /// A parameter of a member, from 0. A number may lie outside its range.
    fn parameter(&mut self, param: &ir::Expr, axis: &Axis, (first, size): (i32, u32)) -> ExprId {
        let value = self.expr(param);
        let Axis::Numbers(..) = axis else { return value };
        let past = first.saturating_add(size as i32);
        if let Some(n) = self.constant_of(value)
            && !(first..past).contains(&n)
        {
            self.error(
                "E1012",
                param.span,
                format!("there is no member with {n}"),
                format!("it goes from {first} to {}", past - 1),
            );
            return self.konst(0, param.span);
        }
        let at = self.plus(value, -first, param.span);
        self.narrow(at, (0..size as i32).collect(), param.span)
    }

    /// The attribute of a member: a constant array, or an array of sets.
    pub(super) fn attribute(&mut self, member: &ir::Expr, kind: KindId, attribute: u32, span: Span) -> ExprId {
        let index = self.expr(member);
        let book = self.book.clone();
        let ids = self.attribute_values(kind, attribute);
        self.lookup(&ids, &book.kinds[kind.index()].attributes[attribute as usize].ty, index, span)
    }

    /// The values of an attribute, one for each member.
    pub(super) fn attribute_values(&mut self, kind: KindId, attribute: u32) -> Vec<ExprId> {
        let book = self.book.clone();
        let attribute = &book.kinds[kind.index()].attributes[attribute as usize];
        let outer = std::mem::take(&mut self.scope);
        let mut ids = Vec::new();
        for (at, value) in attribute.values.iter().enumerate() {
            let all = match &book.kinds[kind.index()].body {
                KindBody::Union(parts) => (0..self.kinds[parts[at].index()].size as i32).map(|n| vec![n]).collect(),
                _ => self.family_params(kind, at),
            };
            for params in all {
                self.scope = Scope::constants(&params);
                ids.push(self.expr(value));
            }
        }
        self.scope = outer;
        ids
    }

    /// A constant array of the values of these expressions, at an index.
    pub(super) fn lookup(&mut self, ids: &[ExprId], ty: &ir::Type, index: ExprId, span: Span) -> ExprId {
        if matches!(self.shape(ty), crate::code::Shape::Set(_)) {
            let sets = ids.iter().map(|id| self.constant_set(*id)).collect();
            return self.set_array(sets, index, span);
        }
        if let crate::code::Shape::List { .. } | crate::code::Shape::Bag(_) = self.shape(ty) {
            return self.pick(ids, index, span);
        }
        if let Some(open) = ids.iter().find(|id| self.constant_of(**id).is_none()) {
            let at = self.program.expr_spans[open.index()];
            self.error(
                "E1004",
                at,
                "this must be known before the game begins",
                "let the cell hold a number, a word, or what is worked out of the row's own names",
            );
        }
        let values = ids.iter().map(|id| self.constant_of(*id).unwrap_or(crate::code::NONE)).collect();
        self.array(values, index, span)
    }

    fn constant_set(&self, id: ExprId) -> Set {
        match self.program.exprs[id.index()] {
            Expr::SetConst(at) => self.program.sets[at as usize],
            _ => Set::EMPTY,
        }
    }

    /// Names of all members, for people.
    pub(super) fn name_kinds(&mut self) {
        let book = self.book.clone();
        self.legend.kinds = vec![KindNames::default(); book.kinds.len()];
        let mut left: Vec<usize> = (0..book.kinds.len()).collect();
        for _ in 0..=book.kinds.len() {
            left.retain(|&at| {
                let ready = self.parts(at).iter().all(|part| {
                    self.legend.kinds[part.index()].members.len() == self.kinds[part.index()].size as usize
                });
                if ready {
                    let field = match book.kinds[at].body {
                        KindBody::Cells(board) => self.field(board),
                        _ => None,
                    };
                    self.legend.kinds[at] = KindNames {
                        name: book.kinds[at].name.clone(),
                        members: self.member_names(at),
                        field: field.map(|field| FieldNames { columns: field.columns, hexes: field.hexes }),
                    };
                }
                !ready
            });
        }
    }

    fn member_names(&mut self, at: usize) -> Vec<MemberName> {
        let book = self.book.clone();
        match &book.kinds[at].body {
            KindBody::Players => self
                .choices
                .seats
                .iter()
                .map(|seat| MemberName { notation: seat.clone(), title: capital(seat) })
                .collect(),
            KindBody::Members(families) => {
                families.iter().enumerate().flat_map(|(nth, family)| self.family_names(at, nth, family)).collect()
            }
            KindBody::Union(parts) => {
                parts.iter().flat_map(|part| self.legend.kinds[part.index()].members.clone()).collect()
            }
            KindBody::Kept(of, _) => {
                let all = &self.legend.kinds[of.index()].members;
                self.kinds[at].leaves.iter().filter_map(|(_, member)| all.get(*member as usize).cloned()).collect()
            }
            KindBody::Edges(board) => self.edge_names(*board),
            KindBody::Cells(board) => {
                let (columns, rows) = self.field(*board).map_or((0, 0), |field| (field.columns, field.rows));
                let cell = |row: u32, column: u32| format!("cell({}, {})", column + 1, row + 1);
                (0..rows)
                    .flat_map(|row| (0..columns).map(move |column| (row, column)))
                    .map(|(row, column)| MemberName {
                        notation: cell(row, column),
                        title: ir::cell_name(column + 1, row + 1),
                    })
                    .collect()
            }
        }
    }

    fn family_names(&self, kind: usize, nth: usize, family: &MemberFamily) -> Vec<MemberName> {
        let param = |(&value, axis): (&i32, &Axis)| match axis {
            Axis::Kind(kind) => self.legend.kinds[kind.index()].members[value as usize].clone(),
            Axis::Numbers(..) => MemberName { notation: value.to_string(), title: value.to_string() },
        };
        let name = |params: &[i32]| -> MemberName {
            let members: Vec<MemberName> = params.iter().zip(&family.params).map(param).collect();
            let notations: Vec<&str> = members.iter().map(|m| m.notation.as_str()).collect();
            let notation = if members.is_empty() {
                family.name.clone()
            } else {
                format!("{}({})", family.name, notations.join(", "))
            };
            let title = match &family.title {
                None if members.is_empty() => family.name.replace('_', " "),
                None => notation.clone(),
                Some(text) => text.parts.iter().map(|part| title_part(part, &members)).collect(),
            };
            MemberName { notation, title }
        };
        self.family_params(KindId(kind as u32), nth).iter().map(|params| name(params)).collect()
    }
}

/// The kind that an axis ranges over.
fn kind_of(axis: &Axis) -> Option<KindId> {
    if let Axis::Kind(kind) = axis { Some(*kind) } else { None }
}

fn title_part(part: &ir::TextPart, params: &[MemberName]) -> String {
    match part {
        ir::TextPart::Plain(text) => text.clone(),
        ir::TextPart::Value(ir::Expr { kind: ir::ExprKind::Local(LocalId(at)), .. }) => {
            params.get(*at as usize).map_or_else(String::new, |member| member.title.clone())
        }
        ir::TextPart::Value(_) => String::new(),
    }
}

/// `anna` as people write it.
fn capital(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect()).replace('_', " ")
}
