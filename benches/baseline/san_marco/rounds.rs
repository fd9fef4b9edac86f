//! The set-up, the rounds, and the end of a passage.

use super::board::DISTRICTS;
use super::cards::{NO_CARDS, add, points};
use super::{SanMarco, Stage};

const ROLLS: usize = 4;
const PER_ROLL: u32 = 2;
const PASSAGES: usize = 3;
const OUT_AT: u32 = 10;

/// Cards dealt to a distributor, and number of offers.
pub(super) struct Form {
    pub(super) actions: usize,
    limits: usize,
    pub(super) offers: usize,
}

impl SanMarco {
    pub(super) fn set_up_roll(&mut self, roll: usize, face: usize) {
        self.board.reserve[self.turn] -= PER_ROLL;
        self.board.district[face - 1][self.turn] += PER_ROLL;
        if roll + 1 < ROLLS {
            self.stage = Stage::Roll(roll + 1);
        } else if self.board.district[face - 1][self.turn] == ROLLS as u32 * PER_ROLL {
            self.stage = Stage::MayRollAgain(face - 1);
        } else {
            self.next_to_roll();
        }
    }

    pub(super) fn roll_again(&mut self, district: usize, face: usize) {
        self.board.district[district][self.turn] -= PER_ROLL;
        self.board.district[face - 1][self.turn] += PER_ROLL;
        self.next_to_roll();
    }

    pub(super) fn next_to_roll(&mut self) {
        self.turn += 1;
        self.stage = Stage::Roll(0);
        if self.turn == self.board.players {
            self.turn = 0;
            self.stage = Stage::FirstBridge(0);
        }
    }

    /// Builds one of the first bridges. Three players build two each, one after the other.
    pub(super) fn first_bridge(&mut self, bridge: usize, canal: usize) {
        self.board.reserve[self.turn] -= 1;
        self.board.on[canal][self.turn] += 1;
        if self.board.players == 3 && bridge == 0 {
            self.stage = Stage::FirstBridge(1);
            return;
        }
        self.turn += 1;
        self.stage = Stage::FirstBridge(0);
        if self.turn == self.board.players {
            self.stage = Stage::Stone;
        }
    }

    fn count_active(&self) -> usize {
        self.active.iter().filter(|active| **active).count()
    }

    pub(super) fn form(&self) -> Form {
        match self.count_active() {
            3 => Form { actions: 6, limits: 4, offers: 3 },
            _ => Form { actions: 5, limits: 3, offers: 2 },
        }
    }

    /// Players whose stones are still to be drawn.
    pub(super) fn in_the_lap(&self) -> impl Iterator<Item = usize> {
        let waits = |&player: &usize| self.active[player] && player != self.starter && !self.drawn.contains(&player);
        (0..self.board.players).filter(waits)
    }

    pub(super) fn draw_stone(&mut self, player: usize) {
        self.drawn.push(player);
        if self.in_the_lap().next().is_none() {
            self.tablet.clear();
            self.tablet.push(self.starter);
            self.tablet.append(&mut self.drawn);
            self.open = [false; 4];
            self.stage = Stage::Draw(0, 0);
        }
    }

    /// Number of players in a team: a distributor with their decision-makers.
    fn team_size(&self) -> usize {
        if self.tablet.len() == 4 { 2 } else { self.tablet.len() }
    }

    fn distributors(&self) -> impl Iterator<Item = usize> {
        self.tablet.iter().copied().step_by(self.team_size())
    }

    pub(super) fn draw_card(&mut self, team: usize, count: usize, sort: usize) {
        let form = self.form();
        let deck = if count < form.actions { &mut self.deck } else { &mut self.limit_deck };
        deck[sort] -= 1;
        self.hand[self.tablet[team * self.team_size()]][sort] += 1;
        if count + 1 < form.actions + form.limits {
            self.stage = Stage::Draw(team, count + 1);
        } else if team + 1 < self.distributors().count() {
            self.stage = Stage::Draw(team + 1, 0);
        } else if let Some(first) = self.distributors().min() {
            self.turn = first;
            self.stage = Stage::Divide;
        }
    }

