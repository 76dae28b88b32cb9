#!/usr/bin/env python3
"""How fast a running engine reacts to its controller."""

import argparse
import contextlib
import os
import pathlib
import shlex
import signal
import statistics
import subprocess
import sys
import time

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from arguments import Refused, exit_code
from gtp_engine import started

ROUNDS = 20
# Longer than any measurement.
THINKING = ["--time", "3600", "--memory", "256"]


class Engine:
    """A GTP engine, to which lines may be sent while it thinks."""

    def __init__(self, command, *options):
        arguments = shlex.split(command) + list(options)
        self.process = started(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self.output = os.fdopen(os.dup(self.process.stdout.fileno()), "rb")
        self.ask("name")

    def send(self, line):
        """Send a line; nothing is read."""
        with contextlib.suppress(OSError):  # `answer` tells of the end
            self.process.stdin.write(line.encode() + b"\n")

    def answer(self):
        """Read to the end of an answer; an engine that has ended is refused."""
        while (line := self.output.readline()).strip():
            pass
        if not line:
            raise Refused("the engine has ended.")

    def ask(self, line):
        """Send a line and read the answer."""
        self.send(line)
        self.answer()


def milliseconds(command, what, begin, end, options=()):
    """Print how long `end` takes after `begin` has made an engine think; both get it, a new one in each round."""
    times = []
    for _ in range(ROUNDS):
        engine = Engine(command, *THINKING, *options)
        begin(engine)
        time.sleep(0.4)
        start = time.perf_counter()
        end(engine)
        times.append(1000 * (time.perf_counter() - start))
        engine.process.kill()
        engine.process.wait()
    print(f"{what}: median {statistics.median(times):.1f} ms, longest {max(times):.1f} ms")


def say(line):
    return lambda engine: engine.send(line)


def interrupt(engine):
    engine.ask("# interrupt")


def leave(engine):
    engine.send("quit")
    engine.process.wait()


def close(engine):
    engine.process.stdin.close()
    engine.process.wait()


def terminate(engine):
    engine.process.send_signal(signal.SIGTERM)
    engine.process.wait()


def ask_twice(engine):
    """The end of the analysis and the answer to the line that ended it."""
    engine.ask("name")
    engine.answer()


def main():
    """Exit code 0: done; 2: refused, or the engine has ended; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("engine", nargs="?", default="target/release/tengen", metavar="COMMAND", help="default: %(default)s")
    command = parser.parse_args().engine
    return exit_code(measure, command)


def measure(command):
    """All of it."""
    milliseconds(command, "# interrupt in genmove", say("genmove b"), interrupt)
    milliseconds(command, "a line in kata-analyze", say("kata-analyze b 20 ownership true"), ask_twice)
    milliseconds(command, "quit in genmove", say("genmove b"), leave)
    milliseconds(command, "end of input in genmove", say("genmove b"), close)
    milliseconds(command, "SIGTERM in genmove", say("genmove b"), terminate)
    pondering = "--ponder", "--playouts", "50"
    milliseconds(command, "a line while pondering", lambda engine: engine.ask("genmove b"), lambda engine: engine.ask("name"), pondering)


if __name__ == "__main__":
    sys.exit(main())
