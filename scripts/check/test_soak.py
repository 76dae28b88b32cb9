"""Tests of soak.py with fake engines."""

import json
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

from arguments import Refused
from check import memory_watch, soak
from match.fake_engine import fake_command
from match.game import Program, Settings

SOAK = pathlib.Path(__file__).with_name("soak.py")


class SoakCase(unittest.TestCase):
    """Runs the script in a directory of its own."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.out = pathlib.Path(directory.name) / "out"

    def run_soak(self, mode, engine, *more, expect):
        command = [sys.executable, str(SOAK), mode, "--engine", engine, "--out", str(self.out), *more]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return json.loads(done.stdout.rpartition("result: ")[2]) if expect != 2 else done.stderr

    def games(self, *engine, expect=0, minutes="0.03", clock="absolute:10"):
        words = "--minutes", minutes, "--sample", "0.02", "--clock", clock
        referee = "--referee", fake_command("referee", "B+3.5")
        return self.run_soak("games", fake_command(*engine, "{seed}"), *words, *referee, expect=expect)


class Games(SoakCase):
    """Self-play."""

    def test_good_engine_passes_and_goes_on(self):
        first = self.games("slow", "0.01")
        self.assertTrue(first["passed"])
        self.assertGreaterEqual(first["games"], 2)
        self.assertGreater(first["memory_peak_mib"], 1)
        second = self.games("slow", "0.01", minutes="0.06")
        self.assertGreater(second["games"], first["games"])
        self.assertEqual(set(second["memory_early_late_mib"]), {"0 a", "0 b", "1 a", "1 b"})

    def test_leak_is_found(self):
        result = self.games("leak", "0.003", expect=1)
        self.assertRegex(result["problems"][0], r"memory grew from [\d.]+ to [\d.]+ MiB in run 0 a")

    def test_crashes_are_counted_and_the_soak_goes_on(self):
        result = self.games("crash", expect=1, minutes="0.002")
        self.assertGreater(result["failures"]["crash"], 2)

    def test_losses_on_time_are_counted(self):
        result = self.games("slow", "0.15", expect=1, minutes="0.01", clock="absolute:0.4")
        self.assertGreaterEqual(result["failures"]["time"], 1)
        self.assertLess(result["clocks"]["absolute:0.4"]["tightest"]["a"], 0)

    def test_illegal_moves_are_counted(self):
        self.assertGreater(self.games("same", expect=1, minutes="0.0001")["failures"]["illegal"], 0)

    def test_programs_that_cannot_be_used_are_refused(self):
        for engine, referee, title in (
            ("nowhere {seed}", fake_command("referee", "0"), "engine"), (fake_command("pass", "{seed}"), "nowhere", "referee"),
        ):  # fmt: skip
            error = self.run_soak("games", engine, "--minutes", "1", "--referee", referee, expect=2)
            self.assertEqual(error, f"soak.py: The {title} cannot be used: the program 'nowhere' was not found.\n")

    def test_another_engine_on_a_worker_is_refused(self):
        engine = Program("a", fake_command("pass"), "another")
        with self.assertRaisesRegex(Refused, "a is another program on there than at the start"):
            soak.soak_game(Settings(engine, engine, engine), 1.0, 0, types.SimpleNamespace(host="there"))

    def test_two_processes_need_two_seeds(self):
        error = self.run_soak("games", fake_command("pass"), expect=2)
        self.assertIn("must contain {seed}", error)


class Search(SoakCase):
    """One long search."""

    def check(self, engine, *more, expect, seconds="0.4"):
        return self.run_soak("search", engine, "--seconds", seconds, "--sample", "0.05", *more, expect=expect)

    def test_pass(self):
        result = self.check(fake_command("slow", "0.4", "1"), expect=0)
        self.assertGreater(result["memory_peak_mib"], 1)

    def test_memory_limit(self):
        result = self.check(fake_command("slow", "0.4", "1"), "--limit", "1", expect=1)
        self.assertIn("1 allowed", result["problems"][0])

    def test_crash(self):
        self.assertIn("crash", self.check("true", expect=1)["problems"][0])

    def test_short_answer_is_no_long_search(self):
        self.assertIn("no long search", self.check(fake_command("pass"), expect=1)["problems"][0])


class Growth(unittest.TestCase):
    """When memory has grown."""

    def test_warming_up_is_no_growth(self):
        values = [min(100, 10 * n) for n in range(100)]
        self.assertEqual(memory_watch.growth(values), (100, 100, False))

    def test_slow_leak_is_growth(self):
        self.assertTrue(memory_watch.growth([100 + n / 5 for n in range(100)])[2])

    def test_peaks_count_not_valleys(self):
        self.assertFalse(memory_watch.growth([100 if n % 10 == 0 else n / 5 for n in range(200)])[2])

    def test_few_samples_say_nothing(self):
        self.assertIsNone(memory_watch.growth([1, 1000] * 10))
