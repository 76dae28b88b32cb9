"""Tests of levels.py: the scale, and a run that goes on where it was stopped."""

import contextlib
import io
import math
import pathlib
import sys
import tempfile
import unittest
from unittest import mock

from check import levels
from match.fake_engine import fake_command
from match.random_player import RandomPlayer


class Scale(unittest.TestCase):
    """Elo and ranks from results."""

    def test_a_chain_of_wins_adds_up(self):
        elo_of_three_quarters = 400 * math.log10(3)
        scale = levels.fit({(2, levels.ANCHOR): (7500, 10000), (3, 2): (7500, 10000)})
        self.assertEqual(scale[levels.ANCHOR], (1800, 0.0))
        self.assertAlmostEqual(scale[2][0], 1800 + elo_of_three_quarters, delta=0.1)
        self.assertAlmostEqual(scale[3][0], 1800 + 2 * elo_of_three_quarters, delta=0.1)
        self.assertAlmostEqual(scale[3][1], math.sqrt(2) * scale[2][1], delta=0.01)

    def test_a_clean_sweep_is_finite(self):
        (elo, error) = levels.fit({(1, levels.ANCHOR): (20, 20)})[1]
        self.assertTrue(2200 < elo < 2600 and error > 100)

    def test_ranks_hang_on_the_anchor(self):
        self.assertEqual([levels.rank_of(elo) for elo in (1800, 1700, 2500, 2600)], ["8k", "9k", "1k", "1d"])


class Games(unittest.TestCase):
    """Runs with engines that need not be built."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.out = pathlib.Path(directory.name) / "out"

    def run_levels(self, games, pairs=((1, levels.ANCHOR), (2, 1)), crashes=None):
        def command(player, _engine):
            return fake_command(*(("crash",) if player == crashes else ("slow", "0")), str(player))

        words = ["--engine", fake_command("referee", "B+3.5"), "--out", str(self.out), "--games", str(games)]
        with (
            mock.patch.object(levels, "command_of", command),
            mock.patch.object(levels, "referee_of", lambda engine: engine),
            mock.patch.object(levels, "all_pairs", lambda: pairs),
            contextlib.redirect_stdout(io.StringIO()) as text,
            contextlib.redirect_stderr(io.StringIO()),
        ):
            self.assertEqual(levels.main(words), 0)
        return text.getvalue()

    def test_a_run_goes_on_where_it_was(self):
        self.assertIn("| level 2 | 1800 ± ", self.run_levels(2))
        before = (self.out / "level2-level1" / "games.jsonl").read_text()
        self.assertEqual(before.count("\n"), 2)
        self.run_levels(4)
        after = (self.out / "level2-level1" / "games.jsonl").read_text()
        self.assertTrue(after.startswith(before))
        self.assertEqual(after.count("\n"), 4)

    def test_who_has_not_met_the_anchor_by_others_has_no_elo(self):
        text = self.run_levels(2, [(2, 1)])
        self.assertIn("| level 1 | – | – | 2 |", text)
        self.assertIn("| level 2 | – | – | 2 | level 1:", text)

    def test_games_that_a_program_broke_off_do_not_count(self):
        self.assertNotIn("level 2", self.run_levels(2, [(1, levels.ANCHOR), (2, 1)], crashes=2))


class Random(unittest.TestCase):
    """The random player."""

    def test_it_plays_until_only_its_eyes_are_left(self):
        player, sides = RandomPlayer("1"), "bw"
        player.do_boardsize("3")
        moves = []
        while moves[-2:] != ["pass", "pass"]:
            moves.append(player.do_genmove(sides[len(moves) % 2]))
            self.assertLess(len(moves), 1000)

    def test_suicide_and_own_eyes_are_left_out(self):
        player = RandomPlayer("1")
        player.do_boardsize("2")
        for vertex in ("A2", "B1"):
            player.do_play("b", vertex)
        self.assertFalse(player.may_play("b", (0, 0)))
        self.assertFalse(player.may_play("w", (0, 0)))

    def test_repetitions_are_left_out(self):
        # A ko is taken; after two passes the simple rule would allow to take it back.
        player = RandomPlayer("1")
        player.do_boardsize("5")
        for move in "b B3, w C3, b A2, w D2, b B1, w C1, b E5, w B2, b C2".split(", "):
            player.do_play(*move.split())
        self.assertFalse(player.may_play("w", (1, 1)))
        player.do_play("w", "pass")
        player.do_play("b", "pass")
        self.assertFalse(player.may_play("w", (1, 1)))
        player.seen.clear()
        self.assertTrue(player.may_play("w", (1, 1)))


if __name__ == "__main__":
    sys.exit(unittest.main())
