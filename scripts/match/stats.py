"""What a list of game records says: score, intervals, Elo and the text of the summary.

Everything is seen from engine A. A draw counts half. Games without a score count for nobody.
"""

import json
import math

from match.game import FAULTS
from match.sprt import points, sprt_of

OTHER_ROLE = {"a": "b", "b": "a"}

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


# From so many pairs on their spread is known well enough to be used, and then only within these bounds.
ENOUGH_PAIRS = 20
LEAST_WORTH, MOST_WORTH = 0.5, 4.0


def pairs_of(games):
    """A's mean points in every pair of games that share an opening and were both scored."""
    scored = {game["game"]: points(game) for game in games if points(game) is not None}
    return [(scored[n] + scored[n + 1]) / 2 for n in sorted(scored) if n % 2 == 0 and n + 1 in scored]


def worth_of_pairs(games):
    """How many independent games one game in a pair is worth: 1 until the spread of the pairs is known.

    The two games of a lopsided opening cancel out, so the mean of the pairs spreads less than that
    of as many independent games. Source: L. Kish, Survey Sampling, 1965, section 8.2 (design effect).
    """
    means = pairs_of(games)
    if len(means) < ENOUGH_PAIRS:
        return 1.0
    rate = sum(means) / len(means)
    spread = sum((mean - rate) ** 2 for mean in means) / (len(means) - 1)
    independent = rate * (1 - rate) / 2
    if independent == 0:
        return 1.0
    return min(max(independent / max(spread, independent / MOST_WORTH), LEAST_WORTH), MOST_WORTH)


class Tally:
    """Wins, draws and losses of A in some games. With `paired` the interval uses the spread of the pairs."""

    def __init__(self, games, paired=False):
        results = [game["winner"] for game in games]
        self.wins, self.draws, self.losses = (results.count(name) for name in ("a", "draw", "b"))
        self.scored = self.wins + self.draws + self.losses
        self.unscored = len(results) - self.scored
        self.score = self.wins + self.draws / 2
        self.rate = self.score / self.scored if self.scored else math.nan
        worth = worth_of_pairs(games) if paired else 1.0
        self.low, self.high = wilson(self.score * worth, self.scored * worth)

    def elo_text(self):
        """The Elo difference with its 95 % interval."""
        return f"{elo(self.rate):+.0f} [{elo(self.low):+.0f}, {elo(self.high):+.0f}]" if self.scored else "-"

    def __str__(self):
        if not self.scored:
            return "no scored game"
        return f"{100 * self.rate:.1f} % [{100 * self.low:.1f}, {100 * self.high:.1f}]"


# ---- the summary ----


def at_fault(game):
    """The role that lost by a failure, or None."""
    return OTHER_ROLE[game["winner"]] if game["reason"] in FAULTS else None


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
    tally, sprt = Tally(games, bool(settings["openings"])), sprt_of(settings, games)
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
        "clocks": clock_results(games),
        "sprt": sprt and {"elo": settings["sprt"], "error_rates": settings["error_rates"], "llr": _rounded(sprt.llr),
                          "verdict": sprt.verdict, "counts": sprt.counts, "games": sprt.next_game},
    }


def clock_results(games):
    """For every time control: its games, each side's losses on time and least time ever left, in seconds."""
    results = {}
    for clock in sorted({game["clock"] for game in games if game.get("clock")}):
        own = [game for game in games if game.get("clock") == clock]
        left = {role: [seconds for game in own if (seconds := game["tightest"][role]) is not None] for role in "ab"}
        results[clock] = {
            "games": len(own),
            "lost": {role: _count_faults(own, role, "time") for role in "ab"},
            "tightest": {role: min(left[role], default=None) for role in "ab"},
        }
    return results


def _color_result(games, color):
    tally = Tally([game for game in games if game["a_color"] == color])
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses, "win_rate": _rounded(tally.rate)}


def summary(settings, games):
    """The summary for people, with the JSON object in its last line."""
    r, tally = result(settings, games), Tally(games, bool(settings["openings"]))
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
        f"Elo           {tally.elo_text()}",
        f"mean moves    {_number(r['mean_moves'])}",
        "seconds/move  " + ", ".join(f"{k.upper()} {_number(v)}" for k, v in r["seconds_per_move"].items()),
        f"failures      {_failure_text(r)}",
    ]
    for clock, its in r["clocks"].items():
        lines.append(f"clock         {clock}: {its['games']} games; {_clock_text(its)}")
    if r["sprt"]:
        lines.append(f"SPRT          {_sprt_text(settings, games)}")
    return "\n".join([*lines, f"result: {json.dumps(r)}"])


def _wdl(counts):
    return f"{counts['wins']} wins, {counts['draws']} draws, {counts['losses']} losses"


def _number(value):
    return "-" if value is None else f"{value:g}"


def _clock_text(its):
    sides = (f"{role.upper()} lost {its['lost'][role]}, least left {_number(its['tightest'][role])} s" for role in "ab")
    return "; ".join(sides)


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
