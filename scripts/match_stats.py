"""What a list of game records says: score, intervals, Elo, SPRT and the text of the summary.

Everything is seen from engine A. A draw counts half. Games without a score count for nobody.
"""

import json
import math

from match_game import FAULTS

# Two-sided 95 % of the normal distribution.
Z95 = 1.959964


def wilson(score, games, z=Z95):
    """95 % interval of a win rate. With draws it is somewhat too wide, never too narrow.

    Source: E. B. Wilson, Probable inference, the law of succession, and statistical inference,
    Journal of the American Statistical Association 22, 1927.
    """
    if games == 0:
        return 0.0, 1.0
    rate = score / games
    center = rate + z * z / (2 * games)
    spread = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    # Exact at the ends, so that the Elo of a clean sweep has no made-up upper limit.
    low = 0.0 if score == 0 else (center - spread) / scale
    high = 1.0 if score == games else (center + spread) / scale
    return low, high


def elo(rate):
    """Elo difference that gives this win rate; infinite at 0 and 1."""
    if rate <= 0:
        return -math.inf
    if rate >= 1:
        return math.inf
    return 400 * math.log10(rate / (1 - rate))


def expected_score(elo_difference):
    """The inverse of `elo`."""
    return 1 / (1 + 10 ** (-elo_difference / 400))


def points(game):
    """A's points in a game, None if the game was not scored."""
    return {"a": 1.0, "draw": 0.5, "b": 0.0}.get(game["winner"])


class Tally:
    """Wins, draws and losses of A in some games."""

    def __init__(self, games):
        results = [game["winner"] for game in games]
        self.wins, self.draws, self.losses = (results.count(name) for name in ("a", "draw", "b"))
        self.scored = self.wins + self.draws + self.losses
        self.unscored = len(results) - self.scored
        self.score = self.wins + self.draws / 2
        self.rate = self.score / self.scored if self.scored else math.nan
        self.low, self.high = wilson(self.score, self.scored)

    def __str__(self):
        if not self.scored:
            return "no scored game"
        return f"{100 * self.rate:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


# ---- the sequential test ----

ERROR_RATE = 0.05  # alpha and beta
LLR_BOUND = math.log((1 - ERROR_RATE) / ERROR_RATE)

# Stands for an outcome not seen yet: with a zero its most likely probability would be zero too.
UNSEEN = 1e-3


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
    """Sequential probability ratio test of elo0 against elo1, both error rates 5 %.

    It takes the games in the order of their numbers and waits for a missing one. So the verdict
    depends neither on the number of jobs nor on short games finishing first. With `pairs` the two
    games of an opening count as one observation, because they are not independent.
    """

    def __init__(self, elo0, elo1, pairs):
        self.elo0, self.elo1 = elo0, elo1
        self.step = 2 if pairs else 1
        self.counts = [0] * (5 if pairs else 3)
        self.next_game = 0
        self.llr = 0.0
        self._waiting = {}

    @property
    def verdict(self):
        """"accepted" (for elo1), "rejected" (for elo0) or None."""
        if abs(self.llr) < LLR_BOUND:
            return None
        return "accepted" if self.llr > 0 else "rejected"

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
        return f"LLR {self.llr:.2f} [{-LLR_BOUND:.2f}, {LLR_BOUND:.2f}]"


def sprt_of(settings, games=()):
    """The test that the settings (as JSON) ask for, fed with games; None if they ask for none."""
    if not settings["sprt"]:
        return None
    sprt = Sprt(*settings["sprt"], pairs=bool(settings["openings"]))
    for game in games:
        sprt.add(game)
    return sprt


# ---- the summary ----


def at_fault(game):
    """The role that lost by a failure, or None."""
    return {"a": "b", "b": "a"}[game["winner"]] if game["reason"] in FAULTS else None


def failures(games):
    """How often each side failed, by kind."""
    return {
        role: {kind: count for kind in FAULTS if (count := _count_faults(games, role, kind))}
        for role in ("a", "b")
    }


