//! Budgets of balance: figures in `balance.yaml` that a game must keep to when its rules change.

use crate::agent::Bot;
use crate::goals::{Direction, Goal};
use crate::variants::variants;
use tavola_game::{Game, LoadError, NameFinder, NameInText, OutsideName, Rules, Setup, known_variants, variant_names};
use tavola_syntax::diagnostic::Diagnostic;
use tavola_syntax::text::{Sources, Span, count};
use tavola_syntax::yaml::codes;
use tavola_syntax::yaml::{self, Fields, Yaml};

/// Name of the file in a game's folder.
pub const FILE: &str = "balance.yaml";

/// Default maximum number of games.
const GAMES: u64 = 2000;

/// One entry: what is expected of a game with these players and settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Numbers of players, such as `4` or `3-4`. None: all possible numbers.
    pub players: Option<String>,
    /// Bots, in the syntax of `--bots`.
    pub bots: Option<String>,
    /// Name of the variant, or several in their order.
    pub variant: Option<String>,
    /// Places of the values of these keys, or of the entry.
    at: BudgetPlaces,
    /// Settings and rulings that differ from their defaults.
    pub set: Vec<(String, String)>,
    /// Places of their names and values.
    set_at: Vec<[Span; 2]>,
    /// Maximum number of games.
    pub games: u64,
    /// Seed of chance and bots.
    pub seed: u64,
    /// Goals, with their places.
    pub expect: Vec<(String, Span)>,
    /// Place of the entry.
    pub span: Span,
}

/// Places of values of a [`Budget`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BudgetPlaces {
    players: Span,
    bots: Span,
    variant: Span,
    set: Span,
}

const HELP: &str = "a balance is a list of entries like `{ players: 4, bots: random, games: 2000, expect: [each seat wins below 40%] }`";

/// Reads files and reports all mistakes in them: `E1101` invalid YAML, `E1102` a wrong type, `E1103` an unknown key,
/// `E1104` an entry without goals.
pub fn read(sources: &Sources) -> (Vec<Budget>, Vec<Diagnostic>) {
    let (mut budgets, mut findings) = (Vec::new(), Vec::new());
    for (id, source) in sources.iter() {
        let (yaml, found) = yaml::read(id, &source.text);
        findings.extend(found);
        let Some(yaml) = yaml else { continue };
        match &yaml.value {
            yaml::YamlValue::List(entries) => {
                budgets.extend(entries.iter().filter_map(|entry| budget(entry, &mut findings)));
            }
            _ => {
                let message = format!("expected a list of entries, found {}", yaml.kind());
                findings.push(Diagnostic::error(codes::WRONG_VALUE, yaml.span, message).help(HELP));
            }
        }
    }
    (budgets, findings)
}

impl Budget {
    /// Names of the rules that the entry uses: settings and their values, tracks and rules in goals.
    pub fn names_used(&self, finder: &NameFinder<'_>, sources: &Sources) -> Vec<OutsideName> {
        let settings = self.set.iter().zip(&self.set_at).flat_map(|((name, value), regions)| {
            let names = finder.in_setting(name, value);
            let placed = |(names, (text, region)): (Vec<NameInText>, (&String, &Span))| {
                names.iter().map(|name| name.placed(text, sources, *region)).collect::<Vec<_>>()
            };
            names.into_iter().zip([name, value].into_iter().zip(regions)).flat_map(placed).collect::<Vec<_>>()
        });
        let goal = |(text, span): &(String, Span)| {
            finder.in_figure(text).iter().map(|name| name.placed(text, sources, *span)).collect::<Vec<_>>()
        };
        settings.chain(self.expect.iter().flat_map(goal)).collect()
    }
}

fn budget(entry: &Yaml, findings: &mut Vec<Diagnostic>) -> Option<Budget> {
    let mut fields = match Fields::new(entry, "an entry of a balance") {
        Ok(fields) => fields,
        Err(finding) => {
            findings.push(*finding);
            return None;
        }
    };
    let mut place = |key| fields.take(key).map_or(entry.span, |value| value.span);
    let at =
        BudgetPlaces { players: place("players"), bots: place("bots"), variant: place("variant"), set: place("set") };
    let set = fields.pairs("set");
    let budget = Budget {
        players: fields.text("players"),
        bots: fields.text("bots"),
        variant: variants(&mut fields).map(|(names, _)| names),
        at,
        set_at: set.iter().map(|(_, value, span)| [*span, value.whole]).collect(),
        set: set.into_iter().map(|(name, value, _)| (name, value.shown())).collect(),
        games: fields.number("games").unwrap_or(GAMES).max(1),
        seed: fields.number("seed").unwrap_or(1),
        expect: fields.texts("expect"),
        span: entry.span,
    };
    if budget.expect.is_empty() {
        let missing = Diagnostic::error(codes::MISSING_KEY, entry.span, "an entry of a balance has no `expect`");
        fields.lacks("expect", missing.help(HELP));
    }
    findings.extend(fields.finish());
    (!budget.expect.is_empty()).then_some(budget)
}

