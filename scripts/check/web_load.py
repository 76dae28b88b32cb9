#!/usr/bin/env python3
"""How `tengen web` shares its cores among pages that analyze at once, and how soon a closed page stops searching.

    scripts/check/web_load.py --engine target/release/tengen [--sockets 50] [--seconds 30]
"""

import argparse
import asyncio
import json
import pathlib
import statistics
import subprocess
import sys
import time

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import psutil
    from websockets.asyncio.client import connect

    from arguments import Refused, at_least, exit_code, positive
    from gtp_engine import started

ROUNDS = 20
REPORT_EVERY = 0.25
QUESTION = {
    "id": "q",
    "moves": [["B", "E5"]],
    "rules": "chinese",
    "komi": 7.5,
    "boardXSize": 9,
    "boardYSize": 9,
    "maxVisits": 10**12,
    "reportDuringSearchEvery": REPORT_EVERY,
}


async def analyze(address, seconds):
    """Visits of an analysis after so long, and the longest time without a report."""
    async with connect(address) as socket:
        await socket.send(json.dumps(QUESTION))
        start = heard = time.perf_counter()
        visits, longest = 0, 0.0
        while time.perf_counter() - start < seconds:
            visits = json.loads(await socket.recv())["rootInfo"]["visits"]
            now = time.perf_counter()
            longest, heard = max(longest, now - heard), now
    return visits, longest


async def share(address, sockets, seconds):
    """Print how many visits one page gets alone, and how many each of many at once."""
    alone, _ = await analyze(address, seconds)
    found = await asyncio.gather(*(analyze(address, seconds) for _ in range(sockets)))
    visits = sorted(visits for visits, _ in found)
    print(f"one page: {alone} visits in {seconds} s")
    print(f"{sockets} pages: {sum(visits)} visits in {seconds} s; of a page {visits[0]} to {visits[-1]}, "
          f"median {statistics.median(visits):.0f}; longest time without a report {max(longest for _, longest in found):.2f} s")


async def close(address, process):
    """Print the milliseconds from the end of a page to that of the server's threads that searched for it."""
    await asyncio.sleep(1)
    idle = process.num_threads()
    times = []
    for _ in range(ROUNDS):
        socket = await connect(address)
        await socket.send(json.dumps(QUESTION))
        await socket.recv()
        assert process.num_threads() > idle
        start = time.perf_counter()
        socket.transport.abort()
        while process.num_threads() > idle:
            await asyncio.sleep(0.0005)
        times.append(1000 * (time.perf_counter() - start))
    print(f"end of a closed page's search: median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms")


async def measure(address, process, sockets, seconds):
    """Both."""
    await share(address, sockets, seconds)
    await close(address, process)


def main():
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/tengen", metavar="FILE", help="the program tengen; default: %(default)s")
    parser.add_argument("--sockets", type=at_least(1), default=50, metavar="N", help="pages at once; default: %(default)s")
    parser.add_argument("--seconds", type=positive, default=30, metavar="SECONDS", help="of an analysis; default: %(default)s")
    arguments = parser.parse_args()
    return exit_code(serve, arguments)


def serve(arguments):
    """Start the server, measure, and end it."""
    with started([arguments.engine, "web", "--port", "0"], stdout=subprocess.PIPE, text=True) as server:
        try:
            line = server.stdout.readline().strip()
            if not line:
                raise Refused("the server has ended.")
            address = line.replace("http://", "ws://") + "analysis"
            process = psutil.Process(server.pid)
            asyncio.run(measure(address, process, arguments.sockets, arguments.seconds))
        finally:
            server.kill()


if __name__ == "__main__":
    sys.exit(main())
