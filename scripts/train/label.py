#!/usr/bin/env python3
"""Plays games of many kinds and has a strong program tell what it thinks of every position: the labels that the network learns from.

usage: label.py --teacher COMMAND [--engine COMMAND] [--games N] [--first N] [--lines N] [--at-once N] [--cluster ADDRESS] --out FILE
       label.py --teacher COMMAND [--engine COMMAND] --records FOLDER … [--from-move N] … --out FILE

COMMAND of the teacher is KataGo's analysis engine, which answers with one evaluation (`maxVisits = 1`). The engine plays
a part of the moves, so that its own mistakes are in the games, and of each of its searches some positions are labelled too: those
that it will have to judge. With `--records` the games are those of SGF files, as matches leave them, and the engine only searches.
A game is a JSON object on a line of FILE; README.md of this folder has the format. Every new game follows from its number, but for
what the programs draw themselves. After a stop the same command goes on: games that are in FILE are not labelled again. A game in
which a program fails is left out, and the exit code is 1. To pause it, stop the process (SIGSTOP) with its children.
"""

import argparse
import functools
import json
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from arguments import Refused, at_least, exit_code
    from farm import Farm, Line, progress
    from files import locked, sgf_files
    from gtp_engine import EngineFailure, LiveEngines, stoppable
    from train.game import games_of, labelled_game, recorded

# So many new games if nobody says how many.
NEW_GAMES = 1000

# So many games are under way at a time if nobody says how many.
AT_ONCE = 24

# So many games that fail in a row end the run: more than are under way with a teacher that dies.
MOST_FAILURES = 50


def games_in(path):
    """The moves of the games in a file by their numbers, and how many positions there are; a line that was cut off goes."""
    done, positions = {}, 0
    for record in games_of(path):
        done[record["game"]] = tuple(record["moves"])
        positions += len(record["positions"]) + len(record.get("lines", ()))
    return done, positions


def main(words=None):
    """Exit code 0: done; 1: games were left out; 2: refused; 128 + number: stopped by a signal."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--teacher", required=True, metavar="COMMAND", help="KataGo's analysis engine")
    parser.add_argument("--engine", default="target/release/tengen gtp --threads 1 --memory 16 --resign 0", metavar="COMMAND",
                        help="plays a part of the moves; default: %(default)s")
    parser.add_argument("--games", type=at_least(0), metavar="N", help=f"default: {NEW_GAMES} new games, or all records")
    parser.add_argument("--records", type=pathlib.Path, nargs="+", metavar="FOLDER", help="have the games in the SGF files of these "
                        "folders labelled, not new ones; --games and --first count them by name")  # fmt: skip
    parser.add_argument("--from-move", type=at_least(0), default=0, metavar="N",
                        help="so many moves of a record are not asked about; default: %(default)s")
    parser.add_argument("--first", type=at_least(0), default=0, metavar="N", help="number of the first game; default: %(default)s")
    parser.add_argument("--lines", type=at_least(0), default=2, metavar="N",
                        help="positions to label of each search of the engine; default: %(default)s")
    parser.add_argument("--at-once", type=at_least(1), metavar="N", help=f"games under way at a time, with one teacher; default: {AT_ONCE}")
    parser.add_argument("--cluster", metavar="ADDRESS", help="have the workers of this Dask scheduler instead: as many games at a "
                        "time as they have threads, and a teacher each")  # fmt: skip
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="the games; the same command goes on there")
    options = parser.parse_args(words)
    if options.from_move and not options.records:
        parser.error("--from-move is for the games of --records")
    if options.at_once and options.cluster:
        parser.error("--at-once is for this machine: the threads of its workers say how many games a cluster has under way")
    return exit_code(run, options)


def run(options):
    """Label what is missing; the exit code."""
    live = LiveEngines()
    with stoppable(live), locked(options.out, make=True):
        left_out = label_missing(options, live)
    if live.stop_signal:
        print("Stopped; the same command plays the rest.", file=sys.stderr)
        return live.exit_code
    return 1 if left_out else 0


def wanted_games(options):
    """The games by number: None for a new one, else its record. Files that hold none, or cannot be read, are told."""
    if not options.records:
        games = NEW_GAMES if options.games is None else options.games
        return dict.fromkeys(range(options.first, options.first + games))
    wanted = {}
    files = sorted(file for folder in options.records for file in sgf_files(folder))
    for number, file in list(enumerate(files))[options.first:][:options.games]:
        try:
            record = recorded(file, options.from_move)
        except (ValueError, OSError) as error:
            print(f"label.py: {file}: {getattr(error, 'strerror', error)}", file=sys.stderr)
        else:
            if len(record.moves) > record.first:
                wanted[number] = record
    return wanted


def label_missing(options, live):
    """Have the missing games played and labelled; how many were left out."""
    done, positions = games_in(options.out)
    wanted = wanted_games(options)
    for number, record in wanted.items():
        played = done.get(number, ())
        if record and record.moves[:len(played)] != played:  # shorter where the teacher refused a move
            raise Refused(f"game {number} of {options.out} is not that of the records: these have changed, or it has others.")
    missing = [unit for unit in wanted.items() if unit[0] not in done]
    if not missing:
        return 0
    left_out, in_a_row, work = 0, 0, functools.partial(labelled_game, options.teacher, options.engine, options.lines)
    with (
        options.out.open("a", encoding="utf-8") as out,
        Farm(work, live, threads=options.at_once or AT_ONCE, cluster=options.cluster) as farm,
        progress(len(wanted), len(wanted) - len(missing)) as bar,
    ):
        for (number, _), record in farm.results(Line(missing)):
            if isinstance(record, EngineFailure):
                left_out, in_a_row = left_out + 1, in_a_row + 1
                if not done or in_a_row == MOST_FAILURES:
                    raise Refused(f"Game {number} cannot be labelled: {record}.")
                bar.write(f"game {number}: {record}", file=sys.stderr)
                continue
            out.write(json.dumps(record, separators=(",", ":")) + "\n")
            out.flush()
            done[number] = tuple(record["moves"])
            in_a_row = 0
            positions += len(record["positions"]) + len(record.get("lines", ()))
            bar.set_postfix(positions=positions, refresh=False)
            bar.update()
    return left_out


if __name__ == "__main__":
    sys.exit(main())
