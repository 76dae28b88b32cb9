"""Tests of clock.py, with times worked out by hand."""

import argparse
import unittest

from match.clock import Clock, TimeControl


class Clocks(unittest.TestCase):
    """`spend` and what `time_left` then says."""

    def check(self, text, *steps, knows_kgs=False):
        """Every step: seconds of a move, whether it was in time, time_left after it."""
        clock = Clock(TimeControl.parse(text), knows_kgs)
        for seconds, in_time, left in steps:
            self.assertEqual(clock.spend(seconds), in_time, (text, seconds))
            if in_time:
                self.assertEqual(clock.time_left(), left)
        return clock

    def test_absolute(self):
        steps = (2.5, True, "7 0"), (7.25, True, "0 0"), (0.25, True, "0 0"), (0.01, False, "")
        clock = self.check("absolute:10", *steps)
        self.assertAlmostEqual(clock.tightest, -0.01)

    def test_byoyomi(self):
        steps = (3.0, True, "2 0"), (2.5, True, "1 3"), (1.0, True, "1 3"), (1.5, True, "1 2"), (0.9, True, "1 2")
        clock = self.check("byoyomi:5,1,3", *steps, (2.0, True, "1 1"), (1.01, False, ""), knows_kgs=True)
        self.assertAlmostEqual(clock.tightest, -0.01)

    def test_byoyomi_of_several_periods_in_one_move(self):
        self.check("byoyomi:0,1,5", (3.5, True, "1 2"), (2.5, False, ""), knows_kgs=True)

    def test_byoyomi_without_the_kgs_command(self):
        self.check("byoyomi:5,1,3", (4.0, True, "1 0"), (1.5, True, "1 1"), (1.5, True, "1 1"))

    def test_canadian(self):
        steps = (1.0, True, "2 4"), (1.0, True, "1 3"), (0.2, True, "0 2"), (0.2, True, "0 1"), (0.5, True, "3 5")
        self.check("canadian:0,3,5", *steps, (3.1, False, ""))

    def test_canadian_after_main_time(self):
        self.check("canadian:2,3,2", (1.5, True, "0 0"), (1.5, True, "2 1"), (2.0, True, "3 2"), (3.0, True, "0 1"))

    def test_fractional_settings_keep_fractions(self):
        self.check("canadian:0,0.5,2", (0.126, True, "0.37 1"))

    def test_settings_commands(self):
        for text, plain, kgs in (
            ("absolute:10", "time_settings 10 0 0", "time_settings 10 0 0"),
            ("canadian:60,30,5", "time_settings 60 30 5", "time_settings 60 30 5"),
            ("byoyomi:60,30,5", "time_settings 60 30 1", "kgs-time_settings byoyomi 60 30 5"),
        ):
            control = TimeControl.parse(text)
            self.assertEqual((control.settings_command(False), control.settings_command(True)), (plain, kgs))
            self.assertEqual(str(control), text)

    def test_no_time_control(self):
        for texts, told in (
            (("", "absolute", "absolute:", "canadian:5,3", "canadian:5,3,x", "fast:3"), "is no time control"),
            (("absolute:-1", "absolute:inf", "absolute:nan", "byoyomi:0,0,1", "byoyomi:5,1,0"), "leaves no time for a move"),
        ):
            for text in texts:
                with self.subTest(text=text), self.assertRaisesRegex(argparse.ArgumentTypeError, f"^'{text}' {told}$"):
                    TimeControl.parse(text)
