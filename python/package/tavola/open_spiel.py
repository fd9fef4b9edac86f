"""Games as games of OpenSpiel, for its algorithms: CFR, MCTS, best responses, exploitability.

>>> import pyspiel
>>> import tavola.open_spiel
>>> game = pyspiel.load_game("tavola(path=rules/classics/kuhn_poker,players=2)")
>>> state = game.new_initial_state()
>>> state.chance_outcomes()[0][0], state.action_to_string(0)
(0, 'jack')

Importing this module registers the game `tavola`. Install `tavola[open_spiel]` for it.

Parameters of `load_game`:

`path`
    The folder of the rules. It may not contain commas, brackets or `=`.
`players`
    The number of players.
`variant`, `settings`
    As in `tavola.load`. Settings are written `toll:2;other:yes`.
`zero_sum`
    True says that the payoffs of the rules add up to 0. A game that ends with another sum raises an error. Not needed for games
    without a payoff, since places add up to 0.
`max_game_length`
    An upper bound of the number of actions of players in one game. A game with more raises an error. No bound is proved from the rules,
    so the default is the number of answers after which simulations give up. Algorithms that allocate memory by the length of a game need
    a smaller one.

The type of a game follows from its rules. Chance is explicit, or the game is deterministic. Information is imperfect if a place, a
variable or an answer can be hidden (`Game.has_hidden_information`). Without known bounds of the payoff, utilities are infinite.

Actions are the ids of `Game.actions`. Outcomes of chance are numbered from 0. An answer of several parts is several actions of the
same player.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from . import Game, Play, TavolaError, load

__all__ = ["MAX_GAME_LENGTH", "TavolaGame", "TavolaObserver", "TavolaState"]

MAX_GAME_LENGTH = 200_000
"""Default of `max_game_length`. Simulations give up after that many answers."""

PARAMETERS: dict[str, Any] = {
    "path": "",
    "players": 2,
    "variant": "",
    "settings": "",
    "zero_sum": False,
    "max_game_length": MAX_GAME_LENGTH,
}
"""The parameters of `load_game` with their defaults. A path is required."""


def _type(**differences: Any) -> pyspiel.GameType:
    """The type of a game: that of the registered game, with differences."""
    wide = {
        "chance_mode": pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        "information": pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        "utility": pyspiel.GameType.Utility.GENERAL_SUM,
        "long_name": "Tavola",
        "min_num_players": 1,
        "max_num_players": 64,
    }
    return pyspiel.GameType(
        short_name="tavola",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=False,
        **(wide | differences),
    )


def _settings(text: str) -> dict[str, str]:
    """Settings from their text: `toll:2;other:yes`."""
    pairs = [pair.partition(":") for pair in text.split(";") if pair]
    if wrong := [name for name, colon, _ in pairs if not colon]:
        raise TavolaError(f"`{wrong[0]}` is no setting with a value: write `settings=toll:2;other:yes`")
    return {name.strip(): value.strip() for name, _, value in pairs}


class TavolaGame(pyspiel.Game):
    """A game of OpenSpiel. `rules` is the game of Tavola."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = PARAMETERS | dict(params or {})
        if not given["path"]:
            raise TavolaError("the folder of the rules is missing: `tavola(path=rules/classics/hex,players=2)`")
        self.rules: Game = load(given["path"], given["players"], _settings(given["settings"]), given["variant"] or None)
        """The game of Tavola."""
        self.actions = self.rules.actions
        """Its actions, those of chance last."""
        self.is_zero_sum = bool(given["zero_sum"]) or self.rules.is_zero_sum
        """True if returns add up to 0."""
        outcomes = len(self.actions) - self.rules.action_count
        low, high = self.rules.returns_bounds or (-math.inf, math.inf)
        self._length = int(given["max_game_length"])
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.action_count,
            max_chance_outcomes=outcomes,
            num_players=len(self.rules.players),
            min_utility=low,
            max_utility=high,
            utility_sum=0.0 if self.is_zero_sum else None,
            max_game_length=self._length,
        )
        super().__init__(self._own_type(outcomes), info, dict(params or {}))

    def _own_type(self, outcomes: int) -> pyspiel.GameType:
        kinds, game = pyspiel.GameType, self.rules
        fewest, most = game.rules.players or (1, 1)
        utility = kinds.Utility.ZERO_SUM if self.is_zero_sum else kinds.Utility.GENERAL_SUM
        return _type(
            long_name=game.title,
            min_num_players=fewest,
            max_num_players=most,
            chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if outcomes else kinds.ChanceMode.DETERMINISTIC,
            information=kinds.Information.IMPERFECT_INFORMATION
            if game.has_hidden_information
            else kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.IDENTICAL if game.is_cooperative else utility,
        )

    def new_initial_state(self) -> TavolaState:
        """The start of a game."""
        return TavolaState(self)

    def max_chance_nodes_in_history(self) -> int:
        """As many as `max_game_length`, since no bound is known. 0 without chance."""
        return self._length if len(self.actions) > self.rules.action_count else 0

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> TavolaObserver:
        """An observer of what one player knows."""
        return TavolaObserver(self.rules, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class TavolaState(pyspiel.State):
    """A position in a game of OpenSpiel. `play` is the play of Tavola."""

    def __init__(self, game: TavolaGame) -> None:
        super().__init__(game)
        self.play: Play = game.rules.start()
        """The play of Tavola. Do not answer it."""
        self.parts: list[int] = []
        """The actions chosen so far of an answer of several parts."""
        self.moves = 0
        """The number of actions of players."""

    def current_player(self) -> int:
        """The seat of the asked player, chance, or the end."""
        seat = self.play.player
        if seat is not None:
            return seat
        return int(pyspiel.PlayerId.CHANCE if self.play.is_chance else pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        return self.play.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance with their probabilities. A part of a result has the sum of the results that it begins."""
        play, begun, first = self.play, len(self.parts), self._first_outcome()
        sums = dict.fromkeys(play.legal_actions(), 0.0)
        for option, probability in enumerate(play.probabilities):
            actions = play.actions_for(option)
            if actions[:begun] == self.parts:
                sums[actions[begun]] += probability
        total = sum(sums.values())
        return [(action - first, probability / total) for action, probability in sums.items()]

    def _apply_action(self, action: int) -> None:
        if self.play.is_chance:
            chosen = action + self._first_outcome()
        else:
            chosen = action
            self.moves += 1
            if self.moves > (length := self.get_game().max_game_length()):
                raise TavolaError(f"the game has more than {length} actions of players: raise `max_game_length`")
        if self.play.step(chosen):
            self.parts = []
        else:
            self.parts.append(chosen)

    def _action_to_string(self, player: int, action: int) -> str:
        chosen = action + self._first_outcome() if player == pyspiel.PlayerId.CHANCE else action
        return str(self.get_game().actions[chosen]["notation"])

    def _first_outcome(self) -> int:
        return self.play.game.action_count

    def is_terminal(self) -> bool:
        """True if the game is over."""
        return self.play.is_over

    def returns(self) -> list[float]:
        """The return of each player at the end, and 0 before."""
        if not self.play.is_over:
            return [0.0] * len(self.play.game.players)
        returns = self.play.returns()
        if self.get_game().is_zero_sum and abs(sum(returns)) > 1e-6:
            raise TavolaError(f"the returns {returns} do not add up to 0: leave out `zero_sum`")
        return returns

    def __str__(self) -> str:
        """The position as text. Equal positions have equal texts, and it holds all secrets."""
        return " ".join([self.play.save(), *map(str, self.parts)])


class TavolaObserver:
    """The observation of one player: the planes of `Game.observation_planes` as a tensor, and a text.

    With perfect recall there is a text alone, `Play.information_state`. With private information of nobody it is what a spectator
    knows. The actions chosen so far of an unfinished answer are in the texts of the player who chooses, but not in the tensor.
    """

    def __init__(self, game: Game, kind: pyspiel.IIGObservationType, params: Mapping[str, Any] | None) -> None:
        if params:
            raise ValueError(f"observers have no parameters, but got {dict(params)}")
        if not kind.public_info or kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise ValueError("an observer sees what is public, with the private information of one player or of none")
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        """All numbers. None with perfect recall."""
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        """The numbers of each plane, in its shape. They share the memory of `tensor`."""
        self._planes = game.observation_planes
        if not self._recalls:
            tensor = self.tensor = np.zeros(game.observation_size, np.float32)
            for plane in self._planes:
                self.dict[plane["name"]] = tensor[plane["start"] : plane["stop"]].reshape(plane["shape"] or [1])

    def _viewer(self, player: int) -> int | None:
        return player if self._private else None

    def set_from(self, state: TavolaState, player: int) -> None:
        """Write the numbers of what a player knows."""
        if self.tensor is not None:
            state.play.observation(self._viewer(player), out=self.tensor)

    def string_from(self, state: TavolaState, player: int) -> str:
        """The observation as text: everything seen so far, or the numbers that are not 0 by their names."""
        if self._recalls:
            text = state.play.information_state(self._viewer(player))
        else:
            text = self._numbers(state.play.observation(self._viewer(player)))
        if state.parts and self._private and state.play.player == player:
            actions = state.get_game().actions
            text += "".join(f" + {actions[part]['notation']}" for part in state.parts)
        return text

    def _numbers(self, numbers: np.ndarray[Any, np.dtype[np.float32]]) -> str:
        texts = []
        for plane in self._planes:
            values = numbers[plane["start"] : plane["stop"]].reshape(plane["shape"])
            for index in zip(*values.nonzero()) if plane["shape"] else [()] * bool(values):
                where = ",".join(members[at] for (_, members), at in zip(plane["axes"], index))
                texts.append(f"{plane['name']}[{where}]={values[index]:g}")
        return " ".join(texts)


pyspiel.register_game(_type(), TavolaGame)
