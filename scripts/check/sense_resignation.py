"""Did the side that resigned stand lost? The referee plays the game on."""

from sgfmill import common, sgf

from check.finished_game import add_variation
from gtp_engine import EngineRefused
from match.game import REFEREE_SECONDS, canonical_vertex, parse_score

# Moves of a continuation after which it is scored as it stands.
LONGEST_CONTINUATION = 300


def judge_resignation(question, live):
    """The verdict on one resignation, and an SGF with the continuations if the resigner may have stood won."""
    loser = common.opponent_of(question.record["result"][0].lower())
    continuations = [continuation(question, live, loser, replay) for replay in range(question.replays)]
    wins = sum(winner == loser for _, winner in continuations)
    verdict = "won" if 2 * wins > question.replays else "doubtful" if wins else "lost"
    record = {
        "game": question.record["game"],
        "verdict": verdict,
        "resigner": loser,
        "moves": question.record["moves"],
        "replays_won": wins,
        "replays": question.replays,
        "sgf": f"{question.record['game']:04}.sgf" if wins else None,
    }
    return record, resignation_sgf(question, continuations, record) if wins else None


def continuation(question, live, to_move, replay):
    """The referee plays both sides to the end: its moves, and the winner as "b", "w" or "draw"."""
    moves = []
    with question.ask(live, question.seeded(question.referee, replay)) as referee:
        while len(moves) < LONGEST_CONTINUATION and [vertex for _, vertex in moves[-2:]] != ["pass", "pass"]:
            vertex = canonical_vertex(text := referee.send(f"genmove {to_move}", REFEREE_SECONDS), question.size)
            waiting = common.opponent_of(to_move)
            if text.lower() == "resign":
                return moves, waiting
            if vertex is None:
                raise EngineRefused(f"it answered {text[:80]!r}, which is no move")
            moves.append((to_move, vertex))
            to_move = waiting
        outcome = parse_score(text := referee.send("final_score", REFEREE_SECONDS))
    if outcome is None:
        raise EngineRefused(f"it scored {text[:80]!r}")
    return moves, outcome.winner


def resignation_sgf(question, continuations, record):
    """The game with every continuation as a variation at its end."""
    game = sgf.Sgf_game.from_bytes(question.game.serialise())
    end = game.get_last_node()
    share = f"{record['replays_won']} of {record['replays']} replays"
    end.add_comment_text(f"{record['resigner'].upper()} resigned and won {share}")
    for number, (moves, winner) in enumerate(continuations):
        add_variation(end, moves, question.size, f"replay {number}: the winner is {winner}")
    return game.serialise()
