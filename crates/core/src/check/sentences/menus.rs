//! Menus, their actions, and the names that they share.

use std::collections::{BTreeMap, BTreeSet};

use crate::check::codes;
use crate::check::names::{Book, Def, listed, nearest};
use crate::ir::{Local, LocalId, LocalRole, MenuItem, RuleId, RuleKind, Type};
use tavola_syntax::syntax::ast::{self, FieldKind, SheetKind};

/// The actions of each menu.
#[derive(Default)]
pub(crate) struct Menus {
    items: BTreeMap<RuleId, Vec<MenuItem>>,
    also: BTreeMap<RuleId, Vec<RuleId>>,
}

impl Menus {
    /// Reads `of MENU` and `also:` of all sheets.
    pub(crate) fn of(book: &mut Book, sheets: &[(RuleId, &ast::Sheet)]) -> Self {
        let mut menus = Self::default();
        for (id, sheet) in sheets {
            if sheet.kind == SheetKind::Action {
                for name in &sheet.of {
                    if let Some(menu) = menu_named(book, name) {
                        let item = MenuItem { rule: *id, span: name.span };
                        menus.items.entry(menu).or_default().push(item);
                        book.used.insert(Def::Rule(*id));
                    }
                }
            }
            for field in &sheet.fields {
                if let FieldKind::Also(names) = &field.kind {
                    for name in names {
                        if let Some(menu) = menu_named(book, name) {
                            book.used.insert(Def::Rule(menu));
                            menus.also.entry(*id).or_default().push(menu);
                        }
                    }
                }
            }
        }
        menus
    }

    /// The actions of a menu, then those of the menus that it includes with `also:`.
    pub(crate) fn all(&self, menu: RuleId) -> Vec<MenuItem> {
        let mut seen = BTreeSet::from([menu]);
        let mut open = vec![menu];
        let mut all: Vec<MenuItem> = Vec::new();
        while let Some(next) = open.pop() {
            let items = self.items.get(&next).map_or(&[] as &[MenuItem], Vec::as_slice);
            for item in items {
                if !all.iter().any(|other| other.rule == item.rule) {
                    all.push(item.clone());
                }
            }
            for other in self.also.get(&next).into_iter().flatten() {
                if seen.insert(*other) {
                    open.push(*other);
                }
            }
        }
        all
    }
}

fn menu_named(book: &mut Book, name: &ast::Name) -> Option<RuleId> {
    let found = book.names.rule(&name.text);
    match found {
        Some(id) if book.ir.rules[id.index()].kind == RuleKind::Menu => {
            book.record(Def::Rule(id), name.span);
            Some(id)
        }
        Some(id) => {
            let help = listed(&menus(book).collect::<Vec<_>>());
            book.error(codes::NOT_A_MENU, name.span, format!("`{}` is not a menu", name.text), help);
            book.label_declaration(Some(Def::Rule(id)));
            None
        }
        None => {
            book.unknown("menu", name, |book| menus(book).map(str::to_owned).collect());
            meant(book, name)
        }
    }
}

fn menus(book: &Book) -> impl Iterator<Item = &str> {
    book.ir.rules.iter().filter(|rule| rule.kind == RuleKind::Menu).map(|rule| rule.name.as_str())
}

/// The menu with this name. For an unknown name, the most similar one, so that its remembered names are known.
fn meant(book: &Book, name: &ast::Name) -> Option<RuleId> {
    let rule = |text: &str| book.names.rule(text);
    rule(&name.text).or_else(|| nearest(&name.text, menus(book)).and_then(rule))
}

/// The names that the menus of an action remember: menu, local of the menu, local.
/// An interrupt shares the parameters of its rule in the same way, under the names that it gives them.
pub(crate) fn shared(book: &Book, id: RuleId, sheet: &ast::Sheet) -> Vec<(RuleId, LocalId, Local)> {
    let mut found: Vec<(RuleId, LocalId, Local)> = Vec::new();
    if let (Some(menu), Some(at)) = (book.moments.get(&id), &sheet.at) {
        for (nth, param) in at.params.iter().enumerate() {
            let local = LocalId(nth as u32 + 1);
            let ty = book.ir.rules[menu.index()].locals.get(local.index()).map_or(Type::Error, |own| own.ty.clone());
            let (name, span) = (param.name.text.clone(), param.name.span);
            found.push((*menu, local, Local { name, ty, role: LocalRole::Let, span }));
        }
    }
    if sheet.kind != SheetKind::Action {
        return found;
    }
    for menu in sheet.of.iter().filter_map(|menu| meant(book, menu)) {
        for (at, local) in book.ir.rules[menu.index()].locals.iter().enumerate() {
            let known = found.iter().any(|(_, _, other)| other.name == local.name);
            if local.role == LocalRole::Remember && !known {
                found.push((menu, LocalId(at as u32), local.clone()));
            }
        }
    }
    found
}

/// Records that a name which several menus of an action remember is one name for the action.
pub(super) fn join_shared(book: &mut Book, shared: &[(RuleId, LocalId, Local)], sheet: &ast::Sheet) {
    if sheet.kind != SheetKind::Action {
        return;
    }
    for name in sheet.of.iter().skip(1) {
        let Some(menu) = meant(book, name) else { continue };
        for local in book.ir.rules[menu.index()].locals.iter().filter(|local| local.role == LocalRole::Remember) {
            if let Some((.., own)) = shared.iter().find(|(.., own)| own.name == local.name) {
                book.index.join(own.span, local.span);
            }
        }
    }
}

/// The names that an action shares with each of its menus.
pub(crate) fn pairs(book: &Book, id: RuleId, locals: &[Local], sheet: &ast::Sheet) -> Vec<(LocalId, RuleId, LocalId)> {
    let mut pairs = Vec::new();
    if sheet.kind == SheetKind::Interrupt {
        let own = |name: &str| locals.iter().position(|own| own.name == name);
        let of =
            |(menu, theirs, local): (RuleId, LocalId, Local)| Some((LocalId(own(&local.name)? as u32), menu, theirs));
        return shared(book, id, sheet).into_iter().filter_map(of).collect();
    }
    if sheet.kind != SheetKind::Action {
        return pairs;
    }
    for menu in sheet.of.iter().filter_map(|menu| meant(book, menu)) {
        for (at, theirs) in book.ir.rules[menu.index()].locals.iter().enumerate() {
            let same = |own: &Local| own.role == LocalRole::Remember && own.name == theirs.name;
            if let (LocalRole::Remember, Some(own)) = (theirs.role, locals.iter().position(same)) {
                pairs.push((LocalId(own as u32), menu, LocalId(at as u32)));
            }
        }
    }
    pairs
}
