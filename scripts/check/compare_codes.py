#!/usr/bin/env python3
"""Do two engines agree what can be captured? Asks `attack` and `defend` of both on chains of many positions.

    scripts/check/compare_codes.py --problems tests/problems/captures.txt --positions 300 --out disagreements.txt

Codes are GNU Go's: 0 fails, 1 succeeds, 2 succeeds in a ko that the mover takes first, 3 in a ko for which the mover
needs the first threat. `defend` is asked of chains that either engine attacks. `?` is a question that Tengen's nodes left
open: it counts neither as agreement nor against it.
"""

import argparse
import collections
import pathlib
import random
import sys
import tempfile

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from sgfmill import common, sgf
    from tqdm import tqdm

    from arguments import Refused, at_least, exit_code
    from files import check_folder_of, problem_lines
    from gtp_engine import EngineFailure, EngineRefused, GtpEngine

MOST_LIBERTIES = 4
# Seconds for one answer.
LIMIT = 120
UNKNOWN = "?"


def read_pictures(path):
    """The positions of a file of problems, each once, as lists of rows from the top."""
    pictures = [picture.split("/") for picture in dict.fromkeys(line.split()[0] for line in problem_lines(path))]
    for rows in pictures:
        if any(len(row) != len(rows) or not set(row) <= set(".XO") for row in rows):
            raise Refused(f"{path} is no file of problems: {'/'.join(rows)[:200]!r} is no position.")
    return pictures


def point(column, row, size):
    """A point as sgfmill has it; rows count from the top here."""
    return size - 1 - row, column


def chains(rows):
    """The chains of a position: color, a stone, number of liberties."""
    size, seen, found = len(rows), set(), []
    for start in ((x, y) for y in range(size) for x in range(size) if rows[y][x] != "."):
        if start in seen:
            continue
        color, stack, liberties = rows[start[1]][start[0]], [start], set()
        seen.add(start)
        while stack:
            x, y = stack.pop()
            for u, v in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if not (0 <= u < size and 0 <= v < size):
                    continue
                if rows[v][u] == ".":
                    liberties.add((u, v))
                elif rows[v][u] == color and (u, v) not in seen:
                    seen.add((u, v))
                    stack.append((u, v))
        found.append((color, start, len(liberties)))
    return found


def record(rows):
    """The position as SGF, Black to play."""
    size = len(rows)
    game = sgf.Sgf_game(size)
    black, white = ([point(x, y, size) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == mark] for mark in "XO")
    game.get_root().set_setup_stones(black, white)
    game.get_root().set("PL", "b")
    return game.serialise()


def code(engine, question):
    """The code that an engine answers, and its move if there is one."""
    try:
        words = engine.send(question, LIMIT).split()
    except EngineRefused as refusal:
        if "unknown: not decided" not in str(refusal):
            raise
        return UNKNOWN, ""
    return words[0], words[1] if len(words) > 1 else ""


def arguments():
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--problems", type=pathlib.Path, required=True, metavar="FILE", help="its positions are used")
    parser.add_argument("--positions", type=at_least(1), default=300, metavar="N", help="so many of them, drawn; default: %(default)s")
    parser.add_argument("--chains", type=at_least(1), default=4, metavar="N", help="of each, drawn; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the draws; default: %(default)s")
    parser.add_argument("--tengen", default="target/release/tengen gtp", metavar="CMD", help="command of Tengen; default: %(default)s")
    parser.add_argument("--gnugo", default="gnugo --mode gtp", metavar="CMD", help="command of GNU Go; default: %(default)s")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="the disagreements, a line each")
    return parser.parse_args()


def main():
    """Exit code 0: done; 2: refused, or an engine failed; 130: stopped by Ctrl-C."""
    return exit_code(compare, arguments(), also=EngineFailure)


def compare(options):
    """Ask both engines, and print a table for each command."""
    check_folder_of(options.out)
    draw = random.Random(options.seed)
    pictures = read_pictures(options.problems)
    pictures = draw.sample(pictures, min(options.positions, len(pictures)))
    counts = {command: collections.Counter() for command in ("attack", "defend")}
    differences = []
    with (
        GtpEngine(options.tengen) as ours,
        GtpEngine(options.gnugo) as theirs,
        tempfile.TemporaryDirectory() as folder,
    ):
        path = pathlib.Path(folder) / "position.sgf"
        for rows in tqdm(pictures, disable=not sys.stderr.isatty()):
            path.write_bytes(record(rows))
            for engine in (ours, theirs):
                engine.send(f"loadsgf {path}", LIMIT)
            weak = [chain for chain in chains(rows) if chain[2] <= MOST_LIBERTIES]
            for _, (x, y), liberties in draw.sample(weak, min(options.chains, len(weak))):
                vertex = common.format_vertex(point(x, y, len(rows)))
                for command in ("attack", "defend"):
                    mine, my_move = code(ours, f"{command} {vertex}")
                    other, move = code(theirs, f"{command} {vertex}")
                    counts[command][mine, other] += 1
                    if mine != other:
                        differences.append(
                            f"{'/'.join(rows)} {command} {vertex} ours {mine} {my_move or '-'} "
                            f"theirs {other} {move or '-'} liberties {liberties}"
                        )
                    if command == "attack" and mine in ("0", UNKNOWN) and other == "0":
                        break
    for command, table in counts.items():
        unknown = sum(count for (mine, _), count in table.items() if mine == UNKNOWN)
        decided = sum(table.values()) - unknown
        same = sum(count for (mine, other), count in table.items() if mine == other)
        print(f"{command}: {same} of {decided} alike, {unknown} more unknown")
        print("\n| Tengen | GNU Go 0 | 1 | 2 | 3 |\n|---|---|---|---|---|")
        for mine in ("0", "1", "2", "3", UNKNOWN):
            cells = " | ".join(str(table[mine, other]) for other in "0123")
            print(f"| {mine} | {cells} |")
        print()
    if options.out:
        options.out.write_text("".join(f"{line}\n" for line in differences))


if __name__ == "__main__":
    sys.exit(main())
