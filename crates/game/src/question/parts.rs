//! Reasons why a part of an order, a bag or a division is refused because of the parts before it.

use crate::wording::{Style, show};
use tavola_core::code::{ArmKind, AskPart, Domain};
use tavola_core::vm::{Reason, ReasonKind};
use tavola_syntax::text::count;

use super::Asking;
use super::division::chosen_so_far;

/// A choice of things out of a bag that is under way.
struct BagSoFar {
    /// Counts of what there is to choose from, by piece.
    bag: Vec<i32>,
    /// Counts of what has been chosen.
    chosen: Vec<i32>,
    /// The least number that must follow. None: chance draws them, in any order.
    need: Option<i64>,
    /// The first piece: values of options are counted from it.
    less: i32,
}

impl Asking<'_> {
    /// Reason that lies in the earlier parts, in words. `None` if it lies elsewhere.
    pub(super) fn part_reason(&mut self, option: &[i32], reason: &Reason) -> Option<String> {
        let ask = self.ask()?;
        let arm = ask.arms.get(usize::try_from(*option.first()?).ok()?)?;
        let asks_for_more = matches!(reason.kind, ReasonKind::When) && arm.kind == ArmKind::Done;
        if !asks_for_more && !matches!(reason.kind, ReasonKind::Domain(0)) {
            return None;
        }
        match ask.part {
            AskPart::Division(_) => self.pile_reason(*option.get(1)?),
            AskPart::Bag if asks_for_more => self.bag_goes_on(),
            AskPart::Bag => self.bag_reason(*option.get(1)?),
            AskPart::Order => self.order_reason(*option.get(1)?),
            AskPart::Whole => None,
        }
    }

    /// Reason why the next thing of a division may not go to a pile (counted from 0).
    fn pile_reason(&mut self, pile: i32) -> Option<String> {
        let AskPart::Division(id) = self.ask()?.part else { return None };
        let divide = &self.game.program().divides[id as usize];
        let division = self.division()?;
        let Some(pile) = usize::try_from(pile).ok().filter(|&pile| pile < division.count) else {
            return Some(match division.count {
                1 => "there is 1 pile".to_owned(),
                all => format!("there are {all} piles, 1 to {all}"),
            });
        };
        let thing = self.divided()?;
        let row = division.lying.iter().position(|(piece, _)| *piece == thing)?;
        let (all, placed) = division.sums();
        let empty = (0..division.count).filter(|&other| other != pile && division.pile_size(other) == 0).count() as i64;
        let left = all - placed - 1;
        if divide.none_empty && all >= division.count as i64 && empty > left {
            let others = if left == 0 { "nothing".to_owned() } else { count(left, "thing") };
            let piles = count(empty, "pile");
            return Some(format!("no pile may stay empty: {others} would be left for {piles} still empty"));
        }
        let title = &self.game.legend().pieces[thing as usize].title;
        let noted = &division.matrix[row * division.room..][..division.count];
        if let Some(last) = noted.iter().rposition(|&count| count > 0).filter(|&last| pile < last) {
            return Some(format!(
                "the copies of {title} are placed pile by pile, and pile {} already has one",
                last + 1
            ));
        }
        Some(match divide.alike {
            true => "the piles are alike, and an earlier one stands for the same division".to_owned(),
            false => {
                format!("no pile may stay empty: the copies of {title} that follow cannot go back to earlier piles")
            }
        })
    }

    /// The open choice of things, so far.
    fn bag_so_far(&mut self) -> Option<BagSoFar> {
        let (program, state) = (self.game.program(), self.state);
        let domains = self.ask()?.arms.iter().filter_map(|arm| arm.binders(program).first());
        let next = domains.map(|binder| binder.domain).find_map(|domain| match domain {
            Domain::NextPiece { bag, chosen, need, less } => Some((bag, chosen, need, less)),
            _ => None,
        });
        let (bag, chosen, need, less) = next?;
        let need = match need {
            Some(need) => Some(i64::from(self.machine.word(program, state, need).ok()?)),
            None => None,
        };
        let bag = self.machine.words(program, state, bag).ok()?;
        Some(BagSoFar { bag, chosen: self.machine.words(program, state, chosen).ok()?, need, less })
    }

    fn bag_goes_on(&mut self) -> Option<String> {
        let need = self.bag_so_far()?.need.filter(|&need| need > 0)?;
        Some(format!("{need} more must be chosen"))
    }

    /// Reason why a thing is not the next one of a bag.
    fn bag_reason(&mut self, value: i32) -> Option<String> {
        let BagSoFar { bag, chosen, need, less } = self.bag_so_far()?;
        let at = usize::try_from(value + less).ok()?;
        let pieces = &self.game.legend().pieces;
        let there = bag.get(at).copied().unwrap_or(0);
        if there <= 0 {
            return None;
        }
        if chosen.get(at).is_some_and(|&taken| taken >= there) {
            return Some(if there == 1 { "it is chosen already" } else { "all of them are chosen already" }.to_owned());
        }
        let need = need?;
        let last = chosen.iter().rposition(|&count| count > 0).filter(|&last| at < last);
        match last.and_then(|last| pieces.get(last)) {
            Some(last) => Some(format!("things are chosen in their order, and {} comes after it", last.title)),
            None => (need > 1).then(|| format!("{need} more must be chosen, and too few come after it")),
        }
    }

    /// Reason why a value is not the next one of an order.
    fn order_reason(&mut self, value: i32) -> Option<String> {
        let (program, state) = (self.game.program(), self.state);
        let arm = self.ask()?.arms.first()?;
        let words = self.machine.words(program, state, chosen_so_far(program, self.ask()?)?).ok()?;
        let count = usize::try_from(*words.first()?).ok()?;
        let is_used = words.get(1..=count)?.contains(&value);
        let shown = show(self.game.legend(), *arm.types.first()?, &[value], Style::People);
        is_used.then(|| format!("{shown} has a place in the order already"))
    }
}
