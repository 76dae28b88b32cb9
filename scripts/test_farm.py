"""Tests of the farm: units are done once, whoever dies in the middle."""

import contextlib
import functools
import itertools
import json
import os
import pathlib
import signal
import socket
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import dask
import psutil
from distributed import Client, Future, get_worker
from distributed.comm import CommClosedError

from arguments import Refused
from farm import Farm, Line
from gtp_engine import EngineCrashed, LiveEngines
from match.directory import MatchDirectory
from match.fake_engine import fake_command
from match.pairs import Pairs
from thread_cluster import thread_cluster
from workplace import processor

SCRIPTS = pathlib.Path(__file__).resolve().parent


def square(unit, _workplace):
    """A unit that cannot fail."""
    return unit * unit


def crash(unit, _workplace):
    """A unit whose engine crashes, if it is odd."""
    if unit % 2:
        raise EngineCrashed(f"at {unit}")
    return unit


def kill_the_worker(folder, times, unit, _workplace):
    """A unit that takes its worker along, the first times; every time leaves a file."""
    done = len(list(folder.iterdir()))
    (folder / str(done)).touch()
    if done < times:
        os.kill(os.getpid(), signal.SIGKILL)
    return unit


def farms(_unit, _workplace):
    """How many farms the worker knows."""
    return sum(name.startswith("farm-") for name in get_worker().plugins)


def wait_until(condition, seconds=30):
    """Wait for it as long as a busy machine takes to have workers."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError("waited in vain")
        time.sleep(0.05)


class Units(unittest.TestCase):
    """A farm without engines."""

    def results(self, do, units, **options):
        with thread_cluster() as cluster, Farm(do, LiveEngines(), cluster=cluster.scheduler_address, **options) as farm:
            return list(farm.results(Line(units)))

    def test_every_unit_comes_once(self):
        self.assertEqual(sorted(self.results(square, range(50))), [(unit, unit * unit) for unit in range(50)])

    def test_the_failure_of_an_engine_is_a_result(self):
        found = dict(self.results(crash, range(4)))
        self.assertEqual((found[0], found[2]), (0, 2))
        self.assertEqual([(type(found[unit]), str(found[unit])) for unit in (1, 3)],
                         [(EngineCrashed, "at 1"), (EngineCrashed, "at 3")])  # fmt: skip

    def test_few_units_are_taken_of_an_endless_line(self):
        self.check_taken()

    def test_what_else_a_worker_has_makes_no_more_threads(self):
        self.check_taken(resources={"GPU": 1})

    def check_taken(self, **options):
        taken = []
        units = (taken.append(number) or number for number in itertools.count())
        with thread_cluster(**options) as cluster, Farm(square, LiveEngines(), cluster=cluster.scheduler_address) as farm:
            found = list(itertools.islice(farm.results(Line(units)), 10))
        self.assertEqual(len(found), 10)
        self.assertLessEqual(len(taken), 10 + 2 * 2 + 1)

    def test_a_result_that_is_lost_on_its_way_is_made_again(self):
        result, lost = Future.result, []

        def lose_the_first(future):
            if not lost:
                lost.append(future)
                raise CommClosedError("stream is closed")
            return result(future)

        with mock.patch.object(Future, "result", lose_the_first):
            self.assertEqual(sorted(self.results(square, range(5))), [(unit, unit * unit) for unit in range(5)])
        self.assertTrue(lost)

    def test_what_a_killed_command_has_left_goes_when_the_next_one_comes(self):
        with thread_cluster() as cluster:
            address = cluster.scheduler_address
            with Farm(farms, LiveEngines(), cluster=address) as killed, Farm(farms, LiveEngines(), cluster=address) as living:
                self.assertEqual(list(living.results(Line([0]))), [(0, 2)])
                killed._client.close()
                with Farm(farms, LiveEngines(), cluster=address) as farm:
                    self.assertEqual(list(farm.results(Line([0]))), [(0, 2)])
                    self.assertEqual(list(living.results(Line([1]))), [(1, 2)])

    def test_a_missing_scheduler_is_refused(self):
        with mock.patch("farm.SCHEDULER_SECONDS", 0.5), self.assertRaisesRegex(Refused, "no scheduler at tcp://127.0.0.1:1"):
            Farm(square, LiveEngines(), cluster="tcp://127.0.0.1:1").__enter__()


class Workers(unittest.TestCase):
    """Workers that are processes."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)

    def test_a_unit_whose_worker_died_is_done_again_and_comes_once(self):
        with Farm(functools.partial(kill_the_worker, self.folder, 1), LiveEngines()) as farm:
            self.assertEqual(sorted(farm.results(Line(range(3)))), [(0, 0), (1, 1), (2, 2)])
        self.assertEqual(len(list(self.folder.iterdir())), 4)

    def test_a_unit_that_wants_a_processor_is_done_again_too(self):
        with Farm(functools.partial(kill_the_worker, self.folder, 1), LiveEngines()) as farm:
            self.assertEqual(list(farm.results(Pairs(1, []))), [(0, 0)])

    def test_a_unit_that_kills_every_worker_is_told(self):
        with (
            dask.config.set({"distributed.scheduler.allowed-failures": 1}),
            Farm(functools.partial(kill_the_worker, self.folder, 9), LiveEngines()) as farm,
            self.assertRaisesRegex(Refused, "Unit 7 was under way on 2 workers when they died"),
        ):
            list(farm.results(Line([7])))


