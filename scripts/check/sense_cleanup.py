"""Does an engine keep what was agreed while it takes the dead stones off? The referee plays on against it."""

from sgfmill import common, sgf

from check.finished_game import add_variation
from check.sense_dead import dead_stones
from gtp_engine import EngineRefused
from match.game import REFEREE_SECONDS, canonical_vertex

# Moves after which the board is counted as it stands.
LONGEST_CLEANUP = 150


def judge_cleanup(question, live):
    """How each color with dead enemies fares, and an SGF with what was played if points were lost."""
    dead = dead_stones(question, live, question.engine)
    board = question.board()
    cleanups = {color: clean_up(question, live, color, dead)
                for color in "bw" if any(board.get(*point) not in (color, None) for point in dead)}
    gains = {color: gain for color, (_, gain) in cleanups.items()}
    lost = any(gain < 0 for gain in gains.values())
    record = {
        "game": question.record["game"],
        "verdict": "points lost" if lost else "kept" if gains else "nothing dead",
        "gains": gains,
        "sgf": f"{question.record['game']:04}.sgf" if lost else None,
    }
    return record, cleanup_sgf(question, cleanups) if lost else None


def clean_up(question, live, color, dead):
    """The engine cleans up for `color`, the referee resists: the moves, and what `color` has more in the end than agreed.

    In the end all stones on the board count.
    """
    board, moves = question.board(), []
    settled = board.copy()
    settled.apply_setup([], [], dead)
    with (
        question.ask(live, question.seeded(question.engine)) as engine,
        question.ask(live, question.seeded(question.referee)) as referee,
    ):
        sides = [(color, engine, referee, "kgs-genmove_cleanup"), (common.opponent_of(color), referee, engine, "genmove")]
        while len(moves) < LONGEST_CLEANUP and [vertex for _, vertex in moves[-2:]] != ["pass", "pass"]:
            side, mover, waiting, command = sides[len(moves) % 2]
            text = mover.send(f"{command} {side}", REFEREE_SECONDS)
            vertex = "pass" if text.lower() == "resign" else canonical_vertex(text, question.size)
            if vertex is None:
                raise EngineRefused(f"it answered {text[:80]!r} to '{command}', which is no move")
            waiting.send(f"play {side} {vertex}", REFEREE_SECONDS)
            if vertex != "pass":
                board.play(*common.move_from_vertex(vertex, question.size), side)
            moves.append((side, vertex))
    gain = board.area_score() - settled.area_score()
    return moves, gain if color == "b" else -gain


def cleanup_sgf(question, cleanups):
    """The game with every cleanup as a variation at its end."""
    game = sgf.Sgf_game.from_bytes(question.game.serialise())
    end = game.get_last_node()
    for color, (moves, gain) in cleanups.items():
        add_variation(end, moves, question.size, f"{color.upper()} cleaned up and has {gain:+} points")
    return game.serialise()
