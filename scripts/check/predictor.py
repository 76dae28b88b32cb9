#!/usr/bin/env python3
"""Does the course of a search that is still open tell how it will end?

Zhang and Chen (2007, sections 5.3 and 5.4) see patterns in the proof and disproof number of the root, and in the value of
alpha-beta over its iterations, and leave open whether they predict. Here every chain of the files is searched with an
eighth, a quarter, a half and all of some nodes, by alpha-beta with all, since it tells its values itself. Of the chains that
are open then and whose value the file knows, a logistic model of the numbers, as they are last or as they went, says how
likely a capture is. Each chain is judged by a model that was fitted to the other nine tenths of the chains.

    scripts/check/predictor.py tests/problems/chains.txt --nodes 200 1000
"""

import argparse
import json
import math
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[0] = str(ROOT / "scripts")  # modules are named from scripts/

from requirements import needed

with needed():
    import numpy as np

    from arguments import Refused, at_least, exit_code
    from check import logistic
    from files import problem_lines
    from gtp_engine import output_of

# Threats up to this order are asked for; the files know most chains that far.
ORDER = 3

# Name, options of `tengen solve`, and whether the numbers are a value of alpha-beta.
SEARCHES = [
    ("solver, zone", [], False),
    ("LDFPN, full board", ["--algorithm", "ldfpn", "--generator", "full"], False),
    ("pn, heuristic", ["--algorithm", "pn", "--generator", "heuristic"], False),
    ("df-pn+, crucial", ["--algorithm", "df-pn+", "--generator", "crucial"], False),
    ("alpha-beta, crucial", ["--algorithm", "alpha-beta-table", "--generator", "crucial"], True),
    ("alpha-beta, heuristic", ["--algorithm", "alpha-beta-table", "--generator", "heuristic"], True),
]

# Of alpha-beta's values so many last ones are looked at: at 5,000 nodes there are hardly more.
VALUES = 4

# Pulls the weights to 0: half the square of each, times this.
RIDGE = 1.0

# A model is fitted to all parts of the chains but the one that it judges.
PARTS = 10


def label(words):
    """Is the chain captured by threats up to the order? None if the file does not know."""
    if len(words) < 5:
        return None
    value, order = words[3], int(words[4])
    if value == "captured":
        return order <= ORDER
    return False if order >= ORDER else None


def read(files):
    """The lines of the files, and the label of each."""
    lines = [line for file in files for line in problem_lines(file)]
    try:
        return lines, [label(line.split()) for line in lines]
    except ValueError as error:
        raise Refused(f"The files are not of chains and what is known of them: {error}.") from None


def ask(tengen, problems, options, nodes):
    """What a search finds of each chain."""
    asked = ["--problems", problems, "--order", str(ORDER), "--nodes", str(nodes), *options]
    return [json.loads(line) for line in output_of(tengen, "solve", *asked, "--json").splitlines()]


def numbers(states):
    """The numbers at the end, and how far they were from there before."""
    rows = [[math.log(state["pn"]), math.log(state["dn"]), state.get("order", ORDER)] for state in states]
    return rows[-1], [a - b for row in rows[:-1] for a, b in zip(rows[-1], row)]


def iterations(states):
    """Alpha-beta's value at the end and its depth, which tells how wide the tree is; and how far its values were from there before."""
    state = states[-1]
    values = [math.log(value) for value in state["course"][-VALUES:]]
    # Before the first one nothing has changed.
    values = [values[0]] * (VALUES - len(values)) + values
    return [values[-1], state["depth"] / 10], [values[-1] - value for value in values[:-1]]


def features(courses, is_value):
    """Of each chain what the numbers are at the end, and what the course adds."""
    pairs = [(iterations if is_value else numbers)(states) for states in courses]
    last, course = (np.array(rows, float) for rows in zip(*pairs))
    return last, np.hstack([last, course])


def fit(rows, values):
    """A constant and the weights of a logistic model, which is fitted to inputs of one scale."""
    mean, deviation = rows.mean(0), rows.std(0) + 1e-9
    inputs = np.hstack([np.ones((len(rows), 1)), (rows - mean) / deviation])
    pull = np.full(inputs.shape[1], RIDGE)
    pull[0] = 1e-6
    weights = logistic.fit(inputs, values, pull)
    # Of the inputs as they are.
    scaled = weights[1:] / deviation
    return np.concatenate([[weights[0] - scaled @ mean], scaled])


def chance(weights, rows):
    """What a model with a constant says."""
    return logistic.chance(weights, np.column_stack([np.ones(len(rows)), rows]))


def crossed(rows, values, parts=None):
    """How likely each chain's capture is by the model of the other parts."""
    parts = np.arange(len(values)) % PARTS if parts is None else parts
    said = np.zeros(len(values))
    for part in np.unique(parts):
        seen = parts != part
        said[~seen] = chance(fit(rows[seen], values[seen]), rows[~seen])
    return said


def quality(said, values):
    """Share that is right, mean square error, and how often a captured chain gets more than one that is not."""
    right = np.mean((said > 0.5) == (values > 0.5))
    brier = np.mean((said - values) ** 2)
    above = said[values > 0.5][:, None] - said[values < 0.5][None, :]
    area = np.mean((above > 0) + 0.5 * (above == 0)) if above.size else float("nan")
    return right, brier, area


