#!/usr/bin/env python3
"""Screens many settings of an engine at once: which of them are better high, which low?

In each match every setting is high on one side and low on the other, in the pattern of a row of an orthogonal array, so that
all games count for all settings. A stopped screening goes on where it was.

Source: R. L. Plackett, J. P. Burman, The design of optimum multifactorial experiments, Biometrika 33, 1946. That B has the
opposite of A's settings is their fold-over: what two settings do together is the same on both sides and cancels out.
"""

import argparse
import dataclasses
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from scipy.linalg import hadamard

    from arguments import at_least, exit_code
    from match import match
    from match.directory import MatchDirectory
    from match.stats import OTHER_ROLE, Tally

HIGH, LOW = 1, -1


@dataclasses.dataclass(frozen=True)
class Setting:
    """A parameter and the two values that are tried."""

    name: str
    values: dict

    @staticmethod
    def parse(text):
        """Argument type: NAME=LOW,HIGH."""
        name, _, values = text.partition("=")
        low, _, high = values.partition(",")
        if not (name and low and high) or "," in high:
            raise argparse.ArgumentTypeError(f"{text} is not NAME=LOW,HIGH")
        return Setting(name, {LOW: low, HIGH: high})


def design(settings):
    """For each match which settings of A are high: rows of HIGH and LOW, of which any two columns agree in one half."""
    size = 1 << settings.bit_length()
    return [[int(level) for level in row[1 : settings + 1]] for row in hadamard(size)]


def command(engine, settings, levels):
    """The engine with its settings high or low."""
    words = (f"--set {setting.name}={setting.values[level]}" for setting, level in zip(settings, levels, strict=True))
    return " ".join([engine, *words])


def seen_from_high(matches, column):
    """The games of all matches, A being the side with the setting of that column high; `matches` are rows and their games."""
    games = []
    for levels, own in matches:
        # The two games of a pair have an even number and the next one; a match may lack games.
        first = games[-1]["game"] // 2 * 2 + 2 if games else 0
        for game in own:
            winner = game["winner"] if levels[column] == HIGH else OTHER_ROLE.get(game["winner"], game["winner"])
            games.append(game | {"game": first + game["game"], "winner": winner})
    return games


def parse_arguments(words):
    """The options of the screening, and those that each match gets as they are."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     epilog="All other options are those of match.py.")
    parser.add_argument("--engine", required=True, metavar="CMD", help="the command that the settings are added to, as `--set NAME=VALUE`")
    parser.add_argument("--set", type=Setting.parse, action="append", required=True, metavar="NAME=LOW,HIGH", dest="settings",
                        help="a parameter and the two values that are tried; given once for each")
    parser.add_argument("--games", type=at_least(2), default=40, metavar="N",
                        help="of each match, of which there is one more than settings, or a few; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the first match, then one more; default: %(default)s")
    parser.add_argument("--out", required=True, type=pathlib.Path, metavar="DIR", help="a folder for each match; the same command goes on there")
    return parser.parse_known_args(words)


def main(words=None):
    """Exit code 0: done; 130: stopped by Ctrl-C between two matches; otherwise that of the match that ended so."""
    return exit_code(run, *parse_arguments(words))


def run(options, others):
    """Play all matches, and print what wins; the exit code."""
    matches = []
    for number, levels in enumerate(design(len(options.settings))):
        directory = options.out / f"{number:02}"
        sides = {"a": levels, "b": [-level for level in levels]}
        programs = [word for side, its in sides.items() for word in (f"--{side}", command(options.engine, options.settings, its))]
        code = match.main([*programs, "--games", str(options.games), "--seed", str(options.seed + number),
                           "--out", str(directory), *others])
        if code:
            return code
        matches.append((levels, MatchDirectory(directory).games()))
    print("\nwith the higher value:")
    for column, setting in enumerate(options.settings):
        tally = Tally(seen_from_high(matches, column), paired=True)
        print(f"{setting.name:24} {setting.values[LOW]} or {setting.values[HIGH]:8} {tally.wins:5} of {tally.scored}, {tally}, Elo {tally.elo_text()}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
