#!/usr/bin/env python3
"""Trains the network (src/network.rs) and writes its file.

usage: train_network.py [--games FILE …] [--records DIR …] [--judged FILE] [--minutes N] [--state FILE] --out FILE

What it learns from, each kind with a weight of its own:
    --games     games of network_games.py: the visits of every move, and the ownership of the final position
    --records   folders of SGF files: the moves that were played, and the ownership of the final position as playouts of --engine
                see it
    --judged    positions that a strong program has judged (see check/judged_positions.py): its visits and policy; every fifth
                is held out and only measured
Who wins is told by the lead, which is the ownership of all points together with komi, over its spread, and by sums of the last
channels over the board. With --state a training goes on from that file if there is one, and leaves it for the next.

Prints the measures every minute: the cross entropy of the moves, and of the judged positions held out how often the judge's best
move is first and among the first five. Needs PyTorch: pip install torch -r scripts/requirements.txt
"""

import argparse
import json
import math
import pathlib
import sys
import time

sys.path[0] = str(pathlib.Path(__file__).resolve().parent.parent)  # modules are named from scripts/

try:
    import numpy as np
    import torch
    from sgfmill import common, sgf
    from torch import nn
    from torch.nn import functional

    from gtp_engine import GtpEngine
    from train.planes import KOMI_PLANE, KOMI_UNIT, PLANES, POINTS, SIZE, Game, planes_of
except ModuleNotFoundError as error:
    advice = "pip install torch -r scripts/requirements.txt"
    print(f"train_network.py needs the Python package {error.name}: {advice}", file=sys.stderr)
    sys.exit(2)

# As in src/network.rs.
MAGIC = b"tengen network 3\n"
CHANNELS = 32
SUMS = 32

# What a position of each kind counts in the loss of the moves, and how often it is drawn.
WEIGHTS = {"games": 1.0, "records": 0.5, "judged": 1.0}
DRAWS = {"games": 1.5, "records": 1.0}
# Share of the judged positions in a batch.
JUDGED_SHARE = 0.06
# One of so many of them is held out.
HELD_OUT = 5

# Shares of the losses of the winner and of the ownership.
WINNER, OWNERSHIP = 0.4, 1.0

# Seconds that the engine may take for an answer, and playouts of a final position.
LIMIT, PLAYOUTS = 120.0, 64

# How often a position is shown without its last moves, as one that was set up.
FORGOTTEN = 0.1

BATCH = 256
RATE = 2e-3


# ---- positions ----


def point_of(vertex):
    """Row and column from the upper left corner; None for a pass."""
    return flipped(common.move_from_vertex(vertex, SIZE))


def flipped(point):
    """From rows counted from the top to sgfmill's from the bottom, or back; a pass stays one."""
    return point and (SIZE - 1 - point[0], point[1])


def number_of(point):
    """The number of a point, or of a pass the first one beyond the points."""
    return POINTS if point is None else point[0] * SIZE + point[1]


class Positions:
    """Many positions as arrays; see `Game.codes` and `Net` for what the columns are."""

    def __init__(self):
        self.rows = []

    def add(self, game, color, policy, weight, winner=None, ownership=None):
        """A position: the `policy` by number of the move, the value for the mover, ownership from the view of the mover."""
        wanted = np.zeros(POINTS, np.float16)
        # The network knows no pass: where that was all, nothing is wanted.
        for number, share in policy.items():
            if number < POINTS:
                wanted[number] += share / sum(policy.values())
        self.rows.append((
            game.codes(color), game.komi if color == "w" else -game.komi, wanted, weight,
            0.5 if winner is None else winner, winner is not None,
            np.full(POINTS, 0.5, np.float16) if ownership is None else ownership.astype(np.float16) / 2 + 0.5,
            ownership is not None,
        ))  # fmt: skip

    def arrays(self):
        return [np.array(column) for column in zip(*self.rows)] if self.rows else []


def read_games(path):
    positions = Positions()
    for line in path.open(encoding="utf-8"):
        record = json.loads(line)
        ownership = np.array(record["ownership"])
        winner = float(ownership.sum() > record["komi"])
        game = Game(record["komi"])
        for turn, (move, visits) in enumerate(zip(record["moves"], record["visits"])):
            color, sign = "bw"[turn % 2], 1 - turn % 2 * 2
            policy = {number_of(point_of(vertex)): count for vertex, count in visits.items()}
            positions.add(game, color, policy, WEIGHTS["games"], winner if sign == 1 else 1 - winner, sign * ownership)
            game.play(color, point_of(move))
    return positions


def final_ownership(engine, komi, moves):
    """1 is Black's."""
    engine.send("clear_board", LIMIT)
    engine.send(f"komi {komi}", LIMIT)
    for color, point in moves:
        engine.send(f"play {color} {common.format_vertex(flipped(point))}", LIMIT)
    return np.array([float(number) for number in engine.send("tengen-ownership", LIMIT).split()])


