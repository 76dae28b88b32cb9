"""KaTrain's own engine class drives `tengen analysis`: a new game, the analysis of a whole game, pondering, the end of a
query, a region.

    python tests/front_ends/katrain_client.py TENGEN [ARGUMENT...]

Wants the package katrain 1.20.0, but no screen: nothing of its window is loaded.
"""

import os
import shlex
import sys
import tempfile
import time

# KaTrain keeps its settings there; the folder goes with this process.
home = tempfile.TemporaryDirectory(prefix="katrain-")
os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_CONSOLELOG="1", HOME=home.name)

from katrain.core.constants import OUTPUT_ERROR  # noqa: E402
from katrain.core.engine import KataGoEngine  # noqa: E402
from katrain.core.game_node import GameNode  # noqa: E402
from pysgf import Move  # noqa: E402


class Program:
    """What the engine class sees of KaTrain."""

    def __init__(self):
        self.errors = []

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))

    def __call__(self, *message, **_):
        self.errors.append(str(message))


def until(what, condition):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


def line_of(names, size=9):
    """The nodes of a game with these moves."""
    nodes = [GameNode(properties={"SZ": size, "KM": 7.5, "RU": "chinese"})]
    for turn, name in enumerate(names):
        nodes.append(nodes[-1].play(Move.from_gtp(name, player="BW"[turn % 2])))
    return nodes


def whole_game(engine):
    nodes = line_of(["E5", "E3", "G4", "C4", "C6", "pass", "G6"])
    for node in nodes:
        node.analyze(engine, analyze_fast=True)
    until("the analysis of a game", lambda: all(node.analysis_complete for node in nodes))
    for node in nodes:
        assert 0 <= node.winrate <= 1 and node.score is not None
        assert len(node.policy) == 82 and len(node.ownership) == 81
        assert node.candidate_moves and node.candidate_moves[0]["pv"]
    assert nodes[1].points_lost is not None
    until("silence", engine.is_idle)


def pondering(engine):
    [node] = line_of([])
    node.analyze(engine, ponder=True)
    until("a report", lambda: node.analysis_exists and node.root_visits > 100)
    assert not node.analysis_complete, "it ponders until it is told to stop"
    before = node.root_visits
    until("another report", lambda: node.root_visits > before)
    engine.stop_pondering()
    until("the end of pondering", engine.is_idle)
    assert node.analysis_complete


def ending(engine):
    [node] = line_of([])
    node.analyze(engine, visits=10_000_000, time_limit=False)
    until("a report", lambda: node.analysis_exists)
    engine.terminate_queries(only_for_node=node)
    [other] = line_of([])
    other.analyze(engine, visits=10)
    until("the next answer", lambda: other.analysis_complete)
    assert not node.analysis_complete, "its last answer is thrown away"


def new_game(engine):
    for node in line_of(["E5", "C3"]):
        node.analyze(engine, visits=1_000_000, time_limit=False)
    time.sleep(0.1)
    engine.on_new_game()
    [node] = line_of([])
    node.analyze(engine, visits=10)
    until("the first answer of the new game", lambda: node.analysis_complete)


def region(engine):
    [node] = line_of([])
    node.analyze(engine, visits=50, region_of_interest=[0, 2, 0, 2])
    until("the analysis of a region", lambda: len(node.analysis["moves"]) > 0 and engine.is_idle())
    for name in node.analysis["moves"]:
        assert name == "pass" or (name[0] in "ABC" and name[1] in "123"), name
    node.analyze(engine, visits=50, find_alternatives=True)
    until("other moves", engine.is_idle)


def large_board(engine, program):
    assert not program.errors, program.errors
    [node] = line_of([], size=19)
    node.analyze(engine, visits=10)
    until("a refusal", lambda: program.errors)
    assert "too large" in program.errors.pop() and not program.errors
    assert engine.check_alive()


def main(command):
    program = Program()
    settings = {
        "backend": "custom",
        "altcommand": shlex.join(command),
        "max_visits": 100,
        "fast_visits": 25,
        "max_time": 8.0,
        "wide_root_noise": 0.04,
        "_enable_ownership": True,
        "allow_recovery": True,
    }
    engine = KataGoEngine(program, settings)
    try:
        for test in (whole_game, pondering, ending, new_game, region):
            test(engine)
            print(test.__name__.replace("_", " "), "passed", flush=True)
        large_board(engine, program)
    finally:
        engine.shutdown(finish=None)
    print("all passed")


if __name__ == "__main__":
    main(sys.argv[1:])
