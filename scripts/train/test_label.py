"""Tests of label.py with a fake teacher, and of what the program makes of its labels."""

import argparse
import contextlib
import io
import json
import pathlib
import shlex
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from files import locked
from gtp_engine import EngineFailure
from train import label
from train.game import recorded
from train.teacher import Teacher

HERE = pathlib.Path(__file__).parent
TENGEN = HERE.parent.parent / "target/release/tengen"
RECORD_BYTES = 483


@unittest.skipUnless(TENGEN.exists(), "wants target/release/tengen: cargo build --release")
class Labels(unittest.TestCase):
    """Games, labelled."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.out = pathlib.Path(directory.name) / "labels.jsonl"

    def label(self, games, *more, teacher=()):
        teacher = shlex.join([sys.executable, str(HERE / "fake_teacher.py"), *teacher])
        engine = f"{TENGEN} gtp --threads 1 --memory 8 --resign 0"
        command = [sys.executable, str(HERE / "label.py"), "--teacher", teacher, "--engine", engine,
                   "--games", str(games), "--at-once", "2", "--out", str(self.out), *more]  # fmt: skip
        self.said = subprocess.run(command, check=True, capture_output=True, timeout=300, text=True).stderr
        return [json.loads(line) for line in self.out.read_text().splitlines()]

    def positions(self, *more):
        out = self.out.with_suffix(".bin")
        done = subprocess.run([TENGEN, "positions", self.out, "--out", out, *more], check=True, capture_output=True, text=True)
        return done.stdout, out.stat().st_size

    def test_games_are_labelled_and_read_by_the_program(self):
        games = self.label(3)
        self.assertEqual({game["game"] for game in games}, {0, 1, 2})
        for game in games:
            self.assertEqual(game["first"] + len(game["positions"]), len(game["moves"]))
        lines = [line for game in games for line in game.get("lines", ())]
        self.assertTrue(any(line["moves"] for line in lines))
        count = len(lines) + sum(len(game["positions"]) for game in games)
        said, size = self.positions()
        self.assertEqual(said, f"{count} positions of 3 games; 0 left out\n")
        self.assertEqual(size, 64 + RECORD_BYTES * count)

    def test_records_are_labelled(self):
        folder = self.out.with_name("records")
        folder.mkdir()
        (folder / "0.sgf").write_text("(;GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[];B[])")
        (folder / "1.sgf").write_text("(;GM[1]SZ[9]KM[6.5];B[ee];B[cc])")
        (folder / "2.sgf").symlink_to("/proc/self/mem")  # whose first page nobody can read, root included
        (folder / "3.sgf").mkdir()
        (folder / "0.review.sgf").write_text("(;GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[gg];W[];B[])")
        [game] = self.label(5, "--records", str(folder), "--from-move", "2", "--lines", "1")
        self.assertIn("1.sgf: no game of 9×9", self.said)
        self.assertIn("2.sgf: Input/output error\n", self.said)
        self.assertEqual((game["komi"], game["first"], game["moves"]), (6.5, 2, ["E5", "C7", "G3", "pass", "pass"]))
        self.assertEqual((len(game["positions"]), len(game["lines"])), (3, 3))
        self.assertEqual([line["after"] for line in game["lines"]], [2, 3, 4])
        self.assertEqual(self.positions()[0], "6 positions of 1 games; 0 left out\n")
        (folder / "-1.sgf").write_text("(;GM[1]SZ[9]KM[6.5];B[gg];W[cc])")
        with self.assertRaises(subprocess.CalledProcessError) as refusal:
            self.label(5, "--records", str(folder))
        self.assertRegex(refusal.exception.stderr, "label.py: game 0 of .*labels.jsonl is not that of the records")

    def test_a_record_ends_where_the_teacher_sees_no_position(self):
        folder = self.out.with_name("records")
        folder.mkdir()
        (folder / "0.sgf").write_text("(;GM[1]SZ[9]KM[6.5];B[ee];W[cc];B[ee];W[gg])")
        words = ["--records", str(folder), "--lines", "0"]
        [game] = self.label(1, *words)
        self.assertEqual((game["first"], game["moves"], len(game["positions"])), (0, ["E5", "C7"], 2))
        self.assertEqual(self.label(1, *words), [game])
        self.assertEqual(self.positions()[0], "2 positions of 1 games; 0 left out\n")

    def test_what_the_teacher_refuses_for_another_reason_is_no_end_of_a_game(self):
        with self.assertRaises(subprocess.CalledProcessError) as refusal:
            self.label(1, teacher=["--strict"])
        self.assertEqual(refusal.exception.returncode, 2)
        told = "label.py: Game 0 cannot be labelled: the teacher said 'Could not parse rules' of 'rules'."
        self.assertIn(told, refusal.exception.stderr)
        self.assertEqual(self.out.read_text(), "")

    def test_a_komi_of_stones_is_one_of_points_and_others_are_told(self):
        folder = self.out.with_name("records")
        folder.mkdir()
        for name, komi in (("0", "3.75"), ("1", "375"), ("2", "6.3"), ("3", "200")):
            (folder / f"{name}.sgf").write_text(f"(;GM[1]SZ[9]KM[{komi}];B[ee];W[cc])")
        games = self.label(4, "--records", str(folder), "--lines", "0")
        self.assertEqual({game["game"]: game["komi"] for game in games}, {0: 7.5, 1: 7.5})
        for name in "23":
            self.assertIn(f"{name}.sgf: no komi of halves of a point up to 150", self.said)

    def test_a_stopped_run_goes_on(self):
        whole = self.label(2)
        with self.out.open("a") as file:
            file.write('{"game":2,"mo')
        self.assertEqual(self.label(3)[:2], whole)
        self.assertEqual(len(self.label(3)), 3)

    def test_what_measures_is_left_out(self):
        game = self.label(1)[0]
        known = self.out.with_name("known.jsonl")
        known.write_text(json.dumps({**game, "moves": game["moves"][:-1]}))
        said, _ = self.positions("--without", known)
        self.assertRegex(said, r"; [1-9]\d* left out")


@unittest.skipUnless(TENGEN.exists(), "wants target/release/tengen: cargo build --release")
class Teachers(unittest.TestCase):
    """What a teacher is asked."""

    def test_a_teacher_tells_of_the_side_to_move(self):
        ahead = [["B", "C3"], ["B", "C7"], ["B", "G3"], ["B", "G7"], ["B", "E5"]]
        with Teacher(f"{TENGEN} analysis --threads 1 --memory 16") as teacher:
            [white, black] = [teacher.ask(ahead, moves, 7.5, 20)["rootInfo"] for moves in ([], [["W", "pass"]])]
        self.assertLess(white["winrate"], 0.1)
        self.assertLess(white["scoreLead"], -10)
        self.assertGreater(black["winrate"], 0.9)
        self.assertGreater(black["scoreLead"], 10)


class Wanted(unittest.TestCase):
    """Which games are labelled."""

    def test_all_records_and_so_many_new_games_where_nobody_says_how_many(self):
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(label, "NEW_GAMES", 2):
            for name in "012":
                pathlib.Path(folder, f"{name}.sgf").write_text("(;GM[1]SZ[9]KM[6.5];B[ee];W[cc])")
            for records, games, first, wanted in (
                ([pathlib.Path(folder)], None, 0, [0, 1, 2]), ([pathlib.Path(folder)], 1, 1, [1]), (None, None, 3, [3, 4]),
            ):  # fmt: skip
                options = argparse.Namespace(records=records, games=games, first=first, from_move=0)
                self.assertEqual(list(label.wanted_games(options)), wanted)


    def test_a_node_without_a_move_ends_no_record_and_one_that_sets_up_stones_makes_none(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "0.sgf")
            file.write_text("(;GM[1]SZ[9]KM[6.5];C[hello];B[ee];C[well];W[cc];C[the end])")
            self.assertEqual(recorded(file, 1), (6.5, ("E5", "C7"), 1))
            for more in (";AB[gg]", ";AE[ee];B[gg]", ";W[gg]"):
                file.write_text(f"(;GM[1]SZ[9]KM[6.5];B[ee];W[cc]{more})")
                with self.assertRaisesRegex(ValueError, "^no game of 9×9 from the empty board"):
                    recorded(file, 1)


class Failures(unittest.TestCase):
    """Programs that end, or say nothing of use."""

    def failure(self, program, **options):
        """What is told to who asks it."""
        with Teacher(shlex.join([sys.executable, "-c", program]), **options) as teacher, self.assertRaises(EngineFailure) as failed:
            teacher.ask([], [], 7.5)
        self.assertTrue(teacher.has_ended)
        return str(failed.exception)

    def test_a_teacher_that_hangs_is_told(self):
        said = self.failure("import time; time.sleep(60)", limit=1)
        self.assertEqual(said, "the teacher gave no answer within 1 s")

    def test_what_answers_no_question_is_told(self):
        for words in ('{"error":"Could not parse"}', '{"id":"7"}', "Loading", "[]"):
            said = self.failure(f"input(); print({words!r}, flush=True); input()")
            self.assertIn(f"the teacher said b'{words}\\n', which answers no question", said)

    def test_a_teacher_that_ends_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["--teacher", "false", "--games", "2", "--at-once", "1", "--out", f"{folder}/labels.jsonl"]
            done = subprocess.run([sys.executable, HERE / "label.py", *words], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"label.py: Game \d cannot be labelled: the teacher has ended")

    def test_a_second_run_beside_the_first_is_refused(self):
        with tempfile.NamedTemporaryFile() as out, locked(out.name):
            words = ["--teacher", "false", "--games", "2", "--out", out.name]
            done = subprocess.run([sys.executable, HERE / "label.py", *words], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^label.py: Another command is writing to .*\\.\n$")

    def test_what_holds_no_games_is_left_alone(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, "labels.jsonl")
            for text in ("notes\nmore", "notes", '{"game":0}\n'):
                out.write_text(text)
                words = ["--teacher", "false", "--games", "1", "--out", out]
                done = subprocess.run([sys.executable, HERE / "label.py", *words], capture_output=True, text=True, timeout=60)
                self.assertEqual((done.returncode, out.read_text()), (2, text))
                self.assertRegex(done.stderr, "^label.py: .*labels.jsonl holds something else than games.\n$")

    def test_options_without_those_they_belong_to_are_refused(self):
        for words, told in (
            (["--from-move", "2"], "--from-move is for the games of --records"),
            (["--at-once", "2", "--cluster", "tcp://127.0.0.1:1"], "--at-once is for this machine"),
        ):
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()) as text, self.assertRaises(SystemExit):
                label.main(["--teacher", "false", "--out", "nowhere.jsonl", *words])
            self.assertIn(told, text.getvalue())

    def test_records_that_are_nowhere_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            words = ["--teacher", "false", "--records", f"{folder}/none", "--out", f"{folder}/labels.jsonl"]
            done = subprocess.run([sys.executable, HERE / "label.py", *words], capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, "^label.py: .*none is no folder.\n$")


if __name__ == "__main__":
    unittest.main()
