"""Speaks KataGo's analysis protocol as far as label.py uses it: any legal move is as good as another, and nobody is ahead.

With `--strict` it refuses every question for its rules.
"""

import json
import sys

from sgfmill.boards import Board

SIZE = 9


def placed(question):
    """The board of a question, and all positions that have been there."""
    board, seen = Board(SIZE), set()
    for color, vertex in question["initialStones"] + question["moves"]:
        if vertex != "pass":
            board.play(*point(vertex), color.lower())
            seen.add(stones(board))
    return board, seen


def stones(board):
    """What can be compared."""
    return frozenset(board.list_occupied_points())


def point(vertex):
    """Row from below, and column."""
    return int(vertex[1:]) - 1, "ABCDEFGHJ".index(vertex[0])


def is_open(board, seen, row, column, color):
    """Empty, no suicide, and no position again."""
    after = board.copy()
    if board.get(row, column) is not None:
        return False
    after.play(row, column, color)
    return after.get(row, column) is not None and stones(after) not in seen


def answer(question):
    if "--strict" in sys.argv:
        return {"id": question["id"], "error": "Could not parse rules", "field": "rules"}
    try:
        board, seen = placed(question)
    except ValueError:
        return {"id": question["id"], "error": "Illegal move", "field": "moves"}
    turn = len(question["moves"]) + (question.get("initialPlayer") == "W")
    places = [(row, column) for row in reversed(range(SIZE)) for column in range(SIZE)]
    legal = [is_open(board, seen, *place, "bw"[turn % 2]) for place in places]
    share = 1 / (sum(legal) + 1)
    return {
        "id": question["id"], "policy": [share if is_legal else -1 for is_legal in legal] + [share],
        "ownership": [0.0] * SIZE * SIZE, "rootInfo": {"winrate": 0.5, "scoreLead": 0.25},
    }  # fmt: skip


for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
