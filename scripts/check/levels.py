#!/usr/bin/env python3
"""Plays the levels against each other and against anchors, and puts all of them on one scale.

Every level meets the one below it, and GNU Go and a random player meet the levels nearest to them. Pairs take turns, so
that all have the same number of games; a stopped run goes on where it was. The table has Elo with 95 % intervals and the
ranks that follow from it. See docs/levels.md.
"""

import argparse
import functools
import math
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import numpy

    from arguments import Refused, add_farm_options, at_least, exit_code
    from farm import Farm, Line, progress
    from gtp_engine import LiveEngines, stoppable
    from match.directory import MatchDirectory, fingerprint, settings_as_json
    from match.game import FAULTS, Program, Settings
    from match.pairs import in_rounds, play_of
    from match.programs import check_program
    from match.sprt import expected_score, points
    from match.stats import Z95, Tally

LEVELS = range(1, 16)
GNU_GO = "gnugo --mode gtp --level {level} --chinese-rules --positional-superko --seed {{seed}}"
RANDOM = "random"
GNU_GO_1, GNU_GO_10 = "gnugo1", "gnugo10"
ANCHOR = GNU_GO_10

# Whom the anchors meet.
ANCHOR_PAIRS = [(1, RANDOM), (2, RANDOM), (7, GNU_GO_1), (8, GNU_GO_1), (8, GNU_GO_10), (9, GNU_GO_10)]

# What the scale hangs on: GNU Go 3.8 at level 10 is taken as 8k, a rank as 100 Elo, and its Elo is set to 1800.
ANCHOR_ELO, ANCHOR_RANK, ELO_OF_A_RANK = 1800, -7, 100


