#!/usr/bin/env python3
"""Records a game in the terminal as an animated GIF.

`tengen play` runs in a pseudo terminal, this script types, and what the terminal shows is drawn.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent)  # modules are named from scripts/

from requirements import needed

with needed():
    import matplotlib
    import pexpect
    import pyte
    from PIL import Image, ImageDraw, ImageFont

    from arguments import exit_code
    from files import check_folder_of

COLUMNS, LINES = 80, 24
FONT = Path(matplotlib.get_data_path()) / "fonts/ttf"
FONT_SIZE = 16
MARGIN = 12
BACKGROUND, TEXT = "1e1e1e", "dcdcdc"
NAMED = {"default": TEXT, "red": "d03030"}
# The game that is gone on with: whoever looks elsewhere is threatened at G5.
GAME = "game.sgf"
MOVES = "fe cc eg fg ff fc be df dg ed cf hf gd gg he ef eh gc ee fd"
COMMAND = f"tengen play --teach --time 1 {GAME}"
# How long a key takes, and a look at the screen.
KEY, LOOK = 0.07, 0.1
PATIENCE = 30


Shown = list[list[pyte.screens.Char]]


class Recorder:
    """A terminal, and what it has shown."""

    def __init__(self, folder: Path) -> None:
        """Opens a shell that finds the programs of a folder first."""
        self.screen = pyte.Screen(COLUMNS, LINES)
        self.stream = pyte.ByteStream(self.screen)
        # What stood on it, each with its seconds.
        self.frames: list[tuple[Shown, float]] = []
        faces = [ImageFont.truetype(FONT / f"DejaVuSansMono{face}.ttf", FONT_SIZE) for face in ("", "-Bold")]
        self.fonts = dict(zip((False, True), faces))
        self.cell = round(faces[0].getlength("M")), sum(faces[0].getmetrics())
        self.home = tempfile.TemporaryDirectory()
        env = {**os.environ, "PS1": "$ ", "TERM": "xterm-256color", "PATH": f"{folder}:{os.environ['PATH']}"}
        env |= {"HOME": self.home.name, "XDG_STATE_HOME": self.home.name, "LANG": "C.UTF-8"}
        env.pop("NO_COLOR", None)
        colored = zip("BW" * len(MOVES), MOVES.split())
        record = "".join(f";{color}[{move}]" for color, move in colored)
        (Path(self.home.name) / GAME).write_text(f"(;GM[1]FF[4]SZ[9]KM[7.5]PB[Person]PW[Tengen]RU[Chinese]{record})")
        self.shell = pexpect.spawn(
            "bash", ["--norc", "--noprofile"], env=env, cwd=self.home.name, dimensions=(LINES, COLUMNS)
        )

    def text(self) -> str:
        """What the screen shows."""
        return "\n".join(self.screen.display)

    def look(self, seconds: float) -> None:
        """Goes on recording for so long."""
        end = time.monotonic() + seconds
        while (start := time.monotonic()) < end:
            try:
                while True:
                    self.stream.feed(self.shell.read_nonblocking(65536, timeout=0))
            except pexpect.TIMEOUT:
                pass
            time.sleep(min(LOOK, max(0.0, end - time.monotonic())))
            shown = self.shown()
            seconds = time.monotonic() - start
            if self.frames and self.frames[-1][0] == shown:
                seconds += self.frames.pop()[1]
            self.frames.append((shown, seconds))

    def type(self, line: str) -> None:
        """Types a line."""
        for key in line:
            self.shell.send(key)
            self.look(KEY)
        self.look(4 * KEY)
        self.shell.send("\r")

    def ask(self, line: str, answer: str, pause: float) -> re.Match:
        """Types a line, waits until the answer stands on the screen, and leaves time to read it."""
        self.type(line)
        start = time.monotonic()
        self.look(2 * LOOK)
        while not ((found := re.search(answer, self.text())) and self.is_waiting()):
            if time.monotonic() - start > PATIENCE:
                raise SystemExit(f"no {answer!r} after {line!r} on this screen:\n{self.text()}")
            self.look(LOOK)
        self.look(pause)
        return found

    def is_waiting(self) -> bool:
        """Does the program wait for a line?"""
        line = self.screen.display[self.screen.cursor.y].rstrip()
        return line.endswith((">", "$"))

    def shown(self) -> Shown:
        """The characters of the screen by line and column, that under the cursor reversed."""
        buffer, cursor = self.screen.buffer, self.screen.cursor
        rows = [[buffer[row][column] for column in range(COLUMNS)] for row in range(LINES)]
        if not cursor.hidden and cursor.x < COLUMNS:
            rows[cursor.y][cursor.x] = rows[cursor.y][cursor.x]._replace(reverse=True)
        return rows

    def draw(self, shown: Shown) -> Image.Image:
        """Draws what stood on the screen."""
        width, height = self.cell
        size = COLUMNS * width + 2 * MARGIN, LINES * height + 2 * MARGIN
        picture = Image.new("RGB", size, f"#{BACKGROUND}")
        pen = ImageDraw.Draw(picture)
        for row, line in enumerate(shown):
            for column, char in enumerate(line):
                x, y = MARGIN + column * width, MARGIN + row * height
                front, back = NAMED.get(char.fg, char.fg), BACKGROUND if char.bg == "default" else char.bg
                if char.reverse:
                    front, back = back, front
                if back != BACKGROUND:
                    pen.rectangle((x, y, x + width - 1, y + height - 1), fill=f"#{back}")
                if char.data.strip():
                    pen.text((x, y), char.data, fill=f"#{front}", font=self.fonts[char.bold])
        return picture

    def save(self, file: Path) -> None:
        """Writes the animation, in one palette."""
        pictures = [self.draw(shown) for shown, _ in self.frames]
        palette = max(pictures, key=lambda picture: len(picture.getcolors(1 << 16))).quantize(64, Image.Quantize.MAXCOVERAGE)
        pictures = [picture.quantize(palette=palette, dither=Image.Dither.NONE) for picture in pictures]
        durations = [round(1000 * seconds) for _, seconds in self.frames]
        pictures[0].save(file, save_all=True, append_images=pictures[1:], duration=durations, loop=0, optimize=False)


def record(recorder: Recorder) -> None:
    """Plays the scene: a saved game, a bad move taken back, hints, what the score is and what the moves have cost."""
    recorder.look(0.5)
    recorder.ask(COMMAND, "You are Black", 2)
    recorder.ask("f2", "costs you", 4)
    recorder.ask("undo", "Move 20", 1)
    recorder.ask("hint", "Look", 1)
    recorder.ask("hint", "Think of", 1)
    move = recorder.ask("hint", r"would play (\w+)", 1.5)[1]
    recorder.ask(move.lower(), "Tengen plays", 2)
    recorder.ask("score", "By an estimate", 3)
    recorder.ask("review", "Accuracy", 5)


def main() -> int:
    """Exit code 0: done; 1: the program did not answer as expected; 2: refused; 130: stopped by Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--folder", type=Path, default=Path("target/release"), help="where tengen is; default: %(default)s")
    parser.add_argument("--out", type=Path, default=Path("docs/terminal.gif"), help="the file to write; default: %(default)s")
    options = parser.parse_args()
    return exit_code(run, options.folder.resolve(), options.out)


def run(folder: Path, out: Path) -> None:
    """Plays the scene with the program in that folder and writes the animation."""
    check_folder_of(out)
    recorder = Recorder(folder)
    record(recorder)
    recorder.save(out)
    seconds = sum(seconds for _, seconds in recorder.frames)
    print(f"{out}: {seconds:.0f} s, {len(recorder.frames)} pictures, {out.stat().st_size >> 10} KiB")


if __name__ == "__main__":
    sys.exit(main())
