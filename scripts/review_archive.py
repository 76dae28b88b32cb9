#!/usr/bin/env python3
"""Reviews whole archives of games with `tengen review`, a game a core, here or on a cluster. See docs/cluster.md.

ARCHIVE is a folder, of which every .sgf is reviewed, those of inner folders too. `DIR/reviews` has the reviews under the
names that the records have there, `DIR/reviews.jsonl` a line for each. The same command goes on where it was, and reviews
what has changed or come since. Exit code 0: done; 1: some records could not be reviewed; 2: refused, with one sentence why;
128 + number: stopped by a signal.
"""

import argparse
import functools
import hashlib
import json
import os
import pathlib
import select
import shlex
import sys
import tempfile
import time

from requirements import needed

with needed():
    from tqdm import tqdm

    from arguments import Refused, add_farm_options, at_least, exit_code, positive
    from farm import Farm, Line, progress
    from files import sgf_files, written_whole
    from gtp_engine import ChildProgram, EngineCrashed, EngineFailure, EngineHung, LiveEngines, stoppable
    from gtp_engine import without_directories
    from match.directory import MatchDirectory, fingerprint
    from match.game import Program
    from match.pairs import check_same

# What a review writes, the data last.
ENDINGS = ".review.sgf", ".review.html", ".review.json"

# Starts a program that reads no input, and kills it with its children at the end of the input: its worker may have been killed.
WITH_ITS_STARTER = shlex.join(
    ["sh", "-c", 'exec 3<&0; (cat; kill -s KILL 0) <&3 >/dev/null 2>&1 & exec "$@" </dev/null 3<&-', "sh"]
)


class ArchiveDirectory(MatchDirectory):
    """Written and resumed like the directory of a match; a game is known by the name of its record."""

    SETTINGS = "archive.json"
    RECORDS = "reviews.jsonl"
    FOLDER = "reviews"
    CONTENT = "reviewed archive"
    UNSAID = {}
    SAID = frozenset()

    def add(self, game, files):
        """Store a review: its files by their names, then its line. One that failed leaves no older files either."""
        if game["error"]:
            record = self.path / self.FOLDER / game["game"]
            for ending in ENDINGS:
                record.with_name(record.stem + ending).unlink(missing_ok=True)
        for name, content in files.items():
            file = self.path / self.FOLDER / name
            file.parent.mkdir(parents=True, exist_ok=True)
            with written_whole(file) as part:
                part.write_bytes(content)
        self._add_line(game)


class Review(ChildProgram):
    """A program that reviews a record and ends, with whoever started it at the latest."""

    def __init__(self, command, live=None):
        super().__init__(f"{WITH_ITS_STARTER} {command}", live)

    def finish(self, limit):
        """Wait for its end; a failure if that takes more than `limit` seconds or it says that something is wrong."""
        deadline = time.monotonic() + limit
        output = self._process.stdout
        while select.select([output], [], [], max(0.0, deadline - time.monotonic()))[0]:
            if os.read(output.fileno(), 65536):
                continue
            if self._process.wait():
                raise EngineCrashed((self.last_words() or "it failed without a word").removeprefix("error: "))
            return
        raise EngineHung(f"it was not done within {limit:g} s")


# ---- on a worker ----


def review(engine, limits, limit, unit, workplace):
    """The line of a record and the files of its review. One thread reviews it: the other cores have other games."""
    check_same(engine, workplace)
    name, content = unit
    game = {"game": name, "content": digest(content), "error": None, "processor": workplace.processor}
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        record = pathlib.Path(folder) / pathlib.PurePath(name).name
        record.write_bytes(content)
        words = shlex.join(["review", str(record), *limits, "--out", folder])
        try:
            with workplace.live.start(f"env RAYON_NUM_THREADS=1 {engine.command} {words}", Review) as running:
                running.finish(limit)
            inner = pathlib.PurePath(name).parent
            files = {str(inner / (record.stem + ending)): record.with_suffix(ending).read_bytes() for ending in ENDINGS}
        except (EngineFailure, OSError) as failure:
            if workplace.live.stopped:
                raise
            game["error"], files = without_directories(str(failure)), {}
    return {**game, "seconds": round(time.monotonic() - start, 3)}, files


