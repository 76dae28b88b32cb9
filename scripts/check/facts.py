#!/usr/bin/env python3
"""Would a lead choose better if it knew what the solver proves?

Reads what `examples/facts.rs` wrote of labelled positions. A model has the lead's own policy and, for each kind of fact, a
weight and one for every stone of the chain beyond the first (up to five); it is fitted to the teacher's policy on every
other position and measured on the rest. The same is done with the network's win rate and the stones that are captured.

    scripts/check/facts.py facts.jsonl
"""

import argparse
import json
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import numpy as np

    from arguments import Refused, exit_code
    from check import logistic
    from files import text_of

# As in examples/facts.rs.
FACTS = [
    "liberty of an enemy chain that is lost",
    "move that captures it",
    "enemy chain captured by a ladder",
    "by threats of a higher order",
    "another move that captures",
    "move that does not",
    "own chain saved",
    "move that does not save it",
    "own chain is lost: a try",
    "liberty of an own chain that is safe",
    "atari on an enemy chain that is safe",
    "liberty of one with more",
]
MOST_STONES = 5
# Pulls the weights to 0: half the square of each, times this, for all positions together.
RIDGE = 1.0


class Plays:
    """The plays of all positions: features, the teacher's share, and the number of the position."""

    def __init__(self, records):
        rows, shares, self.position = [], [], []
        for number, record in enumerate(records):
            total = sum(share for _, share, _ in record["plays"])
            if total == 0:
                continue
            for policy, share, facts in record["plays"]:
                row = np.zeros(1 + 2 * len(FACTS))
                row[0] = np.log(policy + 1e-6)
                for kind, stones in facts:
                    row[1 + 2 * kind] = 1
                    row[2 + 2 * kind] = max(row[2 + 2 * kind], min(stones, MOST_STONES) - 1)
                rows.append(row)
                shares.append(share / total)
                self.position.append(number)
        self.rows, self.shares, self.position = np.array(rows), np.array(shares), np.array(self.position)
        self.count = len(records)

    def sums(self, of):
        """The sum of a column, which has a number for each play, over the plays of each position."""
        return np.bincount(self.position, of, self.count)

    def chances(self, weights):
        """How likely each play is, by the weights of the features; those of a position add up to 1."""
        sums = self.rows @ weights
        most = np.full(self.count, -np.inf)
        np.maximum.at(most, self.position, sums)
        odds = np.exp(sums - most[self.position])
        return odds / self.sums(odds)[self.position]

    def measure(self, weights, which):
        """Cross entropy in nats, and how often the teacher's first choice is the model's."""
        chances = self.chances(weights)
        used = which[self.position]
        entropy = -(self.shares * np.log(chances + 1e-12))[used].sum() / which.sum()
        first = [np.full(self.count, -1.0) for _ in range(2)]
        for best, of in zip(first, (chances, self.shares)):
            np.maximum.at(best, self.position, of)
        same = (chances == first[0][self.position]) & (self.shares == first[1][self.position])
        return entropy, (self.sums(same) > 0)[which].mean()

    def fit(self, features, which):
        """Weights of these features, by Newton's method."""
        weights = np.zeros(self.rows.shape[1])
        weights[0] = 1
        used = which[self.position]
        rows = self.rows[:, features]
        for _ in range(15):
            chances = self.chances(weights) * used
            slope = rows.T @ (chances - self.shares * used) + RIDGE * weights[features] * (np.arange(len(features)) > 0)
            means = np.stack([self.sums(chances * column) for column in rows.T])
            bend = (rows * chances[:, None]).T @ rows - means @ means.T + RIDGE * np.eye(len(features))
            weights[features] -= np.linalg.solve(bend, slope)
        return weights


def logit(chance):
    """The inverse of the logistic function, finite for 0 and 1 too."""
    chance = np.clip(chance, 1e-4, 1 - 1e-4)
    return np.log(chance / (1 - chance))


def win_rates(records, known, rest):
    """Mean square error of the win rate, by the network and with the stones; the weights of these."""
    value, win = (np.array([record[key] for record in records], float) for key in ("value", "win"))
    stones = np.array([record["stones"] for record in records], float)
    plain = np.column_stack([np.ones(len(win)), logit(value)])
    for name, rows in (("network", plain), ("with stones", np.hstack([plain, stones]))):
        weights = logistic.fit(rows[known], win[known], np.full(rows.shape[1], 1e-6))
        error = np.sqrt(np.mean((logistic.chance(weights, rows) - win)[rest] ** 2))
        print(f"win rate, {name}: root of the mean square error {error:.4f}, weights {weights.round(2).tolist()}")


def main():
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", metavar="FILE", help="what examples/facts.rs wrote")
    file = parser.parse_args().file
    return exit_code(lambda: show(read(file)))


def read(path):
    """What examples/facts.rs wrote of each position."""
    try:
        records = [json.loads(line) for line in text_of(path).splitlines()]
        if any(not {"plays", "value", "win", "stones"} <= record.keys() for record in records):
            raise ValueError
    except (ValueError, AttributeError):
        raise Refused(f"{path} does not hold what examples/facts.rs writes.") from None
    if len(records) < 2:
        raise Refused(f"{path} has too few positions.")
    return records


def show(records):
    """Fit and measure, and print what came of it."""
    plays = Plays(records)
    has_plays = plays.sums(plays.shares) > 0
    known = np.arange(len(records)) % 2 == 0
    fitted, rest = known & has_plays, ~known & has_plays
    everything = np.arange(plays.rows.shape[1])
    print(f"{fitted.sum()} positions to fit, {rest.sum()} to measure")
    for name, features in (("policy", everything[:1]), ("with facts", everything)):
        weights = plays.fit(features, fitted)
        entropy, first = plays.measure(weights, rest)
        print(f"{name}: cross entropy {entropy:.4f}, first choice {100 * first:.1f} %")
    print("| fact | plays | weight | a stone more | teacher | lead |\n|---|---|---|---|---|---|")
    for kind, name in enumerate(FACTS):
        there = plays.rows[:, 1 + 2 * kind] > 0
        if there.any():
            teacher, lead = plays.shares[there].mean(), np.exp(plays.rows[there, 0]).mean()
            one, more = weights[1 + 2 * kind : 3 + 2 * kind]
            print(f"| {name} | {there.sum()} | {one:+.2f} | {more:+.2f} | {100 * teacher:.1f} % | {100 * lead:.1f} % |")
    win_rates(records, known, ~known)


if __name__ == "__main__":
    sys.exit(main())
