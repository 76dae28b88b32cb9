"""The network of a file of weights (src/network/weights.rs), to train it further: the inverse of export.py."""

import pathlib

import numpy as np
import torch

from arguments import Refused
from train.net import HEAD, MAGIC, SOFTNESS, Net, shown


def read(path, planes, numbers):
    """The network that a file describes. Its batch norms, which are part of the layers there, are made anew: the planes and numbers
    of some positions tell what they would have seen."""
    try:
        magic, _, content = pathlib.Path(path).read_bytes().partition(b"\n")
    except OSError as error:
        raise Refused(f"{path} cannot be read: {error.strerror}.") from None
    if magic != MAGIC.encode():
        raise Refused(f"{path} is no network of this version ({MAGIC}).")
    try:
        return network_of(content, planes, numbers)
    except (ValueError, TypeError, KeyError):
        raise Refused(f"{path} is no whole network.") from None


def network_of(content, planes, numbers):
    """The same of what follows the first line."""
    shape, _, rest = content.split(b"\n", 2)
    words = shape.decode().split()
    shape = {name: int(number) for name, number in zip(words[::2], words[1::2])}
    if shape["planes"] != planes.shape[1]:
        raise Refused(f"the network to begin with sees {shape['planes']} planes, and the positions have {planes.shape[1]}.")
    net = Net(**shape)
    net.eval()
    steps = 4 * (1 + shape["blocks"])
    weights = Weights(np.frombuffer(rest, "<f2", offset=steps).astype(np.float32))
    with torch.no_grad():
        fill(net, weights, planes, numbers)
    return net


class Weights:
    """The weights of a file in their order."""

    def __init__(self, rest):
        self._rest = rest

    def take(self, *shape):
        """The next ones, in that shape; ValueError if they are too few."""
        count = int(np.prod(shape))
        taken, self._rest = self._rest[:count], self._rest[count:]
        return torch.from_numpy(taken.reshape(shape).copy())

    def turned(self, before, after):
        """A matrix that the file has by input."""
        return self.take(before, after).T


def fill(net, weights, planes, numbers):
    """Give a network its weights, layer by layer."""
    channels = net.shape["channels"]
    x = torch.relu(unfold(net.first, net.norm, weights, shown(planes, numbers)))
    for block in net.blocks:
        # The pool stands between the weights of the layers.
        unfold(block.one, block.norm_one, weights, x)
        if block.pool is not None:
            block.pool.weight.copy_(weights.turned(2 * channels, channels))
        unfold(block.two, block.norm_two, weights, block.between(x))
        x = block(x)
    net.moves.weight.copy_(weights.turned(channels, HEAD)[:, :, None, None])
    net.moves.bias.copy_(weights.take(HEAD))
    net.moves_pool.weight.copy_(weights.turned(2 * channels, HEAD))
    # The file has one policy; the soft one begins as it, spread out.
    policy, pass_policy, pass_bias = weights.take(HEAD), weights.take(2 * channels), weights.take(1)
    for row, share in enumerate((1.0, SOFTNESS)):
        net.policy.weight[row, :, 0, 0] = share * policy
        net.pass_policy.weight[row] = share * pass_policy
        net.pass_policy.bias[row] = share * pass_bias
    net.fate.weight.copy_(weights.turned(channels, HEAD)[:, :, None, None])
    net.fate.bias.copy_(weights.take(HEAD))
    net.owner.weight[0, :, 0, 0] = weights.take(HEAD)
    net.owner.bias.copy_(weights.take(1))
    net.sums.weight.copy_(weights.turned(2 * HEAD, 2 * HEAD))
    net.sums.bias.copy_(weights.take(2 * HEAD))
    net.value.weight.copy_(weights.turned(2 * HEAD, 4))
    net.value.bias.copy_(weights.take(4))


def unfold(conv, norm, weights, x):
    """A layer with its batch norm, which on the positions of `x` changes nothing, and what comes out."""
    channels, before = conv.weight.shape[:2]
    conv.weight.copy_(weights.take(3, 3, before, channels).permute(3, 2, 0, 1))
    bias = weights.take(channels)
    out = conv(x)
    mean, variance = out.mean((0, 2, 3)), out.var((0, 2, 3))
    norm.running_mean.copy_(mean)
    norm.running_var.copy_(variance)
    norm.weight.copy_(torch.sqrt(variance + norm.eps))
    norm.bias.copy_(bias + mean)
    return norm(out)