def digest(content):
    """Tells whether a record is the one that was reviewed."""
    return hashlib.sha256(content).hexdigest()[:16]


# ---- the archive ----


def records_of(archive):
    """The names of the records in an archive, relative to it, in order; two with one name for their reviews are refused."""
    names = sorted(str(file.relative_to(archive)) for file in sgf_files(archive))
    of_reviews = {}
    for name in names:
        other = of_reviews.setdefault(pathlib.PurePath(name).with_suffix(""), name)
        if other != name:
            raise Refused(f"{other} and {name} would have the same review: give one of them another name.")
    return names


def missing(archive, names, known, add):
    """(name, content) of every record whose review is not there; the line of one that cannot be read is added at once."""
    for name in names:
        try:
            content = (archive / name).read_bytes()
        except OSError as error:
            add({"game": name, "content": None, "error": f"cannot read {name}: {error.strerror}", "processor": None, "seconds": 0.0})
        else:
            if known.get(name) != digest(content):
                yield name, content


def review_all(options, live):
    """Review what is missing; the lines of all records that are in the archive."""
    names = records_of(options.archive)
    limits = ["--visits", str(options.visits)] if options.visits else ["--time", str(options.time)]
    engine = Program("The engine", options.engine, fingerprint(options.engine))
    settings = {"limits": " ".join(limits), "engine": engine.fingerprint}
    directory = ArchiveDirectory(options.out)
    with directory.locked():
        games = {game["game"]: game for game in directory.open(settings)}

        def add(game, files=()):
            directory.add(game, dict(files))
            games[game["game"]] = game
            if game["error"]:
                tqdm.write(f"{game['game']}: {game['error']}", file=sys.stderr)

        # What has failed is tried again: it may have been the machine.
        known = {name: game["content"] for name, game in games.items() if not game["error"]}
        line = Line(missing(options.archive, names, known, add))
        if line:
            work = functools.partial(review, engine, limits, options.limit)
            with (
                Farm(work, live, options.jobs, cluster=options.cluster) as farm,
                progress(len(names), sum(name in known for name in names)) as bar,
            ):
                for _, (game, files) in farm.results(line):
                    add(game, files)
                    bar.update()
    return [games[name] for name in names if name in games]


def show(games):
    """Print the figures for people, then as JSON."""
    failed = sum(bool(game["error"]) for game in games)
    seconds = [game["seconds"] for game in games if not game["error"]]
    rate = round(3600 * len(seconds) / sum(seconds), 1) if sum(seconds) else None
    print(f"{len(games) - failed} games reviewed, {failed} could not be; {rate or 'no'} games an hour and core")
    print(f"result: {json.dumps({'reviewed': len(games) - failed, 'failed': failed, 'games_per_hour_and_core': rate})}")
    return failed


def main(words=None):
    """See the exit codes above."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("archive", type=pathlib.Path, metavar="ARCHIVE", help="a folder of records")
    parser.add_argument("--engine", default="target/release/tengen", metavar="CMD", help="default: %(default)s")
    parser.add_argument("--out", required=True, metavar="DIR", help="reviews; the same command goes on there")
    limits = parser.add_mutually_exclusive_group()
    limits.add_argument("--time", type=positive, default=0.2, metavar="SECONDS", help="a move; default: %(default)s")
    limits.add_argument("--visits", type=at_least(1), metavar="N", help="of each of a move's two searches, instead of a time")
    parser.add_argument("--limit", type=positive, default=3600.0, metavar="SECONDS",
                        help="a review that takes longer has hung; default: %(default)s")
    add_farm_options(parser)
    return exit_code(run, parser.parse_args(words))


def run(options):
    """Review, and show how much; the exit code."""
    live, games = LiveEngines(), None
    with stoppable(live):
        games = review_all(options, live)
    failed = show(games) if games is not None else 0
    if live.stop_signal:
        print("Stopped; the same command reviews the rest.", file=sys.stderr)
        return live.exit_code
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
