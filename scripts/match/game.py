"""One game between two GTP engines, judged by a third program that plays neither side."""

import contextlib
import dataclasses
import datetime
import math
import random
import re
import time

from sgfmill import common, sgf

from gtp_engine import EngineFailure, EngineRefused, Stopped, new_game, without_directories
from match.clock import Clock, TimeControl
from match.sprt import ERROR_RATES

DEFAULT_REFEREE = "gnugo --mode gtp --level 10 --chinese-rules --positional-superko --score aftermath"

# Limits in seconds for what is not thinking about a move: starting up, setting up, scoring.
STARTUP_SECONDS = 60
REFEREE_SECONDS = 300

# An engine whose flag has fallen may still answer so long: then it was late, otherwise it hangs.
LATE_SECONDS = 10.0

FAULTS = ("crash", "hang", "illegal", "time", "error")


@dataclasses.dataclass(frozen=True)
class Program:
    """A command line and the name under which the records know it."""

    name: str
    command: str
    fingerprint: str = ""


@dataclasses.dataclass(frozen=True)
class Settings:
    """Everything that makes one match different from another."""

    a: Program
    b: Program
    referee: Program
    games: int = 200
    size: int = 9
    komi: float = 7.5
    max_moves: int = 400
    time_per_move: float = 120.0
    seed: int = 1
    openings: tuple[tuple[str, ...], ...] = ()
    opening_source: str | None = None
    clocks: tuple[TimeControl, ...] = ()
    load: int = 0
    sprt: tuple[float, float] | None = None
    error_rates: tuple[float, float] = ERROR_RATES

    def opening_of(self, number):
        """Index of a game's opening or None. Games 0 and 1 share one, 2 and 3 share the next, ..."""
        return number // 2 % len(self.openings) if self.openings else None

    def clock_of(self, number):
        """The time control of a game or None: every pair of games takes the next one."""
        return self.clocks[number // 2 % len(self.clocks)] if self.clocks else None

    def command_of(self, role, number):
        """The command of "a", "b" or "referee" in a game, with its placeholders filled in."""
        seed = random.Random(f"{self.seed} {number} {role}").randrange(1, 2**31)
        command = getattr(self, role).command
        return command.replace("{seed}", str(seed)).replace("{game}", str(number))

    def set_up_commands(self):
        """What brings an engine to the empty board of this match."""
        return new_game(self.size, self.komi)


class Fault(Exception):
    """One side broke the rules of Go or of GTP and loses."""

    def __init__(self, loser, reason, detail):
        super().__init__(detail)
        self.loser, self.reason, self.detail = loser, reason, detail


class Unscored(Exception):
    """The referee failed, so nobody has won."""


@dataclasses.dataclass
class Player:
    """One side of one game: its engine and the time it has used."""

    role: str
    color: str
    name: str
    engine: object = None
    clock: Clock | None = None
    seconds: float = 0.0
    genmoves: int = 0

    def send(self, command, limit):
        """As `GtpEngine.send`, with the failure charged to this player."""
        try:
            return self.engine.send(command, limit)
        except EngineFailure as failure:
            raise Fault(self, failure.kind, f"{self.name}: {failure}") from None

    def start_clock(self, control, limit):
        """Tell the engine the time control and set its clock."""
        knows_kgs = self.send("known_command kgs-time_settings", limit).lower() == "true"
        self.send(control.settings_command(knows_kgs), limit)
        self.clock = Clock(control, knows_kgs)

    def tightest(self):
        """The least time that was left on the clock after a move, in seconds; None without a clock or a move."""
        return round(self.clock.tightest, 3) if self.clock and math.isfinite(self.clock.tightest) else None

    def genmove(self, limit):
        """Ask for a move and keep the time. With a clock the flag decides and `limit` is for other commands."""
        if self.clock:
            self.send(f"time_left {self.color} {self.clock.time_left()}", limit)
            limit = self.clock.remaining + LATE_SECONDS
        start = time.monotonic()
        try:
            move = self.send(f"genmove {self.color}", limit)
        finally:
            seconds = time.monotonic() - start
            self.seconds += seconds
            self.genmoves += 1
        if self.clock and not self.clock.spend(seconds):
            late = f"{self.name} moved {-self.clock.tightest:.3f} s after its flag fell"
            raise Fault(self, "time", f"{late} ({seconds:.3f} s for the move)")
        return move


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How a game ended. `winner` is "b", "w", "draw" or None; `result` is written as in SGF."""

    winner: str | None
    result: str
    reason: str
    detail: str = ""


class Game:
    """Plays game `number` of a match. `a` is Black in the even games."""

    def __init__(self, settings, number):
        self.settings = settings
        self.number = number
        colors = "bw" if number % 2 == 0 else "wb"
        self.a = Player("a", colors[0], settings.a.name)
        self.b = Player("b", colors[1], settings.b.name)
        self.black, self.white = (self.a, self.b) if number % 2 == 0 else (self.b, self.a)
        self.clock = settings.clock_of(number)
        self.referee = None
        self.moves = []  # (color, vertex)
        self.too_long = False

    def play(self, live):
        """Play to the end with engines started from `live`, whatever happens on the way."""
        with contextlib.ExitStack() as running:
            try:
                self._start(live, running)
                outcome = self._play_moves()
            except Fault as fault:
                winner = common.opponent_of(fault.loser.color)
                letter = "T" if fault.reason == "time" else "F"
                outcome = Outcome(winner, f"{winner.upper()}+{letter}", fault.reason, fault.detail)
            except Unscored as failure:
                outcome = Outcome(None, "?", "unscored", str(failure))
        if live.stopped:
            raise Stopped  # the engines were killed: their crashes are ours
        return outcome

    def _start(self, live, running):
        self.referee = self._start_referee(live, running)
        for player in (self.a, self.b):
            command = self.settings.command_of(player.role, self.number)
            try:
                player.engine = running.enter_context(live.start(command))
            except EngineFailure as failure:
                raise Fault(player, failure.kind, f"{player.name}: {failure}") from None
            for line in self.settings.set_up_commands():
                player.send(line, STARTUP_SECONDS)
            if self.clock:
                player.start_clock(self.clock, STARTUP_SECONDS)

    def _start_referee(self, live, running):
        command = self.settings.command_of("referee", self.number)
        try:
            referee = running.enter_context(live.start(command))
            for line in self.settings.set_up_commands():
                referee.send(line, REFEREE_SECONDS)
        except EngineFailure as failure:
            raise Unscored(f"the referee: {failure}") from None
        return referee

    def _play_moves(self):
        self._play_opening()
        while len(self.moves) < self.settings.max_moves:
            to_move, waiting = self._to_move()
            vertex = to_move.genmove(self.settings.time_per_move)
            if vertex.lower() == "resign":
                winner = waiting.color
                return Outcome(winner, f"{winner.upper()}+R", "resign")
            vertex = self._judge(to_move, vertex)
            waiting.send(f"play {to_move.color} {vertex}", self.settings.time_per_move)
            if [vertex for _, vertex in self.moves[-2:]] == ["pass", "pass"]:
                return self._score()
        self.too_long = True
        return self._score()

    def _to_move(self):
        players = (self.black, self.white)
        return players if len(self.moves) % 2 == 0 else players[::-1]

    def _play_opening(self):
        index = self.settings.opening_of(self.number)
        for vertex in self.settings.openings[index] if index is not None else ():
            to_move, waiting = self._to_move()
            self._judge(to_move, vertex)
            for player in (to_move, waiting):
                player.send(f"play {to_move.color} {vertex}", self.settings.time_per_move)

    def _judge(self, player, text):
        """The move as the referee has accepted and recorded it, or a `Fault` of the player."""
        vertex = canonical_vertex(text, self.settings.size)
        if vertex is None:
            raise Fault(player, "illegal", f"{player.name} answered {text[:80]!r}, which is no move on this board")
        try:
            self.referee.send(f"play {player.color} {vertex}", REFEREE_SECONDS)
        except EngineRefused as refusal:
            raise Fault(player, "illegal", f"{player.name} played {vertex}; the referee: {refusal}") from None
        except EngineFailure as failure:
            raise Unscored(f"the referee: {failure}") from None
        self.moves.append((player.color, vertex))
        return vertex

    def _score(self):
        try:
            text = self.referee.send("final_score", REFEREE_SECONDS)
        except EngineFailure as failure:
            raise Unscored(f"the referee: {failure}") from None
        outcome = parse_score(text)
        if outcome is None:
            raise Unscored(f"the referee scored {text[:80]!r}")
        return outcome

    def record(self, outcome):
        """The line of this game in games.jsonl."""
        letter = {self.a.color: "a", self.b.color: "b"}
        return {
            "game": self.number,
            "black": self.black.name,
            "white": self.white.name,
            "a_color": "black" if self.a is self.black else "white",
            "winner": letter.get(outcome.winner, outcome.winner),
            "result": outcome.result,
            "reason": outcome.reason,
            "detail": without_directories(outcome.detail),
            "too_long": self.too_long,
            "moves": len(self.moves),
            "genmoves": {"a": self.a.genmoves, "b": self.b.genmoves},
            "seconds": {"a": round(self.a.seconds, 3), "b": round(self.b.seconds, 3)},
            "clock": str(self.clock) if self.clock else None,
            "tightest": {"a": self.a.tightest(), "b": self.b.tightest()},
            "opening": self.settings.opening_of(self.number),
            "sgf": f"{self.number:04}.sgf",
        }

    def sgf(self, outcome):
        """The game as the bytes of an SGF file."""
        game = sgf.Sgf_game(size=self.settings.size)
        root = game.get_root()
        root.set("PB", self.black.name)
        root.set("PW", self.white.name)
        root.set("KM", self.settings.komi)
        root.set("RU", "Chinese")
        if self.clock:
            root.set("TM", self.clock.main)
            root.set("OT", str(self.clock))
        root.set("DT", datetime.date.today().isoformat())
        root.set("RE", outcome.result)
        root.set("C", self._comment())
        for color, vertex in self.moves:
            point = common.move_from_vertex(vertex, self.settings.size)
            game.extend_main_sequence().set_move(color, point)
        if outcome.reason not in ("score", "resign"):
            game.get_last_node().add_comment_text(without_directories(f"{outcome.reason}: {outcome.detail}"))
        return game.serialise()

    def _comment(self):
        roles = ("Black", self.black.role), ("White", self.white.role), ("Referee", "referee")
        commands = (f"{title}: {self.settings.command_of(role, self.number)}" for title, role in roles)
        return without_directories("\n".join((f"Game {self.number}", *commands)))


def canonical_vertex(text, size):
    """"e5" becomes "E5", "PASS" becomes "pass", anything that is no move on this board None."""
    try:
        point = common.move_from_vertex(text.strip(), size)
    except ValueError:
        return None
    return common.format_vertex(point)


def parse_score(text):
    """Outcome of a `final_score` reply, None if it is not a score."""
    found = re.fullmatch(r"([BWbw])\+(\d+(?:\.\d+)?)|0", text.strip())
    if found is None:
        return None
    if found[1] is None or float(found[2]) == 0:
        return Outcome("draw", "0", "score")
    return Outcome(found[1].lower(), f"{found[1].upper()}+{float(found[2]):g}", "score")


def play_game(settings, number, live):
    """Play one game; its record and its SGF. Raises `Stopped` when the match is being stopped."""
    game = Game(settings, number)
    outcome = game.play(live)
    return game.record(outcome), game.sgf(outcome)
