"""Speaks KataGo's analysis protocol as far as label.py uses it: any legal move is as good as another, and nobody is ahead.

With `--strict` it refuses every question for its rules.
"""

import json
import sys

from sgfmill.boards import Board

SIZE = 9


def placed(question):
    """The board of a question."""
    board = Board(SIZE)
    for color, vertex in question["initialStones"] + question["moves"]:
        if vertex != "pass":
            board.play(*point(vertex), color.lower())
    return board


def point(vertex):
    """Row from below, and column."""
    return int(vertex[1:]) - 1, "ABCDEFGHJ".index(vertex[0])


def is_open(board, row, column, color):
    """Empty, and no suicide."""
    after = board.copy()
    if board.get(row, column) is not None:
        return False
    after.play(row, column, color)
    return after.get(row, column) is not None


def answer(question):
    if "--strict" in sys.argv:
        return {"id": question["id"], "error": "Could not parse rules", "field": "rules"}
    try:
        board = placed(question)
    except ValueError:
        return {"id": question["id"], "error": "Illegal move", "field": "moves"}
    turn = len(question["moves"]) + (question.get("initialPlayer") == "W")
    places = [(row, column) for row in reversed(range(SIZE)) for column in range(SIZE)]
    legal = [is_open(board, *place, "bw"[turn % 2]) for place in places]
    share = 1 / (sum(legal) + 1)
    return {
        "id": question["id"], "policy": [share if is_legal else -1 for is_legal in legal] + [share],
        "ownership": [0.0] * SIZE * SIZE, "rootInfo": {"winrate": 0.5, "scoreLead": 0.25, "visits": 1}, "moveInfos": [],
    }  # fmt: skip


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
