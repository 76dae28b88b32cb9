#!/usr/bin/env python3
"""Fits the numbers that states of a capture begin with, so that the solver needs few nodes for all problems of some files.

The search is CMA-ES (Hansen: The CMA evolution strategy: a tutorial, 2016): nodes are whole numbers that jump with every change,
so that there is no slope to follow. FILE has the middle of what is searched after each generation; FILE.state goes on where a
command that was stopped has been.

    scripts/train/fit_first_numbers.py --evaluations 6000 --out patterns/captures.numbers
"""

import argparse
import concurrent.futures
import functools
import json
import math
import pathlib
import pickle
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT / "scripts")  # modules are named from scripts/

from requirements import needed

with needed():
    import cma
    import numpy as np

    from arguments import Refused, at_least, exit_code
    from farm import progress
    from files import check_folder_of, text_of, written_whole
    from gtp_engine import output_of

# How far the first generation looks, in the units of the file: numbers of an order, of what is counted, tolerances.
ORDER_STEP, COUNTED_STEP, TOLERANCE_STEPS = 24, 2, (8, 1)


class Numbers:
    """A file of first numbers: comments, and rows of a name with four numbers."""

    def __init__(self, text):
        lines = text.splitlines()
        self.comments = [line for line in lines if line.startswith("#")]
        rows = [line.split() for line in lines if line.strip() and not line.startswith("#")]
        try:
            self.names = [name for name, *_ in rows]
            self.values = np.array([[int(number) for number in row] for _, *row in rows], float).reshape(len(rows), 4)
        except ValueError as error:
            raise Refused(f"The file to begin with has no rows of four numbers: {error}.") from None

    def steps(self):
        """How far to look, for each number."""
        counts = [TOLERANCE_STEPS * 2 if name == "tolerance" else [ORDER_STEP if "-of-" in name else COUNTED_STEP] * 4 for name in self.names]
        return np.array(counts, float)

    def moved(self, by):
        """The text of the file with other numbers: so many steps from these, the tolerance not below 0."""
        values = np.rint(self.values + self.steps() * np.reshape(by, self.values.shape)).astype(int)
        rows = [
            f"{name:<10}" + "".join(f"{max(number, 0) if name == 'tolerance' else number:10}" for number in row)
            for name, row in zip(self.names, values)
        ]
        return "".join(f"{line}\n" for line in [*self.comments, *rows])


def nodes(options, text):
    """What the solver needs with these numbers; what it leaves open counts twice."""
    with tempfile.NamedTemporaryFile("w", suffix=".numbers") as file:
        file.write(text)
        file.flush()
        asked = ["--first-numbers", file.name, "--order", str(options.order), "--nodes", str(options.nodes), "--json"]
        told = [output_of(options.tengen, "solve", "--problems", problems, *asked) for problems in options.problems]
    found = [json.loads(line) for lines in told for line in lines.splitlines()]
    return sum(answer["nodes"] * (2 if answer["value"] == "unknown" else 1) for answer in found)


def run(options):
    """Fit, and write the file after each generation."""
    check_folder_of(options.out)
    state = options.out.with_name(options.out.name + ".state")
    asked = {name: getattr(options, name) for name in ("problems", "nodes", "order", "start", "generation", "seed")}
    if state.exists():
        try:
            known, first, search = pickle.loads(state.read_bytes())
        except (ValueError, TypeError, EOFError, AttributeError, ImportError, IndexError, pickle.UnpicklingError):  # another cma, too
            raise Refused(f"{state} is not the state of a fit.") from None
        if different := [f"--{name}" for name in asked if asked[name] != known[name]]:
            raise Refused(f"{state} is of a fit with other options (different: {', '.join(different)}).")
    else:
        first = Numbers(text_of(options.start))
        search = cma.CMAEvolutionStrategy(np.zeros(first.values.size), 1.0, {"seed": options.seed, "verbose": -9, "popsize": options.generation})
    need = functools.partial(nodes, options)
    with (
        concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
        progress(options.evaluations, search.countevals, "evaluation") as bar,
    ):
        while search.countevals < options.evaluations:
            points = search.ask()
            costs = list(pool.map(need, map(first.moved, points)))
            search.tell(points, [math.log(cost) for cost in costs])
            text = first.moved(search.mean)
            for path, content in ((options.out, text.encode()), (state, pickle.dumps((asked, first, search)))):
                with written_whole(path) as part:
                    part.write_bytes(content)
            bar.set_postfix_str(f"{min(costs)} to {max(costs)} nodes", refresh=False)
            bar.update(len(points))
    print(f"{need(first.moved(np.zeros(first.values.size)))} nodes at first, {need(text_of(options.out))} now")


def main():
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--problems", nargs="+", default=[str(ROOT / "tests/problems/captures.txt")], metavar="FILE",
                        help="default: tests/problems/captures.txt")
    parser.add_argument("--nodes", type=at_least(1), default=20000, metavar="N", help="states to enter at most; default: %(default)s")
    parser.add_argument("--order", type=at_least(1), default=3, metavar="L", help="of threats; default: %(default)s")
    parser.add_argument("--start", type=pathlib.Path, default=ROOT / "patterns/captures.numbers", metavar="FILE",
                        help="numbers to begin with; default: patterns/captures.numbers")
    parser.add_argument("--evaluations", type=at_least(1), default=6000, metavar="N", help="default: %(default)s")
    parser.add_argument("--generation", type=at_least(2), default=16, metavar="N", help="evaluations of a generation; default: %(default)s")
    parser.add_argument("--seed", type=at_least(1), default=1, metavar="N", help="default: %(default)s")
    parser.add_argument("--jobs", type=at_least(1), default=1, metavar="N", help="evaluations side by side; default: %(default)s")
    parser.add_argument("--tengen", default=str(ROOT / "target/release/tengen"), metavar="PROGRAM", help="default: target/release/tengen")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="the numbers that were found")
    return exit_code(run, parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
