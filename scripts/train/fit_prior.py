#!/usr/bin/env python3
"""Fits the weights of the prior to a teacher's policy.

usage: fit_prior.py [--decay D] [--keep N] [--every N] [--passes N] [--test FEATURES] [--out FILE] FEATURES

FEATURES is what `tengen features` writes of labelled games. The weights are those of a conditional logit model: a move's odds
are the exponential of the sum of its features' weights, and the teacher's policy shall be likely. Of the surroundings those
stay that say most, by their weight and how often they are seen, and the weights of all that stays are fitted again. A
twentieth of the games is held out; of it the program tells the cross-entropy, and how often the teacher's first choice is the
likeliest move or one of the five likeliest. FILE is for patterns/moves.prior.
"""

import argparse
import json
import pathlib
import sys
import time

import numpy as np
from scipy.sparse import csr_matrix

# One game of so many is held out, as in data.py.
HELD_OUT = 20
# Positions of a batch, and the length of the first steps.
BATCH = 512
RATE = 0.02


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("features", metavar="FEATURES")
    parser.add_argument("--decay", type=float, default=5.0, metavar="D", help="pull of the weights to zero")
    parser.add_argument("--keep", type=int, default=30000, metavar="N", help="features that stay")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="take one game of N")
    parser.add_argument("--passes", type=int, default=6, metavar="N")
    parser.add_argument("--test", metavar="FEATURES", help="features of the same names from other games, only to be told of")
    parser.add_argument("--out", metavar="FILE")
    args = parser.parse_args()
    names, games, positions = read(args.features)
    test = games % HELD_OUT == 0
    train = ~test & (games % args.every == args.every - 1)
    print(f"{len(names)} features; {train.sum()} positions to learn from, {test.sum()} held out", flush=True)
    learned, held_out = positions.of(train), positions.of(test)
    del positions  # several gigabytes
    weights = fit(learned, args.decay, args.passes)
    say("held out, with all features", held_out, weights)
    kept = np.sort(telling(names, learned, weights)[: args.keep])
    learned, held_out = learned.with_features(kept), held_out.with_features(kept)
    weights = np.round(fit(learned, args.decay, args.passes), 2)
    print(f"{len(kept)} features stay")
    say("learned from", learned, weights)
    say("held out", held_out, weights)
    if args.out:
        pathlib.Path(args.out).write_text("".join(f"{names[i]} {weight:.2f}\n" for i, weight in zip(kept, weights)))
    if args.test:
        tested, _, others = read(args.test)
        if tested != names:
            sys.exit(f"{args.test} has other features.")
        say(args.test, others.with_features(kept), weights)


def telling(names, positions, weights):
    """The numbers of the features: those with a name, then surroundings, what says most of the positions first."""
    seen = np.asarray(positions.rows.sum(0)).ravel()
    named = np.array([is_named(name) for name in names])
    return np.argsort(-np.where(named, np.inf, np.abs(weights) * np.sqrt(seen)), kind="stable")


def is_named(name):
    """Drawings of surroundings are a letter and symbols."""
    return not set(name[1:]) <= set(".XYZOPQ#opq")


class Positions:
    """The moves of positions, one after another: their features as rows, the teacher's shares, where each position begins."""

    def __init__(self, rows, shares, starts):
        self.rows, self.shares, self.starts = rows, shares, starts
        self.lengths = np.diff(np.append(starts, len(shares)))
        totals = np.add.reduceat(shares, starts)
        # Where the teacher passes there is little to learn.
        self.trust = totals / 1000.0
        self.wanted = shares / 1000.0

    def some(self, numbers):
        """Those with these numbers, in their order."""
        lengths = self.lengths[numbers]
        ends = np.cumsum(lengths)
        moves = np.arange(ends[-1]) + np.repeat(self.starts[numbers] - ends + lengths, lengths)
        return Positions(self.rows[moves], self.shares[moves], ends - lengths)

    def of(self, chosen):
        """Those that are chosen."""
        return self.some(np.flatnonzero(chosen))

    def with_features(self, numbers):
        """The same with these features alone, in their order."""
        return Positions(self.rows[:, numbers], self.shares, self.starts)

    def log_policy(self, weights):
        sums = self.rows @ weights.astype(np.float32)
        sums -= np.repeat(np.maximum.reduceat(sums, self.starts), self.lengths)
        totals = np.add.reduceat(np.exp(sums), self.starts)
        return sums - np.repeat(np.log(totals), self.lengths)


def read(path):
    """The names of the features, the number of each position's game, and the positions."""
    with open(path, "rb") as file:
        header = json.loads(file.readline())
        count, moves, noted = header["positions"], header["moves"], header["noted"]
        games = np.fromfile(file, "<u4", count)
        plays = np.fromfile(file, "u1", count)
        shares = np.fromfile(file, "<u2", moves).astype(np.float32)
        counts = np.fromfile(file, "u1", moves)
        columns = np.fromfile(file, "<u2", noted).astype(np.int32)
    rows = np.append(0, np.cumsum(counts, dtype=np.int64))
    matrix = csr_matrix((np.ones(noted, np.float32), columns, rows), shape=(moves, len(header["names"])))
    starts = np.append(0, np.cumsum(plays, dtype=np.int64))[:-1]
    used = plays > 1
    positions = Positions(matrix, shares, starts[plays > 0])
    return header["names"], games[used], positions.of(plays[plays > 0] > 1)


def fit(positions, decay, passes):
    """The weights that make the teacher's policy likeliest, by Adam over batches; steps get shorter to the end."""
    rng = np.random.default_rng(1)
    count = len(positions.starts)
    batches = max(1, count // BATCH)
    weights, mean, square = np.zeros((3, positions.rows.shape[1]))
    step, steps = 0, passes * batches
    started = time.monotonic()
    for turn in range(passes):
        total = 0.0
        for chosen in np.array_split(rng.permutation(count), batches):
            batch = positions.some(np.sort(chosen))
            logs = batch.log_policy(weights)
            wrong = np.exp(logs) * np.repeat(batch.trust, batch.lengths) - batch.wanted
            total -= float(batch.wanted @ logs)
            gradient = (wrong.astype(np.float32) @ batch.rows + decay * len(chosen) / count * weights) / len(chosen)
            step += 1
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient * gradient - square)
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            weights -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
        print(f"pass {turn + 1}: {total / count:.4f}, {time.monotonic() - started:.0f} s", flush=True)
    return weights


def say(what, positions, weights):
    logs = positions.log_policy(weights)
    entropy = -float(positions.wanted @ logs) / positions.trust.sum()
    best = np.maximum.reduceat(positions.shares, positions.starts)
    is_best = positions.shares == np.repeat(best, positions.lengths)
    # The rank of the (first) best move: how many moves are likelier.
    first = np.flatnonzero(is_best)
    numbers = np.repeat(np.arange(len(positions.starts)), positions.lengths)
    first = first[np.unique(numbers[first], return_index=True)[1]]
    likelier = logs > np.repeat(logs[first], positions.lengths)
    ranks = np.add.reduceat(likelier.astype(np.int32), positions.starts)
    print(f"{what}: {len(ranks)} positions, cross-entropy {entropy:.3f}, "
          f"the teacher's first choice first in {np.mean(ranks < 1):.1%}, in the first five {np.mean(ranks < 5):.1%}", flush=True)  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
