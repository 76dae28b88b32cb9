"""A logistic model: how likely something is by some numbers."""

import numpy as np

# Steps of Newton's method; a few are enough.
STEPS = 50


def chance(weights, inputs):
    """What the model says of each row of inputs."""
    return 1 / (1 + np.exp(-inputs @ weights))


def fit(inputs, values, pull):
    """The weights that make the values (0 to 1) likeliest, by Newton's method; `pull` is how hard each is pulled to 0: half its
    square, times that."""
    weights = np.zeros(inputs.shape[1])
    for _ in range(STEPS):
        said = chance(weights, inputs)
        slope = inputs.T @ (said - values) + pull * weights
        bend = (inputs * (said * (1 - said))[:, None]).T @ inputs + np.diag(pull)
        weights -= np.linalg.solve(bend, slope)
    return weights