def gain(said, other, values):
    """How much less the mean square error is than that of another estimate, and the standard error of that."""
    less = (other - values) ** 2 - (said - values) ** 2
    return f"{less.mean():+.4f} ± {less.std() / math.sqrt(len(less)):.4f}"


def calibration(said, values):
    """Of five equal groups from the least likely to the likeliest: said and true share of captures."""
    groups = np.array_split(np.argsort(said, kind="stable"), 5)
    return " · ".join(f"{100 * said[group].mean():.0f}/{100 * values[group].mean():.0f}" for group in groups)


def main():
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+", metavar="FILE", help="chains, and what is known of them")
    parser.add_argument("--nodes", type=at_least(1), nargs="+", default=[200], metavar="N", help="of a search; default: 200")
    parser.add_argument("--fit", action="store_true", help="fit one model to the solver's last numbers after all of these nodes")
    parser.add_argument("--tengen", default=str(ROOT / "target/release/tengen"), metavar="FILE", help="default: %(default)s")
    options = parser.parse_args()
    return exit_code(run, options)


def run(options):
    """Ask, and print what was found."""
    lines, labels = read(options.files)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as problems:
        problems.write("\n".join(lines))
        problems.flush()
        (pooled if options.fit else report)(options, problems.name, labels)


def pooled(options, problems, labels):
    """The model that the program has: `chance` in src/solver/chance.rs."""
    rows, values, parts = [], [], []
    for nodes in options.nodes:
        for i, state in enumerate(ask(options.tengen, problems, [], nodes)):
            if labels[i] is not None and state["value"] == "unknown":
                rows.append([state["order"], math.log(state["pn"]), math.log(state["dn"]), math.log(nodes)])
                values.append(labels[i])
                parts.append(i % PARTS)
    if len(rows) < PARTS:
        raise Refused(f"{len(rows)} open chains whose value the files know are too few.")
    rows, values, parts = np.array(rows), np.array(values, float), np.array(parts)
    said = crossed(rows, values, parts)
    for nodes in options.nodes:
        here = rows[:, 3] == math.log(nodes)
        if here.sum() < PARTS:
            print(f"{nodes} nodes: {here.sum()} open, too few to tell more")
            continue
        right, brier, area = quality(said[here], values[here])
        share = values[here].mean()
        print(
            f"{nodes} nodes: {here.sum()} open, {values[here].sum():.0f} captured; right {100 * right:.1f} %, always the more "
            f"frequent {100 * max(share, 1 - share):.1f} %; Brier {brier:.4f}, base rate {share * (1 - share):.4f}; "
            f"order of pairs {area:.2f}; {calibration(said[here], values[here])}"
        )
    print("constant, order, ln pn, ln dn, ln nodes:", fit(rows, values).round(2).tolist())


def report(options, problems, labels):
    """Print how well the numbers of each search tell the end, in a table."""
    print("| nodes | search | open | captured | rule | right | Brier | less | order of pairs | said/true % by fifths |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for nodes in options.nodes:
        for name, search, is_value in SEARCHES:
            marks = [max(1, nodes // part) for part in ((1,) if is_value else (8, 4, 2, 1))]
            found = [ask(options.tengen, problems, search, mark) for mark in marks]
            # The solver keeps what it learns from question to question: it may know at first what it has lost later.
            is_open = [all(states[i]["value"] == "unknown" for states in found) for i in range(len(labels))]
            chosen = [i for i, known in enumerate(labels) if known is not None and is_open[i]]
            if len(chosen) < PARTS:
                print(f"{nodes} {name}: {len(chosen)} open chains whose value the files know are too few", file=sys.stderr)
                continue
            values = np.array([labels[i] for i in chosen], float)
            last, course = features([[states[i] for states in found] for i in chosen], is_value)
            base = np.full(len(values), values.mean())
            rules = [("base rate", base, None)]
            if not is_value:
                smaller = np.array([found[-1][i]["pn"] < found[-1][i]["dn"] for i in chosen], float)
                rules.append(("smaller number", smaller, base))
            by_last = crossed(last, values)
            rules += [("last numbers", by_last, base), ("course", crossed(course, values), by_last)]
            for rule, said, without in rules:
                right, brier, area = quality(said, values)
                less = "" if without is None else gain(said, without, values)
                print(
                    f"| {nodes} | {name} | {len(values)} | {int(values.sum())} | {rule} | {100 * right:.1f} % "
                    f"| {brier:.4f} | {less} | {area:.2f} | {calibration(said, values)} |"
                )
            print(f"{nodes} {name}: weights of the last numbers {fit(last, values).round(3).tolist()}", file=sys.stderr)
            if is_value:
                courses = [found[-1][i]["course"] for i in chosen]
                growth = np.array([course[-1] - course[0] for course in courses])
                means = f"{growth[values > 0.5].mean():+.1f} where captured, {growth[values < 0.5].mean():+.1f} where not"
                print(f"{nodes} {name}: the value has grown by {means}", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
