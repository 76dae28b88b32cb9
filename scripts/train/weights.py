#!/usr/bin/env python3
"""From labelled games to the weights that the program reads: turns the games into positions, trains a network and writes its file.

usage: weights.py LABELS … [--without FILE …] [--tengen PROGRAM] --out FILE [--examples FILE] [--origin TEXT] [-- OPTION …]

What follows `--` is for train.py, which has the options of the training. What comes about on the way is in a folder beside FILE,
`moves.parts` for `moves.net`: the positions of each file of labels, and the state of the training. After a stop the same command goes
on with the training; with more labels or more --samples it trains further. Labels that are named twice are shown twice as often.
"""

import argparse
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from arguments import Refused, exit_code
    from files import check_folder_of, locked, make_folder
    from gtp_engine import find_program, output_of
    from train import export, train


def main(words=None):
    """Exit code 0: done; 2: refused; 130: stopped by Ctrl-C."""
    words = sys.argv[1:] if words is None else words
    own = words[:words.index("--")] if "--" in words else words
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0], epilog="What follows -- is for train.py.")
    parser.add_argument("labels", type=pathlib.Path, nargs="+", metavar="LABELS", help="labelled games, one a line")
    parser.add_argument("--without", type=pathlib.Path, action="append", default=[], metavar="FILE",
                        help="positions that measure the network, to be left out")  # fmt: skip
    parser.add_argument("--tengen", default="target/release/tengen", metavar="PROGRAM", help="default: %(default)s")
    export.add_output_options(parser)
    options = parser.parse_args(own)
    return exit_code(make, options, words[len(own) + 1:])


def make(options, training_words):
    """All steps in turn."""
    folder = options.out.with_suffix(".parts")
    positions, state = [folder / f"{path.stem}.bin" for path in options.labels], folder / "network.pt"
    if len(set(positions)) < len(set(options.labels)):
        raise Refused("two files of labels have the same name, and so would their positions.")
    # Read before the first step, which may be a long one.
    training = train.options(["--positions", *map(str, positions), "--out", str(state), *training_words])
    if (training.positions, training.out) != (positions, state):
        raise Refused("the positions and the state of the training have their places: --positions and --out cannot follow --.")
    if find_program(options.tengen) is None:
        raise Refused(f"the program {options.tengen!r} was not found.")
    make_folder(folder)
    check_folder_of(options.out, options.examples)
    with locked(folder):
        for labels, converted in dict(zip(options.labels, positions)).items():
            convert(options, labels, converted)
        train.run(training)
        export.run(state, list(dict.fromkeys(positions)), options)


def convert(options, labels, positions):
    """Have the program turn labelled games into positions."""
    without = [word for path in options.without for word in ("--without", path)]
    print(output_of(options.tengen, "positions", labels, "--out", positions, *without), end="", flush=True)


if __name__ == "__main__":
    sys.exit(main())