    /// Lays the next card. Both distributors divide in secret, so the offers come out when the last of them has finished.
    pub(super) fn lay(&mut self, offer: usize) {
        let (division, hand) = (&mut self.division[self.turn], &self.hand[self.turn]);
        let Some(sort) = division.next(hand) else { return };
        division.offers[offer][sort] += 1;
        if division.next(hand).is_some() {
            return;
        }
        if let Some(next) = self.distributors().filter(|&player| player > self.turn).min() {
            self.turn = next;
            return;
        }
        for player in 0..self.board.players {
            self.offer[player] = std::mem::take(&mut self.division[player]).offers;
            self.hand[player] = NO_CARDS;
        }
        self.begin_turn(0);
    }

    /// Begins a turn. Decision-makers come first, in the order of their stones, then the distributor.
    fn begin_turn(&mut self, number: usize) {
        self.turn_number = number;
        let size = self.team_size();
        let (first, within) = (number / size * size, number % size);
        if within == 0 {
            self.open[self.tablet[first]] = true;
        }
        self.turn = self.tablet[first + (within + 1) % size];
        self.stage = Stage::Offer;
    }

    /// The distributor whose offers are taken in this turn.
    pub(super) fn giver(&self) -> usize {
        let size = self.team_size();
        self.tablet[self.turn_number / size * size]
    }

    pub(super) fn next_turn(&mut self) {
        if self.turn_number + 1 < self.tablet.len() {
            self.begin_turn(self.turn_number + 1);
        } else {
            self.end_round();
        }
    }

    fn points(&self, player: usize) -> u32 {
        points(&self.limits[player])
    }

    /// Ends a round. Only now limit points count. If a player goes out, the other two or three play one more round.
    fn end_round(&mut self) {
        let still_in: [bool; 4] = std::array::from_fn(|player| self.active[player] && self.points(player) < OUT_AT);
        let count = still_in.iter().filter(|still_in| **still_in).count();
        if self.final_round || count < 2 {
            self.evaluate();
            return;
        }
        self.final_round = count < self.count_active();
        self.active = still_in;
        self.starter = self.left_of(self.starter);
        while !self.active[self.starter] {
            self.starter = self.left_of(self.starter);
        }
        self.stage = Stage::Stone;
    }

    fn left_of(&self, player: usize) -> usize {
        (player + 1) % self.board.players
    }

    /// Evaluates a passage. Players who are not out score their distance to the highest limit points. A single player with the fewest
    /// may banish.
    fn evaluate(&mut self) {
        let all = 0..self.board.players;
        let highest = all.clone().map(|player| self.points(player)).max().unwrap_or(0);
        let fewest = all.clone().map(|player| self.points(player)).min().unwrap_or(0);
        for player in all.clone() {
            let points = self.points(player);
            if points < OUT_AT {
                self.board.prestige[player] += highest - points;
            }
        }
        let mut with_fewest = all.filter(|&player| self.points(player) == fewest);
        match (with_fewest.next(), with_fewest.next()) {
            (Some(player), None) => {
                self.turn = player;
                self.stage = Stage::Banish;
            }
            _ => self.end_passage(),
        }
    }

    pub(super) fn end_passage(&mut self) {
        if self.passage == PASSAGES {
            (0..DISTRICTS).for_each(|district| self.board.score(district));
            self.stage = Stage::Over;
            return;
        }
        self.passage += 1;
        self.starter = self.left_of(self.starter);
        add(&mut self.deck, &std::mem::take(&mut self.discard));
        for limits in &mut self.limits {
            add(&mut self.limit_deck, &std::mem::take(limits));
        }
        self.active = std::array::from_fn(|player| player < self.board.players);
        self.final_round = false;
        self.stage = Stage::Stone;
    }
}
