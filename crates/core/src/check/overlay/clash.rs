//! Conflicts between the variants of one game: which variant overrides which, and which two change the same part differently.

use std::collections::BTreeSet;

use super::super::codes;
use super::AppliedVariant;
use super::part::PartName;
use super::touches::{Deed, TouchedPart, touches};
use tavola_syntax::diagnostic::{Diagnostic, Fix, Remedy};
use tavola_syntax::syntax::ast::File;
use tavola_syntax::text::Span;

/// Maximum number of variants that one game may use at once.
pub const MOST_OVER: usize = 40;

/// Variants that can be applied together.
pub(super) struct Fit {
    /// The variants to apply, in order, without items that an earlier variant already covers.
    pub(super) files: Vec<File>,
    /// Conflicts, and `over` names that do not exist.
    pub(super) found: Vec<Diagnostic>,
}

/// Compares all pairs of variants and leaves out those that conflict, with all that are over them.
pub(super) fn fit(game: &[File], variants: &[AppliedVariant]) -> Fit {
    let mut found = Vec::new();
    let mut fitting = Fitting::new(game, variants, &mut found);
    for later in 1..variants.len() {
        for earlier in 0..later {
            fitting.compare(earlier, later, &mut found);
        }
    }
    let wrong: BTreeSet<usize> = fitting.out.union(&fitting.unfit).copied().collect();
    let out = |at: &usize| wrong.contains(at) || !fitting.over[*at].is_disjoint(&wrong);
    let left: Vec<usize> = (0..variants.len()).filter(|at| !out(at)).collect();
    let file = |at: usize| {
        let mut file = variants[at].file.clone();
        let mut nth = 0;
        file.items.retain(|_| {
            nth += 1;
            !fitting.said.contains(&(at, nth - 1))
        });
        file
    };
    Fit { files: left.into_iter().map(file).collect(), found }
}

struct Fitting<'a> {
    variants: &'a [AppliedVariant],
    /// For each variant those that it overrides, directly or through others.
    over: Vec<BTreeSet<usize>>,
    touches: Vec<Vec<TouchedPart>>,
    /// Variants whose `over` names a variant that is not there.
    unfit: BTreeSet<usize>,
    /// Variants that conflict with an earlier one.
    out: BTreeSet<usize>,
    /// Items (variant, item) to skip: an earlier variant says the same, or has removed what they change.
    said: BTreeSet<(usize, usize)>,
}

impl<'a> Fitting<'a> {
    fn new(game: &[File], variants: &'a [AppliedVariant], found: &mut Vec<Diagnostic>) -> Self {
        let (mut over, mut unfit): (Vec<BTreeSet<usize>>, _) = (Vec::new(), BTreeSet::new());
        let most = format!("and at most {MOST_OVER} variants can be applied at once");
        for (at, variant) in variants.iter().enumerate() {
            let mut below: BTreeSet<usize> = if variant.over_all { (0..at).collect() } else { BTreeSet::new() };
            for name in variant.over() {
                match variants[..at].iter().rposition(|other| other.name == name.text) {
                    Some(other) => below.extend(over[other].iter().copied().chain([other])),
                    None => {
                        let later = variants[at..].iter().find(|other| other.name == name.text);
                        let around =
                            |other: &AppliedVariant| other.over().iter().any(|below| below.text == variant.name);
                        let why = match later {
                            None if variants.len() >= MOST_OVER => &most,
                            None => "and there is no such variant",
                            Some(other) if around(other) => "which is applied over this one",
                            Some(_) => "which comes after it",
                        };
                        let message = format!("`{}` is applied over `{}`, {why}", variant.name, name.text);
                        let help =
                            "name a variant that comes before it: a file of the folder `variants`, without `.tavola`";
                        found.push(Diagnostic::error(codes::OVERLAY_MISSING, name.span, message).help(help));
                        unfit.insert(at);
                    }
                }
            }
            over.push(below);
        }
        // A single variant has nothing to compare with.
        let alone = variants.len() < 2;
        let of = |variant: &AppliedVariant| if alone { Vec::new() } else { touches(game, &variant.file) };
        let touches = variants.iter().map(of).collect();
        Self { variants, over, touches, unfit, out: BTreeSet::new(), said: BTreeSet::new() }
    }

    fn compare(&mut self, earlier: usize, later: usize, found: &mut Vec<Diagnostic>) {
        if self.over[later].contains(&earlier) || self.unfit.contains(&earlier) || self.unfit.contains(&later) {
            return;
        }
        let mut reported: Vec<PartName> = Vec::new();
        for new in &self.touches[later] {
            let Some(old) = self.touches[earlier].iter().find(|old| old.overlaps(new) && !old.agrees(new)) else {
                if new.whole && self.touches[earlier].iter().any(|old| old.agrees(new)) {
                    self.said.insert((later, new.item));
                }
                continue;
            };
            let (wide, narrow) =
                if old.part != new.part && old.part.covers(&new.part) { (old, new) } else { (new, old) };
            if self.settled(earlier, later, &narrow.part) {
                // If one removes the part or both replace it, the third variant decides.
                if new.whole || old.deed == Deed::Remove {
                    self.said.insert((later, new.item));
                }
            } else if !reported.contains(&wide.part) {
                reported.push(wide.part.clone());
                found.push(self.clash((earlier, old), (later, new)));
                self.out.insert(later);
            }
        }
    }

    /// True if a third variant overrides both and touches the part.
    fn settled(&self, earlier: usize, later: usize, part: &PartName) -> bool {
        let third = |at: usize| {
            let over = &self.over[at];
            let says = |touch: &TouchedPart| touch.part.covers(part);
            over.contains(&earlier) && over.contains(&later) && self.touches[at].iter().any(says)
        };
        (later + 1..self.variants.len()).any(third)
    }

    fn clash(&self, (earlier, old): (usize, &TouchedPart), (later, new): (usize, &TouchedPart)) -> Diagnostic {
        let name = |at: usize| &self.variants[at].name;
        let (first, second, what) = (name(earlier), name(later), new.part.words());
        let message = match (old.deed, new.deed) {
            (Deed::Add, Deed::Add) => format!("`{first}` and `{second}` both add {what}"),
            (a, b) if a == b => format!("`{first}` and `{second}` both {} {what}", b.word()),
            (a, b) => format!("`{first}` {}s {}, and `{second}` {}s {what}", a.word(), old.part.words(), b.word()),
        };
        let help = format!(
            "use one of them, write `over {first}` in the first line of `{second}`, or write a variant `over {first}, {second}`"
        );
        let mut help = Remedy::from(help);
        help.fixes.extend(self.put_over(later, earlier));
        help.fixes.extend(self.put_over(earlier, later));
        Diagnostic::error(codes::OVERLAY_CLASH, new.span, message)
            .label(old.span, format!("`{first}` says this"))
            .help(help)
    }

    /// Lets a variant decide where it differs from another one.
    fn put_over(&self, deciding: usize, other: usize) -> Option<Fix> {
        let (own, name) = (&self.variants[deciding], &self.variants[other].name);
        let (last, word) = match own.over().last() {
            Some(last) => (last, ","),
            None => (own.of()?, " over"),
        };
        let end = Span { start: last.span.end, ..last.span };
        Some(Fix::new(format!("let `{}` decide", own.name), end, format!("{word} {name}")).safe_if(false))
    }
}

impl Deed {
    fn word(self) -> &'static str {
        match self {
            Self::Add => "add",
            Self::Change => "change",
            Self::Replace => "replace",
            Self::Remove => "remove",
        }
    }
}
