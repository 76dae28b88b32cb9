"""Tests of the fit of the prior."""

import contextlib
import io
import unittest

import numpy as np
from scipy.sparse import csr_matrix

from train.fit_prior import SIGNS, STEP, Positions, Prior, fit


def drawn(rng, count, features):
    """Positions at random, each with two to five moves."""
    lengths = rng.integers(2, 6, count)
    rows = csr_matrix(rng.random((lengths.sum(), features)) < 0.3, dtype=np.float32)
    starts = np.append(0, np.cumsum(lengths))[:-1]
    shares = rng.random(lengths.sum()).astype(np.float32)
    shares *= 1000 / np.repeat(np.add.reduceat(shares, starts), lengths)
    return Positions(rows, shares, starts)


class TestFit(unittest.TestCase):
    def test_gradients_are_those_of_the_cross_entropy(self):
        rng = np.random.default_rng(1)
        positions = drawn(rng, 20, 9)
        prior = Prior.together(rng.normal(0, 0.5, 9), 4)
        prior.factors[:] = rng.normal(0, 0.5, prior.factors.shape)
        prior.scenes[:] = rng.normal(0, 0.5, prior.scenes.shape)
        _, gradients = positions.gradients(prior)
        for part, gradient in zip(prior.parts(), gradients):
            self.assertEqual(part.shape, gradient.shape)
            for place in rng.choice(part.size, min(part.size, 20), replace=False):
                losses = []
                for change in (0.01, -0.02):
                    part.flat[place] += change
                    losses.append(positions.gradients(prior)[0])
                part.flat[place] += 0.01
                slope = (losses[0] - losses[1]) / 0.02
                self.assertAlmostEqual(slope, gradient.flat[place], delta=0.01 + 0.01 * abs(slope))

    def test_what_features_are_worth_together_is_learned(self):
        rng = np.random.default_rng(2)
        kinds = np.tile([[0, 0], [0, 1], [1, 0], [1, 1]], (400, 1))
        # The first move of some positions has a third feature.
        marked = np.repeat(rng.random(400) < 0.5, 4)
        rows = csr_matrix(np.column_stack([kinds, marked & np.tile([1, 0, 0, 0], 400)]), dtype=np.float32)
        for name, good in [
            ("of a move: both, or neither", kinds[:, 0] == kinds[:, 1]),
            ("of a position: the second, or if a move is marked, those without", (kinds[:, 1] == 1) != marked),
        ]:
            positions = Positions(rows, np.where(good, 500, 0).astype(np.float32), np.arange(0, len(good), 4))

            def loss(prior, positions=positions):
                """Of a position, after the fit."""
                with contextlib.redirect_stdout(io.StringIO()):
                    prior = fit(prior, positions, 0.0, 400)
                return positions.gradients(prior)[0] / len(positions.starts)

            with self.subTest(name):
                self.assertGreater(loss(Prior.alone(3)), 1.2)
                self.assertLess(loss(Prior.together(np.zeros(3), 3)), np.log(2) + 0.1)

    def test_a_file_holds_rounded_priors(self):
        rng = np.random.default_rng(3)
        prior = Prior(rng.normal(0, 1, 5), rng.normal(0, 1, (5, len(SIGNS))), rng.normal(0, 1, (2, len(SIGNS)))).rounded()
        lines = prior.text(["a", "b", "c", "d", "e"]).splitlines()
        for number, line in enumerate(lines):
            name, weight, *codes = line.split(" ")
            self.assertEqual((name, float(weight)), ("abcde"[number], round(prior.weights[number], 2)))
            wanted = [prior.factors[number], *prior.scenes[number : number + 1]]
            read = [[(ord(symbol) - ord("P")) * STEP for symbol in code] for code in codes]
            self.assertEqual(read, [list(factors) for factors in wanted])


if __name__ == "__main__":
    unittest.main()
