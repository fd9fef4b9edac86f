//! The board: aristocrats, bridges, the Doge, and the scoring of districts.

/// Number of districts: Cannaregio, Santa Croce, San Polo, San Marco, Dorsoduro, Castello, in the order of the faces of the die.
pub(super) const DISTRICTS: usize = 6;
/// Values of each district, for the most and the second most aristocrats.
const VALUES: [(u32, u32); DISTRICTS] = [(6, 4), (5, 3), (6, 5), (8, 6), (7, 4), (7, 5)];
/// The two districts that each canal divides.
pub(super) const CANALS: [(usize, usize); 10] =
    [(0, 1), (0, 2), (0, 3), (0, 5), (1, 2), (1, 4), (2, 3), (2, 4), (3, 4), (3, 5)];
pub(super) const SAN_MARCO: usize = 3;

pub(super) const ARISTOCRATS: u32 = 25;
pub(super) const BRIDGES: u32 = 12;
/// Maximum number of bridges between the same two districts.
const PER_CANAL: u32 = 3;
/// Cost of crossing another player's bridge.
const TOLL: u32 = 1;
/// Cost of leading the Doge out of a district that no bridge touches.
const JUMP: u32 = 2;

/// Everything on the board and beside it. Numbers of aristocrats are kept for each player.
pub(super) struct Board {
    pub(super) players: usize,
    pub(super) reserve: [u32; 4],
    pub(super) district: [[u32; 4]; DISTRICTS],
    /// Aristocrats on the bridges over each canal. Each bridge carries exactly one, so these are also the bridges.
    pub(super) on: [[u32; 4]; CANALS.len()],
    pub(super) doge: Option<usize>,
    pub(super) prestige: [u32; 4],
}

impl Board {
    pub(super) fn new(players: usize) -> Self {
        let mut reserve = [0; 4];
        reserve[..players].fill(ARISTOCRATS);
        Self {
            players,
            reserve,
            district: [[0; 4]; DISTRICTS],
            on: [[0; 4]; CANALS.len()],
            doge: None,
            prestige: [0; 4],
        }
    }

    pub(super) fn bridges(&self, canal: usize) -> u32 {
        self.on[canal].iter().sum()
    }

    /// Number of bridges that have not been built.
    pub(super) fn supply(&self) -> u32 {
        BRIDGES - (0..CANALS.len()).map(|canal| self.bridges(canal)).sum::<u32>()
    }

    pub(super) fn has_room(&self, canal: usize) -> bool {
        self.bridges(canal) < PER_CANAL
    }

    /// The canals at a district, with the district on the other side.
    pub(super) fn canals_at(&self, district: usize) -> impl Iterator<Item = (usize, usize)> {
        CANALS.iter().enumerate().filter_map(move |(canal, &(one, other))| match district {
            _ if district == one => Some((canal, other)),
            _ if district == other => Some((canal, one)),
            _ => None,
        })
    }

    /// All players but this one.
    pub(super) fn others(&self, player: usize) -> impl Iterator<Item = usize> + use<> {
        (0..self.players).filter(move |&other| other != player)
    }

    /// Number of opponents' aristocrats in a district.
    pub(super) fn foes(&self, player: usize, district: usize) -> u32 {
        self.others(player).map(|foe| self.district[district][foe]).sum()
    }

    /// Districts from which an aristocrat may be sent to `target` (`None`: to a bridge).
    pub(super) fn origins(&self, player: usize, target: Option<usize>) -> impl Iterator<Item = usize> {
        (0..DISTRICTS).filter(move |&from| target != Some(from) && self.district[from][player] > 0)
    }

    /// True if a player can send an aristocrat: from the reserve or, if that is empty, from the board.
    pub(super) fn can_send(&self, player: usize, target: Option<usize>) -> bool {
        self.reserve[player] > 0 || self.origins(player, target).next().is_some()
    }

