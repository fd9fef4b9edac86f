//! How a game ends, in lines of an example.

use super::Scenario;
use super::driver::Driver;
use tavola_syntax::text::{capital, name_list};

/// Name under which the runs of the line that says who wins are counted.
pub const WINNER: &str = "winner";
const RANKING: &str = "ranking";
const PAYOFF: &str = "payoff";

/// True if a case checks who wins, or the ranking.
pub(super) fn runs_winner(scenario: &Scenario) -> bool {
    checks(scenario, WINNER) || checks(scenario, RANKING)
}

/// Lines for what a case checks about the end of the game: winners, ranking, payoffs. `None` if the rules have a fault there.
pub(super) fn result_lines(driver: &mut Driver, scenario: &Scenario) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    if runs_winner(scenario) {
        let outcome = driver.referee.result(&driver.state).ok()?;
        if checks(scenario, WINNER) {
            lines.push(match named(driver, &outcome.winners).as_slice() {
                [] => "Nobody wins".to_owned(),
                [one] => format!("{one} wins"),
                several => format!("{} win", name_list(several)),
            });
        }
        if checks(scenario, RANKING) {
            let groups: Vec<Vec<String>> = outcome.ranking.iter().map(|seats| named(driver, seats)).collect();
            lines.extend(ranking_line(&groups));
        }
    }
    if checks(scenario, PAYOFF) {
        let payoffs = driver.referee.returns(&driver.state).ok()?;
        let names = named(driver, &(0..payoffs.len()).collect::<Vec<_>>());
        let each: Vec<String> =
            names.iter().zip(payoffs).map(|(name, payoff)| format!("{name} gets {payoff}")).collect();
        lines.push(each.join(", "));
    }
    Some(lines)
}

fn checks(scenario: &Scenario, what: &str) -> bool {
    scenario.end.then.iter().any(|then| then.expression.trim() == what)
}

fn named(driver: &Driver, seats: &[usize]) -> Vec<String> {
    driver.names(seats).iter().map(|name| capital(name)).collect()
}

/// `Ben is first, then Anna and Chris, then Dora`
fn ranking_line(groups: &[Vec<String>]) -> Option<String> {
    let (first, others) = groups.split_first()?;
    let verb = if first.len() > 1 { "are" } else { "is" };
    let then: String = others.iter().map(|group| format!(", then {}", name_list(group))).collect();
    Some(format!("{} {verb} first{then}", name_list(first)))
}
