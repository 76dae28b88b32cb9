"""Games of many kinds with a label at every position, and the programs that play and label them on a worker."""

import json
import random
import threading
import typing

from sgfmill import common, sgf

from arguments import Refused
from gtp_engine import EngineFailure
from train.teacher import PASS, POINTS, SIZE, Teacher, label, vertex

# What the line of a game begins with.
BEGINNING = b'{"game":'

# Seconds that the engine may take for an answer.
LIMIT = 120.0

# Playouts of a move of the engine, each by a process of its own.
PLAYOUTS = (6, 32, 200)

# A game is cut off here.
LONGEST = 120

# How many games are as in a match: a usual komi, few random moves at most, and then every move the best that a player can find.
AS_IN_A_MATCH = 0.5

# The komi of these.
USUAL_KOMI = (5.5, 6.5, 7.0, 7.5, 7.5, 7.5)

# The largest that KataGo takes.
LARGEST_KOMI = 150

# How often a side is the teacher, drawing from its policy, and not the engine.
TAUGHT = 0.6

# Rates of stray moves, one drawn for each game.
STRAYS = (0.0, 0.0, 0.03, 0.08, 0.2)

# How many of the other games have a komi that nobody can make up for: who sees none is not sure of who is far ahead.
FAR_AHEAD = 0.04

# A game ends when the teacher has been sure for so many moves, or is played to the last pass: for the dead stones that are left there,
# and those as in a match more often, because what the teacher knows the players there still have to find.
DECIDED, SURE, PLAYED_TO_THE_END, MATCHED_TO_THE_END = 6, 0.02, 0.4, 0.6

# Where handicap stones stand.
HANDICAP = ("C3", "G7", "C7", "G3", "E5", "C5", "G5", "E7", "E3")


def games_of(path):
    """The games of a file, one by one; a line that was cut off goes. What holds something else is refused, and left as it is."""
    whole = 0
    with path.open("rb+") as file:
        for line in file:
            try:
                if not line.endswith(b"\n"):
                    if line[:len(BEGINNING)] != BEGINNING[:len(line)]:
                        raise ValueError
                    file.truncate(whole)
                    return
                game = json.loads(line)
                if [type(game[key]) for key in ("game", "moves", "positions")] != [int, list, list]:
                    raise ValueError
            except (ValueError, KeyError, TypeError):
                raise Refused(f"{path} holds something else than games.") from None
            whole += len(line)
            yield game


class Game:
    """A game under way: its moves, and what has been told so far.

    Kinds of games say whether it `is_over`, and `choose` the vertex of the next move by the teacher's answer.
    """

    def __init__(self, number, komi=0.0):
        self.number, self.komi = number, komi
        self.stones, self.moves, self.positions, self.lines = [], [], [], []

    def to_move(self):
        """0 for Black, 1 for White."""
        return (len(self.moves) + bool(self.stones)) % 2

    def play(self, programs):
        """Play it to the end; a position that can't be ends it too, and the move that led there goes."""
        answer = programs.ask(self.stones, self.moves, self.komi)
        while "error" not in answer and not self.hear(answer, programs):
            answer = programs.ask(self.stones, self.moves, self.komi)
        if "error" in answer:
            self.moves = self.moves[:-1] if self.positions else []
            self.positions = self.positions[:-1]

    def hear(self, answer, programs):
        """Note the answer and make a move. Is the game over?"""
        self.positions.append(label(answer))
        move = self.choose(answer, programs)
        self.moves.append(["BW"[self.to_move()], move])
        return self.is_over()

    def look_ahead(self, move, lines, programs):
        """Have positions labelled that the search has looked at after the move that it chose."""
        for line in ([move, *line] for line in lines):
            turns = [["BW"[(self.to_move() + turn) % 2], mv] for turn, mv in enumerate(line)]
            answer = programs.ask(self.stones, self.moves + turns, self.komi)
            if "error" not in answer:
                self.lines.append({"after": len(self.moves), "moves": line, **label(answer)})

    def record(self):
        """The line of the game: see the README of this folder."""
        record = {"game": self.number, "komi": self.komi}
        if self.stones:
            record["stones"] = [point for _, point in self.stones]
        record["first"] = len(self.moves) - len(self.positions)
        record["moves"] = [move for _, move in self.moves]
        record["positions"] = self.positions
        if self.lines:
            record["lines"] = self.lines
        return record