    /// Districts to which a district card may bring an aristocrat: its own, or one beyond the player's own bridge.
    pub(super) fn targets(&self, player: usize, district: usize) -> impl Iterator<Item = usize> {
        let beyond =
            move |there| self.canals_at(district).any(|(canal, far)| far == there && self.on[canal][player] > 0);
        let reached = move |&there: &usize| there == district || beyond(there);
        (0..DISTRICTS).filter(reached).filter(move |&there| self.can_send(player, Some(there)))
    }

    /// Districts and opponents for a transfer card.
    pub(super) fn transfers(&self, player: usize) -> impl Iterator<Item = (usize, usize)> {
        let in_district = move |district| self.others(player).map(move |foe| (district, foe));
        let is_there = move |&(district, foe): &(usize, usize)| self.district[district][foe] > 0;
        (0..DISTRICTS)
            .flat_map(in_district)
            .filter(is_there)
            .filter(move |&(district, _)| self.can_send(player, Some(district)))
    }

    /// The bridges of other players: canal and owner.
    pub(super) fn foreign_bridges(&self, player: usize) -> impl Iterator<Item = (usize, usize)> {
        let over = move |canal| self.others(player).map(move |foe| (canal, foe));
        (0..CANALS.len()).flat_map(over).filter(move |&(canal, foe)| self.on[canal][foe] > 0)
    }

    /// Bridges that the Doge may cross: the player can pay, and the Doge was not there with this card.
    pub(super) fn crossings(
        &self,
        player: usize,
        doge: usize,
        visited: [bool; DISTRICTS],
    ) -> impl Iterator<Item = (usize, usize)> {
        let open = self.canals_at(doge).filter(move |&(_, far)| !visited[far]);
        let over = move |(canal, _)| (0..self.players).map(move |owner| (canal, owner));
        open.flat_map(over).filter(move |&(canal, owner)| {
            self.on[canal][owner] > 0 && (owner == player || self.prestige[player] >= TOLL)
        })
    }

    /// Districts to which the Doge may jump from a district that no bridge touches.
    pub(super) fn jumps(&self, player: usize, doge: usize) -> impl Iterator<Item = usize> {
        let is_alone = self.canals_at(doge).all(|(canal, _)| self.bridges(canal) == 0);
        let is_near = move |there: &usize| self.canals_at(doge).any(|(_, far)| far == *there);
        (0..DISTRICTS).filter(move |_| is_alone && self.prestige[player] >= JUMP).filter(is_near)
    }

    /// Moves the Doge across a bridge. Returns the new district.
    pub(super) fn cross(&mut self, player: usize, canal: usize, owner: usize) -> usize {
        if owner != player {
            self.prestige[player] -= TOLL;
            self.prestige[owner] += TOLL;
        }
        let (one, other) = CANALS[canal];
        let there = if self.doge == Some(one) { other } else { one };
        self.doge = Some(there);
        there
    }

    pub(super) fn jump(&mut self, player: usize, there: usize) {
        self.prestige[player] -= JUMP;
        self.doge = Some(there);
    }

    /// Returns aristocrats of a player to the reserve, at most those in the district.
    pub(super) fn send_home(&mut self, player: usize, district: usize, count: u32) {
        let count = count.min(self.district[district][player]);
        self.district[district][player] -= count;
        self.reserve[player] += count;
    }

    /// Scores a district. The most aristocrats earn the higher value. Players who tie for the most earn the lower value, and no one
    /// else scores. Otherwise the second most earn the lower value, unless they tie. Players without aristocrats earn nothing.
    pub(super) fn score(&mut self, district: usize) {
        let here = self.district[district];
        let (first, second) = VALUES[district];
        let most = here.into_iter().max().unwrap_or(0);
        if most == 0 {
            return;
        }
        let with = |count: u32| (0..self.players).filter(move |&player| here[player] == count);
        if with(most).count() > 1 {
            with(most).for_each(|player| self.prestige[player] += second);
            return;
        }
        with(most).for_each(|player| self.prestige[player] += first);
        let next = here.into_iter().filter(|&count| count < most).max().unwrap_or(0);
        if next > 0 && with(next).count() == 1 {
            with(next).for_each(|player| self.prestige[player] += second);
        }
    }
}
