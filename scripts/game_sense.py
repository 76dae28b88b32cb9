#!/usr/bin/env python3
"""Lets a referee look at the finished games of a match.py directory. See README.md.

    resignations   did the side that resigned really stand lost? The referee plays every such game on
    dead           does an engine's `final_status_list dead` agree with the referee's after two passes?

Stopped at any time, the same command goes on. Exit code 0: done; 1: some games could not be judged or it
was stopped; 2: refused, with one sentence why.
"""

import argparse
import concurrent.futures
import dataclasses
import hashlib
import json
import pathlib
import random
import signal
import sys

try:
    from sgfmill import boards, common, sgf
    from tqdm import tqdm

    from gtp_engine import EngineFailure, EngineRefused, LiveEngines, Stopped, without_directories
    from match import DEFAULT_REFEREE, at_least
    from match_directory import MatchDirectory, Refused, fingerprint
    from match_game import REFEREE_SECONDS, canonical_vertex, parse_score
    from match_stats import wilson
except ModuleNotFoundError as error:
    print(f"game_sense.py needs the Python package {error.name}: pip install -r scripts/requirements.txt", file=sys.stderr)
    sys.exit(2)

# Moves of a continuation after which it is scored as it stands.
LONGEST_CONTINUATION = 300


class SenseDirectory(MatchDirectory):
    """Written and resumed like the directory of a match: what was asked, and one verdict a line."""

    SETTINGS = "sense.json"
    RECORDS = "verdicts.jsonl"
    UNSAID = {}


@dataclasses.dataclass(frozen=True)
class Question:
    """A finished game and how it is judged. `engine` is None for resignations."""

    record: dict
    game: sgf.Sgf_game
    referee: str
    engine: str | None
    replays: int
    seed: int

    @property
    def size(self):
        """Of the board."""
        return self.game.get_size()

    def moves(self):
        """(color, vertex) of the main line."""
        for node in self.game.get_main_sequence():
            color, point = node.get_move()
            if color:
                yield color, "pass" if point is None else common.format_vertex(point)

    def ask(self, live, command):
        """A fresh process that has seen the whole game; use it in a `with` statement."""
        engine = live.start(command)
        lines = [f"boardsize {self.size}", "clear_board", f"komi {self.game.get_komi():g}"]
        try:
            for line in (*lines, *(f"play {color} {vertex}" for color, vertex in self.moves())):
                engine.send(line, REFEREE_SECONDS)
        except BaseException:
            engine.close()
            raise
        return engine

    def seeded(self, command, replay=0):
        """The command with its `{seed}`, which depends on the game and the replay."""
        seed = random.Random(f"{self.seed} {self.record['game']} {replay}").randrange(1, 2**31)
        return command.replace("{seed}", str(seed))


# ---- resignations ----


def judge_resignation(question, live):
    """The verdict on one resignation, and an SGF with the continuations if the resigner may have stood won."""
    loser = {"b": "w", "w": "b"}[question.record["result"][0].lower()]
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
            waiting = {"b": "w", "w": "b"}[to_move]
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
    end.add_comment_text(f"{record['resigner'].upper()} resigned and won {record['replays_won']} of {record['replays']} replays")
    for number, (moves, winner) in enumerate(continuations):
        node = end
        for color, vertex in moves:
            node = node.new_child()
            node.set_move(color, common.move_from_vertex(vertex, question.size))
        if node is not end:
            node.add_comment_text(f"replay {number}: the winner is {winner}")
    return game.serialise()


# ---- dead stones ----


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
    """The game, its last node marked: cross dead for both, triangle for the engine alone, square for the referee alone."""
    game = sgf.Sgf_game.from_bytes(question.game.serialise())
    end = game.get_last_node()
    for name, marked in (("MA", engine & referee), ("TR", engine - referee), ("SQ", referee - engine)):
        if marked:
            end.set(name, marked)
    end.add_comment_text(diagram(question, engine, referee))
    return game.serialise()


def diagram(question, engine, referee):
    """The last position twice, first as the engine sees it, then as the referee does; dead stones are small letters."""
    board = boards.Board(question.size)
    for color, vertex in question.moves():
        if vertex != "pass":
            board.play(*common.move_from_vertex(vertex, question.size), color)

    def cell(point, dead):
        text = {"b": "X", "w": "O", None: "."}[board.get(*point)]
        return text.lower() if point in dead else text

    rows = ["engine".ljust(2 * question.size + 3) + "referee"]
    for row in reversed(range(question.size)):
        halves = (" ".join(cell((row, column), dead) for column in range(question.size)) for dead in (engine, referee))
        rows.append("    ".join(halves))
    return "\n".join(rows)


# ---- all games ----


JUDGES = {"resignations": judge_resignation, "dead": judge_dead}


def concerns(mode, record):
    """Is this game one that the mode looks at?"""
    if mode == "resignations":
        return record["reason"] == "resign"
    return record["reason"] == "score" and not record["too_long"]


def read_questions(options):
    """The games of the match that are looked at, and how many games there are."""
    match = MatchDirectory(options.match)
    match.settings()  # refuses what is no match
    records = match.games()
    chosen = [record for record in records if concerns(options.mode, record)][: options.games]
    engine = getattr(options, "engine", None)
    questions = []
    for record in chosen:
        file = match.path / "sgf" / record["sgf"]
        try:
            game = sgf.Sgf_game.from_bytes(file.read_bytes())
        except (OSError, ValueError) as error:
            raise Refused(f"{file} cannot be read: {error}.") from None
        questions.append(Question(record, game, options.referee, engine, getattr(options, "replays", 1), options.seed))
    return questions, len(records)


