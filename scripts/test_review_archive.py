"""Tests of review_archive.py with a program that stands for tengen."""

import contextlib
import io
import json
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

import psutil

import review_archive
from thread_cluster import thread_cluster

# As `tengen review FILE --visits N --out DIR`, on one thread.
FAKE = """
import os, pathlib, sys, time
_, verb, file, _, visits, _, out = sys.argv
file = pathlib.Path(file)
content = file.read_text()
assert verb == "review" and os.environ["RAYON_NUM_THREADS"] == "1"
if "hang" in content and not pathlib.Path(__file__).with_name("quick").exists():
    time.sleep(60)
if "broken" in content:
    sys.exit(f"error: cannot read {file}: no SGF")
for ending in ("sgf", "html", "json"):
    (pathlib.Path(out) / f"{file.stem}.review.{ending}").write_text(f"{ending} {visits} {content}")
"""


class Archive(unittest.TestCase):
    """Reviews of a folder."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.path = pathlib.Path(directory.name)
        self.archive, self.out = self.path / "archive", self.path / "out"
        (self.archive / "old games").mkdir(parents=True)
        (self.archive / "one.sgf").write_text("1")
        (self.archive / "old games" / "one.sgf").write_text("2")
        (self.archive / "one.review.sgf").write_text("no record")
        (self.path / "fake.py").write_text(FAKE)
        self.cluster = self.enterContext(thread_cluster()).scheduler_address

    def review(self, *more, expect=0):
        engine = shlex.join([sys.executable, "-S", "-E", str(self.path / "fake.py")])
        words = [str(self.archive), "--engine", engine, "--out", str(self.out), "--visits", "5", "--cluster", self.cluster]
        with contextlib.redirect_stdout(io.StringIO()) as output, contextlib.redirect_stderr(io.StringIO()) as errors:
            self.assertEqual(review_archive.main([*words, *more]), expect, errors.getvalue())
        return errors.getvalue() if expect == 2 else json.loads(output.getvalue().rpartition("result: ")[2])

    def lines(self):
        return [json.loads(line) for line in (self.out / "reviews.jsonl").read_text().splitlines()]

    def test_every_record_is_reviewed_once(self):
        result = self.review()
        self.assertEqual((result["reviewed"], result["failed"]), (2, 0))
        reviews = self.out / "reviews"
        self.assertEqual((reviews / "one.review.html").read_text(), "html 5 1")
        self.assertEqual((reviews / "old games" / "one.review.json").read_text(), "json 5 2")
        lines = self.lines()
        self.assertEqual({line["game"] for line in lines}, {"one.sgf", "old games/one.sgf"})
        self.assertTrue(all(line["processor"] for line in lines))
        self.assertEqual(self.review()["reviewed"], 2)
        self.assertEqual(self.lines(), lines)

    def test_what_is_new_or_changed_is_reviewed(self):
        self.review()
        (self.archive / "one.sgf").write_text("3")
        (self.archive / "two.sgf").write_text("4")
        self.assertEqual(self.review()["reviewed"], 3)
        self.assertEqual({line["game"] for line in self.lines()[2:]}, {"one.sgf", "two.sgf"})
        self.assertEqual((self.out / "reviews" / "one.review.sgf").read_text(), "sgf 5 3")

    def test_what_cannot_be_reviewed_is_told_and_the_others_are_reviewed(self):
        (self.archive / "broken.sgf").write_text("broken")
        (self.archive / "hang.sgf").write_text("hang")
        result = self.review("--limit", "2", expect=1)
        self.assertEqual((result["reviewed"], result["failed"]), (2, 2))
        errors = {line["game"]: line["error"] for line in self.lines()}
        self.assertEqual(errors["broken.sgf"], "cannot read broken.sgf: no SGF")
        self.assertEqual(errors["hang.sgf"], "it was not done within 2 s")
        (self.path / "quick").touch()
        again = self.review(expect=1)
        self.assertEqual((again["reviewed"], again["failed"]), (3, 1), "what has failed is tried again")

    def test_what_failed_has_no_review_and_no_part_in_the_rate(self):
        self.review()
        (self.archive / "one.sgf").write_text("broken")
        rate = self.review(expect=1)["games_per_hour_and_core"]
        self.assertEqual([file.name for file in (self.out / "reviews").glob("*.*")], [])
        self.assertEqual(len(list((self.out / "reviews" / "old games").iterdir())), 3)
        [seconds] = [line["seconds"] for line in self.lines() if line["game"] == "old games/one.sgf"]
        self.assertEqual(rate, round(3600 / seconds, 1))

    def test_no_engine_leaves_nothing(self):
        self.assertIn("The engine cannot be used: the program 'no-such-program' was not found.", self.review("--engine", "no-such-program", expect=2))
        self.assertFalse(self.out.exists())

    def test_an_output_that_is_a_file_is_refused(self):
        self.out.write_text("notes")
        self.assertIn("out cannot be made: File exists.", self.review(expect=2))

    def test_what_cannot_be_read_is_told_and_the_others_are_reviewed(self):
        (self.archive / "folder.sgf").mkdir()
        (self.archive / "dangling.sgf").symlink_to("nothing")
        (self.archive / "closed.sgf").symlink_to("/proc/self/mem")  # whose first page nobody can read, root included
        result = self.review(expect=1)
        self.assertEqual((result["reviewed"], result["failed"]), (2, 1))
        errors = {line["game"]: line["error"] for line in self.lines()}
        self.assertEqual(errors.pop("closed.sgf"), "cannot read closed.sgf: Input/output error")
        self.assertEqual(errors, {"one.sgf": None, "old games/one.sgf": None})

    def test_a_review_ends_with_its_starter(self):
        (self.archive / "hang.sgf").write_text("hang")
        words = shlex.join([sys.executable, str(self.path / "fake.py"), "review", str(self.archive / "hang.sgf"), "", "", "", ""])
        starter = "import review_archive, sys; it = review_archive.Review(sys.argv[1]); print(it.pid, flush=True); sys.stdin.read()"
        environment = {**os.environ, "PYTHONPATH": str(pathlib.Path(__file__).parent), "RAYON_NUM_THREADS": "1"}
        with subprocess.Popen([sys.executable, "-c", starter, words], env=environment, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as worker:  # fmt: skip
            review = psutil.Process(int(worker.stdout.readline()))
            time.sleep(0.2)
            self.assertTrue(review.is_running())
            worker.kill()
        _, alive = psutil.wait_procs([review], timeout=10)
        self.assertEqual(alive, [])

    def test_records_that_would_share_a_review_are_refused(self):
        (self.archive / "old games" / "one.SGF").write_text("3")
        self.assertIn("old games/one.SGF and old games/one.sgf would have the same review", self.review(expect=2))
        self.assertFalse(self.out.exists())

    def test_other_limits_are_refused(self):
        self.review()
        self.assertIn("out holds a reviewed archive with other settings (different: limits).", self.review("--visits", "6", expect=2))

    def test_no_archive_is_refused(self):
        self.archive = self.path / "nothing"
        self.assertIn("is no folder", self.review(expect=2))


if __name__ == "__main__":
    unittest.main()
