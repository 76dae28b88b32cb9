"""How much memory engines take while they play, and whether it grows."""

import contextlib
import json
import threading
import time

import psutil

MIB = 1 << 20

# An engine has grown when its last quarter peaks higher than its second by more than both of these.
GROWTH_MIB = 4.0
GROWTH_SHARE = 0.05

# Samples below which a run says nothing about growth.
FEWEST_SAMPLES = 40


def memory_of(pid):
    """Resident memory of a process and its children in MiB, 0 when it has ended."""
    with contextlib.suppress(psutil.NoSuchProcess):
        process = psutil.Process(pid)
        total = 0
        for it in (process, *process.children(recursive=True)):
            with contextlib.suppress(psutil.NoSuchProcess):
                total += it.memory_info().rss
        return total / MIB
    return 0.0


class MemoryWatch:
    """Samples the memory of some processes in a thread of its own and writes every sample down.

    `pids` gives the processes by name at the moment of asking. A line of the file is
    {"run": number, "second": since the start, name: MiB, ...}.
    """

    def __init__(self, file, run, pids, interval):
        self._file, self._run, self._pids, self._interval = file, run, pids, interval
        self.samples = []
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._end.set()
        self._thread.join()

    def _watch(self):
        start = time.monotonic()
        with open(self._file, "a") as file:
            while not self._end.wait(self._interval):
                memory = {name: round(memory_of(pid), 2) for name, pid in self._pids().items()}
                sample = {"run": self._run, "second": round(time.monotonic() - start, 1), **memory}
                self.samples.append(sample)
                file.write(json.dumps(sample) + "\n")
                file.flush()


def read_samples(file):
    """The samples of all runs."""
    samples = []
    for line in file.read_text().splitlines() if file.exists() else ():
        with contextlib.suppress(ValueError):  # half a line, where a run was killed
            samples.append(json.loads(line))
    return samples


def growth(values):
    """(peak of the second quarter, peak of the last quarter, has it grown?) of the samples in MiB; None if too few."""
    if len(values) < FEWEST_SAMPLES:
        return None
    quarter = len(values) // 4
    early, late = max(values[quarter : 2 * quarter]), max(values[-quarter:])
    return early, late, late - early > max(GROWTH_MIB, GROWTH_SHARE * early)
