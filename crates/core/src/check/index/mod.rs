//! Index of names: what is declared where, and what each name refers to.
//!
//! The checker records both while it resolves names, so the index never disagrees with it. Names that can be resolved are in the
//! index although the rules have errors elsewhere.

mod build;

pub use build::RecordedNames;

pub use super::names::DeclarationSort;

use tavola_syntax::text::{SourceId, Span, ids};

ids! {
    /// A declaration of a [`NameIndex`].
    DeclarationId,
}

/// A declared name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Sort of thing.
    pub sort: DeclarationSort,
    /// The name.
    pub name: String,
    /// Place of the name. `Span::NONE` for words of the language.
    pub span: Span,
    /// Place of the whole item, of the row of a table, or of the line of a sheet that declares it.
    pub item: Span,
    /// Declaration in which this one stands: the kind of a column, the rule of a parameter.
    pub parent: Option<DeclarationId>,
    /// Its type as messages call it: `a number`, ``a member of `Town` ``.
    pub ty: Option<String>,
    /// First of the declarations of the same thing; often this one. A part that a variant changes has a second declaration.
    pub first: DeclarationId,
}

/// A use of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NameUse {
    /// Place of the name.
    pub span: Span,
    /// The declaration that it refers to.
    pub declaration: DeclarationId,
    /// True if the name is written in lower case: an index of a thing has the name of its kind, `piece.player`.
    pub lower_case: bool,
}

/// Declarations and uses of all names of some rules.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct NameIndex {
    /// In the order of the texts, then the words of the language.
    declarations: Vec<Declaration>,
    /// In the order of the texts.
    uses: Vec<NameUse>,
}

/// The name at a place of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameAt<'i> {
    /// The name of a declaration.
    Declaration(DeclarationId, &'i Declaration),
    /// A use of a name.
    Use(&'i NameUse),
}

impl NameAt<'_> {
    /// Place of the name.
    pub fn span(self) -> Span {
        match self {
            Self::Declaration(_, declaration) => declaration.span,
            Self::Use(used) => used.span,
        }
    }

    /// The declaration.
    pub fn declaration(self) -> DeclarationId {
        match self {
            Self::Declaration(id, _) => id,
            Self::Use(used) => used.declaration,
        }
    }
}

impl NameIndex {
    /// All declarations with their ids, in the order of the texts. Words of the language come last.
    pub fn declarations(&self) -> impl Iterator<Item = (DeclarationId, &Declaration)> {
        self.declarations.iter().enumerate().map(|(at, declaration)| (DeclarationId(at as u32), declaration))
    }

    /// All uses, in the order of the texts.
    pub fn uses(&self) -> &[NameUse] {
        &self.uses
    }

    /// The name at a byte of a source, also if the byte follows the name.
    pub fn at(&self, source: SourceId, offset: usize) -> Option<NameAt<'_>> {
        let offset = u32::try_from(offset).ok()?;
        let within = |span: Span| span.source == source && span.start <= offset && offset <= span.end;
        let before = |span: Span| (span.source, span.start) <= (source, offset);
        let used = self.uses.partition_point(|used| before(used.span)).checked_sub(1).map(|at| &self.uses[at]);
        let declared = self.declarations.partition_point(|declared| before(declared.span)).checked_sub(1);
        let used = used.filter(|used| within(used.span)).map(NameAt::Use);
        let declared = declared.map(|at| (DeclarationId(at as u32), &self.declarations[at]));
        let declared = declared.filter(|(_, it)| within(it.span)).map(|(id, it)| NameAt::Declaration(id, it));
        // Where two names touch, the one that begins here is meant.
        match (used, declared) {
            (Some(used), Some(declared)) if used.span().start > declared.span().start => Some(used),
            (used, declared) => declared.or(used),
        }
    }

    /// The declaration that a use refers to.
    pub fn declaration_of(&self, used: &NameUse) -> &Declaration {
        self.get(used.declaration)
    }

    /// A declaration of this index. With an id of another index, any declaration.
    ///
    /// # Panics
    /// If the index has fewer declarations than the one of the id.
    pub fn get(&self, id: DeclarationId) -> &Declaration {
        &self.declarations[id.index()]
    }

    /// All declarations of the thing that is declared here, in the order of the texts.
    pub fn same(&self, id: DeclarationId) -> impl Iterator<Item = (DeclarationId, &Declaration)> {
        let first = self.get(id).first;
        self.declarations().filter(move |(_, other)| other.first == first)
    }

    /// All uses of the thing that is declared here, in the order of the texts.
    pub fn uses_of(&self, id: DeclarationId) -> impl Iterator<Item = &NameUse> {
        let first = self.get(id).first;
        self.uses.iter().filter(move |used| self.declaration_of(used).first == first)
    }

    /// All declarations in a source, in the order of its text.
    pub fn declared_in(&self, source: SourceId) -> impl Iterator<Item = (DeclarationId, &Declaration)> {
        self.declarations().filter(move |(_, declaration)| declaration.span.source == source)
    }

    /// Adds what `rulebook.yaml` says: the places of its clauses, and uses of clauses and settings by their names.
    pub fn add_rulebook(&mut self, clauses: &[(&str, Span)], uses: &[(&str, DeclarationSort, Span)]) {
        build::add_rulebook(self, clauses, uses);
    }
}
