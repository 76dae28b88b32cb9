"""The network in PyTorch: see src/network.rs for what it is and how it is evaluated."""

import pickle

import torch
from torch import nn
from torch.nn import functional

from arguments import Refused

SIZE = 9
POINTS = SIZE * SIZE

# Channels of the heads.
HEAD = 32

# The soft policy is the teacher's to this power.
SOFTNESS = 0.25

# What a file of weights begins with (src/network/weights.rs).
MAGIC = "tengen network 4"


def shown(planes, numbers):
    """What the first layer sees: the planes (positions × planes × 9 × 9), and a plane for each number (positions × 2)."""
    return torch.cat([planes, numbers[:, :, None, None].expand(len(planes), 2, SIZE, SIZE)], 1)


def pooled(x):
    """What a whole board says of each channel: all means, then all greatest values (positions × twice the channels)."""
    return torch.cat([x.mean((2, 3)), x.amax((2, 3))], 1)


class Block(nn.Module):
    """Two layers around which the input is led; with `pools`, what the whole board says is added between them."""

    def __init__(self, channels, pools):
        super().__init__()
        self.one = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm_one = nn.BatchNorm2d(channels)
        self.two = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.norm_two = nn.BatchNorm2d(channels)
        self.pool = nn.Linear(2 * channels, channels, bias=False) if pools else None

    def between(self, x):
        """What the second layer sees of the block's input."""
        between = self.norm_one(self.one(x))
        if self.pool is not None:
            between = between + self.pool(pooled(x))[:, :, None, None]
        return functional.relu(between)

    def forward(self, x):
        return functional.relu(x + self.norm_two(self.two(self.between(x))))


class Net(nn.Module):
    """Planes (positions × planes × 9 × 9) and numbers (positions × 2) in, as `data.batch_of` has them.

    Out, by name: `policy` and `soft` (positions × 82, logits of the points and the pass), `win` (a logit each), `lead` (points),
    `owner` (positions × 81, -1 to 1), and `errors` (positions × 2, the squared errors that are expected of the win rate, and of the
    lead in tens of points).
    """

    def __init__(self, planes, channels, blocks, pools=2):
        super().__init__()
        self.shape = {"planes": planes, "channels": channels, "blocks": blocks, "pools": pools}
        self.first = nn.Conv2d(planes + 2, channels, 3, padding=1, bias=False)
        self.norm = nn.BatchNorm2d(channels)
        self.blocks = nn.ModuleList(Block(channels, i % pools == pools - 1) for i in range(blocks))
        self.moves = nn.Conv2d(channels, HEAD, 1)
        self.moves_pool = nn.Linear(2 * channels, HEAD, bias=False)
        # The policy, and one that learns the order among moves that matter little.
        self.policy = nn.Conv2d(HEAD, 2, 1, bias=False)
        self.pass_policy = nn.Linear(2 * channels, 2)
        self.fate = nn.Conv2d(channels, HEAD, 1)
        self.owner = nn.Conv2d(HEAD, 1, 1)
        self.sums = nn.Linear(2 * HEAD, 2 * HEAD)
        # Win, lead, and the squared errors of both.
        self.value = nn.Linear(2 * HEAD, 4)

    def forward(self, planes, numbers):
        x = functional.relu(self.norm(self.first(shown(planes, numbers))))
        for block in self.blocks:
            x = block(x)
        whole = pooled(x)
        moves = functional.relu(self.moves(x) + self.moves_pool(whole)[:, :, None, None])
        plays = self.policy(moves).flatten(2)
        policy = torch.cat([plays, self.pass_policy(whole)[:, :, None]], 2)
        fate = functional.relu(self.fate(x))
        owner = torch.tanh(self.owner(fate).flatten(1))
        value = self.value(functional.relu(self.sums(pooled(fate))))
        return {
            "policy": policy[:, 0], "soft": policy[:, 1], "owner": owner,
            "win": value[:, 0], "lead": 10 * value[:, 1], "errors": functional.softplus(value[:, 2:]),
        }  # fmt: skip

    def multiplications(self):
        """For one position, counted as a plain convolution does them."""
        channels, blocks = self.shape["channels"], self.shape["blocks"]
        trunk = 9 * channels * (self.shape["planes"] + 2) + 18 * blocks * channels * channels
        return POINTS * (trunk + 2 * HEAD * channels)


def read_state(path, device="cpu"):
    """What train.py has written of a training: a dictionary, whose tensors come to the device."""
    try:
        state = torch.load(path, map_location=device)
        if not {"shape", "seen", "spent", "net", "average", "optimizers"} <= state.keys():
            raise KeyError
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    except (RuntimeError, EOFError, LookupError, AttributeError, ValueError, pickle.UnpicklingError):  # PyTorch reads what it can
        raise Refused(f"{path} is no state of a training.") from None
    return state


def grown(net, blocks):
    """The same network with more blocks before its heads; it tells the same as long as they learn nothing: their norms begin at zero."""
    if blocks <= net.shape["blocks"]:
        return net
    larger = Net(**{**net.shape, "blocks": blocks})
    larger.load_state_dict(net.state_dict(), strict=False)
    for block in larger.blocks[net.shape["blocks"]:]:
        nn.init.zeros_(block.norm_two.weight)
    return larger
