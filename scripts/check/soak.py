#!/usr/bin/env python3
"""Runs an engine for hours and watches it: memory, crashes, illegal moves, losses on time. See scripts/README.md.

    games    fast self-play of two processes that live through all games
    search   one long search in a small tree

Exit code 0: passed; 1: failed or stopped too early; 2: refused, with one sentence why.
"""

import argparse
import collections
import contextlib
import functools
import itertools
import json
import pathlib
import sys
import threading
import time
import uuid

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from arguments import Refused, add_farm_options, at_least, exit_code, finite, positive
    from check.memory_watch import MemoryWatch, growth, read_samples, write_samples
    from farm import Farm, Line, progress
    from files import make_folder
    from gtp_engine import EngineFailure, LiveEngines, new_game, stoppable, without_directories
    from match.clock import TimeControl
    from match.directory import MatchDirectory, fingerprint, settings_as_json
    from match.game import DEFAULT_REFEREE, FAULTS, Program, Settings, play_game
    from match.machine_load import machine_load
    from match.pairs import check_same
    from match.programs import check_program
    from match.stats import clock_results, failures

# The fast controls of servers and tournaments that leave the least room.
CLOCKS = "absolute:10", "byoyomi:0,1,1", "canadian:0,3,5"

# So many games that fail in a row end the soak: they may take no time at all.
MOST_FAILURES = 50

# What refusals call the programs.
TITLES = {"a": "The engine", "b": "The engine", "referee": "The referee"}

# How much longer than the search itself its answer may take, in seconds.
SEARCH_GRACE = 2.0


# ---- games ----


def growth_of_runs(samples):
    """`growth` of every run and process that is long enough, as {"0 a": ...}."""
    series = {}
    for sample in samples:
        for role in "ab":
            if sample.get(role):
                series.setdefault(f"{sample['run']} {role}", []).append(sample[role])
    return {name: found for name, values in series.items() if (found := growth(values))}


class KeptEngines:
    """Engines that live from game to game; `play_game` starts them as if they were new."""

    def __init__(self, live):
        self._live = live
        self._engines = {}

    @property
    def stopped(self):
        """As in `LiveEngines`."""
        return self._live.stopped

    def start(self, command):
        """The running engine with this command, started at its first use."""
        if command not in self._engines:
            self._engines[command] = self._live.start(command)
        return contextlib.nullcontext(self._engines[command])

    def pid(self, command):
        """Process number of an engine, None while it does not run."""
        engine = self._engines.get(command)
        return engine.pid if engine else None

    def restart(self):
        """End all; after a failure nobody knows what state they are in."""
        while self._engines:
            self._engines.popitem()[1].close()


class WatchedPair:
    """The processes of a worker's games, and the watch over their memory."""

    def __init__(self, settings, live, interval):
        self.name = uuid.uuid4().hex
        self.kept = KeptEngines(live)
        self._commands = {role: settings.command_of(role, 0) for role in "ab"}
        self.watch = MemoryWatch(self._pids, interval)

    def _pids(self):
        return {role: pid for role, command in self._commands.items() if (pid := self.kept.pid(command))}

    def close(self):
        """End all."""
        self.watch.close()
        self.kept.restart()


def soak_game(settings, interval, number, workplace):
    """A game on a worker: its record, its SGF, the name of the pair of processes, and samples of their memory."""
    for program in (settings.a, settings.b, settings.referee):
        check_same(program, workplace)
    name = "pair", threading.get_ident()
    pair = workplace.keep(name, lambda: WatchedPair(settings, workplace.live, interval))
    game, sgf = play_game(settings, number, pair.kept)
    if game["reason"] in (*FAULTS, "unscored"):
        pair.kept.restart()
    return {**game, "processor": workplace.processor}, sgf, pair.name, pair.watch.take()


def soak_settings(options):
    """The settings of the games: the engine against itself, each side with a seed for the whole soak."""
    seeds = {"a": "1", "b": "2", "referee": "3"}
    commands = {"a": options.engine, "b": options.engine, "referee": options.referee}
    programs = {
        role: Program(role, filled := command.replace("{seed}", seeds[role]), fingerprint(filled, TITLES[role]))
        for role, command in commands.items()
    }
    if programs["a"].command == programs["b"].command:
        raise Refused("The command of the engine must contain {seed}, which tells its two processes apart.")
    return Settings(**programs, games=0, size=options.size, komi=options.komi, load=options.load,
                    clocks=tuple(options.clock or map(TimeControl.parse, CLOCKS)))


