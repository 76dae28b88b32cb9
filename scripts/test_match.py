"""Tests of match.py and its modules: python3 -m unittest discover -s scripts

The engines and the referee are small fakes, so nothing needs to be built or installed; only
`RealReferee` needs gnugo, and says so when it is skipped.
"""

import importlib.util
import json
import math
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

SCRIPTS = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(SCRIPTS))

from sgfmill import sgf

import match_game
import match_sprt
import match_stats
from fake_engine import fake_command
from gtp_engine import EngineRefused, GtpEngine, find_program, without_directories
from machine_load import machine_load
from match_clock import TimeControl
from match_game import parse_score

FAKE = (SCRIPTS / "fake_engine.py").read_text()


class MatchCase(unittest.TestCase):
    """A directory with the fake engine in it, and ways to run matches there."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name)
        self.out = self.path / "out"
        self.fake_file = self.path / "fake.py"
        self.fake_file.write_text(FAKE)

    def fake(self, *words):
        return fake_command(*words, file=self.fake_file)

    def command(self, a="random", b="random", *more, score="B+3.5", games=4):
        a, b = (it if " " in it else self.fake(it, "{seed}") for it in (a, b))
        words = [sys.executable, str(SCRIPTS / "match.py"), "--a", a, "--b", b, "--name-a", "Ay", "--name-b", "Bee"]
        words += ["--referee", self.fake("referee", score), "--out", str(self.out), "--games", str(games)]
        return [*words, *map(str, more)]

    def run_match(self, *args, expect=0, **options):
        done = subprocess.run(self.command(*args, **options), capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, expect, done.stderr)
        return done

    def games(self):
        return [json.loads(line) for line in (self.out / "games.jsonl").read_text().splitlines()]

    def result(self, done):
        *_, last = done.stdout.strip().splitlines()
        self.assertTrue(last.startswith("result: "), last)
        return json.loads(last.removeprefix("result: "))


class Games(MatchCase):
    """Whole matches between well-behaved engines."""

    def test_colors_alternate_and_the_winner_follows_the_color(self):
        result = self.result(self.run_match("random", "random", "--jobs", 2))
        games = sorted(self.games(), key=lambda game: game["game"])
        self.assertEqual([game["black"] for game in games], ["Ay", "Bee", "Ay", "Bee"])
        self.assertEqual([game["winner"] for game in games], ["a", "b", "a", "b"])  # always B+3.5
        self.assertEqual({game["result"] for game in games}, {"B+3.5"})
        self.assertEqual((result["wins"], result["losses"]), (2, 2))
        self.assertEqual(result["by_color"]["black"]["wins"], 2)
        self.assertEqual(result["by_color"]["white"]["wins"], 0)

    def test_sgf_holds_the_game_but_no_directory(self):
        self.run_match(games=2)
        for record in self.games():
            content = (self.out / "sgf" / record["sgf"]).read_bytes()
            game = sgf.Sgf_game.from_bytes(content)
            self.assertEqual(game.get_player_name("b"), record["black"])
            self.assertEqual(game.get_komi(), 7.5)
            self.assertEqual(game.get_root().get("RE"), "B+3.5")
            self.assertEqual(len(game.get_main_sequence()) - 1, record["moves"])
            self.assertIn(b"fake.py random", content)
            self.assertNotIn(str(self.path).encode(), content)
        self.assertNotIn(str(self.path), (self.out / "match.json").read_text())

    def test_the_seed_decides_the_games(self):
        texts = []
        for name, seed in (("one", 5), ("two", 5), ("three", 6)):
            self.out = self.path / name
            self.run_match("random", "random", "--seed", seed, games=2)
            texts.append((self.out / "sgf" / "0001.sgf").read_text().partition("RE[")[2])
        self.assertEqual(texts[0], texts[1])
        self.assertNotEqual(texts[0], texts[2])

    def test_random_openings_come_in_pairs_and_from_the_seed(self):
        texts = []
        for name, seed in (("one", 5), ("two", 5), ("three", 6)):
            self.out = self.path / name
            self.run_match("pass", "pass", "--openings", "random:3", "--seed", seed, games=4)
            games = sorted(self.games(), key=lambda game: game["game"])
            self.assertEqual([(game["opening"], game["moves"]) for game in games], [(0, 5), (0, 5), (1, 5), (1, 5)])
            self.assertEqual([game["a_color"] for game in games], ["black", "white"] * 2)
            texts.append(json.loads((self.out / "match.json").read_text())["openings"])
        self.assertEqual(texts[0], texts[1])
        self.assertNotEqual(texts[0], texts[2])

    def test_engine_openings_are_read_when_a_match_goes_on(self):
        words = ("pass", "pass", "--openings", "engine:2", "--opening-engine", self.fake("random", "{seed}"))
        self.run_match(*words)
        lines = (self.out / "games.jsonl").read_bytes().splitlines(keepends=True)
        (self.out / "games.jsonl").write_bytes(lines[0])
        pids = self.path / "pids"
        done = subprocess.run(self.command(*words), env={**os.environ, "PID_FILE": str(pids)}, capture_output=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(len(pids.read_text().split()), 3 + 3 * 3)  # the checks and three games, no opening engine
        self.assertEqual([game["moves"] for game in self.games()], [4] * 4)

    def test_resignation_loses(self):
        self.run_match("resign", "random", games=2)
        self.assertEqual(sorted(game["result"] for game in self.games()), ["B+R", "W+R"])
        self.assertEqual({game["winner"] for game in self.games()}, {"b"})

    def test_draw_counts_half(self):
        result = self.result(self.run_match("pass", "pass", score="0", games=2))
        self.assertEqual((result["draws"], result["win_rate"]), (2, 0.5))

    def test_openings_are_played_with_both_colors(self):
        openings = self.path / "openings.txt"
        openings.write_text("# two of them\nE5 C4\n\nD4 E6 F3  # the second\n")
        self.run_match("pass", "pass", "--openings", openings, games=5)
        games = sorted(self.games(), key=lambda game: game["game"])
        self.assertEqual([game["opening"] for game in games], [0, 0, 1, 1, 0])
        self.assertEqual([game["moves"] for game in games], [4, 4, 5, 5, 4])
        self.assertEqual(games[2]["genmoves"], {"a": 1, "b": 1})

    def test_report_reads_only(self):
        before = self.run_match(games=2).stdout
        words = [sys.executable, str(SCRIPTS / "match.py"), "--report", "--out", str(self.out)]
        self.assertEqual(subprocess.run(words, capture_output=True, text=True).stdout, before)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed: --plot is NOT tested")
    def test_plot(self):
        for name, start in (("score.svg", b"<?xml"), ("score.png", b"\x89PNG")):
            plot = self.path / name
            self.run_match("pass", "pass", "--plot", plot, "--sprt=-10,10", games=2)
            self.assertTrue(plot.read_bytes().startswith(start))


class Failures(MatchCase):
    """Engines that misbehave lose, and the summary says why."""

    def check(self, mode, reason, *more, games=2):
        result = self.result(self.run_match("random", mode, *more, games=games))
        self.assertEqual({game["reason"] for game in self.games()}, {reason})
        self.assertEqual({game["winner"] for game in self.games()}, {"a"})
        self.assertEqual(sorted(game["result"] for game in self.games()), ["B+F", "W+F"])
        self.assertEqual(result["failures"], {"a": {}, "b": {reason: games}})
        self.assertEqual((result["wins"], result["unscored"]), (games, 0))

    def test_occupied_point(self):
        self.check("same", "illegal")

    def test_off_board(self):
        self.check("offboard", "illegal")

    def test_no_vertex(self):
        self.check("babble", "illegal")

    def test_crash(self):
        self.check("crash", "crash")
        self.assertIn("panicked at board.rs", self.games()[0]["detail"])

    def test_hang(self):
        self.check("hang", "hang", "--time-per-move", 0.3)

    def test_error_reply(self):
        self.check("error", "error")

    def test_garbage(self):
        self.check("garbage", "error")

    def test_refused_play(self):
        self.check("refuse-play", "error")

    def test_time_loss(self):
        slow = self.fake("slow", "0.4", "{seed}")
        result = self.result(self.run_match("random", slow, "--clock", "absolute:1", games=2))
        self.assertEqual(result["failures"], {"a": {}, "b": {"time": 2}})
        self.assertEqual(sorted(game["result"] for game in self.games()), ["B+T", "W+T"])
        root = sgf.Sgf_game.from_bytes((self.out / "sgf" / "0000.sgf").read_bytes()).get_root()
        self.assertEqual((root.get("TM"), root.get("OT"), root.get("RE")), (1.0, "absolute:1", "B+T"))
        self.assertEqual(result["clocks"]["absolute:1"]["lost"], {"a": 0, "b": 2})
        self.assertLess(result["clocks"]["absolute:1"]["tightest"]["b"], 0)
        self.assertIn("after its flag fell", self.games()[0]["detail"])

    def test_slow_but_in_time(self):
        slow = self.fake("slow", "0.05", "{seed}")
        result = self.result(self.run_match("random", slow, "--clock", "byoyomi:0,1,1", "--clock", "canadian:0,2,3"))
        self.assertEqual(result["failures"], {"a": {}, "b": {}})
        self.assertEqual([game["clock"] for game in sorted(self.games(), key=lambda game: game["game"])],
                         ["byoyomi:0,1,1"] * 2 + ["canadian:0,2,3"] * 2)
        for its in result["clocks"].values():
            self.assertEqual((its["games"], its["lost"]), (2, {"a": 0, "b": 0}))
        tightest = result["clocks"]["byoyomi:0,1,1"]["tightest"]["b"]
        self.assertGreater(tightest, 0)
        self.assertLessEqual(tightest, 0.95)  # rounded to milliseconds: a quick machine loses none

    def test_hang_with_a_clock(self):
        with mock.patch("match_game.LATE_SECONDS", 0.1):
            player = match_game.Player("b", "w", "Bee", GtpEngine(self.fake("hang", "0")))
            with player.engine, self.assertRaises(match_game.Fault) as caught:
                player.start_clock(TimeControl.parse("absolute:0.2"), 10)
                player.genmove(10)
        self.assertEqual(caught.exception.reason, "hang")

    def test_what_engines_hear_of_the_clock(self):
        talk = self.path / "talk"
        command = self.command("pass", "kgs", "--clock", "byoyomi:5,2,3", games=1)
        subprocess.run(command, env={**os.environ, "TALK_FILE": str(talk)}, check=True, capture_output=True)
        lines = talk.read_text().splitlines()
        for line in ("pass time_settings 5 2 1", "pass time_left b 5 0"):
            self.assertIn(line, lines)
        for line in ("kgs kgs-time_settings byoyomi 5 2 3", "kgs time_left w 5 0"):
            self.assertIn(line, lines)
        self.assertFalse([line for line in lines if line.startswith("referee") and "time" in line])

    def test_unscored_is_no_win(self):
        result = self.result(self.run_match("pass", "pass", score="refuse", games=2))
        self.assertEqual((result["unscored"], result["wins"], result["losses"]), (2, 0, 0))
        self.assertEqual({game["winner"] for game in self.games()}, {None})

    def test_too_long_is_scored_and_marked(self):
        result = self.result(self.run_match("random", "random", "--max-moves", 6, games=2))
        self.assertEqual((result["too_long"], result["wins"], result["losses"]), (2, 1, 1))
        self.assertEqual({game["moves"] for game in self.games()}, {6})

    def test_endless_output_ends(self):
        with GtpEngine("yes =") as engine, self.assertRaises(EngineRefused):
            engine.send("name", 10)


class Refusals(MatchCase):
    """What cannot work is refused in one sentence, before the first game."""

    def check(self, text, *args, **options):
        done = self.run_match(*args, expect=2, **options)
        self.assertIn(text, done.stderr)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)

    def test_missing_engine(self):
        self.check("Engine B cannot be used: the program 'missing' was not found", "random", "missing -x")
        self.assertFalse(self.out.exists())

    def test_engine_that_is_no_engine(self):
        self.check("Engine A cannot be used: it ended at 'protocol_version'", "true --really")

    def test_missing_referee(self):
        self.check("The referee cannot be used", "random", "random", "--referee", "no-such-program")

    def test_referee_without_final_score(self):
        self.check("does not know the command 'final_score'", "random", "random", "--referee", self.fake("random"))

    def test_bad_openings(self):
        openings = self.path / "openings.txt"
        for text, message in (("E5 I3", "not an opening"), ("E5 E5", "cannot be played"), ("#", "no opening")):
            openings.write_text(text)
            self.check(message, "pass", "pass", "--openings", openings)

    def test_engine_without_clock(self):
        text = "Engine B cannot be used: it answered '? unknown command'"
        self.check(text, "pass", "clockless", "--clock", "absolute:5")

    def test_opening_engine_that_only_passes(self):
        self.check("No opening could be made", "pass", "pass", "--openings", "engine:2", games=2)

    def test_bad_plot(self):
        self.check("--plot draws", "pass", "pass", "--plot", "score.bmp")

    def test_wrong_options(self):
        for word in ("--clock=absolute:0", "--clock=byoyomi:1,2", "--clock=sandglass:3", "--alpha=0.6",
                     "--openings=random:0", "--sprt=5,5", "--load=-1"):
            with self.subTest(word=word):
                self.assertIn("error: argument", self.run_match("pass", "pass", word, expect=2).stderr)

    def test_report_of_nothing(self):
        self.check("holds no match", "pass", "pass", "--report")


class Resuming(MatchCase):
    """A match may be stopped at any time."""

    def test_half_written_line_is_played_again(self):
        self.run_match()
        file = self.out / "games.jsonl"
        lines = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join(lines[:2]) + lines[2][:30])
        self.run_match()
        self.assertEqual(file.read_bytes().splitlines(keepends=True)[:2], lines[:2])
        self.assertEqual(sorted(game["game"] for game in self.games()), [0, 1, 2, 3])

    def test_finished_match_plays_nothing(self):
        self.run_match(games=2)
        before = (self.out / "games.jsonl").read_bytes()
        self.assertEqual(self.result(self.run_match(games=2))["games"], 2)
        self.assertEqual((self.out / "games.jsonl").read_bytes(), before)

    def test_other_settings_are_refused(self):
        self.run_match(games=2)
        done = self.run_match("random", "random", "--komi", 6.5, games=2, expect=2)
        self.assertIn("other settings (different: komi)", done.stderr)

    def test_older_directories_are_read(self):
        self.run_match(games=2)
        file = self.out / "match.json"
        content = json.loads(file.read_text())
        for key in ("clocks", "error_rates", "load", "opening_source"):
            del content[key]
        file.write_text(json.dumps(content))
        older = self.games()
        for game in older:
            del game["clock"], game["tightest"]
        (self.out / "games.jsonl").write_text("".join(json.dumps(game) + "\n" for game in older))
        self.assertEqual(self.result(self.run_match(games=2))["games"], 2)

    def test_rebuilt_engine_is_refused(self):
        self.run_match(games=2)
        self.fake_file.write_text(FAKE + "# rebuilt\n")
        self.assertIn("different: a, b", self.run_match(games=2, expect=2).stderr)

    def test_broken_line_in_the_middle_is_refused(self):
        self.run_match(games=2)
        file = self.out / "games.jsonl"
        file.write_text("nonsense\n" + file.read_text())
        self.assertIn("Line 1 of", self.run_match(games=2, expect=2).stderr)

    def test_signals_stop_the_match_and_leave_no_engine(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            with self.subTest(number=number):
                self.check_stop(number)

    def check_stop(self, number):
        self.out = self.path / f"stopped{number}"
        pids = self.path / f"pids{number}"
        running = subprocess.Popen(
            self.command("hang", "random", "--jobs", 2),
            env={**os.environ, "PID_FILE": str(pids)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        # Three for the checks, then three for each of two games.
        self.wait_until(lambda: pids.exists() and len(pids.read_text().split()) >= 9)
        running.send_signal(number)
        output, errors = running.communicate(timeout=20)
        self.assertEqual(running.returncode, 128 + number, errors)
        self.wait_until(lambda: not any(is_alive(int(pid)) for pid in pids.read_text().split()))
        self.assertEqual(json.loads(output.decode().rpartition("result: ")[2])["games"], 0)
        self.assertTrue((self.out / "match.json").exists())

    def wait_until(self, condition):
        deadline = time.monotonic() + 10
        while not condition():
            self.assertLess(time.monotonic(), deadline, "waited in vain")
            time.sleep(0.05)


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


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
        low, high = match_stats.wilson(60, 100)
        self.assertAlmostEqual(low, 0.50200, places=4)
        self.assertAlmostEqual(high, 0.69060, places=4)
        self.assertEqual(match_stats.wilson(0, 0), (0.0, 1.0))
        self.assertEqual(match_stats.wilson(10, 10)[1], 1.0)

    def test_elo(self):
        self.assertAlmostEqual(match_stats.elo(0.64), 99.95, places=2)  # 400 * log10(16 / 9)
        self.assertEqual(match_stats.elo(0.5), 0)
        self.assertEqual(match_stats.elo(1), math.inf)
        self.assertAlmostEqual(match_sprt.expected_score(match_stats.elo(0.3)), 0.3)

    def test_result(self):
        games = [record(0, "a"), record(1, "a"), record(2, "draw"), record(3, "b", reason="crash"),
                 record(4, None, reason="unscored"), record(5, "a", reason="illegal", moves=20)]
        result = match_stats.result(settings(), games)
        self.assertEqual((result["wins"], result["draws"], result["losses"], result["unscored"]), (3, 1, 1, 1))
        self.assertEqual(result["win_rate"], 0.7)  # 3.5 of 5
        self.assertEqual(result["by_color"]["white"], {"wins": 2, "draws": 0, "losses": 1, "win_rate": 0.6667})
        self.assertEqual(result["failures"], {"a": {"crash": 1}, "b": {"illegal": 1}})
        self.assertEqual(result["mean_moves"], 45.0)
        self.assertEqual(result["seconds_per_move"], {"a": 2.0, "b": 1.0})

    def test_summary_of_no_game(self):
        self.assertIn("no scored game", match_stats.summary(settings(), []))

    def test_sprt_without_draws_is_the_binomial_test(self):
        # wins * log(s1 / s0) + losses * log((1 - s1) / (1 - s0)), s0 = 1/2, s1 = 10/11 (400 Elo)
        by_hand = 30 * math.log(20 / 11) + 10 * math.log(2 / 11)
        self.assertAlmostEqual(match_sprt.log_likelihood_ratio([10, 0, 30], 0, 400), by_hand, places=2)

    def test_sprt_waits_for_missing_games(self):
        sprt = match_sprt.Sprt(0, 200, pairs=False)
        for number in (1, 2, 3):
            sprt.add(record(number, "a"))
        self.assertEqual((sprt.llr, sprt.next_game), (0.0, 0))
        sprt.add(record(0, None))
        self.assertEqual((sprt.counts, sprt.next_game), ([0, 0, 3], 4))

    def test_sprt_decides_both_ways(self):
        for winner, verdict in (("a", "accepted"), ("b", "rejected")):
            sprt = match_sprt.Sprt(-100, 100, pairs=False)
            for number in range(50):
                sprt.add(record(number, winner))
            self.assertEqual(sprt.verdict, verdict)
            # log(s1 / s0) = log((1 / 1.5625) / (0.5625 / 1.5625)) = 0.576 a game: 2.94 needs six
            self.assertEqual(sum(sprt.counts), 6)

    def test_sprt_error_rates_set_the_bounds(self):
        sprt = match_sprt.Sprt(0, 20, pairs=False, alpha=0.01, beta=0.1)
        self.assertAlmostEqual(sprt.upper, 4.4998, places=4)  # log(0.9 / 0.01)
        self.assertAlmostEqual(sprt.lower, -2.2925, places=4)  # log(0.1 / 0.99)

    def test_sprt_errs_as_rarely_as_it_promises(self):
        # 400 matches of two equal engines, 5 % may be accepted; 0.05 + 3 * sqrt(0.05 * 0.95 / 400) = 0.083
        rng, verdicts = random.Random(1), []
        for _ in range(400):
            sprt, number = match_sprt.Sprt(0, 150, pairs=False), 0
            while sprt.verdict is None:
                sprt.add(record(number, rng.choice("ab")))
                number += 1
            verdicts.append(sprt.verdict)
        self.assertLess(verdicts.count("accepted") / 400, 0.083)

    def test_interval_of_pairs(self):
        # Every opening is won by Black: the pairs all say 50 %, so the interval is half as wide at most.
        lopsided = [record(n, "ab"[n % 2]) for n in range(80)]
        plain, paired = match_stats.Tally(lopsided), match_stats.Tally(lopsided, paired=True)
        self.assertEqual((paired.low, paired.high), match_stats.wilson(160, 320))
        self.assertLess(paired.high - paired.low, (plain.high - plain.low) * 0.52)
        # One engine wins both games of an opening: two games say as much as one.
        swept = [record(n, "ab"[n // 2 % 2]) for n in range(80)]
        self.assertEqual(match_stats.Tally(swept, paired=True).low, match_stats.wilson(20, 40)[0])
        # Independent games: 10 + 10 sweeps, 20 splits. Spread 20 * 0.25 / 39 against 0.125.
        mixed = [record(n, winner) for n, winner in enumerate("aabbabba" * 10)]
        self.assertAlmostEqual(match_stats.worth_of_pairs(mixed), 0.125 * 39 / 5)
        self.assertEqual(match_stats.worth_of_pairs(mixed[:39]), 1.0)

    def test_pairs_skip_games_without_a_score(self):
        winners = {0: "a", 1: "b", 2: None, 3: "a", 5: "a", 6: "draw", 7: "a"}
        games = [record(number, winner) for number, winner in winners.items()]
        self.assertEqual(match_stats.pairs_of(games), [0.5, 0.75])

    def test_sprt_of_pairs(self):
        sprt = match_sprt.Sprt(0, 20, pairs=True)
        for number, winner in enumerate(["a", "b", "a", "a", "draw", "a", "b", None, "b"]):
            sprt.add(record(number, winner))
        self.assertEqual((sprt.counts, sprt.next_game), ([0, 0, 1, 1, 1], 8))

    def test_scores(self):
        self.assertEqual(parse_score("B+3.5").result, "B+3.5")
        self.assertEqual(parse_score("w+12").winner, "w")
        self.assertEqual(parse_score("0").winner, "draw")
        self.assertEqual(parse_score("B+0.0").winner, "draw")
        self.assertIsNone(parse_score("? too early"))

    def test_directories_are_cut(self):
        for text, cut in (("/opt/x/tengen gtp", "tengen gtp"), ("run --net=/a/b.bin", "run --net=b.bin"),
                          ("./tengen a/b", "./tengen a/b"), ("sh -c '/x/y 1/2'", "sh -c 'y 1/2'")):
            self.assertEqual(without_directories(text), cut)


class LoadedMachine(MatchCase):
    """--load"""

    def test_the_load_lasts_as_long_as_the_match(self):
        with machine_load(2) as busy:
            self.assertEqual([process.poll() for process in busy], [None, None])
        self.assertNotIn(None, [process.poll() for process in busy])
        self.assertEqual(self.result(self.run_match("pass", "pass", "--load", 1, games=2))["games"], 2)


class SprtInAMatch(MatchCase):
    """The test ends the match."""

    def test_match_stops_early_and_stays_decided(self):
        words = ("random", "resign", "--sprt=-100,100", "--jobs", 2)
        result = self.result(self.run_match(*words, games=100))
        self.assertEqual(result["sprt"]["verdict"], "accepted")
        self.assertEqual(result["sprt"]["games"], 6)
        self.assertLess(result["games"], 100)
        self.assertEqual(self.result(self.run_match(*words, games=100))["games"], result["games"])


GNUGO = find_program("gnugo")
if GNUGO is None:
    print("\nWARNING: gnugo is not installed, so the real referee is NOT tested.\n", file=sys.stderr)


@unittest.skipUnless(GNUGO, "gnugo is not installed: the real referee is NOT tested")
class RealReferee(MatchCase):
    """GNU Go as it is used by default."""

    def ask(self, *commands):
        with GtpEngine(match_game.DEFAULT_REFEREE) as referee:
            return [referee.send(command, 60) for command in commands][-1]

    def test_counts_area_without_dead_stones(self):
        # Both walls live. Black has 5 columns, White 4; B7, B2 and H6, H2 are dead: 45 - 36 - 0.5.
        diagram = """. X . . X O . O .
                     X X . . X O O O O
                     . O . X X O . . .
                     X X X . X O . X .
                     . X . X X O . . .
                     X X X . X O O O O
                     . . . X X O . . O
                     . O . . X O . X O
                     . . . . X O O O ."""
        stones = [
            f"play {'b' if cell == 'X' else 'w'} {column}{9 - row}"
            for row, line in enumerate(diagram.splitlines())
            for column, cell in zip("ABCDEFGHJ", line.split())
            if cell != "."
        ]
        score = self.ask("boardsize 9", "clear_board", "komi 0.5", *stones, "play b pass", "play w pass", "final_score")
        self.assertEqual(score, "B+8.5")

    def test_refuses_a_repetition_of_the_whole_board(self):
        # A ko is taken; after two passes simple ko would allow to take it back.
        moves = "b B3, w C3, b A2, w D2, b B1, w C1, b E5, w B2, b C2, w pass, b pass".split(", ")
        with self.assertRaisesRegex(Exception, "illegal move"):
            self.ask("boardsize 5", "clear_board", *(f"play {move}" for move in moves), "play w B2")

    def test_a_game(self):
        gnugo = "gnugo --mode gtp --level 1 --chinese-rules --seed {seed}"
        words = "--referee", match_game.DEFAULT_REFEREE, "--size", 5, "--openings", "random:2"
        result = self.result(self.run_match(gnugo, gnugo, *words, games=2))
        self.assertEqual((result["games"], result["unscored"], result["failures"]), (2, 0, {"a": {}, "b": {}}))


if __name__ == "__main__":
    unittest.main()