class Drawn(Game):
    """A new game: how it begins and who plays follow from its number."""

    def __init__(self, number):
        super().__init__(number)
        self.rng = random.Random(f"labels {number}")
        if self.rng.random() < AS_IN_A_MATCH:
            self.begin_as_a_match()
        else:
            self.begin_as_any()

    def begin_as_a_match(self):
        """Strong play from an opening of two random moves, or from none."""
        rng = self.rng
        self.komi, self.fair, self.strays = rng.choice(USUAL_KOMI), False, 0.0
        self.to_the_end = rng.random() < MATCHED_TO_THE_END
        if rng.random() < 0.7:
            self.open(2, 2)
        self.players = [None if rng.random() < TAUGHT else len(PLAYOUTS) - 1 for _ in "BW"]
        self.heats = [rng.uniform(0.1, 0.6) for _ in "BW"]
        self.free = rng.randint(0, 4)

    def begin_as_any(self):
        """Any komi, handicap, random moves at first and later, and players who err."""
        rng = self.rng
        self.komi = rng.randrange(1, 20) / 2
        self.to_the_end = rng.random() < PLAYED_TO_THE_END
        self.fair = rng.random() < 0.75
        kind = rng.random()
        if kind < 0.1:
            count = rng.randint(2, 6)
            places = HANDICAP[:max(count, 4)] if rng.random() < 0.7 else HANDICAP
            self.stones = [["B", point] for point in rng.sample(places, count)]
            self.komi = rng.choice((0.5, 0.5, self.komi))
            self.fair = rng.random() < 0.5
        elif kind < 0.6:
            self.open(rng.randint(1, 6), 2)
        elif kind < 0.75:
            self.open(rng.randint(7, 24), 1)
        if rng.random() < FAR_AHEAD:
            self.komi, self.fair = rng.randint(-160, 160) / 2, False
        self.players = [None if rng.random() < TAUGHT else rng.randrange(len(PLAYOUTS)) for _ in "BW"]
        self.heats = [rng.uniform(0.3, 1.3) for _ in "BW"]
        self.free = rng.randint(0, 10)
        self.strays = rng.choice(STRAYS)

    def open(self, count, line):
        """Random moves not below that line; a few make no legal game, which the teacher finds out."""
        lines = range(line - 1, SIZE - line + 1)
        points = [common.format_vertex((row, column)) for column in lines for row in lines]
        self.moves = [[color, point] for color, point in zip("BW" * count, self.rng.sample(points, count))]

    def hear(self, answer, programs):
        if self.fair:
            # The lead grows by what komi takes; whole and half points take turns.
            self.fair = False
            lead = answer["rootInfo"]["scoreLead"] * (-1 if self.to_move() else 1) + self.komi
            self.komi = max(-40.0, min(40.0, round(2 * (lead + self.rng.gauss(0, 1.5))) / 2))
            return False
        return super().hear(answer, programs)

    def is_over(self):
        if [move for _, move in self.moves[-2:]] == ["pass", "pass"] or len(self.moves) >= LONGEST:
            return True
        last = [position["win"] for position in self.positions[-DECIDED:]]
        return not self.to_the_end and len(last) == DECIDED and all(min(win, 1 - win) < SURE for win in last)

    def choose(self, answer, programs):
        rng, side = self.rng, self.to_move()
        policy = answer["policy"]
        legal = [move for move in range(POINTS) if policy[move] >= 0]
        if legal and rng.random() < self.strays:
            even = rng.random() < 0.3
            return vertex(rng.choices(legal, [1 if even else policy[move] ** 0.25 for move in legal])[0])
        if self.players[side] is not None:
            move, lines = programs.genmove(self.players[side], "BW"[side], self.stones + self.moves, self.komi)
            self.look_ahead(move, lines, programs)
            return move
        heat = 1.3 if len(self.positions) < self.free else self.heats[side]
        moves = [*legal, PASS]
        shares = [policy[move] ** (1 / heat) for move in moves]
        return vertex(rng.choices(moves, shares)[0])


class Record(typing.NamedTuple):
    """A game that was played elsewhere: its moves as vertices, of which the first so many are not asked about."""

    komi: float
    moves: tuple
    first: int


