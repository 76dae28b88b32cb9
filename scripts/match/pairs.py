"""The games of a match as units of a farm: two games that swap the colors are played on the same kind of processor. And those of
several matches that take turns, wherever there is room."""

from arguments import Refused
from match.directory import fingerprint
from match.game import play_game


class Pairs:
    """The games of a match that are missing, in order; `Farm` says what it wants of a line.

    Games 2n and 2n + 1 are a pair. The first of them may be played wherever there is room, the second where the first was:
    at equal time a faster processor is then as good for A as for B. With `any_processor` that does not matter.
    """

    def __init__(self, count, played, any_processor=False):
        known = {game["game"] for game in played}
        self._count = count
        self._missing = [number for number in range(count) if number not in known]
        self._any = any_processor
        self._processor_of = {game["game"] // 2: game["processor"] for game in played if game.get("processor")}

    def __len__(self):
        return len(self._missing)

    def next(self, room):
        """The next game that there is room for, and its processor."""
        if room[None] <= 0:
            return None
        if self._any:
            return self._missing.pop(0), None
        free = {processor: units for processor, units in room.items() if processor and units > 0}
        for index, number in enumerate(self._missing):
            processor = self._processor_of.get(number // 2)
            if processor is None and free:
                processor = max(free, key=free.get)
                self._processor_of[number // 2] = processor
            if processor in free:
                return self._missing.pop(index), processor
        return None

    def put_back(self, number):
        """A game was lost and is to be played again, on any kind of processor if its pair has not begun otherwise."""
        if number ^ 1 in self._missing or number ^ 1 >= self._count:
            self._processor_of.pop(number // 2, None)
        self._missing.append(number)
        self._missing.sort()

    def wanted(self):
        """The processor of the first game that is missing, if it needs one."""
        return None if self._any or not self._missing else self._processor_of.get(self._missing[0] // 2)


def play(settings, number, workplace):
    """A game on a worker: its record, with the processor, and its SGF."""
    for program in (settings.a, settings.b, settings.referee):
        check_same(program, workplace)
    game, sgf = play_game(settings, number, workplace.live)
    return {**game, "processor": workplace.processor}, sgf


def in_rounds(matches, games, size):
    """The games of some matches as (match, number): in each round so many of every one, so that they grow evenly."""
    for first in range(0, games, size):
        for match in matches:
            for number in range(first, min(first + size, games)):
                yield match, number


def play_of(matches, unit, workplace):
    """A game of one of several matches, on a worker; `matches` has their settings."""
    match, number = unit
    return play(matches[match], number, workplace)


def check_same(program, workplace):
    """Refuse a machine that has another program under the same name, and a program that was built anew since."""
    found = fingerprint(program.command, f"{program.name} on {workplace.host}")
    if program.fingerprint not in ("", found):
        raise Refused(f"{program.name} is another program on {workplace.host} than at the start.")
