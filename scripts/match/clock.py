"""The clocks of a game: what the engines are told about them, and when a flag falls."""

import argparse
import dataclasses
import math

# (numbers that its text needs, in their order) of every kind of time control.
KINDS = {"absolute": ("main",), "byoyomi": ("main", "period", "count"), "canadian": ("main", "period", "count")}


@dataclasses.dataclass(frozen=True)
class TimeControl:
    """Seconds for a whole game and an overtime after them.

    byoyomi: `count` periods of `period` seconds, one is lost when a move takes longer.
    canadian: `period` seconds for every `count` moves.
    """

    kind: str
    main: float
    period: float = 0.0
    count: int = 0

    @classmethod
    def parse(cls, text):
        """Argument type: "absolute:10", "byoyomi:0,1,5" or "canadian:0,3,5"."""
        kind, _, rest = text.partition(":")
        words = rest.split(",")
        try:
            numbers = dict(zip(KINDS[kind], map(float, words), strict=True))
            if "count" in numbers:
                numbers["count"] = int(words[-1])
        except (KeyError, ValueError):
            raise argparse.ArgumentTypeError(f"{text!r} is no time control") from None
        control = cls(kind, **numbers)
        if not control._is_possible():
            raise argparse.ArgumentTypeError(f"{text!r} leaves no time for a move")
        return control

    def _is_possible(self):
        if not all(map(math.isfinite, (self.main, self.period))) or self.main < 0:
            return False
        return self.main > 0 if self.kind == "absolute" else self.period > 0 and self.count > 0

    def __str__(self):
        return f"{self.kind}:" + ",".join(f"{getattr(self, key):g}" for key in KINDS[self.kind])

    def settings_command(self, knows_kgs):
        """The GTP command that announces it. GTP's own has no byoyomi: one period is one move in Canadian overtime."""
        if self.kind == "absolute":
            return f"time_settings {self.main:g} 0 0"
        if self.kind == "canadian":
            return f"time_settings {self.main:g} {self.period:g} {self.count}"
        if knows_kgs:
            return f"kgs-time_settings byoyomi {self.main:g} {self.period:g} {self.count}"
        return f"time_settings {self.main:g} {self.period:g} 1"


class Clock:
    """The time one player has left in one game. It runs in this program and nowhere else."""

    def __init__(self, control, knows_kgs):
        self._control = control
        self._knows_kgs = knows_kgs
        self._main = control.main
        self._period = control.period
        self._count = control.count
        self.tightest = math.inf

    @property
    def remaining(self):
        """Seconds after which the flag falls if no move is made."""
        if self._control.kind == "byoyomi":
            return self._main + self._period * self._count
        return self._main + self._period

    def spend(self, seconds):
        """Take the time of one move off; False if the flag has fallen. Remembers the closest call in `tightest`."""
        left = self.remaining - seconds
        self.tightest = min(self.tightest, left)
        if left < 0:
            return False
        from_main = min(seconds, self._main)
        self._main -= from_main
        if self._main == 0:
            self._spend_overtime(seconds - from_main)
        return True

    def _spend_overtime(self, seconds):
        if self._control.kind == "byoyomi":
            self._count -= max(0, math.ceil(seconds / self._period) - 1)
        elif self._control.kind == "canadian":
            self._period -= seconds
            self._count -= 1
            if self._count == 0:
                self._period, self._count = self._control.period, self._control.count

    def time_left(self):
        """The numbers of GTP's `time_left`. As on servers, whole seconds are rounded down."""
        if self._main > 0 or self._control.kind == "absolute":
            return f"{self._floor(self._main)} 0"
        count = self._count if self._control.kind == "canadian" or self._knows_kgs else 1
        return f"{self._floor(self._period)} {count}"

    def _floor(self, seconds):
        whole = all(value == int(value) for value in (self._control.main, self._control.period))
        return f"{math.floor(seconds)}" if whole else f"{math.floor(seconds * 100) / 100:g}"
