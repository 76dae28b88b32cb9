"""The committed counts of the thesis's tables: what was played, and with which engine."""

import json
import pathlib

from arguments import Refused
from files import text_of, written_whole
from match.stats import at_fault, wilson

COLORS = ("black", "white")


class Counts:
    """A file with an entry for each row and engine; the entry of a row that was opened last is the one that counts.

    An entry's `next` is the number of its next game: all games before it are in the counts, so that a later run goes on
    there without the records of the games.
    """

    def __init__(self, path):
        self._path = pathlib.Path(path)
        try:
            self.entries = json.loads(text_of(path)) if self._path.exists() else []
        except ValueError:
            raise Refused(f"{path} cannot be read as JSON.") from None

    def of(self, row):
        """The entry of a row that counts, if there is one."""
        return next((entry for entry in reversed(self.entries) if entry["row"] == row), None)

    def open(self, row, **engine):
        """The entry of a row and an engine, new if need be, which counts from now on; `engine` is what tells engines apart."""
        known = {"row": row, **engine}
        fits = (entry for entry in self.entries if all(entry.get(key) == value for key, value in known.items()))
        entry = next(fits, None) or {**known, "next": 0, "faults": 0, **{color: [0, 0] for color in COLORS}}
        if entry is not self.of(row):
            self.entries = [other for other in self.entries if other is not entry] + [entry]
        return entry

    def save(self):
        """Write the whole file or none of it."""
        with written_whole(self._path) as part:
            part.write_text("[\n" + ",\n".join(json.dumps(entry) for entry in self.entries) + "\n]\n")


class InOrder:
    """Counts the games of an entry in the order of their numbers, so that `next` tells which are in it."""

    def __init__(self, entry):
        self.entry = entry
        self._early = {}

    def add(self, game):
        """Take the record of a game; how many games are in the counts now that were not."""
        self._early[game["game"]] = game
        before = self.entry["next"]
        while (game := self._early.pop(self.entry["next"], None)) is not None:
            self.entry["next"] += 1
            self.entry["faults"] += at_fault(game) is not None
            if game["winner"] in ("a", "b"):
                won_and_played = self.entry[game["a_color"]]
                won_and_played[0] += game["winner"] == "a"
                won_and_played[1] += 1
        return self.entry["next"] - before


def score(entry):
    """Games won, games played, and the 95 % interval of the rate."""
    won, played = (sum(entry[color][index] for color in COLORS) for index in (0, 1))
    return won, played, wilson(won, played)
