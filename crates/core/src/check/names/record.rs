//! Records declarations and uses in the book.

use super::book::Book;
use super::defs::Def;
use super::recorder::TypeSource;
use super::sorts::DeclarationSort;
use crate::ir::{KindBody, KindId, LocalRole, Type};
use tavola_syntax::syntax::ast::Name;
use tavola_syntax::text::Span;

impl Book {
    /// Marks a definition as used, and records the place.
    pub(crate) fn refer(&mut self, def: Def, at: Span) {
        self.used.insert(def);
        self.record(def, at);
    }

    /// Records a use of a definition without marking it as used.
    pub(crate) fn record(&mut self, def: Def, at: Span) {
        let made_up = |kind: KindId| self.ir.boards.iter().any(|board| board.directions == Some(kind));
        match (self.span_of(def), def) {
            (_, Def::Kind(id)) if made_up(id) => self.word_at(&self.ir.kinds[id.index()].name.clone(), at),
            (Some(to), _) => self.index.refer(at, to),
            (None, Def::Kind(id)) => self.word_at(&self.ir.kinds[id.index()].name.clone(), at),
            (None, _) => {}
        }
    }

    /// Records a use of a member.
    pub(crate) fn record_member(&mut self, (kind, family): (KindId, u32), at: Span) {
        let Some(member) = self.family((kind, family)) else { return };
        let (name, to) = (&member.name, member.span);
        if self.ir.boards.iter().any(|board| board.directions == Some(kind)) {
            let name = name.clone();
            return self.word_at(&name, at);
        }
        self.index.refer(at, to);
    }

    /// Records a use of a member of this kind by its name, if there is one.
    pub(crate) fn record_member_of(&mut self, kind: KindId, name: &Name) {
        if let Some(member) = self.member_of(kind, &name.text) {
            self.record_member(member, name.span);
        }
    }

    /// Records a word of the language: `yes`, `neighbours`, `Player`.
    pub(crate) fn word_at(&mut self, word: &str, at: Span) {
        self.index.refer_outside(at, DeclarationSort::Library, word);
    }

    /// Records the declaration of a global name.
    pub(crate) fn declares(&mut self, name: &Name, def: Def) {
        // The sort of a rule is known only when it is added.
        self.index.declare(DeclarationSort::Rule, &name.text, name.span, TypeSource::Def(def));
    }

    /// Type of the values that a global name stands for.
    pub(crate) fn type_of(&self, def: Def) -> Option<Type> {
        let ir = &self.ir;
        match def {
            Def::Setting(id) => ir.settings.get(id.index()).map(|setting| setting.ty.clone()),
            Def::Track(_) => Some(Type::Number),
            Def::Memory(id) => ir.memory.get(id.index()).map(|memory| memory.ty.clone()),
            Def::Define(id) => ir.defines.get(id.index()).map(|define| define.value.ty.clone()),
            Def::Place(_) => Some(Type::Place),
            Def::Kind(_) | Def::Board(_) | Def::Component(_) | Def::Table(_) | Def::Rule(_) => None,
        }
    }

    /// Records the declaration of a local name.
    pub(crate) fn declares_local(&mut self, name: &Name, ty: &Type, role: LocalRole) {
        let sort = match role {
            LocalRole::Param => DeclarationSort::Parameter,
            LocalRole::Remember => DeclarationSort::Remembered,
            LocalRole::Let | LocalRole::Answer | LocalRole::Binder | LocalRole::Together => DeclarationSort::Local,
        };
        self.index.declare(sort, &name.text, name.span, TypeSource::Type(ty.clone()));
    }

    /// Records the declarations of the members of a kind.
    pub(crate) fn declares_members(&mut self, sort: DeclarationSort, kind: KindId) {
        let KindBody::Members(families) = &self.ir.kinds[kind.index()].body else { return };
        for family in families {
            self.index.declare(sort, &family.name, family.span, TypeSource::Type(Type::Member(kind)));
        }
    }
}
