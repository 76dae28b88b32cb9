#!/usr/bin/env python3
"""Fits the weights of the prior's features to judged positions.

usage: fit_prior.py [--engine COMMAND] [--folds N] [--decay D] POSITIONS

POSITIONS has one JSON object a line with `moves`, `to_move`, `candidates` ([move, visits, …] of a
search) and `policy` ([move, share]). The wanted policy is the mean of the shares of the
visits and of that policy. A conditional logit model is fitted by Newton steps; what it is worth is
told by cross-validation: the share of positions whose best move is the likeliest by the fitted
policy, or one of the five likeliest. Prints one line `name weight` for each feature, to be copied
into src/search/lead/rave/feature.rs.
"""

import argparse
import pathlib
import sys

import numpy as np

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from check.judged_positions import LIMIT, read_positions, set_up
from gtp_engine import GtpEngine

# Where positions say little of a feature its weight stays near this; 0 if nothing is said here.
EXPECTED = {
    "capture-1": 1.0, "capture-2": 2.0, "capture-3": 3.0, "capture-last": 0.5, "capture-frees": 1.0,
    "save-1": 0.5, "save-2": 1.5, "save-3": 2.5, "save-last": 1.0, "save-fails": -2.0,
    "ladder-1": 0.5, "ladder-2": 1.0, "ladder-3": 1.5, "net": 1.0,
    "escape-1": 0.5, "escape-2": 1.0, "escape-3": 1.5,
    "self-atari-1": -1.5, "self-atari-2": -2.0, "self-atari-4": -3.0,
    "snapback": 1.0, "nakade": 0.5, "vital-enemy": 3.5, "vital-own": 3.5, "settles-eye": 0.5,
    "false-eye": -0.5, "safe-own": -3.0, "safe-enemy": -3.0,
}  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("positions", metavar="POSITIONS")
    parser.add_argument("--engine", default="target/release/tengen --threads 1", metavar="COMMAND")
    parser.add_argument("--folds", type=int, default=5, metavar="N")
    parser.add_argument("--decay", type=float, default=1.0, metavar="D", help="pull of the weights to what is expected")
    args = parser.parse_args()
    positions, names = read_features(args.positions, args.engine)
    expected = np.array([EXPECTED.get(name, 0.0) for name in names])
    first = five = loss = 0.0
    for fold in range(args.folds):
        weights = fit(others(positions, fold, args.folds), expected, args.decay)
        for features, wanted in positions[fold :: args.folds]:
            policy = softmax(features @ weights)
            rank = np.argsort(-policy).tolist().index(int(np.argmax(wanted)))
            first += rank == 0
            five += rank < 5
            loss -= float(wanted @ np.log(policy))
    count = len(positions)
    print(f"# {count} positions, {args.folds} folds: best move first {first / count:.1%}, "
          f"in the first five {five / count:.1%}, cross-entropy {loss / count:.3f}")
    for name, weight in zip(names, fit(positions, expected, args.decay)):
        print(f"{name} {weight:.2f}")


def others(positions, fold, folds):
    return [position for i, position in enumerate(positions) if i % folds != fold]


def read_features(path, command):
    """A pair (features, wanted policy) for each position, and the names of the features."""
    positions = []
    with GtpEngine(command) as engine:
        names = engine.send("tengen-features", LIMIT).split()
        numbers = {name: i for i, name in enumerate(names)}
        engine.send("boardsize 9", LIMIT)
        for position in read_positions(path):
            set_up(engine, position)
            answer = engine.send(f"tengen-features {position['to_move']}", LIMIT)
            rows = [row.split() for row in answer.splitlines()]
            wanted = wanted_policy(position, [row[0] for row in rows])
            if wanted is None:
                continue
            features = np.zeros((len(rows), len(names)))
            for i, row in enumerate(rows):
                for name in row[1:]:
                    features[i, numbers[name]] += 1
            positions.append((features, wanted))
    return positions, names


def wanted_policy(position, moves):
    """The mean of the shares of visits and of the policy, over these moves; None if there is none."""
    index = {move: i for i, move in enumerate(moves)}
    policy = np.zeros(len(moves))
    for shares in ([c[:2] for c in position["candidates"]], position["policy"]):
        known = [(index[move], share) for move, share in shares if move in index]
        total = sum(share for _, share in known)
        for i, share in known:
            policy[i] += share / total / 2 if total else 0
    return policy / policy.sum() if policy.sum() > 0 else None


def softmax(sums):
    policy = np.exp(sums - sums.max())
    return policy / policy.sum()


def fit(positions, expected, decay):
    """The weights that make the wanted policy likeliest, by Newton's method."""
    weights = expected.copy()
    for _ in range(12):
        gradient = decay * (expected - weights)
        curvature = decay * np.eye(len(weights))
        for features, wanted in positions:
            policy = softmax(features @ weights)
            gradient += features.T @ (wanted - policy)
            mean = policy @ features
            curvature += (features.T * policy) @ features - np.outer(mean, mean)
        step = np.linalg.solve(curvature, gradient)
        weights += step * min(1.0, 3.0 / np.abs(step).max())
        if np.abs(step).max() < 1e-4:
            break
    return weights


if __name__ == "__main__":
    main()
