"""The planes are those of the program: both sides are compared with tests/network/planes.jsonl."""

import json
import pathlib
import unittest

import numpy as np

from train.planes import KOMI_PLANE, KOMI_UNIT, Game, planes_of

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "tests/network/planes.jsonl"


def rows_of(planes):
    """The points of each plane as hexadecimal digits, the upper left point in the highest bit; that of komi aside."""
    bits = planes.reshape(len(planes), -1).astype(int)
    return [f"{int(''.join(map(str, bits[plane])), 2):021x}" for plane in range(len(planes)) if plane != KOMI_PLANE]


class Planes(unittest.TestCase):
    def test_planes_are_those_of_the_program(self):
        lines = EXAMPLES.read_text().splitlines()
        self.assertGreaterEqual(len(lines), 100)
        for line in lines:
            example = json.loads(line)
            game = Game(example["komi"])
            for turn, number in enumerate(example["moves"]):
                game.play("bw"[turn % 2], None if number == 81 else divmod(number, 9))
            color = "bw"[len(example["moves"]) % 2]
            gain = np.array([game.komi if color == "w" else -game.komi])
            [planes] = planes_of(game.codes(color), gain)
            self.assertTrue((planes[KOMI_PLANE] == np.float32(gain[0] / KOMI_UNIT)).all())
            self.assertEqual(rows_of(planes), example["planes"])


if __name__ == "__main__":
    unittest.main()