def _count_faults(games, role, kind):
    return sum(game["reason"] == kind and at_fault(game) == role for game in games)


def _mean(total, count):
    return total / count if count else None


def _rounded(number, digits=4):
    """JSON knows neither infinity nor NaN."""
    return round(number, digits) if number is not None and math.isfinite(number) else None


def result(settings, games):
    """The summary as one JSON object."""
    tally, sprt = Tally(games), sprt_of(settings, games)
    seconds = {
        role: _mean(sum(g["seconds"][role] for g in games), sum(g["genmoves"][role] for g in games))
        for role in ("a", "b")
    }
    return {
        "a": settings["a"]["name"],
        "b": settings["b"]["name"],
        "games": len(games),
        "games_wanted": settings["games"],
        "wins": tally.wins,
        "draws": tally.draws,
        "losses": tally.losses,
        "unscored": tally.unscored,
        "win_rate": _rounded(tally.rate),
        "win_rate_95": [_rounded(tally.low), _rounded(tally.high)],
        "elo": _rounded(elo(tally.rate), 1),
        "elo_95": [_rounded(elo(tally.low), 1), _rounded(elo(tally.high), 1)],
        "by_color": {color: _color_result(games, color) for color in ("black", "white")},
        "mean_moves": _rounded(_mean(sum(game["moves"] for game in games), len(games)), 1),
        "seconds_per_move": {role: _rounded(value) for role, value in seconds.items()},
        "failures": failures(games),
        "too_long": sum(game["too_long"] for game in games),
        "sprt": sprt and {"elo": settings["sprt"], "llr": _rounded(sprt.llr), "verdict": sprt.verdict,
                          "counts": sprt.counts, "games": sprt.next_game},
    }


def _color_result(games, color):
    tally = Tally([game for game in games if game["a_color"] == color])
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "win_rate": _rounded(tally.rate)}


def summary(settings, games):
    """The summary for people, with the JSON object in its last line."""
    r, tally = result(settings, games), Tally(games)
    lines = [
        f"A = {r['a']}, B = {r['b']}; {settings['size']}x{settings['size']}, komi {settings['komi']:g}",
        f"games         {r['games']} of {r['games_wanted']}",
        f"A's games     {_wdl(r)}",
        f"A's win rate  {tally}",
    ]
    for color in ("black", "white"):
        own = Tally([game for game in games if game["a_color"] == color])
        lines.append(f"  as {color}    {_wdl(r['by_color'][color])}; {own}")
    lines += [
        f"Elo           {elo(tally.rate):+.0f} [{elo(tally.low):+.0f}, {elo(tally.high):+.0f}]",
        f"mean moves    {_number(r['mean_moves'])}",
        "seconds/move  " + ", ".join(f"{k.upper()} {_number(v)}" for k, v in r["seconds_per_move"].items()),
        f"failures      {_failure_text(r)}",
    ]
    if r["sprt"]:
        lines.append(f"SPRT          {_sprt_text(settings, games)}")
    return "\n".join([*lines, f"result: {json.dumps(r)}"])


def _wdl(counts):
    return f"{counts['wins']} wins, {counts['draws']} draws, {counts['losses']} losses"


def _number(value):
    return "-" if value is None else f"{value:g}"


def _failure_text(r):
    texts = [f"{role.upper()} {count} {kind}" for role in ("a", "b") for kind, count in r["failures"][role].items()]
    texts += [f"{r[key]} {text}" for key, text in (("unscored", "unscored"), ("too_long", "too long")) if r[key]]
    return ", ".join(texts) or "none"


def _sprt_text(settings, games):
    sprt = sprt_of(settings, games)
    elo0, elo1 = settings["sprt"]
    unit = "pairs" if sprt.step == 2 else "games"
    verdict = {None: "undecided", "accepted": f"{elo1:g} Elo accepted", "rejected": f"{elo0:g} Elo accepted"}
    return f"{sprt}, {elo0:g} against {elo1:g} Elo on {sum(sprt.counts)} {unit}: {verdict[sprt.verdict]}"
