#!/usr/bin/env python3
"""How good are the prior and the mean of playouts? Asks the engine about positions that a strong program has judged.

usage: judged_positions.py [--engine COMMAND] [--playouts N] [--set NAME=VALUE]… [--jobs N] [--cluster ADDRESS] POSITIONS

POSITIONS has one JSON object a line with `moves`, `to_move`, `komi`, `winrate` and `candidates`
([move, visits, …]). Prints how often the move that the judge looked at most has the greatest prior,
or one of the five greatest, and how far the mean of N playouts is from the judge's win rate (root
mean square, in points), with the correlation of the two.
"""

import argparse
import functools
import json
import math
import pathlib
import statistics
import sys
import threading

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from arguments import Refused, add_farm_options, at_least, exit_code
    from farm import Farm, Line, progress
    from files import text_of
    from gtp_engine import EngineFailure, LiveEngines, stoppable
    from match.directory import fingerprint
    from match.game import Program
    from match.pairs import check_same

# What a position has.
KEYS = "moves", "to_move", "komi", "winrate", "candidates"

# Seconds that an answer may take.
LIMIT = 60.0


def main(words=None):
    """Exit code 0: done; 2: refused; 128 + number: stopped by a signal."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("positions", metavar="POSITIONS", help="a JSON object for each, one a line")
    parser.add_argument("--engine", default="target/release/tengen gtp --threads 1 --lead rave", metavar="COMMAND", help="default: %(default)s")
    parser.add_argument("--playouts", type=at_least(1), default=500, metavar="N", help="of each position; default: %(default)s")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a parameter of the engine")
    add_farm_options(parser, "positions at the same time")
    return exit_code(run, parser.parse_args(words))


def run(options):
    """Have the positions judged, and print the figures; the exit code."""
    live = LiveEngines()
    with stoppable(live):
        judged = judge_all(options, live)
    if live.stop_signal:
        return live.exit_code
    show(judged, options.playouts)
    return 0


def judge_all(options, live):
    """(rank of the judge's move, mean of the playouts, the judge's win rate in percent) of every position."""
    positions = read_positions(options.positions)
    if not positions:
        raise Refused(f"{options.positions} has no positions.")
    judged = {}
    engine = Program("The engine", options.engine, fingerprint(options.engine))
    work = functools.partial(judge, engine, options.set, options.playouts, positions)
    with (
        Farm(work, live, options.jobs, cluster=options.cluster) as farm,
        progress(len(positions), 0, "position") as bar,
    ):
        for number, found in farm.results(Line(range(len(positions)))):
            if isinstance(found, EngineFailure):
                raise Refused(f"Position {number} cannot be judged: {found}.")
            judged[number] = found
            bar.update()
    return [judged[number] for number in sorted(judged)]


def judge(program, settings, playouts, positions, number, workplace):
    """A position on a worker, by an engine that is kept there; the random numbers are the position's own."""
    check_same(program, workplace)
    name = "engine", threading.get_ident()
    engine = workplace.keep(name, lambda: start(program.command, settings, workplace.live))
    position = positions[number]
    color = position["to_move"]
    set_up(engine, position)
    engine.send(f"set_random_seed {number}", LIMIT)
    prior = engine.send(f"tengen-prior {color}", LIMIT).split()[::2]
    best = max(position["candidates"], key=lambda candidate: candidate[1])[0]
    mean = float(engine.send(f"tengen-playouts {color} {playouts}", LIMIT))
    return prior.index(best) if best in prior else len(prior), mean, 100 * position["winrate"]


def start(command, settings, live):
    """The engine with its parameters."""
    engine = live.start(command)
    try:
        engine.send("boardsize 9", LIMIT)
        for setting in settings:
            engine.send("tengen-params " + setting.replace("=", " "), LIMIT)
    except BaseException:
        engine.close()
        raise
    return engine


def show(judged, playouts):
    """Print the figures."""
    count = len(judged)
    print(f"positions: {count}")
    print(f"best move first in the prior: {sum(rank == 0 for rank, _, _ in judged) / count:.1%}")
    print(f"in the first five: {sum(rank < 5 for rank, _, _ in judged) / count:.1%}")
    _, means, wins = zip(*judged)
    print(f"mean of {playouts} playouts against the judge: error {math.dist(means, wins) / math.sqrt(count):.2f} points, "
          f"correlation {correlation(means, wins):.3f}")


def read_positions(path):
    """The positions of a file."""
    try:
        positions = [json.loads(line) for line in text_of(path).splitlines()]
    except ValueError as error:
        raise Refused(f"{path} cannot be read as positions: {error}.") from None
    for number, position in enumerate(positions):
        lacks = [key for key in KEYS if not isinstance(position, dict) or key not in position]
        if lacks:
            raise Refused(f"Position {number} of {path} lacks {', '.join(lacks)}.")
    return positions


def set_up(engine, position):
    """Bring the engine to a position."""
    engine.send("clear_board", LIMIT)
    engine.send(f"komi {position['komi']}", LIMIT)
    for turn, move in enumerate(position["moves"]):
        engine.send(f"play {'bw'[turn % 2]} {move}", LIMIT)


def correlation(means, wins):
    """Of two columns of numbers; 0 where either is always the same."""
    try:
        return statistics.correlation(means, wins)
    except statistics.StatisticsError:
        return 0.0


if __name__ == "__main__":
    sys.exit(main())
