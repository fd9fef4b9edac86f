"""Big simulations on several processes or machines, with the same report as one run.

>>> import tempfile
>>> from tavola.study import Study
>>> study = Study.grid("rules/classics/kuhn_poker", players=[2], bots=["random", "flat:5"], games=40, shard_games=20)
>>> results = study.run(tempfile.mkdtemp(), progress=False)
>>> [row["games"] for row in results.rows()]
[40, 40]

A `Study` is a list of cells: simulations (`Cell`), comparisons (`Comparison`), recorded games under changed rules (`Impact`) or searches
for settings (`Tuning`). A cell is cut into shards. Each shard is written to a folder or an object storage as soon as it is played, so a
study can be stopped, resumed and spread.
"""

from __future__ import annotations

from .cell import Cell
from .comparison import Comparison, Ruling
from .errors import StudyError
from .impact import Impact
from .report import Report
from .results import Result, Results
from .run import CellStatus, Status, Study
from .side import Side
from .tuning import Tuning

__all__ = [
    "Cell",
    "CellStatus",
    "Comparison",
    "Impact",
    "Report",
    "Result",
    "Results",
    "Ruling",
    "Side",
    "Status",
    "Study",
    "StudyError",
    "Tuning",
]
