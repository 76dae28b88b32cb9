#!/usr/bin/env python3
"""Plays with an engine that is an MPI job of two processes, and stops and kills one of them; see scripts/check/cluster.sh."""

import argparse
import contextlib
import json
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import psutil

    from gtp_engine import EngineCrashed, GtpEngine

LIMIT = 30.0  # seconds for any answer
MOST_BYTES = 1_000_000  # that a process may tell in a second
DESIGNS = "--set share_evaluations=0", "--set share_evaluations=1"  # a tree each, or one tree


def seconds(engine):
    """How long the last search took."""
    stats = dict(line.split(": ", 1) for line in engine.send("tengen-stats", LIMIT).splitlines() if ": " in line)
    return float(stats["seconds"])


def shares(engine):
    """What each process did in the last search: playouts, messages, bytes, and whether it was left out."""
    _, table = engine.send("tengen-stats", LIMIT).split("\nrank playouts messages bytes\n")
    rows = [line.split() for line in table.splitlines()]
    return [(*map(int, row[1:4]), "left" in row) for row in rows]


def follower(engine):
    """The job's second process."""
    for process in psutil.Process(engine.pid).children(recursive=True):
        with contextlib.suppress(psutil.Error):
            if process.name() == "tengen" and process.environ().get("OMPI_COMM_WORLD_RANK") == "1":
                return process
    raise AssertionError("there is no second process")


def is_over(process):
    """Has the process ended, soon?"""
    with contextlib.suppress(psutil.TimeoutExpired):
        psutil.wait_procs([process], timeout=5)
    return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE


