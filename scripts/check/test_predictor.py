"""Tests of predictor.py: what it makes of a course, and how it judges."""

import argparse
import contextlib
import io
import math
import tempfile
import unittest
from unittest import mock

import numpy as np

from arguments import Refused
from check import predictor


def state(course):
    return {"pn": course[-1], "depth": 2 * len(course), "course": course}


class Problems(unittest.TestCase):
    """The files of problems."""

    def test_blank_lines_are_nothing_and_what_a_file_does_not_say_is_not_known(self):
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
            file.write("# chains\n \n..X attack A1\n..X attack A1 captured 4\n..X attack A1 captured 2\n\n..X attack A1 safe 3\n")
            file.flush()
            lines, labels = predictor.read([file.name])
        self.assertEqual((len(lines), labels), (4, [None, False, True, False]))

    def test_too_few_open_chains_are_told(self):
        options, text = argparse.Namespace(tengen="", nodes=[200]), io.StringIO()
        answers = [{"value": "captured"}, {"value": "unknown", "order": 2, "pn": 3, "dn": 4}]
        with (
            mock.patch.object(predictor, "ask", return_value=answers),
            contextlib.redirect_stderr(text), contextlib.redirect_stdout(text),
        ):
            predictor.report(options, "problems.txt", [True, False])
            with self.assertRaisesRegex(Refused, "^1 open chains whose value the files know are too few.$"):
                predictor.pooled(options, "problems.txt", [True, False])
        self.assertEqual(text.getvalue().count(": 1 open chains whose value the files know are too few"), len(predictor.SEARCHES))


class Courses(unittest.TestCase):
    """The values of alpha-beta."""

    def test_values_that_are_missing_have_changed_nothing(self):
        last, course = predictor.iterations([state([8, 4])])
        self.assertEqual(last, [math.log(4), 0.4])
        np.testing.assert_allclose(course, [-math.log(2)] * 3)

    def test_of_many_values_the_last_count(self):
        _, course = predictor.iterations([state([3, 1, 2, 4, 8])])
        np.testing.assert_allclose(course, [math.log(8), math.log(4), math.log(2)])


class Estimates(unittest.TestCase):
    """What is said against what is true."""

    def test_a_chain_is_judged_by_models_of_others(self):
        rows = np.arange(40.0)[:, None]
        values = (np.arange(40) >= 20).astype(float)
        values[-1] = 0
        parts = np.where(np.arange(40) < 39, 0, 1)
        self.assertGreater(predictor.crossed(rows, values, parts)[-1], 0.9)

    def test_who_errs_less_gains(self):
        values = np.array([1.0, 0.0])
        self.assertEqual(predictor.gain(np.array([1.0, 0.0]), np.array([0.5, 0.5]), values), "+0.2500 ± 0.0000")


if __name__ == "__main__":
    unittest.main()
