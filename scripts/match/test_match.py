"""Tests of match.py and its modules.

The engines and the referee are small fakes, so nothing needs to be built; only `RealReferee` needs gnugo.
"""

import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from sgfmill import sgf

from arguments import Refused
from files import written_whole
from gtp_engine import EngineBabbled, GtpEngine, without_directories
from match.clock import TimeControl
from match.directory import fingerprint
from match.fake_engine import fake_command
from match.game import DEFAULT_REFEREE, Fault, Player, Program, parse_score
from match.machine_load import machine_load
from match.pairs import Pairs, check_same, in_rounds
from test_farm import wait_until
from thread_cluster import thread_cluster
from workplace import processor

HERE = pathlib.Path(__file__).resolve().parent
FAKE = (HERE / "fake_engine.py").read_text()


def setUpModule():
    """Workers for all matches of this module: workers of its own take a match seconds to start."""
    cluster = unittest.enterModuleContext(thread_cluster())
    MatchCase.where = "--cluster", cluster.scheduler_address


class MatchCase(unittest.TestCase):
    """A directory with the fake engine in it, and ways to run matches there."""

    where = ()

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
        words = [sys.executable, str(HERE / "match.py"), "--a", a, "--b", b, "--name-a", "Ay", "--name-b", "Bee"]
        words += ["--referee", self.fake("referee", score), "--out", str(self.out), "--games", str(games), *self.where]
        return [*words, *map(str, more)]

    def command_with_own_workers(self, *args, **options):
        """As `command`: workers of its own inherit the environment, and live no longer than the match."""
        with mock.patch.object(self, "where", ()):
            return self.command(*args, **options)

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
        command = self.command_with_own_workers(*words)
        done = subprocess.run(command, env={**os.environ, "PID_FILE": str(pids)}, capture_output=True)
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
        words = [sys.executable, str(HERE / "match.py"), "--report", "--out", str(self.out)]
        self.assertEqual(subprocess.run(words, capture_output=True, text=True).stdout, before)

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
        with mock.patch("match.game.LATE_SECONDS", 0.1):
            player = Player("b", "w", "Bee", GtpEngine(self.fake("hang", "0")))
            with player.engine, self.assertRaises(Fault) as caught:
                player.start_clock(TimeControl.parse("absolute:0.2"), 10)
                player.genmove(10)
        self.assertEqual(caught.exception.reason, "hang")

    def test_what_engines_hear_of_the_clock(self):
        talk = self.path / "talk"
        command = self.command_with_own_workers("pass", "kgs", "--clock", "byoyomi:5,2,3", games=1)
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

    def test_a_referee_that_babbles_is_not_the_players_fault(self):
        result = self.result(self.run_match("pass", "pass", score="babble", games=2))
        self.assertEqual((result["unscored"], result["failures"]), (2, {"a": {}, "b": {}}))

    def test_too_long_is_scored_and_marked(self):
        result = self.result(self.run_match("random", "random", "--max-moves", 6, games=2))
        self.assertEqual((result["too_long"], result["wins"], result["losses"]), (2, 1, 1))
        self.assertEqual({game["moves"] for game in self.games()}, {6})

    def test_endless_output_ends(self):
        with GtpEngine("yes =") as engine, self.assertRaises(EngineBabbled):
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

    def test_an_opening_engine_without_openings_for_it(self):
        done = self.run_match("pass", "pass", "--opening-engine", "pass", "--openings", "random:2", expect=2)
        self.assertIn("--opening-engine plays the openings of --openings engine:N alone", done.stderr)

    def test_error_rates_without_a_test(self):
        done = self.run_match("pass", "pass", "--alpha", 0.01, expect=2)
        self.assertIn("--alpha and --beta are the error rates of --sprt", done.stderr)

    def test_bad_plot(self):
        self.check("--plot draws", "pass", "pass", "--plot", "score.bmp")
        plot = self.path / "none" / "score.svg"
        self.check(f"match.py: {plot} cannot be written: there is no such folder.", "pass", "pass", "--plot", plot)

    def test_an_output_that_is_no_folder(self):
        self.out.write_text("notes")
        self.check("out cannot be made: File exists", "pass", "pass")
        self.check("holds no match", "pass", "pass", "--report")
        self.assertEqual(self.out.read_text(), "notes")

    def test_settings_that_are_none(self):
        self.out.mkdir()
        for text in ("{}", "[]", "7"):
            (self.out / "match.json").write_text(text)
            self.check("match.json does not hold settings", "pass", "pass", "--report")
        (self.out / "match.json").unlink()
        (self.out / "match.json").mkdir()
        self.check("match.json cannot be read: Is a directory", "pass", "pass", "--report")

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

    def test_a_match_without_a_game_is_begun_with_other_settings(self):
        self.run_match(games=2)
        (self.out / "games.jsonl").unlink()
        self.run_match("random", "random", "--komi", 6.5, games=2)
        self.assertEqual(json.loads((self.out / "match.json").read_text())["komi"], 6.5)
        self.assertEqual(len(self.games()), 2)

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
            self.command_with_own_workers("hang", "random", "--jobs", 2), start_new_session=True,
            env={**os.environ, "PID_FILE": str(pids)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        )
        # Three for the checks, then three for each of two games.
        wait_until(lambda: pids.exists() and len(pids.read_text().split()) >= 9)
        if number == signal.SIGINT:
            os.killpg(running.pid, number)  # as a terminal does: its workers hear it too
        else:
            running.send_signal(number)
        output, errors = running.communicate(timeout=20)
        self.assertEqual(running.returncode, 128 + number, errors)
        wait_until(lambda: not any(is_alive(int(pid)) for pid in pids.read_text().split()))
        self.assertEqual(json.loads(output.decode().rpartition("result: ")[2])["games"], 0)
        self.assertTrue((self.out / "match.json").exists())


