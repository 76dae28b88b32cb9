"""The positions that `tengen positions` writes, as batches of tensors.

Planes come from the program itself, so that there is one place that says what the network sees (src/network/planes.rs).
"""

import pathlib

import numpy as np
import torch

SIZE = 9
POINTS = SIZE * SIZE
PASS = POINTS
HEADER_BYTES = 64


def record_type(planes):
    """The record of src/cli/positions.rs."""
    return np.dtype([
        ("planes", np.uint8, (planes, 11)),
        ("gain", "<f4"), ("win", "<f4"), ("lead", "<f4"),
        ("policy", "<u2", POINTS + 1),
        ("owner", np.int8, POINTS),
        ("game", "<u4"),
        ("after_pass", np.uint8), ("older", np.uint8),
    ])  # fmt: skip


def read(path):
    """All records of a file, mapped into memory."""
    path = pathlib.Path(path)
    with path.open("rb") as file:
        words = file.read(HEADER_BYTES).decode().split()
    if words[:3] != ["tengen", "positions", "1"]:
        raise SystemExit(f"{path} is no file of positions")
    return np.memmap(path, record_type(int(words[4])), "r", HEADER_BYTES)


def turned(points, image):
    """One of the eight images of boards in the last two dimensions."""
    if image & 4:
        points = points.swapaxes(-1, -2)
    return np.rot90(points, image & 3, (-2, -1))


def batch_of(records, image, forgotten=None):
    """Records as tensors, turned: planes, numbers, and what is wanted. Of those `forgotten` the last moves are hidden."""
    count = len(records)
    bits = np.unpackbits(records["planes"], axis=-1, bitorder="little", count=POINTS)
    if forgotten is not None:
        bits[forgotten, 8:10] = 0
    policy = records["policy"].astype(np.float32)
    policy /= np.maximum(policy.sum(1, keepdims=True), 1)
    board = (count, -1, SIZE, SIZE)
    plays = turned(policy[:, :POINTS].reshape(board), image).reshape(count, POINTS)
    wanted = {
        "policy": np.concatenate([plays, policy[:, POINTS:]], 1),
        "win": records["win"],
        "lead": records["lead"],
        "owner": turned(records["owner"].reshape(board), image).reshape(count, POINTS).astype(np.float32) / 100,
    }
    numbers = np.stack([records["gain"] / 10, records["after_pass"].astype(np.float32)], 1)
    planes = turned(bits.reshape(board), image).astype(np.float32)
    tensors = {name: torch.from_numpy(np.ascontiguousarray(values)) for name, values in wanted.items()}
    return torch.from_numpy(np.ascontiguousarray(planes)), torch.from_numpy(numbers), tensors


def split(records, share=20):
    """The numbers of records to train on and of those held out: one game in `share`."""
    held_out = records["game"] % share == 0
    return np.flatnonzero(~held_out), np.flatnonzero(held_out)
