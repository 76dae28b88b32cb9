#!/usr/bin/env python3
"""Plays games of many kinds and has a strong program tell what it thinks of every position: the labels that the network learns from.

usage: label.py --teacher COMMAND --engine COMMAND [--games N] [--first N] [--at-once N] --out FILE

COMMAND of the teacher is KataGo's analysis engine, which answers with one look at the network (`maxVisits = 1`). The engine plays
a part of the moves, so that its own mistakes are in the games. A game is a JSON object on a line of FILE; README.md of this folder
has the format. Every game follows from its number, but for what the programs draw themselves. After a stop the same command goes
on: games that are in FILE are not played again. To pause it, stop the process (SIGSTOP) with its children.
"""

import argparse
import json
import pathlib
import random
import sys
from contextlib import ExitStack

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

try:
    from tqdm import tqdm

    from gtp_engine import GtpEngine
    from train.teacher import COLUMNS, PASS, POINTS, SIZE, Teacher, label, vertex
except ModuleNotFoundError as error:
    print(f"label.py needs the Python package {error.name}: pip install -r scripts/requirements.txt", file=sys.stderr)
    sys.exit(2)

# Seconds that the engine may take for an answer.
LIMIT = 120.0

# Playouts of a move of the engine, each by a process of its own.
PLAYOUTS = (6, 32, 150)

# A game is cut off here.
LONGEST = 120

# How often a side is the teacher, drawing from its policy, and not the engine.
TAUGHT = 0.6

# Rates of stray moves, one drawn for each game.
STRAYS = (0.0, 0.0, 0.03, 0.08, 0.2)

# Most games end when they have been decided for so many moves; the others are played to the last pass.
DECIDED, SURE, PLAYED_TO_THE_END = 6, 0.02, 0.12

# Where handicap stones stand.
HANDICAP = ("C3", "G7", "C7", "G3", "E5", "C5", "G5", "E7", "E3")


class Game:
    """A game under way: how it began, who plays, and what has been told so far."""

    def __init__(self, number):
        self.number = number
        rng = self.rng = random.Random(f"labels {number}")
        self.stones, self.moves, self.positions = [], [], []
        self.komi = rng.randrange(1, 20) / 2
        self.fair = rng.random() < 0.75
        kind = rng.random()
        if kind < 0.1:
            count = rng.randint(2, 6)
            places = HANDICAP[:max(count, 4)] if rng.random() < 0.7 else HANDICAP
            self.stones = [["B", point] for point in rng.sample(places, count)] if count <= len(places) else []
            self.komi = rng.choice((0.5, 0.5, self.komi))
            self.fair = rng.random() < 0.5
        elif kind < 0.6:
            self.open(rng.randint(1, 6), 2)
        elif kind < 0.75:
            self.open(rng.randint(7, 24), 1)
        self.players = [None if rng.random() < TAUGHT else rng.randrange(len(PLAYOUTS)) for _ in "BW"]
        self.heats = [rng.uniform(0.3, 1.3) for _ in "BW"]
        self.free = rng.randint(0, 10)
        self.strays = rng.choice(STRAYS)
        self.to_the_end = rng.random() < PLAYED_TO_THE_END
        self.sure = 0

    def open(self, count, line):
        """Random moves not below that line; a few make no legal game, which the teacher finds out."""
        points = [f"{COLUMNS[column]}{row + 1}" for column in range(line - 1, SIZE - line + 1)
                  for row in range(line - 1, SIZE - line + 1)]
        self.moves = [[color, point] for color, point in zip("BW" * count, self.rng.sample(points, count))]

    def to_move(self):
        """0 for Black, 1 for White."""
        return (len(self.moves) + bool(self.stones)) % 2

    def ask(self, teacher):
        teacher.ask(self.number, self.stones, self.moves, self.komi)

    def hear(self, answer, engines):
        """Note the answer and make a move. Is the game over?"""
        if self.fair and not self.positions:
            # The lead grows by what komi takes; whole and half points take turns.
            self.fair = False
            lead = answer["rootInfo"]["scoreLead"] * (-1 if self.to_move() else 1) + self.komi
            self.komi = max(-40.0, min(40.0, round(2 * (lead + self.rng.gauss(0, 1.5))) / 2))
            return False
        self.positions.append(label(answer))
        win = self.positions[-1]["win"]
        self.sure = self.sure + 1 if min(win, 1 - win) < SURE else 0
        move = self.choose(answer, engines)
        self.moves.append(["BW"[self.to_move()], move])
        passes = [move for _, move in self.moves[-2:]] == ["pass", "pass"]
        return passes or len(self.moves) >= LONGEST or self.sure >= DECIDED and not self.to_the_end

    def choose(self, answer, engines):
        rng, side = self.rng, self.to_move()
        policy = answer["policy"]
        legal = [move for move in range(POINTS) if policy[move] >= 0]
        if legal and rng.random() < self.strays:
            even = rng.random() < 0.3
            return vertex(rng.choices(legal, [1 if even else policy[move] ** 0.25 for move in legal])[0])
        if self.players[side] is not None:
            return self.engine_move(engines[self.players[side]])
        heat = 1.3 if len(self.positions) < self.free else self.heats[side]
        moves = [*legal, PASS]
        shares = [policy[move] ** (1 / heat) for move in moves]
        return vertex(rng.choices(moves, shares)[0])

    def engine_move(self, engine):
        color = "BW"[self.to_move()]
        for command in ("clear_board", f"komi {self.komi}"):
            engine.send(command, LIMIT)
        for player, move in self.stones + self.moves:
            engine.send(f"play {player} {move}", LIMIT)
        return engine.send(f"reg_genmove {color}", LIMIT)

    def record(self):
        record = {"game": self.number, "komi": self.komi}
        if self.stones:
            record["stones"] = [point for _, point in self.stones]
        record["first"] = len(self.moves) - len(self.positions)
        record["moves"] = [move for _, move in self.moves]
        record["positions"] = self.positions
        return record


