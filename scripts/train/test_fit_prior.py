"""Tests of the fit of the prior."""

import contextlib
import io
import json
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import numpy as np
from scipy.sparse import csr_matrix

from train.fit_prior import SIGNS, STEP, Positions, Prior, fit, is_named, main, read

ROOT = pathlib.Path(__file__).parent.parent.parent
TENGEN = ROOT / "target/release/tengen"


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

    def test_features_have_names_and_surroundings_drawings(self):
        self.assertTrue(all(map(is_named, ["ko", "capture-1", "own-4", "vital-own"])))
        self.assertFalse(any(map(is_named, ["sX...o..O", "d.O..OX..XOX.", "o....O...OX...XOX...."])))

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


class TestFiles(unittest.TestCase):
    def test_other_features_are_refused_before_the_fit(self):
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()) as said:
            here, other = (pathlib.Path(folder) / name for name in ("here.features", "other.features"))
            for file, names in ((here, ["ko"]), (other, ["own-4"])):
                file.write_text(json.dumps({"names": names, "positions": 0, "moves": 0, "noted": 0}) + "\n")
            for words, sentence in (
                (["--test", other], f"{other} has other features."),
                (["--test", f"{folder}/none"], f"{folder}/none cannot be read: No such file or directory."),
                (["--test", here], "the games are too few: some are to learn from, and one in twenty is held out."),
            ):
                with mock.patch("sys.argv", ["fit_prior.py", *map(str, words), str(here)]):
                    self.assertEqual(main(), 2)
                self.assertEqual(said.getvalue().splitlines()[-1], f"fit_prior.py: {sentence}")


@unittest.skipUnless(TENGEN.exists(), "wants target/release/tengen: cargo build --release")
class TestProgram(unittest.TestCase):
    MOVES = "E5 E3 C4 G4 F3 F4 G5 F2 H4 D3 C3 D4 D5 C2 B2 H5 H6 J4 H3 B3".split()

    def asked(self):
        """What the program answers to `tengen-prior` before each move: the shares in percent, the greatest first."""
        colors = "bw" * len(self.MOVES)
        commands = ["boardsize 9"]
        for color, move in zip(colors, self.MOVES):
            commands += [f"tengen-prior {color}", f"play {color} {move}"]
        told = subprocess.run([TENGEN, "gtp", "--lead", "rave"], input="\n".join([*commands, "quit"]), check=True, capture_output=True,
                              text=True).stdout  # fmt: skip
        answers = [answer[2:].split() for answer in told.split("\n\n") if len(answer.split()) > 3]
        return [[float(share) for share in answer[1::2]] for answer in answers]

    def test_the_program_thinks_what_was_fitted(self):
        lines = [line.split(" ") for line in (ROOT / "patterns/moves.prior").read_text().splitlines()]

        def factors(column):
            codes = [line[column] for line in lines if len(line) > column]
            return np.array([[(ord(symbol) - ord("P")) * STEP for symbol in code] for code in codes])

        prior = Prior(np.array([float(line[1]) for line in lines]), factors(2), factors(3))
        with tempfile.TemporaryDirectory() as folder:
            labels, features = (pathlib.Path(folder) / name for name in ("game.jsonl", "moves.features"))
            label = {"policy": {"10": 1000}}
            game = {"game": 1, "komi": 7.5, "moves": self.MOVES, "positions": [label] * len(self.MOVES)}
            labels.write_text(json.dumps(game) + "\n")
            subprocess.run([TENGEN, "features", labels, "--least", "1", "--out", features], check=True, capture_output=True)
            names, _, positions = read(features)
        places = {name: place for place, name in enumerate(names)}
        known = [place for place, line in enumerate(lines) if line[0] in places]
        rows = positions.with_features([places[lines[place][0]] for place in known])
        prior = Prior(prior.weights[known], prior.factors[known], prior.scenes)
        self.assertTrue(all(is_named(names[place]) for place in range(len(prior.scenes))))
        logs, _ = rows.log_policy(prior)
        fitted = [100 * np.sort(np.exp(policy))[::-1] for policy in np.split(logs, rows.starts[1:])]
        asked = self.asked()
        self.assertEqual([len(shares) for shares in fitted], [len(shares) for shares in asked])
        for wanted, shares in zip(fitted, asked):
            np.testing.assert_allclose(shares, wanted, atol=0.06)


if __name__ == "__main__":
    unittest.main()
