//! Differences for people at a terminal.

use super::{Compared, DiffSide, lines, sort, title};
use crate::tools::console::Console;
use crate::tools::ending::Stop;
use crate::tools::paint::{clean, count};

/// Says all of it.
///
/// # Errors
/// When stdout cannot be written.
pub(super) fn say(compared: &Compared, console: &mut Console) -> Result<(), Stop> {
    let paint = console.paint;
    let (before, after) = (clean(&compared.before.name), clean(&compared.after.name));
    if compared.differences.is_empty() && compared.clauses.is_empty() {
        let names = |side: &DiffSide| side.rules.parts().iter().map(title).collect::<Vec<_>>();
        let other = names(&compared.before) != names(&compared.after);
        let order = if other { ", in another order (the same seed may give another game)" } else { "" };
        return console.say(format!("{before} and {after} are equal{order}"));
    }
    let many = count(compared.differences.len() as u64, "part");
    console.say(format!(
        "{before} -> {after}: {many} of the rules and {}",
        count(compared.clauses.len() as u64, "clause")
    ))?;
    for one in &compared.differences {
        let part = one.part();
        let cites = one.cites();
        let cited = if cites.is_empty() { String::new() } else { format!("  [{}]", cites.join(", ")) };
        let head = format!("{} {}", paint.bold(&clean(&title(part))), sort(one.differs));
        console.say("")?;
        console.say(format!("{head}{cited}  {}", paint.dim(&clean(&part.place))))?;
        for (sign, line) in lines(one) {
            let line = format!("  {sign} {}", paint.harmless(&line));
            console.say(match sign {
                '-' => paint.red(&line),
                '+' => paint.green(&line),
                _ => line,
            })?;
        }
    }
    let touched = compared.by_clause();
    if !touched.is_empty() {
        console.say("")?;
        console.say("clauses affected:")?;
    }
    for (id, clause, text, _) in touched {
        match clause {
            None => console.say(format!("  {}  {}", paint.bold(&id), clean(&text)))?,
            Some(clause) => {
                console.say(format!("  {}", paint.bold(&id)))?;
                let told = [('-', &clause.before), ('+', &clause.after)];
                for (sign, text) in told.into_iter().filter_map(|(sign, text)| Some((sign, text.as_ref()?))) {
                    let line = format!("    {sign} {}", clean(text));
                    console.say(if sign == '-' { paint.red(&line) } else { paint.green(&line) })?;
                }
            }
        }
    }
    Ok(())
}
