"""The positions that `tengen positions` writes, as batches of tensors.

Planes come from the program itself, so that there is one place that says what the network sees (src/network/planes.rs).
"""

import functools
import pathlib

import numpy as np
import torch

from arguments import Refused

SIZE = 9
POINTS = SIZE * SIZE
PASS = POINTS
HEADER_BYTES = 64
PLANE_BYTES = 11

# What follows the planes in a record (src/cli/positions.rs): types, and how many numbers there are.
FIELDS = {
    "gain": (torch.float32, 1), "win": (torch.float32, 1), "lead": (torch.float32, 1),
    "policy": (torch.int16, POINTS + 1), "owner": (torch.int8, POINTS), "game": (torch.int32, 1),
    "after_pass": (torch.uint8, 1), "older": (torch.uint8, 1),
}  # fmt: skip
FIELD_BYTES = sum(kind.itemsize * count for kind, count in FIELDS.values())

# Planes of the last moves.
LAST_MOVES = slice(8, 10)


def read(path, planes=None):
    """All records of a file as rows of bytes (positions × bytes of a record), mapped into memory, where changes do not reach the file;
    refused if they have not so many planes."""
    path = pathlib.Path(path)
    try:
        with path.open("rb") as file:
            words, some = file.read(HEADER_BYTES).split(), file.read(1)
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    if words[:3] != [b"tengen", b"positions", b"1"]:
        raise Refused(f"{path} is no file of positions.")
    if not some:
        raise Refused(f"{path} has no positions.")
    try:
        rows = np.memmap(path, np.uint8, "c", HEADER_BYTES).reshape(-1, int(words[4]) * PLANE_BYTES + FIELD_BYTES)
    except (ValueError, IndexError):
        raise Refused(f"{path} is cut off.") from None
    if planes not in (None, planes_of(rows)):
        raise Refused(f"{path} has positions of {planes_of(rows)} planes, and {planes} are wanted: another version has written it.")
    return rows


def planes_of(rows):
    """How many planes a record has."""
    return (rows.shape[1] - FIELD_BYTES) // PLANE_BYTES


def fields(rows, names=FIELDS):
    """Columns of records by name (records × numbers), those of one number as vectors."""
    at = rows.shape[1] - FIELD_BYTES
    columns = {}
    for name, (kind, count) in FIELDS.items():
        if name in names:
            # `contiguous` would leave a single row as it is, a row of all records away from the next, and no view for wider types.
            column = rows[:, at:at + kind.itemsize * count].clone(memory_format=torch.contiguous_format)
            columns[name] = column.view(kind)
        at += kind.itemsize * count
    return {name: column.squeeze(1) for name, column in columns.items()}


@functools.cache
def images(device):
    """For each of the eight images of a board the points that come to its points."""
    board = np.arange(POINTS).reshape(SIZE, SIZE)
    turned = [np.rot90(start, turns) for start in (board, board.T) for turns in range(4)]
    return torch.from_numpy(np.stack(turned).reshape(8, POINTS)).to(device)


def batch_of(rows, image=None, forgotten=None):
    """Rows of bytes, a tensor on any device, as tensors: planes (positions × planes × 9 × 9, 0 or 1), numbers (positions × 2), and
    what is wanted by name: `policy` (positions × 82, shares), `win` (0 to 1), `lead` (points), `owner` (positions × 81, -1 to 1),
    and whether the policy `counts` (1 or 0). `image` has the number (0 to 7) of the image that each position is shown in; of those
    that are `forgotten` (booleans) the last moves are hidden."""
    device, count = rows.device, len(rows)
    columns = fields(rows)
    planes = rows[:, :-FIELD_BYTES].view(count, -1, PLANE_BYTES, 1)
    bits = (planes >> torch.arange(8, device=device, dtype=torch.uint8) & 1).flatten(2)[:, :, :POINTS]
    policy = columns["policy"].float()
    policy = policy / policy.sum(1, keepdim=True).clamp(min=1)
    owner = columns["owner"].float() / 100
    if forgotten is not None:
        bits[:, LAST_MOVES] *= ~forgotten[:, None, None]
    if image is not None:
        points = images(device)[image]
        bits = bits.gather(2, points[:, None, :].expand(-1, bits.shape[1], -1))
        policy = torch.cat([policy.gather(1, points), policy[:, PASS:]], 1)
        owner = owner.gather(1, points)
    wanted = {"policy": policy, "win": columns["win"], "lead": columns["lead"], "owner": owner}
    # Passes of older labels mean something else.
    wanted["counts"] = 1 - ((columns["older"] > 0) & (columns["policy"][:, PASS] > 100)).float()
    numbers = torch.stack([columns["gain"] / 10, columns["after_pass"].float()], 1)
    return bits.view(count, -1, SIZE, SIZE).float(), numbers, wanted


def split(games, share=20):
    """The numbers of records to train on and of those held out, by the numbers of their games (src/cli/labelled.rs), which are spread
    evenly: one game in `share`, and with it those that branch off from it."""
    held_out = games % share == 0
    return np.flatnonzero(~held_out), np.flatnonzero(held_out)
