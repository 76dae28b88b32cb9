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
        """Move the weights of all layers by their gradients."""
        for group in self.param_groups:
            for shape in {weights.shape for weights in group["params"]}:
                # All layers of one shape at once: many small products would leave a graphics card idle.
                self._step([weights for weights in group["params"] if weights.shape == shape], group["lr"])

    def _step(self, layers, lr):
        """The same for layers of one shape."""
        gradient = torch.stack([weights.grad.flatten(1) for weights in layers])
        state = self.state[layers[0]]
        momentum = state.setdefault("momentum", torch.zeros_like(gradient))
        momentum.lerp_(gradient, 1 - MOMENTUM)
        update = orthogonal(gradient.lerp(momentum, MOMENTUM))
        weights = torch.stack([weights.flatten(1) for weights in layers])
        norm = norms(weights)
        # The gradient of a layer that reaches nothing yet is zero.
        moved = weights - update * (lr * norm / norms(update).clamp(min=1e-7))
        moved *= norm / norms(moved)
        for layer, weights in zip(layers, moved):
            layer.copy_(weights.view(layer.shape))


def norms(matrices):
    """The Frobenius norm of each of some matrices (matrices × rows × columns), as matrices × 1 × 1."""
    return matrices.norm(dim=(1, 2), keepdim=True)


def orthogonal(matrices):
    """The nearest matrices with orthogonal rows, about."""
    one, three, five = ITERATION
    matrices = matrices / (norms(matrices) + 1e-7)
    for _ in range(ROUNDS):
        squares = matrices @ matrices.mT
        matrices = one * matrices + (three * squares + five * squares @ squares) @ matrices
    return matrices
