"""Tests of openings.py."""

import argparse
import unittest

from match import openings
from arguments import Refused


class Openings(unittest.TestCase):
    """Where openings come from, random ones, and which positions count as different."""

    def test_sources(self):
        parse = openings.OpeningSource.parse
        self.assertEqual((parse("random:4").moves, parse("engine:6").kind, parse("random").path), (4, "engine", "random"))
        for text in ("random:0", "random:31", "engine:", "engine:x", "engine:-1"):
            with self.assertRaisesRegex(argparse.ArgumentTypeError, f"^'{text}': an opening has 1 to 30 moves$"):
                parse(text)

    def test_random_openings(self):
        found = openings.random_openings(4, 200, 9, seed=1)
        self.assertEqual(len(found), 200)
        self.assertEqual(len({openings.position_key(opening, 9) for opening in found}), 200)
        for opening in found:
            self.assertEqual(len(set(opening)), 4)
            for vertex in opening:
                self.assertTrue(vertex[0] in "BCDEFGH" and vertex[1] in "2345678", vertex)

    def test_the_seed_decides(self):
        make = openings.random_openings
        self.assertEqual(make(4, 10, 9, seed=1), make(4, 10, 9, seed=1))
        self.assertNotEqual(make(4, 10, 9, seed=1), make(4, 10, 9, seed=2))
        # A longer match of the same seed begins with the openings of the shorter one.
        self.assertEqual(make(4, 20, 9, seed=1)[:10], make(4, 10, 9, seed=1))

    def test_few_positions_give_few_openings(self):
        self.assertEqual(len(openings.random_openings(1, 50, 5, seed=1)), 3)  # center, side and corner of 3x3

    def test_too_many_moves(self):
        with self.assertRaises(Refused):
            openings.random_openings(10, 1, 5, seed=1)

    def test_symmetric_positions_are_the_same(self):
        key = openings.position_key
        same = ["C3 D5", "G3 F5", "C7 D5", "G7 F5", "C3 E4", "G3 E4", "C7 E6", "G7 E6"]
        self.assertEqual(len({key(tuple(text.split()), 9) for text in same}), 1)
        self.assertNotEqual(key(("C3", "D5"), 9), key(("D5", "C3"), 9))  # colors count
        self.assertEqual(key(("C3", "D5", "G7"), 9), key(("G7", "D5", "C3"), 9))  # order does not

    def test_captures_are_no_opening(self):
        self.assertIsNone(openings.position_key(("A2", "A1", "B1"), 9))
        self.assertIsNone(openings.position_key(("A2", "E5", "B1", "A1"), 9))  # suicide
        self.assertIsNone(openings.position_key(("E5", "E5"), 9))
        self.assertIsNone(openings.position_key((), 9))
