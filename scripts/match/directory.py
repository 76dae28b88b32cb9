"""The output directory of a match: written so that a stopped match can go on.

    match.json    the settings; a match goes on only under the same ones
    games.jsonl   one finished game a line, in the order in which they finished
    sgf/NNNN.sgf  every finished game

The line in games.jsonl is written last: a game that has a line has everything.
"""

import contextlib
import datetime
import functools
import hashlib
import json
import os
import pathlib
import shlex

from arguments import Refused
from files import locked, make_folder, text_of, written_whole
from gtp_engine import find_program, without_directories
from match.sprt import ERROR_RATES


def fingerprint(command, title="The engine"):
    """Hash of a command line and of the files that it names, also as `--option=FILE`, and of those in folders that it names.
    Refuses who has the title if the program is not there.

    So a match does not go on with an engine that was rebuilt, and does go on in a moved directory.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise Refused(f"The command line {command!r} cannot be read ({error}).") from None
    # Else what is written with it would belong to no program, and be refused once that is there.
    if not words or find_program(words[0]) is None:
        raise Refused(f"{title} cannot be used: the program {words[0] if words else ''!r} was not found.")
    named = [_path_of(word, is_program=index == 0) for index, word in enumerate(words)]
    stamps = [(file, file.stat().st_mtime_ns, file.stat().st_size) for path in named for file in _files_of(path)]
    return _fingerprint(tuple(words), tuple(named), tuple(stamps))


@functools.lru_cache(maxsize=16)
def _fingerprint(words, named, _stamps):
    """The same, hashed again only when a file has changed."""
    digest = hashlib.sha256()
    for word, path in zip(words, named):
        digest.update(path.name.encode() if path else word.encode())
        if path and path.is_file():
            digest.update(path.read_bytes())
        else:
            digest.update(b"\0")
            for file in _files_of(path):
                digest.update(file.name.encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()[:16]


def _path_of(word, is_program):
    """The file or folder that a word of a command line names, if there is one."""
    names = [find_program(word) if is_program else None, word, word.partition("=")[2]]
    # Unlike the `exists` of a path it takes what is too long for a name, or lies where nobody may look, for no file.
    return next((pathlib.Path(name) for name in names if name and os.path.exists(name)), None)


def _files_of(path):
    """The file itself, or what a folder has of files; nothing for no path, a device or a pipe."""
    if path is None:
        return []
    if path.is_file():
        return [path]
    return sorted(file for file in path.iterdir() if file.is_file()) if path.is_dir() else []


def settings_as_json(settings):
    """What match.json says: all settings, without the directories of this machine."""

    def program(it):
        return {"name": it.name, "command": without_directories(it.command), "fingerprint": it.fingerprint}

    return {
        "a": program(settings.a),
        "b": program(settings.b),
        "referee": program(settings.referee),
        "games": settings.games,
        "size": settings.size,
        "komi": settings.komi,
        "max_moves": settings.max_moves,
        "time_per_move": settings.time_per_move,
        "seed": settings.seed,
        "clocks": [str(clock) for clock in settings.clocks],
        "load": settings.load,
        "opening_source": settings.opening_source,
        "openings": [" ".join(opening) for opening in settings.openings],
        "sprt": list(settings.sprt) if settings.sprt else None,
        "error_rates": list(settings.error_rates),
    }


class MatchDirectory:
    """Reads and writes the files named above."""

    SETTINGS = "match.json"
    RECORDS = "games.jsonl"
    FOLDER = "sgf"

    # What refusals call what is in it.
    CONTENT = "match"

    # What settings written by an older version mean where they say nothing.
    UNSAID = {"clocks": [], "error_rates": list(ERROR_RATES), "load": 0, "opening_source": None}

    # What settings of any version say.
    SAID = frozenset(("a", "b", "referee", "games", "size", "komi", "openings", "sprt"))

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self._settings_file = self.path / self.SETTINGS
        self._games_file = self.path / self.RECORDS

    def exists(self):
        """Has a match been begun here?"""
        return self._settings_file.exists()

    def settings(self):
        """The content of match.json, without the date."""
        if not self.exists():
            raise Refused(f"{self.path} holds no {self.CONTENT}: it has no {self.SETTINGS}.")
        try:
            content = json.loads(text_of(self._settings_file))
        except ValueError:
            raise Refused(f"{self._settings_file} cannot be read as JSON.") from None
        if not isinstance(content, dict) or not self.SAID <= content.keys():
            raise Refused(f"{self._settings_file} does not hold settings.")
        content.pop("started", None)
        return {**self.UNSAID, **content}

    @contextlib.contextmanager
    def locked(self):
        """Keep a second match out of the directory."""
        make_folder(self.path)
        with locked(self.path):
            yield

    def open(self, settings):
        """Begin or resume the match with these settings (as JSON); the games already played. One without a game is begun anew."""
        different = self._different(settings) if self.exists() else ()
        if different and self._games_file.exists():
            raise Refused(f"{self.path} holds a {self.CONTENT} with other settings (different: {', '.join(different)}).")
        if not self.exists() and self._games_file.exists():
            raise Refused(f"{self.path} has games but no {self.SETTINGS}, so they cannot be continued.")
        if different or not self.exists():
            (self.path / self.FOLDER).mkdir(parents=True, exist_ok=True)
            started = datetime.date.today().isoformat()
            with written_whole(self._settings_file) as part:
                part.write_text(json.dumps({"started": started, **settings}, indent=1) + "\n")
        games, good_bytes = self._read_games()
        if self._games_file.exists():
            os.truncate(self._games_file, good_bytes)
        return games

    def _different(self, settings):
        """The names of the settings that are not as in the file."""
        known = self.settings()
        settings = json.loads(json.dumps(settings))
        return [key for key in settings if known.get(key) != settings[key]]

    def games(self):
        """The finished games; changes nothing in the directory."""
        return self._read_games()[0]

    def _read_games(self):
        """The games, and how many bytes of the file hold them: a half-written last line is no game."""
        text = self._games_file.read_bytes() if self._games_file.exists() else b""
        good_bytes = text.rfind(b"\n") + 1
        games = {}
        for number, line in enumerate(text[:good_bytes].splitlines(), 1):
            try:
                game = json.loads(line)
                games[game["game"]] = game
            except (ValueError, KeyError, TypeError):
                raise Refused(f"Line {number} of {self._games_file} is not the record of a game.") from None
        return [games[number] for number in sorted(games)], good_bytes

    def add(self, game, sgf):
        """Store a finished game and its SGF, if there is one."""
        if sgf is not None:
            with written_whole(self.path / self.FOLDER / game["sgf"]) as part:
                part.write_bytes(sgf)
        self._add_line(game)

    def _add_line(self, game):
        with open(self._games_file, "ab") as file:
            file.write(json.dumps(game).encode() + b"\n")
