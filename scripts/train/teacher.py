"""A strong program as a teacher: KataGo's analysis engine as a child process.

The protocol is that of KataGo's docs/Analysis_Engine.md, which our own analysis engine speaks too.
"""

import concurrent.futures
import contextlib
import itertools
import json
import threading

from sgfmill import common

from gtp_engine import ChildProgram, EngineCrashed, EngineHung, EngineRefused

SIZE = 9
POINTS = SIZE * SIZE
PASS = POINTS

# The rules of our tree: area, positional superko, no suicide, every stone on the board is alive.
RULES = {"ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": False, "hasButton": False,
         "whiteHandicapBonus": "0", "friendlyPassOk": False}

# Seconds that an answer may take. The first ones of a teacher may wait until it has tuned itself to a new graphics card.
LIMIT = 1800

# What an error is about where the position can't be. One about another field would come at other positions too.
POSITION = "moves", "initialStones"

# Shares of a policy below this are not written down.
LEAST_SHARE = 0.0005


def vertex(number):
    """The name of a move: points row by row from A9, then the pass."""
    row, column = divmod(number, SIZE)
    return common.format_vertex(None if number == PASS else (SIZE - 1 - row, column))


def number_of(vertex):
    """The number of a play by its name."""
    row, column = common.move_from_vertex(vertex, SIZE)
    return column + SIZE * (SIZE - 1 - row)


class Teacher(ChildProgram):
    """The child process. Many threads may ask at the same time: the more do, the better a graphics card is used."""

    def __init__(self, command, live=None, limit=LIMIT):
        super().__init__(command, live)
        self._limit = limit
        self._asking = threading.Lock()
        self._answers = {}  # id of a question: where its answer goes; None after the end
        self._ids = itertools.count()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    @property
    def has_ended(self):
        """Will there be no more answers?"""
        return self._answers is None

    def ask(self, stones, moves, komi, visits=1):
        """The answer for the position after `moves`, from the side of the player to move; it has `error` if the position can't be.

        `stones` and `moves` are pairs of a color (B, W) and a vertex.
        """
        question = {"id": str(next(self._ids)), "initialStones": stones, "moves": moves, "komi": komi, "rules": RULES,
                    "boardXSize": SIZE, "boardYSize": SIZE, "includePolicy": True, "includeOwnership": True,
                    "maxVisits": visits, "overrideSettings": {"reportAnalysisWinratesAs": "SIDETOMOVE"}}  # fmt: skip
        if stones:
            question["initialPlayer"] = "W"
        answer = concurrent.futures.Future()
        with self._asking:
            if self.has_ended:
                raise EngineCrashed("the teacher has ended")
            self._answers[question["id"]] = answer
            with contextlib.suppress(OSError):  # the reader sees the end
                self._process.stdin.write(json.dumps(question).encode() + b"\n")
        for _ in range(self._limit):  # one at a time: those in which this process is stopped do not count
            with contextlib.suppress(TimeoutError):
                return self._checked(answer.result(1))
        self.kill()  # whoever else waits hears of its end from the reader
        raise EngineHung(f"the teacher gave no answer within {self._limit} s")

    @staticmethod
    def _checked(answer):
        """The answer, if it is about the position."""
        if "error" in answer and answer.get("field") not in POSITION:
            raise EngineRefused(f"the teacher said {answer['error']!r} of {answer.get('field')!r}")
        return answer

    def _read(self):
        """Bring every answer to the thread that waits for it, until there are no more or one is for nobody."""
        failure = "the teacher has ended"
        try:
            with open(self._process.stdout.fileno(), "rb", closefd=False) as lines:
                for line in lines:
                    self._bring(line)
        except (ValueError, KeyError, TypeError):
            self.kill()
            failure = f"the teacher said {line[:200]!r}, which answers no question"
        with self._asking:
            left, self._answers = self._answers, None
        for waiting in left.values():
            waiting.set_exception(EngineCrashed(f"{failure}; its last words: {self.last_words()!r}"))

    def _bring(self, line):
        """Bring an answer to the thread that waits for it. One to a question that it could not read has no `id`."""
        answer = json.loads(line)
        if "warning" not in answer:
            with self._asking:
                waiting = self._answers.pop(answer["id"])
            waiting.set_result(answer)

    def close(self):
        """End it, and then its reader."""
        self.kill()
        self._reader.join()
        super().close()


def label(answer):
    """What is written down of an answer: see the README of this folder."""
    policy, root = answer["policy"], answer["rootInfo"]
    return {
        "policy": {str(move): round(1000 * share) or 1 for move, share in enumerate(policy) if share >= LEAST_SHARE},
        "win": round(root["winrate"], 4),
        "lead": round(root["scoreLead"], 2),
        "owner": [round(100 * owner) for owner in answer["ownership"]],
    }
