"""Files and folders of commands: what cannot be read or written is refused in one sentence, and a file is written whole or not at all."""

import contextlib
import fcntl
import os
import pathlib

from arguments import Refused


def check_folder_of(*paths):
    """Refuse files to be written in the end whose folder is not there, or that are folders; those that are None are not wanted."""
    for path in map(pathlib.Path, filter(None, paths)):
        if not path.parent.is_dir():
            raise Refused(f"{path} cannot be written: there is no such folder.")
        if path.is_dir():
            raise Refused(f"{path} cannot be written: it is a folder.")


def text_of(path):
    """The text of a file; one that cannot be read is refused."""
    try:
        return pathlib.Path(path).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read: {getattr(error, 'strerror', error)}.") from None


def problem_lines(path):
    """The lines of a file of problems, but for comments and blanks."""
    return [line for line in text_of(path).splitlines() if line.strip() and not line.startswith("#")]


def sgf_files(folder):
    """The SGF files of a folder, those of inner folders too, but for reviews of others."""
    if not folder.is_dir():
        raise Refused(f"{folder} is no folder.")
    named = [file for file in folder.rglob("*") if file.suffix.lower() == ".sgf" and not file.name.endswith(".review.sgf")]
    return [file for file in named if os.path.isfile(file)]


def make_folder(path):
    """Make a folder for results, unless it is there."""
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refused(f"The folder {path} cannot be made: {error.strerror}.") from None


@contextlib.contextmanager
def locked(path, make=False):
    """Keep another command from a file or folder that is there, in which both would write; with `make` a file need not be there."""
    try:
        handle = os.open(path, os.O_RDONLY | (os.O_CREAT if make else 0), 0o666)
    except OSError as error:
        raise Refused(f"{path} cannot be opened: {error.strerror}.") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Refused(f"Another command is writing to {path}.") from None
        yield
    finally:
        os.close(handle)


@contextlib.contextmanager
def written_whole(path):
    """Where to write what shall be all of a file or nothing: a file beside it, which takes its place when the block is done."""
    part = path.with_name(path.name + ".part")
    yield part
    part.replace(path)
