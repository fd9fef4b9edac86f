"""The program `tavola`: the console script of the package, and `python -m tavola`."""

import sys
from typing import NoReturn

from ._tavola import program


def main() -> NoReturn:
    """Run the program with the arguments of the process, and exit with its exit code."""
    sys.exit(program(sys.argv[1:]))


if __name__ == "__main__":
    main()
