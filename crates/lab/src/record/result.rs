//! Results of recorded games.

use super::list;
use tavola_game::Outcome;
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::name_list;
use tavola_syntax::yaml::codes;
use tavola_syntax::yaml::{Fields, YamlValue};

/// Winners and ranking of a finished game, by the players' names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameResult {
    /// Winners; several share the victory. Empty: nobody wins.
    pub winners: Vec<String>,
    /// Groups of equals, the best first. Empty if the rules define no ranking.
    pub ranking: Vec<Vec<String>>,
}

impl GameResult {
    /// Converts an outcome to the names of these players, who are in the order of their seats.
    pub fn new(outcome: &Outcome, players: &[String]) -> Self {
        let names = |seats: &Vec<usize>| seats.iter().filter_map(|&seat| players.get(seat)).cloned().collect();
        Self { winners: names(&outcome.winners), ranking: outcome.ranking.iter().map(names).collect() }
    }

    /// Describes how a game ended differently from this result: other winners, or another ranking. `now` is none if the
    /// game is not over.
    pub fn differs(&self, now: Option<&Self>) -> Option<String> {
        let wins = |names: &[String]| match names {
            [] => "nobody wins".to_owned(),
            [one] => format!("{one} wins"),
            all => format!("{} share the victory", name_list(all)),
        };
        let ranks = |result: &Self| {
            let groups: Vec<String> = result.ranking.iter().map(|group| group.join(" and ")).collect();
            groups.join(", then ")
        };
        let sorted = |names: &[String]| {
            let mut names = names.to_vec();
            names.sort_unstable();
            names
        };
        let groups = |result: &Self| result.ranking.iter().map(|group| sorted(group)).collect::<Vec<_>>();
        let Some(now) = now else {
            return Some(format!("the game is not over; in the record it is, and {}", wins(&self.winners)));
        };
        if sorted(&self.winners) != sorted(&now.winners) {
            return Some(format!("{}; in the record {}", wins(&now.winners), wins(&self.winners)));
        }
        let otherwise = groups(self) != groups(now);
        otherwise.then(|| format!("the ranking is {}; in the record it is {}", ranks(now), ranks(self)))
    }

    /// The result as the last line of the file.
    pub(super) fn line(&self) -> String {
        let groups: Vec<String> = self.ranking.iter().map(|group| list(group)).collect();
        format!("result: {{ winners: {}, ranking: [{}] }}\n", list(&self.winners), groups.join(", "))
    }

    /// Parses the key `result` of a record; mistakes are added to the findings.
    pub(super) fn read(fields: &mut Fields<'_>, players: &[String]) -> Option<Self> {
        let given = fields.take("result")?;
        let mut inner = match Fields::new(given, "the result of a record") {
            Ok(inner) => inner,
            Err(finding) => {
                fields.findings.push(finding.help("write `result: { winners: [anna], ranking: [[anna], [ben]] }`"));
                return None;
            }
        };
        let winners = inner.texts("winners");
        let mut groups = Vec::new();
        for group in inner.list("ranking") {
            match &group.value {
                YamlValue::List(names) => groups.push(names.iter().map(|name| (name.shown(), name.span)).collect()),
                _ => groups.push(vec![(group.shown(), group.span)]),
            }
        }
        for (name, span) in winners.iter().chain(groups.iter().flatten()) {
            if !players.is_empty() && !players.contains(name) {
                let help = format!("players: {}", players.join(", "));
                inner.findings.push(
                    Diagnostic::error(codes::NO_PLAYER, *span, format!("nobody called `{name}` plays")).help(help),
                );
            }
        }
        fields.findings.extend(inner.finish());
        let names = |given: Vec<(String, _)>| given.into_iter().map(|(name, _)| name).collect();
        Some(Self { winners: names(winners), ranking: groups.into_iter().map(names).collect() })
    }
}
