//! Record of what each name refers to, made while names are resolved. [`crate::check::NameIndex`] is built from it.

use super::defs::Def;
use super::sorts::DeclarationSort;
use crate::ir::{KindId, TableId, Type};
use tavola_syntax::text::Span;

/// Declarations and uses in the order in which they are resolved. A body that is checked twice is recorded twice.
#[derive(Clone, Debug, Default)]
pub(crate) struct Recorder {
    pub(crate) declared: Vec<RecordedDeclaration>,
    pub(crate) uses: Vec<RecordedUse>,
    /// Names of the language or of `rulebook.yaml`, which no line of the rules declares.
    pub(crate) outside: Vec<(Span, DeclarationSort, String)>,
    /// Pairs of declarations that stand for the same thing.
    pub(crate) joined: Vec<(Span, Span)>,
    /// True while expressions are typed that nobody has written.
    paused: bool,
}

/// A declaration with the place of its name.
#[derive(Clone, Debug)]
pub(crate) struct RecordedDeclaration {
    pub(crate) sort: DeclarationSort,
    pub(crate) name: String,
    pub(crate) span: Span,
    pub(crate) ty: TypeSource,
}

/// A use: its place, and the place of the name's declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordedUse {
    pub(crate) at: Span,
    pub(crate) to: Span,
    /// True for a name after a dot. A kind is read there in lower case.
    pub(crate) column: bool,
}

/// Source of the type of a declaration, once everything is resolved.
#[derive(Clone, Debug)]
pub(crate) enum TypeSource {
    /// The declaration has no type.
    None,
    /// The type itself.
    Type(Type),
    /// A global name.
    Def(Def),
    /// A column of a kind.
    Column(KindId),
    /// A result column of a table.
    Result(TableId),
}

impl Recorder {
    /// Records a declaration.
    pub(crate) fn declare(&mut self, sort: DeclarationSort, name: &str, span: Span, ty: TypeSource) {
        if !self.paused && !span.is_none() {
            self.declared.push(RecordedDeclaration { sort, name: name.to_owned(), span, ty });
        }
    }

    /// Records a use of what is declared at `to`.
    pub(crate) fn refer(&mut self, at: Span, to: Span) {
        self.push(at, to, false);
    }

    /// Records a use after a dot of what is declared at `to`.
    pub(crate) fn refer_column(&mut self, at: Span, to: Span) {
        self.push(at, to, true);
    }

    fn push(&mut self, at: Span, to: Span, column: bool) {
        if !self.paused && !at.is_none() && !to.is_none() && at != to {
            self.uses.push(RecordedUse { at, to, column });
        }
    }

    /// Records a use of a name that is declared outside of the rules.
    pub(crate) fn refer_outside(&mut self, at: Span, sort: DeclarationSort, name: &str) {
        if !self.paused && !at.is_none() {
            self.outside.push((at, sort, name.to_owned()));
        }
    }

    /// Records that two declarations stand for the same thing.
    pub(crate) fn join(&mut self, one: Span, other: Span) {
        if one != other && !one.is_none() && !other.is_none() {
            self.joined.push((one, other));
        }
    }

    /// Stops recording, for an expression that the checker makes up at the place of a name. Returns the argument for
    /// [`Recorder::resume`].
    pub(crate) fn pause(&mut self) -> bool {
        std::mem::replace(&mut self.paused, true)
    }

    /// Records again, unless an outer expression is made up, too.
    pub(crate) fn resume(&mut self, before: bool) {
        self.paused = before;
    }
}