def read_records(folder, engine):
    positions = Positions()
    for path in sorted(folder.rglob("*.sgf")):
        tree = sgf.Sgf_game.from_bytes(path.read_bytes())
        if tree.get_size() != SIZE or tree.get_winner() is None:
            continue
        game = Game(tree.get_komi())
        moves = [node.get_move() for node in tree.get_main_sequence()[1:]]
        moves = [(color, flipped(move)) for color, move in moves if color]
        ownership = final_ownership(engine, game.komi, moves)
        for color, point in moves:
            won, sign = float(tree.get_winner() == color), 1 if color == "b" else -1
            positions.add(game, color, {number_of(point): 1}, WEIGHTS["records"], won, sign * ownership)
            game.play(color, point)
    return positions


def read_judged(path):
    """All judged positions, in their order."""
    positions = Positions()
    for line in path.open(encoding="utf-8"):
        judged = json.loads(line)
        game = Game(judged["komi"])
        for turn, move in enumerate(judged["moves"]):
            game.play("bw"[turn % 2], point_of(move))
        color = judged["to_move"].lower()
        visits = sum(candidate[1] for candidate in judged["candidates"])
        likely = sum(share for _, share in judged["policy"])
        policy = {}
        for vertex, share in [(c[0], 0.8 * c[1] / visits) for c in judged["candidates"]] + \
                             [(vertex, 0.2 * share / likely) for vertex, share in judged["policy"]]:
            number = number_of(point_of(vertex))
            policy[number] = policy.get(number, 0) + share
        positions.add(game, color, policy, WEIGHTS["judged"], judged["winrate"], np.array(judged["ownership"]))
    return positions


# ---- network ----


