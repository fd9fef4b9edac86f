//! Several variants over one game: which of them stands over which, and where two say something else of the same part.

use std::collections::BTreeSet;

use super::super::codes;
use super::Laid;
use super::part::PartName;
use super::touches::{Deed, TouchedPart, touches};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::syntax::ast::File;

/// The most variants that may be laid over one game at once.
pub const MOST_OVER: usize = 40;

/// Variants that can be laid over their game.
pub(super) struct Fit {
    /// What is laid, in the order of the variants.
    pub(super) laid: Vec<File>,
    /// What is wrong with laying all of them.
    pub(super) found: Vec<Diagnostic>,
}

/// Looks for what two variants say of the same part of the game.
pub(super) fn fit(game: &[File], variants: &[Laid]) -> Fit {
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
    Fit { laid: left.into_iter().map(file).collect(), found }
}

struct Fitting<'a> {
    variants: &'a [Laid],
    /// Of each variant those that it is laid over, directly or by way of others.
    over: Vec<BTreeSet<usize>>,
    touches: Vec<Vec<TouchedPart>>,
    /// The variants under which something is missing.
    unfit: BTreeSet<usize>,
    /// The variants that say something else than an earlier one.
    out: BTreeSet<usize>,
    /// Items (variant, item) that an earlier variant has said, or has made void.
    said: BTreeSet<(usize, usize)>,
}

impl<'a> Fitting<'a> {
    fn new(game: &[File], variants: &'a [Laid], found: &mut Vec<Diagnostic>) -> Self {
        let (mut over, mut unfit): (Vec<BTreeSet<usize>>, _) = (Vec::new(), BTreeSet::new());
        let most = format!("and at most {MOST_OVER} variants are laid over a game at once");
        for (at, variant) in variants.iter().enumerate() {
            let mut below: BTreeSet<usize> = if variant.over_all { (0..at).collect() } else { BTreeSet::new() };
            for name in variant.over() {
                match variants[..at].iter().rposition(|other| other.name == name.text) {
                    Some(other) => below.extend(over[other].iter().copied().chain([other])),
                    None => {
                        let later = variants[at..].iter().find(|other| other.name == name.text);
                        let around = |other: &Laid| other.over().iter().any(|below| below.text == variant.name);
                        let why = match later {
                            None if variants.len() >= MOST_OVER => &most,
                            None => "and there is no such variant",
                            Some(other) if around(other) => "and that one over this",
                            Some(_) => "which comes after it",
                        };
                        let message = format!("`{}` is laid over `{}`, {why}", variant.name, name.text);
                        let help = "name what is laid before it: a file of the folder `variants`, without `.tavola`";
                        found.push(Diagnostic::error(codes::OVERLAY_MISSING, name.span, message).help(help));
                        unfit.insert(at);
                    }
                }
            }
            over.push(below);
        }
        // Of a single one there is nothing to compare.
        let alone = variants.len() < 2;
        let of = |variant: &Laid| if alone { Vec::new() } else { touches(game, &variant.file) };
        let touches = variants.iter().map(of).collect();
        Self { variants, over, touches, unfit, out: BTreeSet::new(), said: BTreeSet::new() }
    }

    fn compare(&mut self, earlier: usize, later: usize, found: &mut Vec<Diagnostic>) {
        if self.over[later].contains(&earlier) || self.unfit.contains(&earlier) || self.unfit.contains(&later) {
            return;
        }
        let mut told: Vec<PartName> = Vec::new();
        for new in &self.touches[later] {
            let Some(old) = self.touches[earlier].iter().find(|old| old.meets(new) && !old.agrees(new)) else {
                if new.whole && self.touches[earlier].iter().any(|old| old.agrees(new)) {
                    self.said.insert((later, new.item));
                }
                continue;
            };
            let (wide, narrow) =
                if old.part != new.part && old.part.covers(&new.part) { (old, new) } else { (new, old) };
            if self.settled(earlier, later, &narrow.part) {
                // What the one has taken out, or both have made anew, waits for the third.
                if new.whole || old.deed == Deed::Remove {
                    self.said.insert((later, new.item));
                }
            } else if !told.contains(&wide.part) {
                told.push(wide.part.clone());
                found.push(self.clash((earlier, old), (later, new)));
                self.out.insert(later);
            }
        }
    }

    /// Whether a third variant is laid over both and says what becomes of the part.
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
        let game = self.variants[later].of().map_or("GAME", |game| &game.text);
        let help = format!(
            "lay only one of them; or let a third say what holds: `variant NAME \"Title\" of {game} over {first}, {second}`; or write \
             `over {first}` in the first line of `{second}`, which then has the last word"
        );
        Diagnostic::error(codes::OVERLAY_CLASH, new.span, message)
            .label(old.span, format!("`{first}` says this"))
            .help(help)
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
