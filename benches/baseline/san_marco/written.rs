//! Notation of the rules for answers and views.

use super::super::{NAMES, things};
use super::board::{CANALS, DISTRICTS};
use super::cards::{Cards, SORTS};
use super::{Answer, SanMarco};

const DISTRICT: [&str; DISTRICTS] = ["cannaregio", "santa_croce", "san_polo", "san_marco", "dorsoduro", "castello"];
const OTHERS: [&str; 7] = ["bridge_card", "transfer", "banishment", "doge_card", "one", "two", "three"];

fn card(sort: usize) -> String {
    match OTHERS.get(sort.wrapping_sub(DISTRICTS)) {
        Some(name) => (*name).to_owned(),
        None => format!("district({})", DISTRICT[sort]),
    }
}

fn canal(at: usize) -> String {
    let (one, other) = CANALS[at];
    format!("{}--{}", DISTRICT[one], DISTRICT[other])
}

pub(super) fn answer(answer: Answer) -> String {
    match answer {
        Answer::Yes => "yes".to_owned(),
        Answer::No => "no".to_owned(),
        Answer::Number(number) => number.to_string(),
        Answer::Stone(player) => NAMES[player].to_owned(),
        Answer::Card(sort) => card(sort),
        Answer::District(district) => DISTRICT[district].to_owned(),
        Answer::Canal(at) => canal(at),
        Answer::Aristocrat(player) => format!("aristocrat[{}]", NAMES[player]),
        Answer::Foe(district, foe) => format!("[{}, {}]", DISTRICT[district], NAMES[foe]),
        Answer::Bridge(at, foe) => format!("[{}, {}]", canal(at), NAMES[foe]),
        Answer::Build => "build".to_owned(),
        Answer::TakeOver => "take over".to_owned(),
        Answer::Cross(at, owner) => format!("cross({}, {})", canal(at), NAMES[owner]),
        Answer::Jump(there) => format!("jump({})", DISTRICT[there]),
        Answer::ScoreHere => "done".to_owned(),
    }
}

fn aristocrats(counts: [u32; 4]) -> impl Iterator<Item = (u32, String)> {
    (0..4).map(move |player| (counts[player], format!("aristocrat[{}]", NAMES[player])))
}

fn cards(cards: &Cards, is_seen: bool) -> String {
    if is_seen {
        things((0..SORTS).map(|sort| (cards[sort], card(sort))))
    } else {
        cards.iter().sum::<u32>().to_string()
    }
}

fn names(players: impl IntoIterator<Item = usize>) -> String {
    players.into_iter().map(|player| NAMES[player]).collect::<Vec<_>>().join(", ")
}

pub(super) fn seen(game: &SanMarco, viewer: Option<usize>) -> Vec<String> {
    let board = &game.board;
    let doge = |district: Option<usize>| (u32::from(board.doge == district), "doge".to_owned());
    let mut lines = vec![format!("reserve: {}", things(aristocrats(board.reserve)))];
    for (at, there) in board.district.into_iter().enumerate() {
        let there = aristocrats(there).chain([doge(Some(at))]);
        lines.push(format!("district[{}]: {}", DISTRICT[at], things(there)));
    }
    for at in 0..CANALS.len() {
        let bridges = [(board.bridges(at), "bridge".to_owned())];
        lines.push(format!("on[{}]: {}", canal(at), things(bridges.into_iter().chain(aristocrats(board.on[at])))));
    }
    lines.push(format!("supply: {}", things([(board.supply(), "bridge".to_owned())])));
    lines.push(format!("beside_board: {}", things([doge(None)])));
    seen_cards(game, viewer, &mut lines);
    for (name, prestige) in NAMES.into_iter().zip(board.prestige).take(board.players) {
        lines.push(format!("prestige[{name}]: {prestige}"));
    }
    let set = |of: [bool; 4]| names((0..4).filter(|&player| of[player]));
    lines.push(format!("sundial: {}", game.passage));
    lines.push(format!("starter: {}", NAMES[game.starter]));
    lines.push(format!("tablet: [{}]", names(game.tablet.iter().copied())));
    lines.push(format!("active: {{{}}}", set(game.active)));
    lines.push(format!("open: {{{}}}", set(game.open)));
    lines.push(format!("final_round: {}", if game.final_round { "yes" } else { "no" }));
    lines
}

/// Adds the cards. A deck is hidden. A hand is seen by its player, an offer by its distributor and, once revealed, by all.
fn seen_cards(game: &SanMarco, viewer: Option<usize>, lines: &mut Vec<String>) {
    let players = 0..game.board.players;
    lines.push(format!("deck: {}", cards(&game.deck, false)));
    lines.push(format!("limit_deck: {}", cards(&game.limit_deck, false)));
    lines.push(format!("discard: {}", cards(&game.discard, true)));
    for player in players.clone() {
        lines.push(format!("hand[{}]: {}", NAMES[player], cards(&game.hand[player], viewer == Some(player))));
    }
    for player in players.clone() {
        let is_seen = viewer == Some(player) || game.open[player];
        for (at, offer) in game.offer[player].iter().enumerate() {
            lines.push(format!("offer[{}, {}]: {}", NAMES[player], at + 1, cards(offer, is_seen)));
        }
    }
    for (place, of) in [("taken", &game.taken), ("limits", &game.limits)] {
        for player in players.clone() {
            lines.push(format!("{place}[{}]: {}", NAMES[player], cards(&of[player], true)));
        }
    }
}
