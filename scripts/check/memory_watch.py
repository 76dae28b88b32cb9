"""How much memory engines take while they play, and whether it grows."""

import contextlib
import json
import queue
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
    """Samples the memory of some processes in a thread of its own, until it is closed.

    `pids` gives the processes by name at the moment of asking. A sample is {"second": since the start, name: MiB, ...}.
    """

    def __init__(self, pids, interval):
        self._pids, self._interval = pids, interval
        self._samples = queue.SimpleQueue()
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def close(self):
        """Stop looking."""
        self._end.set()
        self._thread.join()

    def _watch(self):
        start = time.monotonic()
        while not self._end.wait(self._interval):
            memory = {name: round(memory_of(pid), 2) for name, pid in self._pids().items()}
            self._samples.put({"second": round(time.monotonic() - start, 1), **memory})

    def take(self):
        """The samples since the last call."""
        return [self._samples.get() for _ in range(self._samples.qsize())]


def write_samples(file, run, samples):
    """Add samples to a file, each with the number of its run."""
    with open(file, "a", encoding="utf-8") as lines:
        lines.writelines(json.dumps({"run": run, **sample}) + "\n" for sample in samples)


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