def soak_games(options, live):
    """Play until the time is up; the games and samples of all runs in the directory."""
    settings = soak_settings(options)
    for role in ("a", "b", "referee"):
        check_program(settings, role, live)
    directory = MatchDirectory(options.out)
    memory_file = pathlib.Path(options.out) / "memory.jsonl"
    with directory.locked():
        games = directory.open(settings_as_json(settings))
        if played_seconds(games) < options.minutes * 60:
            with (
                machine_load(options.load),
                Farm(functools.partial(soak_game, settings, options.sample), live, options.jobs, cluster=options.cluster) as farm,
            ):
                play_games(options, directory, games, memory_file, farm)
    return games, read_samples(memory_file)


def play_games(options, directory, games, memory_file, farm):
    """Game after game until they have taken `--minutes` in all."""
    known, seconds = {game["game"] for game in games}, played_seconds(games)
    next_run = 1 + max((sample["run"] for sample in read_samples(memory_file)), default=-1)
    runs = collections.defaultdict(itertools.count(next_run).__next__)  # of each pair of processes
    line = Line(number for number in itertools.count() if number not in known)
    in_a_row = 0
    with progress(round(options.minutes * 60), round(seconds), "s") as bar:
        for number, (game, sgf, pair, samples) in farm.results(line):
            write_samples(memory_file, runs[pair], samples)
            directory.add(game, sgf)
            games.append(game)
            failed = game["reason"] in (*FAULTS, "unscored")
            in_a_row = in_a_row + 1 if failed else 0
            if failed:
                bar.write(f"game {number}: {game['reason']}: {game['detail']}", file=sys.stderr)
            lost = sum(game["reason"] in FAULTS for game in games)
            bar.set_postfix_str(f"{len(games)} games, {lost} failures", refresh=False)
            bar.update(round(played_seconds(games)) - round(seconds))
            seconds = played_seconds(games)
            if seconds >= options.minutes * 60 or in_a_row == MOST_FAILURES:
                break


def played_seconds(games):
    """Wall time the engines have thought about their moves."""
    return sum(sum(game["seconds"].values()) for game in games)


def verdict_of_games(options, games, samples):
    """The numbers of the soak; `passed` says the rest."""
    grown = growth_of_runs(samples)
    peak = max((sample.get(role, 0) for sample in samples for role in "ab"), default=0)
    faults = {kind: sum(side.get(kind, 0) for side in failures(games).values()) for kind in FAULTS}
    unscored = sum(game["reason"] == "unscored" for game in games)
    problems = [f"{count} {kind}" for kind, count in (*faults.items(), ("unscored", unscored)) if count]
    problems += [f"memory grew from {early:g} to {late:g} MiB in run {name}" for name, (early, late, is_growing) in
                 grown.items() if is_growing]
    if options.limit is not None and peak > options.limit:
        problems.append(f"{peak:g} MiB used, {options.limit:g} allowed")
    if played_seconds(games) < options.minutes * 60:
        problems.append("it was stopped too early")
    if not grown:
        problems.append("too few samples of memory to see growth")
    return {
        "passed": not problems,
        "problems": problems,
        "games": len(games),
        "moves": sum(game["moves"] for game in games),
        "hours": round(played_seconds(games) / 3600, 3),
        "failures": faults,
        "unscored": unscored,
        "too_long": sum(game["too_long"] for game in games),
        "clocks": clock_results(games),
        "memory_peak_mib": peak,
        "memory_early_late_mib": {name: values[:2] for name, values in grown.items()},
    }


# ---- one long search ----


