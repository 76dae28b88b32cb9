"""Tests of judged_positions.py with an engine that answers "1" to what it does not know."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest
from unittest import mock

from check import judged_positions
from match.fake_engine import fake_command
from thread_cluster import thread_cluster

POSITION = {"moves": ["E5", "C3"], "to_move": "b", "komi": 7.5, "winrate": 0.5, "candidates": [["1", 10], ["E3", 5]]}


class Judged(unittest.TestCase):
    """Positions of a file."""

    def run_script(self, engine, expect):
        with tempfile.TemporaryDirectory() as folder, thread_cluster() as cluster:
            file = pathlib.Path(folder) / "positions.jsonl"
            file.write_text("".join(json.dumps({**POSITION, "winrate": rate}) + "\n" for rate in (0.01, 0.04, 0.04)))
            words = ["--engine", engine, "--cluster", cluster.scheduler_address, str(file)]
            with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(io.StringIO()) as errors:
                self.assertEqual(judged_positions.main(words), expect, errors.getvalue())
        return output.getvalue() + errors.getvalue()

    def test_every_position_counts_once(self):
        text = self.run_script(fake_command("random", "1"), 0)
        self.assertIn("positions: 3\nbest move first in the prior: 100.0%", text)
        self.assertIn("error 2.45 points", text)  # 0, 3 and 3 points off

    def test_the_correlation_is_that_of_means_and_judgements(self):
        with contextlib.redirect_stdout(io.StringIO()) as output:
            judged_positions.show([(0, 1.0, 2.0), (7, 2.0, 1.0), (1, 3.0, 4.0), (0, 4.0, 3.0)], 500)
        self.assertIn("error 1.00 points, correlation 0.600", output.getvalue())

    def test_a_position_that_lacks_something_is_refused(self):
        with mock.patch.dict(POSITION):
            del POSITION["candidates"]
            said = self.run_script(fake_command("random", "1"), 2)
        self.assertRegex(said, r"^judged_positions.py: Position 0 of .*positions.jsonl lacks candidates\.\n$")

    def test_another_engine_on_a_worker_is_refused(self):
        with mock.patch("check.judged_positions.fingerprint", return_value="another"):
            said = self.run_script(fake_command("random", "1"), 2)
        self.assertRegex(said, "judged_positions.py: The engine is another program on .* than at the start")

    def test_an_engine_that_ends_is_told(self):
        self.assertRegex(self.run_script("false", 2), "judged_positions.py: Position . cannot be judged: it ended at 'boardsize 9'")


if __name__ == "__main__":
    unittest.main()
