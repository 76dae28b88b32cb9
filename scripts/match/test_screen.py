"""Tests of screen.py; the matches are made up."""

import contextlib
import io
import itertools
import json
import pathlib
import signal
import tempfile
import unittest
from unittest import mock

from gtp_engine import LiveEngines, stoppable
from match import screen


class Design(unittest.TestCase):
    def test_any_two_settings_agree_in_one_half_of_the_matches(self):
        for count in range(1, 17):
            rows = screen.design(count)
            columns = list(zip(*rows, strict=True))
            self.assertEqual(len(columns), count)
            self.assertGreater(len(rows), count)
            for column in columns:
                self.assertEqual(sum(column), 0)
            for one, other in itertools.combinations(columns, 2):
                self.assertEqual(sum(a * b for a, b in zip(one, other, strict=True)), 0)

    def test_a_setting_without_two_values_is_refused(self):
        for text in ("ucb", "ucb=1", "=1,2", "ucb=1,2,3", "ucb=,2"):
            with self.subTest(text), contextlib.redirect_stderr(io.StringIO()) as said, self.assertRaises(SystemExit):
                screen.parse_arguments(["--engine", "x", "--out", "y", "--set", text])
            self.assertIn(f"argument --set: {text} is not NAME=LOW,HIGH\n", said.getvalue())


class Screening(unittest.TestCase):
    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.out = pathlib.Path(directory.name) / "out"

    def played(self, words):
        """A match whose winner is the side with `good` high, and where `even` wins half of the games of either side."""
        its = dict(zip(words[::2], words[1::2], strict=True))
        self.assertNotEqual(its["--a"], its["--b"])
        winner = "a" if "good=2" in its["--a"] else "b"
        folder = pathlib.Path(its["--out"])
        folder.mkdir(parents=True)
        games = (json.dumps({"game": game, "winner": winner}) for game in range(int(its["--games"])))
        (folder / "games.jsonl").write_text("\n".join([*games, ""]))
        return 0

    def test_what_wins_is_found_and_what_does_not_is_even(self):
        words = ["--engine", "engine", "--games", "4", "--out", str(self.out), "--openings", "random:2"]
        words += [word for name in ("even", "good", "other") for word in ("--set", f"{name}=1,2")]
        with mock.patch.object(screen.match, "main", self.played), contextlib.redirect_stdout(io.StringIO()) as said:
            self.assertEqual(screen.main(words), 0)
        rows = [line.split() for line in said.getvalue().splitlines() if " or " in line]
        self.assertEqual([(row[0], *row[4:7]) for row in rows], [
            ("even", "8", "of", "16,"), ("good", "16", "of", "16,"), ("other", "8", "of", "16,"),
        ])

    def test_pairs_of_different_matches_stay_apart_where_games_are_missing(self):
        own = [{"game": number, "winner": "a"} for number in (0, 1, 4)]
        games = screen.seen_from_high([([screen.HIGH], own), ([screen.LOW], own)], 0)
        self.assertEqual([game["game"] for game in games], [0, 1, 4, 6, 7, 10])
        self.assertEqual([game["winner"] for game in games], [*"aaabbb"])

    def test_ctrl_c_between_two_matches_ends_it(self):
        def interrupted(words):
            with stoppable(LiveEngines()):
                code = self.played(words)
            signal.raise_signal(signal.SIGINT)
            return code

        self.addCleanup(signal.signal, signal.SIGINT, signal.signal(signal.SIGINT, signal.default_int_handler))
        words = ["--engine", "engine", "--games", "4", "--out", str(self.out), "--set", "good=1,2"]
        with mock.patch.object(screen.match, "main", side_effect=interrupted) as match:
            self.assertEqual(screen.main(words), 128 + signal.SIGINT)
        match.assert_called_once()

    def test_a_match_that_is_refused_ends_it(self):
        words = ["--engine", "engine", "--out", str(self.out), "--set", "good=1,2"]
        with mock.patch.object(screen.match, "main", return_value=2) as match:
            self.assertEqual(screen.main(words), 2)
        match.assert_called_once()


if __name__ == "__main__":
    unittest.main()
