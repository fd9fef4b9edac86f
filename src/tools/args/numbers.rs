//! Whole numbers as arguments.

use std::ops::{Bound, RangeBounds};

use clap::{Arg, Command};

/// Parses a whole number of this range. The error says what is wanted, not the bounds of the type.
pub(super) fn whole<N: TryFrom<u64>>(
    range: impl RangeBounds<u64>,
) -> impl Fn(&str) -> Result<N, String> + Clone + Send + Sync + 'static {
    let least = match range.start_bound() {
        Bound::Included(least) => *least,
        Bound::Excluded(below) => below.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let most = match range.end_bound() {
        Bound::Included(most) => Some(*most),
        Bound::Excluded(above) => Some(above.saturating_sub(1)),
        Bound::Unbounded => None,
    };
    let allowed = move |number: &u64| *number >= least && most.is_none_or(|most| *number <= most);
    move |text| {
        let number = text.parse().ok().filter(allowed).and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| match most {
            Some(most) => format!("write a whole number from {least} to {most}"),
            None if least == 0 => "write a whole number".to_owned(),
            None => format!("write a whole number of at least {least}"),
        })
    }
}

/// Lets options of all verbs take what looks like a negative number, so that their parser says what is wrong with it.
pub(super) fn with_negative_numbers(command: Command) -> Command {
    let taken = |arg: Arg| {
        let takes = arg.get_long().is_some() && arg.get_action().takes_values();
        if takes { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(taken).mut_subcommands(with_negative_numbers)
}
