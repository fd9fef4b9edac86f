"""Big simulations on several processes or machines, with the same report as one run.

>>> import tempfile
>>> from tavola.study import Study
>>> study = Study.grid("rules/classics/kuhn_poker", players=[2], bots=["random", "flat:5"], games=40, shard_games=20)
>>> results = study.run(tempfile.mkdtemp(), progress=False)
>>> [row["games"] for row in results.rows()]
[40, 40]

A `Study` is a list of cells: a set-up of a game, bots, a seed and a number of games. The games of a cell are cut into shards. Each
shard is written to a folder or an object storage as soon as it is played, so a study can be stopped, resumed and spread.
"""

from __future__ import annotations

from .cell import Cell
from .errors import StudyError
from .results import Result, Results
from .run import CellStatus, Status, Study

__all__ = ["Cell", "CellStatus", "Result", "Results", "Status", "Study", "StudyError"]