class Disturbed(unittest.TestCase):
    """A match in which workers, scheduler and the command itself are killed has the games of one that was left alone."""

    GAMES = 8

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name)
        stack = contextlib.ExitStack()
        self.addCleanup(stack.close)
        self.started = stack

    def start(self, *words, path=SCRIPTS):
        """A process that is killed in the end, with its children. It has no code but that of `path`."""
        log = self.started.enter_context(open(self.path / "log", "ab"))
        environment = {**os.environ, "PYTHONPATH": str(path)}
        process = psutil.Popen([sys.executable, *map(str, words)], stdout=log, stderr=log, env=environment, cwd=self.path,
                               start_new_session=True)  # fmt: skip
        self.started.callback(kill_all, process)
        return process

    def start_cluster(self, address):
        """A scheduler, which needs Dask alone, and two workers."""
        port = address.rpartition(":")[2]
        scheduler = self.start("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port,
                               "--dashboard-address", "127.0.0.1:0", path="")  # fmt: skip
        workers = self.start("-m", "distributed.cli.dask_worker", address, "--nworkers", 2, "--nthreads", 1, "--no-dashboard")
        return scheduler, workers

    def match(self, name, *more):
        engine = fake_command("slow", "0.02", "{seed}")
        return (SCRIPTS / "match/match.py", "--a", engine, "--b", engine, "--name-a", "Ay", "--name-b", "Bee", "--referee",
                fake_command("referee", "B+3.5"), "--games", self.GAMES, "--out", self.path / name, *more)  # fmt: skip

    def played(self, name):
        file = self.path / name / "games.jsonl"
        return file.read_text().splitlines() if file.exists() else []

    def games(self, name):
        """What does not depend on time, of every line."""
        games = sorted(map(json.loads, self.played(name)), key=lambda game: game["game"])
        for game in games:
            del game["seconds"]
            game["moves played"] = (self.path / name / "sgf" / game["sgf"]).read_text()
        return games

    def check_same(self, name):
        with thread_cluster() as cluster:
            self.start(*self.match("undisturbed", "--cluster", cluster.scheduler_address)).wait(60)
        self.assertEqual([game["game"] for game in self.games("undisturbed")], list(range(self.GAMES)))
        self.assertEqual(self.games(name), self.games("undisturbed"))
        self.assertEqual(len(MatchDirectory(self.path / name).games()), self.GAMES)

    def test_killed_workers_and_schedulers_lose_and_double_nothing(self):
        address = f"tcp://127.0.0.1:{free_port()}"
        scheduler, workers = self.start_cluster(address)
        match = self.start(*self.match("disturbed", "--cluster", address))
        wait_until(lambda: self.played("disturbed"))
        next(child for child in workers.children() if "spawn_main" in " ".join(child.cmdline())).kill()
        wait_until(lambda: len(self.played("disturbed")) >= 4)
        scheduler.kill()
        scheduler.wait()
        kill_all(workers)
        self.start_cluster(address)
        self.assertEqual(match.wait(60), 0, (self.path / "log").read_text())
        self.check_same("disturbed")

    def restart(self, family, address):
        """Kill a scheduler and its workers, and start others."""
        for process in family:
            kill_all(process)
        return self.start_cluster(address)

    def in_time(self, seconds=60):
        """Engines that stop by themselves: a farm that waits for nothing ends without a result."""
        live = LiveEngines()
        timer = threading.Timer(seconds, live.stop)
        timer.start()
        self.addCleanup(timer.cancel)
        return live

    def test_a_new_scheduler_is_told_though_nothing_was_under_way(self):
        address = f"tcp://127.0.0.1:{free_port()}"
        scheduler, workers = self.start_cluster(address)
        kill_all(workers)
        with Farm(square, self.in_time(), cluster=address) as farm:
            self.restart([scheduler], address)
            self.assertEqual(sorted(farm.results(Line(range(3)))), [(0, 0), (1, 1), (2, 4)])

    def test_a_new_scheduler_is_told_when_the_last_result_was_lost_on_its_way(self):
        address = f"tcp://127.0.0.1:{free_port()}"
        family = self.start_cluster(address)
        result, lost = Future.result, []

        def lose_the_first(future):
            if not lost:
                lost.append(future)
                self.restart(family, address)
                raise CommClosedError("stream is closed")
            return result(future)

        with Farm(square, self.in_time(), cluster=address) as farm, mock.patch.object(Future, "result", lose_the_first):
            self.assertEqual(list(farm.results(Line([3]))), [(3, 9)])
        self.assertTrue(lost)

    def test_workers_without_the_code_are_told(self):
        address = f"tcp://127.0.0.1:{free_port()}"
        scheduler, workers = self.start_cluster(address)
        kill_all(workers)
        self.start("-m", "distributed.cli.dask_worker", address, "--no-nanny", "--no-dashboard", path="")
        with self.assertRaisesRegex(Refused, "A worker lacks the code .*PYTHONPATH=scripts"):
            with Client(address) as client:
                client.wait_for_workers(1, timeout=30)
            Farm(square, LiveEngines(), cluster=address).__enter__()

    def test_a_killed_command_goes_on(self):
        match = self.start(*self.match("killed", "--jobs", 2))
        wait_until(lambda: len(self.played("killed")) >= 2)
        children = match.children(recursive=True)
        self.assertGreater(len(children), 2)
        match.kill()
        match.wait()
        _, alive = psutil.wait_procs(children, timeout=20)
        self.assertEqual(alive, [])
        before = self.played("killed")
        self.assertEqual(self.start(*self.match("killed", "--jobs", 2)).wait(60), 0, (self.path / "log").read_text())
        self.assertEqual(self.played("killed")[: len(before)], before)
        self.check_same("killed")