def soak_search(options, live):
    """One `genmove` of some minutes on the empty board; its numbers."""
    make_folder(pathlib.Path(options.out))
    file = pathlib.Path(options.out) / "search.jsonl"
    file.unlink(missing_ok=True)
    problems, samples, move, seconds = [], [], None, 0.0
    try:
        with live.start(options.engine) as engine:
            watch = MemoryWatch(lambda: {"a": engine.pid}, options.sample)
            try:
                for line in new_game(options.size, options.komi):
                    engine.send(line, 60)
                start = time.monotonic()
                try:
                    move = engine.send("genmove b", options.seconds * 1.5 + 60)
                finally:
                    seconds = time.monotonic() - start
            finally:
                watch.close()
                samples = watch.take()
                write_samples(file, 0, samples)
    except EngineFailure as failure:
        problems.append(f"{failure.kind}: {failure}")
    peak = max((sample["a"] for sample in samples), default=0.0)
    if peak > options.limit:
        problems.append(f"{peak:g} MiB used, {options.limit:g} allowed")
    if seconds > options.seconds + SEARCH_GRACE:
        problems.append(f"the answer took {seconds:.1f} s")
    if not problems and seconds < options.seconds / 2:
        problems.append(f"the answer came after {seconds:.1f} s: that was no long search")
    return {"passed": not problems, "problems": problems, "move": move, "seconds": round(seconds, 2),
            "memory_peak_mib": peak, "memory_limit_mib": options.limit}


# ---- the command line ----


def parse_arguments(words):
    """The options; argparse itself exits with 2 on a wrong one."""
    common = argparse.ArgumentParser(add_help=False)
    common.add_argument("--engine", required=True, metavar="CMD", help="command of the engine; for games with {seed}, which is replaced")
    common.add_argument("--out", required=True, metavar="DIR", help="games and samples of memory")
    common.add_argument("--sample", type=positive, default=1.0, metavar="SECONDS",
                        help="between two looks at the memory; default: %(default)s")
    common.add_argument("--size", type=at_least(2), default=9, metavar="N", help="of the board; default: %(default)s")
    common.add_argument("--komi", type=finite, default=7.5, metavar="POINTS", help="default: %(default)s")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    games = modes.add_parser("games", parents=[common], help="fast self-play; the same command goes on")
    games.add_argument("--minutes", type=positive, default=120.0, metavar="MINUTES",
                       help="of thinking, in all runs together; default: %(default)s")
    games.add_argument("--clock", type=TimeControl.parse, action="append", metavar="KIND:NUMBERS",
                       help=f"as in match.py; default: {', '.join(CLOCKS)}")
    games.add_argument("--load", type=at_least(0), default=0, metavar="N", help="busy processes beside the games; default: %(default)s")
    add_farm_options(games, "pairs of processes at the same time")
    games.add_argument("--limit", type=positive, metavar="MIB", help="more memory in one process fails")
    games.add_argument("--referee", default=DEFAULT_REFEREE, metavar="CMD", help="default: %(default)s")
    search = modes.add_parser("search", parents=[common], help="one long search; the command sets its time and memory")
    search.add_argument("--seconds", type=positive, default=600.0, metavar="SECONDS", help="what the command sets; default: %(default)s")
    search.add_argument("--limit", type=positive, default=80.0, metavar="MIB", help="more memory fails; default: %(default)s")
    options = parser.parse_args(words)
    if options.mode == "games" and options.load and options.cluster:
        parser.error("--load keeps this machine busy, not those of --cluster")
    return options


def show(result):
    """Print the verdict for people, then as JSON."""
    for key, value in result.items():
        if key not in ("passed", "problems"):
            print(f"{key.replace('_', ' '):<22} {value}")
    print("PASSED" if result["passed"] else f"FAILED: {'; '.join(map(without_directories, result['problems']))}")
    print(f"result: {json.dumps(result)}")


def main(words=None):
    """See the exit codes above."""
    return exit_code(run, parse_arguments(words))


def run(options):
    """Soak, and show the verdict; the exit code."""
    live, result = LiveEngines(), None
    with stoppable(live):
        if options.mode == "search":
            result = soak_search(options, live)
        else:
            result = verdict_of_games(options, *soak_games(options, live))
    if live.stop_signal and (options.mode == "search" or result is None):
        print("soak.py: stopped", file=sys.stderr)
        return 1
    show(result)
    return 0 if result["passed"] else 1


if __name__ == "__main__":
    sys.exit(main())
