"""A finished game of a match, and programs that are asked about it."""

import dataclasses
import functools
import random

from sgfmill import boards, common, sgf

from gtp_engine import new_game
from match.game import REFEREE_SECONDS


@dataclasses.dataclass(frozen=True)
class Question:
    """A finished game and how it is judged. `engine` is None for resignations."""

    record: dict
    content: bytes
    referee: str
    engine: str | None
    replays: int
    seed: int

    @functools.cached_property
    def game(self):
        """The content of the SGF file, read."""
        return sgf.Sgf_game.from_bytes(self.content)

    @property
    def size(self):
        """Of the board."""
        return self.game.get_size()

    def moves(self):
        """(color, vertex) of the main line."""
        for node in self.game.get_main_sequence():
            color, point = node.get_move()
            if color:
                yield color, common.format_vertex(point)

    def board(self):
        """The last position."""
        board = boards.Board(self.size)
        for color, vertex in self.moves():
            if vertex != "pass":
                board.play(*common.move_from_vertex(vertex, self.size), color)
        return board

    def ask(self, live, command):
        """A fresh process that has seen the whole game; use it in a `with` statement."""
        moves = [f"play {color} {vertex}" for color, vertex in self.moves()]
        engine = live.start(command)
        try:
            for line in (*new_game(self.size, self.game.get_komi()), *moves):
                engine.send(line, REFEREE_SECONDS)
        except BaseException:
            engine.close()
            raise
        return engine

    def seeded(self, command, replay=0):
        """The command with its `{seed}`, which depends on the game and the replay."""
        seed = random.Random(f"{self.seed} {self.record['game']} {replay}").randrange(1, 2**31)
        return command.replace("{seed}", str(seed))


def add_variation(end, moves, size, comment):
    """Add (color, vertex) moves after a node, with a comment at their end."""
    node = end
    for color, vertex in moves:
        node = node.new_child()
        node.set_move(color, common.move_from_vertex(vertex, size))
    if node is not end:
        node.add_comment_text(comment)
