#!/usr/bin/env python3
"""Lets a referee look at the finished games of a match.py directory. See scripts/README.md.

    resignations   did the side that resigned really stand lost? The referee plays every such game on
    dead           does an engine's `final_status_list dead` agree with the referee's after two passes?
    cleanup        does an engine that takes dead stones off keep what was agreed, the referee resisting?

Stopped at any time, the same command goes on. Exit code 0: done; 1: some games could not be judged or it
was stopped; 2: refused, with one sentence why.
"""

import argparse
import dataclasses
import functools
import hashlib
import json
import pathlib
import sys
from collections.abc import Callable

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    from sgfmill import sgf

    from arguments import Refused, add_farm_options, at_least, exit_code
    from check.finished_game import Question
    from check.sense_cleanup import judge_cleanup
    from check.sense_dead import judge_dead
    from check.sense_resignation import judge_resignation
    from farm import Farm, Line, progress
    from gtp_engine import EngineFailure, LiveEngines, stoppable, without_directories
    from match.directory import MatchDirectory, fingerprint
    from match.game import DEFAULT_REFEREE, Program
    from match.pairs import check_same
    from match.stats import wilson


class SenseDirectory(MatchDirectory):
    """Written and resumed like the directory of a match: what was asked, and one verdict a line."""

    SETTINGS = "sense.json"
    RECORDS = "verdicts.jsonl"
    CONTENT = "judged match"
    UNSAID = {}
    SAID = frozenset()


# ---- all games ----


@dataclasses.dataclass(frozen=True)
class Mode:
    """A way to judge games, the verdict that is hoped for, what that means, and verdicts that do not count."""

    judge: Callable
    good: str
    meaning: str
    aside: str | None = None


MODES = {
    "resignations": Mode(judge_resignation, "lost", "lost for good"),
    "dead": Mode(judge_dead, "same", "same dead stones"),
    "cleanup": Mode(judge_cleanup, "kept", "nothing lost", "nothing dead"),
}


def concerns(mode, record):
    """Is this game one that the mode looks at?"""
    if mode == "resignations":
        return record["reason"] == "resign"
    return record["reason"] == "score" and not record["too_long"]


def read_questions(options):
    """The games of the match that are looked at, and how many games there are."""
    match = MatchDirectory(options.match)
    match.settings()  # refuses what is no match
    records = match.games()
    chosen = [record for record in records if concerns(options.mode, record)][: options.games]
    engine = getattr(options, "engine", None)
    questions = []
    for record in chosen:
        file = match.path / "sgf" / record["sgf"]
        try:
            content = file.read_bytes()
            sgf.Sgf_game.from_bytes(content)
        except (OSError, ValueError) as error:
            raise Refused(f"{file} cannot be read: {error}.") from None
        questions.append(Question(record, content, options.referee, engine, getattr(options, "replays", 1), options.seed))
    return questions, len(records)


def programs_of(options):
    """The programs that are asked, by their role: the referee, and in most modes an engine."""
    commands = {role: getattr(options, role, None) for role in ("engine", "referee")}
    titled = {role: (f"The {role}", command) for role, command in commands.items() if command}
    return {role: Program(title, command, fingerprint(command, title)) for role, (title, command) in titled.items()}


def sense_settings(options):
    """What must be the same for the verdicts to belong together."""
    return {
        "mode": options.mode,
        "match": hashlib.sha256((pathlib.Path(options.match) / "match.json").read_bytes()).hexdigest()[:16],
        "replays": getattr(options, "replays", None),
        "seed": options.seed,
        "engine": None,
        **{role: {"command": without_directories(it.command), "fingerprint": it.fingerprint}
           for role, it in programs_of(options).items()},
    }


def judge_all(options, live):
    """Judge what has no verdict yet: all verdicts, how many games the match has, how many could not be judged."""
    questions, match_games = read_questions(options)
    directory = SenseDirectory(options.out)
    failed = 0
    with directory.locked():
        verdicts = directory.open(sense_settings(options))
        known = {verdict["game"] for verdict in verdicts}
        missing = {question.record["game"]: question for question in questions if question.record["game"] not in known}
        if missing:
            failed = judge_missing(options, live, missing, len(questions), directory, verdicts)
    wanted = {question.record["game"] for question in questions}
    return [verdict for verdict in verdicts if verdict["game"] in wanted], match_games, failed


