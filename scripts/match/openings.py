"""Where the openings of a match come from: a file, random moves, or the play of an engine.

An opening is a tuple of vertices, points alternating from Black. The same seed gives the same openings.
"""

import argparse
import dataclasses
import random

from sgfmill import boards, common

from arguments import Refused
from files import text_of
from gtp_engine import EngineFailure, new_game
from match.game import STARTUP_SECONDS, canonical_vertex

# How often a new opening is tried for each one wanted, before fewer are accepted.
TRIES = 20

ENGINE_MOVE_SECONDS = 60


@dataclasses.dataclass(frozen=True)
class OpeningSource:
    """What `--openings` says: "random" or "engine" with the number of moves, or "file" with a path."""

    kind: str
    moves: int = 0
    path: str = ""

    @classmethod
    def parse(cls, text):
        """Argument type: "random:4", "engine:6", or else the path of a file."""
        kind, colon, number = text.partition(":")
        if colon and kind in ("random", "engine"):
            if not (number.isdecimal() and 1 <= int(number) <= 30):
                raise argparse.ArgumentTypeError(f"{text!r}: an opening has 1 to 30 moves")
            return cls(kind, moves=int(number))
        return cls("file", path=text)


def read_openings(path, size):
    """The openings of a file, one a line; `#` begins a comment."""
    openings = []
    for number, line in enumerate(text_of(path).splitlines(), 1):
        words = line.partition("#")[0].split()
        opening = tuple(canonical_vertex(word, size) for word in words)
        if None in opening or "pass" in opening:
            raise Refused(f"Line {number} of {path} is not an opening on this board: {line.strip()!r}.")
        if opening:
            openings.append(opening)
    if not openings:
        raise Refused(f"{path} holds no opening.")
    return tuple(openings)


def random_openings(moves, count, size, seed):
    """Up to `count` openings of random moves, not on the edge where the board has room."""
    rows = range(1, size - 1) if size >= 5 else range(size)
    points = [(row, column) for row in rows for column in rows]
    if moves > len(points):
        raise Refused(f"Random openings of {moves} moves do not fit on this board.")
    rng = random.Random(f"{seed} openings")
    tried = (tuple(common.format_vertex(point) for point in rng.sample(points, moves)) for _ in range(count * TRIES))
    return different(tried, count, size)


def engine_openings(live, command, moves, count, size, komi, seed):
    """Up to `count` openings that an engine plays against itself; `{seed}` in its command makes them differ."""

    def tried():
        for number in range(count * TRIES):
            own_seed = random.Random(f"{seed} opening {number}").randrange(1, 2**31)
            yield play_opening(live, command.replace("{seed}", str(own_seed)), moves, size, komi)

    try:
        return different(tried(), count, size)
    except EngineFailure as failure:
        raise Refused(f"The engine of the openings cannot be used: {failure}.") from None


def play_opening(live, command, moves, size, komi):
    """The first moves of one engine against itself; shorter if it passes or resigns."""
    opening = []
    with live.start(command) as engine:
        for line in new_game(size, komi):
            engine.send(line, STARTUP_SECONDS)
        for number in range(moves):
            vertex = canonical_vertex(engine.send(f"genmove {'bw'[number % 2]}", ENGINE_MOVE_SECONDS), size)
            if vertex in (None, "pass"):
                break
            opening.append(vertex)
    return tuple(opening)


def different(openings, count, size):
    """The first `count` openings without captures whose positions differ, also when turned or mirrored."""
    found = {}
    for opening in openings:
        key = position_key(opening, size)
        if key is not None:
            found.setdefault(key, opening)
        if len(found) == count:
            break
    if not found:
        raise Refused("No opening could be made.")
    return tuple(found.values())


def position_key(opening, size):
    """What the eight symmetric positions after an opening have in common; None if stones were captured."""
    board = boards.Board(size)
    try:
        for index, vertex in enumerate(opening):
            board.play(*common.move_from_vertex(vertex, size), "bw"[index % 2])
    except ValueError:
        return None
    stones = board.list_occupied_points()
    if not opening or len(stones) < len(opening):
        return None
    turned = []
    for flip in (False, True):
        for turns in range(4):
            turned.append(tuple(sorted((color, turn(point, turns, flip, size)) for color, point in stones)))
    return min(turned)


def turn(point, turns, flip, size):
    """A point after a mirroring and some quarter turns."""
    row, column = point
    if flip:
        column = size - 1 - column
    for _ in range(turns):
        row, column = column, size - 1 - row
    return row, column
