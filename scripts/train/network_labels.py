#!/usr/bin/env python3
"""Games of many styles, each position labelled with the policy of the program's own network.

usage: network_labels.py [--engine COMMAND] [--games N] [--seed N] --out FILE

What a teacher says of good games does not tell a prior how to go on from bad moves, which fill a search tree. Here each side
draws its moves from the network's policy or from the prior, with a temperature of its own, and lets some be random. Writes
labelled games (README.md) that have a policy and nothing else; appends to FILE, and goes on where it was.
"""

import argparse
import json
import pathlib
import random
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from arguments import at_least, exit_code
    from files import locked
    from gtp_engine import EngineFailure, GtpEngine
    from train.game import games_of
    from train.teacher import SIZE, number_of

LIMIT = 60.0
LONGEST = 60


def main():
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--engine", default="target/release/tengen gtp --threads 1 --lead rave", metavar="COMMAND", help="default: %(default)s")
    parser.add_argument("--games", type=at_least(1), default=2000, metavar="N", help="in all; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where all games come from; default: %(default)s")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="the games; the same command goes on there")
    return exit_code(play_missing, parser.parse_args(), also=EngineFailure)


def play_missing(args):
    """Play the games after the last one in the file."""
    with locked(args.out, make=True):
        first = 1 + max((game["game"] for game in games_of(args.out)), default=-1)
        play_from(first, args)


def play_from(first, args):
    """Play the games from that number on, and write each when it is over."""
    with GtpEngine(args.engine) as engine, args.out.open("a") as file:
        engine.send(f"boardsize {SIZE}", LIMIT)
        for number in range(first, args.games):
            game = play(engine, number, random.Random(f"{args.seed} {number}"))
            file.write(json.dumps(game, separators=(",", ":")) + "\n")
            file.flush()


def play(engine, number, rng):
    """A game: its moves and the network's policy before each."""
    komi = rng.choice([5.5, 6.5, 7.5])
    engine.send("clear_board", LIMIT)
    engine.send(f"komi {komi}", LIMIT)
    styles = [style(rng), style(rng)]
    moves, positions = [], []
    for turn in range(rng.randint(10, LONGEST)):
        color = "bw"[turn % 2]
        policy = shares(engine.send(f"tengen-network {color}", LIMIT))
        if not policy:
            break
        positions.append({"policy": {number_of(vertex): round(10 * share) for vertex, share in policy.items() if share >= 0.1}})
        source, temperature, stray = styles[turn % 2]
        drawn = shares(engine.send("tengen-prior " + color, LIMIT)) if source == "prior" else policy
        vertices = list(drawn)
        if rng.random() < stray:
            vertex = rng.choice(vertices)
        else:
            vertex = rng.choices(vertices, [(drawn[vertex] + 0.01) ** (1 / temperature) for vertex in vertices])[0]
        engine.send(f"play {color} {vertex}", LIMIT)
        moves.append(vertex)
    return {"game": number, "komi": komi, "moves": moves, "positions": positions}


def style(rng):
    """Where a side's moves come from, the temperature, and the share of random moves."""
    return rng.choice(["network", "network", "prior"]), rng.choice([0.3, 0.6, 1.0]), rng.choice([0.0, 0.05, 0.2])


def shares(answer):
    """The moves with their shares in percent."""
    words = answer.split()
    return {vertex: float(share) for vertex, share in zip(words[::2], words[1::2])}


if __name__ == "__main__":
    sys.exit(main())
