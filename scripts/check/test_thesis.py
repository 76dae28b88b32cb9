"""Tests of thesis.py: its rows, counts that go on, and the page."""

import contextlib
import io
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import unittest
from unittest import mock

from arguments import Refused
from check import thesis, thesis_report, thesis_rows
from check.thesis_counts import Counts, InOrder, score
from files import locked
from gtp_engine import LiveEngines
from match.fake_engine import fake_command

TWO_ROWS = [thesis_rows.Row("one", "the first", {}, thesis_rows.Figures(51, 63.8, 7659)), thesis_rows.Row("two", "the second", {})]


def record(number, winner, reason="score"):
    return {"game": number, "winner": winner, "reason": reason, "a_color": "black" if number % 2 == 0 else "white"}


class Rows(unittest.TestCase):
    """What the steps turn on."""

    def test_each_step_adds_to_the_one_before(self):
        rows = [row.settings for row in thesis_rows.TABLES["6"] if row.thesis is not None]
        for before, after in zip(rows, rows[1:]):
            self.assertEqual(before.keys(), after.keys())
            changed = {name for name in after if after[name] != before[name]}
            self.assertTrue(any(name.startswith("hand_") for name in changed), changed)
            for name in changed:
                self.assertEqual(before[name], 0.5 if name.startswith("hand_") else 0, name)

    def test_the_thesis_has_won_the_mean_of_its_colors(self):
        """The thesis prints this mean in a column of its own."""
        means = [row.thesis.won for name in "67" for row in thesis_rows.TABLES[name] if row.thesis]
        self.assertEqual(means, [57.4, 69.5, 70.4, 72.2, 73.9, 74.8, 77.4] + [69.5, 70.4, 69.7])

    def test_a_step_alone_leaves_the_others_out(self):
        alone = thesis_rows.TABLES["7"][-1].settings
        self.assertEqual((alone["settle_eye_chance"], alone["refuse_self_atari_chance"]), (50, 0))

    def test_a_step_of_the_playouts_is_one_setting_more(self):
        before, *rows = [row.settings for row in thesis_rows.TABLES["playouts"]]
        for after in rows:
            self.assertEqual(len({name for name in after if after[name] != before[name]}), 1)

    def test_rows_of_a_key_are_the_same_engine(self):
        known = {}
        for row in (row for rows in thesis_rows.TABLES.values() for row in rows):
            self.assertEqual(known.setdefault(row.key, row.settings), row.settings, row.key)