class Cluster(unittest.TestCase):
    """Two processes."""

    job = ""

    def start(self, options=""):
        """The job as an engine."""
        engine = GtpEngine(f"{self.job} gtp --threads 1 --memory 32 {options}")
        self.addCleanup(engine.close)
        engine.send("name", LIMIT)
        return engine

    def assert_both_searched(self, engine):
        """Both have played out something, and told of it within bounds."""
        rows = shares(engine)
        self.assertEqual(len(rows), 2)
        for playouts, messages, size, left_out in rows:
            self.assertTrue(playouts > 0 and messages > 0 and not left_out, rows)
            self.assertLess(size, MOST_BYTES * seconds(engine))

    def test_every_command_reaches_both(self):
        for design in DESIGNS:
            with self.subTest(design=design):
                self.reach_both(design)

    def reach_both(self, design):
        engine = self.start(f"--time 0.5 {design}")
        for command in (
            "genmove b", "undo", "genmove b", "play w c3", "genmove b", "komi 5.5", "genmove w", "tengen-params puct 0.7",
            "genmove b", "clear_board", "genmove b", "boardsize 7", "clear_board", "genmove b", "boardsize 9", "clear_board",
            "time_settings 20 0 0", "genmove b", "time_settings 0 1 1", "genmove w",
        ):
            engine.send(command, LIMIT)
            if command.startswith("genmove"):
                self.assert_both_searched(engine)

    def test_an_interrupt_ends_both(self):
        engine = self.start("--time 60")
        helper = follower(engine)
        began = time.monotonic()
        threading.Timer(1.5, engine.interrupt).start()
        engine.send("genmove b", LIMIT)
        self.assertLess(time.monotonic() - began, 10)
        self.assert_both_searched(engine)
        time.sleep(0.5)
        busy = helper.cpu_times().user
        time.sleep(1)
        self.assertLess(helper.cpu_times().user - busy, 0.5, "the second one has ended its search too")

    def test_the_end_of_the_input_ends_both(self):
        command = f"{self.job} gtp --threads 1 --memory 32 --time 0.5".split()
        done = subprocess.run(command, input="genmove b\ntengen-stats\n", capture_output=True, text=True, timeout=60, check=True)
        self.assertIn("rank playouts messages bytes", done.stdout)

    def test_both_ponder(self):
        engine = self.start("--time 0.5 --ponder")
        engine.send("genmove b", LIMIT)
        helper = follower(engine)
        busy = helper.cpu_times().user
        time.sleep(2)
        self.assertGreater(helper.cpu_times().user - busy, 0.3, "it thinks on the opponent's time")

    def test_quit_ends_both(self):
        engine = self.start("--time 0.5")
        engine.send("genmove b", LIMIT)
        helper = follower(engine)
        engine.send("quit", LIMIT)
        self.assertEqual(engine.wait(10), 0)
        self.assertTrue(is_over(helper))

    def test_one_that_hangs_is_left_out_and_comes_back(self):
        for design in DESIGNS:
            with self.subTest(design=design):
                self.leave_out(design)

    def leave_out(self, design):
        engine = self.start(f"--time 2 {design}")
        engine.send("genmove b", LIMIT)
        helper = follower(engine)
        time.sleep(0.5)  # it has nothing to do when it hangs, and finds only old messages when it goes on
        helper.send_signal(signal.SIGSTOP)
        for color in "wb":
            began = time.monotonic()
            engine.send(f"genmove {color}", LIMIT)
            self.assertLess(time.monotonic() - began, 4)
            self.assertTrue(shares(engine)[1][3])
        warning = "process 1 has been silent for a second; the search goes on without it"
        self.assertEqual(engine.words().count(warning), 1)
        helper.send_signal(signal.SIGCONT)
        time.sleep(1)
        engine.send("genmove w", LIMIT)
        self.assert_both_searched(engine)

    def test_one_that_goes_on_takes_part_in_the_same_search(self):
        engine = self.start("--time 6")
        engine.send("genmove b", LIMIT)
        helper = follower(engine)
        helper.send_signal(signal.SIGSTOP)
        threading.Timer(3, helper.send_signal, [signal.SIGCONT]).start()
        engine.send("genmove w", LIMIT)
        self.assert_both_searched(engine)
        evaluations = shares(engine)[1][0]
        self.assertGreater(evaluations, 50, "more than it had in hand when it hung")

    def test_one_that_hangs_does_not_keep_the_job(self):
        engine = self.start("--time 1.5")
        helper = follower(engine)
        helper.send_signal(signal.SIGSTOP)
        engine.send("genmove b", LIMIT)
        engine.send("quit", LIMIT)
        self.assertNotEqual(engine.wait(20), 0)
        self.assertIn("a process of the MPI job does not answer; the job is ended", engine.words())
        self.assertTrue(is_over(helper))

    def test_a_job_whose_process_dies_says_so_and_the_next_one_resumes(self):
        engine = self.start("--time 0.5")
        first = engine.send("genmove b", LIMIT)
        follower(engine).kill()
        with self.assertRaises(EngineCrashed):
            while True:
                engine.send("genmove w", LIMIT)
        self.assertNotEqual(engine.wait(20), 0)
        self.assertIn("the MPI job has been ended from outside, or because one of its processes has died", engine.words())
        # What a server's client does: the same command again, and the moves so far.
        again = self.start("--time 0.5")
        again.send(f"play b {first}", LIMIT)
        again.send("genmove w", LIMIT)
        self.assert_both_searched(again)

    def test_analyses_are_helped(self):
        query = {"id": "one", "moves": [["B", "E5"]], "rules": "chinese", "komi": 7.5, "boardXSize": 9, "boardYSize": 9,
                 "maxVisits": 1500}
        command = f"{self.job} analysis --threads 1 --memory 32".split()
        for design, visits in zip(DESIGNS, (range(1521, 10_000), range(1500, 1501))):
            done = subprocess.run([*command, *design.split()], input=json.dumps(query) + "\n", capture_output=True, text=True,
                                  timeout=60, check=True)
            answer = json.loads(done.stdout.splitlines()[-1])
            self.assertIn(answer["rootInfo"]["visits"], visits, "its own visits and those of others, or one tree")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--job", required=True, metavar="CMD", help="mpirun with its options and the program")
    options, rest = parser.parse_known_args()
    Cluster.job = " ".join(options.job.split())
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