def numbers_in(path):
    """The numbers of the games in a file, and of their positions; a line that was cut off goes."""
    done, positions, whole = set(), 0, 0
    if path.exists():
        with path.open("rb+") as file:
            for line in file:
                if not line.endswith(b"\n"):
                    file.truncate(whole)
                    break
                whole += len(line)
                record = json.loads(line)
                done.add(record["game"])
                positions += len(record["positions"])
    return done, positions


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--teacher", required=True, metavar="COMMAND")
    parser.add_argument("--engine", default="target/release/tengen gtp --threads 1 --memory 16 --resign 0", metavar="COMMAND")
    parser.add_argument("--games", type=int, default=1000, metavar="N")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first game")
    parser.add_argument("--at-once", type=int, default=24, metavar="N", help="games under way at a time")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE")
    args = parser.parse_args()
    done, positions = numbers_in(args.out)
    todo = iter(number for number in range(args.first, args.first + args.games) if number not in done)
    with ExitStack() as stack:
        engines = [stack.enter_context(GtpEngine(f"{args.engine} --playouts {playouts}")) for playouts in PLAYOUTS]
        for engine in engines:
            engine.send("boardsize 9", LIMIT)
        teacher = Teacher(args.teacher)
        stack.callback(teacher.close)
        out = stack.enter_context(args.out.open("a", encoding="utf-8"))
        bar = stack.enter_context(tqdm(total=args.games, initial=len(done), unit="game"))
        games = {}

        def begin():
            if (number := next(todo, None)) is not None:
                games[str(number)] = Game(number)
                games[str(number)].ask(teacher)

        for _ in range(args.at_once):
            begin()
        while games:
            key, answer = teacher.next()
            game = games[key]
            over = "error" in answer or game.hear(answer, engines)
            if not over:
                game.ask(teacher)
                continue
            del games[key]
            json.dump(game.record(), out, separators=(",", ":"))
            out.write("\n")
            out.flush()
            positions += len(game.positions)
            bar.set_postfix(positions=positions, refresh=False)
            bar.update()
            begin()


if __name__ == "__main__":
    main()
