//! Names of rules: what they refer to, and the comments above their declarations.

use std::sync::{Arc, OnceLock};

use super::clauses::RulebookFile;
use super::{Declaration, DeclarationSort, NameIndex, Rules};
use tavola_core::check::RecordedNames;
use tavola_core::ir::Rulebook;
use tavola_syntax::text::Span;

/// The index of names, built when it is first asked for.
pub(super) struct LazyNames {
    recorded: RecordedNames,
    /// The rulebook of the same check.
    rulebook: Option<Arc<Rulebook>>,
    built: OnceLock<NameIndex>,
}

impl LazyNames {
    /// The names of a check and its rulebook.
    pub(super) fn new(recorded: RecordedNames, rulebook: Option<Arc<Rulebook>>) -> Self {
        Self { recorded, rulebook, built: OnceLock::new() }
    }
}

impl Rules {
    /// Declaration of each name in the rules, their variants and `rulebook.yaml`. Also while the rules have errors: names that can
    /// be resolved are in it.
    ///
    /// ```
    /// use tavola_game::{DeclarationSort, Rules};
    ///
    /// let text = "game two \"Two\" for 2 players\n\ntrack fame[Player] 0..\n\nplay\n  each p in Player\n    \
    ///             p gains 1 fame\n\nwinner p in Player by most fame[p]\n";
    /// let rules = Rules::from_texts(&[("two", text)]);
    /// let names = rules.names();
    /// let source = rules.sources().iter().next().expect("it was given").0;
    /// let track = names.at(source, text.find("fame").expect("it is there")).expect("it is declared").declaration();
    /// assert_eq!((names.get(track).sort, names.get(track).ty.as_deref()), (DeclarationSort::Track, Some("a number")));
    /// assert_eq!(names.uses_of(track).count(), 2);
    /// let used = names.at(source, text.rfind("fame").expect("it is there")).expect("it is used");
    /// assert_eq!(used.declaration(), track);
    /// ```
    pub fn names(&self) -> &NameIndex {
        self.names.built.get_or_init(|| {
            let mut index = self.names.recorded.index(self.names.rulebook.as_deref());
            if let Some(rulebook) = self.rulebook() {
                add_rulebook(&mut index, rulebook);
            }
            index
        })
    }

    /// Comment above a declaration: the lines before its item, or before its row, without `#`.
    pub fn comment_above(&self, declaration: &Declaration) -> Option<String> {
        let text = &self.sources().get(declaration.span.source)?.text;
        let before = text.get(..declaration.item.start as usize)?;
        let before = &before[..before.rfind('\n').map_or(0, |at| at + 1)];
        let lines = before.lines().rev().map(str::trim);
        let mut comment: Vec<&str> =
            lines.map_while(|line| line.strip_prefix('#')).map(|line| line.strip_prefix(' ').unwrap_or(line)).collect();
        comment.reverse();
        (!comment.is_empty()).then(|| comment.join("\n"))
    }
}

/// Adds the clauses of `rulebook.yaml`, and the clauses and settings that it names.
fn add_rulebook(names: &mut NameIndex, book: &RulebookFile) {
    let made = book.reconstructed.iter().map(|made| (made.id.as_str(), made.span));
    let ids: Vec<(&str, Span)> = book.spanned_texts().chain(made).collect();
    let mut uses: Vec<(&str, DeclarationSort, Span)> = Vec::new();
    for ruling in &book.rulings {
        uses.extend(ruling.of.as_deref().map(|of| (of, DeclarationSort::Clause, ruling.of_span)));
        uses.extend(ruling.setting.as_deref().map(|setting| (setting, DeclarationSort::Setting, ruling.setting_span)));
    }
    uses.extend(book.errata.iter().map(|erratum| (erratum.clause.as_str(), DeclarationSort::Clause, erratum.span)));
    uses.extend(book.variants.iter().map(|own| (own.clause.as_str(), DeclarationSort::Clause, own.span)));
    uses.extend(book.reviewed.iter().map(|(id, _, span)| (id.as_str(), DeclarationSort::Clause, *span)));
    uses.extend(book.game_at().map(|at| (book.game.as_str(), DeclarationSort::Game, at)));
    names.add_rulebook(&ids, &uses);
}
