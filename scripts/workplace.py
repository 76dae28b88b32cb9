"""What a Dask worker has for the units of a farm: engines, and which processor it stands on."""

import asyncio
import contextlib
import functools
import platform
import re
import threading
import time

from distributed.diagnostics.plugin import WorkerPlugin

from gtp_engine import EngineFailure, LiveEngines, Stopped

# Vector instructions that make an engine faster: their names in the list of a processor's flags.
VECTORS = {"avx2": "avx2", "avx512f": "avx512", "avx512_vnni": "vnni", "avx_vnni": "avx-vnni"}

# What the names of resources begin with that are kinds of processors: a worker may have others, of whoever started it.
PROCESSORS = "processor: "

# How long units may take to end when their engines were killed.
ENDING_SECONDS = 5.0


@functools.cache
def processor():
    """The model of this machine's processor and the vectors it has: "AMD EPYC 9654 96-Core Processor avx2 avx512 vnni"."""
    told = {}
    with contextlib.suppress(OSError), open("/proc/cpuinfo", encoding="utf-8") as file:
        told = dict(re.findall(r"^(model name|flags)\s*: (.*)$", file.read().partition("\n\n")[0], re.MULTILINE))
    model = told.get("model name") or platform.processor() or platform.machine()
    flags = told.get("flags", "").split()
    return " ".join([*model.split(), *(name for flag, name in VECTORS.items() if flag in flags)])


class Workplace(WorkerPlugin):
    """Dask brings a copy to every worker, also to those that come later. It does units there as `do(unit, workplace)`.

    Its end, on whatever way, is that of its engines.
    """

    def __init__(self, name, do):
        self.name, self._do = name, do

    async def setup(self, worker):
        """On the worker, before its first unit. The processor is a resource: units can ask for it."""
        self.live, self.processor, self.host = LiveEngines(), processor(), platform.node()
        self._kept, self._lock, self._under_way = {}, threading.Lock(), 0
        await worker.set_resources(**{PROCESSORS + self.processor: worker.state.nthreads})

    async def teardown(self, worker):
        """On the worker, when the farm or the worker ends: units whose engines were killed end by themselves."""
        self.live.stop()
        deadline = time.monotonic() + ENDING_SECONDS
        while self._under_way and time.monotonic() < deadline:
            await asyncio.sleep(0.02)
        for name in list(self._kept):
            self.drop(name)

    def keep(self, name, make):
        """What `make` has made here under that name, in this unit or an earlier one; closed in the end."""
        with self._lock:
            if name not in self._kept:
                self._kept[name] = make()
            return self._kept[name]

    def drop(self, name):
        """Close what is kept under that name: the next unit makes it anew."""
        with self._lock:
            it = self._kept.pop(name, None)
        if hasattr(it, "close"):
            it.close()

    def do(self, unit):
        """The result of a unit, or the failure of an engine: that is a result too, and none of the worker's."""
        self._under_way += 1
        try:
            return self._do(unit, self)
        except Exception as error:
            if self.live.stopped:
                raise Stopped from None  # the engines were killed: whatever came of that is ours
            if isinstance(error, EngineFailure):
                return error
            raise
        finally:
            self._under_way -= 1


def caller():
    """The function that Dask calls on a worker. It is one inside another, so that the scheduler needs none of this code."""

    def do_unit(name, unit):
        from distributed import get_worker

        return get_worker().plugins[name].do(unit)

    return do_unit