def parse_arguments(words):
    """The options; argparse itself exits with 2 on a wrong one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", required=True, metavar="FILE", help="the program tengen")
    parser.add_argument("--out", required=True, metavar="DIR", help="the games; the same command resumes there")
    parser.add_argument("--games", type=at_least(1), default=200, metavar="N", help="of every pair; default: %(default)s")
    parser.add_argument("--round", type=at_least(1), default=10, metavar="N", help="games of a pair before the next; default: %(default)s")
    parser.add_argument("--highest", type=at_least(1), default=15, metavar="N", help="leave out higher levels for now; default: %(default)s")
    add_farm_options(parser)
    parser.add_argument("--report", action="store_true", help="only print the table")
    return parser.parse_args(words)


def all_pairs():
    """Pairs of players, the one that should be stronger first."""
    return [(level, level - 1) for level in LEVELS[1:]] + ANCHOR_PAIRS


def name_of(player):
    """What tables and records call a player."""
    return f"level {player}" if player in LEVELS else player


def command_of(player, engine):
    """The command line of a level or an anchor."""
    if player in LEVELS:
        return f"{engine} gtp --level {player} --memory 64 --seed {{seed}}"
    if player == RANDOM:
        script = pathlib.Path(__file__).resolve().parent.parent / "match" / "random_player.py"
        return f"{sys.executable} {script} {{seed}}"
    return GNU_GO.format(level=player.removeprefix("gnugo"))


def referee_of(engine):
    """The full engine counts the games: it knows best what is dead."""
    return f"{engine} gtp --threads 1 --memory 16"


def settings_of(pair, options):
    """A match of the pair."""

    def program(name, command):
        return Program(name, command, fingerprint(command, name))

    a, b = (program(name_of(player), command_of(player, options.engine)) for player in pair)
    referee = program("Tengen", referee_of(options.engine))
    return Settings(a=a, b=b, referee=referee, games=options.games)


def directory_of(pair, options):
    """Where the games of a pair are."""
    return MatchDirectory(pathlib.Path(options.out) / "-".join(name_of(player).replace(" ", "") for player in pair))


# ---- the games ----


def play_missing(options, live):
    """Play in rounds what is missing of every pair."""
    matches = {pair: settings_of(pair, options) for pair in all_pairs() if pair[0] <= options.highest}
    directories = {pair: directory_of(pair, options) for pair in matches}
    played = {
        pair: {game["game"] for game in directories[pair].open(as_settings_of_any_length(directories[pair], match))}
        for pair, match in matches.items()
    }
    known = sum(len(games) for games in played.values())
    units = [(pair, number) for pair, number in in_rounds(matches, options.games, options.round) if number not in played[pair]]
    if not units:
        return
    programs = {getattr(match, role).command: (match, role) for match in matches.values() for role in ("a", "b", "referee")}
    for match, role in programs.values():
        check_program(match, role, live)
    with (
        # Levels are limited by playouts: any processor will do.
        Farm(functools.partial(play_of, matches), live, options.jobs, cluster=options.cluster) as farm,
        progress(len(matches) * options.games, known) as bar,
    ):
        for (pair, _), game_and_sgf in farm.results(Line(units)):
            directories[pair].add(*game_and_sgf)
            bar.set_postfix_str(" - ".join(map(name_of, pair)), refresh=False)
            bar.update()


def as_settings_of_any_length(directory, match):
    """The settings, but for the number of games: more may be wanted later."""
    settings = settings_as_json(match)
    if directory.exists():
        settings["games"] = directory.settings()["games"]
    return settings


# ---- the scale ----


def fit(results):
    """Elo of every player and the covariance, by Newton's method: the maximum of the likelihood in the model of Bradley
    and Terry. All are connected to the anchor by results. Each pair counts for one drawn game more than was played, so that
    nobody is infinitely strong.

    Sources: R. A. Bradley, M. E. Terry, Rank analysis of incomplete block designs, Biometrika 39, 1952; D. R. Hunter, MM
    algorithms for generalized Bradley-Terry models, Annals of Statistics 32, 2004.
    """
    players = sorted({player for pair in results for player in pair}, key=str)
    free = [player for player in players if player != ANCHOR]
    place = {player: index for index, player in enumerate(free)}
    unit = math.log(10) / 400
    elo = numpy.zeros(len(free))
    for _ in range(200):
        slope, curve = numpy.zeros(len(free)), numpy.zeros((len(free), len(free)))
        for pair, (score, games) in results.items():
            at = [place.get(player) for player in pair]
            a, b = (elo[index] if index is not None else 0.0 for index in at)
            rate, count = expected_score(a - b), games + 1
            for index, sign in zip(at, (1, -1)):
                if index is None:
                    continue
                slope[index] += sign * unit * (score + 0.5 - count * rate)
                for other, other_sign in zip(at, (1, -1)):
                    if other is not None:
                        curve[index, other] += sign * other_sign * unit**2 * count * rate * (1 - rate)
        step = numpy.linalg.solve(curve, slope)
        elo += numpy.clip(step, -100, 100)
        if abs(step).max() < 1e-6:
            break
    covariance = numpy.linalg.inv(curve)
    found = {player: (elo[i] + ANCHOR_ELO, Z95 * math.sqrt(covariance[i, i])) for player, i in place.items()}
    return {**found, ANCHOR: (ANCHOR_ELO, 0.0)}


def connected(results):
    """The players whose results hang together with those of the anchor."""
    known = {ANCHOR}
    while new := {player for pair in results if known & set(pair) for player in pair} - known:
        known |= new
    return known


def rank_of(elo):
    """A rank such as 12k; 1k is 0 and 1d is 1."""
    rank = round(ANCHOR_RANK + (elo - ANCHOR_ELO) / ELO_OF_A_RANK)
    return f"{rank}d" if rank > 0 else f"{1 - rank}k"


def table(games_of):
    """The scale in Markdown, the weakest first. Games that a program lost by a fault are left out."""
    games_of = {pair: [game for game in games if game["reason"] not in FAULTS] for pair, games in games_of.items()}
    results = {
        pair: (sum(map(points, scored)), len(scored))
        for pair, games in games_of.items()
        if (scored := [game for game in games if points(game) is not None])
    }
    known = connected(results)
    scale = fit({pair: result for pair, result in results.items() if known & set(pair)}) if len(known) > 1 else {}
    lines = ["| player | Elo | rank | games | won against |", "|---|---|---|---|---|"]
    players = {player for pair in results for player in pair}
    strength = {player: scale.get(player, (-math.inf, 0))[0] for player in players}
    for player in sorted(players, key=lambda player: (strength[player], str(player).zfill(2))):
        met = [(pair[1], Tally(games_of[pair])) for pair in results if pair[0] == player]
        games = sum(count for pair, (_, count) in results.items() if player in pair)
        won = "; ".join(f"{name_of(other)}: {tally} of {tally.scored}" for other, tally in met)
        elo = "{:.0f} ± {:.0f} | {}".format(*scale[player], rank_of(scale[player][0])) if player in scale else "– | –"
        lines.append(f"| {name_of(player)} | {elo} | {games} | {won} |")
    return "\n".join(lines)


def main(words=None):
    """Exit code 0: done; 2: refused; 128 + number: stopped by a signal."""
    return exit_code(run, parse_arguments(words))


def run(options):
    """Play what is missing, and print the table; the exit code."""
    live = LiveEngines()
    if not options.report:
        with stoppable(live), MatchDirectory(options.out).locked():
            play_missing(options, live)
    games_of = {pair: directory_of(pair, options).games() for pair in all_pairs() if directory_of(pair, options).exists()}
    if options.report and not any(games_of.values()):
        raise Refused(f"{options.out} has no games of levels.")
    if live.stop_signal:
        print("Stopped; the same command plays the rest.", file=sys.stderr)
    if any(games_of.values()):
        print(table(games_of))
    return live.exit_code


if __name__ == "__main__":
    sys.exit(main())
