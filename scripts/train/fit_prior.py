#!/usr/bin/env python3
"""Fits the weights of the prior to a teacher's policy.

usage: fit_prior.py [--decay D] [--keep N] [--every N] [--passes N] [--test FEATURES] [--out FILE] FEATURES

FEATURES is what `tengen features` writes of labelled games. The weights are those of a conditional logit model: a move's odds
are the exponential of the sum of its features' weights, and the teacher's policy shall be likely. Of the surroundings those
stay that say most, by their weight and how often they are seen. All that stays is fitted again, with latent factors that
tell what features are worth together: those of a move, and those that any move of the position has (patterns/README.md has the
formula). A twentieth of the games is held out; of it the program tells the cross-entropy, and how often the teacher's first
choice is the likeliest move or one of the five likeliest. FILE is for patterns/moves.prior.

Source: Wistuba, Schmidt-Thieme: Move prediction in Go, modelling feature interactions using latent factors, KI 2013, for the
idea.
"""

import argparse
import contextlib
import json
import pathlib
import re
import sys
import time

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import numpy as np
    from scipy.sparse import csr_matrix

    from arguments import Refused, at_least, exit_code, finite
    from files import check_folder_of, written_whole

# One game of so many is held out, as in data.py.
HELD_OUT = 20
# Positions of a batch, and the length of the first steps.
BATCH = 512
RATE = 0.01
# What the square of each latent factor counts: for a move, or against it.
SIGNS = np.repeat(np.float32([1, -1]), [12, 4])
# Factors are kept in so many steps.
STEP, STEPS = 1 / 32, 94


def main():
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("features", metavar="FEATURES", help="what `tengen features` writes")
    parser.add_argument("--decay", type=finite, default=5.0, metavar="D", help="pull of the weights to zero; default: %(default)s")
    parser.add_argument("--keep", type=at_least(1), default=30000, metavar="N", help="features that stay; default: %(default)s")
    parser.add_argument("--every", type=at_least(1), default=1, metavar="N", help="take one game of N; default: %(default)s")
    parser.add_argument("--passes", type=at_least(1), default=6, metavar="N",
                        help="over all positions, of each of two fits; default: %(default)s")
    parser.add_argument("--test", metavar="FEATURES", help="features of the same names from other games, only to be told of")
    parser.add_argument("--out", type=pathlib.Path, metavar="FILE", help="the fitted prior")
    args = parser.parse_args()
    return exit_code(run, args)


def run(args):
    """Fit, and tell how good that is."""
    check_folder_of(args.out)
    names, games, positions = read(args.features)
    if args.test:
        with opened(args.test) as (header, _):
            if header["names"] != names:
                raise Refused(f"{args.test} has other features.")
    test = games % HELD_OUT == 0
    train = ~test & (games % args.every == args.every - 1)
    if not (train.any() and test.any()):
        raise Refused("the games are too few: some are to learn from, and one in twenty is held out.")
    print(f"{len(names)} features; {train.sum()} positions to learn from, {test.sum()} held out", flush=True)
    learned, held_out = positions.of(train), positions.of(test)
    del positions  # several gigabytes
    prior = fit(Prior.alone(len(names)), learned, args.decay, args.passes)
    say("held out, with all features", held_out, prior)
    kept = np.sort(telling(names, learned, prior.weights)[: args.keep])
    learned, held_out = learned.with_features(kept), held_out.with_features(kept)
    named = sum(is_named(names[i]) for i in kept)
    prior = fit(Prior.together(prior.weights[kept], named), learned, args.decay, args.passes)
    say("held out, as fitted", held_out, prior)
    prior = prior.rounded()
    print(f"{len(kept)} features stay")
    say("held out", held_out, prior)
    if args.out:
        with written_whole(args.out) as part:
            part.write_text(prior.text([names[i] for i in kept]))
    if args.test:
        _, _, others = read(args.test)
        say(args.test, others.with_features(kept), prior)


def telling(names, positions, weights):
    """The numbers of the features: those with a name, then surroundings, what says most of the positions first."""
    seen = np.asarray(positions.rows.sum(0)).ravel()
    named = np.array([is_named(name) for name in names])
    return np.argsort(-np.where(named, np.inf, np.abs(weights) * np.sqrt(seen)), kind="stable")


def is_named(name):
    """Has the feature a name? Drawings of surroundings, which have none, are a letter and 8, 12 or 20 symbols."""
    return not re.fullmatch(r"[sSdDo][.XYZOPQ#opq]{8,20}", name)


