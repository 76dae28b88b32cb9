"""Units of work, a game or a position each, on cores of this machine or of many.

Dask has the queue, the workers, their restarts and the dashboard. Here is what it can't know: the results come to this
process alone, each unit's once, whatever was lost and done again; few units are under way at a time, because a match may end
early; and nothing is left running in the end. See docs/cluster.md.
"""

import collections
import contextlib
import importlib.util
import itertools
import logging
import queue
import sys
import time

from tqdm import tqdm

from arguments import Refused
from gtp_engine import Stopped

# What the names of farms begin with at a scheduler; the rest is that of the client.
NAME = "farm-"

# Units under way for every thread of a worker: one is done, the next is there when it ends.
UNITS_OF_A_THREAD = 2

# Seconds until a scheduler that does not answer is given up, and between two looks at who works.
SCHEDULER_SECONDS = 30
LOOK_SECONDS = 2.0

# Seconds after which a signal to stop is seen at the latest.
STOP_SECONDS = 0.2

# Seconds without a worker for what is to be done until that is said.
PATIENCE_SECONDS = 15.0

# Seconds that own workers may take for anything on a machine that is all but standing.
OWN_SECONDS = 600

# Of the workers of this command. Engines inherit the environment of their worker and should find what they would find without
# Dask; a machine that slept, was paused or has much else to do has lost no worker; and nobody asks where a worker spends its time.
OWN_WORKERS = {
    "distributed.comm.timeouts.connect": OWN_SECONDS,
    "distributed.comm.timeouts.tcp": OWN_SECONDS,
    "distributed.nanny.pre-spawn-environ": {},
    "distributed.scheduler.worker-ttl": None,
    "distributed.worker.profile.enabled": False,
}

# Ctrl-C reaches every process of a terminal, but ending is the matter of this one alone.
IGNORE_INTERRUPTS = "import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"


def progress(total, done, unit="game"):
    """The bar of a command. Without a terminal it goes to a log: seldom is enough."""
    interval = 0.5 if sys.stderr.isatty() else 30
    return tqdm(total=total, initial=done, unit=unit, mininterval=interval)


class Line:
    """Units that any worker may do, first come, first served; there may be no end of them."""

    def __init__(self, units):
        self._units = iter(units)
        self._first = collections.deque()

    def __bool__(self):
        if not self._first:
            self._first.extend(itertools.islice(self._units, 1))
        return bool(self._first)

    def next(self, room):
        """The next unit and the processor that it wants, or None if it has to wait.

        `room` has the units that each processor may be given now, and under None those of all together.
        """
        return (self._first.popleft(), None) if self and room[None] > 0 else None

    def put_back(self, unit):
        """A unit was lost and is to be done again."""
        self._first.appendleft(unit)

    def wanted(self):
        """The processor without which nothing goes on, if the units depend on one."""
        return None


