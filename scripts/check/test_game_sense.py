"""Tests of game_sense.py with fake engines; only `RealReferee` needs gnugo."""

import json
import pathlib
import subprocess
import sys
import tempfile
import types
import unittest

from sgfmill import sgf

from arguments import Refused
from check import game_sense
from match.fake_engine import fake_command
from match.game import Program
from thread_cluster import thread_cluster

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent


def setUpModule():
    """Workers for all commands of this module: workers of its own take a command seconds to start."""
    cluster = unittest.enterModuleContext(thread_cluster())
    SenseCase.where = "--cluster", cluster.scheduler_address


class SenseCase(unittest.TestCase):
    """A match between fakes and ways to judge it."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name)
        self.match, self.out = self.path / "match", self.path / "out"

    def run_script(self, script, *words, expect=0):
        command = [sys.executable, str(SCRIPTS / script), *words, *self.where]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, expect, done.stdout + done.stderr)
        return done

    def play(self, a, b, games=4, score="B+3.5"):
        engines = "--a", fake_command(a, "{seed}"), "--b", fake_command(b, "{seed}")
        names = "--name-a", "Ay", "--name-b", "Bee"
        referee = "--referee", fake_command("referee", score)
        self.run_script("match/match.py", *engines, *names, *referee, "--games", str(games), "--out", str(self.match))

    def judge(self, mode, *more, expect=0):
        done = self.run_script("check/game_sense.py", mode, str(self.match), "--out", str(self.out), *more, expect=expect)
        return json.loads(done.stdout.rpartition("result: ")[2]) if expect == 0 else done.stderr

    def verdicts(self):
        lines = (self.out / "verdicts.jsonl").read_text().splitlines()
        return sorted(map(json.loads, lines), key=lambda verdict: verdict["game"])


class Resignations(SenseCase):
    """A resigns every game; the referee says that Black wins, so A was wrong as Black."""

    def setUp(self):
        super().setUp()
        self.play("resign", "random")
        self.referee = "--referee", fake_command("referee", "B+3.5", "{seed}")

    def test_won_and_lost(self):
        result = self.judge("resignations", *self.referee, "--jobs", "2", "--replays", "2")
        self.assertEqual([verdict["verdict"] for verdict in self.verdicts()], ["won", "lost", "won", "lost"])
        self.assertEqual([verdict["resigner"] for verdict in self.verdicts()], ["b", "w", "b", "w"])
        self.assertEqual((result["match_games"], result["judged"], result["share"]), (4, 4, 0.5))
        self.assertEqual(result["to_look_at"], ["0000.sgf", "0002.sgf"])
        game = sgf.Sgf_game.from_bytes((self.out / "sgf" / "0002.sgf").read_bytes())
        end = game.get_root()
        while len(end) == 1:
            end = end[0]
        self.assertEqual(len(end), 2)  # a variation for each replay
        self.assertIn("resigned and won 2 of 2", end.get("C"))
        self.assertFalse((self.out / "sgf" / "0001.sgf").exists())

    def test_resigning_referee(self):
        # The referee resigns for the side to move, which is the one that resigned before: lost.
        self.judge("resignations", "--referee", fake_command("resign", "{seed}"))
        self.assertEqual({verdict["verdict"] for verdict in self.verdicts()}, {"lost"})

    def test_scored_games_are_not_looked_at(self):
        self.match = self.path / "scored"
        self.play("pass", "pass")
        result = self.judge("resignations", *self.referee)
        self.assertEqual((result["judged"], result["match_games"]), (0, 4))

    def test_same_seed_same_verdicts(self):
        self.judge("resignations", *self.referee)
        first = (self.out / "sgf" / "0000.sgf").read_bytes()
        self.out = self.path / "again"
        self.judge("resignations", *self.referee, "--jobs", "2")
        self.assertEqual((self.out / "sgf" / "0000.sgf").read_bytes(), first)

    def test_goes_on_where_it_was(self):
        self.judge("resignations", *self.referee)
        file = self.out / "verdicts.jsonl"
        lines = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(lines[0] + lines[1][:20])
        self.judge("resignations", *self.referee)
        self.assertEqual(file.read_bytes().splitlines(keepends=True)[0], lines[0])
        self.assertEqual([verdict["game"] for verdict in self.verdicts()], [0, 1, 2, 3])

    def test_other_settings_are_refused(self):
        self.judge("resignations", *self.referee)
        self.assertIn("different: seed", self.judge("resignations", *self.referee, "--seed", "2", expect=2))

    def test_broken_referee_is_no_verdict(self):
        for mode, kind in (("crash", "crash"), ("babble", "error")):
            with self.subTest(mode=mode):
                self.out = self.path / mode
                errors = self.judge("resignations", "--referee", fake_command(mode, "{seed}"), expect=1)
                self.assertIn(f"game 0: {kind}:", errors)
                self.assertFalse((self.out / "verdicts.jsonl").exists())

    def test_another_referee_on_a_worker_is_refused(self):
        referee = Program("The referee", fake_command("pass"), "another")
        with self.assertRaisesRegex(Refused, "The referee is another program on there than at the start"):
            game_sense.judge_one(None, [referee], {}, 0, types.SimpleNamespace(host="there"))

    def test_no_match(self):
        self.match = self.path / "nothing"
        self.assertIn("holds no match", self.judge("resignations", expect=2))


class Dead(SenseCase):
    """Two fakes that say which stones are dead; spaces are written `_` and new lines `+`."""

    def setUp(self):
        super().setUp()
        self.play("random", "random", games=3)

    def test_the_same_in_another_order(self):
        words = "--engine", fake_command("status", "A1_B2+C3"), "--referee", fake_command("status", "c3+b2_a1")
        result = self.judge("dead", *words)
        self.assertEqual((result["verdicts"], result["share"], result["to_look_at"]), ({"same": 3}, 1.0, []))
        self.assertEqual(self.verdicts()[0]["engine"], ["A1", "B2", "C3"])

    def test_different_is_written_down(self):
        words = "--engine", fake_command("status", "A1_B2"), "--referee", fake_command("status", "B2+C3")
        result = self.judge("dead", *words, "--games", "2")
        self.assertEqual((result["judged"], result["verdicts"]), (2, {"different": 2}))
        self.assertEqual(result["to_look_at"], ["0000.sgf", "0001.sgf"])
        end = sgf.Sgf_game.from_bytes((self.out / "sgf" / "0000.sgf").read_bytes()).get_last_node()
        self.assertEqual([end.get(name) for name in ("MA", "TR", "SQ")], [{(1, 1)}, {(0, 0)}, {(2, 2)}])
        self.assertEqual(len(end.get("C").splitlines()), 10)

    def test_nonsense_is_no_verdict(self):
        words = "--engine", fake_command("status", "Z9"), "--referee", fake_command("status", "")
        self.assertIn("final_status_list dead", self.judge("dead", *words, expect=1))


class FinishedCase(SenseCase):
    """White takes the right of a 5x5 board, Black the left with two white stones dead in it."""

    def setUp(self):
        super().setUp()
        moves = "C1 D1 C2 D2 C3 D3 C4 D4 C5 D5 B3 A2 B4 A4 pass pass".split()
        self.play("pass", "pass", games=1)
        game = sgf.Sgf_game(5)
        game.get_root().set("KM", 0.5)
        for index, vertex in enumerate(moves):
            point = None if vertex == "pass" else ("12345".index(vertex[1]), "ABCDE".index(vertex[0]))
            game.extend_main_sequence().set_move("bw"[index % 2], point)
        (self.match / "sgf" / "0000.sgf").write_bytes(game.serialise())


class Cleanup(FinishedCase):
    """A fake that says which stones are dead, and after a `/` how it takes them off; the referee passes."""

    def clean_up(self, words):
        self.judge("cleanup", "--engine", fake_command("status", words), "--referee", fake_command("pass", "{seed}"))
        return self.verdicts()[0]

    def test_captured(self):
        verdict = self.clean_up("A2_A4/A3_A1_B2_A5")
        self.assertEqual((verdict["verdict"], verdict["gains"], verdict["sgf"]), ("kept", {"b": 0}, None))

    def test_left_on_the_board(self):
        # A4 is White's instead of Black's, A5 and B5 are nobody's.
        verdict = self.clean_up("A2_A4/A3_A1_B2")
        self.assertEqual((verdict["verdict"], verdict["gains"]), ("points lost", {"b": -4}))
        end = sgf.Sgf_game.from_bytes((self.out / "sgf" / "0000.sgf").read_bytes()).get_last_node()
        self.assertIn("B cleaned up and has -4 points", end.get("C"))

    def test_nothing_dead_does_not_count(self):
        done = self.judge("cleanup", "--engine", fake_command("status", ""), "--referee", fake_command("pass", "{seed}"))
        self.assertEqual((done["judged"], done["verdicts"], done["share"]), (0, {"nothing dead": 1}, None))


class RealReferee(FinishedCase):
    """GNU Go finds the dead stones of a finished game."""

    def test_dead_stones(self):
        self.judge("dead", "--engine", fake_command("status", "A2_A4"))
        self.assertEqual([verdict["verdict"] for verdict in self.verdicts()], ["same"], self.verdicts())