/// Reports what entries name that the game does not have (`E1110`): players, bots, variants, settings, figures.
///
/// Nothing is played. Goals are read for the fewest players of an entry. `variants` are the names of all variants; `overlaid` gives
/// the rules with some of them, or none if they have errors.
pub fn review(
    budgets: &[Budget],
    rules: &Rules,
    variants: &[String],
    overlaid: impl Fn(&str) -> Option<Rules>,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for budget in budgets {
        let unknown = budget.variant.iter().flat_map(|names| variant_names(names));
        if let Some(name) = unknown.into_iter().find(|name| !variants.iter().any(|known| known == name)) {
            let finding = nothing(budget.at.variant, &format!("there is no variant `{name}`"));
            findings.push(finding.help(known_variants(name, variants)));
            continue;
        }
        match &budget.variant {
            None => findings.extend(budget.mistakes(rules)),
            Some(names) => findings.extend(overlaid(names).iter().flat_map(|rules| budget.mistakes(rules))),
        }
    }
    findings
}

fn nothing(span: Span, message: &str) -> Diagnostic {
    Diagnostic::error(codes::MEANS_NOTHING, span, message)
}

impl Budget {
    /// Parses the goals for this game.
    ///
    /// # Errors
    /// The message for the first wrong goal, and its place.
    pub fn goals(&self, game: &Game) -> Result<Vec<Goal>, (String, Span)> {
        let read = |(text, span): &(String, Span)| match Goal::read(text, game) {
            Ok(Goal { way: Direction::Near, .. }) => {
                Err((format!("`{text}`: write `above` or `below`; `near` cannot be decided by a test"), *span))
            }
            read => read.map_err(|why| (why, *span)),
        };
        self.expect.iter().map(read).collect()
    }

    /// Findings of this entry in the rules that it plays.
    fn mistakes(&self, rules: &Rules) -> Vec<Diagnostic> {
        let Some((fewest, _)) = rules.players() else { return Vec::new() };
        let players = match self.players.as_deref().map(|text| player_counts(text).ok_or(text)) {
            None => fewest,
            Some(Ok(counts)) => {
                if let Some(why) = counts.iter().find_map(|&players| unfit_count(players, rules)) {
                    return vec![nothing(self.at.players, &why)];
                }
                counts[0]
            }
            Some(Err(text)) => {
                let message = format!("`{text}` is no number of players");
                return vec![nothing(self.at.players, &message).help("write 4, 3-4 or 2,4")];
            }
        };
        let bots = self.bots.iter().flat_map(|bots| bots.split(','));
        let of_seat = |part: &'_ str| Bot::steady(part.split_once('=').map_or(part, |(_, bot)| bot)).err();
        if let Some(why) = bots.into_iter().find_map(of_seat) {
            return vec![nothing(self.at.bots, &why)];
        }
        let setup = Setup { settings: self.set.clone(), variant: self.variant.clone(), ..Setup::of(players) };
        match rules.game(&setup) {
            Ok(game) => self.goals(&game).err().map(|(why, span)| nothing(span, &why)).into_iter().collect(),
            Err(LoadError::Error(error)) => vec![nothing(self.at.set, &error.message)],
            // The check of the rules reports them.
            Err(LoadError::Findings { .. }) => Vec::new(),
        }
    }
}

/// Parses numbers of players, from the smallest: `4`, `3-4`, `2,4`. `None` if the text is malformed.
pub fn player_counts(text: &str) -> Option<Vec<usize>> {
    let number = |part: &str| part.trim().parse::<u8>().ok().filter(|number| *number > 0).map(usize::from);
    let mut found = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((from, to)) => found.extend(number(from)?..=number(to)?),
            None => found.push(number(part)?),
        }
    }
    found.sort_unstable();
    found.dedup();
    (!found.is_empty()).then_some(found)
}

/// Why the rules cannot be played with this number of players, if they cannot.
pub fn unfit_count(players: usize, rules: &Rules) -> Option<String> {
    let (fewest, most) = rules.players().filter(|(fewest, most)| !(fewest..=most).contains(&&players))?;
    let numbers = if fewest == most { count(fewest, "player") } else { format!("{fewest} to {most} players") };
    Some(format!("`{}` is for {numbers}, not for {players}", rules.name()))
}