def recorded(path, first):
    """The record in an SGF file; ValueError where it is no game of 9×9 in which Black begins and players take turns, with a komi that a
    teacher takes."""
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    nodes = game.get_main_sequence()
    # A node may hold a comment alone.
    played = [move for move in map(sgf.Tree_node.get_move, nodes) if move[0]]
    in_turn = all(color == turn for (color, _), turn in zip(played, "bw" * len(played)))
    if game.get_size() != SIZE or any(map(sgf.Tree_node.has_setup_stones, nodes)) or not in_turn:
        raise ValueError(f"no game of {SIZE}×{SIZE} from the empty board in which players take turns")
    komi = points_of_komi(game.get_komi())
    if 2 * komi % 1 or abs(komi) > LARGEST_KOMI:
        raise ValueError(f"no komi of halves of a point up to {LARGEST_KOMI}")
    return Record(komi, tuple(common.format_vertex(point) for _, point in played), first)


def points_of_komi(written):
    """A komi as it is written, in points: Chinese servers count it in stones (3.75), or in hundredths (375), as src/sgf/komi.rs knows too."""
    komi = written / 100 if 275 <= written <= 750 else written
    return 2 * komi if komi in (2.75, 3.25, 3.75) else komi


class Recorded(Game):
    """A record, played again. The engine searches at each of its positions, for the lines alone."""

    def __init__(self, number, record):
        super().__init__(number, record.komi)
        self._played = [list(turn) for turn in zip("BW" * len(record.moves), record.moves)]
        self.moves = self._played[:record.first]

    def is_over(self):
        return len(self.moves) == len(self._played)

    def choose(self, answer, programs):
        if programs.lines:
            move, lines = programs.genmove(len(PLAYOUTS) - 1, "BW"[self.to_move()], self.moves, self.komi)
            self.look_ahead(move, lines, programs)
        return self._played[len(self.moves)][1]


class Programs:
    """The teacher and the engines of a worker, shared by all games that are under way there."""

    def __init__(self, live, teacher, engine, lines):
        self._live, self._command, self._teacher, self._lock = live, teacher, None, threading.Lock()
        self.lines = lines
        self._players = [Player(live, f"{engine} --playouts {playouts}", lines) for playouts in PLAYOUTS]

    def ask(self, *position):
        """What the teacher says; one that has ended is started anew."""
        with self._lock:
            if self._teacher is None or self._teacher.has_ended:
                self._close_teacher()
                self._teacher = self._live.start(self._command, Teacher)
            teacher = self._teacher
        return teacher.ask(*position)

    def genmove(self, player, color, moves, komi):
        """What an engine plays, and lines of its search after that."""
        return self._players[player].genmove(color, moves, komi)

    def _close_teacher(self):
        if self._teacher:
            self._teacher.close()

    def close(self):
        """End all."""
        self._close_teacher()
        for player in self._players:
            player.close()


class Player:
    """An engine of so many playouts, which plays for one game after the other."""

    def __init__(self, live, command, lines):
        self._live, self._command, self._lines = live, command, lines
        self._engine, self._lock = None, threading.Lock()

    def genmove(self, color, moves, komi):
        """The move after these, and lines of its search; an engine that fails is started anew for the next game."""
        with self._lock:
            try:
                if self._engine is None:
                    self._engine = self._live.start(self._command)
                    self._engine.send("boardsize 9", LIMIT)
                for command in ("clear_board", f"komi {komi}", *(f"play {player} {move}" for player, move in moves)):
                    self._engine.send(command, LIMIT)
                # `reg_genmove` would leave no tree.
                move = self._engine.send(f"genmove {color}", LIMIT)
                lines = self._engine.send(f"tengen-lines {self._lines}", LIMIT).splitlines() if self._lines else []
                return move, [line.split() for line in lines]
            except EngineFailure:
                self.close()
                raise

    def close(self):
        """End the engine."""
        if self._engine:
            self._engine.close()
        self._engine = None


def labelled_game(teacher, engine, lines, unit, workplace):
    """The record of a game, on a worker. The unit is its number, and what was played elsewhere if it is no new game."""
    programs = workplace.keep("programs", lambda: Programs(workplace.live, teacher, engine, lines))
    number, record = unit
    game = Recorded(number, record) if record else Drawn(number)
    game.play(programs)
    return game.record()