class Farm:
    """Workers that do units as `do(unit, workplace)`: `jobs` processes here, or those of the scheduler at `cluster`.

    Use it in a `with` statement. When `live` is stopped it ends, with all engines of its workers.
    """

    def __init__(self, do, live, jobs=1, threads=1, cluster=None):
        self._do, self._live, self._jobs, self._threads, self._address = do, live, jobs, threads, cluster
        self._done = queue.SimpleQueue()
        self._flying = {}  # unit: (future, processor)
        self._keys = itertools.count()  # a lost unit is another task for Dask
        self._threads_of = collections.Counter()  # processor: threads
        self._is_settled = False
        self._looked = 0.0
        self._idle_since = None

    # ---- beginning and end ----

    def __enter__(self):
        with contextlib.ExitStack() as stack:
            try:
                self._client = stack.enter_context(self._connect(stack))
                self._name = NAME + self._client.id
                stack.callback(self._leave)
                with contextlib.suppress(OSError):  # the scheduler is just being lost: `_look` tries again
                    self._settle()
            except ModuleNotFoundError as error:  # it is late, so that a wrong option is told at once
                raise Refused(f"The Python package {error.name} is missing: pip install -r scripts/requirements.txt.") from None
            except RuntimeError:  # as Dask says it if a signal ends the workers while they begin
                if self._live.stopped:
                    raise Stopped from None
                raise
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_):
        try:
            self._stack.close()
        except Exception as error:  # whatever it is, what was done is written down and wants its summary
            print(f"the workers did not end as they should: {error!r}", file=sys.stderr)

    def _connect(self, stack):
        from distributed import Client, LocalCluster
        import dask

        if self._address:
            try:
                client = Client(self._address, timeout=SCHEDULER_SECONDS)
            except (OSError, ValueError) as error:
                raise Refused(f"There is no scheduler at {self._address}: {error}.") from None
        else:
            stack.enter_context(dask.config.set(OWN_WORKERS))
            cluster = LocalCluster(
                n_workers=self._jobs, threads_per_worker=self._threads, memory_limit=0, preload=[IGNORE_INTERRUPTS],
                dashboard_address="127.0.0.1:0", silence_logs=logging.CRITICAL,
            )  # fmt: skip
            client = Client(stack.enter_context(cluster), timeout=OWN_SECONDS)
        if importlib.util.find_spec("bokeh"):
            print(f"dashboard: {client.dashboard_link}", file=sys.stderr)
        return client

    def _settle(self):
        """Bring the function to all workers, those that come later included; farms whose command was killed go from there."""
        from workplace import Workplace

        self._client.run_on_scheduler(sweeper(), NAME)
        try:
            self._client.register_plugin(Workplace(self._name, self._do), name=self._name)
        except Exception as error:  # Dask tells what a worker could not import in no other way
            if "ModuleNotFoundError" not in str(error):
                raise
            raise Refused(f"A worker lacks the code ({error}): start workers in the root of this checkout, with "
                          "PYTHONPATH=scripts.") from None  # fmt: skip
        self._is_settled = True
        self._looked = 0.0

    def _leave(self):
        """End what is under way, and the engines; then the workers are as they were before."""
        if self._client.status == "running" and self._is_settled:
            self._client.cancel([future for future, _ in self._flying.values()])
            with contextlib.suppress(OSError, ValueError):  # the scheduler may be a new one, which does not know this farm
                self._client.unregister_worker_plugin(self._name)
        self._flying.clear()

    # ---- the units ----

    def results(self, line):
        """(unit, result) of every unit of the line, as they end; a failed engine's result is its `EngineFailure`."""
        while not self._live.stopped:
            if self._client.status == "closed":
                raise Refused(f"The scheduler at {self._address} is gone; the same command goes on.")
            if self._client.status == "running":
                self._refill(line)
            else:
                self._looked = 0.0  # the next scheduler may be another one
            if not self._flying and not line:
                return
            try:
                unit, future = self._done.get(timeout=STOP_SECONDS)
            except queue.Empty:
                continue
            if self._flying.get(unit, (None,))[0] is future:
                yield from self._read(line, unit, future)

    def _read(self, line, unit, future):
        """The unit and its result; nothing if it was lost."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError
        from distributed.comm import CommClosedError

        try:
            result = future.result()
        except (Stopped, CommClosedError):  # its worker was told to end, or the scheduler died while it told the result
            del self._flying[unit]
            line.put_back(unit)
            self._looked = 0.0
        except FutureCancelledError:  # the scheduler was lost with all that was under way; perhaps there is a new one soon
            for lost in self._flying:
                line.put_back(lost)
            self._flying.clear()
            self._looked = 0.0
        except KilledWorker as error:
            raise Refused(f"Unit {str(unit)[:60]} was under way on {error.allowed_failures + 1} workers when they died; "
                          "the same command goes on.") from None  # fmt: skip
        else:
            del self._flying[unit]
            yield unit, result

    def _refill(self, line):
        """Give the workers what they have room for."""
        from workplace import PROCESSORS, caller

        self._look(line)
        while line and (given := line.next(self._room())):
            unit, processor = given
            resources = {PROCESSORS + processor: 1} if processor else None
            future = self._client.submit(caller(), self._name, unit, key=f"unit-{next(self._keys)}-{self._name}", pure=False,
                                          resources=resources)  # fmt: skip
            self._flying[unit] = future, processor
            future.add_done_callback(lambda future, unit=unit: self._done.put((unit, future)))
        self._complain(line)

    def _look(self, line):
        """See who works, now and then, and take back what nobody can do.

        Dask would not give it to a worker that tells its processor when it is there already. A scheduler that was started anew
        does not know this farm.
        """
        from workplace import PROCESSORS

        if time.monotonic() < self._looked + LOOK_SECONDS:
            return
        self._looked = time.monotonic()
        try:
            is_known, threads, waiting = self._client.run_on_scheduler(looker(), self._name, PROCESSORS)
            if not is_known:
                self._settle()
        except OSError:  # the connection is just being lost: nobody is given anything until there is one
            self._threads_of, self._looked = collections.Counter(), 0.0
            return
        self._threads_of = collections.Counter(threads)
        for unit, (future, _) in list(self._flying.items()):
            if future.key in waiting:
                del self._flying[unit]
                future.cancel()
                line.put_back(unit)

    def _room(self):
        """As `Line.next` wants it."""
        flying = collections.Counter(processor for _, processor in self._flying.values())
        room = {it: UNITS_OF_A_THREAD * threads - flying[it] for it, threads in self._threads_of.items()}
        return {**room, None: UNITS_OF_A_THREAD * self._threads_of.total() - len(self._flying)}

    def _complain(self, line):
        """Say once when there has been nobody for what is to be done."""
        if self._flying or not line:
            self._idle_since = None
        elif self._idle_since is None:
            self._idle_since = time.monotonic()
        elif time.monotonic() > self._idle_since + PATIENCE_SECONDS:
            self._idle_since = float("inf")
            kind = f" with the processor {line.wanted()}" if line.wanted() else ""
            print(f"waiting for a worker{kind}", file=sys.stderr)


def looker():
    """What Dask calls on the scheduler: does it know the farm of that name, the threads of every kind of processor, and the tasks
    that no worker can do.

    A function inside another, so that the scheduler needs none of this code.
    """

    def look(name, processors, dask_scheduler):
        threads = {}
        for worker in dask_scheduler.workers.values():
            for resource in worker.resources:
                if resource.startswith(processors):
                    processor = resource.removeprefix(processors)
                    threads[processor] = threads.get(processor, 0) + worker.nthreads
        return name in dask_scheduler.worker_plugins, threads, {task.key for task in dask_scheduler.unrunnable}

    return look


def sweeper():
    """What Dask calls on the scheduler to end the farms, with their engines, whose clients it no longer has."""

    async def sweep(name, dask_scheduler):
        known = dask_scheduler.worker_plugins
        for farm in [it for it in known if it.startswith(name)]:
            if farm in known and farm.removeprefix(name) not in dask_scheduler.clients:  # another command sweeps too
                await dask_scheduler.unregister_worker_plugin(comm=None, name=farm)

    return sweep
