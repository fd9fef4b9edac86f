//! A player's turn: they take an offer and play its cards one by one.

use super::board::DISTRICTS;
use super::cards::{BANISHMENT, BRIDGE, DOGE, NO_CARDS, TRANSFER, actions, add, limits};
use super::{Answer, Errand, SanMarco, Stage};

impl Errand {
    /// The district where the aristocrat arrives. None for a bridge.
    pub(super) fn district(self) -> Option<usize> {
        match self {
            Self::Arrive(district) => Some(district),
            _ => None,
        }
    }
}

impl SanMarco {
    /// The offers of this turn's distributor that are still there.
    pub(super) fn offers_left(&self) -> impl Iterator<Item = usize> {
        let giver = self.giver();
        (0..3).filter(move |&offer| self.offer[giver][offer] != NO_CARDS)
    }

    pub(super) fn take(&mut self, offer: usize) {
        let giver = self.giver();
        let cards = std::mem::take(&mut self.offer[giver][offer]);
        add(&mut self.limits[self.turn], &limits(&cards));
        self.taken[self.turn] = actions(&cards);
        self.next_card();
    }

    fn next_card(&mut self) {
        self.stage = Stage::NextCard;
        if self.taken[self.turn] == NO_CARDS {
            self.next_turn();
        }
    }

    /// Plays a card. A card that can do nothing is discarded.
    pub(super) fn play(&mut self, sort: usize) {
        self.playing = Some(sort);
        let (board, turn) = (&self.board, self.turn);
        let (stage, can_be_played) = match sort {
            BRIDGE => (Stage::MayBridge, board.supply() > 0 || board.foreign_bridges(turn).next().is_some()),
            TRANSFER => (Stage::Transfer, board.transfers(turn).next().is_some()),
            BANISHMENT => (Stage::Banish, true),
            DOGE => (self.doge_card(), true),
            district => (Stage::Arrive(district), board.targets(turn, district).next().is_some()),
        };
        self.stage = stage;
        if !can_be_played {
            self.finish();
        }
    }

    fn doge_card(&self) -> Stage {
        let Some(doge) = self.board.doge else { return Stage::DogeEnters };
        let mut visited = [false; DISTRICTS];
        visited[doge] = true;
        Stage::Journey(visited, true)
    }

    /// Finishes the card.
    fn finish(&mut self) {
        let Some(sort) = self.playing.take() else {
            self.end_passage();
            return;
        };
        self.taken[self.turn][sort] -= 1;
        self.discard[sort] += 1;
        self.next_card();
    }

    pub(super) fn answer_for_card(&mut self, answer: Answer) {
        match (self.stage, answer) {
            (Stage::Arrive(_), Answer::District(district)) => self.send(Errand::Arrive(district)),
            (Stage::MayBridge, Answer::Yes) => self.stage = Stage::BuildOrTakeOver,
            (Stage::BuildOrTakeOver, Answer::Build) => self.stage = Stage::Build,
            (Stage::BuildOrTakeOver, _) => self.stage = Stage::WhichBridge,
            (Stage::Build, Answer::Canal(canal)) => self.send(Errand::Build(canal)),
            (Stage::WhichBridge, Answer::Bridge(canal, foe)) => self.stage = Stage::BridgeTo(canal, foe),
            (Stage::BridgeTo(canal, foe), Answer::Canal(to)) => self.send(Errand::TakeOver { canal, foe, to }),
            (Stage::Transfer, Answer::Foe(district, foe)) => {
                self.board.send_home(foe, district, 1);
                self.send(Errand::Arrive(district));
            }
            (Stage::Origin(errand), Answer::District(from)) => {
                self.board.district[from][self.turn] -= 1;
                self.arrive(errand);
            }
            (Stage::Banish, Answer::District(district)) => self.stage = Stage::BanishRoll(district),
            (Stage::BanishRoll(district), Answer::Number(face)) => {
                self.goes = [0; 4];
                self.banish(district, face as u32, 0);
            }
            (Stage::WhoGoes(district, face, _), Answer::Aristocrat(foe)) => {
                self.goes[foe] += 1;
                self.banish(district, face, foe);
            }
            (Stage::DogeEnters, Answer::District(district)) => {
                self.board.doge = Some(district);
                self.score_at_doge();
            }
            (Stage::Journey(visited, _), Answer::Cross(canal, owner)) => {
                let there = self.board.cross(self.turn, canal, owner);
                self.walk_on(visited, there);
            }
            (Stage::Journey(visited, _), Answer::Jump(there)) => {
                self.board.jump(self.turn, there);
                self.walk_on(visited, there);
            }
            (Stage::Journey(..), _) => self.score_at_doge(),
            _ => self.finish(),
        }
    }

    /// Sends an aristocrat from the reserve or, if that is empty, from the board.
    fn send(&mut self, errand: Errand) {
        if self.board.reserve[self.turn] == 0 {
            self.stage = Stage::Origin(errand);
            return;
        }
        self.board.reserve[self.turn] -= 1;
        self.arrive(errand);
    }

    fn arrive(&mut self, errand: Errand) {
        let (board, turn) = (&mut self.board, self.turn);
        match errand {
            Errand::Arrive(district) => board.district[district][turn] += 1,
            Errand::Build(canal) => board.on[canal][turn] += 1,
            Errand::TakeOver { canal, foe, to } => {
                board.on[canal][foe] -= 1;
                board.reserve[foe] += 1;
                board.on[to][turn] += 1;
            }
        }
        self.finish();
    }

    /// Continues a banishment. As many aristocrats as the die shows must go, opponents' first. The player names them in the order of
    /// the seats, beginning at `from`. When all are named they go, and the player loses the rest.
    fn banish(&mut self, district: usize, face: u32, from: usize) {
        self.stage = Stage::WhoGoes(district, face, from);
        if self.still_to_name(district, face) > 0 {
            return;
        }
        let foes = self.board.foes(self.turn, district);
        for foe in self.board.others(self.turn) {
            self.board.send_home(foe, district, self.goes[foe]);
        }
        self.board.send_home(self.turn, district, face.saturating_sub(foes));
        self.finish();
    }

    fn still_to_name(&self, district: usize, face: u32) -> u32 {
        face.min(self.board.foes(self.turn, district)) - self.goes.iter().sum::<u32>()
    }

    /// Opponents who may be named next. They and those behind them must have enough aristocrats left.
    pub(super) fn who_may_go(&self, district: usize, face: u32, from: usize) -> impl Iterator<Item = usize> {
        let left = move |foe: usize| self.board.district[district][foe] - self.goes[foe];
        let rest_from = move |low| self.board.others(self.turn).filter(move |&foe| foe >= low).map(left).sum::<u32>();
        let wanted = self.still_to_name(district, face);
        let behind = self.board.others(self.turn).filter(move |&foe| foe >= from);
        behind.filter(move |&foe| left(foe) > 0 && rest_from(foe) >= wanted)
    }

    fn walk_on(&mut self, mut visited: [bool; DISTRICTS], there: usize) {
        visited[there] = true;
        self.stage = Stage::Journey(visited, false);
    }

    fn score_at_doge(&mut self) {
        if let Some(district) = self.board.doge {
            self.board.score(district);
        }
        self.finish();
    }
}