class CountedGames(unittest.TestCase):
    """The file of counts."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.file = pathlib.Path(directory.name) / "counts.json"

    def test_games_count_in_the_order_of_their_numbers(self):
        tally = InOrder(Counts(self.file).open("one", signature="a"))
        self.assertEqual(tally.add(record(1, "b")), 0)
        self.assertEqual(tally.entry["next"], 0)
        self.assertEqual(tally.add(record(0, "a")), 2)
        self.assertEqual(tally.add(record(2, None)), 1)  # nobody has won
        self.assertEqual(tally.add(record(3, "b", "crash")), 1)
        self.assertEqual((tally.entry["black"], tally.entry["white"]), ([1, 1], [0, 2]))
        self.assertEqual((tally.entry["next"], tally.entry["faults"]), (4, 1))
        self.assertEqual(score(tally.entry)[:2], (1, 3))

    def test_another_engine_begins_anew(self):
        counts = Counts(self.file)
        InOrder(counts.open("one", signature="a")).add(record(0, "a"))
        counts.save()
        again = Counts(self.file)
        self.assertEqual(again.open("one", signature="a")["next"], 1)
        self.assertEqual(again.open("one", signature="b")["next"], 0)
        again.save()
        self.assertEqual([entry["signature"] for entry in Counts(self.file).entries], ["a", "b"])
        self.assertEqual(Counts(self.file).of("one")["signature"], "b")

    def test_an_earlier_engine_goes_on_where_it_was(self):
        counts = Counts(self.file)
        InOrder(counts.open("one", signature="a")).add(record(0, "a"))
        counts.open("one", signature="b")
        self.assertEqual(counts.open("one", signature="a")["next"], 1)
        self.assertEqual([entry["signature"] for entry in counts.entries], ["b", "a"])
        self.assertEqual(counts.of("one")["signature"], "a")

    def test_what_is_no_json_is_refused(self):
        self.file.write_text("[")
        with self.assertRaises(Refused):
            Counts(self.file)


class Played(unittest.TestCase):
    """Runs with engines that need not be built."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)
        self.file = self.folder / "counts.json"

    def run_thesis(self, games, mode="pass", more=(), expect=0):
        engine = fake_command(mode, "{seed}")
        rows = [thesis_rows.dataclasses.replace(row, opponent=fake_command("pass")) for row in TWO_ROWS]
        words = ["6", "--games", str(games), "--counts", str(self.file), "--out", str(self.folder / "out"), *more]
        with (
            mock.patch.dict(thesis.TABLES, {"6": rows}),
            mock.patch.object(thesis_rows.Row, "command", lambda row, *_: engine),
            mock.patch.object(thesis, "DEFAULT_REFEREE", fake_command("referee", "B+3.5")),
            contextlib.redirect_stdout(io.StringIO()) as text,
            contextlib.redirect_stderr(io.StringIO()) as said,
        ):
            self.assertEqual(thesis.main(words), expect)
        return said.getvalue() if expect else text.getvalue()

    def games_on_disk(self):
        return sum(file.read_text().count("\n") for file in self.folder.glob("out/*/games.jsonl"))

    def test_a_run_goes_on_where_the_counts_are(self):
        row = "| the first | 57.4 % | 1 of 2, **50.0 % [9.5, 90.5]** | 51.0 % | 1 of 1, 100.0 % | 63.8 % | 0 of 1, 0.0 % | 7,659 |  |"
        self.assertIn(row, self.run_thesis(2))
        self.assertEqual(self.games_on_disk(), 4)
        self.run_thesis(3)
        self.assertEqual(self.games_on_disk(), 6)
        self.assertEqual([entry["next"] for entry in json.loads(self.file.read_text())], [3, 3])
        self.run_thesis(1, "resign")  # it plays otherwise
        self.assertEqual([entry["next"] for entry in json.loads(self.file.read_text())], [3, 3, 1, 1])

    def test_a_fault_of_the_engine_is_no_loss(self):
        self.assertRegex(self.run_thesis(2, "offboard", expect=2), "row one: game 0 ended by a fault of the engine: .*K5")
        self.assertEqual([entry["next"] for entry in json.loads(self.file.read_text())], [0, 0])

    def stop_soon(self):
        """Send this process a SIGTERM in a second, unless the test has failed before."""
        timer = threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGTERM))
        self.addCleanup(timer.cancel)
        timer.start()

    def test_a_second_run_beside_the_first_is_refused(self):
        with locked(self.folder):
            self.assertIn("Another command is writing to", self.run_thesis(2, expect=2))
        self.assertFalse(self.file.exists())

    def test_an_engine_that_a_signal_ends_before_the_first_game_has_not_failed(self):
        self.stop_soon()
        self.assertEqual(self.run_thesis(2, "hang", expect=128 + signal.SIGTERM), "Stopped; the same command plays the rest.\n")

    def test_speed_is_measured_without_a_game(self):
        self.run_thesis(2, more=["--speed"])
        entry, _ = json.loads(self.file.read_text())
        self.assertEqual((entry["next"], self.games_on_disk()), (0, 0))
        self.assertGreater(entry["playouts_per_second"], 0)

    def test_speed_is_that_of_all_spells_together(self):
        clock = [time for spell in range(thesis.SPEED_SPELLS) for time in ((0.01, 0.02), (0.37 + 0.01 * (spell % 2), 0.06))]
        with mock.patch.object(thesis.psutil, "Process") as process:
            process.return_value.cpu_times.side_effect = clock
            self.assertEqual(thesis.playouts_per_second(fake_command("pass"), LiveEngines()), 74_100)  # 0.4 and 0.41 s in turn

    def test_an_engine_that_fails_while_its_speed_is_measured_is_told(self):
        with mock.patch.object(thesis, "signature", return_value="a"):
            said = self.run_thesis(2, "error", more=["--speed"], expect=2)
        self.assertEqual(said, "thesis.py: row one: it answered '? cannot think' to 'genmove b'.\n")

    def test_a_signal_ends_the_measuring_of_speed(self):
        self.stop_soon()
        with mock.patch.object(thesis, "signature", return_value="a"):
            said = self.run_thesis(2, "hang", more=["--speed"], expect=128 + signal.SIGTERM)
        self.assertEqual(said, "Stopped; the same command plays the rest.\n")

    def test_an_engine_that_cannot_start_is_refused(self):
        with mock.patch.object(thesis_rows.Row, "command", lambda row, *_: "no-such-program"):
            with contextlib.redirect_stderr(io.StringIO()) as text:
                self.assertEqual(thesis.main(["6", "--counts", str(self.file)]), 2)
        self.assertIn("was not found", text.getvalue())

    def test_options_that_lack_others_or_exclude_them_are_refused(self):
        for words, told in (
            (["9"], "table 9 needs --fuego COMMAND"),
            (["6", "--fuego", "fuego"], "--fuego is the opponent of table 9 alone"),
            (["6", "--speed", "--report"], "not allowed with argument --speed"),
        ):
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()) as text, self.assertRaises(SystemExit):
                thesis.main(words)
            self.assertIn(told, text.getvalue())

    def test_templates_on_trial_stay_on_this_machine(self):
        with contextlib.redirect_stderr(io.StringIO()) as text, self.assertRaises(SystemExit):
            thesis.main(["6", "shapes", "--cluster", "tcp://127.0.0.1:1"])
        self.assertIn("without --cluster", text.getvalue())


