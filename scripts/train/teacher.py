"""A strong program as a teacher: KataGo's analysis engine as a child process, asked for one position at a time.

The protocol is that of KataGo's docs/Analysis_Engine.md; win rates and owners must be told for the side to move
(`reportAnalysisWinratesAs = SIDETOMOVE`).
"""

import json
import shlex
import subprocess

SIZE = 9
POINTS = SIZE * SIZE
PASS = POINTS

# The rules of our tree: area, positional superko, no suicide, every stone on the board is alive.
RULES = {"ko": "POSITIONAL", "scoring": "AREA", "tax": "NONE", "suicide": False, "hasButton": False,
         "whiteHandicapBonus": "0", "friendlyPassOk": False}

COLUMNS = "ABCDEFGHJ"

# Shares of a policy below this are not written down.
LEAST_SHARE = 0.0005


def vertex(number):
    """The name of a move: points row by row from A9, then the pass."""
    return "pass" if number == PASS else f"{COLUMNS[number % SIZE]}{SIZE - number // SIZE}"


class Teacher:
    """The child process. Questions are answered in any order: `ask` with a key, and `next` has the key of an answer."""

    def __init__(self, command):
        self._process = subprocess.Popen(shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                         stderr=subprocess.DEVNULL, text=True)
        self.waiting = 0

    def ask(self, key, stones, moves, komi, visits=1):
        """Ask for the position after `moves`; `stones` and `moves` are pairs of a color (B, W) and a vertex."""
        question = {"id": str(key), "initialStones": stones, "moves": moves, "komi": komi, "rules": RULES,
                    "boardXSize": SIZE, "boardYSize": SIZE, "includePolicy": True, "includeOwnership": True,
                    "maxVisits": visits}
        if stones:
            question["initialPlayer"] = "W"
        self._process.stdin.write(json.dumps(question) + "\n")
        self._process.stdin.flush()
        self.waiting += 1

    def next(self):
        """The key and the answer that comes next; the answer has `error` if the position can't be."""
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("the teacher has ended")
        answer = json.loads(line)
        if "warning" in answer:
            return self.next()
        self.waiting -= 1
        return answer["id"], answer

    def close(self):
        self._process.kill()
        self._process.wait()


def label(answer):
    """What is written down of an answer: see the README of this folder."""
    policy, root = answer["policy"], answer["rootInfo"]
    told = {
        "policy": {str(move): round(1000 * share) or 1 for move, share in enumerate(policy) if share >= LEAST_SHARE},
        "win": round(root["winrate"], 4),
        "lead": round(root["scoreLead"], 2),
        "owner": [round(100 * owner) for owner in answer["ownership"]],
    }
    if root["visits"] > 1:
        # The graph's visits of a move are shared by all that lead to its position: those of the edge are its own.
        told["visits"] = {info["move"]: info["edgeVisits"] for info in answer["moveInfos"]}
    return told
