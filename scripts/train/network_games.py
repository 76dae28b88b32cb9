#!/usr/bin/env python3
"""Plays games of the engine against itself and writes what the search found, for train_network.py.

usage: network_games.py [--engine COMMAND] [--games N] [--seed N] --out FILE

A game is a JSON object on a line, added to FILE: `komi`, `moves` from the empty board, `visits` (for each of them the visits of the
moves searched in its place) and `ownership` of the final position (81 numbers from A9 to J1 by rows, 1 is Black's). Openings are
drawn from the visits so that no two games are alike, and a later move now and then.
"""

import argparse
import json
import pathlib
import random
import sys

from tqdm import trange

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from gtp_engine import GtpEngine

# Seconds that an answer may take.
LIMIT = 120.0

KOMI = (7.5, 7.5, 7.5, 7.0, 6.5, 5.5)

# So many moves at most are drawn almost evenly, and so many after them from the visits.
DRAWN_FREELY = 10
DRAWN = 10

# How often a later move is drawn from the visits.
STRAYS = 0.08

# A game ends when a side wins less often than this, or after so many moves.
LOST = 0.04
LONGEST = 120


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--engine", default="target/release/tengen --threads 1 --memory 64 --playouts 1500 --resign 0",
                        metavar="COMMAND")
    parser.add_argument("--games", type=int, default=1000, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--out", required=True, metavar="FILE")
    args = parser.parse_args()
    rng = random.Random(args.seed)
    with GtpEngine(f"{args.engine} --seed {args.seed}") as engine, open(args.out, "a", encoding="utf-8") as out:
        for _ in trange(args.games, unit="game"):
            json.dump(play(engine, rng), out)
            out.write("\n")
            out.flush()


def play(engine, rng):
    """One game, as in the file."""
    komi = rng.choice(KOMI)
    for command in ("boardsize 9", "clear_board", f"komi {komi}"):
        engine.send(command, LIMIT)
    free = rng.randint(0, DRAWN_FREELY)
    moves, visits = [], []
    while len(moves) < LONGEST and moves[-2:] != ["pass", "pass"]:
        color = "bw"[len(moves) % 2]
        best = engine.send(f"reg_genmove {color}", LIMIT)
        rows = [row.split() for row in engine.send("tengen-stats", LIMIT).splitlines()]
        rows = rows[1 + next(number for number, row in enumerate(rows) if row[0] == "move"):]
        searched = {move: int(count) for move, count, *_ in rows if int(count)}
        if not searched:
            break
        heat = 1.3 if len(moves) < free else 0.6 if len(moves) < free + DRAWN else rng.random() < STRAYS
        plays = [move for move in searched if move != "pass"]
        if heat and plays and best != "pass":
            best = rng.choices(plays, [searched[move] ** (1 / heat) for move in plays])[0]
        engine.send(f"play {color} {best}", LIMIT)
        moves.append(best)
        visits.append(searched)
        rates = [float(row[2]) for row in rows if row[0] in searched]
        if len(moves) > free + DRAWN and max(rates) < LOST:
            break
    ownership = [float(number) for number in engine.send("tengen-ownership", LIMIT).split()]
    return {"komi": komi, "moves": moves, "visits": visits, "ownership": ownership}


if __name__ == "__main__":
    main()