class Page(unittest.TestCase):
    """The tables in the page, and the picture."""

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.folder = pathlib.Path(directory.name)
        self.counts = Counts(self.folder / "counts.json")
        self.counts.open("one", signature="a").update(black=[3, 4], white=[1, 4], playouts_per_second=41700)

    def test_a_table_stands_between_its_marks(self):
        page = self.folder / "page.md"
        page.write_text("before\n<!-- table 6 -->\nold\n<!-- end -->\nafter\n")
        thesis_report.put_into(page, {"6": thesis_report.table(TWO_ROWS, self.counts)})
        text = page.read_text()
        self.assertTrue(text.startswith("before\n") and text.endswith("\nafter\n") and "old" not in text)
        row = "| the first | 57.4 % | 4 of 8, **50.0 % [21.5, 78.5]** | 51.0 % | 3 of 4, 75.0 % | 63.8 % | 1 of 4, 25.0 % | 7,659 | 41,700 |"
        self.assertIn(row, text)
        self.assertIn("| the second |  | not played |  |  |  |  |  |  |", text)
        with self.assertRaises(Refused):
            thesis_report.put_into(page, {"7": ""})

    def test_a_report_of_counts_that_are_not_there_leaves_the_page(self):
        page, counts = self.folder / "page.md", self.folder / "none.json"
        page.write_text(text := "<!-- table 7 -->\nold\n<!-- end -->\n")
        with mock.patch.object(thesis, "PAGE", page), contextlib.redirect_stderr(io.StringIO()) as said:
            self.assertEqual(thesis.main(["7", "--report", "--counts", str(counts)]), 2)
        self.assertEqual(said.getvalue(), f"thesis.py: {counts} is not there: nothing can be reported.\n")
        self.assertEqual(page.read_text(), text)

    def test_the_page_of_the_project_has_what_was_counted(self):
        page, counts = pathlib.Path(thesis.PAGE).read_text(), Counts(thesis.COUNTS)
        for name, rows in {**thesis.TABLES, thesis.FUEGO: thesis_rows.fuego_table(None)}.items():
            with self.subTest(table=name):
                self.assertIn(f"<!-- table {name} -->\n{thesis_report.table(rows, counts)}\n<!-- end -->", page)

    def test_the_picture_has_both_programs(self):
        picture = self.folder / "picture.svg"
        thesis_report.plot(picture, TWO_ROWS, self.counts)
        text = picture.read_text()
        self.assertIn("Tengen", text)
        self.assertIn("thesis", text)


class RealEngine(unittest.TestCase):
    """The program itself takes every row's settings."""

    ENGINE = thesis.ROOT / "target" / "release" / "tengen"

    @unittest.skipUnless(ENGINE.exists(), "needs the program: cargo build --release")
    def test_every_row_is_an_engine(self):
        with thesis.trial_patterns() as patterns:
            for row in (row for rows in thesis_rows.TABLES.values() for row in rows):
                command = row.command(self.ENGINE, 20, patterns).format(seed=1)
                with self.subTest(row=row.key):
                    done = subprocess.run(command.split(), input="genmove b\n", capture_output=True, text=True, timeout=60)
                    self.assertEqual((done.returncode, done.stdout[:2]), (0, "= "), done.stderr)


if __name__ == "__main__":
    sys.exit(unittest.main())
