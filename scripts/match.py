#!/usr/bin/env python3
"""Plays a match between two GTP engines and says who is stronger, with error bars.

Colors alternate, a third program judges, and a stopped match goes on where it was. See README.md.
"""

import argparse
import concurrent.futures
import importlib.util
import math
import pathlib
import signal
import sys
import threading

try:
    from tqdm import tqdm

    from gtp_engine import EngineFailure, LiveEngines, Stopped, without_directories
    from match_directory import MatchDirectory, Refused, fingerprint, settings_as_json
    from match_game import REFEREE_SECONDS, STARTUP_SECONDS, Program, Settings, canonical_vertex, play_game
    from match_stats import Tally, points, sprt_of, summary, wilson
except ModuleNotFoundError as error:
    print(f"match.py needs the Python package {error.name}: pip install -r scripts/requirements.txt", file=sys.stderr)
    sys.exit(2)

DEFAULT_REFEREE = "gnugo --mode gtp --level 10 --chinese-rules --positional-superko --score aftermath"


# ---- the command line ----


def parse_arguments(words):
    """The options; argparse itself exits with 2 on a wrong one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--a", metavar="CMD", help="command of engine A; {seed} and {game} are replaced")
    parser.add_argument("--b", metavar="CMD", help="command of engine B")
    parser.add_argument("--name-a", metavar="NAME", help="default: what the engine says")
    parser.add_argument("--name-b", metavar="NAME")
    parser.add_argument("--games", type=at_least(1), default=200, metavar="N")
    parser.add_argument("--size", type=at_least(2), default=9, metavar="N")
    parser.add_argument("--komi", type=finite, default=7.5)
    parser.add_argument("--jobs", type=at_least(1), default=1, metavar="N", help="games at the same time")
    parser.add_argument("--out", required=True, metavar="DIR", help="results; the same command resumes there")
    parser.add_argument("--referee", default=DEFAULT_REFEREE, metavar="CMD", help="default: %(default)s")
    parser.add_argument("--max-moves", type=at_least(1), default=400, metavar="N")
    parser.add_argument("--time-per-move", type=positive, default=120.0, metavar="SECONDS",
                        help="an engine that takes longer has hung and loses")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--openings", metavar="FILE", help="one opening a line, each played with both colors")
    parser.add_argument("--sprt", type=elo_bounds, metavar="ELO0,ELO1", help="stop when this test is decided")
    parser.add_argument("--plot", metavar="FILE.svg", help="draw the running score of A")
    parser.add_argument("--report", action="store_true", help="only print the summary of DIR")
    options = parser.parse_args(words)
    if not options.report and not (options.a and options.b):
        parser.error("--a and --b are required")
    if options.size > 25:
        parser.error("--size must be at most 25, GTP has no more columns")
    return options


def at_least(smallest):
    """Argument type: an integer not below `smallest`."""

    def number(text):
        value = int(text)
        if value < smallest:
            raise argparse.ArgumentTypeError(f"{value} is less than {smallest}")
        return value

    return number


def finite(text):
    """Argument type: a number, but neither infinite nor NaN."""
    value = float(text)
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text} is not a finite number")
    return value


def positive(text):
    """Argument type: a positive, finite number."""
    value = finite(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text} is not a positive number")
    return value


def elo_bounds(text):
    """Argument type: "0,20" with the smaller one first."""
    elo0, elo1 = map(finite, text.split(","))
    if not elo0 < elo1:
        raise argparse.ArgumentTypeError("ELO0 must be less than ELO1")
    return elo0, elo1


def read_openings(path, size):
    """The openings of a file as tuples of vertices."""
    try:
        lines = pathlib.Path(path).read_text().splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"The openings in {path} cannot be read: {error}.") from None
    openings = []
    for number, line in enumerate(lines, 1):
        words = line.partition("#")[0].split()
        opening = tuple(canonical_vertex(word, size) for word in words)
        if None in opening or "pass" in opening:
            raise Refused(f"Line {number} of {path} is not an opening on this board: {line.strip()!r}.")
        if opening:
            openings.append(opening)
    if not openings:
        raise Refused(f"{path} holds no opening.")
    return tuple(openings)


# ---- before the first game ----


def prepare(options, live):
    """Check everything that can be checked before a game is started; the settings of the match."""
    openings = read_openings(options.openings, options.size) if options.openings else ()
    plain = ("games", "size", "komi", "max_moves", "time_per_move", "seed", "sprt")
    unchecked = Settings(
        a=Program(options.name_a, options.a),
        b=Program(options.name_b, options.b),
        referee=Program(None, options.referee),
        openings=openings,
        **{key: getattr(options, key) for key in plain},
    )
    programs = {role: check_program(unchecked, role, live) for role in ("a", "b", "referee")}
    if programs["a"].name == programs["b"].name:
        for role in ("a", "b"):
            it = programs[role]
            programs[role] = Program(f"{it.name} ({role.upper()})", it.command, it.fingerprint)
    return Settings(**{**vars(unchecked), **programs})


def check_program(settings, role, live):
    """Start a program once, to see that it answers and to learn its name."""
    program = getattr(settings, role)
    title = "The referee" if role == "referee" else f"Engine {role.upper()}"
    try:
        with live.start(settings.command_of(role, 0)) as engine:
            engine.send("protocol_version", STARTUP_SECONDS)
            name = engine.send("name", STARTUP_SECONDS)
            version = engine.send("version", STARTUP_SECONDS)
            for command in settings.set_up_commands():
                engine.send(command, STARTUP_SECONDS)
            if role == "referee":
                check_referee(settings, engine)
    except EngineFailure as failure:
        raise Refused(f"{title} cannot be used: {failure}.") from None
    return Program(program.name or f"{name} {version}".strip(), program.command, fingerprint(program.command))


def check_referee(settings, referee):
    """The referee must be able to score, and every opening must be legal."""
    if referee.send("known_command final_score", REFEREE_SECONDS) != "true":
        raise Refused("The referee cannot be used: it does not know the command 'final_score'.")
    for opening in settings.openings:
        referee.send("clear_board", REFEREE_SECONDS)
        for index, vertex in enumerate(opening):
            try:
                referee.send(f"play {'bw'[index % 2]} {vertex}", REFEREE_SECONDS)
            except EngineFailure as failure:
                raise Refused(f"The opening {' '.join(opening)!r} cannot be played; the referee: {failure}.") from None


def check_plot(path):
    """Refuse a plot that could not be drawn in the end."""
    if path and importlib.util.find_spec("matplotlib") is None:
        raise Refused("--plot needs the Python package matplotlib: pip install -r scripts/requirements.txt.")


# ---- the match ----


class Match:
    """Plays the missing games of a match in several threads and stores them in this one."""

    def __init__(self, settings, directory, live):
        self.settings = settings
        self.as_json = settings_as_json(settings)
        self.directory = directory
        self.live = live
        self.games = directory.open(self.as_json)
        self.sprt = sprt_of(self.as_json, self.games)

    def run(self, jobs):
        """Play until all games are there, the SPRT is decided, or `live` is stopped."""
        played = {game["game"] for game in self.games}
        missing = [number for number in range(self.settings.games) if number not in played]
        # Without a terminal the progress goes to a log: seldom is enough.
        interval = 0.5 if sys.stderr.isatty() else 30
        with (
            tqdm(total=self.settings.games, initial=len(played), unit="game", mininterval=interval) as progress,
            concurrent.futures.ThreadPoolExecutor(jobs) as workers,
        ):
            try:
                self._show(progress)
                games = [] if self._decided() else [workers.submit(self._play, number) for number in missing]
                for future in concurrent.futures.as_completed(games):
                    if future.result() and not self._decided():
                        self._store(*future.result(), progress)
                    if self._decided():
                        break
            finally:
                # Also ends the games still running after a decision or an error.
                self.live.stop()

    def _decided(self):
        return self.sprt is not None and self.sprt.verdict is not None

    def _play(self, number):
        """In a worker thread: one game, or None once the match is being stopped."""
        if self.live.stopped:
            return None
        try:
            return play_game(self.settings, number, self.live)
        except Stopped:
            return None

    def _store(self, game, sgf, progress):
        self.directory.add(game, sgf)
        self.games.append(game)
        if self.sprt:
            self.sprt.add(game)
        if game["reason"] not in ("score", "resign"):
            progress.write(f"game {game['game']}: {game['reason']}: {game['detail']}", file=sys.stderr)
        self._show(progress)
        progress.update()

    def _show(self, progress):
        tally = Tally(self.games)
        text = f"A {tally.wins}-{tally.draws}-{tally.losses} {tally}"
        progress.set_postfix_str(f"{text} {self.sprt}" if self.sprt else text, refresh=False)


def on_signal(live, stop_signal):
    """Make the usual signals kill the engines; the games in progress then end by themselves.

    `stop_signal` is a list that remembers which signal it was. The killing has a thread of its own,
    because a handler interrupts this thread anywhere.
    """

    def stop(number, _frame):
        stop_signal.append(number)
        live.stopped = True
        threading.Thread(target=live.stop).start()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) != signal.SIG_IGN:  # nohup wants it ignored
            signal.signal(number, stop)


# ---- afterwards ----


def plot(path, settings, games):
    """Draw the running score of A over the games with its 95 % band."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "match"  # the same games give the same file
    from matplotlib import pyplot

    scores = [score for score in map(points, sorted(games, key=lambda game: game["game"])) if score is not None]
    count = range(1, len(scores) + 1)
    totals = [sum(scores[:n]) for n in count]
    low, high = zip(*(wilson(total, n) for total, n in zip(totals, count))) if scores else ((), ())
    figure, axes = pyplot.subplots(figsize=(8, 4))
    axes.fill_between(count, low, high, alpha=0.25, label="95 % interval")
    axes.plot(count, [total / n for total, n in zip(totals, count)], label=settings["a"]["name"])
    axes.axhline(0.5, color="gray", linewidth=0.8)
    axes.set(ylim=(0, 1), xlabel="scored games", ylabel="win rate",
             title=f"{settings['a']['name']} against {settings['b']['name']}")
    axes.legend(loc="best")
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)


def finish(options, settings, games):
    """Print the summary and draw the plot if it is wanted."""
    print(summary(settings, games))
    if options.plot:
        plot(options.plot, settings, games)


def report(options):
    """The summary of what is there."""
    directory = MatchDirectory(options.out)
    finish(options, directory.settings(), directory.games())


def play(options):
    """The whole match; the exit code."""
    live, stop_signal = LiveEngines(), []
    on_signal(live, stop_signal)
    directory = MatchDirectory(options.out)
    try:
        settings = prepare(options, live)
        with directory.locked():
            match = Match(settings, directory, live)
            match.run(options.jobs)
    except (Stopped, Refused):
        if not stop_signal:
            raise
        return 128 + stop_signal[0]
    finish(options, match.as_json, match.games)
    if stop_signal and len(match.games) < settings.games:
        print("Stopped; the same command plays the rest.", file=sys.stderr)
        return 128 + stop_signal[0]
    return 0


def main(words=None):
    """Exit code 0: done; 2: refused; 128 + number: stopped by a signal."""
    options = parse_arguments(words)
    try:
        check_plot(options.plot)
        if options.report:
            report(options)
            return 0
        return play(options)
    except Refused as refusal:
        print(f"match.py: {without_directories(str(refusal))}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