class Prior:
    """What features say of moves.

    `weights` are those of the features, `factors` the latent factors of each, and `scenes` those that count for all moves of a
    position in which any move has the feature: of the features with a name, which come first. Without factors features count
    alone.
    """

    def __init__(self, weights, factors, scenes):
        self.weights, self.factors, self.scenes = weights, factors, scenes

    @classmethod
    def alone(cls, features):
        """A prior that knows nothing, of weights only."""
        return cls(np.zeros(features), np.zeros((features, 0)), np.zeros((0, 0)))

    @classmethod
    def together(cls, weights, named):
        """One that begins with these weights, of features of which so many have a name, and with small factors."""
        rng = np.random.default_rng(2)
        factors, scenes = (rng.normal(0, 0.02, (count, len(SIGNS))) for count in (len(weights), named))
        return cls(weights.copy(), factors, scenes)

    def parts(self):
        """All that is fitted, in the order of `Positions.gradients`."""
        return [self.weights, self.factors, self.scenes]

    def rounded(self):
        """The same as a file holds it."""
        def steps(factors):
            return np.clip(np.round(factors / STEP), -(STEPS // 2), (STEPS - 1) // 2) * STEP

        return Prior(np.round(self.weights, 2), steps(self.factors), steps(self.scenes))

    def text(self, names):
        """The lines of a file; factors are characters from `!` to `~`."""
        def code(factors):
            return "".join(chr(ord("!") + STEPS // 2 + round(factor / STEP)) for factor in factors)

        lines = [f"{name} {weight:.2f} {code(factors)}" for name, weight, factors in zip(names, self.weights, self.factors)]
        lines[: len(self.scenes)] = [f"{line} {code(factors)}" for line, factors in zip(lines, self.scenes)]
        return "".join(f"{line}\n" for line in lines)


class Positions:
    """The moves of positions, one after another: their features as the rows of a sparse matrix (moves × features), the teacher's
    shares of them in thousandths, and the number of each position's first move."""

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
        moves = np.arange(lengths.sum()) + np.repeat(self.starts[numbers] - ends + lengths, lengths)
        return Positions(self.rows[moves], self.shares[moves], ends - lengths)

    def of(self, chosen):
        """Those that are chosen."""
        return self.some(np.flatnonzero(chosen))

    def with_features(self, numbers):
        """The same with these features alone, in their order."""
        return Positions(self.rows[:, numbers], self.shares, self.starts)

    def scenes(self, named):
        """Which of the first `named` features any move of each position has, as rows."""
        moves = len(self.shares)
        of_position = csr_matrix((np.ones(moves, np.float32), np.arange(moves), np.append(self.starts, moves)))
        scenes = of_position @ self.rows[:, :named]
        scenes.data[:] = 1
        return scenes

    def log_policy(self, prior):
        """The logarithm of each move's share; if there are factors, also `scenes` and the sums of each move's (moves × factors)."""
        odds = self.rows @ prior.weights.astype(np.float32)
        together = None
        if len(prior.scenes):
            scenes = self.scenes(len(prior.scenes))
            shared = scenes @ prior.scenes.astype(np.float32)
            sums = self.rows @ prior.factors.astype(np.float32) + np.repeat(shared, self.lengths, axis=0)
            together = scenes, sums
            odds += (sums * sums) @ (SIGNS / 2)
        odds -= np.repeat(np.maximum.reduceat(odds, self.starts), self.lengths)
        totals = np.add.reduceat(np.exp(odds), self.starts)
        return odds - np.repeat(np.log(totals), self.lengths), together

    def gradients(self, prior):
        """The cross-entropy of the teacher's policy, over all positions, and its gradients by the parts of the prior."""
        logs, together = self.log_policy(prior)
        wrong = (np.exp(logs) * np.repeat(self.trust, self.lengths) - self.wanted).astype(np.float32)
        found = [wrong @ self.rows]
        if together is not None:
            scenes, sums = together
            pulls = wrong[:, None] * sums * SIGNS
            found.append(self.rows.T @ pulls)
            found.append(scenes.T @ np.add.reduceat(pulls, self.starts))
        return -float(self.wanted @ logs), found


@contextlib.contextmanager
def opened(path):
    """The header of a file of features, and the file after it; one that turns out to be none is refused."""
    try:
        with open(path, "rb") as file:
            yield json.loads(file.readline()), file
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    except (ValueError, KeyError, TypeError):
        raise Refused(f"{path} is no file of features.") from None


def read(path):
    """The names of the features, the number of each position's game, and the positions."""
    with opened(path) as (header, file):
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


def fit(prior, positions, decay, passes):
    """The prior that makes the teacher's policy likeliest, by Adam over batches; steps get shorter to the end."""
    rng = np.random.default_rng(1)
    count = len(positions.starts)
    batches = max(1, count // BATCH)
    parts = prior.parts()
    means, squares = ([np.zeros_like(part) for part in parts] for _ in range(2))
    step, steps = 0, passes * batches
    started = time.monotonic()
    for turn in range(passes):
        total = 0.0
        for chosen in np.array_split(rng.permutation(count), batches):
            batch = positions.some(np.sort(chosen))
            loss, gradients = batch.gradients(prior)
            total += loss
            step += 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * step / steps))
            for part, mean, square, gradient in zip(parts, means, squares, gradients):
                gradient = (gradient + decay * len(chosen) / count * part) / len(chosen)
                mean += 0.1 * (gradient - mean)
                square += 0.01 * (gradient * gradient - square)
                part -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-6)
        print(f"pass {turn + 1}: {total / count:.4f}, {time.monotonic() - started:.0f} s", flush=True)
    return prior


def say(what, positions, prior):
    """Print how well the prior tells the teacher's policy on these positions; the cross-entropy is in nats."""
    logs, _ = positions.log_policy(prior)
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
