"""Tests of stats.py and sprt.py, against numbers worked out by hand."""

import math
import random
import unittest

from match import sprt, stats


def record(number, winner, **more):
    """A game as in games.jsonl, with what the statistics read."""
    return {"game": number, "winner": winner, "reason": "score", "a_color": "white" if number % 2 else "black",
            "moves": 50, "genmoves": {"a": 25, "b": 25}, "seconds": {"a": 50.0, "b": 25.0}, "too_long": False, **more}


def settings(**more):
    return {"a": {"name": "Ay"}, "b": {"name": "Bee"}, "size": 9, "komi": 7.5, "games": 10, "sprt": None,
            "error_rates": [0.05, 0.05], "openings": [], **more}


class Statistics(unittest.TestCase):
    """Against numbers worked out by hand."""

    def test_wilson(self):
        # 60 of 100: center (0.6 + 0.019207) / 1.038415, spread 1.959964 * sqrt(0.0024 + 0.000096) / 1.038415
        low, high = stats.wilson(60, 100)
        self.assertAlmostEqual(low, 0.50200, places=4)
        self.assertAlmostEqual(high, 0.69060, places=4)
        self.assertEqual(stats.wilson(0, 0), (0.0, 1.0))
        self.assertEqual(stats.wilson(10, 10)[1], 1.0)

    def test_elo(self):
        self.assertAlmostEqual(stats.elo(0.64), 99.95, places=2)  # 400 * log10(16 / 9)
        self.assertEqual(stats.elo(0.5), 0)
        self.assertEqual(stats.elo(1), math.inf)
        self.assertAlmostEqual(sprt.expected_score(stats.elo(0.3)), 0.3)

    def test_result(self):
        games = [record(0, "a"), record(1, "a"), record(2, "draw"), record(3, "b", reason="crash"),
                 record(4, None, reason="unscored"), record(5, "a", reason="illegal", moves=20)]
        result = stats.result(settings(), games)
        self.assertEqual((result["wins"], result["draws"], result["losses"], result["unscored"]), (3, 1, 1, 1))
        self.assertEqual(result["win_rate"], 0.7)  # 3.5 of 5
        self.assertEqual(result["by_color"]["white"], {"wins": 2, "draws": 0, "losses": 1, "win_rate": 0.6667})
        self.assertEqual(result["failures"], {"a": {"crash": 1}, "b": {"illegal": 1}})
        self.assertEqual(result["mean_moves"], 45.0)
        self.assertEqual(result["seconds_per_move"], {"a": 2.0, "b": 1.0})

    def test_summary_of_no_game(self):
        self.assertIn("no scored game", stats.summary(settings(), []))

    def test_sprt_without_draws_is_the_binomial_test(self):
        # wins * log(s1 / s0) + losses * log((1 - s1) / (1 - s0)), s0 = 1/2, s1 = 10/11 (400 Elo)
        by_hand = 30 * math.log(20 / 11) + 10 * math.log(2 / 11)
        self.assertAlmostEqual(sprt.log_likelihood_ratio([10, 0, 30], 0, 400), by_hand, places=2)

    def test_sprt_waits_for_missing_games(self):
        test = sprt.Sprt(0, 200, pairs=False)
        for number in (1, 2, 3):
            test.add(record(number, "a"))
        self.assertEqual((test.llr, test.next_game), (0.0, 0))
        test.add(record(0, None))
        self.assertEqual((test.counts, test.next_game), ([0, 0, 3], 4))

    def test_sprt_decides_both_ways(self):
        for winner, verdict in (("a", "accepted"), ("b", "rejected")):
            test = sprt.Sprt(-100, 100, pairs=False)
            for number in range(50):
                test.add(record(number, winner))
            self.assertEqual(test.verdict, verdict)
            # log(s1 / s0) = log((1 / 1.5625) / (0.5625 / 1.5625)) = 0.576 a game: 2.94 needs six
            self.assertEqual(sum(test.counts), 6)

    def test_sprt_error_rates_set_the_bounds(self):
        test = sprt.Sprt(0, 20, pairs=False, alpha=0.01, beta=0.1)
        self.assertAlmostEqual(test.upper, 4.4998, places=4)  # log(0.9 / 0.01)
        self.assertAlmostEqual(test.lower, -2.2925, places=4)  # log(0.1 / 0.99)

    def test_sprt_errs_as_rarely_as_it_promises(self):
        # 400 matches of two equal engines, 5 % may be accepted; 0.05 + 3 * sqrt(0.05 * 0.95 / 400) = 0.083
        rng, verdicts = random.Random(1), []
        for _ in range(400):
            test, number = sprt.Sprt(0, 150, pairs=False), 0
            while test.verdict is None:
                test.add(record(number, rng.choice("ab")))
                number += 1
            verdicts.append(test.verdict)
        self.assertLess(verdicts.count("accepted") / 400, 0.083)

    def test_interval_of_pairs(self):
        # Every opening is won by Black: the pairs all say 50 %, so the interval is half as wide at most.
        lopsided = [record(n, "ab"[n % 2]) for n in range(80)]
        plain, paired = stats.Tally(lopsided), stats.Tally(lopsided, paired=True)
        self.assertEqual((paired.low, paired.high), stats.wilson(160, 320))
        self.assertLess(paired.high - paired.low, (plain.high - plain.low) * 0.52)
        # One engine wins both games of an opening: two games say as much as one.
        swept = [record(n, "ab"[n // 2 % 2]) for n in range(80)]
        self.assertEqual(stats.Tally(swept, paired=True).low, stats.wilson(20, 40)[0])
        # Independent games: 10 + 10 sweeps, 20 splits. Spread 20 * 0.25 / 39 against 0.125.
        mixed = [record(n, winner) for n, winner in enumerate("aabbabba" * 10)]
        self.assertAlmostEqual(stats.worth_of_pairs(mixed), 0.125 * 39 / 5)
        self.assertEqual(stats.worth_of_pairs(mixed[:39]), 1.0)

    def test_pairs_skip_games_without_a_score(self):
        winners = {0: "a", 1: "b", 2: None, 3: "a", 5: "a", 6: "draw", 7: "a"}
        games = [record(number, winner) for number, winner in winners.items()]
        self.assertEqual(stats.pairs_of(games), [0.5, 0.75])

    def test_sprt_of_pairs(self):
        test = sprt.Sprt(0, 20, pairs=True)
        for number, winner in enumerate(["a", "b", "a", "a", "draw", "a", "b", None, "b"]):
            test.add(record(number, winner))
        self.assertEqual((test.counts, test.next_game), ([0, 0, 1, 1, 1], 8))
