"""How an agent of your own plays: games against bots or other functions, with the statistics of `Game.simulate`."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import fmean
from typing import Any

from . import Game, TavolaError
from ._checked import checked
from ._seats import Opponent, check_bots, let_play, opponents_of
from ._tavola import check_run, mean, share

__all__ = ["evaluate"]

ANSWERS = 200_000
"""Actions and answers of bots in a game, until it counts as endless."""


@checked
def evaluate(
    game: Game,
    agent: Opponent,
    opponents: Opponent | Sequence[Opponent] = "random",
    games: int = 100,
    seed: int = 1,
    *,
    rotate: bool = True,
    progress: Callable[[int, int], object] | None = None,
) -> dict[str, Any]:
    """Play games of an agent against opponents, and return who won as a dict.

    `agent` is a function that takes a copy of the play and returns the id of a legal action (see `Play.legal_actions`); it is
    called again until the answer is whole. `agent.__name__` is its name in the report. It can also be the name of a bot.
    `opponents` are such functions or names of bots: one for all other seats, or a sequence with one for each.

    With `rotate`, everybody moves one seat on after each game, so play a multiple of the number of seats. The same seed plays
    the same games, if the functions do not draw at random and no bot has a time limit. `progress` is called with the number of
    finished games and of all.

    `seats` and `bots` are those of the report of `Game.simulate`: `wins` has `count`, `rate`, and the 95% interval from `low` to
    `high`. Each entry of `bots` also has `returns`: the mean of `Play.returns` with its interval, None for fewer than two games.
    The interval stays within `Game.returns_bounds`. Of a bot with several seats, `wins` counts games that one of them won, and
    `returns` is about the mean of its seats in each game.

    The copy holds all secrets of the game. An agent that looks only at `observation(play.player)`, `action_mask()` and
    `view(play.player)` knows what its player may know. `play.guess(play.player)` is a position to look ahead from.
    """
    check_run(games, seed)
    check_bots(game, [agent])
    players: list[Opponent] = [agent, *opponents_of(game, opponents)]
    names = [_name(player) for player in players]
    results = _Results(game, names)
    draws = random.Random(seed)
    for number in range(games):
        shift = number % len(players) if rotate else 0
        order = [(seat - shift) % len(players) for seat in range(len(players))]
        results.add(order, *_played(game, [players[at] for at in order], draws))
        if progress is not None:
            progress(number + 1, games)
    return {"game": game.title, "seed": seed, "games": games} | results.report()


def _name(player: Opponent) -> str:
    """The name of a player in a report."""
    if isinstance(player, str):
        return player
    return str(getattr(player, "__name__", type(player).__name__))


def _played(game: Game, seated: Sequence[Opponent], draws: random.Random) -> tuple[list[int], list[float]]:
    """Play a game to its end. Returns the seats of the winners, and the return of each seat."""
    play = game.start(draws.getrandbits(64))
    for _ in range(ANSWERS):
        seat = play.player
        if seat is None:
            return play.winners(), play.returns()
        let_play(play, seated[seat], lambda: draws.getrandbits(64))
    raise TavolaError(f"a game did not end after {ANSWERS} answers")


class _Results:
    """Counts of games. Players with the same name count as one entry of `bots`."""

    def __init__(self, game: Game, names: list[str]) -> None:
        self._game, self._names = game, names
        self._games = self._drawn = self._shared = 0
        self._seats = {"alone": Counter[int](), "shared": Counter[int]()}
        self._won, self._alone, self._seats_won = Counter[str](), Counter[str](), Counter[str]()
        self._returns: dict[str, list[float]] = {name: [] for name in names}

    def add(self, order: Sequence[int], winners: Sequence[int], returns: Sequence[float]) -> None:
        """Count a game. `order` has the number of the player of each seat."""
        self._games += 1
        self._drawn += not winners
        self._shared += len(winners) > 1
        self._seats["shared" if len(winners) > 1 else "alone"].update(winners)
        own = Counter(self._names[order[seat]] for seat in winners)
        self._won.update(own.keys())
        self._seats_won.update(own)
        self._alone.update(name for name in own if len(own) == 1)
        seated: dict[str, list[float]] = {name: [] for name in self._returns}
        for at, value in zip(order, returns):
            seated[self._names[at]].append(value)
        # Seats of one game depend on each other, so a game is one number.
        for name, values in seated.items():
            self._returns[name].append(fmean(values))

    def report(self) -> dict[str, Any]:
        """The counts as data."""
        return {
            "seats": [self._seat(seat, player) for seat, player in enumerate(self._game.players)],
            "bots": [self._bot(name, seats) for name, seats in Counter(self._names).items()],
            "shared": share(self._shared, self._games),
            "drawn": share(self._drawn, self._games),
        }

    def _seat(self, seat: int, player: str) -> dict[str, Any]:
        alone, shared = self._seats["alone"][seat], self._seats["shared"][seat]
        return {"player": player, "wins": share(alone + shared, self._games), "alone": alone, "shared": shared}

    def _bot(self, name: str, seats: int) -> dict[str, Any]:
        return {
            "bot": name,
            "seats": seats,
            "wins": share(self._won[name], self._games),
            "alone": self._alone[name],
            "seats_won": self._seats_won[name],
            "returns": mean(self._returns[name], self._game.returns_bounds),
        }
