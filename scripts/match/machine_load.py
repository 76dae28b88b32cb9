"""Busy processes that take processor time away from the engines, to see who keeps the clock on a loaded machine."""

import contextlib
import subprocess
import sys

# Ends by itself when its parent has died, however that happened.
BUSY = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(10**6))"


@contextlib.contextmanager
def machine_load(count):
    """Run `count` busy processes as long as the `with` block lasts."""
    busy = [subprocess.Popen([sys.executable, "-c", BUSY], start_new_session=True) for _ in range(count)]
    try:
        yield busy
    finally:
        for process in busy:
            process.kill()
            process.wait()
