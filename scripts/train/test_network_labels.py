"""Tests of network_labels.py with an engine that knows no moves, and of what the program makes of its own games."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

from files import locked
from match.fake_engine import fake_command

TENGEN = pathlib.Path(__file__).parent.parent.parent / "target/release/tengen"


class NetworkLabels(unittest.TestCase):
    """Games in a file."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.out = pathlib.Path(directory.name) / "net.jsonl"

    def play(self, games, expect=0, engine=fake_command("pass")):
        command = [sys.executable, str(pathlib.Path(__file__).with_name("network_labels.py"))]
        words = ["--engine", engine, "--games", str(games), "--out", str(self.out)]
        done = subprocess.run([*command, *words], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, expect, done.stderr)
        return done.stderr

    def numbers(self):
        return [json.loads(line)["game"] for line in self.out.read_text().splitlines()]

    def test_a_run_goes_on_after_the_greatest_number(self):
        self.play(2)
        whole = self.out.read_text()
        self.out.write_text(whole + whole + '{"game":2,"ko')  # as two runs at once have left it
        self.play(3)
        self.assertEqual(self.numbers(), [0, 1, 0, 1, 2])

    @unittest.skipUnless(TENGEN.exists(), "wants target/release/tengen: cargo build --release")
    def test_every_move_has_its_policy_and_the_program_reads_the_games(self):
        self.play(2, engine=f"{TENGEN} gtp --threads 1 --lead rave")
        games = [json.loads(line) for line in self.out.read_text().splitlines()]
        positions = [position for game in games for position in game["positions"]]
        self.assertTrue(all(10 <= len(game["moves"]) == len(game["positions"]) for game in games))
        for position in positions:
            self.assertEqual(list(position), ["policy"])
            self.assertTrue(0 < sum(position["policy"].values()) < 1041, "each is rounded, and the pass is not among them")
        done = subprocess.run([TENGEN, "features", self.out, "--least", "1", "--out", self.out.with_suffix(".features")], check=True,
                              capture_output=True, text=True)  # fmt: skip
        self.assertIn(f"{len(positions)} positions of 2 games; 0 left out;", done.stdout)

    def test_what_holds_no_games_is_left_alone(self):
        for text in ("notes\nmore", "notes", '{"game":0}\n{"komi":7.5}\n'):
            self.out.write_text(text)
            self.assertRegex(self.play(1, expect=2), "net.jsonl holds something else than games.\n$")
            self.assertEqual(self.out.read_text(), text)

    def test_a_folder_is_refused(self):
        self.out.mkdir()
        self.assertRegex(self.play(1, expect=2), "net.jsonl cannot be opened: Is a directory.\n$")

    def test_a_second_run_beside_the_first_is_refused(self):
        self.out.touch()
        with locked(self.out):
            self.assertRegex(self.play(2, expect=2), r"^network_labels.py: Another command is writing to .*[^.]\.\n$")
        self.assertEqual(self.numbers(), [])


if __name__ == "__main__":
    unittest.main()
