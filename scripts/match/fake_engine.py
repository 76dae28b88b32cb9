"""A scripted GTP engine for the tests: one mode for every way to behave. It knows no captures.

    fake_engine.py MODE [WORD ...] SEED
"""

import os
import random
import shlex
import sys
import time


def fake_command(*words, file=__file__):
    """The command line of such an engine; a word `{seed}` stays a placeholder."""
    return shlex.join([sys.executable, "-S", "-E", str(file), *words]).replace("'{seed}'", "{seed}")


class FakeEngine:
    """Answers commands until `quit`; unknown ones get "1"."""

    def __init__(self, mode, word, seed):
        self.mode, self.word = mode, word
        self.rng = random.Random(seed)
        self.size, self.taken, self.genmoves, self.games = 9, set(), 0, 0
        self.ballast = []

    def answer(self, command, words):
        """The reply as (mark, text)."""
        action = getattr(self, "do_" + command.replace("-", "_"), None)
        return action(*words) if action else ("=", "Fake" if command == "name" else "1")

    def do_known_command(self, name):
        known = {"referee": ("final_score",), "kgs": ("kgs-time_settings",)}.get(self.mode, ())
        return "=", "true" if name in known else "false"

    def do_final_score(self):
        return ("?", "cannot score") if self.word == "refuse" else ("=", self.word)

    def do_final_status_list(self, _status):
        return "=", self.word.partition("/")[0].replace("+", "\n").replace("_", " ") if self.mode == "status" else ""

    def do_kgs_genmove_cleanup(self, _color):
        self.word, _, left = self.word.rpartition("/")
        move, _, left = left.partition("_")
        self.word += f"/{left}"
        return "=", move or "pass"

    def do_boardsize(self, size):
        self.size = int(size)
        return "=", ""

    def do_clear_board(self):
        self.taken.clear()
        self.genmoves = 0
        self.games += 1
        if self.mode == "leak":
            self.ballast.append(bytearray(b"x") * (1 << 20))
        return "=", ""

    def do_time_settings(self, *_words):
        return ("?", "unknown command") if self.mode == "clockless" else ("=", "")

    def do_play(self, _color, vertex):
        vertex = vertex.upper()
        if self.word == "babble":
            return "played", vertex
        if vertex in self.taken or self.mode == "refuse-play":
            return "?", "illegal move"
        self.taken |= {vertex} - {"PASS"}
        return "=", ""

    def do_genmove(self, _color):
        self.genmoves += 1
        if self.mode == "crash" and self.genmoves == 2:
            sys.exit("panicked at /some/where/board.rs")
        if self.mode == "hang":
            time.sleep(60)
        if self.mode in ("slow", "leak"):
            time.sleep(float(self.word))
        if self.mode == "garbage":
            sys.stdout.write("\x1b[31mthinking...\n\x00\xff{]\n\n")
        if self.mode == "error":
            return "?", "cannot think"
        move = self.move()
        self.taken |= {move.upper()} - {"PASS", "RESIGN"}
        return "=", move

    def move(self):
        fixed = {"pass": "pass", "resign": "resign", "same": "A1", "offboard": "K5", "babble": "I think so"}
        if self.mode in fixed:
            return fixed[self.mode]
        if self.genmoves > 8:
            return "pass"
        points = (c + str(r) for c in "ABCDEFGHJ"[: self.size] for r in range(1, self.size + 1))
        return self.rng.choice([point for point in points if point not in self.taken]).lower()


def main(mode, *words):
    """The GTP loop."""
    if os.environ.get("PID_FILE"):
        with open(os.environ["PID_FILE"], "a") as file:
            file.write(f"{os.getpid()}\n")
    engine = FakeEngine(mode, words[0] if words else "", words[-1] if words else "")
    for line in sys.stdin:
        if os.environ.get("TALK_FILE"):
            with open(os.environ["TALK_FILE"], "a") as file:
                file.write(f"{mode} {line}")
        command, *arguments = line.split()
        mark, text = engine.answer(command, arguments) if command != "quit" else ("=", "")
        print(f"{mark} {text}\n", flush=True)
        if command == "quit":
            break


if __name__ == "__main__":
    main(*sys.argv[1:])
