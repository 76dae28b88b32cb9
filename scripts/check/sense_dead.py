"""Does an engine call the same stones dead as the referee does?"""

from sgfmill import common, sgf

from gtp_engine import EngineRefused
from match.game import REFEREE_SECONDS, canonical_vertex


def judge_dead(question, live):
    """Whether both lists of dead stones are the same, and an SGF with marks if not."""
    engine, referee = (dead_stones(question, live, it) for it in (question.engine, question.referee))
    record = {
        "game": question.record["game"],
        "verdict": "same" if engine == referee else "different",
        "engine": in_order(engine),
        "referee": in_order(referee),
        "sgf": f"{question.record['game']:04}.sgf" if engine != referee else None,
    }
    return record, dead_sgf(question, engine, referee) if engine != referee else None


def dead_stones(question, live, command):
    """The points that a program calls dead, as (row, column)."""
    with question.ask(live, question.seeded(command)) as program:
        words = program.send("final_status_list dead", REFEREE_SECONDS).split()
    vertices = [canonical_vertex(word, question.size) for word in words]
    if None in vertices or "pass" in vertices:
        raise EngineRefused(f"it answered {' '.join(words)[:80]!r} to 'final_status_list dead'")
    return {common.move_from_vertex(vertex, question.size) for vertex in vertices}


def in_order(points):
    """Points as vertices in a fixed order."""
    return [common.format_vertex(point) for point in sorted(points)]


def dead_sgf(question, engine, referee):
    """The game; in its last node a cross is dead for both, a triangle for the engine, a square for the referee."""
    game = sgf.Sgf_game.from_bytes(question.game.serialise())
    end = game.get_last_node()
    for name, marked in (("MA", engine & referee), ("TR", engine - referee), ("SQ", referee - engine)):
        if marked:
            end.set(name, marked)
    end.add_comment_text(diagram(question, engine, referee))
    return game.serialise()


def diagram(question, engine, referee):
    """The last position twice, first as the engine sees it, then as the referee does; dead stones are small letters."""
    board = question.board()

    def cell(point, dead):
        text = {"b": "X", "w": "O", None: "."}[board.get(*point)]
        return text.lower() if point in dead else text

    rows = ["engine".ljust(2 * question.size + 3) + "referee"]
    for row in reversed(range(question.size)):
        halves = (" ".join(cell((row, column), dead) for column in range(question.size)) for dead in (engine, referee))
        rows.append("    ".join(halves))
    return "\n".join(rows)
