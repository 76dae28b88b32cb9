"""Command line arguments: types that turn a text into a value or say in one sentence why they cannot, and common options."""

import argparse
import contextlib
import inspect
import math
import pathlib
import signal
import sys
import threading


class Refused(Exception):
    """A command cannot do what it was asked for; the text is the sentence for the user."""


def exit_code(run, *words, also=Refused):
    """The exit code of the command whose file has `run`: what that returns, 0 for None; 2 if it is refused, or fails in a way that is
    named `also`, which is told; 130 if Ctrl-C stops it. Other signals end it as Ctrl-C does."""
    try:
        with ended_by_signals():
            return run(*words) or 0
    except (Refused, also) as refusal:
        print(f"{pathlib.Path(inspect.getfile(run)).name}: {str(refusal).removesuffix('.')}.", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 128 + signal.SIGINT


@contextlib.contextmanager
def ended_by_signals():
    """Work that SIGTERM and SIGHUP end by an exception, so that it ends the programs that it has started; what has other ideas about
    these signals keeps them."""

    def end(number, _frame):
        raise SystemExit(128 + number)

    is_told = threading.current_thread() is threading.main_thread()  # Python tells nobody else
    numbers = [it for it in (signal.SIGTERM, signal.SIGHUP) if is_told and signal.getsignal(it) == signal.SIG_DFL]
    for number in numbers:
        signal.signal(number, end)
    try:
        yield
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


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
    try:
        elo0, elo1 = map(finite, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text} is not ELO0,ELO1") from None
    if not elo0 < elo1:
        raise argparse.ArgumentTypeError("ELO0 must be less than ELO1")
    return elo0, elo1


def error_rate(text):
    """Argument type: a probability below one half."""
    value = positive(text)
    if value >= 0.5:
        raise argparse.ArgumentTypeError(f"{text} is not below 0.5")
    return value


def add_farm_options(parser, jobs="games at the same time"):
    """Where the units of a command are done."""
    parser.add_argument("--jobs", type=at_least(1), default=1, metavar="N", help=f"{jobs}, each by a process of its own; default: %(default)s")
    parser.add_argument("--cluster", metavar="ADDRESS", help="have the workers of this Dask scheduler instead: tcp://HOST:8786")
