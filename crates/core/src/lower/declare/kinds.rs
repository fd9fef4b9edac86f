//! Sizes of kinds, and names of their members.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Declaring;
use crate::code::{FieldNames, KindNames, Legend, MemberName, Set};
use crate::ir::{self, Axis, KindBody, KindId, LocalId, MemberFamily};
use crate::lower::boxes::{Boxes, KindData};
use crate::lower::codes;

/// Maximum length of a member's name in bytes.
const LONGEST_NAME: usize = 300;

impl Declaring<'_> {
    /// Computes the sizes of all kinds. A kind that is built from others follows them, in whatever order the rules declare them.
    pub(in crate::lower) fn kinds(&mut self) {
        let count = self.boxes.book.kinds.len();
        self.boxes.kinds = vec![KindData::default(); count];
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
            let (name, span) = (self.boxes.book.kinds[at].name.clone(), self.boxes.book.kinds[at].span);
            let message = format!("`{name}` is made of itself, so its members cannot be counted");
            self.emit.error(codes::TOO_MANY_MEMBERS, span, message, "let its rows range over other kinds");
        }
        for at in 0..count {
            let kind = &self.boxes.book.kinds[at];
            if self.boxes.kinds[at].size as usize > Set::MOST {
                let size = self.boxes.kinds[at].size;
                let (name, span) = (kind.name.clone(), kind.span);
                let (what, help) = match kind.body {
                    // Links without a name are no kind: nothing needs a set of them (see `boards`).
                    KindBody::Edges(_) if name.is_empty() => continue,
                    KindBody::Edges(_) => (
                        "links",
                        "make the board smaller, or leave out `joined by` if the rules need no sets of its links",
                    ),
                    KindBody::Cells(_) => ("cells", "make the board smaller"),
                    KindBody::Union(_) => ("members", "join fewer kinds, or smaller ones"),
                    _ => ("members", "leave out rows, or let them range over smaller kinds"),
                };
                let name = if name.is_empty() { "this kind".to_owned() } else { format!("`{name}`") };
                let message = format!("{name} would have {size} {what}; a kind has at most {}", Set::MOST);
                self.emit.error(codes::TOO_MANY_MEMBERS, span, message, help);
                self.boxes.kinds[at].size = Set::MOST as u32;
            }
        }
    }

    fn parts(&self, kind: usize) -> Vec<KindId> {
        match &self.boxes.book.kinds[kind].body {
            KindBody::Members(families) => {
                families.iter().flat_map(|family| &family.params).filter_map(Axis::kind).collect()
            }
            KindBody::Union(parts) => parts.clone(),
            KindBody::Edges(board) if self.boxes.book.boards[board.index()].every_pair => {
                vec![self.boxes.book.boards[board.index()].nodes]
            }
            KindBody::Subset(of, _) => vec![*of],
            _ => Vec::new(),
        }
    }

    fn measure(&mut self, at: usize) {
        let (mut families, mut dims) = (Vec::new(), Vec::new());
        let size = match &self.book.kinds[at].body {
            KindBody::Players => self.boxes.choices.seats.len() as u32,
            KindBody::Members(all) => all.iter().fold(0u32, |first, family| {
                families.push(first);
                let own: Vec<(i32, u32)> = family.params.iter().map(|axis| self.axis(axis)).collect();
                let count = own.iter().fold(1u32, |n, dim| n.saturating_mul(dim.1));
                dims.push(own);
                first.saturating_add(count)
            }),
            KindBody::Union(parts) => parts.iter().fold(0u32, |first, part| {
                families.push(first);
                first.saturating_add(self.boxes.kinds[part.index()].size)
            }),
            KindBody::Subset(of, kept) => kept.iter().fold(0u32, |first, family| {
                families.push(first);
                first.saturating_add(self.boxes.family_size(*of, *family as usize))
            }),
            KindBody::Edges(board) => self.count_edges(*board),
            KindBody::Cells(board) => self.measured_field(*board).map_or(0, |field| field.columns * field.rows),
        };
        let leaves = match &self.book.kinds[at].body {
            KindBody::Union(parts) => {
                parts.iter().flat_map(|part| self.boxes.kinds[part.index()].leaves.clone()).collect()
            }
            KindBody::Subset(of, kept) => {
                kept.iter().flat_map(|family| self.boxes.family_members(*of, *family)).collect()
            }
            _ => (0..size.min(Set::MOST as u32)).map(|member| (at as u32, member)).collect(),
        };
        self.boxes.kinds[at] = KindData { size, families, dims, leaves };
    }

    /// Names all members for people. `like`: another set-up, whose names are shared where they are equal.
    pub(super) fn name_kinds(&mut self, like: Option<(&Boxes, &Legend)>) {
        let like = like.filter(|(boxes, _)| {
            let (one, other) = (&boxes.choices, &self.boxes.choices);
            (&one.seats, &one.titles) == (&other.seats, &other.titles)
        });
        let mut taken_over: BTreeSet<KindId> = BTreeSet::new();
        self.emit.legend.kinds = Arc::new(vec![KindNames::default(); self.book.kinds.len()]);
        let mut left: Vec<usize> = (0..self.book.kinds.len()).collect();
        for _ in 0..=self.book.kinds.len() {
            left.retain(|&at| {
                let parts = self.parts(at);
                let ready = parts.iter().all(|part| {
                    self.emit.legend.kinds[part.index()].members.len() == self.boxes.kinds[part.index()].size as usize
                });
                if ready {
                    let names = self.kind_names(at, &parts, like, &mut taken_over);
                    Arc::make_mut(&mut self.emit.legend.kinds)[at] = names;
                }
                !ready
            });
        }
    }

    /// Names one kind, whose parts are already named. `taken_over`: the kinds whose names come from `like`.
    fn kind_names(
        &mut self,
        at: usize,
        parts: &[KindId],
        like: Option<(&Boxes, &Legend)>,
        taken_over: &mut BTreeSet<KindId>,
    ) -> KindNames {
        let kind = &self.book.kinds[at];
        let field = match kind.body {
            KindBody::Cells(board) => self.measured_field(board),
            _ => None,
        };
        let field = field.map(|field| FieldNames { columns: field.columns, hexes: field.hexes });
        let known = like.filter(|(boxes, legend)| {
            // The links can depend on settings even if their number does not.
            let linked = match kind.body {
                KindBody::Edges(board) => {
                    let [own, other] = [&self.boxes, *boxes].map(|boxes| &boxes.boards[board.index()].edges);
                    own == other && taken_over.contains(&self.book.boards[board.index()].nodes)
                }
                _ => true,
            };
            linked
                && boxes.kinds[at] == self.boxes.kinds[at]
                && legend.kinds[at].field == field
                && parts.iter().all(|part| taken_over.contains(part))
        });
        let members = match known {
            Some((_, legend)) => {
                taken_over.insert(KindId(at as u32));
                Arc::clone(&legend.kinds[at].members)
            }
            None => Arc::new(self.short_names(at)),
        };
        KindNames { name: kind.name.clone(), members, field }
    }

    /// The names of the members of a kind. If one is too long, all get the name of the kind, so that names do not grow from kind to kind.
    fn short_names(&mut self, at: usize) -> Vec<MemberName> {
        let mut names = self.member_names(at);
        let is_long = |name: &MemberName| name.notation.len() > LONGEST_NAME || name.title.len() > LONGEST_NAME;
        if names.iter().any(is_long) {
            let (kind, span) = (self.boxes.book.kinds[at].name.clone(), self.boxes.book.kinds[at].span);
            let message = format!("a member of `{kind}` has a name of more than {LONGEST_NAME} bytes");
            let help = "give its rows shorter names or fewer parameters, or add a column `name`";
            self.emit.error(codes::LONG_NAME, span, message, help);
            names.fill(MemberName { notation: kind.clone(), title: kind });
        }
        names
    }

    fn member_names(&mut self, at: usize) -> Vec<MemberName> {
        match &self.book.kinds[at].body {
            KindBody::Players => self
                .boxes
                .choices
                .seats
                .iter()
                .enumerate()
                .map(|(at, seat)| MemberName { notation: seat.clone(), title: self.boxes.choices.title(at) })
                .collect(),
            KindBody::Members(families) => {
                families.iter().enumerate().flat_map(|(nth, family)| self.family_names(at, nth, family)).collect()
            }
            KindBody::Union(parts) => {
                parts.iter().flat_map(|part| self.emit.legend.kinds[part.index()].members.iter().cloned()).collect()
            }
            KindBody::Subset(of, _) => {
                let all = &self.emit.legend.kinds[of.index()].members;
                self.boxes.kinds[at]
                    .leaves
                    .iter()
                    .filter_map(|(_, member)| all.get(*member as usize).cloned())
                    .collect()
            }
            KindBody::Edges(board) => self.edge_names(*board),
            KindBody::Cells(board) => {
                let (columns, rows) = self.measured_field(*board).map_or((0, 0), |field| (field.columns, field.rows));
                let cells = (1..=rows).flat_map(|row| (1..=columns).map(move |column| (column, row)));
                let taken = self.taken_cells();
                cells.map(|(column, row)| cell_names(column, row, &taken)).collect()
            }
        }
    }

    /// Cell names that are already used by the rules or by a player.
    fn taken_cells(&self) -> BTreeSet<(u32, u32)> {
        let seats = self.boxes.choices.seats.iter().map(String::as_str);
        self.boxes.book.names().chain(seats).filter_map(ir::read_cell).collect()
    }

    fn family_names(&self, kind: usize, nth: usize, family: &MemberFamily) -> Vec<MemberName> {
        let param = |(&value, axis): (&i32, &Axis)| match axis {
            Axis::Kind(kind) => self.emit.legend.kinds[kind.index()].members[value as usize].clone(),
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
        self.boxes.family_params(KindId(kind as u32), nth).iter().map(|params| name(params)).collect()
    }
}

/// `a11`, as players read it; `cell(1, 11)` if that name is already used.
fn cell_names(column: u32, row: u32, taken: &BTreeSet<(u32, u32)>) -> MemberName {
    let title = ir::cell_name(column, row);
    let notation = if taken.contains(&(column, row)) { format!("cell({column}, {row})") } else { title.clone() };
    MemberName { notation, title }
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