def is_alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


class Texts(unittest.TestCase):
    """What is read from a referee and written into records."""

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

    def test_a_file_whose_writing_breaks_off_stays_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder, "match.json")
            file.write_text("old")
            with self.assertRaises(KeyboardInterrupt), written_whole(file) as part:
                part.write_text("ne")
                raise KeyboardInterrupt
            self.assertEqual(file.read_text(), "old")
            with written_whole(file) as part:
                part.write_text("new")
            self.assertEqual((file.read_text(), len(list(file.parent.iterdir()))), ("new", 1))


class LoadedMachine(MatchCase):
    """--load"""

    def test_the_load_lasts_as_long_as_the_match(self):
        with machine_load(2) as busy:
            self.assertEqual([process.poll() for process in busy], [None, None])
        self.assertNotIn(None, [process.poll() for process in busy])
        with mock.patch.object(self, "where", ()):
            self.assertEqual(self.result(self.run_match("pass", "pass", "--load", 1, games=2))["games"], 2)


class Workers(MatchCase):
    """Who plays which game."""

    def test_a_game_tells_its_processor(self):
        self.run_match(games=2)
        self.assertEqual({game["processor"] for game in self.games()}, {processor()})

    def test_pairs_stay_on_one_kind_of_processor(self):
        with mock.patch("workplace.processor", itertools.cycle(["old", "new"]).__next__), thread_cluster() as cluster:
            with mock.patch.object(self, "where", ("--cluster", cluster.scheduler_address)):
                self.run_match(games=12)
                kinds = {game["game"]: game["processor"] for game in self.games()}
                self.assertEqual(set(kinds.values()), {"old", "new"})
                self.assertEqual([kinds[number] for number in range(0, 12, 2)], [kinds[number] for number in range(1, 12, 2)])

    def test_the_rest_of_a_pair_goes_to_its_processor(self):
        line = Pairs(6, [{"game": 0, "processor": "old"}, {"game": 3, "processor": "lost"}])
        self.assertEqual(line.next({None: 5, "new": 2, "old": 1}), (1, "old"))
        self.assertEqual(line.next({None: 4, "new": 2, "old": 0}), (4, "new"))
        self.assertEqual(line.next({None: 3, "new": 0, "old": 1}), None)
        self.assertEqual(line.next({None: 3, "new": 1, "old": 1}), (5, "new"))
        self.assertEqual(line.next({None: 3, "new": 1, "old": 1}), None)
        self.assertEqual(line.wanted(), "lost")
        line.put_back(1)
        self.assertEqual(line.next({None: 1, "new": 1}), None)
        self.assertEqual(line.next({None: 1, "old": 1}), (1, "old"))

    def test_a_pair_that_was_lost_whole_may_go_elsewhere(self):
        line = Pairs(3, [])
        self.assertEqual([line.next({None: 3, "old": 3}) for _ in range(3)], [(0, "old"), (1, "old"), (2, "old")])
        for number in range(3):
            line.put_back(number)
        self.assertEqual([line.next({None: 3, "new": 3}) for _ in range(3)], [(0, "new"), (1, "new"), (2, "new")])

    def test_any_processor_will_do_where_time_does_not_count(self):
        line = Pairs(2, [{"game": 0, "processor": "lost"}], any_processor=True)
        self.assertEqual(line.next({None: 1, "new": 1}), (1, None))

    def test_matches_take_turns(self):
        self.assertEqual(list(in_rounds("ab", 3, 2)), [("a", 0), ("a", 1), ("b", 0), ("b", 1), ("a", 2), ("b", 2)])

    def test_another_program_on_a_worker_is_refused(self):
        workplace = mock.Mock(host="elsewhere")
        check_same(program := Program("Ay", "true", fingerprint("true")), workplace)
        with self.assertRaisesRegex(Refused, "Ay is another program on elsewhere than at the start"):
            check_same(Program("Ay", "false", program.fingerprint), workplace)

    def test_a_file_that_changes_makes_another_program(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "weights.net"
            for command in (f"true --network {file}", f"true --network={file}", f"true --patterns {folder}"):
                file.write_text("today's")
                program = Program("Ay", command, fingerprint(command))
                check_same(program, workplace := mock.Mock(host="here"))
                file.write_text("tomorrow's")
                with self.assertRaises(Refused):
                    check_same(program, workplace)

    def test_a_device_has_no_content(self):
        self.assertEqual(fingerprint("true --log /dev/null"), fingerprint("true --log /dev/null"))

    def test_a_program_that_is_not_there_has_no_fingerprint(self):
        for command in ("no-such-program --fast", ""):
            with self.assertRaisesRegex(Refused, "^The engine cannot be used: the program '.*' was not found.$"):
                fingerprint(command)
        with self.assertRaisesRegex(Refused, "^Ay on elsewhere cannot be used: the program 'no-such-program' was not found.$"):
            check_same(Program("Ay", "no-such-program", "known"), mock.Mock(host="elsewhere"))

    def test_a_word_that_is_too_long_for_a_name_is_no_file(self):
        script = "exec true; " * 50
        self.assertEqual(fingerprint(f"sh -c '{script}'"), fingerprint(f"sh -c '{script}'"))
        self.assertNotEqual(fingerprint(f"sh -c '{script}'"), fingerprint(f"sh -c '{script}:'"))

    def test_a_quote_that_stays_open_is_refused(self):
        with self.assertRaisesRegex(Refused, "cannot be read"):
            fingerprint("true 'no end")

    def test_load_is_for_workers_of_this_machine(self):
        self.assertIn("--load keeps this machine busy", self.run_match("pass", "pass", "--load", 1, expect=2).stderr)


class SprtInAMatch(MatchCase):
    """The test ends the match."""

    def test_match_stops_early_and_stays_decided(self):
        words = ("random", "resign", "--sprt=-100,100", "--jobs", 2)
        result = self.result(self.run_match(*words, games=100))
        self.assertEqual(result["sprt"]["verdict"], "accepted")
        self.assertEqual(result["sprt"]["games"], 6)
        self.assertLess(result["games"], 100)
        self.assertEqual(self.result(self.run_match(*words, games=100))["games"], result["games"])


class RealReferee(MatchCase):
    """GNU Go as it is used by default."""

    def ask(self, *commands):
        with GtpEngine(DEFAULT_REFEREE) as referee:
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
        words = "--referee", DEFAULT_REFEREE, "--size", 5, "--openings", "random:2"
        result = self.result(self.run_match(gnugo, gnugo, *words, games=2))
        self.assertEqual((result["games"], result["unscored"], result["failures"]), (2, 0, {"a": {}, "b": {}}))
