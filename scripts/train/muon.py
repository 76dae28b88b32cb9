"""The optimizer of the layers of convolutions."""

import torch

# Coefficients of the iteration that makes all singular values of a matrix nearly one.
ITERATION, ROUNDS = (3.4445, -4.7750, 2.0315), 5

MOMENTUM = 0.95


class Muon(torch.optim.Optimizer):
    """Turns the gradient of a layer, channels after it by all that is before it, into the nearest matrix whose rows are orthogonal,
    and moves the weights by `lr` of their norm; that norm stays, because a batch norm follows, to which it is the same.

    Source: Jordan and others: Muon, an optimizer for hidden layers in neural networks, 2024.
    """

    def __init__(self, layers, lr):
        super().__init__(layers, {"lr": lr})

    @torch.no_grad()
    def step(self):
        for group in self.param_groups:
            for weights in group["params"]:
                state = self.state[weights]
                momentum = state.setdefault("momentum", torch.zeros_like(weights))
                momentum.lerp_(weights.grad, 1 - MOMENTUM)
                update = orthogonal(weights.grad.lerp(momentum, MOMENTUM).flatten(1)).view(weights.shape)
                norm = weights.norm()
                # The gradient of a layer that reaches nothing yet is zero.
                weights.sub_(update * (group["lr"] * norm / update.norm().clamp(min=1e-7)))
                weights.mul_(norm / weights.norm())


def orthogonal(matrix):
    """The nearest matrix with orthogonal rows, about."""
    one, three, five = ITERATION
    matrix = matrix / (matrix.norm() + 1e-7)
    for _ in range(ROUNDS):
        square = matrix @ matrix.T
        matrix = one * matrix + (three * square + five * square @ square) @ matrix
    return matrix
