#!/usr/bin/env python3
"""A GTP engine that plays any legal move but into its own one-point eyes, and passes when there is none.

The lower end of every scale: nobody who knows the rules plays worse.
"""

import argparse
import pathlib
import random
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from sgfmill import boards, common


class RandomPlayer:
    """Answers commands until `quit`."""

    def __init__(self, seed):
        self.rng = random.Random(seed)
        self.board, self.ko = boards.Board(9), None
        self.seen = set()

    def answer(self, command, words):
        """The reply; None for an unknown command."""
        action = getattr(self, "do_" + command, None)
        return action(*words) if action else None

    def do_protocol_version(self):
        return "2"

    def do_name(self):
        return "Random player"

    def do_version(self):
        return "1"

    def do_known_command(self, name):
        return "true" if hasattr(self, "do_" + name) else "false"

    def do_boardsize(self, size):
        self.board = boards.Board(int(size))
        return self.do_clear_board()

    def do_clear_board(self):
        self.board, self.ko = boards.Board(self.board.side), None
        self.seen = set()
        return ""

    def do_komi(self, _komi):
        return ""

    def do_play(self, color, vertex):
        self.make(color[0].lower(), common.move_from_vertex(vertex, self.board.side))
        return ""

    def do_genmove(self, color):
        color = color[0].lower()
        points = [(row, column) for row in range(self.board.side) for column in range(self.board.side)]
        self.rng.shuffle(points)
        move = next((point for point in points if self.may_play(color, point)), None)
        self.make(color, move)
        return common.format_vertex(move)

    def do_quit(self):
        return ""

    def make(self, color, move):
        """Make a move that is known to be legal."""
        self.ko = self.board.play(*move, color) if move else None
        self.seen.add(tuple(map(tuple, self.board.board)))

    def may_play(self, color, point):
        """Is it empty, no own eye, no suicide and no repetition?"""
        if self.board.get(*point) is not None or point == self.ko:
            return False
        if all(self.board.get(*near) == color for near in self.neighbors(point)):
            return False
        after = self.board.copy()
        after.play(*point, color)
        return after.get(*point) == color and tuple(map(tuple, after.board)) not in self.seen

    def neighbors(self, point):
        """The points beside it on the board."""
        row, column = point
        near = (row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)
        return [(r, c) for r, c in near if 0 <= r < self.board.side and 0 <= c < self.board.side]


def main():
    """The GTP loop."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("seed", nargs="?", default="0", help="where all randomness comes from; default: %(default)s")
    player = RandomPlayer(parser.parse_args().seed)
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        reply = player.answer(words[0], words[1:])
        print("? unknown command\n" if reply is None else f"= {reply}\n", flush=True)
        if words[0] == "quit":
            break


if __name__ == "__main__":
    main()
