#!/usr/bin/env python3
"""Asks an analysis engine about every position of whole games; how many positions a second it answers.

    scripts/check/analysis_speed.py --games FOLDER_OR_SGF... -- target/release/tengen analysis --threads 2
    scripts/check/analysis_speed.py --games 4 -- katago analysis -config analysis.cfg -model b6c96.bin.gz

Any command that speaks KataGo's protocol gets the same questions. Without records (--games N) the games are random:
N of them, the same ones every time. The clock runs from the first question, asked when a first answer has shown that the
engine is ready, to the last answer.
"""

import argparse
import contextlib
import json
import random
import subprocess
import sys
import threading
import time
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from sgfmill import common, sgf

    from arguments import Refused, at_least, exit_code
    from files import sgf_files
    from gtp_engine import started

SIZE = 9


class Failed(Exception):
    """The engine did not answer; the text is the sentence for the user."""


def random_game(seed, length):
    """Moves on different points that cannot capture: no two of them are neighbors."""
    chooser = random.Random(seed)
    points = [(x, y) for x in range(SIZE) for y in range(SIZE)]
    chooser.shuffle(points)
    chosen = []
    for x, y in points:
        if all(abs(x - a) + abs(y - b) > 1 for a, b in chosen):
            chosen.append((x, y))
    return [["BW"[turn % 2], common.format_vertex((y, x))] for turn, (x, y) in enumerate(chosen[:length])]


def recorded_game(file):
    """The moves of the main line of a 9x9 record."""
    try:
        record = sgf.Sgf_game.from_bytes(Path(file).read_bytes())
        moves = [node.get_move() for node in record.get_main_sequence()]
    except (OSError, ValueError) as error:
        raise Refused(f"{file} cannot be read: {getattr(error, 'strerror', error)}.") from None
    if record.get_size() != SIZE:
        raise Refused(f"{file} is no record of a game on {SIZE}x{SIZE}.")
    return [[color.upper(), common.format_vertex(point)] for color, point in moves if color]


def games_of(words):
    """The games that the command line names."""
    if len(words) == 1 and words[0].isdigit():
        return [random_game(seed, 24) for seed in range(int(words[0]))]
    files = []
    for word in words:
        path = Path(word)
        files += sorted(sgf_files(path)) if path.is_dir() else [path]
    return [recorded_game(file) for file in files]


def question(name, moves, visits):
    """A query about every position of a game."""
    return {
        "id": name,
        "moves": moves,
        "rules": "tromp-taylor",
        "komi": 7.5,
        "boardXSize": SIZE,
        "boardYSize": SIZE,
        "analyzeTurns": list(range(len(moves) + 1)),
        "maxVisits": visits,
    }


def measure(command, games, visits):
    """Positions answered, visits of them, and the seconds that took."""
    engine = started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        return ask(engine, games, visits)
    finally:
        engine.kill()
        engine.wait()
        with contextlib.suppress(OSError):
            engine.stdin.close()


def ask(engine, games, visits):
    """The same, of an engine that is running."""

    def send(query):
        with contextlib.suppress(OSError):  # `receive` tells of the end
            engine.stdin.write(json.dumps(query) + "\n")
            engine.stdin.flush()

    def receive():
        """The next answer. Warnings have the name of a question too, and are none."""
        while "warning" in (message := receive_any()):
            pass
        return message

    def receive_any():
        line = engine.stdout.readline()
        if not line:
            raise Failed("the engine has ended.")
        try:
            answer = json.loads(line)
            if not isinstance(answer, dict):
                raise ValueError
        except ValueError:
            raise Failed(f"the engine said {line[:200]!r}, which is no answer.") from None
        if "error" in answer:
            raise Failed(f"the engine refuses: {answer}.")
        return answer

    send(question("ready", [], 1))
    while receive().get("id") != "ready":
        pass
    start = time.monotonic()
    writer = threading.Thread(
        target=lambda: [send(question(str(number), game, visits)) for number, game in enumerate(games)]
    )
    writer.start()
    open_positions = {(str(number), turn) for number, game in enumerate(games) for turn in range(len(game) + 1)}
    positions, all_visits = len(open_positions), 0
    try:
        while open_positions:
            answer = receive()
            if answer.get("isDuringSearch"):
                continue
            try:
                open_positions.remove((answer["id"], answer["turnNumber"]))
                all_visits += answer["rootInfo"]["visits"]
            except KeyError:
                raise Failed(f"the engine said {answer}, which answers no question.") from None
    except BaseException:
        engine.kill()  # so that nobody waits for it to read what is asked
        raise
    finally:
        writer.join()
    seconds = time.monotonic() - start
    engine.stdin.close()
    engine.wait()
    return positions, all_visits, seconds


def main():
    """Exit code 0: done; 1: the engine failed; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", nargs="+", default=["4"], metavar="GAMES",
                        help="records, folders of records, or a number of random games; default: 4")
    parser.add_argument("--visits", type=at_least(1), default=100, metavar="N", help="of every position; default: %(default)s")
    parser.add_argument("command", nargs="+", help="the engine, after --")
    options = parser.parse_args()
    try:
        return exit_code(run, options)
    except Failed as failure:
        print(f"analysis_speed.py: {failure}", file=sys.stderr)
        return 1


def run(options):
    """Ask, and print how fast that was."""
    games = games_of(options.games)
    if not games:
        raise Refused(f"{' '.join(options.games)}: that is no game.")
    positions, visits, seconds = measure(options.command, games, options.visits)
    print(f"{positions} positions, {visits / positions:.0f} visits each, {seconds:.1f} s")
    print(f"{positions / seconds:.2f} positions/s")


if __name__ == "__main__":
    sys.exit(main())
