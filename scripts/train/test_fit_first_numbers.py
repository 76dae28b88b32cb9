"""Tests of the fit of first numbers."""

import argparse
import pathlib
import pickle
import subprocess
import sys
import tempfile
import unittest

from arguments import Refused
from train.fit_first_numbers import ROOT, Numbers, run

TENGEN = ROOT / "target/release/tengen"
TEXT = "# about them\n\nroom  3 -4 5 6\ntolerance 0 8 1 20\n1-of-1 900 800 700 600\n"


class Files(unittest.TestCase):
    def test_numbers_are_moved_by_steps_of_their_own(self):
        numbers = Numbers(TEXT)
        still = numbers.moved([0] * 12)
        self.assertEqual([line.split() for line in still.splitlines()[1:]], [line.split() for line in TEXT.splitlines()[2:]])
        self.assertEqual(Numbers(still).moved([0] * 12), still)
        moved = Numbers(numbers.moved([-1, -1, -1, -1, -1, -1, -1, -1, 1, 1, 1, 1]))
        self.assertEqual(moved.comments, ["# about them"])
        self.assertEqual(moved.values.tolist(), [[1, -6, 3, 4], [0, 7, 0, 19], [924, 824, 724, 624]])

    def test_rows_of_another_form_are_refused(self):
        for wrong in ("room 1 2 3", "room 1 2 x 4"):
            with self.subTest(wrong), self.assertRaisesRegex(Refused, "^The file to begin with has no rows of four numbers"):
                Numbers(f"{TEXT}{wrong}\n")

    def test_what_is_no_state_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, "found.numbers")
            for content in (b"something else", b"", pickle.dumps(7), b"cno_such_package\nSearch\n."):
                out.with_name("found.numbers.state").write_bytes(content)
                with self.subTest(content), self.assertRaisesRegex(Refused, "found.numbers.state is not the state of a fit\\.$"):
                    run(argparse.Namespace(out=out, problems=[], nodes=1, order=1, start="", generation=2, seed=1))


@unittest.skipUnless(TENGEN.exists(), "cargo build --release comes first")
class Fit(unittest.TestCase):
    def test_a_fit_goes_on_and_says_what_it_won(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            lines = (ROOT / "tests/problems/captures.txt").read_text().splitlines()
            problems, out = folder / "few.txt", folder / "found.numbers"
            problems.write_text("".join(f"{line}\n" for line in lines[::300] if not line.startswith("#")))
            words = [sys.executable, ROOT / "scripts/train/fit_first_numbers.py", "--problems", problems, "--generation", "4", "--out", out]
            for evaluations in (4, 8):
                done = subprocess.run([*words, "--evaluations", str(evaluations)], capture_output=True, text=True, timeout=300)
                self.assertRegex(done.stdout, r"^\d+ nodes at first, \d+ now\n$", done.stderr)
            self.assertIn("4/8", done.stderr, "the first four are not searched again")
            Numbers(out.read_text())
            done = subprocess.run([*words, "--order", "2", "--start", out], capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 2)
            self.assertIn("is of a fit with other options (different: --order, --start).", done.stderr)

    def test_what_the_program_refuses_is_told(self):
        with tempfile.TemporaryDirectory() as name:
            start = pathlib.Path(name, "start.numbers")
            start.write_text(TEXT)
            words = [sys.executable, ROOT / "scripts/train/fit_first_numbers.py", "--start", start, "--out", start.with_name("out")]
            done = subprocess.run(words, capture_output=True, text=True, timeout=300)
            self.assertEqual(done.returncode, 2)
            self.assertIn("there has to be one line", done.stderr)


if __name__ == "__main__":
    unittest.main()