def judge_missing(options, live, questions, count, directory, verdicts):
    """Have the questions judged, by their numbers, and store the verdicts; how many could not be judged."""
    failed = 0
    judge = functools.partial(judge_one, MODES[options.mode].judge, [*programs_of(options).values()], questions)
    with (
        Farm(judge, live, options.jobs, cluster=options.cluster) as farm,
        progress(count, count - len(questions)) as bar,
    ):
        for number, answer in farm.results(Line(questions)):
            if isinstance(answer, EngineFailure):
                failed += 1
                bar.write(f"game {number}: {answer.kind}: {answer}", file=sys.stderr)
                continue
            directory.add(*answer)
            verdicts.append(answer[0])
            bar.set_postfix_str(counts_text(verdicts), refresh=False)
            bar.update()
    return failed


def judge_one(judge, programs, questions, number, workplace):
    """A verdict on a worker."""
    for program in programs:
        check_same(program, workplace)
    return judge(questions[number], workplace.live)


def counts_of(verdicts):
    """How often each verdict was given."""
    names = [verdict["verdict"] for verdict in verdicts]
    return {name: names.count(name) for name in sorted(set(names))}


def counts_text(verdicts):
    """For the progress display."""
    return ", ".join(f"{count} {name}" for name, count in counts_of(verdicts).items())


def result(mode, verdicts, match_games, failed):
    """All numbers."""
    counts = counts_of(verdicts)
    good, judged = counts.get(MODES[mode].good, 0), len(verdicts) - counts.get(MODES[mode].aside, 0)
    return {
        "mode": mode,
        "match_games": match_games,
        "judged": judged,
        "verdicts": counts,
        "not_judged": failed,
        "share": round(good / judged, 4) if judged else None,
        "share_95": [round(limit, 4) for limit in wilson(good, judged)],
        "to_look_at": [verdict["sgf"] for verdict in sorted(verdicts, key=lambda it: it["game"]) if verdict["sgf"]],
    }


def show(numbers):
    """Print the result for people, then as JSON."""
    share = ""
    if numbers["judged"]:
        low, high = numbers["share_95"]
        share = f"{MODES[numbers['mode']].meaning}: {100 * numbers['share']:.1f} % [{100 * low:.1f}, {100 * high:.1f}] of "
    print(f"{share}{numbers['judged']} judged games; the match has {numbers['match_games']}")
    counts = ", ".join(f"{count} {name}" for name, count in numbers["verdicts"].items())
    print(f"verdicts: {counts or 'none'}; {numbers['not_judged']} could not be judged")
    if numbers["to_look_at"]:
        print(f"to look at: {' '.join(numbers['to_look_at'])}")
    print(f"result: {json.dumps(numbers)}")


# ---- the command line ----


def parse_arguments(words):
    """The options; argparse itself exits with 2 on a wrong one."""
    referee = DEFAULT_REFEREE + " --seed {seed}"
    common_options = argparse.ArgumentParser(add_help=False)
    common_options.add_argument("match", metavar="MATCH", help="directory that match.py has written")
    common_options.add_argument("--out", required=True, metavar="DIR", help="verdicts; the same command resumes there")
    common_options.add_argument("--referee", default=referee, metavar="CMD", help="default: %(default)s")
    common_options.add_argument("--games", type=at_least(1), metavar="N", help="only the first N games that qualify")
    add_farm_options(common_options)
    common_options.add_argument("--seed", type=int, default=1, metavar="N", help="where all seeds come from; default: %(default)s")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    modes = parser.add_subparsers(dest="mode", required=True)
    resignations = modes.add_parser("resignations", parents=[common_options])
    resignations.add_argument("--replays", type=at_least(1), default=1, metavar="N",
                              help="of every game, more than one says more only if the referee varies; default: %(default)s")
    for mode in ("dead", "cleanup"):
        modes.add_parser(mode, parents=[common_options]).add_argument("--engine", required=True, metavar="CMD", help="command of the engine")
    return parser.parse_args(words)


def main(words=None):
    """See the exit codes above."""
    return exit_code(run, parse_arguments(words))


def run(options):
    """Judge, and show what came of it; the exit code."""
    live = LiveEngines()
    with stoppable(live):
        numbers = result(options.mode, *judge_all(options, live))
    if live.stop_signal:
        print("game_sense.py: stopped; the same command judges the rest", file=sys.stderr)
        return 1
    show(numbers)
    return 1 if numbers["not_judged"] else 0


if __name__ == "__main__":
    sys.exit(main())
