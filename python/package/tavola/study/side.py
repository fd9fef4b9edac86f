"""A game with its settings and bots, as reports of the program take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tavola import Rules
from tavola.reports import setting_text

from .base import Folder, Source, bots_of


@dataclass(frozen=True)
class Side:
    """A game with its settings and bots: one side of a comparison, or what is tuned."""

    source: Source
    rules_hash: str
    """Fingerprint of the rules."""
    settings: tuple[tuple[str, str], ...]
    """Changed settings and rulings."""
    bots: tuple[str, ...]
    """Bots, by seat in game 0."""

    @classmethod
    def of(
        cls,
        rules: Folder | Rules,
        players: int,
        variant: str | None,
        settings: Mapping[str, Any] | None,
        bots: str | Sequence[str],
        path: str | None,
    ) -> Side:
        """Make a side, and check that its game can be set up."""
        source, read = Source.of(rules, variant, path)
        chosen = dict(settings or {})
        game = read.game(players, chosen)
        return cls(source, game.hash, tuple((name, setting_text(value)) for name, value in chosen.items()), bots_of(game, bots))

    @property
    def facts(self) -> dict[str, Any]:
        """The facts that decide the games of this side, as JSON data."""
        source = {"path": self.source.path, "texts": self.source.digest, "variant": self.source.variant}
        return {**source, "rules": self.rules_hash, "settings": list(map(list, self.settings)), "bots": list(self.bots)}

    @property
    def bots_text(self) -> str:
        """The name of the bot of all seats, or all names."""
        return self.bots[0] if len(set(self.bots)) == 1 else ",".join(self.bots)

    def __str__(self) -> str:
        return ", ".join(
            [
                self.source.path,
                *([self.source.variant] if self.source.variant else []),
                *(f"{name}={value}" for name, value in self.settings),
                self.bots_text,
            ]
        )
