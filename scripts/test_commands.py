"""Every command of these folders runs by its own name, from anywhere."""

import os
import pathlib
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from unittest import mock

import psutil

from gtp_engine import output_of
from test_farm import kill_all, wait_until

SCRIPTS = pathlib.Path(__file__).resolve().parent


class Commands(unittest.TestCase):
    """What begins with `#!`."""

    def test_commands_can_be_called_by_name(self):
        commands = [file for file in SCRIPTS.rglob("*.*") if file.suffix in (".py", ".sh") and is_command(file)]
        self.assertGreater(len(commands), 10)
        self.assertEqual([file.name for file in commands if not os.access(file, os.X_OK)], [])

    def test_commands_find_their_modules_from_anywhere(self):
        for file in filter(is_command, SCRIPTS.rglob("*.py")):
            with self.subTest(file=file.name), tempfile.TemporaryDirectory() as elsewhere:
                words = [sys.executable, str(file), "--help"]
                done = subprocess.run(words, cwd=elsewhere, capture_output=True, text=True, timeout=60)
                if done.returncode == 2:  # PyTorch is large, so requirements.txt leaves it out
                    self.assertRegex(done.stderr, r"\A\S+ needs the Python package torch: .*\n\Z")
                else:
                    self.assertEqual((done.returncode, done.stderr), (0, ""))
                    self.assertIn("usage: ", done.stdout)
                    self.assertNotRegex(done.stdout, r"(?m)^  --?\S+( [^ ]+| \[.*\])*\n(?! {10})", "an option without a word about it")

    def test_a_program_that_is_not_there_is_told(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "problems.txt").write_text("X.O/.../...\n")
            (folder / "gnugo-001.sgf").touch()  # not played again
            for command, option, *words in (
                ("check/compare_codes.py", "--tengen", "--problems", folder / "problems.txt"),
                ("check/review_reasons.py", "--tengen", "--games", "2", "--out", folder),
                ("train/network_labels.py", "--engine", "--out", folder / "labels.jsonl"),
            ):
                with self.subTest(command=command):
                    words = [sys.executable, SCRIPTS / command, option, "no-such-program", *words]
                    done = subprocess.run(words, capture_output=True, text=True, timeout=60)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    told = f"{pathlib.Path(command).name}: the program 'no-such-program' was not found.\n"
                    self.assertEqual(done.stderr, told)

    def test_what_names_no_positions_games_or_programs_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "one.review.sgf").write_text("(;GM[1]SZ[9];B[ee])")  # the review of a game, and none
            for command, *words in (
                ("check/compare_codes.py", "--problems", f"{folder}/none.txt"),
                ("check/review_reasons.py", "--games", "1", "--out", f"{folder}/reasons"),
                ("check/analysis_speed.py", "--games", folder, "--", "false"),
                ("check/analysis_speed.py", "--games", f"{folder}/none.sgf", "--", "false"),
                ("check/analysis_speed.py", "--games", SCRIPTS / "arguments.py", "--", "false"),
                ("check/analysis_speed.py", "--games", "1", "--", "no-such-program"),
                ("check/latency.py", "no-such-program"),
                ("check/latency.py", "false"),
                ("check/web_load.py", "--engine", "no-such-program"),
                ("check/web_load.py", "--engine", "false"),
                ("check/facts.py", f"{folder}/none.jsonl"),
                ("check/facts.py", __file__),
                ("check/predictor.py", f"{folder}/none.txt"),
                ("check/predictor.py", SCRIPTS / "README.md"),
                ("check/compare_codes.py", "--problems", SCRIPTS / "README.md"),
                ("check/farm_speed.py", "--seconds", "-1"),
                ("check/farm_speed.py", "--seconds", "nan"),
                ("train/fit_first_numbers.py", "--start", f"{folder}/none.numbers", "--out", f"{folder}/some.numbers"),
                ("train/fit_first_numbers.py", "--out", f"{folder}/none/some.numbers"),
                ("train/fit_prior.py", f"{folder}/none.features"),
                ("train/fit_prior.py", __file__),
                ("train/fit_prior.py", "--out", f"{folder}/none/moves.prior", f"{folder}/none.features"),
                ("check/compare_codes.py", "--problems", __file__, "--out", f"{folder}/none/differences.txt"),
                ("check/compare_codes.py", "--problems", __file__, "--out", folder),
                ("clients/record_terminal.py", "--out", f"{folder}/none/terminal.gif"),
            ):
                with self.subTest(command=command):
                    done = subprocess.run([sys.executable, SCRIPTS / command, *words], capture_output=True, text=True, timeout=60)
                    self.assertEqual(done.returncode, 2, done.stderr)
                    self.assertRegex(done.stderr, rf"{pathlib.Path(command).name}: .*\n\Z")
                    self.assertNotIn("Traceback", done.stderr)

    def test_ctrl_c_ends_a_command_without_a_traceback(self):
        with tempfile.TemporaryDirectory() as folder:
            for command in (["check/latency.py"], ["check/analysis_speed.py", "--"]):
                with self.subTest(command=command[0]):
                    begun = pathlib.Path(folder, pathlib.Path(command[0]).stem)
                    engine = ["sh", "-c", f"touch {begun}; exec sleep 60", "engine"]
                    engine = engine if "--" in command else [shlex.join(engine)]
                    running = subprocess.Popen(
                        [sys.executable, SCRIPTS / command[0], *command[1:], *engine], stderr=subprocess.PIPE, start_new_session=True,
                        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
                    )
                    wait_until(begun.exists, seconds=60)
                    os.killpg(running.pid, signal.SIGINT)  # as a terminal does
                    _, errors = running.communicate(timeout=20)
                    self.assertEqual((running.returncode, errors), (128 + signal.SIGINT, b""))

    def test_a_signal_ends_a_command_with_its_program(self):
        with tempfile.TemporaryDirectory() as folder:
            # nohup has SIGHUP ignored, by the command too.
            for number in (it for it in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(it) == signal.SIG_DFL):
                with self.subTest(number=number):
                    begun = pathlib.Path(folder, number.name)
                    # It has begun when it was asked, so that the command is past its start.
                    engine = ["sh", "-c", f"read question; echo $$ > {begun}.part; mv {begun}.part {begun}; exec sleep 60"]
                    running = subprocess.Popen([sys.executable, SCRIPTS / "check/analysis_speed.py", "--", *engine], stderr=subprocess.PIPE)
                    wait_until(begun.exists, seconds=60)
                    child = psutil.Process(int(begun.read_text()))
                    self.addCleanup(kill_all, child)
                    running.send_signal(number)
                    _, errors = running.communicate(timeout=20)
                    self.assertEqual((running.returncode, errors), (128 + number, b""))
                    self.assertFalse(child.is_running())

    def test_a_program_is_not_waited_for_where_its_command_ends(self):
        start = time.monotonic()
        with mock.patch.object(subprocess.Popen, "communicate", side_effect=SystemExit(143)), self.assertRaises(SystemExit):
            output_of("sleep", "60")
        self.assertLess(time.monotonic() - start, 30)

    def test_an_analysis_engine_that_fails_is_told(self):
        refusing = "import sys; [print('{\"error\":\"busy\"}', flush=True) for line in sys.stdin]"
        ready = "import sys, time; sys.stdin.readline(); print('{\"id\":\"ready\"}\\n' + sys.argv[1], flush=True); time.sleep(60)"
        saying = "import sys, time; print(sys.argv[1], flush=True); time.sleep(60)"
        # The first line is a warning and no answer.
        warned = '{"id":"ready","warning":"old"}\n{"id":"ready"}\n{"error":"busy"}'
        for words, told in (
            (["false"], "the engine has ended."),
            ([sys.executable, "-c", refusing], "the engine refuses: {'error': 'busy'}."),
            ([sys.executable, "-c", ready, "busy"], "the engine said 'busy\\n', which is no answer."),
            ([sys.executable, "-c", ready, "7"], "the engine said '7\\n', which is no answer."),
            ([sys.executable, "-c", ready, '{"id":"none"}'], "the engine said {'id': 'none'}, which answers no question."),
            ([sys.executable, "-c", saying, warned], "the engine refuses: {'error': 'busy'}."),
        ):
            words = [sys.executable, SCRIPTS / "check/analysis_speed.py", "--games", "500", "--", *words]  # more than a pipe holds
            done = subprocess.run(words, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (1, f"analysis_speed.py: {told}\n"))


class Documents(unittest.TestCase):
    """What they say is there."""

    def test_every_script_has_its_row(self):
        rows = [row for row in (SCRIPTS / "README.md").read_text().splitlines() if row.startswith("| ")]
        named = {name for row in rows for name in re.findall(r"`([\w-]+\.(?:py|sh))`", row.split(" | ")[0])}
        files = {file.name for folder in (".", "match", "check", "train", "clients") for file in (SCRIPTS / folder).glob("*.[ps][yh]")}
        self.assertEqual({name for name in files if not name.startswith(("test_", "__"))}, named)

    def test_tests_that_documents_name_are_there(self):
        tests = {name for file in SCRIPTS.rglob("*.py") for name in re.findall(r"def (test_\w+)", file.read_text())}
        named = re.findall(r"`(test_\w+)(…?)`", (SCRIPTS.parent / "docs" / "cluster.md").read_text())
        self.assertGreater(len(named), 20)
        for name, is_beginning in named:
            with self.subTest(name):
                self.assertTrue(any(test.startswith(name) for test in tests) if is_beginning else name in tests)


def is_command(file):
    return file.read_text().startswith("#!")