class Net(nn.Module):
    """Planes in; the plays, who owns the points, and who wins out, as logits."""

    def __init__(self, pairs):
        super().__init__()
        layers = [PLANES] + [CHANNELS] * 2 * pairs
        self.layers = nn.ModuleList(nn.Conv2d(before, CHANNELS, 3, padding=1, bias=False) for before in layers)
        self.norms = nn.ModuleList(nn.BatchNorm2d(CHANNELS) for _ in layers)
        self.moves = nn.Conv2d(CHANNELS, 1, 1, bias=False)
        self.owner = nn.Conv2d(CHANNELS, 1, 1)
        self.slope = nn.Parameter(torch.tensor(0.85))
        self.sums = nn.Linear(2 * CHANNELS, SUMS)
        self.win = nn.Linear(SUMS, 1)
        # At first the lead alone counts.
        nn.init.zeros_(self.win.weight)
        nn.init.zeros_(self.win.bias)

    def forward(self, planes):
        now = functional.relu(self.norms[0](self.layers[0](planes)))
        for i in range(1, len(self.layers), 2):
            between = functional.relu(self.norms[i](self.layers[i](now)))
            now = functional.relu(now + self.norms[i + 1](self.layers[i + 1](between)))
        pooled = torch.cat([now.mean((2, 3)), now.amax((2, 3))], 1)
        moves = self.moves(now).flatten(1)
        owner = self.owner(now).flatten(1)
        owned = torch.tanh(owner / 2)
        lead = owned.sum(1) + KOMI_UNIT * planes[:, KOMI_PLANE, 0, 0]
        spread = torch.sqrt((1 - owned * owned).sum(1).clamp(min=1))
        return moves, owner, self.slope * lead / spread + self.win(functional.relu(self.sums(pooled))).squeeze(1)

    def write(self, path):
        """The file of src/network.rs: the norms become part of the layers, the rest is left out."""
        floats = []
        for layer, norm in zip(self.layers, self.norms):
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            weights = layer.weight * scale[:, None, None, None]
            floats += [weights.permute(2, 3, 1, 0).flatten(), norm.bias - norm.running_mean * scale]
        floats += [self.moves.weight.flatten(), self.owner.weight.flatten(), self.owner.bias]
        floats += [self.slope.reshape(1), self.sums.weight.flatten(), self.sums.bias, self.win.weight.flatten(), self.win.bias]
        halves = torch.cat(floats).detach().to(torch.bfloat16).view(torch.int16).numpy().astype("<i2")
        path.write_bytes(MAGIC + bytes([len(self.layers) // 2]) + halves.tobytes())


def turned(points, image):
    """One of the eight images of boards in the last two dimensions."""
    if image & 4:
        points = points.swapaxes(-1, -2)
    return np.ascontiguousarray(np.rot90(points, image & 3, (-2, -1)))


def batch_of(arrays, rows, image, forgotten=False):
    """Rows of the arrays as tensors, turned; of some the last moves are `forgotten`."""
    codes, komi, policy, weight, winner, has_winner, ownership, has_ownership = (column[rows] for column in arrays)
    codes = np.where(np.reshape(forgotten, (-1, 1)), codes & ~np.uint8(8 | 16), codes)
    board = (len(rows), SIZE, SIZE)
    plays = turned(policy.reshape(board), image).reshape(-1, POINTS)
    columns = (turned(planes_of(codes, komi), image), plays, weight, winner, has_winner,
               turned(ownership.reshape(board), image).reshape(-1, POINTS), has_ownership)
    planes, *rest = (torch.from_numpy(column.astype(np.float32)) for column in columns)
    return planes.to(memory_format=torch.channels_last), *rest


def losses(net, batch):
    """Of the moves, the ownership and the winner, each as the mean of the positions that have it."""
    planes, policy, weight, winner, has_winner, ownership, has_ownership = batch
    moves, owner, wins = net(planes)
    entropy = functional.binary_cross_entropy_with_logits
    each = (
        (-(policy * functional.log_softmax(moves, 1)).sum(1), weight),
        (entropy(owner, ownership, reduction="none").mean(1), has_ownership),
        (entropy(wins, winner, reduction="none"), has_winner),
    )
    return [(loss * share).sum() / share.sum().clamp(min=1) for loss, share in each]


def measure(net, arrays):
    """Cross entropy of the moves, and how often the best is first and among the first five."""
    net.eval()
    with torch.no_grad():
        batch = batch_of(arrays, np.arange(len(arrays[0])), 0)
        entropy = float(losses(net, batch)[0])
        ranked = net(batch[0])[0].argsort(1, descending=True)
        place = (ranked == batch[1].argmax(1)[:, None]).int().argmax(1)
    net.train()
    return f"entropy {entropy:.3f}, first {float((place == 0).float().mean()):.1%}, of five {float((place < 5).float().mean()):.1%}"


def train(net, kinds, judged, minutes, rng):
    """Trains for so long, with a rate that falls as a cosine."""
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=1e-2)
    kinds = {kind: arrays for kind, arrays in kinds.items() if arrays}
    shares = np.array([DRAWS[kind] * len(arrays[0]) for kind, arrays in kinds.items()])
    held_out = np.arange(len(judged[0])) % HELD_OUT == 0 if judged else None
    start, seen, told = time.monotonic(), 0, 0
    while (spent := (time.monotonic() - start) / 60) < minutes:
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (seen + 1) / 50_000, 0.02 + 0.5 + 0.5 * math.cos(math.pi * spent / minutes))
        use_judged = judged and rng.random() < JUDGED_SHARE
        arrays = judged if use_judged else list(kinds.values())[rng.choice(len(kinds), p=shares / shares.sum())]
        rows = np.flatnonzero(~held_out) if use_judged else np.arange(len(arrays[0]))
        drawn = rng.choice(rows, BATCH)
        batch = batch_of(arrays, drawn, int(rng.integers(8)), rng.random(BATCH) < FORGOTTEN)
        moves, ownership, winner = losses(net, batch)
        optimizer.zero_grad()
        (moves + OWNERSHIP * ownership + WINNER * winner).backward()
        optimizer.step()
        seen += BATCH
        if spent >= told:
            told += 1
            held = measure(net, [column[held_out] for column in judged]) if judged else ""
            print(f"{spent:.0f} min, {seen} positions, {held}", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--games", type=pathlib.Path, nargs="*", default=[], metavar="FILE")
    parser.add_argument("--records", type=pathlib.Path, nargs="*", default=[], metavar="DIR")
    parser.add_argument("--judged", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--engine", default="target/release/tengen gtp --threads 1", metavar="COMMAND")
    parser.add_argument("--minutes", type=float, default=30.0, metavar="N")
    parser.add_argument("--pairs", type=int, default=4, metavar="N", help="pairs of layers")
    parser.add_argument("--threads", type=int, default=1, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--state", type=pathlib.Path, metavar="FILE")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE")
    args = parser.parse_args()
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    with GtpEngine(f"{args.engine} --set status_playouts={PLAYOUTS}") as engine:
        engine.send(f"boardsize {SIZE}", LIMIT)
        read = {
            "games": [read_games(path).arrays() for path in args.games],
            "records": [read_records(folder, engine).arrays() for folder in args.records],
        }
    kinds = {kind: [np.concatenate(columns) for columns in zip(*filter(None, parts))] for kind, parts in read.items()}
    judged = read_judged(args.judged).arrays() if args.judged else []
    print({kind: len(arrays[0]) if arrays else 0 for kind, arrays in (*kinds.items(), ("judged", judged))}, flush=True)
    if not any(kinds.values()):
        sys.exit("train_network.py: nothing to learn from; name --games or --records")
    net = Net(args.pairs).to(memory_format=torch.channels_last)
    if args.state and args.state.exists():
        net.load_state_dict(torch.load(args.state))
    train(net, kinds, judged, args.minutes, np.random.default_rng(args.seed))
    if args.state:
        torch.save(net.state_dict(), args.state)
    net.eval()
    net.write(args.out)


if __name__ == "__main__":
    main()
