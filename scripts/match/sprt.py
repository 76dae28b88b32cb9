"""The sequential test: when a match may stop, and with what verdict. Seen from engine A."""

import math

ERROR_RATES = 0.05, 0.05  # alpha and beta if nothing else is said

# Stands for an outcome not seen yet: with a zero its most likely probability would be zero too.
UNSEEN = 1e-3


def points(game):
    """A's points in a game, None if the game was not scored."""
    return {"a": 1.0, "draw": 0.5, "b": 0.0}.get(game["winner"])


def expected_score(elo_difference):
    """The inverse of `elo`."""
    return 1 / (1 + 10 ** (-elo_difference / 400))


def log_likelihood_ratio(counts, elo0, elo1):
    """LLR of "A is elo1 stronger" against "A is elo0 stronger".

    `counts[i]` is how often the score i / (len(counts) - 1) was seen: three counts for games, five
    for pairs of games. This is the generalized test: under each hypothesis the outcomes get the
    most likely probabilities that have the hypothesis' mean score.
    Source: X. Li, J. Liu, Z. Ying, Generalized sequential probability ratio test for separate
    families of hypotheses, Sequential Analysis 33, 2014; fishtest uses it for chess engines.
    """
    if not sum(counts):
        return 0.0
    scores = [i / (len(counts) - 1) for i in range(len(counts))]
    weights = [max(count, UNSEEN) for count in counts]
    tilt0, tilt1 = (_tilts(weights, scores, expected_score(it)) for it in (elo0, elo1))
    return sum(weight * math.log(t0 / t1) for weight, t0, t1 in zip(weights, tilt0, tilt1))


def _tilts(weights, scores, mean):
    """The most likely probabilities with this mean are weight / tilt, with tilt = 1 + x * (score - mean).

    The x wanted is the root of a falling function between the two poles: bisection always finds it.
    Source: A. B. Owen, Empirical likelihood ratio confidence intervals for a single functional,
    Biometrika 75, 1988.
    """
    low, high = -1 / (scores[-1] - mean), 1 / (mean - scores[0])
    for _ in range(60):
        x = (low + high) / 2
        if sum(w * (s - mean) / (1 + x * (s - mean)) for w, s in zip(weights, scores)) > 0:
            low = x
        else:
            high = x
    return [1 + x * (s - mean) for s in scores]


class Sprt:
    """Sequential probability ratio test of elo0 against elo1.

    `alpha` is the probability to accept elo1 although elo0 is true, `beta` the other way round.
    Source of the bounds: A. Wald, Sequential tests of statistical hypotheses, Annals of
    Mathematical Statistics 16, 1945.

    It takes the games in the order of their numbers and waits for a missing one. So the verdict
    depends neither on the number of jobs nor on short games finishing first. With `pairs` the two
    games of an opening count as one observation, because they are not independent.
    """

    def __init__(self, elo0, elo1, pairs, alpha=ERROR_RATES[0], beta=ERROR_RATES[1]):
        self.elo0, self.elo1 = elo0, elo1
        self.lower, self.upper = math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)
        self.step = 2 if pairs else 1
        self.counts = [0] * (5 if pairs else 3)
        self.next_game = 0
        self.llr = 0.0
        self._waiting = {}

    @property
    def verdict(self):
        """"accepted" (for elo1), "rejected" (for elo0) or None."""
        if self.llr >= self.upper:
            return "accepted"
        return "rejected" if self.llr <= self.lower else None

    def add(self, game):
        """Count a game as soon as all games before it are there; nothing counts after the verdict."""
        self._waiting[game["game"]] = points(game)
        while not self.verdict and all(self.next_game + i in self._waiting for i in range(self.step)):
            observed = [self._waiting.pop(self.next_game + i) for i in range(self.step)]
            self.next_game += self.step
            if None not in observed:
                self.counts[round(sum(observed) / self.step * (len(self.counts) - 1))] += 1
                self.llr = log_likelihood_ratio(self.counts, self.elo0, self.elo1)

    def __str__(self):
        return f"LLR {self.llr:.2f} [{self.lower:.2f}, {self.upper:.2f}]"


def sprt_of(settings, games=()):
    """The test that the settings (as JSON) ask for, fed with games; None if they ask for none."""
    if not settings["sprt"]:
        return None
    sprt = Sprt(*settings["sprt"], bool(settings["openings"]), *settings["error_rates"])
    for game in games:
        sprt.add(game)
    return sprt
