#!/usr/bin/env python3
"""Plays the thesis's tables with this engine: 6 (its steps one by one), 7 (cheap steps alone), 3 (values by hand), 9 (against
Fuego), the other steps of its playouts (playouts), and a trial of templates (shapes).

Rows take turns, so that they grow evenly. What was played is added up in a small file that is part of the project, so that a
later run goes on with the next games; an engine that plays otherwise begins its row anew. See docs/thesis.md.
"""

import argparse
import contextlib
import dataclasses
import datetime
import functools
import hashlib
import pathlib
import shutil
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.path[0] = str(ROOT / "scripts")  # modules are named from scripts/

from requirements import needed

with needed():
    import psutil

    from arguments import Refused, add_farm_options, at_least, exit_code
    from check.thesis_counts import Counts, InOrder, score
    from check.thesis_report import plot, put_into, table
    from check.thesis_rows import TABLES, fuego_table
    from farm import Farm, Line, progress
    from files import locked
    from gtp_engine import EngineFailure, LiveEngines, new_game, stoppable
    from match.directory import MatchDirectory, fingerprint
    from match.game import DEFAULT_REFEREE, Program, Settings
    from match.pairs import in_rounds, play_of
    from match.stats import at_fault

FUEGO = "9"
PAGE, COUNTS, PICTURE = (str(ROOT / "docs" / name) for name in ("thesis.md", "thesis.json", "thesis.svg"))
TRIAL_PATTERNS = ROOT / "patterns" / "trial"

# What an engine is recognized by: its moves in a game against itself.
SIGNATURE_PLAYOUTS, SIGNATURE_MOVES = 300, 40

# Playouts of the search whose processor time is taken, how often, and the limit of an answer in seconds. A search takes some
# 0.4 s and the clock of a process has steps of 0.01 s: only many searches together tell three digits.
SPEED_PLAYOUTS, SPEED_SPELLS = 30_000, 10
ANSWER_SECONDS = 300


