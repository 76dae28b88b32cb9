#!/usr/bin/env python3
"""Plays a match between two GTP engines and says who is stronger, with error bars.

Colors alternate, a third program judges, and a stopped match goes on where it was. See scripts/README.md.
"""

import argparse
import functools
import importlib.util
import pathlib
import sys

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from arguments import Refused, add_farm_options, at_least, elo_bounds, error_rate, exit_code, finite, positive
    from farm import Farm, progress
    from files import check_folder_of
    from gtp_engine import LiveEngines, stoppable
    from match.clock import TimeControl
    from match.directory import MatchDirectory, fingerprint, settings_as_json
    from match.game import DEFAULT_REFEREE, Program, Settings
    from match.machine_load import machine_load
    from match.openings import OpeningSource, engine_openings, random_openings, read_openings
    from match.pairs import Pairs, play
    from match.plot import plot
    from match.programs import check_program
    from match.sprt import ERROR_RATES, sprt_of
    from match.stats import Tally, summary


# ---- the command line ----


def parse_arguments(words):
    """The options; argparse itself exits with 2 on a wrong one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--a", metavar="CMD", help="command of engine A; {seed} and {game} are replaced")
    parser.add_argument("--b", metavar="CMD", help="command of engine B")
    parser.add_argument("--name-a", metavar="NAME", help="default: what the engine says")
    parser.add_argument("--name-b", metavar="NAME", help="the same")
    parser.add_argument("--games", type=at_least(1), default=200, metavar="N", help="default: %(default)s")
    parser.add_argument("--size", type=at_least(2), default=9, metavar="N", help="of the board; default: %(default)s")
    parser.add_argument("--komi", type=finite, default=7.5, metavar="POINTS", help="default: %(default)s")
    add_farm_options(parser)
    parser.add_argument("--any-processor", action="store_true",
                        help="the games of a pair need not be on the same kind of processor: for fixed playouts")
    parser.add_argument("--out", required=True, metavar="DIR", help="results; the same command resumes there")
    parser.add_argument("--referee", default=DEFAULT_REFEREE, metavar="CMD", help="default: %(default)s")
    parser.add_argument("--max-moves", type=at_least(1), default=400, metavar="N", help="a longer game is scored then; default: %(default)s")
    parser.add_argument("--time-per-move", type=positive, default=120.0, metavar="SECONDS",
                        help="an engine that takes longer has hung and loses; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where all seeds come from; default: %(default)s")
    parser.add_argument("--clock", type=TimeControl.parse, action="append", default=[], metavar="KIND:NUMBERS",
                        help="absolute:10, byoyomi:0,1,5 or canadian:0,3,5; pairs of games take turns with several")
    parser.add_argument("--load", type=at_least(0), default=0, metavar="N", help="busy processes beside the games; default: %(default)s")
    parser.add_argument("--openings", type=OpeningSource.parse, metavar="SOURCE",
                        help="random:4, engine:6 (moves) or a file; each opening is played with both colors")
    parser.add_argument("--opening-engine", metavar="CMD", help="plays the openings of engine:N; default: engine B")
    parser.add_argument("--sprt", type=elo_bounds, metavar="ELO0,ELO1", help="stop when this test is decided")
    parser.add_argument("--alpha", type=error_rate, default=ERROR_RATES[0], help="SPRT: accepting ELO1 wrongly; default: %(default)s")
    parser.add_argument("--beta", type=error_rate, default=ERROR_RATES[1], help="SPRT: accepting ELO0 wrongly; default: %(default)s")
    parser.add_argument("--plot", metavar="FILE", help="draw the running score of A: .svg, .png or .pdf")
    parser.add_argument("--report", action="store_true", help="only print the summary of DIR")
    options = parser.parse_args(words)
    if not options.report and not (options.a and options.b):
        parser.error("--a and --b are required")
    if options.size > 25:
        parser.error("--size must be at most 25, GTP has no more columns")
    if options.opening_engine and (options.openings is None or options.openings.kind != "engine"):
        parser.error("--opening-engine plays the openings of --openings engine:N alone")
    if (options.alpha, options.beta) != ERROR_RATES and not options.sprt:
        parser.error("--alpha and --beta are the error rates of --sprt")
    if options.load and options.cluster:
        parser.error("--load keeps this machine busy, not those of --cluster")
    return options


# ---- before the first game ----


def openings_of(options, directory, live):
    """The openings and what to call their source in the settings (None for a file, whose content is there)."""
    source = options.openings
    if source is None or source.kind == "file":
        return read_openings(source.path, options.size) if source else (), None
    count = (options.games + 1) // 2
    if source.kind == "random":
        return random_openings(source.moves, count, options.size, options.seed), f"random:{source.moves}"
    command = options.opening_engine or options.b
    name = f"engine:{source.moves} {fingerprint(command, 'The engine of the openings')}"
    known = directory.settings() if directory.exists() else {}
    # They take a while to play, so a match that goes on reads them instead.
    if (known.get("opening_source"), known.get("games"), known.get("seed")) == (name, options.games, options.seed):
        return tuple(tuple(opening.split()) for opening in known["openings"]), name
    return engine_openings(live, command, source.moves, count, options.size, options.komi, options.seed), name


def prepare(options, directory, live):
    """Check everything that can be checked before a game is started; the settings of the match."""
    openings, opening_source = openings_of(options, directory, live)
    plain = ("games", "size", "komi", "max_moves", "time_per_move", "seed", "load", "sprt")
    unchecked = Settings(
        a=Program(options.name_a, options.a),
        b=Program(options.name_b, options.b),
        referee=Program(None, options.referee),
        openings=openings,
        opening_source=opening_source,
        clocks=tuple(options.clock),
        error_rates=(options.alpha, options.beta),
        **{key: getattr(options, key) for key in plain},
    )
    programs = {role: check_program(unchecked, role, live) for role in ("a", "b", "referee")}
    if programs["a"].name == programs["b"].name:
        for role in ("a", "b"):
            it = programs[role]
            programs[role] = Program(f"{it.name} ({role.upper()})", it.command, it.fingerprint)
    return Settings(**{**vars(unchecked), **programs})


def check_plot(path):
    """Refuse a plot that could not be drawn in the end."""
    if path and not path.endswith((".svg", ".png", ".pdf")):
        raise Refused("--plot draws .svg, .png and .pdf files.")
    check_folder_of(path)
    if path and importlib.util.find_spec("matplotlib") is None:
        raise Refused("--plot needs the Python package matplotlib: pip install -r scripts/requirements.txt.")


# ---- the match ----


class Match:
    """Has the missing games of a match played by workers and stores them."""

    def __init__(self, settings, directory, live):
        self.settings = settings
        self.as_json = settings_as_json(settings)
        self.directory = directory
        self.live = live
        self.games = directory.open(self.as_json)
        self.sprt = sprt_of(self.as_json, self.games)

    def run(self, options):
        """Play until all games are there, the SPRT is decided, or `live` is stopped."""
        line = Pairs(self.settings.games, self.games, options.any_processor)
        if not line or self.is_decided():
            return
        with (
            machine_load(self.settings.load),
            Farm(functools.partial(play, self.settings), self.live, options.jobs, cluster=options.cluster) as farm,
            progress(self.settings.games, len(self.games)) as bar,
        ):
            self._show(bar)
            for _, (game, sgf) in farm.results(line):
                self._store(game, sgf, bar)
                if self.is_decided():
                    break

    def is_decided(self):
        """Has the SPRT come to its end?"""
        return self.sprt is not None and self.sprt.verdict is not None

    def _store(self, game, sgf, bar):
        self.directory.add(game, sgf)
        self.games.append(game)
        if self.sprt:
            self.sprt.add(game)
        if game["reason"] not in ("score", "resign"):
            bar.write(f"game {game['game']}: {game['reason']}: {game['detail']}", file=sys.stderr)
        self._show(bar)
        bar.update()

    def _show(self, bar):
        tally = Tally(self.games, bool(self.settings.openings))
        text = f"A {tally.wins}-{tally.draws}-{tally.losses} {tally} Elo {tally.elo_text()}"
        bar.set_postfix_str(f"{text} {self.sprt}" if self.sprt else text, refresh=False)


# ---- afterwards ----


def finish(options, settings, games):
    """Print the summary and draw the plot if it is wanted."""
    print(summary(settings, games))
    if options.plot:
        plot(options.plot, settings, games)


def report(options):
    """The summary of what is there."""
    directory = MatchDirectory(options.out)
    finish(options, directory.settings(), directory.games())


def run(options):
    """The whole match, or the summary alone; the exit code."""
    check_plot(options.plot)
    if options.report:
        report(options)
        return 0
    live = LiveEngines()
    directory = MatchDirectory(options.out)
    match = None
    with stoppable(live):
        settings = prepare(options, directory, live)
        with directory.locked():
            match = Match(settings, directory, live)
            match.run(options)
    if match is None:
        return live.exit_code
    finish(options, match.as_json, match.games)
    if live.stop_signal and len(match.games) < settings.games and not match.is_decided():
        print("Stopped; the same command plays the rest.", file=sys.stderr)
        return live.exit_code
    return 0


def main(words=None):
    """Exit code 0: done; 2: refused; 128 + number: stopped by a signal."""
    return exit_code(run, parse_arguments(words))


if __name__ == "__main__":
    sys.exit(main())
