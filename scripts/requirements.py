"""The Python packages that commands need: `requirements.txt`, and some that are too large to be there."""

import contextlib
import pathlib
import sys

LARGE = {"torch"}


@contextlib.contextmanager
def needed():
    """Around imports: where one of them is missing the command says so and ends with exit code 2."""
    try:
        yield
    except ModuleNotFoundError as error:
        large = f"{error.name} " if error.name in LARGE else ""
        command = pathlib.Path(sys.argv[0]).name
        print(f"{command} needs the Python package {error.name}: pip install {large}-r scripts/requirements.txt", file=sys.stderr)
        sys.exit(2)
