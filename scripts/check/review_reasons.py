#!/usr/bin/env python3
"""Measures how many mistakes of weak players `tengen review` gives a reason for.

Half of the games are GNU Go's at level 1 against itself, half those of Tengen's levels 1 to 5.
Records that are there already are not played again, reviews that are up to date not made again.
"""

import argparse
import collections
import json
import pathlib
import random
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from sgfmill import common, sgf

    from arguments import at_least, exit_code
    from files import make_folder, written_whole
    from gtp_engine import EngineFailure, GtpEngine, new_game, output_of

SIZE = 9
KOMI = 7.5
COMMAND_SECONDS = 60
MOST_MOVES = 120

# The levels that play in turn, from the first on.
LEVELS = 5


def play(command, name, seed):
    """A game of a program against itself from a random opening, as SGF."""
    rng = random.Random(seed)
    opening = rng.sample([column + str(row) for column in "CDEFG" for row in range(3, 8)], rng.randint(1, 3))
    game = sgf.Sgf_game(SIZE)
    root = game.get_root()
    for key, value in (("KM", KOMI), ("RU", "Chinese"), ("PB", name), ("PW", name)):
        root.set(key, value)
    moves = []
    with GtpEngine(command.format(seed=seed, level=1 + seed % LEVELS)) as engine:
        for line in new_game(SIZE, KOMI):
            engine.send(line, COMMAND_SECONDS)
        while len(moves) < MOST_MOVES and moves[-2:] != ["pass", "pass"]:
            color = "bw"[len(moves) % 2]
            if len(moves) < len(opening):
                move = opening[len(moves)]
                engine.send(f"play {color} {move}", COMMAND_SECONDS)
            else:
                move = engine.send(f"genmove {color}", COMMAND_SECONDS).lower()
            if move == "resign":
                break
            moves.append(move)
            game.extend_main_sequence().set_move(color, common.move_from_vertex(move, SIZE))
    return game.serialise()


def share(records):
    """Mistakes and blunders of reviewed records, those with a reason, and how often each theme was told."""
    faults, explained, themes = 0, 0, collections.Counter()
    for record in records:
        for move in json.loads(record.with_suffix(".review.json").read_text())["moves"]:
            if move["grade"] in ("mistake", "blunder"):
                faults += 1
                explained += bool(move["reasons"])
                themes.update({reason["theme"] for reason in move["reasons"]})
    return faults, explained, themes


def main():
    """Exit code 0: done; 2: refused, or a program failed; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tengen", default="target/release/tengen", metavar="FILE", help="the program that reviews; default: %(default)s")
    parser.add_argument("--games", type=at_least(2), default=50, metavar="N", help="half of each player; default: %(default)s")
    parser.add_argument("--visits", type=at_least(1), default=200, metavar="N", help="of each search of the review; default: %(default)s")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="DIR", help="records and reviews")
    return exit_code(run, parser.parse_args(), also=EngineFailure)


def run(options):
    """Play what is missing, have it reviewed, and print what was explained."""
    make_folder(options.out)
    players = {
        "gnugo": "gnugo --mode gtp --level 1 --chinese-rules --seed {seed}",
        "levels": f"{options.tengen} gtp --level {{level}} --memory 16 --seed {{seed}}",
    }
    records = {}
    for name, command in players.items():
        for seed in range(1, options.games // 2 + 1):
            record = options.out / f"{name}-{seed:03}.sgf"
            if not record.exists():
                with written_whole(record) as part:
                    part.write_bytes(play(command, name, seed))
            records.setdefault(name, []).append(record)
    everything = [record for played in records.values() for record in played]
    output_of(options.tengen, "review", *everything, "--visits", str(options.visits))
    for name in players:
        faults, explained, themes = share(records[name])
        told = ", ".join(f"{theme} {count}" for theme, count in themes.most_common())
        print(f"{name}: {faults} mistakes and blunders, {explained} with a reason; {told}")
    faults, explained, _ = share(everything)
    print(f"all: {explained} of {faults}, {100 * explained / max(faults, 1):.0f} %")


if __name__ == "__main__":
    sys.exit(main())
