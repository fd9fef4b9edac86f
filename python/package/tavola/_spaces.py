"""Spaces of Gymnasium for the numbers of a game. The adapters share them."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from . import Game

__all__ = ["masked_space", "numbers_space"]


def numbers_space(game: Game) -> spaces.Box:
    """The space of observations: float32, with the bounds of the planes."""
    low, high = np.empty(game.observation_size, np.float32), np.empty(game.observation_size, np.float32)
    for plane in game.observation_planes:
        low[plane["start"] : plane["stop"]] = plane["low"]
        high[plane["start"] : plane["stop"]] = plane["high"]
    return spaces.Box(low, high, dtype=np.float32)


def masked_space(game: Game) -> spaces.Dict:
    """The space of dicts with `observation` and `action_mask` (int8)."""
    parts: dict[str, spaces.Space[Any]] = {
        "observation": numbers_space(game),
        "action_mask": spaces.Box(0, 1, (game.action_count,), np.int8),
    }
    return spaces.Dict(parts)
