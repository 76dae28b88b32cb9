#!/usr/bin/env python3
"""How many units a second does the farm get done, and what does it cost its scheduler? The units only wait.

Scheduler, workers and this process are three processes of this machine; all workers are threads of one, so that many fit.
"""

import argparse
import asyncio
import contextlib
import functools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import psutil

    from arguments import Refused, at_least, exit_code, finite
    from farm import Farm, Line
    from gtp_engine import LiveEngines, Stopped, stoppable

# What stands for the SGF of a game.
RESULT = "x" * 1000

# How long idle workers are looked at.
IDLE_SECONDS = 10.0

# How long workers may take to come.
WORKERS_SECONDS = 60.0


def wait(seconds, _unit, _workplace):
    """A unit without an engine."""
    time.sleep(seconds)
    return RESULT


async def work(address, count):
    """Be so many workers until the scheduler goes."""
    from distributed import Worker

    workers = await asyncio.gather(*(Worker(address, nthreads=1, memory_limit=0, dashboard=False) for _ in range(count)))
    await asyncio.gather(*(worker.finished() for worker in workers))


def measure(farm, processes, units):
    """Units a second, and milliseconds of processor time that a unit costs each process."""
    before, start = [sum(it.cpu_times()[:2]) for it in processes], time.monotonic()
    done = sum(1 for _ in farm.results(Line(range(units))))
    if done < units:
        raise Stopped
    took = time.monotonic() - start
    costs = [1000 * (sum(it.cpu_times()[:2]) - then) / done for it, then in zip(processes, before)]
    return done / took, costs, took


def start(words):
    """A child that imports what this process does."""
    environment = {**os.environ, "PYTHONPATH": sys.path[0]}
    return psutil.Popen([sys.executable, *words], env=environment, stderr=subprocess.DEVNULL, start_new_session=True)


def address_in(file):
    """The address that a scheduler has written, None as long as it is not there, or half of it is."""
    try:
        return json.loads(file.read_text())["address"]
    except (FileNotFoundError, ValueError):
        return None


def show(options, live, address, children):
    """A row for every length of the units, and one for workers without any."""
    from distributed import Client

    scheduler, workers = children
    with Client(address) as client:
        try:
            client.wait_for_workers(options.workers, timeout=WORKERS_SECONDS)
        except TimeoutError:
            raise Refused(f"{options.workers} workers were not there within {WORKERS_SECONDS:g} s.") from None
        before = sum(scheduler.cpu_times()[:2])
        time.sleep(IDLE_SECONDS)
        idle = (sum(scheduler.cpu_times()[:2]) - before) / IDLE_SECONDS
    print(f"{options.workers} workers without units: {idle:.1%} of a core for the scheduler", flush=True)
    for seconds in options.seconds:
        with Farm(functools.partial(wait, seconds), live, cluster=address) as farm:
            rate, costs, took = measure(farm, (scheduler, workers, psutil.Process()), options.units)
        shares = ", ".join(f"{name} {cost:.2f} ms ({cost * rate / 1000:.0%})"
                           for name, cost in zip(("scheduler", "workers", "command"), costs))  # fmt: skip
        print(f"units of {seconds:g} s: {rate:.1f}/s in {took:.1f} s; processor time of a unit: {shares}", flush=True)


def show_all(options, live, file):
    """All rows, with a scheduler that writes its address into the file."""
    words = ["-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--dashboard-address",
             "127.0.0.1:0", "--scheduler-file", str(file)]  # fmt: skip
    children = [start(words)]
    try:
        while not (address := address_in(file)):
            if live.stopped:
                raise Stopped
            if children[0].poll() is not None:
                raise Refused(f"the scheduler has ended with {children[0].poll()}.")
            time.sleep(0.1)
        children.append(start([__file__, "--work", address, "--workers", str(options.workers)]))
        show(options, live, address, children)
    finally:
        for child in children:
            with contextlib.suppress(psutil.NoSuchProcess):
                child.kill()
            child.wait()


def main():
    """Exit code 0: done; 2: refused; 128 + number: stopped by a signal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=at_least(1), default=64, metavar="N", help="default: %(default)s")
    parser.add_argument("--seconds", type=finite, nargs="+", default=[2.0, 1.0, 0.5, 0.0], metavar="SECONDS",
                        help="that the units of a run wait; default: 2 1 0.5 0")
    parser.add_argument("--units", type=at_least(1), default=1000, metavar="N", help="of a run; default: %(default)s")
    parser.add_argument("--work", metavar="ADDRESS", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if min(options.seconds) < 0:
        parser.error("--seconds must not be negative")
    if options.work:
        asyncio.run(work(options.work, options.workers))
        return 0
    return exit_code(run, options)


def run(options):
    """Measure, and print all rows; the exit code."""
    live = LiveEngines()
    with stoppable(live), tempfile.TemporaryDirectory() as folder:
        show_all(options, live, pathlib.Path(folder) / "scheduler.json")
    return live.exit_code


if __name__ == "__main__":
    sys.exit(main())