def sense_settings(options):
    """What must be the same for the verdicts to belong together."""
    commands = {role: getattr(options, role, None) for role in ("engine", "referee")}
    return {
        "mode": options.mode,
        "match": hashlib.sha256((pathlib.Path(options.match) / "match.json").read_bytes()).hexdigest()[:16],
        "replays": getattr(options, "replays", None),
        "seed": options.seed,
        **{role: command and {"command": without_directories(command), "fingerprint": fingerprint(command)}
           for role, command in commands.items()},
    }


def judge_all(options, live):
    """Judge what has no verdict yet: all verdicts, how many games the match has, how many could not be judged."""
    questions, match_games = read_questions(options)
    directory = SenseDirectory(options.out)
    failed = 0
    with directory.locked():
        verdicts = directory.open(sense_settings(options))
        known = {verdict["game"] for verdict in verdicts}
        missing = [question for question in questions if question.record["game"] not in known]
        judge = JUDGES[options.mode]
        interval = 0.5 if sys.stderr.isatty() else 30
        with (
            tqdm(total=len(questions), initial=len(questions) - len(missing), unit="game", mininterval=interval) as progress,
            concurrent.futures.ThreadPoolExecutor(options.jobs) as workers,
        ):
            futures = {workers.submit(judge, question, live): question for question in missing}
            try:
                for future in concurrent.futures.as_completed(futures):
                    try:
                        verdict, sgf_bytes = future.result()
                    except EngineFailure as failure:
                        failed += 1
                        number = futures[future].record["game"]
                        progress.write(f"game {number}: {failure.kind}: {failure}", file=sys.stderr)
                        continue
                    directory.add(verdict, sgf_bytes)
                    verdicts.append(verdict)
                    progress.set_postfix_str(counts_text(verdicts), refresh=False)
                    progress.update()
            finally:
                live.stop()
    wanted = {question.record["game"] for question in questions}
    return [verdict for verdict in verdicts if verdict["game"] in wanted], match_games, failed


def counts_of(verdicts):
    """How often each verdict was given."""
    names = [verdict["verdict"] for verdict in verdicts]
    return {name: names.count(name) for name in sorted(set(names))}


def counts_text(verdicts):
    """For the progress display."""
    return ", ".join(f"{count} {name}" for name, count in counts_of(verdicts).items())


def result(mode, verdicts, match_games, failed):
    """All numbers."""
    counts = counts_of(verdicts)
    good = counts.get({"resignations": "lost", "dead": "same"}[mode], 0)
    return {
        "mode": mode,
        "match_games": match_games,
        "judged": len(verdicts),
        "verdicts": counts,
        "not_judged": failed,
        "share": round(good / len(verdicts), 4) if verdicts else None,
        "share_95": [round(limit, 4) for limit in wilson(good, len(verdicts))],
        "to_look_at": [verdict["sgf"] for verdict in sorted(verdicts, key=lambda it: it["game"]) if verdict["sgf"]],
    }


def show(numbers):
    """Print the result for people, then as JSON."""
    right = "lost for good" if numbers["mode"] == "resignations" else "same dead stones"
    if numbers["judged"]:
        low, high = numbers["share_95"]
        print(f"{right}: {100 * numbers['share']:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of {numbers['judged']} judged games;"
              f" the match has {numbers['match_games']}")
    print(f"verdicts: {', '.join(f'{count} {name}' for name, count in numbers['verdicts'].items()) or 'none'};"
          f" {numbers['not_judged']} could not be judged")
    if numbers["to_look_at"]:
        print(f"to look at: {' '.join(numbers['to_look_at'])}")
    print(f"result: {json.dumps(numbers)}")


# ---- the command line ----


def parse_arguments(words):
    """The options; argparse itself exits with 2 on a wrong one."""
    common_options = argparse.ArgumentParser(add_help=False)
    common_options.add_argument("match", metavar="MATCH", help="directory that match.py has written")
    common_options.add_argument("--out", required=True, metavar="DIR", help="verdicts; the same command resumes there")
    common_options.add_argument("--referee", default=DEFAULT_REFEREE + " --seed {seed}", metavar="CMD", help="default: %(default)s")
    common_options.add_argument("--games", type=at_least(1), metavar="N", help="only the first N games that qualify")
    common_options.add_argument("--jobs", type=at_least(1), default=1, metavar="N", help="games at the same time")
    common_options.add_argument("--seed", type=int, default=1, metavar="N")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    resignations = modes.add_parser("resignations", parents=[common_options])
    resignations.add_argument("--replays", type=at_least(1), default=1, metavar="N", help="of every game; only for a referee that varies")
    dead = modes.add_parser("dead", parents=[common_options])
    dead.add_argument("--engine", required=True, metavar="CMD")
    return parser.parse_args(words)


def main(words=None):
    """See the exit codes above."""
    options = parse_arguments(words)
    live = LiveEngines()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        numbers = result(options.mode, *judge_all(options, live))
    except Refused as refusal:
        print(f"game_sense.py: {without_directories(str(refusal))}", file=sys.stderr)
        return 2
    except (KeyboardInterrupt, Stopped):
        live.stop()
        print("game_sense.py: stopped; the same command judges the rest", file=sys.stderr)
        return 1
    show(numbers)
    return 1 if numbers["not_judged"] else 0


if __name__ == "__main__":
    sys.exit(main())