class Processors(unittest.TestCase):
    """What a worker says of its processor."""

    def told(self, text):
        processor.cache_clear()
        self.addCleanup(processor.cache_clear)
        with mock.patch("builtins.open", mock.mock_open(read_data=text)):
            return processor()

    def test_model_and_vectors_are_told(self):
        one = "processor\t: 0\nmodel name\t: AMD EPYC  9654\nflags\t\t: fpu avx avx2 avx512f avx512_vnni\n\n"
        self.assertEqual(self.told(one + one.replace("9654", "1")), "AMD EPYC 9654 avx2 avx512 vnni")
        self.assertEqual(self.told(one.replace("avx512f avx512_vnni", "avx_vnni")), "AMD EPYC 9654 avx2 avx-vnni")
        self.assertEqual(self.told("model name\t: Intel i3\nflags\t\t: sse avx2x\n"), "Intel i3")
        self.assertNotEqual(self.told("Features : fp asimd\n"), "")


def kill_all(process):
    """Kill a process with all its children, and wait for them."""
    with contextlib.suppress(psutil.NoSuchProcess):
        family = [process, *process.children(recursive=True)]
        for it in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                it.kill()
        psutil.wait_procs(family, timeout=10)


def free_port():
    with socket.socket() as it:
        it.bind(("127.0.0.1", 0))
        return it.getsockname()[1]


if __name__ == "__main__":
    unittest.main()