def parse_arguments(words):
    """The options; argparse itself exits with 2 on a wrong one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tables", nargs="+", choices=[*TABLES, FUEGO], metavar="TABLE", help=f"{', '.join(TABLES)} or {FUEGO}")
    parser.add_argument("--engine", default=str(ROOT / "target/release/tengen"), metavar="FILE", help="the program tengen; default: %(default)s")
    parser.add_argument("--fuego", metavar="COMMAND", help="of table 9: it has to think a second a move")
    parser.add_argument("--games", type=at_least(1), default=400, metavar="N", help="of every row; default: %(default)s")
    parser.add_argument("--playouts", type=at_least(1), default=3000, metavar="N", help="a move; default: %(default)s")
    parser.add_argument("--round", type=at_least(1), default=2, metavar="N", help="games of a row before the next; default: %(default)s")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="where all seeds come from; default: %(default)s")
    parser.add_argument("--counts", type=pathlib.Path, default=COUNTS, metavar="FILE", help="what has been played; default: %(default)s")
    parser.add_argument("--out", metavar="DIR", help="write the records of the games here")
    add_farm_options(parser)
    instead = parser.add_mutually_exclusive_group()
    instead.add_argument("--speed", action="store_true", help="play nothing; measure the playouts/s of every row")
    instead.add_argument("--report", action="store_true", help="play nothing; put the tables into docs/thesis.md, draw table 6")
    options = parser.parse_args(words)
    if FUEGO in options.tables and not options.fuego and not options.report:
        parser.error("table 9 needs --fuego COMMAND")
    if options.fuego and FUEGO not in options.tables:
        parser.error("--fuego is the opponent of table 9 alone")
    if options.cluster and any(row.shapes for row in all_rows(options)):
        parser.error("the templates of table shapes are on this machine alone: play it without --cluster")
    return options


def rows_of(name, options):
    """The rows of a table."""
    return fuego_table(options.fuego) if name == FUEGO else TABLES[name]


def all_rows(options):
    """Every row once: tables share some."""
    return list({row.key: row for name in options.tables for row in rows_of(name, options)}.values())


@contextlib.contextmanager
def trial_patterns():
    """A folder with the templates of the program and those on trial."""
    with tempfile.TemporaryDirectory() as folder:
        for file in (*TRIAL_PATTERNS.parent.glob("*.pat"), *TRIAL_PATTERNS.glob("*.pat")):
            shutil.copy(file, folder)
        yield folder


# ---- the engine of a row ----


def signature(command, live):
    """Eight digits that change when the engine plays otherwise: a hash of a game against itself."""
    digest = hashlib.sha256()
    with live.start(command.format(seed=1)) as engine:
        for line in new_game():
            engine.send(line, ANSWER_SECONDS)
        for turn in range(SIGNATURE_MOVES):
            move = engine.send(f"genmove {'bw'[turn % 2]}", ANSWER_SECONDS)
            digest.update(move.encode() + b"\n")
            if move.lower() in ("pass", "resign"):
                break
    return digest.hexdigest()[:8]


def playouts_per_second(command, live):
    """From the empty board, by processor time, which other work on the machine disturbs least: of all spells together."""
    spent = 0.0
    for spell in range(SPEED_SPELLS):
        with live.start(command.format(seed=spell)) as engine:
            for line in new_game():
                engine.send(line, ANSWER_SECONDS)
            process = psutil.Process(engine.pid)
            before = sum(process.cpu_times()[:2])
            engine.send("genmove b", ANSWER_SECONDS)
            spent += sum(process.cpu_times()[:2]) - before
    return int(float(f"{SPEED_SPELLS * SPEED_PLAYOUTS / max(spent, 0.01):.3g}"))


def measure(options, patterns, counts, live):
    """Note the speed of every row."""
    for row in all_rows(options):
        _, entry = open_row(row, options, patterns, counts, live)
        with failing_as(row):
            entry["playouts_per_second"] = playouts_per_second(row_at(row, options, patterns, SPEED_PLAYOUTS), live)
        counts.save()


@contextlib.contextmanager
def failing_as(row):
    """Tell of a failing engine as that of a row."""
    try:
        yield
    except EngineFailure as failure:
        raise Refused(f"row {row.key}: {failure}.") from None


def open_row(row, options, patterns, counts, live):
    """The match of a row, and its entry in the counts."""
    command = row.command(options.engine, options.playouts, patterns)
    with failing_as(row):
        known = signature(row_at(row, options, patterns, SIGNATURE_PLAYOUTS), live)
    entry = counts.open(row.key, signature=known, limit=row.seconds or options.playouts, seed=options.seed)
    programs = ("Tengen", command), ("opponent", row.opponent), ("referee", DEFAULT_REFEREE)
    a, b, referee = (Program(name, text, fingerprint(text, name)) for name, text in programs)
    return Settings(a=a, b=b, referee=referee, games=options.games, seed=options.seed), entry


def row_at(row, options, patterns, playouts):
    """The command of a row with a number of playouts instead of its limit."""
    return dataclasses.replace(row, seconds=None).command(options.engine, playouts, patterns)


# ---- the games ----


def play_missing(options, patterns, counts, live):
    """Play in rounds what is missing of every row."""
    rows = all_rows(options)
    opened = {row.key: open_row(row, options, patterns, counts, live) for row in rows}
    counts.save()
    matches = {key: settings for key, (settings, _) in opened.items()}
    tallies = {key: InOrder(entry) for key, (_, entry) in opened.items()}
    units = [(key, number) for key, number in in_rounds(tallies, options.games, options.round) if number >= tallies[key].entry["next"]]
    if not units:
        return
    known = sum(min(tally.entry["next"], options.games) for tally in tallies.values())
    with (
        Farm(functools.partial(play_of, matches), live, options.jobs, cluster=options.cluster) as farm,
        progress(len(rows) * options.games, known) as bar,
    ):
        for (key, _), result in farm.results(Line(units)):
            if isinstance(result, EngineFailure):
                raise Refused(f"row {key}: {result}.")
            game, sgf = result
            if game["reason"] == "unscored":
                raise Refused(f"row {key}: game {game['game']} has no score: {game['detail']}.")
            if at_fault(game) == "a":  # a row is a measure of the engine's play, not of its faults
                raise Refused(f"row {key}: game {game['game']} ended by a fault of the engine: {game['detail']}.")
            if options.out:
                keep(pathlib.Path(options.out) / key, game, sgf)
            if added := tallies[key].add(game):
                tallies[key].entry["date"] = datetime.date.today().isoformat()
                counts.save()
                bar.update(added)
            bar.set_postfix_str("{} {} of {}".format(key, *score(tallies[key].entry)), refresh=False)


def keep(folder, game, sgf):
    """Write the record of a game."""
    (folder / MatchDirectory.FOLDER).mkdir(parents=True, exist_ok=True)
    MatchDirectory(folder).add(game, sgf)


def main(words=None):
    """Exit code 0: done; 2: refused; 128 + number: stopped by a signal."""
    return exit_code(run, parse_arguments(words))


def run(options):
    """Play or measure what is asked for, and print the tables; the exit code."""
    live = LiveEngines()
    if options.report and not options.counts.exists():  # the page would have nothing but rows that were not played
        raise Refused(f"{options.counts} is not there: nothing can be reported.")
    with contextlib.nullcontext() if options.report else locked(options.counts.parent):
        counts = Counts(options.counts)
        if not options.report:
            with stoppable(live), trial_patterns() as patterns:
                (measure if options.speed else play_missing)(options, patterns, counts, live)
    tables = {name: table(rows_of(name, options), counts) for name in options.tables}
    if options.report:
        put_into(PAGE, tables)
        if "6" in tables:
            plot(PICTURE, TABLES["6"], counts)
    if live.stop_signal:
        print("Stopped; the same command plays the rest.", file=sys.stderr)
    for name, content in tables.items():
        print(f"Table {name}\n\n{content}\n")
    return live.exit_code


if __name__ == "__main__":
    sys.exit(main())
